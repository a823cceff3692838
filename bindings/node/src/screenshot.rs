//! Pictures in pixels, which the engine of the package `stillpage-screenshot` draws.

use std::path::{Path, PathBuf};

use js_sys::{Array, Uint8Array};
use serde_json::{Value, json};
use stillpage::assertions::PictureVerdict;
use stillpage::screenshot::{ImageFormat, Outlines, PixelSize, Screenshot, ScreenshotOptions, Tolerance};
use wasm_bindgen::prelude::*;

use crate::options::{flag, number, required, text};
use crate::page::NativePage;
use crate::{Failure, Named, read, thrown};

/// A file that JavaScript keeps or writes, with what there is to say of it.
#[wasm_bindgen(js_name = NativeFile)]
#[derive(Debug)]
pub struct NativeFile {
    about: Value,
    bytes: Vec<u8>,
}

#[wasm_bindgen(js_class = NativeFile)]
impl NativeFile {
    /// Returns its description as JSON text.
    #[must_use]
    pub fn about(&self) -> String {
        self.about.to_string()
    }

    /// Takes its bytes.
    #[must_use]
    pub fn take(self) -> Uint8Array {
        Uint8Array::from(&*self.bytes)
    }
}

impl NativeFile {
    pub(crate) fn new(about: Value, bytes: Vec<u8>) -> Self {
        Self { about, bytes }
    }
}

#[wasm_bindgen(js_class = NativePage)]
impl NativePage {
    /// The page in pixels. Described are its size, the files of fonts that were not found and its warnings.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn screenshot(&self, options: &str) -> Result<NativeFile, JsValue> {
        let drawn = |options: Named| -> Result<NativeFile, Failure> {
            let screenshot = Screenshot::of(&self.page, &self.picture_options(&options)?)?;
            let PixelSize { width, height } = screenshot.size();
            let warnings: Vec<String> = screenshot.warnings().iter().map(ToString::to_string).collect();
            let about = json!({
                "width": width, "height": height, "missingFonts": screenshot.missing_faces(), "warnings": warnings,
            });
            Ok(NativeFile::new(about, screenshot.into_bytes()))
        };
        read(options).and_then(drawn).map_err(thrown)
    }

    /// Compares the page with a picture that was accepted before. The first of what is returned says why it does not look so, null
    /// if it does, and which files to remove; the others are to be written.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    #[wasm_bindgen(js_name = comparePicture)]
    pub fn compare_picture(&self, known: Option<Vec<u8>>, options: &str) -> Result<Vec<NativeFile>, JsValue> {
        let compared = |options: Named| -> Result<Vec<NativeFile>, Failure> {
            let path = Path::new(required(&options, "path")?);
            let channel = within(&options, "channel", 255.0)?.unwrap_or_default();
            let share = within(&options, "share", 1.0)?.unwrap_or_default();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
            let tolerance = Tolerance::default().channel(channel as u8).share(share);
            let accept = (flag(&options, "update"), required(&options, "accept")?);
            let picture = self.picture_options(&options)?;
            let verdict = PictureVerdict::of(&self.page, (path, known.as_deref()), &picture, tolerance, accept)
                .map_err(|reason| Failure::argument(&reason, "look at the options and at the file"))?;
            let removed: Vec<_> = verdict.removed.iter().map(|path| path.to_string_lossy()).collect();
            let said = NativeFile::new(json!({ "failure": verdict.failure, "removed": removed }), Vec::new());
            let written = verdict.written.into_iter();
            let written = written.map(|(path, bytes)| NativeFile::new(json!(path.to_string_lossy()), bytes));
            Ok([said].into_iter().chain(written).collect())
        };
        read(options).and_then(compared).map_err(thrown)
    }
}

impl NativePage {
    fn picture_options(&self, named: &Named) -> Result<ScreenshotOptions, Failure> {
        let formats = [("png", ImageFormat::Png), ("webp", ImageFormat::WebP)];
        let mut options = ScreenshotOptions::default()
            .full_page(flag(named, "fullPage"))
            .omit_background(flag(named, "omitBackground"))
            .format(crate::options::choice(named, "type", &formats)?);
        #[expect(clippy::cast_possible_truncation, reason = "in a range that an f32 has")]
        if let Some(scale) = within(named, "scale", 100.0)? {
            options = options.scale(scale as f32);
        }
        if let Some(folder) = text(named, "fonts") {
            options = options.outlines(Outlines::of_folder(PathBuf::from(folder)));
        }
        if self.root.is_none() && named.get("target").is_none_or(Value::is_null) {
            return Ok(options);
        }
        let area = self.page.element(self.target(named)?).and_then(stillpage::Element::bounding_box);
        match area.filter(|area| !area.is_empty()) {
            Some(area) => Ok(options.clip(area)),
            None => Err(Failure::argument("the target has no box", "take an element around it, or the whole page")),
        }
    }
}

fn within(named: &Named, name: &str, most: f64) -> Result<Option<f64>, Failure> {
    let given = named.get(name).filter(|value| !value.is_null());
    given.map(|value| number(value, name, 0.0..=most)).transpose()
}

/// The pictures of the last command, with their paths.
#[wasm_bindgen(js_name = takePictures)]
#[expect(unreachable_pub, reason = "the macro exports public functions alone")]
pub fn take_pictures() -> Array {
    let pair = |(path, bytes): (String, Vec<u8>)| Array::of2(&path.into(), &Uint8Array::from(&*bytes).into());
    crate::question::PICTURES.take().into_iter().map(pair).collect()
}
