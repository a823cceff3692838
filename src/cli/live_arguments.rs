//! The arguments of input to a tab.

use crate::geometry::Point;
use crate::tool::{Argument, arguments};

const TARGET: Argument = Argument::positional("target", "The element: a ref, or a CSS selector");

arguments! {
    /// The element that an input goes to.
    pub(super) struct TargetArguments {
        target: String = TARGET,
    }
}

arguments! {
    /// The arguments of `stillpage live fill`.
    pub(super) struct LiveFillArguments {
        target: String = TARGET,
        text: String = Argument::positional("text", "The new text"),
    }
}

arguments! {
    /// The arguments of `stillpage live type`.
    pub(super) struct LiveTypeArguments {
        target: String = TARGET,
        text: String = Argument::positional("text", "What to type"),
    }
}

arguments! {
    /// The arguments of `stillpage live select`.
    pub(super) struct LiveSelectArguments {
        target: String = TARGET,
        text: Vec<String> = Argument::positional("text", "Labels or values of the options").required(),
    }
}

arguments! {
    /// The arguments of `stillpage live upload`.
    pub(super) struct LiveUploadArguments {
        target: String = TARGET,
        file: Vec<String> = Argument::positional("file", "Files to choose").required(),
    }
}

arguments! {
    /// The arguments of `stillpage live goto`.
    pub(super) struct LiveGotoArguments {
        url: String = Argument::positional("url", "The address, or a file"),
    }
}

arguments! {
    /// The arguments of `stillpage live press`.
    pub(super) struct LivePressArguments {
        key: String = Argument::positional("key", "Enter, Tab, Escape, ArrowDown, a, Control+a, ..."),
        target: Option<String> = Argument::positional("target", "The element to focus first: a ref, or a CSS selector"),
    }
}

arguments! {
    /// The arguments of `stillpage live scroll`.
    pub(super) struct LiveScrollArguments {
        target: Option<String> = Argument::positional("target", "The element: a ref, or a CSS selector"),
        by: Option<Point> = Argument::option("by", "Turn the wheel by X,Y pixels over the middle of the window"),
    }
}

arguments! {
    /// The arguments of `stillpage live wait`.
    pub(super) struct LiveWaitArguments {
        what: Option<String> = Argument::positional("for", "Milliseconds, a text, or a selector (#id, .class, css=...)"),
    }
}
