//! `cargo xtask corpus`: comparing cases with their recordings, and recording them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{call, root};

/// The recorders of folders that have their own beside `record.mjs`, with the modules that they need.
const RECORDERS: &[(&str, &[&str], &str)] = &[
    ("cases/audit/", &["node", "scripts/record_axe.mjs"], "axe-core@4.14.1"),
    (
        "cases/template/",
        &["npx", "playwright", "test", "-c", "scripts", "--update-snapshots=none", "record_templates"],
        "@playwright/test@1.65.1",
    ),
];
const PLAYWRIGHT: &str = "playwright-core@1.65.1";

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (options, names): (Vec<&String>, Vec<&String>) = arguments.iter().partition(|word| word.starts_with("--"));
    let update = match options.as_slice() {
        [] => false,
        [option] if *option == "--update" => true,
        _ => return Err("the only option is --update".to_owned()),
    };
    let name = match names.as_slice() {
        [] if !update => None,
        [name] => Some(name.as_str()),
        _ => return Err("name one case, or a part of a name that several have".to_owned()),
    };
    if let (true, Some(name)) = (update, name) {
        record(name)?;
    }
    let mut compare = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    compare.args(["test", "--locked", "--package", "stillpage", "--test", "corpus"]).args(name);
    if update {
        compare.env("UPDATE", "1");
    }
    call(&mut compare)
}

/// Records the files whose paths contain a name.
fn record(name: &str) -> Result<(), String> {
    let files: Vec<String> =
        ["cases", "pages"].into_iter().flat_map(pages).filter(|file| file.contains(name)).collect();
    if files.is_empty() {
        return Err(format!("the path of no file below corpus/cases and corpus/pages contains `{name}`"));
    }
    node(&["node", "scripts/record.mjs"], files.iter().map(String::as_str), PLAYWRIGHT)?;
    for (folder, command, module) in RECORDERS {
        let mut own = files.iter().filter_map(|file| file.strip_prefix(folder)?.strip_suffix(".html")).peekable();
        if own.peek().is_some() {
            // The recorder of templates takes no names: it records them all.
            let names = own.filter(|_| command.first() == Some(&"node"));
            node(command, names, module)?;
        }
    }
    Ok(())
}

/// Runs a recorder, whose modules are in `node_modules` unless `NODE_PATH` has another folder.
fn node<'a>(command: &[&str], names: impl Iterator<Item = &'a str>, module: &str) -> Result<(), String> {
    let modules = env::var_os("NODE_PATH").map_or_else(|| root().join("node_modules"), PathBuf::from);
    let package = module.rsplit_once('@').map_or(module, |(package, _)| package);
    if !modules.join(package).exists() {
        return Err(format!("not installed: {module}. `npm install {PLAYWRIGHT} {module}` (corpus/README.md)"));
    }
    let (program, arguments) = command.split_first().ok_or("no recorder")?;
    call(Command::new(program).args(arguments).args(names).env("NODE_PATH", modules))
}

/// The HTML and MHTML files below a folder of the corpus, as paths below `corpus/`.
fn pages(folder: &str) -> Vec<String> {
    let corpus = root().join("corpus");
    let mut found = Vec::new();
    let mut open = vec![corpus.join(folder)];
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let is_page = path.extension().is_some_and(|ending| ending == "html" || ending == "mhtml");
            if path.is_dir() && !path.to_string_lossy().ends_with("_files") {
                open.push(path);
            } else if is_page {
                found.push(below(&corpus, &path));
            }
        }
    }
    found.sort();
    found
}

fn below(corpus: &Path, path: &Path) -> String {
    path.strip_prefix(corpus).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
