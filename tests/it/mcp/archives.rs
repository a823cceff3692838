//! Archives of the web behind the server.

use serde_json::json;

use super::client::Client;
use crate::archives::shops;

#[test]
fn archives_answer_links_redirects_and_forms() {
    let folder = tempfile::tempdir().expect("a folder");
    for shop in shops(folder.path()) {
        let mut client = Client::start(&shop, &[]);
        let mut titled = |tool: &str, arguments: serde_json::Value, url: &str, title: &str| {
            let text = client.done(tool, &arguments);
            let expected = format!("- Page URL: http://shop.example{url}\n- Page Title: {title}");
            assert!(text.contains(&expected), "{}: {tool} {arguments}: {text}", shop.display());
        };
        titled("browser_navigate", json!({ "url": "http://shop.example/" }), "/home?lang=en", "Tea");
        titled("browser_click", json!({ "target": "text=Cart" }), "/cart?item=1", "Cart");
        titled("browser_click", json!({ "target": "text=Home" }), "/home?lang=en", "Tea");
        let find = json!({ "target": "[name=q]", "text": "green tea", "submit": true });
        titled("browser_type", find, "/search?q=green+tea", "Found");
        titled("browser_navigate", json!({ "url": "/home?lang=en" }), "/home?lang=en", "Tea");
        let order = |name: &str| json!({ "target": "[name=name]", "text": name, "submit": true });
        titled("browser_type", order("Ada"), "/thanks", "Thanks");
        titled("browser_navigate_back", json!({}), "/home?lang=en", "Tea");
        titled("browser_type", order("Bob"), "/order", "Sorry");
        let away = client.refused("browser_navigate", &json!({ "url": "http://else.example/" }));
        assert!(away.contains("has pages such as http://shop.example/"), "{away}");
        let file = client.refused("browser_navigate", &json!({ "url": "file:///etc/hostname" }));
        assert!(file.contains("Access to \"file:\" protocol is blocked"), "no file is read beside it: {file}");
    }
}

#[test]
fn archives_answer_beside_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = shops(folder.path()).remove(0);
    let pages = tempfile::tempdir().expect("a folder");
    std::fs::write(pages.path().join("a.html"), "<title>A</title><a href=http://shop.example/thanks>Shop</a>")
        .expect("a file");
    // The former name of `--url-map`.
    let mut client = Client::start(pages.path(), &["--site", &shop.to_string_lossy()]);
    client.done("browser_navigate", &json!({ "url": "a.html" }));
    let text = client.done("browser_click", &json!({ "target": "text=Shop" }));
    assert!(text.contains("- Page URL: http://shop.example/thanks\n- Page Title: Thanks"), "{text}");
    let other = client.done("diff", &json!({ "after": "http://shop.example/cart?item=1" }));
    assert!(other.contains("One tea"), "tools that compare read the archive too: {other}");
}

/// The file has 300 MB, of which a record is almost all.
#[test]
#[cfg(target_os = "linux")]
fn archive_is_not_held_in_memory() {
    use std::io::{Seek as _, SeekFrom, Write as _};

    const LARGE: u64 = 300 << 20;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.warc");
    let mut file = std::fs::File::create(&path).expect("a file");
    let record = |url: &str, media_type: &str, length: u64| {
        format!(
            "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: {url}\r\nContent-Type: {media_type}\r\n\
             Content-Length: {length}\r\n\r\n"
        )
    };
    write!(file, "{}", record("http://a.example/film", "video/mp4", LARGE)).expect("it is writable");
    file.seek(SeekFrom::Current(LARGE as i64)).expect("it can be larger");
    let page = "<title>Film</title><p>A page at the end.";
    write!(file, "\r\n\r\n{}{page}\r\n\r\n", record("http://a.example/", "text/html", page.len() as u64))
        .expect("writable");
    drop(file);
    let mut client = Client::start(&path, &[]);
    let text = client.done("browser_navigate", &json!({ "url": "http://a.example/" }));
    assert!(text.contains("- Page Title: Film"), "{text}");
    let status = std::fs::read_to_string(format!("/proc/{}/status", client.id())).expect("it runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a figure");
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("kilobytes");
    assert!(peak < 150 << 10, "{peak} kB");
}

/// Archives of one site by warcio, wacz and Playwright.
#[test]
fn archives_of_other_tools_answer_alike() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/archives");
    let mut answers: Vec<Vec<String>> = Vec::new();
    for name in ["shop.warc.gz", "shop.wacz", "shop.har.zip"] {
        let mut client = Client::start(&folder.join(name), &[]);
        let mut seen = vec![client.done("browser_navigate", &json!({ "url": "http://127.0.0.1:8472/" }))];
        assert!(seen[0].contains("- Page URL: http://127.0.0.1:8472/home.html?lang=en"), "{name}: {seen:?}");
        seen.push(client.snapshot());
        assert!(!seen[1].contains("Sold out"), "with its style sheet: {}", seen[1]);
        for person in ["Ada", "Bob"] {
            client.done("browser_type", &json!({ "target": "[name=name]", "text": person, "submit": true }));
            seen.push(client.snapshot());
            client.done("browser_navigate", &json!({ "url": "/" }));
        }
        assert!(seen[2].contains("Thank you") && seen[3].contains("No credit for Bob"), "{name}: {seen:?}");
        client.done("browser_type", &json!({ "target": "[name=q]", "text": "green tea", "submit": true }));
        seen.push(client.snapshot());
        answers.push(seen);
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}
