//! What the cascade asks of a layout: the sizes of containers and frames; and whether its answers still hold.
//!
//! Styles are computed before anything is laid out. Once it is, [`Questions::hold`] tells whether the sizes found would
//! have changed a style: most often they would not.

use std::sync::Arc;

use super::cascade::Cascade;
use super::computed::{ComputedStyle, ContainerType, Dimension, WritingMode};
use super::container::ContainerCondition;
use super::rules::{NONE, RuleSet};
use crate::dom::NodeId;
use crate::geometry::Size;

/// What a finished layout knows and the cascade asks: the content box of a container or frame.
pub(super) type Sizes<'a> = &'a dyn Fn(NodeId) -> Option<Size>;

/// The questions that styles were computed with, and the answers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Questions {
    conditions: Vec<Condition>,
    /// Containers whose size a unit referred to, or could have.
    containers: Vec<(NodeId, Option<Size>)>,
    /// Frames and the viewports that their documents were styled for.
    pub(super) frames: Vec<(NodeId, Size)>,
}

/// An `@container` that a rule was in whose selector matches.
#[derive(Debug, Clone)]
struct Condition {
    query: Arc<ContainerCondition>,
    container: NodeId,
    style: Arc<ComputedStyle>,
    viewport: Size,
    answer: bool,
}

impl Questions {
    /// Adds those of the cascade of one document.
    pub(super) fn add(&mut self, cascade: &mut Cascade<'_>) {
        self.conditions.append(&mut cascade.questions.conditions);
        if cascade.asked_container.get() {
            self.containers.append(&mut cascade.questions.containers);
        }
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

impl Cascade<'_> {
    /// Content box of the nearest containers, seen from the children of an element.
    pub(super) fn container_sizes(
        &mut self,
        node: NodeId,
        style: &ComputedStyle,
        outer: (Option<f32>, Option<f32>),
    ) -> (Option<f32>, Option<f32>) {
        if style.container_type == ContainerType::Normal {
            return outer;
        }
        let size = (self.sizes)(node);
        if self.questions.containers.last() != Some(&(node, size)) {
            self.questions.containers.push((node, size));
        }
        let Some(size) = size else { return outer };
        match (style.container_type, style.writing_mode) {
            (ContainerType::Size, _) => (Some(size.width), Some(size.height)),
            (_, WritingMode::HorizontalTb) => (Some(size.width), outer.1),
            _ => (outer.0, Some(size.height)),
        }
    }

    /// Answers an `@container` and those around it, for the element that is being styled.
    pub(super) fn container_holds(&mut self, set: &RuleSet, condition: u32) -> bool {
        let mut next = condition;
        while next != NONE {
            let Some(query) = set.containers.get(next as usize) else { return false };
            // The stack ends with the parent; pseudo-elements ask while their element is not on it. Approx: they skip
            // their originating element.
            let container =
                self.stack.iter().rev().find(|f| self.dom.element(f.node).is_some() && query.accepts(&f.style));
            let Some(container) = container else { return false };
            let key = (std::ptr::from_ref(set) as usize, next, container.node);
            let answer = match self.container_answers.get(&key) {
                Some(&answer) => answer,
                None => {
                    let answer = query.holds(&container.style, (self.sizes)(container.node), self.viewport);
                    if query.needs_size() {
                        self.questions.conditions.push(Condition {
                            query: Arc::clone(query),
                            container: container.node,
                            style: Arc::clone(&container.style),
                            viewport: self.viewport,
                            answer,
                        });
                    }
                    self.container_answers.insert(key, answer);
                    answer
                }
            };
            if !answer {
                return false;
            }
            next = query.parent;
        }
        true
    }
}
