//! A cache of layout results, by the constraints that each box was laid out with.
//!
//! The results of all boxes are in one table, which goes at once when they are of no more use: by themselves they would lie
//! between what stays, and the room that they leave would be lost to whatever comes next.

use std::num::NonZeroU32;

use bitflags::bitflags;

use super::box_tree::BoxId;
use super::results::{Available, Constraints, LayoutResult, MinMax, Purpose};
use crate::layout::unit::{Extent, LayoutUnit};

/// Limit: how many measurements of a box are remembered; more than any page seen asks for with different constraints.
const REMEMBERED: usize = 8;

/// The cached results of all boxes.
#[derive(Debug)]
pub(super) struct MeasureCache {
    by_box: Vec<Known>,
    table: Vec<CachedResult>,
    /// The first result that was forgotten; each leads to the next.
    free: Option<ResultId>,
}

/// The id of a result: one above its position in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ResultId(NonZeroU32);

/// Half as long as what it is made of: there may be a few for every box.
#[derive(Debug)]
struct CachedResult {
    key: CacheKey,
    has: Baselines,
    size: Extent,
    /// The first and the last.
    baselines: [LayoutUnit; 2],
    next: Option<ResultId>,
}

/// [`Constraints`] in little room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CacheKey {
    /// In the order of [`LENGTHS`](Question::LENGTHS), then the shift of the contents; zero for those that are not there.
    lengths: [LayoutUnit; 6],
    facts: Facts,
}

bitflags! {
    /// The parts of [`Constraints`] other than lengths, and which lengths are given.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Facts: u16 {
        const WIDTH = 1;
        const PERCENT_WIDTH = 1 << 1;
        const PERCENT_HEIGHT = 1 << 2;
        const FIXED_WIDTH = 1 << 3;
        const FIXED_HEIGHT = 1 << 4;
        const MAX_CONTENT = 1 << 5;
        const FIXED_HEIGHT_DEFINITE = 1 << 6;
        const SHRINK_TO_FIT = 1 << 7;
        const IGNORE_SIZES = 1 << 8;
        const SIZE_ONLY = 1 << 9;
        const PLACE = 1 << 10;
    }

    /// Flags for the baselines of a box.
    #[derive(Debug, Clone, Copy)]
    struct Baselines: u8 {
        const FIRST = 1;
        const LAST = 1 << 1;
    }
}

impl CacheKey {
    const LENGTHS: [Facts; 5] =
        [Facts::WIDTH, Facts::PERCENT_WIDTH, Facts::PERCENT_HEIGHT, Facts::FIXED_WIDTH, Facts::FIXED_HEIGHT];

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
        let mut lengths = [LayoutUnit::ZERO; 6];
        let given = [width.definite(), percent_width, percent_height, fixed_width, fixed_height];
        for ((slot, fact), length) in lengths.iter_mut().zip(Self::LENGTHS).zip(given) {
            if let Some(length) = length {
                *slot = length;
                facts |= fact;
            }
        }
        lengths[5] = content_shift;
        Self { lengths, facts }
    }

    /// The key with other facts.
    fn with(self, facts: Facts) -> Self {
        Self { facts, ..self }
    }
}

impl CachedResult {
    fn new(key: CacheKey, outcome: &LayoutResult) -> Self {
        let mut has = Baselines::empty();
        has.set(Baselines::FIRST, outcome.first_baseline.is_some());
        has.set(Baselines::LAST, outcome.last_baseline.is_some());
        let baselines = [outcome.first_baseline, outcome.last_baseline].map(Option::unwrap_or_default);
        Self { key, has, size: outcome.size, baselines, next: None }
    }

    fn outcome(&self) -> LayoutResult {
        let [first, last] = self.baselines;
        LayoutResult {
            size: self.size,
            first_baseline: self.has.contains(Baselines::FIRST).then_some(first),
            last_baseline: self.has.contains(Baselines::LAST).then_some(last),
        }
    }
}

/// The cached results of one box.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// With the constraints that the results of its descendants were written for.
    placed: Option<ResultId>,
    /// The oldest measurement, which leads to later ones.
    measured: Option<ResultId>,
    content: Option<MinMax>,
}

impl MeasureCache {
    /// An empty cache for this many boxes.
    pub(super) fn new(boxes: usize) -> Self {
        // Most boxes are laid out once or twice, and a large table that grows leaves what it was in behind.
        Self { by_box: vec![Known::default(); boxes], table: Vec::with_capacity(2 * boxes), free: None }
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
            && placed.key == whole.with(whole.facts.union(Facts::PLACE))
        {
            return Some(placed.outcome());
        }
        if constraints.purpose != Purpose::Measure {
            return None;
        }
        let mut next = known.measured;
        while let Some(result) = next.map(|at| self.result(at)) {
            if result.key == wanted || result.key == whole {
                return Some(result.outcome());
            }
            next = result.next;
        }
        None
    }

    /// Remembers what came of laying out a box.
    pub(super) fn add(&mut self, id: BoxId, constraints: &Constraints, outcome: &LayoutResult) {
        self.put(id, CachedResult::new(CacheKey::of(constraints), outcome));
    }

    fn put(&mut self, id: BoxId, result: CachedResult) {
        let index = id.index();
        if result.key.facts.contains(Facts::PLACE) {
            match self.by_box[index].placed {
                Some(placed) => *self.result_mut(placed) = result,
                None => self.by_box[index].placed = Some(self.store(result)),
            }
            return;
        }
        let (mut last, mut count) = (None, 0);
        let mut next = self.by_box[index].measured;
        while let Some(at) = next {
            (last, count) = (next, count + 1);
            next = self.result(at).next;
        }
        if count >= REMEMBERED
            && let Some(oldest) = self.by_box[index].measured
        {
            self.by_box[index].measured = self.result(oldest).next;
            self.release(oldest);
        }
        let new = self.store(result);
        match last {
            Some(last) => self.result_mut(last).next = Some(new),
            None => self.by_box[index].measured = Some(new),
        }
    }

    /// The widths of a box's contents.
    pub(super) fn content(&self, id: BoxId) -> Option<MinMax> {
        self.by_box[id.index()].content
    }

    /// Remembers the widths of a box's contents.
    pub(super) fn set_content(&mut self, id: BoxId, sizes: MinMax) {
        self.by_box[id.index()].content = Some(sizes);
    }

    /// True if the results of the box's descendants were written.
    pub(super) fn is_placed(&self, id: BoxId) -> bool {
        self.by_box[id.index()].placed.is_some()
    }

    /// Forgets the results of a box.
    pub(super) fn forget(&mut self, id: BoxId) {
        self.forget_sizes(id);
        self.by_box[id.index()].content = None;
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
            next = self.result(at).next;
            self.release(at);
        }
    }

    /// Takes over what is known of a box in another table.
    pub(super) fn take_over(&mut self, id: BoxId, from: &Self, old: BoxId) {
        self.forget(id);
        let known = &from.by_box[old.index()];
        self.by_box[id.index()].content = known.content;
        if let Some(placed) = known.placed.map(|at| from.result(at)) {
            self.put(id, CachedResult { next: None, ..*placed });
        }
        let mut next = known.measured;
        while let Some(measured) = next.map(|at| from.result(at)) {
            self.put(id, CachedResult { next: None, ..*measured });
            next = measured.next;
        }
    }

    fn result(&self, at: ResultId) -> &CachedResult {
        &self.table[at.0.get() as usize - 1]
    }

    fn result_mut(&mut self, at: ResultId) -> &mut CachedResult {
        &mut self.table[at.0.get() as usize - 1]
    }

    fn store(&mut self, result: CachedResult) -> ResultId {
        if let Some(free) = self.free {
            self.free = self.result(free).next;
            *self.result_mut(free) = result;
            return free;
        }
        self.table.push(result);
        let above = u32::try_from(self.table.len()).unwrap_or(u32::MAX);
        ResultId(NonZeroU32::new(above).unwrap_or(NonZeroU32::MIN))
    }

    fn release(&mut self, at: ResultId) {
        self.result_mut(at).next = self.free;
        self.free = Some(at);
    }
}
