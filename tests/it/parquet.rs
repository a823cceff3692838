//! Rows as Parquet, in a build with that feature.

use std::fs::{self, File};
use std::path::Path;

use arrow_array::{Array as _, RecordBatch};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tempfile::TempDir;

use crate::batch::{batch, html, rows, write_warc};

const PAGE: &str = "<title>T</title><a href=x>y</a>";
const COLUMNS: &str = "url,title,status,refs,links";

/// The rows of a file of Parquet.
fn read(path: &Path) -> RecordBatch {
    let file = File::open(path).expect("a file");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet").build().expect("a reader");
    let batches: Vec<RecordBatch> = reader.map(|batch| batch.expect("rows")).collect();
    let [batch] = &batches[..] else { panic!("one batch: {}", batches.len()) };
    batch.clone()
}

/// A value as Arrow's debug output has it, without white space.
fn value(rows: &RecordBatch, column: &str, row: usize) -> String {
    let slice = rows.column_by_name(column).expect("a column").slice(row, 1);
    format!("{slice:?}").split_whitespace().collect()
}

#[test]
fn parquet_has_every_column_and_the_error_of_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    write_warc(&folder.path().join("a.warc.gz"), &[html("http://a/", PAGE), html("http://b/", "%PDF-1.4")]);
    batch(&folder, &["a.warc.gz", "--columns", COLUMNS, "--format", "parquet", "-o", "out"], 1);
    let found = read(&folder.path().join("out/part-00000.parquet"));
    assert_eq!(found.num_rows(), 2);
    assert!(value(&found, "title", 0).contains("\"T\""), "{}", value(&found, "title", 0));
    assert!(found.column_by_name("title").expect("a column").is_null(1));
    assert!(value(&found, "status", 0).contains("200,"), "{}", value(&found, "status", 0));
    assert!(value(&found, "links", 0).contains("\"http://a/x\""), "{}", value(&found, "links", 0));
    assert!(value(&found, "refs", 0).contains("\"link\""), "{}", value(&found, "refs", 0));
    assert!(value(&found, "error", 1).contains("\"io_error\""), "{}", value(&found, "error", 1));
    let lines = rows(&batch(&folder, &["a.warc.gz", "--columns", COLUMNS], 1).stdout);
    assert_eq!(lines[0]["title"], "T", "the same rows as JSON");
}

#[test]
fn parquet_goes_on_after_whole_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let resume = |inputs: &[&str], columns: &str, code: i32| {
        let arguments = [inputs, &["--columns", columns, "--format", "parquet", "-o", "out", "--resume"]].concat();
        batch(&folder, &arguments, code)
    };
    let write = |name: &str| fs::write(folder.path().join(name), PAGE).expect("it is writable");
    write("a.html");
    write("b.html");
    resume(&["a.html"], "source,title", 0);
    // What a run that is killed leaves of its second file.
    fs::write(folder.path().join("out/part-00001.parquet.part"), "PAR1").expect("it is writable");
    resume(&["a.html", "b.html"], "source,title", 0);
    assert_eq!(read(&folder.path().join("out/part-00000.parquet")).num_rows(), 1);
    let second = read(&folder.path().join("out/part-00001.parquet"));
    assert!(value(&second, "source", 0).contains("\"b.html\""), "{}", value(&second, "source", 0));
    let err = resume(&["a.html", "b.html"], "url", 2).stderr;
    assert!(String::from_utf8_lossy(&err).contains("columns"), "{}", String::from_utf8_lossy(&err));
    assert_eq!(files(&folder), ["part-00000.parquet", "part-00001.parquet"], "nothing is left behind");
}

fn files(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path().join("out")).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
