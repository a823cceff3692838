//! Questions to the current page: its texts, and whether it is as expected.

use std::collections::VecDeque;

use super::act::with_page;
use super::browser::Browser;
use super::code::{Code, Deed};
use super::parameters::{
    FieldType, FindParameters, HoverParameters, VerifyElementVisibleParameters, VerifyListVisibleParameters,
    VerifyTextVisibleParameters, VerifyValueParameters, WaitForParameters,
};
use super::response::{Response, ToolError};
use crate::aria::Role;
use crate::dom::NodeId;
use crate::dom::form::{self, InputType};
use crate::error::{Error, SelectorError};
use crate::page::Page;
use crate::safe_text::PageText;
use crate::search::javascript;
use crate::search::matches;
use crate::search::pattern::StepBudget;
use crate::search::playwright::steps::{Step, compile};
use crate::search::playwright::{RoleOptions, TextRule};
use crate::snapshot::SnapshotOptions;
use crate::style::computed::Visibility;

/// Playwright MCP: lines of a snapshot that are shown around a match.
const FIND_LINES: usize = 3;
/// Limit: matches that are shown.
const MAX_MATCHES: usize = 100;
/// Playwright MCP: seconds that may be waited at once.
const MAX_SECONDS: f64 = 30.0;

pub(super) fn find(browser: &mut Browser, given: FindParameters) -> Result<Response, ToolError> {
    let (text, regex) = (given.text.as_deref(), given.regex.as_deref());
    let (wanted, pattern) = match (text, regex) {
        (None, None) => return Err(ToolError::new("Provide either \"text\" or \"regex\" to search for.")),
        (Some(_), Some(_)) => return Err(ToolError::new("Provide only one of \"text\" or \"regex\", not both.")),
        (Some(text), None) => (text, matches::pattern(text, false, false)),
        (None, Some(regex)) => (regex, matches::pattern(regex, true, true)),
    };
    let most = match given.max_results {
        None => MAX_MATCHES,
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number above zero")]
        Some(most) if most >= 1.0 && most.fract() == 0.0 => (most as usize).min(MAX_MATCHES),
        Some(_) => return Err(ToolError::new("\"maxResults\" must be a positive integer.")),
    };
    let written = match regex {
        Some(regex) if regex.starts_with('/') => PageText::of(regex).to_string(),
        Some(regex) => format!("/{}/", PageText::of(regex)),
        None => PageText::quoted(wanted).to_string(),
    };
    let pattern = pattern?;
    let shown = browser.page()?;
    let yaml = shown.snapshot(&SnapshotOptions::default()).to_string();
    let lines: Vec<&str> = yaml.lines().collect();
    let mut hits = Vec::new();
    let mut budget = StepBudget::for_text(yaml.len());
    for (at, line) in lines.iter().enumerate() {
        let matched = pattern.is_match(line, &mut budget);
        if matched.map_err(|error| {
            Error::Selector(SelectorError::PatternTooExpensive { pattern: wanted.to_owned(), steps: error.steps })
        })? {
            hits.push(at);
        }
    }
    if hits.is_empty() {
        return Ok(Response::result(format!("No matches found for {written}.")));
    }
    let noun = if hits.len() == 1 { "match" } else { "matches" };
    let some = if most < hits.len() { format!(" (showing first {most})") } else { String::new() };
    let head = format!("Found {} {noun} for {written}{some}:", hits.len());
    // The lines that match and those that they are in; what is left out beside them goes without a sign.
    let mut path = std::collections::BTreeSet::new();
    for &hit in hits.iter().take(most) {
        path.insert(hit);
        path.extend(above(&lines, hit));
    }
    // Windows of lines that touch are one.
    let mut windows: Vec<(usize, usize)> = Vec::new();
    for &hit in hits.iter().take(most) {
        let (from, to) = (hit.saturating_sub(FIND_LINES), (hit + FIND_LINES + 1).min(lines.len()));
        match windows.last_mut() {
            Some(last) if from <= last.1 => last.1 = to,
            _ => windows.push((from, to)),
        }
    }
    let shown: Vec<String> = windows.into_iter().map(|(from, to)| window(&lines, from, to, &path)).collect();
    Ok(Response::result(format!("{head}\n\n{}", shown.join("\n\n----\n\n"))))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The lines that a line of a snapshot is in, outermost first.
fn above(lines: &[&str], at: usize) -> Vec<usize> {
    let mut depth = lines.get(at).map_or(0, |line| indent(line));
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().take(at).rev() {
        if indent(line) < depth {
            depth = indent(line);
            found.push(at);
        }
    }
    found.reverse();
    found
}

/// Lines of a snapshot below the lines that they are in, with a sign where lines are left out.
fn window(lines: &[&str], from: usize, to: usize, path: &std::collections::BTreeSet<usize>) -> String {
    let mut shown = Vec::new();
    let mut last = None;
    for at in above(lines, from).into_iter().chain(from..to) {
        let Some(line) = lines.get(at) else { break };
        if last.is_some_and(|last| at > last + 1 && !path.contains(&at) && !path.contains(&last)) {
            shown.push(format!("{}...", " ".repeat(indent(line))));
        }
        shown.push((*line).to_owned());
        last = Some(at);
    }
    shown.join("\n")
}

/// The condition is checked once: a saved page does not change by itself, and waiting changes nothing.
pub(super) fn wait_for(browser: &mut Browser, given: WaitForParameters) -> Result<Response, ToolError> {
    let (time, text, gone) = (given.time, given.text.as_deref(), given.text_gone.as_deref());
    if time.is_none() && text.is_none() && gone.is_none() {
        return Err(ToolError::thrown("Either time, text or textGone must be provided"));
    }
    let mut code = Vec::new();
    if let Some(time) = time {
        code.push(Code::JavaScript(format!("await new Promise(f => setTimeout(f, {time} * 1000));")));
    }
    for (wanted, expected, state) in [(gone, false, "hidden"), (text, true, "visible")] {
        let Some(wanted) = wanted else { continue };
        let shown = browser.page()?;
        let page = shown.document.page();
        let found = by_text(page, wanted)?.first().is_some_and(|&node| is_visible(page, node));
        if found != expected {
            return Err(ToolError::new(format!(
                "TimeoutError: {} is not {state}, and a saved page does not change by itself.\nCall log:\n  - waiting for \
                 getByText({}).first() to be {state}",
                PageText::quoted(wanted),
                javascript::js(wanted)
            )));
        }
        let quoted = serde_json::Value::from(wanted);
        let line = format!("await page.getByText({quoted}).first().waitFor({{ state: '{state}' }});");
        code.push(Code::JavaScript(line));
    }
    let waited = match (text.or(gone), time) {
        (Some(text), _) => PageText::of(text).to_string(),
        (None, time) => format!("{} seconds", time.unwrap_or_default().clamp(0.0, MAX_SECONDS)),
    };
    Ok(Response { result: Some(format!("Waited for {waited}")), ..with_page(browser, code) })
}

/// Returns the elements that `getByText()` finds.
fn by_text(page: &Page, text: &str) -> Result<Vec<NodeId>, SelectorError> {
    compile(&[Step::Text(TextRule::Part(text.to_owned()))])?.find(page, page.dom().document())
}

/// Finds the first element that a step means and that is as wanted: in the page, else in the first of its frames that has one.
fn anywhere(page: &Page, step: Step, is_wanted: impl Fn(NodeId) -> bool) -> Result<Option<NodeId>, Error> {
    let selector = compile(&[step])?;
    let mut documents = VecDeque::from([page.dom().document()]);
    while let Some(document) = documents.pop_front() {
        let found = selector.find(page, document)?.into_iter().find(|&node| is_wanted(node));
        if found.is_some() {
            return Ok(found);
        }
        let frames = page.dom().descendants(document).filter_map(|node| page.dom().element(node)?.frame_document);
        documents.extend(frames);
    }
    Ok(None)
}

/// As Playwright's `isVisible()`: it has a box, and is not hidden.
fn is_visible(page: &Page, node: NodeId) -> bool {
    page.layout().get(node).is_some_and(|own| !own.rect.is_empty())
        && page.styles().get(node).is_some_and(|style| style.visibility == Visibility::Visible)
}

pub(super) fn verify_element_visible(
    browser: &mut Browser,
    given: VerifyElementVisibleParameters,
) -> Result<Response, ToolError> {
    let (role, name) = (&*given.role, &*given.accessible_name);
    let page = browser.page()?.document.page();
    let options = RoleOptions { name: Some(TextRule::Part(name.to_owned())), ..RoleOptions::default() };
    // Playwright MCP: what has a role and a name is taken for visible, without a box too.
    let found = match Role::from_token(role) {
        Some(known) => anywhere(page, Step::Role(known, options), |_| true)?,
        None => None,
    };
    let node = found.ok_or_else(|| {
        let (role, name) = (PageText::quoted(role), PageText::quoted(name));
        ToolError::new(format!("Element with role {role} and accessible name {name} not found"))
    })?;
    Ok(done(javascript::steps_of(page, node), Deed::IsVisible))
}

pub(super) fn verify_text_visible(
    browser: &mut Browser,
    given: VerifyTextVisibleParameters,
) -> Result<Response, ToolError> {
    let page = browser.page()?.document.page();
    let found = anywhere(page, Step::Text(TextRule::Part(given.text.clone())), |node| is_visible(page, node))?;
    let node = found.ok_or_else(|| ToolError::new("Text not found"))?;
    Ok(done(javascript::steps_of(page, node), Deed::IsVisible))
}

pub(super) fn verify_list_visible(
    browser: &mut Browser,
    given: VerifyListVisibleParameters,
) -> Result<Response, ToolError> {
    let list = browser.target(&given.target)?;
    let page = browser.page()?.document.page();
    for item in &given.items {
        if !by_text(page, item)?.into_iter().any(|node| page.dom().contains(list, node) && is_visible(page, node)) {
            return Err(ToolError::new(format!("Item {} not found", PageText::quoted(item))));
        }
    }
    let line = |item: &String| format!("\n  - listitem: {}", serde_json::Value::from(item.as_str()));
    let lines: String = given.items.iter().map(line).collect();
    Ok(done(vec![Step::Css("body".to_owned())], Deed::MatchesSnapshot(format!("- list:{lines}"))))
}

pub(super) fn verify_value(browser: &mut Browser, given: VerifyValueParameters) -> Result<Response, ToolError> {
    let expected = given.value;
    let node = browser.target(&given.target)?;
    let page = browser.page()?.document.page();
    let dom = page.dom();
    let checkable = matches!(given.kind, FieldType::Checkbox | FieldType::Radio);
    let actual = match checkable {
        true if dom.element(node).and_then(InputType::of).is_some() => dom.form().is_checked(node).to_string(),
        true => page.aria().get(node).is_some_and(|aria| aria.states.checked.is_some()).to_string(),
        false => form::value(dom, node).into_owned(),
    };
    if actual != expected {
        return Err(ToolError::new(format!(
            "Expected value {}, but got {}",
            PageText::quoted(&expected),
            PageText::quoted(&actual)
        )));
    }
    let deed = if checkable { Deed::IsChecked(actual == "true") } else { Deed::HasValue(expected) };
    Ok(done(javascript::steps_of(page, node), deed))
}

pub(super) fn generate_locator(browser: &mut Browser, given: HoverParameters) -> Result<Response, ToolError> {
    let node = browser.target(&given.target)?;
    Ok(Response::result(javascript::of(browser.page()?.document.page(), node)))
}

fn done(steps: Vec<Step>, deed: Deed) -> Response {
    Response { code: vec![Code::On(steps, deed)], ..Response::result("Done") }
}
