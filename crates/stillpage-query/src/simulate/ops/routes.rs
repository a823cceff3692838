//! Ops that show another page.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::super::change::{Change, Clarity};
use super::super::place::{self, TextSource};
use super::super::stage::{CopyKind, Stage};
use crate::dom::{Dom, Mutation, NodeId, local_name};

/// Another page of the same app keeps the names of its controls and fields.
pub(super) fn keeps(dom: &Dom, node: NodeId, source: TextSource) -> bool {
    match source {
        TextSource::Text => dom.ancestors(node).any(|at| {
            dom.element(at).is_some_and(|e| matches!(&*e.name.local, "button" | "label" | "option" | "legend" | "th"))
        }),
        TextSource::Attribute("aria-label" | "title" | "placeholder" | "value") => place::is_control(dom, node),
        TextSource::Attribute(_) => false,
    }
}

pub(in super::super) fn route(stage: &mut Stage) -> Option<Change> {
    let main = place::main_part(&stage.dom)?;
    let detached = stage.detached;
    let other = stage.copy(main, detached, None, CopyKind::Other)?;
    stage.rewrite(other, &|dom, node, source, _| keeps(dom, node, source));
    let in_place = stage.random.chance(50);
    if in_place {
        stage.patch(main, other, false);
    } else {
        let olds: Vec<NodeId> = stage.dom.children(main).collect();
        let news: Vec<NodeId> = stage.dom.children(other).collect();
        let mut changes: Vec<_> = olds.into_iter().map(|node| Mutation::Remove { node }).collect();
        changes.extend(news.into_iter().map(|node| Mutation::Move { node, parent: main, before: None }));
        stage.change(&changes);
        stage.replace_widgets(main);
    }
    retitle(stage);
    // Whether a toolbar or filter with the same text on the other page is the same one cannot be decided.
    let clarity = Clarity::Unclear;
    let how = if in_place { "on the nodes of the old one" } else { "on new nodes" };
    Some(Change::dropping_nodes(format!("{} shows another route {how}", place::describe(&stage.dom, main)), clarity))
}

/// Another view appears under the toolbar that the main part begins with; the toolbar stays on its nodes.
pub(in super::super) fn view(stage: &mut Stage) -> Option<Change> {
    let main = place::main_part(&stage.dom)?;
    let children: Vec<NodeId> = stage.dom.child_elements(main).collect();
    let (toolbar, below) = children.split_first()?;
    if below.is_empty() || !place::has_control(&stage.dom, *toolbar) {
        return None;
    }
    let wanted: Vec<_> = below.iter().map(|&node| (node, main, None)).collect();
    for copy in stage.copies(&wanted, CopyKind::Other) {
        stage.rewrite(copy, &|dom, node, source, _| keeps(dom, node, source));
    }
    let removals: Vec<_> = below.iter().map(|&node| Mutation::Remove { node }).collect();
    stage.change(&removals);
    // The buttons of the toolbar act on what is shown now.
    stage.replace_widgets(*toolbar);
    retitle(stage);
    let what = format!("another view replaced {} elements under a toolbar", below.len());
    Some(Change::dropping_nodes(what, Clarity::Unclear))
}

/// The page is shown in another language: every text is another one, or every text but what the rows of lists say alone, and
/// every widget the same.
pub(in super::super) fn language(stage: &mut Stage) -> Option<Change> {
    let (document, body) = (stage.dom.document(), stage.dom.body(stage.dom.document())?);
    let root = stage.dom.child_elements(document).next()?;
    // What one row says and no other is data: names, titles, amounts.
    let mut data: FxHashSet<String> = FxHashSet::default();
    if stage.random.chance(70) {
        let (dom, mut seen) = (&stage.dom, FxHashSet::default());
        for &row in place::lists(dom).iter().flat_map(|list| &list.rows) {
            let texts: BTreeSet<String> = dom
                .descendants(row)
                .flat_map(|node| place::strings(dom, node).map(|(_, text)| place::normal(text)))
                .collect();
            for text in texts {
                if seen.insert(text.clone()) {
                    data.insert(text);
                } else {
                    data.remove(&text);
                }
            }
        }
    }
    stage.rewrite(body, &|_, _, source, text| {
        matches!(source, TextSource::Attribute("href" | "value")) || data.contains(&place::normal(text))
    });
    let language = if stage.dom.attr(root, &local_name!("lang")) == Some("cy") { "eu" } else { "cy" };
    stage.change(&[Mutation::SetAttribute { node: root, name: "lang".to_owned(), value: language.to_owned() }]);
    retitle(stage);
    let kept = if data.is_empty() { "every text" } else { "every text but the data of rows" };
    stage.translated = true;
    // A swapped action has the label of no dictionary any more.
    let clarity = if stage.swapped_labels.is_empty() { Clarity::WithHandles } else { Clarity::Unclear };
    Some(Change::keeping_nodes(format!("{kept} changed to another language, all nodes stayed"), clarity))
}

pub(in super::super) fn navigate(stage: &mut Stage) -> Option<Change> {
    let body = stage.dom.body(stage.dom.document())?;
    let children: Vec<NodeId> = stage.dom.children(body).collect();
    let wanted: Vec<_> = children.iter().map(|&child| (child, body, Some(child))).collect();
    let copies = stage.copies(&wanted, CopyKind::Other);
    for &copy in &copies {
        stage.rewrite(copy, &|dom, node, source, _| keeps(dom, node, source));
    }
    let removals: Vec<_> = children.into_iter().map(|node| Mutation::Remove { node }).collect();
    stage.change(&removals);
    stage.replace_widgets(stage.dom.document());
    stage.unmark(stage.dom.document());
    retitle(stage);
    stage.navigated = true;
    Some(Change::dropping_nodes("another document was loaded", Clarity::Plain))
}

fn retitle(stage: &mut Stage) {
    let title = stage.dom.elements_in_order().find(|&node| stage.dom.is_html(node, &local_name!("title")));
    if let Some(node) = title {
        let text = super::super::words::phrase(&mut stage.random, &mut stage.used_texts, "Two words");
        stage.change(&[Mutation::SetText { node, text }]);
    }
}
