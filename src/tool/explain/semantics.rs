//! Explanations of an element's role and name.

use serde::Serialize;

use super::super::element::tag;
use super::subject::Subject;
use crate::aria::role::RoleTraits;
use crate::aria::{NameRule, NameStep, Role, RoleOrigin};
use crate::dom::{Dom, LocalName, NodeId, local_name, ns};
use crate::safe_text::{PageText, SafeText, put, safe};

/// Limit: words of a role attribute that are listed as unknown.
const MAX_ROLES: usize = 10;

#[derive(Serialize)]
pub(super) struct RoleExplanation {
    pub(super) value: Option<&'static str>,
    /// `attribute`, `host language`, `conflict`, `inherited` or `none`.
    pub(super) origin: &'static str,
    pub(super) why: SafeText,
}

impl RoleExplanation {
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let dom = subject.dom();
        let (tag, written) = (tag(dom, subject.node), dom.attr(subject.node, &local_name!("role")).unwrap_or_default());
        let role = subject.aria().and_then(|a| a.role).map(Role::name);
        let without = |skipped: &[String]| match skipped {
            [] => SafeText::new(),
            [one] => safe!(" (`{}` is not a role)", PageText::of(one)),
            many => {
                let words = many.iter().take(MAX_ROLES).map(|one| PageText::of(one).into());
                safe!(" (`{}` are not roles)", SafeText::join(words, "`, `"))
            }
        };
        let (origin, why) = match RoleOrigin::of(dom, subject.node) {
            RoleOrigin::Attribute { skipped } => {
                let written = PageText::quoted(written).at_most(60);
                ("attribute", safe!("the attribute role={}{}", written, without(&skipped)))
            }
            RoleOrigin::Conflict { attribute } => {
                let because =
                    attribute.map_or_else(|| "is focusable".into(), |name| safe!("has {}", PageText::token(&name)));
                (
                    "conflict",
                    safe!(
                        "role={} does not count, because the element {}; what <{}> is counts",
                        PageText::quoted(written.trim()),
                        because,
                        PageText::token(tag)
                    ),
                )
            }
            RoleOrigin::Inherited { from } => {
                ("inherited", safe!("it is part of {}, which is presentational", subject.describe(from)))
            }
            RoleOrigin::HostLanguage { skipped } => {
                let rule = match dom.element(subject.node).map(|e| &e.name.ns) {
                    Some(n) if *n == ns!(svg) => "SVG-AAM",
                    Some(n) if *n == ns!(mathml) => "MathML-AAM",
                    _ => "HTML-AAM",
                };
                ("host language", safe!("{} ({}){}", described(dom, subject.node), rule, without(&skipped)))
            }
            RoleOrigin::None { skipped } => (
                "none",
                safe!(
                    "{} has none (HTML-AAM){}; snapshots call it generic",
                    described(dom, subject.node),
                    without(&skipped)
                ),
            ),
        };
        Self { value: role, origin, why }
    }
}

/// `<input type=email>`: the attributes that decide on a role.
fn described(dom: &Dom, node: NodeId) -> SafeText {
    let Some(element) = dom.element(node) else { return SafeText::new() };
    let mut text = safe!("<{}", PageText::token(&element.name.local));
    let deciding: &[LocalName] = match &*element.name.local {
        "input" => &[local_name!("type"), local_name!("list")],
        "a" | "area" => &[local_name!("href")],
        "img" => &[local_name!("alt")],
        "select" => &[local_name!("multiple"), local_name!("size")],
        "th" => &[local_name!("scope")],
        "section" | "form" => &[local_name!("aria-label"), local_name!("aria-labelledby")],
        _ => &[],
    };
    for name in deciding {
        if let Some(value) = element.attr(name) {
            put!(text, " {}", PageText::token(name));
            if !value.is_empty() {
                put!(text, "={}", PageText::quoted(value).at_most(40));
            }
        }
    }
    put!(text, ">");
    text
}

#[derive(Serialize)]
pub(super) struct NameExplanation {
    pub(super) value: String,
    pub(super) steps: Vec<Step>,
    /// The reason why it has no name; empty if it has one.
    pub(super) why_none: &'static str,
}

#[derive(Serialize)]
pub(super) struct Step {
    pub(super) rule: &'static str,
    /// The letter of the step in AccName 1.2.
    pub(super) step: &'static str,
    pub(super) element: SafeText,
    pub(super) index: Option<u32>,
    pub(super) depth: usize,
    pub(super) text: String,
}

impl NameExplanation {
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let (dom, page) = (subject.dom(), subject.page);
        let value = subject.aria().map(|a| a.name.to_string()).unwrap_or_default();
        let steps: Vec<Step> = page
            .aria()
            .explain_name(dom, page.styles(), subject.node)
            .into_iter()
            .map(|step| {
                let (letter, rule) = rule(dom, &step);
                Step {
                    rule,
                    step: letter,
                    element: subject.describe(step.node),
                    index: subject.elements.index(step.node),
                    depth: step.depth,
                    text: step.text.split_whitespace().collect::<Vec<_>>().join(" "),
                }
            })
            .collect();
        let role = subject.aria().and_then(|a| a.role);
        let why_none = match role {
            _ if !value.is_empty() => "",
            Some(role) if role.traits().contains(RoleTraits::NAME_PROHIBITED) => "its role may not be named",
            _ if subject.aria().is_some_and(|a| a.exposure.contains(crate::aria::Exposure::HIDDEN)) => {
                "it is hidden from assistive technology"
            }
            Some(role) if !role.traits().contains(RoleTraits::NAMED_BY_CONTENT) => {
                "nothing labels it, and its role is not named by its content"
            }
            None => "nothing labels it, and without a role its content does not name it",
            Some(_) => "nothing labels it, and it has no content that could",
        };
        Self { value, steps, why_none }
    }
}

/// The letter of a step in AccName and what it looked at.
fn rule(dom: &Dom, step: &NameStep) -> (&'static str, &'static str) {
    let is = |name: &LocalName| dom.attr(step.node, name).is_some_and(|value| value.trim() == step.text.trim());
    match step.rule {
        NameRule::LabelledBy => ("2B", "aria-labelledby"),
        NameRule::EmbeddedControl => ("2C", "the value of a control in it"),
        NameRule::AriaLabel => ("2D", "aria-label"),
        NameRule::Content => ("2F", "its content"),
        NameRule::Tooltip => ("2I", "title"),
        NameRule::HostLanguage if is(&local_name!("alt")) => ("2E", "alt"),
        NameRule::HostLanguage if is(&local_name!("value")) => ("2E", "value"),
        NameRule::HostLanguage if is(&local_name!("placeholder")) => ("2E", "placeholder"),
        NameRule::HostLanguage if is(&local_name!("title")) => ("2E", "title"),
        NameRule::HostLanguage if !dom.form().labels(step.node).is_empty() => ("2E", "its label"),
        NameRule::HostLanguage => ("2E", "the part of it that names it"),
    }
}

pub(super) fn states(subject: &Subject<'_>) -> Vec<SafeText> {
    let Some(aria) = subject.aria() else { return Vec::new() };
    let words = aria.states.words(subject.page.aria().is_active(subject.node));
    words.map(|word| PageText::of(&word).into()).collect()
}
