//! A frozen page says offline what it said live.

use std::time::Duration;

use stillpage::{Page, Snapshot, SnapshotOptions};

use super::{browser, corpus, root, run, show};

fn snapshot(page: &Page) -> String {
    Snapshot::render(page, &SnapshotOptions::default()).to_string()
}

fn check(html: &str) -> String {
    let mut browser = browser();
    let mut tab = show(&mut browser, html);
    tab.pause(Duration::from_millis(50)).expect("the page stays");
    let recording = tab.record_whole().expect("it can be recorded");
    let live = snapshot(&recording.page());
    let frozen = recording.to_html();
    let page = Page::builder().bytes(frozen.as_bytes()).expect("a frozen page is a page");
    assert_eq!(live, snapshot(&page), "{frozen}");
    frozen
}

#[test]
fn frozen_state_is_what_scripts_left() {
    let frozen = check(
        "<!doctype html><title>T</title><label>Name <input id=n value=old></label><label><input type=checkbox id=c> Both</label>\
         <select id=s><option>a<option>b</select><textarea id=t>x</textarea><dialog id=d><button>Close</button></dialog>\
         <script>n.value='new';c.indeterminate=true;s.selectedIndex=1;t.value='typed';d.showModal()</script>",
    );
    for part in ["value=\"new\"", "data-frozen-indeterminate", "data-frozen-modal", ">typed</textarea>"] {
        assert!(frozen.contains(part), "{part} in {frozen}");
    }
    assert!(!frozen.contains("<script"), "{frozen}");
}

#[test]
fn frozen_components_keep_their_trees_and_sheets() {
    let frozen = check(
        "<!doctype html><body><x-card>light</x-card><iframe srcdoc='<button>In frame</button>'></iframe><script>\
         const root = document.querySelector('x-card').attachShadow({mode:'open'});\
         root.innerHTML = '<h2>Card</h2><p class=gone>hidden</p><slot></slot>';\
         const sheet = new CSSStyleSheet(); sheet.replaceSync('.gone{display:none}'); root.adoptedStyleSheets = [sheet];\
         const own = document.createElement('style'); document.head.append(own); own.sheet.insertRule('x-card{display:block}');\
         </script>",
    );
    for part in ["shadowrootmode=\"open\"", "srcdoc=", ".gone", "x-card"] {
        assert!(frozen.contains(part), "{part} in {frozen}");
    }
}

#[test]
fn captured_files_mean_what_the_pages_mean() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, file) in
        corpus().into_iter().filter(|(name, _)| ["checkout-modal", "web-components"].contains(&name.as_str()))
    {
        for kind in ["html", "mhtml", "json.gz"] {
            let output = folder.path().join(format!("{name}.{kind}"));
            let (code, out, err) =
                run(&["capture", &file.to_string_lossy(), "-o", &output.to_string_lossy(), "--json"]);
            assert_eq!(code, 0, "{name} {kind}: {err}");
            assert!(out.contains("\"elements\""), "{out}");
            let (code, page, err) = run(&["snapshot", &output.to_string_lossy(), "--playwright"]);
            assert_eq!(code, 0, "{name} {kind}: {err}");
            let (_, original, _) = run(&["snapshot", &file.to_string_lossy(), "--playwright"]);
            assert_eq!(original, page, "{name} {kind}");
        }
    }
}

#[test]
fn captured_files_hold_the_fonts_that_were_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let fonts = root().join("corpus/cases/layout/web-fonts_files");
    std::fs::create_dir(folder.path().join("fonts")).expect("a folder");
    for name in ["test.woff2", "variable.ttf"] {
        std::fs::copy(fonts.join(name), folder.path().join("fonts").join(name)).expect("a font");
    }
    std::fs::write(
        folder.path().join("page.css"),
        "@font-face { font-family: used; src: url(fonts/test.woff2?v=2#iefix) }\
         @font-face { font-family: unused; src: url(fonts/variable.ttf) }\
         span { font: 40px used }",
    )
    .expect("a style sheet");
    let page = folder.path().join("page.html");
    let html = "<!doctype html><link rel=stylesheet href=page.css><span>In a font of its own</span>";
    std::fs::write(&page, html).expect("a page");
    let output = folder.path().join("captured.html");
    let (code, out, err) = run(&["capture", &page.to_string_lossy(), "-o", &output.to_string_lossy(), "--json"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("\"missingFonts\":[]"), "{out}");
    let captured = std::fs::read_to_string(&output).expect("a captured page");
    assert_eq!(captured.matches("url(\"data:application/octet-stream;base64,").count(), 1, "{captured}");
    let span = |page: &std::path::Path| {
        let (code, out, err) = run(&["inspect", &page.to_string_lossy(), "--json"]);
        assert_eq!(code, 0, "{err}");
        let page: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let elements = page["elements"].as_array().expect("elements");
        elements.iter().find(|element| element["tag"] == "span").expect("a span")["box"].clone()
    };
    let original = span(&page);
    assert_eq!(original, span(&output), "the captured page is laid out in its font");
    std::fs::write(&page, html.replace("page.css", "none.css")).expect("a page");
    assert_ne!(original, span(&page), "which is not the font that it has without");
}
