//! Values with references, substituted and read once a cascade.
//!
//! `font: var(--body)` sets twelve longhands on each of many elements, and means the same for all that have the same custom properties.

use std::cell::RefCell;
use std::hash::Hasher as _;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::property::{ParseMode, Reparsed, UnparsedValue};
use super::substitution::may_refer_to_attributes;
use super::variable::{CustomProperties, Scope, substitute};

/// Limit: values that are kept; pages may give every element custom properties of its own.
const SLOTS: usize = 512;

/// Substitutes the references in the values of an element's declarations.
pub(super) struct Substituter<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) known: &'a KnownSubstitutions,
    pub(super) mode: ParseMode,
}

impl Substituter<'_> {
    /// The values that a declaration stands for on an element with these custom properties; `None`: it is invalid at computed-value time.
    pub(super) fn substitute(&self, unparsed: &Arc<UnparsedValue>, custom: &CustomProperties) -> Option<Rc<Reparsed>> {
        let mut hasher = FxHasher::default();
        hasher.write_usize(Arc::as_ptr(unparsed).addr());
        custom.addresses().iter().for_each(|address| hasher.write_usize(*address));
        let slot = usize::try_from(hasher.finish() % SLOTS as u64).unwrap_or_default();
        if let Some(Some(known)) = self.known.0.borrow().get(slot)
            && Arc::ptr_eq(&known.of, unparsed)
            && known.on == *custom
        {
            return known.values.clone();
        }
        let text = substitute(&unparsed.text, custom, self.scope);
        let values = text.and_then(|text| Reparsed::read(unparsed, &text, &self.mode)).map(Rc::new);
        // What `attr()` stands for is the element's own.
        if !may_refer_to_attributes(&unparsed.text) {
            let mut known = self.known.0.borrow_mut();
            if known.is_empty() {
                known.resize_with(SLOTS, || None);
            }
            known[slot] = Some(Known { of: Arc::clone(unparsed), on: custom.clone(), values: values.clone() });
        }
        values
    }
}

/// The values of declarations with references, in one cascade: by declaration and custom properties, each in the slot of their addresses.
#[derive(Debug, Default)]
pub(super) struct KnownSubstitutions(RefCell<Vec<Option<Known>>>);

#[derive(Debug)]
struct Known {
    of: Arc<UnparsedValue>,
    on: CustomProperties,
    values: Option<Rc<Reparsed>>,
}
