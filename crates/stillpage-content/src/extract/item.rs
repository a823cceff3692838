//! The item for machines, or the part of the page, that an object of the schema is about.

use serde_json::{Map, Value};

use super::embedded::{self, DataItem, ItemOrigin};
use super::fill::{Extractor, Scope};
use super::name::Name;
use super::record::heading_before;
use super::schema::Facets;
use super::structured::Syntax;
use super::value;
use crate::dom::NodeId;
use crate::rendered::visible::{At, Shape};

impl<'a> Extractor<'a> {
    /// Returns the scope of the properties of an object in an object: what the item has under that name, a part of the page that
    /// has it, or the scope itself for properties named after it.
    pub(super) fn part_of<'i>(
        &mut self,
        mut scope: Scope<'i>,
        facets: &Facets<'a>,
        name: &str,
        items: &'i [DataItem],
    ) -> Scope<'i> {
        let wanted = Name::new(name);
        if let Some((object, path, origin, node)) = &scope.item
            && let Some((step, _, value)) = embedded::find(object, &wanted)
        {
            let value = value.as_array().and_then(|values| values.first()).unwrap_or(value);
            if let Value::Object(inner) = value {
                let item = Some((inner, format!("{path}{step}."), *origin, *node));
                // What it lacks is not taken from elsewhere on the page.
                return Scope { item, fields: Some(self.no_fields()), is_record: true, prefix: None, ..scope };
            }
        }
        if scope.item.is_none() && !scope.is_record {
            scope.item = self.best_item(facets, name, items).filter(|(object, ..)| {
                let kind = object.get("@type").and_then(Value::as_str).unwrap_or_default();
                wanted.likeness(&Name::new(kind.rsplit('/').next().unwrap_or(kind))) > 0.6
            });
            if scope.item.is_some() {
                return scope;
            }
        }
        if let Some(root) = self.part_called(&wanted, scope.root) {
            return Scope { root, item: None, fields: None, is_record: true, prefix: None };
        }
        Scope { prefix: Some(name.to_owned()), ..scope }
    }

    /// The part of the page that a name is on: a table, a list of terms, or what has the class or the heading.
    fn part_called(&self, name: &Name, scope: NodeId) -> Option<NodeId> {
        let start = self.tree.at(scope)?;
        let end = self.tree.nodes[start].end();
        let holds_several = |at: At| self.tree.children(at).count() > 1 && self.tree.nodes[at].chars() > 0;
        let mut best: Option<(At, f64)> = None;
        for at in start + 1..end {
            if self.tree.shape(at).contains(Shape::TEXT) || !holds_several(at) {
                continue;
            }
            let words = ["class", "id", "itemprop"].iter().flat_map(|attribute| {
                self.tree.attr(at, attribute).unwrap_or_default().split_ascii_whitespace().take(8)
            });
            let class = words.map(|word| name.likeness_of_class(&self.names.of(word))).fold(0.0, f64::max);
            let label = self.tree.attr(at, "aria-label").map_or(0.0, |label| name.likeness(&Name::new(label)));
            let heading = if matches!(self.tree.tag(at), "table" | "dl" | "ul" | "section") {
                let text = heading_before(&self.tree, at).map(|heading| self.tree.line(heading, 120));
                text.map_or(0.0, |text| name.likeness(&Name::new(&text)))
            } else {
                0.0
            };
            let score = class.max(label).max(heading);
            if score >= 0.85 && best.is_none_or(|(_, known)| score > known + 1e-9) {
                best = Some((at, score));
            }
        }
        best.map(|(at, _)| self.tree.nodes[at].node)
    }

    /// The item that answers most of the properties.
    pub(super) fn best_item<'i>(
        &self,
        facets: &Facets<'a>,
        name: &str,
        items: &'i [DataItem],
    ) -> Option<(&'i Map<String, Value>, String, ItemOrigin, NodeId)> {
        let wanted = Name::new(name);
        let mut best: Option<(f64, &'i DataItem)> = None;
        for item in items.iter().filter(|item| item.origin != ItemOrigin::Meta) {
            let Some(object) = item.value.as_object() else { continue };
            let scores = facets.properties.iter().map(|(property, part)| {
                let facets = self.facets(part);
                if facets.binding.is_some() {
                    return 0.0;
                }
                embedded::find(object, &Name::new(property))
                    .map_or(0.0, |(_, score, value)| if fits(value, &facets) { score } else { 0.0 })
            });
            let sum: f64 = scores.sum();
            if sum <= 0.0 {
                continue;
            }
            // A card on the page is of somebody who writes on it.
            let is_card = item.origin == ItemOrigin::Markup(Syntax::Microformat)
                && matches!(item.kind.as_str(), "Person" | "PostalAddress");
            if is_card && Name::new(&item.kind).likeness(&wanted) <= 0.6 {
                continue;
            }
            // The subject of a page, not its surroundings.
            let kind = match item.kind.as_str() {
                kind if is_around(kind) => -0.6,
                kind if !wanted.is_empty() && Name::new(kind).likeness(&wanted) > 0.6 => 1.5,
                _ => 0.0,
            };
            let score = sum + kind;
            if best.is_none_or(|(known, _)| score > known + 1e-9) {
                best = Some((score, item));
            }
        }
        let (score, item) = best?;
        // One property in common is chance, where many are asked for.
        let least = if facets.properties.len() > 2 { 0.9 } else { 0.5 };
        (score >= least)
            .then(|| item.value.as_object().map(|object| (object, String::new(), item.origin, item.node)))
            .flatten()
    }
}

/// True for a kind of item about the surroundings of a page's subject.
pub(super) fn is_around(kind: &str) -> bool {
    matches!(
        kind,
        "WebSite"
            | "WebPage"
            | "Organization"
            | "BreadcrumbList"
            | "ListItem"
            | "ImageObject"
            | "SearchAction"
            | "Person"
            | "Brand"
            | "SiteNavigationElement"
            | "WPHeader"
            | "WPFooter"
            | "ContactPoint"
            | "Rating"
            | "Review"
            | "VideoObject"
            | "NewsMediaOrganization"
    )
}

/// True if a value for machines can be what a schema asks for.
fn fits(value: &Value, facets: &Facets<'_>) -> bool {
    match value {
        Value::Object(_) => facets.is_object() || !facets.is_array(),
        Value::Array(_) => true,
        Value::String(text) if facets.is_number() => value::number(text, false).is_some(),
        _ => !facets.is_object(),
    }
}
