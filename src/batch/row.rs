//! A page as a row.

use std::sync::Arc;
use std::time::Duration;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use url::Url;

use super::column::Column;
use super::data::{LinkData, RefData, links, refs};
use super::limited::within;
use super::resources::{Loaded, Resources};
use super::source::{Content, Source};
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::error::{Error, LimitError, catch};
use crate::markdown::{Favor, Markdown, MarkdownOptions, main_text};
use crate::offline::Offline;
use crate::page::{Page, RenderOptions};
use crate::rendered::text::page_text;
use crate::snapshot::{AgentView, AgentViewOptions, Snapshot, SnapshotOptions};

/// The row of a page: its chosen columns, or the error that it has instead.
///
/// A field is `None` if its column was not asked for, if the page has nothing there, or if it failed. As JSON it is one
/// object with the chosen columns as keys, in the order in which they were chosen, and null for what is `None`.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Row {
    /// [`Column::Source`].
    pub source: Option<String>,
    /// [`Column::Offset`], in bytes.
    pub offset: Option<u64>,
    /// [`Column::Url`].
    pub url: Option<String>,
    /// [`Column::Title`].
    pub title: Option<String>,
    /// [`Column::Status`].
    pub status: Option<u16>,
    /// [`Column::Snapshot`].
    pub snapshot: Option<String>,
    /// [`Column::AgentView`].
    pub agent_view: Option<String>,
    /// [`Column::Refs`].
    pub refs: Option<Vec<RefData>>,
    /// [`Column::Text`].
    pub text: Option<String>,
    /// [`Column::Markdown`].
    pub markdown: Option<String>,
    /// [`Column::Main`].
    pub main: Option<String>,
    /// [`Column::MainMarkdown`].
    pub main_markdown: Option<String>,
    /// [`Column::Metadata`]: values by their names, as `stillpage metadata --json` has them.
    pub metadata: Option<serde_json::Map<String, serde_json::Value>>,
    /// [`Column::Links`].
    pub links: Option<Vec<LinkData>>,
    /// [`Column::Unstyled`].
    pub unstyled: Option<bool>,
    /// [`Column::Warnings`].
    pub warnings: Option<Vec<String>>,
    /// [`Column::Error`].
    pub error: Option<Error>,
    pub(super) columns: Arc<[Column]>,
}

/// Options for making rows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RowOptions {
    /// The columns, in the order of the keys of a row; see [`columns`](Self::columns()).
    pub columns: Arc<[Column]>,
    /// The device that pages are shown on.
    pub device: Device,
    /// The longest that a page may take; `None` for no limit. A page takes longer on a slower machine: this limit alone makes
    /// a row depend on where it is made.
    pub time_limit: Option<Duration>,
    /// The most bytes that a page may have, once decompressed. What it takes in memory is bounded by this and by [`Limit`](crate::warnings::Limit).
    pub max_bytes: u64,
    /// The mistake that is worse in the columns of the main content.
    pub favor: Favor,
    /// The source of style sheets, images and frames of pages that are not files.
    pub resources: Option<Arc<dyn Resources>>,
}

impl Default for RowOptions {
    /// Source, address, title, status, snapshot and whether style sheets are missing; a desktop window of 1280 by 720 CSS
    /// pixels; 60 seconds and 32 MiB a page.
    fn default() -> Self {
        use Column as C;
        Self {
            columns: Arc::new([C::Source, C::Url, C::Title, C::Status, C::Snapshot, C::Unstyled, C::Error]),
            device: Device::default(),
            time_limit: Some(Duration::from_secs(60)),
            max_bytes: 32 << 20,
            favor: Favor::Balance,
            resources: None,
        }
    }
}

impl RowOptions {
    /// Sets the columns of rows. [`Column::Error`] is added at the end where it is missing; repetitions count once.
    #[must_use]
    pub fn columns(self, columns: impl IntoIterator<Item = Column>) -> Self {
        let mut chosen: Vec<Column> = Vec::new();
        for column in columns.into_iter().chain([Column::Error]) {
            if !chosen.contains(&column) {
                chosen.push(column);
            }
        }
        Self { columns: chosen.into(), ..self }
    }

    /// Sets the device that pages are shown on.
    #[must_use]
    pub fn device(self, device: Device) -> Self {
        Self { device, ..self }
    }

    /// The longest that a page may take.
    #[must_use]
    pub fn time_limit(self, time_limit: Duration) -> Self {
        Self { time_limit: Some(time_limit), ..self }
    }

    /// The most bytes that a page may have, once decompressed.
    #[must_use]
    pub fn max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// Sets which mistake is worse in the columns of the main content.
    #[must_use]
    pub fn favor(self, favor: Favor) -> Self {
        Self { favor, ..self }
    }

    /// Sets the source of style sheets, images and frames of pages that are not files.
    #[must_use]
    pub fn resources(self, resources: Arc<dyn Resources>) -> Self {
        Self { resources: Some(resources), ..self }
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.columns.contains(&column)
    }
}

/// Makes the row of a page. It does not fail and does not panic: what is wrong with the page is the error of its row.
///
/// With a time limit the work is done on a thread of its own. A page that exceeds it is left behind there, and ends
/// when it reaches one of the limits that every page has.
#[must_use]
pub fn row(source: &Source, options: &RowOptions) -> Row {
    let made = match options.time_limit {
        None => catch(|| make(source, options)),
        Some(limit) => {
            let (source, options) = (source.clone(), options.clone());
            within(limit, move || catch(|| make(&source, &options))).and_then(|made| made)
        }
    };
    let mut row = made.and_then(|made| made).unwrap_or_else(|error| Row { error: Some(error), ..Row::default() });
    row.source = source.file.as_ref().map(|file| file.to_string_lossy().into_owned());
    row.offset = source.offset;
    row.status = source.status;
    // The address as it was given is what rows are joined by.
    row.url = source.url.clone().or(row.url);
    row.columns = Arc::clone(&options.columns);
    row
}

fn make(source: &Source, options: &RowOptions) -> Result<Row, Error> {
    #[cfg(debug_assertions)]
    crate::fault::begin_page(source.url.as_deref().unwrap_or(&source.name().to_string_lossy()));
    let page = Page::render(dom(source, options)?, options.device.clone(), RenderOptions::once());
    let has = |column| options.has(column);
    let mut row = Row { url: page.url(), ..Row::default() };
    if has(Column::Snapshot) || has(Column::AgentView) || has(Column::Refs) {
        let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
        row.refs = has(Column::Refs).then(|| refs(&page, &snapshot));
        row.snapshot = has(Column::Snapshot).then(|| snapshot.to_string());
        row.agent_view = has(Column::AgentView)
            .then(|| AgentView::render(&page, &snapshot, &AgentViewOptions::default()).to_string());
    }
    let main_content = MarkdownOptions::default().favor(options.favor);
    let markdown = |main| Markdown::of(&page, &main_content.main(main)).text();
    row.title = has(Column::Title).then(|| page.title());
    row.text = has(Column::Text).then(|| page_text(&page));
    row.markdown = has(Column::Markdown).then(|| markdown(false));
    row.main = has(Column::Main).then(|| main_text(&page, &main_content));
    row.main_markdown = has(Column::MainMarkdown).then(|| markdown(true));
    #[cfg(feature = "extract")]
    {
        let found = || crate::metadata::metadata(&page, row.url.as_deref());
        let values = || found().values().map(|(name, own)| (name.to_owned(), own.value)).collect();
        row.metadata = has(Column::Metadata).then(values);
    }
    row.links = has(Column::Links).then(|| links(&page));
    row.unstyled = has(Column::Unstyled).then(|| !page.styles().missing_sheets(page.dom(), page.device()).is_empty());
    row.warnings = has(Column::Warnings).then(|| {
        let cut = source.truncated.then(|| "the page was cut off when it was fetched".to_owned());
        cut.into_iter().chain(page.warnings().iter().map(ToString::to_string)).collect()
    });
    Ok(row)
}

fn dom(source: &Source, options: &RowOptions) -> Result<Dom, Error> {
    let too_large = |bytes: u64| match bytes > options.max_bytes {
        true => Err(Error::Limit(LimitError::TooLarge { path: source.name(), limit: options.max_bytes })),
        false => Ok(()),
    };
    let (bytes, encoding) = match &source.content {
        Content::Failed(error) => return Err(error.clone()),
        Content::File => {
            let path = source.name();
            let known = std::fs::metadata(&path).map_err(|error| Error::io(&path, &error))?;
            too_large(known.len())?;
            return Ok(Offline::new(path).dom()?);
        }
        Content::Bytes(bytes) => {
            let charset = source.charset.as_deref().unwrap_or_default();
            (&**bytes, encoding_rs::Encoding::for_label(charset.as_bytes()))
        }
        Content::Text(text) => (text.as_bytes(), Some(encoding_rs::UTF_8)),
    };
    too_large(bytes.len() as u64)?;
    let url = source.url.as_deref().and_then(|url| Url::parse(url.trim()).ok());
    let resources = [&source.resources, &options.resources].into_iter().filter_map(Option::as_deref);
    let mut loaded = Loaded(resources.collect());
    let parsing = ParseOptions { url, encoding, ..ParseOptions::default() };
    Ok(Offline::read_saved(source.name(), bytes, &parsing, &mut loaded)?)
}

impl Row {
    /// The columns that it has, in order.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        for column in &*self.columns {
            let key = column.name();
            match column {
                Column::Source => map.serialize_entry(key, &self.source),
                Column::Offset => map.serialize_entry(key, &self.offset),
                Column::Url => map.serialize_entry(key, &self.url),
                Column::Title => map.serialize_entry(key, &self.title),
                Column::Status => map.serialize_entry(key, &self.status),
                Column::Snapshot => map.serialize_entry(key, &self.snapshot),
                Column::AgentView => map.serialize_entry(key, &self.agent_view),
                Column::Refs => map.serialize_entry(key, &self.refs),
                Column::Text => map.serialize_entry(key, &self.text),
                Column::Markdown => map.serialize_entry(key, &self.markdown),
                Column::Main => map.serialize_entry(key, &self.main),
                Column::MainMarkdown => map.serialize_entry(key, &self.main_markdown),
                Column::Metadata => map.serialize_entry(key, &self.metadata),
                Column::Links => map.serialize_entry(key, &self.links),
                Column::Unstyled => map.serialize_entry(key, &self.unstyled),
                Column::Warnings => map.serialize_entry(key, &self.warnings),
                // The same object as in the errors of every command.
                Column::Error => {
                    map.serialize_entry(key, &self.error.as_ref().map(|error| error.to_json()["error"].take()))
                }
            }?;
        }
        map.end()
    }
}
