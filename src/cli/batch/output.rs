//! The output of a batch, and the rows of an earlier run in it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::batch::{Column, Row, RowOptions, Source};
use crate::cli::output::Failure;
use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{ChoiceValue as _, choice, to_json};

choice! {
    /// The format of the rows.
    pub(super) enum RowFormat {
        Jsonl = "jsonl",
        Files = "files",
        Parquet = "parquet",
    }
}

/// The rows that are written.
pub(super) struct Output {
    destination: Destination,
    rows: usize,
    /// The last row of an earlier run.
    last: Option<Map<String, Value>>,
}

enum Destination {
    /// Standard output, or what is not a file.
    Stream { out: Box<dyn Write>, path: PathBuf },
    /// JSON lines.
    Lines { file: File, path: PathBuf },
    /// A file for each row, by its number.
    Files { folder: PathBuf },
    #[cfg(feature = "parquet")]
    Parts(Box<super::parquet::Parts>),
}

impl Output {
    /// Opens the destination of a format; `resume` takes up what is there.
    ///
    /// # Errors
    /// [`Error::Arguments`] if the destination is missing or has rows already, [`Error::Open`] and [`Error::Unwritable`].
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "only Parquet has a schema"))]
    pub(super) fn open(
        format: RowFormat,
        path: Option<&Path>,
        resume: bool,
        options: &RowOptions,
    ) -> Result<Self, Error> {
        let Some(path) = path else {
            if format != RowFormat::Jsonl || resume {
                let option =
                    if resume { "--resume".into() } else { safe!("--format {}", RowFormat::WORDS[format as usize]) };
                return Err(Error::arguments(safe!("{} needs --output", option), "name the output with -o"));
            }
            let destination = Destination::Stream { out: Box::new(io::stdout()), path: PathBuf::new() };
            return Ok(Self { destination, rows: 0, last: None });
        };
        match format {
            RowFormat::Files => Self::folder(path, resume),
            #[cfg(feature = "parquet")]
            RowFormat::Parquet => Self::parts(path, resume, options),
            #[cfg(not(feature = "parquet"))]
            RowFormat::Parquet => Err(Error::arguments(
                "this build of stillpage writes no Parquet",
                "build it with `cargo install stillpage --features parquet`, or write JSON lines",
            )),
            RowFormat::Jsonl => Self::lines(path, resume),
        }
    }

    fn lines(path: &Path, resume: bool) -> Result<Self, Error> {
        let unwritable = |error: io::Error| Error::unwritable(path, &error);
        if std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
            let out = OpenOptions::new().write(true).open(path).map_err(unwritable)?;
            let destination = Destination::Stream { out: Box::new(out), path: path.to_owned() };
            return Ok(Self { destination, rows: 0, last: None });
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(unwritable)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Error::arguments(
                    safe!("another batch is writing {}", SafeText::path(path)),
                    "wait for it, or write to another file",
                ));
            }
            // Where nothing can be locked, nobody else can tell.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(unwritable(error));
            }
            _ => {}
        }
        let whole = whole_lines(&mut file).map_err(|error| Error::io(path, &error))?;
        if !resume && whole.bytes > 0 {
            return Err(has_rows(path));
        }
        if whole.rest.is_some_and(|first| first != b'{') {
            return Err(not_rows(path));
        }
        // The rest of a line that was being written.
        file.set_len(whole.end).map_err(unwritable)?;
        file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        let last = match whole.last {
            None => None,
            Some(line) => Some(row_of(&line, path)?),
        };
        Ok(Self { destination: Destination::Lines { file, path: path.to_owned() }, rows: whole.count, last })
    }

    #[cfg(feature = "parquet")]
    fn parts(folder: &Path, resume: bool, options: &RowOptions) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(|error| Error::unwritable(folder, &error))?;
        let parts = super::parquet::Parts::open(folder, &options.columns)?;
        let rows = parts.rows();
        if !resume && rows > 0 {
            return Err(has_rows(folder));
        }
        Ok(Self { destination: Destination::Parts(Box::new(parts)), rows, last: None })
    }

    fn folder(folder: &Path, resume: bool) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(|error| Error::unwritable(folder, &error))?;
        let failure = |error: io::Error| Error::io(folder, &error);
        let (mut rows, mut next) = (0, 0);
        for entry in std::fs::read_dir(folder).map_err(failure)? {
            let name = entry.map_err(failure)?.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".json")).filter(|stem| stem.len() == DIGITS);
            if let Some(number) = number.and_then(|stem| stem.parse::<usize>().ok()) {
                rows += 1;
                next = next.max(number + 1);
            }
        }
        if !resume && rows > 0 {
            return Err(has_rows(folder));
        }
        if rows != next {
            return Err(Error::arguments(
                safe!("{} has {} rows, the last with the number {}", SafeText::path(folder), rows, next),
                "remove the folder and begin again: files of the batch are missing in it",
            ));
        }
        let last = match rows {
            0 => None,
            _ => {
                let path = folder.join(name_of(rows - 1));
                let text = std::fs::read(&path).map_err(|error| Error::io(&path, &error))?;
                Some(row_of(&text, &path)?)
            }
        };
        Ok(Self { destination: Destination::Files { folder: folder.to_owned() }, rows, last })
    }

    /// Returns the number of rows, those of earlier runs included.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Checks before resuming that an earlier run had the same columns and that its last row is of the right input.
    ///
    /// # Errors
    /// [`Error::Arguments`] if not.
    pub(super) fn check(&self, options: &RowOptions, source: Option<&Source>) -> Result<(), Error> {
        let (Some(last), Some(source)) = (&self.last, source) else { return Ok(()) };
        let names = options.columns.iter().map(|column| column.name());
        if !last.keys().map(String::as_str).eq(names) {
            let columns =
                last.keys().filter(|name| *name != Column::Error.name()).cloned().collect::<Vec<_>>().join(",");
            return Err(Error::arguments(
                "the output was begun with other columns",
                safe!("resume it with --columns {}, or write to another output", PageText::of(&columns)),
            ));
        }
        let file = source.file.as_ref().map(|file| file.to_string_lossy().into_owned());
        let facts = [
            (Column::Source, file.map(Value::from)),
            (Column::Offset, source.offset.map(Value::from)),
            (Column::Url, source.url.clone().map(Value::from)),
        ];
        for (column, now) in facts {
            if let (Some(then), Some(now)) = (last.get(column.name()), now)
                && *then != now
            {
                let shown = |value: &Value| value.to_string();
                return Err(Error::arguments(
                    safe!(
                        "row {0} is {1}, but input {0} is {2}",
                        self.rows,
                        PageText::of(&shown(then)),
                        PageText::of(&shown(&now)),
                    ),
                    "resume with the inputs that the output was begun with, in the same order",
                ));
            }
        }
        Ok(())
    }

    /// Writes a row. Once a line or a file is written, it is there even if this process is killed; Parquet is written by
    /// thousands of rows.
    pub(super) fn write(&mut self, row: Row) -> Result<(), Failure> {
        let line = |row: &Row| to_json(row) + "\n";
        match &mut self.destination {
            #[cfg(feature = "parquet")]
            Destination::Parts(parts) => parts.write(row)?,
            Destination::Stream { out, path } => {
                match out.write_all(line(&row).as_bytes()).and_then(|()| out.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Err(Failure::Pipe),
                    written => written.map_err(|error| Error::unwritable(&*path, &error))?,
                }
            }
            Destination::Lines { file, path } => {
                file.write_all(line(&row).as_bytes()).map_err(|error| Error::unwritable(&*path, &error))?;
            }
            Destination::Files { folder } => {
                let path = folder.join(name_of(self.rows));
                let part = path.with_extension("part");
                let written = std::fs::write(&part, line(&row)).and_then(|()| std::fs::rename(&part, &path));
                written.map_err(|error| Error::unwritable(&path, &error))?;
            }
        }
        self.rows += 1;
        Ok(())
    }

    /// After the last row.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        match &mut self.destination {
            #[cfg(feature = "parquet")]
            Destination::Parts(parts) => parts.close(),
            Destination::Lines { file, path } => file.sync_all().map_err(|error| Error::unwritable(&*path, &error)),
            Destination::Stream { .. } | Destination::Files { .. } => Ok(()),
        }
    }
}

/// Digits of the name of a row's file.
const DIGITS: usize = 9;

fn name_of(row: usize) -> String {
    format!("{row:0DIGITS$}.json")
}

fn has_rows(path: &Path) -> Error {
    Error::arguments(
        safe!("{} has rows already", SafeText::path(path)),
        "pass --resume to continue with them, or remove it first",
    )
}

fn row_of(text: &[u8], path: &Path) -> Result<Map<String, Value>, Error> {
    match serde_json::from_slice(text) {
        Ok(Value::Object(row)) => Ok(row),
        _ => Err(not_rows(path)),
    }
}

fn not_rows(path: &Path) -> Error {
    Error::arguments(
        safe!("the end of {} is not a row that this command wrote", SafeText::path(path)),
        "write to another output",
    )
}

/// The whole lines of a file.
struct WholeLines {
    count: usize,
    /// The byte after the last of them.
    end: u64,
    last: Option<Vec<u8>>,
    /// The length of the file.
    bytes: u64,
    /// The first byte after the last whole line.
    rest: Option<u8>,
}

fn whole_lines(file: &mut File) -> io::Result<WholeLines> {
    let mut whole = WholeLines { count: 0, end: 0, last: None, bytes: 0, rest: None };
    let mut start = 0;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        for at in memchr::memchr_iter(b'\n', &buffer[..count]) {
            whole.count += 1;
            start = whole.end;
            whole.end = whole.bytes + at as u64 + 1;
        }
        whole.bytes += count as u64;
    }
    if whole.end < whole.bytes {
        let mut first = [0];
        file.seek(SeekFrom::Start(whole.end))?;
        file.read_exact(&mut first)?;
        whole.rest = Some(first[0]);
    }
    if whole.count > 0 {
        let mut line = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        BufReader::new(&*file).take(whole.end - start).read_to_end(&mut line)?;
        whole.last = Some(line);
    }
    Ok(whole)
}
