//! From the text of a field to the type and format that a schema asks for.

use serde_json::Value;

use super::money;
use super::name::Name;
use super::schema::Facets;
use super::value;
use crate::dom::address::has_scheme;
use crate::page::Page;

/// Limit: characters of a text value.
const MAX_TEXT: usize = 50_000;

/// The notation of numbers and dates on a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Locale {
    pub(crate) decimal_comma: bool,
    pub(crate) month_first: Option<bool>,
}

impl Locale {
    /// By the declared language of the page.
    pub(crate) fn of(page: &Page) -> Self {
        const COMMA: &[&str] = &[
            "de", "fr", "es", "it", "nl", "pt", "da", "sv", "nb", "nn", "no", "fi", "pl", "cs", "sk", "ru", "uk", "tr",
            "id", "vi", "ro", "hu", "el", "bg", "hr", "sl", "sr", "lt", "lv", "et", "ca", "is",
        ];
        let dom = page.dom();
        let language = dom
            .document_element(dom.document())
            .and_then(|root| dom.language(root))
            .unwrap_or_default()
            .to_ascii_lowercase();
        let (base, region) = language.split_once(['-', '_']).unwrap_or((&language, ""));
        let month_first = match (base, region) {
            ("", _) => None,
            ("en", "" | "us" | "ph") => Some(true),
            _ => Some(false),
        };
        // Switzerland and Mexico write a point.
        Self { decimal_comma: COMMA.contains(&base) && !matches!(region, "ch" | "li" | "mx" | "us"), month_first }
    }
}

/// A text as a value of the type, format and choices; `None` if it does not fit. `machine`: machine-readable data.
pub(super) fn convert(
    text: &str,
    machine: Option<&str>,
    facets: &Facets<'_>,
    name: &Name,
    locale: Locale,
) -> Option<Value> {
    let best = machine.map(str::trim).filter(|text| !text.is_empty()).unwrap_or(text).trim();
    if let Some(choices) = facets.choices {
        return choose(text.trim(), choices).or_else(|| choose(best, choices));
    }
    if facets.is("boolean") && !facets.is_number() && !facets.is("string") {
        return value::truth(best).or_else(|| value::truth(text)).map(Value::Bool);
    }
    if facets.is_number() {
        if let Some(value) = number(best, machine.is_some(), facets, locale) {
            return Some(value);
        }
        if !facets.is("string") {
            return None;
        }
    }
    if !facets.is_text() {
        return None;
    }
    let text = match facets.format {
        Some("date") => {
            let date = |text: &str| value::date(text, locale.month_first);
            date(best).or_else(|| date(text).filter(|_| machine.is_some()))?
        }
        Some("date-time") => value::date_time(best).or_else(|| value::date_time(text))?,
        Some("email" | "idn-email") => value::email(best)?,
        Some("uri" | "url" | "iri") => url::Url::parse(best).ok().map(|_| best.to_owned())?,
        Some("uri-reference" | "iri-reference") => best.split_whitespace().next()?.to_owned(),
        Some("time" | "duration") => best.to_owned(),
        _ if name.means("currency") => currency(best)?,
        // Words for people, except for values that only machines spell out.
        _ => {
            let words = if text.trim().is_empty() { best } else { text.trim() };
            if asks_for_one_number(facets) { value::upper_end(words) } else { words.to_owned() }
        }
    };
    let text = match (facets.pattern, facets.shape) {
        // The pattern decides.
        (Some(pattern), _) => pattern.part_of(&text)?,
        (None, Some(shape)) => shape.part_of(&text).unwrap_or(&text),
        (None, None) => &text,
    };
    let text = if text.len() <= MAX_TEXT { text.to_owned() } else { text.chars().take(MAX_TEXT).collect() };
    (!text.is_empty()).then_some(Value::String(text))
}

/// True where the schema describes a text as the number of something, which is one number.
fn asks_for_one_number(facets: &Facets<'_>) -> bool {
    facets.description.or(facets.title).is_some_and(|text| text.to_ascii_lowercase().contains("number of "))
}

fn currency(text: &str) -> Option<String> {
    let is_code = text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase());
    if is_code { Some(text.to_owned()) } else { money::currency(text).map(str::to_owned) }
}

fn number(text: &str, is_machine: bool, facets: &Facets<'_>, locale: Locale) -> Option<Value> {
    let plain = text
        .parse::<f64>()
        .ok()
        .filter(|_| is_machine && text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-'));
    // A text with a number somewhere in it is not a number.
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters > 24 && digits * 4 < letters {
        return None;
    }
    let found = plain.or_else(|| value::number(text, locale.decimal_comma))?;
    let whole = found.fract().abs() < f64::EPSILON;
    if facets.is("integer") && !facets.is("number") && !whole {
        return None;
    }
    // What the schema rules out is another number.
    let fits = facets.minimum.is_none_or(|least| found >= least) && facets.maximum.is_none_or(|most| found <= most);
    value::json_number(found).filter(|_| fits)
}

/// The choice that a text names: the same words, or the only choice whose words are in it.
fn choose(text: &str, choices: &[Value]) -> Option<Value> {
    let name = Name::new(text);
    let last = Name::new(text.rsplit('/').next().unwrap_or(text));
    let written = |choice: &Value| match choice {
        Value::String(text) => Some(Name::new(text)),
        Value::Number(_) | Value::Bool(_) => Some(Name::new(&choice.to_string())),
        _ => None,
    };
    let exact = choices.iter().find(|choice| {
        written(choice).is_some_and(|choice| {
            !choice.is_empty() && (choice == name || choice.words().concat() == last.words().concat())
        })
    });
    if exact.is_some() || text.chars().count() > 60 {
        return exact.cloned();
    }
    let within = |choice: &&Value| {
        written(choice).is_some_and(|choice| {
            !choice.is_empty() && name.words().windows(choice.words().len()).any(|words| words == choice.words())
        })
    };
    let mut found = choices.iter().filter(within);
    match (found.next(), found.next()) {
        (Some(choice), None) => Some(choice.clone()),
        _ => None,
    }
}

/// True if an address is wanted: by the format, or by the name.
pub(super) fn wants_url(facets: &Facets<'_>, name: &Name) -> bool {
    matches!(facets.format, Some("uri" | "url" | "iri" | "uri-reference" | "iri-reference"))
        || facets.format.is_none()
            && facets.is_text()
            && name
                .words()
                .iter()
                .any(|word| matches!(word.as_str(), "url" | "uri" | "href" | "link" | "src" | "permalink"))
}

/// True if a picture is wanted.
pub(super) fn wants_image(facets: &Facets<'_>, name: &Name) -> bool {
    facets.is_text()
        && name.words().iter().any(|word| {
            matches!(
                word.as_str(),
                "image" | "img" | "photo" | "picture" | "thumbnail" | "thumb" | "poster" | "logo" | "avatar"
            )
        })
        && !name.words().iter().any(|word| matches!(word.as_str(), "alt" | "caption" | "credit" | "width" | "height"))
}

/// True for an address that leads to no page.
pub(super) fn has_other_scheme(url: &str) -> bool {
    ["mailto", "tel", "sms", "data", "blob", "javascript"].iter().any(|scheme| has_scheme(url, scheme))
}

/// An address of a `mailto:` or `tel:` link without its scheme.
pub(super) fn after_scheme<'t>(url: &'t str, scheme: &str) -> Option<&'t str> {
    has_scheme(url, scheme)
        .then(|| url.get(scheme.len() + 1..))
        .flatten()
        .map(|rest| rest.split('?').next().unwrap_or(rest))
}
