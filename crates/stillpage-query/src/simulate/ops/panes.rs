//! Ops on a part of the page that shows one record.

use rustc_hash::FxHashSet;

use super::super::change::{Change, Clarity};
use super::super::place;
use super::super::stage::{CopyKind, Stage};
use super::{routes, tables};
use crate::dom::{Dom, LocalName, Mutation, NodeId};

/// Limit: controls of a pane; more are a page.
const MAX_CONTROLS: usize = 12;

fn is_heading(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|e| matches!(&*e.name.local, "h1" | "h2" | "h3" | "h4" | "h5"))
}

/// The parts of the page with one heading and a few controls, outside of lists.
fn panes(dom: &Dom) -> Vec<(NodeId, NodeId)> {
    let lists = place::lists(dom);
    let is_row = |node: NodeId| lists.iter().any(|list| list.rows.contains(&node));
    let is_pane = |node: NodeId| {
        dom.element(node).is_some_and(|e| matches!(&*e.name.local, "section" | "article" | "aside" | "div"))
    };
    let pane_of = |heading: NodeId| {
        let pane = dom.ancestors(heading).find(|&at| is_pane(at))?;
        let others = dom.descendants(pane).filter(|&node| node != heading && is_heading(dom, node)).count();
        let controls = dom.descendants(pane).filter(|&node| place::is_control(dom, node)).count();
        let has_text = dom.text_content(heading).chars().any(char::is_alphabetic);
        let in_row = std::iter::once(pane).chain(dom.ancestors(pane)).any(is_row);
        (others == 0 && (1..=MAX_CONTROLS).contains(&controls) && has_text && !in_row).then_some((pane, heading))
    };
    dom.elements_in_order().filter(|&node| is_heading(dom, node)).filter_map(pane_of).collect()
}

/// A pane shows another record: its heading and texts are others, and the buttons that read alike act on something else.
pub(in super::super) fn detail(stage: &mut Stage) -> Option<Change> {
    let found = panes(&stage.dom);
    let (pane, heading) = *stage.random.pick(&found)?;
    let was = place::normal(&stage.dom.text_content(heading));
    let on_new_nodes = stage.random.chance(50);
    let pane = if on_new_nodes {
        let parent = stage.dom.node(pane).parent?;
        let other = stage.copy(pane, parent, Some(pane), CopyKind::Other)?;
        stage.change(&[Mutation::Remove { node: pane }]);
        other
    } else {
        stage.replace_widgets(pane);
        pane
    };
    stage.rewrite(pane, &|dom, node, source, _| routes::keeps(dom, node, source));
    let how = if on_new_nodes { "on new nodes" } else { "on the same nodes" };
    // A heading that is a button keeps its label: the pane may as well have other details of the record that it showed.
    let is = panes(&stage.dom).into_iter().find(|&(other, _)| other == pane);
    let is_renamed = is.is_none_or(|(_, heading)| place::normal(&stage.dom.text_content(heading)) != was);
    Some(Change::dropping_nodes(
        format!("the pane \"{was}\" ({}) shows another record {how}", place::describe(&stage.dom, pane)),
        if is_renamed { Clarity::Plain } else { Clarity::Unclear },
    ))
}

/// The chosen tab, or button of a group, with another that is not chosen, and the attribute that says so.
fn tabs(dom: &Dom) -> Vec<(NodeId, NodeId, &'static str)> {
    let state = |node: NodeId, name: &'static str, value: &str| {
        dom.attr(node, &LocalName::from(name)).is_some_and(|is| is.trim() == value)
    };
    let tab = |node: NodeId| {
        if dom.attr(node, &LocalName::from("role")).is_some_and(|role| role == "option") {
            return None;
        }
        let name = ["aria-selected", "aria-pressed"].into_iter().find(|name| state(node, name, "true"))?;
        let parent = dom.node(node).parent?;
        let mut beside = dom.child_elements(parent).filter(|&other| other != node && place::is_control(dom, other));
        let other = beside.find(|&other| state(other, name, "false"))?;
        let is_only = dom.child_elements(parent).filter(|&other| state(other, name, "true")).count() == 1;
        is_only.then_some((node, other, name))
    };
    dom.elements_in_order().filter_map(tab).collect()
}

/// Another tab is chosen: the list below shows other records with the same names.
pub(in super::super) fn tab(stage: &mut Stage) -> Option<Change> {
    let found = tabs(&stage.dom);
    let (chosen, other, attribute) = *stage.random.pick(&found)?;
    let dom = &stage.dom;
    let below: FxHashSet<NodeId> = dom.elements_in_order().skip_while(|&node| node != chosen).collect();
    let lists: Vec<place::List> = place::lists(dom)
        .into_iter()
        .filter(|list| below.contains(&list.parent) && !list.rows.iter().any(|&row| dom.contains(row, chosen)))
        .filter(|list| list.rows.iter().any(|&row| place::has_control(dom, row)))
        .filter(|list| list.rows.iter().all(|&row| tables::cells(dom, row).len() > 1))
        .collect();
    let list = lists.into_iter().next()?;
    let label = place::normal(&dom.text_content(other));
    let was: Vec<String> = list.rows.iter().map(|&row| place::visible_text(dom, row)).collect();
    let flips = [(chosen, "false"), (other, "true")];
    let flips =
        flips.map(|(node, value)| Mutation::SetAttribute { node, name: attribute.to_owned(), value: value.to_owned() });
    stage.change(&flips);
    let mut is_other = false;
    for (row, was) in list.rows.into_iter().zip(was) {
        stage.replace_widgets(row);
        let name = stage.dom.descendants(row).find_map(|node| {
            place::strings(&stage.dom, node)
                .map(|(_, text)| text.to_owned())
                .find(|text| text.chars().any(char::is_alphabetic))
        });
        stage
            .rewrite(row, &|dom, node, source, text| Some(text) == name.as_deref() || routes::keeps(dom, node, source));
        is_other |= was != place::visible_text(&stage.dom, row);
    }
    // Records that read alike are the same for all that anybody can see; so is a tab that was left and chosen again.
    let is_back = stage.left_tabs.contains(&label);
    let left = place::normal(&stage.dom.text_content(chosen));
    stage.left_tabs.insert(left);
    let clarity = if is_other && !is_back { Clarity::Plain } else { Clarity::Unclear };
    Some(Change::dropping_nodes(format!("the tab \"{label}\" shows other records with the same names"), clarity))
}
