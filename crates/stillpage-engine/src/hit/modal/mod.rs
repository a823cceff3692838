//! Modal dialogs: which one is on top, and what it blocks.
//!
//! <https://html.spec.whatwg.org/multipage/interaction.html#modal-dialogs-and-inert-subtrees>,
//! <https://www.w3.org/TR/wai-aria-1.2/#aria-modal>

use rustc_hash::{FxHashMap, FxHashSet};

use super::lineage::outwards;
use crate::aria::{Exposure, Role};
use crate::dom::{Dom, NodeId, NodeMap, local_name, ns};
use crate::geometry::Rect;
use crate::layout::NearItems;
use crate::page::Page;
use crate::style::computed::{Interactivity, Position};

/// Share of the viewport that a heuristic modal covers in both directions.
const HEURISTIC_SHARE: f32 = 0.7;
/// `z-index` above which a large positioned box is treated as a modal.
const HEURISTIC_Z: i32 = 1000;
/// Share of the viewport, in both directions, that is hidden from assistive technology where a dialog is left alone.
const ALONE_SHARE: f32 = 0.25;

/// The reason why a dialog counts as modal.
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
    pub fn as_str(&self) -> &'static str {
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
    /// The topmost modals of frames: they block what is in the same frame.
    pub frames: Vec<(NodeId, ModalKind)>,
    /// Boxes that look like a modal but are not marked as one; they block nothing.
    pub heuristic: Vec<(NodeId, ModalSign)>,
    blocked: NodeMap<bool>,
    around: NodeMap<bool>,
}

/// The reason why something looks like a modal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModalSign {
    /// It is positioned, covers most of the viewport and is above the rest.
    Covers,
    /// It is a dialog, and the rest of the page is `aria-hidden` or `inert`.
    Alone,
}

/// The modals that block.
enum Open<'m> {
    /// One of the page: it blocks everything, frames included.
    Page((NodeId, ModalKind)),
    /// The modals of frames, by document: they block its contents.
    Frames(&'m FxHashMap<NodeId, (NodeId, ModalKind)>),
}

/// The elements of a page in the order of the flat tree, frames and shadow trees included, and the facts about each.
struct Survey<'a> {
    page: &'a Page,
    /// With the one around, and the document that it is in.
    order: Vec<(NodeId, Option<NodeId>, NodeId)>,
    /// Has in which [order](NearItems::order) elements are painted.
    painted: &'a NearItems,
    /// The painting order of everything in an element.
    painted_inside: NodeMap<u32>,
}

impl Modality {
    /// Finds the modals of a page and what the topmost one blocks. Linear.
    #[must_use]
    pub fn of(page: &Page) -> Self {
        let dom = page.dom();
        let survey = Survey::new(page);
        let open = survey.topmost();
        let topmost = open.iter().find(|(document, _)| *document == dom.document()).map(|(_, modal)| *modal);
        let frames: FxHashMap<NodeId, (NodeId, ModalKind)> =
            open.iter().copied().filter(|(document, _)| *document != dom.document()).collect();
        let mut blocked = NodeMap::new(dom.len(), false);
        let mut around = NodeMap::new(dom.len(), false);
        let mut evidence = 0;
        if let Some((modal, kind)) = topmost {
            for node in outwards(dom, modal).skip(1) {
                around[node] = true;
            }
            survey.block(&Open::Page((modal, kind)), &around, &mut blocked);
            evidence = hidden_siblings(dom, modal).count();
        }
        if !frames.is_empty() {
            for (document, (modal, _)) in open.iter().filter(|(document, _)| frames.contains_key(document)) {
                let inside = outwards(dom, *modal).skip(1).take_while(|node| node != document);
                inside.for_each(|node| around[node] = true);
            }
            survey.block(&Open::Frames(&frames), &around, &mut blocked);
        }
        survey.block_inert(&mut blocked);
        let heuristic = if topmost.is_none() { survey.heuristic() } else { Vec::new() };
        let frames = open.into_iter().filter(|(document, _)| *document != dom.document()).map(|(_, m)| m).collect();
        Self { topmost, evidence, frames, heuristic, blocked, around }
    }

    /// True if the topmost modal, or `inert`, keeps pointers and keyboard away from an element.
    #[must_use]
    pub fn blocks(&self, element: NodeId) -> bool {
        self.blocked.get(element).copied().unwrap_or_default()
    }

    /// The modal that blocks an element; `None` if none does (what is `inert` is blocked by none).
    #[must_use]
    pub fn blocker(&self, dom: &Dom, element: NodeId) -> Option<NodeId> {
        if !self.blocks(element) {
            return None;
        }
        let document = dom.owner_document(element);
        let in_frame = self.frames.iter().map(|(modal, _)| *modal).find(|&modal| dom.owner_document(modal) == document);
        let holds = |modal: &NodeId| outwards(dom, element).any(|around| around == *modal);
        in_frame.filter(|modal| !holds(modal)).or(self.topmost.map(|(modal, _)| modal)).filter(|modal| !holds(modal))
    }

    /// True if any modal is open, in a frame or not.
    #[must_use]
    pub fn is_any_open(&self) -> bool {
        self.topmost.is_some() || !self.frames.is_empty()
    }

    /// True for ancestors of the topmost modal: not blocked themselves, but not clickable either.
    #[must_use]
    pub fn is_around(&self, element: NodeId) -> bool {
        self.around.get(element).copied().unwrap_or_default()
    }
}

impl<'a> Survey<'a> {
    fn new(page: &'a Page) -> Self {
        let dom = page.dom();
        let mut order = Vec::with_capacity(dom.len() / 2);
        let mut stack = vec![(dom.document(), None, dom.document())];
        while let Some((node, parent, document)) = stack.pop() {
            let element = dom.element(node);
            if element.is_some() {
                order.push((node, parent, document));
            }
            let inside = element.map(|_| node).or(parent);
            let from = stack.len();
            stack.extend(dom.flat_children(node).map(|child| (child, inside, document)));
            if let Some(below) = stack.get_mut(from..) {
                below.reverse();
            }
            stack.extend(element.and_then(|e| e.frame_document).map(|document| (document, inside, document)));
        }
        let painted = page.painted_near();
        let mut painted_inside = NodeMap::new(dom.len(), 0);
        for &(node, parent, _) in order.iter().rev() {
            painted_inside[node] = painted_inside[node].max(painted.order(node));
            if let Some(parent) = parent {
                painted_inside[parent] = painted_inside[parent].max(painted_inside[node]);
            }
        }
        Self { page, order, painted, painted_inside }
    }

    fn is_shown(&self, node: NodeId) -> bool {
        self.page
            .aria()
            .get(node)
            .is_some_and(|a| a.exposure.contains(Exposure::BOX) && !a.exposure.contains(Exposure::HIDDEN))
    }

    fn is_dialog(&self, node: NodeId) -> bool {
        self.page.aria().get(node).is_some_and(|a| matches!(a.role, Some(Role::Dialog | Role::Alertdialog)))
    }

    /// The topmost modal of each document, in tree order.
    fn topmost(&self) -> Vec<(NodeId, (NodeId, ModalKind))> {
        let dom = self.page.dom();
        let mut shown: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        for &node in self.page.layout().top_layer().iter().filter(|&&node| dom.is_modal_dialog(node)) {
            shown.insert(dom.owner_document(node), node);
        }
        let mut inside = NodeMap::new(dom.len(), false);
        let mut best: FxHashMap<NodeId, (u32, NodeId)> = FxHashMap::default();
        let mut documents: Vec<NodeId> = Vec::new();
        let mut met: FxHashSet<NodeId> = FxHashSet::default();
        for &(node, parent, document) in &self.order {
            if met.insert(document) {
                documents.push(document);
            }
            let modal = shown.get(&document).copied();
            inside[node] = Some(node) == modal || self.parent_in(parent, document).is_some_and(|parent| inside[parent]);
            // A modal inside the dialog on top is nearer than the dialog; others are below the top layer.
            let may_be = Some(node) != modal && (modal.is_none() || inside[node]);
            if !may_be || !self.is_dialog(node) || !self.is_shown(node) || !is_true(dom, node, "aria-modal") {
                continue;
            }
            let order = self.painted_inside[node];
            if best.get(&document).is_none_or(|(known, _)| order >= *known) {
                best.insert(document, (order, node));
            }
        }
        let open = |document: NodeId| {
            let aria = best.get(&document).map(|(_, node)| (*node, ModalKind::AriaModal));
            Some((document, aria.or_else(|| Some((*shown.get(&document)?, ModalKind::TopLayer)))?))
        };
        documents.into_iter().filter_map(open).collect()
    }

    /// Returns the parent of an element, if that is of the same document.
    fn parent_in(&self, parent: Option<NodeId>, document: NodeId) -> Option<NodeId> {
        parent.filter(|&parent| self.page.dom().element(parent).is_none_or(|e| e.frame_document != Some(document)))
    }

    /// Everything that is neither in the modal, nor around it, nor floats above it.
    fn block(&self, open: &Open<'_>, around: &NodeMap<bool>, blocked: &mut NodeMap<bool>) {
        let (dom, styles) = (self.page.dom(), self.page.styles());
        let mut free: NodeMap<bool> = NodeMap::new(dom.len(), false);
        let modals: Vec<(NodeId, ModalKind)> = match open {
            Open::Page(modal) => vec![*modal],
            Open::Frames(frames) => self
                .order
                .iter()
                .filter_map(|(node, _, document)| frames.get(document).filter(|m| m.0 == *node))
                .copied()
                .collect(),
        };
        for (modal, kind) in modals {
            free[modal] = true;
            // What it owns; but a dialog that was shown as modal makes all inert that is not in it.
            if kind == ModalKind::AriaModal {
                for owned in crate::aria::id_references(dom, modal, &"aria-owns".into()) {
                    free[owned] = true;
                }
            }
        }
        let top_layer: FxHashSet<NodeId> = self.page.layout().top_layer().iter().copied().collect();
        let mut floats: NodeMap<bool> = NodeMap::new(dom.len(), false);
        let mut here: NodeMap<bool> = NodeMap::new(dom.len(), false);
        for &(node, outer, document) in &self.order {
            let (modal, parent) = match open {
                Open::Page(modal) => (Some(*modal), outer),
                Open::Frames(frames) => (frames.get(&document).copied(), self.parent_in(outer, document)),
            };
            // A frame in something blocked is blocked as a whole.
            let through = match open {
                Open::Frames(_) if modal.is_none() || parent != outer => outer.is_some_and(|outer| here[outer]),
                _ => false,
            };
            here[node] = through;
            if let Some((modal, kind)) = modal {
                free[node] = free[node] || parent.is_some_and(|parent| free[parent]);
                // Toasts, menus and popovers leave the flow; what only comes later in the page is still behind the modal.
                floats[node] = parent.is_some_and(|parent| floats[parent])
                    || styles.get(node).is_some_and(|s| matches!(s.position, Position::Fixed | Position::Absolute))
                    || top_layer.contains(&node);
                let reach = self.painted_inside[modal];
                let (own, inside) = (self.painted.order(node), self.painted_inside[node]);
                let above = own > reach && floats[node] || own == 0 && inside > reach;
                here[node] |= !(free[node] || around[node] || above && kind == ModalKind::AriaModal);
            }
            blocked[node] |= here[node];
        }
    }

    fn block_inert(&self, blocked: &mut NodeMap<bool>) {
        let mut inert: NodeMap<bool> = NodeMap::new(self.page.dom().len(), false);
        for &(node, parent, _) in &self.order {
            inert[node] = parent.is_some_and(|parent| inert[parent])
                || self.page.styles().get(node).is_some_and(|style| style.interactivity == Interactivity::Inert);
            blocked[node] |= inert[node];
        }
    }

    /// Large, positioned, high or last in the body, as unmarked overlays are; and dialogs that the page
    /// leaves alone for assistive technology.
    fn heuristic(&self) -> Vec<(NodeId, ModalSign)> {
        let (dom, layout) = (self.page.dom(), self.page.layout());
        let viewport = self.page.device().viewport;
        let window = Rect::new(0.0, 0.0, viewport.width, viewport.height);
        let seen = |node: NodeId| layout.get(node).map_or(Rect::ZERO, |own| own.rect.intersect(&window));
        let most =
            |part: &Rect, share: f32| part.width > share * viewport.width && part.height > share * viewport.height;
        let body = dom.body(dom.document());
        let in_body: Vec<NodeId> =
            body.into_iter().flat_map(|body| dom.child_elements(body)).filter(|&n| self.is_shown(n)).collect();
        // The last of several: a page that is one positioned box is not an overlay.
        let last = in_body.last().copied().filter(|_| in_body.len() > 1);
        let mut found: Vec<(NodeId, ModalSign)> = Vec::new();
        let mut inside: NodeMap<bool> = NodeMap::new(dom.len(), false);
        // By parent, up to two of its hidden children that cover most of the viewport: at least one is another than the
        // child that is asked about.
        let mut hidden_large: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        for &(node, parent, document) in &self.order {
            inside[node] = parent.is_some_and(|parent| inside[parent]);
            let framed = document != dom.document();
            let Some(style) = self.page.styles().get(node).filter(|_| !framed && !inside[node]) else { continue };
            let exposure = self.page.aria().get(node).map_or(Exposure::empty(), |a| a.exposure);
            let covers = matches!(style.position, Position::Fixed | Position::Absolute)
                && exposure.contains(Exposure::BOX | Exposure::POINTER)
                && most(&seen(node), HEURISTIC_SHARE)
                && (style.z_index.is_some_and(|z| z > HEURISTIC_Z) || last == Some(node));
            let mut alone = || {
                let mut is_beside = |node: NodeId| {
                    let Some(parent) = dom.node(node).parent else { return false };
                    let large = hidden_large.entry(parent).or_insert_with(|| {
                        let hidden = dom.child_elements(parent).filter(|&child| is_hidden(dom, child));
                        hidden.filter(|&child| most(&seen(child), ALONE_SHARE)).take(2).collect()
                    });
                    large.iter().any(|&sibling| sibling != node)
                };
                self.is_dialog(node) && self.is_shown(node) && (is_beside(node) || dom.ancestors(node).any(is_beside))
            };
            let sign = if covers { Some(ModalSign::Covers) } else { alone().then_some(ModalSign::Alone) };
            if let Some(sign) = sign {
                inside[node] = true;
                found.push((node, sign));
            }
        }
        found
    }
}

fn is_true(dom: &Dom, node: NodeId, name: &str) -> bool {
    dom.element(node).is_some_and(|e| {
        e.attributes
            .iter()
            .any(|a| a.name.ns == ns!() && *a.name.local == *name && a.value.trim().eq_ignore_ascii_case("true"))
    })
}

/// Elements beside a node or one of its ancestors that are hidden from assistive technology or inert.
fn hidden_siblings(dom: &Dom, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    std::iter::once(node)
        .chain(dom.ancestors(node))
        .filter_map(|node| dom.node(node).parent.map(|parent| (node, parent)))
        .flat_map(|(node, parent)| dom.child_elements(parent).filter(move |&sibling| sibling != node))
        .filter(|&sibling| is_hidden(dom, sibling))
}

/// True for an element that is hidden from assistive technology or inert by itself.
fn is_hidden(dom: &Dom, node: NodeId) -> bool {
    is_true(dom, node, "aria-hidden") || dom.attr(node, &local_name!("inert")).is_some()
}

#[cfg(test)]
mod tests;
