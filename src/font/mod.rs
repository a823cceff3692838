//! The reference faces: which face a font family means, how wide its characters are, how tall its lines.
//!
//! *In*: a list of font families, weight, slope, size. *Out*: [`Face`]s, advances and [`FontMetrics`] in CSS px.
//!
//! *Invariants*: the tables are bundled (`tables.bin`, made by `scripts/make_font_tables.py`); no font is read at run time.
//! Advances are whole px, as Chromium has them without subpixel positioning (the reference environment).

mod choose;
mod face;
mod table;

pub use choose::{FaceList, FontFamily};
pub use face::{Face, FontMetrics};
pub use table::{Joining, Ligature};
