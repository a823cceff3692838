//! JSON Pointers: RFC 6901.

/// The pointer to a property of what another pointer leads to.
pub(super) fn inside(pointer: &str, name: &str) -> String {
    let mut inner = String::with_capacity(pointer.len() + 1 + name.len());
    inner.push_str(pointer);
    inner.push('/');
    match name.contains(['~', '/']) {
        true => inner.push_str(&name.replace('~', "~0").replace('/', "~1")),
        false => inner.push_str(name),
    }
    inner
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
