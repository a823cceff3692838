//! Packs the dictionaries of ICU4X, and makes sure that they are read back as they were.

use std::error::Error;
use std::path::Path;

use icu_provider::prelude::*;
use icu_segmenter::provider::{Baked, DictionaryBreakData, SegmenterDictionaryExtendedV2};

#[path = "src/code.rs"]
mod code;

use code::{Bits, Model, Reader, split, trie};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/code.rs");
    let folder = std::env::var("OUT_DIR")?;
    for name in ["burmesedict", "khmerdict", "laodict", "thaidict"] {
        std::fs::write(Path::new(&folder).join(name), packed(name)?)?;
    }
    Ok(())
}

/// The alphabet of a dictionary, as numbers of two bytes after how many these are, and its words.
fn packed(name: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let attributes = DataMarkerAttributes::try_from_str(name).map_err(|_| "a name that is none")?;
    let id = DataIdentifierBorrowed::for_marker_attributes(attributes);
    let found: DataResponse<SegmenterDictionaryExtendedV2> = Baked.load(DataRequest { id, ..Default::default() })?;
    let DictionaryBreakData::ZeroTrie { alphabet, trie: expected } = found.payload.get() else {
        return Err("the dictionaries of ICU4X have another form: bring build.rs up to date".into());
    };
    let words: Vec<Vec<u8>> = expected.iter().map(|(word, _)| word.into_bytes()).collect();
    let ranges: Vec<_> = alphabet.iter_ranges().collect();
    let mut out = vec![u8::try_from(2 * ranges.len())?];
    for bound in ranges.into_iter().flat_map(|range| [*range.start(), range.end() + 1]) {
        out.extend(u16::try_from(bound)?.to_le_bytes());
    }
    let mut writer = Writer { low: 0, high: u32::MAX, out };
    trie(&mut Model::new(), &mut writer, &words, &mut Vec::new());
    let packed = writer.end();
    let (_, coded) = split(&packed).ok_or("the alphabet is missing")?;
    if trie(&mut Model::new(), &mut Reader::new(coded), &[], &mut Vec::new()) != expected.as_bytes() {
        return Err(format!("{name} is not read as it was written").into());
    }
    Ok(packed)
}

/// Writes bits as a number between 0 and 1, which gets as narrow as its bits are unlikely.
struct Writer {
    low: u32,
    high: u32,
    out: Vec<u8>,
}

impl Writer {
    fn end(mut self) -> Vec<u8> {
        self.out.extend(self.high.to_be_bytes());
        self.out
    }
}

impl Bits for Writer {
    fn bit(&mut self, likely: u32, bit: bool) -> bool {
        code::narrow(&mut self.low, &mut self.high, likely, |_| bit);
        while let Some(byte) = code::settled(&mut self.low, &mut self.high) {
            self.out.push(byte);
        }
        bit
    }
}
