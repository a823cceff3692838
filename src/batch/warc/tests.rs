//! Whole files, whole and damaged.

use std::io::Write as _;

use super::{Damaged, Reader, Record};

/// The text of a record.
fn record(kind: &str, url: &str, media_type: &str, block: &[u8]) -> Vec<u8> {
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-05-17T08:30:00Z\r\n\
         Content-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

fn response(url: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let block = [head.replace('\n', "\r\n").as_bytes(), b"\r\n\r\n", body].concat();
    record("response", url, "application/http; msgtype=response", &block)
}

fn page(url: &str) -> Vec<u8> {
    response(url, "HTTP/1.1 200 OK\nContent-Type: text/html; charset=iso-8859-1", format!("<p>{url}").as_bytes())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

type Item = Result<Record, Damaged>;

fn read(bytes: &[u8]) -> Vec<Item> {
    Reader::new(bytes).max_bytes(1 << 16).collect()
}

/// Lists the items of a reader, a word each: the address of a record, or `!` and the code of the error and its address.
fn listed(items: &[Item]) -> String {
    let word = |item: &Item| match item {
        Ok(record) => record.url.clone(),
        Err(damaged) => format!("!{}:{}", damaged.error.code(), damaged.url.as_deref().unwrap_or("-")),
    };
    items.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The records, as they are and with a gzip member for each.
fn both(records: &[Vec<u8>]) -> [Vec<u8>; 2] {
    [records.concat(), records.iter().map(|record| gzip(record)).collect::<Vec<_>>().concat()]
}

#[test]
fn warc_gives_its_pages() {
    let records = [
        record("warcinfo", "a:info", "application/warc-fields", b"software: x\r\n"),
        record("request", "http://a/1", "application/http; msgtype=request", b"GET / HTTP/1.1\r\n\r\n"),
        page("http://a/1"),
        response("http://a/i.png", "HTTP/1.1 200 OK\nContent-Type: image/png", b"\x89PNG"),
        record("resource", "http://a/2", "text/html; charset=utf-8", b"<p>resource"),
        record("response", "dns:a", "text/dns", b"1.2.3.4"),
        record("revisit", "http://a/1", "application/http; msgtype=response", b"HTTP/1.1 304 Not Modified\r\n\r\n"),
        response("<http://a/3>", "HTTP/2 404\nCONTENT-TYPE: application/xhtml+xml\nLocation: /x", b""),
    ];
    let mut whole = both(&records).to_vec();
    // One member for all of it, as some programs write them.
    whole.push(gzip(&records.concat()));
    for (form, bytes) in whole.iter().enumerate() {
        let items = read(bytes);
        assert_eq!(listed(&items), "http://a/1 http://a/2 http://a/3", "form {form}");
        let Ok([first, second, third]) = <[Record; 3]>::try_from(items.into_iter().flatten().collect::<Vec<_>>())
        else {
            panic!("three records")
        };
        assert_eq!((first.status, second.status, third.status), (Some(200), None, Some(404)));
        assert_eq!(first.body, b"<p>http://a/1");
        assert_eq!((first.charset.as_deref(), second.charset.as_deref()), (Some("windows-1252"), Some("UTF-8")));
        assert_eq!((&*third.media_type, third.location.as_deref()), ("application/xhtml+xml", Some("/x")));
        assert_eq!(first.date.as_deref(), Some("2024-05-17T08:30:00Z"));
    }
    let all: Vec<Item> = Reader::new(&*whole[1]).every_type().collect();
    assert_eq!(listed(&all), "http://a/1 http://a/i.png http://a/2 http://a/3");
}

#[test]
fn warc_is_read_from_the_offset_of_a_record() {
    for bytes in both(&[page("http://a/1"), page("http://a/2"), page("http://a/3")]) {
        for (at, item) in read(&bytes).into_iter().enumerate() {
            let record = item.unwrap();
            let rest = &bytes[usize::try_from(record.offset).unwrap()..];
            let again: Vec<Record> = Reader::at(rest, record.offset).map(Result::unwrap).collect();
            assert_eq!((again.len(), &again[0]), (3 - at, &record));
        }
    }
}

#[test]
fn warc_parts_share_all_records() {
    let records: Vec<Vec<u8>> = (0..9).map(|n| page(&format!("http://a/{n}"))).collect();
    for bytes in both(&records) {
        let whole = listed(&read(&bytes));
        for size in [1, 7, 100, 333, 1000, 5000] {
            let mut joined = Vec::new();
            for start in (0..bytes.len()).step_by(size) {
                let reader = Reader::part(&bytes[start..], start as u64, (start + size) as u64);
                joined.extend(reader);
            }
            assert_eq!(listed(&joined), whole, "parts of {size} bytes");
        }
    }
}

#[test]
fn warc_cut_short_gives_what_is_whole() {
    for bytes in both(&[page("http://a/1"), page("http://a/2")]) {
        let second = read(&bytes)[1].as_ref().unwrap().offset;
        for end in 0..bytes.len() {
            let items = read(&bytes[..end]);
            let whole = items.iter().take_while(|item| item.is_ok()).count();
            assert!(end as u64 <= second || whole >= 1, "{end}: {items:?}");
            assert!(whole <= 2 && items.len() <= whole + 1, "{end}: one error at the end: {items:?}");
        }
    }
    let [plain, _] = both(&[page("http://a/1")]);
    assert_eq!(listed(&read(&plain[..plain.len() - 10])), "!invalid_record:http://a/1");
}

/// A page whose `Content-Length` is off by some bytes.
fn lying(url: &str, by: i64) -> Vec<u8> {
    let text = String::from_utf8(page(url)).unwrap();
    let (before, after) = text.split_once("Content-Length: ").unwrap();
    let (length, rest) = after.split_once("\r\n").unwrap();
    format!("{before}Content-Length: {}\r\n{rest}", length.parse::<i64>().unwrap() + by).into_bytes()
}

#[test]
fn warc_lengths_that_lie_cost_one_record() {
    let check = |by: i64, plain: &str, compressed: &str| {
        let [a, b] = both(&[page("http://a/1"), lying("http://a/2", by), page("http://a/3"), page("http://a/4")]);
        assert_eq!(listed(&read(&a)), plain, "{by}, plain");
        assert_eq!(listed(&read(&b)), compressed, "{by}, compressed");
    };
    check(
        -5,
        "http://a/1 http://a/2 !invalid_record:- http://a/3 http://a/4",
        "http://a/1 http://a/2 !invalid_record:- http://a/3 http://a/4",
    );
    check(
        9,
        "http://a/1 http://a/2 !invalid_record:- http://a/3 http://a/4",
        "http://a/1 !invalid_record:http://a/2 http://a/3 http://a/4",
    );
    check(
        1 << 40,
        "http://a/1 !invalid_record:http://a/2 http://a/3 http://a/4",
        "http://a/1 !invalid_record:http://a/2 http://a/3 http://a/4",
    );
    check(
        -1000,
        "http://a/1 !invalid_record:http://a/2 http://a/3 http://a/4",
        "http://a/1 !invalid_record:http://a/2 http://a/3 http://a/4",
    );
}

#[test]
fn warc_damaged_members_cost_themselves() {
    let members = [page("http://a/1"), page("http://a/2"), page("http://a/3")].map(|page| gzip(&page));
    let [first, second, third] = &members;
    for at in 0..second.len() {
        let mut damaged = second.clone();
        damaged[at] ^= 0x55;
        let found = listed(&read(&[first, &damaged, third].map(|member| &member[..]).concat()));
        assert!(found.starts_with("http://a/1 ") && found.ends_with(" http://a/3"), "byte {at}: {found}");
    }
    let gap = [first, &b"garbage \x1F\x8B\x08 garbage".to_vec(), third].map(|member| &member[..]).concat();
    assert_eq!(listed(&read(&gap)), "http://a/1 !invalid_record:- http://a/3");
}

#[test]
fn warc_records_are_bounded() {
    let large = |head: &str, body: &[u8]| response("http://a/2", head, body);
    let html = "HTTP/1.1 200 OK\nContent-Type: text/html";
    let bomb = gzip(&[b' '; 1 << 20]);
    let header = record("response", &"x".repeat(1 << 19), "application/http", b"");
    let check = |middle: Vec<u8>, expected: &str| {
        for bytes in both(&[page("http://a/1"), middle, page("http://a/3")]) {
            assert_eq!(listed(&read(&bytes)), format!("http://a/1 {expected} http://a/3"));
        }
    };
    check(large(html, &[b' '; 1 << 17]), "!too_large:http://a/2");
    check(large(&format!("{html}\nContent-Encoding: gzip"), &bomb), "!too_large:http://a/2");
    check(header, "!invalid_record:-");
    check(large(&format!("{html}\nX: {}", "x".repeat(1 << 19)), b""), "!invalid_record:http://a/2");
    check(large("no status line", b""), "!invalid_record:http://a/2");
    check(large(&format!("{html}\nContent-Encoding: zstd"), b"\x28\xB5\x2F\xFD"), "!invalid_record:http://a/2");
}

#[test]
fn bytes_that_are_not_warc_are_one_error() {
    assert_eq!(listed(&read(b"")), "");
    assert_eq!(listed(&read(b"\r\n\r\n")), "");
    assert_eq!(listed(&read(b"<!doctype html><p>a page\n<p>of lines\n")), "!invalid_record:-");
    assert_eq!(listed(&read(&gzip(b"<!doctype html>"))), "!invalid_record:-");
}

#[test]
fn warc_that_fails_ends() {
    struct Broken(usize);
    impl std::io::Read for Broken {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let bytes = page("http://a/1");
            if self.0 == bytes.len() {
                return Err(std::io::Error::other("the disk is on fire"));
            }
            let count = into.len().min(bytes.len() - self.0);
            into[..count].copy_from_slice(&bytes[self.0..self.0 + count]);
            self.0 += count;
            Ok(count)
        }
    }
    let items: Vec<Item> = Reader::new(std::io::BufReader::new(Broken(0))).path("x.warc").collect();
    assert_eq!(listed(&items), "http://a/1 !io_error:-");
    assert!(items[1].as_ref().unwrap_err().error.to_string().ends_with("x.warc: the disk is on fire"));
}
