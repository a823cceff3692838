//! The style sheets of a document and its shadow trees, read.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use url::Url;

use super::budgets::Budgets;
use super::collect::{SheetText, Source, load, style_sheets};
use super::media::Medium;
use super::rules::{Block, RuleSet};
use super::sheet::SheetReader;
use super::{UA_QUIRKS_SHEET, UA_SHEET};
use crate::dom::{Dom, NodeData, NodeId, Quirks};
use crate::selector::{Compared, SelectorFeatures};

/// The rules of a document. They are the same in every cascade until a sheet, what links one or the medium changes.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// The user agent's rules.
    pub(super) ua: Arc<RuleSet>,
    /// The author's rules by root of the tree scope.
    pub(super) scopes: FxHashMap<NodeId, Arc<RuleSet>>,
    /// One bit a target: some author's rule may be about it.
    pub(super) targets: u16,
    /// What rules by names compare.
    pub(super) compared: Compared,
    /// What all selectors look at.
    pub(super) features: Arc<SelectorFeatures>,
    /// The declarations of rules; a cascade adds those of attributes.
    pub(super) blocks: Vec<Block>,
    /// How many of the blocks are those of rules.
    of_rules: usize,
}

impl Sheets {
    /// Reads the user agent's sheet, then those of the document and of its shadow trees.
    pub(super) fn read(dom: &Dom, document: NodeId, medium: Medium<'_>, has_shadow: bool, budgets: &Budgets) -> Self {
        let mut all = Self::default();
        let mut features = SelectorFeatures::default();
        let load = |url: &Url| load(dom, url);
        let load_font = |url: &Url| dom.font(url);
        let document_quirks = dom.quirks(document);
        let mut read = |sheets: &[Source<'_>], user_agent: bool, all: &mut Self, budgets: &Budgets| {
            let quirks = if user_agent { Quirks::NoQuirks } else { document_quirks };
            let mut rules = RuleSet::default();
            for sheet in sheets {
                let mut reader = SheetReader {
                    rules: &mut rules,
                    blocks: &mut all.blocks,
                    medium,
                    load: &load,
                    load_font: &load_font,
                    quirks,
                    user_agent,
                    base: sheet.base.clone(),
                    owner: Some(sheet.owner),
                    chain: sheet.base.iter().cloned().collect(),
                    budgets,
                };
                reader.read(&sheet.css);
            }
            rules.finish(quirks, &mut all.compared, &mut features);
            Arc::new(rules)
        };
        let mut ua = vec![Source { css: SheetText::Element(UA_SHEET.into()), base: None, owner: document }];
        if document_quirks == Quirks::Quirks {
            ua.push(Source { css: SheetText::Element(UA_QUIRKS_SHEET.into()), base: None, owner: document });
        }
        all.ua = read(&ua, true, &mut all, &Budgets::default());
        let mut roots = vec![document];
        if has_shadow {
            let nodes = (0..dom.len()).map(NodeId::from_index);
            roots.extend(nodes.filter(|&node| {
                matches!(dom.node(node).data, NodeData::ShadowRoot(_)) && dom.owner_document(node) == document
            }));
        }
        // Components repeat their sheets: equal lists with equal bases are read once.
        let mut known: FxHashMap<Vec<(SheetText<'_>, Option<Url>)>, Arc<RuleSet>> = FxHashMap::default();
        for root in roots {
            let sheets = style_sheets(dom, root, &medium);
            let key = (root != document)
                .then(|| sheets.iter().map(|sheet| (sheet.css.clone(), sheet.base.clone())).collect::<Vec<_>>());
            if let Some(rules) = key.as_ref().and_then(|key| known.get(key)) {
                all.scopes.insert(root, Arc::clone(rules));
                continue;
            }
            let rules = read(&sheets, false, &mut all, budgets);
            all.targets |= rules.targets();
            // What is the root of a `@scope` without one depends on where the sheet is.
            if let Some(key) = key.filter(|_| !sheets.iter().any(|sheet| sheet.css.contains("@scope"))) {
                known.insert(key, Arc::clone(&rules));
            }
            all.scopes.insert(root, rules);
        }
        all.features = Arc::new(features);
        all.of_rules = all.blocks.len();
        all
    }

    /// Without what a cascade has added.
    pub(super) fn of_rules(mut self) -> Self {
        self.blocks.truncate(self.of_rules);
        std::iter::once(&self.ua).chain(self.scopes.values()).for_each(|rules| rules.forget_steps());
        self
    }
}
