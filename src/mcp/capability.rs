//! The tools that a server has: a client pays for each in every request.

use super::own::ExtensionTool;
use super::playwright;
use crate::tool::choice;

/// A set of tools, as Playwright MCP's `--caps` names them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Capabilities {
    /// The tools that Playwright MCP has by itself.
    Core,
    /// The core tools, and the ones for tests: assertions and locators.
    Testing,
    /// All of these, the ones at points of the window, and stillpage's own.
    #[default]
    All,
}

choice!(for Capabilities { Core = "core", Testing = "testing", All = "all", });

impl Capabilities {
    /// True if a tool of Playwright MCP is among them.
    pub(super) fn have(self, tool: &playwright::PlaywrightTool) -> bool {
        let is_of_tests = tool.name.starts_with("browser_verify_") || tool.name == "browser_generate_locator";
        match self {
            Self::Core => !is_of_tests && !tool.name.starts_with("browser_mouse_"),
            Self::Testing => !tool.name.starts_with("browser_mouse_"),
            Self::All => true,
        }
    }

    /// Returns those of stillpage's own tools that are among them.
    pub(super) fn own(self) -> &'static [ExtensionTool] {
        if self == Self::All { super::own::TOOLS } else { &[] }
    }
}
