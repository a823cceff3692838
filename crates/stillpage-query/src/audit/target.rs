//! The size of targets: <https://www.w3.org/TR/WCAG22/#target-size-minimum>

use rustc_hash::FxHashMap;

use super::rule as rules;
use super::{Finding, Subject};
use crate::dom::{NodeData, NodeId};
use crate::geometry::{Point, Rect};
use crate::hit::HitMap;
use crate::style::computed::Display;

/// Width and height that a target has to have, and the diameter of the circle around a smaller one, CSS px.
const MIN_SIZE: f32 = 24.0;
/// The tolerance for rounding, CSS px.
const ROUNDING: f32 = 0.05;
/// A target this many times as large is fine next to any neighbour.
const LARGE: f32 = 10.0;
/// Limit: neighbours that a finding names.
const MAX_CLOSE: usize = 20;
/// Side of a cell in which neighbours are looked for, CSS px.
const CELL: f32 = 200.0;

pub(super) fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let targets: Vec<NodeId> = subject
        .elements
        .iter()
        .copied()
        .filter(|&node| subject.is_widget(node) && subject.is_focusable(node) && !subject.rect(node).is_empty())
        .filter(|&node| subject.is_seen(node))
        .collect();
    let near = Neighbours::new(subject, &targets);
    let map = HitMap::new(subject.page);
    let mut lines = Lines::default();
    for &node in &targets {
        let rect = subject.rect(node);
        if is_at_least(&rect, MIN_SIZE) || is_exempt(subject, &mut lines, node) || is_obscured(subject, &map, node) {
            continue;
        }
        let size = format!("{} by {}", short(rect.width), short(rect.height));
        if overflows(subject, node, &rect) {
            let message = format!("The box is {size} CSS px, and its contents reach beyond it");
            out.push(Finding::unknown(&rules::TARGET_SIZE, node, message));
            continue;
        }
        let mut close = Vec::new();
        let mut least = MIN_SIZE;
        for other in near.around(&rect) {
            let room = (distance(subject, node, other) * 10.0).round() / 10.0 * 2.0;
            // Looked at last: it walks up the tree, and a page may have many targets in one place.
            if other != node && room + ROUNDING < MIN_SIZE && !is_same_target(subject, node, other) {
                least = least.min(room);
                close.push(other);
            }
            if close.len() == MAX_CLOSE {
                break;
            }
        }
        if close.is_empty() {
            continue;
        }
        let message = format!(
            "The target is {size} CSS px, and the space around it {} CSS px wide: 24 by 24, or 24 of space",
            short(least)
        );
        let certain = subject.is_tabbable(node) && close.iter().any(|&other| subject.is_tabbable(other));
        let finding = if certain {
            Finding::fails(&rules::TARGET_SIZE, node, message)
        } else {
            Finding::unknown(&rules::TARGET_SIZE, node, message)
        };
        out.push(finding.with(close));
    }
}

/// A length with one decimal.
fn short(px: f32) -> String {
    let text = format!("{px:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn is_at_least(rect: &Rect, size: f32) -> bool {
    rect.width + ROUNDING >= size && rect.height + ROUNDING >= size
}

/// The exceptions that do not depend on neighbours: targets in a line of text, and those of image maps and pictures.
fn is_exempt(subject: &Subject<'_>, lines: &mut Lines, node: NodeId) -> bool {
    let outer_target = || {
        let mut outer = subject.dom.flat_ancestors(node);
        !subject.is_tabbable(node) && outer.any(|n| subject.is_widget(n) && subject.is_tabbable(n))
    };
    !subject.is_exposed(node)
        || subject.tag(node) == "area"
        || subject.is_svg(node)
        || subject.dom.flat_ancestors(node).any(|outer| subject.is_svg(outer))
        || outer_target()
        || lines.have_text(subject, node)
}

/// True if nothing of it can be hit because something encloses it.
fn is_obscured(subject: &Subject<'_>, map: &HitMap<'_>, node: NodeId) -> bool {
    let rect = subject.rect(node);
    let encloses = |outer: &Rect| {
        outer.x <= rect.x && outer.y <= rect.y && outer.right() >= rect.right() && outer.bottom() >= rect.bottom()
    };
    if let Some(hit) = map.at_seen_from(rect.center(), node)
        && !subject.dom.contains(node, hit)
        && !subject.dom.flat_ancestors(node).any(|outer| outer == hit)
    {
        return encloses(&subject.rect(hit));
    }
    false
}

/// True if an element in it, which is not a target of its own, is not within its box.
fn overflows(subject: &Subject<'_>, node: NodeId, rect: &Rect) -> bool {
    let mut open: Vec<NodeId> = subject.dom.flat_children(node).collect();
    while let Some(inner) = open.pop() {
        let own = subject.rect(inner);
        let outside = own.x < rect.x || own.y < rect.y || own.right() > rect.right() || own.bottom() > rect.bottom();
        if !own.is_empty() && outside && subject.is_rendered(inner) && !subject.is_tabbable(inner) {
            return true;
        }
        open.extend(subject.dom.flat_children(inner));
    }
    false
}

fn display(subject: &Subject<'_>, node: NodeId) -> Option<Display> {
    Some(subject.style(node)?.display)
}

fn is_block(subject: &Subject<'_>, node: NodeId) -> bool {
    let inline = matches!(
        display(subject, node),
        None | Some(
            Display::None
                | Display::Contents
                | Display::Inline
                | Display::InlineBlock
                | Display::InlineFlex
                | Display::InlineGrid
                | Display::InlineTable
        )
    );
    !inline
}

/// The text beside targets in the lines of blocks, looked up once for each block that holds a target.
#[derive(Default)]
struct Lines(FxHashMap<NodeId, LinesOfBlock>);

/// The text in a block outside of the blocks in it.
#[derive(Default)]
struct LinesOfBlock {
    /// By element: true if its line has text that is not part of a target.
    has_text: FxHashMap<NodeId, bool>,
    /// True if the last line has such text; it stands for the contents of other targets, which are in no line.
    last: bool,
}

impl Lines {
    /// True for a target in a line with text that is not part of a target.
    fn have_text(&mut self, subject: &Subject<'_>, node: NodeId) -> bool {
        if is_block(subject, node) {
            return false;
        }
        let Some(block) = subject.dom.flat_ancestors(node).find(|&outer| is_block(subject, outer)) else {
            return false;
        };
        let lines = self.0.entry(block).or_insert_with(|| LinesOfBlock::new(subject, block));
        lines.has_text.get(&node).copied().unwrap_or(lines.last)
    }
}

impl LinesOfBlock {
    fn new(subject: &Subject<'_>, block: NodeId) -> Self {
        let mut lines = Self::default();
        let mut line = Vec::new();
        // Children are taken one by one: a block may have a hundred thousand.
        let mut open = vec![subject.dom.flat_children(block)];
        while let Some(children) = open.last_mut() {
            let Some(inner) = children.next() else {
                open.pop();
                continue;
            };
            match &subject.dom.node(inner).data {
                NodeData::Text(text) => lines.last |= !subject.dom.text_in(text).trim().is_empty(),
                NodeData::Element(_) => {
                    if is_block(subject, inner) || matches!(subject.tag(inner), "br" | "hr") {
                        lines.end(&mut line);
                        lines.last = false;
                        continue;
                    }
                    line.push(inner);
                    let shown = subject.is_rendered(inner) && subject.style(inner).is_some_and(|s| s.opacity > 0.0);
                    if shown && !subject.is_widget(inner) {
                        open.push(subject.dom.flat_children(inner));
                    }
                }
                _ => {}
            }
        }
        lines.end(&mut line);
        lines
    }

    fn end(&mut self, line: &mut Vec<NodeId>) {
        self.has_text.extend(line.drain(..).map(|node| (node, self.last)));
    }
}

/// True if two targets do the same: links with one destination, or one that is all that is in the other.
fn is_same_target(subject: &Subject<'_>, one: NodeId, other: NodeId) -> bool {
    let destination = |node| {
        let href = subject.filled(node, "href").filter(|_| subject.tag(node) == "a")?.trim();
        let leads_nowhere =
            href.ends_with('#') || href.get(..11).is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript:"));
        (!leads_nowhere).then_some(href)
    };
    if destination(one).is_some() && destination(one) == destination(other) {
        return true;
    }
    let dom = subject.dom;
    let is_inside = |inner, outer| dom.flat_ancestors(inner).any(|n| n == outer);
    let (outer, inner) = if is_inside(other, one) {
        (one, other)
    } else if is_inside(one, other) {
        (other, one)
    } else {
        return false;
    };
    let mut at = outer;
    while at != inner {
        let mut children = dom.flat_children(at).filter(|&child| match &dom.node(child).data {
            NodeData::Text(text) => !dom.text_in(text).trim().is_empty(),
            NodeData::Element(_) => true,
            _ => false,
        });
        match (children.next(), children.next()) {
            (Some(only), None) => at = only,
            _ => return false,
        }
    }
    true
}

/// The rectangles of a target.
fn rects(subject: &Subject<'_>, node: NodeId) -> Vec<Rect> {
    match display(subject, node) {
        Some(Display::Inline) => subject.page.layout().client_rects(node).to_vec(),
        _ => vec![subject.rect(node)],
    }
}

/// Returns the distance of the middle of a target from another one, or from the circle around that, if it is small, CSS px.
fn distance(subject: &Subject<'_>, node: NodeId, other: NodeId) -> f32 {
    let neighbour = rects(subject, other);
    let between = |a: Point, b: Point| libm::hypotf(a.x - b.x, a.y - b.y);
    let largest = neighbour.iter().any(|rect| is_at_least(rect, MIN_SIZE));
    let mut nearest = f32::INFINITY;
    for rect in rects(subject, node) {
        let middle = rect.center();
        for other in &neighbour {
            let closest = Point::new(middle.x.clamp(other.x, other.right()), middle.y.clamp(other.y, other.bottom()));
            nearest = nearest.min(between(middle, closest));
        }
        if !largest && let Some(all) = neighbour.iter().copied().reduce(|a, b| a.union(&b)) {
            nearest = nearest.min((between(middle, all.center()) - MIN_SIZE / 2.0).max(0.0));
        }
    }
    nearest
}

/// Targets by cells of a grid.
struct Neighbours<'s, 'p> {
    subject: &'s Subject<'p>,
    cells: std::collections::BTreeMap<(i32, i32), Vec<NodeId>>,
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and far cells may be one")]
fn cell(px: f32) -> i32 {
    (px / CELL).floor() as i32
}

/// Limit: cells along a side of a target; what is larger than that has nothing to fear, and is found from its first cells.
const MAX_CELLS: i32 = 64;

/// Limit: targets of a cell that are looked at.
const MAX_IN_CELL: usize = 256;

fn cells_of(rect: &Rect) -> impl Iterator<Item = (i32, i32)> {
    let span = |from: f32, to: f32| {
        let first = cell(from);
        first..=cell(to).min(first.saturating_add(MAX_CELLS))
    };
    let rows = span(rect.y, rect.bottom());
    span(rect.x, rect.right()).flat_map(move |column| rows.clone().map(move |row| (column, row)))
}

impl<'s, 'p> Neighbours<'s, 'p> {
    fn new(subject: &'s Subject<'p>, targets: &[NodeId]) -> Self {
        let mut cells: std::collections::BTreeMap<_, Vec<NodeId>> = std::collections::BTreeMap::new();
        for &node in targets {
            for at in cells_of(&subject.rect(node)) {
                let cell = cells.entry(at).or_default();
                if cell.len() < MAX_IN_CELL {
                    cell.push(node);
                }
            }
        }
        Self { subject, cells }
    }

    /// The targets within 24 px of a rectangle, in the order of the page.
    fn around(&self, rect: &Rect) -> Vec<NodeId> {
        if is_at_least(rect, MIN_SIZE * LARGE) {
            return Vec::new();
        }
        let wide =
            Rect::new(rect.x - MIN_SIZE, rect.y - MIN_SIZE, rect.width + 2.0 * MIN_SIZE, rect.height + 2.0 * MIN_SIZE);
        let mut found: Vec<NodeId> = cells_of(&wide)
            .filter_map(|at| self.cells.get(&at))
            .flatten()
            .copied()
            .filter(|&node| !self.subject.rect(node).intersect(&wide).is_empty())
            .collect();
        found.sort_by_key(|&node| self.subject.order[node]);
        found.dedup();
        found
    }
}
