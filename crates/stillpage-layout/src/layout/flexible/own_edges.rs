//! Items that go by what is their own in a grid: edges that their writing mode names, insets that are parts of their area.

use std::rc::Rc;

use super::container::Container;
use super::value::align_items;
use crate::layout::alignment::is_flipped;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::state::flexible_styles::{Ident, ItemStyle};
use crate::layout::unit::{Extent, LayoutUnit};
use crate::style::computed::{Align, AlignKeyword, LengthPercentageAuto, Position};

impl Container<'_, '_> {
    /// The style of an item with the edges of the container where it has `self-start` or `self-end`.
    ///
    /// <https://drafts.csswg.org/css-align-3/#positional-values>. taffy knows the direction of text, but no writing modes.
    pub(super) fn with_own_edges(&self, child: BoxId, mut style: Rc<ItemStyle>) -> Rc<ItemStyle> {
        let container = &self.pass.tree[self.id];
        if container.kind != BoxKind::Grid || self.pass.tree.axes.is_empty() {
            return style;
        }
        let node = &self.pass.tree[child];
        let axes = self.pass.tree.axes(self.id);
        for x in [false, true] {
            let (own, items) = match x {
                true => (node.style.justify_self, container.style.justify_items),
                false => (node.style.align_self, container.style.align_items),
            };
            let align = if node.flags.contains(BoxFlags::ANONYMOUS) { items } else { own.or(items) };
            let from_end = match align.keyword {
                AlignKeyword::SelfStart => false,
                AlignKeyword::SelfEnd => true,
                _ => continue,
            };
            let is_turned = is_flipped(&node.style, axes, x) != is_flipped(&container.style, axes, x);
            let keyword = if from_end == is_turned { AlignKeyword::Start } else { AlignKeyword::End };
            let resolved = Some(align_items(Align { keyword, ..align }));
            let style = Rc::make_mut(&mut style);
            if x {
                style.justify_self = resolved;
            } else {
                style.align_self = resolved;
            }
        }
        style
    }

    /// Notes the sizes of the areas that insets of relatively positioned items are percentages of.
    ///
    /// <https://www.w3.org/TR/css-grid-2/#grid-items>: the containing block of an item is its grid area.
    pub(super) fn note_areas(&mut self, info: &taffy::DetailedGridInfo<Ident>) {
        for ((child, _), item) in self.translated.items.iter().zip(&info.items) {
            let style = &self.pass.tree[*child].style;
            let inset = &style.inset;
            let is_percent =
                |side: &LengthPercentageAuto| matches!(side, LengthPercentageAuto::Length(l) if l.has_percent());
            let sides = [&inset.top, &inset.right, &inset.bottom, &inset.left];
            if style.position != Position::Relative || !sides.into_iter().any(is_percent) {
                continue;
            }
            let length = |places: &[taffy::Line<f32>], start: u16, end: u16| {
                let first = places.get(usize::from(start).checked_sub(1)?)?;
                let last = places.get(usize::from(end).checked_sub(2)?)?;
                // Right-to-left tracks follow each other backwards.
                let edges = [first.start, first.end, last.start, last.end];
                let far = edges.into_iter().fold(f32::MIN, f32::max);
                Some(LayoutUnit::from_f32_round(far - edges.into_iter().fold(f32::MAX, f32::min)))
            };
            let width = length(&info.columns.positions, item.column_start, item.column_end);
            let height = length(&info.rows.positions, item.row_start, item.row_end);
            if let (Some(width), Some(height)) = (width, height) {
                self.pass.relative_areas.insert(*child, Extent::new(width, height));
            }
        }
    }
}
