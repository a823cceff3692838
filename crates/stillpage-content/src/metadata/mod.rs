//! Metadata of a page: title, author, dates, site, language and the rest of what catalogues and crawls ask for.
//!
//! *In*: [`Page`]. *Out*: [`Metadata`], each value with its source and confidence.
//!
//! *Invariants*: every value is on the page or in its address; nothing is made up.

mod date;
mod date_hint;
mod date_seen;
mod kind;

use serde_json::{Map, Value, json};

use crate::dom::address::absolute;
use crate::dom::{Dom, NodeId, collapse_ascii_whitespace};
use crate::extract::embedded::{DataItem, ItemOrigin, items, text};
use crate::extract::{Provenance, Schema, extract};
use crate::page::Page;

/// Limit: categories and tags of a page.
const MAX_TOPICS: usize = 50;

/// Metadata of a page.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Metadata {
    /// The headline, or else the title of the document without the name of its site.
    pub title: Option<Sourced<String>>,
    /// The author.
    pub author: Option<Sourced<String>>,
    /// The day of publication, `2025-03-09`; `2025-03` where the page has no more.
    pub published: Option<Sourced<String>>,
    /// The day of the last change, `2025-03-11`; `2025-03` where the page has no more.
    pub modified: Option<Sourced<String>>,
    /// The name of the site.
    pub site_name: Option<Sourced<String>>,
    /// A summary in a sentence or two.
    pub description: Option<Sourced<String>>,
    /// The language as a BCP 47 tag, `pt-BR`.
    pub language: Option<Sourced<String>>,
    /// The sections of the site that it belongs to.
    pub categories: Option<Sourced<Vec<String>>>,
    /// Its keywords.
    pub tags: Option<Sourced<Vec<String>>>,
    /// The address of the picture that stands for it.
    pub image: Option<Sourced<String>>,
    /// The canonical address.
    pub url: Option<Sourced<String>>,
    /// The licence, an address where the page links to one.
    pub license: Option<Sourced<String>>,
    /// The type of page in a word of schema.org or Open Graph: `Article`, `Product`, `WebSite`.
    pub page_type: Option<Sourced<String>>,
}

/// A value of a page with where it comes from.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// The kind of source: those of [`Provenance::from`], and `time`, `address`, `text`, `link`, `html`, `picture`.
    pub from: &'static str,
    /// The element.
    pub node: Option<NodeId>,
    /// From 0 to 1: how far this kind of source is trusted.
    pub confidence: f64,
}

impl Metadata {
    /// The values that were found, by their names in JSON, in the order of the fields.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, Sourced<Value>)> {
        fn named<T: Clone + Into<Value>>(
            name: &'static str,
            field: &Option<Sourced<T>>,
        ) -> Option<(&'static str, Sourced<Value>)> {
            let Sourced { value, from, node, confidence } = field.clone()?;
            Some((name, Sourced { value: value.into(), from, node, confidence }))
        }
        [
            named("title", &self.title),
            named("author", &self.author),
            named("datePublished", &self.published),
            named("dateModified", &self.modified),
            named("siteName", &self.site_name),
            named("description", &self.description),
            named("language", &self.language),
            named("categories", &self.categories),
            named("tags", &self.tags),
            named("image", &self.image),
            named("url", &self.url),
            named("license", &self.license),
            named("pageType", &self.page_type),
        ]
        .into_iter()
        .flatten()
    }
}

/// Reads the metadata of a page. `url`: its address, where the page does not name it.
#[must_use]
pub fn metadata(page: &Page, url: Option<&str>) -> Metadata {
    let Ok(schema) = Schema::parse(&schema().to_string()) else { return Metadata::default() };
    let found = extract(page, &schema);
    let of_schema = |name: &str| {
        let value = found.data.get(name)?.as_str()?.to_owned();
        let Provenance { from, node, confidence, .. } = found.sources.get(&format!("/{name}"))?.clone();
        Some(Sourced { value, from, node, confidence })
    };
    let dom = page.dom();
    let items = items(dom);
    let address = of_head(dom, "link", "rel", "canonical", "href").or_else(|| of_schema("url"));
    let address_text = address.as_ref().map(|own| own.value.clone()).or_else(|| url.map(str::to_owned));
    let (published, modified) = date::dates(page, &items, address_text.as_deref());
    Metadata {
        title: of_schema("title"),
        author: of_schema("author"),
        published,
        modified,
        site_name: of_schema("siteName"),
        description: of_schema("description"),
        language: language(dom).or_else(|| of_schema("language")),
        categories: topics(dom, &items, &["articleSection"], &["article:section", "section", "category"]),
        tags: topics(dom, &items, &["keywords"], &["article:tag", "keywords", "news_keywords", "parsely-tags"]),
        image: of_schema("image"),
        url: address
            .or_else(|| url.map(|url| Sourced { value: url.to_owned(), from: "address", node: None, confidence: 0.9 })),
        license: license(dom, &items),
        page_type: kind::page_type(page, &items),
    }
}

/// The schema of the fields that [`extract`] finds.
fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "title": { "type": "string" },
            "author": { "type": "string" },
            "siteName": { "type": "string" },
            "description": { "type": "string" },
            "language": { "type": "string" },
            "image": { "type": "string", "format": "uri" },
            "url": { "type": "string", "format": "uri" },
        },
    })
}

/// The elements of one tag, whole document.
fn elements<'d>(dom: &'d Dom, tag: &'d str) -> impl Iterator<Item = NodeId> + 'd {
    let is_tag = move |&node: &NodeId| dom.element(node).is_some_and(|element| &*element.name.local == tag);
    dom.descendants(dom.document()).filter(is_tag)
}

/// True for an attribute that has a word, in any case.
fn has_word(dom: &Dom, node: NodeId, attribute: &str, word: &str) -> bool {
    let words = dom.attr(node, &attribute.into()).unwrap_or_default().split_ascii_whitespace();
    words.into_iter().any(|own| own.eq_ignore_ascii_case(word))
}

/// The absolute address of the first element that has a word in an attribute.
fn of_head(dom: &Dom, tag: &str, attribute: &str, word: &str, value: &str) -> Option<Sourced<String>> {
    let node = elements(dom, tag).find(|&node| has_word(dom, node, attribute, word))?;
    let value = absolute(dom, node, dom.attr(node, &value.into())?)?;
    Some(Sourced { value, from: "link", node: Some(node), confidence: 0.98 })
}

fn language(dom: &Dom) -> Option<Sourced<String>> {
    let root = dom.document_element(dom.document())?;
    let value = dom.language(root)?.trim().replace('_', "-");
    (!value.is_empty()).then_some(Sourced { value, from: "html", node: Some(root), confidence: 0.95 })
}

/// The items that describe the page rather than a part of it: not people, breadcrumbs or comments.
fn main_items(items: &[DataItem]) -> impl Iterator<Item = (&DataItem, &Map<String, Value>)> {
    let is_part = |kind: &str| {
        matches!(
            kind,
            "Person" | "Organization" | "BreadcrumbList" | "ListItem" | "ImageObject" | "Comment" | "Review" | "Offer"
        )
    };
    let items = items.iter().filter(move |item| item.origin != ItemOrigin::Meta && !is_part(&item.kind));
    items.filter_map(|item| Some((item, item.value.as_object()?)))
}

/// Lists of topics: of the items that describe the page, else of `meta`.
fn topics(dom: &Dom, items: &[DataItem], properties: &[&str], names: &[&str]) -> Option<Sourced<Vec<String>>> {
    let of_items = main_items(items).find_map(|(item, object)| {
        let value = properties.iter().find_map(|name| object.get(*name))?;
        let texts: Vec<String> = match value {
            Value::Array(values) => values.iter().take(MAX_TOPICS).filter_map(|value| text(value, false)).collect(),
            value => vec![text(value, false)?],
        };
        let list = split_topics(&texts);
        let from = item.origin.name();
        (!list.is_empty()).then_some(Sourced { value: list, from, node: Some(item.node), confidence: 0.9 })
    });
    of_items.or_else(|| {
        for name in names {
            let is_named = |&node: &NodeId| has_word(dom, node, "property", name) || has_word(dom, node, "name", name);
            let metas: Vec<NodeId> = elements(dom, "meta").filter(is_named).take(MAX_TOPICS).collect();
            let texts: Vec<String> =
                metas.iter().filter_map(|&node| dom.attr(node, &"content".into())).map(str::to_owned).collect();
            let list = split_topics(&texts);
            if !list.is_empty() {
                return Some(Sourced { value: list, from: "meta", node: metas.first().copied(), confidence: 0.8 });
            }
        }
        None
    })
}

/// A list of topics without repetitions; one text may name several, with commas or semicolons between them.
fn split_topics(texts: &[String]) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for part in texts.iter().flat_map(|text| text.split([',', ';', '，', '、'])) {
        let part = collapse_ascii_whitespace(part);
        if !part.is_empty() && !list.contains(&part) && list.len() < MAX_TOPICS {
            list.push(part);
        }
    }
    list
}

fn license(dom: &Dom, items: &[DataItem]) -> Option<Sourced<String>> {
    let of_items = || {
        main_items(items).find_map(|(item, object)| {
            let value = text(object.get("license")?, true)?;
            Some(Sourced { value, from: item.origin.name(), node: Some(item.node), confidence: 0.95 })
        })
    };
    let links = || ["link", "a"].into_iter().find_map(|tag| of_head(dom, tag, "rel", "license", "href"));
    // An address of a Creative Commons licence that is linked says which one, whatever the link is for.
    let linked = || {
        let of = |node: NodeId| absolute(dom, node, dom.attr(node, &"href".into())?);
        elements(dom, "a").find_map(|node| {
            let value = of(node).filter(|url| {
                url.contains("creativecommons.org/licenses/") || url.contains("creativecommons.org/publicdomain/")
            })?;
            Some(Sourced { value, from: "link", node: Some(node), confidence: 0.7 })
        })
    };
    links().or_else(of_items).or_else(linked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Metadata {
        metadata(&Page::from_html(html), None)
    }

    fn day(field: Option<Sourced<String>>) -> Option<(String, &'static str)> {
        field.map(|own| (own.value, own.from))
    }

    #[test]
    fn json_ld_is_read_before_marked_elements() {
        let html = r#"<script type="application/ld+json">{"@type":"NewsArticle","headline":"Tea","datePublished":"2025-03-09T10:00:00Z",
            "dateModified":"2025-03-11","articleSection":"Food","keywords":"tea, pots"}</script>
            <h1>Tea</h1><time datetime=2024-01-01>1 January</time>"#;
        let found = of(html);
        assert_eq!(day(found.published), Some(("2025-03-09".to_owned(), "json-ld")));
        assert_eq!(day(found.modified), Some(("2025-03-11".to_owned(), "json-ld")));
        assert_eq!(found.categories.map(|own| own.value), Some(vec!["Food".to_owned()]));
        assert_eq!(found.tags.map(|own| own.value), Some(vec!["tea".to_owned(), "pots".to_owned()]));
        assert_eq!(found.page_type.map(|own| own.value).as_deref(), Some("NewsArticle"));
    }

    #[test]
    fn words_before_a_date_say_what_it_is_of() {
        let found = of(
            "<h1>Pots</h1><p>Published <time datetime=2025-03-09>9 March</time>, updated <time datetime=2025-04-01>1 April</time></p>",
        );
        assert_eq!(day(found.published), Some(("2025-03-09".to_owned(), "time")));
        assert_eq!(day(found.modified), Some(("2025-04-01".to_owned(), "time")));
    }

    #[test]
    fn dates_of_comments_are_not_those_of_the_page() {
        let text = "A pot that was made by hand keeps the tea warm for an hour. ".repeat(8);
        let found = of(&format!(
            "<h1>Pots</h1><p>{text}</p><div class=comments><time datetime=2025-03-09>9 March</time> Nice</div>"
        ));
        assert_eq!(day(found.published), None);
    }

    #[test]
    fn date_below_the_headline_is_before_those_of_other_pages() {
        let text = "A pot that was made by hand keeps the tea warm for an hour. ".repeat(12);
        let teaser = |day: u32| format!("<div class=teaser><span class=date>{day} May 2024</span><h3>Cups</h3></div>");
        let html = format!(
            "<title>Pots - Tea</title>{}{}{}<p>{text}</p><h1>Pots</h1><div><p>9 March 2025</p><p>{text}</p></div>",
            teaser(1),
            teaser(2),
            teaser(3)
        );
        assert_eq!(day(of(&html).published), Some(("2025-03-09".to_owned(), "text")));
    }

    #[test]
    fn list_of_dated_pages_was_changed_with_the_newest() {
        let post = |day: u32| {
            format!(
                "<div class=post><h2>Cup {day}</h2><span class=date>{day} May 2024</span><p>{}</p></div>",
                "Tea. ".repeat(200)
            )
        };
        let found = of(&format!("{}{}{}", post(3), post(2), post(1)));
        assert_eq!(day(found.published), None);
        assert_eq!(day(found.modified), Some(("2024-05-03".to_owned(), "class")));
    }

    #[test]
    fn what_a_line_says_of_its_date_is_before_that_for_machines() {
        let found = of("<h1>Pots</h1><time datetime=2025-07-03>Published on 29 June 2025</time><p>Tea.</p>");
        assert_eq!(day(found.published), Some(("2025-06-29".to_owned(), "time")));
    }

    #[test]
    fn address_of_the_picture_hints_at_the_month() {
        let found =
            of("<meta property=og:image content=https://example.org/uploads/2025/03/pot.jpg><h1>Pots</h1><p>Tea.</p>");
        assert_eq!(day(found.published), Some(("2025-03".to_owned(), "picture")));
    }

    #[test]
    fn address_has_the_day_where_the_page_does_not() {
        let page = Page::from_html("<h1>Pots</h1><p>All about pots.</p>");
        let found = metadata(&page, Some("https://example.org/2025/03/09/pots"));
        assert_eq!(day(found.published), Some(("2025-03-09".to_owned(), "address")));
        let found = metadata(&page, Some("https://example.org/20250399/pots"));
        assert_eq!(day(found.published), None);
    }

    #[test]
    fn canonical_address_and_license_are_absolute() {
        let found =
            of("<base href=https://example.org/a/><link rel=canonical href=b><a rel=license href=/by>CC</a><h1>B</h1>");
        assert_eq!(found.url.map(|own| own.value).as_deref(), Some("https://example.org/a/b"));
        assert_eq!(found.license.map(|own| own.value).as_deref(), Some("https://example.org/by"));
    }

    #[test]
    fn page_without_anything_has_no_metadata() {
        assert_eq!(of("").values().count(), 0);
    }
}
