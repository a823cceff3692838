//! The keyboard: what a key does where the focus is.

use super::scroll::Step;
use super::{ActiveDocument, Effect, Key, edit};
use crate::dom::form::{self, InputType};
use crate::dom::{NodeId, local_name};

/// Chrome: the part of its range that a page key moves a slider by.
const SLIDER_PAGE: f64 = 0.1;

impl ActiveDocument {
    /// Presses a key.
    pub fn press(&mut self, key: &Key) {
        let focus = self.focused();
        match (key.name.as_str(), focus) {
            ("Tab", _) if !key.control && !key.alt && !key.meta => self.advance_focus(key.shift),
            ("Escape", _) => self.escape(focus),
            (_, Some(node)) if self.control_key(node, key) => {}
            _ => self.scroll_key(key),
        }
    }

    /// Focuses an element and types a text, a key for each character.
    pub fn type_text(&mut self, node: NodeId, text: &str) {
        let node = self.follow_label(node);
        if self.focused() != Some(node) && super::focus::is_focusable(&self.page, node) {
            self.set_focus(Some(node), super::focus::FocusTrigger::Script);
        }
        for c in text.chars() {
            let name = match c {
                '\n' => "Enter".to_owned(),
                '\t' => "Tab".to_owned(),
                ' ' => "Space".to_owned(),
                c => c.to_string(),
            };
            self.press(&Key { name, ..Key::default() });
        }
    }

    fn escape(&mut self, focus: Option<NodeId>) {
        if self.request_close() {
            return;
        }
        let dom = self.page.dom();
        let search = focus.filter(|&node| dom.element(node).and_then(InputType::of) == Some(InputType::Search));
        // Chrome: Escape empties a search field.
        if let Some(search) = search.filter(|&node| edit::is_editable(dom, node)) {
            self.set_text(search, "");
        }
    }

    /// A key pressed in a focused control. False if the control does not handle it.
    fn control_key(&mut self, node: NodeId, key: &Key) -> bool {
        let dom = self.page.dom();
        let Some(element) = dom.element(node) else { return false };
        let kind = InputType::of(element);
        let tag = element.name.local.clone();
        let is_link = matches!(&*tag, "a" | "area");
        let name = key.name.as_str();
        if edit::is_text_control(dom, node) {
            if kind == Some(InputType::Number) && matches!(name, "ArrowUp" | "ArrowDown") {
                self.step(node, if name == "ArrowUp" { 1.0 } else { -1.0 });
                return true;
            }
            if name == "Enter" && kind.is_some() {
                self.submit_implicitly(node);
                return true;
            }
            return self.edit_key(node, key);
        }
        match (name, kind) {
            ("Enter", _) if is_link => self.activate_with(node, key.control || key.meta),
            ("Enter" | "Space", _) if &*tag == "button" || super::focus::is_summary_for_details(dom, node) => {
                self.click_by_key(node);
            }
            ("Enter" | "Space", Some(kind)) if kind.is_button() => self.click_by_key(node),
            ("Space", Some(InputType::Checkbox | InputType::Radio | InputType::File | InputType::Color)) => {
                self.activate(node);
            }
            ("Enter", Some(InputType::File | InputType::Color)) => self.activate(node),
            ("Enter", Some(_)) => self.submit_implicitly(node),
            ("ArrowDown" | "ArrowRight", Some(InputType::Radio)) => self.radio_key(node, true),
            ("ArrowUp" | "ArrowLeft", Some(InputType::Radio)) => self.radio_key(node, false),
            (_, Some(InputType::Range)) => return self.slider_key(node, name),
            // Dates have editors of their own, whose parts are not in the page.
            ("ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight", Some(kind)) if kind.is_temporal() => {}
            ("Space", Some(kind)) if kind.is_temporal() => self.effects.push(Effect::Picker(node)),
            ("Enter" | "Space", None) if dom.is_html(node, &local_name!("select")) => {
                self.effects.push(Effect::Picker(node));
            }
            (_, None) if dom.is_html(node, &local_name!("select")) => return self.select_key(node, key),
            ("Backspace", None) if dom.editing_host(node).is_some() => {}
            ("Enter", None) if dom.editing_host(node).is_some() => self.insert_text("\n"),
            (_, None) if dom.editing_host(node).is_some() => match key.text() {
                Some(text) => {
                    let text = text.to_owned();
                    self.insert_text(&text);
                }
                None => return false,
            },
            _ => return false,
        }
        true
    }

    fn click_by_key(&mut self, node: NodeId) {
        let before = self.effects.len();
        self.activate(node);
        if self.effects.len() == before {
            self.effects.push(Effect::Script(node));
        }
    }

    /// Changes the value of a number or range field by this number of steps.
    fn step(&mut self, node: NodeId, count: f64) {
        let dom = self.page.dom();
        if !edit::is_editable(dom, node) {
            return;
        }
        let stepped = dom.element(node).and_then(|element| form::stepped(element, InputType::of(element)?, count));
        if let Some(value) = stepped {
            self.set_text(node, &value);
        }
    }

    fn slider_key(&mut self, node: NodeId, name: &str) -> bool {
        let dom = self.page.dom();
        let number = |name: &str, default: f64| {
            let value = dom.attr(node, &name.into()).and_then(|value| value.trim().parse::<f64>().ok());
            value.unwrap_or(default)
        };
        let (min, max, step) = (number("min", 0.0), number("max", 100.0), number("step", 1.0));
        let all = ((max - min) / step).max(0.0);
        let page = (all * SLIDER_PAGE).floor().max(1.0);
        let count = match name {
            "ArrowUp" | "ArrowRight" => 1.0,
            "ArrowDown" | "ArrowLeft" => -1.0,
            "PageUp" => page,
            "PageDown" => -page,
            "Home" => -all,
            "End" => all,
            _ => return false,
        };
        if count.is_finite() && count != 0.0 {
            self.step(node, count);
        }
        true
    }

    fn scroll_key(&mut self, key: &Key) {
        if key.alt || key.control && !matches!(key.name.as_str(), "Home" | "End") {
            return;
        }
        let step = match key.name.as_str() {
            "ArrowUp" => Step::LineUp,
            "ArrowDown" => Step::LineDown,
            "ArrowLeft" => Step::LineLeft,
            "ArrowRight" => Step::LineRight,
            "PageUp" => Step::PageUp,
            "PageDown" => Step::PageDown,
            "Space" if key.shift => Step::PageUp,
            "Space" => Step::PageDown,
            "Home" => Step::Start,
            "End" => Step::End,
            _ => return,
        };
        self.scroll_by_key(step);
    }
}
