//! The style sheets of a tree scope, in order: `style` and `link rel=stylesheet` elements.
//!
//! <https://drafts.csswg.org/cssom-1/#css-style-sheet-collections>, <https://html.spec.whatwg.org/#link-type-stylesheet>

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use url::Url;

use super::media::Medium;
use crate::dom::resource::css_of_data_url;
use crate::dom::{Dom, ElementData, NodeData, NodeId, local_name, ns};

/// A style sheet to read.
#[derive(Debug, Clone)]
pub(super) struct Source<'a> {
    pub(super) css: SheetText<'a>,
    pub(super) base: Option<Url>,
    /// The element whose parent is the scope of `@scope` without roots; the user agent's sheets have none.
    pub(super) owner: Option<NodeId>,
}

/// The text of a style sheet. One that was loaded is shared by all that link it.
#[derive(Debug, Clone)]
pub(super) enum SheetText<'a> {
    Element(Cow<'a, str>),
    Loaded(Arc<str>),
}

impl PartialEq for SheetText<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Element(a), Self::Element(b)) => a == b,
            (Self::Loaded(a), Self::Loaded(b)) => Arc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl Eq for SheetText<'_> {}

impl Hash for SheetText<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Element(text) => text.hash(state),
            // Thousands of components may link one sheet of a megabyte, which is known by its address.
            Self::Loaded(text) => text.len().hash(state),
        }
    }
}

impl Deref for SheetText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Element(text) => text,
            Self::Loaded(text) => text,
        }
    }
}

/// The sheets that apply in a document or shadow tree.
pub(super) fn style_sheets<'a>(dom: &'a Dom, root: NodeId, medium: &Medium<'_>) -> Vec<Source<'a>> {
    style_sheets_and_gaps(dom, root, medium).0
}

/// The addresses of the sheets that would apply in a document or shadow tree and were not found, as its links have them.
pub(super) fn missing_style_sheets<'a>(dom: &'a Dom, root: NodeId, medium: &Medium<'_>) -> Vec<&'a str> {
    style_sheets_and_gaps(dom, root, medium).1
}

/// The sheets, and the addresses of those that were not found.
fn style_sheets_and_gaps<'a>(dom: &'a Dom, root: NodeId, medium: &Medium<'_>) -> (Vec<Source<'a>>, Vec<&'a str>) {
    let document = dom.owner_document(root);
    let base = dom.base_url(document);
    let in_document = matches!(dom.node(root).data, NodeData::Document(_));
    let mut preferred: Option<&str> = None;
    let (mut sheets, mut missing) = (Vec::new(), Vec::new());
    for node in dom.descendants(root) {
        let Some(element) = dom.element(node) else { continue };
        let name = &element.name;
        let is_style = name.local == local_name!("style") && matches!(name.ns, ns!(html) | ns!(svg));
        let is_link = name.local == local_name!("link") && name.ns == ns!(html);
        if !(is_style || is_link) || !is_css(element) || !applies(element, medium) {
            continue;
        }
        if is_link && !is_style_sheet_link(element) {
            continue;
        }
        // <https://drafts.csswg.org/cssom-1/#preferred-css-style-sheet-set-name>: the first title is the preferred set's;
        // those of other sets are disabled.
        let title = element.attr(&local_name!("title")).filter(|title| in_document && !title.is_empty());
        if let Some(title) = title
            && *preferred.get_or_insert(title) != title
        {
            continue;
        }
        if is_style {
            sheets.push(Source {
                css: SheetText::Element(element_text(dom, node)),
                base: base.cloned(),
                owner: Some(node),
            });
            continue;
        }
        let Some(href) = element.attr(&local_name!("href")).map(str::trim).filter(|href| !href.is_empty()) else {
            continue;
        };
        let url = match base {
            Some(base) => base.join(href).ok(),
            None => Url::parse(href).ok(),
        };
        match url.and_then(|url| Some((load(dom, &url)?, url))) {
            Some((text, url)) => {
                sheets.push(Source { css: SheetText::Loaded(text), base: Some(url), owner: Some(node) });
            }
            None => missing.push(href),
        }
    }
    // <https://drafts.csswg.org/cssom/#dom-documentorshadowroot-adoptedstylesheets>: behind all others.
    let adopted = dom.adopted_sheets.get(&root).into_iter().flatten();
    sheets.extend(adopted.map(|css| Source {
        css: SheetText::Loaded(Arc::clone(css)),
        base: base.cloned(),
        owner: None,
    }));

    (sheets, missing)
}

/// A style sheet that was saved with the page, or that a `data:` URL holds.
pub(super) fn load(dom: &Dom, url: &Url) -> Option<Arc<str>> {
    if url.scheme() == "data" {
        return css_of_data_url(url).map(Arc::from);
    }
    let mut url = Cow::Borrowed(url);
    if url.fragment().is_some() {
        url.to_mut().set_fragment(None);
    }
    dom.stylesheets.get(url.as_str()).cloned()
}

/// The text of a `style` element: borrowed if it is one node.
fn element_text(dom: &Dom, node: NodeId) -> Cow<'_, str> {
    let mut texts = dom.children(node).filter_map(|child| dom.text(child));
    match (texts.next(), texts.next()) {
        (Some(only), None) => Cow::Borrowed(only),
        (None, _) => Cow::Borrowed(""),
        _ => Cow::Owned(dom.child_text(node)),
    }
}

/// Chrome: `type` is empty or names CSS.
fn is_css(element: &ElementData) -> bool {
    element.attr(&local_name!("type")).is_none_or(|kind| {
        let essence = kind.split(';').next().unwrap_or_default().trim();
        essence.is_empty() || essence.eq_ignore_ascii_case("text/css")
    })
}

fn applies(element: &ElementData, medium: &Medium<'_>) -> bool {
    element.attr(&local_name!("media")).is_none_or(|media| medium.matches_text(media))
}

/// `rel` contains `stylesheet`, without `alternate` or `disabled`.
fn is_style_sheet_link(element: &ElementData) -> bool {
    let rel = element.attr(&local_name!("rel")).unwrap_or_default();
    let has = |token: &str| rel.split_ascii_whitespace().any(|t| t.eq_ignore_ascii_case(token));
    has("stylesheet") && !has("alternate") && element.attr(&local_name!("disabled")).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::ParseOptions;
    use crate::style::media::DocumentViewport;

    fn check(html: &str, expected: &[&str]) {
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let device = Device::default();
        let medium = Medium { device: &device, viewport: &DocumentViewport::new(device.viewport) };
        let sheets = style_sheets(&dom, dom.document(), &medium);
        assert_eq!(sheets.iter().map(|s| &*s.css).collect::<Vec<_>>(), expected, "{html}");
    }

    #[test]
    fn style_elements() {
        check(
            "<style>a</style><style media=print>b</style><style type=text/plain>c</style><p><style>d</style>",
            &["a", "d"],
        );
        check(
            "<noscript><style>a</style></noscript><template><style>b</style></template><svg><style>c</style></svg>",
            &["c"],
        );
        check(
            "<style title=x>a</style><style title=y>b</style><style>c</style><style title=x>d</style>",
            &["a", "c", "d"],
        );
    }

    #[test]
    fn links() {
        check("<link rel=stylesheet href='data:text/css,p%7B%7D'>", &["p{}"]);
        check("<link rel=stylesheet href='data:text/css;base64,cHt9'>", &["p{}"]);
        check("<link rel='alternate stylesheet' title=t href='data:text/css,a'>", &[]);
        check("<link rel=stylesheet disabled href='data:text/css,a'><link rel=icon href='data:text/css,a'>", &[]);
        check("<link rel=stylesheet href=missing.css>", &[]);
    }
}
