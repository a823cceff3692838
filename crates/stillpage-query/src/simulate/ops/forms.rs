//! Ops on what a form sends: names with indexes, hidden tokens, keys that the server assigns.

use rustc_hash::FxHashSet;

use super::super::change::{Change, Clarity};
use super::super::place::{self, List};
use super::super::stage::Stage;
use super::super::words;
use super::lists::{self, Content};
use crate::dom::{Dom, LocalName, Mutation, NodeId, local_name};

/// Attributes that a framework derives from the place of a row.
const INDEXED_ATTRIBUTES: &[&str] = &[
    "name",
    "id",
    "for",
    "list",
    "form",
    "aria-label",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "title",
];

/// The number in the first name of a field that has one: 1 of `guests[1][name]`.
fn field_number(dom: &Dom, row: NodeId) -> Option<usize> {
    let mut names = dom.descendants(row).filter_map(|node| dom.attr(node, &local_name!("name")));
    names.find_map(words::first_number)
}

/// A list whose fields are named by the places of their rows, and the number of the first row.
fn indexed_list(stage: &mut Stage) -> Option<(List, usize)> {
    let dom = &stage.dom;
    let first = |list: &List| {
        let numbers: Vec<usize> = list.rows.iter().map(|&row| field_number(dom, row)).collect::<Option<_>>()?;
        numbers.windows(2).all(|pair| pair[1] == pair[0] + 1).then_some(numbers[0])
    };
    let mut found: Vec<(List, usize)> =
        place::lists(dom).into_iter().filter_map(|list| first(&list).map(|first| (list, first))).collect();
    let at = stage.random.below(found.len());
    (at < found.len()).then(|| found.swap_remove(at))
}

/// The texts in which a person reads the number of a row.
fn is_numbered_text(dom: &Dom, node: NodeId) -> bool {
    dom.text(node).is_some()
        && dom.ancestors(node).take(3).any(|at| {
            dom.element(at).is_some_and(|e| {
                matches!(&*e.name.local, "legend" | "label" | "button" | "summary" | "h2" | "h3" | "h4" | "h5" | "h6")
            })
        })
}

/// The changes that give a row another number, in its names and in what people read.
fn renamed(dom: &Dom, row: NodeId, names: (usize, usize), texts: (usize, usize)) -> Vec<Mutation> {
    let mut changes = Vec::new();
    for node in std::iter::once(row).chain(dom.descendants(row)) {
        let read = dom.text(node).filter(|_| is_numbered_text(dom, node));
        if let Some(text) = read.and_then(|text| words::with_number(text, texts.0, texts.1)) {
            changes.push(Mutation::SetText { node, text });
        }
        for &name in INDEXED_ATTRIBUTES {
            let (from, to) = if matches!(name, "aria-label" | "title") { texts } else { names };
            let value = dom.attr(node, &LocalName::from(name)).and_then(|value| words::with_number(value, from, to));
            if let Some(value) = value {
                changes.push(Mutation::SetAttribute { node, name: name.to_owned(), value });
            }
        }
    }
    changes
}

/// A row of a form goes or changes places with the next one, and all rows are named by their places again: what was
/// `guests[2][name]` is `guests[1][name]`. The nodes go with their rows, or stay and show others.
pub(in super::super) fn indexed_names(stage: &mut Stage) -> Option<Change> {
    let (list, first) = indexed_list(stage)?;
    let count = list.rows.len();
    let without_digits =
        |dom: &Dom, row: NodeId| place::visible_text(dom, row).replace(|c: char| c.is_ascii_digit(), "");
    let mut seen = FxHashSet::default();
    let are_distinct = list.rows.iter().all(|&row| seen.insert(without_digits(&stage.dom, row)));
    let mut order: Vec<usize> = (0..count).collect();
    let at = stage.random.below(count - 1);
    let goes = stage.random.chance(70);
    if goes {
        order.remove(at);
    } else {
        order.swap(at, at + 1);
    }
    let with_their_nodes = stage.random.chance(50);
    let rows: Vec<NodeId> = if with_their_nodes {
        let rows: Vec<NodeId> = order.iter().map(|&from| list.rows[from]).collect();
        if goes {
            stage.change(&[Mutation::Remove { node: list.rows[at] }]);
        } else {
            let (node, before) = (list.rows[at + 1], Some(list.rows[at]));
            stage.change(&[Mutation::Move { node, parent: list.parent, before }]);
        }
        rows
    } else {
        let contents: Vec<Content> = order.iter().map(|&from| Content::Old(from)).collect();
        lists::show(stage, &list, &contents, false);
        list.rows.iter().copied().take(order.len()).collect()
    };
    let mut changes = Vec::new();
    for (to, (&row, &from)) in rows.iter().zip(&order).enumerate() {
        if from != to {
            changes.extend(renamed(&stage.dom, row, (first + from, first + to), (from + 1, to + 1)));
        }
    }
    stage.change(&changes);
    let what = match goes {
        true => format!("row {at} of {} went", place::describe(&stage.dom, list.parent)),
        false => format!("rows {at} and {} of {} changed places", at + 1, place::describe(&stage.dom, list.parent)),
    };
    Some(match (with_their_nodes, are_distinct) {
        (true, _) => {
            let clarity = if are_distinct { Clarity::Plain } else { Clarity::WithHandles };
            let what = format!("{what}, and the fields after it were named by their places");
            if goes { Change::dropping_nodes(what, clarity) } else { Change::keeping_nodes(what, clarity) }
        }
        (false, _) => Change::dropping_nodes(
            format!("{what}, whose nodes stayed, and the fields after it were named by their places"),
            if are_distinct { Clarity::Plain } else { Clarity::Unclear },
        ),
    })
}

/// Random letters and digits, as many as asked for.
fn token(stage: &mut Stage, length: usize) -> String {
    let mut token = String::new();
    while token.len() < length {
        token.push_str(&format!("{:016x}", stage.random.bits()));
    }
    token.truncate(length);
    token
}

/// Every form gets another token against forgery; forms without one get one where the page has none at all.
pub(in super::super) fn tokens(stage: &mut Stage) -> Option<Change> {
    // Limit: shorter values are data, such as the id of a record.
    const SHORTEST: usize = 16;
    let dom = &stage.dom;
    let is_token = |node: &NodeId| {
        let element = dom.element(*node);
        let is_hidden = element.and_then(|e| e.attr(&local_name!("type"))).is_some_and(|kind| kind == "hidden");
        let value = element.and_then(|e| e.attr(&local_name!("value"))).unwrap_or_default();
        is_hidden && value.len() >= SHORTEST && !value.contains(char::is_whitespace)
    };
    let hidden: Vec<(NodeId, usize)> = dom
        .elements_in_order()
        .filter(is_token)
        .map(|node| (node, dom.attr(node, &local_name!("value")).map_or(SHORTEST, str::len)))
        .collect();
    let mut changes = Vec::new();
    if hidden.is_empty() {
        let forms: Vec<NodeId> =
            dom.elements_in_order().filter(|&node| dom.is_html(node, &local_name!("form"))).collect();
        for parent in forms {
            let (before, value) = (stage.dom.node(parent).first_child, token(stage, 40));
            let html = format!("<input type=\"hidden\" name=\"csrf_token\" value=\"{value}\">");
            changes.push(Mutation::InsertHtml { parent, before, html });
        }
    }
    for (node, length) in hidden {
        changes.push(Mutation::SetAttribute { node, name: "value".to_owned(), value: token(stage, length) });
    }
    if changes.is_empty() {
        return None;
    }
    stage.change(&changes);
    Some(Change::keeping_nodes(format!("{} forms got another hidden token", changes.len()), Clarity::Plain))
}

/// Prefixes of the key of a row that the server has not assigned one.
const TEMPORARY: &[&str] = &["tmp", "temp", "optimistic", "pending", "local-", "draft-"];

/// The temporary key of a row.
fn temporary_key(dom: &Dom, row: NodeId) -> Option<String> {
    let attributes = &dom.element(row)?.attributes;
    let key = attributes.iter().find(|a| {
        (&*a.name.local == "id" || a.name.local.starts_with("data-"))
            && TEMPORARY.iter().any(|t| a.value.starts_with(t))
    });
    key.map(|key| key.value.to_string())
}

/// The server answers: a row that was shown early gets its key for good and stands still no longer, on its nodes or on new ones.
pub(in super::super) fn optimistic_ids(stage: &mut Stage) -> Option<Change> {
    let dom = &stage.dom;
    let waiting: Vec<(NodeId, String)> = place::lists(dom)
        .iter()
        .flat_map(|list| &list.rows)
        .filter_map(|&row| Some((row, temporary_key(dom, row)?)))
        .collect();
    let (mut row, temporary) = stage.random.pick(&waiting)?.clone();
    let were_distinct = stage.are_distinct(&[row]);
    let on_new_nodes = stage.random.chance(50);
    if on_new_nodes {
        row = stage.replace_by_copy(row)?;
    }
    let key = (1000 + stage.random.below(9000)).to_string();
    let dom = &stage.dom;
    let mut changes = Vec::new();
    for node in std::iter::once(row).chain(dom.descendants(row)) {
        let waits = |text: &str| ["Saving", "Sending", "Adding"].iter().any(|word| text.trim_start().starts_with(word));
        if dom.text(node).is_some_and(waits) {
            changes.push(Mutation::SetText { node, text: String::new() });
        }
        let Some(element) = dom.element(node) else { continue };
        for attribute in &element.attributes {
            let name = attribute.name.local.to_string();
            if matches!(&*name, "aria-busy" | "disabled") {
                changes.push(Mutation::RemoveAttribute { node, name });
            } else if attribute.value.contains(&*temporary) {
                let value = attribute.value.replace(&*temporary, &key);
                changes.push(Mutation::SetAttribute { node, name, value });
            }
        }
    }
    stage.change(&changes);
    let are_distinct = were_distinct && stage.are_distinct(&[row]);
    let what = format!("the row {temporary} got the key {key}");
    Some(match (on_new_nodes, are_distinct) {
        (true, _) => Change::dropping_nodes(
            format!("{what} and new nodes"),
            if are_distinct { Clarity::Plain } else { Clarity::Unclear },
        ),
        (false, true) => Change::keeping_nodes(what, Clarity::Plain),
        (false, false) => Change::keeping_nodes(what, Clarity::WithHandles),
    })
}
