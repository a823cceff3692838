//! `stillpage search`

use serde::Serialize;

use super::element::{Elements, path_step, ref_mark};
use super::surface::Surface;
use super::{Answer, Argument, Call, FILES, PageFile, Tool, TypedArguments, Verdict, arguments, to_json};
use crate::error::Error;
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put, put_line};
use crate::search::hint::SelectorHints;
use crate::search::matches::{self, Scope, SearchOptions, TextMatch};

arguments! {
    /// The arguments of `stillpage search`.
    struct SearchArguments {
        file: PageFile = FILES,
        pattern: String = Argument::positional("pattern", "What to look for"),
        regex: bool = Argument::option("regex", "The pattern is a JavaScript regular expression"),
        case_sensitive: bool = Argument::option("case-sensitive", "Upper and lower case differ"),
        context_chars: usize = Argument::option("context-chars", "Characters to show before and after a match")
            .within(0, 500)
            .default("80"),
        max_results: usize = Argument::option("max-results", "Show at most this many matches; all are counted")
            .within(1, 50)
            .default("10"),
        scope: Scope = Argument::option("scope", SCOPE_HELP).default("all"),
        include_hidden: bool = Argument::option(
            "include-hidden",
            "Also search text that the page does not show, and mark it",
        ),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "search",
    summary: "Find text on a page, with its context and a ref",
    about: "Searches the text that the page shows, in open shadow trees and frames as well: white space and case \
            transformations as rendered. With --scope document it is document.body.innerText. The text of each block is searched on its own: a match goes through inline \
            elements (Sign <b>out</b>) but never from one paragraph, cell or list item into the next, and ^ and $ are the \
            ends of a block. A line break inside of a block (br, pre) is \\n. A space in a literal also matches a no-break \
            space. Case does not count unless --case-sensitive.\n\n\
            --regex takes JavaScript's regular expressions: lookahead and lookbehind, backreferences, named groups, \
            \\u{...}, \\p{...}, [^]. They are written bare, or as /PATTERN/FLAGS with the flags i, g, m, s, u and v; then \
            only the flags decide whether case counts. Empty matches are left out. A pattern that tries too many ways ends \
            with pattern_too_expensive, after the same number of steps on every machine.\n\n\
            JSON: {\"totalMatches\",\"truncated\",\"matches\":[{\"match\",\"contextBefore\",\"contextAfter\",\
            \"selector\",\"ref\",\"offset\",\"hidden\"}]}: selector is a CSS selector of the innermost element around the \
            match (of a shadow tree: a chain through its host, of a frame: within the frame), ref that of it or of the nearest element above it that has one, offset counts UTF-16 code units of \
            innerText and is null for text that is not in it: hidden, in a shadow tree or in a frame. Visible matches come before hidden ones.",
    arguments: SearchArguments::ARGUMENTS,
    examples: &[
        ("search page.html logout", "is there a way out?"),
        ("search page.html '\\$\\d+\\.\\d\\d' --regex --context-chars 20", "every price"),
        ("search page.html '/(?<=Order )#\\w+/' --regex --json", "an order's number, as JSON"),
    ],
    run,
};

/// The help of `--scope`.
pub(super) const SCOPE_HELP: &str =
    "all: also in open shadow trees and frames; document: in the page's own document only";

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, given) = (call.page(), call.given::<SearchArguments>());
    let text = &*given.pattern;
    let pattern = matches::pattern(text, given.regex, given.case_sensitive)?;
    let options = SearchOptions {
        around: given.context_chars,
        max_results: given.max_results,
        include_hidden: given.include_hidden,
        scope: given.scope,
    };
    let found = matches::search(page, &pattern, &options)?;
    let mut matches = Vec::with_capacity(found.matches.len());
    if !found.matches.is_empty() {
        let (elements, hints) = (Elements::new(call), SelectorHints::new(page.dom()));
        matches.extend(found.matches.into_iter().map(|m| MatchRow::new(page, &elements, &hints, m)));
    }
    Ok(Box::new(Matches {
        pattern: text.to_owned(),
        around: options.around,
        total_matches: found.total,
        truncated: found.total > matches.len(),
        surface: call.arguments.surface(),
        matches,
    }))
}

/// Limit: characters of a match in the text form; JSON has all of it.
const MATCH_CHARS: usize = 400;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Matches {
    #[serde(skip)]
    pattern: String,
    /// Characters of context on either side, as asked for.
    #[serde(skip)]
    around: usize,
    total_matches: usize,
    truncated: bool,
    #[serde(skip)]
    surface: Surface,
    matches: Vec<MatchRow>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MatchRow {
    r#match: String,
    context_before: String,
    context_after: String,
    selector: String,
    r#ref: Option<String>,
    offset: Option<usize>,
    hidden: bool,
    /// For the text form.
    #[serde(skip)]
    step: SafeText,
}

impl MatchRow {
    fn new(page: &Page, elements: &Elements<'_>, hints: &SelectorHints<'_>, found: TextMatch) -> Self {
        let dom = page.dom();
        let around =
            std::iter::successors(Some(found.element), |&at| dom.composed_parent(at).or_else(|| dom.frame_element(at)));
        Self {
            selector: hints.of(found.element),
            r#ref: around.into_iter().find_map(|node| elements.reference(node)),
            step: path_step(dom, found.element),
            hidden: found.hidden,
            r#match: found.text,
            context_before: found.before,
            context_after: found.after,
            offset: found.offset,
        }
    }
}

impl Answer for Matches {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for found in &self.matches {
            put!(out, "{}{}", found.step, ref_mark(found.r#ref.as_deref()));
            if found.hidden {
                put!(out, " [hidden]");
            }
            // On one line; what matches stands out.
            let line = format!("{}»{}«{}", found.context_before, found.r#match, found.context_after);
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            put_line!(out, "  {}", PageText::of(&line).at_most(2 * self.around + MATCH_CHARS));
        }
        let left = self.total_matches - self.matches.len();
        if self.total_matches == 0 {
            put_line!(out, "# {} is not on the page", PageText::of(&self.pattern));
        } else if left > 0 {
            put_line!(out, "# {} more of {}; raise {}", left, self.total_matches, self.surface.option("max-results"));
        }
        out
    }

    fn json(&self) -> String {
        to_json(self)
    }

    fn verdict(&self) -> Verdict {
        if self.total_matches == 0 { Verdict::Nothing } else { Verdict::Done }
    }
}
