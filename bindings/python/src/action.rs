//! Actions: each gives the page after it, since pages never change.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use stillpage::NodeId;
use stillpage::errors::ActionError;

use crate::element::Element;
use crate::error::{argument, try_work, wrong_type};
use crate::page::{Loaded, Page};
use crate::value::to_python;

#[doc = doc!("Performed")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Performed {
    page: Page,
    effects: serde_json::Value,
}

impl Performed {
    /// Does something to an element.
    pub(crate) fn on(
        py: Python<'_>,
        loaded: &Arc<Loaded>,
        node: NodeId,
        action: impl FnOnce(stillpage::Element<'_>) -> Result<stillpage::actions::Performed, ActionError> + Send,
    ) -> PyResult<Self> {
        Self::of(py, || action(loaded.page.element(node).ok_or_else(gone)?))
    }

    pub(crate) fn of(
        py: Python<'_>,
        action: impl FnOnce() -> Result<stillpage::actions::Performed, ActionError> + Send,
    ) -> PyResult<Self> {
        let (page, effects) = try_work(py, || {
            let done = action()?;
            let effects = done.effects_json();
            Ok::<_, ActionError>((done.page, effects))
        })?;
        let effects = serde_json::from_str(&effects).unwrap_or_default();
        Ok(Self { page: Page::new(page), effects })
    }
}

#[pymethods]
impl Performed {
    #[doc = doc!("Performed.page")]
    #[getter]
    fn page(&self) -> Page {
        Page { loaded: self.page.loaded.clone() }
    }

    #[doc = doc!("Performed.effects")]
    #[getter]
    fn effects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.effects)
    }

    fn __repr__(&self) -> String {
        let effects = self.effects.as_array().into_iter().flatten();
        let names: Vec<&str> = effects.filter_map(|effect| effect.get("effect")?.as_str()).collect();
        format!("<Performed [{}]>", names.join(", "))
    }
}

/// The error of a node that is no element of its page's tree.
pub(crate) fn gone() -> ActionError {
    ActionError::NotFound { what: "at this place in the tree".into(), hint: "look for the element again".into() }
}

/// The options that a `select` is to have: one text or several.
pub(crate) fn read_options(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(vec![text.to_cow()?.into_owned()]);
    }
    value.extract().map_err(|_| wrong_type("value", "a str or a sequence of them", value))
}

/// The element that something is dropped on.
pub(crate) fn read_drop_target(py: Python<'_>, loaded: &Arc<Loaded>, target: &Element) -> PyResult<NodeId> {
    if Arc::ptr_eq(&target.loaded, loaded) {
        return Ok(target.node);
    }
    Err(argument(py, "the element is of another page", "find it on this page"))
}
