//! The parts of SVG that `clip-path` and `mask` leave.
//!
//! <https://drafts.fxtf.org/css-masking-1/>

use tiny_skia::Transform;

use super::canvas::Canvas;
use super::clip::{Clipped, corners_of};
use super::paint_server::viewport;
use super::path::plane;
use super::shape::{self, Scene};
use crate::dom::{Atom, Dom, NodeId};
use crate::geometry::Rect;
use crate::layout::{SvgCut, draw_definition, svg_length};
use crate::style::transform_list;

/// Steps to look at the attributes of an element.
const CUT_STEPS: u64 = 1000;

/// Returns what an element leaves of a part of the picture; `None` if all of it. Approx: those that attributes name; the shapes in a
/// `clipPath` are not clipped themselves.
pub(super) fn cut(canvas: &mut Canvas<'_>, scene: Scene<'_>, cut: &SvgCut, outer: &Clipped) -> Option<Clipped> {
    let dom = scene.0.dom();
    let mut left: Option<Clipped> = None;
    for (name, tag) in [("clip-path", "clipPath"), ("mask", "mask")] {
        let Some(node) = definition(dom, cut.node, (name, tag)) else { continue };
        let now = left.as_ref().unwrap_or(outer);
        if now.area.is_empty() || !canvas.budget().spend(CUT_STEPS) {
            break;
        }
        let is_mask = tag == "mask";
        let of = |name: &str| attribute(dom, node, name);
        let to_picture = canvas.transform(&cut.to_viewport);
        let bounds = cut.bounds;
        let of_bounds = Transform::from_row(bounds.width, 0.0, 0.0, bounds.height, bounds.x, bounds.y);
        let is_of_bounds = |name: &str, preset: bool| match of(name) {
            Some("userSpaceOnUse") => false,
            Some("objectBoundingBox") => true,
            _ => preset,
        };
        let size = viewport(scene.0, cut.node);
        let mut area = now.area;
        if is_mask {
            let units = is_of_bounds("maskUnits", true);
            let length = |name: &str, preset: f32, basis: f32| {
                let basis = if units { 1.0 } else { basis };
                of(name).and_then(|text| svg_length(text, 16.0, basis)).unwrap_or(preset * basis)
            };
            let region = Rect::new(
                length("x", -0.1, size.width),
                length("y", -0.1, size.height),
                length("width", 1.2, size.width),
                length("height", 1.2, size.height),
            );
            let region_to_picture = if units { to_picture.pre_concat(of_bounds) } else { to_picture };
            area = area.intersect(&corners_of(&region, region_to_picture));
        }
        let units = is_of_bounds(if is_mask { "maskContentUnits" } else { "clipPathUnits" }, false);
        let own = of("transform").filter(|_| !is_mask).and_then(transform_list);
        let own = own.map_or(Transform::identity(), |m| Transform::from_row(m.a, m.b, m.c, m.d, m.e, m.f));
        let to_picture = to_picture.pre_concat(own);
        let to_picture = if units { to_picture.pre_concat(of_bounds) } else { to_picture };
        let by_luminance = is_mask
            && !of("style").is_some_and(|style| style.replace(' ', "").contains("mask-type:alpha"))
            && of("mask-type") != Some("alpha");
        if area.is_empty() {
            left = Some(Clipped::new(Rect::ZERO, None));
            break;
        }
        let inside = Clipped::new(area, None);
        let coverage = canvas.coverage(&area, by_luminance, |canvas| {
            draw_definition(dom, scene.0.styles(), node, size, &mut |drawn| {
                let at = (to_picture.pre_concat(plane(&drawn)), &inside);
                match is_mask {
                    true => shape::draw(canvas, scene, &drawn, at),
                    false => shape::draw_as_clip(canvas, &drawn, at),
                }
            });
        });
        // What there are no steps for is not cut.
        let Some(coverage) = coverage else { break };
        left = Some(now.masked(area, coverage));
    }
    left
}

/// The element that an attribute refers to.
fn definition(dom: &Dom, node: NodeId, (name, tag): (&str, &str)) -> Option<NodeId> {
    let url = attribute(dom, node, name)?.trim().strip_prefix("url(")?.split(')').next()?;
    let id = url.trim().trim_matches(['"', '\'']).strip_prefix('#')?;
    let found = dom.get_element_by_id(dom.tree_root(node), &Atom::from(id))?;
    dom.element(found).filter(|element| &*element.name.local == tag).map(|_| found)
}

/// The value of an attribute of an element.
pub(super) fn attribute<'d>(dom: &'d Dom, node: NodeId, name: &str) -> Option<&'d str> {
    let attributes = &dom.element(node)?.attributes;
    attributes.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}
