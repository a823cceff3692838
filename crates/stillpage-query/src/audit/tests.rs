//! Findings, and how they compare with those of axe-core.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::*;
use crate::offline::Offline;
use crate::page::RenderOptions;

/// Rules that a part of a page breaks by being one.
const OF_PAGES: [&str; 5] = ["document-title", "html-has-lang", "landmark-one-main", "page-has-heading-one", "region"];

/// `rule tag`, in order, `?` behind what is unknown; of a part of a page.
#[track_caller]
fn check(html: &str, expected: &[&str]) {
    let found = findings(&Page::from_html(html));
    let found: Vec<&String> = found.iter().filter(|line| !OF_PAGES.iter().any(|rule| line.starts_with(rule))).collect();
    assert_eq!(found, expected, "{html}");
}

/// Asserts the findings of a whole page, in the same form.
#[track_caller]
fn check_page(html: &str, expected: &[&str]) {
    assert_eq!(findings(&Page::from_html(html)), expected, "{html}");
}

fn findings(page: &Page) -> Vec<String> {
    let findings = audit(page).findings;
    let line = |finding: &Finding| {
        let mark = if finding.certainty == Certainty::Fails { "" } else { "?" };
        let tag = page.dom().element(finding.node).map_or("", |element| &*element.name.local);
        format!("{} {tag}{mark}", finding.rule.id)
    };
    findings.iter().map(line).collect()
}

#[test]
fn page_as_a_whole() {
    let head = "<!doctype html><html lang=en><head><title>Shop</title>";
    let body = "<body><main><h1>Shop</h1><p>Text</p></main>";
    check_page(&format!("{head}{body}"), &[]);
    let bare = [
        "document-title html",
        "html-has-lang html",
        "landmark-one-main html",
        "page-has-heading-one html",
        "region p",
    ];
    check_page("<p>Text</p>", &bare);
    check_page(&format!("{head}<body><main><h2 aria-level=1>Shop</h2></main>"), &[]);
    let zoom = |content: &str| format!("{head}<meta name=viewport content='{content}'>{body}");
    check_page(&zoom("width=device-width, maximum-scale=1.5"), &["meta-viewport meta"]);
    check_page(&zoom("user-scalable=no"), &["meta-viewport meta"]);
    check_page(&zoom("width=device-width, maximum-scale=5; user-scalable=yes"), &[]);
    let banners = format!("{head}<body><header>A</header><div role=banner>B</div><main><h1>Shop</h1></main>");
    check_page(&banners, &["landmark-no-duplicate-banner header", "landmark-unique header"]);
}

#[test]
fn content_outside_of_landmarks() {
    let page =
        |before: &str| format!("<!doctype html><html lang=en><title>T</title>{before}<main id=m><h1>T</h1></main>");
    check_page(&page("<div><p>One</p><p>Two</p></div>"), &["region div"]);
    check_page(&page("<a href=#m>Skip</a><button>Ask</button><div aria-live=polite>New</div>"), &[]);
    check_page(&page("<a href=/x>Home</a>"), &["region a"]);
    check_page(
        &page("<section aria-label=News><p>Text</p></section><section><p>Text</p></section>"),
        &["region section"],
    );
}

#[test]
fn lists_and_headers_of_tables() {
    check("<ul><li>A</li></ul><ul></ul><ol><div role=listitem>B</div></ol>", &[]);
    check("<ul>Text<li>A</li></ul>", &["list ul"]);
    check("<ol><div>A</div></ol>", &["list ol"]);
    check("<ul><li>A</li><li role=separator></li></ul>", &["list ul"]);
    check("<ul role=group><div>A</div></ul>", &[]);
    check("<table><tr><th></th><th>B</th><th><img alt=C src=c.png></th></tr></table>", &["empty-table-header th"]);
}

#[test]
fn names_that_are_not_what_is_seen() {
    let button = |name: &str, text: &str| {
        format!("<button aria-label='{name}' style='width: 90px; height: 30px'>{text}</button>")
    };
    check(&button("Pay now", "Pay"), &[]);
    check(&button("Send", "Pay"), &["label-content-name-mismatch button"]);
    check(&button("Close", "×"), &["label-content-name-mismatch button?"]);
    check(&button("Pay (cash) now", "pay now"), &[]);
    check("<input title=City style='width: 90px; height: 30px'>", &["label-title-only input"]);
    check("<div role=progressbar aria-valuenow=1></div>", &["aria-progressbar-name div"]);
}

#[test]
fn attributes_of_other_roles() {
    check("<div aria-checked=true>x</div>", &["aria-allowed-attr div"]);
    check("<p aria-hidden=false aria-live=off aria-busy=false>x</p>", &[]);
    check("<a href=/x aria-expanded=true>x</a>", &[]);
    check(
        "<input aria-label=A aria-required=true aria-expanded=true style='width: 90px; height: 30px'>",
        &["aria-allowed-attr input"],
    );
    check("<h2 aria-selected=false>x</h2>", &["aria-allowed-attr h2"]);
    check("<a href=/x aria-required=false>x</a>", &[]);
}

#[test]
fn labels_that_point_nowhere() {
    let field = "<input id=a aria-label=A style='width: 90px; height: 30px'>";
    check(&format!("<label for=a>A</label>{field}"), &[]);
    check(&format!("<label for=b>A</label>{field}"), &["label-for label"]);
    check(&format!("<label for=b>A</label><p id=b>x</p>{field}"), &["label-for label"]);
}

#[test]
fn dialogs_have_names() {
    check("<dialog open><p>Text</p></dialog>", &["dialog-name dialog"]);
    check("<dialog open aria-label=Terms><p>Text</p></dialog><dialog><p>Closed</p></dialog>", &[]);
}

#[test]
fn target_that_fills_another_is_the_same_one() {
    let small = "display: block; width: 10px; height: 10px; padding: 0; border: 0; overflow: hidden";
    let link = |content: &str| format!("<a href=/pay aria-label=Pay style='{small}'>{content}</a>");
    let button = format!("<button aria-label=Pay style='{small}'></button>");
    check(&link(&button), &[]);
    // The slot and what is assigned to it are in different trees.
    let slotted = link("<slot></slot>");
    check(&format!("<div><template shadowrootmode=open>{slotted}</template>{button}</div>"), &[]);
    check(&format!("{}{button}", link("")), &["target-size a", "target-size button"]);
}

#[test]
fn controls_are_not_covered() {
    let button = "<button style='width: 90px; height: 30px'>Pay</button>";
    let covered = ["color-contrast button?", "control-covered button"];
    check(&format!("{button}<div style='position: fixed; inset: 0'></div>"), &covered);
    check(&format!("{button}<div style='position: fixed; inset: 0; pointer-events: none'></div>"), &[]);
    // What scrolling helps is not covered.
    let header = "<div style='position: fixed; inset: 0 0 auto 0; height: 60px; background: #fff'></div>";
    check(&format!("<div style='height: 3000px'>{button}</div>{header}"), &covered);
    let bar = "<div style='position: fixed; bottom: 0; left: 0; right: 0; height: 60px; background: #fff'></div>";
    check(&format!("<div style='height: 670px'></div>{button}<div style='height: 900px'></div>{bar}"), &covered[..1]);
    check(&format!("{header}<p style='height: 40px'></p><div style='padding: 9px'>{button}</div>"), &[]);
}

#[test]
fn controls_are_on_the_page() {
    let at = |style: &str, content: &str| format!("<p style='position: absolute; {style}'>{content}</p>");
    check(&at("left: -999px", "<button>Pay</button>"), &["control-off-page button?"]);
    check(&at("left: -999px", "<a href=#main>Skip</a>"), &[]);
    check(&at("left: -999px", "<button tabindex=-1>Pay</button>"), &[]);
}

#[test]
fn text_that_is_cut_off() {
    let boxed =
        |style: &str| format!("<p style='height: 20px; width: 90px; {style}'>Several words on more than one line</p>");
    check(&boxed("overflow: hidden; height: 25px"), &["text-clipped p?"]);
    check(&boxed("overflow: hidden; white-space: nowrap"), &["text-clipped p?"]);
    check(&boxed("overflow: hidden; white-space: nowrap; text-overflow: ellipsis"), &[]);
    check(&boxed(""), &[]);
    check(&boxed("overflow: hidden; height: 1px; width: 1px"), &[]);
}

/// A background that is declared takes the native grey from a button, also where it is the colour around it, or none.
#[test]
fn declared_backgrounds_of_buttons() {
    let button = |style: &str| {
        format!(
            "<div style='background: #fff'><button style='color: #767676; border: 0; padding: 9px; {style}'>Name</button></div>"
        )
    };
    check(&button(""), &["color-contrast button"]);
    for style in
        ["background-color: inherit", "background: inherit", "background: unset", "background-color: var(--none)"]
    {
        check(&button(style), &[]);
    }
    check(&button("background: revert"), &["color-contrast button"]);
}

#[test]
fn names_of_icon_fonts_are_none() {
    check("<style>i::before { content: '\\f09a' }</style><a href=/x><i></i></a>", &["link-name a"]);
    check("<style>i::before { content: 'x' }</style><a href=/x><i></i></a>", &[]);
}

#[test]
fn frames_are_left_out_and_shadow_trees_are_not() {
    check("<iframe title=f srcdoc='<img src=a.png>'></iframe>", &[]);
    check("<div><template shadowrootmode=open><img src=a.png></template></div>", &["image-alt img"]);
    let slotted = "<p><template shadowrootmode=open><i style='background: #ccc; color: #999'><slot></slot></i></template>Pale</p>";
    check(slotted, &["color-contrast i"]);
}

#[test]
fn audits_of_damaged_pages_end() {
    for html in ["", "<label for><input id>", "<area href>", "<summary>", "<a href role=link tabindex=99999999999>x"] {
        let _ = audit(&Page::from_html(html));
    }
    let deep = "<div style='opacity: .9'>".repeat(400) + "text <button></button>";
    assert!(!audit(&Page::from_html(&deep)).findings.is_empty(), "the button has no name");
}

#[test]
fn links_in_text_stand_out() {
    let text = |style: &str, link: &str| {
        check_links(&format!(
            "<style>a {{ text-decoration: none; color: #333 }} {style}</style><p style='color:#000'>See {link} for all that is to know"
        ))
    };
    let link = "<a href=/a>this page</a>";
    assert_eq!(text("", link), ["fails"]);
    for style in [
        "a { text-decoration: underline }",
        "a { text-decoration-line: overline }",
        "a { border-bottom: 1px solid }",
        "a { font-weight: bold }",
        "a { font-style: italic }",
        "a { font-family: monospace }",
        "a { color: #949494 }",
        "a { display: inline-block }",
        "a { display: none }",
        "p, a { color: #000 }",
    ] {
        assert_eq!(text(style, link), [""; 0], "{style}");
    }
    assert_eq!(text("a::after { content: '>' }", link), ["unknown"]);
    assert_eq!(text("p { text-decoration: underline } a { text-decoration: none }", link), [""; 0]);
    assert_eq!(text("", "<a href=/a>what is longer than the text that is around it, and by far</a>"), [""; 0]);
    assert_eq!(text("", "<br><a href=/a>Alone</a><br>"), [""; 0]);
    assert_eq!(text("", "<u><a href=/a>this</a></u> and <a href=/b>that</a> page"), ["fails", "fails"]);
}

/// The certainties of what is found about links in text.
fn check_links(html: &str) -> Vec<&'static str> {
    let page = Page::from_html(html);
    let findings = audit(&page).findings.into_iter().filter(|finding| finding.rule.id == "link-in-text-block");
    findings.map(|finding| if finding.certainty == Certainty::Fails { "fails" } else { "unknown" }).collect()
}

/// A label fixed beside the window is never seen, and one further down in it is.
#[test]
fn labels_beside_the_window_are_not_seen() {
    let share = |place: &str| {
        let page = Page::from_html(&format!(
            "<!doctype html><aside style='position:fixed;{place}'><button aria-label='Share'>Send</button></aside>\
             <p style='height:3000px'></p><button aria-label='Share'>Send</button>"
        ));
        audit(&page).findings.into_iter().filter(|finding| finding.rule.id == "label-content-name-mismatch").count()
    };
    assert_eq!(share("left:20px;top:20px"), 2);
    assert_eq!((share("left:1300px;top:20px"), share("left:20px;top:800px")), (1, 1), "beside it and below it");
    let scrolled =
        "left:20px;top:20px;height:90px'><div style='height:90px;overflow:auto'><p style='height:900px'></p><i style='";
    assert_eq!(share(scrolled), 2, "a part that is fixed scrolls");
}

/// A box in front of a part that scrolls covers other text of it elsewhere.
#[test]
fn text_that_scrolls_has_a_contrast_behind_what_covers_it() {
    let contrast = |style: &str| {
        let page = Page::from_html(&format!(
            "<!doctype html><div style='height:200px;{style}'><p style='color:#999;background:#fff'>Some faint text</p>\
             <p style='height:900px'></p></div><div style='position:fixed;inset:0;background:#0008'></div>"
        ));
        let findings = audit(&page).findings.into_iter().filter(|finding| finding.rule.id == "color-contrast");
        findings.map(|finding| finding.certainty == Certainty::Fails).collect::<Vec<_>>()
    };
    assert_eq!(contrast("overflow:auto"), [true]);
    let further_down =
        "overflow:hidden'><div style='height:200px;overflow:auto'><p style='height:900px'></p></div><div style='";
    assert_eq!(contrast(further_down), [false; 0], "it is cut off");
    let scrolled =
        "overflow:hidden'><div style='height:200px;overflow:auto'><p style='height:900px'></p><i style='display:block";
    assert_eq!(contrast(scrolled), [true], "further down in the part that scrolls");
    assert_eq!(contrast(""), [false], "covered");
}

/// The least share of findings that are axe-core's too, of all that either has, over the pages that are recorded.
const MIN_AGREEMENT: f64 = 0.95;

/// The shared rules on every page that is recorded.
#[test]
fn findings_are_those_of_axe() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let recordings = fs::read_dir(root.join("snapshots/axe")).expect("recordings");
    let mut names: Vec<String> = recordings
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().trim_end_matches(".json").to_owned())
        .collect();
    names.sort();
    let mut differences = String::new();
    let (mut agreeing, mut all) = (0_u32, 0_u32);
    for name in &names {
        let text = fs::read_to_string(root.join(format!("snapshots/axe/{name}.json"))).expect("a recording");
        let recorded: Value = serde_json::from_str(&text).expect("JSON");
        let case = root.join(format!("corpus/cases/audit/{name}.html"));
        let file = if case.exists() { case } else { root.join(format!("corpus/pages/{name}/page.html")) };
        let page = Page::render(
            Offline::new(file).dom().expect("a page"),
            crate::device::Device::default(),
            RenderOptions::default(),
        );
        let subject = Subject::new(&page);
        let mut theirs = BTreeSet::new();
        for (rule, answers) in recorded["rules"].as_object().expect("rules") {
            for index in answers["violations"].as_array().into_iter().flatten() {
                theirs.insert((rule.clone(), usize::try_from(index.as_u64().expect("an index")).expect("a small one")));
            }
        }
        let only_ours = ["control-covered", "control-off-page", "dialog-name", "label-for", "text-clipped"];
        let mut ours = BTreeSet::new();
        for finding in audit(&page).findings {
            if finding.certainty == Certainty::Fails && !only_ours.contains(&finding.rule.id) {
                ours.insert((finding.rule.id.to_owned(), subject.order[finding.node]));
            }
        }
        agreeing += u32::try_from(ours.intersection(&theirs).count()).expect("few");
        all += u32::try_from(ours.union(&theirs).count()).expect("few");
        for (rule, index) in ours.symmetric_difference(&theirs) {
            let whose = if ours.contains(&(rule.clone(), *index)) { "only ours" } else { "only axe's" };
            differences += &format!("{name} {rule} {index}: {whose}\n");
        }
    }
    assert!(all >= 140, "{all} findings are recorded");
    let share = f64::from(agreeing) / f64::from(all);
    assert!(share >= MIN_AGREEMENT, "{agreeing} of {all} agree\n{differences}");
}
