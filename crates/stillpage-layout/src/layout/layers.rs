//! Layers: groups of boxes that are painted together, back to front, as Chromium numbers them.
//!
//! Chrome: boxes that are positioned, make a stacking context, clip what overflows them or have columns begin a layer.

use super::paint_source::PlacedBoxes;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, Control, Replaced};
use super::state::display::is_multicol;
use crate::dom::{Dom, NodeMap, local_name};
use crate::style::computed::{Overflow, Visibility};

/// The layers that are painted after a layer, inside of it.
#[derive(Default)]
struct Layer {
    negative: Vec<(i32, BoxId)>,
    flow: Vec<BoxId>,
    stacked: Vec<(i32, BoxId)>,
}

/// The number of layers that are not painted.
const UNSEEN: u32 = 1;

/// By element, the number of the layer that its first box is painted in; 0 for elements without a box.
pub(super) fn layers(dom: &Dom, placed: &PlacedBoxes) -> NodeMap<u32> {
    let tree = &placed.boxes.tree;
    // By box, the layer it is in, and the stacking context; each is named by the box that begins it.
    let mut around = vec![(BoxId::ROOT, BoxId::ROOT); tree.len()];
    let mut inside: Vec<Layer> = (0..tree.len()).map(|_| Layer::default()).collect();
    for id in tree.descendants(BoxId::ROOT) {
        let (layer, context) = tree[id].parent.map_or((BoxId::ROOT, BoxId::ROOT), |parent| around[parent.index()]);
        around[id.index()] = (layer, context);
        if !begins_layer(dom, placed, id) {
            continue;
        }
        let is_context = tree.is_stacking_context(id);
        around[id.index()] = (id, if is_context { id } else { context });
        let z = tree.z_index(id).filter(|_| is_context).unwrap_or(0);
        if tree[id].flags.contains(BoxFlags::TOP_LAYER) {
            // They follow in an order of their own.
        } else if tree[id].kind == BoxKind::Initial || !is_context && !tree.is_positioned(id) {
            inside[layer.index()].flow.push(id);
        } else if z < 0 {
            inside[context.index()].negative.push((z, id));
        } else {
            inside[context.index()].stacked.push((z, id));
        }
    }
    // Chrome: a layer in which nothing is visible is not painted.
    let mut is_seen = vec![false; tree.len()];
    let in_order: Vec<BoxId> = tree.descendants(BoxId::ROOT).collect();
    for &id in in_order.iter().rev() {
        let layer = around[id.index()].0;
        is_seen[layer.index()] |= tree[id].style.visibility == Visibility::Visible;
        if layer == id
            && is_seen[id.index()]
            && let Some(parent) = tree[id].parent
        {
            is_seen[around[parent.index()].0.index()] = true;
        }
    }
    let mut numbers = vec![UNSEEN; tree.len()];
    let mut next = UNSEEN + 1;
    let mut stack: Vec<BoxId> = tree.top_layer.iter().rev().copied().collect();
    stack.push(BoxId::ROOT);
    while let Some(id) = stack.pop() {
        if is_seen[id.index()] || id == BoxId::ROOT {
            numbers[id.index()] = next;
            next += 1;
        }
        let mut layer = std::mem::take(&mut inside[id.index()]);
        layer.negative.sort_by_key(|(z, _)| *z);
        layer.stacked.sort_by_key(|(z, _)| *z);
        stack.extend(layer.stacked.iter().rev().map(|(_, id)| *id));
        stack.extend(layer.flow.iter().rev());
        stack.extend(layer.negative.iter().rev().map(|(_, id)| *id));
    }
    let mut of_element = NodeMap::new(dom.len(), 0);
    for id in in_order {
        let number = &mut of_element[tree[id].node];
        if tree.has_own_style(id) && tree[id].pseudo.is_none() && *number == 0 {
            *number = numbers[around[id.index()].0.index()];
        }
    }
    of_element
}

fn begins_layer(dom: &Dom, placed: &PlacedBoxes, id: BoxId) -> bool {
    let tree = &placed.boxes.tree;
    let node = &tree[id];
    if tree.is_stacking_context(id) || tree.is_positioned(id) {
        return true;
    }
    if !tree.has_own_style(id) {
        return false;
    }
    // The window has the overflow of these in their place.
    let is_root = node.flags.contains(BoxFlags::BODY) || node.parent.is_some_and(|p| tree[p].kind == BoxKind::Initial);
    let clips = match is_root {
        true => placed.scrollers.get(id).is_some(),
        false => node.style.overflow_x != Overflow::Visible || node.style.overflow_y != Overflow::Visible,
    };
    match node.kind {
        BoxKind::Inline | BoxKind::Replaced(Replaced::Image | Replaced::Canvas | Replaced::Video | Replaced::Audio) => {
            false
        }
        BoxKind::Control(Control::Checkbox | Control::Radio | Control::Range | Control::Meter | Control::Progress) => {
            clips
        }
        BoxKind::Control(Control::Button) => clips || dom.is_html(node.node, &local_name!("input")),
        BoxKind::Replaced(_) | BoxKind::Control(_) => true,
        // An image that cannot be shown is a box like others.
        _ => clips || is_multicol(&node.style) || node.pseudo.is_none() && dom.is_html(node.node, &local_name!("img")),
    }
}
