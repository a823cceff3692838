//! The options that a caller could set otherwise, as errors name them.

/// An option that an error's hint is about, by its meaning in the library. Each surface over the library adds how one sets
/// it there: the command line a flag, a server the name of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Setting {
    /// The address of the debugging endpoint of a running browser, as in `live::Browser::attach`.
    Address,
    /// Permission to attach to a browser on another machine: `live::Attach::allow_remote`.
    AllowRemote,
    /// The policy for a description that several elements match.
    Ambiguity,
    /// The fold of a snapshot to continue at.
    Cursor,
    /// The answer to dialogs that a page opens.
    Dialog,
    /// The source of the page.
    Page,
    /// The program to launch: `live::Launch::program`.
    Program,
    /// The recording that a page is read from.
    Recording,
    /// Reading a search pattern as a regular expression: `Search::regex`.
    Regex,
    /// The tab of a session, or of a browser.
    Tab,
    /// The aria snapshot that a page is compared with: `Template`.
    Template,
    /// The time limit.
    Timeout,
    /// The time limit for the page to settle.
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
        Self::Recording,
        Self::Regex,
        Self::Tab,
        Self::Template,
        Self::Timeout,
        Self::Wait,
    ];
}
