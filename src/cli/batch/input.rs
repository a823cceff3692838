//! The pages that the inputs of a command line mean, one by one.

use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::archive::{FilePart, PartReader, kind_of};
use crate::batch::warc::Reader;
use crate::batch::{HarPages, Index, Resources, Source, wacz_parts};
use crate::cli::folder::{Folder, LeftOut, PAGE_ENDINGS, has_ending, matches};
use crate::error::Error;
use crate::file_kind::FileKind;
use crate::safe_text::safe;

const WARC_ENDINGS: &[&str] = &[".warc", ".warc.gz"];
const WACZ_ENDINGS: &[&str] = &[".wacz"];
const HAR_ENDINGS: &[&str] = &[".har", ".har.gz"];
/// Extensions of the files that are read in a folder.
const ENDINGS: &[&str] =
    &[".html", ".htm", ".xhtml", ".mhtml", ".mht", ".warc", ".warc.gz", ".wacz", ".har", ".har.gz"];
/// The list of paths on standard input.
const LIST: &str = "-";

type Paths = Box<dyn Iterator<Item = Result<PathBuf, Error>> + Send>;

/// The pages of a batch, in order.
pub(super) struct Inputs {
    words: Vec<String>,
    paths: Paths,
    /// The archive that is being read.
    open: Option<Open>,
    /// The WARC files that are left of a WACZ file.
    waiting: VecDeque<FilePart>,
    max_bytes: u64,
    with_resources: bool,
    indexes: Vec<Arc<Index>>,
    left_out: Arc<Mutex<LeftOut>>,
}

/// The pages of an archive.
enum Pages {
    Warc(Box<Reader<PartReader>>),
    Har(Box<HarPages>),
}

impl Iterator for Pages {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        match self {
            Self::Warc(reader) => Some(match reader.next()? {
                Ok(record) => Source::from(record),
                Err(damaged) => Source::from(damaged),
            }),
            Self::Har(pages) => pages.next(),
        }
    }
}

/// A WARC or HAR file.
struct Open {
    /// The name of the archive in rows.
    name: PathBuf,
    pages: Pages,
    /// The file that it is in, or that it is.
    file: PathBuf,
    resources: Option<Arc<dyn Resources>>,
}

impl Inputs {
    /// # Errors
    /// [`Error::Open`] for what is not there, [`Error::Arguments`] for a glob that matches nothing.
    pub(super) fn new(words: &[String]) -> Result<Self, Error> {
        if words.iter().filter(|word| *word == LIST).count() > 1 {
            return Err(Error::arguments("standard input can be read only once", "name - once"));
        }
        let words = words.to_vec();
        let left_out = Arc::default();
        let paths = paths(&words, &left_out)?;
        Ok(Self {
            words,
            paths,
            open: None,
            waiting: VecDeque::new(),
            max_bytes: u64::MAX,
            with_resources: false,
            indexes: Vec::new(),
            left_out,
        })
    }

    /// The files of the folders that are left out; complete when the pages are.
    pub(super) fn left_out(&self) -> Arc<Mutex<LeftOut>> {
        Arc::clone(&self.left_out)
    }

    /// The most bytes that a page may have.
    pub(super) fn max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// Finds what pages refer to in their own WARC file, and by indexes.
    ///
    /// # Errors
    /// [`Error::Open`] if an index cannot be read.
    pub(super) fn resources(self, with_resources: bool, indexes: &[String]) -> Result<Self, Error> {
        let indexes = indexes.iter().map(|path| Ok(Arc::new(Index::of_cdx(Path::new(path))?)));
        Ok(Self { with_resources, indexes: indexes.collect::<Result<_, Error>>()?, ..self })
    }

    /// Passes over the pages that have rows already, and returns the last of them.
    ///
    /// # Errors
    /// [`Error::Arguments`] if there are fewer pages than rows.
    pub(super) fn skip_rows(&mut self, rows: usize) -> Result<Option<Source>, Error> {
        // What the pages refer to is of no use here.
        let with_resources = std::mem::replace(&mut self.with_resources, false);
        let mut last = None;
        for row in 0..rows {
            last = self.next();
            if last.is_none() {
                return Err(Error::arguments(
                    safe!("the output has {} rows, and the inputs only {} pages", rows, row),
                    "resume with the inputs that the output was begun with",
                ));
            }
        }
        self.with_resources = with_resources;
        if let Some(open) = &mut self.open
            && with_resources
        {
            open.resources = Some(Arc::new(Index::of_file(&open.file)?));
        }
        Ok(last)
    }

    /// The bytes of all files; `None` if they are listed on standard input.
    ///
    /// # Errors
    /// [`Error::Open`] if a folder cannot be read.
    pub(super) fn total_bytes(&self) -> Result<Option<u64>, Error> {
        if self.words.iter().any(|word| word == LIST) {
            return Ok(None);
        }
        let mut total = 0;
        for path in paths(&self.words, &Arc::default())? {
            // A file that is gone is an error when its turn comes.
            total += std::fs::metadata(path?).map_or(0, |known| known.len());
        }
        Ok(Some(total))
    }

    /// The file as a page; what is in an archive follows.
    fn begin(&mut self, path: PathBuf) -> Option<Source> {
        let is_har = |path: &Path| {
            has_ending(path, HAR_ENDINGS)
                || has_ending(path, &[".zip"]) && kind_of(path).is_ok_and(|kind| kind == FileKind::Har)
        };
        let parts = if is_har(&path) {
            let opened = self.open_har(&path);
            return opened.err().map(|error| Source::failed(error).from_file(path));
        } else if has_ending(&path, WARC_ENDINGS) {
            Ok(vec![FilePart::file(&path)])
        } else if has_ending(&path, WACZ_ENDINGS) {
            wacz_parts(&path)
        } else {
            return Some(Source::file(path));
        };
        let opened = parts.map_err(Error::from).and_then(|parts| {
            self.waiting = parts.into();
            self.open_next(&path, None)
        });
        opened.err().map(|error| Source::failed(error).from_file(path))
    }

    fn open_har(&mut self, file: &Path) -> Result<(), Error> {
        let pages = HarPages::open(file, self.max_bytes)?;
        let resources = self.resources_of(file)?;
        let (name, pages) = (pages.path(), Pages::Har(Box::new(pages)));
        self.open = Some(Open { name, pages, file: file.to_owned(), resources });
        Ok(())
    }

    /// Returns the subresources of pages of an archive, if they are asked for.
    fn resources_of(&self, file: &Path) -> Result<Option<Arc<dyn Resources>>, Error> {
        Ok(if self.with_resources { Some(Arc::new(Index::of_file(file)?)) } else { None })
    }

    /// Opens the next WARC file that waits; with the resources of the one before, which came from the same file.
    fn open_next(&mut self, file: &Path, resources: Option<Arc<dyn Resources>>) -> Result<(), Error> {
        let Some(part) = self.waiting.pop_front() else { return Ok(()) };
        let path = part.path();
        let input = part.open_at(0).map_err(|error| Error::io(&path, &error))?;
        let resources = match resources {
            None => self.resources_of(file)?,
            known => known,
        };
        let pages = Pages::Warc(Box::new(Reader::new(input).path(&path).max_bytes(self.max_bytes)));
        self.open = Some(Open { name: path, pages, file: file.to_owned(), resources });
        Ok(())
    }

    /// The records that the indexes list.
    pub(super) fn indexed(&self) -> Option<Arc<dyn Resources>> {
        match &*self.indexes {
            [] => None,
            indexes => Some(Arc::new(Indexes(indexes.to_vec()))),
        }
    }
}

/// Several indexes, asked in order.
#[derive(Debug)]
struct Indexes(Vec<Arc<Index>>);

impl Resources for Indexes {
    fn resource(&self, url: &str) -> Result<Option<crate::batch::Resource>, String> {
        for index in &self.0 {
            if let Some(found) = index.resource(url)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

impl Iterator for Inputs {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        loop {
            if let Some(open) = &mut self.open {
                let Some(source) = open.pages.next() else {
                    if let Some(Open { file, resources, .. }) = self.open.take()
                        && let Err(error) = self.open_next(&file, resources)
                    {
                        return Some(Source::failed(error).from_file(file));
                    }
                    continue;
                };
                let source = source.from_file(&open.name);
                return Some(match &open.resources {
                    Some(resources) => source.resources(Arc::clone(resources)),
                    None => source,
                });
            }
            let source = match self.paths.next()? {
                Ok(path) => self.begin(path),
                Err(error) => Some(Source::failed(error)),
            };
            if source.is_some() {
                return source;
            }
        }
    }
}

/// The files that some words mean.
fn paths(words: &[String], left_out: &Arc<Mutex<LeftOut>>) -> Result<Paths, Error> {
    let mut all: Vec<Paths> = Vec::new();
    for word in words {
        let path = PathBuf::from(word);
        all.push(match std::fs::metadata(&path) {
            _ if word == LIST => {
                // Not locked for long: any of the threads may read it.
                let lines = BufReader::new(io::stdin()).lines();
                let lines = lines.map(|line| line.map_err(|error| Error::io("", &error)));
                // A stream that fails would fail forever.
                let mut failed = false;
                let lines = lines.take_while(move |line| !std::mem::replace(&mut failed, line.is_err()));
                let named = lines.filter(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty()));
                Box::new(named.map(|line| line.map(|line| PathBuf::from(line.trim()))))
            }
            Ok(known) if known.is_dir() => Box::new(Folder::new(&path, ENDINGS)?.counting(left_out)),
            Ok(_) => Box::new(std::iter::once(Ok(path))),
            Err(_) if word.contains(['*', '?', '[']) => globbed(word, left_out)?,
            Err(error) => return Err(Error::io(path, &error)),
        });
    }
    Ok(Box::new(all.into_iter().flatten()))
}

/// Returns the matches of a glob, in order; folders as what is below them.
fn globbed(pattern: &str, left_out: &Arc<Mutex<LeftOut>>) -> Result<Paths, Error> {
    let matches = matches(pattern)?;
    let left_out = Arc::clone(left_out);
    let files = move |found: glob::GlobResult| -> Paths {
        match found {
            Err(error) => {
                let problem = Error::io(error.path(), error.error());
                Box::new(std::iter::once(Err(problem)))
            }
            Ok(path) if path.is_dir() => match Folder::new(&path, ENDINGS) {
                Ok(folder) => Box::new(folder.counting(&left_out)),
                Err(error) => Box::new(std::iter::once(Err(error))),
            },
            Ok(path) => Box::new(std::iter::once(Ok(path))),
        }
    };
    Ok(Box::new(matches.flat_map(files)))
}

/// The endings of a folder are those of pages and archives.
const _: () = assert!(
    ENDINGS.len() == PAGE_ENDINGS.len() + WARC_ENDINGS.len() + WACZ_ENDINGS.len() + HAR_ENDINGS.len(),
    "a list has an ending more"
);
