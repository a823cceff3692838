//! The style sheets of a document and its shadow trees, read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use url::Url;

use super::budgets::Budgets;
use super::collect::{SheetText, Source, load, style_sheets};
use super::media::{DocumentViewport, Medium};
use super::places::RulePlaces;
use super::prune::{LackedNames, NamesOnPage};
use super::rules::{Block, RuleSet};
use super::sheet::SheetReader;
use super::sheet_parts::SheetParseOptions;
use super::{UA_QUIRKS_SHEET, UA_SHEET};
use crate::device::Device;
use crate::dom::{Dom, NodeData, NodeId, Quirks};
use crate::selector::{ComparedNames, SelectorFeatures};

/// The nodes of a page up to which it is noticed what the user agent's rules take to read.
const SMALL_PAGE: usize = 500;

/// The rules of a document. They are the same in every cascade until a sheet, what links one or the medium changes.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// The user agent's rules.
    pub(super) ua: Arc<RuleSet>,
    /// The author's rules by root of the tree scope.
    pub(super) scopes: FxHashMap<NodeId, Arc<RuleSet>>,
    /// One bit a target: some author's rule may be about it.
    pub(super) targets: u32,
    /// The names that rules by names compare.
    pub(super) compared: ComparedNames,
    /// The features that all selectors depend on.
    pub(super) features: Arc<SelectorFeatures>,
    /// The declarations of rules; a cascade adds those of attributes.
    pub(super) blocks: Vec<Block>,
    /// The addresses of the sheets that others import and that were not found.
    pub(super) missing_imports: Vec<Box<str>>,
    /// The number of blocks that are those of rules.
    of_rules: usize,
    /// Rules that need these names were left out.
    pub(super) lacked: Arc<LackedNames>,
    /// The places of the author's rules in their sheets, if someone asked.
    pub(super) places: Option<Box<RulePlaces>>,
}

impl Sheets {
    /// The user agent's sheets, which are read once: they ask nothing of a page or a medium.
    fn of_user_agent(document_quirks: Quirks) -> &'static Self {
        static STANDARDS: OnceLock<Sheets> = OnceLock::new();
        static QUIRKS: OnceLock<Sheets> = OnceLock::new();
        let known = if document_quirks == Quirks::Quirks { &QUIRKS } else { &STANDARDS };
        known.get_or_init(|| Self::read_user_agent(document_quirks, None))
    }

    /// The user agent's rules that need no other names than these, for the first page of a process; `None` for other pages, for which
    /// the rules are kept. A command that answers about one small page would spend most of its time on rules that match nothing.
    fn of_user_agent_for_first(document_quirks: Quirks, names: &NamesOnPage) -> Option<Self> {
        static IS_LATER: AtomicBool = AtomicBool::new(false);
        let is_first = !IS_LATER.swap(true, Ordering::Relaxed);
        is_first.then(|| Self::read_user_agent(document_quirks, Some(names)))
    }

    fn read_user_agent(document_quirks: Quirks, names: Option<&NamesOnPage>) -> Self {
        let device = Device::default();
        let with = SheetParseOptions {
            medium: Medium { device: &device, viewport: &DocumentViewport::new(device.viewport) },
            page: None,
            load: &|_| None,
            load_font: &|_| None,
            fonts_were_there: false,
            as_written: &ToString::to_string,
            quirks: Quirks::NoQuirks,
            user_agent: true,
            budgets: &Budgets::default(),
            names,
        };
        let sheets: &[&str] = match document_quirks {
            Quirks::Quirks => &[UA_SHEET, UA_QUIRKS_SHEET],
            _ => &[UA_SHEET],
        };
        let source = |css: &&'static str| Source { css: SheetText::Element((*css).into()), base: None, owner: None };
        let sources: Vec<Source<'_>> = sheets.iter().map(source).collect();
        let mut all = Self {
            compared: ComparedNames::new(document_quirks),
            features: Arc::new(SelectorFeatures::new(document_quirks)),
            ..Self::default()
        };
        all.ua = Arc::new(all.add(&sources, &with));
        all
    }

    /// Reads the sheets of a tree scope.
    fn add(&mut self, sheets: &[Source<'_>], with: &SheetParseOptions<'_>) -> RuleSet {
        let mut rules = RuleSet::default();
        for sheet in sheets {
            if let Some(places) = self.places.as_deref_mut() {
                places.announce(sheet);
            }
            let mut reader = SheetReader {
                rules: &mut rules,
                blocks: &mut self.blocks,
                missing_imports: &mut self.missing_imports,
                with,
                base: sheet.base.clone(),
                owner: sheet.owner,
                chain: sheet.base.iter().cloned().collect(),
                lacked: Arc::make_mut(&mut self.lacked),
                places: self.places.as_deref_mut(),
            };
            reader.read(&sheet.css);
        }
        rules.finish(with.quirks, &mut self.compared, Arc::make_mut(&mut self.features));
        rules
    }

    /// Reads the sheets of the document and of its shadow trees, behind those of the user agent; `names`: rules that need others
    /// are left out.
    pub(super) fn read(
        dom: &Dom,
        document: NodeId,
        medium: Medium<'_>,
        has_shadow: bool,
        budgets: &Budgets,
        names: Option<&NamesOnPage>,
    ) -> Self {
        Self::read_with(dom, document, medium, has_shadow, budgets, names, None)
    }

    /// Reads all rules of the sheets, and where they stand.
    pub(super) fn read_with_places(
        dom: &Dom,
        document: NodeId,
        medium: Medium<'_>,
        has_shadow: bool,
        budgets: &Budgets,
    ) -> Self {
        Self::read_with(dom, document, medium, has_shadow, budgets, None, Some(Box::default()))
    }

    fn read_with(
        dom: &Dom,
        document: NodeId,
        medium: Medium<'_>,
        has_shadow: bool,
        budgets: &Budgets,
        names: Option<&NamesOnPage>,
        places: Option<Box<RulePlaces>>,
    ) -> Self {
        let quirks = dom.quirks(document);
        // The documents of frames have names of their own, and would read the rules once more.
        let is_small = dom.len() <= SMALL_PAGE && !dom.has_frame_element();
        let of_first = names.filter(|_| is_small).and_then(|names| Self::of_user_agent_for_first(quirks, names));
        let mut all = of_first.unwrap_or_else(|| {
            let ua = Self::of_user_agent(quirks);
            Self {
                // A copy, whose selectors count the steps that this page takes.
                ua: Arc::new((*ua.ua).clone()),
                blocks: ua.blocks.clone(),
                compared: ua.compared.clone(),
                features: Arc::clone(&ua.features),
                ..Self::default()
            }
        });
        all.places = places;
        let with = SheetParseOptions {
            medium,
            page: dom.base_url(document),
            load: &|url: &Url| load(dom, url),
            load_font: &|url: &Url| dom.font(url),
            fonts_were_there: dom.assumes_fonts(),
            as_written: &|url: &Url| dom.as_written(url),
            quirks,
            user_agent: false,
            budgets,
            names,
        };
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
            // Equal sheets of two trees stand in two places.
            let key = (root != document && all.places.is_none())
                .then(|| sheets.iter().map(|sheet| (sheet.css.clone(), sheet.base.clone())).collect::<Vec<_>>());
            if let Some(rules) = key.as_ref().and_then(|key| known.get(key)) {
                all.scopes.insert(root, Arc::clone(rules));
                continue;
            }
            let rules = Arc::new(all.add(&sheets, &with));
            all.targets |= rules.targets();
            // What is the root of a `@scope` without one depends on where the sheet is.
            if let Some(key) = key.filter(|_| !sheets.iter().any(|sheet| sheet.css.contains("@scope"))) {
                known.insert(key, Arc::clone(&rules));
            }
            all.scopes.insert(root, rules);
        }
        all.of_rules = all.blocks.len();
        all
    }

    /// The user agent's rules as the first page of a process reads them, and as later ones do.
    #[cfg(test)]
    pub(super) fn of_first_page_and_later(dom: &Dom) -> (Self, Self) {
        let quirks = dom.quirks(dom.document());
        (Self::read_user_agent(quirks, Some(&NamesOnPage::of(dom))), Self::read_user_agent(quirks, None))
    }

    /// Without what a cascade has added.
    pub(super) fn of_rules(mut self) -> Self {
        self.blocks.truncate(self.of_rules);
        std::iter::once(&self.ua).chain(self.scopes.values()).for_each(|rules| rules.forget_steps());
        self
    }
}
