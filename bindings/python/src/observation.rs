//! A page as a session sees it: with the refs that its elements have there.

use std::sync::Arc;

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stillpage::refs::{Ref, RefTable};

use crate::element::Element;
use crate::page::{Loaded, Page, agent_view, refs_dict, snapshot};

#[doc = doc!("Observation")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Observation {
    pub(crate) loaded: Arc<Loaded>,
    pub(crate) refs: Arc<RefTable>,
}

#[pymethods]
impl Observation {
    #[doc = doc!("Observation.page")]
    #[getter]
    fn page(&self) -> Page {
        Page { loaded: self.loaded.clone() }
    }

    #[doc = doc!("Observation.refs")]
    #[getter]
    fn refs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        refs_dict(py, &self.loaded, &self.refs)
    }

    #[doc = doc!("Observation.snapshot")]
    #[pyo3(signature = (*, boxes=false, depth=None, max_tokens=None))]
    fn snapshot(
        &self,
        py: Python<'_>,
        boxes: bool,
        depth: Option<usize>,
        max_tokens: Option<usize>,
    ) -> PyResult<String> {
        snapshot(py, &self.loaded, Some(&self.refs), "ai", boxes, depth, max_tokens)
    }

    #[doc = doc!("Observation.agent_view")]
    #[pyo3(signature = (*, boxes=false, max_tokens=None, modal="mark", suspicious=false))]
    fn agent_view(
        &self,
        py: Python<'_>,
        boxes: bool,
        max_tokens: Option<usize>,
        modal: &str,
        suspicious: bool,
    ) -> PyResult<String> {
        agent_view(py, &self.loaded, Some(&self.refs), boxes, max_tokens, modal, suspicious)
    }

    fn __len__(&self) -> usize {
        self.refs.len()
    }

    fn __getitem__(&self, reference: &str) -> PyResult<Element> {
        let node = reference.parse::<Ref>().ok().and_then(|reference| self.refs.element(reference));
        let node = node.ok_or_else(|| PyKeyError::new_err(reference.to_owned()))?;
        Ok(Element { loaded: self.loaded.clone(), node, refs: Some(self.refs.clone()) })
    }

    fn __repr__(&self) -> String {
        format!("<Observation of {:?}, {} refs>", self.loaded.page.title(), self.refs.len())
    }
}
