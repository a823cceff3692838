//! From the tree of a regular expression to instructions for the matcher.

use super::class::CharSet;
use super::syntax::{Lookaround, Node, Repeat, Tree};

/// One step of the matcher. Places in the program are indices; `back` runs from right to left, for lookbehind.
#[derive(Debug, Clone)]
pub(super) enum Inst {
    /// One character of a set.
    One {
        set: usize,
        back: bool,
    },
    /// This one character.
    Char {
        c: char,
        back: bool,
    },
    /// As many characters of a set as there are, or as few, within `min..=max`.
    Run {
        set: usize,
        min: u32,
        max: u32,
        greedy: bool,
        back: bool,
    },
    /// The first, and if that fails the second.
    Split(usize, usize),
    /// Continue there.
    Jump(usize),
    /// Note the place in a slot: group `n` has `2n` and `2n + 1`.
    Save(usize),
    /// Empty the slots from the first up to the second.
    Clear(usize, usize),
    /// Start a loop.
    Enter(usize),
    /// One more round, or the end of the loop.
    Check(usize),
    /// Begin a round.
    Round(usize),
    /// Asserts that the instructions up to their `Accept` match here (or do not), then goes on at `next`.
    Lookaround {
        negative: bool,
        next: usize,
    },
    /// The text of one of these groups.
    Reference {
        groups: Box<[u32]>,
        fold: bool,
        back: bool,
    },
    Start(bool),
    End(bool),
    WordBoundary(bool),
    Accept,
    Fail,
}

/// A loop that counts its rounds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loop {
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) greedy: bool,
    pub(super) body: usize,
    pub(super) exit: usize,
    /// Slots that each round starts without.
    pub(super) clear: (usize, usize),
}

/// The set of characters with which a match can start.
#[derive(Debug, Clone, Copy)]
pub(super) struct First {
    pub(super) ascii: u128,
    pub(super) others: bool,
    /// It may also match nothing.
    empty: bool,
}

/// A regular expression, ready to match.
#[derive(Debug, Clone)]
pub(super) struct Program {
    pub(super) insts: Vec<Inst>,
    pub(super) sets: Vec<CharSet>,
    pub(super) loops: Vec<Loop>,
    pub(super) slots: usize,
    pub(super) unicode: bool,
    /// `None`: any place is worth a try.
    pub(super) first: Option<First>,
    saves: bool,
}

impl Program {
    pub(super) fn compile(tree: &Tree) -> Self {
        let slots = if tree.has_references { 2 * (tree.groups as usize + 1) } else { 0 };
        let mut program = Self {
            insts: Vec::new(),
            sets: Vec::new(),
            loops: Vec::new(),
            slots,
            unicode: tree.unicode,
            first: None,
            saves: tree.has_references,
        };
        program.node(&tree.root, false);
        program.insts.push(Inst::Accept);
        program.first = Some(first(&tree.root)).filter(|first| !first.empty);
        program
    }

    fn set(&mut self, set: CharSet) -> usize {
        self.sets.push(set);
        self.sets.len() - 1
    }

    /// Appends an instruction whose target is not known yet.
    fn hole(&mut self) -> usize {
        self.insts.push(Inst::Fail);
        self.insts.len() - 1
    }

    fn node(&mut self, node: &Node, back: bool) {
        match node {
            Node::Empty => {}
            Node::Class(class, inverted) => {
                let only = match class.ranges() {
                    [range] if !inverted && range.start() == range.end() => Some(range.start()),
                    _ => None,
                };
                let inst = match only {
                    Some(c) => Inst::Char { c, back },
                    None if class.ranges().is_empty() && !inverted => Inst::Fail,
                    None => Inst::One { set: self.set(CharSet::new(class, *inverted)), back },
                };
                self.insts.push(inst);
            }
            Node::Sequence(terms) => match back {
                true => terms.iter().rev().for_each(|term| self.node(term, back)),
                false => terms.iter().for_each(|term| self.node(term, back)),
            },
            Node::Alternatives(alternatives) => self.alternatives(alternatives, back),
            Node::Capture(group, body) => {
                let (start, end) = (2 * *group as usize, 2 * *group as usize + 1);
                let (before, after) = if back { (end, start) } else { (start, end) };
                if self.saves {
                    self.insts.push(Inst::Save(before));
                }
                self.node(body, back);
                if self.saves {
                    self.insts.push(Inst::Save(after));
                }
            }
            Node::Repeat(repeat) => self.repeat(repeat, back),
            Node::Lookaround(look) => self.look(look),
            Node::Reference(groups, fold) => {
                self.insts.push(Inst::Reference { groups: groups.as_slice().into(), fold: *fold, back });
            }
            Node::Start(multiline) => self.insts.push(Inst::Start(*multiline)),
            Node::End(multiline) => self.insts.push(Inst::End(*multiline)),
            Node::WordBoundary(negative) => self.insts.push(Inst::WordBoundary(*negative)),
        }
    }

    fn alternatives(&mut self, alternatives: &[Node], back: bool) {
        let mut ends = Vec::new();
        for (i, alternative) in alternatives.iter().enumerate() {
            if i + 1 == alternatives.len() {
                self.node(alternative, back);
                break;
            }
            let split = self.hole();
            self.node(alternative, back);
            ends.push(self.hole());
            self.insts[split] = Inst::Split(split + 1, self.insts.len());
        }
        for end in ends {
            self.insts[end] = Inst::Jump(self.insts.len());
        }
    }

    fn repeat(&mut self, repeat: &Repeat, back: bool) {
        let Repeat { body, min, max, greedy, groups } = repeat;
        let (min, max, greedy) = (*min, max.unwrap_or(u32::MAX), *greedy);
        if max == 0 {
            return;
        }
        if let Node::Class(class, inverted) = body {
            let set = self.set(CharSet::new(class, *inverted));
            self.insts.push(Inst::Run { set, min, max, greedy, back });
            return;
        }
        let clear = if self.saves { (2 * groups.0 as usize, 2 * groups.1 as usize) } else { (0, 0) };
        let split = |body: usize, exit: usize| if greedy { Inst::Split(body, exit) } else { Inst::Split(exit, body) };
        let consumes = !first(body).empty;
        match (min, max) {
            (0, 1) if consumes => {
                let at = self.hole();
                self.round(body, clear, back);
                self.insts[at] = split(at + 1, self.insts.len());
            }
            (0, u32::MAX) if consumes => {
                let at = self.hole();
                self.round(body, clear, back);
                self.insts.push(Inst::Jump(at));
                self.insts[at] = split(at + 1, self.insts.len());
            }
            (1, u32::MAX) if consumes => {
                let at = self.insts.len();
                self.round(body, clear, back);
                let exit = self.insts.len() + 1;
                self.insts.push(split(at, exit));
            }
            _ => {
                let index = self.loops.len();
                self.loops.push(Loop { min, max, greedy, body: 0, exit: 0, clear });
                self.insts.push(Inst::Enter(index));
                let check = self.insts.len();
                self.insts.push(Inst::Check(index));
                self.loops[index].body = self.insts.len();
                self.insts.push(Inst::Round(index));
                self.node(body, back);
                self.insts.push(Inst::Jump(check));
                self.loops[index].exit = self.insts.len();
            }
        }
    }

    fn round(&mut self, body: &Node, clear: (usize, usize), back: bool) {
        if clear.0 < clear.1 {
            self.insts.push(Inst::Clear(clear.0, clear.1));
        }
        self.node(body, back);
    }

    fn look(&mut self, look: &Lookaround) {
        let at = self.hole();
        self.node(&look.body, look.behind);
        self.insts.push(Inst::Accept);
        self.insts[at] = Inst::Lookaround { negative: look.negative, next: self.insts.len() };
    }
}

/// Returns the characters with which a match of a part can start.
fn first(node: &Node) -> First {
    const NOTHING: First = First { ascii: 0, others: false, empty: true };
    const ANYTHING: First = First { ascii: u128::MAX, others: true, empty: true };
    match node {
        Node::Class(class, inverted) => {
            let set = CharSet::new(class, *inverted);
            First { ascii: set.ascii(), others: set.has_others(), empty: false }
        }
        Node::Sequence(terms) => {
            let mut all = NOTHING;
            for term in terms {
                let one = first(term);
                all = First { ascii: all.ascii | one.ascii, others: all.others | one.others, empty: one.empty };
                if !one.empty {
                    break;
                }
            }
            all
        }
        Node::Alternatives(alternatives) => {
            let start = First { empty: false, ..NOTHING };
            alternatives.iter().map(first).fold(start, |a, b| First {
                ascii: a.ascii | b.ascii,
                others: a.others | b.others,
                empty: a.empty | b.empty,
            })
        }
        Node::Capture(_, body) => first(body),
        Node::Repeat(repeat) => {
            let body = first(&repeat.body);
            First { empty: body.empty || repeat.min == 0, ..body }
        }
        Node::Reference(..) => ANYTHING,
        Node::Empty | Node::Lookaround(_) | Node::Start(_) | Node::End(_) | Node::WordBoundary(_) => NOTHING,
    }
}
