//! The parts of a picture that clips leave.

use std::rc::Rc;

use tiny_skia::{FillRule, Mask, Path, Transform};

use super::blend::product;
use super::path::{clip_path, path_of, rounded, steps};
use crate::geometry::Rect;
use crate::layout::{Clip, ClipPart};
use crate::limits::Budget;
use crate::style::computed::FillRule as ComputedFillRule;

/// The part of the picture that a clip and those around it leave.
#[derive(Clone)]
pub(super) struct Clipped {
    /// In whole pixels, within the picture.
    pub(super) area: Rect,
    /// The coverage that rounded corners and polygons leave of it.
    pub(super) mask: Option<Rc<AreaMask>>,
}

/// The coverage of the pixels of an area.
pub(super) struct AreaMask {
    x: usize,
    y: usize,
    width: usize,
    coverage: Vec<u8>,
}

impl AreaMask {
    /// The coverage of a row of the picture from a column on; nothing beyond the area.
    pub(super) fn row(&self, column: usize, row: usize) -> &[u8] {
        let (Some(x), Some(y)) = (column.checked_sub(self.x), row.checked_sub(self.y)) else { return &[] };
        let start = y.saturating_mul(self.width);
        self.coverage.get(start + x.min(self.width)..start + self.width).unwrap_or_default()
    }

    pub(super) fn bytes(&self) -> usize {
        self.coverage.len()
    }
}

impl Clipped {
    pub(super) fn new(area: Rect, mask: Option<Rc<AreaMask>>) -> Self {
        Self { area, mask }
    }

    /// The part that one more clip leaves; nothing once the steps are used up.
    pub(super) fn narrowed(&self, clip: &Clip, transform: Transform, budget: &Budget) -> Self {
        if let Some(parts) = &clip.parts {
            return self.within_parts(parts, transform, budget);
        }
        let path = clip_path(clip);
        if clip.polygon.is_none() && clip.radii.is_none() && !transform.has_skew() {
            // Chrome: what overflows is cut off at whole pixels.
            let own = path.and_then(|path| path.transform(transform)).map_or(Rect::ZERO, |path| {
                let bounds = path.bounds();
                let whole = |px: f32| (px + 0.5).floor();
                Rect::from_edges(
                    whole(bounds.left()),
                    whole(bounds.top()),
                    whole(bounds.right()),
                    whole(bounds.bottom()),
                )
            });
            return Self::new(self.area.intersect(&own), self.mask.clone());
        }
        let own = path.as_ref().map_or(Rect::ZERO, |path| picture_bounds(path, transform));
        let area = self.area.intersect(&own);
        let made = path.filter(|_| !area.is_empty()).and_then(|path| self.covered(&path, transform, &area, budget));
        match made {
            Some(mask) => Self::new(area, Some(Rc::new(mask))),
            None => Self::new(Rect::ZERO, None),
        }
    }

    /// The part that shapes leave together; nothing once the steps are used up.
    fn within_parts(&self, parts: &[ClipPart], transform: Transform, budget: &Budget) -> Self {
        let shape = |part: &ClipPart| {
            let path = match &part.outline {
                Some(outline) => path_of(outline),
                None => rounded(&part.area, None),
            };
            let rule = match part.outline.as_ref().map(|outline| outline.fill_rule()) {
                Some(ComputedFillRule::Evenodd) => FillRule::EvenOdd,
                _ => FillRule::Winding,
            };
            let own = part.to_clip;
            Some((path?, rule, transform.pre_concat(Transform::from_row(own.a, own.b, own.c, own.d, own.e, own.f))))
        };
        let shapes: Vec<_> = parts.iter().filter_map(shape).collect();
        let bounds = shapes.iter().map(|(path, _, transform)| picture_bounds(path, *transform));
        let area = bounds.reduce(|a, b| a.union(&b)).map_or(Rect::ZERO, |all| all.intersect(&self.area));
        let cost = || shapes.iter().map(|(path, _, transform)| steps(path, *transform, &area, 6)).sum();
        let nothing = Self::new(Rect::ZERO, None);
        if area.is_empty() || !budget.spend(cost()) {
            return nothing;
        }
        let Some(mut mask) = Mask::new(area.width as u32, area.height as u32) else { return nothing };
        for (path, rule, transform) in &shapes {
            mask.fill_path(path, *rule, true, transform.post_translate(-area.x, -area.y));
        }
        self.masked(area, mask.take())
    }

    /// The part in a path, with a coverage in any case.
    pub(super) fn within(&self, path: &Path, transform: Transform, budget: &Budget) -> Option<Self> {
        let area = self.area.intersect(&picture_bounds(path, transform));
        if area.is_empty() {
            return None;
        }
        let mask = self.covered(path, transform, &area, budget)?;
        Some(Self::new(area, Some(Rc::new(mask))))
    }

    /// The part that the coverage of an area in it leaves, row by row.
    pub(super) fn masked(&self, area: Rect, mut coverage: Vec<u8>) -> Self {
        let (x, y, width) = (area.x as usize, area.y as usize, area.width as usize);
        self.take_from(&mut coverage, (x, y, width));
        Self::new(area, Some(Rc::new(AreaMask { x, y, width, coverage })))
    }

    /// Takes from the coverage of an area what this part hides.
    fn take_from(&self, coverage: &mut [u8], (x, y, width): (usize, usize, usize)) {
        let Some(outer) = &self.mask else { return };
        for (row, line) in (y..).zip(coverage.chunks_mut(width.max(1))) {
            let outer = outer.row(x, row);
            for (at, own) in line.iter_mut().enumerate() {
                let outer = outer.get(at).copied().unwrap_or_default();
                *own = product(u32::from(*own), u32::from(outer)) as u8;
            }
        }
    }

    /// The coverage of an area by a path and by this part.
    fn covered(&self, path: &Path, transform: Transform, area: &Rect, budget: &Budget) -> Option<AreaMask> {
        if !budget.spend(steps(path, transform, area, 6)) {
            return None;
        }
        let (x, y, width) = (area.x as usize, area.y as usize, area.width as usize);
        let mut mask = Mask::new(area.width as u32, area.height as u32)?;
        mask.fill_path(path, FillRule::Winding, true, transform.post_translate(-area.x, -area.y));
        self.take_from(mask.data_mut(), (x, y, width));
        Some(AreaMask { x, y, width, coverage: mask.take() })
    }
}

/// The whole pixels that a path may reach.
pub(super) fn picture_bounds(path: &Path, transform: Transform) -> Rect {
    let bounds = path.bounds();
    corners_of(&Rect::from_edges(bounds.left(), bounds.top(), bounds.right(), bounds.bottom()), transform)
}

pub(super) fn corners_of(area: &Rect, transform: Transform) -> Rect {
    let mut corners =
        [(area.x, area.y), (area.right(), area.y), (area.x, area.bottom()), (area.right(), area.bottom())]
            .map(|(x, y)| tiny_skia::Point::from_xy(x, y));
    transform.map_points(&mut corners);
    let (mut left, mut top, mut right, mut bottom) = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
    for corner in corners {
        (left, top) = (left.min(corner.x), top.min(corner.y));
        (right, bottom) = (right.max(corner.x), bottom.max(corner.y));
    }
    Rect::from_edges(left.floor(), top.floor(), right.ceil(), bottom.ceil())
}
