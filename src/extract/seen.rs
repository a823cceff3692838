//! What a reader sees that a page is about: its title, who wrote it, its picture, how many of something it makes.

use std::sync::LazyLock;

use super::convert::{convert, wants_image, wants_url};
use super::fill::Filler;
use super::matching::{Match, Wanted};
use super::name::Name;
use crate::markdown::image_url;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::search::link::absolute;

/// Limit: characters of a title.
const MAX_TITLE: usize = 200;
/// Limit: characters of a name of somebody.
const MAX_AUTHOR: usize = 60;
/// Limit: characters of a line that counts something.
const MAX_COUNT: usize = 60;

/// The rows of `data/quantities.tsv`.
static QUANTITIES: LazyLock<Vec<(&'static str, Vec<&'static str>)>> = LazyLock::new(|| {
    let rows = include_str!("data/quantities.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once('\t')).map(|(name, words)| (name, words.split(' ').collect())).collect()
});

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
    /// A property of what the whole page is about.
    pub(super) fn seen(&self, wanted: &Wanted<'_>) -> Option<(At, Match)> {
        let name = wanted.name();
        let is_plain = wanted.facets.is_text() && wanted.facets.format.is_none() && wanted.facets.choices.is_none();
        if wants_image(&wanted.facets, &name) {
            return self.picture(wanted);
        }
        if wants_url(&wanted.facets, &name) {
            return None;
        }
        if is_plain && wanted.is_called("name") {
            return self.title(wanted);
        }
        if is_plain && wanted.is_called("author") {
            return self.author(wanted);
        }
        let (_, words) = QUANTITIES.iter().find(|(quantity, _)| name.means(quantity))?;
        self.quantity(wanted, words)
    }

    fn found(&self, wanted: &Wanted<'_>, at: At, text: &str, score: f64) -> Option<(At, Match)> {
        let value = convert(text, None, &wanted.facets, &wanted.name(), self.locale)?;
        Some((at, Match { value, score, from: "element" }))
    }

    /// The heading that the title of the document repeats; where properties are a list of the page, the heading over that list.
    fn title(&self, wanted: &Wanted<'_>) -> Option<(At, Match)> {
        let tree = &self.tree;
        let dom = self.page.dom();
        let document = dom.title(dom.document());
        let document_words = words(&document);
        let mut best: Option<(At, f64, String)> = None;
        for at in 0..tree.nodes.len() {
            let Some(level) = heading_level(self.page, tree.nodes[at].node).filter(|level| *level <= 3) else {
                continue;
            };
            let text = tree.line(at, 4 * MAX_TITLE);
            if text.is_empty() || text.chars().count() > MAX_TITLE || is_beside(tree, at, level) {
                continue;
            }
            let own = words(&text);
            let shared = own.iter().filter(|word| document_words.contains(word)).count();
            #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
            let likeness = shared as f64 / own.len().max(1) as f64;
            // Of a title of many words one in common is chance.
            let likeness = if own.len() > 1 && shared == 1 { likeness / 2.0 } else { likeness };
            let rank = [0.35, 0.1, 0.0][level - 1];
            let score = rank + likeness * 0.6;
            if best.as_ref().is_none_or(|(_, known, _)| score > known + 0.1) {
                best = Some((at, score, text));
            }
        }
        let (at, score, text) = best.filter(|(_, score, _)| *score >= 0.3).or_else(|| {
            // Without a heading, what the document is called, without the name of the site behind it.
            const MARKS: [&str; 6] = [" | ", " – ", " — ", " - ", " · ", " » "];
            let mark = MARKS.iter().find(|mark| document.contains(**mark)).copied().unwrap_or("|");
            let mut parts = document.split(mark);
            let text = parts.by_ref().map(str::trim).find(|part| !part.is_empty())?.to_owned();
            Some((0, 0.3, text))
        })?;
        let (at, text, score) = match self.card_title(at, &text) {
            Some((card, title)) => (card, title, score.max(0.6)),
            None => (at, text, score),
        };
        let confidence = if score >= 0.6 { 0.86 } else { 0.6 };
        self.found(wanted, at, &text, confidence)
    }

    /// The heading of a box on the page that repeats a part of the page's title, with two lists in it: a card of a recipe, of a
    /// set of instructions.
    fn card_title(&self, title: At, text: &str) -> Option<(At, String)> {
        let tree = &self.tree;
        let own = words(text);
        for at in title + 1..tree.nodes.len() {
            let level = heading_level(self.page, tree.nodes[at].node);
            if !level.is_some_and(|level| (2..=4).contains(&level)) || is_beside(tree, at, 1) {
                continue;
            }
            let line = tree.line(at, 4 * MAX_TITLE);
            let other = words(&line);
            let shared = other.iter().filter(|word| own.contains(word)).count();
            if line.chars().count() > MAX_TITLE || other.is_empty() || shared * 2 < other.len() || shared == 0 {
                continue;
            }
            let holder = tree.ancestors(at).take(5).find(|&up| {
                let lists = (up..tree.nodes[up].end)
                    .filter(|&n| matches!(tree.tag(n), "ul" | "ol") && tree.children(n).count() > 2);
                lists.take(2).count() == 2
            });
            let is_card = holder.is_some_and(|holder| {
                let starts = !(holder..at).any(|n| matches!(tree.tag(n), "ul" | "ol" | "h1"));
                let names_itself = ["class", "id"].iter().any(|name| tree.attr(holder, name).is_some());
                starts && names_itself && tree.nodes[holder].chars * 2 < tree.nodes[0].chars
            });
            if is_card {
                return Some((at, line));
            }
        }
        None
    }

    /// Who wrote it: a link to the author, what is named so, a line that starts with a word for `by`.
    fn author(&self, wanted: &Wanted<'_>) -> Option<(At, Match)> {
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
            let behind = after_by(&line);
            if !rel && !named && (behind.is_none() || !starts_block(tree, at)) {
                continue;
            }
            if is_in(tree, at, &["comment", "comments", "respond", "related", "reply"])
                || is_beside(tree, at, 2)
                || holds_control(tree, at)
            {
                continue;
            }
            let Some(text) = person(behind.unwrap_or(&line)) else { continue };
            let score = if rel {
                0.82
            } else if named && behind.is_some() {
                0.8
            } else if named {
                0.7
            } else {
                0.62
            };
            // The whole of a byline has its parts in it; a name alone is better.
            if best.as_ref().is_none_or(|(_, known, _)| score > known + 1e-9) {
                best = Some((at, score, text));
            }
        }
        let (at, score, text) = best?;
        self.found(wanted, at, &text, score)
    }

    /// The largest picture near the title that is no decoration; of the sizes that it comes in the largest.
    fn picture(&self, wanted: &Wanted<'_>) -> Option<(At, Match)> {
        let tree = &self.tree;
        let dom = self.page.dom();
        let title_words = words(&dom.title(dom.document()));
        let h1 =
            (0..tree.nodes.len()).find(|&at| heading_level(self.page, tree.nodes[at].node) == Some(1)).unwrap_or(0);
        let mut best: Option<(At, f64)> = None;
        let mut after = 0;
        for at in (0..tree.nodes.len()).filter(|&at| tree.tag(at) == "img") {
            if is_beside(tree, at, 2)
                || is_in(
                    tree,
                    at,
                    &["comment", "comments", "related", "logo", "avatar", "author", "icon", "sidebar", "share"],
                )
            {
                continue;
            }
            let number =
                |name: &str| tree.attr(at, name).and_then(|n| n.trim().trim_end_matches("px").parse::<f64>().ok());
            let shown = tree.rect(at).map_or(0.0, |rect| f64::from(rect.width) * f64::from(rect.height));
            let said = number("width").unwrap_or(0.0) * number("height").unwrap_or(0.0);
            let widest = f64::from(largest(tree, at).map_or(0, |(_, width)| width.min(4000)));
            let area = shown.max(said).max(widest * widest * 0.6);
            if area < 30_000.0 || image_url(tree, at).is_none() {
                continue;
            }
            let alt = words(tree.attr(at, "alt").unwrap_or_default());
            #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
            let likeness = alt.iter().filter(|word| title_words.contains(word)).count() as f64
                / title_words.len().clamp(1, 5) as f64;
            let early = if at > h1 { 0.4 / f64::from(1 + after) } else { 0.1 };
            after += i32::from(at > h1);
            let score = (area / 300_000.0).min(1.0) * 0.4 + likeness.min(1.0) * 0.4 + early;
            if best.is_none_or(|(_, known)| score > known + 1e-9) {
                best = Some((at, score));
            }
        }
        let (at, _) = best?;
        let url = largest(tree, at)
            .and_then(|(url, _)| absolute(dom, tree.nodes[at].node, url))
            .or_else(|| image_url(tree, at))?;
        self.found(wanted, at, &url, 0.6)
    }

    /// A short line with a number and a word for what is counted: `Serves 4`, `4 Portionen`.
    fn quantity(&self, wanted: &Wanted<'_>, counted: &[&str]) -> Option<(At, Match)> {
        let tree = &self.tree;
        let mut best: Option<(At, f64, String)> = None;
        for at in 0..tree.nodes.len() {
            if tree.shape(at).contains(Shape::TEXT) || tree.nodes[at].chars == 0 || tree.nodes[at].chars > MAX_COUNT {
                // A control has no text of its own.
                continue;
            }
            let line = tree.line(at, 4 * MAX_COUNT);
            let Some(mut text) = counts(&line, counted).then(|| line.clone()) else { continue };
            if !text.chars().any(|c| c.is_numeric()) {
                // The number is in a field beside the word.
                let Some(value) = control_beside(self, at) else { continue };
                text = format!("{value} {text}");
            }
            if is_in(tree, at, &["nutrition", "comment", "comments", "related"]) {
                continue;
            }
            let named = ["class", "id"].iter().any(|name| {
                tree.attr(at, name)
                    .unwrap_or_default()
                    .split_ascii_whitespace()
                    .map(Name::new)
                    .any(|own| wanted.name().likeness(&own) > 0.5)
            });
            // The line that says this and nothing else.
            #[expect(clippy::cast_precision_loss, reason = "a short line")]
            let score = (if named { 0.84 } else { 0.8 }) - text.chars().count() as f64 / 2000.0;
            if best.as_ref().is_none_or(|(_, known, _)| score > known + 1e-9) {
                best = Some((at, score, text));
            }
        }
        let (at, score, text) = best?;
        self.found(wanted, at, &text, score)
    }
}

/// True for a line that says how many of something there are: a number right before or behind the word, or a label alone.
fn counts(line: &str, counted: &[&str]) -> bool {
    let lower = line.to_lowercase();
    if line.ends_with('.') && line.split_whitespace().count() > 5 {
        // A sentence.
        return false;
    }
    let tokens: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '½').filter(|token| !token.is_empty()).collect();
    let is_number = |token: &&str| token.chars().all(char::is_numeric);
    let hits = |token: &str| {
        counted.contains(&token)
            || counted.iter().any(|word| {
                !word.is_ascii() && token.strip_prefix(|c: char| c.is_numeric()).is_some_and(|rest| rest == *word)
            })
    };
    tokens.iter().enumerate().any(|(i, token)| {
        hits(token)
            && (tokens.len() == 1
                || tokens[i.saturating_sub(2)..(i + 3).min(tokens.len())].iter().any(is_number)
                || token.starts_with(char::is_numeric))
    })
}

/// The value of the only text field beside a word.
fn control_beside(filler: &Filler<'_>, at: At) -> Option<String> {
    let tree = &filler.tree;
    let up = tree.nodes[at].parent;
    let mut fields = (up..tree.nodes[up].end).filter(|&n| matches!(tree.tag(n), "input"));
    let field = fields.next().filter(|_| fields.next().is_none())?;
    let value = crate::dom::form::value(filler.page.dom(), tree.nodes[field].node).into_owned();
    value.trim().parse::<u32>().is_ok().then_some(value)
}

/// The address with the greatest width of a `srcset`.
fn largest<'t>(tree: &VisibleTree<'t>, at: At) -> Option<(&'t str, u32)> {
    let sets = ["srcset", "data-srcset", "data-lazy-srcset"].iter().filter_map(|name| tree.attr(at, name));
    let candidates = sets.flat_map(|set| set.split(", ")).filter_map(|candidate| {
        let (url, size) = candidate.trim().trim_end_matches(',').rsplit_once(' ')?;
        let width = size.strip_suffix('w')?.parse::<u32>().ok()?;
        (!url.starts_with("data:")).then_some((url.trim(), width))
    });
    candidates.max_by_key(|(_, width)| *width)
}

/// Words in lower case, without those that only hold others together.
fn words(text: &str) -> Vec<String> {
    Name::new(text).words().iter().filter(|word| word.chars().count() > 1 || !word.is_ascii()).cloned().collect()
}

/// What stands behind a word for `by`.
fn after_by(line: &str) -> Option<&str> {
    BY.iter().find_map(|by| {
        let start: String = line.chars().take(by.chars().count()).flat_map(char::to_lowercase).collect();
        let rest = line.get(line.char_indices().nth(by.chars().count()).map(|(at, _)| at)?..)?;
        let ends = rest.starts_with([' ', ':', '\u{a0}']);
        (start == *by && ends).then(|| rest.trim_start_matches([' ', ':', '\u{a0}', '–', '-']))
    })
}

/// A name, cut off where a byline goes on with a date or a role; `None` for what cannot be one.
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
        " / ",
        ",",
        "(",
        " am ",
        " le ",
        " reviewed ",
        "Updated",
        "Published",
    ] {
        end = end.min(text.find(mark).unwrap_or(end));
    }
    let name = text.get(..end)?.trim().trim_end_matches([':', '.']);
    let name = name.get(..name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))?.trim();
    let words = name.split_whitespace().count();
    let starts_as_name = name.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_lowercase() || words == 1);
    (!name.is_empty()
        && name.chars().count() <= MAX_AUTHOR
        && words <= 5
        && starts_as_name
        && name.chars().any(char::is_alphabetic))
    .then(|| name.to_owned())
}

/// True for the first text of its block.
fn starts_block(tree: &VisibleTree<'_>, at: At) -> bool {
    tree.shape(at).contains(Shape::BLOCK) || tree.nodes[at].previous.is_none()
}

fn holds_control(tree: &VisibleTree<'_>, at: At) -> bool {
    (at..tree.nodes[at].end).any(|n| matches!(tree.tag(n), "input" | "textarea" | "select" | "button" | "label"))
}

/// True if a word of the class or id of something around is one of these.
fn is_in(tree: &VisibleTree<'_>, at: At, names: &[&str]) -> bool {
    let around = std::iter::once(at).chain(tree.ancestors(at)).take(8);
    around.take_while(|&up| tree.nodes[up].chars * 2 < tree.nodes[0].chars).any(|up| {
        ["class", "id"].iter().any(|name| {
            let own = tree.attr(up, name).unwrap_or_default().split_ascii_whitespace().take(8);
            own.map(Name::new).any(|own| own.words().iter().any(|word| names.contains(&word.as_str())))
        })
    })
}

/// True for what stands in navigation, a footer or an aside; a heading of the first level in a header is the page's.
fn is_beside(tree: &VisibleTree<'_>, at: At, level: usize) -> bool {
    std::iter::once(at).chain(tree.ancestors(at)).any(|up| {
        matches!(tree.tag(up), "nav" | "footer" | "aside" | "button" | "dialog")
            || level > 1
                && tree.tag(up) == "header"
                && !tree.ancestors(up).any(|n| matches!(tree.tag(n), "article" | "main"))
            || matches!(
                tree.attr(up, "role"),
                Some("navigation" | "contentinfo" | "complementary" | "dialog" | "search")
            )
    })
}
