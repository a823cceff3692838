//! Box generation after a change of which children some elements have: the boxes of all other elements stay, under the same ids.
//!
//! New boxes come after those that there were; the boxes of what is gone stay in the arena, linked from nowhere.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::{AnonymousStyles, Builder, Item, ItemKind};
use crate::device::Device;
use crate::dom::{Dom, NodeId, local_name};
use crate::layout::following::following;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree, Contents, Replaced, TextSource};
use crate::limits::{Budget, Limit};
use crate::style::computed::{Content, ContentItem, ContentVisibility, Display, ListStyleType, WritingMode};
use crate::style::{ComputedStyle, EqualStyles, Pseudo, RestyledElements, Styles};

/// Limit: boxes that are linked from nowhere, for each that is in the tree, before all are generated again.
const MAX_LOOSE: usize = 1;

/// The plan of a generation of some boxes.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The boxes of the elements whose children are others; none is in another one.
    containers: Vec<BoxId>,
    /// The boxes in them that stay, by their elements.
    kept: FxHashMap<NodeId, BoxId>,
    /// The boxes in them that go.
    dropped: Vec<BoxId>,
    /// Boxes in which nothing is different but how they are painted.
    restyled: Vec<(BoxId, Arc<ComputedStyle>)>,
}

/// The boxes that a generation of some boxes made and dropped.
#[derive(Debug)]
pub(crate) struct Regenerated {
    /// The boxes whose children are others.
    pub(crate) containers: Vec<BoxId>,
    /// The boxes that are in the tree no more.
    pub(crate) gone: Vec<BoxId>,
}

/// The changes of a tree that a generation of some boxes follows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChangedTree<'a> {
    /// The elements whose children are others.
    pub(crate) parents: &'a [NodeId],
    /// The changed nodes and all nodes around them.
    pub(crate) changed: &'a FxHashSet<NodeId>,
    /// The elements that were styled again.
    pub(crate) restyled: &'a RestyledElements,
}

impl Plan {
    /// Plans a generation; `None` where boxes elsewhere may be others, too.
    pub(crate) fn new(tree: &BoxTree, dom: &Dom, styles: &Styles, change: &ChangedTree<'_>) -> Option<Self> {
        let is_usual = tree.more.is_empty()
            && tree.top_layer.is_empty()
            && tree.axes.is_empty()
            && tree.warnings.is_empty()
            && !tree.has_foreign_objects
            && !styles.has_pseudo_of_kind(Pseudo::FirstLetter);
        if !is_usual || tree.loose > tree.len() / (MAX_LOOSE + 1) {
            return None;
        }
        let is_inner = |node: NodeId| dom.ancestors(node).any(|around| change.parents.contains(&around));
        let mut parents: Vec<NodeId> = change.parents.iter().copied().filter(|&node| !is_inner(node)).collect();
        parents.sort_unstable();
        parents.dedup();
        let mut plan =
            Self { containers: Vec::new(), kept: FxHashMap::default(), dropped: Vec::new(), restyled: Vec::new() };
        for node in parents {
            let id = container_of(tree, dom, styles, node)?;
            plan.add_container(tree, dom, id, change.changed);
        }
        // An `svg` has no boxes inside by which to find what left it.
        let is_other_svg = |id: &BoxId| {
            let node = &tree[*id];
            node.kind == BoxKind::Replaced(Replaced::Svg) && change.changed.contains(&node.node)
        };
        if plan.dropped.iter().any(is_other_svg) {
            return None;
        }
        let is_dropped: FxHashSet<BoxId> = plan.dropped.iter().copied().collect();
        let is_known = |id: BoxId| !is_dropped.contains(&id);
        plan.add_restyled(tree, dom, styles, change.restyled, &is_known)?;
        are_texts_same(tree, styles, &is_known).then_some(plan)
    }

    fn add_container(&mut self, tree: &BoxTree, dom: &Dom, container: BoxId, changed: &FxHashSet<NodeId>) {
        self.containers.push(container);
        let root = tree[container].node;
        let mut next = tree[container].first_child;
        while let Some(id) = next {
            let node = &tree[id];
            let is_own = node.pseudo.is_none() && !node.flags.contains(BoxFlags::ANONYMOUS);
            let stays = is_own
                && !node.is_text()
                && node.kind != BoxKind::Inline
                && !changed.contains(&node.node)
                && dom
                    .ancestors(node.node)
                    .take_while(|&around| around == root || !changed.contains(&around))
                    .any(|around| around == root);
            if stays {
                self.kept.insert(node.node, id);
                next = tree.following(id, container);
            } else {
                self.dropped.push(id);
                next = node.first_child.or_else(|| tree.following(id, container));
            }
        }
    }

    /// Adds the boxes of elements that were styled again; `None` if one may be another box now.
    fn add_restyled(
        &mut self,
        tree: &BoxTree,
        dom: &Dom,
        styles: &Styles,
        restyled: &RestyledElements,
        is_known: &dyn Fn(BoxId) -> bool,
    ) -> Option<()> {
        let mut equal = EqualStyles::of_boxes();
        let whole = restyled.whole.iter().map(|&root| (root, true));
        for (root, is_whole) in whole.chain(restyled.repainted.iter().map(|&node| (node, false))) {
            let mut next = Some(root);
            while let Some(node) = next {
                let own = tree.of_node.get(node).copied().flatten();
                let style = styles.get(node);
                let goes_on = match (own, style) {
                    (Some(id), _) if !is_known(id) => false,
                    (Some(id), Some(style)) => {
                        self.restyle(tree, styles, id, style, (&mut equal, is_known))?;
                        !matches!(tree[id].kind, BoxKind::Replaced(_) | BoxKind::Control(_))
                    }
                    // Texts have the style of what they are in.
                    (Some(_), None) => dom.element(node).is_none(),
                    (None, Some(style)) if style.display != Display::None => {
                        // What is new has no box yet.
                        if !self.is_in_container(tree, dom, node) {
                            return None;
                        }
                        false
                    }
                    // It may have had no box of its own before, either, but those of its children.
                    (None, Some(_)) => {
                        let has_box = |inner: NodeId| tree.of_node.get(inner).copied().flatten().is_some_and(is_known);
                        if dom.descendants(node).any(has_box) {
                            return None;
                        }
                        false
                    }
                    (None, None) => false,
                };
                let inside = dom.node(node).first_child.filter(|_| goes_on && is_whole);
                next = inside.or_else(|| following(dom, node, root));
            }
        }
        Some(())
    }

    /// True for nodes that are in an element whose children are others, and in nothing that stays.
    fn is_in_container(&self, tree: &BoxTree, dom: &Dom, node: NodeId) -> bool {
        for around in dom.ancestors(node) {
            if self.kept.contains_key(&around) {
                return false;
            }
            if let Some(id) = tree.of_node.get(around).copied().flatten()
                && self.containers.contains(&id)
            {
                return true;
            }
        }
        false
    }

    /// Gives a box another style, and the texts in it; `None` if it may be another box then.
    fn restyle(
        &mut self,
        tree: &BoxTree,
        styles: &Styles,
        id: BoxId,
        style: &Arc<ComputedStyle>,
        (equal, is_known): (&mut EqualStyles, &dyn Fn(BoxId) -> bool),
    ) -> Option<()> {
        let node = &tree[id];
        let is_same = Arc::ptr_eq(&node.style, style);
        if !is_same && !equal.are_equal(&node.style, style) {
            return None;
        }
        let mut pseudos = 0;
        for child in tree.children(id).filter(|&child| is_known(child)) {
            let inner = &tree[child];
            if inner.is_text() && !is_same {
                if !Arc::ptr_eq(&inner.style, &node.style) {
                    return None;
                }
                self.restyled.push((child, Arc::clone(style)));
            } else if inner.flags.contains(BoxFlags::ANONYMOUS) && !is_same {
                return None;
            }
            if inner.pseudo.is_some() && !inner.is_text() && !inner.flags.contains(BoxFlags::ANONYMOUS) {
                let pseudo = styles.pseudo(inner.node, inner.pseudo?)?;
                if !Arc::ptr_eq(pseudo, &inner.style) {
                    return None;
                }
                pseudos += 1;
            }
        }
        let wanted = [Pseudo::Before, Pseudo::After]
            .into_iter()
            .filter(|&pseudo| styles.pseudo(node.node, pseudo).is_some_and(|style| style.display != Display::None));
        let has_marker = node.is_list_item() && !has_no_marker(styles, node.node, style)
            || tree.children(id).any(|child| tree[child].kind == BoxKind::Marker);
        if has_marker || wanted.count() != pseudos && !self.containers.contains(&id) {
            return None;
        }
        if !is_same {
            self.restyled.push((id, Arc::clone(style)));
        }
        Some(())
    }
}

/// The box of an element whose children are others, if it is one that is filled by nothing but its children.
fn container_of(tree: &BoxTree, dom: &Dom, styles: &Styles, node: NodeId) -> Option<BoxId> {
    let id = tree.of_node.get(node).copied().flatten()?;
    let is_filled = matches!(
        tree[id].kind,
        BoxKind::Block
            | BoxKind::Flex
            | BoxKind::Grid
            | BoxKind::Table
            | BoxKind::TableRowGroup
            | BoxKind::TableRow
            | BoxKind::TableCell
    );
    let special = [
        local_name!("details"),
        local_name!("picture"),
        local_name!("html"),
        local_name!("object"),
        local_name!("select"),
        local_name!("img"),
        local_name!("button"),
    ];
    let is_special = special.iter().any(|name| dom.is_html(node, name)) || dom.element(node)?.shadow_root.is_some();
    let is_plain = styles.get(node).is_some_and(|style| EqualStyles::of_boxes().are_equal(style, &tree[id].style));
    (is_filled && is_plain && !is_special).then_some(id)
}

/// True if the generated texts of all boxes that stay are those that styles ask for: numbers of list items, counters, quotes.
fn are_texts_same(tree: &BoxTree, styles: &Styles, is_known: &dyn Fn(BoxId) -> bool) -> bool {
    let mut equal = EqualStyles::default();
    let mut next = Some(BoxId::ROOT);
    while let Some(id) = next {
        next = tree[id].first_child.or_else(|| tree.following(id, BoxId::ROOT));
        let node = &tree[id];
        let is_same = match node.pseudo {
            Some(Pseudo::Before | Pseudo::After) if !node.is_text() && !node.flags.contains(BoxFlags::ANONYMOUS) => {
                styles
                    .pseudo(node.node, node.pseudo.unwrap_or(Pseudo::Before))
                    .is_some_and(|style| equal.are_equal(style, &node.style))
            }
            Some(Pseudo::Marker) if node.kind == BoxKind::Marker => is_same_marker(tree, styles, id),
            _ => true,
        };
        if !is_same && is_known(id) {
            return false;
        }
    }
    true
}

/// True if a marker has the text that styles ask for.
fn is_same_marker(tree: &BoxTree, styles: &Styles, id: BoxId) -> bool {
    let node = tree[id].node;
    let written = tree.children(id).filter_map(|part| match tree[part].kind {
        BoxKind::Text(TextSource::Generated(index)) => tree.generated.get(index as usize).map(|text| &**text),
        _ => None,
    });
    match styles.pseudo(node, Pseudo::Marker).map(|style| &style.content) {
        Some(Content::Items(items, _)) => {
            let texts = items.iter().filter_map(|item| match item {
                ContentItem::Text(text) | ContentItem::Counter(text) | ContentItem::Quote(text) => Some(&**text),
                ContentItem::Image(_) | ContentItem::CounterUse(_) | ContentItem::QuoteUse(_) => None,
            });
            written.eq(texts)
        }
        Some(Content::None) => false,
        // Images stay; triangles are the same for all.
        Some(Content::Normal) | None => {
            let style = styles.get(node).filter(|style| style.list_style_image.is_none());
            match style.map(|style| &style.list_style_type) {
                Some(ListStyleType::Named(name)) if name.starts_with("disclosure-") => true,
                Some(_) => written.eq(styles.marker(node)),
                None => true,
            }
        }
    }
}

/// True for list items that have no marker.
fn has_no_marker(styles: &Styles, node: NodeId, style: &ComputedStyle) -> bool {
    let is_usual = styles.pseudo(node, Pseudo::Marker).is_none_or(|style| matches!(style.content, Content::Normal));
    is_usual && style.list_style_image.is_none() && style.list_style_type == ListStyleType::None
}

/// Generates the boxes of a plan; `None` where boxes elsewhere would have to be generated, too.
pub(crate) fn build_again(
    dom: &Dom,
    styles: &Styles,
    device: &Device,
    mut tree: BoxTree,
    plan: Plan,
) -> Option<(BoxTree, Regenerated)> {
    let Plan { containers, kept, dropped, restyled } = plan;
    let known = tree.len();
    for (id, style) in restyled {
        tree.boxes[id.index()].style = style;
    }
    for &id in &dropped {
        let node = &tree.boxes[id.index()];
        let slot = tree.of_node.get_mut(node.node).filter(|slot| **slot == Some(id));
        if let Some(slot) = slot {
            *slot = None;
        }
    }
    kept.values().for_each(|id| {
        let node = &mut tree.boxes[id.index()];
        (node.parent, node.next_sibling) = (None, None);
        tree.split_inlines.remove(id);
    });
    tree.of_node.grow(dom.len(), None);
    let mut builder = Builder {
        dom,
        styles,
        device,
        tree,
        anonymous: AnonymousStyles::default(),
        depth: 0,
        splits: Budget::new(Limit::SplitInlineBoxes),
        quirks: false,
        top: Vec::new(),
        letter: None,
        kept,
        image_sizes: FxHashMap::default(),
        symbol: None,
    };
    for &id in &containers {
        let node = &mut builder.tree.boxes[id.index()];
        (node.first_child, node.last_child) = (None, None);
        node.contents = Contents::Blocks;
        let item = Item {
            node: node.node,
            pseudo: None,
            generated: None,
            style: Arc::clone(&node.style),
            kind: ItemKind::Element,
        };
        builder.quirks = node.flags.contains(BoxFlags::QUIRKS);
        builder.depth = dom.ancestors(item.node).count() + 1;
        builder.container(id, &item);
        builder.flag_again(id, known);
    }
    let is_usual = |id: BoxId| {
        let node = &builder.tree[id];
        node.style.writing_mode == WritingMode::HorizontalTb
            && node.style.content_visibility != ContentVisibility::Auto
            && node.kind != BoxKind::Initial
    };
    let are_usual = (known..builder.tree.len()).map(BoxId::from_index).all(is_usual)
        && builder.top.is_empty()
        && builder.splits.spent() == 0
        && builder.tree.more.is_empty()
        && !builder.tree.has_foreign_objects
        && builder.tree.warnings.is_empty();
    let mut tree = builder.tree;
    tree.loose += dropped.len();
    are_usual.then_some((tree, Regenerated { containers, gone: dropped }))
}

impl Builder<'_> {
    /// Sets the flags about descendants on the new boxes in a container, on itself and on those around it. Boxes that were there
    /// before, up to `known`, have them.
    fn flag_again(&mut self, container: BoxId, known: usize) {
        let mut order = Vec::new();
        let mut next = self.tree[container].first_child;
        while let Some(id) = next {
            let is_new = id.index() >= known;
            if is_new {
                order.push(id);
            }
            let inside = self.tree[id].first_child.filter(|_| is_new);
            next = inside.or_else(|| self.tree.following(id, container));
        }
        order.iter().rev().for_each(|&id| self.flag_by_children(id));
        let mut at = Some(container);
        while let Some(id) = at {
            self.flag_by_children(id);
            at = self.tree[id].parent;
        }
    }

    fn flag_by_children(&mut self, id: BoxId) {
        let mut inside = BoxFlags::empty();
        for child in self.tree.children(id) {
            let node = &self.tree[child];
            inside |= node.flags & (BoxFlags::HAS_FLOATS | BoxFlags::HAS_OUT_OF_FLOW);
            inside.set(BoxFlags::HAS_FLOATS, inside.contains(BoxFlags::HAS_FLOATS) || node.is_floating());
            inside.set(BoxFlags::HAS_OUT_OF_FLOW, inside.contains(BoxFlags::HAS_OUT_OF_FLOW) || node.is_out_of_flow());
        }
        let flags = &mut self.tree.boxes[id.index()].flags;
        flags.remove(BoxFlags::HAS_FLOATS | BoxFlags::HAS_OUT_OF_FLOW);
        flags.insert(inside);
    }
}
