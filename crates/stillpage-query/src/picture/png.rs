//! A drawing as PNG.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

use super::Picture;
use crate::error::Error;
use crate::safe_text::{PageText, safe};

/// Limit: pixels of a side; a longer page is cut at the bottom.
const MAX_SIDE: u32 = 16_384;

/// The fonts of the system: looking for them takes longer than a drawing does.
static FONTS: OnceLock<Arc<Database>> = OnceLock::new();

impl Picture {
    /// The drawing in pixels, one for each CSS px: the window, or the whole page.
    ///
    /// Words are in the fonts of the system; without any they are left out.
    ///
    /// # Errors
    /// [`Error::Internal`] if it cannot be drawn.
    pub fn to_png(&self, whole: bool) -> Result<Vec<u8>, Error> {
        let internal = |what: &dyn std::fmt::Display| Error::Internal {
            reason: safe!("the drawing of the page: {}", PageText::of(&what.to_string())),
        };
        let fontdb = FONTS.get_or_init(|| {
            let mut fonts = Database::new();
            fonts.load_system_fonts();
            Arc::new(fonts)
        });
        let options = Options { fontdb: Arc::clone(fontdb), ..Options::default() };
        let svg = if whole { self.to_svg() } else { self.to_window_svg() };
        let tree = Tree::from_str(&svg, &options).map_err(|error| internal(&error))?;
        let size = tree.size().to_int_size();
        let (width, height) = (size.width().min(MAX_SIDE), size.height().min(MAX_SIDE));
        let mut pixels = Pixmap::new(width, height).ok_or_else(|| internal(&"it has no size"))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| internal(&error))
    }
}
