//! The elements that a parser made so far, by their tags: most tags of a page are met again, and elements of equal tags share
//! their data.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use html5ever::QualName;
use rustc_hash::{FxHashMap, FxHasher};

use super::ElementData;

/// Limit: tags that are remembered. Pages repeat some hundreds; those with an address or an id of their own are never met again.
const MAX_TAGS: usize = 1 << 12;

/// The data of elements by a digest of their tags.
#[derive(Debug, Default)]
pub(super) struct EqualTags(FxHashMap<u64, Arc<ElementData>>);

impl EqualTags {
    /// The data of an element with this tag, or its digest if there was none.
    pub(super) fn get(&self, name: &QualName, attributes: &[html5ever::Attribute]) -> Result<Arc<ElementData>, u64> {
        let digest = digest(name, attributes);
        match self.0.get(&digest) {
            Some(known) if is_of_tag(known, name, attributes) => Ok(Arc::clone(known)),
            _ => Err(digest),
        }
    }

    /// Remembers an element.
    pub(super) fn add(&mut self, digest: u64, element: &Arc<ElementData>) {
        if self.0.len() < MAX_TAGS {
            self.0.entry(digest).or_insert_with(|| Arc::clone(element));
        }
    }
}

fn digest(name: &QualName, attributes: &[html5ever::Attribute]) -> u64 {
    let mut hasher = FxHasher::default();
    name.local.hash(&mut hasher);
    for attribute in attributes {
        attribute.name.local.hash(&mut hasher);
        hasher.write(attribute.value.as_bytes());
    }
    hasher.finish()
}

fn is_of_tag(element: &ElementData, name: &QualName, attributes: &[html5ever::Attribute]) -> bool {
    let is_equal =
        |(one, other): (&super::Attribute, &html5ever::Attribute)| one.name == other.name && *one.value == *other.value;
    element.name == *name
        && element.attributes.len() == attributes.len()
        && element.attributes.iter().zip(attributes).all(is_equal)
}
