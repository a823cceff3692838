//! Sizes and points as a command line has them.

use crate::geometry::{Point, Size};

/// `WIDTHxHEIGHT`.
pub(super) fn parse_size(text: &str) -> Option<Size> {
    let (width, height) = text.split_once(['x', 'X'])?;
    let side = |s: &str| s.trim().parse::<f32>().ok().filter(|v| (1.0..=100_000.0).contains(v));
    Some(Size::new(side(width)?, side(height)?))
}

/// `X,Y`.
pub(super) fn parse_point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let coordinate = |s: &str| s.trim().parse::<f32>().ok().filter(|v| v.is_finite());
    Some(Point::new(coordinate(x)?, coordinate(y)?))
}
