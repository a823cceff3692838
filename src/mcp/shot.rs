//! Pictures of the page in front.

use super::browser::Browser;
use super::parameters::TakeScreenshotParameters;
#[cfg(feature = "screenshot")]
use super::parameters::{ImageType, PictureScale};
use super::response::{Response, ToolError};
#[cfg(not(feature = "screenshot"))]
use crate::picture::Picture;
#[cfg(feature = "screenshot")]
use crate::screenshot::{PixelSize, Screenshot, ScreenshotOptions};
#[cfg(not(feature = "screenshot"))]
use crate::snapshot::{Marks, ModalMode, SnapshotOptions};
#[cfg(feature = "screenshot")]
use crate::tool::screenshot::{clipped, missing};

/// The page in pixels.
#[cfg(feature = "screenshot")]
pub(super) fn take_screenshot(browser: &mut Browser, given: TakeScreenshotParameters) -> Result<Response, ToolError> {
    if given.kind.is_some_and(|kind| kind != ImageType::Png) {
        return Err(ToolError::thrown("unsupported offline: the page is drawn as PNG; leave out \"type\""));
    }
    let mut options = ScreenshotOptions::default().full_page(given.full_page);
    if given.scale != Some(PictureScale::Device) {
        options = options.scale(1.0);
    }
    let node = given.target.as_deref().map(|target| browser.target(target)).transpose()?;
    let page = browser.page()?.document.page();
    if let (Some(node), Some(target)) = (node, &given.target) {
        options = clipped(options, page, node, target)?;
    }
    let screenshot = Screenshot::of(page, &options)?;
    let PixelSize { width, height } = screenshot.size();
    let text = format!("{width}x{height} pixels.\n{}", missing(&screenshot).as_str()).trim_end().to_owned();
    Ok(Response { image: Some(("image/png", screenshot.into_bytes())), ..Response::result(text) })
}

/// A drawing of the boxes of the page.
#[cfg(not(feature = "screenshot"))]
pub(super) fn take_screenshot(browser: &mut Browser, given: TakeScreenshotParameters) -> Result<Response, ToolError> {
    let shown = browser.page()?;
    let snapshot = shown.snapshot(&SnapshotOptions::default());
    let page = shown.document.page();
    let picture = Picture::of(page, &snapshot, &Marks::of(page, &snapshot, ModalMode::Mark));
    let svg = if given.full_page { picture.to_svg() } else { picture.to_window_svg() };
    let needed =
        if cfg!(stillpage_npm) { "the package stillpage-screenshot" } else { "a build with the feature `screenshot`" };
    let text = format!("A drawing of the boxes and texts of the page: pixels need {needed}.");
    Ok(Response { image: Some(("image/svg+xml", svg.into_bytes())), ..Response::result(text) })
}
