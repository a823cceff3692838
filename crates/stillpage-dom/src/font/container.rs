//! Font containers: WOFF and WOFF2 files to the OpenType file inside.
//!
//! <https://www.w3.org/TR/WOFF/>, <https://www.w3.org/TR/WOFF2/>

use std::borrow::Cow;
use std::fmt;
use std::io::Read;

/// Limit: bytes of a font file once it is decompressed. The largest fonts in use (whole CJK families) have about 20 MB.
const MAX_DECOMPRESSED: usize = 32 << 20;

/// The reason why a font file cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FontError {
    /// It starts like no font format that browsers read.
    UnknownFormat,
    /// Its compressed data are damaged.
    Compression,
    /// It exceeds the limit on decompressed bytes.
    TooLarge,
    /// It lacks a table that text cannot be measured without, or that table is damaged.
    Tables,
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownFormat => "it is not a TTF, OTF, WOFF or WOFF2 file",
            Self::Compression => "its compressed data are damaged",
            Self::TooLarge => "it is larger than 32 MB when decompressed",
            Self::Tables => "a table that text cannot be measured without is missing or damaged",
        })
    }
}

impl std::error::Error for FontError {}

/// The OpenType file in a font file of any format.
pub(super) fn open_type(bytes: &[u8]) -> Result<Cow<'_, [u8]>, FontError> {
    match bytes.get(..4) {
        Some(b"\0\x01\0\0" | b"OTTO" | b"true" | b"ttcf") if bytes.len() <= MAX_DECOMPRESSED => {
            Ok(Cow::Borrowed(bytes))
        }
        Some(b"\0\x01\0\0" | b"OTTO" | b"true" | b"ttcf") => Err(FontError::TooLarge),
        Some(b"wOFF") => woff(bytes).map(Cow::Owned),
        Some(b"wOF2") => woff2(bytes).map(Cow::Owned),
        _ => Err(FontError::UnknownFormat),
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// <https://www.w3.org/TR/WOFF/#OverallStructure>
fn woff(bytes: &[u8]) -> Result<Vec<u8>, FontError> {
    const HEADER: usize = 44;
    const ENTRY: usize = 20;
    let count = u16_at(bytes, 12).ok_or(FontError::Compression)?;
    let start = 12 + 16 * usize::from(count);
    let mut out = Vec::with_capacity(start);
    out.extend_from_slice(bytes.get(4..8).ok_or(FontError::Compression)?);
    out.extend_from_slice(&count.to_be_bytes());
    // The fields for binary search: nothing reads them.
    out.resize(12, 0);
    let mut tables: Vec<u8> = Vec::new();
    for index in 0..usize::from(count) {
        let entry = HEADER + ENTRY * index;
        let field = |at: usize| u32_at(bytes, entry + at).ok_or(FontError::Compression);
        let (offset, stored, length) = (field(4)? as usize, field(8)? as usize, field(12)? as usize);
        let data = bytes.get(offset..).and_then(|rest| rest.get(..stored)).ok_or(FontError::Compression)?;
        if start + tables.len() + length > MAX_DECOMPRESSED {
            return Err(FontError::TooLarge);
        }
        let begin = tables.len();
        if stored < length {
            let limit = u64::try_from(length).unwrap_or(u64::MAX);
            flate2::read::ZlibDecoder::new(data)
                .take(limit)
                .read_to_end(&mut tables)
                .map_err(|_| FontError::Compression)?;
        } else {
            tables.extend_from_slice(data);
        }
        if tables.len() - begin != length {
            return Err(FontError::Compression);
        }
        let place = |n: usize| u32::try_from(n).map_err(|_| FontError::TooLarge);
        out.extend_from_slice(bytes.get(entry..entry + 4).ok_or(FontError::Compression)?);
        out.extend_from_slice(&field(16)?.to_be_bytes());
        out.extend_from_slice(&place(start + begin)?.to_be_bytes());
        out.extend_from_slice(&place(length)?.to_be_bytes());
        tables.resize(tables.len().next_multiple_of(4), 0);
    }
    out.append(&mut tables);
    Ok(out)
}

/// <https://www.w3.org/TR/WOFF2/#FileStructure>
fn woff2(bytes: &[u8]) -> Result<Vec<u8>, FontError> {
    let mut too_large = false;
    let decoded = wuff::decompress_woff2_with_custom_brotli(bytes, &mut |compressed, size| {
        too_large = size > MAX_DECOMPRESSED;
        if too_large {
            return Err(FontError::TooLarge.to_string().into());
        }
        brotli(compressed, size).ok_or_else(|| FontError::Compression.to_string().into())
    });
    match decoded {
        Ok(decoded) if decoded.len() <= MAX_DECOMPRESSED => Ok(decoded),
        Err(_) if !too_large => Err(FontError::Compression),
        _ => Err(FontError::TooLarge),
    }
}

/// Decodes Brotli where the host has a decoder: ours and its dictionary are 65 kB of download.
#[cfg(stillpage_npm)]
pub static HOST_BROTLI: std::sync::OnceLock<fn(&[u8], usize) -> Option<Vec<u8>>> = std::sync::OnceLock::new();

/// Decompresses a Brotli stream to `size` bytes by the host; `None` if it is damaged or holds another number of bytes.
#[cfg(stillpage_npm)]
fn brotli(compressed: &[u8], size: usize) -> Option<Vec<u8>> {
    HOST_BROTLI.get()?(compressed, size).filter(|bytes| bytes.len() == size)
}

/// Decompresses a Brotli stream to `size` bytes; `None` if it is damaged or holds another number of bytes.
#[cfg(not(stillpage_npm))]
fn brotli(compressed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(size);
    let limit = u64::try_from(size).ok()? + 1;
    brotli_decompressor::Decompressor::new(compressed, 4096).take(limit).read_to_end(&mut out).ok()?;
    (out.len() == size).then_some(out)
}
