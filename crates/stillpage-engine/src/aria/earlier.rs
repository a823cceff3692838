//! The accessibility tree of a page that changed: elements that the changes do not concern have the roles, names and states that they
//! had in the tree before.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::AriaTree;
use super::name::NameComputation;
use super::references::References;
use crate::dom::form::InputType;
use crate::dom::{Dom, MutationRecord, NodeId, NodeMap, local_name};
use crate::layout::Layout;
use crate::style::{Restyled, Styles};

/// Limit: names that are made of names that are made of others, up to which it is followed what they are made of.
const ROUNDS: usize = 8;

/// The number of elements that may differ from those of the first tree whatever the size of the page.
const FEW: usize = 64;

/// The tree of a page as it was, and what has changed since.
#[derive(Debug)]
pub(crate) struct EarlierTree {
    pub(super) tree: AriaTree,
    /// Nodes whose data or children changed, that came, or that were styled again.
    pub(super) changed: FxHashSet<NodeId>,
    /// Nothing but texts changed.
    pub(super) is_text_alone: bool,
    /// Something was styled again.
    is_restyled: bool,
}

impl EarlierTree {
    /// The tree of a page before it changes; `None` if nothing can be taken from it.
    pub(crate) fn of(tree: AriaTree) -> Option<Self> {
        let is_simple = tree.is_simple;
        is_simple.then(|| Self { tree, changed: FxHashSet::default(), is_text_alone: true, is_restyled: false })
    }

    /// Notes changes of the page, which `dom` is after them; `None` if nothing can be taken from the tree any more. `is_idle`: true
    /// for changes that say nothing about roles, names and states.
    pub(crate) fn after(
        mut self,
        dom: &Dom,
        records: &[MutationRecord],
        restyled: &Restyled,
        is_idle: impl Fn(&MutationRecord) -> bool,
    ) -> Option<Self> {
        for record in records.iter().filter(|record| !is_idle(record)) {
            let Some(target) = record.target else { continue };
            let is_text = dom.text(target).is_some();
            let moves = !record.added.is_empty() || !record.removed.is_empty() || record.left.is_some();
            // Attributes may say anything, and what a user did to one control may change another one.
            if record.attribute.is_some() || !is_text && !moves {
                return None;
            }
            self.is_text_alone &= is_text;
            self.changed.insert(target);
            self.changed.extend(record.left);
            for &root in record.added.iter().chain(&record.removed) {
                for node in std::iter::once(root).chain(dom.descendants(root)) {
                    let Some(element) = dom.element(node) else { continue };
                    let is_owner = element.attr(&local_name!("aria-owns")).is_some();
                    if element.shadow_root.is_some() || element.is_frame() || is_owner {
                        return None;
                    }
                    self.changed.insert(node);
                }
            }
        }
        match restyled {
            Restyled::Nothing => {}
            Restyled::Elements(elements) => {
                self.is_restyled |= !elements.whole.is_empty();
                for &root in &elements.whole {
                    self.changed.insert(root);
                    self.changed.extend(dom.descendants(root));
                }
            }
            Restyled::Everything => return None,
        }
        Some(self)
    }
}

impl AriaTree {
    /// Computes roles, names, descriptions and states of what changed, and takes over the others.
    pub(crate) fn build_after(dom: &Dom, styles: &Styles, layout: &Layout, earlier: &EarlierTree) -> Self {
        let old = &earlier.tree;
        // There are no shadow trees and frames.
        let mut order = Vec::with_capacity(old.len() + FEW);
        order.extend(dom.elements_in_order());
        let mut changed = NodeMap::new(dom.len(), false);
        earlier.changed.iter().for_each(|&node| changed[node] = true);
        let is_changed = |node: NodeId| changed[node];
        let exposed = |node: NodeId| Some(old.get(node)?.exposure);
        let boxes_alone = earlier.is_text_alone && !earlier.is_restyled;
        let around = if boxes_alone { None } else { Some(&changed) };
        let exposure = super::hidden::expose_again(dom, styles, layout, &order, exposed, around);
        let Some(exposure) = exposure else { return Self::build(dom, styles, layout) };
        let mut by_others = NodeMap::new(dom.len(), false);
        old.by_others.iter().for_each(|&node| by_others[node] = true);
        earlier.changed.iter().for_each(|&node| by_others[node] = may_be_by_others(dom, node));
        let mut roles = NodeMap::new(dom.len(), None);
        let mut affected = Affected(NodeMap::new(dom.len(), false));
        earlier.changed.iter().for_each(|&node| affected.add(dom, node));
        for &node in &order {
            let known = old.get(node);
            // A header cell heads what is beside it if that has text.
            let is_role_by_others = || match earlier.is_text_alone {
                true => dom.is_html(node, &local_name!("th")),
                false => super::html_aam::has_role_of_others(dom, node),
            };
            let is_known = (earlier.is_text_alone || !is_changed(node)) && !(by_others[node] && is_role_by_others());
            roles[node] = match known {
                Some(known) if is_known => known.role,
                _ => super::html_aam::role(dom, node),
            };
            if known.is_none_or(|known| known.exposure != exposure[node] || known.role != roles[node]) {
                affected.add(dom, node);
            }
        }
        let references = match earlier.is_text_alone {
            true => Arc::clone(&old.references),
            false => {
                let of_changed = order.iter().copied().filter(|&node| is_changed(node));
                let (references, others) = old.references.after(dom, &earlier.changed, of_changed);
                others.iter().for_each(|&node| affected.add(dom, node));
                Arc::new(references)
            }
        };
        if !affected.reach(dom, &references) {
            return Self::build(dom, styles, layout);
        }
        let is_of_fieldset =
            |&node: &NodeId| dom.is_html(node, &local_name!("fieldset")) || dom.is_html(node, &local_name!("legend"));
        let has_other_fieldset = earlier.changed.iter().any(is_of_fieldset);
        let mut names = NameComputation::new(dom, styles, &roles, &exposure);
        let (mut nodes, mut index) = (Vec::new(), NodeMap::new(dom.len(), 0));
        let name = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        for &node in &order {
            let known = old.get(node).filter(|known| {
                let has_same_states = || {
                    earlier.is_text_alone
                        || !by_others[node]
                        || !depends_on_others(dom, node, has_other_fieldset)
                        || super::states_of(dom, node, known.role) == known.states
                };
                !affected.0[node] && has_same_states()
            });
            let shared = known.and_then(|_| Some(*old.index.get(node)?)).filter(|&at| at as usize <= old.shared.len());
            index[node] = shared.unwrap_or_else(|| {
                let new = || super::node_of(dom, &mut names, node, (roles[node], exposure[node]));
                nodes.push(known.cloned().unwrap_or_else(new));
                name(old.shared.len() + nodes.len())
            });
        }
        if !names.is_far_from_limit() || nodes.len() > old.shared.len() / 2 + FEW {
            return Self::build(dom, styles, layout);
        }
        let present: Vec<NodeId> = order.iter().copied().filter(|&node| is_changed(node)).collect();
        let marked = if old.has_focus_marks { &order } else { &present };
        let (active, has_focus_marks) = super::focus::active_elements(dom, &exposure, marked);
        let by_others = match earlier.is_text_alone {
            true => Arc::clone(&old.by_others),
            false => {
                let stay = old.by_others.iter().copied().filter(|&node| !is_changed(node));
                Arc::new(stay.chain(present.into_iter().filter(|&node| by_others[node])).collect())
            }
        };
        let (shared, count) = (Arc::clone(&old.shared), order.len());
        Self { shared, nodes, index, count, references, is_simple: true, active, has_focus_marks, by_others }
    }
}

/// True for an element whose role or states others may decide about: see [`has_role_of_others`] and [`depends_on_others`].
///
/// [`has_role_of_others`]: super::html_aam::has_role_of_others
pub(super) fn may_be_by_others(dom: &Dom, node: NodeId) -> bool {
    depends_on_others(dom, node, true) || super::html_aam::has_role_of_others(dom, node)
}

/// True for an element whose states other controls may decide about, or a `fieldset` around it, if one of those is another one.
fn depends_on_others(dom: &Dom, node: NodeId, has_other_fieldset: bool) -> bool {
    dom.element(node).is_some_and(|element| match element.name.local {
        local_name!("option") => true,
        local_name!("input") => has_other_fieldset || InputType::of(element) == Some(InputType::Radio),
        local_name!("button") | local_name!("select") | local_name!("textarea") | local_name!("optgroup") => {
            has_other_fieldset
        }
        _ => false,
    })
}

/// The elements whose names are to be computed again, with all around each: names are made of what is in an element.
struct Affected(NodeMap<bool>);

impl Affected {
    fn add(&mut self, dom: &Dom, node: NodeId) {
        for node in std::iter::successors(Some(node), |&node| dom.composed_parent(node)) {
            if std::mem::replace(&mut self.0[node], true) {
                break;
            }
        }
    }

    /// Adds those that refer to others of them; false if there may be more.
    fn reach(&mut self, dom: &Dom, references: &References) -> bool {
        for _ in 0..ROUNDS {
            let reached = references.reached(|node| self.0[node]);
            if reached.is_empty() {
                return true;
            }
            reached.iter().for_each(|&node| self.add(dom, node));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::Exposure;
    use super::*;
    use crate::device::Device;
    use crate::dom::{Mutation, ParseOptions};
    use crate::page::{Page, RenderOptions};

    fn by_id(dom: &Dom, id: &str) -> NodeId {
        dom.get_element_by_id(dom.document(), &id.into()).expect("an element")
    }

    /// Asserts that the tree of a changed page is that of a first render; true if nodes of the tree before are in it.
    fn takes_over(body: &str, change: impl Fn(&Dom) -> Mutation) -> bool {
        let dom = Dom::parse(format!("<!doctype html>{body}").as_bytes(), &ParseOptions::default());
        let mut page = Page::render(dom, Device::default(), RenderOptions::default());
        let before = page.aria().clone();
        let mutation = change(page.dom());
        page.update(&[mutation]).expect("a change that is possible");
        let after = page.aria();
        let fresh = AriaTree::build(page.dom(), page.styles(), page.layout());
        for node in (0..page.dom().len()).map(NodeId::from_index) {
            assert_eq!(
                after.get(node),
                fresh.get(node),
                "{:?} of {body}",
                page.dom().element(node).map(|e| &e.name.local)
            );
        }
        assert_eq!((after.len(), after.active_elements()), (fresh.len(), fresh.active_elements()), "{body}");
        Arc::ptr_eq(&after.shared, &before.shared)
    }

    #[test]
    fn visibility_is_computed_again_where_something_changed_alone() {
        let html = "<!doctype html><main><p id=a><b id=b>x</b></p><p hidden><i id=c>y</i></p><svg><g></g></svg></main>";
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let (dom, styles, layout) = (page.dom(), page.styles(), page.layout());
        let order = super::super::composed_elements(dom);
        let fresh =
            super::super::hidden::expose(dom, styles, super::super::hidden::Boxes::Laid(layout), &order).unwrap();
        // What is taken over shows by a flag that nothing else depends on.
        let marked = |node: NodeId| Some(fresh[node] ^ Exposure::POINTER);
        let changed = by_id(dom, "a");
        let mut table = NodeMap::new(dom.len(), false);
        table[changed] = true;
        let again = super::super::hidden::expose_again(dom, styles, layout, &order, marked, Some(&table)).unwrap();
        let computed: Vec<NodeId> = order.iter().copied().filter(|&node| again[node] == fresh[node]).collect();
        // What is in the element that changed goes with it, and parts of an `svg` are what those around them are.
        let group =
            order.iter().copied().find(|&node| dom.element(node).is_some_and(|e| e.name.local == *"g")).unwrap();
        let expected = if layout.get(group).is_some() {
            vec![changed, by_id(dom, "b")]
        } else {
            vec![changed, by_id(dom, "b"), group]
        };
        assert_eq!(computed, expected);
        assert!(order.iter().all(|&node| computed.contains(&node) || again[node] == fresh[node] ^ Exposure::POINTER));
    }

    #[test]
    fn names_follow_what_they_are_made_of() {
        let text = |dom: &Dom| Mutation::SetText {
            node: dom.node(by_id(dom, "a")).first_child.expect("a text"),
            text: "other".to_owned(),
        };
        for body in [
            "<a href=x><b id=a>x</b></a><a href=y>y</a>",
            "<label for=i id=a>x</label><a href=y><input id=i> y</a><label>z<input></label>",
            "<p id=a>x</p><button aria-labelledby=a>y</button><a href=x aria-describedby=a>z</a>",
            "<p><i id=a>x</i></p><a href=x><b id=b aria-labelledby=a>y</b></a><button aria-labelledby=b>z</button>",
            "<table><tr><th>h<td id=a>x<tr><th>h<td></table>",
            "<fieldset><legend id=a>x</legend><input></fieldset><figure><figcaption>y</figcaption></figure>",
        ] {
            assert!(takes_over(body, text), "{body}");
        }
        assert!(!takes_over("<p id=a>x</p><b aria-owns=a>y</b>", text), "owned elements");
        assert!(!takes_over("<p id=a>x</p><iframe srcdoc=y></iframe>", text), "frames");
        // The page may be styled again as a whole, and then nothing is taken over.
        takes_over("<label>x<select><option id=a>y</select></label><select><option>z</select>", text);
    }

    #[test]
    fn names_follow_elements_that_come_and_go() {
        let remove = |dom: &Dom| Mutation::Remove { node: by_id(dom, "a") };
        let copy = |dom: &Dom| {
            let node = by_id(dom, "a");
            let parent = dom.node(node).parent.expect("a parent");
            Mutation::Copy { node, parent, before: dom.node(parent).first_child }
        };
        for body in [
            "<ul><li id=a><a href=x>x</a><li><a href=y>y</a></ul>",
            "<label for=i id=a></label><input id=i title=t><input>",
            "<p id=a><label for=i>x</label></p><input id=i><input title=t>",
            "<div><p id=a>x</p></div><button aria-labelledby=a>y</button>",
            "<div><p id=a>x</p></div><div><p id=a>z</p></div><button aria-labelledby=a>y</button>",
            "<table><tr><th id=a>h<th>i<td>j</table>",
            "<details><summary id=a>x</summary><summary>y</summary>z</details>",
            "<div><datalist id=a></datalist></div><input list=a><h2>x</h2>",
            "<div role=none id=a>x<header>y</header></div><main><b>z</b></main>",
        ] {
            assert!(takes_over(body, remove), "{body}");
            assert!(takes_over(body, copy), "{body}");
        }
        for body in [
            "<fieldset disabled><legend id=a>x</legend><legend><input></legend></fieldset>",
            "<select><option id=a selected>x<option>y</select><input type=radio name=r checked>",
            "<div><input type=radio name=r checked id=a></div><input type=radio name=r checked>",
        ] {
            takes_over(body, remove);
            takes_over(body, copy);
        }
        assert!(!takes_over("<p id=a><b aria-owns=c>y</b></p><i id=c>x</i>", copy), "owned elements");
        let value =
            |dom: &Dom| Mutation::SetAttribute { node: by_id(dom, "a"), name: "title".into(), value: "t".into() };
        assert!(!takes_over("<a id=a href=x><img></a>", value), "an attribute");
    }
}
