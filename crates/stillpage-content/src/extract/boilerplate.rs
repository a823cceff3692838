//! The surroundings of something on a page, and what its names and titles are made of.

use super::name::words_in;
use crate::rendered::visible::{At, VisibleTree};
use crate::text::name_words;

/// Parts by others, or about a person rather than by them.
pub(super) const BESIDE_A_BYLINE: &[&str] =
    &["comment", "comments", "respond", "related", "reply", "about", "subscribe", "newsletter"];

/// The title of a document taken apart: the name of the page, and the name of the site behind the last mark.
pub(super) fn title_and_site(title: &str) -> Option<(&str, &str)> {
    const MARKS: [&str; 7] = [" | ", " – ", " — ", " - ", " · ", " » ", " :: "];
    let (at, mark) = MARKS.iter().filter_map(|mark| title.rfind(mark).map(|at| (at, mark))).max()?;
    let (page, site) = (title.get(..at)?.trim(), title.get(at + mark.len()..)?.trim());
    (!page.is_empty() && !site.is_empty()).then_some((page, site))
}

/// Words in lower case, without those that only hold others together: single letters and digits of ASCII.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = words_in(text);
    words.retain(|word| word.len() > 1);
    words
}

/// True if a word of the class or id of something around is one of these.
pub(super) fn is_in(tree: &VisibleTree<'_>, at: At, names: &[&str]) -> bool {
    let around = std::iter::once(at).chain(tree.ancestors(at)).take(8);
    around.take_while(|&up| tree.nodes[up].chars() * 2 < tree.nodes[0].chars()).any(|up| {
        ["class", "id"].iter().any(|name| {
            let own = tree.attr(up, name).unwrap_or_default().split_ascii_whitespace().take(8);
            own.flat_map(name_words).any(|word| names.iter().any(|name| name.eq_ignore_ascii_case(word)))
        })
    })
}

/// The places beside the content: navigation, footers and asides.
pub(super) struct Boilerplate(Vec<Place>);

bitflags::bitflags! {
    #[derive(Clone, Copy)]
    struct Place: u8 {
        const BESIDE = 1;
        /// In a header that is not that of an article.
        const HEADER = 1 << 1;
        /// In an article or the main content.
        const CONTENT = 1 << 2;
    }
}

impl Boilerplate {
    pub(super) fn new(tree: &VisibleTree<'_>) -> Self {
        let mut places: Vec<Place> = Vec::with_capacity(tree.nodes.len());
        for (at, node) in tree.nodes.iter().enumerate() {
            let mut place = places.get(node.parent()).copied().unwrap_or(Place::empty());
            let role = tree.attr(at, "role");
            let is_beside = matches!(role, Some("navigation" | "contentinfo" | "complementary" | "dialog" | "search"))
                || match tree.tag(at) {
                    "nav" | "footer" | "button" | "dialog" => true,
                    // Some pages have their content in an `aside`.
                    "aside" => node.chars() * 2 < tree.nodes[0].chars(),
                    _ => false,
                };
            place.set(Place::BESIDE, is_beside || place.contains(Place::BESIDE));
            match tree.tag(at) {
                "header" if !place.contains(Place::CONTENT) => place |= Place::HEADER,
                "article" | "main" => place |= Place::CONTENT,
                _ => {}
            }
            places.push(place);
        }
        Self(places)
    }

    /// True for an element beside the content; a heading of the first level in a header is the page's.
    pub(super) fn holds(&self, at: At, level: usize) -> bool {
        let header = if level > 1 { Place::HEADER } else { Place::empty() };
        self.0[at].intersects(Place::BESIDE | header)
    }
}
