//! What README.md shows is what the binary prints: every `$ command` of a `console` block is run from the repository.
//!
//! `UPDATE=1 cargo test --test it readme` rewrites the blocks.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

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

#[test]
fn readme_shows_what_the_binary_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).expect("README.md");
    let mut now = String::new();
    let mut rest = readme.as_str();
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
        fs::write(&path, now).expect("README.md is writable");
        return;
    }
    let difference = similar::TextDiff::from_lines(&readme, &now)
        .unified_diff()
        .context_radius(2)
        .header("README.md", "what is printed")
        .to_string();
    assert!(difference.is_empty(), "UPDATE=1 rewrites the README:\n{difference}");
}
