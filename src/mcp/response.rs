//! Answers in the sections that Playwright MCP's have.

use super::code::{Code, Codegen};
#[cfg(feature = "mcp")]
use super::codegen::Client;
use super::tab::{Header, MAX_ISOLATED_NAME};
use crate::error::Error;
use crate::safe_text::PageText;
use crate::tool::Surface;

/// The answer to a call.
#[derive(Debug, Clone)]
pub(super) struct CallResult {
    pub(super) text: String,
    pub(super) is_error: bool,
    pub(super) image: Option<(&'static str, Vec<u8>)>,
}

/// Playwright MCP: what its errors from Playwright itself begin with.
pub(super) const CALL: &str = "browserBackend.callTool: ";

/// The answer of a tool; its sections are written in this order.
#[derive(Debug, Clone, Default)]
pub(super) struct Response {
    pub(super) error: Option<String>,
    pub(super) result: Option<String>,
    /// The Playwright code that does the same in a browser.
    pub(super) code: Vec<Code>,
    /// The page is part of the answer, even if nothing about its tab has changed.
    pub(super) shows_page: bool,
    /// All tabs, a line each, if there are several.
    pub(super) tabs: Option<String>,
    /// Notes on the file of the page, the first time that it is shown.
    pub(super) notes: Vec<String>,
    /// The tab in front.
    pub(super) page: Option<Header>,
    /// The number of tools that the page has.
    pub(super) page_tools: usize,
    /// The snapshot as YAML.
    pub(super) snapshot: Option<String>,
    /// The link to the file that the snapshot was written to.
    pub(super) snapshot_file: Option<String>,
    /// The changes since the last snapshot.
    pub(super) changes: Option<String>,
    /// Text of the page that a person looking at it would not see.
    pub(super) suspicious: Vec<String>,
    /// A picture: media type and bytes.
    pub(super) image: Option<(&'static str, Vec<u8>)>,
}

impl Response {
    pub(super) fn result(text: impl Into<String>) -> Self {
        Self { result: Some(text.into()), ..Self::default() }
    }

    /// The text, with code in a language; what comes from the page is between two lines with the nonce.
    pub(super) fn text(&self, codegen: Codegen, nonce: &str) -> String {
        let mut sections = Vec::new();
        let mut section = |title: &str, body: &str| sections.push(format!("### {title}\n{body}"));
        if let Some(error) = &self.error {
            section("Error", error);
        }
        if let Some(result) = &self.result {
            section("Result", result);
        }
        if !self.code.is_empty() && codegen != Codegen::None {
            let (language, lines) = printed(&self.code, codegen);
            section("Ran Playwright code", &format!("```{language}\n{}\n```", lines.join("\n")));
        }
        if !self.notes.is_empty() {
            section("Notes", &self.notes.join("\n"));
        }
        let mut content = Vec::new();
        if let Some(tabs) = &self.tabs {
            content.push(format!("### Open tabs\n{tabs}"));
        }
        if let Some(page) = &self.page {
            content.push(format!("### Page\n{}", page_lines(page, self.page_tools)));
        }
        if let Some(snapshot) = &self.snapshot {
            content.push(format!("### Snapshot\n```yaml\n{snapshot}\n```"));
        }
        if let Some(link) = &self.snapshot_file {
            content.push(format!("### Snapshot\n{link}"));
        }
        if let Some(changes) = &self.changes {
            content.push(format!("### Changes\n```diff\n{changes}\n```"));
        }
        if !self.suspicious.is_empty() {
            content.push(format!("### Suspicious text\n{}", self.suspicious.join("\n")));
        }
        if !content.is_empty() {
            sections.push(bounded(&content.join("\n"), nonce));
        }
        sections.join("\n")
    }
}

/// The name of the language of code for Markdown, and its lines.
fn printed(code: &[Code], codegen: Codegen) -> (&'static str, Vec<String>) {
    #[cfg(feature = "mcp")]
    if let Some(client) = Client::of(codegen) {
        let lines = code.iter().map(|piece| client.print(piece).unwrap_or_else(|| piece.print()));
        return (client.name(), lines.collect());
    }
    #[cfg(not(feature = "mcp"))]
    let _ = codegen;
    ("js", code.iter().map(Code::print).collect())
}

/// The lines about the page in front.
fn page_lines(page: &Header, tools: usize) -> String {
    let mut lines = vec![format!("- Page URL: {}", PageText::of(&page.url).at_most(2000))];
    let title = PageText::of(&page.title).at_most(500).to_string();
    lines.extend((!title.is_empty()).then(|| format!("- Page Title: {title}")));
    let isolated = page.isolated.as_deref().map(|name| PageText::of(name).at_most(MAX_ISOLATED_NAME).to_string());
    lines.extend(isolated.map(|name| format!("- Isolated context: {name}")));
    // Playwright: what went well is not said.
    let status = page.status.filter(|status| !(200..300).contains(status));
    lines.extend(status.map(|status| format!("- HTTP status: {status} {}", reason(status)).trim_end().to_owned()));
    let noun = if tools == 1 { "tool" } else { "tools" };
    lines.extend((tools > 0).then(|| format!("- {tools} webmcp {noun} available on the page")));
    lines.join("\n")
}

/// The phrase of a status; empty for rare ones.
///
/// <https://www.rfc-editor.org/rfc/rfc9110#section-15>
fn reason(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        410 => "Gone",
        429 => "Too Many Requests",
        451 => "Unavailable For Legal Reasons",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "",
    }
}

/// A text of the page between two lines that mark it.
pub(super) fn bounded(text: &str, nonce: &str) -> String {
    format!("--- BEGIN PAGE CONTENT {nonce} ---\n{text}\n--- END PAGE CONTENT {nonce} ---")
}

/// The reason why a tool did not do what it was called for.
#[derive(Debug, Clone)]
pub(super) struct ToolError {
    message: String,
    /// The code that had run before.
    code: Vec<Code>,
    /// The answer beside the error.
    result: Option<String>,
}

impl ToolError {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { message: text.into(), code: Vec::new(), result: None }
    }

    /// In the form of an exception that Playwright throws.
    pub(super) fn thrown(text: impl AsRef<str>) -> Self {
        Self::new(format!("Error: {}", text.as_ref()))
    }

    /// Adds the code that had run before.
    pub(super) fn after(self, mut code: Vec<Code>) -> Self {
        code.extend(self.code);
        Self { code, ..self }
    }

    /// Adds an answer.
    pub(super) fn beside(self, result: String) -> Self {
        Self { result: Some(result), ..self }
    }
}

impl<E: Into<Error>> From<E> for ToolError {
    fn from(error: E) -> Self {
        let error = error.into();
        Self::thrown(format!("{}\n{}", error.message(), Surface::Server.hint(&error)))
    }
}

impl From<ToolError> for Response {
    fn from(error: ToolError) -> Self {
        Self { error: Some(error.message), code: error.code, result: error.result, ..Self::default() }
    }
}
