use super::*;
use crate::dom::ParseOptions;
use crate::style::computed::Color;

/// The properties that the attributes of the first element of this name set.
fn hinted(html: &str, name: &str) -> Vec<&'static str> {
    let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
    let is_named = |node: &NodeId| dom.element(*node).is_some_and(|e| &*e.name.local == name);
    let node = dom.descendants(dom.document()).find(is_named).expect("the element");
    let mut out = Vec::new();
    presentational_hints(&dom, node, &mut out);
    let name = |declaration: &Declaration| match &declaration.property {
        PropertyName::Longhand(property) => property.css(),
        PropertyName::Custom(_) => "--",
    };
    out.iter().map(name).collect()
}

#[test]
fn attributes_of_elements() {
    assert_eq!(hinted("<p>", "p"), [""; 0]);
    assert_eq!(hinted("<p hidden>", "p"), ["display"]);
    assert_eq!(hinted("<p hidden=until-found>", "p"), ["content-visibility"]);
    assert_eq!(hinted("<svg hidden></svg>", "svg"), [""; 0]);
    assert_eq!(hinted("<p inert dir=rtl>", "p"), ["interactivity", "direction", "unicode-bidi"]);
    assert_eq!(hinted("<p dir=auto>", "p"), ["unicode-bidi", "direction"]);
    assert_eq!(hinted("<bdi>x</bdi>", "bdi"), ["direction"]);
    assert_eq!(hinted("<img width=10 height=20>", "img"), ["width", "height", "aspect-ratio"]);
    assert_eq!(hinted("<img align=left>", "img"), ["float", "vertical-align"]);
    assert_eq!(hinted("<canvas width=1 height=1>", "canvas"), ["aspect-ratio"]);
    assert_eq!(hinted("<br clear=all>", "br"), ["clear"]);
    assert_eq!(hinted("<ul type=A>", "ul"), [""; 0]);
    assert_eq!(hinted("<ol type=A>", "ol"), ["list-style-type"]);
    assert_eq!(hinted("<hr size=1>", "hr"), ["border-bottom-width"]);
    assert_eq!(hinted("<font face='a, b' size=+2>x</font>", "font"), ["font-family", "font-size"]);
    assert_eq!(hinted("<body marginheight=0>", "body"), ["margin-top", "margin-bottom"]);
    assert_eq!(hinted("<textarea wrap=off></textarea>", "textarea"), ["text-wrap-mode", "overflow-wrap"]);
    assert_eq!(hinted("<svg><rect x=1 fill=none width=2 /></svg>", "rect"), ["x", "fill", "width"]);
    assert_eq!(hinted("<svg><g opacity='1 !important'/></svg>", "g"), [""; 0]);
}

#[test]
fn tables_reach_their_cells() {
    let sides = ["padding-top", "padding-right", "padding-bottom", "padding-left"];
    assert_eq!(hinted("<table cellpadding=3><td>", "td"), sides);
    assert_eq!(hinted("<table><td>", "td"), [""; 0]);
    assert_eq!(hinted("<table border=1><th>", "th").len(), 8);
    assert_eq!(hinted("<table border=0><th>", "th"), [""; 0]);
    assert_eq!(hinted("<table rules=groups><tbody>", "tbody").len(), 4);
    assert_eq!(hinted("<table rules=cols><td>", "td").len(), 4);
    assert_eq!(hinted("<table width=0>", "table"), [""; 0]);
    assert_eq!(hinted("<table align=center>", "table"), ["margin-inline-start", "margin-inline-end"]);
    assert_eq!(hinted("<table><tr><td width=0 nowrap>", "td"), ["text-wrap-mode"]);
}

#[test]
fn dimensions_follow_the_rules() {
    let check = |text: &str, expected: Option<(f32, bool)>| {
        let parsed = dimension(text).map(|extent| match extent {
            Extent::Px(value) => (value, false),
            Extent::Percent(value) => (value, true),
        });
        assert_eq!(parsed, expected, "{text}");
    };
    check("10", Some((10.0, false)));
    check(" 10.5px", Some((10.5, false)));
    check("50%", Some((0.5, true)));
    check("10.", Some((10.0, false)));
    check("-1", None);
    check("px", None);
    check("", None);
}

#[test]
fn legacy_colors_are_read_as_written() {
    let check = |text: &str, expected: Option<&str>| {
        let hex = legacy_color(text).map(|color| match color {
            Color::Srgb(srgb) => srgb.hex(),
            other => format!("{other:?}"),
        });
        assert_eq!(hex.as_deref(), expected, "{text}");
    };
    check("#ff6600", Some("#ff6600"));
    check(" F60 ", Some("#0f0600"));
    check("#f60", Some("#ff6600"));
    check("ff6600", Some("#ff6600"));
    check("Navy", Some("#000080"));
    check("chucknorris", Some("#c00000"));
    check("transparent", None);
    check("", None);
}
