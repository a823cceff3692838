//! Acting on a page: what a browser itself does when a user clicks, types or scrolls, without any script.
//!
//! *In*: a [`Dom`] and what a user does. *Out*: an [`ActiveDocument`], rendered again after each step, and the [`Effect`]s that
//! the step had.
//!
//! *Invariants*: no script runs and nothing is loaded: what only they could do is reported as an effect; ids of nodes survive
//! every step; values, checkedness and open dialogs are in the content attributes of the tree, as in a saved page.

mod activate;
mod aim;
mod close;
mod dormant;
mod edit;
mod fill;
mod focus;
mod form;
mod fragment;
mod keyboard;
mod pointer;
mod restore;
mod scroll;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use aim::ActionFailure;
pub use dormant::DormantDocument;
pub use fill::submit_button;
pub use form::Submission;
pub use restore::LeftPage;

use crate::device::Device;
use crate::dom::{Dom, Interaction, Mutation, NodeId};
use crate::geometry::Point;
use crate::hit::HitMap;
use crate::keyboard::Key;
use crate::page::{Page, RenderOptions, Update};
use edit::Selection;
use form::Original;

/// A button of a mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Button {
    #[default]
    Left,
    Middle,
    Right,
}

/// Limit: how often a page is rendered again because what is under the pointer has changed; `:hover` rules that move what is
/// under the pointer away would go on for ever.
const MAX_HOVER_ROUNDS: usize = 2;

/// The state of a page in use that is not in the page itself.
#[derive(Debug, Clone, Default)]
pub struct ActiveState {
    /// The scroll containers that were scrolled, each with its offset (CSS px).
    scrolls: Vec<(NodeId, Point)>,
    /// The position of the pointer, viewport coordinates; `None` until it first comes in.
    pointer: Option<Point>,
    /// The node from which Tab goes on while nothing has the focus.
    ///
    /// <https://html.spec.whatwg.org/#sequential-focus-navigation-starting-point>
    starting_point: Option<NodeId>,
    /// The selection in the text of a control.
    selection: Option<Selection>,
    /// The state of controls before they were edited, for the reset of their form.
    originals: BTreeMap<NodeId, Original>,
    /// The element that had the focus before a dialog or a popover was shown, by that.
    previously_focused: BTreeMap<NodeId, Option<NodeId>>,
}

/// A page in use.
#[derive(Debug)]
pub struct ActiveDocument {
    page: Page,
    device: Device,
    state: ActiveState,
    /// Effects of the step that is going on.
    effects: Vec<Effect>,
}

/// An effect of a step, besides the focus. `Page::element` has the elements of ids, on the page after the step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// The value, the checkedness or the choice of a control is another one.
    Changed(NodeId),
    /// Something was shown or hidden: `details`, a dialog, a popover.
    Toggled {
        /// The element.
        node: NodeId,
        /// It is open now.
        open: bool,
    },
    /// The page, or something on it, was scrolled.
    Scrolled,
    /// A form was reset.
    Reset(NodeId),
    /// A form was not submitted, since this control of it is not valid.
    Invalid(NodeId),
    /// The page went to a part of itself: the fragment.
    Fragment(String),
    /// A link leads elsewhere.
    Follow {
        /// The address, as far as it could be resolved.
        url: String,
        /// In a window of its own.
        new_tab: bool,
    },
    /// A form was submitted.
    Submit(Submission),
    /// The browser would show something of its own: a file chooser, a color or date picker, the list of a select.
    Picker(NodeId),
    /// Nothing happened to this element, and it looks as if a script of the page would have done something.
    Script(NodeId),
}

impl ActiveDocument {
    /// A page before any action.
    pub fn new(dom: Dom, device: Device) -> Self {
        Self::of(Page::render(dom, device.clone(), RenderOptions::default()), device)
    }

    /// A page that is rendered already, on the device that it was rendered for.
    pub fn of(page: Page, device: Device) -> Self {
        Self { page, device, state: ActiveState::default(), effects: Vec::new() }
    }

    /// A copy of a page to go on with, in the state that an earlier use left it in.
    #[must_use]
    pub fn resumed(page: &Page, state: ActiveState) -> Self {
        Self::rendered(page.dom().clone(), page.device().clone(), state)
    }

    fn rendered(dom: Dom, device: Device, state: ActiveState) -> Self {
        let page = Page::render(dom, device.clone(), RenderOptions::default().scrolls(state.scrolls.clone()));
        Self { page, device, state, effects: Vec::new() }
    }

    /// Returns the page, and the state to [resume](Self::resumed) it in.
    #[must_use]
    pub fn into_page(self) -> (Page, ActiveState) {
        (self.page, self.state)
    }

    /// The current page.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The focused element, in any tree; `None` for the body.
    pub fn focused(&self) -> Option<NodeId> {
        self.interaction().focus
    }

    /// Shows the page in a window of another size, or on another device.
    pub fn set_device(&mut self, device: Device) {
        self.device = device;
        self.render(self.page.dom().clone());
    }

    /// Changes the tree as a script of the page would.
    ///
    /// # Errors
    /// The first change that is not possible; those before it stay.
    pub fn script(&mut self, changes: &[Mutation]) -> Result<(), crate::dom::MutationError> {
        let applied = self.page.update(Update::from(changes).scrolls(self.state.scrolls.clone()));
        self.settle();
        applied
    }

    /// The effects since this was last asked.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn interaction(&self) -> Interaction {
        let dom = self.page.dom();
        dom.interaction().copied().unwrap_or_else(|| {
            let active = self.page.aria().active().filter(|&node| Some(node) != dom.body(dom.document()));
            Interaction { focus: active, focus_visible: true, ..Interaction::default() }
        })
    }

    /// Applies changes that are possible by construction, and renders the page if anything is different.
    fn change(&mut self, changes: &[Mutation], interaction: Interaction) {
        if changes.is_empty() && self.page.dom().interaction() == Some(&interaction) {
            return;
        }
        self.update(changes, interaction);
        self.settle();
    }

    /// Applies changes as [`change`](Self::change) does, leaving focus and pointer where they are.
    fn mutate(&mut self, changes: &[Mutation]) {
        self.change(changes, self.interaction());
    }

    /// Renders a page that more has changed on than what mutations are about.
    fn render(&mut self, dom: Dom) {
        let options = RenderOptions::default().scrolls(self.state.scrolls.clone());
        self.page = Page::render(dom, self.device.clone(), options);
        self.settle();
    }

    /// Updates focus and hover as a browser does after it has rendered a page again.
    fn settle(&mut self) {
        self.fix_focus();
        self.follow_pointer();
    }

    /// <https://html.spec.whatwg.org/#focus-fixup-rule>
    fn fix_focus(&mut self) {
        let Some(state) = self.page.dom().interaction().copied() else { return };
        let Some(focus) = state.focus else { return };
        if !focus::keeps_focus(&self.page, focus) {
            self.state.starting_point = Some(focus);
            self.interact(Interaction { focus: None, ..state });
        }
    }

    fn interact(&mut self, interaction: Interaction) {
        self.update(&[], interaction);
    }

    fn update(&mut self, changes: &[Mutation], interaction: Interaction) {
        let update = Update::from(changes).interaction(Some(interaction)).scrolls(self.state.scrolls.clone());
        let applied = self.page.update(update);
        debug_assert!(applied.is_ok(), "{applied:?}");
    }

    /// Finds out what is under the pointer after something has moved, and renders the page hovered there.
    fn follow_pointer(&mut self) {
        for _ in 0..MAX_HOVER_ROUNDS {
            let before = self.interaction().hover;
            if self.hover_once() == before {
                return;
            }
        }
    }

    /// The element under the pointer, and the page rendered with it hovered, even if that moves the element away.
    fn hover_once(&mut self) -> Option<NodeId> {
        let hover = HitMap::new(&self.page).innermost_at(self.state.pointer?);
        let state = self.interaction();
        if hover != state.hover {
            self.interact(Interaction { hover, ..state });
        }
        hover
    }
}

/// The mutation that sets an attribute, or removes it.
fn attribute(node: NodeId, name: &str, value: Option<&str>) -> Mutation {
    match value {
        Some(value) => Mutation::SetAttribute { node, name: name.to_owned(), value: value.to_owned() },
        None => Mutation::RemoveAttribute { node, name: name.to_owned() },
    }
}
