//! Bytes out of their wrappings: base64, percent-encoding, quoted-printable, `data:` URLs.

use std::borrow::Cow;

/// Base64 with whitespace ignored, up to the first byte that is none or `limit` bytes of output.
pub(crate) fn base64(text: &[u8], limit: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(limit.min(text.len() / 4 * 3 + 3));
    let (mut buffer, mut bits) = (0u32, 0);
    for &b in text {
        let value = match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0C' => continue,
            _ => break,
        };
        buffer = buffer << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push(low_byte(buffer >> bits));
            if out.len() >= limit {
                break;
            }
        }
    }
    out
}

#[expect(clippy::cast_possible_truncation, reason = "the low byte is what is asked for")]
fn low_byte(n: u32) -> u8 {
    n as u8
}

/// Percent-decoding, up to `limit` bytes of output.
pub(crate) fn percent(text: &[u8], limit: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(limit.min(text.len()));
    let mut at = 0;
    while at < text.len() && out.len() < limit {
        match (text[at], text.get(at + 1).copied().and_then(hex), text.get(at + 2).copied().and_then(hex)) {
            (b'%', Some(high), Some(low)) => {
                out.push(high << 4 | low);
                at += 3;
            }
            (b, ..) => {
                out.push(b);
                at += 1;
            }
        }
    }
    out
}

fn hex(b: u8) -> Option<u8> {
    match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'f' => Some(b - b'a' + 10),
        b'A'..=b'F' => Some(b - b'A' + 10),
        _ => None,
    }
}

/// <https://www.rfc-editor.org/rfc/rfc2045#section-6.7>
pub(crate) fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&b| b == b'\n') {
        let (content, end) = match line {
            [content @ .., b'\r', b'\n'] => (content, &b"\r\n"[..]),
            [content @ .., b'\n'] => (content, &b"\n"[..]),
            content => (content, &b""[..]),
        };
        // Space before a line's end is the transport's.
        let content = content.trim_ascii_end();
        let (content, end) = match content {
            // A soft line break.
            [content @ .., b'='] => (content, &b""[..]),
            content => (content, end),
        };
        let mut at = 0;
        while let Some(&b) = content.get(at) {
            match (b, content.get(at + 1).copied().and_then(hex), content.get(at + 2).copied().and_then(hex)) {
                (b'=', Some(high), Some(low)) => {
                    out.push(high << 4 | low);
                    at += 3;
                }
                _ => {
                    out.push(b);
                    at += 1;
                }
            }
        }
        out.extend_from_slice(end);
    }
    out
}

/// What a `data:` URL holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DataUrl<'a> {
    /// Media type with parameters, as written.
    pub(crate) media_type: &'a str,
    /// The bytes, cut off at the limit.
    pub(crate) bytes: Vec<u8>,
}

/// Decodes a `data:` URL up to `limit` bytes; `None` if it is none.
///
/// <https://fetch.spec.whatwg.org/#data-url-processor>
pub(crate) fn data_url(url: &str, limit: usize) -> Option<DataUrl<'_>> {
    let url = url.trim_matches(|c: char| c <= ' ');
    let rest = url.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:")).and_then(|_| url.get(5..))?;
    let (media_type, data) = rest.split_once(',')?;
    let data = data.split('#').next().unwrap_or(data);
    let base = media_type.trim_end();
    let is_base64 = base.len() >= 6 && base.get(base.len() - 6..).is_some_and(|end| end.eq_ignore_ascii_case("base64"));
    let prefix = if is_base64 { base.get(..base.len() - 6).map(str::trim_end) } else { None };
    let bytes = match prefix.and_then(|prefix| prefix.strip_suffix(';')) {
        Some(media_type) => {
            let text: Cow<'_, [u8]> = if data.contains('%') {
                Cow::Owned(percent(data.as_bytes(), limit.saturating_mul(2)))
            } else {
                Cow::Borrowed(data.as_bytes())
            };
            return Some(DataUrl { media_type: media_type.trim(), bytes: base64(&text, limit) });
        }
        None => percent(data.as_bytes(), limit),
    };
    Some(DataUrl { media_type: media_type.trim(), bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfer_base64_forgives_space_and_padding() {
        assert_eq!(base64(b"aGVs\r\nbG8=", 99), b"hello", "padded");
        assert_eq!(base64(b"aGVsbG8", 99), b"hello", "not padded");
        assert_eq!(base64(b"aGVsbG8", 2), b"he", "limited");
    }

    #[test]
    fn transfer_quoted_printable_joins_soft_lines() {
        assert_eq!(quoted_printable(b"a=3Db=\r\nc  \r\nd=\n=C3=BC=zz"), "a=bc\r\nd\u{fc}=zz".as_bytes(), "decoded");
    }

    #[test]
    fn transfer_data_urls_are_decoded() {
        let check = |url: &str, media_type: &str, bytes: &[u8]| {
            assert_eq!(data_url(url, 99), Some(DataUrl { media_type, bytes: bytes.to_vec() }), "{url}");
        };
        check("data:text/css,a%20b#c", "text/css", b"a b");
        check("DATA:text/css;charset=utf-8;base64,YQ%3D%3D", "text/css;charset=utf-8", b"a");
        check("data:,x", "", b"x");
        check("data:text/plain;BASE64 ,eA==", "text/plain", b"x");
        assert_eq!(data_url("data:x", 9), None, "no comma");
        assert_eq!(data_url("http://a,b", 9), None, "no data");
    }
}
