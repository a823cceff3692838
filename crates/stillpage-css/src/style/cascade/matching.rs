//! The blocks of declarations that apply to an element: matching rules, presentational hints and the `style` attribute, each with its
//! precedence in the cascade.

use std::sync::Arc;

use super::super::presentational_hints::{presentational_hints, takes_hints_of_table};
use super::super::property::{Declaration, ParseMode, parse_style_attribute};
use super::super::resolve::{Level, MatchedBlock, Precedence};
use super::super::rules::{Block, NONE, Rule, RuleIndex, RuleSet, UNLAYERED, target};
use super::super::scope::Viewpoint;
use super::{Cascade, PSEUDOS, StyleTarget};
use crate::dom::{ElementData, NodeData, NodeId, Quirks, local_name};
use crate::selector::{MatchScope, StyleSelector};

/// The user agent's rules, and those of the tree scope.
pub(super) struct RuleSets {
    ua: Arc<RuleSet>,
    pub(super) own: Option<Arc<RuleSet>>,
}

/// From where rules look at an element.
#[derive(Debug, Clone, Copy)]
struct MatchSite {
    node: NodeId,
    host: Option<NodeId>,
    level: Level,
    scope: i8,
}

impl<'a> Cascade<'a> {
    /// Gives the trace the matches of an element, which have been collected, and those of its pseudo-elements.
    pub(super) fn trace_element(&mut self, about: &StyleTarget<'_, 'a>, root: NodeId, sets: &RuleSets) {
        let own = std::mem::take(&mut self.matches);
        let style = about.element.attr(&local_name!("style"));
        let mut of_pseudos = Vec::new();
        for pseudo in PSEUDOS {
            self.collect_rules(&StyleTarget { pseudo: Some(pseudo), ..*about }, root, sets);
            of_pseudos.push((pseudo, std::mem::take(&mut self.matches)));
        }
        let quirks = self.quirks == Quirks::Quirks;
        if let Some(trace) = &mut self.trace {
            trace.add(about.node, None, &own, &self.sheets, style.map(|text| (text, quirks)));
            for (pseudo, matches) in of_pseudos.iter().filter(|(_, matches)| !matches.is_empty()) {
                trace.add(about.node, Some(*pseudo), matches, &self.sheets, None);
            }
        }
        self.matches = own;
    }

    /// The rules for what is in the tree of this root.
    pub(super) fn rule_sets(&self, root: NodeId) -> RuleSets {
        RuleSets { ua: Arc::clone(&self.sheets.ua), own: self.sheets.scopes.get(&root).cloned() }
    }

    /// Adds the rules that match an element (or a pseudo-element of it) to `matches`.
    pub(super) fn collect_rules(&mut self, about: &StyleTarget<'_, 'a>, root: NodeId, sets: &RuleSets) {
        let &StyleTarget { node, element, .. } = about;
        let target = target(about.pseudo);
        let RuleSets { ua, own } = sets;
        let no_host = MatchSite { node, host: None, level: Level::UserAgent, scope: 0 };
        let host = match &self.dom.node(root).data {
            NodeData::ShadowRoot(shadow) => Some(shadow.host),
            _ => None,
        };
        let place = MatchSite { node, host, level: Level::Author, scope: 0 };
        let is_affordable = !self.budgets.style_steps.is_exceeded();
        let known = about.kind.filter(|_| is_affordable).and_then(|kind| self.kinds.as_ref()?.matches(kind, target));
        if let Some(known) = known {
            self.matches.extend_from_slice(known);
        } else {
            self.collect_indexed(ua, ua.by_names(target), about, &no_host);
            if let Some(own) = own {
                self.collect_indexed(own, own.by_names(target), about, &place);
            }
            if let (Some(kinds), Some(kind)) = (&mut self.kinds, about.kind) {
                kinds.remember(kind, target, &self.matches);
            }
        }
        self.collect_indexed(ua, ua.index(target), about, &no_host);
        if let Some(own) = own {
            self.collect_indexed(own, own.index(target), about, &place);
        }
        if !self.has_shadow {
            return;
        }
        // The element as the host of a shadow tree.
        if let Some(set) = element.shadow_root.and_then(|root| self.sheets.scopes.get(&root).cloned()) {
            let place = MatchSite { node, host: Some(node), level: Level::Author, scope: -100 };
            for &rule in set.hosts(target) {
                self.add_if_matches(&set, &set.rules[rule as usize], &place);
            }
        }
        // The element as slotted into other trees, one inside of the other.
        let mut slot = self.dom.assigned_slot(node);
        let mut depth = -1;
        while let Some(at) = slot {
            let root = self.dom.tree_root(at);
            if let (Some(set), NodeData::ShadowRoot(shadow)) =
                (self.sheets.scopes.get(&root).cloned(), &self.dom.node(root).data)
            {
                let place = MatchSite { node, host: Some(shadow.host), level: Level::Author, scope: depth };
                for &rule in set.slotted(target) {
                    self.add_if_matches(&set, &set.rules[rule as usize], &place);
                }
            }
            slot = self.dom.assigned_slot(at);
            depth = (depth - 1).max(-99);
        }
        // The element as a part of its host, and of the hosts around it.
        let mut outer = host.filter(|_| element.attr(&local_name!("part")).is_some());
        let mut height = 1;
        while let Some(at) = outer {
            let root = self.dom.tree_root(at);
            outer = match &self.dom.node(root).data {
                NodeData::ShadowRoot(shadow) => Some(shadow.host),
                _ => None,
            };
            if let Some(set) = self.sheets.scopes.get(&root).cloned() {
                let place = MatchSite { node, host: outer, level: Level::Author, scope: height };
                for &rule in set.parts(target) {
                    self.add_if_matches(&set, &set.rules[rule as usize], &place);
                }
            }
            height = (height + 1).min(100);
        }
    }

    /// Adds the rules of an index of a rule set that match.
    fn collect_indexed(
        &mut self,
        set: &RuleSet,
        index: Option<&RuleIndex>,
        about: &StyleTarget<'_, 'a>,
        place: &MatchSite,
    ) {
        /// Rules of an index whose required names are compared in one step.
        const COMPARED: u64 = 8;
        let Some(index) = index else { return };
        let is_author = place.level == Level::Author;
        if is_author && self.budgets.style_steps.is_exceeded() {
            return;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let fold = self.quirks == Quirks::Quirks && place.level != Level::UserAgent;
        let visited = index.candidates(about.element, about.is_root, fold, &self.ancestors, &mut candidates);
        if is_author {
            self.budgets.style_steps.spend(visited / COMPARED);
        }
        for &rule in &candidates {
            self.add_if_matches(set, &set.rules[rule as usize], place);
        }
        self.candidates = candidates;
    }

    fn add_if_matches(&mut self, set: &RuleSet, rule: &Rule, place: &MatchSite) {
        /// Steps for an attempt to match a selector, besides those of [`Limit::SelectorSteps`].
        const ATTEMPT: u64 = 3;
        if place.level == Level::Author && !self.budgets.style_steps.spend(ATTEMPT) {
            return;
        }
        let proximity = if rule.scope == NONE {
            if !self.selector_matches(&rule.selector, place.node, None, place.host, true) {
                return;
            }
            u16::MAX
        } else {
            let from = Viewpoint { dom: self.dom, set, host: place.host, steps: &self.budgets.style_steps };
            let scoped = self.roots_of_scopes.find(&mut self.matcher, from, rule.scope, place.node);
            let is_root = |&(root, _): &(NodeId, u16)| {
                self.selector_matches(&rule.selector, place.node, Some(root), place.host, true)
            };
            match scoped.roots().find(is_root) {
                Some((_, proximity)) => proximity,
                None => return,
            }
        };
        if rule.container != NONE && !self.container_holds(set, rule.container, place.node) {
            return;
        }
        let layer = set.layers.rank.get(rule.layer as usize).copied().unwrap_or_default();
        let precedence = Precedence {
            level: place.level,
            scope: place.scope,
            attached: false,
            layer,
            specificity: rule.specificity,
            proximity,
            order: rule.order,
        };
        self.matches.push(MatchedBlock { key: precedence.key(), block: rule.block });
    }

    pub(super) fn selector_matches(
        &mut self,
        selector: &StyleSelector,
        node: NodeId,
        scope: Option<NodeId>,
        host: Option<NodeId>,
        current: bool,
    ) -> bool {
        let place = MatchScope { scope, host, ancestors: current.then_some(&self.ancestors) };
        self.matcher.matches(selector, node, &place)
    }

    /// Adds the presentational hints and the `style` attribute of an element.
    pub(super) fn collect_attributes(&mut self, node: NodeId, element: &'a ElementData) {
        if element.attributes.is_empty() && !takes_hints_of_table(element) {
            return;
        }
        let quirks = self.quirks == Quirks::Quirks;
        self.hints.clear();
        presentational_hints(self.dom, node, &mut self.hints);
        let precedence = Precedence {
            level: Level::Hints,
            scope: 0,
            attached: false,
            layer: 0,
            specificity: 0,
            proximity: u16::MAX,
            order: 0,
        };
        if !self.hints.is_empty() {
            let block = self.hint_block();
            self.matches.push(MatchedBlock { key: precedence.key(), block });
        }
        if let Some(text) = element.attr(&local_name!("style")) {
            let known = self.attributes.get(text).copied();
            let block = known.unwrap_or_else(|| {
                let mode = ParseMode { quirks, ..ParseMode::default() };
                let declarations = parse_style_attribute(text, &mode);
                let block = (!declarations.is_empty()).then(|| self.add_block(declarations));
                self.attributes.insert(text, block);
                block
            });
            if let Some(block) = block {
                let layer = UNLAYERED;
                let key = Precedence { level: Level::Author, attached: true, layer, ..precedence }.key();
                self.matches.push(MatchedBlock { key, block });
            }
        }
    }

    fn add_block(&mut self, declarations: Vec<Declaration>) -> u32 {
        let at = u32::try_from(self.sheets.blocks.len()).unwrap_or(u32::MAX);
        self.sheets.blocks.push(Block::new(declarations));
        at
    }

    /// A block for the hints just collected; those of the elements before are looked through for an equal one, so that
    /// the cells of a table share.
    fn hint_block(&mut self) -> u32 {
        const RECENT: usize = 16;
        let equal = |&&block: &&u32| *self.sheets.blocks[block as usize].declarations == *self.hints;
        if let Some(&block) = self.recent_hints.iter().find(equal) {
            return block;
        }
        let hints = std::mem::take(&mut self.hints);
        let block = self.add_block(hints);
        if self.recent_hints.len() >= RECENT {
            self.recent_hints.remove(0);
        }
        self.recent_hints.push(block);
        block
    }
}
