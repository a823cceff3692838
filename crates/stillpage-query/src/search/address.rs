//! Addresses that elements refer to, made absolute.

use std::borrow::Cow;

use url::Url;

use crate::dom::{Dom, NodeId};

/// Attributes that hold an address; `srcset` holds several.
const ADDRESSES: &[&str] = &["href", "src", "action", "formaction", "poster"];

/// The base of addresses in a page's document.
///
/// A page that was saved as HTML no longer has its address: the file's own says where it was saved to, not where it came
/// from. Then only a `<base>`, the note of the browser that saved it (`<!-- saved from url=... -->`), or what the caller
/// knows can decide.
#[derive(Debug, Clone)]
pub struct Addresses {
    base: Option<Url>,
}

impl Addresses {
    /// For the document that holds a node. `known`: where the page came from, if the caller knows.
    #[must_use]
    pub fn new(dom: &Dom, document: NodeId, known: Option<&Url>) -> Self {
        let own = dom.base_url(document).or_else(|| dom.document_url(document)).filter(|url| url.scheme() != "file");
        let origin = known.cloned().or_else(|| saved_from(dom, document));
        // An absolute `<base>` is enough; a relative one is resolved against the page's origin.
        let base = match (own, origin) {
            (own, Some(origin)) => match base_href(dom, document) {
                Some(href) => origin.join(&href).ok().or(Some(origin)),
                None => Some(origin),
            }
            .or_else(|| own.cloned()),
            (own, None) => own.cloned(),
        };
        Self { base }
    }

    /// The value of an attribute, absolute if it holds an address and the base is known; else as written.
    #[must_use]
    pub fn absolute<'v>(&self, attribute: &str, value: &'v str) -> Cow<'v, str> {
        if attribute == "srcset" {
            return Cow::Owned(self.source_set(value));
        }
        match ADDRESSES.contains(&attribute) {
            true => self.resolve(value).map_or(Cow::Borrowed(value), |url| Cow::Owned(url.into())),
            false => Cow::Borrowed(value),
        }
    }

    /// An absolute address; `None` if it is invalid, or relative to nothing.
    #[must_use]
    pub fn resolve(&self, value: &str) -> Option<Url> {
        let value = value.trim_matches(|c: char| c.is_ascii_whitespace());
        match &self.base {
            Some(base) => base.join(value).ok(),
            None => Url::parse(value).ok(),
        }
    }

    /// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>: each candidate's address absolute, its descriptor kept.
    fn source_set(&self, value: &str) -> String {
        let mut candidates = Vec::new();
        let mut rest = value;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
            if rest.is_empty() {
                return candidates.join(", ");
            }
            let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            let (mut url, mut after) = rest.split_at(end);
            let mut descriptor = "";
            if url.ends_with(',') {
                url = url.trim_end_matches(',');
            } else {
                let end = after.find(',').unwrap_or(after.len());
                (descriptor, after) = after.split_at(end);
            }
            let absolute = self.resolve(url).map_or_else(|| url.to_owned(), String::from);
            candidates.push(format!("{absolute} {}", descriptor.trim()).trim_end().to_owned());
            rest = after;
        }
    }
}

/// The `href` of the first `base` that has one.
fn base_href(dom: &Dom, document: NodeId) -> Option<String> {
    let base = dom.descendants(document).find(|&node| {
        dom.is_html(node, &crate::dom::local_name!("base"))
            && dom.attr(node, &crate::dom::local_name!("href")).is_some()
    })?;
    dom.attr(base, &crate::dom::local_name!("href")).map(str::to_owned)
}

/// Chrome: the comment that a browser writes on top of a page that it saves, `saved from url=(0023)https://...`.
fn saved_from(dom: &Dom, document: NodeId) -> Option<Url> {
    let html = dom.document_element(document);
    let children = dom.children(document).chain(html.into_iter().flat_map(|html| dom.children(html)));
    let notes = children.filter_map(|node| dom.comment(node)?.trim().strip_prefix("saved from url=("));
    let mut urls = notes.filter_map(|note| Url::parse(note.split_once(')')?.1.trim()).ok());
    urls.find(|url| url.scheme() == "http" || url.scheme() == "https")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::ParseOptions;

    #[track_caller]
    fn check(html: &str, page: Option<&str>, known: Option<&str>, attribute: &str, value: &str, expected: &str) {
        let url = |text: &str| Url::parse(text).expect("an address");
        let options = ParseOptions { url: page.map(url), ..ParseOptions::default() };
        let dom = Dom::parse(html.as_bytes(), &options);
        let addresses = Addresses::new(&dom, dom.document(), known.map(url).as_ref());
        assert_eq!(addresses.absolute(attribute, value), expected, "{html}");
    }

    #[test]
    fn address_is_absolute_where_the_base_is_known() {
        check("", Some("https://a.example/x/y"), None, "href", "../z?q#f", "https://a.example/z?q#f");
        check("", Some("file:///tmp/page.html"), None, "href", "/z", "/z");
        check("", None, Some("https://k.example/"), "href", "/z", "https://k.example/z");
        check("<base href=https://b.example/c/>", Some("file:///p"), None, "src", "i.png", "https://b.example/c/i.png");
        check("<base href=/c/>", Some("file:///p"), Some("https://k.example/x"), "src", "i", "https://k.example/c/i");
        check("<base href=/c/>", Some("https://a.example/x"), None, "action", "i", "https://a.example/c/i");
        check(
            "<!-- saved from url=(0021)https://s.example/a/b --><p>",
            None,
            None,
            "poster",
            "c",
            "https://s.example/a/c",
        );
        check("", Some("https://a.example/x/y"), None, "title", "../z", "../z");
        check("", Some("https://a.example/"), None, "href", "mailto:x@y", "mailto:x@y");
    }

    #[test]
    fn source_set_keeps_its_descriptors() {
        let page = Some("https://a.example/x/");
        check(
            "",
            page,
            None,
            "srcset",
            " a.png 1x, /b.png  2x",
            "https://a.example/x/a.png 1x, https://a.example/b.png 2x",
        );
        check(
            "",
            page,
            None,
            "srcset",
            "a.png, b.png 480w,",
            "https://a.example/x/a.png, https://a.example/x/b.png 480w",
        );
        check("", page, None, "srcset", "", "");
    }
}
