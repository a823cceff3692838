//! Images: their files as pixels, and how they fill an area.

use std::cell::OnceCell;
use std::io::Cursor;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tiny_skia::{FillRule, FilterQuality, IntSize, Path, Pattern, Pixmap, PixmapPaint, SpreadMode, Transform};
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::Outlines;
use super::canvas::Canvas;
use super::clip::Clipped;
use super::path::scale_of;
use super::scaled_rows::ScaledRows;
use super::svg_image::SvgImage;
use crate::dom::{Dom, NodeId};
use crate::geometry::{Rect, Size};
use crate::limits::{Budget, Limit, Warning, Warnings};
use crate::style::computed::{LengthPercentage, ObjectFit};

/// Limit: pixels of a side of an image.
const MAX_SIDE: u32 = 16_384;
/// Limit: bytes of the files that style sheets name.
const MAX_STYLE_BYTES: usize = 64 << 20;
/// Steps that it takes to decode a byte of a file, and a pixel.
const BYTE_STEPS: u64 = 10;
const PIXEL_STEPS: u64 = 10;

/// An image of a page.
pub(super) enum Image {
    /// One of pixels.
    Raster(Raster),
    /// One of SVG, which is drawn at the size at which it is seen.
    Svg(SvgImage),
}

/// An image of pixels, and the same at half of its size, made when it is seen as small as that.
pub(super) struct Raster {
    pixels: Pixmap,
    half: OnceCell<Option<Box<Self>>>,
}

impl Raster {
    fn new(pixels: Pixmap) -> Self {
        Self { pixels, half: OnceCell::new() }
    }

    /// The pixels of the file.
    pub(super) fn whole(&self) -> &Pixmap {
        &self.pixels
    }

    /// The image halved as often as it stays at least as large as what is seen of it.
    fn fitting(&self, width: f32, height: f32) -> &Pixmap {
        let mut found = self;
        loop {
            let (w, h) = (found.pixels.width() / 2, found.pixels.height() / 2);
            if w < 1 || h < 1 || (w as f32) < width || (h as f32) < height {
                return &found.pixels;
            }
            match found.half.get_or_init(|| halved(&found.pixels).map(|half| Box::new(Self::new(half)))) {
                Some(half) => found = half,
                None => return &found.pixels,
            }
        }
    }
}

impl Image {
    /// The size of the image in CSS px, where the room for it is this.
    pub(super) fn natural(&self, room: Size) -> Size {
        match self {
            Self::Raster(raster) => Size::new(raster.pixels.width() as f32, raster.pixels.height() as f32),
            Self::Svg(svg) => svg.natural(room),
        }
    }
}

/// An image that has been looked at; `None` if it cannot be shown.
type Seen = Option<Rc<Image>>;

/// The images of a picture, decoded once each.
pub(super) struct Images {
    /// By the addresses of their URLs as written, which are kept so that the addresses stay theirs.
    known: FxHashMap<(NodeId, *const u8), (Arc<str>, Seen)>,
    urls: FxHashMap<(NodeId, Arc<str>), Seen>,
    /// By the addresses of their files, which are kept as well.
    files: FxHashMap<*const u8, (Arc<[u8]>, Seen)>,
    elements: FxHashMap<NodeId, Seen>,
    pixels: Budget,
    /// Files of style sheets that have been read, and the bytes that are left for more.
    read: Budget,
    bytes_left: usize,
    warnings: Warnings,
    /// The faces that images of SVG are drawn with; `None` in one of these.
    pub(super) svg: Option<Outlines>,
}

impl Images {
    pub(super) fn new(svg: Option<Outlines>) -> Self {
        Self {
            known: FxHashMap::default(),
            urls: FxHashMap::default(),
            files: FxHashMap::default(),
            elements: FxHashMap::default(),
            pixels: Budget::new(Limit::ImagePixels),
            read: Budget::new(Limit::Images),
            bytes_left: MAX_STYLE_BYTES,
            warnings: Warnings::default(),
            svg,
        }
    }

    /// Adds what was left out.
    pub(super) fn report(&self, warnings: &mut Warnings) {
        self.pixels.report(warnings);
        self.read.report(warnings);
        warnings.extend(&self.warnings);
    }

    /// The image of a style, by its URL.
    pub(super) fn of_url(&mut self, dom: &Dom, document: NodeId, url: &Arc<str>, steps: &Budget) -> Seen {
        let address = (document, url.as_ptr());
        if let Some((_, known)) = self.known.get(&address) {
            return known.clone();
        }
        let key = (document, Arc::clone(url));
        let image = match self.urls.get(&key) {
            Some(known) => known.clone(),
            None if !steps.spend(url.len() as u64) => return None,
            None => {
                let image = self.file_of_style(dom, document, url).and_then(|file| self.decoded(file, steps));
                self.urls.insert(key, image.clone());
                image
            }
        };
        self.known.insert(address, (Arc::clone(url), image.clone()));
        image
    }

    /// The file of an image that a style names.
    fn file_of_style(&mut self, dom: &Dom, document: NodeId, url: &str) -> Option<Arc<[u8]>> {
        if !self.read.spend(1) {
            return None;
        }
        match dom.file_of_style_image(document, url) {
            Ok(file) => {
                let file = file?;
                let Some(left) = self.bytes_left.checked_sub(file.len()) else {
                    let reason = format!("the images of style sheets have more than {} MB", MAX_STYLE_BYTES >> 20);
                    self.warnings.add(Warning::Unreadable { url: url.to_owned(), reason });
                    return None;
                };
                self.bytes_left = left;
                Some(file)
            }
            Err(warning) => {
                self.warnings.add(warning);
                None
            }
        }
    }

    /// The image of an element, from its file.
    pub(super) fn of_element(
        &mut self,
        node: NodeId,
        file: impl FnOnce() -> Option<Arc<[u8]>>,
        steps: &Budget,
    ) -> Seen {
        if let Some(known) = self.elements.get(&node) {
            return known.clone();
        }
        let image = file().and_then(|file| self.decoded(file, steps));
        self.elements.insert(node, image.clone());
        image
    }

    fn decoded(&mut self, file: Arc<[u8]>, steps: &Budget) -> Seen {
        if let Some((_, known)) = self.files.get(&file.as_ptr()) {
            return known.clone();
        }
        let image = self.decode(&file, steps).map(Rc::new);
        self.files.insert(file.as_ptr(), (file, image.clone()));
        image
    }

    fn decode(&self, file: &[u8], steps: &Budget) -> Option<Image> {
        if !steps.spend(file.len() as u64 * BYTE_STEPS) {
            return None;
        }
        let Some((width, height)) = size_of(file) else {
            return SvgImage::read(file, self.svg.as_ref()?).map(Image::Svg);
        };
        let pixels = u64::from(width) * u64::from(height);
        if width > MAX_SIDE || height > MAX_SIDE || !self.pixels.take(pixels) {
            // So that the limit is reported.
            self.pixels.spend(Limit::ImagePixels.value());
            return None;
        }
        if !steps.spend(pixels * PIXEL_STEPS) {
            return None;
        }
        decode(file).map(|pixels| Image::Raster(Raster::new(pixels)))
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

/// True for a file of an image that has room in memory.
pub(super) fn is_readable(file: &[u8]) -> bool {
    size_of(file).is_some_and(|(width, height)| u64::from(width) * u64::from(height) <= Limit::ImagePixels.value() * 2)
}

/// Decodes an image; of a moving one the first frame.
pub(super) fn decode(file: &[u8]) -> Option<Pixmap> {
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
            decoder.set_memory_limit(Limit::ImagePixels.value() as usize * 4);
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

/// The area of an image in the content box of its element.
pub(super) fn fitted(
    fit: ObjectFit,
    position: &(LengthPercentage, LengthPercentage),
    natural: Size,
    content: &Rect,
) -> Rect {
    let (x, y) = (content.width / natural.width.max(1.0), content.height / natural.height.max(1.0));
    let scale = match fit {
        ObjectFit::Fill => return *content,
        ObjectFit::Contain => x.min(y),
        ObjectFit::Cover => x.max(y),
        ObjectFit::None => 1.0,
        ObjectFit::ScaleDown => x.min(y).min(1.0),
    };
    let (width, height) = (natural.width * scale, natural.height * scale);
    let x = content.x + position.0.resolve(content.width - width);
    let y = content.y + position.1.resolve(content.height - height);
    Rect::new(x, y, width, height)
}

/// Paints an image to an area, as far as a path lets it be seen; repeated beyond the area, or once.
pub(super) fn paint(
    canvas: &mut Canvas<'_>,
    image: &Image,
    area: &Rect,
    path: Option<&Path>,
    repeats: bool,
    at: (Transform, &Clipped),
) {
    if area.width <= 0.0 || area.height <= 0.0 || canvas.is_idle() {
        return;
    }
    let scale = scale_of(at.0);
    let (width, height) = (area.width * scale, area.height * scale);
    match image {
        Image::Raster(raster) => paint_pixels(canvas, raster.fitting(width, height), area, path, repeats, at),
        Image::Svg(svg) => {
            let budget = Rc::clone(canvas.budget());
            if let Some(pixels) = svg.drawn(area.size(), scale, &budget) {
                paint_pixels(canvas, &pixels, area, path, repeats, at);
            }
        }
    }
}

/// Paints pixels to an area, as [`paint`] does.
pub(super) fn paint_pixels(
    canvas: &mut Canvas<'_>,
    image: &Pixmap,
    area: &Rect,
    path: Option<&Path>,
    repeats: bool,
    at: (Transform, &Clipped),
) {
    let scale = scale_of(at.0);
    let (x, y) = (area.width / image.width() as f32, area.height / image.height() as f32);
    let place = Transform::from_row(x, 0.0, 0.0, y, area.x, area.y);
    let is_exact = (x * scale - 1.0).abs() < 0.001 && (y * scale - 1.0).abs() < 0.001;
    let quality = if is_exact { FilterQuality::Nearest } else { FilterQuality::Bilinear };
    if let Some(mut scaled) = ScaledRows::new(image, at.0.pre_concat(place), is_exact).filter(|_| !repeats) {
        canvas.fill_rows(path, false, at, |first, out| scaled.write(first, out));
        return;
    }
    let spread = if repeats { SpreadMode::Repeat } else { SpreadMode::Pad };
    canvas.fill(path, Pattern::new(image.as_ref(), spread, quality, 1.0, place), FillRule::Winding, at);
}

/// An image at half of its size.
fn halved(image: &Pixmap) -> Option<Pixmap> {
    let (w, h) = (image.width() / 2, image.height() / 2);
    let mut data = Vec::with_capacity(w as usize * h as usize * 4);
    let (row, source) = (image.width() as usize * 4, image.data());
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
    Pixmap::from_vec(data, IntSize::from_wh(w, h)?)
}
