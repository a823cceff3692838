//! A cache of layout results, by the constraints that each box was laid out with.
//!
//! The results of all boxes are in one table, which goes at once when they are of no more use: by themselves they would lie
//! between what stays, and the room that they leave would be lost to whatever comes next.

use std::num::NonZeroU32;

use bitflags::bitflags;

use super::box_tree::BoxId;
use super::results::{Available, Constraints, IntrinsicWidths, LayoutResult, MinMax, Purpose};
use crate::layout::unit::{Extent, LayoutUnit, MaybeUnit};

/// Limit: how many measurements of a box are remembered; more than any page seen asks for with different constraints.
const REMEMBERED: usize = 8;

/// The cached results of all boxes, written one behind the other.
///
/// A result takes as many words as it needs: its facts, the next result of the box, the lengths of its constraints, and those of
/// its outcome that do not follow from them.
#[derive(Debug)]
pub(super) struct MeasureCache {
    by_box: Vec<Known>,
    words: Vec<u32>,
    /// The result that was forgotten last, for each number of words; it leads to the one before.
    free: [Option<ResultId>; MOST_WORDS + 1],
}

/// The id of a result: the position of its second word, which is never zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ResultId(NonZeroU32);

/// The lengths of constraints at most.
const MOST_LENGTHS: usize = 6;
/// Words of a result at most: facts, the next result, the lengths, a size and two baselines.
const MOST_WORDS: usize = 2 + MOST_LENGTHS + 4;

bitflags! {
    /// The parts of [`Constraints`] other than lengths, and which lengths of them and of an outcome are written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Facts: u32 {
        const WIDTH = 1;
        const PERCENT_WIDTH = 1 << 1;
        const PERCENT_HEIGHT = 1 << 2;
        const FIXED_WIDTH = 1 << 3;
        const FIXED_HEIGHT = 1 << 4;
        const CONTENT_SHIFT = 1 << 5;
        /// Percentages refer to the width.
        const PERCENT_OF_WIDTH = 1 << 6;
        const MAX_CONTENT = 1 << 7;
        const FIXED_HEIGHT_DEFINITE = 1 << 8;
        const SHRINK_TO_FIT = 1 << 9;
        const IGNORE_SIZES = 1 << 10;
        const SIZE_ONLY = 1 << 11;
        const PLACE = 1 << 12;

        /// The outcome is as wide as the fixed width, or else the width.
        const AS_WIDE = 1 << 13;
        /// The outcome is as high as the fixed height.
        const AS_HIGH = 1 << 14;
        const FIRST_BASELINE = 1 << 15;
        const LAST_BASELINE = 1 << 16;
        /// The last baseline is the first one.
        const ONE_BASELINE = 1 << 17;
    }
}

impl Facts {
    const LENGTHS: Self = Self::WIDTH
        .union(Self::PERCENT_WIDTH)
        .union(Self::PERCENT_HEIGHT)
        .union(Self::FIXED_WIDTH)
        .union(Self::FIXED_HEIGHT)
        .union(Self::CONTENT_SHIFT);
    const OUTCOME: Self = Self::AS_WIDE
        .union(Self::AS_HIGH)
        .union(Self::FIRST_BASELINE)
        .union(Self::LAST_BASELINE)
        .union(Self::ONE_BASELINE);

    /// The number of some facts that are there.
    fn count(self, of: Self) -> usize {
        self.intersection(of).bits().count_ones() as usize
    }

    /// The number of words of a result with them.
    fn words(self) -> usize {
        let size = 2 - self.count(Self::AS_WIDE | Self::AS_HIGH);
        2 + self.count(Self::LENGTHS) + size + self.count(Self::FIRST_BASELINE | Self::LAST_BASELINE)
    }
}

/// [`Constraints`] in little room.
#[derive(Debug, Clone, Copy)]
struct CacheKey {
    facts: Facts,
    /// The ones that the facts say are there, in their order.
    lengths: [u32; MOST_LENGTHS],
}

impl CacheKey {
    fn of(constraints: &Constraints) -> Self {
        let &Constraints {
            width,
            percent_width,
            percent_height,
            fixed_width,
            fixed_height,
            fixed_height_definite,
            shrink_to_fit,
            ignore_sizes,
            size_only,
            content_shift,
            purpose,
        } = constraints;
        let mut facts = Facts::empty();
        facts.set(Facts::MAX_CONTENT, width == Available::MaxContent);
        facts.set(Facts::FIXED_HEIGHT_DEFINITE, fixed_height_definite);
        facts.set(Facts::SHRINK_TO_FIT, shrink_to_fit);
        facts.set(Facts::IGNORE_SIZES, ignore_sizes);
        facts.set(Facts::SIZE_ONLY, size_only);
        facts.set(Facts::PLACE, purpose == Purpose::Place);
        let width = width.definite();
        let is_of_width = width.is_some() && percent_width == width;
        facts.set(Facts::PERCENT_OF_WIDTH, is_of_width);
        let given = [
            (Facts::WIDTH, width),
            (Facts::PERCENT_WIDTH, percent_width.filter(|_| !is_of_width)),
            (Facts::PERCENT_HEIGHT, percent_height),
            (Facts::FIXED_WIDTH, fixed_width),
            (Facts::FIXED_HEIGHT, fixed_height),
            (Facts::CONTENT_SHIFT, Some(content_shift).filter(|shift| *shift != LayoutUnit::ZERO)),
        ];
        let (mut lengths, mut count) = ([0; MOST_LENGTHS], 0);
        for (fact, length) in given {
            if let Some(length) = length {
                lengths[count] = to_word(length);
                count += 1;
                facts |= fact;
            }
        }
        Self { facts, lengths }
    }

    /// The key with other facts, but for those of lengths.
    fn with(self, facts: Facts) -> Self {
        Self { facts, ..self }
    }

    fn lengths(&self) -> &[u32] {
        &self.lengths[..self.facts.count(Facts::LENGTHS)]
    }

    /// True if it is the key of a result.
    fn is_of(&self, result: &CachedResult<'_>) -> bool {
        result.facts.difference(Facts::OUTCOME) == self.facts && result.lengths() == self.lengths()
    }
}

/// A result as it is written.
#[derive(Debug, Clone, Copy)]
struct CachedResult<'a> {
    facts: Facts,
    words: &'a [u32],
}

impl CachedResult<'_> {
    /// The words of a result; those behind its length are zero.
    fn written(key: &CacheKey, outcome: &LayoutResult) -> [u32; MOST_WORDS] {
        let mut facts = key.facts;
        let &LayoutResult { size, first_baseline, last_baseline } = outcome;
        let mut words = [0; MOST_WORDS];
        let lengths = key.lengths();
        words[2..2 + lengths.len()].copy_from_slice(lengths);
        let given = CachedResult { facts, words: &words };
        let (width, height) = (given.given_width(), given.length(Facts::FIXED_HEIGHT));
        facts.set(Facts::AS_WIDE, width == Some(size.width));
        facts.set(Facts::AS_HIGH, height == Some(size.height));
        facts.set(Facts::FIRST_BASELINE, first_baseline.is_some());
        facts.set(Facts::ONE_BASELINE, first_baseline.is_some() && last_baseline == first_baseline);
        facts.set(Facts::LAST_BASELINE, last_baseline.is_some() && last_baseline != first_baseline);
        let outcome = [
            Some(size.width).filter(|_| !facts.contains(Facts::AS_WIDE)),
            Some(size.height).filter(|_| !facts.contains(Facts::AS_HIGH)),
            first_baseline,
            last_baseline.filter(|_| facts.contains(Facts::LAST_BASELINE)),
        ];
        for (word, length) in words[2 + lengths.len()..].iter_mut().zip(outcome.into_iter().flatten()) {
            *word = to_word(length);
        }
        words[0] = facts.bits();
        words
    }

    fn lengths(&self) -> &[u32] {
        &self.words[2..2 + self.facts.count(Facts::LENGTHS)]
    }

    /// The length of the constraints that a fact is about.
    fn length(&self, fact: Facts) -> Option<LayoutUnit> {
        let before = Facts::from_bits_truncate(fact.bits() - 1) & Facts::LENGTHS;
        self.facts.contains(fact).then(|| from_word(self.words[2 + self.facts.count(before)]))
    }

    /// The width that the constraints ask for.
    fn given_width(&self) -> Option<LayoutUnit> {
        self.length(Facts::FIXED_WIDTH).or_else(|| self.length(Facts::WIDTH))
    }

    fn outcome(&self) -> LayoutResult {
        let mut words = self.words[2 + self.facts.count(Facts::LENGTHS)..].iter().map(|&word| from_word(word));
        let mut next = || words.next().unwrap_or_default();
        let width = self.given_width().filter(|_| self.facts.contains(Facts::AS_WIDE)).unwrap_or_else(&mut next);
        let height = self.length(Facts::FIXED_HEIGHT).filter(|_| self.facts.contains(Facts::AS_HIGH));
        let height = height.unwrap_or_else(&mut next);
        let first_baseline = self.facts.contains(Facts::FIRST_BASELINE).then(&mut next);
        let last_baseline = if self.facts.contains(Facts::ONE_BASELINE) {
            first_baseline
        } else {
            self.facts.contains(Facts::LAST_BASELINE).then(next)
        };
        LayoutResult { size: Extent::new(width, height), first_baseline, last_baseline }
    }
}

fn to_word(length: LayoutUnit) -> u32 {
    length.raw().cast_unsigned()
}

fn from_word(word: u32) -> LayoutUnit {
    LayoutUnit::from_raw(word.cast_signed())
}

/// The cached results of one box.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// With the constraints that the results of its descendants were written for.
    placed: Option<ResultId>,
    /// The oldest measurement, which leads to later ones.
    measured: Option<ResultId>,
    /// The widths of its contents.
    min_content: MaybeUnit,
    max_content: MaybeUnit,
}

/// Words that there is room for at once for each box: most boxes are laid out once or twice, and a large table that grows
/// leaves what it was in behind.
const WORDS_OF_BOX: usize = 16;

impl MeasureCache {
    /// An empty cache for this many boxes.
    pub(super) fn new(boxes: usize) -> Self {
        Self {
            by_box: vec![Known::default(); boxes],
            words: Vec::with_capacity(WORDS_OF_BOX * boxes),
            free: [None; MOST_WORDS + 1],
        }
    }

    /// Makes room for more boxes.
    pub(super) fn grow(&mut self, boxes: usize) {
        self.by_box.resize(boxes, Known::default());
    }

    /// Returns the result of a box with these constraints, or with others that make no difference to what is asked.
    pub(super) fn get(&self, id: BoxId, constraints: &Constraints) -> Option<LayoutResult> {
        let known = &self.by_box[id.index()];
        if known.placed.is_none() && known.measured.is_none() {
            return None;
        }
        let wanted = CacheKey::of(constraints);
        // A result with baselines serves constraints that ask for none.
        let whole = wanted.with(wanted.facts.difference(Facts::SIZE_ONLY));
        if let Some(placed) = known.placed.map(|at| self.result(at))
            && whole.with(whole.facts.union(Facts::PLACE)).is_of(&placed)
        {
            return Some(placed.outcome());
        }
        if constraints.purpose != Purpose::Measure {
            return None;
        }
        let mut next = known.measured;
        while let Some(at) = next {
            let result = self.result(at);
            if wanted.is_of(&result) || whole.is_of(&result) {
                return Some(result.outcome());
            }
            next = self.next(at);
        }
        None
    }

    /// Remembers what came of laying out a box.
    pub(super) fn add(&mut self, id: BoxId, constraints: &Constraints, outcome: &LayoutResult) {
        self.put(id, &CachedResult::written(&CacheKey::of(constraints), outcome));
    }

    /// Remembers a result as it is written.
    fn put(&mut self, id: BoxId, result: &[u32]) {
        let index = id.index();
        if Facts::from_bits_truncate(result[0]).contains(Facts::PLACE) {
            if let Some(placed) = self.by_box[index].placed {
                self.release(placed);
            }
            self.by_box[index].placed = Some(self.store(result));
            return;
        }
        let (mut last, mut count) = (None, 0);
        let mut next = self.by_box[index].measured;
        while let Some(at) = next {
            (last, count) = (next, count + 1);
            next = self.next(at);
        }
        if count >= REMEMBERED
            && let Some(oldest) = self.by_box[index].measured
        {
            self.by_box[index].measured = self.next(oldest);
            self.release(oldest);
        }
        let new = self.store(result);
        match last {
            Some(last) => self.set_next(last, Some(new)),
            None => self.by_box[index].measured = Some(new),
        }
    }

    /// The widths of a box's contents, if those that are asked for are known.
    pub(super) fn content(&self, id: BoxId, widths: IntrinsicWidths) -> Option<MinMax> {
        let known = &self.by_box[id.index()];
        let min = known.min_content.get()?;
        match widths {
            IntrinsicWidths::Min => Some(MinMax::both(min)),
            IntrinsicWidths::Both => known.max_content.get().map(|max| MinMax { min, max }),
        }
    }

    /// Remembers the widths of a box's contents that were asked for.
    pub(super) fn set_content(&mut self, id: BoxId, sizes: MinMax, widths: IntrinsicWidths) {
        let known = &mut self.by_box[id.index()];
        known.min_content = Some(sizes.min).into();
        if widths == IntrinsicWidths::Both {
            known.max_content = Some(sizes.max).into();
        }
    }

    /// True if the results of the box's descendants were written.
    pub(super) fn is_placed(&self, id: BoxId) -> bool {
        self.by_box[id.index()].placed.is_some()
    }

    /// Forgets the results of a box.
    pub(super) fn forget(&mut self, id: BoxId) {
        self.forget_sizes(id);
        let known = &mut self.by_box[id.index()];
        (known.min_content, known.max_content) = Default::default();
    }

    /// Forgets the results of a box but for the widths of its contents.
    pub(super) fn forget_sizes(&mut self, id: BoxId) {
        self.forget_measured(id);
        if let Some(placed) = self.by_box[id.index()].placed.take() {
            self.release(placed);
        }
    }

    /// Forgets what a box was measured to be, but not how it was placed.
    pub(super) fn forget_measured(&mut self, id: BoxId) {
        let mut next = self.by_box[id.index()].measured.take();
        while let Some(at) = next {
            next = self.next(at);
            self.release(at);
        }
    }

    /// Takes over what is known of a box in another table.
    pub(super) fn take_over(&mut self, id: BoxId, from: &Self, old: BoxId) {
        self.forget(id);
        let known = &from.by_box[old.index()];
        let new = &mut self.by_box[id.index()];
        (new.min_content, new.max_content) = (known.min_content, known.max_content);
        if let Some(placed) = known.placed {
            self.put(id, from.result(placed).words);
        }
        let mut next = known.measured;
        while let Some(measured) = next {
            self.put(id, from.result(measured).words);
            next = from.next(measured);
        }
    }

    fn result(&self, at: ResultId) -> CachedResult<'_> {
        let words = &self.words[at.start()..];
        let facts = Facts::from_bits_truncate(words[0]);
        CachedResult { facts, words: &words[..facts.words()] }
    }

    fn next(&self, at: ResultId) -> Option<ResultId> {
        NonZeroU32::new(self.words[at.start() + 1]).map(ResultId)
    }

    fn set_next(&mut self, at: ResultId, next: Option<ResultId>) {
        self.words[at.start() + 1] = next.map_or(0, |next| next.0.get());
    }

    /// Writes a result, which leads to none.
    fn store(&mut self, result: &[u32]) -> ResultId {
        let len = Facts::from_bits_truncate(result[0]).words();
        let result = &result[..len];
        let at = if let Some(free) = self.free[len] {
            self.free[len] = self.next(free);
            self.words[free.start()..free.start() + len].copy_from_slice(result);
            free
        } else {
            self.words.extend_from_slice(result);
            let second = u32::try_from(self.words.len() - len + 1).unwrap_or(u32::MAX);
            ResultId(NonZeroU32::new(second).unwrap_or(NonZeroU32::MIN))
        };
        self.set_next(at, None);
        at
    }

    fn release(&mut self, at: ResultId) {
        let len = self.result(at).words.len();
        self.set_next(at, self.free[len]);
        self.free[len] = Some(at);
    }
}

impl ResultId {
    fn start(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_width_that_was_not_asked_for_is_not_known() {
        let sizes = |min, max| MinMax { min: LayoutUnit::px(min), max: LayoutUnit::px(max) };
        let mut cache = MeasureCache::new(1);
        cache.set_content(BoxId::ROOT, sizes(10, 10), IntrinsicWidths::Min);
        assert_eq!(cache.content(BoxId::ROOT, IntrinsicWidths::Both), None);
        assert_eq!(cache.content(BoxId::ROOT, IntrinsicWidths::Min).map(|known| known.min), Some(LayoutUnit::px(10)));
        cache.set_content(BoxId::ROOT, sizes(10, 30), IntrinsicWidths::Both);
        assert_eq!(cache.content(BoxId::ROOT, IntrinsicWidths::Both), Some(sizes(10, 30)));
        cache.forget(BoxId::ROOT);
        assert_eq!(cache.content(BoxId::ROOT, IntrinsicWidths::Min), None);
    }
}
