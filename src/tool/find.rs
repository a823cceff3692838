//! `stillpage find`

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};

use super::element::{Elements, path_step, shorten, tag};
use super::{Answer, Argument, Call, FILE, Kind, Tool, Verdict, to_json};
use crate::dom::{NodeId, ns};
use crate::error::Error;
use crate::page::Page;
use crate::query::{css, text};

/// Limit: characters of an element's text; what tells elements apart, not what they say.
const TEXT_LIMIT: usize = 200;

pub(super) const TOOL: Tool = Tool {
    name: "find",
    summary: "The elements that a CSS selector matches",
    about: "Selectors are those of document.querySelectorAll() in Chromium, :has(), :is(), :nth-child(... of ...) and form \
            states included; shadow trees and frames are not searched. Elements are listed in document order, each with \
            its index in querySelectorAll('*'), its ref (if a snapshot would give it one), its attributes and its \
            rendered text, cut after 200 characters.\n\n\
            JSON: {\"totalMatches\",\"truncated\",\"elements\":[{\"index\",\"ref\",\"tag\",\"text\",\"attributes\"}]}. \
            With --json an empty list is an answer like any other: the exit code is 0.",
    arguments: &[
        FILE,
        Argument::positional("selector", Kind::Text, "A CSS selector, or several separated by commas").required(),
        Argument::option("attr", Kind::Text, "Show this attribute only")
            .many()
            .detail("May be given more than once; without it all attributes are shown."),
        Argument::option("max-results", Kind::Integer { min: 1, max: i64::MAX }, "List at most so many elements")
            .default("20"),
        Argument::flag("no-text", "Leave out the text of the elements"),
    ],
    examples: &[
        ("find page.html 'main a[href]'", "every link of the main part"),
        ("find page.html 'img:not([alt])' --attr src --no-text", "images without a text alternative, by address"),
        ("find page.html 'form:has(:invalid)' --json", "forms that would not submit, as JSON"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let page = call.page();
    let selector = call.arguments.text("selector").unwrap_or_default();
    let found = css::find(page, selector)?;
    let limit = call.arguments.count("max-results").unwrap_or(usize::MAX);
    let only = call.arguments.texts("attr");
    let with_text = !call.arguments.flag("no-text");
    let elements = Elements::new(call);
    Ok(Box::new(Found {
        selector: selector.to_owned(),
        total_matches: found.len(),
        truncated: found.len() > limit,
        elements: found.iter().take(limit).map(|&node| Element::new(page, &elements, node, &only, with_text)).collect(),
    }))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    #[serde(skip)]
    selector: String,
    total_matches: usize,
    truncated: bool,
    elements: Vec<Element>,
}

#[derive(Serialize)]
struct Element {
    index: Option<u32>,
    r#ref: Option<String>,
    tag: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    attributes: Map<String, Value>,
    /// For the text form.
    #[serde(skip)]
    step: String,
}

impl Element {
    fn new(page: &Page, elements: &Elements<'_>, node: NodeId, only: &[&str], with_text: bool) -> Self {
        Self {
            index: elements.index(node),
            r#ref: elements.reference(node),
            tag: tag(page.dom(), node).to_owned(),
            text: with_text.then(|| shorten(&text::line_of_text(page, node, TEXT_LIMIT * 4), TEXT_LIMIT)),
            attributes: attributes(page, node, only),
            step: path_step(page.dom(), node),
        }
    }
}

/// Attributes by qualified name, in source order; those of a list only, unless it is empty.
fn attributes(page: &Page, node: NodeId, only: &[&str]) -> Map<String, Value> {
    let all = page.dom().element(node).map(|e| e.attributes.as_slice()).unwrap_or_default();
    all.iter()
        .map(|attribute| {
            let name = match &attribute.name.prefix {
                Some(prefix) if attribute.name.ns != ns!() => format!("{prefix}:{}", attribute.name.local),
                _ => attribute.name.local.to_string(),
            };
            (name, Value::from(&*attribute.value))
        })
        .filter(|(name, _)| only.is_empty() || only.iter().any(|wanted| wanted.eq_ignore_ascii_case(name)))
        .collect()
}

impl Answer for Found {
    fn text(&self) -> String {
        let mut out = String::new();
        for element in &self.elements {
            let _ =
                write!(out, "#{} {}", element.index.map_or_else(|| "-".to_owned(), |i| i.to_string()), element.step);
            if let Some(reference) = &element.r#ref {
                let _ = write!(out, " [ref={reference}]");
            }
            for (name, value) in &element.attributes {
                if name != "id" && name != "class" {
                    let _ = write!(out, " {name}={}", shorten(&value.to_string(), 80));
                }
            }
            if let Some(text) = element.text.as_deref().filter(|t| !t.is_empty()) {
                let _ = write!(out, "  {text}");
            }
            out.push('\n');
        }
        let left = self.total_matches - self.elements.len();
        if self.total_matches == 0 {
            let _ = writeln!(out, "# nothing matches {}", self.selector);
        } else if left > 0 {
            let _ = writeln!(out, "# {left} more of {}; raise --max-results", self.total_matches);
        }
        out
    }

    fn json(&self) -> String {
        to_json(self)
    }

    fn verdict(&self) -> Verdict {
        if self.total_matches == 0 { Verdict::Nothing } else { Verdict::Done }
    }
}
