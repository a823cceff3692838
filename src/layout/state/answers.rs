//! What boxes answered: the constraints that each was laid out with, and what came of it.
//!
//! The answers of all boxes are in one table, which goes at once when they are of no more use: by themselves they would lie
//! between what stays, and the room that they leave would be lost to whatever comes next.

use std::num::NonZeroU32;

use super::box_tree::BoxId;
use super::results::{Constraints, LayoutResult, MinMax, Purpose};

/// Limit: how many measurements of a box are remembered; more than any page seen asks for with different constraints.
const REMEMBERED: usize = 8;

/// What is known of boxes laid out before.
#[derive(Debug)]
pub(super) struct Answers {
    by_box: Vec<Known>,
    table: Vec<Answer>,
    /// The first answer that was forgotten; each leads to the next.
    free: Option<AnswerId>,
}

/// Names an answer: one above its position in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct AnswerId(NonZeroU32);

#[derive(Debug)]
struct Answer {
    question: Constraints,
    outcome: LayoutResult,
    next: Option<AnswerId>,
}

/// What is known of a box.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// With the constraints that the results of its descendants were written for.
    placed: Option<AnswerId>,
    /// The oldest measurement, which leads to later ones.
    measured: Option<AnswerId>,
    content: Option<MinMax>,
}

impl Answers {
    /// For this many boxes, of which nothing is known.
    pub(super) fn new(boxes: usize) -> Self {
        Self { by_box: vec![Known::default(); boxes], table: Vec::new(), free: None }
    }

    /// What came of laying out a box with these constraints, or with others that make no difference to what is asked.
    pub(super) fn get(&self, id: BoxId, constraints: &Constraints) -> Option<LayoutResult> {
        let known = &self.by_box[id.index()];
        if let Some(placed) = known.placed.map(|at| self.answer(at)) {
            let key = Constraints { purpose: placed.question.purpose, size_only: false, ..*constraints };
            if placed.question == key {
                return Some(placed.outcome);
            }
        }
        if constraints.purpose != Purpose::Measure {
            return None;
        }
        let mut next = known.measured;
        while let Some(Answer { question, outcome, next: following }) = next.map(|at| self.answer(at)) {
            // An answer with baselines serves a question without.
            let serves = || constraints.size_only && *question == Constraints { size_only: false, ..*constraints };
            if question == constraints || serves() {
                return Some(*outcome);
            }
            next = *following;
        }
        None
    }

    /// Remembers what came of laying out a box.
    pub(super) fn add(&mut self, id: BoxId, question: &Constraints, outcome: LayoutResult) {
        let index = id.index();
        let answer = Answer { question: *question, outcome, next: None };
        if question.purpose == Purpose::Place {
            match self.by_box[index].placed {
                Some(placed) => *self.answer_mut(placed) = answer,
                None => self.by_box[index].placed = Some(self.put(answer)),
            }
            return;
        }
        let (mut last, mut count) = (None, 0);
        let mut next = self.by_box[index].measured;
        while let Some(at) = next {
            (last, count) = (next, count + 1);
            next = self.answer(at).next;
        }
        if count >= REMEMBERED
            && let Some(oldest) = self.by_box[index].measured
        {
            self.by_box[index].measured = self.answer(oldest).next;
            self.release(oldest);
        }
        let new = self.put(answer);
        match last {
            Some(last) => self.answer_mut(last).next = Some(new),
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

    /// Forgets what a box answered.
    pub(super) fn forget(&mut self, id: BoxId) {
        self.forget_sizes(id);
        self.by_box[id.index()].content = None;
    }

    /// Forgets what a box answered but for the widths of its contents.
    pub(super) fn forget_sizes(&mut self, id: BoxId) {
        let known = &mut self.by_box[id.index()];
        let (placed, mut next) = (known.placed.take(), known.measured.take());
        while let Some(at) = next {
            next = self.answer(at).next;
            self.release(at);
        }
        if let Some(placed) = placed {
            self.release(placed);
        }
    }

    /// Takes over what is known of a box in another table.
    pub(super) fn take_over(&mut self, id: BoxId, from: &Self, old: BoxId) {
        self.forget(id);
        let known = &from.by_box[old.index()];
        self.by_box[id.index()].content = known.content;
        if let Some(placed) = known.placed.map(|at| from.answer(at)) {
            self.add(id, &placed.question, placed.outcome);
        }
        let mut next = known.measured;
        while let Some(measured) = next.map(|at| from.answer(at)) {
            self.add(id, &measured.question, measured.outcome);
            next = measured.next;
        }
    }

    fn answer(&self, at: AnswerId) -> &Answer {
        &self.table[at.0.get() as usize - 1]
    }

    fn answer_mut(&mut self, at: AnswerId) -> &mut Answer {
        &mut self.table[at.0.get() as usize - 1]
    }

    fn put(&mut self, answer: Answer) -> AnswerId {
        if let Some(free) = self.free {
            self.free = self.answer(free).next;
            *self.answer_mut(free) = answer;
            return free;
        }
        self.table.push(answer);
        let above = u32::try_from(self.table.len()).unwrap_or(u32::MAX);
        AnswerId(NonZeroU32::new(above).unwrap_or(NonZeroU32::MIN))
    }

    fn release(&mut self, at: AnswerId) {
        self.answer_mut(at).next = self.free;
        self.free = Some(at);
    }
}
