//! Tabs, and what a browser lists about them: requests and messages.

use super::act::with_page;
use super::browser::{Browser, Header};
use super::response::{Response, failed};
use super::schema::Arguments;
use crate::safe_text::PageText;
use crate::search::javascript::js;

/// Limit: characters of a note; it quotes addresses.
const NOTE_CHARS: usize = 1000;

pub(super) fn tabs(browser: &mut Browser, arguments: &Arguments) -> Response {
    // The tab that a browser starts with.
    browser.tab();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an invalid index is out of range")]
    let index = arguments.number("index").map(|index| if index < 0.0 { usize::MAX } else { index as usize });
    let missing = |index: usize| Response::thrown(format!("Tab {index} not found"));
    let mut opened = None;
    match arguments.required("action") {
        "new" => {
            if let Err(error) = browser.open_tab() {
                return failed(&error);
            }
            if let Some(url) = arguments.text("url") {
                if let Err(error) = browser.navigate(url) {
                    return failed(&error);
                }
                opened = Some(format!("await page.goto({});", js(url)));
            }
        }
        "select" => match index {
            Some(index) if index < browser.tabs.len() => browser.current = index,
            Some(index) => return missing(index),
            None => return Response::thrown("Tab index is required"),
        },
        "close" => {
            let index = index.unwrap_or(browser.current);
            if index >= browser.tabs.len() {
                return missing(index);
            }
            browser.tabs.remove(index);
            if browser.current > index || browser.current >= browser.tabs.len() {
                browser.current = browser.current.saturating_sub(1);
            }
        }
        _ => {}
    }
    let listed = listed(browser);
    match opened {
        Some(code) => Response { result: listed.result, ..with_page(browser, vec![code]) },
        None => listed,
    }
}

/// All tabs, which the client knows from then on.
fn listed(browser: &mut Browser) -> Response {
    let headers = browser.headers();
    browser.note_headers(&headers);
    Response::result(tab_lines(&headers))
}

/// Tabs, a line each.
pub(super) fn tab_lines(tabs: &[Header]) -> String {
    if tabs.is_empty() {
        return "No open tabs. Navigate to a URL to create one.".to_owned();
    }
    let line = |(at, tab): (usize, &Header)| {
        let current = if tab.current { "(current) " } else { "" };
        format!("- {at}: {current}[{}]({})", PageText::of(&tab.title), PageText::of(&tab.url).at_most(2000))
    };
    tabs.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// The notes about the file of the page in front, the first time that they are asked for.
pub(super) fn take_notes(browser: &mut Browser) -> Vec<String> {
    let Some(shown) = browser.shown().filter(|shown| !shown.noted) else { return Vec::new() };
    shown.noted = true;
    let warnings = shown.document.page().warnings();
    warnings.notes().map(|note| format!("- {}", PageText::of(&note.to_string()).at_most(NOTE_CHARS))).collect()
}

pub(super) fn close(browser: &mut Browser, _: &Arguments) -> Response {
    browser.tabs.clear();
    browser.current = 0;
    Response { code: vec!["await page.close()".to_owned()], ..listed(browser) }
}

pub(super) fn requests(browser: &mut Browser, _: &Arguments) -> Response {
    let lines: Vec<String> =
        browser.requests.iter().zip(1..).map(|(request, number)| format!("{number}. {request}")).collect();
    Response::result(match lines.is_empty() {
        true => "No requests: pages are read from files. Submitted forms and links to pages that were not saved are \
                 listed here."
            .to_owned(),
        false => lines.join("\n"),
    })
}

pub(super) fn request(browser: &mut Browser, arguments: &Arguments) -> Response {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be an index")]
    let index = arguments.number("index").unwrap_or_default() as usize;
    match index.checked_sub(1).and_then(|at| browser.requests.get(at)) {
        Some(request) => Response::result(format!("#{index} {request}")),
        None => Response::thrown(format!("Request #{index} not found. Use browser_network_requests to see the list.")),
    }
}

pub(super) fn console_messages(_: &mut Browser, _: &Arguments) -> Response {
    Response::result(
        "Total messages: 0 (Errors: 0, Warnings: 0)\n\nNo script of a saved page runs, so none writes any.",
    )
}
