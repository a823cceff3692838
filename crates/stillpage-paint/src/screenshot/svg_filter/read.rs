//! The `filter` element of an address, and its primitives.

use std::cell::OnceCell;
use std::rc::Rc;

use tiny_skia::{BlendMode, Transform};

use super::super::blend::blend_mode;
use super::super::clip::corners_of;
use super::super::paint_server::{attribute, length, viewport};
use super::super::path::inset;
use super::super::shape::Scene;
use super::around::{Convolution, Edge};
use super::light::{Lighting, Source, normal};
use super::noise::Noise;
use super::pixels::{Tables, table_of_itself};
use super::{Effect, FilterImage, Input, Primitive, SvgFilter};
use crate::dom::{Atom, NodeId};
use crate::geometry::{Rect, Sides, Size};
use crate::layout::DrawnBox;
use crate::style::ComputedStyle;
use crate::style::computed::{FilterFunction, Srgb};

/// Limit: primitives of a filter; one with more is left out.
const MAX_PRIMITIVES: usize = 32;
/// Limit: radius of a morphology in pixels.
const MAX_RADIUS: f32 = 100.0;
/// Limit: octaves of noise; later ones change nothing that is seen.
const MAX_OCTAVES: f32 = 10.0;
/// Limit: rows and columns of a convolution.
const MAX_ORDER: f32 = 20.0;
/// The properties of a flood.
const FLOOD: (&str, &str) = ("flood-color", "flood-opacity");
/// A share of a px that is not seen.
const WHOLE: f32 = 1e-3;

/// The group that a filter is used on.
struct User<'a> {
    scene: Scene<'a>,
    style: &'a ComputedStyle,
    /// The box that fractions are of, in user space.
    bounds: Rect,
    /// The size that percentages are of.
    size: Size,
    to_picture: Transform,
}

/// The filter at an address for a group; `None` if absent, or if it has primitives that are not known.
pub(in super::super) fn read(
    scene: Scene<'_>,
    url: &str,
    group: &DrawnBox<'_>,
    to_picture: Transform,
    picture: &Rect,
) -> Option<SvgFilter> {
    let dom = scene.0.dom();
    let node = dom.get_element_by_id(dom.tree_root(group.node), &Atom::from(url.strip_prefix('#')?))?;
    if &*dom.element(node)?.name.local != "filter" {
        return None;
    }
    // The user space of a box begins at its corner.
    let is_svg = dom.element(group.node).is_some_and(|element| element.name.ns == crate::dom::ns!(svg));
    let (to_picture, bounds) = match is_svg {
        true => (to_picture, group.area),
        false => (
            to_picture.pre_translate(group.area.x, group.area.y),
            Rect::new(0.0, 0.0, group.area.width, group.area.height),
        ),
    };
    let size = if is_svg { viewport(scene.0, group.node) } else { bounds.size() };
    let user = User { scene, style: group.style, bounds, size, to_picture };
    let of_bounds = attribute(dom, node, "filterUnits") != Some("userSpaceOnUse");
    let preset = ["-10%", "-10%", "120%", "120%"];
    // Shares of whole pixels are whole.
    let whole = user.area(node, of_bounds, preset)?;
    let region = corners_of(&inset(&whole, &Sides::all(WHOLE)), to_picture).intersect(picture);
    let units_of_bounds = attribute(dom, node, "primitiveUnits") == Some("objectBoundingBox");
    let is_srgb =
        |node: NodeId| attribute(dom, node, "color-interpolation-filters").map(|space| space.trim() == "sRGB");
    let mut primitives = Vec::new();
    let mut names: Vec<Option<&str>> = Vec::new();
    for child in dom.child_elements(node) {
        if primitives.len() >= MAX_PRIMITIVES {
            return None;
        }
        let input = |node: NodeId, name: &str| input(attribute(dom, node, name).map(str::trim), &names);
        let tag = &*dom.element(child)?.name.local;
        let inputs = match tag {
            "feFlood" | "feTurbulence" | "feImage" => vec![Input::Nothing],
            "feBlend" | "feComposite" | "feDisplacementMap" => vec![input(child, "in"), input(child, "in2")],
            "feMerge" => {
                let nodes = dom
                    .child_elements(child)
                    .filter(|&at| dom.element(at).is_some_and(|element| &*element.name.local == "feMergeNode"));
                nodes.map(|node| input(node, "in")).collect()
            }
            // Not a primitive.
            _ if !tag.starts_with("fe") => continue,
            _ => vec![input(child, "in")],
        };
        let parts = ["x", "y", "width", "height"];
        let room = match parts.iter().any(|part| attribute(dom, child, part).is_some()) {
            true => Some(user.area(child, units_of_bounds, ["0%", "0%", "100%", "100%"])?),
            false => None,
        };
        let area = room.map_or(region, |room| corners_of(&room, to_picture).intersect(&region));
        let effect = match (tag, inputs.first()) {
            ("feTile", Some(Input::Result(at))) => {
                Effect::Tile(primitives.get(*at).map(|tiled: &Primitive| tiled.area)?)
            }
            ("feTile", _) => Effect::Tile(region),
            ("feImage", _) => Effect::Image(Rc::new(FilterImage {
                node: child,
                area,
                room: room.unwrap_or(whole),
                bounds: units_of_bounds.then_some(bounds),
                to_picture,
                pixels: OnceCell::new(),
            })),
            _ => user.effect(child, tag, units_of_bounds)?,
        };
        let is_linear = !is_srgb(child).or_else(|| is_srgb(node)).unwrap_or(false);
        primitives.push(Primitive { effect, inputs, area, is_linear });
        names.push(attribute(dom, child, "result").map(str::trim));
    }
    Some(SvgFilter { region, primitives })
}

/// The input of a name, among the results of these names so far.
fn input(name: Option<&str>, names: &[Option<&str>]) -> Input {
    match name {
        Some("SourceGraphic") => Input::Source,
        Some("SourceAlpha") => Input::SourceAlpha,
        Some("BackgroundImage" | "BackgroundAlpha" | "FillPaint" | "StrokePaint") => Input::Nothing,
        name => {
            let named = name.filter(|name| !name.is_empty());
            let named = named.and_then(|name| names.iter().rposition(|known| *known == Some(name)));
            named.or_else(|| names.len().checked_sub(1)).map_or(Input::Source, Input::Result)
        }
    }
}

impl User<'_> {
    /// The area of a filter or primitive in user space; `None` if a part of it is not a length.
    fn area(&self, node: NodeId, of_bounds: bool, preset: [&str; 4]) -> Option<Rect> {
        let dom = self.scene.0.dom();
        let part = |name: &str, preset: &str, bounds: f32, size: f32| {
            let declared = attribute(dom, node, name);
            let text = declared.unwrap_or(preset);
            // What is not said is a share of the box in both units.
            let basis = if of_bounds { 1.0 } else { size };
            match length(text, basis)? {
                share if of_bounds || declared.is_none() && basis <= 0.0 => Some(share * bounds),
                length => Some(length),
            }
        };
        let (bounds, size) = (&self.bounds, self.size);
        let (x, y) =
            (part("x", preset[0], bounds.width, size.width)?, part("y", preset[1], bounds.height, size.height)?);
        let width = part("width", preset[2], bounds.width, size.width)?;
        let height = part("height", preset[3], bounds.height, size.height)?;
        let corner = if of_bounds { (bounds.x, bounds.y) } else { (0.0, 0.0) };
        Some(Rect::new(corner.0 + x, corner.1 + y, width.max(0.0), height.max(0.0)))
    }

    /// Pixels of a length of a primitive along both axes.
    fn scale(&self, of_bounds: bool) -> (f32, f32) {
        let Transform { sx, ky, kx, sy, .. } = self.to_picture;
        let (x, y) = (libm::hypotf(sx, ky), libm::hypotf(kx, sy));
        if of_bounds { (x * self.bounds.width, y * self.bounds.height) } else { (x, y) }
    }

    /// The colour of a flood or a light: the names of its properties, and its initial value.
    fn color(&self, node: NodeId, (name, opacity): (&str, &str), initial: Srgb) -> Srgb {
        let dom = self.scene.0.dom();
        let declared = |name: &str| {
            let inline = attribute(dom, node, "style").unwrap_or_default().split(';').rev().find_map(|declaration| {
                let (property, value) = declaration.split_once(':')?;
                property.trim().eq_ignore_ascii_case(name).then(|| value.trim())
            });
            inline.or_else(|| attribute(dom, node, name))
        };
        let color = declared(name).and_then(|text| self.scene.1.color(self.style, text));
        let opacity = declared(opacity).map_or(1.0, |text| {
            let text = text.trim();
            let share =
                text.strip_suffix('%').map_or_else(|| text.parse(), |share| share.parse().map(|s: f32| s / 100.0));
            share.unwrap_or(1.0).clamp(0.0, 1.0)
        });
        color.unwrap_or(initial).faded(opacity)
    }

    /// The effect of a primitive; `None` for one that is not drawn.
    fn effect(&self, node: NodeId, tag: &str, of_bounds: bool) -> Option<Effect> {
        let dom = self.scene.0.dom();
        let of = |name: &str| attribute(dom, node, name).map(str::trim);
        let number = |name: &str, preset: f32| {
            of(name).and_then(|text| text.parse().ok()).filter(|value: &f32| value.is_finite()).unwrap_or(preset)
        };
        let (x, y) = self.scale(of_bounds);
        let pair = |name: &str, preset: f32| {
            let values = numbers(of(name).unwrap_or_default());
            let first = values.first().copied().unwrap_or(preset);
            (first, values.get(1).copied().unwrap_or(first))
        };
        let offset =
            |preset: f32| ((number("dx", preset) * x).round() as i32, (number("dy", preset) * y).round() as i32);
        Some(match tag {
            "feGaussianBlur" => {
                let deviation = pair("stdDeviation", 0.0);
                Effect::Blur(deviation.0.max(0.0) * x, deviation.1.max(0.0) * y)
            }
            "feOffset" => {
                let (x, y) = offset(0.0);
                Effect::Offset(x, y)
            }
            "feFlood" => Effect::Flood(self.color(node, FLOOD, Srgb::new([0.0; 3], 1.0))),
            "feDropShadow" => Effect::DropShadow {
                offset: offset(2.0),
                deviation: pair("stdDeviation", 2.0).0.max(0.0) * x,
                color: self.color(node, FLOOD, Srgb::new([0.0; 3], 1.0)),
            },
            "feColorMatrix" => Effect::Matrix(matrix(of("type"), of("values"))?),
            "feBlend" => Effect::Blend(blend_mode(of("mode").unwrap_or("normal"))),
            "feComposite" => match of("operator").unwrap_or("over") {
                "arithmetic" => Effect::Arithmetic(["k1", "k2", "k3", "k4"].map(|name| number(name, 0.0))),
                "in" => Effect::Blend(BlendMode::SourceIn),
                "out" => Effect::Blend(BlendMode::SourceOut),
                "atop" => Effect::Blend(BlendMode::SourceAtop),
                "xor" => Effect::Blend(BlendMode::Xor),
                "lighter" => Effect::Blend(BlendMode::Plus),
                _ => Effect::Blend(BlendMode::SourceOver),
            },
            "feMerge" => Effect::Merge,
            "feMorphology" => {
                let radius = pair("radius", 0.0);
                let pixels = |radius: f32, scale: f32| (radius * scale).round().clamp(0.0, MAX_RADIUS) as usize;
                let radius = (pixels(radius.0, x), pixels(radius.1, y));
                Effect::Morphology { dilates: of("operator") == Some("dilate"), radius }
            }
            "feComponentTransfer" => {
                let mut tables: Box<Tables> = Box::new([table_of_itself(); 4]);
                for child in dom.child_elements(node) {
                    let name = &*dom.element(child)?.name.local;
                    let channel = ["feFuncR", "feFuncG", "feFuncB", "feFuncA"].iter().position(|known| *known == name);
                    if let Some(own) = channel.and_then(|channel| tables.get_mut(channel)) {
                        *own = transfer_table(&|name| attribute(dom, child, name).map(str::trim));
                    }
                }
                Effect::Transfer(tables)
            }
            "feTurbulence" => {
                let mut noise = Noise::new(number("seed", 0.0), self.to_picture.invert()?);
                let frequency = pair("baseFrequency", 0.0);
                noise.frequency = [frequency.0.max(0.0), frequency.1.max(0.0)];
                noise.octaves = number("numOctaves", 1.0).clamp(0.0, MAX_OCTAVES) as u8;
                noise.is_fractal = of("type") == Some("fractalNoise");
                if of("stitchTiles") == Some("stitch") {
                    let size = [self.bounds.width, self.bounds.height];
                    noise.stitch = Some(std::array::from_fn(|axis| noise.stitch_to(axis, size[axis] * 1.2)));
                }
                Effect::Turbulence(Box::new(noise))
            }
            "feDisplacementMap" => {
                let channel = |name: &str| {
                    let names = ["R", "G", "B", "A"];
                    of(name).and_then(|own| names.iter().position(|known| *known == own)).unwrap_or(3)
                };
                let scale = number("scale", 0.0);
                Effect::Displace((scale * x, scale * y), (channel("xChannelSelector"), channel("yChannelSelector")))
            }
            "feConvolveMatrix" => Effect::Convolve(Box::new(self.convolution(node)?)),
            "feDiffuseLighting" | "feSpecularLighting" => {
                let is_specular = tag == "feSpecularLighting";
                Effect::Light(Box::new(Lighting {
                    source: self.light(node)?,
                    surface_scale: number("surfaceScale", 1.0),
                    constant: number(if is_specular { "specularConstant" } else { "diffuseConstant" }, 1.0).max(0.0),
                    exponent: is_specular.then(|| number("specularExponent", 1.0).clamp(1.0, 128.0)),
                    color: self.color(node, ("lighting-color", ""), Srgb::WHITE),
                }))
            }
            _ => return None,
        })
    }

    /// The matrix of an `feConvolveMatrix`; `None` for one that does not fit its order.
    fn convolution(&self, node: NodeId) -> Option<Convolution> {
        let of = |name: &str| attribute(self.scene.0.dom(), node, name).map(str::trim);
        let values = |name: &str| numbers(of(name).unwrap_or_default());
        let order = values("order");
        let first = order.first().copied().unwrap_or(3.0);
        let order = (first, order.get(1).copied().unwrap_or(first));
        if !(1.0..=MAX_ORDER).contains(&order.0) || !(1.0..=MAX_ORDER).contains(&order.1) {
            return None;
        }
        let order = (order.0 as usize, order.1 as usize);
        let kernel = values("kernelMatrix");
        if kernel.len() != order.0 * order.1 {
            return None;
        }
        let target = |name: &str, order: usize| {
            values(name)
                .first()
                .map_or(Some(order / 2), |at| (*at >= 0.0 && *at < order as f32).then_some(*at as usize))
        };
        let sum: f32 = kernel.iter().sum();
        let divisor = values("divisor").first().copied().unwrap_or(sum);
        Some(Convolution {
            order,
            divisor: if divisor == 0.0 { 1.0 } else { divisor },
            bias: values("bias").first().copied().unwrap_or(0.0),
            target: (target("targetX", order.0)?, target("targetY", order.1)?),
            edge: match of("edgeMode") {
                Some("wrap") => Edge::Wrap,
                Some("none") => Edge::None,
                _ => Edge::Duplicate,
            },
            preserves_alpha: of("preserveAlpha") == Some("true"),
            kernel,
        })
    }

    /// The source of light in a primitive.
    fn light(&self, node: NodeId) -> Option<Source> {
        let dom = self.scene.0.dom();
        let names = ["feDistantLight", "fePointLight", "feSpotLight"];
        let tag = |node: NodeId| dom.element(node).map_or("", |element| &*element.name.local);
        let light = dom.child_elements(node).find(|&child| names.contains(&tag(child)))?;
        let number = |name: &str, preset: f32| {
            let text = attribute(dom, light, name);
            text.and_then(|text| text.trim().parse().ok()).filter(|value: &f32| value.is_finite()).unwrap_or(preset)
        };
        let place = |names: [&str; 3]| {
            let [x, y, z] = names.map(|name| number(name, 0.0));
            let mut point = tiny_skia::Point::from_xy(x, y);
            self.to_picture.map_point(&mut point);
            [point.x, point.y, z * self.scale(false).0]
        };
        Some(match tag(light) {
            "feDistantLight" => {
                let (azimuth, elevation) = (number("azimuth", 0.0).to_radians(), number("elevation", 0.0).to_radians());
                let flat = libm::cosf(elevation);
                Source::Distant([libm::cosf(azimuth) * flat, libm::sinf(azimuth) * flat, libm::sinf(elevation)])
            }
            "fePointLight" => Source::Point(place(["x", "y", "z"])),
            _ => {
                let (at, to) = (place(["x", "y", "z"]), place(["pointsAtX", "pointsAtY", "pointsAtZ"]));
                let angle = number("limitingConeAngle", 90.0).abs().min(90.0);
                Source::Spot {
                    at,
                    to: normal([to[0] - at[0], to[1] - at[1], to[2] - at[2]]),
                    exponent: number("specularExponent", 1.0).clamp(1.0, 128.0),
                    limit: libm::cosf(angle.to_radians()),
                }
            }
        })
    }
}

fn numbers(text: &str) -> Vec<f32> {
    let parts = text.split(|c: char| c.is_ascii_whitespace() || c == ',').filter(|part| !part.is_empty());
    parts.map_while(|part| part.parse().ok().filter(|number: &f32| number.is_finite())).collect()
}

/// The matrix of an `feColorMatrix`; `None` for values of another number.
fn matrix(kind: Option<&str>, values: Option<&str>) -> Option<[[f32; 5]; 4]> {
    let given = values.map(numbers);
    let first = |preset: f32| given.as_ref().and_then(|values| values.first().copied()).unwrap_or(preset);
    let of = |function: FilterFunction| {
        let rows = super::super::pixel_effect::matrix(&function)?;
        let row = |at: usize| [rows[at][0], rows[at][1], rows[at][2], 0.0, rows[at][3]];
        Some([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0, 0.0]])
    };
    match kind {
        Some("saturate") => of(FilterFunction::Saturate(first(1.0))),
        Some("hueRotate") => of(FilterFunction::HueRotate(first(0.0))),
        Some("luminanceToAlpha") => Some([[0.0; 5], [0.0; 5], [0.0; 5], [0.2125, 0.7154, 0.0721, 0.0, 0.0]]),
        _ => match given {
            None => of(FilterFunction::Saturate(1.0)),
            Some(values) if values.len() == 20 => {
                Some(std::array::from_fn(|row| std::array::from_fn(|column| values[row * 5 + column])))
            }
            Some(_) => of(FilterFunction::Saturate(1.0)),
        },
    }
}

/// The table of a function of `feComponentTransfer`. Chrome: its values are cut, not rounded.
///
/// <https://drafts.fxtf.org/filter-effects/#element-attrdef-fecomponenttransfer-type>
fn transfer_table<'a>(of: &dyn Fn(&str) -> Option<&'a str>) -> [u8; 256] {
    let number = |name: &str, preset: f32| of(name).and_then(|text| text.parse().ok()).unwrap_or(preset);
    let values = numbers(of("tableValues").unwrap_or_default());
    let table = |function: &dyn Fn(f32) -> f32| -> [u8; 256] {
        std::array::from_fn(|at| (function(at as f32 / 255.0) * 255.0) as u8)
    };
    match of("type") {
        Some("table") if !values.is_empty() => table(&|value| {
            let place = value * (values.len() - 1) as f32;
            let (low, part) = (place.floor() as usize, place - place.floor());
            let at = |index: usize| values.get(index).or(values.last()).copied().unwrap_or_default();
            at(low) + (at(low + 1) - at(low)) * part
        }),
        Some("discrete") if !values.is_empty() => {
            table(&|value| values[((value * values.len() as f32) as usize).min(values.len() - 1)])
        }
        Some("linear") => table(&|value| value * number("slope", 1.0) + number("intercept", 0.0)),
        Some("gamma") => table(&|value| {
            number("amplitude", 1.0) * libm::powf(value, number("exponent", 1.0)) + number("offset", 0.0)
        }),
        _ => table_of_itself(),
    }
}
