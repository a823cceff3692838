//! Questions that are about no page, and commands about several.

use serde_json::{Value, json};
use stillpage::Device;
use stillpage::command::{self, Caller, ToolAnswer, error_json, exit_code_of};
use stillpage::served::Server;
use stillpage::template::Template;

use crate::options::required;
use crate::{Failure, Named};

pub(crate) fn answer(name: &str, named: &Named) -> Result<Value, Failure> {
    Ok(match name {
        "version" => env!("CARGO_PKG_VERSION").into(),
        "estimateTokens" => stillpage::estimate_tokens(required(named, "text")?).into(),
        "devices" => Device::names().collect(),
        "tools" => command::tools(),
        "fileCommands" => command::file_commands(),
        "server" => Server::command(),
        "matchAriaText" => {
            let template = Template::parse(required(named, "template")?)
                .map_err(|error| Failure::argument(&format!("the template does not parse: {error}"), error.hint()))?;
            let found = template.matches_snapshot(required(named, "snapshot")?)?;
            json!({ "matches": found.matches, "diff": found.diff, "updated": found.updated, "isEmpty": template.is_empty() })
        }
        other => return Err(Failure::argument(&format!("there is no question {other}"), "update the package")),
    })
}

#[cfg(feature = "screenshot")]
thread_local! {
    /// The pictures that the last command has drawn, by path.
    pub(crate) static PICTURES: std::cell::RefCell<Vec<(String, Vec<u8>)>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// The answer of a command as JSON; its pictures are kept.
pub(crate) fn tool_answer(caller: Caller, answer: ToolAnswer) -> Value {
    #[cfg(feature = "screenshot")]
    PICTURES.set(answer.pictures);
    let refusal = answer.refusal.as_ref().map(|error| {
        let mut value = error_json(caller, error);
        value["error"]["exitCode"] = exit_code_of(error).into();
        value
    });
    json!({
        "text": answer.text,
        "json": answer.json,
        "files": answer.files,
        "warnings": answer.warnings,
        "refusal": refusal,
        "exitCode": answer.exit_code,
    })
}
