//! Expectations: what a test asserts of an element, with a panic that shows what is there instead.

use std::fmt::Write as _;

use super::{Locator, TextPattern};
use crate::api::Element;
use crate::aria::role::RoleTraits;
use crate::aria::{AriaNode, Exposure, Role, Toggle};
use crate::dom::{LocalName, NodeId, form, local_name};
use crate::error::SelectorError;
use crate::geometry::Rect;
use crate::hit::{Action, HitMap, Outcome, Policy, Refusal, land};
use crate::page::Page;
use crate::safe_text::PageText;
use crate::search::pattern::{Flags, Pattern, StepBudget};
use crate::search::playwright::steps::{Step, describe};
use crate::search::playwright::{RoleOptions, TextContents, TextRule};
use crate::text::normalize;

/// Limit: other elements of the role that a failure lists.
const MAX_OTHERS: usize = 5;

/// Expectations of the element of a locator, for tests.
#[derive(Debug)]
#[must_use = "it asserts nothing until one of its methods is called"]
pub struct Expect<'l, 'p> {
    locator: &'l Locator<'p>,
    negated: bool,
}

/// Begins an expectation.
///
/// Each of its methods panics, with what was expected and what is there, if it does not hold, if the
/// locator finds no element or several, or if it has a selector or regular expression that does not parse.
pub fn expect<'l, 'p>(locator: &'l Locator<'p>) -> Expect<'l, 'p> {
    Expect { locator, negated: false }
}

/// The result of looking at an element.
struct CheckResult {
    holds: bool,
    expected: String,
    received: String,
}

impl CheckResult {
    fn state(holds: bool, expected: &str, otherwise: &str) -> Self {
        let received = if holds { expected } else { otherwise };
        Self { holds, expected: expected.to_owned(), received: received.to_owned() }
    }
}

impl Expect<'_, '_> {
    /// The opposite: `expect(&button).not().to_be_enabled()`.
    #[expect(clippy::should_implement_trait, reason = "the name that Playwright's expectations have")]
    pub fn not(self) -> Self {
        Self { negated: !self.negated, ..self }
    }

    /// It has a box that is not empty, and is not `visibility: hidden`. An element that is not there is not visible.
    #[track_caller]
    pub fn to_be_visible(&self) {
        match self.locator.element() {
            Err(SelectorError::NotFound { .. }) if self.negated => {}
            found => self.check("to_be_visible()", found, |page, node| {
                Ok(CheckResult::state(exposure(page, node).contains(Exposure::BOX), "visible", "hidden"))
            }),
        }
    }

    /// A checkbox, radio button or switch is checked.
    #[track_caller]
    pub fn to_be_checked(&self) {
        self.check("to_be_checked()", self.locator.element(), |page, node| {
            let known = page
                .semantics()
                .get(retarget(page, node))
                .filter(|known| known.role.is_some_and(|role| role.traits().contains(RoleTraits::CHECKED)));
            let Some(known) = known else { return Err("it is neither a checkbox nor a radio button".to_owned()) };
            Ok(match known.states.checked {
                Some(Toggle::True) => CheckResult::state(true, "checked", ""),
                Some(Toggle::Mixed) => CheckResult::state(false, "checked", "mixed"),
                None => CheckResult::state(false, "checked", "unchecked"),
            })
        });
    }

    /// It is not disabled, by itself or by an ancestor.
    #[track_caller]
    pub fn to_be_enabled(&self) {
        self.check("to_be_enabled()", self.locator.element(), |page, node| {
            let disabled = page.semantics().get(retarget(page, node)).is_some_and(|known| known.states.disabled);
            Ok(CheckResult::state(!disabled, "enabled", "disabled"))
        });
    }

    /// Some of it is inside the viewport, and not clipped by an ancestor.
    #[track_caller]
    pub fn to_be_in_viewport(&self) {
        self.check("to_be_in_viewport()", self.locator.element(), |page, node| {
            let rect = page.layout().get(node).map_or(Rect::ZERO, |own| own.rect);
            let shown = is_in_viewport(page, node);
            let at = format!("outside, at {},{} {}x{}", rect.x, rect.y, rect.width, rect.height);
            Ok(CheckResult::state(shown, "in the viewport", &at))
        });
    }

    /// A click on it lands: nothing covers it, it is enabled and can be scrolled into view. Not an assertion of Playwright's.
    #[track_caller]
    pub fn to_be_clickable(&self) {
        self.check("to_be_clickable()", self.locator.element(), |page, node| {
            let landing = land(&HitMap::new(page), node, Action::Click, Policy::Playwright);
            let Outcome::Refused(refusal) = landing.outcome else {
                return Ok(CheckResult::state(true, "clickable", ""));
            };
            let point = landing.point.map(|point| format!(" at {},{}", point.x, point.y)).unwrap_or_default();
            let why = match refusal {
                Refusal::Intercepted(Some(by)) => format!("{} covers it{point}", describe(page, by)),
                Refusal::Intercepted(None) => format!("nothing is hit{point}"),
                Refusal::PointerEventsNone(Some(by)) => {
                    format!("pointer-events: none; a click{point} goes to {}", describe(page, by))
                }
                Refusal::PointerEventsNone(None) => "pointer-events: none".to_owned(),
                Refusal::Disabled(by) if by == node => "disabled".to_owned(),
                Refusal::Disabled(by) => format!("{} is disabled", describe(page, by)),
                Refusal::Inert => "inert".to_owned(),
                Refusal::NoBox => "not rendered, or without a size".to_owned(),
                Refusal::Hidden => "visibility: hidden".to_owned(),
                Refusal::Offscreen => "not reachable by scrolling".to_owned(),
                Refusal::Clipped => "clipped by an ancestor".to_owned(),
                _ => refusal.as_str().to_owned(),
            };
            Ok(CheckResult::state(false, "clickable", &why))
        });
    }

    /// Its text, that of the tree with white space normalized, is this text. A [`TextPattern::regex`] has to match a part
    /// of the text as it stands.
    #[track_caller]
    pub fn to_have_text(&self, text: impl Into<TextPattern>) {
        let rule = whole(text.into());
        self.check(&format!("to_have_text({rule})"), self.locator.element(), |page, node| {
            compare(&rule, &text_content(page, node))
        });
    }

    /// Its text has this text somewhere.
    #[track_caller]
    pub fn to_contain_text(&self, text: impl Into<String>) {
        let text = normalize(&text.into());
        self.check(&format!("to_contain_text({text:?})"), self.locator.element(), |page, node| {
            let received = normalize(&text_content(page, node));
            let holds = received.contains(&text);
            Ok(CheckResult {
                holds,
                expected: format!("… {text:?} …"),
                received: PageText::quoted(&received).to_string(),
            })
        });
    }

    /// The value of a field is this text. A [`TextPattern::regex`] has to match a part of it.
    #[track_caller]
    pub fn to_have_value(&self, value: impl Into<TextPattern>) {
        let rule = whole(value.into());
        self.check(&format!("to_have_value({rule})"), self.locator.element(), |page, node| {
            let dom = page.dom();
            let control = retarget(page, node);
            let is_field = |at: NodeId| FIELDS.iter().any(|name| dom.is_html(at, name));
            if !is_field(control) {
                return Err("it is not an input, textarea or select".to_owned());
            }
            compare(&rule, &form::value(dom, control))
        });
    }

    /// Its accessible name is this text.
    #[track_caller]
    pub fn to_have_accessible_name(&self, name: impl Into<TextPattern>) {
        let rule = whole(name.into());
        self.check(&format!("to_have_accessible_name({rule})"), self.locator.element(), |page, node| {
            compare(&rule, page.semantics().get(node).map_or("", |known| &known.name))
        });
    }

    /// Its ARIA role is this one.
    #[track_caller]
    pub fn to_have_role(&self, role: Role) {
        self.check(&format!("to_have_role(Role::{role:?})"), self.locator.element(), |page, node| {
            let received = page.semantics().get(node).and_then(|known: &AriaNode| known.role);
            let received_name = received.map_or("no role", Role::name);
            Ok(CheckResult {
                holds: received == Some(role),
                expected: role.to_string(),
                received: received_name.to_owned(),
            })
        });
    }

    /// The locator finds this many elements.
    #[track_caller]
    pub fn to_have_count(&self, count: usize) {
        let what = format!("to_have_count({count})");
        match self.locator.count() {
            Ok(found) if (found == count) != self.negated => {}
            Ok(found) => self.fail(&what, &format!("expected: {}{count}\nreceived: {found}", self.not_word())),
            Err(error) => self.fail(&what, &explain(&error)),
        }
    }

    fn not_word(&self) -> &'static str {
        if self.negated { "not " } else { "" }
    }

    /// Panics unless the one element that was found is as `look` wants it.
    #[track_caller]
    fn check(
        &self,
        what: &str,
        found: Result<Element<'_>, SelectorError>,
        look: impl FnOnce(&Page, NodeId) -> Result<CheckResult, String>,
    ) {
        let page = self.locator.page;
        let node = match found {
            Ok(found) => found.id(),
            Err(error) => {
                let others =
                    if matches!(error, SelectorError::NotFound { .. }) { self.others() } else { String::new() };
                self.fail(what, &(explain(&error) + &others));
            }
        };
        let element = describe(page, node).to_string();
        match look(page, node) {
            Ok(seen) if seen.holds != self.negated => {}
            Ok(CheckResult { expected, received, .. }) => {
                let not = self.not_word();
                self.fail(what, &format!("element:  {element}\nexpected: {not}{expected}\nreceived: {received}"));
            }
            Err(why) => self.fail(what, &format!("element:  {element}\nbut {why}")),
        }
    }

    /// Describes the other elements of a role whose name was not found.
    fn others(&self) -> String {
        let Some((Step::Role(role, _), before)) = self.locator.steps.split_last() else { return String::new() };
        let mut steps = before.to_vec();
        steps.push(Step::Role(*role, RoleOptions::default()));
        // The steps have been looked up before, so that they parse.
        let Ok(others) = (Locator { page: self.locator.page, steps }).all() else { return String::new() };
        let mut text = format!("\nelements with role {role}: {}", others.len());
        for other in others.iter().take(MAX_OTHERS) {
            let _ = write!(text, "\n  {}", describe(self.locator.page, other.id()));
        }
        if others.len() > MAX_OTHERS {
            text.push_str("\n  …");
        }
        text
    }

    #[track_caller]
    #[expect(clippy::panic, reason = "how tests fail")]
    fn fail(&self, what: &str, why: &str) -> ! {
        let not = if self.negated { ".not()" } else { "" };
        panic!("expect(&{}){not}.{what} failed\n{why}", self.locator);
    }
}

/// True if some of an element is inside the viewport, and not clipped by an ancestor.
pub(super) fn is_in_viewport(page: &Page, node: NodeId) -> bool {
    let rect = page.layout().get(node).map_or(Rect::ZERO, |own| own.rect);
    exposure(page, node).contains(Exposure::RENDERED) && !HitMap::new(page).visible_part(node, &rect).is_empty()
}

/// The elements that have a value.
pub(super) const FIELDS: [LocalName; 3] = [local_name!("input"), local_name!("select"), local_name!("textarea")];

/// Playwright: states are those of the button, checkbox or radio button that an element is in, else of the control of its
/// label.
pub(super) fn retarget(page: &Page, node: NodeId) -> NodeId {
    let dom = page.dom();
    let around = || std::iter::once(node).chain(dom.ancestors(node));
    let has_role =
        |at: NodeId, roles: &[&str]| dom.attr(at, &local_name!("role")).is_some_and(|role| roles.contains(&role));
    if FIELDS.iter().any(|name| dom.is_html(node, name)) {
        return node;
    }
    let is_button =
        |at: &NodeId| dom.is_html(*at, &local_name!("button")) || has_role(*at, &["button", "checkbox", "radio"]);
    if let Some(button) = around().find(is_button) {
        return button;
    }
    if dom.is_html(node, &local_name!("a")) || has_role(node, &["link"]) {
        return node;
    }
    let label = around().find(|&at| dom.is_html(at, &local_name!("label")));
    label.and_then(|label| dom.form().labeled_control(label)).unwrap_or(node)
}

/// A plain string has to be the whole text.
fn whole(pattern: TextPattern) -> TextRule {
    match pattern.0 {
        TextRule::Part(text) => TextRule::Exact(text),
        rule => rule,
    }
}

fn compare(rule: &TextRule, received: &str) -> Result<CheckResult, String> {
    let (holds, expected) = match rule {
        TextRule::Part(text) | TextRule::Exact(text) => {
            let expected = normalize(text);
            let received = normalize(received);
            return Ok(CheckResult {
                holds: expected == received,
                received: format!("{}{}", PageText::quoted(&received), difference(&expected, &received)),
                expected: PageText::quoted(&expected).to_string(),
            });
        }
        TextRule::Regex(source, flags) => {
            let parsed = Flags::parse(flags).and_then(|flags| Pattern::with_flags(source, flags));
            let pattern = parsed.map_err(|error| format!("the regular expression does not parse: {error}"))?;
            let mut budget = StepBudget::for_text(received.len());
            let matches = pattern.is_match(received, &mut budget);
            let matches =
                matches.map_err(|spent| format!("the regular expression took more than {} steps", spent.steps))?;
            (matches, format!("/{}/{flags}", PageText::of(source)))
        }
    };
    Ok(CheckResult { holds, expected, received: PageText::quoted(received).to_string() })
}

/// Describes the place where two texts differ, for the line under the second.
fn difference(expected: &str, received: &str) -> String {
    let same = expected.chars().zip(received.chars()).take_while(|(a, b)| a == b).count();
    if same == 0 || expected == received {
        return String::new();
    }
    let rest = |text: &str| PageText::quoted(&text.chars().skip(same).collect::<String>()).to_string();
    format!("\nafter {same} equal characters {} is expected, but it continues with {}", rest(expected), rest(received))
}

/// The text of an element as the tree has it, without scripts and styles, hidden text included.
pub(super) fn text_content(page: &Page, node: NodeId) -> String {
    let dom = page.dom();
    TextContents::new(dom, &[dom.owner_document(node)]).raw(node).to_owned()
}

pub(super) fn exposure(page: &Page, node: NodeId) -> Exposure {
    page.aria().get(node).map_or(Exposure::empty(), |known| known.exposure)
}

fn explain(error: &SelectorError) -> String {
    format!("{error}\nhint: {}", error.hint())
}
