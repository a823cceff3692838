//! Hints of tables and of their cells, which the table's attributes reach.
//!
//! <https://html.spec.whatwg.org/multipage/rendering.html#tables-2>

use super::value::{Extent, dimension, non_negative_integer};
use super::{BORDER_STYLES, BORDER_WIDTHS, Hints, px};
use crate::dom::{ElementData, local_name, ns};
use crate::style::computed as c;
use crate::style::property::{PropertyId, SpecifiedValue};

/// `rules`
#[derive(Clone, Copy, PartialEq)]
enum Rules {
    Unset,
    None,
    Groups,
    Rows,
    Cols,
    All,
}

fn rules(table: &ElementData) -> Rules {
    match table.attr(&local_name!("rules")).map(str::to_ascii_lowercase).as_deref() {
        Some("none") => Rules::None,
        Some("groups") => Rules::Groups,
        Some("rows") => Rules::Rows,
        Some("cols") => Rules::Cols,
        Some("all") => Rules::All,
        _ => Rules::Unset,
    }
}

/// Width of `border`, px; anything but a number counts as 1.
fn border(table: &ElementData) -> f32 {
    table.attr(&local_name!("border")).map_or(0.0, |text| non_negative_integer(text).unwrap_or(1.0))
}

/// Returns the sides that `frame` draws: top, right, bottom, left.
fn frame(table: &ElementData) -> Option<[bool; 4]> {
    let sides = match table.attr(&local_name!("frame"))?.to_ascii_lowercase().as_str() {
        "void" => [false; 4],
        "above" => [true, false, false, false],
        "below" => [false, false, true, false],
        "hsides" => [true, false, true, false],
        "lhs" => [false, false, false, true],
        "rhs" => [false, true, false, false],
        "vsides" => [false, true, false, true],
        "box" | "border" => [true; 4],
        _ => return None,
    };
    Some(sides)
}

impl Hints<'_> {
    pub(super) fn table(&mut self) {
        use PropertyId as P;
        let table = self.element;
        self.dimension(&local_name!("width"), &[P::Width], true);
        self.dimension(&local_name!("height"), &[P::Height], false);
        self.background();
        match table.attr(&local_name!("align")).map(str::to_ascii_lowercase).as_deref() {
            Some("center") => {
                self.push(P::MarginInlineStart, SpecifiedValue::Keyword(0));
                self.push(P::MarginInlineEnd, SpecifiedValue::Keyword(0));
            }
            Some("left") => self.keyword(P::Float, c::Float::Left),
            Some("right") => self.keyword(P::Float, c::Float::Right),
            _ => {}
        }
        if let Some(Extent::Px(spacing)) = table.attr(&local_name!("cellspacing")).and_then(dimension) {
            self.push(P::BorderHorizontalSpacing, px(spacing));
            self.push(P::BorderVerticalSpacing, px(spacing));
        }
        let rules = rules(table);
        if rules != Rules::Unset {
            self.keyword(P::BorderCollapse, c::BorderCollapse::Collapse);
        }
        let width = border(table);
        if table.attr(&local_name!("border")).is_some() {
            for property in BORDER_WIDTHS {
                self.push(property, px(width));
            }
        }
        if let Some(sides) = frame(table) {
            for (index, drawn) in sides.into_iter().enumerate() {
                self.push(BORDER_WIDTHS[index], px(1.0));
                let style = if drawn { c::BorderStyle::Solid } else { c::BorderStyle::Hidden };
                self.keyword(BORDER_STYLES[index], style);
            }
        } else if width > 0.0 {
            for property in BORDER_STYLES {
                self.keyword(property, c::BorderStyle::Outset);
            }
        } else if rules != Rules::Unset {
            // Hidden wins over any border of the cells.
            for property in BORDER_STYLES {
                self.keyword(property, c::BorderStyle::Hidden);
            }
        }
    }

    /// Adds the hints that cells and groups take from the table around them.
    pub(super) fn of_table(&mut self) {
        let name = &self.element.name.local;
        // Limit: a cell is three levels below its table in any tree that the parser makes.
        let mut above = self.dom.ancestors(self.node).take(4).filter_map(|node| self.dom.element(node));
        let table = above.find(|e| e.name.ns == ns!(html) && e.name.local == local_name!("table"));
        let Some(table) = table.filter(|table| !table.attributes.is_empty()) else { return };
        let rules = rules(table);
        if matches!(*name, local_name!("td") | local_name!("th")) {
            if let Some(Extent::Px(padding)) = table.attr(&local_name!("cellpadding")).and_then(dimension) {
                use PropertyId as P;
                for property in [P::PaddingTop, P::PaddingRight, P::PaddingBottom, P::PaddingLeft] {
                    self.push(property, px(padding));
                }
            }
            let (sides, style) = match rules {
                Rules::All => ([true; 4], c::BorderStyle::Solid),
                Rules::Rows => ([true, false, true, false], c::BorderStyle::Solid),
                Rules::Cols => ([false, true, false, true], c::BorderStyle::Solid),
                Rules::Unset if border(table) > 0.0 => ([true; 4], c::BorderStyle::Inset),
                _ => return,
            };
            self.lines(sides, style);
        } else if rules == Rules::Groups {
            let sides =
                if *name == local_name!("colgroup") { [false, true, false, true] } else { [true, false, true, false] };
            self.lines(sides, c::BorderStyle::Solid);
        }
    }

    /// A line of 1 px on some sides.
    fn lines(&mut self, sides: [bool; 4], style: c::BorderStyle) {
        for (index, drawn) in sides.into_iter().enumerate() {
            if drawn {
                self.push(BORDER_WIDTHS[index], px(1.0));
                self.keyword(BORDER_STYLES[index], style);
            }
        }
    }
}
