//! Ops that change a few words.

use super::super::change::{Change, Clarity};
use super::super::place::{self, Labelled, TextSource};
use super::super::stage::Stage;
use super::super::words::{self, FLIPS, SWAPS};
use crate::dom::{LocalName, Mutation, NodeId};

/// Increments numbers in up to `limit` texts; returns the new texts.
pub(super) fn count_up(stage: &mut Stage, limit: usize) -> Vec<String> {
    let Some(body) = stage.dom.body(stage.dom.document()) else { return Vec::new() };
    let dom = &stage.dom;
    let in_control = |node: NodeId| dom.ancestors(node).take_while(|&a| a != body).any(|a| place::is_control(dom, a));
    // A bare number may be the only name of a row; one among words is a count.
    let places: Vec<(NodeId, String)> = dom
        .descendants(body)
        .filter_map(|node| Some((node, dom.text(node)?)))
        .filter(|(node, text)| place::strings(dom, *node).next().is_some() && text.len() < 200)
        .filter(|(_, text)| text.chars().any(|c| c.is_ascii_digit()) && text.chars().any(char::is_alphabetic))
        .filter(|&(node, _)| !in_control(node))
        .map(|(node, text)| (node, text.to_owned()))
        .collect();
    let mut changes = Vec::new();
    let mut description = Vec::new();
    for _ in 0..limit {
        let Some((node, text)) = stage.random.pick(&places).cloned() else { break };
        let by = 1 + stage.random.below(9);
        let new = (by..by + 50)
            .map(|by| words::counted_up(&text, by))
            .find(|new| !stage.used_texts.contains(&place::normal(new)));
        if let Some(new) = new.filter(|new| *new != text) {
            stage.used_texts.insert(place::normal(&new));
            description.push(place::normal(&new));
            changes.push(Mutation::SetText { node, text: new });
        }
    }
    stage.change(&changes);
    description
}

pub(in super::super) fn tick(stage: &mut Stage) -> Option<Change> {
    let limit = 1 + stage.random.below(4);
    let description = count_up(stage, limit);
    let first = description.first()?;
    Some(Change::keeping_nodes(format!("{} texts count on, such as \"{first}\"", description.len()), Clarity::Plain))
}

/// A button whose label is in one of the pairs and what it becomes, else any button.
fn pair(stage: &mut Stage, pairs: &[(&str, &str)], other: impl Fn(&str) -> String) -> Option<(Labelled, String)> {
    let buttons: Vec<Labelled> = place::labelled(&stage.dom)
        .into_iter()
        .filter(|b| b.label.chars().any(char::is_alphabetic) && b.label.len() < 60)
        .collect();
    let partner = |label: &str| {
        pairs.iter().find_map(|&(a, b)| match label {
            _ if label == a => Some(b),
            _ if label == b => Some(a),
            _ => None,
        })
    };
    let paired: Vec<usize> = (0..buttons.len()).filter(|&i| partner(&buttons[i].label).is_some()).collect();
    let at = match stage.random.pick(&paired) {
        Some(&at) => at,
        None => stage.random.below(buttons.len()),
    };
    let button = buttons.into_iter().nth(at)?;
    let new = partner(&button.label).map_or_else(|| other(&button.label), str::to_owned);
    Some((button, new))
}

fn relabel(stage: &mut Stage, button: &Labelled, label: &str) {
    let change = match button.source {
        TextSource::Text => Mutation::SetText { node: button.place, text: label.to_owned() },
        TextSource::Attribute(name) => {
            Mutation::SetAttribute { node: button.place, name: name.to_owned(), value: label.to_owned() }
        }
    };
    stage.change(&[change]);
}

fn clarity(stage: &Stage, button: &Labelled, new: &str) -> Clarity {
    let plain =
        stage.is_distinct_control(button.control, &button.label) && stage.is_distinct_control(button.control, new);
    if plain { Clarity::Plain } else { Clarity::WithHandles }
}

pub(in super::super) fn flip(stage: &mut Stage) -> Option<Change> {
    let (button, new) = pair(stage, FLIPS, |label| match label.strip_suffix(" ✓") {
        Some(plain) => plain.to_owned(),
        None => format!("{label} ✓"),
    })?;
    let clarity = clarity(stage, &button, &new);
    relabel(stage, &button, &new);
    let pressed = LocalName::from("aria-pressed");
    if let Some(value) = stage.dom.attr(button.control, &pressed) {
        let value = if value == "true" { "false" } else { "true" }.to_owned();
        stage.change(&[Mutation::SetAttribute { node: button.control, name: "aria-pressed".to_owned(), value }]);
    }
    Some(Change::keeping_nodes(format!("the toggle \"{}\" visible_text \"{new}\"", button.label), clarity))
}

pub(in super::super) fn swap(stage: &mut Stage) -> Option<Change> {
    let (button, new) =
        pair(stage, SWAPS, |label| if label == "Undo" { "Close".to_owned() } else { "Undo".to_owned() })?;
    // `Add`, `Remove`, `Add`: nothing distinguishes the third action from the first. On a translated page another label may be the
    // same action.
    let is_unclear = stage.translated || stage.swapped_labels.contains(&new);
    let clarity = if is_unclear { Clarity::Unclear } else { clarity(stage, &button, &new) };
    stage.swapped_labels.insert(button.label.clone());
    relabel(stage, &button, &new);
    stage.replace_widgets(button.control);
    Some(Change::keeping_nodes(format!("the button \"{}\" is a button \"{new}\"", button.label), clarity))
}
