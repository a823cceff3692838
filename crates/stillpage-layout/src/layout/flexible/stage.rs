//! The stages in which a grid with subgrids is laid out.

use std::ops::Range;

use crate::layout::state::box_tree::BoxId;

/// The rows and the columns that an item is in, counted from the first (also implicit) one.
pub(super) type Cells = [Range<usize>; 2];

/// The stage that the layout of a grid has reached.
#[derive(Debug, Default)]
pub(super) enum Stage {
    /// It has no subgrids, and is laid out at once.
    #[default]
    Whole,
    /// Items find their cells.
    Placing,
    /// Tracks along an axis (true: columns) find their sizes.
    Sizing {
        /// The axis.
        x: bool,
        /// By item.
        roles: Vec<Role>,
    },
    /// Items find their places in tracks whose sizes are known.
    Filling {
        /// Only to learn the sizes of items that are not subgrids themselves.
        is_trial: bool,
    },
}

/// The part of an item in sizing tracks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Role {
    /// Do its contents count for rows, for columns?
    pub(super) sizes: [bool; 2],
    /// The subgrid in whose own columns it is, if that has some.
    pub(super) owner: Option<BoxId>,
    /// It has no size itself.
    pub(super) is_empty: bool,
}
