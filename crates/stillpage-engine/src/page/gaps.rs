//! Gaps of a saved page: files that were not saved with it, and what scripts would have rendered.

use super::Page;
use crate::dom::{ElementData, ImageState, NodeId, local_name, ns};
use crate::limits::{MissingFiles, Warning, Warnings};
use crate::style::computed::Dimension;
use crate::style::matches_media;

/// Limit: addresses of a kind that are kept.
const MAX_URLS: usize = 1000;
/// Width and height up to which a frame is there to count visitors, CSS px.
const PIXEL: f32 = 1.0;
/// Limit: characters of what is shown while scripts load.
const LOADING_CHARS: usize = 60;

/// Adds the warnings about what a page lacks. A page that a browser measured lacks nothing.
///
/// Costs a walk over the elements.
pub(super) fn report(page: &Page, warnings: &mut Warnings) {
    if page.styles.is_measured {
        return;
    }
    let missing = missing_files(page);
    if !missing.is_empty() {
        warnings.add(Warning::Missing(missing));
    }
    if needs_scripts(page) {
        warnings.add(Warning::NeedsScripts);
    }
}

fn missing_files(page: &Page) -> MissingFiles {
    let mut missing = MissingFiles::default();
    for url in page.styles.missing_sheets(&page.dom, &page.device) {
        add(&mut missing.style_sheets, url);
    }
    for node in page.dom.elements_in_order() {
        let Some(element) = page.dom.element(node).filter(|element| element.name.ns == ns!(html)) else { continue };
        match element.name.local {
            local_name!("img") | local_name!("input") if is_missing_image(page, node) => {
                let url = [local_name!("src"), local_name!("srcset")].iter().find_map(|name| element.attr(name));
                add(&mut missing.images, url.unwrap_or_default());
            }
            local_name!("iframe") | local_name!("frame") => {
                add(&mut missing.frames, missing_document(page, node, element).unwrap_or_default());
            }
            _ => {}
        }
    }
    missing
}

fn add(urls: &mut Vec<String>, url: &str) {
    if !url.is_empty() && urls.len() < MAX_URLS && !urls.iter().any(|known| known == url) {
        urls.push(url.to_owned());
    }
}

/// True for an image that is laid out, by a size that only its file has.
fn is_missing_image(page: &Page, node: NodeId) -> bool {
    let Some(style) = page.styles.get(node).filter(|_| page.has_box(node)) else { return false };
    let has_size = style.width != Dimension::Auto && style.height != Dimension::Auto;
    let is_image = page.dom.is_html(node, &local_name!("img"))
        || page.dom.attr(node, &local_name!("type")).is_some_and(|kind| kind.eq_ignore_ascii_case("image"));
    let state = || page.dom.image_state(node, &page.device, &|media| matches_media(&page.device, media));
    is_image && !has_size && state() == ImageState::Broken
}

/// The address of the document of a frame that shows and was not saved.
fn missing_document<'a>(page: &Page, node: NodeId, element: &'a ElementData) -> Option<&'a str> {
    let url = element.attr(&local_name!("src"))?.trim();
    let shows = || page.layout().get(node).is_some_and(|own| own.content.width > PIXEL && own.content.height > PIXEL);
    let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let is_file = !matches!(&*scheme, "about" | "javascript" | "data" | "blob");
    (is_file && element.frame_document.is_none() && shows()).then_some(url)
}

/// True if a page with scripts shows nothing but that it is loading. Sizes are asked for last: they may need a layout.
fn needs_scripts(page: &Page) -> bool {
    let dom = &page.dom;
    let mut has_script = false;
    let mut text = String::new();
    let mut content = Vec::new();
    for node in dom.descendants(dom.document()) {
        if let Some(rendered) = page.rendered_text(node) {
            text.push_str(rendered.trim());
            if text.len() > LOADING_CHARS {
                return false;
            }
        }
        let Some(element) = dom.element(node) else { continue };
        has_script |= is_script(element);
        // What a component renders is in its shadow tree.
        if element.shadow_root.is_some() {
            return false;
        }
        let is_content = matches!(
            &*element.name.local,
            "a" | "button"
                | "canvas"
                | "embed"
                | "iframe"
                | "img"
                | "input"
                | "object"
                | "select"
                | "textarea"
                | "video"
        );
        if is_content {
            content.push(node);
        }
    }
    let text = text.to_lowercase();
    let is_loading = text.is_empty() || ["loading", "please wait", "javascript"].iter().any(|word| text.contains(word));
    let shows = |node: &NodeId| page.has_box(*node) && page.layout().get(*node).is_some_and(|own| !own.rect.is_empty());
    has_script && is_loading && !content.iter().any(shows)
}

/// True for a script that runs, as opposed to data in a script element.
fn is_script(element: &ElementData) -> bool {
    let kind = element.attr(&local_name!("type")).unwrap_or_default().trim().to_ascii_lowercase();
    element.name.local == local_name!("script")
        && (matches!(&*kind, "" | "module") || kind.ends_with("javascript") || kind.ends_with("ecmascript"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The notes about a page.
    fn notes(html: &str) -> Vec<Warning> {
        Page::from_html(html).warnings().iter().filter(|warning| warning.is_note()).cloned().collect()
    }

    /// The addresses of a page's missing style sheets, images and frames.
    #[track_caller]
    fn check(html: &str, expected: [&[&str]; 3]) {
        let missing = match &*notes(&format!("<!doctype html>{html}<p>Text</p>")) {
            [] => MissingFiles::default(),
            [Warning::Missing(files)] => files.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!([missing.style_sheets, missing.images, missing.frames], expected, "{html}");
    }

    #[test]
    fn missing_files_are_those_that_make_a_difference() {
        check("<link rel=stylesheet href=a.css><link rel=stylesheet href=a.css>", [&["a.css"], &[], &[]]);
        check(
            "<link rel=stylesheet href=a.css media=print><link rel='alternate stylesheet' href=b.css>",
            [&[], &[], &[]],
        );
        check("<link rel=stylesheet href='data:text/css,p{}'><link rel=icon href=a.ico>", [&[], &[], &[]]);
        check(
            "<style>@import 'a.css'; @import url(//x.example/b.css) screen; @import 'a.css';</style>",
            [&["a.css", "//x.example/b.css"], &[], &[]],
        );
        check("<style>@import 'p.css' print; p {} @import 'late.css';</style>", [&[], &[], &[]]);
        check(
            "<link rel=stylesheet href=\"data:text/css,@import 'https://x.example/a.css'\">",
            [&["https://x.example/a.css"], &[], &[]],
        );
        check(
            "<img src=a.png><img src=b.png width=9 height=9><img src=c.png width=9>",
            [&[], &["a.png", "c.png"], &[]],
        );
        check("<img src=a.png style='width:9px;height:9px'><img src=b.png hidden><img alt=x>", [&[], &[], &[]]);
        check("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>", [&[], &[], &[]]);
        check("<input type=image src=a.png><input src=b.png>", [&[], &["a.png"], &[]]);
        check("<iframe src=a.html></iframe><iframe src=b.html width=1 height=1></iframe>", [&[], &[], &["a.html"]]);
        check(
            "<iframe srcdoc=x src=a.html></iframe><iframe src=about:blank></iframe><iframe></iframe>",
            [&[], &[], &[]],
        );
    }

    #[test]
    fn pages_that_render_in_scripts() {
        let check = |body: &str, expected: bool| {
            let html = format!("<!doctype html><title>Shop</title><script src=app.js></script>{body}");
            assert_eq!(notes(&html).contains(&Warning::NeedsScripts), expected, "{body}");
        };
        check("<div id=root></div>", true);
        check("<div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>", true);
        check("<div id=root><div class=spinner></div>Loading…</div>", true);
        check("<p>Hello", false);
        check("<img src=data:image/gif;base64,R0lGODlhAQABAAAAACw= width=9 height=9>", false);
        check("<button>", false);
        assert!(!notes("<!doctype html>").contains(&Warning::NeedsScripts), "no scripts");
        assert!(!notes("<script type=application/ld+json>{}</script>").contains(&Warning::NeedsScripts), "data");
    }
}
