//! Actions on the page in front, and between pages.

use super::browser::Browser;
use super::check::failed;
use super::locator::{self, js};
use super::response::Response;
use super::schema::Arguments;
use crate::activation::{ActionFailure, ActiveDocument, Button};
use crate::dom::NodeId;
use crate::geometry::{Point, Size};
use crate::hit::{Outcome, Refusal};
use crate::keyboard::Key;
use crate::page::Page;
use crate::picture::Picture;
use crate::safe_text::PageText;
use crate::snapshot::{Difference, Marks, ModalMode, Outline, SnapshotOptions};

/// Limit: lines of changes in an answer.
const MAX_CHANGES: usize = 60;
/// Limit: lines on suspicious text in an answer.
const MAX_SUSPICIOUS: usize = 20;
/// Limit: CSS px of a window.
const MAX_WINDOW: f64 = 20_000.0;

const NO_PAGE: &str = "No open page. Use browser_navigate to open one.";

pub(super) fn snapshot(browser: &mut Browser, arguments: &Arguments) -> Response {
    let mut options = SnapshotOptions::default().boxes(arguments.flag("boxes"));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a depth that trees have")]
    let depth = arguments.number("depth").map(|depth| depth.clamp(0.0, 10_000.0) as usize);
    options.depth = depth;
    if let Some(target) = arguments.text("target") {
        match browser.target(target) {
            Ok(node) => options.root = Some(node),
            Err(message) => return Response::thrown(message),
        }
    }
    let Some(shown) = browser.shown() else {
        let page = Some(("about:blank".to_owned(), String::new()));
        return Response { page, snapshot: Some(String::new()), ..Response::default() };
    };
    let whole = options.root.is_none() && options.depth.is_none();
    let snapshot = shown.snapshot(&options);
    if whole {
        shown.outline = Some(Outline::of(&snapshot));
    }
    let unseen = snapshot.unseen_texts(shown.document.page());
    let suspicious = unseen.iter().take(MAX_SUSPICIOUS).map(|unseen| {
        let reference = unseen.reference.map(|reference| format!(" [ref={reference}]")).unwrap_or_default();
        format!("- {}{reference}: {}", unseen.why.word(), PageText::quoted(&unseen.text))
    });
    let suspicious = suspicious.collect();
    let yaml = snapshot.to_string();
    let page = Some((shown.url.clone(), shown.title()));
    Response { page, snapshot: Some(yaml.trim_end_matches('\n').to_owned()), suspicious, ..Response::default() }
}

pub(super) fn navigate(browser: &mut Browser, arguments: &Arguments) -> Response {
    let url = arguments.text("url").unwrap_or_default();
    match browser.navigate(url) {
        Ok(()) => with_page(browser, vec![format!("await page.goto({});", js(url))]),
        Err(error) => failed(&error),
    }
}

pub(super) fn navigate_back(browser: &mut Browser, _: &Arguments) -> Response {
    match browser.back() {
        Ok(true) => with_page(browser, vec!["await page.goBack();".to_owned()]),
        Ok(false) => Response::thrown("There is no page to go back to."),
        Err(error) => failed(&error),
    }
}

pub(super) fn click(browser: &mut Browser, arguments: &Arguments) -> Response {
    let count = if arguments.flag("doubleClick") { 2 } else { 1 };
    let button = button(arguments);
    let held = modifiers(&arguments.texts("modifiers"));
    let method = if count > 1 { "dblclick()" } else { "click()" };
    on_target(browser, arguments, method, |document, node| document.click(node, button, &held, count))
}

fn button(arguments: &Arguments) -> Button {
    match arguments.text("button") {
        Some("right") => Button::Right,
        Some("middle") => Button::Middle,
        _ => Button::Left,
    }
}

fn modifiers(names: &[String]) -> Key {
    let has = |name: &str| names.iter().any(|held| held == name);
    Key {
        alt: has("Alt"),
        control: has("Control") || has("ControlOrMeta"),
        meta: has("Meta"),
        shift: has("Shift"),
        name: String::new(),
    }
}

pub(super) fn hover(browser: &mut Browser, arguments: &Arguments) -> Response {
    on_target(browser, arguments, "hover()", ActiveDocument::hover)
}

pub(super) fn type_text(browser: &mut Browser, arguments: &Arguments) -> Response {
    let text = arguments.text("text").unwrap_or_default();
    let slowly = arguments.flag("slowly");
    let method = if slowly { format!("pressSequentially({})", js(text)) } else { format!("fill({})", js(text)) };
    let submit = arguments.flag("submit");
    let mut done = on_target(browser, arguments, &method, |document, node| {
        if slowly {
            document.type_text(node, text);
        } else {
            document.fill(node, text)?;
        }
        if submit {
            document.press(&Key { name: "Enter".to_owned(), ..Key::default() });
        }
        Ok(())
    });
    let locator = done.code.first().and_then(|line| line.strip_suffix(&format!(".{method};"))).map(str::to_owned);
    done.code.extend(locator.filter(|_| submit).map(|locator| format!("{locator}.press('Enter');")));
    done
}

pub(super) fn select_option(browser: &mut Browser, arguments: &Arguments) -> Response {
    let values = arguments.texts("values");
    let written: Vec<String> = values.iter().map(|value| js(value)).collect();
    let method = match written.as_slice() {
        [one] => format!("selectOption({one})"),
        several => format!("selectOption([{}])", several.join(", ")),
    };
    on_target(browser, arguments, &method, |document, node| document.select_options(node, &values))
}

pub(super) fn fill_form(browser: &mut Browser, arguments: &Arguments) -> Response {
    let mut all = Response::default();
    for field in arguments.objects("fields") {
        let value = field.text("value").unwrap_or_default().to_owned();
        let done = match field.text("type").unwrap_or_default() {
            "checkbox" | "radio" => {
                let checked = value == "true";
                let method = if checked { "check()" } else { "uncheck()" };
                on_target(browser, &field, method, |document, node| document.set_checkedness(node, checked))
            }
            "combobox" => on_target(browser, &field, &format!("selectOption({})", js(&value)), |document, node| {
                document.select_options(node, std::slice::from_ref(&value))
            }),
            _ => on_target(browser, &field, &format!("fill({})", js(&value)), |document, node| {
                document.fill(node, &value)
            }),
        };
        all.code.extend(done.code);
        if done.error.is_some() {
            all.error = done.error;
            return all;
        }
        all.page = done.page.or(all.page);
        all.changes = done.changes.or(all.changes);
    }
    all
}

pub(super) fn press_key(browser: &mut Browser, arguments: &Arguments) -> Response {
    let name = arguments.text("key").unwrap_or_default();
    let key = match name.parse::<Key>() {
        Ok(key) => key,
        Err(error) => return failed(&error),
    };
    let code = vec![format!("// Press {}", PageText::of(name)), format!("await page.keyboard.press({});", js(name))];
    act(browser, code, |document| {
        document.press(&key);
        Ok(())
    })
}

pub(super) fn drag(browser: &mut Browser, arguments: &Arguments) -> Response {
    let ends = ["startTarget", "endTarget"].map(|name| browser.target(arguments.text(name).unwrap_or_default()));
    let [Ok(from), Ok(to)] = ends else {
        let message = ends.into_iter().find_map(Result::err).unwrap_or_default();
        return Response::thrown(message);
    };
    let Some(shown) = browser.shown() else { return Response::thrown(NO_PAGE) };
    let page = shown.document.page();
    let code = format!("await page.{}.dragTo(page.{});", locator::of(page, from), locator::of(page, to));
    act(browser, vec![code], |document| document.drag(from, to))
}

pub(super) fn mouse_click(browser: &mut Browser, arguments: &Arguments) -> Response {
    let (point, button) = (point(arguments, "x", "y"), button(arguments));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a few clicks")]
    let count = arguments.number("clickCount").unwrap_or(1.0).clamp(0.0, 3.0) as usize;
    act(browser, vec![format!("await page.mouse.click({}, {});", point.x, point.y)], |document| {
        document.click_at(point, button, &Key::default(), count);
        Ok(())
    })
}

pub(super) fn mouse_move(browser: &mut Browser, arguments: &Arguments) -> Response {
    let point = point(arguments, "x", "y");
    act(browser, vec![format!("await page.mouse.move({}, {});", point.x, point.y)], |document| {
        document.move_pointer(point);
        Ok(())
    })
}

pub(super) fn mouse_wheel(browser: &mut Browser, arguments: &Arguments) -> Response {
    let by = point(arguments, "deltaX", "deltaY");
    act(browser, vec![format!("await page.mouse.wheel({}, {});", by.x, by.y)], |document| {
        document.wheel(by);
        Ok(())
    })
}

fn point(arguments: &Arguments, x: &str, y: &str) -> Point {
    #[expect(clippy::cast_possible_truncation, reason = "coordinates of a window")]
    let number = |name: &str| arguments.number(name).unwrap_or_default().clamp(-1e6, 1e6) as f32;
    Point::new(number(x), number(y))
}

pub(super) fn resize(browser: &mut Browser, arguments: &Arguments) -> Response {
    let side = |name: &str| arguments.number(name).unwrap_or_default();
    let (width, height) = (side("width"), side("height"));
    if !(1.0..=MAX_WINDOW).contains(&width) || !(1.0..=MAX_WINDOW).contains(&height) {
        return Response::thrown(format!(
            "The window cannot be {width} by {height}: each side is 1 to {MAX_WINDOW} px."
        ));
    }
    #[expect(clippy::cast_possible_truncation, reason = "within the limit")]
    let size = Size::new(width as f32, height as f32);
    browser.device.viewport = size;
    let device = browser.device.clone();
    if let Some(shown) = browser.shown() {
        shown.document.set_device(device);
    }
    let code = vec![format!("await page.setViewportSize({{ width: {width}, height: {height} }});")];
    Response { code, ..Response::default() }
}

pub(super) fn emulate_media(browser: &mut Browser, arguments: &Arguments) -> Response {
    let mut device = browser.device.clone();
    match arguments.text("colorScheme") {
        Some("dark") => device.color_scheme = crate::device::ColorScheme::Dark,
        Some(_) => device.color_scheme = crate::device::ColorScheme::Light,
        None => {}
    }
    if let Some(motion) = arguments.text("reducedMotion") {
        device.reduced_motion = motion == "reduce";
    }
    for name in ["forcedColors", "contrast", "media"] {
        if arguments.text(name).is_some_and(|value| !matches!(value, "none" | "screen")) {
            return Response::thrown(format!(
                "unsupported offline: {name} cannot be emulated; colorScheme and reducedMotion can"
            ));
        }
    }
    browser.device = device.clone();
    if let Some(shown) = browser.shown() {
        shown.document.set_device(device);
    }
    with_page(browser, vec!["await page.emulateMedia(...);".to_owned()])
}

pub(super) fn tabs(browser: &mut Browser, arguments: &Arguments) -> Response {
    // The tab that a browser starts with.
    browser.tab();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an invalid index is out of range")]
    let index = arguments.number("index").map(|index| if index < 0.0 { usize::MAX } else { index as usize });
    let missing = |index: usize| Response::thrown(format!("Tab {index} not found"));
    match arguments.text("action").unwrap_or_default() {
        "new" => {
            if let Err(error) = browser.open_tab() {
                return failed(&error);
            }
            if let Some(url) = arguments.text("url")
                && let Err(error) = browser.navigate(url)
            {
                return failed(&error);
            }
        }
        "select" => match index {
            Some(index) if index < browser.tabs.len() => browser.current = index,
            Some(index) => return missing(index),
            None => return Response::thrown("Tab index is required"),
        },
        "close" => {
            let index = index.unwrap_or(browser.current);
            if index >= browser.tabs.len() {
                return missing(index);
            }
            browser.tabs.remove(index);
            if browser.current > index || browser.current >= browser.tabs.len() {
                browser.current = browser.current.saturating_sub(1);
            }
        }
        _ => {}
    }
    Response::result(tab_lines(browser))
}

fn tab_lines(browser: &Browser) -> String {
    if browser.tabs.is_empty() {
        return "No open tabs. Navigate to a URL to create one.".to_owned();
    }
    let line = |(at, tab): (usize, &super::browser::Tab)| {
        let current = if at == browser.current { "(current) " } else { "" };
        let (title, url) = tab.shown.as_ref().map_or((String::new(), "about:blank".to_owned()), |shown| {
            (PageText::of(&shown.title()).to_string(), shown.url.clone())
        });
        format!("- {at}: {current}[{title}]({url})")
    };
    browser.tabs.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

pub(super) fn close(browser: &mut Browser, _: &Arguments) -> Response {
    if !browser.tabs.is_empty() {
        browser.tabs.remove(browser.current.min(browser.tabs.len() - 1));
        browser.current = browser.current.saturating_sub(1);
    }
    Response { code: vec!["await page.close()".to_owned()], ..Response::result(tab_lines(browser)) }
}

pub(super) fn requests(browser: &mut Browser, _: &Arguments) -> Response {
    let lines: Vec<String> =
        browser.requests.iter().zip(1..).map(|(request, number)| format!("{number}. {request}")).collect();
    Response::result(match lines.is_empty() {
        true => "No requests: pages are read from files. Submitted forms and links to pages that were not saved are \
                 listed here."
            .to_owned(),
        false => lines.join("\n"),
    })
}

pub(super) fn request(browser: &mut Browser, arguments: &Arguments) -> Response {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be an index")]
    let index = arguments.number("index").unwrap_or_default() as usize;
    match index.checked_sub(1).and_then(|at| browser.requests.get(at)) {
        Some(request) => Response::result(format!("#{index} {request}")),
        None => Response::thrown(format!("Request #{index} not found. Use browser_network_requests to see the list.")),
    }
}

pub(super) fn console_messages(_: &mut Browser, _: &Arguments) -> Response {
    Response::result(
        "Total messages: 0 (Errors: 0, Warnings: 0)\n\nNo script of a saved page runs, so none writes any.",
    )
}

/// A drawing of the boxes of the page, as SVG.
pub(super) fn take_screenshot(browser: &mut Browser, arguments: &Arguments) -> Response {
    let Some(shown) = browser.shown() else { return Response::thrown(NO_PAGE) };
    let snapshot = shown.snapshot(&SnapshotOptions::default());
    let page = shown.document.page();
    let svg = Picture::of(page, &snapshot, &Marks::of(page, &snapshot, ModalMode::Mark)).to_window_svg();
    if arguments.text("type").is_some_and(|kind| kind != "png") {
        return Response::thrown("unsupported offline: the drawing of the page is SVG; leave out \"type\"");
    }
    Response {
        image: Some(("image/svg+xml", svg.into_bytes())),
        ..Response::result("A drawing of the boxes and texts of the page. It shows no images, and is SVG.")
    }
}

/// Does something to the element of `target`.
fn on_target(
    browser: &mut Browser,
    arguments: &Arguments,
    method: &str,
    step: impl FnOnce(&mut ActiveDocument, NodeId) -> Result<(), ActionFailure>,
) -> Response {
    let node = match browser.target(arguments.text("target").unwrap_or_default()) {
        Ok(node) => node,
        Err(message) => return Response::thrown(message),
    };
    let Some(shown) = browser.shown() else { return Response::thrown(NO_PAGE) };
    let code = format!("await page.{}.{method};", locator::of(shown.document.page(), node));
    act(browser, vec![code], |document| step(document, node))
}

/// Acts on the current page and reports the effects.
fn act(
    browser: &mut Browser,
    code: Vec<String>,
    step: impl FnOnce(&mut ActiveDocument) -> Result<(), ActionFailure>,
) -> Response {
    let Some(shown) = browser.shown() else { return Response::thrown(NO_PAGE) };
    if let Err(failure) = step(&mut shown.document) {
        shown.document.take_effects();
        return Response::error(explain(shown.document.page(), &failure, &|node| {
            shown.known.reference(node).map(|reference| format!(" [ref={reference}]")).unwrap_or_default()
        }));
    }
    match browser.settle() {
        Ok(effects) => {
            let result = (!effects.is_empty()).then(|| effects.join("\n"));
            Response { result, ..with_page(browser, code) }
        }
        Err(error) => failed(&error),
    }
}

/// The page after a step, and what is different about it.
fn with_page(browser: &mut Browser, code: Vec<String>) -> Response {
    let Some(shown) = browser.shown() else { return Response { code, ..Response::default() } };
    let snapshot = shown.snapshot(&SnapshotOptions::default());
    let outline = Outline::of(&snapshot);
    let changes = shown.outline.as_ref().map(|before| Difference::between(before, &outline));
    let changes = changes.filter(|difference| !difference.is_empty()).map(|difference| {
        let lines: Vec<&str> = difference.text().lines().collect();
        let left = lines.len().saturating_sub(MAX_CHANGES);
        let mut text = lines.get(..MAX_CHANGES.min(lines.len())).unwrap_or_default().join("\n");
        if left > 0 {
            text.push_str(&format!("\n# {left} more lines; take a browser_snapshot to see all"));
        }
        text
    });
    shown.outline = Some(outline);
    Response { code, page: Some((shown.url.clone(), shown.title())), changes, ..Response::default() }
}

/// Why an action was not done, in Playwright's words where it has some.
fn explain(page: &Page, failure: &ActionFailure, reference: &dyn Fn(NodeId) -> String) -> String {
    let tag = |node: NodeId| {
        let dom = page.dom();
        let shown = dom.element(node).map(|element| {
            let attributes: String = ["id", "class", "role", "type"]
                .iter()
                .filter_map(|name| Some(format!(" {name}={}", PageText::quoted(element.attr(&(*name).into())?))))
                .collect();
            format!("<{}{attributes}>", element.name.local)
        });
        format!("{}{}", shown.unwrap_or_default(), reference(node))
    };
    match failure {
        ActionFailure::Refused(landing) => {
            let reason = match landing.outcome {
                Outcome::Refused(Refusal::Intercepted(Some(by)) | Refusal::PointerEventsNone(Some(by))) => {
                    format!("{} intercepts pointer events", tag(by))
                }
                Outcome::Refused(Refusal::Intercepted(None) | Refusal::PointerEventsNone(None)) => {
                    "nothing takes pointer events at its place".to_owned()
                }
                Outcome::Refused(Refusal::Disabled(_)) => "element is not enabled".to_owned(),
                Outcome::Refused(Refusal::Offscreen | Refusal::Clipped) => {
                    "element is outside of the viewport".to_owned()
                }
                _ => "element is not visible".to_owned(),
            };
            let free = landing.free_point.map(|point| {
                format!("\n  - it is free at {},{}, if you can click there (browser_mouse_click_xy)", point.x, point.y)
            });
            format!(
                "TimeoutError: {}: {reason}\nCall log:\n  - {reason}{}\n  - a saved page does not change by itself, so waiting does not help; take a new snapshot and act on what is in front, or on another element",
                tag(landing.node),
                free.unwrap_or_default()
            )
        }
        ActionFailure::NotEditable(node) => format!("TimeoutError: {}: element is not editable", tag(*node)),
        ActionFailure::WrongElement(reason) | ActionFailure::Malformed(reason) => format!("Error: {reason}"),
        ActionFailure::NoSuchOption => "TimeoutError: did not find some options".to_owned(),
        ActionFailure::OptionDisabled(node) => {
            format!("TimeoutError: option being selected is not enabled: {}", tag(*node))
        }
    }
}
