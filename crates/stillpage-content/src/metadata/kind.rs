//! The type of a page.

use super::{Sourced, elements, has_word, main_items};
use crate::dom::NodeId;
use crate::extract::embedded::DataItem;
use crate::markdown::is_article;
use crate::page::Page;

/// The type that the page declares, the most specific first: that of an item, `og:type`, else an article by how it reads.
pub(super) fn page_type(page: &Page, items: &[DataItem]) -> Option<Sourced<String>> {
    let dom = page.dom();
    // Every page is a web page of a web site.
    let is_general =
        |kind: &str| matches!(kind, "WebPage" | "WebSite" | "Thing" | "CreativeWork" | "SearchAction" | "");
    let declared = |general: bool| {
        main_items(items).find(|(item, _)| is_general(&item.kind) == general && !item.kind.is_empty()).map(
            |(item, _)| Sourced {
                value: item.kind.clone(),
                from: item.origin.name(),
                node: Some(item.node),
                confidence: 0.9,
            },
        )
    };
    let is_named = |&node: &NodeId| has_word(dom, node, "property", "og:type");
    let of_meta = || {
        let node = elements(dom, "meta").find(is_named)?;
        let word = dom.attr(node, &"content".into())?.trim().rsplit([':', '.']).next()?.to_owned();
        let value = match word.as_str() {
            "website" => "WebSite".to_owned(),
            word => {
                let mut letters = word.chars();
                letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())?
            }
        };
        Some(Sourced { value, from: "meta", node: Some(node), confidence: 0.7 })
    };
    let by_text =
        || is_article(page).then(|| Sourced { value: "Article".to_owned(), from: "text", node: None, confidence: 0.6 });
    let of_meta = of_meta();
    let is_site = |own: &Sourced<String>| own.value == "WebSite";
    declared(false)
        .or_else(|| of_meta.clone().filter(|own| !is_site(own)))
        .or_else(by_text)
        .or(of_meta)
        .or_else(|| declared(true))
}
