//! Generated content: its items, counters, quotes.

use std::sync::Arc;

use super::ListStyleType;
use crate::dom::{Atom, NaturalSize};

/// A part of generated content.
#[derive(Debug, Clone, PartialEq)]
pub enum ContentItem {
    /// A string, also from `attr()`.
    Text(Box<str>),
    /// `counter()` and `counters()`, already formatted for this element (the cascade walks in tree order).
    Counter(Box<str>),
    /// An open or close quote, already looked up by nesting depth.
    Quote(Box<str>),
    /// `counter()`, `counters()` before the cascade formats it; never in finished styles.
    CounterUse(CounterUse),
    /// A quote keyword before the cascade looks it up; never in finished styles.
    QuoteUse(QuoteUse),
    /// An image.
    Image(GeneratedImage),
}

impl ContentItem {
    /// Its text, as far as it is known; `None` for images.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Counter(text) | Self::Quote(text) => Some(text),
            Self::CounterUse(_) | Self::QuoteUse(_) | Self::Image(_) => None,
        }
    }

    /// Bytes of its text, as far as it is known.
    fn len(&self) -> usize {
        self.text().map_or(0, str::len)
    }
}

/// An image of generated content or of a list marker.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GeneratedImage {
    /// Its natural size where the URL itself has it; gradients have none.
    pub size: Option<NaturalSize>,
    /// Its URL; gradients have none.
    pub url: Option<Arc<str>>,
}

/// `counter()`, `counters()`
#[derive(Debug, Clone, PartialEq)]
pub struct CounterUse {
    /// Name of the counter.
    pub name: Atom,
    /// The separator of `counters()`; `None` for `counter()`.
    pub separator: Option<Box<str>>,
    /// Counter style.
    pub style: ListStyleType,
}

/// The quote keywords of `content`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum QuoteUse {
    Open,
    Close,
    NoOpen,
    NoClose,
}

/// An entry of `counter-reset`, `counter-increment` or `counter-set`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterChange {
    /// Name of the counter.
    pub name: Atom,
    /// Start value, increment or value; `None` for a `reversed()` counter without one.
    pub value: Option<i32>,
    /// `reversed()`
    pub reversed: bool,
}

/// `quotes`
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Quotes {
    /// `auto`: by language.
    #[default]
    Auto,
    /// `none`
    None,
    /// Open and close marks by depth.
    Pairs(Arc<[(Box<str>, Box<str>)]>),
}

/// `content`
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Content {
    /// `normal`: nothing for pseudo-elements.
    #[default]
    Normal,
    /// `none`
    None,
    /// Generated items and the alternative text after `/`.
    Items(Vec<ContentItem>, Option<Alternative>),
}

impl Content {
    /// Bytes that it takes for one pseudo-element: its text, as far as it is known, and its items but the first.
    pub(in crate::style) fn len(&self) -> u64 {
        let Self::Items(items, alternative) = self else { return 0 };
        let texts: usize = items.iter().map(ContentItem::len).sum();
        let alternative = match alternative {
            Some(Alternative::Text(text)) => text.len(),
            _ => 0,
        };
        (texts + alternative + items.len().saturating_sub(1) * size_of::<ContentItem>()) as u64
    }
}

/// The alternative text of generated content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alternative {
    Text(Box<str>),
    /// Some of it is a counter.
    Counted,
}
