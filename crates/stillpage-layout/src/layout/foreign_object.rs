//! `foreignObject`: boxes of HTML in the user space of an element of SVG.
//!
//! <https://svgwg.org/svg2-draft/embedded.html#ForeignObjectElement>

use std::sync::Arc;

use super::state::LayoutState;
use super::state::box_tree::{BoxId, BoxTree};
use super::state::results::{Constraints, Purpose};
use super::svg;
use super::svg_box::SvgBox;
use super::unit::{Extent, Offset};
use crate::geometry::{Affine, Size};

/// The elements in an outermost `svg` whose content box has this size, measured once.
pub(super) fn measured(pass: &LayoutState<'_>, svg: BoxId, content: Size) -> Arc<[SvgBox]> {
    let node = pass.tree[svg].node;
    pass.svg_boxes(svg, content, || svg::layout(pass.dom, pass.styles, node, content, &pass.svg_paths))
}

/// Lays out the contents of the `foreignObject` elements in an `svg`, whose content box has this size.
pub(super) fn layout(pass: &mut LayoutState<'_>, svg: BoxId, content: Extent) {
    if pass.tree[svg].first_child.is_none() {
        return;
    }
    let elements = measured(pass, svg, content.to_size());
    for (id, at) in positions(&pass.tree, svg, &elements) {
        let Some(element) = elements.get(at) else { continue };
        let zoom = pass.tree[id].style.zoom;
        let size = Extent::from_size(Size::new(element.rect.width * zoom, element.rect.height * zoom));
        let constraints = Constraints {
            fixed_width: Some(size.width),
            fixed_height: Some(size.height),
            ..Constraints::fit(size.width, Some(size.height), Purpose::Place)
        };
        pass.layout(id, &constraints);
        let result = &mut pass.results[id.index()];
        (result.offset, result.container) = (Offset::ZERO, Some(svg));
    }
}

/// The boxes of `foreignObject` elements in an `svg`, each with the position of the element among all that are in it.
pub(super) fn positions(tree: &BoxTree, svg: BoxId, elements: &[SvgBox]) -> Vec<(BoxId, usize)> {
    // Both are in the order of the tree.
    let mut next = 0;
    let position = |id: BoxId| {
        let node = tree[id].node;
        let at = next + elements.get(next..)?.iter().position(|element| element.node == node)?;
        next = at + 1;
        Some((id, at))
    };
    tree.children(svg).filter_map(position).collect()
}

/// From the border box of a `foreignObject` to the content box of its `svg`.
pub(super) fn to_root(element: &SvgBox, zoom: f32) -> Affine {
    let unzoomed = Affine { a: 1.0 / zoom, d: 1.0 / zoom, ..Affine::IDENTITY };
    element.to_root.then_inner(&Affine::translation(element.rect.x, element.rect.y)).then_inner(&unzoomed)
}
