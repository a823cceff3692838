//! Playwright locators as JavaScript writes them: one for an element, and the elements of one.

use crate::aria::Role;
use crate::dom::{NodeId, local_name};
use crate::error::Error;
use crate::locator::exact;
use crate::page::Page;
use crate::search::hint::SelectorHints;
use crate::search::playwright::PlaywrightSelector;

/// Limit: characters of a text that a locator goes by.
const MAX_TEXT: usize = 80;

/// A locator that finds this element alone.
///
/// Approx: Playwright weighs more candidates; the order of preference is the same: test id, role and name, placeholder, label,
/// alternative text, text, title, then CSS.
pub(super) fn of(page: &Page, node: NodeId) -> String {
    let dom = page.dom();
    let is_it = |found: Result<Vec<NodeId>, Error>| found.is_ok_and(|found| found == [node]);
    let attr = |name: &str| {
        dom.attr(node, &name.into()).filter(|value| !value.is_empty() && value.chars().count() <= MAX_TEXT)
    };
    if let Some(id) = attr("data-testid")
        && is_it(page.get_by_test_id(exact(id)).all())
    {
        return format!("getByTestId({})", js(id));
    }
    let aria = page.aria().get(node);
    let role = aria.and_then(|aria| aria.role).filter(|role| *role != Role::Generic && !role.is_presentational());
    let name = aria.map(|aria| aria.name.to_string()).unwrap_or_default();
    if let Some(role) = role {
        let by_role = || page.get_by_role(role);
        if !name.is_empty() && name.chars().count() <= MAX_TEXT {
            if is_it(by_role().name(name.as_str()).all()) {
                return format!("getByRole({}, {{ name: {} }})", js(role.name()), js(&name));
            }
            if is_it(by_role().name(exact(name.as_str())).all()) {
                return format!("getByRole({}, {{ name: {}, exact: true }})", js(role.name()), js(&name));
            }
        }
    }
    if let Some(text) = attr("placeholder")
        && is_it(page.get_by_placeholder(text).all())
    {
        return format!("getByPlaceholder({})", js(text));
    }
    let is_control = ["input", "textarea", "select"].iter().any(|tag| dom.is_html(node, &(*tag).into()));
    if is_control && !name.is_empty() && is_it(page.get_by_label(name.as_str()).all()) {
        return format!("getByLabel({})", js(&name));
    }
    if let Some(text) = attr("alt")
        && is_it(page.get_by_alt_text(text).all())
    {
        return format!("getByAltText({})", js(text));
    }
    let text = crate::text::normalize(&dom.text_content(node));
    if !text.is_empty() && text.chars().count() <= MAX_TEXT && is_it(page.get_by_text(text.as_str()).all()) {
        return format!("getByText({})", js(&text));
    }
    if let Some(text) = attr("title")
        && is_it(page.get_by_title(text).all())
    {
        return format!("getByTitle({})", js(text));
    }
    if let Some(role) = role
        && is_it(page.get_by_role(role).all())
    {
        return format!("getByRole({})", js(role.name()));
    }
    match dom.attr(node, &local_name!("id")) {
        Some(id) if dom.get_element_by_id(dom.tree_root(node), &id.into()) == Some(node) => {
            format!("locator({})", js(&format!("[id=\"{}\"]", id.replace('"', "\\\""))))
        }
        _ => format!("locator({})", js(&SelectorHints::new(dom).of(node))),
    }
}

/// A text as JavaScript quotes it.
pub(super) fn js(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n").replace('\r', "\\r");
    format!("'{escaped}'")
}

/// A locator that was written in JavaScript: `getByRole('button', { name: 'Save' })`.
pub(super) enum Written {
    Role(Role, Option<(String, bool)>),
    Text(String, bool),
    Label(String, bool),
    Placeholder(String, bool),
    AltText(String, bool),
    Title(String, bool),
    TestId(String),
    Selector(String),
}

impl Written {
    /// The elements that it finds.
    ///
    /// # Errors
    /// [`Error::InvalidSelector`] for a selector that does not parse.
    pub(super) fn find(&self, page: &Page) -> Result<Vec<NodeId>, Error> {
        let pattern = |text: &str, whole: bool| if whole { exact(text) } else { text.into() };
        match self {
            Self::Role(role, None) => page.get_by_role(*role).all(),
            Self::Role(role, Some((name, whole))) => page.get_by_role(*role).name(pattern(name, *whole)).all(),
            Self::Text(text, whole) => page.get_by_text(pattern(text, *whole)).all(),
            Self::Label(text, whole) => page.get_by_label(pattern(text, *whole)).all(),
            Self::Placeholder(text, whole) => page.get_by_placeholder(pattern(text, *whole)).all(),
            Self::AltText(text, whole) => page.get_by_alt_text(pattern(text, *whole)).all(),
            Self::Title(text, whole) => page.get_by_title(pattern(text, *whole)).all(),
            Self::TestId(id) => page.get_by_test_id(exact(id.as_str())).all(),
            Self::Selector(selector) => PlaywrightSelector::parse(selector)?.find(page, page.dom().document()),
        }
    }
}

/// Reads a locator of one step; `None` for anything else, such as a CSS selector.
pub(super) fn selector_of(text: &str) -> Option<Written> {
    let text = text.trim();
    let text = text.strip_prefix("page.").unwrap_or(text);
    let (method, rest) = text.split_once('(')?;
    let arguments = rest.strip_suffix(')')?;
    let (first, rest) = quoted(arguments)?;
    let rest = rest.trim_start().strip_prefix(',').unwrap_or(rest).trim();
    let options = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    if !rest.is_empty() && options.is_empty() {
        return None;
    }
    let whole = options.split(',').any(|option| option.split_whitespace().collect::<String>() == "exact:true");
    let name = options.split_once("name:").and_then(|(_, rest)| quoted(rest.trim_start())).map(|(name, _)| name);
    Some(match method {
        "getByRole" => Written::Role(Role::from_token(&first)?, name.map(|name| (name, whole))),
        "getByText" => Written::Text(first, whole),
        "getByLabel" => Written::Label(first, whole),
        "getByPlaceholder" => Written::Placeholder(first, whole),
        "getByAltText" => Written::AltText(first, whole),
        "getByTitle" => Written::Title(first, whole),
        "getByTestId" => Written::TestId(first),
        "locator" => Written::Selector(first),
        _ => return None,
    })
}

/// A quoted text at the start, and what follows.
fn quoted(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => value.push(chars.next().map(|(_, c)| if c == 'n' { '\n' } else { c })?),
            c if c == quote => return Some((value, text.get(at + c.len_utf8()..)?)),
            c => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The locator of `#x`, which finds it again.
    #[track_caller]
    fn check(html: &str, expected: &str) {
        let page = Page::from_html(html);
        let x = page.dom().get_element_by_id(page.dom().document(), &"x".into()).expect("#x");
        let written = of(&page, x);
        assert_eq!(written, expected, "{html}");
        let found = selector_of(&written).expect("a locator").find(&page);
        assert_eq!(found, Ok(vec![x]), "{written}");
    }

    #[test]
    fn locators_find_their_element_again() {
        check("<button id=x>Go</button>", "getByRole('button', { name: 'Go' })");
        check("<button id=x>Go</button><button>Go on</button>", "getByRole('button', { name: 'Go', exact: true })");
        check("<button id=x data-testid=go>Go</button>", "getByTestId('go')");
        check("<p>It's<b id=x>Ada's</b>", "getByText('Ada\\'s')");
        check("<input id=x><input>", "locator('[id=\"x\"]')");
    }
}
