//! Sheets that scripts change, make and adopt while events happen.

use std::sync::Arc;

use super::player::{Player, number, number_of};
use crate::dom::{Mutation, NodeId, local_name};
use crate::recording::json::Item;
use crate::style::{delete_rule, insert_rule, set_declaration};

impl Player {
    /// The text of a sheet: that of a script, or of an element.
    fn sheet(&self, data: Item<'_>) -> Option<(SheetPlace, String)> {
        if let Some(id) = number_of(data, "styleId")
            && let Some(css) = self.made_sheets.get(&id)
        {
            return Some((SheetPlace::Made(id), css.clone()));
        }
        let node = number_of(data, "id").and_then(|id| self.nodes.get(&id)).copied()?;
        let css = match self.dom.attr(node, &local_name!("href")) {
            Some(href) if self.dom.is_html(node, &local_name!("link")) => self.dom.stylesheets.get(href)?.to_string(),
            _ => self.dom.child_text(node),
        };
        Some((SheetPlace::Element(node), css))
    }

    fn put_sheet(&mut self, place: SheetPlace, css: String) {
        match place {
            SheetPlace::Made(id) => {
                self.made_sheets.insert(id, css);
                self.adopt_all();
            }
            SheetPlace::Element(node) => self.set_sheet(node, &css),
        }
    }

    pub(super) fn set_sheet(&mut self, node: NodeId, css: &str) {
        if self.dom.is_html(node, &local_name!("link")) {
            self.linked_sheets += 1;
            let url = format!("recorded:sheet-{}", self.linked_sheets);
            self.dom.stylesheets.insert(url.as_str().into(), Arc::from(css));
            self.has_other_sheets = true;
            self.set_attribute(node, "rel", Some("stylesheet"));
            self.set_attribute(node, "href", Some(&url));
        } else {
            self.change(&Mutation::SetText { node, text: css.to_owned() });
        }
    }

    pub(super) fn rules_changed(&mut self, data: Item<'_>) {
        let Some((place, mut css)) = self.sheet(data) else { return };
        if let Some(text) = data.text_of("replace").or(data.text_of("replaceSync")) {
            css = text.to_owned();
        }
        for removed in data.get("removes").into_iter().flat_map(Item::items) {
            css = delete_rule(&css, &path(removed.get("index"))).unwrap_or(css);
        }
        for added in data.get("adds").into_iter().flat_map(Item::items) {
            if let Some(rule) = added.text_of("rule") {
                let at = path(added.get("index"));
                css = insert_rule(&css, if at.is_empty() { &[0] } else { &at }, rule).unwrap_or(css);
            }
        }
        self.put_sheet(place, css);
    }

    pub(super) fn declaration_changed(&mut self, data: Item<'_>) {
        let Some((place, css)) = self.sheet(data) else { return };
        let at = path(data.get("index"));
        let (set, removed) = (data.get("set"), data.get("remove"));
        let property = set.or(removed).and_then(|change| change.text_of("property"));
        let value = set.and_then(|set| {
            let priority = set.text_of("priority").filter(|p| !p.is_empty()).map_or("", |_| " !important");
            Some(format!("{}{priority}", set.text_of("value")?))
        });
        if let Some(css) = property.and_then(|property| set_declaration(&css, &at, property, value.as_deref())) {
            self.put_sheet(place, css);
        }
    }

    pub(super) fn adopted(&mut self, data: Item<'_>) {
        for sheet in data.get("styles").into_iter().flat_map(Item::items) {
            let rules = sheet.get("rules").into_iter().flat_map(Item::items);
            let rules: Vec<&str> = rules.filter_map(|rule| rule.text_of("rule")).collect();
            if let Some(id) = number_of(sheet, "styleId") {
                self.made_sheets.insert(id, rules.join("\n"));
            }
        }
        let Some(&node) = number_of(data, "id").and_then(|id| self.nodes.get(&id)) else { return };
        let root = match self.dom.element(node) {
            Some(element) => element.shadow_root.unwrap_or(node),
            None => node,
        };
        let ids = data.get("styleIds").into_iter().flat_map(Item::items).filter_map(number).collect();
        self.adopted.insert(root, ids);
        self.adopt_all();
    }

    fn adopt_all(&mut self) {
        self.has_other_sheets = true;
        self.dom.adopted_sheets.clear();
        let mut roots: Vec<NodeId> = self.adopted.keys().copied().collect();
        roots.sort_unstable();
        for root in roots {
            let ids = self.adopted.get(&root).cloned().unwrap_or_default();
            for css in ids.iter().filter_map(|id| self.made_sheets.get(id)) {
                self.dom.adopt_sheet(root, Arc::from(css.as_str()));
            }
        }
    }
}

/// The owner of the text of a sheet.
enum SheetPlace {
    /// A script made it.
    Made(u64),
    Element(NodeId),
}

/// The position of a rule: of the rule itself, or first of the rule that it is in.
fn path(index: Option<Item<'_>>) -> Vec<usize> {
    let Some(index) = index else { return Vec::new() };
    let numbers = index.items().chain((!index.is_array()).then_some(index));
    numbers.filter_map(number).filter_map(|number| usize::try_from(number).ok()).collect()
}
