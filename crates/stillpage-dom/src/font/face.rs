//! A face of any kind: one of the reference environment, or one that the page declares.

use super::FontMetrics;
use super::file::Advances;
use super::reference::ReferenceFace;
use super::rule::{Loaded, WebFace};

/// A face as a style uses it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Face {
    /// A face of the reference environment.
    Reference(ReferenceFace),
    /// Declared by the page, or installed beside the reference faces.
    Web(WebFace),
}

impl Face {
    /// True if it has a glyph for the character, and may show it.
    #[must_use]
    pub fn covers(&self, c: char) -> bool {
        match self {
            Self::Reference(face) => face.covers(c),
            Self::Web(face) => face.covers(c),
        }
    }

    /// True if it has a glyph for each character of an ASCII text, and may show them.
    #[must_use]
    pub fn covers_ascii(&self, text: &str) -> bool {
        if let Self::Web(face) = self
            && face.rule().ranges.is_empty()
            && let Some(Loaded::File(file)) = face.rule().load()
        {
            return file.covers_ascii(text);
        }
        text.chars().all(|c| self.covers(c))
    }

    /// Metrics at a font size in px.
    #[must_use]
    pub fn metrics(&self, size: f32) -> FontMetrics {
        match self {
            Self::Reference(face) => face.metrics(size),
            Self::Web(face) => face.metrics(size),
        }
    }

    /// The face of the reference environment that it shows text in, and at which size for a font size in px.
    #[must_use]
    pub fn reference(&self, size: f32) -> Option<(ReferenceFace, f32)> {
        match self {
            Self::Reference(face) => Some((*face, size)),
            Self::Web(face) => face.reference().map(|reference| (reference, face.adjusted(size))),
        }
    }

    /// True if its glyphs are fitted to pixels.
    ///
    /// Chrome: not those that are slanted, and not where text is placed between pixels.
    #[must_use]
    pub fn is_hinted(&self) -> bool {
        match self {
            Self::Reference(face) => !face.slanted && !face.linear,
            Self::Web(face) => face.advances == Advances::Hinted,
        }
    }

    /// True if it is drawn bolder for text of a weight, since it is not bold itself.
    ///
    /// <https://drafts.csswg.org/css-fonts-4/#font-synthesis-weight>. Chrome: from 600 on.
    #[must_use]
    pub fn is_emboldened(&self, weight: f32) -> bool {
        let own = match self {
            Self::Reference(face) => face.weight(),
            Self::Web(face) => face.greatest_weight(),
        };
        weight >= 600.0 && own < 600.0
    }

    /// The average and the greatest width of its characters in px at a font size in px, as text fields measure by.
    #[must_use]
    pub fn character_widths(&self, size: f32) -> (f32, f32) {
        match self {
            Self::Reference(face) => face.character_widths(size),
            Self::Web(face) => face.character_widths(size),
        }
    }
}
