//! Actions on the page in front, and between pages.

use super::SnapshotInAnswers;
use super::browser::Browser;
use super::code::{Code, Deed, settings, word};
use super::page_tools::above_snapshot;
use super::parameters::{
    ClickParameters, Contrast, DragParameters, EmulateMediaParameters, FieldType, FillFormParameters, ForcedColors,
    HoverParameters, Media, Modifier, MouseClickXyParameters, MouseMoveXyParameters, MouseWheelParameters,
    NavigateParameters, PressKeyParameters, ReducedMotion, ResizeParameters, SelectOptionParameters,
    SnapshotParameters, TypeParameters,
};
use super::preview::preview;
use super::response::{CALL, Response, ToolError};
use super::tab::OpenPage;
use crate::activation::{ActionFailure, ActiveDocument, Button};
use crate::dom::NodeId;
use crate::geometry::{Point, Size};
use crate::hit::{Outcome, Refusal};
use crate::keyboard::Key;
use crate::page::Page;
use crate::safe_text::PageText;
use crate::search::javascript::{self, WrittenLocator, js};
use crate::search::playwright::steps::Step;
use crate::snapshot::{Difference, SnapshotOptions, SnapshotOutline};

/// Limit: lines of changes in an answer.
const MAX_CHANGES: usize = 60;
/// Limit: lines on suspicious text in an answer.
const MAX_SUSPICIOUS: usize = 20;
/// Limit: CSS px of a window.
const MAX_WINDOW: f64 = 20_000.0;

/// Playwright MCP: milliseconds for an action by default, which its errors name.
const TIMEOUT: u32 = 5000;

pub(super) fn snapshot(browser: &mut Browser, given: SnapshotParameters) -> Result<Response, ToolError> {
    let mut options = SnapshotOptions::default().boxes(given.boxes || browser.boxes);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a depth that trees have")]
    let depth = given.depth.map(|depth| depth.clamp(0.0, 10_000.0) as usize);
    options.depth = depth;
    if let Some(target) = &given.target {
        options.root = Some(browser.target(target)?);
    }
    Ok(showing(browser, &options))
}

/// An answer with a snapshot of the page in front.
fn showing(browser: &mut Browser, options: &SnapshotOptions) -> Response {
    let hidden_text = browser.hidden_text;
    let Some(shown) = browser.shown() else {
        browser.tab();
        return Response { shows_page: true, snapshot: Some(String::new()), ..Response::default() };
    };
    let whole = options.root.is_none() && options.depth.is_none();
    let snapshot = shown.snapshot(options);
    if whole {
        shown.outline = Some(SnapshotOutline::of(&snapshot));
    }
    let unseen = if hidden_text { snapshot.unseen_texts(shown.document.page()).texts } else { Vec::new() };
    // Labels and texts for screen readers are on every page; what speaks to who reads the page is not.
    let addressed = unseen.iter().filter(|unseen| unseen.addressed);
    let suspicious = addressed.take(MAX_SUSPICIOUS).map(|unseen| {
        let reference = unseen.reference.map(|reference| format!(" [ref={reference}]")).unwrap_or_default();
        format!("- {}{reference}: {}", unseen.why.as_str(), PageText::quoted(&unseen.text))
    });
    let suspicious = suspicious.collect();
    let yaml = snapshot.to_string();
    let tools = above_snapshot(shown.document.page().dom());
    let snapshot = Some(format!("{tools}{}", yaml.trim_end_matches('\n')));
    Response { shows_page: true, snapshot, suspicious, ..Response::default() }
}

pub(super) fn navigate(browser: &mut Browser, given: NavigateParameters) -> Result<Response, ToolError> {
    let url = &*given.url;
    if url.trim().is_empty() {
        let message = "page.goto: Protocol error (Page.navigate): Cannot navigate to invalid URL";
        return Err(ToolError::thrown(message));
    }
    browser.navigate(url)?;
    Ok(with_page(browser, vec![Code::Navigate(url.to_owned())]))
}

pub(super) fn navigate_back(browser: &mut Browser) -> Result<Response, ToolError> {
    if !browser.back()? {
        return Err(ToolError::thrown("There is no page to go back to."));
    }
    Ok(with_page(browser, vec![Code::JavaScript("await page.goBack();".to_owned())]))
}

pub(super) fn click(browser: &mut Browser, given: ClickParameters) -> Result<Response, ToolError> {
    let count = if given.double_click { 2 } else { 1 };
    let button = given.button.unwrap_or_default();
    let held = held(&given.modifiers);
    let modifiers = MODIFIERS.iter().filter(|(modifier, _)| given.modifiers.contains(modifier));
    let modifiers: Vec<&str> = modifiers.map(|&(_, name)| name).collect();
    let deed = Deed::Click { is_double: given.double_click, button, modifiers };
    on_target(browser, &given.target, CLICK, deed, AnswerContent::Page, |document, node| {
        document.click(node, button, &held, count)
    })
}

/// The keys in the order in which Playwright writes them. On Linux and Windows, Control is what it calls both.
const MODIFIERS: &[(Modifier, &str)] = &[
    (Modifier::Alt, "Alt"),
    (Modifier::Control, "ControlOrMeta"),
    (Modifier::ControlOrMeta, "ControlOrMeta"),
    (Modifier::Meta, "Meta"),
    (Modifier::Shift, "Shift"),
];

fn held(modifiers: &[Modifier]) -> Key {
    let has = |modifier: Modifier| modifiers.contains(&modifier);
    Key {
        alt: has(Modifier::Alt),
        control: has(Modifier::Control) || has(Modifier::ControlOrMeta),
        meta: has(Modifier::Meta),
        shift: has(Modifier::Shift),
        name: String::new(),
    }
}

pub(super) fn hover(browser: &mut Browser, given: HoverParameters) -> Result<Response, ToolError> {
    on_target(browser, &given.target, HOVER, Deed::Hover, AnswerContent::Page, ActiveDocument::hover)
}

pub(super) fn type_text(browser: &mut Browser, given: TypeParameters) -> Result<Response, ToolError> {
    let TypeParameters { text, submit, slowly, .. } = given;
    let deed = if slowly { Deed::PressSequentially(text.clone()) } else { Deed::Fill(text.clone()) };
    let shows = if slowly || submit { AnswerContent::Page } else { AnswerContent::Code };
    let mut done = on_target(browser, &given.target, FILL, deed, shows, |document, node| {
        if slowly {
            document.type_text(node, &text);
        } else {
            document.fill(node, &text)?;
        }
        if submit {
            document.press(&Key { name: "Enter".to_owned(), ..Key::default() });
        }
        Ok(())
    })?;
    if let (true, Some(Code::On(steps, _))) = (submit, done.code.first()) {
        done.code.push(Code::On(steps.clone(), Deed::Press("Enter")));
    }
    Ok(done)
}

pub(super) fn select_option(browser: &mut Browser, given: SelectOptionParameters) -> Result<Response, ToolError> {
    let deed = Deed::Select(given.values.clone());
    on_target(browser, &given.target, SELECT_OPTION, deed, AnswerContent::Page, |document, node| {
        document.select_options(node, &given.values)
    })
}

pub(super) fn fill_form(browser: &mut Browser, given: FillFormParameters) -> Result<Response, ToolError> {
    let mut code = Vec::new();
    for field in given.fields {
        let (value, target, shows) = (&field.value, &*field.target, AnswerContent::Code);
        let done = match field.kind {
            FieldType::Checkbox | FieldType::Radio => {
                let checked = value == "true";
                let deed = if checked { Deed::Check } else { Deed::Uncheck };
                on_target(browser, target, CLICK, deed, shows, |document, node| document.set_checkedness(node, checked))
            }
            FieldType::Combobox => {
                let deed = Deed::Select(vec![value.clone()]);
                on_target(browser, target, SELECT_OPTION, deed, shows, |document, node| {
                    document.select_options(node, std::slice::from_ref(value))
                })
            }
            FieldType::Textbox | FieldType::Slider => {
                let deed = Deed::Fill(value.clone());
                on_target(browser, target, FILL, deed, shows, |document, node| document.fill(node, value))
            }
        };
        match done {
            Ok(done) => code.extend(done.code),
            Err(error) => return Err(error.after(code)),
        }
    }
    Ok(Response { code, ..Response::default() })
}

pub(super) fn press_key(browser: &mut Browser, given: PressKeyParameters) -> Result<Response, ToolError> {
    let name = &*given.key;
    let key = name
        .parse::<Key>()
        .map_err(|error| ToolError::thrown(format!("{CALL}{}\n{}", error.message(), error.hint())))?;
    let lines = [format!("// Press {}", PageText::of(name)), format!("await page.keyboard.press({});", js(name))];
    let code = lines.map(Code::JavaScript).to_vec();
    let shows = if key.name == "Enter" { AnswerContent::Page } else { AnswerContent::Code };
    act(browser, code, shows, |document| document.press(&key))
}

pub(super) fn drag(browser: &mut Browser, given: DragParameters) -> Result<Response, ToolError> {
    let (from, to) = (browser.target(&given.start_target)?, browser.target(&given.end_target)?);
    let shown = browser.page()?;
    let page = shown.document.page();
    let start = locator_of(page, &given.start_target, from);
    let end = locator_of(page, &given.end_target, to);
    let code = Code::JavaScript(format!("await page.{start}.dragTo(page.{end});"));
    if let Err(failure) = shown.document.drag(from, to) {
        shown.document.take_effects();
        return Err(ToolError::new(explain(shown, &failure, CLICK, from)));
    }
    settled(browser, vec![code], AnswerContent::Page)
}

pub(super) fn mouse_click(browser: &mut Browser, given: MouseClickXyParameters) -> Result<Response, ToolError> {
    let (point, button) = (point(given.x, given.y), given.button.unwrap_or_default());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a few clicks")]
    let count = given.click_count.unwrap_or(1.0).clamp(0.0, 3.0) as usize;
    let options = [
        ("button", (button != Button::Left).then(|| js(word(button)))),
        ("clickCount", (count != 1).then(|| count.to_string())),
        ("delay", given.delay.filter(|&delay| delay != 0.0).map(|delay| delay.to_string())),
    ];
    let code = format!("await page.mouse.click({}, {}{});", point.x, point.y, settings(", ", &options));
    act(browser, vec![Code::JavaScript(code)], AnswerContent::Page, |document| {
        document.click_at(point, button, &Key::default(), count);
    })
}

pub(super) fn mouse_move(browser: &mut Browser, given: MouseMoveXyParameters) -> Result<Response, ToolError> {
    let point = point(given.x, given.y);
    let code = Code::JavaScript(format!("await page.mouse.move({}, {});", point.x, point.y));
    act(browser, vec![code], AnswerContent::Page, |document| {
        document.move_pointer(point);
    })
}

pub(super) fn mouse_wheel(browser: &mut Browser, given: MouseWheelParameters) -> Result<Response, ToolError> {
    let by = point(given.delta_x, given.delta_y);
    let code = Code::JavaScript(format!("await page.mouse.wheel({}, {});", by.x, by.y));
    act(browser, vec![code], AnswerContent::Page, |document| {
        document.wheel(by);
    })
}

fn point(x: f64, y: f64) -> Point {
    #[expect(clippy::cast_possible_truncation, reason = "coordinates of a window")]
    let number = |number: f64| number.clamp(-1e6, 1e6) as f32;
    Point::new(number(x), number(y))
}

pub(super) fn resize(browser: &mut Browser, given: ResizeParameters) -> Result<Response, ToolError> {
    let ResizeParameters { width, height } = given;
    if !(1.0..=MAX_WINDOW).contains(&width) || !(1.0..=MAX_WINDOW).contains(&height) {
        let message = format!("The window cannot be {width} by {height}: each side is 1 to {MAX_WINDOW} px.");
        return Err(ToolError::thrown(message));
    }
    #[expect(clippy::cast_possible_truncation, reason = "within the limit")]
    let size = Size::new(width as f32, height as f32);
    browser.device.viewport = size;
    let device = browser.device.clone();
    if let Some(shown) = browser.shown() {
        shown.document.set_device(device);
    }
    let code = Code::JavaScript(format!("await page.setViewportSize({{ width: {width}, height: {height} }});"));
    Ok(Response { code: vec![code], ..Response::default() })
}

pub(super) fn emulate_media(browser: &mut Browser, given: EmulateMediaParameters) -> Result<Response, ToolError> {
    let mut device = browser.device.clone();
    device.color_scheme = given.color_scheme.unwrap_or(device.color_scheme);
    device.reduced_motion =
        given.reduced_motion.map_or(device.reduced_motion, |motion| motion == ReducedMotion::Reduce);
    let unsupported = match (given.forced_colors, given.contrast, given.media) {
        (Some(ForcedColors::Active), ..) => Some("forcedColors"),
        (_, Some(Contrast::More | Contrast::NoPreference), _) => Some("contrast"),
        (.., Some(Media::Print)) => Some("media"),
        _ => None,
    };
    if let Some(name) = unsupported {
        let message = format!("unsupported offline: {name} cannot be emulated; colorScheme and reducedMotion can");
        return Err(ToolError::thrown(message));
    }
    browser.device = device.clone();
    if let Some(shown) = browser.shown() {
        shown.document.set_device(device);
    }
    Ok(with_page(browser, vec![Code::JavaScript("await page.emulateMedia(...);".to_owned())]))
}

/// The content of an answer after a step.
#[derive(Debug, Clone, Copy)]
enum AnswerContent {
    /// The page, and what changed since the client saw it.
    Page,
    /// The code alone, as Playwright MCP does where little can have changed; the next answer has the changes.
    Code,
}

/// Returns Playwright's code for the element of a target: as it was written, or by a locator for a ref.
fn locator_of(page: &Page, target: &str, node: NodeId) -> String {
    WrittenLocator::print_steps(&steps_to(page, target, node))
}

/// Returns the locator of the element of a target: as it was written, or one for a ref.
fn steps_to(page: &Page, target: &str, node: NodeId) -> Vec<Step> {
    javascript::written_steps(target).unwrap_or_else(|| javascript::steps_of(page, node))
}

/// Does something to the element of `target`.
fn on_target(
    browser: &mut Browser,
    target: &str,
    action: Action,
    deed: Deed,
    shows: AnswerContent,
    step: impl FnOnce(&mut ActiveDocument, NodeId) -> Result<(), ActionFailure>,
) -> Result<Response, ToolError> {
    let node = browser.target(target)?;
    let shown = browser.page()?;
    let code = Code::On(steps_to(shown.document.page(), target, node), deed);
    if let Err(failure) = step(&mut shown.document, node) {
        shown.document.take_effects();
        return Err(ToolError::new(explain(shown, &failure, action, node)));
    }
    settled(browser, vec![code], shows)
}

/// Acts on the current page and reports the effects.
fn act(
    browser: &mut Browser,
    code: Vec<Code>,
    shows: AnswerContent,
    step: impl FnOnce(&mut ActiveDocument),
) -> Result<Response, ToolError> {
    step(&mut browser.page()?.document);
    settled(browser, code, shows)
}

/// The page after a step and what the step asked for beyond it.
fn settled(browser: &mut Browser, code: Vec<Code>, shows: AnswerContent) -> Result<Response, ToolError> {
    let effects = browser.settle()?;
    let result = (!effects.is_empty()).then(|| effects.join("\n"));
    Ok(match shows {
        AnswerContent::Page => Response { result, ..with_page(browser, code) },
        AnswerContent::Code => Response { result, code, ..Response::default() },
    })
}

/// The page after a step, and what is different about it.
pub(super) fn with_page(browser: &mut Browser, code: Vec<Code>) -> Response {
    let mode = browser.snapshot_mode;
    if mode == SnapshotInAnswers::Full {
        let options = SnapshotOptions::default().boxes(browser.boxes);
        return Response { code, ..showing(browser, &options) };
    }
    let alone = Response { code, shows_page: true, ..Response::default() };
    if mode == SnapshotInAnswers::None {
        return alone;
    }
    let Some(shown) = browser.shown() else { return alone };
    let snapshot = shown.snapshot(&SnapshotOptions::default());
    let outline = SnapshotOutline::of(&snapshot);
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
    Response { changes, ..alone }
}

/// An action as Playwright logs it, with what it waits for.
#[derive(Debug, Clone, Copy)]
struct Action {
    name: &'static str,
    waits_for: &'static str,
}

const CLICK: Action = Action { name: "click", waits_for: "visible, enabled and stable" };
const HOVER: Action = Action { name: "hover", waits_for: "visible and stable" };
const FILL: Action = Action { name: "fill", waits_for: "visible, enabled and editable" };
const SELECT_OPTION: Action = Action { name: "select option", waits_for: "visible and enabled" };

/// Returns the reason why an action was not done, as Playwright's error has it after all its tries.
///
/// Playwright: the log has every try; here nothing is tried twice, since a saved page does not change by itself.
fn explain(shown: &OpenPage, failure: &ActionFailure, action: Action, target: NodeId) -> String {
    let dom = shown.document.page().dom();
    let reference = |node: NodeId| shown.known.reference(node).map(|found| format!("[ref={found}]"));
    let mut log = Vec::new();
    let mut evidence = Vec::new();
    let mut intercepts = |by: NodeId| {
        // What is in front is named, and the child of the common ancestor that it is in.
        let outermost = dom.ancestors(by).take_while(|&ancestor| !dom.contains(ancestor, target)).last();
        let from = outermost.map(|outer| format!(" from {} subtree", preview(dom, outer))).unwrap_or_default();
        evidence.extend(reference(outermost.unwrap_or(by)).map(|found| format!("what is in front is {found}")));
        format!("{}{from} intercepts pointer events", preview(dom, by))
    };
    match failure {
        ActionFailure::WrongElement(reason) | ActionFailure::Malformed(reason) => return format!("Error: {reason}"),
        ActionFailure::Refused(landing) => {
            let ready = format!("  element is {}", action.waits_for);
            match landing.outcome {
                Outcome::Refused(Refusal::Intercepted(by) | Refusal::PointerEventsNone(by)) => {
                    let by = by.map_or_else(|| "nothing takes pointer events at its place".to_owned(), &mut intercepts);
                    log.extend([ready, "  scrolling into view if needed".to_owned(), "  done scrolling".to_owned()]);
                    log.push(format!("  {by}"));
                }
                Outcome::Refused(Refusal::Offscreen | Refusal::Clipped) => {
                    log.extend([ready, "  scrolling into view if needed".to_owned(), "  done scrolling".to_owned()]);
                    log.push("  element is outside of the viewport".to_owned());
                }
                Outcome::Refused(Refusal::Disabled(_)) => log.push("    element is not enabled".to_owned()),
                _ => log.push("    element is not visible".to_owned()),
            }
            evidence.extend(landing.free_point.map(|point| {
                format!("it is free at {},{}, if you can click there (browser_mouse_click_xy)", point.x, point.y)
            }));
        }
        ActionFailure::NotEditable(_) => log.push("    element is not editable".to_owned()),
        ActionFailure::NoSuchOption => log.push("    did not find some options".to_owned()),
        ActionFailure::OptionDisabled(option) => {
            log.push("    option being selected is not enabled".to_owned());
            evidence.push(preview(dom, *option));
        }
    }
    evidence.push(
        "a saved page does not change by itself, so waiting does not help; take a new snapshot and act on what is in front, \
         or on another element"
            .to_owned(),
    );
    let waited = shown.known.reference(target).map(|found| format!("  - waiting for locator('aria-ref={found}')\n"));
    let waited = waited.unwrap_or_default();
    let log: Vec<String> = log
        .iter()
        .map(|line| {
            let bare = line.trim_start();
            format!("  {}- {bare}", " ".repeat(line.len() - bare.len()))
        })
        .collect();
    format!(
        "TimeoutError: {CALL}Timeout {TIMEOUT}ms exceeded.\nCall log:\n{waited}    - locator resolved to {}\n  - attempting {} \
         action\n    - waiting for element to be {}\n{}\n\n{}",
        preview(dom, target),
        action.name,
        action.waits_for,
        log.join("\n"),
        evidence.join("\n")
    )
}
