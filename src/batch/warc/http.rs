//! The body of an HTTP response out of its transfer and content encodings, as far as they are still there: many crawlers
//! decode bodies and keep the header fields.
//!
//! <https://www.rfc-editor.org/rfc/rfc9112#name-transfer-codings>, <https://www.rfc-editor.org/rfc/rfc9110#name-content-codings>

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::header::Header;

/// Limit: content codings on top of each other; one is usual.
const MAX_CODINGS: usize = 3;

/// The reason why a body cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Undecoded {
    /// It exceeds the limit.
    TooLarge,
    /// In one phrase.
    Because(String),
}

/// A body without its encodings, of at most `limit` bytes, and whether its end is missing.
pub(super) fn decode(header: &Header, body: Vec<u8>, limit: u64) -> Result<(Vec<u8>, bool), Undecoded> {
    let mut body = body;
    let mut cut = false;
    let is_chunked = header.get("transfer-encoding").is_some_and(|codings| {
        codings.rsplit(',').next().is_some_and(|last| last.trim().eq_ignore_ascii_case("chunked"))
    });
    if is_chunked && let Some((whole, ended)) = unchunk(&body) {
        (body, cut) = (whole, !ended);
    }
    let codings = header.get("content-encoding").unwrap_or_default();
    let codings: Vec<String> = codings.split(',').map(|coding| coding.trim().to_ascii_lowercase()).collect();
    if codings.len() > MAX_CODINGS {
        return Err(Undecoded::Because(format!("{} content encodings", codings.len())));
    }
    for coding in codings.iter().rev() {
        let (decoded, ended) = match &**coding {
            "" | "identity" => continue,
            "gzip" | "x-gzip" if !body.starts_with(b"\x1F\x8B") => continue,
            "gzip" | "x-gzip" => read(MultiGzDecoder::new(&*body), limit)?,
            "deflate" if is_text(&body) => continue,
            // <https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2>: with the header of zlib; some leave it out.
            "deflate" if body.first().is_some_and(|b| b & 0x0F == 8) => read(ZlibDecoder::new(&*body), limit)?,
            "deflate" => read(DeflateDecoder::new(&*body), limit)?,
            "br" if is_text(&body) => continue,
            "br" => unbrotli(&body, limit)?,
            _ if is_text(&body) => continue,
            other => return Err(Undecoded::Because(format!("the content encoding {other} is not supported"))),
        };
        if decoded.is_empty() && !ended {
            return Err(Undecoded::Because(format!("the body is not valid {coding} data")));
        }
        cut |= !ended;
        body = decoded;
    }
    Ok((body, cut))
}

#[cfg(not(stillpage_npm))]
fn unbrotli(body: &[u8], limit: u64) -> Result<(Vec<u8>, bool), Undecoded> {
    /// Buffer of the decoder.
    const BUFFER: usize = 4096;
    read(brotli_decompressor::Decompressor::new(body, BUFFER), limit)
}

/// Decodes Brotli by the host, which gives nothing of what is damaged or too large.
#[cfg(stillpage_npm)]
fn unbrotli(body: &[u8], limit: u64) -> Result<(Vec<u8>, bool), Undecoded> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let decoded = crate::font::HOST_BROTLI.get().and_then(|decode| decode(body, limit));
    Ok(decoded.map_or_else(Default::default, |decoded| (decoded, true)))
}

/// Reads a decoder, and returns `true` if it came to its end; a browser shows what came before the damage.
fn read(decoder: impl Read, limit: u64) -> Result<(Vec<u8>, bool), Undecoded> {
    let mut out = Vec::new();
    let ended = decoder.take(limit.saturating_add(1)).read_to_end(&mut out).is_ok();
    if out.len() as u64 > limit { Err(Undecoded::TooLarge) } else { Ok((out, ended)) }
}

/// True if a body was decoded before: what is compressed has control characters among its first bytes.
fn is_text(body: &[u8]) -> bool {
    let start = &body[..body.len().min(256)];
    start.contains(&b'<') && !start.iter().any(|&b| b < 0x20 && !b.is_ascii_whitespace())
}

/// The chunks of a body joined, and whether the last one is there; `None` if it is not chunked.
fn unchunk(body: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    loop {
        let end = memchr::memchr(b'\n', rest);
        let line = &rest[..end.unwrap_or(rest.len())];
        let size = chunk_size(line);
        let (Some(end), Some(size)) = (end, size) else {
            // Not a chunk at all, or damaged in the middle.
            return if out.is_empty() { None } else { Some((out, false)) };
        };
        rest = &rest[end + 1..];
        if size == 0 {
            return Some((out, true));
        }
        let Some(chunk) = rest.get(..size) else {
            out.extend_from_slice(rest);
            return Some((out, false));
        };
        out.extend_from_slice(chunk);
        rest = &rest[size..];
        rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        rest = rest.strip_prefix(b"\n").unwrap_or(rest);
    }
}

/// The size on the line before a chunk.
fn chunk_size(line: &[u8]) -> Option<usize> {
    let digits = line.split(|&b| b == b';').next()?.trim_ascii();
    let text = std::str::from_utf8(digits).ok().filter(|text| !text.starts_with('+'))?;
    usize::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn header(lines: &[&str]) -> Header {
        let mut header = Header::default();
        for line in lines {
            assert!(header.add(line.as_bytes()), "{line}");
        }
        header
    }

    #[track_caller]
    fn check(lines: &[&str], body: &[u8], expected: Result<(&str, bool), Undecoded>) {
        let decoded = decode(&header(lines), body.to_vec(), 100);
        let expected = expected.map(|(text, cut)| (text.as_bytes().to_vec(), cut));
        assert_eq!(decoded, expected, "{lines:?}");
    }

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn chunks_are_joined() {
        let chunked = &["Transfer-Encoding: gzip, Chunked"];
        check(chunked, b"3;x=y\r\n<p>\r\n2\r\nab\r\n0\r\n\r\n", Ok(("<p>ab", false)));
        check(chunked, b"A\n0123456789\n0\n", Ok(("0123456789", false)));
        check(chunked, b"3\r\n<p>\r\n9\r\nab", Ok(("<p>ab", true)));
        check(chunked, b"3\r\n<p>\r\nx\r\nab", Ok(("<p>", true)));
        check(chunked, b"<p>no chunks", Ok(("<p>no chunks", false)));
        check(chunked, b"ffffffffffffffff\r\nab", Ok(("ab", true)));
        check(chunked, b"+3\r\nabc", Ok(("+3\r\nabc", false)));
    }

    #[test]
    fn content_is_decoded() {
        let coding = |name: &str| format!("Content-Encoding: {name}");
        check(&[&coding("gzip")], &gzip("<p>a"), Ok(("<p>a", false)));
        check(&[&coding("GZIP, identity")], &gzip("<p>a"), Ok(("<p>a", false)));
        check(&[&coding("gzip, gzip")], b"<p>", Ok(("<p>", false)));
        check(&[&coding("deflate")], &zlib("<p>a"), Ok(("<p>a", false)));
        check(&[&coding("deflate")], &zlib("<p>a")[2..], Ok(("<p>a", false)));
        // An empty stream with one uncompressed block: brotli 1.0 of `<p>a`.
        check(&[&coding("br")], b"\x8B\x01\x80<p>a\x03", Ok(("<p>a", false)));
        check(&[&coding("br")], b"<p>decoded before", Ok(("<p>decoded before", false)));
        check(
            &[&coding("zstd")],
            b"\x28\xB5\x2F\xFD",
            Err(Undecoded::Because("the content encoding zstd is not supported".into())),
        );
        check(
            &[&coding("gzip")],
            b"\x1F\x8B\x08\x00",
            Err(Undecoded::Because("the body is not valid gzip data".into())),
        );
        check(&[&coding("gzip,gzip,gzip,gzip")], b"", Err(Undecoded::Because("4 content encodings".into())));
    }

    #[test]
    fn content_is_bounded_and_may_end_early() {
        check(&["Content-Encoding: gzip"], &gzip(&"x".repeat(101)), Err(Undecoded::TooLarge));
        let whole = gzip("<p>a");
        let (text, cut) = decode(&header(&["Content-Encoding: gzip"]), whole[..whole.len() - 6].to_vec(), 100).unwrap();
        assert_eq!((text.as_slice(), cut), (b"<p>a".as_slice(), true), "all but the checksum");
        let both = [&b"16\r\n"[..], &gzip("<p>a")].concat();
        let lines = &["Transfer-Encoding: chunked", "Content-Encoding: gzip"];
        check(lines, &both, Ok(("<p>a", true)));
    }
}
