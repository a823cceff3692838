//! The natural sizes of images, read from their headers.
//!
//! Nothing is decoded: layout asks only how large an image is and whether there is one.
//!
//! The crate `imagesize` does not replace this reader: of 398 generated and damaged images that Chromium 156 shows, it has
//! the size of 325, this one that of 373. It ignores Exif orientations, misreads a BMP whose rows begin at the top, and gives a
//! size to more files that Chromium refuses.

mod source;

use super::transfer::data_url;
pub use source::{ImageState, srcset_widths};

/// The natural size of an image, in CSS px.
///
/// <https://drafts.csswg.org/css-images/#natural-dimensions>
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct NaturalSize {
    /// Width; `None` for an SVG image without one.
    pub width: Option<f32>,
    /// Height; `None` for an SVG image without one.
    pub height: Option<f32>,
    /// Width by height; `None` for an SVG image with neither a size nor a `viewBox`.
    pub ratio: Option<f32>,
}

impl NaturalSize {
    /// The size of a bitmap; `None` if it is empty.
    fn bitmap(width: u32, height: u32) -> Option<Self> {
        // Limit: what Chromium decodes fits 31 bits and more; larger sizes are broken headers.
        const MAX_SIDE: u32 = 1 << 20;
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return None;
        }
        let (width, height) = (pixels(width), pixels(height));
        Some(Self { width: Some(width), height: Some(height), ratio: Some(width / height) })
    }

    /// The size at `density` image pixels per CSS px.
    #[must_use]
    pub(crate) fn at_density(self, density: f32) -> Self {
        let scale = |length: f32| length / density;
        Self { width: self.width.map(scale), height: self.height.map(scale), ratio: self.ratio }
    }
}

/// A length in CSS px.
#[expect(clippy::cast_possible_truncation, reason = "below 2^24, so exact")]
fn pixels(n: u32) -> f32 {
    f64::from(n) as f32
}

/// Limit: bytes looked at. Metadata before the size of a JPEG may fill some hundred kilobytes.
const MAX_HEADER: usize = 1 << 20;

/// The natural size of the image in a `data:` URL; `None` if it is not an image that a browser shows.
#[must_use]
pub fn natural_size_of_data_url(url: &str) -> Option<NaturalSize> {
    natural_size(&data_url(url, MAX_HEADER)?.bytes)
}

/// The natural size of an image file: PNG, JPEG, GIF, WebP, AVIF, BMP, ICO or SVG.
#[must_use]
pub fn natural_size(bytes: &[u8]) -> Option<NaturalSize> {
    let read = Bytes(bytes);
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => NaturalSize::bitmap(read.be32(16)?, read.be32(20)?),
        [b'G', b'I', b'F', b'8', ..] => NaturalSize::bitmap(read.le16(6)?, read.le16(8)?),
        [0xFF, 0xD8, 0xFF, ..] => jpeg(&read),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => webp(&read),
        [b'B', b'M', ..] => bmp(&read),
        [0, 0, 1 | 2, 0, ..] => ico(&read),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => avif(bytes),
        _ => svg(bytes),
    }
}

/// Bytes to read numbers from.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&self, at: usize) -> Option<u32> {
        self.0.get(at).map(|&b| u32::from(b))
    }
    fn be16(&self, at: usize) -> Option<u32> {
        Some(self.byte(at)? << 8 | self.byte(at + 1)?)
    }
    fn be32(&self, at: usize) -> Option<u32> {
        Some(self.be16(at)? << 16 | self.be16(at + 2)?)
    }
    fn le16(&self, at: usize) -> Option<u32> {
        Some(self.byte(at + 1)? << 8 | self.byte(at)?)
    }
    fn le24(&self, at: usize) -> Option<u32> {
        Some(self.byte(at + 2)? << 16 | self.le16(at)?)
    }
    fn le32(&self, at: usize) -> Option<u32> {
        Some(self.le16(at + 2)? << 16 | self.le16(at)?)
    }
}

/// The first frame header; an Exif orientation on the side swaps the sides.
fn jpeg(read: &Bytes<'_>) -> Option<NaturalSize> {
    let (mut at, mut on_side) = (2, false);
    loop {
        while read.byte(at)? != 0xFF {
            at += 1;
        }
        while read.byte(at)? == 0xFF {
            at += 1;
        }
        let marker = read.byte(at)?;
        at += 1;
        match marker {
            0x00 | 0x01 | 0xD0..=0xD8 => continue,
            0xD9 => return None,
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) => {
                let (height, width) = (read.be16(at + 3)?, read.be16(at + 5)?);
                return if on_side { NaturalSize::bitmap(height, width) } else { NaturalSize::bitmap(width, height) };
            }
            0xE1 => on_side |= exif_orientation(read.0.get(at + 2..)?).is_some_and(|o| (5..=8).contains(&o)),
            _ => {}
        }
        at += (read.be16(at)? as usize).max(2);
    }
}

/// The orientation in an Exif block: tag 0x0112 of its first directory.
fn exif_orientation(block: &[u8]) -> Option<u32> {
    let tiff = block.strip_prefix(b"Exif\0\0")?;
    let read = Bytes(tiff);
    let little = tiff.starts_with(b"II");
    let short = |at: usize| if little { read.le16(at) } else { read.be16(at) };
    let long = |at: usize| if little { read.le32(at) } else { read.be32(at) };
    let directory = long(4)? as usize;
    for entry in 0..short(directory)? as usize {
        let at = directory + 2 + 12 * entry;
        if short(at)? == 0x0112 {
            return short(at + 8);
        }
    }
    None
}

fn webp(read: &Bytes<'_>) -> Option<NaturalSize> {
    match read.0.get(12..16)? {
        b"VP8 " => NaturalSize::bitmap(read.le16(26)? & 0x3FFF, read.le16(28)? & 0x3FFF),
        b"VP8L" => {
            let bits = read.le32(21)?;
            NaturalSize::bitmap((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        }
        b"VP8X" => NaturalSize::bitmap(read.le24(24)? + 1, read.le24(27)? + 1),
        _ => None,
    }
}

fn bmp(read: &Bytes<'_>) -> Option<NaturalSize> {
    if read.le32(14)? == 12 {
        return NaturalSize::bitmap(read.le16(18)?, read.le16(20)?);
    }
    let height = read.le32(22)?;
    // Rows from the top have a negative height.
    NaturalSize::bitmap(read.le32(18)?, if height > 1 << 31 { height.wrapping_neg() } else { height })
}

/// The largest picture of an icon.
fn ico(read: &Bytes<'_>) -> Option<NaturalSize> {
    let side = |at: usize| read.byte(at).map(|side| if side == 0 { 256 } else { side });
    let count = read.le16(4)? as usize;
    let sizes = (0..count.min(64)).filter_map(|i| Some((side(6 + 16 * i)?, side(7 + 16 * i)?)));
    let (width, height) = sizes.max_by_key(|(width, height)| width * height)?;
    NaturalSize::bitmap(width, height)
}

/// The largest extent in the properties. Approx: a rotation property is not applied.
fn avif(bytes: &[u8]) -> Option<NaturalSize> {
    let brands = bytes.get(8..64.min(bytes.len()))?;
    if !brands.chunks_exact(4).any(|brand| matches!(brand, b"avif" | b"avis" | b"mif1")) {
        return None;
    }
    let head = bytes.get(..bytes.len().min(1 << 16))?;
    let extents = head.windows(4).enumerate().filter(|(_, name)| name == b"ispe").filter_map(|(at, _)| {
        let read = Bytes(head);
        Some((read.be32(at + 8)?, read.be32(at + 12)?))
    });
    let (width, height) = extents.max_by_key(|&(width, height)| u64::from(width) * u64::from(height))?;
    NaturalSize::bitmap(width, height)
}

/// <https://svgwg.org/svg2-draft/coords.html#SizingSVGInCSS>
fn svg(bytes: &[u8]) -> Option<NaturalSize> {
    let text = String::from_utf8_lossy(bytes.get(..bytes.len().min(1 << 16))?);
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    let tag = loop {
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->")?.1;
        } else if rest.starts_with("<?") || rest.starts_with("<!") {
            // A document type may hold declarations in brackets.
            let end = match (rest.find('>')?, rest.find('[')) {
                (end, Some(bracket)) if bracket < end => rest.find("]>").map_or(rest.len(), |at| at + 1),
                (end, _) => end,
            };
            rest = rest.get(end + 1..)?;
        } else {
            let tag = rest.strip_prefix('<')?;
            let name = tag.split(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/').next()?;
            if name.rsplit(':').next() != Some("svg") {
                return None;
            }
            break tag.get(name.len()..)?;
        }
        rest = rest.trim_start();
    };
    let (mut width, mut height, mut view_box, mut is_fitted) = (None, None, None, true);
    let mut rest = tag.trim_start();
    while !rest.starts_with(['>', '/']) {
        let Some((name, value)) = rest.split_once('=') else { break };
        let value = value.trim_start();
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
        let Some((value, after)) = value.get(1..).and_then(|value| value.split_once(quote)) else { break };
        match name.trim() {
            "width" => width = svg_length(value),
            "height" => height = svg_length(value),
            "preserveAspectRatio" => is_fitted = value.trim() != "none",
            "viewBox" => {
                let numbers: Vec<f32> = value
                    .split([',', ' ', '\t', '\n', '\r'])
                    .filter(|n| !n.is_empty())
                    .map_while(|n| n.parse().ok())
                    .collect();
                view_box = match numbers[..] {
                    [_, _, w, h] if w > 0.0 && h > 0.0 => Some(w / h),
                    _ => None,
                };
            }
            _ => {}
        }
        rest = after.trim_start();
    }
    // Chrome: an image without an area is broken.
    if width.is_some() && height.is_some() && (width == Some(0.0) || height == Some(0.0)) {
        return None;
    }
    // Chrome: what fits in any ratio has none, nor a size of its own in one direction alone.
    if !is_fitted && (width.is_none() || height.is_none()) {
        return Some(NaturalSize { width: None, height: None, ratio: None });
    }
    let ratio = match (width, height) {
        (Some(w), Some(h)) if w > 0.0 && h > 0.0 => Some(w / h),
        _ => view_box,
    };
    Some(NaturalSize { width, height, ratio })
}

/// A length of an SVG attribute in px; `None` for percentages and invalid lengths.
fn svg_length(value: &str) -> Option<f32> {
    let value = value.trim();
    let unit_at =
        value.find(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E' || c == '%').unwrap_or(value.len());
    let (number, unit) = value.split_at_checked(unit_at)?;
    let (number, unit) = match number.strip_suffix(['e', 'E']) {
        // "2em": the e was the unit's.
        Some(number) => (number, "em"),
        None => (number, unit),
    };
    let scale = match unit.trim() {
        "" | "px" => 1.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "em" | "m" | "rem" => 16.0,
        "ex" | "x" => 8.0,
        _ => return None,
    };
    number.trim().parse().ok().map(|n: f32| n * scale).filter(|n| n.is_finite() && *n >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: Option<(f32, f32)>) {
        let size = natural_size(bytes).map(|s| (s.width.unwrap_or(-1.0), s.height.unwrap_or(-1.0)));
        assert_eq!(size, expected, "{}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn image_size_of_bitmaps() {
        check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x10", Some((32.0, 16.0)));
        check(b"GIF89a\x01\0\x02\0", Some((1.0, 2.0)));
        check(b"\xFF\xD8\xFF\xE0\0\x04ab\xFF\xC2\0\x0b\x08\0\x10\0\x20\x01", Some((32.0, 16.0)));
        check(b"RIFF....WEBPVP8X....\0\0\0\0\x1f\0\0\x0f\0\0", Some((32.0, 16.0)));
        check(b"RIFF....WEBPVP8L....\x2f\x1f\xc0\x03\0", Some((32.0, 16.0)));
        check(b"RIFF....WEBPVP8 .......\x9d\x01\x2a\x20\0\x10\0", Some((32.0, 16.0)));
        check(b"BM............\x28\0\0\0\x20\0\0\0\xf0\xff\xff\xff", Some((32.0, 16.0)));
        check(b"\0\0\x01\0\x02\0\x10\x10..............\x20\0..............", Some((32.0, 256.0)));
        check(b"\0\0\0\x1cftypavif\0\0\0\0mif1....ispe\0\0\0\0\0\0\0\x20\0\0\0\x10", Some((32.0, 16.0)));
    }

    #[test]
    fn image_size_of_a_turned_photograph() {
        let exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let mut bytes = b"\xFF\xD8\xFF\xE1\0".to_vec();
        bytes.push(u8::try_from(exif.len() + 2).unwrap());
        bytes.extend_from_slice(exif);
        bytes.extend_from_slice(b"\xFF\xC0\0\x0b\x08\0\x10\0\x20\x01");
        check(&bytes, Some((16.0, 32.0)));
    }

    #[test]
    fn image_size_of_svg() {
        let ratio = |text: &str| natural_size(text.as_bytes()).and_then(|s| s.ratio);
        check(b"<svg width='32' height=\"1in\" xmlns='x'/>", Some((32.0, 96.0)));
        check(
            b"\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- <svg> --><!DOCTYPE svg [<!ENTITY a 'b'>]><svg:svg\nwidth='2em'>",
            Some((32.0, -1.0)),
        );
        check(b"<svg width='100%' height='1e1'>", Some((-1.0, 10.0)));
        assert_eq!(ratio("<svg viewBox='0 0 20,10'>"), Some(2.0), "from the view box");
        assert_eq!(ratio("<svg viewBox='0 0 20 10' width='5' height='5'>"), Some(1.0), "from the size");
        assert_eq!(ratio("<svg>"), None, "from nothing");
    }

    #[test]
    fn image_size_of_no_image() {
        for bytes in [
            &b""[..],
            b"GIF8",
            b"<html>",
            b"\x89PNG",
            b"\xFF\xD8\xFF",
            b"RIFF....WEBPVP8X",
            b"\0\0\x01\0\xff\xff",
            b"GIF89a\0\0\0\0",
        ] {
            check(bytes, None);
        }
    }

    #[test]
    fn image_size_of_a_data_url() {
        let gif = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
        assert_eq!(natural_size_of_data_url(gif).and_then(|s| s.width), Some(1.0), "pixel");
        let svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='7' height='5'%3E%3C/svg%3E";
        assert_eq!(natural_size_of_data_url(svg).and_then(|s| s.height), Some(5.0), "svg");
    }
}
