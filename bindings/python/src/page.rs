//! `Page`, and where pages come from.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use serde_json::Value;
use stillpage::actions::Policy;
use stillpage::errors::{ElementSummary, RefError, SelectorError};
use stillpage::markdown::{Favor, MarkdownOptions};
use stillpage::refs::{Ref, RefTable};
use stillpage::screenshot::{ImageFormat, Outlines, ScreenshotOptions, Tolerance};
use stillpage::template::Template;
use stillpage::{
    AgentView, AgentViewOptions, Error, ModalMode, NodeId, Search, Snapshot, SnapshotMode, SnapshotOptions, assertions,
};

use crate::action::Performed;
use crate::device::DeviceOptions;
use crate::element::{Click, Element, TextMatch, TextMatches};
use crate::error::{argument, raise, try_work, work, wrong_type};
use crate::table::Table;
use crate::template::{AriaMatch, Extraction, read_schema};
use crate::value::to_python;

/// A page and the refs that Playwright would give its elements.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) page: stillpage::Page,
    refs: OnceLock<Arc<RefTable>>,
}

impl Loaded {
    pub(crate) fn refs(&self) -> Arc<RefTable> {
        self.refs.get_or_init(|| Arc::new(self.page.aria_snapshot().refs().clone())).clone()
    }
}

#[doc = doc!("Page")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) loaded: Arc<Loaded>,
}

#[doc = doc!("open")]
#[pyfunction]
#[pyo3(signature = (path, *, at=None, url=None, device=None, viewport=None, scale=None, mobile=None, color_scheme=None, reduced_motion=false, locale=None, scroll_y=None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn open(
    py: Python<'_>,
    path: &Bound<'_, PyAny>,
    at: Option<&str>,
    url: Option<&str>,
    device: Option<&str>,
    viewport: Option<(f64, f64)>,
    scale: Option<f32>,
    mobile: Option<bool>,
    color_scheme: Option<&str>,
    reduced_motion: bool,
    locale: Option<&str>,
    scroll_y: Option<f32>,
) -> PyResult<Page> {
    let path: PathBuf = path.extract().map_err(|_| wrong_type("path", "str or os.PathLike", path))?;
    let options = DeviceOptions { device, viewport, scale, mobile, color_scheme, reduced_motion, locale, scroll_y };
    let mut builder = stillpage::Page::builder();
    // A recording has a device of its own.
    if options.is_given() {
        builder = builder.device(options.build(py)?);
    }
    if let Some(at) = at {
        builder = builder.at(at);
    }
    if let Some(url) = url {
        builder = try_work(py, || builder.url(url))?;
    }
    Ok(Page::new(try_work(py, || builder.open(path))?))
}

#[doc = doc!("states")]
#[pyfunction]
pub(crate) fn states<'py>(py: Python<'py>, path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let path: PathBuf = path.extract().map_err(|_| wrong_type("path", "str or os.PathLike", path))?;
    let shown = path.display().to_string();
    let recording = try_work(py, || stillpage::recordings::SessionRecording::open(path))?;
    let recording = recording.ok_or_else(|| {
        argument(py, &format!("{shown} is not a recording"), "pass the trace.zip of Playwright, or the events of rrweb")
    })?;
    let states: Vec<Value> = recording.states().iter().map(state).collect();
    to_python(py, &Value::from(states))
}

fn state(state: &stillpage::recordings::RecordedState) -> Value {
    let action = state.action.as_ref().map(|action| {
        serde_json::json!({
            "method": action.method,
            "locator": action.locator,
            "point": action.point.map(|point| [point.x, point.y]),
            "value": action.value,
        })
    });
    serde_json::json!({
        "id": state.id, "time": state.time, "page": state.page, "url": state.url, "action": action, "error": state.error,
    })
}

#[doc = doc!("estimate_tokens")]
#[pyfunction]
pub(crate) fn estimate_tokens(text: &str) -> usize {
    stillpage::estimate_tokens(text)
}

#[pymethods]
impl Page {
    #[doc = doc!("Page.from_html")]
    #[staticmethod]
    #[pyo3(signature = (html, *, url=None, device=None, viewport=None, scale=None, mobile=None, color_scheme=None, reduced_motion=false, locale=None, scroll_y=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn from_html(
        py: Python<'_>,
        html: &Bound<'_, PyAny>,
        url: Option<&str>,
        device: Option<&str>,
        viewport: Option<(f64, f64)>,
        scale: Option<f32>,
        mobile: Option<bool>,
        color_scheme: Option<&str>,
        reduced_motion: bool,
        locale: Option<&str>,
        scroll_y: Option<f32>,
    ) -> PyResult<Self> {
        let options = DeviceOptions { device, viewport, scale, mobile, color_scheme, reduced_motion, locale, scroll_y };
        let mut builder = stillpage::Page::builder().device(options.build(py)?);
        if let Some(url) = url {
            builder = builder.url(url).map_err(|error| raise(py, &error.into()))?;
        }
        let page = if let Ok(text) = html.cast::<PyString>() {
            // Lone surrogates are not text; Python's own error says where they are.
            let text = text.to_cow()?;
            work(py, || builder.html(&text))?
        } else if let Ok(bytes) = html.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            try_work(py, || builder.bytes(bytes))?
        } else {
            return Err(wrong_type("html", "str or bytes", html));
        };
        Ok(Self::new(page))
    }

    #[doc = doc!("Page.title")]
    #[getter]
    fn title(&self) -> String {
        self.loaded.page.title()
    }

    #[doc = doc!("Page.url")]
    #[getter]
    fn url(&self) -> Option<String> {
        self.loaded.page.url()
    }

    #[doc = doc!("Page.warnings")]
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.loaded.page.warnings().iter().map(ToString::to_string).collect()
    }

    #[doc = doc!("Page.snapshot")]
    #[pyo3(signature = (*, mode="ai", boxes=false, depth=None, max_tokens=None))]
    fn snapshot(
        &self,
        py: Python<'_>,
        mode: &str,
        boxes: bool,
        depth: Option<usize>,
        max_tokens: Option<usize>,
    ) -> PyResult<String> {
        snapshot(py, &self.loaded, None, mode, boxes, depth, max_tokens)
    }

    #[doc = doc!("Page.agent_view")]
    #[pyo3(signature = (*, boxes=false, max_tokens=None, modal="mark", suspicious=false))]
    fn agent_view(
        &self,
        py: Python<'_>,
        boxes: bool,
        max_tokens: Option<usize>,
        modal: &str,
        suspicious: bool,
    ) -> PyResult<String> {
        agent_view(py, &self.loaded, None, boxes, max_tokens, modal, suspicious)
    }

    #[doc = doc!("Page.tree")]
    #[pyo3(signature = (*, mode="ai", boxes=false, depth=None))]
    fn tree<'py>(&self, py: Python<'py>, mode: &str, boxes: bool, depth: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let options = snapshot_options(py, mode, boxes, depth)?;
        let nodes: Value = work(py, || Snapshot::render(&self.loaded.page, &options).to_json())?;
        to_python(py, &nodes)
    }

    #[doc = doc!("Page.refs")]
    #[getter]
    fn refs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let table = work(py, || self.loaded.refs())?;
        refs_dict(py, &self.loaded, &table)
    }

    #[doc = doc!("Page.find")]
    fn find(&self, py: Python<'_>, selector: &str) -> PyResult<Vec<Element>> {
        let nodes = try_work(py, || {
            let found = self.loaded.page.query_selector_all(selector)?;
            Ok::<_, Error>(found.into_iter().map(stillpage::Element::id).collect::<Vec<_>>())
        })?;
        Ok(nodes.into_iter().map(|node| Element::new(&self.loaded, node)).collect())
    }

    #[doc = doc!("Page.search")]
    #[pyo3(signature = (text, *, regex=false, case_sensitive=false, max_results=10, context_chars=80, include_hidden=false))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn search(
        &self,
        py: Python<'_>,
        text: &str,
        regex: bool,
        case_sensitive: bool,
        max_results: usize,
        context_chars: usize,
        include_hidden: bool,
    ) -> PyResult<TextMatches> {
        let mut query = if regex { Search::regex(text) } else { Search::text(text) };
        query = query.max_results(max_results).surrounding_chars(context_chars);
        if case_sensitive {
            query = query.case_sensitive();
        }
        if include_hidden {
            query = query.include_hidden();
        }
        let (matches, total) = try_work(py, || {
            let found = self.loaded.page.search(&query)?;
            let matches = found.matches.into_iter().map(|found| TextMatch::new(&self.loaded, found));
            Ok::<_, SelectorError>((matches.collect::<Vec<_>>(), found.total))
        })?;
        let matches = matches.into_iter().map(|found| Py::new(py, found));
        Ok(TextMatches { matches: matches.collect::<PyResult<_>>()?, total })
    }

    #[doc = doc!("Page.locate")]
    fn locate(&self, py: Python<'_>, description: &str) -> PyResult<Element> {
        let node = try_work(py, || self.loaded.page.locate(description).map(stillpage::Element::id))?;
        Ok(Element::new(&self.loaded, node))
    }

    #[doc = doc!("Page.check")]
    #[pyo3(signature = (target, *, policy="lineage", in_place=false))]
    fn check(&self, py: Python<'_>, target: &Bound<'_, PyAny>, policy: &str, in_place: bool) -> PyResult<Click> {
        let policy = read_policy(py, policy)?;
        let node = self.find_target(py, target)?;
        Click::of(py, &self.loaded, None, node, policy, in_place)
    }

    #[doc = doc!("Page.element")]
    fn element(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<Element> {
        Ok(Element::new(&self.loaded, self.find_target(py, target)?))
    }

    #[doc = doc!("Page.click")]
    fn click(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<Performed> {
        self.element(py, target)?.click(py)
    }

    #[doc = doc!("Page.dblclick")]
    fn dblclick(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<Performed> {
        self.element(py, target)?.dblclick(py)
    }

    #[doc = doc!("Page.hover")]
    fn hover(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<Performed> {
        self.element(py, target)?.hover(py)
    }

    #[doc = doc!("Page.fill")]
    fn fill(&self, py: Python<'_>, target: &Bound<'_, PyAny>, text: &str) -> PyResult<Performed> {
        self.element(py, target)?.fill(py, text)
    }

    #[doc = doc!("Page.type")]
    fn r#type(&self, py: Python<'_>, target: &Bound<'_, PyAny>, text: &str) -> PyResult<Performed> {
        self.element(py, target)?.r#type(py, text)
    }

    #[doc = doc!("Page.select_option")]
    fn select_option(
        &self,
        py: Python<'_>,
        target: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<Performed> {
        self.element(py, target)?.select_option(py, value)
    }

    #[doc = doc!("Page.set_checked")]
    fn set_checked(&self, py: Python<'_>, target: &Bound<'_, PyAny>, checked: bool) -> PyResult<Performed> {
        self.element(py, target)?.set_checked(py, checked)
    }

    #[doc = doc!("Page.submit")]
    fn submit(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<Performed> {
        self.element(py, target)?.submit(py)
    }

    #[doc = doc!("Page.press")]
    fn press(&self, py: Python<'_>, key: &str) -> PyResult<Performed> {
        Performed::of(py, || self.loaded.page.press(key))
    }

    #[doc = doc!("Page.scroll")]
    fn scroll(&self, py: Python<'_>, right: f32, down: f32) -> PyResult<Performed> {
        Performed::of(py, || self.loaded.page.scroll_by(right, down))
    }

    #[doc = doc!("Page.screenshot")]
    #[pyo3(signature = (path=None, *, full_page=false, clip=None, scale=None, omit_background=false, fonts=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn screenshot<'py>(
        &self,
        py: Python<'py>,
        path: Option<PathBuf>,
        full_page: bool,
        clip: Option<&Bound<'_, PyAny>>,
        scale: Option<f32>,
        omit_background: bool,
        fonts: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut options = self.picture_options(py, full_page, clip, scale, fonts)?.omit_background(omit_background);
        if let Some(path) = &path {
            let Some(format) = ImageFormat::of_path(path) else {
                return Err(argument(py, "path ends neither in .png nor in .webp", "the ending selects the format"));
            };
            options = options.format(format);
        }
        let page = &self.loaded.page;
        let screenshot = try_work(py, || page.screenshot(&options))?;
        if !screenshot.missing_faces().is_empty() {
            let missing = screenshot.missing_faces().join(", ");
            let message = format!("fonts that were not found, whose text is drawn as bars: {missing}");
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)?;
        }
        if let Some(path) = path {
            std::fs::write(path, screenshot.bytes())?;
        }
        Ok(PyBytes::new(py, screenshot.bytes()))
    }

    #[doc = doc!("Page._compare_screenshot")]
    #[pyo3(signature = (path, *, full_page, clip, scale, channel, share, update))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn _compare_screenshot(
        &self,
        py: Python<'_>,
        path: PathBuf,
        full_page: bool,
        clip: Option<&Bound<'_, PyAny>>,
        scale: Option<f32>,
        channel: u8,
        share: f64,
        update: bool,
    ) -> PyResult<Option<String>> {
        let options = self.picture_options(py, full_page, clip, scale, None)?;
        let tolerance = Tolerance::default().channel(channel).share(share);
        let page = &self.loaded.page;
        let accept = "run pytest --update-snapshots";
        work(py, || assertions::compare_picture(page, &path, &options, tolerance, (update, accept)).err())
    }

    #[doc = doc!("Page.text")]
    #[pyo3(signature = (*, main=false, comments=false, favor="balance"))]
    fn text(&self, py: Python<'_>, main: bool, comments: bool, favor: &str) -> PyResult<String> {
        let options = MarkdownOptions::default().comments(comments).favor(read_favor(py, favor)?);
        let page = &self.loaded.page;
        work(py, || if main { page.main_text(&options) } else { page.inner_text() })
    }

    #[doc = doc!("Page.markdown")]
    #[pyo3(signature = (*, main=false, comments=false, favor="balance"))]
    fn markdown(&self, py: Python<'_>, main: bool, comments: bool, favor: &str) -> PyResult<String> {
        let options = MarkdownOptions::default().main(main).comments(comments).favor(read_favor(py, favor)?);
        work(py, || self.loaded.page.markdown(&options).text())
    }

    #[doc = doc!("Page.extract")]
    fn extract(&self, py: Python<'_>, schema: &Bound<'_, PyAny>) -> PyResult<Extraction> {
        let schema = read_schema(py, schema)?;
        let found = work(py, || self.loaded.page.extract(&schema.get().schema))?;
        Extraction::new(py, &self.loaded, &found)
    }

    #[doc = doc!("Page.metadata")]
    fn metadata(&self, py: Python<'_>) -> PyResult<Extraction> {
        let found = work(py, || self.loaded.page.metadata())?;
        Extraction::of_metadata(py, &self.loaded, &found)
    }

    #[doc = doc!("Page.match_aria")]
    fn match_aria(&self, py: Python<'_>, template: &str) -> PyResult<AriaMatch> {
        let template = read_template(py, template)?;
        Ok(AriaMatch { result: try_work(py, || template.matches(&self.loaded.page))? })
    }

    #[doc = doc!("Page.elements")]
    fn elements(&self, py: Python<'_>) -> PyResult<Table> {
        work(py, || Table::of_elements(&self.loaded.page, &self.loaded.refs()))?
            .map_err(|error| crate::table::arrow_error(&error))
    }

    fn __repr__(&self) -> String {
        match (self.loaded.page.url(), self.loaded.page.title()) {
            (Some(url), title) => format!("<Page {title:?} {url}>"),
            (None, title) => format!("<Page {title:?}>"),
        }
    }
}

impl Page {
    pub(crate) fn new(page: stillpage::Page) -> Self {
        Self { loaded: Arc::new(Loaded { page, refs: OnceLock::new() }) }
    }

    fn picture_options(
        &self,
        py: Python<'_>,
        full_page: bool,
        clip: Option<&Bound<'_, PyAny>>,
        scale: Option<f32>,
        fonts: Option<PathBuf>,
    ) -> PyResult<ScreenshotOptions> {
        let mut options = ScreenshotOptions::default().full_page(full_page);
        if let Some(scale) = scale {
            options = options.scale(scale);
        }
        if let Some(fonts) = fonts {
            options = options.outlines(Outlines::of_folder(fonts));
        }
        let Some(clip) = clip else { return Ok(options) };
        let area = self.loaded.page.element(self.find_target(py, clip)?).and_then(stillpage::Element::bounding_box);
        match area.filter(|area| !area.is_empty()) {
            Some(area) => Ok(options.clip(area)),
            None => Err(argument(py, "clip has no box", "take an element around it, or the whole page")),
        }
    }

    fn find_target(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<NodeId> {
        if let Ok(element) = target.cast::<Element>() {
            let element = element.get();
            if !Arc::ptr_eq(&element.loaded, &self.loaded) {
                let hint = "find it on this page; Session.resolve() finds elements of an earlier version of a page";
                return Err(argument(py, "the element is of another page", hint));
            }
            return Ok(element.node);
        }
        let text = target.cast::<PyString>();
        let text = text.map_err(|_| wrong_type("target", "a ref, a selector or an Element", target))?.to_cow()?;
        try_work(py, || {
            if let Ok(reference) = text.parse::<Ref>() {
                let refs = self.loaded.refs();
                return refs.element(reference).ok_or_else(|| unknown_ref(&self.loaded, &refs, reference));
            }
            let found = self.loaded.page.query_selector(&text)?;
            found.map(stillpage::Element::id).ok_or_else(|| {
                Error::Selector(SelectorError::NotFound {
                what: "an element that the selector matches".into(),
                hint: "take a ref from a snapshot of this same page, or write a selector that an element of it matches"
                    .into(),
            })
            })
        })
    }
}

fn unknown_ref(loaded: &Loaded, refs: &RefTable, reference: Ref) -> Error {
    // Limit: refs with the nearest numbers that the error lists.
    const NEAREST: usize = 3;
    let mut known: Vec<_> = refs.iter().filter(|(other, _)| other.frame == reference.frame).collect();
    known.sort_by_key(|(other, _)| other.number.abs_diff(reference.number));
    let summary = |(other, node): (Ref, NodeId)| {
        let mut seen = ElementSummary::default();
        seen.reference = Some(other);
        if let Some(element) = loaded.page.element(node) {
            seen.role = element.role().map_or("generic", stillpage::Role::name).to_owned();
            element.accessible_name().clone_into(&mut seen.name);
        }
        seen
    };
    Error::Ref(RefError::Unknown {
        target: reference.to_string(),
        known: refs.len(),
        nearest: known.into_iter().take(NEAREST).map(summary).collect(),
    })
}

/// Every ref with its element.
pub(crate) fn refs_dict<'py>(
    py: Python<'py>,
    loaded: &Arc<Loaded>,
    table: &Arc<RefTable>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (reference, node) in table.iter() {
        let element = Element { loaded: loaded.clone(), node, refs: Some(table.clone()) };
        dict.set_item(reference.to_string(), Py::new(py, element)?)?;
    }
    Ok(dict)
}

pub(crate) fn read_policy(py: Python<'_>, policy: &str) -> PyResult<Policy> {
    match policy {
        "lineage" => Ok(Policy::Lineage),
        "playwright" => Ok(Policy::Playwright),
        other => Err(argument(py, &format!("policy {other:?} is unknown"), "pass \"lineage\" or \"playwright\"")),
    }
}

pub(crate) fn read_template(py: Python<'_>, text: &str) -> PyResult<Template> {
    Template::parse(text).map_err(|error| argument(py, &format!("the template does not parse: {error}"), error.hint()))
}

fn read_favor(py: Python<'_>, favor: &str) -> PyResult<Favor> {
    Ok(match favor {
        "balance" => Favor::Balance,
        "precision" => Favor::Precision,
        "recall" => Favor::Recall,
        other => {
            let hint = "pass \"balance\", \"precision\" or \"recall\"";
            return Err(argument(py, &format!("favor {other:?} is unknown"), hint));
        }
    })
}

fn snapshot_options(py: Python<'_>, mode: &str, boxes: bool, depth: Option<usize>) -> PyResult<SnapshotOptions> {
    let mode = match mode {
        "ai" => SnapshotMode::Ai,
        "default" => SnapshotMode::Default,
        other => return Err(argument(py, &format!("mode {other:?} is unknown"), "pass \"ai\" or \"default\"")),
    };
    let options = SnapshotOptions::default().mode(mode).boxes(boxes);
    Ok(match depth {
        Some(depth) => options.depth(depth),
        None => options,
    })
}

fn check_tokens(py: Python<'_>, max_tokens: Option<usize>) -> PyResult<()> {
    match max_tokens {
        Some(tokens) if tokens < AgentViewOptions::MIN_TOKENS => {
            let message = format!("max_tokens {tokens} is too small for any page");
            Err(argument(py, &message, &format!("pass {} or more", AgentViewOptions::MIN_TOKENS)))
        }
        _ => Ok(()),
    }
}

pub(crate) fn snapshot(
    py: Python<'_>,
    loaded: &Loaded,
    refs: Option<&RefTable>,
    mode: &str,
    boxes: bool,
    depth: Option<usize>,
    max_tokens: Option<usize>,
) -> PyResult<String> {
    let options = snapshot_options(py, mode, boxes, depth)?;
    check_tokens(py, max_tokens)?;
    work(py, || {
        let mut snapshot = Snapshot::render(&loaded.page, &options);
        if let Some(refs) = refs
            && options.mode == SnapshotMode::Ai
        {
            snapshot = snapshot.with_refs(refs.clone());
        }
        match max_tokens {
            None => snapshot.to_string(),
            Some(max_tokens) => {
                let options = AgentViewOptions::default().modal(ModalMode::Off).max_tokens(max_tokens);
                AgentView::render(&loaded.page, &snapshot, &options).to_string()
            }
        }
    })
}

pub(crate) fn agent_view(
    py: Python<'_>,
    loaded: &Loaded,
    refs: Option<&RefTable>,
    boxes: bool,
    max_tokens: Option<usize>,
    modal: &str,
    suspicious: bool,
) -> PyResult<String> {
    let modal = match modal {
        "mark" => ModalMode::Mark,
        "drop" => ModalMode::Drop,
        "off" => ModalMode::Off,
        other => {
            return Err(argument(py, &format!("modal {other:?} is unknown"), "pass \"mark\", \"drop\" or \"off\""));
        }
    };
    check_tokens(py, max_tokens)?;
    work(py, || {
        let mut snapshot = Snapshot::render(&loaded.page, &SnapshotOptions::default().boxes(boxes));
        if let Some(refs) = refs {
            snapshot = snapshot.with_refs(refs.clone());
        }
        let mut options = AgentViewOptions::default().modal(modal).unseen(suspicious);
        options.max_tokens = max_tokens;
        AgentView::render(&loaded.page, &snapshot, &options).to_string()
    })
}
