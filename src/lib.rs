//! Saved web pages as a browser agent would see them, offline and deterministic.
//!
//! `bytes -> Dom -> Styles -> Layout -> AriaTree -> Snapshot`: each arrow is one pure constructor, and [`Page`] holds the
//! first three. Everything else is a question to a page.
//!
//! | what | where |
//! | --- | --- |
//! | a page from a file, from markup | [`Page::open`], [`Page::from_html`], [`PageBuilder`] |
//! | a page at a moment of a Playwright trace | [`SessionRecording`](recordings::SessionRecording), [`PageBuilder::at`] |
//! | Playwright's aria snapshot, with refs | [`Page::aria_snapshot`], [`Snapshot`] |
//! | what an agent should see, in a token budget | [`Snapshot::agent`], [`AgentView`] |
//! | what changed between two snapshots | [`Difference`](difference::Difference) |
//! | assertions in tests | [`assert_aria_snapshot!`], `assert_screenshot!`, [`expect()`](expect) |
//! | refs that outlive a re-render | [`Session`] |
//! | elements by selector or description | [`Page::query_selector_all`], [`Page::locate`] |
//! | whether a click would land, and what covers it | [`Element::check_click`] |
//! | accessibility assertions and problems | [`assert_aria_snapshot!`], [`expect()`], [`Page::audit`] |
//! | what went wrong, with a hint | [`Error`], [`errors`] |
//! | text, Markdown, structured data | [`Page::search`], [`Page::markdown`], [`Page::extract`] |
//! | a picture in pixels | [`Page::screenshot`], [`Screenshot`](screenshot::Screenshot) (feature `screenshot`) |
//! | many pages at once, WARC files | `batch` (feature `batch`) |
//! | a running Chromium | `live` (feature `live`) |
//!
//! # An aria snapshot in a test
//!
//! The accessibility tree of the HTML that a template or a handler renders, in the form that Playwright's
//! `toMatchAriaSnapshot` compares with.
//!
//! ```
//! use stillpage::{Page, Snapshot, SnapshotMode, SnapshotOptions};
//!
//! let html = "<h1>Cart</h1><label>Pieces <input type=number value=2></label> <button disabled>Pay</button>";
//! let page = Page::from_html(html);
//! let options = SnapshotOptions::default().mode(SnapshotMode::Default);
//! insta::assert_snapshot!(Snapshot::render(&page, &options), @r#"
//! - heading "Cart" [level=1]
//! - text: Pieces
//! - spinbutton "Pieces": "2"
//! - button "Pay" [disabled]
//! "#);
//! ```
//!
//! # A ref that outlives a re-render
//!
//! A [`Session`] keeps what each ref meant. On the next version of the page it finds the same widget again or returns an
//! error with the reason; it never resolves a ref to another widget.
//!
//! ```
//! use stillpage::{Page, Session};
//!
//! let rows = |names: &[&str]| -> Page {
//!     let row = |name: &&str| format!("<li>{name} <button>Delete</button></li>");
//!     Page::from_html(&format!("<ul>{}</ul>", names.iter().map(row).collect::<String>()))
//! };
//! let before = rows(&["Ada", "Grace"]);
//! let mut session = Session::new();
//! let shown = session.snapshot(&before);
//! let buttons = before.query_selector_all("button")?;
//! let delete_grace = shown.refs().of(buttons[1].id()).expect("buttons have refs");
//!
//! // A row comes in above: the button of Grace is the third of three that look alike.
//! let after = rows(&["Joan", "Ada", "Grace"]);
//! let found = session.resolve(&after, delete_grace, None)?;
//! let expected = after.query_selector("li:last-child button")?.expect("the row of Grace is the last");
//! assert_eq!(found.element, expected, "not by position");
//!
//! // Without her row the ref is dead, though two buttons with its role and name are there.
//! let without = rows(&["Joan", "Ada"]);
//! let gone = session.resolve(&without, delete_grace, None);
//! assert_eq!(gone.expect_err("it was removed").code(), "stale_ref");
//! # Ok::<(), stillpage::Error>(())
//! ```
//!
//! # A click that something covers
//!
//! ```
//! use stillpage::actions::{Outcome, Policy, Refusal};
//! use stillpage::Page;
//!
//! let page = Page::from_html("<button>Buy</button><div style='position: fixed; inset: 0'>We use cookies</div>");
//! let (button, notice) = (page.query_selector("button")?.unwrap(), page.query_selector("div")?.unwrap());
//! let click = button.check_click(Policy::Lineage);
//! assert_eq!(click.outcome, Outcome::Refused(Refusal::Intercepted(Some(notice.id()))), "the notice is in front");
//! # Ok::<(), stillpage::Error>(())
//! ```
//!
//! # Terms
//!
//! The words are those of the DOM, CSS, ARIA and Playwright. These are stillpage's own, or used in one sense only:
//!
//! - **Ref**: the short name of an element in a snapshot, such as `e7`; `f1e2` in a frame.
//! - **Session**: the refs of one or more tabs over time, with the fingerprints needed to find their elements again.
//! - **Fingerprint**: digests of what identifies the elements of a page: role, name, text, attributes, surroundings.
//! - **Resolution**: the element that a ref means now: *exact* (the same node), *reattached* (the same node, without the attribute
//!   that marked it) or *healed* (another node that is the same widget), with the [`Proof`](refs::Proof).
//! - **Stale ref**: a ref whose element is no longer on the page; the error has the [`StaleReason`](errors::StaleReason).
//! - **Agent's view**: a snapshot with notes on the window and the modals, and with the marks `[obscured]` (a pointer does not
//!   reach the element) and `[offscreen]` (it is outside the window; the number counts window heights).
//! - **Fold**: a part of a snapshot that was left out to stay within a token budget, with the option that shows it.
//! - **Landing**: what a click on an element would do: reach it at a point, or be refused with the reason.
//! - **Policy**: which element under the pointer counts as a hit: one inside or around the target or related to it by a label,
//!   or only one inside it, as in Playwright.
//! - **Interceptor**: the element that a click would reach instead.
//! - **Session recording**: what a recorder kept of a session: a Playwright trace. A **state** is one of its moments.
//! - **Recording**: the tree, styles and boxes of a page as Chromium reported them.
//! - **Frozen page**: HTML in which `data-frozen-*` attributes keep state that markup has no place for: focus, open modal
//!   dialogs, scroll offsets.

#![cfg_attr(docsrs, feature(doc_cfg))]
mod api;
mod archive;
mod assertion;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "live")]
pub mod live;
mod locator;
#[cfg(feature = "mcp-tools")]
mod mcp;
#[doc(hidden)]
pub mod parts;
#[cfg(feature = "screenshot")]
mod picture_assertion;
mod recording;
mod tool;

#[cfg(feature = "extract")]
use stillpage_content::metadata;
use stillpage_css::style;
#[cfg(debug_assertions)]
#[doc(hidden)]
pub use stillpage_dom::fault;
#[cfg(feature = "live")]
use stillpage_dom::fnv;
use stillpage_dom::{device, disk, dom, error, file_kind, font, geometry, keyboard, limits, safe_text, text, tokens};
use stillpage_engine::{activation, aria, ax, capture, hit, offline, page, rendered};
use stillpage_layout::layout;
#[cfg(not(stillpage_npm))]
use stillpage_query::simulate;
use stillpage_query::{dialect, locate, picture, search, snapshot};

pub use api::{Element, Page, PageBuilder, Search, Session, TextMatch, TextMatches};
#[doc(inline)]
pub use aria::Role;
pub use assertion::AsPage;
#[doc(inline)]
pub use device::{ColorScheme, Device};
#[cfg(stillpage_npm)]
#[doc(hidden)]
pub use disk::{HOST as HOST_DISK, Host as HostDisk, Metadata as HostMetadata};
#[doc(hidden)]
#[doc(inline)]
pub use dom::{DocumentBuilder, resource::PictureSource};
#[doc(inline)]
pub use dom::{Mutation, NodeId};
#[doc(inline)]
pub use error::Error;
#[cfg(stillpage_npm)]
#[doc(hidden)]
pub use font::HOST_BROTLI;
#[doc(inline)]
pub use font::InstalledFonts;
#[doc(inline)]
pub use geometry::{Point, Rect, Size};
#[cfg(stillpage_npm)]
#[doc(hidden)]
pub use layout::HOST_BREAKS;
#[doc(hidden)]
pub use locator::LocatedState;
pub use locator::{Expect, Locator, TextPattern, expect};
#[doc(inline)]
pub use safe_text::SafeText;
#[doc(inline)]
pub use snapshot::{AgentView, AgentViewOptions, ModalMode, Snapshot, SnapshotMode, SnapshotOptions};
#[doc(inline)]
pub use tokens::estimate_tokens;

/// The effects of actions, and whether they reach their element.
pub mod actions {
    #[doc(inline)]
    pub use crate::activation::{Effect, Submission};
    #[doc(inline)]
    pub use crate::hit::{Action, Landing, Outcome, Policy, Refusal, Scrolled, Unknown};
    pub use crate::locator::Performed;
}

/// Accessibility problems: [`Page::audit`].
pub mod audit {
    pub use crate::api::{Audit, Finding};
    pub(crate) use stillpage_query::audit::*;
    #[doc(inline)]
    pub use stillpage_query::audit::{Certainty, Impact, Rule};
}

/// The changes between two snapshots.
pub mod difference {
    #[doc(inline)]
    pub use crate::snapshot::{Change, ChangeCounts, ChangedNode, Detail, Difference};
}

/// Errors by the question that has no answer, each below [`Error`], and those of what is parsed or changed.
pub mod errors {
    #[doc(inline)]
    pub use crate::dom::MutationError;
    #[doc(inline)]
    pub use crate::error::{
        ActionError, ActionErrorKind, ArgumentError, ElementSummary, LimitError, LiveError, OpenError, RefError,
        SelectorError, Setting, StaleReason, SystemError,
    };
    #[doc(inline)]
    pub use crate::font::FontError;
    #[doc(inline)]
    pub use crate::snapshot::template::TemplateError;
    #[cfg(feature = "extract")]
    #[doc(inline)]
    pub use stillpage_content::extract::SchemaError;
    #[doc(inline)]
    pub use stillpage_content::markdown::CursorError;
    #[doc(inline)]
    pub use stillpage_query::refs::{ParseRefError, StoreError};
}

/// Data for a JSON Schema, and what catalogues ask for: [`Page::extract`], [`Page::metadata`].
#[cfg(feature = "extract")]
pub mod extract {
    pub use crate::metadata::{Metadata, Sourced};
    pub(crate) use stillpage_content::extract::*;
    #[doc(inline)]
    pub use stillpage_content::extract::{Extraction, Provenance, Schema, Violation};
}

/// The values of JSON in signatures: those of `serde_json`.
pub mod json {
    pub use serde_json::{Map, Value};
}

/// Pages as Markdown: [`Page::markdown`].
pub mod markdown {
    pub(crate) use stillpage_content::markdown::*;
    #[doc(inline)]
    pub use stillpage_content::markdown::{Cursor, Favor, Markdown, MarkdownOptions, Part};
}

/// Recordings of pages and of sessions.
pub mod recordings {
    pub use crate::api::Recording;
    pub use crate::recording::{RecordedAction, RecordedState, SessionRecording};
}

/// Refs, and what they resolve to: [`Session::resolve`].
pub mod refs {
    pub use crate::api::Resolution;
    #[doc(inline)]
    pub use stillpage_query::refs::resolver::ResolutionKind;
    #[doc(inline)]
    pub use stillpage_query::refs::session::Numbering;
    pub(crate) use stillpage_query::refs::*;
    #[doc(inline)]
    pub use stillpage_query::refs::{Proof, Ref, RefTable};
}

/// Pages in pixels: [`Page::screenshot`].
#[cfg(feature = "screenshot")]
pub mod screenshot {
    #[doc(inline)]
    pub use stillpage_paint::screenshot::{
        Frame, FrameColor, ImageFormat, Outlines, PictureDifference, PixelSize, Screenshot, ScreenshotOptions,
        Tolerance,
    };
}

/// The declarations that win, and those that lose: [`Element::explain_styles`].
#[cfg(not(stillpage_npm))]
pub mod styles {
    pub use crate::tool::{LostDeclaration, StyleDeclaration, WonDeclaration};
}

/// Aria snapshots as templates that pages are compared with.
pub mod template {
    #[doc(inline)]
    pub use crate::snapshot::template::{Template, TemplateMatch};
}

/// Limits that a page reached, and files that are missing: [`Page::warnings`].
pub mod warnings {
    #[doc(inline)]
    pub use crate::limits::{Limit, MissingFiles, Warning, Warnings};
}

/// The commands, for shells over them that are not of this crate.
#[doc(hidden)]
pub mod command {
    pub use crate::tool::door::{
        Caller, ToolAnswer, answer, answer_file, device, effects, error_json, exit_code_of, file_commands, tools,
    };
}

/// The MCP server for programs that speak the protocol themselves.
#[cfg(feature = "mcp-tools")]
#[doc(hidden)]
pub mod served {
    pub use crate::mcp::Server;
}

/// The functions that [`assert_aria_snapshot!`] expands to.
#[doc(hidden)]
pub mod assertions {
    pub use crate::assertion::{Stored, assert_matches, reference, stored};
    #[cfg(feature = "screenshot")]
    pub use crate::picture_assertion::{Expected, PictureVerdict, assert_looks_as, compare_picture};
}

/// The examples of the README compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/start.md")]
#[derive(Debug)]
pub struct Readme;

/// The examples in the docs of the crates below, which have no `stillpage` to run them with.
#[cfg(doctest)]
#[doc = include_str!("../crates/stillpage-dom/src/dom/builder.md")]
#[doc = include_str!("../crates/stillpage-dom/src/device/device.md")]
#[doc = include_str!("../crates/stillpage-query/src/snapshot/options.md")]
#[doc = include_str!("../crates/stillpage-query/src/snapshot/template/written.md")]
#[derive(Debug)]
pub struct Examples;
