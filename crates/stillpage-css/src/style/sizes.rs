//! Sizes that the cascade takes from a layout, those of containers and frames, and whether they still hold.
//!
//! Styles are computed before anything is laid out. Once it is, [`SizeDependencies::hold`] checks whether the sizes found would
//! have changed a style: most often they would not.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Styles;
use super::computed::{ComputedStyle, ContainerType, Dimension, Display, WritingMode};
use super::container::ContainerCondition;
use crate::dom::{Dom, NodeId};
use crate::geometry::Size;

/// Limit: styles that ask for sizes are computed again at most so often; each round settles one more level of containers
/// that depend on each other.
pub const SIZE_ROUNDS: usize = 3;

/// The content box of a container or frame in a finished layout, for the cascade.
pub type Sizes<'a> = &'a dyn Fn(NodeId) -> Option<Size>;

/// The sizes and conditions that styles were computed with.
#[derive(Debug, Clone, Default)]
pub struct SizeDependencies {
    pub(super) conditions: Vec<Condition>,
    /// Containers whose size a unit referred to, or could have.
    pub(super) containers: Vec<(NodeId, Option<Size>)>,
    /// Frames and the viewports that their documents were styled for, of those that depend on it.
    pub(super) frames: Vec<(NodeId, Option<Size>)>,
}

/// An `@container` that a rule was in whose selector matches.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    pub(super) query: Arc<ContainerCondition>,
    pub(super) container: NodeId,
    pub(super) style: Arc<ComputedStyle>,
    pub(super) viewport: Size,
    pub(super) answer: bool,
    /// The elements that a rule in it would be for, some of them no more.
    pub(super) askers: Vec<NodeId>,
}

impl Condition {
    /// True if the answer is the same for these sizes.
    fn holds(&self, sizes: Sizes<'_>) -> bool {
        self.query.holds(&self.style, sizes(self.container), self.viewport) == self.answer
    }

    fn key(&self) -> (*const ContainerCondition, NodeId) {
        (Arc::as_ptr(&self.query), self.container)
    }

    /// Notes that a rule in it would be for an element.
    pub(super) fn note(&mut self, asker: NodeId) {
        if self.askers.last() != Some(&asker) {
            self.askers.push(asker);
        }
    }
}

impl SizeDependencies {
    /// Adds those of one document; `used_containers`: some unit referred to the size of a container.
    pub(super) fn add(&mut self, mut other: Self, used_containers: bool) {
        self.conditions.append(&mut other.conditions);
        if used_containers {
            self.containers.append(&mut other.containers);
        }
    }

    /// True if some document is in a frame.
    pub(super) fn has_frames(&self) -> bool {
        !self.frames.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.containers.is_empty() && self.frames.is_empty()
    }

    /// True if a first render finds, for certain, the same styles as an update that starts from the sizes of a layout: the inline sizes
    /// of horizontal containers follow from what is around them, so that each render settles one more level of them.
    pub(super) fn settle_by_nesting(&self, dom: &Dom, styles: &Styles) -> bool {
        let is_inline = |node: NodeId| {
            styles.get(node).is_none_or(|style| {
                // Tables are as wide as their contents ask for, containers or not.
                let is_table = matches!(style.display, Display::Table | Display::InlineTable);
                style.container_type != ContainerType::Size
                    && style.writing_mode == WritingMode::HorizontalTb
                    && !is_table
                    && !style.display.is_table_part()
            })
        };
        let all: FxHashSet<NodeId> = self.asked_containers().collect();
        let depth = |&node: &NodeId| 1 + dom.ancestors(node).filter(|above| all.contains(above)).count();
        self.frames.is_empty() && all.iter().all(|node| is_inline(*node) && depth(node) <= SIZE_ROUNDS)
    }

    /// The containers whose sizes styles depend on, some more than once.
    fn asked_containers(&self) -> impl Iterator<Item = NodeId> {
        self.conditions.iter().map(|condition| condition.container).chain(self.containers.iter().map(|&(node, _)| node))
    }

    /// Answers the conditions for other sizes. Returns the containers whose size a unit referred to and is another, and the elements for
    /// which a rule is in a condition that is answered otherwise now.
    pub(super) fn answer_again(&mut self, sizes: Sizes<'_>) -> (Vec<NodeId>, Vec<NodeId>) {
        let mut askers = Vec::new();
        for condition in &mut self.conditions {
            if !condition.holds(sizes) {
                condition.answer = !condition.answer;
                askers.extend_from_slice(&condition.askers);
            }
        }
        keep_each_once(&mut askers);
        let containers = self.containers.iter().filter(|&&(node, size)| sizes(node) != size);
        (containers.map(|&(node, _)| node).collect(), askers)
    }

    /// Takes over those that a cascade of parts of the page found, each once, and forgets those of containers that it styled again;
    /// `is_there`: the others.
    pub(super) fn follow(&mut self, found: Self, used_containers: bool, is_there: &dyn Fn(NodeId) -> bool) {
        self.conditions.retain(|condition| is_there(condition.container));
        let all = std::mem::take(&mut self.conditions).into_iter().chain(found.conditions);
        let mut known = FxHashMap::default();
        for condition in all {
            match known.entry(condition.key()) {
                Entry::Vacant(free) => {
                    free.insert(self.conditions.len());
                    self.conditions.push(condition);
                }
                Entry::Occupied(at) => {
                    let askers = &mut self.conditions[*at.get()].askers;
                    askers.extend(condition.askers);
                    keep_each_once(askers);
                }
            }
        }
        let mut known = FxHashSet::default();
        self.containers.retain(|&(node, _)| is_there(node) && known.insert(node));
        if used_containers {
            self.containers.extend(found.containers.into_iter().filter(|&(node, _)| known.insert(node)));
        }
    }

    /// True if styles computed with these sizes would be the same.
    pub(super) fn hold(&self, sizes: Sizes<'_>) -> bool {
        self.conditions.iter().all(|condition| condition.holds(sizes))
            && self.containers.iter().all(|&(node, size)| sizes(node) == size)
            && self.frames.iter().all(|&(frame, styled_for)| {
                styled_for.is_none_or(|size| sizes(frame).is_none_or(|found| found == size))
            })
    }
}

/// Sorts elements, most of which are in order, and keeps each once.
fn keep_each_once(elements: &mut Vec<NodeId>) {
    elements.sort();
    elements.dedup();
}

/// The size of a frame before anything is laid out; `None` if it does not have one in px.
pub(super) fn definite_size(style: &ComputedStyle) -> Option<Size> {
    let px = |dimension: &Dimension, otherwise| match dimension {
        Dimension::Length(length) => length.maybe_resolve(None),
        _ => Some(otherwise),
    };
    Some(Size::new(px(&style.width, 300.0)?, px(&style.height, 150.0)?))
}
