//! Text that a snapshot has and a person looking at the page does not see: where instructions to an agent are hidden.
//!
//! There are two kinds: text that is *hidden* (nobody sees it, in no state that the page offers by its style sheets), and
//! what is an *accessible name only*: labels, alternatives of images, text moved away for screen readers. Text that reads as an
//! instruction to a reader of the page is *addressed*, where else it would be an accessible name or is seen in another state.
//!
//! *In*: a [`Page`] and its [`Snapshot`]. *Out*: [`UnseenText`]s in the order of the page. Painting order, colours and geometry
//! decide (`sight`), style sheets say what other states there are (`offers`).

mod characters;
#[cfg(test)]
mod corpus_tests;
mod judge;
mod names;
mod offers;
mod pixel;
mod ports;
mod sight;
mod surface;
#[cfg(test)]
mod tests;

use self::judge::Judge;
use self::sight::around;
use super::{Child, Snapshot, is_addressed};
use crate::dom::{Dom, NodeId, NodeMap, local_name};
use crate::page::Page;
use crate::refs::Ref;
use crate::text::normalize;

/// Limit: characters that are kept of a text.
const MAX_TEXT: usize = 500;

/// A class of unseen text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum UnseenClass {
    /// Nobody sees it, in no state that the page offers.
    Hidden,
    /// It reads as an instruction to a reader of the page, and only such a reader gets to know it.
    Addressed,
    /// A label, the alternative of an image, a text for screen readers.
    AccessibleNameOnly,
}

impl UnseenClass {
    /// The name in JSON.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Addressed => "addressed",
            Self::AccessibleNameOnly => "accessibleNameOnly",
        }
    }

    /// The name of the mark of a line.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Addressed => "addressed",
            Self::AccessibleNameOnly => "name-only",
        }
    }
}

/// The reason why a text is not seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Unseen {
    /// Outside of what the page can be scrolled to.
    OffPage,
    /// Behind so much of nothing that nobody scrolls there.
    FarAway,
    /// Its box, or its font, has no size to speak of.
    ZeroSize,
    /// Transparent.
    Transparent,
    /// In the colour of its background.
    SameColor,
    /// A filter or a blend mode leaves nothing of it.
    Filtered,
    /// Something is in front.
    Covered,
    /// Its back is shown, which is not painted.
    TurnedAway,
    /// Clipped away.
    Clipped,
    /// In characters that are not drawn.
    UndrawnCharacters,
    /// An image stands for it.
    ReplacedByImage,
    /// The label of a field that nobody sees either.
    HiddenField,
    /// In an attribute that gives a name or a description.
    Label,
    /// The alternative of an image.
    Alternative,
    /// A title: shown where the pointer rests, if at all.
    Title,
    /// The placeholder of a field.
    Placeholder,
    /// A choice of a closed list.
    Choice,
    /// The alternative of generated content.
    Generated,
    /// Seen only in another state of the page.
    OtherState,
}

impl Unseen {
    /// The word in the mark of a line and in JSON.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::OffPage => "off-page",
            Self::FarAway => "far-away",
            Self::ZeroSize => "zero-size",
            Self::Transparent => "transparent",
            Self::SameColor => "same-color",
            Self::Filtered => "filtered",
            Self::Covered => "covered",
            Self::TurnedAway => "turned-away",
            Self::Clipped => "clipped",
            Self::UndrawnCharacters => "undrawn-characters",
            Self::ReplacedByImage => "replaced-by-image",
            Self::HiddenField => "hidden-field",
            Self::Label => "aria-label",
            Self::Alternative => "alt",
            Self::Title => "title",
            Self::Placeholder => "placeholder",
            Self::Choice => "option",
            Self::Generated => "generated",
            Self::OtherState => "other-state",
        }
    }
}

/// A text of a snapshot that a person does not see.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnseenText {
    /// The element of the snapshot's node that has it.
    pub element: NodeId,
    /// The ref of that.
    pub reference: Option<Ref>,
    /// Its class.
    pub class: UnseenClass,
    /// The reason.
    pub why: Unseen,
    /// It reads as an instruction to a reader of the page.
    pub addressed: bool,
    /// The text, white space collapsed.
    pub text: String,
}

/// The texts of a page that a person looking at it does not see.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnseenTexts {
    /// The texts.
    pub texts: Vec<UnseenText>,
    /// False if the page paints so much on itself that some of it was not looked at.
    pub is_complete: bool,
}

impl Snapshot {
    /// The texts that a person looking at the page does not see: those of the page in order, then names and attributes. Cost:
    /// linear, but for the depth of the page and what is painted on each other.
    #[must_use]
    #[doc(hidden)]
    pub fn unseen_texts(&self, page: &Page) -> UnseenTexts {
        let dom = page.dom();
        let mut references: NodeMap<Option<Option<Ref>>> = NodeMap::new(dom.len(), None);
        for (_, child) in self.walk() {
            if let Child::Node(index) = child {
                references[self.node(*index).element] = Some(self.node(*index).reference);
            }
        }
        let shown = |node: NodeId| around(dom, node).find_map(|n| Some((n, references.get(n).copied().flatten()?)));
        let mut judge = Judge::new(page);
        let mut texts: Vec<(NodeId, UnseenText)> = Vec::new();
        let mut last: Option<(NodeId, Unseen)> = None;
        for (node, own) in judge.texts() {
            let Some((element, reference)) = shown(node) else { continue };
            if let Some(text) = characters::undrawn(&own) {
                let (class, why, addressed) = (UnseenClass::Hidden, Unseen::UndrawnCharacters, is_addressed(&text));
                texts.push((node, UnseenText { element, reference, class, why, addressed, text }));
                last = None;
            }
            let text = normalize(&own);
            let Some(why) = judge.unseen(node).filter(|_| !text.is_empty()) else {
                last = None;
                continue;
            };
            // What is hidden in one place is one text.
            if let (Some((other, known)), Some((_, before))) = (last, texts.last_mut())
                && known == why
                && are_near(dom, other, node)
            {
                if before.text.len() < MAX_TEXT {
                    before.text.push(' ');
                    before.text.push_str(&text);
                }
            } else {
                let class = UnseenClass::Hidden;
                texts.push((node, UnseenText { element, reference, class, why, addressed: false, text }));
            }
            last = Some((node, why));
        }
        let mut found = Vec::new();
        for (node, mut own) in texts {
            own.addressed = is_addressed(&own.text);
            if judge.classify(node, &mut own) {
                cut(&mut own.text);
                found.push(own);
            }
        }
        found.extend(undrawn_attributes(page, &shown));
        found.extend(names::names_only(page, self));
        let others = names::addressed(page, &shown, &found);
        found.retain(|own| {
            own.class != UnseenClass::AccessibleNameOnly
                || !others.iter().any(|other| other.element == own.element && other.text == own.text)
        });
        found.extend(others);
        UnseenTexts { texts: found, is_complete: judge.is_complete() }
    }
}

/// Characters that are not drawn in attributes that become names.
fn undrawn_attributes(page: &Page, shown: &dyn Fn(NodeId) -> Option<(NodeId, Option<Ref>)>) -> Vec<UnseenText> {
    let dom = page.dom();
    let mut found = Vec::new();
    for node in composed_elements(dom) {
        for name in ["alt", "title", "aria-label", "placeholder", "value", "aria-description"] {
            let Some(value) = names::attr(dom, node, name) else { continue };
            if let Some(text) = characters::undrawn(value)
                && let Some((element, reference)) = shown(node)
            {
                let (class, why, addressed) = (UnseenClass::Hidden, Unseen::UndrawnCharacters, is_addressed(&text));
                found.push(UnseenText { element, reference, class, why, addressed, text });
            }
        }
    }
    found
}

/// The elements of the page, its shadow trees and its frames, in order.
fn composed_elements(dom: &Dom) -> Vec<NodeId> {
    let (mut all, mut open) = (Vec::new(), vec![dom.document()]);
    while let Some(node) = open.pop() {
        open.extend(dom.children(node).rev());
        if let Some(element) = dom.element(node) {
            all.push(node);
            open.extend(element.frame_document);
            open.extend(element.shadow_root);
        }
    }
    all
}

fn cut(text: &mut String) {
    if let Some((at, _)) = text.char_indices().nth(MAX_TEXT) {
        text.truncate(at);
        text.push('…');
    }
}

/// True for texts of one paragraph or box.
fn are_near(dom: &Dom, one: NodeId, other: NodeId) -> bool {
    let near: Vec<NodeId> = around(dom, one).take(4).collect();
    around(dom, other).take(4).any(|node| near.contains(&node) && !dom.is_html(node, &local_name!("body")))
}
