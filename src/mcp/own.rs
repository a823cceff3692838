//! stillpage's own tools, from the table of the command line, about the page in front.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::browser::Browser;
use super::response::{Response, ToolError, bounded};
use crate::error::{ActionError, Error};
use crate::page::{Page, RenderOptions};
use crate::safe_text::safe;
use crate::snapshot::SnapshotOptions;
use crate::tool::{self, Argument, ArgumentKind, Call, Progress, RunCommand, Surface, Tool, Verdict, camel_case};

/// A tool as a client sees it.
#[derive(Debug)]
pub(super) struct ExtensionTool {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The description of when to use it.
    pub(super) description: &'static str,
    /// The command that answers it.
    command: &'static str,
}

/// Our own tools; the descriptions are about when to use which.
pub(super) const TOOLS: &[ExtensionTool] = &[
    ExtensionTool {
        name: "search_page",
        title: "Search text",
        description: "Find text on the page, with its context and the ref of its element. Use it first when you look for \
                      a text of the page; extract and snapshots cost more. Text is found across inline elements, \
                      which browser_find misses.",
        command: "search",
    },
    ExtensionTool {
        name: "find_elements",
        title: "Find elements",
        description: "List the elements of a CSS or Playwright selector with their refs, texts and attributes. Use it to read many \
                      of the same kind, or an attribute that the snapshot does not show.",
        command: "find",
    },
    ExtensionTool {
        name: "locate",
        title: "Locate an element",
        description: "The ref of the element that a description means, such as \"the 'Save' button\". Use it when you have words \
                      and no ref. It refuses what is ambiguous and lists the candidates.",
        command: "locate",
    },
    ExtensionTool {
        name: "check_click",
        title: "Check a click",
        description: "Whether a click on an element would land, and if not what is in front. Nothing is clicked. Use it before an \
                      action that must not miss.",
        command: "check",
    },
    ExtensionTool {
        name: "extract",
        title: "Extract data",
        description: "Read structured data from the page by a JSON Schema, without a model. Use it for lists, tables and products; \
                      to find one fact use search_page.",
        command: "extract",
    },
    ExtensionTool {
        name: "markdown",
        title: "Page as Markdown",
        description: "The page, or its main content, as Markdown. Use it to read an article; to act use browser_snapshot.",
        command: "markdown",
    },
    ExtensionTool {
        name: "diff",
        title: "Compare with another page",
        description: "What is different on another saved page, by ref. The page in front is the one before.",
        command: "diff",
    },
    ExtensionTool {
        name: "explain",
        title: "Explain an element",
        description: "Why an element has its role and name, whether it is visible, where it is, and what a click on it would hit. \
                      Use it when a snapshot or a refusal surprises you.",
        command: "explain",
    },
    ExtensionTool {
        name: "resolve",
        title: "Resolve refs on another page",
        description: "What became of refs of the page in front on another saved page: the same, found again, or gone.",
        command: "resolve",
    },
];

impl ExtensionTool {
    fn tool(&self) -> Option<&'static Tool> {
        Tool::named(self.command)
    }

    /// The arguments of a client: those of the command, except for the first page and for output files.
    fn arguments(&self) -> Vec<&'static Argument> {
        let Some(tool) = self.tool() else { return Vec::new() };
        let mut pages = 0;
        let own = tool.arguments.iter().filter(|argument| {
            pages += usize::from(argument.kind == ArgumentKind::Page);
            argument.kind != ArgumentKind::Output
                && (argument.kind != ArgumentKind::Page || pages > 1)
                && !argument.is_for_shells
        });
        own.collect()
    }

    /// The JSON Schema of its arguments.
    pub(super) fn schema(&self) -> Map<String, Value> {
        let arguments = self.arguments();
        let properties: Map<String, Value> =
            arguments.iter().map(|argument| (camel_case(argument.name), argument.schema())).collect();
        // The other page of a comparison is always one of its own here.
        let is_required = |argument: &&&Argument| argument.required || argument.kind == ArgumentKind::Page;
        let required: Vec<String> = arguments.iter().filter(is_required).map(|a| camel_case(a.name)).collect();
        let schema = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        });
        match schema {
            Value::Object(schema) => schema,
            _ => Map::new(),
        }
    }

    /// Answers a call about the page in front.
    pub(super) fn run(
        &self,
        browser: &mut Browser,
        given: Map<String, Value>,
        nonce: &str,
    ) -> Result<Response, ToolError> {
        let tool = self.tool().ok_or_else(|| Error::Internal { reason: "no such command".into() })?;
        let declared = self.arguments();
        let known = |name: &&String| {
            let name = Surface::Server.known_name(name);
            declared.iter().any(|argument| argument.name == name)
        };
        if let Some(unknown) = given.keys().find(|name| !known(name)) {
            return Err(Error::arguments(
                safe!("{} has no parameter {}", self.name, crate::safe_text::PageText::quoted(unknown)),
                "the tool's schema lists its parameters",
            )
            .into());
        }
        // A schema comes as an object, and from older clients as its text.
        let read = |value: Value| if value.is_object() { value.to_string().into() } else { value };
        let mut given: Map<String, Value> =
            given.into_iter().map(|(name, value)| (Surface::Server.known_name(&name), read(value))).collect();
        let device = browser.device.clone();
        let (mut others, mut other_nodes) = (Vec::new(), None);
        for argument in declared.iter().filter(|argument| argument.kind == ArgumentKind::Page) {
            if let Some(Value::String(address)) = given.get(argument.name) {
                let read = browser.read(address)?;
                other_nodes = read.nodes;
                others.push(Page::render(
                    read.dom,
                    read.device.unwrap_or_else(|| device.clone()),
                    RenderOptions::once(),
                ));
            }
        }
        let first = tool.arguments.iter().find(|argument| argument.kind == ArgumentKind::Page);
        given.extend(first.map(|argument| (argument.name.to_owned(), Value::from("-"))));
        // Nothing here reads a file but through the root.
        let texts = tool.arguments.iter().filter(|argument| argument.kind == ArgumentKind::FileText);
        for argument in texts {
            if given.get(argument.name).and_then(Value::as_str).is_some_and(|text| !text.trim_start().starts_with('{'))
            {
                return Err(Error::arguments(safe!("{} is not JSON", argument.name), "give the JSON itself").into());
            }
        }
        let arguments = tool::Arguments::check(Surface::Server, tool.all_arguments(), given)?;
        let Some(shown) = browser.shown() else {
            return Err(Error::arguments("no page is open", "open one with browser_navigate").into());
        };
        let refs = shown.snapshot(&SnapshotOptions::default()).refs().clone();
        let answer = {
            let page = shown.document.page();
            let (progress, command) = (Progress(&|_, _, _| {}), RunCommand(&refuse));
            let pages = std::iter::once(page).chain(others.last()).collect();
            let nodes = shown.nodes.as_ref().zip(other_nodes.as_ref());
            let kept = nodes.and_then(|(before, after)| before.that_stay(after));
            (tool.run)(&Call {
                pages,
                arguments: &arguments,
                session: None,
                refs: Some(&refs),
                kept: kept.as_ref(),
                progress,
                command,
            })?
        };
        let text = bounded(answer.text().as_str().trim_end_matches('\n'), nonce);
        if let Some(refusal) = answer.refusal() {
            return Err(ToolError::from(refusal).beside(text));
        }
        let mut response = Response::result(text);
        let note = match answer.verdict() {
            Verdict::Done => None,
            Verdict::Nothing => Some("Nothing found, or several where one was meant."),
            Verdict::Failed => Some("The check failed."),
            Verdict::Error => Some("Part of the work could not be done."),
        };
        if let Some(note) = note {
            response.result = response.result.map(|text| format!("{text}\n# {note}"));
        }
        Ok(response)
    }
}

static NO_PROGRAMS: LazyLock<Error> = LazyLock::new(|| {
    Error::Action(ActionError::UnsupportedOffline {
        what: "running a program for a tool".into(),
        hint: "use the command line".into(),
    })
});

fn refuse(_: &str, _: &str, _: std::time::Duration) -> Result<String, Error> {
    Err(NO_PROGRAMS.clone())
}
