//! Ops on a part of the page that shows one record.

use super::super::change::{Change, Clarity};
use super::super::place;
use super::super::stage::{CopyKind, Stage};
use super::routes;
use crate::dom::{Dom, Mutation, NodeId};

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
    let panes = panes(&stage.dom);
    let (pane, heading) = *stage.random.pick(&panes)?;
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
    Some(Change::dropping_nodes(
        format!("the pane \"{was}\" ({}) shows another record {how}", place::describe(&stage.dom, pane)),
        Clarity::Plain,
    ))
}
