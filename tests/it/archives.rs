//! WARC, WACZ and HAR files as sites: the same small shop in each of them answers alike.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::batch::{batch, rows, write_warc};

/// A request and its answer.
struct Exchange {
    method: &'static str,
    url: &'static str,
    sent: &'static str,
    status: u16,
    media_type: &'static str,
    location: &'static str,
    body: &'static str,
}

const HOME: &str = "<!doctype html><title>Tea</title><link rel=stylesheet href=/style.css><h1>Tea & cups</h1>\
    <p class=late>Not shown</p><img src=/cup.svg alt=Cup><a href='/cart?item=1'>Cart</a>\
    <form action=/search><input name=q aria-label=Find><button>Search</button></form>\
    <form action=/order method=post><input name=name aria-label=Name><button>Order</button></form>";

fn answer(url: &'static str, media_type: &'static str, body: &'static str) -> Exchange {
    Exchange { method: "GET", url, sent: "", status: 200, media_type, location: "", body }
}

fn exchanges() -> Vec<Exchange> {
    let page = |url, body| answer(url, "text/html; charset=utf-8", body);
    let moved = |url, location| Exchange { status: 302, location, ..page(url, "") };
    let order = |sent, status, location, body| Exchange {
        method: "POST",
        sent,
        status,
        location,
        ..page("http://shop.example/order", body)
    };
    vec![
        moved("http://shop.example/", "/home?lang=en"),
        page("http://shop.example/home?lang=en", HOME),
        answer("http://shop.example/style.css", "text/css", ".late { display: none }"),
        answer(
            "http://shop.example/cup.svg",
            "image/svg+xml",
            "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'/>",
        ),
        page("http://shop.example/cart?item=1", "<title>Cart</title><h1>One tea — 3 €</h1><a href=/>Home</a>"),
        page("http://shop.example/search?q=green+tea", "<title>Found</title><h1>Green tea</h1>"),
        order("name=Bob", 200, "", "<title>Sorry</title><h1>No credit, Bob</h1>"),
        order("name=Ada", 303, "/thanks", ""),
        page("http://shop.example/thanks", "<title>Thanks</title><h1>Thank you</h1>"),
    ]
}

fn record(kind: &str, id: usize, concurrent: Option<usize>, url: &str, block: &str) -> Vec<u8> {
    let concurrent = concurrent.map_or_else(String::new, |id| format!("WARC-Concurrent-To: <urn:x:{id}>\r\n"));
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{id}>\r\n{concurrent}WARC-Target-URI: {url}\r\n\
         Content-Type: application/http; msgtype={kind}\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

/// Requests before their responses, as wget writes them, or after them, as warcio does.
fn records(requests_first: bool) -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    for (exchange, number) in exchanges().iter().zip(0..) {
        let (request, response) = (2 * number, 2 * number + 1);
        let location = match exchange.location {
            "" => String::new(),
            to => format!("Location: {to}\r\n"),
        };
        let answer = format!(
            "HTTP/1.1 {} x\r\nContent-Type: {}\r\n{location}\r\n{}",
            exchange.status, exchange.media_type, exchange.body
        );
        let path = exchange.url.trim_start_matches("http://shop.example");
        let asked = format!("{} {path} HTTP/1.1\r\nHost: shop.example\r\n\r\n{}", exchange.method, exchange.sent);
        let [first, second] = [
            record("request", request, (!requests_first).then_some(response), exchange.url, &asked),
            record("response", response, requests_first.then_some(request), exchange.url, &answer),
        ];
        records.extend(if requests_first { [first, second] } else { [second, first] });
    }
    records
}

fn entries(body: impl Fn(&Exchange) -> Value) -> String {
    let entries: Vec<Value> = exchanges()
        .iter()
        .map(|exchange| {
            let sent = (exchange.method == "POST").then(|| json!({ "mimeType": "x", "text": exchange.sent }));
            json!({
                "startedDateTime": "2024-05-17T08:30:00Z",
                "request": { "method": exchange.method, "url": exchange.url, "headers": [], "postData": sent },
                "response": {
                    "status": exchange.status, "redirectURL": exchange.location, "headers": [], "content": body(exchange),
                },
            })
        })
        .collect();
    json!({ "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": entries } }).to_string()
}

fn zip(path: &Path, files: &[(&str, &[u8])], method: CompressionMethod) {
    let mut zip = ZipWriter::new(File::create(path).expect("a file"));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).expect("a new entry");
        zip.write_all(bytes).expect("it is writable");
    }
    zip.finish().expect("it is writable");
}

/// The lines of an index of a WARC file in the format CDXJ, by the places at which its members start.
fn cdxj(records: &[Vec<u8>], warc: &[u8]) -> String {
    let mut lines = String::new();
    let starts: Vec<usize> =
        warc.windows(3).enumerate().filter(|(_, bytes)| *bytes == b"\x1F\x8B\x08").map(|(at, _)| at).collect();
    assert_eq!(starts.len(), records.len(), "a member for each record");
    // Responses are the first of two.
    for (exchange, start) in exchanges().iter().zip(starts.iter().step_by(2)) {
        let mut line = json!({
            "url": exchange.url, "mime": exchange.media_type.split(';').next(), "status": exchange.status.to_string(),
            "offset": start.to_string(), "filename": "shop.warc.gz",
        });
        if exchange.method == "POST" {
            line["method"] = "POST".into();
            line["requestBody"] = exchange.sent.into();
        }
        lines += &format!("key 20240517083000 {line}\n");
    }
    lines
}

/// The shop in every form.
pub(crate) fn shops(folder: &Path) -> Vec<PathBuf> {
    let named = |name: &str| folder.join(name);
    write_warc(&named("shop.warc"), &records(true));
    write_warc(&named("shop.warc.gz"), &records(false));
    let warc = std::fs::read(named("shop.warc.gz")).expect("a file");
    let package = br#"{"profile":"data-package","wacz_version":"1.1.1"}"#.as_slice();
    let pages = b"{\"format\":\"json-pages-1.0\"}\n{\"url\":\"http://shop.example/\",\"title\":\"Tea\"}\n".as_slice();
    let index = cdxj(&records(false), &warc);
    let [package, warc_file, pages, index] = [
        ("datapackage.json", package),
        ("archive/shop.warc.gz", &*warc),
        ("pages/pages.jsonl", pages),
        ("indexes/index.cdxj", index.as_bytes()),
    ];
    zip(&named("stored.wacz"), &[package, warc_file, pages], CompressionMethod::Stored);
    zip(&named("deflated.wacz"), &[package, warc_file, pages], CompressionMethod::Deflated);
    zip(&named("indexed.wacz"), &[pages, index, warc_file, package], CompressionMethod::Stored);
    let text = |exchange: &Exchange| json!({ "mimeType": exchange.media_type, "text": exchange.body });
    std::fs::write(named("text.har"), format!("\u{feff}{}", entries(text))).expect("a file");
    let attached = |exchange: &Exchange| {
        let name = format!("{}.txt", exchange.body.len());
        json!({ "mimeType": exchange.media_type, "_file": name })
    };
    let har = entries(attached);
    let mut files: Vec<(String, &[u8])> =
        exchanges().iter().map(|exchange| (format!("{}.txt", exchange.body.len()), exchange.body.as_bytes())).collect();
    files.sort();
    files.dedup();
    let attached: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, *bytes)).collect();
    zip(&named("attached.zip"), &[&[("har.har", har.as_bytes())], &*attached].concat(), CompressionMethod::Deflated);
    let beside = named("beside");
    std::fs::create_dir(&beside).expect("a folder");
    for (name, bytes) in &files {
        std::fs::write(beside.join(name), bytes).expect("a file");
    }
    std::fs::write(beside.join("beside.har"), har).expect("a file");
    let mut shops: Vec<PathBuf> =
        ["shop.warc", "shop.warc.gz", "stored.wacz", "deflated.wacz", "indexed.wacz", "text.har", "attached.zip"]
            .map(named)
            .into();
    shops.push(beside.join("beside.har"));
    shops
}

fn stillpage(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stillpage")).args(arguments).output().expect("the binary starts")
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = stillpage(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{arguments:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn addresses_of_an_archive_are_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    for shop in shops(folder.path()) {
        let file = shop.to_string_lossy();
        let home = printed(&["snapshot", &file, "--url", "http://shop.example/"]);
        assert!(
            home.contains("# URL: http://shop.example/home?lang=en\n"),
            "where it was redirected to: {file}\n{home}"
        );
        assert!(
            home.contains("- link \"Cart\"") && !home.contains("Not shown"),
            "with its style sheet: {file}\n{home}"
        );
        let image = printed(&["inspect", &file, "img"]);
        assert!(image.contains("30x20"), "with its images, and the first page without --url: {file}\n{image}");
        let cart = printed(&["text", &file, "--url", "http://shop.example/cart?item=1"]);
        assert!(cart.starts_with("One tea — 3 €"), "{file}: {cart}");
    }
}

#[test]
fn addresses_that_an_archive_lacks_are_refused_with_some_that_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    for shop in shops(folder.path()) {
        let file = shop.to_string_lossy();
        for url in ["http://shop.example/cart?item=2", "http://shop.example/order"] {
            let output = stillpage(&["text", &file, "--url", url]);
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(
                error.contains(&format!("a response to GET {url}"))
                    && error.contains("has pages such as http://shop.example/"),
                "{error}"
            );
            assert_eq!(output.status.code(), Some(1), "{file}");
        }
    }
    let page = folder.path().join("x.html");
    std::fs::write(&page, "<p>x").expect("a file");
    let output = stillpage(&["text", &page.to_string_lossy(), "--url", "http://shop.example/"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("is a page, not an archive"));
}

#[test]
fn files_that_a_har_file_names_are_below_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("secret.html"), "<p>secret").expect("a file");
    let inside = folder.path().join("har");
    std::fs::create_dir(&inside).expect("a folder");
    let outside = |exchange: &Exchange| json!({ "mimeType": exchange.media_type, "_file": "../secret.html" });
    let har = inside.join("x.har");
    std::fs::write(&har, entries(outside)).expect("a file");
    let output = stillpage(&["text", &har.to_string_lossy(), "--url", "http://shop.example/thanks"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("which is not there") && output.stdout.is_empty(), "{error}");
}

#[test]
fn archives_that_are_cut_off_or_empty_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |exchange: &Exchange| json!({ "mimeType": exchange.media_type, "text": exchange.body });
    let whole = entries(text);
    let path = folder.path().join("x.har");
    let file = path.to_string_lossy();
    let up_to = |text: &str| whole.split_once(text).expect("it is there").0;
    std::fs::write(&path, up_to("shop.example/search")).expect("a file");
    assert!(
        printed(&["text", &file, "--url", "http://shop.example/"]).contains("Tea & cups"),
        "what is whole is there"
    );
    std::fs::write(&path, up_to("\"request\"")).expect("a file");
    let error = |arguments: &[&str]| String::from_utf8_lossy(&stillpage(arguments).stderr).into_owned();
    assert!(error(&["text", &file]).contains("this HAR file is damaged: EOF"), "{}", error(&["text", &file]));
    std::fs::write(&path, r#"{"log":{"version":"1.2","entries":[]}}"#).expect("a file");
    assert!(error(&["text", &file]).contains("has no HTML page"), "{}", error(&["text", &file]));
    let wacz = folder.path().join("x.wacz");
    zip(&wacz, &[("datapackage.json", b"{}"), ("archive/readme.txt", b"x")], CompressionMethod::Stored);
    let file = wacz.to_string_lossy();
    assert!(error(&["text", &file]).contains("has no WARC file in its folder archive"), "{}", error(&["text", &file]));
}

#[test]
fn address_whose_response_is_repeated_has_the_one_that_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = |kind: &str, url: &str, fields: &str, body: &str| {
        format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n{fields}Content-Type: application/http; msgtype=response\r\n\
             Content-Length: {}\r\n\r\n{body}\r\n\r\n",
            body.len()
        )
        .into_bytes()
    };
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let records = [
        made("revisit", "http://a.example/early", "WARC-Refers-To-Target-URI: <http://a.example/one>\r\n", head),
        made("response", "http://a.example/one", "WARC-Payload-Digest: sha1:ONE\r\n", &format!("{head}<p>one")),
        made("revisit", "http://a.example/two", "WARC-Payload-Digest: sha1:ONE\r\n", head),
        made("revisit", "http://a.example/lost", "WARC-Payload-Digest: sha1:TWO\r\n", head),
        made("response", "http://a.example/two-and-a-half", "", &format!("{head}<p>another")),
    ];
    write_warc(&folder.path().join("x.warc.gz"), &records);
    let warc = folder.path().join("x.warc.gz");
    let line = |url: &str, mime: &str, offset: usize| {
        let line = json!({ "url": url, "mime": mime, "digest": "ONE", "offset": offset, "filename": "x.warc.gz" });
        format!("key 20240517083000 {line}\n")
    };
    let bytes = std::fs::read(&warc).expect("a file");
    let second =
        bytes.windows(3).enumerate().filter(|(_, start)| *start == b"\x1F\x8B\x08").nth(1).expect("a member").0;
    let index = line("http://a.example/two", "warc/revisit", 0) + &line("http://a.example/one", "text/html", second);
    let wacz = folder.path().join("x.wacz");
    let files: [(&str, &[u8]); 3] =
        [("datapackage.json", b"{}"), ("archive/x.warc.gz", &bytes), ("indexes/index.cdxj", index.as_bytes())];
    zip(&wacz, &files, CompressionMethod::Stored);
    let text = |file: &Path, url: &str| stillpage(&["text", &file.to_string_lossy(), "--url", url]);
    for (file, url) in
        [(&warc, "http://a.example/early"), (&warc, "http://a.example/two"), (&wacz, "http://a.example/two")]
    {
        let output = text(file, url);
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), "one", "{} {url}", file.display());
    }
    let lost = text(&warc, "http://a.example/lost");
    assert!(String::from_utf8_lossy(&lost.stderr).contains("a response to GET"), "nothing has its body");
}

#[test]
fn batch_makes_rows_of_the_pages_in_a_har_file() {
    let folder = TempDir::new().expect("a folder");
    shops(folder.path());
    let columns = ["--columns", "source,url,status,title,snapshot,unstyled", "--resources"];
    let made = |name: &str| {
        let output = batch(&folder, &[&[name], &columns[..]].concat(), 0);
        let mut rows = rows(&output.stdout);
        let sources: Vec<Value> = rows.iter_mut().map(|row| row["source"].take()).collect();
        (rows, sources)
    };
    let (expected, _) = made("shop.warc");
    assert_eq!(expected.len(), 7);
    for (name, source) in [("text.har", "text.har"), ("attached.zip", "attached.zip/har.har")] {
        let (rows, sources) = made(name);
        assert_eq!(rows, expected, "{name}");
        assert!(sources.iter().all(|own| own == source), "{sources:?}");
    }
}

#[test]
fn batch_reads_what_is_in_a_wacz_file_like_a_warc_file() {
    let folder = TempDir::new().expect("a folder");
    shops(folder.path());
    let columns = ["--columns", "source,offset,url,status,title,snapshot,unstyled", "--resources"];
    let made = |name: &str| {
        let output = batch(&folder, &[&[name], &columns[..]].concat(), 0);
        rows(&output.stdout)
    };
    let warc = made("shop.warc.gz");
    assert!(warc.len() == 7 && warc.iter().any(|row| row["title"] == "Tea" && row["unstyled"] == false), "{warc:?}");
    for name in ["stored.wacz", "deflated.wacz", "indexed.wacz"] {
        let mut wacz = made(name);
        for row in &mut wacz {
            assert_eq!(row["source"].take(), format!("{name}/archive/shop.warc.gz"));
            row["source"] = "shop.warc.gz".into();
        }
        assert_eq!(wacz, warc, "{name}");
    }
}
