//! Input of a user on the elements of a page: scrolling, values, choices.

use super::player::Player;
use crate::dom::{ElementState, Mutation, NodeData, NodeId, local_name};
use crate::recording::json::Item;

impl Player {
    pub(super) fn scrolled(&mut self, node: NodeId, x: f64, y: f64) {
        let node = match self.dom.node(node).data {
            NodeData::Document(_) => self.dom.document_element(node),
            _ => Some(node),
        };
        if let Some(node) = node {
            self.set_state(node, ElementState::ScrollTop(y));
            self.set_state(node, ElementState::ScrollLeft(x));
        }
    }

    pub(super) fn input(&mut self, node: NodeId, data: Item<'_>) {
        let Some(name) = self.dom.element(node).map(|element| element.name.local.to_string()) else { return };
        let text = data.text_of("text").unwrap_or_default();
        match &*name {
            "textarea" => {
                self.change(&Mutation::SetText { node, text: text.to_owned() });
            }
            "select" => {
                let options: Vec<NodeId> =
                    self.dom.descendants(node).filter(|&n| self.dom.is_html(n, &local_name!("option"))).collect();
                let value = |option: NodeId| match self.dom.attr(option, &local_name!("value")) {
                    Some(value) => value.to_owned(),
                    None => crate::dom::collapse_ascii_whitespace(&self.dom.text_content(option)),
                };
                let chosen = options.iter().copied().find(|&option| value(option) == text);
                let is_selected = |option: NodeId| self.dom.attr(option, &local_name!("selected")).is_some();
                let others: Vec<NodeId> =
                    options.into_iter().filter(|&option| is_selected(option) != (Some(option) == chosen)).collect();
                for option in others {
                    self.set_state(option, ElementState::Selected(Some(option) == chosen));
                }
            }
            _ => {
                self.set_state(node, ElementState::Value(text));
                self.set_state(node, ElementState::Checked(data.is("isChecked")));
            }
        }
    }
}
