//! Vectors in segments.

use std::ops::{Index, IndexMut};

/// Bytes of a segment at most.
const SEGMENT_BYTES: usize = 2 << 10;

/// A vector in segments of 2 KiB.
///
/// They find room where smaller things were freed. A large vector in one piece lies above all of that, and while the tables of
/// a page come and go the process grows by each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentedVec<T> {
    /// All but the last are full.
    segments: Vec<Vec<T>>,
}

impl<T> SegmentedVec<T> {
    /// Elements of a segment: a power of two, so that to index takes no division.
    const LEN: usize = {
        let bytes = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        if bytes >= SEGMENT_BYTES { 1 } else { 1 << (SEGMENT_BYTES / bytes).ilog2() }
    };

    /// An empty vector.
    #[must_use]
    pub const fn new() -> Self {
        Self { segments: Vec::new() }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.segments.last().map_or(0, |last| (self.segments.len() - 1) * Self::LEN + last.len())
    }

    /// The element at an index.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.segments.get(index / Self::LEN)?.get(index % Self::LEN)
    }

    /// The element at an index, to change it.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.segments.get_mut(index / Self::LEN)?.get_mut(index % Self::LEN)
    }

    /// The last element.
    pub fn last(&self) -> Option<&T> {
        self.segments.last()?.last()
    }

    /// The last element, to change it.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.segments.last_mut()?.last_mut()
    }

    /// The index of an element with a key in a vector that is sorted by it, if there is one.
    pub fn position_by_key<K: Ord>(&self, wanted: &K, key: impl Fn(&T) -> K) -> Option<usize> {
        let begins_behind = |segment: &Vec<T>| segment.first().is_some_and(|first| key(first) > *wanted);
        let at = self.segments.partition_point(|segment| !begins_behind(segment)).checked_sub(1)?;
        Some(at * Self::LEN + self.segments[at].binary_search_by_key(wanted, key).ok()?)
    }

    /// Appends an element.
    pub fn push(&mut self, value: T) {
        match self.segments.last_mut().filter(|last| last.len() < Self::LEN) {
            Some(last) => last.push(value),
            None => {
                // The first one grows: most vectors are short.
                let mut segment = Vec::with_capacity(if self.segments.is_empty() { 4 } else { Self::LEN });
                segment.push(value);
                self.segments.push(segment);
            }
        }
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.segments.iter().flatten()
    }

    /// The elements in order, to change them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.segments.iter_mut().flatten()
    }
}

impl<T: Clone> SegmentedVec<T> {
    /// A vector of this many equal elements.
    pub fn of_equal(value: &T, len: usize) -> Self {
        let full = (0..len / Self::LEN).map(|_| vec![value.clone(); Self::LEN]);
        let rest = Some(len % Self::LEN).filter(|&rest| rest > 0).map(|rest| vec![value.clone(); rest]);
        Self { segments: full.chain(rest).collect() }
    }
}

impl<T> Default for SegmentedVec<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Index<usize> for SegmentedVec<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.segments[index / Self::LEN][index % Self::LEN]
    }
}

impl<T> IndexMut<usize> for SegmentedVec<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.segments[index / Self::LEN][index % Self::LEN]
    }
}

impl<T> Extend<T> for SegmentedVec<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl<T> FromIterator<T> for SegmentedVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut all = Self::new();
        all.extend(values);
        all
    }
}

/// Each segment is freed once all its elements were taken.
impl<T> IntoIterator for SegmentedVec<T> {
    type Item = T;
    type IntoIter = std::iter::Flatten<std::vec::IntoIter<Vec<T>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.segments.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::SegmentedVec;

    /// Asserts what a vector answers, for lengths around those of segments.
    fn check<T: Clone + PartialEq + std::fmt::Debug>(value: impl Fn(usize) -> T) {
        let segment = SegmentedVec::<T>::LEN;
        for len in [0, 1, 5, segment - 1, segment, segment + 1, 3 * segment, 3 * segment + 2] {
            let mut all: SegmentedVec<T> = (0..len).map(&value).collect();
            assert_eq!(all.len(), len);
            assert!((0..len).all(|at| all[at] == value(at) && all.get(at) == Some(&value(at))), "{len}");
            assert_eq!(all.get(len), None);
            assert!(all.iter().cloned().eq((0..len).map(&value)));
            assert!(all.clone().into_iter().eq((0..len).map(&value)));
            for slot in all.iter_mut() {
                *slot = value(0);
            }
            assert_eq!(all.len(), SegmentedVec::of_equal(&value(0), len).len());
            assert!(all.iter().eq(SegmentedVec::of_equal(&value(0), len).iter()));
            assert_eq!(all.last(), all.get(len.wrapping_sub(1)));
            all.push(value(7));
            assert_eq!((all.len(), &all[len]), (len + 1, &value(7)));
        }
    }

    #[test]
    fn a_sorted_vector_is_searched_across_segments() {
        for len in [0, 1, 100, 2_000, 5_000] {
            let odd: SegmentedVec<usize> = (0..len).map(|at| 2 * at + 1).collect();
            for wanted in 0..2 * len + 3 {
                let expected = (wanted % 2 == 1 && wanted < 2 * len).then_some(wanted / 2);
                assert_eq!(odd.position_by_key(&wanted, |&value| value), expected, "{wanted} of {len}");
            }
        }
    }

    #[test]
    fn segments_hold_what_one_vector_would() {
        check(|at| u8::try_from(at % 251).unwrap_or(0));
        check(|at| (at, [at as u64; 5]));
        check(|at| at.to_string());
    }
}
