use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::Template;
use crate::page::Page;

#[track_caller]
fn check(html: &str, template: &str, matches: bool) {
    let template = Template::parse(template).unwrap_or_else(|error| panic!("{error}: {template}"));
    let result = template.matches(&Page::from_html(html)).unwrap();
    assert_eq!(result.matches, matches, "{}\n{}", result.diff, result.updated);
    assert_eq!(result.diff.is_empty(), matches, "{}", result.diff);
    let updated = Template::parse(&result.updated).unwrap_or_else(|error| panic!("{error}: {}", result.updated));
    assert!(updated.matches(&Page::from_html(html)).unwrap().matches, "{}", result.updated);
}

#[test]
fn lists_match_in_part_and_in_order() {
    let html = "<h1>Fruits</h1><ul><li>Apple</li><li>Banana</li><li>Cherry</li></ul>";
    check(html, "- heading \"Fruits\" [level=1]", true);
    check(html, "- heading\n- list:\n  - listitem: Apple\n  - listitem: Cherry", true);
    check(html, "- list:\n  - listitem: Cherry\n  - listitem: Apple", false);
    check(html, "- listitem: Banana", true);
    check(html, "- text: Banana", true);
    check(html, "- heading\n- text: Banana", false);
    check(html, "- list:\n  - /children: equal\n  - listitem: Apple\n  - listitem\n  - listitem", true);
    check(html, "- list:\n  - /children: equal\n  - listitem: Apple\n  - listitem: Cherry", false);
    check(html, "- list:\n  - /children: contain\n  - listitem: Cherry", true);
}

#[test]
fn deep_equal_holds_below() {
    let html = "<ul><li><a href=/a>A</a> <button>x</button></li></ul>";
    check(html, "- list:\n  - /children: equal\n  - listitem:\n    - link", true);
    check(html, "- list:\n  - /children: deep-equal\n  - listitem:\n    - link", false);
    check(html, "- list:\n  - /children: deep-equal\n  - listitem:\n    - link \"A\"\n    - button \"x\"", true);
    // Another mode further in counts from there on.
    check(html, "- list:\n  - /children: deep-equal\n  - listitem:\n    - /children: contain\n    - link", true);
}

#[test]
fn names_texts_and_addresses() {
    let html = "<p>12 items in  your\ncart</p><a href='/cart?id=7'>Cart 7</a><button>it's: /x/</button>";
    check(html, "- paragraph: /\\d+ items/", true);
    check(html, "- paragraph: 12 items in your cart", true);
    check(html, "- paragraph: 12 items", false);
    check(html, "- link /^Cart \\d$/:\n  - /url: /id=\\d+/", true);
    check(html, "- link /^Cart \\d$/:\n  - /url: /id=\\d+$/", true);
    check(html, "- link:\n  - /url: /cart?id=7", true);
    check(html, "- 'button \"it''s: /x/\"'", true);
    check(html, "- button /\\/x\\//", true);
    // Without the flag `u`, `\\p` and `\\u{` are letters.
    check("<h1>p{L} uu</h1>", "- heading /^\\p{L} \\u{2}$/", true);
    check("<h1>Title</h1>", "- heading /^\\p{L}/", false);
    check(html, "- link \"Cart\"", false);
    check("<p>5</p><p>0x10</p>", "- paragraph: 5", true);
    check("<p>true</p>", "- paragraph: true", true);
}

#[test]
fn states_are_those_of_the_role() {
    let html = "<input type=checkbox aria-label=a><input type=checkbox aria-label=b checked>\
                <input type=checkbox aria-label=c aria-checked=mixed><button aria-expanded=false>d</button><button>e</button>\
                <button aria-pressed=mixed>f</button><input aria-label=g aria-invalid=spelling><h3>h</h3>";
    check(html, "- checkbox \"a\" [checked=false]", true);
    check(html, "- checkbox \"a\" [checked]", false);
    check(html, "- checkbox \"b\" [checked]", true);
    check(html, "- button \"d\" [expanded=false]", true);
    check(html, "- button \"e\" [expanded=false]", false);
    check(html, "- button \"f\" [pressed=mixed] [disabled=false]", true);
    check(html, "- heading [disabled=false]", false);
    check(html, "- textbox \"g\" [invalid=spelling]", true);
    check(html, "- heading [level=3]", true);
    check(html, "- heading [level=2]", false);
}

#[test]
fn templates_that_do_not_parse() {
    let check = |template: &str, expected: &str| {
        let error = Template::parse(template).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{template}");
    };
    check("- button \"a\" [checkd]", "unsupported attribute [checkd] at line 1, column 15");
    check("- list\n\n- heading [level=x]", "value of \"level\" must be a number at line 3, column 18");
    check("    - a\n    - button [check", "expected ] at line 2, column 20");
    check("- button \"a", "unterminated string at line 1, column 12");
    check("- button a", "unexpected input at line 1, column 10");
    check("list: a", "a template must be a YAML sequence, each element starting with \"- \" at line 1, column 1");
    check("- text: 5", "the value of text must be a string: put it in quotes at line 1, column 9");
    check(
        "- list:\n  - /children: some",
        "the value of /children must be contain, equal or deep-equal at line 2, column 16",
    );
    check("- 5", "sequence items must be strings or maps at line 1, column 3");
    for broken in
        ["- list:", "- list:\n  a: b", "- a: b: c", "- \"", "- list:\n  - a\n   - b: c", "- [", "\t- a\n- b", "- *x"]
    {
        assert!(Template::parse(broken).is_err(), "{broken}");
    }
    let deep = "- a:\n".to_owned() + &(1..500).map(|i| format!("{}- a:\n", "  ".repeat(i))).collect::<String>();
    assert!(Template::parse(&deep).is_err());
}

#[test]
fn broken_regexes_are_errors_where_they_are_compared() {
    let broken = Template::parse("- list\n- button /(/ [pressed]").unwrap();
    let compare = |html: &str| broken.matches(&Page::from_html(html)).map(|result| result.matches);
    assert_eq!(compare("<ul></ul><button>a</button><p>x</p>").ok(), Some(false), "the state differs");
    assert_eq!(compare("<p>x</p>").ok(), Some(false), "there is no button");
    let error = compare("<ul><li>a</ul><button aria-pressed=true>a</button>").unwrap_err();
    let expected = "the template: not a regular expression: this group is not closed at line 2, column 10";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn empty_templates_are_known() {
    assert!(Template::parse("").unwrap().is_empty());
    assert!(Template::parse("\n  \n").unwrap().is_empty());
    assert!(Template::parse("[]").unwrap().is_empty());
    assert!(Template::parse("- /children: contain").unwrap().is_empty());
    assert!(!Template::parse("- list").unwrap().is_empty());
}

#[test]
fn differences_name_the_nearest_candidate() {
    let html = "<h1>Cart (2)</h1><ul><li>Mug <button>Remove</button></li><li>Pot</li></ul><a href=/pay>Pay</a>";
    let template = "- heading \"Cart\" [level=2]\n- list:\n  - listitem:\n    - text: Mug\n    - button \"Delete\"\n  - listitem: Pan\n- link \"Pay\"\n- dialog:\n  - button";
    let result = Template::parse(template).unwrap().matches(&Page::from_html(html)).unwrap();
    insta::assert_snapshot!(result.diff, @r#"
    - - heading "Cart" [level=2]  # nearest is heading "Cart (2)" [level=1]: it is [level=1], the name is "Cart (2)"
      - list
        - listitem
          - text: Mug
    -     - button "Delete"  # nearest is button "Remove": the name is "Remove"
        - listitem
    -     - text: Pan  # nearest is text: Pot
      - link "Pay"
    - - dialog  # not found here
    -   - button
    "#);
}

#[test]
fn updates_keep_regexes_that_match() {
    let html = "<h1>Cart (2)</h1><p>Total 30 €</p><a href=/pay?t=1>Pay</a>";
    let template = "- heading /Cart \\(\\d+\\)/ [level=2]\n- paragraph: /Total \\d+ €/\n- link /Go/:\n  - /url: /^\\/pay\\?t=\\d+$/";
    let result = Template::parse(template).unwrap().matches(&Page::from_html(html)).unwrap();
    insta::assert_snapshot!(result.updated, @r#"
    - heading /Cart \(\d+\)/ [level=1]
    - paragraph: /Total \d+ €/
    - link "Pay":
      - /url: /^\/pay\?t=\d+$/
    "#);
}

/// Templates whose verdict differs from Playwright's, which sees a text as UTF-16 code units.
const KNOWN_GAPS: &[&str] = &["- paragraph: /^Zo. na.ve .. ..$/"];

#[test]
fn verdicts_are_those_of_playwright() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut count = 0;
    let mut wrong = Vec::new();
    for page in ["children", "states", "text"] {
        let html = fs::read_to_string(root.join(format!("corpus/cases/template/{page}.html"))).unwrap();
        let recorded = fs::read_to_string(root.join(format!("snapshots/templates/{page}.jsonl"))).unwrap();
        let rendered = Page::from_html(&html);
        for line in recorded.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let template = case["template"].as_str().unwrap();
            let result = Template::parse(template).map(|template| template.matches(&rendered));
            let verdict = match result {
                Ok(Ok(result)) if result.matches => "match",
                Ok(Ok(_)) => "differ",
                Ok(Err(_)) | Err(_) => "invalid",
            };
            count += 1;
            if (case["verdict"] == verdict) == KNOWN_GAPS.contains(&template) {
                wrong.push(format!("{page}: {template:?}: {verdict} instead of {}", case["verdict"]));
            }
        }
    }
    assert!(count >= 200, "{count} templates are recorded");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
