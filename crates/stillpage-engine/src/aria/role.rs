//! The roles and their properties in the standard: data, one row per role.

use std::fmt;

bitflags::bitflags! {
    /// The states and properties that a role allows.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct RoleTraits: u16 {
        /// Supports `aria-checked`.
        const CHECKED = 1;
        /// Supports `aria-disabled`.
        const DISABLED = 1 << 1;
        /// Supports `aria-expanded`.
        const EXPANDED = 1 << 2;
        /// Supports `aria-invalid`.
        const INVALID = 1 << 3;
        /// Supports `aria-level`.
        const LEVEL = 1 << 4;
        /// Supports `aria-pressed`.
        const PRESSED = 1 << 5;
        /// Supports `aria-selected`.
        const SELECTED = 1 << 6;
        /// Takes its name from its content.
        const NAMED_BY_CONTENT = 1 << 7;
        /// Its content counts when it stands inside of something that is named by content.
        const CONTENT_IN_PARENT = 1 << 8;
        /// Must not have a name.
        const NAME_PROHIBITED = 1 << 9;
        /// Has a range value (`aria-valuenow`, `aria-valuetext`).
        const RANGE = 1 << 10;
        /// Its descendants are presentational.
        const CHILDREN_PRESENTATIONAL = 1 << 11;
        /// Playwright: snapshots show its name also where its content shows the same.
        const KEEPS_NAME = 1 << 12;
    }
}

/// Declares the roles: variant, name, traits.
macro_rules! roles {
    ($($variant:ident = $name:literal: $($trait:ident)*;)*) => {
        /// A non-abstract role of WAI-ARIA 1.2, or one of the two that only a tree has: `iframe` and `text`.
        ///
        /// Playwright: roles of other modules (`doc-*`, `graphics-*`), those that came after ARIA 1.2 (`comment`,
        /// `suggestion`, `image`, `sectionheader`, ...) and abstract ones are not known, a fallback role is looked for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each variant is the ARIA role that name() prints")]
        pub enum Role { $($variant),* }

        const TABLE: &[(Role, &str, RoleTraits)] = &[
            $((Role::$variant, $name, RoleTraits::empty()$(.union(RoleTraits::$trait))*)),*
        ];
    };
}

// <https://www.w3.org/TR/wai-aria-1.2/#role_definitions>
//
// Playwright: `aria-level` on `row` and `listitem`, `aria-expanded` on `switch` and `checkbox`, `aria-invalid` on
// header cells, and no name from the author for `time`, `mark` and `term`.
roles! {
    Alert = "alert":;
    Alertdialog = "alertdialog": KEEPS_NAME;
    Application = "application": DISABLED EXPANDED INVALID KEEPS_NAME;
    Article = "article":;
    Banner = "banner": KEEPS_NAME;
    Blockquote = "blockquote":;
    Button = "button": DISABLED EXPANDED PRESSED NAMED_BY_CONTENT CHILDREN_PRESENTATIONAL;
    Caption = "caption": NAME_PROHIBITED CONTENT_IN_PARENT;
    Cell = "cell": NAMED_BY_CONTENT;
    Checkbox = "checkbox": CHECKED DISABLED EXPANDED INVALID NAMED_BY_CONTENT CHILDREN_PRESENTATIONAL;
    Code = "code": NAME_PROHIBITED CONTENT_IN_PARENT;
    Columnheader = "columnheader": DISABLED EXPANDED INVALID SELECTED NAMED_BY_CONTENT KEEPS_NAME;
    Combobox = "combobox": DISABLED EXPANDED INVALID;
    Complementary = "complementary": KEEPS_NAME;
    Contentinfo = "contentinfo": CONTENT_IN_PARENT KEEPS_NAME;
    Definition = "definition": NAME_PROHIBITED CONTENT_IN_PARENT;
    Deletion = "deletion": NAME_PROHIBITED CONTENT_IN_PARENT;
    Dialog = "dialog": KEEPS_NAME;
    Directory = "directory":;
    Document = "document": KEEPS_NAME;
    Emphasis = "emphasis": NAME_PROHIBITED CONTENT_IN_PARENT;
    Feed = "feed":;
    Figure = "figure": KEEPS_NAME;
    Form = "form": KEEPS_NAME;
    Generic = "generic": NAME_PROHIBITED;
    Grid = "grid": DISABLED KEEPS_NAME;
    Gridcell = "gridcell": DISABLED EXPANDED INVALID SELECTED NAMED_BY_CONTENT;
    Group = "group": DISABLED KEEPS_NAME;
    Heading = "heading": LEVEL NAMED_BY_CONTENT;
    Iframe = "iframe":;
    Img = "img": CHILDREN_PRESENTATIONAL;
    Insertion = "insertion": NAME_PROHIBITED CONTENT_IN_PARENT;
    Link = "link": DISABLED EXPANDED NAMED_BY_CONTENT;
    List = "list": CONTENT_IN_PARENT;
    Listbox = "listbox": DISABLED EXPANDED INVALID KEEPS_NAME;
    Listitem = "listitem": LEVEL CONTENT_IN_PARENT;
    Log = "log":;
    Main = "main": KEEPS_NAME;
    Mark = "mark": NAME_PROHIBITED CONTENT_IN_PARENT;
    Marquee = "marquee":;
    Math = "math": CHILDREN_PRESENTATIONAL;
    Menu = "menu": DISABLED KEEPS_NAME;
    Menubar = "menubar": DISABLED KEEPS_NAME;
    Menuitem = "menuitem": DISABLED EXPANDED NAMED_BY_CONTENT;
    Menuitemcheckbox = "menuitemcheckbox": CHECKED DISABLED EXPANDED NAMED_BY_CONTENT CHILDREN_PRESENTATIONAL;
    Menuitemradio = "menuitemradio": CHECKED DISABLED EXPANDED NAMED_BY_CONTENT CHILDREN_PRESENTATIONAL;
    Meter = "meter": RANGE CHILDREN_PRESENTATIONAL;
    Navigation = "navigation": KEEPS_NAME;
    None = "none": CONTENT_IN_PARENT;
    Note = "note":;
    Option = "option": CHECKED DISABLED SELECTED NAMED_BY_CONTENT CHILDREN_PRESENTATIONAL;
    Paragraph = "paragraph": NAME_PROHIBITED CONTENT_IN_PARENT;
    Presentation = "presentation": NAME_PROHIBITED CONTENT_IN_PARENT;
    Progressbar = "progressbar": RANGE CHILDREN_PRESENTATIONAL;
    Radio = "radio": CHECKED DISABLED NAMED_BY_CONTENT CHILDREN_PRESENTATIONAL;
    Radiogroup = "radiogroup": DISABLED INVALID KEEPS_NAME;
    Region = "region": CONTENT_IN_PARENT KEEPS_NAME;
    Row = "row": DISABLED EXPANDED LEVEL SELECTED NAMED_BY_CONTENT;
    Rowgroup = "rowgroup": CONTENT_IN_PARENT;
    Rowheader = "rowheader": DISABLED EXPANDED INVALID SELECTED NAMED_BY_CONTENT KEEPS_NAME;
    Scrollbar = "scrollbar": DISABLED RANGE CHILDREN_PRESENTATIONAL;
    Search = "search": KEEPS_NAME;
    Searchbox = "searchbox": DISABLED INVALID;
    Separator = "separator": DISABLED CHILDREN_PRESENTATIONAL;
    Slider = "slider": DISABLED INVALID RANGE CHILDREN_PRESENTATIONAL;
    Spinbutton = "spinbutton": DISABLED INVALID RANGE;
    Status = "status":;
    Strong = "strong": NAME_PROHIBITED CONTENT_IN_PARENT;
    Subscript = "subscript": NAME_PROHIBITED CONTENT_IN_PARENT;
    Superscript = "superscript": NAME_PROHIBITED CONTENT_IN_PARENT;
    Switch = "switch": CHECKED DISABLED EXPANDED INVALID NAMED_BY_CONTENT CHILDREN_PRESENTATIONAL;
    Tab = "tab": DISABLED EXPANDED SELECTED NAMED_BY_CONTENT CHILDREN_PRESENTATIONAL;
    Table = "table": CONTENT_IN_PARENT KEEPS_NAME;
    Tablist = "tablist": DISABLED KEEPS_NAME;
    Tabpanel = "tabpanel": KEEPS_NAME;
    Term = "term": NAME_PROHIBITED CONTENT_IN_PARENT;
    Text = "text":;
    Textbox = "textbox": DISABLED INVALID;
    Time = "time": NAME_PROHIBITED CONTENT_IN_PARENT;
    Timer = "timer":;
    Toolbar = "toolbar": DISABLED KEEPS_NAME;
    Tooltip = "tooltip": NAMED_BY_CONTENT;
    Tree = "tree": DISABLED INVALID KEEPS_NAME;
    Treegrid = "treegrid": DISABLED KEEPS_NAME;
    Treeitem = "treeitem": CHECKED DISABLED EXPANDED LEVEL SELECTED NAMED_BY_CONTENT;
}

impl Role {
    /// Its name, as in a `role` attribute.
    #[must_use]
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Returns the states and properties that the role allows.
    #[must_use]
    #[doc(hidden)]
    pub fn traits(self) -> RoleTraits {
        TABLE[self as usize].2
    }

    /// The role of a name, ASCII case-insensitively; `None` for a role that pages cannot ask for (`iframe`, `text`,
    /// abstract and unknown ones).
    #[must_use]
    pub fn from_token(token: &str) -> Option<Self> {
        let mut lower = [0u8; 20];
        let lower = lower.get_mut(..token.len())?;
        lower.copy_from_slice(token.as_bytes());
        lower.make_ascii_lowercase();
        Self::from_bytes(lower).filter(|role| !matches!(role, Self::Iframe | Self::Text))
    }

    /// The role of a [`name`](Self::name), also of the two that no attribute can have.
    #[must_use]
    #[doc(hidden)]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::from_bytes(name.as_bytes())
    }

    fn from_bytes(name: &[u8]) -> Option<Self> {
        let at = TABLE.binary_search_by(|(_, known, _)| known.as_bytes().cmp(name)).ok()?;
        Some(TABLE[at].0)
    }

    /// True for `none` and `presentation`.
    #[must_use]
    #[doc(hidden)]
    pub fn is_presentational(self) -> bool {
        matches!(self, Self::None | Self::Presentation)
    }

    /// Every role, in the order of their names.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted_and_complete() {
        for (i, (role, name, _)) in TABLE.iter().enumerate() {
            assert_eq!(*role as usize, i, "{name} is out of place");
            assert!(i == 0 || TABLE[i - 1].1 < *name, "{name} is not sorted");
        }
    }

    #[test]
    fn token_lookup() {
        let check = |token: &str, expected: Option<Role>| assert_eq!(Role::from_token(token), expected, "{token}");
        check("button", Some(Role::Button));
        check("MenuItemCheckbox", Some(Role::Menuitemcheckbox));
        check("widget", None);
        check("doc-chapter", None);
        check("iframe", None);
        check("", None);
        check("a-role-name-that-is-far-too-long-to-exist", None);
    }

    #[test]
    fn every_role_answers_to_its_name() {
        for role in Role::all().filter(|role| !matches!(role, Role::Iframe | Role::Text)) {
            assert_eq!(Role::from_token(role.name()), Some(role), "{role}");
        }
    }
}
