//! The parts of a file field: its button and the text beside it.

use std::sync::Arc;

use super::{Artist, Drawing, DrawnBox, DrawnText};
use crate::dom::local_name;
use crate::geometry::{Rect, Sides};
use crate::layout::place::Place;
use crate::layout::state::box_tree::{BoxKind, BoxNode, Control};
use crate::layout::{place, text};
use crate::style::computed::{Display, Visibility};
use crate::style::{ComputedStyle, Pseudo};

/// The text of a field in which nothing is chosen.
const NOTHING: &str = "No file chosen";
/// px. Chrome: the margin of the button.
const FAR_FROM_BUTTON: f32 = 4.0;

impl Artist<'_> {
    /// Draws the button of a file field and what is chosen: nothing, in a file that was saved.
    pub(super) fn file_field(&mut self, node: &BoxNode, content: &Rect, (place, space): (&Place, &place::Space)) {
        let label = match self.dom.attr(node.node, &local_name!("multiple")) {
            Some(_) => "Choose Files",
            None => "Choose File",
        };
        let styles = self.styles;
        let field = Arc::clone(&node.style);
        let button = styles.pseudo(node.node, Pseudo::FileSelectorButton).unwrap_or(&field);
        let mut start = content.x;
        let mut middle = content.center().y;
        if button.display != Display::None && button.visibility == Visibility::Visible {
            let (width, height) = (self.width_of(button, label), height_of(button));
            let sides = |of: &dyn Fn(usize) -> f32| Sides { top: of(0), right: of(1), bottom: of(2), left: of(3) };
            let border = sides(&|at| {
                let own = &button.border;
                [own.top, own.right, own.bottom, own.left][at].width
            });
            let padding = sides(&|at| {
                let own = &button.padding;
                [&own.top, &own.right, &own.bottom, &own.left][at].resolve(content.width)
            });
            let area = Rect::new(
                start,
                content.y,
                width + border.left + padding.left + padding.right + border.right,
                height + border.top + padding.top + padding.bottom + border.bottom,
            );
            (self.each)(Drawing::Box(DrawnBox {
                node: node.node,
                is_element: true,
                kind: BoxKind::Control(Control::Button),
                style: button,
                area,
                border,
                padding,
                to_viewport: space.to_viewport,
                clip: place.clip.get(),
                legend: None,
                collapsed: None,
            }));
            let (x, y) = (area.x + border.left + padding.left, area.y + border.top + padding.top);
            self.field_text(node, (button, label), &Rect::new(x, y, width, height), (place, space));
            start = area.right() + FAR_FROM_BUTTON;
            middle = area.center().y;
        }
        let (width, height) = (self.width_of(&field, NOTHING), height_of(&field));
        let area = Rect::new(start, (middle - height / 2.0).round(), width, height);
        self.field_text(node, (&field, NOTHING), &area, (place, space));
    }

    fn width_of(&mut self, style: &Arc<ComputedStyle>, characters: &str) -> f32 {
        let font = self.fonts.font(style);
        self.advances.clear();
        self.advances.resize(characters.len(), 0.0);
        text::shape(&mut self.fonts, &font, characters, &mut false, &mut self.advances);
        self.advances.iter().sum()
    }

    fn field_text(
        &mut self,
        node: &BoxNode,
        (style, characters): (&Arc<ComputedStyle>, &str),
        area: &Rect,
        (place, space): (&Place, &place::Space),
    ) {
        self.width_of(style, characters);
        (self.each)(Drawing::Text(DrawnText {
            node: node.node,
            style,
            text: characters,
            decorations: &[],
            is_marker: false,
            advances: &self.advances,
            area: *area,
            ascent: style.faces().primary().metrics(style.font_size).ascent,
            to_viewport: space.to_viewport,
            clip: place.clip.get(),
        }));
    }
}

/// Returns the height of a line of text.
fn height_of(style: &ComputedStyle) -> f32 {
    let metrics = style.faces().primary().metrics(style.font_size);
    metrics.ascent + metrics.descent
}
