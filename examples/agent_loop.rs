//! An agent's loop on a saved page: show a snapshot, take a ref from the answer, and use it on the page as it is by then,
//! after a re-render.
//!
//! `cargo run --example agent_loop`

use std::error::Error;
use std::io::Write as _;

use stillpage::actions::Policy;
use stillpage::refs::Ref;
use stillpage::{Page, Session};

/// Stands for a language model: the ref of the button in the row of the bike.
fn choose(snapshot: &str) -> Option<Ref> {
    let (_, row) = snapshot.split_once("Fix the bike")?;
    let (_, button) = row.split_once("button \"Done\" [ref=")?;
    button.split(']').next()?.parse().ok()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    let mut session = Session::new();

    // What the agent sees.
    let page = Page::open("examples/todo/page.html")?;
    let snapshot = page.aria_snapshot();
    let refs = session.observe(Session::FIRST_TAB, &page, snapshot.refs());
    let shown = snapshot.with_refs(refs).to_string();
    writeln!(out, "{shown}\n")?;
    let target = choose(&shown).ok_or("the model named no ref")?;

    // By the time it answers, the page was rendered again, with another row on top.
    let page = Page::open("examples/todo/rerendered.html")?;
    let found = session.resolve(&page, target, None)?;
    writeln!(out, "{target} is {} ({})", found.kind.as_str(), found.reason)?;

    // Would the click reach it?
    let button = found.element;
    let landing = button.check_click(Policy::default());
    let point = landing.point.filter(|_| landing.is_ok()).ok_or("the click would not land")?;
    writeln!(out, "click at {},{}", point.x, point.y)?;
    Ok(())
}
