//! What kind of box an element or a `display` makes.

use super::*;

impl Builder<'_> {
    pub(super) fn kind_of_element(&self, item: &Item) -> BoxKind {
        let Some(element) = self.dom.element(item.node) else { return BoxKind::Inline };
        let style = &item.style;
        if element.name.ns == ns!(svg) {
            return if element.name.local == local_name!("svg") {
                BoxKind::Replaced(Replaced::Svg)
            } else {
                kind_of_display(style)
            };
        }
        if element.name.ns != ns!(html) {
            return kind_of_display(style);
        }
        match element.name.local {
            local_name!("br") => BoxKind::Br,
            local_name!("wbr") => BoxKind::Wbr,
            local_name!("img") => BoxKind::Replaced(Replaced::Image),
            local_name!("canvas") => BoxKind::Replaced(Replaced::Canvas),
            local_name!("video") => BoxKind::Replaced(Replaced::Video),
            local_name!("audio") => BoxKind::Replaced(Replaced::Audio),
            local_name!("iframe") | local_name!("frame") => BoxKind::Replaced(Replaced::Frame),
            local_name!("embed") => BoxKind::Replaced(Replaced::Embed),
            local_name!("object") if element.frame_document.is_some() => BoxKind::Replaced(Replaced::Frame),
            local_name!("object") => self.object_kind(item),
            local_name!("fieldset") if !is_inline_display(style.display) || style.display != Display::Inline => {
                match kind_of_display(style) {
                    BoxKind::Block | BoxKind::Flex | BoxKind::Grid => BoxKind::Fieldset,
                    other => other,
                }
            }
            local_name!("button") => match inner_kind(style) {
                BoxKind::Block => BoxKind::Control(Control::Button),
                inner => inner,
            },
            local_name!("textarea") => BoxKind::Control(Control::TextArea),
            local_name!("meter") if style.appearance != Appearance::None => BoxKind::Control(Control::Meter),
            local_name!("progress") if style.appearance != Appearance::None => BoxKind::Control(Control::Progress),
            local_name!("meter") => BoxKind::Control(Control::Meter),
            local_name!("progress") => BoxKind::Control(Control::Progress),
            local_name!("select") => {
                let rows = element.attr(&local_name!("size")).and_then(parse_number).unwrap_or(0);
                if rows > 1 || rows == 0 && element.attr(&local_name!("multiple")).is_some() {
                    BoxKind::Control(Control::ListBox)
                } else {
                    BoxKind::Control(Control::Menu)
                }
            }
            local_name!("input") => input_kind(element.attr(&local_name!("type")).unwrap_or("")),
            _ => kind_of_display(style),
        }
    }

    /// What an `object` shows: a resource, or what stands in it.
    ///
    /// Chrome: <https://html.spec.whatwg.org/#the-object-element>. One that asks for nothing is empty, unless it has
    /// something to show instead; one that asks for a type that browsers show, without data, is empty, too.
    fn object_kind(&self, item: &Item) -> BoxKind {
        let Some(element) = self.dom.element(item.node) else { return BoxKind::Inline };
        let attr = |name| element.attr(&name).map(str::trim).filter(|v| !v.is_empty());
        let empty = BoxKind::Replaced(Replaced::Embed);
        if let Some(data) = attr(local_name!("data")) {
            return match data {
                data if data.starts_with("data:image") => BoxKind::Replaced(Replaced::Image),
                data if data.starts_with("data:") || data == "about:blank" => empty,
                _ => kind_of_display(&item.style),
            };
        }
        let kind = attr(local_name!("type")).unwrap_or("").to_ascii_lowercase();
        let shown = ["text/", "image/svg+xml", "application/pdf", "application/xhtml+xml", "application/xml"];
        let has_fallback = || {
            self.dom.children(item.node).any(|child| match &self.dom.node(child).data {
                NodeData::Text(text) => !text.bytes().all(is_space),
                NodeData::Element(child) => child.name.local != local_name!("param"),
                _ => false,
            })
        };
        match &*kind {
            "" if has_fallback() => kind_of_display(&item.style),
            "" => empty,
            kind if shown.iter().any(|s| kind.starts_with(s)) => empty,
            kind if kind.starts_with("image/") => BoxKind::Replaced(Replaced::Image),
            _ => kind_of_display(&item.style),
        }
    }

    /// Sets the flags about descendants on their ancestors.
    pub(super) fn mark_ancestors(&mut self) {
        for index in 0..self.tree.boxes.len() {
            let node = &self.tree.boxes[index];
            let (floating, out_of_flow) = (node.is_floating(), node.is_out_of_flow());
            if !floating && !out_of_flow {
                continue;
            }
            let flag = if floating { BoxFlags::HAS_FLOATS } else { BoxFlags::HAS_OUT_OF_FLOW };
            let mut at = node.parent;
            while let Some(id) = at {
                let ancestor = &mut self.tree.boxes[id.index()];
                if ancestor.flags.contains(flag) {
                    break;
                }
                ancestor.flags.insert(flag);
                at = ancestor.parent;
            }
        }
    }
}

impl ComputedStyle {
    /// Margins, borders or padding at the start or end of an inline box.
    pub(super) fn has_inline_edges(&self) -> bool {
        let zero = LengthPercentageAuto::Length(LengthPercentage::ZERO);
        [&self.margin.left, &self.margin.right].iter().any(|m| **m != zero && **m != LengthPercentageAuto::Auto)
            || [&self.padding.left, &self.padding.right].iter().any(|p| **p != LengthPercentage::ZERO)
            || self.border.left.width > 0.0
            || self.border.right.width > 0.0
    }

    /// Floating or absolutely positioned.
    pub(super) fn is_out_of_line(&self) -> bool {
        self.float != Float::None || is_absolute(self)
    }
}

pub(in crate::layout) fn is_absolute(style: &ComputedStyle) -> bool {
    matches!(style.position, Position::Absolute | Position::Fixed)
}

/// Punctuation, a letter, punctuation: the byte range; `None` if there is no letter.
pub(in crate::layout) fn first_letter_range(text: &str) -> Option<std::ops::Range<usize>> {
    let mut graphemes = text.grapheme_indices(true).skip_while(|(_, g)| g.bytes().all(is_space));
    let is_punctuation = |g: &str| {
        g.chars().next().is_some_and(|c| {
            c.is_ascii_punctuation()
                || matches!(c, '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}')
                || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}')
                || matches!(c, '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}')
        })
    };
    let (start, first) = graphemes.next()?;
    let mut end = start + first.len();
    let mut has_letter = !is_punctuation(first);
    for (at, grapheme) in graphemes {
        if is_punctuation(grapheme) || !has_letter && !grapheme.bytes().all(is_space) {
            has_letter |= !is_punctuation(grapheme);
            end = at + grapheme.len();
        } else {
            break;
        }
    }
    has_letter.then_some(start..end)
}

pub(in crate::layout) fn input_kind(kind: &str) -> BoxKind {
    let control = match kind.to_ascii_lowercase().as_str() {
        "image" => return BoxKind::Replaced(Replaced::Image),
        "button" | "submit" | "reset" => Control::Button,
        "checkbox" => Control::Checkbox,
        "radio" => Control::Radio,
        "range" => Control::Range,
        "color" => Control::Color,
        "file" => Control::File,
        "date" | "time" | "datetime-local" | "month" | "week" => Control::Temporal,
        _ => Control::TextField,
    };
    BoxKind::Control(control)
}

pub(in crate::layout) fn parse_number(text: &str) -> Option<u32> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\u{c}', '\r']);
    let text = text.strip_prefix('+').unwrap_or(text);
    let end = text.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    let digits = text.get(..end)?;
    if digits.is_empty() { None } else { Some(digits.parse().unwrap_or(u32::MAX)) }
}

/// True for displays with an outer type of `inline`.
pub(crate) fn is_inline_display(display: Display) -> bool {
    matches!(
        display,
        Display::Inline
            | Display::InlineBlock
            | Display::InlineListItem
            | Display::InlineFlex
            | Display::InlineGrid
            | Display::InlineTable
            | Display::WebkitInlineBox
            | Display::Ruby
            | Display::RubyText
            | Display::Math
    )
}

pub(in crate::layout) fn is_inline_level(style: &ComputedStyle) -> bool {
    is_inline_display(style.display) && !style.is_out_of_line()
}

pub(in crate::layout) fn kind_of_display(style: &ComputedStyle) -> BoxKind {
    match style.display {
        // An annotation is a block that stands above its base.
        Display::Inline | Display::Ruby | Display::Math | Display::Contents | Display::None => BoxKind::Inline,
        Display::Table | Display::InlineTable => BoxKind::Table,
        Display::TableRowGroup | Display::TableHeaderGroup | Display::TableFooterGroup => BoxKind::TableRowGroup,
        Display::TableRow => BoxKind::TableRow,
        Display::TableCell => BoxKind::TableCell,
        Display::TableColumnGroup => BoxKind::TableColumnGroup,
        Display::TableColumn => BoxKind::TableColumn,
        Display::TableCaption => BoxKind::TableCaption,
        _ => inner_kind(style),
    }
}

/// How the contents of a box with this `display` are laid out, tables aside.
pub(in crate::layout) fn inner_kind(style: &ComputedStyle) -> BoxKind {
    match style.display {
        // Chrome: the legacy box is a flex container, unless it clamps lines.
        Display::WebkitBox | Display::WebkitInlineBox if !crate::layout::block::clamps_lines(style) => BoxKind::Flex,
        Display::Flex | Display::InlineFlex => BoxKind::Flex,
        Display::Grid | Display::InlineGrid => BoxKind::Grid,
        _ => BoxKind::Block,
    }
}

pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// White space that makes no line of its own.
pub(in crate::layout) fn collapses_away(text: &str, style: &ComputedStyle) -> bool {
    match style.white_space_collapse {
        WhiteSpaceCollapse::Collapse => text.bytes().all(is_space),
        WhiteSpaceCollapse::PreserveBreaks => text.bytes().all(|b| is_space(b) && b != b'\n'),
        WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces => text.is_empty(),
    }
}

/// The style of an anonymous box: inherited properties of `parent`, initial values for the rest.
pub(crate) fn anonymous_style(parent: &ComputedStyle, display: Display) -> ComputedStyle {
    ComputedStyle {
        display,
        original_display: display,
        visibility: parent.visibility,
        pointer_events: parent.pointer_events,
        cursor: parent.cursor,
        interactivity: parent.interactivity,
        color_transparent: parent.color_transparent,
        direction: parent.direction,
        writing_mode: parent.writing_mode,
        font_size: parent.font_size,
        font_family: Arc::clone(&parent.font_family),
        font_weight: parent.font_weight,
        font_style: parent.font_style,
        font_variant_caps: parent.font_variant_caps,
        font_kerning_none: parent.font_kerning_none,
        font_ligatures_none: parent.font_ligatures_none,
        line_height: parent.line_height,
        letter_spacing: parent.letter_spacing,
        word_spacing: parent.word_spacing,
        text_align: parent.text_align,
        text_align_last: parent.text_align_last,
        text_indent: parent.text_indent.clone(),
        text_transform: parent.text_transform,
        white_space_collapse: parent.white_space_collapse,
        text_wrap_mode: parent.text_wrap_mode,
        text_wrap_style: parent.text_wrap_style,
        overflow_wrap: parent.overflow_wrap,
        word_break: parent.word_break,
        line_break: parent.line_break,
        hyphens: parent.hyphens,
        tab_size: parent.tab_size,
        list_style_type: parent.list_style_type.clone(),
        list_style_image: parent.list_style_image,
        list_style_position: parent.list_style_position,
        border_collapse: parent.border_collapse,
        border_spacing: parent.border_spacing,
        caption_side: parent.caption_side,
        empty_cells: parent.empty_cells,
        zoom: parent.zoom,
        custom: parent.custom.clone(),
        ..ComputedStyle::initial()
    }
}

/// An anonymous content box lays out its children as its parent's `display` says.
pub(in crate::layout) fn copy_container_style(node: &mut BoxNode, parent: &ComputedStyle) {
    let own = &node.style;
    node.style = Arc::new(ComputedStyle {
        flex_direction: parent.flex_direction,
        flex_wrap: parent.flex_wrap,
        align_items: parent.align_items,
        align_content: parent.align_content,
        justify_items: parent.justify_items,
        justify_content: parent.justify_content,
        row_gap: parent.row_gap.clone(),
        column_gap: parent.column_gap.clone(),
        grid: parent.grid.clone(),
        column_count: parent.column_count,
        column_width: parent.column_width,
        text_overflow: parent.text_overflow,
        ..ComputedStyle::clone(own)
    });
    node.flags.remove(BoxFlags::INLINE_LEVEL);
}
