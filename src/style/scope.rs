//! `@scope`: which scoping roots an element is in.
//!
//! <https://drafts.csswg.org/css-cascade-6/#scoped-styles>

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::cascade::{Cascade, Where};
use super::rules::{NONE, RuleSet, ScopeRule};
use crate::dom::NodeId;

/// The scoping roots that an element is in, the nearest first; shared between parent and child as far as equal.
type Roots = Option<Rc<Root>>;

#[derive(Debug)]
struct Root {
    element: NodeId,
    /// Its depth, as [`InScope::depth`].
    depth: u32,
    outer: Roots,
}

/// An element in an `@scope`.
#[derive(Debug, Clone)]
struct InScope {
    roots: Roots,
    /// Elements between it and the top of its tree.
    depth: u32,
}

/// A rule set by its address, an `@scope` in it, an element, and the host of the shadow tree that the sheet is of.
type Key = (usize, u32, NodeId, Option<NodeId>);

/// The scoping roots of elements that were asked for before.
#[derive(Debug, Default)]
pub(super) struct RootsOfScopes(FxHashMap<Key, InScope>);

impl RootsOfScopes {
    /// Limit: entries that are kept, about 15 MB; what is forgotten is found again by a walk to the root.
    const MAX: usize = 1 << 17;
}

impl Cascade<'_> {
    /// Generations to the nearest scoping root around an element for which `accepts` is true.
    pub(super) fn nearest_root_where(
        &mut self,
        set: &RuleSet,
        scope: u32,
        place: &Where,
        mut accepts: impl FnMut(&mut Self, NodeId) -> bool,
    ) -> Option<u16> {
        let InScope { roots, depth } = self.in_scope(set, scope, place);
        let mut at = roots.as_ref();
        while let Some(root) = at {
            if accepts(self, root.element) {
                return Some(u16::try_from(depth - root.depth).unwrap_or(u16::MAX));
            }
            at = root.outer.as_ref();
        }
        None
    }

    fn in_scope(&mut self, set: &RuleSet, scope: u32, place: &Where) -> InScope {
        let none = InScope { roots: None, depth: 0 };
        let Some(rule) = set.scopes.get(scope as usize) else { return none };
        let address = std::ptr::from_ref(set) as usize;
        let key = |node: NodeId| (address, scope, node, place.host);
        if self.roots_of_scopes.0.len() > RootsOfScopes::MAX {
            self.roots_of_scopes.0.clear();
        }
        // Up to what is known, then down again.
        let mut path = Vec::new();
        let mut at = Some(place.node);
        let mut found = none;
        while let Some(node) = at {
            if let Some(known) = self.roots_of_scopes.0.get(&key(node)) {
                found = known.clone();
                break;
            }
            path.push(node);
            at = self.dom.node(node).parent.filter(|&p| self.dom.element(p).is_some());
            if at.is_none() && place.host != Some(node) {
                // The host is the outermost possible root of its shadow tree.
                at = place.host.filter(|&h| self.dom.composed_parent(node) == Some(h));
            }
        }
        for node in path.into_iter().rev() {
            let depth = found.depth + 1;
            let place = place.at(node);
            let mut roots = self.within_limits(rule, found.roots, &place);
            if self.is_scope_root(set, rule, &place) && !self.is_limit(rule, node, &place) {
                roots = Some(Rc::new(Root { element: node, depth, outer: roots }));
            }
            found = InScope { roots, depth };
            self.roots_of_scopes.0.insert(key(node), found.clone());
        }
        found
    }

    /// The roots that still hold an element: those of its parent but for the ones whose limit it is.
    fn within_limits(&mut self, rule: &ScopeRule, roots: Roots, place: &Where) -> Roots {
        if rule.limits.is_empty() || roots.is_none() {
            return roots;
        }
        let (mut kept, mut dropped) = (Vec::new(), false);
        let mut at = roots.as_ref();
        while let Some(root) = at {
            if self.is_limit(rule, root.element, place) {
                dropped = true;
            } else {
                kept.push((root.element, root.depth));
            }
            at = root.outer.as_ref();
        }
        if !dropped {
            return roots;
        }
        let outermost_first = kept.into_iter().rev();
        outermost_first.fold(None, |outer, (element, depth)| Some(Rc::new(Root { element, depth, outer })))
    }

    fn is_limit(&mut self, rule: &ScopeRule, root: NodeId, place: &Where) -> bool {
        rule.limits.iter().any(|s| self.selector_matches(s, place.node, Some(root), place.host, false))
    }

    fn is_scope_root(&mut self, set: &RuleSet, rule: &ScopeRule, place: &Where) -> bool {
        let enclosing = if rule.parent == NONE {
            None
        } else {
            match self.in_scope(set, rule.parent, place).roots {
                Some(root) => Some(root.element),
                None => return false,
            }
        };
        match &rule.roots {
            Some(roots) => roots.iter().any(|s| self.selector_matches(s, place.node, enclosing, place.host, false)),
            None => rule.owner.and_then(|owner| self.dom.composed_parent(owner)) == Some(place.node),
        }
    }
}
