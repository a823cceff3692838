//! A recording of a session: a Playwright trace, or the events of rrweb.

use serde_json::{Value, json};
use stillpage::recordings::SessionRecording;
use wasm_bindgen::prelude::*;

use crate::options::{device_like, text};
use crate::page::NativePage;
use crate::{Failure, Named, read, thrown};

/// A recording.
#[wasm_bindgen(js_name = NativeRecording)]
#[derive(Debug)]
pub struct NativeRecording {
    recording: SessionRecording,
}

#[wasm_bindgen(js_class = NativeRecording)]
impl NativeRecording {
    /// The recording in the bytes of a file.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn open(bytes: Vec<u8>) -> Result<Self, JsValue> {
        Self::opened(bytes).map_err(thrown)
    }

    /// Its states as JSON.
    #[must_use]
    pub fn states(&self) -> String {
        let states = self.recording.states().iter().map(|state| {
            let action = state.action.as_ref().map(|action| {
                json!({
                    "method": action.method,
                    "locator": action.locator,
                    "point": action.point.map(|point| json!({ "x": point.x, "y": point.y })),
                    "value": action.value,
                })
            });
            json!({
                "id": state.id, "time": state.time, "page": state.page, "url": state.url,
                "action": action, "error": state.error,
            })
        });
        states.collect::<Value>().to_string()
    }

    /// The page at a state; at the last one without a name.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn page(&self, options: &str) -> Result<NativePage, JsValue> {
        read(options).and_then(|options| self.page_at(&options)).map_err(thrown)
    }
}

impl NativeRecording {
    fn opened(bytes: Vec<u8>) -> Result<Self, Failure> {
        let recording = SessionRecording::from_bytes(bytes)?.ok_or_else(|| {
            Failure::argument(
                "this is neither a Playwright trace nor a recording of rrweb",
                "pass the bytes of a trace.zip, or of a JSON file with the events of rrweb; Page.fromHTML() reads pages",
            )
        })?;
        Ok(Self { recording })
    }

    fn page_at(&self, named: &Named) -> Result<NativePage, Failure> {
        let page = self.recording.page_on(text(named, "at"), |recorded| device_like(recorded, named))?;
        Ok(NativePage::new(page, None))
    }
}
