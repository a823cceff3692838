//! `@scope`: which scoping roots an element is in.
//!
//! <https://drafts.csswg.org/css-cascade-6/#scoped-styles>

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::rules::{NONE, RuleSet, ScopeRule};
use crate::dom::{Dom, NodeId};
use crate::limits::Budget;
use crate::selector::{MatchScope, Matcher, StyleSelector};

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
pub(super) struct InScope {
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

/// From where `@scope` rules look at an element.
#[derive(Clone, Copy)]
pub(super) struct Viewpoint<'a> {
    pub(super) dom: &'a Dom,
    pub(super) set: &'a RuleSet,
    /// The host of the shadow tree that the sheet is of.
    pub(super) host: Option<NodeId>,
    /// The budget of the search.
    pub(super) steps: &'a Budget,
}

impl Viewpoint<'_> {
    /// True if a selector of an `@scope` matches an element.
    fn matches(self, matcher: &mut Matcher<'_>, selector: &StyleSelector, node: NodeId, scope: Option<NodeId>) -> bool {
        /// Steps for an attempt.
        const ATTEMPT: u64 = 3;
        self.steps.spend(ATTEMPT)
            && matcher.matches(selector, node, &MatchScope { scope, host: self.host, ancestors: None })
    }
}

impl InScope {
    /// The scoping roots, the nearest first, each with the generations to it.
    pub(super) fn roots(&self) -> impl Iterator<Item = (NodeId, u16)> {
        std::iter::successors(self.roots.as_deref(), |root| root.outer.as_deref())
            .map(|root| (root.element, u16::try_from(self.depth - root.depth).unwrap_or(u16::MAX)))
    }
}

impl RootsOfScopes {
    /// Finds the roots of the `@scope` of this number that an element is in.
    pub(super) fn find(&mut self, matcher: &mut Matcher<'_>, from: Viewpoint<'_>, scope: u32, node: NodeId) -> InScope {
        /// Steps for looking an element up, and for keeping what was found of it.
        const LOOKUP: u64 = 3;
        const KEEP: u64 = 8;
        let none = InScope { roots: None, depth: 0 };
        let Some(rule) = from.set.scopes.get(scope as usize) else { return none };
        let address = std::ptr::from_ref(from.set) as usize;
        let key = |node: NodeId| (address, scope, node, from.host);
        if self.0.len() > Self::MAX {
            self.0.clear();
        }
        // Up to what is known, then down again.
        let mut path = Vec::new();
        let mut at = Some(node);
        let mut found = none;
        while let Some(node) = at {
            from.steps.spend(LOOKUP);
            if let Some(known) = self.0.get(&key(node)) {
                found = known.clone();
                break;
            }
            path.push(node);
            at = from.dom.node(node).parent.filter(|&p| from.dom.element(p).is_some());
            if at.is_none() && from.host != Some(node) {
                // The host is the outermost possible root of its shadow tree.
                at = from.host.filter(|&h| from.dom.composed_parent(node) == Some(h));
            }
        }
        for node in path.into_iter().rev() {
            let depth = found.depth + 1;
            let mut roots = within_limits(matcher, from, rule, found.roots, node);
            if self.is_root(matcher, from, rule, node) && !is_limit(matcher, from, rule, node, node) {
                roots = Some(Rc::new(Root { element: node, depth, outer: roots }));
            }
            found = InScope { roots, depth };
            from.steps.spend(KEEP);
            self.0.insert(key(node), found.clone());
        }
        found
    }

    fn is_root(&mut self, matcher: &mut Matcher<'_>, from: Viewpoint<'_>, rule: &ScopeRule, node: NodeId) -> bool {
        let enclosing = (rule.parent != NONE).then(|| self.find(matcher, from, rule.parent, node));
        if enclosing.as_ref().is_some_and(|scope| scope.roots.is_none()) {
            return false;
        }
        let Some(roots) = &rule.roots else {
            return rule.owner.and_then(|owner| from.dom.composed_parent(owner)) == Some(node);
        };
        let mut matches =
            |scope: Option<NodeId>| roots.iter().any(|selector| from.matches(matcher, selector, node, scope));
        match enclosing {
            None => matches(None),
            // Chrome: relative to any root of the scope around it.
            Some(outer) => outer.roots().any(|(root, _)| matches(Some(root))),
        }
    }
}

/// The roots that still hold an element: those of its parent but for the ones whose limit it is.
fn within_limits(
    matcher: &mut Matcher<'_>,
    from: Viewpoint<'_>,
    rule: &ScopeRule,
    roots: Roots,
    node: NodeId,
) -> Roots {
    if rule.limits.is_empty() || roots.is_none() {
        return roots;
    }
    let (mut kept, mut dropped) = (Vec::new(), false);
    let mut at = roots.as_ref();
    while let Some(root) = at {
        if is_limit(matcher, from, rule, root.element, node) {
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

/// True if an element is a limit of the scope of this root.
fn is_limit(matcher: &mut Matcher<'_>, from: Viewpoint<'_>, rule: &ScopeRule, root: NodeId, node: NodeId) -> bool {
    rule.limits.iter().any(|selector| from.matches(matcher, selector, node, Some(root)))
}
