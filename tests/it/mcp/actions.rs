//! Effects of actions on a page, without any script.

use serde_json::json;

use super::client::{Client, showing};

/// The lines of the snapshot that have a text.
fn lines(client: &mut Client, text: &str) -> Vec<String> {
    client.snapshot().lines().filter(|line| line.contains(text)).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn controls_change_as_in_a_browser() {
    let (_folder, mut client) = showing(
        "<label>Name <input maxlength=5></label><label for=c>Agree</label><input type=checkbox id=c>\
         <input type=radio name=r aria-label=One checked><input type=radio name=r aria-label=Two>\
         <select aria-label=Size><option>Small<option>Large</select><input type=number aria-label=Count value=2 max=3>",
    );
    let name = client.reference("textbox \"Name\"");
    client.done("browser_type", &json!({ "target": name, "text": "Ada Lovelace" }));
    assert_eq!(lines(&mut client, "textbox"), [format!("- textbox \"Name\" [active] [ref={name}]: Ada L")]);
    client.done("browser_click", &json!({ "target": "label[for=c]" }));
    assert!(
        lines(&mut client, "checkbox")[0].contains("[checked] [active]"),
        "a click on the label is one on the control"
    );
    let two = client.reference("radio \"Two\"");
    client.done("browser_click", &json!({ "ref": two, "element": "Two" }));
    let radios = lines(&mut client, "radio \"");
    assert!(!radios[0].contains("[checked]") && radios[1].contains("[checked]"), "{radios:?}");
    client.done("browser_press_key", &json!({ "key": "ArrowLeft" }));
    assert!(lines(&mut client, "radio \"One\"")[0].contains("[checked] [active]"), "arrow keys move in the group");
    let size = client.reference("combobox \"Size\"");
    client.done("browser_select_option", &json!({ "target": size, "values": ["Large"] }));
    assert!(client.snapshot().contains("- option \"Large\" [selected]"), "chosen");
    let count = client.reference("spinbutton");
    client.done("browser_click", &json!({ "target": count }));
    client.done("browser_press_key", &json!({ "key": "ArrowUp" }));
    client.done("browser_press_key", &json!({ "key": "ArrowUp" }));
    client
        .done("browser_verify_value", &json!({ "type": "textbox", "element": "Count", "target": count, "value": "3" }));
}

#[test]
fn what_opens_closes_again() {
    let (_folder, mut client) = showing(
        "<details name=g><summary>One</summary>first</details><details name=g open><summary>Two</summary>second</details>\
         <button commandfor=d command=show-modal>Open</button><dialog id=d>Sure?<form method=dialog><button>Yes</button>\
         </form></dialog><button popovertarget=p>Menu</button><div id=p popover>Entries</div>",
    );
    client.done("browser_click", &json!({ "target": "text=One" }));
    let page = client.snapshot();
    assert!(page.contains("first") && !page.contains("second"), "details of a name exclude each other: {page}");
    let open = client.reference("button \"Open\"");
    client.done("browser_click", &json!({ "target": open }));
    assert!(client.snapshot().contains("button \"Yes\" [active]"), "a modal dialog takes the focus");
    let refusal = client.refused("browser_click", &json!({ "target": open }));
    assert!(refusal.contains("intercepts pointer events"), "{refusal}");
    client.done("browser_click", &json!({ "target": "dialog button" }));
    assert!(lines(&mut client, "button \"Open\"")[0].contains("[active]"), "the focus goes back");
    client.done("browser_click", &json!({ "target": open }));
    client.done("browser_press_key", &json!({ "key": "Escape" }));
    assert!(!client.snapshot().contains("Sure?"), "Escape closes it");
    let menu = client.reference("button \"Menu\"");
    client.done("browser_click", &json!({ "target": menu }));
    assert!(client.snapshot().contains("Entries"), "a popover opens");
    client.done("browser_click", &json!({ "target": "summary >> nth=0" }));
    assert!(!client.snapshot().contains("Entries"), "a press elsewhere closes it");
}

#[test]
fn tab_goes_through_what_can_be_focused() {
    let (_folder, mut client) = showing(
        "<a href=#x>first</a><button disabled>off</button><button tabindex=-1>skipped</button><button>second</button>\
         <input type=radio name=r aria-label=A><input type=radio name=r aria-label=B checked>\
         <button style=display:none>hidden</button><button tabindex=1>zeroth</button>",
    );
    let mut seen = Vec::new();
    for _ in 0..6 {
        client.done("browser_press_key", &json!({ "key": "Tab" }));
        let active = lines(&mut client, "[active]");
        seen.push(active.first().and_then(|line| line.split('"').nth(1)).unwrap_or_default().to_owned());
    }
    assert_eq!(seen, ["zeroth", "first", "second", "B", "", "zeroth"], "past the end the page has no focus");
    client.done("browser_press_key", &json!({ "key": "Shift+Tab" }));
    assert!(lines(&mut client, "[active]").is_empty(), "and before the start");
}

#[test]
fn clicks_are_refused_as_playwright_refuses_them() {
    let (_folder, mut client) = showing(
        "<button>Under</button><button id=off disabled>Off</button><input readonly aria-label=Fixed>\
         <div id=veil style='position:fixed;left:0;top:0;width:60px;height:60px'></div><b style=display:none id=none>x</b>",
    );
    client.snapshot();
    for (target, expected) in [
        ("text=Under", "<div id=\"veil\"></div> intercepts pointer events\n\nwhat is in front is [ref=e5]"),
        ("#off", "element is not enabled"),
        ("#none", "element is not visible"),
    ] {
        let refusal = client.refused("browser_click", &json!({ "target": target }));
        assert!(refusal.starts_with("### Error\nTimeoutError: ") && refusal.contains(expected), "{target}: {refusal}");
    }
    let fixed = client.refused("browser_type", &json!({ "target": "input", "text": "x" }));
    assert!(fixed.contains("element is not editable"), "{fixed}");
    let wrong = client.refused("browser_type", &json!({ "target": "#off", "text": "x" }));
    assert!(wrong.contains("Element is not an <input>"), "{wrong}");
}

#[test]
fn hover_shows_what_it_shows() {
    let (_folder, mut client) = showing(
        "<style>ul { display: none } li:hover ul, ul:hover { display: block }</style><ol><li>File<ul><li>Open file</ul></ol>",
    );
    assert!(!client.snapshot().contains("Open file"), "hidden at first");
    client.done("browser_hover", &json!({ "target": "ol > li" }));
    assert!(client.snapshot().contains("Open file"), "shown under the pointer");
}

#[test]
fn links_and_forms_lead_to_saved_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, html: &str| std::fs::write(folder.path().join(name), html).expect("a file");
    write(
        "a.html",
        "<title>A</title><a href=b.html#part>Next</a><a href=https://shop.example/x>Shop</a><a href=https://else.example/>Else</a>\
         <form action=https://shop.example/find><input name=q aria-label=Find value='red shoes'><button>Go</button></form>",
    );
    write("b.html", "<title>B</title><p>one</p><h2 id=part tabindex=-1>Part</h2>");
    write("c.html", "<!-- saved from url=(0022)https://shop.example/x --><title>C</title><p>shop");
    write("d.html", "<title>D</title><p>found");
    write("map.json", "{\"https://shop.example/find\": \"d.html\"}");
    let map = folder.path().join("map.json");
    let mut client = Client::start(folder.path(), &["--url-map", &map.to_string_lossy()]);
    client.done("browser_navigate", &json!({ "url": "a.html" }));
    let text = client.done("browser_click", &json!({ "target": "text=Next" }));
    assert!(text.contains("- Page URL: file:///b.html#part\n- Page Title: B"), "{text}");
    assert!(client.snapshot().contains("heading \"Part\" [active]"), "the fragment takes the focus");
    let back = client.done("browser_navigate_back", &json!({}));
    assert!(back.contains("- Page URL: file:///a.html\n"), "{back}");
    let saved = client.done("browser_click", &json!({ "target": "text=Shop" }));
    assert!(saved.contains("- Page URL: https://shop.example/x\n- Page Title: C"), "as it was asked for: {saved}");
    client.done("browser_navigate_back", &json!({}));
    let away = client.done("browser_click", &json!({ "target": "text=Else" }));
    assert!(away.contains("not among the saved pages") && away.contains("Page Title: A"), "{away}");
    let sent = client.done("browser_type", &json!({ "target": "input", "text": "blue hat", "submit": true }));
    assert!(sent.contains("GET https://shop.example/find?q=blue+hat with q=blue hat"), "{sent}");
    assert!(sent.contains("Page Title: D"), "by the map: {sent}");
    let requests = client.done("browser_network_requests", &json!({}));
    assert!(requests.contains("2. [GET] https://shop.example/find?q=blue+hat"), "{requests}");
}

/// A page that was asked for by an address of the web is at that address, and so is what its relative links lead to.
#[test]
fn links_are_relative_to_the_address_that_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, html: &str| std::fs::write(folder.path().join(name), html).expect("a file");
    write(
        "cart.html",
        "<title>Cart</title><a href='pay?step=1#card'>Pay</a><a href=beside.html>Beside</a>\
         <form action=/find><input name=q aria-label=Find><button>Go</button></form>",
    );
    write("p.html", "<title>Pay</title><p id=card>card");
    write("beside.html", "<title>Beside</title><p>b");
    write("f.html", "<title>Found</title><p>f");
    let at = |path: &str| format!("https://shop.example{path}");
    let map = json!({ at("/a/cart"): "cart.html", at("/a/pay"): "p.html", at("/find"): "f.html" });
    write("map.json", &map.to_string());
    let map = folder.path().join("map.json");
    let mut client = Client::start(folder.path(), &["--url-map", &map.to_string_lossy()]);
    client.done("browser_navigate", &json!({ "url": at("/a/cart") }));
    let pay = client.done("browser_click", &json!({ "target": "text=Pay" }));
    assert!(pay.contains("- Page URL: https://shop.example/a/pay?step=1#card\n- Page Title: Pay"), "{pay}");
    client.done("browser_navigate_back", &json!({}));
    let sent = client.done("browser_type", &json!({ "target": "input", "text": "hat", "submit": true }));
    assert!(sent.contains("- Page URL: https://shop.example/find?q=hat\n- Page Title: Found"), "{sent}");
    client.done("browser_navigate_back", &json!({}));
    let beside = client.done("browser_click", &json!({ "target": "text=Beside" }));
    assert!(beside.contains("- Page URL: file:///beside.html\n"), "a file that no address is known of: {beside}");
}

#[test]
fn forms_that_are_not_valid_are_not_sent_and_reset_goes_back() {
    let (_folder, mut client) = showing(
        "<form action=x><input name=a required aria-label=Needed><input name=b aria-label=Kept value=old>\
         <input type=checkbox aria-label=Box checked><button>Send</button><button type=reset>Reset</button></form>",
    );
    let answer = client.done("browser_click", &json!({ "target": "text=Send" }));
    assert!(answer.contains("was not submitted: textbox \"Needed\" is not valid"), "{answer}");
    assert!(client.snapshot().contains("textbox \"Needed\" [active]"), "it gets the focus");
    client.done("browser_type", &json!({ "target": "[name=b]", "text": "new" }));
    client.done("browser_click", &json!({ "target": "[type=checkbox]" }));
    client.done("browser_click", &json!({ "target": "text=Reset" }));
    let page = client.snapshot();
    assert!(page.contains(": old") && page.contains("checkbox \"Box\" [checked]"), "{page}");
}

#[test]
fn scripted_effects_answer_clicks() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(
        folder.path().join("p.html"),
        "<button id=open>Open</button><p id=menu hidden>Menu</p><button id=x>X</button>",
    )
    .expect("a file");
    let effects = folder.path().join("effects.json");
    let text = r##"[{"selector": "#open", "mutations": [{"selector": "#menu", "removeAttribute": "hidden"}]}]"##;
    std::fs::write(&effects, text).expect("a file");
    // The present name of the option and the former one.
    let mut clients = ["--script-mocks", "--effects"].map(|option| {
        let mut client = Client::start(folder.path(), &[option, &effects.to_string_lossy()]);
        client.done("browser_navigate", &json!({ "url": "p.html" }));
        let answer = client.done("browser_click", &json!({ "target": "#open" }));
        assert!(answer.contains("scripted by --script-mocks"), "{option}: {answer}");
        assert!(client.snapshot().contains("Menu"), "{option}: the effect was played");
        client
    });
    let client = &mut clients[0];
    let none = client.done("browser_click", &json!({ "target": "#x" }));
    assert!(none.contains("\"effect\": \"none: handled by script in the live page\""), "{none}");
}

#[test]
fn refs_stay_with_their_elements_and_end_with_evidence() {
    let (_folder, mut client) = showing(
        "<details><summary>More</summary><button>Inside</button></details>\
         <button commandfor=d command=show-modal>Open</button><dialog id=d><button>Close me</button></dialog>",
    );
    client.done("browser_click", &json!({ "target": "summary" }));
    let inside = client.reference("button \"Inside\"");
    client.done("browser_click", &json!({ "target": "summary" }));
    let gone = client.refused("browser_click", &json!({ "target": inside }));
    let sentence = format!("Ref {inside} not found in the current page snapshot. Try capturing new snapshot.");
    assert!(gone.contains(&sentence) && gone.contains("It was button \"Inside\", which is no longer shown."), "{gone}");
    client.done("browser_click", &json!({ "target": "summary" }));
    assert_eq!(client.reference("button \"Inside\""), inside, "shown again it has its ref again");
    let unknown = client.refused("browser_click", &json!({ "target": "e999" }));
    assert!(unknown.contains("No snapshot of this page has this ref."), "{unknown}");
}

#[test]
fn page_opens_as_it_was_saved_and_navigation_loads_it_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("p.html");
    std::fs::write(&page, "<p>Text</p><button data-frozen-focus>Here</button><dialog data-frozen-modal>Ask</dialog>")
        .expect("a file");
    let mut client = Client::start(folder.path(), &["--page", &page.to_string_lossy()]);
    let saved = client.snapshot();
    assert!(saved.contains("Ask"), "{saved}");
    client.done("browser_navigate", &json!({ "url": "p.html" }));
    let loaded = client.snapshot();
    assert!(!loaded.contains("Ask") && loaded.starts_with("- generic [active]"), "{loaded}");
}

#[test]
fn changes_that_an_answer_leaves_out_are_in_the_next() {
    let (_folder, mut client) = showing("<label>Name <input></label><button>Go</button>");
    client.snapshot();
    let typed = client.done("browser_type", &json!({ "target": "input", "text": "Ada" }));
    assert!(!typed.contains("### Changes"), "{typed}");
    let clicked = client.done("browser_click", &json!({ "target": "button" }));
    assert!(clicked.contains("### Changes") && clicked.contains("Ada"), "{clicked}");
}

#[test]
fn going_back_keeps_what_was_entered() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, html: &str| std::fs::write(folder.path().join(name), html).expect("a file");
    write(
        "a.html",
        "<title>A</title><label><input type=radio name=r value=1>One</label><label><input type=radio name=r value=2>Two</label>\
         <input aria-label=Name value=old><textarea aria-label=Note></textarea><select aria-label=Size><option>S<option>M</select>\
         <p style='height:3000px'></p><a href=b.html>Next</a>",
    );
    write("b.html", "<title>B</title><p>next");
    let mut client = Client::start(folder.path(), &[]);
    client.done("browser_navigate", &json!({ "url": "a.html" }));
    client.done("browser_click", &json!({ "target": "text=Two" }));
    client.done("browser_type", &json!({ "target": "input[aria-label=Name]", "text": "Ada" }));
    client.done("browser_type", &json!({ "target": "textarea", "text": "Ring twice" }));
    client.done("browser_select_option", &json!({ "target": "select", "values": ["M"] }));
    client.done("browser_click", &json!({ "target": "text=Next" }));
    client.done("browser_navigate_back", &json!({}));
    let snapshot = client.snapshot();
    for line in ["radio \"Two\" [checked]", "textbox \"Name\"", ": Ada", ": Ring twice", "option \"M\" [selected]"] {
        assert!(snapshot.contains(line), "{line} in\n{snapshot}");
    }
    assert!(!snapshot.contains("radio \"One\" [checked]"), "{snapshot}");
    assert!(snapshot.starts_with("- generic [active]"), "as in Playwright nothing has the focus:\n{snapshot}");
}

/// The code is that of Playwright MCP, recorded by hand: a ref as a locator, what was written as it was written.
#[test]
fn drags_are_written_as_playwright_writes_them() {
    let (_folder, mut client) = showing(
        "<div id=src draggable=true>Source</div><label>Name <input></label><textarea aria-label=Wishes></textarea>",
    );
    client.snapshot();
    let wishes = client.reference("textbox \"Wishes\"");
    let by_ref = client.done("browser_drag", &json!({ "startTarget": "#src", "endTarget": wishes }));
    let code = "await page.locator('#src').dragTo(page.getByRole('textbox', { name: 'Wishes' }));";
    assert!(by_ref.contains(code), "{by_ref}");
    let written = "getByRole('textbox', { name: 'Name' })";
    let by_locator = client.done("browser_drag", &json!({ "startTarget": "#src", "endTarget": written }));
    assert!(by_locator.contains(&format!("await page.locator('#src').dragTo(page.{written});")), "{by_locator}");
}

#[test]
fn closing_closes_every_tab_and_no_address_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.html"), "<title>A</title><p>a").expect("a file");
    let mut client = Client::start(folder.path(), &[]);
    client.done("browser_navigate", &json!({ "url": "a.html" }));
    client.done("browser_tabs", &json!({ "action": "new", "url": "a.html" }));
    let closed = client.done("browser_close", &json!({}));
    assert!(closed.contains("No open tabs"), "{closed}");
    let (text, is_error) = client.call("browser_navigate", &json!({ "url": " " }));
    assert!(is_error && text.contains("Cannot navigate to invalid URL"), "{text}");
}

#[test]
fn a_file_without_its_style_sheet_is_noted_once() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.html"), "<title>A</title><link rel=stylesheet href=style.css><p>a")
        .expect("a file");
    let mut client = Client::start(folder.path(), &[]);
    let first = client.done("browser_navigate", &json!({ "url": "a.html" }));
    assert!(first.contains("### Notes\n- not saved with the page: 1 style sheet (style.css)."), "{first}");
    let second = client.done("browser_snapshot", &json!({}));
    assert!(!second.contains("### Notes"), "{second}");
}

#[test]
fn a_scripted_effect_also_plays_when_the_click_closes_a_popover() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write(
        "a.html",
        "<button popovertarget=menu>Menu</button><button id=go onclick=x()>Go</button><p id=out>before</p>\
         <div popover id=menu style='top:200px'>Items</div>",
    );
    write(
        "effects.json",
        "[{\"selector\": \"#go\", \"mutations\": [{\"selector\": \"#out\", \"setText\": \"after\"}]}]",
    );
    let effects = folder.path().join("effects.json");
    let mut client = Client::start(folder.path(), &["--script-mocks", &effects.to_string_lossy()]);
    client.done("browser_navigate", &json!({ "url": "a.html" }));
    client.done("browser_click", &json!({ "target": "text=Menu" }));
    assert!(client.snapshot().contains("Items"), "the popover is open");
    let text = client.done("browser_click", &json!({ "target": "#go" }));
    assert!(text.contains("scripted by --script-mocks"), "{text}");
    let snapshot = client.snapshot();
    assert!(snapshot.contains("after") && !snapshot.contains("Items"), "{snapshot}");
}

/// A snapshot without its refs: each route numbers new elements in its own way.
fn without_refs(snapshot: &str) -> String {
    let lines = snapshot.trim_end().lines().map(|line| match line.split_once(" [ref=") {
        Some((before, after)) => format!("{before}{}", after.split_once(']').map_or("", |(_, rest)| rest)),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn actions_give_the_same_by_all_routes() {
    let (folder, mut client) = showing(
        "<form><label>Name <input name=n></label><label><input type=checkbox name=g> Gift</label>\
         <select aria-label=Size><option>Small<option>Large</select></form>\
         <details><summary>Terms</summary><p>Thirty days.</p></details><button popovertarget=more>More</button>\
         <div popover id=more>Also</div><label>Plan <input type=radio name=p value=a></label><button disabled>Off</button>",
    );
    let file = std::fs::read_dir(folder.path())
        .expect("the folder")
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|kind| kind == "html"))
        .expect("a page");
    let mut page = stillpage::Page::open(&file).expect("the page opens");
    let mut current = file;
    let steps: [(&str, &str, &str); 8] = [
        ("fill", "[name=n]", "Ada & Co"),
        ("check", "[name=g]", ""),
        ("select", "select", "Large"),
        ("click", "summary", ""),
        ("click", "button[popovertarget]", ""),
        ("press", "", "Escape"),
        ("click", "[name=p]", ""),
        ("click", "button[disabled]", ""),
    ];
    for (at, (action, target, value)) in steps.into_iter().enumerate() {
        let locator = page.locator(if target.is_empty() { "body" } else { target });
        let (done, tool, arguments, words) = match action {
            "fill" => (
                locator.fill(value),
                "browser_type",
                json!({ "target": target, "text": value }),
                vec!["fill", target, value],
            ),
            "check" => (
                locator.set_checked(true),
                "browser_click",
                json!({ "target": target }),
                vec!["set-checked", target, "on"],
            ),
            "select" => (
                locator.select_option([value]),
                "browser_select_option",
                json!({ "target": target, "values": [value] }),
                vec!["select", target, value],
            ),
            "press" => (
                page.press(value).map_err(Into::into),
                "browser_press_key",
                json!({ "key": value }),
                vec!["press", value],
            ),
            _ => (locator.click(), "browser_click", json!({ "target": target }), vec!["click", target]),
        };
        let (_, is_refused) = client.call(tool, &arguments);
        let next = folder.path().join(format!("after-{at}.html"));
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_stillpage"));
        command.arg(words[0]).arg(&current).args(&words[1..]).arg("-o").arg(&next);
        let output = command.output().expect("the binary starts");
        assert_eq!(output.status.success(), !is_refused, "{action} {target}: {output:?}");
        assert_eq!(done.is_ok(), !is_refused, "{action} {target}: {:?}", done.err());
        let Ok(done) = done else { continue };
        (page, current) = (done.page, next);
        let expected = without_refs(&client.snapshot());
        assert_eq!(without_refs(&page.aria_snapshot().to_string()), expected, "the library after {action} {target}");
        let written = stillpage::Page::open(&current).expect("the page opens");
        assert_eq!(
            without_refs(&written.aria_snapshot().to_string()),
            expected,
            "the command line after {action} {target}"
        );
    }
}
