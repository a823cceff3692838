//! Lists that the structure of the page makes: records, and texts under a name.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::convert::convert;
use super::embedded::Item;
use super::field::{Field, FieldKind, fields, label_before};
use super::fill::{Filler, MAX_VALUES, Scope};
use super::matching::{LEAST, Wanted, answer};
use super::name::Name;
use super::record::{RecordList, heading_before, lists};
use super::schema::Facets;
use crate::rendered::visible::{At, Shape, heading_level};

/// Limit: records that tell which field a property means.
const SAMPLE: usize = 6;

impl<'a> Filler<'a> {
    /// Records by structure: the list that answers the properties best.
    pub(super) fn records<'i>(
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
        // Where titles are headings, the words of a link are none.
        let has_headings = keys.iter().any(|key| key.starts_with("Heading"));
        let mut out = Vec::new();
        for &record in &list.records {
            if out.len() >= limit || self.values > MAX_VALUES {
                break;
            }
            let place = format!("{pointer}/{}", out.len());
            let mut own = fields(&self.tree, record, &list.headers);
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
            // Theirs and those of what is in them are not asked again.
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

    /// Takes values out of a list, and what is known of them with them.
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

    /// How well a list answers the properties: what share of them, how surely, for how many records.
    pub(super) fn score(&self, list: &RecordList, wanted: &[Wanted<'a>], inner: &Facets<'a>, name: &Name) -> f64 {
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
    pub(super) fn keys(&self, list: &RecordList, wanted: &[Wanted<'a>]) -> Vec<String> {
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
    pub(super) fn scalars(
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
        let like = |names: &[Name]| {
            names.iter().flat_map(|own| wanted.names.iter().map(move |name| name.likeness(own))).fold(0.0, f64::max)
        };
        // Of the classes of an element, how sure the surest is that it is meant.
        let class_of = |at: At| {
            let words = ["class", "id", "itemprop", "aria-label"]
                .iter()
                .flat_map(|attribute| {
                    self.tree.attr(at, attribute).unwrap_or_default().split_ascii_whitespace().take(12)
                })
                .map(Name::new);
            words
                .flat_map(|own| wanted.names.iter().map(move |name| name.likeness_of_class(&own)).collect::<Vec<_>>())
                .fold(0.0, f64::max)
        };
        let mut list: Option<(At, f64, bool)> = None;
        for at in (start..end).filter(|&at| matches!(self.tree.tag(at), "ul" | "ol") && self.tree.nodes[at].chars > 0) {
            // What is around more than the list names more than the list.
            let room = self.tree.nodes[at].chars * 2 + 60;
            let around = std::iter::once(at)
                .chain(self.tree.ancestors(at))
                .take(3)
                .take_while(|&up| self.tree.nodes[up].chars <= room);
            let class = around.chain(self.tree.children(at).take(1)).map(class_of).fold(0.0, f64::max);
            let heading = heading_before(&self.tree, at).map(|heading| self.tree.line(heading, 120));
            let label = self.tree.ancestors(at).take(2).find_map(|up| label_before(&self.tree, up, start));
            let said: Vec<Name> = heading.iter().chain(&label).map(|text| Name::new(text)).collect();
            let said = like(&said);
            // A class is written for this very list, a heading for what follows it.
            let score = (class * 1.2).max(said) + 0.2 * class.min(said);
            if class.max(said) >= 0.6 && list.is_none_or(|(_, known, _)| score > known + 1e-9) {
                list = Some((at, score, class >= 0.85));
            }
        }
        let mut found: Vec<(At, f64, &'static str)> = Vec::new();
        if let Some((list, score, by_class)) = list {
            for group in self.list_and_its_groups(list, by_class) {
                let entries =
                    self.tree.children(group).filter(|&at| self.tree.tag(at) == "li" && self.tree.nodes[at].chars > 0);
                found.extend(entries.map(|at| (at, score.min(1.0) * 0.85, "label")));
            }
        } else if let Some(terms) = self.definitions(start..end, &like) {
            found.extend(terms.into_iter().map(|at| (at, 0.8, "label")));
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
        self.texts_of(found, inner, (name, pointer, limit))
    }

    /// A list, and those that it is written in parts of: of the same class, where that is what the list is known by, else its
    /// neighbours with no more than a short line between them.
    fn list_and_its_groups(&self, list: At, by_class: bool) -> Vec<At> {
        /// Limit: characters of a line between two parts of a list.
        const BETWEEN: usize = 60;
        let tag = self.tree.tag(list);
        let class = self.tree.attr(list, "class").filter(|class| !class.trim().is_empty());
        if by_class && class.is_some() {
            let holder = self.tree.ancestors(list).nth(2).unwrap_or(list);
            let same = |&at: &At| self.tree.tag(at) == tag && self.tree.attr(at, "class") == class;
            return (list..self.tree.nodes[holder].end).filter(same).collect();
        }
        let mut lists = vec![list];
        let parent = self.tree.nodes[list].parent;
        for next in self.tree.children(parent).filter(|&at| at > list) {
            if self.tree.tag(next) == tag {
                lists.push(next);
            } else if self.tree.nodes[next].chars > BETWEEN
                || self.tree.shape(next).contains(Shape::HEADING_INSIDE)
                || heading_level(self.page, self.tree.nodes[next].node).is_some()
            {
                break;
            }
        }
        lists
    }

    /// The `dd`s of the first term that is called so.
    fn definitions(&self, range: std::ops::Range<At>, like: &dyn Fn(&[Name]) -> f64) -> Option<Vec<At>> {
        let tree = &self.tree;
        let mut terms = range.filter(|&at| tree.tag(at) == "dt");
        let term = terms.find(|&at| like(&[Name::new(&tree.line(at, 120))]) >= 0.85)?;
        let after = tree.children(tree.nodes[term].parent).filter(|&at| at > term);
        let dds: Vec<At> = after
            .take_while(|&at| tree.tag(at) == "dd" || tree.shape(at).contains(Shape::TEXT))
            .filter(|&at| tree.tag(at) == "dd")
            .collect();
        (!dds.is_empty()).then_some(dds)
    }

    /// The parts of an element as a list: its list items, else its paragraphs.
    pub(super) fn entries_in(&mut self, holder: At, inner: &Facets<'a>, place: (&str, &str, usize)) -> Option<Value> {
        let tree = &self.tree;
        let all = |wanted: &str| -> Vec<At> {
            (holder..tree.nodes[holder].end)
                .filter(|&at| tree.tag(at) == wanted && tree.nodes[at].chars > 0)
                .filter(|&at| !tree.ancestors(at).take_while(|&up| up > holder).any(|up| tree.tag(up) == wanted))
                .collect()
        };
        let parts = ["li", "p"].into_iter().map(all).find(|parts| parts.len() > 1)?;
        self.texts_of(parts.into_iter().map(|at| (at, 0.95, "microdata")).collect(), inner, place)
    }

    /// The texts of elements as a list, with where each is from.
    fn texts_of(
        &mut self,
        found: Vec<(At, f64, &'static str)>,
        inner: &Facets<'a>,
        (name, pointer, limit): (&str, &str, usize),
    ) -> Option<Value> {
        let wanted = Name::new(name);
        let mut out = Vec::new();
        for (at, score, from) in found {
            if out.len() >= limit {
                break;
            }
            let text = self.tree.line(at, 4000);
            if let Some(value) = convert(&text, None, inner, &wanted, self.locale) {
                let place = format!("{pointer}/{}", out.len());
                self.note(&place, from, Some(self.tree.nodes[at].node), None, score.max(LEAST));
                out.push(value);
            }
        }
        (!out.is_empty()).then_some(Value::Array(out))
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
