//! Pseudo-elements that an element may have.

use super::Pseudo;
use super::cascade::{Cascade, is_in_top_layer};
use super::computed::{ComputedStyle, Display, ScrollbarGutter};
use super::rules::RuleSet;
use crate::dom::{ElementData, LocalName, local_name, ns};

impl Cascade<'_> {
    /// One bit a target: some rule may be about it in a tree with these rules.
    pub(super) fn targets_of(&self, own: Option<&RuleSet>) -> u32 {
        let own = own.map_or(0, RuleSet::targets);
        let of_others = if self.has_shadow { self.sheets.targets } else { 0 };
        self.sheets.ua.targets() | own | of_others
    }

    /// True if an element may have a pseudo-element.
    pub(super) fn may_have(pseudo: Pseudo, element: &ElementData, style: &ComputedStyle) -> bool {
        let is = |name: LocalName| element.name.ns == ns!(html) && element.name.local == name;
        let is_input = |types: &[&str]| {
            is(local_name!("input"))
                && element
                    .attr(&local_name!("type"))
                    .is_some_and(|t| types.iter().any(|known| t.eq_ignore_ascii_case(known)))
        };
        match pseudo {
            Pseudo::Before | Pseudo::After => true,
            Pseudo::FirstLetter | Pseudo::FirstLine => matches!(
                style.display,
                Display::Block
                    | Display::InlineBlock
                    | Display::FlowRoot
                    | Display::ListItem
                    | Display::TableCell
                    | Display::TableCaption
            ),
            Pseudo::Marker => {
                matches!(style.display, Display::ListItem | Display::InlineListItem | Display::FlowRootListItem)
            }
            Pseudo::Placeholder => is(local_name!("input")) || is(local_name!("textarea")),
            Pseudo::Backdrop => is_in_top_layer(element),
            Pseudo::FileSelectorButton => is_input(&["file"]),
            Pseudo::SliderTrack | Pseudo::SliderThumb => is_input(&["range"]),
            Pseudo::ColorSwatchWrapper => is_input(&["color"]),
            Pseudo::PickerIndicator | Pseudo::DateTimeEdit | Pseudo::DateTimeFields => {
                is_input(&["date", "time", "month", "week", "datetime-local"])
            }
            Pseudo::DetailsContent => is(local_name!("details")),
            // Bars are hidden, so that they count only for gutters; those of the viewport are styled by `body`, too.
            Pseudo::ScrollBar => style.scrollbar_gutter != ScrollbarGutter::Auto || is(local_name!("body")),
        }
    }
}
