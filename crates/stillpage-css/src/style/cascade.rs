//! The walk over the flat tree that gives each element its style.

use std::cell::{Cell, LazyCell};
use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use super::budgets::Budgets;
use super::computed::{ComputedStyle, Content, Display, LineHeight};
use super::kinds::{KindId, Kinds};
use super::media::Medium;
use super::metrics::Fonts;
use super::position_try;
use super::presentational_hints::{presentational_hints, takes_hints_of_table};
use super::property::{ComputeBasis, Declaration, FinishBasis, FontUnits, ParseMode, finish, parse_style_attribute};
use super::prune::NamesOnPage;
use super::resolve::{Level, MatchedBlock, Precedence, compute_style};
use super::restyle::InvalidationSet;
use super::rules::{Block, NONE, Rule, RuleIndex, RuleSet, UNLAYERED, target};
use super::scope::{RootsOfScopes, Viewpoint};
use super::sheets::Sheets;
use super::sizes::{SizeDependencies, Sizes, definite_size};
use super::trace::Trace;
use super::variable::{KnownCustomProperties, Registry, Scope};
use super::web_fonts::WebFonts;
use super::{Pseudo, Styles};
use crate::device::Device;
use crate::dom::{Dom, ElementData, FlatChildren, LocalName, NodeData, NodeId, NodeMap, Quirks, local_name};
use crate::geometry::Size;
use crate::limits::{Limit, Warnings};
use crate::selector::{Ancestors, MatchScope, Matcher, StyleSelector, Tree};

/// Styles all documents of a page; `sheets`: those of the page itself, if they were read before.
pub(super) fn cascade(dom: &Dom, device: &Device, sizes: Sizes<'_>, sheets: Option<Sheets>) -> Styles {
    traced(dom, device, sizes, sheets, None)
}

/// Styles all documents of a page, and reports the matches of the elements that `trace` asks for.
pub(super) fn traced(
    dom: &Dom,
    device: &Device,
    sizes: Sizes<'_>,
    mut sheets: Option<Sheets>,
    mut trace: Option<&mut Trace>,
) -> Styles {
    let tree = Tree::new(dom);
    let mut styles = Styles {
        elements: NodeMap::new(dom.len(), None),
        pseudos: Vec::new(),
        has_pseudo: NodeMap::new(dom.len(), false),
        markers: FxHashMap::default(),
        font_faces: Vec::new(),
        missing_imports: Vec::new(),
        size_dependencies: SizeDependencies::default(),
        warnings: Warnings::default(),
        is_measured: false,
        basis: Arc::default(),
        sheets: None,
    };
    let mut basis = InvalidationSet {
        is_simple: !tree.has_shadow(),
        interaction: dom.interaction().copied(),
        hover: dom.hover(),
        ..InvalidationSet::default()
    };
    let budgets = Budgets::default();
    let names = LazyCell::new(|| NamesOnPage::of(dom));
    let mut documents = vec![(dom.document(), device.viewport)];
    while let Some((document, viewport)) = documents.pop() {
        let sheets = sheets.take().unwrap_or_else(|| {
            let medium = Medium { device, viewport };
            if trace.is_some() {
                return Sheets::read_with_places(dom, document, medium, tree.has_shadow(), &budgets);
            }
            Sheets::read(dom, document, medium, tree.has_shadow(), &budgets, Some(&names))
        });
        let mut cascade = Cascade::new(dom, device, &tree, document, viewport, sizes, &budgets, sheets);
        let first_pseudo = styles.pseudos.len();
        cascade.trace = trace.as_deref_mut().map(std::mem::take);
        cascade.walk(document, &mut styles);
        cascade.style_unslotted(document, &mut styles);
        if let Some((trace, mut done)) = trace.as_deref_mut().zip(cascade.trace.take()) {
            done.finish_document(cascade.sheets.places.take());
            *trace = done;
        }
        let size_dependencies = std::mem::take(&mut cascade.size_dependencies);
        styles.size_dependencies.add(size_dependencies, cascade.asked_container.get());
        styles.missing_imports.extend_from_slice(&cascade.sheets.missing_imports);
        styles.font_faces.extend(cascade.author(document).into_iter().flat_map(|set| set.font_faces.iter().cloned()));
        let counter_styles = cascade.author(document).map(|set| set.counter_styles.clone()).unwrap_or_default();
        super::counter::evaluate(dom, document, first_pseudo, &counter_styles, &budgets, &mut styles);
        basis.is_simple &= cascade.frames.is_empty() && document == dom.document();
        basis.reads_attributes |= cascade.sheets.blocks.iter().any(|block| block.element);
        basis.selectors = Arc::clone(&cascade.sheets.features);
        basis.lacked = Arc::clone(&cascade.sheets.lacked);
        if document == dom.document() {
            styles.sheets = Some(Arc::new(std::mem::take(&mut cascade.sheets).of_rules()));
        }
        for frame in cascade.frames {
            let style = styles.elements[frame].as_deref();
            let size = sizes(frame).or_else(|| style.and_then(definite_size)).unwrap_or(Size::new(300.0, 150.0));
            styles.size_dependencies.frames.push((frame, size));
            if let Some(document) = dom.element(frame).and_then(|e| e.frame_document) {
                documents.push((document, size));
            }
        }
    }
    budgets.report(&mut styles.warnings);
    if tree.gave_up() {
        styles.warnings.limit(Limit::SelectorSteps);
    }
    basis.focus = basis.selectors.has_focus.then(|| tree.focus()).flatten();
    basis.spent = (budgets.substituted_text.spent(), tree.steps());
    styles.basis = Arc::new(basis);
    styles.index_pseudos();
    styles
}

/// An element whose children are being styled.
pub(super) struct Frame<'a> {
    pub(super) node: NodeId,
    pub(super) style: Arc<ComputedStyle>,
    layout_parent: Arc<ComputedStyle>,
    container: (Option<f32>, Option<f32>),
    kind: Option<KindId>,
    children: FlatChildren<'a>,
}

/// The key of style sharing: two elements with equal keys have the same style.
#[derive(PartialEq)]
pub(super) struct ShareKey {
    parent: *const ComputedStyle,
    layout_parent: *const ComputedStyle,
    name: LocalName,
    /// Pseudo-element, root, top layer.
    kind: (u8, bool, bool),
    container: (Option<f32>, Option<f32>),
}

/// A style that elements share.
pub(super) struct SharedStyle {
    key: ShareKey,
    /// The blocks that matched, in order.
    blocks: Box<[u32]>,
    style: Arc<ComputedStyle>,
}

pub(super) struct Cascade<'a> {
    pub(super) dom: &'a Dom,
    pub(super) viewport: Size,
    quirks: Quirks,
    pub(super) sizes: Sizes<'a>,
    matcher: Matcher<'a>,
    fonts: Fonts,
    web_fonts: Option<WebFonts>,
    registry: Registry,
    pub(super) sheets: Sheets,
    /// Kinds of elements, in documents without shadow trees.
    kinds: Option<Kinds>,
    pub(super) has_shadow: bool,
    pub(super) budgets: &'a Budgets,
    initial: Arc<ComputedStyle>,
    root_font_size: f32,
    root_line_height: f32,
    // The walk
    pub(super) stack: Vec<Frame<'a>>,
    ancestors: Ancestors,
    pub(super) frames: Vec<NodeId>,
    pub(super) size_dependencies: SizeDependencies,
    /// A unit referred to the size of a container, or to the viewport for want of it.
    pub(super) asked_container: Cell<bool>,
    // Scratch and caches
    candidates: Vec<u32>,
    matches: Vec<MatchedBlock>,
    hints: Vec<Declaration>,
    recent_hints: Vec<u32>,
    attributes: FxHashMap<&'a str, Option<u32>>,
    pub(super) shared: FxHashMap<u64, Vec<SharedStyle>>,
    custom: KnownCustomProperties,
    pub(super) container_answers: FxHashMap<(usize, u32, NodeId), bool>,
    last_scope: Option<(Option<NodeId>, NodeId)>,
    roots_of_scopes: RootsOfScopes,
    /// Gets what matches some elements.
    trace: Option<Trace>,
}

impl<'a> Cascade<'a> {
    #[allow(clippy::too_many_arguments, reason = "what a cascade starts from")]
    pub(super) fn new(
        dom: &'a Dom,
        device: &'a Device,
        tree: &'a Tree<'a>,
        document: NodeId,
        viewport: Size,
        sizes: Sizes<'a>,
        budgets: &'a Budgets,
        sheets: Sheets,
    ) -> Self {
        let quirks = dom.quirks(document);
        let (mut registry, mut web_fonts) = (Registry::default(), None);
        if let Some(rules) = sheets.scopes.get(&document) {
            for (name, registration) in &rules.registrations {
                registry.register(name.clone(), registration.clone());
            }
            // Chrome: faces that shadow trees declare are not used.
            let installed = device.fonts.as_ref().map_or(&[][..], |fonts| fonts.faces());
            web_fonts = WebFonts::new(&rules.font_faces, installed);
        }
        Self {
            dom,
            viewport,
            quirks,
            sizes,
            matcher: Matcher::new(tree, quirks),
            fonts: Fonts,
            web_fonts,
            registry,
            sheets,
            kinds: (!tree.has_shadow()).then(Kinds::default),
            has_shadow: tree.has_shadow(),
            budgets,
            initial: Arc::new(ComputedStyle { scaled: device.is_scaled(), ..ComputedStyle::initial() }),
            root_font_size: 16.0,
            root_line_height: 0.0,
            stack: Vec::new(),
            ancestors: Ancestors::default(),
            frames: Vec::new(),
            size_dependencies: SizeDependencies::default(),
            asked_container: Cell::new(false),
            candidates: Vec::new(),
            matches: Vec::new(),
            hints: Vec::new(),
            recent_hints: Vec::new(),
            attributes: FxHashMap::default(),
            shared: FxHashMap::default(),
            custom: KnownCustomProperties::default(),
            container_answers: FxHashMap::default(),
            last_scope: None,
            roots_of_scopes: RootsOfScopes::default(),
            trace: None,
        }
    }

    /// The rules of a document or a shadow tree.
    pub(super) fn author(&self, root: NodeId) -> Option<&Arc<RuleSet>> {
        self.sheets.scopes.get(&root)
    }

    /// The root of the tree scope of an element.
    fn scope_root(&mut self, node: NodeId, document: NodeId) -> NodeId {
        if !self.has_shadow {
            return document;
        }
        let parent = self.dom.node(node).parent;
        if let Some((last, root)) = self.last_scope
            && last == parent
        {
            return root;
        }
        let root = self.dom.tree_root(node);
        self.last_scope = Some((parent, root));
        root
    }

    /// Styles every element of a document's flat tree, parents first.
    fn walk(&mut self, document: NodeId, styles: &mut Styles) {
        self.start(document, self.dom.flat_children(document));
        self.walk_stack(document, 0, styles);
    }

    /// Stands at a document, with the children that are to be met.
    pub(super) fn start(&mut self, document: NodeId, children: FlatChildren<'a>) {
        let initial = Arc::clone(&self.initial);
        self.stack.clear();
        self.ancestors = Ancestors::default();
        self.stack.push(Frame {
            node: document,
            style: Arc::clone(&initial),
            layout_parent: initial,
            container: (None, None),
            kind: self.kinds.is_some().then_some(KindId::DOCUMENT),
            children,
        });
    }

    /// Styles what has not been met yet below the frames on the stack, but for the outermost `floor`, and leaves them.
    pub(super) fn walk_stack(&mut self, document: NodeId, floor: usize, styles: &mut Styles) {
        while self.stack.len() > floor
            && let Some(frame) = self.stack.last_mut()
        {
            let Some(node) = frame.children.next() else {
                self.leave();
                continue;
            };
            self.enter(document, node, None, styles);
        }
    }

    /// Takes the innermost frame off the stack.
    pub(super) fn leave(&mut self) {
        // The outermost frame is the document's, which was never entered as an ancestor.
        if self.stack.pop().is_some() && !self.stack.is_empty() {
            self.ancestors.pop();
        }
    }

    /// Styles a child of the innermost frame and puts it on the stack; `known`: its style, if nothing but a child of
    /// it is met next.
    pub(super) fn enter(
        &mut self,
        document: NodeId,
        node: NodeId,
        known: Option<Arc<ComputedStyle>>,
        styles: &mut Styles,
    ) {
        let (Some(element), Some(frame)) = (self.dom.element(node), self.stack.last()) else { return };
        let (parent, layout_parent) = (Arc::clone(&frame.style), Arc::clone(&frame.layout_parent));
        let container = frame.container;
        let is_root = frame.node == document;
        let kind = match (&mut self.kinds, frame.kind) {
            (Some(kinds), Some(parent)) => Some(kinds.of(self.dom, &self.sheets.compared, parent, node, element)),
            _ => None,
        };
        let is_known = known.is_some();
        let style = known.unwrap_or_else(|| {
            self.style_element(node, element, document, &parent, &layout_parent, container, is_root, kind, styles)
        });
        if is_root && is_known {
            self.take_root_font(&style);
        }
        if element.frame_document.is_some() {
            self.frames.push(node);
        }
        let container = self.container_sizes(node, &style, container);
        let layout_parent = if style.display == Display::Contents { layout_parent } else { Arc::clone(&style) };
        styles.elements[node] = Some(Arc::clone(&style));
        self.ancestors.push(self.dom, node);
        let children = if is_known { self.dom.no_children() } else { self.dom.flat_children(node) };
        self.stack.push(Frame { node, style, layout_parent, container, kind, children });
    }

    fn take_root_font(&mut self, style: &ComputedStyle) {
        self.root_font_size = style.font_size / style.zoom;
        let line_height = match style.line_height {
            LineHeight::Normal => self.fonts.normal_line_height(style),
            LineHeight::Number(factor) => factor * style.font_size,
            LineHeight::Px(px) => px,
        };
        self.root_line_height = line_height / style.zoom;
    }

    /// Elements that the flat tree lacks: children of a shadow host without a slot, fallback of a slot in use.
    fn style_unslotted(&mut self, document: NodeId, styles: &mut Styles) {
        if !self.has_shadow {
            return;
        }
        for index in 0..self.dom.len() {
            let node = NodeId::from_index(index);
            let Some(element) = self.dom.element(node) else { continue };
            if styles.elements[node].is_some() {
                continue;
            }
            // Parents come before their children in the arena; of another document or a template none has a style.
            let parent = self.dom.composed_parent(node).and_then(|p| styles.elements[p].clone());
            let Some(parent) = parent.filter(|_| self.dom.owner_document(node) == document) else { continue };
            self.ancestors = Ancestors::default();
            let mut above: Vec<NodeId> =
                std::iter::successors(self.dom.composed_parent(node), |&n| self.dom.composed_parent(n)).collect();
            above.reverse();
            for ancestor in above {
                self.ancestors.push(self.dom, ancestor);
            }
            let style =
                self.style_element(node, element, document, &parent, &parent, (None, None), false, None, styles);
            styles.elements[node] = Some(style);
        }
    }

    /// The style of an element; adds those of its pseudo-elements to `styles`.
    #[allow(clippy::too_many_arguments, reason = "what the walk knows about an element")]
    fn style_element(
        &mut self,
        node: NodeId,
        element: &'a ElementData,
        document: NodeId,
        parent: &Arc<ComputedStyle>,
        layout_parent: &Arc<ComputedStyle>,
        container: (Option<f32>, Option<f32>),
        is_root: bool,
        kind: Option<KindId>,
        styles: &mut Styles,
    ) -> Arc<ComputedStyle> {
        let root = self.scope_root(node, document);
        self.matches.clear();
        let about = StyleTarget { node, element, pseudo: None, parent, layout_parent, container, is_root, kind };
        let sets = self.rule_sets(root);
        self.collect_rules(&about, root, &sets);
        self.collect_attributes(node, element);
        if self.trace.as_ref().is_some_and(|trace| trace.asks_for(node)) {
            self.trace_element(&about, root, &sets);
        }
        let style = self.shared_style(&about);
        if is_root {
            self.take_root_font(&style);
        }
        let inner = self.container_sizes(node, &style, container);
        let box_parent = if style.display == Display::Contents { layout_parent } else { &style };
        let targets = self.targets_of(sets.own.as_deref());
        for pseudo in PSEUDOS.into_iter().filter(|&pseudo| targets >> target(Some(pseudo)) & 1 == 1) {
            // Generated content of elements that are not shown can still be asked for, and snapshots do.
            let asked_for = style.display != Display::None || matches!(pseudo, Pseudo::Before | Pseudo::After);
            if asked_for && Self::may_have(pseudo, element, &style) {
                let about = StyleTarget {
                    node,
                    element,
                    pseudo: Some(pseudo),
                    parent: &style,
                    layout_parent: box_parent,
                    container: inner,
                    is_root: false,
                    kind,
                };
                if let Some(style) = self.pseudo_style(&about, root, &sets) {
                    styles.pseudos.push((node, pseudo, style));
                }
            }
        }
        style
    }

    /// Gives the trace the matches of an element, which have been collected, and those of its pseudo-elements.
    fn trace_element(&mut self, about: &StyleTarget<'_, 'a>, root: NodeId, sets: &RuleSets) {
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
    fn rule_sets(&self, root: NodeId) -> RuleSets {
        RuleSets { ua: Arc::clone(&self.sheets.ua), own: self.sheets.scopes.get(&root).cloned() }
    }

    fn pseudo_style(
        &mut self,
        about: &StyleTarget<'_, 'a>,
        root: NodeId,
        sets: &RuleSets,
    ) -> Option<Arc<ComputedStyle>> {
        self.matches.clear();
        self.collect_rules(about, root, sets);
        let generated = matches!(about.pseudo, Some(Pseudo::Before | Pseudo::After));
        if self.matches.is_empty()
            || (generated && !self.matches.iter().any(|m| self.sheets.blocks[m.block as usize].content))
        {
            return None;
        }
        let style = self.shared_style(about);
        let shown =
            !generated || (style.display != Display::None && !matches!(style.content, Content::Normal | Content::None));
        (shown && self.budgets.generated_text.spend(style.content.len())).then_some(style)
    }

    /// Adds the rules that match an element (or a pseudo-element of it) to `matches`.
    fn collect_rules(&mut self, about: &StyleTarget<'_, 'a>, root: NodeId, sets: &RuleSets) {
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
        if rule.container != NONE && !self.container_holds(set, rule.container) {
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

    fn selector_matches(
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
    fn collect_attributes(&mut self, node: NodeId, element: &'a ElementData) {
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

    /// The style of the matches: shared with another element if nothing distinguishes them.
    fn shared_style(&mut self, about: &StyleTarget<'_, 'a>) -> Arc<ComputedStyle> {
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
            let mut style = compute_style(matches, &self.sheets.blocks, &basis, &variables, &self.custom);
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

/// The user agent's rules, and those of the tree scope.
struct RuleSets {
    ua: Arc<RuleSet>,
    own: Option<Arc<RuleSet>>,
}

/// The element whose style is computed.
struct StyleTarget<'s, 'a> {
    node: NodeId,
    element: &'a ElementData,
    pseudo: Option<Pseudo>,
    parent: &'s Arc<ComputedStyle>,
    layout_parent: &'s Arc<ComputedStyle>,
    container: (Option<f32>, Option<f32>),
    is_root: bool,
    kind: Option<KindId>,
}

/// From where rules look at an element.
#[derive(Debug, Clone, Copy)]
struct MatchSite {
    node: NodeId,
    host: Option<NodeId>,
    level: Level,
    scope: i8,
}

const PSEUDOS: [Pseudo; 15] = [
    Pseudo::Before,
    Pseudo::After,
    Pseudo::Marker,
    Pseudo::Placeholder,
    Pseudo::Backdrop,
    Pseudo::FirstLetter,
    Pseudo::FirstLine,
    Pseudo::FileSelectorButton,
    Pseudo::DetailsContent,
    Pseudo::SliderTrack,
    Pseudo::SliderThumb,
    Pseudo::PickerIndicator,
    Pseudo::DateTimeEdit,
    Pseudo::DateTimeFields,
    Pseudo::ColorSwatchWrapper,
];

/// Modal dialogs and open popovers: <https://drafts.csswg.org/css-position-4/#top-layer>
pub(super) fn is_in_top_layer(element: &ElementData) -> bool {
    element.attributes.iter().any(|a| matches!(&*a.name.local, "data-frozen-modal" | "data-frozen-popover-open"))
}
