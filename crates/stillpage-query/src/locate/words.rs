//! The words that a description of an element is read by: data.

use crate::aria::Role;

/// Everyday names of elements, with the role that each stands for; the help of `locate` prints this table. Where several match at
/// one position, the longest counts.
pub const ROLE_WORDS: &[(&str, Role)] = &[
    ("button", Role::Button),
    ("btn", Role::Button),
    ("push button", Role::Button),
    ("link", Role::Link),
    ("hyperlink", Role::Link),
    ("anchor", Role::Link),
    ("tab", Role::Tab),
    ("checkbox", Role::Checkbox),
    ("check box", Role::Checkbox),
    ("tickbox", Role::Checkbox),
    ("radio", Role::Radio),
    ("radio button", Role::Radio),
    ("switch", Role::Switch),
    ("toggle", Role::Switch),
    ("field", Role::Textbox),
    ("input", Role::Textbox),
    ("input field", Role::Textbox),
    ("text field", Role::Textbox),
    ("text box", Role::Textbox),
    ("text input", Role::Textbox),
    ("text area", Role::Textbox),
    ("textbox", Role::Textbox),
    ("textfield", Role::Textbox),
    ("textarea", Role::Textbox),
    ("search box", Role::Searchbox),
    ("search field", Role::Searchbox),
    ("search bar", Role::Searchbox),
    ("searchbox", Role::Searchbox),
    ("dropdown", Role::Combobox),
    ("drop-down", Role::Combobox),
    ("drop down", Role::Combobox),
    ("dropdown menu", Role::Combobox),
    ("dropdown list", Role::Combobox),
    ("select box", Role::Combobox),
    ("combobox", Role::Combobox),
    ("combo box", Role::Combobox),
    ("listbox", Role::Listbox),
    ("list box", Role::Listbox),
    ("option", Role::Option),
    ("slider", Role::Slider),
    ("spinner", Role::Spinbutton),
    ("spinbutton", Role::Spinbutton),
    ("number field", Role::Spinbutton),
    ("menu", Role::Menu),
    ("menu item", Role::Menuitem),
    ("menuitem", Role::Menuitem),
    ("heading", Role::Heading),
    ("headline", Role::Heading),
    ("image", Role::Img),
    ("picture", Role::Img),
    ("icon", Role::Img),
    ("photo", Role::Img),
    ("dialog", Role::Dialog),
    ("modal", Role::Dialog),
    ("popup", Role::Dialog),
    ("table", Role::Table),
    ("row", Role::Row),
    ("cell", Role::Cell),
    ("column header", Role::Columnheader),
    ("list", Role::List),
    ("list item", Role::Listitem),
    ("tree item", Role::Treeitem),
    ("progress bar", Role::Progressbar),
    ("banner", Role::Banner),
    ("navigation", Role::Navigation),
];

/// The roles that a word covers beyond its own: the subclasses that WAI-ARIA gives that role.
///
/// <https://www.w3.org/TR/wai-aria-1.2/#role_definitions>, "Subclass Roles"
pub(super) const SUBCLASSES: &[(Role, &[Role])] = &[
    (Role::Cell, &[Role::Gridcell, Role::Columnheader, Role::Rowheader]),
    (Role::Checkbox, &[Role::Switch]),
    (Role::Dialog, &[Role::Alertdialog]),
    (Role::List, &[Role::Directory, Role::Feed]),
    (Role::Menu, &[Role::Menubar]),
    (Role::Menuitem, &[Role::Menuitemcheckbox, Role::Menuitemradio]),
    (Role::Table, &[Role::Grid, Role::Treegrid]),
    (Role::Textbox, &[Role::Searchbox]),
];

/// Everyday names of the button that opens a site's menu.
pub(super) const MENU_TOGGLES: &[&str] =
    &["hamburger", "hamburger menu", "burger menu", "menu toggle", "nav toggle", "navigation toggle"];

/// The words that the name of such a button is made of, at least one of the first list among them.
pub(super) const MENU_TOGGLE_NAMES: (&[&str], &[&str]) = (
    &["hamburger", "menu", "nav", "navbar", "navigation"],
    &["close", "collapse", "expand", "hide", "icon", "main", "mobile", "open", "show", "site", "toggle", "the"],
);

/// Words for actions on an element, with which a description may begin.
pub(super) const VERBS: &[&str] = &[
    "click on",
    "click",
    "double-click",
    "press on",
    "press",
    "tap on",
    "tap",
    "hit",
    "push",
    "open",
    "choose",
    "pick",
    "select",
    "check",
    "uncheck",
    "tick",
    "untick",
    "toggle",
    "type into",
    "type in",
    "type",
    "enter into",
    "enter",
    "fill in",
    "fill out",
    "fill",
    "write into",
    "write in",
    "write",
    "set",
    "focus on",
    "focus",
    "hover over",
    "hover on",
    "hover",
    "find",
    "locate",
    "go to",
    "navigate to",
    "follow",
    "expand",
    "collapse",
    "scroll to",
    "use",
    "activate",
    "please",
];

/// Words for the number of an element among several alike; -1 is the last.
pub(super) const ORDINALS: &[(&str, i32)] = &[
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("1st", 1),
    ("2nd", 2),
    ("3rd", 3),
    ("4th", 4),
    ("5th", 5),
    ("6th", 6),
    ("7th", 7),
    ("8th", 8),
    ("9th", 9),
    ("10th", 10),
    ("last", -1),
];

/// Words for parts of a page, with their tags and roles; none if the word does not imply a kind.
pub(super) const PLACES: &[(&str, &[&str])] = &[
    ("header", &["header", "banner"]),
    ("footer", &["footer", "contentinfo"]),
    ("sidebar", &["aside", "complementary"]),
    ("navigation", &["nav", "navigation"]),
    ("nav", &["nav", "navigation"]),
    ("navbar", &["nav", "navigation"]),
    ("dialog", &["dialog", "alertdialog"]),
    ("modal", &["dialog", "alertdialog"]),
    ("popup", &["dialog", "alertdialog"]),
    ("form", &["form"]),
    ("toolbar", &["toolbar"]),
    ("main", &["main"]),
    ("menu", &["menu"]),
    ("table", &["table", "grid"]),
    ("section", &[]),
    ("area", &[]),
    ("part", &[]),
    ("panel", &[]),
    ("card", &[]),
    ("box", &[]),
    ("block", &[]),
    ("group", &[]),
    ("row", &[]),
    ("line", &[]),
    ("item", &[]),
    ("entry", &[]),
    ("list", &[]),
    ("column", &[]),
    ("page", &[]),
    ("heading", &[]),
];

/// Prepositions before the place of an element, not its text.
pub(super) const WHERE: &[&str] =
    &["in", "on", "at", "of", "under", "below", "within", "inside", "from", "near", "next", "beside", "for"];

/// Prepositions before a neighbour of the element, never its text.
pub(super) const BESIDE: &[&str] = &["near", "next", "beside"];

/// Words before the text of an element: `that says Save`.
pub(super) const TEXT_VERBS: &[&str] =
    &["says", "reads", "say", "read", "saying", "reading", "labelled", "labeled", "named", "called", "text", "label"];

/// Words that ask to compare things; `most` and `least` with the word after them.
pub(super) const SUPERLATIVES: &[&str] = &[
    "best", "biggest", "cheapest", "closest", "earliest", "fastest", "highest", "largest", "latest", "least",
    "longest", "lowest", "most", "nearest", "newest", "oldest", "shortest", "slowest", "smallest", "worst",
];

/// Words that say nothing of an element or its place.
pub(super) const FILLERS: &[&str] =
    &["and", "or", "i", "is", "it", "its", "me", "my", "our", "please", "s", "these", "this", "those", "your"];

/// Words that name nothing.
pub(super) const ARTICLES: &[&str] = &["a", "an", "the"];

/// Words that begin where an element stands, or what it is for.
pub(super) const PREPOSITIONS: &[&str] = &[
    "in", "on", "at", "of", "under", "below", "above", "within", "inside", "from", "near", "next", "beside", "for",
    "to", "with", "that", "which", "labelled", "labeled", "named", "called", "saying", "titled", "by",
];
