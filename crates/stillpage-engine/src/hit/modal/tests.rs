use super::*;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions, local_name};
use crate::hit::{HitMap, cover};
use crate::page::RenderOptions;

/// The `id`s of blocked elements that have one.
fn check(html: &str, topmost: Option<&str>, blocked: &[&str]) {
    let html = format!("<!doctype html><body>{html}");
    let page = Page::render(
        Dom::parse(html.as_bytes(), &ParseOptions::default()),
        Device::default(),
        RenderOptions::default(),
    );
    let modality = Modality::of(&page);
    let id = |node: NodeId| page.dom().attr(node, &local_name!("id"));
    assert_eq!(modality.topmost.and_then(|(node, _)| id(node)), topmost, "topmost of {html}");
    let got: Vec<&str> = page.dom().elements_in_order().filter(|&n| modality.blocks(n)).filter_map(id).collect();
    assert_eq!(got, blocked, "blocked in {html}");
}

#[test]
fn modal_blocks_what_is_neither_in_it_nor_around_it() {
    check(
        "<main id=m><button id=a>A</button></main><dialog id=d data-frozen-modal open><button id=b>B</button></dialog>",
        Some("d"),
        &["m", "a"],
    );
    check(
        "<div id=app><p id=p>x</p><div id=d role=dialog aria-modal=true><button id=b>B</button></div></div>",
        Some("d"),
        &["p"],
    );
}

#[test]
fn modal_needs_to_be_shown_and_to_say_so() {
    check("<div id=d role=dialog><button id=b>B</button></div><p id=p>x</p>", None, &[]);
    check("<div id=d role=dialog aria-modal=true hidden>B</div><p id=p>x</p>", None, &[]);
    check("<dialog id=d open>B</dialog><p id=p>x</p>", None, &[]);
}

#[test]
fn modal_inside_a_modal_is_on_top() {
    check(
        "<dialog id=d data-frozen-modal open><button id=a>A</button>\
         <div id=e role=alertdialog aria-modal=true><button id=b>B</button></div></dialog>",
        Some("e"),
        &["a"],
    );
}

#[test]
fn toast_above_a_modal_stays_reachable() {
    check(
        "<p id=p>x</p><div id=d role=dialog aria-modal=true style='position:fixed;inset:0;z-index:5'>B</div>\
         <div id=t style='position:fixed;bottom:0;z-index:9'><button id=u>Undo</button></div>",
        Some("d"),
        &["p"],
    );
}

#[test]
fn what_only_comes_later_is_behind_the_modal() {
    check(
        "<div id=d role=dialog aria-modal=true style='position:fixed;inset:0'>B</div>\
         <footer id=f style='position:relative'>x</footer>",
        Some("d"),
        &["f"],
    );
}

#[test]
fn empty_holder_of_toasts_is_not_blocked() {
    check(
        "<p id=p>x</p><div id=d role=dialog aria-modal=true style='position:fixed;inset:0;z-index:5'>B</div>\
         <div id=h style='position:fixed;top:0;z-index:9;pointer-events:none'><button id=u style='pointer-events:auto'>Undo</button></div>",
        Some("d"),
        &["p"],
    );
}

#[test]
fn modal_dialog_leaves_popovers_inside_it_alone() {
    check(
        "<dialog id=d data-frozen-modal>Text<div id=m popover data-frozen-popover-open>Menu</div></dialog>\
         <div id=s popover=manual data-frozen-popover-open>Saved</div>",
        Some("d"),
        &["s"],
    );
}

#[test]
fn modal_in_a_shadow_tree_counts() {
    let html = "<!doctype html><body><p id=p>x</p><x-dialog id=h><template shadowrootmode=open>\
                <div id=d role=dialog aria-modal=true style='position:fixed;inset:0'><slot></slot></div></template>\
                <button id=b>B</button></x-dialog>";
    let page = Page::render(
        Dom::parse(html.as_bytes(), &ParseOptions::default()),
        Device::default(),
        RenderOptions::default(),
    );
    let modality = Modality::of(&page);
    let id = |node: NodeId| page.dom().attr(node, &local_name!("id"));
    assert_eq!(modality.topmost.and_then(|(node, _)| id(node)), Some("d"));
    let blocked: Vec<&str> = page.dom().elements_in_order().filter(|&n| modality.blocks(n)).filter_map(id).collect();
    assert_eq!(blocked, ["p"], "slotted content is in the modal, its host around it");
}

/// The `id`s of what looks like a modal.
fn likes(html: &str, expected: &[(&str, ModalSign)]) {
    let html = format!("<!doctype html><body>{html}");
    let page = Page::render(
        Dom::parse(html.as_bytes(), &ParseOptions::default()),
        Device::default(),
        RenderOptions::default(),
    );
    let modality = Modality::of(&page);
    let id = |node: NodeId| page.dom().attr(node, &local_name!("id")).unwrap_or_default();
    let got: Vec<_> = modality.heuristic.iter().map(|&(node, likeness)| (id(node), likeness)).collect();
    assert_eq!(got, expected, "in {html}");
    assert!(!page.dom().elements_in_order().any(|n| modality.blocks(n)), "nothing is blocked in {html}");
}

#[test]
fn soft_modal_is_reported_and_blocks_nothing() {
    let cover = "style='position:fixed;inset:20px;";
    likes(
        &format!("<p>x</p><div id=o {cover}z-index:1001'><div id=i {cover}z-index:2000'>y</div></div><p>z</p>"),
        &[("o", ModalSign::Covers)],
    );
    likes(&format!("<p>x</p><div id=o {cover}'>y</div>"), &[("o", ModalSign::Covers)]);
    likes(&format!("<p>x</p><div id=o {cover}'>y</div><p>z</p>"), &[]);
    likes(&format!("<div id=app {cover}'>The page itself</div>"), &[]);
    likes("<p>x</p><div id=o style='position:fixed;inset:20px 50%;z-index:9999'>y</div>", &[]);
    likes(
        "<main aria-hidden=true style='height:500px'>x</main><div id=d role=dialog aria-label=y>y</div>",
        &[("d", ModalSign::Alone)],
    );
}

#[test]
fn modal_in_a_frame_blocks_its_frame() {
    let frame = "<p id=p>x</p><main id=m><button id=b>B</button>MODAL</main>";
    let dialogs = [
        "<dialog id=d open data-frozen-modal><button id=c>C</button></dialog>",
        "<div id=d role=dialog aria-modal=true><button id=c>C</button></div>",
    ];
    for dialog in dialogs {
        let frame = frame.replace("MODAL", dialog).replace('"', "&quot;");
        let html = format!(
            "<!doctype html><body><button id=out>Out</button><iframe id=f srcdoc=\"{frame}\"></iframe><button id=end>End</button>"
        );
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let (dom, modality, map) = (page.dom(), Modality::of(&page), HitMap::new(&page));
        let ids: Vec<(NodeId, &str)> = walk_all(dom);
        let blocked: Vec<&str> = ids.iter().filter(|(n, _)| modality.blocks(*n)).map(|(_, id)| *id).collect();
        assert_eq!(blocked, ["p", "b"], "in {dialog}");
        assert_eq!((modality.topmost, modality.frames.len()), (None, 1), "the page itself is free under {dialog}");
        let by_id = |id: &str| ids.iter().find(|(_, known)| *known == id).unwrap().0;
        assert_eq!(modality.blocker(dom, by_id("b")), Some(by_id("d")), "{dialog}");
        for id in ["out", "end", "c"] {
            let landing = crate::hit::land(&map, by_id(id), crate::hit::Action::Click, crate::hit::Policy::Lineage);
            assert!(landing.is_ok(), "{id} beside {dialog}: {landing:?}");
        }
    }
}

/// Every element with an `id`, those in frames too.
fn walk_all(dom: &Dom) -> Vec<(NodeId, &str)> {
    let mut stack = vec![dom.document()];
    let mut found = Vec::new();
    while let Some(node) = stack.pop() {
        found.extend(dom.attr(node, &local_name!("id")).map(|id| (node, id)));
        stack.extend(dom.flat_children(node).collect::<Vec<_>>().into_iter().rev());
        stack.extend(dom.element(node).and_then(|e| e.frame_document));
    }
    found
}

#[test]
fn inert_blocks_without_a_modal() {
    check("<div id=i inert><button id=a>A</button></div><button id=b>B</button>", None, &["i", "a"]);
}

#[test]
fn cover_needs_every_point() {
    let html = "<!doctype html><style>body{margin:0}button{position:absolute;left:0;width:100px;height:40px}\
                #bar{position:fixed;top:0;left:0;width:100%;height:50px;background:#fff}</style>\
                <button id=a style='top:5px'>A</button><button id=b style='top:30px'>B</button><div id=bar>Bar</div>";
    let page = Page::render(
        Dom::parse(html.as_bytes(), &ParseOptions::default()),
        Device::default(),
        RenderOptions::default(),
    );
    let by_id = |id: &str| {
        page.dom().elements_in_order().find(|&n| page.dom().attr(n, &local_name!("id")) == Some(id)).unwrap()
    };
    let map = HitMap::new(&page);
    assert_eq!(cover(&map, by_id("a")).map(|c| c.overlay), Some(by_id("bar")), "entirely under the bar");
    assert_eq!(cover(&map, by_id("b")), None, "half of it shows");
}
