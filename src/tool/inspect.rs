//! `stillpage inspect`

use serde::Serialize;

use super::element::{Bounds, Elements, bounds, path_step, ref_mark, tag};
use super::{Answer, Argument, Call, FILE, PageFile, Tool, TypedArguments, Verdict, arguments, target, to_json};
use crate::aria::{Role, check_visibility};
use crate::dom::{NodeId, local_name};
use crate::error::Error;
use crate::hit::{HitMap, Reach, reach};
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put, put_line, safe};
use crate::snapshot::position::{self, Document, Viewport};

arguments! {
    /// The arguments of `stillpage inspect`.
    struct InspectArguments {
        file: PageFile = FILE,
        target: Option<String> = Argument::positional("target", "A ref or a CSS selector; without it every element"),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "inspect",
    summary: "Every element: role, name, box, display, visibility and whether a click would reach it",
    about: "Lists all elements in the order of document.querySelectorAll('*'), head included, shadow trees and frames not; \
            with TARGET only the elements it names. Boxes are those of getBoundingClientRect(), in CSS pixels of the \
            viewport; computed values are as getComputedStyle() prints them; visible is checkVisibility(); reach is clear, \
            obscured, offscreen or none (no box to click on).\n\n\
            JSON: {\"elements\":[{\"index\",\"parent\",\"tag\",\"id\",\"class\",\"box\":[x,y,width,height],\"display\",\
            \"visibility\",\"position\",\"visible\",\"role\",\"name\",\"description\",\"ref\",\"reach\",\"obscuredBy\"}],\
            \"document\":{...},\"viewport\":{...}}.",
    arguments: InspectArguments::ARGUMENTS,
    examples: &[
        ("inspect page.html", "the whole page as an indented list"),
        ("inspect page.html '#total'", "one element"),
        ("inspect page.html --json | jq '.elements[] | select(.role == \"button\")'", "every button"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let page = call.page();
    let elements = Elements::new(call);
    let wanted: Vec<NodeId> = match &call.given::<InspectArguments>().target {
        Some(target) => target::find(page, &elements, target)?,
        None => elements.iter().collect(),
    };
    let map = HitMap::new(page);
    let rows = wanted.iter().map(|&node| Row::new(page, &elements, &map, node)).collect();
    Ok(Box::new(Inspection { elements: rows, document: Document::of(page), viewport: Viewport::of(page) }))
}

/// Limit: characters of a name on a line.
const NAME_LIMIT: usize = 60;

#[derive(Serialize)]
struct Inspection {
    elements: Vec<Row>,
    document: Document,
    viewport: Viewport,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    index: Option<u32>,
    parent: Option<u32>,
    tag: String,
    id: Option<String>,
    class: Option<String>,
    r#box: Bounds,
    display: &'static str,
    visibility: &'static str,
    position: &'static str,
    visible: bool,
    role: Option<&'static str>,
    name: String,
    description: String,
    r#ref: Option<String>,
    reach: &'static str,
    /// Index of what covers it.
    obscured_by: Option<u32>,
    #[serde(skip)]
    step: SafeText,
    #[serde(skip)]
    depth: usize,
}

impl Row {
    fn new(page: &Page, elements: &Elements<'_>, map: &HitMap<'_>, node: NodeId) -> Self {
        let dom = page.dom();
        let style = page.styles().get(node);
        let aria = page.aria().get(node);
        let reach = reach(map, node);
        Self {
            index: elements.index(node),
            parent: dom.node(node).parent.and_then(|parent| elements.index(parent)),
            tag: tag(dom, node).to_owned(),
            id: dom.attr(node, &local_name!("id")).map(str::to_owned),
            class: dom.attr(node, &local_name!("class")).map(str::to_owned),
            r#box: bounds(page, node),
            display: style.map_or("none", |s| s.display.css()),
            visibility: style.map_or("visible", |s| s.visibility.css()),
            position: style.map_or("static", |s| s.position.css()),
            visible: check_visibility(dom, page.styles(), page.layout(), node),
            role: aria.and_then(|a| a.role).map(Role::name),
            name: aria.map(|a| a.name.to_string()).unwrap_or_default(),
            description: aria.map(|a| a.description().to_owned()).unwrap_or_default(),
            r#ref: elements.reference(node),
            reach: reach.as_str(),
            obscured_by: match reach {
                Reach::Obscured(by) => elements.index(by),
                _ => None,
            },
            step: path_step(dom, node),
            depth: dom.ancestors(node).count().saturating_sub(1),
        }
    }
}

impl Answer for Inspection {
    fn text(&self) -> SafeText {
        let (document, viewport) = (&self.document, &self.viewport);
        let title = if document.title.is_empty() { "untitled" } else { &document.title };
        let mut out = safe!("# {}\n# {}\n", PageText::of(title), position::line(document, viewport));
        for row in &self.elements {
            (0..row.depth).for_each(|_| put!(out, "  "));
            row.write(&mut out);
            put_line!(out);
        }
        out
    }

    fn json(&self) -> String {
        to_json(self)
    }

    fn verdict(&self) -> Verdict {
        if self.elements.is_empty() { Verdict::Nothing } else { Verdict::Done }
    }
}

impl Row {
    fn write(&self, out: &mut SafeText) {
        put!(out, "{}", self.step);
        if let Some(index) = self.index {
            put!(out, " #{}", index);
        }
        if let Some(role) = self.role {
            put!(out, " {}", role);
        }
        if !self.name.is_empty() {
            put!(out, " {}", PageText::quoted(&self.name).at_most(NAME_LIMIT));
        }
        put!(out, "{}", ref_mark(self.r#ref.as_deref()));
        if self.display == "none" {
            put!(out, " display:none");
            return;
        }
        put!(out, " [{}] {}", self.r#box, self.display);
        if self.position != "static" {
            put!(out, " {}", self.position);
        }
        if self.visibility != "visible" {
            put!(out, " visibility:{}", self.visibility);
        }
        if !self.visible {
            put!(out, " invisible");
        } else if self.reach != "clear" {
            put!(out, " {}", self.reach);
        }
        if let Some(by) = self.obscured_by {
            put!(out, " by #{}", by);
        }
    }
}
