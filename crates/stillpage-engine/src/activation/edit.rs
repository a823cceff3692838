//! Editing text: what a text control holds, its selection, and what typing does to both.

use super::{ActiveDocument, Effect, Key, attribute};
use crate::dom::form::{self, InputType};
use crate::dom::{Dom, Mutation, NodeId, local_name};

/// The selection in the text of a control, in characters; a caret where both ends are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Selection {
    node: NodeId,
    /// The end at which it began.
    anchor: usize,
    /// The end with the caret.
    head: usize,
}

impl Selection {
    /// All of the text.
    pub(super) fn all(dom: &Dom, node: NodeId) -> Self {
        Self { anchor: 0, ..Self::end(dom, node) }
    }

    /// A caret behind the text.
    ///
    /// Approx: that is also where a click puts it, which in Chromium goes between the characters that were clicked.
    pub(super) fn end(dom: &Dom, node: NodeId) -> Self {
        let end = raw_text(dom, node).chars().count();
        Self { node, anchor: end, head: end }
    }

    fn range(self) -> (usize, usize) {
        (self.anchor.min(self.head), self.anchor.max(self.head))
    }
}

/// True for fields whose text is edited as such: dates and colors have editors of their own.
pub(super) fn is_text_control(dom: &Dom, node: NodeId) -> bool {
    match dom.element(node).and_then(InputType::of) {
        Some(kind) => kind.is_text() || kind == InputType::Number,
        None => dom.is_html(node, &local_name!("textarea")),
    }
}

/// True if the user may change the text of a control.
pub(super) fn is_editable(dom: &Dom, node: NodeId) -> bool {
    !dom.form().is_disabled(node) && dom.attr(node, &local_name!("readonly")).is_none()
}

/// The text in a control, also where it is not a value of its type.
fn raw_text(dom: &Dom, node: NodeId) -> String {
    match dom.element(node).and_then(InputType::of) {
        Some(InputType::Number) => dom.attr(node, &local_name!("value")).unwrap_or_default().to_owned(),
        _ => form::value(dom, node).into_owned(),
    }
}

/// Returns the part of a text that can be typed into a control.
fn typed_into(dom: &Dom, node: NodeId, text: &str) -> String {
    match dom.element(node).and_then(InputType::of) {
        // Chrome: a number field takes the characters that numbers are written with.
        Some(InputType::Number) => {
            text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E')).collect()
        }
        // Chrome: line breaks become spaces in a single line.
        Some(_) => text.replace("\r\n", " ").replace(['\n', '\r'], " "),
        None => text.replace("\r\n", "\n").replace('\r', "\n"),
    }
}

impl ActiveDocument {
    /// Sets the text of a control.
    pub(super) fn set_text(&mut self, node: NodeId, text: &str) {
        if raw_text(self.page.dom(), node) == text {
            return;
        }
        self.remember(node);
        self.effects.push(Effect::Changed(node));
        let change = if self.page.dom().is_html(node, &local_name!("textarea")) {
            Mutation::SetText { node, text: text.to_owned() }
        } else {
            attribute(node, "value", Some(text))
        };
        self.mutate(&[change]);
    }

    /// Replaces the selection of the focused text control, within `maxlength`.
    pub(super) fn insert_text(&mut self, text: &str) {
        let Some(node) = self.focused() else { return };
        let dom = self.page.dom();
        if !is_text_control(dom, node) {
            if let Some(host) = dom.editing_host(node).filter(|_| !text.is_empty()) {
                self.effects.push(Effect::Changed(host));
                let html = text.replace('&', "&amp;").replace('<', "&lt;");
                self.mutate(&[Mutation::InsertHtml { parent: host, before: None, html }]);
            }
            return;
        }
        if !is_editable(dom, node) {
            return;
        }
        let (start, end) = self.selection_in(node).range();
        let before = raw_text(dom, node);
        let kept: Vec<char> = before.chars().collect();
        let (head, tail) = (kept.get(..start).unwrap_or(&kept), kept.get(end..).unwrap_or_default());
        let mut typed = typed_into(dom, node, text);
        // <https://html.spec.whatwg.org/#attr-fe-maxlength>, in code units.
        let limit = dom.attr(node, &local_name!("maxlength")).and_then(|limit| limit.trim().parse::<usize>().ok());
        let is_number = dom.element(node).and_then(InputType::of) == Some(InputType::Number);
        if let Some(limit) = limit.filter(|_| !is_number) {
            let units = |chars: &[char]| chars.iter().map(|c| c.len_utf16()).sum::<usize>();
            let mut left = limit.saturating_sub(units(head) + units(tail));
            typed = typed
                .chars()
                .take_while(|c| {
                    let fits = c.len_utf16() <= left;
                    left = left.saturating_sub(c.len_utf16());
                    fits
                })
                .collect();
        }
        let caret = head.len() + typed.chars().count();
        let after: String = head.iter().copied().chain(typed.chars()).chain(tail.iter().copied()).collect();
        self.set_text(node, &after);
        self.state.selection = Some(Selection { node, anchor: caret, head: caret });
    }

    /// Selects all of the text of a control.
    pub(super) fn select_all(&mut self, node: NodeId) {
        self.state.selection = Some(Selection::all(self.page.dom(), node));
    }

    fn selection_in(&self, node: NodeId) -> Selection {
        let known = self.state.selection.filter(|selection| selection.node == node);
        known.unwrap_or_else(|| Selection::end(self.page.dom(), node))
    }

    /// A key that edits or moves the caret, in the focused text control. False for any other key.
    pub(super) fn edit_key(&mut self, node: NodeId, key: &Key) -> bool {
        let dom = self.page.dom();
        let text: Vec<char> = raw_text(dom, node).chars().collect();
        let selection = self.selection_in(node);
        let (start, end) = selection.range();
        let head = selection.head.min(text.len());
        let line_start = text.iter().take(head).rposition(|&c| c == '\n').map_or(0, |at| at + 1);
        let line_end = text.iter().skip(head).position(|&c| c == '\n').map_or(text.len(), |at| head + at);
        let is_multiline = dom.is_html(node, &local_name!("textarea"));
        if let Some(typed) = key.text() {
            let typed = typed.to_owned();
            self.insert_text(&typed);
            return true;
        }
        let moved = match key.name.as_str() {
            "Backspace" | "Delete" => {
                let (from, to) = match (start == end, key.name == "Backspace") {
                    (false, _) => (start, end),
                    (true, true) => (start.saturating_sub(1), start),
                    (true, false) => (start, (start + 1).min(text.len())),
                };
                self.state.selection = Some(Selection { node, anchor: from, head: to });
                self.insert_text("");
                return true;
            }
            "a" | "A" if key.control => {
                self.select_all(node);
                return true;
            }
            "Enter" if is_multiline => {
                self.insert_text("\n");
                return true;
            }
            "ArrowLeft" if start != end && !key.shift => start,
            "ArrowRight" if start != end && !key.shift => end,
            "ArrowLeft" => head.saturating_sub(1),
            "ArrowRight" => (head + 1).min(text.len()),
            "Home" if key.control => 0,
            "End" if key.control => text.len(),
            "Home" => line_start,
            "End" => line_end,
            // Chrome: in a single line they go to its ends.
            "ArrowUp" | "PageUp" if !is_multiline => 0,
            "ArrowDown" | "PageDown" if !is_multiline => text.len(),
            "ArrowUp" => vertical(&text, line_start, head, true),
            "ArrowDown" => vertical(&text, line_start, head, false),
            "PageUp" => 0,
            "PageDown" => text.len(),
            _ => return false,
        };
        self.state.selection =
            Some(Selection { node, anchor: if key.shift { selection.anchor } else { moved }, head: moved });
        true
    }
}

/// The place in the line above or below, as many characters from its start.
///
/// Approx: lines end where the text breaks them, not where the box does.
fn vertical(text: &[char], line_start: usize, head: usize, up: bool) -> usize {
    let column = head - line_start;
    if up {
        let Some(previous_end) = line_start.checked_sub(1) else { return 0 };
        let previous = text.iter().take(previous_end).rposition(|&c| c == '\n').map_or(0, |at| at + 1);
        return (previous + column).min(previous_end);
    }
    let Some(next) = text.iter().skip(head).position(|&c| c == '\n').map(|at| head + at + 1) else { return text.len() };
    let next_end = text.iter().skip(next).position(|&c| c == '\n').map_or(text.len(), |at| next + at);
    (next + column).min(next_end)
}
