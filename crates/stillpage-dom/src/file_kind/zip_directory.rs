//! The names in a zip archive, from its directory.

/// Limit: entries of a zip archive whose names are read.
const ZIP_ENTRIES: usize = 200_000;

/// The number in these bytes, the lowest first.
fn number(bytes: &[u8], at: usize, count: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(count)?)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| (number << 8) | u64::from(byte)))
}

/// Returns the offset and the size of the directory of a zip archive, from its last bytes, which begin at `tail_at`; `None` if it
/// is damaged.
pub(super) fn zip_directory(tail: &[u8], tail_at: u64) -> Option<(u64, u64)> {
    let end = memchr::memmem::rfind(tail, b"PK\x05\x06")?;
    let (size, at) = (number(tail, end + 12, 4)?, number(tail, end + 16, 4)?);
    if at < u64::from(u32::MAX) {
        return Some((at, size));
    }
    // An archive of more than 4 GB names it in a record of its own.
    let locator = end.checked_sub(20)?;
    tail.get(locator..)?.starts_with(b"PK\x06\x07").then_some(())?;
    let large = usize::try_from(number(tail, locator + 8, 8)?.checked_sub(tail_at)?).ok()?;
    tail.get(large..)?.starts_with(b"PK\x06\x06").then_some(())?;
    Some((number(tail, large.checked_add(48)?, 8)?, number(tail, large + 40, 8)?))
}

/// The names in the directory of a zip archive.
pub(super) fn zip_names(directory: &[u8]) -> Vec<&[u8]> {
    /// Bytes of an entry before its name.
    const ENTRY: usize = 46;
    let mut names = Vec::new();
    let mut at = 0;
    let mut next = || {
        directory.get(at..)?.starts_with(b"PK\x01\x02").then_some(())?;
        let length = |field: usize| usize::try_from(number(directory, at + field, 2)?).ok();
        let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
        let found = directory.get(at + ENTRY..at + ENTRY + name)?;
        at += ENTRY + name + extra + comment;
        Some(found)
    };
    while names.len() < ZIP_ENTRIES
        && let Some(name) = next()
    {
        names.push(name);
    }
    names
}
