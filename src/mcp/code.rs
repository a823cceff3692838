//! The code in answers: what Playwright would run to do the same in a browser.

use crate::activation::Button;
use crate::search::javascript::{WrittenLocator, js};
use crate::search::playwright::steps::Step;
use crate::tool::choice;

choice! {
    /// The language of the code in answers.
    #[derive(Default)]
    pub(crate) enum Codegen {
        #[default]
        TypeScript = "typescript",
        Python = "python",
        Java = "java",
        CSharp = "csharp",
        None = "none",
    }
}

/// A piece of code.
#[derive(Debug, Clone)]
pub(super) enum Code {
    /// JavaScript, whatever the language is: Playwright has no other words for it either.
    JavaScript(String),
    Navigate(String),
    /// An action on the element of a locator, or an assertion of it.
    On(Vec<Step>, Deed),
}

/// An action on an element, or an assertion.
#[derive(Debug, Clone)]
pub(super) enum Deed {
    Click {
        is_double: bool,
        button: Button,
        modifiers: Vec<&'static str>,
    },
    Hover,
    Check,
    Uncheck,
    Fill(String),
    /// JavaScript in every language, as in Playwright.
    PressSequentially(String),
    Press(&'static str),
    Select(Vec<String>),
    IsVisible,
    IsChecked(bool),
    HasValue(String),
    MatchesSnapshot(String),
}

impl Code {
    /// Prints it as Playwright's tests in TypeScript have it.
    pub(super) fn print(&self) -> String {
        match self {
            Self::JavaScript(text) => text.clone(),
            Self::Navigate(url) => format!("await page.goto({});", js(url)),
            Self::On(steps, deed) => deed.javascript(&WrittenLocator::print_steps(steps)),
        }
    }
}

impl Deed {
    fn javascript(&self, locator: &str) -> String {
        let call = match self {
            Self::Click { is_double, button, modifiers } => {
                let method = if *is_double { "dblclick" } else { "click" };
                let button = (*button != Button::Left).then(|| js(word(*button)));
                let modifiers = (!modifiers.is_empty()).then(|| js_list(modifiers));
                format!("{method}({})", settings("", &[("button", button), ("modifiers", modifiers)]))
            }
            Self::Hover => "hover()".to_owned(),
            Self::Check => "check()".to_owned(),
            Self::Uncheck => "uncheck()".to_owned(),
            Self::Fill(text) => format!("fill({})", js(text)),
            Self::PressSequentially(text) => format!("pressSequentially({})", js(text)),
            Self::Press(key) => format!("press({})", js(key)),
            Self::Select(values) => match values.as_slice() {
                [one] => format!("selectOption({})", js(one)),
                several => format!("selectOption({})", js_list(several)),
            },
            Self::IsVisible => return format!("await expect(page.{locator}).toBeVisible();"),
            Self::IsChecked(true) => return format!("await expect(page.{locator}).toBeChecked();"),
            Self::IsChecked(false) => return format!("await expect(page.{locator}).not.toBeChecked();"),
            Self::HasValue(value) if value.is_empty() => return format!("await expect(page.{locator}).toBeEmpty();"),
            Self::HasValue(value) => return format!("await expect(page.{locator}).toHaveValue({});", js(value)),
            Self::MatchesSnapshot(yaml) => {
                let escaped = yaml.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
                let lines = escaped.replace('\n', "\n  ");
                return format!("await expect(page.{locator}).toMatchAriaSnapshot(`\n  {lines}\n  `);");
            }
        };
        format!("await page.{locator}.{call};")
    }
}

fn js_list(texts: &[impl AsRef<str>]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| js(text.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}

pub(super) fn word(button: Button) -> &'static str {
    match button {
        Button::Left => "left",
        Button::Middle => "middle",
        Button::Right => "right",
    }
}

/// The last argument of a call, an object with those settings that are not as by default; empty if all are.
pub(super) fn settings(gap: &str, settings: &[(&str, Option<String>)]) -> String {
    let given = settings.iter().filter_map(|(name, value)| Some(format!("  {name}: {}", value.as_ref()?)));
    let given: Vec<String> = given.collect();
    if given.is_empty() { String::new() } else { format!("{gap}{{\n{}\n}}", given.join(",\n")) }
}
