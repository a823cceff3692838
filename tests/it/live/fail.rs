//! Failures of browsers end in an error that says so, in time.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use stillpage::Error;
use stillpage::live::{Attach, Browser};

use super::{LIMIT, browser, run, show};

fn kill(process: u32) {
    signal("-9", process);
}

pub(super) fn signal(name: &str, process: u32) {
    let status = Command::new("kill").args([name, &process.to_string()]).status().expect("kill runs");
    assert!(status.success(), "process {process} was running");
}

/// Waits for something to come about.
pub(super) fn until(limit: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < limit, "{what} within {limit:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Starts a command and lets it run.
pub(super) fn start(arguments: &[&str], folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(arguments)
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// The processes that were started with this text among their arguments.
pub(super) fn processes_with(text: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").expect("a Linux machine").flatten();
    entries
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(text))
        .collect()
}

/// True if the process is running, not a zombie.
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
    let error = tab.record().expect_err("there is nobody to ask");
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
    match tab.pause(Duration::from_millis(300)).and_then(|()| tab.record().map(drop)) {
        Ok(()) => {}
        Err(error) => assert_eq!(error.code(), "cdp_error", "{error}"),
    }
    let id = tab.id().to_owned();
    tab.close().expect("it closes");
    let error = browser.tab(&id).expect_err("it is closed");
    assert_eq!(error.code(), "cdp_error", "{error}");
}

#[test]
fn dialog_that_blocks_is_an_error() {
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
    match tab.record() {
        Ok(measured) => assert!(measured.page().query_selector_all("*").expect("a selector").len() > 3, "a whole page"),
        Err(error) => assert_eq!(error.code(), "timeout", "{error}"),
    }
}

#[test]
fn huge_page_is_measured() {
    let mut browser = browser();
    let mut tab = show(&mut browser, "<body><ul></ul>");
    // Only so that it ends: a machine may be busy.
    tab.set_limit(Duration::from_secs(600));
    tab.evaluate("document.querySelector('ul').innerHTML = '<li><a href=#>x</a></li>'.repeat(50000), 1")
        .expect("a script runs");
    let measured = tab.record().expect("it is measured");
    assert!(measured.page().query_selector_all("*").expect("a selector").len() > 100_000, "all of it");
}

#[test]
fn other_machines_are_not_connected_to() {
    let attach = Attach::new("http://192.0.2.1:9222");
    let error = Browser::attach(&attach).expect_err("it is another machine");
    assert!(matches!(error, Error::Arguments(_)), "{error}");
    let (code, _, err) = run(&["live", "tabs", "--cdp", "http://127.0.0.1:1", "--json"]);
    assert!(code == 2 && err.contains("cdp_error"), "nobody listens there: {err}");
}

#[test]
fn address_that_does_not_load_is_an_error() {
    let mut browser = browser();
    let mut tab = browser.open().expect("a tab opens");
    let error = tab.load("http://127.0.0.1:1/", LIMIT).expect_err("nobody serves it");
    assert!(error.code() == "cdp_error" && error.to_string().contains("ERR_"), "{error}");
}

/// A command that waits in a tab for what never comes.
fn waiting(browser: &Browser, tab: &str, folder: &Path) -> Child {
    let address = browser.address().to_string();
    let line = ["live", "wait", "never there", "--tab", tab, "--cdp", &address, "--timeout", "120", "--json"];
    let command = start(&line, folder);
    std::thread::sleep(Duration::from_millis(1500));
    command
}

#[test]
fn browser_killed_amid_an_action_ends_the_command() {
    let mut browser = browser();
    let process = browser.process_id().expect("it was launched");
    let tab = show(&mut browser, "<p>x</p>").id().to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    let command = waiting(&browser, &tab, folder.path());
    let begun = Instant::now();
    kill(process);
    let output = command.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("cdp_error"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[test]
fn tab_closed_amid_an_action_ends_the_command() {
    let mut browser = browser();
    let _stays = show(&mut browser, "<p>another</p>").id().to_owned();
    let tab = show(&mut browser, "<p>x</p>").id().to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    let command = waiting(&browser, &tab, folder.path());
    browser.tab(&tab).expect("it is open").close().expect("it closes");
    let output = command.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("the tab was closed"), "{error}");
}

/// Forwards what comes in here to a port and back, until it is cut.
fn wire(port: u16) -> (u16, impl FnOnce()) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let here = listener.local_addr().expect("it is bound").port();
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let (near, _) = listener.accept().expect("somebody connects");
        let far = TcpStream::connect(("127.0.0.1", port)).expect("the browser listens");
        let pipe = |mut from: TcpStream, mut to: TcpStream| {
            std::thread::spawn(move || {
                let mut piece = [0; 4096];
                while let Ok(n @ 1..) = from.read(&mut piece) {
                    if to.write_all(&piece[..n]).is_err() {
                        break;
                    }
                }
            });
        };
        let twin = |stream: &TcpStream| stream.try_clone().expect("a handle");
        pipe(twin(&near), twin(&far));
        pipe(twin(&far), twin(&near));
        send.send((near, far)).expect("somebody will cut it");
    });
    let cut = move || {
        let (near, far) = receive.recv().expect("it is connected");
        for stream in [near, far] {
            let _ = stream.shutdown(Shutdown::Both);
        }
    };
    (here, cut)
}

#[test]
fn websocket_that_is_cut_amid_a_call_is_noticed() {
    let mut browser = browser();
    let tab = show(&mut browser, "<p>x</p>").id().to_owned();
    let mut address = url::Url::parse(browser.address()).expect("an address");
    let (port, cut) = wire(address.port().expect("a port"));
    address.set_port(Some(port)).expect("an address with a port");
    let attach = Attach::new(address.to_string());
    let mut other = Browser::attach(&attach).expect("it connects");
    let mut tab = other.tab(&tab).expect("the tab is open");
    let cutter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        cut();
    });
    let begun = Instant::now();
    let error = tab.evaluate("new Promise(() => {})").expect_err("nobody answers");
    assert_eq!(error.code(), "cdp_error", "{error}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    cutter.join().expect("it was cut");
}

#[test]
fn interrupted_command_leaves_no_browser_and_no_profile() {
    // A server that takes connections and says nothing.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://127.0.0.1:{}/", listener.local_addr().expect("it is bound").port());
    for name in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = folder.path().join("page.html").to_string_lossy().into_owned();
        let mut command = start(&["capture", &url, "-o", &output, "--timeout", "300"], folder.path());
        let own = folder.path().to_string_lossy().into_owned();
        let profiles = || {
            let entries = std::fs::read_dir(folder.path()).expect("the folder is there").flatten();
            entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("stillpage-")).collect::<Vec<_>>()
        };
        until(Duration::from_secs(60), "the browser listens", || {
            profiles().iter().any(|profile| profile.path().join("DevToolsActivePort").is_file())
        });
        std::thread::sleep(Duration::from_millis(300));
        signal(name, command.id());
        let status = command.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{name}");
        // The processes that it started end when they notice that it has.
        let profile = format!("--user-data-dir={own}");
        until(Duration::from_secs(20), "the browser is gone", || processes_with(&profile).is_empty());
        assert!(profiles().is_empty(), "{name}: {:?}", profiles());
    }
}

#[test]
fn tab_that_is_stuck_is_a_timeout_in_time() {
    let mut browser = browser();
    let mut tab = show(&mut browser, "<p>x</p>");
    tab.set_limit(Duration::from_millis(500));
    tab.evaluate("for (;;) ;").expect_err("it never ends");
    let id = tab.id().to_owned();
    let begun = Instant::now();
    let address = browser.address().to_string();
    let (code, _, err) = run(&["live", "snapshot", "--tab", &id, "--cdp", &address, "--timeout", "2", "--json"]);
    assert!(code == 2 && err.contains("\"timeout\"") && err.contains("did not answer"), "{err}");
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[test]
fn other_machines_are_not_connected_to_by_any_way() {
    for address in ["http://192.0.2.1:9222", "ws://192.0.2.1:9222/devtools/browser/x"] {
        for line in [&["live", "tabs"][..], &["capture", "about:blank", "-o", "x.html"], &["verify", "about:blank"]] {
            let (code, _, err) = run(&[line, &["--cdp", address, "--json"]].concat());
            assert!(
                code == 2 && err.contains("invalid_arguments") && err.contains("--allow-remote"),
                "{line:?}: {err}"
            );
        }
    }
}
