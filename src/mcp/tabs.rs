//! Tabs, and what a browser lists about them: requests and messages.

use super::act::with_page;
use super::browser::Browser;
use super::code::Code;
use super::parameters::{NetworkRequestParameters, TabAction, TabsParameters};
use super::response::{Response, ToolError};
use super::tab::{Header, MAX_ISOLATED_NAME};
use crate::safe_text::PageText;

/// Limit: characters of a note; it quotes addresses.
const NOTE_CHARS: usize = 1000;

pub(super) fn tabs(browser: &mut Browser, given: TabsParameters) -> Result<Response, ToolError> {
    // The tab that a browser starts with.
    browser.tab();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an invalid index is out of range")]
    let index = given.index.map(|index| if index < 0.0 { usize::MAX } else { index as usize });
    let missing = |index: usize| Err(ToolError::thrown(format!("Tab {index} not found")));
    let mut opened = None;
    match given.action {
        TabAction::New => {
            let isolated = given.isolated_context.filter(|name| !name.is_empty() && name != "default");
            browser.open_tab(isolated)?;
            if let Some(url) = &given.url {
                browser.navigate(url)?;
                opened = Some(Code::Navigate(url.clone()));
            }
        }
        TabAction::Select => match index {
            Some(index) if index < browser.tabs.len() => browser.current = index,
            Some(index) => return missing(index),
            None => return Err(ToolError::thrown("Tab index is required")),
        },
        TabAction::Close => {
            let index = index.unwrap_or(browser.current);
            if index >= browser.tabs.len() {
                return missing(index);
            }
            browser.tabs.remove(index);
            if browser.current > index || browser.current >= browser.tabs.len() {
                browser.current = browser.current.saturating_sub(1);
            }
        }
        TabAction::List => {}
    }
    let listed = listed(browser);
    Ok(match opened {
        Some(code) => Response { result: listed.result, ..with_page(browser, vec![code]) },
        None => listed,
    })
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
        let (title, url) = (PageText::of(&tab.title), PageText::of(&tab.url).at_most(2000));
        let name = tab.isolated.as_deref().map(|name| PageText::of(name).at_most(MAX_ISOLATED_NAME).to_string());
        let isolated = name.map(|name| format!(" [isolatedContext: {name}]")).unwrap_or_default();
        format!("- {at}: {current}[{title}]({url}){isolated}")
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

#[expect(clippy::unnecessary_wraps, reason = "as of every tool")]
pub(super) fn close(browser: &mut Browser) -> Result<Response, ToolError> {
    browser.tabs.clear();
    browser.current = 0;
    Ok(Response { code: vec![Code::JavaScript("await page.close()".to_owned())], ..listed(browser) })
}

#[expect(clippy::unnecessary_wraps, reason = "as of every tool")]
pub(super) fn requests(browser: &mut Browser) -> Result<Response, ToolError> {
    let lines: Vec<String> =
        browser.requests.iter().zip(1..).map(|(request, number)| format!("{number}. {request}")).collect();
    Ok(Response::result(match lines.is_empty() {
        true => "No requests: pages are read from files. Submitted forms and links to pages that were not saved are \
                 listed here."
            .to_owned(),
        false => lines.join("\n"),
    }))
}

pub(super) fn request(browser: &mut Browser, given: NetworkRequestParameters) -> Result<Response, ToolError> {
    let index = given.index.get();
    let request = browser.requests.get(index - 1).ok_or_else(|| {
        ToolError::thrown(format!("Request #{index} not found. Use browser_network_requests to see the list."))
    })?;
    Ok(Response::result(format!("#{index} {request}")))
}

#[expect(clippy::unnecessary_wraps, reason = "as of every tool")]
pub(super) fn console_messages(_: &mut Browser) -> Result<Response, ToolError> {
    Ok(Response::result(
        "Total messages: 0 (Errors: 0, Warnings: 0)\n\nNo script of a saved page runs, so none writes any.",
    ))
}
