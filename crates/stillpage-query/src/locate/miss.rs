//! Descriptions that match nothing: the reason, and what came close.

use rustc_hash::FxHashSet;

use super::binding::{Rejection, RoleWord, role_of};
use super::ladder::{Ladder, Rung, without};
use super::phrase::Description;
use crate::aria::{Exposure, Role};
use crate::dom::{NodeId, local_name};
use crate::page::Page;
use crate::text::{folded, words};

/// Limit: links that are shown as a sample.
const MAX_LINKS: usize = 10;
/// Limit: elements that are shown for a rung.
const MAX_NEAR: usize = 3;
/// The least likeness of a name that is shown, from 0 to 1.
const NEAR_ENOUGH: f32 = 0.5;

/// Elements that come near a description that matches none.
#[derive(Debug, Clone, PartialEq)]
pub struct Miss {
    /// The role that the description hints at.
    pub role: Option<RoleWord>,
    /// Elements of that role with any name; 0 without a role.
    pub role_count: usize,
    /// Elements whose label has the first phrase, hidden ones too.
    pub label_count: usize,
    /// Elements whose text has the first phrase, hidden ones too.
    pub text_count: usize,
    /// The first visible links of the page.
    pub links: Vec<NodeId>,
    /// A link, visible or not, whose text or `aria-label` has a phrase.
    pub fallback: Option<NodeId>,
    /// The elements that come near, by rung.
    pub near: Vec<Near>,
}

/// An element that is not the answer, but not far from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// The rung that it came near to.
    pub rung: Rung,
    /// The element.
    pub node: NodeId,
    /// Its accessible name, else its text.
    pub label: String,
    /// The reason why it is not the answer.
    pub mismatch: Rejection,
}

const LINK: RoleWord = RoleWord { word: "link", role: Role::Link };

pub(super) fn explain(page: &Page, ladder: &Ladder<'_>, description: &Description) -> Miss {
    let first = description.phrases.first().map_or("", String::as_str);
    let links: Vec<NodeId> = ladder.elements().filter(|&node| is_link(page, node)).collect();
    let fitting: FxHashSet<NodeId> = description
        .phrases
        .iter()
        .flat_map(|phrase| [(Rung::Role, phrase), (Rung::Label, phrase)])
        .flat_map(|(rung, phrase)| ladder.fitting(rung, Some(LINK), phrase))
        .collect();
    // The text of a link may be that of an element in it.
    let by_text: FxHashSet<NodeId> = description
        .phrases
        .iter()
        .flat_map(|phrase| ladder.fitting(Rung::Text, None, phrase))
        .filter_map(|node| std::iter::once(node).chain(page.dom().ancestors(node)).find(|&n| is_link(page, n)))
        .collect();
    let fallback = links.iter().copied().find(|node| fitting.contains(node) || by_text.contains(node));
    let visible_links = links.into_iter().filter(|&node| ladder.is_visible(node)).take(MAX_LINKS).collect();
    Miss {
        role: description.role,
        role_count: description.role.map_or(0, |role| ladder.fitting(Rung::Role, Some(role), "").len()),
        label_count: ladder.fitting(Rung::Label, None, first).len(),
        text_count: ladder.fitting(Rung::Text, None, first).len(),
        links: visible_links,
        fallback,
        near: near(page, ladder, description),
    }
}

fn is_link(page: &Page, node: NodeId) -> bool {
    let dom = page.dom();
    [local_name!("a"), local_name!("area")].iter().any(|name| dom.is_html(node, name))
        && dom.attr(node, &local_name!("href")).is_some()
}

fn near(page: &Page, ladder: &Ladder<'_>, description: &Description) -> Vec<Near> {
    let mut all = Vec::new();
    let entry = |rung, node, mismatch| Near { rung, node, label: ladder.name_or_text(node), mismatch };
    let why = |rung, node| entry(rung, node, mismatch(page, ladder, description, rung, node));
    for rung in Rung::ALL {
        let mut found: Vec<Near> = Vec::new();
        for phrase in description.phrases.iter().chain(&description.core) {
            let fitting = ladder.fitting(rung, description.role, phrase);
            found.extend(fitting.iter().map(|&node| why(rung, node)));
            if rung == Rung::Role && found.len() < MAX_NEAR {
                let named = without(of_any_role(page, ladder, phrase), &fitting);
                found.extend(named.into_iter().map(|node| why(rung, node)));
            }
            found.truncate(MAX_NEAR);
            if !found.is_empty() {
                break;
            }
        }
        if rung == Rung::Role && found.is_empty() {
            found = similar(page, ladder, description)
                .into_iter()
                .map(|node| entry(rung, node, Rejection::OtherName))
                .collect();
        }
        all.extend(found);
    }
    all
}

/// Returns the reason why an element that a phrase fits on a rung is not the answer.
fn mismatch(page: &Page, ladder: &Ladder<'_>, description: &Description, rung: Rung, node: NodeId) -> Rejection {
    if !ladder.is_visible(node) {
        return Rejection::Hidden;
    }
    match description.role.map(|role| role.answer(page, node)) {
        Some(Err(mismatch)) => mismatch,
        Some(Ok(answer)) if !ladder.is_visible(answer) => Rejection::Hidden,
        _ if !ladder.counts(rung, node) => Rejection::AriaHidden,
        _ => Rejection::OtherPlace,
    }
}

/// Elements of any role whose name has a phrase, or has it spelled otherwise.
fn of_any_role(page: &Page, ladder: &Ladder<'_>, phrase: &str) -> Vec<NodeId> {
    let folded = folded(phrase);
    let exposed =
        |node: &NodeId| page.aria().get(*node).is_some_and(|known| !known.exposure.contains(Exposure::HIDDEN));
    let named = ladder.named().filter(|(_, name)| name.contains(&folded)).map(|(node, _)| node);
    let mut found: Vec<NodeId> = named.filter(exposed).collect();
    // The control before the row that is named after it.
    found.sort_by_key(|&node| !role_of(page, node).is_some_and(Role::is_interactive));
    found.truncate(MAX_NEAR * 2);
    if !found.is_empty() {
        return found;
    }
    ladder.spelled(Rung::Role, phrase).into_iter().filter(exposed).take(MAX_NEAR * 2).collect()
}

/// Visible elements whose names are most like the first phrases: of the described role, else of any interactive one.
fn similar(page: &Page, ladder: &Ladder<'_>, description: &Description) -> Vec<NodeId> {
    let mut scored: Vec<(f32, NodeId)> = Vec::new();
    let wanted: Vec<Vec<String>> = description.phrases.iter().take(2).map(|phrase| first_words(phrase)).collect();
    for (node, name) in ladder.named() {
        let Some(known) = page.aria().get(node).filter(|known| known.exposure.contains(Exposure::BOX)) else {
            continue;
        };
        let Some(role) = known.role else { continue };
        if !description.role.map_or_else(|| role.is_interactive(), |wanted| wanted.accepts(page, node)) {
            continue;
        }
        let name = first_words(name);
        let score = wanted.iter().map(|phrase| likeness(phrase, &name)).fold(0.0, f32::max);
        if score >= NEAR_ENOUGH {
            scored.push((score, node));
        }
    }
    // Stable: of equals the first on the page.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(MAX_NEAR).map(|(_, node)| node).collect()
}

/// The first words of a text, each cut. Limit: 12 words of 30 characters, since each is compared with each.
fn first_words(text: &str) -> Vec<String> {
    words(text).take(12).map(|word| word.chars().take(30).collect()).collect()
}

/// Returns the share of a phrase that is in a name, word by word: from 0 to 1.
fn likeness(phrase: &[String], name: &[String]) -> f32 {
    if phrase.is_empty() {
        return 0.0;
    }
    let best = |word: &String| name.iter().map(|other| word_likeness(word, other)).fold(0.0, f32::max);
    #[expect(clippy::cast_precision_loss, reason = "at most 12 words")]
    let mean = phrase.iter().map(best).sum::<f32>() / phrase.len() as f32;
    mean
}

fn word_likeness(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.chars().count() >= 3 && long.starts_with(short) {
        return 0.8;
    }
    let allowed = long.chars().count() / 4;
    let may_be_close = allowed > 0 && least_edits(a, b) <= allowed;
    if may_be_close && strsim::levenshtein(a, b) <= allowed { 0.7 } else { 0.0 }
}

/// Returns a number of edits that it takes at least to make one word of another: every letter that only one of them has is one. Quick
/// to find out, since most words on a page have little in common.
fn least_edits(a: &str, b: &str) -> usize {
    // Letters that share a bit count as the same.
    let letters = |word: &str| word.chars().fold(0_u64, |letters, c| letters | 1 << (u32::from(c) % 64));
    let (a, b) = (letters(a), letters(b));
    (a & !b).count_ones().max((b & !a).count_ones()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_at_least_the_letters_that_one_word_lacks() {
        let words =
            ["", "a", "add", "dad", "cart", "card", "carte", "trac", "überall", "uberall", "ŀ", "0123456789", "zzzz"];
        for a in words {
            for b in words {
                assert!(least_edits(a, b) <= strsim::levenshtein(a, b), "{a} {b}");
            }
        }
        assert_eq!(least_edits("cart", "page"), 3);
    }
}
