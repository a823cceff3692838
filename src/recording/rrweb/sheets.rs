//! Sheets that scripts change, make and adopt while events happen.

use std::sync::Arc;

use super::edits::{Edits, SheetPlace};
use super::player::{Player, number, number_of};
use crate::dom::{Mutation, NodeId, local_name};
use crate::recording::json::Item;
use crate::style::EditedSheet;

/// The separator of the texts of a style element in one sheet.
const SPLIT: &str = "/* rr_split */";

impl Player {
    /// The sheet that an event is about: that of a script, or of an element.
    fn edits(&mut self, data: Item<'_>) -> Option<&mut Edits> {
        let made = number_of(data, "styleId").filter(|id| self.made_sheets.contains_key(id));
        let place = match made {
            Some(id) => SheetPlace::Made(id),
            None => SheetPlace::Element(number_of(data, "id").and_then(|id| self.nodes.get(&id)).copied()?),
        };
        let is_ahead = self.edited.get(&place).is_some_and(|edits| edits.text.is_none());
        if !is_ahead {
            let css = self.css(place)?;
            let known = self.edited.remove(&place).filter(|edits| edits.text.as_ref() == Some(&css));
            let sheet = known.map_or_else(|| EditedSheet::of(&css), |edits| edits.sheet);
            self.edited.insert(place, Edits { sheet, text: None });
        }
        self.edited.get_mut(&place)
    }

    /// The text of a sheet as it is in the tree.
    fn css(&self, place: SheetPlace) -> Option<String> {
        match place {
            SheetPlace::Made(id) => self.made_sheets.get(&id).cloned(),
            SheetPlace::Element(node) => match self.dom.attr(node, &local_name!("href")) {
                Some(href) if self.dom.is_html(node, &local_name!("link")) => {
                    self.dom.stylesheets.get(href).map(|css| css.to_string())
                }
                _ => Some(self.dom.child_text(node)),
            },
        }
    }

    /// Creates the texts of a style element, whose recorded sheet says what is in each.
    pub(super) fn style_texts(&mut self, style: NodeId, css: &str, item: Item<'_>) {
        let ids = item.get("childNodes").into_iter().flat_map(Item::items).map(|child| number_of(child, "id"));
        let mut ids: Vec<Option<u64>> = ids.collect();
        let mut parts: Vec<&str> = css.split(SPLIT).collect();
        if parts.len() != ids.len() {
            parts = vec![css];
        }
        ids.resize(parts.len().max(ids.len()), None);
        for (at, id) in ids.into_iter().enumerate() {
            let text = parts.get(at).copied().unwrap_or_default();
            let node = self.dom.add_text(style, text);
            if let Some(id) = id {
                self.nodes.insert(id, node);
            }
        }
    }

    /// Puts the sheets into the tree whose rules were changed.
    pub(super) fn put_sheets(&mut self) {
        let changed = self.edited.iter_mut().filter(|(_, edits)| edits.text.is_none());
        let mut texts: Vec<(SheetPlace, String)> =
            changed.map(|(place, edits)| (*place, edits.text.insert(edits.sheet.text()).clone())).collect();
        texts.sort_unstable();
        for (place, css) in texts {
            match place {
                SheetPlace::Made(id) => {
                    self.made_sheets.insert(id, css);
                    self.adopt_all();
                }
                SheetPlace::Element(node) => self.set_sheet(node, &css),
            }
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
        let Some(Edits { sheet, .. }) = self.edits(data) else { return };
        if let Some(text) = data.text_of("replace").or(data.text_of("replaceSync")) {
            *sheet = EditedSheet::of(text);
        }
        for removed in data.get("removes").into_iter().flat_map(Item::items) {
            sheet.delete(&path(removed.get("index")));
        }
        for added in data.get("adds").into_iter().flat_map(Item::items) {
            if let Some(rule) = added.text_of("rule") {
                let at = path(added.get("index"));
                sheet.insert(if at.is_empty() { &[0] } else { &at }, rule);
            }
        }
    }

    pub(super) fn declaration_changed(&mut self, data: Item<'_>) {
        let Some(Edits { sheet, .. }) = self.edits(data) else { return };
        let at = path(data.get("index"));
        let (set, removed) = (data.get("set"), data.get("remove"));
        let property = set.or(removed).and_then(|change| change.text_of("property"));
        let value = set.and_then(|set| {
            let priority = set.text_of("priority").filter(|p| !p.is_empty()).map_or("", |_| " !important");
            Some(format!("{}{priority}", set.text_of("value")?))
        });
        if let Some(property) = property {
            sheet.set_declaration(&at, property, value.as_deref());
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

/// The position of a rule: of the rule itself, or first of the rule that it is in.
fn path(index: Option<Item<'_>>) -> Vec<usize> {
    let Some(index) = index else { return Vec::new() };
    let numbers = index.items().chain((!index.is_array()).then_some(index));
    numbers.filter_map(number).filter_map(|number| usize::try_from(number).ok()).collect()
}
