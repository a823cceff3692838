//! Pages as deep as the document can be, on the stack that a test has (2 MiB).

use super::Layout;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
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
    assert_eq!(layout.omitted(), [], "{css} {open}");
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
