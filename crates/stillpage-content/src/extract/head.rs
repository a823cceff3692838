//! The metadata in the head of a page: Open Graph, Dublin Core and other `meta`, the canonical address.

use serde_json::{Map, Value};

use crate::dom::address::absolute;
use crate::dom::{Dom, collapse_ascii_whitespace};

/// The data of the `head`: Open Graph and others under their last word, the canonical address, the title.
pub(super) fn head(dom: &Dom) -> Map<String, Value> {
    let document = dom.document();
    let mut object = Map::new();
    let mut put = |name: &str, value: &str| {
        let value = collapse_ascii_whitespace(value);
        if !value.is_empty() && !object.contains_key(name) {
            object.insert(name.to_owned(), value.into());
        }
    };
    let mut later: Vec<(String, String)> = Vec::new();
    for node in dom.descendants(document) {
        let attr = |name: &str| dom.attr(node, &name.into());
        match dom.element(node).map_or("", |e| &*e.name.local) {
            "meta" => {
                let Some(content) = attr("content") else { continue };
                let Some(name) = attr("property").or_else(|| attr("name")) else { continue };
                let name = name.trim().to_ascii_lowercase();
                let content = match name.as_str() {
                    "og:url" | "og:image" | "twitter:image" | "og:image:url" => {
                        absolute(dom, node, content).unwrap_or_default()
                    }
                    _ => content.to_owned(),
                };
                match name.as_str() {
                    "og:site_name" | "application-name" => put("siteName", &content),
                    "og:locale" => put("language", &content),
                    "article:published_time" => put("datePublished", &content),
                    "article:modified_time" | "og:updated_time" => put("dateModified", &content),
                    "article:section" => put("section", &content),
                    "article:tag" => put("tags", &content),
                    "product:price:amount" | "og:price:amount" => put("price", &content),
                    "product:price:currency" | "og:price:currency" => put("priceCurrency", &content),
                    "product:availability" | "og:availability" => put("availability", &content),
                    "product:brand" => put("brand", &content),
                    "viewport" | "generator" | "robots" | "theme-color" | "referrer" | "og:type" => {}
                    // Facebook profiles are not names.
                    "article:author" if content.starts_with("http") => {}
                    // Neither are accounts.
                    "twitter:creator" | "twitter:site" if content.starts_with('@') => {}
                    _ => {
                        let (prefix, short) = name.rsplit_once(':').unwrap_or(("", &name));
                        match prefix {
                            "og" | "article" | "product" | "book" | "profile" => put(short, &content),
                            "twitter" | "" | "dc" | "dcterms" | "parsely" => {
                                later.push((short.rsplit('.').next().unwrap_or(short).to_owned(), content));
                            }
                            _ => {}
                        }
                    }
                }
            }
            "link" if attr("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("image_src")) => {
                let href = attr("href").and_then(|href| absolute(dom, node, href));
                later.push(("image".to_owned(), href.unwrap_or_default()));
            }
            "link" if attr("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical")) => {
                let href = attr("href").and_then(|href| absolute(dom, node, href));
                later.push(("url".to_owned(), href.unwrap_or_default()));
            }
            _ => {}
        }
    }
    later.iter().for_each(|(name, value)| put(name, value));
    if let Some(root) = dom.document_element(document) {
        put("language", dom.attr(root, &"lang".into()).unwrap_or_default());
    }
    object
}
