use std::collections::BTreeMap;

use super::*;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::page::{Page, RenderOptions};
use crate::snapshot::{AgentView, AgentViewOptions, FoldCursor, SnapshotOptions, is_interactive};

fn render(html: &str) -> (Page, Snapshot) {
    let html = format!("<!doctype html><body>{html}");
    let page = Page::render(
        Dom::parse(html.as_bytes(), &ParseOptions::default()),
        Device::default(),
        RenderOptions::default(),
    );
    let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
    (page, snapshot)
}

fn view(page: &Page, snapshot: &Snapshot, limit: usize) -> String {
    AgentView::render(page, snapshot, &AgentViewOptions::default().max_tokens(limit)).to_string()
}

fn shop(rows: usize) -> String {
    let row = |i: usize| {
        format!(
            "<li><h3>Mug number {i}</h3><p>{}</p><a href=/mug/{i}>See mug {i}</a><button>Add mug {i}</button></li>",
            "A mug that holds coffee, tea, or what one likes to drink. ".repeat(10)
        )
    };
    format!("<h1>Mugs</h1><ul>{}</ul><footer><a href=/about>About</a></footer>", (0..rows).map(row).collect::<String>())
}

/// Deep, wide, long, scripts of several kinds, a modal, a frame, a list without refs.
fn pages() -> Vec<String> {
    let deep = format!("{}<button>Deep</button>{}", "<div><b></b>".repeat(120), "</div>".repeat(120));
    let links: String =
        (0..300).map(|i| format!("<p><a href='/{i}?q={}'>链接 {i}</a> and</p>", "x".repeat(i % 90))).collect();
    let options: String =
        (0..300).map(|i| format!("<option{}>Country {i}", if i == 150 { " selected" } else { "" })).collect();
    let modal = format!(
        "<main>{}</main><div role=dialog aria-modal=true style='position:fixed;top:50px;left:50px;width:300px;height:200px;overflow:auto;background:#fff'>{}</div>",
        links,
        (0..40).map(|i| format!("<button>Choice {i}</button>")).collect::<String>()
    );
    vec![
        shop(40),
        deep,
        links,
        format!("<select aria-label=Country size=300>{options}</select><select>{options}</select>"),
        modal,
        format!("<p>{}</p><button aria-label='{}'>x</button>", "word ".repeat(20_000), "👩‍👩‍👧 ".repeat(200)),
        format!(
            "<title>{}</title>{}",
            "Title ".repeat(500),
            "<div style='overflow:auto;height:50px;width:90px' tabindex=0><p style='height:900px'>x</div>".repeat(60)
        ),
    ]
}

#[test]
fn what_fits_is_not_folded() {
    let (page, snapshot) = render("<p>Short</p><button>Go</button>");
    let marks = Marks::of(&page, &snapshot, crate::snapshot::ModalMode::Mark);
    let folded = snapshot.fold(&marks, 1000, "--");
    assert!(folded.folds.is_empty() && folded.texts == 0 && folded.tokens == folded.unfolded_tokens, "{folded:?}");
    assert!(!folded.text.contains('#'), "{}", folded.text);
}

#[test]
fn any_budget_holds_on_any_page() {
    for html in pages() {
        let (page, snapshot) = render(&html);
        for limit in [200, 201, 300, 700, 1500, 4000, 20_000] {
            let text = view(&page, &snapshot, limit);
            let tokens = estimate_tokens(&text);
            assert!(tokens <= limit, "{tokens} of {limit} tokens: {text}");
        }
    }
}

/// The refs of the lines of a text.
fn refs(text: &str) -> Vec<&str> {
    let tree = text.lines().filter(|line| line.trim_start().starts_with(['-', '\'']));
    tree.filter_map(|line| line.split("[ref=").nth(1)?.split(']').next()).collect()
}

/// The options of the folds of a text.
fn folds(text: &str) -> Vec<(&str, &str)> {
    let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix("# "));
    comments
        .filter_map(|comment| {
            let (rest, value) = comment.rsplit_once(' ')?;
            let name = rest.rsplit(' ').next()?;
            matches!(name, "--root" | "--cursor").then_some((name, value))
        })
        .collect()
}

#[test]
fn following_the_folds_shows_each_ref_once() {
    for (html, limit) in pages().iter().flat_map(|html| [(html, 500), (html, 2500)]) {
        let (page, snapshot) = render(html);
        let marks = Marks::of(&page, &snapshot, crate::snapshot::ModalMode::Mark);
        let all: BTreeMap<String, usize> = snapshot
            .walk()
            .filter_map(|(_, child)| match child {
                crate::snapshot::Child::Node(at) => Some((snapshot.node(*at).reference?.to_string(), 1)),
                crate::snapshot::Child::Text(_) => None,
            })
            .collect();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut open = vec![snapshot.clone()];
        while let Some(part) = open.pop() {
            let text = part.fold(&marks, limit, "--").text;
            assert!(estimate_tokens(&text) <= limit, "{text}");
            for reference in refs(&text) {
                *seen.entry(reference.to_owned()).or_default() += 1;
            }
            for (name, value) in folds(&text) {
                open.push(if name == "--root" {
                    let element = snapshot.refs().element(value.parse().expect("a ref")).expect("a ref of the page");
                    snapshot.part_of(element).expect("an element of the snapshot")
                } else {
                    snapshot.part(value.parse::<FoldCursor>().expect("a cursor")).expect("a cursor of the page")
                });
            }
            assert!(seen.values().all(|&count| count == 1), "{seen:?}");
        }
        assert_eq!(seen, all);
    }
}

#[test]
fn what_is_in_sight_goes_last() {
    for html in pages() {
        let (page, snapshot) = render(&html);
        let marks = Marks::of(&page, &snapshot, crate::snapshot::ModalMode::Mark);
        let modal = marks.modality().topmost.is_some();
        let mut places: BTreeMap<String, bool> = BTreeMap::new();
        for (_, child) in snapshot.walk() {
            let crate::snapshot::Child::Node(at) = child else { continue };
            let node = snapshot.node(*at);
            if let (Some(reference), Some(placement)) = (node.reference, marks.placement(node.element))
                && is_interactive(node)
            {
                let inside = placement.offscreen.is_none() && !(modal && placement.blocked);
                places.insert(reference.to_string(), inside);
            }
        }
        for limit in [200, 400, 800, 1600, 3200] {
            let text = view(&page, &snapshot, limit);
            let shown = refs(&text);
            let is_shown = |reference: &String| shown.contains(&reference.as_str());
            let lost = places.iter().find(|&(reference, &inside)| inside && !is_shown(reference));
            let kept = places.iter().find(|&(reference, &inside)| !inside && is_shown(reference));
            assert!(lost.is_none() || kept.is_none(), "{lost:?} before {kept:?} at {limit}: {text}");
        }
    }
}

#[test]
fn fold_comments() {
    let options: String = (0..50).map(|i| format!("<li>Country number {i}</li>")).collect();
    let links: String = (0..40).map(|i| format!("<a href=/{i}>Link {i}</a> ")).collect();
    let html = format!("<ul>{options}</ul><p>{}</p><nav>{links}<input aria-label=Search></nav>", "long ".repeat(200));
    let (page, snapshot) = render(&html);
    let marks = Marks::of(&page, &snapshot, crate::snapshot::ModalMode::Mark);
    let text = snapshot.fold(&marks, 200, "--").text;
    let comments: Vec<&str> = text.lines().map(str::trim_start).filter(|line| line.starts_with('#')).collect();
    let [rows, rest] = comments.as_slice() else { panic!("two folds: {text}") };
    assert!(
        rows.contains(" more like the above: --cursor ") || rows.contains(" more like the above below: --cursor "),
        "{text}"
    );
    assert!(rest.starts_with("# 40 links, 1 textbox below: --cursor "), "{text}");
    assert!(text.contains("listitem [ref=e4]: Country number 1"), "the first rows stay: {text}");
}

#[test]
fn cursors_of_another_page_are_refused() {
    let (_, snapshot) = render("<p>a</p><p>b</p>");
    let (_, other) = render("<p>a</p><p>c</p>");
    let entries = entries(&snapshot);
    let cursor = snapshot.origin(&entries).cursor(1, 2);
    assert!(snapshot.part(cursor).is_ok_and(|part| part.to_string() == "- paragraph [ref=e2]: a"));
    assert_eq!(other.part(cursor).err(), Some(crate::snapshot::cursor::FoldCursorError::OtherPage));
    let digest = cursor.to_string().split('-').next().unwrap().to_owned();
    for wrong in ["1-0", "0-7", "9-12", "0-1"] {
        let cursor: FoldCursor = format!("{digest}-{wrong}").parse().unwrap_or(cursor);
        let part = snapshot.part(cursor);
        assert!(part.is_err() || wrong == "1-0", "{wrong}: {part:?}");
    }
    for text in ["", "x", "1-2", "zz-1-2", "1-2-1", "1-2-3-4", "1--2", "0-0-18446744073709551615"] {
        assert_eq!(text.parse::<FoldCursor>(), Err(crate::snapshot::cursor::FoldCursorError::Malformed), "{text}");
    }
}
