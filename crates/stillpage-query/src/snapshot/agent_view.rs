//! The view of a page for agents: comment lines on the page, its window and its modals, then the tree with marks.

use std::fmt;

use serde_json::{Value, json};

use super::describe::path_step;
use super::position::{Document, ScrollPosition, Viewport, above_and_below};
use super::{Child, Folded, Marks, ModalMode, Snapshot, SnapshotOptions, UnseenClass, UnseenTexts, estimate_tokens};
use crate::aria::Role;
use crate::dom::NodeId;
use crate::form_tools::{FormTool, form_tools, tool_lines};
use crate::hit::{ModalKind, ModalSign};
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put, put_line, safe};

/// Limit: characters of a comment line where tokens count, step by step.
const NOTE_LIMITS: [usize; 3] = [160, 80, 40];
/// Limit: characters of a note on the file; it quotes addresses.
const NOTE_CHARS: usize = 1000;
/// Tokens that the comment on the folds takes at most.
const FOLD_NOTE: usize = 32;

/// Options of an agent's view besides the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentViewOptions {
    /// The treatment of elements that a modal blocks.
    pub modal: ModalMode,
    /// The most tokens that the text may have, as [`estimate_tokens`] counts them; [`MIN_TOKENS`](Self::MIN_TOKENS) or
    /// more. `None`: as many as it takes.
    pub max_tokens: Option<usize>,
    /// The name under which a session keeps the snapshot.
    pub token: Option<String>,
    /// A nonce: the text is between two marker lines that have it.
    pub boundary: Option<String>,
    /// Lists and marks text that a person looking at the page does not see.
    pub unseen: bool,
    /// The prefix of the names of options: `--` on a command line.
    #[doc(hidden)]
    pub option_prefix: &'static str,
}

impl AgentViewOptions {
    /// The smallest budget of tokens. Below it there is no room for the comments on the page, one element and where to find the
    /// rest.
    pub const MIN_TOKENS: usize = 200;

    /// Sets the treatment of elements that a modal blocks.
    #[must_use]
    pub fn modal(self, modal: ModalMode) -> Self {
        Self { modal, ..self }
    }

    /// The most tokens that the text may have.
    #[must_use]
    pub fn max_tokens(self, max_tokens: usize) -> Self {
        Self { max_tokens: Some(max_tokens), ..self }
    }

    /// The name under which a session keeps the snapshot.
    #[must_use]
    pub fn token(self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self }
    }

    /// The nonce of the marker lines around the text.
    #[must_use]
    pub fn boundary(self, boundary: impl Into<String>) -> Self {
        Self { boundary: Some(boundary.into()), ..self }
    }

    /// Lists and marks text that a person looking at the page does not see.
    #[must_use]
    pub fn unseen(self, unseen: bool) -> Self {
        Self { unseen, ..self }
    }

    /// Sets the prefix of the names of options.
    #[must_use]
    #[doc(hidden)]
    pub fn option_prefix(self, option_prefix: &'static str) -> Self {
        Self { option_prefix, ..self }
    }
}

/// A comment line.
#[derive(Debug, Clone)]
struct Note {
    text: SafeText,
    /// It stays in any budget.
    essential: bool,
}

/// An agent's view of a page. `Display` is the text that `stillpage snapshot` prints.
#[derive(Debug, Clone)]
pub struct AgentView {
    document: Document,
    viewport: Viewport,
    scrollers: Vec<ScrollPosition>,
    modal: Option<Value>,
    notes: Vec<Note>,
    token: Option<String>,
    boundary: Option<String>,
    unseen: Option<UnseenTexts>,
    folded: Option<(usize, Folded)>,
    /// The tree, if it is known before it is asked for.
    yaml: Option<String>,
    /// Forms that are tools for agents.
    tools: Vec<FormTool>,
    snapshot: Snapshot,
    marks: Marks,
}

impl Snapshot {
    /// The agent's view of a page, as `stillpage snapshot` prints it.
    #[must_use]
    pub fn agent(page: &Page) -> AgentView {
        AgentView::of(page, Self::render(page, &SnapshotOptions::default()), &AgentViewOptions::default())
    }
}

impl AgentView {
    /// Adds to a snapshot of a page what an agent should know.
    #[must_use]
    pub fn render(page: &Page, snapshot: &Snapshot, options: &AgentViewOptions) -> Self {
        Self::of(page, snapshot.clone(), options)
    }

    /// Adds to a snapshot of which nothing else is needed.
    #[must_use]
    #[doc(hidden)]
    pub fn of(page: &Page, snapshot: Snapshot, options: &AgentViewOptions) -> Self {
        let mut marks = Marks::judged(page, &snapshot, options.modal, options.max_tokens.is_some());
        let unseen = options.unseen.then(|| snapshot.unseen_texts(page));
        marks.mark_unseen(unseen.as_ref().map_or(&[], |unseen| &unseen.texts));
        let (document, viewport) = (Document::of(page), Viewport::of(page));
        let scrollers = ScrollPosition::all(page, &snapshot);
        let token = options.token.clone().filter(|token| !token.is_empty());
        let mut notes = modal_notes(page, &snapshot, &marks, options.modal);
        notes.extend(page_notes(&document, &viewport, token.as_deref()));
        let warnings = page.warnings();
        let of_file = warnings.notes().map(ToString::to_string);
        notes.extend(of_file.map(|note| Note::extra(safe!("Note: {}.", PageText::of(&note).at_most(NOTE_CHARS)))));
        let away = [
            (marks.interactive_above(), "above the viewport. Scroll up"),
            (marks.interactive_below(), "below the viewport. Scroll down"),
        ];
        for (count, place) in away {
            match count {
                0 => {}
                1 => notes.push(Note::new(safe!("There is 1 interactive element {} to see it.", place))),
                n => notes.push(Note::new(safe!("There are {} interactive elements {} to see them.", n, place))),
            }
        }
        notes.extend(unseen.iter().flat_map(unseen_notes));
        notes.extend(scrollers.iter().map(|scroller| Note::extra(scroller.line())));
        let mut view = Self {
            modal: modal_json(&snapshot, &marks, options.modal),
            document,
            viewport,
            scrollers,
            notes,
            token,
            boundary: options.boundary.clone(),
            unseen,
            folded: None,
            yaml: None,
            tools: form_tools(page.dom()),
            snapshot,
            marks,
        };
        if let Some(limit) = options.max_tokens {
            view.fold(limit, options.option_prefix);
        }
        view
    }

    /// The view as JSON: `{"url","title","viewport","document","scrollers","modal","notes","snapshot"}`, and `"token"` and
    /// `"folded"` where there is one. `"snapshot"` is never folded.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let notes: Vec<&SafeText> = self.notes.iter().map(|note| &note.text).collect();
        let mut answer = json!({
            "url": self.document.url,
            "title": self.document.title,
            "viewport": self.viewport,
            "document": self.document,
            "scrollers": self.scrollers,
            "modal": self.modal,
            "notes": notes,
            "snapshot": self.snapshot.to_json_with(&|node, object| self.marks.add_to(node, object)),
        });
        if let Some(token) = &self.token {
            answer["token"] = json!(token);
        }
        if !self.tools.is_empty() {
            answer["tools"] = self.tools.iter().map(FormTool::to_json).collect();
        }
        if let Some(unseen) = &self.unseen {
            let rows = unseen.texts.iter().map(|unseen| {
                let reference = unseen.reference.map(|reference| reference.to_string());
                json!({
                    "ref": reference,
                    "class": unseen.class.as_str(),
                    "why": unseen.why.as_str(),
                    "addressed": unseen.addressed,
                    "text": unseen.text,
                })
            });
            answer["suspicious"] = rows.collect();
        }
        if let Some((limit, folded)) = &self.folded {
            answer["folded"] = json!(folded);
            answer["folded"]["maxTokens"] = json!(limit);
        }
        answer
    }

    /// Folds notes and tree until the text is within this many tokens.
    fn fold(&mut self, limit: usize, prefix: &'static str) {
        let mut yaml = String::new();
        self.write_tree(&mut |lines| yaml.push_str(lines));
        self.yaml = Some(yaml);
        let whole = estimate_tokens(&self.to_string());
        if whole <= limit {
            return;
        }
        let notes = self.notes.clone();
        // At most half for the notes; less if even one element does not fit beside them.
        for share in [2, 4, usize::MAX] {
            self.notes = shortened(&notes, limit / share);
            self.yaml = Some(String::new());
            let around = estimate_tokens(&self.to_string()) + FOLD_NOTE;
            let room = limit.saturating_sub(around);
            let folded = self.snapshot.without_forged_refs().fold(&self.marks, room, prefix);
            self.yaml = Some(folded.text.clone());
            self.folded = Some((limit, folded));
            let all = estimate_tokens(&self.to_string()) + FOLD_NOTE;
            self.notes.push(Note::new(safe!(
                "Folded from about {} to {} tokens; {}root and {}cursor show what is left out.",
                whole,
                all,
                prefix,
                prefix
            )));
            if estimate_tokens(&self.to_string()) <= limit {
                return;
            }
        }
    }
}

impl AgentView {
    /// The comment lines and the tree, without a line break at the end.
    #[doc(hidden)]
    pub fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        self.write(&mut |piece| put!(out, "{}", piece));
        out
    }

    /// Writes the [`text`](Self::text), a piece of some lines after the other: that of a large page takes much room as a whole.
    #[doc(hidden)]
    pub fn write(&self, write: &mut dyn FnMut(&SafeText)) {
        let mut out = SafeText::new();
        if let Some(boundary) = &self.boundary {
            put_line!(out, "--- BEGIN PAGE CONTENT {} ---", PageText::token(boundary));
        }
        for note in &self.notes {
            put_line!(out, "# {}", note.text);
        }
        tool_lines(&self.tools, &mut out);
        let mut write_lines = |lines: &str| {
            out.push_lines(lines);
            write(&out);
            out.clear();
        };
        match &self.yaml {
            Some(yaml) => write_lines(yaml),
            None => self.write_tree(&mut write_lines),
        }
        if let Some(boundary) = &self.boundary {
            write(&safe!("\n--- END PAGE CONTENT {} ---", PageText::token(boundary)));
        }
    }

    /// Writes the whole tree.
    fn write_tree(&self, write: &mut dyn FnMut(&str)) {
        self.snapshot.without_forged_refs().write_yaml_with_marks(&self.marks, write);
    }
}

impl fmt::Display for AgentView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Note {
    fn new(text: SafeText) -> Self {
        Self { text, essential: true }
    }

    /// A note that a small budget has no room for.
    fn extra(text: SafeText) -> Self {
        Self { text, essential: false }
    }
}

/// Text with its white space collapsed: a title may hold line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The notes within this many tokens, if the essential ones allow: long ones are cut, the last extra ones dropped.
fn shortened(notes: &[Note], limit: usize) -> Vec<Note> {
    let tokens = |notes: &[Note]| notes.iter().map(|note| estimate_tokens(&note.text) + 2).sum::<usize>();
    let mut kept = notes.to_vec();
    for longest in NOTE_LIMITS {
        for note in &mut kept {
            note.text = note.text.cut(longest);
        }
        let mut left = 0;
        while tokens(&kept) > limit
            && let Some(last) = kept.iter().rposition(|note| !note.essential)
            && longest != NOTE_LIMITS[0]
        {
            kept.remove(last);
            left += 1;
        }
        if left > 0 {
            kept.push(Note::new(safe!("{} comments left out.", left)));
        }
        if tokens(&kept) <= limit {
            break;
        }
    }
    kept
}

/// The header: the page's title and address, and the window over it.
fn page_notes(document: &Document, viewport: &Viewport, token: Option<&str>) -> Vec<Note> {
    let mut notes = Vec::new();
    if !document.title.is_empty() {
        notes.push(Note::extra(safe!("Page: {}", PageText::of(&one_line(&document.title)))));
    }
    // The path of a file on this machine is not part of the page.
    let url = document.url.as_ref().filter(|url| !url.starts_with("file:"));
    notes.extend(url.map(|url| Note::extra(safe!("URL: {}", PageText::of(url)))));
    notes.extend(token.map(|token| Note::new(safe!("Snapshot {}", PageText::token(token)))));
    let pages = above_and_below(viewport.pages_above, viewport.pages_below);
    notes.push(Note::new(safe!("Page position: {}.", pages)));
    if viewport.at_top {
        notes.push(Note::new("You are at the top of the page.".into()));
    }
    if viewport.at_bottom {
        notes.push(Note::new("You are at the bottom of the page.".into()));
    }
    notes
}

/// One line for each text that is hidden or addressed to a reader of the page; names are counted.
fn unseen_notes(unseen: &UnseenTexts) -> Vec<Note> {
    let texts = &unseen.texts;
    let names = texts.iter().filter(|unseen| unseen.class == UnseenClass::AccessibleNameOnly).count();
    let mut head = match texts.len() - names {
        0 => SafeText::from("No text is hidden from sight"),
        1 => "1 text is hidden from sight, marked [hidden=...] or [addressed=...]".into(),
        n => safe!("{} texts are hidden from sight, marked [hidden=...] or [addressed=...]", n),
    };
    match names {
        0 => {}
        1 => put!(head, "; 1 is an accessible name only, marked [name-only=...]"),
        n => put!(head, "; {} are accessible names only, marked [name-only=...]", n),
    }
    put!(head, ".");
    let mut notes = vec![Note::new(head)];
    if !unseen.is_complete {
        notes.push(Note::new("The page paints too much on itself: some of its text was not looked at.".into()));
    }
    let listed = texts.iter().filter(|unseen| unseen.class != UnseenClass::AccessibleNameOnly);
    notes.extend(listed.map(|unseen| {
        let class = if unseen.class == UnseenClass::Hidden { "Hidden" } else { "Addressed" };
        let mut line = safe!("{} ({})", class, unseen.why.as_str());
        if let Some(reference) = unseen.reference {
            put!(line, " in {}", reference);
        }
        if unseen.class == UnseenClass::Hidden && unseen.addressed {
            put!(line, ", reads as an instruction");
        }
        put!(line, ": {}", PageText::quoted(&unseen.text));
        Note::extra(line)
    }));
    notes
}

fn modal_notes(page: &Page, snapshot: &Snapshot, marks: &Marks, mode: ModalMode) -> Vec<Note> {
    let mut notes = Vec::new();
    if mode == ModalMode::Off {
        return notes;
    }
    let drop = mode == ModalMode::Drop;
    let modality = marks.modality();
    if let Some((node, _)) = modality.topmost {
        notes.push(Note::new(if drop {
            "A modal is open. Only modal elements have refs.".into()
        } else {
            safe!("A modal is open: {}. What it blocks is marked [obscured].", described(page, snapshot, node))
        }));
    }
    for &(node, _) in &modality.frames {
        let what = described(page, snapshot, node);
        let rest =
            if drop { "nothing else in the frame has a ref" } else { "what it blocks there is marked [obscured]" };
        notes.push(Note::extra(safe!("A modal is open in a frame: {}; {}.", what, rest)));
    }
    for &(node, sign) in &modality.heuristic {
        let what = described(page, snapshot, node);
        notes.push(Note::extra(match sign {
            ModalSign::Covers => {
                safe!("{} covers most of the window and may act as a modal, but is not marked as one.", what)
            }
            ModalSign::Alone => {
                safe!("{} may act as a modal: the rest of the page is hidden from assistive technology.", what)
            }
        }));
    }
    notes
}

fn modal_json(snapshot: &Snapshot, marks: &Marks, mode: ModalMode) -> Option<Value> {
    let (node, kind) = marks.modality().topmost.filter(|_| mode != ModalMode::Off)?;
    Some(json!({
        "ref": snapshot.refs().of(node).map(|r| r.to_string()),
        "kind": kind.as_str(),
        "evidence": marks.modality().evidence,
        "topLayer": kind == ModalKind::TopLayer,
    }))
}

/// `dialog "Your cart" [ref=e12]`
fn described(page: &Page, snapshot: &Snapshot, node: NodeId) -> SafeText {
    let aria = page.aria().get(node);
    let mut text = SafeText::from(aria.and_then(|a| a.role).map_or("element", Role::name));
    if let Some(name) = aria.map(|a| &*a.name).filter(|name| !name.is_empty()) {
        put!(text, " {}", PageText::quoted(&one_line(name)));
    }
    let printed = snapshot.walk().find_map(|(_, child)| match child {
        Child::Node(at) if snapshot.node(*at).element == node => snapshot.node(*at).reference,
        _ => None,
    });
    match printed {
        Some(reference) => put!(text, " [ref={}]", reference),
        // The snapshot has no line for it.
        None => put!(text, " {}", path_step(page.dom(), node)),
    }
    text
}
