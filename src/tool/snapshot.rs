//! `stillpage snapshot`

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::delta::{DeltaAnswer, DeltaFormat, KeptSnapshot};
use super::element::Elements;
use super::{
    Answer, Argument, Call, FILES, OutputFile, PageFile, Surface, Tool, TypedArguments, Verdict, arguments, choice,
    exact_json, target, to_json,
};
use crate::ax::AxTree;
use crate::dialect::Dialect;
use crate::dom::{SerializeOptions, file_text};
use crate::error::{Error, OpenError, Setting};
#[cfg(feature = "cli")]
use crate::page::Keep;
use crate::refs::RefTable;
use crate::refs::session::marks;
use crate::safe_text::{PageText, SafeText, put, put_line, safe};
use crate::snapshot::{
    AgentView, AgentViewOptions, Difference, FoldCursor, ModalMode, Snapshot, SnapshotMode, SnapshotOptions,
    SnapshotOutline,
};

choice! {
    /// The tree that is printed.
    enum SnapshotFormat {
        Agent = "agent",
        Ax = "ax",
        BrowserGym = "browsergym",
        ChromeDevTools = "chrome-devtools",
        AgentBrowser = "agent-browser",
        Stagehand = "stagehand",
        BrowserUse = "browser-use",
    }
}

arguments! {
    /// The arguments of `stillpage snapshot`.
    struct SnapshotArguments {
        file: PageFile = FILES,
        playwright: bool = Argument::option("playwright", "Print exactly what Playwright prints"),
        format: SnapshotFormat = Argument::option("format", "Which tree to print")
            .default("agent")
            .detail("agent: the agent's view. ax: the accessibility tree as Chromium has it, in the JSON that \
                 Accessibility.getFullAXTree of its debugging protocol answers; the backendDOMNodeId of an element is 1 plus its \
                 index. browsergym, chrome-devtools, agent-browser, stagehand: that tree as BrowserGym, the server \
                 chrome-devtools-mcp, agent-browser and Stagehand print it, with refs as their bids, uids, refs and ids. \
                 browser-use: the visible texts and controls as browser-use prints them, with refs as its indices. Line \
                 breaks are theirs, too, so that a page can write whole lines of chrome-devtools, stagehand and browser-use."),
        mode: SnapshotMode = Argument::option("mode", "Which of Playwright's two kinds of snapshot")
            .default("ai")
            .detail("ai: with refs, generic elements and frames, for agents. default: the accessibility tree alone, as \
                 toMatchAriaSnapshot() compares it."),
        depth: Option<usize> = Argument::option("depth", "Leave out what is deeper than this many levels")
            .within(0, i64::MAX)
            .rare(),
        boxes: bool = Argument::option("boxes", "Add the bounding box of each element, as [box=x,y,width,height]"),
        modal: ModalMode = Argument::option("modal", "What to do with elements behind an open modal")
            .default("mark")
            .detail("mark: they are [obscured]. drop: only elements of the modal have refs. off: as if there were no modal, \
                 and nothing is marked as covered."),
        root: Option<String> = Argument::option("root", "Show only this element: a ref or a CSS selector")
            .detail("Refs are numbered over the whole page."),
        max_tokens: Option<usize> = Argument::option(
            "max-tokens",
            "Token budget of the text; the least relevant parts go first",
        )
        .within(AgentViewOptions::MIN_TOKENS as i64, i64::MAX)
        .detail("First goes what is outside the window and any open modal: rows like the ones above them, long texts, parts \
             without controls, then controls, the farthest first. A comment in the place of what is left out counts the \
             controls and names the option that shows them: --root or --cursor. Following all of them shows each ref once. \
             Tokens are estimated from the text, within a tenth of what current tokenizers count in English."),
        cursor: Option<String> = Argument::option("cursor", "Show what a comment of --max-tokens left out")
            .rare()
            .detail("Use it on the same version of the page, with the same --depth and --mode."),
        since: Option<String> = Argument::option("since", "Show only what changed since this snapshot, such as s3")
            .detail("The token that an earlier snapshot with --session printed."),
        delta: DeltaFormat = Argument::option("delta", "How --since says what changed")
            .rare()
            .default("outline")
            .detail("outline: the elements that changed, with what is around them. lines: a unified diff without context, from which \
                 the new text is made of the old one (both without their line `# Snapshot`); the whole text where that is shorter. \
                 agent-browser: the JSON of `agent-browser snapshot --delta`, with removedRefs."),
        suspicious: bool = Argument::option(
            "suspicious",
            "List and mark text that a person looking at the page does not see",
        )
        .detail("[hidden=same-color]: nobody sees it, in no state that the style sheets offer. [addressed=alt]: it reads as an \
                 instruction to a reader of the page, where only such a reader looks. [name-only=aria-label]: a label or a text \
                 for screen readers. The first two have a line each. JSON: \"suspicious\"."),
        content_boundaries: bool = Argument::option(
            "content-boundaries",
            "Wrap page content in lines with a random nonce",
        )
        .rare()
        .detail("Everything between them is page content, whatever it claims to be. The word is random; --nonce sets it."),
        nonce: Option<String> = Argument::option(
            "nonce",
            "Fixed nonce for --content-boundaries, for reproducible output",
        )
        .rare(),
        mark: Option<OutputFile> = Argument::option("mark", "Write the page to this file with its refs as attributes")
            .detail("Every element with a ref carries it, in the attribute that --mark-attribute names; elements of frames \
                 have none, since the file holds their documents as they were. In a session the attribute is \
                 tried first, then the fingerprint."),
        mark_attribute: String = Argument::option("mark-attribute", "The attribute for --mark")
            .rare()
            .default("data-ref"),
        overwrite: bool = Argument::option("overwrite", "Let --mark write over the page itself").rare(),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "snapshot",
    summary: "The accessibility snapshot of a page, as an agent gets it",
    about: "Prints the tree of roles, names, states and texts that Playwright 1.65 calls an aria snapshot, below comment \
            lines (#) with the page's title, the part of it that the window shows and any dialog that blocks the rest. \
            Elements that a pointer can reach have a ref such as [ref=e12]; other commands take refs as well as CSS \
            selectors. [obscured] and [obscured by=e9] mark elements that a click would not reach. [offscreen=+2] marks an \
            element outside the window: its middle is in the second window height below this one (-1: in the one right \
            above); [offscreen] alone is to the left or right, or scrolled out of its container. With --playwright the output is \
            what page.ariaSnapshot() prints, byte for byte.\n\n\
            With --session the snapshot is kept under a token, printed as `# Snapshot s3`, for --since.\n\n\
            JSON: {\"url\",\"title\",\"viewport\":{...},\"scrollers\":[...],\"modal\":{\"ref\",\"kind\"}|null,\"notes\":[...],\"snapshot\":\
            [nodes]}, the nodes in the shape of Playwright's ariaSnapshotJSON; with --playwright the bare array. --max-tokens \
            limits the text: \"folded\" has it and the list of \"folds\", while \"snapshot\" is whole.",
    arguments: SnapshotArguments::ARGUMENTS,
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

/// Returns the part of a page's layout that its snapshot is made from: the agent's view asks what is painted in the window.
#[cfg(feature = "cli")]
pub(super) fn keeps(arguments: &super::Arguments) -> Keep {
    let given: SnapshotArguments = arguments.read();
    match given.format {
        SnapshotFormat::Agent if given.playwright => Keep::Nothing,
        SnapshotFormat::Agent => Keep::Window,
        _ => Keep::ForPainting,
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, surface, given) = (call.page(), call.arguments.surface(), call.given::<SnapshotArguments>());
    let dialect = match given.format {
        SnapshotFormat::Agent => None,
        SnapshotFormat::Ax => return Ok(Box::new(AxAnswer(to_json(&crate::ax::to_json(page, &AxTree::build(page)))))),
        SnapshotFormat::BrowserGym => Some(Dialect::BrowserGym),
        SnapshotFormat::ChromeDevTools => Some(Dialect::ChromeDevTools),
        SnapshotFormat::AgentBrowser => Some(Dialect::AgentBrowser),
        SnapshotFormat::Stagehand => Some(Dialect::Stagehand),
        #[cfg(not(stillpage_npm))]
        SnapshotFormat::BrowserUse => Some(Dialect::BrowserUse),
        #[cfg(stillpage_npm)]
        SnapshotFormat::BrowserUse => {
            return Err(Error::arguments(
                surface.say("--format browser-use is not in the npm package"),
                surface.say("print it with the native program, or use another --format"),
            ));
        }
    };
    if let Some(dialect) = dialect {
        return Ok(Box::new(DialectAnswer::new(dialect, call)));
    }
    let (mode, playwright, part, depth) = (given.mode, given.playwright, given.root.as_deref(), given.depth);
    let cursor = given.cursor.as_deref().map(|text| (text, text.parse::<FoldCursor>()));
    if cursor.is_some() && playwright {
        return Err(Error::arguments(
            surface.say("--cursor continues the agent's view"),
            surface.say("leave out --playwright"),
        ));
    }
    let with_refs =
        mode == SnapshotMode::Ai && (call.session.is_some() || call.stable_refs() || (part.is_some() && !playwright));
    let elements = (with_refs || part.is_some()).then(|| Elements::new(call));
    let root = match (part, &elements) {
        (Some(root), Some(elements)) => Some(target::find_one(page, elements, root)?),
        _ => None,
    };
    let mut options = SnapshotOptions::default().mode(mode).boxes(given.boxes);
    options.depth = depth;
    // A part of the agent's view is taken from the whole view, to show the same nodes.
    let whole = (!playwright && depth.is_none()).then(|| Snapshot::render(page, &options));
    let cut = root.zip(whole.as_ref()).and_then(|(root, whole)| whole.part_of(root));
    options.root = root.filter(|_| cut.is_none());
    let base = whole.filter(|_| options.root.is_none()).unwrap_or_else(|| Snapshot::render(page, &options));
    let mut snapshot = match cursor {
        Some((text, cursor)) => {
            let part = cursor.and_then(|cursor| base.part(cursor));
            part.map_err(|error| {
                Error::arguments(
                    safe!("{} {}: {}", surface.option("cursor"), PageText::quoted(text), error.reason()),
                    error.hint(),
                )
                .about(Setting::Cursor)
            })?
        }
        None => cut.unwrap_or(base),
    };
    // Numbered over the whole page: showing a part of it takes no ref away.
    if with_refs && let Some(elements) = &elements {
        snapshot = snapshot.with_refs(elements.refs().clone());
    }
    let marked = match &given.mark {
        Some(path) => vec![(path.to_string(), mark(call, &given, snapshot.refs())?)],
        None => Vec::new(),
    };
    if playwright {
        return Ok(Box::new(Marked { answer: Box::new(PlaywrightAnswer(snapshot)), marked }));
    }
    let mut view =
        AgentViewOptions::default().modal(given.modal).unseen(given.suspicious).option_prefix(surface.prefix());
    view.max_tokens = given.max_tokens;
    let remembered = remember(call, &given, &snapshot, &|| AgentView::render(page, &snapshot, &view).to_string())?;
    if let Some(Remembered { since: Some(before), text, token, outline }) = &remembered
        && given.delta != DeltaFormat::Outline
    {
        let old = KeptSnapshot {
            outline: &before.outline,
            text: &before.text,
            token: given.since.as_deref().unwrap_or_default(),
        };
        let new = KeptSnapshot { outline, text, token };
        let answer = DeltaAnswer::between(&old, &new, given.delta, boundary(&given, surface)?);
        return Ok(Box::new(Marked { answer: Box::new(answer), marked }));
    }
    if let Some(Remembered { since: Some(before), outline, .. }) = &remembered {
        let before = &before.outline;
        let difference = Difference::between(before, outline);
        let answer = Box::new(DifferenceAnswer { difference, token: remembered.map(|r| r.token) });
        return Ok(Box::new(Marked { answer, marked }));
    }
    view.token = remembered.map(|r| r.token);
    view.boundary = boundary(&given, surface)?;
    Ok(Box::new(Marked { answer: Box::new(AgentView::of(page, snapshot, &view)), marked }))
}

/// The word for the marker lines, if they are asked for.
///
/// # Errors
/// [`Error::Arguments`] for a `--nonce` that is more than a word.
fn boundary(given: &SnapshotArguments, surface: Surface) -> Result<Option<String>, Error> {
    let nonce = given.nonce.as_deref();
    if !given.content_boundaries {
        return match nonce {
            Some(_) => Err(Error::arguments(
                surface.say("--nonce is for --content-boundaries"),
                surface.say("give --content-boundaries as well"),
            )),
            None => Ok(None),
        };
    }
    match nonce {
        Some(word) if !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric()) => Ok(Some(word.to_owned())),
        Some(_) => {
            let mistake = surface.say("--nonce is not a word of ASCII letters and digits");
            Err(Error::arguments(mistake, "write one such as 5f3a9c"))
        }
        // Keyed by the operating system's random numbers.
        None => Ok(Some(format!("{:016x}", RandomState::new().hash_one(0)))),
    }
}

/// The page with its refs as attributes.
fn mark(call: &Call<'_>, given: &SnapshotArguments, refs: &RefTable) -> Result<String, Error> {
    let (page, attribute) = (call.page(), &*given.mark_attribute);
    let changes = match call.session {
        Some(session) => {
            let mut session = session.borrow_mut();
            session.mark(call.tab(), page, refs, attribute)
        }
        None => marks(page, refs, attribute),
    };
    let mut dom = page.dom().clone();
    dom.apply_all(&changes).map_err(|error| {
        let reason = error.to_string();
        let option = call.arguments.surface().option("mark-attribute");
        Error::arguments(safe!("{} {}: {}", option, PageText::of(attribute), PageText::of(&reason)), error.hint())
    })?;
    let html = dom.to_html(dom.document(), &SerializeOptions { shadow_roots: true, ..SerializeOptions::default() });
    Ok(file_text(html))
}

/// An answer with the marked page, if it was asked for.
struct Marked {
    answer: Box<dyn Answer>,
    marked: Vec<(String, String)>,
}

impl Answer for Marked {
    fn has_notes(&self) -> bool {
        self.answer.has_notes()
    }

    fn text(&self) -> SafeText {
        self.answer.text()
    }

    #[cfg(feature = "cli")]
    fn write_text(&self, write: &mut dyn FnMut(&SafeText)) {
        self.answer.write_text(write);
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

/// The outline that a session keeps of a snapshot, and the one that it kept of an earlier one.
struct Remembered {
    token: String,
    outline: SnapshotOutline,
    /// The text without the token; empty if the session kept none.
    text: String,
    since: Option<Kept>,
}

/// A snapshot in the file of a session.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    outline: SnapshotOutline,
    #[serde(default)]
    text: String,
}

/// Gives a snapshot to the session, if it is one of the whole page; `None` without a session.
///
/// # Errors
/// [`Error::Arguments`] if `--since` is asked for and cannot be answered, [`OpenError::NotFound`] if its token names no
/// snapshot that is kept.
fn remember(
    call: &Call<'_>,
    given: &SnapshotArguments,
    snapshot: &Snapshot,
    text: &dyn Fn() -> String,
) -> Result<Option<Remembered>, Error> {
    let (since, surface) = (given.since.as_deref(), call.arguments.surface());
    let whole =
        given.root.is_none() && given.cursor.is_none() && given.depth.is_none() && given.mode == SnapshotMode::Ai;
    let Some(session) = call.session.filter(|_| whole) else {
        return match since {
            None => Ok(None),
            Some(_) if call.session.is_some() => Err(Error::arguments(
                surface.say("--since compares whole pages"),
                surface.say("leave out --root, --cursor, --depth and --mode, or leave out --since"),
            )),
            Some(_) => Err(Error::arguments(
                surface.say("--since needs --session, which keeps the snapshots"),
                surface.say(
                    "give --session FILE to this snapshot and to the one before; or use `stillpage diff BEFORE AFTER`",
                ),
            )),
        };
    };
    let mut session = session.borrow_mut();
    let since = match since {
        Some(token) => {
            let kept = session.recall(token).ok_or_else(|| {
                Error::Open(OpenError::NotFound {
                    what: safe!("snapshot `{}`, which the session does not keep", PageText::of(token)),
                    hint: surface.say("take a new snapshot with --session; its line `# Snapshot ...` names it"),
                })
            })?;
            let kept = serde_json::from_value(kept.clone()).map_err(|error| {
                let hint = surface
                    .say("the session file is damaged or of another version: take a new snapshot with --session");
                let reason = error.to_string();
                let (token, reason) = (PageText::of(token), PageText::of(&reason));
                Error::arguments(safe!("snapshot `{}` of the session cannot be read: {}", token, reason), hint)
            })?;
            Some(kept)
        }
        None => None,
    };
    let kept = Kept { outline: SnapshotOutline::of(snapshot), text: text() };
    let json = serde_json::to_value(&kept).expect("an outline is plain data, which has JSON");
    let token = session.remember(call.tab(), json);
    Ok(Some(Remembered { token, outline: kept.outline, text: kept.text, since }))
}

/// The changes since an earlier snapshot.
struct DifferenceAnswer {
    difference: Difference,
    token: Option<String>,
}

impl Answer for DifferenceAnswer {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        if let Some(token) = &self.token {
            put_line!(out, "# Snapshot {}", PageText::token(token));
        }
        put!(out, "{}", SafeText::lines(self.difference.text()));
        out
    }

    fn json(&self) -> String {
        let counts = self.difference.counts();
        to_json(&json!({
            "token": self.token,
            "same": self.difference.is_empty(),
            "added": counts.added,
            "removed": counts.removed,
            "changed": counts.changed,
            "moved": counts.moved,
            "changes": self.difference.changes,
        }))
    }
}

/// The accessibility tree as Chromium has it.
struct AxAnswer(String);

impl Answer for AxAnswer {
    fn text(&self) -> SafeText {
        SafeText::verbatim(self.json())
    }

    fn json(&self) -> String {
        self.0.clone()
    }
}

/// The accessibility tree as an agent framework prints it.
struct DialectAnswer {
    dialect: Dialect,
    text: String,
}

impl DialectAnswer {
    fn new(dialect: Dialect, call: &Call<'_>) -> Self {
        let elements = Elements::new(call);
        let page = call.page();
        Self { dialect, text: dialect.print(page, |node| elements.printed_reference(node)) }
    }
}

impl Answer for DialectAnswer {
    fn text(&self) -> SafeText {
        SafeText::verbatim(self.text.clone())
    }

    fn json(&self) -> String {
        to_json(&json!({ "format": self.dialect.name(), "text": self.text }))
    }
}

/// The snapshot as Playwright prints it.
struct PlaywrightAnswer(Snapshot);

impl Answer for PlaywrightAnswer {
    fn text(&self) -> SafeText {
        SafeText::verbatim(self.0.to_string())
    }

    fn json(&self) -> String {
        exact_json(&self.0.to_json())
    }
}

impl Answer for AgentView {
    fn has_notes(&self) -> bool {
        true
    }

    fn text(&self) -> SafeText {
        self.text()
    }

    #[cfg(feature = "cli")]
    fn write_text(&self, write: &mut dyn FnMut(&SafeText)) {
        self.write(write);
    }

    fn json(&self) -> String {
        to_json(&self.to_json())
    }
}
