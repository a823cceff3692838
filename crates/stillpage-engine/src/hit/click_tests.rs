//! Clicks tried out on small pages; what Chromium and Playwright do with them was looked up there.

use super::{Action, HitMap, Landing, Outcome, Policy, Refusal, Trials, land, land_among, land_in_place};
use crate::device::Device;
use crate::dom::{Dom, NodeId, ParseOptions, local_name};
use crate::page::{Page, RenderOptions};

fn page(html: &str) -> Page {
    let html = format!("<!doctype html><style>body{{margin:0}}</style><body>{html}");
    Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default(), RenderOptions::default())
}

fn by_id(page: &Page, id: &str) -> NodeId {
    let mut stack = vec![page.dom().document()];
    while let Some(node) = stack.pop() {
        if page.dom().attr(node, &local_name!("id")) == Some(id) {
            return node;
        }
        stack.extend(page.dom().children(node));
        if let Some(element) = page.dom().element(node) {
            stack.extend(element.shadow_root.into_iter().chain(element.frame_document));
        }
    }
    panic!("no #{id}")
}

fn name(page: &Page, node: NodeId) -> String {
    let id = page.dom().attr(node, &local_name!("id"));
    id.map_or_else(|| page.dom().element(node).expect("an element").name.local.to_string(), str::to_owned)
}

/// `lands`, `unknown canvas`, `intercepted x`, `disabled`.
fn describe(page: &Page, landing: &Landing) -> String {
    match landing.outcome {
        Outcome::Lands => "lands".to_owned(),
        Outcome::Unknown(unknown) => format!("unknown {}", unknown.as_str()),
        Outcome::Refused(refusal) => match refusal {
            Refusal::Intercepted(Some(by)) | Refusal::PointerEventsNone(Some(by)) => {
                format!("{} {}", refusal.as_str(), name(page, by))
            }
            other => other.as_str().to_owned(),
        },
    }
}

/// Asserts the outcome of a click on `#t` under both policies.
#[track_caller]
fn check(html: &str, lineage: &str, playwright: &str) {
    let page = page(html);
    let map = HitMap::new(&page);
    let node = by_id(&page, "t");
    let click = |policy| describe(&page, &land(&map, node, Action::Click, policy));
    assert_eq!(
        (click(Policy::Lineage).as_str(), click(Policy::Playwright).as_str()),
        (lineage, playwright),
        "lineage and playwright on {html}"
    );
}

fn landing(html: &str) -> Landing {
    let page = page(html);
    land(&HitMap::new(&page), by_id(&page, "t"), Action::Click, Policy::Lineage)
}

/// Rounded to whole px.
fn point(landing: &Landing) -> Option<(f32, f32)> {
    landing.point.map(|p| (p.x.round(), p.y.round()))
}

const COVER: &str = "<div id=c style='position:absolute;left:0;top:0;width:300px;height:100px'></div>";

#[test]
fn lineage_is_either_way_in_the_composed_tree() {
    check("<button id=t><b>Text</b></button>", "lands", "lands");
    check(
        "<button id=t style='position:absolute'>Text</button><div id=c style='position:absolute;width:99px;height:99px'></div>",
        "intercepted c",
        "intercepted c",
    );
    // The element is hit around itself: a child that is behind the background of its parent.
    let behind = "<div id=a style='position:relative;z-index:0'><div style='background:#fff'><a id=t style='position:relative;z-index:-1'>Text</a></div></div>";
    check(behind, "lands", "intercepted div");
    check(
        "<div id=h><template shadowrootmode=open><button id=t><slot></slot></button></template><b>Slotted</b></div>",
        "lands",
        "lands",
    );
    check("<iframe id=t srcdoc='<p>In a frame'></iframe>", "lands", "lands");
}

#[test]
fn label_relations_count_for_lineage_alone() {
    let covered = "<div style='position:relative'><input type=checkbox id=t><label for=t id=l style='position:absolute;inset:0'>x</label></div>";
    check(covered, "lands", "intercepted l");
    let over = "<div style='position:relative;width:80px;height:30px'><label for=i id=t style='position:absolute;inset:0'>x</label><input id=i style='position:absolute;inset:0'></div>";
    check(over, "lands", "intercepted i");
    let wraps = "<label id=l style='position:relative'><input type=checkbox id=t><span id=s style='position:absolute;inset:0'></span>x</label>";
    check(wraps, "lands", "intercepted s");
    let other = "<div style='position:relative'><input type=checkbox id=t><label for=else id=l style='position:absolute;inset:0'>x</label></div><input id=else>";
    check(other, "intercepted l", "intercepted l");
}

#[test]
fn playwright_clicks_the_button_or_link_around() {
    let icon = "<button id=b><span id=t style='position:relative;z-index:-1'>x</span> text</button>";
    check(icon, "lands", "lands");
}

#[test]
fn click_goes_to_the_part_that_shows() {
    let half = landing(
        "<div style='width:100px;height:50px;overflow:hidden'><button id=t style='width:400px;height:50px;border:0'>x</button></div>",
    );
    assert_eq!(
        (point(&half), half.outcome),
        (Some((50.0, 25.0)), Outcome::Lands),
        "the clipped part cannot be clicked"
    );
    let wrapped =
        landing("<p style='margin:0;width:90px;font:16px/20px Arial'>Some text <a id=t href=#>goes on here</a></p>");
    assert!(point(&wrapped).is_some_and(|(_, y)| y < 35.0), "the first client rect, not the bounding box: {wrapped:?}");
}

#[test]
fn click_scrolls_what_is_out_of_sight_to_the_middle() {
    let far = landing(
        "<div style='height:3000px'></div><button id=t style='display:block;height:40px'>x</button><div style='height:3000px'></div>",
    );
    assert_eq!(far.scrolled.len(), 1, "the page alone: {:?}", far.scrolled);
    assert!((far.scrolled[0].to.y - 2660.0).abs() < 0.6, "in the middle of the window");
    assert_eq!((point(&far).map(|(_, y)| y), far.outcome), (Some(360.0), Outcome::Lands), "and clicked there");
    let near = landing(
        "<div style='height:700px'></div><button id=t style='display:block;height:40px'>x</button><div style='height:3000px'></div>",
    );
    assert!((near.scrolled[0].to.y - 20.0).abs() < 0.6, "what shows in part comes in at the nearest edge");
    let fixed =
        landing("<div style='height:3000px'></div><button id=t style='position:fixed;bottom:0;height:40px'>x</button>");
    assert_eq!((fixed.scrolled.len(), fixed.outcome), (0, Outcome::Lands), "what is fixed does not move");
}

#[test]
fn click_scrolls_the_containers_inside_first() {
    let html = "<div style='height:2000px'></div><div id=s style='height:200px;overflow:auto'><div style='height:900px'></div>\
                <button id=t style='display:block;height:40px'>x</button></div><div style='height:2000px'></div>";
    let page = page(html);
    let landing = land(&HitMap::new(&page), by_id(&page, "t"), Action::Click, Policy::Lineage);
    let names: Vec<_> = landing.scrolled.iter().map(|s| s.scroller).collect();
    assert_eq!(names, [by_id(&page, "s"), page.dom().document()], "inner, then the page");
    assert_eq!((landing.scrolled[0].to.y.round(), landing.outcome), (740.0, Outcome::Lands), "as far as it goes");
}

#[test]
fn sticky_header_over_a_target_intercepts() {
    let html = "<header id=h style='position:sticky;top:0;height:100px'>Top</header>\
                <button id=t style='display:block;margin-top:-70px;height:40px'>x</button><div style='height:3000px'></div>";
    check(html, "intercepted h", "intercepted h");
    let under = landing(html);
    assert_eq!(under.free_point, None, "all of it is under the header");
    // Scrolling cannot free what is at the top of the page.
    assert!(under.freed_by.is_empty(), "{:?}", under.freed_by);
    let scrolled = "<html data-frozen-scroll-y=500><header id=h style='position:sticky;top:0;height:100px'>Top</header>\
                    <div style='height:430px'></div><button id=t style='display:block;height:40px'>x</button><div style='height:3000px'></div>";
    let page = Page::render(
        Dom::parse(scrolled.as_bytes(), &ParseOptions::default()),
        Device::default(),
        RenderOptions::default(),
    );
    let landing = land(&HitMap::new(&page), by_id(&page, "t"), Action::Click, Policy::Lineage);
    assert_eq!(describe(&page, &landing), "lands");
    assert!(landing.scrolled.first().is_some_and(|s| s.by.y < -50.0), "scrolled back: {:?}", landing.scrolled);
    assert!(landing.freed_by.is_empty(), "nothing is left to be scrolled");
    let as_it_is = land_in_place(&HitMap::new(&page), by_id(&page, "t"), Action::Click, Policy::Lineage);
    assert_eq!(describe(&page, &as_it_is), "intercepted h");
    assert_eq!(as_it_is.freed_by, landing.scrolled, "what a click would scroll");
}

#[test]
fn click_scrolls_out_from_behind_what_does_not_move_along() {
    let bar = "<div id=bar style='position:fixed;bottom:0;left:0;right:0;height:60px'>c</div>";
    let button = "<button id=t style='display:block;height:40px'>x</button>";
    let under = |button: &str| format!("<div style='height:670px'></div>{button}<div style='height:900px'></div>{bar}");
    check(&under(button), "lands", "lands");
    let freed = landing(&under(button));
    assert_eq!((freed.scrolled.len(), freed.scrolled[0].by.y.round()), (1, 330.0), "to the middle: {freed:?}");
    assert_eq!(freed.point.map(|point| point.y.round()), Some(360.0), "where it then is");
    // A part of it that is free does not matter: the middle is what is clicked.
    check(&under(&button.replace("40px", "100px")), "lands", "lands");
    let veil = "<div id=veil style='position:fixed;inset:0'></div>";
    check(&format!("{button}<div style='height:3000px'></div>{veil}"), "intercepted veil", "intercepted veil");
    let along = "<div style='position:relative'><button id=t style='height:40px'>x</button>\
                 <div id=label style='position:absolute;inset:0'></div></div><div style='height:3000px'></div>";
    check(along, "intercepted label", "intercepted label");
    // A bar over the end of a list that scrolls by itself.
    let list = "<div style='position:relative;height:200px'><div id=list style='height:200px;overflow:auto'>\
                <div style='height:165px'></div><button id=t style='display:block;height:30px'>x</button>\
                <div style='height:500px'></div></div>\
                <div id=bar style='position:absolute;bottom:0;left:0;right:0;height:50px'></div></div>";
    check(list, "lands", "lands");
    let offscreen = page(&format!("<div style='height:3000px'></div>{button}"));
    let as_it_is = land_in_place(&HitMap::new(&offscreen), by_id(&offscreen, "t"), Action::Click, Policy::Lineage);
    assert_eq!(describe(&offscreen, &as_it_is), "offscreen");
    assert_eq!(as_it_is.freed_by.len(), 1);
}

#[test]
fn free_point_is_the_nearest_that_lands() {
    let html = format!("<button id=t style='display:block;width:400px;height:100px;border:0'>x</button>{COVER}");
    let landing = landing(&html);
    let free = landing.free_point.expect("a quarter of it is free");
    assert!(free.x > 300.0 && free.x < 340.0 && (free.y - 50.0).abs() < 10.0, "{free:?}");
}

#[test]
fn what_boxes_cannot_tell_is_not_refused() {
    check("<canvas id=t></canvas>", "unknown canvas", "unknown canvas");
    check("<canvas><button id=t>x</button></canvas>", "unknown canvas", "unknown canvas");
    check("<button id=t><canvas width=20 height=20></canvas></button>", "lands", "lands");
    check(
        "<button id=t style='width:99px;height:40px'>x</button><canvas id=c style='position:absolute;left:0;top:0'></canvas>",
        "unknown canvas",
        "intercepted c",
    );
    check("<embed id=t src=film.swf width=90 height=90>", "unknown plugin", "unknown plugin");
    check("<object id=t data=film.swf width=90 height=90><param name=x></object>", "unknown plugin", "unknown plugin");
    check("<object id=t data=film.swf><button>Get the player</button></object>", "lands", "lands");
    check("<object data=film.swf><button id=t>Get the player</button></object>", "lands", "lands");
    check("<iframe id=t src='https://elsewhere.example/'></iframe>", "unknown frame", "unknown frame");
    check("<x-thing id=t></x-thing>", "unknown custom_element", "unknown custom_element");
}

#[test]
fn refusals_have_their_own_reasons() {
    check("<button id=t disabled>x</button>", "disabled", "disabled");
    check("<button disabled><b id=t>x</b></button>", "disabled", "disabled");
    check("<div role=button id=t aria-disabled=true>x</div>", "disabled", "disabled");
    check("<fieldset disabled><input id=t></fieldset>", "disabled", "disabled");
    check("<fieldset disabled><legend><button id=t>x</button></legend></fieldset>", "lands", "lands");
    check("<label id=t><input type=checkbox disabled> x</label>", "disabled", "disabled");
    check(
        "<p id=p><a id=t href=# style='pointer-events:none'>x</a></p>",
        "pointer_events_none p",
        "pointer_events_none p",
    );
    check("<button id=b><svg id=t width=9 height=9 style='pointer-events:none'></svg> x</button>", "lands", "lands");
    check("<div inert><button id=t>x</button></div>", "inert", "inert");
    check("<button id=t hidden>x</button>", "no_box", "no_box");
    check("<button id=t style='visibility:hidden'>x</button>", "hidden", "hidden");
    check("<a id=t href=# style='position:absolute;left:-999px'>x</a>", "offscreen", "offscreen");
    check("<a id=t href=# style='position:absolute;left:9px;clip:rect(0,0,0,0)'>x</a>", "clipped", "clipped");
}

#[test]
fn modal_dialog_intercepts_even_without_a_backdrop() {
    let html = "<style>dialog::backdrop{display:none}</style><button id=t>x</button><dialog id=d data-frozen-modal>hi</dialog>";
    check(html, "intercepted d", "intercepted d");
}

#[test]
fn covered_fields_are_filled() {
    let page = page(&format!("<input id=t style='width:200px'>{COVER}"));
    let map = HitMap::new(&page);
    for (action, ok) in [(Action::Click, false), (Action::Hover, false), (Action::Fill, true), (Action::Type, true)] {
        let landing = land(&map, by_id(&page, "t"), action, Policy::Lineage);
        assert_eq!(landing.is_ok(), ok, "{action:?}: {landing:?}");
    }
}

/// Elements of a survey share the page that is scrolled about: each has the answer that it has alone.
#[test]
fn trials_of_many_elements_are_those_of_each() {
    let button = |at: u32| format!("<button id=b{at} style='display:block;height:40px'>{at}</button>");
    let many: String = (0..40).map(button).collect();
    let list =
        "<div style='height:90px;overflow:auto'><div style='height:200px'></div><button id=b40>In</button></div>";
    let bars = "<div style='position:fixed;inset:0 0 auto;height:120px'></div><div style='position:fixed;inset:auto 0 0;height:200px'></div>";
    let page = page(&format!("{list}{many}<p style='height:900px'></p>{bars}"));
    let (map, mut trials) = (HitMap::new(&page), Trials::default());
    let mut freed = 0;
    for at in 0..=40 {
        let node = by_id(&page, &format!("b{at}"));
        let alone = land(&map, node, Action::Click, Policy::Lineage);
        assert_eq!(land_among(&map, &mut trials, node, Action::Click, Policy::Lineage), alone, "b{at}");
        freed += u32::from(alone.is_ok() && !alone.scrolled.is_empty());
    }
    assert!(freed > 20, "{freed} had to be scrolled");
}
