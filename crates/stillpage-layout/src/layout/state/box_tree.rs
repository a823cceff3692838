//! The box tree: which boxes there are, before anything is measured.
//!
//! An arena in which box 0 is the initial containing block. Boxes are made once, by
//! [`build`](super::build), and never change; what layout finds out about them is in
//! [`Results`](super::results::Results), a table of the same length.
//!
//! Shape (<https://www.w3.org/TR/css-display-3/>):
//! - a block container has either block-level children only ([`Contents::Blocks`]) or inline-level children only
//!   ([`Contents::Inlines`]: it establishes an inline formatting context). Floats and absolutely positioned boxes occur in
//!   both. Runs of inline-level content beside blocks are wrapped in anonymous block boxes.
//! - an inline box that contains blocks is split: a box before ([`BoxFlags::SPLIT_END`]), the blocks as children of the
//!   block container (their [`BoxTree::split_inline`] is the inline box they came from), a box after
//!   ([`BoxFlags::SPLIT_START`]), all of the same element.
//! - flex and grid containers have only block-level children (text is wrapped); tables have the anonymous boxes of
//!   CSS 2 section 17.2.1.
//! - elements with `display: contents` or `none` have no box.

use std::num::NonZeroU32;
use std::sync::Arc;

use bitflags::bitflags;
use rustc_hash::FxHashMap;

use crate::dom::{Dom, NaturalSize, NodeId, NodeMap};
use crate::layout::axes::Axes;
use crate::limits::Warnings;
use crate::style::computed::{Display, Float, Position};
use crate::style::{ComputedStyle, Pseudo};

/// Names a box: one above its position in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxId(NonZeroU32);

impl BoxId {
    /// The initial containing block.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    /// The box at a position in the arena.
    pub fn from_index(index: usize) -> Self {
        let above = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        Self(NonZeroU32::new(above).unwrap_or(NonZeroU32::MIN))
    }

    /// Position in the arena and in every table of results.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The kind of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxKind {
    /// The initial containing block of the page or of a frame's document; a block container.
    Initial,
    /// A block container: `block`, `inline-block`, `flow-root`, `list-item`, anonymous blocks, ...
    Block,
    /// A non-replaced inline box.
    Inline,
    /// A run of text; [`BoxTree::text`] has it.
    Text(TextSource),
    /// `<br>`: a forced line break.
    Br,
    /// `<wbr>`: a line break opportunity.
    Wbr,
    /// A flex container.
    Flex,
    /// A grid container.
    Grid,
    /// A table wrapper box; captions, column groups and row groups are its children (there is no separate grid box).
    Table,
    /// A block container.
    TableCaption,
    /// Children are columns.
    TableColumnGroup,
    /// `span` columns.
    TableColumn,
    /// Header, footer or body; children are rows.
    TableRowGroup,
    /// Children are cells.
    TableRow,
    /// A block container.
    TableCell,
    /// `<fieldset>`: its rendered legend, if any, is the first child ([`BoxFlags::LEGEND`]); then one anonymous content box.
    Fieldset,
    /// A replaced element; see `replaced`.
    Replaced(Replaced),
    /// A form control; see `replaced`. `Button` is a block container (or flex, or grid) inside.
    Control(Control),
    /// A MathML element of `display: math`: a token with inline-level children, or a container of blocks.
    Math,
    /// The marker of a list item. Inside markers are inline-level, in the inline formatting context, with text children.
    /// Outside markers ([`BoxFlags::OUTSIDE_MARKER`]) are the list item's first child and take no room; a line beside which
    /// they stand is never empty, though.
    Marker,
}

/// The source of the characters of a text box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextSource {
    /// A byte range of the text node [`BoxNode::node`] (all of it, unless `::first-letter` splits it).
    Dom {
        /// First byte.
        start: u32,
        /// End.
        end: u32,
    },
    /// Generated content: index into the tree's strings.
    Generated(u32),
}

/// The kind of a replaced element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    /// `img`, `input type=image`, generated images.
    Image,
    /// An `svg` root; its contents are laid out by `svg`. The boxes of the `foreignObject` elements in it are its children.
    Svg,
    /// `canvas`
    Canvas,
    /// `video`
    Video,
    /// `audio controls`
    Audio,
    /// `iframe`, `frame`, `object` and `embed` with a document: the child, if any, is an [`BoxKind::Initial`].
    Frame,
    /// `object`, `embed` without contents.
    Embed,
}

impl BoxKind {
    /// Is it what is in the box that is seen, which is painted with the lines of other blocks?
    pub(crate) fn is_seen_with_lines(self) -> bool {
        matches!(self, Self::Replaced(Replaced::Image | Replaced::Canvas | Replaced::Video | Replaced::Frame))
    }
}

/// The kind of a form control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// Single-line text fields.
    TextField,
    /// `textarea`
    TextArea,
    /// `button`, `input type=button|submit|reset`, with contents centred in them.
    Button,
    /// `type=checkbox`
    Checkbox,
    /// `type=radio`
    Radio,
    /// `type=range`
    Range,
    /// `type=color`
    Color,
    /// `type=file`
    File,
    /// `type=date|time|datetime-local|month|week`
    Temporal,
    /// `select` shown as a drop-down.
    Menu,
    /// `select multiple` or `size > 1`; options are children.
    ListBox,
    /// `meter`
    Meter,
    /// `progress`
    Progress,
}

/// The kind of children of a block container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    /// Block-level boxes, or nothing.
    Blocks,
    /// Inline-level boxes.
    Inlines,
}

bitflags! {
    /// Facts about a box that layout asks often.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct BoxFlags: u32 {
        /// No element or pseudo-element of its own; [`BoxNode::node`] is the nearest one's it belongs to.
        const ANONYMOUS = 1;
        /// An inline box that continues from a part before a block: no margin, border or padding at its start.
        const SPLIT_START = 1 << 1;
        /// An inline box that continues after a block: no margin, border or padding at its end.
        const SPLIT_END = 1 << 2;
        /// A marker outside of the list item's box.
        const OUTSIDE_MARKER = 1 << 3;
        /// The rendered legend of a fieldset.
        const LEGEND = 1 << 4;
        /// Floats that belong to the block formatting context this box is in are among its descendants.
        const HAS_FLOATS = 1 << 5;
        /// A child or descendant in the same inline formatting context or block flow is absolutely positioned.
        const HAS_OUT_OF_FLOW = 1 << 6;
        /// In the top layer.
        const TOP_LAYER = 1 << 7;
        /// Contents are skipped (`content-visibility: hidden`, closed `details`): laid out, never painted.
        const SKIPS_CONTENTS = 1 << 8;
        /// Inline-level in its parent: part of an inline formatting context.
        const INLINE_LEVEL = 1 << 9;
        /// The document element's box.
        const DOCUMENT_ELEMENT = 1 << 10;
        /// The `body` element's box that is the document element's child.
        const BODY = 1 << 11;
        /// In a document in quirks mode.
        const QUIRKS = 1 << 12;
        /// The contents are laid out in another writing mode's axes than the box itself is placed in: they are an anonymous
        /// box, the only child.
        const ORTHOGONAL = 1 << 13;
        /// An automatic width fits the contents wherever the box is: buttons and other controls.
        const FIT_CONTENT = 1 << 14;
        /// `content-visibility: auto` too far from the viewport to be rendered: its contents do not count for its size.
        const FAR_AWAY = 1 << 15;
        /// Chrome: a block that is an `output`, which counts as a form control, keeps floats out and margins in.
        const OUTPUT = 1 << 16;
        /// A broken image that keeps its size: it stands on the bottom edge of its content.
        const FRAMED_IMAGE = 1 << 17;
        /// A `foreignObject`, in the box of its outermost `svg`: it has its place and its size from there.
        const FOREIGN_OBJECT = 1 << 18;
        /// A `video` with controls.
        const MEDIA_CONTROLS = 1 << 19;
    }
}

/// A box.
#[derive(Debug, Clone)]
pub struct BoxNode {
    /// The kind of the box.
    pub kind: BoxKind,
    /// For block containers.
    pub contents: Contents,
    /// Facts.
    pub flags: BoxFlags,
    /// The element (for pseudo-elements: the originating one; for text: the text node; for anonymous boxes: the element
    /// they inherit from).
    pub node: NodeId,
    /// The pseudo-element it is the box of (or the text of).
    pub pseudo: Option<Pseudo>,
    /// Its style. Anonymous boxes: inherited properties of their parent, else initial values. Text: its parent's.
    pub style: Arc<ComputedStyle>,
    /// Parent; `None` for box 0.
    pub parent: Option<BoxId>,
    /// First child.
    pub first_child: Option<BoxId>,
    /// Last child.
    pub last_child: Option<BoxId>,
    /// Next sibling.
    pub next_sibling: Option<BoxId>,
}

impl BoxNode {
    /// Floats; false for absolutely positioned boxes and for flex and grid items (the cascade computes `none` there).
    pub(crate) fn is_floating(&self) -> bool {
        self.style.float != Float::None
            && !self.is_text()
            && !self.is_out_of_flow()
            && !self.flags.contains(BoxFlags::ANONYMOUS)
    }

    /// Absolutely positioned or fixed.
    pub(crate) fn is_out_of_flow(&self) -> bool {
        matches!(self.style.position, Position::Absolute | Position::Fixed) && !self.is_text()
    }

    /// True for text and line breaks, whose `style` is their parent's.
    pub fn is_text(&self) -> bool {
        matches!(self.kind, BoxKind::Text(_) | BoxKind::Br | BoxKind::Wbr)
    }

    /// Is it rendered though it may have no place: a `wbr`, or a `br` that is a space of ruby?
    pub(crate) fn is_break_without_place(&self) -> bool {
        self.kind == BoxKind::Wbr || self.kind == BoxKind::Br && self.style.inlinifies
    }

    /// An inline-level box that a line treats as one glyph: `inline-block`, replaced, ...
    pub(crate) fn is_atomic_inline(&self) -> bool {
        self.flags.contains(BoxFlags::INLINE_LEVEL)
            && !self.is_text()
            && self.kind != BoxKind::Inline
            && !self.is_floating()
            && !self.is_out_of_flow()
    }

    /// A block container whose children form an inline formatting context.
    pub(crate) fn is_inline_root(&self) -> bool {
        self.contents == Contents::Inlines
    }

    /// Is `display` one that makes a list item?
    pub(crate) fn is_list_item(&self) -> bool {
        matches!(self.style.display, Display::ListItem | Display::InlineListItem | Display::FlowRootListItem)
            && !self.flags.contains(BoxFlags::ANONYMOUS)
    }
}

/// The two styles of a box whose axes are not horizontal.
#[derive(Debug)]
pub struct Turned {
    /// The box.
    pub id: BoxId,
    /// As the cascade has it.
    pub(crate) physical: Arc<ComputedStyle>,
    /// In the axes that the box is laid out in.
    pub(crate) logical: Arc<ComputedStyle>,
}

/// The boxes of a page.
#[derive(Debug, Default)]
pub struct BoxTree {
    /// The arena.
    pub boxes: Vec<BoxNode>,
    /// Strings of generated content.
    pub generated: Vec<Box<str>>,
    /// Boxes of images in `content`, ascending, and their natural sizes; `None` for those that cannot be shown.
    pub(crate) content_images: Vec<(BoxId, Option<NaturalSize>)>,
    /// The first box of each element (the part before the first split) and of each text node.
    pub(crate) of_node: NodeMap<Option<BoxId>>,
    /// The further boxes of nodes that have several, sorted: split inline boxes, `::first-letter` remainders.
    pub more: Vec<(NodeId, BoxId)>,
    /// By cell or column, `colspan` (`span` of columns) and `rowspan`, if they are not both 1. A `rowspan` of 0 is "all rows".
    pub(crate) spans: FxHashMap<BoxId, (u16, u16)>,
    /// The inline boxes that blocks were in, by block.
    pub(crate) split_inlines: FxHashMap<BoxId, BoxId>,
    /// Boxes in the top layer, bottom to top, their backdrops before them; children of box 0.
    pub top_layer: Vec<BoxId>,
    /// By box, the axes that its style, its offset and its size are in; empty on pages without vertical text.
    pub(crate) axes: Vec<Axes>,
    /// The boxes whose axes are not horizontal.
    pub turned: Vec<Turned>,
    /// Warnings about what is missing because the page reached a limit of box generation.
    pub warnings: Warnings,
    /// There are boxes of `foreignObject` elements.
    pub(crate) has_foreign_objects: bool,
    /// Boxes in the arena that were in the tree before a change and are in it no more.
    pub(crate) loose: usize,
}

impl std::ops::Index<BoxId> for BoxTree {
    type Output = BoxNode;
    fn index(&self, id: BoxId) -> &BoxNode {
        &self.boxes[id.index()]
    }
}

impl BoxTree {
    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// The columns and rows that a box [spans](Self::spans).
    pub(crate) fn span(&self, id: BoxId) -> (u16, u16) {
        self.spans.get(&id).copied().unwrap_or((1, 1))
    }

    /// The inline box that a block splits.
    pub(crate) fn split_inline(&self, id: BoxId) -> Option<BoxId> {
        self.split_inlines.get(&id).copied()
    }

    /// The axes that a box is laid out in.
    pub(crate) fn axes(&self, id: BoxId) -> Axes {
        self.axes.get(id.index()).copied().unwrap_or_default()
    }

    /// Makes the tree ready for another layout.
    pub(crate) fn turn_again(&mut self) {
        for turned in &self.turned {
            self.boxes[turned.id.index()].style = Arc::clone(&turned.logical);
        }
    }

    /// The children of a box, in box tree order.
    pub fn children(&self, id: BoxId) -> BoxChildren<'_> {
        BoxChildren { tree: self, next: self[id].first_child }
    }

    /// The characters of a text box, before white-space processing; empty for other boxes.
    pub fn text<'a>(&'a self, dom: &'a Dom, id: BoxId) -> &'a str {
        match self[id].kind {
            BoxKind::Text(TextSource::Dom { start, end }) => {
                dom.text(self[id].node).and_then(|t| t.get(start as usize..end as usize)).unwrap_or("")
            }
            BoxKind::Text(TextSource::Generated(index)) => self.generated.get(index as usize).map_or("", |s| s),
            _ => "",
        }
    }

    /// The box of a text node that has one for all of its text.
    pub fn text_of(&self, node: NodeId) -> Option<BoxId> {
        let id = (*self.of_node.get(node)?)?;
        let is_whole = matches!(self[id].kind, BoxKind::Text(TextSource::Dom { start: 0, .. }));
        (is_whole && self.more_boxes(node).next().is_none()).then_some(id)
    }

    /// All boxes of a node beyond the first, in tree order of their making.
    pub(crate) fn more_boxes(&self, node: NodeId) -> impl Iterator<Item = BoxId> + '_ {
        let from = self.more.partition_point(|(n, _)| *n < node);
        self.more.iter().skip(from).take_while(move |(n, _)| *n == node).map(|(_, id)| *id)
    }

    /// The root of the inline formatting context an inline-level box is in.
    pub(crate) fn inline_root(&self, id: BoxId) -> Option<BoxId> {
        let mut at = self[id].parent;
        while let Some(id) = at {
            let node = &self[id];
            if node.is_inline_root() && node.kind != BoxKind::Inline {
                return Some(id);
            }
            if node.kind != BoxKind::Inline {
                return None;
            }
            at = node.parent;
        }
        None
    }

    /// Every box below `id`, in tree order, without recursion.
    pub fn descendants(&self, id: BoxId) -> impl Iterator<Item = BoxId> + '_ {
        let mut next = self[id].first_child;
        std::iter::from_fn(move || {
            let current = next?;
            next = self[current].first_child.or_else(|| self.following(current, id));
            Some(current)
        })
    }

    /// All boxes that are in the tree, in its order.
    pub(crate) fn in_order(&self) -> Vec<BoxId> {
        let mut order = Vec::with_capacity(self.len());
        order.push(BoxId::ROOT);
        order.extend(self.descendants(BoxId::ROOT));
        order
    }

    /// The next box in tree order that is not below `id`, inside `root`.
    pub fn following(&self, id: BoxId, root: BoxId) -> Option<BoxId> {
        let mut at = id;
        loop {
            if at == root {
                return None;
            }
            if let Some(sibling) = self[at].next_sibling {
                return Some(sibling);
            }
            at = self[at].parent?;
        }
    }
}

/// The children of a box.
#[derive(Debug, Clone)]
pub struct BoxChildren<'a> {
    tree: &'a BoxTree,
    next: Option<BoxId>,
}

impl Iterator for BoxChildren<'_> {
    type Item = BoxId;
    fn next(&mut self) -> Option<BoxId> {
        let current = self.next?;
        self.next = self.tree[current].next_sibling;
        Some(current)
    }
}
