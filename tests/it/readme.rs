//! Commands of README.md and docs/: the binary prints what every `$ command` of a `console` block shows, run from the repository.
//!
//! `UPDATE=1 cargo test --test it readme` rewrites the blocks and the picture.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use stillpage::Page;
use stillpage::screenshot::ScreenshotOptions;

/// The output of a shell command with the binary of this build in place of an installed or a freshly built one.
fn run(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_stillpage"));
    let mut path = binary.parent().map(|folder| folder.as_os_str().to_owned()).unwrap_or_default();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .arg("-c")
        .arg(command.replace("cargo run --release -- ", "stillpage "))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .output()
        .expect("a shell");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A console block with the output under each command replaced by what the command prints.
fn rerun(block: &str) -> String {
    let mut out = String::new();
    for line in block.lines().filter(|line| line.starts_with("$ ")) {
        out.push_str(line);
        out.push('\n');
        if let Some(command) =
            line.strip_prefix("$ ").filter(|command| command.contains("stillpage") || command.contains("cargo run"))
        {
            out.push_str(run(command).trim_end());
            out.push('\n');
        }
    }
    out
}

/// The README and the pages that it links to.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).expect("docs/").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

#[test]
fn readme_and_docs_show_what_the_binary_prints() {
    // Examples write there; a build may have its target folder elsewhere.
    fs::create_dir_all(Path::new(env!("CARGO_MANIFEST_DIR")).join("target")).expect("target/ is writable");
    let mut differences = String::new();
    for path in pages() {
        let text = fs::read_to_string(&path).expect("a page");
        let mut now = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once("```console\n") {
            let (block, tail) = after.split_once("```").expect("a console block ends");
            now.push_str(before);
            now.push_str("```console\n");
            now.push_str(&rerun(block));
            now.push_str("```");
            rest = tail;
        }
        now.push_str(rest);
        if env::var_os("UPDATE").is_some() {
            fs::write(&path, now).expect("it is writable");
            continue;
        }
        let difference = similar::TextDiff::from_lines(&text, &now);
        let header = path.to_string_lossy();
        let difference = difference.unified_diff().context_radius(2).header(&header, "what is printed").to_string();
        differences.push_str(&difference);
    }
    assert!(differences.is_empty(), "UPDATE=1 rewrites the pages:\n{differences}");
}

#[test]
fn readme_picture_is_what_screenshot_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = Page::open(root.join("corpus/pages/checkout-modal/page.html")).expect("a page of the corpus");
    let options = ScreenshotOptions::default();
    let is_complete = page.screenshot(&options).expect("it is of one window").missing_faces().is_empty();
    let kept = root.join("docs/checkout.png");
    let drawn = env::temp_dir().join(format!("checkout-{}.png", std::process::id()));
    let file = drawn.to_str().expect("a path in Unicode");
    run(&format!(
        "stillpage screenshot corpus/pages/checkout-modal/page.html --viewport 720x560 --scale 2 --marks -o {file}"
    ));
    let bytes = fs::read(&drawn).expect("it was written");
    fs::remove_file(&drawn).expect("it is there");
    if env::var_os("UPDATE").is_some() && is_complete {
        fs::write(&kept, bytes).expect("it is writable");
        return;
    }
    let kept = fs::read(kept).expect("the picture of README.md");
    // Without the reference fonts, text is drawn as bars.
    let (expected, found) = if is_complete { (&kept[..], &bytes[..]) } else { (&kept[..24], &bytes[..24]) };
    assert!(expected == found, "UPDATE=1 draws docs/checkout.png again");
}

#[test]
fn readme_is_short_and_links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");
    assert!(readme.lines().count() <= 200, "{} lines", readme.lines().count());
    for path in pages() {
        let text = fs::read_to_string(&path).expect("a page");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
            let target = path.parent().unwrap_or(root).join(link);
            assert!(target.exists(), "{}: {link}", path.display());
        }
    }
}
