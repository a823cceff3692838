//! Causes of failed actions, in one sentence.

use serde::Serialize;

use super::missing::{Nearest, nearest};
use super::words::words;
use crate::aria::Exposure;
use crate::dom::NodeId;
use crate::hit::{Landing, Outcome, Refusal};
use crate::page::Page;
use crate::recording::{Expectation, RecordedStep};
use crate::safe_text::{PageText, SafeText, safe};
use crate::search::javascript::{self, of_selector};
use crate::tool::element::Elements;
use crate::tool::landing::refusal;

/// Limit: characters of a recorder's sentence.
const SENTENCE_CHARS: usize = 300;
/// Limit: elements that a sentence lists.
const MAX_LISTED: usize = 3;

/// The reason why an action failed.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Cause {
    /// `covered`, `missing`, `several`, `hidden`, `disabled`, `outside`, `differs`, `unstable`, `navigation` or `other`.
    pub(super) kind: &'static str,
    pub(super) sentence: SafeText,
    /// Advice on what to do about it.
    pub(super) hint: Option<SafeText>,
}

impl Cause {
    fn new(kind: &'static str, sentence: SafeText) -> Self {
        Self { kind, sentence, hint: None }
    }

    fn hint(self, hint: SafeText) -> Self {
        Self { hint: Some(hint), ..self }
    }
}

/// Returns the cause for an action whose element was looked for on a page: the one that was found, all that its locator matches,
/// and where a pointer would land.
pub(super) fn of(
    page: &Page,
    elements: &Elements<'_>,
    step: &RecordedStep,
    node: Option<NodeId>,
    matches: Option<&[NodeId]>,
    landing: Option<&Landing>,
    last_found: Option<&str>,
) -> Cause {
    let is_strict = step.error.as_deref().is_some_and(|error| error.contains("strict mode violation"));
    if let Some(expectation) = &step.expectation
        && !is_strict
        && let Some(cause) = of_expectation(page, elements, step, expectation, node, matches, last_found)
    {
        return cause;
    }
    match matches {
        Some(found @ [_, _, ..]) if is_strict => return several(page, elements, step, found),
        Some([]) if node.is_none() => return missing(page, elements, step, last_found),
        _ => {}
    }
    if let Some(landing) = landing
        && let Outcome::Refused(why) = landing.outcome
        && let Some(error) = refusal(page, elements, landing)
    {
        let kind = match why {
            Refusal::Intercepted(_) | Refusal::PointerEventsNone(_) => "covered",
            Refusal::Disabled(_) | Refusal::Inert => "disabled",
            Refusal::NoBox | Refusal::Hidden => "hidden",
            // Off screen, or clipped.
            _ => "outside",
        };
        return Cause::new(kind, error.message()).hint(error.hint());
    }
    if let Some(node) = node
        && let Some(cause) = of_state(page, elements, step, node)
    {
        return cause;
    }
    of_words(step)
}

/// Returns the reason why an element does not take an action without a pointer: it is hidden, disabled or read-only.
fn of_state(page: &Page, elements: &Elements<'_>, step: &RecordedStep, node: NodeId) -> Option<Cause> {
    let known = page.aria().get(node);
    let is_visible = known.is_some_and(|known| known.exposure.contains(Exposure::BOX));
    let is_disabled = known.is_some_and(|known| known.states.disabled);
    let subject = words(page, elements, node);
    if !is_visible {
        let hint = "open the menu, tab or section that it is in first".into();
        return Some(Cause::new("hidden", safe!("{} is hidden", subject)).hint(hint));
    }
    if is_disabled {
        let hint = "first do what the page requires to enable it".into();
        return Some(Cause::new("disabled", safe!("{} is disabled", subject)).hint(hint));
    }
    if step.log.iter().any(|line| line.contains("element is not editable") || line.contains("not an <input>")) {
        return Some(Cause::new("disabled", safe!("{} takes no text", subject)));
    }
    None
}

fn several(page: &Page, elements: &Elements<'_>, step: &RecordedStep, found: &[NodeId]) -> Cause {
    let listed = found.iter().take(MAX_LISTED).map(|&node| words(page, elements, node));
    let more = if found.len() > MAX_LISTED { ", …" } else { "" };
    let sentence = safe!("{} elements match {}: {}{}", found.len(), written(step), SafeText::join(listed, ", "), more);
    let each = found.iter().take(MAX_LISTED).map(|&node| {
        let locator = javascript::of(page, node);
        PageText::of(&locator).at_most(SENTENCE_CHARS).into()
    });
    Cause::new("several", sentence).hint(safe!("name one of them: {}", SafeText::join(each, ", or ")))
}

fn missing(page: &Page, elements: &Elements<'_>, step: &RecordedStep, last_found: Option<&str>) -> Cause {
    let mut sentence = safe!("no element matches {}", written(step));
    if let Some(state) = last_found {
        sentence = safe!("{}; the last one that did was there at {}", sentence, PageText::token(state));
    }
    let Some(selector) = step.selector.as_deref() else { return Cause::new("missing", sentence) };
    let list = |nodes: &[NodeId]| {
        let listed = nodes.iter().take(MAX_LISTED).map(|&node| words(page, elements, node));
        let more = if nodes.len() > MAX_LISTED { ", …" } else { "" };
        safe!("{}{}", SafeText::join(listed, ", "), more)
    };
    let locator = |nodes: &[NodeId]| match nodes {
        [one] => safe!("; {} finds it", PageText::of(&javascript::of(page, *one)).at_most(SENTENCE_CHARS)),
        _ => SafeText::new(),
    };
    match nearest(page, &of_selector(selector)) {
        Some(Nearest::Hidden(nodes)) => {
            let hint =
                safe!("{} would match, but is hidden; open the menu, tab or section that it is in first", list(&nodes));
            Cause::new("missing", sentence).hint(hint)
        }
        Some(Nearest::Without(part, nodes)) => {
            let hint = safe!("without .{} it finds {}{}", PageText::of(&part), list(&nodes), locator(&nodes));
            Cause::new("missing", sentence).hint(hint)
        }
        Some(Nearest::Named(nodes)) => {
            let hint = safe!("the nearest is {}{}", list(&nodes), locator(&nodes));
            Cause::new("missing", sentence).hint(hint)
        }
        None => Cause::new("missing", sentence),
    }
}

/// The locator of a step as a test has it.
fn written(step: &RecordedStep) -> SafeText {
    let printed = step.selector.as_deref().and_then(|selector| of_selector(selector).print());
    let text = printed.or_else(|| step.action.locator.clone()).unwrap_or_default();
    PageText::of(&text).at_most(SENTENCE_CHARS).into()
}

fn of_expectation(
    page: &Page,
    elements: &Elements<'_>,
    step: &RecordedStep,
    expectation: &Expectation,
    node: Option<NodeId>,
    matches: Option<&[NodeId]>,
    last_found: Option<&str>,
) -> Option<Cause> {
    let what = expectation.matcher.trim_start_matches("to.");
    let received = received(step);
    let not = if expectation.is_not { "not " } else { "" };
    if what == "have.count" {
        let (found, expected) = (matches?.len(), expectation.expected.as_deref().unwrap_or_default());
        let verb = if found == 1 { "element matches" } else { "elements match" };
        let sentence = safe!("{} {} {}, {}{} expected", found, verb, written(step), not, PageText::of(expected));
        return Some(Cause::new("differs", sentence));
    }
    if matches.is_some_and(<[NodeId]>::is_empty)
        && !matches!(what, "have.title" | "have.url" | "be.hidden" | "be.detached")
    {
        return Some(missing(page, elements, step, last_found));
    }
    let subject = node.map_or_else(|| "the page".into(), |node| words(page, elements, node));
    if let Some(state) = what.strip_prefix("be.") {
        let is = received.map(|received| safe!("is {}", PageText::of(&received)));
        let is = is.unwrap_or_else(|| "is not".into());
        return Some(Cause::new("differs", safe!("{} {}, {}{} expected", subject, is, not, PageText::of(state))));
    }
    let expected = expectation.expected.as_deref()?;
    let property = what.trim_start_matches("have.").trim_start_matches("match.").replace('.', " ");
    let sentence = match received {
        Some(received) => safe!(
            "the {} of {} is {}, {}{} expected",
            PageText::of(&property),
            subject,
            PageText::quoted(&received).at_most(SENTENCE_CHARS),
            not,
            PageText::of(expected).at_most(SENTENCE_CHARS)
        ),
        None => safe!(
            "the {} of {} is not {}",
            PageText::of(&property),
            subject,
            PageText::of(expected).at_most(SENTENCE_CHARS)
        ),
    };
    Some(Cause::new("differs", sentence))
}

/// Returns the last value that an assertion saw, as Playwright logs it.
fn received(step: &RecordedStep) -> Option<String> {
    let seen = step.log.iter().rev().find_map(|line| line.trim().strip_prefix("unexpected value "))?;
    Some(seen.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(seen).to_owned())
}

/// Returns the cause in the recorder's own words, where the page does not show it.
pub(super) fn of_words(step: &RecordedStep) -> Cause {
    let error = step.error.as_deref().unwrap_or_default();
    let first = error.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let first = first.strip_prefix("Error: ").unwrap_or(first);
    let sentence = |text: &str| -> SafeText { PageText::of(text).at_most(SENTENCE_CHARS).into() };
    // The last line of the log that says what was in the way.
    let obstacle = step.log.iter().rev().map(|line| line.trim()).find(|line| {
        line.contains("intercepts pointer events")
            || line.starts_with("element is not")
            || line.starts_with("element is outside")
    });
    if let Some(at) = error.find("net::ERR_") {
        let code: String = error
            .chars()
            .skip(error.get(..at).map_or(0, |text| text.chars().count()))
            .take_while(|c| !c.is_whitespace())
            .collect();
        return Cause::new("navigation", safe!("the navigation failed: {}", sentence(&code)));
    }
    match obstacle {
        Some(line) if line.contains("intercepts") => Cause::new("covered", sentence(line)),
        Some(line) if line.contains("not stable") => Cause::new("unstable", "its element kept moving".into()),
        Some(line) if line.contains("outside") => Cause::new("outside", "its element is outside of the window".into()),
        Some(line) if line.contains("not enabled") => Cause::new("disabled", sentence(line)),
        Some(line) if line.contains("not visible") => Cause::new("hidden", sentence(line)),
        _ if step.is_unfinished => Cause::new("other", "it had not ended when the recording did".into()),
        _ => {
            // What was expected and received is on lines of their own.
            let parts = error
                .lines()
                .map(str::trim)
                .filter(|line| line.starts_with("Expected") || line.starts_with("Received"));
            let parts: Vec<&str> = std::iter::once(first).chain(parts.take(2)).collect();
            Cause::new("other", sentence(&parts.join("; ")))
        }
    }
}
