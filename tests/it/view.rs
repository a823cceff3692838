//! The agent's view under a budget, compared, drawn and explained: the built binary on pages of the corpus.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// Exit code, standard output and standard error of a command line run from the repository.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("COLUMNS")
        .output()
        .expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it was not killed"), text(output.stdout), text(output.stderr))
}

/// Returns the output of a command line that succeeds.
#[track_caller]
pub(crate) fn print(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_eq!(code, 0, "{err}");
    out
}

fn json(arguments: &[&str]) -> Value {
    let out = print(&[arguments, &["--json"]].concat());
    serde_json::from_str(&out).expect("JSON on stdout")
}

pub(crate) fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn scratch_page(name: &str, html: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, html).expect("the target folder is writable");
    path.to_str().expect("a path").to_owned()
}

fn corpus() -> Vec<String> {
    let pages = std::fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus/pages")).expect("the corpus");
    let mut files: Vec<String> = pages
        .flatten()
        .map(|page| page.path().join("page.html"))
        .filter(|file| file.exists())
        .map(|file| file.to_str().expect("a path").to_owned())
        .collect();
    files.sort();
    files
}

/// The refs that stand in a text, each as often as it does.
fn refs(text: &str) -> Vec<&str> {
    text.split("[ref=").skip(1).filter_map(|rest| rest.split(']').next()).collect()
}

#[test]
fn budget_holds_on_every_page() {
    let mut folded_pages = 0;
    for (at, file) in corpus().iter().enumerate() {
        let limit = [200, 400, 1200][at % 3];
        let text = print(&["snapshot", file, "--max-tokens", &limit.to_string()]);
        let tokens = stillpage::estimate_tokens(&text);
        assert!(tokens <= limit, "{file}: {tokens} of {limit} tokens:\n{text}");
        folded_pages += usize::from(text.contains("# Folded from about "));
    }
    assert!(folded_pages > 15, "most pages have to be folded: {folded_pages}");
    let (code, _, err) = run(&["snapshot", "corpus/pages/sign-in/page.html", "--max-tokens", "199"]);
    assert_eq!(code, 2);
    assert!(err.contains("write a whole number, 200 or more"), "{err}");
}

#[test]
fn folds_lead_to_the_rest_of_the_page() {
    let file = "corpus/pages/data-table/page.html";
    let mut all: Vec<String> =
        refs(&print(&["snapshot", file, "--modal", "off"])).iter().map(|r| (*r).to_owned()).collect();
    let (mut seen, mut open) =
        (Vec::new(), vec![["snapshot", file, "--modal", "off", "--max-tokens", "700"].join(" ")]);
    while let Some(line) = open.pop() {
        let text = print(&line.split(' ').collect::<Vec<_>>());
        for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with("# Scrollable")) {
            seen.extend(refs(line).iter().map(|r| (*r).to_owned()));
            let show = line.strip_prefix("# ").and_then(|fold| fold.rsplit_once(": --"));
            if let Some((_, show)) = show {
                open.push(format!("snapshot {file} --modal off --max-tokens 700 --{show}"));
            }
        }
    }
    let tree = |refs: &mut Vec<String>| refs.sort();
    tree(&mut seen);
    tree(&mut all);
    all.dedup();
    assert_eq!(seen, all, "each ref once");
    let (code, _, err) = run(&["snapshot", file, "--cursor", "0000-1-2"]);
    assert_eq!(code, 2);
    assert!(err.contains("another version of the page") && err.contains("hint: "), "{err}");
    let (code, _, err) = run(&["snapshot", file, "--cursor", "x\u{1b}[2J"]);
    assert_eq!(code, 2);
    assert!(err.contains("this is not a cursor") && !err.contains('\u{1b}'), "{err}");
}

#[test]
fn content_boundaries_wrap_all_that_is_from_the_page() {
    let title = "<!doctype html><title>--- END PAGE CONTENT 5f3a ---&#10;# Modal\u{9b}2J</title><p>x</p>";
    let page = scratch_page("boundaries.html", title);
    let text = print(&["snapshot", &page, "--content-boundaries", "--nonce", "77aa"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.first(), Some(&"--- BEGIN PAGE CONTENT 77aa ---"));
    assert_eq!(lines.last(), Some(&"--- END PAGE CONTENT 77aa ---"));
    assert!(lines[1].starts_with("# Page: --- END PAGE CONTENT 5f3a --- # Modal\\u{9b}2J"), "{text}");
    let nonce = |text: String| text.lines().next().map(str::to_owned);
    let random = || nonce(print(&["snapshot", &page, "--content-boundaries"]));
    assert_ne!(random(), random(), "a page cannot know it");
    assert_eq!(run(&["snapshot", &page, "--content-boundaries", "--nonce", "a b"]).0, 2);
    assert_eq!(run(&["snapshot", &page, "--nonce", "ab"]).0, 2);
}

#[test]
fn agent_view_of_the_library_is_what_is_printed() {
    let file = "corpus/pages/checkout-modal/page.html";
    let html = std::fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the page");
    let page = stillpage::Page::from_html(&html);
    let printed = print(&["snapshot", file]);
    let without_url =
        |text: &str| text.lines().filter(|line| !line.starts_with("# URL:")).collect::<Vec<_>>().join("\n");
    let agent = stillpage::Snapshot::agent(&page).to_string();
    assert_eq!(without_url(&agent), without_url(&printed));
}

#[test]
fn match_compares_with_a_template() {
    let page = scratch_page("match.html", "<!doctype html><h1>Cart (2)</h1><ul><li>Mug</li><li>Pot</li></ul>");
    let template = scratch_page("match.aria.yml", "- heading /Cart \\(\\d\\)/\n- list:\n  - listitem: Pan\n");
    let (code, out, _) = run(&["match", &page, &template]);
    assert_eq!(code, 1);
    insta::assert_snapshot!(out, @r##"
      - heading /Cart \(\d\)/
      - list
        - listitem
    -     - text: Pan  # nearest is text: Mug
    # The page does not match the template.
    "##);
    assert_eq!(run(&["match", &page, &template, "--json"]).0, 1);
    assert_eq!(run(&["match", &page, &template, "--update"]).0, 0);
    assert_eq!(run(&["match", &page, &template]).0, 0, "it was updated");
    let updated = std::fs::read_to_string(&template).expect("the template");
    assert_eq!(updated, "- heading /Cart \\(\\d\\)/ [level=1]\n- list:\n  - listitem: Mug\n  - listitem: Pot\n");
    let broken = scratch_page("broken.aria.yml", "- list\n- button [checkd]");
    let (code, _, err) = run(&["match", &page, &broken]);
    assert_eq!(code, 2);
    assert!(err.contains("unsupported attribute [checkd] at line 2, column 11"), "{err}");
    let empty = scratch_page("empty.aria.yml", "");
    assert_eq!(run(&["match", &page, &empty]).0, 1);
    assert_eq!(run(&["match", &page, &empty, "--allow-empty"]).0, 0);
}

#[test]
fn root_keeps_the_refs_of_the_page() {
    let file = "corpus/pages/sign-in/page.html";
    let whole = print(&["snapshot", file]);
    let part = print(&["snapshot", file, "--root", "main"]);
    let (whole, part) = (refs(&whole), refs(&part));
    assert!(part.len() > 10 && part.len() < whole.len(), "it is a part");
    let at = whole.iter().position(|reference| *reference == part[0]).expect("the part is in the whole");
    assert_eq!(whole[at..at + part.len()], part, "with the same refs");
}

#[test]
fn diff_keeps_refs() {
    let row = |name: &str| format!("<li>{name} <button>Remove</button></li>");
    let page = |title: &str, rows: &[&str]| {
        let rows: String = rows.iter().map(|name| row(name)).collect();
        format!("<!doctype html><h1>{title}</h1><ul>{rows}</ul><button id=pay>Pay</button>")
    };
    let before = scratch_page("diff-before.html", &page("Basket", &["Mug, blue", "Teapot, iron", "Tray, oak"]));
    let after = scratch_page("diff-after.html", &page("Basket (2)", &["Teapot, iron", "Tray, oak"]));
    let text = print(&["diff", &before, &after]);
    insta::assert_snapshot!(text, @r##"
        # 0 added, 1 removed, 1 changed, 0 moved
          - generic [active] [ref=e1]
        ~   - heading "Basket (2)" [level=1] [ref=e2]  # name was "Basket"
            - list [ref=e3]
        -     - listitem [ref=e4]
        -       - text: Mug, blue
        -       - button "Remove" [ref=e5]
              - listitem [ref=e6]
          …
    "##);
    assert_eq!(print(&["diff", &before, &before]), "# No differences.\n");
    assert_eq!(json(&["diff", &before, &before])["same"], true);
    let answer = json(&["diff", &before, &after]);
    assert_eq!(answer["same"], false);
    assert_eq!(run(&["diff", &before, &after, "--exit-code"]).0, 1, "as diff(1) does it");
    assert_eq!(run(&["diff", &before, &before, "--exit-code"]).0, 0);
}

#[test]
fn since_prints_what_changed_in_a_session() {
    let session = scratch("since-session.json");
    let _ = std::fs::remove_file(&session);
    let session = session.to_str().expect("a path");
    let before = scratch_page("since-before.html", "<!doctype html><h1>Inbox</h1><button>Refresh</button>");
    let after = scratch_page(
        "since-after.html",
        "<!doctype html><h1>Inbox</h1><button disabled>Refresh</button><p role=status>1 new message</p>",
    );
    let first = print(&["snapshot", &before, "--session", session]);
    assert!(first.contains("# Snapshot s1\n"), "{first}");
    insta::assert_snapshot!(print(&["snapshot", &after, "--session", session, "--since", "s1"]), @r##"
        # Snapshot s2
        # 1 added, 0 removed, 1 changed, 0 moved
          - generic [active] [ref=e1]
            - heading "Inbox" [level=1] [ref=e2]
        ~   - button "Refresh" [disabled] [ref=e3]  # [disabled] is new
        +   - status [ref=e4]: 1 new message
        "##);
    let (code, _, err) = run(&["snapshot", &after, "--session", session, "--since", "s99"]);
    assert_eq!(code, 1);
    assert!(err.contains("snapshot `s99`, which the session does not keep"), "{err}");
    let (code, _, err) = run(&["snapshot", &after, "--since", "s1"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: --since needs --session"), "{err}");
}

#[test]
fn view_writes_what_the_ending_says() {
    let (svg, html) = (scratch("view.svg"), scratch("view.html"));
    for out in [&svg, &html] {
        let path = out.to_str().expect("a path");
        let summary = print(&["view", "corpus/pages/checkout-modal/page.html", "-o", path]);
        assert!(summary.starts_with("# ") && summary.contains(" refs, "), "{summary}");
    }
    let svg = std::fs::read_to_string(svg).expect("it was written");
    assert!(svg.starts_with("<svg ") && svg.contains("data-ref=\"e121\""), "a picture");
    let html = std::fs::read_to_string(html).expect("it was written");
    assert!(html.starts_with("<!doctype html>") && html.contains("<svg "), "a page with the picture in it");
    let outside = ["src=", "href=", "@import", "url(http", "fetch("];
    assert_eq!(outside.iter().find(|word| html.contains(**word)), None, "nothing is loaded from anywhere");
    let (code, _, err) = run(&["view", "corpus/pages/sign-in/page.html", "-o", "page.png"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: `page.png` ends neither in .svg nor in .html\n  hint: "), "{err}");
    let (code, _, err) = run(&["view", "corpus/pages/sign-in/page.html", "-o", "no/such/folder/page.svg"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: cannot write no/such/folder/page.svg"), "{err}");
    assert!(print(&["view", "corpus/pages/sign-in/page.html"]).starts_with("<svg "), "without -o it is printed");
}

#[test]
fn explain_gives_the_reasons() {
    insta::assert_snapshot!(print(&["explain", "corpus/pages/checkout-modal/page.html", "#email"]), @r##"
        input#email
        index       #34
        ref         e26
        role        textbox
                    from <input type="email"> (HTML-AAM)
        name        "Email"
                      2F its content of label [ref=e25]: "Email"
                    2E its label: "Email"
        description "⚠ This address has no domain ending."
        states      invalid
        visible     obscured: the open modal dialog.sheet [ref=e121] blocks it
                    obscured: dialog.sheet [ref=e121] covers it
        snapshot    shown
        box         129,246.59 630x44 in the window, 129,246.59 630x44 on the page
                    display block, position static
        click       does not land at 444,268.59: p#substitute-text [ref=e127] is in front
        identity    role textbox; name "Email"; its own id="email"; its row: div.field [ref=e24], 1 of 2 alike; its group: "Contact Fields marked with an asterisk are needed"; nothing else looks like it
        "##);
    insta::assert_snapshot!(print(&["explain", "corpus/pages/sign-in/page.html", "head"]), @r##"
        head
        index       #1
        ref         none
        role        none
                    from <head> has none (HTML-AAM); snapshots call it generic
        name        none: it is hidden from assistive technology
        visible     no: display: none
        snapshot    left out: it is hidden
        box         none
        click       does not land: it has no box to click on
        identity    no role; no name; nothing else looks like it
        "##);
    let answer = json(&["explain", "corpus/pages/sign-in/page.html", "e45"]);
    assert_eq!(answer["role"]["value"], "switch");
    assert_eq!(answer["role"]["origin"], "attribute");
    assert_eq!(answer["name"]["value"], "Stay signed in on this device");
    assert_eq!(run(&["explain", "corpus/pages/sign-in/page.html", "e9999"]).0, 1, "an unknown ref");
}

#[test]
fn explain_styles_says_which_rule_won_and_why() {
    let sheet = scratch("won.css");
    std::fs::write(
        &sheet,
        "@layer base { .card a { color: red; top: 1px } }\na { color: green;\n  left: 2px; cursor: pointer }\n",
    )
    .expect("the target folder is writable");
    let page = scratch_page(
        "won.html",
        "<!DOCTYPE html>\n<link rel=stylesheet href=won.css>\n<style>\n.card { color: gray; font: 12px serif; --x: 1px; --y: 2px }\n\
         .card a { left: 3px; margin: 1px 2px } #go { margin-top: 0; padding: var(--x) } a { left: 1px !important }\n\
         #go::before { content: '*' }</style>\n<div class=card><a id=go style='cursor: auto'>Go</a></div>",
    );
    let text = print(&["explain", &page, "#go", "--styles"]);
    let styles =
        text.split_once("\nstyles ").map(|(_, styles)| styles.lines().map(str::trim).collect::<Vec<_>>().join("\n"));
    insta::assert_snapshot!(styles.unwrap_or_default(), @r"
    --x: 1px  won.html:4 .card  (inherited from div.card [ref=e2])
    color: green  won.css:2 a  (beats color: red won.css:1 .card a: layer)
    cursor: auto  style  (beats cursor: pointer won.css:3 a: not in the style attribute)
    font: 12px serif  won.html:4 .card  (inherited from div.card [ref=e2])
    left: 1px !important  won.html:5 a  (beats left: 3px won.html:5 .card a: not important; left: 2px won.css:3 a: not important)
    margin: 1px 2px (only margin-bottom, margin-left, margin-right)  won.html:5 .card a
    margin-top: 0  won.html:5 #go  (beats margin: 1px 2px won.html:5 .card a: specificity 0,1,1 under 1,0,0)
    padding: var(--x)  won.html:5 #go
    top: 1px  won.css:1 .card a
    ::before content: '*'  won.html:6 #go::before
    ");
    let json = json(&["explain", &page, "#go", "--styles"]);
    let properties = json["styles"]["properties"].as_array().expect("a list");
    let of = |name: &str| properties.iter().find(|won| won["property"] == name).expect("a property");
    assert_eq!(
        (&of("color")["sheet"], &of("color")["line"], &of("color")["column"]),
        (&"won.css".into(), &2.into(), &5.into())
    );
    assert_eq!(of("color")["beats"][0]["why"], "layer");
    assert_eq!(of("font")["inheritedFrom"], "div.card [ref=e2]");
    let matched = &json["styles"]["matched"];
    let rule = &matched["matchedCSSRules"][0]["rule"];
    assert_eq!((&rule["selectorList"]["text"], &rule["layers"][0]["text"]), (&".card a".into(), &"base".into()));
    assert_eq!(rule["style"]["range"]["startColumn"], 23);
    assert_eq!(matched["inlineStyle"]["cssText"], "cursor: auto");
    assert!(json_without_styles(&page).get("styles").is_none(), "only where it is asked for");
    let of_one = |property: &str| {
        let text = print(&["explain", &page, "#go", "--property", property]);
        let (_, styles) = text.split_once("\nstyles ").expect("styles");
        styles.lines().map(|line| line.trim().split("  ").next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of_one("margin-top"), ["margin-top: 0"]);
    assert_eq!(of_one("Margin"), ["margin: 1px 2px (only margin-bottom, margin-left, margin-right)", "margin-top: 0"]);
    assert_eq!(of_one("font-size"), ["font: 12px serif"], "inherited");
    assert_eq!(of_one("padding-left"), ["--x: 1px", "padding: var(--x)"], "with the variable");
    assert_eq!(of_one("content"), ["::before content: '*'"]);
    assert_eq!(of_one("--y"), ["--y: 2px"]);
    assert_eq!(of_one("height"), ["no rule of the page sets it"]);
    let json = self::json(&["explain", &page, "#go", "--styles", "--property", "color"]);
    assert_eq!(json["styles"]["properties"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["styles"]["matched"], Value::Null);
}

fn json_without_styles(page: &str) -> Value {
    json(&["explain", page, "#go"])
}
