//! Pictures as files.

use tiny_skia::Pixmap;

use super::canvas::internal;
use crate::error::Error;

/// The size of a picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a picture has these two")]
pub struct PixelSize {
    /// The pixels of a row.
    pub width: u32,
    /// The rows.
    pub height: u32,
}

/// The format of a picture's file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageFormat {
    /// PNG.
    #[default]
    Png,
    /// WebP without loss, a third smaller.
    WebP,
}

impl ImageFormat {
    /// The format that the ending of a file's name stands for.
    #[must_use]
    pub fn of_path(path: &std::path::Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "png" => Some(Self::Png),
            "webp" => Some(Self::WebP),
            _ => None,
        }
    }

    /// Its media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::WebP => "image/webp",
        }
    }
}

/// Writes a picture as a file.
pub(super) fn encode(pixels: Pixmap, format: ImageFormat) -> Result<Vec<u8>, Error> {
    let (width, height) = (pixels.width(), pixels.height());
    // All of them, rather than up to the first that is not: that takes a fraction of the time.
    let all = pixels.data().as_chunks::<4>().0.iter().fold(u32::MAX, |all, pixel| all & u32::from_le_bytes(*pixel));
    let is_opaque = all >> 24 == 255;
    let data = if is_opaque { without_alpha(pixels.data()) } else { pixels.take_demultiplied() };
    let mut out = Vec::new();
    let written = match format {
        ImageFormat::Png => png(&mut out, (width, height), &data, is_opaque).map_err(|error| error.to_string()),
        ImageFormat::WebP => {
            let color = if is_opaque { image_webp::ColorType::Rgb8 } else { image_webp::ColorType::Rgba8 };
            let encoder = image_webp::WebPEncoder::new(&mut out);
            encoder.encode(&data, width, height, color).map_err(|error| error.to_string())
        }
    };
    written.map_err(|reason| internal(&reason))?;
    Ok(out)
}

/// The red, green and blue bytes of pixels.
fn without_alpha(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0; data.len() / 4 * 3];
    let (fours, rest) = data.as_chunks::<16>();
    let (triples, last) = out.as_chunks_mut::<12>();
    // Four pixels at a time, in three words.
    for (out, pixels) in triples.iter_mut().zip(fours) {
        let [a, b, c, d] = words(pixels);
        let (a, b, c, d) = (a & 0xff_ffff, b & 0xff_ffff, c & 0xff_ffff, d & 0xff_ffff);
        let packed = [a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8];
        for (out, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(packed) {
            *out = word.to_le_bytes();
        }
    }
    for (out, pixel) in last.chunks_exact_mut(3).zip(rest.chunks_exact(4)) {
        out.copy_from_slice(&pixel[..3]);
    }
    out
}

/// The pixels of sixteen bytes, the first of each lowest.
fn words(pixels: &[u8; 16]) -> [u32; 4] {
    let (words, _) = pixels.as_chunks::<4>();
    std::array::from_fn(|at| u32::from_le_bytes(words[at]))
}

fn png(out: &mut Vec<u8>, (width, height): (u32, u32), data: &[u8], is_opaque: bool) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_compression(png::Compression::Fast);
    // Rows of a page are mostly as the rows above. To choose for each row takes longer than to draw the page.
    encoder.set_filter(png::Filter::Up);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(if is_opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.write_header()?.write_image_data(data)
}
