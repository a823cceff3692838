//! Which pseudo-elements an element may have.

use super::Pseudo;
use super::cascade::{Cascade, is_in_top_layer};
use super::computed::{ComputedStyle, Display};
use super::rules::target;
use crate::dom::{ElementData, LocalName, NodeId, local_name, ns};

impl Cascade<'_> {
    /// True if an element may have a pseudo-element and some rule may be about it.
    pub(super) fn may_have(&self, pseudo: Pseudo, element: &ElementData, style: &ComputedStyle, root: NodeId) -> bool {
        let is = |name: LocalName| element.name.ns == ns!(html) && element.name.local == name;
        let is_input = |types: &[&str]| {
            is(local_name!("input"))
                && element
                    .attr(&local_name!("type"))
                    .is_some_and(|t| types.iter().any(|known| t.eq_ignore_ascii_case(known)))
        };
        let possible = match pseudo {
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
        };
        possible && {
            let target = target(Some(pseudo));
            self.sheets.ua.has_target(target)
                || self.sheets.scopes.get(&root).is_some_and(|set| set.has_target(target))
                || (self.has_shadow && self.sheets.targets[target])
        }
    }
}
