//! Locators in the other languages that Playwright has clients for, and in Rust as stillpage has them.

mod rust;

pub use rust::{rust, write_rust};

use super::playwright::steps::Step;
use super::playwright::{RoleOptions, TextRule};

/// A language other than JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "Playwright has clients for these")]
pub enum ClientLanguage {
    Python,
    Java,
    CSharp,
}

use ClientLanguage::{CSharp, Java, Python};

/// The names of flags of regular expressions in a language.
type Flags = [(char, &'static str); 3];

impl ClientLanguage {
    /// Prints the calls of a locator on a page.
    pub fn locator(self, steps: &[Step]) -> String {
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
    pub fn method(self, name: &str) -> String {
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

    pub fn end(self) -> &'static str {
        if self == Python { "" } else { ";" }
    }
}

fn is_exact(rule: &TextRule) -> bool {
    matches!(rule, TextRule::Exact(_))
}

pub fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// With a capital letter: `getByRole` is `GetByRole`.
pub fn title(name: &str) -> String {
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
