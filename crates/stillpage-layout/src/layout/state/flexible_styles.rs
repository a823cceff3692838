//! Styles of flex and grid containers in the terms of taffy, which lays them out.

use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use taffy::{AlignSelf, BoxSizing, Dimension, Direction, GridPlacement, Line, Overflow, Point, Position, Rect, Size};
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
#[derive(Debug)]
pub(crate) struct FlexibleStyles {
    /// The container's.
    pub style: Rc<Style>,
    /// The items' margins are such that their baselines are aligned.
    pub(crate) is_shimmed: bool,
    /// Some item takes tracks of this grid.
    pub(crate) has_subgrids: bool,
    /// The items', in order.
    pub items: Vec<(BoxId, Rc<ItemStyle>)>,
    /// The values that `calc()` handles refer to: handle n is entry n - 1.
    pub(crate) calcs: Vec<LengthPercentage>,
    /// The width of the container's content box that they hold for; `None` if they do not depend on it.
    pub width: Option<Option<LayoutUnit>>,
}

/// The translated styles in use, each kept once: the containers and items of a page are of few kinds.
#[derive(Debug, Default)]
pub(crate) struct SharedStyles {
    /// The style before any container is translated.
    initial: Rc<Style>,
    /// The styles of containers.
    pub containers: Translations<Style>,
    /// The styles of items.
    pub items: Translations<ItemStyle>,
}

impl SharedStyles {
    /// Returns the styles of a container before its own is translated.
    pub(crate) fn untranslated(&self) -> FlexibleStyles {
        FlexibleStyles {
            style: Rc::clone(&self.initial),
            is_shimmed: false,
            has_subgrids: false,
            items: Vec::new(),
            calcs: Vec::new(),
            width: None,
        }
    }
}

/// The last translation of each computed style, by its address; the style is kept alive beside it.
#[derive(Debug)]
pub(crate) struct Translations<T>(FxHashMap<*const ComputedStyle, (Arc<ComputedStyle>, Translation<T>)>);

#[derive(Debug)]
struct Translation<T> {
    translated: Rc<T>,
    /// It depends on nothing but the computed style.
    is_pure: bool,
}

impl<T> Default for Translations<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T: PartialEq> Translations<T> {
    /// The translation of a style, if nothing else decides about it.
    pub(crate) fn pure(&self, computed: &Arc<ComputedStyle>) -> Option<Rc<T>> {
        let (_, known) = self.0.get(&Arc::as_ptr(computed))?;
        known.is_pure.then(|| Rc::clone(&known.translated))
    }

    /// Keeps a translation, once for all that are equal.
    pub(crate) fn share(&mut self, computed: &Arc<ComputedStyle>, translated: T, is_pure: bool) -> Rc<T> {
        match self.0.entry(Arc::as_ptr(computed)) {
            Entry::Occupied(last) if *last.get().1.translated == translated => Rc::clone(&last.get().1.translated),
            entry => {
                let translated = Rc::new(translated);
                let translation = Translation { translated: Rc::clone(&translated), is_pure };
                entry.insert_entry((Arc::clone(computed), translation));
                translated
            }
        }
    }
}

/// The part of an item's style that taffy needs: a third of its own style.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ItemStyle {
    pub is_replaced: bool,
    pub(crate) is_compressible: bool,
    pub(crate) box_sizing: BoxSizing,
    pub direction: Direction,
    pub overflow: Point<Overflow>,
    pub(crate) align_self: Option<AlignSelf>,
    pub(crate) justify_self: Option<AlignSelf>,
    pub size: Size<Dimension>,
    pub(crate) min_size: Size<LengthPercentageAuto>,
    pub(crate) max_size: Size<LengthPercentageAuto>,
    pub(crate) aspect_ratio: Option<f32>,
    pub margin: Rect<LengthPercentageAuto>,
    /// CSS px.
    pub padding: Rect<f32>,
    /// CSS px.
    pub border: Rect<f32>,
    pub(crate) flex_basis: Dimension,
    pub(crate) flex_grow: f32,
    pub(crate) flex_shrink: f32,
    /// The placement of grid items that have one.
    pub placement: Option<Box<ItemPlacement>>,
}

/// `grid-row` and `grid-column`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ItemPlacement {
    pub row: Line<GridPlacement<Ident>>,
    pub column: Line<GridPlacement<Ident>>,
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

    /// Items are in flow. This and the insets are what taffy takes from a whole style of its own otherwise, made for the question.
    fn position(&self) -> Position {
        Position::Static
    }

    fn inset(&self) -> Rect<LengthPercentageAuto> {
        Rect::auto()
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
