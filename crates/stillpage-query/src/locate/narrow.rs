//! Chooses one of several matches by the rest of the description: its place, its ordinal.
//!
//! Only ever takes candidates away. What does not distinguish them keeps them all, and they are refused as ambiguous.

use std::collections::{BTreeMap, BTreeSet};

use super::binding::role_of;
use super::ladder::{Ladder, LocateMatch, Rung};
use super::phrase::{Description, Location};
use crate::aria::Role;
use crate::dom::{NodeId, NodeMap};
use crate::page::Page;
use crate::rendered::visible::heading_level;
use crate::text::lower;

/// Narrows the elements that match a phrase by the rest of the description; `None` if those that match are elsewhere.
pub(super) fn narrow(
    page: &Page,
    ladder: &Ladder<'_>,
    description: &Description,
    meant: LocateMatch,
) -> Option<LocateMatch> {
    let by_role = meant.phrase.is_empty();
    if !by_role && !description.core.contains(&meant.phrase) && meant.phrase != "search" {
        // The phrase holds the other words, too.
        return Some(meant);
    }
    let mut nodes = meant.nodes.clone();
    // What is the name of the element is not where it is: `checkbox for the newsletter`.
    let place = description.place.as_ref().filter(|place| place.name.is_empty() || place.name != meant.phrase);
    if let Some(place) = place {
        nodes = match in_place(page, ladder, place, &nodes) {
            // With nothing but the place to go by, any element of the role would do.
            Narrowed::Unknown if meant.phrase.is_empty() && !place.name.is_empty() => return None,
            Narrowed::Unknown => nodes,
            Narrowed::Elsewhere => return None,
            Narrowed::In(inside) => inside,
        };
    }
    if let Some(number) = description.ordinal
        && (by_role || alike(page, &nodes))
    {
        let place = usize::try_from(number).map_or_else(|_| nodes.len().checked_sub(1), |n| n.checked_sub(1))?;
        nodes = vec![*nodes.get(place)?];
    }
    Some(LocateMatch { nodes, ..meant })
}

/// True if elements have the same name, so only their order distinguishes them.
fn alike(page: &Page, nodes: &[NodeId]) -> bool {
    let name = |node: NodeId| page.aria().get(node).map(|known| lower(&known.name));
    let mut names = nodes.iter().map(|&node| name(node));
    let first = names.next();
    names.all(|name| Some(&name) == first.as_ref())
}

enum Narrowed {
    /// The page does not decide it.
    Unknown,
    /// None of them is in the place.
    Elsewhere,
    In(Vec<NodeId>),
}

fn in_place(page: &Page, ladder: &Ladder<'_>, place: &Location, nodes: &[NodeId]) -> Narrowed {
    if place.name.is_empty() {
        let inside: Vec<NodeId> = nodes.iter().copied().filter(|&node| is_in_kind(page, node, &place.kinds)).collect();
        return if inside.is_empty() { Narrowed::Unknown } else { Narrowed::In(inside) };
    }
    let dom = page.dom();
    let mut holds: NodeMap<bool> = NodeMap::new(dom.len(), false);
    let mut holders: Vec<NodeId> = ladder.fitting(Rung::Text, None, &place.name);
    holders.extend(ladder.fitting(Rung::Label, None, &place.name));
    holders.extend(ladder.fitting(Rung::Alt, None, &place.name));
    holders.retain(|&node| ladder.is_visible(node));
    for &holder in &holders {
        for at in around(page, holder) {
            if std::mem::replace(&mut holds[at], true) {
                break;
            }
        }
    }
    // The smallest element around each that holds the name, and how many of them each of those holds.
    let scopes: Vec<Option<NodeId>> = nodes.iter().map(|&node| around(page, node).find(|&at| holds[at])).collect();
    let mut counts: BTreeMap<NodeId, usize> = scopes.iter().flatten().map(|&scope| (scope, 0)).collect();
    for &node in nodes {
        for at in around(page, node) {
            if let Some(count) = counts.get_mut(&at) {
                *count += 1;
            }
        }
    }
    let Some(&least) = counts.values().min() else { return Narrowed::Unknown };
    if place.beside {
        let in_row = |(_, scope): &(&NodeId, &Option<NodeId>)| {
            scope.is_some_and(|scope| counts[&scope] == least && is_row(page, scope))
        };
        let mut beside: Vec<NodeId> = nodes.iter().zip(&scopes).filter(in_row).map(|(&node, _)| node).collect();
        if beside.is_empty() {
            let is_near = |&&node: &&NodeId| holders.iter().any(|&at| at != node && are_near(page, node, at));
            beside = nodes.iter().filter(is_near).copied().collect();
        }
        return if beside.is_empty() { Narrowed::Elsewhere } else { Narrowed::In(beside) };
    }
    if least < nodes.len() {
        let is_nearest = |scope: &Option<NodeId>| scope.is_some_and(|scope| counts[&scope] == least);
        let inside = nodes.iter().zip(&scopes).filter(|(_, scope)| is_nearest(scope)).map(|(&node, _)| node).collect();
        return Narrowed::In(inside);
    }
    if least == 1 && scopes.iter().flatten().all(|&scope| is_row(page, scope)) {
        return Narrowed::In(nodes.to_vec());
    }
    // The parts of the page may follow each other without anything around each.
    let under = under_heading(page, ladder, nodes, &lower(&place.name));
    if !under.is_empty() && under.len() < nodes.len() {
        return Narrowed::In(under);
    }
    let is_beside = |(&node, scope): (&NodeId, &Option<NodeId>)| {
        scope.is_some_and(|scope| holders.iter().all(|&holder| are_rows_apart(page, scope, node, holder)))
    };
    if nodes.iter().zip(&scopes).all(is_beside) { Narrowed::Elsewhere } else { Narrowed::Unknown }
}

/// Returns the elements whose nearest heading before them contains a name.
fn under_heading(page: &Page, ladder: &Ladder<'_>, nodes: &[NodeId], name: &str) -> Vec<NodeId> {
    let wanted: BTreeSet<NodeId> = nodes.iter().copied().collect();
    let mut is_under = false;
    let mut under = Vec::new();
    for node in ladder.elements() {
        if heading_level(page, node).is_some() && ladder.is_visible(node) {
            is_under = lower(&ladder.name_or_text(node)).contains(name);
        } else if is_under && wanted.contains(&node) {
            under.push(node);
        }
    }
    under
}

/// True if two elements are in two like parts of an element: in two rows of a table.
fn are_rows_apart(page: &Page, scope: NodeId, a: NodeId, b: NodeId) -> bool {
    let dom = page.dom();
    let part = |node: NodeId| around(page, node).take_while(|&at| at != scope).last();
    let (Some(a), Some(b)) = (part(a), part(b)) else { return false };
    let (Some(of_a), Some(of_b)) = (dom.element(a), dom.element(b)) else { return false };
    a != b && is_row(page, a) && of_a.name == of_b.name && role_of(page, a) == role_of(page, b)
}

/// True for one of several like parts of a page.
fn is_row(page: &Page, node: NodeId) -> bool {
    matches!(
        role_of(page, node),
        Some(Role::Row | Role::Listitem | Role::Article | Role::Group | Role::Region | Role::Treeitem | Role::Option)
    )
}

/// Playwright: `:near()` without a number, at most 50 CSS px from edge to edge.
fn are_near(page: &Page, a: NodeId, b: NodeId) -> bool {
    let (Some(a), Some(b)) = (page.layout().get(a), page.layout().get(b)) else { return false };
    let (a, b) = (a.rect, b.rect);
    let apart =
        |start: f32, end: f32, other_start: f32, other_end: f32| (other_start - end).max(start - other_end).max(0.0);
    apart(a.x, a.right(), b.x, b.right()).max(apart(a.y, a.bottom(), b.y, b.bottom())) <= 50.0
}

fn is_in_kind(page: &Page, node: NodeId, kinds: &[&str]) -> bool {
    around(page, node).skip(1).any(|at| {
        let tag = page.dom().element(at).map_or("", |element| &*element.name.local);
        let role = page.aria().get(at).and_then(|known| known.role).map_or("", Role::name);
        kinds.iter().any(|kind| *kind == tag || *kind == role)
    })
}

/// An element and its ancestors, out of shadow trees and frames.
pub(super) fn around(page: &Page, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let dom = page.dom();
    std::iter::successors(Some(node), move |&at| dom.composed_parent(at).or_else(|| dom.frame_element(at)))
}
