//! Ops on what a framework counts: generated ids, ages.

use super::super::change::{Change, Clarity};
use super::super::place;
use super::super::stage::Stage;
use super::super::words;
use crate::dom::{Dom, Mutation, NodeId, local_name};

/// Patterns of generated ids: `#` stands for the counter. From the documentation of React 18, 19.0 and 19.2, Vue, Vuetify 2 and
/// 3, Angular Material, Radix, Headless UI 1 and 2, Ember and Svelte.
const ID_PATTERNS: &[&str] = &[
    ":r#:",
    "«r#»",
    "_r_#_",
    "v-#",
    "input-#",
    "input-v-#",
    "mat-input-#",
    "radix-:r#:",
    "headlessui-control-#",
    "headlessui-control-:r#:",
    "ember#",
    "c#",
];

/// The controls that nothing refers to by id, and whose id, if any, was generated.
fn controls(stage: &Stage) -> Vec<NodeId> {
    let dom = &stage.dom;
    let is_free = |node: &NodeId| match dom.attr(*node, &local_name!("id")) {
        None => true,
        Some(id) => stage.generated_ids.contains(id),
    };
    dom.elements_in_order().filter(|&node| place::is_control(dom, node)).filter(is_free).collect()
}

/// Gives controls the next ids of one of the generators, as a new mount of their components does.
pub(in super::super) fn ids(stage: &mut Stage) -> Option<Change> {
    let controls = controls(stage);
    let pattern = *stage.random.pick(ID_PATTERNS)?;
    let first = stage.random.below(90);
    let mut changes = Vec::new();
    for (count, &node) in controls.iter().enumerate() {
        let id = pattern.replace('#', &(first + count).to_string());
        if stage.dom.get_element_by_id(stage.dom.document(), &id.as_str().into()).is_none() {
            stage.generated_ids.insert(id.clone());
            changes.push(Mutation::SetAttribute { node, name: "id".to_owned(), value: id });
        }
    }
    if changes.is_empty() {
        return None;
    }
    stage.change(&changes);
    Some(Change::keeping_nodes(format!("{} controls got ids like {pattern}", changes.len()), Clarity::Plain))
}

/// Lets all ages and counters outside of controls count on together, as a clock does.
pub(in super::super) fn age(stage: &mut Stage) -> Option<Change> {
    let body = stage.dom.body(stage.dom.document())?;
    let dom = &stage.dom;
    let in_control = |node: NodeId| dom.ancestors(node).take_while(|&a| a != body).any(|a| place::is_control(dom, a));
    let counts = |text: &str| {
        let text = text.trim();
        text.len() <= 24 && text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(char::is_alphabetic)
    };
    let texts: Vec<(NodeId, String)> = dom
        .descendants(body)
        .filter_map(|node| Some((node, dom.text(node)?)))
        .filter(|&(node, text)| counts(text) && place::strings(dom, node).next().is_some() && !in_control(node))
        .map(|(node, text)| (node, text.to_owned()))
        .collect();
    let by = 1 + stage.random.below(3);
    let changes: Vec<Mutation> =
        texts.iter().map(|(node, text)| Mutation::SetText { node: *node, text: words::counted_up(text, by) }).collect();
    if changes.is_empty() {
        return None;
    }
    // Rows that differ in their ages alone look like each other a moment later.
    let clarity = if rows_differ_without_digits(stage) { Clarity::Plain } else { Clarity::Unclear };
    stage.change(&changes);
    Some(Change::keeping_nodes(format!("{} ages and counters went on by {by}", changes.len()), clarity))
}

fn rows_differ_without_digits(stage: &Stage) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let without_digits =
        |dom: &Dom, row: NodeId| place::visible_text(dom, row).replace(|c: char| c.is_ascii_digit(), "");
    let lists = place::lists(&stage.dom);
    lists.iter().flat_map(|list| &list.rows).all(|&row| seen.insert(without_digits(&stage.dom, row)))
}
