//! Tests of the accessibility tree of the shop's pages, without a server and without a browser.
//!
//! A page that no longer matches fails the test with what differs; `cargo insta review` accepts the new page.

use axum::body::{Body, to_bytes};
use axum::http::Request;
use stillpage::assert_aria_snapshot;
use tower::ServiceExt as _;
use web_example::{Cart, Item, app, cart_view, item_view};

fn cart() -> Cart {
    vec![Item { name: "Mug", price: 12 }, Item { name: "Teapot", price: 30 }]
}

/// Returns the answer of a route, without a socket.
fn get(route: &str) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let request = Request::get(route).body(Body::empty()).expect("a request");
        let response = app(cart()).oneshot(request).await.expect("an answer");
        let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("a body");
        String::from_utf8(bytes.to_vec()).expect("UTF-8")
    })
}

#[test]
fn cart_lists_its_items() {
    // Only what the test is about; numbers may change.
    assert_aria_snapshot!(get("/cart"), @r#"
    - main:
      - heading /Cart \(\d+\)/ [level=1]
      - list "Items":
        - listitem:
          - link "Mug":
            - /url: /items/0
          - button "Remove"
      - button /Pay \d+ €/
    "#);
}

#[test]
fn empty_cart_cannot_be_paid() {
    assert_aria_snapshot!(cart_view(&Vec::new()).into_string(), @r#"
    - heading "Cart (0)" [level=1]
    - list "Items"
    - button "Pay 0 €" [disabled]
    "#);
}

#[test]
fn item_has_a_form() {
    // The template is in snapshots/shop__item.snap.
    assert_aria_snapshot!(item_view(&cart()[1]).into_string(), name = "item");
}

#[test]
fn missing_item_is_an_alert() {
    assert_aria_snapshot!(get("/items/7"), @r#"- alert: There is no such item."#);
}
