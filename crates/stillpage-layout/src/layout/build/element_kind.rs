//! The kind of box that an element makes.

use super::builder::{Builder, Item};
use super::kinds::{inner_kind, input_kind, is_space, kind_of_display, parse_number};
use crate::dom::{NodeData, local_name, ns};
use crate::layout::state::box_tree::{BoxKind, Control, Replaced};
use crate::layout::state::display::is_inline_display;
use crate::style::computed::{Appearance, Display};

impl Builder<'_> {
    pub(super) fn kind_of_element(&self, item: &Item) -> BoxKind {
        let Some(element) = self.dom.element(item.node) else { return BoxKind::Inline };
        let style = &item.style;
        if element.name.ns == ns!(svg) {
            return match element.name.local {
                local_name!("svg") => BoxKind::Replaced(Replaced::Svg),
                local_name!("foreignObject") => BoxKind::Block,
                _ => kind_of_display(style),
            };
        }
        if element.name.ns == ns!(mathml) && matches!(style.display, Display::Math | Display::BlockMath) {
            return BoxKind::Math;
        }
        if element.name.ns != ns!(html) {
            return kind_of_display(style);
        }
        match element.name.local {
            local_name!("br") => BoxKind::Br,
            local_name!("wbr") => BoxKind::Wbr,
            local_name!("img") => BoxKind::Replaced(Replaced::Image),
            // Chrome: where no script can draw on it, it is an element like any other.
            local_name!("canvas") if self.dom.is_fresh() => kind_of_display(style),
            local_name!("canvas") => BoxKind::Replaced(Replaced::Canvas),
            local_name!("video") => BoxKind::Replaced(Replaced::Video),
            local_name!("audio") => BoxKind::Replaced(Replaced::Audio),
            local_name!("iframe") | local_name!("frame") => BoxKind::Replaced(Replaced::Frame),
            local_name!("embed") => BoxKind::Replaced(Replaced::Embed),
            local_name!("object") if element.frame_document.is_some() => BoxKind::Replaced(Replaced::Frame),
            local_name!("object") => self.object_kind(item),
            local_name!("fieldset") if !is_inline_display(style.display) || style.display != Display::Inline => {
                match kind_of_display(style) {
                    BoxKind::Block | BoxKind::Flex | BoxKind::Grid => BoxKind::Fieldset,
                    other => other,
                }
            }
            local_name!("button") => match inner_kind(style) {
                BoxKind::Block => BoxKind::Control(Control::Button),
                inner => inner,
            },
            local_name!("textarea") => BoxKind::Control(Control::TextArea),
            local_name!("meter") if style.appearance != Appearance::None => BoxKind::Control(Control::Meter),
            local_name!("progress") if style.appearance != Appearance::None => BoxKind::Control(Control::Progress),
            local_name!("meter") => BoxKind::Control(Control::Meter),
            local_name!("progress") => BoxKind::Control(Control::Progress),
            local_name!("select") => {
                let rows = element.attr(&local_name!("size")).and_then(parse_number).unwrap_or(0);
                if rows > 1 || rows == 0 && element.attr(&local_name!("multiple")).is_some() {
                    BoxKind::Control(Control::ListBox)
                } else {
                    BoxKind::Control(Control::Menu)
                }
            }
            local_name!("input") => input_kind(element.attr(&local_name!("type")).unwrap_or("")),
            _ => kind_of_display(style),
        }
    }

    /// The kind of box of an `object`: that of a resource, or that of its contents.
    ///
    /// Chrome: <https://html.spec.whatwg.org/#the-object-element>. One that shows nothing is empty, unless it has something to
    /// show instead; one that asks for a type that browsers show, without data, is empty in any case.
    fn object_kind(&self, item: &Item) -> BoxKind {
        let Some(element) = self.dom.element(item.node) else { return BoxKind::Inline };
        let attr = |name| element.attr(&name).map(str::trim).filter(|v| !v.is_empty());
        let empty = BoxKind::Replaced(Replaced::Embed);
        let has_fallback = || {
            self.dom.children(item.node).any(|child| match &self.dom.node(child).data {
                NodeData::Text(text) => !self.dom.text_in(text).bytes().all(is_space),
                NodeData::Element(child) => child.name.local != local_name!("param"),
                _ => false,
            })
        };
        if let Some(data) = attr(local_name!("data")) {
            return match data {
                data if data.starts_with("data:image") => BoxKind::Replaced(Replaced::Image),
                data if data.starts_with("data:") || data == "about:blank" => empty,
                _ if has_fallback() => kind_of_display(&item.style),
                _ => empty,
            };
        }
        let kind = attr(local_name!("type")).unwrap_or("").to_ascii_lowercase();
        let shown = ["text/", "image/svg+xml", "application/pdf", "application/xhtml+xml", "application/xml"];
        match &*kind {
            kind if shown.iter().any(|s| kind.starts_with(s)) => empty,
            kind if kind.starts_with("image/") => BoxKind::Replaced(Replaced::Image),
            _ if has_fallback() => kind_of_display(&item.style),
            _ => empty,
        }
    }
}
