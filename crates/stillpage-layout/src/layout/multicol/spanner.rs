//! Boxes that span all columns: <https://www.w3.org/TR/css-multicol-1/#column-span>.

use rustc_hash::FxHashSet;

use crate::layout::stack;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::state::display::{is_multicol, is_scroll_container};
use crate::layout::state::establish::establishes_bfc;
use crate::layout::unit::{LayoutUnit, Offset};
use crate::style::computed::BreakInside;

/// A box that spans all columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spanner {
    pub(super) id: BoxId,
    /// The box that it is a child of.
    pub(super) parent: BoxId,
    /// Top of its margin box in the strip, and where what follows it starts there.
    pub(super) top: LayoutUnit,
    pub(super) bottom: LayoutUnit,
}

/// All of them in a multi-column container, from the top.
#[derive(Debug, Default)]
pub(super) struct Spanners {
    pub(super) all: Vec<Spanner>,
    ids: FxHashSet<BoxId>,
    /// The boxes around them, below the container.
    around: FxHashSet<BoxId>,
}

impl Spanners {
    /// In the container `id`, whose content box starts at `corner`.
    pub(super) fn of(pass: &LayoutState<'_>, id: BoxId, corner: Offset) -> Self {
        let mut found = Self::default();
        found.collect(pass, id, Offset::ZERO - corner, None);
        found
    }

    /// Does the box span all columns?
    pub(super) fn has(&self, id: BoxId) -> bool {
        self.ids.contains(&id)
    }

    /// Returns the end of the first part of a box that is from `start` to `end` in the strip, and the start of its last part.
    pub(super) fn between(&self, id: BoxId, (start, end): (LayoutUnit, LayoutUnit)) -> (LayoutUnit, LayoutUnit) {
        if !self.part(id) {
            return (end, start);
        }
        let mut inside = self.all.iter().filter(|spanner| spanner.bottom > start && spanner.top < end);
        let first = inside.next();
        let last = inside.next_back().or(first);
        (first.map_or(end, |first| first.top), last.map_or(start, |last| last.bottom.min(end)))
    }

    /// Is something in the box that spans all columns?
    pub(super) fn part(&self, id: BoxId) -> bool {
        self.around.contains(&id)
    }

    /// Collects the spanners in the box whose border box starts at `at`; returns `true` if there are some. What follows the box
    /// starts at `after`; `None` if that is where it ends with its margin.
    fn collect(&mut self, pass: &LayoutState<'_>, id: BoxId, at: Offset, after: Option<LayoutUnit>) -> bool {
        if pass.tree[id].is_inline_root() {
            return false;
        }
        let before = self.all.len();
        for child in pass.tree.children(id) {
            let result = &pass.results[child.index()];
            let is_spanner = spans(pass, child);
            if result.container != Some(id) || !is_spanner && !may_hold(pass, child) {
                continue;
            }
            let own = at + result.offset;
            // The margins of what spans do not collapse with those of what follows in columns.
            let mut following = std::iter::successors(pass.tree[child].next_sibling, |&c| pass.tree[c].next_sibling);
            let next = following.find(|&c| {
                let node = &pass.tree[c];
                !node.is_out_of_flow() && !node.is_floating() && pass.results[c.index()].container == Some(id)
            });
            let follows = match next {
                Some(next) if spans(pass, next) => None,
                Some(next) => {
                    let next = &pass.results[next.index()];
                    Some(at.y + next.offset.y - next.edges.margin().top)
                }
                None if pass.own_edges(id, None).inset().bottom > LayoutUnit::ZERO => None,
                None => after,
            };
            if is_spanner {
                let end = own.y + result.size.height;
                let bottom = follows.map_or(end + result.edges.margin().bottom, |bottom| bottom.max(end));
                self.all.push(Spanner { id: child, parent: id, top: own.y - result.edges.margin().top, bottom });
                self.ids.insert(child);
            } else if stack::with_room(|| self.collect(pass, child, own, follows)) {
                self.around.insert(child);
            }
        }
        self.all.len() > before
    }
}

fn spans(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    node.style.column_span_all
        && !node.flags.contains(BoxFlags::ANONYMOUS)
        && !node.is_floating()
        && !node.is_out_of_flow()
        && !node.is_text()
}

/// May something in the box span all columns? It has to be in the formatting context of the columns.
fn may_hold(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    node.kind == BoxKind::Block
        && !node.is_floating()
        && !node.is_out_of_flow()
        && !establishes_bfc(pass, id)
        && node.first_child.is_some()
}

/// True for boxes that may have parts in several columns.
pub(super) fn is_cut(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    let is_breakable = match node.kind {
        BoxKind::Block | BoxKind::Fieldset | BoxKind::TableCell => true,
        BoxKind::Flex | BoxKind::Grid => is_stack(pass, id) && has_rows(pass, id),
        BoxKind::Table | BoxKind::TableRowGroup | BoxKind::TableRow => is_stack(pass, id),
        _ => false,
    };
    is_breakable
        && !is_beside(pass, id)
        && !is_scroll_container(&node.style)
        && !is_multicol(&node.style)
        && (node.flags.contains(BoxFlags::ANONYMOUS)
            || !matches!(node.style.break_inside, BreakInside::Avoid | BreakInside::AvoidColumn))
}

/// The in-flow children of a box: from their tops to their bottoms.
fn extents(pass: &LayoutState<'_>, id: BoxId) -> impl Iterator<Item = (BoxId, LayoutUnit, LayoutUnit)> {
    pass.tree.children(id).filter_map(move |child| {
        let (node, result) = (&pass.tree[child], &pass.results[child.index()]);
        let is_column = matches!(node.kind, BoxKind::TableColumn | BoxKind::TableColumnGroup);
        if result.container != Some(id) || node.is_out_of_flow() || node.is_text() || is_column {
            return None;
        }
        Some((child, result.offset.y, result.offset.y + result.size.height))
    })
}

/// True if each in-flow child of a box begins below those before it, or beside the one before it: then it is cut as if they were blocks.
fn is_stack(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let (mut row, mut end) = (LayoutUnit::MIN, LayoutUnit::MIN);
    extents(pass, id).all(|(_, top, bottom)| {
        let is_below = top >= end;
        if is_below {
            row = top;
        }
        end = end.max(bottom);
        is_below || top == row
    })
}

/// True unless all items of a flex or grid container are beside each other. Chrome: it has no place to be cut at then.
fn has_rows(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let first = extents(pass, id).next().map(|(_, top, _)| top);
    extents(pass, id).nth(1).is_none() || extents(pass, id).any(|(_, top, _)| Some(top) != first)
}

/// Returns the room below the last child of a box.
pub(super) fn space_below(pass: &LayoutState<'_>, id: BoxId) -> LayoutUnit {
    let height = pass.results[id.index()].size.height;
    extents(pass, id).map(|(_, _, bottom)| height - bottom).min().unwrap_or_default().clamp_negative()
}

/// True if another item is beside this one. Approx: such items are not cut.
fn is_beside(pass: &LayoutState<'_>, id: BoxId) -> bool {
    /// Limit: items that are compared.
    const MAX_ITEMS: usize = 256;
    let in_rows = |parent: &BoxId| matches!(pass.tree[*parent].kind, BoxKind::Flex | BoxKind::Grid | BoxKind::TableRow);
    let Some(parent) = pass.tree[id].parent.filter(in_rows) else { return false };
    let own = &pass.results[id.index()];
    let (from, to) = (own.offset.y, own.offset.y + own.size.height);
    let mut all = extents(pass, parent);
    all.by_ref().take(MAX_ITEMS).any(|(other, top, bottom)| other != id && top < to && from < bottom)
        || all.next().is_some()
}
