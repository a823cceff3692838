//! Styles of flex and grid containers in the terms of taffy, which lays them out.

use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use taffy::{AlignSelf, BoxSizing, Dimension, Direction, GridPlacement, Line, Overflow, Point, Rect, Size};
use taffy::{CoreStyle, FlexboxItemStyle, GridItemStyle, LengthPercentage as TaffyLength, LengthPercentageAuto};

use super::box_tree::BoxId;
use crate::layout::unit::LayoutUnit;
use crate::style::ComputedStyle;
use crate::style::computed::LengthPercentage;

/// Names of grid lines and areas.
pub(crate) type Ident = Arc<str>;

/// A container's style in the terms of taffy.
pub(crate) type Style = taffy::Style<Ident>;

/// The styles of a container and its items. A container that is measured several times keeps them until it is placed.
#[derive(Debug, Default)]
pub(crate) struct FlexibleStyles {
    /// The container's.
    pub(crate) style: Rc<Style>,
    /// The items' margins are such that their baselines are aligned.
    pub(crate) is_shimmed: bool,
    /// Some item takes tracks of this grid.
    pub(crate) has_subgrids: bool,
    /// The items', in order.
    pub(crate) items: Vec<(BoxId, Rc<ItemStyle>)>,
    /// What `calc()` handles stand for: handle n is entry n - 1.
    pub(crate) calcs: Vec<LengthPercentage>,
    /// The width of the container's content box that they hold for; `None` if they do not depend on it.
    pub(crate) width: Option<Option<LayoutUnit>>,
}

/// The translated styles in use, each kept once: the containers and items of a page are of few kinds.
#[derive(Debug, Default)]
pub(crate) struct SharedStyles {
    /// The last one of each computed style.
    containers: FxHashMap<*const ComputedStyle, Rc<Style>>,
    /// The last one of each computed style.
    items: FxHashMap<*const ComputedStyle, Rc<ItemStyle>>,
}

impl SharedStyles {
    /// The translated style of a container.
    pub(crate) fn container(&mut self, computed: &Arc<ComputedStyle>, translated: Style) -> Rc<Style> {
        shared(&mut self.containers, computed, translated)
    }

    /// The translated style of an item.
    pub(crate) fn item(&mut self, computed: &Arc<ComputedStyle>, translated: ItemStyle) -> Rc<ItemStyle> {
        shared(&mut self.items, computed, translated)
    }
}

fn shared<T: PartialEq>(
    known: &mut FxHashMap<*const ComputedStyle, Rc<T>>,
    computed: &Arc<ComputedStyle>,
    translated: T,
) -> Rc<T> {
    match known.entry(Arc::as_ptr(computed)) {
        Entry::Occupied(last) if **last.get() == translated => Rc::clone(last.get()),
        entry => Rc::clone(entry.insert_entry(Rc::new(translated)).get()),
    }
}

/// What taffy asks about an item: a third of its own style.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ItemStyle {
    pub(crate) is_replaced: bool,
    pub(crate) is_compressible: bool,
    pub(crate) box_sizing: BoxSizing,
    pub(crate) direction: Direction,
    pub(crate) overflow: Point<Overflow>,
    pub(crate) align_self: Option<AlignSelf>,
    pub(crate) justify_self: Option<AlignSelf>,
    pub(crate) size: Size<Dimension>,
    pub(crate) min_size: Size<LengthPercentageAuto>,
    pub(crate) max_size: Size<LengthPercentageAuto>,
    pub(crate) aspect_ratio: Option<f32>,
    pub(crate) margin: Rect<LengthPercentageAuto>,
    /// CSS px.
    pub(crate) padding: Rect<f32>,
    /// CSS px.
    pub(crate) border: Rect<f32>,
    pub(crate) flex_basis: Dimension,
    pub(crate) flex_grow: f32,
    pub(crate) flex_shrink: f32,
    /// Of grid items that say where they go.
    pub(crate) placement: Option<Box<ItemPlacement>>,
}

/// `grid-row` and `grid-column`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ItemPlacement {
    pub(crate) row: Line<GridPlacement<Ident>>,
    pub(crate) column: Line<GridPlacement<Ident>>,
}

impl ItemStyle {
    /// With initial values.
    pub(crate) fn initial(direction: Direction) -> Self {
        let initial = Style::DEFAULT;
        Self {
            is_replaced: false,
            is_compressible: false,
            box_sizing: initial.box_sizing,
            direction,
            overflow: initial.overflow,
            align_self: None,
            justify_self: None,
            size: initial.size,
            min_size: initial.min_size,
            max_size: initial.max_size,
            aspect_ratio: None,
            margin: initial.margin,
            padding: Rect::ZERO,
            border: Rect::ZERO,
            flex_basis: initial.flex_basis,
            flex_grow: initial.flex_grow,
            flex_shrink: initial.flex_shrink,
            placement: None,
        }
    }
}

impl CoreStyle for ItemStyle {
    type CustomIdent = Ident;

    fn is_compressible_replaced(&self) -> bool {
        self.is_compressible
    }

    fn is_replaced(&self) -> bool {
        self.is_replaced
    }

    fn box_sizing(&self) -> BoxSizing {
        self.box_sizing
    }

    fn direction(&self) -> Direction {
        self.direction
    }

    fn overflow(&self) -> Point<Overflow> {
        self.overflow
    }

    fn size(&self) -> Size<Dimension> {
        self.size
    }

    fn min_size(&self) -> Size<LengthPercentageAuto> {
        self.min_size
    }

    fn max_size(&self) -> Size<LengthPercentageAuto> {
        self.max_size
    }

    fn aspect_ratio(&self) -> Option<f32> {
        self.aspect_ratio
    }

    fn margin(&self) -> Rect<LengthPercentageAuto> {
        self.margin
    }

    fn padding(&self) -> Rect<TaffyLength> {
        self.padding.map(TaffyLength::length)
    }

    fn border(&self) -> Rect<TaffyLength> {
        self.border.map(TaffyLength::length)
    }
}

impl FlexboxItemStyle for ItemStyle {
    fn flex_basis(&self) -> Dimension {
        self.flex_basis
    }

    fn flex_grow(&self) -> f32 {
        self.flex_grow
    }

    fn flex_shrink(&self) -> f32 {
        self.flex_shrink
    }

    fn align_self(&self) -> Option<AlignSelf> {
        self.align_self
    }
}

impl GridItemStyle for ItemStyle {
    fn grid_row(&self) -> Line<GridPlacement<Ident>> {
        self.placement.as_ref().map_or_else(Line::default, |placement| placement.row.clone())
    }

    fn grid_column(&self) -> Line<GridPlacement<Ident>> {
        self.placement.as_ref().map_or_else(Line::default, |placement| placement.column.clone())
    }

    fn align_self(&self) -> Option<AlignSelf> {
        self.align_self
    }

    fn justify_self(&self) -> Option<AlignSelf> {
        self.justify_self
    }
}
