//! [`Matrix`]: transforms in space, and what they make of the plane of a box.
//!
//! <https://drafts.csswg.org/css-transforms-2/>

use super::state::results::BoxResult;
use super::unit::{Edges, Extent, LayoutRect};
use crate::geometry::{Affine, Point, Projection, Rect, Size};
use crate::style::ComputedStyle;
use crate::style::computed::{
    Effects, Isolation, LengthPercentage, Overflow, Perspective, Transform, TransformBox, TransformFunction,
};

/// A transform of space: rows of the matrix that columns `(x, y, z, w)` are multiplied with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Matrix([[f64; 4]; 4]);

impl Matrix {
    const IDENTITY: Self =
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]);

    fn translation(x: f32, y: f32, z: f32) -> Self {
        let mut matrix = Self::IDENTITY;
        for (row, by) in matrix.0.iter_mut().zip([x, y, z]) {
            row[3] = f64::from(by);
        }
        matrix
    }

    fn scale(x: f32, y: f32, z: f32) -> Self {
        let mut matrix = Self::IDENTITY;
        for (i, by) in [x, y, z].into_iter().enumerate() {
            matrix.0[i][i] = f64::from(by);
        }
        matrix
    }

    /// About an axis of any length.
    fn rotation([x, y, z]: [f32; 3], radians: f32) -> Self {
        let (x, y, z) = (f64::from(x), f64::from(y), f64::from(z));
        let length = (x * x + y * y + z * z).sqrt();
        if length <= 0.0 || !length.is_finite() {
            return Self::IDENTITY;
        }
        let (x, y, z) = (x / length, y / length, z / length);
        let (sin, cos) = libm::sincos(f64::from(radians));
        let (sin, cos) = (whole(sin), whole(cos));
        let rest = 1.0 - cos;
        Self([
            [cos + x * x * rest, x * y * rest - z * sin, x * z * rest + y * sin, 0.0],
            [x * y * rest + z * sin, cos + y * y * rest, y * z * rest - x * sin, 0.0],
            [x * z * rest - y * sin, y * z * rest + x * sin, cos + z * z * rest, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ])
    }

    /// The eye is this many px in front of the plane, at least 1 px.
    fn perspective(distance: f32) -> Self {
        let mut matrix = Self::IDENTITY;
        matrix.0[3][2] = -1.0 / f64::from(distance.max(1.0));
        matrix
    }

    /// A map of the plane, which leaves depth alone.
    fn of_plane(map: &Projection) -> Self {
        let Affine { a, b, c, d, e, f } = map.affine;
        let [g, h, i] = map.weight;
        let row = |x: f32, y: f32, w: f32| [f64::from(x), f64::from(y), 0.0, f64::from(w)];
        Self([row(a, c, e), row(b, d, f), [0.0, 0.0, 1.0, 0.0], row(g, h, i)])
    }

    /// `self * inner`: `inner` is applied first.
    fn then_inner(&self, inner: &Self) -> Self {
        let mut out = [[0.0; 4]; 4];
        for (row, out) in self.0.iter().zip(&mut out) {
            for (column, out) in out.iter_mut().enumerate() {
                *out = row.iter().zip(&inner.0).map(|(a, b)| a * b[column]).sum();
            }
        }
        Self(out)
    }

    /// Returns the map of the plane, seen from the front.
    pub(crate) fn projection(&self) -> Projection {
        let [x, y, _, w] = self.0;
        let affine = Affine { a: px(x[0]), b: px(y[0]), c: px(x[1]), d: px(y[1]), e: px(x[3]), f: px(y[3]) };
        Projection { affine, weight: [px(w[0]), px(w[1]), px(w[3])] }
    }

    /// True if the plane is seen from behind: its normal points away from the eye.
    pub(crate) fn shows_back(&self) -> bool {
        let m = &self.0;
        let minor = |row: usize, column: usize| {
            let [a, b, c] = others(row).map(|r| others(column).map(|c| m[r][c]));
            a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        let determinant: f64 =
            (0..4).map(|column| if column % 2 == 0 { 1.0 } else { -1.0 } * m[0][column] * minor(0, column)).sum();
        determinant * minor(2, 2) < 0.0
    }
}

/// The indices that are not this one.
fn others(index: usize) -> [usize; 3] {
    match index {
        0 => [1, 2, 3],
        1 => [0, 2, 3],
        2 => [0, 1, 3],
        _ => [0, 1, 2],
    }
}

/// Angles are single precision; a right one is meant to be right.
fn whole(value: f64) -> f64 {
    let near = value.round();
    if (value - near).abs() < 1e-6 { near } else { value }
}

#[expect(clippy::cast_possible_truncation, reason = "coordinates; Chromium's are single precision too")]
fn px(value: f64) -> f32 {
    value as f32
}

fn step(function: &TransformFunction, basis: Size) -> Matrix {
    use TransformFunction as F;
    match function {
        F::Translate(x, y) => Matrix::translation(x.resolve(basis.width), y.resolve(basis.height), 0.0),
        F::TranslateZ(z) => Matrix::translation(0.0, 0.0, z.resolve(0.0)),
        F::Scale(x, y) => Matrix::scale(*x, *y, 1.0),
        F::ScaleZ(z) => Matrix::scale(1.0, 1.0, *z),
        F::Rotate(angle) => Matrix::rotation([0.0, 0.0, 1.0], *angle),
        F::RotateAbout(axis, angle) => Matrix::rotation(*axis, *angle),
        F::Skew(x, y) => Matrix::of_plane(&Affine { c: libm::tanf(*x), b: libm::tanf(*y), ..Affine::IDENTITY }.into()),
        F::Perspective(distance) => Matrix::perspective(distance.resolve(0.0)),
        F::Matrix(matrix) => Matrix::of_plane(&(*matrix).into()),
        F::Matrix3d(m) => {
            let row = |i: usize| [m[i], m[i + 4], m[i + 8], m[i + 12]].map(f64::from);
            Matrix([row(0), row(1), row(2), row(3)])
        }
    }
}

/// Returns the map of the plane that a function makes, without perspective.
pub(crate) fn plane(function: &TransformFunction, basis: Size) -> Affine {
    step(function, basis).projection().affine
}

fn about((x, y): &(LengthPercentage, LengthPercentage), size: Size, inner: impl FnOnce(Matrix) -> Matrix) -> Matrix {
    let (x, y) = (x.resolve(size.width), y.resolve(size.height));
    inner(Matrix::translation(x, y, 0.0)).then_inner(&Matrix::translation(-x, -y, 0.0))
}

/// The box that `transform` refers to, from the corner of the border box.
///
/// <https://drafts.csswg.org/css-transforms-1/#transform-box>
pub(super) fn reference_box(style: &ComputedStyle, result: &BoxResult) -> Rect {
    let Extent { width, height } = result.size;
    let kind = style.transform.as_deref().map(|transform| transform.transform_box);
    let inset = match kind {
        Some(TransformBox::ContentBox | TransformBox::FillBox) => result.edges.inset(),
        _ => Edges::default(),
    };
    LayoutRect::new(inset.left, inset.top, width - inset.width(), height - inset.height()).to_rect()
}

/// The matrix of a transform around its origin in a reference box.
pub(super) fn transform(transform: &Transform, reference: &Rect) -> Matrix {
    let size = reference.size();
    let shifted = about(&transform.origin, size, |from| {
        let start = Matrix::translation(reference.x, reference.y, 0.0).then_inner(&from);
        transform.functions.iter().fold(start, |all, function| all.then_inner(&step(function, size)))
    });
    shifted.then_inner(&Matrix::translation(-reference.x, -reference.y, 0.0))
}

/// The map from a box to the viewport, for the planes that its children are in.
///
/// Limit: planes of one space are painted and hit in the order of the document, not by their depth, and do not intersect;
/// `transform-origin` has no depth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene {
    /// From the box's own coordinate system to the viewport, depth included.
    to_viewport: Matrix,
}

/// A box on its way to the viewport.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<'a> {
    /// From the coordinates around it to the viewport.
    pub outer: &'a Projection,
    /// The depth of its surroundings; `None` if all of it is flat.
    pub scene: Option<&'a Scene>,
    /// Its corner in those coordinates.
    pub at: Point,
    /// The box that its transform refers to, from that corner.
    pub reference: Rect,
}

impl Frame<'_> {
    fn around(&self) -> Matrix {
        self.scene.map_or_else(|| Matrix::of_plane(self.outer), |scene| scene.to_viewport)
    }

    /// From its own transformed coordinates, in which it is at the origin, to the viewport.
    pub(super) fn own(&self, style: &ComputedStyle) -> Matrix {
        let own = self.around().then_inner(&Matrix::translation(self.at.x, self.at.y, 0.0));
        match &style.transform {
            Some(list) => own.then_inner(&transform(list, &self.reference)),
            None => own,
        }
    }
}

/// The depth that a box gives to its children: by `perspective`, and as it takes part in the space around it.
/// `own` is from its transformed coordinates to the viewport, `at` its corner in those.
pub(super) fn scene(style: &ComputedStyle, own: &Matrix, at: Point, size: Size) -> Option<Scene> {
    let keeps = style.effects.contains(Effects::PRESERVE_3D) && !is_grouped(style);
    let perspective = style.perspective.as_deref().and_then(|p| Some((p.distance?, p)));
    let base = if keeps { *own } else { Matrix::of_plane(&own.projection()) };
    match perspective {
        Some((distance, Perspective { origin, .. })) => {
            let eye = about(origin, size, |from| {
                Matrix::translation(at.x, at.y, 0.0).then_inner(&from).then_inner(&Matrix::perspective(distance))
            });
            let eye = eye.then_inner(&Matrix::translation(-at.x, -at.y, 0.0));
            Some(Scene { to_viewport: base.then_inner(&eye) })
        }
        None => keeps.then_some(Scene { to_viewport: base }),
    }
}

/// True if an effect flattens the children, regardless of `transform-style`.
///
/// <https://drafts.csswg.org/css-transforms-2/#grouping-property-values>
fn is_grouped(style: &ComputedStyle) -> bool {
    let flattening = Effects::FILTER | Effects::BACKDROP_FILTER | Effects::MASK | Effects::BLEND;
    let flows = |overflow: Overflow| matches!(overflow, Overflow::Visible | Overflow::Clip);
    !(flows(style.overflow_x) && flows(style.overflow_y))
        || style.opacity < 1.0
        || style.clip_path.is_some()
        || style.isolation == Isolation::Isolate
        || style.contain_paint
        || style.effects.intersects(flattening)
}

#[cfg(test)]
mod tests {
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions, local_name};
    use crate::layout::Layout;
    use crate::style::Styles;

    /// The boxes of all elements with an id, as Chromium measures them.
    #[track_caller]
    fn check(body: &str, expected: &[(&str, [f32; 4])]) {
        let html = format!(
            "<!doctype html><style>body{{margin:0}}.b{{position:absolute;left:20px;top:20px;width:100px;height:80px}}\
             </style>{body}"
        );
        let (dom, device) = (Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default());
        let layout = Layout::compute(&dom, &Styles::cascade(&dom, &device), &device);
        for &(id, [x, y, width, height]) in expected {
            let node = dom
                .descendants(dom.document())
                .find(|&n| dom.attr(n, &local_name!("id")) == Some(id))
                .expect("an element of this id");
            let rect = layout.get(node).expect("a box").rect;
            let off = [rect.x - x, rect.y - y, rect.width - width, rect.height - height];
            assert!(off.iter().all(|d| d.abs() < 0.02), "{id}: {rect:?}, not {:?}", [x, y, width, height]);
        }
    }

    #[test]
    fn perspective_of_the_box_itself() {
        check(
            "<div class=b id=a style='transform:perspective(300px) rotateY(40deg)'></div>",
            &[("a", [27.102, 15.2006, 77.4939, 89.5988])],
        );
        check("<div class=b id=h style='transform:rotateX(90deg)'></div>", &[("h", [20.0, 60.0, 100.0, 0.0])]);
        check(
            "<div class=b id=g style='top:260px;transform:rotate3d(1,1,0,60deg) translate3d(10px,5px,30px) \
             scale3d(1.2,1,2)'></div>",
            &[("g", [42.1212, 242.8788, 110.0, 90.0])],
        );
    }

    #[test]
    fn perspective_of_the_parent_ends_with_the_children() {
        check(
            "<div class=b style='left:160px;perspective:400px;perspective-origin:0 100%'>\
             <div id=b1 style='width:100px;height:80px;transform:rotateX(50deg)'></div>\
             <div style='height:30px'><div id=b4 style='height:20px;transform:rotateX(60deg)'></div></div></div>",
            &[("b1", [160.0, 38.9641, 108.296, 45.562]), ("b4", [160.0, 105.0, 100.0, 10.0])],
        );
    }

    #[test]
    fn depth_is_kept_where_it_is_preserved() {
        let inner = "<div id=x style='height:40px;transform:translateZ(50px) rotateX(20deg)'></div>";
        check(
            &format!(
                "<div class=b style='left:320px;perspective:400px'><div style='height:80px;\
                 transform-style:preserve-3d;transform:rotateY(30deg)'>{inner}</div></div>"
            ),
            &[("x", [344.2654, 14.0388, 102.0798, 44.6773])],
        );
        // `overflow` flattens.
        check(
            "<div class=b style='top:380px;transform-style:preserve-3d;transform:perspective(500px) rotateX(30deg)'>\
             <div id=j1 style='overflow:hidden;transform-style:preserve-3d;height:60px;transform:translateZ(20px)'>\
             <div id=j2 style='height:30px;transform:rotateY(45deg)'></div></div></div>",
            &[("j1", [17.11, 375.597, 105.7799, 52.1467]), ("j2", [33.7515, 375.597, 72.4971, 25.2714])],
        );
    }
}
