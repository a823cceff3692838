//! `stillpage doctor`: what this installation can do, and what is missing.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::commands::{CliCommand, Line};
use super::output::{DONE, Failure, print, print_answer};
#[cfg(feature = "live")]
use crate::safe_text::PageText;
use crate::safe_text::{SafeText, safe};
use crate::tool::to_json;

const SUMMARY: &str = "What this installation can do, and what is missing for live pages";

const ABOUT: &str = "Looks for a Chromium, which `capture`, `verify` and `live` need, and for the fonts that Chromium should have to \
     lay out pages as stillpage does. Nothing is launched and nothing is fetched. Saved pages need none of it.\n\n\
     Exit code 0, also where something is missing.\n\n\
     JSON: {\"version\",\"checks\":[{\"name\",\"ok\",\"message\"}]}.";

const EXAMPLES: &[(&str, &str)] = &[("doctor", "before the first live page")];

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "doctor",
    summary: SUMMARY,
    about: ABOUT,
    arguments: &[],
    shared: &[],
    examples: EXAMPLES,
    run: answer,
};

/// The outcome of one look.
struct Check {
    name: &'static str,
    ok: bool,
    message: SafeText,
}

fn answer(line: &Line<'_>) -> Result<u8, Failure> {
    let checks = [saved_pages(), live_pages(), fonts(&font_folders()), parquet()];
    let version = env!("CARGO_PKG_VERSION");
    let text = if line.json {
        let rows = checks
            .iter()
            .map(|check| json!({ "name": check.name, "ok": check.ok, "message": check.message.to_string() }));
        let all = json!({ "version": version, "checks": rows.collect::<Vec<_>>() });
        safe!("{}\n", SafeText::verbatim(to_json(&all)))
    } else {
        let rows = checks.iter().map(|check| {
            safe!("{} {}: {}", if check.ok { "ok     " } else { "missing" }, check.name, check.message.clone())
        });
        safe!("stillpage {}\n{}\n", version, SafeText::join(rows, "\n"))
    };
    match line.json {
        true => print(&text)?,
        false => print_answer(COMMAND.name, &text)?,
    }
    Ok(DONE)
}

fn saved_pages() -> Check {
    Check { name: "saved pages", ok: true, message: "nothing else is needed".into() }
}

#[cfg(feature = "live")]
fn live_pages() -> Check {
    let (ok, message) = match crate::live::find_chromium() {
        Some(path) => (true, safe!("{}", PageText::of(&path.to_string_lossy()))),
        None => (
            false,
            "no Chromium in PATH: install one (apt-get install chromium), pass --chrome PATH, or --cdp URL of one that runs".into(),
        ),
    };
    Check { name: "live pages", ok, message }
}

#[cfg(not(feature = "live"))]
fn live_pages() -> Check {
    Check { name: "live pages", ok: false, message: "not in this build: install it with --features live".into() }
}

/// The families whose metrics stillpage knows, by a file of each and the Debian package that has it.
const FAMILIES: [(&str, &str, &str); 3] = [
    ("Liberation", "LiberationSans-Regular.ttf", "fonts-liberation"),
    ("DejaVu", "DejaVuSans.ttf", "fonts-dejavu-core"),
    ("WenQuanYi Micro Hei", "wqy-microhei.ttc", "fonts-wqy-microhei"),
];

/// Folders below which a system has its fonts.
fn font_folders() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let own =
        home.iter().flat_map(|home| [home.join(".fonts"), home.join(".local/share/fonts"), home.join("Library/Fonts")]);
    let system = ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:\\Windows\\Fonts"];
    own.chain(system.map(PathBuf::from)).collect()
}

fn fonts(folders: &[PathBuf]) -> Check {
    let missing = FAMILIES.iter().filter(|(_, file, _)| !folders.iter().any(|folder| holds(folder, file, 0)));
    let missing: Vec<_> = missing.collect();
    let message = if missing.is_empty() {
        "Chromium has the families that stillpage measures with".into()
    } else {
        let families = SafeText::join(missing.iter().map(|(family, ..)| (*family).into()), ", ");
        let packages = SafeText::join(missing.iter().map(|(.., package)| (*package).into()), " ");
        safe!(
            "{}: Chromium shows text in other fonts, so `verify` finds other boxes (apt-get install {})",
            families,
            packages
        )
    };
    Check { name: "fonts of live pages", ok: missing.is_empty(), message }
}

/// Levels of folders that font packages use below the folder of all fonts.
const FONT_FOLDER_DEPTH: usize = 4;

/// True if the folder has a file of this name, at most [`FONT_FOLDER_DEPTH`] levels down.
fn holds(folder: &Path, file: &str, depth: usize) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        entry.file_name() == file
            || (depth < FONT_FOLDER_DEPTH
                && entry.file_type().is_ok_and(|kind| kind.is_dir())
                && holds(&entry.path(), file, depth + 1))
    })
}

fn parquet() -> Check {
    let ok = cfg!(feature = "parquet");
    let message = if ok { "`batch --format parquet`" } else { "not in this build: install it with --features parquet" };
    Check { name: "Parquet", ok, message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_are_missing_until_their_files_are_there() {
        let dir = tempfile::tempdir().unwrap();
        let folders = [dir.path().to_owned()];
        let check = fonts(&folders);
        assert!(!check.ok && check.message.to_string().contains("apt-get install fonts-liberation fonts-dejavu-core"));
        let deeper = dir.path().join("truetype/any");
        std::fs::create_dir_all(&deeper).unwrap();
        for (_, file, _) in FAMILIES {
            std::fs::write(deeper.join(file), "").unwrap();
        }
        assert!(fonts(&folders).ok);
    }
}
