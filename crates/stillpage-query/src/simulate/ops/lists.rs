//! Ops on lists: with keys the nodes move with their rows, without keys they stay and show others.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::super::change::{Change, Clarity};
use super::super::place::{self, List};
use super::super::stage::{CopyKind, Stage};
use crate::dom::{Dom, Mutation, NodeId};

/// A random list of the page, preferably one with controls.
pub(super) fn choose(stage: &mut Stage) -> Option<List> {
    let mut lists = place::lists(&stage.dom);
    let acting: Vec<usize> =
        (0..lists.len()).filter(|&i| lists[i].rows.iter().any(|&row| place::has_control(&stage.dom, row))).collect();
    let at = match stage.random.pick(&acting) {
        Some(&at) => at,
        None => stage.random.below(lists.len()),
    };
    (at < lists.len()).then(|| lists.swap_remove(at))
}

fn keyed(stage: &Stage, rows: &[NodeId]) -> Clarity {
    if stage.are_distinct(rows) { Clarity::Plain } else { Clarity::WithHandles }
}

/// A detached row with the look of one of the list and other texts.
pub(super) fn new_row(stage: &mut Stage, list: &List) -> Option<NodeId> {
    let model = *stage.random.pick(&list.rows)?;
    let detached = stage.detached;
    let row = stage.copy(model, detached, None, CopyKind::Other)?;
    // Text that several rows share belongs to the list (`Edit`, `Price`), not to the row.
    let (mut once, mut often): (FxHashSet<String>, FxHashSet<String>) = Default::default();
    for &row in &list.rows {
        let mut here: BTreeSet<String> = BTreeSet::new();
        for node in std::iter::once(row).chain(stage.dom.descendants(row)) {
            here.extend(place::strings(&stage.dom, node).map(|(_, text)| place::normal(text)));
        }
        for text in here {
            if !once.insert(text.clone()) {
                often.insert(text);
            }
        }
    }
    stage.rewrite(row, &|_, _, _, text| often.contains(&place::normal(text)));
    Some(row)
}

/// The content of a list at a place.
pub(super) enum Content {
    /// The content of an earlier row.
    Old(usize),
    /// A detached row.
    New(NodeId),
}

/// Shows `contents` on the nodes of the list, in order: nodes stay where they are, new ones come at the end, those left
/// over go.
pub(super) fn show(stage: &mut Stage, list: &List, contents: &[Content], with_all_attributes: bool) {
    let detached = stage.detached;
    let shown: Vec<NodeId> = contents
        .iter()
        .filter_map(|c| if let Content::Old(at) = c { list.rows.get(*at).copied() } else { None })
        .collect();
    let wanted: Vec<_> = shown.iter().map(|&row| (row, detached, None)).collect();
    let mut copies = stage.copies(&wanted, CopyKind::Same).into_iter();
    let after_last = list.rows.last().and_then(|&row| stage.dom.node(row).next_sibling);
    let mut changes = Vec::new();
    for (at, content) in contents.iter().enumerate() {
        let blueprint = match content {
            Content::Old(_) => copies.next(),
            Content::New(row) => Some(*row),
        };
        let Some(blueprint) = blueprint else { continue };
        match list.rows.get(at) {
            Some(&row) => stage.plan_patch(row, blueprint, with_all_attributes, &mut changes),
            None => changes.push(Mutation::Move { node: blueprint, parent: list.parent, before: after_last }),
        }
    }
    changes.extend(list.rows.iter().skip(contents.len()).map(|&node| Mutation::Remove { node }));
    stage.change(&changes);
}

pub(super) fn insert_into(stage: &mut Stage, list: &List) -> Option<Change> {
    let row = new_row(stage, list)?;
    let at = stage.random.below(list.rows.len() + 1);
    let before = match list.rows.get(at) {
        Some(&row) => Some(row),
        None => list.rows.last().and_then(|&row| stage.dom.node(row).next_sibling),
    };
    let known = keyed(stage, &list.rows);
    stage.change(&[Mutation::Move { node: row, parent: list.parent, before }]);
    let clarity = known.max(keyed(stage, &[row]));
    let description = place::describe(&stage.dom, list.parent);
    Some(Change::keeping_nodes(format!("a row was added to {description} at {at}"), clarity))
}

pub(super) fn remove_from(stage: &mut Stage, list: &List) -> Option<Change> {
    let clarity = keyed(stage, &list.rows);
    let at = stage.random.below(list.rows.len());
    let node = *list.rows.get(at)?;
    stage.change(&[Mutation::Remove { node }]);
    let description = place::describe(&stage.dom, list.parent);
    Some(Change::dropping_nodes(format!("row {at} of {description} was removed"), clarity))
}

pub(in super::super) fn insert(stage: &mut Stage) -> Option<Change> {
    let list = choose(stage)?;
    insert_into(stage, &list)
}

pub(in super::super) fn remove(stage: &mut Stage) -> Option<Change> {
    let list = choose(stage)?;
    remove_from(stage, &list)
}

pub(in super::super) fn reorder(stage: &mut Stage) -> Option<Change> {
    let list = choose(stage)?;
    let clarity = keyed(stage, &list.rows);
    let after_last = list.rows.last().and_then(|&row| stage.dom.node(row).next_sibling);
    let mut rows = list.rows.clone();
    if stage.random.chance(30) {
        rows.reverse();
    } else {
        stage.random.shuffle(&mut rows);
    }
    let parent = list.parent;
    let moves: Vec<_> = rows.iter().map(|&node| Mutation::Move { node, parent, before: after_last }).collect();
    stage.change(&moves);
    Some(Change::keeping_nodes(
        format!("the {} rows of {} got another order", rows.len(), place::describe(&stage.dom, parent)),
        clarity,
    ))
}

/// Distinct rows may shift over nodes; duplicates become ambiguous.
pub(super) fn shifted(stage: &Stage, rows: &[NodeId]) -> Clarity {
    if stage.are_distinct(rows) { Clarity::Plain } else { Clarity::Unclear }
}

/// Shows another choice or order of rows on the same nodes.
fn shift(stage: &mut Stage, list: &List, with_all_attributes: bool) -> Option<Change> {
    let clarity = shifted(stage, &list.rows);
    let count = list.rows.len();
    let mut contents: Vec<Content> = (0..count).map(Content::Old).collect();
    let what = match stage.random.below(5) {
        0 | 1 => {
            let at = stage.random.below(count - 1);
            contents.remove(at);
            format!("row {at} went")
        }
        2 | 3 => {
            let row = new_row(stage, list)?;
            let at = stage.random.below(count);
            contents.insert(at, Content::New(row));
            format!("a row came at {at}")
        }
        _ => {
            contents.reverse();
            "the order turned round".to_owned()
        }
    };
    show(stage, list, &contents, with_all_attributes);
    let after: Vec<NodeId> = stage.dom.child_elements(list.parent).filter(|row| list.rows.contains(row)).collect();
    let clarity = clarity.max(shifted(stage, &after));
    Some(Change::dropping_nodes(
        format!("{what} in {}, whose nodes stayed", place::describe(&stage.dom, list.parent)),
        clarity,
    ))
}

pub(in super::super) fn index(stage: &mut Stage) -> Option<Change> {
    let list = choose(stage)?;
    shift(stage, &list, false)
}

pub(in super::super) fn morph(stage: &mut Stage) -> Option<Change> {
    let list = choose(stage)?;
    let done = shift(stage, &list, true)?;
    // Attributes that the new markup does not have are gone in all that was compared.
    let around =
        place::main_part(&stage.dom).filter(|&main| stage.dom.contains(main, list.parent)).unwrap_or(list.parent);
    let gone = stage.unmark(around);
    Some(Change { what: format!("{}, and {gone} marks were synced away", done.what), ..done })
}

pub(in super::super) fn recycle(stage: &mut Stage) -> Option<Change> {
    let list = choose(stage)?;
    let count = list.rows.len();
    let by = 1 + stage.random.below(count.min(6));
    let by = by.min(count);
    let clarity = shifted(stage, &list.rows);
    let mut fresh = Vec::new();
    for _ in 0..by {
        fresh.push(Content::New(new_row(stage, &list)?));
    }
    let by_slot = stage.random.chance(50);
    let old = by..count;
    let contents: Vec<Content> = if by_slot {
        // A row keeps its slot; those that scrolled out show what scrolled in.
        fresh.into_iter().chain(old.map(Content::Old)).collect()
    } else {
        old.map(Content::Old).chain(fresh).collect()
    };
    show(stage, &list, &contents, false);
    let clarity = clarity.max(shifted(stage, &list.rows));
    let how = if by_slot { "slot by slot" } else { "node by node" };
    Some(Change::dropping_nodes(
        format!("{} scrolled by {by} rows, recycled {how}", place::describe(&stage.dom, list.parent)),
        clarity,
    ))
}

/// The leading number of each row, as a text node with its number, if the rows are numbered in order.
fn leading_numbers(dom: &Dom, rows: &[NodeId]) -> Option<Vec<(NodeId, usize)>> {
    let leading = |row: NodeId| {
        let node = dom.descendants(row).find(|&node| dom.text(node).is_some_and(|text| !text.trim().is_empty()))?;
        let bare = dom.text(node)?.trim().trim_start_matches('#').trim_end_matches(['.', ')']);
        Some((node, bare.parse::<usize>().ok()?))
    };
    let numbers: Vec<(NodeId, usize)> = rows.iter().map(|&row| leading(row)).collect::<Option<_>>()?;
    numbers.windows(2).all(|pair| pair[0].1.checked_add(1) == Some(pair[1].1)).then_some(numbers)
}

/// A row of a numbered list comes or goes; the nodes stay where they are and each shows the number of its place.
pub(in super::super) fn renumber(stage: &mut Stage) -> Option<Change> {
    let lists = place::lists(&stage.dom);
    let numbered: Vec<usize> =
        (0..lists.len()).filter(|&i| leading_numbers(&stage.dom, &lists[i].rows).is_some()).collect();
    let list = lists.into_iter().nth(*stage.random.pick(&numbered)?)?;
    let first = leading_numbers(&stage.dom, &list.rows)?.first()?.1;
    let parts = leading_numbers(&stage.dom, &list.rows)?;
    // Only text besides their numbers distinguishes the rows.
    let unnumbered: Vec<String> = list.rows.iter().map(|&row| place::visible_text(&stage.dom, row)).collect();
    let mut seen = FxHashSet::default();
    let distinct = unnumbered
        .iter()
        .zip(&parts)
        .all(|(visible_text, (_, number))| seen.insert(visible_text.replacen(&number.to_string(), "", 1)));
    let done = shift(stage, &list, false)?;
    let dom = &stage.dom;
    let tag = |row: NodeId| dom.element(row).map(|element| element.name.clone());
    let row_tag = list.rows.first().and_then(|&row| tag(row));
    let rows: Vec<NodeId> = dom.child_elements(list.parent).filter(|&row| tag(row) == row_tag).collect();
    let mut changes = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        let texts = stage.dom.descendants(row).find(|&n| stage.dom.text(n).is_some_and(|text| !text.trim().is_empty()));
        if let Some((node, text)) = texts.and_then(|node| Some((node, stage.dom.text(node)?))) {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            if !digits.is_empty() {
                let text = text.replacen(&digits, &(first + at).to_string(), 1);
                changes.push(Mutation::SetText { node, text });
            }
        }
    }
    stage.change(&changes);
    let clarity = if distinct { done.clarity } else { Clarity::Unclear };
    Some(Change { what: format!("{}, and all were renumbered", done.what), clarity, ..done })
}
