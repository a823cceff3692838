//! Pseudo-classes and pseudo-elements: the tables of what Chromium parses.

use std::fmt;

use cssparser::{ToCss, serialize_identifier};

use super::names::{Name, Text};
use crate::dom::Namespace;

/// The parameters of the `selectors` crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Names;

impl selectors::SelectorImpl for Names {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Text;
    type Identifier = Name;
    type LocalName = Name;
    type NamespaceUrl = Namespace;
    type NamespacePrefix = Name;
    type BorrowedNamespaceUrl = Namespace;
    type BorrowedLocalName = Name;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

/// Pseudo-classes that depend on more than the tree's structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PseudoClass {
    AnyLink,
    Link,
    Hover,
    Focus,
    FocusWithin,
    FocusVisible,
    Target,
    Enabled,
    Disabled,
    Required,
    Optional,
    ReadOnly,
    ReadWrite,
    PlaceholderShown,
    Default,
    Checked,
    Indeterminate,
    Valid,
    Invalid,
    InRange,
    OutOfRange,
    UserValid,
    UserInvalid,
    Defined,
    Modal,
    PopoverOpen,
    Open,
    /// `:lang()`: the language range.
    Lang(Box<str>),
    /// `:dir()`; anything but `ltr` and `rtl` matches nothing.
    Dir(Name),
    /// The element or an ancestor of it in the shadow-including tree matches: what `:host-context()` asks of the host.
    SelfOrAncestor(Box<selectors::parser::Selector<Names>>),
    /// States that a page at rest is never in: `:active`, `:visited`, `:autofill`, `:state()`, ...
    Never(Name),
}

/// Pseudo-classes without arguments; the structural ones are the `selectors` crate's.
const SIMPLE: &[(&str, PseudoClass)] = &[
    ("any-link", PseudoClass::AnyLink),
    ("-webkit-any-link", PseudoClass::AnyLink),
    ("link", PseudoClass::Link),
    ("hover", PseudoClass::Hover),
    ("focus", PseudoClass::Focus),
    ("focus-within", PseudoClass::FocusWithin),
    ("focus-visible", PseudoClass::FocusVisible),
    ("target", PseudoClass::Target),
    ("enabled", PseudoClass::Enabled),
    ("disabled", PseudoClass::Disabled),
    ("required", PseudoClass::Required),
    ("optional", PseudoClass::Optional),
    ("read-only", PseudoClass::ReadOnly),
    ("read-write", PseudoClass::ReadWrite),
    ("placeholder-shown", PseudoClass::PlaceholderShown),
    ("default", PseudoClass::Default),
    ("checked", PseudoClass::Checked),
    ("indeterminate", PseudoClass::Indeterminate),
    ("valid", PseudoClass::Valid),
    ("invalid", PseudoClass::Invalid),
    ("in-range", PseudoClass::InRange),
    ("out-of-range", PseudoClass::OutOfRange),
    ("user-valid", PseudoClass::UserValid),
    ("user-invalid", PseudoClass::UserInvalid),
    ("defined", PseudoClass::Defined),
    ("modal", PseudoClass::Modal),
    ("popover-open", PseudoClass::PopoverOpen),
    ("open", PseudoClass::Open),
];

/// Chrome: parsed, and never true of a page at rest.
const NEVER: &[&str] = &[
    "visited",
    "active",
    "target-current",
    "target-before",
    "target-after",
    "autofill",
    "-webkit-autofill",
    "-internal-autofill-selected",
    "fullscreen",
    "-webkit-full-screen",
    "-webkit-full-screen-ancestor",
    "-webkit-full-page-media",
    "-webkit-drag",
    "picture-in-picture",
    "window-inactive",
    "horizontal",
    "vertical",
    "start",
    "end",
    "corner-present",
    "decrement",
    "increment",
    "double-button",
    "single-button",
    "no-button",
    "past",
    "current",
    "future",
    "active-view-transition",
    "interest-source",
    "interest-target",
    "xr-overlay",
];

impl PseudoClass {
    /// The pseudo-class of a name without arguments; `None` if Chromium has none of that name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let known = SIMPLE.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, class)| class.clone());
        known.or_else(|| {
            let never = NEVER.iter().find(|n| n.eq_ignore_ascii_case(name))?;
            Some(Self::Never(Name::from(*never)))
        })
    }
}

impl ToCss for PseudoClass {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        out.write_char(':')?;
        match self {
            Self::Lang(range) => {
                out.write_str("lang(")?;
                serialize_identifier(range, out)?;
                out.write_char(')')
            }
            Self::Dir(name) => write!(out, "dir({})", name.0),
            Self::SelfOrAncestor(selector) => {
                out.write_str("host-context(")?;
                selector.to_css(out)?;
                out.write_char(')')
            }
            Self::Never(name) => out.write_str(&name.0),
            simple => out.write_str(SIMPLE.iter().find(|(_, c)| c == simple).map_or("", |(name, _)| name)),
        }
    }
}

impl selectors::parser::NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        matches!(self, Self::Hover) || matches!(self, Self::Never(name) if &*name.0 == "active")
    }

    fn is_user_action_state(&self) -> bool {
        self.is_active_or_hover() || matches!(self, Self::Focus | Self::FocusWithin | Self::FocusVisible)
    }
}

/// Pseudo-elements; those that make boxes by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PseudoElement {
    Before,
    After,
    Marker,
    Placeholder,
    Backdrop,
    FirstLetter,
    FirstLine,
    FileSelectorButton,
    DetailsContent,
    SliderTrack,
    SliderThumb,
    PickerIndicator,
    DateTimeEdit,
    DateTimeFields,
    ColorSwatchWrapper,
    ScrollBar,
    /// Parsed, and without effect on what stillpage computes.
    Other(Name),
}

const BOXES: &[(&str, PseudoElement)] = &[
    ("before", PseudoElement::Before),
    ("after", PseudoElement::After),
    ("marker", PseudoElement::Marker),
    ("placeholder", PseudoElement::Placeholder),
    ("-webkit-input-placeholder", PseudoElement::Placeholder),
    ("backdrop", PseudoElement::Backdrop),
    ("first-letter", PseudoElement::FirstLetter),
    ("first-line", PseudoElement::FirstLine),
    ("file-selector-button", PseudoElement::FileSelectorButton),
    ("-webkit-file-upload-button", PseudoElement::FileSelectorButton),
    ("details-content", PseudoElement::DetailsContent),
    ("-webkit-slider-runnable-track", PseudoElement::SliderTrack),
    ("-webkit-slider-thumb", PseudoElement::SliderThumb),
    ("-webkit-calendar-picker-indicator", PseudoElement::PickerIndicator),
    ("-webkit-datetime-edit", PseudoElement::DateTimeEdit),
    ("-webkit-datetime-edit-fields-wrapper", PseudoElement::DateTimeFields),
    ("-webkit-color-swatch-wrapper", PseudoElement::ColorSwatchWrapper),
    ("-webkit-scrollbar", PseudoElement::ScrollBar),
];

const OTHERS: &[&str] = &[
    "selection",
    "cue",
    "target-text",
    "spelling-error",
    "grammar-error",
    "view-transition",
    "scroll-marker",
    "scroll-marker-group",
    "column",
    "checkmark",
    "picker-icon",
    "search-text",
    "permission-icon",
];

/// With arguments that stillpage has no use for.
const FUNCTIONS: &[&str] = &[
    "scroll-button",
    "picker",
    "highlight",
    "cue",
    "view-transition-group",
    "view-transition-image-pair",
    "view-transition-old",
    "view-transition-new",
];

impl PseudoElement {
    /// The pseudo-element of a name; `None` if Chromium has none of that name.
    ///
    /// Chrome: any `-webkit-` name but those of other engines' making is accepted, since pages rely on it.
    pub(super) fn parse(name: &str) -> Option<Self> {
        if let Some((_, pseudo)) = BOXES.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            return Some(pseudo.clone());
        }
        let webkit = name.get(..8).is_some_and(|prefix| prefix.eq_ignore_ascii_case("-webkit-"));
        let known = webkit || OTHERS.iter().any(|n| n.eq_ignore_ascii_case(name));
        known.then(|| Self::Other(Name::from(name)))
    }

    pub(super) fn parse_function(name: &str) -> Option<Self> {
        FUNCTIONS.iter().any(|n| n.eq_ignore_ascii_case(name)).then(|| Self::Other(Name::from(name)))
    }

    /// True for a `-webkit-` name, valid in a style sheet, but not for `@supports selector()` unless it is known.
    pub(super) fn is_unknown_webkit(&self) -> bool {
        const KNOWN: &[&str] = &[
            "-webkit-scrollbar-button",
            "-webkit-scrollbar-thumb",
            "-webkit-scrollbar-track",
            "-webkit-scrollbar-track-piece",
            "-webkit-scrollbar-corner",
            "-webkit-resizer",
            "-webkit-slider-thumb",
            "-webkit-slider-runnable-track",
            "-webkit-slider-container",
            "-webkit-search-cancel-button",
            "-webkit-search-decoration",
            "-webkit-search-results-button",
            "-webkit-search-results-decoration",
            "-webkit-calendar-picker-indicator",
            "-webkit-clear-button",
            "-webkit-color-swatch",
            "-webkit-color-swatch-wrapper",
            "-webkit-date-and-time-value",
            "-webkit-datetime-edit",
            "-webkit-datetime-edit-fields-wrapper",
            "-webkit-datetime-edit-text",
            "-webkit-inner-spin-button",
            "-webkit-outer-spin-button",
            "-webkit-meter-bar",
            "-webkit-meter-even-less-good-value",
            "-webkit-meter-inner-element",
            "-webkit-meter-optimum-value",
            "-webkit-meter-suboptimum-value",
            "-webkit-progress-bar",
            "-webkit-progress-inner-element",
            "-webkit-progress-value",
            "-webkit-textfield-decoration-container",
            "-webkit-media-controls",
        ];
        matches!(self, Self::Other(name)
            if name.0.starts_with("-webkit-") && !KNOWN.iter().any(|k| k.eq_ignore_ascii_case(&name.0)))
    }
}

impl ToCss for PseudoElement {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        let name = match self {
            Self::Other(name) => &*name.0,
            known => BOXES.iter().find(|(_, p)| p == known).map_or("", |(name, _)| name),
        };
        write!(out, "::{name}")
    }
}

impl selectors::parser::PseudoElement for PseudoElement {
    fn accepts_state_pseudo_classes(&self) -> bool {
        match self {
            Self::FileSelectorButton
            | Self::DetailsContent
            | Self::SliderTrack
            | Self::SliderThumb
            | Self::PickerIndicator
            | Self::DateTimeEdit
            | Self::DateTimeFields
            | Self::ColorSwatchWrapper
            | Self::ScrollBar => true,
            Self::Other(name) => name.0.starts_with("-webkit-"),
            _ => false,
        }
    }

    fn valid_after_slotted(&self) -> bool {
        true
    }

    fn valid_after_before_or_after(&self) -> bool {
        *self == Self::Marker
    }

    fn parses_as_element_backed(&self) -> bool {
        *self == Self::DetailsContent
    }

    fn is_before_or_after(&self) -> bool {
        matches!(self, Self::Before | Self::After)
    }
}
