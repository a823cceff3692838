//! What goes wrong with browsers ends in an error that says so, in time.

use std::process::Command;
use std::time::{Duration, Instant};

use stillpage::error::Error;
use stillpage::live::{Attach, Browser};

use super::{LIMIT, browser, run, show};

fn kill(process: u32) {
    let status = Command::new("kill").args(["-9", &process.to_string()]).status().expect("kill runs");
    assert!(status.success(), "the browser was running");
}

/// True if the process is there and is no zombie.
fn runs(process: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z'))
}

#[test]
fn browser_that_is_killed_is_noticed_at_once() {
    let mut browser = browser();
    let process = browser.process_id().expect("it was launched");
    let mut tab = show(&mut browser, "<button>Pay</button>");
    let start = Instant::now();
    kill(process);
    let error = tab.measure().expect_err("there is nobody to ask");
    assert_eq!(error.code(), "cdp_error", "{error}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn browser_ends_with_its_value() {
    let browser = browser();
    let process = browser.process_id().expect("it was launched");
    assert!(runs(process), "it runs");
    drop(browser);
    assert!(!runs(process), "it is gone");
}

#[test]
fn browser_ends_when_the_program_panics() {
    let (send, receive) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        let browser = browser();
        send.send(browser.process_id().expect("it was launched")).expect("somebody listens");
        panic!("on purpose");
    });
    let process = receive.recv().expect("a process id");
    assert!(thread.join().is_err(), "it panicked");
    assert!(!runs(process), "it is gone");
}

#[test]
fn tab_that_is_closed_is_an_error() {
    let mut browser = browser();
    let mut tab = show(&mut browser, "<p>x</p>");
    tab.evaluate("setTimeout(() => close(), 50), 1").expect("a script runs");
    // A page may close what a script opened; ours it may not: then it stays.
    match tab.pause(Duration::from_millis(300)).and_then(|()| tab.measure().map(drop)) {
        Ok(()) => {}
        Err(error) => assert_eq!(error.code(), "cdp_error", "{error}"),
    }
    let id = tab.id().to_owned();
    tab.close().expect("it closes");
    let error = browser.tab(&id).expect_err("it is closed");
    assert_eq!(error.code(), "cdp_error", "{error}");
}

#[test]
fn dialog_that_blocks_is_told() {
    let mut browser = browser();
    let mut tab = show(&mut browser, "<p>x</p>");
    let error = tab.evaluate("confirm('Delete all?')").expect_err("a dialog blocks the script");
    assert_eq!(error.code(), "cdp_error", "{error}");
    assert!(error.to_string().contains("Delete all?"), "{error}");
}

#[test]
fn page_that_never_answers_is_a_timeout() {
    let mut browser = browser();
    let mut tab = show(&mut browser, "<p>x</p>");
    tab.set_limit(Duration::from_secs(1));
    let start = Instant::now();
    let error = tab.evaluate("for (;;) ;").expect_err("it never ends");
    assert_eq!(error.code(), "timeout", "{error}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn page_that_changes_all_the_time_is_a_timeout_or_is_seen() {
    let mut browser = browser();
    let mut tab = show(
        &mut browser,
        "<body><script>setInterval(() => { for (let i = 0; i < 50; i++) document.body.append(document.createElement('p')) }, 1)</script>",
    );
    match tab.measure() {
        Ok(measured) => assert!(measured.page.dom().elements_in_order().count() > 3, "a whole page"),
        Err(error) => assert_eq!(error.code(), "timeout", "{error}"),
    }
}

#[test]
fn huge_page_is_measured() {
    let mut browser = browser();
    let mut tab = show(&mut browser, "<body><ul></ul>");
    tab.set_limit(Duration::from_secs(120));
    tab.evaluate("document.querySelector('ul').innerHTML = '<li><a href=#>x</a></li>'.repeat(50000), 1")
        .expect("a script runs");
    let measured = tab.measure().expect("it is measured");
    assert!(measured.page.dom().elements_in_order().count() > 100_000, "all of it");
}

#[test]
fn other_machines_are_not_connected_to() {
    let attach = Attach { address: "http://192.0.2.1:9222".to_owned(), allow_remote: false };
    let error = Browser::attach(&attach).expect_err("it is another machine");
    assert!(matches!(error, Error::InvalidArguments { .. }), "{error}");
    let (code, _, err) = run(&["live", "tabs", "--cdp", "http://127.0.0.1:1", "--json"]);
    assert!(code == 2 && err.contains("cdp_error"), "nobody listens there: {err}");
}

#[test]
fn address_that_does_not_load_is_told() {
    let mut browser = browser();
    let mut tab = browser.open().expect("a tab opens");
    let error = tab.load("http://127.0.0.1:1/", LIMIT).expect_err("nobody serves it");
    assert!(error.code() == "cdp_error" && error.to_string().contains("ERR_"), "{error}");
}
