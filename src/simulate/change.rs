//! [`Change`]: what one op did, and whether the truth about it can be seen.

/// Whether the truth about a re-render can be told by somebody who sees the pages before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clarity {
    /// From the pages alone.
    Plain,
    /// From the pages and from which nodes are still connected.
    WithHandles,
    /// Not at all: twins changed places, for instance.
    Unclear,
}

impl Clarity {
    /// In one word, for answers.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::WithHandles => "with handles",
            Self::Unclear => "unclear",
        }
    }
}

/// What one op did.
pub(super) struct Change {
    /// One sentence without a full stop.
    pub(super) what: String,
    pub(super) clarity: Clarity,
    /// True if nodes are gone or show something else.
    pub(super) drops_nodes: bool,
}

impl Change {
    /// Every node stays what it is.
    pub(super) fn keeping_nodes(what: impl Into<String>, clarity: Clarity) -> Self {
        Self { what: what.into(), clarity, drops_nodes: false }
    }

    /// Some nodes are gone, or show something else.
    pub(super) fn dropping_nodes(what: impl Into<String>, clarity: Clarity) -> Self {
        Self { what: what.into(), clarity, drops_nodes: true }
    }
}
