//! The end of a block: its height, what is aligned in it, its outside marker.

use super::flow::{Aborted, Flow, FlowOutcome};
use super::margin::{MarginStrut, ignores_quirky_margins, quirky_margins, trim_trailing, trims};
use crate::layout::single_line::line_height;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Contents, Control};
use crate::layout::state::establish::establishes_bfc;
use crate::layout::state::results::{Constraints, LayoutResult, Purpose};
use crate::layout::state::sizing::{aspect_ratio, height_is_content};
use crate::layout::unit::{Extent, LayoutUnit, Offset};
use crate::style::computed::{AlignKeyword, Direction, Float, Position, VerticalAlign};

impl Flow<'_, '_> {
    pub(super) fn finish(&mut self, constraints: &Constraints, is_root: bool) -> Result<FlowOutcome, Aborted> {
        let inset = self.edges.inset();
        self.trim_end();
        let mut end = self.strut;
        let mut intrinsic = LayoutUnit::ZERO;
        if self.resolved.is_some() {
            intrinsic = inset.top;
        }
        if is_root && let Some(bottom) = self.bfc.bottom() {
            intrinsic = intrinsic.max(bottom - self.base());
        }
        let separated = is_root || inset.bottom > LayoutUnit::ZERO || self.cleared_through;
        if separated {
            if self.resolved.is_none() {
                self.resolve(self.next_edge())?;
                intrinsic = intrinsic.max(inset.top);
            } else if ignores_quirky_margins(self.pass, self.id) {
                intrinsic = intrinsic.max(self.at + end.sum_without_quirky());
            } else {
                intrinsic = intrinsic.max(self.at + end.sum());
            }
            end = MarginStrut::default();
        } else {
            intrinsic = intrinsic.max(self.at);
        }
        if let Some(clamp) = self.clamp
            && self.bfc.lines_left == Some(0)
        {
            intrinsic = intrinsic.min(clamp.max(inset.top));
        }
        if let Some(marker) = self.marker {
            intrinsic = self.place_marker(marker, intrinsic)?;
        }
        if intrinsic == inset.top && self.is_empty_editing_host() {
            intrinsic += line_height(&self.style);
        }
        intrinsic += inset.bottom;
        if let Some(least) = self.quirky_fill(constraints, end) {
            intrinsic = intrinsic.max(least);
        }
        let height = self.pass.used_height(self.id, constraints, &self.edges, self.width, intrinsic);
        if self.resolved.is_none() && height > LayoutUnit::ZERO {
            // Something solid: margins of what is inside do not collapse with what follows.
            let strut = self.strut;
            self.resolve(self.next_edge())?;
            end = strut;
        }
        let auto = height_is_content(&self.style, constraints) && aspect_ratio(&self.style, None).is_none();
        if !end.is_empty() && self.resolved.is_some() && (height != intrinsic || !auto) {
            end = MarginStrut::default();
        }
        self.align_content(height, intrinsic);
        self.button_baseline(height);
        let size = Extent::new(self.width, height);
        let outcome = LayoutResult { size, first_baseline: self.first_baseline, last_baseline: self.last_baseline };
        if is_root && self.purpose == Purpose::Place {
            let result = &mut self.pass.results[self.id.index()];
            result.size = size;
            result.first_baseline = outcome.first_baseline.into();
            result.last_baseline = outcome.last_baseline.into();
        }
        Ok(FlowOutcome {
            outcome,
            intrinsic,
            resolved: self.resolved,
            pushed: self.pushed,
            end,
            aborted: false,
            clamped: self.clamp.is_some() && self.bfc.lines_left == Some(0),
        })
    }

    /// Drops the margins at the end if `margin-trim` says so. What is at the start was trimmed for the contents alone.
    fn trim_end(&mut self) {
        let outer = self.space.strut.is_trimmed && self.resolved.is_none();
        if trims(&self.style).1 && self.pass.tree[self.id].contents == Contents::Blocks {
            if self.resolved.is_some() {
                self.strut = MarginStrut::default();
                if self.purpose == Purpose::Place {
                    trim_trailing(self.pass, self.id, self.at);
                }
            } else {
                self.strut = self.space.strut;
            }
        }
        self.strut.is_trimmed = outer;
    }

    /// Chrome: what the user may write into has a line also while it is empty.
    fn is_empty_editing_host(&self) -> bool {
        let node = &self.pass.tree[self.id];
        let own = !node.flags.contains(BoxFlags::ANONYMOUS) && node.pseudo.is_none();
        own && self.pass.dom.is_editing_host(node.node)
    }

    /// Chrome: a button without a line sits on the bottom of its content box, as an item on that of its border box.
    pub(super) fn button_baseline(&mut self, height: LayoutUnit) {
        if self.pass.tree[self.id].kind == BoxKind::Control(Control::Button)
            && self.last_baseline.is_none()
            && !self.pass.tree.is_item(self.id)
        {
            self.last_baseline = Some(height - self.edges.inset().bottom);
            self.first_baseline = self.last_baseline;
        }
    }

    /// `align-content` of block containers moves the content of a box that is higher than it.
    pub(super) fn align_content(&mut self, height: LayoutUnit, intrinsic: LayoutUnit) {
        let free = height - intrinsic;
        let shift = match self.style.align_content.keyword {
            _ if self.pass.tree[self.id].kind == BoxKind::Control(Control::Button) => free.half(),
            AlignKeyword::Center | AlignKeyword::SpaceAround | AlignKeyword::SpaceEvenly => free.half(),
            AlignKeyword::End | AlignKeyword::FlexEnd => free,
            AlignKeyword::Normal if self.pass.tree[self.id].kind == BoxKind::TableCell => {
                match self.style.vertical_align {
                    VerticalAlign::Middle => free.half(),
                    VerticalAlign::Bottom => free,
                    _ => return,
                }
            }
            _ => return,
        };
        // What overflows stays at the start, unless it is `unsafe`.
        if shift == LayoutUnit::ZERO || shift < LayoutUnit::ZERO && !self.style.align_content.is_unsafe {
            return;
        }
        self.first_baseline = self.first_baseline.map(|b| b + shift);
        self.last_baseline = self.last_baseline.map(|b| b + shift);
        if self.purpose == Purpose::Place {
            self.pass.shift_contents(self.id, shift);
        }
    }

    /// Quirks mode: <https://quirks.spec.whatwg.org/#the-html-element-fills-the-viewport-quirk> and the body's.
    ///
    /// Chrome: the body's offset and what collapses at its end are subtracted.
    pub(super) fn quirky_fill(&self, constraints: &Constraints, end: MarginStrut) -> Option<LayoutUnit> {
        let flags = self.pass.tree[self.id].flags;
        if !flags.contains(BoxFlags::QUIRKS) || !flags.intersects(BoxFlags::BODY | BoxFlags::DOCUMENT_ELEMENT) {
            return None;
        }
        if self.style.float != Float::None || matches!(self.style.position, Position::Absolute | Position::Fixed) {
            return None;
        }
        let room = constraints.percent_height?;
        let margins = if flags.contains(BoxFlags::BODY) && !establishes_bfc(self.pass, self.id) {
            let bottom = self.edges.margin.bottom;
            match self.resolved {
                Some(top) => top - self.space.y + end.with(bottom, quirky_margins(self.pass, self.id).1).sum(),
                None => end.sum() + bottom,
            }
        } else {
            self.edges.margin.height()
        };
        Some((room - margins).clamp_negative())
    }

    /// Moves the contents down; not floats before the first child in flow, whose place was known before.
    fn shift_below(&mut self, by: LayoutUnit) {
        let floats: Vec<_> = match self.pass.tree[self.id].contents {
            Contents::Blocks => {
                let tree = &self.pass.tree;
                let children =
                    tree.children(self.id).filter(|&child| !tree[child].flags.contains(BoxFlags::OUTSIDE_MARKER));
                children.take_while(|&child| tree[child].is_floating()).collect()
            }
            _ => Vec::new(),
        };
        self.pass.shift_contents(self.id, by);
        for float in floats {
            self.pass.results[float.index()].offset.y -= by;
        }
    }

    /// Puts the outside marker beside the first line; without any line, it makes room for itself.
    pub(super) fn place_marker(&mut self, marker: BoxId, intrinsic: LayoutUnit) -> Result<LayoutUnit, Aborted> {
        let inset = self.edges.inset();
        let atomic = self.pass.layout_atomic(marker, self.content_width(), None, self.purpose);
        let size = atomic.outcome.size;
        let mut intrinsic = intrinsic;
        // Chrome: a marker that is taller than the line of the child beside it pushes the child down.
        if let Some(own) = self.own_first_baseline {
            let lack = (atomic.baseline - own).clamp_negative();
            if lack > LayoutUnit::ZERO {
                intrinsic += lack;
                self.first_baseline = self.first_baseline.map(|b| b + lack);
                self.last_baseline = self.last_baseline.map(|b| b + lack);
                if self.purpose == Purpose::Place {
                    self.shift_below(lack);
                }
            }
        }
        let y = match self.first_baseline {
            Some(baseline) => baseline - atomic.baseline,
            None => {
                if self.resolved.is_none() {
                    self.resolve(self.next_edge())?;
                }
                intrinsic = if intrinsic > inset.top {
                    // Chrome: beside blocks without lines, borders and padding are room enough.
                    intrinsic.max(size.height - inset.bottom)
                } else {
                    inset.top + size.height
                };
                inset.top
            }
        };
        if self.purpose == Purpose::Place {
            let x = if self.style.direction == Direction::Rtl {
                inset.left + self.content_width() + atomic.margin.left
            } else {
                // Beside floats, as a line there would be.
                let (left, right) = self.content();
                let room = self.bfc.room(self.base() + y, LayoutUnit::EPSILON, left, right);
                room.left - self.space.x - size.width - atomic.margin.right
            };
            let result = &mut self.pass.results[marker.index()];
            result.offset = Offset::new(x, y);
            result.container = Some(self.id);
        }
        Ok(intrinsic)
    }
}
