//! Grid templates and placement.
//!
//! <https://drafts.csswg.org/css-grid-2/>

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::SpecifiedValue;
use super::complex::Complex;
use super::syntax::{
    Invalid, Parsed, Range, SpecifiedLength, accept, custom_ident, integer, length_percentage, nested,
};
use crate::style::computed::{GridAreas, GridLine, RepeatCount, TrackBreadth, TrackList, TrackListItem, TrackSize};

type Breadth = TrackBreadth<SpecifiedLength>;
type Size = TrackSize<SpecifiedLength>;
type List = TrackList<SpecifiedLength>;

/// Limit: Chromium's own bound of tracks an axis is 10 million; that many would cost memory here.
const MAX_REPEATS: i32 = 10_000;
/// Limit: of lines that placement may name, in either direction.
const FARTHEST_LINE: i32 = 10_000;

/// `<track-breadth>`
fn breadth(input: &mut Parser<'_>) -> Parsed<Breadth> {
    let start = input.state();
    match input.next()? {
        Token::Ident(ident) => match_ignore_ascii_case! { ident,
            "auto" => Ok(Breadth::Auto),
            "min-content" => Ok(Breadth::MinContent),
            "max-content" => Ok(Breadth::MaxContent),
            _ => Err(Invalid),
        },
        Token::Dimension { value, unit, .. } if unit.eq_ignore_ascii_case("fr") => {
            if *value >= 0.0 {
                Ok(Breadth::Fr(*value))
            } else {
                Err(Invalid)
            }
        }
        _ => {
            input.reset(&start);
            length_percentage(input, Range::NonNegative).map(Breadth::Length)
        }
    }
}

/// `<track-size>`
fn track_size(input: &mut Parser<'_>) -> Parsed<Size> {
    if let Ok(breadth) = input.try_parse(breadth) {
        return Ok(Size::Breadth(breadth));
    }
    let function = input.expect_function()?.clone();
    match_ignore_ascii_case! { &function,
        "minmax" => nested(input, |input| {
            let min = breadth(input)?;
            input.expect_comma()?;
            let max = breadth(input)?;
            input.expect_exhausted()?;
            if matches!(min, Breadth::Fr(_)) { Err(Invalid) } else { Ok(Size::MinMax(min, max)) }
        }),
        "fit-content" => nested(input, |input| {
            let limit = length_percentage(input, Range::NonNegative)?;
            input.expect_exhausted()?;
            Ok(Size::FitContent(limit))
        }),
        _ => Err(Invalid),
    }
}

/// True for tracks that `repeat(auto-fill, ...)` allows beside itself: one side of the range is a length.
fn is_fixed(size: &Size) -> bool {
    match size {
        Size::Breadth(Breadth::Length(_)) => true,
        Size::MinMax(min, max) => matches!(min, Breadth::Length(_)) || matches!(max, Breadth::Length(_)),
        _ => false,
    }
}

/// `[a b]`, if present.
fn line_names(input: &mut Parser<'_>) -> Parsed<Option<Vec<Box<str>>>> {
    if input.try_parse(Parser::expect_square_bracket_block).is_err() {
        return Ok(None);
    }
    nested(input, |input| {
        let mut names = Vec::new();
        while let Ok(name) = input.try_parse(|i| custom_ident(i, &["span", "auto"])) {
            names.push(name);
        }
        Ok(Some(names))
    })
}

/// Puts line names into a list that stays empty as long as none is named.
fn set_names(list: &mut Vec<Vec<Box<str>>>, at: usize, names: Vec<Box<str>>) {
    if names.is_empty() && list.is_empty() {
        return;
    }
    while list.len() <= at {
        list.push(Vec::new());
    }
    list[at].extend(names);
}

fn repeat(input: &mut Parser<'_>) -> Parsed<TrackListItem<SpecifiedLength>> {
    input.expect_function_matching("repeat")?;
    nested(input, |input| {
        let count = if accept(input, "auto-fill") {
            RepeatCount::AutoFill
        } else if accept(input, "auto-fit") {
            RepeatCount::AutoFit
        } else {
            let number = integer(input)?;
            if number < 1 {
                return Err(Invalid);
            }
            RepeatCount::Number(u16::try_from(number.min(MAX_REPEATS)).map_err(|_| Invalid)?)
        };
        input.expect_comma()?;
        let (mut tracks, mut names) = (Vec::new(), Vec::new());
        while !input.is_exhausted() {
            names.push(line_names(input)?.unwrap_or_default());
            if input.is_exhausted() {
                break;
            }
            tracks.push(track_size(input)?);
        }
        if tracks.is_empty() {
            return Err(Invalid);
        }
        names.resize_with(tracks.len() + 1, Vec::new);
        Ok(TrackListItem::Repeat { count, tracks, names })
    })
}

/// `none | <track-list> | <auto-track-list> | subgrid <line-name-list>?`
pub(super) fn template(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    if accept(input, "subgrid") {
        return subgrid(input);
    }
    let list = track_list(input, true)?;
    Ok(Complex::Tracks(list).into())
}

fn track_list(input: &mut Parser<'_>, repeats: bool) -> Parsed<List> {
    let mut list = List::default();
    let (mut automatic, mut all_fixed) = (false, true);
    loop {
        if let Some(names) = line_names(input)? {
            set_names(&mut list.names, list.items.len(), names);
        }
        if repeats && let Ok(item) = input.try_parse(repeat) {
            if let TrackListItem::Repeat { count, tracks, .. } = &item {
                all_fixed &= tracks.iter().all(is_fixed);
                if !matches!(count, RepeatCount::Number(_)) && std::mem::replace(&mut automatic, true) {
                    return Err(Invalid);
                }
            }
            list.items.push(item);
        } else if let Ok(size) = input.try_parse(track_size) {
            all_fixed &= is_fixed(&size);
            list.items.push(TrackListItem::Track(size));
        } else {
            break;
        }
    }
    if list.items.is_empty() || (automatic && !all_fixed) {
        return Err(Invalid);
    }
    if !list.names.is_empty() {
        list.names.resize_with(list.items.len() + 1, Vec::new);
    }
    Ok(list)
}

/// The names of a subgrid's lines: repetitions without tracks.
fn subgrid(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let mut list = List { subgrid: true, ..List::default() };
    let mut automatic = false;
    let mut repetition = |count, names| list.items.push(TrackListItem::Repeat { count, tracks: Vec::new(), names });
    loop {
        if let Some(names) = line_names(input)? {
            repetition(RepeatCount::Number(1), vec![names]);
            continue;
        }
        let repeated = input.try_parse(|input| {
            input.expect_function_matching("repeat")?;
            nested(input, |input| {
                let count = if accept(input, "auto-fill") {
                    RepeatCount::AutoFill
                } else {
                    let count = integer(input)?;
                    if count < 1 {
                        return Err(Invalid);
                    }
                    RepeatCount::Number(u16::try_from(count.min(MAX_REPEATS)).map_err(|_| Invalid)?)
                };
                input.expect_comma()?;
                let mut all = Vec::new();
                while let Some(names) = line_names(input)? {
                    all.push(names);
                }
                if all.is_empty() { Err(Invalid) } else { Ok((count, all)) }
            })
        });
        match repeated {
            Ok((RepeatCount::AutoFill, _)) if std::mem::replace(&mut automatic, true) => return Err(Invalid),
            Ok((count, names)) => repetition(count, names),
            Err(Invalid) => break,
        }
    }
    Ok(Complex::Tracks(list).into())
}

/// `grid-auto-rows`, `grid-auto-columns`
pub(super) fn auto_tracks(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let mut sizes = vec![track_size(input)?];
    while let Ok(size) = input.try_parse(track_size) {
        sizes.push(size);
    }
    Ok(Complex::TrackSizes(sizes).into())
}

/// `grid-auto-flow`: keyword bits 1 column, 2 dense.
pub(super) fn auto_flow(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let (mut axis, mut dense) = (None, false);
    for _ in 0..2 {
        let Ok(ident) = input.try_parse(|i| i.expect_ident().cloned()) else { break };
        match_ignore_ascii_case! { &ident,
            "row" if axis.is_none() => axis = Some(0),
            "column" if axis.is_none() => axis = Some(1),
            "dense" if !dense => dense = true,
            _ => return Err(Invalid),
        }
    }
    if axis.is_none() && !dense {
        return Err(Invalid);
    }
    Ok(SpecifiedValue::Keyword(axis.unwrap_or(0) | (u8::from(dense) << 1)))
}

/// `grid-template-areas`
pub(super) fn areas(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut rows = Vec::new();
    while let Ok(text) = input.try_parse(|i| i.expect_string().cloned()) {
        rows.push(area_row(&text)?);
    }
    checked_areas(rows).map(|areas| Complex::Areas(areas).into())
}

type AreaRow = Vec<Option<Box<str>>>;

fn area_row(text: &str) -> Parsed<AreaRow> {
    let mut row = Vec::new();
    let mut rest = text.trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']);
    while let Some(first) = rest.chars().next() {
        let is_dot = first == '.';
        let end = rest
            .find(
                |c: char| {
                    if is_dot { c != '.' } else { !(c.is_alphanumeric() || c == '-' || c == '_' || !c.is_ascii()) }
                },
            )
            .unwrap_or(rest.len());
        let (cell, after) = rest.split_at(end);
        if cell.is_empty() {
            return Err(Invalid);
        }
        row.push((!is_dot).then(|| Box::from(cell)));
        rest = after.trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']);
    }
    if row.is_empty() { Err(Invalid) } else { Ok(row) }
}

/// All rows have the same number of cells and every name is a rectangle.
fn checked_areas(rows: Vec<AreaRow>) -> Parsed<GridAreas> {
    let width = rows.first().ok_or(Invalid)?.len();
    if rows.iter().any(|row| row.len() != width) {
        return Err(Invalid);
    }
    let mut extents: std::collections::BTreeMap<&str, (usize, usize, usize, usize, usize)> =
        std::collections::BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, name) in row.iter().enumerate() {
            if let Some(name) = name {
                let extent = extents.entry(name).or_insert((x, y, x, y, 0));
                *extent = (extent.0.min(x), extent.1.min(y), extent.2.max(x), extent.3.max(y), extent.4 + 1);
            }
        }
    }
    let rectangular =
        extents.values().all(|&(left, top, right, bottom, cells)| (right - left + 1) * (bottom - top + 1) == cells);
    if rectangular { Ok(GridAreas { rows }) } else { Err(Invalid) }
}

/// `<grid-line>`
pub(super) fn line(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    grid_line(input).map(|line| Complex::Line(line).into())
}

fn grid_line(input: &mut Parser<'_>) -> Parsed<GridLine> {
    if accept(input, "auto") {
        return Ok(GridLine::Auto);
    }
    let (mut span, mut number, mut name) = (false, None, None);
    for position in 0..3 {
        if !span && (position == 0 || number.is_some() || name.is_some()) && accept(input, "span") {
            span = true;
        } else if number.is_none()
            && let Ok(value) = input.try_parse(integer)
        {
            if value == 0 {
                return Err(Invalid);
            }
            number = Some(value.clamp(-FARTHEST_LINE, FARTHEST_LINE));
        } else if name.is_none()
            && let Ok(value) = input.try_parse(|i| custom_ident(i, &["span", "auto"]))
        {
            name = Some(value);
        } else {
            break;
        }
    }
    match (span, number, name) {
        (true, None, None) => Err(Invalid),
        (true, number, name) => {
            let count = u32::try_from(number.unwrap_or(1)).ok().filter(|n| *n > 0).ok_or(Invalid)?;
            Ok(GridLine::Span { count, name })
        }
        (false, Some(number), name) => Ok(GridLine::Line { number, name }),
        (false, None, Some(name)) => Ok(GridLine::Named(name)),
        (false, None, None) => Err(Invalid),
    }
}

/// `grid-row`, `grid-column`, `grid-area`: lines separated by slashes; those left out follow from the ones given.
pub(super) fn lines<const COUNT: usize>(input: &mut Parser<'_>) -> Parsed<[GridLine; COUNT]> {
    let mut given = vec![grid_line(input)?];
    while given.len() < COUNT && super::syntax::slash(input) {
        given.push(grid_line(input)?);
    }
    // An omitted end line is the start line's name, or auto. `grid-area` starts with both start lines.
    let opposite = |line: &GridLine| match line {
        GridLine::Named(name) => GridLine::Named(name.clone()),
        _ => GridLine::Auto,
    };
    while given.len() < COUNT {
        let of = if given.len() < 2 { 0 } else { given.len() - 2 };
        given.push(opposite(&given[of]));
    }
    given.try_into().map_err(|_| Invalid)
}

/// Rows, columns and areas of `grid-template`, each `None` for `none`.
#[derive(Default)]
pub(super) struct Template {
    pub(super) rows: Option<SpecifiedValue>,
    pub(super) columns: Option<SpecifiedValue>,
    pub(super) areas: Option<SpecifiedValue>,
}

/// `grid-template`
pub(super) fn grid_template(input: &mut Parser<'_>) -> Parsed<Template> {
    if input
        .try_parse(|i| -> Parsed<()> {
            i.expect_ident_matching("none")?;
            Ok(i.expect_exhausted()?)
        })
        .is_ok()
    {
        return Ok(Template::default());
    }
    if let Ok((rows, columns)) = input.try_parse(|input| {
        let rows = template(input)?;
        input.expect_delim('/')?;
        let columns = template(input)?;
        Ok::<_, Invalid>((rows, columns))
    }) {
        return Ok(Template { rows: Some(rows), columns: Some(columns), areas: None });
    }
    let (mut list, mut rows) = (List::default(), Vec::new());
    loop {
        if let Some(names) = line_names(input)? {
            set_names(&mut list.names, list.items.len(), names);
        }
        let Ok(text) = input.try_parse(|i| i.expect_string().cloned()) else { break };
        rows.push(area_row(&text)?);
        let size = input.try_parse(track_size).unwrap_or(Size::Breadth(Breadth::Auto));
        list.items.push(TrackListItem::Track(size));
        if let Some(names) = line_names(input)? {
            set_names(&mut list.names, list.items.len(), names);
        }
    }
    if !list.names.is_empty() {
        list.names.resize_with(list.items.len() + 1, Vec::new);
    }
    let areas = checked_areas(rows)?;
    let columns =
        if super::syntax::slash(input) { Some(Complex::Tracks(track_list(input, false)?).into()) } else { None };
    Ok(Template { rows: Some(Complex::Tracks(list).into()), columns, areas: Some(Complex::Areas(areas).into()) })
}

/// The longhands of the `grid` shorthand.
#[derive(Default)]
pub(super) struct Grid {
    pub(super) template: Template,
    pub(super) flow: u8,
    pub(super) auto_rows: Option<SpecifiedValue>,
    pub(super) auto_columns: Option<SpecifiedValue>,
}

/// `auto-flow && dense?`; true if dense.
fn auto_flow_keywords(input: &mut Parser<'_>) -> Parsed<bool> {
    let before = accept(input, "dense");
    input.expect_ident_matching("auto-flow")?;
    Ok(before || accept(input, "dense"))
}

/// `grid`
pub(super) fn grid(input: &mut Parser<'_>) -> Parsed<Grid> {
    if let Ok(grid) = input.try_parse(|input| {
        let template = grid_template(input)?;
        input.expect_exhausted()?;
        Ok::<_, Invalid>(Grid { template, ..Grid::default() })
    }) {
        return Ok(grid);
    }
    if let Ok(dense) = input.try_parse(auto_flow_keywords) {
        let auto_rows = input.try_parse(auto_tracks).ok();
        input.expect_delim('/')?;
        let columns = Some(template(input)?);
        let template = Template { columns, ..Template::default() };
        return Ok(Grid { template, flow: u8::from(dense) << 1, auto_rows, auto_columns: None });
    }
    let rows = Some(template(input)?);
    input.expect_delim('/')?;
    let dense = auto_flow_keywords(input)?;
    let auto_columns = input.try_parse(auto_tracks).ok();
    let template = Template { rows, ..Template::default() };
    Ok(Grid { template, flow: 1 | (u8::from(dense) << 1), auto_rows: None, auto_columns })
}
