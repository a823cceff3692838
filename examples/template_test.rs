//! A snapshot test of a rendered template, as you would write one for your own templates.
//!
//! `cargo test --example template_test`

use std::io::Write as _;

use stillpage::{Page, Snapshot, SnapshotMode, SnapshotOptions};

/// A template: what a handler of yours returns.
fn cart(items: &[(&str, u32)]) -> String {
    let rows: String = items
        .iter()
        .map(|(name, price)| format!("<li>{name} <strong>${price}</strong> <button>Remove</button></li>"))
        .collect();
    let disabled = if items.is_empty() { "disabled" } else { "" };
    format!("<h1>Cart</h1><ul aria-label=Items>{rows}</ul><button {disabled}>Pay</button>")
}

/// The accessibility tree, as Playwright's `toMatchAriaSnapshot` has it.
fn snapshot(html: &str) -> String {
    let options = SnapshotOptions::default().mode(SnapshotMode::Default);
    Snapshot::render(&Page::from_html(html), &options).to_string()
}

fn main() -> std::io::Result<()> {
    writeln!(std::io::stdout(), "{}", snapshot(&cart(&[("Tea", 4)])))
}

#[cfg(test)]
mod tests {
    use stillpage::assert_aria_snapshot;

    use super::*;

    #[test]
    fn cart_lists_its_items() {
        insta::assert_snapshot!(snapshot(&cart(&[("Tea", 4), ("Jam", 6)])), @r#"
        - heading "Cart" [level=1]
        - list "Items":
          - listitem:
            - text: Tea
            - strong: $4
            - button "Remove"
          - listitem:
            - text: Jam
            - strong: $6
            - button "Remove"
        - button "Pay"
        "#);
    }

    #[test]
    fn each_item_has_a_price() {
        // A template is only what the test is about.
        assert_aria_snapshot!(cart(&[("Tea", 4), ("Jam", 6)]), @r#"
        - list "Items":
          - listitem:
            - text: Jam
            - strong: /^\$\d+$/
        "#);
    }

    #[test]
    fn empty_cart_cannot_be_paid() {
        assert_aria_snapshot!(cart(&[]), @r#"- button "Pay" [disabled]"#);
    }
}
