//! Two pictures, compared pixel by pixel.

use tiny_skia::{ColorU8, IntSize, Pixmap, PremultipliedColorU8};

use super::encode::{ImageFormat, PixelSize, encode, internal};
use super::image;
use crate::error::Error;
use crate::safe_text::safe;

/// The difference of two pictures that is tolerated; by default none.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[must_use]
pub struct Tolerance {
    channel: u8,
    share: f64,
}

impl Tolerance {
    /// The difference in a channel, of 255, up to which a pixel counts as the same.
    pub fn channel(mut self, channel: u8) -> Self {
        self.channel = channel;
        self
    }

    /// The share of pixels, 0 to 1, that may be others.
    pub fn share(mut self, share: f64) -> Self {
        self.share = share;
        self
    }
}

/// The difference of two pictures.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PictureDifference {
    /// The size of the expected picture.
    pub expected: PixelSize,
    /// The size of the other one.
    pub actual: PixelSize,
    /// The pixels that are others; those that only one of the pictures has are among them.
    pub pixels: u64,
    /// All pixels of both pictures laid over each other.
    pub of: u64,
    /// True if that is more than is tolerated.
    pub is_failure: bool,
    /// The actual picture, pale, with what differs in red, as a PNG file.
    pub picture: Vec<u8>,
}

impl PictureDifference {
    /// Compares two PNG files.
    ///
    /// # Errors
    /// [`Error::Arguments`] for a file that is not a picture.
    pub fn between(expected: &[u8], actual: &[u8], tolerance: Tolerance) -> Result<Self, Error> {
        let read = |file: &[u8]| {
            Some(file).filter(|file| image::is_readable(file)).and_then(image::decode).ok_or_else(|| {
                Error::arguments(safe!("the picture is damaged"), "remove it, and accept the new one in its place")
            })
        };
        let (expected, actual) = (read(expected)?, read(actual)?);
        let size = |picture: &Pixmap| PixelSize { width: picture.width(), height: picture.height() };
        let (size_before, size_after) = (size(&expected), size(&actual));
        let width = size_before.width.max(size_after.width);
        let height = size_before.height.max(size_after.height);
        let (mut pixels, mut data) = (0, Vec::with_capacity(width as usize * height as usize * 4));
        for y in 0..height {
            for x in 0..width {
                let (was, is) = (expected.pixel(x, y), actual.pixel(x, y));
                let is_other = match (was, is) {
                    (Some(was), Some(is)) => differs(was, is, tolerance.channel),
                    _ => true,
                };
                pixels += u64::from(is_other);
                let shown = match is.map(|pixel| pixel.demultiply()) {
                    _ if is_other => ColorU8::from_rgba(220, 20, 60, 255),
                    Some(pixel) => pale(pixel),
                    None => ColorU8::from_rgba(255, 255, 255, 255),
                };
                data.extend([shown.red(), shown.green(), shown.blue(), 255]);
            }
        }
        let of = u64::from(width) * u64::from(height);
        let size = IntSize::from_wh(width, height).and_then(|size| Pixmap::from_vec(data, size));
        let picture = encode(size.ok_or_else(|| internal("it has no pixels"))?, ImageFormat::Png)?;
        let is_failure = size_before != size_after || pixels as f64 > of as f64 * tolerance.share;
        Ok(Self { expected: size_before, actual: size_after, pixels, of, is_failure, picture })
    }
}

fn differs(was: PremultipliedColorU8, is: PremultipliedColorU8, channel: u8) -> bool {
    let channels = |pixel: PremultipliedColorU8| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    };
    was != is && channels(was).into_iter().zip(channels(is)).any(|(was, is)| was.abs_diff(is) > channel)
}

/// A pixel at a fourth of its contrast with white, in grey.
fn pale(pixel: ColorU8) -> ColorU8 {
    let luminance = (u32::from(pixel.red()) * 54 + u32::from(pixel.green()) * 183 + u32::from(pixel.blue()) * 19) / 256;
    let grey = 255 - (255 - luminance) * u32::from(pixel.alpha()) / (255 * 4);
    ColorU8::from_rgba(grey as u8, grey as u8, grey as u8, 255)
}
