//! Markers, `details`, `fieldset`; flex and grid containers.

use std::sync::Arc;

use super::builder::{Builder, Flow, Item, ItemKind, Items, Symbol};
use super::element::shows;
use super::kinds::{copy_container_style, inner_kind, is_inline_level, is_out_of_line};
use crate::dom::{NaturalSize, NodeId, local_name};
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Contents, TextSource};
use crate::layout::state::display::is_inline_display;
use crate::style::computed::{
    Content, ContentItem, Dimension, Direction, Display, GeneratedImage, LengthPercentage, LengthPercentageAuto,
    ListStylePosition, ListStyleType,
};
use crate::style::{ComputedStyle, Pseudo};

impl Builder<'_> {
    pub(super) fn add_marker(&mut self, id: BoxId, flow: &mut Flow) {
        let node = &self.tree[id];
        if !node.is_list_item() {
            return;
        }
        let (element, style, pseudo) = (node.node, Arc::clone(&node.style), node.pseudo);
        if pseudo.is_some() {
            return;
        }
        let marker_style = match self.styles.pseudo(element, Pseudo::Marker) {
            Some(style) => Arc::clone(style),
            None => self.anonymous_style(style.clone(), Display::InlineBlock),
        };
        // The parts of the marker, images among texts.
        let mut parts = Vec::new();
        match &marker_style.content {
            Content::None => return,
            Content::Items(items, _) => {
                for item in items {
                    match item {
                        ContentItem::Image(image) => parts.push(MarkerPart::Image(image.clone())),
                        ContentItem::Text(t) | ContentItem::Counter(t) | ContentItem::Quote(t) => {
                            parts.push(MarkerPart::Text(t.clone()));
                        }
                        ContentItem::CounterUse(_) | ContentItem::QuoteUse(_) => {}
                    }
                }
            }
            Content::Normal => match (&style.list_style_image, &style.list_style_type) {
                (Some(image), _) => parts.push(MarkerPart::Image((**image).clone())),
                (None, ListStyleType::None) => return,
                // Chrome: triangles are drawn, not written; any glyph of the font does.
                (None, ListStyleType::Named(name)) if name.starts_with("disclosure-") => {
                    parts.push(MarkerPart::Text("\u{2022} ".into()));
                }
                (None, ListStyleType::Text(_) | ListStyleType::Named(_)) => {
                    parts.push(MarkerPart::Text(self.styles.marker(element).unwrap_or_default().into()));
                }
            },
        }
        let outside = style.list_style_position == ListStylePosition::Outside && !is_inline_display(style.display);
        let symbol = if let [MarkerPart::Text(text)] = parts.as_slice() { Some(&**text) } else { None };
        let marker_style = self.symbol_style(marker_style, symbol, &style, outside);
        let marker = self.make(BoxKind::Marker, element, Some(Pseudo::Marker), marker_style);
        let flags = &mut self.tree.boxes[marker.index()].flags;
        flags.insert(BoxFlags::INLINE_LEVEL);
        flags.set(BoxFlags::OUTSIDE_MARKER, outside);
        let style = Arc::clone(&self.tree[marker].style);
        let is_replaced = matches!(style.content, Content::Normal);
        let mut children = Vec::new();
        for part in parts {
            children.push(match part {
                MarkerPart::Image(image) => {
                    let size = self.size_of_image(element, &image).unwrap_or_default();
                    let own = marker_image_style(&style, (&image, size), is_replaced);
                    self.make_image(element, Some(Pseudo::Marker), own, Some(size))
                }
                MarkerPart::Text(text) => {
                    self.tree.generated.push(text);
                    let index = u32::try_from(self.tree.generated.len() - 1).unwrap_or(u32::MAX);
                    let source = TextSource::Generated(index);
                    self.make(BoxKind::Text(source), element, Some(Pseudo::Marker), Arc::clone(&style))
                }
            });
        }
        self.link(marker, &children);
        self.tree.boxes[marker.index()].contents = Contents::Inlines;
        flow.run.push(marker);
    }

    /// The style of a symbol marker: that of the marker before, if that was one for the same.
    fn symbol_style(
        &mut self,
        marker: Arc<ComputedStyle>,
        text: Option<&str>,
        item: &Arc<ComputedStyle>,
        outside: bool,
    ) -> Arc<ComputedStyle> {
        let Some(text) = text else { return marker };
        if let Some(known) = &self.symbol
            && Arc::ptr_eq(&known.marker, &marker)
            && Arc::ptr_eq(&known.item, item)
            && *known.text == *text
        {
            return Arc::clone(&known.style);
        }
        let style = symbol_style(Arc::clone(&marker), text, item, outside);
        self.symbol = Some(Symbol { marker, item: Arc::clone(item), text: text.into(), style: Arc::clone(&style) });
        style
    }

    /// <https://html.spec.whatwg.org/#the-details-and-summary-elements>: the first summary, then a block with the rest.
    pub(super) fn fill_details(&mut self, id: BoxId, item: &Item, items: Items) {
        let summary = self.dom.children(item.node).find(|&n| self.dom.is_html(n, &local_name!("summary")));
        let is_summary = |i: &Item| i.pseudo.is_none() && Some(i.node) == summary;
        let before: Items = items.iter().filter(|i| i.pseudo == Some(Pseudo::Before)).cloned().collect();
        let first: Items = items.iter().filter(|i| is_summary(i)).cloned().collect();
        let after: Items = items.iter().filter(|i| i.pseudo == Some(Pseudo::After)).cloned().collect();
        let rest: Items = items.into_iter().filter(|i| !is_summary(i) && i.pseudo.is_none()).collect();
        let open = self.dom.attr(item.node, &local_name!("open")).is_some();
        let label = summary.is_none().then(|| self.default_summary(id, item.node));
        let content = self.make_anonymous(BoxKind::Block, id, Display::Block);
        if let Some(style) = self.styles.pseudo(item.node, Pseudo::DetailsContent) {
            self.tree.boxes[content.index()].style = Arc::clone(style);
        }
        self.tree.boxes[content.index()].pseudo = Some(Pseudo::DetailsContent);
        if !open {
            self.tree.boxes[content.index()].flags |= BoxFlags::SKIPS_CONTENTS;
        }
        self.fill_flow(content, &rest);
        if matches!(self.tree[id].kind, BoxKind::Flex | BoxKind::Grid) {
            let mut children = self.item_boxes(id, &before);
            children.extend(self.item_boxes(id, &first));
            children.extend(label);
            children.push(content);
            children.extend(self.item_boxes(id, &after));
            self.link(id, &children);
            return;
        }
        let mut flow = Flow::default();
        self.flow_items(id, &before, &mut flow);
        self.flow_items(id, &first, &mut flow);
        if let Some(label) = label {
            self.add_block(id, &mut flow, label);
        }
        self.add_block(id, &mut flow, content);
        self.flow_items(id, &after, &mut flow);
        self.finish_flow(id, flow);
    }

    /// The summary of a `details` that has none: its marker is drawn.
    fn default_summary(&mut self, id: BoxId, node: NodeId) -> BoxId {
        let label = self.make_anonymous(BoxKind::Block, id, Display::Block);
        self.tree.generated.push("Details".into());
        let index = u32::try_from(self.tree.generated.len() - 1).unwrap_or(u32::MAX);
        let mut style = ComputedStyle::clone(&self.tree[label].style);
        let marker = LengthPercentage::px(disclosure_width(&style));
        match style.direction {
            Direction::Ltr => style.padding.left = marker,
            Direction::Rtl => style.padding.right = marker,
        }
        let style = Arc::new(style);
        let text =
            self.make(BoxKind::Text(TextSource::Generated(index)), node, Some(Pseudo::Marker), Arc::clone(&style));
        let made = &mut self.tree.boxes[label.index()];
        (made.style, made.contents) = (style, Contents::Inlines);
        self.link(label, &[text]);
        label
    }

    /// <https://html.spec.whatwg.org/#the-fieldset-and-legend-elements>
    pub(super) fn fill_fieldset(&mut self, id: BoxId, items: &[Item]) {
        let legend = items.iter().position(|i| {
            i.kind == ItemKind::Element
                && i.pseudo.is_none()
                && self.dom.is_html(i.node, &local_name!("legend"))
                && !is_out_of_line(&i.style)
        });
        let mut children = Vec::new();
        if let Some(at) = legend
            && let Some(legend) = self.element(&items[at])
        {
            let flags = &mut self.tree.boxes[legend.index()].flags;
            flags.insert(BoxFlags::LEGEND | BoxFlags::FIT_CONTENT);
            flags.remove(BoxFlags::INLINE_LEVEL);
            children.push(legend);
        }
        let rest: Vec<Item> =
            items.iter().enumerate().filter(|(i, _)| Some(*i) != legend).map(|(_, item)| item.clone()).collect();
        let style = Arc::clone(&self.tree[id].style);
        // Chrome: a legacy box is a block inside.
        let (kind, display) = match style.display {
            Display::WebkitBox | Display::WebkitInlineBox => (BoxKind::Block, Display::Block),
            display => (inner_kind(&style), display),
        };
        let content = self.make_anonymous(kind, id, display);
        copy_container_style(&mut self.tree.boxes[content.index()], &style);
        match self.tree[content].kind {
            BoxKind::Block => self.fill_flow(content, &rest),
            _ => self.fill_items(content, &rest),
        }
        children.push(content);
        self.link(id, &children);
    }

    /// Each in-flow child is an item; each run of text becomes an anonymous one.
    /// <https://www.w3.org/TR/css-flexbox-1/#flex-items>
    pub(super) fn fill_items(&mut self, id: BoxId, items: &[Item]) {
        let children = self.item_boxes(id, items);
        self.link(id, &children);
    }

    fn item_boxes(&mut self, id: BoxId, items: &[Item]) -> Vec<BoxId> {
        let mut children = Vec::new();
        let mut at = 0;
        // Chrome: what is inline in a legacy box is not blockified.
        let legacy = matches!(self.tree[id].style.display, Display::WebkitBox | Display::WebkitInlineBox);
        let is_run = |b: &Self, i: &Item| {
            i.kind == ItemKind::Text
                || legacy && is_inline_level(&i.style)
                || i.kind == ItemKind::Element
                    && i.pseudo.is_none()
                    && matches!(b.kind_of_element(i), BoxKind::Br | BoxKind::Wbr)
        };
        while let Some(item) = items.get(at) {
            if is_run(self, item) {
                let end = items[at..].iter().position(|i| !is_run(self, i)).map_or(items.len(), |n| at + n);
                let run = &items[at..end];
                at = end;
                if run.iter().all(|i| self.is_collapsible_space(i)) {
                    continue;
                }
                // Chrome: nor has the white space between two of them a box.
                let run: Items = run.iter().filter(|i| !(legacy && self.is_collapsible_space(i))).cloned().collect();
                let block = self.make_anonymous(BoxKind::Block, id, Display::Block);
                let mut flow = Flow::default();
                self.flow_items(block, &run, &mut flow);
                self.finish_flow(block, flow);
                children.push(block);
                continue;
            }
            at += 1;
            if let Some(child) = self.element(item) {
                self.tree.boxes[child.index()].flags.remove(BoxFlags::INLINE_LEVEL);
                children.push(child);
            }
        }
        children
    }
}

/// The width of the triangle of a `details`, and of the gap after it, in em.
const DISCLOSURE_MARKER: (f32, f32) = (0.66, 0.4);

/// The width that the triangle of a `details` and the gap after it take. Chrome: zoom does not widen the gap.
fn disclosure_width(style: &ComputedStyle) -> f32 {
    style.font_size * (DISCLOSURE_MARKER.0 + DISCLOSURE_MARKER.1 / style.zoom)
}

/// A part of a marker.
enum MarkerPart {
    Text(Box<str>),
    Image(GeneratedImage),
}

/// The style of an image in a marker.
///
/// Chrome: what has no natural size, and what cannot be shown, is as large as a bullet, half the ascent; `list-style-image`
/// leaves 7 px behind it.
fn marker_image_style(
    marker: &ComputedStyle,
    (image, size): (&GeneratedImage, NaturalSize),
    is_replaced: bool,
) -> Arc<ComputedStyle> {
    let bullet = (marker.faces().primary().metrics(marker.font_size).ascent / 2.0).floor();
    let (width, height) = match (size.width, size.height, size.ratio) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some(ratio)) => (width, width / ratio),
        (None, Some(height), Some(ratio)) => (height * ratio, height),
        (width, height, _) => (width.unwrap_or(bullet), height.unwrap_or(bullet)),
    };
    let px = |px: f32| Dimension::Length(LengthPercentage::px(px));
    let mut own = ComputedStyle { display: Display::Inline, width: px(width), height: px(height), ..marker.clone() };
    own.margin = ComputedStyle::initial().margin.clone();
    own.content = shows(image);
    if is_replaced {
        let gap = LengthPercentageAuto::Length(LengthPercentage::px(7.0));
        match own.direction {
            Direction::Ltr => own.margin.right = gap,
            Direction::Rtl => own.margin.left = gap,
        }
    }
    Arc::new(own)
}

/// The style of a symbol marker: margins add what the glyph lacks in width.
///
/// Chrome: bullets are two thirds of half the ascent wide; inside they stand an em and a px from the text, outside they start
/// two thirds of the ascent and 8 px before it.
fn symbol_style(marker: Arc<ComputedStyle>, text: &str, item: &ComputedStyle, outside: bool) -> Arc<ComputedStyle> {
    use crate::layout::single_line;
    let ListStyleType::Named(name) = &item.list_style_type else { return marker };
    if !matches!(marker.content, Content::Normal) {
        return marker;
    }
    let size = marker.font_size;
    let is_bullet = matches!(&**name, "disc" | "circle" | "square");
    let is_triangle = matches!(&**name, "disclosure-open" | "disclosure-closed");
    if !is_bullet && (outside || !is_triangle) {
        return marker;
    }
    let text_width = single_line::text_width(&marker, text).to_f32();
    let mut own = ComputedStyle::clone(&marker);
    let width = match is_bullet {
        true => {
            let start = (marker.faces().primary().metrics(size).ascent * 2.0 / 3.0).floor();
            let bullet = ((start + 1.0) / 2.0).floor();
            if outside {
                own.width = Dimension::Length(LengthPercentage::px(bullet + 2.0));
                // The width that the text has does not count.
                start + 8.0 - (bullet + 2.0) + text_width
            } else {
                bullet + size + 1.0
            }
        }
        false => disclosure_width(&own),
    };
    let margin = LengthPercentageAuto::Length(LengthPercentage::px(width - text_width));
    match own.direction {
        Direction::Ltr => own.margin.right = margin,
        Direction::Rtl => own.margin.left = margin,
    }
    Arc::new(own)
}
