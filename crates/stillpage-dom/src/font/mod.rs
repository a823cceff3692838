//! Fonts: which face a font family means, how wide its characters are, how tall its lines.
//!
//! *In*: a list of font families, weight, slope, size; the font files of a page. *Out*: [`Face`]s, advances and
//! [`FontMetrics`] in CSS px.
//!
//! *Invariants*: the tables of the reference faces are bundled (`tables.bin`, made by `scripts/make_font_tables.py`); no font
//! of the system is read. Font files are untrusted: they are decompressed within a limit, and a file that cannot be read is
//! as if it had not been saved. Advances are whole px, as Chromium has them without subpixel positioning, but at other
//! device scales than 1 and for `text-rendering: geometricPrecision`.

mod ascii;
mod canonical;
mod choose;
mod container;
mod face;
mod file;
mod metrics;
mod overhang;
mod reference;
mod rule;
mod shaped;
mod table;

pub use ascii::AsciiKerning;
pub use choose::{FaceList, FontFamily};
pub use container::FontError;
#[cfg(stillpage_npm)]
pub use container::HOST_BROTLI;
pub use face::Face;
pub use file::{FontFeature, FontTag, SizedFile, hinted};
pub use metrics::FontMetrics;
pub use reference::ReferenceFace;
pub use rule::InstalledFonts;
pub use rule::{FaceRequest, FaceRule, FaceSource, FontSource, Slope, WebFamily};
pub use shaped::{ShapedGlyph, depends_on_neighbours, shaped_glyphs};
pub use table::Joining;
