//! Placement of the labels: on their boxes, off the words, and never on each other.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::scene::Scene;
use super::{Item, ItemClass, Label, Shape};
use crate::geometry::{Point, Rect};

/// Height of a label, px.
pub(super) const HEIGHT: f32 = 12.0;
/// Width of a character in a label, px.
pub(super) const CHARACTER: f32 = 5.7;
/// Room left and right of the text, together.
const PADDING: f32 = 6.0;
/// Side of a cell of the grid, px.
const CELL: f32 = 48.0;
/// Limit: distance of a label from its box; farther away it is not associated.
const FARTHEST: f32 = 130.0;
/// Limit: rectangles kept for one cell; where there are more, nothing can be read anyway.
const CROWDED: usize = 64;

/// Limit: cells that one rectangle is kept in; larger ones are looked at for every question.
const MAX_CELLS: usize = 256;

/// Limit: comparisons of places with panels, a nanosecond each; where there are more, the boxes that are left get no label.
const MAX_PANELS_COMPARED: usize = 300_000_000;

/// A grid of rectangles that answers which of them a rectangle meets.
struct Grid {
    columns: usize,
    rows: usize,
    /// By cell in row order, those that have any: a page can be wide and long, and empty.
    cells: FxHashMap<usize, Vec<Rect>>,
    large: Vec<Rect>,
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and saturates")]
fn cell(px: f32, last: usize) -> usize {
    ((px / CELL).floor().max(0.0) as usize).min(last)
}

impl Grid {
    fn new(width: f32, height: f32) -> Self {
        // Limit: a page of a million pixels shares its last cells.
        let (columns, rows) = (cell(width, 400) + 1, cell(height, 20_000) + 1);
        Self { columns, rows, cells: FxHashMap::default(), large: Vec::new() }
    }

    fn cells_of(&self, rect: &Rect) -> impl Iterator<Item = usize> + use<> {
        let (columns, last_column, last_row) = (self.columns, self.columns - 1, self.rows - 1);
        let across = cell(rect.x, last_column)..=cell(rect.right(), last_column);
        let down = cell(rect.y, last_row)..=cell(rect.bottom(), last_row);
        down.flat_map(move |row| across.clone().map(move |column| row * columns + column))
    }

    fn add(&mut self, rect: Rect) {
        let is_large = self.cells_of(&rect).nth(MAX_CELLS).is_some();
        if is_large {
            push_unless_crowded(&mut self.large, rect);
            return;
        }
        for at in self.cells_of(&rect) {
            push_unless_crowded(self.cells.entry(at).or_default(), rect);
        }
    }

    fn cell(&self, at: usize) -> &[Rect] {
        self.cells.get(&at).map_or(&[], Vec::as_slice)
    }

    fn meets(&self, rect: &Rect) -> bool {
        let meets = |known: &Rect| !known.intersect(rect).is_empty();
        self.large.iter().any(meets) || self.cells_of(rect).any(|at| self.cell(at).iter().any(meets))
    }

    /// The share of a rectangle that others cover; counted double where they cover each other.
    fn covered(&self, rect: &Rect) -> f32 {
        let area = (rect.width * rect.height).max(1.0);
        let mut sum = 0.0;
        for at in self.cells_of(rect) {
            // A rectangle in several cells counts once: in the cell of its first corner inside of `rect`.
            for known in self.cell(at) {
                let part = known.intersect(rect);
                if !part.is_empty() && self.cells_of(&part).next() == Some(at) {
                    sum += part.width * part.height;
                }
            }
        }
        for known in &self.large {
            let part = known.intersect(rect);
            sum += part.width * part.height;
        }
        sum / area
    }
}

fn push_unless_crowded(rects: &mut Vec<Rect>, rect: Rect) {
    if rects.len() < CROWDED {
        rects.push(rect);
    }
}

/// Places the labels: those of controls first, then landmarks and headings, then the rest if there is room.
pub(super) fn place(scene: &Scene) -> Vec<Label> {
    let mut placer = Placer {
        scene,
        labels: Grid::new(scene.width, scene.height),
        words: Grid::new(scene.width, scene.height),
        controls: Grid::new(scene.width, scene.height),
        panels_left: Cell::new(MAX_PANELS_COMPARED),
    };
    for shape in &scene.shapes {
        match shape {
            Shape::Text { rect, .. } => placer.words.add(*rect),
            Shape::Box { item, rect } if scene.items[*item].kind == ItemClass::Control => placer.controls.add(*rect),
            _ => {}
        }
    }
    let mut placed = Vec::new();
    for kind in [ItemClass::Control, ItemClass::Landmark, ItemClass::Plain] {
        for (index, item) in scene.items.iter().enumerate().filter(|(_, item)| item.kind == kind) {
            // What can neither be acted on nor reached needs no label of its own.
            if item.obscured && kind == ItemClass::Plain {
                continue;
            }
            if let Some((rect, leader)) = item.rect.and_then(|rect| placer.find(index, item, &rect)) {
                placer.labels.add(rect);
                placed.push(Label { item: index, rect, leader });
            }
        }
    }
    placed
}

struct Placer<'a> {
    scene: &'a Scene,
    labels: Grid,
    words: Grid,
    controls: Grid,
    panels_left: Cell<usize>,
}

impl Placer<'_> {
    fn find(&self, index: usize, item: &Item, anchor: &Rect) -> Option<(Rect, Option<Point>)> {
        #[expect(clippy::cast_precision_loss, reason = "a ref has a dozen characters at most")]
        let width = item.reference.len() as f32 * CHARACTER + PADDING;
        let mut best: Option<(f32, Rect)> = None;
        for (rank, corner) in (0u8..).zip(candidates(anchor, width, item.kind)) {
            let Some(rect) = self.inside_page(corner, width) else { continue };
            if self.labels.meets(&rect) || self.is_under_panel(index, &rect) {
                continue;
            }
            let own = rect.intersect(anchor);
            let mut cost = 8.0 * self.words.covered(&rect) + f32::from(rank) * 0.15;
            // Its own box is among the controls that it covers.
            let own_share =
                if item.kind == ItemClass::Control { own.width * own.height / (width * HEIGHT) } else { 0.0 };
            cost += 2.0 * (self.controls.covered(&rect) - own_share).max(0.0);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, rect));
            }
        }
        // Words under a label cannot be read: rather a little way off, if it matters.
        let limit = if item.kind == ItemClass::Plain { 2.0 } else { 5.0 };
        match best {
            Some((cost, rect)) if cost < limit => Some((rect, None)),
            _ if item.kind == ItemClass::Plain => None,
            best => self.spiral(index, anchor, width).or(best.map(|(_, rect)| (rect, None))),
        }
    }

    /// The nearest free place around a box, with the point of the box that a line leads to.
    fn spiral(&self, index: usize, anchor: &Rect, width: f32) -> Option<(Rect, Option<Point>)> {
        const DIRECTIONS: [(f32, f32); 12] = [
            (1.0, -0.5),
            (1.0, 0.5),
            (-1.0, -0.5),
            (-1.0, 0.5),
            (0.0, -1.0),
            (0.0, 1.0),
            (0.6, -1.0),
            (0.6, 1.0),
            (-0.6, -1.0),
            (-0.6, 1.0),
            (1.0, 0.0),
            (-1.0, 0.0),
        ];
        let middle = anchor.center();
        let mut away = 8.0;
        while away <= FARTHEST {
            for (dx, dy) in DIRECTIONS {
                let x = middle.x + dx * (anchor.width.min(160.0) / 2.0 + width / 2.0 + away) - width / 2.0;
                let y = middle.y + dy * (anchor.height.min(80.0) / 2.0 + HEIGHT / 2.0 + away) - HEIGHT / 2.0;
                let Some(rect) = self.inside_page(Point::new(x, y), width) else { continue };
                if self.labels.meets(&rect) || self.words.covered(&rect) > 0.2 || self.is_under_panel(index, &rect) {
                    continue;
                }
                if self.controls.covered(&rect) > 0.3 {
                    continue;
                }
                let from = rect.center();
                let end = Point::new(
                    from.x.clamp(anchor.x, anchor.right().max(anchor.x)),
                    from.y.clamp(anchor.y, anchor.bottom().max(anchor.y)),
                );
                // A line into what hides the box would lead to the wrong thing.
                if self.is_under_panel(index, &Rect::new(end.x - 1.0, end.y - 1.0, 2.0, 2.0)) {
                    continue;
                }
                return Some((rect, Some(end)));
            }
            away += 7.0;
        }
        None
    }

    fn inside_page(&self, corner: Point, width: f32) -> Option<Rect> {
        let (right, bottom) = (self.scene.width - width, self.scene.height - HEIGHT);
        (right >= 0.0 && bottom >= 0.0)
            .then(|| Rect::new(corner.x.clamp(0.0, right), corner.y.clamp(0.0, bottom), width, HEIGHT))
    }

    /// True where something that is drawn later hides the box: a label there would name the wrong thing.
    fn is_under_panel(&self, index: usize, rect: &Rect) -> bool {
        let place = self.scene.places[index];
        // In the order in which they are drawn.
        let later = self.scene.panels.partition_point(|(at, _)| *at <= place);
        let later = &self.scene.panels[later..];
        let Some(left) = self.panels_left.get().checked_sub(later.len()) else { return true };
        self.panels_left.set(left);
        later.iter().any(|(_, panel)| !panel.intersect(rect).is_empty())
    }
}

/// Corners (top left) of the places for a label on a box, best first.
fn candidates(anchor: &Rect, width: f32, kind: ItemClass) -> [Point; 10] {
    let (left, top) = (anchor.x, anchor.y);
    let (right, bottom) = (anchor.right() - width, anchor.bottom() - HEIGHT);
    let half = HEIGHT / 2.0;
    let beside = anchor.center().y - half;
    let on_edge = [
        Point::new(right + 3.0, top - half),
        Point::new(left - 3.0, top - half),
        Point::new(right + 3.0, bottom + half),
        Point::new(left - 3.0, bottom + half),
        Point::new(right - 1.0, beside),
        Point::new(anchor.right() + 1.0, beside),
        Point::new(left - width - 1.0, beside),
        Point::new(left, top - HEIGHT),
        Point::new(left, anchor.bottom()),
        Point::new(left + 1.0, beside),
    ];
    let inside = [
        Point::new(left, top),
        Point::new(right, top),
        Point::new(left, top - half),
        Point::new(right, top - half),
        Point::new(left, bottom),
        Point::new(right, bottom),
        Point::new(left, top - HEIGHT),
        Point::new(anchor.center().x - width / 2.0, top),
        Point::new(left, beside),
        Point::new(right, beside),
    ];
    if kind == ItemClass::Control { on_edge } else { inside }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_finds_what_it_meets() {
        let mut grid = Grid::new(1000.0, 1000.0);
        grid.add(Rect::new(10.0, 10.0, 200.0, 20.0));
        assert!(grid.meets(&Rect::new(100.0, 25.0, 10.0, 10.0)), "they share a strip");
        assert!(!grid.meets(&Rect::new(100.0, 30.0, 10.0, 10.0)), "edges alone do not meet");
        let half = grid.covered(&Rect::new(0.0, 0.0, 400.0, 20.0));
        assert!((half - 0.25).abs() < 1e-3, "{half} of it is covered");
        grid.add(Rect::new(-500.0, -500.0, 10.0, 10.0));
        grid.add(Rect::new(0.0, 500.0, 1000.0, 900.0));
        assert!(grid.meets(&Rect::new(700.0, 600.0, 10.0, 10.0)), "a large one is met too");
        assert!(!grid.meets(&Rect::new(5.0, 5.0, 4.0, 4.0)), "what is off the grid is in its first cell, but not met");
    }
}
