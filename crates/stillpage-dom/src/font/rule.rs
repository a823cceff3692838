//! Faces that a page declares (`@font-face`) or that are installed beside the reference faces, and which of a family's
//! faces a style gets.
//!
//! <https://drafts.csswg.org/css-fonts-4/#font-face-rule>, <https://drafts.csswg.org/css-fonts-4/#font-style-matching>

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::container::FontError;
use super::file::{Advances, FontFile, FontTag, SizedFile};
use super::reference::round;
use super::{FontMetrics, ReferenceFace};

/// A font file as it was saved; it is read when a text first needs it.
pub struct FontSource {
    bytes: Box<[u8]>,
    file: OnceLock<Result<Arc<FontFile>, FontError>>,
}

impl fmt::Debug for FontSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FontSource of {} bytes", self.bytes.len())
    }
}

impl FontSource {
    /// A font file's bytes.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.into(), file: OnceLock::new() }
    }

    /// The reason why the file could not be read; `None` if it could, or was never tried.
    fn failure(&self) -> Option<FontError> {
        self.file.get()?.as_ref().err().copied()
    }

    /// The font, read the first time.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn file(&self) -> Result<&Arc<FontFile>, FontError> {
        self.file.get_or_init(|| FontFile::read(&self.bytes).map(Arc::new)).as_ref().map_err(|error| *error)
    }
}

/// The `font-style` of a face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Slope {
    /// `normal`
    Normal,
    /// `italic`
    Italic,
    /// `oblique` from one angle to another, degrees.
    Oblique(f32, f32),
}

/// An entry of `src`.
#[derive(Debug, Clone)]
pub enum FaceSource {
    /// `local()`: the full or PostScript name of an installed face.
    Local(Box<str>),
    /// A file that was saved with the page.
    File {
        /// Its absolute URL, as far as the page has one.
        url: Box<str>,
        /// Its bytes; `None` if it was not saved.
        source: Option<Arc<FontSource>>,
    },
}

/// A face with its descriptors.
#[derive(Debug)]
pub struct FaceRule {
    /// `font-family`.
    pub family: Box<str>,
    /// `font-weight`; `None` for `auto`.
    pub weight: Option<(f32, f32)>,
    /// `font-width`, percent; `None` for `auto`.
    pub width: Option<(f32, f32)>,
    /// `font-style`; `None` for `auto`.
    pub slope: Option<Slope>,
    /// `unicode-range`; empty for all characters.
    pub ranges: Vec<(u32, u32)>,
    /// `src`.
    pub sources: Vec<FaceSource>,
    /// `size-adjust`, a factor.
    pub size_adjust: f32,
    /// `ascent-override`, em.
    pub ascent: Option<f32>,
    /// `descent-override`, em.
    pub descent: Option<f32>,
    /// `line-gap-override`, em.
    pub line_gap: Option<f32>,
    /// It is installed. Chrome: at another device scale than 1, such faces have subpixel positioning.
    pub installed: bool,
    /// A browser had its file when the page was recorded, and nobody kept it.
    pub was_there: bool,
    /// The first of the sources that can be used.
    loaded: Found,
}

/// The first usable source of a face, found when a text first asks for it.
#[derive(Default)]
struct Found(OnceLock<Option<Loaded>>);

// Two equal faces print the same, before and after a text asks for the file of one.
impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

#[derive(Debug, Clone)]
pub(super) enum Loaded {
    File(Arc<FontFile>),
    Reference(ReferenceFace),
}

impl FaceRule {
    /// A face with initial descriptors.
    #[must_use]
    pub fn new(family: &str, sources: Vec<FaceSource>) -> Self {
        Self {
            family: family.into(),
            weight: None,
            width: None,
            slope: None,
            ranges: Vec::new(),
            sources,
            size_adjust: 1.0,
            ascent: None,
            descent: None,
            line_gap: None,
            installed: false,
            was_there: false,
            loaded: Found::default(),
        }
    }

    /// A face that is installed: its descriptors are those of the file. `None` if it has no family name.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn installed(source: &Arc<FontSource>) -> Result<Option<Self>, FontError> {
        let (family, weight, italic, width) = source.file()?.attributes();
        Ok(family.map(|family| Self {
            weight: source.file().ok().and_then(|file| file.axis(*b"wght")).or(Some((weight, weight))),
            width: source.file().ok().and_then(|file| file.axis(*b"wdth")).or(Some((width, width))),
            slope: Some(if italic { Slope::Italic } else { Slope::Normal }),
            installed: true,
            ..Self::new(&family, vec![FaceSource::File { url: "".into(), source: Some(Arc::clone(source)) }])
        }))
    }

    /// True if `unicode-range` has the character.
    #[must_use]
    pub fn has_in_range(&self, c: char) -> bool {
        let c = u32::from(c);
        self.ranges.is_empty() || self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&c))
    }

    pub(super) fn load(&self) -> Option<&Loaded> {
        let load = || {
            self.sources.iter().find_map(|source| match source {
                FaceSource::Local(name) => ReferenceFace::local(name).map(Loaded::Reference),
                FaceSource::File { source, .. } => source.as_ref()?.file().ok().cloned().map(Loaded::File),
            })
        };
        self.loaded.0.get_or_init(load).as_ref()
    }

    /// The files that text asked for and that cannot be read: URL and reason.
    pub fn failures(&self) -> impl Iterator<Item = (&str, FontError)> {
        let asked = if self.is_used() { &*self.sources } else { &[] };
        asked.iter().filter_map(|source| match source {
            FaceSource::File { url, source: Some(file) } => Some((&**url, file.failure()?)),
            _ => None,
        })
    }

    /// True if it is known that nothing is shown in it.
    pub(super) fn is_useless(&self) -> bool {
        !self.was_there && self.has_failed()
    }

    /// True if text asked for the face, and none of its sources can be used.
    #[must_use]
    pub(crate) fn has_failed(&self) -> bool {
        matches!(self.loaded.0.get(), Some(None))
    }

    /// True if text asked for the face.
    #[must_use]
    pub(crate) fn is_used(&self) -> bool {
        self.loaded.0.get().is_some()
    }
}

/// Fonts beside the reference fonts, as if installed.
#[derive(Debug, Clone, Default)]
pub struct InstalledFonts {
    faces: Vec<Arc<FaceRule>>,
}

impl PartialEq for InstalledFonts {
    fn eq(&self, other: &Self) -> bool {
        self.faces.len() == other.faces.len() && self.faces.iter().zip(&other.faces).all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl InstalledFonts {
    /// Adds the face of a font file: TTF, OTF, WOFF or WOFF2.
    ///
    /// # Errors
    /// If the file cannot be read, or names no family.
    pub fn add(&mut self, bytes: Vec<u8>) -> Result<(), FontError> {
        let rule = FaceRule::installed(&Arc::new(FontSource::new(bytes)))?.ok_or(FontError::Tables)?;
        self.faces.push(Arc::new(rule));
        Ok(())
    }

    /// The faces.
    #[doc(hidden)]
    pub fn faces(&self) -> &[Arc<FaceRule>] {
        &self.faces
    }
}

/// The faces of one family name.
#[derive(Debug)]
pub struct WebFamily {
    /// As it was first declared.
    pub name: Box<str>,
    /// In the order of their rules.
    pub faces: Vec<Arc<FaceRule>>,
}

/// The face that a style asks a family for.
#[derive(Debug, Clone, Copy)]
pub struct FaceRequest<'a> {
    /// `font-weight`, 1 to 1000.
    pub weight: f32,
    /// `font-width`, percent.
    pub width: f32,
    /// `font-style` is not `normal`.
    pub italic: bool,
    /// The device has another scale than 1: installed faces have subpixel positioning.
    pub scaled: bool,
    /// `text-rendering: geometricPrecision`: all faces have subpixel positioning.
    pub precise: bool,
    /// `font-optical-sizing: auto`.
    pub optical_sizing: bool,
    /// `font-variation-settings`.
    pub variations: &'a [(FontTag, f32)],
}

#[cfg(test)]
impl FaceRequest<'_> {
    /// A style of a weight and slope, all else initial.
    #[must_use]
    pub fn new(weight: f32, italic: bool) -> Self {
        let (scaled, precise, optical_sizing) = (false, false, true);
        Self { weight, width: 100.0, italic, scaled, precise, optical_sizing, variations: &[] }
    }
}

/// The distance of a face from the request, the most important difference first; less is better.
type Distance = [f32; 3];

/// The distance of a value from a range: below it or above it, the side that is searched first counting less.
fn distance(wanted: f32, (least, most): (f32, f32), below_first: bool) -> f32 {
    const LATER: f32 = 10_000.0;
    if wanted < least {
        (least - wanted) + if below_first { LATER } else { 0.0 }
    } else if wanted > most {
        (wanted - most) + if below_first { 0.0 } else { LATER }
    } else {
        0.0
    }
}

impl FaceRule {
    fn distance(&self, request: &FaceRequest<'_>) -> Distance {
        let width = distance(request.width, self.width.unwrap_or((100.0, 100.0)), request.width <= 100.0);
        let slope = match (request.italic, self.slope.unwrap_or(Slope::Normal)) {
            (false, Slope::Normal) | (true, Slope::Italic) => 0.0,
            (false, Slope::Oblique(least, most)) if least <= 0.0 && most >= 0.0 => 0.0,
            (_, Slope::Oblique(..)) => 1.0,
            _ => 2.0,
        };
        let range = self.weight.unwrap_or((400.0, 400.0));
        let weight = if (400.0..=500.0).contains(&request.weight) && range.0 > request.weight {
            // Up to 500, then less, then more.
            if range.0 <= 500.0 { range.0 - request.weight } else { 20_000.0 + range.0 }
        } else {
            distance(request.weight, range, request.weight <= 500.0)
        };
        [width, slope, weight]
    }
}

fn compare(a: &Distance, b: &Distance) -> Ordering {
    a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Limit: faces of a family that differ in nothing but their ranges; each is asked for every character that those before it
/// lack. Fonts that are cut in subsets have some hundreds.
const MAX_SUBSETS: usize = 500;

impl WebFamily {
    /// Adds the faces that are nearest to what is asked for, the last declared first: they differ in their ranges only.
    pub(super) fn select(&self, request: &FaceRequest<'_>, add: impl FnMut(WebFace)) {
        let distances: SmallVec<[Distance; 16]> = self.faces.iter().map(|face| face.distance(request)).collect();
        let Some(least) = distances.iter().copied().min_by(compare) else { return };
        let nearest = self.faces.iter().zip(&distances).rev().filter(|(_, distance)| compare(distance, &least).is_eq());
        let usable = nearest.map(|(rule, _)| rule).filter(|rule| !rule.is_useless());
        usable.take(MAX_SUBSETS).map(|rule| WebFace::new(rule, request)).for_each(add);
    }
}

/// A declared face as a style uses it.
#[derive(Debug, Clone)]
pub struct WebFace {
    rule: Arc<FaceRule>,
    /// Values of variation axes, as bits.
    variations: SmallVec<[(FontTag, u32); 3]>,
    optical_sizing: bool,
    pub(super) advances: Advances,
    scaled: bool,
}

impl PartialEq for WebFace {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rule, &other.rule)
            && (&self.variations, self.optical_sizing, self.advances, self.scaled)
                == (&other.variations, other.optical_sizing, other.advances, other.scaled)
    }
}

impl Eq for WebFace {}

impl Hash for WebFace {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.rule).hash(state);
        (&self.variations, self.optical_sizing, self.advances).hash(state);
    }
}

impl WebFace {
    fn new(rule: &Arc<FaceRule>, request: &FaceRequest<'_>) -> Self {
        let within = |value: f32, range: Option<(f32, f32)>| range.map_or(value, |(a, b)| value.clamp(a, b.max(a)));
        let mut variations = SmallVec::new();
        variations.push((*b"wght", within(request.weight, rule.weight).to_bits()));
        variations.push((*b"wdth", within(request.width, rule.width).to_bits()));
        if let (true, Some(Slope::Oblique(least, most))) = (request.italic, rule.slope) {
            // Chrome: italics lean by 14 degrees; the axis counts the other way round.
            variations.push((*b"slnt", (-within(14.0, Some((least, most)))).to_bits()));
        }
        variations.extend(request.variations.iter().map(|(tag, value)| (*tag, value.to_bits())));
        let slanted = request.italic && matches!(rule.slope, None | Some(Slope::Normal));
        let advances = if request.precise || (request.scaled && rule.installed) {
            Advances::Linear
        } else if slanted {
            Advances::Rounded
        } else {
            Advances::Hinted
        };
        let optical_sizing = request.optical_sizing;
        Self { rule: Arc::clone(rule), variations, optical_sizing, advances, scaled: request.scaled }
    }

    /// The greatest weight that its glyphs have.
    pub(super) fn greatest_weight(&self) -> f32 {
        let of_file = || match self.rule.load() {
            Some(Loaded::File(file)) => file.axis(*b"wght").map_or_else(|| file.attributes().1, |(_, most)| most),
            Some(Loaded::Reference(face)) => face.weight(),
            None => 400.0,
        };
        self.rule.weight.map_or_else(of_file, |(_, most)| most)
    }

    /// The face's rule.
    pub fn rule(&self) -> &FaceRule {
        &self.rule
    }

    /// The reference face that `local()` names, as far as the face is that.
    pub(super) fn reference(&self) -> Option<ReferenceFace> {
        match self.rule.load()? {
            Loaded::Reference(face) => Some(ReferenceFace {
                slanted: self.advances == Advances::Rounded,
                linear: self.advances == Advances::Linear,
                ..*face
            }),
            Loaded::File(_) => None,
        }
    }

    /// True if the page's `unicode-range` lets it show the character, and its font has it.
    pub fn covers(&self, c: char) -> bool {
        self.rule.has_in_range(c)
            && match self.rule.load() {
                Some(Loaded::File(file)) => file.covers(c),
                Some(Loaded::Reference(face)) => face.covers(c),
                None => false,
            }
    }

    /// The advance in px of an icon, if nothing is known of the font but that it was there.
    ///
    /// Approx: most icons are as wide as the font is high; those of Font Awesome are from a half to one and a quarter of that.
    #[must_use]
    pub fn icon_advance(&self, c: char, size: f32) -> Option<f32> {
        let is_icon = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}');
        let is_it = is_icon && self.rule.was_there && self.rule.has_in_range(c) && self.rule.load().is_none();
        is_it.then(|| self.adjusted(size))
    }

    /// Its font size at a font size in px: after `size-adjust`.
    pub(crate) fn adjusted(&self, size: f32) -> f32 {
        size * self.rule.size_adjust
    }

    /// Its font file at a font size in px; `None` if it has none.
    pub fn sized(&self, size: f32) -> Option<SizedFile> {
        let Loaded::File(file) = self.rule.load()? else { return None };
        let size = self.adjusted(size);
        let mut variations: SmallVec<[(FontTag, f32); 4]> = SmallVec::new();
        if self.optical_sizing && file.axis(*b"opsz").is_some() {
            variations.push((*b"opsz", size));
        }
        variations.extend(self.variations.iter().map(|(tag, value)| (*tag, f32::from_bits(*value))));
        variations.retain(|(tag, _)| file.axis(*tag).is_some());
        Some(file.at(size, &variations, self.advances))
    }

    /// True if its font substitutes glyphs by a feature.
    pub fn has_feature(&self, tag: FontTag) -> bool {
        matches!(self.rule.load(), Some(Loaded::File(file)) if file.has_feature(tag))
    }

    /// Metrics at a font size in px.
    pub(super) fn metrics(&self, size: f32) -> FontMetrics {
        let adjusted = self.adjusted(size).clamp(0.0, 10_000.0);
        let scale = |em: f32| em * adjusted;
        let rule = &*self.rule;
        let mut metrics = match self.rule.load() {
            Some(Loaded::Reference(_)) | None => self
                .reference()
                .map_or_else(|| ReferenceFace::LAST_RESORT.metrics(adjusted), |face| face.metrics(adjusted)),
            Some(Loaded::File(_)) => self.sized(size).map_or_else(
                || ReferenceFace::LAST_RESORT.metrics(adjusted),
                |sized| {
                    let em = sized.em_metrics();
                    let hinted = sized.hinted_line().filter(|_| rule.ascent.is_none() && rule.descent.is_none());
                    let (ascent, descent) = hinted.unwrap_or((round(scale(em.ascent)), round(scale(em.descent))));
                    FontMetrics {
                        ascent,
                        descent,
                        line_gap: round(scale(em.line_gap)),
                        line_spacing: 0.0,
                        // Approx: from what lines are spaced by; most fonts have the same proportion there.
                        em_ascent: size
                            * if em.ascent + em.descent > 0.0 { em.ascent / (em.ascent + em.descent) } else { 1.0 },
                        // Chrome: a guess from Windows' fonts for a font without x.
                        x_height: em.x_height.map_or(ascent * 0.56, scale),
                        cap_height: em.cap_height.map_or(ascent, scale),
                        zero_advance: sized.advance('0').unwrap_or(size / 2.0),
                        ideographic_advance: sized.advance('水').unwrap_or(size),
                    }
                },
            ),
        };
        let overridden = |value: Option<f32>, own: f32| value.map_or(own, |em| round(scale(em)));
        metrics.ascent = overridden(rule.ascent, metrics.ascent);
        metrics.descent = overridden(rule.descent, metrics.descent);
        metrics.line_gap = overridden(rule.line_gap, metrics.line_gap);
        metrics.line_spacing = metrics.ascent + metrics.descent + metrics.line_gap;
        metrics
    }

    /// The average and the greatest width of its characters in px at a font size in px, as text fields measure by.
    pub(super) fn character_widths(&self, size: f32) -> (f32, f32) {
        let adjusted = self.adjusted(size);
        let Some(sized) = self.sized(size) else {
            return self.reference().unwrap_or(ReferenceFace::LAST_RESORT).character_widths(adjusted);
        };
        let em = sized.em_metrics();
        let average = em.average_width.map(|width| width * adjusted).or_else(|| sized.advance('x'));
        (average.unwrap_or(0.0), em.widest * adjusted)
    }
}
