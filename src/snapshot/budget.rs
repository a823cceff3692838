//! A snapshot that fits a number of tokens: what says least is folded first, and each fold says what is gone and how to see
//! it.
//!
//! The folds are put in an order, least useful first; the fewest that fit are applied. Within a step of the order what is
//! farthest from the window goes first. An element that can be acted on keeps its line, and its ref, through all of them.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use serde::Serialize;

use super::marks::marks_text;
use super::yaml::{Annotate, push_key, push_value, start_line};
use super::{Child, Mark, Marks, Snapshot, SnapshotNode, is_interactive};
pub use crate::tokens::estimate_tokens;

/// How long texts may be, step by step, in characters.
const TEXT_LIMITS: [usize; 4] = [400, 160, 80, 32];
/// Rows of a run that stay whole: they show what the others are like.
const SAMPLE_ROWS: usize = 2;
/// Limit: shorter runs are no lists worth folding.
const LEAST_RUN: usize = 4;
/// Bytes of a text that are no longer than a comment.
const SMALL: usize = 32;
/// Characters of a name that a folded row keeps.
const ROW_NAME: usize = 60;

/// What became of a snapshot that had to fit.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Folded {
    /// The tree, with a comment line where something is folded.
    #[serde(rename = "yaml")]
    pub text: String,
    /// Estimated tokens of `text`.
    pub tokens: usize,
    /// Estimated tokens of the whole tree.
    pub unfolded_tokens: usize,
    /// False if there is nothing more to fold, and it still is too much.
    pub fits: bool,
    /// Rows that show only what can be acted on in them.
    pub rows: usize,
    /// Texts and names that end early.
    pub texts: usize,
    /// Elements left out since nothing in them can be acted on.
    pub parts: usize,
    /// Elements left out though something in them can be acted on, which stands in their place.
    pub wrappers: usize,
}

/// What is done to a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Fold {
    #[default]
    Whole,
    /// One of many alike: what can be acted on in it stays.
    Row,
    /// Nothing in it can be acted on: it goes.
    Part,
    /// What is in it stands in its place.
    Wrapper,
}

/// One step of folding.
#[derive(Debug, Clone, Copy)]
enum Step {
    Text { node: usize, limit: usize },
    Fold { node: usize, fold: Fold },
}

/// What is folded.
struct Plan {
    folds: Vec<Fold>,
    /// Characters that texts of a node may have.
    limits: Vec<usize>,
}

struct Folder<'a> {
    snapshot: &'a Snapshot,
    annotate: Annotate<'a>,
    /// A control is in the node, or the node is one; or it must stay for what it says of the page's state.
    holds: Vec<bool>,
    keeps: Vec<bool>,
    /// How far from the window: windows up or down, and one more for what is obscured.
    far: Vec<u32>,
    parents: Vec<usize>,
    /// Shown nodes in order.
    order: Vec<usize>,
}

impl Snapshot {
    /// The YAML of [`to_yaml_with_marks`](Self::to_yaml_with_marks), folded as far as needed to stay within `limit` tokens,
    /// as [`estimate_tokens`] counts them.
    ///
    /// Approx: on snapshots the estimate is within 8 % of `o200k_base` and `cl100k_base` in Latin script, and between 26 %
    /// above the first and 15 % below the second in others.
    ///
    /// Cost: a dozen times that of writing the snapshot.
    #[must_use]
    pub fn fold(&self, marks: &Marks, limit: usize) -> Folded {
        let annotate = |node: &SnapshotNode| marks_text(marks, node);
        let folder = Folder::new(self, &annotate, marks);
        let steps = folder.steps();
        let whole = folder.write(&folder.plan(&[]));
        let unfolded_tokens = whole.tokens;
        let done = |mut folded: Folded| {
            folded.unfolded_tokens = unfolded_tokens;
            folded.fits = folded.tokens <= limit;
            folded
        };
        if whole.tokens <= limit {
            return done(whole);
        }
        // The fewest steps that fit; `high` steps do, if all of them do.
        let (mut low, mut high) = (0, steps.len());
        let mut best = folder.write(&folder.plan(&steps));
        if best.tokens > limit {
            return done(best);
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            let tried = folder.write(&folder.plan(steps.get(..middle).unwrap_or_default()));
            if tried.tokens <= limit {
                (high, best) = (middle, tried);
            } else {
                low = middle;
            }
        }
        done(best)
    }
}

impl<'a> Folder<'a> {
    fn new(snapshot: &'a Snapshot, annotate: Annotate<'a>, marks: &Marks) -> Self {
        let len = snapshot.nodes.len();
        let mut folder = Self {
            snapshot,
            annotate,
            holds: vec![false; len],
            keeps: vec![false; len],
            far: vec![0; len],
            parents: vec![usize::MAX; len],
            order: Vec::new(),
        };
        for (_, child) in snapshot.walk() {
            if let Child::Node(at) = child {
                folder.order.push(*at);
            }
        }
        for &at in &folder.order {
            let node = &snapshot.nodes[at];
            for child in &node.children {
                if let Child::Node(child) = child {
                    folder.parents[*child] = at;
                }
            }
            let states = &node.states;
            let speaks = states.selected || states.checked.is_some() || node.active || states.invalid.is_some();
            folder.keeps[at] = node.reference.is_some() && is_interactive(node) || speaks;
            let Mark { blocked, covered_by, offscreen, .. } = marks.get(node.element);
            let away = offscreen.map_or(0, |pages| pages.unsigned_abs().max(1));
            // The marks of a node that is no control may be left to those around it.
            let around = folder.parents.get(at).and_then(|&p| folder.far.get(p)).copied().unwrap_or_default();
            let own = away.saturating_add(u32::from(blocked || covered_by.is_some()));
            folder.far[at] = if is_interactive(node) { own } else { own.max(around) };
        }
        for &at in folder.order.iter().rev() {
            folder.holds[at] |= folder.keeps[at];
            if folder.holds[at]
                && let Some(parent) = folder.holds.get_mut(folder.parents[at])
            {
                *parent = true;
            }
        }
        folder
    }

    /// Everything that can be folded, least useful first.
    fn steps(&self) -> Vec<Step> {
        let [long, middle, short, shortest] = TEXT_LIMITS;
        let rows = self.rows();
        let mut steps = Vec::new();
        self.texts(long, &mut steps);
        self.add(Fold::Row, rows.iter().copied().filter(|&row| !self.holds[row]), &mut steps);
        self.add(Fold::Row, rows.iter().copied().filter(|&row| self.holds[row]), &mut steps);
        self.texts(middle, &mut steps);
        self.texts(short, &mut steps);
        // Headings and landmarks are found one's way by; they go with what remains.
        let alone = self.small_and_alone();
        let says_little = |&at: &usize| !self.holds[at] && !alone[at] && self.snapshot.nodes[at].states.level == 0;
        self.add(Fold::Part, self.order.iter().copied().filter(says_little), &mut steps);
        self.texts(shortest, &mut steps);
        self.add(Fold::Part, self.order.iter().copied().filter(|&at| !self.holds[at] && !alone[at]), &mut steps);
        let wraps = |&at: &usize| self.holds[at] && !self.keeps[at];
        self.add(Fold::Wrapper, self.order.iter().copied().filter(wraps), &mut steps);
        steps
    }

    /// Which nodes are shorter than the comment that would stand in their place, with nothing beside them to share it with.
    fn small_and_alone(&self) -> Vec<bool> {
        let mut alone = vec![false; self.snapshot.nodes.len()];
        let roots = std::iter::once(&self.snapshot.roots);
        for children in roots.chain(self.order.iter().map(|&at| &self.snapshot.nodes[at].children)) {
            let goes = |child: Option<&Child>| matches!(child, Some(Child::Node(at)) if !self.holds[*at]);
            for (place, child) in children.iter().enumerate() {
                let Child::Node(at) = child else { continue };
                let beside =
                    goes(place.checked_sub(1).and_then(|before| children.get(before))) || goes(children.get(place + 1));
                let node = &self.snapshot.nodes[*at];
                let text: usize =
                    node.children.iter().map(|c| if let Child::Text(t) = c { t.len() } else { SMALL }).sum();
                alone[*at] = !beside && node.name.len() + text < SMALL && node.url.is_none();
            }
        }
        alone
    }

    /// Steps of one kind: those farthest from the window first, and of those the last on the page.
    fn add(&self, fold: Fold, nodes: impl Iterator<Item = usize>, steps: &mut Vec<Step>) {
        let mut nodes: Vec<usize> = nodes.collect();
        nodes.reverse();
        nodes.sort_by_key(|&at| std::cmp::Reverse(self.far[at]));
        steps.extend(nodes.into_iter().map(|node| Step::Fold { node, fold }));
    }

    fn texts(&self, limit: usize, steps: &mut Vec<Step>) {
        let longer = |text: &str| text.chars().nth(limit).is_some();
        let long = |&at: &usize| {
            let node = &self.snapshot.nodes[at];
            longer(&node.name)
                || node.url.as_deref().is_some_and(longer)
                || node.children.iter().any(|child| matches!(child, Child::Text(text) if longer(text)))
        };
        let mut nodes: Vec<usize> = self.order.iter().copied().filter(long).collect();
        nodes.reverse();
        nodes.sort_by_key(|&at| std::cmp::Reverse(self.far[at]));
        steps.extend(nodes.into_iter().map(|node| Step::Text { node, limit }));
    }

    /// Rows that may be folded: of each run of siblings alike, those after the first few.
    fn rows(&self) -> Vec<usize> {
        let mut rows = Vec::new();
        let lists =
            std::iter::once(&self.snapshot.roots).chain(self.order.iter().map(|&at| &self.snapshot.nodes[at].children));
        for children in lists {
            let siblings: Vec<usize> = children
                .iter()
                .filter_map(|child| if let Child::Node(at) = child { Some(*at) } else { None })
                .collect();
            let shapes: Vec<u64> = siblings.iter().map(|&at| self.shape(at)).collect();
            let mut start = 0;
            while start < siblings.len() {
                let alike = shapes.iter().skip(start).take_while(|&shape| *shape == shapes[start]).count();
                if alike >= LEAST_RUN {
                    rows.extend(siblings.iter().skip(start + SAMPLE_ROWS).take(alike - SAMPLE_ROWS));
                }
                start += alike;
            }
        }
        rows.sort_unstable();
        rows
    }

    /// Siblings of the same shape are rows of one list: the same role, and, unless that says it all, the same roles in them.
    fn shape(&self, at: usize) -> u64 {
        let node = &self.snapshot.nodes[at];
        let mut hasher = FxHasher::default();
        let role = node.role.name();
        role.hash(&mut hasher);
        let says_all = matches!(
            role,
            "listitem"
                | "row"
                | "article"
                | "option"
                | "treeitem"
                | "menuitem"
                | "tab"
                | "cell"
                | "gridcell"
                | "term"
                | "definition"
                | "figure"
                | "link"
                | "img"
                | "paragraph"
        );
        if !says_all {
            let mut before = "";
            for child in &node.children {
                let role = match child {
                    Child::Node(child) => self.snapshot.nodes[*child].role.name(),
                    Child::Text(_) => "text",
                };
                if role != before {
                    role.hash(&mut hasher);
                    before = role;
                }
            }
        }
        hasher.finish()
    }

    fn plan(&self, steps: &[Step]) -> Plan {
        let len = self.snapshot.nodes.len();
        let mut plan = Plan { folds: vec![Fold::Whole; len], limits: vec![usize::MAX; len] };
        for step in steps {
            match *step {
                Step::Text { node, limit } => plan.limits[node] = plan.limits[node].min(limit),
                // A row stays a row, and a part that is gone is gone.
                Step::Fold { node, fold } if plan.folds[node] == Fold::Whole => plan.folds[node] = fold,
                Step::Fold { .. } => {}
            }
        }
        plan
    }

    /// Writes what a plan leaves.
    fn write(&self, plan: &Plan) -> Folded {
        let mut writer =
            Writer { folder: self, plan, out: String::new(), told: Told::default(), key: String::new(), pending: None };
        writer.run();
        let (out, told) = (writer.out, writer.told);
        let tokens = estimate_tokens(&out);
        Folded {
            text: out,
            tokens,
            unfolded_tokens: tokens,
            fits: true,
            rows: told.rows,
            texts: told.texts,
            parts: told.parts,
            wrappers: told.wrappers,
        }
    }

    /// The innermost node around two, or one of them if it is around the other.
    fn around(&self, a: usize, b: usize) -> usize {
        let depth = |at: usize| std::iter::successors(self.parents.get(at), |&&at| self.parents.get(at)).count();
        let (mut a, mut b) = (a, b);
        let (mut deep_a, mut deep_b) = (depth(a), depth(b));
        while a != b {
            if deep_a >= deep_b {
                let Some(&up) = self.parents.get(a) else { return usize::MAX };
                (a, deep_a) = (up, deep_a.saturating_sub(1));
            } else {
                let Some(&up) = self.parents.get(b) else { return usize::MAX };
                (b, deep_b) = (up, deep_b.saturating_sub(1));
            }
        }
        a
    }

    /// The ref to give to `--root` to see a node: its own, or the nearest around it.
    fn ref_around(&self, mut at: usize) -> Option<String> {
        while let Some(node) = self.snapshot.nodes.get(at) {
            if let Some(reference) = node.reference {
                return Some(reference.to_string());
            }
            at = self.parents[at];
        }
        None
    }
}

#[derive(Debug, Default)]
struct Told {
    rows: usize,
    texts: usize,
    parts: usize,
    wrappers: usize,
}

struct Writer<'a> {
    folder: &'a Folder<'a>,
    plan: &'a Plan,
    out: String,
    told: Told,
    key: String,
    pending: Option<Pending>,
}

/// What is left to write; the last is written first.
enum Work<'a> {
    /// A child of a node, at a depth. `row`: only what can be acted on.
    Child { depth: usize, child: &'a Child, parent: usize, row: bool },
    /// Siblings folded alike: a comment in their place. `sample`: one like them stands whole before them.
    Folded { depth: usize, nodes: Vec<usize>, fold: Fold, sample: bool },
}

/// A comment that is not written yet: what is folded next to it joins it.
#[derive(Debug, Default)]
struct Pending {
    depth: usize,
    /// What is folded, in words, but for the parts.
    rows: Vec<String>,
    /// Elements that went whole.
    parts: usize,
    /// The first folded node, as long as it is the only one.
    only: Option<usize>,
    /// What all that is folded is in.
    around: usize,
}

impl<'a> Writer<'a> {
    fn run(&mut self) {
        let mut work = Vec::new();
        self.schedule(&self.folder.snapshot.roots, usize::MAX, 0, false, &mut work);
        while let Some(next) = work.pop() {
            match next {
                Work::Folded { depth, nodes, fold, sample } => self.comment(depth, &nodes, fold, sample),
                Work::Child { depth, child: Child::Text(text), parent, .. } => {
                    self.write_comment();
                    start_line(&mut self.out, depth);
                    self.out.push_str("text: ");
                    let limit = self.plan.limits.get(parent).copied().unwrap_or(usize::MAX);
                    let text = self.cut(text, limit);
                    push_value(&mut self.out, &text);
                }
                Work::Child { depth, child: Child::Node(at), row, .. } => self.node(*at, depth, row, &mut work),
            }
        }
        self.write_comment();
    }

    /// Schedules children, runs of them that are folded alike as one comment, followed by what stays of them.
    fn schedule(&mut self, children: &'a [Child], parent: usize, depth: usize, row: bool, work: &mut Vec<Work<'a>>) {
        let start = work.len();
        let mut rest = children;
        let mut sample = false;
        while let Some((child, after)) = rest.split_first() {
            let fold = match child {
                Child::Node(at) if !row => self.plan.folds[*at],
                _ => Fold::Whole,
            };
            if !matches!(fold, Fold::Row | Fold::Part) {
                work.push(Work::Child { depth, child, parent, row });
                sample = fold == Fold::Whole;
                rest = after;
                continue;
            }
            let run = rest.iter().take_while(|c| matches!(c, Child::Node(at) if self.plan.folds[*at] == fold)).count();
            let (folded, after) = rest.split_at(run);
            let nodes = folded.iter().filter_map(|c| if let Child::Node(at) = c { Some(*at) } else { None }).collect();
            work.push(Work::Folded { depth, nodes, fold, sample });
            sample = false;
            if fold == Fold::Row {
                work.extend(folded.iter().map(|child| Work::Child { depth, child, parent, row: true }));
            }
            rest = after;
        }
        if let Some(scheduled) = work.get_mut(start..) {
            scheduled.reverse();
        }
    }

    fn node(&mut self, at: usize, depth: usize, row: bool, work: &mut Vec<Work<'a>>) {
        let folder = self.folder;
        let node = &folder.snapshot.nodes[at];
        if row {
            if folder.keeps[at] {
                self.line(at, depth, ROW_NAME);
                // A control without a name is known by what it says.
                if node.name.is_empty()
                    && let Some(text) = first_text(folder.snapshot, at)
                {
                    self.out.push_str(": ");
                    let text = shortened(text, ROW_NAME);
                    push_value(&mut self.out, &text);
                }
            }
            if folder.holds[at] {
                let inner = node.children.iter().filter(|child| matches!(child, Child::Node(_)));
                work.extend(inner.rev().map(|child| Work::Child { depth, child, parent: at, row: true }));
            }
            return;
        }
        if self.plan.folds[at] == Fold::Wrapper {
            self.told.wrappers += 1;
            self.schedule(&node.children, at, depth, false, work);
            return;
        }
        let limit = self.plan.limits[at];
        self.line(at, depth, limit);
        let properties = [("/url: ", &node.url), ("/placeholder: ", &node.placeholder)];
        let mut properties = properties.iter().filter_map(|(name, value)| Some((name, value.as_deref()?))).peekable();
        match node.children.as_slice() {
            [] if properties.peek().is_none() => {}
            [Child::Text(text)] if properties.peek().is_none() => {
                self.out.push_str(": ");
                let text = self.cut(text, limit);
                push_value(&mut self.out, &text);
            }
            children => {
                self.out.push(':');
                for (name, value) in properties {
                    start_line(&mut self.out, depth + 1);
                    self.out.push_str(name);
                    let value = self.cut(value, limit);
                    push_value(&mut self.out, &value);
                }
                self.schedule(children, at, depth + 1, false, work);
            }
        }
    }

    /// The line of a node, without what follows the key.
    fn line(&mut self, at: usize, depth: usize, limit: usize) {
        self.write_comment();
        let node = &self.folder.snapshot.nodes[at];
        start_line(&mut self.out, depth);
        self.key.clear();
        let mut key = std::mem::take(&mut self.key);
        let annotations = (self.folder.annotate)(node);
        if node.name.chars().nth(limit).is_some() {
            let short = SnapshotNode { name: self.cut(&node.name, limit).into(), children: Vec::new(), ..node.clone() };
            self.folder.snapshot.write_key(&mut key, &short, annotations);
        } else {
            self.folder.snapshot.write_key(&mut key, node, annotations);
        }
        push_key(&mut self.out, &key);
        self.key = key;
    }

    /// Notes what is folded at a place; one comment says it for all that is folded in a row there.
    fn comment(&mut self, depth: usize, nodes: &[usize], fold: Fold, sample: bool) {
        let folder = self.folder;
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else { return };
        if self.pending.as_ref().is_some_and(|pending| pending.depth != depth) {
            self.write_comment();
        }
        let around = folder.parents[first];
        let mut pending = match self.pending.take() {
            Some(pending) => Pending { only: None, around: folder.around(pending.around, around), ..pending },
            None => Pending { depth, only: Some(first).filter(|_| nodes.len() == 1), around, ..Pending::default() },
        };
        let held = nodes.iter().any(|&at| folder.holds[at]);
        if fold == Fold::Row {
            self.told.rows += nodes.len();
        }
        // Rows whose like is folded, too, are not like anything that is seen.
        if fold == Fold::Row && (sample || held) {
            let of = |at: usize| folder.snapshot.nodes[at].reference;
            let refs = match (of(first), of(last)) {
                (Some(first), Some(last)) if first != last => format!(" {first} to {last}"),
                (Some(one), _) => format!(" {one}"),
                _ => String::new(),
            };
            let (count, role) = (nodes.len(), folder.snapshot.nodes[first].role.name());
            let like = if sample { " more like the above," } else { "" };
            let left = if held { ", but for what can be acted on in them" } else { "" };
            pending.rows.push(format!("{count}{like} {role}{refs}{left}"));
        } else {
            let all: usize = nodes.iter().map(|&at| self.size(at)).sum();
            pending.parts += all;
            if fold == Fold::Part {
                self.told.parts += all;
            }
        }
        self.pending = Some(pending);
    }

    /// Writes the comment that waits.
    fn write_comment(&mut self) {
        let Some(pending) = self.pending.take() else { return };
        let mut said = pending.rows;
        if pending.parts > 0 {
            let more = if said.is_empty() { "" } else { "more " };
            said.push(format!("{} {more}without anything to act on", pending.parts));
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        for _ in 0..pending.depth {
            self.out.push_str("  ");
        }
        // What went whole is seen whole by its own ref; rows among those that stay.
        let whole = pending.only.filter(|_| pending.parts > 0).unwrap_or(pending.around);
        let see = self.folder.ref_around(whole).map_or_else(String::new, |reference| format!(" (--root {reference})"));
        let _ = write!(self.out, "# folded: {}{see}", said.join("; "));
    }

    /// How many nodes are in a node, itself included.
    fn size(&self, at: usize) -> usize {
        let (mut size, mut stack) = (0, vec![at]);
        while let Some(at) = stack.pop() {
            size += 1;
            stack.extend(self.folder.snapshot.nodes[at].children.iter().filter_map(|c| match c {
                Child::Node(at) => Some(*at),
                Child::Text(_) => None,
            }));
        }
        size
    }

    /// A text cut to a limit, with how much is gone.
    fn cut(&mut self, text: &str, limit: usize) -> String {
        let short = shortened(text, limit);
        if short.len() != text.len() {
            self.told.texts += 1;
        }
        short
    }
}

/// A text of at most `limit` characters and `…(+12)` for those that are gone.
fn shortened(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => {
            let (kept, gone) = text.split_at(at);
            format!("{}…(+{})", kept.trim_end(), gone.chars().count())
        }
        None => text.to_owned(),
    }
}

/// The first text in a node.
fn first_text(snapshot: &Snapshot, at: usize) -> Option<&str> {
    let mut stack = vec![at];
    while let Some(at) = stack.pop() {
        for child in snapshot.nodes[at].children.iter().rev() {
            match child {
                Child::Text(text) => return Some(text),
                Child::Node(inner) => {
                    let node = &snapshot.nodes[*inner];
                    if !node.name.is_empty() {
                        return Some(&node.name);
                    }
                    stack.push(*inner);
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};
    use crate::page::Page;
    use crate::snapshot::{ModalMode, SnapshotOptions};

    fn fold(html: &str, limit: usize) -> (Folded, Vec<String>) {
        let html = format!("<!doctype html><body>{html}");
        let page = Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default());
        let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
        let marks = Marks::of(&page, &snapshot, ModalMode::Mark);
        let controls = snapshot.nodes.iter().filter(|node| is_interactive(node));
        let controls = controls.filter_map(|node| Some(format!("[ref={}]", node.reference?))).collect();
        (snapshot.fold(&marks, limit), controls)
    }

    fn shop(rows: usize) -> String {
        let row = |i: usize| {
            format!(
                "<li><h3>Mug number {i}</h3><p>{}</p><a href=/mug/{i}>See mug {i}</a><button>Add mug {i}</button></li>",
                "A mug that holds coffee, tea, or what one likes to drink. ".repeat(10)
            )
        };
        format!("<h1>Mugs</h1><ul>{}</ul>", (0..rows).map(row).collect::<String>())
    }

    #[test]
    fn fold_of_what_fits_is_nothing() {
        let (folded, _) = fold("<p>Short</p><button>Go</button>", 1000);
        assert_eq!((folded.rows, folded.texts, folded.parts, folded.wrappers), (0, 0, 0, 0));
        assert_eq!(folded.tokens, folded.unfolded_tokens);
        assert!(folded.fits && !folded.text.contains('#'), "{}", folded.text);
    }

    #[test]
    fn fold_keeps_to_the_limit_and_keeps_every_control() {
        let html = shop(60);
        let (least, controls) = fold(&html, 0);
        assert!(!least.fits, "nothing fits in no tokens");
        assert_eq!(controls.len(), 120, "a link and a button each");
        for limit in [20_000, 8_000, 4_000, least.tokens + 100, least.tokens] {
            let (folded, controls) = fold(&html, limit);
            assert!(folded.fits && folded.tokens <= limit, "{} of {limit} tokens", folded.tokens);
            assert_eq!(estimate_tokens(&folded.text), folded.tokens, "it is what is printed that counts");
            for control in &controls {
                assert_eq!(folded.text.matches(control.as_str()).count(), 1, "{control} at {limit}: {}", folded.text);
            }
        }
    }

    #[test]
    fn fold_goes_no_further_than_needed() {
        let html = shop(60);
        let (half, _) = fold(&html, 6_000);
        let (quarter, _) = fold(&html, 3_500);
        assert!(half.tokens > 4_000, "the room is used: {}", half.tokens);
        assert!(half.rows <= quarter.rows && half.parts <= quarter.parts, "less room, more folds");
        assert!(half.text.contains("heading \"Mug number 0\""), "the first rows stay: {}", half.text);
    }

    #[test]
    fn fold_says_what_is_gone_and_how_to_see_it() {
        let options: String = (0..50).map(|i| format!("<li>Country number {i}</li>")).collect();
        let (folded, _) = fold(&format!("<ul>{options}</ul><p>{}</p>", "long ".repeat(200)), 106);
        insta::assert_snapshot!(folded.text, @r"
        - generic [active] [ref=e1]:
          - list [ref=e2]:
            - listitem [ref=e3]: Country number 0
            - listitem [ref=e4]: Country number 1
            # folded: 48 more like the above, listitem e5 to e52 (--root e2)
          - paragraph [ref=e53] [offscreen=+1]: long long long long long long long long long long long long long long long long…(+919)
        ");
    }

    #[test]
    fn fold_says_in_one_comment_what_is_folded_in_a_row() {
        let rows: String = (0..9).map(|i| format!("<li>Fact {i}</li>")).collect();
        let part = |name: &str| format!("<div><ul>{rows}</ul><p>About {name}</p><p>More of it</p></div>");
        let html = format!("<main>{}<button>Go</button>{}{}</main>", part("mugs"), part("pots"), part("tins"));
        let (least, _) = fold(&html, 0);
        let depth = |line: &str| line.len() - line.trim_start().len();
        for limit in (least.tokens..400).step_by(10) {
            let (folded, _) = fold(&html, limit);
            let lines: Vec<&str> = folded.text.lines().collect();
            for pair in lines.windows(2) {
                let both = pair.iter().all(|line| line.contains("# folded")) && depth(pair[0]) == depth(pair[1]);
                assert!(!both, "two comments at one place: {}", folded.text);
            }
        }
        insta::assert_snapshot!(least.text, @r#"
        # folded: 13 without anything to act on (--root e3)
        - button "Go" [ref=e16]
        # folded: 26 without anything to act on (--root e2)
        "#);
    }

    #[test]
    fn fold_leaves_what_is_no_longer_than_a_comment() {
        let (least, _) = fold("<main><button>A</button><p>5 kg</p><button>B</button></main>", 0);
        assert!(least.text.contains("5 kg") && !least.text.contains("folded"), "{}", least.text);
    }

    #[test]
    fn fold_keeps_what_is_selected() {
        let options: String =
            (0..200).map(|i| format!("<option{}>Country {i}", if i == 150 { " selected" } else { "" })).collect();
        let (folded, _) = fold(&format!("<select aria-label=Country>{options}</select>"), 100);
        assert!(folded.text.contains("option \"Country 150\" [selected]"), "{}", folded.text);
        assert!(folded.fits, "{}", folded.text);
    }
}
