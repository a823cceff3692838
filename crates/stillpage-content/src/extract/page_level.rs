//! Values of the page as a whole, as a reader sees them: its title, and how many of something it makes.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::boilerplate::{is_in, title_and_site, words};
use super::convert::convert;
use super::fill::Extractor;
use super::matching::{FieldMatch, PropertyQuery};
use super::rating::rating_in;
use crate::markdown::article_text;
use crate::rendered::visible::{At, Shape, heading_level};
use crate::text::rows;

/// Limit: characters of a title.
const MAX_TITLE: usize = 200;
/// Limit: characters of a line that counts something.
const MAX_COUNT: usize = 60;

/// The confidence that the main content is the body of an article: it is there, but seldom to the letter.
const BODY: f64 = 0.78;
/// The confidence of a title that the document repeats, right for 88 of 106 recipes whose data people checked, and one that is
/// not repeated, right for none of 4.
const TITLE: f64 = 0.78;
const MIN_CONFIDENCE: f64 = 0.5;

/// The rows of `data/quantities.tsv`.
static QUANTITIES: LazyLock<Vec<(&'static str, FxHashSet<&'static str>)>> = LazyLock::new(|| {
    rows(include_str!("data/quantities.tsv")).map(|(name, words)| (name, words.split(' ').collect())).collect()
});

impl Extractor<'_> {
    /// A property of what the whole page is about.
    pub(super) fn seen(&self, wanted: &PropertyQuery<'_>) -> Option<(At, FieldMatch)> {
        let is_plain = wanted.facets.is_text() && wanted.facets.format.is_none() && wanted.facets.choices.is_none();
        if wanted.image {
            return self.picture(wanted);
        }
        if wanted.url {
            return None;
        }
        if is_plain && wanted.is_called("name") {
            return self.title(wanted);
        }
        if is_plain && wanted.is_called("author") {
            return self.author(wanted);
        }
        if is_plain && wanted.wants_body() {
            let body = article_text(self.page)?;
            return self.found(wanted, 0, &body, BODY);
        }
        let (_, words) =
            QUANTITIES.iter().find(|(quantity, _)| wanted.names.iter().any(|name| name.means(quantity)))?;
        self.quantity(wanted, words)
    }

    pub(super) fn found(&self, wanted: &PropertyQuery<'_>, at: At, text: &str, score: f64) -> Option<(At, FieldMatch)> {
        let value = convert(text, None, &wanted.facets, &wanted.name(), self.locale)?;
        Some((at, FieldMatch { value, score, from: "element" }))
    }

    /// The heading that the title of the document repeats; where properties are a list of the page, the heading over that list.
    fn title(&self, wanted: &PropertyQuery<'_>) -> Option<(At, FieldMatch)> {
        /// The worth of a heading by its level, and of its words that the title of the document has.
        const RANKS: [f64; 3] = [0.35, 0.1, 0.0];
        const LIKENESS: f64 = 0.6;
        /// The difference by which a later heading has to be better.
        const BETTER: f64 = 0.1;
        let tree = &self.tree;
        let dom = self.page.dom();
        let document = dom.title(dom.document());
        let document_words = words(&document);
        let (page_part, site_part) = title_and_site(&document).unwrap_or((document.trim(), ""));
        let site = (!site_part.is_empty()).then(|| self.site_name()).flatten();
        let site = site.filter(|site| *site == site_part).map(words);
        let mut best: Option<(At, f64, String)> = None;
        for at in 0..tree.nodes.len() {
            let Some(level) = heading_level(self.page, tree.nodes[at].node).filter(|level| *level <= 3) else {
                continue;
            };
            let rank = RANKS[level - 1];
            // With all of its words in the title of the document it would not be the title of the page.
            if best.as_ref().is_some_and(|(_, known, _)| rank + LIKENESS <= known + BETTER) {
                continue;
            }
            let text = tree.line(at, 4 * MAX_TITLE);
            if text.is_empty() || text.chars().count() > MAX_TITLE || self.leads_home(at) {
                continue;
            }
            let own = words(&text);
            // Pages have their content in an `aside`, too.
            let is_repeated = level == 1 && own.len() > 1 && own.iter().all(|word| document_words.contains(word));
            if !is_repeated && self.beside.holds(at, level) {
                continue;
            }
            // The name of the site is not the title of a page.
            if site.as_ref() == Some(&own) {
                continue;
            }
            let shared = own.iter().filter(|word| document_words.contains(word)).count();
            #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
            let likeness = shared as f64 / own.len().max(1) as f64;
            // Of a title of many words one in common is chance.
            let likeness = if own.len() > 1 && shared == 1 { likeness / 2.0 } else { likeness };
            let score = rank + likeness * LIKENESS;
            if best.as_ref().is_none_or(|(_, known, _)| score > known + BETTER) {
                best = Some((at, score, text));
            }
        }
        // Where the document names the page and the site, a heading without a word of that is not the title.
        let least = if site.is_some() && words(page_part).len() > 1 { 0.36 } else { 0.3 };
        let (at, score, text) = best.filter(|(_, score, _)| *score >= least).or_else(|| {
            // Without a heading, the document's title, without the name of the site behind it.
            (!page_part.is_empty()).then(|| (0, 0.3, page_part.to_owned()))
        })?;
        // A card may introduce the title of the page in words that the document does not call itself: `Get the recipe: Miso
        // soup` below `Miso soup`.
        let introduces = |card: &str| {
            let (own, card) = (words(&text), words(card));
            let before = card.strip_suffix(own.as_slice()).unwrap_or_default();
            before.iter().any(|word| !document_words.contains(word))
        };
        let (at, text, score) = match self.card_title(at, &text).filter(|(_, card)| !introduces(card)) {
            Some((card, title)) => (card, title, score.max(0.6)),
            None => (at, text, score),
        };
        let confidence = if score >= 0.6 { TITLE } else { MIN_CONFIDENCE };
        self.found(wanted, at, &text, confidence)
    }

    /// The heading of a box on the page that repeats a part of the page's title, with two lists in it: a card of a recipe, of a
    /// set of instructions.
    fn card_title(&self, title: At, text: &str) -> Option<(At, String)> {
        /// Limit: characters in a card before its title: a rating, buttons to print it and to share it.
        const MAX_BEFORE: usize = 120;
        /// Limit: boxes between the title of a card and the card.
        const NEAR: usize = 5;
        let tree = &self.tree;
        let is_list = |&at: &At| matches!(tree.tag(at), "ul" | "ol") && tree.children(at).nth(2).is_some();
        let lists: Vec<At> = (0..tree.nodes.len()).filter(is_list).collect();
        if lists.len() < 2 {
            return None;
        }
        let holds_two = |&up: &At| {
            let first = lists.partition_point(|&list| list < up);
            lists.get(first + 1).is_some_and(|&second| second < tree.nodes[up].end())
        };
        let own = words(text);
        for at in title + 1..tree.nodes.len() {
            let level = heading_level(self.page, tree.nodes[at].node);
            if !level.is_some_and(|level| (2..=4).contains(&level)) || self.beside.holds(at, 1) {
                continue;
            }
            let Some(holder) = tree.ancestors(at).take(NEAR).find(holds_two) else { continue };
            let line = tree.line(at, 4 * MAX_TITLE);
            let other = words(&line);
            let shared = other.iter().filter(|word| own.contains(word)).count();
            if line.chars().count() > MAX_TITLE || other.is_empty() || shared * 2 < other.len() || shared == 0 {
                continue;
            }
            let is_before = |n: At| {
                let other = heading_level(self.page, tree.nodes[n].node);
                matches!(tree.tag(n), "ul" | "ol") || other.is_some_and(|other| level.is_some_and(|own| other <= own))
            };
            let texts = (holder..at).filter(|&n| tree.shape(n).contains(Shape::TEXT));
            let starts =
                !(holder..at).any(is_before) && texts.map(|n| tree.nodes[n].chars()).sum::<usize>() <= MAX_BEFORE;
            let names_itself = ["class", "id"].iter().any(|name| tree.attr(holder, name).is_some());
            let is_card = starts && names_itself && tree.nodes[holder].chars() * 2 < tree.nodes[0].chars();
            if is_card {
                return Some((at, line));
            }
        }
        None
    }

    /// The day in the first short line under the title, where bylines stand.
    pub(super) fn dated_line(&self, wanted: &PropertyQuery<'_>) -> Option<(At, FieldMatch)> {
        /// Limit: characters of a byline.
        const MAX_BYLINE: usize = 100;
        /// Limit: elements under a title in which its byline is.
        const NEAR: usize = 40;
        /// The confidence that a day beside a title is that of its publication.
        const DATED: f64 = 0.75;
        let tree = &self.tree;
        let is_day = matches!(wanted.facets.format, Some("date" | "date-time"));
        if !is_day || !wanted.is_called("date") {
            return None;
        }
        let title = (0..tree.nodes.len())
            .find(|&at| heading_level(self.page, tree.nodes[at].node) == Some(1) && tree.nodes[at].chars() > 0)?;
        let near = (tree.nodes[title].end()..tree.nodes.len()).filter(|&at| !tree.shape(at).contains(Shape::TEXT));
        near.take(NEAR)
            .filter(|&at| !tree.shape(at).contains(Shape::BLOCK_INSIDE) && tree.nodes[at].chars() > 0)
            .filter(|&at| tree.nodes[at].chars() <= MAX_BYLINE && !self.beside.holds(at, 2) && tree.tag(at) != "a")
            .find_map(|at| self.found(wanted, at, &tree.line(at, 4 * MAX_BYLINE), DATED))
    }

    /// A rating in a short line with the best one beside it.
    pub(super) fn rated_line(&self, wanted: &PropertyQuery<'_>) -> Option<(At, FieldMatch)> {
        /// Limit: characters of a line that is a rating.
        const MAX_RATING: usize = 40;
        /// The confidence that the first such line rates what the page is about.
        const RATED: f64 = 0.7;
        let tree = &self.tree;
        if !wanted.is_called("rating") {
            return None;
        }
        let lines = (0..tree.nodes.len()).filter(|&at| {
            !tree.shape(at).contains(Shape::TEXT)
                && !tree.shape(at).contains(Shape::BLOCK_INSIDE)
                && (1..=MAX_RATING).contains(&tree.nodes[at].chars())
                && !tree.ancestors(at).any(|up| matches!(tree.tag(up), "li" | "aside" | "nav" | "footer"))
        });
        lines.take(5000).find_map(|at| {
            let line = tree.line(at, 4 * MAX_RATING);
            self.found(wanted, at, rating_in(&line)?, RATED)
        })
    }

    /// A short line with a number and a word for the counted things: `Serves 4`, `4 Portionen`.
    fn quantity(&self, wanted: &PropertyQuery<'_>, counted: &FxHashSet<&str>) -> Option<(At, FieldMatch)> {
        let tree = &self.tree;
        let mut best: Option<(At, f64, String)> = None;
        for at in 0..tree.nodes.len() {
            if tree.shape(at).contains(Shape::TEXT) || tree.nodes[at].chars() == 0 || tree.nodes[at].chars() > MAX_COUNT
            {
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
                    .map(|class| self.names.of(class))
                    .any(|own| wanted.name().likeness(&own) > 0.5)
            });
            // The line that has this and nothing else.
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

/// True for a line that counts something: a number right before or behind the word, or a label alone.
fn counts(line: &str, counted: &FxHashSet<&str>) -> bool {
    if line.ends_with('.') && line.split_whitespace().count() > 5 {
        // A sentence.
        return false;
    }
    let split = |line| str::split(line, |c: char| !c.is_alphanumeric() && c != '½').filter(|token| !token.is_empty());
    if split(line).nth(1).is_some() && !line.contains(char::is_numeric) {
        // Words, as most lines are.
        return false;
    }
    let lower = line.to_lowercase();
    let tokens: Vec<&str> = split(&lower).collect();
    let is_number = |token: &&str| token.chars().all(char::is_numeric);
    let hits = |token: &str| {
        // `4人分` has no space between them.
        counted.contains(token) || !token.is_ascii() && counted.contains(token.trim_start_matches(char::is_numeric))
    };
    tokens.iter().enumerate().any(|(i, token)| {
        hits(token)
            && (tokens.len() == 1
                || tokens[i.saturating_sub(2)..(i + 3).min(tokens.len())].iter().any(is_number)
                || token.starts_with(char::is_numeric))
    })
}

/// The value of the only text field beside a word.
fn control_beside(filler: &Extractor<'_>, at: At) -> Option<String> {
    let tree = &filler.tree;
    let up = tree.nodes[at].parent();
    let mut fields = (up..tree.nodes[up].end()).filter(|&n| matches!(tree.tag(n), "input"));
    let field = fields.next().filter(|_| fields.next().is_none())?;
    let value = crate::dom::form::value(filler.page.dom(), tree.nodes[field].node).into_owned();
    value.trim().parse::<u32>().is_ok().then_some(value)
}
