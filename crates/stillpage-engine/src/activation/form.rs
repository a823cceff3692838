//! Forms: resetting and submitting them, and the choices of their controls.
//!
//! <https://html.spec.whatwg.org/#form-submission-2>

use super::focus::FocusTrigger;
use super::{ActiveDocument, Effect, attribute};
use crate::dom::form::{self, InputType, display_size, is_submit_button, option_value};
use crate::dom::{LocalName, Mutation, NodeId, local_name};

/// The state of a control before it was edited.
#[derive(Debug, Clone)]
pub(super) struct Original {
    /// The attribute.
    value: Option<String>,
    checked: bool,
    selected: bool,
    /// The text of a `textarea`.
    text: Option<String>,
}

/// A form submission: the request that a browser would send.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Submission {
    /// The form.
    pub form: NodeId,
    /// The address that it is sent to, as far as it could be resolved.
    pub action: String,
    /// `GET` or `POST`.
    pub method: &'static str,
    /// The encoding of the body.
    pub enctype: &'static str,
    /// The entry list; of files their names.
    pub fields: Vec<(String, String)>,
    /// In a window of its own.
    pub new_tab: bool,
}

impl Submission {
    /// The address that is asked for: with the fields, if the method is `GET`.
    pub fn url(&self) -> String {
        let Ok(mut url) = url::Url::parse(&self.action) else { return self.action.clone() };
        if self.method == "GET" {
            url.set_query(Some(""));
            url.query_pairs_mut().clear().extend_pairs(&self.fields);
        }
        url.into()
    }

    /// Returns the request body, if it is encoded as a query; other encodings have boundaries that are made up each time.
    pub fn body(&self) -> Option<String> {
        let is_query = self.method == "POST" && self.enctype == "application/x-www-form-urlencoded";
        is_query.then(|| url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.fields).finish())
    }
}

impl ActiveDocument {
    /// Keeps what a control is, unless it was edited before.
    pub(super) fn remember(&mut self, node: NodeId) {
        if self.state.originals.contains_key(&node) {
            return;
        }
        let dom = self.page.dom();
        let has = |name: LocalName| dom.attr(node, &name).is_some();
        let original = Original {
            value: dom.attr(node, &local_name!("value")).map(str::to_owned),
            checked: has(local_name!("checked")),
            selected: has(local_name!("selected")),
            text: dom.is_html(node, &local_name!("textarea")).then(|| dom.child_text(node)),
        };
        self.state.originals.insert(node, original);
    }

    /// <https://html.spec.whatwg.org/#concept-form-reset>
    pub(super) fn reset(&mut self, form: NodeId) {
        let dom = self.page.dom();
        let mut changes = Vec::new();
        for (&node, original) in &self.state.originals {
            let control = dom.form().select_of(node).unwrap_or(node);
            if dom.form().owner(control) != Some(form) {
                continue;
            }
            changes.push(attribute(node, "value", original.value.as_deref()));
            changes.push(attribute(node, "checked", original.checked.then_some("")));
            changes.push(attribute(node, "selected", original.selected.then_some("")));
            if let Some(text) = &original.text {
                changes.push(Mutation::SetText { node, text: text.clone() });
            }
        }
        self.state.originals.retain(|&node, _| {
            let control = dom.form().select_of(node).unwrap_or(node);
            dom.form().owner(control) != Some(form)
        });
        self.effects.push(Effect::Reset(form));
        self.mutate(&changes);
    }

    /// Checks or unchecks a checkbox, or checks a radio button and unchecks the others of its group.
    pub(super) fn set_checked(&mut self, node: NodeId, checked: bool) {
        let dom = self.page.dom();
        let is_radio = dom.element(node).and_then(InputType::of) == Some(InputType::Radio);
        let group = if is_radio && checked { form::radio_group(dom, node) } else { vec![node] };
        if dom.form().is_checked(node) == checked && !dom.form().is_indeterminate(dom, node) {
            return;
        }
        let mut changes = vec![attribute(node, "data-frozen-indeterminate", None)];
        changes
            .extend(group.iter().map(|&other| attribute(other, "checked", (checked && other == node).then_some(""))));
        for other in group {
            self.remember(other);
        }
        self.effects.push(Effect::Changed(node));
        self.mutate(&changes);
    }

    /// Selects these options of a `select`, and no others.
    pub(super) fn set_selected(&mut self, select: NodeId, chosen: &[NodeId]) {
        let options = self.page.dom().form().options(select).to_vec();
        let before: Vec<NodeId> = self.page.dom().form().selected_options(select).collect();
        for &option in &options {
            self.remember(option);
        }
        if before == chosen {
            return;
        }
        let change = |&option: &NodeId| attribute(option, "selected", chosen.contains(&option).then_some(""));
        self.effects.push(Effect::Changed(select));
        self.mutate(&options.iter().map(change).collect::<Vec<_>>());
    }

    /// Submits implicitly, as Enter in a field does: the form's default button is clicked, or the form submitted without one.
    ///
    /// <https://html.spec.whatwg.org/#implicit-submission>
    pub(super) fn submit_implicitly(&mut self, field: NodeId) {
        let dom = self.page.dom();
        let Some(form) = dom.form().owner(field) else { return };
        let controls: Vec<NodeId> = dom.elements_in_order().filter(|&n| dom.form().owner(n) == Some(form)).collect();
        let button = controls.iter().copied().find(|&n| dom.element(n).is_some_and(is_submit_button));
        match button {
            Some(button) if dom.form().is_disabled(button) => {}
            Some(button) => self.activate(button),
            None => {
                let blocks = |n: &&NodeId| dom.element(**n).and_then(InputType::of).is_some_and(|kind| kind.is_typed());
                if controls.iter().filter(blocks).count() <= 1 {
                    self.submit(form, None);
                }
            }
        }
    }

    /// <https://html.spec.whatwg.org/#concept-form-submit>
    pub(super) fn submit(&mut self, form: NodeId, submitter: Option<NodeId>) {
        let dom = self.page.dom();
        let own = |name: &str| submitter.and_then(|node| dom.attr(node, &LocalName::from(name)));
        let of_form = |name: &str| dom.attr(form, &LocalName::from(name));
        let method = own("formmethod").or_else(|| of_form("method")).unwrap_or("get");
        if own("formnovalidate").is_none() && of_form("novalidate").is_none() {
            let invalid = |&n: &NodeId| dom.form().owner(n) == Some(form) && dom.form().is_valid(n) == Some(false);
            let first = dom.elements_in_order().find(invalid);
            if let Some(first) = first {
                self.effects.push(Effect::Invalid(first));
                if super::focus::is_focusable(&self.page, first) {
                    self.set_focus(Some(first), FocusTrigger::Script);
                }
                return;
            }
        }
        if method.eq_ignore_ascii_case("dialog") {
            let dialog = dom.ancestors(form).find(|&n| dom.is_html(n, &local_name!("dialog")));
            if let Some(dialog) = dialog.filter(|&dialog| dom.attr(dialog, &local_name!("open")).is_some()) {
                self.close_dialog(dialog);
            }
            return;
        }
        let action = own("formaction").or_else(|| of_form("action")).filter(|action| !action.trim().is_empty());
        let document = dom.owner_document(form);
        let base = match action {
            Some(_) => dom.base_url(document).or_else(|| dom.document_url(document)),
            None => dom.document_url(document),
        };
        let action = action.unwrap_or_default().trim();
        let resolved = base.and_then(|base| base.join(action).ok()).map_or_else(|| action.to_owned(), String::from);
        let is_post = method.eq_ignore_ascii_case("post");
        let enctype = match own("formenctype").or_else(|| of_form("enctype")).unwrap_or_default() {
            kind if kind.eq_ignore_ascii_case("multipart/form-data") => "multipart/form-data",
            kind if kind.eq_ignore_ascii_case("text/plain") => "text/plain",
            _ => "application/x-www-form-urlencoded",
        };
        let target = own("formtarget").or_else(|| of_form("target")).unwrap_or_default();
        let submission = Submission {
            form,
            action: resolved,
            method: if is_post { "POST" } else { "GET" },
            enctype,
            fields: self.entry_list(form, submitter),
            new_tab: target.eq_ignore_ascii_case("_blank"),
        };
        self.effects.push(Effect::Submit(submission));
    }

    /// <https://html.spec.whatwg.org/#constructing-the-form-data-set>
    fn entry_list(&self, form: NodeId, submitter: Option<NodeId>) -> Vec<(String, String)> {
        let dom = self.page.dom();
        let mut entries = Vec::new();
        for node in dom.elements_in_order().filter(|&n| dom.form().owner(n) == Some(form)) {
            let Some(element) = dom.element(node) else { continue };
            let kind = InputType::of(element);
            let is_button = kind.is_some_and(InputType::is_button) || dom.is_html(node, &local_name!("button"));
            let in_datalist = dom.ancestors(node).any(|n| dom.is_html(n, &local_name!("datalist")));
            if dom.form().is_disabled(node) || in_datalist || is_button && Some(node) != submitter {
                continue;
            }
            if kind.is_some_and(InputType::is_checkable) && !dom.form().is_checked(node) {
                continue;
            }
            let name = element.attr(&local_name!("name")).unwrap_or_default();
            if kind == Some(InputType::Image) {
                let prefix = if name.is_empty() { String::new() } else { format!("{name}.") };
                entries.extend([(format!("{prefix}x"), "0".to_owned()), (format!("{prefix}y"), "0".to_owned())]);
                continue;
            }
            if name.is_empty() || matches!(&*element.name.local, "object" | "output" | "fieldset") {
                continue;
            }
            if dom.is_html(node, &local_name!("select")) {
                let chosen = dom.form().selected_options(node).filter(|&option| !dom.form().is_disabled(option));
                entries.extend(chosen.map(|option| (name.to_owned(), option_value(dom, option).into_owned())));
            } else {
                entries.push((name.to_owned(), form::value(dom, node).into_owned()));
            }
        }
        entries
    }

    /// Moves the choice of a `select` by a key; the disabled are passed over. False if it is not one of its keys.
    pub(super) fn select_key(&mut self, select: NodeId, key: &super::Key) -> bool {
        let dom = self.page.dom();
        let Some(element) = dom.element(select) else { return false };
        let multiple = element.attr(&local_name!("multiple")).is_some();
        let rows = usize::try_from(display_size(element)).unwrap_or(usize::MAX).max(1);
        let disabled =
            |&option: &NodeId| dom.form().is_disabled(option) || dom.attr(option, &local_name!("hidden")).is_some();
        let options: Vec<NodeId> = dom.form().options(select).iter().copied().filter(|o| !disabled(o)).collect();
        let Some(last) = options.len().checked_sub(1) else { return false };
        let chosen = dom.form().selected_options(select).last();
        let now = chosen.and_then(|chosen| options.iter().position(|&option| option == chosen));
        let page = if rows > 1 { rows - 1 } else { 3 };
        let next = match key.name.as_str() {
            "ArrowDown" | "ArrowRight" if key.alt => return true,
            "ArrowDown" | "ArrowRight" => now.map_or(0, |at| at + 1),
            "ArrowUp" | "ArrowLeft" => now.map_or(last, |at| at.saturating_sub(1)),
            "PageDown" => now.unwrap_or_default() + page,
            "PageUp" => now.unwrap_or_default().saturating_sub(page),
            "Home" => 0,
            "End" => last,
            _ => {
                let Some(typed) = key.text().filter(|text| !text.trim().is_empty()) else { return false };
                // The next option that begins with the letter, around the end.
                let typed = typed.to_lowercase();
                let begins =
                    |&option: &NodeId| form::option_label(dom, option).trim_start().to_lowercase().starts_with(&typed);
                let start = now.map_or(0, |at| at + 1);
                let found = (start..options.len()).chain(0..start).find(|&at| options.get(at).is_some_and(begins));
                match found {
                    Some(at) => at,
                    None => return true,
                }
            }
        };
        let next = options.get(next.min(last)).copied();
        let keeps = multiple && key.control;
        if let Some(option) = next.filter(|_| !keeps) {
            self.set_selected(select, &[option]);
        }
        true
    }

    /// Moves the choice of a group of radio buttons: the next or previous one that is not disabled, around the end.
    pub(super) fn radio_key(&mut self, radio: NodeId, forward: bool) {
        let dom = self.page.dom();
        let group: Vec<NodeId> = form::radio_group(dom, radio)
            .into_iter()
            .filter(|&n| n == radio || super::focus::is_focusable(&self.page, n))
            .collect();
        let Some(at) = group.iter().position(|&n| n == radio) else { return };
        let next = if forward { (at + 1) % group.len() } else { (at + group.len() - 1) % group.len() };
        if let Some(&next) = group.get(next).filter(|&&next| next != radio) {
            self.set_focus(Some(next), FocusTrigger::Keyboard);
            self.set_checked(next, true);
        }
    }
}
