//! Locators as Rust has them: the methods of stillpage's own.

use std::fmt;

use super::quote;
use crate::search::playwright::TextRule;
use crate::search::playwright::steps::Step;

/// The calls of a locator on a page, as code.
#[must_use]
pub fn rust(steps: &[Step]) -> String {
    struct Calls<'a>(&'a [Step]);
    impl fmt::Display for Calls<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_rust(self.0, &pattern, f)
        }
    }
    Calls(steps).to_string()
}

fn pattern(rule: &TextRule) -> String {
    match rule {
        TextRule::Part(text) => quote(text),
        TextRule::Exact(text) => format!("TextPattern::exact({})", quote(text)),
        TextRule::Regex(source, flags) => format!("TextPattern::regex({}, {})", quote(source), quote(flags)),
    }
}

/// Writes these calls, with texts as `pattern` has them.
///
/// # Errors
/// Those of the writer.
pub fn write_rust(steps: &[Step], pattern: &dyn Fn(&TextRule) -> String, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, step) in steps.iter().enumerate() {
        if at > 0 {
            f.write_str(".")?;
        }
        match step {
            Step::Role(role, options) => {
                write!(f, "get_by_role(Role::{role:?})")?;
                if let Some(name) = &options.name {
                    write!(f, ".name({})", pattern(name))?;
                }
                if let Some(description) = &options.description {
                    write!(f, ".description({})", pattern(description))?;
                }
                for (state, value) in options.states() {
                    write!(f, ".{state}({value})")?;
                }
                if let Some(level) = options.level {
                    write!(f, ".level({level})")?;
                }
                if options.include_hidden {
                    f.write_str(".include_hidden()")?;
                }
            }
            Step::Text(rule) => write!(f, "get_by_text({})", pattern(rule))?,
            Step::Label(rule) => write!(f, "get_by_label({})", pattern(rule))?,
            Step::Attribute(method, _, rule) => write!(f, "{method}({})", pattern(rule))?,
            Step::TestId(rule) => write!(f, "get_by_test_id({})", pattern(rule))?,
            Step::Css(selector) => write!(f, "locator({})", pattern(&TextRule::Part(selector.clone())))?,
            Step::HasText(rule, true) => write!(f, "filter_has_text({})", pattern(rule))?,
            Step::HasText(rule, false) => write!(f, "filter_has_not_text({})", pattern(rule))?,
            Step::Visible(visible) => write!(f, "filter_visible({visible})")?,
            Step::Nth(number) => write!(f, "nth({number})")?,
            Step::ContentFrame => f.write_str("content_frame()")?,
            Step::Has(inner, has) => {
                f.write_str(if *has { "filter_has(" } else { "filter_has_not(" })?;
                write_rust(inner, pattern, f)?;
                f.write_str(")")?;
            }
            Step::And(other) | Step::Or(other) => {
                f.write_str(if matches!(step, Step::And(_)) { "and(" } else { "or(" })?;
                write_rust(other, pattern, f)?;
                f.write_str(")")?;
            }
        }
    }
    Ok(())
}
