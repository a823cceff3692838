//! The container of an `@container` rule or a container unit, for the element that is being styled.

use std::sync::Arc;

use super::cascade::Cascade;
use super::computed::{ComputedStyle, ContainerType, WritingMode};
use super::rules::{NONE, RuleSet};
use super::sizes::Condition;
use crate::dom::NodeId;

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
        if self.size_dependencies.containers.last() != Some(&(node, size)) {
            self.size_dependencies.containers.push((node, size));
        }
        let Some(size) = size else { return outer };
        match (style.container_type, style.writing_mode) {
            (ContainerType::Size, _) => (Some(size.width), Some(size.height)),
            (_, WritingMode::HorizontalTb) => (Some(size.width), outer.1),
            _ => (outer.0, Some(size.height)),
        }
    }

    /// Answers an `@container` and those around it, for the element that is being styled.
    pub(super) fn container_holds(&mut self, set: &RuleSet, condition: u32, asker: NodeId) -> bool {
        /// Containers, and pairs of their names, of which one is looked for in a step, and bytes of a condition that are read in one.
        const CONTAINERS: usize = 4;
        const BYTES: usize = 8;
        /// Steps that any condition takes.
        const QUERY: usize = 50;
        let steps = &self.budgets.style_steps;
        let mut next = condition;
        while next != NONE {
            let Some(query) = set.containers.get(next as usize) else { return false };
            // The stack ends with the parent; pseudo-elements ask while their element is not on it. Approx: they skip
            // their originating element.
            let mut passed = 0;
            let container = self.stack.iter().rev().find(|f| {
                passed += 1 + f.style.container_name.as_ref().map_or(0, |names| names.len() / 2);
                self.dom.element(f.node).is_some() && query.accepts(&f.style)
            });
            if !steps.spend((1 + passed / CONTAINERS) as u64) {
                return false;
            }
            let Some(container) = container else { return false };
            let key = (std::ptr::from_ref(set) as usize, next, container.node);
            let answer = match self.container_answers.get(&key) {
                Some(&(answer, condition)) => {
                    let condition = condition.and_then(|at| self.size_dependencies.conditions.get_mut(at));
                    condition.into_iter().for_each(|condition| condition.note(asker));
                    answer
                }
                None => {
                    steps.spend((QUERY + query.len() / BYTES) as u64);
                    let viewport = self.viewport.size();
                    let answer = query.holds(&container.style, (self.sizes)(container.node), viewport);
                    let at = query.needs_size().then_some(self.size_dependencies.conditions.len());
                    if at.is_some() {
                        self.size_dependencies.conditions.push(Condition {
                            query: Arc::clone(query),
                            container: container.node,
                            style: Arc::clone(&container.style),
                            viewport,
                            answer,
                            askers: vec![asker],
                        });
                    }
                    self.container_answers.insert(key, (answer, at));
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
