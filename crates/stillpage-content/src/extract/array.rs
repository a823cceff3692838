//! The walk through a schema at its lists: of the data for machines, of records, of texts.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::convert::{convert, has_other_scheme, wants_image, wants_url};
use super::embedded::{self, DataItem, ItemOrigin};
use super::fill::{Extractor, Scope};
use super::item::is_around;
use super::name::Name;
use super::numbering::{Numbers, behind_number, numbers};
use super::schema::Facets;
use crate::dom::NodeId;
use crate::rendered::visible::heading_level;

impl<'a> Extractor<'a> {
    pub(super) fn array<'i>(
        &mut self,
        facets: &Facets<'a>,
        scope: &Scope<'i>,
        name: &str,
        pointer: &str,
        depth: usize,
        items: &'i [DataItem],
    ) -> Option<Value> {
        let inner = self.facets(facets.items?);
        let limit = facets.max_items.and_then(|max| usize::try_from(max).ok()).unwrap_or(usize::MAX);
        // A binding of the items is one of the list, too.
        let of_items = || inner.binding.filter(|binding| binding.selector.is_some() || binding.role.is_some());
        if let Some(binding) = facets.binding.or_else(of_items) {
            let nodes = self.bound_nodes(&binding, scope);
            return self.bound_array(&inner, facets.items?, &binding, nodes, (name, pointer, depth, limit), items);
        }
        let embedded = self.embedded_list(&inner, scope, name, depth, items);
        if let Some((values, origin, node, path)) = embedded {
            // What is written as one value may be a list to the eye.
            if values.len() == 1
                && !inner.is_object()
                && let Some(holder) = self.markup_node(origin, node, &path).and_then(|node| self.tree.at(node))
                && let Some(found) = self.entries_in(holder, &inner, (name, pointer, limit))
            {
                return Some(found);
            }
            let found = self.fill_embedded(&inner, values, (origin, node, path), (name, pointer, depth, limit), items);
            if found.is_some() {
                let seen = found.as_ref().filter(|_| !inner.is_object() && !scope.is_record);
                return seen.and_then(|found| self.fuller_list(found, &inner, scope, (name, pointer, limit))).or(found);
            }
        }
        if inner.is_object() {
            return self.records(&inner, scope, (name, pointer, depth, limit), items);
        }
        self.scalars(&inner, scope, name, pointer, limit)
    }

    /// The list as it is seen, where each entry contains that of the machine-readable list, and most of them more, as
    /// amounts before what they are of.
    fn fuller_list(
        &mut self,
        stated: &Value,
        inner: &Rc<Facets<'a>>,
        scope: &Scope<'_>,
        (name, pointer, limit): (&str, &str, usize),
    ) -> Option<Value> {
        let stated = stated.as_array().filter(|stated| stated.len() > 1)?;
        let sources = self.sources.clone();
        let seen = self.scalars(inner, scope, name, pointer, limit);
        let fuller = seen.filter(|seen| {
            let entries = seen.as_array().map(Vec::as_slice).unwrap_or_default();
            let tokens = |value: &Value| tokens(value.as_str().unwrap_or_default());
            let pairs = || stated.iter().map(tokens).zip(entries.iter().map(tokens));
            let more = pairs().filter(|(stated, seen)| seen.len() > stated.len()).count();
            entries.len() == stated.len()
                && more * 2 > stated.len()
                && pairs().all(|(stated, seen)| stated.iter().all(|token| seen.contains(token)))
        });
        if fuller.is_none() {
            self.sources = sources;
        }
        fuller
    }

    /// A list for machines: by its name, the elements of an `ItemList`, or several items of one kind that fit.
    fn embedded_list<'i>(
        &self,
        inner: &Facets<'a>,
        scope: &Scope<'i>,
        name: &str,
        depth: usize,
        items: &'i [DataItem],
    ) -> Option<(Vec<Cow<'i, Value>>, ItemOrigin, NodeId, String)> {
        let wanted = Name::new(name);
        if let Some((object, path, origin, node)) = &scope.item
            && let Some((step, _, value)) = embedded::find(object, &wanted)
        {
            let values = match value {
                value if !inner.is_object() => embedded::entries(value),
                Value::Array(values) => values.iter().map(Cow::Borrowed).collect(),
                value => vec![Cow::Borrowed(value)],
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
        let mut kinds: Vec<(&str, Vec<&'i DataItem>)> = Vec::new();
        let is_meant = |item: &DataItem| !is_around(&item.kind) || Name::new(&item.kind).likeness(&wanted) > 0.6;
        let fitting = items.iter().filter(|item| item.origin != ItemOrigin::Meta && fit(&item.value) >= least);
        for item in fitting.filter(|item| is_meant(item)) {
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
        Some((
            members.iter().map(|item| Cow::Borrowed(&item.value)).collect(),
            first.origin,
            first.node,
            first.kind.clone(),
        ))
    }

    /// The entries of a list without those that the page shows as headings of its parts, or that announce the next ones.
    fn without_headings<'i>(&self, values: Vec<Cow<'i, Value>>) -> Vec<Cow<'i, Value>> {
        let headings: BTreeSet<String> = (0..self.tree.nodes.len())
            .filter(|&at| heading_level(self.page, self.tree.nodes[at].node).is_some())
            .map(|at| self.tree.line(at, 400).to_lowercase())
            .collect();
        let is_heading = |value: &Cow<'_, Value>| {
            let text = embedded::text(value, false).unwrap_or_default();
            text.ends_with([':', '：']) || headings.contains(&text.to_lowercase())
        };
        let entries: Vec<_> = values.iter().filter(|value| !is_heading(value)).cloned().collect();
        if entries.len() * 2 > values.len() { entries } else { values }
    }

    fn fill_embedded<'i>(
        &mut self,
        inner: &Facets<'a>,
        values: Vec<Cow<'i, Value>>,
        (origin, node, path): (ItemOrigin, NodeId, String),
        (name, pointer, depth, limit): (&str, &str, usize, usize),
        items: &'i [DataItem],
    ) -> Option<Value> {
        let values = if inner.is_object() { values } else { without_numbers(values) };
        let values = if Name::new(name).means("ingredients") { self.without_headings(values) } else { values };
        let mut out = Vec::new();
        for (i, value) in values.into_iter().enumerate() {
            if out.len() >= limit {
                break;
            }
            let place = format!("{pointer}/{}", out.len());
            let filled = if inner.is_object() {
                let Cow::Borrowed(value) = value else { continue };
                // An `ItemList` holds its items in elements.
                let value = value.get("item").filter(|item| item.is_object()).unwrap_or(value);
                let Some(object) = value.as_object() else { continue };
                let scope = Scope {
                    root: node,
                    item: Some((object, format!("{path}.{i}."), origin, node)),
                    fields: Some(self.no_fields()),
                    is_record: true,
                    prefix: None,
                };
                let filled = self.object_here(inner, &scope, &place, depth + 1, items);
                filled.filter(|value| inner.required.iter().all(|name| value.get(*name).is_some()))
            } else if inner.is_array() {
                None
            } else {
                let wanted = Name::new(name);
                let url = wants_url(inner, &wanted) || wants_image(inner, &wanted);
                let value = embedded::text(&value, url)
                    .filter(|text| !url || !has_other_scheme(text))
                    .and_then(|text| convert(&text, Some(&text), inner, &wanted, self.locale));
                if value.is_some() {
                    let (from, trust) = origin.label_and_trust();
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
        (!out.is_empty()).then_some(Value::Array(out))
    }
}

/// The entries of a list without the numbers that they start with, and without the label before the first of them.
fn without_numbers(values: Vec<Cow<'_, Value>>) -> Vec<Cow<'_, Value>> {
    let texts: Vec<String> = values.iter().map(|value| embedded::text(value, false).unwrap_or_default()).collect();
    let lines: Vec<&str> = texts.iter().map(String::as_str).collect();
    let has_label = lines.first().is_some_and(|first| first.ends_with([':', '：']));
    for skipped in 0..=usize::from(has_label) {
        let lines = lines.get(skipped..).unwrap_or_default();
        if numbers(lines) == Numbers::Marked {
            let entries = lines.iter().enumerate();
            return entries
                .map(|(i, line)| Cow::Owned(Value::from(behind_number(line, i + 1).unwrap_or(line))))
                .collect();
        }
    }
    values
}

/// The words and numbers of a text: `500gr` are two.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in text.chars() {
        if c.is_alphanumeric() {
            if !last.is_alphanumeric() || last.is_numeric() != c.is_numeric() {
                tokens.push(String::new());
            }
            if let Some(token) = tokens.last_mut() {
                token.extend(c.to_lowercase());
            }
        }
        last = c;
    }
    tokens
}
