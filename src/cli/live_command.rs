//! Commands on a running Chromium: what they share.
//!
//! A command is described like a tool, so that help and errors read the same.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::parser::ValueSource;
use serde_json::{Value, json};
use url::Url;

use super::commands::Line;
use super::file::write_whole;
use super::output::{Failure, INTERRUPTED, exit_code, print_reply, progress, report};
use crate::error::{Error, LimitError, LiveError, Setting};
use crate::live::{Attach, Browser, Launch, Reaper, Tab};
use crate::safe_text::{PageText, safe};
use crate::tool::{Answer, Argument, Arguments, DeviceArguments, TypedArguments as _, arguments};

/// Input to a tab: described as a [`Tool`](crate::tool::Tool) is, run on a browser instead of pages.
#[derive(Debug, Clone, Copy)]
pub(super) struct LiveCommand {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) about: &'static str,
    pub(super) arguments: &'static [Argument],
    pub(super) examples: &'static [(&'static str, &'static str)],
    pub(super) run: fn(&Request) -> Result<Box<dyn Answer>, Error>,
}

/// A call of a command.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) arguments: Arguments,
    /// Options that were written, not filled in.
    written: Vec<&'static str>,
    reaper: Reaper,
}

arguments! {
    /// The options for the browser, and for the time limits.
    pub(super) struct BrowserArguments {
        cdp: Option<String> = Argument::option(
            "cdp",
            "Use the browser that listens here: ws://... or http://127.0.0.1:9222",
        )
        .detail("Start it with --remote-debugging-port=9222."),
        chrome: Option<String> = Argument::option("chrome", "The Chromium to launch, if --cdp names no browser")
            .detail("By default the first of chromium, google-chrome and similar in PATH. It gets a fresh profile."),
        allow_remote: bool = Argument::option("allow-remote", "Connect to a browser on another machine")
            .detail("Its debugging port exposes everything the browser sees; by default only this machine is allowed."),
        timeout: usize = Argument::option("timeout", "Give up after this many seconds")
            .within(1, 86_400)
            .default("30")
            .detail("Covers everything that is done with a page: loading, waiting, measuring, input."),
    }
}

/// The options for the browser, and for the time limits.
pub(super) const BROWSER: &[Argument] = BrowserArguments::ARGUMENTS;

/// Runs a command on a browser and prints the answer.
pub(super) fn run_live(
    name: &str,
    line: &Line<'_>,
    run: impl FnOnce(&Request) -> Result<Box<dyn Answer>, Error>,
) -> Result<u8, Failure> {
    let is_written = |argument: &&&Argument| line.matches.value_source(argument.name) == Some(ValueSource::CommandLine);
    let written = line.declared.iter().filter(is_written).map(|argument| argument.name).collect();
    let arguments = line.arguments.clone();
    let reaper = Reaper::default();
    end_with(&reaper);
    let request = Request { arguments, written, reaper: reaper.clone() };
    let answer = run(&request).and_then(|answer| {
        for (path, text) in answer.files() {
            write_whole(Path::new(&path), &text)?;
        }
        Ok(answer)
    });
    // A browser that was ended under the work makes it fail; the user knows why.
    if reaper.has_reaped() {
        return Ok(INTERRUPTED);
    }
    let answer = answer?;
    print_reply(name, line.json, &*answer)?;
    if let Some(refusal) = answer.refusal() {
        report(&refusal, line.json);
    }
    Ok(exit_code(answer.verdict()))
}

/// Ends the browser with the program, also if that is interrupted.
fn end_with(reaper: &Reaper) {
    let reaper = reaper.clone();
    // A second handler cannot be set, and is not needed: the first ends all there is.
    let _ = ctrlc::set_handler(move || {
        reaper.reap();
        interrupted();
    });
}

#[expect(clippy::exit, reason = "what an interrupted program does, from the thread that hears of it")]
fn interrupted() {
    std::process::exit(i32::from(INTERRUPTED));
}

impl Request {
    /// True if the option is given.
    pub(super) fn is_written(&self, argument: &Argument) -> bool {
        self.written.contains(&argument.name)
    }

    pub(super) fn limit(&self) -> Duration {
        Duration::from_secs(self.arguments.read::<BrowserArguments>().timeout as u64)
    }

    /// Attaches to a browser, or launches one with some fonts (a fontconfig file).
    pub(super) fn browser(&self, fonts: Option<&str>) -> Result<Browser, Error> {
        let given: BrowserArguments = self.arguments.read();
        match given.cdp {
            Some(address) => {
                Browser::attach(&Attach::new(&address).allow_remote(given.allow_remote).limit(self.limit()))
            }
            None => {
                progress("starting Chromium");
                Browser::launch(&Launch {
                    program: given.chrome.map(Into::into),
                    window: self.arguments.read::<DeviceArguments>().viewport,
                    arguments: Vec::new(),
                    fonts: fonts.map(str::to_owned),
                    reaper: self.reaper.clone(),
                })
            }
        }
    }
}

/// The address that a user means: an address, or a file.
pub(super) fn address(text: &str) -> Result<Url, Error> {
    if text.contains("://") || text.starts_with("about:") || text.starts_with("data:") {
        return Url::parse(text).map_err(|error| {
            Error::arguments(
                safe!("`{}` is not an address: {}", PageText::of(text), PageText::of(&error.to_string())),
                "write http://..., https://... or the path of a file",
            )
        });
    }
    let mut path = std::fs::canonicalize(text).map_err(|error| Error::io(text, &error))?;
    if path.is_dir() {
        path.push("index.html");
    }
    Url::from_file_path(&path)
        .map_err(|()| Error::arguments(safe!("{} has no address", PageText::of(text)), "write the path of a file"))
}

/// Loads a page into a tab of ours and waits until it is quiet.
pub(super) fn load(tab: &mut Tab<'_>, url: &Url, limit: Duration) -> Result<(), Error> {
    tab.load(url.as_str(), limit)?;
    let is_file = url.scheme() == "file";
    let quiet = Duration::from_millis(if is_file { 50 } else { 500 });
    if tab.settle(quiet)? == crate::live::Settled::Busy {
        progress("the page is still loading; it is used as it is now");
    }
    if let Some(address) = tab.unreachable()? {
        return Err(Error::Live(LiveError::Cdp {
            reason: safe!("{} led to {}, which cannot be loaded", PageText::of(url.as_str()), PageText::of(&address)),
            hint: "a local file loads files of its own folder, and the web only with --network".into(),
            setting: None,
            retryable: false,
        }));
    }
    if is_file {
        tab.thaw()?;
    }
    Ok(())
}

/// The condition that `--wait-for` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wait {
    Time(Duration),
    Text(String),
    Selector(String),
}

impl Wait {
    pub(super) fn parse(text: &str) -> Self {
        if let Ok(ms) = text.parse::<u64>() {
            return Self::Time(Duration::from_millis(ms));
        }
        if let Some(text) = text.strip_prefix("text=") {
            return Self::Text(text.to_owned());
        }
        if let Some(selector) = text.strip_prefix("css=") {
            return Self::Selector(selector.to_owned());
        }
        if text.starts_with(['#', '.', '[']) || text.contains(" > ") {
            return Self::Selector(text.to_owned());
        }
        Self::Text(text.to_owned())
    }

    /// Waits for it.
    pub(super) fn wait(&self, tab: &mut Tab<'_>, limit: Duration) -> Result<(), Error> {
        let script_of = |test: String| {
            format!("(() => {{ try {{ return !!({test}) }} catch (error) {{ return String(error) }} }})()")
        };
        let (script, what) = match self {
            Self::Time(time) => return tab.pause((*time).min(limit)),
            Self::Text(text) => (
                script_of(format!(
                    "(document.body?.innerText ?? '').toLowerCase().includes({}.toLowerCase())",
                    json!(text)
                )),
                safe!("the text {} did not appear", PageText::quoted(text)),
            ),
            Self::Selector(selector) => (
                script_of(format!(
                    "[...document.querySelectorAll({})].some(e => e.checkVisibility())",
                    json!(selector)
                )),
                safe!("nothing that `{}` matches appeared", PageText::of(selector)),
            ),
        };
        let deadline = Instant::now() + limit;
        loop {
            match tab.evaluate_in_frames(&script) {
                Ok(values) if values.contains(&Value::Bool(true)) => return Ok(()),
                Ok(values) if values.iter().any(Value::is_string) => {
                    let hint = "write a CSS selector; text=... waits for any text";
                    return Err(Error::arguments(safe!("{}: that is not a selector", what), hint));
                }
                // During a navigation the page answers again once the next one is there; `pause` fails if the tab is gone.
                Ok(_) | Err(Error::Live(LiveError::Cdp { .. })) => {}
                Err(error) => return Err(error),
            }
            if Instant::now() >= deadline {
                let hint = "look at the page with `stillpage live snapshot`, or wait longer".into();
                return Err(Error::Limit(LimitError::Timeout { what, limit, hint, setting: Some(Setting::Timeout) }));
            }
            tab.pause(Duration::from_millis(50))?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_is_for_time_text_or_an_element() {
        let check = |text: &str, expected: Wait| assert_eq!(Wait::parse(text), expected, "{text}");
        check("250", Wait::Time(Duration::from_millis(250)));
        check("Thank you", Wait::Text("Thank you".to_owned()));
        check("text=#1", Wait::Text("#1".to_owned()));
        check("#done", Wait::Selector("#done".to_owned()));
        check("css=h1", Wait::Selector("h1".to_owned()));
    }

    #[test]
    fn address_is_one_or_a_file() {
        assert_eq!(address("http://a/b").map(|u| u.to_string()), Ok("http://a/b".to_owned()));
        assert_eq!(address("http://").unwrap_err().code(), "invalid_arguments");
        assert_eq!(address("no/such/file.html").unwrap_err().code(), "io_error");
    }
}
