//! The two askers of what is painted: a pointer, which some boxes let through, and an eye.

use crate::style::ComputedStyle;
use crate::style::computed::{PointerEvents, Visibility};

/// An asker of what is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Audience {
    /// A pointer.
    Pointer,
    /// An eye.
    Eye,
}

impl Audience {
    /// True if a box of this style is there.
    pub(super) fn has_box(self, style: &ComputedStyle) -> bool {
        style.visibility == Visibility::Visible && (self == Self::Eye || style.pointer_events != PointerEvents::None)
    }

    /// True if an SVG element of this style is there: some values of `pointer-events` do not ask for visibility.
    pub(super) fn has_svg(self, style: &ComputedStyle) -> bool {
        use PointerEvents as P;
        match style.pointer_events {
            _ if self == Self::Eye => style.visibility == Visibility::Visible,
            P::None => false,
            P::All | P::Painted | P::Fill | P::Stroke => true,
            _ => style.visibility == Visibility::Visible,
        }
    }

    /// Chrome: columns, rows and row groups are never hit; between their cells it is the table that is hit.
    pub(super) fn has_rows(self) -> bool {
        self == Self::Eye
    }
}
