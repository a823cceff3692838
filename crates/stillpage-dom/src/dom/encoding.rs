//! The encoding of a document's bytes, and their text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::memchr;

/// The text of a document. `hint` is the encoding of a `Content-Type` header.
///
/// <https://html.spec.whatwg.org/#determining-the-character-encoding>
pub(super) fn decode<'a>(bytes: &'a [u8], hint: Option<&'static Encoding>) -> Cow<'a, str> {
    decode_known(bytes, hint).0
}

/// Decodes as [`decode`] does, and returns the name of the encoding if it was guessed and another one would give another text.
pub(super) fn decode_known<'a>(
    bytes: &'a [u8],
    hint: Option<&'static Encoding>,
) -> (Cow<'a, str>, Option<&'static str>) {
    let (encoding, is_guess) = determine(bytes, hint);
    let is_guess = is_guess && !bytes.is_ascii() && Encoding::for_bom(bytes).is_none();
    // The decoder sniffs the byte order mark, which overrides everything, and removes it.
    (encoding.decode(bytes).0, is_guess.then(|| encoding.name()))
}

/// The encoding of a document without regard to a byte order mark, and whether it is a guess.
fn determine(bytes: &[u8], hint: Option<&'static Encoding>) -> (&'static Encoding, bool) {
    if let Some(hint) = hint {
        return (hint, false);
    }
    // The standard scans 1024 bytes and restarts when the parser meets a later declaration: scanning on is the same.
    if let Some(declared) = prescan(bytes) {
        return (declared, false);
    }
    // Chrome: a local file that declares no encoding and is valid UTF-8 is UTF-8; the standard leaves this to the implementation.
    // Approx: Chromium guesses by the frequency of byte pairs. Where all that is not ASCII are a few letters inside of tags
    // it may take UTF-8 for a legacy encoding, and a legacy encoding for another one than windows-1252.
    (if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 }, true)
}

/// The text of a page as a file holds it, in UTF-8: with a byte order mark unless it declares UTF-8, since it may have been read from a
/// file in another encoding and declare that.
#[must_use]
pub fn file_text(mut html: String) -> String {
    if !html.is_ascii() && prescan(html.as_bytes()) != Some(UTF_8) {
        html.insert(0, '\u{feff}');
    }
    html
}

/// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(&[0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00]) {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(&[0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78]) {
        return Some(UTF_16BE);
    }
    let mut scan = Scan { bytes, at: 0 };
    while let Some(next) = memchr(b'<', bytes.get(scan.at..)?) {
        scan.at += next;
        let rest = &bytes[scan.at..];
        if rest.starts_with(b"<!--") {
            // The two hyphens may be those that opened the comment.
            scan.at += 4 + find(&bytes[scan.at + 2..], b"-->")?;
        } else if starts_with_tag(rest, b"<meta") {
            scan.at += 5;
            if let Some(encoding) = scan.meta() {
                return Some(encoding);
            }
        } else if is_tag_open(rest) {
            scan.at += rest.iter().position(|&b| is_space(b) || b == b'>')?;
            while scan.attribute().is_some() {}
        } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..]) {
            scan.at += rest.iter().position(|&b| b == b'>')?;
        }
        scan.at += 1;
    }
    None
}

/// A position in the bytes.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    /// The attributes of a `meta`, and the encoding that they declare together.
    fn meta(&mut self) -> Option<&'static Encoding> {
        let (mut got_pragma, mut need_pragma, mut charset) = (false, None, None);
        let (mut seen_equiv, mut seen_content, mut seen_charset) = (false, false, false);
        while let Some((name, value)) = self.attribute() {
            let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
            if is(b"http-equiv") && !std::mem::replace(&mut seen_equiv, true) {
                got_pragma = value.eq_ignore_ascii_case(b"content-type");
            } else if is(b"content") && !std::mem::replace(&mut seen_content, true) {
                if charset.is_none()
                    && let Some(encoding) = charset_of(value)
                {
                    (charset, need_pragma) = (Some(encoding), Some(true));
                }
            } else if is(b"charset") && !std::mem::replace(&mut seen_charset, true) {
                (charset, need_pragma) = (Encoding::for_label(value), Some(false));
            }
        }
        if need_pragma? && !got_pragma {
            return None;
        }
        Some(match charset? {
            utf_16 if utf_16 == UTF_16BE || utf_16 == UTF_16LE => UTF_8,
            encoding if encoding.name() == "x-user-defined" => WINDOWS_1252,
            encoding => encoding,
        })
    }

    /// The name and the value of the next attribute; `None` at the end of the tag.
    ///
    /// <https://html.spec.whatwg.org/#concept-get-attributes-when-sniffing>
    fn attribute(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        while self.peek().is_some_and(|b| is_space(b) || b == b'/') {
            self.at += 1;
        }
        if self.peek()? == b'>' {
            return None;
        }
        let start = self.at;
        let name = loop {
            match self.peek()? {
                b'=' if self.at > start => break &self.bytes[start..self.at],
                b if is_space(b) => {
                    let name = &self.bytes[start..self.at];
                    self.skip_space();
                    if self.peek()? != b'=' {
                        return Some((name, b""));
                    }
                    break name;
                }
                b'/' | b'>' => return Some((&self.bytes[start..self.at], b"")),
                _ => self.at += 1,
            }
        };
        self.at += 1;
        self.skip_space();
        let value = match self.peek()? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                let rest = &self.bytes[self.at..];
                let value = &rest[..memchr(quote, rest).unwrap_or(rest.len())];
                self.at += value.len();
                self.peek()?;
                self.at += 1;
                value
            }
            _ => {
                let start = self.at;
                while !is_space(self.peek()?) && self.peek()? != b'>' {
                    self.at += 1;
                }
                &self.bytes[start..self.at]
            }
        };
        Some((name, value))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }
}

/// The encoding that the `content` of a `meta` names.
///
/// <https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element>
pub fn charset_of(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        let at = rest.windows(7).position(|w| w.eq_ignore_ascii_case(b"charset"))?;
        rest = rest[at + 7..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            let label = match value {
                [quote @ (b'"' | b'\''), value @ ..] => &value[..value.iter().position(|b| b == quote)?],
                _ => value.split(|&b| is_space(b) || b == b';').next()?,
            };
            return Encoding::for_label(label);
        }
    }
}

fn is_space(b: u8) -> bool {
    matches!(b, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// True at a tag with this name: a space or slash has to follow.
fn starts_with_tag(bytes: &[u8], tag: &[u8]) -> bool {
    bytes.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
        && bytes.get(tag.len()).is_some_and(|&b| is_space(b) || b == b'/')
}

fn is_tag_open(bytes: &[u8]) -> bool {
    match bytes {
        [b'<', b'/', b, ..] | [b'<', b, ..] => b.is_ascii_alphabetic(),
        _ => false,
    }
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|w| w == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(determine(bytes, None).0.name(), expected, "{}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn encoding_is_declared_by_a_meta() {
        check(b"<meta charset=gb2312>", "GBK");
        check(b"<META CHARSET = 'Shift_JIS' >", "Shift_JIS");
        check(b"<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>", "windows-1251");
        check(b"<meta content='text/html; charset=\"euc-kr\"' http-equiv=content-type>", "EUC-KR");
        check(b"<html lang=x><head data-x='<meta charset=gbk>'><meta charset=big5>", "Big5");
        check(b"<!-- <meta charset=gbk> --><meta charset=big5>", "Big5");
        check(b"<!--><meta charset=big5>", "Big5");
        check(b"</p x='>'><meta/charset=big5>", "Big5");
    }

    #[test]
    fn encoding_of_a_meta_needs_its_pragma() {
        check(b"\xFF<meta content='text/html; charset=windows-1251'>", "windows-1252");
        check(b"\xFF<metax charset=big5>", "windows-1252");
        check(b"\xFF<meta charset=nonsense>", "windows-1252");
    }

    #[test]
    fn encoding_utf_16_cannot_be_declared_in_ascii() {
        check(b"\xFF<meta charset=utf-16>", "UTF-8");
        check(b"<\0?\0x\0", "UTF-16LE");
    }

    #[test]
    fn encoding_defaults_to_what_the_bytes_allow() {
        check("gr\u{fc}n".as_bytes(), "UTF-8");
        check(b"gr\xFCn", "windows-1252");
        check(b"", "UTF-8");
    }

    #[test]
    fn encoding_byte_order_mark_overrides() {
        assert_eq!(decode(b"\xEF\xBB\xBFa\xC3\xBC", Some(WINDOWS_1252)), "a\u{fc}", "UTF-8 mark");
        assert_eq!(decode(b"\xFF\xFEa\0", None), "a", "UTF-16 mark");
        for known in [&b"a"[..], b"\xEF\xBB\xBFa\xC3\xBC", b"<meta charset=utf-8>\xC3\xBC"] {
            assert_eq!(decode_known(known, None).1, None, "{}", String::from_utf8_lossy(known));
        }
        assert_eq!(decode_known(b"\xC3\xBC", Some(UTF_8)).1, None, "header");
        assert_eq!(decode_known(b"\xC3\xBC", None).1, Some("UTF-8"), "guess");
        assert_eq!(decode_known(b"\xFC", None).1, Some("windows-1252"), "guess");
        assert_eq!(decode(b"<meta charset=utf-8>\xFC", Some(WINDOWS_1252)), "<meta charset=utf-8>\u{fc}", "header");
    }

    #[test]
    fn encoding_prescan_ends_on_unfinished_markup() {
        for text in [
            "<meta charset",
            "<meta charset=",
            "<meta charset='",
            "<!--",
            "<a",
            "<meta x",
            "<!",
            "<meta content=charset",
        ] {
            assert!(prescan(text.as_bytes()).is_none(), "{text}");
        }
    }
}
