//! Limits on what a page of a local file may load.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::cdp::Event;
use super::tab::Tab;
use crate::capture::base64;
use crate::error::Error;

/// The limits on what a page of a local file may load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Confinement {
    /// Files in this folder.
    pub folder: PathBuf,
    /// True if scripts run.
    pub scripts: bool,
    /// True if addresses of the web are loaded.
    pub network: bool,
}

/// A script that takes WebRTC from a page: its packets pass neither requests nor the proxy.
const WITHOUT_PEERS: &str =
    "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name];";

/// The headers of a document that runs no script, though scripting is on: `noscript` stays inert.
fn without_scripts(file: &Path) -> Value {
    let mut headers =
        vec![json!({ "name": "Content-Security-Policy", "value": "script-src 'none'; connect-src 'none'" })];
    let ending = file.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    let kind = match ending.as_str() {
        "html" | "htm" => Some("text/html"),
        "xhtml" | "xht" => Some("application/xhtml+xml"),
        "svg" => Some("image/svg+xml"),
        "xml" => Some("text/xml"),
        "txt" => Some("text/plain"),
        "mhtml" | "mht" => Some("multipart/related"),
        // Chromium looks at the bytes.
        _ => None,
    };
    headers.extend(kind.map(|kind| json!({ "name": "Content-Type", "value": kind })));
    Value::Array(headers)
}

impl Tab<'_> {
    /// Lets the page load nothing but what a [`Confinement`] allows.
    ///
    /// # Errors
    /// [`Error::Open`] if the folder is not there, [`Error::Live`], [`Error::Limit`].
    pub(crate) fn confine(&mut self, confinement: &Confinement) -> Result<(), Error> {
        let folder = std::fs::canonicalize(&confinement.folder).map_err(|e| Error::io(&confinement.folder, &e))?;
        let (scripts, network) = (confinement.scripts, confinement.network);
        let reply = move |event: &Event| {
            if event.method != "Fetch.requestPaused" {
                return None;
            }
            let url = url::Url::parse(event.params["request"]["url"].as_str().unwrap_or_default()).ok();
            let mut params = json!({ "requestId": event.params["requestId"] });
            // Also where a link in the folder leads out of it.
            let file = url.as_ref().and_then(|url| url.to_file_path().ok());
            let file = file.and_then(|path| std::fs::canonicalize(path).ok()).filter(|path| path.starts_with(&folder));
            let is_web = url.is_some_and(|url| matches!(url.scheme(), "http" | "https"));
            match file {
                Some(file) if !scripts && event.params["resourceType"] == "Document" => match std::fs::read(&file) {
                    Ok(bytes) => {
                        params["responseCode"] = 200.into();
                        params["responseHeaders"] = without_scripts(&file);
                        params["body"] = base64(&bytes).into();
                        Some(("Fetch.fulfillRequest", params))
                    }
                    Err(_) => Some(("Fetch.continueRequest", params)),
                },
                Some(_) => Some(("Fetch.continueRequest", params)),
                None if is_web && network => Some(("Fetch.continueRequest", params)),
                None => {
                    // A page that would leave for another one stays; for anything else it is an error.
                    let is_document = event.params["resourceType"] == "Document";
                    params["errorReason"] = if is_document { "Aborted" } else { "BlockedByClient" }.into();
                    Some(("Fetch.failRequest", params))
                }
            }
        };
        self.connection.reply_with(&self.session, Box::new(reply));
        if !network {
            self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WITHOUT_PEERS }))?;
        }
        self.call("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] }))?;
        Ok(())
    }
}
