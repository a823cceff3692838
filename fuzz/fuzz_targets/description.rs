#![no_main]

use stillpage_internals::properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::description(data));
