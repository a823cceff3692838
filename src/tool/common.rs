//! Arguments that commands share: the device, the page and what refs on it mean.

use super::argument::Argument;
use super::given::{Arguments, arguments, joined};
use super::value::ArgumentValue as _;
use super::{TypedArguments as _, choice};
use crate::device::{ColorScheme, Device};
use crate::error::Error;
use crate::geometry::Size;
use crate::refs::session::Numbering;
use crate::safe_text::{PageText, SafeText, safe};

/// The size of the window.
pub(crate) const VIEWPORT: Argument =
    Argument::option("viewport", "The size of the window in CSS pixels, 1280x720 unless --device sets it")
        .detail("Scrollbars are overlaid and take no room, as in a headless browser.");
/// The device by name.
pub(crate) const DEVICE: Argument = Argument::option("device", "Playwright device name, as in \"iPhone 15\"")
    .detail("Sets the window, scale, mobile and touch; the options for these override it.");
/// Device pixels per CSS px.
pub(crate) const SCALE: Argument =
    Argument::option("scale", "Device pixels per CSS pixel, as deviceScaleFactor; 1 unless --device sets it")
        .up_to(10)
        .detail("Text has fractional advances at other scales than 1; everything else is laid out in CSS pixels.")
        .rare();
/// A phone.
pub(crate) const MOBILE: Argument =
    Argument::option("mobile", "Emulate a phone or tablet: meta viewport and touch, as isMobile and hasTouch").rare();
/// `prefers-color-scheme`.
pub(crate) const COLOR_SCHEME: Argument =
    Argument::option("color-scheme", "The value of prefers-color-scheme").default("light").rare();
/// `prefers-reduced-motion`.
pub(crate) const REDUCED_MOTION: Argument =
    Argument::option("reduced-motion", "Set prefers-reduced-motion to reduce").rare();
/// The user's language.
pub(crate) const LOCALE: Argument =
    Argument::option("locale", "The user's language, a BCP 47 tag as in de-DE").default("en-US").rare();

/// A folder of fonts.
pub(crate) const FONTS: Argument =
    Argument::option("fonts", "A folder of font files that count as installed beside the reference fonts").detail(
        "TTF, OTF, WOFF and WOFF2 files; families are named by the files. The reference fonts remain the default.",
    );
/// The moment of a recording.
pub(crate) const AT: Argument = Argument::option("at", "The moment of a recording: a state that `stillpage states` lists").detail("CALL:before, CALL:action or CALL:after in a Playwright trace; a call alone means its last state. event:N (after the \
             first N events) or a time as in 12.5s in a recording of rrweb. Without it the end of the recording. A command that \
             compares two pages takes one recording with two moments, or each of two recordings with its own.");
/// The scroll offset.
pub(crate) const SCROLL_Y: Argument = Argument::option("scroll-y", "How far the page is scrolled down, in CSS pixels")
    .within(0, 100_000_000)
    .detail("Clamped to the page. By default where the page was saved (data-frozen-scroll-y), else the top.");
/// The file of a session.
pub(crate) const SESSION: Argument =
    Argument::option("session", "Keep refs in this file, so they mean the same in every command").detail(
        "Created if missing. The page is treated as a re-render of the last page in the same tab: an \
             element that is still the same widget keeps its ref, a new one gets a new number, and a ref whose element \
             cannot be found for certain is an error with the reason. Numbers count up and are never reused.",
    );
/// The tab of a session.
pub(crate) const TAB: Argument = Argument::option("tab", "Which tab of the session the page is in")
    .default("1")
    .detail("Any name. A ref belongs to the tab it was taken in; using it in another one is an error.");

arguments! {
    /// The device that a page is shown on.
    pub(crate) struct DeviceArguments {
        viewport: Option<Size> = VIEWPORT,
        device: Option<String> = DEVICE,
        scale: Option<f32> = SCALE,
        mobile: bool = MOBILE,
        color_scheme: ColorScheme = COLOR_SCHEME,
        reduced_motion: bool = REDUCED_MOTION,
        locale: Option<String> = LOCALE,
    }
}

arguments! {
    /// The page that a tool is about, and what refs on it mean.
    pub(crate) struct PageArguments {
        fonts: Option<String> = FONTS,
        at: Vec<String> = AT,
        url: Option<String> = Argument::option("url", "The address of the page in an archive: a HAR, WACZ or WARC file")
            .detail("Redirects are followed. Without it the page that the archive begins with."),
        scroll_y: Option<usize> = SCROLL_Y,
        session: Option<String> = SESSION,
        tab: String = TAB,
        navigated: bool = Argument::option("navigated", "The page is a new document: earlier refs no longer resolve")
            .detail("Without it another file in the same tab is a re-render of the same document, unless both files record which \
             origin they come from (the address of an MHTML file, a comment `saved from url`, a base element) and the \
             origins differ. Routes of one origin are one document: history.pushState() leads there."),
        refs: Numbering = Argument::option("refs", "How new refs are numbered")
            .default("sequential")
            .detail("sequential: counting up. stable: by what the element is (nine digits), so that two loads of a page agree, \
             even if the rest of it changed; other commands take such refs without a session too."),
    }
}

choice!(for Numbering { Sequential = "sequential", Stable = "stable", });

/// Arguments of every tool that takes a page.
pub(crate) const COMMON: &[Argument] = joined!(DeviceArguments::ARGUMENTS, PageArguments::ARGUMENTS);

/// The first of two moments of a recording.
pub(crate) const FROM: Argument = Argument::option("from", "The moment of a recording before, as --at names it")
    .detail("With --to in place of a second page: both moments are of one recording.")
    .for_shells();
/// The second one.
pub(crate) const TO: Argument = Argument::option("to", "The moment of the recording after").for_shells();

/// The page that every tool takes first.
pub(crate) const FILE: Argument = Argument::positional("file", "A saved page: .html, .mhtml, a folder, a recording, an archive, or - for standard input").detail("A folder is the page in it, index.html. Recordings are a Playwright trace.zip and the events of rrweb, archives HAR, WACZ and WARC files. A `file:` URL is a path too.");

/// The pages of tools whose answers about several pages can stand one after the other.
pub(crate) const FILES: Argument = FILE.several().detail(
    "A folder is the page in it, index.html, or all pages below it. Recordings are a Playwright trace.zip and the events of rrweb, \
     archives HAR, WACZ and WARC files. A `file:` URL is a path too. Of several pages, and of a glob such as 'pages/*.html', each has its answer under its name, in JSON \
     {\"pages\":[{\"file\",\"answer\",\"error\"}]}.",
);

/// The device that the common arguments describe, fonts aside: the shell reads files.
///
/// # Errors
/// [`Error::Arguments`] if Playwright has no device of that name.
pub(crate) fn device(arguments: &Arguments) -> Result<Device, Error> {
    device_from(arguments, Device::desktop())
}

/// The device for a page that was recorded on another one, whose window, scale and language hold where no argument sets
/// them.
///
/// # Errors
/// [`Error::Arguments`] if Playwright has no device of that name.
pub(crate) fn device_from(arguments: &Arguments, recorded: Device) -> Result<Device, Error> {
    let given: DeviceArguments = arguments.read();
    let mut device = match &given.device {
        Some(name) => Device::named(name).ok_or_else(|| unknown_device(name))?,
        None => recorded,
    };
    if let Some(scale) = given.scale {
        device.scale = scale;
    }
    if given.mobile {
        device = device.mobile(true);
    }
    if given.color_scheme == ColorScheme::Dark {
        device.color_scheme = ColorScheme::Dark;
    }
    device.reduced_motion |= given.reduced_motion;
    if let Some(locale) = given.locale.filter(|locale| Some(&**locale) != LOCALE.default) {
        device.locale = locale.into();
    }
    if let Some(viewport) = given.viewport {
        device.viewport = viewport;
    }
    if let Some(y) = Option::<usize>::read(arguments.value(SCROLL_Y.name)) {
        #[expect(clippy::cast_precision_loss, reason = "at most 100,000,000, a scroll offset of whole pixels")]
        let y = y as f32;
        device.scroll = Some(crate::geometry::Point::new(0.0, y));
    }
    Ok(device)
}

fn unknown_device(name: &str) -> Error {
    let maker = |name: &str| name.split(' ').next().unwrap_or_default().to_lowercase();
    let alike = Device::names().filter(|known| maker(known) == maker(name));
    let alike: Vec<&'static str> = alike.take(8).collect();
    let examples = if alike.is_empty() { vec!["Desktop Chrome", "iPhone 15", "Pixel 7", "iPad Mini"] } else { alike };
    let examples = SafeText::join(examples.into_iter().map(SafeText::from), ", ");
    Error::arguments(
        safe!("Playwright has no device named {}", PageText::of(name)),
        safe!("use one of its names, such as {}", examples),
    )
}
