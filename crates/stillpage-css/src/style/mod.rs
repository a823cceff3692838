//! The cascade: which value each property has on each element.
//!
//! *In*: [`Dom`], its style sheets, [`Device`]. *Out*: [`Styles`].
//!
//! *Invariants*: every element of every tree has a [`ComputedStyle`]; equal styles are shared; text nodes have none (they
//! inherit their parent's); no stage fails on bad CSS.

#[macro_use]
mod properties;

pub mod attribute_color;
mod budgets;
mod cascade;
mod collect;
pub mod computed;
mod condition;
mod container;
mod container_query;
mod counter;
mod counter_style;
mod descriptor;
mod edit;
mod font_face;
mod import;
mod kinds;
mod marker;
mod measured;
mod media;
mod metrics;
mod places;
pub(crate) mod position_try;
mod presentational_hints;
pub mod property;
mod prune;
mod pseudo_elements;
mod query_value;
mod quotes;
mod relations;
mod resolve;
mod restyle;
mod rules;
mod scope;
mod sheet;
mod sheet_parts;
mod sheets;
mod sizes;
mod substituted;
mod substitution;
mod supports;
mod syntax;
mod trace;
mod update;
pub mod value;
mod variable;
pub(crate) mod web_fonts;
mod written;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::device::Device;
use crate::dom::{Dom, MutationRecord, NodeId, NodeMap};
use crate::font::{FaceRule, FontError};
use crate::geometry::Size;
use crate::limits::Warnings;
pub use computed::{ComputedStyle, EqualStyles};
pub use counter_style::ends_with_symbol;
pub use edit::{EditedSheet, declarations};
pub use font_face::font_urls;
pub use import::import_urls;
pub use measured::{MEASURED, MeasuredStyles};
pub use places::{GroupKind, PlacedDeclaration, PlacedGroup, PlacedRule, PlacedSheet, RulePlaces};
pub use presentational_hints::transform_list;
pub use property::longhands_of;
pub use sizes::{SIZE_ROUNDS, Sizes};
pub use trace::{Loss, MatchSource, TracedBlock, TracedElement, TracedStyles, Winner};
pub use update::{Restyled, RestyledElements};
pub use written::{WrittenDeclaration, WrittenRule, WrittenSheets};

/// Answers a media query list outside of style sheets, as of `source` elements.
///
/// Approx: in frames, too, the viewport is the device's.
pub fn matches_media(device: &Device, list: &str) -> bool {
    media::Medium { device, viewport: &media::DocumentViewport::new(device.viewport) }.matches_text(list)
}

/// The user agent's style sheet.
pub(crate) const UA_SHEET: &str = include_str!("ua.css");

/// The additions to the user agent's sheet in quirks mode.
pub(crate) const UA_QUIRKS_SHEET: &str = include_str!("ua-quirks.css");

/// The box-generating pseudo-elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pseudo {
    /// `::before`
    Before,
    /// `::after`
    After,
    /// `::marker`
    Marker,
    /// `::placeholder`
    Placeholder,
    /// `::backdrop`
    Backdrop,
    /// `::first-letter`
    FirstLetter,
    /// `::first-line`
    FirstLine,
    /// `::file-selector-button`
    FileSelectorButton,
    /// `::details-content`
    DetailsContent,
    /// `::-webkit-slider-runnable-track`
    SliderTrack,
    /// `::-webkit-slider-thumb`
    SliderThumb,
    /// `::-webkit-calendar-picker-indicator`
    PickerIndicator,
    /// `::-webkit-datetime-edit`
    DateTimeEdit,
    /// `::-webkit-datetime-edit-fields-wrapper`
    DateTimeFields,
    /// `::-webkit-color-swatch-wrapper`
    ColorSwatchWrapper,
    /// `::-webkit-scrollbar`
    ScrollBar,
}

/// The computed styles of a document.
#[derive(Debug, Clone, Default)]
pub struct Styles {
    /// `None` for nodes that are not elements.
    pub elements: NodeMap<Option<Arc<ComputedStyle>>>,
    /// Pseudo-elements that exist, sorted by node then pseudo: only those whose style differs from plain inheritance
    /// (for `::before` and `::after`: those with content).
    pub(crate) pseudos: Vec<(NodeId, Pseudo, Arc<ComputedStyle>)>,
    /// The nodes that `pseudos` has something of.
    has_pseudo: NodeMap<bool>,
    /// The text of list markers that their counter style makes.
    pub(crate) markers: FxHashMap<NodeId, Box<str>>,
    /// The faces that the documents declare.
    pub(crate) font_faces: Vec<Arc<FaceRule>>,
    /// The addresses of the sheets that others import and that were not found.
    missing_imports: Vec<Box<str>>,
    /// Sizes that the cascade depends on: container queries, container units, frames.
    pub size_dependencies: sizes::SizeDependencies,
    /// Warnings about what was left out.
    pub warnings: Warnings,
    /// A browser computed them, with all of its style sheets.
    pub is_measured: bool,
    /// The data that say which styles a change of the tree can alter.
    basis: Arc<restyle::InvalidationSet>,
    /// The rules of the page, for the next cascade.
    sheets: Option<Arc<sheets::Sheets>>,
}

impl Styles {
    /// The styles of a page as long as no element has one.
    fn of_nothing(dom: &Dom) -> Self {
        let (elements, has_pseudo) = (NodeMap::new(dom.len(), None), NodeMap::new(dom.len(), false));
        Self { elements, has_pseudo, ..Self::default() }
    }

    /// Computes the styles of a page. Cost: linear in the elements, times the rules that name them.
    #[must_use]
    pub fn cascade(dom: &Dom, device: &Device) -> Self {
        #[cfg(debug_assertions)]
        crate::fault::enter(crate::fault::Stage::Style);
        cascade::cascade(dom, device, &|_| None, None)
    }

    /// Computes the styles of a page with all the rules of its own sheets, also those that can match nothing.
    #[cfg(any(test, feature = "internals"))]
    pub fn with_all_rules(dom: &Dom, device: &Device) -> Self {
        let has_shadow = crate::selector::Tree::new(dom).has_shadow();
        let sheets = update::read_all(dom, device, has_shadow, &budgets::Budgets::default());
        cascade::cascade(dom, device, &|_| None, Some(sheets))
    }

    /// Finds the rules that match some elements. Cost: that of a cascade with all rules.
    #[must_use]
    pub fn trace(dom: &Dom, device: &Device, sizes: &dyn Fn(NodeId) -> Option<Size>, nodes: &[NodeId]) -> TracedStyles {
        let mut trace = trace::Trace::of(nodes);
        let _: Self = cascade::traced(dom, device, sizes, None, Some(&mut trace));
        trace.done()
    }

    /// Computes them again with what a layout found out: the content box of an element in px, before transforms, for
    /// container queries and for the viewports of frames.
    #[must_use]
    pub fn with_sizes(mut self, dom: &Dom, device: &Device, sizes: &dyn Fn(NodeId) -> Option<Size>) -> Self {
        #[cfg(debug_assertions)]
        crate::fault::enter(crate::fault::Stage::Style);
        let sheets = self.take_sheets();
        cascade::cascade(dom, device, sizes, sheets)
    }

    /// Drops the rules of the page, unless sizes may ask for another cascade.
    pub fn forget_sheets(&mut self) {
        if self.size_dependencies.is_empty() {
            self.sheets = None;
        }
    }

    /// The rules of the page; `None` if they have to be read again.
    fn take_sheets(&mut self) -> Option<sheets::Sheets> {
        self.sheets.take().and_then(Arc::into_inner)
    }

    /// Computes again what changes of the tree can alter; all else stays.
    /// `sizes`: content boxes for which the styles so far hold; `None` if there is no layout that says them.
    pub fn update(
        &mut self,
        dom: &Dom,
        device: &Device,
        records: &[MutationRecord],
        sizes: Option<Sizes<'_>>,
    ) -> Restyled {
        update::update(self, dom, device, records, sizes)
    }

    /// Computes again what the sizes of containers make another; `None` if that is not enough.
    pub fn settle(&mut self, dom: &Dom, device: &Device, sizes: Sizes<'_>) -> Option<RestyledElements> {
        update::settle(self, dom, device, sizes)
    }

    /// True if some element has a pseudo-element of this kind.
    pub fn has_pseudo_of_kind(&self, pseudo: Pseudo) -> bool {
        self.pseudos.iter().any(|(_, kind, _)| *kind == pseudo)
    }

    /// True if they would be the same with these sizes: no container query, container unit or frame asks for more.
    #[must_use]
    pub fn hold_for_sizes(&self, sizes: &dyn Fn(NodeId) -> Option<Size>) -> bool {
        self.size_dependencies.hold(sizes)
    }

    /// True if a layout has to say whether they hold: there are container queries, container units or frames.
    #[must_use]
    pub fn asks_for_sizes(&self) -> bool {
        !self.size_dependencies.is_empty()
    }

    /// True if some document is in a frame, and styled for the size of that.
    #[must_use]
    pub fn has_frames(&self) -> bool {
        self.size_dependencies.has_frames()
    }

    /// The marker text of a list item whose marker has no `content`: number or bullet, with its suffix. `None` for
    /// `list-style-type: none` and for anything but list items.
    #[must_use]
    pub fn marker(&self, node: NodeId) -> Option<&str> {
        self.markers.get(&node).map(|text| &**text)
    }

    /// Returns the warnings about rules and elements that a limit left out.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// The font files that the page's text asked for and that cannot be read: family, URL and reason, each once.
    pub fn font_failures(&self) -> Vec<(&str, &str, FontError)> {
        let mut failures = Vec::new();
        for face in &self.font_faces {
            for (url, error) in face.failures() {
                if !failures.iter().any(|(_, other, _)| *other == url) {
                    failures.push((&*face.family, url, error));
                }
            }
        }
        failures
    }

    /// The addresses of the style sheets that would apply to the page and were not found, as its links have them, and those that
    /// other sheets import.
    pub fn missing_sheets<'a>(&'a self, dom: &'a Dom, device: &Device) -> Vec<&'a str> {
        let medium = media::Medium { device, viewport: &media::DocumentViewport::new(device.viewport) };
        let roots = dom.connected_roots().into_iter();
        let links = roots.flat_map(|root| collect::missing_style_sheets(dom, root, &medium));
        links.chain(self.missing_imports.iter().map(|url| &**url)).collect()
    }

    /// Makes the pseudo-elements ready to be asked for; of equal ones the first stays.
    fn index_pseudos(&mut self) {
        self.pseudos.sort_by_key(|(node, pseudo, _)| (*node, *pseudo as u8));
        self.pseudos.dedup_by_key(|(node, pseudo, _)| (*node, *pseudo));
        for (node, _, _) in &self.pseudos {
            self.has_pseudo[*node] = true;
        }
    }

    /// The style of an element; `None` for other nodes.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<&Arc<ComputedStyle>> {
        self.elements.get(node)?.as_ref()
    }

    /// The style of a pseudo-element of an element; `None` if no rule makes it.
    #[must_use]
    pub fn pseudo(&self, node: NodeId, pseudo: Pseudo) -> Option<&Arc<ComputedStyle>> {
        if !self.has_pseudo.get(node).copied().unwrap_or_default() {
            return None;
        }
        let at = self.pseudos.partition_point(|(n, p, _)| (*n, *p as u8) < (node, pseudo as u8));
        self.pseudos.get(at).filter(|(n, p, _)| *n == node && *p == pseudo).map(|(_, _, style)| style)
    }

    /// The pseudo-elements of an element.
    fn pseudos_of(&self, node: NodeId) -> &[(NodeId, Pseudo, Arc<ComputedStyle>)] {
        if !self.has_pseudo.get(node).copied().unwrap_or_default() {
            return &[];
        }
        let from = self.pseudos.partition_point(|(n, _, _)| *n < node);
        let of_node = &self.pseudos[from..];
        &of_node[..of_node.partition_point(|(n, _, _)| *n == node)]
    }
}

#[cfg(test)]
mod tests;
