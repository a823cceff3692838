//! Pictures of the page in front.

use super::act::NO_PAGE;
use super::browser::Browser;
use super::response::Response;
#[cfg(feature = "screenshot")]
use super::response::failed;
use super::schema::Arguments;
#[cfg(not(feature = "screenshot"))]
use crate::picture::Picture;
#[cfg(feature = "screenshot")]
use crate::screenshot::{Screenshot, ScreenshotOptions};
#[cfg(not(feature = "screenshot"))]
use crate::snapshot::{Marks, ModalMode, SnapshotOptions};
#[cfg(feature = "screenshot")]
use crate::tool::screenshot::{clipped, missing};

/// The page in pixels.
#[cfg(feature = "screenshot")]
pub(super) fn take_screenshot(browser: &mut Browser, arguments: &Arguments) -> Response {
    if arguments.text("type").is_some_and(|kind| kind != "png") {
        return Response::thrown("unsupported offline: the page is drawn as PNG; leave out \"type\"");
    }
    let mut options = ScreenshotOptions::default().full_page(arguments.flag("fullPage"));
    if arguments.text("scale") != Some("device") {
        options = options.scale(1.0);
    }
    let target = match arguments.text("target").map(|target| browser.target(target).map(|node| (node, target))) {
        Some(Err(message)) => return Response::thrown(message),
        target => target.and_then(Result::ok),
    };
    let Some(shown) = browser.shown() else { return Response::thrown(NO_PAGE) };
    let page = shown.document.page();
    if let Some((node, target)) = target {
        options = match clipped(options, page, node, target) {
            Ok(options) => options,
            Err(error) => return failed(&error),
        };
    }
    match Screenshot::of(page, &options) {
        Ok(screenshot) => {
            let (width, height) = screenshot.size();
            let text = format!("{width}x{height} pixels.\n{}", missing(&screenshot).as_str()).trim_end().to_owned();
            Response { image: Some(("image/png", screenshot.into_png())), ..Response::result(text) }
        }
        Err(error) => failed(&error),
    }
}

/// A drawing of the boxes of the page.
#[cfg(not(feature = "screenshot"))]
pub(super) fn take_screenshot(browser: &mut Browser, arguments: &Arguments) -> Response {
    let Some(shown) = browser.shown() else { return Response::thrown(NO_PAGE) };
    let snapshot = shown.snapshot(&SnapshotOptions::default());
    let page = shown.document.page();
    let picture = Picture::of(page, &snapshot, &Marks::of(page, &snapshot, ModalMode::Mark));
    let svg = if arguments.flag("fullPage") { picture.to_svg() } else { picture.to_window_svg() };
    let text = "A drawing of the boxes and texts of the page: pixels need a build with the feature `screenshot`.";
    Response { image: Some(("image/svg+xml", svg.into_bytes())), ..Response::result(text) }
}
