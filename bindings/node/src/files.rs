//! The files that a page refers to, which JavaScript has by address.

use js_sys::{Function, Uint8Array};
use wasm_bindgen::prelude::*;

/// Calls `found` with what looks a file up: `file(url)` returns its bytes, null if there is none, and throws why it cannot
/// be read.
pub(crate) fn with_files<T>(
    file: Option<&Function>,
    found: impl FnOnce(&mut dyn FnMut(&str) -> Result<Option<Vec<u8>>, String>) -> T,
) -> T {
    found(&mut |url| match file {
        Some(file) => looked_up(file, url),
        None => Ok(None),
    })
}

fn looked_up(file: &Function, url: &str) -> Result<Option<Vec<u8>>, String> {
    let bytes = file.call1(&JsValue::NULL, &JsValue::from_str(url)).map_err(|thrown| reason(&thrown))?;
    // Runners of tests have realms of their own: an array of another realm is none to `instanceof`.
    Ok((!bytes.is_null() && !bytes.is_undefined()).then(|| Uint8Array::new(&bytes).to_vec()))
}

fn reason(thrown: &JsValue) -> String {
    let message = thrown.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    message.or_else(|| thrown.as_string()).unwrap_or_else(|| "it cannot be read".to_owned())
}

/// The files of a page that only its pictures show.
#[cfg(feature = "screenshot")]
pub(crate) mod pictures {
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use js_sys::Function;
    use stillpage::PictureSource;
    use url::Url;

    thread_local! {
        /// The functions of pages. Pages may be handed to other threads, and functions of JavaScript not.
        static FILES: RefCell<BTreeMap<u32, Function>> = const { RefCell::new(BTreeMap::new()) };
    }

    /// The function of a page, by its number.
    #[derive(Debug)]
    struct Files(u32);

    /// Keeps a function for as long as the source of images is there.
    pub(crate) fn source(file: &Function) -> Arc<dyn PictureSource> {
        FILES.with_borrow_mut(|files| {
            let number = files.last_key_value().map_or(0, |(last, _)| last + 1);
            files.insert(number, file.clone());
            Arc::new(Files(number))
        })
    }

    impl PictureSource for Files {
        fn image(&self, url: &Url) -> Result<Option<Arc<[u8]>>, String> {
            let Some(file) = FILES.with_borrow(|files| files.get(&self.0).cloned()) else { return Ok(None) };
            Ok(super::looked_up(&file, url.as_str())?.map(Arc::from))
        }
    }

    impl Drop for Files {
        fn drop(&mut self) {
            FILES.with_borrow_mut(|files| files.remove(&self.0));
        }
    }
}
