//! The description of a tool for clients, in the forms that the protocol and models take.

use serde_json::{Map, Value, json};

use crate::tool::choice;

/// A tool as a client sees it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ToolDescription {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) description: String,
    /// The JSON Schema of its arguments.
    pub(super) schema: Map<String, Value>,
    /// It changes nothing on the page.
    pub(super) is_read_only: bool,
}

/// A form in which tools are defined.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ToolFormat {
    /// The answer of the server to `tools/list`.
    #[default]
    Mcp,
    /// The `tools` of Anthropic's Messages API.
    Anthropic,
    /// The `tools` of OpenAI's Chat Completions API, and of the servers that speak it.
    OpenAi,
}

choice!(for ToolFormat { Mcp = "mcp", Anthropic = "anthropic", OpenAi = "openai", });

impl ToolDescription {
    /// The definition of the tool in a format.
    pub(crate) fn definition(&self, format: ToolFormat) -> Value {
        let Self { name, title, description, schema, is_read_only } = self;
        match format {
            ToolFormat::Mcp => json!({
                "name": name,
                "description": description,
                "inputSchema": schema,
                "annotations": {
                    "title": title,
                    "readOnlyHint": is_read_only,
                    "destructiveHint": false,
                    "idempotentHint": is_read_only,
                    // There is nothing beyond the files below the root.
                    "openWorldHint": false,
                },
            }),
            ToolFormat::Anthropic => json!({ "name": name, "description": description, "input_schema": schema }),
            ToolFormat::OpenAi => json!({
                "type": "function",
                "function": { "name": name, "description": description, "parameters": schema },
            }),
        }
    }
}
