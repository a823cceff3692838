//! The second render: what a change of the tree does not concern is taken over from the render before.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::Page;
use super::options::{Keep, RenderOptions};
use super::rendering::Rendering;
use crate::aria::EarlierTree;
#[cfg(any(test, feature = "internals"))]
use crate::dom::NodeData;
use crate::dom::{Dom, Interaction, Mutation, MutationError, MutationRecord, NodeId, local_name};
use crate::geometry::Point;
use crate::style::{Pseudo, Restyled, RestyledElements, Sizes, Styles};

/// Something that has happened to a page since it was rendered.
#[derive(Debug, Clone, Default)]
pub struct Update<'a> {
    mutations: &'a [Mutation],
    interaction: Option<Interaction>,
    scrolls: Option<Vec<(NodeId, Point)>>,
}

impl<'a> From<&'a [Mutation]> for Update<'a> {
    fn from(mutations: &'a [Mutation]) -> Self {
        Self { mutations, ..Self::default() }
    }
}

impl<'a, const N: usize> From<&'a [Mutation; N]> for Update<'a> {
    fn from(mutations: &'a [Mutation; N]) -> Self {
        mutations.as_slice().into()
    }
}

impl<'a> From<&'a Vec<Mutation>> for Update<'a> {
    fn from(mutations: &'a Vec<Mutation>) -> Self {
        mutations.as_slice().into()
    }
}

impl Update<'_> {
    /// Sets focus, pointer and what else a user has done to the page.
    #[must_use]
    pub fn interaction(mut self, interaction: Option<Interaction>) -> Self {
        self.interaction = interaction;
        self
    }

    /// Scrolls these scroll containers to these offsets (CSS px, clamped to what they allow); a document stands for its viewport. All
    /// others are where the page and the device have them.
    #[must_use]
    pub fn scrolls(mut self, scrolls: Vec<(NodeId, Point)>) -> Self {
        self.scrolls = Some(scrolls);
        self
    }
}

impl Page {
    /// Applies changes, those of the tree in order, and renders the page again: the result is that of a first render of the changed
    /// tree. Node ids survive, and so do the refs of a session. What the changes do not concern is not computed again, so
    /// that a small change of a large page costs a fraction of its first render.
    ///
    /// # Errors
    /// The first change of the tree that is not possible, such as one of a node that is not in it; those before it stay applied.
    pub fn update<'a>(&mut self, update: impl Into<Update<'a>>) -> Result<(), MutationError> {
        let Update { mutations, interaction, scrolls } = update.into();
        let mut records = Vec::with_capacity(mutations.len());
        let applied = if mutations.is_empty() { Ok(()) } else { self.dom.apply_recorded(mutations, &mut records) };
        let before = self.dom.interaction().copied();
        if let Some(interaction) = interaction {
            self.dom.set_interaction(interaction);
        }
        let is_same = interaction.is_none() || interaction == before;
        let scrolls = scrolls.filter(|scrolls| *scrolls != self.scrolls);
        let is_scrolled = scrolls.is_some();
        self.scrolls = scrolls.unwrap_or_else(|| std::mem::take(&mut self.scrolls));
        let is_meaningless = is_same && records.iter().all(means_nothing);
        self.render_again(&records, is_scrolled, is_meaningless);
        applied
    }

    /// Returns the offsets of an [update](Update::scrolls) that scrolls some scroll containers and leaves all others where they are.
    #[must_use]
    pub fn scrolls_with(&self, offsets: &[(NodeId, Point)]) -> Vec<(NodeId, Point)> {
        let before = self.scrolls.iter().filter(|(node, _)| offsets.iter().all(|(other, _)| other != node));
        before.chain(offsets).copied().collect()
    }

    /// Changes the tree as `edit` does, side tables included, and renders again what that concerns.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Dom) -> Edited) -> Rerendered {
        let hover = self.dom.hover();
        match edit(&mut self.dom) {
            Edited::Another => return Rerendered::Impossible,
            Edited::Changed(records) if records.is_empty() && self.dom.hover() == hover => return Rerendered::Same,
            Edited::Changed(records) => {
                self.render_again(&records, false, false);
                // What a user did to controls may be in none of the records.
                self.aria_before = None;
            }
            Edited::Everything => {
                let (dom, scrolls) = (std::mem::take(&mut self.dom), std::mem::take(&mut self.scrolls));
                let options = RenderOptions::default().keep(self.keep).scrolls(scrolls);
                *self = Self::render(dom, self.device.clone(), options);
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
        let is_as_it_was = records.is_empty() && is_meaningless;
        let rendering = Rendering::new(&self.dom, self.device.clone(), &self.scrolls, self.keep);
        let had_frames = self.styles.has_frames();
        let restyled = if is_as_it_was {
            Restyled::Nothing
        } else {
            // A phone's layout may be that of another viewport.
            let before = self.laid.get().filter(|_| !rendering.device().mobile);
            let size = |node: NodeId| before?.size(node);
            let is_known = before.is_some() && self.styles.hold_for_sizes(&size);
            let sizes: Option<Sizes<'_>> = if is_known { Some(&size) } else { None };
            self.styles.update(&self.dom, rendering.device(), records, sizes)
        };
        let is_restyled = restyled != Restyled::Nothing;
        if is_restyled || is_scrolled || !is_meaningless {
            let before = self.aria.take();
            if self.keep == Keep::ForUpdates {
                let earlier = before.clone().map_or_else(|| self.aria_before.take(), EarlierTree::of);
                self.aria_before = earlier.and_then(|tree| tree.after(&self.dom, records, &restyled, means_nothing));
            }
            self.kept.note(records, &restyled, before);
            self.boxless = OnceLock::new();
            self.foreseen_text = OnceLock::new();
        }
        if !is_restyled && !is_scrolled && records.iter().all(concerns_no_box) {
            return;
        }
        let laid = self.laid.take();
        if laid.is_none() && !rendering.needs_layout(&self.styles) {
            return;
        }
        let concerned = Damage::of(&self.dom, records);
        let texts = match (is_as_it_was, is_restyled) {
            (true, _) => Some(Vec::new()),
            (false, true) => None,
            (false, false) => changed_texts(&self.dom, &self.styles, records),
        };
        let parents = changed_parents(&self.dom, records);
        let laid = laid.filter(|_| is_as_it_was || !concerned.everything && !had_frames);
        let nothing = RestyledElements::default();
        let known = match &restyled {
            Restyled::Nothing => Some(&nothing),
            Restyled::Elements(elements) => Some(elements),
            Restyled::Everything => None,
        };
        let earlier = laid.and_then(|laid| laid.into_previous(&concerned.nodes, known, (parents, texts)));
        let laid = rendering.lay_out(&self.styles, earlier);
        let styles = std::mem::take(&mut self.styles);
        let (styles, laid) = match restyled {
            _ if is_as_it_was => (styles, laid),
            Restyled::Everything => rendering.settled(styles, laid, &mut |_| {}),
            // Styles that were kept were computed with sizes.
            Restyled::Nothing | Restyled::Elements(_) => {
                let (styles, laid, is_settled) = rendering.settled_again(styles, laid);
                if !is_settled {
                    self.aria_before = None;
                    self.kept.note(records, &Restyled::Everything, None);
                }
                (styles, laid)
            }
        };
        let (laid, device) = rendering.finished(&styles, laid);
        (self.styles, self.laid, self.device) = (styles, laid.into(), device);
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

/// The elements whose children came, went or changed, if that, attributes that concern no box and styles are all that is different.
fn changed_parents(dom: &Dom, records: &[MutationRecord]) -> Option<Vec<NodeId>> {
    let mut parents = Vec::new();
    for record in records.iter().filter(|record| !concerns_no_box(record)) {
        match &record.attribute {
            Some(name) if *name == local_name!("style") => {}
            Some(_) => return None,
            None => {
                let changed = record.target.into_iter().chain(record.left);
                let parent =
                    |node: NodeId| if dom.element(node).is_some() { Some(node) } else { dom.node(node).parent };
                parents.extend(changed.filter_map(parent));
            }
        }
    }
    Some(parents)
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
