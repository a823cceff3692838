//! `stillpage metadata`

use serde_json::{Map, Value, json};

use super::element::Elements;
use super::extract::SourceElement;
use super::{Answer, Call, FILES, PageFile, Tool, TypedArguments, Verdict, arguments, to_json};
use crate::error::Error;
use crate::metadata::{Sourced, metadata};
use crate::safe_text::{PageText, SafeText, put, put_line};

arguments! {
    /// The arguments of `stillpage metadata`.
    struct MetadataArguments {
        file: PageFile = FILES,
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "metadata",
    summary: "Title, author, dates, site and the rest of what catalogues ask for",
    about: "Title, author, day of publication and of the last change, name of the site, description, language, categories, tags, \
            picture, canonical address, licence and type of page, each with its source and how sure it is. In this order it looks at \
            JSON-LD, microdata and microformats, meta and link elements, what elements are marked as, the address, and the text. \
            What is not found is left out; nothing is made up.\n\n\
            JSON: {\"metadata\":{name:value},\"sources\":{name:{\"from\",\"ref\",\"path\",\"confidence\"}}}; names are title, author, \
            datePublished, dateModified, siteName, description, language, categories, tags, image, url, license and pageType.",
    arguments: MetadataArguments::ARGUMENTS,
    examples: &[
        ("metadata page.html", "who wrote it, when, and where"),
        ("metadata page.html --json", "the same with where each value comes from"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let page = call.page();
    let url = page.url().filter(|url| !url.starts_with("file:"));
    let found = metadata(page, url.as_deref());
    let elements = Elements::new(call);
    let values = found.values().map(|(name, Sourced { value, from, node, confidence, .. })| {
        let place = node.map(|node| SourceElement::new(page, &elements, node));
        Described { name, value, from, place, confidence }
    });
    Ok(Box::new(Found { values: values.collect() }))
}

/// A value with its name and source.
struct Described {
    name: &'static str,
    value: Value,
    from: &'static str,
    place: Option<SourceElement>,
    confidence: f64,
}

struct Found {
    values: Vec<Described>,
}

impl Answer for Found {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for Described { name, value, from, confidence, .. } in &self.values {
            let text = match value {
                Value::Array(values) => values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
                value => value.as_str().unwrap_or_default().to_owned(),
            };
            put!(out, "{:<14} {}", *name, PageText::of(&text));
            put_line!(out, "  ({}, {:.2})", *from, *confidence);
        }
        out
    }

    fn json(&self) -> String {
        let data: Map<String, Value> = self.values.iter().map(|own| (own.name.to_owned(), own.value.clone())).collect();
        let source = |own: &Described| {
            let mut source =
                serde_json::to_value(&own.place).ok().filter(Value::is_object).unwrap_or_else(|| json!({}));
            if let Some(object) = source.as_object_mut() {
                object.insert("from".to_owned(), own.from.into());
                object.insert("confidence".to_owned(), json!((own.confidence * 100.0).round() / 100.0));
            }
            (own.name.to_owned(), source)
        };
        let sources: Map<String, Value> = self.values.iter().map(source).collect();
        to_json(&json!({ "metadata": data, "sources": sources }))
    }

    fn verdict(&self) -> Verdict {
        if self.values.is_empty() { Verdict::Nothing } else { Verdict::Done }
    }
}
