//! The days on which a page was published and changed.

use serde_json::Value;

use super::date_hint::{self, Day, Event, plausible};
use super::date_seen::{self, DatesSeen};
use super::{Sourced, elements, main_items};
use crate::dom::Dom;
use crate::extract::convert::Locale;
use crate::extract::embedded::{DataItem, text};
use crate::page::Page;

/// The days of publication and of the last change.
///
/// What the page declares for machines comes first. Of what a reader sees, the best by its marks and its place counts; what only
/// hints at a date (the month in its address, the address of its picture) is taken where nothing else is there.
pub(super) fn dates(page: &Page, items: &[DataItem], address: Option<&str>) -> (Option<Day>, Option<Day>) {
    let dom = page.dom();
    let locale = Locale::of(page);
    let declared = |event: Event| of_items(items, event, locale).or_else(|| of_meta(dom, event, locale));
    let (published, modified) = (declared(Event::Published), declared(Event::Modified));
    let of_path = address.and_then(date_hint::of_address);
    let seen = DatesSeen::of(page, locale, of_path.as_ref().map(|own| own.value.as_str()));
    let modified = modified.or_else(|| seen.best(Event::Modified));
    let whole = |own: &Day| own.value.len() == "2025-03-09".len();
    let published = published
        .or_else(|| seen.best(Event::Published).filter(|own| own.confidence >= date_seen::SURE))
        .or_else(|| of_path.clone().filter(whole))
        .or_else(|| seen.of_hidden_time(dom, locale))
        .or_else(|| if modified.is_some() { None } else { seen.best(Event::Published) })
        .or_else(|| if modified.is_some() { None } else { of_path.or_else(|| date_hint::of_picture(dom)) });
    let modified = modified.or_else(|| if published.is_none() { seen.newest_listed() } else { None });
    (published, modified)
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
    "uploaded",
    "uploaddate",
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
