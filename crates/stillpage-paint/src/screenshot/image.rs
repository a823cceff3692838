//! Images: their files as pixels, and how they fill an area.

use std::io::Cursor;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tiny_skia::{FillRule, FilterQuality, IntSize, Path, Pattern, Pixmap, PixmapPaint, SpreadMode, Transform};
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::canvas::{Canvas, Clipped};
use crate::dom::{Dom, NodeId};
use crate::geometry::{Rect, Size};
use crate::style::computed::ObjectFit;

/// Limit: pixels of an image that is drawn, and of all of them.
const MAX_PIXELS: usize = 25_000_000;
/// Limit: see [`MAX_PIXELS`].
const MAX_ALL_PIXELS: usize = 60_000_000;
/// Limit: pixels of a side of an image.
const MAX_SIDE: u32 = 16_384;

/// The images of a picture, decoded once each.
#[derive(Default)]
pub(super) struct Images {
    /// By their URL as written.
    known: FxHashMap<(NodeId, Box<str>), Option<Rc<Pixmap>>>,
    elements: FxHashMap<NodeId, Option<Rc<Pixmap>>>,
    pixels: usize,
    /// The number of images that were too large to be drawn.
    pub(super) too_large: usize,
}

impl Images {
    /// The image of a style, by its URL.
    pub(super) fn of_url(&mut self, dom: &Dom, document: NodeId, url: &str) -> Option<Rc<Pixmap>> {
        let key = (document, url.into());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let image = dom.file_of_image(document, url).and_then(|file| self.decoded(&file));
        self.known.insert(key, image.clone());
        image
    }

    /// The image of an element, from its file.
    pub(super) fn of_element(
        &mut self,
        node: NodeId,
        file: impl FnOnce() -> Option<std::sync::Arc<[u8]>>,
    ) -> Option<Rc<Pixmap>> {
        if let Some(known) = self.elements.get(&node) {
            return known.clone();
        }
        let image = file().and_then(|file| self.decoded(&file));
        self.elements.insert(node, image.clone());
        image
    }

    fn decoded(&mut self, file: &[u8]) -> Option<Rc<Pixmap>> {
        let (width, height) = size_of(file)?;
        let pixels = width as usize * height as usize;
        if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS || self.pixels + pixels > MAX_ALL_PIXELS {
            self.too_large += 1;
            return None;
        }
        self.pixels += pixels;
        decode(file).map(Rc::new)
    }
}

/// Width and height of an image of a kind that is drawn.
fn size_of(file: &[u8]) -> Option<(u32, u32)> {
    match file {
        [0x89, b'P', b'N', b'G', ..] => {
            let reader = png::Decoder::new(Cursor::new(file)).read_info().ok()?;
            Some(reader.info().size())
        }
        [0xFF, 0xD8, 0xFF, ..] => {
            let mut decoder = zune_jpeg::JpegDecoder::new(ZCursor::new(file));
            decoder.decode_headers().ok()?;
            let (width, height) = decoder.dimensions()?;
            Some((width as u32, height as u32))
        }
        [b'G', b'I', b'F', ..] => {
            let decoder = gif::DecodeOptions::new().read_info(Cursor::new(file)).ok()?;
            Some((decoder.width().into(), decoder.height().into()))
        }
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => {
            Some(image_webp::WebPDecoder::new(Cursor::new(file)).ok()?.dimensions())
        }
        _ => None,
    }
}

/// Decodes an image; of a moving one the first frame.
fn decode(file: &[u8]) -> Option<Pixmap> {
    match file {
        [0x89, ..] => {
            let mut decoder = png::Decoder::new(Cursor::new(file));
            decoder.set_transformations(png::Transformations::normalize_to_color8());
            let mut reader = decoder.read_info().ok()?;
            let mut bytes = vec![0; reader.output_buffer_size()?];
            let info = reader.next_frame(&mut bytes).ok()?;
            pixmap(info.width, info.height, &bytes, info.color_type.samples())
        }
        [0xFF, ..] => {
            let options = DecoderOptions::default().set_max_width(MAX_SIDE as usize).set_max_height(MAX_SIDE as usize);
            let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(file), options);
            let bytes = decoder.decode().ok()?;
            let (width, height) = decoder.dimensions()?;
            let samples = bytes.len() / (width * height).max(1);
            pixmap(width as u32, height as u32, &bytes, samples)
        }
        [b'G', ..] => {
            let mut options = gif::DecodeOptions::new();
            options.set_color_output(gif::ColorOutput::RGBA);
            let mut decoder = options.read_info(Cursor::new(file)).ok()?;
            let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
            let frame = decoder.read_next_frame().ok()??;
            let inner = pixmap(frame.width.into(), frame.height.into(), &frame.buffer, 4)?;
            let mut whole = Pixmap::new(width, height)?;
            let (left, top) = (i32::from(frame.left), i32::from(frame.top));
            whole.draw_pixmap(left, top, inner.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
            Some(whole)
        }
        _ => {
            let mut decoder = image_webp::WebPDecoder::new(Cursor::new(file)).ok()?;
            decoder.set_memory_limit(MAX_PIXELS * 8);
            let (width, height) = decoder.dimensions();
            let mut bytes = vec![0; decoder.output_buffer_size()?];
            decoder.read_image(&mut bytes).ok()?;
            pixmap(width, height, &bytes, if decoder.has_alpha() { 4 } else { 3 })
        }
    }
}

/// Pixels from samples: grey, grey and alpha, RGB or RGBA.
fn pixmap(width: u32, height: u32, bytes: &[u8], samples: usize) -> Option<Pixmap> {
    let mut data = Vec::with_capacity(width as usize * height as usize * 4);
    for pixel in bytes.chunks_exact(samples.max(1)).take(width as usize * height as usize) {
        let (red, green, blue, alpha) = match *pixel {
            [grey] => (grey, grey, grey, 255),
            [grey, alpha] => (grey, grey, grey, alpha),
            [red, green, blue] => (red, green, blue, 255),
            [red, green, blue, alpha] => (red, green, blue, alpha),
            _ => return None,
        };
        let color = tiny_skia::ColorU8::from_rgba(red, green, blue, alpha).premultiply();
        data.extend([color.red(), color.green(), color.blue(), color.alpha()]);
    }
    Pixmap::from_vec(data, IntSize::from_wh(width, height)?)
}

/// The area of an image in the content box of its element. Approx: `object-position` is not followed.
pub(super) fn fitted(fit: ObjectFit, natural: Size, content: &Rect) -> Rect {
    let (x, y) = (content.width / natural.width.max(1.0), content.height / natural.height.max(1.0));
    let scale = match fit {
        ObjectFit::Fill => return *content,
        ObjectFit::Contain => x.min(y),
        ObjectFit::Cover => x.max(y),
        ObjectFit::None => 1.0,
        ObjectFit::ScaleDown => x.min(y).min(1.0),
    };
    let (width, height) = (natural.width * scale, natural.height * scale);
    let center = content.center();
    Rect::new(center.x - width / 2.0, center.y - height / 2.0, width, height)
}

/// Paints an image to an area, as far as a path lets it be seen; repeated beyond the area, or once.
pub(super) fn paint(
    canvas: &mut Canvas<'_>,
    image: &Pixmap,
    area: &Rect,
    path: Option<&Path>,
    repeats: bool,
    at: (Transform, &Clipped),
) {
    if area.width <= 0.0 || area.height <= 0.0 {
        return;
    }
    let scale = (at.0.sx.abs() + at.0.ky.abs()).max(0.01);
    let smaller = reduced(image, area.width * scale, area.height * scale);
    let image = smaller.as_ref().unwrap_or(image);
    let (x, y) = (area.width / image.width() as f32, area.height / image.height() as f32);
    let place = Transform::from_row(x, 0.0, 0.0, y, area.x, area.y);
    let is_exact = (x * scale - 1.0).abs() < 0.001 && (y * scale - 1.0).abs() < 0.001;
    let quality = if is_exact { FilterQuality::Nearest } else { FilterQuality::Bilinear };
    let spread = if repeats { SpreadMode::Repeat } else { SpreadMode::Pad };
    canvas.fill(path, Pattern::new(image.as_ref(), spread, quality, 1.0, place), FillRule::Winding, at);
}

/// An image at half of its size as often as it stays at least as large as what is seen of it.
fn reduced(image: &Pixmap, width: f32, height: f32) -> Option<Pixmap> {
    let mut found: Option<Pixmap> = None;
    loop {
        let from = found.as_ref().unwrap_or(image);
        let (w, h) = (from.width() / 2, from.height() / 2);
        if w < 1 || h < 1 || (w as f32) < width || (h as f32) < height {
            return found;
        }
        let mut data = Vec::with_capacity(w as usize * h as usize * 4);
        let (row, source) = (from.width() as usize * 4, from.data());
        for y in 0..h as usize {
            for x in 0..w as usize {
                let corner = y * 2 * row + x * 8;
                for channel in corner..corner + 4 {
                    let sum = [channel, channel + 4, channel + row, channel + row + 4]
                        .iter()
                        .map(|at| u32::from(source[*at]))
                        .sum::<u32>();
                    data.push(((sum + 2) / 4) as u8);
                }
            }
        }
        found = Some(Pixmap::from_vec(data, IntSize::from_wh(w, h)?)?);
    }
}
