//! What a browser agent would see on a saved page, offline and deterministic.
//!
//! `bytes -> Dom -> Styles -> Layout -> AriaTree -> Snapshot`: each arrow is one pure constructor, and [`Page`](page::Page)
//! (Dom + Styles + Layout) is the waist. Everything else is a question to a page.
//!
//! | what | where |
//! | --- | --- |
//! | a page from text, from a file, from Chromium | [`Page::from_html`](page::Page::from_html), [`offline`], `live` |
//! | the aria snapshot of Playwright, with refs | [`snapshot`] |
//! | refs that outlive a re-render | [`refs`] |
//! | would a click land, and what covers it | [`hit`] |
//! | selectors and text patterns | [`search`] |
//! | an element by a description | [`locate`] |
//! | Markdown, structured data | [`markdown`], [`extract`] |
//! | re-renders to test with | [`simulate`] |
//! | a picture of the boxes | [`picture`] |
//!
//! # An aria snapshot in a test
//!
//! What a template or a handler renders, as assistive technology is told of it; the snapshot is the one that Playwright's
//! `toMatchAriaSnapshot` compares with.
//!
//! ```
//! use stillpage::page::Page;
//! use stillpage::snapshot::{Snapshot, SnapshotMode, SnapshotOptions};
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
//! A [`Session`](refs::session::Session) knows what each ref meant. On the next version of the page it finds the same widget
//! again, or says what became of it; it never names another one.
//!
//! ```
//! use stillpage::page::Page;
//! use stillpage::refs::session::{FIRST_TAB, Session};
//! use stillpage::snapshot::{Snapshot, SnapshotOptions};
//!
//! let rows = |names: &[&str]| -> Page {
//!     let row = |name: &&str| format!("<li>{name} <button>Delete</button></li>");
//!     Page::from_html(&format!("<ul>{}</ul>", names.iter().map(row).collect::<String>()))
//! };
//! let before = rows(&["Ada", "Grace"]);
//! let mut session = Session::new();
//! let shown = Snapshot::render(&before, &SnapshotOptions::default());
//! let refs = session.observe(FIRST_TAB, &before, shown.refs());
//! let buttons = stillpage::search::css::find(&before, "button")?;
//! let delete_grace = refs.of(buttons[1]).expect("buttons have refs");
//!
//! // A row comes in above: the button of Grace is the third of three that look alike.
//! let after = rows(&["Joan", "Ada", "Grace"]);
//! let found = session.resolve(&after, delete_grace, None)?;
//! assert_eq!(found.node, stillpage::search::css::find(&after, "li:last-child button")?[0], "not by position");
//!
//! // Without her row the ref is dead, though two buttons with its role and name are there.
//! let gone = session.resolve(&rows(&["Joan", "Ada"]), delete_grace, None);
//! assert_eq!(gone.expect_err("it was removed").code(), "stale_ref");
//! # Ok::<(), stillpage::error::Error>(())
//! ```
//!
//! # A click that something covers
//!
//! ```
//! use stillpage::hit::{Action, HitMap, Outcome, Policy, Refusal, land};
//! use stillpage::page::Page;
//! use stillpage::search::css::find;
//!
//! let page = Page::from_html("<button>Buy</button><div style='position: fixed; inset: 0'>We use cookies</div>");
//! let (button, notice) = (find(&page, "button")?[0], find(&page, "div")?[0]);
//! let landing = land(&HitMap::new(&page), button, Action::Click, Policy::Lineage);
//! assert_eq!(landing.outcome, Outcome::Refused(Refusal::Intercepted(Some(notice))), "the notice is in front");
//! # Ok::<(), stillpage::error::Error>(())
//! ```

pub mod aria;
pub mod capture;
#[cfg(feature = "cli")]
pub mod cli;
pub mod device;
pub mod dom;
pub mod error;
pub mod extract;
#[cfg(debug_assertions)]
#[doc(hidden)]
pub mod fault;
pub mod font;
pub mod geometry;
pub mod hit;
pub mod layout;
pub mod limits;
#[cfg(feature = "live")]
pub mod live;
pub mod locate;
pub mod locator;
pub mod markdown;
pub mod offline;
pub mod page;
// Apart from `snapshot`, since it draws what that tells.
pub mod picture;
pub mod refs;
pub mod rendered;
pub mod safe_text;
pub mod search;
pub mod selector;
pub mod simulate;
pub mod snapshot;
pub mod style;
pub(crate) mod text;
pub mod tokens;
pub mod tool;

/// The examples of the README compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
