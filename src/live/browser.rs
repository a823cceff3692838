//! A browser: attached to or launched, and its tabs.

use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};

use super::cdp::Connection;
use super::endpoint::{CALL, broken, discover};
use super::process::{Launch, Process};
use super::tab::Tab;
use crate::error::{Error, Setting};
use crate::safe_text::{PageText, SafeText, safe};

/// A running browser.
#[derive(Debug)]
pub struct Browser {
    pub(super) connection: Connection,
    address: url::Url,
    process: Option<Process>,
}

/// Limit: tabs that a hint lists.
const MAX_LISTED: usize = 20;

/// Options for attaching to a browser.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Attach {
    /// `ws://...` or `http://127.0.0.1:9222`.
    pub address: String,
    /// Connect to other machines, too.
    pub allow_remote: bool,
    /// The time limit for connecting, 5 s at most; `None`: 5 s.
    pub limit: Option<Duration>,
}

impl Attach {
    /// Attaches to the browser at this address: `ws://...` or `http://127.0.0.1:9222`.
    #[must_use]
    pub fn new(address: impl Into<String>) -> Self {
        Self { address: address.into(), ..Self::default() }
    }

    /// Allows an address on another machine.
    #[must_use]
    pub fn allow_remote(mut self, allow: bool) -> Self {
        self.allow_remote = allow;
        self
    }

    /// Limits how long connecting may take; never more than 5 s.
    #[must_use]
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
    }
}

/// A tab as the browser lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TabRow {
    /// Its target id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Address.
    pub url: String,
}

impl Browser {
    /// Launches a browser with a fresh profile. It ends with this value.
    ///
    /// # Errors
    /// [`Error::Live`] if none is found or it does not start, [`Error::Limit`].
    pub fn launch(launch: &Launch) -> Result<Self, Error> {
        let (process, address) = Process::start(launch)?;
        let connection = Connection::open(&address, false, CALL)?;
        Ok(Self { connection, address, process: Some(process) })
    }

    /// Connects to a browser that is running; it stays when this value goes.
    ///
    /// # Errors
    /// [`Error::Arguments`] for an address of another machine, [`Error::Live`] if no browser answers.
    pub fn attach(attach: &Attach) -> Result<Self, Error> {
        let url = url::Url::parse(&attach.address).map_err(|error| {
            Error::arguments(
                safe!("`{}` is not an address: {}", PageText::of(&attach.address), PageText::of(&error.to_string())),
                "write ws://127.0.0.1:9222/devtools/browser/... or http://127.0.0.1:9222",
            )
        })?;
        let limit = attach.limit.unwrap_or(CALL);
        let url = if url.scheme() == "http" { discover(&url, attach.allow_remote, limit)? } else { url };
        Ok(Self { connection: Connection::open(&url, attach.allow_remote, limit)?, address: url, process: None })
    }

    /// The websocket that it is connected to; others may connect there, too.
    #[must_use]
    pub fn address(&self) -> &str {
        self.address.as_str()
    }

    /// Has all that follows done within this time, or fail with [`Error::Limit`]; `None`: every call may take its own.
    pub fn finish_within(&mut self, limit: Option<Duration>) {
        self.connection.set_deadline(limit.map(|limit| Instant::now() + limit));
    }

    /// The process id of a launched browser; `None` if it was attached to.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().and_then(Process::id)
    }

    /// `Chrome/156.0.0.0`.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn version(&mut self) -> Result<String, Error> {
        let version = self.connection.call("", "Browser.getVersion", json!({}), CALL)?;
        Ok(version["product"].as_str().unwrap_or_default().to_owned())
    }

    /// The open tabs.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn tabs(&mut self) -> Result<Vec<TabRow>, Error> {
        let targets = self.connection.call("", "Target.getTargets", json!({}), CALL)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let rows = targets["targetInfos"].as_array().into_iter().flatten();
        Ok(rows
            .filter(|t| t["type"] == "page" && !text(&t["url"]).starts_with("devtools:"))
            .map(|t| TabRow { id: text(&t["targetId"]), title: text(&t["title"]), url: text(&t["url"]) })
            .collect())
    }

    /// The tab that a user means: its number in [`tabs`](Self::tabs) from 1, its id or the start of it, or a part of its
    /// address or title. `None`: the only one there is.
    ///
    /// # Errors
    /// [`Error::Arguments`] if no tab is meant, or several are.
    pub fn tab_named(&mut self, name: Option<&str>) -> Result<Tab<'_>, Error> {
        let row = choose(self.tabs()?, name)?;
        self.tab(&row.id)
    }

    /// The tab with this target id.
    ///
    /// # Errors
    /// [`Error::Live`] without one.
    pub fn tab(&mut self, id: &str) -> Result<Tab<'_>, Error> {
        let params = json!({ "targetId": id, "flatten": true });
        let attached = self.connection.call("", "Target.attachToTarget", params, CALL)?;
        let session = attached["sessionId"].as_str().unwrap_or_default().to_owned();
        Tab::new(&mut self.connection, session, id.to_owned())
    }

    /// A new tab with an empty page.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn open(&mut self) -> Result<Tab<'_>, Error> {
        self.open_in(json!({ "url": "about:blank" }))
    }

    /// A new tab with an empty page and without a network: neither requests nor web sockets get out, to no address.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn open_without_network(&mut self) -> Result<Tab<'_>, Error> {
        // Everything but files goes through a proxy that is not there, addresses of this machine as well.
        let params =
            json!({ "disposeOnDetach": true, "proxyServer": "http://127.0.0.1:9", "proxyBypassList": "<-loopback>" });
        let context = self.connection.call("", "Target.createBrowserContext", params, CALL)?;
        let context = &context["browserContextId"];
        let params = json!({ "behavior": "deny", "browserContextId": context });
        self.connection.call("", "Browser.setDownloadBehavior", params, CALL)?;
        self.open_in(json!({ "url": "about:blank", "browserContextId": context }))
    }

    fn open_in(&mut self, params: Value) -> Result<Tab<'_>, Error> {
        let target = self.connection.call("", "Target.createTarget", params, CALL)?;
        let id = target["targetId"].as_str().unwrap_or_default().to_owned();
        self.tab(&id)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if self.process.is_some() {
            self.connection.set_deadline(None);
            // Whether it heard or not, the process is waited for and killed if need be.
            let _ = self.connection.call("", "Browser.close", json!({}), Duration::from_secs(2));
        }
    }
}

fn choose(rows: Vec<TabRow>, name: Option<&str>) -> Result<TabRow, Error> {
    let list = rows.iter().take(MAX_LISTED).enumerate();
    let list = SafeText::join(list.map(|(i, row)| safe!("{}: {}", i + 1, PageText::of(&row.url))), ", ");
    let missing = |what: SafeText| Error::arguments(safe!("there is no {}", what), safe!("the tabs are {}", list));
    let Some(name) = name else {
        return match <[TabRow; 1]>::try_from(rows) {
            Ok([row]) => Ok(row),
            Err(rows) if rows.is_empty() => Err(broken("the browser has no tab", "open one in it", true)),
            Err(rows) => Err(Error::arguments(
                safe!("the browser has {} tabs", rows.len()),
                safe!("choose one of them: {}", list),
            )
            .about(Setting::Tab)),
        };
    };
    if let Ok(number) = name.parse::<usize>() {
        let at = number.checked_sub(1);
        return at.and_then(|at| rows.into_iter().nth(at)).ok_or_else(|| missing(safe!("tab {}", number)));
    }
    if let Some(row) = rows.iter().find(|row| row.id == name) {
        return Ok(row.clone());
    }
    let mut meant = rows.into_iter().filter(|row| {
        (name.len() >= 4 && row.id.starts_with(name)) || row.url.contains(name) || row.title.contains(name)
    });
    match (meant.next(), meant.next()) {
        (Some(row), None) => Ok(row),
        (None, _) => Err(missing(safe!("tab `{}`", PageText::of(name)))),
        (Some(_), Some(_)) => {
            let reason = safe!("several tabs are `{}`", PageText::of(name));
            Err(Error::arguments(reason, safe!("choose one by its number: {}", list)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, url: &str, title: &str) -> TabRow {
        TabRow { id: id.to_owned(), url: url.to_owned(), title: title.to_owned() }
    }

    #[test]
    fn tab_is_named_by_number_id_address_or_title() {
        let rows = || vec![row("AAAA1", "http://a/", "Mail"), row("AAAB2", "http://b/", "Shop")];
        let check = |name: Option<&str>, expected: Result<&str, &str>| {
            let got = choose(rows(), name);
            assert_eq!(got.as_ref().map(|r| r.id.as_str()).map_err(Error::code), expected, "{name:?}");
        };
        check(Some("2"), Ok("AAAB2"));
        check(Some("AAAA1"), Ok("AAAA1"));
        check(Some("AAAB"), Ok("AAAB2"));
        check(Some("Mail"), Ok("AAAA1"));
        check(Some("http"), Err("invalid_arguments"));
        check(Some("9"), Err("invalid_arguments"));
        check(None, Err("invalid_arguments"));
        assert_eq!(choose(Vec::new(), None).unwrap_err().code(), "cdp_error");
        assert_eq!(choose(vec![row("X", "u", "t")], None).unwrap().id, "X");
    }
}
