//! Lists of texts: under a heading, behind a label, or in elements of a class of that name.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::boilerplate::is_in;
use super::convert::convert;
use super::fill::{Extractor, Scope};
use super::lines::push_lines;
use super::matching::{MIN_CONFIDENCE, PropertyQuery};
use super::name::Name;
use super::named_list::{COMMENTS, MAX_TIME, is_inner_list, tree_items};
use super::numbering::{Numbers, behind_bare_number, behind_number, numbers, without_bullet};
use super::schema::Facets;
use crate::rendered::visible::{At, Shape};

/// Limit: elements of the name whose neighbours are compared.
const MAX_TRIED: usize = 100;

impl<'a> Extractor<'a> {
    /// A list of texts, looked for as a list, as terms, by class, and as lines under a label, in this order.
    pub(super) fn scalars(
        &mut self,
        inner: &Rc<Facets<'a>>,
        scope: &Scope<'_>,
        name: &str,
        pointer: &str,
        limit: usize,
    ) -> Option<Value> {
        let wanted = PropertyQuery::new(name, Rc::clone(inner), &self.names);
        let start = self.tree.at(scope.root)?;
        let range = start..self.tree.nodes[start].end();
        let place = (name, pointer, limit);
        if let Some(candidate) = self.best_list(range.clone(), &wanted) {
            let found = self.entries_of(candidate, &wanted);
            // Entries that all have the class of the name are one list, with anything between them.
            let named = self.elements_of_name(range, &wanted);
            let is_more = named.len() > 2 && (!candidate.by_class || named.len() > found.len());
            return self.texts_of(if is_more { named } else { found }, inner, place);
        }
        let terms = self.definitions(range.clone(), &wanted);
        let found = match terms {
            Some(terms) => terms.into_iter().map(|at| (at, 0.8, "label")).collect(),
            None => self.elements_of_class(range.clone(), &wanted),
        };
        if !found.is_empty() {
            return self.texts_of(found, inner, place);
        }
        let Some(lines) = self.lines_under_label(range.clone(), &wanted) else {
            let list = self.only_ordered_list(range).filter(|_| wanted.is_called("instructions"))?;
            let entries = tree_items(&self.tree, list).map(|at| (at, MIN_CONFIDENCE, "element")).collect();
            return self.texts_of(entries, inner, place);
        };
        self.values_of(lines.into_iter().map(|(at, line)| (at, line, 0.75, "label")).collect(), inner, place)
    }

    /// The `dd`s of the first term of that name.
    fn definitions(&self, range: std::ops::Range<At>, wanted: &PropertyQuery<'_>) -> Option<Vec<At>> {
        let tree = &self.tree;
        let like = |own: &Name| wanted.names.iter().map(|name| name.likeness(own)).fold(0.0, f64::max);
        let mut terms = range.filter(|&at| tree.tag(at) == "dt");
        let term = terms.find(|&at| like(&Name::new(&tree.line(at, 120))) >= 0.85)?;
        let after = tree.children(tree.nodes[term].parent()).filter(|&at| at > term);
        let dds: Vec<At> = after
            .take_while(|&at| tree.tag(at) == "dd" || tree.shape(at).contains(Shape::TEXT))
            .filter(|&at| tree.tag(at) == "dd")
            .collect();
        // `Preparation: 30 min`.
        let is_time = wanted.is_called("instructions")
            && dds.iter().all(|&at| {
                tree.nodes[at].chars() <= MAX_TIME && tree.line(at, 4 * MAX_TIME).contains(|c: char| c.is_ascii_digit())
            });
        (!dds.is_empty() && !is_time).then_some(dds)
    }

    /// The elements whose class has the name, or the parts of the only one that has it.
    fn elements_of_class(
        &self,
        range: std::ops::Range<At>,
        wanted: &PropertyQuery<'_>,
    ) -> Vec<(At, f64, &'static str)> {
        let tree = &self.tree;
        let mut found = self.elements_of_name(range, wanted);
        // One element of a class is what its parts are in.
        if let [(holder, _, _)] = found.as_slice() {
            let parts = tree
                .children(*holder)
                .filter(|&at| !tree.shape(at).contains(Shape::TEXT) && tree.nodes[at].chars() > 0);
            found = parts.map(|at| (at, 0.65, "class")).collect();
        }
        if found.is_empty() { self.siblings_of_class(wanted) } else { found }
    }

    /// The elements without blocks in them whose class is the name.
    fn elements_of_name(&self, range: std::ops::Range<At>, wanted: &PropertyQuery<'_>) -> Vec<(At, f64, &'static str)> {
        let tree = &self.tree;
        let mut found: Vec<(At, f64, &'static str)> = Vec::new();
        let mut scores: FxHashMap<&str, f64> = FxHashMap::default();
        for at in range {
            let shape = tree.shape(at);
            if shape.contains(Shape::TEXT) || tree.nodes[at].chars() == 0 {
                continue;
            }
            if found.last().is_some_and(|(last, _, _)| tree.nodes[*last].end() > at) {
                continue;
            }
            let words = ["class", "itemprop"]
                .iter()
                .flat_map(|name| tree.attr(at, name).unwrap_or_default().split_ascii_whitespace().take(12));
            let likeness = |word| {
                let own = self.names.of(word);
                wanted.names.iter().map(|name| name.likeness(&own)).fold(0.0, f64::max)
            };
            let score = words.map(|word| *scores.entry(word).or_insert_with(|| likeness(word))).fold(0.0, f64::max);
            if score >= 0.95 && !shape.contains(Shape::BLOCK_INSIDE) {
                found.push((at, score * 0.75, "class"));
            }
        }
        found
    }

    /// At least three siblings of one class that ends with the name: `rx-calculator-ingredient`.
    fn siblings_of_class(&self, wanted: &PropertyQuery<'_>) -> Vec<(At, f64, &'static str)> {
        let tree = &self.tree;
        let mut tried = 0;
        for first in 0..tree.nodes.len() {
            let Some(class) = tree.attr(first, "class").filter(|_| tree.nodes[first].chars() > 0) else { continue };
            let mut names = class.split_ascii_whitespace().take(12).map(|class| self.names.of(class));
            let is_named = names.any(|own| wanted.names.iter().any(|name| name.likeness_of_class(&own) >= 0.9));
            if !is_named || self.beside.holds(first, 2) {
                continue;
            }
            tried += 1;
            if tried > MAX_TRIED {
                break;
            }
            let siblings = tree.children(tree.nodes[first].parent());
            let same: Vec<At> =
                siblings.filter(|&at| tree.attr(at, "class") == Some(class) && tree.nodes[at].chars() > 0).collect();
            if same.len() >= 3 {
                return same.into_iter().map(|at| (at, 0.65, "class")).collect();
            }
        }
        Vec::new()
    }

    /// The ordered list of a page that has no other: steps, where steps are asked for.
    fn only_ordered_list(&self, range: std::ops::Range<At>) -> Option<At> {
        let tree = &self.tree;
        let is_list = |&at: &At| tree.tag(at) == "ol" && tree_items(tree, at).count() > 2 && !self.beside.holds(at, 2);
        let mut lists = range.filter(is_list);
        let list = lists.next()?;
        let is_comments = is_in(tree, list, COMMENTS) || is_in(tree, list, &["breadcrumb", "breadcrumbs"]);
        lists.next().is_none().then_some(list).filter(|_| !is_comments)
    }

    /// The parts of an element as a list: its list items, else its paragraphs, else its lines.
    pub(super) fn entries_in(&mut self, holder: At, inner: &Facets<'a>, place: (&str, &str, usize)) -> Option<Value> {
        let tree = &self.tree;
        let all = |wanted: &str| -> Vec<At> {
            (holder..tree.nodes[holder].end())
                .filter(|&at| tree.tag(at) == wanted && tree.nodes[at].chars() > 0)
                .filter(|&at| !tree.ancestors(at).take_while(|&up| up > holder).any(|up| tree.tag(up) == wanted))
                .collect()
        };
        if let Some(parts) = ["li", "p"].into_iter().map(all).find(|parts| parts.len() > 1) {
            return self.texts_of(parts.into_iter().map(|at| (at, 0.95, "microdata")).collect(), inner, place);
        }
        let mut lines = Vec::new();
        push_lines(tree, holder, &mut lines);
        if lines.len() < 2 {
            return None;
        }
        self.values_of(lines.into_iter().map(|(at, line)| (at, line, 0.9, "microdata")).collect(), inner, place)
    }

    /// The texts of elements as a list, with where each is from.
    fn texts_of(
        &mut self,
        found: Vec<(At, f64, &'static str)>,
        inner: &Facets<'a>,
        place: (&str, &str, usize),
    ) -> Option<Value> {
        // Pictures, and what the schema asks for as another list, are not part of an entry.
        let schema = self.schema;
        let others: Vec<Name> = schema
            .facets(schema.json())
            .properties
            .iter()
            .filter(|(name, part)| *name != place.0 && schema.facets(part).is_array())
            .map(|(name, _)| Name::new(name))
            .collect();
        let tree = &self.tree;
        let is_other = |at: At| {
            matches!(tree.tag(at), "figure" | "figcaption" | "button")
                || is_inner_list(tree, at) && found.iter().any(|&(entry, _, _)| entry > at && entry < tree.nodes[at].end())
                // An ingredient that is named within a step is a part of it.
                || tree.shape(at).contains(Shape::BLOCK)
                    && tree.attr(at, "class").is_some_and(|class| {
                    let names = class.split_ascii_whitespace().take(8).map(|class| self.names.of(class));
                    names.into_iter().any(|own| others.iter().any(|other| other.likeness_of_class(&own) >= 0.9))
                })
        };
        let lines = found
            .iter()
            .map(|&(at, score, from)| (at, tree.line_without(at, 4000, &|n| n != at && is_other(n)), score, from))
            .collect();
        self.values_of(lines, inner, place)
    }

    fn values_of(
        &mut self,
        mut lines: Vec<(At, String, f64, &'static str)>,
        inner: &Facets<'a>,
        (name, pointer, limit): (&str, &str, usize),
    ) -> Option<Value> {
        let wanted = Name::new(name);
        for (_, line, _, _) in &mut lines {
            *line = without_bullet(line).to_owned();
        }
        lines.retain(|(_, line, _, _)| line.chars().any(char::is_alphanumeric));
        // The same again, for another width of the window.
        let (first, second) = lines.split_at(lines.len() / 2);
        if first.len() > 1 && first.iter().map(|line| &line.1).eq(second.iter().map(|line| &line.1)) {
            lines.truncate(lines.len() / 2);
        }
        let is_numbered = |lines: &[(At, String, f64, &'static str)]| {
            numbers(&lines.iter().map(|(_, line, _, _)| line.as_str()).collect::<Vec<_>>()) != Numbers::None
        };
        // Where the entries are numbered, one of a word or two among them is not an entry, but an advertisement.
        if !is_numbered(&lines) {
            let others: Vec<_> =
                lines.iter().filter(|(_, line, _, _)| line.split_whitespace().nth(2).is_some()).cloned().collect();
            if others.len() > 2 && others.len() < lines.len() && is_numbered(&others) {
                lines = others;
            }
        }
        let texts: Vec<&str> = lines.iter().map(|(_, line, _, _)| line.as_str()).collect();
        let numbers = numbers(&texts);
        let mut out = Vec::new();
        for (i, (at, line, score, from)) in lines.into_iter().enumerate() {
            if out.len() >= limit {
                break;
            }
            let text = match numbers {
                Numbers::None => &line,
                Numbers::Marked => behind_number(&line, i + 1).unwrap_or(&line),
                Numbers::Bare => behind_bare_number(&line, i + 1).unwrap_or(&line),
            };
            if let Some(value) = convert(text, None, inner, &wanted, self.locale) {
                let place = format!("{pointer}/{}", out.len());
                self.note(&place, from, Some(self.tree.nodes[at].node), None, score.max(MIN_CONFIDENCE));
                out.push(value);
            }
        }
        (!out.is_empty()).then_some(Value::Array(out))
    }
}
