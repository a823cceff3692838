//! The code in answers in the other languages that Playwright has clients for.

use super::code::{Code, Codegen, Deed, word};
use crate::activation::Button;
use crate::search::playwright::steps::Step;
use crate::search::playwright::{RoleOptions, TextRule};

/// A language other than JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Python,
    Java,
    CSharp,
}

use Language::{CSharp, Java, Python};

/// The names of flags of regular expressions in a language.
type Flags = [(char, &'static str); 3];

impl Language {
    /// Returns the language of code; `None` for JavaScript.
    pub(super) fn of(codegen: Codegen) -> Option<Self> {
        match codegen {
            Codegen::Python => Some(Python),
            Codegen::Java => Some(Java),
            Codegen::CSharp => Some(CSharp),
            Codegen::TypeScript | Codegen::None => None,
        }
    }

    /// The name of the language in Markdown.
    pub(super) fn name(self) -> &'static str {
        match self {
            Python => "python",
            Java => "java",
            CSharp => "csharp",
        }
    }

    /// Prints code; `None` for what is JavaScript in all languages.
    pub(super) fn print(self, code: &Code) -> Option<String> {
        match code {
            Code::JavaScript(_) | Code::On(_, Deed::PressSequentially(_)) => None,
            Code::Navigate(url) => Some(match self {
                Python => format!("page.goto({})", quote(url)),
                Java => format!("page.navigate({});", quote(url)),
                CSharp => format!("await page.GotoAsync({});", quote(url)),
            }),
            Code::On(steps, deed) => {
                let element = format!("page.{}", self.locator(steps));
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
        match self {
            CSharp => format!("await {element}.{}Async({argument});", title(method)),
            // One word in these.
            _ if method == "dblClick" => format!("{element}.dblclick({argument}){}", self.end()),
            _ => format!("{element}.{}({argument}){}", self.method(method), self.end()),
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
        Some(match self {
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
        match self {
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
        match (self, values) {
            (Python | Java, [_]) => all,
            (Python, _) => format!("[{all}]"),
            (Java, []) => "new String[0]".to_owned(),
            (Java, _) => format!("new String[] {{{all}}}"),
            (CSharp, _) => format!("new[] {{ {all} }}"),
        }
    }

    /// Prints the calls of a locator on a page.
    pub(super) fn locator(self, steps: &[Step]) -> String {
        // Java names the class that the options are of.
        let mut class = "Page";
        let mut calls = Vec::with_capacity(steps.len());
        for step in steps {
            calls.push(self.call(class, step));
            class = if matches!(step, Step::ContentFrame) { "FrameLocator" } else { "Locator" };
        }
        calls.join(".")
    }

    fn call(self, class: &str, step: &Step) -> String {
        let filter = |name: &str, value: String| {
            format!("{}({})", self.method("filter"), self.options(class, "filter", &[(name, value)]))
        };
        let having = |name: &str, rule: &TextRule| {
            let name = match (self, rule) {
                (CSharp, TextRule::Regex(..)) => format!("{name}Regex"),
                _ => name.to_owned(),
            };
            filter(&name, self.pattern(rule))
        };
        match step {
            Step::Role(role, options) => self.by_role(class, role.name(), options),
            Step::Text(rule) => self.by_text(class, "getByText", rule),
            Step::Label(rule) => self.by_text(class, "getByLabel", rule),
            Step::Attribute(_, "placeholder", rule) => self.by_text(class, "getByPlaceholder", rule),
            Step::Attribute(_, "alt", rule) => self.by_text(class, "getByAltText", rule),
            Step::Attribute(_, "title", rule) => self.by_text(class, "getByTitle", rule),
            Step::Attribute(_, name, _) => format!("{}({})", self.method("locator"), quote(&format!("[{name}]"))),
            Step::TestId(rule) => format!("{}({})", self.method("getByTestId"), self.pattern(rule)),
            Step::Css(selector) => format!("{}({})", self.method("locator"), quote(selector)),
            Step::HasText(rule, true) => having("hasText", rule),
            Step::HasText(rule, false) => having("hasNotText", rule),
            Step::Has(inner, true) => filter("has", self.locator(inner)),
            Step::Has(inner, false) => filter("hasNot", self.locator(inner)),
            Step::Visible(true) => self.property("visible"),
            Step::Visible(false) => filter("visible", self.boolean(false).to_owned()),
            Step::Nth(0) => self.property("first"),
            Step::Nth(-1) => self.property("last"),
            Step::Nth(number) => format!("{}({number})", self.method("nth")),
            Step::ContentFrame => self.property("contentFrame"),
            Step::And(other) => format!("{}({})", self.operator("and"), self.locator(other)),
            Step::Or(other) => format!("{}({})", self.operator("or"), self.locator(other)),
        }
    }

    fn by_role(self, class: &str, role: &str, options: &RoleOptions) -> String {
        let mut given: Vec<(&str, String)> = Vec::new();
        let rules = [("name", "nameRegex", &options.name), ("description", "descriptionRegex", &options.description)];
        for (name, with_regex, rule) in rules {
            if let Some(rule) = rule {
                let is_regex = self == CSharp && matches!(rule, TextRule::Regex(..));
                given.push((if is_regex { with_regex } else { name }, self.pattern(rule)));
            }
        }
        let is_exact = [&options.name, &options.description].into_iter().flatten().any(is_exact);
        given.extend(is_exact.then(|| ("exact", self.boolean(true).to_owned())));
        let hidden = options.include_hidden.then_some(("includeHidden", true));
        given.extend(options.states().chain(hidden).map(|(name, value)| (name, self.boolean(value).to_owned())));
        given.extend(options.level.map(|level| ("level", level.to_string())));
        let role = match self {
            Python => quote(role),
            Java => format!("AriaRole.{}", role.to_uppercase()),
            CSharp => format!("AriaRole.{}", title(role)),
        };
        let gap = if given.is_empty() { "" } else { ", " };
        format!("{}({role}{gap}{})", self.method("getByRole"), self.options(class, "getByRole", &given))
    }

    fn by_text(self, class: &str, method: &str, rule: &TextRule) -> String {
        let exact = [("exact", self.boolean(true).to_owned())];
        let (gap, options) =
            if is_exact(rule) { (", ", self.options(class, method, &exact)) } else { ("", String::new()) };
        format!("{}({}{gap}{options})", self.method(method), self.pattern(rule))
    }

    /// The options of a method; empty if there are none.
    fn options(self, class: &str, method: &str, given: &[(&str, String)]) -> String {
        let each = |written: &dyn Fn(&str, &str) -> String, gap: &str| {
            given.iter().map(|(name, value)| written(name, value)).collect::<Vec<_>>().join(gap)
        };
        if given.is_empty() {
            return String::new();
        }
        match self {
            Python => each(&|name, value| format!("{}={value}", snake(name)), ", "),
            Java => {
                let setters = each(&|name, value| format!(".set{}({value})", title(name)), "");
                format!("new {class}.{}Options(){setters}", title(method))
            }
            CSharp => format!("new() {{ {} }}", each(&|name, value| format!("{} = {value}", title(name)), ", ")),
        }
    }

    fn pattern(self, rule: &TextRule) -> String {
        let (source, flags) = match rule {
            TextRule::Part(text) | TextRule::Exact(text) => return quote(text),
            TextRule::Regex(source, flags) => (source, flags),
        };
        let (class, names): (_, Flags) = match self {
            Python => ("re", [('i', "IGNORECASE"), ('m', "MULTILINE"), ('s', "DOTALL")]),
            Java => ("Pattern", [('i', "CASE_INSENSITIVE"), ('m', "MULTILINE"), ('s', "DOTALL")]),
            CSharp => ("RegexOptions", [('i', "IgnoreCase"), ('m', "Multiline"), ('s', "Singleline")]),
        };
        let known = names.iter().filter(|(flag, _)| flags.contains(*flag));
        let known: Vec<String> = known.map(|(_, name)| format!("{class}.{name}")).collect();
        let flags = if known.is_empty() { String::new() } else { format!(", {}", known.join(" | ")) };
        match self {
            // Playwright: the first slash alone.
            Python => {
                let source = source.replacen("\\/", "/", 1).replace('"', "\\\"");
                format!("re.compile(r\"{source}\"{flags})")
            }
            Java => format!("Pattern.compile({}{flags})", quote(source)),
            CSharp => format!("new Regex({}{flags})", quote(source)),
        }
    }

    /// The name of a method that JavaScript calls so.
    fn method(self, name: &str) -> String {
        match self {
            Python => snake(name),
            Java => name.to_owned(),
            CSharp => title(name),
        }
    }

    /// A method without arguments, which is a property in languages that have those.
    fn property(self, name: &str) -> String {
        let parentheses = if self == Java { "()" } else { "" };
        format!("{}{parentheses}", self.method(name))
    }

    /// A method whose name is a word of Python's.
    fn operator(self, name: &str) -> String {
        if self == Python { format!("{name}_") } else { self.method(name) }
    }

    fn boolean(self, value: bool) -> &'static str {
        match (self, value) {
            (Python, true) => "True",
            (Python, false) => "False",
            (_, true) => "true",
            (_, false) => "false",
        }
    }

    fn end(self) -> &'static str {
        if self == Python { "" } else { ";" }
    }
}

fn is_exact(rule: &TextRule) -> bool {
    matches!(rule, TextRule::Exact(_))
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// With a capital letter: `getByRole` is `GetByRole`.
fn title(name: &str) -> String {
    let mut rest = name.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// With underscores: `getByRole` is `get_by_role`.
fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::search::javascript::{WrittenLocator, of_selector};

    /// The output of Playwright's generators: `scripts/record_codegen.mjs`.
    fn recorded(part: &str) -> Vec<Value> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/codegen.json");
        let all: Value = serde_json::from_slice(&std::fs::read(path).expect("a recording")).expect("JSON");
        all[part].as_array().expect("a list").clone()
    }

    const LANGUAGES: [(&str, Option<Language>); 4] =
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
                let printed = language.map_or_else(|| Some(code.print()), |language| language.print(&code));
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
            assert_eq!(Python.print(&code), None, "{code:?}");
        }
    }
}
