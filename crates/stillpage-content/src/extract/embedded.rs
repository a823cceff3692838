//! Data that a page carries for machines: JSON-LD, also that in the state of an app, microdata, `RDFa`, microformats, Open Graph and
//! other `meta`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::head::head;
use super::name::Name;
use super::structured::{Syntax, structured};
use crate::dom::{Dom, NodeId, ParseOptions, collapse_ascii_whitespace};

/// Limit: items of a page.
const MAX_ITEMS: usize = 5000;
/// Limit: levels of items in items.
const MAX_DEPTH: usize = 12;

/// The origin of an item, the most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemOrigin {
    JsonLd,
    Markup(Syntax),
    Meta,
}

impl ItemOrigin {
    /// Its name in [`Provenance::from`](super::Provenance::from), and how far it is trusted.
    pub(crate) fn label_and_trust(self) -> (&'static str, f64) {
        match self {
            Self::JsonLd => ("json-ld", 0.97),
            Self::Markup(Syntax::Microdata) => ("microdata", 0.95),
            Self::Markup(Syntax::Rdfa) => ("rdfa", 0.95),
            Self::Markup(Syntax::Microformat) => ("microformat", 0.9),
            Self::Meta => ("meta", 0.85),
        }
    }

    /// Its name in [`Provenance::from`](super::Provenance::from).
    pub(crate) fn name(self) -> &'static str {
        self.label_and_trust().0
    }
}

/// A thing that the page describes: its type and its properties.
#[derive(Debug, Clone)]
pub(crate) struct DataItem {
    pub(crate) origin: ItemOrigin,
    /// `Product`, `Recipe`, ...; empty without one.
    pub(crate) kind: String,
    /// Always an object; items in it are objects with an `@type`.
    pub(crate) value: Value,
    /// The script or the element with the JSON, the element of the item, the root element.
    pub(crate) node: NodeId,
}

/// Every item of the page, outer ones first; the `meta` elements are one item, the last.
pub(crate) fn items(dom: &Dom) -> Vec<DataItem> {
    let mut items = Vec::new();
    let document = dom.document();
    for node in dom.descendants(document) {
        let Some(element) = dom.element(node) else { continue };
        if &*element.name.local == "script" {
            let kind = dom.attr(node, &"type".into()).unwrap_or_default().trim().to_ascii_lowercase();
            if kind.starts_with("application/ld+json") {
                json_ld(&dom.child_text(node), node, &mut items);
            } else if kind == "application/json" {
                state(&dom.child_text(node), node, &mut items);
            }
        }
        for attribute in &element.attributes {
            state(&attribute.value, node, &mut items);
        }
        if items.len() >= MAX_ITEMS {
            break;
        }
    }
    for syntax in [Syntax::Microdata, Syntax::Rdfa, Syntax::Microformat] {
        for (node, value) in structured(dom, syntax) {
            if items.len() >= MAX_ITEMS {
                break;
            }
            add_nested(&value, ItemOrigin::Markup(syntax), node, &mut items);
        }
    }
    resolve_references(&mut items);
    let object = head(dom);
    if !object.is_empty() {
        let kind = "meta".to_owned();
        let node = dom.document_element(document).unwrap_or(document);
        items.push(DataItem { origin: ItemOrigin::Meta, kind, value: Value::Object(object), node });
    }
    items
}

/// Puts what an `@id` refers to in the place of the reference: `"image": {"@id": "#primary"}`. What was put there is not
/// looked into again, so that items that refer to each other end.
fn resolve_references(items: &mut [DataItem]) {
    /// Limit: bytes of an item that is copied into others.
    const MAX_COPIED: usize = 20_000;
    /// Limit: levels of an item in which references are followed.
    const MAX_RESOLVED: usize = 4;
    let mut targets: BTreeMap<String, Value> = BTreeMap::new();
    for item in items.iter().filter(|item| item.origin == ItemOrigin::JsonLd) {
        if let Some(object) = item.value.as_object().filter(|object| object.len() > 1)
            && let Some(id) = object.get("@id").and_then(Value::as_str)
            && item.value.to_string().len() <= MAX_COPIED
        {
            targets.entry(id.to_owned()).or_insert_with(|| item.value.clone());
        }
    }
    let target = |value: &Value| {
        let object = value.as_object().filter(|object| object.len() == 1)?;
        targets.get(object.get("@id")?.as_str()?).cloned()
    };
    for item in items.iter_mut().filter(|item| item.origin == ItemOrigin::JsonLd) {
        let mut open: Vec<(&mut Value, usize)> = vec![(&mut item.value, 0)];
        while let Some((value, depth)) = open.pop() {
            if depth > 0
                && let Some(found) = target(value)
            {
                *value = found;
                continue;
            }
            match value {
                Value::Array(values) if depth < MAX_RESOLVED => {
                    open.extend(values.iter_mut().take(32).map(|value| (value, depth + 1)));
                }
                Value::Object(object) if depth < MAX_RESOLVED => {
                    open.extend(object.values_mut().map(|value| (value, depth + 1)));
                }
                _ => {}
            }
        }
    }
}

/// The items of one script; invalid JSON has none.
fn json_ld(text: &str, node: NodeId, items: &mut Vec<DataItem>) {
    let text = text.trim().trim_start_matches("<!--").trim_end_matches("-->");
    let text = text
        .trim()
        .trim_start_matches("//<![CDATA[")
        .trim_start_matches("<![CDATA[")
        .trim_end_matches("]]>")
        .trim_end_matches("//");
    let parsed = serde_json::from_str::<Value>(text).or_else(|_| {
        // Raw line breaks in strings, and a semicolon too many, are what pages get wrong.
        serde_json::from_str(with_escaped_breaks(text).trim().trim_end_matches(';'))
    });
    if let Ok(value) = parsed {
        add_nested(&value, ItemOrigin::JsonLd, node, items);
    }
}

/// The linked data in the state of an app, which frameworks leave in a script or in an attribute for the browser to go on with:
/// `data-page='{"props":{"schema":{"@context":"https://schema.org",...}}}'`. State without a context of schema.org has names of its
/// own and says nothing about the page.
fn state(text: &str, node: NodeId, items: &mut Vec<DataItem>) {
    /// Limit: bytes of the state that is read; apps keep up to a few MB in it.
    const MAX_STATE: usize = 4_000_000;
    if !text.trim_start().starts_with(['{', '[']) || text.len() > MAX_STATE || !text.contains("schema.org") {
        return;
    }
    // Many attributes that start like this hold code or another notation.
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
    let is_linked = |object: &Map<String, Value>| {
        object.get("@context").is_some_and(|context| context.to_string().contains("schema.org"))
    };
    let mut open = vec![&value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(values) => open.extend(values.iter().rev()),
            Value::Object(object) if is_linked(object) => add_nested(value, ItemOrigin::JsonLd, node, items),
            Value::Object(object) => open.extend(object.values().rev()),
            _ => {}
        }
    }
}

/// JSON with the line breaks in its strings escaped, and other control characters left out.
fn with_escaped_breaks(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            '\n' | '\r' if in_string => clean.push_str("\\n"),
            c if c.is_control() => clean.push(' '),
            c => clean.push(c),
        }
        if c == '"' && !escaped {
            in_string = !in_string;
        }
        escaped = c == '\\' && !escaped;
    }
    clean
}

/// Adds a value if it is an item, and the items in it, outer ones first.
fn add_nested(value: &Value, origin: ItemOrigin, node: NodeId, items: &mut Vec<DataItem>) {
    let mut open = vec![(value, 0)];
    while let Some((value, depth)) = open.pop() {
        if items.len() >= MAX_ITEMS || depth > MAX_DEPTH {
            return;
        }
        match value {
            Value::Array(values) => open.extend(values.iter().rev().map(|value| (value, depth + 1))),
            Value::Object(object) => {
                let is_item = object.keys().any(|key| !key.starts_with('@'));
                if is_item && !object.contains_key("@graph") {
                    items.push(DataItem { origin, kind: kind(object), value: value.clone(), node });
                }
                open.extend(object.values().rev().filter(|v| v.is_object() || v.is_array()).map(|v| (v, depth + 1)));
            }
            _ => {}
        }
    }
}

fn kind(object: &Map<String, Value>) -> String {
    let kind = match object.get("@type") {
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str),
        kind => kind.and_then(Value::as_str),
    };
    kind.unwrap_or_default().rsplit(['/', '#', ':']).next().unwrap_or_default().to_owned()
}

/// A property of an item by what its name means: where it is, how sure it is, the value. Properties of items in it count
/// less.
pub(super) fn find<'v>(object: &'v Map<String, Value>, name: &Name) -> Option<(String, f64, &'v Value)> {
    /// The least likeness of a name.
    const ALIKE: f64 = 0.7;
    let mut best: Option<(String, f64, &'v Value)> = None;
    let mut consider = |path: String, score: f64, value: &'v Value| {
        if score >= ALIKE && best.as_ref().is_none_or(|(_, known, _)| score > *known + 1e-9) {
            best = Some((path, score, value));
        }
    };
    for (key, value) in object.iter().filter(|(key, value)| !key.starts_with('@') && !is_nothing(value)) {
        let own = Name::new(key);
        consider(key.clone(), name.likeness(&own), value);
        // Offers and ratings hold what belongs to the thing itself.
        let inner = match value {
            Value::Array(values) => values.first(),
            value => Some(value),
        };
        let belongs = matches!(
            key.as_str(),
            "offers"
                | "aggregateRating"
                | "nutrition"
                | "address"
                | "geo"
                | "mainEntity"
                | "priceSpecification"
                | "location"
                | "baseSalary"
                | "hiringOrganization"
                | "jobLocation"
        );
        if let Some(inner) = inner.and_then(Value::as_object).filter(|_| belongs) {
            for (key2, value) in inner.iter().filter(|(key, value)| !key.starts_with('@') && !is_nothing(value)) {
                let key2_name = Name::new(key2);
                let low = matches!(key2.as_str(), "lowPrice" | "value")
                    && name.likeness(&own).max(name.likeness(&Name::new("price"))) > 0.8;
                let score = if low { 0.75 } else { name.likeness(&key2_name) * 0.92 };
                // A name of something else is not a name of this.
                if !name.means("name") {
                    consider(format!("{key}.{key2}"), score, value);
                }
            }
        }
    }
    best
}

/// The values of a list: groups of steps dissolved, a text of several lines or items taken apart. What a step or a group of
/// steps is called stands before it, if it adds to the step itself.
pub(super) fn entries(value: &Value) -> Vec<Cow<'_, Value>> {
    let mut out = Vec::new();
    let mut headings: Vec<&str> = Vec::new();
    let mut open = vec![(value, 0)];
    while let Some((value, depth)) = open.pop() {
        match value {
            Value::Array(values) if depth <= MAX_DEPTH => {
                open.extend(values.iter().rev().map(|value| (value, depth + 1)));
            }
            Value::Object(object) => {
                if let Some(heading) = heading_of(object).filter(|heading| !headings.contains(heading)) {
                    headings.push(heading);
                    out.push(Cow::Owned(Value::from(heading)));
                }
                match object.get("itemListElement") {
                    Some(inner @ Value::Array(_)) if depth <= MAX_DEPTH => open.push((inner, depth + 1)),
                    _ => out.push(Cow::Borrowed(value)),
                }
            }
            value => out.push(Cow::Borrowed(value)),
        }
    }
    if let [only] = out.as_slice()
        && let Some(text) = only.as_str()
    {
        let lines = lines(text);
        if lines.len() > 1 {
            return lines.into_iter().map(|line| Cow::Owned(Value::String(line))).collect();
        }
    }
    out
}

/// The name of a group of steps or a step, unless it is its number or the start of its text.
fn heading_of(object: &Map<String, Value>) -> Option<&str> {
    let name = object.get("name").and_then(Value::as_str).map(str::trim).filter(|name| !name.is_empty())?;
    let text = object.get("text").and_then(Value::as_str).unwrap_or_default();
    let is_number = name.chars().any(|c| c.is_ascii_digit()) && name.split_whitespace().count() <= 2;
    let (name_start, text_start) = (Name::new(name), Name::new(text));
    let repeats =
        text_start.words().starts_with(name_start.words()) || name_start.words().starts_with(text_start.words());
    match kind(object).as_str() {
        "HowToSection" if object.contains_key("itemListElement") => Some(name),
        "HowToStep" if !text.is_empty() && !is_number && !repeats => Some(name),
        _ => None,
    }
}

/// The lines of a text, and the items and paragraphs of one with markup.
fn lines(text: &str) -> Vec<String> {
    let mut marked = text.to_owned();
    for end in ["</li>", "</p>", "<br>", "<br/>", "<br />"] {
        marked = marked.replace(end, "\n");
    }
    marked.split(['\n', '\r']).map(plain).filter(|line| !line.is_empty()).collect()
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(values) => values.is_empty(),
        _ => false,
    }
}

/// The text of a value: of an item its name, its address where `wants_url`; entities and tags resolved.
pub(crate) fn text(value: &Value, wants_url: bool) -> Option<String> {
    match value {
        Value::String(text) => Some(plain(text)).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        // Of several sizes of a picture the original.
        Value::Array(values) if wants_url && values.iter().any(|value| !is_resized(value)) => {
            values.iter().take(16).filter(|value| !is_resized(value)).find_map(|value| match value {
                Value::Array(_) => None,
                value => text(value, wants_url),
            })
        }
        Value::Array(values) => values.iter().take(16).find_map(|value| match value {
            Value::Array(_) => None,
            value => text(value, wants_url),
        }),
        Value::Object(object) => {
            let keys: &[&str] = if wants_url {
                &["url", "contentUrl", "@id"]
            } else if matches!(
                kind(object).as_str(),
                "HowToStep" | "HowToDirection" | "HowToTip" | "Comment" | "Answer"
            ) {
                // Its name is a part of it.
                &["text", "name"]
            } else {
                &["name", "@value", "text", "value", "ratingValue", "url"]
            };
            keys.iter().find_map(|key| match object.get(*key) {
                Some(Value::String(text)) => Some(plain(text)),
                Some(Value::Number(number)) => Some(number.to_string()),
                Some(Value::Array(values)) => values.first().and_then(Value::as_str).map(plain),
                _ => None,
            })
        }
        Value::Null => None,
    }
}

/// True for the address of a picture that ends with its size: `a-225x150.jpg`.
fn is_resized(value: &Value) -> bool {
    let Some(url) = value.as_str() else { return false };
    let stem = url.rsplit('/').next().unwrap_or(url).rsplit_once('.').map_or(url, |(stem, _)| stem);
    let size = stem.rsplit('-').next().and_then(|size| size.split_once('x'));
    size.is_some_and(|(width, height)| {
        [width, height].iter().all(|n| (2..5).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// Text without markup.
fn plain(text: &str) -> String {
    /// Limit: bytes that are parsed; longer texts stay as they are.
    const MAX_PARSED: usize = 100_000;
    if !text.contains(['&', '<']) || text.len() > MAX_PARSED {
        return collapse_ascii_whitespace(text);
    }
    let options = ParseOptions { encoding: Some(encoding_rs::UTF_8), ..ParseOptions::default() };
    let dom = Dom::parse(text.replace("<br", " <br").replace("</p", " </p").as_bytes(), &options);
    let once = collapse_ascii_whitespace(&dom.text_content(dom.document()));
    // Markup that was escaped once more.
    if !text.contains('<') && once.contains("</") { plain(&once) } else { once }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(html: &str, expected: &Value) {
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let found: Vec<Value> =
            items(&dom).iter().map(|i| json!([format!("{:?}", i.origin), i.kind, i.value])).collect();
        assert_eq!(&Value::Array(found), expected, "{html}");
    }

    #[test]
    fn json_ld_items() {
        check(
            "<script type='application/ld+json'>{\"@graph\":[{\"@type\":\"Product\",\"name\":\"a\nb\",\"offers\":{\"@type\":\"Offer\",\"price\":5}}]};</script>",
            &json!([
                ["JsonLd", "Product", { "@type": "Product", "name": "a\nb", "offers": { "@type": "Offer", "price": 5 } }],
                ["JsonLd", "Offer", { "@type": "Offer", "price": 5 }],
            ]),
        );
        check("<script type='application/ld+json'>{oops</script>", &json!([]));
    }

    #[test]
    fn linked_data_in_the_state_of_an_app() {
        let recipe = r#"{"@context":"https:\/\/schema.org","@type":"Recipe","name":"Pie"}"#;
        let expected =
            json!([["JsonLd", "Recipe", { "@context": "https://schema.org", "@type": "Recipe", "name": "Pie" }]]);
        check(&format!(r#"<div id=app data-page='{{"props":{{"title":"x","schema":[{recipe}]}}}}'>"#), &expected);
        check(&format!(r#"<script type=application/json>{{"state":{recipe}}}</script>"#), &expected);
        check(
            r#"<div data-page='{"name":"Pie","see":"https://schema.org"}' data-code='{name: "schema.org"}'>"#,
            &json!([]),
        );
    }

    #[test]
    fn microdata_items() {
        check(
            "<base href='https://a.example/'><div itemscope itemtype='https://schema.org/Book'><b itemprop='name'>T</b><a itemprop=url href=b>x</a>
             <i itemprop=tag>1</i><i itemprop=tag>2</i><p itemprop=author itemscope itemtype=http://schema.org/Person><meta itemprop=name content=N></p></div>",
            &json!([
                ["Markup(Microdata)", "Book", { "@type": "https://schema.org/Book", "name": "T", "url": "https://a.example/b", "tag": ["1", "2"],
                    "author": { "@type": "http://schema.org/Person", "name": "N" } }],
                ["Markup(Microdata)", "Person", { "@type": "http://schema.org/Person", "name": "N" }],
            ]),
        );
    }

    #[test]
    fn items_too_deep_to_be_a_value_are_items_of_their_own() {
        let html = "<div itemprop=offers itemscope itemtype=Offer>x<b itemprop=sku>1</b>".repeat(40);
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let items = items(&dom);
        assert_eq!(items.len(), 40);
        // None of them is a text of all that is in it.
        assert!(items.iter().all(|item| item.value["sku"] == "1" && !item.value["offers"].is_string()));
    }

    #[test]
    fn meta_is_one_item() {
        check(
            "<html lang=en><meta property=og:title content='T &amp; U'><meta name=description content=d><meta name=viewport content=x>
             <meta property=product:price:amount content=12.50>",
            &json!([["Meta", "meta", { "title": "T & U", "price": "12.50", "description": "d", "language": "en" }]]),
        );
    }

    #[test]
    fn embedded_properties_are_found_by_meaning() {
        let value = json!({ "name": "A", "offers": [{ "price": "5", "name": "no" }], "aggregateRating": { "ratingValue": 4, "reviewCount": 9 } });
        let path = |name: &str| {
            find(value.as_object().unwrap(), &Name::new(name)).map(|(path, _, _)| path).unwrap_or_default()
        };
        assert_eq!(path("title"), "name");
        assert_eq!(path("price"), "offers.price");
        assert_eq!(path("reviewCount"), "aggregateRating.reviewCount");
        assert_eq!(path("rating"), "aggregateRating");
        assert_eq!(path("colour"), "");
    }

    #[test]
    fn embedded_texts_are_plain() {
        assert_eq!(text(&json!("a &amp; <b>b</b>"), false).as_deref(), Some("a & b"));
        assert_eq!(text(&json!([{ "@type": "Person", "name": "N", "url": "u" }]), false).as_deref(), Some("N"));
        assert_eq!(text(&json!({ "name": "N", "url": "u" }), true).as_deref(), Some("u"));
    }
}
