//! The arguments and the help of `review`.

use crate::tool::{Argument, DeviceArguments, OutputFile, TypedArguments as _, arguments, joined};

pub(crate) const SUMMARY: &str =
    "What changed between two versions of pages for agents and tests, and which locators broke";

pub(crate) const ABOUT: &str = "Compares each page below BASE with the page of the same path below HEAD: two folders, two pages, or two recordings \
     (Playwright traces, or events of rrweb), whose actions are paired by what they do. Elements are found again as `resolve` finds them. A line for each \
     element that an agent or a test relies on, which is one that a user can act on, or a heading, a landmark, an image, a dialog or a message with a name:\n\
     - gone, new: it is in one of the versions alone\n\
     - role, name: it is another one\n\
     - covered: a click landed and does not now; with what is in front\n\
     - blocked: a click does not land now since it is hidden, disabled or out of reach\n\
     - unsure: several are alike now, and nothing says which one it is.\n\n\
     --tests reads the locators in sources of tests in TypeScript, JavaScript, Python and Rust. One that finds exactly one element of \
     a page in BASE, and none or several in HEAD, is listed with its file and line and a locator for the element where it is now, \
     which finds that element alone; one that finds another element now is listed as well. Locators whose texts only a run of the \
     test knows are listed as not understood.\n\n\
     Exit code 0 if nothing broke; 1 if a locator of --tests no longer finds its one element, or without --tests if an element or a page is \
     gone, or an element has another role or name, or is covered or blocked; 2 if a page or a source cannot be read.\n\n\
     JSON: {\"changes\",\"broken\",\"checked\",\"notUnderstood\":[{\"file\",\"line\",\"locator\",\"reason\"}],\"pages\":[{\"page\",\
     \"status\":\"compared|gone|new|error\",\"changes\":[{\"kind\",\"ref\",\"role\",\"name\",\"now\":{\"ref\",\"role\",\"name\"}|null,\
     \"reason\",\"interceptor\"}],\"locators\":[{\"file\",\"line\",\"locator\",\"verdict\":\"none|several|another\",\"matches\",\
     \"element\",\"replacement\",\"reason\"}],\"notes\",\"error\"}]}.";

arguments! {
    /// The arguments of `stillpage review`.
    pub(crate) struct ReviewArguments {
        base: String = Argument::positional("base", "The version before: a folder of pages, a page, or a recording"),
        head: String = Argument::positional("head", "The version after, of the same kind"),
        tests: Vec<String> = Argument::option("tests", "Folders or files of tests whose locators are to be checked"),
        markdown: Option<OutputFile> = Argument::option("markdown", "Write a summary to this file, for a comment on a pull request"),
        github: bool = Argument::option("github", "Print annotations for GitHub, at the lines of the tests"),
    }
}

pub(crate) const ARGUMENTS: &[Argument] = joined!(ReviewArguments::ARGUMENTS, DeviceArguments::ARGUMENTS);

pub(crate) const EXAMPLES: &[(&str, &str)] = &[
    ("review main dist", "what changed in a folder of pages for agents and tests"),
    ("review main dist --tests tests", "which locators of the tests broke, and locators to use in their place"),
    ("review before.zip after.zip --tests tests --markdown summary.md", "two runs of a test, with a summary"),
];
