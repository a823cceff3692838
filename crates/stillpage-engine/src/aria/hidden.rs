//! Visibility of elements: hidden for ARIA, rendered at all, a visible box, reached by pointers.

use rustc_hash::FxHashSet;

use super::flat::parent_element;
use crate::dom::{Dom, NodeId, NodeMap, local_name, ns};
use crate::layout::{Layout, is_chosen};
use crate::style::computed::{ContentVisibility, Display, PointerEvents, Visibility};
use crate::style::{ComputedStyle, Styles};

bitflags::bitflags! {
    /// Flags for an element's visibility.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct Exposure: u8 {
        /// It or an ancestor has `display: none` or `aria-hidden=true`, or is not slotted.
        const EXCLUDED = 1;
        /// Hidden for ARIA: default snapshots leave it out.
        const HIDDEN = 1 << 1;
        /// `checkVisibility()`
        const RENDERED = 1 << 2;
        /// Its contents are skipped (`content-visibility: hidden`, a closed `details`).
        const SKIPPED = 1 << 3;
        /// Its box is visible: rendered, `visibility: visible`, width and height above 0.
        const BOX = 1 << 4;
        /// Its box is inline.
        const INLINE = 1 << 5;
        /// Pointers can reach it.
        const POINTER = 1 << 6;
    }
}

/// The boxes of a page, as far as visibility asks for them.
#[derive(Clone, Copy)]
pub(crate) enum Boxes<'a> {
    /// Boxes of a layout.
    Laid(&'a Layout),
    /// The elements that a layout would give one.
    Foreseen(&'a NodeMap<bool>),
}

impl Boxes<'_> {
    fn has(self, node: NodeId) -> bool {
        match self {
            Self::Laid(layout) => layout.get(node).is_some(),
            Self::Foreseen(boxed) => boxed.get(node).is_some_and(|&boxed| boxed),
        }
    }
}

/// The visibility of every element; `None` if foreseen boxes are not enough for it. `order`: the elements of the composed tree,
/// parents first, shadow trees before the host's own children.
pub(crate) fn expose(dom: &Dom, styles: &Styles, boxes: Boxes<'_>, order: &[NodeId]) -> Option<NodeMap<Exposure>> {
    expose_by(dom, styles, boxes, order, |table, node| own_exposure(dom, styles, boxes, table, node))
}

/// The visibility of every element of a changed page without shadow trees and frames; `before`: what it was. `changed`: the elements of
/// which the attributes, the style, the children or the elements around are others; `None` if nothing but boxes is.
pub(super) fn expose_again(
    dom: &Dom,
    styles: &Styles,
    layout: &Layout,
    order: &[NodeId],
    before: impl Fn(NodeId) -> Option<Exposure>,
    changed: Option<&NodeMap<bool>>,
) -> Option<NodeMap<Exposure>> {
    let inherited = Exposure::EXCLUDED | Exposure::SKIPPED;
    // Those in which others are excluded or skipped.
    let mut others: FxHashSet<NodeId> = FxHashSet::default();
    expose_by(dom, styles, Boxes::Laid(layout), order, |table, node| {
        let own = layout.get(node);
        let has_size = own.is_some_and(|own| own.rect.width > 0.0 && own.rect.height > 0.0);
        let known = before(node);
        // The first `summary` of a `details` decides about the others.
        let is_concerned = |changed: &NodeMap<bool>| {
            let is_other = |parent: NodeId| changed[parent] || !others.is_empty() && others.contains(&parent);
            // Parts of an `svg` without a box are rendered as what is around them is.
            let is_part = || dom.element(node).is_some_and(|element| element.name.ns == ns!(svg));
            changed[node] || own.is_none() && is_part() || parent_element(dom, node).is_some_and(is_other)
        };
        let is_as_before = |known: &Exposure| {
            known.contains(Exposure::RENDERED) == own.is_some()
                && known.contains(Exposure::BOX) == has_size
                && !changed.is_some_and(is_concerned)
        };
        if let Some(known) = known.filter(is_as_before) {
            return known;
        }
        let now = own_exposure(dom, styles, Boxes::Laid(layout), table, node);
        if known.is_some_and(|known| (known ^ now).intersects(inherited)) {
            others.insert(node);
        }
        now
    })
}

fn expose_by(
    dom: &Dom,
    styles: &Styles,
    boxes: Boxes<'_>,
    order: &[NodeId],
    mut own: impl FnMut(&NodeMap<Exposure>, NodeId) -> Exposure,
) -> Option<NodeMap<Exposure>> {
    let mut table = NodeMap::new(dom.len(), Exposure::empty());
    let mut contents = Vec::new();
    for &node in order {
        let flags = own(&table, node);
        if styles.get(node).is_some_and(|style| style.display == Display::Contents) {
            contents.push(node);
        }
        table[node] = flags;
    }
    // Boxless elements are what their children are: bottom-up.
    for &node in contents.iter().rev() {
        let (mut hidden, mut visible, mut inline, mut unknown) = (true, false, false, false);
        for child in dom.children(node) {
            if dom.text(child).is_some() {
                let Boxes::Laid(layout) = boxes else {
                    unknown = true;
                    continue;
                };
                let shown = is_visible_text(layout, child);
                inline |= shown && !visible;
                visible |= shown;
                hidden &= !shown;
            } else if dom.element(child).is_some() {
                visible |= table[child].contains(Exposure::BOX);
                hidden &= table[child].contains(Exposure::HIDDEN);
            }
        }
        let flags = &mut table[node];
        flags.set(Exposure::BOX, visible);
        flags.set(Exposure::INLINE, inline);
        if !dom.is_html(node, &local_name!("slot")) {
            if hidden && unknown {
                return None;
            }
            flags.set(Exposure::HIDDEN, hidden || is_ignored(dom, node));
        }
    }
    Some(table)
}

/// `checkVisibility()` without options: it has a box, and no ancestor skips its contents.
///
/// <https://drafts.csswg.org/cssom-view/#dom-element-checkvisibility>
pub fn check_visibility(dom: &Dom, styles: &Styles, layout: &Layout, node: NodeId) -> bool {
    let mut at = node;
    while let Some(parent) = dom.flat_parent(at) {
        if skips(dom, styles, parent, at) {
            return false;
        }
        at = parent;
    }
    let boxes = Boxes::Laid(layout);
    boxes.has(node) || is_svg_resource(dom, styles, boxes, node)
}

/// True for a part of an `svg` that others refer to, or that is in one: it is rendered, though nowhere.
///
/// Chrome: `checkVisibility()` asks for a layout object, which `defs` and its contents have, there even with
/// `display: none`.
fn is_svg_resource(dom: &Dom, styles: &Styles, boxes: Boxes<'_>, node: NodeId) -> bool {
    let mut at = node;
    while let Some(element) = dom.element(at).filter(|e| e.name.ns == ns!(svg) && is_rendered_svg(&e.name.local)) {
        let Some(parent) = dom.flat_parent(at).filter(|_| is_chosen(dom, at)) else { return false };
        if boxes.has(parent) {
            // Chrome: a `g` has a layout object in any case, for what is in it may be referred to.
            return element.name.local == *"g" || styles.get(at).is_some_and(|style| style.display != Display::None);
        }
        at = parent;
    }
    false
}

/// False for elements that describe another one.
fn is_rendered_svg(name: &str) -> bool {
    let rendered = [
        "svg",
        "g",
        "a",
        "switch",
        "defs",
        "symbol",
        "use",
        "marker",
        "mask",
        "pattern",
        "clipPath",
        "linearGradient",
        "radialGradient",
        "filter",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "image",
        "text",
        "tspan",
        "textPath",
        "foreignObject",
    ];
    let part = ["feFunc", "feMergeNode", "feDistantLight", "fePointLight", "feSpotLight"];
    rendered.contains(&name) || name.starts_with("fe") && !part.iter().any(|part| name.starts_with(part))
}

/// True if `parent` does not render `child`, one of its flat tree children, because of its kind or its
/// `content-visibility`.
pub fn skips(dom: &Dom, styles: &Styles, parent: NodeId, child: NodeId) -> bool {
    let Some(element) = dom.element(parent) else { return false };
    let skips = |style: &ComputedStyle| match element.name.ns == ns!(svg) {
        true => style.content_visibility == ContentVisibility::Hidden,
        false => style.skips_contents(),
    };
    if styles.get(parent).is_some_and(|style| skips(style)) {
        return true;
    }
    element.name.local == local_name!("details")
        && element.name.ns == ns!(html)
        && element.attr(&local_name!("open")).is_none()
        && dom.child_elements(parent).find(|&n| dom.is_html(n, &local_name!("summary"))) != Some(child)
}

fn own_exposure(dom: &Dom, styles: &Styles, boxes: Boxes<'_>, table: &NodeMap<Exposure>, node: NodeId) -> Exposure {
    let mut flags = Exposure::empty();
    let Some(style) = styles.get(node) else {
        return Exposure::EXCLUDED | Exposure::HIDDEN;
    };
    let parent = parent_element(dom, node);
    let excluded = parent.is_some_and(|parent| table[parent].contains(Exposure::EXCLUDED))
        || style.display == Display::None
        || dom.attr(node, &local_name!("aria-hidden")).is_some_and(|value| value.eq_ignore_ascii_case("true"))
        || is_unslotted(dom, node);
    flags.set(Exposure::EXCLUDED, excluded);

    let flat_parent = dom.flat_parent(node);
    let skipped =
        flat_parent.is_some_and(|parent| table[parent].contains(Exposure::SKIPPED) || skips(dom, styles, parent, node));
    flags.set(Exposure::SKIPPED, skipped);
    let rendered = !skipped && (boxes.has(node) || is_svg_resource(dom, styles, boxes, node));
    flags.set(Exposure::RENDERED, rendered);

    let visible = rendered && style.visibility == Visibility::Visible;
    let exempt = dom.is_html(node, &local_name!("slot"))
        || (dom.is_html(node, &local_name!("option"))
            && dom.ancestors(node).any(|n| dom.is_html(n, &local_name!("select"))));
    flags.set(Exposure::HIDDEN, excluded || !(visible || exempt) || is_ignored(dom, node));
    if let Boxes::Laid(layout) = boxes
        && let Some(layout_box) = layout.get(node).filter(|_| visible)
    {
        flags.set(Exposure::BOX, layout_box.rect.width > 0.0 && layout_box.rect.height > 0.0);
        flags.set(Exposure::INLINE, style.display == Display::Inline);
    }
    flags.set(Exposure::POINTER, style.pointer_events != PointerEvents::None);
    flags
}

/// A child of a shadow host that no slot shows.
pub(super) fn is_unslotted(dom: &Dom, node: NodeId) -> bool {
    parent_element(dom, node)
        .is_some_and(|host| dom.node(node).parent == Some(host) && dom.open_shadow_root(host).is_some())
        && dom.assigned_slot(node).is_none()
}

/// Elements that no accessibility tree ever has.
pub(super) fn is_ignored(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|e| matches!(&*e.name.local, "style" | "script" | "noscript" | "template"))
}

/// True for a text node that takes up room.
pub(crate) fn is_visible_text(layout: &Layout, node: NodeId) -> bool {
    layout.text(node).is_some_and(|text| {
        let bounds = text.lines.iter().map(|line| line.rect).reduce(|a, b| a.union(&b));
        bounds.is_some_and(|rect| rect.width > 0.0 && rect.height > 0.0)
    })
}
