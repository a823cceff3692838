//! Text on the page: where a pattern matches what is rendered.
//!
//! The text is what the page shows, open shadow trees and frames included, or `innerText` of the body. The text of each block (a paragraph, a cell, a list item) is matched on its own:
//! a match goes through inline elements but never from one block into the next, `^` and `$` are the ends of the block. A
//! line break within a block (`br`, `pre`) is a `\n` of its text.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::pattern::{Pattern, PatternError, StepBudget, TooExpensive};
use crate::dom::{Dom, LocalName, NodeId, local_name};
use crate::error::{SelectorError, Setting};
use crate::page::Page;
use crate::rendered::text::RenderedText;

/// Limit: characters of a listed match; a longer one is cut with an ellipsis.
const MAX_MATCH: usize = 1000;

/// The scope of a question about a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// The page's own document, open shadow trees and frames.
    #[default]
    All,
    /// The page's own document alone, as `querySelectorAll` and `innerText` see it.
    Document,
}

/// Options of a text search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchOptions {
    /// Characters before and after a match.
    pub around: usize,
    /// The maximum number of listed matches; all are counted.
    pub max_results: usize,
    /// Also in text that the page does not show.
    pub include_hidden: bool,
    /// The trees that are searched.
    pub scope: Scope,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { around: 80, max_results: 10, include_hidden: false, scope: Scope::All }
    }
}

/// A match of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextMatch {
    /// The text that matches.
    pub text: String,
    /// The text before it, across blocks.
    pub before: String,
    /// The text after it.
    pub after: String,
    /// The innermost element that has all of the match.
    pub element: NodeId,
    /// Its offset in `document.body.innerText`, in UTF-16 code units; `None` for text that is not in it: hidden, in a shadow
    /// tree, in a frame.
    pub offset: Option<usize>,
    /// The page does not show it.
    pub hidden: bool,
    /// The text node and the byte offset in the text that it renders.
    place: Option<(NodeId, usize)>,
}

/// The matches on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextMatches {
    /// In document order, what is shown before what is hidden.
    pub matches: Vec<TextMatch>,
    /// The number of all matches.
    pub total: usize,
}

/// Reads a pattern: a literal, or a regular expression (`PATTERN` or `/PATTERN/FLAGS`).
///
/// # Errors
/// [`SelectorError::InvalidPattern`] if it does not parse.
pub fn pattern(text: &str, regex: bool, case_sensitive: bool) -> Result<Pattern, SelectorError> {
    let parsed = if regex { Pattern::regex(text, case_sensitive) } else { Pattern::literal(text, case_sensitive) };
    parsed.map_err(|error| invalid_pattern(text, error))
}

/// The mistake in a pattern as an error with a hint.
pub(crate) fn invalid_pattern(text: &str, error: PatternError) -> SelectorError {
    let hint = match text.is_empty() {
        true => "pass the text to look for",
        false => {
            "put a backslash before ( ) [ ] { } * + ? . ^ $ | to mean the character itself, or search for literal text"
        }
    };
    SelectorError::InvalidPattern {
        pattern: text.to_owned(),
        offset: error.offset,
        reason: error.message,
        hint: hint.to_owned(),
        setting: (!text.is_empty()).then_some(Setting::Regex),
    }
}

pub(crate) fn too_expensive(pattern: &Pattern, spent: TooExpensive) -> SelectorError {
    SelectorError::PatternTooExpensive { pattern: pattern.source().to_owned(), steps: spent.steps }
}

/// Finds the matches of a pattern in the text of a page. Cost: linear in the page for literals, at most the steps of a
/// [`StepBudget`] for regular expressions. Empty matches are left out.
///
/// # Errors
/// [`SelectorError::PatternTooExpensive`] if the steps are used up.
pub fn search(page: &Page, pattern: &Pattern, options: &SearchOptions) -> Result<TextMatches, SelectorError> {
    let document = RenderedText::of_page(page);
    let composed = match options.scope {
        Scope::All if has_inner_trees(page.dom()) => Some(RenderedText::of_composed_page(page)),
        _ => None,
    };
    let shown = composed.as_ref().unwrap_or(&document);
    let mut found = TextMatches { matches: Vec::new(), total: 0 };
    let mut all = |text: &RenderedText, hidden: bool| {
        let mut budget = StepBudget::for_text(text.text.len());
        collect(page.dom(), text, pattern, options, hidden, &mut found, &mut budget)
            .map_err(|spent| too_expensive(pattern, spent))
    };
    all(shown, false)?;
    if options.include_hidden {
        all(&hidden_text(page, shown, options.scope), true)?;
    }
    if composed.is_some() {
        place_in_document(&document, &mut found.matches);
    }
    Ok(found)
}

fn has_inner_trees(dom: &Dom) -> bool {
    let may_have_any = dom.has_shadow_root() || dom.has_frame_element();
    may_have_any
        && dom.elements_in_order().any(|node| {
            dom.open_shadow_root(node).is_some() || dom.element(node).is_some_and(|e| e.frame_document.is_some())
        })
}

/// Turns places in the text of all trees into offsets of `innerText`.
fn place_in_document(document: &RenderedText, matches: &mut [TextMatch]) {
    let starts: FxHashMap<NodeId, usize> = document.pieces.iter().rev().map(|&(start, node)| (node, start)).collect();
    // UTF-16 length of the text up to a byte offset, carried on from match to match where they are in order.
    let (mut bytes, mut units) = (0, 0);
    for found in matches {
        let place = found.place.and_then(|(node, offset)| Some(starts.get(&node)? + offset));
        found.offset = place.map(|at| {
            if at < bytes {
                (bytes, units) = (0, 0);
            }
            units += document.text.get(bytes..at).unwrap_or_default().encode_utf16().count();
            bytes = at;
            units
        });
    }
}

fn collect(
    dom: &Dom,
    rendered: &RenderedText,
    pattern: &Pattern,
    options: &SearchOptions,
    hidden: bool,
    found: &mut TextMatches,
    budget: &mut StepBudget,
) -> Result<(), TooExpensive> {
    // UTF-16 length of the text up to a byte offset, carried on from match to match.
    let (mut bytes, mut units) = (0, 0);
    each_match(rendered, pattern, budget, &mut |range| {
        found.total += 1;
        if found.matches.len() >= options.max_results {
            return;
        }
        let text = &rendered.text;
        units += text.get(bytes..range.start).unwrap_or_default().encode_utf16().count();
        bytes = range.start;
        let Some(element) = element_of(dom, rendered, &range) else { return };
        found.matches.push(TextMatch {
            text: cut(text.get(range.clone()).unwrap_or_default()),
            before: last_chars(text.get(..range.start).unwrap_or_default(), options.around).to_owned(),
            after: first_chars(text.get(range.end..).unwrap_or_default(), options.around).to_owned(),
            element,
            offset: (!hidden).then_some(units),
            place: rendered.position(range.start).filter(|_| !hidden),
            hidden,
        });
    })
}

/// Calls `found` for each match, in order.
fn each_match(
    rendered: &RenderedText,
    pattern: &Pattern,
    budget: &mut StepBudget,
    found: &mut dyn FnMut(Range<usize>),
) -> Result<(), TooExpensive> {
    if !pattern.is_literal() {
        for block in &rendered.blocks {
            let text = rendered.text.get(block.clone()).unwrap_or_default();
            let mut at = 0;
            while let Some(range) = pattern.find_at(text, at, budget)? {
                at = range.end;
                found(block.start + range.start..block.start + range.end);
            }
        }
        return Ok(());
    }
    // The whole text at once; block separators are not part of it.
    let mut at = 0;
    while let Some(range) = pattern.find_at(&rendered.text, at, budget)? {
        let after = rendered.blocks.partition_point(|block| block.start <= range.start);
        let inside = after.checked_sub(1).and_then(|i| rendered.blocks.get(i)).is_some_and(|b| range.end <= b.end);
        if inside {
            at = range.end;
            found(range);
        } else {
            let first = rendered.text.get(range.start..).and_then(|rest| rest.chars().next());
            at = range.start + first.map_or(1, char::len_utf8);
        }
    }
    Ok(())
}

/// The innermost element around a range of the text.
fn element_of(dom: &Dom, rendered: &RenderedText, range: &Range<usize>) -> Option<NodeId> {
    let first = rendered.source(range.start)?;
    let last = rendered.source(range.end.saturating_sub(1))?;
    let inner = around(dom, first);
    let mut around_first = inner.filter(|&node| dom.element(node).is_some());
    if first == last {
        return around_first.next();
    }
    let others: FxHashSet<NodeId> = around(dom, last).collect();
    around_first.find(|node| others.contains(node))
}

/// A node and its ancestors, out of shadow trees and frames.
fn around(dom: &Dom, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    std::iter::successors(Some(node), move |&at| dom.composed_parent(at).or_else(|| dom.frame_element(at)))
}

fn cut(text: &str) -> String {
    let kept = first_chars(text, MAX_MATCH);
    if kept.len() == text.len() { text.to_owned() } else { format!("{kept}…") }
}

fn first_chars(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

fn last_chars(text: &str, count: usize) -> &str {
    let start = count.checked_sub(1).map_or(text.len(), |n| text.char_indices().rev().nth(n).map_or(0, |(at, _)| at));
    text.get(start..).unwrap_or(text)
}

/// The text of the body that is not shown: not rendered, invisible, in a closed `details`. White space is collapsed; each
/// run of text of one block is a block.
fn hidden_text(page: &Page, shown: &RenderedText, scope: Scope) -> RenderedText {
    let dom = page.dom();
    let mut hidden = RenderedText::default();
    let Some(body) = dom.body(dom.document()) else { return hidden };
    let sources: FxHashSet<NodeId> = shown.pieces.iter().map(|&(_, node)| node).collect();
    let mut last_block = None;
    let mut open = vec![body];
    while let Some(node) = open.pop() {
        open.extend(dom.children(node).rev());
        if let Some(element) = dom.element(node).filter(|_| scope == Scope::All) {
            open.extend(element.frame_document);
            open.extend(dom.open_shadow_root(node));
        }
        let Some(text) = dom.text(node).filter(|text| !sources.contains(&node) && !text.trim().is_empty()) else {
            continue;
        };
        if dom.ancestors(node).any(|n| sources.contains(&n) || is_never_text(dom, n)) {
            continue;
        }
        let block = dom.ancestors(node).find(|&n| !is_phrasing(dom, n));
        if last_block.is_some_and(|last| last == block) {
            // Collapsed over the border of the two.
            let gap = text.starts_with(|c: char| c.is_ascii_whitespace()) && !hidden.text.ends_with(' ');
            hidden.text.push_str(if gap { " " } else { "" });
        } else {
            end_hidden_block(&mut hidden);
        }
        last_block = Some(block);
        hidden.pieces.push((hidden.text.len(), node));
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        hidden.text.push_str(&words.join(" "));
        if text.ends_with(|c: char| c.is_ascii_whitespace()) {
            hidden.text.push(' ');
        }
        let end = hidden.text.trim_end().len();
        if let Some(block) = hidden.blocks.last_mut() {
            block.end = end;
        }
    }
    hidden
}

/// Starts a block on a line of its own.
fn end_hidden_block(hidden: &mut RenderedText) {
    hidden.text.truncate(hidden.text.trim_end().len());
    if !hidden.text.is_empty() {
        hidden.text.push('\n');
    }
    hidden.blocks.push(hidden.text.len()..hidden.text.len());
}

/// Elements whose text is never rendered.
fn is_never_text(dom: &Dom, node: NodeId) -> bool {
    const NAMES: &[LocalName] = &[
        local_name!("script"),
        local_name!("style"),
        local_name!("noscript"),
        local_name!("template"),
        local_name!("iframe"),
        local_name!("textarea"),
        local_name!("title"),
    ];
    dom.element(node).is_some_and(|element| NAMES.contains(&element.name.local))
}

/// Elements that are inline by default.
fn is_phrasing(dom: &Dom, node: NodeId) -> bool {
    const NAMES: &[LocalName] = &[
        local_name!("a"),
        local_name!("abbr"),
        local_name!("b"),
        local_name!("bdi"),
        local_name!("bdo"),
        local_name!("cite"),
        local_name!("code"),
        local_name!("data"),
        local_name!("del"),
        local_name!("dfn"),
        local_name!("em"),
        local_name!("font"),
        local_name!("i"),
        local_name!("ins"),
        local_name!("kbd"),
        local_name!("label"),
        local_name!("mark"),
        local_name!("q"),
        local_name!("s"),
        local_name!("samp"),
        local_name!("small"),
        local_name!("span"),
        local_name!("strong"),
        local_name!("sub"),
        local_name!("sup"),
        local_name!("time"),
        local_name!("u"),
        local_name!("var"),
        local_name!("wbr"),
    ];
    dom.element(node).is_some_and(|element| NAMES.contains(&element.name.local))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::device::Device;
    use crate::dom::ParseOptions;
    use crate::page::RenderOptions;

    fn page(html: &str) -> Page {
        Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default(), RenderOptions::default())
    }

    /// The matches of a pattern as `before[match]after in tag`, hidden ones in braces.
    #[track_caller]
    fn check(html: &str, text: &str, regex: bool, expected: &[&str]) {
        let page = page(html);
        let options = SearchOptions { around: 3, max_results: 50, include_hidden: true, scope: Scope::All };
        let found = search(&page, &pattern(text, regex, false).expect("a pattern"), &options).expect("cheap");
        assert_eq!(found.total, found.matches.len(), "all are listed");
        let listed: Vec<_> = found
            .matches
            .iter()
            .map(|m| {
                let tag = &page.dom().element(m.element).expect("an element").name.local;
                let (open, close) = if m.hidden { ('{', '}') } else { ('[', ']') };
                format!("{}{open}{}{close}{} in {tag}", m.before, m.text, m.after)
            })
            .collect();
        assert_eq!(listed, expected, "{text} in {html}");
    }

    #[test]
    fn matches_span_inline_elements_but_not_blocks() {
        check("<p>Sign <b>o<i>ut</i></b> now</p>", "sign out", false, &["[Sign out] no in p"]);
        check("<p>Sign</p><p>out</p>", "sign out", false, &[]);
        check("<p>Sign</p><p>out</p>", r"sign\s+out", true, &[]);
        check("<p>Sign</p><p>out</p>", "n\n\no", false, &[]);
        check("<p>Sign<br>out</p>", r"sign\sout", true, &["[Sign\nout] in p"]);
        check("<table><tr><td>a<td>b</table>", r"a\sb", true, &[]);
        check("<p>one</p><p>two</p>", "^t", true, &["e\n\n[t]wo in p"]);
        check("<p>price: <b>5</b> €</p>", r"(?<=price: )\d", true, &["e: [5] € in b"]);
    }

    #[test]
    fn white_space_is_as_rendered() {
        check("<p>a \n  b</p>", "a b", false, &["[a b] in p"]);
        check("<p>a&nbsp;b</p>", "a b", false, &["[a\u{a0}b] in p"]);
        check("<pre>a  b</pre>", "a  b", false, &["[a  b] in pre"]);
        check("<p style='text-transform:uppercase'>abc</p>", "ABC", false, &["[ABC] in p"]);
    }

    #[test]
    fn hidden_text_is_marked() {
        check("<p>top</p><p hidden>top <b>se</b>cret</p>", "top", false, &["[top] in p", "{top} se in p"]);
        check("<p hidden>top <b>se</b>cret</p>", "top secret", false, &["{top secret} in p"]);
        check("<p style='visibility:hidden'>a</p><script>a</script>", "a", false, &["{a} in p"]);
        check("<details><summary>x</summary><p>more</p></details>", "more", false, &["{more} in p"]);
        check("<div hidden><p>a</p><p>b</p></div>", r"a\sb", true, &[]);
    }

    #[test]
    fn shadow_trees_and_frames_are_searched_by_default() {
        let html = "<x-a><template shadowrootmode=open><b>Pay</b> <slot></slot></template>now</x-a>
                    <iframe srcdoc='<p>Pay later'></iframe><iframe hidden srcdoc='<p>Pay never'></iframe><p>Pay 😀 here";
        check(html, "pay", false, &["[Pay] no in b", " \n\n[Pay] la in p", "r\n\n[Pay] 😀  in p", "{Pay} ne in p"]);
        check(html, "pay now", false, &["[Pay now] \n\n in x-a"]);
        let page = page(html);
        let offsets = |scope: Scope| {
            let options = SearchOptions { scope, ..SearchOptions::default() };
            let found = search(&page, &pattern("pay", false, false).expect("a pattern"), &options).expect("cheap");
            found.matches.iter().map(|m| m.offset).collect::<Vec<_>>()
        };
        assert_eq!(offsets(Scope::Document), [Some(6)]);
        assert_eq!(offsets(Scope::All), [None, None, Some(6)]);
    }

    #[test]
    fn offset_counts_as_javascript_does() {
        let page = page("<p>😀é</p><p>here</p>");
        let found = search(&page, &pattern("here", false, true).expect("a pattern"), &SearchOptions::default());
        assert_eq!(found.expect("cheap").matches.first().and_then(|m| m.offset), Some(5));
    }

    #[test]
    fn empty_matches_are_left_out() {
        check("<p>aab</p>", "a*", true, &["[aa]b in p"]);
        check("<p>aab</p>", "", true, &[]);
    }

    #[test]
    fn catastrophe_on_a_page_is_an_error() {
        let page = page(&format!("<p>{}!</p>", "a".repeat(10_000)));
        let wanted = pattern("(a+)+$", true, true).expect("a pattern");
        let (text, mut found) = (RenderedText::of_page(&page), TextMatches { matches: Vec::new(), total: 0 });
        let mut budget = StepBudget::of(100_000);
        let spent = collect(page.dom(), &text, &wanted, &SearchOptions::default(), false, &mut found, &mut budget);
        let error = too_expensive(&wanted, spent.expect_err("too much"));
        assert_eq!((error.code(), &error.details()["isRecoverable"]), ("pattern_too_expensive", &true.into()));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// The range of a match is where its text is.
        #[test]
        fn match_is_where_it_says(text in "[ab <>/pi]{0,40}", pattern_text in "[ab. ]{1,4}", regex: bool) {
            let page = page(&text);
            let rendered = RenderedText::of_page(&page);
            let units: Vec<u16> = rendered.text.encode_utf16().collect();
            let Ok(wanted) = pattern(&pattern_text, regex, true) else { return Ok(()) };
            for found in search(&page, &wanted, &SearchOptions::default()).expect("cheap").matches {
                let at = found.offset.expect("shown");
                let there = String::from_utf16_lossy(&units[at..at + found.text.encode_utf16().count()]);
                prop_assert_eq!(there, found.text);
            }
        }
    }
}
