//! `stillpage markdown`

use serde_json::json;

use super::surface::Surface;
use super::{Answer, Argument, Call, FILES, PageFile, Tool, TypedArguments, Verdict, arguments, to_json};
use crate::error::Error;
use crate::markdown::{Cursor, CursorError, Favor, Markdown, MarkdownOptions, Part};
use crate::safe_text::{PageText, SafeText, put, safe};
use crate::snapshot::position::Document;

arguments! {
    /// The arguments of `stillpage markdown`.
    struct MarkdownArguments {
        file: PageFile = FILES,
        main: bool = Argument::option("main", "Only the main content")
            .detail("The paragraphs of the article with their code, tables and captions; on a page that is not an article, its main \
             landmark or the part that holds most of its text. Without navigation, teasers, sharing bars, sign-up forms, comments \
             and footers."),
        comments: bool = Argument::option("comments", "With --main: keep the comments of readers"),
        favor: Favor = Argument::option("favor", FAVOR_HELP).default("balance").detail(FAVOR_DETAIL),
        max_tokens: Option<usize> = Argument::option("max-tokens", "End after about this many tokens")
            .within(16, 10_000_000)
            .detail("At least one block is printed, even if it is longer."),
        cursor: Option<String> = Argument::option("cursor", "Continue where the last answer ended")
            .detail("The cursor that the last answer ended with; it belongs to one version of one page, with or without --main."),
    }
}

pub(super) const FAVOR_HELP: &str = "With --main: the mistake that is worse";
pub(crate) const FAVOR_DETAIL: &str =
    "`precision`: text that does not belong to it, so that less is kept; `recall`: text that is left out.";

pub(super) const TOOL: Tool = Tool {
    name: "markdown",
    summary: "The visible page as Markdown",
    about: "Headings, lists, tables, code, links, images, quotes and emphasis of what is seen on the page; hidden elements, text \
            for screen readers alone and icon fonts are left out, shadow trees are flattened and frames stand where they \
            are. Links and images are absolute where the page has an address (a base element, or where it was saved from). \
            Controls are brackets: [value], [placeholder…], [ ] and [x], ( ) and (x), [choice ▾], [Button]; a closed \
            details shows ▸ and its summary.\n\n\
            With --max-tokens the answer ends at a block (a paragraph, an item of a list, a row of a table), and its last line \
            is a comment with the cursor of the rest: give it as --cursor with the same page and options. A row that starts a \
            part has the head of its table above it.\n\n\
            JSON: {\"title\",\"url\",\"markdown\",\"tokens\",\"cursor\":next or null,\"blocks\":{\"from\",\"to\",\"total\"}}; \
            tokens are estimated.",
    arguments: MarkdownArguments::ARGUMENTS,
    examples: &[
        ("markdown page.html --main", "an article without the rest of the page"),
        ("markdown page.html --max-tokens 2000", "the first part of a long page"),
        ("markdown page.html --max-tokens 2000 --cursor md1-0a1b2c3d-41", "the next one"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, surface) = (call.page(), call.arguments.surface());
    let given: MarkdownArguments = call.given();
    let options = MarkdownOptions::default().main(given.main).comments(given.comments).favor(given.favor);
    let written = given.cursor.as_deref();
    let cursor = written.map(|text| text.parse::<Cursor>().map_err(|error| refuse(surface, text, error)));
    let cursor = cursor.transpose()?;
    let markdown = Markdown::of(page, &options);
    let part =
        markdown.part(cursor, given.max_tokens).map_err(|error| refuse(surface, written.unwrap_or_default(), error))?;
    Ok(Box::new(Written { document: Document::of(page), part, total: markdown.len(), surface }))
}

fn refuse(surface: Surface, cursor: &str, error: CursorError) -> Error {
    match error {
        CursorError::OtherPage => Error::arguments(
            safe!(
                "the cursor `{}` does not fit: it belongs to another page, another version of it, or other options",
                PageText::of(cursor)
            ),
            safe!(
                "read the page from the start, without {}; a cursor goes with the same file, {} and window",
                surface.option("cursor"),
                surface.option("main")
            ),
        ),
        _ => Error::arguments(
            safe!("`{}` is not a cursor", PageText::of(cursor)),
            "take the cursor from the last line of the answer before, as in md1-0a1b2c3d-41",
        ),
    }
}

struct Written {
    document: Document,
    part: Part,
    total: usize,
    surface: Surface,
}

impl Answer for Written {
    fn text(&self) -> SafeText {
        let mut out = SafeText::prose(&self.part.text);
        if let Some(next) = self.part.next {
            put!(
                out,
                "\n<!-- blocks {}-{} of {}; the rest: {} {} -->\n",
                self.part.from + 1,
                self.part.to,
                self.total,
                self.surface.option("cursor"),
                PageText::token(&next.to_string())
            );
        }
        out
    }

    fn json(&self) -> String {
        // The path of a file on this machine is not part of the page.
        let url = self.document.url.as_deref().filter(|url| !url.starts_with("file:"));
        to_json(&json!({
            "title": self.document.title,
            "url": url,
            "markdown": self.part.text,
            "tokens": self.part.tokens,
            "cursor": self.part.next.map(|next| next.to_string()),
            "blocks": { "from": self.part.from, "to": self.part.to, "total": self.total },
        }))
    }

    fn verdict(&self) -> Verdict {
        if self.total == 0 { Verdict::Nothing } else { Verdict::Done }
    }
}
