//! Box generation: from the flat tree and its styles to the box tree.
//!
//! <https://www.w3.org/TR/css-display-3/#box-generation>, <https://www.w3.org/TR/CSS22/visuren.html#box-gen> (anonymous
//! boxes), <https://www.w3.org/TR/CSS22/tables.html#anonymous-boxes>.
//!
//! Inside: [`builder`] makes and links boxes, [`items`] lists what a container has as children, [`element`] makes the box
//! of an element and fills it by its kind ([`flow`], [`tables`], [`special`]); [`again`] generates what a change makes other boxes.

mod again;
mod builder;
mod document;
mod element;
mod element_kind;
mod flow;
mod items;
mod kinds;
mod special;
mod tables;
mod vertical;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(super) use self::again::{ChangedTree, Plan, Regenerated, build_again};
use self::builder::Builder;
use super::state::box_tree::BoxTree;
use crate::device::Device;
use crate::dom::{Dom, NodeMap};
use crate::limits::{Budget, Limit};
use crate::style::computed::Display;
use crate::style::{ComputedStyle, Styles};

/// Generates the boxes of a page.
pub(super) fn build(dom: &Dom, styles: &Styles, device: &Device) -> BoxTree {
    // Most nodes have one box or none.
    let boxes = Vec::with_capacity(dom.len());
    let tree = BoxTree { boxes, of_node: NodeMap::new(dom.len(), None), ..BoxTree::default() };
    let mut builder = Builder {
        dom,
        styles,
        device,
        tree,
        anonymous: FxHashMap::default(),
        depth: 0,
        splits: Budget::new(Limit::SplitInlineBoxes),
        quirks: false,
        top: Vec::new(),
        letter: None,
        kept: FxHashMap::default(),
        image_sizes: FxHashMap::default(),
        symbol: None,
    };
    builder.document(dom.document(), Arc::new(ComputedStyle { display: Display::Block, ..ComputedStyle::initial() }));
    builder.mark_ancestors();
    vertical::turn(&mut builder.tree);
    builder.tree.more.sort_unstable();
    builder.splits.report(&mut builder.tree.warnings);
    builder.tree
}
