//! Sizes that the cascade takes from a layout, those of containers and frames, and whether they still hold.
//!
//! Styles are computed before anything is laid out. Once it is, [`SizeDependencies::hold`] checks whether the sizes found would
//! have changed a style: most often they would not.

use std::sync::Arc;

use super::computed::{ComputedStyle, Dimension};
use super::container::ContainerCondition;
use crate::dom::NodeId;
use crate::geometry::Size;

/// The content box of a container or frame in a finished layout, for the cascade.
pub(super) type Sizes<'a> = &'a dyn Fn(NodeId) -> Option<Size>;

/// The sizes and conditions that styles were computed with.
#[derive(Debug, Clone, Default)]
pub struct SizeDependencies {
    pub(super) conditions: Vec<Condition>,
    /// Containers whose size a unit referred to, or could have.
    pub(super) containers: Vec<(NodeId, Option<Size>)>,
    /// Frames and the viewports that their documents were styled for.
    pub(super) frames: Vec<(NodeId, Size)>,
}

/// An `@container` that a rule was in whose selector matches.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    pub(super) query: Arc<ContainerCondition>,
    pub(super) container: NodeId,
    pub(super) style: Arc<ComputedStyle>,
    pub(super) viewport: Size,
    pub(super) answer: bool,
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

    /// True if styles computed with these sizes would be the same.
    pub(super) fn hold(&self, sizes: Sizes<'_>) -> bool {
        self.conditions.iter().all(|c| c.query.holds(&c.style, sizes(c.container), c.viewport) == c.answer)
            && self.containers.iter().all(|&(node, size)| sizes(node) == size)
            && self.frames.iter().all(|&(frame, size)| sizes(frame).is_none_or(|found| found == size))
    }
}

/// The size of a frame before anything is laid out; `None` if it does not have one in px.
pub(super) fn definite_size(style: &ComputedStyle) -> Option<Size> {
    let px = |dimension: &Dimension, otherwise| match dimension {
        Dimension::Length(length) => length.maybe_resolve(None),
        _ => Some(otherwise),
    };
    Some(Size::new(px(&style.width, 300.0)?, px(&style.height, 150.0)?))
}
