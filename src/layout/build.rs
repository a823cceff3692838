//! Box generation: from the flat tree and its styles to the box tree.
//!
//! <https://www.w3.org/TR/css-display-3/#box-generation>, <https://www.w3.org/TR/CSS22/visuren.html#box-gen> (anonymous
//! boxes), <https://www.w3.org/TR/CSS22/tables.html#anonymous-boxes>.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use unicode_segmentation::UnicodeSegmentation;

use super::box_tree::{BoxFlags, BoxId, BoxKind, BoxNode, BoxTree, Contents, Control, Replaced, TextSource};
use crate::device::Device;
use crate::dom::form::InputType;
use crate::dom::{Dom, ImageState, NodeData, NodeId, NodeMap, Quirks, local_name, ns};
use crate::style::computed::{
    Appearance, Content, ContentItem, ContentVisibility, Dimension, Direction, Display, Float, LengthPercentage,
    ListStylePosition, ListStyleType, Overflow, Position, WhiteSpaceCollapse,
};
use crate::style::{ComputedStyle, Pseudo, Styles, matches_media};

/// Limit: boxes nested deeper than this are not generated; a document is at most 512 elements deep, but frames, shadow
/// trees and anonymous boxes add to that.
pub(super) const MAX_DEPTH: usize = 1600;

/// Limit: when a block splits inline boxes nested deeper than this, only the innermost are continued after it; the text
/// has the style of the innermost anyway. Bounds the boxes made by many blocks in many nested inline boxes.
const MAX_CONTINUED: usize = 48;

/// Generates the boxes of a page.
pub(crate) fn build(dom: &Dom, styles: &Styles, device: &Device) -> BoxTree {
    let tree = BoxTree { of_node: NodeMap::new(dom.len(), None), ..BoxTree::default() };
    let mut builder = Builder {
        dom,
        styles,
        device,
        tree,
        anonymous: FxHashMap::default(),
        depth: 0,
        quirks: false,
        top: Vec::new(),
        letter: None,
    };
    builder.document(dom.document(), Arc::new(ComputedStyle { display: Display::Block, ..ComputedStyle::initial() }));
    builder.mark_ancestors();
    builder.tree.more.sort_unstable();
    builder.tree
}

/// A child of a container before it has a box: `display: contents` is resolved, `none` is left out.
#[derive(Debug, Clone)]
struct Item {
    node: NodeId,
    pseudo: Option<Pseudo>,
    /// `Some` for generated text; its style is that of the pseudo-element.
    generated: Option<u32>,
    /// The element's or pseudo-element's; the parent's for text.
    style: Arc<ComputedStyle>,
    kind: ItemKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ItemKind {
    Text,
    /// An image in generated content.
    Image,
    Element,
}

type Items = SmallVec<[Item; 8]>;

/// Styles of anonymous boxes by the address of their parent's style, which is kept alive beside it.
type AnonymousStyles = FxHashMap<(*const ComputedStyle, Display), (Arc<ComputedStyle>, Arc<ComputedStyle>)>;

struct Builder<'a> {
    dom: &'a Dom,
    styles: &'a Styles,
    device: &'a Device,
    tree: BoxTree,
    anonymous: AnonymousStyles,
    depth: usize,
    quirks: bool,
    /// Top layer elements met in the document that is being built.
    top: Vec<NodeId>,
    /// A block container whose `::first-letter` has not been met yet.
    letter: Option<(NodeId, Arc<ComputedStyle>)>,
}

/// The contents of a block container while they are gathered.
#[derive(Debug, Default)]
struct Flow {
    /// Finished block-level children, once there is a block among them.
    out: Vec<BoxId>,
    /// Inline-level children since the last block.
    run: Vec<BoxId>,
    has_block: bool,
    /// Inline boxes around the place where the next box goes, outermost first.
    open: Vec<OpenInline>,
}

#[derive(Debug)]
struct OpenInline {
    /// The box made last; its split parts share everything but flags.
    last: BoxId,
    /// True while content can be added to `last`.
    is_open: bool,
    children: Vec<BoxId>,
}

/// Which anonymous boxes a table part needs around its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableRole {
    Table,
    RowGroup,
    Row,
}

impl Builder<'_> {
    /// The initial containing block of a document and everything in it.
    fn document(&mut self, document: NodeId, style: Arc<ComputedStyle>) -> BoxId {
        let (outer_quirks, outer_top) = (self.quirks, std::mem::take(&mut self.top));
        self.quirks = matches!(&self.dom.node(document).data, NodeData::Document(d) if d.quirks == Quirks::Quirks);
        let id = self.make(BoxKind::Initial, document, None, style);
        let mut children = Vec::new();
        let root = self.dom.children(document).find(|&n| self.dom.element(n).is_some());
        if let Some(root) = root
            && let Some(style) = self.styles.get(root).cloned()
            && style.display != Display::None
        {
            let item = Item { node: root, pseudo: None, generated: None, style, kind: ItemKind::Element };
            if let Some(child) = self.element(&item) {
                self.tree.boxes[child.index()].flags |= BoxFlags::DOCUMENT_ELEMENT;
                self.tree.boxes[child.index()].flags.remove(BoxFlags::INLINE_LEVEL);
                self.propagate_overflow(child);
                children.push(child);
            }
        }
        // Top layer elements may hold further ones; they are met while their holder is built.
        let mut at = 0;
        while let Some(&node) = self.top.get(at) {
            at += 1;
            let Some(style) = self.styles.get(node).cloned() else { continue };
            if let Some(backdrop) = self.styles.pseudo(node, Pseudo::Backdrop).cloned()
                && backdrop.display != Display::None
            {
                let shade = self.make(BoxKind::Block, node, Some(Pseudo::Backdrop), backdrop);
                self.tree.boxes[shade.index()].flags |= BoxFlags::TOP_LAYER;
                children.push(shade);
                self.tree.top_layer.push(shade);
            }
            let item = Item { node, pseudo: None, generated: None, style, kind: ItemKind::Element };
            if let Some(child) = self.element(&item) {
                self.tree.boxes[child.index()].flags |= BoxFlags::TOP_LAYER;
                self.tree.boxes[child.index()].flags.remove(BoxFlags::INLINE_LEVEL);
                children.push(child);
                self.tree.top_layer.push(child);
            }
        }
        self.link(id, &children);
        (self.quirks, self.top) = (outer_quirks, outer_top);
        id
    }

    /// The viewport takes `overflow` from the document element or from `body`, which then shows what overflows.
    ///
    /// <https://www.w3.org/TR/css-overflow-3/#overflow-propagation>. What can be scrolled is the same either way: the
    /// viewport always is a scroll container.
    fn propagate_overflow(&mut self, root: BoxId) {
        let visible = |b: &Self, id: BoxId| {
            let style = &b.tree[id].style;
            style.overflow_x == Overflow::Visible && style.overflow_y == Overflow::Visible
        };
        let source = if visible(self, root) {
            self.tree.children(root).find(|&c| self.tree[c].flags.contains(BoxFlags::BODY))
        } else {
            Some(root)
        };
        let Some(source) = source.filter(|&s| !visible(self, s)) else { return };
        let style = &mut self.tree.boxes[source.index()].style;
        *style = Arc::new(ComputedStyle {
            overflow_x: Overflow::Visible,
            overflow_y: Overflow::Visible,
            ..ComputedStyle::clone(style)
        });
    }

    fn make(&mut self, kind: BoxKind, node: NodeId, pseudo: Option<Pseudo>, style: Arc<ComputedStyle>) -> BoxId {
        let id = BoxId(u32::try_from(self.tree.boxes.len()).unwrap_or(u32::MAX));
        let mut flags = BoxFlags::empty();
        flags.set(BoxFlags::QUIRKS, self.quirks);
        let inline = match kind {
            BoxKind::Text(_) | BoxKind::Br | BoxKind::Wbr | BoxKind::Inline => true,
            _ => is_inline_level(&style),
        };
        flags.set(BoxFlags::INLINE_LEVEL, inline);
        self.tree.boxes.push(BoxNode {
            kind,
            contents: Contents::Blocks,
            flags,
            node,
            pseudo,
            style,
            split_inline: None,
            span: (1, 1),
            parent: None,
            first_child: None,
            last_child: None,
            next_sibling: None,
        });
        if pseudo.is_none() {
            self.register(node, id);
        }
        id
    }

    fn register(&mut self, node: NodeId, id: BoxId) {
        match &mut self.tree.of_node[node] {
            slot @ None => *slot = Some(id),
            Some(_) => self.tree.more.push((node, id)),
        }
    }

    /// An anonymous box that inherits from `parent`'s style.
    fn make_anonymous(&mut self, kind: BoxKind, parent: BoxId, display: Display) -> BoxId {
        let inherited = Arc::clone(&self.tree[parent].style);
        let key = (Arc::as_ptr(&inherited), display);
        let style = match self.anonymous.get(&key) {
            Some((style, _)) => Arc::clone(style),
            None => {
                let style = Arc::new(anonymous_style(&inherited, display));
                self.anonymous.insert(key, (Arc::clone(&style), inherited));
                style
            }
        };
        let node = self.tree[parent].node;
        // A pseudo-element marks it as not the node's own box while it is made.
        let id = self.make(kind, node, Some(Pseudo::DetailsContent), style);
        let pseudo = self.tree[parent].pseudo;
        let made = &mut self.tree.boxes[id.index()];
        made.pseudo = pseudo;
        made.flags |= BoxFlags::ANONYMOUS;
        id
    }

    fn link(&mut self, parent: BoxId, children: &[BoxId]) {
        for pair in children.windows(2) {
            self.tree.boxes[pair[0].index()].next_sibling = Some(pair[1]);
        }
        for child in children {
            self.tree.boxes[child.index()].parent = Some(parent);
        }
        let node = &mut self.tree.boxes[parent.index()];
        node.first_child = children.first().copied();
        node.last_child = children.last().copied();
    }

    /// The children of an element in the flat tree, pseudo-elements included, `display: contents` replaced by what is in
    /// it.
    fn items(&mut self, node: NodeId) -> Items {
        let mut items = Items::new();
        self.gather(node, &mut items);
        items
    }

    fn gather(&mut self, node: NodeId, items: &mut Items) {
        self.pseudo_item(node, Pseudo::Before, items);
        if let Some(style) = self.styles.get(node).cloned() {
            let dom = self.dom;
            for child in dom.flat_children(node) {
                self.gather_child(child, &style, items);
            }
        }
        self.pseudo_item(node, Pseudo::After, items);
    }

    fn gather_child(&mut self, child: NodeId, parent: &Arc<ComputedStyle>, items: &mut Items) {
        match &self.dom.node(child).data {
            NodeData::Text(text) if !text.is_empty() => items.push(Item {
                node: child,
                pseudo: None,
                generated: None,
                style: Arc::clone(parent),
                kind: ItemKind::Text,
            }),
            NodeData::Element(_) => {
                let Some(style) = self.styles.get(child).cloned() else { return };
                // Chrome: where scripting is on, `noscript` makes no box, whatever its `display`.
                if style.display == Display::None || self.dom.is_html(child, &local_name!("noscript")) {
                    return;
                }
                if self.dom.is_modal_dialog(child) || self.dom.is_popover_open(child) {
                    self.top.push(child);
                    return;
                }
                if style.display == Display::Contents {
                    self.depth += 1;
                    if self.depth < MAX_DEPTH {
                        self.gather(child, items);
                    }
                    self.depth -= 1;
                    return;
                }
                items.push(Item { node: child, pseudo: None, generated: None, style, kind: ItemKind::Element });
            }
            _ => {}
        }
    }

    fn pseudo_item(&mut self, node: NodeId, pseudo: Pseudo, items: &mut Items) {
        let Some(style) = self.styles.pseudo(node, pseudo).cloned() else { return };
        match style.display {
            Display::None => {}
            Display::Contents => self.generated_items(node, pseudo, &style, items),
            _ => items.push(Item { node, pseudo: Some(pseudo), generated: None, style, kind: ItemKind::Element }),
        }
    }

    /// The parts of a pseudo-element's content.
    fn generated_items(&mut self, node: NodeId, pseudo: Pseudo, style: &Arc<ComputedStyle>, items: &mut Items) {
        let Content::Items(parts, _) = &style.content else { return };
        for part in parts {
            let (kind, generated) = match part {
                ContentItem::Text(text) | ContentItem::Counter(text) | ContentItem::Quote(text) => {
                    if text.is_empty() {
                        continue;
                    }
                    self.tree.generated.push(text.clone());
                    let index = u32::try_from(self.tree.generated.len() - 1).unwrap_or(u32::MAX);
                    (ItemKind::Text, Some(index))
                }
                ContentItem::Image => (ItemKind::Image, None),
                ContentItem::CounterUse(_) | ContentItem::QuoteUse(_) => continue,
            };
            items.push(Item { node, pseudo: Some(pseudo), generated, style: Arc::clone(style), kind });
        }
    }

    /// The box of an element or pseudo-element, with everything in it.
    fn element(&mut self, item: &Item) -> Option<BoxId> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        self.tree.depth = self.tree.depth.max(self.depth);
        let id = self.element_box(item);
        self.depth -= 1;
        id
    }

    fn element_box(&mut self, item: &Item) -> Option<BoxId> {
        let style = &item.style;
        if item.kind == ItemKind::Image {
            return Some(self.make(BoxKind::Replaced(Replaced::Image), item.node, item.pseudo, Arc::clone(style)));
        }
        let kind = if item.pseudo.is_some() { kind_of_display(style) } else { self.kind_of_element(item) };
        if kind == BoxKind::Replaced(Replaced::Image)
            && let Some(id) = self.broken_image(item)
        {
            return Some(id);
        }
        let id = self.make(kind, item.node, item.pseudo, Arc::clone(style));
        if item.pseudo.is_none() && self.fits_content(item.node) {
            self.tree.boxes[id.index()].flags |= BoxFlags::FIT_CONTENT;
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
    fn button_label(&mut self, id: BoxId, node: NodeId) {
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
    fn fits_content(&self, node: NodeId) -> bool {
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
    fn broken_image(&mut self, item: &Item) -> Option<BoxId> {
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
        }
        match self.dom.image_state(item.node, self.device, &|media| matches_media(self.device, media)) {
            ImageState::Available(_) => return None,
            ImageState::None if alt.is_none_or(str::is_empty) => return None,
            ImageState::None | ImageState::Broken => {}
        }
        let style = &item.style;
        let sized = style.width != Dimension::Auto && style.height != Dimension::Auto;
        // Chrome: one whose size is known is replaced in quirks mode, or if it has nothing to say.
        let ratio =
            (style.width != Dimension::Auto || style.height != Dimension::Auto) && style.aspect_ratio.ratio.is_some();
        if (sized || ratio) && (self.quirks || alt.is_none_or(str::is_empty)) {
            return None;
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
    fn frame(&mut self, id: BoxId, node: NodeId) {
        let Some(document) = self.dom.element(node).and_then(|e| e.frame_document) else { return };
        let style = Arc::new(ComputedStyle { display: Display::Block, ..ComputedStyle::initial() });
        let child = self.document(document, style);
        self.link(id, &[child]);
    }

    /// Children of a container, by what it is.
    fn container(&mut self, id: BoxId, item: &Item) {
        let items = match item.pseudo {
            Some(pseudo) => {
                let mut items = Items::new();
                self.generated_items(item.node, pseudo, &item.style, &mut items);
                items
            }
            None => self.items(item.node),
        };
        match self.tree[id].kind {
            BoxKind::Flex | BoxKind::Grid => self.fill_items(id, &items),
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
    fn spans(&self, item: &Item) -> (u16, u16) {
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

    // Block containers and inline boxes

    fn fill_flow(&mut self, id: BoxId, items: &[Item]) {
        let mut flow = Flow::default();
        let node = &self.tree[id];
        // Blocks in flow hand their `::first-letter` down to their first line's block; others start anew.
        let apart = node.flags.contains(BoxFlags::INLINE_LEVEL)
            || node.is_floating()
            || node.is_out_of_flow()
            || node.kind != BoxKind::Block;
        let outer = if apart { self.letter.take() } else { None };
        if node.pseudo.is_none()
            && !node.flags.contains(BoxFlags::ANONYMOUS)
            && let Some(style) = self.styles.pseudo(node.node, Pseudo::FirstLetter)
        {
            self.letter = Some((node.node, Arc::clone(style)));
        }
        self.add_marker(id, &mut flow);
        self.flow_items(id, items, &mut flow);
        self.finish_flow(id, flow);
        let own = self.tree[id].node;
        if apart || self.letter.as_ref().is_some_and(|(node, _)| *node == own) {
            self.letter = outer;
        }
    }

    fn flow_items(&mut self, container: BoxId, items: &[Item], flow: &mut Flow) {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            if item.kind == ItemKind::Text {
                if self.letter.is_some() && self.first_letter(container, item, flow) {
                    continue;
                }
                let id = self.text_box(item);
                self.add_inline(flow, id);
                continue;
            }
            let part = item.kind == ItemKind::Element && table_part(item.style.display) && !item.style.is_out_of_line();
            if part {
                // 17.2.1 3: misparented table parts, and the white space between them.
                let mut end = at;
                let mut last = at;
                while let Some(next) = items.get(end) {
                    end += 1;
                    if next.kind == ItemKind::Element && table_part(next.style.display) {
                        last = end;
                    } else if !self.is_collapsible_space(next) {
                        break;
                    }
                }
                let inline = !flow.open.is_empty() || self.tree[container].kind == BoxKind::Inline;
                let parent = flow.open.last().map_or(container, |o| o.last);
                let display = if inline { Display::InlineTable } else { Display::Table };
                let table = self.make_anonymous(BoxKind::Table, parent, display);
                self.fill_table(table, TableRole::Table, &items[at - 1..last]);
                at = last;
                if inline {
                    self.add_inline(flow, table);
                } else {
                    self.add_block(container, flow, table);
                }
                continue;
            }
            self.flow_element(container, item, flow);
        }
    }

    fn flow_element(&mut self, container: BoxId, item: &Item, flow: &mut Flow) {
        let is_inline_box = item.kind == ItemKind::Element
            && !item.style.is_out_of_line()
            && matches!(item.style.display, Display::Inline | Display::Ruby | Display::Math)
            && (item.pseudo.is_some() || self.kind_of_element(item) == BoxKind::Inline);
        if !is_inline_box {
            let Some(id) = self.element(item) else { return };
            let node = &self.tree[id];
            if node.is_floating() || node.is_out_of_flow() || node.flags.contains(BoxFlags::INLINE_LEVEL) {
                self.add_inline(flow, id);
            } else {
                self.add_block(container, flow, id);
            }
            return;
        }
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        self.tree.depth = self.tree.depth.max(self.depth);
        let id = self.make(BoxKind::Inline, item.node, item.pseudo, Arc::clone(&item.style));
        self.add_inline(flow, id);
        flow.open.push(OpenInline { last: id, is_open: true, children: Vec::new() });
        let items = match item.pseudo {
            Some(pseudo) => {
                let mut items = Items::new();
                self.generated_items(item.node, pseudo, &item.style, &mut items);
                items
            }
            None => self.items(item.node),
        };
        self.flow_items(container, &items, flow);
        if let Some(open) = flow.open.pop()
            && open.is_open
        {
            self.link(open.last, &open.children);
        }
        self.depth -= 1;
    }

    /// Gives the first letter of a text the box of its block's `::first-letter`. False if the text has no letter.
    ///
    /// <https://www.w3.org/TR/css-pseudo-4/#first-letter-pattern>
    fn first_letter(&mut self, container: BoxId, item: &Item, flow: &mut Flow) -> bool {
        if item.generated.is_some() {
            return false;
        }
        let text = self.dom.text(item.node).unwrap_or("");
        let Some(range) = first_letter_range(text) else { return false };
        let Some((node, style)) = self.letter.take() else { return false };
        let length = text.len();
        let slice = |builder: &mut Self, from: usize, to: usize, style: &Arc<ComputedStyle>| {
            let index = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let source = TextSource::Dom { start: index(from), end: index(to) };
            builder.make(BoxKind::Text(source), item.node, item.pseudo, Arc::clone(style))
        };
        if range.start > 0 {
            let before = slice(self, 0, range.start, &item.style);
            self.add_inline(flow, before);
        }
        let letter = slice(self, range.start, range.end, &style);
        let kind = if style.is_out_of_line() { BoxKind::Block } else { BoxKind::Inline };
        let holder = self.make(kind, node, Some(Pseudo::FirstLetter), style);
        self.link(holder, &[letter]);
        if kind == BoxKind::Block {
            self.tree.boxes[holder.index()].contents = Contents::Inlines;
        }
        self.add_inline(flow, holder);
        if range.end < length {
            let rest = slice(self, range.end, length, &item.style);
            self.add_inline(flow, rest);
        }
        let _ = container;
        true
    }

    fn text_box(&mut self, item: &Item) -> BoxId {
        let source = match item.generated {
            Some(index) => TextSource::Generated(index),
            None => {
                let length = self.dom.text(item.node).map_or(0, str::len);
                TextSource::Dom { start: 0, end: u32::try_from(length).unwrap_or(u32::MAX) }
            }
        };
        self.make(BoxKind::Text(source), item.node, item.pseudo, Arc::clone(&item.style))
    }

    /// Adds an inline-level (or floating, or out-of-flow) box where the innermost open inline box goes on.
    fn add_inline(&mut self, flow: &mut Flow, id: BoxId) {
        let skip = flow.open.len().saturating_sub(MAX_CONTINUED);
        let reopen = flow.open.iter().any(|o| !o.is_open) && !self.is_droppable(id);
        if reopen {
            for depth in skip..flow.open.len() {
                if flow.open[depth].is_open {
                    continue;
                }
                let before = &self.tree[flow.open[depth].last];
                let (node, pseudo, style) = (before.node, before.pseudo, Arc::clone(&before.style));
                let part = self.make(BoxKind::Inline, node, pseudo, style);
                self.tree.boxes[part.index()].flags |= BoxFlags::SPLIT_START;
                match depth.checked_sub(1).and_then(|d| flow.open.get_mut(d)).filter(|o| o.is_open) {
                    Some(outer) => outer.children.push(part),
                    None => flow.run.push(part),
                }
                let open = &mut flow.open[depth];
                (open.last, open.is_open, open.children) = (part, true, Vec::new());
            }
        }
        match flow.open.last_mut().filter(|o| o.is_open) {
            Some(open) => open.children.push(id),
            None => flow.run.push(id),
        }
    }

    /// Adds a block-level box: it ends the line and splits the open inline boxes.
    fn add_block(&mut self, container: BoxId, flow: &mut Flow, id: BoxId) {
        for depth in (0..flow.open.len()).rev() {
            let open = &mut flow.open[depth];
            if open.is_open {
                open.is_open = false;
                let (last, children) = (open.last, std::mem::take(&mut open.children));
                self.tree.boxes[last.index()].flags |= BoxFlags::SPLIT_END;
                self.link(last, &children);
            }
        }
        self.flush_run(container, flow);
        flow.has_block = true;
        self.tree.boxes[id.index()].split_inline = flow.open.last().map(|o| o.last);
        flow.out.push(id);
    }

    /// Wraps the inline-level boxes since the last block in an anonymous block box, if any of them counts.
    fn flush_run(&mut self, container: BoxId, flow: &mut Flow) {
        let run = std::mem::take(&mut flow.run);
        let outside = |b: &Self, id: BoxId| b.tree[id].flags.contains(BoxFlags::OUTSIDE_MARKER);
        if run.iter().all(|&id| self.is_droppable(id) || outside(self, id)) {
            for id in run {
                let node = &self.tree[id];
                if node.is_text() {
                    self.unregister(id);
                } else {
                    flow.out.push(id);
                }
            }
            return;
        }
        let block = self.make_anonymous(BoxKind::Block, container, Display::Block);
        self.tree.boxes[block.index()].contents = Contents::Inlines;
        self.link(block, &run);
        flow.out.push(block);
    }

    fn finish_flow(&mut self, id: BoxId, mut flow: Flow) {
        if !flow.has_block {
            let only_aside = flow.run.iter().all(|&b| {
                self.is_droppable(b) && (self.tree[b].is_text() || self.tree[b].is_floating() || !self.was_inline(b))
            });
            if !only_aside {
                self.tree.boxes[id.index()].contents = Contents::Inlines;
                let run = std::mem::take(&mut flow.run);
                self.link(id, &run);
                return;
            }
        }
        self.flush_run(id, &mut flow);
        self.link(id, &flow.out);
    }

    fn was_inline(&self, id: BoxId) -> bool {
        is_inline_display(self.tree[id].style.original_display)
    }

    fn unregister(&mut self, id: BoxId) {
        let node = self.tree[id].node;
        if self.tree[id].pseudo.is_none() && self.tree.of_node[node] == Some(id) {
            self.tree.of_node[node] = None;
        }
    }

    /// True for boxes that need no line between blocks: collapsible white space, floats, absolutely positioned boxes.
    fn is_droppable(&self, id: BoxId) -> bool {
        let node = &self.tree[id];
        match node.kind {
            BoxKind::Text(_) => {
                let text = self.tree.text(self.dom, id);
                collapses_away(text, &node.style)
            }
            _ => node.is_floating() || node.is_out_of_flow(),
        }
    }

    fn is_collapsible_space(&self, item: &Item) -> bool {
        if item.kind != ItemKind::Text {
            return false;
        }
        let text = match item.generated {
            Some(index) => self.tree.generated.get(index as usize).map_or("", |s| s),
            None => self.dom.text(item.node).unwrap_or(""),
        };
        text.bytes().all(is_space)
    }

    // Markers, details, fieldset

    fn add_marker(&mut self, id: BoxId, flow: &mut Flow) {
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
            None => Arc::new(anonymous_style(&style, Display::InlineBlock)),
        };
        let text: Option<Box<str>> = match &marker_style.content {
            Content::None => return,
            Content::Items(parts, _) => {
                let mut all = String::new();
                for part in parts {
                    if let ContentItem::Text(t) | ContentItem::Counter(t) | ContentItem::Quote(t) = part {
                        all.push_str(t);
                    }
                }
                Some(all.into())
            }
            Content::Normal if style.list_style_image => None,
            Content::Normal => match &style.list_style_type {
                ListStyleType::None => return,
                ListStyleType::Text(text) => Some((**text).into()),
                ListStyleType::Named(name) => Some(match &**name {
                    "disc" | "disclosure-open" | "disclosure-closed" => "\u{2022} ".into(),
                    "circle" => "\u{25e6} ".into(),
                    "square" => "\u{25aa} ".into(),
                    _ => "1. ".into(),
                }),
            },
        };
        let outside = style.list_style_position == ListStylePosition::Outside && !is_inline_display(style.display);
        let marker = self.make(BoxKind::Marker, element, Some(Pseudo::Marker), marker_style);
        let flags = &mut self.tree.boxes[marker.index()].flags;
        flags.insert(BoxFlags::INLINE_LEVEL);
        flags.set(BoxFlags::OUTSIDE_MARKER, outside);
        if let Some(text) = text {
            self.tree.generated.push(text);
            let index = u32::try_from(self.tree.generated.len() - 1).unwrap_or(u32::MAX);
            let style = Arc::clone(&self.tree[marker].style);
            let text = self.make(BoxKind::Text(TextSource::Generated(index)), element, Some(Pseudo::Marker), style);
            self.link(marker, &[text]);
            self.tree.boxes[marker.index()].contents = Contents::Inlines;
        }
        flow.run.push(marker);
    }

    /// <https://html.spec.whatwg.org/#the-details-and-summary-elements>: the first summary, then a block with the rest.
    fn fill_details(&mut self, id: BoxId, item: &Item, items: Items) {
        let summary = self.dom.children(item.node).find(|&n| self.dom.is_html(n, &local_name!("summary")));
        let is_summary = |i: &Item| i.pseudo.is_none() && Some(i.node) == summary;
        let before: Items = items.iter().filter(|i| i.pseudo == Some(Pseudo::Before)).cloned().collect();
        let first: Items = items.iter().filter(|i| is_summary(i)).cloned().collect();
        let after: Items = items.iter().filter(|i| i.pseudo == Some(Pseudo::After)).cloned().collect();
        let rest: Items = items.into_iter().filter(|i| !is_summary(i) && i.pseudo.is_none()).collect();
        let mut flow = Flow::default();
        self.flow_items(id, &before, &mut flow);
        self.flow_items(id, &first, &mut flow);
        let content = self.make_anonymous(BoxKind::Block, id, Display::Block);
        if let Some(style) = self.styles.pseudo(item.node, Pseudo::DetailsContent) {
            self.tree.boxes[content.index()].style = Arc::clone(style);
        }
        self.tree.boxes[content.index()].pseudo = Some(Pseudo::DetailsContent);
        let open = self.dom.attr(item.node, &local_name!("open")).is_some();
        if !open {
            self.tree.boxes[content.index()].flags |= BoxFlags::SKIPS_CONTENTS;
        }
        self.fill_flow(content, &rest);
        self.add_block(id, &mut flow, content);
        self.flow_items(id, &after, &mut flow);
        self.finish_flow(id, flow);
    }

    /// <https://html.spec.whatwg.org/#the-fieldset-and-legend-elements>
    fn fill_fieldset(&mut self, id: BoxId, items: &[Item]) {
        let legend = items.iter().position(|i| {
            i.kind == ItemKind::Element
                && i.pseudo.is_none()
                && self.dom.is_html(i.node, &local_name!("legend"))
                && !i.style.is_out_of_line()
        });
        let mut children = Vec::new();
        if let Some(at) = legend
            && let Some(legend) = self.element(&items[at])
        {
            let flags = &mut self.tree.boxes[legend.index()].flags;
            flags.insert(BoxFlags::LEGEND);
            flags.remove(BoxFlags::INLINE_LEVEL);
            children.push(legend);
        }
        let rest: Vec<Item> =
            items.iter().enumerate().filter(|(i, _)| Some(*i) != legend).map(|(_, item)| item.clone()).collect();
        let style = Arc::clone(&self.tree[id].style);
        let content = self.make_anonymous(inner_kind(&style), id, style.display);
        copy_container_style(&mut self.tree.boxes[content.index()], &style);
        match self.tree[content].kind {
            BoxKind::Block => self.fill_flow(content, &rest),
            _ => self.fill_items(content, &rest),
        }
        children.push(content);
        self.link(id, &children);
    }

    // Flex and grid

    /// Each in-flow child is an item; each run of text becomes an anonymous one.
    /// <https://www.w3.org/TR/css-flexbox-1/#flex-items>
    fn fill_items(&mut self, id: BoxId, items: &[Item]) {
        let mut children = Vec::new();
        let mut at = 0;
        while let Some(item) = items.get(at) {
            let is_run = |b: &Self, i: &Item| {
                i.kind == ItemKind::Text
                    || i.kind == ItemKind::Element
                        && i.pseudo.is_none()
                        && matches!(b.kind_of_element(i), BoxKind::Br | BoxKind::Wbr)
            };
            if is_run(self, item) {
                let end = items[at..].iter().position(|i| !is_run(self, i)).map_or(items.len(), |n| at + n);
                let run = &items[at..end];
                at = end;
                if run.iter().all(|i| self.is_collapsible_space(i)) {
                    continue;
                }
                let block = self.make_anonymous(BoxKind::Block, id, Display::Block);
                let mut flow = Flow::default();
                self.flow_items(block, run, &mut flow);
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
        self.link(id, &children);
    }

    // Tables

    /// Children of a table part, in the anonymous row groups, rows and cells they need.
    fn fill_table(&mut self, id: BoxId, role: TableRole, items: &[Item]) {
        let mut children = Vec::new();
        let mut at = 0;
        while let Some(item) = items.get(at) {
            if self.is_proper(role, item) {
                at += 1;
                if let Some(child) = self.element(item) {
                    self.tree.boxes[child.index()].flags.remove(BoxFlags::INLINE_LEVEL);
                    children.push(child);
                }
                continue;
            }
            let end = items[at..].iter().position(|i| self.is_proper(role, i)).map_or(items.len(), |n| at + n);
            let run = &items[at..end];
            at = end;
            // White space and positioned boxes between parts need no anonymous parts around them.
            if run.iter().all(|i| self.is_collapsible_space(i)) {
                continue;
            }
            let (kind, display) = match role {
                TableRole::Table => (BoxKind::TableRowGroup, Display::TableRowGroup),
                TableRole::RowGroup => (BoxKind::TableRow, Display::TableRow),
                TableRole::Row => (BoxKind::TableCell, Display::TableCell),
            };
            if run.iter().all(|i| self.is_collapsible_space(i) || i.kind == ItemKind::Element && is_absolute(&i.style))
            {
                for item in run.iter().filter(|i| i.kind == ItemKind::Element) {
                    children.extend(self.element(item));
                }
                continue;
            }
            let part = self.make_anonymous(kind, id, display);
            match role {
                TableRole::Table => self.fill_table(part, TableRole::RowGroup, run),
                TableRole::RowGroup => self.fill_table(part, TableRole::Row, run),
                TableRole::Row => self.fill_flow(part, run),
            }
            children.push(part);
        }
        self.link(id, &children);
    }

    fn is_proper(&self, role: TableRole, item: &Item) -> bool {
        if item.kind != ItemKind::Element || item.style.is_out_of_line() {
            return false;
        }
        match (role, item.style.display) {
            (
                TableRole::Table,
                Display::TableCaption
                | Display::TableColumnGroup
                | Display::TableColumn
                | Display::TableRowGroup
                | Display::TableHeaderGroup
                | Display::TableFooterGroup,
            )
            | (TableRole::RowGroup, Display::TableRow)
            | (TableRole::Row, Display::TableCell) => true,
            // Columns in a row group make no box at all, but are not wrapped either.
            (TableRole::RowGroup | TableRole::Row, Display::TableColumn | Display::TableColumnGroup) => false,
            _ => false,
        }
    }

    fn fill_columns(&mut self, id: BoxId, items: &[Item]) {
        let columns: Vec<BoxId> = items
            .iter()
            .filter(|i| i.kind == ItemKind::Element && i.style.display == Display::TableColumn)
            .filter_map(|i| self.element(i))
            .collect();
        self.link(id, &columns);
    }

    // Kinds

    fn kind_of_element(&self, item: &Item) -> BoxKind {
        let Some(element) = self.dom.element(item.node) else { return BoxKind::Inline };
        let style = &item.style;
        if element.name.ns == ns!(svg) {
            return if element.name.local == local_name!("svg") {
                BoxKind::Replaced(Replaced::Svg)
            } else {
                kind_of_display(style)
            };
        }
        if element.name.ns != ns!(html) {
            return kind_of_display(style);
        }
        match element.name.local {
            local_name!("br") => BoxKind::Br,
            local_name!("wbr") => BoxKind::Wbr,
            local_name!("img") => BoxKind::Replaced(Replaced::Image),
            local_name!("canvas") => BoxKind::Replaced(Replaced::Canvas),
            local_name!("video") => BoxKind::Replaced(Replaced::Video),
            local_name!("audio") => BoxKind::Replaced(Replaced::Audio),
            local_name!("iframe") | local_name!("frame") => BoxKind::Replaced(Replaced::Frame),
            local_name!("embed") => BoxKind::Replaced(Replaced::Embed),
            local_name!("object") if element.frame_document.is_some() => BoxKind::Replaced(Replaced::Frame),
            local_name!("object")
                if element.attr(&local_name!("data")).is_some_and(|d| d.starts_with("data:image")) =>
            {
                BoxKind::Replaced(Replaced::Image)
            }
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
                if rows > 1 || element.attr(&local_name!("multiple")).is_some() {
                    BoxKind::Control(Control::ListBox)
                } else {
                    BoxKind::Control(Control::Menu)
                }
            }
            local_name!("input") => input_kind(element.attr(&local_name!("type")).unwrap_or("")),
            _ => kind_of_display(style),
        }
    }

    /// Sets the flags about descendants on their ancestors.
    fn mark_ancestors(&mut self) {
        for index in 0..self.tree.boxes.len() {
            let node = &self.tree.boxes[index];
            let (floating, out_of_flow) = (node.is_floating(), node.is_out_of_flow());
            if !floating && !out_of_flow {
                continue;
            }
            let flag = if floating { BoxFlags::HAS_FLOATS } else { BoxFlags::HAS_OUT_OF_FLOW };
            let mut at = node.parent;
            while let Some(id) = at {
                let ancestor = &mut self.tree.boxes[id.index()];
                if ancestor.flags.contains(flag) {
                    break;
                }
                ancestor.flags.insert(flag);
                at = ancestor.parent;
            }
        }
    }
}

impl ComputedStyle {
    /// Floating or absolutely positioned.
    fn is_out_of_line(&self) -> bool {
        self.float != Float::None || is_absolute(self)
    }
}

fn is_absolute(style: &ComputedStyle) -> bool {
    matches!(style.position, Position::Absolute | Position::Fixed)
}

/// Punctuation, a letter, punctuation: the byte range; `None` if there is no letter.
fn first_letter_range(text: &str) -> Option<std::ops::Range<usize>> {
    let mut graphemes = text.grapheme_indices(true).skip_while(|(_, g)| g.bytes().all(is_space));
    let is_punctuation = |g: &str| {
        g.chars().next().is_some_and(|c| {
            c.is_ascii_punctuation()
                || matches!(c, '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}')
                || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}')
                || matches!(c, '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}')
        })
    };
    let (start, first) = graphemes.next()?;
    let mut end = start + first.len();
    let mut has_letter = !is_punctuation(first);
    for (at, grapheme) in graphemes {
        if is_punctuation(grapheme) || !has_letter && !grapheme.bytes().all(is_space) {
            has_letter |= !is_punctuation(grapheme);
            end = at + grapheme.len();
        } else {
            break;
        }
    }
    has_letter.then_some(start..end)
}

fn input_kind(kind: &str) -> BoxKind {
    let control = match kind.to_ascii_lowercase().as_str() {
        "image" => return BoxKind::Replaced(Replaced::Image),
        "button" | "submit" | "reset" => Control::Button,
        "checkbox" => Control::Checkbox,
        "radio" => Control::Radio,
        "range" => Control::Range,
        "color" => Control::Color,
        "file" => Control::File,
        "date" | "time" | "datetime-local" | "month" | "week" => Control::Temporal,
        _ => Control::TextField,
    };
    BoxKind::Control(control)
}

fn parse_number(text: &str) -> Option<u32> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\u{c}', '\r']);
    let text = text.strip_prefix('+').unwrap_or(text);
    let end = text.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    let digits = text.get(..end)?;
    if digits.is_empty() { None } else { Some(digits.parse().unwrap_or(u32::MAX)) }
}

/// Displays that occur only inside of a table.
fn table_part(display: Display) -> bool {
    matches!(
        display,
        Display::TableRowGroup
            | Display::TableHeaderGroup
            | Display::TableFooterGroup
            | Display::TableRow
            | Display::TableCell
            | Display::TableColumnGroup
            | Display::TableColumn
            | Display::TableCaption
    )
}

/// True for displays with an outer type of `inline`.
pub(crate) fn is_inline_display(display: Display) -> bool {
    matches!(
        display,
        Display::Inline
            | Display::InlineBlock
            | Display::InlineListItem
            | Display::InlineFlex
            | Display::InlineGrid
            | Display::InlineTable
            | Display::WebkitInlineBox
            | Display::Ruby
            | Display::RubyText
            | Display::Math
    )
}

fn is_inline_level(style: &ComputedStyle) -> bool {
    is_inline_display(style.display) && !style.is_out_of_line()
}

fn kind_of_display(style: &ComputedStyle) -> BoxKind {
    match style.display {
        // An annotation is a block that stands above its base.
        Display::Inline | Display::Ruby | Display::Math | Display::Contents | Display::None => BoxKind::Inline,
        Display::Table | Display::InlineTable => BoxKind::Table,
        Display::TableRowGroup | Display::TableHeaderGroup | Display::TableFooterGroup => BoxKind::TableRowGroup,
        Display::TableRow => BoxKind::TableRow,
        Display::TableCell => BoxKind::TableCell,
        Display::TableColumnGroup => BoxKind::TableColumnGroup,
        Display::TableColumn => BoxKind::TableColumn,
        Display::TableCaption => BoxKind::TableCaption,
        _ => inner_kind(style),
    }
}

/// How the contents of a box with this `display` are laid out, tables aside.
fn inner_kind(style: &ComputedStyle) -> BoxKind {
    match style.display {
        // Chrome: the legacy box is a flex container, unless it clamps lines.
        Display::WebkitBox | Display::WebkitInlineBox if !super::block::clamps_lines(style) => BoxKind::Flex,
        Display::Flex | Display::InlineFlex => BoxKind::Flex,
        Display::Grid | Display::InlineGrid => BoxKind::Grid,
        _ => BoxKind::Block,
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// White space that makes no line of its own.
fn collapses_away(text: &str, style: &ComputedStyle) -> bool {
    match style.white_space_collapse {
        WhiteSpaceCollapse::Collapse => text.bytes().all(is_space),
        WhiteSpaceCollapse::PreserveBreaks => text.bytes().all(|b| is_space(b) && b != b'\n'),
        WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces => text.is_empty(),
    }
}

/// The style of an anonymous box: inherited properties of `parent`, initial values for the rest.
pub(crate) fn anonymous_style(parent: &ComputedStyle, display: Display) -> ComputedStyle {
    ComputedStyle {
        display,
        original_display: display,
        visibility: parent.visibility,
        pointer_events: parent.pointer_events,
        cursor: parent.cursor,
        interactivity: parent.interactivity,
        color_transparent: parent.color_transparent,
        direction: parent.direction,
        writing_mode: parent.writing_mode,
        font_size: parent.font_size,
        font_family: Arc::clone(&parent.font_family),
        font_weight: parent.font_weight,
        font_style: parent.font_style,
        font_variant_caps: parent.font_variant_caps,
        font_kerning_none: parent.font_kerning_none,
        font_ligatures_none: parent.font_ligatures_none,
        line_height: parent.line_height,
        letter_spacing: parent.letter_spacing,
        word_spacing: parent.word_spacing,
        text_align: parent.text_align,
        text_align_last: parent.text_align_last,
        text_indent: parent.text_indent.clone(),
        text_transform: parent.text_transform,
        white_space_collapse: parent.white_space_collapse,
        text_wrap_mode: parent.text_wrap_mode,
        text_wrap_style: parent.text_wrap_style,
        overflow_wrap: parent.overflow_wrap,
        word_break: parent.word_break,
        line_break: parent.line_break,
        hyphens: parent.hyphens,
        tab_size: parent.tab_size,
        list_style_type: parent.list_style_type.clone(),
        list_style_image: parent.list_style_image,
        list_style_position: parent.list_style_position,
        border_collapse: parent.border_collapse,
        border_spacing: parent.border_spacing,
        caption_side: parent.caption_side,
        empty_cells: parent.empty_cells,
        zoom: parent.zoom,
        custom: parent.custom.clone(),
        ..ComputedStyle::initial()
    }
}

/// An anonymous content box lays out its children as its parent's `display` says.
fn copy_container_style(node: &mut BoxNode, parent: &ComputedStyle) {
    let own = &node.style;
    node.style = Arc::new(ComputedStyle {
        flex_direction: parent.flex_direction,
        flex_wrap: parent.flex_wrap,
        align_items: parent.align_items,
        align_content: parent.align_content,
        justify_items: parent.justify_items,
        justify_content: parent.justify_content,
        row_gap: parent.row_gap.clone(),
        column_gap: parent.column_gap.clone(),
        grid: parent.grid.clone(),
        column_count: parent.column_count,
        column_width: parent.column_width,
        text_overflow: parent.text_overflow,
        ..ComputedStyle::clone(own)
    });
    node.flags.remove(BoxFlags::INLINE_LEVEL);
}
