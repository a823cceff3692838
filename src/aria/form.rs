//! Form state, as far as names and states need it.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::dom::{Atom, Dom, ElementData, NodeId, local_name, ns};

/// The labels of each labelled control, in tree order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    of: FxHashMap<NodeId, SmallVec<[NodeId; 2]>>,
}

impl Labels {
    /// Finds the control of each label. `order`: all elements, in tree order.
    pub(crate) fn index(dom: &Dom, order: &[NodeId]) -> Self {
        let mut of: FxHashMap<NodeId, SmallVec<[NodeId; 2]>> = FxHashMap::default();
        for &label in order.iter().filter(|&&n| dom.is_html(n, &local_name!("label"))) {
            let control = match dom.attr(label, &local_name!("for")) {
                Some(id) => dom.get_element_by_id(dom.tree_root(label), &Atom::from(id)),
                None => dom.descendants(label).find(|&n| is_labelable(dom, n)),
            };
            if let Some(control) = control.filter(|&n| is_labelable(dom, n)) {
                of.entry(control).or_default().push(label);
            }
        }
        Self { of }
    }

    /// The labels of a control.
    pub(crate) fn get(&self, control: NodeId) -> &[NodeId] {
        self.of.get(&control).map_or(&[], SmallVec::as_slice)
    }
}

fn html(dom: &Dom, node: NodeId) -> Option<&ElementData> {
    dom.element(node).filter(|e| e.name.ns == ns!(html))
}

/// <https://html.spec.whatwg.org/#category-label>
fn is_labelable(dom: &Dom, node: NodeId) -> bool {
    html(dom, node).is_some_and(|e| match &*e.name.local {
        "button" | "meter" | "output" | "progress" | "select" | "textarea" => true,
        "input" => !has_type(e, "hidden"),
        _ => false,
    })
}

pub(crate) fn has_type(element: &ElementData, name: &str) -> bool {
    element.attr(&local_name!("type")).is_some_and(|kind| kind.eq_ignore_ascii_case(name))
}

/// Disabled by markup, a disabled `fieldset` or a disabled `optgroup`.
pub(crate) fn is_disabled(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = html(dom, node) else { return false };
    if !matches!(&*element.name.local, "button" | "input" | "select" | "textarea" | "option" | "optgroup") {
        return false;
    }
    if element.attr(&local_name!("disabled")).is_some() {
        return true;
    }
    let disabled = |n: NodeId| dom.attr(n, &local_name!("disabled")).is_some();
    let mut below = node;
    for ancestor in dom.ancestors(node) {
        if dom.is_html(ancestor, &local_name!("optgroup"))
            && element.name.local == local_name!("option")
            && disabled(ancestor)
        {
            return true;
        }
        if dom.is_html(ancestor, &local_name!("fieldset")) && disabled(ancestor) {
            let legend = dom.child_elements(ancestor).find(|&n| dom.is_html(n, &local_name!("legend")));
            if legend != Some(below) {
                return true;
            }
        }
        below = ancestor;
    }
    false
}

/// The value of an `input` or `textarea`.
pub(crate) fn value(dom: &Dom, node: NodeId) -> Cow<'_, str> {
    if dom.is_html(node, &local_name!("textarea")) {
        return Cow::Owned(dom.child_text(node));
    }
    Cow::Borrowed(dom.attr(node, &local_name!("value")).unwrap_or(""))
}

pub(crate) fn is_checked(dom: &Dom, node: NodeId) -> bool {
    dom.attr(node, &local_name!("checked")).is_some()
}

/// The selectedness of an option.
///
/// <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
pub(crate) fn is_selected(dom: &Dom, option: NodeId) -> bool {
    let select = dom.ancestors(option).find(|&n| dom.is_html(n, &local_name!("select")));
    let marked = |n: NodeId| dom.attr(n, &local_name!("selected")).is_some();
    let Some(select) = select.filter(|&n| dom.attr(n, &local_name!("multiple")).is_none()) else {
        return marked(option);
    };
    let options = || dom.descendants(select).filter(|&n| dom.is_html(n, &local_name!("option")));
    let chosen = options().filter(|&n| marked(n)).last().or_else(|| {
        let rows = dom.attr(select, &local_name!("size")).and_then(|size| size.trim().parse::<u32>().ok());
        if rows.is_some_and(|rows| rows > 1) { None } else { options().find(|&n| !is_disabled(dom, n)) }
    });
    chosen == Some(option)
}

pub(crate) fn is_indeterminate(dom: &Dom, node: NodeId) -> bool {
    dom.attr(node, &Atom::from("data-frozen-indeterminate")).is_some()
}
