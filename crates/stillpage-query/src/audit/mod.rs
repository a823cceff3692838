//! Accessibility problems of a page, also those that need layout: covered and small controls, contrast, clipped text.
//!
//! *In*: a [`Page`]. *Out*: [`Audit`].
//!
//! *Invariants*: findings are in document order, then by rule; what cannot be decided is a finding of its own kind; elements of
//! frames are not looked at, those of open shadow trees are. Linear in the page but for neighbours, which are looked up in
//! cells of a grid.

mod attributes;
mod contrast;
mod document;
mod inherited;
mod name;
mod obstacle;
mod parts;
mod rule;
mod structure;
mod target;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use self::inherited::Inherited;
use crate::aria::interactive::is_focusable;
use crate::aria::role::Role;
use crate::aria::{AriaNode, Exposure};
use crate::dom::{Dom, NodeId, NodeMap, local_name, ns};
use crate::geometry::Rect;
use crate::page::Page;
use crate::search::playwright::elements_below;
use crate::style::ComputedStyle;
use crate::style::computed::{Display, Interactivity, Overflow, Position, Visibility};
pub use rule::{Impact, Rule};

/// The problems of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Audit {
    /// In document order, then by rule.
    pub findings: Vec<Finding>,
}

/// A problem of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// The element.
    pub node: NodeId,
    /// The certainty that it breaks the rule.
    pub certainty: Certainty,
    /// The problem: a sentence without a full stop. It may quote the page.
    pub message: String,
    /// The other elements that it is about.
    pub related: Vec<NodeId>,
}

/// The certainty that an element breaks a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// It does.
    Fails,
    /// A person has to decide: part of what the rule asks is not known.
    Unknown,
}

/// Looks for accessibility problems.
#[must_use]
pub fn audit(page: &Page) -> Audit {
    // Some rules ask for all that is painted; those that ask for what is near the window then take it from there.
    let _ = page.paint_list();
    let subject = Subject::new(page);
    let mut findings = Vec::new();
    name::check(&subject, &mut findings);
    structure::check(&subject, &mut findings);
    document::check(&subject, &mut findings);
    parts::check(&subject, &mut findings);
    attributes::check(&subject, &mut findings);
    target::check(&subject, &mut findings);
    obstacle::check(&subject, &mut findings);
    contrast::check(&subject, &mut findings);
    findings.sort_by_key(|finding| (subject.order[finding.node], finding.rule.id));
    Audit { findings }
}

impl Finding {
    fn new(rule: &'static Rule, node: NodeId, certainty: Certainty, message: impl Into<String>) -> Self {
        Self { rule, node, certainty, message: message.into(), related: Vec::new() }
    }

    fn fails(rule: &'static Rule, node: NodeId, message: impl Into<String>) -> Self {
        Self::new(rule, node, Certainty::Fails, message)
    }

    fn unknown(rule: &'static Rule, node: NodeId, message: impl Into<String>) -> Self {
        Self::new(rule, node, Certainty::Unknown, message)
    }

    fn with(mut self, related: Vec<NodeId>) -> Self {
        self.related = related;
        self
    }
}

/// A box of less than this width or height, CSS px, that clips its contents hides them on purpose.
const MIN_SEEN: f32 = 2.0;

/// The page as the rules look at it.
struct Subject<'p> {
    page: &'p Page,
    dom: &'p Dom,
    /// The elements that are looked at: those of the document, then those of its open shadow trees.
    elements: Vec<NodeId>,
    /// The place of each in `elements`.
    order: NodeMap<usize>,
    /// Ids that comboboxes refer to.
    popups: BTreeSet<&'p str>,
    /// Names of the image maps of images that are shown.
    maps: BTreeSet<&'p str>,
    /// Ids that labels with text point to.
    labelled: BTreeSet<&'p str>,
    /// Disabled, or in something disabled.
    disabled: Inherited,
    /// Something around it is cut, clipped or transparent, maybe.
    cut: Inherited,
    /// `position: fixed`, own or around it.
    fixed: Inherited,
    /// `opacity` below 1, own or around it.
    faded: Inherited,
    /// An element around it has a generated box with a background.
    generated: Inherited,
    /// `aria-hidden`, own or around it.
    hidden: Inherited,
    /// It is a combobox, or in one.
    combobox: Inherited,
}

impl<'p> Subject<'p> {
    fn new(page: &'p Page) -> Self {
        let dom = page.dom();
        let elements = elements_below(dom, dom.document(), true);
        let mut order = NodeMap::new(dom.len(), usize::MAX);
        for (at, &node) in elements.iter().enumerate() {
            order[node] = at;
        }
        let empty = BTreeSet::new;
        let [disabled, cut, fixed, faded, generated, hidden, combobox] = std::array::from_fn(|_| Inherited::new(dom));
        let mut subject = Self {
            page,
            dom,
            elements,
            order,
            popups: empty(),
            maps: empty(),
            labelled: empty(),
            disabled,
            cut,
            fixed,
            faded,
            generated,
            hidden,
            combobox,
        };
        let (mut popups, mut maps, mut labelled) = (empty(), empty(), empty());
        for &node in &subject.elements {
            if subject.role_attribute(node) == Some(Role::Combobox) {
                let ids = ["aria-controls", "aria-owns"].into_iter().filter_map(|name| subject.attr(node, name));
                popups.extend(ids.flat_map(str::split_ascii_whitespace));
            }
            let map = subject.attr(node, "usemap").and_then(|map| map.strip_prefix('#'));
            maps.extend(map.filter(|_| subject.tag(node) == "img" && subject.is_exposed(node)));
            if subject.tag(node) == "label" && subject.is_exposed(node) && !dom.text_content(node).trim().is_empty() {
                labelled.extend(subject.attr(node, "for"));
            }
        }
        (subject.popups, subject.maps, subject.labelled) = (popups, maps, labelled);
        subject
    }

    fn aria(&self, node: NodeId) -> Option<&'p AriaNode> {
        self.page.aria().get(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.aria(node)?.role
    }

    /// The accessible name; empty if it has nothing that can be read out, as the characters of icon fonts.
    fn name(&self, node: NodeId) -> &'p str {
        let name = self.aria(node).map_or("", |known| &*known.name);
        let is_icon = |c: char| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}');
        if name.chars().all(|c| is_icon(c) || c.is_whitespace()) { "" } else { name }
    }

    fn style(&self, node: NodeId) -> Option<&'p ComputedStyle> {
        self.page.styles().get(node).map(|style| &**style)
    }

    /// `getBoundingClientRect`
    fn rect(&self, node: NodeId) -> Rect {
        self.page.layout().get(node).map_or(Rect::ZERO, |own| own.rect)
    }

    fn attr(&self, node: NodeId, name: &str) -> Option<&'p str> {
        // Names are compared as text: to look one up in the table of names takes longer.
        let attributes = &self.dom.element(node)?.attributes;
        attributes.iter().find(|a| a.name.ns == ns!() && *a.name.local == *name).map(|a| &*a.value)
    }

    /// The attribute if it has more than white space.
    fn filled(&self, node: NodeId, name: &str) -> Option<&'p str> {
        self.attr(node, name).filter(|value| !value.trim().is_empty())
    }

    /// The local name of an HTML element; empty for others.
    fn tag(&self, node: NodeId) -> &'p str {
        let element = self.dom.element(node).filter(|element| element.name.ns == ns!(html));
        element.map_or("", |element| &*element.name.local)
    }

    fn is_svg(&self, node: NodeId) -> bool {
        self.dom.element(node).is_some_and(|element| element.name.ns == ns!(svg))
    }

    /// The first known role of the attribute, lower case.
    fn role_attribute(&self, node: NodeId) -> Option<Role> {
        let value = self.attr(node, "role")?;
        value.split_ascii_whitespace().find_map(|token| Role::from_token(&token.to_ascii_lowercase()))
    }

    /// True if it is exposed to assistive technology.
    fn is_exposed(&self, node: NodeId) -> bool {
        self.aria(node).is_some_and(|known| !known.exposure.intersects(Exposure::HIDDEN | Exposure::EXCLUDED))
            && !self.is_behind_modal(node)
    }

    /// True if it is rendered and `visibility: visible`.
    fn is_rendered(&self, node: NodeId) -> bool {
        self.aria(node).is_some_and(|known| known.exposure.contains(Exposure::RENDERED))
            && self.style(node).is_some_and(|style| style.visibility == Visibility::Visible)
    }

    /// True if it can be seen, colours aside: not transparent, clipped away or beside the page.
    fn is_seen(&self, node: NodeId) -> bool {
        let own = self.rect(node);
        let viewport = self.page.layout().viewport();
        if own.right() + viewport.offset.x <= 0.0 || own.bottom() + viewport.offset.y <= 0.0 {
            return false;
        }
        let is_beside = own.y >= viewport.client.height || own.x >= viewport.client.width.max(viewport.content.width);
        if is_beside && self.is_fixed(node) {
            return false;
        }
        let cuts = |overflow| matches!(overflow, Overflow::Hidden | Overflow::Clip);
        let may_cut = |outer: NodeId| {
            self.style(outer).is_some_and(|style| {
                style.opacity <= 0.0 || cuts(style.overflow_x) || cuts(style.overflow_y) || style.clip.is_some()
            })
        };
        if !self.cut.any(self.dom, node, may_cut) {
            return true;
        }
        // A part that scrolls can show all that is in it, as far as what is around the part shows the part.
        let mut shown = own;
        std::iter::once(node).chain(self.dom.flat_ancestors(node)).all(|outer| {
            let Some(style) = self.style(outer) else { return true };
            let rect = self.rect(outer);
            if outer != node && self.scrolls(outer) {
                shown = rect;
            }
            let hides = style.display != Display::Inline
                && (cuts(style.overflow_x) || cuts(style.overflow_y))
                && (rect.width < MIN_SEEN || rect.height < MIN_SEEN || rect.intersect(&shown).is_empty());
            let clipped = matches!(style.position, Position::Absolute | Position::Fixed)
                && style.clip.as_ref().is_some_and(|clip| {
                    let empty = |from: Option<f32>, to: Option<f32>| from.zip(to).is_some_and(|(from, to)| to <= from);
                    empty(clip.edges.left, clip.edges.right) && empty(clip.edges.top, clip.edges.bottom)
                });
            style.opacity > 0.0 && !hides && !clipped
        })
    }

    /// True for a part of the page, not the whole, that is a scroll container with more in it than it shows.
    fn scrolls(&self, node: NodeId) -> bool {
        let scrolls = |overflow| matches!(overflow, Overflow::Auto | Overflow::Scroll);
        !matches!(self.tag(node), "html" | "body")
            && self.style(node).is_some_and(|style| scrolls(style.overflow_x) || scrolls(style.overflow_y))
            && self.page.layout().get(node).and_then(|own| own.scroll()).is_some_and(|scroll| {
                scroll.content.width > scroll.client.width || scroll.content.height > scroll.client.height
            })
    }

    /// True if no scrolling moves an element about the window.
    fn is_fixed(&self, node: NodeId) -> bool {
        let is_fixed = |outer: NodeId| self.style(outer).is_some_and(|style| style.position == Position::Fixed);
        self.fixed.any(self.dom, node, is_fixed)
            && (is_fixed(node) || self.dom.flat_ancestors(node).take_while(|&outer| !self.scrolls(outer)).any(is_fixed))
    }

    /// The nodes in an element as they are rendered, those of slots in the place of the slots.
    fn rendered_children(&self, node: NodeId) -> Vec<NodeId> {
        let mut children = Vec::new();
        let mut open: Vec<NodeId> = self.dom.flat_children(node).collect();
        open.reverse();
        while let Some(child) = open.pop() {
            if self.tag(child) == "slot" {
                let from = open.len();
                open.extend(self.dom.flat_children(child));
                open.get_mut(from..).unwrap_or_default().reverse();
            } else {
                children.push(child);
            }
        }
        children
    }

    /// The element itself, or what a slot is in.
    fn outside_slots(&self, node: NodeId) -> NodeId {
        let mut around = std::iter::once(node).chain(self.dom.flat_ancestors(node));
        around.find(|&outer| self.tag(outer) != "slot").unwrap_or(node)
    }

    /// True if it can take the focus.
    fn is_focusable(&self, node: NodeId) -> bool {
        let inert = || self.style(node).is_some_and(|style| style.interactivity == Interactivity::Inert);
        let by_markup = match self.tag(node) {
            "summary" => self.is_summary(node),
            "details" => {
                self.dom.child_elements(node).all(|child| !self.dom.is_html(child, &local_name!("summary")))
                    || self.tabindex(node).is_some()
            }
            _ => is_focusable(self.dom, node),
        };
        by_markup && self.is_rendered(node) && !inert() && !self.is_behind_modal(node)
    }

    /// True if the tab key leads to it.
    fn is_tabbable(&self, node: NodeId) -> bool {
        self.tabindex(node).is_none_or(|index| index >= 0) && self.is_focusable(node)
    }

    fn tabindex(&self, node: NodeId) -> Option<i32> {
        self.attr(node, "tabindex")?.trim().parse().ok()
    }

    /// True for the `summary` that opens its `details`.
    fn is_summary(&self, node: NodeId) -> bool {
        let summary = |&child: &NodeId| self.dom.is_html(child, &local_name!("summary"));
        let details = self.dom.node(node).parent.filter(|&parent| self.dom.is_html(parent, &local_name!("details")));
        details.and_then(|details| self.dom.child_elements(details).find(summary)) == Some(node)
    }

    /// True for a widget by its role, as axe-core divides roles.
    fn is_widget(&self, node: NodeId) -> bool {
        self.tag(node) == "summary"
            || self.role(node).is_some_and(|role| {
                role.is_interactive() || matches!(role, Role::Gridcell | Role::Progressbar | Role::Scrollbar)
            })
    }

    /// True if a dialog is shown.
    fn has_dialog(&self) -> bool {
        self.elements.iter().any(|&node| {
            let is_dialog = self.tag(node) == "dialog"
                || matches!(self.role_attribute(node), Some(Role::Dialog | Role::Alertdialog))
                || self.attr(node, "aria-modal") == Some("true");
            is_dialog && self.is_rendered(node) && !self.rect(node).is_empty() && self.is_seen(node)
        })
    }

    /// True if a modal dialog keeps everybody away from an element.
    fn is_behind_modal(&self, node: NodeId) -> bool {
        let layer = self.page.layout().top_layer();
        let Some(at) = layer.iter().rposition(|&top| self.tag(top) == "dialog") else { return false };
        let reachable = layer.get(at..).unwrap_or_default();
        !std::iter::once(node).chain(self.dom.flat_ancestors(node)).any(|outer| reachable.contains(&outer))
    }
}
