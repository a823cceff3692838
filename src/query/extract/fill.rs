//! The walk through a schema that fills it from a page.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::convert::{Locale, convert, wants_image, wants_url};
use super::embedded::{self, Item, Origin};
use super::field::{Field, fields};
use super::matching::{LEAST, Match, Wanted, answer};
use super::name::Name;
use super::record::{RecordList, heading_before, lists};
use super::schema::{Binding, Facets, Schema, escape, regex};
use super::{SourceOfValue, value};
use crate::aria::Role;
use crate::dom::NodeId;
use crate::page::Page;
use crate::query::link::absolute;
use crate::query::markdown::image_url;
use crate::query::visible::{At, Shape, VisibleTree, heading_level, is_printed};
use crate::selector::{SelectorList, select};

/// Limit: schemas in schemas; those that refer to themselves end there.
const MAX_DEPTH: usize = 10;
/// Limit: values of one extraction.
const MAX_VALUES: usize = 200_000;
/// Limit: records that tell which field a property means.
const SAMPLE: usize = 6;
/// Limit: characters of a text that a schema binds.
const MAX_TEXT: usize = 50_000;

/// Where values are looked for.
#[derive(Clone)]
struct Scope<'i> {
    /// The element.
    root: NodeId,
    /// What the page says for machines of the thing in question, the path to it, and whose it is.
    item: Option<(&'i Map<String, Value>, String, Origin, NodeId)>,
    /// Where in [`Filler::fields`] the fields of the scope are.
    fields: Option<usize>,
    /// A record, or what the schema binds: the kind of a value may be enough to know it by.
    is_record: bool,
}

pub(super) struct Filler<'a> {
    page: &'a Page,
    schema: &'a Schema,
    tree: VisibleTree<'a>,
    locale: Locale,
    items: Vec<Item>,
    lists: Option<Vec<RecordList>>,
    fields: Vec<Vec<Field>>,
    /// Where those of the whole page are.
    fields_of_page: Option<usize>,
    sources: BTreeMap<String, SourceOfValue>,
    values: usize,
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
        let value = self.fill(schema.json(), &scope, title, "", 0, &items);
        value
    }

    fn fill<'i>(
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

    fn note(
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
    fn forget(&mut self, pointer: &str) {
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
            && let Some((value, step, score)) = self.from_item(object, &wanted)
        {
            let (from, trust) = told(*origin);
            let node =
                if *origin == Origin::Microdata { self.microdata_node(*node, &step).unwrap_or(*node) } else { *node };
            self.note(pointer, from, Some(node), Some(format!("{path}{step}")), score * trust);
            return Some(value);
        }
        if !scope.is_record {
            let meta = items.iter().find(|item| item.origin == Origin::Meta);
            if let Some((item, object)) = meta.and_then(|item| Some((item, item.value.as_object()?)))
                && let Some((value, step, score)) = self.from_item(object, &wanted).filter(|(_, _, score)| *score > 0.8)
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
    fn from_item(&self, object: &Map<String, Value>, wanted: &Wanted<'_>) -> Option<(Value, String, f64)> {
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
        if best.is_none() && !scope.is_record && wanted.names.iter().any(|name| name.means("name")) {
            let title = (0..self.tree.nodes.len()).find(|&at| {
                heading_level(self.page, self.tree.nodes[at].node) == Some(1) && self.tree.nodes[at].chars > 0
            })?;
            let value = convert(&self.tree.line(title, 2000), None, &wanted.facets, &wanted.name(), self.locale)?;
            return Some((title, Match { value, score: 0.6, from: "element" }));
        }
        best
    }

    /// The fields below an element, gathered once.
    fn fields_of(&mut self, root: NodeId) -> Option<usize> {
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
    fn object_here<'i>(
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

    /// Records by structure: the list that answers the properties best.
    fn records<'i>(
        &mut self,
        inner: &Facets<'a>,
        part: &'a Value,
        scope: &Scope<'i>,
        (name, pointer, depth, limit): (&str, &str, usize, usize),
        items: &'i [Item],
    ) -> Option<Value> {
        let _ = part;
        if self.lists.is_none() {
            self.lists = Some(lists(&self.tree));
        }
        let all = self.lists.take().unwrap_or_default();
        let range = self.tree.at(scope.root).map(|at| at..self.tree.nodes[at].end);
        let wanted: Vec<Wanted<'a>> =
            inner.properties.iter().map(|(property, part)| Wanted::new(property, self.schema.facets(part))).collect();
        let list_name = Name::new(name);
        let mut best: Option<(f64, usize)> = None;
        for (i, list) in all.iter().enumerate() {
            let inside = range
                .as_ref()
                .is_none_or(|range| list.records.first().is_some_and(|at| range.contains(at) && *at != range.start));
            if !inside {
                continue;
            }
            let score = self.score(list, &wanted, inner, &list_name);
            if score > 0.0 && best.is_none_or(|(known, _)| score > known + 1e-9) {
                best = Some((score, i));
            }
        }
        let list = best.map(|(_, i)| all[i].clone());
        self.lists = Some(all);
        let list = list?;
        let keys = self.keys(&list, &wanted);
        let mut out = Vec::new();
        for &record in &list.records {
            if out.len() >= limit || self.values > MAX_VALUES {
                break;
            }
            let place = format!("{pointer}/{}", out.len());
            let mut own = fields(&self.tree, record, &list.headers);
            prefer(&mut own, &keys);
            self.fields.push(own);
            let own = self.fields.len() - 1;
            let scope = Scope { root: self.tree.nodes[record].node, item: None, fields: Some(own), is_record: true };
            let filled = self.object_here(inner, &scope, &place, depth + 1, items);
            // Theirs and those of what is in them are not asked again.
            self.fields.truncate(own);
            self.fields_of_page = self.fields_of_page.filter(|&page| page < own);
            let enough = |object: &Map<String, Value>| inner.required.iter().all(|name| object.contains_key(*name));
            match filled {
                Some(Value::Object(object)) if enough(&object) || is_mostly_there(&object, inner) => {
                    out.push(Value::Object(object))
                }
                _ => self.forget(&place),
            }
        }
        (!out.is_empty()).then_some(Value::Array(out))
    }

    /// How well a list answers the properties: what share of them, how surely, for how many records.
    fn score(&self, list: &RecordList, wanted: &[Wanted<'a>], inner: &Facets<'a>, name: &Name) -> f64 {
        let scalars: Vec<&Wanted<'a>> =
            wanted.iter().filter(|w| !w.facets.is_object() && !w.facets.is_array()).collect();
        if scalars.is_empty() {
            return 0.0;
        }
        let sample: Vec<At> = spread(&list.records, SAMPLE);
        let mut sum = 0.0;
        for &record in &sample {
            let own = fields(&self.tree, record, &list.headers);
            let mut missing = false;
            let mut used: Vec<(At, &str)> = Vec::new();
            let mut one = 0.0;
            for (w, (property, _)) in wanted.iter().zip(&inner.properties) {
                if w.facets.is_object() || w.facets.is_array() {
                    continue;
                }
                let found = if w.facets.binding.is_some() {
                    Some((record, "", 0.6))
                } else {
                    own.iter().filter_map(|field| answer(w, field, self.locale, true).map(|m| (field, m))).fold(
                        None::<(At, &str, f64)>,
                        |best, (field, m)| {
                            if best.is_none_or(|b| m.score > b.2 + 1e-9) {
                                Some((field.at, field.key.as_str(), m.score))
                            } else {
                                best
                            }
                        },
                    )
                };
                match found {
                    // One text for two properties is one find.
                    Some((at, key, score)) if !used.contains(&(at, key)) || key.is_empty() => {
                        used.push((at, key));
                        one += score;
                    }
                    Some((_, _, score)) => one += score * 0.3,
                    None => missing |= inner.required.contains(property),
                }
            }
            #[expect(clippy::cast_precision_loss, reason = "a handful of properties")]
            let share = one / scalars.len() as f64;
            sum += if missing { share * 0.4 } else { share };
        }
        #[expect(clippy::cast_precision_loss, reason = "a handful of records")]
        let mean = sum / sample.len().max(1) as f64;
        if mean < 0.22 {
            return 0.0;
        }
        let called = list.names.iter().map(|own| name.likeness(own)).fold(0.0, f64::max);
        #[expect(clippy::cast_precision_loss, reason = "at most ten thousand records")]
        let many = (list.records.len().min(200) as f64).ln_1p() / 200_f64.ln_1p();
        mean * (1.0 + 0.35 * called + 0.25 * many)
    }

    /// For each property the place in a record that answers it best over several records.
    fn keys(&self, list: &RecordList, wanted: &[Wanted<'a>]) -> Vec<String> {
        let mut totals: Vec<BTreeMap<String, f64>> = vec![BTreeMap::new(); wanted.len()];
        for record in spread(&list.records, SAMPLE) {
            let own = fields(&self.tree, record, &list.headers);
            for (w, totals) in wanted.iter().zip(&mut totals) {
                for (i, field) in own.iter().enumerate() {
                    if let Some(found) = answer(w, field, self.locale, true) {
                        #[expect(clippy::cast_precision_loss, reason = "the place of a field")]
                        let early = i as f64 * 1e-6;
                        *totals.entry(field.key.clone()).or_insert(0.0) += found.score - early;
                    }
                }
            }
        }
        let best = |totals: BTreeMap<String, f64>| {
            totals
                .into_iter()
                .fold((String::new(), 0.0), |best, (key, sum)| if sum > best.1 + 1e-9 { (key, sum) } else { best })
                .0
        };
        totals.into_iter().map(best).filter(|key| !key.is_empty()).collect()
    }

    /// A list of texts: what stands under a heading or behind a label of that name, or in elements of such a class.
    fn scalars(
        &mut self,
        inner: &Facets<'a>,
        scope: &Scope<'_>,
        name: &str,
        pointer: &str,
        limit: usize,
    ) -> Option<Value> {
        let wanted = Wanted::new(name, inner.clone());
        let start = self.tree.at(scope.root)?;
        let end = self.tree.nodes[start].end;
        let list = (start..end)
            .filter(|&at| matches!(self.tree.tag(at), "ul" | "ol") && self.tree.nodes[at].chars > 0)
            .find_map(|at| {
                let mut names: Vec<Name> = Vec::new();
                for up in std::iter::once(at).chain(self.tree.ancestors(at)).take(3) {
                    for attribute in ["class", "id", "aria-label"] {
                        names.extend(
                            self.tree.attr(up, attribute).unwrap_or_default().split_ascii_whitespace().map(Name::new),
                        );
                    }
                }
                names.extend(heading_before(&self.tree, at).map(|heading| Name::new(&self.tree.line(heading, 120))));
                let best = names
                    .iter()
                    .flat_map(|own| wanted.names.iter().map(move |name| name.likeness(own)))
                    .fold(0.0, f64::max);
                (best >= 0.7).then_some((at, best))
            });
        let mut found: Vec<(At, f64, &'static str)> = Vec::new();
        if let Some((list, score)) = list {
            let entries =
                self.tree.children(list).filter(|&at| self.tree.tag(at) == "li" && self.tree.nodes[at].chars > 0);
            found.extend(entries.map(|at| (at, score * 0.85, "label")));
        } else {
            for at in start..end {
                let words = ["class", "itemprop"]
                    .iter()
                    .flat_map(|a| self.tree.attr(at, a).unwrap_or_default().split_ascii_whitespace());
                let score = words
                    .map(Name::new)
                    .flat_map(|own| wanted.names.iter().map(move |name| name.likeness(&own)).collect::<Vec<_>>())
                    .fold(0.0, f64::max);
                let holds_text = self.tree.nodes[at].chars > 0
                    && !self.tree.shape(at).contains(Shape::TEXT)
                    && !self.tree.shape(at).contains(Shape::BLOCK_INSIDE);
                let nested = found.last().is_some_and(|(last, _, _)| self.tree.nodes[*last].end > at);
                if score >= 0.95 && holds_text && !nested {
                    found.push((at, score * 0.75, "class"));
                }
            }
            // One element of a class is what its parts are in.
            if found.len() == 1 {
                let holder = found[0].0;
                let parts: Vec<At> = self
                    .tree
                    .children(holder)
                    .filter(|&at| !self.tree.shape(at).contains(Shape::TEXT) && self.tree.nodes[at].chars > 0)
                    .collect();
                found = parts.into_iter().map(|at| (at, 0.65, "class")).collect();
            }
        }
        let mut out = Vec::new();
        for (at, score, from) in found {
            if out.len() >= limit {
                break;
            }
            let text = self.tree.line(at, 4000);
            if let Some(value) = convert(&text, None, inner, &wanted.name(), self.locale) {
                self.note(
                    &format!("{pointer}/{}", out.len()),
                    from,
                    Some(self.tree.nodes[at].node),
                    None,
                    score.max(LEAST),
                );
                out.push(value);
            }
        }
        (!out.is_empty()).then_some(Value::Array(out))
    }

    /// The elements that a binding means within a scope, in document order; of one without selector and role the scope's own.
    fn bound_nodes(&self, binding: &Binding<'_>, scope: &Scope<'_>) -> Vec<NodeId> {
        let dom = self.page.dom();
        let found = match binding.selector.map(SelectorList::parse) {
            Some(Ok(list)) => select(dom, &list, scope.root),
            // The schema was checked.
            Some(Err(_)) => Vec::new(),
            None if binding.role.is_some() => {
                dom.descendants(scope.root).filter(|&n| dom.element(n).is_some()).collect()
            }
            None => vec![scope.root],
        };
        let role = binding.role.and_then(Role::from_token);
        let aria = self.page.aria();
        found
            .into_iter()
            .filter(|&n| role.is_none() || aria.get(n).is_some_and(|a| a.role == role && self.tree.at(n).is_some()))
            .collect()
    }

    /// What a bound element says: its attribute, else its text, through the pattern.
    fn bound_text(
        &self,
        node: NodeId,
        binding: &Binding<'_>,
        facets: &Facets<'_>,
        name: &str,
    ) -> Option<(String, Option<String>)> {
        let dom = self.page.dom();
        let attr = |name: &str| dom.attr(node, &name.to_ascii_lowercase().as_str().into());
        let wanted = Name::new(name);
        let (mut text, mut machine) = match binding.attribute {
            Some(attribute) => {
                let value = attr(attribute)?;
                let is_address = matches!(
                    attribute.to_ascii_lowercase().as_str(),
                    "href" | "src" | "action" | "formaction" | "poster" | "data-src"
                );
                let value = if is_address {
                    absolute(dom, node, value).unwrap_or_else(|| value.to_owned())
                } else {
                    value.to_owned()
                };
                (value.clone(), Some(value))
            }
            None => {
                let address = || {
                    let url = attr("href").or_else(|| attr("src"));
                    let inner = || self.tree.at(node).and_then(|at| image_url(&self.tree, at));
                    url.filter(|url| !crate::query::link::has_scheme(url, "data"))
                        .and_then(|url| absolute(dom, node, url))
                        .or_else(inner)
                };
                let machine = ["datetime", "content"].iter().find_map(|name| attr(name)).map(str::to_owned);
                if (wants_url(facets, &wanted) || wants_image(facets, &wanted))
                    && binding.regex.is_none()
                    && let Some(url) = address()
                {
                    (url.clone(), Some(url))
                } else {
                    let visible =
                        self.tree.at(node).map(|at| self.tree.line(at, MAX_TEXT)).filter(|text| !text.is_empty());
                    let control = || crate::dom::form::value(dom, node).into_owned();
                    (visible.unwrap_or_else(control), machine)
                }
            }
        };
        // What is hidden is bound too, by name.
        if text.is_empty() && machine.is_none() {
            text = dom
                .text_content(node)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .chars()
                .filter(|&c| is_printed(c))
                .take(MAX_TEXT)
                .collect();
        }
        if let Some(pattern) = binding.regex.and_then(|pattern| regex(pattern).ok()) {
            let find = |text: &str| {
                let found = pattern.captures(text)?;
                found.get(1).or_else(|| found.get(0)).map(|m| m.as_str().to_owned())
            };
            text = find(&text).or_else(|| machine.as_deref().and_then(find))?;
            machine = None;
        }
        (!text.trim().is_empty() || machine.is_some()).then_some((text, machine))
    }

    fn bound_array<'i>(
        &mut self,
        inner: &Facets<'a>,
        part: &'a Value,
        binding: &Binding<'_>,
        nodes: Vec<NodeId>,
        (name, pointer, depth, limit): (&str, &str, usize, usize),
        items: &'i [Item],
    ) -> Option<Value> {
        let mut out = Vec::new();
        for node in nodes {
            if out.len() >= limit || self.values > MAX_VALUES {
                break;
            }
            let place = format!("{pointer}/{}", out.len());
            let scope = Scope { root: node, item: None, fields: None, is_record: true };
            let filled = if inner.is_object() {
                // The fields are gathered once for all properties.
                let scope = Scope { fields: self.fields_of(node), ..scope };
                self.object_here(inner, &scope, &place, depth + 1, items)
            } else if inner.is_array() {
                self.fill(part, &scope, name, &place, depth + 1, items)
            } else {
                // A binding of the items refines that of the list.
                let own = inner.binding.unwrap_or(*binding);
                let texts: Vec<(NodeId, String, Option<String>)> =
                    if inner.binding.is_some_and(|b| b.selector.is_some()) && binding != &own {
                        self.bound_nodes(&own, &scope)
                            .into_iter()
                            .take(1)
                            .filter_map(|n| self.bound_text(n, &own, inner, name).map(|(t, m)| (n, t, m)))
                            .collect()
                    } else {
                        let attribute = own.attribute.or(binding.attribute);
                        let merged = Binding { attribute, regex: own.regex.or(binding.regex), ..own };
                        self.bound_text(node, &merged, inner, name).map(|(t, m)| (node, t, m)).into_iter().collect()
                    };
                texts.into_iter().find_map(|(n, text, machine)| {
                    let value = convert(&text, machine.as_deref(), inner, &Name::new(name), self.locale)?;
                    self.note(&place, "binding", Some(n), None, 1.0);
                    Some(value)
                })
            };
            match filled {
                Some(value) => out.push(value),
                None => self.forget(&place),
            }
        }
        Some(Value::Array(out))
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

/// Fields at places that answer over many records are more likely what is meant.
fn prefer(fields: &mut [Field], keys: &[String]) {
    for field in fields.iter_mut().filter(|field| keys.contains(&field.key)) {
        for (_, weight, _) in &mut field.names {
            *weight = (*weight + 0.02).min(1.0);
        }
    }
}

/// True if a record lacks no more than half of what is required.
fn is_mostly_there(object: &Map<String, Value>, facets: &Facets<'_>) -> bool {
    let there = object.values().filter(|value| !value.is_null()).count();
    let required = facets.required.iter().filter(|name| object.contains_key(**name)).count();
    required * 2 >= facets.required.len() && there * 2 >= facets.properties.len().min(4)
}

/// Some records from all over a list.
fn spread(records: &[At], count: usize) -> Vec<At> {
    let step = records.len().div_ceil(count).max(1);
    records.iter().step_by(step).copied().collect()
}
