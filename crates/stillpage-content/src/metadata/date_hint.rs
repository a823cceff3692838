//! What counts as a date, and what hints at that of a page without being one: its address and that of its picture.

use std::sync::LazyLock;

use regex::Regex;

use super::{Sourced, elements, has_word};
use crate::dom::Dom;
use crate::extract::convert::Locale;
use crate::extract::value::date;

/// What a date is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Published,
    Modified,
}

pub(super) type Day = Sourced<String>;

/// The day in a text that stands for something that was: not a year before the web or after the next.
pub(super) fn plausible(text: &str, locale: Locale) -> Option<String> {
    date(text, locale.month_first).filter(|day| day.get(..4).is_some_and(is_year_of_web))
}

/// True for the four digits of a year in which there were pages.
fn is_year_of_web(year: &str) -> bool {
    year.parse().is_ok_and(|year: u32| (1990..=2100).contains(&year))
}

/// A day, or else a month, in the path of an address: `/2025/03/09/`, `/2025/3/9/`, `/2025-03-09-`, `/2025/03/`.
pub(super) fn of_address(address: &str) -> Option<Day> {
    let (value, is_day) = in_path(address)?;
    Some(Sourced { value, from: "address", node: None, confidence: if is_day { 0.85 } else { 0.6 } })
}

/// The day or month in the address of the picture that stands for the page, where it was stored by date.
pub(super) fn of_picture(dom: &Dom) -> Option<Day> {
    let is_picture = |property: &str| {
        let node = elements(dom, "meta")
            .find(|&node| has_word(dom, node, "property", property) || has_word(dom, node, "name", property))?;
        let (value, is_day) = in_path(dom.attr(node, &"content".into())?)?;
        Some(Sourced { value, from: "picture", node: Some(node), confidence: if is_day { 0.6 } else { 0.5 } })
    };
    is_picture("og:image").or_else(|| is_picture("twitter:image"))
}

/// The day in a path with true, or the month with false.
fn in_path(address: &str) -> Option<(String, bool)> {
    static DAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let day = r"[/_-]((?:19|20)[0-9]{2})[/_-]?([01][0-9])[/_-]?([0-3][0-9])(?:[^0-9]|$)";
        let slashes = r"/((?:19|20)[0-9]{2})/([0-9]{1,2})/([0-9]{1,2})/";
        Regex::new(&format!("{day}|{slashes}")).ok()
    });
    static MONTH: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"/((?:19|20)[0-9]{2})[/-]([01][0-9])(?:/|$)").ok());
    let day = || {
        let found = DAY.as_ref()?.captures(address)?;
        let part = |i: usize| found.get(i).or_else(|| found.get(i + 3)).map_or("", |part| part.as_str());
        date(&format!("{}-{}-{}", part(1), part(2), part(3)), None)
    };
    let month = || {
        let found = MONTH.as_ref()?.captures(address)?;
        let part = |i: usize| found.get(i).map_or("", |part| part.as_str());
        let is_month = part(2).parse().is_ok_and(|month: u32| (1..=12).contains(&month));
        is_month.then(|| format!("{}-{}", part(1), part(2)))
    };
    let found = day().map(|day| (day, true)).or_else(|| month().map(|month| (month, false)));
    found.filter(|(value, _)| value.get(..4).is_some_and(is_year_of_web))
}
