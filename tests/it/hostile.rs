//! Pages that are made to be slow: families of inputs that grow with a number.
//!
//! The generator is deterministic. What it makes is rendered here at a small size, so that none of it crashes; how time
//! and memory grow is measured by `scripts/hostile`, which has it write the pages to a folder:
//! `HOSTILE_DIR=/tmp/hostile HOSTILE_PERCENT=100 cargo test --test it hostile`.

use std::path::Path;

use stillpage::{Page, Snapshot};

/// Pages that differ in one number.
struct Family {
    name: &'static str,
    /// The least of the three sizes that are measured; the others are twice and four times that.
    size: usize,
    /// The files of the page of a size, by name; the first is the page.
    files: fn(usize) -> Vec<(String, String)>,
    /// The limit that ends the growth of time, in the words of the warning; `None`: linear throughout.
    until: Option<&'static str>,
}

const SELECTOR_STEPS: Option<&str> = Some("steps of selector matching");
const GENERATED_TEXT: Option<&str> = Some("bytes of generated text");
const STYLE_STEPS: Option<&str> = Some("steps of styling");
const GRID_STEPS: Option<&str> = Some("steps of grid layout");
const COLLAPSED_SLOTS: Option<&str> = Some("slots of tables with collapsed borders");
const CLIP_POINTS: Option<&str> = Some("points of polygons");
const CONTINUED: Option<&str> = Some("inline boxes continued on further lines");

/// Every family. Sizes are such that the largest page has at most a megabyte.
const FAMILIES: &[Family] = &[
    Family { name: "plain-paragraphs", size: 5000, files: |n| page("", &"<p>some text</p>".repeat(n)), until: None },
    // Style sheets
    Family { name: "import-fan", size: 4, files: import_fan, until: None },
    Family { name: "import-fan-by-query", size: 4, files: import_fan_by_query, until: None },
    Family {
        name: "nested-rules",
        size: 25,
        files: |n| page(&("a,b,c{".repeat(n) + &"}".repeat(n)), "<a><b><c>x"),
        until: None,
    },
    Family {
        name: "selector-lists",
        size: 20_000,
        files: |n| page(&(list("a", n) + "{color:red}"), "<p>x"),
        until: None,
    },
    Family {
        name: "nested-lists",
        size: 500,
        files: |n| page(&(list(".a", n) + "{" + &"&:hover{color:red}".repeat(n) + "}"), "<p class=a0>x"),
        until: None,
    },
    Family { name: "variables-double", size: 10, files: variables_double, until: None },
    Family { name: "variables-in-depth", size: 100, files: variables_in_depth, until: None },
    // Scopes and layers
    Family {
        name: "nested-scopes",
        size: 4,
        files: |n| page(&("@scope(div){".repeat(n) + "p{color:red}" + &"}".repeat(n)), &deep("<div>", 50, "<p>x")),
        until: None,
    },
    Family {
        name: "scopes-with-limits",
        size: 50,
        files: |n| {
            page(&"@scope (.a) to (.b){p{color:red}}".repeat(n), &deep("<div class=a>", n, &"<p>x</p>".repeat(50)))
        },
        until: None,
    },
    Family { name: "revert-layer", size: 200, files: revert_layer, until: None },
    // Selectors
    Family {
        name: "has-descendant",
        size: 100,
        files: |n| {
            page(&rules(10, |i| format!("div:has(.x{i} p){{color:red}}")), &deep("<div>", n, &"<p>x</p>".repeat(n * 3)))
        },
        until: SELECTOR_STEPS,
    },
    Family {
        name: "has-sibling",
        size: 1000,
        files: |n| {
            page(
                &rules(10, |i| format!("div:has(~ .x{i} p:nth-last-child({i}n)) span{{color:red}}")),
                &"<div><span>x</span></div>".repeat(n),
            )
        },
        until: None,
    },
    Family {
        name: "has-many-anchors",
        size: 5000,
        files: |n| page("div:has(.a),div:has(.b),div:has(.c){color:red}", &"<div></div>".repeat(n)),
        until: None,
    },
    Family {
        name: "dir",
        size: 100,
        files: |n| page(&rules(20, |_| ":dir(rtl) p{color:red}".into()), &deep("<div>", n, &"<p>x</p>".repeat(n * 3))),
        until: SELECTOR_STEPS,
    },
    Family {
        name: "lang",
        size: 100,
        files: |n| page(&rules(20, |_| ":lang(xx) p{color:red}".into()), &deep("<div>", n, &"<p>x</p>".repeat(n * 3))),
        until: SELECTOR_STEPS,
    },
    Family {
        name: "later-siblings",
        size: 1500,
        files: |n| {
            page(&rules(20, |i| format!("{}p{{color:red}}", format!(".x{i} ~ ").repeat(12))), &"<p>x</p>".repeat(n))
        },
        until: SELECTOR_STEPS,
    },
    Family {
        name: "later-siblings-that-match",
        size: 1500,
        files: |n| page(&rules(20, |i| format!(".x{i} ~ {}p{{color:red}}", "p ~ ".repeat(12))), &"<p>x</p>".repeat(n)),
        until: SELECTOR_STEPS,
    },
    Family {
        name: "descendants-that-match",
        size: 120,
        files: |n| {
            page(
                &rules(20, |i| format!(".x{i} > {}p{{color:red}}", "div ".repeat(12))),
                &deep("<div>", n, &"<p>x</p>".repeat(n)),
            )
        },
        until: SELECTOR_STEPS,
    },
    Family {
        name: "nth-last-child",
        size: 3000,
        files: |n| page(&rules(20, |i| format!("p:nth-last-child({}n+1){{color:red}}", i + 2)), &"<p>x</p>".repeat(n)),
        until: None,
    },
    Family {
        name: "nth-of-selector",
        size: 3000,
        files: |n| {
            page(
                &rules(20, |i| format!("p:nth-last-child({}n+1 of .a){{color:red}}", i + 2)),
                &"<p class=a>x</p>".repeat(n),
            )
        },
        until: None,
    },
    Family {
        name: "attribute-substrings",
        size: 500,
        files: |n| {
            page(
                &rules(n, |i| format!("[title*='y{i}']{{color:red}}")),
                &format!("<p title={}>x</p>", "abcdefghij".repeat(30)).repeat(n / 4),
            )
        },
        until: None,
    },
    Family { name: "classes", size: 2000, files: classes, until: None },
    Family {
        name: "rules-by-elements",
        size: 1500,
        files: |n| page(&rules(n, |i| format!("body:has(.q{i}) p{{left:{i}px}}")), &"<p>x</p>".repeat(n)),
        until: STYLE_STEPS,
    },
    Family {
        name: "nth-of-many-selectors",
        size: 500,
        files: |n| page(&rules(n, |i| format!("p:nth-child({i}n+1 of .a{i},p){{left:{i}px}}")), &"<p>x</p>".repeat(n)),
        until: Some("steps of"),
    },
    Family {
        name: "scope-with-many-roots",
        size: 2000,
        files: |n| {
            page(&format!("@scope({}){{p{{color:red}}}}", list(".a", n)), &deep("<div>", 400, &"<p>x</p>".repeat(n)))
        },
        until: STYLE_STEPS,
    },
    Family {
        name: "container-styles",
        size: 500,
        files: |n| {
            page(
                &rules(n, |i| format!("@container style(--a:{i}){{p{{color:red}}}}")),
                &(0..n).map(|i| format!("<div style='--a:{i}'><p>x</p></div>")).collect::<String>(),
            )
        },
        until: STYLE_STEPS,
    },
    Family {
        name: "layer-names",
        size: 10_000,
        files: |n| page(&format!("@layer {};p{{color:red}}", list("l", n)), "<p>x"),
        until: None,
    },
    Family {
        name: "revert-layer-of-all",
        size: 1000,
        files: |n| page(&rules(n, |i| format!("@layer l{i}{{p{{all:revert-layer}}}}")), "<p>x"),
        until: None,
    },
    Family {
        name: "one-sheet-linked-often",
        size: 300,
        files: |n| {
            let mut files = page("", &("<link rel=stylesheet href=a.css>".repeat(n) + &"<p>x</p>".repeat(n)));
            files.push(("a.css".into(), rules(n, |i| format!("p{{left:{i}px}}"))));
            files
        },
        until: Some("limit of"),
    },
    Family {
        name: "transforms",
        size: 2500,
        files: |n| page(&format!("p{{transform:{}}}", "rotate(1deg) translate(1%) ".repeat(n)), &"<p>x</p>".repeat(n)),
        until: None,
    },
    // Generated text
    Family {
        name: "additive-symbols",
        size: 5000,
        files: |n| {
            let symbols: Vec<String> = (0..n).map(|i| format!("{} a", 2 * n - i)).collect();
            let css =
                format!("@counter-style c{{system:additive;additive-symbols:{}}}li{{list-style:c}}", symbols.join(","));
            page(&css, &format!("<ol>{}", "<li>x".repeat(n)))
        },
        until: None,
    },
    Family {
        name: "content",
        size: 5000,
        files: |n| page(&format!("p::before{{content:'{}'}}", "x".repeat(20_000)), &"<p>x</p>".repeat(n)),
        until: GENERATED_TEXT,
    },
    Family {
        name: "counters",
        size: 100,
        files: |n| {
            page(
                &format!("div{{counter-reset:c}}div::before{{content:counters(c,'{}')}}", "x".repeat(2000)),
                &deep("<div>", n, "x"),
            )
        },
        until: GENERATED_TEXT,
    },
    Family {
        name: "list-markers",
        size: 5000,
        files: |n| {
            page(&format!("ul{{list-style-type:'{}'}}", "x".repeat(20_000)), &format!("<ul>{}</ul>", "<li>x".repeat(n)))
        },
        until: GENERATED_TEXT,
    },
    Family {
        name: "attributes-in-any-case",
        size: 4000,
        files: |n| {
            let rule = |i| format!("div:has([a*='{}{i}' i]){{color:red}}", "a".repeat(n));
            page(&rules(30, rule), &format!("<div><p a='{}'>x</p></div>", "a".repeat(2 * n)).repeat(10))
        },
        until: None,
    },
    Family {
        name: "names-of-one-container",
        size: 1000,
        files: |n| {
            let names = format!("body{{container:{}/inline-size}}", list("n", n).replace(',', " "));
            page(
                &(rules(n, |i| format!("@container n{i} (width>1px){{p{{color:red}}}}")) + &names),
                &"<p>x</p>".repeat(100),
            )
        },
        until: STYLE_STEPS,
    },
    // Trees
    Family { name: "srcset", size: 1000, files: srcset, until: None },
    Family {
        name: "attributes",
        size: 10_000,
        files: |n| page("", &format!("<p {}>x</p>", list("a", n).replace(',', " "))),
        until: None,
    },
    Family {
        name: "attributes-of-end-tags",
        size: 10_000,
        files: |n| page("", &format!("<p>x</p {}>", list("a", n).replace(',', " "))),
        until: None,
    },
    Family { name: "objects", size: 10_000, files: |n| page("", &"<object><embed>".repeat(n)), until: None },
    Family {
        name: "shadow-roots",
        size: 2000,
        files: |n| {
            page(
                "",
                &"<div><template shadowrootmode=open><style>p{color:red}</style><p>x</p></template></div>".repeat(n),
            )
        },
        until: None,
    },
    Family { name: "shadow-roots-that-differ", size: 2000, files: shadow_roots_that_differ, until: None },
    Family {
        name: "details-of-one-name",
        size: 5000,
        files: |n| page("", &"<details name=a open><summary>s</summary>x</details>".repeat(n)),
        until: None,
    },
    Family {
        name: "radios-of-one-name",
        size: 5000,
        files: |n| page(":indeterminate,:checked{color:red}", &"<input type=radio name=a checked>".repeat(n)),
        until: None,
    },
    Family {
        name: "frames",
        size: 200,
        files: |n| page("", &"<iframe srcdoc='<p>x</p>'></iframe>".repeat(n)),
        until: None,
    },
    Family { name: "nested-frames", size: 4, files: nested_frames, until: None },
    // Lines and boxes
    Family {
        name: "line-breaks-in-spans",
        size: 1000,
        files: |n| page("", &(deep("<span>", n / 10, "") + &"x<br>".repeat(n))),
        until: CONTINUED,
    },
    Family {
        name: "words-in-spans",
        size: 1000,
        files: |n| page("span{vertical-align:1px}", &(deep("<span>", n / 10, "") + &"word ".repeat(n))),
        until: None,
    },
    Family {
        name: "list-items-in-spans",
        size: 1000,
        files: |n| page("", &(deep("<span>", n / 10, "") + &"<li>x".repeat(n))),
        until: None,
    },
    Family {
        name: "absolute-in-inline",
        size: 2000,
        files: |n| page("span{position:relative}i{position:absolute}", &"<span>x<i>y</i></span>".repeat(n)),
        until: None,
    },
    Family {
        name: "one-long-word",
        size: 100_000,
        files: |n| page("p{overflow-wrap:anywhere;width:min-content}", &format!("<p>{}", "x".repeat(n))),
        until: None,
    },
    Family {
        name: "grids-of-many-tracks",
        size: 500,
        files: |n| {
            page(
                "div{display:grid;grid-template-columns:repeat(1000,1px 1px 1px 1px 1px 1px 1px 1px 1px 1px)}",
                &"<div><p>x</p></div>".repeat(n),
            )
        },
        until: GRID_STEPS,
    },
    Family {
        name: "grid-items-of-long-spans",
        size: 5000,
        files: |n| {
            page("div{display:grid}p{grid-area:span 10000/span 10000}", &format!("<div>{}", "<p>x</p>".repeat(n)))
        },
        until: GRID_STEPS,
    },
    Family {
        name: "dense-grid",
        size: 2000,
        files: |n| {
            page(
                "div{display:grid;grid-auto-flow:dense;grid-template-columns:repeat(100,1px)}p:nth-child(odd){grid-column:span 60}",
                &format!("<div>{}", "<p>x</p>".repeat(n)),
            )
        },
        until: GRID_STEPS,
    },
    Family {
        name: "nested-row-subgrids",
        size: 50,
        files: |n| {
            let stack = "<div>".repeat(100) + "x" + &"</div>".repeat(100);
            page("div{display:grid;grid-template-rows:subgrid}", &stack.repeat(n))
        },
        until: GRID_STEPS,
    },
    Family {
        name: "position-fallbacks",
        size: 1000,
        files: |n| {
            let named = format!("p{{position:absolute;position-try-fallbacks:{}}}", list("--t", n));
            page(&(rules(n, |i| format!("@position-try --t{i}{{left:{i}px}}")) + &named), &"<p>x</p>".repeat(n))
        },
        until: None,
    },
    Family {
        name: "nested-ruby",
        size: 100,
        files: |n| page("", &("<ruby>a<rt>".repeat(n.min(200)) + &"<p>x</p>".repeat(n * 10))),
        until: None,
    },
    Family {
        name: "wide-collapsed-cells",
        size: 1000,
        files: |n| {
            page(
                "table{border-collapse:collapse}",
                &format!("<table>{}", "<tr><td colspan=1000 rowspan=1000>x".repeat(n)),
            )
        },
        until: COLLAPSED_SLOTS,
    },
    Family {
        name: "polygons",
        size: 2500,
        files: |n| page(&format!("p{{clip-path:polygon({}0 0)}}", "1px 2px,".repeat(n)), &"<p>x</p>".repeat(n)),
        until: CLIP_POINTS,
    },
    Family { name: "open-dialogs", size: 5000, files: |n| page("", &"<dialog open>x</dialog>".repeat(n)), until: None },
    Family {
        name: "owners-in-a-chain",
        size: 2500,
        files: |n| {
            let owner = |i: usize| format!("<div id=d{i} aria-owns=d{}>x</div>", i + 1);
            page("", &(0..n).map(owner).collect::<String>())
        },
        until: None,
    },
    Family {
        name: "grid-areas",
        size: 50,
        files: |n| {
            page(
                &format!("div{{display:grid;grid-template-areas:{}}}", format!("'{}' ", "a ".repeat(n)).repeat(n)),
                "<div><p>x</div>",
            )
        },
        until: None,
    },
];

/// A page of a style sheet and a body.
fn page(css: &str, body: &str) -> Vec<(String, String)> {
    vec![("index.html".into(), format!("<!doctype html><style>{css}</style><body>{body}"))]
}

/// `inner` below `n` elements.
fn deep(tag: &str, n: usize, inner: &str) -> String {
    tag.repeat(n.min(500)) + inner
}

/// `n` names with numbers, separated by commas.
fn list(name: &str, n: usize) -> String {
    (0..n).map(|i| format!("{name}{i}")).collect::<Vec<_>>().join(",")
}

/// `n` rules.
fn rules(n: usize, rule: impl Fn(usize) -> String) -> String {
    (0..n).map(rule).collect()
}

/// Each of `n` sheets imports all others.
fn import_fan(n: usize) -> Vec<(String, String)> {
    let imports: String = (0..n).map(|i| format!("@import '{i}.css';")).collect();
    let mut files = page(&imports, "<p>x");
    files.extend((0..n).map(|i| (format!("{i}.css"), format!("{imports}p{{color:red}}"))));
    files
}

/// One sheet that imports itself by `n` other addresses.
fn import_fan_by_query(n: usize) -> Vec<(String, String)> {
    let imports: String = (0..n).map(|i| format!("@import '?{i}';")).collect();
    let mut files = page("@import 'a.css'", "<p>x");
    files.push(("a.css".into(), format!("{imports}p{{color:red}}")));
    files
}

/// Variables that each hold the one before twice.
fn variables_double(n: usize) -> Vec<(String, String)> {
    let doubles: String = (1..n).map(|i| format!("--v{i}:var(--v{0}) var(--v{0});", i - 1)).collect();
    page(&format!("p{{--v0:x;{doubles}color:var(--v{})}}", n - 1), &"<p>x</p>".repeat(n))
}

/// Each element's variable holds its parent's and more.
fn variables_in_depth(n: usize) -> Vec<(String, String)> {
    let long = "x".repeat(1000);
    page(&format!("div:nth-child(odd){{--a:var(--b,y) {long}}}div{{--b:var(--a) {long}}}"), &deep("<div>", n, "x"))
}

/// `n` layers whose every rule reverts to the one below.
fn revert_layer(n: usize) -> Vec<(String, String)> {
    let layers = rules(n, |i| format!("@layer l{i}{{p{{color:revert-layer;width:revert-layer;margin:revert-layer}}}}"));
    let body: String = (0..n).map(|i| format!("<p style='left:{i}px'>x</p>")).collect();
    page(&layers, &body)
}

/// Elements of many classes, and a rule for each.
fn classes(n: usize) -> Vec<(String, String)> {
    let names = list("c", n).replace(',', " ");
    page(&rules(n, |i| format!(".c{i}.d{{color:red}}")), &format!("<p class='{names}'>x</p>").repeat(4))
}

fn srcset(n: usize) -> Vec<(String, String)> {
    let candidates: String = (1..=n).map(|i| format!("a{i}.png {i}w,")).collect();
    let sizes: String = (1..=n).map(|i| format!("(max-width:{i}px) 1px,")).collect();
    page("", &format!("<img srcset='{candidates}' sizes='{sizes}100vw'>"))
}

fn shadow_roots_that_differ(n: usize) -> Vec<(String, String)> {
    let root =
        |i| format!("<div><template shadowrootmode=open><style>p{{left:{i}px}}</style><p>x</p></template></div>");
    page("", &(0..n).map(root).collect::<String>())
}

/// A document in a document in a document, each escaped in the one around it.
fn nested_frames(n: usize) -> Vec<(String, String)> {
    let mut inner = "<p>x</p>".to_owned();
    for _ in 0..n.min(14) {
        inner = format!("<iframe srcdoc=\"{}\"></iframe>", inner.replace('&', "&amp;").replace('"', "&quot;"));
    }
    page("", &inner)
}

fn write(folder: &Path, files: &[(String, String)]) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("the page can be written");
    }
}

/// Writes every family at its three sizes where `scripts/hostile` wants them.
#[test]
fn hostile_pages_are_written() {
    let Some(folder) = std::env::var_os("HOSTILE_DIR") else { return };
    let percent: usize = std::env::var("HOSTILE_PERCENT").map_or(100, |text| text.parse().unwrap());
    for family in FAMILIES {
        for times in [1, 2, 4] {
            let size = (family.size * times * percent / 100).max(1);
            write(&Path::new(&folder).join(family.name).join(times.to_string()), &(family.files)(size));
        }
        if let Some(limit) = family.until {
            std::fs::write(Path::new(&folder).join(family.name).join("until"), limit).expect("a file can be written");
        }
    }
}

#[test]
fn hostile_pages_are_at_most_a_megabyte() {
    for family in FAMILIES {
        let bytes: usize = (family.files)(4 * family.size).iter().map(|(_, text)| text.len()).sum();
        assert!(bytes <= 1_100_000, "{}: {bytes} bytes", family.name);
    }
}

/// The budgets that pages of these families exhaust are named.
#[test]
fn hostile_pages_name_what_is_left_out() {
    for (name, size, expected) in [
        ("content", 500, "bytes of generated text"),
        ("counters", 400, "bytes of generated text"),
        ("import-fan", 9, "imported style sheets"),
        ("import-fan-by-query", 9, "imported style sheets"),
        ("grids-of-many-tracks", 300, "steps of grid layout"),
        ("wide-collapsed-cells", 3000, "slots of tables with collapsed borders"),
        ("polygons", 2500, "points of polygons"),
    ] {
        let family = FAMILIES.iter().find(|family| family.name == name).unwrap();
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &(family.files)(size));
        let page = Page::open(folder.path()).unwrap();
        let warnings: Vec<String> = page.warnings().iter().map(ToString::to_string).collect();
        assert!(warnings.iter().any(|warning| warning.contains(expected)), "{name}: {warnings:?}");
    }
}

#[test]
fn hostile_pages_are_rendered() {
    for family in FAMILIES {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &(family.files)((family.size / 40).max(2)));
        let page = Page::open(folder.path()).unwrap();
        assert!(page.query_selector("body").unwrap().is_some(), "{}: rendered", family.name);
    }
}

/// Each level would be laid out twice as often as the one around it.
#[test]
fn nested_ruby_ends() {
    let page = Page::from_html(&("<ruby>a<rt>".repeat(100) + "deepest"));
    assert!(Snapshot::agent(&page).to_string().contains("deepest"), "the innermost annotation");
}

/// Without a limit the last line of a chain is indented by the length of the page.
#[test]
fn chains_of_owners_end() {
    let owner = |i: usize| format!("<div id=d{i} aria-owns=d{}>x{i}</div>", i + 1);
    let page = Page::from_html(&(0..3000).map(owner).collect::<String>());
    let text = Snapshot::agent(&page).to_string();
    assert!(text.contains("x2999"), "what is not owned is where it was");
    let indent = text.lines().map(|line| line.len() - line.trim_start().len()).max();
    assert!(indent.is_some_and(|indent| indent < 1100), "{indent:?}");
}
