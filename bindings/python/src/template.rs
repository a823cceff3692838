//! Questions with a language of their own: aria snapshot templates and JSON Schemas.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use stillpage::template::TemplateMatch;

use crate::element::Element;
use crate::error::{argument, try_work, work, wrong_type};
use crate::page::{Loaded, read_template};
use crate::value::to_python;

#[doc = doc!("AriaMatch")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct AriaMatch {
    pub(crate) result: TemplateMatch,
}

#[pymethods]
impl AriaMatch {
    #[doc = doc!("AriaMatch.matches")]
    #[getter]
    fn matches(&self) -> bool {
        self.result.matches
    }

    #[doc = doc!("AriaMatch.diff")]
    #[getter]
    fn diff(&self) -> &str {
        &self.result.diff
    }

    #[doc = doc!("AriaMatch.updated")]
    #[getter]
    fn updated(&self) -> &str {
        &self.result.updated
    }

    fn __bool__(&self) -> bool {
        self.result.matches
    }

    fn __repr__(&self) -> &'static str {
        if self.result.matches { "<AriaMatch matches>" } else { "<AriaMatch does not match>" }
    }
}

#[doc = doc!("match_aria_text")]
#[pyfunction]
pub(crate) fn match_aria_text(py: Python<'_>, snapshot: &str, template: &str) -> PyResult<AriaMatch> {
    let template = read_template(py, template)?;
    Ok(AriaMatch { result: try_work(py, || template.matches_snapshot(snapshot))? })
}

#[doc = doc!("Schema")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Schema {
    pub(crate) schema: stillpage::extract::Schema,
}

#[pymethods]
impl Schema {
    #[new]
    fn new(py: Python<'_>, schema: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = if let Ok(text) = schema.cast::<PyString>() {
            text.to_cow()?.into_owned()
        } else {
            // A pydantic model knows its own.
            let schema = match schema.getattr_opt("model_json_schema")? {
                Some(model) => model.call0()?,
                None => schema.clone(),
            };
            if !schema.is_instance_of::<PyDict>() {
                return Err(wrong_type("schema", "a dict, JSON text, a Schema or a pydantic model", &schema));
            }
            py.import("json")?.call_method1("dumps", (schema,))?.extract()?
        };
        let schema = work(py, || stillpage::extract::Schema::parse(&text))?.map_err(|error| {
            let place = if error.pointer.is_empty() { String::new() } else { format!(" at {}", error.pointer) };
            argument(py, &format!("the schema{place}: {}", error.reason), &error.hint)
        })?;
        Ok(Self { schema })
    }

    fn __repr__(&self) -> String {
        let title = self.schema.json().get("title").and_then(serde_json::Value::as_str);
        title.map_or_else(|| "<Schema>".to_owned(), |title| format!("<Schema {title:?}>"))
    }
}

/// A schema, or what one can be made of.
pub(crate) fn read_schema(py: Python<'_>, schema: &Bound<'_, PyAny>) -> PyResult<Py<Schema>> {
    match schema.cast::<Schema>() {
        Ok(schema) => Ok(schema.clone().unbind()),
        Err(_) => Py::new(py, Schema::new(py, schema)?),
    }
}

#[doc = doc!("Extraction")]
#[pyclass(frozen, get_all, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Extraction {
    #[doc = doc!("Extraction.data")]
    data: Py<PyAny>,
    #[doc = doc!("Extraction.sources")]
    sources: Py<PyDict>,
    #[doc = doc!("Extraction.violations")]
    violations: Vec<(String, String)>,
}

impl Extraction {
    pub(crate) fn new(py: Python<'_>, loaded: &Arc<Loaded>, found: &stillpage::extract::Extraction) -> PyResult<Self> {
        let sources = PyDict::new(py);
        for (pointer, source) in &found.sources {
            let row = PyDict::new(py);
            row.set_item("from", source.from)?;
            row.set_item("element", source.node.map(|node| Py::new(py, Element::new(loaded, node))).transpose()?)?;
            row.set_item("property", source.property.as_deref())?;
            row.set_item("confidence", source.confidence)?;
            sources.set_item(pointer, row)?;
        }
        let violations = found.violations.iter().map(|v| (v.pointer.clone(), v.message.clone())).collect();
        Ok(Self { data: to_python(py, &found.data)?.unbind(), sources: sources.unbind(), violations })
    }
}

impl Extraction {
    pub(crate) fn of_metadata(
        py: Python<'_>,
        loaded: &Arc<Loaded>,
        found: &stillpage::extract::Metadata,
    ) -> PyResult<Self> {
        let sources = PyDict::new(py);
        let mut data = serde_json::Map::new();
        for (name, own) in found.values() {
            let row = PyDict::new(py);
            row.set_item("from", own.from)?;
            row.set_item("element", own.node.map(|node| Py::new(py, Element::new(loaded, node))).transpose()?)?;
            row.set_item("property", py.None())?;
            row.set_item("confidence", own.confidence)?;
            sources.set_item(format!("/{name}"), row)?;
            data.insert(name.to_owned(), own.value);
        }
        let data = to_python(py, &serde_json::Value::Object(data))?.unbind();
        Ok(Self { data, sources: sources.unbind(), violations: Vec::new() })
    }
}

#[pymethods]
impl Extraction {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Extraction {}>", self.data.bind(py).repr()?))
    }
}
