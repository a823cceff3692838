//! The names that selectors are made of: newtypes over the tree's atoms.

use std::fmt;

use cssparser::ToCss;
use precomputed_hash::PrecomputedHash;
use rustc_hash::FxHashSet;

use crate::dom::{Atom, Quirks};

/// An identifier: a class, an id, a tag or attribute name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Name(pub Atom);

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(Atom::from(text))
    }
}

impl PrecomputedHash for Name {
    fn precomputed_hash(&self) -> u32 {
        hash_ignoring_case(&self.0)
    }
}

/// The hash that names are looked up by among ancestors: in quirks mode ids and classes ignore case.
pub(super) fn hash_ignoring_case(name: &Atom) -> u32 {
    if has_ascii_uppercase(name) { name.to_ascii_lowercase().precomputed_hash() } else { name.precomputed_hash() }
}

impl ToCss for Name {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.0, out)
    }
}

/// The names of one kind, of ids or of classes, that selectors look at.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct AskedNames {
    names: FxHashSet<Atom>,
    /// The names are those of a document in quirks mode, in lower case.
    ignore_case: bool,
}

impl AskedNames {
    /// No names yet, of the sheets of a document in this mode.
    pub(super) fn new(quirks: Quirks) -> Self {
        Self { names: FxHashSet::default(), ignore_case: quirks == Quirks::Quirks }
    }

    /// Adds a name of a selector.
    pub(super) fn add(&mut self, name: &Atom) {
        self.names.insert(if self.ignore_case { name.to_ascii_lowercase() } else { name.clone() });
    }

    /// True if some selector may mean a name that an element has.
    pub(super) fn contain(&self, name: &Atom) -> bool {
        self.names.contains(name)
            || self.ignore_case && has_ascii_uppercase(name) && self.names.contains(&name.to_ascii_lowercase())
    }
}

fn has_ascii_uppercase(name: &str) -> bool {
    name.bytes().any(|b| b.is_ascii_uppercase())
}

/// A name as it has to be written in a selector.
pub fn serialize_identifier(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    // Writing to a string does not fail.
    let _ = cssparser::serialize_identifier(name, &mut text);
    text
}

/// The value of an attribute selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text(Box<str>);

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Text {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        cssparser::serialize_string(&self.0, out)
    }
}
