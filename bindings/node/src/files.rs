//! The files that a page refers to, which JavaScript has by address.

use js_sys::{Function, Uint8Array};
use wasm_bindgen::prelude::*;

/// Calls `found` with what looks a file up: `file(url)` returns its bytes, null if there is none, and throws why it cannot
/// be read.
pub(crate) fn with_files<T>(
    file: Option<&Function>,
    found: impl FnOnce(&mut dyn FnMut(&str) -> Result<Option<Vec<u8>>, String>) -> T,
) -> T {
    found(&mut |url| {
        let Some(file) = file else { return Ok(None) };
        let bytes = file.call1(&JsValue::NULL, &JsValue::from_str(url)).map_err(|thrown| reason(&thrown))?;
        // Runners of tests have realms of their own: an array of another realm is none to `instanceof`.
        Ok((!bytes.is_null() && !bytes.is_undefined()).then(|| Uint8Array::new(&bytes).to_vec()))
    })
}

fn reason(thrown: &JsValue) -> String {
    let message = thrown.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    message.or_else(|| thrown.as_string()).unwrap_or_else(|| "it cannot be read".to_owned())
}
