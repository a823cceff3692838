//! The MCP server, whose protocol `js/mcp.js` speaks.

use stillpage::command::Caller;
use stillpage::served::Server;
use wasm_bindgen::prelude::*;

use crate::{Failure, read, thrown, to_js};

/// A server of saved pages.
#[wasm_bindgen(js_name = NativeServer)]
#[derive(Debug)]
pub struct NativeServer {
    server: Server,
    image: Option<Vec<u8>>,
}

#[wasm_bindgen(js_class = NativeServer)]
impl NativeServer {
    /// A server with the words of a command line.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn open(words: &str) -> Result<Self, JsValue> {
        let opened = |words| Server::new(&words).map_err(|error| Failure::of(Caller::CommandLine, &error));
        let server = read(words).and_then(opened).map_err(thrown)?;
        Ok(Self { server, image: None })
    }

    /// Returns what it says of itself.
    #[must_use]
    pub fn instructions(&self) -> String {
        self.server.instructions().to_owned()
    }

    /// Returns its tools as the protocol lists them.
    #[must_use]
    pub fn tools(&self) -> String {
        self.server.tools().to_string()
    }

    /// Answers a call with its text, whether that is an error, and the media type of a picture.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn call(&mut self, name: &str, arguments: &str) -> Result<String, JsValue> {
        let called = |arguments| {
            let called = self.server.call(name, arguments);
            called.map_err(|error| Failure::of(Caller::CommandLine, &error))
        };
        let answered = read(arguments).and_then(called);
        to_js(answered.map(|(answer, image)| {
            self.image = image;
            answer
        }))
    }

    /// Takes the picture of the last answer.
    #[wasm_bindgen(js_name = takeImage)]
    #[must_use]
    pub fn take_image(&mut self) -> Option<Vec<u8>> {
        self.image.take()
    }
}
