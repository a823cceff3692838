//! Glyphs of faces as coverage, made once each.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use skrifa::{DrawMemory, Font, GlyphId, PathSink, ScalerFont};
use tiny_skia::Transform;

use super::coverage::{Coverage, GlyphMask};
use super::embolden::Emboldened;
use crate::disk;
use crate::font::{Face, ReferenceFace, hinted};
use crate::limits::Budget;

/// Limit: font size that glyphs are drawn at, px.
const MAX_SIZE: f32 = 1000.0;
/// Limit: pixels of the glyphs that are kept, four bytes each.
const MAX_KEPT: usize = 16_000_000;
/// Limit: pixels of a side of a glyph.
const MAX_SIDE: f32 = 20_000.0;
/// Steps that it takes to read an outline and to fit it to pixels.
const OUTLINE_STEPS: u64 = 10_000;

/// The turn of glyphs: the columns of a matrix without its size, in 1/1024.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Turn([i32; 4]);

impl Turn {
    const NONE: Self = Self([1024, 0, 0, 1024]);

    /// The turn of a transform.
    pub(super) fn of(transform: Transform, scale: f32) -> Self {
        Self(
            [transform.sx, transform.ky, transform.kx, transform.sy].map(|part| (part / scale * 1024.0).round() as i32),
        )
    }
}

/// Folders that systems install the reference faces to; a file may be in a folder of theirs.
const FOLDERS: [&str; 8] = [
    "/usr/share/fonts",
    "/usr/share/fonts/truetype",
    "/usr/local/share/fonts",
    "/usr/share/fonts/TTF",
    "/usr/share/fonts/wenquanyi",
    "/Library/Fonts",
    "C:/Windows/Fonts",
    "/opt/homebrew/share/fonts",
];
/// Folders of families in these.
const FAMILIES: [&str; 12] = [
    "",
    "liberation",
    "liberation2",
    "liberation-sans-fonts",
    "liberation-serif-fonts",
    "liberation-mono-fonts",
    "dejavu",
    "dejavu-sans-fonts",
    "dejavu-sans-mono-fonts",
    "dejavu-serif-fonts",
    "wqy",
    "wqy-microhei",
];

/// The source of the outlines of glyphs: the files of the reference faces.
#[derive(Debug, Clone, Default)]
pub struct Outlines {
    folder: Option<PathBuf>,
}

impl Outlines {
    /// A folder to look in before those that systems install fonts to.
    #[must_use]
    pub fn of_folder(folder: PathBuf) -> Self {
        Self { folder: Some(folder) }
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let own = self.folder.iter().map(|folder| folder.join(name));
        let installed = FOLDERS
            .iter()
            .flat_map(|folder| FAMILIES.iter().map(move |family| Path::new(folder).join(family).join(name)));
        own.chain(installed).find_map(|path| disk::read(path).ok())
    }
}

/// The look of glyphs: a face, a size in px, and how they are turned and made bolder.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Look {
    pub(super) face: Face,
    size: u32,
    turn: Turn,
    is_emboldened: bool,
}

impl Look {
    pub(super) fn new(face: &Face, size: f32, turn: Turn, is_emboldened: bool) -> Self {
        Self { face: face.clone(), size: size.min(MAX_SIZE).to_bits(), turn, is_emboldened }
    }

    fn size(&self) -> f32 {
        f32::from_bits(self.size)
    }
}

/// A glyph by the character that it stands for, or by its number in the font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    Character(char),
    Glyph(GlyphId),
}

/// The glyphs of a picture.
pub(super) struct Glyphs {
    outlines: Outlines,
    fonts: FxHashMap<(&'static str, u32), Option<Font>>,
    /// By face and size, and whether they are hinted.
    scalers: FxHashMap<(Face, u32, bool), ScalerFont>,
    masks: FxHashMap<(Look, Sign), Option<Rc<GlyphMask>>>,
    /// Pixels of `masks`.
    kept: usize,
    budget: Rc<Budget>,
    /// Files of reference faces that are not there.
    missing: Vec<&'static str>,
}

/// The bounds of an outline.
#[derive(Default)]
struct Bounds(Option<[f32; 4]>);

impl Bounds {
    fn add(&mut self, x: f32, y: f32) {
        let [left, top, right, bottom] = self.0.unwrap_or([x, y, x, y]);
        self.0 = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
}

impl PathSink for Bounds {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.add(x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.add(cx, cy);
        self.add(x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.add(ax, ay);
        self.add(bx, by);
        self.add(x, y);
    }
    fn close(&mut self) {}
}

/// An outline that is drawn as often as it is needed: to fit it to pixels takes longer than all else.
#[derive(Default)]
struct Recorded(Vec<Segment>);

/// A part of an outline: what it is, and its points.
enum Segment {
    Move(f32, f32),
    Line(f32, f32),
    Quad([f32; 4]),
    Curve([f32; 6]),
    Close,
}

impl Recorded {
    fn draw(&self, sink: &mut impl PathSink) {
        for segment in &self.0 {
            match *segment {
                Segment::Move(x, y) => sink.move_to(x, y),
                Segment::Line(x, y) => sink.line_to(x, y),
                Segment::Quad([cx, cy, x, y]) => sink.quad_to(cx, cy, x, y),
                Segment::Curve([ax, ay, bx, by, x, y]) => sink.curve_to(ax, ay, bx, by, x, y),
                Segment::Close => sink.close(),
            }
        }
    }
}

impl PathSink for Recorded {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(Segment::Move(x, y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(Segment::Line(x, y));
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.push(Segment::Quad([cx, cy, x, y]));
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.push(Segment::Curve([ax, ay, bx, by, x, y]));
    }
    fn close(&mut self) {
        self.0.push(Segment::Close);
    }
}

/// Turns an outline upside down, slants and moves it.
struct Placed<'a, S> {
    sink: &'a mut S,
    slant: f32,
    turn: [f32; 4],
    at: (f32, f32),
}

impl<S: PathSink> Placed<'_, S> {
    fn map(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (x + self.slant * y, -y);
        let [a, b, c, d] = self.turn;
        (a * x + c * y - self.at.0, b * x + d * y - self.at.1)
    }
}

impl<S: PathSink> PathSink for Placed<'_, S> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.map(x, y);
        self.sink.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.map(x, y);
        self.sink.line_to(x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let ((cx, cy), (x, y)) = (self.map(cx, cy), self.map(x, y));
        self.sink.quad_to(cx, cy, x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) = (self.map(ax, ay), self.map(bx, by), self.map(x, y));
        self.sink.curve_to(ax, ay, bx, by, x, y);
    }
    fn close(&mut self) {
        self.sink.close();
    }
}

impl Glyphs {
    pub(super) fn new(outlines: Outlines, budget: Rc<Budget>) -> Self {
        let (fonts, scalers, masks) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Self { outlines, fonts, scalers, masks, kept: 0, budget, missing: Vec::new() }
    }

    fn font(&mut self, face: ReferenceFace) -> Option<Font> {
        let (outlines, key) = (&self.outlines, face.file());
        let read = || Font::new(outlines.read(key.0)?, key.1);
        let font = self.fonts.entry(key).or_insert_with(read).clone();
        if font.is_none() && !self.missing.contains(&key.0) {
            self.missing.push(key.0);
        }
        font
    }

    /// Files of reference faces that were not found.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        let mut missing = self.missing.clone();
        missing.sort_unstable();
        missing
    }

    /// True if the outlines of a face are there.
    pub(super) fn has(&mut self, face: &Face, size: f32) -> bool {
        face.reference(size).is_none_or(|(face, _)| self.font(face).is_some())
    }

    /// The font of a face at a size in px, and the size at which it is drawn.
    pub(super) fn font_of(&mut self, face: &Face, size: f32) -> Option<(Font, f32)> {
        match (face.reference(size), face) {
            (Some((face, size)), _) => Some((self.font(face)?, size)),
            (None, Face::Web(face)) => face.sized(size).map(|file| (file.font().clone(), file.size())),
            (None, Face::Reference(_)) => None,
        }
    }

    /// A glyph; `None` if nothing shows.
    pub(super) fn mask(&mut self, look: &Look, sign: Sign) -> Option<Rc<GlyphMask>> {
        let key = (look.clone(), sign);
        if let Some(known) = self.masks.get(&key) {
            return known.clone();
        }
        let made = self.make(look, sign).map(Rc::new);
        self.kept += made.as_ref().map_or(100, |made| made.coverage.len() + 100);
        if self.kept > MAX_KEPT {
            self.masks.clear();
            self.scalers.clear();
            self.kept = 0;
        }
        self.masks.insert(key, made.clone());
        made
    }

    fn make(&mut self, look: &Look, sign: Sign) -> Option<GlyphMask> {
        if !self.budget.spend(OUTLINE_STEPS) {
            return None;
        }
        let (face, size) = (&look.face, look.size());
        let turn = look.turn.0.map(|part| part as f32 / 1024.0);
        // Chrome: turned glyphs are not fitted to pixels.
        let is_hinted = face.is_hinted() && look.turn == Turn::NONE;
        let scaler_key = (face.clone(), look.size, is_hinted);
        let (font, drawn_size) = self.font_of(face, size)?;
        let scaler = self.scalers.entry(scaler_key).or_insert_with(|| match is_hinted {
            true => hinted(&font, drawn_size),
            false => ScalerFont::force_unhinted(font.clone(), Some(drawn_size)),
        });
        let slant = if face.reference(size).is_some_and(|(face, _)| face.is_slanted()) { 0.25 } else { 0.0 };
        let glyph = match sign {
            Sign::Character(c) => font.charmap().map_unicode(c).unwrap_or(GlyphId::NOTDEF),
            Sign::Glyph(glyph) => glyph,
        };
        let bold = look.is_emboldened.then_some(drawn_size);
        let mut recorded = Recorded::default();
        outline(scaler, glyph, &mut recorded, bold)?;
        let mut bounds = Bounds::default();
        recorded.draw(&mut Placed { sink: &mut bounds, slant, turn, at: (0.0, 0.0) });
        let [left, top, right, bottom] = bounds.0?;
        let (left, top) = (left.floor(), top.floor());
        let side = |from: f32, to: f32| (to - from).ceil().min(MAX_SIDE) as usize;
        let (width, height) = (side(left, right) + 2, side(top, bottom) + 1);
        let pixels = width.saturating_mul(height);
        if pixels > MAX_KEPT || !self.budget.spend(pixels as u64 * 4) {
            return None;
        }
        let mut coverage = Coverage::new(width, height);
        recorded.draw(&mut Placed { sink: &mut coverage, slant, turn, at: (left, top) });
        coverage.close();
        Some(GlyphMask { left: left as i32, top: top as i32, width, coverage: coverage.finish() })
    }
}

/// Draws the outline of a glyph, bolder if its size is given.
fn outline(scaler: &mut ScalerFont, glyph: GlyphId, sink: &mut impl PathSink, bold: Option<f32>) -> Option<()> {
    let outline = scaler.outline(glyph)?;
    match bold {
        None => outline.draw(DrawMemory::Scratch, sink).ok().map(drop),
        Some(size) => {
            let mut bold = Emboldened::new(sink, size);
            outline.draw(DrawMemory::Scratch, &mut bold).ok()?;
            bold.finish();
            Some(())
        }
    }
}
