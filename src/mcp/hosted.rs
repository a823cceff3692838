//! The server for a program that speaks the protocol itself: the npm package, on whose side standard input is.

use serde_json::{Map, Value, json};

use super::Capabilities;
use super::ToolFormat;
use super::dispatcher::{Dispatcher, INSTRUCTIONS};
use super::options::{ABOUT, ARGUMENTS, EXAMPLES, SUMMARY, options};
use super::response::CallResult;
use crate::error::Error;
use crate::tool::{checked_words, described_command};

/// A server without its protocol.
#[derive(Debug)]
pub struct Server {
    dispatcher: Dispatcher,
    capabilities: Capabilities,
}

impl Server {
    /// Returns the command that starts it, as those of the tools are described. What needs a browser is not part of it.
    #[must_use]
    pub fn command() -> Value {
        let examples: Vec<_> = EXAMPLES.iter().copied().filter(|(line, _)| !line.contains("--cdp")).collect();
        described_command("mcp", SUMMARY, ABOUT, ARGUMENTS, &examples)
    }

    /// A server with the words of a command line.
    ///
    /// # Errors
    /// [`Error::Arguments`] for words that the command does not take, and those of the files that they name.
    pub fn new(words: &Map<String, Value>) -> Result<Self, Error> {
        let options = options(&checked_words(ARGUMENTS, words)?)?;
        Ok(Self { dispatcher: Dispatcher::new(&options)?, capabilities: options.capabilities })
    }

    /// Returns what it says of itself.
    #[must_use]
    pub fn instructions(&self) -> &'static str {
        INSTRUCTIONS
    }

    /// Returns its tools and those of the page in front, as the protocol lists them.
    #[must_use]
    pub fn tools(&self) -> Value {
        let tools = self.capabilities.tools().into_iter().chain(self.dispatcher.page_tools());
        tools.map(|tool| tool.definition(ToolFormat::Mcp)).collect()
    }

    /// Answers a call: the text, whether it is an error, and the media type and the bytes of a picture.
    ///
    /// # Errors
    /// [`Error::Unwritable`] for a transcript that cannot be written.
    pub fn call(&mut self, name: &str, arguments: Map<String, Value>) -> Result<(Value, Option<Vec<u8>>), Error> {
        let CallResult { text, is_error, image } = self.dispatcher.answer(name, arguments)?;
        let kind = image.as_ref().map(|(kind, _)| *kind);
        Ok((json!({ "text": text, "isError": is_error, "image": kind }), image.map(|(_, bytes)| bytes)))
    }
}
