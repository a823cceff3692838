//! Grid: track lists, named areas, lines.

use super::LengthPercentage;

/// A track size function of grid.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum TrackBreadth<L = LengthPercentage> {
    Auto,
    MinContent,
    MaxContent,
    Length(L),
    Fr(f32),
}

/// A track size.
#[derive(Debug, Clone, PartialEq)]
pub enum TrackSize<L = LengthPercentage> {
    /// One breadth for both.
    Breadth(TrackBreadth<L>),
    /// `minmax()`
    MinMax(TrackBreadth<L>, TrackBreadth<L>),
    /// `fit-content()`
    FitContent(L),
}

/// The first argument of `repeat()`: a number or an automatic repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum RepeatCount {
    Number(u16),
    AutoFill,
    AutoFit,
}

/// A part of a track list.
#[derive(Debug, Clone, PartialEq)]
pub enum TrackListItem<L = LengthPercentage> {
    /// One track.
    Track(TrackSize<L>),
    /// A `repeat()`: `names` has one entry more than `tracks`: the lines before, between and after them.
    Repeat {
        /// The number of repetitions.
        count: RepeatCount,
        /// Tracks.
        tracks: Vec<TrackSize<L>>,
        /// Line names.
        names: Vec<Vec<Box<str>>>,
    },
}

/// `grid-template-rows`, `grid-template-columns`
#[derive(Debug, Clone, PartialEq)]
pub struct TrackList<L = LengthPercentage> {
    /// The tracks; of a subgrid, repetitions without tracks: the names of its lines.
    pub items: Vec<TrackListItem<L>>,
    /// Line names before each item and after the last; empty if no line is named.
    pub names: Vec<Vec<Box<str>>>,
    /// `subgrid`.
    pub subgrid: bool,
}

impl<L> Default for TrackList<L> {
    fn default() -> Self {
        Self { items: Vec::new(), names: Vec::new(), subgrid: false }
    }
}

impl<L> TrackBreadth<L> {
    /// Returns the breadth with its lengths converted.
    pub fn map<M>(&self, f: &impl Fn(&L) -> M) -> TrackBreadth<M> {
        match self {
            Self::Auto => TrackBreadth::Auto,
            Self::MinContent => TrackBreadth::MinContent,
            Self::MaxContent => TrackBreadth::MaxContent,
            Self::Length(length) => TrackBreadth::Length(f(length)),
            Self::Fr(fr) => TrackBreadth::Fr(*fr),
        }
    }
}

impl<L> TrackSize<L> {
    /// Returns the size with its lengths converted.
    pub fn map<M>(&self, f: &impl Fn(&L) -> M) -> TrackSize<M> {
        match self {
            Self::Breadth(breadth) => TrackSize::Breadth(breadth.map(f)),
            Self::MinMax(min, max) => TrackSize::MinMax(min.map(f), max.map(f)),
            Self::FitContent(length) => TrackSize::FitContent(f(length)),
        }
    }
}

impl<L> TrackList<L> {
    /// Returns the list with its lengths converted.
    pub fn map<M>(&self, f: &impl Fn(&L) -> M) -> TrackList<M> {
        let item = |item: &TrackListItem<L>| match item {
            TrackListItem::Track(size) => TrackListItem::Track(size.map(f)),
            TrackListItem::Repeat { count, tracks, names } => TrackListItem::Repeat {
                count: *count,
                tracks: tracks.iter().map(|t| t.map(f)).collect(),
                names: names.clone(),
            },
        };
        TrackList { items: self.items.iter().map(item).collect(), names: self.names.clone(), subgrid: self.subgrid }
    }
}

/// `grid-template-areas`: a rectangle of names, `None` for `.`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GridAreas {
    /// Rows, each with the same number of cells.
    pub rows: Vec<Vec<Option<Box<str>>>>,
}

/// `grid-row-start` and friends.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum GridLine {
    /// `auto`
    #[default]
    Auto,
    /// A line number, or the nth line of a name.
    Line {
        /// Never 0.
        number: i32,
        /// Line or area name.
        name: Option<Box<str>>,
    },
    /// A name alone: the edge of a named area, or the first line of that name.
    Named(Box<str>),
    /// `span`
    Span {
        /// At least 1.
        count: u32,
        /// Name of the lines counted.
        name: Option<Box<str>>,
    },
}

/// The grid container's and the grid item's properties; boxed, since few elements have them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GridStyle {
    /// `grid-template-rows`
    pub template_rows: TrackList,
    /// `grid-template-columns`
    pub template_columns: TrackList,
    /// `grid-template-areas`
    pub template_areas: GridAreas,
    /// `grid-auto-rows`
    pub auto_rows: Vec<TrackSize>,
    /// `grid-auto-columns`
    pub auto_columns: Vec<TrackSize>,
    /// `grid-auto-flow: column`
    pub flow_column: bool,
    /// `grid-auto-flow: dense`
    pub dense: bool,
    /// `grid-row-start`
    pub row_start: GridLine,
    /// `grid-row-end`
    pub row_end: GridLine,
    /// `grid-column-start`
    pub column_start: GridLine,
    /// `grid-column-end`
    pub column_end: GridLine,
}
