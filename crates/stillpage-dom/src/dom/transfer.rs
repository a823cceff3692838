//! Bytes out of their wrappings: base64, quoted-printable, `data:` URLs.

use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Base64 as mail has it, up to the first byte that does not belong to it; line breaks and spaces are ignored.
///
/// <https://www.rfc-editor.org/rfc/rfc2045#section-6.8>
pub(super) fn base64(text: &[u8]) -> Vec<u8> {
    const LENIENT: GeneralPurpose = GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_allow_trailing_bits(true)
            .with_decode_padding_mode(DecodePaddingMode::RequireNone),
    );
    let is_digit = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/');
    let mut digits: Vec<u8> =
        text.iter().copied().filter(|b| !b.is_ascii_whitespace()).take_while(|&b| is_digit(b)).collect();
    // A digit alone is less than a byte: the file was cut off.
    if digits.len() % 4 == 1 {
        digits.pop();
    }
    LENIENT.decode(digits).unwrap_or_default()
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

/// The content of a `data:` URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DataUrl {
    /// Media type with parameters; `text/plain` if the URL does not name a valid one.
    pub media_type: String,
    /// The bytes, cut off at the limit.
    pub bytes: Vec<u8>,
}

/// Decodes a `data:` URL up to `limit` bytes; `None` if it is invalid.
///
/// <https://fetch.spec.whatwg.org/#data-url-processor>
pub(crate) fn data_url(url: &str, limit: usize) -> Option<DataUrl> {
    let url = data_url::DataUrl::process(url.trim_matches(|c: char| c <= ' ')).ok()?;
    let mut bytes = Vec::new();
    let decoded = url.decode(|part| {
        let room = limit - bytes.len();
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        if part.len() > room { Err(Full) } else { Ok(()) }
    });
    match decoded {
        Ok(_) | Err(data_url::forgiving_base64::DecodeError::WriteError(Full)) => {
            Some(DataUrl { media_type: url.mime_type().to_string(), bytes })
        }
        Err(data_url::forgiving_base64::DecodeError::InvalidBase64(_)) => None,
    }
}

/// The limit is reached.
struct Full;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfer_base64_forgives_space_and_padding() {
        assert_eq!(base64(b"aGVs\r\nbG8="), b"hello", "padded");
        assert_eq!(base64(b"aGVsbG8"), b"hello", "not padded");
        assert_eq!(base64(b"aGVsbG8h--"), b"hello!", "up to what is not base64");
        assert_eq!(base64(b"aGVsbG8hQ"), b"hello!", "cut off");
    }

    #[test]
    fn transfer_quoted_printable_joins_soft_lines() {
        assert_eq!(quoted_printable(b"a=3Db=\r\nc  \r\nd=\n=C3=BC=zz"), "a=bc\r\nd\u{fc}=zz".as_bytes(), "decoded");
    }

    #[test]
    fn transfer_data_urls_are_decoded() {
        let check = |url: &str, media_type: &str, bytes: &[u8]| {
            assert_eq!(
                data_url(url, 99),
                Some(DataUrl { media_type: media_type.into(), bytes: bytes.to_vec() }),
                "{url}"
            );
        };
        check("data:text/css,a%20b#c", "text/css", b"a b");
        check("DATA:text/css;charset=utf-8;base64,YQ%3D%3D", "text/css;charset=utf-8", b"a");
        check("data:,x", "text/plain;charset=US-ASCII", b"x");
        check("data:text/plain;BASE64 ,eA==", "text/plain", b"x");
        assert_eq!(data_url("data:x", 9), None, "no comma");
        assert_eq!(data_url("http://a,b", 9), None, "no data");
        assert_eq!(data_url("data:;base64,a-b_", 9), None, "not base64");
        assert_eq!(data_url("data:,abcdef", 3).map(|data| data.bytes), Some(b"abc".to_vec()), "limited");
        assert_eq!(data_url("data:;base64,YWJjZGVm", 3).map(|data| data.bytes), Some(b"abc".to_vec()), "limited");
    }
}
