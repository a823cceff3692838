//! The days on which a page was published and changed.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::{Sourced, elements, main_items};
use crate::dom::{Dom, NodeId, collapse_ascii_whitespace};
use crate::extract::convert::Locale;
use crate::extract::embedded::{DataItem, text};
use crate::extract::value::date;
use crate::page::Page;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};

/// Limit: characters of a line that is read for a date.
const MAX_LINE: usize = 200;
/// Limit: lines that are read for a date.
const MAX_LINES: usize = 20_000;

/// Parts of the classes and ids of dates.
const DATED: &[&str] = &["date", "datum", "fecha", "publish", "modified", "timestamp", "posted", "postmeta", "lastmod"];

/// What a date is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Published,
    Modified,
}

type Day = Sourced<String>;

/// The days of publication and of the last change.
pub(super) fn dates(page: &Page, items: &[DataItem], address: Option<&str>) -> (Option<Day>, Option<Day>) {
    let dom = page.dom();
    let locale = Locale::of(page);
    let tree = VisibleTree::to_read(page);
    let beside = places_beside(&tree);
    let marked = Marked::of(&tree, &beside, locale);
    let find = |event: Event| {
        of_items(items, event, locale)
            .or_else(|| of_meta(dom, event, locale))
            .or_else(|| marked.first(event))
            .or_else(|| (event == Event::Published).then(|| of_address(address?)).flatten())
    };
    let modified = find(Event::Modified);
    let published = find(Event::Published)
        .or_else(|| marked.first_of_any())
        .or_else(|| of_hidden_time(dom, &tree, &beside, locale))
        .or_else(|| if modified.is_some() { None } else { of_text(page, &tree, &beside, locale) });
    (published, modified)
}

/// The day in a text that stands for something that was: not a year before the web or after the next.
fn plausible(text: &str, locale: Locale) -> Option<String> {
    let day = date(text, locale.month_first)?;
    let year: u32 = day.get(..4)?.parse().ok()?;
    (1990..=2100).contains(&year).then_some(day)
}

fn of_items(items: &[DataItem], event: Event, locale: Locale) -> Option<Day> {
    let names: &[&str] = match event {
        Event::Published => &["datePublished", "published", "uploadDate", "dateCreated"],
        Event::Modified => &["dateModified", "updated"],
    };
    names.iter().find_map(|name| {
        main_items(items).find_map(|(item, object)| {
            let value: &Value = object.get(*name)?;
            let value = plausible(&text(value, false)?, locale)?;
            Some(Sourced { value, from: item.origin.name(), node: Some(item.node), confidence: 0.95 })
        })
    })
}

/// Names of `meta` elements without signs and prefixes, the most exact first.
const META_PUBLISHED: &[&str] = &[
    "articlepublishedtime",
    "datepublished",
    "publishedtime",
    "publicationdate",
    "publishdate",
    "pubdate",
    "dateissued",
    "issued",
    "dctermscreated",
    "dccreated",
    "datecreated",
    "created",
    "releasedate",
    "date",
    "dcdate",
    "dctermsdate",
];
const META_MODIFIED: &[&str] = &[
    "articlemodifiedtime",
    "modifiedtime",
    "ogupdatedtime",
    "datemodified",
    "dctermsmodified",
    "dcmodified",
    "modified",
    "lastmodified",
    "lastmod",
    "updated",
    "dateupdate",
    "revised",
];

fn of_meta(dom: &Dom, event: Event, locale: Locale) -> Option<Day> {
    let names = if event == Event::Published { META_PUBLISHED } else { META_MODIFIED };
    let mut best: Option<(usize, Day)> = None;
    for node in elements(dom, "meta") {
        let attr = |name: &str| dom.attr(node, &name.into());
        let named = ["property", "name", "itemprop", "http-equiv"].into_iter().filter_map(attr);
        for name in named {
            let plain: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
            let Some(rank) = names.iter().position(|own| plain == *own || own.len() > 6 && plain.ends_with(own)) else {
                continue;
            };
            let day = attr("content").or_else(|| attr("datetime")).and_then(|text| plausible(text, locale));
            if let Some(value) = day.filter(|_| best.as_ref().is_none_or(|(known, _)| rank < *known)) {
                best = Some((rank, Sourced { value, from: "meta", node: Some(node), confidence: 0.9 }));
            }
        }
    }
    best.map(|(_, day)| day)
}

/// A day in the path of an address: `/2025/03/09/`, `/2025-03-09-`.
fn of_address(address: &str) -> Option<Day> {
    static DAY: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"[/_-]((?:19|20)[0-9]{2})[/_-]?([01][0-9])[/_-]?([0-3][0-9])(?:[^0-9]|$)").ok());
    let found = DAY.as_ref()?.captures(address)?;
    let part = |i: usize| found.get(i).map_or("", |part| part.as_str());
    let value = date(&format!("{}-{}-{}", part(1), part(2), part(3)), None)?;
    Some(Sourced { value, from: "address", node: None, confidence: 0.85 })
}

/// Dates that elements are marked as: `time`, `abbr`, classes and ids that speak of dates.
struct Marked {
    /// In document order: what the date is of, if that is said.
    found: Vec<(Option<Event>, Day)>,
}

impl Marked {
    fn of(tree: &VisibleTree<'_>, beside: &[bool], locale: Locale) -> Self {
        let mut found = Vec::new();
        for (at, &is_beside) in beside.iter().enumerate() {
            if tree.shape(at).contains(Shape::TEXT) || found.len() >= 200 {
                continue;
            }
            let tag = tree.tag(at);
            let named = ["class", "itemprop", "id", "property"].map(|name| tree.attr(at, name).unwrap_or_default());
            let words = named.iter().flat_map(|words| words.split(|c: char| !c.is_alphanumeric()));
            let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
            // `postmeta-time`, `fbdatum`, `datePublished`
            let is_dated = tag == "time"
                || words.iter().any(|word| {
                    word.len() <= 20 && DATED.iter().any(|own| word.contains(own)) || word == "time" || word == "byline"
                });
            let chars = tree.nodes[at].chars;
            if !is_dated || chars > MAX_LINE || is_beside {
                continue;
            }
            let line = tree.line(at, 4 * MAX_LINE);
            let machine = ["datetime", "content", "title"].iter().find_map(|name| tree.attr(at, name));
            let day = machine.and_then(|text| plausible(text, locale)).or_else(|| plausible(&line, locale));
            let Some(value) = day else { continue };
            let said = format!("{} {}", words.join(" "), line_before(tree, at));
            let event = event_of(&said).or_else(|| event_of(&line));
            let confidence = if tag == "time" { 0.85 } else { 0.75 };
            let from = if tag == "time" { "time" } else { "class" };
            found.push((event, Sourced { value, from, node: Some(tree.nodes[at].node), confidence }));
        }
        Self { found }
    }

    fn first(&self, event: Event) -> Option<Day> {
        self.found.iter().find(|(own, _)| *own == Some(event)).map(|(_, day)| day.clone())
    }

    /// The first date of which nothing is said.
    fn first_of_any(&self) -> Option<Day> {
        let day = self.found.iter().find(|(own, _)| own.is_none()).map(|(_, day)| day.clone())?;
        Some(Sourced { confidence: day.confidence - 0.1, ..day })
    }
}

/// The first `time` for machines that is not seen.
fn of_hidden_time(dom: &Dom, tree: &VisibleTree<'_>, beside: &[bool], locale: Locale) -> Option<Day> {
    let is_hidden = |&node: &NodeId| tree.at(node).is_none_or(|at| !beside.get(at).is_some_and(|beside| *beside));
    elements(dom, "time").filter(is_hidden).find_map(|node| {
        let value = plausible(dom.attr(node, &"datetime".into())?, locale)?;
        Some(Sourced { value, from: "time", node: Some(node), confidence: 0.6 })
    })
}

/// What is before an element in its own block: `Published on`.
fn line_before(tree: &VisibleTree<'_>, at: At) -> String {
    let parent = tree.nodes[at].parent;
    if tree.nodes[parent].chars > 2 * MAX_LINE {
        return String::new();
    }
    let line = tree.line(parent, 4 * MAX_LINE);
    let own = tree.line(at, 4 * MAX_LINE);
    line.find(own.as_str()).and_then(|place| line.get(..place)).unwrap_or_default().to_owned()
}

/// What the words around a date say that it is of.
fn event_of(words: &str) -> Option<Event> {
    let words = words.to_lowercase();
    let has = |all: &[&str]| all.iter().any(|word| words.contains(word));
    if has(&[
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
    ]) {
        Some(Event::Modified)
    } else if has(&[
        "publish",
        "posted",
        "pubdate",
        "entry-date",
        "veröffentlicht",
        "erschienen",
        "publié",
        "publicad",
        "pubblicat",
        "geplaatst",
        "発行",
        "公開",
        "опубликован",
        "created",
        "written",
    ]) {
        Some(Event::Published)
    } else {
        None
    }
}

/// By place: true in what is beside the page's own text, as comments, related pages and side bars are. What holds half of the page
/// is around all of it, whatever its classes say.
fn places_beside(tree: &VisibleTree<'_>) -> Vec<bool> {
    const WORDS: &[&str] = &["comment", "comments", "related", "sidebar", "respond"];
    let all = tree.nodes.first().map_or(0, |root| root.chars);
    let mut beside = vec![false; tree.nodes.len()];
    for at in 1..beside.len() {
        let is_named = || {
            ["class", "id"].iter().any(|name| {
                let words = tree.attr(at, name).unwrap_or_default().split(|c: char| !c.is_alphanumeric());
                words.into_iter().any(|word| WORDS.iter().any(|own| word.eq_ignore_ascii_case(own)))
            })
        };
        let is_small = tree.nodes[at].chars * 2 < all;
        beside[at] = beside[tree.nodes[at].parent]
            || is_small
                && !tree.shape(at).contains(Shape::TEXT)
                && (matches!(tree.tag(at), "aside" | "nav") || is_named());
    }
    beside
}

/// The first date in a short line of the page: behind the headline, else anywhere.
fn of_text(page: &Page, tree: &VisibleTree<'_>, beside: &[bool], locale: Locale) -> Option<Day> {
    let title = (0..tree.nodes.len()).find(|&at| heading_level(page, tree.nodes[at].node) == Some(1)).unwrap_or(0);
    let lines = || {
        (0..tree.nodes.len()).filter(|&at| {
            (6..=MAX_LINE).contains(&tree.nodes[at].chars)
                && (tree.shape(at).contains(Shape::TEXT)
                    || tree.shape(at).contains(Shape::BLOCK) && !tree.shape(at).contains(Shape::BLOCK_INSIDE))
                && !beside[at]
        })
    };
    let read = |at: At, confidence: f64| {
        let line = collapse_ascii_whitespace(&tree.line(at, 4 * MAX_LINE));
        let value = plausible(&line, locale)?;
        Some(Sourced { value, from: "text", node: Some(tree.nodes[at].node), confidence })
    };
    lines()
        .take(MAX_LINES)
        .filter(|&at| at >= title)
        .find_map(|at| read(at, 0.55))
        .or_else(|| lines().take_while(|&at| at < title).find_map(|at| read(at, 0.5)))
}
