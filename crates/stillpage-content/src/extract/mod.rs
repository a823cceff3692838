//! Structured data from a page: what a JSON Schema asks for, as far as the page contains it.
//!
//! In this order: what the schema binds to a place on the page, machine-readable data of the page, then its structure and
//! its labels. What is not found stays out, or is null where the schema allows it; nothing is made up.
//!
//! *In*: [`Page`] and a JSON Schema. *Out*: a value, with the source and confidence of each part.
//!
//! *Invariants*: the value conforms to the schema; every part of it is on the page.

mod array;
mod bind;
mod boilerplate;
mod byline;
mod code;
pub(crate) mod convert;
pub(crate) mod embedded;
mod field;
mod fill;
mod head;
mod item;
mod lines;
mod list;
mod matching;
pub mod model;
mod money;
mod name;
mod named_list;
mod numbering;
mod page_level;
mod path;
mod pattern;
mod person;
mod picture;
mod picture_size;
mod pointer;
mod rating;
mod record;
mod scalar;
mod schema;
mod schema_check;
mod site;
mod structured;
#[cfg(test)]
mod tests;
mod texts;
pub mod value;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

pub use schema::{Schema, Violation};
pub use schema_check::SchemaError;

use self::fill::{Extractor, MAX_VALUES};
use crate::dom::NodeId;
use crate::page::Page;

/// The extracted data, with their sources.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Extraction {
    /// In the shape of the schema, as far as it was found.
    pub data: Value,
    /// The source of each value, by JSON Pointer into `data`.
    pub sources: BTreeMap<String, Provenance>,
    /// The places at which `data` breaks the schema: what is required and was not found, above all.
    pub violations: Vec<Violation>,
}

/// The source of a value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Provenance {
    /// The kind of source: `binding`, `json-ld`, `microdata`, `rdfa`, `microformat`, `meta`, `header`, `label`, `itemprop`, `class`, `element`, `format`,
    /// `schema`.
    pub from: &'static str,
    /// The element; of JSON-LD the script, or the element in whose attribute an app keeps it.
    pub node: Option<NodeId>,
    /// The property of data for machines: `offers.price`.
    pub property: Option<String>,
    /// From 0 to 1, two decimals: 1 is what the schema binds, below 0.6 is a guess by kind alone.
    pub confidence: f64,
}

/// Extracts what a schema asks for.
#[must_use]
pub fn extract(page: &Page, schema: &Schema) -> Extraction {
    let mut filler = Extractor::new(page, schema);
    let data = filler.fill_root().unwrap_or_else(|| {
        let facets = schema.facets(schema.json());
        match (facets.is_object(), facets.is_array()) {
            (true, _) => Value::Object(Map::new()),
            (_, true) => Value::Array(Vec::new()),
            _ => Value::Null,
        }
    });
    let mut violations = schema.violations(&data);
    violations.extend(filler.slow_selectors.borrow().iter().map(|selector| Violation {
        pointer: String::new(),
        message: format!("the selector {selector:?} takes too long on this page; its values are missing"),
    }));
    if filler.values > MAX_VALUES {
        let message = format!("the page has more than {MAX_VALUES} values for this schema; the rest is missing");
        violations.push(Violation { pointer: String::new(), message });
    }
    Extraction { data, sources: filler.into_sources(), violations }
}
