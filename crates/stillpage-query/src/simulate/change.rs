//! [`Change`]: what one op did, and whether its ground truth is decidable.

/// From what the ground truth of a re-render can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clarity {
    /// From the pages alone.
    Plain,
    /// From the pages and from which nodes are still connected.
    WithHandles,
    /// From nothing: duplicates changed places, for instance.
    Unclear,
}

impl Clarity {
    /// The word for output.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::WithHandles => "with handles",
            Self::Unclear => "unclear",
        }
    }
}

/// The effect of one op.
pub(super) struct Change {
    /// One sentence without a full stop.
    pub(super) what: String,
    pub(super) clarity: Clarity,
    /// True if nodes are gone or show something else.
    pub(super) drops_nodes: bool,
}

impl Change {
    /// A change after which each node shows the same widget.
    pub(super) fn keeping_nodes(what: impl Into<String>, clarity: Clarity) -> Self {
        Self { what: what.into(), clarity, drops_nodes: false }
    }

    /// A change that removes nodes or makes them show other widgets.
    pub(super) fn dropping_nodes(what: impl Into<String>, clarity: Clarity) -> Self {
        Self { what: what.into(), clarity, drops_nodes: true }
    }
}
