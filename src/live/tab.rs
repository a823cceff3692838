//! A tab: loading, waiting, looking.

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use super::cdp::{CdpResult, Connection, Dialog, Event};
use super::endpoint::{CALL, broken};
use crate::error::{ActionError, Error, LimitError, LiveError, Setting};
use crate::safe_text::{PageText, safe};

/// Limit: how long a page that keeps the network busy is waited for after it has loaded.
const BUSY: Duration = Duration::from_secs(10);

/// The time limit for a tab to close.
const CLOSE: Duration = Duration::from_secs(5);

/// The time limit for two frames.
const FRAMES: Duration = Duration::from_secs(1);

/// A tab of a browser, attached to for as long as this value lives.
#[derive(Debug)]
pub struct Tab<'b> {
    pub(super) connection: &'b mut Connection,
    pub(super) session: String,
    target: String,
    frame: String,
    /// The time limit of one call.
    limit: Duration,
    /// The fonts that were requested since the page was loaded.
    fonts: Vec<FontRequest>,
}

/// A request for a font: the only way to its file.
#[derive(Debug)]
struct FontRequest {
    /// The session that made it.
    session: String,
    url: String,
    id: String,
}

/// The answer to the dialogs of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a dialog has these two")]
pub enum DialogAnswer {
    /// Yes.
    Accept,
    /// No.
    Dismiss,
}

/// The result of a navigation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Navigation {
    /// Names the document; another one means that all refs are dead.
    pub loader: String,
    /// The address.
    pub url: String,
}

/// The end of waiting for a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Settled {
    /// Nothing is being loaded.
    Quiet,
    /// It kept loading things until the limit.
    Busy,
}

impl<'b> Tab<'b> {
    pub(super) fn new(connection: &'b mut Connection, session: String, target: String) -> Result<Self, Error> {
        let mut tab = Self { connection, session, target, frame: String::new(), limit: CALL, fonts: Vec::new() };
        tab.call("Page.enable", json!({})).map_err(stuck)?;
        tab.call("DOM.enable", json!({ "includeWhitespace": "all" }))?;
        let session = tab.session.clone();
        tab.watch_frames(&session)?;
        let tree = tab.call("Page.getFrameTree", json!({}))?;
        tab.frame = tree["frameTree"]["frame"]["id"].as_str().unwrap_or_default().to_owned();
        Ok(tab)
    }

    /// Its target id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.target
    }

    /// Sets how long one call may take.
    pub fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    pub(super) fn call(&mut self, method: &str, params: Value) -> Result<CdpResult, Error> {
        self.connection.call(&self.session, method, params, self.limit)
    }

    /// Calls a method in another session.
    pub(super) fn call_in(&mut self, session: &str, method: &str, params: Value) -> Result<CdpResult, Error> {
        self.connection.call(session, method, params, self.limit)
    }

    pub(super) fn session(&self) -> &str {
        &self.session
    }

    /// Sets how long one call may take; what it was.
    pub(super) fn swap_limit(&mut self, limit: Duration) -> Duration {
        std::mem::replace(&mut self.limit, limit)
    }

    /// Calls a method without parameters and shows the events of the session that came until it answered.
    pub(super) fn watch(&mut self, session: &str, method: &str, see: &mut dyn FnMut(&Event)) -> Result<(), Error> {
        self.connection.clear_events();
        self.call_in(session, method, json!({}))?;
        while let Some(event) = self.connection.event(&self.session, Duration::ZERO)? {
            self.note_font(&event);
            if event.session == session {
                see(&event);
            }
        }
        Ok(())
    }

    /// The frames of a session that are in its process, outer ones first.
    pub(super) fn frames(&mut self, session: &str) -> Result<Vec<String>, Error> {
        let tree = self.call_in(session, "Page.getFrameTree", json!({}))?;
        let mut frames = Vec::new();
        let mut stack = vec![&tree["frameTree"]];
        while let Some(node) = stack.pop() {
            frames.extend(node["frame"]["id"].as_str().map(str::to_owned));
            stack.extend(node["childFrames"].as_array().into_iter().flatten().rev());
        }
        Ok(frames)
    }

    /// The document that is loaded.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`], as all of this.
    pub fn navigation(&mut self) -> Result<Navigation, Error> {
        let tree = self.call("Page.getFrameTree", json!({}))?;
        let frame = &tree["frameTree"]["frame"];
        let text = |name: &str| frame[name].as_str().unwrap_or_default().to_owned();
        Ok(Navigation {
            loader: text("loaderId"),
            url: text("url") + frame["urlFragment"].as_str().unwrap_or_default(),
        })
    }

    /// The address that the tab was to show when the browser shows its own page about an error instead.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`].
    #[cfg(feature = "cli")]
    pub(crate) fn unreachable(&mut self) -> Result<Option<String>, Error> {
        let tree = self.call("Page.getFrameTree", json!({}))?;
        Ok(tree["frameTree"]["frame"]["unreachableUrl"].as_str().map(str::to_owned))
    }

    /// Answers the dialogs of the page. Without this alerts are accepted, and what asks something is dismissed and
    /// an error.
    pub fn answer_dialogs(&mut self, answer: DialogAnswer) {
        let answer = json!({ "accept": answer == DialogAnswer::Accept });
        let reply = move |event: &Event| {
            let opens = event.method == "Page.javascriptDialogOpening";
            opens.then(|| ("Page.handleJavaScriptDialog", answer.clone()))
        };
        self.connection.reply_with(&self.session, Box::new(reply));
    }

    /// The dialogs that were answered since this was asked for last.
    pub fn take_dialogs(&mut self) -> Vec<Dialog> {
        self.connection.take_dialogs(&self.session)
    }

    /// The HTTP status of the document that is loaded; 0 if it did not come over HTTP.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`].
    pub fn status(&mut self) -> Result<u16, Error> {
        let script = "performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0";
        let status = self.evaluate_in_own_world(script)?;
        Ok(status.as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(0))
    }

    /// Loads a page and waits for its load event.
    ///
    /// # Errors
    /// [`LiveError::Cdp`] if it cannot be loaded, [`LimitError::Timeout`] if it does not finish.
    pub fn load(&mut self, url: &str, limit: Duration) -> Result<Navigation, Error> {
        let deadline = Instant::now() + limit;
        let late = || {
            Error::Limit(LimitError::Timeout {
                what: safe!("{} has not finished loading", PageText::of(url)),
                limit,
                hint: "give it longer".into(),
                setting: Some(Setting::Timeout),
            })
        };
        let in_time = |error| if matches!(error, Error::Limit(LimitError::Timeout { .. })) { late() } else { error };
        self.call("Network.enable", json!({}))?;
        self.connection.clear_events();
        self.fonts.clear();
        let answer = self.connection.call(&self.session, "Page.navigate", json!({ "url": url }), limit);
        let answer = answer.map_err(in_time)?;
        if let Some(reason) = answer["errorText"].as_str().filter(|text| !text.is_empty()) {
            let hint = "check the address; file:// addresses are absolute paths";
            let reason = safe!("cannot load {}: {}", PageText::of(url), PageText::of(reason));
            return Err(broken(reason, hint, true));
        }
        while !self.is_complete().map_err(in_time)? {
            if Instant::now() >= deadline {
                return Err(late());
            }
            self.pause(Duration::from_millis(10))?;
        }
        self.navigation()
    }

    fn is_complete(&mut self) -> Result<bool, Error> {
        // Scripts of the page may have changed what its own world says.
        Ok(self.evaluate_in_own_world("document.readyState === 'complete'")? == Value::Bool(true))
    }

    /// Waits, but notices what happens to the tab.
    ///
    /// # Errors
    /// [`LiveError::Cdp`] if the tab or the browser goes away.
    pub fn pause(&mut self, time: Duration) -> Result<(), Error> {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            match self.connection.event(&self.session, left)? {
                Some(event) => self.note_font(&event),
                None => return Ok(()),
            }
        }
    }

    /// Remembers the request of a font.
    fn note_font(&mut self, event: &Event) {
        /// Limit: requests that are remembered; real pages load up to some dozen fonts.
        const MAX: usize = 1000;
        if event.method == "Network.responseReceived" && event.params["type"] == "Font" && self.fonts.len() < MAX {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            self.fonts.push(FontRequest {
                session: event.session.clone(),
                url: text(&event.params["response"]["url"]),
                id: text(&event.params["requestId"]),
            });
        }
    }

    /// The id of the request that a session made for the font at an address; `None` if it was not seen.
    pub(super) fn font_request(&self, session: &str, url: &str) -> Option<&str> {
        self.fonts.iter().find(|font| font.session == session && font.url == url).map(|font| font.id.as_str())
    }

    /// Waits until nothing has been loaded for a while and two frames were painted.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`].
    pub fn settle(&mut self, quiet: Duration) -> Result<Settled, Error> {
        self.settle_within(quiet, BUSY)
    }

    /// Waits as [`settle`](Self::settle) does, with another limit.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`].
    pub fn settle_within(&mut self, quiet: Duration, limit: Duration) -> Result<Settled, Error> {
        // A page that never rests leaves time to be looked at.
        let limit = self.connection.time_left().map_or(limit, |left| limit.min(left / 2));
        let deadline = Instant::now() + limit;
        self.call("Network.enable", json!({}))?;
        let mut loading: FxHashSet<String> = FxHashSet::default();
        let mut since = Instant::now();
        let mut settled = Settled::Busy;
        while Instant::now() < deadline {
            if loading.is_empty() && since.elapsed() >= quiet {
                settled = Settled::Quiet;
                break;
            }
            let Some(event) = self.connection.event(&self.session, Duration::from_millis(10))? else {
                continue;
            };
            self.note_font(&event);
            if event.session != self.session {
                continue;
            }
            let id = event.params["requestId"].as_str().unwrap_or_default();
            match event.method.as_str() {
                // These stay open by design.
                "Network.requestWillBeSent" if event.params["type"] != "EventSource" => {
                    loading.insert(id.to_owned());
                }
                "Network.loadingFinished" | "Network.loadingFailed" => {
                    loading.remove(id);
                }
                _ => continue,
            }
            since = Instant::now();
        }
        // A window that is not shown paints no frames, and a page without scripts (MHTML) runs nothing later.
        let limit = std::mem::replace(&mut self.limit, FRAMES);
        let painted = self.evaluate_in_own_world(
            "Promise.race([new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))), \
             new Promise(done => setTimeout(done, 250))]).then(() => true)",
        );
        self.limit = limit;
        match painted {
            Ok(_) | Err(Error::Limit(LimitError::Timeout { .. })) => {}
            Err(error) => return Err(error),
        }
        Ok(settled)
    }

    /// The value of a script in the page, as JSON.
    ///
    /// # Errors
    /// [`LiveError::Cdp`] if it throws, [`LimitError::Timeout`].
    pub fn evaluate(&mut self, script: &str) -> Result<Value, Error> {
        let session = self.session.clone();
        self.evaluate_in(&session, None, script)
    }

    /// Evaluates a script as [`evaluate_apart`](Self::evaluate_apart) does, in the main frame.
    fn evaluate_in_own_world(&mut self, script: &str) -> Result<Value, Error> {
        let (session, frame) = (self.session.clone(), self.frame.clone());
        self.evaluate_apart(&session, &frame, script)
    }

    /// Evaluates a script in a world of our own, where scripts of the page have changed nothing.
    pub(super) fn evaluate_apart(&mut self, session: &str, frame: &str, script: &str) -> Result<Value, Error> {
        let world = json!({ "frameId": frame, "worldName": "stillpage" });
        let world = self.call_in(session, "Page.createIsolatedWorld", world)?;
        self.evaluate_in(session, world["executionContextId"].as_i64(), script)
    }

    fn evaluate_in(&mut self, session: &str, world: Option<i64>, script: &str) -> Result<Value, Error> {
        let mut params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        if let Some(world) = world {
            params["contextId"] = world.into();
        }
        let answer = self.call_in(session, "Runtime.evaluate", params)?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            let text = thrown["exception"]["description"].as_str().or_else(|| thrown["text"].as_str());
            return Err(broken(
                safe!("a script failed: {}", PageText::of(text.unwrap_or("?"))),
                "reload the page and try again",
                true,
            ));
        }
        Ok(answer.part(&["result", "value"]))
    }

    /// The values of a script in each frame of the page, in a world where scripts of the page have changed nothing. Frames
    /// that are being left are skipped.
    ///
    /// # Errors
    /// [`LimitError::Timeout`], [`LiveError::Cdp`] if the tab is gone.
    pub fn evaluate_in_frames(&mut self, script: &str) -> Result<Vec<Value>, Error> {
        let mut sessions = vec![self.session.clone()];
        sessions.extend(self.frames_apart()?.into_iter().filter(|frame| frame.is_ready).map(|frame| frame.session));
        let mut values = Vec::new();
        for session in sessions {
            for frame in self.frames(&session)? {
                match self.evaluate_apart(&session, &frame, script) {
                    Ok(value) => values.push(value),
                    Err(Error::Live(LiveError::Cdp { .. })) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(values)
    }

    /// Goes back to the page before in the history of the tab.
    ///
    /// # Errors
    /// [`ActionError::NotFound`] without one, [`LiveError::Cdp`], [`LimitError::Timeout`].
    pub fn back(&mut self) -> Result<Navigation, Error> {
        let history = self.call("Page.getNavigationHistory", json!({}))?;
        let before = history["currentIndex"].as_u64().and_then(|at| usize::try_from(at).ok()?.checked_sub(1));
        let Some(entry) = before.and_then(|at| history["entries"].get(at)) else {
            return Err(Error::Action(ActionError::NotFound {
                what: "a page to go back to".into(),
                hint: "load a page first".into(),
            }));
        };
        self.call("Page.navigateToHistoryEntry", json!({ "entryId": entry["id"] }))?;
        self.pause(Duration::from_millis(100))?;
        while !self.is_complete()? {
            self.pause(Duration::from_millis(10))?;
        }
        self.navigation()
    }

    /// Restores the state that a frozen page carries as attributes.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`].
    pub fn thaw(&mut self) -> Result<(), Error> {
        let session = self.session.clone();
        for frame in self.frames(&session)? {
            match self.evaluate_apart(&session, &frame, include_str!("thaw.js")) {
                // A frame that went away in between has no state to restore.
                Ok(_) | Err(Error::Live(LiveError::Cdp { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        self.settle(Duration::from_millis(30))?;
        Ok(())
    }

    /// Returns what the window shows, as a PNG file in base64.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`].
    pub fn screenshot(&mut self) -> Result<String, Error> {
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }))?;
        Ok(answer["data"].as_str().unwrap_or_default().to_owned())
    }

    /// Closes the tab.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`LimitError::Timeout`].
    pub fn close(self) -> Result<(), Error> {
        let params = json!({ "targetId": self.target });
        let connection = self.connection;
        // Also after a timeout, and with any dialog open.
        connection.set_deadline(None);
        connection.forget(&self.session);
        connection.reply_with(&self.session, Box::new(leave));
        let closed = connection.call("", "Target.closeTarget", params, CLOSE);
        connection.forget(&self.session);
        closed.map(drop)
    }
}

/// Returns the error for a tab that cannot even be attached to.
fn stuck(error: Error) -> Error {
    match error {
        Error::Limit(LimitError::Timeout { limit, .. }) => Error::Limit(LimitError::Timeout {
            what: "the tab, whose page is busy or shows a dialog, did not answer".into(),
            limit,
            hint: "answer the dialog in the window of the browser, or close the tab".into(),
            setting: None,
        }),
        other => other,
    }
}

/// Yes to leaving the page.
fn leave(event: &Event) -> Option<(&'static str, Value)> {
    (event.method == "Page.javascriptDialogOpening").then(|| ("Page.handleJavaScriptDialog", json!({ "accept": true })))
}
