//! Natural sizes of images that are in the page itself: the headers of `data:` URLs.
//!
//! <https://www.w3.org/TR/css-images-3/#natural>. Nothing is decoded beyond what the header needs.

/// The natural size of an image, CSS px.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct NaturalSize {
    /// Width; `None` if it has none (SVG).
    pub(crate) width: Option<f32>,
    /// Height; `None` if it has none (SVG).
    pub(crate) height: Option<f32>,
    /// Width over height.
    pub(crate) ratio: Option<f32>,
}

impl NaturalSize {
    fn of(width: f32, height: f32) -> Self {
        let ratio = (width > 0.0 && height > 0.0).then(|| width / height);
        Self { width: Some(width), height: Some(height), ratio }
    }
}

/// Limit: so much of the image's bytes is looked at.
const HEADER: usize = 64 * 1024;

/// The natural size of the image in a `data:` URL; `None` if it is no image that can be shown.
pub(crate) fn of_data_url(url: &str) -> Option<NaturalSize> {
    let url = url.trim_matches(|c: char| c.is_ascii_whitespace());
    let scheme = url.get(..5)?;
    if !scheme.eq_ignore_ascii_case("data:") {
        return None;
    }
    let rest = url.get(5..)?;
    let (kind, data) = rest.split_once(',')?;
    let is_base64 = kind.trim_end().to_ascii_lowercase().ends_with(";base64");
    let bytes = percent_decoded(data.as_bytes(), if is_base64 { HEADER * 2 } else { HEADER });
    let bytes = if is_base64 { base64_decoded(&bytes) } else { bytes };
    of_bytes(&bytes)
}

fn percent_decoded(data: &[u8], limit: usize) -> Vec<u8> {
    let hex = |b: u8| (b as char).to_digit(16).and_then(|d| u8::try_from(d).ok());
    let mut out = Vec::with_capacity(data.len().min(limit));
    let mut at = 0;
    while let Some(&byte) = data.get(at)
        && out.len() < limit
    {
        if byte == b'%'
            && let (Some(high), Some(low)) =
                (data.get(at + 1).copied().and_then(hex), data.get(at + 2).copied().and_then(hex))
        {
            out.push(high * 16 + low);
            at += 3;
            continue;
        }
        out.push(byte);
        at += 1;
    }
    out
}

fn base64_decoded(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for &byte in data {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from(bits >> count & 0xff).unwrap_or(0));
        }
    }
    out
}

fn of_bytes(b: &[u8]) -> Option<NaturalSize> {
    let le16 = |i: usize| Some(f32::from(u16::from_le_bytes([*b.get(i)?, *b.get(i + 1)?])));
    let be16 = |i: usize| Some(f32::from(u16::from_be_bytes([*b.get(i)?, *b.get(i + 1)?])));
    if b.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some(NaturalSize::of(be32(b, 16)?, be32(b, 20)?));
    }
    if b.starts_with(b"GIF8") {
        return Some(NaturalSize::of(le16(6)?, le16(8)?));
    }
    if b.starts_with(b"BM") {
        return Some(NaturalSize::of(le32(b, 18)?, le32(b, 22)?));
    }
    if b.starts_with(b"RIFF") && b.get(8..12) == Some(b"WEBP") {
        return webp(b);
    }
    if b.starts_with(b"\xff\xd8") {
        let mut at = 2;
        while b.get(at) == Some(&0xff) {
            let marker = *b.get(at + 1)?;
            if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
                return Some(NaturalSize::of(be16(at + 7)?, be16(at + 5)?));
            }
            at += 2 + usize::from(u16::from_be_bytes([*b.get(at + 2)?, *b.get(at + 3)?])).max(2);
        }
        return None;
    }
    svg(b)
}

fn be32(b: &[u8], i: usize) -> Option<f32> {
    let bytes: [u8; 4] = b.get(i..i + 4)?.try_into().ok()?;
    pixels(u32::from_be_bytes(bytes))
}

fn le32(b: &[u8], i: usize) -> Option<f32> {
    let bytes: [u8; 4] = b.get(i..i + 4)?.try_into().ok()?;
    pixels(u32::from_le_bytes(bytes))
}

/// Limit: images wider or higher than a browser decodes have no size.
fn pixels(count: u32) -> Option<f32> {
    u16::try_from(count).ok().map(f32::from)
}

fn webp(b: &[u8]) -> Option<NaturalSize> {
    let u24 = |i: usize| pixels(u32::from_le_bytes([*b.get(i)?, *b.get(i + 1)?, *b.get(i + 2)?, 0]));
    match b.get(12..16)? {
        b"VP8X" => Some(NaturalSize::of(u24(24)? + 1.0, u24(27)? + 1.0)),
        b"VP8L" => {
            let bytes: [u8; 4] = b.get(21..25)?.try_into().ok()?;
            let bits = u32::from_le_bytes(bytes);
            Some(NaturalSize::of(pixels(bits & 0x3fff)? + 1.0, pixels(bits >> 14 & 0x3fff)? + 1.0))
        }
        b"VP8 " => {
            let size = |i: usize| Some(f32::from(u16::from_le_bytes([*b.get(i)?, *b.get(i + 1)?]) & 0x3fff));
            Some(NaturalSize::of(size(26)?, size(28)?))
        }
        _ => None,
    }
}

/// The `width`, `height` and `viewBox` of an SVG document's root.
fn svg(b: &[u8]) -> Option<NaturalSize> {
    let text = String::from_utf8_lossy(b);
    let start = text.find("<svg")?;
    let tag = text.get(start + 4..)?;
    let mut rest = tag;
    let (mut width, mut height, mut view_box) = (None, None, None);
    // Attributes up to the end of the tag.
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() || rest.starts_with('>') {
            break;
        }
        let (name, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, after) = after.get(1..)?.split_once(quote)?;
        match name.trim() {
            "width" => width = length(value),
            "height" => height = length(value),
            "viewBox" => view_box = box_size(value),
            _ => {}
        }
        rest = after;
    }
    let ratio = match (width, height) {
        (Some(w), Some(h)) if w > 0.0 && h > 0.0 => Some(w / h),
        _ => view_box.map(|(w, h)| w / h),
    };
    Some(NaturalSize { width, height, ratio })
}

/// An absolute length in px; `None` for percentages and nonsense.
fn length(value: &str) -> Option<f32> {
    let value = value.trim();
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e'))).unwrap_or(value.len());
    let number: f32 = value.get(..end)?.trim_end_matches('e').parse().ok()?;
    let factor = match value.get(end..)?.trim() {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "m" | "em" | "rem" => 16.0,
        _ => return None,
    };
    (number >= 0.0).then_some(number * factor)
}

fn box_size(value: &str) -> Option<(f32, f32)> {
    let mut numbers = value.split(|c: char| c.is_ascii_whitespace() || c == ',').filter(|s| !s.is_empty());
    let mut next = || numbers.next()?.parse::<f32>().ok();
    let (_, _, width, height) = (next()?, next()?, next()?, next()?);
    (width > 0.0 && height > 0.0).then_some((width, height))
}

#[cfg(test)]
mod tests {
    use super::of_data_url;

    fn check(url: &str, expected: Option<(f32, f32)>) {
        let size = of_data_url(url).and_then(|s| Some((s.width?, s.height?)));
        assert_eq!(size, expected, "{url}");
    }

    #[test]
    fn natural_sizes_are_read_from_headers() {
        check("data:,", None);
        check(
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='640' height='360'/%3E",
            Some((640.0, 360.0)),
        );
        check("data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", Some((1.0, 1.0)));
        check(
            "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
            Some((5.0, 5.0)),
        );
        check("https://example.org/a.png", None);
    }
}
