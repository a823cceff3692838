//! Drawings of a page, in the order in which hit testing has it: boxes with their decorations, and runs of text.

mod collapsed;
mod control_text;
mod emphasis;
mod file_field;
mod svg;
mod vertical;

pub(super) use collapsed::Beside;
pub use collapsed::DrawnBorder;
pub use svg::Definition;
pub(super) use svg::SvgGroups;

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::dom::{Dom, NodeId, local_name};
use crate::geometry::{Projection, Rect, Sides};
use crate::layout::axes::combines_text;
use crate::layout::outline::Outline;
use crate::layout::paint_item::MaybeIndex;
use crate::layout::place::{Place, Space};
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxNode, BoxTree, Control};
use crate::layout::state::layout_cache::LaidOut;
use crate::layout::state::results::{BoxArea, InlineFragment, InlineFragmentKind};
use crate::layout::table::SeenBorder;
use crate::layout::text::{self, TextCache};
use crate::layout::unit::{Edges, LayoutRect};
use crate::limits::{Budget, Limit};
use crate::selector::focused;
use crate::style::computed::{Effects, OutlineStyle, PaintStyle, SvgStyle, Visibility, WritingMode};
use crate::style::{ComputedStyle, Pseudo, Styles};

/// The end of a line that is cut off.
const ELLIPSIS: &str = "…";

/// Something that is seen.
#[derive(Debug)]
pub enum Drawing<'a> {
    /// A group: the drawings up to its end are mixed as a whole, with the opacity, filter, mask and blend mode of a box.
    Group(DrawnBox<'a>),
    /// The end of a group.
    EndGroup,
    /// A box.
    Box(DrawnBox<'a>),
    /// A run of text on a line.
    Text(DrawnText<'a>),
    /// A shape of SVG.
    Shape(DrawnShape<'a>),
    /// An image of SVG.
    Image(DrawnImage),
    /// The outline of a box, after the contents of the stacking context that it is in.
    Outline(DrawnOutline),
}

/// The outline of a box, or of what a line has of an inline box.
#[derive(Debug)]
pub struct DrawnOutline {
    /// The style of the box.
    pub style: Arc<ComputedStyle>,
    /// It is the ring around what has the focus, where no rule asks for another outline.
    pub is_focus_ring: bool,
    /// The distance from the border box, in px.
    pub offset: f32,
    /// The border box, in the coordinates of `to_viewport`.
    pub area: Rect,
    /// Widths of its borders.
    pub border: Sides<f32>,
    /// To viewport coordinates.
    pub to_viewport: Projection,
    /// Its clip: an index into the clips of the layout.
    pub clip: Option<u32>,
}

/// A box, or what a line has of an inline box.
#[derive(Debug)]
pub struct DrawnBox<'a> {
    /// Its element; that of a pseudo-element, and the nearest one of an anonymous box.
    pub node: NodeId,
    /// It is the element's own, not that of a pseudo-element or an anonymous one.
    pub is_element: bool,
    /// The kind of the box.
    pub kind: BoxKind,
    /// Its style.
    pub style: &'a Arc<ComputedStyle>,
    /// The border box, in the coordinates of `to_viewport`.
    pub area: Rect,
    /// Widths of its borders.
    pub border: Sides<f32>,
    /// Widths of its padding.
    pub padding: Sides<f32>,
    /// To viewport coordinates.
    pub to_viewport: Projection,
    /// Its clip: an index into the clips of the layout.
    pub clip: Option<u32>,
    /// The area in which no border is seen: that of a fieldset's legend.
    pub legend: Option<Rect>,
    /// The borders of a table or cell whose borders collapse, in place of its own.
    pub collapsed: Option<Vec<DrawnBorder>>,
}

/// A run of text on a line.
#[derive(Debug)]
pub struct DrawnText<'a> {
    /// The element around.
    pub node: NodeId,
    /// The style of the element around.
    pub style: &'a Arc<ComputedStyle>,
    /// The characters.
    pub text: &'a str,
    /// The styles of the boxes around whose decorations run on in it, the innermost first.
    pub decorations: &'a [Arc<ComputedStyle>],
    /// It is the marker of a list item, outside of it or not.
    pub is_marker: bool,
    /// The advance of each character at its first byte, px; 0 where it is part of another's glyph.
    pub advances: &'a [f32],
    /// From the line's left, as high as the font, in the coordinates of `to_viewport`.
    pub area: Rect,
    /// From the top of the area to the baseline.
    pub ascent: f32,
    /// To viewport coordinates.
    pub to_viewport: Projection,
    /// Its clip: an index into the clips of the layout.
    pub clip: Option<u32>,
}

/// A shape of SVG.
#[derive(Debug)]
pub struct DrawnShape<'a> {
    /// Its element, or the `use` that shows it.
    pub node: NodeId,
    /// The element's style.
    pub style: &'a ComputedStyle,
    /// The properties of SVG; `None` if all are initial.
    pub svg: Option<&'a SvgStyle>,
    /// From 0 to 1.
    pub opacity: f32,
    /// The shape, in the coordinates of `to_viewport`.
    pub outline: &'a Outline,
    /// To viewport coordinates.
    pub to_viewport: Projection,
    /// Its clip: an index into the clips of the layout.
    pub clip: Option<u32>,
}

/// An `image` element of SVG.
#[derive(Debug)]
pub struct DrawnImage {
    /// The element.
    pub node: NodeId,
    /// The room for it, in the coordinates of `to_viewport`.
    pub area: Rect,
    /// To viewport coordinates.
    pub to_viewport: Projection,
    /// Its clip: an index into the clips of the layout.
    pub clip: Option<u32>,
}

/// Hands out drawings.
pub(super) struct Artist<'a> {
    dom: &'a Dom,
    styles: &'a Styles,
    each: &'a mut dyn FnMut(Drawing<'_>),
    fonts: TextCache,
    /// Rendered texts by their boxes.
    texts: FxHashMap<BoxId, &'a str>,
    /// The first and the last fragment of each inline box that is on several lines, by their corners.
    ends: FxHashMap<BoxId, (LayoutRect, LayoutRect)>,
    advances: Vec<f32>,
    /// Borders of tables by the cells that they are drawn with.
    seen_borders: FxHashMap<BoxId, Vec<SeenBorder>>,
    collapsed_slots: Budget,
    /// Outlines of boxes whose contents are being drawn.
    outlines: Vec<DrawnOutline>,
    /// The element that a ring is drawn around unless its style has an outline.
    focused: Option<NodeId>,
}

impl<'a> Artist<'a> {
    pub(super) fn new(
        dom: &'a Dom,
        styles: &'a Styles,
        boxes: &'a LaidOut,
        each: &'a mut dyn FnMut(Drawing<'_>),
    ) -> Self {
        let (mut texts, mut ends) = (FxHashMap::default(), FxHashMap::default());
        for inline in boxes.inlines.iter().flatten() {
            texts.extend(inline.texts.iter().map(|(id, text)| (*id, text.of(dom, boxes.tree[*id].node))));
            for fragment in inline.fragments.iter().filter(|f| f.kind == InlineFragmentKind::Inline) {
                ends.entry(fragment.id).or_insert((fragment.rect, fragment.rect)).1 = fragment.rect;
            }
        }
        let focused = focused(dom).filter(|_| dom.interaction().is_none_or(|state| state.focus_visible));
        Self { texts, ends, focused, ..Self::of_definition(dom, styles, each) }
    }

    /// One for elements of SVG that are not boxes of a layout.
    fn of_definition(dom: &'a Dom, styles: &'a Styles, each: &'a mut dyn FnMut(Drawing<'_>)) -> Self {
        Self {
            dom,
            styles,
            each,
            fonts: TextCache::default(),
            texts: FxHashMap::default(),
            ends: FxHashMap::default(),
            advances: Vec::new(),
            seen_borders: FxHashMap::default(),
            collapsed_slots: Budget::new(Limit::CollapsedSlots),
            outlines: Vec::new(),
            focused: None,
        }
    }

    /// The number of outlines that are not drawn yet.
    pub(super) fn waiting_outlines(&self) -> usize {
        self.outlines.len()
    }

    /// Draws the outlines from one on: those of a context whose contents are drawn.
    pub(super) fn draw_outlines(&mut self, first: usize) {
        for outline in self.outlines.drain(first..) {
            (self.each)(Drawing::Outline(outline));
        }
    }

    /// True for the root element of a document and its body.
    fn is_page(&self, node: NodeId) -> bool {
        let document = self.dom.owner_document(node);
        [self.dom.document_element(document), self.dom.body(document)].contains(&Some(node))
    }

    /// Draws a box, and its outline later.
    fn draw_box(&mut self, drawn: DrawnBox<'_>) {
        let paint = drawn.style.paint.as_deref();
        let is_unset =
            paint.is_none_or(|paint| paint.outline_style == OutlineStyle::Unset && paint.outline_width > 0.0);
        let is_focus_ring =
            is_unset && drawn.is_element && self.focused == Some(drawn.node) && !self.is_page(drawn.node);
        if is_focus_ring || paint.is_some_and(PaintStyle::has_outline) {
            let of_kind = match drawn.kind {
                BoxKind::Control(Control::Checkbox | Control::Radio) => 2.0,
                _ if self.dom.attr(drawn.node, &local_name!("href")).is_some() => 1.0,
                _ => 0.0,
            };
            let declared = paint.map_or(0.0, |paint| paint.outline_offset);
            self.outlines.push(DrawnOutline {
                style: Arc::clone(drawn.style),
                is_focus_ring,
                offset: if is_focus_ring && declared == 0.0 { of_kind } else { declared },
                area: drawn.area,
                border: drawn.border,
                to_viewport: drawn.to_viewport,
                clip: drawn.clip,
            });
        }
        (self.each)(Drawing::Box(drawn));
    }

    pub(super) fn begin(&mut self, node: &BoxNode, place: &Place, area: &BoxArea, space: &Space) {
        (self.each)(Drawing::Group(drawn_box(node, place, area, space)));
    }

    pub(super) fn end(&mut self) {
        (self.each)(Drawing::EndGroup);
    }

    /// Draws a box; a fieldset with the area of its legend, a part of a table with the borders beside it.
    pub(super) fn own_box(
        &mut self,
        node: &BoxNode,
        place: &Place,
        area: &BoxArea,
        space: &Space,
        Beside { legend, collapsed }: Beside,
    ) {
        if node.style.visibility != Visibility::Visible || !place.is_placed || space.is_turned {
            return;
        }
        let mut drawn = drawn_box(node, place, area, space);
        // The legend is in the middle of the upper border, which is not seen behind it. Approx: that of vertical fieldsets is not cut.
        if let Some(legend) = legend.filter(|_| node.style.writing_mode == WritingMode::HorizontalTb) {
            let legend = legend.to_rect();
            let above = ((legend.bottom() - drawn.area.y - drawn.border.top) / 2.0).max(0.0);
            drawn.area.y += above;
            drawn.area.height = (drawn.area.height - above).max(0.0);
            drawn.legend = Some(legend);
        }
        drawn.collapsed = collapsed;
        self.draw_box(drawn);
        if let BoxKind::Control(control) = node.kind {
            self.control_text(node, control, place, area, space);
        }
    }

    pub(super) fn fragment(
        &mut self,
        node: &BoxNode,
        fragment: &InlineFragment,
        (rect, ellipsis): (&LayoutRect, Option<(f32, bool)>),
        (space, clip): (&Space, MaybeIndex),
        decorations: &[Arc<ComputedStyle>],
    ) {
        let style = &node.style;
        if style.visibility != Visibility::Visible || space.is_turned {
            return;
        }
        let InlineFragmentKind::Text { start, end } = fragment.kind else {
            let (first, last) = self.ends.get(&fragment.id).copied().unwrap_or((fragment.rect, fragment.rect));
            let same = |other: &LayoutRect| other.origin == fragment.rect.origin;
            let (mut border, zero) = (style.border, 0.0);
            if !same(&first) || node.flags.contains(BoxFlags::SPLIT_START) {
                border.left.width = zero;
            }
            if !same(&last) || node.flags.contains(BoxFlags::SPLIT_END) {
                border.right.width = zero;
            }
            let width = rect.size.width.to_f32();
            self.draw_box(DrawnBox {
                node: node.node,
                is_element: node.pseudo.is_none() && !node.flags.contains(BoxFlags::ANONYMOUS),
                kind: node.kind,
                style,
                area: rect.to_rect(),
                border: Sides {
                    top: border.top.width,
                    right: border.right.width,
                    bottom: border.bottom.width,
                    left: border.left.width,
                },
                padding: Sides {
                    top: style.padding.top.resolve(width),
                    right: style.padding.right.resolve(width),
                    bottom: style.padding.bottom.resolve(width),
                    left: style.padding.left.resolve(width),
                },
                to_viewport: space.to_viewport,
                clip: clip.get(),
                legend: None,
                collapsed: None,
            });
            return;
        };
        let Some(text) = self.texts.get(&fragment.id).and_then(|text| text.get(start as usize..end as usize)) else {
            return;
        };
        let font = self.fonts.font(style);
        let mut area = rect.to_rect();
        let mut text = Cow::Borrowed(text);
        self.advances.clear();
        self.advances.resize(text.len(), 0.0);
        text::shape(&mut self.fonts, &font, &text, &mut false, &mut self.advances);
        if style.writing_mode != WritingMode::HorizontalTb && !combines_text(style) {
            let is_marker = node.pseudo == Some(Pseudo::Marker);
            self.vertical_text((node.node, style, decorations, is_marker), (&text, &area), (space, clip));
            return;
        }
        if let Some((edge, is_last)) = ellipsis {
            let mut dots = [0.0; ELLIPSIS.len()];
            text::shape(&mut self.fonts, &font, ELLIPSIS, &mut false, &mut dots);
            let width = dots.iter().sum::<f32>();
            let room = edge - width - area.x;
            if room < 0.0 {
                return;
            }
            if is_last || area.width > room {
                let mut reached = 0.0;
                let fits = |(at, _): &(usize, char)| {
                    reached += self.advances.get(*at).copied().unwrap_or_default();
                    reached <= room + 0.05
                };
                let end = text.char_indices().take_while(fits).last().map_or(0, |(at, c)| at + c.len_utf8());
                self.advances.truncate(end);
                area.width = self.advances.iter().sum::<f32>() + width;
                text.to_mut().truncate(end);
                text.to_mut().push_str(ELLIPSIS);
                self.advances.extend(dots);
            }
        }
        let advances = std::mem::take(&mut self.advances);
        let run = DrawnText {
            node: node.node,
            style,
            text: &text,
            decorations,
            is_marker: node.pseudo == Some(Pseudo::Marker),
            advances: &advances,
            area,
            ascent: font.metrics.ascent,
            to_viewport: space.to_viewport,
            clip: clip.get(),
        };
        if let Some(mark) = style.text_emphasis {
            self.emphasis(mark, &run);
        }
        (self.each)(Drawing::Text(run));
        self.advances = advances;
    }
}

fn drawn_box<'a>(node: &'a BoxNode, place: &Place, area: &BoxArea, space: &Space) -> DrawnBox<'a> {
    DrawnBox {
        node: node.node,
        is_element: node.pseudo.is_none() && !node.flags.contains(BoxFlags::ANONYMOUS),
        kind: node.kind,
        style: &node.style,
        area: LayoutRect { origin: place.origin, size: area.size }.to_rect(),
        border: sides(area.edges.border()),
        padding: sides(area.edges.padding()),
        to_viewport: space.to_viewport,
        clip: place.clip.get(),
        legend: None,
        collapsed: None,
    }
}

/// True if what is in a box is mixed as a whole with what is behind it.
pub(super) fn is_group(style: &ComputedStyle) -> bool {
    style.opacity < 1.0
        || style.effects.intersects(Effects::FILTER | Effects::BACKDROP_FILTER | Effects::MASK | Effects::BLEND)
}

/// The styles of the boxes around a text whose decorations run on in it.
pub(super) fn decorations(tree: &BoxTree, text: BoxId) -> SmallVec<[Arc<ComputedStyle>; 2]> {
    let mut found = SmallVec::new();
    if !tree[text].is_text() {
        return found;
    }
    let mut at = tree[text].parent;
    while let Some(id) = at {
        let node = &tree[id];
        if !node.flags.contains(BoxFlags::ANONYMOUS)
            && node.style.text_decoration_line & 7 != 0
            && node.pseudo != Some(Pseudo::Marker)
        {
            found.push(Arc::clone(&node.style));
        }
        // Decorations do not run on into boxes that are out of flow or stand on a line as a whole, but for the text of a broken image.
        let is_of_image = || tree[text].pseudo.is_some() && node.pseudo.is_none() && node.node == tree[text].node;
        if node.is_floating()
            || node.is_atomic_inline() && !is_of_image()
            || node.is_out_of_flow()
            || node.kind == BoxKind::Initial
        {
            break;
        }
        at = tree.split_inline(id).or(node.parent);
    }
    found
}

fn sides(edges: &Edges) -> Sides<f32> {
    Sides {
        top: edges.top.to_f32(),
        right: edges.right.to_f32(),
        bottom: edges.bottom.to_f32(),
        left: edges.left.to_f32(),
    }
}
