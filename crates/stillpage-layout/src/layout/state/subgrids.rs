//! The lines and tracks that subgrids take from the grids that they are in: <https://www.w3.org/TR/css-grid-2/#subgrids>.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::LayoutState;
use super::box_tree::BoxId;
use super::flexible_styles::Ident;
use super::results::LayoutResult;
use crate::layout::unit::LayoutUnit;

/// Tracks of a grid along an axis: where each starts and ends, CSS px from the start of the content box.
pub(crate) type Tracks = Vec<(f32, f32)>;

/// Sizes and baselines of items.
pub(crate) type Measured = Rc<FxHashMap<BoxId, LayoutResult>>;

/// The lines and tracks that a subgrid takes along an axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TakenLines {
    /// The names of its lines in its own order, one more than it has tracks.
    pub names: Vec<Vec<Ident>>,
    /// Its tracks; `None` until those of the grid around it have their sizes: as long it has automatic ones.
    pub(crate) tracks: Option<Tracks>,
}

/// The subgrids of a layout.
#[derive(Debug, Default)]
pub(crate) struct Subgrids {
    /// The lines that each takes: as rows, as columns.
    taken: FxHashMap<BoxId, [Option<TakenLines>; 2]>,
    /// The items of those with columns of their own, for the last width of their margin boxes.
    measured: FxHashMap<BoxId, (LayoutUnit, Measured)>,
    /// The distance by which items are moved down for their baselines to be aligned with others in the grid around the subgrid.
    shims: FxHashMap<BoxId, LayoutUnit>,
}

impl LayoutState<'_> {
    /// Returns the lines that a box takes from the grid around it: as rows, as columns. `None` if it is not a subgrid.
    pub(crate) fn taken_lines(&self, id: BoxId) -> Option<&[Option<TakenLines>; 2]> {
        self.subgrids.taken.get(&id)
    }

    /// Names the lines of a subgrid along an axis (true: columns). It keeps its tracks if the names are what they were.
    pub(crate) fn name_lines(&mut self, id: BoxId, x: bool, names: Vec<Vec<Ident>>) {
        let known = self.subgrids.taken.get(&id).and_then(|taken| taken[usize::from(x)].as_ref());
        if known.is_none_or(|known| known.names != names) {
            self.take(id, x, TakenLines { names, tracks: None });
        }
    }

    /// Gives a subgrid tracks, or takes them away.
    pub(crate) fn hand_tracks(&mut self, id: BoxId, x: bool, tracks: Option<Tracks>) {
        let known = self.subgrids.taken.get(&id).and_then(|taken| taken[usize::from(x)].as_ref());
        if let Some(known) = known.filter(|known| known.tracks != tracks) {
            let names = known.names.clone();
            self.take(id, x, TakenLines { names, tracks });
        }
    }

    /// Changes what a subgrid takes: what it answered before does not hold any more.
    fn take(&mut self, id: BoxId, x: bool, lines: TakenLines) {
        self.subgrids.taken.entry(id).or_default()[usize::from(x)] = Some(lines);
        self.flexible_styles.remove(id);
        if x {
            self.subgrids.measured.remove(&id);
            self.forget_results(id);
        } else {
            self.forget_sizes(id);
        }
    }

    /// A subgrid's items, if they are known for a width of its margin box.
    pub(crate) fn known_items(&self, id: BoxId, width: LayoutUnit) -> Option<Measured> {
        self.subgrids.measured.get(&id).filter(|(known, _)| *known == width).map(|(_, items)| Rc::clone(items))
    }

    /// Remembers a subgrid's items.
    pub(crate) fn keep_items(&mut self, id: BoxId, width: LayoutUnit, items: Measured) {
        self.subgrids.measured.insert(id, (width, items));
    }

    /// Returns the distance by which an item of a subgrid is moved down to be aligned; `None` if that is decided inside.
    pub(crate) fn shim(&self, id: BoxId) -> Option<LayoutUnit> {
        self.subgrids.shims.get(&id).copied()
    }

    /// Moves an item of a subgrid down.
    pub(crate) fn set_shim(&mut self, subgrid: BoxId, id: BoxId, shim: LayoutUnit) {
        if self.subgrids.shims.insert(id, shim) != Some(shim) {
            self.forget_sizes(subgrid);
        }
    }
}
