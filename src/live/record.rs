//! One look at a page: tree, styles, boxes, and what only scripts can tell.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::cdp::broken;
use super::tab::Tab;
use crate::capture::{FrameFacts, Recording, SheetRow, is_consistent};
use crate::error::Error;
use crate::style::MEASURED;

/// How often a page that changes while it is looked at is looked at again.
const ATTEMPTS: u32 = 8;

/// How many of the properties are asked of elements that are not shown.
const FEW: usize = 6;

/// Records the page; again if it changed in between.
pub(super) fn record(tab: &mut Tab<'_>, with_hits: bool) -> Result<Recording, Error> {
    for attempt in 0..ATTEMPTS {
        let recording = look(tab, with_hits)?;
        if is_consistent(&recording) {
            return Ok(recording);
        }
        tab.pause(Duration::from_millis(20 << attempt))?;
    }
    Err(Error::Timeout {
        what: "the page changes faster than it can be looked at".to_owned(),
        limit: Duration::from_millis(20 << ATTEMPTS),
        hint: "wait until it has settled: `stillpage live wait`".to_owned(),
    })
}

fn look(tab: &mut Tab<'_>, with_hits: bool) -> Result<Recording, Error> {
    let mut recording = Recording::default();
    let mut tree = tab.call("DOM.getFlattenedDocument", json!({ "depth": -1, "pierce": true }))?;
    recording.nodes = read("DOM.getFlattenedDocument", tree["nodes"].take())?;
    let params = json!({ "computedStyles": MEASURED, "includePaintOrder": true, "includeDOMRects": true });
    recording.snapshot = read("DOMSnapshot.captureSnapshot", tab.call("DOMSnapshot.captureSnapshot", params)?)?;
    // Older browsers do not know this one.
    if let Ok(mut layer) = tab.call("DOM.getTopLayerElements", json!({})) {
        recording.top_layer = read("DOM.getTopLayerElements", layer["nodeIds"].take())?;
    }
    let script = format!("{}({}, {FEW}, {with_hits})", include_str!("facts.js").trim_end(), json!(MEASURED));
    for frame in tab.frames()? {
        let facts = match tab.evaluate_apart(&frame, &script) {
            Ok(facts) => facts,
            // The page's own frame has to answer; others may be in another process, or gone.
            Err(Error::Cdp { .. }) if !recording.frames.is_empty() => continue,
            Err(error) => return Err(error),
        };
        let facts: FrameFacts = serde_json::from_str(facts.as_str().unwrap_or_default())
            .map_err(|error| broken(format!("the page's own facts: {error}"), "reload the page and try again", true))?;
        recording.frames.insert(frame, facts);
    }
    Ok(recording)
}

/// Adds the texts of all style sheets.
pub(super) fn add_sheets(tab: &mut Tab<'_>, recording: &mut Recording) -> Result<(), Error> {
    // Told again of every sheet when the domain is enabled.
    tab.call("CSS.disable", json!({}))?;
    let mut headers = Vec::new();
    tab.watch("CSS.enable", &mut |event| {
        if event.method == "CSS.styleSheetAdded" {
            headers.push(event.params["header"].clone());
        }
    })?;
    for header in headers {
        if header["disabled"] == true || header["isConstructed"] == true {
            continue;
        }
        let id = json!({ "styleSheetId": header["styleSheetId"] });
        // One that is gone by now is not there to be kept.
        let Ok(answer) = tab.call("CSS.getStyleSheetText", id) else { continue };
        recording.sheets.push(SheetRow {
            owner: header["ownerNode"].as_i64().unwrap_or(0),
            url: header["sourceURL"].as_str().unwrap_or_default().to_owned(),
            text: answer["text"].as_str().unwrap_or_default().to_owned(),
        });
    }
    Ok(())
}

fn read<T: DeserializeOwned>(method: &str, value: Value) -> Result<T, Error> {
    serde_json::from_value(value).map_err(|error| {
        broken(
            format!("{method} answers in a shape that is not known: {error}"),
            "this Chromium may be too new or too old; version 130 to 160 are known",
            false,
        )
    })
}
