//! Automatic minimum widths of items in rows that decide about nothing, so that nobody has to measure the contents for them.
//!
//! <https://www.w3.org/TR/css-flexbox-1/#min-size-auto>: no such minimum is more than the width that the item is given. One that begins
//! as wide as that, in a line that has room for all its items, is as wide whatever the minimum is: the columns of most grid frameworks.

use std::rc::Rc;

use taffy::{
    AvailableSpace, BoxSizing, FlexDirection, LayoutInput, MaybeResolve as _, RequestedAxis, RunMode, SizingMode,
};

use super::container::Container;
use super::items::wraps;
use crate::layout::state::box_tree::BoxKind;
use crate::layout::state::flexible_styles::ItemStyle;

/// The size of an item before the line shares out its room.
struct Start {
    /// The flex base size is no less than the minimum.
    keeps_base: bool,
    /// The most that the hypothetical size may be, with margins, px.
    most: f32,
}

impl Container<'_, '_> {
    /// True if taffy asks for the automatic minimum width of an item, and any answer from nothing to the width of its contents gives
    /// the same layout.
    pub(super) fn is_moot_minimum(&self, index: usize, input: &LayoutInput) -> bool {
        let asks_for_minimum = input.run_mode == RunMode::ComputeSize
            && input.sizing_mode == SizingMode::ContentSize
            && input.axis == RequestedAxis::Horizontal
            && input.available_space.width == AvailableSpace::MinContent
            && input.known_dimensions.width.is_none();
        let is_row = matches!(self.style.flex_direction, FlexDirection::Row | FlexDirection::RowReverse);
        let Some(width) = self.width.filter(|_| asks_for_minimum && is_row) else { return false };
        let (node, width) = (&self.pass.tree[self.id], width.to_f32());
        if node.kind != BoxKind::Flex {
            return false;
        }
        let (items, item) = (&self.translated.items, &self.translated.items[index].1);
        let Some(start) = self.start_of(item, width) else { return false };
        if items.len() == 1 && item.flex_grow >= 1.0 {
            // It takes the whole line.
            return start.most <= width;
        }
        // taffy takes gaps off the part of the room that factors below one share out: items may become smaller than they start.
        if !start.keeps_base || item.flex_grow > 0.0 && item.flex_grow < 1.0 {
            return false;
        }
        // Items that grow take no room from others, since all have as much as their minimums ask for.
        item.flex_shrink == 0.0
            || match wraps(&node.style) {
                true => start.most <= width,
                false => *self.fits_on_line.get_or_init(|| self.fit_on_line(width)),
            }
    }

    /// Returns `true` if all items of a row fit on one line as they start.
    fn fit_on_line(&self, width: f32) -> bool {
        let items = &self.translated.items;
        let gap = self.style.gap.width.maybe_resolve(width, |calc, basis| self.calc_value(calc, basis)).unwrap_or(0.0);
        let most =
            |(_, item): &(_, Rc<ItemStyle>)| self.start_of(item, width).map_or(f32::INFINITY, |start| start.most);
        items.iter().map(|item| most(item) + gap).sum::<f32>() - gap <= width
    }

    /// The start of an item in a container whose content box is `width` px wide; `None` if the contents may decide about that.
    fn start_of(&self, item: &ItemStyle, width: f32) -> Option<Start> {
        // With a ratio, limits of the height count for the width, too.
        if item.aspect_ratio.is_some() {
            return None;
        }
        let calc = |calc: *const (), basis: f32| self.calc_value(calc, basis);
        let inset = item.padding.left + item.padding.right + item.border.left + item.border.right;
        let around = if item.box_sizing == BoxSizing::ContentBox { inset } else { 0.0 };
        let border_box = |size: f32| (size + around).max(inset);
        let given = item.size.width.maybe_resolve(width, calc).map(border_box);
        let base = match item.flex_basis.is_auto() {
            true => given,
            false => item.flex_basis.maybe_resolve(width, calc).map(border_box),
        }?;
        let least = match item.min_size.width.is_auto() {
            true if item.overflow.x.is_scroll_container() => 0.0,
            true => given?,
            false => item.min_size.width.maybe_resolve(width, calc).map(border_box)?,
        };
        let limit = item.max_size.width.maybe_resolve(width, calc).map_or(f32::INFINITY, border_box);
        let margin = |side: taffy::LengthPercentageAuto| side.maybe_resolve(width, calc).unwrap_or(0.0);
        let margins = margin(item.margin.left) + margin(item.margin.right);
        // An explicit minimum is more than any limit, an automatic one is not.
        let limit = if item.min_size.width.is_auto() { limit } else { limit.max(least) };
        let most = base.max(least).min(limit);
        Some(Start { keeps_base: least <= base, most: most + margins })
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions, local_name};
    use crate::layout::Layout;
    use crate::style::Styles;

    /// Width of the container's content box, px.
    const WIDTH: f32 = 400.0;

    /// The styles of an item: with an automatic minimum, and with the one that it comes to; `content`: how wide its contents are, px.
    fn item(width: &str, basis: &str, flex: &str, max: Option<f32>, content: f32) -> [String; 2] {
        let given = match width.strip_suffix('%') {
            Some(percent) => percent.parse::<f32>().unwrap() * WIDTH / 100.0,
            None => width.strip_suffix("px").map_or(f32::INFINITY, |px| px.parse().unwrap()),
        };
        let least = content.min(given).min(max.unwrap_or(f32::INFINITY));
        let max = max.map_or_else(|| "none".to_owned(), |max| format!("{max}px"));
        ["auto".to_owned(), format!("{least}px")].map(|min| {
            format!(
                "<p style='width:{width};flex:{flex} {basis};max-width:{max};min-width:{min}'><i style='width:{content}px'></i></p>"
            )
        })
    }

    #[test]
    fn automatic_minimum_counts_where_it_makes_a_difference() {
        let mut items = Vec::new();
        for width in ["auto", "100px", "50%", "100%"] {
            for basis in ["auto", "0px", "150px", "100%"] {
                for flex in ["0 0", "0 1", "1 0", "1 1", "0.4 1"] {
                    for max in [None, Some(120.0)] {
                        items.extend([60.0, 210.0, 700.0].map(|content| item(width, basis, flex, max, content)));
                    }
                }
            }
        }
        let mut bodies = [String::new(), String::new()];
        for (at, one) in items.iter().enumerate() {
            // Alone, and beside others of many kinds.
            for others in [0, 1, 3] {
                for (body, which) in bodies.iter_mut().zip(0..) {
                    let rest: String = (1..=others).map(|n| &*items[(at + 101 * n) % items.len()][which]).collect();
                    for container in ["wrap", "nowrap", "row-reverse wrap"] {
                        write!(body, "<div style='flex-flow:{container}'>{}{rest}</div>", one[which]).unwrap();
                    }
                }
            }
        }
        let css =
            format!("div{{display:flex;width:{WIDTH}px;gap:3px}} p{{margin:0 2px;padding:5px}} i{{display:block}}");
        let [automatic, explicit] = bodies.map(|body| {
            let dom =
                Dom::parse(format!("<!doctype html><style>{css}</style>{body}").as_bytes(), &ParseOptions::default());
            let device = Device::default();
            let layout = Layout::compute(&dom, &Styles::cascade(&dom, &device), &device);
            let items = dom.elements_in_order().filter(|&node| dom.is_html(node, &local_name!("p")));
            let place =
                |node| (dom.attr(node, &local_name!("style")).unwrap().to_owned(), layout.get(node).unwrap().rect);
            items.map(place).collect::<Vec<_>>()
        });
        assert_eq!(automatic.len(), explicit.len());
        for ((style, rect), (_, expected)) in automatic.iter().zip(&explicit) {
            assert_eq!((rect.x, rect.width), (expected.x, expected.width), "{style}");
        }
    }
}
