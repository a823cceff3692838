//! Floats of a block formatting context.
//!
//! <https://www.w3.org/TR/CSS22/visuren.html#float-position>. The coordinate space is that of the context: its origin is
//! the root's border box corner, or wherever the owner put it; all parties agree through `InlineSpace::origin`.
//!
//! The margin boxes of floats are kept as bands: maximal vertical ranges over which the free room does not change. A query
//! is a binary search; adding a float costs as many steps as bands it spans.

use super::unit::{Edges, Extent, LayoutUnit, Offset};

/// `left` or `right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
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

/// Room between floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opportunity {
    /// Top of the room.
    pub(crate) y: LayoutUnit,
    /// Left edge.
    pub(crate) left: LayoutUnit,
    /// Right edge; at least `left`.
    pub(crate) right: LayoutUnit,
}

impl Opportunity {
    /// How wide it is.
    pub(crate) fn width(&self) -> LayoutUnit {
        self.right - self.left
    }
}

/// The state to go back to, see [`Bfc::mark`].
#[derive(Debug, Clone)]
pub(crate) struct Mark(Option<Box<Bfc>>);

/// The floats placed so far.
#[derive(Debug, Clone)]
pub(crate) struct Bfc {
    /// Sorted by `top`; the first begins at `MIN`, the last never ends.
    bands: Vec<Band>,
    /// Top of the last float placed: later floats are not above it.
    ceiling: LayoutUnit,
    /// Bottom of the lowest left and right float.
    bottoms: [LayoutUnit; 2],
    count: u32,
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
            bands: vec![Band { top: LayoutUnit::MIN, left: LayoutUnit::MIN, right: LayoutUnit::MAX }],
            ceiling: LayoutUnit::MIN,
            bottoms: [LayoutUnit::MIN; 2],
            count: 0,
        }
    }

    /// How many floats were placed.
    pub(crate) fn float_count(&self) -> u32 {
        self.count
    }

    /// Remembers the state, for a layout that may have to be undone.
    pub(crate) fn mark(&self) -> Mark {
        Mark((self.count > 0).then(|| Box::new(self.clone())))
    }

    /// Forgets every float placed since.
    pub(crate) fn reset(&mut self, mark: &Mark) {
        *self = mark.0.as_ref().map_or_else(Self::new, |b| (**b).clone());
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

    fn band_at(&self, y: LayoutUnit) -> usize {
        self.bands.partition_point(|b| b.top <= y).saturating_sub(1)
    }

    /// The room at `y` over a height, between the container's edges `left` and `right`. It may be of no width.
    pub(crate) fn room(&self, y: LayoutUnit, height: LayoutUnit, left: LayoutUnit, right: LayoutUnit) -> Opportunity {
        let (mut l, mut r) = (left, right);
        let bottom = y + height;
        for (i, band) in self.bands.iter().enumerate().skip(self.band_at(y)) {
            if band.top >= bottom && band.top > y && i > 0 {
                break;
            }
            l = l.max(band.left);
            r = r.min(band.right);
        }
        Opportunity { y, left: l, right: r.max(l) }
    }

    /// The first room at or below `y` that is at least `width` wide over `height`, between the container's edges. Below
    /// all floats it is returned whether it is wide enough or not.
    pub(crate) fn find(
        &self,
        y: LayoutUnit,
        width: LayoutUnit,
        height: LayoutUnit,
        left: LayoutUnit,
        right: LayoutUnit,
    ) -> Opportunity {
        let mut at = self.band_at(y);
        let mut y = y;
        loop {
            let room = self.room(y, height, left, right);
            let untouched = room.left == left && room.right == right;
            // Room that floats do not shorten always fits; and room that is exactly filled fits.
            if untouched
                || room.width() >= width
                    && (room.left < right || width > LayoutUnit::ZERO || room.left <= right)
                    && fits(&room, left, right)
            {
                return room;
            }
            at += 1;
            let Some(band) = self.bands.get(at) else {
                return Opportunity { y, left, right: right.max(left) };
            };
            y = y.max(band.top);
        }
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
        let y = self.clear(y.max(self.ceiling), clear.0, clear.1);
        let room = self.find(y, size.width, size.height.max(LayoutUnit::EPSILON), left, right);
        let x = match side {
            Side::Left => room.left,
            Side::Right => room.right.min(right.max(left)) - size.width,
        };
        // A left float too wide for its container starts at the left edge; a right one, too, in Chromium ends at the right.
        let origin = Offset::new(x, room.y);
        self.add(side, origin, size);
        origin
    }

    /// Adds a float whose margin box is known.
    pub(crate) fn add(&mut self, side: Side, origin: Offset, size: Extent) {
        self.count += 1;
        self.ceiling = self.ceiling.max(origin.y);
        let bottom = origin.y + size.height;
        let slot = usize::from(side == Side::Right);
        self.bottoms[slot] = self.bottoms[slot].max(bottom);
        if size.height <= LayoutUnit::ZERO {
            return;
        }
        let first = self.split_at(origin.y);
        let end = self.split_at(bottom);
        for band in &mut self.bands[first..end] {
            match side {
                Side::Left => band.left = band.left.max(origin.x + size.width),
                Side::Right => band.right = band.right.min(origin.x),
            }
        }
    }

    /// The index of the band that starts at `y`, made if there is none.
    fn split_at(&mut self, y: LayoutUnit) -> usize {
        let at = self.band_at(y);
        if self.bands[at].top == y {
            return at;
        }
        let band = Band { top: y, ..self.bands[at] };
        self.bands.insert(at + 1, band);
        at + 1
    }
}

fn fits(room: &Opportunity, left: LayoutUnit, right: LayoutUnit) -> bool {
    room.left >= left && room.right <= right.max(left)
}

/// The margin box of a border box.
pub(crate) fn margin_box(size: Extent, margin: &Edges) -> Extent {
    Extent::new(size.width + margin.width(), size.height + margin.height())
}
