//! The lines of a trace: what each kind of event adds to it.

use std::borrow::Cow;

use super::nodes::Nodes;
use super::resources::{Override, ResourceRow};
use super::{Frame, FrameSnapshot, Phase, Trace, VERSIONS, device_of, single, size_of};
use crate::archive::Archive;
use crate::error::OpenError;
use crate::geometry::Point;
use crate::recording::json::{Item, Json};
use crate::recording::step::Expectation;
use crate::safe_text::{PageText, safe};

/// Limit: characters of a locator, a value or an error that is kept.
const MAX_TEXT: usize = 2000;
/// Limit: log lines that are kept of an action.
const MAX_LOG: usize = 200;

/// The start of a text.
fn cut(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

/// A text without what colours it in a terminal.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            rest.by_ref().find(char::is_ascii_alphabetic);
        } else {
            out.push(c);
        }
    }
    cut(&out)
}

impl Trace {
    /// Reads all its parts: a test may leave several, one of each browser context and one of its own.
    pub(super) fn read_lines(&mut self, archive: &mut Archive) -> Result<(), OpenError> {
        let mut names: Vec<String> = archive
            .names()
            .filter(|name| name.ends_with(".trace") || name.ends_with(".network"))
            .map(Cow::into_owned)
            .collect();
        names.sort();
        for name in names {
            let is_network = name.ends_with(".network");
            archive.lines(&name, &mut |line| {
                // A trace of a test that was killed ends in the middle of a line.
                match Json::read(line) {
                    Ok(json) if is_network => self.network_line(json.root()),
                    Ok(json) => self.line(json.root())?,
                    Err(_) => {}
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn line(&mut self, line: Item<'_>) -> Result<(), OpenError> {
        match line.text_of("type") {
            Some("context-options") => {
                let version = line.number_of("version").unwrap_or(0.0);
                let is_known = (f64::from(*VERSIONS.start())..=f64::from(*VERSIONS.end())).contains(&version);
                if !is_known {
                    let made = line.text_of("playwrightVersion").map(|v| safe!(", of Playwright {}", PageText::of(v)));
                    return Err(OpenError::arguments(
                        safe!("a Playwright trace of version {}{}", version, made.unwrap_or_default()),
                        safe!("versions {} to {} are read", VERSIONS.start(), VERSIONS.end()),
                    ));
                }
                // The runner of a test names it for each browser context.
                if let Some(title) = line.text_of("title").filter(|_| self.title.is_none()) {
                    self.title = Some(cut(title));
                }
                if let Some(options) = line.get("options").filter(|options| options.get("viewport").is_some()) {
                    self.device = device_of(options);
                }
            }
            Some("frame-snapshot") => {
                if let Some(snapshot) = line.get("snapshot") {
                    self.frame_snapshot(snapshot);
                }
            }
            Some("before") => self.before(line),
            Some("input") => {
                if let Some(point) = line.get("point").and_then(point_of) {
                    self.with_action(line, |action| action.point = Some(point));
                }
            }
            Some("log") => {
                let message = line.text_of("message").unwrap_or_default().to_owned();
                self.with_action(line, |action| action.logged(&message));
            }
            Some("after") => {
                let error = line.get("error").and_then(error_of);
                let point = line.get("point").and_then(point_of);
                let end = line.number_of("endTime");
                self.with_action(line, |action| {
                    // That of the runner comes last and says most, but not of an action.
                    action.error = error
                        .filter(|_| action.error.is_none() || action.expectation.is_some())
                        .or(action.error.take());
                    action.point = point.or(action.point);
                    action.end = end.or(action.end);
                });
            }
            // Until version 3, an action is one line.
            Some("action") => {
                if let Some(call) = line.get("metadata") {
                    self.whole_action(call);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn with_action(&mut self, line: Item<'_>, change: impl FnOnce(&mut super::Action)) {
        if let Some(action) = line.text_of("callId").and_then(|call| self.actions.get_mut(call)) {
            change(action);
        }
    }

    fn before(&mut self, line: Item<'_>) {
        let Some(call) = line.text_of("callId") else { return };
        let source = line.get("stack").and_then(|stack| stack.items().next()).and_then(source_of);
        // The runner of the test lists its calls once more.
        if let Some(known) = self.actions.get_mut(call) {
            known.source = source.or(known.source.take());
            return;
        }
        let mut action =
            super::Action { source, start: line.number_of("startTime").unwrap_or(0.0), ..super::Action::default() };
        // Versions 4 to 6 name a call as its API does: `locator.click`.
        let named = line.text_of("apiName").unwrap_or_default();
        let method = line.text_of("method").unwrap_or_else(|| named.rsplit('.').next().unwrap_or_default());
        action.class = cut(line.text_of("class").unwrap_or_default());
        action.method = cut(method);
        action.is_of_test = action.class == "Test";
        if let Some(params) = line.get("params") {
            action.of_params(params);
        }
        self.actions.insert(call.into(), action);
    }

    fn whole_action(&mut self, call: Item<'_>) {
        let Some(id) = call.text_of("id") else { return };
        let mut action = super::Action {
            class: cut(call.text_of("type").unwrap_or_default()),
            method: cut(call.text_of("method").unwrap_or_default()),
            ..super::Action::default()
        };
        if let Some(params) = call.get("params") {
            action.of_params(params);
        }
        for message in call.get("log").into_iter().flat_map(Item::items).filter_map(Item::text) {
            action.logged(message);
        }
        action.point = call.get("point").and_then(point_of);
        action.error = call.get("error").and_then(error_of);
        action.start = call.number_of("startTime").unwrap_or(0.0);
        action.end = call.number_of("endTime");
        self.actions.insert(id.into(), action);
    }

    fn frame_snapshot(&mut self, snapshot: Item<'_>) {
        let text = |name| snapshot.text_of(name);
        // Until version 9 both are one name: `before@call@12`.
        let named = text("snapshotName").and_then(|name| name.split_once('@'));
        let phase = text("phase").or(named.map(|(phase, _)| phase)).and_then(Phase::named);
        let call = text("callId").or(named.map(|(_, call)| call));
        let (Some(id), Some(html)) = (text("frameId"), snapshot.get("html")) else { return };
        let overrides = snapshot.get("resourceOverrides").into_iter().flat_map(Item::items);
        let made = FrameSnapshot {
            call: call.unwrap_or_default().into(),
            // One of another kind is still counted by those that refer back to others.
            phase: phase.unwrap_or(Phase::After),
            page: text("pageId").unwrap_or_default().into(),
            url: text("frameUrl").unwrap_or_default().into(),
            doctype: text("doctype").filter(|name| !name.is_empty()).map(Into::into),
            nodes: Nodes::read(html),
            viewport: snapshot.get("viewport").and_then(size_of),
            timestamp: snapshot.number_of("timestamp").unwrap_or(0.0),
            overrides: overrides.filter_map(Override::read).collect(),
            is_main: snapshot.is("isMainFrame") && phase.is_some() && call.is_some(),
        };
        let at = *self.frame_of_id.entry(id.into()).or_insert_with(|| {
            self.frames.push(Frame { id: id.into(), snapshots: Vec::new(), has_overrides: false });
            self.frames.len() - 1
        });
        if let Some(frame) = self.frames.get_mut(at) {
            self.written += made.nodes.len();
            frame.has_overrides |= !made.overrides.is_empty();
            frame.snapshots.push(made);
        }
    }

    fn network_line(&mut self, line: Item<'_>) {
        if line.text_of("type") != Some("resource-snapshot") {
            return;
        }
        if self.language.is_none() {
            self.language = line.get("snapshot").and_then(language_of);
        }
        if let Some(row) = line.get("snapshot").and_then(ResourceRow::read) {
            self.resources_of.entry(row.url.clone()).or_default().push(self.resources.len());
            self.resources.push(row);
        }
    }
}

/// The language that a request prefers.
fn language_of(entry: Item<'_>) -> Option<Box<str>> {
    let mut headers = entry.get("request")?.get("headers")?.items();
    let asked = headers
        .find(|header| header.text_of("name").is_some_and(|name| name.eq_ignore_ascii_case("accept-language")))?;
    let first = asked.text_of("value")?.split([',', ';']).next()?.trim();
    let is_tag = (2..=35).contains(&first.len()) && first.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_tag.then(|| first.into())
}

impl super::Action {
    fn of_params(&mut self, params: Item<'_>) {
        self.selector = params.text_of("selector").map(cut);
        let value = ["value", "text", "key", "url", "expression"].iter().find_map(|name| params.text_of(name));
        let option = || params.get("options").and_then(|options| options.items().next());
        self.value = value
            .or_else(|| option().and_then(|o| o.text_of("valueOrLabel").or(o.text_of("value")).or(o.text_of("label"))))
            .map(cut);
        self.expectation = params
            .text_of("expression")
            .filter(|name| name.starts_with("to."))
            .map(|name| Expectation { matcher: cut(name), expected: expected_of(params), is_not: params.is("isNot") });
        if self.expectation.is_some() {
            self.value = None;
        }
    }

    fn logged(&mut self, message: &str) {
        // Playwright writes its locators here as a test has them.
        if let Some(locator) = message.trim().strip_prefix("waiting for ")
            && self.locator.is_none()
            && (locator.starts_with("locator(") || locator.starts_with("getBy") || locator.starts_with("frameLocator("))
        {
            self.locator = Some(cut(locator));
        }
        if self.log.len() < MAX_LOG {
            self.log.push(cut(message));
        }
    }
}

/// Returns the value that an assertion compares with: a text, a pattern, a number.
fn expected_of(params: Item<'_>) -> Option<String> {
    let texts = params.get("expectedText").into_iter().flat_map(Item::items);
    let texts: Vec<String> = texts
        .filter_map(|text| match (text.text_of("string"), text.text_of("regexSource")) {
            (Some(string), _) => Some(format!("\"{string}\"")),
            (None, Some(source)) => Some(format!("/{source}/{}", text.text_of("regexFlags").unwrap_or_default())),
            (None, None) => None,
        })
        .collect();
    match texts.len() {
        0 => params.number_of("expectedNumber").map(|number| number.to_string()),
        _ => Some(cut(&texts.join(", "))),
    }
}

/// The line of a test: the name of its file and the number.
fn source_of(frame: Item<'_>) -> Option<String> {
    let file = frame.text_of("file")?;
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    Some(cut(&format!("{name}:{}", frame.number_of("line")?)))
}

fn error_of(error: Item<'_>) -> Option<String> {
    // Wrapped once more in some versions.
    let inner = error.get("error").unwrap_or(error);
    inner.text_of("message").or(error.text()).map(plain)
}

fn point_of(point: Item<'_>) -> Option<Point> {
    let side = |name| point.number_of(name).filter(|at| at.abs() <= 1e7).map(single);
    Some(Point::new(side("x")?, side("y")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_is_that_of_a_request() {
        let asked = |value: &str| {
            let entry = format!(
                r#"{{"request":{{"headers":[{{"name":"a","value":"b"}},{{"name":"Accept-Language","value":"{value}"}}]}}}}"#
            );
            Json::read(entry.as_bytes()).ok().and_then(|json| language_of(json.root()))
        };
        assert_eq!(asked("de-DE,de;q=0.9").as_deref(), Some("de-DE"));
        assert_eq!(asked("fr").as_deref(), Some("fr"));
        assert_eq!(asked("*"), None);
    }
}
