//! Properties of any input, as functions from bytes: the fuzz targets call them, and the tests replay regressions.
//!
//! All choices come from the input. Each function panics where its property does not hold.

#![expect(clippy::panic, reason = "a property fails by a panic")]

use std::collections::HashMap;
use std::slice;
use std::sync::LazyLock;

use serde_json::{Value, json};
use stillpage::batch::warc::Reader;
use stillpage::command::{Caller, ToolAnswer, answer};
use url::Url;

use super::checks::{LONGEST, check_error, cut, in_time};
pub use super::files::{har, rrweb, trace, wacz};
pub use super::protocol::protocol;
use super::read_snapshot::{listed, read_snapshot};
use crate::capture::Recording;
use crate::device::Device;
use crate::dom::resource::{Saved, SavedFile};
use crate::dom::{Dom, NodeId, ParseOptions, SerializeOptions};
use crate::error::Error;
use crate::extract::{self, Schema};
use crate::geometry::Point;
use crate::hit::HitMap;
use crate::markdown::{Cursor, Markdown, MarkdownOptions};
use crate::offline::Offline;
use crate::page::{Page, RenderOptions};
use crate::refs::resolver::Resolver;
use crate::refs::session::Session;
use crate::refs::{PageFingerprint, Proof, Ref};
use crate::search::css;
use crate::simulate::{OPS, Op, Recipe, Rerender};
use crate::snapshot::{Snapshot, SnapshotMode, SnapshotOptions};
use crate::style::Styles;

/// One property, by the name of its fuzz target.
pub type Property = (&'static str, fn(&[u8]));

/// Every property.
pub const PROPERTIES: &[Property] = &[
    ("html", html),
    ("mhtml", mhtml),
    ("warc", warc),
    ("font", font),
    ("css", stylesheet),
    ("selector", selector),
    ("pattern", pattern),
    ("description", description),
    ("session_file", session_file),
    ("handles_file", handles_file),
    ("resolve_under_mutation", resolve_under_mutation),
    ("recording", recording),
    ("markdown", markdown),
    ("extract", extract),
    ("folder", folder),
    ("call", call),
    ("protocol", protocol),
    ("trace", trace),
    ("rrweb", rrweb),
    ("har", har),
    ("wacz", wacz),
];

/// The deepest element of a document, `html` being 1.
const DEEPEST: usize = 512;

fn text_of(dom: &Dom) -> String {
    dom.to_html(dom.document(), &SerializeOptions { shadow_roots: true, ..SerializeOptions::default() })
}

fn parse_text(html: &str) -> Dom {
    let mut text = String::from("\u{feff}");
    text.push_str(html);
    Dom::parse(text.as_bytes(), &ParseOptions::default())
}

/// A tree is not too deep, and written and read again it comes to rest.
fn tree_is_whole(dom: &Dom) {
    let depth = |node: NodeId| 1 + dom.ancestors(node).filter(|&a| dom.element(a).is_some()).count();
    let deepest = dom.elements_in_order().map(depth).max().unwrap_or_default();
    assert!(deepest <= DEEPEST, "an element is {deepest} levels deep");
    let first = text_of(dom);
    // Nothing ends plain text, not even the end tags that are written behind it; what was cut off is cut off again.
    if first.contains("<plaintext") || dom.is_truncated() {
        return;
    }
    // Misnested formatting or tables in paragraphs change on the way, but settle.
    let mut text = first.clone();
    for _ in 0..DEEPEST {
        let next = text_of(&parse_text(&text));
        if next == text {
            return;
        }
        assert!(next.len() <= 8 * first.len() + 4096, "a page grows when it is written and read again");
        text = next;
    }
    panic!("a page still changes when it is written and read again");
}

/// Both snapshots of a page can be read back, and agree with their JSON.
fn snapshots_read_back(page: &Page) {
    for mode in [SnapshotMode::Ai, SnapshotMode::Default] {
        let snapshot = Snapshot::render(page, &SnapshotOptions::default().mode(mode));
        let text = snapshot.to_string();
        let read = read_snapshot(&text).unwrap_or_else(|line| panic!("no line of a snapshot: {line}\n{text}"));
        assert_eq!(read, listed(&snapshot.to_json()), "text and JSON agree\n{text}");
    }
}

fn page_is_whole(dom: Dom) {
    tree_is_whole(&dom);
    let page = in_time("rendering", || Page::render(dom, Device::default(), RenderOptions::default()));
    in_time("a snapshot", || snapshots_read_back(&page));
}

/// Any bytes are a page.
pub fn html(data: &[u8]) {
    page_is_whole(in_time("parsing", || Dom::parse(cut(data), &ParseOptions::default())));
}

/// Any bytes are an MHTML file or are refused.
pub fn mhtml(data: &[u8]) {
    let mut file = b"MIME-Version: 1.0\r\n".to_vec();
    // The target is about what is in such a file; which is recognized by its first header.
    if data.starts_with(b"MIME-Version") || data.starts_with(b"From:") {
        file.clear();
    }
    file.extend_from_slice(cut(data));
    match in_time("parsing", || Offline::read(&file)) {
        Ok(dom) => page_is_whole(dom),
        Err(error) => check_error(&error),
    }
}

/// Any bytes are a WARC file: reading it ends, and what it gives is bounded and starts where it should.
pub fn warc(data: &[u8]) {
    let data = cut(data);
    let middle = data.len() / 2;
    for (start, end) in [(0, data.len()), (0, middle), (middle, data.len())] {
        let reader = Reader::part(data.get(start..).unwrap_or_default(), start as u64, end as u64).max_bytes(1 << 16);
        let items: Vec<_> = in_time("reading", || reader.collect());
        for item in &items {
            let offset = match item {
                Ok(record) => {
                    assert!(record.body.len() <= 1 << 16, "{} bytes", record.body.len());
                    assert!(record.offset < end as u64, "a record at {} before {end}", record.offset);
                    record.offset
                }
                Err(damaged) => {
                    check_error(&damaged.error);
                    damaged.offset
                }
            };
            assert!((start..=data.len()).contains(&usize::try_from(offset).unwrap_or(usize::MAX)), "at {offset}");
        }
        // An error and a record for each byte at most, or it would never end.
        assert!(items.len() <= 2 * data.len() + 1, "{} items", items.len());
    }
}

const STAGE: &str = "<main id=m class='a b'><h1>T</h1><ul><li class=c>1<li class=c><a href=x>2</a><li>3</ul><p class=d>x<b>y</b>z</p>\
    <table><tr><th>h<td>d</table><button class=e disabled>Go</button><input type=checkbox checked><div class=f><span>s</span></div></main>";

/// A page set in any font file: text is measured, or falls back to the next family, in time.
pub fn font(data: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut url = String::from("data:font/ttf,");
    for byte in cut(data) {
        url.push('%');
        url.extend([HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]].map(char::from));
    }
    let html = format!(
        "<!doctype html><style>@font-face {{ font-family: F; src: url({url}); size-adjust: 110% }}
        body {{ font: 17px F, serif }} b {{ font-variation-settings: 'wght' 655, 'opsz' 9; font-variant: small-caps }}
        i {{ text-rendering: geometricPrecision; font-feature-settings: 'dlig', 'salt' 2 }}</style>
        <p>The quick AVA search 0123 \u{e9}\u{301} <b>fi ffi Bold</b> <i>\u{645}\u{631}\u{62d}\u{628}\u{627} \u{928}\u{92e}</i>
        <input size=9><p style='width: 10ch; height: 3ex'>\u{4e2d}\u{6587} \u{e000}\u{f101}"
    );
    in_time("a page in the font", || page_is_whole(parse_text(&html)));
}

/// Any text is a style sheet.
pub fn stylesheet(data: &[u8]) {
    let css = String::from_utf8_lossy(data.get(..LONGEST / 4).unwrap_or(data));
    let page = parse_text(&format!("<!doctype html><style>{css}</style>{STAGE}"));
    let page = in_time("rendering", || Page::render(page, Device::default(), RenderOptions::default()));
    in_time("a snapshot", || snapshots_read_back(&page));
    let (dom, device) = (page.dom(), Device::default());
    // What a limit leaves out depends on the rules before it.
    let all = Styles::with_all_rules(dom, &device);
    if all.warnings().is_empty() {
        let styles = Styles::cascade(dom, &device);
        for node in dom.elements_in_order() {
            let (style, of_all) = (styles.get(node), all.get(node));
            // Custom properties and faces are equal only to themselves.
            let is_same = style == of_all || format!("{style:?}") == format!("{of_all:?}");
            assert!(is_same, "rules that can match nothing are left out: {node:?} {style:?} {of_all:?}");
        }
    }
}

/// The page that questions are asked of; rendered once, since it takes longer than most answers.
fn stage() -> &'static Page {
    static PAGE: LazyLock<Page> =
        LazyLock::new(|| Page::render(parse_text(STAGE), Device::default(), RenderOptions::default()));
    &PAGE
}

/// Any text is a selector or is refused, with the place where it stops being one.
pub fn selector(data: &[u8]) {
    let text = String::from_utf8_lossy(data.get(..4096).unwrap_or(data));
    let page = stage();
    match in_time("matching", || css::find(page, &text)) {
        Ok(found) => {
            let mut places: Vec<usize> = Vec::new();
            let order: Vec<NodeId> = page.dom().elements_in_order().collect();
            for node in found {
                places.extend(order.iter().position(|&n| n == node));
            }
            assert!(places.is_sorted_by(|a, b| a < b), "in document order, each once: {places:?}");
        }
        Err(error) => {
            check_error(&error);
            if let Some(offset) = error.details().get("offset").and_then(Value::as_u64) {
                let offset = usize::try_from(offset).unwrap_or(usize::MAX);
                assert!(text.is_char_boundary(offset), "offset {offset} of {text:?}");
            }
        }
    }
}

/// Asks a tool, if there is one of that name.
fn ask(tool: &str, pages: &[Page], given: &Value) -> Result<ToolAnswer, Error> {
    let given = given.as_object().cloned().unwrap_or_default();
    answer(tool, &pages.iter().collect::<Vec<_>>(), Caller::Program, &given, None)
}

/// An answer is text and JSON, an error names the problem.
fn answers(asked: Result<ToolAnswer, Error>) -> Option<Value> {
    match asked {
        Ok(answer) => {
            let json: Value = serde_json::from_str(&answer.json).expect("an answer's JSON is JSON");
            Some(json)
        }
        Err(error) => {
            check_error(&error);
            None
        }
    }
}

/// Any text is a pattern to search for, as words or as a regular expression; the first byte chooses.
pub fn pattern(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest.get(..2048).unwrap_or(rest));
    let given = json!({
        "pattern": text,
        "regex": first & 1 == 1,
        "case-sensitive": first & 2 == 2,
        "include-hidden": first & 4 == 4,
    });
    let pages = slice::from_ref(stage());
    let answer = in_time("searching", || answers(ask("search", pages, &given)));
    if let Some(matches) = answer.as_ref().and_then(|a| a["matches"].as_array()) {
        assert!(matches.iter().all(|m| m["match"].is_string()), "a match is text: {matches:?}");
    }
}

/// Any text is a description of an element.
pub fn description(data: &[u8]) {
    let text = String::from_utf8_lossy(data.get(..2048).unwrap_or(data));
    let pages = slice::from_ref(stage());
    in_time("locating", || answers(ask("locate", pages, &json!({ "description": text }))));
}

/// Any bytes are a session file or are refused; one that is read is written the same again, and its refs resolve to
/// something or to an error with the reason.
pub fn session_file(data: &[u8]) {
    let mut session = match in_time("reading a session", || Session::from_bytes(cut(data))) {
        Ok(session) => session,
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.hint().is_empty(), "{error:?}");
            return;
        }
    };
    let bytes = session.to_bytes();
    let again = Session::from_bytes(&bytes).expect("a session reads what it wrote");
    assert_eq!(bytes, again.to_bytes(), "written, read and written again");
    let page = stage();
    let snapshot = Snapshot::render(page, &SnapshotOptions::default());
    in_time("a look at a page", || {
        for number in 1..40 {
            if let Err(error) = session.resolve(page, Ref { frame: 0, number }, None) {
                check_error(&error);
            }
        }
        let table = session.observe(Session::FIRST_TAB, page, snapshot.refs());
        assert_eq!(table.len(), snapshot.refs().len(), "every element that is shown gets a ref");
    });
}

/// Any text is a file of handles or is refused; its content is checked against both pages.
pub fn handles_file(data: &[u8]) {
    let text = String::from_utf8_lossy(cut(data));
    static PAGES: LazyLock<[Page; 2]> = LazyLock::new(|| {
        [STAGE.to_owned(), STAGE.replace('2', "4")]
            .map(|html| Page::render(parse_text(&html), Device::default(), RenderOptions::default()))
    });
    let given = json!({ "handles": text });
    let answer = in_time("resolving", || answers(ask("resolve", &*PAGES, &given)));
    for row in answer.as_ref().and_then(Value::as_array).into_iter().flatten() {
        let refused = row["error"].is_object();
        assert_eq!(row["to"].is_null(), refused, "found, or refused with a reason: {row}");
        if refused {
            assert!(row["error"]["message"].as_str().is_some_and(|m| !m.is_empty()), "a refusal has a reason: {row}");
        }
    }
}

/// The first line chooses seed, ops and whether nodes are known, the rest is the page: no ref resolves to an element that
/// contradicts it, but as marked.
pub fn resolve_under_mutation(data: &[u8]) {
    let data = data.get(..LONGEST / 4).unwrap_or(data);
    let (choices, html) = data.split_at(data.iter().position(|&b| b == b'\n').unwrap_or_default());
    let seed = choices.iter().fold(0u64, |seed, &byte| seed.wrapping_mul(257).wrapping_add(u64::from(byte)));
    let ops: Vec<(Op, u32)> = match choices {
        [] => OPS.iter().map(|op| (*op, 1)).collect(),
        _ => choices.iter().take(4).map(|&byte| (OPS[usize::from(byte) % OPS.len()], 1)).collect(),
    };
    let before = Page::render(Dom::parse(html, &ParseOptions::default()), Device::default(), RenderOptions::default());
    let recipe = Recipe { seed, steps: 1 + choices.len() % 4, ops };
    let rerender = in_time("mutating", || Rerender::apply(before.dom().clone(), &recipe));
    tree_is_whole(rerender.dom());
    let written = in_time("writing", || rerender.written());
    let count = parse_text(&written.html).elements_in_order().count();
    let mut places: Vec<usize> = written.truth.iter().flatten().copied().collect();
    places.sort_unstable();
    assert!(places.is_sorted_by(|a, b| a < b), "no element is two widgets");
    assert!(places.iter().all(|&at| at < count), "the truth is about elements of the page");
    in_time("resolving", || identities_hold(&before, &rerender));
}

fn identities_hold(before: &Page, rerender: &Rerender) {
    let snapshot = Snapshot::render(before, &SnapshotOptions::default());
    let (mut session, old) = (Session::new(), PageFingerprint::of(before));
    session.adopt(Session::FIRST_TAB, &old, snapshot.refs());
    if rerender.navigated() {
        session.navigate(Session::FIRST_TAB);
    }
    let mut stranger = rerender.dom().clone();
    stranger.forget_origin();
    for dom in [rerender.dom().clone(), stranger] {
        let after = Page::render(dom, Device::default(), RenderOptions::default());
        let new = PageFingerprint::of(&after);
        let resolver = Resolver::new(&session, &new, Session::FIRST_TAB, None);
        for (reference, node) in snapshot.refs().iter() {
            let found = match resolver.resolve(&reference.into()) {
                Ok(found) => found,
                Err(error) => {
                    check_error(&error);
                    continue;
                }
            };
            assert!(!rerender.navigated(), "nothing of a document that was left is found");
            assert!(!found.reason.is_empty() && found.confidence > 0.0 && found.confidence <= 1.0, "{found:?}");
            let identity = |page: &PageFingerprint<'_>, node: NodeId| {
                let all = &page.fingerprint().identities;
                all.iter().find(|identity| identity.node == node).map(|i| (i.role, i.name.clone(), i.own))
            };
            let (Some(was), Some(is)) = (identity(&old, node), identity(&new, found.node)) else { continue };
            assert_eq!(was.0, is.0, "a widget keeps its role: {found:?}");
            // Elements without a role of their own are known by what they hold, toggles by their node.
            if found.proof != Proof::Relabelled
                && !was.1.is_empty()
                && was.0.is_some_and(crate::aria::Role::is_interactive)
            {
                assert_eq!((was.1, was.2), (is.1, is.2), "a widget keeps its name and its own attributes: {found:?}");
            }
        }
    }
}

/// Any bytes are a recording of a page or are refused; what one shows can be looked at, hit and frozen.
pub fn recording(data: &[u8]) {
    match in_time("reading", || Recording::read(cut(data))) {
        Ok(recording) => {
            let measured = in_time("measuring", || recording.measure());
            in_time("a snapshot", || snapshots_read_back(&measured.page));
            let _ = in_time("hitting", || HitMap::new(&measured.page).at(Point::new(10.0, 10.0)));
            page_is_whole(in_time("freezing", || Dom::parse(recording.to_html().as_bytes(), &ParseOptions::default())));
        }
        Err(error) => check_error(&error),
    }
}

/// The parts of a page in Markdown follow each other and together are the whole.
///
/// The first byte chooses the part of the page and the length of parts, the rest is the page.
pub fn markdown(data: &[u8]) {
    let Some((&first, html)) = cut(data).split_first() else { return };
    let page = Page::render(Dom::parse(html, &ParseOptions::default()), Device::default(), RenderOptions::default());
    let markdown = in_time("markdown", || {
        Markdown::of(&page, &MarkdownOptions::default().main(first & 1 == 1).comments(first & 2 == 2))
    });
    let whole = markdown.text();
    // Each line can stand below as many quotes and lists as elements are nested.
    assert!(whole.len() <= 8 * DEEPEST * (html.len() + 64), "{} bytes of {}", whole.len(), html.len());
    let (mut at, mut cursor) = (0, None);
    while at < markdown.len() {
        let part = markdown.part(cursor, Some(16 + usize::from(first))).expect("a cursor of the same page");
        assert!(part.from == at && part.to > at && !part.text.is_empty(), "{part:?} at {at}");
        assert_eq!(part.next.is_some(), part.to < markdown.len(), "{part:?} of {}", markdown.len());
        cursor = part.next.map(|next| next.to_string().parse::<Cursor>().expect("a cursor reads what it wrote"));
        assert_eq!(cursor, part.next, "a cursor, written and read");
        at = part.to;
    }
    assert_eq!(markdown.part(None, None).map(|part| part.text), Ok(whole), "all of it in one part");
}

/// The first line is a JSON Schema, the rest a page: violations are reported, and where each value comes from.
pub fn extract(data: &[u8]) {
    let data = data.get(..LONGEST / 4).unwrap_or(data);
    let (schema, html) = data.split_at(data.iter().position(|&b| b == b'\n').unwrap_or(data.len()));
    let schema = match in_time("reading a schema", || Schema::parse(&String::from_utf8_lossy(schema))) {
        Ok(schema) => schema,
        Err(error) => {
            assert!(!error.reason.is_empty() && !error.hint.is_empty(), "{error:?}");
            return;
        }
    };
    let page = Page::render(Dom::parse(html, &ParseOptions::default()), Device::default(), RenderOptions::default());
    let found = in_time("extracting", || extract::extract(&page, &schema));
    assert_eq!(schema.violations(&found.data), found.violations, "violations are reported");
    for (pointer, source) in &found.sources {
        assert!(found.data.pointer(pointer).is_some(), "{pointer} of {}", found.data);
        assert!((0.0..=1.0).contains(&source.confidence) && !source.from.is_empty(), "{source:?}");
    }
}

/// Files by name, for a page that was saved into a folder.
struct Files(HashMap<String, Vec<u8>>);

impl Saved for Files {
    fn file(&mut self, url: &Url) -> Result<Option<SavedFile>, String> {
        let name = url.path().trim_start_matches('/');
        let bytes = self.0.get(name).cloned();
        Ok(bytes.map(|bytes| SavedFile { bytes, media_type: String::new(), url: None }))
    }
}

/// Any bytes are a page and the files beside it, one after the other behind lines `== NAME`.
pub fn folder(data: &[u8]) {
    let data = String::from_utf8_lossy(data.get(..LONGEST / 4).unwrap_or(data));
    let mut parts = data.split("\n== ");
    let html = parts.next().unwrap_or_default();
    let files = parts.map(|part| part.split_once('\n').unwrap_or((part, "")));
    let mut files = Files(files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect());
    let options = ParseOptions { url: Url::parse("file:///index.html").ok(), ..ParseOptions::default() };
    match in_time("loading", || Offline::read_saved("index.html".into(), html.as_bytes(), &options, &mut files)) {
        Ok(dom) => {
            let page = in_time("rendering", || Page::render(dom, Device::default(), RenderOptions::default()));
            in_time("a snapshot", || snapshots_read_back(&page));
        }
        Err(error) => check_error(&error),
    }
}

/// Any JSON is a call of a tool by an agent: `{"name": ..., "arguments": {...}}`.
pub fn call(data: &[u8]) {
    let Ok(given) = serde_json::from_slice::<Value>(cut(data)) else { return };
    let name = given["name"].as_str().unwrap_or_default();
    // Two pages for those that compare; the model of `extract` is never asked.
    let pages = [parse_text(STAGE), parse_text(STAGE)]
        .map(|dom| Page::render(dom, Device::default(), RenderOptions::default()));
    in_time("a call", || answers(ask(name, &pages, &given["arguments"])));
}
