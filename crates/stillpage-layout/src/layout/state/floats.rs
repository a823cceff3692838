//! Floats of a block formatting context.
//!
//! <https://www.w3.org/TR/CSS22/visuren.html#float-position>. The coordinate space is that of the context: its origin is
//! the root's border box corner, or wherever the owner put it; all parties agree through `InlineSpace::origin`.
//!
//! The margin boxes of floats are kept as bands: maximal vertical ranges over which the free room does not change. A query
//! is a binary search; adding a float costs as many steps as bands it spans.

use smallvec::{SmallVec, smallvec};

use crate::layout::unit::{Edges, Extent, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::Float;

/// `left` or `right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Side {
    /// The side a float goes to.
    pub(crate) fn of(style: &ComputedStyle) -> Self {
        if style.float == Float::Right { Self::Right } else { Self::Left }
    }
}

/// A vertical range with the same floats, from `top` to the next band's `top`.
#[derive(Debug, Clone, Copy)]
struct Band {
    top: LayoutUnit,
    /// The right margin edge of left floats; `MIN` without any.
    left: LayoutUnit,
    /// The left margin edge of right floats; `MAX` without any.
    right: LayoutUnit,
}

/// The bands of a block formatting context: most have no float, and so a single band.
type Bands = SmallVec<[Band; 1]>;

/// Room between floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opportunity {
    /// Top of the room.
    pub y: LayoutUnit,
    /// Left edge.
    pub left: LayoutUnit,
    /// Right edge; at least `left`.
    pub right: LayoutUnit,
}

impl Opportunity {
    /// Returns its width.
    pub(crate) fn width(&self) -> LayoutUnit {
        self.right - self.left
    }
}

/// The state to go back to, see [`Bfc::mark`].
#[derive(Debug, Clone)]
pub(crate) struct FloatState {
    bands: Option<Bands>,
    line_bands: Option<Bands>,
    ceiling: LayoutUnit,
    bottoms: [LayoutUnit; 2],
    count: u32,
    lines_left: Option<u32>,
    adjoining: Option<LayoutUnit>,
    adjoining_sides: (bool, bool),
}

/// The floats placed so far.
#[derive(Debug, Clone)]
pub(crate) struct Bfc {
    /// Sorted by `top`; the first begins at `MIN`, the last never ends.
    bands: Bands,
    /// Top of the last float placed: later floats are not above it.
    ceiling: LayoutUnit,
    /// Bottom of the lowest left and right float.
    bottoms: [LayoutUnit; 2],
    count: u32,
    /// The presumed position of a block that is not resolved yet, for which floats were placed.
    pub(crate) adjoining: Option<LayoutUnit>,
    /// On which sides: left, right.
    pub(crate) adjoining_sides: (bool, bool),
    /// The position that an earlier attempt found for an unresolved block.
    pub expected: Option<LayoutUnit>,
    /// Floats at a wrong position are left there.
    pub(crate) tolerant: bool,
    /// The bands for lines, where a float has a shape; else `bands` holds for them.
    line_bands: Option<Bands>,
    /// The number of lines that `line-clamp` still lets through; `None`: all.
    pub(crate) lines_left: Option<u32>,
}

impl Default for Bfc {
    fn default() -> Self {
        Self::new()
    }
}

impl Bfc {
    /// Without floats.
    pub(crate) fn new() -> Self {
        Self {
            bands: smallvec![Band { top: LayoutUnit::MIN, left: LayoutUnit::MIN, right: LayoutUnit::MAX }],
            ceiling: LayoutUnit::MIN,
            bottoms: [LayoutUnit::MIN; 2],
            count: 0,
            adjoining: None,
            adjoining_sides: (false, false),
            expected: None,
            tolerant: false,
            line_bands: None,
            lines_left: None,
        }
    }

    /// Returns the number of floats that were placed.
    pub(crate) fn float_count(&self) -> u32 {
        self.count
    }

    /// Remembers the state, for a layout that may have to be undone.
    pub(crate) fn mark(&self) -> FloatState {
        FloatState {
            bands: (self.count > 0).then(|| self.bands.clone()),
            line_bands: self.line_bands.clone(),
            ceiling: self.ceiling,
            bottoms: self.bottoms,
            count: self.count,
            lines_left: self.lines_left,
            adjoining: self.adjoining,
            adjoining_sides: self.adjoining_sides,
        }
    }

    /// Forgets every float placed since.
    pub(crate) fn reset(&mut self, mark: &FloatState) {
        if self.count != mark.count {
            self.bands.clone_from(mark.bands.as_ref().unwrap_or(&Self::new().bands));
            self.line_bands.clone_from(&mark.line_bands);
        }
        self.ceiling = mark.ceiling;
        self.bottoms = mark.bottoms;
        self.count = mark.count;
        self.lines_left = mark.lines_left;
        self.adjoining = mark.adjoining;
        self.adjoining_sides = mark.adjoining_sides;
        self.expected = None;
    }

    /// Returns the next position below `y` at which the room may change; `None` below all floats.
    pub(crate) fn next_band(&self, y: LayoutUnit) -> Option<LayoutUnit> {
        self.bands.get(band_at(&self.bands, y) + 1).map(|b| b.top)
    }

    /// True if a float reaches below `y`.
    pub(crate) fn has_floats_below(&self, y: LayoutUnit) -> bool {
        self.bottoms[0].max(self.bottoms[1]) > y
    }

    /// The lowest `y` at or below `y` that is clear of the floats on the given sides (`clear`).
    pub(crate) fn clear(&self, y: LayoutUnit, left: bool, right: bool) -> LayoutUnit {
        let mut y = y;
        if left {
            y = y.max(self.bottoms[0]);
        }
        if right {
            y = y.max(self.bottoms[1]);
        }
        y
    }

    /// Bottom margin edge of the lowest float; `None` without floats.
    pub(crate) fn bottom(&self) -> Option<LayoutUnit> {
        (self.count > 0).then(|| self.bottoms[0].max(self.bottoms[1]))
    }

    /// The room at `y` over a height, between the container's edges `left` and `right`. It may be of no width.
    pub(crate) fn room(&self, y: LayoutUnit, height: LayoutUnit, left: LayoutUnit, right: LayoutUnit) -> Opportunity {
        room_in(&self.bands, y, height, left, right)
    }

    /// Returns the room of a line, which is beside the shapes of floats (`shape-outside`) rather than their margin boxes.
    pub(crate) fn line_room(
        &self,
        y: LayoutUnit,
        height: LayoutUnit,
        left: LayoutUnit,
        right: LayoutUnit,
    ) -> Opportunity {
        room_in(self.line_bands.as_ref().unwrap_or(&self.bands), y, height, left, right)
    }

    /// The first room for a line at or below `y` that is at least `width` wide.
    pub(crate) fn find_line(
        &self,
        y: LayoutUnit,
        (width, height): (LayoutUnit, LayoutUnit),
        left: LayoutUnit,
        right: LayoutUnit,
    ) -> Opportunity {
        let size = (width, height.max(LayoutUnit::EPSILON));
        find_in(self.line_bands.as_ref().unwrap_or(&self.bands), y, size, left, right)
    }

    /// The first room at or below `y` that is at least `width` wide over `height`, between the container's edges; room
    /// that no float shortens is wide enough for anything.
    pub(crate) fn find(
        &self,
        y: LayoutUnit,
        width: LayoutUnit,
        height: LayoutUnit,
        left: LayoutUnit,
        right: LayoutUnit,
    ) -> Opportunity {
        find_in(&self.bands, y, (width, height), left, right)
    }

    /// Places a float's margin box of size `size` (`size.height` may be 0 or negative: it then takes no room) not above
    /// `y`, between the container's content edges. Returns where its margin box starts.
    pub(crate) fn place(
        &mut self,
        side: Side,
        size: Extent,
        y: LayoutUnit,
        clear: (bool, bool),
        left: LayoutUnit,
        right: LayoutUnit,
    ) -> Offset {
        let origin = self.position(side, size, y, clear, left, right);
        self.add(side, origin, size);
        origin
    }

    /// Returns the position at which [`Self::place`] puts a float.
    pub(crate) fn position(
        &self,
        side: Side,
        size: Extent,
        y: LayoutUnit,
        clear: (bool, bool),
        left: LayoutUnit,
        right: LayoutUnit,
    ) -> Offset {
        let y = self.clear(y.max(self.ceiling), clear.0, clear.1);
        let room = self.find(y, size.width, size.height.max(LayoutUnit::EPSILON), left, right);
        // A float too wide for its container sticks out at the far side.
        let x = match side {
            Side::Left => room.left,
            Side::Right => room.right - size.width,
        };
        Offset::new(x, room.y)
    }

    /// Adds a float whose margin box is known.
    pub(crate) fn add(&mut self, side: Side, origin: Offset, size: Extent) {
        self.count += 1;
        self.ceiling = self.ceiling.max(origin.y);
        let bottom = origin.y + size.height.clamp_negative();
        let slot = usize::from(side == Side::Right);
        self.bottoms[slot] = self.bottoms[slot].max(bottom);
        // Chrome: a float that takes no room is not in the way of anything.
        if size.height <= LayoutUnit::ZERO || size.width <= LayoutUnit::ZERO {
            return;
        }
        let edge = if side == Side::Left { origin.x + size.width } else { origin.x };
        take_room(&mut self.bands, side, (origin.y, bottom), edge);
        if let Some(bands) = &mut self.line_bands {
            take_room(bands, side, (origin.y, bottom), edge);
        }
    }

    /// Adds a float whose margin box is known, and which lines are beside a shape of. `rows` are what they are kept out of:
    /// top, bottom, and the edge towards the lines.
    pub(crate) fn add_shaped(
        &mut self,
        side: Side,
        origin: Offset,
        size: Extent,
        rows: &[(LayoutUnit, LayoutUnit, LayoutUnit)],
    ) {
        let mut bands = self.line_bands.take().unwrap_or_else(|| self.bands.clone());
        self.add(side, origin, size);
        // Limit: floats have no shape below 10,000 rows of others.
        if bands.len() > 10_000 {
            let edge = if side == Side::Left { origin.x + size.width } else { origin.x };
            take_room(&mut bands, side, (origin.y, origin.y + size.height.clamp_negative()), edge);
        } else {
            for &(top, bottom, edge) in rows {
                take_room(&mut bands, side, (top, bottom), edge);
            }
        }
        self.line_bands = Some(bands);
    }
}

fn band_at(bands: &[Band], y: LayoutUnit) -> usize {
    bands.partition_point(|b| b.top <= y).saturating_sub(1)
}

fn room_in(bands: &[Band], y: LayoutUnit, height: LayoutUnit, left: LayoutUnit, right: LayoutUnit) -> Opportunity {
    let (mut l, mut r) = (left, right);
    let bottom = y + height;
    for (i, band) in bands.iter().enumerate().skip(band_at(bands, y)) {
        if band.top >= bottom && band.top > y && i > 0 {
            break;
        }
        l = l.max(band.left);
        r = r.min(band.right);
    }
    Opportunity { y, left: l, right: r.max(l) }
}

/// The first room of a width and height; room that no float shortens is wide enough for anything.
fn find_in(
    bands: &[Band],
    y: LayoutUnit,
    (width, height): (LayoutUnit, LayoutUnit),
    left: LayoutUnit,
    right: LayoutUnit,
) -> Opportunity {
    let mut y = y;
    loop {
        let room = room_in(bands, y, height, left, right);
        let is_untouched = room.left == left && room.right == right.max(left);
        if is_untouched || room.width() >= width {
            return room;
        }
        match bands.get(band_at(bands, y) + 1) {
            Some(next) => y = next.top,
            None => return Opportunity { y, left, right: right.max(left) },
        }
    }
}

/// Keeps what comes between `top` and `bottom` out of the room up to `edge`.
fn take_room(bands: &mut Bands, side: Side, (top, bottom): (LayoutUnit, LayoutUnit), edge: LayoutUnit) {
    let first = split_at(bands, top);
    let end = split_at(bands, bottom);
    for band in &mut bands[first..end] {
        match side {
            Side::Left => band.left = band.left.max(edge),
            Side::Right => band.right = band.right.min(edge),
        }
    }
}

/// The index of the band that starts at `y`, created if missing.
fn split_at(bands: &mut Bands, y: LayoutUnit) -> usize {
    let at = band_at(bands, y);
    if bands[at].top == y {
        return at;
    }
    let band = Band { top: y, ..bands[at] };
    bands.insert(at + 1, band);
    at + 1
}

/// The margin box of a border box.
pub(crate) fn margin_box(size: Extent, margin: &Edges) -> Extent {
    Extent::new(size.width + margin.width(), size.height + margin.height())
}

#[cfg(test)]
mod tests {
    use super::{Bfc, Extent, LayoutUnit, Side};

    fn px(n: i32) -> LayoutUnit {
        LayoutUnit::px(n)
    }

    /// Places floats `(side, width, height)` in a container 100 px wide and compares their corners.
    fn check(floats: &[(Side, i32, i32)], expected: &[(i32, i32)]) -> Bfc {
        let mut bfc = Bfc::new();
        let places: Vec<(i32, i32)> = floats
            .iter()
            .map(|&(side, width, height)| {
                let at = bfc.place(side, Extent::new(px(width), px(height)), px(0), (false, false), px(0), px(100));
                (at.x.raw() / 64, at.y.raw() / 64)
            })
            .collect();
        assert_eq!(places, expected, "{floats:?}");
        bfc
    }

    #[test]
    fn floats_fill_rows_from_both_sides() {
        check(&[(Side::Left, 40, 20), (Side::Right, 40, 10), (Side::Left, 20, 5)], &[(0, 0), (60, 0), (40, 0)]);
        // The third does not fit beside the first two, but below the shorter one.
        check(&[(Side::Left, 40, 20), (Side::Right, 40, 10), (Side::Left, 30, 5)], &[(0, 0), (60, 0), (40, 10)]);
    }

    #[test]
    fn floats_are_not_above_earlier_ones() {
        check(&[(Side::Left, 80, 20), (Side::Right, 40, 10), (Side::Left, 10, 5)], &[(0, 0), (60, 20), (0, 20)]);
    }

    #[test]
    fn floats_too_wide_go_below() {
        check(&[(Side::Left, 10, 20), (Side::Left, 200, 10)], &[(0, 0), (0, 20)]);
        check(&[(Side::Right, 200, 10)], &[(-100, 0)]);
    }

    #[test]
    fn floats_clear_and_are_forgotten() {
        let mut bfc = check(&[(Side::Left, 40, 20), (Side::Right, 40, 50)], &[(0, 0), (60, 0)]);
        assert_eq!(bfc.clear(px(5), true, false), px(20), "left");
        assert_eq!(bfc.clear(px(5), true, true), px(50), "both");
        let mark = bfc.mark();
        bfc.place(Side::Left, Extent::new(px(10), px(90)), px(0), (true, true), px(0), px(100));
        assert_eq!(bfc.bottom(), Some(px(140)), "cleared float");
        bfc.reset(&mark);
        assert_eq!(bfc.bottom(), Some(px(50)), "undone");
        let room = bfc.room(px(30), px(10), px(0), px(100));
        assert_eq!((room.left, room.right), (px(0), px(60)), "beside the right float only");
    }
}
