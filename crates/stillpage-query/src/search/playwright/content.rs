//! The text of elements as Playwright matches it: that of the tree, hidden text too, without scripts and styles.

use memchr::memmem;

use super::rule;
use crate::dom::form::{self, InputType};
use crate::dom::{Dom, NodeData, NodeId, NodeMap, local_name};
use crate::search::pattern::{Pattern, StepBudget, TooExpensive};
use crate::text::{folded, lower, normalize};

use super::Mistake;

/// A condition on the text of an element.
#[derive(Debug)]
pub enum TextQuery {
    /// This text somewhere, in any case; white space normalized.
    Somewhere(String),
    /// This text alone in a run of text that no element interrupts.
    Whole(String),
    /// This text and no other; white space normalized.
    Exact(String),
    /// This text and no other, white space included: what `^text$` matches.
    Raw(String),
    /// A match of this regular expression.
    Regex(Pattern),
}

impl TextQuery {
    /// True if a text that is not in the tree, an attribute, is what is wanted.
    pub(super) fn fits_text(&self, text: &str, budget: &mut StepBudget) -> Result<bool, TooExpensive> {
        Ok(match self {
            Self::Somewhere(wanted) => folded(text).contains(wanted),
            Self::Whole(wanted) | Self::Exact(wanted) => normalize(text) == *wanted,
            Self::Raw(wanted) => text == wanted,
            Self::Regex(pattern) => pattern.is_match(text, budget)?,
        })
    }

    /// The text after `text=`.
    pub(super) fn parse(body: &str) -> Result<Self, Mistake> {
        if let Some((source, flags)) = body.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) {
            return Self::regex(source, flags).map_err(|mistake| mistake.shifted(1));
        }
        let quoted = |quote: char| body.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)).map(unescape);
        Ok(match quoted('"').or_else(|| quoted('\'')) {
            Some(text) => Self::Whole(normalize(&text)),
            None => Self::Somewhere(lower(&normalize(body))),
        })
    }

    pub(super) fn somewhere(text: &str) -> Self {
        Self::Somewhere(lower(&normalize(text)))
    }

    pub(super) fn regex(source: &str, flags: &str) -> Result<Self, Mistake> {
        match anchored_literal(source).filter(|_| flags.is_empty()) {
            Some(text) => Ok(Self::Raw(text)),
            None => rule::regex(source, flags).map(Self::Regex),
        }
    }

    /// True if a missed element's descendants need no look either.
    pub(super) fn is_inherited(&self) -> bool {
        matches!(self, Self::Somewhere(_))
    }
}

/// The text that a regular expression matches if it is `^`, a text and `$`: compared instead of searched for in the whole text of
/// every element.
fn anchored_literal(source: &str) -> Option<String> {
    let mut text = String::with_capacity(source.len());
    let mut chars = source.strip_prefix('^')?.strip_suffix('$')?.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.push(chars.next().filter(|c| c.is_ascii_punctuation())?),
            '.' | '*' | '+' | '?' | '^' | '$' | '{' | '}' | '(' | ')' | '|' | '[' | ']' => return None,
            c => text.push(c),
        }
    }
    Some(text)
}

/// A character after a backslash is itself.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    out
}

/// The range of an element's text in the text of its document.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    raw: (usize, usize),
    lower: (usize, usize),
}

/// The text of every element of some documents and their open shadow trees: one text, with a range for each element.
#[derive(Debug)]
pub struct TextContents<'a> {
    dom: &'a Dom,
    raw: String,
    /// Lower case, white space collapsed.
    lower: String,
    spans: NodeMap<Span>,
    skipped: NodeMap<bool>,
}

/// The result of matching an element, apart from its descendants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matched {
    No,
    Itself,
    /// A child element matches too.
    Through,
}

/// The elements in which a text is not, so that nothing in them is looked at.
#[derive(Debug)]
pub struct Missed<'a> {
    dom: &'a Dom,
    nodes: NodeMap<bool>,
}

impl<'a> Missed<'a> {
    /// No element.
    pub fn new(dom: &'a Dom) -> Self {
        Self { dom, nodes: NodeMap::new(dom.len(), false) }
    }

    /// Adds an element with all that is in it.
    pub fn add(&mut self, node: NodeId) {
        self.nodes[node] = true;
    }

    /// True if an element is in one of them. Elements are asked for in document order, so that only the parent is looked at.
    pub fn contains(&mut self, node: NodeId) -> bool {
        let is_below = self.dom.node(node).parent.is_some_and(|parent| self.nodes[parent]);
        self.nodes[node] |= is_below;
        is_below
    }
}

impl<'a> TextContents<'a> {
    /// Linear in the documents, however many they are.
    pub fn new(dom: &'a Dom, documents: &[NodeId]) -> Self {
        let mut content = Self {
            dom,
            raw: String::new(),
            lower: String::new(),
            spans: NodeMap::new(dom.len(), Span::default()),
            skipped: NodeMap::new(dom.len(), false),
        };
        for &document in documents {
            let head = dom
                .document_element(document)
                .and_then(|root| dom.child_elements(root).find(|&child| dom.is_html(child, &local_name!("head"))));
            content.walk(document, head);
            // No text begins in one document and ends in the next.
            content.raw.push('\n');
            content.lower.push('\n');
        }
        content
    }

    fn walk(&mut self, document: NodeId, head: Option<NodeId>) {
        enum Step {
            Enter(NodeId, bool),
            Leave(NodeId),
        }
        let dom = self.dom;
        let mut steps = vec![Step::Enter(document, false)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(node, in_head) => {
                    let start = Span { raw: (self.raw.len(), 0), lower: (self.lower.len(), 0) };
                    self.spans[node] = start;
                    let skipped = in_head || Some(node) == head || is_script_or_style(dom, node);
                    self.skipped[node] = skipped;
                    match &dom.node(node).data {
                        NodeData::Text(text) => {
                            if !skipped {
                                self.push(dom.text_in(text));
                            }
                            continue;
                        }
                        NodeData::Element(_) => {
                            steps.push(Step::Leave(node));
                            if !skipped && is_text_button(dom, node) {
                                self.push(&form::value(dom, node));
                                continue;
                            }
                            let inner_head = in_head || Some(node) == head;
                            // Children of what is skipped have no text either, but for themselves they are not in it.
                            let root = dom.open_shadow_root(node);
                            steps.extend(root.map(|root| Step::Enter(root, inner_head)));
                            steps.extend(dom.children(node).rev().map(|child| Step::Enter(child, inner_head)));
                        }
                        NodeData::Document(_) | NodeData::ShadowRoot(_) => {
                            steps.push(Step::Leave(node));
                            steps.extend(dom.children(node).rev().map(|child| Step::Enter(child, in_head)));
                        }
                        _ => continue,
                    }
                }
                Step::Leave(node) => {
                    if self.skipped[node] {
                        self.raw.truncate(self.spans[node].raw.0);
                        self.lower.truncate(self.spans[node].lower.0);
                    }
                    self.spans[node].raw.1 = self.raw.len();
                    self.spans[node].lower.1 = self.lower.len();
                }
            }
        }
    }

    fn push(&mut self, text: &str) {
        self.raw.push_str(text);
        for c in text.chars() {
            if matches!(c, '\u{200b}' | '\u{ad}') {
                continue;
            }
            if crate::text::is_space(c) {
                if !self.lower.ends_with(' ') {
                    self.lower.push(' ');
                }
            } else {
                self.lower.extend(c.to_lowercase());
            }
        }
    }

    /// Returns the places of a wanted text: looked up once for all elements.
    pub fn places(&self, wanted: &TextQuery) -> Places {
        let mut places = Vec::new();
        if let TextQuery::Somewhere(text) = wanted {
            let finder = memmem::Finder::new(text);
            let mut from = 0;
            while let Some(found) =
                self.lower.as_bytes().get(from..).filter(|_| !text.is_empty()).and_then(|rest| finder.find(rest))
            {
                places.push(from + found);
                from += found + 1;
            }
        }
        Places(places)
    }

    /// True if the text of a node is what is wanted.
    ///
    /// # Errors
    /// [`TooExpensive`] for a regular expression that takes more steps than the budget has.
    pub fn has(
        &self,
        node: NodeId,
        wanted: &TextQuery,
        places: &Places,
        budget: &mut StepBudget,
    ) -> Result<bool, TooExpensive> {
        let span = self.spans.get(node).copied().unwrap_or_default();
        match wanted {
            TextQuery::Somewhere(text) => {
                let at = places.0.partition_point(|&place| place < span.lower.0);
                Ok(text.is_empty() || places.0.get(at).is_some_and(|place| place + text.len() <= span.lower.1))
            }
            TextQuery::Whole(text) => Ok(self.has_run(node, text)),
            TextQuery::Exact(text) => Ok(self.is_exactly(node, text)),
            TextQuery::Raw(text) => Ok(self.raw(node) == text),
            TextQuery::Regex(pattern) => pattern.is_match(self.raw(node), budget),
        }
    }

    /// The text of a node in the tree; empty for scripts and styles.
    pub fn raw(&self, node: NodeId) -> &str {
        let span = self.spans.get(node).copied().unwrap_or_default();
        if self.is_skipped(node) { "" } else { self.raw.get(span.raw.0..span.raw.1).unwrap_or_default() }
    }

    fn is_exactly(&self, node: NodeId, text: &str) -> bool {
        // Lower case may have another length, but not by much: most elements are decided without normalizing.
        let known = self.normalized(node);
        known.len() <= 2 * text.len() && text.len() <= 2 * known.len() && normalize(self.raw(node)) == text
    }

    /// True if the text of a node is what is wanted; unlike [`Self::has`] without places.
    pub(super) fn is_whole(
        &self,
        node: NodeId,
        wanted: &TextQuery,
        budget: &mut StepBudget,
    ) -> Result<bool, TooExpensive> {
        match wanted {
            TextQuery::Somewhere(text) => Ok(self.normalized(node).contains(text)),
            wanted => wanted.fits_text(self.raw(node), budget),
        }
    }

    /// A run of text directly in the node is this text; or both are empty.
    fn has_run(&self, node: NodeId, text: &str) -> bool {
        let dom = self.dom;
        if self.is_skipped(node) {
            return text.is_empty();
        }
        if is_text_button(dom, node) {
            return normalize(&form::value(dom, node)) == text;
        }
        let (mut run, mut any) = (String::new(), false);
        let mut ends = |run: &mut String| {
            let own = std::mem::take(run);
            any |= !own.is_empty();
            !own.is_empty() && normalize(&own) == text
        };
        for child in dom.children(node) {
            match &dom.node(child).data {
                NodeData::Text(part) => run.push_str(dom.text_in(part)),
                NodeData::Comment(_) => {}
                _ => {
                    if ends(&mut run) {
                        return true;
                    }
                }
            }
        }
        ends(&mut run) || (text.is_empty() && !any)
    }

    /// Scripts, styles and everything in the head.
    pub(crate) fn is_skipped(&self, node: NodeId) -> bool {
        self.skipped.get(node).copied().unwrap_or(false)
    }

    /// Returns how an element matches: itself, or through a child.
    ///
    /// # Errors
    /// [`TooExpensive`] for a regular expression that takes more steps than the budget has.
    pub fn matched(
        &self,
        node: NodeId,
        wanted: &TextQuery,
        places: &Places,
        budget: &mut StepBudget,
    ) -> Result<Matched, TooExpensive> {
        if self.is_skipped(node) || !self.has(node, wanted, places, budget)? {
            return Ok(Matched::No);
        }
        for child in self.dom.child_elements(node) {
            if self.has(child, wanted, places, budget)? {
                return Ok(Matched::Through);
            }
        }
        let root = self.dom.open_shadow_root(node);
        if let Some(root) = root
            && self.has(root, wanted, places, budget)?
        {
            return Ok(Matched::Through);
        }
        Ok(Matched::Itself)
    }

    /// The text of an element, lower case and white space collapsed.
    pub fn normalized(&self, node: NodeId) -> &str {
        let span = self.spans.get(node).copied().unwrap_or_default();
        self.lower.get(span.lower.0..span.lower.1).unwrap_or_default().trim()
    }
}

/// Byte offsets of a wanted text, in order.
#[derive(Debug)]
pub struct Places(Vec<usize>);

fn is_script_or_style(dom: &Dom, node: NodeId) -> bool {
    [local_name!("script"), local_name!("noscript"), local_name!("style")].iter().any(|name| dom.is_html(node, name))
}

/// An `input` whose value is its label.
fn is_text_button(dom: &Dom, node: NodeId) -> bool {
    dom.is_html(node, &local_name!("input"))
        && dom
            .element(node)
            .and_then(InputType::of)
            .is_some_and(|kind| matches!(kind, InputType::Submit | InputType::Button | InputType::Reset))
}
