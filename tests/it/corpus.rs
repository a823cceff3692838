//! Every page and case of `corpus/`, byte for byte as Chromium and Playwright recorded it.
//!
//! A recording is `snapshots/<path below corpus>.<mode>.yaml`, made by `scripts/record.mjs` and never edited by hand. A
//! known gap is a `.diff` beside it: the whole difference, asserted as it stands, so that a step forward fails too until
//! the diff is rewritten with `UPDATE=1 cargo test --test it corpus`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use serde_json::Value;
use similar::TextDiff;

/// What a recording shows. `ai` and `default` exist of every file, the others of the cases of one room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Ai,
    Default,
    Find,
    Style,
    Boxes,
    Hit,
}

impl Mode {
    const ALL: [Self; 6] = [Self::Ai, Self::Default, Self::Find, Self::Style, Self::Boxes, Self::Hit];

    fn name(self) -> &'static str {
        match self {
            Self::Ai => "ai",
            Self::Default => "default",
            Self::Find => "find",
            Self::Style => "style",
            Self::Boxes => "boxes",
            Self::Hit => "hit",
        }
    }

    /// Whether a file of the corpus (its path below `corpus/`) is recorded in this mode.
    fn covers(self, page: &str) -> bool {
        match self {
            Self::Ai | Self::Default => true,
            Self::Find => page.starts_with("cases/selector/"),
            Self::Style => page.starts_with("cases/style/"),
            Self::Boxes => page.starts_with("cases/layout/"),
            Self::Hit => page.starts_with("cases/hit/"),
        }
    }

    /// What stillpage says, in the form of the recording.
    fn view(self, file: &Path, recorded: &str) -> Result<String, String> {
        match self {
            Self::Ai => stillpage(file, &["snapshot", "--playwright"], None),
            Self::Default => stillpage(file, &["snapshot", "--playwright", "--mode", "default"], None),
            Self::Find => find(file),
            Self::Style => style(file),
            Self::Boxes => boxes(file, recorded),
            Self::Hit => hit(file),
        }
        .map(|text| format!("{}\n", text.trim_end()))
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a command of the binary on a file; its stdout, or why it failed.
fn stillpage(file: &Path, arguments: &[&str], stdin: Option<&str>) -> Result<String, String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .arg(arguments[0])
        .arg(file)
        .args(&arguments[1..])
        .stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    if let (Some(text), Some(mut pipe)) = (stdin, child.stdin.take()) {
        // A command that fails early closes the pipe; its exit status says so.
        let _ = pipe.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
    }
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn array<'a>(value: &'a Value, field: &str) -> Result<&'a Vec<Value>, String> {
    value.get(field).and_then(Value::as_array).ok_or_else(|| format!("no array \"{field}\""))
}

/// `"selector": [indices]` for every selector that the case lists.
fn find(file: &Path) -> Result<String, String> {
    let page = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let list = page.split("<script type=\"text/plain\">\n").nth(1).and_then(|rest| rest.split("</script>").next());
    let mut out = String::new();
    for selector in list.unwrap_or("").lines().map(str::trim).filter(|line| !line.is_empty()) {
        // Found nothing and a bad selector both end with an exit code: the JSON on stdout or stderr distinguishes them.
        let arguments = ["find", "--json", "--no-text", "--max-results", "100000", "--", selector];
        let matched = match stillpage(file, &arguments, None) {
            Ok(text) => {
                let indices: Vec<String> =
                    array(&json(&text)?, "elements")?.iter().map(|element| element["index"].to_string()).collect();
                format!("[{}]", indices.join(", "))
            }
            Err(error) if error.contains("\"invalid_selector\"") => "SyntaxError".to_owned(),
            Err(error) if error.starts_with("exit status: 1:") => "[]".to_owned(),
            Err(error) => return Err(error),
        };
        let _ = writeln!(out, "{}: {matched}", Value::from(selector));
    }
    Ok(out)
}

/// `- [index, tag, display, visibility, position, visible]` an element.
fn style(file: &Path) -> Result<String, String> {
    let inspected = json(&stillpage(file, &["inspect", "--json"], None)?)?;
    let mut out = String::new();
    for (index, element) in array(&inspected, "elements")?.iter().enumerate() {
        let field = |name: &str| element[name].as_str().unwrap_or("?");
        let visible = if element["visible"].as_bool() == Some(true) { "visible" } else { "invisible" };
        let (tag, display, visibility, position) =
            (field("tag"), field("display"), field("visibility"), field("position"));
        let _ = writeln!(out, "- [{index}, {tag}, {display}, {visibility}, {position}, {visible}]");
    }
    Ok(out)
}

/// `- [index, tag, x, y, width, height]` an element below `body`, in CSS px. A number within 0.02 of the recorded one is
/// printed as that one: both were rounded to two places from sixty-fourths.
fn boxes(file: &Path, recorded: &str) -> Result<String, String> {
    let inspected = json(&stillpage(file, &["inspect", "--json"], None)?)?;
    let elements = array(&inspected, "elements")?;
    let recorded: Vec<Vec<&str>> = recorded
        .lines()
        .map(|line| line.trim_start_matches("- [").trim_end_matches(']').split(", ").collect())
        .collect();
    let body = elements.iter().position(|element| element["tag"] == "body").unwrap_or(elements.len());
    let mut inside = vec![false; elements.len()];
    let mut out = String::new();
    for (index, element) in elements.iter().enumerate() {
        let parent = element["parent"].as_u64().and_then(|parent| usize::try_from(parent).ok());
        inside[index] = index == body || parent.is_some_and(|parent| inside.get(parent) == Some(&true));
        if !inside[index] {
            continue;
        }
        let row = recorded.iter().find(|row| row.first().is_some_and(|first| *first == index.to_string()));
        let numbers: Vec<String> = (0..4)
            .map(|side| {
                let ours = element["box"][side].as_f64().unwrap_or(f64::NAN);
                let theirs = row.and_then(|row| row.get(side + 2)).and_then(|text| text.parse::<f64>().ok());
                match theirs {
                    Some(theirs) if (ours - theirs).abs() <= 0.02 => theirs.to_string(),
                    _ => ((ours * 100.0).round() / 100.0).to_string(),
                }
            })
            .collect();
        let _ = writeln!(out, "- [{index}, {}, {}]", element["tag"].as_str().unwrap_or("?"), numbers.join(", "));
    }
    Ok(out)
}

/// `y: {x: index tag, ...}` a row of a grid of points, the next entry where the hit changes; `~` is nothing.
fn hit(file: &Path) -> Result<String, String> {
    let grid = || (15..720).step_by(30).flat_map(|y| (20..1280).step_by(40).map(move |x| (x, y)));
    let mut points = String::new();
    for (x, y) in grid() {
        let _ = writeln!(points, "{x} {y}");
    }
    let hits = json(&stillpage(file, &["hit", "--points", "-", "--json"], Some(&points))?)?;
    let mut hits = hits.as_array().ok_or("no array")?.iter();
    let mut out = String::new();
    for y in (15..720).step_by(30) {
        let mut last = None;
        let mut runs = Vec::new();
        for x in (20..1280).step_by(40) {
            let hit = hits.next().ok_or("fewer hits than points")?;
            let hit = match hit["index"].as_u64() {
                Some(index) => format!("{index} {}", hit["tag"].as_str().unwrap_or("?")),
                None => "~".to_owned(),
            };
            if last.as_ref() != Some(&hit) {
                runs.push(format!("{x}: {hit}"));
            }
            last = Some(hit);
        }
        let _ = writeln!(out, "{y}: {{{}}}", runs.join(", "));
    }
    Ok(out)
}

/// The files below a folder, by path, those of saved pages' `_files` folders left out.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).map(|list| list.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    entries.sort();
    entries
        .into_iter()
        .flat_map(|path| match path.is_dir() {
            true if path.to_string_lossy().ends_with("_files") => Vec::new(),
            true => files_below(&path),
            false => vec![path],
        })
        .collect()
}

/// The pages and cases, as paths below `corpus/` with `/` between names.
fn pages() -> Vec<String> {
    let corpus = root().join("corpus");
    files_below(&corpus)
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "html" || extension == "mhtml"))
        .filter_map(|path| Some(path.strip_prefix(&corpus).ok()?.to_string_lossy().replace('\\', "/")))
        .collect()
}

/// Compares one file in one mode with its recording and its known gap.
fn check(page: &str, mode: Mode) -> Result<(), String> {
    let base = root().join("snapshots").join(format!("{page}.{}", mode.name()));
    let path = |extension: &str| PathBuf::from(format!("{}.{extension}", base.display()));
    let recorded = fs::read_to_string(path("yaml")).map_err(|_| "no recording: run scripts/record.mjs".to_owned())?;
    let ours = mode.view(&root().join("corpus").join(page), &recorded)?;
    let present = if ours == recorded {
        String::new()
    } else {
        TextDiff::from_lines(&recorded, &ours)
            .unified_diff()
            .context_radius(1)
            .header("Chromium and Playwright", "stillpage")
            .to_string()
    };
    let known = fs::read_to_string(path("diff")).unwrap_or_default();
    if present == known {
        return Ok(());
    }
    if env::var_os("UPDATE").is_some() {
        let written = if present.is_empty() { fs::remove_file(path("diff")) } else { fs::write(path("diff"), present) };
        return written.map_err(|error| error.to_string());
    }
    Err(match (present.is_empty(), known.is_empty()) {
        (true, _) => "agrees now: UPDATE=1 removes its .diff".to_owned(),
        (false, true) => format!("differs from the recording\n{present}"),
        (false, false) => format!("differs in another way than its .diff says\n{present}"),
    })
}

/// Checks the files of one part of the corpus in the modes that cover them; a failure names each file.
fn check_below(prefix: &str) {
    let checks: Vec<(String, Mode)> = pages()
        .into_iter()
        .filter(|page| page.starts_with(prefix))
        .flat_map(|page| Mode::ALL.map(|mode| (page.clone(), mode)))
        .filter(|(page, mode)| mode.covers(page))
        .collect();
    assert!(!checks.is_empty(), "nothing below corpus/{prefix}");
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, usize::from).min(checks.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((page, mode)) = checks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = check(page, *mode) {
                        failures.lock().expect("no check panics").push(format!("{page} {}: {error}", mode.name()));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no check panics");
    failures.sort();
    assert!(failures.is_empty(), "{} of {} checks fail:\n{}", failures.len(), checks.len(), failures.join("\n"));
}

#[test]
fn corpus_pages() {
    check_below("pages/");
}

#[test]
fn corpus_cases_dom() {
    check_below("cases/dom/");
}

#[test]
fn corpus_cases_selector() {
    check_below("cases/selector/");
}

#[test]
fn corpus_cases_style() {
    check_below("cases/style/");
}

#[test]
fn corpus_cases_layout() {
    check_below("cases/layout/");
}

#[test]
fn corpus_cases_aria() {
    check_below("cases/aria/");
}

#[test]
fn corpus_cases_snapshot() {
    check_below("cases/snapshot/");
}

#[test]
fn corpus_cases_hit() {
    check_below("cases/hit/");
}

/// Every recording has its page, every gap its recording, every page its `source.toml`, every case its test above.
#[test]
fn corpus_has_no_orphans() {
    let pages = pages();
    let snapshots = root().join("snapshots");
    let mut orphans = Vec::new();
    for path in files_below(&snapshots) {
        let name = path.strip_prefix(&snapshots).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let known = match name.rsplit_once('.') {
            Some((_, "snap")) => true,
            // The scoreboard of `verify`, which the tests in Chromium compare with.
            Some(("verify", "json")) => true,
            // What Playwright's locators find on a page of the corpus.
            Some((stem, "jsonl")) if stem.starts_with("locators/") => stem
                .strip_prefix("locators/")
                .is_some_and(|page| pages.iter().any(|known| *known == format!("pages/{page}/page.html"))),
            // What axe-core finds on a page of the corpus.
            Some((stem, "json")) => stem.strip_prefix("axe/").is_some_and(|page| {
                ["pages/{}/page.html", "cases/audit/{}.html"]
                    .iter()
                    .any(|path| root().join("corpus").join(path.replace("{}", page)).exists())
            }),
            // How Playwright's matcher judges templates on a page of the corpus.
            Some((stem, "jsonl")) => stem
                .strip_prefix("templates/")
                .is_some_and(|page| root().join(format!("corpus/cases/template/{page}.html")).exists()),
            // The locators that Playwright generates for the elements of a page of the corpus.
            Some((stem, "txt")) => stem
                .strip_prefix("generated/")
                .is_some_and(|page| pages.iter().any(|known| known.starts_with(&format!("pages/{page}/page.")))),
            Some((stem, "diff")) => snapshots.join(format!("{stem}.yaml")).exists(),
            Some((stem, "yaml")) => Mode::ALL.iter().any(|mode| {
                stem.strip_suffix(&format!(".{}", mode.name()))
                    .is_some_and(|page| mode.covers(page) && pages.iter().any(|known| known == page))
            }),
            _ => false,
        };
        if !known {
            orphans.push(format!("snapshots/{name}"));
        }
    }
    const ROOMS: [&str; 9] = ["dom", "selector", "style", "layout", "aria", "snapshot", "template", "audit", "hit"];
    for page in &pages {
        if let Some(case) = page.strip_prefix("cases/") {
            if !case.split('/').next().is_some_and(|room| ROOMS.contains(&room)) {
                orphans.push(format!("corpus/{page} (of no room that is tested)"));
            }
            continue;
        }
        // Scored by its expected content or by its re-renders, not recorded.
        if page.starts_with("content/") || page.starts_with("rerenders/") {
            continue;
        }
        let source = root().join("corpus").join(page).with_file_name("source.toml");
        let text = fs::read_to_string(source).unwrap_or_default();
        for key in ["title", "shows", "features", "licence", "recorded"] {
            if !text.lines().any(|line| line.starts_with(&format!("{key} = "))) {
                orphans.push(format!("corpus/{page} (its source.toml has no {key})"));
            }
        }
    }
    assert!(orphans.is_empty(), "without what it belongs to:\n{}", orphans.join("\n"));
}
