//! Buckets, by which rules are indexed: a name that the subject of a selector must have.

use selectors::parser::{Component, Selector};
use smallvec::SmallVec;

use super::pseudo::Names;
use crate::dom::{Atom, ElementData};

/// The index key of a rule: something that the subject must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Bucket {
    Id(Atom),
    Class(Atom),
    /// Local name as written and in lower case.
    Tag(Atom, Atom),
    /// Local name of an attribute as written and in lower case.
    Attribute(Atom, Atom),
    /// The document's root.
    Root,
    /// `:host`
    Host,
    /// `::slotted()`
    Slotted,
    /// `::part()`
    Part,
    Other,
}

/// Alternatives: the subject meets at least one.
pub(crate) type Buckets = SmallVec<[Bucket; 1]>;

/// The most selective requirement of the subject.
pub(super) fn buckets_of(selector: &Selector<Names>) -> Buckets {
    let mut iter = selector.iter();
    let mut best: Buckets = smallvec::smallvec![Bucket::Other];
    loop {
        for component in &mut iter {
            let candidate = buckets_of_component(component);
            if rank(&candidate) < rank(&best) {
                best = candidate;
            }
        }
        // A pseudo-element comes with its originating element's compound.
        match iter.next_sequence() {
            Some(selectors::parser::Combinator::PseudoElement) => {}
            _ => return best,
        }
    }
}

pub(super) fn buckets_of_component(component: &Component<Names>) -> Buckets {
    /// Limit: more alternatives than that are not worth an index.
    const MAX_ALTERNATIVES: usize = 16;
    let bucket = match component {
        Component::ID(id) => Bucket::Id(id.0.clone()),
        Component::Class(class) => Bucket::Class(class.0.clone()),
        Component::LocalName(name) => Bucket::Tag(name.name.0.clone(), name.lower_name.0.clone()),
        Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
            Bucket::Attribute(local_name.0.clone(), local_name_lower.0.clone())
        }
        Component::AttributeInNoNamespace { local_name, .. } => {
            Bucket::Attribute(local_name.0.clone(), local_name.0.clone())
        }
        Component::AttributeOther(other) => {
            Bucket::Attribute(other.local_name.0.clone(), other.local_name_lower.0.clone())
        }
        Component::Root => Bucket::Root,
        Component::Host(_) => Bucket::Host,
        Component::Slotted(_) => Bucket::Slotted,
        Component::Part(_) => Bucket::Part,
        Component::Is(list) | Component::Where(list) if list.len() <= MAX_ALTERNATIVES => {
            let mut all = Buckets::new();
            for selector in list.slice() {
                for bucket in buckets_of(selector) {
                    if !all.contains(&bucket) {
                        all.push(bucket);
                    }
                }
            }
            return if all.len() > MAX_ALTERNATIVES { smallvec::smallvec![Bucket::Other] } else { all };
        }
        _ => Bucket::Other,
    };
    smallvec::smallvec![bucket]
}

pub(super) fn rank(buckets: &Buckets) -> u8 {
    buckets.iter().map(Bucket::rank).max().unwrap_or(u8::MAX)
}

/// False if the element certainly lacks what each of these asks for; `fold`: ids and classes ignore case.
pub(super) fn may_match(buckets: &Buckets, element: &ElementData, fold: bool) -> bool {
    buckets.iter().any(|bucket| bucket.may_match(element, fold))
}

impl Bucket {
    fn rank(&self) -> u8 {
        match self {
            Self::Host | Self::Slotted | Self::Part => 0,
            Self::Id(_) => 1,
            Self::Root => 2,
            Self::Class(_) => 3,
            Self::Tag(..) => 4,
            Self::Attribute(..) => 5,
            Self::Other => 6,
        }
    }

    /// False if the element certainly lacks what the subject must have; `fold`: ids and classes ignore case.
    fn may_match(&self, element: &ElementData, fold: bool) -> bool {
        match self {
            Self::Id(id) => element.id.as_ref().is_some_and(|own| own == id || (fold && own.eq_ignore_ascii_case(id))),
            Self::Class(class) => {
                element.classes.iter().any(|own| own == class || (fold && own.eq_ignore_ascii_case(class)))
            }
            Self::Tag(name, lower) => element.name.local == *name || element.name.local == *lower,
            Self::Attribute(name, lower) => {
                element.attributes.iter().any(|a| a.name.local == *name || a.name.local == *lower)
            }
            _ => true,
        }
    }
}
