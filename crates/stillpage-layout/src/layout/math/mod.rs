//! MathML: rows of tokens and operators, fractions, scripts, radicals.
//!
//! <https://w3c.github.io/mathml-core/>. A token is as tall as its ink, any other box as its children side by side on a
//! baseline. Chrome: without a font that has a MATH table, the constants are fractions of the font's size and x-height.
//!
//! Approx: ink is estimated by the class of a character, within 1 px at common sizes; operators are not stretched.

mod attributes;
mod ink;
mod operator;

use std::sync::Arc;

use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind};
use super::state::results::{Constraints, LayoutResult, MinMax, Purpose};
use super::unit::{Extent, LayoutUnit, Offset};
use crate::style::computed::Display;

/// The way in which the children of a box are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrangement {
    Row,
    Space,
    Padded,
    Fraction,
    Multiscripts,
    Scripts { below: bool, above: bool },
    Stack { below: bool, above: bool },
    Radical { has_index: bool },
}

/// A child where it goes: its box, the left and the top of its border box, from the left end of the baseline.
#[derive(Debug, Clone, Copy)]
struct Placed {
    id: BoxId,
    at: Offset,
}

/// The children of a box, arranged, with their common size.
#[derive(Debug, Clone, Default)]
struct Content {
    width: LayoutUnit,
    ascent: LayoutUnit,
    descent: LayoutUnit,
    placed: Vec<Placed>,
}

impl Content {
    fn put(&mut self, id: BoxId, size: &Measured, x: LayoutUnit, baseline: LayoutUnit) {
        self.placed.push(Placed { id, at: Offset::new(x, baseline - size.ascent) });
        self.ascent = self.ascent.max(size.ascent - baseline);
        self.descent = self.descent.max(size.descent + baseline);
        self.width = self.width.max(x + size.width);
    }

    fn extend(&mut self, above: LayoutUnit, below: LayoutUnit) {
        self.ascent += above;
        self.descent += below;
    }
}

/// A child's border box around its baseline.
#[derive(Debug, Clone, Copy)]
struct Measured {
    width: LayoutUnit,
    ascent: LayoutUnit,
    descent: LayoutUnit,
}

/// The lengths that a font with a MATH table would have.
#[derive(Debug, Clone, Copy)]
struct Lengths {
    em: f32,
    /// Half the x-height: how far the middle of a fraction's bar is above the baseline, and what scripts are moved by.
    axis: LayoutUnit,
    /// Thickness of a bar.
    bar: LayoutUnit,
}

impl Lengths {
    fn of(pass: &mut LayoutState<'_>, id: BoxId) -> Self {
        let style = Arc::clone(&pass.tree[id].style);
        let font = pass.inline.text.font(&style);
        Self {
            em: style.font_size,
            axis: LayoutUnit::from_f32(font.metrics.x_height / 2.0),
            // Chrome: the thickness of an underline, which is that of Liberation Serif.
            bar: LayoutUnit::from_f32(style.font_size * 100.0 / 2048.0),
        }
    }

    fn em(&self, factor: f32) -> LayoutUnit {
        LayoutUnit::from_f32(self.em * factor)
    }
}

/// Lays out a box of `display: math`.
pub(super) fn layout(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let edges = pass.edges(id, constraints.percent_width);
    let inset = edges.inset();
    let width = pass.used_width(id, constraints, &edges);
    if pass.tree[id].is_inline_root() {
        return token(pass, id, constraints, width);
    }
    let content = arrange(pass, id, constraints.purpose);
    let height = pass.used_height(id, constraints, &edges, width, content.ascent + content.descent + inset.height());
    // A formula of its own, and one in a cell, is in the middle of its room.
    let free = (width - inset.width() - content.width).clamp_negative().half();
    if constraints.purpose == Purpose::Place {
        let corner = Offset::new(inset.left + free, inset.top + content.ascent);
        for child in content.placed {
            let result = &mut pass.results[child.id.index()];
            result.offset = corner + child.at;
            result.container = Some(id);
        }
    }
    let baseline = Some(inset.top + content.ascent);
    LayoutResult { size: Extent::new(width, height), first_baseline: baseline, last_baseline: baseline }
}

/// The content width of a box of `display: math` other than a token, which does not depend on its room.
pub(crate) fn content_sizes(pass: &mut LayoutState<'_>, id: BoxId) -> MinMax {
    MinMax::both(arrange(pass, id, Purpose::Measure).width)
}

fn name<'a>(pass: &LayoutState<'a>, id: BoxId) -> &'a str {
    let node = &pass.tree[id];
    let is_own = node.kind == BoxKind::Math && !node.flags.contains(BoxFlags::ANONYMOUS);
    pass.dom.element(node.node).filter(|_| is_own).map_or("", |element| &element.name.local)
}

fn arrangement(pass: &LayoutState<'_>, id: BoxId) -> Arrangement {
    let count = pass.tree.children(id).filter(|&child| !pass.tree[child].is_out_of_flow()).count();
    match (name(pass, id), count) {
        ("mspace", _) => Arrangement::Space,
        ("mpadded", _) => Arrangement::Padded,
        ("mmultiscripts", 1..) => Arrangement::Multiscripts,
        ("mfrac", 2) => Arrangement::Fraction,
        ("msub", 2) => Arrangement::Scripts { below: true, above: false },
        ("msup", 2) => Arrangement::Scripts { below: false, above: true },
        ("msubsup", 3) => Arrangement::Scripts { below: true, above: true },
        ("munder", 2) => limits(pass, id, true, false),
        ("mover", 2) => limits(pass, id, false, true),
        ("munderover", 3) => limits(pass, id, true, true),
        ("msqrt", _) => Arrangement::Radical { has_index: false },
        ("mroot", 2) => Arrangement::Radical { has_index: true },
        _ => Arrangement::Row,
    }
}

/// Scripts above and below, which an operator with movable limits has beside it within text.
fn limits(pass: &LayoutState<'_>, id: BoxId, below: bool, above: bool) -> Arrangement {
    let base = pass.tree[id].first_child;
    let moves = base.is_some_and(|base| name(pass, base) == "mo" && operator::has_movable_limits(text(pass, base)));
    if moves && !is_display(pass, id) {
        Arrangement::Scripts { below, above }
    } else {
        Arrangement::Stack { below, above }
    }
}

/// Is it in a formula of its own rather than in one within text?
///
/// Limit: below 64 boxes a formula is laid out as within text.
fn is_display(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let above = |&id: &BoxId| pass.tree[id].parent;
    let root = std::iter::successors(Some(id), above).take(64).find(|&id| name(pass, id) == "math");
    root.is_some_and(|root| pass.tree[root].style.display == Display::BlockMath)
}

/// The text of a token, without the spaces around it.
fn text<'a>(pass: &'a LayoutState<'_>, id: BoxId) -> &'a str {
    let first = pass.tree[id].first_child;
    first.and_then(|child| pass.dom.text(pass.tree[child].node)).map_or("", str::trim)
}

/// Tokens are laid out as blocks and then cut to their ink.
fn token(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints, width: LayoutUnit) -> LayoutResult {
    let inner = Constraints { fixed_width: Some(width), ..*constraints };
    let lines = pass.layout_flow_root(id, &inner);
    let lengths = Lengths::of(pass, id);
    let (ascent, descent) = ink::height(text(pass, id), &lengths);
    let inset = pass.edges(id, constraints.percent_width).inset();
    let baseline = inset.top + ascent;
    if constraints.purpose == Purpose::Place {
        pass.shift_contents(id, baseline - lines.first_baseline.unwrap_or(baseline));
    }
    let size = Extent::new(width, baseline + descent + inset.bottom);
    LayoutResult { size, first_baseline: Some(baseline), last_baseline: Some(baseline) }
}

fn arrange(pass: &mut LayoutState<'_>, id: BoxId, purpose: Purpose) -> Content {
    let lengths = Lengths::of(pass, id);
    let children: Vec<BoxId> = pass.tree.children(id).filter(|&child| !pass.tree[child].is_out_of_flow()).collect();
    let sizes: Vec<Measured> = children.iter().map(|&child| measure(pass, child, &lengths, purpose)).collect();
    match arrangement(pass, id) {
        Arrangement::Row => row(pass, &children, &sizes, &lengths),
        Arrangement::Space => attributes::space(pass, id, &lengths),
        Arrangement::Padded => {
            let content = row(pass, &children, &sizes, &lengths);
            attributes::padded(pass, id, &lengths, content)
        }
        Arrangement::Fraction => {
            let bar = attributes::line_thickness(pass, id, &lengths);
            fraction(&children, &sizes, &lengths, bar, is_display(pass, id))
        }
        Arrangement::Multiscripts => multiscripts(pass, &children, &sizes, &lengths),
        Arrangement::Scripts { below, above } => scripts(&children, &sizes, &lengths, below, above),
        Arrangement::Stack { below, above } => {
            // Chrome: the limits of a large operator touch it.
            let is_large = core(pass, children[0]).is_some_and(|base| operator::is_large(text(pass, base)));
            let bar = if is_large { LayoutUnit::ZERO } else { lengths.bar };
            stacked(&children, &sizes, bar, below, above)
        }
        Arrangement::Radical { has_index } => radical(pass, &children, &sizes, &lengths, has_index),
    }
}

/// A child as wide as its contents; tables are centred on the axis.
fn measure(pass: &mut LayoutState<'_>, child: BoxId, lengths: &Lengths, purpose: Purpose) -> Measured {
    let constraints = Constraints { percent_width: None, ..Constraints::fit(LayoutUnit::MAX.half(), None, purpose) };
    let outcome = pass.layout(child, &constraints);
    let Extent { width, height } = outcome.size;
    let baseline = match pass.tree[child].kind {
        BoxKind::Table => None,
        _ => outcome.first_baseline,
    };
    let ascent = baseline.unwrap_or(height.half() + lengths.axis);
    Measured { width, ascent, descent: height - ascent }
}

/// The operator that a box is, with its scripts and limits.
///
/// <https://w3c.github.io/mathml-core/#embellished-operators>. Limit: scripts of scripts of an operator, 16 deep.
fn core(pass: &LayoutState<'_>, id: BoxId) -> Option<BoxId> {
    let base = |&id: &BoxId| {
        let scripted = matches!(name(pass, id), "msub" | "msup" | "msubsup" | "munder" | "mover" | "munderover");
        pass.tree[id].first_child.filter(|_| scripted)
    };
    std::iter::successors(Some(id), base).take(16).find(|&id| name(pass, id) == "mo")
}

/// <https://w3c.github.io/mathml-core/#layout-of-mrow>
fn row(pass: &LayoutState<'_>, children: &[BoxId], sizes: &[Measured], lengths: &Lengths) -> Content {
    let mut content = Content::default();
    let mut x = LayoutUnit::ZERO;
    for (at, (&child, size)) in children.iter().zip(sizes).enumerate() {
        let form = operator::Form::at(at, children.len());
        let operator = core(pass, child);
        let (before, after) = operator.map_or((0, 0), |operator| operator::space(text(pass, operator), form));
        let space = |count: u8, attribute| {
            let own = operator.and_then(|operator| attributes::length(pass, operator, attribute, lengths));
            own.unwrap_or_else(|| lengths.em(f32::from(count) / 18.0))
        };
        x += space(before, "lspace");
        content.put(child, size, x, LayoutUnit::ZERO);
        x += size.width + space(after, "rspace");
        content.width = content.width.max(x);
    }
    content
}

/// <https://w3c.github.io/mathml-core/#fractions-mfrac>, with a bar that is `bar` thick, or none.
fn fraction(children: &[BoxId], sizes: &[Measured], lengths: &Lengths, bar: LayoutUnit, is_display: bool) -> Content {
    let width = sizes[0].width.max(sizes[1].width);
    let center = |size: &Measured| (width - size.width).half();
    let mut content = Content::default();
    let (up, down) = if bar == LayoutUnit::ZERO {
        // Chrome: without a bar the two are as far above as below the baseline.
        let gap = lengths.bar.mul_f32(if is_display { 7.0 } else { 3.0 });
        let far = (gap + sizes[0].descent + sizes[1].ascent).half();
        (-far, far)
    } else {
        let far = lengths.bar.mul_f32(if is_display { 3.0 } else { 1.0 }) + bar.half();
        (-lengths.axis - far - sizes[0].descent, -lengths.axis + far + sizes[1].ascent)
    };
    content.put(children[0], &sizes[0], center(&sizes[0]), up);
    content.put(children[1], &sizes[1], center(&sizes[1]), down);
    content
}

/// <https://w3c.github.io/mathml-core/#prescripts-and-tensor-indices-mmultiscripts>: pairs of scripts behind the base, and
/// those after `mprescripts` before it.
fn multiscripts(pass: &LayoutState<'_>, children: &[BoxId], sizes: &[Measured], lengths: &Lengths) -> Content {
    let all: Vec<(BoxId, Measured)> = children.iter().copied().zip(sizes.iter().copied()).collect();
    let Some(((base, base_size), scripts)) = all.split_first() else { return Content::default() };
    let divider = scripts.iter().position(|(id, _)| name(pass, *id) == "mprescripts");
    let (behind, before) = scripts.split_at(divider.unwrap_or(scripts.len()));
    let before = before.get(1..).unwrap_or_default();
    let (up, down) = script_shifts(base_size, lengths);
    // Chrome: the space after scripts is whole.
    let space = lengths.em(0.2).floor();
    let mut content = Content::default();
    let mut x = LayoutUnit::ZERO;
    let widest = |pair: &[(BoxId, Measured)]| pair.iter().map(|(_, size)| size.width).max().unwrap_or_default();
    for pair in before.chunks(2) {
        x += space;
        let room = widest(pair);
        for ((id, size), shift) in pair.iter().zip([down, up]) {
            content.put(*id, size, x + room - size.width, shift);
        }
        x += room;
    }
    if let Some((divider, size)) = divider.and_then(|at| scripts.get(at)) {
        content.put(*divider, size, x, LayoutUnit::ZERO);
    }
    content.put(*base, base_size, x, LayoutUnit::ZERO);
    x += base_size.width;
    for pair in behind.chunks(2) {
        for ((id, size), shift) in pair.iter().zip([down, up]) {
            content.put(*id, size, x, shift);
        }
        x += widest(pair) + space;
    }
    content.width = content.width.max(x);
    content
}

/// Returns the baselines of scripts above and below, from that of their base.
fn script_shifts(base: &Measured, lengths: &Lengths) -> (LayoutUnit, LayoutUnit) {
    let down = base.descent.clamp_negative() + lengths.axis;
    let up = lengths.axis.mul_f32(2.0).max(base.ascent - lengths.axis);
    (-up, down)
}

/// <https://w3c.github.io/mathml-core/#subscripts-and-superscripts-msub-msup-msubsup>
fn scripts(children: &[BoxId], sizes: &[Measured], lengths: &Lengths, below: bool, above: bool) -> Content {
    let mut content = Content::default();
    content.put(children[0], &sizes[0], LayoutUnit::ZERO, LayoutUnit::ZERO);
    let (up, down) = script_shifts(&sizes[0], lengths);
    let shifts = [below.then_some(down), above.then_some(up)];
    for (at, shift) in shifts.into_iter().flatten().enumerate() {
        content.put(children[at + 1], &sizes[at + 1], sizes[0].width, shift);
    }
    // Chrome: the space after scripts is whole.
    content.width += lengths.em(0.2).floor();
    content
}

/// <https://w3c.github.io/mathml-core/#underscripts-and-overscripts-munder-mover-munderover>
fn stacked(children: &[BoxId], sizes: &[Measured], bar: LayoutUnit, below: bool, above: bool) -> Content {
    let width = sizes.iter().map(|size| size.width).max().unwrap_or_default();
    let gap = bar.mul_f32(3.0);
    let base = sizes[0];
    let mut content = Content::default();
    for (at, (&child, size)) in children.iter().zip(sizes).enumerate() {
        let baseline = match at {
            0 => LayoutUnit::ZERO,
            1 if below => base.descent + gap + size.ascent,
            _ => -base.ascent - gap - size.descent,
        };
        content.put(child, size, (width - size.width).half(), baseline);
    }
    let extra = |has: bool| if has { bar } else { LayoutUnit::ZERO };
    content.extend(extra(above), extra(below));
    content
}

/// <https://w3c.github.io/mathml-core/#radicals-msqrt-mroot>
fn radical(
    pass: &LayoutState<'_>,
    children: &[BoxId],
    sizes: &[Measured],
    lengths: &Lengths,
    has_index: bool,
) -> Content {
    // Chrome: the size of the radical sign in the reference fonts.
    let sign = lengths.em(9.0 / 16.0);
    let tall = LayoutUnit::from_f32((0.78 * lengths.em).ceil());
    let count = if has_index { 1 } else { children.len() };
    let inside = row(pass, &children[..count], &sizes[..count], lengths);
    let ascent = inside.ascent + lengths.bar + lengths.bar.mul_f32(1.25);
    let descent = inside.descent.max(tall - ascent);
    let mut content = Content { ascent: ascent + lengths.bar, descent, ..Content::default() };
    let mut x = LayoutUnit::ZERO;
    if has_index {
        let before = lengths.em(5.0 / 18.0);
        let size = &sizes[1];
        let raised = (ascent + descent).mul_f32(0.6);
        content.put(children[1], size, before, descent - raised - size.descent);
        x = before + (size.width - lengths.em(10.0 / 18.0)).clamp_negative();
    }
    x += sign;
    for placed in inside.placed {
        content.placed.push(Placed { at: placed.at + Offset::new(x, LayoutUnit::ZERO), ..placed });
    }
    content.width = x + inside.width;
    content
}
