//! Styles that elements share: those with the same blocks below the same parent have one.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::super::Pseudo;
use super::super::computed::ComputedStyle;
use super::super::position_try;
use super::super::property::{ComputeBasis, FinishBasis, ParseMode, finish};
use super::super::resolve::{MatchedBlock, compute_style};
use super::super::substituted::Substituter;
use super::super::variable::Scope;
use super::{Cascade, StyleTarget, is_in_top_layer};
use crate::dom::{LocalName, Quirks};

/// The key of style sharing: two elements with equal keys have the same style.
#[derive(PartialEq)]
pub(in crate::style) struct ShareKey {
    parent: *const ComputedStyle,
    layout_parent: *const ComputedStyle,
    name: LocalName,
    /// Pseudo-element, root, top layer.
    kind: (u8, bool, bool),
    container: (Option<f32>, Option<f32>),
}

/// A style that elements share.
pub(in crate::style) struct SharedStyle {
    key: ShareKey,
    /// The blocks that matched, in order.
    blocks: Box<[u32]>,
    style: Arc<ComputedStyle>,
}

impl<'a> Cascade<'a> {
    /// The style of the matches: shared with another element if nothing distinguishes them.
    pub(super) fn shared_style(&mut self, about: &StyleTarget<'_, 'a>) -> Arc<ComputedStyle> {
        /// Steps for a match: it is sorted, looked up and compared.
        const SORTED: u64 = 3;
        self.budgets.style_steps.spend(SORTED * self.matches.len() as u64);
        self.matches.sort_unstable_by_key(|m| m.key);
        // A selector list may name the element twice.
        self.matches.dedup_by_key(|m| m.key);
        let individual = self.matches.iter().any(|m| self.sheets.blocks[m.block as usize].element);
        if individual {
            return Arc::new(self.compute(about));
        }
        let key = ShareKey {
            parent: Arc::as_ptr(about.parent),
            layout_parent: Arc::as_ptr(about.layout_parent),
            name: about.element.name.local.clone(),
            kind: (
                about.pseudo.map_or(0, |p| 1 + p as u8),
                about.is_root,
                about.pseudo.is_none() && is_in_top_layer(about.element),
            ),
            container: about.container,
        };
        let blocks = self.matches.iter().map(|m| m.block);
        let mut hasher = FxHasher::default();
        hasher.write_usize(key.parent as usize);
        hasher.write_usize(key.layout_parent as usize);
        hasher.write_u64(key.name.get_hash());
        hasher.write_u8(key.kind.0);
        for size in [key.container.0, key.container.1].into_iter().flatten() {
            hasher.write_u32(size.to_bits());
        }
        for block in blocks.clone() {
            hasher.write_u32(block);
        }
        let hash = hasher.finish();
        let is_same = |known: &&SharedStyle| known.key == key && known.blocks.iter().copied().eq(blocks.clone());
        if let Some(known) = self.shared.get(&hash).and_then(|list| list.iter().find(is_same)) {
            return Arc::clone(&known.style);
        }
        let blocks = blocks.collect();
        let style = Arc::new(self.compute(about));
        self.shared.entry(hash).or_default().push(SharedStyle { key, blocks, style: Arc::clone(&style) });
        style
    }

    fn compute(&self, about: &StyleTarget<'_, 'a>) -> ComputedStyle {
        let declared = self.matches.iter().map(|m| self.sheets.blocks[m.block as usize].declarations.len() as u64);
        self.budgets.style_steps.spend(declared.sum());
        let element = Some((self.dom, about.node));
        let basis = ComputeBasis {
            parent: about.parent,
            initial: &self.initial,
            is_root: about.is_root,
            root_font_size: self.root_font_size,
            root_line_height: self.root_line_height,
            viewport: self.viewport,
            container: about.container,
            asked_container: &self.asked_container,
            quirks: self.quirks,
            fonts: &self.fonts,
            web_fonts: self.web_fonts.as_ref(),
            element,
        };
        let variables = Scope { registry: &self.registry, element, budget: &self.budgets.substituted_text };
        let mode = ParseMode { quirks: self.quirks == Quirks::Quirks, ..ParseMode::default() };
        let substituter = Substituter { scope: &variables, known: &self.substituted, mode };
        let finish_basis = FinishBasis {
            dom: self.dom,
            node: about.node,
            pseudo: about.pseudo,
            layout_parent: about.layout_parent,
            is_root: about.is_root,
            top_layer: about.pseudo == Some(Pseudo::Backdrop)
                || (about.pseudo.is_none() && is_in_top_layer(about.element)),
        };
        let computed = |matches: &[MatchedBlock]| {
            let mut style = compute_style(matches, &self.sheets.blocks, &basis, &substituter, &self.custom);
            finish(&mut style, &finish_basis);
            style
        };
        let mut style = computed(&self.matches);
        if style.anchoring.as_ref().is_some_and(|own| !own.fallbacks.is_empty()) {
            let rules = self.sheets.scopes.get(&self.dom.tree_root(about.node)).map(|set| &set.position_tries);
            position_try::compute(&mut style, rules, |block| {
                let last = MatchedBlock { key: u128::MAX, block };
                computed(&self.matches.iter().copied().chain([last]).collect::<Vec<_>>())
            });
        }
        style
    }
}
