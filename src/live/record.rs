//! One capture of a page: tree, styles, boxes, and what only scripts can read.

use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::endpoint::broken;
use super::tab::Tab;
use crate::api;
use crate::capture::{FontRow, FrameFacts, Measured, Recording, SheetRow, is_consistent};
use crate::error::{Error, LimitError, LiveError, Setting};
use crate::page::{Page, PageSource};
use crate::safe_text::{PageText, safe};
use crate::style::MEASURED;

/// Limit on the number of looks at a page that changes while it is looked at.
const ATTEMPTS: u32 = 8;

/// The time limit for those looks: a page that grows takes longer every time.
const PATIENCE: Duration = Duration::from_secs(15);

/// The number of properties that are asked of elements that are not shown.
const FEW: usize = 6;

/// The time limit for a frame in another process to answer.
const FRAME: Duration = Duration::from_secs(5);

impl Tab<'_> {
    /// The current page, measured.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`] if it does not hold still.
    pub(crate) fn measure(&mut self) -> Result<Measured, Error> {
        Ok(record(self, false, false)?.measure())
    }

    /// The current page, recorded.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`] if it does not hold still.
    pub fn record(&mut self) -> Result<api::Recording, Error> {
        record(self, false, false).map(api::Recording::from)
    }

    /// Records the page with what it takes to verify it: what points hit, and Chromium's own accessibility tree.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`] if it does not hold still.
    pub fn record_to_verify(&mut self) -> Result<api::Recording, Error> {
        let mut recording = record(self, true, false)?;
        recording.accessibility = self.accessibility()?;
        Ok(recording.into())
    }

    /// Records the page with the texts of all style sheets and with the fonts that were loaded, so that the recording can become
    /// a page of its own.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`] if it does not hold still.
    pub fn record_whole(&mut self) -> Result<api::Recording, Error> {
        record(self, false, true).map(api::Recording::from)
    }
}

impl PageSource for Tab<'_> {
    fn page(&mut self) -> Result<Page, Error> {
        Ok(self.measure()?.page)
    }
}

/// Records the page; again if it changed in between. `whole`: with style sheets and fonts.
fn record(tab: &mut Tab<'_>, with_hits: bool, whole: bool) -> Result<Recording, Error> {
    let session = tab.session().to_owned();
    let mut recording = steady(tab, &session, with_hits, whole)?;
    for frame in tab.frames_apart()? {
        let limit = tab.swap_limit(FRAME);
        let inner = if frame.is_ready { steady(tab, &frame.session, false, whole) } else { Err(unready()) };
        tab.swap_limit(limit);
        match inner {
            Ok(inner) => {
                // It may have been taken out of the page since.
                Tab::join(&mut recording, &frame, inner);
            }
            Err(error) => {
                tab.shrug(error)?;
                recording.missing.push(frame.url);
            }
        }
    }
    Ok(recording)
}

fn unready() -> Error {
    broken("the frame does not answer", "take a new snapshot", true)
}

/// A recording of one process that holds together.
fn steady(tab: &mut Tab<'_>, session: &str, with_hits: bool, whole: bool) -> Result<Recording, Error> {
    let start = Instant::now();
    for attempt in 0..ATTEMPTS {
        if attempt > 0 && start.elapsed() > PATIENCE {
            break;
        }
        match look(tab, session, with_hits) {
            Ok(mut recording) if is_consistent(&recording) => {
                if whole {
                    add_sheets(tab, session, &mut recording)?;
                    add_fonts(tab, session, &mut recording)?;
                }
                return Ok(recording);
            }
            Ok(_) => {}
            // During a navigation the page reports its nodes as gone. `pause` fails if the tab itself is.
            Err(error @ Error::Live(LiveError::Cdp { .. })) if attempt + 1 == ATTEMPTS => return Err(error),
            Err(Error::Live(LiveError::Cdp { .. })) => {}
            Err(error) => return Err(error),
        }
        tab.pause(Duration::from_millis(20 << attempt))?;
    }
    Err(Error::Limit(LimitError::Timeout {
        what: "the page did not keep still long enough to be recorded".into(),
        limit: start.elapsed(),
        hint: "wait until it has settled".into(),
        setting: Some(Setting::Wait),
    }))
}

fn look(tab: &mut Tab<'_>, session: &str, with_hits: bool) -> Result<Recording, Error> {
    let mut recording = Recording::default();
    let tree = tab.call_in(session, "DOM.getFlattenedDocument", json!({ "depth": -1, "pierce": true }))?;
    recording.nodes = read("DOM.getFlattenedDocument", tree.part(&["nodes"]))?;
    let params = json!({ "computedStyles": MEASURED, "includePaintOrder": true, "includeDOMRects": true });
    let snapshot = tab.call_in(session, "DOMSnapshot.captureSnapshot", params)?;
    recording.snapshot = read("DOMSnapshot.captureSnapshot", snapshot.whole())?;
    // Older browsers do not know this one.
    if let Ok(layer) = tab.call_in(session, "DOM.getTopLayerElements", json!({})) {
        recording.top_layer = read("DOM.getTopLayerElements", layer.part(&["nodeIds"]))?;
    }
    let script = format!("{}({}, {FEW}, {with_hits})", include_str!("facts.js").trim_end(), json!(MEASURED));
    for frame in tab.frames(session)? {
        let facts = match tab.evaluate_apart(session, &frame, &script) {
            Ok(facts) => facts,
            // The page's own frame has to answer; others may be gone.
            Err(Error::Live(LiveError::Cdp { .. })) if !recording.frames.is_empty() => continue,
            Err(error) => return Err(error),
        };
        let facts: FrameFacts = serde_json::from_str(facts.as_str().unwrap_or_default()).map_err(|error| {
            let reason = safe!("the page's own facts: {}", PageText::of(&error.to_string()));
            broken(reason, "reload the page and try again", true)
        })?;
        recording.frames.insert(frame, facts);
    }
    Ok(recording)
}

/// Adds the texts of all style sheets.
fn add_sheets(tab: &mut Tab<'_>, session: &str, recording: &mut Recording) -> Result<(), Error> {
    // Every sheet is reported again when the domain is enabled.
    tab.call_in(session, "CSS.disable", json!({}))?;
    let mut headers = Vec::new();
    tab.watch(session, "CSS.enable", &mut |event| {
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
        let Ok(answer) = tab.call_in(session, "CSS.getStyleSheetText", id) else { continue };
        recording.sheets.push(SheetRow {
            owner: header["ownerNode"].as_i64().unwrap_or(0),
            url: header["sourceURL"].as_str().unwrap_or_default().to_owned(),
            text: answer["text"].as_str().unwrap_or_default().to_owned(),
        });
    }
    Ok(())
}

/// Adds the fonts that the page loaded: those that some text is in.
fn add_fonts(tab: &mut Tab<'_>, session: &str, recording: &mut Recording) -> Result<(), Error> {
    for url in loaded_fonts(&*tab.call_in(session, "Page.getResourceTree", json!({}))?) {
        if recording.fonts.iter().any(|font| font.url == url) {
            continue;
        }
        // Chrome: `Page.getResourceContent` knows no fonts.
        let body = match tab.font_request(session, &url) {
            Some(id) => {
                let params = json!({ "requestId": id });
                tab.call_in(session, "Network.getResponseBody", params).map(Some)
            }
            None => Ok(None),
        };
        match body {
            Ok(Some(answer)) if answer["base64Encoded"] == true => {
                recording.fonts.push(FontRow { url, base64: answer["body"].as_str().unwrap_or_default().to_owned() });
            }
            Ok(_) | Err(Error::Live(LiveError::Cdp { .. })) => recording.missing_fonts.push(url),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The addresses of the fonts in a `Page.getResourceTree`, those within the page itself aside.
fn loaded_fonts(tree: &Value) -> Vec<String> {
    let mut frames = vec![&tree["frameTree"]];
    let mut fonts = Vec::new();
    while let Some(frame) = frames.pop() {
        frames.extend(frame["childFrames"].as_array().into_iter().flatten());
        let resources = frame["resources"].as_array().into_iter().flatten();
        let urls = resources.filter(|resource| resource["type"] == "Font" && resource["failed"] != true);
        fonts.extend(
            urls.filter_map(|font| font["url"].as_str()).filter(|url| !url.starts_with("data:")).map(str::to_owned),
        );
    }
    fonts
}

fn read<T: DeserializeOwned>(method: &str, value: Value) -> Result<T, Error> {
    serde_json::from_value(value).map_err(|error| {
        broken(
            safe!("{} answers in an unknown format: {}", PageText::token(method), PageText::of(&error.to_string())),
            "this Chromium may be too new or too old; versions 130 to 160 are supported",
            false,
        )
    })
}
