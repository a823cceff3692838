//! The last step of computing a style: what depends on several properties, on the parent box or on the element.
//!
//! Chrome: follows what `getComputedStyle` prints of `display`, `position`, `float` and `overflow`.

use crate::dom::{Dom, ElementData, LocalName, NodeId, Quirks, local_name, ns};
use crate::style::Pseudo;
use crate::style::computed::{
    BoxOrient, ComputedStyle, Contain, ContainerType, ContentVisibility, Display, Effects, Float, Overflow, Position,
    TextAlign, Transform,
};

/// What the last step of computing a style depends on.
#[derive(Debug, Clone, Copy)]
pub struct FinishBasis<'a> {
    /// The document's tree.
    pub dom: &'a Dom,
    /// The element, or the originating one.
    pub node: NodeId,
    /// The pseudo-element.
    pub pseudo: Option<Pseudo>,
    /// Style of the parent in the flat tree.
    pub parent: &'a ComputedStyle,
    /// Style of the box that it is laid out in: the nearest flat-tree ancestor that is not `display: contents`.
    pub layout_parent: &'a ComputedStyle,
    /// The element is the root of its document.
    pub is_root: bool,
    /// It is in the top layer (modal dialog, open popover).
    pub top_layer: bool,
    /// Quirks mode.
    pub quirks: Quirks,
}

/// Computes what depends on several properties: blockification, `overflow` pairs, borders without style, the flags of
/// stacking and containment.
pub fn finish(style: &mut ComputedStyle, basis: &FinishBasis<'_>) {
    let element = if basis.pseudo.is_none() { basis.dom.element(basis.node) } else { None };
    if let Some(element) = element {
        adjust_element(style, element, basis);
    }
    style.original_display = style.display;
    if style.display != Display::None {
        adjust_box(style, basis);
    }
    for side in [&mut style.border.top, &mut style.border.right, &mut style.border.bottom, &mut style.border.left] {
        if matches!(side.style, crate::style::computed::BorderStyle::None | crate::style::computed::BorderStyle::Hidden)
        {
            side.width = 0.0;
        }
    }
    transforms(style);
    containment(style);
    style.has_background = style.background_paint != 0;
}

/// What Chromium changes for particular elements.
fn adjust_element(style: &mut ComputedStyle, element: &ElementData, basis: &FinishBasis<'_>) {
    let name = &element.name.local;
    if element.name.ns == ns!(svg) {
        adjust_svg(style, name, basis);
        return;
    }
    if element.name.ns == ns!(mathml) {
        // <https://w3c.github.io/mathml-core/#layout-algorithms>: other displays are as in HTML.
        return;
    }
    // `display: math` is for MathML alone.
    style.display = match style.display {
        Display::Math => Display::Inline,
        Display::BlockMath => Display::Block,
        other => other,
    };
    if element.name.ns != ns!(html) {
        return;
    }
    // <https://drafts.csswg.org/css-display-3/#unbox>: no box of their own is left to have contents without.
    let unboxed = [
        local_name!("br"),
        local_name!("wbr"),
        local_name!("meter"),
        local_name!("progress"),
        local_name!("canvas"),
        local_name!("embed"),
        local_name!("object"),
        local_name!("audio"),
        local_name!("iframe"),
        local_name!("img"),
        local_name!("video"),
        local_name!("frame"),
        local_name!("frameset"),
        local_name!("input"),
        local_name!("textarea"),
        local_name!("select"),
    ];
    if style.display == Display::Contents && unboxed.contains(name) {
        style.display = Display::None;
    }
    match *name {
        // Chrome: tables do not take over the alignment of `align` attributes.
        local_name!("table") => {
            if matches!(style.text_align, TextAlign::WebkitLeft | TextAlign::WebkitCenter | TextAlign::WebkitRight) {
                style.text_align = TextAlign::Start;
            }
        }
        local_name!("frame") | local_name!("frameset") => {
            style.position = Position::Static;
            if style.display != Display::None {
                style.display = Display::Block;
            }
        }
        local_name!("rt") => {
            style.position = Position::Static;
            style.float = Float::None;
        }
        local_name!("textarea") => {
            for overflow in [&mut style.overflow_x, &mut style.overflow_y] {
                if *overflow == Overflow::Visible {
                    *overflow = Overflow::Auto;
                }
            }
        }
        _ => {}
    }
}

/// Only the outermost `svg` is a box of CSS layout.
fn adjust_svg(style: &mut ComputedStyle, name: &LocalName, basis: &FinishBasis<'_>) {
    let parent_is_svg = basis
        .dom
        .node(basis.node)
        .parent
        .and_then(|parent| basis.dom.element(parent))
        .is_some_and(|parent| parent.name.ns == ns!(svg) && parent.name.local != local_name!("foreignObject"));
    let outermost = *name == local_name!("svg") && !parent_is_svg;
    if !outermost {
        style.position = Position::Static;
        style.float = Float::None;
    }
    if style.display == Display::Contents
        && !matches!(
            *name,
            local_name!("svg") | local_name!("g") | local_name!("use") | local_name!("tspan") | local_name!("text")
        )
    {
        style.display = Display::None;
    }
    if matches!(*name, local_name!("text") | local_name!("foreignObject")) && style.display == Display::Inline {
        style.display = Display::Block;
    }
}

fn adjust_box(style: &mut ComputedStyle, basis: &FinishBasis<'_>) {
    if basis.top_layer || basis.pseudo == Some(Pseudo::Backdrop) {
        // <https://fullscreen.spec.whatwg.org/#top-layer>
        if !matches!(style.position, Position::Absolute | Position::Fixed) {
            style.position = Position::Absolute;
        }
        if style.display == Display::Contents {
            style.display = Display::Block;
        }
    }
    let out_of_flow = matches!(style.position, Position::Absolute | Position::Fixed);
    if out_of_flow {
        style.float = Float::None;
    }
    let parent_blockifies = matches!(
        basis.layout_parent.display,
        Display::Flex
            | Display::InlineFlex
            | Display::Grid
            | Display::InlineGrid
            | Display::WebkitBox
            | Display::WebkitInlineBox
    ) && basis.pseudo != Some(Pseudo::Marker);
    if out_of_flow || style.float != Float::None || basis.is_root || basis.top_layer || parent_blockifies {
        style.display = blockified(style.display, basis.is_root);
    } else if matches!(basis.layout_parent.display, Display::Ruby | Display::BlockRuby | Display::RubyText) {
        style.display = inlinified(style.display);
    }
    // Chrome: clamped old boxes are block containers.
    if style.line_clamp.is_some() && style.box_orient == BoxOrient::Vertical {
        style.display = match style.display {
            Display::WebkitBox => Display::FlowRoot,
            Display::WebkitInlineBox => Display::InlineBlock,
            other => other,
        };
    }
    overflow(style);
}

/// <https://drafts.csswg.org/css-display-3/#blockify>
fn blockified(display: Display, is_root: bool) -> Display {
    match display {
        Display::Inline
        | Display::InlineBlock
        | Display::TableRowGroup
        | Display::TableHeaderGroup
        | Display::TableFooterGroup
        | Display::TableRow
        | Display::TableCell
        | Display::TableColumnGroup
        | Display::TableColumn
        | Display::TableCaption
        | Display::RubyText => Display::Block,
        Display::InlineListItem => Display::ListItem,
        Display::InlineBlockListItem => Display::FlowRootListItem,
        Display::InlineFlex => Display::Flex,
        Display::InlineGrid => Display::Grid,
        Display::InlineTable => Display::Table,
        Display::WebkitInlineBox => Display::WebkitBox,
        Display::Ruby => Display::BlockRuby,
        Display::Math => Display::BlockMath,
        Display::Contents if is_root => Display::Block,
        other => other,
    }
}

/// <https://drafts.csswg.org/css-display-3/#inlinify>
fn inlinified(display: Display) -> Display {
    match display {
        Display::Block | Display::FlowRoot => Display::InlineBlock,
        Display::ListItem | Display::FlowRootListItem => Display::InlineBlockListItem,
        Display::Flex => Display::InlineFlex,
        Display::Grid => Display::InlineGrid,
        Display::Table => Display::InlineTable,
        Display::WebkitBox => Display::WebkitInlineBox,
        Display::BlockRuby => Display::Ruby,
        Display::BlockMath => Display::Math,
        other => other,
    }
}

/// <https://drafts.csswg.org/css-overflow-3/#overflow-properties>
fn overflow(style: &mut ComputedStyle) {
    let (x, y) = (style.overflow_x, style.overflow_y);
    let scrolls = |o: Overflow| !matches!(o, Overflow::Visible | Overflow::Clip);
    let paired = |own: Overflow, other: Overflow| match own {
        Overflow::Visible if scrolls(other) => Overflow::Auto,
        Overflow::Clip if scrolls(other) => Overflow::Hidden,
        own => own,
    };
    (style.overflow_x, style.overflow_y) = (paired(x, y), paired(y, x));
}

/// Puts the functions of all transform properties into one list.
fn transforms(style: &mut ComputedStyle) {
    let Some(transform) = &mut style.transform else { return };
    let Transform { functions, translate, rotate, scale, list, .. } = &mut **transform;
    functions.clear();
    functions.extend([translate, rotate, scale].into_iter().filter_map(|f| f.clone()));
    functions.extend(list.iter().cloned());
    if functions.is_empty() {
        style.transform = None;
    }
}

fn containment(style: &mut ComputedStyle) {
    let mut contain = style.contain;
    match style.content_visibility {
        ContentVisibility::Visible => {}
        ContentVisibility::Auto => contain |= Contain::LAYOUT | Contain::STYLE | Contain::PAINT,
        ContentVisibility::Hidden => contain |= Contain::LAYOUT | Contain::STYLE | Contain::PAINT | Contain::SIZE,
    }
    match style.container_type {
        ContainerType::Normal => {}
        ContainerType::InlineSize => contain |= Contain::STYLE | Contain::INLINE_SIZE,
        ContainerType::Size => contain |= Contain::STYLE | Contain::SIZE,
    }
    style.contain_size = contain.contains(Contain::SIZE);
    style.contain_inline_size = contain.contains(Contain::INLINE_SIZE);
    style.contain_layout = contain.contains(Contain::LAYOUT);
    style.contain_paint = contain.contains(Contain::PAINT);
    let stacking = Effects::all() - Effects::WILL_CONTAIN_FIXED;
    style.forces_stacking_context =
        style.effects.intersects(stacking) || contain.intersects(Contain::LAYOUT | Contain::PAINT);
    let fixed = Effects::FILTER
        | Effects::BACKDROP_FILTER
        | Effects::PERSPECTIVE
        | Effects::PRESERVE_3D
        | Effects::WILL_CONTAIN_FIXED
        | Effects::OFFSET_PATH;
    style.contains_fixed = style.effects.intersects(fixed) || contain.intersects(Contain::LAYOUT | Contain::PAINT);
}
