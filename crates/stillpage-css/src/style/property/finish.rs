//! The last step of computing a style: what depends on several properties, on the parent box or on the element.
//!
//! Chrome: follows what `getComputedStyle` prints of `display`, `position`, `float` and `overflow`.

use super::color;
use crate::dom::{Dom, ElementData, LocalName, NodeId, local_name, ns};
use crate::geometry::Sides;
use crate::style::Pseudo;
use crate::style::computed::{
    Appearance, BorderSide, BorderStyle, BoxOrient, ComputedStyle, Contain, ContainerType, ContentVisibility, Display,
    Effects, Float, LengthPercentage, LineHeight, Overflow, Position, TextAlign, Transform,
};

/// The inputs of the last step of computing a style.
#[derive(Debug, Clone, Copy)]
pub struct FinishBasis<'a> {
    /// The document's tree.
    pub dom: &'a Dom,
    /// The element, or the originating one.
    pub node: NodeId,
    /// The pseudo-element.
    pub pseudo: Option<Pseudo>,
    /// Style of the box that it is laid out in: the nearest flat-tree ancestor that is not `display: contents`.
    pub layout_parent: &'a ComputedStyle,
    /// The element is the root of its document.
    pub is_root: bool,
    /// It is in the top layer (modal dialog, open popover).
    pub top_layer: bool,
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
    style.has_background = style.background_paint & !color::DECLARED != 0;
}

/// Adjusts `display` as Chromium does for particular elements, before it looks at the parent and at `position`.
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
            Display::Inline | Display::InlineTable => Display::InlineBlock,
            part if part.is_table_part() => Display::InlineBlock,
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

/// Chrome: what is drawn as a control is a block container with any `display`.
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
    // Chrome: nothing floats in ruby.
    if basis.layout_parent.inlinifies && style.float != Float::None {
        (style.float, style.display) = (Float::None, blockified(style.display, false));
    }
    let parent = basis.layout_parent.display;
    let is_item = matches!(parent, Display::Flex | Display::InlineFlex | Display::Grid | Display::InlineGrid)
        || (matches!(parent, Display::Math | Display::BlockMath) && element.is_some_and(|e| e.name.ns == ns!(mathml)));
    let is_item = is_item && basis.pseudo != Some(Pseudo::Marker) && !is_in_details_content(basis);
    if out_of_flow || style.float != Float::None || basis.is_root || basis.top_layer || is_item {
        style.display = blockified(style.display, basis.is_root);
    } else if style.display == Display::Inline && style.writing_mode != basis.layout_parent.writing_mode {
        // <https://www.w3.org/TR/css-writing-modes-4/#block-flow>
        style.display = Display::InlineBlock;
    } else if basis.layout_parent.inlinifies {
        style.display = inlinified(style.display);
    }
    style.inlinifies = match style.display {
        Display::Ruby | Display::BlockRuby | Display::RubyText => true,
        Display::Inline | Display::InlineListItem => basis.layout_parent.inlinifies,
        _ => false,
    };
    // Chrome: clamped old boxes are block containers.
    if style.line_clamp.is_some() && style.box_orient == BoxOrient::Vertical {
        style.display = match style.display {
            Display::WebkitBox => Display::FlowRoot,
            Display::WebkitInlineBox => Display::InlineBlock,
            other => other,
        };
    }
}

/// Returns `true` for an element in a `details` that is not its summary: it is laid out in a block of its own, so it is not a
/// flex or grid item of the `details`.
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

/// Adjusts a style as Chromium does for particular elements, at last.
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

/// Resets the properties of native inputs that the author cannot change.
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
            // Chrome: unless the author styles the border or the background, or names the native look.
            let native = BorderSide { width: 2.0 * style.zoom, style: BorderStyle::Outset };
            let is_native = style.appearance == Appearance::Auto
                && style.border == Sides::all(native)
                && style.border_radius.is_none()
                && style.background_paint & color::DECLARED == 0;
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
        Display::Inline | Display::InlineBlock | Display::RubyText => Display::Block,
        part if part.is_table_part() => Display::Block,
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
        // Chrome: not an `inline-block`.
        Display::ListItem => Display::InlineListItem,
        Display::FlowRootListItem => Display::InlineBlockListItem,
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
/// What is left to do for a style that a browser computed: the flags that follow from several properties.
pub(crate) fn finish_measured(style: &mut ComputedStyle) {
    transforms(style);
    containment(style);
    style.has_background = style.background_paint & !color::DECLARED != 0;
}

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
    // <https://drafts.csswg.org/css-contain-2/#containment-types>: of these none applies to annotations.
    if style.display == Display::RubyText {
        contain &= Contain::STYLE;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::ParseOptions;
    use crate::style::Styles;

    /// Asserts that the element `x` computes to this `display`, as `getComputedStyle` prints it.
    fn check(html: &str, expected: &str) {
        assert_eq!(computed(html).display.css(), expected, "{html}");
    }

    /// The style of the element with the id `x`, in standards mode.
    fn computed(html: &str) -> ComputedStyle {
        let html = format!("<!doctype html>{html}");
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let styles = Styles::cascade(&dom, &Device::default());
        let is_x = |node: &NodeId| dom.element(*node).is_some_and(|e| e.attr(&local_name!("id")) == Some("x"));
        let node = dom.descendants(dom.document()).find(is_x).expect("an element x");
        ComputedStyle::clone(styles.get(node).expect("its style"))
    }

    #[test]
    fn boxes_are_blockified_and_inlinified() {
        check("<div style=display:flex><span id=x>", "block");
        check("<div style=display:grid><p style=display:contents><span id=x>", "block");
        check("<div style=display:-webkit-box><span id=x>", "inline");
        check("<span id=x style=float:left>", "block");
        check("<span id=x style='display:inline-flex;position:absolute'>", "flex");
        check("<span id=x style='display:table-cell;position:fixed'>", "block");
        check("<ruby><div id=x>", "inline-block");
        check("<details style=display:flex><i id=x>", "inline");
        check("<details style=display:flex><summary id=x style=display:inline>", "block");
    }

    #[test]
    fn clamped_boxes_are_block_containers() {
        let clamped = "-webkit-line-clamp:2;-webkit-box-orient:vertical";
        check(&format!("<p id=x style='display:-webkit-box;{clamped}'>"), "flow-root");
        check(&format!("<p id=x style='display:-webkit-inline-box;{clamped}'>"), "inline-block");
        check("<p id=x style='display:-webkit-box;-webkit-line-clamp:2'>", "-webkit-box");
    }

    #[test]
    fn elements_with_displays_of_their_own() {
        check("<button id=x style=display:inline>", "inline-block");
        check("<button id=x style=display:table>", "block");
        check("<button id=x style=display:flex>", "flex");
        check("<button id=x style=display:inline;appearance:none>", "inline");
        check("<input id=x style=display:contents>", "none");
        check("<button id=x style=display:contents>", "contents");
        check("<legend id=x style=display:inline>", "block");
        check("<span id=x style=display:math>", "inline");
        check("<svg><text id=x style=display:inline>", "block");
        check("<svg><rect id=x style=display:contents>", "none");
        check("<input id=x type=hidden style=display:block>", "none");
        check("<details><summary id=x hidden>", "none");
    }

    #[test]
    fn overflow_is_paired() {
        let check = |html: &str, expected: (Overflow, Overflow)| {
            let style = computed(html);
            assert_eq!((style.overflow_x, style.overflow_y), expected, "{html}");
        };
        check("<p id=x style=overflow-x:hidden>", (Overflow::Hidden, Overflow::Auto));
        check("<p id=x style='overflow:clip scroll'>", (Overflow::Hidden, Overflow::Scroll));
        check("<p id=x style='overflow:clip visible'>", (Overflow::Clip, Overflow::Visible));
        check("<table id=x style=overflow:auto>", (Overflow::Visible, Overflow::Visible));
        check("<table id=x style=overflow:hidden>", (Overflow::Hidden, Overflow::Hidden));
        check("<input id=x style=overflow:visible>", (Overflow::Clip, Overflow::Clip));
        check("<textarea id=x style=overflow:visible>", (Overflow::Auto, Overflow::Auto));
        check("<marquee id=x style=overflow:visible>", (Overflow::Hidden, Overflow::Hidden));
    }

    #[test]
    fn native_inputs_keep_their_box() {
        let checkbox = computed("<input id=x type=checkbox style='padding:9px;border:3px solid'>");
        assert_eq!(checkbox.padding.top, LengthPercentage::ZERO);
        assert_eq!(checkbox.border, Sides::default());
        let plain = computed("<input id=x type=checkbox style='appearance:none;border:3px solid'>");
        assert!(plain.border.top.width > 2.0, "{:?}", plain.border.top);
        let line = |html: &str| computed(html).line_height;
        assert_eq!(line("<select id=x style=line-height:2>"), LineHeight::Normal);
        assert_eq!(line("<select id=x multiple style=line-height:2>"), LineHeight::Number(2.0));
        assert_eq!(line("<input id=x type=submit style=line-height:2>"), LineHeight::Normal);
        assert_eq!(line("<input id=x type=submit style=line-height:2;background:red>"), LineHeight::Number(2.0));
    }

    #[test]
    fn effects_make_stacking_contexts_and_containing_blocks() {
        let check = |css: &str, stacks: bool, contains: bool| {
            let style = computed(&format!("<p id=x style='{css}'>"));
            assert_eq!((style.forces_stacking_context, style.contains_fixed), (stacks, contains), "{css}");
        };
        check("", false, false);
        check("filter: blur(1px)", true, true);
        check("mix-blend-mode: multiply", true, false);
        check("will-change: opacity", true, false);
        check("will-change: transform", true, true);
        check("contain: paint", true, true);
        check("content-visibility: auto", true, true);
        check("container-type: size", false, false);
    }

    #[test]
    fn alignment_of_tables_and_their_headers() {
        let check = |html: &str, expected: TextAlign| assert_eq!(computed(html).text_align, expected, "{html}");
        check("<center><table id=x>", TextAlign::Start);
        check("<table><th id=x>", TextAlign::Center);
        check("<table style=text-align:right><th id=x>", TextAlign::Right);
        check("<table><tr align=right><th id=x>", TextAlign::WebkitRight);
    }
}
