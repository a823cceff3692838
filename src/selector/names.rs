//! The names that selectors are made of: newtypes over the tree's atoms.

use std::fmt;

use cssparser::ToCss;
use precomputed_hash::PrecomputedHash;

use crate::dom::Atom;

/// An identifier: a class, an id, a tag or attribute name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Name(pub(crate) Atom);

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(Atom::from(text))
    }
}

impl PrecomputedHash for Name {
    fn precomputed_hash(&self) -> u32 {
        self.0.precomputed_hash()
    }
}

impl ToCss for Name {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.0, out)
    }
}

/// A name as it has to be written in a selector.
pub(crate) fn serialize_identifier(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    // Writing to a string does not fail.
    let _ = cssparser::serialize_identifier(name, &mut text);
    text
}

/// The value of an attribute selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text(Box<str>);

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
