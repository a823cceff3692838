//! The last step of computing a style: what depends on several properties, on the parent box or on the element.
//!
//! Chrome: follows what `getComputedStyle` prints of `display`, `position`, `float` and `overflow`.

use super::apply;
use crate::dom::{Dom, ElementData, LocalName, NodeId, Quirks, local_name, ns};
use crate::geometry::Sides;
use crate::style::Pseudo;
use crate::style::computed::{
    Appearance, BorderSide, BorderStyle, BoxOrient, ComputedStyle, Contain, ContainerType, ContentVisibility, Display,
    Effects, Float, LengthPercentage, LineHeight, Overflow, Position, TextAlign, Transform,
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
    if style.display != Display::None {
        if let Some(element) = element {
            adjust_display(style, element);
        }
        style.original_display = style.display;
        adjust_box(style, element, basis);
    } else {
        style.original_display = style.display;
    }
    overflow(style);
    if let Some(element) = element {
        adjust_element(style, element, basis);
    }
    for side in [&mut style.border.top, &mut style.border.right, &mut style.border.bottom, &mut style.border.left] {
        if matches!(side.style, BorderStyle::None | BorderStyle::Hidden) {
            side.width = 0.0;
        }
    }
    transforms(style);
    containment(style);
    style.has_background = style.background_paint & !apply::DECLARED != 0;
}

/// What Chromium makes of `display` on particular elements, before it looks at the parent and at `position`.
fn adjust_display(style: &mut ComputedStyle, element: &ElementData) {
    let name = &element.name.local;
    if element.name.ns == ns!(mathml) {
        if style.display == Display::Contents {
            style.display = Display::None;
        }
        return;
    }
    // `display: math` is for MathML alone.
    style.display = match style.display {
        Display::Math => Display::Inline,
        Display::BlockMath => Display::Block,
        other => other,
    };
    if element.name.ns == ns!(svg) {
        match *name {
            local_name!("g") | local_name!("use") | local_name!("tspan") | local_name!("text") | local_name!("a") => {}
            _ if style.display == Display::Contents => style.display = Display::None,
            _ => {}
        }
        if matches!(*name, local_name!("text") | local_name!("foreignObject")) && style.display == Display::Inline {
            style.display = Display::Block;
        }
        return;
    }
    if element.name.ns != ns!(html) {
        return;
    }
    if style.display == Display::Contents && has_no_contents(name) {
        style.display = Display::None;
        return;
    }
    match *name {
        local_name!("legend") => style.display = blockified(style.display, false),
        local_name!("frame") | local_name!("frameset") => {
            style.display = Display::Block;
            style.position = Position::Static;
        }
        _ => {}
    }
    if is_native_control(style, name) {
        style.display = match style.display {
            Display::Table | Display::ListItem => Display::Block,
            Display::Inline
            | Display::InlineTable
            | Display::TableRowGroup
            | Display::TableHeaderGroup
            | Display::TableFooterGroup
            | Display::TableRow
            | Display::TableCell
            | Display::TableColumnGroup
            | Display::TableColumn
            | Display::TableCaption => Display::InlineBlock,
            other => other,
        };
    }
}

/// Elements that `display: contents` hides: <https://drafts.csswg.org/css-display-3/#unbox>
fn has_no_contents(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("br")
            | local_name!("wbr")
            | local_name!("meter")
            | local_name!("progress")
            | local_name!("canvas")
            | local_name!("embed")
            | local_name!("object")
            | local_name!("audio")
            | local_name!("iframe")
            | local_name!("img")
            | local_name!("video")
            | local_name!("frame")
            | local_name!("frameset")
            | local_name!("input")
            | local_name!("textarea")
            | local_name!("select")
    )
}

/// Chrome: what is drawn as a control is a block container, whatever its `display`.
fn is_native_control(style: &ComputedStyle, name: &LocalName) -> bool {
    match style.appearance {
        Appearance::None => false,
        Appearance::Other => true,
        Appearance::Auto | Appearance::Textfield | Appearance::MenulistButton => matches!(
            *name,
            local_name!("button")
                | local_name!("input")
                | local_name!("select")
                | local_name!("textarea")
                | local_name!("meter")
                | local_name!("progress")
        ),
    }
}

fn adjust_box(style: &mut ComputedStyle, element: Option<&ElementData>, basis: &FinishBasis<'_>) {
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
    let parent = basis.layout_parent.display;
    let is_item = matches!(parent, Display::Flex | Display::InlineFlex | Display::Grid | Display::InlineGrid)
        || (matches!(parent, Display::Math | Display::BlockMath) && element.is_some_and(|e| e.name.ns == ns!(mathml)));
    let is_item = is_item && basis.pseudo != Some(Pseudo::Marker) && !is_in_details_content(basis);
    if out_of_flow || style.float != Float::None || basis.is_root || basis.top_layer || is_item {
        style.display = blockified(style.display, basis.is_root);
    } else if matches!(parent, Display::Ruby | Display::BlockRuby | Display::RubyText) {
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
}

/// What is not the summary of a `details` is laid out in a block of its own, so that it is no flex or grid item of it.
fn is_in_details_content(basis: &FinishBasis<'_>) -> bool {
    if basis.pseudo.is_some() {
        return false;
    }
    let Some(parent) = basis.dom.node(basis.node).parent else { return false };
    if !basis.dom.is_html(parent, &local_name!("details")) {
        return false;
    }
    let summary = basis.dom.children(parent).find(|child| basis.dom.is_html(*child, &local_name!("summary")));
    summary != Some(basis.node)
}

/// What Chromium changes for particular elements at last.
fn adjust_element(style: &mut ComputedStyle, element: &ElementData, basis: &FinishBasis<'_>) {
    let name = &element.name.local;
    if element.name.ns == ns!(svg) {
        let parent = basis.dom.node(basis.node).parent.and_then(|parent| basis.dom.element(parent));
        let in_svg = parent.is_some_and(|p| p.name.ns == ns!(svg) && p.name.local != local_name!("foreignObject"));
        // Only the outermost svg is positioned.
        if *name != local_name!("svg") || in_svg {
            style.position = Position::Static;
        }
        return;
    }
    if element.name.ns != ns!(html) {
        return;
    }
    match *name {
        // Chrome: tables do not take over the alignment of `align` attributes.
        local_name!("table") => {
            if matches!(style.text_align, TextAlign::WebkitLeft | TextAlign::WebkitCenter | TextAlign::WebkitRight) {
                style.text_align = TextAlign::Start;
            }
        }
        local_name!("rt") => style.float = Float::None,
        local_name!("input") => adjust_input(style, element),
        // The native menu has its own line.
        local_name!("select") if style.appearance != Appearance::None && !is_list_box(element) => {
            style.line_height = LineHeight::Normal;
        }
        local_name!("marquee") => (style.overflow_x, style.overflow_y) = (Overflow::Hidden, Overflow::Hidden),
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

/// What native inputs do not let the author change.
fn adjust_input(style: &mut ComputedStyle, element: &ElementData) {
    if style.appearance == Appearance::None {
        return;
    }
    match element.attr(&local_name!("type")).map(str::to_ascii_lowercase).as_deref() {
        Some(kind @ ("checkbox" | "radio")) => {
            style.padding = Sides::all(LengthPercentage::ZERO);
            style.border = Sides::default();
            let half = || (LengthPercentage::percent(0.5), LengthPercentage::percent(0.5));
            style.border_radius = (kind == "radio").then(|| Box::new([half(), half(), half(), half()]));
        }
        Some("submit" | "button" | "reset") => {
            // Chrome: unless the author styles the border or the background.
            let native = BorderSide { width: 2.0 * style.zoom, style: BorderStyle::Outset };
            let is_native = style.border == Sides::all(native)
                && style.border_radius.is_none()
                && style.background_paint & apply::DECLARED == 0;
            if is_native {
                style.line_height = LineHeight::Normal;
            }
        }
        _ => {}
    }
}

/// A `select` that shows several options.
fn is_list_box(element: &ElementData) -> bool {
    let size = || element.attr(&local_name!("size")).and_then(|size| size.trim().parse::<u32>().ok());
    element.attr(&local_name!("multiple")).is_some() || size().is_some_and(|size| size > 1)
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
    if matches!(style.display, Display::Table | Display::InlineTable) {
        // Chrome: tables only clip, and only on both axes.
        let clips = |o: Overflow| matches!(o, Overflow::Hidden | Overflow::Clip);
        if !clips(x) || !clips(y) {
            (style.overflow_x, style.overflow_y) = (Overflow::Visible, Overflow::Visible);
        }
        return;
    }
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
