use super::*;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::page::RenderOptions;

fn page(html: &str) -> Page {
    Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default(), RenderOptions::default())
}

/// A computed page stands for a measured one.
fn compare(measured: &str, computed: &str) -> Verification {
    let measured = page(measured);
    let handles = NodeMap::new(measured.dom().len(), 0);
    verify("p", &Recording::default(), &Measured { page: measured, handles }, &page(computed))
}

const PAGE: &str = "<!doctype html><h1>Basket</h1><button style='width:50px'>Pay</button><p>Text</p>";

#[test]
fn verification_of_the_same_page_agrees() {
    let same = compare(PAGE, PAGE);
    assert!(same.areas.values().all(|(agreeing, all)| agreeing == all), "{:?}", same.areas);
    assert!(same.worst.is_empty(), "{:?}", same.worst);
    assert!(
        same.areas["style"].1 == 4 * same.areas["display"].1 && same.areas["geometry.1px"].1 == 5,
        "{:?}",
        same.areas
    );
}

#[test]
fn verification_names_the_first_cause() {
    let other = compare(PAGE, &PAGE.replace("50px", "80px").replace("<h1>", "<h1 style='margin-bottom:90px'>"));
    assert_eq!(other.areas["ai"].0, other.areas["ai"].1, "names and roles are the same");
    let worst: Vec<&str> = other.worst.iter().map(|miss| miss.element.as_str()).collect();
    assert!(worst.contains(&"button"), "{worst:?}");
    assert!(other.areas["geometry.4px"].0 < other.areas["geometry.4px"].1, "{:?}", other.areas);
}

/// The causes that are named for the first of the worst elements, as `element: cause`.
fn causes(measured: &str, computed: &str) -> Vec<String> {
    compare(measured, computed).worst.iter().map(|miss| format!("{}: {}", miss.element, miss.cause)).collect()
}

#[test]
fn verification_names_no_box_that_another_one_explains() {
    let page = |middle: &str| {
        format!(
            "<!doctype html><main><section><h1>One</h1>{middle}<p>After</p></section><section><h2>Two</h2></section></main><footer>End</footer>"
        )
    };
    let check = |theirs: &str, ours: &str, expected: &[&str]| {
        assert_eq!(causes(&page(theirs), &page(ours)), expected, "{theirs} {ours}");
    };
    check("<div style='height:40px'></div>", "<div style='height:90px'></div>", &["div: its height (display: block)"]);
    check(
        "<div><img style='height:40px;width:40px;display:block'></div>",
        "<div><img style='height:40px;width:90px;display:block'></div>",
        &["img: the own width of `img`"],
    );
    check(
        "<div style='display:flex'><b style='width:50px'>a</b><i>b</i></div>",
        "<div style='display:flex'><b style='width:90px'>a</b><i>b</i></div>",
        &["b: its width (a flex item of div)"],
    );
    check(
        "<div style='position:relative'><i style='position:absolute;left:9px'>x</i></div>",
        "<div style='position:relative'><i style='position:absolute;left:90px'>x</i></div>",
        &["i: where it stands from left to right in div (position: absolute)"],
    );
    check(
        "<div style='font-size:20px'><b>Bold words</b> here</div>",
        "<div style='font-size:30px'><b>Bold words</b> here</div>",
        &["div: its font size is 30, Chromium has 20"],
    );
}

#[test]
fn verification_of_other_trees_says_where_they_part() {
    let other = compare(PAGE, "<!doctype html><h1>Basket</h1><p>Text</p>");
    assert!(other.note.starts_with("the trees differ from element 4 on"), "{}", other.note);
    assert_eq!(other.areas["style"].0, 0, "nothing can be compared");
    assert!(other.areas["ai"].0 > 0, "lines can");
}

#[test]
fn verification_fails_under_the_least_share() {
    let verified = |areas: &[&str], least| Verified {
        pages: vec![compare(PAGE, &PAGE.replace("50px", "80px"))],
        areas: areas.iter().map(|&a| a.to_owned()).collect(),
        least,
        report: Some("r.html".to_owned()),
        fonts: Fonts::default(),
    };
    assert_eq!(verified(&[], None).verdict(), Verdict::Done);
    assert_eq!(verified(&["ai"], Some(0.99)).verdict(), Verdict::Done);
    assert_eq!(verified(&[], Some(0.99)).verdict(), Verdict::Failed);
    let (path, report) = verified(&[], None).files().remove(0);
    assert!(path == "r.html" && report.contains("<svg") && report.contains("button"), "the report has a picture");
    let json: Value = serde_json::from_str(&verified(&[], Some(0.99)).json()).unwrap();
    assert!(json["failing"].as_array().is_some_and(|f| f.contains(&json!("geometry.1px"))), "{}", json["failing"]);
}
