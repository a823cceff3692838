//! Limits that keep hostile pages linear: bounds on depth, nodes, names and the parser's own scans.

use std::cell::{Cell, RefCell};

use super::{Dom, LocalName, NodeId};
use crate::limits::Limit;

/// Limit: elements are nested this deep at most, `html` being at depth 1. Chrome: its parser hangs what would be deeper
/// behind its parent instead (`kMaximumHTMLParserDOMTreeDepth`).
pub(super) const MAX_DEPTH: usize = 513;

/// Limit: distinct ids and class names; those beyond match no selector.
pub(super) const MAX_TOKENS: usize = 1 << 19;

/// Limit: looks at the stack of open elements. Four times what 512 levels of `<p>` cost for each byte of input.
fn work_limit(bytes: usize) -> u64 {
    (Limit::ParserSteps.value() + bytes as u64 * 512).min(2_000_000_000)
}

/// Limit: bytes of attributes. Formatting elements are repeated in each block they span, attributes included.
fn attribute_limit(bytes: usize) -> u64 {
    (bytes as u64).saturating_mul(4).saturating_add(Limit::AttributeBytes.value())
}

/// The budget of one parse, as counted by the sink.
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
    pub(super) fn exceeded(&self) -> Option<Limit> {
        let spent = [
            (Limit::Nodes, self.nodes.get() as u64, Limit::Nodes.value()),
            (Limit::ParserSteps, self.work.get(), work_limit(self.bytes)),
            (Limit::AttributeBytes, self.attribute_bytes.get() as u64, attribute_limit(self.bytes)),
            (Limit::Names, self.names.borrow().len() as u64, Limit::Names.value()),
        ];
        spent.into_iter().find(|(_, spent, allowed)| spent > allowed).map(|(limit, ..)| limit)
    }
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
            if let Some(text) = self.text(child) {
                match last_text {
                    Some(last) => {
                        let text = text.to_owned();
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
