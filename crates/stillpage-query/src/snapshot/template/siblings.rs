//! The pairs of lines of a template and children of a node that are worth a comparison: those of the same role.

use rustc_hash::FxHashMap;

use super::TemplateChild;
use super::matcher::Candidate;

/// The trait that a line and a child have to have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Trait<'s> {
    Text,
    Role(&'s str),
}

/// The role of a template's node that matches any node.
const ANY: &str = "fragment";

/// The children of a node of the page, by role.
pub(super) struct Siblings<'a> {
    pub(super) all: Vec<Candidate<'a>>,
    places: FxHashMap<Trait<'a>, Vec<usize>>,
}

impl<'a> Siblings<'a> {
    pub(super) fn of(all: Vec<Candidate<'a>>) -> Self {
        let mut places: FxHashMap<Trait<'_>, Vec<usize>> = FxHashMap::default();
        for (at, child) in all.iter().enumerate() {
            let of = match child {
                Candidate::Root => continue,
                Candidate::Node(node) => Trait::Role(node.role.name()),
                Candidate::Text(_) => Trait::Text,
            };
            places.entry(of).or_default().push(at);
        }
        Self { all, places }
    }

    /// The places, from one on, of those that may match a line.
    pub(super) fn possible<'s>(&'s self, line: &'s TemplateChild, from: usize) -> impl Iterator<Item = usize> + 's {
        let of = trait_of(line);
        let any = if of == Trait::Role(ANY) { from..self.all.len() } else { 0..0 };
        let places = self.places.get(&of).map_or(&[][..], Vec::as_slice);
        let start = places.partition_point(|&place| place < from);
        any.chain(places[start..].iter().copied())
    }
}

/// The lines of a template that are siblings, by role.
pub(super) struct Lines<'t>(FxHashMap<Trait<'t>, Vec<usize>>);

impl<'t> Lines<'t> {
    pub(super) fn of(template: &'t [TemplateChild]) -> Self {
        let mut lines: FxHashMap<Trait<'t>, Vec<usize>> = FxHashMap::default();
        for (at, line) in template.iter().enumerate() {
            lines.entry(trait_of(line)).or_default().push(at);
        }
        Self(lines)
    }

    /// The lines that one of some siblings may match, in order, found out as they are asked for.
    pub(super) fn possible<'s>(&'s self, siblings: &'s Siblings<'_>) -> impl Iterator<Item = usize> + 's {
        let any = self.0.get(&Trait::Role(ANY)).filter(|_| !siblings.all.is_empty());
        let known = siblings.places.keys().filter_map(|of| self.0.get(of));
        let mut rests: Vec<&[usize]> = any.into_iter().chain(known).map(Vec::as_slice).collect();
        std::iter::from_fn(move || {
            let next = rests.iter_mut().min_by_key(|rest| rest.first().copied().unwrap_or(usize::MAX))?;
            let (first, rest) = next.split_first()?;
            *next = rest;
            Some(*first)
        })
    }
}

fn trait_of(line: &TemplateChild) -> Trait<'_> {
    match line {
        TemplateChild::Text(_) => Trait::Text,
        TemplateChild::Node(node) => Trait::Role(&node.role),
    }
}
