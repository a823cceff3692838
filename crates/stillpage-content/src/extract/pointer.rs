//! JSON Pointers: RFC 6901.

/// A name as a step of a JSON Pointer.
pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A URL fragment as a JSON Pointer.
pub(super) fn decode(fragment: &str) -> String {
    let mut out = Vec::with_capacity(fragment.len());
    let mut bytes = fragment.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digits: Vec<u8> = bytes.by_ref().take(2).collect();
        let byte = std::str::from_utf8(&digits).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.extend(byte);
    }
    String::from_utf8_lossy(&out).into_owned()
}
