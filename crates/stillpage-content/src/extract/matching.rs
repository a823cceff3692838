//! Matching of properties with the fields of a record.

use std::rc::Rc;
use std::sync::LazyLock;

use serde_json::Value;

use super::code::code_behind_label;
use super::convert::{Locale, after_scheme, convert, has_other_scheme, wants_image, wants_url};
use super::field::{Field, FieldKind};
use super::money;
use super::name::{Groups, Name, Names, may_be_like, own_group};
use super::rating::rating_in;
use super::schema::Facets;
use super::value;

/// Below this a field does not match.
pub(super) const MIN_CONFIDENCE: f64 = 0.5;

/// The confidence of a code right behind its label, without a colon between them.
const CODE: f64 = 0.8;

/// The bonus for a yes or no that is a control, for a price that is an amount of money, and the most that both add.
const CONTROL: f64 = 0.02;
const MONEY: f64 = 0.03;
const MAX_ADDED: f64 = CONTROL + MONEY;

/// The confidence of a text that matches the pattern of the schema, under any name.
const PATTERN: f64 = 0.7;
/// Limit: words of a description that is a name.
const MAX_NAME: usize = 4;

/// A kind of property whose values are also recognised by their texts.
#[derive(Debug, Clone, Copy)]
enum PropertyKind {
    Author,
    Availability,
    Currency,
    Date,
    Email,
    Phone,
    Price,
    Rating,
    Reviews,
}

/// The word for each [`PropertyKind`], and its group of names.
static MEANINGS: LazyLock<[(&'static str, Groups); 9]> = LazyLock::new(|| {
    let words = ["author", "availability", "currency", "date", "email", "phone", "price", "rating", "reviews"];
    words.map(|word| (word, own_group(word)))
});

/// A property that is looked for.
#[derive(Debug, Clone)]
pub(super) struct PropertyQuery<'s> {
    /// Its name, and its other names in the schema.
    pub(super) names: Vec<Name>,
    pub(super) facets: Rc<Facets<'s>>,
    /// It is a picture, or an address.
    pub(super) image: bool,
    pub(super) url: bool,
    /// It is the name of the whole thing, not of a part.
    pub(super) title: bool,
}

impl<'s> PropertyQuery<'s> {
    pub(super) fn new(name: &str, facets: Rc<Facets<'s>>, known: &Names) -> Self {
        let described = facets.description.map(without_lead).filter(|text| text.split_whitespace().count() <= MAX_NAME);
        let names = std::iter::once(name).chain(facets.title).chain(described);
        let names = names.map(|name| known.of(name)).filter(|name| !name.is_empty()).collect();
        let mut wanted = Self { names, facets, image: false, url: false, title: false };
        wanted.classify(known);
        wanted
    }

    fn classify(&mut self, known: &Names) {
        let (name, title) = (self.name(), known.of("title"));
        self.image = wants_image(&self.facets, &name);
        self.url = wants_url(&self.facets, &name);
        self.title = self.names.iter().any(|name| name.likeness(&title) >= 0.5);
    }

    /// The name, the first of those that the schema gives.
    pub(super) fn name(&self) -> Name {
        self.names.first().cloned().unwrap_or_else(|| Name::new(""))
    }

    /// True if its own name is one of those of a property, and nothing more special.
    pub(super) fn is_called(&self, property: &str) -> bool {
        let property = Name::new(property);
        self.names.iter().any(|name| name.likeness(&property) >= 0.84)
    }

    /// True if it asks for the text of an article as a whole.
    pub(super) fn wants_body(&self) -> bool {
        let is_body = |name: &Name| {
            let joined = name.words().concat();
            matches!(
                joined.as_str(),
                "body" | "articlebody" | "bodytext" | "content" | "articletext" | "fulltext" | "maintext"
            )
        };
        self.names.iter().any(is_body)
    }

    /// Takes it for the property of something else: `author name`. What any thing has is that thing's own.
    pub(super) fn put_before(&mut self, prefix: &str, known: &Names) {
        let of_any_thing = ["name", "url", "image", "description", "date", "text"];
        let is_of_any = of_any_thing.iter().any(|word| self.names.iter().any(|name| name.means(word)));
        let whole = Name::new(&format!("{prefix} {}", self.name().words().join(" ")));
        if is_of_any {
            self.names.clear();
        }
        self.names.insert(0, whole);
        self.classify(known);
    }

    /// The likeness of a heading or a label to it: as a whole, or with its first word, as in `Steps to make it`.
    pub(super) fn likeness_of_label(&self, text: &str) -> f64 {
        if !may_be_like(&self.names, text) {
            return 0.0;
        }
        let whole = Name::new(text);
        let first = whole.words().first().map(|word| Name::new(word));
        let likeness = |own: &Name| self.names.iter().map(|name| name.likeness(own)).fold(0.0, f64::max);
        let first = first.map_or(0.0, |first| likeness(&first));
        likeness(&whole).max(if first >= 0.8 { 0.7 } else { 0.0 })
    }

    fn means(&self, meaning: PropertyKind) -> bool {
        let (word, group) = MEANINGS[meaning as usize];
        self.names.iter().any(|name| name.is_in_group(word, group))
    }
}

/// A description without the words that it starts with in any case: `The name of the venue` names what `venue name` does.
fn without_lead(description: &str) -> &str {
    let text = description.trim().trim_end_matches('.');
    ["The ", "the ", "A ", "a ", "An ", "an "].iter().find_map(|lead| text.strip_prefix(lead)).unwrap_or(text)
}

/// A field that a property may mean.
#[derive(Debug, Clone)]
pub(super) struct FieldMatch {
    pub(super) value: Value,
    pub(super) score: f64,
    pub(super) from: &'static str,
}

/// Matches a field with a property; `None` if it does not answer it, or its value is of another type. `by_kind`: the kind of the
/// value alone may be enough, as it is in a record, but not on a whole page.
pub(super) fn answer(wanted: &PropertyQuery<'_>, field: &Field, locale: Locale, by_kind: bool) -> Option<FieldMatch> {
    better_answer(wanted, field, locale, by_kind, 0.0)
}

/// Matches as [`answer`] does; a field whose score cannot be more than `known` is not read.
pub(super) fn better_answer(
    wanted: &PropertyQuery<'_>,
    field: &Field,
    locale: Locale,
    by_kind: bool,
    known: f64,
) -> Option<FieldMatch> {
    let name = wanted.name();
    let (image, url) = (wanted.image, wanted.url);
    let is_of_kind = match field.kind {
        FieldKind::Image => image,
        FieldKind::Link => url && !image || wanted.means(PropertyKind::Email) || wanted.means(PropertyKind::Phone),
        // The words of a link are not an address.
        _ => !image && (!url || field.text.contains(':') && url::Url::parse(field.text.trim()).is_ok()),
    };
    if !is_of_kind {
        return None;
    }
    let (mut score, mut from) = (0.0, "");
    for (own, weight, naming) in &field.names {
        let likeness = wanted.names.iter().map(|name| name.likeness(own)).fold(0.0, f64::max) * weight;
        if likeness > score {
            (score, from) = (likeness, naming.as_str());
        }
    }
    let (kind_score, kind_from) = if by_kind { kind_score(wanted, field) } else { (0.0, "") };
    if kind_score > score {
        (score, from) = (kind_score, kind_from);
    }
    if score < PATTERN && field.kind != FieldKind::Control && has_the_pattern(wanted, field) {
        (score, from) = (PATTERN, "format");
    }
    let value = match field.kind {
        FieldKind::Image => convert(&field.text, None, &wanted.facets, &name, locale)?,
        FieldKind::Link => {
            let mail = after_scheme(&field.text, "mailto").filter(|_| wanted.means(PropertyKind::Email));
            let phone = after_scheme(&field.text, "tel").filter(|_| wanted.means(PropertyKind::Phone));
            if let Some(address) = mail.or(phone) {
                score = score.max(0.85);
                from = "element";
                convert(&address.replace("%20", " "), None, &wanted.facets, &name, locale)?
            } else if url && !image {
                if has_other_scheme(&field.text) {
                    return None;
                }
                convert(&field.text, None, &wanted.facets, &name, locale)?
            } else {
                return None;
            }
        }
        _ => {
            let code = wanted
                .names
                .iter()
                .find_map(|name| code_behind_label(name, &field.text).or_else(|| field.number_behind(name)));
            let most = if code.is_some() { score.max(CODE) } else { score } + MAX_ADDED;
            if most < MIN_CONFIDENCE || most.min(1.0) <= known {
                return None;
            }
            // A label for those who do not see is the machine's value, and has the best rating in it as well.
            let machine = field.machine.as_deref().filter(|_| code.is_none());
            let machine = machine.map(|machine| {
                if wanted.means(PropertyKind::Rating) { rating_in(machine).unwrap_or(machine) } else { machine }
            });
            let text = match code {
                Some(code) => {
                    (score, from) = (score.max(CODE), "label");
                    code
                }
                None if wanted.means(PropertyKind::Rating) => rating_in(&field.text).unwrap_or(&field.text),
                None => &field.text,
            };
            convert(text, machine, &wanted.facets, &name, locale)?
        }
    };
    // When something was written is not by whom.
    if wanted.means(PropertyKind::Author)
        && wanted.facets.is_text()
        && value::date(&field.text, locale.month_first).is_some()
    {
        return None;
    }
    if wanted.facets.is("boolean") && field.kind == FieldKind::Control {
        score += CONTROL;
    }
    // A former price is not the price.
    if wanted.means(PropertyKind::Price)
        && !wanted.names.iter().any(|name| name.words().iter().any(|w| is_former(w)))
        && field.names.iter().any(|(name, _, _)| name.words().iter().any(|w| is_former(w)))
    {
        score -= 0.25;
    }
    // Money is what a price is made of.
    if wanted.means(PropertyKind::Price)
        && wanted.facets.is_number()
        && matches!(field.kind, FieldKind::Text | FieldKind::LinkText)
        && money::is_price(&field.text)
    {
        score += MONEY;
    }
    (score >= MIN_CONFIDENCE).then_some(FieldMatch { value, score: score.min(1.0), from })
}

/// True if the text is as the pattern of the schema asks, and hardly another text is.
fn has_the_pattern(wanted: &PropertyQuery<'_>, field: &Field) -> bool {
    let patterns = [wanted.facets.pattern, wanted.facets.shape];
    patterns.into_iter().flatten().any(|pattern| pattern.is_distinctive && pattern.part_of(field.text.trim()).is_some())
}

fn is_former(word: &str) -> bool {
    matches!(
        word,
        "old"
            | "was"
            | "before"
            | "original"
            | "regular"
            | "strike"
            | "list"
            | "rrp"
            | "uvp"
            | "del"
            | "compare"
            | "msrp"
    )
}

/// The evidence of the kind of a field and the form of its value.
fn kind_score(wanted: &PropertyQuery<'_>, field: &Field) -> (f64, &'static str) {
    let text = field.text.as_str();
    let is_short = || text.chars().nth(80).is_none();
    let kind = if field.kind == FieldKind::LinkText { FieldKind::Text } else { field.kind };
    let score = match kind {
        _ if field.kind == FieldKind::LinkText && wanted.title && wanted.facets.is_text() => 0.6,
        FieldKind::Image if wanted.image => 0.75,
        FieldKind::Link if wanted.url => 0.7,
        FieldKind::Heading if wanted.title && wanted.facets.is_text() => 0.8,
        FieldKind::Time if wanted.means(PropertyKind::Date) => 0.8,
        FieldKind::Text | FieldKind::Time if wanted.means(PropertyKind::Price) && money::is_price(text) => 0.72,
        FieldKind::Text
            if wanted.means(PropertyKind::Currency) && money::is_price(text) && money::currency(text).is_some() =>
        {
            0.6
        }
        FieldKind::Text
            if wanted.means(PropertyKind::Rating)
                && is_short()
                && (text.contains('★') || rating_in(text).is_some() || text.to_lowercase().contains("stars")) =>
        {
            0.65
        }
        FieldKind::Text
            if wanted.means(PropertyKind::Reviews)
                && is_short()
                && ["review", "rating", "bewertung", "avis", "vote"]
                    .iter()
                    .any(|word| text.to_lowercase().contains(word))
                && text.bytes().any(|b| b.is_ascii_digit()) =>
        {
            0.65
        }
        FieldKind::Text if wanted.means(PropertyKind::Availability) && is_short() && value::truth(text).is_some() => {
            0.6
        }
        FieldKind::Text | FieldKind::Time
            if matches!(wanted.facets.format, Some("date" | "date-time"))
                && is_short()
                && (wanted.means(PropertyKind::Date)
                    || wanted.names.iter().any(|n| n.words().iter().any(|w| w == "date"))) =>
        {
            0.6
        }
        FieldKind::Text if wanted.facets.format == Some("email") && value::email(text).is_some() => 0.75,
        FieldKind::Text
            if wanted.means(PropertyKind::Author)
                && is_short()
                && (text.starts_with("by ") || text.starts_with("By ")) =>
        {
            0.7
        }
        _ => 0.0,
    };
    (score, if score > 0.0 { "format" } else { "" })
}
