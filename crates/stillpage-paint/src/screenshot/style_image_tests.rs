//! Images that style sheets name by the addresses of files.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use url::Url;

use super::tests::pixels;
use super::{Page, Screenshot, ScreenshotOptions};
use crate::device::Device;
use crate::dom::resource::PictureSource;
use crate::dom::{Dom, ParseOptions};
use crate::page::RenderOptions;

const GREEN: [u8; 4] = [0, 128, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

/// Images of one colour by address, and how often one was asked for.
#[derive(Debug, Default)]
struct Files {
    asked: AtomicUsize,
}

impl PictureSource for Files {
    fn image(&self, url: &Url) -> Result<Option<Arc<[u8]>>, String> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let color = match url.as_str() {
            "http://x/css/i.svg" => "green",
            "http://x/css/two.svg" => "blue",
            "http://x/css/locked.svg" => return Err("it is locked".to_owned()),
            _ => return Ok(None),
        };
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='20' height='20' fill='{color}'/></svg>"
        );
        Ok(Some(svg.into_bytes().into()))
    }
}

/// A page with a style sheet in another folder.
fn page(css: &str, html: &str, files: &Arc<Files>) -> Page {
    let options = ParseOptions { url: Url::parse("http://x/page.html").ok(), ..ParseOptions::of_text() };
    let html = format!("<link rel=stylesheet href=css/a.css><body style='margin: 0'>{html}");
    let mut dom = Dom::parse(html.as_bytes(), &options);
    dom.stylesheets.insert("http://x/css/a.css".into(), css.into());
    dom.pictures = Some(Arc::clone(files) as Arc<dyn PictureSource>);
    Page::render(dom, Device::default(), RenderOptions::once())
}

fn corner(css: &str, html: &str) -> [u8; 4] {
    pixels(&page(css, html, &Arc::default()), &ScreenshotOptions::default()).2[0]
}

#[test]
fn addresses_are_relative_to_the_sheet_that_names_them() {
    let div = "<div style='width: 20px; height: 20px' class=a></div>";
    assert_eq!(corner(".a { background: url(i.svg) }", div), GREEN, "a background");
    assert_eq!(
        corner(".a { background: red; mask-image: url(gone.svg), url(i.svg) }", div),
        [255, 0, 0, 255],
        "a mask"
    );
    assert_eq!(corner(":root { --i: url(i.svg) } .a { background: var(--i) }", div), GREEN, "by a variable");
    assert_eq!(corner("@media all { .a { background: url('../css/i.svg') } }", div), GREEN, "in a group");
    let own = "<div style='width: 20px; height: 20px; background: url(css/i.svg)'></div>";
    assert_eq!(corner("", own), GREEN, "of the page itself");
    assert_eq!(corner("", "<table background=css/i.svg width=20 height=20><tr><td>"), GREEN, "an attribute");
    let border = ".a { border: 10px solid red; border-image: url(i.svg) 5 }";
    assert_eq!(corner(border, div), GREEN, "a border");
}

#[test]
fn image_sets_are_chosen_by_resolution_and_type() {
    let css = ".a { background: image-set('two.svg' 2x, 'i.svg' 1x) }";
    let div = "<div style='width: 20px; height: 20px' class=a></div>";
    let at = |css: &str, scale: f32| {
        pixels(&page(css, div, &Arc::default()), &ScreenshotOptions::default().scale(scale)).2[0]
    };
    assert_eq!(at(css, 1.0), GREEN);
    assert_eq!(at(css, 2.0), BLUE);
    assert_eq!(at(css, 3.0), BLUE, "the highest there is");
    let kinds = ".a { background: image-set(url(two.svg) type('image/x'), url(i.svg) type('image/svg+xml')) }";
    assert_eq!(at(kinds, 1.0), GREEN, "one that can be shown");
}

#[test]
fn nothing_is_read_before_a_picture_and_nothing_twice() {
    let files = Arc::default();
    let css = "div { height: 10px; background: url(i.svg) } .unused { background: url(two.svg) }";
    let page = page(css, "<div></div><div></div>", &files);
    assert!(page.layout().viewport().content.width > 0.0, "laid out");
    assert_eq!(files.asked.load(Ordering::Relaxed), 0);
    Screenshot::of(&page, &ScreenshotOptions::default()).unwrap();
    assert_eq!(files.asked.load(Ordering::Relaxed), 1);
}

#[test]
fn file_that_cannot_be_read_is_a_warning() {
    let warnings = |css: &str| {
        let page = page(css, "<div style='height: 20px' class=a></div>", &Arc::default());
        let shot = Screenshot::of(&page, &ScreenshotOptions::default()).unwrap();
        shot.warnings().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let locked = warnings(".a { background: url(locked.svg) }");
    assert!(locked.len() == 1 && locked[0].contains("it is locked"), "{locked:?}");
    assert!(warnings(".a { background: url(gone.svg) }").is_empty(), "one that was not saved");
}

#[test]
fn generated_images_are_as_large_as_their_files() {
    let inline = corner("p { margin: 0 } p::before { content: url(i.svg) }", "<p>x");
    assert_eq!(inline, GREEN, "before text");
    assert_eq!(corner(".a { content: url(two.svg) }", "<div class=a></div>"), BLUE, "instead of an element");
    let list = "ul { margin: 0; padding: 0; list-style: inside url(i.svg) }";
    assert_eq!(corner(list, "<ul><li>x"), GREEN, "of a list item");
    // Outside of it, the image ends 7 px before the text.
    let outside = page(list, "<ul style='padding-left: 40px; list-style-position: outside'><li>x", &Arc::default());
    let (width, _, all) = pixels(&outside, &ScreenshotOptions::default());
    let row = &all[10 * width as usize..];
    assert_eq!((row[12], row[14], row[32], row[33]), ([255; 4], GREEN, GREEN, [255; 4]));
}
