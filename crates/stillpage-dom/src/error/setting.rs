//! The options that a caller could set otherwise, as errors name them.

/// An option that an error's hint is about, by its meaning in the library. Each surface over the library adds how one sets
/// it there: the command line a flag, a server the name of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Setting {
    /// The address of the debugging endpoint of a running browser, as in `live::Browser::attach`.
    Address,
    /// Whether a browser on another machine may be attached to: `live::Attach::allow_remote`.
    AllowRemote,
    /// What to do when several elements match a description.
    Ambiguity,
    /// The fold of a snapshot to continue at.
    Cursor,
    /// How the dialogs that a page opens are answered.
    Dialog,
    /// Where the page comes from.
    Page,
    /// The program to launch: `live::Launch::program`.
    Program,
    /// Whether a search pattern is a regular expression: `Search::regex`.
    Regex,
    /// The tab of a session, or of a browser.
    Tab,
    /// The aria snapshot that a page is compared with: `Template`.
    Template,
    /// How long to wait.
    Timeout,
    /// How long to wait until the page has settled.
    Wait,
}

impl Setting {
    /// All of them.
    #[cfg(any(test, feature = "internals"))]
    #[doc(hidden)]
    pub const ALL: &[Self] = &[
        Self::Address,
        Self::AllowRemote,
        Self::Ambiguity,
        Self::Cursor,
        Self::Dialog,
        Self::Page,
        Self::Program,
        Self::Regex,
        Self::Tab,
        Self::Template,
        Self::Timeout,
        Self::Wait,
    ];
}
