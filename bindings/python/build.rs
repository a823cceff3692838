//! The docstrings of the classes and functions, out of the stubs that type checkers and editors read: written once, shown by
//! `help()` too. Makes the macro `doc!`.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let stubs = Path::new("python/stillpage/_native.pyi");
    println!("cargo::rerun-if-changed={}", stubs.display());
    let mut arms = String::new();
    let (mut class, mut key) = (String::new(), String::new());
    let text = fs::read_to_string(stubs)?;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let word =
            |rest: &str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned();
        if let Some(rest) = line.strip_prefix("class ") {
            class = word(rest);
            key.clone_from(&class);
        } else if let Some(rest) = line.strip_prefix("def ") {
            class.clear();
            key = word(rest);
        } else if let Some(rest) = line.strip_prefix("    def ").filter(|_| !class.is_empty()) {
            key = format!("{class}.{}", word(rest));
        } else if let Some(first) = code.strip_prefix("\"\"\"") {
            let indent = line.len() - code.len();
            let mut doc = String::new();
            let mut at = Some(first);
            while let Some(line) = at {
                let (line, ends) = match line.strip_suffix("\"\"\"") {
                    Some(line) => (line, true),
                    None => (line, false),
                };
                let _ = writeln!(doc, "{}", line.trim_end());
                if ends {
                    break;
                }
                at = lines.next().map(|line| line.get(indent..).unwrap_or_default());
            }
            let _ = writeln!(arms, "    ({key:?}) => {{ {:?} }};", doc.trim_end());
        }
    }
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&out).join("docs.rs"), format!("macro_rules! doc {{\n{arms}}}\n"))
}
