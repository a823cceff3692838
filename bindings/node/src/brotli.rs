//! Brotli by the host, for fonts that are packed with it: Node has a decoder, and browsers load one for the engine.

use std::cell::RefCell;

use js_sys::{Function, Uint8Array};
use wasm_bindgen::prelude::*;

thread_local! {
    static DECODE: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sets what decodes: `decode(bytes, length)` returns the bytes, null if they are damaged.
#[wasm_bindgen(js_name = setBrotli)]
#[expect(unreachable_pub, reason = "the macro exports public functions alone")]
pub fn set_brotli(decode: Function) {
    DECODE.set(Some(decode));
    // One that is set already is this one.
    let _ = stillpage::HOST_BROTLI.set(decoded);
}

fn decoded(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    let decode = DECODE.with_borrow(Clone::clone)?;
    let length = u32::try_from(length).ok()?;
    let found = decode.call2(&JsValue::NULL, &Uint8Array::from(bytes), &length.into()).ok()?;
    (!found.is_null()).then(|| Uint8Array::new(&found).to_vec())
}
