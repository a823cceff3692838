//! `stillpage text`

use super::{Answer, Call, FILE, Tool, to_json};
use crate::error::Error;
use crate::rendered::text::page_text;
use crate::safe_text::SafeText;

pub(super) const TOOL: Tool = Tool {
    name: "text",
    summary: "The visible text of a page, as innerText gives it",
    about: "Prints document.body.innerText: rendered text only, white space as CSS collapses it, a line for each block, an \
            empty line around paragraphs, tabs between table cells, one line per option of a select. Hidden text, \
            generated content and text inside frames are not in it.\n\n\
            JSON: {\"text\"}.",
    arguments: &[FILE],
    examples: &[
        ("text page.html", "the text of a page"),
        ("text page.html | grep -i total", "search it with the tools you know"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    Ok(Box::new(Text(page_text(call.page()))))
}

struct Text(String);

impl Answer for Text {
    fn text(&self) -> SafeText {
        SafeText::prose(&self.0)
    }

    fn json(&self) -> String {
        to_json(&serde_json::json!({ "text": self.0 }))
    }
}
