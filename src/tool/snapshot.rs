//! `stillpage snapshot`

use std::sync::PoisonError;

use serde_json::{Value, json};

use super::element::Elements;
use super::position::{Document, Scroller, Viewport, above_and_below};
use super::{Answer, Argument, Call, FILE, Kind, Tool, Verdict, target, to_json};
use crate::dom::{NodeId, SerializeOptions};
use crate::error::Error;
use crate::hit::{Likeness, ModalKind};
use crate::page::Page;
use crate::refs::RefTable;
use crate::refs::session::marks;
use crate::snapshot::{Marks, ModalMode, Snapshot, SnapshotMode, SnapshotOptions};

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
        Argument::option(
            "modal",
            Kind::Choice(&["mark", "drop", "off"]),
            "What to do with elements behind an open modal",
        )
        .default("mark")
        .detail(
            "mark: they are [obscured]. drop: only elements of the modal have refs. off: as if there were no modal, \
                 and nothing is marked as covered.",
        ),
        Argument::option("root", Kind::Text, "Show only this element: a ref or a CSS selector"),
        Argument::option("mark", Kind::Output, "Write the page to this file with its refs as attributes").detail(
            "Every element with a ref carries it, in the attribute that --mark-attribute names; elements of frames \
                 have none, since the file holds their documents as they were. In a session the attribute is what refs \
                 are looked for by first, and an element that lost it is found by what it is.",
        ),
        Argument::option("mark-attribute", Kind::Text, "The attribute for --mark").default("data-ref"),
        Argument::flag("overwrite", "Let --mark write over the page itself"),
    ],
    examples: &[
        ("snapshot page.html", "what an agent would see"),
        ("snapshot page.html --playwright > page.yaml", "to compare with a real browser"),
        ("snapshot before.html --session s.json", "keep its refs, for `check after.html @e5 --session s.json`"),
        ("snapshot page.html --root main --depth 3 --boxes", "one part of the page, coarsely, with positions"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, arguments) = (call.page(), call.arguments);
    let mode = if arguments.text("mode") == Some("default") { SnapshotMode::Default } else { SnapshotMode::Ai };
    let playwright = arguments.flag("playwright");
    let part = arguments.text("root");
    let with_refs =
        mode == SnapshotMode::Ai && (call.session.is_some() || call.stable_refs() || (part.is_some() && !playwright));
    let elements = (with_refs || part.is_some()).then(|| Elements::new(call));
    let root = match (part, &elements) {
        (Some(root), Some(elements)) => Some(target::find_one(page, elements, root)?),
        _ => None,
    };
    let options = SnapshotOptions { mode, depth: arguments.count("depth"), boxes: arguments.flag("boxes"), root };
    let mut snapshot = Snapshot::render(page, &options);
    // Numbered over the whole page: a look at a part of it takes no ref away.
    if with_refs && let Some(elements) = &elements {
        snapshot = snapshot.with_refs(elements.refs().clone());
    }
    let marked = match arguments.text("mark") {
        Some(path) => vec![(path.to_owned(), mark(call, snapshot.refs())?)],
        None => Vec::new(),
    };
    if playwright {
        return Ok(Box::new(Marked { answer: Box::new(Bare(snapshot)), marked }));
    }
    let modal = match arguments.text("modal") {
        Some("drop") => ModalMode::Drop,
        Some("off") => ModalMode::Off,
        _ => ModalMode::Mark,
    };
    Ok(Box::new(Marked { answer: Box::new(View::new(page, snapshot, modal)), marked }))
}

/// The page with its refs as attributes.
fn mark(call: &Call<'_>, refs: &RefTable) -> Result<String, Error> {
    let (page, attribute) = (call.page(), call.arguments.text("mark-attribute").unwrap_or("data-ref"));
    let changes = match call.session {
        Some(session) => {
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            session.mark(call.tab(), page, refs, attribute)
        }
        None => marks(page, refs, attribute),
    };
    let mut dom = page.dom().clone();
    dom.apply_all(&changes)
        .map_err(|error| Error::arguments(format!("--mark-attribute {attribute}: {error}"), error.hint()))?;
    Ok(dom.to_html(dom.document(), &SerializeOptions { shadow_roots: true, ..SerializeOptions::default() }))
}

/// An answer with the marked page, if it was asked for.
struct Marked {
    answer: Box<dyn Answer>,
    marked: Vec<(String, String)>,
}

impl Answer for Marked {
    fn text(&self) -> String {
        self.answer.text()
    }

    fn json(&self) -> String {
        self.answer.json()
    }

    fn files(&self) -> Vec<(String, String)> {
        self.marked.clone()
    }

    fn verdict(&self) -> Verdict {
        self.answer.verdict()
    }
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
    scrollers: Vec<Scroller>,
    modal: Option<Value>,
    notes: Vec<String>,
    yaml: String,
    nodes: Value,
}

impl View {
    fn new(page: &Page, snapshot: Snapshot, mode: ModalMode) -> Self {
        let (document, viewport) = (Document::of(page), Viewport::of(page));
        let marks = Marks::of(page, &snapshot, mode);
        let mut notes = Vec::new();
        let modal = marks.modality().topmost.filter(|_| mode != ModalMode::Off);
        if let Some((node, _)) = modal {
            notes.push(modal_note(page, &snapshot, node, mode));
        }
        for &(node, likeness) in marks.modality().heuristic.iter().filter(|_| mode != ModalMode::Off) {
            let what = told(page, &snapshot, node);
            notes.push(match likeness {
                Likeness::Covers => {
                    format!("{what} covers most of the window and may act as a modal; it does not say so.")
                }
                Likeness::Alone => {
                    format!("{what} may act as a modal: the rest of the page is hidden from assistive technology.")
                }
            });
        }
        if !document.title.is_empty() {
            notes.push(format!("Page: {}", document.title));
        }
        // Where a file lies on this machine says nothing about the page.
        notes.extend(document.url.iter().filter(|url| !url.starts_with("file:")).map(|url| format!("URL: {url}")));
        notes.push(format!("Page position: {}.", above_and_below(viewport.pages_above, viewport.pages_below)));
        if viewport.at_top {
            notes.push("You are at the top of the page.".to_owned());
        }
        if viewport.at_bottom {
            notes.push("You are at the bottom of the page.".to_owned());
        }
        match marks.interactive_below() {
            0 => {}
            // One or many, the words stay the same: programs look for this line.
            n => notes.push(format!("There are {n} interactive elements below the viewport. Scroll down to see them.")),
        }
        let scrollers = Scroller::all(page, &snapshot);
        notes.extend(scrollers.iter().map(Scroller::line));
        let modal = modal.map(|(node, kind)| {
            json!({
                "ref": snapshot.refs().of(node).map(|r| r.to_string()),
                "kind": kind.word(),
                "evidence": marks.modality().evidence,
                "topLayer": kind == ModalKind::TopLayer,
            })
        });
        let nodes = snapshot.to_json_with(&|node, object| {
            let mark = marks.get(node.element);
            if mark.covered_by.is_some() {
                let reference = mark.covered_by_ref.map_or(Value::Bool(true), |r| json!({ "by": r.to_string() }));
                object.insert("obscured".to_owned(), reference);
            } else if mark.blocked {
                object.insert("obscured".to_owned(), Value::Bool(true));
            }
            if let Some(pages) = mark.offscreen {
                object.insert("offscreen".to_owned(), json!(pages));
            }
            if mark.without_ref {
                object.remove("ref");
            }
        });
        Self { document, viewport, scrollers, modal, notes, yaml: snapshot.to_yaml_with_marks(&marks), nodes }
    }
}

fn modal_note(page: &Page, snapshot: &Snapshot, node: NodeId, mode: ModalMode) -> String {
    if mode == ModalMode::Drop {
        return "A modal is open. Only modal elements have refs.".to_owned();
    }
    format!("A modal is open: {}. What it blocks is marked [obscured].", told(page, snapshot, node))
}

/// `dialog "Your cart" [ref=e12]`
fn told(page: &Page, snapshot: &Snapshot, node: NodeId) -> String {
    let aria = page.aria().get(node);
    let role = aria.and_then(|a| a.role).map_or("element", crate::aria::Role::name);
    let name = aria.map(|a| &*a.name).filter(|n| !n.is_empty()).map(|n| format!(" {n:?}")).unwrap_or_default();
    let reference = snapshot.refs().of(node).map(|r| format!(" [ref={r}]")).unwrap_or_default();
    format!("{role}{name}{reference}")
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
        out + &self.yaml
    }

    fn json(&self) -> String {
        to_json(&json!({
            "url": self.document.url,
            "title": self.document.title,
            "viewport": self.viewport,
            "document": self.document,
            "scrollers": self.scrollers,
            "modal": self.modal,
            "notes": self.notes,
            "snapshot": self.nodes,
        }))
    }
}
