//! The origin of a document, as far as the page itself shows it.

use url::{Origin, Url};

use crate::dom::Dom;

/// The web origin of the document of a page: of its URL, of the `saved from url` comment of browsers, or of its `base`.
pub(super) fn origin(dom: &Dom) -> Option<String> {
    let document = dom.document();
    let own = dom.document_url(document).cloned();
    let candidates = [own, saved_from(dom), dom.base_url(document).cloned()];
    candidates.into_iter().flatten().find_map(|url| match url.origin() {
        origin @ Origin::Tuple(..) => Some(origin.ascii_serialization()),
        Origin::Opaque(_) => None,
    })
}

/// The address in `<!-- saved from url=(0023)https://example.com/ -->`.
fn saved_from(dom: &Dom) -> Option<Url> {
    let document = dom.document();
    let tops = dom.children(document).chain(dom.document_element(document).into_iter().flat_map(|n| dom.children(n)));
    tops.take(20).find_map(|node| {
        let text = dom.comment(node)?;
        let (_, rest) = text.trim().strip_prefix("saved from url=(")?.split_once(')')?;
        Url::parse(rest.trim()).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::ParseOptions;

    fn check(html: &str, url: Option<&str>, expected: Option<&str>) {
        let url = url.map(|url| Url::parse(url).unwrap());
        let dom = Dom::parse(html.as_bytes(), &ParseOptions { url, ..ParseOptions::default() });
        assert_eq!(origin(&dom).as_deref(), expected, "{html}");
    }

    #[test]
    fn origin_is_what_the_page_says() {
        check("<p>x", None, None);
        check("<p>x", Some("file:///tmp/a.html"), None);
        check("<p>x", Some("https://a.example/x?y"), Some("https://a.example"));
        let saved = "<!doctype html>\n<!-- saved from url=(0026)https://b.example/page#top -->\n<p>x";
        check(saved, Some("file:///tmp/a.html"), Some("https://b.example"));
        check("<!-- saved from url=(0014)about:internet --><p>x", None, None);
        check("<base href=https://c.example:8080/><p>x", None, Some("https://c.example:8080"));
    }
}
