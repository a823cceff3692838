//! Actionability as Playwright checks it: the element is visible, enabled, editable, and the pointer reaches it.

use super::{ActiveDocument, edit};
use crate::dom::form::InputType;
use crate::dom::{NodeId, local_name};
use crate::geometry::Point;
use crate::hit::{Action, Alignment, HitMap, Landing, Outcome, Policy, Refusal, before_pointing, land_in_view};

/// The reason why an action was not done.
#[derive(Debug, Clone, PartialEq)]
pub enum ActionFailure {
    /// The element does not accept it in its current state.
    Refused(Box<Landing>),
    /// Its text cannot be changed.
    NotEditable(NodeId),
    /// It is not the kind of element that this can be done to.
    WrongElement(&'static str),
    /// Its kind of field does not take this value.
    Malformed(&'static str),
    /// None of its options is the wanted one.
    NoSuchOption,
    /// The option is there, and disabled.
    OptionDisabled(NodeId),
}

/// Playwright: where an element is brought before each try to click it. It stops trying for lack of time, which in 1.5 seconds
/// is after the second round has begun.
const TRIES: &[Option<Alignment>] =
    &[None, Some(Alignment::End), Some(Alignment::Center), Some(Alignment::Start), None, Some(Alignment::End)];

impl ActiveDocument {
    /// Brings an element into view and gives the point of it that the pointer reaches.
    pub(super) fn aim(&mut self, node: NodeId, action: Action) -> Result<Point, ActionFailure> {
        self.check(node, action)?;
        let mut refused = None;
        for alignment in TRIES {
            self.scroll_into_view(node, alignment.unwrap_or(Alignment::IfNeeded));
            let landing = land_in_view(&HitMap::new(&self.page), node, action, Policy::Playwright);
            match landing.outcome {
                Outcome::Refused(_) => refused = Some(landing),
                Outcome::Lands | Outcome::Unknown(_) => {
                    let middle = self.page.layout().get(node).map_or(Point::ZERO, |own| own.rect.center());
                    return Ok(landing.point.unwrap_or(middle));
                }
            }
        }
        Err(refused.map_or(ActionFailure::WrongElement("Element is not visible"), |landing| {
            ActionFailure::Refused(Box::new(landing))
        }))
    }

    /// The checks that need no pointer: visible and enabled.
    pub(super) fn check(&self, node: NodeId, action: Action) -> Result<(), ActionFailure> {
        let outcome = before_pointing(&self.page, node, action);
        // What is inert is only noticed by what the pointer hits instead.
        let refused = outcome.filter(|outcome| matches!(outcome, Outcome::Refused(r) if *r != Refusal::Inert));
        match refused {
            None => Ok(()),
            Some(outcome) => Err(ActionFailure::Refused(Box::new(Landing::without_point(node, outcome)))),
        }
    }

    /// The control that an action on a label is for.
    pub(super) fn follow_label(&self, node: NodeId) -> NodeId {
        let dom = self.page.dom();
        let is_control = ["input", "textarea", "select"].iter().any(|name| dom.is_html(node, &(*name).into()));
        if is_control || dom.editing_host(node).is_some() {
            return node;
        }
        let mut around = std::iter::once(node).chain(dom.ancestors(node));
        let label = around.find(|&n| dom.is_html(n, &local_name!("label")));
        label.and_then(|label| dom.form().labeled_control(label)).unwrap_or(node)
    }

    /// Replaces the text of a field.
    ///
    /// # Errors
    /// [`ActionFailure`] if it cannot be done.
    pub fn fill(&mut self, node: NodeId, text: &str) -> Result<(), ActionFailure> {
        let node = self.follow_label(node);
        let dom = self.page.dom();
        let kind = dom.element(node).and_then(InputType::of);
        let host = dom.editing_host(node);
        if !edit::is_text_control(dom, node) && host.is_none() && !kind.is_some_and(is_set_at_once) {
            return Err(match kind {
                Some(_) => ActionFailure::WrongElement("Input of this type cannot be filled"),
                None => ActionFailure::WrongElement(
                    "Element is not an <input>, <textarea>, <select> or [contenteditable] and does not have a role allowing \
                     [aria-readonly]",
                ),
            });
        }
        self.check(node, Action::Fill)?;
        if host.is_none() && !edit::is_editable(self.page.dom(), node) {
            return Err(ActionFailure::NotEditable(node));
        }
        if kind == Some(InputType::Number) && !text.trim().is_empty() && text.trim().parse::<f64>().is_err() {
            return Err(ActionFailure::Malformed("Cannot type text into input[type=number]"));
        }
        self.set_focus(Some(node), super::focus::FocusTrigger::Script);
        if kind.is_some_and(is_set_at_once) {
            let before = self.page.dom().attr(node, &local_name!("value")).map(str::to_owned);
            self.set_text(node, text.trim());
            if *crate::dom::form::value(self.page.dom(), node) != *text.trim() {
                self.mutate(&[super::attribute(node, "value", before.as_deref())]);
                return Err(ActionFailure::Malformed("Malformed value"));
            }
            return Ok(());
        }
        if let Some(host) = host {
            let change = crate::dom::Mutation::SetText { node: host, text: text.to_owned() };
            self.effects.push(super::Effect::Changed(host));
            self.mutate(&[change]);
            return Ok(());
        }
        self.select_all(node);
        self.insert_text(text);
        Ok(())
    }

    /// Checks or unchecks a checkbox or radio button by a click, unless it is so already.
    ///
    /// # Errors
    /// [`ActionFailure`] if it cannot be done.
    pub fn set_checkedness(&mut self, node: NodeId, checked: bool) -> Result<(), ActionFailure> {
        let control = self.follow_label(node);
        let is_checkable =
            self.page.dom().element(control).and_then(InputType::of).is_some_and(InputType::is_checkable);
        if !is_checkable {
            return Err(ActionFailure::WrongElement("Not a checkbox or radio button"));
        }
        if self.page.dom().form().is_checked(control) == checked {
            return self.check(node, Action::Check);
        }
        self.click(node, super::Button::Left, &super::Key::default(), 1)?;
        match self.page.dom().form().is_checked(control) == checked {
            true => Ok(()),
            false => Err(ActionFailure::WrongElement("Clicking the checkbox did not change its state")),
        }
    }

    /// Chooses options of a `select` by their values or labels, and no others.
    ///
    /// # Errors
    /// [`ActionFailure`] if it cannot be done.
    pub fn select_options(&mut self, node: NodeId, wanted: &[String]) -> Result<(), ActionFailure> {
        let node = self.follow_label(node);
        let dom = self.page.dom();
        if !dom.is_html(node, &local_name!("select")) {
            return Err(ActionFailure::WrongElement("Element is not a <select> element"));
        }
        self.check(node, Action::Select)?;
        let multiple = dom.attr(node, &local_name!("multiple")).is_some();
        let mut left: Vec<&str> = wanted.iter().map(String::as_str).collect();
        let mut chosen = Vec::new();
        for &option in dom.form().options(node) {
            let is_it = |text: &&str| {
                *text == crate::dom::form::option_value(dom, option)
                    || crate::text::normalize(text)
                        == crate::text::normalize(&crate::dom::form::option_label(dom, option))
            };
            let Some(at) = left.iter().position(is_it) else { continue };
            if dom.form().is_disabled(option) {
                return Err(ActionFailure::OptionDisabled(option));
            }
            chosen.push(option);
            if !multiple {
                left.clear();
                break;
            }
            left.remove(at);
        }
        if !left.is_empty() {
            return Err(ActionFailure::NoSuchOption);
        }
        self.set_selected(node, &chosen);
        Ok(())
    }
}

/// Playwright: fields that take their value as a whole instead of by keys.
fn is_set_at_once(kind: InputType) -> bool {
    kind.is_temporal() || matches!(kind, InputType::Color | InputType::Range)
}
