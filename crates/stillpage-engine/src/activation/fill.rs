//! Form fields as a tool of the page fills them: their values are set as a script sets them, seen or not, and the form is sent.

use super::ActiveDocument;
use crate::dom::form::is_submit_button;
use crate::dom::{Dom, NodeId};

/// Returns the first submit button of a form that is not disabled.
pub fn submit_button(dom: &Dom, form: NodeId) -> Option<NodeId> {
    let is_button = |&n: &NodeId| {
        dom.form().owner(n) == Some(form) && dom.element(n).is_some_and(is_submit_button) && !dom.form().is_disabled(n)
    };
    dom.elements_in_order().find(is_button)
}

impl ActiveDocument {
    /// Sets the text of a control.
    pub fn assign_text(&mut self, control: NodeId, text: &str) {
        self.set_text(control, text);
    }

    /// Checks or unchecks a checkbox, or checks a radio button.
    pub fn assign_checkedness(&mut self, control: NodeId, checked: bool) {
        self.set_checked(control, checked);
    }

    /// Selects these options of a `select`, and no others.
    pub fn assign_options(&mut self, select: NodeId, chosen: &[NodeId]) {
        self.set_selected(select, chosen);
    }

    /// Submits a form by its first submit button that is not disabled, or without one.
    pub fn submit_form(&mut self, form: NodeId) {
        let button = submit_button(self.page.dom(), form);
        self.submit(form, button);
    }
}
