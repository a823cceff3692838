//! Texts of form controls.

use std::sync::Arc;

use super::{Artist, Drawing, DrawnText, sides};
use crate::dom::{Dom, NodeId, form, local_name};
use crate::geometry::Rect;
use crate::layout::place::{Place, Space};
use crate::layout::state::box_tree::{BoxNode, Control};
use crate::layout::state::results::BoxArea;
use crate::layout::unit::LayoutRect;
use crate::layout::{single_line, text};
use crate::style::Pseudo;
use crate::style::computed::{Appearance, Color, Srgb, TextAlign, TextWrapMode};

impl Artist<'_> {
    /// Draws the text of a form control that has no boxes of its own: its value, or the placeholder.
    pub(super) fn control_text(
        &mut self,
        node: &BoxNode,
        control: Control,
        place: &Place,
        area: &BoxArea,
        space: &Space,
    ) {
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
