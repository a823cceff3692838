//! The tab that a live command is about, and what it answers.

use serde_json::Value;

use super::live_command::{BrowserArguments, Request};
use super::memory::LiveSession;
use super::output::{progress, show_progress};
use crate::capture::{Measured, Recording};
use crate::error::{Error, Setting};
use crate::live::{Browser, DialogAnswer, START_ONE, Tab};
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::common::{COLOR_SCHEME, DEVICE, LOCALE, MOBILE, REDUCED_MOTION, SCALE, VIEWPORT};
use crate::tool::{
    Answer, Argument, Arguments, Call, DeviceArguments, Progress, RunCommand, TAB, TypedArguments as _, arguments,
    choice, to_json,
};

choice! {
    /// The answers to a dialog.
    pub(super) enum GivenAnswer {
        Accept = "accept",
        Dismiss = "dismiss",
    }
}

arguments! {
    /// The answer to dialogs.
    pub(super) struct DialogArguments {
        dialog: Option<GivenAnswer> = Argument::option("dialog", "How to answer dialogs of the page").detail(
            "By default confirm, prompt and beforeunload dialogs are dismissed with an error; alerts are always accepted. The \
                 answer lists the dialogs.",
        ),
    }
}

/// A browser that is running: a fresh one has no tab worth looking at.
pub(super) fn attached(request: &Request) -> Result<Browser, Error> {
    if request.arguments.read::<BrowserArguments>().cdp.is_none() {
        return Err(Error::arguments("--cdp is missing: it names the browser", START_ONE).about(Setting::Address));
    }
    let mut browser = request.browser(None)?;
    browser.finish_within(Some(request.limit()));
    Ok(browser)
}

/// The tab that a request names; the only one if it names none.
pub(super) fn tab<'b>(browser: &'b mut Browser, request: &Request) -> Result<Tab<'b>, Error> {
    let name = request.arguments.text_of(&TAB).filter(|_| request.is_written(&TAB));
    let mut tab = browser.tab_named(name)?;
    if let Some(answer) = request.arguments.read::<DialogArguments>().dialog {
        tab.answer_dialogs(match answer {
            GivenAnswer::Accept => DialogAnswer::Accept,
            GivenAnswer::Dismiss => DialogAnswer::Dismiss,
        });
    }
    emulate(&mut tab, request)?;
    Ok(tab)
}

/// True for the arguments of a tool that say on which device a tab is shown.
pub(super) fn describes_device(argument: &Argument) -> bool {
    DeviceArguments::ARGUMENTS.iter().any(|known| known.name == argument.name)
}

/// Shows a tab on the device that the request describes, until the connection ends; what it does not name stays as it is.
fn emulate(tab: &mut Tab<'_>, request: &Request) -> Result<(), Error> {
    if !DeviceArguments::ARGUMENTS.iter().any(|argument| request.is_written(argument)) {
        return Ok(());
    }
    let device = crate::tool::device(&request.arguments)?;
    let is_named = request.is_written(&DEVICE);
    let size = (is_named || request.is_written(&VIEWPORT)).then_some(device.viewport);
    let scale = (is_named || request.is_written(&SCALE)).then_some(device.scale);
    if size.is_some() || scale.is_some() || device.mobile {
        tab.set_metrics(size, scale, device.mobile)?;
    }
    if [DEVICE, MOBILE, COLOR_SCHEME, REDUCED_MOTION, LOCALE].iter().any(|argument| request.is_written(argument)) {
        tab.set_preferences(&device)?;
    }
    Ok(())
}

/// Reports frames and fonts that are missing in a recording.
pub(super) fn note_missing(recording: &Recording) {
    for url in &recording.missing {
        progress(safe!("the frame {} does not answer: its content is missing", PageText::of(url)));
    }
    for url in &recording.missing_fonts {
        progress(safe!(
            "the browser no longer has the font {}: its text is laid out in another one",
            PageText::of(url)
        ));
    }
}

/// A call about a measured page.
pub(super) fn call<'a>(measured: &'a Measured, arguments: &'a Arguments, memory: Option<&'a LiveSession>) -> Call<'a> {
    Call {
        pages: vec![&measured.page],
        arguments,
        session: memory.map(LiveSession::session),
        refs: None,
        kept: None,
        progress: Progress(&show_progress),
        command: RunCommand(&super::command::run),
    }
}

/// A value verbatim; of a list, a line an entry; of an action, `clicked e16 healed`.
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
            let shown = dialogs.iter().map(|dialog| {
                let answer = if dialog["accepted"] == true { "accepted" } else { "dismissed" };
                let text = |name: &str| dialog[name].as_str().unwrap_or_default();
                safe!("({} {} {})", PageText::token(text("kind")), PageText::quoted(text("message")), answer)
            });
            Some(SafeText::join(shown, " "))
        }
        (_, other) => Some(safe!("{}={}", PageText::token(name), PageText::of(&other.to_string()))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn actions_are_described_in_words() {
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
