//! No two source files depend on each other, read off their `use` declarations and paths.
//!
//! A file may use what the `mod.rs` of its folder, or of one above, declares: that is where a room keeps its types. What a
//! `mod.rs` re-exports counts as the file it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use regex::Regex;

use crate::tidy;

type Module = Vec<String>;

/// The modules that a file uses, and those that it re-exports, as absolute paths.
#[derive(Default)]
struct File {
    uses: Vec<Module>,
    exports: BTreeMap<String, Module>,
}

fn module_of(path: &str) -> Module {
    let path = tidy::in_crate(path).trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').filter(|part| !matches!(*part, "lib" | "main")).map(str::to_owned).collect()
}

/// The paths of a `use` tree: `a::{b, c::d}`.
fn expand(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((before, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let prefix: Vec<String> = before.split("::").map(|part| part.trim().to_owned()).filter(|p| !p.is_empty()).collect();
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let (mut depth, mut branches) = (0, vec![String::new()]);
    for c in inside.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        match (c, branches.last_mut()) {
            (',', _) if depth == 0 => branches.push(String::new()),
            (c, Some(branch)) => branch.push(c),
            (_, None) => {}
        }
    }
    let branches = branches.iter().filter(|branch| !branch.trim().is_empty());
    branches.flat_map(|branch| expand(branch)).map(|path| [prefix.clone(), path].concat()).collect()
}

/// A path as seen from a module; `None` if it leads to another crate.
fn absolute(module: &Module, path: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module.as_slice(), rest].concat()),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            Some([module.get(..module.len().checked_sub(ups)?)?, &path[ups..]].concat())
        }
        _ => {
            let child = [module.as_slice(), std::slice::from_ref(first)].concat();
            modules.contains(&child).then(|| [module.as_slice(), path].concat())
        }
    }
}

fn read(module: &Module, text: &str, modules: &BTreeSet<Module>) -> File {
    let uses = Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))? )?use ([\w:{},\s*]+);").expect("a pattern");
    let paths = Regex::new(r"(?:^|[^\w:.])((?:[a-z_]\w*::)+\w+)").expect("a pattern");
    let mut file = File::default();
    for found in uses.captures_iter(text) {
        for path in expand(&found[2]) {
            let (Some(target), Some(name)) = (absolute(module, &path, modules), path.last()) else { continue };
            match found.get(1) {
                Some(_) => _ = file.exports.insert(name.clone(), target),
                None => file.uses.push(target),
            }
        }
    }
    for found in paths.captures_iter(&uses.replace_all(text, "")) {
        let path: Vec<String> = found[1].split("::").map(str::to_owned).collect();
        file.uses.extend(absolute(module, &path, modules));
    }
    file
}

/// The file that declares what a path names.
fn declared(path: &[String], files: &BTreeMap<Module, File>, depth: usize) -> Option<Module> {
    for cut in (0..=path.len()).rev() {
        let (module, rest) = path.split_at(cut);
        let Some(file) = files.get(module) else { continue };
        return match rest.first().and_then(|name| file.exports.get(name)) {
            Some(target) if depth < 8 => declared(&[target.as_slice(), &rest[1..]].concat(), files, depth + 1),
            _ => Some(module.to_vec()),
        };
    }
    None
}

/// Everything that can be reached from a module.
fn reachable<'a>(from: &'a Module, edges: &'a BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        for next in edges.get(module).into_iter().flatten() {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

/// Circles of files, each sorted.
fn circles(sources: &[(String, String)]) -> BTreeSet<Vec<String>> {
    let modules: BTreeSet<Module> = sources.iter().map(|(path, _)| module_of(path)).collect();
    let files: BTreeMap<Module, File> =
        sources.iter().map(|(path, text)| (module_of(path), read(&module_of(path), text, &modules))).collect();
    let edges: BTreeMap<Module, BTreeSet<Module>> = files
        .iter()
        .map(|(module, file)| {
            let targets = file.uses.iter().filter_map(|path| declared(path, &files, 0));
            (module.clone(), targets.filter(|target| !module.starts_with(target)).collect())
        })
        .collect();
    let reach: BTreeMap<&Module, BTreeSet<&Module>> =
        edges.keys().map(|module| (module, reachable(module, &edges))).collect();
    let circle = |module: &Module| -> Vec<String> {
        let others = reach[module].iter().filter(|other| reach.get(**other).is_some_and(|back| back.contains(module)));
        others.map(|other| other.join("::")).collect()
    };
    edges.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

#[test]
fn files_depend_one_way() {
    let unit_tests = Regex::new(r"#\[cfg\(test\)\]\n(?:#\[[^\n]*\]\n)*mod \w+ \{").expect("a pattern");
    let comments = Regex::new(r"//[^\n]*").expect("a pattern");
    let sources: Vec<(String, String)> = tidy::source_files(".rs")
        .iter()
        .map(|path| (tidy::relative(path), path))
        .filter(|(name, _)| !name.ends_with("tests.rs") && !name.contains("/tests/"))
        .map(|(name, path): (String, &std::path::PathBuf)| {
            let text = fs::read_to_string(Path::new(path)).expect("a source file is UTF-8");
            let text = unit_tests.split(&text).next().unwrap_or_default().to_owned();
            (name, comments.replace_all(&text, "").into_owned())
        })
        .collect();
    assert_eq!(circles(&sources), BTreeSet::new(), "files that depend on each other");
}

#[test]
fn circles_are_found() {
    let source = |path: &str, text: &str| (format!("src/{path}"), text.to_owned());
    let check = |sources: &[(String, String)], expected: &[&[&str]]| {
        let expected: BTreeSet<Vec<String>> =
            expected.iter().map(|files| files.iter().map(|&file| file.to_owned()).collect()).collect();
        assert_eq!(circles(sources), expected);
    };
    let room = source("a/mod.rs", "mod b;\nmod c;\npub(crate) use b::B;\nstruct A;\n");
    let c = source("a/c.rs", "use crate::a::{A, B};\n");
    check(&[room.clone(), source("a/b.rs", "use super::A;\n"), c.clone()], &[]);
    check(&[room.clone(), source("a/b.rs", "use super::c::{self, C};\n"), c.clone()], &[&["a::b", "a::c"]]);
    check(&[room, source("a/b.rs", "fn f() { super::c::g() }\n"), c], &[&["a::b", "a::c"]]);
}
