//! A page, and the questions about it.

use std::cell::OnceCell;

use js_sys::Function;
use serde_json::{Value, json};
use stillpage::actions::{Outcome, Refusal};
use stillpage::audit::Certainty;
use stillpage::command::{self, Caller};
use stillpage::difference::Difference;
use stillpage::extract::Schema;
use stillpage::recordings::Recording;
use stillpage::refs::RefTable;
use stillpage::template::Template;
use stillpage::{AgentView, Device, Element, LocatedState, NodeId, PageBuilder, Point, Snapshot};
use wasm_bindgen::prelude::*;

use crate::files::with_files;
use crate::options::{agent_view, device, flag, markdown, policy, required, snapshot, text};
use crate::question::tool_answer;
use crate::{Failure, Named, locator, read, thrown, to_js, tree};

/// A rendered page.
#[wasm_bindgen(js_name = NativePage)]
#[derive(Debug)]
pub struct NativePage {
    pub(crate) page: stillpage::Page,
    /// The root of its snapshots; the body unless an element was handed over.
    pub(crate) root: Option<NodeId>,
    pub(crate) refs: OnceCell<RefTable>,
}

#[wasm_bindgen(js_class = NativePage)]
impl NativePage {
    /// A page from the bytes of a file.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn load(bytes: &[u8], options: &str, file: Option<Function>) -> Result<Self, JsValue> {
        read(options).and_then(|options| Self::loaded(bytes, &options, file.as_ref())).map_err(thrown)
    }

    /// A page from a tree, see [`tree`](crate::tree).
    ///
    /// # Errors
    /// The JSON text of the library's error.
    #[wasm_bindgen(js_name = fromTree)]
    pub fn from_tree(
        steps: &[u32],
        texts: &str,
        lengths: &[u32],
        options: &str,
        file: Option<Function>,
    ) -> Result<Self, JsValue> {
        read(options).and_then(|options| Self::built(steps, texts, lengths, &options, file.as_ref())).map_err(thrown)
    }

    /// A question about the page.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn ask(&self, name: &str, arguments: &str) -> Result<String, JsValue> {
        to_js(read(arguments).and_then(|arguments| self.answer(name, &arguments)))
    }

    /// Returns the differences from another version of the page.
    #[must_use]
    pub fn diff(&self, after: &Self) -> String {
        difference(&self.page.aria_snapshot(), &after.page.aria_snapshot())
    }
}

/// Returns the differences from another snapshot, as JSON text.
pub(crate) fn difference(before: &Snapshot, after: &Snapshot) -> String {
    let difference = Difference::of(before, after);
    let counts = difference.counts();
    let counts = [counts.added, counts.removed, counts.changed, counts.moved];
    json!({ "text": difference.text(), "changes": difference.changes, "counts": counts }).to_string()
}

/// The builder of a page that is shown on a device, with the address and the files that it has.
fn builder(device: Device, options: &Named, file: Option<&Function>) -> Result<PageBuilder, Failure> {
    let mut builder = stillpage::Page::builder().device(device);
    if let Some(url) = text(options, "url") {
        builder = builder.url(url)?;
    }
    #[cfg(feature = "screenshot")]
    if let Some(file) = file {
        builder = builder.pictures(crate::files::pictures::source(file));
    }
    #[cfg(not(feature = "screenshot"))]
    let _ = file;
    Ok(builder)
}

impl NativePage {
    pub(crate) fn new(page: stillpage::Page, root: Option<NodeId>) -> Self {
        Self { page, root, refs: OnceCell::new() }
    }

    fn loaded(bytes: &[u8], options: &Named, file: Option<&Function>) -> Result<Self, Failure> {
        if flag(options, "recording") {
            return Ok(Self::new(Recording::read(bytes)?.page(), None));
        }
        let device = match options.get("words").and_then(Value::as_object) {
            Some(words) => command::device(Caller::CommandLine, words)?,
            None => device(options)?,
        };
        let builder = builder(device, options, file)?;
        let page = match (flag(options, "isText"), std::str::from_utf8(bytes)) {
            (true, Ok(html)) if file.is_none() => builder.html(html),
            _ => with_files(file, |file| builder.bytes_with_files(bytes, file))?,
        };
        Ok(Self::new(page, None))
    }

    fn built(
        steps: &[u32],
        texts: &str,
        lengths: &[u32],
        options: &Named,
        file: Option<&Function>,
    ) -> Result<Self, Failure> {
        let builder = builder(device(options)?, options, file)?;
        let (document, root) = tree::read(steps, &tree::texts(texts, lengths));
        Ok(Self::new(with_files(file, |file| builder.tree(document, file)), root))
    }

    pub(crate) fn refs(&self) -> &RefTable {
        self.refs.get_or_init(|| self.page.aria_snapshot().refs().clone())
    }

    pub(crate) fn target(&self, named: &Named) -> Result<NodeId, Failure> {
        match (named.get("target"), self.root) {
            (None | Some(Value::Null), Some(root)) => Ok(root),
            (target, _) => locator::target(&self.page, || self.refs(), target.unwrap_or(&Value::Null)),
        }
    }

    /// The element that a snapshot is about; `None` for the whole page.
    fn part(&self, named: &Named) -> Result<Option<NodeId>, Failure> {
        match named.get("target") {
            None | Some(Value::Null) => Ok(self.root),
            Some(_) => self.target(named).map(Some),
        }
    }

    fn answer(&self, name: &str, named: &Named) -> Result<Value, Failure> {
        let page = &self.page;
        Ok(match name {
            "title" => page.title().into(),
            "url" => page.url().into(),
            "warnings" => page.warnings().iter().map(ToString::to_string).collect(),
            "ariaSnapshot" => self.snapshot(named)?.to_string().into(),
            "ariaTree" => self.snapshot(named)?.to_json(),
            "agentView" => self.agent_view(named, None)?.into(),
            "text" if flag(named, "main") => page.main_text(&markdown(named)?).into(),
            "text" => page.inner_text().into(),
            "markdown" => page.markdown(&markdown(named)?).text().into(),
            "extract" => self.extract(named)?,
            "metadata" => self.metadata(),
            "matchAria" => self.match_aria(named)?,
            "count" => locator::read(page, named.get("target").unwrap_or(&Value::Null))?.count()?.into(),
            "elements" => {
                let found = locator::read(page, named.get("target").unwrap_or(&Value::Null))?.all()?;
                found.into_iter().map(|element| self.element(element.id())).collect()
            }
            "element" => self.element(self.target(named)?),
            "innerText" => page.element(self.target(named)?).map(Element::inner_text).into(),
            "locate" => self.element(page.locate(required(named, "description")?)?.id()),
            "check" => self.check(self.target(named)?, named)?,
            "audit" => self.audit(named)?,
            "tool" => self.tool(named, None)?,
            other => return Err(Failure::argument(&format!("there is no question {other}"), "update the package")),
        })
    }

    fn snapshot(&self, named: &Named) -> Result<Snapshot, Failure> {
        let options = snapshot(named)?;
        let options = match self.part(named)? {
            Some(root) => options.root(root),
            None => options,
        };
        Ok(Snapshot::render(&self.page, &options))
    }

    /// The agent's view, with the refs of a session or those of the page alone.
    pub(crate) fn agent_view(&self, named: &Named, refs: Option<&RefTable>) -> Result<String, Failure> {
        let mut snapshot = Snapshot::render(&self.page, &snapshot(named)?);
        if let Some(refs) = refs {
            snapshot = snapshot.with_refs(refs.clone());
        }
        Ok(AgentView::render(&self.page, &snapshot, &agent_view(named)?).to_string())
    }

    fn extract(&self, named: &Named) -> Result<Value, Failure> {
        let schema = Schema::parse(&named.get("schema").unwrap_or(&Value::Null).to_string()).map_err(|error| {
            let place = if error.pointer.is_empty() { String::new() } else { format!(" at {}", error.pointer) };
            Failure::argument(&format!("the schema{place}: {}", error.reason), &error.hint)
        })?;
        let found = self.page.extract(&schema);
        let sources: Named = found
            .sources
            .iter()
            .map(|(pointer, source)| {
                let element = source.node.map(|node| self.element(node));
                let value = json!({
                    "from": source.from, "element": element, "property": source.property, "confidence": source.confidence,
                });
                (pointer.clone(), value)
            })
            .collect();
        Ok(json!({ "data": found.data, "sources": sources, "violations": found.violations }))
    }

    fn metadata(&self) -> Value {
        let (mut data, mut sources) = (Named::new(), Named::new());
        for (name, own) in self.page.metadata().values() {
            let element = own.node.map(|node| self.element(node));
            let source =
                json!({ "from": own.from, "element": element, "property": null, "confidence": own.confidence });
            sources.insert(format!("/{name}"), source);
            data.insert(name.to_owned(), own.value);
        }
        json!({ "data": data, "sources": sources, "violations": [] })
    }

    fn match_aria(&self, named: &Named) -> Result<Value, Failure> {
        let template = Template::parse(required(named, "template")?)
            .map_err(|error| Failure::argument(&format!("the template does not parse: {error}"), error.hint()))?;
        let found = match self.part(named)? {
            Some(root) => template.matches_element(&self.page, root)?,
            None => template.matches(&self.page)?,
        };
        Ok(json!({
            "matches": found.matches, "diff": found.diff, "updated": found.updated, "isEmpty": template.is_empty(),
        }))
    }

    /// An element as answers have it.
    pub(crate) fn element(&self, node: NodeId) -> Value {
        let Some(element) = self.page.element(node) else { return Value::Null };
        let attributes: Named = element.attributes().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let rect = element.bounding_box();
        let state = LocatedState::of(&self.page, node);
        json!({
            "ref": self.refs().of(node).map(|reference| reference.to_string()),
            "tag": element.tag_name(),
            "role": element.role().map(stillpage::Role::name),
            "name": element.accessible_name(),
            "description": element.accessible_description(),
            "box": rect.map(|rect| json!({ "x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height })),
            "attributes": attributes,
            "state": locator::state(&state),
        })
    }

    fn check(&self, node: NodeId, named: &Named) -> Result<Value, Failure> {
        let element = self.page.element(node);
        let element = element.ok_or_else(|| Failure::argument("the target is no element", "look for it again"))?;
        let landing = element.check_click(policy(named)?);
        let (outcome, reason, by) = match landing.outcome {
            Outcome::Lands => ("lands", None, None),
            Outcome::Refused(refusal) => {
                let by = match refusal {
                    Refusal::Intercepted(by) | Refusal::PointerEventsNone(by) => by,
                    Refusal::Disabled(by) => Some(by).filter(|&by| by != node),
                    _ => None,
                };
                ("refused", Some(refusal.as_str()), by)
            }
            Outcome::Unknown(unknown) => {
                ("unknown", Some(unknown.as_str()), Some(unknown.node()).filter(|&by| by != node))
            }
            _ => ("unknown", None, None),
        };
        let at = |point: Option<Point>| point.map(|point| json!({ "x": point.x, "y": point.y }));
        Ok(json!({
            "ok": landing.is_ok(),
            "outcome": outcome,
            "reason": reason,
            "interceptor": by.map(|by| self.element(by)),
            "point": at(landing.point),
            "freePoint": at(landing.free_point),
            "element": self.element(node),
        }))
    }

    fn audit(&self, named: &Named) -> Result<Value, Failure> {
        let root = self.part(named)?;
        let is_inside = |element: Element<'_>| match root {
            None => true,
            Some(root) => {
                let around = std::iter::successors(Some(element), |element| element.parent());
                around.into_iter().any(|element| element.id() == root)
            }
        };
        let audit = self.page.audit();
        let findings = audit.findings.iter().filter(|finding| is_inside(finding.element)).map(|finding| {
            json!({
                "rule": finding.rule.id,
                "impact": finding.rule.impact.as_str(),
                "wcag": finding.rule.wcag,
                "summary": finding.rule.summary,
                "certainty": if finding.certainty == Certainty::Fails { "fails" } else { "unknown" },
                "message": finding.message,
                "element": self.element(finding.element.id()),
            })
        });
        Ok(findings.collect())
    }

    /// A command of the command line about this page, with the refs of a session or those of the page alone.
    pub(crate) fn tool(&self, named: &Named, refs: Option<&RefTable>) -> Result<Value, Failure> {
        let empty = Named::new();
        let given = named.get("arguments").and_then(Value::as_object).unwrap_or(&empty);
        let pages = std::slice::from_ref(&self.page);
        let answer = command::answer(required(named, "tool")?, pages, Caller::Program, given, refs)?;
        Ok(tool_answer(Caller::Program, answer))
    }
}
