//! Ops that change attributes and nothing else.

use std::collections::BTreeSet;

use super::super::change::{Change, Clarity};
use super::super::stage::Stage;
use crate::dom::{Dom, Mutation, NodeData, NodeId, ns};

/// True for the attributes in which saved pages keep their state.
fn is_state(name: &str) -> bool {
    name.starts_with("data-frozen-")
}

/// Every attribute without namespace that `chosen` takes, of every element.
fn removals(dom: &Dom, chosen: impl Fn(&str) -> bool) -> Vec<Mutation> {
    let mut found = Vec::new();
    for node in dom.elements_in_order() {
        let Some(element) = dom.element(node) else { continue };
        for attribute in element.attributes.iter().filter(|a| a.name.ns == ns!()) {
            let name: &str = &attribute.name.local;
            if chosen(name) && !is_state(name) {
                found.push(Mutation::RemoveAttribute { node, name: name.to_owned() });
            }
        }
    }
    found
}

pub(in super::super) fn strip_refs(stage: &mut Stage) -> Option<Change> {
    let gone = stage.unmark(stage.dom.document());
    (gone > 0).then(|| Change::keeping_nodes(format!("the marks of {gone} elements were stripped"), Clarity::Plain))
}

pub(in super::super) fn strip_prefix(stage: &mut Stage) -> Option<Change> {
    let mut prefixes: BTreeSet<String> = BTreeSet::new();
    for mutation in removals(&stage.dom, |name| name.starts_with("data-")) {
        if let Mutation::RemoveAttribute { name, .. } = mutation {
            prefixes.insert(name.splitn(3, '-').take(2).collect::<Vec<_>>().join("-"));
        }
    }
    prefixes.insert("data-".to_owned());
    let prefixes: Vec<String> = prefixes.into_iter().collect();
    let prefix = stage.random.pick(&prefixes)?.clone();
    let changes = removals(&stage.dom, |name| name.starts_with(&prefix));
    let marks = if prefix == "data-" { stage.unmark(stage.dom.document()) } else { 0 };
    if changes.is_empty() && marks == 0 {
        return None;
    }
    stage.change(&changes);
    Some(Change::keeping_nodes(
        format!("{} attributes {prefix}* and {marks} marks were stripped", changes.len()),
        Clarity::Plain,
    ))
}

pub(in super::super) fn strip_unknown(stage: &mut Stage) -> Option<Change> {
    let unknown = |name: &str| {
        name.starts_with("data-")
            || name.starts_with("on")
            || name.contains([':', '@', '_', '.'])
            || name.contains('-') && !name.starts_with("aria-") && !matches!(name, "accept-charset" | "http-equiv")
    };
    // SVG has its own attributes with hyphens.
    let changes: Vec<Mutation> = removals(&stage.dom, unknown)
        .into_iter()
        .filter(|mutation| match mutation {
            Mutation::RemoveAttribute { node, .. } => stage.dom.element(*node).is_some_and(|e| e.name.ns == ns!(html)),
            _ => true,
        })
        .collect();
    let marks = stage.unmark(stage.dom.document());
    if changes.is_empty() && marks == 0 {
        return None;
    }
    stage.change(&changes);
    Some(Change::keeping_nodes(
        format!("{} unknown attributes and {marks} marks were stripped", changes.len()),
        Clarity::Plain,
    ))
}

/// A class as build tools name them: letters, digits, six of them.
fn hash(stage: &mut Stage) -> String {
    format!("css-{:06x}", stage.random.bits() >> 40)
}

pub(in super::super) fn classes(stage: &mut Stage) -> Option<Change> {
    let mut changes = Vec::new();
    for node in stage.dom.elements_in_order().collect::<Vec<_>>() {
        let Some(element) = stage.dom.element(node).filter(|e| e.name.ns == ns!(html) && !e.classes.is_empty()) else {
            continue;
        };
        let mut names: Vec<String> =
            element.classes.iter().filter(|c| !c.starts_with("css-")).map(ToString::to_string).collect();
        names.push(hash(stage));
        changes.push(Mutation::SetAttribute { node, name: "class".to_owned(), value: names.join(" ") });
    }
    if changes.is_empty() {
        return None;
    }
    stage.change(&changes);
    Some(Change::keeping_nodes(format!("{} elements got other hashed class names", changes.len()), Clarity::Plain))
}

pub(in super::super) fn hydrate(stage: &mut Stage) -> Option<Change> {
    let server = |name: &str| {
        name.starts_with("data-ssr")
            || name.starts_with("data-astro")
            || matches!(name, "data-reactroot" | "data-server-rendered" | "data-v-app" | "data-hydrate")
    };
    let mut changes = removals(&stage.dom, server);
    let dom = &stage.dom;
    let comments: Vec<NodeId> =
        dom.descendants(dom.document()).filter(|&n| matches!(dom.node(n).data, NodeData::Comment(_))).collect();
    changes.extend(comments.into_iter().map(|node| Mutation::Remove { node }));
    stage.change(&changes);
    Some(Change::keeping_nodes("the page was hydrated, all nodes stayed", Clarity::Plain))
}
