//! `Session`: refs that survive re-renders.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use stillpage::errors::RefError;
use stillpage::refs::{Numbering, Ref};

use crate::element::Element;
use crate::error::{argument, try_work, work};
use crate::observation::Observation;
use crate::page::Page;

#[doc = doc!("Session")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Session {
    /// Locked without the GIL only: whoever holds it may wait for the GIL.
    session: Mutex<stillpage::Session>,
}

impl Session {
    fn lock(&self) -> MutexGuard<'_, stillpage::Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (*, numbering="sequential"))]
    fn new(py: Python<'_>, numbering: &str) -> PyResult<Self> {
        let mut session = stillpage::Session::new();
        session.set_numbering(match numbering {
            "sequential" => Numbering::Sequential,
            "stable" => Numbering::Stable,
            other => {
                let message = format!("numbering {other:?} is unknown");
                return Err(argument(py, &message, "pass \"sequential\" or \"stable\""));
            }
        });
        Ok(Self { session: Mutex::new(session) })
    }

    #[doc = doc!("Session.from_bytes")]
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let session = work(py, || stillpage::Session::from_bytes(data))?;
        let session = session.map_err(|error| argument(py, &error.to_string(), error.hint()))?;
        Ok(Self { session: Mutex::new(session) })
    }

    #[doc = doc!("Session.to_bytes")]
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = work(py, || self.lock().to_bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    #[doc = doc!("Session.observe")]
    #[pyo3(signature = (page, *, tab="1"))]
    fn observe(&self, py: Python<'_>, page: &Bound<'_, Page>, tab: &str) -> PyResult<Observation> {
        let loaded = page.get().loaded.clone();
        let refs = work(py, || {
            let shown = loaded.refs();
            self.lock().observe(tab, &loaded.page, &shown)
        })?;
        Ok(Observation { loaded, refs: Arc::new(refs) })
    }

    #[doc = doc!("Session.resolve")]
    #[pyo3(signature = (page, r#ref, *, tab=None))]
    fn resolve(&self, py: Python<'_>, page: &Bound<'_, Page>, r#ref: &str, tab: Option<&str>) -> PyResult<Resolution> {
        let reference: Ref = r#ref.parse().map_err(|_| {
            argument(py, &format!("{:?} is not a ref", r#ref), "pass a ref of a snapshot, such as \"e7\" or \"f1e2\"")
        })?;
        let loaded = page.get().loaded.clone();
        try_work(py, || {
            let found = self.lock().resolve(&loaded.page, reference, tab)?;
            Ok::<_, RefError>(Resolution {
                reference,
                element: Element::new(&loaded, found.element.id()),
                outcome: found.kind.as_str(),
                proof: found.proof.as_str(),
                confidence: found.confidence,
                reason: found.reason,
            })
        })
    }

    #[doc = doc!("Session.navigate")]
    #[pyo3(signature = (*, tab="1"))]
    fn navigate(&self, py: Python<'_>, tab: &str) -> PyResult<()> {
        work(py, || self.lock().navigate(tab))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        work(py, || self.lock().len())
    }

    /// A session without refs is one all the same.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Session {} refs>", self.__len__(py)?))
    }
}

#[doc = doc!("Resolution")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Resolution {
    reference: Ref,
    element: Element,
    outcome: &'static str,
    proof: &'static str,
    confidence: f32,
    reason: String,
}

#[pymethods]
impl Resolution {
    #[doc = doc!("Resolution.ref")]
    #[getter]
    fn r#ref(&self) -> String {
        self.reference.to_string()
    }

    #[doc = doc!("Resolution.element")]
    #[getter]
    fn element(&self) -> Element {
        self.element.clone()
    }

    #[doc = doc!("Resolution.outcome")]
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome
    }

    #[doc = doc!("Resolution.proof")]
    #[getter]
    fn proof(&self) -> &'static str {
        self.proof
    }

    #[doc = doc!("Resolution.confidence")]
    #[getter]
    fn confidence(&self) -> f32 {
        self.confidence
    }

    #[doc = doc!("Resolution.reason")]
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    fn __repr__(&self) -> String {
        format!("<Resolution {} {}: {}>", self.reference, self.outcome, self.reason)
    }
}
