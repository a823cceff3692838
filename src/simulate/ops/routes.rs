//! Ops that show another page.

use super::super::op::{Clarity, Done};
use super::super::place::{self, Saying};
use super::super::stage::{Kin, Stage};
use crate::dom::{Dom, Mutation, NodeId, local_name};

/// Another page of the same app keeps what its controls are called, and the names of its fields.
fn keeps(dom: &Dom, node: NodeId, saying: Saying, _text: &str) -> bool {
    match saying {
        Saying::Text => dom.ancestors(node).any(|at| {
            dom.element(at).is_some_and(|e| matches!(&*e.name.local, "button" | "label" | "option" | "legend" | "th"))
        }),
        Saying::Attribute("aria-label" | "title" | "placeholder" | "value") => place::is_control(dom, node),
        Saying::Attribute(_) => false,
    }
}

pub(in super::super) fn route(stage: &mut Stage) -> Option<Done> {
    let main = place::main_part(&stage.dom)?;
    let pen = stage.pen;
    let other = stage.copy(main, pen, None, Kin::Other)?;
    stage.rewrite(other, &keeps);
    let in_place = stage.random.chance(50);
    if in_place {
        stage.patch(main, other, false);
    } else {
        let olds: Vec<NodeId> = stage.dom.children(main).collect();
        let news: Vec<NodeId> = stage.dom.children(other).collect();
        let mut changes: Vec<_> = olds.into_iter().map(|node| Mutation::Remove { node }).collect();
        changes.extend(news.into_iter().map(|node| Mutation::Move { node, parent: main, before: None }));
        stage.change(&changes);
        stage.disown(main);
    }
    retitle(stage);
    // Nobody can say whether a toolbar or a filter that says the same on the other page is the same one.
    let clarity = Clarity::Unclear;
    let how = if in_place { "on the nodes of the old one" } else { "on new nodes" };
    Some(Done::dropping(format!("{} shows another route {how}", place::told(&stage.dom, main)), clarity))
}

pub(in super::super) fn navigate(stage: &mut Stage) -> Option<Done> {
    let body = stage.dom.body(stage.dom.document())?;
    let children: Vec<NodeId> = stage.dom.children(body).collect();
    let wanted: Vec<_> = children.iter().map(|&child| (child, body, Some(child))).collect();
    let copies = stage.copies(&wanted, Kin::Other);
    for &copy in &copies {
        stage.rewrite(copy, &keeps);
    }
    let removals: Vec<_> = children.into_iter().map(|node| Mutation::Remove { node }).collect();
    stage.change(&removals);
    stage.disown(stage.dom.document());
    stage.unmark(stage.dom.document());
    retitle(stage);
    stage.navigated = true;
    Some(Done::dropping("another document was loaded", Clarity::Plain))
}

fn retitle(stage: &mut Stage) {
    let title = stage.dom.elements_in_order().find(|&node| stage.dom.is_html(node, &local_name!("title")));
    if let Some(node) = title {
        let text = super::super::words::phrase(&mut stage.random, &mut stage.taken, "Two words");
        stage.change(&[Mutation::SetText { node, text }]);
    }
}
