//! Styles of flex and grid containers in the terms of taffy, which lays them out.

use std::sync::Arc;

use super::box_tree::BoxId;
use crate::layout::unit::LayoutUnit;
use crate::style::computed::LengthPercentage;

/// Names of grid lines and areas.
pub(crate) type Ident = Arc<str>;

/// A style in the terms of taffy.
pub(crate) type Style = taffy::Style<Ident>;

/// The styles of a container and its items. A container that is measured several times keeps them until it is placed.
#[derive(Debug, Default)]
pub(crate) struct FlexibleStyles {
    /// The container's.
    pub(crate) style: Style,
    /// The items' margins are such that their baselines are aligned.
    pub(crate) is_shimmed: bool,
    /// The items', in order.
    pub(crate) items: Vec<(BoxId, Style)>,
    /// What `calc()` handles stand for: handle n is entry n - 1.
    pub(crate) calcs: Vec<LengthPercentage>,
    /// The width of the container's content box that they hold for; `None` if they do not depend on it.
    pub(crate) width: Option<Option<LayoutUnit>>,
}
