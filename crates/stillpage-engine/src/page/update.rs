//! The second render: what a change of the tree does not concern is taken over from the render before.

use rustc_hash::FxHashSet;

use super::laid::{Laid, needs_layout, zoomed_out};
use super::{Page, Rendered, in_layout_viewport};
use crate::device::Device;
#[cfg(any(test, feature = "internals"))]
use crate::dom::NodeData;
use crate::dom::{Dom, Interaction, Mutation, MutationError, MutationRecord, NodeId, local_name};
use crate::geometry::Point;
use crate::layout::{Layout, LayoutReuse, PreviousLayout};
use crate::style::{Pseudo, Restyled, SIZE_ROUNDS, Sizes, Styles};

impl Page {
    /// Applies changes to the tree, in order, and renders the page again: the result is that of a first render of the changed
    /// tree. Node ids survive, and so do the refs of a session. What the changes do not concern is not computed again, so
    /// that a small change of a large page costs a fraction of its first render.
    ///
    /// # Errors
    /// The first change that is not possible, such as one of a node that is not in the tree; those before it stay applied.
    pub fn update(&mut self, mutations: &[Mutation]) -> Result<(), MutationError> {
        let interaction = self.dom.interaction().copied();
        self.update_with(mutations, interaction, self.scrolls.clone())
    }

    /// Updates as [`update`](Self::update) does, with what a user has done to the page since, and with these scroll containers
    /// scrolled to these offsets.
    pub(crate) fn update_with(
        &mut self,
        mutations: &[Mutation],
        interaction: Option<Interaction>,
        scrolls: Vec<(NodeId, Point)>,
    ) -> Result<(), MutationError> {
        let mut records = Vec::with_capacity(mutations.len());
        let applied = if mutations.is_empty() { Ok(()) } else { self.dom.apply_recorded(mutations, &mut records) };
        let before = self.dom.interaction().copied();
        if let Some(interaction) = interaction {
            self.dom.set_interaction(interaction);
        }
        let is_scrolled = std::mem::replace(&mut self.scrolls, scrolls) != self.scrolls;
        let is_meaningless = interaction == before && records.iter().all(means_nothing);
        self.render_again(&records, is_scrolled, is_meaningless);
        applied
    }

    /// Changes the tree as `edit` does, side tables included, and renders again what that concerns.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Dom) -> Edited) -> Rerendered {
        let hover = self.dom.hover();
        match edit(&mut self.dom) {
            Edited::Another => return Rerendered::Impossible,
            Edited::Changed(records) if records.is_empty() && self.dom.hover() == hover => return Rerendered::Same,
            Edited::Changed(records) => self.render_again(&records, false, false),
            Edited::Everything => {
                let (dom, scrolls) = (std::mem::take(&mut self.dom), std::mem::take(&mut self.scrolls));
                *self = Self::render_scrolled(dom, self.device.clone(), scrolls);
            }
        }
        Rerendered::Another
    }

    /// True if the next update can go on from the boxes of this layout.
    #[cfg(any(test, feature = "internals"))]
    pub fn keeps_boxes(&self) -> bool {
        self.laid.get().is_some_and(|laid| laid.kept.is_some())
    }

    /// Creates a node that is in no tree.
    #[cfg(any(test, feature = "internals"))]
    pub fn create_node(&mut self) -> NodeId {
        self.dom.create(NodeData::Fragment)
    }

    /// Renders the page after its tree or its scroll offsets have changed; `is_meaningless`: of what decides about roles, names and
    /// states nothing changed but maybe styles and boxes.
    fn render_again(&mut self, records: &[MutationRecord], is_scrolled: bool, is_meaningless: bool) {
        let device = in_layout_viewport(&self.dom, self.device.clone());
        let had_frames = self.styles.has_frames();
        // A phone's layout may be that of another viewport.
        let before = self.laid.get().filter(|_| !device.mobile).map(|laid| &laid.layout);
        let size = |node: NodeId| before?.get(node).map(|b| b.content.size());
        let is_known = before.is_some() && self.styles.hold_for_sizes(&size);
        let sizes: Option<Sizes<'_>> = if is_known { Some(&size) } else { None };
        let restyled = self.styles.update(&self.dom, &device, records, sizes);
        let is_restyled = restyled != Restyled::Nothing;
        if is_restyled || is_scrolled || !is_meaningless {
            self.forget_semantics();
        }
        if !is_restyled && !is_scrolled && records.iter().all(concerns_no_box) {
            return;
        }
        let laid = self.laid.take();
        if laid.is_none() && !needs_layout(&self.styles, &device) {
            return;
        }
        let concerned = Damage::of(&self.dom, records);
        let mut laid = laid.filter(|_| !concerned.everything && !had_frames);
        let kept = laid.as_mut().and_then(|laid| laid.kept.take());
        let boxes = laid.and_then(|mut laid| laid.layout.take_boxes());
        let earlier = kept.zip(boxes).map(|(kept, boxes)| PreviousLayout {
            boxes,
            kept,
            changed: &concerned.nodes,
            texts: if is_restyled { None } else { changed_texts(&self.dom, &self.styles, records) },
        });
        let sequel = earlier.map_or(LayoutReuse::First, LayoutReuse::After);
        let (layout, kept) = Layout::compute_from(&self.dom, &self.styles, &device, &self.scrolls, sequel);
        let styles = std::mem::take(&mut self.styles);
        let rendered = Rendered { styles, layout, kept, is_kept: true };
        let rendered = if restyled == Restyled::Everything {
            rendered.settled(&self.dom, &device, &self.scrolls, &mut |_| {})
        } else {
            // Styles that were kept were computed with sizes: where they do not settle, the first render starts without any.
            let settled = rendered.settled_again(&self.dom, &device, &self.scrolls);
            settled.unwrap_or_else(|| Rendered::new(&self.dom, &device, &self.scrolls, true, &mut |_| {}))
        };
        self.styles = rendered.styles;
        let mut laid = Laid { layout: rendered.layout, kept: rendered.kept.map(Box::new) };
        self.device = zoomed_out(&self.dom, &self.styles, &mut laid, device, &self.scrolls);
        self.laid = laid.into();
    }

    /// Scrolls some scroll containers to an offset (CSS px, clamped to what they allow), all else as it was; a document
    /// stands for its viewport.
    pub fn scroll(&mut self, offsets: &[(NodeId, Point)]) {
        let scrolls = self.scrolls_with(offsets);
        self.scroll_to(scrolls);
    }

    /// Scrolls as [`scroll`](Self::scroll) does, from where the scroll containers of another state of the page are.
    pub fn scroll_as(&mut self, other: &Self, offsets: &[(NodeId, Point)]) {
        let scrolls = other.scrolls_with(offsets);
        if scrolls != self.scrolls {
            self.scroll_to(scrolls);
        }
    }

    fn scroll_to(&mut self, scrolls: Vec<(NodeId, Point)>) {
        self.scrolls = scrolls;
        self.forget_semantics();
        let Some(mut laid) = self.laid.take() else { return };
        let device = in_layout_viewport(&self.dom, self.device.clone());
        let changed = &FxHashSet::default();
        let earlier = laid.kept.take().zip(laid.layout.take_boxes());
        let earlier = earlier.map(|(kept, boxes)| PreviousLayout { boxes, kept, changed, texts: Some(Vec::new()) });
        let sequel = earlier.map_or(LayoutReuse::First, LayoutReuse::After);
        let mut laid = Laid::compute(&self.dom, &self.styles, &device, &self.scrolls, sequel);
        self.device = zoomed_out(&self.dom, &self.styles, &mut laid, device, &self.scrolls);
        self.laid = laid.into();
    }
}

impl Rendered {
    /// Computed again in the containers for whose sizes the styles do not hold; `None` if that is not enough.
    fn settled_again(mut self, dom: &Dom, device: &Device, scrolls: &[(NodeId, Point)]) -> Option<Self> {
        for _ in 0..SIZE_ROUNDS {
            let size = |node: NodeId| self.layout.get(node).map(|b| b.content.size());
            if self.styles.hold_for_sizes(&size) {
                return Some(self);
            }
            if device.mobile || !self.styles.settle(dom, device, &size) {
                return None;
            }
            let changed = &FxHashSet::default();
            let boxes = self.layout.take_boxes();
            let earlier = self.kept.take().zip(boxes);
            let earlier =
                earlier.map(|(kept, boxes)| PreviousLayout { boxes, kept: Box::new(kept), changed, texts: None });
            let sequel = earlier.map_or(LayoutReuse::First, LayoutReuse::After);
            (self.layout, self.kept) = Layout::compute_from(dom, &self.styles, device, scrolls, sequel);
        }
        let size = |node: NodeId| self.layout.get(node).map(|b| b.content.size());
        self.styles.hold_for_sizes(&size).then_some(self)
    }
}

/// The extent of the changes of a tree.
#[derive(Debug)]
pub enum Edited {
    /// These changes.
    Changed(Vec<MutationRecord>),
    /// More than records say: its style sheets are other ones.
    Everything,
    /// Nothing that can be used.
    Another,
}

/// The outcome of a change of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rerendered {
    /// The tree cannot become what is wanted, and the page is of no use any more.
    Impossible,
    /// The page is as it was.
    Same,
    /// The page is another one.
    Another,
}

/// The boxes that changes of a tree may affect.
struct Damage {
    /// The boxes of these nodes may be others: nodes whose content, attributes or children changed, and all around them.
    nodes: FxHashSet<NodeId>,
    /// Boxes far from the changes may be others too.
    everything: bool,
}

impl Damage {
    fn of(dom: &Dom, records: &[MutationRecord]) -> Self {
        let mut concerned = Self { nodes: FxHashSet::default(), everything: false };
        for record in records {
            for node in record.target.into_iter().chain(record.left) {
                concerned.add(dom, node);
            }
            concerned.everything |= matches!(record.attribute, Some(local_name!("lang")))
                || record.target.into_iter().chain(record.left).any(|node| reaches_far(dom, node))
                || record.added.iter().chain(&record.removed).any(|&node| holds_what_reaches_far(dom, node));
        }
        concerned
    }

    fn add(&mut self, dom: &Dom, node: NodeId) {
        // What an image shows depends on the sources beside it.
        let around = dom.node(node).parent.filter(|&parent| dom.is_html(parent, &local_name!("picture")));
        for holder in around.into_iter().chain([node]) {
            if dom.is_html(holder, &local_name!("picture")) {
                self.nodes.extend(dom.children(holder));
            }
        }
        let mut at = Some(node);
        while let Some(node) = at {
            if !self.nodes.insert(node) && around.is_none() {
                break;
            }
            at = dom.composed_parent(node);
        }
    }
}

/// True if a change makes no box another one as long as styles are the same: of attributes that are about scripts,
/// accessibility and what links do.
fn concerns_no_box(record: &MutationRecord) -> bool {
    record.attribute.as_ref().is_some_and(|name| {
        name.strip_prefix("data-").is_some_and(|rest| !rest.starts_with("frozen"))
            || name.starts_with("aria-")
            || matches!(&**name, "class" | "role" | "for" | "tabindex" | "rel" | "target")
    })
}

/// True if a change says nothing about roles, names and states as long as styles are the same: of attributes that are for scripts
/// and style sheets.
fn means_nothing(record: &MutationRecord) -> bool {
    record.attribute.as_ref().is_some_and(|name| {
        name.strip_prefix("data-").is_some_and(|rest| !rest.starts_with("frozen")) || *name == local_name!("class")
    })
}

/// The nodes, if changes are about nothing but texts that had and have more than white space: they make the same boxes.
fn changed_texts(dom: &Dom, styles: &Styles, records: &[MutationRecord]) -> Option<Vec<NodeId>> {
    let is_shown = |text: &str| text.contains(|c: char| !c.is_ascii_whitespace());
    let texts = records.iter().map(|record| {
        let node = record.target?;
        let is_same_kind = is_shown(dom.text(node)?) && is_shown(record.old_value.as_deref()?);
        (is_same_kind && record.attribute.is_none()).then_some(node)
    });
    // What is a first letter depends on the text.
    if styles.has_pseudo_of_kind(Pseudo::FirstLetter) { None } else { texts.collect() }
}

/// True for elements that other elements far from them depend on: addresses, languages, viewports.
fn reaches_far(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|element| {
        matches!(
            element.name.local,
            local_name!("base") | local_name!("meta") | local_name!("link") | local_name!("style")
        )
    })
}

fn holds_what_reaches_far(dom: &Dom, node: NodeId) -> bool {
    std::iter::once(node).chain(dom.descendants(node)).any(|node| reaches_far(dom, node))
}
