//! Any text as a declaration: no panic, and finite values.

use proptest::prelude::*;

use super::*;

/// Text that looks like CSS.
fn css_like() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        proptest::sample::select(PropertyId::ALL).prop_map(|p| format!(";{}:", p.css())),
        proptest::sample::select(Shorthand::ALL).prop_map(|s| format!(";{}:", s.css())),
        proptest::sample::select(
            &[
                "calc(",
                "min(",
                "clamp(",
                "round(",
                "repeat(",
                "minmax(",
                "rgb(",
                "polygon(",
                "rect(",
                "var(",
                "attr(",
                "url(",
                "1px ",
                "-3em ",
                "50% ",
                "1fr ",
                "0 ",
                "1e39px ",
                "auto ",
                "none ",
                "span ",
                "a ",
                "'a b' ",
                "[x] ",
                ", ",
                "/ ",
                "+ ",
                "- ",
                "* ",
                ") ",
                "( ",
                "!important",
                "inherit",
                "infinity",
                "--x:",
                "#fff ",
                "\\",
                "\"",
            ][..]
        )
        .prop_map(String::from),
    ];
    proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_parses_and_computes_without_a_panic(text in prop_oneof![css_like(), any::<String>()]) {
        let style = child(&ComputedStyle::initial(), &text);
        for size in [&style.width, &style.height, &style.min_width] {
            if let Dimension::Length(length) = size {
                prop_assert!(length.resolve(100.0).is_finite(), "{} makes {:?}", text, size);
            }
        }
        for name in ["touch-action", "font-stretch", "box-shadow", "width", "--a"] {
            let _ = supports_declaration(name, &text);
        }
    }
}
