//! Styles that a browser computed, read from the text of their computed values.

use std::sync::Arc;

use cssparser::Parser;
use rustc_hash::FxHashMap;

use super::media::DocumentViewport;
use super::metrics::Fonts;
use super::property::{
    ComputeBasis, DeclaredValue, ParseMode, PropertyName, apply_declaration, finish_measured, note_declared,
    parse_declaration, resolve_logical,
};
use super::{ComputedStyle, Pseudo, Styles};
use crate::device::Device;
use crate::dom::{Dom, NodeId, Quirks};

/// The properties that the rooms above ask a measured style for; a recording has their computed values, in this order.
pub const MEASURED: &[&str] = &[
    "display",
    "visibility",
    "position",
    "float",
    "content",
    "content-visibility",
    "overflow-x",
    "overflow-y",
    "z-index",
    "opacity",
    "pointer-events",
    "cursor",
    "interactivity",
    "isolation",
    "border-top-width",
    "border-right-width",
    "border-bottom-width",
    "border-left-width",
    "padding-top",
    "padding-right",
    "padding-bottom",
    "padding-left",
    "border-top-left-radius",
    "border-top-right-radius",
    "border-bottom-right-radius",
    "border-bottom-left-radius",
    "clip-path",
    "transform",
    "filter",
    "backdrop-filter",
    "perspective",
    "will-change",
    "contain",
    "container-type",
    "white-space-collapse",
    "text-wrap-mode",
    "text-transform",
    "list-style-type",
    "font-size",
    "background-color",
    "background-image",
    "fill",
    "color",
    "text-decoration-line",
    "text-decoration-style",
];

/// Styles by node from lists of computed values; equal lists share a style.
#[derive(Debug)]
pub struct MeasuredStyles<'a> {
    device: &'a Device,
    initial: ComputedStyle,
    shared: FxHashMap<Vec<Box<str>>, Arc<ComputedStyle>>,
    styles: Styles,
}

impl<'a> MeasuredStyles<'a> {
    pub fn new(dom: &Dom, device: &'a Device) -> Self {
        Self {
            device,
            initial: ComputedStyle::initial(),
            shared: FxHashMap::default(),
            styles: Styles { is_measured: true, ..Styles::of_nothing(dom) },
        }
    }

    /// The style of an element; values as in [`MEASURED`], missing ones initial.
    pub fn set(&mut self, node: NodeId, values: &[&str]) {
        self.styles.elements[node] = Some(self.style(values));
    }

    /// The style of a pseudo-element.
    pub fn set_pseudo(&mut self, node: NodeId, pseudo: Pseudo, values: &[&str]) {
        let style = self.style(values);
        self.styles.pseudos.push((node, pseudo, style));
    }

    /// The text of a list marker.
    pub fn set_marker(&mut self, node: NodeId, text: &str) {
        self.styles.markers.insert(node, text.into());
    }

    /// Returns the style of an element, if it is known so far.
    pub fn get(&self, node: NodeId) -> Option<&Arc<ComputedStyle>> {
        self.styles.get(node)
    }

    /// All of them.
    pub fn finish(mut self) -> Styles {
        self.styles.index_pseudos();
        self.styles
    }

    fn style(&mut self, values: &[&str]) -> Arc<ComputedStyle> {
        let key: Vec<Box<str>> = values.iter().map(|&value| value.into()).collect();
        if let Some(style) = self.shared.get(&key) {
            return Arc::clone(style);
        }
        let style = Arc::new(compute(values, &self.initial, self.device));
        self.shared.insert(key, Arc::clone(&style));
        style
    }
}

fn compute(values: &[&str], initial: &ComputedStyle, device: &Device) -> ComputedStyle {
    let mut style = initial.clone();
    let basis = ComputeBasis {
        parent: initial,
        initial,
        is_root: false,
        root_font_size: initial.font_size,
        root_line_height: initial.font_size,
        viewport: &DocumentViewport::new(device.viewport),
        container: (None, None),
        asked_container: &std::cell::Cell::new(false),
        quirks: Quirks::NoQuirks,
        fonts: &Fonts,
        web_fonts: None,
        element: None,
    };
    let mut declarations = Vec::new();
    for (name, value) in MEASURED.iter().zip(values) {
        // What does not parse is as if it was not recorded.
        let _ = parse_declaration(name, &mut Parser::new(value), &ParseMode::default(), &mut declarations);
    }
    for declaration in &declarations {
        if let (PropertyName::Longhand(property), DeclaredValue::Specified(value)) =
            (&declaration.property, &declaration.value)
        {
            let property = resolve_logical(*property, style.writing_mode, style.direction);
            note_declared(&mut style, property);
            apply_declaration(&mut style, property, value, &basis);
        }
    }
    style.original_display = style.display;
    finish_measured(&mut style);
    style
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::computed::{Content, ContentItem, Cursor, Display, Overflow, Position, Visibility};

    #[test]
    fn measured_values_are_read_as_computed() {
        let device = Device::default();
        let dom = Dom::new();
        let mut styles = MeasuredStyles::new(&dom, &device);
        let mut values = vec!["flex", "hidden", "absolute", "none", "\"a\" \"b\"", "visible", "auto", "hidden", "7"];
        values.extend(["0.5", "none", "pointer"]);
        styles.set(dom.document(), &values);
        styles.set_pseudo(dom.document(), Pseudo::Before, &["nonsense", "visible"]);
        let styles = styles.finish();
        let style = styles.get(dom.document()).unwrap();
        assert_eq!((style.display, style.visibility), (Display::Flex, Visibility::Hidden));
        assert_eq!((style.position, style.z_index), (Position::Absolute, Some(7)));
        assert_eq!((style.overflow_x, style.overflow_y), (Overflow::Auto, Overflow::Hidden));
        assert_eq!(style.cursor, Cursor::Pointer);
        let Content::Items(items, None) = &style.content else { panic!("{:?}", style.content) };
        assert!(matches!(&items[..], [ContentItem::Text(_), ContentItem::Text(_)]), "{items:?}");
        let pseudo = styles.pseudo(dom.document(), Pseudo::Before).unwrap();
        assert_eq!(pseudo.display, Display::Inline, "what does not parse is initial");
    }
}
