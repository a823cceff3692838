//! Ops that put something over the page.

use std::collections::BTreeSet;

use super::super::change::{Change, Clarity};
use super::super::place;
use super::super::stage::{CopyKind, Portal, Stage};
use super::super::words;
use crate::dom::{Dom, LocalName, Mutation, NodeId};

pub(in super::super) fn toast(stage: &mut Stage) -> Option<Change> {
    let body = stage.dom.body(stage.dom.document())?;
    let about = words::phrase(&mut stage.random, &mut stage.used_texts, "Two words");
    if let Some(toast) = stage.toast.filter(|&toast| stage.dom.is_connected(toast)) {
        if stage.random.chance(40) {
            stage.toast = None;
            stage.change(&[Mutation::Remove { node: toast }]);
            return Some(Change::keeping_nodes("the toast went", Clarity::Plain));
        }
        // The same nodes, another message: its button undoes something else.
        let message = stage.dom.descendants(toast).find(|&n| stage.dom.text(n).is_some())?;
        stage.change(&[Mutation::SetText { node: message, text: format!("Deleted {about}.") }]);
        stage.replace_widgets(toast);
        return Some(Change::keeping_nodes(format!("the toast speaks of {about} now"), Clarity::Plain));
    }
    let html = format!(
        "<div role=\"status\" class=\"toast\" style=\"position:fixed;right:16px;bottom:16px;padding:8px;background:#222;color:#fff\">\
         <span>Deleted {about}.</span> <button type=\"button\">Undo</button></div>"
    );
    stage.toast = Some(stage.insert_html(body, None, html)?);
    Some(Change::keeping_nodes(format!("a toast came: deleted {about}"), Clarity::Plain))
}

pub(in super::super) fn modal(stage: &mut Stage) -> Option<Change> {
    toggle_dialog(stage, "inert", "")
}

/// As component libraries do that are older than `inert`.
pub(in super::super) fn modal_aria_hidden(stage: &mut Stage) -> Option<Change> {
    toggle_dialog(stage, "aria-hidden", "true")
}

/// Opens a dialog at the end of the body and sets the attribute on all that is behind it; or closes the one that is open.
fn toggle_dialog(stage: &mut Stage, attribute: &'static str, value: &str) -> Option<Change> {
    if let Some(Portal { dialog, attribute, behind }) = stage.portal.take() {
        let mut changes = vec![Mutation::Remove { node: dialog }];
        changes.extend(behind.into_iter().map(|node| Mutation::RemoveAttribute { node, name: attribute.to_owned() }));
        stage.change(&changes);
        return Some(Change::keeping_nodes("the dialog was closed", Clarity::Plain));
    }
    let body = stage.dom.body(stage.dom.document())?;
    let title = words::phrase(&mut stage.random, &mut stage.used_texts, "Two words");
    // Buttons that the page has too: the ones that get mistaken.
    let labels: BTreeSet<String> = place::labelled(&stage.dom)
        .into_iter()
        .filter(|button| button.source == place::TextSource::Text && button.label.len() < 40)
        .map(|button| button.label)
        .filter(|label| !label.contains(['<', '&', '>']))
        .collect();
    let labels: Vec<String> = labels.into_iter().collect();
    let action = stage.random.pick(&labels).cloned().unwrap_or_else(|| "Delete".to_owned());
    let html = format!(
        "<div role=\"dialog\" aria-modal=\"true\" aria-label=\"{title}\" style=\"position:fixed;top:80px;left:200px;width:480px;padding:24px;\
         background:#fff;z-index:9999\"><h2>{title}</h2><p>This cannot be undone.</p>\
         <button type=\"button\">{action}</button> <button type=\"button\">Cancel</button></div>"
    );
    let behind: Vec<NodeId> = stage
        .dom
        .child_elements(body)
        .filter(|&node| stage.dom.attr(node, &LocalName::from(attribute)).is_none())
        .filter(|&node| {
            stage.dom.element(node).is_some_and(|e| !matches!(&*e.name.local, "script" | "style" | "template" | "link"))
        })
        .collect();
    let dialog = stage.insert_html(body, None, html)?;
    let changes: Vec<_> = behind
        .iter()
        .map(|&node| Mutation::SetAttribute { node, name: attribute.to_owned(), value: value.to_owned() })
        .collect();
    stage.change(&changes);
    stage.portal = Some(Portal { dialog, attribute, behind });
    Some(Change::keeping_nodes(
        format!("a dialog \"{title}\" with a button \"{action}\" opened over the page behind it, which is {attribute}"),
        Clarity::Plain,
    ))
}

/// A popup that is in the page moves to the end of the body, as portals do: on its nodes, or on new ones.
pub(in super::super) fn portal(stage: &mut Stage) -> Option<Change> {
    let body = stage.dom.body(stage.dom.document())?;
    let role = LocalName::from("role");
    let is_popup = |dom: &Dom, node: NodeId| {
        matches!(dom.attr(node, &role), Some("dialog" | "alertdialog" | "menu" | "listbox" | "tooltip"))
            && dom.node(node).parent != Some(body)
    };
    let dom = &stage.dom;
    let popups: Vec<NodeId> = dom.descendants(body).filter(|&node| is_popup(dom, node)).collect();
    let node = *stage.random.pick(&popups)?;
    let described = place::describe(&stage.dom, node);
    if stage.random.chance(50) {
        stage.change(&[Mutation::Move { node, parent: body, before: None }]);
        return Some(Change::keeping_nodes(format!("{described} moved to the end of the body"), Clarity::Unclear));
    }
    stage.copy(node, body, None, CopyKind::Same)?;
    stage.change(&[Mutation::Remove { node }]);
    Some(Change::dropping_nodes(format!("{described} was remounted at the end of the body"), Clarity::Unclear))
}
