//! [`preview`]: an element in one line, as Playwright's errors name it.

use std::fmt::Write as _;

use crate::dom::{Dom, NodeData, NodeId};
use crate::safe_text::PageText;

/// Playwright: characters of all attributes, and of the text.
const MAX_ATTRIBUTES: usize = 500;
const MAX_TEXT: usize = 50;
/// Playwright: an element with more children has its text left out.
const MAX_CHILDREN: usize = 5;

/// Playwright: attributes that are printed without a value where it is empty.
const BOOLEAN: &[&str] = &["checked", "selected", "disabled", "readonly", "multiple"];
/// Playwright: elements without content.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "command", "embed", "hr", "img", "input", "keygen", "link", "menuitem", "meta",
    "param", "source", "track", "wbr",
];

/// An element with its attributes, the short ones first, and its text if it has nothing else: `<button disabled>Pay</button>`.
pub(super) fn preview(dom: &Dom, node: NodeId) -> String {
    let Some(element) = dom.element(node) else { return String::new() };
    let mut attributes: Vec<String> = element
        .attributes
        .iter()
        .map(|attribute| (&*attribute.name.local, &*attribute.value))
        .filter(|(name, _)| *name != "style")
        .map(|(name, value)| {
            if value.is_empty() && BOOLEAN.contains(&name) {
                format!(" {name}")
            } else {
                format!(" {name}=\"{value}\"")
            }
        })
        .collect();
    attributes.sort_by_key(|attribute| attribute.chars().count());
    let tag = &*element.name.local;
    let mut line = format!("<{tag}{}", shortened(&attributes.concat(), MAX_ATTRIBUTES));
    if VOID.contains(&tag) {
        line.push_str("/>");
    } else {
        let children = dom.children(node).take(MAX_CHILDREN + 1);
        let kinds: Vec<bool> = children.map(|child| matches!(dom.node(child).data, NodeData::Text(_))).collect();
        let text = match kinds.len() <= MAX_CHILDREN && kinds.iter().all(|&is_text| is_text) {
            true => shortened(&dom.text_content(node), MAX_TEXT),
            false => "…".to_owned(),
        };
        let _ = write!(line, ">{text}</{tag}>");
    }
    // As in Playwright, lines are kept together by signs for what would break them.
    let line = line.replace('\n', "↵").replace('\t', "⇆");
    PageText::of(&line).at_most(2 * MAX_ATTRIBUTES).to_string()
}

fn shortened(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    text.chars().take(limit - 1).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn elements_are_written_as_playwright_writes_them() {
        for (html, expected) in [
            (
                "<button id=x disabled class=primary>Pay</button>",
                "<button id=\"x\" disabled class=\"primary\">Pay</button>",
            ),
            ("<input id=x type=radio disabled style='top:0'>", "<input id=\"x\" disabled type=\"radio\"/>"),
            ("<p id=x>a<b>c</b></p>", "<p id=\"x\">…</p>"),
            ("<p id=x></p>", "<p id=\"x\"></p>"),
            ("<p id=x>a\nb</p>", "<p id=\"x\">a↵b</p>"),
        ] {
            let page = Page::from_html(html);
            let x = page.dom().get_element_by_id(page.dom().document(), &"x".into()).expect("#x");
            assert_eq!(preview(page.dom(), x), expected);
        }
    }
}
