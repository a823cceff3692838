//! `stillpage text`

use super::{Answer, Argument, Call, FILES, PageFile, Tool, TypedArguments, arguments, markdown, search, to_json};
use crate::error::Error;
use crate::markdown::{Favor, MarkdownOptions, main_text};
use crate::rendered::text::{RenderedText, page_text};
use crate::safe_text::SafeText;
use crate::search::matches::Scope;

arguments! {
    /// The arguments of `stillpage text`.
    struct TextArguments {
        file: PageFile = FILES,
        scope: Scope = Argument::option("scope", search::SCOPE_HELP).default("document"),
        main: bool = Argument::option("main", "Only the main content"),
        comments: bool = Argument::option("comments", "With --main: keep the comments of readers"),
        favor: Favor = Argument::option("favor", markdown::FAVOR_HELP).default("balance").detail(markdown::FAVOR_DETAIL),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "text",
    summary: "The visible text of a page, as innerText gives it",
    about: "Prints document.body.innerText: rendered text only, white space as CSS collapses it, a line for each block, an \
            empty line around paragraphs, tabs between table cells, one line per option of a select. Hidden text, \
            generated content and text of shadow trees and frames are not in it; --scope all adds the text of open shadow \
            trees, where it is shown, and of frames.\n\n\
            With --main, only the main content: what the article or page is about, without its headline, navigation, \
            teasers, sharing bars, sign-up forms and footers; an empty line between paragraphs.\n\n\
            JSON: {\"text\"}; with --main {\"title\",\"text\"}.",
    arguments: TextArguments::ARGUMENTS,
    examples: &[
        ("text page.html", "the text of a page"),
        ("text page.html --main", "the text of its article"),
        ("text page.html | grep -i total", "search it with the tools you know"),
    ],
    run,
};

/// True for the main content: whether a part belongs to it depends on its place on the page.
#[cfg(feature = "cli")]
pub(super) fn needs_boxes(arguments: &super::Arguments) -> bool {
    arguments.read::<TextArguments>().main
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let page = call.page();
    let given: TextArguments = call.given();
    if given.main {
        let dom = page.dom();
        let options = MarkdownOptions::default().comments(given.comments).favor(given.favor);
        let text = main_text(page, &options);
        return Ok(Box::new(Text { title: Some(dom.title(dom.document())), text }));
    }
    let text = match given.scope {
        Scope::All => RenderedText::of_composed_page(page).text,
        Scope::Document => page_text(page),
    };
    Ok(Box::new(Text { title: None, text }))
}

struct Text {
    /// With `--main`.
    title: Option<String>,
    text: String,
}

impl Answer for Text {
    fn text(&self) -> SafeText {
        SafeText::prose(&self.text)
    }

    fn json(&self) -> String {
        to_json(&match &self.title {
            Some(title) => serde_json::json!({ "title": title, "text": self.text }),
            None => serde_json::json!({ "text": self.text }),
        })
    }
}
