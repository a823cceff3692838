//! Elements as the `selectors` crate sees them.

use std::fmt;

use selectors::attr::{AttrSelectorOperation, AttrSelectorOperator, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::matching::{ElementSelectorFlags, MatchingContext};
use selectors::{Element, OpaqueElement};

use super::ancestors::each_hash;
use super::kind::is_link;
use super::names::{Name, Text};
use super::pseudo::{Names, PseudoClass, PseudoElement};
use super::state;
use super::tree::Tree;
use crate::dom::{Dom, ElementData, Namespace, NodeData, NodeId, local_name, ns};

/// An element of a tree.
#[derive(Clone, Copy)]
pub(super) struct ElementRef<'a> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) id: NodeId,
    data: &'a ElementData,
}

impl fmt::Debug for ElementRef<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "<{}> {:?}", self.data.name.local, self.id)
    }
}

impl<'a> ElementRef<'a> {
    /// `None` if the node is not an element.
    pub(super) fn new(tree: &'a Tree<'a>, id: NodeId) -> Option<Self> {
        let data = tree.dom.element(id)?;
        Some(Self { tree, id, data })
    }

    fn dom(&self) -> &'a Dom {
        self.tree.dom
    }

    /// The shadow root that the element is in.
    fn containing_root(&self) -> Option<NodeId> {
        if !self.tree.has_shadow {
            return None;
        }
        let top = self.dom().ancestors(self.id).last()?;
        matches!(self.dom().node(top).data, NodeData::ShadowRoot(_)).then_some(top)
    }

    fn first_element(&self, from: Option<NodeId>, next: impl Fn(NodeId) -> Option<NodeId>) -> Option<Self> {
        let mut at = from;
        while let Some(id) = at.filter(|_| self.tree.work.step(1)) {
            if let Some(element) = Self::new(self.tree, id) {
                return Some(element);
            }
            at = next(id);
        }
        None
    }
}

/// Returns `true` if the value of an attribute meets a condition.
fn value_matches(operation: &AttrSelectorOperation<&Text>, value: &str) -> bool {
    match operation {
        // Linear in both texts, however they repeat themselves.
        AttrSelectorOperation::WithValue {
            operator: AttrSelectorOperator::Substring,
            case_sensitivity,
            value: part,
        } => {
            let part: &str = part.as_ref();
            let holds = |value: &str, part: &str| memchr::memmem::find(value.as_bytes(), part.as_bytes()).is_some();
            !part.is_empty()
                && match case_sensitivity {
                    CaseSensitivity::CaseSensitive => holds(value, part),
                    CaseSensitivity::AsciiCaseInsensitive => {
                        holds(&value.to_ascii_lowercase(), &part.to_ascii_lowercase())
                    }
                }
        }
        other => other.eval_str(value),
    }
}

impl Element for ElementRef<'_> {
    type Impl = Names;

    fn opaque(&self) -> OpaqueElement {
        /// A look into a cache, which is likely to miss that of the processor: as long as several steps.
        const LOOK: u64 = 3;
        self.tree.work.step(LOOK);
        self.tree.work.may_cache();
        OpaqueElement::new(self.dom().node(self.id))
    }

    fn parent_element(&self) -> Option<Self> {
        if !self.tree.work.step(1) {
            return None;
        }
        Self::new(self.tree, self.dom().node(self.id).parent?)
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        self.dom().node(self.id).parent.is_some_and(|p| matches!(self.dom().node(p).data, NodeData::ShadowRoot(_)))
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        match &self.dom().node(self.containing_root()?).data {
            NodeData::ShadowRoot(root) => Self::new(self.tree, root.host),
            _ => None,
        }
    }

    fn pseudo_element_originating_element(&self) -> Option<Self> {
        // Pseudo-elements are matched in place of their originating element.
        Some(*self)
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        let dom = self.dom();
        self.first_element(dom.node(self.id).previous_sibling, |id| dom.node(id).previous_sibling)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        let dom = self.dom();
        self.first_element(dom.node(self.id).next_sibling, |id| dom.node(id).next_sibling)
    }

    fn first_element_child(&self) -> Option<Self> {
        let dom = self.dom();
        self.first_element(dom.node(self.id).first_child, |id| dom.node(id).next_sibling)
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.data.name.ns == ns!(html)
    }

    fn has_local_name(&self, name: &Name) -> bool {
        self.data.name.local == name.0
    }

    fn has_namespace(&self, namespace: &Namespace) -> bool {
        self.data.name.ns == *namespace
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.data.name.local == other.data.name.local && self.data.name.ns == other.data.name.ns
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&Namespace>,
        name: &Name,
        operation: &AttrSelectorOperation<&Text>,
    ) -> bool {
        /// Bytes of a value that are compared in one step.
        const STEP: usize = 256;
        self.data.attributes.iter().any(|attribute| {
            attribute.name.local == name.0
                && self.tree.work.step((attribute.value.len() / STEP) as u64)
                && match namespace {
                    NamespaceConstraint::Any => true,
                    NamespaceConstraint::Specific(url) => attribute.name.ns == **url,
                }
                && value_matches(operation, &attribute.value)
        })
    }

    fn match_non_ts_pseudo_class(&self, class: &PseudoClass, context: &mut MatchingContext<'_, Names>) -> bool {
        if let PseudoClass::SelfOrAncestor(selector) = class {
            let mut at = Some(*self);
            while let Some(element) = at {
                let matched =
                    context.nest(|context| selectors::matching::matches_selector(selector, 0, None, element, context));
                if matched {
                    return true;
                }
                at = element.parent_element().or_else(|| element.containing_shadow_host());
            }
            return false;
        }
        state::is_in_state(self.tree, self.id, self.data, class)
    }

    fn match_pseudo_element(&self, _: &PseudoElement, _: &mut MatchingContext<'_, Names>) -> bool {
        false
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    /// <https://html.spec.whatwg.org/#selector-link>: `a` and `area` with `href`; SVG's `a` too.
    fn is_link(&self) -> bool {
        is_link(self.data)
    }

    fn is_html_slot_element(&self) -> bool {
        self.data.name.ns == ns!(html) && self.data.name.local == local_name!("slot")
    }

    fn assigned_slot(&self) -> Option<Self> {
        Self::new(self.tree, self.dom().assigned_slot(self.id)?)
    }

    fn has_id(&self, id: &Name, case: CaseSensitivity) -> bool {
        self.data.id.as_ref().is_some_and(|own| match case {
            CaseSensitivity::CaseSensitive => *own == id.0,
            CaseSensitivity::AsciiCaseInsensitive => own.eq_ignore_ascii_case(&id.0),
        })
    }

    fn has_class(&self, name: &Name, case: CaseSensitivity) -> bool {
        /// Classes that are compared in one step.
        const STEP: usize = 16;
        self.tree.work.step((self.data.classes.len() / STEP) as u64);
        self.data.classes.iter().any(|own| match case {
            CaseSensitivity::CaseSensitive => *own == name.0,
            CaseSensitivity::AsciiCaseInsensitive => own.eq_ignore_ascii_case(&name.0),
        })
    }

    fn has_custom_state(&self, _: &Name) -> bool {
        false
    }

    /// <https://drafts.csswg.org/css-shadow-parts/#exportparts-attr>: the inner name that `name` outside stands for.
    fn imported_part(&self, name: &Name) -> Option<Name> {
        let list = self.data.attr(&local_name!("exportparts"))?;
        list.split(',').find_map(|entry| {
            let (inner, outer) = entry.split_once(':').map_or((entry, entry), |(inner, outer)| (inner, outer));
            (outer.trim() == &*name.0).then(|| Name::from(inner.trim()))
        })
    }

    fn is_part(&self, name: &Name) -> bool {
        self.data.attr(&local_name!("part")).is_some_and(|list| list.split_ascii_whitespace().any(|p| p == &*name.0))
    }

    fn is_empty(&self) -> bool {
        self.dom().children(self.id).take_while(|_| self.tree.work.step(1)).all(|child| {
            match &self.dom().node(child).data {
                NodeData::Element(_) => false,
                NodeData::Text(text) => text.is_empty(),
                _ => true,
            }
        })
    }

    fn is_root(&self) -> bool {
        self.dom().node(self.id).parent.is_some_and(|p| matches!(self.dom().node(p).data, NodeData::Document(_)))
    }

    fn add_element_unique_hashes(&self, filter: &mut BloomFilter) -> bool {
        each_hash(self.data, |hash| filter.insert_hash(hash & selectors::bloom::BLOOM_HASH_MASK));
        true
    }
}
