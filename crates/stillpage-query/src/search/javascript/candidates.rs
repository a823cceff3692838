//! Candidates for the locator of an element, each with a score: the lower, the better.
//!
//! Playwright: the scores are those of 1.65.

use super::alternatives::alternatives;
use super::compound::{Compound, is_generated_id};
use super::print::{json, quoted};
use crate::aria::{NameRule, Role, id_references};
use crate::dom::form::InputType;
use crate::dom::{Dom, LocalName, NodeId, local_name};
use crate::page::Page;
use crate::search::playwright::steps::Step;
use crate::search::playwright::{Labels, RoleOptions, TextContents, TextRule, labels};
use crate::text::normalize;

const TEST_ID_SCORE: i64 = 1;
const OTHER_TEST_ID: i64 = 2;
const FRAME_ATTRIBUTE: i64 = 10;
const ROLE_AND_NAME: i64 = 100;
const PLACEHOLDER: i64 = 120;
const LABEL: i64 = 140;
const ALT_TEXT: i64 = 160;
const TEXT: i64 = 180;
const TITLE: i64 = 200;
const TEXT_BY_REGEX: i64 = 250;
const CSS_ID: i64 = 500;
const ROLE: i64 = 510;
const CSS_INPUT: i64 = 520;
const CSS_TAG: i64 = 530;
pub(super) const NTH: i64 = 10_000;
pub(super) const CSS_PATH: i64 = 10_000_000;

/// The addition to the score for an exact text.
const EXACT: i64 = 5;
/// The limit on the addition for the length of a selector: one for ten characters.
const MAX_LENGTH_PENALTY: i64 = 10;
/// The scores to which the length adds: those of texts and names.
const PENALIZED: std::ops::Range<i64> = 51..300;

/// UTF-16 code units of a text that is taken whole.
const MAX_WHOLE_TEXT: usize = 80;

/// Attributes for tests other than the one that `getByTestId()` reads.
const OTHER_TEST_IDS: [&str; 2] = ["data-test-id", "data-test"];

/// Elements for which the `name` attribute counts.
const NAMED: [&str; 14] = [
    "button", "form", "fieldset", "frame", "iframe", "input", "keygen", "object", "output", "select", "textarea",
    "map", "meta", "param",
];

/// The key that one step of a locator goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Key {
    Css(Compound),
    /// A path of compounds.
    Path(String),
    Step(Step),
}

/// A step with its score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) key: Key,
    pub(super) score: i64,
}

impl Token {
    /// `selector` is how Playwright writes the step down: its length counts.
    fn new(step: Step, score: i64, selector: &str) -> Self {
        let penalty = match PENALIZED.contains(&score) {
            true => i64::try_from(selector.encode_utf16().count() / 10).unwrap_or(MAX_LENGTH_PENALTY),
            false => 0,
        };
        Self { key: Key::Step(step), score: score + penalty.min(MAX_LENGTH_PENALTY) }
    }

    fn css(compound: Compound, score: i64) -> Self {
        Self { key: Key::Css(compound), score }
    }

    pub(super) fn nth(number: i32) -> Self {
        Self { key: Key::Step(Step::Nth(number)), score: NTH }
    }

    fn text(rule: TextRule, score: i64) -> Self {
        let selector = in_selector(&rule);
        Self::new(Step::Text(rule), score, &selector)
    }

    fn has_text(rule: TextRule, score: i64) -> Self {
        let selector = in_selector(&rule);
        Self::new(Step::HasText(rule, true), score, &selector)
    }

    fn label(rule: TextRule, score: i64) -> Self {
        let selector = in_selector(&rule);
        Self::new(Step::Label(rule), score, &selector)
    }

    fn attribute(method: &'static str, name: &'static str, rule: TextRule, score: i64) -> Self {
        let selector = format!("[{name}={}]", in_brackets(&rule));
        Self::new(Step::Attribute(method, name, rule), score, &selector)
    }

    fn test_id(name: &str, rule: TextRule, score: i64) -> Self {
        let selector = format!("[{name}={}]", in_brackets(&rule));
        Self::new(Step::TestId(rule), score, &selector)
    }

    fn role(role: Role, name: Option<TextRule>, description: Option<TextRule>, score: i64) -> Self {
        let mut selector = role.name().to_owned();
        for (option, rule) in [("name", &name), ("description", &description)] {
            if let Some(rule) = rule {
                selector.push_str(&format!("[{option}={}]", in_brackets(rule)));
            }
        }
        Self::new(Step::Role(role, RoleOptions { name, description, ..RoleOptions::default() }), score, &selector)
    }
}

/// A text as Playwright's selectors have it after `=`.
fn in_selector(rule: &TextRule) -> String {
    match rule {
        TextRule::Part(text) => format!("{}i", json(text)),
        TextRule::Exact(text) => format!("{}s", json(text)),
        TextRule::Regex(source, flags) => {
            let quotes = source.matches(['"', '\'', '`']).count();
            // Quotes are escaped there.
            format!("/{source}/{flags}{}", "\\".repeat(quotes))
        }
    }
}

/// A text as Playwright's selectors have it in brackets.
fn in_brackets(rule: &TextRule) -> String {
    match rule {
        TextRule::Part(text) => format!("{}i", quoted(text)),
        TextRule::Exact(text) => format!("{}s", quoted(text)),
        TextRule::Regex(source, flags) => format!("/{source}/{flags}"),
    }
}

/// The score of steps one after the other: the earlier, the more it counts.
pub(super) fn score(tokens: &[Token]) -> i64 {
    tokens.iter().rev().zip(1..).map(|(token, weight)| token.score * weight).sum()
}

/// The element to find a locator for, and the conditions on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocatorGoal {
    pub(super) node: NodeId,
    /// It is the element to find, not one around it.
    pub(super) is_target: bool,
    /// Texts of the content do not count: the element to find has been found by one.
    pub(super) no_text: bool,
}

/// Every way to find an element, the best first.
pub(super) fn candidates(page: &Page, content: &TextContents<'_>, asked: LocatorGoal) -> Vec<(Vec<Token>, bool)> {
    let mut all: Vec<_> = by_text(page, content, asked).into_iter().map(|tokens| (tokens, true)).collect();
    all.extend(by_other(page, content, asked).into_iter().map(|token| (vec![token], false)));
    all.sort_by_key(|(tokens, _)| score(tokens));
    all
}

/// The role of an element, if `getByRole()` knows it.
fn role(page: &Page, node: NodeId) -> Option<Role> {
    let role = page.aria().get(node)?.role?;
    (!role.is_presentational() && !matches!(role, Role::Iframe | Role::Text)).then_some(role)
}

fn is_any(dom: &Dom, node: NodeId, tags: &[&str]) -> bool {
    tags.iter().any(|tag| dom.is_html(node, &LocalName::from(*tag)))
}

/// An attribute that is not empty.
fn attribute<'a>(dom: &'a Dom, node: NodeId, name: &LocalName) -> Option<&'a str> {
    dom.attr(node, name).filter(|value| !value.is_empty())
}

fn by_text(page: &Page, content: &TextContents<'_>, asked: LocatorGoal) -> Vec<Vec<Token>> {
    let dom = page.dom();
    let LocatorGoal { node, is_target, no_text } = asked;
    if is_any(dom, node, &["select"]) {
        return Vec::new();
    }
    let mut found = Vec::new();
    if !no_text {
        let mut by_attribute = |method, name: &'static str, value: &str, score| {
            found.push(vec![Token::attribute(method, name, TextRule::Exact(value.to_owned()), score + EXACT)]);
            for (part, bonus) in alternatives(value) {
                found.push(vec![Token::attribute(method, name, TextRule::Part(part), score - bonus)]);
            }
        };
        if let Some(title) = attribute(dom, node, &local_name!("title")) {
            by_attribute("get_by_title", "title", title, TITLE);
        }
        if let Some(alt) = attribute(dom, node, &local_name!("alt"))
            && is_any(dom, node, &["applet", "area", "img", "input"])
        {
            by_attribute("get_by_alt_text", "alt", alt, ALT_TEXT);
        }
    }
    let text = if no_text { String::new() } else { normalize(content.raw(node)) };
    let parts = if text.is_empty() { Vec::new() } else { alternatives(&text) };
    let is_short = text.encode_utf16().count() <= MAX_WHOLE_TEXT;
    let with_text = |first: &Token, found: &mut Vec<Vec<Token>>| {
        for (part, bonus) in &parts {
            found.push(vec![first.clone(), Token::has_text(TextRule::Part(part.clone()), TEXT - bonus)]);
        }
        if is_target && is_short && !no_text && (!text.is_empty() || matches!(first.key, Key::Step(_))) {
            let regex = TextRule::Regex(anchored(&text), String::new());
            found.push(vec![first.clone(), Token::has_text(regex, TEXT_BY_REGEX)]);
        }
    };
    if !text.is_empty() {
        if is_target {
            if is_short {
                found.push(vec![Token::text(TextRule::Exact(text.clone()), TEXT + EXACT)]);
            }
            for (part, bonus) in &parts {
                found.push(vec![Token::text(TextRule::Part(part.clone()), TEXT - bonus)]);
            }
        }
        with_text(&Token::css(Compound::tag(dom, node), CSS_TAG), &mut found);
    }
    if let Some(role) = role(page, node)
        && let Some(aria) = page.aria().get(node)
    {
        let name = if no_text && is_named_by_content(page, node) { "" } else { &*aria.name };
        let description = if no_text && is_described_by_content(dom, node) { "" } else { aria.description() };
        let exact = |text: &str| Some(TextRule::Exact(text.to_owned()));
        let part = |text: &str| Some(TextRule::Part(text.to_owned()));
        if !name.is_empty() && !name.chars().all(is_private_use) {
            let names = alternatives(name);
            found.push(vec![Token::role(role, exact(name), None, ROLE_AND_NAME + EXACT)]);
            for (text, bonus) in &names {
                found.push(vec![Token::role(role, part(text), None, ROLE_AND_NAME - bonus)]);
            }
            if !description.is_empty() {
                let score = ROLE_AND_NAME + 1;
                found.push(vec![Token::role(role, exact(name), exact(description), score + EXACT)]);
                for (text, bonus) in &names {
                    found.push(vec![Token::role(role, part(text), part(description), score - bonus)]);
                }
            }
        } else {
            if !description.is_empty() {
                found.push(vec![Token::role(role, None, exact(description), ROLE + 1)]);
            }
            with_text(&Token::role(role, None, None, ROLE), &mut found);
        }
    }
    found
}

fn by_other(page: &Page, content: &TextContents<'_>, asked: LocatorGoal) -> Vec<Token> {
    let dom = page.dom();
    let LocatorGoal { node, no_text, .. } = asked;
    let mut found = Vec::new();
    for name in OTHER_TEST_IDS {
        if let Some(value) = attribute(dom, node, &name.into()) {
            found.push(Token::css(Compound::Attribute(None, name.into(), value.to_owned()), OTHER_TEST_ID));
        }
    }
    if let Some(id) = attribute(dom, node, &local_name!("id")).filter(|id| !is_generated_id(id)) {
        found.push(Token::css(Compound::Id(id.to_owned()), CSS_ID));
    }
    found.push(Token::css(Compound::tag(dom, node), CSS_TAG));
    let test_id = attribute(dom, node, &dom.test_id_attribute().into());
    if is_any(dom, node, &["iframe", "frame"]) {
        for name in [local_name!("name"), local_name!("title")] {
            if let Some(value) = attribute(dom, node, &name) {
                found.push(Token::css(Compound::attribute_of(dom, node, name, value), FRAME_ATTRIBUTE));
            }
        }
        if let Some(id) = test_id {
            found.push(Token::css(
                Compound::Attribute(None, dom.test_id_attribute().into(), id.to_owned()),
                TEST_ID_SCORE,
            ));
        }
        return found;
    }
    if let Some(id) = test_id {
        let rule = TextRule::Exact(id.to_owned());
        found.push(Token::test_id(dom.test_id_attribute(), rule, TEST_ID_SCORE));
    }
    let is_text_control = is_any(dom, node, &["input", "textarea"]);
    if let Some(text) = attribute(dom, node, &local_name!("placeholder")).filter(|_| is_text_control) {
        let by = |rule, score| Token::attribute("get_by_placeholder", "placeholder", rule, score);
        found.push(by(TextRule::Exact(text.to_owned()), PLACEHOLDER + EXACT));
        found.extend(alternatives(text).into_iter().map(|(part, bonus)| by(TextRule::Part(part), PLACEHOLDER - bonus)));
    }
    for label in label_texts(dom, content, node, no_text) {
        found.push(Token::label(TextRule::Exact(label.clone()), LABEL + EXACT));
        let parts = alternatives(&label).into_iter();
        found.extend(parts.map(|(part, bonus)| Token::label(TextRule::Part(part), LABEL - bonus)));
    }
    found.extend(role(page, node).map(|role| Token::role(role, None, None, ROLE)));
    if let Some(name) = attribute(dom, node, &local_name!("name")).filter(|_| is_any(dom, node, &NAMED)) {
        found.push(Token::css(Compound::attribute_of(dom, node, local_name!("name"), name), CSS_INPUT));
    }
    let kind = attribute(dom, node, &local_name!("type"));
    if kind != Some("hidden") {
        if let Some(kind) = kind.filter(|_| is_text_control) {
            found.push(Token::css(Compound::attribute_of(dom, node, local_name!("type"), kind), CSS_INPUT));
        }
        if is_text_control || is_any(dom, node, &["select"]) {
            found.push(Token::css(Compound::tag(dom, node), CSS_INPUT + 1));
        }
    }
    found
}

/// The texts of an element's labels; with `outside`, only of those that are not in it.
fn label_texts(dom: &Dom, content: &TextContents<'_>, node: NodeId, outside: bool) -> Vec<String> {
    let by_reference = !id_references(dom, node, &local_name!("aria-labelledby")).is_empty();
    match labels(dom, node) {
        Labels::Text(label) => vec![normalize(label)],
        Labels::Elements(labels) => labels
            .into_iter()
            .filter(|&label| !(outside && by_reference && dom.contains(node, label)))
            .map(|label| normalize(content.raw(label)))
            .collect(),
    }
}

/// The regular expression that matches this text and no other.
fn anchored(text: &str) -> String {
    let mut source = String::from("^");
    for c in text.chars() {
        if matches!(c, '.' | '*' | '+' | '?' | '^' | '$' | '{' | '}' | '(' | ')' | '|' | '[' | ']' | '\\' | '/') {
            source.push('\\');
        }
        source.push(c);
    }
    source.push('$');
    // Playwright: so that it does not end a part of a selector.
    source.replace(">>", "\\>\\>")
}

/// True if the name is made of the element's content, or of other elements within it.
fn is_named_by_content(page: &Page, node: NodeId) -> bool {
    let dom = page.dom();
    let steps = page.aria().explain_name(dom, page.styles(), node);
    match steps.iter().rfind(|step| step.depth == 0).map(|step| step.rule) {
        Some(NameRule::Content) => true,
        Some(NameRule::LabelledBy) => {
            let labels = id_references(dom, node, &local_name!("aria-labelledby"));
            labels.iter().any(|&label| dom.contains(node, label))
        }
        // A legend, a caption or a title in it; the labels of a control are not in the control.
        Some(NameRule::HostLanguage) => {
            let is_control = dom.element(node).is_some_and(|element| InputType::of(element).is_some())
                || is_any(dom, node, &["button", "output", "textarea", "select", "meter", "progress"]);
            !is_control && steps.iter().any(|step| step.depth == 1 && step.rule == NameRule::Content)
        }
        _ => false,
    }
}

fn is_described_by_content(dom: &Dom, node: NodeId) -> bool {
    id_references(dom, node, &local_name!("aria-describedby")).iter().any(|&by| dom.contains(node, by))
}

/// Icons of a font have such characters for text.
fn is_private_use(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}
