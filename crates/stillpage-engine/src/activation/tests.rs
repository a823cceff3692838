use super::*;
use crate::dom::{ParseOptions, form};
use crate::selector::{SelectorList, select};

fn document(html: &str) -> ActiveDocument {
    let html = format!("<!doctype html><style>body {{ margin: 0 }}</style>{html}");
    ActiveDocument::new(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default())
}

fn node(document: &ActiveDocument, selector: &str) -> NodeId {
    let list = SelectorList::parse(selector).expect("a selector");
    let dom = document.page().dom();
    select(dom, &list, dom.document()).expect("it is found in time")[0]
}

fn press(document: &mut ActiveDocument, keys: &str) {
    for key in keys.split(' ') {
        document.press(&key.parse().expect("a key"));
    }
}

/// The value of a field after keys, with the caret at its end at first.
#[track_caller]
fn check_keys(field: &str, keys: &str, expected: &str) {
    let mut document = document(field);
    let field_node = node(&document, "input, textarea, select");
    document.click(field_node, Button::Left, &Key::default(), 1).expect("it is clicked");
    press(&mut document, keys);
    assert_eq!(form::value(document.page().dom(), field_node), expected, "{field} {keys}");
}

#[test]
fn keys_edit_text() {
    check_keys("<input value=abc>", "d Space E", "abcd E");
    check_keys("<input value=abc>", "Backspace Home x Delete", "xb");
    check_keys("<input value=abc>", "Shift+ArrowLeft Shift+ArrowLeft x", "ax");
    check_keys("<input value=abc>", "Control+a x", "x");
    check_keys("<input value=abc maxlength=4>", "d e f", "abcd");
    check_keys("<input value=abc readonly>", "d Backspace", "abc");
    check_keys("<input type=search value=abc>", "Escape", "");
    check_keys("<textarea>ab\ncd</textarea>", "ArrowUp x Enter End y", "abx\ny\ncd");
}

#[test]
fn keys_step_numbers() {
    check_keys("<input type=number value=1 min=0 max=3>", "ArrowUp ArrowUp ArrowUp", "3");
    check_keys("<input type=number value=0.15 step=0.1 min=0>", "ArrowUp", "0.2");
    check_keys("<input type=number>", "1 x 2 ArrowDown", "11");
    check_keys("<input type=range min=0 max=50 step=5 value=20>", "Home ArrowRight PageUp", "10");
    check_keys("<select><option>Ant<option disabled>Bee<option>Cat</select>", "ArrowDown ArrowDown", "Cat");
    check_keys("<select><option>Ant<option>Bee<option>Cat</select>", "c", "Cat");
}

/// An element that moves away from under the pointer is not pressed: Chromium hits again before the button goes down.
#[test]
fn hover_can_move_an_element_away() {
    let moves = "<style>#m { position: fixed; top: -30px; height: 40px } #m:hover { top: 100px }</style>\
                 <button id=m>Menu</button>";
    let mut document = document(moves);
    let menu = node(&document, "#m");
    document.click(menu, Button::Left, &Key::default(), 1).expect("it is under the pointer at first");
    assert_eq!(document.focused(), None, "the page itself was pressed");
}

#[test]
fn space_scrolls_the_page_and_what_has_the_focus() {
    let mut document = document(
        "<div id=s tabindex=0 style='height:100px;overflow:auto'><p style=height:500px></p></div><p style=height:3000px>",
    );
    press(&mut document, "Space");
    assert_eq!(document.page().layout().viewport().offset, Point::new(0.0, 630.0), "seven eighths of the window");
    press(&mut document, "Home Tab PageDown");
    let inner =
        document.page().layout().get(node(&document, "#s")).and_then(|own| own.scroll()).map(|scroll| scroll.offset.y);
    assert_eq!(inner, Some(87.0), "and of the container");
    assert_eq!(document.page().layout().viewport().offset, Point::ZERO, "the page stays");
}

#[test]
fn focus_is_lost_with_its_element() {
    let mut document = document("<details open><summary>s</summary><button>b</button></details>");
    let (summary, button) = (node(&document, "summary"), node(&document, "button"));
    document.click(button, Button::Left, &Key::default(), 1).expect("it is clicked");
    assert_eq!(document.focused(), Some(button));
    document.script(&[attribute(node(&document, "details"), "open", None)]).expect("it is closed");
    assert_eq!(document.focused(), None, "it is no longer shown");
    press(&mut document, "Tab");
    assert_eq!(document.focused(), None, "Tab continues from where it was");
    press(&mut document, "Tab");
    assert_eq!(document.focused(), Some(summary));
}

/// The order is that of Chromium 156.
#[test]
fn frame_without_tab_stops_is_one_itself() {
    let mut document = document(
        "<button id=a>a</button><iframe id=empty></iframe><iframe id=full srcdoc='<button>in</button>'></iframe>\
         <iframe id=no tabindex=-1></iframe><iframe id=text srcdoc='<p>x'></iframe><button id=b>b</button>",
    );
    let mut stops = Vec::new();
    for key in ["Tab", "Tab", "Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"] {
        press(&mut document, key);
        let dom = document.page().dom();
        stops.push(document.focused().map(|focus| dom.attr(focus, &"id".into()).unwrap_or("in").to_owned()));
    }
    let expected = ["a", "empty", "in", "text", "b", "text", "in"].map(|id| Some(id.to_owned()));
    assert_eq!(stops, expected);
}
