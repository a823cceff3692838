//! The pointer: moving, pressing, clicking, dragging.

use super::focus::FocusTrigger;
use super::{ActionFailure, ActiveDocument, Button, Effect, Key};
use crate::dom::{NodeId, local_name};
use crate::geometry::Point;
use crate::hit::{Action, HitMap};

impl ActiveDocument {
    /// Clicks the middle of an element this number of times, with these modifiers held.
    ///
    /// # Errors
    /// [`ActionFailure`] if it cannot be done.
    pub fn click(&mut self, node: NodeId, button: Button, modifiers: &Key, count: usize) -> Result<(), ActionFailure> {
        let point = self.aim(node, if count > 1 { Action::DoubleClick } else { Action::Click })?;
        self.click_at(point, button, modifiers, count);
        Ok(())
    }

    /// Clicks at a point of the viewport.
    pub fn click_at(&mut self, point: Point, button: Button, modifiers: &Key, count: usize) {
        self.state.pointer = Some(point);
        self.hover_once();
        for _ in 0..count {
            let before = self.effects.len();
            // What is hovered may have moved away from under the pointer, and back again when it is no longer hovered.
            let Some(down) = self.hover_once() else { return };
            self.press_at(down);
            let Some(up) = self.hover_once() else { return };
            let dom = self.page.dom();
            let Some(hit) = crate::hit::outwards(dom, down).find(|&node| crate::hit::holds(dom, node, up)) else {
                return;
            };
            match button {
                Button::Left => self.activate_with(hit, modifiers.control || modifiers.meta),
                Button::Middle => self.activate_with(hit, true),
                Button::Right => {}
            }
            let happened = self.effects.get(before..).unwrap_or_default();
            // A press closes popovers on its way, whatever the click is for.
            let is_aside = |effect: &Effect| matches!(effect, Effect::Scrolled | Effect::Toggled { open: false, .. });
            if happened.iter().all(is_aside) && self.looks_scripted(hit) {
                self.effects.push(Effect::Script(hit));
            }
        }
    }

    /// Moves the pointer onto an element.
    ///
    /// # Errors
    /// [`ActionFailure`] if it cannot be done.
    pub fn hover(&mut self, node: NodeId) -> Result<(), ActionFailure> {
        let point = self.aim(node, Action::Hover)?;
        self.move_pointer(point);
        Ok(())
    }

    /// Presses the button on an element and releases it on another one. What a drop leads to is a matter of scripts.
    ///
    /// # Errors
    /// [`ActionFailure`] if it cannot be done.
    pub fn drag(&mut self, from: NodeId, to: NodeId) -> Result<(), ActionFailure> {
        let start = self.aim(from, Action::Hover)?;
        self.move_pointer(start);
        if let Some(hit) = HitMap::new(&self.page).innermost_at(start) {
            self.press_at(hit);
        }
        let end = self.aim(to, Action::Hover)?;
        self.move_pointer(end);
        self.effects.push(Effect::Script(from));
        Ok(())
    }

    /// True once the pointer is somewhere in the window.
    pub fn has_pointer(&self) -> bool {
        self.state.pointer.is_some()
    }

    /// Moves the pointer to a point of the viewport.
    pub fn move_pointer(&mut self, point: Point) {
        self.state.pointer = Some(point);
        self.follow_pointer();
    }

    /// Presses the button, before anything is clicked: popovers close, the focus moves.
    fn press_at(&mut self, hit: NodeId) {
        self.light_dismiss(hit);
        let dom = self.page.dom();
        let around: Vec<NodeId> = crate::hit::outwards(dom, hit).filter(|&n| dom.element(n).is_some()).collect();
        let focus = around.into_iter().find(|&n| super::focus::is_focusable(&self.page, n));
        // Chrome: what has the focus already keeps it.
        if focus.is_none() || focus != self.focused() {
            self.set_focus(focus, FocusTrigger::Pointer);
        }
        self.state.starting_point = Some(hit);
    }

    /// True if an element without native behaviour is meant to be clicked.
    fn looks_scripted(&self, hit: NodeId) -> bool {
        let dom = self.page.dom();
        crate::hit::outwards(dom, hit).filter(|&n| dom.element(n).is_some()).any(|n| {
            let button = dom.is_html(n, &local_name!("button"));
            button || crate::aria::interactive::is_clickable(dom, self.page.styles(), n)
        })
    }
}
