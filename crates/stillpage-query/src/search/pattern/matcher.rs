//! Matching by backtracking, with every step counted.

use std::ops::Range;

use super::class::is_line_terminator;
use super::program::{Inst, Program};
use super::{StepBudget, TooExpensive, same_folded};

/// Limit: what may be remembered for going back, about 100 MB.
const MAX_FRAMES: usize = 3_000_000;

/// Bytes at which no match starts, for the price of a step.
const SKIPPED_PER_STEP: usize = 16;

/// No place: an empty slot.
const UNSET: usize = usize::MAX;

/// The alternative to try when the current way fails.
#[derive(Debug, Clone, Copy)]
enum Frame {
    /// Go on there.
    Branch { pc: usize, at: usize },
    /// A greedy run gives back a character at a time, down to `least`.
    GiveBack { pc: usize, least: usize, at: usize },
    /// A lazy run takes one more, `left` times at most.
    TakeMore { pc: usize, at: usize, left: u32 },
    /// A slot was this.
    Slot { slot: usize, was: usize },
    /// A loop was in this round, which began there.
    Round { index: usize, round: u32, began: usize },
}

struct Matcher<'a> {
    program: &'a Program,
    text: &'a str,
    slots: Vec<usize>,
    /// The round each loop is in, and where it began.
    rounds: Vec<(u32, usize)>,
    frames: Vec<Frame>,
    budget: &'a mut StepBudget,
}

impl Program {
    /// The first match that is not empty and starts at `from` or later.
    pub(super) fn find(
        &self,
        text: &str,
        from: usize,
        budget: &mut StepBudget,
    ) -> Result<Option<Range<usize>>, TooExpensive> {
        let mut matcher = Matcher::new(self, text, budget);
        let mut at = from;
        loop {
            let Some(start) = matcher.next_start(at)? else { return Ok(None) };
            if let Some(end) = matcher.try_at(start)?.filter(|&end| end > start) {
                return Ok(Some(start..end));
            }
            let Some((_, after)) = matcher.after(start) else { return Ok(None) };
            at = after;
        }
    }

    /// True if anything matches, be it an empty part.
    pub(super) fn is_match(&self, text: &str, budget: &mut StepBudget) -> Result<bool, TooExpensive> {
        let mut matcher = Matcher::new(self, text, budget);
        let mut at = 0;
        while let Some(start) = matcher.next_start(at)? {
            if matcher.try_at(start)?.is_some() {
                return Ok(true);
            }
            let Some((_, after)) = matcher.after(start) else { break };
            at = after;
        }
        Ok(false)
    }
}

impl<'a> Matcher<'a> {
    fn new(program: &'a Program, text: &'a str, budget: &'a mut StepBudget) -> Self {
        let (slots, rounds) = (vec![UNSET; program.slots], vec![(0, 0); program.loops.len()]);
        Self { program, text, slots, rounds, frames: Vec::new(), budget }
    }

    /// The next place from `at` on where a match may start.
    fn next_start(&mut self, at: usize) -> Result<Option<usize>, TooExpensive> {
        let Some(first) = &self.program.first else { return Ok((at <= self.text.len()).then_some(at)) };
        let Some(rest) = self.text.as_bytes().get(at..) else { return Ok(None) };
        let starts = |&byte: &u8| {
            if byte.is_ascii() { first.ascii >> byte & 1 == 1 } else { first.others && byte >= 0xC0 }
        };
        let found = rest.iter().position(starts);
        // Passing over bytes is cheap, but many patterns may pass over the same ones.
        self.budget.take((found.unwrap_or(rest.len()) / SKIPPED_PER_STEP) as u64)?;
        Ok(found.map(|found| at + found))
    }

    /// The character at a place, and the place after it.
    fn after(&self, at: usize) -> Option<(char, usize)> {
        let &byte = self.text.as_bytes().get(at)?;
        if byte.is_ascii() {
            return Some((char::from(byte), at + 1));
        }
        let c = self.text.get(at..)?.chars().next()?;
        Some((c, at + c.len_utf8()))
    }

    /// The character before a place, and the place before that.
    fn before(&self, at: usize) -> Option<(char, usize)> {
        let c = self.text.get(..at)?.chars().next_back()?;
        Some((c, at - c.len_utf8()))
    }

    fn step(&self, at: usize, back: bool) -> Option<(char, usize)> {
        if back { self.before(at) } else { self.after(at) }
    }

    /// Returns the end of the match that starts here.
    fn try_at(&mut self, start: usize) -> Result<Option<usize>, TooExpensive> {
        self.slots.fill(UNSET);
        self.frames.clear();
        self.run(0, start)
    }

    fn push(&mut self, frame: Frame) -> Result<(), TooExpensive> {
        if self.frames.len() >= MAX_FRAMES {
            self.budget.take(u64::MAX)?;
        }
        self.frames.push(frame);
        Ok(())
    }

    fn save(&mut self, slot: usize, value: usize) -> Result<(), TooExpensive> {
        let was = std::mem::replace(&mut self.slots[slot], value);
        if was == value { Ok(()) } else { self.push(Frame::Slot { slot, was }) }
    }

    fn begin_round(&mut self, index: usize, round: u32, at: usize) -> Result<(), TooExpensive> {
        let (was, began) = std::mem::replace(&mut self.rounds[index], (round, at));
        self.push(Frame::Round { index, round: was, began })
    }

    /// Runs from an instruction to its `Accept`. Frames of its own are left above those that were there; recursion is as
    /// deep as assertions are nested.
    fn run(&mut self, pc: usize, at: usize) -> Result<Option<usize>, TooExpensive> {
        let base = self.frames.len();
        let program = self.program;
        let (mut pc, mut at) = (pc, at);
        loop {
            self.budget.take(1)?;
            // Where to go on; `None`: this way fails.
            let next = match &program.insts[pc] {
                Inst::Char { c, back } => {
                    self.step(at, *back).filter(|&(found, _)| found == *c).map(|(_, at)| (pc + 1, at))
                }
                Inst::One { set, back } => {
                    let set = &program.sets[*set];
                    self.step(at, *back).filter(|&(c, _)| set.contains(c)).map(|(_, at)| (pc + 1, at))
                }
                Inst::Run { .. } => self.run_of_characters(pc, at)?.map(|at| (pc + 1, at)),
                Inst::Split(first, second) => {
                    self.push(Frame::Branch { pc: *second, at })?;
                    Some((*first, at))
                }
                Inst::Jump(target) => Some((*target, at)),
                Inst::Save(slot) => {
                    self.save(*slot, at)?;
                    Some((pc + 1, at))
                }
                Inst::Clear(from, to) => {
                    self.clear(*from, *to)?;
                    Some((pc + 1, at))
                }
                Inst::Enter(index) => {
                    self.begin_round(*index, 0, UNSET)?;
                    Some((pc + 1, at))
                }
                Inst::Check(index) => self.check_round(*index, at)?.map(|pc| (pc, at)),
                Inst::Round(index) => {
                    let counted = program.loops[*index];
                    self.begin_round(*index, self.rounds[*index].0.saturating_add(1), at)?;
                    self.clear(counted.clear.0, counted.clear.1)?;
                    Some((pc + 1, at))
                }
                Inst::Lookaround { negative, next } => {
                    let (negative, next) = (*negative, *next);
                    let floor = self.frames.len();
                    let found = self.run(pc + 1, at)?.is_some();
                    if negative {
                        self.undo(floor);
                    } else {
                        self.settle(floor);
                    }
                    (found != negative).then_some((next, at))
                }
                Inst::Reference { groups, fold, back } => {
                    self.reference(groups, *fold, *back, at)?.map(|at| (pc + 1, at))
                }
                Inst::Start(multiline) => {
                    let starts = self.before(at).is_none_or(|(c, _)| *multiline && is_line_terminator(c));
                    starts.then_some((pc + 1, at))
                }
                Inst::End(multiline) => {
                    let ends = self.after(at).is_none_or(|(c, _)| *multiline && is_line_terminator(c));
                    ends.then_some((pc + 1, at))
                }
                Inst::WordBoundary(negative) => {
                    let is_word = |found: Option<(char, usize)>| {
                        found.is_some_and(|(c, _)| c.is_ascii_alphanumeric() || c == '_')
                    };
                    let boundary = is_word(self.before(at)) != is_word(self.after(at));
                    (boundary != *negative).then_some((pc + 1, at))
                }
                Inst::Accept => return Ok(Some(at)),
                Inst::Fail => None,
            };
            match next.map_or_else(|| self.backtrack(base), |next| Ok(Some(next)))? {
                Some(next) => (pc, at) = next,
                None => return Ok(None),
            }
        }
    }

    /// The nearest other way above `base`.
    fn backtrack(&mut self, base: usize) -> Result<Option<(usize, usize)>, TooExpensive> {
        while self.frames.len() > base {
            let Some(frame) = self.frames.pop() else { break };
            match frame {
                Frame::Branch { pc, at } => return Ok(Some((pc, at))),
                Frame::GiveBack { pc, least, at } => {
                    if let Some(at) = self.give_back(pc, least, at)? {
                        return Ok(Some((pc + 1, at)));
                    }
                }
                Frame::TakeMore { pc, at, left } => {
                    let Inst::Run { set, back, .. } = &self.program.insts[pc] else { continue };
                    let more = self.step(at, *back).filter(|&(c, _)| self.program.sets[*set].contains(c));
                    if let Some((_, at)) = more {
                        if left > 1 {
                            self.push(Frame::TakeMore { pc, at, left: left - 1 })?;
                        }
                        return Ok(Some((pc + 1, at)));
                    }
                }
                Frame::Slot { slot, was } => self.slots[slot] = was,
                Frame::Round { index, round, began } => self.rounds[index] = (round, began),
            }
        }
        Ok(None)
    }

    /// Drops the frames above `floor` and what happened since.
    fn undo(&mut self, floor: usize) {
        while self.frames.len() > floor {
            match self.frames.pop() {
                Some(Frame::Slot { slot, was }) => self.slots[slot] = was,
                Some(Frame::Round { index, round, began }) => self.rounds[index] = (round, began),
                _ => {}
            }
        }
    }

    /// Drops the other ways above `floor` but keeps what happened, so that it can still be undone.
    fn settle(&mut self, floor: usize) {
        let mut kept = floor;
        for i in floor..self.frames.len() {
            if matches!(self.frames[i], Frame::Slot { .. } | Frame::Round { .. }) {
                self.frames[kept] = self.frames[i];
                kept += 1;
            }
        }
        self.frames.truncate(kept);
    }

    fn clear(&mut self, from: usize, to: usize) -> Result<(), TooExpensive> {
        (from..to).try_for_each(|slot| self.save(slot, UNSET))
    }

    /// <https://tc39.es/ecma262/#sec-runtime-semantics-repeatmatcher-abstract-operation>: where to go on.
    fn check_round(&mut self, index: usize, at: usize) -> Result<Option<usize>, TooExpensive> {
        let counted = self.program.loops[index];
        let (round, began) = self.rounds[index];
        // 2.b. A round beyond the least number that matched nothing.
        if round > counted.min && began == at {
            return Ok(None);
        }
        if round < counted.min {
            return Ok(Some(counted.body));
        }
        if round >= counted.max {
            return Ok(Some(counted.exit));
        }
        let (first, second) = if counted.greedy { (counted.body, counted.exit) } else { (counted.exit, counted.body) };
        self.push(Frame::Branch { pc: second, at })?;
        Ok(Some(first))
    }

    fn run_of_characters(&mut self, pc: usize, start: usize) -> Result<Option<usize>, TooExpensive> {
        let program = self.program;
        let Inst::Run { set, min, max, greedy, back } = &program.insts[pc] else { return Ok(None) };
        let set = &program.sets[*set];
        let wanted = if *greedy { *max } else { *min };
        let (mut at, mut count, mut least) = (start, 0, start);
        while count < wanted {
            let Some((_, next)) = self.step(at, *back).filter(|&(c, _)| set.contains(c)) else { break };
            at = next;
            count += 1;
            if count == *min {
                least = at;
            }
        }
        // A character of a run is a fraction of a step.
        self.budget.take(u64::from(count) / 8)?;
        if count < *min {
            return Ok(None);
        }
        if *greedy && at != least {
            self.push(Frame::GiveBack { pc, least, at })?;
        } else if !*greedy && *max > *min {
            self.push(Frame::TakeMore { pc, at, left: *max - *min })?;
        }
        Ok(Some(at))
    }

    /// Returns the next, shorter end of a greedy run; `None` if it cannot be any shorter.
    fn give_back(&mut self, pc: usize, least: usize, at: usize) -> Result<Option<usize>, TooExpensive> {
        let back = matches!(self.program.insts[pc], Inst::Run { back: true, .. });
        let next = match &self.program.insts[pc + 1] {
            // Straight to where the next character is.
            Inst::Char { c, back: false } if !back && c.is_ascii() => {
                let mut byte = [0];
                c.encode_utf8(&mut byte);
                let between = self.text.as_bytes().get(least..at).unwrap_or_default();
                let found = memchr::memrchr(byte[0], between);
                let skipped = found.map_or(between.len(), |found| between.len() - found);
                self.budget.take(skipped as u64 / 16)?;
                found.map(|found| least + found)
            }
            _ => self.step(at, !back).map(|(_, at)| at),
        };
        let Some(next) = next else { return Ok(None) };
        if next != least {
            self.push(Frame::GiveBack { pc, least, at: next })?;
        }
        Ok(Some(next))
    }

    /// A group that has matched nothing yet is matched by nothing.
    fn reference(&mut self, groups: &[u32], fold: bool, back: bool, at: usize) -> Result<Option<usize>, TooExpensive> {
        let range = groups.iter().find_map(|&group| {
            let (start, end) = (self.slots[2 * group as usize], self.slots[2 * group as usize + 1]);
            (start != UNSET && end != UNSET).then_some(start..end)
        });
        let Some(referred) = range.and_then(|range| self.text.get(range)) else { return Ok(Some(at)) };
        self.budget.take(referred.len() as u64 / 8)?;
        if !fold {
            let text = self.text;
            let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at..).unwrap_or_default());
            return Ok(match back {
                true => before.ends_with(referred).then(|| at - referred.len()),
                false => after.starts_with(referred).then(|| at + referred.len()),
            });
        }
        let mut end = at;
        for _ in referred.chars() {
            let Some((_, next)) = self.step(end, back) else { return Ok(None) };
            end = next;
        }
        let found = self.text.get(at.min(end)..at.max(end)).unwrap_or_default();
        Ok(same_folded(referred, found, self.program.unicode).then_some(end))
    }
}
