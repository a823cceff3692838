//! `stillpage states`: the moments of a recording.

use serde_json::{Value, json};

use super::file_command::{FileCommand, open};
use super::{Answer, Argument, TypedArguments as _, arguments, to_json};
use crate::recording::{RecordedState, SessionRecording};
use crate::safe_text::{PageText, SafeText, put};

const SUMMARY: &str = "The moments of a recording at which every command can look";

const ABOUT: &str = "One line for each state of the page: its id for --at, the seconds since the first one, the action and what it was about; \
     the error of an action that failed, and the address where it changes, with the name of the page where there are several.\n\n\
     JSON: {\"states\":[{\"id\",\"time\" (milliseconds),\"page\",\"url\",\"action\":{\"method\",\"locator\",\"point\",\"value\"}|null,\
     \"error\":text|null}]}.";

arguments! {
    /// The arguments of `stillpage states`.
    struct StatesArguments {
        file: String = Argument::positional("file", "A recording: the trace.zip of Playwright, or the events of rrweb"),
    }
}

const EXAMPLES: &[(&str, &str)] = &[
    ("states trace.zip", "what can be looked at"),
    ("snapshot trace.zip --at call@24:before", "the page right before an action"),
];

/// Limit: characters of an error or value on a line.
const SHORT: usize = 200;

/// The command.
pub(crate) const COMMAND: FileCommand = FileCommand {
    name: "states",
    summary: SUMMARY,
    about: ABOUT,
    arguments: StatesArguments::ARGUMENTS,
    examples: EXAMPLES,
    run: |arguments, _| Ok(Box::new(States(open(&arguments.read::<StatesArguments>().file)?))),
};

/// The moments of a recording.
struct States(SessionRecording);

impl Answer for States {
    fn text(&self) -> SafeText {
        lines(self.0.states())
    }

    fn json(&self) -> String {
        let rows: Vec<Value> = self.0.states().iter().map(row).collect();
        to_json(&json!({ "states": rows }))
    }
}

fn row(state: &RecordedState) -> Value {
    let action = state.action.as_ref().map(|action| {
        let point = action.point.map(|point| json!([point.x, point.y]));
        json!({ "method": action.method, "locator": action.locator, "point": point, "value": action.value })
    });
    json!({
        "id": state.id, "time": state.time, "page": state.page, "url": state.url, "action": action, "error": state.error,
    })
}

fn lines(states: &[RecordedState]) -> SafeText {
    let mut text = SafeText::new();
    let has_several = states.windows(2).any(|pair| matches!(pair, [a, b] if a.page != b.page));
    let mut shown = ("", "");
    for state in states {
        if (&*state.url, &*state.page) != shown {
            shown = (&state.url, &state.page);
            put!(text, "{}", PageText::of(&state.url));
            if has_several {
                put!(text, "  ({})", PageText::of(&state.page).at_most(SHORT));
            }
            put!(text, "\n");
        }
        let seconds = SafeText::verbatim(format!("{:.1} s", state.time / 1e3));
        put!(text, "  {}  {}", PageText::token(&state.id), seconds);
        if let Some(action) = &state.action {
            put!(text, "  {}", PageText::of(&action.method).at_most(SHORT));
            for part in [&action.locator, &action.value].into_iter().flatten() {
                put!(text, " {}", PageText::of(part).at_most(SHORT));
            }
        }
        if let Some(error) = &state.error {
            put!(text, "\n    failed: {}", PageText::of(error.lines().next().unwrap_or_default()).at_most(SHORT));
        }
        put!(text, "\n");
    }
    text
}
