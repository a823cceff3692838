//! Refs over re-renders in a real browser: what a morph and React make of a page.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use stillpage::live::Browser;

use super::act::{live, reference, text};
use super::{browser, show};

/// A session file of a test.
fn session() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("session").to_string_lossy().into_owned();
    (folder, path)
}

fn snapshot(browser: &Browser, tab: &str, session: &str) -> Value {
    let (code, page) = live(browser, &["snapshot", "--tab", tab, "--session", session]);
    assert_eq!(code, 0, "{page}");
    page["snapshot"].clone()
}

#[test]
fn morph_that_strips_attributes_and_replaces_nodes_is_healed() {
    let mut browser = browser();
    let tab = show(
        &mut browser,
        "<title>t</title><main id=m><h1>Cart</h1><button class=x style=color:red>Pay now</button><button class=x>Empty cart</button></main>\
         <script>function hear() { for (const b of document.querySelectorAll('button')) b.onclick = () => document.title = b.textContent }\
         hear()</script>",
    )
    .id()
    .to_owned();
    let (_folder, session) = session();
    let pay = reference(&snapshot(&browser, &tab, &session), "Pay now").expect("a ref");
    text(
        &mut browser,
        &tab,
        "m.innerHTML = '<h1>Cart</h1><p>New</p><button>Empty cart</button><button>Pay now</button>', hear()",
    );
    let (code, answer) = live(&browser, &["click", &pay, "--tab", &tab, "--session", &session]);
    assert!(code == 0 && answer["healed"] == true && answer["ref"] == pay.as_str(), "{answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "Pay now");
    text(
        &mut browser,
        &tab,
        "m.innerHTML = '<h1>Cart</h1><button>Delete everything</button>', document.title = 't', hear()",
    );
    let (code, answer) = live(&browser, &["click", &pay, "--tab", &tab, "--session", &session]);
    assert!(code == 1 && answer["error"]["code"] == "stale_ref", "{answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "t", "nothing was clicked");
}

#[test]
fn control_with_another_label_is_known_by_its_node() {
    let mut browser = browser();
    let like = "<title>t</title><h1>Post</h1><button onclick=\"document.title='clicked'\">Like</button>";
    let tab = show(&mut browser, like).id().to_owned();
    let (_folder, session) = session();
    let button = reference(&snapshot(&browser, &tab, &session), "Like").expect("a ref");
    let click = |browser: &Browser| live(browser, &["click", &button, "--tab", &tab, "--session", &session]);
    text(&mut browser, &tab, "document.querySelector('button').textContent = 'Liked', 1");
    let (code, answer) = click(&browser);
    assert!(code == 0 && answer["ref"] == button.as_str() && answer["healed"].is_null(), "{answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "clicked");
    // Another node with yet another label: nothing proves that it is the same.
    text(&mut browser, &tab, "document.querySelector('button').outerHTML = '<button>Unlike</button>', 1");
    let (code, answer) = click(&browser);
    assert!(code == 1 && answer["error"]["code"] == "stale_ref", "{answer}");
}

#[test]
fn navigation_kills_refs_and_push_state_does_not() {
    let mut browser = browser();
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["one", "two"] {
        let page = format!("<!doctype html><title>{name}</title><button>Save</button>");
        std::fs::write(folder.path().join(format!("{name}.html")), page).expect("a file");
    }
    let address = |name: &str| format!("file://{}/{name}.html", folder.path().display());
    let tab = {
        let mut tab = browser.open().expect("a tab");
        tab.load(&address("one"), super::LIMIT).expect("it loads");
        tab.id().to_owned()
    };
    let (_folder, session) = session();
    let save = reference(&snapshot(&browser, &tab, &session), "Save").expect("a ref");
    text(&mut browser, &tab, "history.pushState({}, '', '#there'), 1");
    let (code, answer) = live(&browser, &["hover", &save, "--tab", &tab, "--session", &session]);
    assert!(code == 0 && answer["ref"] == save.as_str(), "{answer}");
    browser.tab(&tab).expect("the tab").load(&address("two"), super::LIMIT).expect("it loads");
    let (code, answer) = live(&browser, &["hover", &save, "--tab", &tab, "--session", &session]);
    assert!(code == 1 && answer["error"]["code"] == "stale_ref", "{answer}");
    assert_eq!(answer["error"]["details"]["reason"], "navigated", "{answer}");
}

#[test]
fn ref_of_another_tab_is_a_conflict() {
    let mut browser = browser();
    let one = show(&mut browser, "<title>One</title><button>Save</button>").id().to_owned();
    let two = show(&mut browser, "<title>Two</title><button>Save</button>").id().to_owned();
    let (_folder, session) = session();
    let save = reference(&snapshot(&browser, &one, &session), "Save").expect("a ref");
    snapshot(&browser, &two, &session);
    let (code, answer) = live(&browser, &["click", &save, "--tab", &two, "--session", &session]);
    assert!(code == 2 && answer["error"]["code"] == "target_conflict", "{answer}");
}

/// React from npm, fetched once into the build folder.
fn react() -> (String, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("react");
    let file = |name: &str| folder.join(format!("node_modules/{name}/umd/{name}.production.min.js"));
    if !file("react-dom").is_file() {
        std::fs::create_dir_all(&folder).expect("a folder");
        let status = Command::new("npm")
            .args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            // The last versions with files that a page can load as they are.
            .args(["react@18.3.1", "react-dom@18.3.1"])
            .status()
            .expect("npm is installed: apt-get install npm");
        assert!(status.success(), "npm install");
    }
    let read = |name: &str| std::fs::read_to_string(file(name)).expect("a script");
    (read("react"), read("react-dom"))
}

#[test]
fn react_re_render_is_healed_refused_and_intercepted() {
    let (react, dom) = react();
    let app = "
        const e = React.createElement;
        const Row = ({ name, onPick }) => e('li', null, e('span', null, name), ' ', e('button', { onClick: () => onPick(name) }, 'Pick'));
        const App = () => {
          const [state, set] = React.useState({ rows: ['Ada', 'Bo', 'Cy'], version: 0, veil: false });
          window.update = change => set(old => ({ ...old, ...change }));
          return e('main', { key: state.version }, e('h1', null, 'People'),
            e('ul', null, state.rows.map((name, i) => e(Row, { key: i, name, onPick: who => { document.title = who } }))),
            state.veil && e('div', { id: 'veil', style: { position: 'fixed', inset: 0, background: '#000a' } }, 'Loading'));
        };
        ReactDOM.createRoot(document.getElementById('root')).render(e(App));";
    let mut browser = browser();
    let folder = tempfile::tempdir().expect("a folder");
    let page = format!(
        "<!doctype html><title>t</title><div id=root></div><script>{react}</script><script>{dom}</script><script>{app}</script>"
    );
    std::fs::write(folder.path().join("app.html"), page).expect("a file");
    let tab = {
        let mut tab = browser.open().expect("a tab");
        tab.load(&format!("file://{}/app.html", folder.path().display()), super::LIMIT).expect("it loads");
        tab.pause(std::time::Duration::from_millis(100)).expect("it renders");
        tab.id().to_owned()
    };
    let (_folder, session) = session();
    let before = snapshot(&browser, &tab, &session);
    // The second of three buttons that are all called Pick.
    let bo = references(&before, "Pick").get(1).cloned().expect("three buttons");
    let click = |browser: &Browser| live(browser, &["click", &bo, "--tab", &tab, "--session", &session]);
    // Index keys and a new parent: every node is another one, and the rows are in another order.
    text(&mut browser, &tab, "update({ rows: ['Cy', 'Bo', 'Di', 'Ada'], version: 1 }), 1");
    let (code, answer) = click(&browser);
    assert!(code == 0 && answer["healed"] == true, "{answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "Bo");
    text(&mut browser, &tab, "document.title = 't', update({ veil: true }), 1");
    let (code, answer) = click(&browser);
    assert!(code == 1 && answer["error"]["code"] == "click_intercepted", "{answer}");
    text(&mut browser, &tab, "update({ veil: false, rows: ['Ada', 'Cy'] }), 1");
    let (code, answer) = click(&browser);
    assert!(code == 1 && answer["error"]["code"] == "stale_ref", "Bo is gone: {answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "t", "nothing else was clicked");
}

/// The refs of all elements with this name.
fn references(nodes: &Value, name: &str) -> Vec<String> {
    match nodes {
        Value::Array(list) => list.iter().flat_map(|node| references(node, name)).collect(),
        Value::Object(map) => {
            let own = map.get("ref").filter(|_| map.get("name").and_then(Value::as_str) == Some(name));
            let own = own.and_then(Value::as_str).map(str::to_owned);
            own.into_iter().chain(map.values().flat_map(|node| references(node, name))).collect()
        }
        _ => Vec::new(),
    }
}
