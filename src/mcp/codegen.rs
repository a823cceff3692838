//! The code in answers in the other languages that Playwright has clients for.

use super::code::{Code, Codegen, Deed, word};
use crate::activation::Button;
use crate::search::languages::{ClientLanguage, quote, title};

/// Playwright's client for a language other than JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Client(ClientLanguage);

use ClientLanguage::{CSharp, Java, Python};

impl Client {
    /// Returns the client for the language of code; `None` for JavaScript.
    pub(super) fn of(codegen: Codegen) -> Option<Self> {
        match codegen {
            Codegen::Python => Some(Self(Python)),
            Codegen::Java => Some(Self(Java)),
            Codegen::CSharp => Some(Self(CSharp)),
            Codegen::TypeScript | Codegen::None => None,
        }
    }

    /// The name of the language in Markdown.
    pub(super) fn name(self) -> &'static str {
        match self.0 {
            Python => "python",
            Java => "java",
            CSharp => "csharp",
        }
    }

    /// Prints code; `None` for what is JavaScript in all languages.
    pub(super) fn print(self, code: &Code) -> Option<String> {
        match code {
            Code::JavaScript(_) | Code::On(_, Deed::PressSequentially(_)) => None,
            Code::Navigate(url) => Some(match self.0 {
                Python => format!("page.goto({})", quote(url)),
                Java => format!("page.navigate({});", quote(url)),
                CSharp => format!("await page.GotoAsync({});", quote(url)),
            }),
            Code::On(steps, deed) => {
                let element = format!("page.{}", self.0.locator(steps));
                Some(self.assertion(&element, deed).unwrap_or_else(|| self.action(&element, deed)))
            }
        }
    }

    fn action(self, element: &str, deed: &Deed) -> String {
        let (method, argument) = match deed {
            Deed::Click { is_double: false, button, modifiers } => ("click", self.click_options(*button, modifiers)),
            Deed::Click { button, modifiers, .. } => ("dblClick", self.click_options(*button, modifiers)),
            Deed::Hover => ("hover", String::new()),
            Deed::Check => ("check", String::new()),
            Deed::Uncheck => ("uncheck", String::new()),
            Deed::Fill(text) => ("fill", quote(text)),
            Deed::Press(key) => ("press", quote(key)),
            Deed::Select(values) => ("selectOption", self.values(values)),
            // Printed elsewhere.
            _ => return String::new(),
        };
        match self.0 {
            CSharp => format!("await {element}.{}Async({argument});", title(method)),
            // One word in these.
            _ if method == "dblClick" => format!("{element}.dblclick({argument}){}", self.0.end()),
            _ => format!("{element}.{}({argument}){}", self.0.method(method), self.0.end()),
        }
    }

    /// Prints an assertion; `None` for an action.
    fn assertion(self, element: &str, deed: &Deed) -> Option<String> {
        let (names, argument, is_negated): ([&str; 3], String, bool) = match deed {
            Deed::IsVisible => (["to_be_visible", "isVisible", "ToBeVisibleAsync"], String::new(), false),
            Deed::IsChecked(is_checked) => {
                (["to_be_checked", "isChecked", "ToBeCheckedAsync"], String::new(), !is_checked)
            }
            Deed::HasValue(value) if value.is_empty() => {
                (["to_be_empty", "isEmpty", "ToBeEmptyAsync"], String::new(), false)
            }
            Deed::HasValue(value) => (["to_have_value", "hasValue", "ToHaveValueAsync"], quote(value), false),
            Deed::MatchesSnapshot(yaml) => {
                (["to_match_aria_snapshot", "matchesAriaSnapshot", "ToMatchAriaSnapshotAsync"], quote(yaml), false)
            }
            _ => return None,
        };
        let [python, java, csharp] = names;
        Some(match self.0 {
            Python => format!("expect({element}).{}{python}({argument})", if is_negated { "not_" } else { "" }),
            Java => format!("assertThat({element}){}.{java}({argument});", if is_negated { ".not()" } else { "" }),
            CSharp => format!("await Expect({element}){}.{csharp}({argument});", if is_negated { ".Not" } else { "" }),
        })
    }

    fn click_options(self, button: Button, modifiers: &[&str]) -> String {
        let button = (button != Button::Left).then(|| word(button));
        let in_enum = |name: &str, value: &str| format!("{name}.{}", title(value));
        let keys = |each: &dyn Fn(&str) -> String| modifiers.iter().map(|key| each(key)).collect::<Vec<_>>().join(", ");
        let has_keys = !modifiers.is_empty();
        let mut lines: Vec<String> = Vec::new();
        match self.0 {
            Python => {
                lines.extend(button.map(|button| format!("button={}", quote(button))));
                lines.extend(has_keys.then(|| format!("modifiers=[{}]", keys(&quote))));
                lines.join(", ")
            }
            Java => {
                lines.extend(button.map(|button| format!("\n  .setButton(MouseButton.{})", button.to_uppercase())));
                let key = |key: &str| format!("KeyboardModifier.{}", key.to_uppercase());
                lines.extend(has_keys.then(|| format!("\n  .setModifiers(Arrays.asList({}))", keys(&key))));
                if lines.is_empty() { String::new() } else { format!("new Locator.ClickOptions(){}", lines.concat()) }
            }
            CSharp => {
                lines.extend(button.map(|button| format!("\n    Button = {},", in_enum("MouseButton", button))));
                let key = |key: &str| in_enum("KeyboardModifier", key);
                lines.extend(has_keys.then(|| format!("\n    Modifiers = new[] {{ {} }},", keys(&key))));
                if lines.is_empty() { String::new() } else { format!("new()\n{{{}\n}}", lines.concat()) }
            }
        }
    }

    /// The values of a select, one by itself where the language allows it.
    fn values(self, values: &[String]) -> String {
        let all = values.iter().map(|value| quote(value)).collect::<Vec<_>>().join(", ");
        match (self.0, values) {
            (Python | Java, [_]) => all,
            (Python, _) => format!("[{all}]"),
            (Java, []) => "new String[0]".to_owned(),
            (Java, _) => format!("new String[] {{{all}}}"),
            (CSharp, _) => format!("new[] {{ {all} }}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::search::javascript::{WrittenLocator, of_selector};
    use crate::search::playwright::steps::Step;

    /// The output of Playwright's generators: `scripts/record_codegen.mjs`.
    fn recorded(part: &str) -> Vec<Value> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/codegen.json");
        let all: Value = serde_json::from_slice(&std::fs::read(path).expect("a recording")).expect("JSON");
        all[part].as_array().expect("a list").clone()
    }

    const LANGUAGES: [(&str, Option<ClientLanguage>); 4] =
        [("typescript", None), ("python", Some(Python)), ("java", Some(Java)), ("csharp", Some(CSharp))];

    #[test]
    fn locators_are_those_of_playwrights_generators() {
        for row in recorded("locators") {
            let selector = row["selector"].as_str().expect("a selector");
            let locator = of_selector(selector);
            let steps = locator.steps().expect(selector);
            for (name, language) in LANGUAGES {
                let printed = match language {
                    None => WrittenLocator::print_steps(steps),
                    Some(language) => language.locator(steps),
                };
                assert_eq!(printed, row[name].as_str().expect("code"), "{name}: {selector}");
            }
        }
    }

    #[test]
    fn actions_are_those_of_playwrights_generators() {
        for row in recorded("actions") {
            let action = &row["action"];
            let text = |name: &str| action[name].as_str().unwrap_or_default().to_owned();
            let deed = match &*text("name") {
                "navigate" => None,
                "click" => {
                    let held = action["modifiers"].as_u64().unwrap_or_default();
                    let keys = [(1, "Alt"), (2, "ControlOrMeta"), (4, "ControlOrMeta"), (8, "Shift")];
                    Some(Deed::Click {
                        is_double: action["clickCount"] == 2,
                        button: [Button::Left, Button::Middle, Button::Right]
                            .into_iter()
                            .find(|&button| word(button) == text("button"))
                            .expect("a button"),
                        modifiers: keys.iter().filter(|(bit, _)| held & bit != 0).map(|&(_, key)| key).collect(),
                    })
                }
                "hover" => Some(Deed::Hover),
                "check" => Some(Deed::Check),
                "uncheck" => Some(Deed::Uncheck),
                "fill" => Some(Deed::Fill(text("text"))),
                "press" => Some(Deed::Press("Enter")),
                "select" => {
                    let options = action["options"].as_array().expect("options").iter();
                    Some(Deed::Select(options.map(|option| option.as_str().expect("a text").to_owned()).collect()))
                }
                "assertVisible" => Some(Deed::IsVisible),
                "assertChecked" => Some(Deed::IsChecked(action["checked"] == true)),
                "assertValue" => Some(Deed::HasValue(text("value"))),
                "assertSnapshot" => Some(Deed::MatchesSnapshot(text("ariaSnapshot"))),
                other => unreachable!("{other}"),
            };
            let steps = || of_selector(&text("selector")).steps().expect("a locator").to_vec();
            let code = deed.map_or_else(|| Code::Navigate(text("url")), |deed| Code::On(steps(), deed));
            for (name, language) in LANGUAGES {
                let printed = language.map_or_else(|| Some(code.print()), |language| Client(language).print(&code));
                assert_eq!(printed.as_deref(), row[name].as_str(), "{name}: {action}");
            }
        }
    }

    #[test]
    fn what_playwright_writes_in_javascript_alone_stays_so() {
        for code in [
            Code::JavaScript("await page.goBack();".to_owned()),
            Code::On(vec![Step::Css("input".to_owned())], Deed::PressSequentially("a".to_owned())),
        ] {
            assert_eq!(Client(Python).print(&code), None, "{code:?}");
        }
    }
}
