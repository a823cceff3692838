//! Ops on tables of live data: a column that ticks, an arrow that moves, rows that scroll by, a bar for chosen rows.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::super::change::{Change, Clarity};
use super::super::place::{self, List};
use super::super::stage::Stage;
use super::super::words;
use super::lists::{self, Content};
use crate::dom::{Dom, LocalName, Mutation, NodeId, local_name};

/// The texts of a row outside of its controls.
pub(super) fn cells(dom: &Dom, row: NodeId) -> Vec<NodeId> {
    let in_control =
        |node: NodeId| dom.ancestors(node).take_while(|&at| at != row).any(|at| place::is_control(dom, at));
    dom.descendants(row)
        .filter(|&node| dom.text(node).is_some_and(|text| !text.trim().is_empty()))
        .filter(|&node| place::strings(dom, node).next().is_some() && !in_control(node))
        .collect()
}

/// True for amounts, shares and times, not for names that hold a number.
fn is_figure(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['+', '-', '−', '$', '€', '£', '¥', '<', '~', ' ']);
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// The lists with the columns of figures that each has.
fn figures(dom: &Dom) -> Vec<(List, Vec<Vec<NodeId>>)> {
    let with_columns = |list: List| {
        let rows: Vec<Vec<NodeId>> = list.rows.iter().map(|&row| cells(dom, row)).collect();
        let width = rows.iter().map(Vec::len).min().unwrap_or_default();
        let columns: Vec<Vec<NodeId>> = (1..width)
            .map(|at| rows.iter().map(|row| row[at]).collect::<Vec<_>>())
            .filter(|column| column.iter().all(|&node| dom.text(node).is_some_and(is_figure)))
            .collect();
        (!columns.is_empty()).then_some((list, columns))
    };
    place::lists(dom).into_iter().filter_map(with_columns).collect()
}

/// A column of figures ticks in every row; sometimes the rows are sorted by it.
pub(in super::super) fn column(stage: &mut Stage) -> Option<Change> {
    let mut found = figures(&stage.dom);
    let at = stage.random.below(found.len());
    if at >= found.len() {
        return None;
    }
    let (list, mut columns) = found.swap_remove(at);
    let column = columns.swap_remove(stage.random.below(columns.len()));
    // Rows that differ in this column alone look like each other a moment later.
    let dom = &stage.dom;
    let rest = |row: NodeId, figure: NodeId| -> Vec<&str> {
        dom.descendants(row)
            .filter(|&node| node != figure)
            .flat_map(|node| place::strings(dom, node).map(|(_, text)| text.trim()))
            .filter(|text| !text.is_empty())
            .collect()
    };
    let mut seen = FxHashSet::default();
    let are_distinct = list.rows.iter().zip(&column).all(|(&row, &figure)| seen.insert(rest(row, figure)));
    let clarity = if are_distinct { Clarity::Plain } else { Clarity::WithHandles };
    let mut changes = Vec::new();
    for &node in &column {
        let text = stage.dom.text(node).unwrap_or_default().to_owned();
        let text = words::other_digits(&mut stage.random, &text);
        changes.push(Mutation::SetText { node, text });
    }
    stage.change(&changes);
    let mut what = format!("a column of {} ticked in {} rows", place::describe(&stage.dom, list.parent), column.len());
    if stage.random.chance(30) {
        let mut rows = list.rows;
        let before = rows.last().and_then(|&row| stage.dom.node(row).next_sibling);
        stage.random.shuffle(&mut rows);
        let moves: Vec<_> = rows.into_iter().map(|node| Mutation::Move { node, parent: list.parent, before }).collect();
        stage.change(&moves);
        what.push_str(", by which they were sorted");
    }
    Some(Change::keeping_nodes(what, clarity))
}

const ARROWS: [char; 6] = ['▲', '▼', '↑', '↓', '⌃', '⌄'];

fn is_header(dom: &Dom, node: NodeId) -> bool {
    dom.is_html(node, &local_name!("th")) || dom.attr(node, &LocalName::from("role")) == Some("columnheader")
}

/// A table is sorted by another column: the arrow moves, and the rows with their nodes.
pub(in super::super) fn sort(stage: &mut Stage) -> Option<Change> {
    let dom = &stage.dom;
    // The header cells of the table that a list of rows belongs to, each with its text.
    let headers = |list: &List| -> Vec<(NodeId, NodeId)> {
        let table = dom.ancestors(list.parent).take(2).chain([list.parent]).find(|&at| {
            dom.is_html(at, &local_name!("table"))
                || dom.attr(at, &LocalName::from("role")).is_some_and(|role| matches!(role, "table" | "grid"))
        });
        let Some(table) = table else { return Vec::new() };
        let inside = dom.descendants(table).filter(|&node| is_header(dom, node));
        inside
            .filter(|&node| !dom.ancestors(node).any(|at| list.rows.contains(&at)))
            .filter_map(|node| {
                let has_letters = |text: &str| text.chars().any(char::is_alphabetic);
                let mut texts = dom.descendants(node).filter(|&n| dom.text(n).is_some_and(has_letters));
                Some((node, texts.next()?))
            })
            .collect()
    };
    let found: Vec<(List, Vec<(NodeId, NodeId)>)> = place::lists(dom)
        .into_iter()
        .map(|list| (headers(&list), list))
        .filter(|(headers, _)| headers.len() > 1)
        .map(|(headers, list)| (list, headers))
        .collect();
    let at = stage.random.below(found.len());
    let (list, headers) = found.into_iter().nth(at)?;
    let chosen = stage.random.below(headers.len());
    let arrow = ARROWS[stage.random.below(ARROWS.len())];
    let clarity = if stage.are_distinct(&list.rows) { Clarity::Plain } else { Clarity::WithHandles };
    let mut changes = Vec::new();
    for (at, &(cell, text)) in headers.iter().enumerate() {
        let label = stage.dom.text(text).unwrap_or_default();
        let bare = label.trim_end_matches(|c: char| ARROWS.contains(&c) || c.is_whitespace());
        let (sorted, new) = match at == chosen {
            true => (if at % 2 == 0 { "ascending" } else { "descending" }, format!("{bare} {arrow}")),
            false => ("none", bare.to_owned()),
        };
        if new != label {
            changes.push(Mutation::SetText { node: text, text: new });
        }
        changes.push(Mutation::SetAttribute { node: cell, name: "aria-sort".to_owned(), value: sorted.to_owned() });
    }
    let before = list.rows.last().and_then(|&row| stage.dom.node(row).next_sibling);
    let mut rows = list.rows;
    stage.random.shuffle(&mut rows);
    changes.extend(rows.into_iter().map(|node| Mutation::Move { node, parent: list.parent, before }));
    stage.change(&changes);
    let table = place::describe(&stage.dom, list.parent);
    Some(Change::keeping_nodes(format!("{table} was sorted by column {chosen}, and the arrow moved"), clarity))
}

/// Attributes that say which row of all rows this one is.
const ROW_NUMBERS: &[&str] = &["aria-rowindex", "aria-posinset", "data-index", "data-row-index", "row-index"];

/// The number of a row that a virtual list shows, with the attribute that says it.
fn row_number(dom: &Dom, row: NodeId) -> Option<(&'static str, usize)> {
    ROW_NUMBERS.iter().find_map(|&name| Some((name, dom.attr(row, &LocalName::from(name))?.trim().parse().ok()?)))
}

/// Returns the vertical offset of a row, in pixels.
fn offset(style: &str) -> Option<usize> {
    let at = ["translateY(", "top:"].iter().find_map(|property| Some(style.find(property)? + property.len()))?;
    words::first_number(style.get(at..)?.split([';', ')']).next()?)
}

/// A virtual list scrolls: rows come that were never there, on the nodes of those that left, with the numbers and offsets that
/// follow.
pub(in super::super) fn virtual_rows(stage: &mut Stage) -> Option<Change> {
    let dom = &stage.dom;
    let is_virtual = |list: &List| {
        let numbers: Option<Vec<usize>> = list.rows.iter().map(|&row| Some(row_number(dom, row)?.1)).collect();
        numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| pair[1] == pair[0] + 1))
    };
    let found: Vec<List> = place::lists(dom).into_iter().filter(is_virtual).collect();
    let at = stage.random.below(found.len());
    let list = found.into_iter().nth(at)?;
    let count = list.rows.len();
    let (first, last) = (*list.rows.first()?, *list.rows.last()?);
    let (name, last_number) = row_number(&stage.dom, last)?;
    let style = |dom: &Dom, row: NodeId| dom.attr(row, &local_name!("style")).unwrap_or_default().to_owned();
    let (from, to) = (offset(&style(&stage.dom, first)), offset(&style(&stage.dom, last)));
    let height = from.zip(to).map(|(from, to)| to.saturating_sub(from) / (count - 1));
    let by = (1 + stage.random.below(count)).min(count);
    let mut clarity = lists::shifted(stage, &list.rows);
    let mut fresh = Vec::new();
    for at in 1..=by {
        let row = lists::new_row(stage, &list)?;
        let value = (last_number + at).to_string();
        let mut changes = vec![Mutation::SetAttribute { node: row, name: name.to_owned(), value }];
        if let (Some(to), Some(height)) = (to, height) {
            let old = style(&stage.dom, row);
            if let Some(value) = offset(&old).and_then(|here| words::with_number(&old, here, to + at * height)) {
                changes.push(Mutation::SetAttribute { node: row, name: "style".to_owned(), value });
            }
        }
        stage.change(&changes);
        fresh.push(Content::New(row));
    }
    let by_slot = stage.random.chance(50);
    let old = (by..count).map(Content::Old);
    let contents: Vec<Content> =
        if by_slot { fresh.into_iter().chain(old).collect() } else { old.chain(fresh).collect() };
    lists::show(stage, &list, &contents, false);
    clarity = clarity.max(lists::shifted(stage, &list.rows));
    let how = if by_slot { "slot by slot" } else { "node by node" };
    let parent = place::describe(&stage.dom, list.parent);
    Some(Change::dropping_nodes(format!("{parent} scrolled to row {}, recycled {how}", last_number + by), clarity))
}

/// A bar with actions for the chosen rows appears over a list, sometimes in the place of its toolbar; or it goes.
pub(in super::super) fn bulk_bar(stage: &mut Stage) -> Option<Change> {
    if let Some(bar) = stage.bulk_bar.take().filter(|&bar| stage.dom.is_connected(bar)) {
        stage.change(&[Mutation::Remove { node: bar }]);
        return Some(Change::keeping_nodes("the bar for chosen rows went", Clarity::Plain));
    }
    let list = lists::choose(stage)?;
    let dom = &stage.dom;
    let is_table_part =
        |node: NodeId| ["table", "tbody", "tr"].iter().any(|name| dom.is_html(node, &LocalName::from(*name)));
    let top = std::iter::once(list.parent)
        .chain(dom.ancestors(list.parent))
        .find(|&node| !dom.node(node).parent.is_some_and(is_table_part) && !dom.is_html(node, &local_name!("tbody")))?;
    let parent = dom.node(top).parent?;
    // Actions that rows have too: the ones that get mistaken.
    let labels: BTreeSet<String> = place::labelled(dom)
        .into_iter()
        .filter(|button| button.source == place::TextSource::Text && button.label.len() < 40)
        .filter(|button| !button.label.contains(['<', '&', '>']))
        .filter(|button| dom.ancestors(button.control).any(|at| list.rows.contains(&at)))
        .map(|button| button.label)
        .collect();
    let labels: Vec<String> = labels.into_iter().collect();
    let box_of =
        |&row: &NodeId| dom.descendants(row).find(|&node| dom.attr(node, &local_name!("type")) == Some("checkbox"));
    let boxes: Vec<NodeId> = list.rows.iter().filter_map(box_of).collect();
    let toolbar = dom.child_elements(parent).take_while(|&node| node != top).last().filter(|&node| {
        place::has_control(dom, node) && !dom.element(node).is_some_and(|e| matches!(&*e.name.local, "header" | "nav"))
    });
    let action = stage.random.pick(&labels).cloned().unwrap_or_else(|| "Delete".to_owned());
    let chosen = 1 + stage.random.below(list.rows.len().min(4));
    let checked: Vec<Mutation> = boxes
        .into_iter()
        .take(chosen)
        .map(|node| Mutation::SetAttribute { node, name: "checked".to_owned(), value: String::new() })
        .collect();
    stage.change(&checked);
    let html = format!(
        "<div role=\"toolbar\" aria-label=\"Selection\"><span>{chosen} selected</span> <button type=\"button\">{action}</button> \
         <button type=\"button\">Move</button> <button type=\"button\">Clear selection</button></div>"
    );
    stage.bulk_bar = Some(stage.insert_html(parent, Some(top), html)?);
    let over = place::describe(&stage.dom, list.parent);
    if let Some(toolbar) = toolbar.filter(|_| stage.random.chance(30)) {
        stage.change(&[Mutation::Remove { node: toolbar }]);
        let what = format!("a bar for {chosen} rows of {over} took the place of the toolbar");
        return Some(Change::dropping_nodes(what, Clarity::Plain));
    }
    Some(Change::keeping_nodes(format!("a bar for {chosen} rows of {over} appeared"), Clarity::Plain))
}
