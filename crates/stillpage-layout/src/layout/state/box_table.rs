//! Tables by box.

use std::ops::{Index, IndexMut};

/// Boxes of a segment.
const SEGMENT: usize = 8;

/// A value for each box, the default one for all that none was given.
///
/// Boxes are laid out one after the other, and while the contents of a long page are measured most have no result yet: only
/// segments with a value that was given take room.
#[derive(Debug, Clone)]
pub(crate) struct BoxTable<T> {
    segments: Vec<Option<Box<[T; SEGMENT]>>>,
    len: usize,
    default: T,
}

impl<T: Clone> BoxTable<T> {
    /// A table for this many boxes.
    pub(crate) fn new(len: usize) -> Self
    where
        T: Default,
    {
        Self { segments: vec![None; len.div_ceil(SEGMENT)], len, default: T::default() }
    }

    /// The number of boxes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The value of a box; `None` for one that was generated after the table.
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        (index < self.len).then(|| &self[index])
    }

    /// Makes room for more boxes.
    pub(crate) fn grow(&mut self, len: usize) {
        self.segments.resize(len.div_ceil(SEGMENT), None);
        self.len = len;
    }

    /// The values in the order of boxes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len).map(|index| &self[index])
    }

    /// Makes a table of other values; `f` makes the default one of the default one.
    pub(crate) fn map<U>(&self, f: impl Fn(&T) -> U) -> BoxTable<U> {
        let segments = self.segments.iter().map(|segment| segment.as_deref().map(|all| map_segment(all, &f)));
        BoxTable { segments: segments.collect(), len: self.len, default: f(&self.default) }
    }

    /// Makes a table of other values, like [`map`](Self::map), giving up each segment once it is read.
    pub(crate) fn into_map<U>(self, f: impl Fn(&T) -> U) -> BoxTable<U> {
        let default = f(&self.default);
        let segments = self.segments.into_iter().map(|segment| segment.map(|all| map_segment(&all, &f)));
        BoxTable { segments: segments.collect(), len: self.len, default }
    }
}

impl<T: Default> Default for BoxTable<T> {
    fn default() -> Self {
        Self { segments: Vec::new(), len: 0, default: T::default() }
    }
}

impl<T> Index<usize> for BoxTable<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        match &self.segments[index / SEGMENT] {
            Some(segment) => &segment[index % SEGMENT],
            None => &self.default,
        }
    }
}

impl<T: Clone> IndexMut<usize> for BoxTable<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        let Self { segments, default, .. } = self;
        let segment = segments[index / SEGMENT].get_or_insert_with(|| new_segment(default));
        &mut segment[index % SEGMENT]
    }
}

fn map_segment<T, U>(segment: &[T; SEGMENT], f: impl Fn(&T) -> U) -> Box<[U; SEGMENT]> {
    Box::new(segment.each_ref().map(f))
}

#[cold]
fn new_segment<T: Clone>(value: &T) -> Box<[T; SEGMENT]> {
    Box::new(std::array::from_fn(|_| value.clone()))
}

#[cfg(test)]
mod tests {
    use super::{BoxTable, SEGMENT};

    #[test]
    fn a_table_answers_as_a_vector_does_and_takes_room_for_what_was_written() {
        for len in [0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT + 2] {
            let (mut table, mut vector) = (BoxTable::<u64>::new(len), vec![0; len]);
            for at in (0..len).step_by(2 * SEGMENT) {
                (table[at], vector[at]) = (at as u64 + 1, at as u64 + 1);
            }
            assert_eq!(table.segments.iter().flatten().count(), len.div_ceil(2 * SEGMENT), "{len}");
            assert!(table.iter().eq(&vector));
            table.grow(len + SEGMENT);
            vector.resize(len + SEGMENT, 0);
            assert_eq!(table.len(), vector.len());
            table[len + 1] = 7;
            vector[len + 1] = 7;
            assert!(table.clone().iter().eq(&vector));
            assert!(table.map(|value| value + 1).iter().copied().eq(vector.iter().map(|value| value + 1)));
            assert!(table.into_map(|value| value + 1).iter().copied().eq(vector.iter().map(|value| value + 1)));
        }
    }
}
