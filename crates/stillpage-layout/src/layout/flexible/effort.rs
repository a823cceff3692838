//! The cost of laying out a grid, counted against [`Limit::GridSteps`].

use std::rc::Rc;

use taffy::{GridAutoFlow, GridPlacement, LayoutInput};

use super::container::Container;
use crate::layout::state::flexible_styles::{Ident, Style};
use crate::limits::Limit;
use crate::style::computed::{
    Dimension, GridStyle, LengthPercentage, RepeatCount, TrackBreadth, TrackList, TrackListItem, TrackSize,
};

/// Lines that a grid has at most, as taffy counts them.
const MAX_LINES: u64 = 32_767;

/// The number of looks at a track in one layout, by all stages together.
const LOOKS: u64 = 40;

/// The number of looks at a track for each item that spans it.
const LOOKS_OF_ITEM: u64 = 4;

impl Container<'_, '_> {
    /// Spends what this layout will take. Where that is more than is left, the grid becomes a single column: false.
    pub(super) fn spend_effort(&mut self, input: &LayoutInput) -> bool {
        let effort = self.effort(input);
        if self.pass.grid_steps.take(effort) {
            return true;
        }
        self.pass.tree.warnings.limit(Limit::GridSteps);
        let style = &mut self.style;
        let kept = std::mem::take(style);
        *style = Style {
            grid_template_rows: Vec::new(),
            grid_template_columns: Vec::new(),
            grid_template_row_names: Vec::new(),
            grid_template_column_names: Vec::new(),
            grid_template_areas: None,
            grid_auto_flow: GridAutoFlow::Row,
            ..kept
        };
        self.translated.style = Rc::new(style.clone());
        for (_, item) in &mut self.translated.items {
            Rc::make_mut(item).placement = None;
        }
        false
    }

    fn effort(&self, input: &LayoutInput) -> u64 {
        let style = &self.pass.tree[self.id].style;
        let initial = GridStyle::default();
        let grid = style.grid.as_deref().unwrap_or(&initial);
        // A size, or what bounds it.
        let room = |known: Option<f32>, space: taffy::AvailableSpace, bounds: [&Dimension; 2]| {
            known.or(space.into_option()).unwrap_or_else(|| bounds.into_iter().map(px).fold(0.0, f32::max))
        };
        let width =
            room(input.known_dimensions.width, input.available_space.width, [&style.min_width, &style.max_width]);
        let height =
            room(input.known_dimensions.height, input.available_space.height, [&style.min_height, &style.max_height]);
        let columns = tracks(&grid.template_columns, width);
        let rows = tracks(&grid.template_rows, height);
        let mut steps = (columns.tracks + rows.tracks) * LOOKS + columns.names + rows.names;
        let (mut cells, mut lines) = (0, 0);
        for (_, item) in &self.translated.items {
            let (across, down) = item.placement.as_deref().map_or((1, 1), |p| (span(&p.column), span(&p.row)));
            steps += LOOKS_OF_ITEM * (across + down);
            cells += across * down;
            // Implicit tracks are made up to the farthest line.
            lines = item.placement.as_deref().map_or(lines, |p| lines.max(farthest(&p.column) + farthest(&p.row)));
        }
        steps += LOOKS * lines;
        if matches!(self.style.grid_auto_flow, GridAutoFlow::RowDense | GridAutoFlow::ColumnDense) {
            // Each item is tried in every line from the first.
            let beside = if grid.flow_column { rows.tracks } else { columns.tracks };
            let filled = (cells / beside.max(1)).min(MAX_LINES);
            steps += self.translated.items.len() as u64 * filled / 2;
        }
        steps
    }
}

/// A plain length in px.
fn px(value: &Dimension) -> f32 {
    match value {
        Dimension::Length(LengthPercentage::Linear { px, .. }) => *px,
        _ => 0.0,
    }
}

#[derive(Default)]
struct Counted {
    tracks: u64,
    names: u64,
}

/// The tracks of a template, and the names of its lines; `room` in px is what automatic repetition fills.
fn tracks(list: &TrackList, room: f32) -> Counted {
    let mut all = Counted::default();
    all.names += list.names.iter().map(|names| names.len() as u64).sum::<u64>();
    for item in &list.items {
        match item {
            TrackListItem::Track(_) => all.tracks += 1,
            TrackListItem::Repeat { count, tracks, names } => {
                let times = match count {
                    RepeatCount::Number(n) => u64::from(*n),
                    RepeatCount::AutoFill | RepeatCount::AutoFit => {
                        let one: f32 = tracks.iter().map(|track| length(track, room)).sum();
                        repetitions(room, one)
                    }
                };
                all.tracks += times * tracks.len() as u64;
                all.names += times * names.iter().map(|names| names.len() as u64).sum::<u64>();
            }
        }
    }
    all.tracks = all.tracks.min(MAX_LINES);
    all
}

/// Returns the number of repetitions of `one` px that fit into the room, at least one.
#[expect(clippy::cast_possible_truncation, reason = "positive, and saturates")]
fn repetitions(room: f32, one: f32) -> u64 {
    (room / one.max(1.0)).max(1.0) as u64
}

/// The least size in px of a track that is repeated automatically.
fn length(track: &TrackSize, room: f32) -> f32 {
    let of = |breadth: &TrackBreadth| match breadth {
        TrackBreadth::Length(LengthPercentage::Linear { px, percent }) => Some(px + percent * room),
        _ => None,
    };
    match track {
        TrackSize::Breadth(breadth) => of(breadth),
        TrackSize::MinMax(min, max) => of(max).or(of(min)),
        TrackSize::FitContent(_) => None,
    }
    .unwrap_or(0.0)
}

/// Tracks that an item spans.
fn span(line: &taffy::Line<GridPlacement<Ident>>) -> u64 {
    let of = |placement: &GridPlacement<Ident>| match placement {
        GridPlacement::Span(n) | GridPlacement::NamedSpan(_, n) => u64::from(*n),
        _ => 1,
    };
    match (&line.start, &line.end) {
        (GridPlacement::Line(start), GridPlacement::Line(end)) => {
            u64::from(start.as_i16().abs_diff(end.as_i16())).max(1)
        }
        (start, end) => of(start).max(of(end)),
    }
}

/// The number of the farthest line that an item names by number.
fn farthest(line: &taffy::Line<GridPlacement<Ident>>) -> u64 {
    let of = |placement: &GridPlacement<Ident>| match placement {
        GridPlacement::Line(n) => u64::from(n.as_i16().unsigned_abs()),
        GridPlacement::NamedLine(_, n) => u64::from(n.unsigned_abs()),
        GridPlacement::Span(n) | GridPlacement::NamedSpan(_, n) => u64::from(*n),
        GridPlacement::Auto => 0,
    };
    of(&line.start) + of(&line.end)
}
