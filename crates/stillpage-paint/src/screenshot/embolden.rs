//! Outlines that are made bolder, where a family has no bold face.

use skrifa::PathSink;

/// The part of the size by which glyphs become bolder.
///
/// Chrome: `kOutlineEmboldenDivisor` of Skia.
const DIVISOR: f32 = 34.0;

/// A part of a contour.
#[derive(Clone, Copy)]
enum Step {
    Line,
    Quad,
    Curve,
}

/// The points of a contour and the parts that they make.
type Contour = (Vec<(f32, f32)>, Vec<Step>);

/// Collects the contours of an outline, y upwards, and gives them bolder to a sink.
///
/// As `FT_Outline_Embolden` does it: each point moves along the bisector of its edges, so that the left and the lower edges stay and all
/// else moves by the strength.
pub(super) struct Emboldened<'a, S> {
    sink: &'a mut S,
    strength: f32,
    contours: Vec<Contour>,
}

impl<'a, S: PathSink> Emboldened<'a, S> {
    pub(super) fn new(sink: &'a mut S, size: f32) -> Self {
        Self { sink, strength: size / DIVISOR, contours: Vec::new() }
    }

    fn add(&mut self, step: Step, points: &[(f32, f32)]) {
        if let Some((known, steps)) = self.contours.last_mut() {
            known.extend(points);
            steps.push(step);
        }
    }

    /// Gives the outline to the sink.
    pub(super) fn finish(mut self) {
        let mut contours = std::mem::take(&mut self.contours);
        for (points, steps) in &mut contours {
            // A contour that ends where it began has that point twice.
            while points.len() > 1 && points.first() == points.last() && matches!(steps.last(), Some(Step::Line)) {
                points.pop();
                steps.pop();
            }
        }
        // Outer contours turn right in TrueType and left in PostScript fonts.
        let area: f32 = contours.iter().map(|(points, _)| twice_the_area(points)).sum();
        let half = if area > 0.0 { self.strength / 2.0 } else { -self.strength / 2.0 };
        for (points, steps) in contours {
            let moved = moved(&points, half, self.strength / 2.0);
            let mut next = moved.iter().copied().cycle().take(moved.len() + 1);
            let Some((x, y)) = next.next() else { continue };
            self.sink.move_to(x, y);
            for step in steps {
                match (step, next.next()) {
                    (Step::Line, Some((x, y))) => self.sink.line_to(x, y),
                    (Step::Quad, Some((cx, cy))) => {
                        if let Some((x, y)) = next.next() {
                            self.sink.quad_to(cx, cy, x, y);
                        }
                    }
                    (Step::Curve, Some((ax, ay))) => {
                        if let (Some((bx, by)), Some((x, y))) = (next.next(), next.next()) {
                            self.sink.curve_to(ax, ay, bx, by, x, y);
                        }
                    }
                    _ => break,
                }
            }
            self.sink.close();
        }
    }
}

impl<S: PathSink> PathSink for Emboldened<'_, S> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push((vec![(x, y)], Vec::new()));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.add(Step::Line, &[(x, y)]);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.add(Step::Quad, &[(cx, cy), (x, y)]);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.add(Step::Curve, &[(ax, ay), (bx, by), (x, y)]);
    }
    fn close(&mut self) {}
}

fn twice_the_area(points: &[(f32, f32)]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
}

/// The points of a contour, each moved outwards along the bisector of its edges by `outwards`, and all by `along` to the right and up.
fn moved(points: &[(f32, f32)], outwards: f32, along: f32) -> Vec<(f32, f32)> {
    let unit = |from: (f32, f32), to: (f32, f32)| {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let length = libm::hypotf(x, y);
        (length > 1e-4).then(|| ((x / length, y / length), length))
    };
    let count = points.len();
    (0..count)
        .map(|at| {
            let here = points[at];
            let before = (1..count).find_map(|back| unit(points[(at + count - back) % count], here));
            let after = (1..count).find_map(|ahead| unit(here, points[(at + ahead) % count]));
            let (Some((into, into_length)), Some((out, out_length))) = (before, after) else {
                return (here.0 + along, here.1 + along);
            };
            // 1 plus the cosine of the turn: nothing is moved at a point where the outline goes back.
            let turn = into.0 * out.0 + into.1 * out.1 + 1.0;
            let (x, y) = if turn > 0.0625 {
                let sine = (out.0 * into.1 - out.1 * into.0).abs();
                let least = into_length.min(out_length);
                // Short edges do not become longer than they were.
                let by = if outwards.abs() * sine <= turn * least {
                    outwards / turn
                } else {
                    least.copysign(outwards) / sine
                };
                ((into.1 + out.1) * by, -(into.0 + out.0) * by)
            } else {
                (0.0, 0.0)
            };
            (here.0 + x + along, here.1 + y + along)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Points(Vec<(f32, f32)>);

    impl PathSink for Points {
        fn move_to(&mut self, x: f32, y: f32) {
            self.0.push((x, y));
        }
        fn line_to(&mut self, x: f32, y: f32) {
            self.0.push((x, y));
        }
        fn quad_to(&mut self, _: f32, _: f32, x: f32, y: f32) {
            self.0.push((x, y));
        }
        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, x: f32, y: f32) {
            self.0.push((x, y));
        }
        fn close(&mut self) {}
    }

    #[test]
    fn square_grows_to_the_right_and_up_whichever_way_it_turns() {
        for corners in
            [[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)], [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0)]]
        {
            let mut found = Points::default();
            let mut bold = Emboldened::new(&mut found, 34.0);
            bold.move_to(corners[0].0, corners[0].1);
            corners[1..].iter().for_each(|&(x, y)| bold.line_to(x, y));
            bold.close();
            bold.finish();
            for (corner, found) in corners.iter().zip(&found.0) {
                let grown = |v: f32| if v > 0.0 { v + 1.0 } else { v };
                assert!(
                    (found.0 - grown(corner.0)).abs() < 1e-4 && (found.1 - grown(corner.1)).abs() < 1e-4,
                    "{found:?}"
                );
            }
        }
    }
}
