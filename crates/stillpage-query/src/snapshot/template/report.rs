//! The report of a mismatch: the lines of a template that a page does not match, with the nearest candidates; and the template
//! that the page would match.
//!
//! Recursion goes as deep as the template, which its parser limits.

use std::collections::VecDeque;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::matcher::{Candidate, Matcher};
use super::siblings::{Lines, Siblings};
use super::{ChildrenMode, Template, TemplateChild, TemplateNode, TextMatcher};
use crate::dom::NodeId;
use crate::search::pattern::TooExpensive;
use crate::snapshot::SnapshotNode;
use crate::snapshot::entries::{Content, entries, inline_text};
use crate::snapshot::outline::short;
use crate::snapshot::yaml::{push_json, push_key, push_value, start_line};

/// The nearness of a candidate that matches, with all that is in it.
const FULL: usize = 4;
/// One that matches in itself.
const SHELL: usize = 3;

/// Limit: comparisons of a node with a part of the template, a tenth of a microsecond each; a page of 10,000 nodes and a
/// template of 100 lines take a million if none is found.
const MAX_COMPARISONS: usize = 2_000_000;

pub(super) struct Report<'m, 'a> {
    matcher: &'m mut Matcher<'a>,
    out: String,
    /// Lines of the diff that are written.
    lines: usize,
    /// The lines that are about an element.
    differing: Vec<(usize, NodeId)>,
    /// Comparisons that may be made yet.
    left: usize,
}

/// The most similar of some candidates.
#[derive(Debug, Clone, Copy)]
enum Nearest {
    /// Its nearness, 0 for none, and its position.
    Found(usize, usize),
    /// There was no time to look at all of them.
    Unknown,
}

impl<'m, 'a> Report<'m, 'a> {
    pub(super) fn new(matcher: &'m mut Matcher<'a>) -> Self {
        Self { matcher, out: String::new(), lines: 0, differing: Vec::new(), left: MAX_COMPARISONS }
    }

    /// The template, line by line, with a mark in front and notes behind; and the lines that are about elements.
    pub(super) fn diff(mut self, template: &Template) -> Result<(String, Vec<(usize, NodeId)>), TooExpensive> {
        let root = &template.root;
        if root.role == "fragment" {
            let around = self.nearest_parent(&root.children)?;
            self.align(&root.children, root.mode, around, 0)?;
        } else {
            let wrapped = [TemplateChild::Node(root.clone())];
            let around = self.nearest_parent(&wrapped)?;
            self.align(&wrapped, None, around, 0)?;
        }
        Ok((self.out, self.differing))
    }

    /// The node in which most of a template's outermost nodes are found, the first of them.
    fn nearest_parent(&mut self, template: &[TemplateChild]) -> Result<Candidate<'a>, TooExpensive> {
        let mut best = (0, Candidate::Root);
        // Half of the comparisons are for what is beside the lines.
        let later = self.left / 2;
        self.left -= later;
        let lines = Lines::of(template);
        'parents: for parent in self.matcher.candidates() {
            let siblings = Siblings::of(self.matcher.children(parent));
            let (mut score, mut from) = (0, 0);
            for line in lines.possible(&siblings) {
                if from >= siblings.all.len() {
                    break;
                }
                let Some(left) = self.left.checked_sub(1) else { break 'parents };
                self.left = left;
                let Nearest::Found(near, at) = self.nearest(&siblings, from, &template[line])? else { break 'parents };
                score += near;
                if near >= SHELL {
                    from = at + 1;
                }
            }
            if score > best.0 {
                best = (score, parent);
            }
        }
        self.left += later;
        Ok(best.1)
    }

    /// The nearest of some siblings, from a place on.
    fn nearest(
        &mut self,
        siblings: &Siblings<'a>,
        from: usize,
        wanted: &TemplateChild,
    ) -> Result<Nearest, TooExpensive> {
        let mut best = (0, 0);
        for at in siblings.possible(wanted, from) {
            let Some(left) = self.left.checked_sub(1) else { return Ok(Nearest::Unknown) };
            self.left = left;
            let near = self.nearness(siblings.all[at], wanted)?;
            if near > best.0 {
                best = (near, at);
            }
            if near == FULL {
                break;
            }
        }
        Ok(Nearest::Found(best.0, best.1))
    }

    fn nearness(&mut self, candidate: Candidate<'a>, wanted: &TemplateChild) -> Result<usize, TooExpensive> {
        if self.matcher.matches_child(candidate, wanted, false)? {
            return Ok(FULL);
        }
        Ok(match (wanted, candidate) {
            (TemplateChild::Text { .. }, Candidate::Text(_)) => 1,
            (TemplateChild::Node(node), Candidate::Node(found)) if node.role == found.role.name() => {
                match self.matcher.mismatches(candidate, node)?.len() {
                    0 => SHELL,
                    1 => 2,
                    _ => 1,
                }
            }
            _ => 0,
        })
    }

    /// Writes some siblings of a template beside the children of a node.
    fn align(
        &mut self,
        template: &[TemplateChild],
        mode: Option<ChildrenMode>,
        around: Candidate<'a>,
        depth: usize,
    ) -> Result<(), TooExpensive> {
        let siblings = Siblings::of(self.matcher.children(around));
        let candidates = &siblings.all;
        let strict = matches!(mode, Some(ChildrenMode::Equal | ChildrenMode::DeepEqual));
        let mut from = 0;
        for wanted in template {
            let Nearest::Found(near, at) = self.nearest(&siblings, from, wanted)? else {
                self.block('?', wanted, depth, "not looked for: page and template are too large to compare");
                continue;
            };
            if strict && near >= SHELL {
                for &extra in candidates.get(from..at).unwrap_or_default() {
                    self.extra(extra, around, depth);
                }
            }
            match (near, wanted) {
                (FULL, _) => {
                    self.block(' ', wanted, depth, "");
                    from = at + 1;
                }
                (SHELL, TemplateChild::Node(node)) => {
                    self.line(' ', depth, &key(node), "");
                    self.align(&node.children, node.mode, candidates[at], depth + 1)?;
                    from = at + 1;
                }
                (0, _) => self.block('-', wanted, depth, "not found here"),
                (_, wanted) => {
                    let differs = match wanted {
                        TemplateChild::Node(node) => {
                            let differs = self.matcher.mismatches(candidates[at], node)?;
                            differs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
                        }
                        TemplateChild::Text { .. } => String::new(),
                    };
                    self.note_element(candidates[at], around);
                    let colon = if differs.is_empty() { "" } else { ": " };
                    self.block(
                        '-',
                        wanted,
                        depth,
                        &format!("nearest is {}{colon}{differs}", described(candidates[at])),
                    );
                }
            }
        }
        if strict {
            for &extra in candidates.get(from..).unwrap_or_default() {
                self.extra(extra, around, depth);
            }
        }
        Ok(())
    }

    /// Writes a node that the template does not have.
    fn extra(&mut self, extra: Candidate<'a>, around: Candidate<'a>, depth: usize) {
        self.note_element(extra, around);
        self.line('+', depth, &described(extra), "not in the template");
    }

    /// Keeps the element that the next line is about; for a text, the one around it.
    fn note_element(&mut self, candidate: Candidate<'a>, around: Candidate<'a>) {
        let ((Candidate::Node(node), _) | (_, Candidate::Node(node))) = (candidate, around) else { return };
        self.differing.push((self.lines, node.element));
    }

    /// A part of the template, with all that is in it.
    fn block(&mut self, mark: char, template: &TemplateChild, depth: usize, note: &str) {
        self.line(mark, depth, &header(template), note);
        if let TemplateChild::Node(node) = template {
            for child in node.children.iter().filter(|_| only_text(node).is_none()) {
                self.block(mark, child, depth + 1, "");
            }
        }
    }

    fn line(&mut self, mark: char, depth: usize, text: &str, note: &str) {
        self.lines += 1;
        let gap = if note.is_empty() { "" } else { "  # " };
        let _ = writeln!(self.out, "{mark} {:indent$}- {text}{gap}{note}", "", indent = depth * 2);
    }

    /// The page as a template. Where a regular expression of the old one matches the name or the text of a node of the same
    /// role, it stays; each is used once, in order.
    pub(super) fn updated(mut self, template: &Template) -> Result<String, TooExpensive> {
        let mut regexes = Regexes::default();
        regexes.collect(&template.root);
        let Regexes { mut names, mut texts } = regexes;
        let snapshot = self.matcher.snapshot;
        for entry in entries(snapshot) {
            start_line(&mut self.out, entry.depth);
            let node = match entry.content {
                Content::Text(text) => {
                    self.out.push_str("text: ");
                    self.push_text(text, &mut texts)?;
                    continue;
                }
                Content::Node(_, node) => node,
            };
            let mut key = String::new();
            let role = node.role.name();
            let kept = match names.get_mut(role) {
                Some(names) => self.take_first(names, |matcher, name| matcher.matches_name(&node.name, name))?,
                None => None,
            };
            if let Some(name) = kept {
                let nameless = SnapshotNode { name: Box::default(), children: Box::default(), ..node.clone() };
                let mut rest = String::new();
                snapshot.write_key(&mut rest, &nameless, false, "");
                let _ = write!(key, "{role} {}{}", name.raw, rest.strip_prefix(role).unwrap_or_default());
            } else {
                snapshot.write_key(&mut key, node, false, "");
            }
            push_key(&mut self.out, &key);
            let inline = inline_text(node);
            let properties: Vec<_> = node.properties().collect();
            if properties.is_empty() {
                match inline {
                    Some(text) => {
                        self.out.push_str(": ");
                        self.push_text(text, &mut texts)?;
                    }
                    None if node.children.is_empty() => {}
                    None => self.out.push(':'),
                }
                continue;
            }
            self.out.push(':');
            for (name, value) in properties {
                start_line(&mut self.out, entry.depth + 1);
                self.out.push_str(name);
                self.push_text(value, &mut texts)?;
            }
            if let Some(text) = inline {
                start_line(&mut self.out, entry.depth + 1);
                self.out.push_str("text: ");
                self.push_text(text, &mut texts)?;
            }
        }
        self.out.push('\n');
        if self.left == 0 {
            self.out.push_str("# Page and template are too large to compare: regular expressions may be missing.\n");
        }
        Ok(self.out)
    }

    /// A text, or the first regular expression that matches it.
    fn push_text(&mut self, text: &str, regexes: &mut VecDeque<&TextMatcher>) -> Result<(), TooExpensive> {
        let kept = self.take_first(regexes, |matcher, regex| matcher.matches_text(text, regex))?;
        push_value(&mut self.out, kept.map_or(text, |regex| &regex.raw));
        Ok(())
    }

    /// Takes the first regular expression that matches out of those that are left.
    fn take_first<'t>(
        &mut self,
        regexes: &mut VecDeque<&'t TextMatcher>,
        matches: impl Fn(&mut Matcher<'a>, &TextMatcher) -> Result<bool, TooExpensive>,
    ) -> Result<Option<&'t TextMatcher>, TooExpensive> {
        for (at, &regex) in regexes.iter().enumerate() {
            let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
            self.left = left;
            if matches(self.matcher, regex)? {
                return Ok(regexes.remove(at));
            }
        }
        Ok(None)
    }
}

/// The regular expressions of a template that are not used yet, in order.
#[derive(Default)]
struct Regexes<'t> {
    /// The regular expressions of names, by role.
    names: FxHashMap<&'t str, VecDeque<&'t TextMatcher>>,
    texts: VecDeque<&'t TextMatcher>,
}

impl<'t> Regexes<'t> {
    fn collect(&mut self, node: &'t TemplateNode) {
        for name in node.name.iter().filter(|name| name.regex.is_some()) {
            self.names.entry(&node.role).or_default().push_back(name);
        }
        self.texts.extend(node.url.iter().filter(|url| url.regex.is_some()));
        for child in &node.children {
            match child {
                TemplateChild::Node(node) => self.collect(node),
                TemplateChild::Text(text) => self.texts.extend(Some(text).filter(|text| text.regex.is_some())),
            }
        }
    }
}

/// The text on the line of a template's node.
fn only_text(node: &TemplateNode) -> Option<&TextMatcher> {
    match node.children.as_slice() {
        [TemplateChild::Text(text)] => Some(text),
        _ => None,
    }
}

/// The first line of a part of a template.
fn header(template: &TemplateChild) -> String {
    let mut line = String::new();
    let node = match template {
        TemplateChild::Text(text) => {
            line.push_str("text: ");
            push_value(&mut line, &short(&text.raw));
            return line;
        }
        TemplateChild::Node(node) => node,
    };
    line.push_str(&key(node));
    if let Some(text) = only_text(node) {
        line.push_str(": ");
        push_value(&mut line, &short(&text.raw));
    }
    line
}

/// `role "name" [state]`, as a template has it.
fn key(node: &TemplateNode) -> String {
    let mut line = node.role.clone();
    match &node.name {
        Some(name) if name.regex_only => {
            let _ = write!(line, " {}", short(&name.raw));
        }
        Some(name) => {
            line.push(' ');
            push_json(&mut line, &short(&name.raw));
        }
        None => {}
    }
    line.push_str(&node.states.words());
    line
}

/// A node of the page, on one line.
fn described(candidate: Candidate<'_>) -> String {
    let mut line = String::new();
    match candidate {
        Candidate::Root => line.push_str("the page"),
        Candidate::Text(text) => {
            line.push_str("text: ");
            push_value(&mut line, &short(text));
        }
        Candidate::Node(node) => {
            line.push_str(node.role.name());
            if !node.name.is_empty() {
                line.push(' ');
                push_json(&mut line, &short(&node.name));
            }
            for state in node.states.words(false) {
                let _ = write!(line, " [{state}]");
            }
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::snapshot::{Snapshot, SnapshotMode, SnapshotOptions};

    #[test]
    fn what_there_is_no_time_to_look_for_is_marked() {
        let page = Page::from_html("<button>Save</button>");
        let snapshot = Snapshot::render(&page, &SnapshotOptions::default().mode(SnapshotMode::Default));
        let template = Template::parse("- button \"Send\"\n- link \"Help\"").unwrap();
        let diff = |left: usize| {
            let mut matcher = Matcher::new(Some(&page), &snapshot);
            Report { left, ..Report::new(&mut matcher) }.diff(&template).unwrap()
        };
        let (text, differing) = diff(100);
        assert!(text.starts_with("- - button \"Send\"  # nearest is button \"Save\""), "{text}");
        let is_button = |node: &NodeId| page.dom().is_html(*node, &crate::dom::local_name!("button"));
        let button = page.dom().elements_in_order().find(is_button).unwrap();
        assert_eq!(differing, [(0, button)]);
        let (text, differing) = diff(0);
        assert!(text.starts_with("? - button \"Send\"  # not looked for"), "{text}");
        assert_eq!(differing, []);
    }
}
