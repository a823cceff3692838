//! Drawings of a page, in the order in which hit testing has it: boxes with their decorations, and runs of text.

mod emphasis;
mod file_field;
mod svg;
mod vertical;

pub use svg::draw_definition;

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::dom::{Dom, NodeId, form, local_name};
use crate::geometry::{Projection, Rect, Sides};
use crate::layout::axes::combines_text;
use crate::layout::outline::Outline;
use crate::layout::paint_item::MaybeIndex;
use crate::layout::paint_source::BoxArea;
use crate::layout::place::{Place, Space};
use crate::layout::single_line;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxNode, BoxTree, Control};
use crate::layout::state::layout_cache::LaidOut;
use crate::layout::state::results::{InlineFragment, InlineFragmentKind};
use crate::layout::text::{self, TextCache};
use crate::layout::unit::{Edges, LayoutRect};
use crate::style::computed::{
    Appearance, Color, Effects, Srgb, SvgStyle, TextAlign, TextWrapMode, Visibility, WritingMode,
};
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
    /// The elements around it that show a part of what is in them, and itself if it does.
    pub cuts: &'a [SvgCut],
    /// To viewport coordinates.
    pub to_viewport: Projection,
    /// Its clip: an index into the clips of the layout.
    pub clip: Option<u32>,
}

/// An element of SVG that shows a part of what is in it: by attributes that refer to a `clipPath` or `mask`.
#[derive(Debug, Clone, Copy)]
pub struct SvgCut {
    /// The element with the attributes.
    pub node: NodeId,
    /// Its fill bounding box, in its user space.
    pub bounds: Rect,
    /// From its user space to viewport coordinates.
    pub to_viewport: Projection,
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
            texts.extend(inline.texts.iter().map(|(id, text)| (*id, &**text)));
            for fragment in inline.fragments.iter().filter(|f| f.kind == InlineFragmentKind::Inline) {
                ends.entry(fragment.id).or_insert((fragment.rect, fragment.rect)).1 = fragment.rect;
            }
        }
        Self { dom, styles, each, fonts: TextCache::default(), texts, ends, advances: Vec::new() }
    }

    pub(super) fn begin(&mut self, node: &BoxNode, place: &Place, area: &BoxArea, space: &Space) {
        (self.each)(Drawing::Group(drawn_box(node, place, area, space)));
    }

    pub(super) fn end(&mut self) {
        (self.each)(Drawing::EndGroup);
    }

    /// Draws a box; a fieldset with the area of its legend.
    pub(super) fn own_box(
        &mut self,
        node: &BoxNode,
        place: &Place,
        area: &BoxArea,
        space: &Space,
        legend: Option<LayoutRect>,
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
        (self.each)(Drawing::Box(drawn));
        if let BoxKind::Control(control) = node.kind {
            self.control_text(node, control, place, area, space);
        }
    }

    /// Draws the text of a form control that has no boxes of its own: its value, or the placeholder.
    fn control_text(&mut self, node: &BoxNode, control: Control, place: &Place, area: &BoxArea, space: &Space) {
        let style = Arc::clone(&node.style);
        let rect = LayoutRect { origin: place.origin, size: area.size }.to_rect();
        let insets = [area.edges.border(), area.edges.padding()].map(sides);
        let content = Rect::from_edges(
            rect.x + insets[0].left + insets[1].left,
            rect.y + insets[0].top + insets[1].top,
            rect.right() - insets[0].right - insets[1].right,
            rect.bottom() - insets[0].bottom - insets[1].bottom,
        );
        if control == Control::File {
            return self.file_field(node, &content, (place, space));
        }
        let Some((text, is_placeholder)) = shown_text(self.dom, node.node, control) else { return };
        let style = match self.styles.pseudo(node.node, Pseudo::Placeholder) {
            Some(placeholder) if is_placeholder => Arc::clone(placeholder),
            _ => style,
        };
        // Chrome: a placeholder is grey where no style sheet gives it a colour.
        let style = if is_placeholder && style.color == node.style.color {
            let mut grey = (*style).clone();
            grey.color = Color::Srgb(Srgb::new([117.0; 3], 1.0));
            Arc::new(grey)
        } else {
            style
        };
        let metrics = style.faces().primary().metrics(style.font_size);
        let height = metrics.ascent + metrics.descent;
        let is_native = style.appearance != Appearance::None;
        let indent = if control == Control::Menu && is_native { 4.0 } else { 0.0 };
        let lines = if control == Control::TextArea { text.split('\n').collect() } else { vec![&*text] };
        let line_height = single_line::line_height(&style).to_f32().max(1.0);
        let first = match control {
            Control::TextArea => content.y + (line_height - height) / 2.0,
            _ => content.y + (content.height - height) / 2.0,
        };
        let font = self.fonts.font(&style);
        let mut broken = Vec::new();
        for line in lines {
            self.advances.clear();
            self.advances.resize(line.len(), 0.0);
            text::shape(&mut self.fonts, &font, line, &mut false, &mut self.advances);
            match control == Control::TextArea && style.text_wrap_mode == TextWrapMode::Wrap {
                true => broken.extend(broken_at_spaces(line, &self.advances, content.width)),
                false => broken.push(line),
            }
            if broken.len() as f32 * line_height > content.height + line_height {
                break;
            }
        }
        for (line, number) in broken.into_iter().zip(0_u16..) {
            let y = first + f32::from(number) * line_height;
            if y > content.bottom() {
                break;
            }
            self.advances.clear();
            self.advances.resize(line.len(), 0.0);
            text::shape(&mut self.fonts, &font, line, &mut false, &mut self.advances);
            let width: f32 = self.advances.iter().sum();
            let room = content.width - indent - width;
            let x = match style.text_align {
                TextAlign::Center => content.x + indent + room.max(0.0) / 2.0,
                TextAlign::Right | TextAlign::End => content.x + indent + room.max(0.0),
                _ => content.x + indent,
            };
            // What does not fit is cut off.
            let mut shown = line.len();
            let mut reached = 0.0;
            for (at, advance) in self.advances.iter().enumerate() {
                reached += advance;
                if reached > content.width - indent + 0.5 && *advance > 0.0 {
                    shown = at;
                    break;
                }
            }
            let Some(shown) = line.get(..shown) else { continue };
            (self.each)(Drawing::Text(DrawnText {
                node: node.node,
                style: &style,
                text: shown,
                decorations: &[],
                is_marker: false,
                advances: self.advances.get(..shown.len()).unwrap_or_default(),
                area: Rect::new(x, y.round(), width.min(content.width), height),
                ascent: metrics.ascent,
                to_viewport: space.to_viewport,
                clip: place.clip.get(),
            }));
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
            (self.each)(Drawing::Box(DrawnBox {
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
            }));
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
    }
}

/// True if what is in a box is mixed as a whole with what is behind it.
pub(super) fn is_group(style: &ComputedStyle) -> bool {
    style.opacity < 1.0
        || style.effects.intersects(Effects::FILTER | Effects::BACKDROP_FILTER | Effects::MASK | Effects::BLEND)
}

/// The lines that a text with the advances of its characters has in a width, px; what is longer than a line is broken anywhere.
fn broken_at_spaces<'t>(text: &'t str, advances: &[f32], width: f32) -> Vec<&'t str> {
    let (mut lines, mut start, mut space, mut reached, mut after_space) = (Vec::new(), 0, None, 0.0, 0.0);
    for (at, c) in text.char_indices() {
        let advance = advances.get(at).copied().unwrap_or_default();
        // Spaces hang over the end of a line.
        if c != ' ' && reached + advance > width + 0.05 && at > start {
            let (end, rest) = space.map_or((at, 0.0), |space| (space, reached - after_space));
            lines.extend(text.get(start..end));
            (start, space, reached, after_space) = (end, None, rest, 0.0);
        }
        reached += advance;
        if c == ' ' || c == '-' {
            (space, after_space) = (Some(at + c.len_utf8()), reached);
        }
    }
    lines.extend(text.get(start..));
    lines
}

/// The text that a control shows; true with it for a placeholder.
fn shown_text(dom: &Dom, node: NodeId, control: Control) -> Option<(String, bool)> {
    let text = match control {
        Control::TextField | Control::TextArea if form::is_placeholder_shown(dom, node) => {
            return Some((dom.attr(node, &local_name!("placeholder"))?.to_owned(), true));
        }
        Control::TextField => {
            let is_secret =
                dom.attr(node, &local_name!("type")).is_some_and(|kind| kind.eq_ignore_ascii_case("password"));
            let value = form::value(dom, node);
            if is_secret { "\u{2022}".repeat(value.chars().count()) } else { value.into_owned() }
        }
        Control::TextArea => form::value(dom, node).into_owned(),
        Control::Temporal => {
            let kind = dom.attr(node, &local_name!("type")).unwrap_or_default().to_ascii_lowercase();
            form::temporal_text(&kind, &form::value(dom, node))
        }
        Control::Menu => form::option_label(dom, dom.form().selected_options(node).next()?).into_owned(),
        _ => return None,
    };
    (!text.is_empty()).then_some((text, false))
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
        at = node.split_inline.or(node.parent);
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
