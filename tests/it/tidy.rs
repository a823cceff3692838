//! The rules of the house, read off the source text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Rooms of one crate from the ground up: a room may use those on lines above its own, and itself. Between crates Cargo keeps
/// the order.
const STOREYS: &[&[&str]] = &[
    // stillpage-dom
    &["disk", "fault", "fnv", "geometry", "safe_text", "segmented", "text", "tokens"],
    &["reference"],
    &["error", "file_kind", "limits"],
    &["font"],
    &["device", "keyboard"],
    &["dom"],
    // stillpage-css
    &["selector"],
    &["style"],
    // stillpage-layout
    &["layout"],
    // stillpage-engine
    &["aria"],
    &["page"],
    &["offline", "capture", "hit", "rendered"],
    &["activation", "ax"],
    // stillpage-query
    &["refs", "simulate"],
    &["search"],
    &["audit", "dialect", "form_tools", "locate"],
    &["snapshot"],
    &["picture"],
    // stillpage-paint
    &["screenshot"],
    // stillpage-content
    &["markdown"],
    &["extract"],
    &["metadata"],
    // stillpage
    &["archive"],
    &["batch", "recording"],
    &["tool"],
    &["api"],
    &["assertion", "live", "locator", "mcp"],
    &["picture_assertion"],
    &["cli"],
    &["parts"],
    &["main", "lib"],
];

/// The rooms that users see, whose types may have the name of what they wrap.
const DOORS: &[&str] = &["api"];

/// Crates that one room alone may name.
const OWNED_CRATES: &[(&str, &[&str])] = &[
    ("html5ever", &["dom"]),
    ("selectors", &["selector"]),
    ("cssparser", &["capture", "selector", "style"]),
    ("saphyr_parser", &["snapshot"]),
    ("stacker", &["cli", "layout"]),
    ("taffy", &["layout"]),
    ("skrifa", &["font", "screenshot"]),
    ("harfrust", &["font"]),
    ("tiny_skia", &["screenshot"]),
    ("icu_segmenter", &["layout"]),
    ("wuff", &["font"]),
    ("brotli_decompressor", &["batch", "font"]),
    ("clap", &["cli"]),
    ("ctrlc", &["cli"]),
    ("arrow_array", &["cli"]),
    ("arrow_schema", &["cli"]),
    ("glob", &["cli"]),
    ("indicatif", &["cli"]),
    ("tungstenite", &["live"]),
    ("rmcp", &["mcp"]),
    ("tokio", &["mcp"]),
    ("zip", &["archive"]),
];

/// Files over the limit of lines, each with the one algorithm or table that fills it.
const LONG_FILES: &[(&str, &str)] = &[
    (
        "crates/stillpage-engine/src/aria/name.rs",
        "the steps of AccName 1.2, which share one stack of frames and one buffer",
    ),
    (
        "crates/stillpage-layout/src/layout/block/flow.rs",
        "block formatting: CSS 2.2, 9.4.1, with collapsing margins and floats",
    ),
    (
        "crates/stillpage-layout/src/layout/inline/line.rs",
        "line layout: CSS Inline 3, one pass over the items of a line",
    ),
    ("crates/stillpage-query/src/search/pattern/syntax.rs", "the grammar of ECMAScript's patterns with Annex B"),
    ("crates/stillpage-css/src/style/counter.rs", "counters and quotes of CSS Lists 3, in one walk over the document"),
    ("crates/stillpage-css/src/style/counter_style.rs", "the systems of CSS Counter Styles 3"),
    ("crates/stillpage-css/src/style/properties.rs", "the table of the longhands, a row for each"),
    ("crates/stillpage-css/src/style/property/math.rs", "the calc() tree of CSS Values 4"),
    ("crates/stillpage-css/src/style/property/shorthand.rs", "the grammar of the shorthands, a row for each"),
];

const LINE_LIMIT: usize = 500;

/// Words that say nothing; `context` has its place in the terms of CSS.
const EMPTY_WORDS: &[&str] = &["manager", "helper", "helpers", "util", "utils", "context", "info"];
const TERMS_OF_CSS: &[&str] = &["stacking", "formatting", "host"];

/// A source file: path from the repository's root, room, text without its unit tests.
struct Source {
    path: String,
    room: String,
    text: String,
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn files(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The folders of source: of the package and of the crates below it, but not of those that are not published.
pub(crate) fn source_folders() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    let crates = crates.filter(|entry| !["internals", "xtask"].contains(&&*entry.file_name().to_string_lossy()));
    let mut folders: Vec<PathBuf> = crates.map(|entry| entry.path().join("src")).collect();
    folders.push(root().join("src"));
    folders.sort();
    folders
}

/// The files of all crates whose names end like this.
pub(crate) fn source_files(ending: &str) -> Vec<PathBuf> {
    source_folders().iter().flat_map(|folder| files(folder, ending)).collect()
}

/// A path of a source file from the folder of its crate's source.
pub(crate) fn in_crate(path: &str) -> &str {
    path.split_once("src/").map_or(path, |(_, inside)| inside)
}

fn sources() -> Vec<Source> {
    source_files(".rs")
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
            let path = relative(&path);
            let room = in_crate(&path).split(['/', '.']).next().unwrap_or_default().to_owned();
            Source { path, room, text }
        })
        .collect()
}

/// Lines of code: comments and docs do not count.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, line)| (i + 1, line.split("//").next().unwrap_or_default()))
}

fn storey(room: &str) -> Option<usize> {
    STOREYS.iter().position(|rooms| rooms.contains(&room))
}

#[track_caller]
fn expect_none(rule: &str, broken: &BTreeSet<String>) {
    assert!(broken.is_empty(), "{rule}:\n  {}", broken.iter().cloned().collect::<Vec<_>>().join("\n  "));
}

#[test]
fn rooms_depend_one_way() {
    let mut broken = BTreeSet::new();
    for source in sources() {
        let Some(own) = storey(&source.room) else {
            broken.insert(format!("{}: the room `{}` has no place in STOREYS", source.path, source.room));
            continue;
        };
        if matches!(source.room.as_str(), "lib" | "main") || source.path.ends_with("tests.rs") {
            continue;
        }
        for (number, line) in code(&source.text) {
            for used in line.split("crate::").skip(1) {
                let used = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                let allowed = used == source.room || storey(used).is_none_or(|other| other < own);
                if !allowed {
                    broken.insert(format!("{}:{number}: {} uses {used}", source.path, source.room));
                }
            }
        }
    }
    expect_none("a room uses only rooms below it", &broken);
}

#[test]
fn crates_are_named_in_their_room() {
    let mut broken = BTreeSet::new();
    for source in sources() {
        for (number, line) in code(&source.text) {
            for (name, rooms) in OWNED_CRATES {
                let named = [format!("use {name}"), format!("{name}::")].iter().any(|p| {
                    line.match_indices(p.as_str()).any(|(at, _)| {
                        let before = line.get(..at).unwrap_or_default().chars().next_back();
                        let after = line.get(at + p.len()..).unwrap_or_default().chars().next();
                        before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':' && c != '.')
                            && (p.ends_with(':') || matches!(after, Some(':' | ';' | ' ')))
                    })
                });
                if named && !rooms.contains(&source.room.as_str()) {
                    broken.insert(format!("{}:{number}: {name} belongs to {}", source.path, rooms.join(" and ")));
                }
            }
        }
    }
    expect_none("a crate is named by the room that owns it", &broken);
}

#[test]
fn files_are_one_idea_long() {
    let mut broken = BTreeSet::new();
    for path in source_files(".rs") {
        let lines = fs::read_to_string(&path).expect("a source file is UTF-8").lines().count();
        let path = relative(&path);
        let excused = LONG_FILES.iter().any(|(long, _)| *long == path);
        if lines > LINE_LIMIT && !excused {
            broken.insert(format!("{path}: {lines} lines, more than {LINE_LIMIT}"));
        } else if lines <= LINE_LIMIT && excused {
            broken.insert(format!("{path}: {lines} lines, needs no exception any more"));
        }
    }
    expect_none("a file is one idea", &broken);
}

#[test]
fn rooms_say_what_goes_in_and_out() {
    let mut broken = BTreeSet::new();
    for path in source_files("mod.rs").iter().filter(|p| in_crate(&relative(p)).matches('/').count() == 1) {
        let text = fs::read_to_string(path).expect("a source file is UTF-8");
        let docs: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        for part in ["*In*", "*Out*", "*Invariants*"] {
            if !docs.contains(part) {
                broken.insert(format!("{}: no {part}", relative(path)));
            }
        }
    }
    expect_none("a room's mod.rs opens with its In, Out and Invariants", &broken);
}

/// Methods of other crates' traits, whose names we do not choose.
const NAMES_OF_OTHERS: &[&str] = &["get_info", "set_detailed_grid_info"];

#[test]
fn names_say_something() {
    let declares = ["struct ", "enum ", "trait ", "fn ", "mod ", "type ", "const "];
    let mut broken = BTreeSet::new();
    for source in sources() {
        for (number, line) in code(&source.text) {
            let line = line.trim_start();
            let declared = declares.iter().filter_map(|keyword| {
                let at = line.find(keyword)?;
                let starts = line
                    .get(..at)?
                    .split_whitespace()
                    .all(|word| word.starts_with("pub") || matches!(word, "const" | "unsafe" | "async"));
                starts.then(|| line.get(at + keyword.len()..)).flatten()
            });
            for rest in declared {
                let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if NAMES_OF_OTHERS.contains(&name.as_str()) {
                    continue;
                }
                let words = words_of(&name);
                for (i, word) in words.iter().enumerate() {
                    let term = i > 0 && TERMS_OF_CSS.contains(&words[i - 1].as_str());
                    if EMPTY_WORDS.contains(&word.as_str()) && !term {
                        broken.insert(format!("{}:{number}: {name}", source.path));
                    }
                }
            }
        }
    }
    expect_none("a name says what a thing is", &broken);
}

#[test]
fn types_of_rooms_have_names_of_their_own() {
    let mut declared: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources() {
        for (_, line) in code(&source.text) {
            let item = ["pub ", "pub(crate) "].iter().find_map(|visible| line.strip_prefix(visible));
            let name =
                item.and_then(|item| ["struct ", "enum ", "trait "].iter().find_map(|kind| item.strip_prefix(kind)));
            if let Some(name) = name {
                let name = name.chars().take_while(|c| c.is_alphanumeric()).collect();
                if !DOORS.contains(&source.room.as_str()) {
                    declared.entry(name).or_default().insert(source.room.clone());
                }
            }
        }
    }
    let broken = declared.into_iter().filter(|(_, rooms)| rooms.len() > 1);
    let broken = broken.map(|(name, rooms)| format!("{name}: {}", rooms.into_iter().collect::<Vec<_>>().join(", ")));
    expect_none("a type that other rooms see has a name of its own", &broken.collect());
}

/// The words of an identifier, lower case.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    let mut last_lower = false;
    for c in name.chars() {
        if c == '_' {
            fresh = true;
            continue;
        }
        if fresh || (c.is_uppercase() && last_lower) {
            words.push(String::new());
        }
        fresh = false;
        last_lower = c.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[test]
fn test_names_say_what_holds() {
    let vague = regex::Regex::new(r"fn [a-z0-9_]*(?:_|\b)(?:told|tells)(?:_|\b)").expect("a valid pattern");
    let mut broken = BTreeSet::new();
    for dir in ["crates", "src", "tests"] {
        for path in files(&root().join(dir), ".rs") {
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            for (number, line) in text.lines().enumerate().filter(|(_, line)| vague.is_match(line)) {
                broken.insert(format!("{}:{}: {}", relative(&path), number + 1, line.trim()));
            }
        }
    }
    expect_none("a test is named by what holds", &broken);
}

#[test]
fn no_test_is_ignored() {
    let mut broken = BTreeSet::new();
    for dir in ["crates", "src", "tests", "benches"] {
        for path in files(&root().join(dir), ".rs") {
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            for (i, line) in text.lines().enumerate() {
                let line = line.trim_start();
                let doc = line.trim_start_matches(['/', '!', ' ']);
                let skipped_example = line.starts_with("//")
                    && doc.starts_with("```")
                    && (doc.contains("ignore") || doc.contains("no_run"));
                let is_ignored = line.strip_prefix("#[").is_some_and(|attribute| attribute.starts_with("ignore"));
                if is_ignored || skipped_example {
                    broken.insert(format!("{}:{}: {line}", relative(&path), i + 1));
                }
            }
        }
    }
    expect_none("a known gap is a test of today's answer", &broken);
}

#[test]
fn files_name_no_machine() {
    let places = ["/home/", "/root/", "/work/", "/Users/"];
    let mut broken = BTreeSet::new();
    for source in sources() {
        for (number, line) in source.text.lines().enumerate() {
            if places.iter().any(|place| line.contains(place)) {
                broken.insert(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    expect_none("no path of one machine", &broken);
}

/// Rooms whose callers set options by flags; everything below them speaks of the library.
const ROOMS_WITH_FLAGS: &[&str] = &["cli", "tool", "mcp", "main"];

/// Switches of Chromium, which are not ours: files that name them.
const SWITCHES_OF_CHROMIUM: &[&str] = &["src/live/process.rs"];
const DEBUGGING_PORT: &str = "--remote-debugging-port";

/// String literals of a line; those that go on over several lines count from their first quote on each.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

#[test]
fn library_names_no_flags() {
    let flag = regex::Regex::new(r"(?:^|[ `(\[])--[a-z][a-z-]+").expect("a valid pattern");
    let mut broken = BTreeSet::new();
    for source in sources() {
        let exempt = ROOMS_WITH_FLAGS.contains(&source.room.as_str())
            || SWITCHES_OF_CHROMIUM.contains(&source.path.as_str())
            || source.path.ends_with("tests.rs")
            || source.path.contains("/tests/");
        if exempt {
            continue;
        }
        for (number, line) in source.text.lines().enumerate() {
            let is_comment = line.trim_start().starts_with("//");
            // A line of a literal that began above has no quote in front of its text.
            let text = if line.contains('"') { literals(line).collect::<Vec<_>>().join(" ") } else { line.to_owned() };
            if !is_comment && flag.is_match(&text.replace(DEBUGGING_PORT, "")) {
                broken.insert(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    expect_none("the library names a `Setting`, and `tool::Surface` adds the flag", &broken);
}

/// Wording that reads as translated, and what to write instead.
const STILTED: &[(&str, &str)] = &[
    (r"(?:is|are) no ([a-z]+)", "is not a ..., cannot ..., without ..."),
    (r"is none\b", "`None` without one, if absent, does not count"),
    (r"are (none)\b", "do not count, are not ..."),
    (r"(?:told|tells)\b", "reports, returns, contains; distinguished, described, exposed"),
    (r"(?:so many)\b", "this many, this number of"),
    (r"(?:and|or) the like\b", "and similar"),
    (r"of whom\b", "whose"),
    (r"anew\b", "again, re-..."),
    (r"whoever\b", "the caller, the reader, any ... that"),
    (r"(?:refs|rows?|document|page) of before\b", "earlier, previous"),
    (r"(?:gives?|gave|given) out\b", "assigns, assigned"),
    (r"for so long\b", "for this long, with a time limit"),
];

/// Words after which `is no` is idiomatic.
const IDIOMATIC_AFTER_NO: &[&str] = &["longer", "more", "less", "fewer", "better", "worse"];

/// Lines that keep such wording: a part of the line, and the reason.
const QUOTED: &[(&str, &str)] = &[];

#[test]
fn prose_is_plain_english() {
    let mut paths = source_files("");
    paths.extend(files(&root().join("docs"), ".md"));
    paths.extend(["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let stilted: Vec<(regex::Regex, &str)> = STILTED
        .iter()
        .map(|(pattern, instead)| {
            let pattern = format!(r"(?i)(there )?\b{pattern}");
            (regex::Regex::new(&pattern).expect("a valid pattern"), *instead)
        })
        .collect();
    let mut broken = BTreeSet::new();
    for path in paths {
        // Fonts and other data files.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            if QUOTED.iter().any(|(part, _)| line.contains(part)) {
                continue;
            }
            for (pattern, instead) in &stilted {
                let is_stilted = pattern.captures_iter(line).any(|found| {
                    let next = found.get(2).map(|word| word.as_str());
                    let idiomatic =
                        next.is_some_and(|word| found.get(1).is_some() || IDIOMATIC_AFTER_NO.contains(&word));
                    !idiomatic
                });
                if is_stilted {
                    broken.insert(format!("{}:{}: {}  [write: {instead}]", relative(&path), number + 1, line.trim()));
                }
            }
        }
    }
    expect_none("prose is plain English; reword the line, or list it in QUOTED with the reason", &broken);
}
