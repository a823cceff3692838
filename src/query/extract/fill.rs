//! The walk through a schema that fills it from a page.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::convert::{Locale, convert, wants_image, wants_url};
use super::embedded::{self, Item, Origin};
use super::field::{Field, fields};
use super::matching::{Match, Wanted, answer};
use super::name::Name;
use super::record::RecordList;
use super::schema::{Facets, Schema, escape};
use super::{SourceOfValue, value};
use crate::dom::NodeId;
use crate::page::Page;
use crate::query::link::absolute;
use crate::query::visible::{At, VisibleTree, heading_level};

/// Limit: schemas in schemas; those that refer to themselves end there.
const MAX_DEPTH: usize = 10;
/// Limit: values of one extraction.
pub(super) const MAX_VALUES: usize = 200_000;

/// Where values are looked for.
#[derive(Clone)]
pub(super) struct Scope<'i> {
    /// The element.
    pub(super) root: NodeId,
    /// What the page says for machines of the thing in question, the path to it, and whose it is.
    pub(super) item: Option<(&'i Map<String, Value>, String, Origin, NodeId)>,
    /// Where in [`Filler::fields`] the fields of the scope are.
    pub(super) fields: Option<usize>,
    /// A record, or what the schema binds: the kind of a value may be enough to know it by.
    pub(super) is_record: bool,
}

pub(super) struct Filler<'a> {
    pub(super) page: &'a Page,
    pub(super) schema: &'a Schema,
    pub(super) tree: VisibleTree<'a>,
    pub(super) locale: Locale,
    pub(super) items: Vec<Item>,
    pub(super) lists: Option<Vec<RecordList>>,
    pub(super) fields: Vec<Vec<Field>>,
    /// Where those of the whole page are.
    pub(super) fields_of_page: Option<usize>,
    pub(super) sources: BTreeMap<String, SourceOfValue>,
    pub(super) values: usize,
}

impl<'a> Filler<'a> {
    pub(super) fn new(page: &'a Page, schema: &'a Schema) -> Self {
        Self {
            page,
            schema,
            tree: VisibleTree::new(page),
            locale: Locale::of(page),
            items: embedded::items(page.dom()),
            lists: None,
            fields: Vec::new(),
            fields_of_page: None,
            sources: BTreeMap::new(),
            values: 0,
        }
    }

    /// The sources of the values that were kept.
    pub(super) fn into_sources(self) -> BTreeMap<String, SourceOfValue> {
        self.sources
    }

    pub(super) fn fill_root(&mut self) -> Option<Value> {
        let schema = self.schema;
        let items = std::mem::take(&mut self.items);
        let facets = schema.facets(schema.json());
        let title = facets.title.unwrap_or_default();
        let scope = Scope { root: self.page.dom().document(), item: None, fields: None, is_record: false };
        self.fill(schema.json(), &scope, title, "", 0, &items)
    }

    pub(super) fn fill<'i>(
        &mut self,
        part: &'a Value,
        scope: &Scope<'i>,
        name: &str,
        pointer: &str,
        depth: usize,
        items: &'i [Item],
    ) -> Option<Value> {
        self.values += 1;
        if depth > MAX_DEPTH || self.values > MAX_VALUES {
            return None;
        }
        let facets = self.schema.facets(part);
        if let Some(constant) = facets.constant {
            self.note(pointer, "schema", None, None, 1.0);
            return Some(constant.clone());
        }
        if facets.is_array() {
            return self.array(&facets, scope, name, pointer, depth, items);
        }
        if facets.is_object() {
            return self.object(&facets, scope, name, pointer, depth, items);
        }
        match facets.binding {
            Some(binding) => {
                let node = self.bound_nodes(&binding, scope).into_iter().find_map(|node| {
                    let (text, machine) = self.bound_text(node, &binding, &facets, name)?;
                    Some((node, convert(&text, machine.as_deref(), &facets, &Name::new(name), self.locale)?))
                });
                let (node, value) = node?;
                self.note(pointer, "binding", Some(node), None, 1.0);
                Some(value)
            }
            None => self.scalar(facets, scope, name, pointer, items),
        }
    }

    pub(super) fn note(
        &mut self,
        pointer: &str,
        from: &'static str,
        node: Option<NodeId>,
        property: Option<String>,
        confidence: f64,
    ) {
        let confidence = (confidence * 100.0).round() / 100.0;
        self.sources.insert(pointer.to_owned(), SourceOfValue { from, node, property, confidence });
    }

    /// Takes the sources of a value back.
    pub(super) fn forget(&mut self, pointer: &str) {
        let inside = format!("{pointer}/");
        self.sources.retain(|key, _| key != pointer && !key.starts_with(&inside));
    }

    fn object<'i>(
        &mut self,
        facets: &Facets<'a>,
        scope: &Scope<'i>,
        name: &str,
        pointer: &str,
        depth: usize,
        items: &'i [Item],
    ) -> Option<Value> {
        let mut scope = scope.clone();
        if let Some(binding) = facets.binding.filter(|binding| binding.selector.is_some() || binding.role.is_some()) {
            let root = self.bound_nodes(&binding, &scope).into_iter().next()?;
            scope = Scope { root, item: None, fields: None, is_record: true };
        } else if let Some((object, path, origin, node)) = &scope.item {
            if let Some((step, _, Value::Object(inner))) =
                embedded::find(object, &Name::new(name)).filter(|_| depth > 0)
            {
                scope.item = Some((inner, format!("{path}{step}."), *origin, *node));
            }
        } else if !scope.is_record {
            scope.item = self.best_item(facets, name, items);
        }
        let mut object = Map::new();
        let mut found = false;
        for &(property, part) in &facets.properties {
            let inner = format!("{pointer}/{}", escape(property));
            match self.fill(part, &scope, property, &inner, depth + 1, items) {
                Some(value) => {
                    found |= self.schema.facets(part).constant.is_none();
                    object.insert(property.to_owned(), value);
                }
                // Said to be nothing, where that may be said.
                None if self.schema.facets(part).nullable => {
                    object.insert(property.to_owned(), Value::Null);
                }
                None => {}
            }
        }
        if !found && (depth > 0 || facets.nullable) {
            self.forget(pointer);
            return None;
        }
        Some(Value::Object(object))
    }

    /// The item that answers most of the properties.
    fn best_item<'i>(
        &self,
        facets: &Facets<'a>,
        name: &str,
        items: &'i [Item],
    ) -> Option<(&'i Map<String, Value>, String, Origin, NodeId)> {
        let wanted = Name::new(name);
        let mut best: Option<(f64, &'i Item)> = None;
        for item in items.iter().filter(|item| item.origin != Origin::Meta) {
            let Some(object) = item.value.as_object() else { continue };
            let scores = facets.properties.iter().map(|(property, part)| {
                let facets = self.schema.facets(part);
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
            // What a page is about, not what is around it.
            let kind = match item.kind.as_str() {
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
                | "NewsMediaOrganization" => -0.6,
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

    fn scalar(
        &mut self,
        facets: Facets<'a>,
        scope: &Scope<'_>,
        name: &str,
        pointer: &str,
        items: &[Item],
    ) -> Option<Value> {
        let wanted = Wanted::new(name, facets);
        if let Some((object, path, origin, node)) = &scope.item
            && let Some((value, step, score)) = self.property_of(object, &wanted)
        {
            let (from, trust) = told(*origin);
            let node =
                if *origin == Origin::Microdata { self.microdata_node(*node, &step).unwrap_or(*node) } else { *node };
            // The value of a link is its address, which is no name.
            let is_address = value.as_str().is_some_and(|text| text.starts_with("http"))
                && !wanted
                    .names
                    .iter()
                    .any(|name| wants_url(&wanted.facets, name) || wants_image(&wanted.facets, name));
            let words = self
                .tree
                .at(node)
                .filter(|_| is_address && wanted.facets.format.is_none())
                .map(|at| self.tree.line(at, 2000));
            let value = words
                .and_then(|words| convert(&words, None, &wanted.facets, &wanted.name(), self.locale))
                .unwrap_or(value);
            self.note(pointer, from, Some(node), Some(format!("{path}{step}")), score * trust);
            return Some(value);
        }
        if !scope.is_record {
            let meta = items.iter().find(|item| item.origin == Origin::Meta);
            if let Some((item, object)) = meta.and_then(|item| Some((item, item.value.as_object()?)))
                && let Some((value, step, score)) =
                    self.property_of(object, &wanted).filter(|(_, _, score)| *score > 0.8)
            {
                self.note(pointer, "meta", Some(item.node), Some(step), score * told(Origin::Meta).1);
                return Some(value);
            }
        }
        let (at, found) = self.best_field(&wanted, scope)?;
        self.note(pointer, found.from, Some(self.tree.nodes[at].node), None, found.score);
        Some(found.value)
    }

    /// A property of an item as the value that is asked for.
    fn property_of(&self, object: &Map<String, Value>, wanted: &Wanted<'_>) -> Option<(Value, String, f64)> {
        let mut found: Option<(Value, String, f64)> = None;
        for name in &wanted.names {
            let Some((step, score, raw)) = embedded::find(object, name) else { continue };
            let url = wants_url(&wanted.facets, name) || wants_image(&wanted.facets, name);
            let Some(text) = embedded::text(raw, url) else { continue };
            let is_plain = matches!(raw, Value::Number(_) | Value::Bool(_));
            let text =
                if url { absolute(self.page.dom(), self.page.dom().document(), &text).unwrap_or(text) } else { text };
            let machine =
                (is_plain || wanted.facets.is_number() || wanted.facets.format.is_some()).then_some(text.as_str());
            let Some(value) = convert(&text, machine, &wanted.facets, name, self.locale) else { continue };
            if found.as_ref().is_none_or(|(_, _, known)| score > *known) {
                found = Some((value, step, score));
            }
        }
        found
    }

    /// The element of an item's property.
    fn microdata_node(&self, scope: NodeId, path: &str) -> Option<NodeId> {
        let last = path.rsplit('.').next()?;
        let dom = self.page.dom();
        dom.descendants(scope).find(|&n| {
            dom.attr(n, &"itemprop".into()).is_some_and(|names| names.split_ascii_whitespace().any(|name| name == last))
        })
    }

    /// The field of the scope that answers best; of several that answer as well the first.
    fn best_field(&mut self, wanted: &Wanted<'_>, scope: &Scope<'_>) -> Option<(At, Match)> {
        let which = match scope.fields {
            Some(which) => which,
            None => self.fields_of(scope.root)?,
        };
        let mut best: Option<(At, Match)> = None;
        for field in &self.fields[which] {
            let Some(found) = answer(wanted, field, self.locale, scope.is_record) else { continue };
            if best.as_ref().is_none_or(|(_, known)| found.score > known.score + 1e-9) {
                best = Some((field.at, found));
            }
        }
        // The heading of the page is its title.
        if best.is_none() && !scope.is_record && wanted.is_title() {
            let title = (0..self.tree.nodes.len()).find(|&at| {
                heading_level(self.page, self.tree.nodes[at].node) == Some(1) && self.tree.nodes[at].chars > 0
            })?;
            let value = convert(&self.tree.line(title, 2000), None, &wanted.facets, &wanted.name(), self.locale)?;
            return Some((title, Match { value, score: 0.6, from: "element" }));
        }
        best
    }

    /// The fields below an element, gathered once.
    pub(super) fn fields_of(&mut self, root: NodeId) -> Option<usize> {
        let at = self.tree.at(root)?;
        // The page itself is asked again and again.
        if let Some(known) = self.fields_of_page.filter(|_| at == 0) {
            return Some(known);
        }
        self.fields.push(fields(&self.tree, at, &[]));
        let own = self.fields.len() - 1;
        if at == 0 {
            self.fields_of_page = Some(own);
        }
        Some(own)
    }

    fn array<'i>(
        &mut self,
        facets: &Facets<'a>,
        scope: &Scope<'i>,
        name: &str,
        pointer: &str,
        depth: usize,
        items: &'i [Item],
    ) -> Option<Value> {
        let part = facets.items?;
        let inner = self.schema.facets(part);
        let limit = facets.max_items.and_then(|max| usize::try_from(max).ok()).unwrap_or(usize::MAX);
        if let Some(binding) = facets.binding {
            let nodes = self.bound_nodes(&binding, scope);
            return self.bound_array(&inner, part, &binding, nodes, (name, pointer, depth, limit), items);
        }
        // A binding of the items is one of the list, too.
        if let Some(binding) = inner.binding.filter(|binding| binding.selector.is_some() || binding.role.is_some()) {
            let nodes = self.bound_nodes(&binding, scope);
            return self.bound_array(&inner, part, &binding, nodes, (name, pointer, depth, limit), items);
        }
        let embedded = self.embedded_list(&inner, scope, name, depth, items);
        if let Some((values, origin, node, path)) = embedded {
            let found =
                self.fill_embedded(&inner, part, values, (origin, node, path), (name, pointer, depth, limit), items);
            if found.is_some() {
                return found;
            }
        }
        if inner.is_object() {
            return self.records(&inner, part, scope, (name, pointer, depth, limit), items);
        }
        self.scalars(&inner, scope, name, pointer, limit)
    }

    /// A list for machines: by its name, the elements of an `ItemList`, or several items of one kind that fit.
    fn embedded_list<'i>(
        &self,
        inner: &Facets<'a>,
        scope: &Scope<'i>,
        name: &str,
        depth: usize,
        items: &'i [Item],
    ) -> Option<(Vec<&'i Value>, Origin, NodeId, String)> {
        let wanted = Name::new(name);
        if let Some((object, path, origin, node)) = &scope.item
            && let Some((step, _, value)) = embedded::find(object, &wanted)
        {
            let values: Vec<&Value> = match value {
                Value::Array(values) => values.iter().collect(),
                value => vec![value],
            };
            return Some((values, *origin, *node, format!("{path}{step}")));
        }
        if scope.is_record || depth > 2 || !inner.is_object() {
            return None;
        }
        // Items of one kind that answer at least half of the properties.
        let fit = |value: &Value| {
            let Some(object) = value.as_object() else { return 0.0 };
            inner
                .properties
                .iter()
                .filter(|(property, _)| embedded::find(object, &Name::new(property)).is_some())
                .count() as f64
        };
        #[expect(clippy::cast_precision_loss, reason = "a handful of properties")]
        let least = (inner.properties.len() as f64 / 2.0).max(1.0);
        let mut kinds: Vec<(&str, Vec<&'i Item>)> = Vec::new();
        for item in items.iter().filter(|item| item.origin != Origin::Meta && fit(&item.value) >= least) {
            match kinds.iter_mut().find(|(kind, _)| *kind == item.kind) {
                Some((_, members)) => members.push(item),
                None => kinds.push((&item.kind, vec![item])),
            }
        }
        let (_, members) = kinds.into_iter().filter(|(_, members)| members.len() > 1).max_by(|a, b| {
            let likeness = |kind: &str| Name::new(kind).likeness(&wanted);
            likeness(a.0).total_cmp(&likeness(b.0)).then(a.1.len().cmp(&b.1.len()))
        })?;
        let first = members[0];
        Some((members.iter().map(|item| &item.value).collect(), first.origin, first.node, first.kind.clone()))
    }

    fn fill_embedded<'i>(
        &mut self,
        inner: &Facets<'a>,
        part: &'a Value,
        values: Vec<&'i Value>,
        (origin, node, path): (Origin, NodeId, String),
        (name, pointer, depth, limit): (&str, &str, usize, usize),
        items: &'i [Item],
    ) -> Option<Value> {
        let mut out = Vec::new();
        for (i, value) in values.into_iter().enumerate() {
            if out.len() >= limit {
                break;
            }
            let place = format!("{pointer}/{}", out.len());
            // An `ItemList` holds its items in elements.
            let value = value.get("item").filter(|item| item.is_object()).unwrap_or(value);
            let filled = if inner.is_object() {
                let Some(object) = value.as_object() else { continue };
                let scope = Scope {
                    root: node,
                    item: Some((object, format!("{path}.{i}."), origin, node)),
                    fields: Some(self.no_fields()),
                    is_record: true,
                };
                self.object_here(inner, &scope, &place, depth + 1, items)
            } else if inner.is_array() {
                None
            } else {
                let wanted = Name::new(name);
                let url = wants_url(inner, &wanted) || wants_image(inner, &wanted);
                let value = embedded::text(value, url)
                    .and_then(|text| convert(&text, Some(&text), inner, &wanted, self.locale));
                if value.is_some() {
                    let (from, trust) = told(origin);
                    self.note(&place, from, Some(node), Some(format!("{path}.{i}")), trust);
                }
                value
            };
            match filled {
                Some(value) => out.push(value),
                None => self.forget(&place),
            }
        }
        // Words with commas between them are a list that is written as one.
        if out.len() == 1
            && !inner.is_object()
            && let Some(Value::String(text)) = out.first()
            && text.contains(',')
            && Name::new(name).means("tags")
        {
            let words: Vec<Value> =
                text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(Value::from).collect();
            let source = self.sources.remove(&format!("{pointer}/0"));
            for i in 0..words.len() {
                if let Some(source) = &source {
                    self.sources.insert(format!("{pointer}/{i}"), source.clone());
                }
            }
            out = words;
        }
        let _ = part;
        (!out.is_empty()).then_some(Value::Array(out))
    }

    /// The place of an empty list of fields.
    fn no_fields(&mut self) -> usize {
        match self.fields.iter().position(Vec::is_empty) {
            Some(at) => at,
            None => {
                self.fields.push(Vec::new());
                self.fields.len() - 1
            }
        }
    }

    /// The properties of an object, looked for in a scope and nowhere else.
    pub(super) fn object_here<'i>(
        &mut self,
        facets: &Facets<'a>,
        scope: &Scope<'i>,
        pointer: &str,
        depth: usize,
        items: &'i [Item],
    ) -> Option<Value> {
        let mut object = Map::new();
        let mut found = false;
        for &(property, part) in &facets.properties {
            let inner = format!("{pointer}/{}", escape(property));
            match self.fill(part, scope, property, &inner, depth + 1, items) {
                Some(value) => {
                    found |= self.schema.facets(part).constant.is_none();
                    object.insert(property.to_owned(), value);
                }
                None if self.schema.facets(part).nullable => {
                    object.insert(property.to_owned(), Value::Null);
                }
                None => {}
            }
        }
        found.then_some(Value::Object(object))
    }
}

/// How an origin is called, and how far it is trusted.
fn told(origin: Origin) -> (&'static str, f64) {
    match origin {
        Origin::JsonLd => ("json-ld", 0.97),
        Origin::Microdata => ("microdata", 0.95),
        Origin::Meta => ("meta", 0.85),
    }
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
