//! Pictures as files.

use tiny_skia::Pixmap;

use crate::error::Error;
use crate::safe_text::{PageText, safe};

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
    match format {
        ImageFormat::Png => png(pixels).map_err(|error| internal(&error.to_string())),
        ImageFormat::WebP => webp(pixels).map_err(|error| internal(&error.to_string())),
    }
}

/// True if no pixel lets anything through.
fn is_opaque(pixels: &Pixmap) -> bool {
    // All of them, rather than up to the first that is not: that takes a fraction of the time.
    let all = pixels.data().as_chunks::<4>().0.iter().fold(u32::MAX, |all, pixel| all & u32::from_le_bytes(*pixel));
    all >> 24 == 255
}

/// Writes pixels as a WebP file.
fn webp(pixels: Pixmap) -> Result<Vec<u8>, image_webp::EncodingError> {
    let (width, height) = (pixels.width(), pixels.height());
    let (color, data) = match is_opaque(&pixels) {
        true => (image_webp::ColorType::Rgb8, without_alpha(pixels.data())),
        false => (image_webp::ColorType::Rgba8, pixels.take_demultiplied()),
    };
    let mut out = Vec::new();
    image_webp::WebPEncoder::new(&mut out).encode(&data, width, height, color)?;
    Ok(out)
}

/// The red, green and blue bytes of pixels.
fn without_alpha(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0; data.len() / 4 * 3];
    let (fours, rest) = data.as_chunks::<16>();
    let (triples, last) = out.as_chunks_mut::<12>();
    triples.iter_mut().zip(fours).for_each(|(out, pixels)| *out = opaque(pixels));
    for (out, pixel) in last.chunks_exact_mut(3).zip(rest.chunks_exact(4)) {
        out.copy_from_slice(&pixel[..3]);
    }
    out
}

/// Four pixels without their alpha.
fn opaque(pixels: &[u8; 16]) -> [u8; 12] {
    let [a, b, c, d] = words(pixels);
    let (a, b, c, d) = (a & 0xff_ffff, b & 0xff_ffff, c & 0xff_ffff, d & 0xff_ffff);
    let mut out = [0; 12];
    let packed = [a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8];
    out.as_chunks_mut::<4>().0.iter_mut().zip(packed).for_each(|(out, word)| *out = word.to_le_bytes());
    out
}

/// The pixels of sixteen bytes, the first of each lowest.
fn words(pixels: &[u8; 16]) -> [u32; 4] {
    let (words, _) = pixels.as_chunks::<4>();
    std::array::from_fn(|at| u32::from_le_bytes(words[at]))
}

/// Writes pixels as a PNG file.
///
/// Each row is written as what differs from the row above (PNG's filter Up), as rows of a page are mostly alike: to choose a filter
/// for each row takes longer than to draw the page. What is alike is found before the alpha of opaque pixels is left out.
fn png(pixels: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height, is_opaque) = (pixels.width(), pixels.height(), is_opaque(&pixels));
    let (color, samples) = if is_opaque { (png::ColorType::Rgb, 3) } else { (png::ColorType::Rgba, 4) };
    let length = width as usize * 4;
    // The first byte names the filter of the row.
    let mut filtered = vec![0; 1 + width as usize * samples];
    filtered[0] = png::Filter::Up as u8;
    let same = filtered.clone();
    let mut above = vec![0; length];
    let mut compressor = fdeflate::Compressor::new(Vec::new())?;
    let data = if is_opaque { pixels.take() } else { pixels.take_demultiplied() };
    for row in data.chunks_exact(length) {
        if row == above {
            compressor.write_data(&same)?;
            continue;
        }
        match is_opaque {
            true => differences_of_colors(row, &above, &mut filtered[1..]),
            false => differences(row, &above, &mut filtered[1..]),
        }
        compressor.write_data(&filtered)?;
        above.copy_from_slice(row);
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(color);
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &compressor.finish()?)?;
    writer.finish()?;
    Ok(out)
}

/// Writes the bytes of a row without those of the row above.
fn differences(row: &[u8], above: &[u8], out: &mut [u8]) {
    for (out, (byte, above)) in out.iter_mut().zip(row.iter().zip(above)) {
        *out = byte.wrapping_sub(*above);
    }
}

/// Writes the red, green and blue bytes of a row of pixels without those of the row above.
fn differences_of_colors(row: &[u8], above: &[u8], out: &mut [u8]) {
    let ((fours, rest), (above, above_rest)) = (row.as_chunks::<16>(), above.as_chunks::<16>());
    let (triples, last) = out.as_chunks_mut::<12>();
    for ((out, pixels), above) in triples.iter_mut().zip(fours).zip(above) {
        if pixels == above {
            *out = [0; 12];
        } else {
            *out = opaque(&std::array::from_fn(|at| pixels[at].wrapping_sub(above[at])));
        }
    }
    for ((out, pixel), above) in last.chunks_exact_mut(3).zip(rest.chunks_exact(4)).zip(above_rest.chunks_exact(4)) {
        differences(&pixel[..3], &above[..3], out);
    }
}

/// The error of a picture that cannot be made.
pub(super) fn internal(reason: &str) -> Error {
    Error::Internal { reason: safe!("the picture: {}", PageText::of(reason)) }
}
