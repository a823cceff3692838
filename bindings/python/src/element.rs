//! Elements of a page, and what answers say of them.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use stillpage::actions::{Outcome, Policy, Refusal};
use stillpage::errors::ActionError;
use stillpage::refs::RefTable;
use stillpage::{NodeId, Point, Role};

use crate::action::{Performed, gone, read_drop_target, read_options};
use crate::error::{try_work, work};
use crate::page::{Loaded, read_policy};
use crate::styles::WonDeclaration;

#[doc = doc!("Element")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) loaded: Arc<Loaded>,
    pub(crate) node: NodeId,
    /// The refs of a session; `None`: those of the page alone.
    pub(crate) refs: Option<Arc<RefTable>>,
}

impl Element {
    pub(crate) fn new(loaded: &Arc<Loaded>, node: NodeId) -> Self {
        Self { loaded: loaded.clone(), node, refs: None }
    }

    /// `None` for what is not an element of the page's tree, which no answer of the library names.
    fn inner(&self) -> Option<stillpage::Element<'_>> {
        self.loaded.page.element(self.node)
    }

    /// Another element of the same page.
    fn other(&self, node: NodeId) -> Option<Self> {
        self.loaded.page.element(node).map(|_| Self { node, ..self.clone() })
    }

    fn reference(&self) -> Option<String> {
        let refs = self.refs.clone().unwrap_or_else(|| self.loaded.refs());
        refs.of(self.node).map(|reference| reference.to_string())
    }
}

#[pymethods]
impl Element {
    #[doc = doc!("Element.tag")]
    #[getter]
    fn tag(&self) -> &str {
        self.inner().map_or("", stillpage::Element::tag_name)
    }

    #[doc = doc!("Element.ref")]
    #[getter]
    fn r#ref(&self, py: Python<'_>) -> PyResult<Option<String>> {
        work(py, || self.reference())
    }

    #[doc = doc!("Element.role")]
    #[getter]
    fn role(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        work(py, || self.inner().and_then(stillpage::Element::role).map(Role::name))
    }

    #[doc = doc!("Element.name")]
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<&str> {
        work(py, || self.inner().map_or("", stillpage::Element::accessible_name))
    }

    #[doc = doc!("Element.description")]
    #[getter]
    fn description(&self, py: Python<'_>) -> PyResult<&str> {
        work(py, || self.inner().map_or("", stillpage::Element::accessible_description))
    }

    #[doc = doc!("Element.text")]
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        work(py, || self.inner().map(stillpage::Element::inner_text).unwrap_or_default())
    }

    #[doc = doc!("Element.box")]
    #[getter]
    fn r#box(&self) -> Option<(f32, f32, f32, f32)> {
        let rect = self.inner()?.bounding_box()?;
        Some((rect.x, rect.y, rect.width, rect.height))
    }

    #[doc = doc!("Element.visible")]
    #[getter]
    fn visible(&self, py: Python<'_>) -> PyResult<bool> {
        work(py, || self.inner().is_some_and(stillpage::Element::is_visible))
    }

    #[doc = doc!("Element.parent")]
    #[getter]
    fn parent(&self) -> Option<Self> {
        self.other(self.inner()?.parent()?.id())
    }

    #[doc = doc!("Element.attrib")]
    #[getter]
    fn attrib<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.inner().into_iter().flat_map(stillpage::Element::attributes) {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    #[doc = doc!("Element.get")]
    #[pyo3(signature = (name, default=None))]
    fn get(&self, name: &str, default: Option<String>) -> Option<String> {
        self.inner().and_then(|element| element.attribute(name)).map(str::to_owned).or(default)
    }

    #[doc = doc!("Element.check")]
    #[pyo3(signature = (*, policy="lineage", in_place=false))]
    fn check(&self, py: Python<'_>, policy: &str, in_place: bool) -> PyResult<Click> {
        Click::of(py, &self.loaded, self.refs.as_ref(), self.node, read_policy(py, policy)?, in_place)
    }

    #[doc = doc!("Element.explain_styles")]
    #[pyo3(signature = (property=None))]
    fn explain_styles(&self, py: Python<'_>, property: Option<&str>) -> PyResult<Vec<WonDeclaration>> {
        let won = work(py, || self.inner().map(|element| element.explain_styles(property)).unwrap_or_default())?;
        let with_element = |won: stillpage::styles::WonDeclaration| {
            let from = won.inherited_from.and_then(|node| self.other(node));
            WonDeclaration::new(won, from)
        };
        Ok(won.into_iter().map(with_element).collect())
    }

    #[doc = doc!("Element.click")]
    pub(crate) fn click(&self, py: Python<'_>) -> PyResult<Performed> {
        Performed::on(py, &self.loaded, self.node, |element| element.click())
    }

    #[doc = doc!("Element.dblclick")]
    pub(crate) fn dblclick(&self, py: Python<'_>) -> PyResult<Performed> {
        Performed::on(py, &self.loaded, self.node, |element| element.dblclick())
    }

    #[doc = doc!("Element.hover")]
    pub(crate) fn hover(&self, py: Python<'_>) -> PyResult<Performed> {
        Performed::on(py, &self.loaded, self.node, |element| element.hover())
    }

    #[doc = doc!("Element.fill")]
    pub(crate) fn fill(&self, py: Python<'_>, text: &str) -> PyResult<Performed> {
        Performed::on(py, &self.loaded, self.node, |element| element.fill(text))
    }

    #[doc = doc!("Element.type")]
    pub(crate) fn r#type(&self, py: Python<'_>, text: &str) -> PyResult<Performed> {
        Performed::on(py, &self.loaded, self.node, |element| element.press_sequentially(text))
    }

    #[doc = doc!("Element.select_option")]
    pub(crate) fn select_option(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Performed> {
        let options = read_options(value)?;
        Performed::on(py, &self.loaded, self.node, |element| element.select_option(options))
    }

    #[doc = doc!("Element.set_checked")]
    pub(crate) fn set_checked(&self, py: Python<'_>, checked: bool) -> PyResult<Performed> {
        Performed::on(py, &self.loaded, self.node, |element| element.set_checked(checked))
    }

    #[doc = doc!("Element.submit")]
    pub(crate) fn submit(&self, py: Python<'_>) -> PyResult<Performed> {
        Performed::on(py, &self.loaded, self.node, |element| element.submit())
    }

    #[doc = doc!("Element.press")]
    fn press(&self, py: Python<'_>, key: &str) -> PyResult<Performed> {
        Performed::on(py, &self.loaded, self.node, |element| element.press(key))
    }

    #[doc = doc!("Element.drag_to")]
    fn drag_to(&self, py: Python<'_>, target: &Self) -> PyResult<Performed> {
        let to = read_drop_target(py, &self.loaded, target)?;
        Performed::on(py, &self.loaded, self.node, |element| {
            element.drag_to(self.loaded.page.element(to).ok_or_else(gone)?)
        })
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.loaded, &other.loaded) && self.node == other.node
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.loaded) as usize, self.node).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        work(py, || {
            let Some(element) = self.inner() else { return "<Element>".to_owned() };
            let mut out = format!("<Element {}", element.tag_name());
            if let Some(role) = element.role().filter(|role| role.name() != element.tag_name()) {
                out.push_str(&format!(" {}", role.name()));
            }
            if !element.accessible_name().is_empty() {
                out.push_str(&format!(" {:?}", element.accessible_name()));
            }
            if let Some(reference) = self.reference() {
                out.push_str(&format!(" ref={reference}"));
            }
            out + ">"
        })
    }
}

fn pair(point: Point) -> (f32, f32) {
    (point.x, point.y)
}

#[doc = doc!("Click")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Click {
    element: Element,
    landing: stillpage::actions::Landing,
}

impl Click {
    pub(crate) fn of(
        py: Python<'_>,
        loaded: &Arc<Loaded>,
        refs: Option<&Arc<RefTable>>,
        node: NodeId,
        policy: Policy,
        in_place: bool,
    ) -> PyResult<Self> {
        let landing = try_work(py, || {
            let element = loaded.page.element(node).ok_or_else(gone)?;
            Ok::<_, ActionError>(if in_place {
                element.check_click_in_place(policy)
            } else {
                element.check_click(policy)
            })
        })?;
        Ok(Self { element: Element { loaded: loaded.clone(), node, refs: refs.cloned() }, landing })
    }

    fn all_scrolled(&self, all: &[stillpage::actions::Scrolled]) -> Vec<ScrolledBy> {
        let by = |scrolled: &stillpage::actions::Scrolled| ScrolledBy {
            element: self.element.other(scrolled.scroller),
            by: pair(scrolled.by),
            to: pair(scrolled.to),
        };
        all.iter().map(by).collect()
    }
}

#[pymethods]
impl Click {
    #[doc = doc!("Click.element")]
    #[getter]
    fn element(&self) -> Element {
        self.element.clone()
    }

    #[doc = doc!("Click.ok")]
    #[getter]
    fn ok(&self) -> bool {
        self.landing.is_ok()
    }

    #[doc = doc!("Click.outcome")]
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.landing.outcome {
            Outcome::Lands => "lands",
            Outcome::Refused(_) => "refused",
            _ => "unknown",
        }
    }

    #[doc = doc!("Click.reason")]
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        match self.landing.outcome {
            Outcome::Refused(refusal) => Some(refusal.as_str()),
            Outcome::Unknown(unknown) => Some(unknown.as_str()),
            _ => None,
        }
    }

    #[doc = doc!("Click.interceptor")]
    #[getter]
    fn interceptor(&self) -> Option<Element> {
        match self.landing.outcome {
            Outcome::Refused(Refusal::Intercepted(by) | Refusal::PointerEventsNone(by)) => self.element.other(by?),
            _ => None,
        }
    }

    #[doc = doc!("Click.point")]
    #[getter]
    fn point(&self) -> Option<(f32, f32)> {
        self.landing.point.map(pair)
    }

    #[doc = doc!("Click.free_point")]
    #[getter]
    fn free_point(&self) -> Option<(f32, f32)> {
        self.landing.free_point.map(pair)
    }

    #[doc = doc!("Click.scrolled")]
    #[getter]
    fn scrolled(&self) -> Vec<ScrolledBy> {
        self.all_scrolled(&self.landing.scrolled)
    }

    #[doc = doc!("Click.freed_by")]
    #[getter]
    fn freed_by(&self) -> Vec<ScrolledBy> {
        self.all_scrolled(&self.landing.freed_by)
    }

    fn __bool__(&self) -> bool {
        self.landing.is_ok()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut out = format!("<Click {}", self.outcome());
        if let Some(reason) = self.reason() {
            out.push_str(&format!(" {reason}"));
        }
        if let Some(by) = self.interceptor() {
            out.push_str(&format!(" by {}", by.__repr__(py)?));
        }
        if let Some((x, y)) = self.point() {
            out.push_str(&format!(" at {x},{y}"));
        }
        Ok(out + ">")
    }
}

#[doc = doc!("ScrolledBy")]
#[pyclass(frozen, get_all, module = "stillpage")]
#[derive(Debug, Clone)]
pub(crate) struct ScrolledBy {
    #[doc = doc!("ScrolledBy.element")]
    element: Option<Element>,
    #[doc = doc!("ScrolledBy.by")]
    by: (f32, f32),
    #[doc = doc!("ScrolledBy.to")]
    to: (f32, f32),
}

#[pymethods]
impl ScrolledBy {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let what = self.element.as_ref().map_or_else(|| Ok("viewport".to_owned()), |element| element.__repr__(py))?;
        Ok(format!("<ScrolledBy {what} by {},{}>", self.by.0, self.by.1))
    }
}

#[doc = doc!("TextMatch")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct TextMatch {
    element: Element,
    text: String,
    before: String,
    after: String,
    hidden: bool,
}

impl TextMatch {
    pub(crate) fn new(loaded: &Arc<Loaded>, found: stillpage::TextMatch<'_>) -> Self {
        let element = Element::new(loaded, found.element.id());
        Self { element, text: found.text, before: found.before, after: found.after, hidden: found.hidden }
    }
}

#[pymethods]
impl TextMatch {
    #[doc = doc!("TextMatch.text")]
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    #[doc = doc!("TextMatch.before")]
    #[getter]
    fn before(&self) -> &str {
        &self.before
    }

    #[doc = doc!("TextMatch.after")]
    #[getter]
    fn after(&self) -> &str {
        &self.after
    }

    #[doc = doc!("TextMatch.hidden")]
    #[getter]
    fn hidden(&self) -> bool {
        self.hidden
    }

    #[doc = doc!("TextMatch.element")]
    #[getter]
    fn element(&self) -> Element {
        self.element.clone()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<TextMatch {:?} in {}>", self.text, self.element.__repr__(py)?))
    }
}

#[doc = doc!("TextMatches")]
#[pyclass(frozen, sequence, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct TextMatches {
    pub(crate) matches: Vec<Py<TextMatch>>,
    pub(crate) total: usize,
}

#[pymethods]
impl TextMatches {
    #[doc = doc!("TextMatches.total")]
    #[getter]
    fn total(&self) -> usize {
        self.total
    }

    fn __len__(&self) -> usize {
        self.matches.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, &self.matches)?.try_iter()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<TextMatch>> {
        let at = if index < 0 { self.matches.len().checked_add_signed(index) } else { usize::try_from(index).ok() };
        let found = at.and_then(|at| self.matches.get(at));
        found.map(|found| found.clone_ref(py)).ok_or_else(|| PyIndexError::new_err("match index out of range"))
    }

    fn __repr__(&self) -> String {
        format!("<TextMatches {} of {}>", self.matches.len(), self.total)
    }
}
