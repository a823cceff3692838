//! Rows as Parquet, in files of some thousand rows: a file without its end cannot be read, so that a run that is interrupted
//! keeps what is in whole files.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Float32Builder, ListBuilder, StringBuilder, StructBuilder};
use arrow_array::{ArrayRef, BooleanArray, RecordBatch, StringArray, UInt16Array, UInt64Array};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use crate::batch::{Column, Row};
use crate::error::Error;
use crate::tool::Surface;

/// Limit: rows of a file.
const ROWS_PER_FILE: usize = 10_000;
/// Limit: rows that are put together before they are encoded.
const ROWS_PER_BATCH: usize = 64;
/// Limit: bytes of a row group in memory.
const GROUP_BYTES: usize = 32 << 20;

/// A folder of Parquet files, `part-00000.parquet` and so on.
pub(super) struct Parts {
    folder: PathBuf,
    schema: SchemaRef,
    columns: Vec<Column>,
    /// Rows in whole files.
    before: usize,
    /// The number of files.
    files: usize,
    open: Option<(PathBuf, ArrowWriter<File>, usize)>,
    waiting: Vec<Row>,
}

impl Parts {
    /// Takes up what is in a folder.
    ///
    /// # Errors
    /// [`Error::Open`] if a file there cannot be read.
    pub(super) fn open(folder: &Path, columns: &[Column]) -> Result<Self, Error> {
        let schema = Arc::new(Schema::new(columns.iter().map(|&column| field(column)).collect::<Vec<_>>()));
        let mut parts = Self {
            folder: folder.to_owned(),
            schema,
            columns: columns.to_vec(),
            before: 0,
            files: 0,
            open: None,
            waiting: Vec::new(),
        };
        loop {
            let path = parts.path(parts.files);
            let file = match File::open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(parts),
                Err(error) => return Err(Error::io(&path, &error)),
            };
            let failure = |reason: String| Error::unusable(path.clone(), reason);
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| failure(error.to_string()))?;
            if reader.schema().fields() != parts.schema.fields() {
                return Err(Error::arguments(
                    "the output was begun with other columns",
                    "resume it with the same --columns, or write to another output",
                ));
            }
            parts.before += usize::try_from(reader.metadata().file_metadata().num_rows()).unwrap_or_default();
            parts.files += 1;
        }
    }

    /// Returns the number of rows in whole files.
    pub(super) fn rows(&self) -> usize {
        self.before
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("part-{number:05}.parquet"))
    }

    /// Adds a row.
    pub(super) fn write(&mut self, row: Row) -> Result<(), Error> {
        self.waiting.push(row);
        if self.waiting.len() < ROWS_PER_BATCH {
            return Ok(());
        }
        self.encode()?;
        match &self.open {
            Some((_, _, rows)) if *rows >= ROWS_PER_FILE => self.close(),
            _ => Ok(()),
        }
    }

    /// Encodes the rows that wait.
    fn encode(&mut self) -> Result<(), Error> {
        let rows = std::mem::take(&mut self.waiting);
        if rows.is_empty() {
            return Ok(());
        }
        let arrays: Vec<ArrayRef> = self.columns.iter().map(|&column| array(column, &rows)).collect();
        let (path, writer, count) = match &mut self.open {
            Some(open) => open,
            closed => {
                let path = self.folder.join(format!("part-{:05}.parquet.part", self.files));
                let failure = |reason: String| Error::unwritable(path.clone(), &std::io::Error::other(reason));
                let file = File::create(&path).map_err(|error| Error::unwritable(&path, &error))?;
                let settings = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
                let writer = ArrowWriter::try_new(file, Arc::clone(&self.schema), Some(settings));
                let writer = writer.map_err(|error| failure(error.to_string()))?;
                closed.insert((path, writer, 0))
            }
        };
        let failure = |reason: String| Error::unwritable(path.clone(), &std::io::Error::other(reason));
        let batch =
            RecordBatch::try_new(Arc::clone(&self.schema), arrays).map_err(|error| failure(error.to_string()))?;
        writer.write(&batch).map_err(|error| failure(error.to_string()))?;
        if writer.in_progress_size() > GROUP_BYTES {
            writer.flush().map_err(|error| failure(error.to_string()))?;
        }
        *count += rows.len();
        Ok(())
    }

    /// Ends the file, which gets its name when it is whole.
    pub(super) fn close(&mut self) -> Result<(), Error> {
        self.encode()?;
        let Some((part, writer, _)) = self.open.take() else { return Ok(()) };
        writer.close().map_err(|error| Error::unwritable(&part, &std::io::Error::other(error.to_string())))?;
        let path = self.path(self.files);
        std::fs::rename(&part, &path).map_err(|error| Error::unwritable(&path, &error))?;
        self.files += 1;
        Ok(())
    }
}

fn fields(of: &[(&str, DataType)]) -> Fields {
    of.iter().map(|(name, kind)| Field::new(*name, kind.clone(), true)).collect()
}

fn list(of: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("item", of, true)))
}

fn ref_fields() -> Fields {
    let text = || DataType::Utf8;
    fields(&[("ref", text()), ("role", text()), ("name", text()), ("box", list(DataType::Float32))])
}

fn link_fields() -> Fields {
    fields(&[("url", DataType::Utf8), ("text", DataType::Utf8)])
}

fn error_fields() -> Fields {
    fields(&[("code", DataType::Utf8), ("message", DataType::Utf8), ("hint", DataType::Utf8)])
}

fn field(column: Column) -> Field {
    let kind = match column {
        Column::Offset => DataType::UInt64,
        Column::Status => DataType::UInt16,
        Column::Unstyled => DataType::Boolean,
        Column::Refs => list(DataType::Struct(ref_fields())),
        Column::Links => list(DataType::Struct(link_fields())),
        Column::Warnings => list(DataType::Utf8),
        Column::Error => DataType::Struct(error_fields()),
        _ => DataType::Utf8,
    };
    Field::new(column.name(), kind, true)
}

/// Puts a text into a field of a struct.
fn put(builder: &mut StructBuilder, at: usize, text: Option<&str>) {
    if let Some(field) = builder.field_builder::<StringBuilder>(at) {
        field.append_option(text);
    }
}

fn texts<'a>(values: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(values.collect::<StringArray>())
}

/// A list of structs for each row.
fn lists<'a, T: 'a>(
    fields: Fields,
    builders: Vec<Box<dyn ArrayBuilder>>,
    values: impl Iterator<Item = Option<&'a [T]>>,
    put_item: impl Fn(&mut StructBuilder, &T),
) -> ArrayRef {
    let mut builder = ListBuilder::new(StructBuilder::new(fields, builders));
    for value in values {
        for item in value.unwrap_or_default() {
            put_item(builder.values(), item);
            builder.values().append(true);
        }
        builder.append(value.is_some());
    }
    Arc::new(builder.finish())
}

fn text_builders(count: usize) -> Vec<Box<dyn ArrayBuilder>> {
    (0..count).map(|_| Box::new(StringBuilder::new()) as Box<dyn ArrayBuilder>).collect()
}

/// The column of some rows.
fn array(column: Column, rows: &[Row]) -> ArrayRef {
    match column {
        Column::Source => texts(rows.iter().map(|row| row.source.as_deref())),
        Column::Url => texts(rows.iter().map(|row| row.url.as_deref())),
        Column::Title => texts(rows.iter().map(|row| row.title.as_deref())),
        Column::Snapshot => texts(rows.iter().map(|row| row.snapshot.as_deref())),
        Column::AgentView => texts(rows.iter().map(|row| row.agent_view.as_deref())),
        Column::Text => texts(rows.iter().map(|row| row.text.as_deref())),
        Column::Markdown => texts(rows.iter().map(|row| row.markdown.as_deref())),
        Column::Main => texts(rows.iter().map(|row| row.main.as_deref())),
        Column::MainMarkdown => texts(rows.iter().map(|row| row.main_markdown.as_deref())),
        Column::Metadata => {
            let values = rows.iter().map(|row| row.metadata.as_ref().and_then(|own| serde_json::to_string(own).ok()));
            Arc::new(values.collect::<StringArray>())
        }
        Column::Offset => Arc::new(rows.iter().map(|row| row.offset).collect::<UInt64Array>()),
        Column::Status => Arc::new(rows.iter().map(|row| row.status).collect::<UInt16Array>()),
        Column::Unstyled => Arc::new(rows.iter().map(|row| row.unstyled).collect::<BooleanArray>()),
        Column::Refs => {
            let mut builders = text_builders(3);
            builders.push(Box::new(ListBuilder::new(Float32Builder::new())));
            lists(ref_fields(), builders, rows.iter().map(|row| row.refs.as_deref()), |builder, found| {
                put(builder, 0, Some(&found.reference.to_string()));
                put(builder, 1, Some(&found.role));
                put(builder, 2, Some(&found.name));
                if let Some(field) = builder.field_builder::<ListBuilder<Float32Builder>>(3) {
                    if let Some(rect) = found.rect {
                        field.values().append_slice(&[rect.x, rect.y, rect.width, rect.height]);
                    }
                    field.append(found.rect.is_some());
                }
            })
        }
        Column::Links => {
            lists(link_fields(), text_builders(2), rows.iter().map(|row| row.links.as_deref()), |builder, link| {
                put(builder, 0, Some(&link.url));
                put(builder, 1, Some(&link.text));
            })
        }
        Column::Warnings => {
            let mut builder = ListBuilder::new(StringBuilder::new());
            for row in rows {
                for warning in row.warnings.iter().flatten() {
                    builder.values().append_value(warning);
                }
                builder.append(row.warnings.is_some());
            }
            Arc::new(builder.finish())
        }
        Column::Error => {
            let mut builder = StructBuilder::new(error_fields(), text_builders(3));
            for row in rows {
                let error = row.error.as_ref();
                put(&mut builder, 0, error.map(Error::code));
                put(&mut builder, 1, error.map(|error| error.message().to_string()).as_deref());
                put(&mut builder, 2, error.map(|error| Surface::CommandLine.hint(error).to_string()).as_deref());
                builder.append(error.is_some());
            }
            Arc::new(builder.finish())
        }
    }
}
