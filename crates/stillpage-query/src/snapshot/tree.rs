//! The tree before it is pruned: a draft of a node for each element that Playwright makes one for, refs assigned.

use std::borrow::Cow;

use super::kept::{Part, Parts};
use super::pieces::{Children, Pieces};
use super::{Extras, KnownRefs, SnapshotMode, SnapshotOptions};
use crate::aria::interactive::has_pointer_cursor;
use crate::aria::text::generated_text;
use crate::aria::{AriaNode, AriaTree, ChildCursor, Exposure, Role, States, id_references};
use crate::dom::form::{self, InputType};
use crate::dom::{Dom, ElementData, NodeData, NodeId, NodeMap, local_name};
use crate::page::Page;
use crate::refs::{Ref, RefTable};
use crate::segmented::SegmentedVec;
use crate::style::Pseudo;
use crate::style::computed::Display;
use crate::text::normalize;

/// A node in the making.
#[derive(Debug)]
pub(super) struct Draft {
    /// `None` for the fragment that holds everything.
    pub(super) element: Option<NodeId>,
    pub(super) role: Role,
    pub(super) name: Box<str>,
    pub(super) states: States,
    pub(super) active: bool,
    pub(super) aria_hidden: bool,
    pub(super) reference: Option<Ref>,
    /// It has a ref, and its cursor is `pointer`.
    pub(super) pointer: bool,
    /// A draft around it, in the same frame, has a pointer cursor.
    pub(super) inside_pointer: bool,
    pub(super) extras: Option<Box<Extras>>,
    pub(super) children: Children,
    /// Drafts around it.
    depth: u32,
}

/// All drafts, the fragment first, children after their parents.
#[derive(Debug)]
pub(super) struct Drafts<'a> {
    pub(super) drafts: SegmentedVec<Draft>,
    pub(super) pieces: Pieces<'a>,
    /// One above the position of an element's draft, for those with a ref; 0 for others.
    pub(super) with_ref: NodeMap<u32>,
    /// No element is owned by another one, has a shadow tree or a document in it.
    pub(super) is_plain: bool,
    /// The parts that were taken from an earlier snapshot, in order.
    pub(super) taken: Vec<Part>,
    /// The snapshot that they are from.
    pub(super) parts: Option<Parts>,
}

/// A step that is left to do; the last is done first.
enum Work<'a> {
    /// Visits a node, for the draft at a position. The parent's own text is shown if `text`.
    Visit { node: NodeId, into: usize, text: bool },
    /// Puts text into the draft at a position.
    Put { text: Cow<'a, str>, into: usize },
}

struct Builder<'a> {
    page: &'a Page,
    dom: &'a Dom,
    aria: &'a AriaTree,
    mode: SnapshotMode,
    boxes: bool,
    drafts: SegmentedVec<Draft>,
    pieces: Pieces<'a>,
    with_ref: NodeMap<u32>,
    visited: NodeMap<bool>,
    /// Number of each frame, by its element.
    frames: Vec<(NodeId, u32)>,
    refs: RefTable,
    /// The refs that the elements had in earlier snapshots of the same document.
    known: Option<&'a mut KnownRefs>,
    work: Vec<Work<'a>>,
    is_plain: bool,
    taken: Vec<Part>,
    parts: Option<Parts>,
}

/// Builds the drafts of a page or of one of its elements; `parts`: an earlier snapshot to take some of them from.
pub(super) fn build<'a>(
    page: &'a Page,
    options: &SnapshotOptions,
    known: Option<&'a mut KnownRefs>,
    parts: Option<Parts>,
) -> (Drafts<'a>, RefTable) {
    let (dom, aria) = (page.dom(), page.aria());
    let mut drafts = SegmentedVec::new();
    drafts.push(Draft::fragment());
    let mut builder = Builder {
        page,
        dom,
        aria,
        mode: options.mode,
        boxes: options.boxes,
        drafts,
        pieces: Pieces::new(dom),
        with_ref: NodeMap::new(dom.len(), 0),
        visited: NodeMap::new(dom.len(), false),
        frames: number_frames(dom),
        refs: RefTable::new(dom.len()),
        known,
        work: Vec::new(),
        is_plain: true,
        taken: Vec::new(),
        parts,
    };
    if let Some(root) = options.root.or_else(|| dom.body(dom.document())) {
        builder.walk(root);
    }
    let Builder { drafts, pieces, with_ref, is_plain, taken, parts, refs, .. } = builder;
    (Drafts { drafts, pieces, with_ref, is_plain, taken, parts }, refs)
}

/// Returns the number of frames inside of a document, at any depth.
pub fn count_frames(dom: &Dom) -> u32 {
    u32::try_from(number_frames(dom).len()).unwrap_or(u32::MAX)
}

/// Numbers the frames level by level, the order in which a browser loads them; sorted by element.
fn number_frames(dom: &Dom) -> Vec<(NodeId, u32)> {
    let mut numbers = Vec::new();
    if !dom.has_frame_element() {
        return numbers;
    }
    let mut documents = std::collections::VecDeque::from([dom.document()]);
    while let Some(document) = documents.pop_front() {
        let mut stack = vec![document];
        while let Some(node) = stack.pop() {
            stack.extend(dom.children(node).rev());
            let Some(element) = dom.element(node) else { continue };
            stack.extend(element.shadow_root);
            if element.is_frame() {
                numbers.push((node, u32::try_from(numbers.len()).unwrap_or(u32::MAX - 1) + 1));
                documents.extend(element.frame_document);
            }
        }
    }
    numbers.sort_unstable();
    numbers
}

/// True if all that is in an element is one text node.
pub(super) fn has_one_text(dom: &Dom, node: NodeId) -> bool {
    let data = dom.node(node);
    data.first_child.is_some_and(|child| data.last_child == Some(child) && dom.text(child).is_some())
}

impl<'a> Builder<'a> {
    fn walk(&mut self, root: NodeId) {
        self.work.push(Work::Visit { node: root, into: 0, text: true });
        while let Some(work) = self.work.pop() {
            match work {
                Work::Put { text, into } => self.put(into, text, None),
                Work::Visit { node, into, text } => match &self.dom.node(node).data {
                    NodeData::Text(data) if text && self.drafts[into].role != Role::Textbox => {
                        self.put(into, Cow::Borrowed(self.dom.text_in(data)), Some(node));
                    }
                    NodeData::Element(element) => self.visit(node, element, into),
                    _ => {}
                },
            }
        }
    }

    fn put(&mut self, into: usize, text: Cow<'a, str>, node: Option<NodeId>) {
        self.pieces.push_text(&mut self.drafts[into].children, text, node);
    }

    fn put_draft(&mut self, into: usize, draft: usize) {
        self.pieces.push_draft(&mut self.drafts[into].children, draft);
    }

    fn visit(&mut self, node: NodeId, element: &'a ElementData, into: usize) {
        if std::mem::replace(&mut self.visited[node], true) {
            return;
        }
        if self.take_part(node, into) {
            return;
        }
        let Some(aria) = self.aria.get(node) else { return };
        let hidden = aria.exposure.contains(Exposure::HIDDEN);
        let visible = match self.mode {
            SnapshotMode::Ai => !hidden || aria.exposure.contains(Exposure::BOX),
            SnapshotMode::Default => !hidden,
        };
        if !visible && self.mode == SnapshotMode::Default {
            return;
        }
        let made = if visible { self.draft(node, element, aria, into) } else { None };
        self.schedule_content(node, element, (made.unwrap_or(into), made.is_some()), visible);
    }

    /// Takes the drafts of an element, and of all in it, from the earlier snapshot; false if something in it changed.
    fn take_part(&mut self, node: NodeId, into: usize) -> bool {
        let Some(mut parts) = self.parts.take() else { return false };
        let parent = &self.drafts[into];
        let (inside_pointer, depth) = (parent.pointer || parent.inside_pointer, parent.depth);
        let found = parts.find(node, inside_pointer);
        if let Some(old_start) = found {
            let start = self.drafts.len();
            self.put_draft(into, start);
            self.taken.push(Part { start, old_start });
            for old in old_start..old_start + parts.decisions[old_start].size as usize {
                if let Some(draft) = self.taken_draft(&mut parts, old, depth) {
                    self.drafts.push(draft);
                }
            }
        }
        self.parts = Some(parts);
        found.is_some()
    }

    fn taken_draft(&mut self, parts: &mut Parts, old: usize, depth: u32) -> Option<Draft> {
        let (node, decision) = (parts.take_node(old)?, parts.decisions[old]);
        let reference = node.reference.map(|_| {
            self.with_ref[node.element] = u32::try_from(self.drafts.len()).unwrap_or(u32::MAX - 1) + 1;
            self.refs.assign(0, node.element)
        });
        Some(Draft {
            element: Some(node.element),
            role: node.role,
            name: node.name,
            states: node.states,
            active: node.active,
            aria_hidden: node.aria_hidden,
            reference,
            pointer: decision.pointer,
            inside_pointer: decision.inside_pointer,
            extras: match self.boxes {
                true => self.extras(node.element, node.extras.map(|extras| *extras).unwrap_or_default()),
                false => node.extras,
            },
            children: Children::default(),
            depth,
        })
    }

    /// Schedules what is in an element, for a draft that may be its own.
    fn schedule_content(
        &mut self,
        node: NodeId,
        element: &'a ElementData,
        (into, is_own): (usize, bool),
        visible: bool,
    ) {
        let start = self.work.len();
        self.is_plain &= element.shadow_root.is_none() && element.frame_document.is_none();
        // What a frame shows comes before its fallback content, which `distill` drops if anything of the frame is left.
        if element.is_frame()
            && let Some(document) = element.frame_document.filter(|_| self.mode == SnapshotMode::Ai && visible)
            && let Some(body) = self.dom.body(document)
        {
            self.work.push(Work::Visit { node: body, into, text: true });
        }
        let styles = self.page.styles();
        let apart = styles.get(node).is_some_and(|style| style.display != Display::Inline)
            || self.dom.is_html(node, &local_name!("br"));
        let space = || Work::Put { text: Cow::Borrowed(" "), into };
        if apart {
            self.work.push(space());
        }
        self.schedule_generated(node, Pseudo::Before, into);
        // Playwright: generated content counts even where a closed `details` hides it, its own text does not.
        let is_closed = self.mode == SnapshotMode::Ai
            && self.dom.is_html(node, &local_name!("details"))
            && element.attr(&local_name!("open")).is_none();
        let mut cursor = match is_closed {
            true => ChildCursor::Sibling(self.dom.node(node).first_child),
            false => ChildCursor::new(self.dom, node),
        };
        while let Some(child) = cursor.next(self.dom) {
            self.work.push(Work::Visit { node: child, into, text: visible && !is_closed });
        }
        for owned in id_references(self.dom, node, &local_name!("aria-owns")) {
            /// Limit: what is owned at a greater depth stays where it is in the document. A chain of owners would otherwise
            /// be indented by the length of the page.
            const MAX_DEPTH: u32 = 512;
            self.is_plain = false;
            if self.drafts[into].depth >= MAX_DEPTH {
                break;
            }
            self.work.push(Work::Visit { node: owned, into, text: visible });
        }
        self.schedule_generated(node, Pseudo::After, into);
        // At the end of a draft there is no text to keep apart.
        if apart && !is_own {
            self.work.push(space());
        }
        if let Some(scheduled) = self.work.get_mut(start..) {
            scheduled.reverse();
        }
    }

    fn schedule_generated(&mut self, node: NodeId, pseudo: Pseudo, into: usize) {
        let Some((text, apart)) = generated_text(self.page.styles(), node, pseudo) else { return };
        let text = if apart { format!(" {text} ") } else { text };
        self.work.push(Work::Put { text: text.into(), into });
    }

    /// Makes the draft of an element; `None` if it gets none.
    fn draft(&mut self, node: NodeId, element: &'a ElementData, aria: &'a AriaNode, into: usize) -> Option<usize> {
        let ai = self.mode == SnapshotMode::Ai;
        let frame = element.is_frame();
        let role = if frame {
            Role::Iframe
        } else {
            aria.role.or(ai.then_some(Role::Generic)).filter(|role| !role.is_presentational())?
        };
        if role == Role::Generic && aria.exposure.contains(Exposure::INLINE) && has_one_text(self.dom, node) {
            return None;
        }
        let position = self.drafts.len();
        let number = self.frame_number(node);
        let mut draft = Draft { element: Some(node), role, ..Draft::fragment() };
        if !frame {
            draft.name = if aria.name.contains('\u{a0}') { normalize(&aria.name).into() } else { aria.name.clone() };
            draft.states = aria.states;
        }
        if ai {
            draft.active = self.aria.is_active(node);
            draft.aria_hidden =
                element.attr(&local_name!("aria-hidden")).is_some_and(|value| value.eq_ignore_ascii_case("true"));
            // Playwright: a frame is one to look into, whether a pointer reaches it or not.
            if aria.exposure.contains(if frame { Exposure::BOX } else { Exposure::BOX | Exposure::POINTER }) {
                draft.reference = Some(match &mut self.known {
                    Some(known) => {
                        let reference = known.of(number, node, role, &draft.name);
                        self.refs.insert(reference, node);
                        reference
                    }
                    None => self.refs.assign(number, node),
                });
                self.with_ref[node] = u32::try_from(position).unwrap_or(u32::MAX - 1) + 1;
                draft.pointer = has_pointer_cursor(self.page.styles(), node);
            }
        }
        let parent = &self.drafts[into];
        draft.inside_pointer = parent.role != Role::Iframe && (parent.pointer || parent.inside_pointer);
        self.properties(&mut draft, node, element);
        draft.depth = self.drafts[into].depth + 1;
        self.put_draft(into, position);
        self.drafts.push(draft);
        Some(position)
    }

    /// The value and the properties of a node.
    fn properties(&mut self, draft: &mut Draft, node: NodeId, element: &'a ElementData) {
        let tag = &*element.name.local;
        let has_value = match InputType::of(element) {
            Some(kind) => !kind.is_checkable() && kind != InputType::File,
            None => self.dom.is_html(node, &local_name!("textarea")),
        };
        if has_value {
            self.pieces.push_text(&mut draft.children, form::value(self.dom, node), None);
        }
        let mut extras = Extras::default();
        if draft.role == Role::Link && matches!(tag, "a" | "area") {
            extras.url = element.attr(&local_name!("href")).map(|href| shorten_data_url(href).into());
        }
        if draft.role == Role::Textbox {
            let placeholder = element.attr(&local_name!("placeholder"));
            extras.placeholder = placeholder.filter(|&text| text != &*draft.name).map(Into::into);
        }
        draft.extras = self.extras(node, extras);
    }

    /// The extras of a node, with its box if boxes are printed.
    fn extras(&self, node: NodeId, extras: Extras) -> Option<Box<Extras>> {
        let shown = if self.boxes { self.page.layout().get(node) } else { None };
        Extras { rect: shown.map(|layout_box| layout_box.rect), ..extras }.some()
    }

    /// The frame that an element is in; 0 for the page itself.
    fn frame_number(&self, node: NodeId) -> u32 {
        if self.frames.is_empty() {
            return 0;
        }
        let Some(frame) = self.dom.frame_element(self.dom.owner_document(node)) else { return 0 };
        self.frames.binary_search_by_key(&frame, |entry| entry.0).map_or(0, |at| self.frames[at].1)
    }
}

impl Draft {
    /// A pointer would click it, and nothing around it.
    pub(super) fn is_outermost_pointer(&self) -> bool {
        self.pointer && !self.inside_pointer
    }

    fn fragment() -> Self {
        Self {
            element: None,
            role: Role::None,
            name: Box::default(),
            states: States::default(),
            active: false,
            aria_hidden: false,
            reference: None,
            pointer: false,
            inside_pointer: false,
            extras: None,
            children: Children::default(),
            depth: 0,
        }
    }
}

/// Playwright: the data of a `data:` URL is left out.
fn shorten_data_url(href: &str) -> String {
    match href.split_once(',') {
        Some((head, _)) if href.starts_with("data:") => format!("{head},…"),
        _ => href.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::SnapshotNode;

    #[test]
    fn a_node_takes_no_more_room_than_its_draft() {
        let (draft, node) = (size_of::<Draft>(), size_of::<SnapshotNode>());
        assert!(draft <= 72, "a draft has {draft} bytes");
        // Nodes take the room that drafts leave.
        assert!(node <= draft, "a node has {node} bytes, a draft {draft}");
    }
}
