//! Many pages to rows: folders and WARC files, in order, resumed after a kill, with what is wrong with a page in its row.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use stillpage::batch::warc::Reader;
use stillpage::batch::{Column, Row, RowOptions, RunOptions, Source, row, run};
use tempfile::TempDir;

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/pages");
    crate::tidy::files(&folder, "page.html")
}

/// A record of a WARC file.
fn record(kind: &str, url: &str, media_type: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Type: {media_type}\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn response(url: &str, media_type: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\n\r\n");
    record("response", url, "application/http; msgtype=response", &[head.as_bytes(), body].concat())
}

pub(crate) fn html(url: &str, body: &str) -> Vec<u8> {
    response(url, "text/html; charset=utf-8", body.as_bytes())
}

/// A WARC file, with a gzip member for each record if its name says so.
pub(crate) fn write_warc(path: &Path, records: &[Vec<u8>]) {
    let mut file = fs::File::create(path).expect("a file");
    for record in records {
        if path.extension().is_some_and(|ending| ending == "gz") {
            let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            member.write_all(record).expect("memory");
            file.write_all(&member.finish().expect("memory")).expect("it is writable");
        } else {
            file.write_all(record).expect("it is writable");
        }
    }
}

fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stillpage"));
    command.arg("batch").args(arguments).current_dir(folder.path()).stdin(Stdio::null());
    command
}

#[track_caller]
pub(crate) fn batch(folder: &TempDir, arguments: &[&str], code: i32) -> Output {
    let output = command(folder, arguments).output().expect("the binary runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {err}");
    output
}

pub(crate) fn rows(text: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(text).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// A column of all rows.
fn column(rows: &[Value], name: &str) -> Vec<String> {
    rows.iter().map(|row| row[name].as_str().map_or_else(|| row[name].to_string(), str::to_owned)).collect()
}

#[test]
fn batch_rows_are_what_single_commands_print() {
    let options = RowOptions::default().columns(Column::ALL);
    for path in pages().into_iter().step_by(5) {
        let made = row(&Source::file(&path), &options);
        let page = stillpage::Page::open(&path).expect("a page");
        assert_eq!(made.error, None, "{}", path.display());
        let snapshot = page.aria_snapshot();
        assert_eq!(made.snapshot.as_deref(), Some(&*snapshot.to_string()));
        assert_eq!(made.agent_view.as_deref(), Some(&*stillpage::Snapshot::agent(&page).to_string()));
        assert_eq!(made.text.as_deref(), Some(&*page.inner_text()));
        assert_eq!(made.title.as_deref(), Some(&*page.title()));
        let metadata = page.metadata().values().map(|(name, own)| (name.to_owned(), own.value)).collect();
        assert_eq!(made.metadata.as_ref(), Some(&metadata));
        let refs = made.refs.as_ref().expect("refs");
        assert!(!refs.is_empty(), "{}", path.display());
        for found in refs {
            let element = page.element(snapshot.refs().element(found.reference).expect("known")).expect("an element");
            assert_eq!(found.name, element.accessible_name(), "{} {}", path.display(), found.reference);
            assert_eq!(found.rect, element.bounding_box(), "{} {}", path.display(), found.reference);
        }
        let keys = serde_json::to_value(&made).expect("JSON");
        let keys: Vec<&String> = keys.as_object().expect("an object").keys().collect();
        assert_eq!(keys, Column::ALL.map(Column::name), "all columns in order");
    }
}

#[test]
fn batch_rows_have_links_and_what_is_missing() {
    let page = Source::text(
        "<link rel=stylesheet href=gone.css><a href='/x?y#z'>to\n  <b>X</b></a><a>none</a><a href='mailto:a@b'></a>",
    );
    let options = RowOptions::default().columns([Column::Links, Column::Unstyled]);
    let made = row(&page.clone().url("https://a.example/b/"), &options);
    let json = serde_json::to_string(&made).expect("JSON");
    assert_eq!(
        json,
        r#"{"links":[{"url":"https://a.example/x?y#z","text":"to X"},{"url":"mailto:a@b","text":""}],"unstyled":true,"error":null}"#
    );
    for styled in
        ["<style>p {}</style>", "<link rel=stylesheet href=x media=print>", "<link rel='alternate stylesheet' href=x>"]
    {
        assert_eq!(row(&Source::text(styled), &options).unstyled, Some(false), "{styled}");
    }
    let imports = Source::text("<style>@import 'gone.css';</style>");
    assert_eq!(row(&imports, &options).unstyled, Some(true), "an import is a style sheet too");
}

#[test]
fn batch_rows_decode_by_the_header() {
    let options = RowOptions::default().columns([Column::Text]);
    let text = |source: Source| row(&source, &options).text.expect("a text");
    assert_eq!(text(Source::bytes(*b"<meta charset=utf-8>\xE4").charset("iso-8859-2")), "ä");
    assert_eq!(text(Source::bytes("<meta charset=windows-1251>ä".as_bytes()).charset("utf-8")), "ä");
    assert_eq!(text(Source::bytes(*b"<meta charset=windows-1251>\xE4").charset("no-such")), "д");
    assert_eq!(text(Source::text("<meta charset=windows-1251>ä")), "ä");
}

#[test]
fn batch_row_has_the_error_of_its_page() {
    let options = RowOptions::default().max_bytes(1000);
    let code = |source: &Source, options: &RowOptions| {
        let row = row(source, options);
        assert_eq!((&row.snapshot, row.columns().len()), (&None, 7));
        row.error.expect("an error").code()
    };
    assert_eq!(code(&Source::file("absent.html"), &options), "io_error");
    assert_eq!(code(&Source::bytes(*b"%PDF-1.7").url("http://a/"), &options), "io_error");
    assert_eq!(code(&Source::text(" ".repeat(1001)), &options), "too_large");
    assert_eq!(code(&Source::text("<p>"), &options.clone().time_limit(Duration::ZERO)), "timeout");
    let error = row(&Source::text(" ".repeat(1001)).url("http://a/"), &options).error.expect("an error");
    assert_eq!(error.to_string(), "http://a/ is larger than the limit of 1000 bytes");
}

#[cfg(debug_assertions)]
#[test]
fn batch_goes_on_after_a_panic() {
    use stillpage::fault::{Stage, inject_into_pages};
    inject_into_pages(Stage::Layout, "panics-in-layout");
    for limit in [None, Some(Duration::from_secs(600))] {
        let mut options = RowOptions::default();
        options.time_limit = limit;
        let made = row(&Source::text("<p>x").url("http://a/panics-in-layout"), &options);
        let error = made.error.expect("an error");
        assert_eq!(error.code(), "internal");
        assert!(
            error.to_string().starts_with("internal error: a fault was injected (crates/stillpage-layout/src/layout/"),
            "{error}"
        );
        assert_eq!((made.url.as_deref(), made.snapshot), (Some("http://a/panics-in-layout"), None));
        assert_eq!(row(&Source::text("<p>x").url("http://a/does-not"), &options).error, None);
    }
}

#[test]
fn batch_runs_in_order_on_any_number_of_threads() {
    let page = |n: usize| {
        // Pages of very different sizes, so that they are not done in order.
        let text = format!("<p>{n}</p>").repeat(1 + n % 7 * 40);
        Source::text(text).url(format!("http://a/{n}"))
    };
    for jobs in [1, 2, 7] {
        let options = RunOptions::default()
            .row(RowOptions::default().columns([Column::Url]))
            .jobs(jobs.try_into().expect("more than none"));
        let mut seen = Vec::new();
        let done = run((0..100).map(page), &options, |row: Row| {
            seen.push(row.url.unwrap_or_default());
            Ok(())
        });
        assert_eq!(done, Ok(100));
        assert_eq!(seen, (0..100).map(|n| format!("http://a/{n}")).collect::<Vec<_>>(), "{jobs} threads");
        let mut left = 3;
        let stopped = run((0..100).map(page), &options, |_| {
            left -= 1;
            if left > 0 { Ok(()) } else { Err(some_error()) }
        });
        assert!(stopped.is_err() && left == 0, "the sink ends the batch");
    }
}

/// Some error.
fn some_error() -> stillpage::Error {
    stillpage::Page::open("absent.html").expect_err("it is not there").into()
}

#[test]
fn batch_prints_a_line_for_each_page_of_all_inputs() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("site/b.html", "<title>B</title>");
    write("site/a/z.HTM", "<title>Z</title>");
    write("site/a_files/frame.html", "<title>not a page</title>");
    write("site/notes.txt", "<title>not a page</title>");
    write(
        "x.mhtml",
        "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<title>M</title>\n--b--\n",
    );
    write_warc(
        &folder.path().join("site/c.warc"),
        &[html("http://c/1", "<title>C1</title>"), html("http://c/2", "<title>C2</title>")],
    );
    let titles = |arguments: &[&str]| {
        let output = batch(&folder, &[&["--columns", "title"], arguments].concat(), 0);
        column(&rows(&output.stdout), "title").join(" ")
    };
    assert_eq!(titles(&["site", "x.mhtml"]), "Z B C1 C2 M");
    assert_eq!(titles(&["*.mhtml", "site/*.html"]), "M B");
    assert_eq!(titles(&["site/**/*.HTM", "site/c.warc", "--jobs", "2"]), "Z C1 C2");
    let mut listed = command(&folder, &["-", "--columns", "source,title", "--json"]);
    let mut child =
        listed.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(b"x.mhtml\n\ngone.html\nsite/b.html\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1), "a page has an error");
    let listed = rows(&output.stdout);
    assert_eq!(column(&listed, "title"), ["M", "null", "B"]);
    assert_eq!(listed[1]["error"]["code"], "io_error");
    assert_eq!(listed[1]["source"], "gone.html");
    let summary: Value = serde_json::from_slice(&output.stderr).expect("a summary as JSON");
    assert_eq!((&summary["pages"], &summary["failed"]), (&3.into(), &1.into()));
}

#[test]
fn batch_refuses_what_it_cannot_do() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("p.html"), "<p>").expect("a file");
    fs::write(folder.path().join("full.jsonl"), "{\"url\":null,\"error\":null}\n").expect("a file");
    let check = |arguments: &[&str], message: &str, hint: &str| {
        let err = batch(&folder, arguments, 2).stderr;
        let err = String::from_utf8_lossy(&err);
        assert!(err.contains(message) && err.contains(hint), "{arguments:?}: {err}");
    };
    check(&["gone"], "gone: No such file", "hint: pass a readable path");
    check(&["*.warc"], "no file matches `*.warc`", "** matches folders");
    check(&["p.html", "--columns", "url,name"], "there is no column \"name\"; the columns are source, ", "hint: ");
    check(&["p.html", "--resume"], "--resume needs --output", "with -o");
    check(&["p.html", "--format", "files"], "--format files needs --output", "with -o");
    check(&["p.html", "-o", "full.jsonl"], "full.jsonl has rows already", "--resume");
    check(&["p.html", "-o", "full.jsonl", "--resume"], "begun with other columns", "--columns url");
    check(
        &["p.html", "-o", "p.html", "--resume"],
        "the end of p.html is not a row that this command wrote",
        "another output",
    );
    fs::write(folder.path().join("more.jsonl"), "{}\n{}\n").expect("a file");
    check(&["p.html", "-o", "more.jsonl", "--resume"], "has 2 rows, and the inputs only 1 pages", "begun with");
    fs::write(folder.path().join("other.jsonl"), "{\"source\":\"q.html\",\"error\":null}\n").expect("a file");
    let other = ["p.html", "-o", "other.jsonl", "--resume", "--columns", "source"];
    check(&other, "row 1 is \"q.html\", but input 1 is", "same order");
    assert_eq!(fs::read_to_string(folder.path().join("p.html")).expect("a file"), "<p>", "nothing was written");
}

#[test]
fn batch_leaves_a_row_for_each_bad_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = [
        html("http://a/good", "<p>good"),
        html("http://a/bad", "<p>panics"),
        html("http://a/large", &" ".repeat(2_000_000)),
        response("http://a/pdf", "text/html", b"%PDF-1.4"),
        record("response", "http://a/none", "application/http", b"no response"),
        html("http://a/last", "<p>last"),
    ];
    for name in ["x.warc", "x.warc.gz"] {
        write_warc(&folder.path().join(name), &records);
        let mut command = command(&folder, &[name, "--columns", "url,text,offset", "--max-size", "1"]);
        let output = command.env("STILLPAGE_FAULT", "layout@http://a/bad").output().expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let rows = rows(&output.stdout);
        let codes: Vec<&str> = rows.iter().map(|row| row["error"]["code"].as_str().unwrap_or("-")).collect();
        // Release builds have no faults.
        let bad = if cfg!(debug_assertions) { "internal" } else { "-" };
        assert_eq!(codes, ["-", bad, "too_large", "io_error", "invalid_record", "-"], "{name}");
        let urls = ["good", "bad", "large", "pdf", "none", "last"].map(|page| format!("http://a/{page}"));
        assert_eq!(column(&rows, "url"), urls, "{name}");
        assert_eq!(rows[5]["text"], "last");
        assert!(rows.iter().all(|row| row["offset"].is_u64()), "{name}");
    }
}

#[test]
fn batch_resumes_after_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |n: usize| html(&format!("http://a/{n}"), &format!("<title>{n}</title><p>{}", "word ".repeat(200)));
    write_warc(&folder.path().join("x.warc.gz"), &(0..300).map(page).collect::<Vec<_>>());
    let whole = batch(&folder, &["x.warc.gz", "-o", "whole.jsonl"], 0);
    assert!(whole.stdout.is_empty(), "rows go to the file");
    let whole = fs::read_to_string(folder.path().join("whole.jsonl")).expect("rows");
    assert_eq!(whole.lines().count(), 300);
    let resumed = ["x.warc.gz", "-o", "out.jsonl", "--resume"];
    let out = folder.path().join("out.jsonl");
    let mut kills = 0;
    for rows in [1, 60, 150] {
        let mut child = command(&folder, &resumed).stderr(Stdio::null()).spawn().expect("it runs");
        // Killed in the middle of its work, as far as that can be met.
        while child.try_wait().expect("a child").is_none() {
            let written = fs::read(&out).unwrap_or_default().iter().filter(|&&b| b == b'\n').count();
            if written >= rows {
                child.kill().expect("it is killed");
                child.wait().expect("it ends");
                kills += 1;
                break;
            }
        }
        // As a kill in the middle of a write leaves it.
        let mut torn = fs::OpenOptions::new().append(true).open(&out).expect("rows");
        torn.write_all(b"{\"source\":\"x.warc.gz\",\"url\":\"http://a/").expect("it is writable");
    }
    assert!(kills > 0, "a run was killed");
    batch(&folder, &resumed, 0);
    assert_eq!(fs::read_to_string(&out).expect("rows"), whole, "nothing is lost and nothing is there twice");
    batch(&folder, &resumed, 0);
    assert_eq!(fs::read_to_string(&out).expect("rows"), whole, "a whole output stays as it is");
}

#[test]
fn batch_writes_and_resumes_a_file_for_each_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |n: usize| html(&format!("http://a/{n}"), &format!("<title>{n}</title>"));
    write_warc(&folder.path().join("x.warc"), &(0..5).map(page).collect::<Vec<_>>());
    let arguments = ["x.warc", "--format", "files", "-o", "out", "--columns", "title"];
    batch(&folder, &arguments, 0);
    let file = |n: usize| folder.path().join(format!("out/{n:09}.json"));
    let read = |n: usize| fs::read_to_string(file(n)).expect("a row");
    assert_eq!(read(4), "{\"title\":\"4\",\"error\":null}\n");
    assert!(String::from_utf8_lossy(&batch(&folder, &arguments, 2).stderr).contains("out has rows already"));
    fs::remove_file(file(4)).expect("it was there");
    fs::remove_file(file(3)).expect("it was there");
    fs::write(folder.path().join("out/000000003.part"), "{\"ti").expect("a file");
    let resume = [&arguments[..], &["--resume"]].concat();
    batch(&folder, &resume, 0);
    assert_eq!(
        (read(3), read(4)),
        ("{\"title\":\"3\",\"error\":null}\n".into(), "{\"title\":\"4\",\"error\":null}\n".into())
    );
    fs::remove_file(file(1)).expect("it was there");
    assert!(
        String::from_utf8_lossy(&batch(&folder, &resume, 2).stderr)
            .contains("out has 4 rows, the last with the number 5")
    );
}

#[test]
fn batch_finds_resources_in_the_crawl() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = "<link rel=stylesheet href=/moved.css><img src=i.gif alt=i><p>x<iframe src=/frame></iframe>";
    let moved = b"HTTP/1.1 301 Moved\r\nLocation: /s.css\r\n\r\n";
    let records = [
        html("http://a/", page),
        record("response", "http://a/moved.css", "application/http", moved),
        response("http://a/s.css", "text/css", b"@import 'more.css'; p { height: 77px }"),
        record("resource", "http://a/more.css", "text/css", b"img { display: block }"),
        response("http://a/i.gif", "image/gif", b"GIF89a\x09\0\x05\0\x80\0\0"),
        html("http://a/frame", "<p>framed"),
        html("http://a/other", "<link rel=stylesheet href=gone.css>"),
    ];
    let seen = |arguments: &[&str]| {
        let columns = ["--columns", "refs,unstyled"];
        let output = batch(&folder, &[&columns[..], arguments].concat(), 0);
        let rows = rows(&output.stdout);
        let boxes: Vec<String> =
            rows[0]["refs"].as_array().expect("refs").iter().map(|r| format!("{} {}", r["role"], r["box"])).collect();
        (boxes.join(" "), column(&rows, "unstyled").join(" "))
    };
    for name in ["x.warc", "x.warc.gz"] {
        write_warc(&folder.path().join(name), &records);
        let (boxes, unstyled) = seen(&[name]);
        assert!(!boxes.contains(",77.0]"), "{boxes}");
        assert_eq!(unstyled, "true false true", "{name}");
        let (boxes, unstyled) = seen(&[name, "--resources"]);
        assert!(boxes.contains(",77.0]") && boxes.contains(",9.0,5.0]"), "{boxes}");
        assert_eq!(unstyled, "false false true", "{name}");
    }
    // The same out of an index: the page in one file, the rest in another.
    write_warc(&folder.path().join("pages.warc.gz"), &records[..1]);
    let path = folder.path().join("x.warc.gz");
    let found: Vec<_> =
        Reader::new(&*fs::read(&path).expect("a file")).every_type().map(|item| item.expect("a record")).collect();
    let lines: Vec<String> = found
        .iter()
        .map(|found| {
            let object = serde_json::json!({ "url": found.url, "offset": found.offset.to_string(), "filename": "crawl/x.warc.gz" });
            format!("key 20240517083000 {object}\n")
        })
        .collect();
    fs::write(folder.path().join("x.cdxj"), lines.concat()).expect("a file");
    let (boxes, unstyled) = seen(&["pages.warc.gz", "--index", "x.cdxj"]);
    assert!(boxes.contains(",77.0]"), "{boxes}");
    assert_eq!(unstyled, "false");
    fs::write(folder.path().join("empty.cdxj"), "nothing\n").expect("a file");
    let err = batch(&folder, &["pages.warc.gz", "--index", "empty.cdxj"], 2).stderr;
    assert!(
        String::from_utf8_lossy(&err).contains("no line of it names a record"),
        "{}",
        String::from_utf8_lossy(&err)
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().join("site");
    fs::create_dir(&site).expect("a folder");
    fs::write(folder.path().join("outside.html"), "<title>outside").expect("a file");
    fs::write(site.join("a.html"), "<title>inside").expect("a file");
    std::os::unix::fs::symlink("../outside.html", site.join("out.html")).expect("a link");
    std::os::unix::fs::symlink("a.html", site.join("same.html")).expect("a link");
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(["batch", "--columns", "title"])
        .arg(&site)
        .output()
        .expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(out.matches("inside").count(), 2, "{out}");
    assert!(!out.contains("outside") && err.contains("1 link out of the folder"), "{out}{err}");
}
