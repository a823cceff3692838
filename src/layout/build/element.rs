//! The box of an element, and what fills it.

use std::sync::Arc;

use super::builder::{Builder, Item, ItemKind, Items, TableRole};
use super::kinds::{kind_of_display, parse_number};
use crate::dom::form::InputType;
use crate::dom::{ImageState, NodeId, local_name, ns};
use crate::layout::stack;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Contents, Control, Replaced, TextSource};
use crate::limits::Limit;
use crate::style::computed::{ContentVisibility, Dimension, Direction, Display, Float, LengthPercentage};
use crate::style::{ComputedStyle, Pseudo, matches_media};

impl Builder<'_> {
    /// The box of an element or pseudo-element, with everything in it.
    pub(super) fn element(&mut self, item: &Item) -> Option<BoxId> {
        if self.tree.boxes.len() as u64 >= Limit::Boxes.value() {
            self.tree.warnings.limit(Limit::Boxes);
            return None;
        }
        self.depth += 1;
        let id = stack::with_room(|| self.element_box(item));
        self.depth -= 1;
        id
    }

    pub(super) fn element_box(&mut self, item: &Item) -> Option<BoxId> {
        let style = &item.style;
        if item.kind == ItemKind::Image {
            return Some(self.make(BoxKind::Replaced(Replaced::Image), item.node, item.pseudo, Arc::clone(style)));
        }
        let kind = if item.pseudo.is_some() { kind_of_display(style) } else { self.kind_of_element(item) };
        // Chrome: an `embed` that asks for nothing makes no box.
        if kind == BoxKind::Replaced(Replaced::Embed)
            && self.dom.is_html(item.node, &local_name!("embed"))
            && [local_name!("src"), local_name!("type")].iter().all(|a| self.dom.attr(item.node, a).is_none())
        {
            return None;
        }
        if kind == BoxKind::Replaced(Replaced::Image)
            && let Some(id) = self.broken_image(item)
        {
            return Some(id);
        }
        let id = self.make(kind, item.node, item.pseudo, Arc::clone(style));
        if item.pseudo.is_none() && self.fits_content(item.node) {
            self.tree.boxes[id.index()].flags |= BoxFlags::FIT_CONTENT;
        }
        if item.pseudo.is_none() && self.dom.is_html(item.node, &local_name!("output")) {
            self.tree.boxes[id.index()].flags |= BoxFlags::OUTPUT;
        }
        if style.content_visibility == ContentVisibility::Hidden {
            self.tree.boxes[id.index()].flags |= BoxFlags::SKIPS_CONTENTS;
        }
        if item.pseudo.is_none() && self.dom.is_html(item.node, &local_name!("body")) {
            let parent = self.dom.node(item.node).parent;
            if parent.is_some_and(|p| self.dom.is_html(p, &local_name!("html"))) {
                self.tree.boxes[id.index()].flags |= BoxFlags::BODY;
            }
        }
        match kind {
            BoxKind::Replaced(Replaced::Frame) => self.frame(id, item.node),
            BoxKind::Replaced(_) | BoxKind::Br | BoxKind::Wbr => {}
            BoxKind::Control(Control::Button) if self.dom.is_html(item.node, &local_name!("input")) => {
                self.button_label(id, item.node);
            }
            BoxKind::Control(Control::Button | Control::ListBox) => self.container(id, item),
            BoxKind::Control(_) => {}
            _ => self.container(id, item),
        }
        Some(id)
    }

    /// The text on an `input` that is a button.
    ///
    /// <https://html.spec.whatwg.org/#the-input-element-as-a-button>
    pub(super) fn button_label(&mut self, id: BoxId, node: NodeId) {
        let kind = self.dom.attr(node, &local_name!("type")).unwrap_or("");
        let label = match self.dom.attr(node, &local_name!("value")) {
            Some(value) => value,
            None if kind.eq_ignore_ascii_case("submit") => "Submit",
            None if kind.eq_ignore_ascii_case("reset") => "Reset",
            None => "",
        };
        // Chrome: an empty label still has a line.
        self.tree.generated.push(if label.is_empty() { "\u{200b}".into() } else { label.into() });
        let index = u32::try_from(self.tree.generated.len() - 1).unwrap_or(u32::MAX);
        let style = Arc::clone(&self.tree[id].style);
        let text = self.make(BoxKind::Text(TextSource::Generated(index)), node, Some(Pseudo::Marker), style);
        self.tree.boxes[id.index()].contents = Contents::Inlines;
        self.link(id, &[text]);
    }

    /// Chrome: elements whose `width: auto` fits the contents also where others fill the room.
    pub(super) fn fits_content(&self, node: NodeId) -> bool {
        self.dom.element(node).is_some_and(|e| {
            e.name.ns == ns!(html)
                && matches!(
                    e.name.local,
                    local_name!("button")
                        | local_name!("input")
                        | local_name!("select")
                        | local_name!("textarea")
                        | local_name!("legend")
                )
        })
    }

    /// An image that cannot be shown is a box with an icon and the alternative text; `None` for other images.
    ///
    /// Chrome: <https://html.spec.whatwg.org/#images-3>, with an icon of 16 px; inline ones ignore `width` and `height`.
    pub(super) fn broken_image(&mut self, item: &Item) -> Option<BoxId> {
        let element = self.dom.element(item.node).filter(|_| item.pseudo.is_none())?;
        let button = InputType::of(element) == Some(InputType::Image);
        if !button && !self.dom.is_html(item.node, &local_name!("img")) {
            return None;
        }
        let mut alt = element.attr(&local_name!("alt"));
        if button {
            // Chrome: <https://html.spec.whatwg.org/#image-button-state-(type=image)>, with a text where the author has none.
            alt = alt.or_else(|| element.attr(&local_name!("title"))).or_else(|| element.attr(&local_name!("value")));
            alt = alt.filter(|text| !text.is_empty()).or(Some("Submit"));
        } else {
            alt = alt.or_else(|| element.attr(&local_name!("title")));
        }
        match self.dom.image_state(item.node, self.device, &|media| matches_media(self.device, media)) {
            ImageState::Available(_) => return None,
            ImageState::None if alt.is_none_or(str::is_empty) => return None,
            ImageState::None | ImageState::Broken => {}
        }
        let style = &item.style;
        let sized = style.width != Dimension::Auto && style.height != Dimension::Auto;
        // Chrome: one whose size is known is replaced in quirks mode, or if it has no alternative text.
        let ratio =
            (style.width != Dimension::Auto || style.height != Dimension::Auto) && style.aspect_ratio.ratio.is_some();
        if self.quirks && sized || (sized || ratio) && alt.is_none_or(str::is_empty) && !self.quirks {
            return None;
        }
        if self.quirks && (style.width != Dimension::Auto || style.height != Dimension::Auto) {
            // Chrome: in quirks mode an automatic size equals the other, ignoring the ratio.
            let mut own = ComputedStyle::clone(style);
            own.aspect_ratio = ComputedStyle::initial().aspect_ratio;
            match own.width {
                Dimension::Auto => own.width = own.height.clone(),
                _ => own.height = own.width.clone(),
            }
            return Some(self.make(BoxKind::Replaced(Replaced::Image), item.node, None, Arc::new(own)));
        }
        let inline = style.display == Display::Inline;
        let own = if inline {
            Arc::new(ComputedStyle {
                display: Display::InlineBlock,
                width: Dimension::Auto,
                height: Dimension::Auto,
                aspect_ratio: ComputedStyle::initial().aspect_ratio,
                ..ComputedStyle::clone(style)
            })
        } else {
            Arc::clone(style)
        };
        let id = self.make(kind_of_display(&own), item.node, None, own);
        let mut children = Vec::new();
        if alt != Some("") {
            let icon = self.make_anonymous(BoxKind::Block, id, Display::Block);
            let px = |n: i16| Dimension::Length(LengthPercentage::px(f32::from(n)));
            let node = &mut self.tree.boxes[icon.index()];
            let side = if node.style.direction == Direction::Rtl { Float::Right } else { Float::Left };
            node.style =
                Arc::new(ComputedStyle { float: side, width: px(16), height: px(16), ..(*node.style).clone() });
            node.flags.remove(BoxFlags::ANONYMOUS);
            node.pseudo = Some(Pseudo::Marker);
            children.push(icon);
        }
        if let Some(alt) = alt.filter(|a| !a.is_empty()) {
            let alt: Box<str> = alt.into();
            self.tree.generated.push(alt);
            let index = u32::try_from(self.tree.generated.len() - 1).unwrap_or(u32::MAX);
            let style = Arc::clone(&self.tree[id].style);
            let text = self.make(BoxKind::Text(TextSource::Generated(index)), item.node, Some(Pseudo::Marker), style);
            children.push(text);
        }
        if inline {
            self.tree.boxes[id.index()].contents =
                if children.is_empty() { Contents::Blocks } else { Contents::Inlines };
            self.link(id, &children);
        } else if let [icon] = children[..]
            && self.tree[icon].kind == BoxKind::Block
        {
            // Chrome: an icon alone is not on a line.
            let node = &mut self.tree.boxes[icon.index()];
            node.style = Arc::new(ComputedStyle { float: Float::None, ..(*node.style).clone() });
            self.link(id, &children);
        } else if !children.is_empty() {
            let line = self.make_anonymous(BoxKind::Block, id, Display::InlineBlock);
            self.tree.boxes[line.index()].contents = Contents::Inlines;
            self.link(line, &children);
            self.tree.boxes[id.index()].contents = Contents::Inlines;
            self.link(id, &[line]);
        }
        Some(id)
    }

    /// The document inside a frame.
    pub(super) fn frame(&mut self, id: BoxId, node: NodeId) {
        let Some(document) = self.dom.element(node).and_then(|e| e.frame_document) else { return };
        let style = Arc::new(ComputedStyle { display: Display::Block, ..ComputedStyle::initial() });
        let child = self.document(document, style);
        self.link(id, &[child]);
    }

    /// Children of a container, by what it is.
    pub(super) fn container(&mut self, id: BoxId, item: &Item) {
        if !self.may_descend() {
            return;
        }
        let items = match item.pseudo {
            Some(pseudo) => {
                let mut items = Items::new();
                self.generated_items(item.node, pseudo, &item.style, &mut items);
                items
            }
            None => self.items(item.node),
        };
        match self.tree[id].kind {
            BoxKind::Flex | BoxKind::Grid => {
                // css-pseudo-4: their first line is not that of a block around them either.
                self.letter = None;
                self.fill_items(id, &items);
            }
            BoxKind::Table => self.fill_table(id, TableRole::Table, &items),
            BoxKind::TableRowGroup => self.fill_table(id, TableRole::RowGroup, &items),
            BoxKind::TableRow => self.fill_table(id, TableRole::Row, &items),
            BoxKind::TableColumnGroup => self.fill_columns(id, &items),
            BoxKind::TableColumn => {}
            BoxKind::Fieldset => self.fill_fieldset(id, &items),
            _ if item.pseudo.is_none() && self.dom.is_html(item.node, &local_name!("details")) => {
                self.fill_details(id, item, items);
            }
            _ => self.fill_flow(id, &items),
        }
        if self.tree[id].kind == BoxKind::TableCell
            || self.tree[id].kind == BoxKind::TableColumn
            || self.tree[id].kind == BoxKind::TableColumnGroup
        {
            self.tree.boxes[id.index()].span = self.spans(item);
        }
    }

    /// `colspan` (or `span`) and `rowspan`. <https://html.spec.whatwg.org/#attr-tdth-colspan>
    pub(super) fn spans(&self, item: &Item) -> (u16, u16) {
        if item.pseudo.is_some() {
            return (1, 1);
        }
        let number = |name: crate::dom::LocalName| self.dom.attr(item.node, &name).and_then(parse_number);
        let columns =
            if self.dom.is_html(item.node, &local_name!("td")) || self.dom.is_html(item.node, &local_name!("th")) {
                number(local_name!("colspan"))
            } else {
                number(local_name!("span"))
            };
        let columns = columns.filter(|&n| n > 0).unwrap_or(1).min(1000);
        let rows = number(local_name!("rowspan")).unwrap_or(1).min(65534);
        (u16::try_from(columns).unwrap_or(1), u16::try_from(rows).unwrap_or(1))
    }
}
