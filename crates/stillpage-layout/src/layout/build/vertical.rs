//! Boxes of vertical writing modes: their styles are turned into the axes they are laid out in, and what has other axes
//! inside than outside is wrapped.
//!
//! <https://www.w3.org/TR/css-writing-modes-4/#orthogonal-flows>. A box with a writing mode of its own keeps the properties
//! that its surroundings see; an anonymous box inside of it has its contents and its own axes
//! ([`BoxFlags::ORTHOGONAL`]).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::layout::axes::Axes;
use crate::layout::positioned::containing_block;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree, Contents, Control, Turned};
use crate::style::ComputedStyle;
use crate::style::computed::{
    AspectRatio, Dimension, Direction, Effects, Float, LengthPercentage, LengthPercentageAuto, Overflow, Position,
    WritingMode,
};

/// Turned styles by the address of the original, which the tree keeps alive.
type Styles = FxHashMap<(*const ComputedStyle, Axes), Arc<ComputedStyle>>;

/// Turns what is vertical; nothing at all on a page without vertical text.
pub(super) fn turn(tree: &mut BoxTree) {
    propagate_directions(tree);
    if tree.boxes.iter().all(|node| node.style.writing_mode == WritingMode::HorizontalTb) {
        return;
    }
    let order: Vec<BoxId> = std::iter::once(BoxId::ROOT).chain(tree.descendants(BoxId::ROOT)).collect();
    tree.axes = vec![Axes::Horizontal; tree.len()];
    // The axes of what is in each box.
    let mut inside = vec![Axes::Horizontal; tree.len()];
    let mut wrapped = Vec::new();
    for &id in &order {
        let node = &tree[id];
        let outside = match node.parent {
            _ if node.kind == BoxKind::Initial => principal(tree, id),
            Some(_) if node.is_out_of_flow() => inside[containing_block(tree, id).index()],
            Some(parent) => inside[parent.index()],
            None => Axes::Horizontal,
        };
        let node = &tree[id];
        let own = if has_own_axes(tree, id) { Axes::of(&node.style) } else { outside };
        tree.axes[id.index()] = outside;
        inside[id.index()] = own;
        if own != outside {
            wrapped.push((id, own));
        }
    }
    for &id in &order {
        if tree[id].kind == BoxKind::Initial && tree.axes(id).is_vertical() {
            let style = Arc::make_mut(&mut tree.boxes[id.index()].style);
            style.writing_mode = match tree.axes[id.index()] {
                Axes::Horizontal => WritingMode::HorizontalTb,
                Axes::VerticalRl => WritingMode::VerticalRl,
                Axes::VerticalLr => WritingMode::VerticalLr,
                Axes::SidewaysLr => WritingMode::SidewaysLr,
            };
        }
    }
    for (id, own) in wrapped {
        wrap(tree, id, own);
    }
    let mut styles = Styles::default();
    for index in 0..tree.len() {
        let axes = tree.axes[index];
        let node = &tree.boxes[index];
        if !axes.is_vertical() || node.is_text() {
            continue;
        }
        let physical = Arc::clone(&node.style);
        let logical = styles.entry((Arc::as_ptr(&physical), axes)).or_insert_with(|| Arc::new(axes.turned(&physical)));
        let logical = Arc::clone(logical);
        tree.boxes[index].style = Arc::clone(&logical);
        let id = BoxId::from_index(index);
        tree.turned.push(Turned { id, physical, logical });
    }
}

/// Gives the boxes of document elements the directions of their bodies, and the boxes around them, which are the viewport's, those
/// of the document elements: <https://www.w3.org/TR/css-writing-modes-4/#principal-flow>.
fn propagate_directions(tree: &mut BoxTree) {
    let marked = |tree: &BoxTree, flag: BoxFlags| -> Vec<_> {
        let nodes = tree.boxes.iter().filter(|node| node.flags.contains(flag));
        nodes.filter_map(|node| Some((node.parent?, node.style.direction))).collect()
    };
    for (root, direction) in marked(tree, BoxFlags::BODY) {
        if tree[root].flags.contains(BoxFlags::DOCUMENT_ELEMENT) {
            set_direction(tree, root, direction);
        }
    }
    for (document, direction) in marked(tree, BoxFlags::DOCUMENT_ELEMENT) {
        set_direction(tree, document, direction);
    }
}

fn set_direction(tree: &mut BoxTree, id: BoxId, direction: Direction) {
    if tree[id].style.direction != direction {
        Arc::make_mut(&mut tree.boxes[id.index()].style).direction = direction;
    }
}

/// The axes of a document: <https://www.w3.org/TR/css-writing-modes-4/#principal-flow>.
fn principal(tree: &BoxTree, document: BoxId) -> Axes {
    let Some(root) = tree.children(document).find(|c| tree[*c].flags.contains(BoxFlags::DOCUMENT_ELEMENT)) else {
        return Axes::Horizontal;
    };
    let body = tree.children(root).find(|c| tree[*c].flags.contains(BoxFlags::BODY));
    Axes::of(&tree[body.unwrap_or(root)].style)
}

/// May the contents of the box have other axes than the box itself is placed in?
fn has_own_axes(tree: &BoxTree, id: BoxId) -> bool {
    let node = &tree[id];
    // The document element has those of the document.
    if node.flags.intersects(BoxFlags::ANONYMOUS | BoxFlags::DOCUMENT_ELEMENT) {
        return false;
    }
    matches!(
        node.kind,
        BoxKind::Block
            | BoxKind::Flex
            | BoxKind::Grid
            | BoxKind::Table
            | BoxKind::TableCaption
            | BoxKind::TableCell
            | BoxKind::Control(Control::Button)
    )
}

/// Puts what is in a box into an anonymous one that is laid out in its own axes.
fn wrap(tree: &mut BoxTree, id: BoxId, own: Axes) {
    let inner = BoxId::from_index(tree.len());
    let outer = &mut tree.boxes[id.index()];
    let mut node = outer.clone();
    outer.flags |= BoxFlags::ORTHOGONAL;
    outer.contents = Contents::Blocks;
    if matches!(outer.kind, BoxKind::Flex | BoxKind::Grid | BoxKind::Table) {
        if outer.kind == BoxKind::Table {
            outer.flags |= BoxFlags::FIT_CONTENT;
        }
        outer.kind = BoxKind::Block;
    } else {
        node.kind = BoxKind::Block;
    }
    (outer.first_child, outer.last_child) = (Some(inner), Some(inner));
    node.style = Arc::new(contents_style(&node.style));
    node.flags =
        BoxFlags::ANONYMOUS | node.flags & (BoxFlags::QUIRKS | BoxFlags::HAS_FLOATS | BoxFlags::HAS_OUT_OF_FLOW);
    (node.parent, node.next_sibling) = (Some(id), None);
    let mut child = node.first_child;
    tree.boxes.push(node);
    tree.axes.push(own);
    while let Some(at) = child {
        tree.boxes[at.index()].parent = Some(inner);
        child = tree[at].next_sibling;
    }
}

/// The style of the box inside: how it lays its contents out, without anything that the box around it sees to.
fn contents_style(style: &ComputedStyle) -> ComputedStyle {
    let initial = ComputedStyle::initial();
    let zero = LengthPercentageAuto::Length(LengthPercentage::ZERO);
    ComputedStyle {
        position: Position::Static,
        float: Float::None,
        width: Dimension::Auto,
        height: Dimension::Auto,
        min_width: Dimension::Auto,
        min_height: Dimension::Auto,
        max_width: Dimension::Auto,
        max_height: Dimension::Auto,
        aspect_ratio: AspectRatio { auto: true, ratio: None },
        margin: crate::geometry::Sides::all(zero),
        padding: initial.padding.clone(),
        border: initial.border,
        inset: initial.inset.clone(),
        overflow_x: Overflow::Visible,
        overflow_y: Overflow::Visible,
        effects: Effects::default(),
        contains_fixed: false,
        forces_stacking_context: false,
        contain_paint: false,
        contain_size: false,
        contain_inline_size: false,
        contain_layout: false,
        transform: None,
        clip_path: None,
        clip: None,
        z_index: None,
        opacity: 1.0,
        ..style.clone()
    }
}
