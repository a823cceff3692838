//! Dates that a reader sees: marked as such, or in lines of text, ranked by their marks and by their place on the page.

use rustc_hash::{FxHashMap, FxHashSet};

use super::date_hint::{Day, Event, plausible};
use super::{Sourced, elements};
use crate::dom::{Dom, NodeId, collapse_ascii_whitespace};
use crate::extract::convert::Locale;
use crate::extract::value::short_date;
use crate::page::Page;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};

/// Limit: characters of a line that is read for a date.
const MAX_LINE: usize = 200;
/// Limit: lines that are read for a date.
const MAX_LINES: usize = 20_000;
/// Limit: dates of a page that are compared.
const MAX_DATES: usize = 400;

/// How sure a date is that is better than the day in the address.
pub(super) const SURE: f64 = 0.55;

/// Parts of the classes and ids of dates.
const DATED: &[&str] =
    &["date", "datum", "fecha", "publish", "modified", "timestamp", "posted", "postmeta", "lastmod", "submitted"];

/// Where something is, in the order from the page's own text to that of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Own,
    /// In an `aside`, a `nav`, among related pages.
    Beside,
    Comments,
}

/// A date with what speaks for it.
struct Candidate {
    at: At,
    event: Option<Event>,
    day: Day,
    /// One of several alike with other days, as in lists of pages.
    is_listed: bool,
}

/// The dates on a page.
pub(super) struct DatesSeen<'a> {
    tree: VisibleTree<'a>,
    sides: Vec<Side>,
    found: Vec<Candidate>,
}

impl<'a> DatesSeen<'a> {
    /// `of_path`: the day or month in the address, which the right date agrees with.
    pub(super) fn of(page: &'a Page, locale: Locale, of_path: Option<&str>) -> Self {
        let tree = VisibleTree::to_read(page);
        let title = title_of(page, &tree);
        let sides = sides(&tree, title);
        let mut seen = Self { tree, sides, found: Vec::new() };
        seen.find_marked(locale);
        seen.find_lines(locale);
        seen.find_listed();
        seen.rank(title, of_path);
        seen
    }

    /// The best date of an event: of the publication also one of which nothing is said.
    pub(super) fn best(&self, event: Event) -> Option<Day> {
        let fits = |own: &&Candidate| match event {
            Event::Published => own.event != Some(Event::Modified) && !own.is_listed,
            Event::Modified => own.event == Some(Event::Modified),
        };
        // Of several that are as sure, the first.
        let mut best: Option<&Candidate> = None;
        for own in self.found.iter().filter(fits) {
            if best.is_none_or(|best| own.day.confidence > best.day.confidence + 1e-9) {
                best = Some(own);
            }
        }
        best.map(|own| own.day.clone())
    }

    /// The newest of listed dates: a page that lists a post of that day was changed then, or later.
    pub(super) fn newest_listed(&self) -> Option<Day> {
        let listed = self.found.iter().filter(|own| own.is_listed && self.sides[own.at] == Side::Own);
        let newest = listed
            .map(|own| &own.day)
            .max_by(|a, b| a.value.cmp(&b.value).then_with(|| a.confidence.total_cmp(&b.confidence)))?;
        Some(Day { confidence: 0.4, ..newest.clone() })
    }

    /// The first `time` for machines that is not seen.
    pub(super) fn of_hidden_time(&self, dom: &Dom, locale: Locale) -> Option<Day> {
        let is_hidden = |&node: &NodeId| self.tree.at(node).is_none_or(|at| self.sides[at] == Side::Own);
        elements(dom, "time").filter(is_hidden).find_map(|node| {
            let value = plausible(dom.attr(node, &"datetime".into())?, locale)?;
            Some(Sourced { value, from: "time", node: Some(node), confidence: 0.6 })
        })
    }

    fn is_line(&self, at: At) -> bool {
        let shape = self.tree.shape(at);
        let is_block = shape.contains(Shape::BLOCK) && !shape.contains(Shape::BLOCK_INSIDE);
        (6..=MAX_LINE).contains(&self.tree.nodes[at].chars()) && (shape.contains(Shape::TEXT) || is_block)
    }

    /// Dates that elements are marked as: `time`, `abbr`, classes and ids that speak of dates.
    fn find_marked(&mut self, locale: Locale) {
        let tree = &self.tree;
        for at in 0..tree.nodes.len() {
            if tree.shape(at).contains(Shape::TEXT) || self.found.len() >= MAX_DATES {
                continue;
            }
            let tag = tree.tag(at);
            let named = ["class", "itemprop", "id", "property"].map(|name| tree.attr(at, name).unwrap_or_default());
            // `status-publish`: what WordPress marks everything with that is published.
            let tokens =
                named.iter().flat_map(|words| words.split_ascii_whitespace()).filter(|own| !own.starts_with("status-"));
            let words = tokens.flat_map(|token| token.split(|c: char| !c.is_alphanumeric()));
            let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
            // `postmeta-time`, `fbdatum`, `datePublished`
            let is_dated = matches!(tag, "time" | "abbr")
                || words.iter().any(|word| {
                    word.len() <= 20 && DATED.iter().any(|own| word.contains(own)) || word == "time" || word == "byline"
                });
            if !is_dated || tree.nodes[at].chars() > MAX_LINE || self.sides[at] == Side::Comments {
                continue;
            }
            let line = tree.line(at, 4 * MAX_LINE);
            let machine = ["datetime", "content", "title"].iter().find_map(|name| tree.attr(at, name));
            // What `datetime` is of is not said; a line that says it has the word: `Published on 29 June 2019`.
            let said_day = event_of(&line).and_then(|_| plausible(&line, locale));
            let day = said_day
                .or_else(|| machine.and_then(|text| plausible(text, locale)))
                .or_else(|| plausible(&line, locale))
                .or_else(|| short_date(&line, locale.month_first));
            let Some(value) = day else { continue };
            let said = format!("{} {}", words.join(" "), line_before(tree, at));
            let event = event_of(&said).or_else(|| event_of(&line));
            // `entry-date updated`: of both.
            let is_entry = words.iter().any(|word| word == "entry" || word == "published");
            let event = if is_entry { Some(Event::Published) } else { event };
            let (from, confidence) = if tag == "time" { ("time", 0.75) } else { ("class", 0.65) };
            let day = Sourced { value, from, node: Some(tree.nodes[at].node), confidence };
            self.found.push(Candidate { at, event, day, is_listed: false });
        }
    }

    /// Dates in short lines of the page.
    fn find_lines(&mut self, locale: Locale) {
        /// The characters of a line that is a date and little else.
        const ALONE: usize = 30;
        let lines = (0..self.tree.nodes.len()).filter(|&at| self.is_line(at) && self.sides[at] != Side::Comments);
        let mut found = Vec::new();
        for at in lines.take(MAX_LINES) {
            let line = collapse_ascii_whitespace(&self.tree.line(at, 4 * MAX_LINE));
            let is_alone = self.tree.nodes[at].chars() <= ALONE;
            let short = || is_alone.then(|| short_date(&line, locale.month_first)).flatten();
            let Some(value) = plausible(&line, locale).or_else(short) else { continue };
            let event = if self.tree.nodes[at].chars() <= MAX_LINE / 2 { event_of(&line) } else { None };
            let confidence = if is_alone || event.is_some() { 0.5 } else { 0.4 };
            let day = Sourced { value, from: "text", node: Some(self.tree.nodes[at].node), confidence };
            found.push(Candidate { at, event, day, is_listed: false });
            if found.len() >= MAX_DATES {
                break;
            }
        }
        self.found.extend(found);
    }

    /// Marks dates that are one of several alike with other days.
    fn find_listed(&mut self) {
        let tree = &self.tree;
        let kind = |at: At| {
            let own = if tree.shape(at).contains(Shape::TEXT) { tree.nodes[at].parent() } else { at };
            (tree.tag(own), tree.attr(own, "class").unwrap_or_default(), tree.attr(tree.nodes[own].parent(), "class"))
        };
        let mut days: FxHashMap<_, FxHashSet<&str>> = FxHashMap::default();
        for own in &self.found {
            days.entry(kind(own.at)).or_default().insert(&own.day.value);
        }
        let listed: Vec<bool> =
            self.found.iter().map(|own| days.get(&kind(own.at)).is_some_and(|days| days.len() >= 3)).collect();
        for (own, is_listed) in self.found.iter_mut().zip(listed) {
            own.is_listed = is_listed;
        }
    }

    /// Adds what the place of each date says to how sure it is.
    fn rank(&mut self, title: Option<At>, of_path: Option<&str>) {
        /// Characters between a title and the date below it, and above it.
        const BELOW: usize = 600;
        const ABOVE: usize = 150;
        let tree = &self.tree;
        let mut before = Vec::with_capacity(tree.nodes.len() + 1);
        let mut chars = 0;
        for at in 0..tree.nodes.len() {
            before.push(chars);
            chars += if tree.shape(at).contains(Shape::TEXT) { tree.nodes[at].chars() } else { 0 };
        }
        before.push(chars);
        for own in &mut self.found {
            let (end, own_end) = (title.map_or(0, |title| tree.nodes[title].end()), tree.nodes[own.at].end());
            let is_near = title.is_some_and(|title| {
                if own.at >= end {
                    before[own.at] - before[end] <= BELOW
                } else {
                    own_end <= title && before[title] - before[own_end] <= ABOVE
                }
            });
            let mut sure = own.day.confidence;
            if is_near {
                sure += 0.1;
                own.is_listed = false;
            } else if title.is_some_and(|title| own_end <= title) {
                sure -= 0.1;
            }
            if self.sides[own.at] != Side::Own && !is_near {
                sure -= 0.3;
            }
            if own.event == Some(Event::Published) {
                sure += 0.05;
            }
            if let Some(path) = of_path {
                sure += if own.day.value.starts_with(path) { 0.2 } else { -0.1 };
            }
            own.day.confidence = sure.clamp(0.1, 0.9);
        }
    }
}

/// The headline: the heading that the title of the document has in it, else the first of the highest level.
fn title_of(page: &Page, tree: &VisibleTree<'_>) -> Option<At> {
    let dom = page.dom();
    let lower = |text: &str| collapse_ascii_whitespace(text).to_lowercase();
    let name = elements(dom, "title").next().map(|node| lower(&dom.text_content(node))).unwrap_or_default();
    let headings = || {
        (0..tree.nodes.len()).filter_map(|at| {
            let level = heading_level(page, tree.nodes[at].node)?;
            (tree.nodes[at].chars() > 0).then_some((at, level))
        })
    };
    let is_named = |at: At| {
        let line = lower(&tree.line(at, 4 * MAX_LINE));
        2 * line.len() >= name.len() && !line.is_empty() && name.contains(&line)
    };
    let named = headings().find(|&(at, level)| level <= 2 && is_named(at));
    named.or_else(|| headings().find(|&(_, level)| level == 1)).map(|(at, _)| at)
}

/// What is before an element in its own block: `Published on`.
fn line_before(tree: &VisibleTree<'_>, at: At) -> String {
    let parent = tree.nodes[at].parent();
    if tree.nodes[parent].chars() > 2 * MAX_LINE {
        return String::new();
    }
    let line = tree.line(parent, 4 * MAX_LINE);
    let own = tree.line(at, 4 * MAX_LINE);
    line.find(own.as_str()).and_then(|place| line.get(..place)).unwrap_or_default().to_owned()
}

/// Words that say that a date is of the last change, and of the publication.
const MODIFIED_WORDS: &[&str] = &[
    "updated",
    "modified",
    "revised",
    "last change",
    "aktualisiert",
    "geändert",
    "zuletzt",
    "stand:",
    "mis à jour",
    "mise à jour",
    "modifié",
    "actualizad",
    "modificad",
    "aggiornat",
    "bijgewerkt",
    "atualizad",
    "更新",
    "обновл",
];
const PUBLISHED_WORDS: &[&str] = &[
    "publish",
    "posted",
    "pubdate",
    "entry-date",
    "submitted",
    "veröffentlicht",
    "erschienen",
    "gespeichert",
    "publié",
    "publicad",
    "pubblicat",
    "geplaatst",
    "発行",
    "公開",
    "опубликован",
    "created",
    "written",
];

/// What the words around a date say that it is of.
fn event_of(words: &str) -> Option<Event> {
    let words = words.to_lowercase();
    let has = |all: &[&str]| all.iter().any(|word| words.contains(word));
    if has(MODIFIED_WORDS) {
        Some(Event::Modified)
    } else if has(PUBLISHED_WORDS) {
        Some(Event::Published)
    } else {
        None
    }
}

/// By place: on which side it is. What has the headline in it, or half of the page, is around the text, whatever its classes say.
fn sides(tree: &VisibleTree<'_>, title: Option<At>) -> Vec<Side> {
    const COMMENTS: &[&str] = &["comment", "comments", "commentlist", "respond", "disqus"];
    const BESIDE: &[&str] = &["related", "sidebar"];
    let all = tree.nodes.get(0).map_or(0, |root| root.chars());
    let mut sides = vec![Side::Own; tree.nodes.len()];
    for at in 1..sides.len() {
        let has = |words: &[&str]| {
            ["class", "id"].iter().any(|name| {
                let tokens = tree.attr(at, name).unwrap_or_default().split_ascii_whitespace().take(20);
                tokens.into_iter().any(|token| {
                    // The first or the last word: `wpcom-comments-date` is beside the number of comments.
                    let mut parts = token.split(|c: char| !c.is_alphanumeric());
                    let (first, last) = (parts.next().unwrap_or_default(), parts.next_back().unwrap_or_default());
                    words.iter().any(|own| first.eq_ignore_ascii_case(own) || last.eq_ignore_ascii_case(own))
                })
            })
        };
        let holds_title = title.is_some_and(|title| at <= title && title < tree.nodes[at].end());
        let may_be = !holds_title && tree.nodes[at].chars() * 2 < all && !tree.shape(at).contains(Shape::TEXT);
        let own = if !may_be {
            Side::Own
        } else if has(COMMENTS) {
            Side::Comments
        } else if matches!(tree.tag(at), "aside" | "nav") || has(BESIDE) {
            Side::Beside
        } else {
            Side::Own
        };
        sides[at] = own.max(sides[tree.nodes[at].parent()]);
    }
    sides
}
