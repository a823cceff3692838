//! Snapshots of small pages. Every element that CSS shows gets the same box, so that layout is out of play; what is
//! expected is what Playwright 1.65 prints.

use serde_json::json;

use super::*;
use crate::page::even_page as page;

fn render(html: &str, options: &SnapshotOptions) -> String {
    Snapshot::render(&page(html), options).to_string()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines()
        .map(|line| line.strip_prefix("            ").unwrap_or(line))
        .filter(|l| !l.trim().is_empty())
        .collect()
}

/// Compares the snapshot for agents, but for the line of the body if that is the only outermost one, and refs.
#[track_caller]
fn check(html: &str, expected: &str) {
    let text = render(html, &SnapshotOptions::default());
    let text: Vec<String> = text.lines().map(without_ref).collect();
    let text: Vec<&str> = match text.split_first() {
        Some((body, rest)) if body == "- generic [active]:" => {
            rest.iter().filter_map(|l| l.strip_prefix("  ")).collect()
        }
        _ => text.iter().map(String::as_str).collect(),
    };
    assert_eq!(text, lines(expected), "{html}");
}

#[track_caller]
fn check_default(html: &str, expected: &str) {
    let text = render(html, &SnapshotOptions::default().mode(SnapshotMode::Default));
    assert_eq!(text.lines().collect::<Vec<_>>(), lines(expected), "{html}");
}

fn without_ref(line: &str) -> String {
    match line.split_once(" [ref=") {
        Some((head, tail)) => format!("{head}{}", tail.split_once(']').map_or("", |(_, rest)| rest)),
        None => line.to_owned(),
    }
}

#[test]
fn text_is_merged_and_normalized() {
    check("<p>a <b>b</b> &nbsp; c</p>", "- paragraph: a b c");
    check("<p>a<br>b</p><p>c</p>", "- paragraph: ab\n- paragraph: c");
    check_default("<p>a<br>b</p>", "- paragraph: a b");
    check("<p>a<span hidden>x</span>c</p><hr>", "- paragraph: a c\n- separator");
    check_default("<p>a<span hidden>x</span>c</p>", "- paragraph: ac");
}

#[test]
fn text_boxes_show_their_value_alone() {
    check("<textarea placeholder=p>v</textarea><input type=range>", "- textbox \"p\": v\n- slider: \"50\"");
    check("<input title=n placeholder=p><hr>", "- textbox \"n\":\n  - /placeholder: p\n- separator");
    check("<div role=textbox>typed <b>text</b></div><hr>", "- textbox\n- separator");
    check("<input type=checkbox value=v><input type=submit value=v>", "- checkbox\n- button \"v\"");
}

#[test]
fn generic_inline_text_makes_no_node() {
    check("<p>a<span>b</span></p><hr>", "- paragraph: ab\n- separator");
    check("<p>a<span><i>b</i></span></p><hr>", "- paragraph:\n  - text: a\n  - generic: b\n- separator");
}

#[test]
fn generic_with_one_child_gives_way() {
    check("<div><div><button>x</button></div></div><hr>", "- button \"x\"\n- separator");
    check("<div><div>x</div></div><hr>", "- generic: x\n- separator");
    check("<div></div><hr><hr>", "- separator\n- separator");
    check("<div aria-label=n><hr></div><hr>", "- generic \"n\":\n  - separator\n- separator");
    check("<div><div aria-hidden=true>x</div></div><hr>", "- generic [aria-hidden]: x\n- separator");
    check_default("<div role=generic><hr></div>", "- generic:\n  - separator");
}

#[test]
fn generic_that_repeats_a_name_is_dropped() {
    check("<a href=x><div>A</div></a><hr>", "- link \"A\" [cursor=pointer]:\n  - /url: x\n- separator");
    check("<button aria-label=A><div>A</div>b</button><hr>", "- button \"A\": b\n- separator");
    check("<button aria-label=A><p>A</p></button><hr>", "- button \"A\":\n  - paragraph: A\n- separator");
    check(
        "<button aria-label=A><div aria-hidden=true>A</div></button><hr>",
        "- button \"A\":\n  - generic [aria-hidden]: A\n- separator",
    );
}

#[test]
fn images_without_a_name_are_dropped() {
    check("<button><img src=x>t</button><img>", "- button \"t\"");
    check("<img style='cursor:pointer'><hr>", "- img [cursor=pointer]\n- separator");
    check_default("<button><img src=x>t</button>", "- button \"t\":\n  - img\n  - text: t");
}

#[test]
fn name_is_dropped_where_its_content_is_shown() {
    check(
        "<h2><a href=x>l</a></h2><hr>",
        "- heading [level=2]:\n  - link \"l\" [cursor=pointer]:\n    - /url: x\n- separator",
    );
    check("<button>a<p>b</p></button><hr>", "- button:\n  - text: a\n  - paragraph: b\n- separator");
    check("<h2><img alt=i><b>b</b></h2><hr>", "- heading [level=2]:\n  - img \"i\"\n  - text: b\n- separator");
}

#[test]
fn name_stays_where_its_content_is_mere_text() {
    check("<h2>a<div>b</div></h2><hr>", "- heading \"a b\" [level=2]:\n  - text: a\n  - generic: b\n- separator");
    check(
        "<h2><img alt=i><div>b</div></h2><hr>",
        "- heading \"i b\" [level=2]:\n  - img \"i\"\n  - generic: b\n- separator",
    );
    check("<h2><svg><title>s</title></svg></h2><hr>", "- heading \"s\" [level=2]:\n  - img \"s\"\n- separator");
    check(
        "<table><tr><th><p>a</p><td>b</table><hr>",
        concat!(
            "- table:\n  - rowgroup:\n    - row:\n      - rowheader \"a\":\n        - paragraph: a\n      - cell \"b\"\n",
            "- separator"
        ),
    );
}

#[test]
fn name_stays_where_no_pointer_reaches_its_content() {
    let h2 = |inner: &str| format!("<style>i{{pointer-events:none}}</style><h2>{inner}</h2><hr>");
    check(&h2("<i role=img aria-label=a></i>"), "- heading \"a\" [level=2]:\n  - img \"a\"\n- separator");
    check(
        &h2("<i role=img aria-label=a></i><p>b</p>"),
        "- heading [level=2]:\n  - img \"a\"\n  - paragraph: b\n- separator",
    );
}

#[test]
fn name_is_dropped_where_a_named_part_covers_mere_text() {
    check(
        "<button><h3>a<div>b</div></h3></button><hr>",
        "- button:\n  - heading \"a b\" [level=3]:\n    - text: a\n    - generic: b\n- separator",
    );
}

#[test]
fn name_from_labels_inside_is_dropped_but_for_groups() {
    check("<div role=tab aria-labelledby=l><p id=l>x</p></div><hr>", "- tab:\n  - paragraph: x\n- separator");
    check("<nav aria-labelledby=l><p id=l>x</p></nav><hr>", "- navigation \"x\":\n  - paragraph: x\n- separator");
    check("<p id=l>x</p><div role=tab aria-labelledby=l>z</div>", "- paragraph: x\n- tab \"x\": z");
}

#[test]
fn hidden_but_painted_elements_stay_for_agents() {
    let html = "<div aria-hidden=true>a<p>b</p></div><p hidden>c</p>";
    check(html, "- generic [aria-hidden]:\n  - text: a\n  - paragraph: b");
    check_default(html, "");
}

#[test]
fn cursor_is_shown_once() {
    check(
        "<div style='cursor:pointer'>a<a href=x>b</a></div><hr>",
        "- generic [cursor=pointer]:\n  - text: a\n  - link \"b\":\n    - /url: x\n- separator",
    );
    check("<div style='cursor:pointer'><div></div></div><hr>", "- generic [cursor=pointer]\n- separator");
}

#[test]
fn refs_are_numbered_before_pruning() {
    let page = page("<div><div><button>x</button></div></div><p style='pointer-events:none'>y</p><p>z</p>");
    let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
    let expected = "- generic [active] [ref=e1]:\n  - button \"x\" [ref=e4]\n  - paragraph: \"y\"\n  - \
                    paragraph [ref=e5]: z";
    assert_eq!(snapshot.to_string(), expected, "gaps where generics were");
    let button = snapshot.refs().element(Ref { frame: 0, number: 4 }).expect("e4 is assigned");
    assert!(page.dom().is_html(button, &crate::dom::local_name!("button")), "e4 is the button");
    assert_eq!(snapshot.refs().of(button), Some(Ref { frame: 0, number: 4 }), "and the other way");
    assert_eq!(snapshot.refs().iter().count(), 5, "pruned elements keep their refs");
}

#[test]
fn frames_nest_and_are_numbered_by_level() {
    let inner = "<iframe srcdoc='<p>deep</p>'></iframe>".replace('\'', "&apos;");
    let html = format!("<iframe srcdoc='<p>a</p>{inner}'></iframe><iframe srcdoc='<p>b</p>'></iframe>");
    let expected = "- generic [active] [ref=e1]:\n  - iframe [ref=e2]:\n    - generic [ref=f1e1]:\n      - paragraph \
                    [ref=f1e2]: a\n      - iframe [ref=f1e3]:\n        - paragraph [ref=f3e2]: deep\n  - iframe \
                    [ref=e3]:\n    - paragraph [ref=f2e2]: b";
    assert_eq!(render(&html, &SnapshotOptions::default()), expected, "frames");
    check_default(&html, "- iframe\n- iframe");
}

#[test]
fn owned_elements_move() {
    check(
        "<div role=list aria-owns='b a'></div><p id=a role=listitem>a</p><p id=b role=listitem>b</p><hr>",
        "- list:\n  - listitem: b\n  - listitem: a\n- separator",
    );
}

#[test]
fn shadow_trees_show_what_is_slotted() {
    check(
        "<div><template shadowrootmode=open><p>s</p><slot></slot></template><b>x</b><i slot=none>y</i></div><hr>",
        "- generic:\n  - paragraph: s\n  - generic: x\n- separator",
    );
}

#[test]
fn generated_content_is_text() {
    check("<style>p::before{content:'a'}p::after{content:'b';display:block}</style><p>x</p>", "- paragraph: ax b");
}

#[test]
fn states_in_order() {
    check(
        "<input type=checkbox checked disabled aria-invalid=grammar><h2 tabindex=0 data-frozen-focus>h</h2>",
        "- generic:\n  - checkbox [checked] [disabled] [invalid=grammar]\n  - heading \"h\" [active] [level=2]",
    );
    check(
        "<button aria-expanded=true aria-pressed=mixed>b</button><div role=tab aria-selected=true>t</div>",
        "- button \"b\" [expanded] [pressed=mixed]\n- tab \"t\" [selected]",
    );
}

#[test]
fn links_show_their_address() {
    check(
        "<a href='data:text/html,x'>a</a><hr>",
        "- link \"a\" [cursor=pointer]:\n  - /url: data:text/html,…\n- separator",
    );
    check("<a href=' x '>a</a><hr>", "- link \"a\" [cursor=pointer]:\n  - /url: \" x \"\n- separator");
    check("<div role=link href=x>a</div><hr>", "- link \"a\"\n- separator");
}

#[test]
fn long_names_are_left_out() {
    let (fits, long) = ("x".repeat(900), "x".repeat(901));
    check_default(
        &format!("<button>{fits}</button><button>{long}</button>"),
        &format!("- button \"{fits}\"\n- button"),
    );
}

#[test]
fn depth_keeps_names_that_would_be_shown_deeper() {
    let depth = |depth| SnapshotOptions { depth: Some(depth), mode: SnapshotMode::Ai, ..SnapshotOptions::default() };
    let html = "<main><h2><p>a</p></h2>t<p>b</p></main>";
    assert_eq!(
        render(html, &depth(1)),
        "- main [ref=e2]:\n  - heading \"a\" [level=2] [ref=e3]\n  - text: t\n  - paragraph \
                                         [ref=e5]: b"
    );
    assert_eq!(render(html, &depth(0)), render(html, &SnapshotOptions::default()), "0 is unlimited");
}

#[test]
fn boxes_are_printed_last() {
    let options = SnapshotOptions::default().boxes(true);
    assert_eq!(
        render("<button>x</button>", &options),
        "- button \"x\" [ref=e2] [box=0,0,10,10]",
        "rounded, x y width height"
    );
}

#[test]
fn root_may_be_any_element() {
    let page = page("<p>a</p><ul><li>b</ul>");
    let list = page.dom().elements_in_order().find(|&n| page.dom().is_html(n, &crate::dom::local_name!("ul")));
    let snapshot = Snapshot::render(&page, &SnapshotOptions { root: list, ..SnapshotOptions::default() });
    assert_eq!(snapshot.to_string(), "- list [ref=e1]:\n  - listitem [ref=e2]: b", "only the list");
}

#[test]
fn json_has_playwrights_shape() {
    let html = "t<button disabled aria-pressed=mixed>a<p>b</p></button><input placeholder=p title=n value=v>";
    let snapshot = Snapshot::render(&page(html), &SnapshotOptions::default().boxes(true));
    let rect = json!({"x": 0, "y": 0, "width": 10, "height": 10});
    let expected = json!([{"role": "generic", "active": true, "ref": "e1", "box": rect, "children": [
        "t",
        {"role": "button", "disabled": true, "pressed": "mixed", "ref": "e2", "box": rect, "children": [
            "a", {"role": "paragraph", "ref": "e3", "box": rect, "text": "b"}]},
        {"role": "textbox", "name": "n", "ref": "e4", "box": rect, "placeholder": "p", "text": "v"},
    ]}]);
    assert_eq!(snapshot.to_json(), expected, "{html}");
    let default = SnapshotOptions::default().mode(SnapshotMode::Default);
    assert_eq!(
        Snapshot::render(&page("t"), &default).to_json(),
        json!([{"role": "text", "text": "t"}]),
        "outermost text"
    );
}

#[test]
fn empty_page_is_an_empty_snapshot() {
    assert_eq!(render("", &SnapshotOptions::default()), "", "no line at all");
}
