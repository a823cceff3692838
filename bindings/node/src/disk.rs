//! Files by the host, for what reads them by itself: the MCP server.

use std::cell::RefCell;
use std::io::{Error, ErrorKind, Result};

use js_sys::{Array, Function, Reflect, Uint8Array};
use stillpage::{HOST_DISK, HostDisk, HostMetadata};
use wasm_bindgen::prelude::*;

thread_local! {
    static DISK: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sets what reads files: `disk(what, path, more, length)`, see `js/disk.js`.
#[wasm_bindgen(js_name = setDisk)]
#[expect(unreachable_pub, reason = "the macro exports public functions alone")]
pub fn set_disk(disk: Function) {
    DISK.set(Some(disk));
    // One that is set already is this one.
    let _ = HOST_DISK.set(HostDisk {
        metadata: |path| asked("metadata", path, &[]).map(|known| metadata(&text(&known))),
        canonicalize: |path| asked("canonicalize", path, &[]).map(|real| text(&real)),
        read_dir: |path| {
            let entries = Array::from(&asked("list", path, &[])?);
            let entry = |entry: String| entry.split_once('/').map(|(kind, name)| (name.to_owned(), metadata(kind)));
            Ok(entries.iter().filter_map(|found| entry(text(&found))).collect())
        },
        read: |path, from, length| {
            // Offsets of files are below 2^53.
            let bytes = asked("read", path, &[JsValue::from(from as f64), JsValue::from(length)])?;
            Ok(Uint8Array::new(&bytes).to_vec())
        },
        create: |path| asked("create", path, &[]).map(drop),
        append: |path, bytes| asked("append", path, &[Uint8Array::from(bytes).into()]).map(drop),
    });
}

fn text(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}

/// The kind of an entry, and its length if that is known: `file 12`, `folder`, `link`.
fn metadata(known: &str) -> HostMetadata {
    let (kind, length) = known.split_once(' ').unwrap_or((known, "0"));
    HostMetadata { is_file: kind == "file", is_dir: kind == "folder", length: length.parse().unwrap_or_default() }
}

fn asked(what: &str, path: &str, more: &[JsValue]) -> Result<JsValue> {
    let disk = DISK.with_borrow(Clone::clone).ok_or_else(|| Error::from(ErrorKind::Unsupported))?;
    let arguments: Array = [what, path].into_iter().map(JsValue::from_str).chain(more.iter().cloned()).collect();
    disk.apply(&JsValue::NULL, &arguments).map_err(|thrown| error(&thrown))
}

/// An error of Node in the words of the systems.
fn error(thrown: &JsValue) -> Error {
    let of =
        |name: &str| Reflect::get(thrown, &name.into()).ok().and_then(|value| value.as_string()).unwrap_or_default();
    let (kind, words) = match &*of("code") {
        "ENOENT" => (ErrorKind::NotFound, "No such file or directory"),
        "EACCES" => (ErrorKind::PermissionDenied, "Permission denied"),
        "EPERM" => (ErrorKind::PermissionDenied, "Operation not permitted"),
        "ENOTDIR" => (ErrorKind::NotADirectory, "Not a directory"),
        "EISDIR" => (ErrorKind::IsADirectory, "Is a directory"),
        "ELOOP" => (ErrorKind::Other, "Too many levels of symbolic links"),
        "ENAMETOOLONG" => (ErrorKind::InvalidFilename, "File name too long"),
        "ENOSPC" => (ErrorKind::StorageFull, "No space left on device"),
        _ => return Error::other(of("message")),
    };
    Error::new(kind, words)
}
