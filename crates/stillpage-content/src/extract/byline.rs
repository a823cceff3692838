//! The author of a page.

use rustc_hash::FxHashMap;

use super::boilerplate::{BESIDE_A_BYLINE, is_in};
use super::fill::Extractor;
use super::matching::{FieldMatch, PropertyQuery};
use super::name::Name;
use super::person::{MAX_AUTHOR, after_date_and_by, labelled, person};
use super::value;
use crate::rendered::byline::{after_by, may_start_by};
use crate::rendered::line::is_printed;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};

/// The confidence that a page without a byline is by its site: right for about half of them.
const SITE_AS_AUTHOR: f64 = 0.5;
/// The confidence in a link to the author, right for 20 of 21 recipes whose data people checked; in what is named so and starts with
/// a word for `by`, right for 23 of 29; in what is named so; and in what starts so.
const LINKED: f64 = 0.82;
const NAMED_BEHIND_BY: f64 = 0.78;
const NAMED: f64 = 0.7;
const BEHIND_BY: f64 = 0.62;

impl Extractor<'_> {
    /// Finds the author: a link to the author, what is named so, a line that starts with a word for `by`.
    pub(super) fn author(&self, wanted: &PropertyQuery<'_>) -> Option<(At, FieldMatch)> {
        let tree = &self.tree;
        let author = Name::new("author");
        let mut best: Option<(At, f64, String)> = None;
        let mut ahead = Ahead::new(tree);
        let mut known: FxHashMap<&str, bool> = FxHashMap::default();
        let mut is_author = |word| {
            *known.entry(word).or_insert_with(|| {
                let own = self.names.of(word);
                own.words().iter().any(|word| matches!(word.as_str(), "author" | "byline"))
                    || author.likeness(&own) > 0.9
            })
        };
        for at in 0..tree.nodes.len() {
            if tree.shape(at).contains(Shape::TEXT)
                || tree.nodes[at].chars() == 0
                || tree.nodes[at].chars() > 2 * MAX_AUTHOR
            {
                continue;
            }
            let rel = tree.attr(at, "rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|rel| rel == "author"));
            let named = ["class", "itemprop", "id"].iter().any(|name| {
                tree.attr(at, name).unwrap_or_default().split_ascii_whitespace().take(8).any(&mut is_author)
            });
            if !rel && !named && !starts_block(tree, at) {
                continue;
            }
            // One that is no better is not read; of what is in the best one the text decides.
            let may_win = |score: f64| {
                best.as_ref().is_none_or(|(whole, known, _)| {
                    score > known + 1e-9 || at < tree.nodes[*whole].end() && score > known - 1e-9
                })
            };
            let most = if rel {
                LINKED
            } else if named {
                NAMED_BEHIND_BY
            } else {
                BEHIND_BY
            };
            if !may_win(most) || !rel && !named && !ahead.may_be_byline(at) {
                continue;
            }
            let line = tree.line(at, 8 * MAX_AUTHOR);
            let behind = after_by(&line).or_else(|| after_date_and_by(&line));
            if !rel && !named && behind.is_none() {
                continue;
            }
            if is_in(tree, at, BESIDE_A_BYLINE)
                || self.beside.holds(at, 2) && !is_foot_of_article(tree, at)
                || holds_control(tree, at)
            {
                continue;
            }
            // A label with a colon stands before a field of its own: `Author: Ada | The Bread Book`.
            let field = labelled(&line).filter(|_| named);
            let Some(text) = field.or_else(|| person(behind.unwrap_or(&line))) else { continue };
            let score = if named && !rel && behind.is_none() { NAMED } else { most };
            // The whole of a byline has its parts in it; a name alone is better, and a line better than a block that starts
            // with it.
            let is_better = best.as_ref().is_none_or(|(whole, known, whole_text)| {
                let is_inside = at < tree.nodes[*whole].end();
                // `No ratings yet Ada Lind` around `Ada Lind`.
                let is_end_of_it = named && whole_text.len() > text.len() && whole_text.ends_with(text.as_str());
                let is_part_of_it = is_inside && (!rel && !named || is_end_of_it);
                score > known + 1e-9 || is_part_of_it && score > known - 1e-9
            });
            if is_better {
                best = Some((at, score, text));
            }
        }
        let (at, score, text) = best.or_else(|| self.name_before_date())?;
        self.found(wanted, at, &text, score)
    }

    /// The name in a line under the title with the day of publication right behind it. What is linked there is a category.
    fn name_before_date(&self) -> Option<(At, f64, String)> {
        /// Limit: elements under a title in which its byline is.
        const NEAR: usize = 40;
        /// Words of a name.
        const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
        /// The confidence that a name at that place is the author's.
        const BESIDE_DATE: f64 = 0.6;
        let tree = &self.tree;
        let title = (0..tree.nodes.len())
            .find(|&at| heading_level(self.page, tree.nodes[at].node) == Some(1) && tree.nodes[at].chars() > 0)?;
        let near = (tree.nodes[title].end()..tree.nodes.len()).filter(|&at| !tree.shape(at).contains(Shape::TEXT));
        let is_line = |&at: &At| {
            (1..=MAX_AUTHOR).contains(&tree.nodes[at].chars())
                && !tree.shape(at).contains(Shape::BLOCK_INSIDE)
                && !self.beside.holds(at, 2)
                && !(at..tree.nodes[at].end()).chain(tree.ancestors(at).take(2)).any(|n| tree.tag(n) == "a")
        };
        near.take(NEAR).filter(is_line).find_map(|at| {
            let line = tree.line(at, 4 * MAX_AUTHOR);
            let name =
                person(&line).filter(|name| *name == line && WORDS.contains(&name.split_whitespace().count()))?;
            let behind =
                tree.children(tree.nodes[at].parent()).find(|&next| next > at && tree.nodes[next].chars() > 0)?;
            let is_day = value::date(&tree.line(behind, 4 * MAX_AUTHOR), None).is_some();
            is_day.then_some((at, BESIDE_DATE, name))
        })
    }

    /// Without a named author, the site is the author.
    pub(super) fn site_as_author(&self, wanted: &PropertyQuery<'_>) -> Option<(At, FieldMatch)> {
        let is_plain = wanted.facets.is_text() && wanted.facets.format.is_none() && wanted.facets.choices.is_none();
        let site = (is_plain && wanted.is_called("author")).then(|| self.site_name()).flatten()?;
        self.found(wanted, 0, site, SITE_AS_AUTHOR)
    }
}

/// The texts that a walk in tree order comes to next. Most lines cannot be bylines by how they start: these are not put together.
struct Ahead<'t, 'a> {
    tree: &'t VisibleTree<'a>,
    /// The first text from here on that shows something, and its first character.
    shown: (At, char),
    /// The first text from here on with a digit.
    digit: At,
}

impl<'t, 'a> Ahead<'t, 'a> {
    fn new(tree: &'t VisibleTree<'a>) -> Self {
        let mut ahead = Self { tree, shown: (0, ' '), digit: 0 };
        ahead.find_shown(0);
        ahead.find_digit(0);
        ahead
    }

    /// False for an element, not before that of the last question, whose text starts with no word for `by` and has no date.
    fn may_be_byline(&mut self, at: At) -> bool {
        if self.shown.0 < at {
            self.find_shown(at);
        }
        if self.digit < at {
            self.find_digit(at);
        }
        let end = self.tree.nodes[at].end();
        self.digit < end || self.shown.0 < end && may_start_by(self.shown.1)
    }

    fn find_shown(&mut self, from: At) {
        let first = |at: At| self.tree.text(at).chars().find(|&c| !c.is_whitespace() && is_printed(c));
        let end = self.tree.nodes.len();
        self.shown = (from..end).find_map(|at| Some((at, first(at)?))).unwrap_or((end, ' '));
    }

    fn find_digit(&mut self, from: At) {
        let has_digit = |at: &At| self.tree.text(*at).bytes().any(|byte| byte.is_ascii_digit());
        let end = self.tree.nodes.len();
        self.digit = (from..end).find(has_digit).unwrap_or(end);
    }
}

/// True for the footer of an article, where bylines stand, too.
fn is_foot_of_article(tree: &VisibleTree<'_>, at: At) -> bool {
    let mut around = tree.ancestors(at).skip_while(|&up| tree.tag(up) != "footer");
    around.next().is_some() && around.any(|up| tree.tag(up) == "article")
}

/// True for the first text of its block.
fn starts_block(tree: &VisibleTree<'_>, at: At) -> bool {
    tree.shape(at).contains(Shape::BLOCK) || tree.nodes[at].previous().is_none()
}

fn holds_control(tree: &VisibleTree<'_>, at: At) -> bool {
    (at..tree.nodes[at].end()).any(|n| matches!(tree.tag(n), "input" | "textarea" | "select" | "button" | "label"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};
    use crate::page::{Page, RenderOptions};

    #[test]
    fn bylines_are_not_passed_over() {
        let html = "<!doctype html><body><h1>Soup</h1><div><div>By Ada Lind</div></div><p>\u{200b} <b>by</b> Ada<p>3 May 2024 by Ada\
                    <p>Tomorrow<p>\u{ad}<i> </i>Von Jana<p>1 cup of rice<div><p>Leek<p>par Ada</div>";
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::of_text());
        let page = Page::render(dom, Device::default(), RenderOptions::default());
        let tree = VisibleTree::new(&page);
        let mut ahead = Ahead::new(&tree);
        let (mut found, mut passed) = (0, 0);
        for at in 0..tree.nodes.len() {
            let line = tree.line(at, 8 * MAX_AUTHOR);
            let is_byline = after_by(&line).or_else(|| after_date_and_by(&line)).is_some();
            let may_be = ahead.may_be_byline(at);
            assert!(may_be || !is_byline, "{line}");
            found += usize::from(is_byline);
            passed += usize::from(!may_be);
        }
        assert!(found >= 5 && passed >= 3, "{found} bylines, {passed} passed over");
    }
}
