//! The author of a page.

use std::sync::LazyLock;

use super::around::{BESIDE_A_BYLINE, is_beside, is_in, title_and_site, words};
use super::fill::Filler;
use super::matching::{Match, Wanted};
use super::name::Name;
use super::value::is_month;
use crate::rendered::visible::{At, Shape, VisibleTree};

/// Limit: characters of a person's name.
const MAX_AUTHOR: usize = 60;
/// How sure it is that a page without a byline is by its site: right for about half of them.
const SITE_AS_AUTHOR: f64 = 0.5;

/// The words of `data/by.tsv`, longest first.
static BY: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let rows = include_str!("data/by.tsv").lines().filter(|line| !line.starts_with('#'));
    let rows = rows.filter_map(|line| line.split_once('\t'));
    let mut words: Vec<&str> = rows.flat_map(|(_, words)| words.split(',')).collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.dedup();
    words
});

impl Filler<'_> {
    /// Who wrote it: a link to the author, what is named so, a line that starts with a word for `by`.
    pub(super) fn author(&self, wanted: &Wanted<'_>) -> Option<(At, Match)> {
        let tree = &self.tree;
        let author = Name::new("author");
        let mut best: Option<(At, f64, String)> = None;
        for at in 0..tree.nodes.len() {
            if tree.shape(at).contains(Shape::TEXT)
                || tree.nodes[at].chars == 0
                || tree.nodes[at].chars > 2 * MAX_AUTHOR
            {
                continue;
            }
            let rel = tree.attr(at, "rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|rel| rel == "author"));
            let named = ["class", "itemprop", "id"].iter().any(|name| {
                let names = tree.attr(at, name).unwrap_or_default().split_ascii_whitespace().take(8);
                names.map(Name::new).any(|own| {
                    own.words().iter().any(|word| matches!(word.as_str(), "author" | "byline"))
                        || author.likeness(&own) > 0.9
                })
            });
            let line = tree.line(at, 8 * MAX_AUTHOR);
            let behind = after_by(&line).or_else(|| after_date(&line).and_then(after_by));
            if !rel && !named && (behind.is_none() || !starts_block(tree, at)) {
                continue;
            }
            if is_in(tree, at, BESIDE_A_BYLINE)
                || is_beside(tree, at, 2) && !is_foot_of_article(tree, at)
                || holds_control(tree, at)
            {
                continue;
            }
            let Some(text) = person(behind.unwrap_or(&line)) else { continue };
            let score = if rel {
                0.82
            } else if named && behind.is_some() {
                // Right for 23 of 29 recipes whose data people checked; a link to the author for 20 of 21.
                0.78
            } else if named {
                0.7
            } else {
                0.62
            };
            // The whole of a byline has its parts in it; a name alone is better, and a line better than a block that starts
            // with it.
            let is_better = best.as_ref().is_none_or(|&(whole, known, _)| {
                let is_line_of_it = !rel && !named && at < tree.nodes[whole].end;
                score > known + 1e-9 || is_line_of_it && score > known - 1e-9
            });
            if is_better {
                best = Some((at, score, text));
            }
        }
        let (at, score, text) = best?;
        self.found(wanted, at, &text, score)
    }

    /// Without a named author, the site is the author.
    pub(super) fn site_as_author(&self, wanted: &Wanted<'_>) -> Option<(At, Match)> {
        let is_plain = wanted.facets.is_text() && wanted.facets.format.is_none() && wanted.facets.choices.is_none();
        let site = self.site_name().filter(|_| is_plain && wanted.is_called("author"))?;
        self.found(wanted, 0, &site, SITE_AS_AUTHOR)
    }

    /// The name of the site: the last part of the title of the document, if the page repeats it.
    fn site_name(&self) -> Option<String> {
        let dom = self.page.dom();
        let title = dom.title(dom.document());
        let (_, site) = title_and_site(&title)?;
        let name = words(site);
        let is_short = site.chars().count() <= MAX_AUTHOR && (1..=4).contains(&name.len());
        let text = words_of_edges(&self.tree);
        (is_short && name.iter().all(|word| text.contains(word))).then(|| site.to_owned())
    }
}

/// The words in the header and the footer of a page, or with a sign of copyright.
fn words_of_edges(tree: &VisibleTree<'_>) -> std::collections::BTreeSet<String> {
    let mut out = std::collections::BTreeSet::new();
    for at in 0..tree.nodes.len() {
        let is_edge = matches!(tree.tag(at), "header" | "footer" | "nav")
            || matches!(tree.attr(at, "role"), Some("banner" | "contentinfo"));
        if is_edge
            && !tree.ancestors(at).any(|up| matches!(tree.tag(up), "header" | "footer" | "nav" | "article" | "main"))
        {
            out.extend(words(&tree.line(at, 4000)));
            let names =
                (at..tree.nodes[at].end).flat_map(|n| ["alt", "aria-label", "title"].map(|name| tree.attr(n, name)));
            out.extend(names.flatten().flat_map(words));
        } else if tree.shape(at).contains(Shape::TEXT) && tree.text(at).contains(['©', '®']) {
            out.extend(words(&tree.line(tree.nodes[at].parent, 400)));
        }
    }
    out
}

/// True for the footer of an article, where bylines stand, too.
fn is_foot_of_article(tree: &VisibleTree<'_>, at: At) -> bool {
    let mut around = tree.ancestors(at).skip_while(|&up| tree.tag(up) != "footer");
    around.next().is_some() && around.any(|up| tree.tag(up) == "article")
}

/// The text after a date that a line starts with.
fn after_date(line: &str) -> Option<&str> {
    let last = line.rfind(|c: char| c.is_ascii_digit())?;
    let (date, rest) = line.split_at(last + 1);
    super::value::date(date, Some(true)).map(|_| rest.trim_start_matches([' ', ',', '|', '•', '·', '-', '–']))
}

/// The words of a text with where each starts.
fn word_starts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ').scan(0, |at, word| {
        let start = *at;
        *at += word.len() + 1;
        Some((start, word))
    })
}

/// The text after a word for `by`.
fn after_by(line: &str) -> Option<&str> {
    BY.iter().find_map(|by| {
        let start: String = line.chars().take(by.chars().count()).flat_map(char::to_lowercase).collect();
        let rest = line.get(line.char_indices().nth(by.chars().count()).map(|(at, _)| at)?..)?;
        let ends = rest.starts_with([' ', ':', '：', '・', '\u{a0}']);
        (start == *by && ends).then(|| rest.trim_start_matches([' ', ':', '：', '・', '\u{a0}', '–', '-']))
    })
}

/// A name, cut off where a byline continues with a date or a role; `None` if it cannot be one.
fn person(text: &str) -> Option<String> {
    let mut end = text.len();
    for mark in [
        " | ",
        " • ",
        " · ",
        " – ",
        " — ",
        " - ",
        " on ",
        " @",
        " / ",
        ",",
        " am ",
        " le ",
        " reviewed ",
        "Updated",
        "Published",
    ] {
        end = end.min(text.find(mark).unwrap_or(end));
    }
    let name = text.get(..end)?.trim().trim_end_matches([':', '.']);
    // `Ada Lind May 3`, `Ada Lind 3 May`, but `Ada3`; brackets that name somebody else stay.
    let mut end = name.len();
    for (at, word) in word_starts(name) {
        let behind = name.get(at + word.len()..).unwrap_or_default().trim_start();
        let is_month =
            at > 0 && is_month(word) && (behind.is_empty() || behind.starts_with(|c: char| c.is_ascii_digit()));
        if word.starts_with(|c: char| c.is_ascii_digit()) || is_month || word.starts_with('(') && !name.ends_with(')') {
            end = at;
            break;
        }
    }
    let name = name.get(..end)?.trim();
    // `ADA LIND LAST UPDATED ON`, where the date is cut off.
    let upper = name.to_uppercase();
    let name = [" LAST UPDATED", " UPDATED", " PUBLISHED", " MODIFIED"]
        .iter()
        .find_map(|word| name.get(..upper.find(word)?))
        .unwrap_or(name)
        .trim();
    let words = name.split_whitespace().count();
    let starts_as_name = name.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_lowercase() || words == 1);
    (!name.is_empty()
        && name.chars().count() <= MAX_AUTHOR
        && words <= 5
        && starts_as_name
        && name.chars().any(char::is_alphabetic)
        && !name.contains(['$', '€', '£', '%', '@', '?', '!', ':'])
        && !super::value::is_price(name))
    .then(|| name.to_owned())
}

/// True for the first text of its block.
fn starts_block(tree: &VisibleTree<'_>, at: At) -> bool {
    tree.shape(at).contains(Shape::BLOCK) || tree.nodes[at].previous.is_none()
}

fn holds_control(tree: &VisibleTree<'_>, at: At) -> bool {
    (at..tree.nodes[at].end).any(|n| matches!(tree.tag(n), "input" | "textarea" | "select" | "button" | "label"))
}
