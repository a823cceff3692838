//! Following a fragment: what it indicates comes into view and gets the focus.

use super::focus::{FocusTrigger, is_focusable};
use super::{ActiveDocument, Effect};
use crate::dom::{Dom, NodeId, local_name};
use crate::geometry::Point;
use crate::hit::Alignment;

impl ActiveDocument {
    /// Goes to the part of the page that a fragment names.
    ///
    /// <https://html.spec.whatwg.org/#scroll-to-the-fragment-identifier>
    pub fn go_to_fragment(&mut self, fragment: &str) {
        self.effects.push(Effect::Fragment(fragment.to_owned()));
        let state = self.interaction();
        let mut dom = self.page.dom().clone();
        dom.set_fragment(Some(fragment));
        dom.set_interaction(state);
        let indicated = indicated_part(&dom, fragment);
        if let Some(target) = indicated {
            let closed: Vec<NodeId> = dom
                .ancestors(target)
                .filter(|&n| dom.is_html(n, &local_name!("details")) && dom.attr(n, &local_name!("open")).is_none())
                .collect();
            for details in closed {
                self.effects.push(Effect::Toggled { node: details, open: true });
                let opened = dom.apply_all(&[super::attribute(details, "open", Some(""))]);
                debug_assert!(opened.is_ok(), "{opened:?}");
            }
        }
        self.render(dom);
        let is_top = fragment.is_empty() || fragment.eq_ignore_ascii_case("top");
        match indicated {
            Some(target) => {
                self.scroll_into_view(target, Alignment::Top);
                // Chrome: the focus goes along, or is lost to the place to go on from.
                if is_focusable(&self.page, target) {
                    self.set_focus(Some(target), FocusTrigger::Script);
                } else {
                    self.set_focus(None, FocusTrigger::Script);
                    self.state.starting_point = Some(target);
                }
            }
            None if is_top => {
                self.scroll(&[(self.page.dom().document(), Point::ZERO)]);
                self.set_focus(None, FocusTrigger::Script);
                self.state.starting_point = None;
            }
            None => {}
        }
    }

    /// Goes back to a fragment, or to the page without one, as the history of a tab does.
    ///
    /// Approx: Chromium scrolls back to where the page was; here it stays, unless the fragment names a part of it.
    pub fn traverse_to_fragment(&mut self, fragment: Option<&str>) {
        let state = self.interaction();
        let mut dom = self.page.dom().clone();
        dom.set_fragment(fragment);
        dom.set_interaction(state);
        let target = fragment.and_then(|fragment| indicated_part(&dom, fragment));
        self.render(dom);
        if let Some(target) = target {
            self.scroll_into_view(target, Alignment::Top);
        }
    }
}

/// <https://html.spec.whatwg.org/#find-a-potential-indicated-element>
fn indicated_part(dom: &Dom, fragment: &str) -> Option<NodeId> {
    if fragment.is_empty() {
        return None;
    }
    let decoded = percent_encoding::percent_decode_str(fragment).decode_utf8_lossy();
    [fragment, &*decoded].into_iter().find_map(|name| {
        dom.get_element_by_id(dom.document(), &name.into()).or_else(|| {
            let is_anchor = |&node: &NodeId| {
                dom.is_html(node, &local_name!("a")) && dom.attr(node, &local_name!("name")) == Some(name)
            };
            dom.elements_in_order().find(is_anchor)
        })
    })
}
