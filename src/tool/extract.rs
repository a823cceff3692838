//! `stillpage extract`

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::element::{Elements, path_step, ref_mark};
use super::surface::Surface;
use super::{Answer, Argument, Call, FILE, FileText, PageFile, Tool, TypedArguments, Verdict, arguments, to_json};
use crate::dom::NodeId;
use crate::error::Error;
use crate::extract::model::ask_model;
use crate::extract::{Provenance, Schema, SchemaError, Violation, extract};
use crate::markdown::{Markdown, MarkdownOptions};
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put, put_line, safe};

/// Limit: sources that the text form lists.
const MAX_SOURCES: usize = 60;

arguments! {
    /// The arguments of `stillpage extract`.
    struct ExtractArguments {
        file: PageFile = FILE,
        schema: Option<FileText> = Argument::option("schema", "A JSON Schema of the wanted data, or a file with it")
            .detail("$ref within the schema, nullable types, enum and format are understood."),
        description: Option<String> = Argument::option("description", "A description of the wanted data")
            .detail("For the model of --model-command; repeated in the answer."),
        model_command: Option<String> = Argument::option("model-command", "A command line that answers a prompt")
            .detail("Run by the system's shell, with the prompt on its standard input.")
            .for_shells(),
        model_timeout: usize = Argument::option("model-timeout", "Seconds that each run of the command may take")
            .within(1, 86_400)
            .default("120")
            .for_shells(),
        max_tokens: usize = Argument::option("max-tokens", "Cut the page in the prompt after about this many tokens")
            .within(100, 10_000_000)
            .default("60000"),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "extract",
    summary: "Structured data from a page, validated against a JSON Schema",
    about: "Fills the schema from the page, without a model. For each value it looks, in this order, at: bindings in the schema \
            (x-selector, a CSS selector; x-role, an ARIA role; x-attribute, an attribute instead of the text; x-regex, whose \
            first group is the value; those inside of a bound array or object are relative to it); JSON-LD, microdata, Open Graph \
            and other meta elements; repeated records (table rows, list items, cards) and labelled fields, whose labels, column \
            headers, itemprops and classes are matched with the names of the properties. Types and formats (number, integer, \
            boolean, enum, date, date-time, email, uri) are parsed as the page's language writes them: 1.299,00 € is 1299.\n\n\
            What is not found is left out, or null where the schema allows null; nothing is made up. If something required is \
            missing, success is false, errors list it, and the exit code is 1.\n\n\
            With --model-command a language model answers instead: the command gets a prompt (the description, the page as \
            Markdown, the schema) on its standard input and prints JSON; it is asked again with its mistakes, three times at \
            most. Without a schema its answer is Markdown.\n\n\
            JSON: {\"success\",\"action\":\"extract\",\"description\",\"data\",\"sources\":{pointer:{\"from\",\"ref\",\"path\",\"property\",\"confidence\"}},\"errors\":[{\"pointer\",\"message\"}]}; \
            confidence is 1 for what the schema binds and below 0.6 for guesses by kind alone.",
    arguments: ExtractArguments::ARGUMENTS,
    examples: &[
        ("extract page.html --schema product.json", "the product that the page describes"),
        ("extract page.html --schema rows.json --json", "the same with where each value comes from"),
        (
            "extract page.html --schema s.json --description 'the cheapest flight' --model-command 'llm -m small'",
            "let a model answer, and check its answer",
        ),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let surface = call.arguments.surface();
    let given: ExtractArguments = call.given();
    let schema = given.schema.as_ref().map(|file| Schema::parse(&file.text).map_err(|error| refuse(surface, &error)));
    let schema = schema.transpose()?;
    if given.model_command.is_some() {
        return by_model(call, given, schema.as_ref());
    }
    let description = given.description.unwrap_or_default();
    let Some(schema) = schema else {
        return Err(Error::arguments(
            safe!(
                "there is nothing to extract: neither {} nor {} is given",
                surface.option("schema"),
                surface.option("model-command")
            ),
            safe!("write a JSON Schema of the wanted data and pass it as {}", surface.option("schema")),
        ));
    };
    let page = call.page();
    let found = extract(page, &schema);
    let elements = Elements::new(call);
    let describe = |source| DescribedSource::new(page, &elements, source);
    let sources = found.sources.into_iter().map(|(pointer, source)| (pointer, describe(source)));
    Ok(Box::new(Extracted {
        description,
        data: found.data,
        sources: Some(sources.collect()),
        violations: found.violations,
        attempts: None,
    }))
}

fn by_model(call: &Call<'_>, given: ExtractArguments, schema: Option<&Schema>) -> Result<Box<dyn Answer>, Error> {
    let (command, description) = (given.model_command.unwrap_or_default(), given.description.unwrap_or_default());
    let limit = Duration::from_secs(u64::try_from(given.model_timeout).unwrap_or(u64::MAX));
    let markdown = Markdown::of(call.page(), &MarkdownOptions::default());
    let text = match markdown.part(None, Some(given.max_tokens)) {
        Ok(part) => part.text,
        Err(_) => markdown.text(),
    };
    let answer = ask_model(&text, schema, &description, &mut |prompt| (call.command.0)(&command, prompt, limit))?;
    let attempts = Some(answer.attempts);
    Ok(Box::new(Extracted { description, data: answer.data, sources: None, violations: answer.violations, attempts }))
}

fn refuse(surface: Surface, error: &SchemaError) -> Error {
    let place = match error.pointer.as_str() {
        "" => SafeText::new(),
        pointer => safe!(" at {}", PageText::of(pointer)),
    };
    let option = surface.option("schema");
    Error::arguments(safe!("{} is wrong{}: {}", option, place, PageText::of(&error.reason)), PageText::of(&error.hint))
}

/// The source of a value.
#[derive(Serialize)]
struct DescribedSource {
    from: &'static str,
    #[serde(flatten)]
    place: Option<SourceElement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    property: Option<String>,
    confidence: f64,
}

/// The element that a value comes from.
#[derive(Serialize)]
pub(super) struct SourceElement {
    #[serde(rename = "ref")]
    reference: Option<String>,
    path: SafeText,
}

impl DescribedSource {
    fn new(page: &Page, elements: &Elements<'_>, source: Provenance) -> Self {
        let Provenance { from, node, property, confidence, .. } = source;
        Self { from, place: node.map(|node| SourceElement::new(page, elements, node)), property, confidence }
    }
}

impl SourceElement {
    pub(super) fn new(page: &Page, elements: &Elements<'_>, node: NodeId) -> Self {
        let dom = page.dom();
        // An element without a ref is represented by its nearest ancestor with one.
        let reference =
            std::iter::once(node).chain(dom.flat_ancestors(node)).take(4).find_map(|n| elements.reference(n));
        let mut path = SafeText::new();
        if let Some(parent) = dom.flat_parent(node).filter(|&parent| dom.element(parent).is_some()) {
            put!(path, "{} > ", path_step(dom, parent));
        }
        put!(path, "{}", path_step(dom, node));
        Self { reference, path }
    }
}

struct Extracted {
    description: String,
    data: Value,
    /// By JSON Pointer; `None` where a model answered.
    sources: Option<BTreeMap<String, DescribedSource>>,
    violations: Vec<Violation>,
    attempts: Option<usize>,
}

impl Answer for Extracted {
    fn text(&self) -> SafeText {
        // Markdown of a model.
        let mut out = match &self.data {
            Value::String(text) if self.sources.is_none() => SafeText::prose(text),
            data => SafeText::json(&serde_json::to_string_pretty(data).unwrap_or_default()),
        };
        put_line!(out);
        for violation in &self.violations {
            let place = if violation.pointer.is_empty() { "/" } else { &violation.pointer };
            put_line!(out, "# wrong at {}: {}", PageText::of(place), PageText::of(&violation.message));
        }
        let sources = self.sources.iter().flatten();
        for (pointer, source) in sources.clone().take(MAX_SOURCES) {
            put!(out, "# {}  {}", PageText::of(pointer), PageText::of(source.from));
            let path = source.place.as_ref().map(|place| &place.path);
            match &source.property {
                Some(property) => put!(out, " {}", PageText::of(property)),
                None => path.into_iter().for_each(|path| put!(out, " {}", PageText::of(path))),
            }
            put!(out, "{}", ref_mark(source.place.as_ref().and_then(|place| place.reference.as_deref())));
            put_line!(out, " {}", source.confidence);
        }
        let left = sources.count().saturating_sub(MAX_SOURCES);
        if left > 0 {
            put_line!(out, "# {} more sources; --json gives all", left);
        }
        out
    }

    fn json(&self) -> String {
        let mut out = Map::new();
        out.insert("success".to_owned(), self.violations.is_empty().into());
        out.insert("action".to_owned(), "extract".into());
        out.insert("description".to_owned(), self.description.as_str().into());
        out.insert("data".to_owned(), self.data.clone());
        if let Some(sources) = &self.sources {
            out.insert("sources".to_owned(), json!(sources));
        }
        if let Some(attempts) = self.attempts {
            out.insert("attempts".to_owned(), attempts.into());
        }
        if !self.violations.is_empty() {
            out.insert("errors".to_owned(), json!(self.violations));
        }
        to_json(&out)
    }

    fn verdict(&self) -> Verdict {
        let is_empty = match &self.data {
            Value::Object(object) => object.values().all(Value::is_null),
            Value::Array(values) => values.is_empty(),
            Value::String(text) => text.is_empty(),
            data => data.is_null(),
        };
        match (self.violations.is_empty(), is_empty) {
            (false, _) => Verdict::Failed,
            (_, true) => Verdict::Nothing,
            _ => Verdict::Done,
        }
    }
}
