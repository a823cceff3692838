//! The WebAssembly half of the npm package `stillpage`: a page, a session and a recording, which answer questions.
//!
//! *In*: bytes, trees and questions as JSON. *Out*: answers as JSON, and errors as the JSON text of the library's own.
//!
//! *Invariants*: JavaScript's classes in `js/` are the API; nothing here is called by users. A panic is a trap: what it said is
//! kept for [`last_panic`], and the instance is not used again.

mod act;
#[cfg(stillpage_npm)]
mod brotli;
#[cfg(stillpage_npm)]
mod disk;
mod files;
mod locator;
mod options;
mod page;
mod question;
mod recording;
#[cfg(feature = "screenshot")]
mod screenshot;
mod served;
mod session;
mod tree;

use std::cell::RefCell;

use serde_json::{Map, Value, json};
use stillpage::command::{Caller, error_json, exit_code_of};
use wasm_bindgen::prelude::*;

/// The named values of a question.
type Named = Map<String, Value>;

thread_local! {
    /// The message and the place of the last panic.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what panics say: the trap that follows says nothing.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| PANIC.set(panic.to_string())));
    // One that is set already is this one.
    #[cfg(stillpage_npm)]
    let _ = stillpage::HOST_BREAKS.set(stillpage_words::breaks);
}

/// Returns the message of the last panic; empty if there was none.
#[wasm_bindgen(js_name = lastPanic)]
#[must_use]
pub fn last_panic() -> String {
    PANIC.with_borrow(Clone::clone)
}

/// Panics, for the test of what becomes of a panic.
///
/// # Panics
/// Always.
#[wasm_bindgen(js_name = panicForTest)]
#[expect(clippy::panic, reason = "that is what it is for")]
pub fn panic_for_test() {
    panic!("asked for");
}

/// A question that is about no page.
///
/// # Errors
/// The JSON text of the library's error.
#[wasm_bindgen]
pub fn ask(name: &str, arguments: &str) -> Result<String, JsValue> {
    to_js(read(arguments).and_then(|arguments| question::answer(name, &arguments)))
}

/// Answers a command of the command line, whose options are words, about these pages.
///
/// # Errors
/// The JSON text of the library's error.
#[wasm_bindgen(js_name = runCommand)]
pub fn run_command(name: &str, pages: Vec<page::NativePage>, words: &str) -> Result<String, JsValue> {
    let run = |words: Named| -> Result<Value, Failure> {
        let pages: Vec<stillpage::Page> = pages.into_iter().map(|page| page.page).collect();
        let answer = stillpage::command::answer(name, &pages, Caller::CommandLine, &words, None);
        let answer = answer.map_err(|error| Failure::of(Caller::CommandLine, &error))?;
        Ok(question::tool_answer(Caller::CommandLine, answer))
    };
    to_js(read(words).and_then(run))
}

/// Answers a command about a file that is no page, whose options are words.
///
/// # Errors
/// The JSON text of the library's error.
#[wasm_bindgen(js_name = runFileCommand)]
pub fn run_file_command(name: &str, words: &str) -> Result<String, JsValue> {
    let run = |words: Named| -> Result<Value, Failure> {
        let answer = stillpage::command::answer_file(name, &words);
        let answer = answer.map_err(|error| Failure::of(Caller::CommandLine, &error))?;
        Ok(question::tool_answer(Caller::CommandLine, answer))
    };
    to_js(read(words).and_then(run))
}

/// An error of a question, in the shape of the library's errors.
struct Failure(Value);

impl<E: Into<stillpage::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::of(Caller::Program, &error.into())
    }
}

impl Failure {
    /// An error of the library, with the hint for this caller.
    fn of(caller: Caller, error: &stillpage::Error) -> Self {
        let mut value = error_json(caller, error);
        value["error"]["exitCode"] = json!(exit_code_of(error));
        Self(value)
    }

    /// An argument that has the right type and a wrong value.
    fn argument(message: &str, hint: &str) -> Self {
        Self(json!({ "error": {
            "code": "invalid_arguments", "message": message, "hint": hint, "retryable": false, "details": {}, "exitCode": 2,
        } }))
    }
}

/// Named values as JSON text.
fn read(arguments: &str) -> Result<Named, Failure> {
    match serde_json::from_str(arguments) {
        Ok(Value::Object(named)) => Ok(named),
        _ => Err(Failure::argument("the arguments are not JSON values by name", "pass plain values")),
    }
}

/// An answer as JSON text, an error as what JavaScript catches: JSON text.
fn to_js(answer: Result<Value, Failure>) -> Result<String, JsValue> {
    answer.map(|value| value.to_string()).map_err(thrown)
}

fn thrown(failure: Failure) -> JsValue {
    JsValue::from_str(&failure.0.to_string())
}
