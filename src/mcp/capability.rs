//! The tools that a server has: a client pays for each in every request.

use super::description::ToolDescription;
use super::own::ExtensionTool;
use super::playwright;
use crate::tool::{choice, object_schema};

/// A set of tools, as Playwright MCP's `--caps` names them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Capabilities {
    /// The tools that Playwright MCP has by itself.
    Core,
    /// The core tools, and the ones for tests: assertions and locators.
    Testing,
    /// The core tools, and the ones at points of the window.
    Vision,
    /// All of these, and stillpage's own.
    #[default]
    All,
}

choice!(for Capabilities { Core = "core", Testing = "testing", Vision = "vision", All = "all", });

impl Capabilities {
    /// True if a tool of Playwright MCP is among them.
    pub(super) fn have(self, tool: &playwright::PlaywrightTool) -> bool {
        let is_of_tests = tool.name.starts_with("browser_verify_") || tool.name == "browser_generate_locator";
        let is_of_points = tool.name.starts_with("browser_mouse_");
        match self {
            Self::Core => !is_of_tests && !is_of_points,
            Self::Testing => !is_of_points,
            Self::Vision => !is_of_tests,
            Self::All => true,
        }
    }

    /// Returns those of stillpage's own tools that are among them.
    pub(super) fn own(self) -> &'static [ExtensionTool] {
        if self == Self::All { super::own::TOOLS } else { &[] }
    }

    /// The tools, in the order in which clients see them.
    pub(crate) fn tools(self) -> Vec<ToolDescription> {
        let described = |name: &str, title: &str, description: &str, schema, is_read_only| ToolDescription {
            name: name.to_owned(),
            title: title.to_owned(),
            description: description.to_owned(),
            schema,
            is_read_only,
        };
        let theirs = playwright::TOOLS.iter().filter(|tool| self.have(tool)).map(|tool| {
            described(tool.name, tool.title, tool.description, object_schema(tool.parameters), tool.read_only)
        });
        let ours =
            self.own().iter().map(|tool| described(tool.name, tool.title, tool.description, tool.schema(), true));
        theirs.chain(ours).collect()
    }
}
