//! `stillpage snapshot`

use std::sync::PoisonError;

use serde_json::{Value, json};

use super::element::{Elements, path_step};
use super::position::{Document, Scroller, Viewport, above_and_below};
use super::{Answer, Argument, Call, FILE, Kind, Tool, Verdict, exact_json, target, to_json};
use crate::dom::{NodeId, SerializeOptions};
use crate::error::Error;
use crate::hit::{Likeness, ModalKind};
use crate::page::Page;
use crate::refs::RefTable;
use crate::refs::session::marks;
use crate::safe_text::{PageText, SafeText, put, put_line, safe};
use crate::snapshot::{
    Child, Difference, Folded, Marks, ModalMode, Outline, Snapshot, SnapshotMode, SnapshotOptions, estimate_tokens,
};

pub(super) const TOOL: Tool = Tool {
    name: "snapshot",
    summary: "The accessibility snapshot of a page, as an agent gets it",
    about: "Prints the tree of roles, names, states and texts that Playwright 1.65 calls an aria snapshot, below comment \
            lines (#) that say which page it is, which part of it the window shows and which dialog blocks the rest. \
            Elements that can be pointed at carry a ref such as [ref=e12]; other commands take refs as well as CSS \
            selectors. With --playwright the output is what page.ariaSnapshot() itself prints, byte for byte.\n\n\
            With --session the snapshot is remembered under a token, printed as `# Snapshot s3`, which --since takes.\n\n\
            JSON: {\"url\",\"title\",\"viewport\":{...},\"scrollers\":[...],\"modal\":{\"ref\",\"kind\"}|null,\"notes\":[...],\"snapshot\":\
            [nodes]}, the nodes in the shape of Playwright's ariaSnapshotJSON; with --playwright the bare array. --max-tokens is about the text: \"folded\" has it, beside what was folded, and \
            \"snapshot\" is whole.",
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
        Argument::option("root", Kind::Text, "Show only this element: a ref or a CSS selector")
            .detail("Refs are those of the whole page, so that none of them ends."),
        Argument::option("max-tokens", Kind::Integer { min: 1, max: i64::MAX }, "Fold what says least until the text fits")
            .detail(
                "Rows alike, long texts, then parts without anything to act on, the farthest from the window first. What can \
                 be acted on keeps its line and its ref. Each fold is a comment where it is, with what to give to --root to see \
                 it whole. Tokens are estimated from the text: within a tenth of what today's tokenizers count in English.",
            ),
        Argument::option("since", Kind::Text, "Show only what changed since this snapshot, such as s3")
            .detail("The token that an earlier snapshot with --session has printed."),
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
        ("snapshot page.html --max-tokens 2000", "a long page in a short context"),
        ("snapshot page.html --session s.json --since s1", "what changed since the first snapshot of the session"),
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
    let remembered = remember(call, &snapshot, &options)?;
    if let Some(Remembered { since: Some(before), outline, .. }) = &remembered {
        let difference = Difference::between(before, outline);
        let answer = Box::new(Since { difference, token: remembered.map(|r| r.token) });
        return Ok(Box::new(Marked { answer, marked }));
    }
    let mut view = View::new(page, &snapshot, modal, remembered.map(|r| r.token));
    if let Some(limit) = arguments.count("max-tokens") {
        view.fold(page, &snapshot.without_forged_refs(), modal, limit);
    }
    Ok(Box::new(Marked { answer: Box::new(view), marked }))
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
    dom.apply_all(&changes).map_err(|error| {
        let reason = error.to_string();
        Error::arguments(safe!("--mark-attribute {}: {}", PageText::of(attribute), PageText::of(&reason)), error.hint())
    })?;
    Ok(dom.to_html(dom.document(), &SerializeOptions { shadow_roots: true, ..SerializeOptions::default() }))
}

/// An answer with the marked page, if it was asked for.
struct Marked {
    answer: Box<dyn Answer>,
    marked: Vec<(String, String)>,
}

impl Answer for Marked {
    fn text(&self) -> SafeText {
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

/// What a session keeps of a snapshot, and what it kept of an earlier one.
struct Remembered {
    token: String,
    outline: Outline,
    since: Option<Outline>,
}

/// Gives a snapshot to the session, if it is one of the whole page; `None` without a session.
///
/// # Errors
/// [`Error::InvalidArguments`] if `--since` is asked for and cannot be answered, [`Error::NotFound`] if its token names no
/// snapshot that is kept.
fn remember(call: &Call<'_>, snapshot: &Snapshot, options: &SnapshotOptions) -> Result<Option<Remembered>, Error> {
    let since = call.arguments.text("since");
    let whole = options.root.is_none() && options.depth.is_none() && options.mode == SnapshotMode::Ai;
    let Some(session) = call.session.filter(|_| whole) else {
        return match since {
            None => Ok(None),
            Some(_) if call.session.is_some() => Err(Error::arguments(
                "--since compares whole pages",
                "leave out --root, --depth and --mode, or leave out --since",
            )),
            Some(_) => Err(Error::arguments(
                "--since needs --session, which keeps the snapshots",
                "give --session FILE to this snapshot and to the one before; or use `stillpage diff BEFORE AFTER`",
            )),
        };
    };
    let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
    let since = match since {
        Some(token) => {
            Some(session.recall(token).and_then(|kept| serde_json::from_value(kept.clone()).ok()).ok_or_else(|| {
                Error::NotFound {
                    what: safe!("kept as snapshot `{}`", PageText::of(token)),
                    hint: "take a new snapshot with --session; its line `# Snapshot ...` names it".into(),
                }
            })?)
        }
        None => None,
    };
    let outline = Outline::of(snapshot);
    let token = session.remember(call.tab(), serde_json::to_value(&outline).unwrap_or_default());
    Ok(Some(Remembered { token, outline, since }))
}

/// What changed since an earlier snapshot.
struct Since {
    difference: Difference,
    token: Option<String>,
}

impl Answer for Since {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        if let Some(token) = &self.token {
            put_line!(out, "# Snapshot {}", PageText::token(token));
        }
        put!(out, "{}", SafeText::lines(self.difference.text()));
        out
    }

    fn json(&self) -> String {
        let [added, removed, changed, moved] = self.difference.counts();
        to_json(&json!({
            "token": self.token,
            "same": self.difference.is_empty(),
            "added": added,
            "removed": removed,
            "changed": changed,
            "moved": moved,
            "changes": self.difference.changes,
        }))
    }
}

/// What Playwright prints.
struct Bare(Snapshot);

impl Answer for Bare {
    fn text(&self) -> SafeText {
        SafeText::verbatim(self.0.to_string())
    }

    fn json(&self) -> String {
        exact_json(&self.0.to_json())
    }
}

/// The same with what an agent should know of the page.
struct View {
    document: Document,
    viewport: Viewport,
    scrollers: Vec<Scroller>,
    modal: Option<Value>,
    notes: Vec<SafeText>,
    /// What `--since` takes.
    token: Option<String>,
    folded: Option<(usize, Folded)>,
    yaml: String,
    nodes: Value,
}

impl View {
    fn new(page: &Page, snapshot: &Snapshot, mode: ModalMode, token: Option<String>) -> Self {
        let (document, viewport) = (Document::of(page), Viewport::of(page));
        let marks = Marks::of(page, snapshot, mode);
        let mut notes = Vec::new();
        let modal = marks.modality().topmost.filter(|_| mode != ModalMode::Off);
        if let Some((node, _)) = modal {
            notes.push(modal_note(page, snapshot, node, mode));
        }
        for &(node, _) in marks.modality().frames.iter().filter(|_| mode != ModalMode::Off) {
            let what = told(page, snapshot, node);
            let rest = if mode == ModalMode::Drop {
                "nothing else in the frame has a ref"
            } else {
                "what it blocks there is marked [obscured]"
            };
            notes.push(safe!("A modal is open in a frame: {}; {}.", what, rest));
        }
        for &(node, likeness) in marks.modality().heuristic.iter().filter(|_| mode != ModalMode::Off) {
            let what = told(page, snapshot, node);
            notes.push(match likeness {
                Likeness::Covers => {
                    safe!("{} covers most of the window and may act as a modal; it does not say so.", what)
                }
                Likeness::Alone => {
                    safe!("{} may act as a modal: the rest of the page is hidden from assistive technology.", what)
                }
            });
        }
        if !document.title.is_empty() {
            notes.push(safe!("Page: {}", PageText::of(&one_line(&document.title))));
        }
        // Where a file lies on this machine says nothing about the page.
        notes.extend(
            document.url.iter().filter(|url| !url.starts_with("file:")).map(|url| safe!("URL: {}", PageText::of(url))),
        );
        let token = token.filter(|token| !token.is_empty());
        notes.extend(token.iter().map(|token| safe!("Snapshot {}", PageText::token(token))));
        notes.push(safe!("Page position: {}.", above_and_below(viewport.pages_above, viewport.pages_below)));
        if viewport.at_top {
            notes.push("You are at the top of the page.".into());
        }
        if viewport.at_bottom {
            notes.push("You are at the bottom of the page.".into());
        }
        match marks.interactive_below() {
            0 => {}
            // One or many, the words stay the same: programs look for this line.
            n => {
                notes.push(safe!("There are {} interactive elements below the viewport. Scroll down to see them.", n));
            }
        }
        let scrollers = Scroller::all(page, snapshot);
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
        let yaml = snapshot.without_forged_refs().to_yaml_with_marks(&marks);
        Self { document, viewport, scrollers, modal, notes, token, folded: None, yaml, nodes }
    }

    /// Folds the tree until all that is printed is within so many tokens.
    fn fold(&mut self, page: &Page, snapshot: &Snapshot, mode: ModalMode, limit: usize) {
        for note in &mut self.notes {
            *note = note.cut(LONGEST_NOTE);
        }
        let whole = estimate_tokens(&self.text());
        if whole <= limit {
            return;
        }
        let marks = Marks::of(page, snapshot, mode);
        let notes = comments(&self.notes);
        // The line that says what is folded is not written yet.
        let room = limit.saturating_sub(estimate_tokens(&notes) + FOLD_NOTE);
        let folded = snapshot.fold(&marks, room);
        let told = safe!(
            "{} rows, {} texts, {} elements without anything to act on, {} wrappers",
            folded.rows,
            folded.texts,
            folded.parts,
            folded.wrappers
        );
        let line = |all: usize| match folded.fits {
            true => {
                safe!("Folded from about {} to about {} tokens: {}. `--root REF` shows a part whole.", whole, all, told)
            }
            false => safe!(
                "This does not fit in {} tokens: about {} are left of {}, since whatever can be acted on keeps its line. \
                 Folded: {}. `--root REF` shows a part whole; `--depth N` leaves out what is deep.",
                limit,
                all,
                whole,
                told
            ),
        };
        let all = estimate_tokens(&notes) + folded.tokens + estimate_tokens(&line(whole));
        if !folded.fits && all >= whole {
            // Folding would cost more than it saves.
            self.notes.push(safe!(
                "This does not fit in {} tokens: it takes about {}, and there is nothing worth folding. \
                 `--depth N` leaves out what is deep.",
                limit,
                whole
            ));
            let tokens = folded.unfolded_tokens;
            let text = self.yaml.clone();
            self.folded = Some((limit, Folded { text, tokens, rows: 0, texts: 0, parts: 0, wrappers: 0, ..folded }));
            return;
        }
        self.yaml.clone_from(&folded.text);
        self.notes.push(line(all));
        self.folded = Some((limit, folded));
    }
}

/// Limit: characters of a comment line where tokens count.
const LONGEST_NOTE: usize = 160;
/// Tokens that the line about folding takes at most.
const FOLD_NOTE: usize = 90;

fn modal_note(page: &Page, snapshot: &Snapshot, node: NodeId, mode: ModalMode) -> SafeText {
    if mode == ModalMode::Drop {
        return "A modal is open. Only modal elements have refs.".into();
    }
    safe!("A modal is open: {}. What it blocks is marked [obscured].", told(page, snapshot, node))
}

/// `dialog "Your cart" [ref=e12]`
fn told(page: &Page, snapshot: &Snapshot, node: NodeId) -> SafeText {
    let aria = page.aria().get(node);
    let role = aria.and_then(|a| a.role).map_or("element", crate::aria::Role::name);
    let mut out = SafeText::from(role);
    if let Some(name) = aria.map(|a| &*a.name).filter(|name| !name.is_empty()) {
        put!(out, " {}", PageText::quoted(&one_line(name)));
    }
    let printed = snapshot.walk().find_map(|(_, child)| match child {
        Child::Node(at) if snapshot.node(*at).element == node => snapshot.node(*at).reference,
        _ => None,
    });
    match printed {
        Some(reference) => put!(out, " [ref={}]", reference),
        // The snapshot has no line for it.
        None => put!(out, " {}", path_step(page.dom(), node)),
    }
    out
}

/// Notes as comment lines.
fn comments(notes: &[SafeText]) -> SafeText {
    let mut out = SafeText::new();
    notes.iter().for_each(|note| put_line!(out, "# {}", note));
    out
}

/// Text with its white space collapsed: a title may hold line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Answer for View {
    fn text(&self) -> SafeText {
        safe!("{}{}", comments(&self.notes), SafeText::lines(&self.yaml))
    }

    fn json(&self) -> String {
        let mut answer = json!({
            "url": self.document.url,
            "title": self.document.title,
            "viewport": self.viewport,
            "document": self.document,
            "scrollers": self.scrollers,
            "modal": self.modal,
            "notes": self.notes,
            "snapshot": self.nodes,
        });
        if let Some(token) = &self.token {
            answer["token"] = json!(token);
        }
        if let Some((limit, folded)) = &self.folded {
            answer["folded"] = json!(folded);
            answer["folded"]["maxTokens"] = json!(limit);
        }
        to_json(&answer)
    }
}
