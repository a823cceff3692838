//! Many pages at once, and WARC files.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use stillpage::batch::{self, Column, Row, RowOptions, RunOptions, Source, warc};

use crate::device::DeviceOptions;
use crate::error::{argument, interruptible, raise, work, wrong_type};
use crate::table::{Table, arrow_error};

/// Bytes that are read from a file at once.
const READ_AHEAD: usize = 256 * 1024;

#[doc = doc!("rows")]
#[pyfunction]
#[pyo3(signature = (pages, columns, *, threads=None, time_limit=None, max_bytes=None, device=None, viewport=None, scale=None, mobile=None, color_scheme=None, reduced_motion=false, locale=None, scroll_y=None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn rows(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    columns: Vec<String>,
    threads: Option<usize>,
    time_limit: Option<f64>,
    max_bytes: Option<u64>,
    device: Option<&str>,
    viewport: Option<(f64, f64)>,
    scale: Option<f32>,
    mobile: Option<bool>,
    color_scheme: Option<&str>,
    reduced_motion: bool,
    locale: Option<&str>,
    scroll_y: Option<f32>,
) -> PyResult<Table> {
    let options = DeviceOptions { device, viewport, scale, mobile, color_scheme, reduced_motion, locale, scroll_y };
    let mut row = RowOptions::default().device(options.build(py)?);
    row = row.columns(read_columns(py, &columns)?);
    if let Some(bytes) = max_bytes {
        row = row.max_bytes(bytes);
    }
    let time_limit = time_limit.map(|seconds| {
        let limit = Duration::try_from_secs_f64(seconds).ok().filter(|limit| !limit.is_zero());
        limit.ok_or_else(|| argument(py, &format!("time_limit {seconds} is not a time"), "pass seconds, more than 0"))
    });
    row.time_limit = time_limit.transpose()?;
    let jobs = threads.map(|threads| {
        NonZero::new(threads).ok_or_else(|| argument(py, "threads is 0", "pass 1 or more, or None for all cores"))
    });
    let mut run = RunOptions::default().row(row);
    run.jobs = jobs.transpose()?;
    let sources: Vec<Source> = pages.iter().map(|page| source(py, &page)).collect::<PyResult<_>>()?;
    let columns = run.row.columns.clone();
    let rows = interruptible(py, move |stop| {
        let mut rows: Vec<Row> = Vec::with_capacity(sources.len());
        let wanted = sources.into_iter().take_while(|_| !stop.load(Ordering::Relaxed));
        batch::run(wanted, &run, |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    })?;
    work(py, || Table::of_rows(&rows, &columns))?.map_err(|error| arrow_error(&error))
}

#[doc = doc!("column_names")]
#[pyfunction]
pub(crate) fn column_names(py: Python<'_>, columns: Vec<String>) -> PyResult<Vec<&'static str>> {
    let chosen = RowOptions::default().columns(read_columns(py, &columns)?);
    Ok(chosen.columns.iter().map(|column| column.name()).collect())
}

fn read_columns(py: Python<'_>, names: &[String]) -> PyResult<Vec<Column>> {
    let read = |name: &String| {
        name.parse::<Column>().map_err(|error| argument(py, &error.to_string(), "choose among these columns"))
    };
    names.iter().map(read).collect()
}

/// A page of a batch: markup, a file, a record, or markup with its address.
fn source(py: Python<'_>, page: &Bound<'_, PyAny>) -> PyResult<Source> {
    if let Ok(parts) = page.cast::<PyTuple>() {
        let wrong = |_| wrong_type("a page", "HTML with its address and, for bytes, its charset", page);
        let optional = |at: usize| -> PyResult<Option<String>> {
            parts.get_item(at).ok().map_or(Ok(None), |part| part.extract().map_err(wrong))
        };
        if !(2..=3).contains(&parts.len()) {
            return Err(argument(py, "a page is a tuple of 2 or 3", "pass (html, url) or (html, url, charset)"));
        }
        if parts.iter().filter_map(|part| part.cast_into::<PyString>().ok()).any(|part| part.to_cow().is_err()) {
            return Ok(not_unicode());
        }
        let (mut source, url, charset) = (source(py, &parts.get_item(0)?)?, optional(1)?, optional(2)?);
        if let Some(url) = url {
            source = source.url(url);
        }
        if let Some(charset) = charset {
            source = source.charset(charset);
        }
        return Ok(source);
    }
    if let Ok(text) = page.cast::<PyString>() {
        // A lone surrogate is in no text that could be read from a file.
        return Ok(match text.to_cow() {
            Ok(text) => Source::text(text.as_ref()),
            Err(_) => not_unicode(),
        });
    }
    if let Ok(bytes) = page.cast::<PyBytes>() {
        return Ok(Source::bytes(bytes.as_bytes()));
    }
    if let Ok(record) = page.cast::<WarcRecord>() {
        return Ok(record.get().source());
    }
    if page.is_none() {
        return Ok(Source::failed(stillpage::Error::Open(stillpage::errors::OpenError::NotFound {
            what: "there: the page is None".into(),
            hint: "leave out pages that have no HTML".into(),
        })));
    }
    let path: PathBuf = page.extract().map_err(|_| {
        wrong_type("a page", "HTML (str or bytes), os.PathLike, a WarcRecord or a tuple of HTML and its address", page)
    })?;
    Ok(Source::file(path))
}

/// A page whose text has a surrogate alone.
fn not_unicode() -> Source {
    Source::failed(stillpage::Error::Open(stillpage::errors::OpenError::NotFound {
        what: "in Unicode: a part of the page, which has a surrogate alone".into(),
        hint: "decode the page with errors=\"replace\", or pass its bytes".into(),
    }))
}

#[doc = doc!("WarcRecord")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct WarcRecord {
    record: Result<warc::Record, warc::Damaged>,
    /// The WARC file, if it has a name.
    path: Option<PathBuf>,
}

impl WarcRecord {
    fn source(&self) -> Source {
        let source = match &self.record {
            Ok(record) => Source::from(record.clone()),
            Err(damaged) => Source::from(damaged.clone()),
        };
        match &self.path {
            Some(path) => source.from_file(path),
            None => source,
        }
    }

    fn read<'a, T>(&'a self, field: impl FnOnce(&'a warc::Record) -> Option<T>) -> Option<T> {
        self.record.as_ref().ok().and_then(field)
    }
}

#[pymethods]
impl WarcRecord {
    #[doc = doc!("WarcRecord.offset")]
    #[getter]
    fn offset(&self) -> u64 {
        self.record.as_ref().map_or_else(|damaged| damaged.offset, |record| record.offset)
    }

    #[doc = doc!("WarcRecord.url")]
    #[getter]
    fn url(&self) -> Option<&str> {
        match &self.record {
            Ok(record) => Some(&record.url),
            Err(damaged) => damaged.url.as_deref(),
        }
    }

    #[doc = doc!("WarcRecord.date")]
    #[getter]
    fn date(&self) -> Option<&str> {
        self.read(|record| record.date.as_deref())
    }

    #[doc = doc!("WarcRecord.status")]
    #[getter]
    fn status(&self) -> Option<u16> {
        self.read(|record| record.status)
    }

    #[doc = doc!("WarcRecord.media_type")]
    #[getter]
    fn media_type(&self) -> &str {
        self.read(|record| Some(record.media_type.as_str())).unwrap_or_default()
    }

    #[doc = doc!("WarcRecord.charset")]
    #[getter]
    fn charset(&self) -> Option<&str> {
        self.read(|record| record.charset.as_deref())
    }

    #[doc = doc!("WarcRecord.truncated")]
    #[getter]
    fn truncated(&self) -> bool {
        self.read(|record| Some(record.truncated)).unwrap_or_default()
    }

    #[doc = doc!("WarcRecord.body")]
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.read(|record| Some(record.body.as_slice())).unwrap_or_default())
    }

    #[doc = doc!("WarcRecord.size")]
    #[getter]
    fn size(&self) -> usize {
        self.read(|record| Some(record.body.len())).unwrap_or_default()
    }

    #[doc = doc!("WarcRecord.error")]
    #[getter]
    fn error<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let damaged = self.record.as_ref().err()?;
        Some(raise(py, &damaged.error).into_value(py).into_bound(py).into_any())
    }

    fn __repr__(&self) -> String {
        let state = if self.record.is_err() { " damaged" } else { "" };
        format!("<WarcRecord {}{state} at {}>", self.url().unwrap_or("without address"), self.offset())
    }
}

/// A file object of Python's.
struct FileObject(Py<PyAny>);

impl Read for FileObject {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.bind(py).call_method1("read", (into.len(),))?;
            let bytes =
                read.cast::<PyBytes>().map_err(|_| io::Error::other("read() of the file does not return bytes"))?;
            let bytes = bytes.as_bytes();
            let place =
                into.get_mut(..bytes.len()).ok_or_else(|| io::Error::other("read() returned too many bytes"))?;
            place.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

#[doc = doc!("WarcReader")]
#[pyclass(frozen, module = "stillpage")]
pub(crate) struct WarcReader {
    reader: Mutex<warc::Reader<BufReader<Box<dyn Read + Send>>>>,
    path: Option<PathBuf>,
}

#[pymethods]
impl WarcReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<WarcRecord>> {
        let next = work(py, || self.reader.lock().unwrap_or_else(PoisonError::into_inner).next())?;
        Ok(next.map(|record| WarcRecord { record, path: self.path.clone() }))
    }
}

#[doc = doc!("read_warc")]
#[pyfunction]
#[pyo3(signature = (file, *, name=None, every_type=false, max_bytes=None))]
pub(crate) fn read_warc(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    name: Option<PathBuf>,
    every_type: bool,
    max_bytes: Option<u64>,
) -> PyResult<WarcReader> {
    let (input, path): (Box<dyn Read + Send>, Option<PathBuf>) = if file.hasattr("read")? {
        (Box::new(FileObject(file.clone().unbind())), name)
    } else {
        let path: PathBuf = file.extract().map_err(|_| wrong_type("file", "a path or a binary file object", file))?;
        let opened = File::open(&path).map_err(|error| raise(py, &stillpage::Error::io(&path, &error)))?;
        (Box::new(opened), Some(name.unwrap_or(path)))
    };
    let mut reader = warc::Reader::new(BufReader::with_capacity(READ_AHEAD, input));
    if let Some(path) = &path {
        reader = reader.path(path);
    }
    if let Some(bytes) = max_bytes {
        reader = reader.max_bytes(bytes);
    }
    if every_type {
        reader = reader.every_type();
    }
    Ok(WarcReader { reader: Mutex::new(reader), path })
}
