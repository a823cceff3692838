//! Box generation: from the flat tree and its styles to the box tree.
//!
//! <https://www.w3.org/TR/css-display-3/#box-generation>, <https://www.w3.org/TR/CSS22/visuren.html#box-gen> (anonymous
//! boxes), <https://www.w3.org/TR/CSS22/tables.html#anonymous-boxes>.

mod flow;
mod kinds;
mod special;
mod tables;

pub(crate) use kinds::{anonymous_style, is_inline_display};

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use unicode_segmentation::UnicodeSegmentation;

use self::kinds::*;
use super::box_tree::{BoxFlags, BoxId, BoxKind, BoxNode, BoxTree, Contents, Control, Replaced, TextSource};
use crate::device::Device;
use crate::dom::form::InputType;
use crate::dom::{Dom, ImageState, NodeData, NodeId, NodeMap, Quirks, local_name, ns};
use crate::style::computed::{
    Appearance, Content, ContentItem, ContentVisibility, Dimension, Direction, Display, Float, LengthPercentage,
    LengthPercentageAuto, ListStylePosition, ListStyleType, Overflow, Position, WhiteSpaceCollapse, WritingMode,
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

/// Limit: boxes of a page; elements that come behind have none. List items, generated content and tables make several
/// each, of up to 800 bytes with what layout knows of them.
const MAX_BOXES: usize = 600_000;

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

    /// The style of an anonymous box that inherits from a style; one for all that do.
    fn anonymous_style(&mut self, inherited: Arc<ComputedStyle>, display: Display) -> Arc<ComputedStyle> {
        let key = (Arc::as_ptr(&inherited), display);
        if let Some((style, _)) = self.anonymous.get(&key) {
            return Arc::clone(style);
        }
        let style = Arc::new(anonymous_style(&inherited, display));
        self.anonymous.insert(key, (Arc::clone(&style), inherited));
        style
    }

    /// An anonymous box that inherits from `parent`'s style.
    fn make_anonymous(&mut self, kind: BoxKind, parent: BoxId, display: Display) -> BoxId {
        let inherited = Arc::clone(&self.tree[parent].style);
        self.make_anonymous_with(kind, parent, inherited, display)
    }

    /// The inline box around text of an element with `display: contents`.
    fn make_contents_wrapper(&mut self, container: BoxId, text: &Item) -> BoxId {
        self.make_anonymous_with(BoxKind::Inline, container, Arc::clone(&text.style), Display::Inline)
    }

    fn make_anonymous_with(
        &mut self,
        kind: BoxKind,
        parent: BoxId,
        inherited: Arc<ComputedStyle>,
        display: Display,
    ) -> BoxId {
        let style = self.anonymous_style(inherited, display);
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
        if self.depth >= MAX_DEPTH || self.tree.boxes.len() >= MAX_BOXES {
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
        if kind == BoxKind::Block && item.pseudo.is_none() && self.is_orthogonal(item) {
            self.tree.boxes[id.index()].flags |= BoxFlags::ORTHOGONAL;
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

    /// Vertical in something horizontal.
    fn is_orthogonal(&self, item: &Item) -> bool {
        let horizontal = |style: &ComputedStyle| style.writing_mode == WritingMode::HorizontalTb;
        let parent = self.dom.flat_parent(item.node).and_then(|p| self.styles.get(p));
        !horizontal(&item.style) && parent.is_some_and(|p| horizontal(p))
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
        // Chrome: one whose size is known is replaced in quirks mode, or if it has nothing to say.
        let ratio =
            (style.width != Dimension::Auto || style.height != Dimension::Auto) && style.aspect_ratio.ratio.is_some();
        if self.quirks && sized || (sized || ratio) && alt.is_none_or(str::is_empty) && !self.quirks {
            return None;
        }
        if self.quirks && (style.width != Dimension::Auto || style.height != Dimension::Auto) {
            // Chrome: in quirks mode what is automatic is as the other, whatever the ratio.
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
}
