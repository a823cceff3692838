//! Lists of records that the structure of the page makes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::embedded::DataItem;
use super::field::{Field, FieldKind, fields};
use super::fill::{Extractor, MAX_VALUES, Scope};
use super::matching::{PropertyQuery, answer};
use super::name::Name;
use super::record::{RecordList, lists};
use super::schema::Facets;
use crate::rendered::visible::At;

/// Limit: records that decide which field a property means.
const SAMPLE: usize = 6;

impl<'a> Extractor<'a> {
    /// Records by structure: the list that answers the properties best.
    pub(super) fn records<'i>(
        &mut self,
        inner: &Facets<'a>,
        scope: &Scope<'i>,
        (name, pointer, depth, limit): (&str, &str, usize, usize),
        items: &'i [DataItem],
    ) -> Option<Value> {
        if self.lists.is_none() {
            self.lists = Some(lists(&self.tree));
        }
        let all = self.lists.take().unwrap_or_default();
        let range = self.tree.at(scope.root).map(|at| at..self.tree.nodes[at].end());
        let wanted: Vec<PropertyQuery<'a>> = inner
            .properties
            .iter()
            .map(|(property, part)| PropertyQuery::new(property, self.facets(part), &self.names))
            .collect();
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
        // Where titles are headings, the words of a link are not titles.
        let has_headings = keys.iter().any(|key| key.starts_with("Heading"));
        let mut out = Vec::new();
        for &record in &list.records {
            if out.len() >= limit || self.values > MAX_VALUES {
                break;
            }
            let place = format!("{pointer}/{}", out.len());
            let mut own = fields(&self.tree, record, &list.headers, &self.names);
            prefer(&mut own, &keys);
            for field in own.iter_mut().filter(|field| has_headings && field.kind == FieldKind::LinkText) {
                field.kind = FieldKind::Text;
            }
            self.fields.push(own);
            let own = self.fields.len() - 1;
            let scope = Scope {
                root: self.tree.nodes[record].node,
                item: None,
                fields: Some(own),
                is_record: true,
                prefix: None,
            };
            let filled = self.object_here(inner, &scope, &place, depth + 1, items);
            // Theirs and those of their descendants are not visited again.
            self.fields.truncate(own);
            self.fields_of_page = self.fields_of_page.filter(|&page| page < own);
            let enough = |object: &Map<String, Value>| inner.required.iter().all(|name| object.contains_key(*name));
            match filled {
                Some(Value::Object(object)) if enough(&object) || is_mostly_there(&object, inner) => {
                    out.push(Value::Object(object));
                }
                _ => self.forget(&place),
            }
        }
        // Where some have all that is required, those that have not are something else.
        let is_whole = |value: &Value| inner.required.iter().all(|name| value.get(*name).is_some_and(|v| !v.is_null()));
        if out.iter().any(is_whole) && !out.iter().all(is_whole) {
            self.keep_only(&mut out, pointer, &is_whole);
        }
        (!out.is_empty()).then_some(Value::Array(out))
    }

    /// Removes values from a list, with their sources.
    fn keep_only(&mut self, values: &mut Vec<Value>, pointer: &str, wanted: &dyn Fn(&Value) -> bool) {
        let mut kept = Vec::new();
        for (from, value) in std::mem::take(values).into_iter().enumerate() {
            let (old, new) = (format!("{pointer}/{from}"), format!("{pointer}/{}", kept.len()));
            if !wanted(&value) {
                self.forget(&old);
                continue;
            }
            if from != kept.len() {
                let inside = format!("{old}/");
                let moved: Vec<String> = self
                    .sources
                    .range(old.clone()..)
                    .take_while(|(key, _)| key.starts_with(&old))
                    .filter(|(key, _)| **key == old || key.starts_with(&inside))
                    .map(|(key, _)| key.clone())
                    .collect();
                for key in moved {
                    if let Some(source) = self.sources.remove(&key) {
                        self.sources.insert(key.replacen(&old, &new, 1), source);
                    }
                }
            }
            kept.push(value);
        }
        *values = kept;
    }

    /// Scores a list for the properties: what share of them it answers, how surely, for how many records.
    pub(super) fn score(
        &self,
        list: &RecordList,
        wanted: &[PropertyQuery<'a>],
        inner: &Facets<'a>,
        name: &Name,
    ) -> f64 {
        let scalars: Vec<&PropertyQuery<'a>> =
            wanted.iter().filter(|w| !w.facets.is_object() && !w.facets.is_array()).collect();
        if scalars.is_empty() {
            return 0.0;
        }
        let sample: Vec<At> = spread(&list.records, SAMPLE);
        let mut sum = 0.0;
        for &record in &sample {
            let own = fields(&self.tree, record, &list.headers, &self.names);
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
            // Several titles: a part of the page with several things in it.
            let titles: BTreeSet<&str> =
                own.iter().filter(|f| f.kind == FieldKind::Heading).map(|f| f.text.as_str()).collect();
            if titles.len() > 1 {
                one *= 0.5;
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
        let many = libm::log1p(list.records.len().min(200) as f64) / libm::log1p(200.0);
        // What is around the content is asked for by name.
        let first = list.records.first().copied().unwrap_or_default();
        let is_aside = self.tree.ancestors(first).any(|up| {
            matches!(self.tree.tag(up), "nav" | "footer" | "aside")
                || matches!(self.tree.attr(up, "role"), Some("navigation" | "contentinfo" | "complementary"))
        });
        let aside = if is_aside && called < 0.6 { 0.6 } else { 1.0 };
        mean * aside * (1.0 + 0.35 * called + 0.25 * many)
    }

    /// For each property the place in a record that answers it best over several records.
    pub(super) fn keys(&self, list: &RecordList, wanted: &[PropertyQuery<'a>]) -> Vec<String> {
        let mut totals: Vec<BTreeMap<String, f64>> = vec![BTreeMap::new(); wanted.len()];
        for record in spread(&list.records, SAMPLE) {
            let own = fields(&self.tree, record, &list.headers, &self.names);
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
