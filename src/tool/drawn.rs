//! Pictures that are written beside an answer.

use crate::safe_text::SafeText;

/// The picture that an answer has, if one was asked for.
#[derive(Default)]
pub(super) struct Drawn {
    /// Lines with its file and size, and what is not drawn in it; empty without one.
    pub(super) text: SafeText,
    /// The file to write, with its path.
    pub(super) file: Option<(String, Vec<u8>)>,
}

impl Drawn {
    pub(super) fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        self.file.iter().cloned().collect()
    }
}
