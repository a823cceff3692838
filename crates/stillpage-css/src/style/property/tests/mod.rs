//! Values by family: what parses, what it expands to, what it computes to.

mod any_text;

use super::*;
use crate::geometry::Size;
use crate::style::computed::*;

/// Every font has the same proportions: ex and cap 0.5em, ch 0.6em.
struct Fonts;

impl FontUnits for Fonts {
    fn ex(&self, style: &ComputedStyle) -> f32 {
        style.font_size * 0.5
    }

    fn cap(&self, style: &ComputedStyle) -> f32 {
        style.font_size * 0.5
    }

    fn ch(&self, style: &ComputedStyle) -> f32 {
        style.font_size * 0.6
    }

    fn ic(&self, style: &ComputedStyle) -> f32 {
        style.font_size
    }

    fn normal_line_height(&self, style: &ComputedStyle) -> f32 {
        style.font_size * 1.2
    }
}

fn with_basis<T>(parent: &ComputedStyle, use_basis: impl FnOnce(&ComputeBasis<'_>) -> T) -> T {
    let initial = ComputedStyle::initial();
    use_basis(&ComputeBasis {
        parent,
        initial: &initial,
        is_root: false,
        root_font_size: 10.0,
        root_line_height: 15.0,
        viewport: &DocumentViewport::new(Size::new(1000.0, 500.0)),
        container: (Some(300.0), None),
        asked_container: &Cell::new(false),
        quirks: Quirks::NoQuirks,
        fonts: &Fonts,
        web_fonts: None,
        element: None,
    })
}

/// The style of a child of `parent` with these declarations, applied in the order of their phases.
fn child(parent: &ComputedStyle, css: &str) -> ComputedStyle {
    with_basis(parent, |basis| {
        let mut declarations = parse_style_attribute(css, &ParseMode::default());
        declarations.sort_by_key(|d| match &d.property {
            PropertyName::Longhand(property) => property.index(),
            PropertyName::Custom(_) => 0,
        });
        let mut style = inherit_from(parent, basis.initial);
        for declaration in &declarations {
            let PropertyName::Longhand(property) = declaration.property else { continue };
            let property = resolve_logical(property, style.writing_mode, style.direction);
            match &declaration.value {
                DeclaredValue::Specified(value) => apply_declaration(&mut style, property, value, basis),
                DeclaredValue::Wide(CssWide::Inherit) => set_inherited(&mut style, property, basis),
                DeclaredValue::Wide(CssWide::Initial) => set_initial(&mut style, property, basis),
                _ => {}
            }
        }
        style
    })
}

fn style(css: &str) -> ComputedStyle {
    child(&ComputedStyle::initial(), css)
}

/// px of a width, percentages of 200 px.
fn width(value: &str) -> f32 {
    match style(&format!("width: {value}")).width {
        Dimension::Length(length) => length.resolve(200.0),
        other => panic!("{value} is {other:?}"),
    }
}

#[track_caller]
fn near(actual: f32, expected: f32) {
    assert!((actual - expected).abs() < 0.01, "{actual} is not {expected}");
}

#[test]
fn lengths_of_every_unit() {
    let cases = [
        ("10px", 10.0),
        ("1in", 96.0),
        ("2.54cm", 96.0),
        ("25.4mm", 96.0),
        ("101.6Q", 96.0),
        ("72pt", 96.0),
        ("6pc", 96.0),
        ("2em", 32.0),
        ("2rem", 20.0),
        ("2ex", 16.0),
        ("10ch", 96.0),
        ("1cap", 8.0),
        ("1ic", 16.0),
        ("1lh", 19.2),
        ("2rlh", 30.0),
        ("10vw", 100.0),
        ("10vh", 50.0),
        ("10svw", 100.0),
        ("10dvh", 50.0),
        ("10vmin", 50.0),
        ("10lvmax", 100.0),
        ("10vi", 100.0),
        ("10vb", 50.0),
        ("10cqw", 30.0),
        ("10cqh", 50.0),
        ("10cqi", 30.0),
        ("10cqmin", 30.0),
        ("50%", 100.0),
        ("0", 0.0),
        ("+1e1px", 10.0),
        ("1PX", 1.0),
    ];
    for (value, expected) in cases {
        near(width(value), expected);
    }
}

#[test]
fn math_functions() {
    let cases = [
        ("calc(1px + 2px)", 3.0),
        ("calc(50% - 10px)", 90.0),
        ("calc(100% / 3 * 2)", 133.333),
        ("calc((1px + 2em) * 2)", 66.0),
        ("calc(2 * (3 * 4px))", 24.0),
        ("calc(1px - -2px)", 3.0),
        ("calc(10px * 2px / 4px)", 5.0),
        ("calc(1px * (1em / 1px))", 16.0),
        ("min(50%, 30px)", 30.0),
        ("max(50%, 30px)", 100.0),
        ("clamp(10px, 5%, 30px)", 10.0),
        ("clamp(10px, 80%, 30px)", 30.0),
        ("clamp(none, 80%, 30px)", 30.0),
        ("min(1em, 2em, max(10px, 1px))", 10.0),
        ("round(10px, 3px)", 9.0),
        ("round(up, 10px, 3px)", 12.0),
        ("round(down, 55%, 20px)", 100.0),
        ("mod(10px, 3px)", 1.0),
        ("rem(10px, 3px)", 1.0),
        ("abs(-3px)", 3.0),
        ("calc(1px * sign(5em))", 1.0),
        ("calc(10px * sin(30deg))", 5.0),
        ("calc(10px * cos(60deg))", 5.0),
        ("calc(1px * pow(2, 3))", 8.0),
        ("calc(1px * sqrt(16))", 4.0),
        ("hypot(3px, 4px)", 5.0),
        ("calc(1px * log(8, 2))", 3.0),
        ("calc(1px * exp(0))", 1.0),
        ("calc(2px * pi)", std::f32::consts::TAU),
        ("calc(-5px)", 0.0),
        ("calc(10% - 5em)", 0.0),
        ("calc(1px / 0)", 33_554_428.0),
        ("calc(1px * NaN)", 0.0),
        ("-webkit-calc(1px + 1px)", 2.0),
    ];
    for (value, expected) in cases {
        near(width(value), expected);
    }
}

/// Values that Chromium supports, and values that it does not.
#[test]
fn values_that_are_valid_and_that_are_not() {
    let valid = [
        "width: calc(100% - (1px))",
        "width: var(--a)",
        "width: attr(data-x type(<length>))",
        "width: env(safe-area-inset-top)",
        "width: --f(1)",
        "width: inherit",
        "width: stretch",
        "display: flow-root list-item",
        "display: -webkit-inline-flex",
        "float: inline-start",
        "overflow: clip visible",
        "white-space: nowrap preserve",
        "text-wrap: balance nowrap",
        "cursor: url(x) 2 3, -webkit-grab",
        "contain: style inline-size",
        "font: italic small-caps bold condensed 12px/1.5 a b, 'c'",
        "font: menu",
        "flex: min-content 1 2",
        "grid: auto-flow dense 1fr / repeat(auto-fill, minmax(10px, 1fr))",
        "grid-template: [x] 'a b' 1fr [y] 'c d' / 1fr 2fr",
        "grid-area: 1 / b",
        "grid-template-columns: subgrid [a] [b c]",
        "aspect-ratio: 16/9 auto",
        "border: solid red 1px",
        "border-radius: 1px / 2px 3px",
        "list-style: none none",
        "columns: auto 3",
        "transform: translateX(1px)rotate(0)",
        "clip-path: polygon(evenodd, 0 0, 1px 1px)",
        "clip: rect(0 0 0 0)",
        "content: 'a' counter(x, lower-roman) / attr(y)",
        "background: url(x) center / cover no-repeat, red",
        "color: rgb(1 2 3 / 50%)",
        "filter: blur()",
        "will-change: transform, opacity",
        "justify-items: left legacy",
        "z-index: calc(2.5)",
        "WIDTH: 1px",
        "-webkit-margin-before: 1em",
        "--anything: }{",
        // Paint.
        "touch-action: pan-x pinch-zoom",
        "text-decoration: underline dotted",
        "-webkit-tap-highlight-color: transparent",
        "scroll-behavior: smooth",
        "animation-timeline: view()",
    ];
    let invalid = [
        "width: 1",
        "width: -1px",
        "width: 1px 2px",
        "width: calc(1px+1px)",
        "width: calc(1px + 1)",
        "width: min()",
        "width: -moz-available",
        "width: ",
        "max-width: auto",
        "display: block inline",
        "display: -ms-grid",
        "position: -webkit-sticky",
        "z-index: 1.0",
        "opacity: 1px",
        "white-space: normal pre",
        "cursor: url(x)",
        "contain: size inline-size",
        "font: 12px",
        "font-weight: 1001",
        "font-family: a, inherit",
        "flex: 0 0 10",
        "gap: -1px",
        "grid-template-columns: repeat(auto-fill, 1fr)",
        "grid-template-columns: [a]",
        "grid-template-areas: 'a b' 'b a'",
        "grid-row: span 0",
        "border: 1px 2px",
        "transform: translate(1px,)",
        "transform: rotate(10)",
        "clip-path: circle(closest-corner)",
        "content: none 'a'",
        "background: red, blue",
        "color: #fffff",
        "filter: alpha(opacity=50)",
        "align-items: center safe",
        "-moz-appearance: none",
        "all: red",
        "nonsense: 1",
        "touch-action: foo",
        "scroll-behavior: fast",
        "box-shadow: foo",
    ];
    for (expected, cases) in [(true, &valid[..]), (false, &invalid[..])] {
        for case in cases {
            let (name, value) = case.split_once(':').expect("a declaration");
            assert_eq!(supports_declaration(name, value.trim()), expected, "{case}");
        }
    }
}

/// The longhands a declaration expands to.
fn longhands(css: &str) -> Vec<&'static str> {
    parse_style_attribute(css, &ParseMode::default())
        .iter()
        .map(|d| match &d.property {
            PropertyName::Longhand(property) => property.css(),
            PropertyName::Custom(_) => "--",
        })
        .collect()
}

#[test]
fn shorthands_expand() {
    assert_eq!(longhands("margin: 1px"), ["margin-top", "margin-right", "margin-bottom", "margin-left"]);
    assert_eq!(longhands("overflow: hidden"), ["overflow-x", "overflow-y"]);
    assert_eq!(longhands("flex: var(--x)"), ["flex-grow", "flex-shrink", "flex-basis"]);
    assert_eq!(longhands("gap: inherit"), ["row-gap", "column-gap"]);
    assert_eq!(longhands("margin: 1px bad; color: red"), ["color"]);
    assert!(longhands("all: initial").contains(&"width"), "all has width");
    assert!(!longhands("all: initial").contains(&"direction"), "all lacks direction");
    assert_eq!(longhands("outline: 1px solid"), ["outline-width", "outline-style", "outline-color"]);
    assert_eq!(longhands("transition: all 1s"), [""; 0]);
}

#[test]
fn importance_and_text_of_values() {
    let parse = |css| parse_style_attribute(css, &ParseMode::default());
    assert!(parse("width: 1px !important")[0].important, "important");
    assert!(parse("width: var(--a)!important")[0].important, "important with variables");
    assert!(parse("width: 1px !ie").is_empty(), "an unknown bang is invalid");
    let DeclaredValue::WithVariables(text) = &parse("--a:  {b: c; d} ! important")[0].value else { panic!("no text") };
    assert_eq!((&*text.text, text.references), ("{b: c; d}", false));
    let DeclaredValue::WithVariables(text) = &parse("margin: 0 VAR(--a, 1px)")[0].value else { panic!("no text") };
    assert_eq!((&*text.text, text.origin), ("0 VAR(--a, 1px)", "margin"));
    assert_eq!(parse("--a: initial")[0].value, DeclaredValue::Wide(CssWide::Initial));
}

#[test]
fn substituted_text_is_read_again() {
    let mode = ParseMode::default();
    let reparse = |property, origin, text| {
        let unparsed = UnparsedValue { origin, text: "".into(), references: true, base: None };
        Reparsed::read(&unparsed, text, &mode).and_then(|read| read.of(property))
    };
    let left = reparse(PropertyId::MarginLeft, "margin", "1px 2px 3px 4px");
    assert_eq!(left, Some(DeclaredValue::Specified(SpecifiedLength::Px(4.0).into())));
    assert_eq!(reparse(PropertyId::Width, "width", " inherit "), Some(DeclaredValue::Wide(CssWide::Inherit)));
    assert_eq!(reparse(PropertyId::Width, "width", "1px 2px"), None);
    assert_eq!(reparse(PropertyId::Width, "height", "1px"), None);
    assert_eq!(
        reparse(PropertyId::InlineSize, "-webkit-logical-width", "auto"),
        reparse(PropertyId::Width, "width", "auto")
    );
}

#[test]
fn font_sizes_as_chromium_has_them() {
    let cases = [
        ("font-size: large", "", 18.0),
        ("font-size: 20px", "font-size: larger", 24.0),
        ("font-size: 20px", "font-size: 150%", 30.0),
        ("font-size: 20px", "font-size: 2em", 40.0),
        ("font-size: 20px", "font-size: calc(1em + 1px)", 21.0),
        ("", "font-family: monospace", 13.0),
        ("font-size: 16px", "font-family: monospace", 16.0),
        ("font-size: 1.2em", "font-family: monospace", 15.6),
        ("font-size: large", "font-family: monospace", 16.0),
        ("", "font-family: monospace; font-size: 1em", 13.0),
        ("", "font-family: monospace; font-size: medium", 13.0),
        ("", "font-family: monospace; font-size: larger", 15.6),
        ("", "font-family: monospace, monospace", 16.0),
        ("font-family: monospace", "font-family: serif", 16.0),
        ("font-family: monospace", "font-size: 120%", 15.6),
        ("font-family: monospace", "", 13.0),
        ("", "font: 10px/2 a", 10.0),
    ];
    for (parent, own, expected) in cases {
        let parent_style = style(parent);
        let size = child(&parent_style, own).font_size;
        assert!((size - expected).abs() < 0.01, "{parent} > {own}: {size}, not {expected}");
    }
}

#[test]
fn fonts_and_line_heights() {
    let bold = style("font-weight: bold");
    near(child(&bold, "font-weight: bolder").font_weight, 900.0);
    near(child(&bold, "font-weight: lighter").font_weight, 400.0);
    near(child(&style(""), "font-weight: bolder").font_weight, 700.0);
    assert_eq!(style("line-height: 1.5").line_height, LineHeight::Number(1.5));
    assert_eq!(style("font-size: 20px; line-height: 150%").line_height, LineHeight::Px(30.0));
    assert_eq!(style("font-size: 20px; line-height: 1em").line_height, LineHeight::Px(20.0));
    assert_eq!(child(&style("line-height: 30px"), "line-height: 2lh").line_height, LineHeight::Px(60.0));
    let families = style("font-family: 'A B', c d, sans-serif").font_family;
    let expected =
        [FontFamily::Named("A B".into()), FontFamily::Named("c d".into()), FontFamily::Generic("sans-serif".into())];
    assert_eq!(*families, expected);
}

#[test]
fn inheritance_and_initial_values() {
    let parent = style("color: transparent; width: 10px; font-style: italic; border: 5px solid; visibility: hidden");
    let plain = child(&parent, "");
    assert!(plain.color.is_transparent(), "color inherits");
    assert_eq!((plain.font_style, plain.visibility), (FontStyle::Italic, Visibility::Hidden));
    assert_eq!(plain.width, Dimension::Auto);
    let inherited = child(&parent, "width: inherit; border: inherit; visibility: initial");
    assert_eq!(inherited.width, parent.width);
    assert_eq!(inherited.visibility, Visibility::Visible);
    near(inherited.border.top.width, 5.0);
    near(child(&parent, "border-style: solid").border.left.width, 3.0);
}

#[test]
fn zoom_scales_lengths_and_fonts() {
    let zoomed = style("zoom: 2; width: 10px; font-size: 20px; padding: 1em; margin-left: 10%");
    near(zoomed.font_size, 40.0);
    assert_eq!(zoomed.width, Dimension::Length(LengthPercentage::px(20.0)));
    assert_eq!(zoomed.padding.top, LengthPercentage::px(40.0));
    assert_eq!(zoomed.margin.left, LengthPercentageAuto::Length(LengthPercentage::percent(0.1)));
    near(child(&zoomed, "zoom: 50%").font_size, 20.0);
    near(child(&zoomed, "").font_size, 40.0);
}

#[test]
fn borders_are_whole_device_pixels() {
    let width = |css: &str| style(css).border.top.width;
    near(width("border: 0.5px solid"), 1.0);
    near(width("border: 1.9px solid"), 1.0);
    near(width("border: thick solid"), 5.0);
    near(width("border-top: 0 solid"), 0.0);
}

#[test]
fn flex_and_grid() {
    let flex = style("flex: 2");
    near(flex.flex_grow, 2.0);
    let FlexBasis::Size(Dimension::Length(basis)) = &flex.flex_basis else { panic!("{:?}", flex.flex_basis) };
    near(basis.resolve(100.0), 0.0);
    assert_eq!(basis.maybe_resolve(None), None, "0% is a percentage");
    assert_eq!(style("flex: none").flex_basis, FlexBasis::Size(Dimension::Auto));
    assert_eq!(style("flex-basis: content").flex_basis, FlexBasis::Content);
    let grid = style("grid-template: 'a b' 10px 'a c' / 1fr 2fr; grid-row: 2 / span 3; grid-column: x");
    let grid = grid.grid.expect("grid properties");
    assert_eq!(grid.template_rows.items.len(), 2);
    assert_eq!(grid.template_areas.rows[1][1].as_deref(), Some("c"));
    assert_eq!(grid.row_start, GridLine::Line { number: 2, name: None });
    assert_eq!(grid.row_end, GridLine::Span { count: 3, name: None });
    assert_eq!((&grid.column_start, &grid.column_end), (&GridLine::Named("x".into()), &GridLine::Named("x".into())));
    let tracks = style("grid-template-columns: [a] 10px repeat(2, [b] 1fr) [c]").grid.expect("tracks").template_columns;
    assert_eq!(tracks.items.len(), 2);
    assert_eq!(tracks.names, [vec!["a".into()], vec![], vec!["c".into()]]);
}

#[test]
fn generated_content() {
    let Content::Items(items, alternative) = style("content: 'a' counter(x) open-quote / 'b'").content else {
        panic!("no items")
    };
    assert_eq!(items[0], ContentItem::Text("a".into()));
    assert!(matches!(&items[1], ContentItem::CounterUse(counter) if &*counter.name == "x"), "{:?}", items[1]);
    assert_eq!(items[2], ContentItem::QuoteUse(QuoteUse::Open));
    assert_eq!(alternative, Some(Alternative::Text("b".into())));
    let counted = style("content: 'a' / 'Item ' counter(x)").content;
    assert!(matches!(counted, Content::Items(_, Some(Alternative::Counted))), "{counted:?}");
    let changes = style("counter-increment: a b 3").counter_increment.expect("counters");
    assert_eq!(changes.iter().map(|c| c.value).collect::<Vec<_>>(), [Some(1), Some(3)]);
    assert_eq!(style("list-style: LOWER-ROMAN").list_style_type, ListStyleType::Named(Atom::from("lower-roman")));
    assert_eq!(style("list-style: none").list_style_type, ListStyleType::None);
}

#[test]
fn quirks_and_presentation_attributes_take_numbers() {
    let parse = |css, quirks, presentation_attribute| {
        parse_style_attribute(css, &ParseMode { quirks, presentation_attribute, user_agent: false }).len()
    };
    assert_eq!(parse("width: 10", false, false), 0);
    assert_eq!(parse("width: 10", true, false), 1);
    assert_eq!(parse("width: 10", false, true), 1);
    assert_eq!(parse("inline-size: 10", true, false), 0);
    assert_eq!(parse("line-height: 10", true, false), 1);
    assert_eq!(parse("border-radius: 10", true, false), 0);
}

#[test]
fn text_decorations_are_lines_and_a_style() {
    let check = |css: &str, expected: (u8, &str)| {
        let style = style(css);
        assert_eq!((style.text_decoration_line, style.text_decoration_style.css()), expected, "{css}");
    };
    check("text-decoration: underline", (1, "solid"));
    check("text-decoration: red wavy line-through overline 2px", (6, "wavy"));
    check("text-decoration: underline; text-decoration: #f00", (0, "solid"));
    check("text-decoration-line: underline; text-decoration-style: dotted", (1, "dotted"));
    for invalid in ["underline underline", "none underline", "underline solid solid", "1px 2px", ""] {
        check(&format!("text-decoration: line-through; text-decoration: {invalid}"), (4, "solid"));
    }
    assert_eq!(child(&style("text-decoration: underline"), "").text_decoration_line, 0, "it is not inherited");
}
