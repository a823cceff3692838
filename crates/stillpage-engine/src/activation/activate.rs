//! Activation behavior: what a click on an element does.
//!
//! <https://html.spec.whatwg.org/#activation>

use super::close::popover_target;
use super::focus::{FocusTrigger, is_focusable, is_summary_for_details};
use super::{ActiveDocument, Effect};
use crate::dom::form::{InputType, display_size};
use crate::dom::{Dom, LocalName, NodeId, local_name, ns};

impl ActiveDocument {
    /// Clicks an element, as the keyboard or a label does.
    pub(super) fn activate(&mut self, node: NodeId) {
        self.activate_with(node, false);
    }

    /// Clicks an element; links open in a new tab if asked to. The nearest element around it that has an activation behavior
    /// acts.
    pub(super) fn activate_with(&mut self, target: NodeId, new_tab: bool) {
        let dom = self.page.dom();
        let around: Vec<NodeId> = std::iter::once(target).chain(dom.flat_ancestors(target)).collect();
        for node in around {
            let dom = self.page.dom();
            let Some(element) = dom.element(node) else { continue };
            let html = element.name.ns == ns!(html);
            match &*element.name.local {
                "a" | "area" if href(dom, node).is_some() => return self.follow(node, new_tab),
                "label" if html => return self.activate_label(node, target),
                "summary" if html && is_summary_for_details(dom, node) => {
                    if let Some(details) = dom.node(node).parent {
                        self.toggle_details(details);
                    }
                    return;
                }
                "button" | "input" | "select" | "textarea" if html && dom.form().is_disabled(node) => return,
                "button" if html => return self.activate_button(node),
                "input" if html => return self.activate_input(node, InputType::of(element)),
                "option" if html => return self.activate_option(node),
                "select" if html => {
                    self.effects.push(Effect::Picker(node));
                    return;
                }
                "textarea" if html => return,
                _ => {}
            }
        }
    }

    /// <https://html.spec.whatwg.org/#following-hyperlinks-2>
    fn follow(&mut self, link: NodeId, new_tab: bool) {
        let dom = self.page.dom();
        let Some(href) = href(dom, link) else { return };
        let document = dom.owner_document(link);
        let own = dom.document_url(document).cloned();
        let resolved = dom.base_url(document).or(own.as_ref()).and_then(|base| base.join(href.trim()).ok());
        let Some(url) = resolved else {
            // A page whose address is not known still knows its own parts.
            match href.trim().strip_prefix('#') {
                Some(fragment) => {
                    let fragment = fragment.to_owned();
                    self.go_to_fragment(&fragment);
                }
                None => self.effects.push(Effect::Follow { url: href.trim().to_owned(), new_tab }),
            }
            return;
        };
        if url.scheme() == "javascript" {
            self.effects.push(Effect::Script(link));
            return;
        }
        let target = dom.attr(link, &local_name!("target")).unwrap_or_default();
        let new_tab = new_tab || target.eq_ignore_ascii_case("_blank");
        let without_fragment = |mut url: url::Url| {
            url.set_fragment(None);
            url
        };
        let same = own.is_some_and(|own| without_fragment(own) == without_fragment(url.clone()));
        match url.fragment() {
            Some(fragment) if same && !new_tab && document == dom.document() => {
                let fragment = fragment.to_owned();
                self.go_to_fragment(&fragment);
            }
            _ => self.effects.push(Effect::Follow { url: url.into(), new_tab }),
        }
    }

    /// A click on a label is one on its control, unless it was meant for something else in the label.
    fn activate_label(&mut self, label: NodeId, target: NodeId) {
        let dom = self.page.dom();
        let Some(control) = dom.form().labeled_control(label) else { return };
        let mut inner = std::iter::once(target).chain(dom.flat_ancestors(target)).take_while(|&n| n != label);
        let is_meant = !inner.any(|n| n == control || is_interactive(dom, n));
        drop(inner);
        if !is_meant || dom.form().is_disabled(control) {
            return;
        }
        if is_focusable(&self.page, control) {
            self.set_focus(Some(control), FocusTrigger::Pointer);
        }
        self.activate(control);
    }

    /// <https://html.spec.whatwg.org/#the-button-element:activation-behaviour>
    fn activate_button(&mut self, button: NodeId) {
        let dom = self.page.dom();
        let form = dom.form().owner(button);
        let kind = dom.attr(button, &local_name!("type")).unwrap_or_default().to_ascii_lowercase();
        if let Some(form) = form {
            match kind.as_str() {
                "reset" => return self.reset(form),
                "button" => {}
                _ if kind == "submit" || dom.attr(button, &LocalName::from("command")).is_none() => {
                    return self.submit(form, Some(button));
                }
                _ => return,
            }
        }
        self.invoke(button);
    }

    /// <https://html.spec.whatwg.org/#attr-button-command>, and `popovertarget`, which does the same for popovers.
    fn invoke(&mut self, button: NodeId) {
        let dom = self.page.dom();
        let named = dom.attr(button, &LocalName::from("commandfor"));
        let target = named.and_then(|id| dom.get_element_by_id(dom.tree_root(button), &id.into()));
        if let Some(target) = target {
            let command = dom.attr(button, &LocalName::from("command")).unwrap_or_default().to_ascii_lowercase();
            match command.as_str() {
                "show-modal" => self.show_modal(target),
                "close" | "request-close" => self.close_dialog(target),
                "show-popover" => self.show_popover(target, Some(button)),
                "hide-popover" => self.hide_popover(target),
                "toggle-popover" => self.toggle_popover(target, button),
                _ => {}
            }
            return;
        }
        let Some(popover) = popover_target(dom, button) else { return };
        let action = dom.attr(button, &LocalName::from("popovertargetaction")).unwrap_or_default().to_ascii_lowercase();
        match action.as_str() {
            "show" => self.show_popover(popover, Some(button)),
            "hide" => self.hide_popover(popover),
            _ => self.toggle_popover(popover, button),
        }
    }

    /// <https://html.spec.whatwg.org/#input-activation-behavior>
    fn activate_input(&mut self, input: NodeId, kind: Option<InputType>) {
        let dom = self.page.dom();
        match kind {
            Some(InputType::Checkbox) => {
                let checked = !dom.form().is_checked(input);
                self.set_checked(input, checked);
            }
            Some(InputType::Radio) => self.set_checked(input, true),
            Some(kind) if kind.is_submit() => {
                if let Some(form) = dom.form().owner(input) {
                    self.submit(form, Some(input));
                } else {
                    self.invoke(input);
                }
            }
            Some(InputType::Reset) => {
                if let Some(form) = dom.form().owner(input) {
                    self.reset(form);
                }
            }
            Some(InputType::Button) => self.invoke(input),
            Some(InputType::File | InputType::Color) => self.effects.push(Effect::Picker(input)),
            _ => {}
        }
    }

    /// A press on an option of a list that shows its options.
    fn activate_option(&mut self, option: NodeId) {
        let dom = self.page.dom();
        let Some(select) = dom.form().select_of(option) else { return };
        let lists = dom
            .element(select)
            .is_some_and(|element| display_size(element) > 1 || element.attr(&local_name!("multiple")).is_some());
        if lists && !dom.form().is_disabled(option) && !dom.form().is_disabled(select) {
            self.set_selected(select, &[option]);
        }
    }
}

/// The address of a link, of HTML or SVG.
fn href(dom: &Dom, node: NodeId) -> Option<&str> {
    let element = dom.element(node)?;
    let svg = element.name.ns == ns!(svg);
    let is_it = |ns: &crate::dom::Namespace| *ns == ns!() || svg && *ns == ns!(xlink);
    let found = element.attributes.iter().find(|a| a.name.local == local_name!("href") && is_it(&a.name.ns));
    found.map(|attribute| &*attribute.value)
}

/// <https://html.spec.whatwg.org/#interactive-content>
fn is_interactive(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node).filter(|element| element.name.ns == ns!(html)) else { return false };
    let has = |name: LocalName| element.attr(&name).is_some();
    match &*element.name.local {
        "a" => has(local_name!("href")),
        "audio" | "video" => has(local_name!("controls")),
        "img" | "object" => has(local_name!("usemap")),
        "input" => InputType::of(element) != Some(InputType::Hidden),
        "button" | "details" | "embed" | "iframe" | "label" | "select" | "textarea" | "summary" => true,
        _ => has(local_name!("tabindex")),
    }
}
