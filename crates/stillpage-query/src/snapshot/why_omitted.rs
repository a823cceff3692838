//! Reasons why an element has no node of its own in a snapshot.

use super::distill::distill;
use super::omission::Omission;
use super::tree::{build, has_one_text};
use super::{Child, SnapshotMode, SnapshotOptions};
use crate::aria::{Exposure, Role};
use crate::dom::{NodeId, local_name};
use crate::page::Page;

/// Returns the reason why a snapshot does not show an element; `None` if it does. Costs as much as a snapshot.
#[must_use]
pub fn omission(page: &Page, options: &SnapshotOptions, element: NodeId) -> Option<Omission> {
    let (drafts, _) = build(page, options, None, None);
    let distilled = distill(drafts, page.aria(), options, None, true);
    let of = |element: NodeId| distilled.nodes.iter().position(|node| node.element == element);
    let Some(index) = of(element) else { return Some(without_draft(page, options, element)) };
    if distilled.omissions[index].is_some() {
        return distilled.omissions[index];
    }
    let mut stack: Vec<&Child> = distilled.roots.iter().collect();
    while let Some(child) = stack.pop() {
        if let Child::Node(at) = child {
            if *at == index {
                return None;
            }
            stack.extend(&distilled.nodes[*at].children);
        }
    }
    let dom = page.dom();
    let around = std::iter::successors(dom.composed_parent(element), |&n| dom.composed_parent(n));
    let outer = around.filter_map(|n| Some((n, of(n)?))).find(|&(_, at)| distilled.omissions[at].is_some());
    Some(outer.map_or(Omission::OutOfReach, |(node, _)| Omission::Inside(node)))
}

/// Returns the reason why no draft was made of an element, in the order in which the tree asks.
fn without_draft(page: &Page, options: &SnapshotOptions, node: NodeId) -> Omission {
    let (dom, ai) = (page.dom(), options.mode == SnapshotMode::Ai);
    let (Some(element), Some(aria)) = (dom.element(node), page.aria().get(node)) else { return Omission::OutOfReach };
    let box_counts = ai && aria.exposure.contains(Exposure::BOX);
    if aria.exposure.contains(Exposure::HIDDEN) && !box_counts {
        return Omission::Hidden;
    }
    if dom.is_html(node, &local_name!("html")) || dom.is_html(node, &local_name!("head")) {
        return Omission::OutOfReach;
    }
    match aria.role {
        Some(role) if role.is_presentational() => return Omission::Presentational,
        None if !ai && !element.is_frame() => return Omission::NoRole,
        _ => {}
    }
    let generic = matches!(aria.role, None | Some(Role::Generic)) && !element.is_frame();
    if generic && aria.exposure.contains(Exposure::INLINE) && has_one_text(dom, node) {
        return Omission::InlineText;
    }
    Omission::OutOfReach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};
    use crate::page::RenderOptions;

    /// Asserts the reason why `#x` is not in the agent's view.
    fn check(html: &str, expected: Option<Omission>) {
        let html = format!("<!doctype html><body>{html}");
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let dom = page.dom();
        let x = dom.elements_in_order().find(|&n| dom.attr(n, &local_name!("id")) == Some("x")).unwrap();
        assert_eq!(omission(&page, &SnapshotOptions::default(), x), expected, "{html}");
    }

    #[test]
    fn omission_names_the_rule() {
        check("<button id=x>a</button>", None);
        check("<p id=x hidden>a</p>", Some(Omission::Hidden));
        check("<ul role=none id=x><li>a</ul>", Some(Omission::Presentational));
        check("<p>a <span id=x>b</span> c</p>", Some(Omission::InlineText));
        check("<p>a</p><div style='height:9px' id=x></div>", Some(Omission::Empty));
        check("<p>a</p><div id=x><button>b</button></div>", Some(Omission::OnlyChild));
        check("<p>a <img id=x width=9 height=9></p>", Some(Omission::MuteImage));
        check("<button aria-label=b>a<div id=x>b</div></button>", Some(Omission::RepeatsName));
        check("<p>a</p><div id=y><div id=x>b</div></div>", Some(Omission::PlainText));
        check("<details><summary>s</summary><p id=x>a</details>", Some(Omission::Hidden));
    }

    #[test]
    fn omission_by_depth() {
        let html = "<!doctype html><body><main><ul><li id=x>a</ul></main><p>b";
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let dom = page.dom();
        let x = dom.elements_in_order().find(|&n| dom.attr(n, &local_name!("id")) == Some("x")).unwrap();
        let options = SnapshotOptions::default().depth(1);
        let of = |options: &SnapshotOptions| omission(&page, options, x);
        assert!(matches!(of(&options), Some(Omission::TooDeep | Omission::Inside(_))), "{:?}", of(&options));
    }
}
