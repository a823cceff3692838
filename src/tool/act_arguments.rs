//! The arguments of the actions.

use super::{Argument, FILE, OutputFile, PageFile, arguments, choice};
use crate::activation::Button;
use crate::geometry::Point;

pub(super) const TARGET: Argument = Argument::positional("target", "The element: a ref or a CSS selector");

arguments! {
    /// The file that the page after an action is written to.
    pub(crate) struct OutputArguments {
        output: Option<OutputFile> = Argument::option("output", "Write the page after the action to this file")
            .detail("Documents in frames are written as they were."),
        overwrite: bool = Argument::option("overwrite", "Let --output write over the page itself"),
    }
}

choice! {
    /// The state of a checkbox.
    pub(super) enum Checkedness {
        On = "on",
        Off = "off",
    }
}

arguments! {
    /// The arguments of `stillpage click`.
    pub(super) struct ClickArguments {
        file: PageFile = FILE,
        target: String = TARGET,
        button: Button = Argument::option("button", "Mouse button").default("left"),
        count: usize = Argument::option("count", "How often to click: 2 for a double click")
            .within(1, 3)
            .default("1"),
    }
}

arguments! {
    /// The arguments of `stillpage fill`.
    pub(super) struct FillArguments {
        file: PageFile = FILE,
        target: String = TARGET,
        text: String = Argument::positional("text", "The new text"),
    }
}

arguments! {
    /// The arguments of `stillpage type`.
    pub(super) struct TypeArguments {
        file: PageFile = FILE,
        target: String = TARGET,
        text: String = Argument::positional("text", "The text"),
        submit: bool = Argument::option("submit", "Press Enter at the end"),
    }
}

arguments! {
    /// The arguments of `stillpage press`.
    pub(super) struct PressArguments {
        file: PageFile = FILE,
        key: String = Argument::positional("key", "The key"),
    }
}

arguments! {
    /// The arguments of `stillpage select`.
    pub(super) struct SelectArguments {
        file: PageFile = FILE,
        target: String = TARGET,
        option: Vec<String> = Argument::positional("option", "Values or labels of options").required(),
    }
}

arguments! {
    /// The arguments of `stillpage set-checked`.
    pub(super) struct SetCheckedArguments {
        file: PageFile = FILE,
        target: String = TARGET,
        state: Checkedness = Argument::positional("state", "What it is to be"),
    }
}

arguments! {
    /// The arguments of `stillpage hover` and `submit`.
    pub(super) struct TargetArguments {
        file: PageFile = FILE,
        target: String = TARGET,
    }
}

arguments! {
    /// The arguments of `stillpage drag`.
    pub(super) struct DragArguments {
        file: PageFile = FILE,
        target: String = TARGET,
        to: String = Argument::positional("to", "Where to: a ref or a CSS selector"),
    }
}

arguments! {
    /// The arguments of `stillpage scroll`.
    pub(super) struct ScrollArguments {
        file: PageFile = FILE,
        by: Point = Argument::positional(
            "by",
            "How far, to the right and down, CSS pixels; -- before a negative number",
        ),
        over: Option<String> = Argument::option("over", "The element under the pointer: a ref or a CSS selector"),
    }
}
