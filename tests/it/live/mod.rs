//! Tests that need a running Chromium: `cargo test --features live-tests --test it live`, with `FONTCONFIG_FILE` naming
//! `scripts/fonts.conf`.

mod act;
mod confine;
mod dialog;
mod fail;
mod figures;
mod freeze;
mod heal;
mod serve;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use stillpage::Size;
use stillpage::live::{Browser, Launch, Tab};

/// The time limit for a page of the tests.
pub(crate) const LIMIT: Duration = Duration::from_secs(30);

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn browser() -> Browser {
    Browser::launch(&Launch::default()).expect("Chromium is installed: apt-get install chromium")
}

/// A tab that shows some markup.
pub(crate) fn show<'b>(browser: &'b mut Browser, html: &str) -> Tab<'b> {
    let mut tab = browser.open().expect("a tab opens");
    tab.set_window(Size::new(1280.0, 720.0)).expect("a window has a size");
    let url = format!("data:text/html;charset=utf-8,{}", escaped(html));
    tab.load(&url, LIMIT).expect("markup loads");
    tab.settle(Duration::from_millis(30)).expect("markup settles");
    tab
}

fn escaped(html: &str) -> String {
    html.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// Runs a command line: exit code, stdout, stderr.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Every page of the corpus: name and file.
pub(crate) fn corpus() -> Vec<(String, PathBuf)> {
    let mut pages: Vec<(String, PathBuf)> = std::fs::read_dir(root().join("corpus/pages"))
        .expect("the corpus is there")
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let file = ["page.html", "page.mhtml"].iter().map(|f| entry.path().join(f)).find(|f| f.is_file())?;
            Some((name, file))
        })
        .collect();
    pages.sort();
    pages
}

/// A line on stderr that the harness shows with a failure.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
