//! Lines and tracks as grids hand them to their subgrids.

use std::ops::Range;

use taffy::prelude::{TaffyAuto, TaffyZero};
use taffy::{
    AlignContent, GridPlacement, GridTemplateComponent, LengthPercentage, MaxTrackSizingFunction,
    MinTrackSizingFunction, TrackSizingFunction,
};

use super::stage::Cells;
use crate::layout::state::flexible_styles::{Ident, ItemPlacement, Style};
use crate::layout::state::subgrids::Tracks;
use crate::style::computed::{RepeatCount, TrackList, TrackListItem};

/// The cells of a grid's items, and what taffy knows of its lines.
#[derive(Debug)]
pub(super) struct Placement {
    /// By item.
    pub(super) cells: Vec<Cells>,
    /// Rows and columns: how many there are.
    pub(super) counts: [usize; 2],
    /// Lines and their names; positions without meaning.
    pub(super) info: Box<taffy::DetailedGridInfo<Ident>>,
}

/// The numbering of the tracks of an axis while they are laid out.
#[derive(Debug, Clone, Copy)]
pub(super) enum Numbering {
    /// As the template has them: implicit ones before it, and those in it.
    Template {
        /// Implicit tracks before.
        before: usize,
        /// Tracks of the template.
        explicit: usize,
    },
    /// By a template of [`fix`].
    Fixed,
}

impl Numbering {
    fn line(self, at: usize, is_end: bool) -> GridPlacement<Ident> {
        let number = |n: usize| i16::try_from(n).unwrap_or(i16::MAX);
        let line = match self {
            Self::Fixed if is_end => number(2 * at + 1),
            Self::Fixed => number(2 * at + 2),
            Self::Template { before, .. } if at >= before => number(at - before + 1),
            Self::Template { before, explicit } => -number(explicit + 1 + before - at),
        };
        GridPlacement::Line(line.into())
    }

    /// `grid-row` or `grid-column` for tracks.
    fn lines(self, tracks: &Range<usize>) -> taffy::Line<GridPlacement<Ident>> {
        taffy::Line { start: self.line(tracks.start, false), end: self.line(tracks.end, true) }
    }
}

/// The placement of an item in its cells.
pub(super) fn definite(cells: &Cells, numbering: [Numbering; 2]) -> Option<Box<ItemPlacement>> {
    Some(Box::new(ItemPlacement { row: numbering[0].lines(&cells[0]), column: numbering[1].lines(&cells[1]) }))
}

fn track(min: MinTrackSizingFunction, max: MaxTrackSizingFunction) -> GridTemplateComponent<Ident> {
    GridTemplateComponent::Single(TrackSizingFunction { min, max })
}

/// Gives an axis automatic tracks between lines of these names.
pub(super) fn name(style: &mut Style, x: bool, names: &[Vec<Ident>]) {
    let auto = track(MinTrackSizingFunction::AUTO, MaxTrackSizingFunction::AUTO);
    let tracks = vec![auto; names.len().saturating_sub(1)];
    if x {
        (style.grid_template_columns, style.grid_template_column_names) = (tracks, names.to_vec());
    } else {
        (style.grid_template_rows, style.grid_template_row_names) = (tracks, names.to_vec());
    }
}

/// Gives an axis tracks of known sizes: what is between them are tracks, too.
pub(super) fn fix(style: &mut Style, x: bool, tracks: &Tracks) {
    let fixed = |size: f32| {
        let length = LengthPercentage::length(size);
        track(length.into(), length.into())
    };
    let mut at = 0.0;
    let mut template = Vec::with_capacity(2 * tracks.len());
    for &(start, end) in tracks {
        template.push(fixed((start - at).max(0.0)));
        at = start.max(at);
        template.push(fixed((end - at).max(0.0)));
        at = end.max(at);
    }
    if x {
        (style.grid_template_columns, style.grid_template_column_names) = (template, Vec::new());
        (style.gap.width, style.justify_content) = (LengthPercentage::ZERO, AlignContent::START);
    } else {
        (style.grid_template_rows, style.grid_template_row_names) = (template, Vec::new());
        (style.gap.height, style.align_content) = (LengthPercentage::ZERO, AlignContent::START);
    }
}

/// The tracks of a subgrid.
///
/// <https://www.w3.org/TR/css-grid-2/#subgrid-gaps>: half of what its gap is more than that of the grid around it is taken from
/// the tracks on either side.
///
/// `around` are the tracks of the grid around it, `range` those in its area, `before` and `after` its margins, borders and padding;
/// `gap` is `None` if it takes the gap, too. `is_mirrored`: its first track is the last one of the area.
pub(super) fn subset(
    around: &Tracks,
    range: &Range<usize>,
    is_mirrored: bool,
    (before, after): (f32, f32),
    gap: Option<f32>,
) -> Option<Tracks> {
    let mut area: Tracks = around.get(range.clone())?.to_vec();
    if is_mirrored {
        area.reverse();
        for track in &mut area {
            *track = (-track.1, -track.0);
        }
    }
    let origin = area.first()?.0 + before;
    let far = area.last()?.1 - after;
    let half: Vec<f32> =
        area.windows(2).map(|pair| gap.map_or(0.0, |gap| (gap - (pair[1].0 - pair[0].1)) / 2.0)).collect();
    let last = area.len() - 1;
    let tracks = area.iter().enumerate().map(|(at, (start, end))| {
        let start = if at == 0 { origin } else { start + half[at - 1] };
        let end = if at == last { far } else { end - half[at] };
        (start - origin, (end - origin).max(start - origin))
    });
    Some(tracks.collect())
}

/// The names that the lines of a subgrid have: those of the grid around it, and its own.
///
/// <https://www.w3.org/TR/css-grid-2/#subgrid-line-name-inheritance>
pub(super) fn names(
    placement: &Placement,
    areas: Option<&taffy::GridTemplateAreas<Ident>>,
    own: &TrackList,
    x: bool,
    range: &Range<usize>,
    is_mirrored: bool,
) -> Vec<Vec<Ident>> {
    let tracks = if x { &placement.info.columns } else { &placement.info.rows };
    let mut names: Vec<Vec<Ident>> =
        (range.start..=range.end).map(|line| tracks.names_for_line(line).to_vec()).collect();
    let before = usize::from(tracks.negative_implicit_tracks);
    for area in areas.map_or(&[][..], |areas| &areas.areas) {
        let (start, end) = if x { (area.column_start, area.column_end) } else { (area.row_start, area.row_end) };
        let start = (usize::from(start).saturating_sub(1) + before).max(range.start);
        let end = (usize::from(end).saturating_sub(1) + before).min(range.end);
        if start < end {
            names[start - range.start].push(Ident::from(format!("{}-start", area.name)));
            names[end - range.start].push(Ident::from(format!("{}-end", area.name)));
        }
    }
    if is_mirrored {
        names.reverse();
    }
    for (line, own) in names.iter_mut().zip(own_names(own, range.len() + 1)) {
        line.extend(own.iter().map(|name| Ident::from(&**name)));
    }
    names
}

/// The names that a list gives to this number of lines.
fn own_names(list: &TrackList, lines: usize) -> impl Iterator<Item = &Vec<Box<str>>> {
    let sets = |item: &TrackListItem| match item {
        TrackListItem::Repeat { count: RepeatCount::Number(count), names, .. } => usize::from(*count) * names.len(),
        _ => 0,
    };
    let given: usize = list.items.iter().map(sets).sum();
    list.items.iter().flat_map(move |item| {
        let (count, names): (usize, &[Vec<Box<str>>]) = match item {
            TrackListItem::Repeat { count: RepeatCount::Number(count), names, .. } => (usize::from(*count), names),
            TrackListItem::Repeat { names, .. } => (lines.saturating_sub(given) / names.len().max(1), names),
            TrackListItem::Track(_) => (0, &[]),
        };
        (0..count).flat_map(move |_| names)
    })
}

/// An item's tracks in a grid without others: in an axis that a subgrid takes there are no implicit ones.
///
/// Of lines by number before the items find their cells, of others after that.
pub(super) fn clamp(cells: &mut Range<usize>, before: usize, count: usize) {
    let last = count.saturating_sub(1);
    let start = cells.start.saturating_sub(before).min(last);
    *cells = start..cells.end.saturating_sub(before).clamp(start + 1, last + 1);
}

/// [`clamp`] for `grid-row` or `grid-column`.
pub(super) fn clamp_lines(lines: &mut taffy::Line<GridPlacement<Ident>>, count: usize) {
    let most = i32::try_from(count).unwrap_or(i32::MAX);
    // From the first line.
    let at = |placement: &GridPlacement<Ident>| match placement {
        GridPlacement::Line(line) => match i32::from(line.as_i16()) {
            0 => None,
            line if line > 0 => Some(line - 1),
            line => Some(most + 1 + line),
        },
        _ => None,
    };
    let span = |placement: &GridPlacement<Ident>| match placement {
        GridPlacement::Span(span) => Some(i32::from(*span)),
        GridPlacement::Auto => Some(1),
        _ => None,
    };
    let range = match (at(&lines.start), at(&lines.end)) {
        (Some(start), Some(end)) if start == end => Some((start, start + 1)),
        (Some(start), Some(end)) => Some((start.min(end), start.max(end))),
        (Some(start), None) => span(&lines.end).map(|span| (start, start + span)),
        (None, Some(end)) => span(&lines.start).map(|span| (end - span, end)),
        (None, None) => None,
    };
    if let Some((start, end)) = range {
        let start = start.clamp(0, most - 1);
        let line = |at: i32| GridPlacement::Line(i16::try_from(at + 1).unwrap_or(i16::MAX).into());
        *lines = taffy::Line { start: line(start), end: line(end.clamp(start + 1, most)) };
        return;
    }
    for placement in [&mut lines.start, &mut lines.end] {
        if let GridPlacement::Span(span) = placement {
            *span = (*span).min(u16::try_from(count).unwrap_or(u16::MAX));
        }
    }
}

#[cfg(test)]
mod tests {
    use taffy::{GridPlacement, Line};

    use super::{clamp_lines, subset};
    use crate::layout::state::flexible_styles::Ident;

    #[test]
    fn subgrids_take_their_edges_and_half_of_their_gaps_from_tracks() {
        let tracks = vec![(0.0, 50.0), (60.0, 100.0), (110.0, 200.0)];
        let check = |range, mirrored, edges, gap, expected: &[(f32, f32)]| {
            assert_eq!(subset(&tracks, &range, mirrored, edges, gap).as_deref(), Some(expected), "{range:?} {gap:?}");
        };
        check(0..3, false, (0.0, 0.0), None, &tracks);
        check(1..3, false, (5.0, 10.0), None, &[(0.0, 35.0), (45.0, 125.0)]);
        check(0..2, false, (0.0, 0.0), Some(20.0), &[(0.0, 45.0), (65.0, 100.0)]);
        check(0..2, true, (0.0, 0.0), None, &[(0.0, 40.0), (50.0, 100.0)]);
        check(0..1, false, (40.0, 40.0), None, &[(0.0, 0.0)]);
        assert_eq!(subset(&tracks, &(2..4), false, (0.0, 0.0), None), None);
    }

    #[test]
    fn lines_beyond_a_subgrid_are_its_last_ones() {
        let check = |start: GridPlacement<Ident>, end: GridPlacement<Ident>, expected: (i16, i16)| {
            let mut lines = Line { start, end };
            clamp_lines(&mut lines, 3);
            let line = |number: i16| GridPlacement::<Ident>::Line(number.into());
            assert_eq!(lines, Line { start: line(expected.0), end: line(expected.1) });
        };
        let line = |number: i16| GridPlacement::Line(number.into());
        check(line(2), GridPlacement::Auto, (2, 3));
        check(line(7), GridPlacement::Auto, (3, 4));
        check(line(2), line(9), (2, 4));
        check(line(-1), line(1), (1, 4));
        check(GridPlacement::Span(5), line(2), (1, 2));
        check(line(-9), GridPlacement::Span(2), (1, 2));
    }
}
