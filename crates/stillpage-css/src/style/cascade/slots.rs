//! Styles that children inherit where a slot of the browser's own is between them and their parent.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Cascade;
use crate::dom::{ElementData, local_name, ns};
use crate::style::computed::ComputedStyle;
use crate::style::property::inherit_from;

/// The style of a host, and that of the slot in it, by the address of the first.
///
/// Both are kept: shared styles are distinguished by their addresses.
pub(super) type SlotStyles = FxHashMap<*const ComputedStyle, (Arc<ComputedStyle>, Arc<ComputedStyle>)>;

impl Cascade<'_> {
    /// Returns the style that the children of an element inherit from.
    ///
    /// Chrome: those of some elements are in a slot, which no rule of the page matches: it has what is inherited from its host and
    /// initial values for the rest, so that `box-sizing: inherit` ends there.
    pub(super) fn style_around_children(
        &mut self,
        element: &ElementData,
        style: &Arc<ComputedStyle>,
    ) -> Arc<ComputedStyle> {
        let has_slot = element.name.ns == ns!(html)
            && matches!(
                element.name.local,
                local_name!("details")
                    | local_name!("select")
                    | local_name!("optgroup")
                    | local_name!("object")
                    | local_name!("marquee")
            );
        if !has_slot {
            return Arc::clone(style);
        }
        let slot = || (Arc::clone(style), Arc::new(inherit_from(style, &self.initial)));
        let (_, slot) = self.slots.entry(Arc::as_ptr(style)).or_insert_with(slot);
        Arc::clone(slot)
    }
}
