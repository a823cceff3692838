//! Ops that give widgets new nodes.

use super::super::change::{Change, Clarity};
use super::super::place;
use super::super::stage::{CopyKind, HiddenRows, Stage};
use super::{lists, texts};
use crate::dom::{Mutation, NodeId};

/// Limit: the largest subtree that counts as a component.
const MAX_COMPONENT: usize = 200;

/// An element of the body with something to act on in it, not too large.
fn component(stage: &mut Stage) -> Option<NodeId> {
    let body = stage.dom.body(stage.dom.document())?;
    let dom = &stage.dom;
    let fits: Vec<NodeId> = dom
        .descendants(body)
        .filter(|&node| {
            dom.element(node).is_some() && dom.descendants(node).take(MAX_COMPONENT).count() < MAX_COMPONENT
        })
        .filter(|&node| place::has_control(dom, node))
        .collect();
    stage.random.pick(&fits).copied()
}

pub(in super::super) fn replace(stage: &mut Stage) -> Option<Change> {
    let node = component(stage)?;
    let description = place::describe(&stage.dom, node);
    let count = stage.dom.descendants(node).filter(|&n| stage.dom.element(n).is_some()).count();
    stage.replace_by_copy(node)?;
    Some(Change::dropping_nodes(
        format!("{description} and {count} elements in it were replaced by their like"),
        Clarity::Plain,
    ))
}

pub(in super::super) fn remount(stage: &mut Stage) -> Option<Change> {
    let root = place::app_root(&stage.dom)?;
    let description = place::describe(&stage.dom, root);
    stage.replace_by_copy(root)?;
    Some(Change::dropping_nodes(format!("{description} was remounted"), Clarity::Plain))
}

pub(in super::super) fn hydrate_mismatch(stage: &mut Stage) -> Option<Change> {
    let text = texts::count_up(stage, 1);
    let root = place::app_root(&stage.dom)?;
    let description = place::describe(&stage.dom, root);
    stage.replace_by_copy(root)?;
    let why = text.first().map_or_else(|| "an attribute".to_owned(), |text| format!("\"{text}\""));
    Some(Change::dropping_nodes(
        format!("hydration found {why} at odds and rendered {description} again"),
        Clarity::Plain,
    ))
}

pub(in super::super) fn inner_html(stage: &mut Stage) -> Option<Change> {
    let list = lists::choose(stage)?;
    let (description, parent) = (place::describe(&stage.dom, list.parent), list.parent);
    let change = match stage.random.below(10) {
        0..2 => lists::remove_from(stage, &list),
        2..4 => lists::insert_into(stage, &list),
        _ => None,
    };
    stage.replace_children(parent);
    let clarity = change.as_ref().map_or(Clarity::Plain, |done| done.clarity);
    let clarity = if clarity == Clarity::WithHandles { Clarity::Unclear } else { clarity };
    let also = change.map_or_else(String::new, |done| format!(", and {}", done.what));
    Some(Change::dropping_nodes(format!("the contents of {description} were rewritten{also}"), clarity))
}

pub(in super::super) fn clone(stage: &mut Stage) -> Option<Change> {
    let node = component(stage)?;
    let (description, parent) = (place::describe(&stage.dom, node), stage.dom.node(node).parent?);
    if stage.random.chance(50) {
        let copy = stage.copy(node, parent, Some(node), CopyKind::Same)?;
        stage.copy_marks(node, copy);
        stage.change(&[Mutation::Remove { node }]);
        return Some(Change::dropping_nodes(format!("{description} was replaced by its clone"), Clarity::Plain));
    }
    let after = stage.dom.node(node).next_sibling;
    let copy = stage.copy(node, parent, after, CopyKind::Other)?;
    stage.copy_marks(node, copy);
    Some(Change::keeping_nodes(format!("a clone of {description} stands behind it"), Clarity::WithHandles))
}

pub(in super::super) fn skeleton(stage: &mut Stage) -> Option<Change> {
    if let Some(HiddenRows { placeholder, rows }) = stage.hidden_rows.take() {
        let parent = stage.dom.node(placeholder).parent;
        // The placeholders may be gone with what was around them.
        let parent = parent.filter(|&parent| stage.dom.is_connected(parent))?;
        let wanted: Vec<_> = rows.iter().map(|&row| (row, parent, Some(placeholder))).collect();
        stage.copies(&wanted, CopyKind::Same);
        stage.change(&[Mutation::Remove { node: placeholder }]);
        let (count, description) = (rows.len(), place::describe(&stage.dom, parent));
        return Some(Change::dropping_nodes(
            format!("{count} rows came into {description} in place of their skeleton"),
            Clarity::Plain,
        ));
    }
    let list = lists::choose(stage)?;
    let (first, parent) = (*list.rows.first()?, list.parent);
    let tag = stage.dom.element(first)?.name.local.to_string();
    let inside = if tag == "tr" { "<td>&nbsp;</td>" } else { "<span>&nbsp;</span>" };
    let html = format!("<{tag} class=\"skeleton\" aria-hidden=\"true\">{inside}</{tag}>");
    let placeholder = stage.insert_html(parent, Some(first), html)?;
    let detached = stage.detached;
    let are_distinct = stage.are_distinct(&list.rows);
    let moves: Vec<_> = list.rows.iter().map(|&node| Mutation::Move { node, parent: detached, before: None }).collect();
    stage.change(&moves);
    let description = place::describe(&stage.dom, parent);
    let what = format!("{} rows of {description} gave way to a skeleton", list.rows.len());
    stage.hidden_rows = Some(HiddenRows { placeholder, rows: list.rows });
    Some(Change::dropping_nodes(what, if are_distinct { Clarity::Plain } else { Clarity::WithHandles }))
}
