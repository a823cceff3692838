//! The addresses that a page refers to, made absolute.

use super::{Dom, NodeId};

/// Resolves a URL in an attribute of `node` against the `base` or the address of its document.
///
/// `None` for a link without a target: no URL, a script. A page that only a file holds has no address that means anything
/// elsewhere: a relative URL is then given as written.
#[must_use]
pub fn absolute(dom: &Dom, node: NodeId, url: &str) -> Option<String> {
    let written = url.trim();
    if written.is_empty() || has_scheme(written, "javascript") {
        return None;
    }
    let base = dom.base_url(dom.owner_document(node));
    let Some(base) = base.filter(|base| !matches!(base.scheme(), "file" | "about")) else {
        return Some(url::Url::parse(written).map_or_else(|_| plain(written), String::from));
    };
    base.join(written).ok().map(String::from)
}

/// True if a URL is of this scheme, given in lower case.
#[must_use]
pub fn has_scheme(url: &str, scheme: &str) -> bool {
    let url = url.trim_start();
    url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        && url.get(scheme.len()..).is_some_and(|rest| rest.starts_with(':'))
}

/// A relative URL without disallowed characters.
fn plain(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            ' ' => out.push_str("%20"),
            c if c.is_control() || c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::ParseOptions;

    #[test]
    fn links_are_absolute() {
        let check = |html: &str, url: &str, expected: Option<&str>| {
            let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
            assert_eq!(absolute(&dom, dom.document(), url).as_deref(), expected, "{url} in {html}");
        };
        let based = "<base href=https://example.org/a/b>";
        check(based, "c?d=1#e", Some("https://example.org/a/c?d=1#e"));
        check(based, "//cdn.example/x y", Some("https://cdn.example/x%20y"));
        check(based, "#top", Some("https://example.org/a/b#top"));
        check(based, "mailto:a@b.example", Some("mailto:a@b.example"));
        check(based, " JavaScript:void(0)", None);
        check(based, "  ", None);
        check("<p>", "/a b", Some("/a%20b"));
        check("<p>", "HTTPS://Example.org", Some("https://example.org/"));
    }
}
