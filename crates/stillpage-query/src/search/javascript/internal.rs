//! Reads the selectors that Playwright's clients send for locators, and that its traces keep: `internal:role=button[name="Save"i]`.

use super::parse::WrittenLocator;
use crate::aria::Role;
use crate::error::SelectorError;
use crate::safe_text::PageText;
use crate::search::playwright::steps::Step;
use crate::search::playwright::{RoleOptions, TextRule, pieces};

/// Limit: selectors within the arguments of selectors.
const MAX_DEPTH: usize = 20;

/// Attributes that a method of its own asks for.
const METHODS: &[(&str, &str)] =
    &[("placeholder", "get_by_placeholder"), ("alt", "get_by_alt_text"), ("title", "get_by_title")];

/// The locator that a selector of a trace stands for, whichever language the test is written in.
pub fn of_selector(selector: &str) -> WrittenLocator {
    WrittenLocator(steps(selector, 0).map_err(|reason| SelectorError::Invalid {
        selector: selector.to_owned(),
        offset: 0,
        reason,
        hint: "it is read as Playwright's clients write it".to_owned(),
    }))
}

fn steps(selector: &str, depth: usize) -> Result<Vec<Step>, String> {
    if depth > MAX_DEPTH {
        return Err("selectors are nested too deeply".to_owned());
    }
    let mut steps: Vec<Step> = Vec::new();
    for piece in pieces(selector) {
        let body = piece.body.trim();
        let nested = || {
            let inner: String =
                serde_json::from_str(body).map_err(|_| "a selector in quotes is expected".to_owned())?;
            self::steps(&inner, depth + 1)
        };
        let number = || body.parse().map_err(|_| "a whole number is expected".to_owned());
        match piece.engine {
            "internal:role" => steps.push(role(body)?),
            "internal:text" => steps.push(Step::Text(rule(body)?)),
            "internal:label" => steps.push(Step::Label(rule(body)?)),
            "internal:attr" => steps.push(attribute(body)?),
            "internal:testid" => steps.push(test_id(body)?),
            "internal:has-text" => steps.push(Step::HasText(rule(body)?, true)),
            "internal:has-not-text" => steps.push(Step::HasText(rule(body)?, false)),
            "internal:has" => steps.push(Step::Has(nested()?, true)),
            "internal:has-not" => steps.push(Step::Has(nested()?, false)),
            "internal:and" => steps.push(Step::And(nested()?)),
            "internal:or" => steps.push(Step::Or(nested()?)),
            "internal:chain" => steps.extend(nested()?),
            "internal:control" if body == "enter-frame" => steps.push(Step::ContentFrame),
            // What a test calls the locator.
            "internal:describe" => {}
            "nth" => steps.push(Step::Nth(number()?)),
            "visible" => steps.push(Step::Visible(body == "true")),
            engine if engine.starts_with("internal:") || engine == "xpath" => {
                return Err(format!("the engine `{}` is not supported", PageText::of(engine)));
            }
            "css" => steps.push(Step::Css(body.to_owned())),
            engine => steps.push(Step::Css(format!("{engine}={body}"))),
        }
    }
    Ok(steps)
}

/// A text in quotes with a letter for how it compares, or a regular expression; and what follows it.
fn value(text: &str) -> Result<(TextRule, &str), String> {
    if text.starts_with('"') {
        let end = closing(text, '"').ok_or("the text does not end")?;
        let (quoted, rest) = text.split_at(end + 1);
        let inner: String = match serde_json::from_str(quoted) {
            Ok(inner) => inner,
            // CSS escapes fewer characters than JSON has to.
            Err(_) => unescaped(quoted.get(1..end).unwrap_or_default()),
        };
        return Ok(match (rest.strip_prefix('i'), rest.strip_prefix('s')) {
            (Some(rest), _) => (TextRule::Part(inner), rest),
            (_, Some(rest)) => (TextRule::Exact(inner), rest),
            _ => (TextRule::Exact(inner), rest),
        });
    }
    if text.starts_with('/') {
        let end = closing(text, '/').ok_or("the regular expression does not end")?;
        let (source, rest) = (text.get(1..end).unwrap_or_default(), text.get(end + 1..).unwrap_or_default());
        let flags = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let (flags, rest) = rest.split_at(flags);
        return Ok((TextRule::Regex(without_escaped_quotes(&source.replace("\\>\\>", ">>")), flags.to_owned()), rest));
    }
    Err("a text in quotes or a regular expression is expected".to_owned())
}

/// A regular expression without the escapes that quotes need in a selector.
fn without_escaped_quotes(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut is_escaped = false;
    for c in source.chars() {
        if is_escaped && matches!(c, '\'' | '"' | '`') {
            out.pop();
        }
        is_escaped = c == '\\' && !is_escaped;
        out.push(c);
    }
    out
}

/// Returns the end of a text that begins with the quote `quote`.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().skip(1).find_map(|(at, c)| {
        let was_escaped = is_escaped;
        is_escaped = c == '\\' && !was_escaped;
        (c == quote && !was_escaped).then_some(at)
    })
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => out.extend(rest.next()),
            c => out.push(c),
        }
    }
    out
}

fn rule(body: &str) -> Result<TextRule, String> {
    match value(body)? {
        (rule, "") => Ok(rule),
        (_, rest) => Err(format!("`{}` is not expected here", PageText::of(rest))),
    }
}

/// `[name="value"i]`, and what follows it.
struct Bracket<'a> {
    name: &'a str,
    /// A value without quotes.
    word: Option<&'a str>,
    rule: Option<TextRule>,
    rest: &'a str,
}

fn bracket(text: &str) -> Result<Bracket<'_>, String> {
    let inner = text.strip_prefix('[').ok_or("a bracket is expected")?;
    let end = inner.find(['=', ']']).ok_or("the bracket does not end")?;
    let (name, rest) = inner.split_at(end);
    let Some(rest) = rest.strip_prefix('=') else {
        let rest = rest.strip_prefix(']').unwrap_or_default();
        return Ok(Bracket { name: name.trim(), word: None, rule: None, rest });
    };
    if rest.starts_with(['"', '/']) {
        let (rule, rest) = value(rest)?;
        let rest = rest.trim_start().strip_prefix(']').ok_or("the bracket does not end")?;
        return Ok(Bracket { name: name.trim(), word: None, rule: Some(rule), rest });
    }
    let (word, rest) = rest.split_once(']').ok_or("the bracket does not end")?;
    Ok(Bracket { name: name.trim(), word: Some(word.trim()), rule: None, rest })
}

fn role(body: &str) -> Result<Step, String> {
    let end = body.find('[').unwrap_or(body.len());
    let (name, mut rest) = body.split_at(end);
    let role = Role::from_token(name.trim()).ok_or_else(|| format!("there is no role `{}`", PageText::of(name)))?;
    let mut options = RoleOptions::default();
    while !rest.trim().is_empty() {
        let Bracket { name, word, rule, rest: after } = bracket(rest.trim_start())?;
        rest = after;
        let is_set = word != Some("false");
        match name {
            "name" => options.name = rule,
            "description" => options.description = rule,
            "checked" => options.checked = Some(is_set),
            "disabled" => options.disabled = Some(is_set),
            "expanded" => options.expanded = Some(is_set),
            "pressed" => options.pressed = Some(is_set),
            "selected" => options.selected = Some(is_set),
            "include-hidden" => options.include_hidden = is_set,
            "level" => options.level = word.and_then(|word| word.parse().ok()),
            _ => return Err(format!("a role has no `{}`", PageText::of(name))),
        }
    }
    Ok(Step::Role(role, options))
}

fn attribute(body: &str) -> Result<Step, String> {
    let Bracket { name, rule, .. } = bracket(body)?;
    let (name, method) = METHODS.iter().find(|(known, _)| *known == name).ok_or("there is no such attribute")?;
    Ok(Step::Attribute(method, name, rule.ok_or("a text is expected")?))
}

/// The attribute is one that a test may choose.
fn test_id(body: &str) -> Result<Step, String> {
    let Bracket { name, rule, .. } = bracket(body)?;
    match rule.ok_or("a text is expected")? {
        rule if name == "data-testid" => Ok(Step::TestId(rule)),
        TextRule::Part(id) | TextRule::Exact(id) => Ok(Step::Css(format!("[{name}={}]", super::print::quoted(&id)))),
        TextRule::Regex(..) => Err(format!("a regular expression for `{}` is not supported", PageText::of(name))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_of_traces_are_locators() {
        for (selector, expected) in [
            ("internal:role=button[name=\"Pay now\"i]", "getByRole('button', { name: 'Pay now' })"),
            (
                "internal:role=heading[name=\"A \\\"b\\\"\"s][level=2]",
                "getByRole('heading', { name: 'A \"b\"', exact: true, level: 2 })",
            ),
            (
                "internal:role=checkbox[checked=false][include-hidden=true]",
                "getByRole('checkbox', { checked: false, includeHidden: true })",
            ),
            ("internal:role=button[name=/^pay \\d+/i]", "getByRole('button', { name: /^pay \\d+/i })"),
            ("internal:label=\"Name\"i", "getByLabel('Name')"),
            ("internal:text=\"Sold out\"s", "getByText('Sold out', { exact: true })"),
            ("internal:attr=[placeholder=\"Search\"i]", "getByPlaceholder('Search')"),
            ("internal:testid=[data-testid=\"cart\"s]", "getByTestId('cart')"),
            ("internal:testid=[data-qa=\"cart\"s]", "locator('[data-qa=\"cart\"]')"),
            (
                "internal:role=listitem >> internal:has-text=\"Teapot\"i >> internal:role=button",
                "getByRole('listitem').filter({ hasText: 'Teapot' }).getByRole('button')",
            ),
            (
                "internal:role=button >> internal:and=\".paid >> visible=true\" >> nth=-1",
                "getByRole('button').and(locator('.paid').visible()).last()",
            ),
            (
                "#list >> internal:has-not=\"internal:text=\\\"x\\\"i\"",
                "locator('#list').filter({ hasNot: getByText('x') })",
            ),
            (
                "iframe >> internal:control=enter-frame >> internal:describe=\"pay\" >> text=Pay",
                "locator('iframe').contentFrame().locator('text=Pay')",
            ),
            ("//div", "none"),
            ("internal:role=button[name=\"x", "none"),
            ("internal:role=thing", "none"),
            ("internal:next=\"x\"", "none"),
        ] {
            assert_eq!(of_selector(selector).print().as_deref().unwrap_or("none"), expected, "{selector}");
        }
    }
}
