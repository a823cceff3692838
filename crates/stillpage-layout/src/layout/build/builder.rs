//! The box tree while it is built: making boxes, linking them, the styles of anonymous ones.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::kinds::{anonymous_style, is_inline_level};
use crate::device::Device;
use crate::dom::{Dom, NaturalSize, NodeId};
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxNode, BoxTree, Contents, Replaced};
use crate::limits::{Budget, Limit};
use crate::style::computed::{Display, GeneratedImage};
use crate::style::{ComputedStyle, Pseudo, Styles};

/// A child of a container before it has a box: `display: contents` is resolved, `none` is left out.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) node: NodeId,
    pub(super) pseudo: Option<Pseudo>,
    /// `Some` for generated text; its style is that of the pseudo-element.
    pub(super) generated: Option<u32>,
    /// The element's or pseudo-element's; the parent's for text.
    pub(super) style: Arc<ComputedStyle>,
    pub(super) kind: ItemKind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ItemKind {
    Text,
    /// An image: a part of the generated content.
    Image(usize),
    Element,
}

pub(super) type Items = SmallVec<[Item; 8]>;

/// No larger than a vector, and most boxes have few children.
pub(super) type BoxIds = SmallVec<[BoxId; 4]>;

/// Styles of anonymous boxes by the address of their parent's style, which is kept alive beside it.
pub(super) type AnonymousStyles = FxHashMap<(*const ComputedStyle, Display), (Arc<ComputedStyle>, Arc<ComputedStyle>)>;

pub(super) struct Builder<'a> {
    pub(super) dom: &'a Dom,
    pub(super) styles: &'a Styles,
    pub(super) device: &'a Device,
    pub(super) tree: BoxTree,
    pub(super) anonymous: AnonymousStyles,
    pub(super) depth: usize,
    /// Split inline boxes, see [`Limit::SplitInlineBoxes`].
    pub(super) splits: Budget,
    pub(super) quirks: bool,
    /// Top layer elements met in the document that is being built.
    pub(super) top: Vec<NodeId>,
    /// A block container whose `::first-letter` has not been met yet.
    pub(super) letter: Option<(NodeId, Arc<ComputedStyle>)>,
    /// The boxes that there are already, by their elements.
    pub(super) kept: FxHashMap<NodeId, BoxId>,
    /// The sizes of images in files, by document and URL.
    pub(super) image_sizes: FxHashMap<(NodeId, Arc<str>), Option<NaturalSize>>,
    /// The last symbol marker: those of a list have one style.
    pub(super) symbol: Option<Symbol>,
}

/// The style of a symbol marker, and what it was made from.
pub(super) struct Symbol {
    pub(super) marker: Arc<ComputedStyle>,
    pub(super) item: Arc<ComputedStyle>,
    pub(super) text: Box<str>,
    pub(super) style: Arc<ComputedStyle>,
}

/// The contents of a block container while they are gathered.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// Finished block-level children, once there is a block among them.
    pub(super) out: BoxIds,
    /// Inline-level children since the last block.
    pub(super) run: BoxIds,
    pub(super) has_block: bool,
    /// Inline boxes around the place where the next box goes, outermost first.
    pub(super) open: Vec<OpenInline>,
}

#[derive(Debug)]
pub(super) struct OpenInline {
    /// The box made last; its split parts share everything but flags.
    pub(super) last: BoxId,
    /// True while content can be added to `last`.
    pub(super) is_open: bool,
    pub(super) children: BoxIds,
}

/// The anonymous boxes that a table part needs around its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableRole {
    Table,
    RowGroup,
    Row,
}

impl Builder<'_> {
    pub(super) fn make(
        &mut self,
        kind: BoxKind,
        node: NodeId,
        pseudo: Option<Pseudo>,
        style: Arc<ComputedStyle>,
    ) -> BoxId {
        let id = BoxId::from_index(self.tree.boxes.len());
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

    pub(super) fn register(&mut self, node: NodeId, id: BoxId) {
        match &mut self.tree.of_node[node] {
            slot @ None => *slot = Some(id),
            Some(_) => self.tree.more.push((node, id)),
        }
    }

    /// The style of an anonymous box that inherits from a style; one for all that do.
    pub(super) fn anonymous_style(&mut self, inherited: Arc<ComputedStyle>, display: Display) -> Arc<ComputedStyle> {
        let key = (Arc::as_ptr(&inherited), display);
        if let Some((style, _)) = self.anonymous.get(&key) {
            return Arc::clone(style);
        }
        let style = Arc::new(anonymous_style(&inherited, display));
        self.anonymous.insert(key, (Arc::clone(&style), inherited));
        style
    }

    /// The natural size of an image that the style of an element names, if it is known.
    pub(super) fn size_of_image(&mut self, node: NodeId, image: &GeneratedImage) -> Option<NaturalSize> {
        let (dom, Some(url), None) = (self.dom, &image.url, image.size) else { return image.size };
        let document = dom.owner_document(node);
        let key = (document, Arc::clone(url));
        if self.image_sizes.len() as u64 >= Limit::Images.value() && !self.image_sizes.contains_key(&key) {
            self.tree.warnings.limit(Limit::Images);
            return None;
        }
        *self.image_sizes.entry(key).or_insert_with(|| dom.size_of_style_image(document, url))
    }

    /// The box of an image that a style sheet puts into an element or pseudo-element.
    pub(super) fn make_image(
        &mut self,
        node: NodeId,
        pseudo: Option<Pseudo>,
        style: Arc<ComputedStyle>,
        size: Option<NaturalSize>,
    ) -> BoxId {
        let id = self.make(BoxKind::Replaced(Replaced::Image), node, pseudo, style);
        self.tree.content_images.push((id, size));
        id
    }

    /// An anonymous box that inherits from `parent`'s style.
    pub(super) fn make_anonymous(&mut self, kind: BoxKind, parent: BoxId, display: Display) -> BoxId {
        let inherited = Arc::clone(&self.tree[parent].style);
        self.make_anonymous_with(kind, parent, inherited, display)
    }

    /// The inline box around text of an element with `display: contents`.
    pub(super) fn make_contents_wrapper(&mut self, container: BoxId, text: &Item) -> BoxId {
        self.make_anonymous_with(BoxKind::Inline, container, Arc::clone(&text.style), Display::Inline)
    }

    pub(super) fn make_anonymous_with(
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

    pub(super) fn link(&mut self, parent: BoxId, children: &[BoxId]) {
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

    /// May the box that is being made have contents, or is it nested too deeply?
    pub(super) fn may_descend(&mut self) -> bool {
        let may = self.depth as u64 <= Limit::BoxDepth.value();
        if !may {
            self.tree.warnings.limit(Limit::BoxDepth);
        }
        may
    }
}
