//! Answers to calls, one by one, for any program that speaks the protocol.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};

use super::browser::Browser;
use super::playwright::{self, PlaywrightTool, Run};
use super::response::{CallResult, Response, ToolError};
use super::schema::{checked as checked_arguments, with_target};
use super::tabs::{tab_lines, take_notes};
use super::transcript::Transcript;
use super::{Capabilities, Options};
use crate::error::Error;
use crate::safe_text::PageText;

/// Answers calls one by one.
#[derive(Debug)]
pub(super) struct Dispatcher {
    browser: Browser,
    capabilities: Capabilities,
    pub(super) nonce: String,
    pub(super) transcript: Option<Transcript>,
}

impl Dispatcher {
    /// # Errors
    /// Those of what the options name.
    pub(super) fn new(options: &Options) -> Result<Self, Error> {
        // Keyed by the operating system's random numbers.
        let nonce = options.nonce.clone().unwrap_or_else(|| format!("{:016x}", RandomState::new().hash_one(0)));
        let transcript = options.record.as_deref().map(|path| Transcript::create(path, options, &nonce)).transpose()?;
        Ok(Self { browser: Browser::new(options)?, capabilities: options.capabilities, nonce, transcript })
    }

    /// Answers a call. A defect of ours is an answer like any other.
    pub(super) fn answer(&mut self, name: &str, arguments: Map<String, Value>) -> Result<CallResult, Error> {
        let given = arguments.clone();
        let answered = catch_unwind(AssertUnwindSafe(|| self.dispatch(name, arguments)));
        self.browser.drop_unseen();
        let response = answered.unwrap_or_else(|_| {
            // The page may be in an inconsistent state.
            self.browser.tab().shown = None;
            ToolError::thrown(
                "a defect of stillpage itself; the tab was closed. Please report it with the page and the call",
            )
            .into()
        });
        let answered =
            CallResult { text: response.text(&self.nonce), is_error: response.error.is_some(), image: response.image };
        if let Some(transcript) = &mut self.transcript {
            transcript.write(name, &given, &answered)?;
        }
        Ok(answered)
    }

    fn dispatch(&mut self, name: &str, arguments: Map<String, Value>) -> Response {
        if let Some(tool) = self.capabilities.own().iter().find(|tool| tool.name == name) {
            let mut response = tool.run(&mut self.browser, arguments, &self.nonce).unwrap_or_else(Response::from);
            response.notes = take_notes(&mut self.browser);
            return response;
        }
        let has = |tool: &&PlaywrightTool| tool.name == name && self.capabilities.have(tool);
        let Some(tool) = playwright::TOOLS.iter().find(has) else {
            return ToolError::new(format!("Tool {} not found", PageText::quoted(name))).into();
        };
        let arguments = match checked_arguments(name, tool.parameters, with_target(arguments)) {
            Ok(arguments) => arguments,
            Err(wrong) => return ToolError::new(wrong).into(),
        };
        match tool.run {
            Run::With(run) => {
                let answered = run(&mut self.browser, &arguments);
                self.with_tabs(answered.unwrap_or_else(Response::from))
            }
            Run::Offline(instead) => ToolError::thrown(format!("unsupported offline: {name}\n{instead}")).into(),
        }
    }
}

impl Dispatcher {
    /// An answer with the page and the tabs, if it shows them or they have changed.
    fn with_tabs(&mut self, mut response: Response) -> Response {
        let headers = self.browser.headers();
        let changed = self.browser.note_headers(&headers);
        if response.shows_page || (changed && response.error.is_none()) {
            response.tabs = (headers.len() > 1).then(|| tab_lines(&headers));
            response.notes = take_notes(&mut self.browser);
            response.page = headers.into_iter().find(|header| header.current).map(|header| (header.url, header.title));
        }
        response
    }
}
