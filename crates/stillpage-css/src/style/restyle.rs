//! Invalidation: the styles that a change of the tree can alter are computed again, the others are kept.
//!
//! Conservative: where the elements that changed and those around them do not decide, the whole page is styled again.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Styles;
use super::computed::{Content, ContentItem};
use super::prune::LackedNames;
use super::relations::{changed_words, elements_around};
use crate::dom::{Atom, Dom, ElementData, Interaction, LocalName, MutationRecord, NodeData, NodeId, local_name, ns};
use crate::selector::{
    Focus, OfSiblings, Relational, SelectorFeatures, SiblingSides, focused, is_about_focus, may_ask_for_focus,
};

/// The results of a cascade that decide which styles a later change invalidates.
#[derive(Debug, Clone, Default)]
pub(crate) struct InvalidationSet {
    /// The features that selectors depend on.
    pub(super) selectors: Arc<SelectorFeatures>,
    /// Rules that need these names were left out.
    pub(super) lacked: Arc<LackedNames>,
    /// The rules were read again for a change.
    pub(super) has_read_again: bool,
    /// Some value depends on attributes: `attr()`.
    pub(super) reads_attributes: bool,
    /// The user's interaction with the page.
    pub(super) interaction: Option<Interaction>,
    /// The innermost element under the pointer.
    pub(super) hover: Option<NodeId>,
    /// The focus, if some selector depends on it.
    pub(super) focus: Focus,
    /// One document without shadow trees, scopes and containers.
    pub(super) is_simple: bool,
    /// Spent of the budgets for substituted text and for steps of selectors, by this cascade and those it is based on.
    pub(super) spent: (u64, u64),
}

/// The elements to restyle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    Nothing,
    /// `roots` with all in them, and `single` elements, with what is in them only if their style is another one then; the
    /// styles of what was removed go.
    Elements {
        roots: Vec<NodeId>,
        single: Vec<NodeId>,
        removed: Vec<NodeId>,
    },
    Everything,
}

/// Attributes that mean something to one element and what is in it, if no selector asks for them.
///
/// `style`, and presentational hints: <https://html.spec.whatwg.org/multipage/rendering.html>
fn concerns_contents_alone(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("style")
            | local_name!("class")
            | local_name!("id")
            | local_name!("hidden")
            | local_name!("href")
            | local_name!("src")
            | local_name!("width")
            | local_name!("height")
            | local_name!("colspan")
            | local_name!("rowspan")
            | local_name!("value")
            | local_name!("checked")
    )
}

/// Attributes that mean nothing to styles unless a selector asks for them.
fn concerns_selectors_alone(name: &str) -> bool {
    name.strip_prefix("data-").is_some_and(|rest| !rest.starts_with("frozen"))
        || name.starts_with("aria-")
        || matches!(name, "title" | "alt" | "role" | "for" | "tabindex" | "name" | "rel" | "target")
}

/// Elements whose children say something about other elements: controls, their groups and their labels.
fn is_of_a_form(element: &ElementData) -> bool {
    element.name.ns == ns!(html)
        && matches!(
            element.name.local,
            local_name!("fieldset")
                | local_name!("select")
                | local_name!("optgroup")
                | local_name!("option")
                | local_name!("textarea")
                | local_name!("datalist")
                | local_name!("output")
        )
}

fn is_control(element: &ElementData) -> bool {
    is_of_a_form(element)
        || element.name.ns == ns!(html)
            && matches!(
                element.name.local,
                local_name!("input") | local_name!("button") | local_name!("form") | local_name!("object")
            )
}

/// The name of the group of a radio button.
fn radio_name(element: &ElementData) -> Option<&str> {
    // Most elements are something else.
    if element.name.local != local_name!("input") {
        return None;
    }
    let kind = element.attr(&local_name!("type"))?;
    element.attr(&local_name!("name")).filter(|_| kind.trim().eq_ignore_ascii_case("radio"))
}

/// Elements that decide about more than themselves.
fn reaches_far(element: &ElementData) -> bool {
    element.shadow_root.is_some()
        || element.frame_document.is_some()
        || element.template_contents.is_some()
        || matches!(
            element.name.local,
            local_name!("style")
                | local_name!("link")
                | local_name!("base")
                | local_name!("meta")
                | local_name!("html")
                | local_name!("slot")
                | local_name!("dialog")
        )
        || element.attributes.iter().any(|attribute| {
            let name = &*attribute.name.local;
            name.starts_with("data-frozen") || matches!(name, "autofocus" | "popover")
        })
}

impl Focus {
    /// True if it is that of the page after these changes, too.
    fn is_that_of(self, dom: &Dom, records: &[MutationRecord]) -> bool {
        // A text moves no focus.
        let is_of_text = |record: &MutationRecord| {
            record.attribute.is_none() && record.left.is_none() && record.added.is_empty() && record.removed.is_empty()
        };
        let asks = |node: NodeId| dom.element(node).is_some_and(may_ask_for_focus);
        let may_ask = |record: &MutationRecord| {
            record.attribute.as_ref().is_some_and(|name| is_about_focus(name))
                || record.added.iter().any(|&top| std::iter::once(top).chain(dom.descendants(top)).any(asks))
        };
        match self.is_asked_for {
            true => records.iter().all(is_of_text) || self.node == focused(dom),
            false => !records.iter().any(may_ask),
        }
    }
}

impl Styles {
    /// Returns the elements whose styles have to be computed again after changes of the tree; `has_sizes`: a layout can say what sizes
    /// these styles were computed with.
    pub(super) fn plan(&self, dom: &Dom, records: &[MutationRecord], has_sizes: bool) -> Plan {
        let basis = &*self.basis;
        let is_plain = basis.is_simple
            && (!basis.selectors.is_far_reaching || records.is_empty())
            && !self.size_dependencies.has_frames()
            // Where a limit was reached depends on every step of selectors, which a change of the tree may add.
            && (self.warnings.is_empty() || records.is_empty())
            && (dom.interaction() == basis.interaction.as_ref()
                || !basis.selectors.has_focus && !basis.selectors.has_hover)
            && (dom.hover() == basis.hover || !basis.selectors.has_hover)
            && (!basis.selectors.has_focus || basis.focus.is_that_of(dom, records));
        if !is_plain {
            return Plan::Everything;
        }
        let mut planner = Planner {
            styles: self,
            dom,
            basis,
            roots: Vec::new(),
            single: Vec::new(),
            removed: Vec::new(),
            restated: Vec::new(),
            radio_groups: FxHashSet::default(),
        };
        if records.iter().any(|record| planner.add(record).is_none()) || planner.restate_groups().is_none() {
            return Plan::Everything;
        }
        let around = elements_around(dom, &basis.selectors, records, &planner.restated);
        planner.single.extend(around);
        let Planner { roots, single, removed, .. } = planner;
        if roots.is_empty() && single.is_empty() && removed.is_empty() {
            return Plan::Nothing;
        }
        let may_settle = || has_sizes && self.size_dependencies.settle_by_nesting(dom, self);
        if !self.size_dependencies.is_empty() && !may_settle() {
            return Plan::Everything;
        }
        // What hangs on counters hangs on everything before it.
        let counts = |item: &ContentItem| !matches!(item, ContentItem::Text(_) | ContentItem::Image(_));
        let has_counters = self.pseudos.iter().any(|(_, _, style)| match &style.content {
            Content::Items(items, _) => items.is_empty() || items.iter().any(counts),
            _ => false,
        });
        if has_counters { Plan::Everything } else { Plan::Elements { roots, single, removed } }
    }
}

struct Planner<'a> {
    styles: &'a Styles,
    dom: &'a Dom,
    basis: &'a InvalidationSet,
    roots: Vec<NodeId>,
    single: Vec<NodeId>,
    removed: Vec<NodeId>,
    /// Elements that may be in another state, as others of their group came or went.
    restated: Vec<NodeId>,
    /// The names of groups of radio buttons that some came to or went from.
    radio_groups: FxHashSet<Box<str>>,
}

impl Planner<'_> {
    /// Adds what a change concerns; `None` if that is everything.
    fn add(&mut self, record: &MutationRecord) -> Option<()> {
        let Some(target) = record.target else { return Some(()) };
        match &record.attribute {
            Some(name) => self.add_attribute(target, name, record.old_value.as_deref()),
            None => {
                self.add_children(target, record)?;
                match record.left {
                    Some(left) if left != target => self.add_children(left, &MutationRecord::default()),
                    _ => Some(()),
                }
            }
        }
    }

    fn add_attribute(&mut self, node: NodeId, name: &LocalName, old: Option<&str>) -> Option<()> {
        let (dom, selectors) = (self.dom, &self.basis.selectors);
        let element = dom.element(node)?;
        if reaches_far(element) || self.basis.reads_attributes {
            return None;
        }
        let atom = Atom::from(&**name);
        let new = element.attr(name);
        let is_asked_for = selectors.has_attribute(&atom);
        if *name == local_name!("name") && (selectors.has_checked || selectors.has_form_states) && is_control(element) {
            return None;
        }
        if !is_asked_for && concerns_selectors_alone(name) {
            return Some(());
        }
        match *name {
            local_name!("class") => {
                if !is_asked_for && !changed_words(old, new).any(|word| selectors.has_class(word)) {
                    return Some(());
                }
            }
            local_name!("id") if !is_asked_for => {
                if ![old, new].into_iter().flatten().any(|id| selectors.has_id(id)) {
                    return Some(());
                }
            }
            _ => {}
        }
        let is_of_group = matches!(*name, local_name!("value") | local_name!("checked"))
            && (selectors.has_form_states
                || selectors.has_checked && *name == local_name!("checked")
                || element.name.local == local_name!("li"));
        if !concerns_contents_alone(name) || is_of_group || *name == local_name!("src") && is_asked_for {
            return None;
        }
        self.restyle(node)?;
        self.add_siblings_behind(node);
        Some(())
    }

    /// Adds what a change of the children of a node, or of its text, concerns.
    fn add_children(&mut self, target: NodeId, record: &MutationRecord) -> Option<()> {
        let (dom, selectors) = (self.dom, &self.basis.selectors);
        let is_text = matches!(dom.node(target).data, NodeData::Text(_) | NodeData::Comment(_));
        let parent = if is_text { dom.node(target).parent } else { Some(target) };
        let Some(parent) = parent else { return Some(()) };
        let around: Vec<&ElementData> =
            std::iter::once(parent).chain(dom.ancestors(parent)).filter_map(|node| dom.element(node)).collect();
        for element in &around {
            let is_automatic = element.name.local == local_name!("bdi")
                || element.attr(&local_name!("dir")).is_some_and(|dir| dir.trim().eq_ignore_ascii_case("auto"));
            let is_sheet = matches!(element.name.local, local_name!("style") | local_name!("template"));
            if is_automatic || is_sheet || is_of_a_form(element) && element.name.local != local_name!("fieldset") {
                return None;
            }
        }
        if selectors.has_empty && self.may_have_been_empty(parent, target, record) {
            // As a sibling, and as what holds its siblings.
            if selectors.relational().iter().any(Relational::asks_for_empty) {
                return None;
            }
            self.restyle(dom.node(parent).parent?)?;
        }
        if is_text {
            return Some(());
        }
        let element = dom.element(parent)?;
        if element.name.local == local_name!("fieldset") {
            return None;
        }
        for &top in record.added.iter().chain(&record.removed) {
            for node in std::iter::once(top).chain(dom.descendants(top)) {
                let Some(element) = dom.element(node) else { continue };
                if reaches_far(element) {
                    return None;
                }
                if is_control(element) && (selectors.has_form_states || selectors.has_checked) {
                    self.add_control(&[Some(parent), record.left], node, element)?;
                }
            }
        }
        for &node in &record.added {
            self.restyle(node)?;
        }
        self.removed.extend(record.removed.iter().copied().filter(|&node| !dom.is_connected(node)));
        let is_element = |node: NodeId| dom.element(node).is_some();
        if record.left.is_some()
            || record.target.is_none()
            || record.added.iter().chain(&record.removed).any(|&n| is_element(n))
        {
            let is_only_added = record.left.is_none() && record.removed.is_empty() && !record.added.is_empty();
            let asked = selectors.of_siblings(&around);
            let mut sides = SiblingSides { before: !is_only_added, behind: true };
            for child in dom.children(parent) {
                // Those before what was added count it from the end, those behind it from the start.
                sides.before |= record.added.first() == Some(&child);
                self.add_sibling(child, &asked, sides);
                sides.behind &= !is_only_added || record.added.last() != Some(&child);
            }
        }
        Some(())
    }

    /// Adds the elements that a control decides about by coming or going, in these parents; `None` if they are not known.
    fn add_control(&mut self, parents: &[Option<NodeId>], node: NodeId, element: &ElementData) -> Option<()> {
        let dom = self.dom;
        let is_holder = |node: NodeId| {
            dom.element(node)
                .is_some_and(|element| matches!(element.name.local, local_name!("form") | local_name!("fieldset")))
        };
        let mut around =
            parents.iter().flatten().flat_map(|&parent| std::iter::once(parent).chain(dom.ancestors(parent)));
        let mut may_have_owner =
            || is_holder(node) || element.attr(&local_name!("form")).is_some() || around.any(is_holder);
        if self.basis.selectors.has_form_states && may_have_owner() {
            return None;
        }
        self.radio_groups.extend(radio_name(element).map(Into::into));
        Some(())
    }

    /// Adds the radio buttons of groups that others came to or went from; `None` if they are not known.
    fn restate_groups(&mut self) -> Option<()> {
        if self.radio_groups.is_empty() {
            return Some(());
        }
        let (dom, styles, groups) = (self.dom, self.styles, std::mem::take(&mut self.radio_groups));
        // What is new gets its style in any case.
        let is_of_group = |&node: &NodeId| {
            dom.element(node).and_then(radio_name).is_some_and(|name| groups.contains(name))
                && styles.get(node).is_some()
        };
        // Those behind the first of some siblings are behind the others too, or one of them.
        let mut parents = FxHashSet::default();
        for node in dom.descendants(dom.document()).filter(is_of_group) {
            self.restyle(node)?;
            if parents.insert(dom.node(node).parent) {
                self.add_siblings_behind(node);
            }
            self.restated.push(node);
        }
        Some(())
    }

    /// Adds the siblings behind an element that selectors may look at it from.
    fn add_siblings_behind(&mut self, node: NodeId) {
        let (dom, selectors) = (self.dom, &self.basis.selectors);
        if selectors.has_siblings {
            let around: Vec<&ElementData> = dom.ancestors(node).filter_map(|around| dom.element(around)).collect();
            let asked = selectors.of_siblings(&around);
            let mut next = dom.node(node).next_sibling;
            while let Some(sibling) = next {
                self.add_sibling(sibling, &asked, SiblingSides::BOTH);
                next = dom.node(sibling).next_sibling;
            }
        }
    }

    /// Without what changed, the node may have no child that `:empty` looks at.
    fn may_have_been_empty(&self, parent: NodeId, target: NodeId, record: &MutationRecord) -> bool {
        !self.dom.children(parent).any(|child| {
            let counts = match &self.dom.node(child).data {
                NodeData::Element(_) => true,
                NodeData::Text(text) => !text.is_empty(),
                _ => false,
            };
            counts && child != target && !record.added.contains(&child)
        })
    }

    /// Adds the elements whose sibling selectors see other siblings of a node on these sides.
    fn add_sibling(&mut self, node: NodeId, asked: &OfSiblings<'_>, sides: SiblingSides) {
        let Some(element) = self.dom.element(node) else { return };
        let reach = asked.reach(element, sides);
        if reach.itself {
            self.single.push(node);
        }
        if reach.reaches_inside() {
            let may_be_styled = |node: &NodeId| self.dom.element(*node).is_some_and(|element| reach.may_style(element));
            self.single.extend(self.dom.descendants(node).filter(may_be_styled));
        }
    }

    /// Adds an element with all in it.
    fn restyle(&mut self, node: NodeId) -> Option<()> {
        let dom = self.dom;
        if dom.element(node).is_none() {
            // Text has no style; what has a document for its parent decides about all.
            return if matches!(dom.node(node).data, NodeData::Document(_)) { None } else { Some(()) };
        }
        if !dom.is_connected(node) {
            self.removed.push(node);
            return Some(());
        }
        // The root's font is what `rem` means, and styles of `body` go to the viewport.
        let parent = dom.node(node).parent?;
        if dom.element(parent).is_none() || self.styles.get(parent).is_none() && !self.is_in_roots(parent) {
            return None;
        }
        self.roots.push(node);
        Some(())
    }

    fn is_in_roots(&self, node: NodeId) -> bool {
        std::iter::once(node).chain(self.dom.ancestors(node)).any(|node| self.roots.contains(&node))
    }
}

/// Makes room for nodes that are new.
pub(super) fn grow(styles: &mut Styles, dom: &Dom) {
    styles.elements.grow(dom.len(), None);
    styles.has_pseudo.grow(dom.len(), false);
}

/// Takes the styles of nodes away, with those of their pseudo-elements and of all in them.
pub(super) fn forget(styles: &mut Styles, dom: &Dom, tops: &[NodeId]) {
    let mut any_pseudo = false;
    for &top in tops {
        for node in std::iter::once(top).chain(dom.descendants(top)) {
            styles.elements[node] = None;
            any_pseudo |= std::mem::take(&mut styles.has_pseudo[node]);
        }
    }
    if any_pseudo {
        let has_pseudo = &styles.has_pseudo;
        styles.pseudos.retain(|(node, ..)| has_pseudo[*node]);
    }
}

/// The roots that are not in others, in no special order, each once.
pub(super) fn outermost(dom: &Dom, roots: &[NodeId]) -> Vec<NodeId> {
    let mut sorted: Vec<NodeId> = roots.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let is_outermost = |node: &NodeId| !dom.ancestors(*node).any(|above| sorted.binary_search(&above).is_ok());
    sorted.iter().copied().filter(is_outermost).collect()
}

/// True if a style could not be computed apart from those of other elements.
pub(super) fn counts(styles: &[(NodeId, super::Pseudo, Arc<super::ComputedStyle>)]) -> bool {
    styles.iter().any(|(_, _, style)| match &style.content {
        Content::Items(items, _) => {
            items.iter().any(|item| matches!(item, ContentItem::CounterUse(_) | ContentItem::QuoteUse(_)))
        }
        _ => false,
    })
}
