//! Writes what a plan leaves of a snapshot.

use std::fmt::Write as _;

use super::{Fold, Folded, Folder, Plan, estimate_tokens};
use crate::snapshot::SnapshotNode;
use crate::snapshot::entries::{Content, inline_text};
use crate::snapshot::marks::is_interactive;
use crate::snapshot::yaml::{push_key, push_value, start_line};

/// Limit: roles that a comment counts one by one; the others are counted together.
const MAX_ROLES: usize = 3;

impl Folder<'_> {
    /// Writes what a plan leaves.
    pub(super) fn write(&self, plan: &Plan) -> Folded {
        let mut writer = Writer { folder: self, plan, out: String::new(), texts: 0, folds: Vec::new() };
        writer.run();
        let Writer { out, texts, folds, .. } = writer;
        let tokens = estimate_tokens(&out);
        Folded { text: out, tokens, unfolded_tokens: tokens, texts, folds }
    }
}

struct Writer<'a> {
    folder: &'a Folder<'a>,
    plan: &'a Plan,
    out: String,
    texts: usize,
    folds: Vec<Fold>,
}

impl Writer<'_> {
    fn run(&mut self) {
        let folder = self.folder;
        let entries = &folder.entries;
        let mut at = 0;
        let mut shown_before = None;
        while let Some(entry) = entries.get(at) {
            if self.plan.gone[at] {
                let gone = |at: &usize| {
                    entries.get(*at).is_some_and(|next| next.parent == entry.parent) && self.plan.gone[*at]
                };
                let mut end = entry.end;
                while gone(&end) {
                    end = entries[end].end;
                }
                self.fold(at, end, shown_before);
                at = end;
                continue;
            }
            // The sibling before a fold, if it is shown.
            shown_before = Some(at);
            match entry.content {
                Content::Node(_, node) => self.node(at, node),
                Content::Text(text) => {
                    start_line(&mut self.out, entry.depth);
                    self.out.push_str("text: ");
                    let text = self.cut(text, self.plan.limits[at]);
                    push_value(&mut self.out, &text);
                }
            }
            at += 1;
        }
    }

    /// The lines of a node, without those in it.
    fn node(&mut self, at: usize, node: &SnapshotNode) {
        let (depth, limit) = (self.folder.entries[at].depth, self.plan.limits[at]);
        start_line(&mut self.out, depth);
        let mut marks = String::new();
        let with_ref = self.folder.annotate(node, &mut marks);
        let mut key = String::new();
        if node.name.chars().nth(limit).is_some() {
            let short =
                SnapshotNode { name: self.cut(&node.name, limit).into(), children: Box::default(), ..node.clone() };
            self.folder.snapshot.write_key(&mut key, &short, with_ref, &marks);
        } else {
            self.folder.snapshot.write_key(&mut key, node, with_ref, &marks);
        }
        push_key(&mut self.out, &key);
        let mut properties = node.properties().peekable();
        let inline = inline_text(node);
        if let Some(text) = inline.filter(|_| properties.peek().is_none()) {
            self.out.push_str(": ");
            let text = self.cut(text, limit);
            push_value(&mut self.out, &text);
            return;
        }
        if properties.peek().is_none() && node.children.is_empty() {
            return;
        }
        self.out.push(':');
        for (name, value) in properties {
            start_line(&mut self.out, depth + 1);
            self.out.push_str(name);
            let value = self.cut(value, limit);
            push_value(&mut self.out, &value);
        }
        if let Some(text) = inline {
            start_line(&mut self.out, depth + 1);
            self.out.push_str("text: ");
            let text = self.cut(text, limit);
            push_value(&mut self.out, &text);
        }
    }

    /// The comment in the place of siblings that are left out.
    fn fold(&mut self, first: usize, end: usize, shown_before: Option<usize>) {
        let folder = self.folder;
        let entries = &folder.entries;
        let mut counts: Vec<(&str, usize)> = Vec::new();
        let (mut controls, mut refs) = (0, 0);
        // Whether all that is left out is above the window, or all below it.
        let (mut above, mut below) = (true, true);
        for entry in &entries[first..end] {
            let Some(node) = entry.node() else { continue };
            let control = node.reference.is_some() && is_interactive(node);
            refs += usize::from(node.reference.is_some());
            if let Some(placement) = folder.marks.placement(node.element) {
                above &= placement.offscreen.is_some_and(|pages| pages < 0);
                below &= placement.offscreen.is_some_and(|pages| pages > 0);
            }
            if !control {
                continue;
            }
            controls += 1;
            let role = node.role.name();
            match counts.iter_mut().find(|(counted, _)| *counted == role) {
                Some((_, count)) => *count += 1,
                None => counts.push((role, 1)),
            }
        }
        // The most frequent first; in the order of the page where as many.
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let elements = end - first;
        let mut words: Vec<String> = counts.iter().take(MAX_ROLES).map(|&(role, n)| counted(n, role)).collect();
        let rest: usize = counts.iter().skip(MAX_ROLES).map(|&(_, count)| count).sum();
        words.extend((rest > 0).then(|| counted(rest, "other control")));
        let siblings = || std::iter::successors(Some(first), |&at| Some(entries[at].end).filter(|&next| next < end));
        let like = shown_before.and_then(|before| {
            // The last line shown may be deep in the sibling before.
            let mut chain = std::iter::successors(Some(before), |&at| entries[at].parent);
            let before = chain.find(|&at| entries[at].parent == entries[first].parent && entries[at].end <= first)?;
            let shape = super::order::shape(entries, before)?;
            let alike = siblings().all(|at| super::order::shape(entries, at) == Some(shape));
            alike.then(|| format!("{} more like the above", siblings().count()))
        });
        let what = match like {
            Some(like) if controls == 0 => like,
            Some(like) => format!("{like}, with {}", words.join(", ")),
            None if controls == 0 => format!("{} without controls", counted(elements, "element")),
            None => words.join(", "),
        };
        let place = if above && refs > 0 {
            " above"
        } else if below && refs > 0 {
            " below"
        } else {
            ""
        };
        let only = siblings().count() == 1;
        let show = match entries[first].node().and_then(|node| node.reference).filter(|_| only) {
            Some(reference) => [format!("{}root", folder.prefix), reference.to_string()],
            None => [format!("{}cursor", folder.prefix), folder.origin.cursor(first, end).to_string()],
        };
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        for _ in 0..entries[first].depth {
            self.out.push_str("  ");
        }
        let _ = write!(self.out, "# {what}{place}: {}", show.join(" "));
        self.folds.push(Fold { show, controls, elements, refs });
    }

    /// A text cut to a limit, with how much is gone.
    fn cut(&mut self, text: &str, limit: usize) -> String {
        match text.char_indices().nth(limit) {
            Some((at, _)) => {
                self.texts += 1;
                let (kept, gone) = text.split_at(at);
                format!("{}…(+{})", kept.trim_end(), gone.chars().count())
            }
            None => text.to_owned(),
        }
    }
}

/// `1 link`, `3 textboxes`.
fn counted(count: usize, noun: &str) -> String {
    let plural = match noun {
        _ if count == 1 => "",
        _ if noun.ends_with(['x', 'h', 's']) => "es",
        _ => "s",
    };
    format!("{count} {noun}{plural}")
}
