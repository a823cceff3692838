//! Pages from a server on this machine: loading, waiting, frames of other sites.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use stillpage::live::{Browser, Launch};

use super::act::{live, reference, text};
use super::{LIMIT, browser, run};

/// The answer of a server to a path, and the time until it comes; `None`: nothing, ever.
type Answer = Option<(Duration, String)>;

/// Serves on a loopback address as long as the tests run; its port.
fn serve(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            std::thread::spawn(move || {
                let mut reader = BufReader::new(stream);
                let mut line = String::new();
                reader.read_line(&mut line).ok()?;
                let path = line.split(' ').nth(1)?.to_owned();
                while line.trim_end() != "" {
                    line.clear();
                    reader.read_line(&mut line).ok()?;
                }
                let Some((time, body)) = answer(&path) else {
                    std::thread::sleep(Duration::from_secs(600));
                    return None;
                };
                std::thread::sleep(time);
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n";
                let mut stream = reader.into_inner();
                write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).ok()
            });
        }
    });
    port
}

fn at_once(body: impl Into<String>) -> Answer {
    Some((Duration::ZERO, body.into()))
}

/// Captures an address and gives what the file says: exit code, snapshot or error.
fn capture(url: &str, more: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("page.html").to_string_lossy().into_owned();
    let (code, _, err) = run(&[&["capture", url, "-o", &output, "--json"], more].concat());
    if code != 0 {
        return (code, err);
    }
    let (code, out, err) = run(&["snapshot", &output, "--playwright"]);
    assert_eq!(code, 0, "{err}");
    (code, out)
}

#[test]
fn capture_waits_for_load_and_quiet() {
    let port = serve(|path| match path {
        "/" => at_once(
            "<!doctype html><title>Late</title><p id=p>Loading</p><script>\
             onload = () => fetch('/late').then(r => r.text()).then(t => { p.textContent = t })</script>",
        ),
        "/late" => Some((Duration::from_millis(400), "Here it is".to_owned())),
        _ => at_once(""),
    });
    let (code, page) = capture(&format!("http://127.0.0.1:{port}/"), &[]);
    assert!(code == 0 && page.contains("Here it is"), "{page}");
}

#[test]
fn capture_waits_for_what_the_user_names() {
    let port = serve(|_| {
        at_once(
            "<!doctype html><title>Slow</title><p>First</p><script>setTimeout(() => \
             document.body.insertAdjacentHTML('beforeend', '<p id=done>Ready now</p>'), 1500)</script>",
        )
    });
    let url = format!("http://127.0.0.1:{port}/");
    for wait in ["ready NOW", "#done", "css=p:nth-of-type(2)", "2500"] {
        let (code, page) = capture(&url, &["--wait-for", wait]);
        assert!(code == 0 && page.contains("Ready now"), "{wait}: {page}");
    }
    let start = Instant::now();
    let (code, error) = capture(&url, &["--wait-for", "never there", "--timeout", "4"]);
    assert!(code == 2 && error.contains("\"timeout\"") && error.contains("never there"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let (code, error) = capture(&url, &["--wait-for", "css=p["]);
    assert!(code == 2 && error.contains("invalid_arguments"), "{error}");
}

#[test]
fn page_that_never_settles_is_taken_as_it_is_or_waited_for_in_vain() {
    let port = serve(|path| match path {
        "/" => at_once(
            "<!doctype html><title>Busy</title><p>Ticker</p><script>setInterval(() => fetch('/tick'), 50)</script>",
        ),
        _ => at_once("x"),
    });
    let url = format!("http://127.0.0.1:{port}/");
    let (code, page) = capture(&url, &["--timeout", "20"]);
    assert!(code == 0 && page.contains("Ticker"), "{page}");
    let mut browser = browser();
    let tab = {
        let mut tab = browser.open().expect("a tab");
        tab.load(&url, LIMIT).expect("it loads");
        tab.id().to_owned()
    };
    let (code, error) = live(&browser, &["wait", "--tab", &tab, "--timeout", "3"]);
    assert!(code == 2 && error["error"]["code"] == "timeout", "{error}");
}

#[test]
fn server_that_never_answers_is_a_timeout() {
    let port = serve(|_| None);
    let start = Instant::now();
    let (code, error) = capture(&format!("http://127.0.0.1:{port}/"), &["--timeout", "3"]);
    assert!(code == 2 && error.contains("\"timeout\"") && error.contains("has not finished loading"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

/// A browser that keeps other sites in processes of their own, as people's browsers do.
fn isolating() -> Browser {
    let launch = Launch::default().argument("--site-per-process");
    Browser::launch(&launch).expect("Chromium is installed")
}

/// A tab with a page of `127.0.0.1` that shows `/inner` of `localhost`, which is another site.
fn outer(browser: &mut Browser, inner: &'static str) -> String {
    let port = serve(move |path| match path {
        "/inner" => at_once(inner),
        _ => at_once("<!doctype html><title>Outer</title>FRAME"),
    });
    let frame = format!(
        "document.body.innerHTML = '<h1>Outer</h1><iframe src=http://localhost:{port}/inner width=400 height=200></iframe><button>After</button>', 1"
    );
    let mut tab = browser.open().expect("a tab");
    tab.load(&format!("http://127.0.0.1:{port}/"), LIMIT).expect("it loads");
    tab.evaluate(&frame).expect("a script runs");
    tab.pause(Duration::from_millis(1500)).expect("the frame loads");
    tab.id().to_owned()
}

#[test]
fn frame_of_another_site_is_seen_and_acted_on() {
    let mut browser = isolating();
    let tab = outer(
        &mut browser,
        "<!doctype html><title>Inner</title><button onclick=\"this.textContent='Paid'\">Pay</button><input aria-label=Card>\
         <select aria-label=Kind><option>Debit<option>Credit</select>",
    );
    let folder = tempfile::tempdir().expect("a folder");
    let session = folder.path().join("s").to_string_lossy().into_owned();
    let at = |line: &[&str]| live(&browser, &[line, &["--tab", &tab, "--session", &session]].concat());
    let (code, page) = at(&["snapshot"]);
    let pay = reference(&page["snapshot"], "Pay").unwrap_or_else(|| panic!("{page}"));
    assert!(code == 0 && pay.starts_with('f'), "{pay}");
    let card = reference(&page["snapshot"], "Card").expect("a ref");
    let kind = reference(&page["snapshot"], "Kind").expect("a ref");
    for line in [&["fill", &card, "4000"][..], &["type", &card, "!"], &["select", &kind, "Credit"], &["click", &pay]] {
        let (code, answer) = at(line);
        assert_eq!(code, 0, "{line:?}: {answer}");
    }
    let (_, after) = at(&["snapshot"]);
    let shown = after["snapshot"].to_string();
    assert!(shown.contains("Paid") && shown.contains("4000!"), "{shown}");
    let output = folder.path().join("page.html").to_string_lossy().into_owned();
    let address = browser.address().to_string();
    let url = text(&mut browser, &tab, "location.href");
    let (code, _, err) = run(&["capture", url.as_str().expect("an address"), "-o", &output, "--cdp", &address]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn frame_that_hangs_does_not_hang_the_page() {
    let mut browser = isolating();
    let tab = outer(&mut browser, "<!doctype html><p>Stuck</p><script>setTimeout(() => { for (;;); }, 200)</script>");
    let address = browser.address().to_string();
    let (code, out, err) = run(&["live", "snapshot", "--tab", &tab, "--cdp", &address, "--json"]);
    assert_eq!(code, 0, "{err}");
    let page: Value = serde_json::from_str(&out).expect("JSON");
    assert!(reference(&page["snapshot"], "After").is_some(), "{page}");
    assert!(err.contains("localhost") && err.contains("missing"), "{err}");
}
