//! `stillpage skill`: what an agent needs to know to use the command line.

use serde_json::json;

use super::commands::{CliCommand, Line};
use super::output::{DONE, Failure, print};
use crate::safe_text::{SafeText, safe};
use crate::tool::to_json;

const SUMMARY: &str = "Instructions for agents that use this command line, as a SKILL.md";

const ABOUT: &str = "Prints a skill in the form that coding agents read: which command answers which question. Save it where the agent \
     looks for skills, as in .claude/skills/stillpage/SKILL.md.\n\nJSON: {\"name\",\"text\"}.";

const EXAMPLES: &[(&str, &str)] = &[("skill > SKILL.md", "to put where an agent looks for it")];

const SKILL: &str = include_str!("../../skills/stillpage/SKILL.md");

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "skill",
    summary: SUMMARY,
    about: ABOUT,
    arguments: &[],
    shared: &[],
    examples: EXAMPLES,
    run: answer,
};

fn answer(line: &Line<'_>) -> Result<u8, Failure> {
    let text = if line.json {
        safe!("{}\n", SafeText::verbatim(to_json(&json!({ "name": "stillpage", "text": SKILL }))))
    } else {
        SafeText::verbatim(SKILL.to_owned())
    };
    print(&text)?;
    Ok(DONE)
}
