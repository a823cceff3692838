//! The element that is explained, and how the reasons name it and others.

use super::super::element::{Elements, path_step, ref_mark};
use crate::aria::AriaNode;
use crate::dom::{Dom, NodeId};
use crate::page::Page;
use crate::safe_text::{SafeText, safe};
#[cfg(not(stillpage_npm))]
use crate::style::Pseudo;

/// The name of the explained element in the reasons.
pub(super) const ITSELF: &str = "itself";

/// The explained element.
pub(super) struct Subject<'a> {
    pub(super) page: &'a Page,
    pub(super) elements: &'a Elements<'a>,
    pub(super) node: NodeId,
}

impl Subject<'_> {
    pub(super) fn dom(&self) -> &Dom {
        self.page.dom()
    }

    pub(super) fn aria(&self) -> Option<&AriaNode> {
        self.page.aria().get(self.node)
    }

    /// `div.veil [ref=e9]`, or `itself`.
    pub(super) fn describe(&self, node: NodeId) -> SafeText {
        if node == self.node {
            return ITSELF.into();
        }
        safe!("{}{}", path_step(self.dom(), node), ref_mark(self.elements.reference(node).as_deref()))
    }
}

/// The name of a pseudo-element without its colons.
#[cfg(not(stillpage_npm))]
pub(super) const fn pseudo_name(pseudo: Pseudo) -> &'static str {
    match pseudo {
        Pseudo::Before => "before",
        Pseudo::After => "after",
        Pseudo::Marker => "marker",
        Pseudo::Placeholder => "placeholder",
        Pseudo::Backdrop => "backdrop",
        Pseudo::FirstLetter => "first-letter",
        Pseudo::FirstLine => "first-line",
        Pseudo::FileSelectorButton => "file-selector-button",
        Pseudo::DetailsContent => "details-content",
        Pseudo::SliderTrack => "-webkit-slider-runnable-track",
        Pseudo::SliderThumb => "-webkit-slider-thumb",
        Pseudo::PickerIndicator => "-webkit-calendar-picker-indicator",
        Pseudo::DateTimeEdit => "-webkit-datetime-edit",
        Pseudo::DateTimeFields => "-webkit-datetime-edit-fields-wrapper",
        Pseudo::ColorSwatchWrapper => "-webkit-color-swatch-wrapper",
        Pseudo::ScrollBar => "-webkit-scrollbar",
    }
}
