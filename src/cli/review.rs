//! `stillpage review`: the pages of two versions, and the sources of tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::commands::{CliCommand, Line};
use super::file::write_whole;
use super::folder::{Folder, PAGE_ENDINGS};
use super::output::{Failure, exit_code, print_note, print_reply, show_progress};
use super::suite::on_all_cores;
use crate::device::Device;
use crate::error::{Error, catch};
use crate::offline::Offline;
use crate::page::{Page, RenderOptions};
use crate::recording::SessionRecording;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::review::{
    ABOUT, ARGUMENTS, EXAMPLES, PageOutcome, PageReview, Review, ReviewArguments, SUMMARY, SourceLanguage,
    TestLocators, review_pages, review_recordings,
};
use crate::tool::{Answer as _, Arguments, device, device_from};

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "review",
    summary: SUMMARY,
    about: ABOUT,
    arguments: ARGUMENTS,
    shared: &[],
    examples: EXAMPLES,
    run: answer,
};

/// Runs the line and prints the review.
fn answer(line: &Line<'_>) -> Result<u8, Failure> {
    let given: ReviewArguments = line.arguments.read();
    let review = run(&line.arguments, &given)?;
    for (path, text) in review.files() {
        write_whole(Path::new(&path), text)?;
        print_note(&safe!("# wrote {}\n", PageText::of(&path)));
    }
    print_reply(COMMAND.name, line.json, &review)?;
    Ok(exit_code(review.verdict()))
}

fn run(arguments: &Arguments, given: &ReviewArguments) -> Result<Review, Error> {
    let locators = if given.tests.is_empty() { TestLocators::default() } else { read_tests(&given.tests)? };
    let (base, head) = (Path::new(&given.base), Path::new(&given.head));
    for path in [base, head] {
        std::fs::metadata(path).map_err(|error| Error::io(path, &error))?;
    }
    let pages = match (SessionRecording::open(base)?, SessionRecording::open(head)?) {
        (Some(base), Some(head)) => {
            let device = |recorded: Device| device_from(arguments, recorded);
            review_recordings([&base, &head], &device, &locators, &show_progress)?
        }
        (None, None) => {
            let pairs = pairs(base, head)?;
            let device = device(arguments)?;
            on_all_cores(&pairs, |(name, [base, head])| {
                let outcome = match (base, head) {
                    (Some(base), Some(head)) => compared([base, head], &device, &locators),
                    (Some(_), None) => PageOutcome::Gone,
                    (None, _) => PageOutcome::New,
                };
                PageReview { name: name.clone(), outcome }
            })?
        }
        _ => return Err(two_kinds()),
    };
    let markdown = given.markdown.as_ref().map(|path| (**path).to_owned());
    Ok(Review { pages, locators, markdown, github: given.github })
}

fn two_kinds() -> Error {
    Error::arguments("BASE and HEAD are of different kinds", "give two folders of pages, two pages or two recordings")
}

/// Compares the versions of a page.
fn compared(files: [&PathBuf; 2], device: &Device, locators: &TestLocators) -> PageOutcome {
    // A page that makes the engine fail is one error among the other results.
    let compared = catch(|| {
        let page = |file: &Path| {
            let dom = Offline::new(file).dom()?;
            Ok::<_, Error>(Page::render(dom, device.clone(), RenderOptions::default()))
        };
        let [base, head] = files;
        Ok::<_, Error>(review_pages([&page(base)?, &page(head)?], locators))
    });
    match compared {
        Ok(Ok(comparison)) => PageOutcome::Compared(comparison),
        Ok(Err(error)) | Err(error) => PageOutcome::Broken(error),
    }
}

/// A page by its name, and its file in each version.
type Pair = (String, [Option<PathBuf>; 2]);

fn pairs(base: &Path, head: &Path) -> Result<Vec<Pair>, Error> {
    match (base.is_dir(), head.is_dir()) {
        (false, false) => {
            let name = head.to_string_lossy().into_owned();
            Ok(vec![(name, [Some(base.to_owned()), Some(head.to_owned())])])
        }
        (true, true) => {
            let (mut old, mut new) = (pages_below(base)?, pages_below(head)?);
            let names: BTreeSet<String> = old.keys().chain(new.keys()).cloned().collect();
            if names.is_empty() {
                return Err(Error::arguments(
                    safe!("there are no pages in {} and {}", SafeText::path(base), SafeText::path(head)),
                    "pages end in .html, .htm, .xhtml or .mhtml",
                ));
            }
            let pair = |name: String| {
                let files = [old.remove(&name), new.remove(&name)];
                (name, files)
            };
            Ok(names.into_iter().map(pair).collect())
        }
        _ => Err(two_kinds()),
    }
}

/// The pages below a folder by their paths in it, with slashes.
fn pages_below(folder: &Path) -> Result<BTreeMap<String, PathBuf>, Error> {
    let mut pages = BTreeMap::new();
    for path in Folder::new(folder, PAGE_ENDINGS)? {
        let path = path?;
        let below = path.strip_prefix(folder).unwrap_or(&path);
        let parts: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        pages.insert(parts.join("/"), path);
    }
    Ok(pages)
}

/// Folders in which no tests of the user's are.
const SKIPPED: &[&str] = &["node_modules", "target", "__pycache__", "site-packages"];
/// Limit: bytes of a source. What is larger was generated.
const MAX_SOURCE: u64 = 4 << 20;

/// Reads the sources that words name.
fn read_tests(words: &[String]) -> Result<TestLocators, Error> {
    let mut files = Vec::new();
    for word in words {
        let path = Path::new(word);
        let metadata = std::fs::metadata(path).map_err(|error| Error::io(path, &error))?;
        if metadata.is_dir() {
            add_sources(&mut files, path)?;
        } else if SourceLanguage::of(word).is_some() {
            files.push(path.to_owned());
        } else {
            return Err(no_sources(word));
        }
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        return Err(no_sources(&words.join(", ")));
    }
    let mut texts = Vec::new();
    for path in files {
        let name = path.to_string_lossy().into_owned();
        let metadata = std::fs::metadata(&path).map_err(|error| Error::io(&path, &error))?;
        if metadata.len() > MAX_SOURCE {
            let note = safe!("note: {} is not read: it has more than {} MB\n", PageText::of(&name), MAX_SOURCE >> 20);
            print_note(&note);
            continue;
        }
        let bytes = std::fs::read(&path).map_err(|error| Error::io(&path, &error))?;
        texts.push((name, String::from_utf8_lossy(&bytes).into_owned()));
    }
    Ok(TestLocators::of(texts.iter().filter_map(|(name, text)| Some((&**name, SourceLanguage::of(name)?, &**text)))))
}

fn no_sources(word: &str) -> Error {
    Error::arguments(
        safe!("there are no tests in {}", PageText::of(word)),
        "sources of tests end in .ts, .tsx, .js, .jsx, .mjs, .cjs, .mts, .cts, .py or .rs",
    )
}

fn add_sources(files: &mut Vec<PathBuf>, folder: &Path) -> Result<(), Error> {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| Error::io(&folder, &error))? {
            let entry = entry.map_err(|error| Error::io(&folder, &error))?;
            let kind = entry.file_type().map_err(|error| Error::io(entry.path(), &error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // A link to a folder may lead back up.
            if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&&*name) {
                open.push(entry.path());
            } else if !kind.is_dir() && SourceLanguage::of(&name).is_some() && entry.path().is_file() {
                files.push(entry.path());
            }
        }
    }
    Ok(())
}
