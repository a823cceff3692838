//! The lines of a block container with inline-level children.

use super::flow::{Aborted, Flow};
use super::margin::MarginStrut;
use crate::layout::state::edges::BoxEdges;
use crate::layout::state::results::{InlineFragmentKind, InlineOutcome, InlineSpace, Purpose};
use crate::layout::unit::{LayoutUnit, Offset};

impl Flow<'_, '_> {
    pub(super) fn inline_contents(&mut self) -> Result<(), Aborted> {
        let (left, _) = self.content();
        let inset = self.edges.inset();
        let top = if self.resolved.is_some() { self.base() + self.at } else { self.expected_edge() };
        let space = InlineSpace {
            width: self.content_width(),
            origin: Offset::new(left, top),
            percent_height: self.percent_height,
            first_formatted: self.space.first_formatted,
            max_lines: None,
            purpose: self.purpose,
        };
        let floats = self.bfc.float_count();
        let mark = self.resolved.is_none().then(|| self.bfc.mark());
        let mut out = self.pass.layout_lines(self.id, &space, self.bfc);
        if self.resolved.is_none() {
            if out.empty {
                if self.bfc.float_count() > floats {
                    self.adjoin(top, true, true);
                }
            } else {
                let edge = self.edge_if_resolved(self.next_edge());
                let had_adjoining = self.bfc.adjoining.is_some();
                self.resolve(self.next_edge())?;
                if edge != top
                    && let Some(mark) = mark
                    && !had_adjoining
                {
                    // The expectation was of another attempt; the lines move, and floats beside them with them.
                    self.bfc.reset(&mark);
                    let space = InlineSpace { origin: Offset::new(left, edge), ..space };
                    out = self.pass.layout_lines(self.id, &space, self.bfc);
                }
            }
        }
        let start = self.at;
        if !out.empty {
            let mut height = out.height;
            if let Some(left) = self.bfc.lines_left {
                let all = out.layout.as_ref().map_or(&[][..], |layout| &layout.lines);
                let lines = u32::try_from(all.len()).unwrap_or(u32::MAX);
                if lines > left {
                    // Lines below the cut have neither height nor baseline.
                    let last = left.checked_sub(1).and_then(|i| all.get(i as usize));
                    height = last.map_or(LayoutUnit::ZERO, |line| line.rect.bottom());
                    out.last_baseline = last.map(|line| line.baseline);
                    out.first_baseline = out.first_baseline.filter(|_| last.is_some());
                }
                self.bfc.lines_left = Some(left.saturating_sub(lines));
                if lines >= left && left > 0 {
                    self.clamp = Some(start + height);
                }
            }
            self.first_baseline = out.first_baseline.map(|b| b + start);
            self.last_baseline = out.last_baseline.map(|b| b + start);
            self.at = start + height;
            self.strut = MarginStrut::default();
            self.cleared_through = false;
        }
        if self.purpose == Purpose::Place {
            self.write_lines(out, Offset::new(inset.left, start));
        }
        Ok(())
    }

    /// Writes the offsets of what is on the lines. `corner`: of the content box in the border box.
    pub(super) fn write_lines(&mut self, out: InlineOutcome, corner: Offset) {
        let layout = out.layout.unwrap_or_default();
        for fragment in &layout.fragments {
            match fragment.kind {
                InlineFragmentKind::Atomic | InlineFragmentKind::StaticPosition => {
                    let result = &mut self.pass.results[fragment.id.index()];
                    result.offset = fragment.rect.origin + corner;
                    result.container = Some(self.id);
                    if fragment.kind == InlineFragmentKind::Atomic {
                        let edges = BoxEdges::of(&self.pass.tree[fragment.id].style, Some(self.width));
                        result.edges.set_margin(edges.margin, &mut self.pass.used_edges);
                    }
                }
                InlineFragmentKind::Text { .. } | InlineFragmentKind::Inline | InlineFragmentKind::Break => {}
            }
        }
        self.pass.results[self.id.index()].inline_corner = corner;
        self.pass.inlines[self.id.index()] = Some(layout);
    }
}
