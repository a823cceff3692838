//! Unpacks the engine where JavaScript has no Brotli: with it the package is a fourth smaller than with gzip alone.

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use wasm_bindgen::prelude::*;

/// Decodes a Brotli stream of so many bytes; gives those before the damage if it is damaged.
#[wasm_bindgen]
#[must_use]
pub fn unpack(packed: &[u8], length: usize) -> Vec<u8> {
    let alloc = StandardAlloc::default();
    let mut state = BrotliState::new(alloc, alloc, alloc);
    let mut bytes = vec![0; length];
    let (mut read, mut written, mut total) = (0, 0, 0);
    let (mut unread, mut room) = (packed.len(), length);
    let result = BrotliDecompressStream(
        &mut unread,
        &mut read,
        packed,
        &mut room,
        &mut written,
        &mut bytes,
        &mut total,
        &mut state,
    );
    bytes.truncate(if matches!(result, BrotliResult::ResultSuccess) { length } else { written });
    bytes
}
