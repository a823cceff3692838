//! The rules by which a snapshot leaves elements out.

use crate::dom::NodeId;

/// A rule that leaves an element out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omission {
    /// It is hidden for assistive technology, and (in [`SnapshotMode::Ai`](super::SnapshotMode::Ai)) has no visible box either.
    Hidden,
    /// Its role is `none` or `presentation`: its content replaces it.
    Presentational,
    /// It has no role, and the snapshot shows elements with roles only; its content replaces it.
    NoRole,
    /// An inline element without a role that holds one text: that text is its parent's.
    InlineText,
    /// No walk over the page comes to it: it is outside of the body or in what is not rendered.
    OutOfReach,
    /// A generic without a name and without content.
    Empty,
    /// A generic without a name that holds one element, which replaces it.
    OnlyChild,
    /// An image without a name or content.
    MuteImage,
    /// A generic that only repeats the name of its parent.
    RepeatsName,
    /// A generic that holds one text, alone in another generic: the text is that one's.
    PlainText,
    /// It is below the depth limit of the snapshot.
    TooDeep,
    /// It is in this element, whose content is left out.
    Inside(NodeId),
}

impl Omission {
    /// The rule as a sentence without its subject and full stop.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Hidden => "is hidden",
            Self::Presentational => "is presentational; its content replaces it",
            Self::NoRole => "has no role; its content replaces it",
            Self::InlineText => "is inline, without a role, and holds one text, which its parent takes",
            Self::OutOfReach => "is outside of the rendered area",
            Self::Empty => "is generic, without a name or content",
            Self::OnlyChild => "is generic, without a name, and holds one element, which replaces it",
            Self::MuteImage => "is an image without a name",
            Self::RepeatsName => "only repeats the name of its parent",
            Self::PlainText => "is generic and holds one text, which its parent takes",
            Self::TooDeep => "is below the depth limit of the snapshot",
            Self::Inside(_) => "is in an element whose content is left out",
        }
    }
}
