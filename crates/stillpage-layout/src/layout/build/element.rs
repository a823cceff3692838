//! The box of an element, and what fills it.

use std::sync::Arc;

use super::builder::{BoxIds, Builder, Item, ItemKind, Items, TableRole};
use super::kinds::{kind_of_display, parse_number};
use crate::dom::form::InputType;
use crate::dom::{ImageState, NodeId, local_name, ns};
use crate::geometry::Sides;
use crate::layout::stack;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Contents, Control, Replaced, TextSource};
use crate::layout::svg;
use crate::limits::Limit;
use crate::style::computed::{
    BorderSide, BorderStyle, BoxSizing, Color, Content, ContentItem, Dimension, Direction, Display, Float,
    GeneratedImage, LengthPercentage, Overflow, PaintStyle, Srgb,
};
use crate::style::{ComputedStyle, Pseudo, matches_media};

/// The image that replaces an element; `None` if `content` does not replace it.
///
/// css-content-3: an image alone does; `content` has no other effect on elements.
pub(super) fn replacing_image(item: &Item) -> Option<&GeneratedImage> {
    match &item.style.content {
        Content::Items(parts, _) if item.pseudo.is_none() => match &parts[..] {
            [ContentItem::Image(image)] => Some(image),
            _ => None,
        },
        _ => None,
    }
}

/// The content of a box that shows an image.
pub(super) fn shows(image: &GeneratedImage) -> Content {
    Content::Items(vec![ContentItem::Image(image.clone())], None)
}

impl Builder<'_> {
    /// The box of an element or pseudo-element, with everything in it.
    pub(super) fn element(&mut self, item: &Item) -> Option<BoxId> {
        if !self.kept.is_empty()
            && item.pseudo.is_none()
            && item.kind == ItemKind::Element
            && let Some(id) = self.kept.get(&item.node)
        {
            return Some(*id);
        }
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
        if let ItemKind::Image(part) = item.kind {
            let Content::Items(parts, _) = &style.content else { return None };
            let Some(ContentItem::Image(image)) = parts.get(part) else { return None };
            let mut own = self.anonymous_style(Arc::clone(style), Display::Inline);
            if image.url.is_some() {
                Arc::make_mut(&mut own).content = shows(image);
            }
            let size = self.size_of_image(item.node, image);
            return Some(self.make_image(item.node, item.pseudo, own, size));
        }
        let kind = if item.pseudo.is_some() { kind_of_display(style) } else { self.kind_of_element(item) };
        let replaceable = !matches!(kind, BoxKind::Control(_) | BoxKind::Replaced(_) | BoxKind::Fieldset);
        if (replaceable || kind == BoxKind::Replaced(Replaced::Image))
            && let Some(image) = replacing_image(item)
        {
            let size = self.size_of_image(item.node, image);
            return Some(self.make_image(item.node, None, Arc::clone(style), size));
        }
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
        if kind == BoxKind::Replaced(Replaced::Video) && self.dom.attr(item.node, &local_name!("controls")).is_some() {
            self.tree.boxes[id.index()].flags |= BoxFlags::MEDIA_CONTROLS;
        }
        if style.skips_contents() {
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
            BoxKind::Replaced(Replaced::Svg) if item.pseudo.is_none() => self.foreign_objects(id, item.node),
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
                    local_name!("button") | local_name!("input") | local_name!("select") | local_name!("textarea")
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
        let (has_width, has_height) = (style.width != Dimension::Auto, style.height != Dimension::Auto);
        let ratio = (has_width || has_height) && style.aspect_ratio.ratio.is_some();
        // Chrome: one whose size is known is as large as that in quirks mode, or if it has no alternative text.
        let keeps_size = match self.quirks {
            true => has_width || has_height,
            false => (has_width && has_height || ratio) && alt.is_none_or(str::is_empty),
        };
        let mut own = ComputedStyle::clone(style);
        let inline = own.display == Display::Inline;
        if inline {
            own.display = Display::InlineBlock;
        }
        if keeps_size && self.quirks {
            // Chrome: in quirks mode an automatic size equals the other, ignoring the ratio.
            own.aspect_ratio = ComputedStyle::initial().aspect_ratio;
            match own.width {
                Dimension::Auto => own.width = own.height.clone(),
                _ if !has_height => own.height = own.width.clone(),
                _ => {}
            }
        } else if inline && !keeps_size {
            own.width = Dimension::Auto;
            own.height = Dimension::Auto;
            own.aspect_ratio = ComputedStyle::initial().aspect_ratio;
        }
        let has_text = alt.is_some_and(|text| !text.is_empty());
        if keeps_size {
            return Some(self.broken_image_with_frame(item.node, own, alt.filter(|_| has_text)));
        }
        // Chrome: margins do not collapse through a block without anything in it.
        if !inline && alt == Some("") && own.display == Display::Block {
            own.display = Display::FlowRoot;
        }
        let id = self.make(kind_of_display(&own), item.node, None, Arc::new(own));
        let mut children = Vec::new();
        if alt != Some("") {
            children.push(self.broken_image_icon(id));
        }
        if let Some(alt) = alt.filter(|_| has_text) {
            children.push(self.alternative_text(id, item.node, alt));
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
            let line = self.make_anonymous(BoxKind::Block, id, Display::FlowRoot);
            let node = &mut self.tree.boxes[line.index()];
            node.flags.remove(BoxFlags::ANONYMOUS);
            (node.pseudo, node.contents) = (Some(Pseudo::Marker), Contents::Inlines);
            self.link(line, &children);
            self.link(id, &[line]);
        }
        Some(id)
    }

    /// A broken image that keeps its size: in a frame are the icon and the text.
    fn broken_image_with_frame(&mut self, node: NodeId, own: ComputedStyle, alt: Option<&str>) -> BoxId {
        // Chrome: it is as large as the image is asked to be, percentages included.
        let all = |size: &Dimension| match size {
            Dimension::Auto => Dimension::Length(LengthPercentage::percent(1.0)),
            size => size.clone(),
        };
        let (width, height) = (all(&own.width), all(&own.height));
        let id = self.make(kind_of_display(&own), node, None, Arc::new(own));
        self.tree.boxes[id.index()].flags |= BoxFlags::FRAMED_IMAGE;
        let frame = self.make_anonymous(BoxKind::Block, id, Display::Block);
        let side = BorderSide { width: 1.0, style: BorderStyle::Solid };
        // Chrome: `silver`.
        let color = Color::Srgb(Srgb::new([192.0; 3], 1.0));
        let paint = PaintStyle {
            border_top_color: color,
            border_right_color: color,
            border_bottom_color: color,
            border_left_color: color,
            ..PaintStyle::default()
        };
        let padding = || LengthPercentage::px(1.0);
        let framed = &mut self.tree.boxes[frame.index()];
        framed.style = Arc::new(ComputedStyle {
            overflow_x: Overflow::Hidden,
            overflow_y: Overflow::Hidden,
            box_sizing: BoxSizing::BorderBox,
            width,
            height,
            border: Sides { top: side, right: side, bottom: side, left: side },
            padding: Sides { top: padding(), right: padding(), bottom: padding(), left: padding() },
            paint: Some(Box::new(paint)),
            ..(*framed.style).clone()
        });
        framed.flags.remove(BoxFlags::ANONYMOUS);
        framed.pseudo = Some(Pseudo::Marker);
        framed.contents = Contents::Inlines;
        let mut children = vec![self.broken_image_icon(frame)];
        if let Some(alt) = alt {
            children.push(self.alternative_text(frame, node, alt));
        }
        self.link(frame, &children);
        self.tree.boxes[id.index()].contents = Contents::Blocks;
        self.link(id, &[frame]);
        id
    }

    /// The icon of a broken image in `parent`.
    fn broken_image_icon(&mut self, parent: BoxId) -> BoxId {
        let icon = self.make_anonymous(BoxKind::Block, parent, Display::Block);
        let px = |n: i16| Dimension::Length(LengthPercentage::px(f32::from(n)));
        let node = &mut self.tree.boxes[icon.index()];
        let side = if node.style.direction == Direction::Rtl { Float::Right } else { Float::Left };
        node.style = Arc::new(ComputedStyle { float: side, width: px(16), height: px(16), ..(*node.style).clone() });
        node.flags.remove(BoxFlags::ANONYMOUS);
        node.pseudo = Some(Pseudo::Marker);
        icon
    }

    /// The alternative text of an image in `parent`.
    fn alternative_text(&mut self, parent: BoxId, image: NodeId, alt: &str) -> BoxId {
        self.tree.generated.push(alt.into());
        let index = u32::try_from(self.tree.generated.len() - 1).unwrap_or(u32::MAX);
        let style = Arc::clone(&self.tree[parent].style);
        self.make(BoxKind::Text(TextSource::Generated(index)), image, Some(Pseudo::Marker), style)
    }

    /// The document inside a frame.
    pub(super) fn frame(&mut self, id: BoxId, node: NodeId) {
        let Some(document) = self.dom.element(node).and_then(|e| e.frame_document) else { return };
        let style = Arc::new(ComputedStyle { display: Display::Block, ..ComputedStyle::initial() });
        let child = self.document(document, style);
        self.link(id, &[child]);
    }

    /// The `foreignObject` elements in an `svg`.
    fn foreign_objects(&mut self, id: BoxId, node: NodeId) {
        if !self.may_descend() {
            return;
        }
        let mut boxes = BoxIds::new();
        for node in svg::foreign_objects(self.dom, self.styles, node) {
            let Some(style) = self.styles.get(node) else { continue };
            let item = Item { node, pseudo: None, generated: None, style: Arc::clone(style), kind: ItemKind::Element };
            if let Some(inner) = self.element(&item) {
                self.tree.boxes[inner.index()].flags |= BoxFlags::FOREIGN_OBJECT;
                boxes.push(inner);
            }
        }
        self.tree.has_foreign_objects |= !boxes.is_empty();
        self.link(id, &boxes);
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
            BoxKind::Block | BoxKind::Flex | BoxKind::Grid
                if item.pseudo.is_none() && self.dom.is_html(item.node, &local_name!("details")) =>
            {
                self.fill_details(id, item, items);
            }
            BoxKind::Flex | BoxKind::Grid => {
                // css-pseudo-4: their first line is not that of a block around them either.
                self.letter = None;
                self.fill_items(id, &items);
            }
            BoxKind::Math if !self.is_math_token(item.node) => self.fill_math(id, &items),
            BoxKind::TableCell if self.dom.element(item.node).is_some_and(|cell| cell.name.ns == ns!(mathml)) => {
                let row = self.make_anonymous(BoxKind::Math, id, Display::BlockMath);
                self.fill_math(row, &items);
                self.link(id, &[row]);
            }
            BoxKind::Table => self.fill_table(id, TableRole::Table, &items),
            BoxKind::TableRowGroup => self.fill_table(id, TableRole::RowGroup, &items),
            BoxKind::TableRow => self.fill_table(id, TableRole::Row, &items),
            BoxKind::TableColumnGroup => self.fill_columns(id, &items),
            BoxKind::TableColumn => {}
            BoxKind::Fieldset => self.fill_fieldset(id, &items),
            _ => self.fill_flow(id, &items),
        }
        if self.tree[id].kind == BoxKind::TableCell
            || self.tree[id].kind == BoxKind::TableColumn
            || self.tree[id].kind == BoxKind::TableColumnGroup
        {
            let span = self.spans(item);
            if span != (1, 1) {
                self.tree.spans.insert(id, span);
            }
        }
    }

    /// <https://w3c.github.io/mathml-core/#token-elements>: their text is their content.
    fn is_math_token(&self, node: NodeId) -> bool {
        let tokens = ["mi", "mn", "mo", "ms", "mtext", "annotation"];
        self.dom.element(node).is_some_and(|element| tokens.contains(&&*element.name.local))
    }

    /// The children of a container of MathML. Chrome: text among them makes no box.
    fn fill_math(&mut self, id: BoxId, items: &[Item]) {
        let elements: Items = items.iter().filter(|item| item.kind == ItemKind::Element).cloned().collect();
        self.fill_items(id, &elements);
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
