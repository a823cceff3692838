//! `stillpage snapshot`

use serde_json::{Value, json};

use super::element::Elements;
use super::position::{self, Document, Viewport};
use super::{Answer, Argument, Call, FILE, Kind, Tool, target, to_json};
use crate::dom::local_name;
use crate::error::Error;
use crate::page::Page;
use crate::snapshot::{Snapshot, SnapshotMode, SnapshotOptions};

pub(super) const TOOL: Tool = Tool {
    name: "snapshot",
    summary: "The accessibility snapshot of a page, as an agent gets it",
    about: "Prints the tree of roles, names, states and texts that Playwright 1.65 calls an aria snapshot, below comment \
            lines (#) that say which page it is, which part of it the window shows and which dialog blocks the rest. \
            Elements that can be pointed at carry a ref such as [ref=e12]; other commands take refs as well as CSS \
            selectors. With --playwright the output is what page.ariaSnapshot() itself prints, byte for byte.\n\n\
            JSON: {\"url\",\"title\",\"viewport\":{...},\"modal\":{\"ref\",\"kind\"}|null,\"notes\":[...],\"snapshot\":\
            [nodes]}, the nodes in the shape of Playwright's ariaSnapshotJSON; with --playwright the bare array.",
    arguments: &[
        FILE,
        Argument::flag("playwright", "Print exactly what Playwright prints"),
        Argument::option("mode", Kind::Choice(&["ai", "default"]), "Which of Playwright's two kinds of snapshot")
            .default("ai")
            .detail(
                "ai: with refs, generic elements and frames, for agents. default: the accessibility tree alone, as \
                 toMatchAriaSnapshot() compares it.",
            ),
        Argument::option(
            "depth",
            Kind::Integer { min: 0, max: i64::MAX },
            "Leave out what is deeper than this many levels",
        ),
        Argument::flag("boxes", "Add the bounding box of each element, as [box=x,y,width,height]"),
        Argument::option("root", Kind::Text, "Show only this element: a ref or a CSS selector"),
    ],
    examples: &[
        ("snapshot page.html", "what an agent would see"),
        ("snapshot page.html --playwright > page.yaml", "to compare with a real browser"),
        ("snapshot page.html --root main --depth 3 --boxes", "one part of the page, coarsely, with positions"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, arguments) = (call.page(), call.arguments);
    let mode = if arguments.text("mode") == Some("default") { SnapshotMode::Default } else { SnapshotMode::Ai };
    let root = match arguments.text("root") {
        Some(root) => Some(target::find_one(page, &Elements::new(page), root)?),
        None => None,
    };
    let options = SnapshotOptions { mode, depth: arguments.count("depth"), boxes: arguments.flag("boxes"), root };
    let snapshot = Snapshot::render(page, &options);
    if arguments.flag("playwright") {
        return Ok(Box::new(Bare(snapshot)));
    }
    Ok(Box::new(View::new(page, snapshot)))
}

/// What Playwright prints.
struct Bare(Snapshot);

impl Answer for Bare {
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn json(&self) -> String {
        to_json(&self.0.to_json())
    }
}

/// The same with what an agent should know of the page.
struct View {
    document: Document,
    viewport: Viewport,
    modal: Option<Value>,
    notes: Vec<String>,
    snapshot: Snapshot,
}

impl View {
    fn new(page: &Page, snapshot: Snapshot) -> Self {
        let (document, viewport) = (Document::of(page), Viewport::of(page));
        let mut notes = Vec::new();
        if !document.title.is_empty() {
            notes.push(document.title.clone());
        }
        notes.extend(document.url.clone());
        notes.push(position::line(&document, &viewport));
        let dom = page.dom();
        let dialog = page.layout().top_layer().iter().rev().copied().find(|&node| {
            dom.is_html(node, &local_name!("dialog")) && dom.attr(node, &"data-frozen-modal".into()).is_some()
        });
        let reference = dialog.and_then(|node| snapshot.refs().of(node)).map(|r| r.to_string());
        if dialog.is_some() {
            let named = reference.as_ref().map(|r| format!(" [ref={r}]")).unwrap_or_default();
            notes.push(format!("a modal dialog{named} is open: nothing else can be clicked"));
        }
        let modal = dialog.map(|_| json!({ "ref": reference, "kind": "dialog" }));
        Self { document, viewport, modal, notes, snapshot }
    }
}

impl Answer for View {
    fn text(&self) -> String {
        let mut out = String::new();
        for note in &self.notes {
            // A title may hold line breaks, and must not leave the comment.
            let line = note.split_whitespace().collect::<Vec<_>>().join(" ");
            out.push_str("# ");
            out.push_str(&line);
            out.push('\n');
        }
        out + &self.snapshot.to_string()
    }

    fn json(&self) -> String {
        to_json(&json!({
            "url": self.document.url,
            "title": self.document.title,
            "viewport": self.viewport,
            "document": self.document,
            "modal": self.modal,
            "notes": self.notes,
            "snapshot": self.snapshot.to_json(),
        }))
    }
}
