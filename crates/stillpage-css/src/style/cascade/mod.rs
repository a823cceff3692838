//! The walk over the flat tree that gives each element its style.

mod matching;
mod sharing;
mod slots;

use std::cell::{Cell, LazyCell};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::budgets::Budgets;
use super::computed::{ComputedStyle, Content, Display, LineHeight};
use super::kinds::{KindId, Kinds};
use super::media::{DocumentViewport, Medium};
use super::metrics::Fonts;
use super::property::{Declaration, FontUnits, initial_style};
use super::prune::NamesOnPage;
use super::resolve::MatchedBlock;
use super::restyle::InvalidationSet;
use super::rules::{RuleSet, target};
use super::scope::RootsOfScopes;
use super::sheets::Sheets;
use super::sizes::{SizeDependencies, Sizes, definite_size};
use super::substituted::KnownSubstitutions;
use super::trace::Trace;
use super::variable::{KnownCustomProperties, Registry};
use super::web_fonts::WebFonts;
use super::{Pseudo, Styles};
use crate::device::Device;
use crate::dom::{Dom, ElementData, FlatChildren, NodeId, Quirks};
use crate::geometry::Size;
use crate::limits::Limit;
use crate::selector::{Ancestors, Matcher, Tree};
use matching::RuleSets;
use sharing::SharedStyle;
use slots::SlotStyles;

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
    let mut styles = Styles::of_nothing(dom);
    let mut basis = InvalidationSet {
        is_simple: !tree.has_shadow(),
        interaction: dom.interaction().copied(),
        hover: dom.hover(),
        ..InvalidationSet::default()
    };
    let budgets = Budgets::default();
    let names = LazyCell::new(|| NamesOnPage::of(dom));
    let mut documents = vec![(dom.document(), device.viewport, None)];
    while let Some((document, viewport, frame)) = documents.pop() {
        let viewport = DocumentViewport::new(viewport);
        let sheets = sheets.take().unwrap_or_else(|| {
            let medium = Medium { device, viewport: &viewport };
            if trace.is_some() {
                return Sheets::read_with_places(dom, document, medium, tree.has_shadow(), &budgets);
            }
            Sheets::read(dom, document, medium, tree.has_shadow(), &budgets, Some(&names))
        });
        let mut cascade = Cascade::new(dom, device, &tree, document, &viewport, sizes, &budgets, sheets);
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
            if let Some(document) = dom.element(frame).and_then(|e| e.frame_document) {
                documents.push((document, size, Some(styles.size_dependencies.frames.len())));
            }
            styles.size_dependencies.frames.push((frame, None));
        }
        if let Some(frame) = frame {
            styles.size_dependencies.frames[frame].1 = viewport.is_asked().then_some(viewport.size());
        }
    }
    budgets.report(&mut styles.warnings);
    if tree.gave_up() {
        styles.warnings.limit(Limit::SelectorSteps);
    }
    if basis.selectors.has_focus {
        basis.focus = tree.focus();
    }
    basis.spent = (budgets.substituted_text.spent(), tree.steps());
    styles.basis = Arc::new(basis);
    styles.index_pseudos();
    styles
}

/// An element whose children are being styled.
pub(super) struct Frame<'a> {
    pub(super) node: NodeId,
    pub(super) style: Arc<ComputedStyle>,
    /// The style that the children inherit from.
    inherited: Arc<ComputedStyle>,
    layout_parent: Arc<ComputedStyle>,
    container: (Option<f32>, Option<f32>),
    kind: Option<KindId>,
    children: FlatChildren<'a>,
}

pub(super) struct Cascade<'a> {
    pub(super) dom: &'a Dom,
    pub(super) viewport: &'a DocumentViewport,
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
    slots: SlotStyles,
    custom: KnownCustomProperties,
    substituted: KnownSubstitutions,
    /// Answers, and the position of each among the conditions of the size dependencies if it depends on a size.
    pub(super) container_answers: FxHashMap<(usize, u32, NodeId), (bool, Option<usize>)>,
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
        viewport: &'a DocumentViewport,
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
            initial: Arc::new(initial_style(dom, document, device)),
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
            slots: SlotStyles::default(),
            custom: KnownCustomProperties::default(),
            substituted: KnownSubstitutions::default(),
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
            inherited: Arc::clone(&initial),
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
        let (parent, layout_parent) = (Arc::clone(&frame.inherited), Arc::clone(&frame.layout_parent));
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
        let inherited = self.style_around_children(element, &style);
        self.stack.push(Frame { node, style, inherited, layout_parent, container, kind, children });
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

const PSEUDOS: [Pseudo; 16] = [
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
    Pseudo::ScrollBar,
];

/// Modal dialogs and open popovers: <https://drafts.csswg.org/css-position-4/#top-layer>
pub(super) fn is_in_top_layer(element: &ElementData) -> bool {
    element.attributes.iter().any(|a| matches!(&*a.name.local, "data-frozen-modal" | "data-frozen-popover-open"))
}
