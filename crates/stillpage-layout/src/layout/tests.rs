//! Deep pages, on the stack that a test has (2 MiB), and pages that reach a limit.

use super::dispatch::Dispatch;
use super::state::LayoutState;
use super::state::box_tree::{BoxId, BoxKind};
use super::state::results::InlineFragmentKind;
use super::unit::{Extent, LayoutUnit};
use super::{Layout, build};
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::limits::Limit;
use crate::style::Styles;

/// The left edge of the element with the id `x` in `levels` times `open`, each level of which moves it by `step` px.
#[track_caller]
fn check(css: &str, open: &str, levels: u16, step: f32) {
    let html = format!(
        "<!doctype html><style>body {{ margin: 0 }} {css}</style><body>{}<b id=x>x",
        open.repeat(usize::from(levels))
    );
    let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
    let device = Device::default();
    let layout = Layout::compute(&dom, &Styles::cascade(&dom, &device), &device);
    let x = dom.get_element_by_id(dom.document(), &"x".into()).and_then(|x| layout.get(x));
    assert_eq!(x.map(|x| x.rect.x), Some(f32::from(levels) * step), "{css} {open}");
    assert!(layout.warnings().is_empty(), "{css} {open}");
}

#[test]
fn deep_pages_are_laid_out() {
    let div = |css: &str| format!("div {{ padding-left: 1px; {css} }}");
    check(&div(""), "<div>", 500, 1.0);
    check(&div("float: left"), "<div>", 500, 1.0);
    check(&div("display: inline-block"), "<div>", 500, 1.0);
    check(&div("display: flow-root"), "<div>", 500, 1.0);
    check(&div("display: flex"), "<div>", 500, 1.0);
    check(&div("display: inline-flex"), "<div>", 500, 1.0);
    check(&div("display: grid"), "<div>", 500, 1.0);
    check(&div("display: grid; grid-template-columns: auto 1fr"), "<div>", 500, 1.0);
    check(&div("position: relative"), "<div>", 500, 1.0);
    check(&div("position: absolute"), "<div>", 500, 1.0);
    check(&div("column-width: 5000px"), "<div>", 500, 1.0);
    check("span { padding-left: 1px }", "<span>", 500, 1.0);
    check("span { padding-left: 1px; vertical-align: super }", "<span>", 500, 1.0);
    check("table { border-spacing: 0 } td { padding: 0 0 0 1px }", "<table><tr><td>", 124, 1.0);
    check("fieldset { margin: 0; border: 0; padding: 0 0 0 1px }", "<fieldset>", 500, 1.0);
}

#[test]
fn deep_frames_are_cut_and_reported() {
    let mut html = String::from("<p>x");
    for _ in 0..5 {
        let escaped = html.replace('&', "&amp;").replace('"', "&quot;");
        html = format!("<!doctype html><body>{}<iframe srcdoc=\"{escaped}\"></iframe>", "<div>".repeat(400));
    }
    let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
    let device = Device::default();
    let layout = Layout::compute(&dom, &Styles::cascade(&dom, &device), &device);
    let warnings: Vec<String> = layout.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["limit of 1600 levels of boxes reached: the contents of deeper boxes are not laid out"]);
}

/// Returns the number of lines, of ten, that the outermost of these nested inline boxes is on, if `spent` of the budget for such
/// boxes is spent already.
fn lines_of_outermost(levels: usize, spent: u64) -> usize {
    let html = format!("<!doctype html><p>{}{}", "<span>".repeat(levels), "a<br>".repeat(10));
    let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
    let device = Device::default();
    let styles = Styles::cascade(&dom, &device);
    let mut pass = LayoutState::new(&dom, &styles, &device, build::build(&dom, &styles, &device), &Dispatch);
    pass.continued.spend(spent);
    pass.layout_document(BoxId::ROOT, Extent::new(LayoutUnit::px(800), LayoutUnit::px(600)));
    let outermost = pass.tree.descendants(BoxId::ROOT).find(|id| pass.tree[*id].kind == BoxKind::Inline);
    let fragments = pass.inlines.iter().flatten().flat_map(|lines| &lines.fragments);
    fragments.filter(|f| f.kind == InlineFragmentKind::Inline && Some(f.id) == outermost).count()
}

#[test]
fn lines_in_deep_inline_boxes_are_bounded() {
    let all = Limit::ContinuedInlineBoxes.value();
    assert_eq!(lines_of_outermost(40, 0), 10, "there is a budget");
    assert_eq!(lines_of_outermost(40, all), 1, "only the innermost go on");
    assert_eq!(lines_of_outermost(12, all), 10, "boxes of usual depth always do");
}

#[test]
fn percentages_of_tracks_are_cyclic_while_the_tracks_are_sized() {
    let html = "<!doctype html><style>body { margin: 0 } main { display: grid; place-content: center; width: 600px }
        #x { width: min(100%, 200px) } i { display: inline-block; width: 300px }</style><main><div id=x><i></i></div>";
    let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
    let device = Device::default();
    let layout = Layout::compute(&dom, &Styles::cascade(&dom, &device), &device);
    let x = dom.get_element_by_id(dom.document(), &"x".into()).and_then(|x| layout.get(x));
    // Chrome: the track is as wide as the contents, 300 px.
    assert_eq!(x.map(|x| (x.rect.x, x.rect.width)), Some((150.0, 200.0)));
}

#[test]
fn what_there_is_one_of_for_every_box_stays_small() {
    use super::state::box_tree::BoxNode;
    use super::state::flexible_styles::ItemStyle;
    use super::state::inline_items::Item;
    use super::state::results::{BoxResult, InlineFragment};
    use super::{LayoutBox, PaintItem};
    use std::mem::size_of;
    let check = |name: &str, bytes: usize, most: usize| assert!(bytes <= most, "{name} has {bytes} bytes");
    check("BoxNode", size_of::<BoxNode>(), 64);
    check("BoxResult", size_of::<BoxResult>(), 48);
    check("ItemStyle", size_of::<ItemStyle>(), 184);
    check("Item", size_of::<Item>(), 40);
    check("InlineFragment", size_of::<InlineFragment>(), 40);
    check("LayoutBox", size_of::<LayoutBox>(), 48);
    check("PaintItem", size_of::<PaintItem>(), 64);
}
