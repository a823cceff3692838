//! What keeps hostile pages linear: bounds on depth, nodes, names and the parser's own scans.
//!
//! Tree construction looks through its stack of open elements for most tags, so deep nesting makes it quadratic. The stack
//! itself cannot be reached from a sink; [`Guard`] sits between tokenizer and tree construction and keeps it short.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{Tracer, TreeBuilder, TreeSink};
use rustc_hash::FxHashMap;

use super::{Dom, LocalName, NodeData, NodeId, local_name};
use crate::limits::Limit;

/// Limit: elements are nested this deep at most, `html` being at depth 1. Chrome: its parser hangs what would be deeper
/// behind its parent instead (`kMaximumHTMLParserDOMTreeDepth`).
pub(super) const MAX_DEPTH: usize = 513;

/// Limit: distinct ids and class names; those beyond match no selector.
pub(super) const MAX_TOKENS: usize = 1 << 19;

/// Limit: attributes of one tag. The tokenizer compares each with all before it.
const MAX_ATTRIBUTES: usize = 1024;

/// Limit: looks at the stack of open elements. Four times what 512 levels of `<p>` cost for each byte of input.
fn work_limit(bytes: usize) -> u64 {
    (Limit::ParserSteps.value() + bytes as u64 * 512).min(2_000_000_000)
}

/// Limit: bytes of attributes. Formatting elements are repeated in each block they span, attributes included.
fn attribute_limit(bytes: usize) -> u64 {
    (bytes as u64).saturating_mul(4).saturating_add(Limit::AttributeBytes.value())
}

/// Open elements and active formatting elements from which on start tags no longer nest: above what a page has that
/// [`MAX_DEPTH`] leaves alone.
const DEEP: usize = 768;

/// What the sink counts while a document is parsed.
#[derive(Debug, Default)]
pub(super) struct ParserBudget {
    bytes: usize,
    work: Cell<u64>,
    attribute_bytes: Cell<usize>,
    names: RefCell<rustc_hash::FxHashSet<LocalName>>,
    nodes: Cell<usize>,
}

impl ParserBudget {
    /// The budget for a text of `bytes`.
    pub(super) fn new(bytes: usize) -> Self {
        Self { bytes, ..Self::default() }
    }

    /// Counts `n` looks at open elements.
    pub(super) fn spend(&self, n: usize) {
        self.work.set(self.work.get() + n as u64);
    }

    /// Counts a new element; `nodes` are all of the arena.
    pub(super) fn element(&self, name: &LocalName, attributes: &[html5ever::Attribute], nodes: usize) {
        self.nodes.set(nodes);
        let mut names = self.names.borrow_mut();
        if !names.contains(name) {
            names.insert(name.clone());
        }
        let mut bytes = 0;
        for attribute in attributes {
            bytes += attribute.value.len();
            if !names.contains(&attribute.name.local) {
                names.insert(attribute.name.local.clone());
            }
        }
        self.attribute_bytes.set(self.attribute_bytes.get() + bytes);
    }

    /// The limit that the page exceeded, if any: the rest of its text is not parsed.
    fn exceeded(&self) -> Option<Limit> {
        let spent = [
            (Limit::Nodes, self.nodes.get() as u64, Limit::Nodes.value()),
            (Limit::ParserSteps, self.work.get(), work_limit(self.bytes)),
            (Limit::AttributeBytes, self.attribute_bytes.get() as u64, attribute_limit(self.bytes)),
            (Limit::Names, self.names.borrow().len() as u64, Limit::Names.value()),
        ];
        spent.into_iter().find(|(_, spent, allowed)| spent > allowed).map(|(limit, ..)| limit)
    }
}

/// A sink that has a budget.
pub(super) trait Budgeted {
    /// What was spent.
    fn budget(&self) -> &ParserBudget;

    /// Makes an element look like an `object`, at which most scans of the stack end.
    fn set_floor(&self, floor: Option<NodeId>);

    /// True for an element at which a scan may be ended.
    fn may_be_floor(&self, node: NodeId) -> bool;
}

/// Hands tokens on to tree construction, as long as they stay within bounds.
pub(super) struct Guard<S: TreeSink<Handle = NodeId>> {
    pub(super) builder: TreeBuilder<NodeId, S>,
    /// The limit at which parsing ended early.
    pub(super) exceeded: Cell<Option<Limit>>,
    /// A tag with suspiciously many attributes was met.
    pub(super) many_attributes: Cell<bool>,
    /// Tokens so far.
    pub(super) tokens: Cell<usize>,
    /// Tags until the stack is measured again.
    countdown: Cell<usize>,
    /// Open and active formatting elements when last measured.
    height: Cell<usize>,
    /// The open element at height [`DEEP`].
    floor: Cell<Option<NodeId>>,
    /// Elements that would be open if they were not closed at once because the stack is too high.
    closed_early: RefCell<ClosedEarly>,
}

/// A stack of names that knows how many there are of each.
#[derive(Debug, Default)]
struct ClosedEarly {
    stack: Vec<LocalName>,
    count: FxHashMap<LocalName, usize>,
}

impl ClosedEarly {
    fn push(&mut self, name: LocalName) {
        *self.count.entry(name.clone()).or_default() += 1;
        self.stack.push(name);
    }

    /// Pops up to and including the last element of this name; false (and empty) without one.
    fn close(&mut self, name: &LocalName) -> bool {
        if self.count.get(name).is_none_or(|&n| n == 0) {
            *self = Self::default();
            return false;
        }
        while let Some(top) = self.stack.pop() {
            if let Some(n) = self.count.get_mut(&top) {
                *n -= 1;
            }
            if top == *name {
                break;
            }
        }
        true
    }
}

/// Counts the handles that tree construction holds: the document, the open elements from the bottom, and some more.
#[derive(Default)]
struct Count {
    all: Cell<usize>,
    floor: Cell<Option<NodeId>>,
}

impl Tracer for Count {
    type Handle = NodeId;
    fn trace_handle(&self, node: &NodeId) {
        self.all.set(self.all.get() + 1);
        if self.all.get() == DEEP {
            self.floor.set(Some(*node));
        }
    }
}

impl<S: TreeSink<Handle = NodeId> + Budgeted> Guard<S> {
    pub(super) fn new(builder: TreeBuilder<NodeId, S>) -> Self {
        Self {
            builder,
            exceeded: Cell::new(None),
            many_attributes: Cell::new(false),
            tokens: Cell::new(0),
            countdown: Cell::new(0),
            height: Cell::new(0),
            floor: Cell::new(None),
            closed_early: RefCell::default(),
        }
    }

    /// Measures the stack from time to time, more rarely the higher it is: constant cost for each tag.
    fn measure(&self) {
        let countdown = self.countdown.get();
        if countdown > 0 {
            self.countdown.set(countdown - 1);
            return;
        }
        let count = Count::default();
        self.builder.trace_handles(&count);
        let height = count.all.get();
        self.height.set(height);
        // Near the limit more often: what is above it is scanned for each tag.
        self.countdown.set(if height < DEEP { ((DEEP - height) / 4).max(4) } else { height / 8 });
        // If many formatting elements are active, this is one of those, maybe; then the stack is not so high.
        self.floor.set(count.floor.get().filter(|&node| self.builder.sink.may_be_floor(node)));
        if self.exceeded.get().is_none() {
            self.exceeded.set(self.builder.sink.budget().exceeded());
        }
    }

    fn start_tag(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        let deep = self.height.get() > DEEP || !self.closed_early.borrow().stack.is_empty();
        if is_formatting(&tag.name) {
            // Compared with every active formatting element, attributes and all.
            self.builder.sink.budget().spend(self.height.get() * (tag.attrs.len() + 1) / 8);
        }
        if !deep
            || keeps_scans_short(&tag.name)
            || self.builder.adjusted_current_node_present_but_not_in_html_namespace()
        {
            return self.builder.process_token(TagToken(tag), line);
        }
        let name = tag.name.clone();
        self.builder.sink.set_floor(self.floor.get());
        let result = self.builder.process_token(TagToken(tag), line);
        self.builder.sink.set_floor(None);
        match result {
            TokenSinkResult::Continue => {}
            // Text-only elements end by themselves.
            other => return other,
        }
        if !is_void(&name) {
            self.closed_early.borrow_mut().push(name.clone());
            let end =
                Tag { kind: EndTag, name, self_closing: false, attrs: Vec::new(), had_duplicate_attributes: false };
            // An end tag never changes the tokenizer's state here: scripts were returned above.
            let _ = self.builder.process_token(TagToken(end), line);
        }
        TokenSinkResult::Continue
    }
}

impl<S: TreeSink<Handle = NodeId> + Budgeted> TokenSink for Guard<S> {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<NodeId> {
        if self.exceeded.get().is_some() {
            return TokenSinkResult::Continue;
        }
        self.tokens.set(self.tokens.get() + 1);
        let TagToken(tag) = token else { return self.builder.process_token(token, line_number) };
        self.measure();
        if tag.attrs.len() > MAX_ATTRIBUTES {
            self.many_attributes.set(true);
        }
        if tag.kind == StartTag {
            return self.start_tag(tag, line_number);
        }
        if !self.closed_early.borrow().stack.is_empty() && self.closed_early.borrow_mut().close(&tag.name) {
            return TokenSinkResult::Continue;
        }
        if is_formatting(&tag.name) {
            self.builder.sink.budget().spend(self.height.get() / 8);
        }
        self.builder.process_token(TagToken(tag), line_number)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// <https://html.spec.whatwg.org/#formatting>
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}

/// Elements that may nest without bound: those at which most scans of the stack end, and those whose content would be
/// dropped outside them.
pub(super) fn keeps_scans_short(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("html")
            | local_name!("head")
            | local_name!("body")
            | local_name!("frameset")
            | local_name!("template")
            | local_name!("table")
            | local_name!("caption")
            | local_name!("colgroup")
            | local_name!("tbody")
            | local_name!("thead")
            | local_name!("tfoot")
            | local_name!("tr")
            | local_name!("td")
            | local_name!("th")
            | local_name!("svg")
            | local_name!("math")
    )
}

/// <https://html.spec.whatwg.org/#void-elements>, and what tree construction treats like them.
pub(super) fn is_void(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("area")
            | local_name!("base")
            | local_name!("basefont")
            | local_name!("bgsound")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("frame")
            | local_name!("hr")
            | local_name!("image")
            | local_name!("img")
            | local_name!("input")
            | local_name!("keygen")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("param")
            | local_name!("source")
            | local_name!("track")
            | local_name!("wbr")
    )
}

impl Dom {
    /// Hangs what is nested deeper than [`MAX_DEPTH`] behind its parent, in tree order; text stays with its parent.
    pub(super) fn limit_depth(&mut self, root: NodeId) {
        let (mut at, mut depth) = (root, 0);
        loop {
            if depth == MAX_DEPTH {
                self.hoist_children(at);
            }
            if let Some(child) = self.node(at).first_child {
                (at, depth) = (child, depth + 1);
                continue;
            }
            loop {
                if at == root {
                    return;
                }
                if let Some(next) = self.node(at).next_sibling {
                    at = next;
                    break;
                }
                let Some(parent) = self.node(at).parent else { return };
                (at, depth) = (parent, depth - 1);
            }
        }
    }

    /// Moves all children that are not text behind `node`; merges the texts that stay.
    fn hoist_children(&mut self, node: NodeId) {
        let mut behind = node;
        let mut last_text: Option<NodeId> = None;
        let mut next = self.node(node).first_child;
        while let Some(child) = next {
            next = self.node(child).next_sibling;
            if let NodeData::Text(text) = &mut self.node_mut(child).data {
                match last_text {
                    Some(last) => {
                        let text = std::mem::take(text);
                        self.extend_text(last, &text);
                        self.detach(child);
                    }
                    None => last_text = Some(child),
                }
                continue;
            }
            self.detach(child);
            self.insert_after(behind, child);
            behind = child;
        }
    }
}

/// Cuts the attributes beyond [`MAX_ATTRIBUTES`] out of every tag; returns the parts of the text to read, each with its
/// offset.
///
/// Approx: knows the text-only elements by name and not where they are allowed; a wrong guess needs a tag of more than a
/// thousand attributes to have an effect.
pub(super) fn without_excess_attributes(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while let Some(open) = bytes.get(at..).and_then(|rest| rest.iter().position(|&b| b == b'<')) {
        at += open + 1;
        let rest = &bytes[at..];
        if rest.starts_with(b"!--") {
            at += rest.windows(3).position(|w| w == b"-->").unwrap_or(rest.len());
            continue;
        }
        let is_end = rest.first() == Some(&b'/');
        at += usize::from(is_end);
        let rest = &bytes[at..];
        if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let name_end = rest.iter().position(|&b| ends_name(b)).unwrap_or(rest.len());
        let name = rest[..name_end].to_ascii_lowercase();
        at += name_end;
        let (end, excess) = attributes(bytes, at);
        if let Some(excess) = excess {
            // Both ends are next to ASCII bytes or at the end, so on character boundaries.
            parts.extend(text.get(from..excess).map(|part| (from, part)));
            from = end;
        }
        at = end;
        if !is_end && RAW_TEXT.contains(&&*name) {
            at += end_tag(&bytes[at..], &name);
        }
    }
    parts.extend(text.get(from..).map(|part| (from, part)));
    parts
}

/// Elements whose content is text up to their end tag.
const RAW_TEXT: &[&[u8]] =
    &[b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes", b"noscript"];

/// Where `</name` is, or the end.
fn end_tag(bytes: &[u8], name: &[u8]) -> usize {
    let mut at = 0;
    while let Some(open) = bytes.get(at..).and_then(|rest| rest.iter().position(|&b| b == b'<')) {
        at += open;
        let rest = &bytes[at + 1..];
        if rest.first() == Some(&b'/') && rest.get(1..=name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name)) {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// From behind a tag name: where the tag ends (at its `>`), and where the attributes begin that are too many.
fn attributes(bytes: &[u8], mut at: usize) -> (usize, Option<usize>) {
    let (mut count, mut excess) = (0, None);
    let peek = |at: usize| bytes.get(at).copied();
    loop {
        while peek(at).is_some_and(|b| b.is_ascii_whitespace() || b == b'/') {
            at += 1;
        }
        match peek(at) {
            None | Some(b'>') => return (at, excess),
            Some(_) => {}
        }
        count += 1;
        if count > MAX_ATTRIBUTES && excess.is_none() {
            excess = Some(at);
        }
        // A leading "=" belongs to the name.
        at += 1;
        while peek(at).is_some_and(|b| !ends_name(b) && b != b'=') {
            at += 1;
        }
        let mut value = at;
        while peek(value).is_some_and(|b| b.is_ascii_whitespace()) {
            value += 1;
        }
        if peek(value) != Some(b'=') {
            continue;
        }
        at = value + 1;
        while peek(at).is_some_and(|b| b.is_ascii_whitespace()) {
            at += 1;
        }
        match peek(at) {
            Some(quote @ (b'"' | b'\'')) => {
                at += 1;
                at += bytes[at..].iter().position(|&b| b == quote).map_or(bytes.len() - at, |n| n + 1);
            }
            _ => {
                while peek(at).is_some_and(|b| !b.is_ascii_whitespace() && b != b'>') {
                    at += 1;
                }
            }
        }
    }
}

fn ends_name(b: u8) -> bool {
    b.is_ascii_whitespace() || b == b'/' || b == b'>'
}

#[cfg(test)]
mod tests {
    use super::super::{Atom, ParseOptions};
    use super::*;

    fn parse(html: &str) -> Dom {
        Dom::parse(html.as_bytes(), &ParseOptions::default())
    }

    /// Element count and the depth of the deepest element, `html` being at 1.
    fn shape(dom: &Dom) -> (usize, usize) {
        let mut max = 0;
        let mut stack = vec![(dom.document(), 0)];
        while let Some((node, depth)) = stack.pop() {
            if dom.element(node).is_some() {
                max = max.max(depth);
            }
            stack.extend(dom.children(node).map(|child| (child, depth + 1)));
        }
        (dom.elements_in_order().count(), max)
    }

    fn check(open: &str, close: &str, n: usize, elements: usize) {
        let dom = parse(&(open.repeat(n) + &close.repeat(n) + "<hr>"));
        assert_eq!(shape(&dom), (elements, MAX_DEPTH), "{n} times {open}");
        assert!(!dom.is_truncated(), "{n} times {open}");
    }

    #[test]
    fn depth_is_that_of_chromium() {
        let n = 530;
        let open: String = (0..n).map(|i| format!("<div id=d{i}><!--c-->t{i}")).collect();
        let close: String = (0..n).map(|i| format!("</div>a{i}")).collect();
        let dom = parse(&(open + &close));
        assert_eq!(shape(&dom), (533, 513), "elements and depth");
        let deepest = dom.get_element_by_id(dom.document(), &"d510".into()).unwrap();
        assert_eq!(dom.child_text(deepest), "t510a18", "text stays where it was");
        assert!(dom.children(deepest).count() == 1, "and is one node");
        let after: Vec<_> =
            dom.child_elements(dom.node(deepest).parent.unwrap()).filter_map(|n| dom.element(n)?.id.clone()).collect();
        let expected: Vec<Atom> = (510..530).map(|i| format!("d{i}").into()).collect();
        assert_eq!(after, expected, "what is deeper follows in tree order");
    }

    #[test]
    fn depth_bombs_keep_their_elements() {
        check("<div>", "</div>", 200_000, 200_004);
        check("<span>", "</span>", 20_000, 20_004);
        check("<ul><li>", "</li></ul>", 10_000, 20_004);
        check("<b>", "</b>", 20_000, 20_004);
        check("<table><tr><td>", "</td></tr></table>", 5000, 20_004);
        check("<svg><g>", "</g></svg>", 10_000, 20_004);
    }

    #[test]
    fn depth_of_the_flat_tree_is_bounded() {
        // Each host is slotted at the bottom of a deep shadow tree of the one around it.
        let shadow = format!("<template shadowrootmode=open>{}<slot></slot></template>", "<div>".repeat(100));
        let dom = parse(&(format!("<section>{shadow}").repeat(300)));
        let mut stack = vec![(dom.document(), 0)];
        let mut max = 0;
        while let Some((node, depth)) = stack.pop() {
            max = max.max(depth);
            stack.extend(dom.flat_children(node).map(|child| (child, depth + 1)));
        }
        assert!(max as u64 <= 2 * Limit::FlatDepth.value(), "{max}");
        assert!(dom.is_truncated(), "and it is reported");
    }

    #[test]
    fn limit_on_attributes_cuts_the_tag_short() {
        let many: String = (0..5000).map(|i| format!(" a{i}='>'")).collect();
        let dom = parse(&format!("<script>i<n{many}</script><b{many}></b><p {many}>x<i class=y>"));
        let p = dom.elements_in_order().find(|&n| dom.is_html(n, &local_name!("p"))).unwrap();
        assert_eq!(dom.element(p).unwrap().attributes.len(), MAX_ATTRIBUTES, "attributes");
        assert_eq!(dom.text_content(p), "x", "content");
        // Those of an end tag are never used.
        let end = format!("<p>x</p {many}>");
        let kept: usize = without_excess_attributes(&end).iter().map(|(_, part)| part.len()).sum();
        assert!(kept < 10 * MAX_ATTRIBUTES, "{kept}");
        let script = dom.elements_in_order().find(|&n| dom.is_html(n, &local_name!("script"))).unwrap();
        assert!(dom.text_content(script).len() > 5000 * 6, "scripts are not tags");
    }

    #[test]
    fn limit_on_effort_ends_the_parse() {
        // Each paragraph repeats all open formatting elements.
        let many: String = (0..300).map(|i| format!("<b id={i}>")).collect();
        let dom = parse(&format!("<p>{many}</p>{}", "<p>x</p>".repeat(10_000)));
        assert!(dom.is_truncated(), "repeated formatting elements");
        // And their attributes.
        let long = format!("<p><b title={}></p>", "x".repeat(1_000_000));
        let dom = parse(&(long + &"<p>x</p>".repeat(1000)));
        assert!(dom.is_truncated(), "repeated attributes");
        let names: String = (0..100_000).map(|i| format!("<x-{i}></x-{i}>")).collect();
        assert!(parse(&names).is_truncated(), "names");
        let forms = "<form><div><input>".repeat(5000);
        assert!(!parse(&forms).is_truncated(), "forms");
    }
}
