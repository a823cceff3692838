//! Sheets while scripts change their rules.

use crate::dom::NodeId;
use crate::style::EditedSheet;

/// A sheet whose rules are changed, and its text when it was last put into the tree; `None` if it has been changed since.
pub(super) struct Edits {
    pub(super) sheet: EditedSheet,
    pub(super) text: Option<String>,
}

/// The owner of the text of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum SheetPlace {
    /// A script made it.
    Made(u64),
    Element(NodeId),
}
