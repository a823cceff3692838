//! The command `trace`.

use super::{TraceOptions, max_nodes, report};
use crate::tool::file_command::{FileCommand, open};
use crate::tool::{Argument, DeviceArguments, OutputFile, TypedArguments as _, arguments, device_from, joined};

const SUMMARY: &str = "Why a recorded test failed, and what each of its actions did";

const ABOUT: &str = "Looks at every action of a recording, a Playwright trace or the events of rrweb, on the page as it was then. One line an \
     action with its time, its locator and its call; below it\n\
     - cause: of one that failed, in a sentence: what covered the element, that it was not in the tree, hidden, disabled or outside \
     of the window, that the locator matches several, which text differs; with a hint\n\
     - on: the element that it meant, with its ref; what would get a click in its place\n\
     - locator: whether it is unique, and a better one where it depends on the structure of the page\n\
     - what changed, as `diff` prints it: + new, - gone, ~ changed, > moved. A ref means the same element in all lines.\n\n\
     --html writes a report with a picture of each state, which the arrow keys step through: one file that loads nothing.\n\n\
     Exit code 0 whether or not an action failed; with --exit-code 1 if one did.\n\n\
     JSON: {\"title\",\"count\",\"failed\",\"skipped\" (actions whose pages were not looked at: too many),\"actions\":[{\"id\",\"time\" (milliseconds),\"page\",\"url\",\"source\",\"method\",\"value\",\
     \"point\",\"expectation\":{\"matcher\",\"expected\",\"not\"}|null,\"failed\",\"examined\",\"error\",\"cause\":{\"kind\",\"sentence\",\"hint\"}|null,\
     \"states\":{\"before\",\"action\",\"after\"},\"target\":{\"ref\",\"index\",\"tag\",\"role\",\"name\",\"box\"}|null,\
     \"locator\":{\"written\",\"matches\",\"each\",\"better\"}|null,\"landing\":{\"outcome\",\"reason\",\"point\",\"interceptor\"}|null,\
     \"changes\"}]}; kind is covered, missing, several, hidden, disabled, outside, differs, unstable, navigation or other; changes is \
     null, {\"document\",\"refs\"} after a navigation, or {\"added\",\"removed\",\"changed\",\"moved\",\"changes\"} as of `diff`.";

arguments! {
    /// The arguments of `stillpage trace`.
    struct TraceArguments {
        file: String = Argument::positional("file", "A recording: the trace.zip of Playwright, or rrweb events"),
        html: Option<OutputFile> = Argument::option("html", "Write a report with pictures to this file"),
        failed: bool = Argument::option("failed", "Only the actions that failed"),
        exit_code: bool = Argument::option("exit-code", "Exit with 1 if an action failed"),
    }
}

const ARGUMENTS: &[Argument] = joined!(TraceArguments::ARGUMENTS, DeviceArguments::ARGUMENTS);

const EXAMPLES: &[(&str, &str)] = &[
    ("trace trace.zip --failed", "why a test failed"),
    ("trace trace.zip --html report.html", "to look at each state"),
];

/// The command.
pub(crate) const COMMAND: FileCommand = FileCommand {
    name: "trace",
    summary: SUMMARY,
    about: ABOUT,
    arguments: ARGUMENTS,
    examples: EXAMPLES,
    run: |arguments, progress| {
        let TraceArguments { file, html, failed, exit_code } = arguments.read();
        let recording = open(&file)?;
        Ok(Box::new(report(
            &recording,
            &TraceOptions {
                file: &file,
                device: &|recorded| device_from(arguments, recorded),
                html: html.as_deref(),
                failed_only: failed,
                is_strict: exit_code,
                max_nodes: max_nodes(&recording),
                progress,
            },
        )?))
    },
};
