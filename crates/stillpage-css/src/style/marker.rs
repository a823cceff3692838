//! Markers of list items that were styled again, where none is a number.

use rustc_hash::FxHashMap;

use super::Styles;
use super::computed::{ComputedStyle, Display, ListStyleType};
use super::counter::is_list_item;
use super::counter_style::CounterStyles;
use crate::dom::{Dom, NodeId};

/// Makes the markers of what is in elements that were styled again, of a document in which no generated content counts; returns the
/// elements whose marker is another one. `None` if some marker is a number: those of the whole document may be others then.
pub(super) fn mark_again(dom: &Dom, roots: &[NodeId], styles: &mut Styles) -> Option<Vec<NodeId>> {
    let is_number = |node: &NodeId| styles.get(*node).is_some_and(|style| fixed_marker(style).is_none());
    if styles.markers.keys().any(is_number) {
        return None;
    }
    let is_shown = |node: NodeId| styles.get(node).is_some_and(|style| style.display != Display::None);
    let mut made: FxHashMap<NodeId, Box<str>> = FxHashMap::default();
    for &root in roots {
        let mut around = dom.ancestors(root).filter(|&node| dom.element(node).is_some());
        let mut stack = if around.all(is_shown) { vec![root] } else { Vec::new() };
        while let Some(node) = stack.pop() {
            let Some(style) = styles.get(node).filter(|_| is_shown(node)) else { continue };
            if is_list_item(style.display)
                && let Some(text) = fixed_marker(style)?
            {
                made.insert(node, text.into());
            }
            stack.extend(dom.flat_children(node));
        }
    }
    let mut before: FxHashMap<NodeId, Box<str>> = FxHashMap::default();
    let inside = roots.iter().flat_map(|&root| std::iter::once(root).chain(dom.descendants(root)));
    before.extend(inside.filter_map(|node| styles.markers.remove_entry(&node)));
    let is_gone = |node: &NodeId| styles.elements.get(*node).is_none_or(Option::is_none);
    let gone: Vec<NodeId> = styles.markers.keys().copied().filter(is_gone).collect();
    before.extend(gone.iter().filter_map(|node| styles.markers.remove_entry(node)));
    let is_other = |node: &NodeId| before.get(node) != made.get(node);
    let others = before.keys().chain(made.keys()).copied().filter(is_other).collect();
    styles.markers.extend(made);
    Some(others)
}

/// The marker of a list item of this style, if the style has one; `None` for a number.
fn fixed_marker(style: &ComputedStyle) -> Option<Option<&str>> {
    match &style.list_style_type {
        ListStyleType::None => Some(None),
        ListStyleType::Text(text) => Some(Some(text)),
        ListStyleType::Named(name) => CounterStyles::symbol(name).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Atom, ParseOptions};

    fn by_id(dom: &Dom, id: &str) -> NodeId {
        dom.get_element_by_id(dom.document(), &Atom::from(id)).unwrap()
    }

    #[test]
    fn markers_that_are_no_numbers_are_made_where_styles_changed_alone() {
        let page = |list: &str| {
            let html = format!("<!doctype html><ul><li>x</ul>{list}<ul hidden><li>y</ul>");
            let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
            let styles = Styles::cascade(&dom, &Device::default());
            (dom, styles)
        };
        let (dom, mut styles) = page("<ul id=a><li>a<li>b</ul>");
        let markers = styles.markers.clone();
        assert_eq!(mark_again(&dom, &[by_id(&dom, "a")], &mut styles), Some(Vec::new()));
        assert_eq!(styles.markers, markers);
        let list = by_id(&dom, "a");
        let items: Vec<NodeId> = dom.child_elements(list).collect();
        styles.elements[items[1]] = None;
        assert_eq!(mark_again(&dom, &[], &mut styles), Some(vec![items[1]]), "one is gone");
        assert_eq!(styles.markers.len(), 2);
        styles.markers.remove(&items[0]);
        assert_eq!(mark_again(&dom, &[list], &mut styles), Some(vec![items[0]]), "one came");
        let (dom, mut styles) = page("<ol id=a><li>a</ol>");
        assert_eq!(mark_again(&dom, &[by_id(&dom, "a")], &mut styles), None);
        assert_eq!(mark_again(&dom, &[], &mut styles), None, "a number elsewhere");
    }
}
