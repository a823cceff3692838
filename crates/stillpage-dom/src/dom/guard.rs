//! A guard between tokenizer and tree construction.
//!
//! Tree construction looks through its stack of open elements for most tags, so deep nesting makes it quadratic. The stack
//! itself cannot be reached from a sink; [`Guard`] keeps it short.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{Tracer, TreeBuilder, TreeSink};
use rustc_hash::FxHashMap;

use super::excess::MAX_ATTRIBUTES;
use super::limit::ParserBudget;
use super::{LocalName, NodeId, local_name};
use crate::limits::Limit;

/// Open elements and active formatting elements from which on start tags no longer nest: above what a page has that
/// [`MAX_DEPTH`] leaves alone.
const DEEP: usize = 768;

/// A sink that has a budget.
pub(super) trait Budgeted {
    /// Returns the budget that parsing draws on.
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
