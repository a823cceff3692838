//! Modal dialogs: which one is on top, and what it blocks.
//!
//! <https://html.spec.whatwg.org/multipage/interaction.html#modal-dialogs-and-inert-subtrees>,
//! <https://www.w3.org/TR/wai-aria-1.2/#aria-modal>

use crate::aria::{Exposure, Role};
use crate::dom::{Dom, NodeId, NodeMap, local_name, ns};
use crate::page::Page;
use crate::style::computed::Position;

/// Share of the viewport that a heuristic modal covers in both directions.
const HEURISTIC_SHARE: f32 = 0.7;
/// `z-index` above which a large positioned box is taken for a modal.
const HEURISTIC_Z: i32 = 1000;

/// Why a dialog counts as modal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModalKind {
    /// A `dialog` that was shown with `showModal()`: in the top layer, everything else is inert.
    TopLayer,
    /// Role `dialog` or `alertdialog` with `aria-modal=true`.
    AriaModal,
}

impl ModalKind {
    /// The word for it in answers.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::TopLayer => "dialog",
            Self::AriaModal => "aria-modal",
        }
    }
}

/// The open modals of a page.
#[derive(Debug, Clone)]
pub struct Modality {
    /// The topmost modal.
    pub topmost: Option<(NodeId, ModalKind)>,
    /// Siblings of the modal's branch that are `inert` or `aria-hidden`: evidence that the page takes it for modal, too.
    pub evidence: usize,
    /// Boxes that look like a modal but do not say so; they block nothing.
    pub heuristic: Vec<NodeId>,
    blocked: NodeMap<bool>,
}

impl Modality {
    /// Finds the modals of a page and what the topmost one blocks. Linear.
    #[must_use]
    pub fn of(page: &Page) -> Self {
        let dom = page.dom();
        // Where in the paint list each element is last painted: later is nearer to the viewer.
        let mut painted: NodeMap<u32> = NodeMap::new(dom.len(), 0);
        for (item, order) in page.layout().paint_list().iter().zip(1u32..) {
            painted[item.node] = order;
        }
        let topmost = topmost(page, &painted);
        let mut blocked = NodeMap::new(dom.len(), false);
        let mut evidence = 0;
        if let Some((modal, kind)) = topmost {
            let reach = last_painted_inside(dom, modal, &painted);
            block(page, modal, kind, &painted, reach, &mut blocked);
            evidence = count_evidence(dom, modal);
        }
        block_inert(dom, &mut blocked);
        let heuristic = if topmost.is_none() { heuristic(page) } else { Vec::new() };
        Self { topmost, evidence, heuristic, blocked }
    }

    /// True if the topmost modal, or `inert`, keeps pointers and keyboard away from an element.
    #[must_use]
    pub fn blocks(&self, element: NodeId) -> bool {
        self.blocked.get(element).copied().unwrap_or_default()
    }
}

fn is_true(dom: &Dom, node: NodeId, name: &str) -> bool {
    dom.element(node).is_some_and(|e| {
        e.attributes
            .iter()
            .any(|a| a.name.ns == ns!() && *a.name.local == *name && a.value.trim().eq_ignore_ascii_case("true"))
    })
}

fn topmost(page: &Page, painted: &NodeMap<u32>) -> Option<(NodeId, ModalKind)> {
    let dom = page.dom();
    let top_layer = page.layout().top_layer().iter().rev().copied();
    let modal = top_layer.into_iter().find(|&node| {
        dom.is_html(node, &local_name!("dialog")) && dom.attr(node, &"data-frozen-modal".into()).is_some()
    });
    let mut best: Option<(u32, NodeId)> = None;
    for node in dom.elements_in_order() {
        let Some(aria) = page.aria().get(node) else { continue };
        let dialog = matches!(aria.role, Some(Role::Dialog | Role::Alertdialog));
        let shown = aria.exposure.contains(Exposure::BOX) && !aria.exposure.contains(Exposure::HIDDEN);
        if !dialog || !shown || !is_true(dom, node, "aria-modal") || Some(node) == modal {
            continue;
        }
        // A modal inside the dialog on top is nearer than the dialog; others are below the top layer.
        if modal.is_some_and(|m| !dom.contains(m, node)) {
            continue;
        }
        let order = last_painted_inside(dom, node, painted);
        if best.is_none_or(|(known, _)| order >= known) {
            best = Some((order, node));
        }
    }
    best.map(|(_, node)| (node, ModalKind::AriaModal)).or(modal.map(|node| (node, ModalKind::TopLayer)))
}

fn last_painted_inside(dom: &Dom, node: NodeId, painted: &NodeMap<u32>) -> u32 {
    std::iter::once(node).chain(dom.descendants(node)).map(|n| painted[n]).max().unwrap_or_default()
}

/// Everything that is neither in the modal, nor around it, nor painted above it.
fn block(page: &Page, modal: NodeId, kind: ModalKind, painted: &NodeMap<u32>, reach: u32, blocked: &mut NodeMap<bool>) {
    let dom = page.dom();
    let mut around: NodeMap<bool> = NodeMap::new(dom.len(), false);
    let mut at = Some(modal);
    while let Some(node) = at {
        around[node] = true;
        at = dom.composed_parent(node).or_else(|| dom.frame_element(node));
    }
    // The modal's own subtree, controls that it owns, and what stands above it in the top layer.
    let mut free: NodeMap<bool> = NodeMap::new(dom.len(), false);
    free[modal] = true;
    for owned in crate::aria::id_references(dom, modal, &"aria-owns".into()) {
        free[owned] = true;
    }
    let layer = page.layout().top_layer();
    if let Some(place) = layer.iter().position(|&n| n == modal) {
        for &above in &layer[place + 1..] {
            free[above] = true;
        }
    }
    let mut stack = vec![(dom.document(), false)];
    while let Some((node, inside)) = stack.pop() {
        let inside = inside || free[node];
        if let Some(element) = dom.element(node) {
            let above = kind == ModalKind::AriaModal && painted[node] > reach;
            blocked[node] = !inside && !around[node] && !above;
            stack.extend(element.frame_document.map(|d| (d, inside)));
            stack.extend(element.shadow_root.map(|s| (s, inside)));
        }
        stack.extend(dom.children(node).map(|child| (child, inside)));
    }
}

fn block_inert(dom: &Dom, blocked: &mut NodeMap<bool>) {
    for node in dom.elements_in_order() {
        if dom.attr(node, &"inert".into()).is_some() {
            blocked[node] = true;
            for below in dom.descendants(node) {
                blocked[below] = true;
            }
        }
    }
}

fn count_evidence(dom: &Dom, modal: NodeId) -> usize {
    std::iter::once(modal)
        .chain(dom.ancestors(modal))
        .filter_map(|node| dom.node(node).parent.map(|parent| (node, parent)))
        .flat_map(|(node, parent)| dom.child_elements(parent).filter(move |&sibling| sibling != node))
        .filter(|&sibling| is_true(dom, sibling, "aria-hidden") || dom.attr(sibling, &"inert".into()).is_some())
        .count()
}

/// Large, positioned, high or last in the body: as overlays are that do not say what they are.
fn heuristic(page: &Page) -> Vec<NodeId> {
    let (dom, viewport) = (page.dom(), page.device().viewport);
    let last = dom.body(dom.document()).and_then(|body| dom.child_elements(body).next_back());
    dom.elements_in_order()
        .filter(|&node| {
            let (Some(style), Some(own)) = (page.styles().get(node), page.layout().get(node)) else { return false };
            let shown = page.aria().get(node).is_some_and(|a| a.exposure.contains(Exposure::BOX | Exposure::POINTER));
            shown
                && matches!(style.position, Position::Fixed | Position::Absolute)
                && own.rect.width > HEURISTIC_SHARE * viewport.width
                && own.rect.height > HEURISTIC_SHARE * viewport.height
                && own.rect.y < viewport.height
                && own.rect.bottom() > 0.0
                && (style.z_index.is_some_and(|z| z > HEURISTIC_Z) || last == Some(node) && style.z_index.is_some())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};
    use crate::hit::{HitMap, cover};

    /// The `id`s of blocked elements that have one.
    fn check(html: &str, topmost: Option<&str>, blocked: &[&str]) {
        let html = format!("<!doctype html><body>{html}");
        let page = Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default());
        let modality = Modality::of(&page);
        let id = |node: NodeId| page.dom().attr(node, &local_name!("id"));
        assert_eq!(modality.topmost.and_then(|(node, _)| id(node)), topmost, "topmost of {html}");
        let got: Vec<&str> = page.dom().elements_in_order().filter(|&n| modality.blocks(n)).filter_map(id).collect();
        assert_eq!(got, blocked, "blocked in {html}");
    }

    #[test]
    fn modal_blocks_what_is_neither_in_it_nor_around_it() {
        check(
            "<main id=m><button id=a>A</button></main><dialog id=d data-frozen-modal open><button id=b>B</button></dialog>",
            Some("d"),
            &["m", "a"],
        );
        check(
            "<div id=app><p id=p>x</p><div id=d role=dialog aria-modal=true><button id=b>B</button></div></div>",
            Some("d"),
            &["p"],
        );
    }

    #[test]
    fn modal_needs_to_be_shown_and_to_say_so() {
        check("<div id=d role=dialog><button id=b>B</button></div><p id=p>x</p>", None, &[]);
        check("<div id=d role=dialog aria-modal=true hidden>B</div><p id=p>x</p>", None, &[]);
        check("<dialog id=d open>B</dialog><p id=p>x</p>", None, &[]);
    }

    #[test]
    fn modal_inside_a_modal_is_on_top() {
        check(
            "<dialog id=d data-frozen-modal open><button id=a>A</button>\
             <div id=e role=alertdialog aria-modal=true><button id=b>B</button></div></dialog>",
            Some("e"),
            &["a"],
        );
    }

    #[test]
    fn toast_above_a_modal_stays_reachable() {
        check(
            "<p id=p>x</p><div id=d role=dialog aria-modal=true style='position:fixed;inset:0;z-index:5'>B</div>\
             <div id=t style='position:fixed;bottom:0;z-index:9'><button id=u>Undo</button></div>",
            Some("d"),
            &["p"],
        );
    }

    #[test]
    fn inert_blocks_without_a_modal() {
        check("<div id=i inert><button id=a>A</button></div><button id=b>B</button>", None, &["i", "a"]);
    }

    #[test]
    fn cover_needs_every_point() {
        let html = "<!doctype html><style>body{margin:0}button{position:absolute;left:0;width:100px;height:40px}\
                    #bar{position:fixed;top:0;left:0;width:100%;height:50px;background:#fff}</style>\
                    <button id=a style='top:5px'>A</button><button id=b style='top:30px'>B</button><div id=bar>Bar</div>";
        let page = Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default());
        let by_id = |id: &str| {
            page.dom().elements_in_order().find(|&n| page.dom().attr(n, &local_name!("id")) == Some(id)).unwrap()
        };
        let map = HitMap::new(&page);
        assert_eq!(cover(&map, by_id("a")), Some(by_id("bar")), "wholly under the bar");
        assert_eq!(cover(&map, by_id("b")), None, "half of it shows");
    }
}
