//! `stillpage live`: the tools on a tab of a running browser, and input to it.

use clap::{Arg, ArgMatches, Command};
use serde_json::Value;

use super::browse::{Request, perform, progress};
use super::memory::Memory;
use super::{Failure, subcommand};
use crate::capture::{Measured, Recording};
use crate::error::Error;
use crate::live::{Browser, Tab};
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Answer, Argument, Arguments, COMMON, Call, Kind, Progress, RunCommand, TOOLS, Tool, to_json};

const ABOUT: &str = "\
The page is measured by Chromium and then looked at by the same code as a saved one, so refs, answers and errors are the \
same. The tab has to be open: start Chromium with --remote-debugging-port=9222 and give its address with --cdp.

--tab is the number of a tab as `live tabs` lists it, the start of its id, or a part of its address or title. With --session \
refs live on between commands: an element that was rendered again is found again, and a ref dies with its document.";

/// What `live` does besides the tools.
const TABS: &str = "tabs";

fn tool_arguments(tool: &'static Tool) -> impl Iterator<Item = &'static Argument> {
    tool.all_arguments()
        .filter(|argument| argument.kind != Kind::Page && argument.name != "scroll-y" && argument.name != "viewport")
}

/// Tools that look at one page.
fn tools() -> impl Iterator<Item = &'static Tool> {
    TOOLS.iter().filter(|tool| tool.arguments.iter().filter(|a| a.kind == Kind::Page).count() == 1)
}

/// The subcommand with its own.
pub(super) fn command(browser: &'static [Argument], common: &[Arg]) -> Command {
    let mut live = Command::new("live")
        .about("The same on an open tab of Chromium, and clicks and keys")
        .long_about(format!("The same on an open tab of Chromium, and clicks and keys.\n\n{ABOUT}"))
        .subcommand_required(true)
        .arg_required_else_help(true);
    let tabs = "The open tabs";
    live = live.subcommand(subcommand(
        TABS,
        tabs,
        "JSON: [{\"id\",\"title\",\"url\"}].",
        &[("live tabs --cdp http://127.0.0.1:9222", "what --tab can name")],
        browser.iter(),
        common,
    ));
    for tool in tools() {
        let arguments = tool_arguments(tool).chain(browser);
        live = live.subcommand(subcommand(tool.name, tool.summary, tool.about, &[], arguments, common));
    }
    for deed in super::act::DEEDS {
        let arguments = deed.arguments.iter().chain(deed_arguments()).chain(browser);
        live = live.subcommand(subcommand(deed.name, deed.summary, deed.about, deed.examples, arguments, common));
    }
    live
}

fn deed_arguments() -> impl Iterator<Item = &'static Argument> {
    COMMON
        .iter()
        .filter(|argument| matches!(argument.name, "session" | "tab"))
        .chain(std::iter::once(&super::act::DIALOG))
}

/// Does what the line says.
pub(super) fn answer(matches: &ArgMatches, browser: &'static [Argument]) -> Result<u8, Failure> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(super::ERROR) };
    if name == TABS {
        let declared: Vec<&'static Argument> = browser.iter().collect();
        return perform(&declared, matches, |request| {
            let rows = attached(request)?.tabs()?;
            Ok(Box::new(Rows(serde_json::to_value(rows).unwrap_or_default())) as Box<dyn Answer>)
        });
    }
    if let Some(deed) = super::act::DEEDS.iter().find(|deed| deed.name == name) {
        let declared: Vec<_> = deed.arguments.iter().chain(deed_arguments()).chain(browser).collect();
        return perform(&declared, matches, deed.run);
    }
    let Some(tool) = tools().find(|tool| tool.name == name) else {
        return Err(Error::Internal { reason: safe!("no tool is named {}", PageText::token(name)) }.into());
    };
    let declared: Vec<_> = tool_arguments(tool).chain(browser).collect();
    perform(&declared, matches, move |request| look(tool, request))
}

/// A browser that is running: a fresh one has no tab worth looking at.
pub(super) fn attached(request: &Request) -> Result<Browser, Error> {
    if request.arguments.text("cdp").is_none() {
        return Err(Error::arguments(
            "no browser is named",
            "start Chromium with --remote-debugging-port=9222 and add --cdp http://127.0.0.1:9222",
        ));
    }
    let mut browser = request.browser()?;
    browser.finish_within(Some(request.limit()));
    Ok(browser)
}

/// The tab that a request names; the only one if it names none.
pub(super) fn tab<'b>(browser: &'b mut Browser, request: &Request) -> Result<Tab<'b>, Error> {
    let name = request.arguments.text("tab").filter(|_| request.is_written("tab"));
    let mut tab = browser.tab_named(name)?;
    if let Some(answer) = request.arguments.text("dialog") {
        tab.answer_dialogs(answer == "accept");
    }
    Ok(tab)
}

/// Says of frames that are not in a recording.
pub(super) fn note_missing(recording: &Recording) {
    for url in &recording.missing {
        progress(safe!("the frame {} does not answer: what is in it is missing", PageText::of(url)));
    }
}

fn look(tool: &'static Tool, request: &Request) -> Result<Box<dyn Answer>, Error> {
    let mut browser = attached(request)?;
    let mut tab = tab(&mut browser, request)?;
    let arguments: Arguments = request.arguments.clone().with_text("tab", tab.id().to_owned());
    let memory = Memory::open(&arguments, &mut tab)?;
    let recording = tab.record()?;
    note_missing(&recording);
    let measured = recording.measure();
    if let Some(memory) = &memory {
        memory.connect(&measured);
    }
    let answer = (tool.run)(&call(&measured, &arguments, memory.as_ref()));
    // Also after an error: its message may name refs.
    if let Some(memory) = memory {
        memory.save(&measured)?;
    }
    answer
}

/// A call about a measured page.
pub(super) fn call<'a>(measured: &'a Measured, arguments: &'a Arguments, memory: Option<&'a Memory>) -> Call<'a> {
    Call {
        pages: std::slice::from_ref(&measured.page),
        arguments,
        session: memory.map(Memory::session),
        progress: Progress(&super::show_progress),
        command: RunCommand(&super::command::run),
    }
}

/// A value as it is; of a list, a line an entry; of an action, `clicked e16 healed`.
pub(super) struct Rows(pub(super) Value);

impl Answer for Rows {
    fn text(&self) -> SafeText {
        let cell = |value: &Value| match value {
            Value::String(text) => PageText::of(text).into(),
            other => PageText::of(&other.to_string()).into(),
        };
        let line = |value: &Value| match value {
            Value::Object(map) => SafeText::join(map.values().map(cell), "  "),
            other => cell(other),
        };
        match &self.0 {
            Value::Array(rows) => {
                let rows = rows.iter().enumerate();
                SafeText::join(rows.map(|(i, row)| safe!("{}  {}", i + 1, line(row))), "\n")
            }
            Value::Object(map) => SafeText::join(map.iter().filter_map(|(name, value)| word(name, value)), " "),
            other => line(other),
        }
    }

    fn json(&self) -> String {
        to_json(&self.0)
    }
}

/// A part of what became of an action.
fn word(name: &str, value: &Value) -> Option<SafeText> {
    match (name, value) {
        (_, Value::Null | Value::Bool(false)) => None,
        (_, Value::Bool(true)) => Some(PageText::token(name).into()),
        ("ref", Value::String(reference)) => Some(PageText::token(reference).into()),
        ("dialogs", Value::Array(dialogs)) => {
            let told = dialogs.iter().map(|dialog| {
                let answer = if dialog["accepted"] == true { "accepted" } else { "dismissed" };
                let text = |name: &str| dialog[name].as_str().unwrap_or_default();
                safe!("({} {} {})", PageText::token(text("kind")), PageText::quoted(text("message")), answer)
            });
            Some(SafeText::join(told, " "))
        }
        (_, other) => Some(safe!("{}={}", PageText::token(name), PageText::of(&other.to_string()))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn actions_are_told_in_words() {
        let check = |value: Value, expected: &str| assert_eq!(Rows(value).text(), expected);
        check(json!({ "clicked": true, "ref": "e16", "healed": true }), "clicked e16 healed");
        check(json!({ "clicked": true, "ref": null }), "clicked");
        check(json!({ "scrolled": true, "x": 0, "y": 600 }), "scrolled x=0 y=600");
        check(
            json!({ "clicked": true, "ref": "e2", "dialogs": [{ "kind": "confirm", "message": "Sure?", "accepted": true }] }),
            "clicked e2 (confirm \"Sure?\" accepted)",
        );
        check(json!([{ "id": "A", "title": "T", "url": "u" }]), "1  A  T  u");
    }
}
