//! Line breaks between words that no space parts: those that ICU4X finds, with its dictionaries packed.
//!
//! *In*: a run of Thai, Lao, Khmer and Burmese. *Out*: where its lines may break.
//!
//! *Invariants*: the breaks are those of `LineSegmenter::new_dictionary`, whose dictionaries take 0.23 MB more of a package that
//! is packed with Brotli. One is unpacked when the first text of its script comes, which takes some 0.1 s.

mod code;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use icu_collections::codepointinvlist::CodePointInversionList;
use icu_provider::prelude::*;
use icu_segmenter::LineSegmenter;
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::provider::{
    Baked, DictionaryBreakData, SegmenterBreakGraphemeClusterV1, SegmenterBreakLineV1, SegmenterDictionaryExtendedV2,
};
use zerotrie::ZeroTrieSimpleAscii;
use zerovec::ZeroVec;

use code::{Model, Reader, split, trie};

/// A dictionary as `build.rs` packs it, and as it is once it was asked for.
struct Dictionary {
    name: &'static str,
    packed: &'static [u8],
    has: fn(char) -> bool,
}

macro_rules! dictionary {
    ($name:literal, $($letters:pat_param)|+) => {
        Dictionary {
            name: $name,
            packed: include_bytes!(concat!(env!("OUT_DIR"), "/", $name)),
            has: |letter| matches!(letter, $($letters)|+),
        }
    };
}

const DICTIONARIES: [Dictionary; 4] = [
    dictionary!("thaidict", '\u{E00}'..='\u{E7F}'),
    dictionary!("laodict", '\u{E80}'..='\u{EFF}'),
    dictionary!("khmerdict", '\u{1780}'..='\u{17FF}'),
    dictionary!("burmesedict", '\u{1000}'..='\u{109F}' | '\u{A9E0}'..='\u{A9FF}' | '\u{AA60}'..='\u{AA7F}'),
];

type Wanted = [bool; DICTIONARIES.len()];

thread_local! {
    static UNPACKED: [OnceCell<DictionaryBreakData<'static>>; DICTIONARIES.len()] = const { [const { OnceCell::new() }; 4] };
    /// The segmenter, and the dictionaries that it has.
    static SEGMENTER: RefCell<Option<(Wanted, Rc<LineSegmenter>)>> = const { RefCell::new(None) };
}

/// Calls `found` with the places where the lines of a run may break, its end and what ICU4X counts as such too.
pub fn breaks(run: &str, found: &mut dyn FnMut(usize)) {
    if let Some(segmenter) = segmenter(run) {
        segmenter.as_borrowed().segment_str(run).for_each(found);
    }
}

/// Returns a segmenter for a run: with the dictionaries of its scripts, and of those that there were before.
fn segmenter(run: &str) -> Option<Rc<LineSegmenter>> {
    let mut wanted = DICTIONARIES.map(|dictionary| run.chars().any(dictionary.has));
    SEGMENTER.with_borrow_mut(|kept| {
        if let Some((has, segmenter)) = kept {
            if wanted.iter().zip(&*has).all(|(wanted, has)| has >= wanted) {
                return Some(Rc::clone(segmenter));
            }
            wanted.iter_mut().zip(&*has).for_each(|(wanted, has)| *wanted |= has);
        }
        let segmenter = LineSegmenter::try_new_dictionary_unstable(&Words(wanted), LineBreakOptions::default()).ok()?;
        let segmenter = Rc::new(segmenter);
        *kept = Some((wanted, Rc::clone(&segmenter)));
        Some(segmenter)
    })
}

/// Unpacks the dictionaries that are wanted.
struct Words(Wanted);

impl DataProvider<SegmenterDictionaryExtendedV2> for Words {
    fn load(&self, request: DataRequest<'_>) -> Result<DataResponse<SegmenterDictionaryExtendedV2>, DataError> {
        let name = request.id.marker_attributes.as_str();
        let missing = || DataErrorKind::IdentifierNotFound.into_error();
        let at = DICTIONARIES.iter().position(|dictionary| dictionary.name == name).ok_or_else(missing)?;
        if !self.0[at] {
            return Err(missing());
        }
        let data = UNPACKED.with(|all| {
            let read = || unpacked(&DICTIONARIES[at]);
            all[at].get().cloned().or_else(|| read().inspect(|data| all[at].set(data.clone()).unwrap_or_default()))
        });
        let payload = DataPayload::from_owned(data.ok_or_else(missing)?);
        Ok(DataResponse { metadata: DataResponseMetadata::default(), payload })
    }
}

impl DataProvider<SegmenterBreakLineV1> for Words {
    fn load(&self, request: DataRequest<'_>) -> Result<DataResponse<SegmenterBreakLineV1>, DataError> {
        Baked.load(request)
    }
}

impl DataProvider<SegmenterBreakGraphemeClusterV1> for Words {
    fn load(&self, request: DataRequest<'_>) -> Result<DataResponse<SegmenterBreakGraphemeClusterV1>, DataError> {
        Baked.load(request)
    }
}

fn unpacked(dictionary: &Dictionary) -> Option<DictionaryBreakData<'static>> {
    let (bounds, coded) = split(dictionary.packed)?;
    let alphabet = CodePointInversionList::try_from_u32_inversion_list_slice(&bounds).ok()?;
    let trie = trie(&mut Model::new(), &mut Reader::new(coded), &[], &mut Vec::new());
    // It is kept as long as the engine is, and never copied.
    let trie = ZeroTrieSimpleAscii::from_store(ZeroVec::new_borrowed(Vec::leak(trie)));
    Some(DictionaryBreakData::ZeroTrie { alphabet, trie })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_are_those_of_icu() {
        let texts = [
            "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน",
            "ພາສາລາວເປັນພາສາທາງການຂອງປະເທດລາວ",
            "ភាសាខ្មែរជាភាសាផ្លូវការរបស់ប្រទេសកម្ពុជា",
            "မြန်မာဘာသာစကားသည်မြန်မာနိုင်ငံ၏ရုံးသုံးဘာသာစကားဖြစ်သည်",
            "ไทยລາວខ្មែរမြန်မာไทย",
            "๑๒๓ฯลฯๆ",
        ];
        for text in texts {
            let mut found = Vec::new();
            breaks(text, &mut |at| found.push(at));
            let of_icu = LineSegmenter::new_dictionary(LineBreakOptions::default());
            assert_eq!(found, of_icu.segment_str(text).collect::<Vec<_>>(), "{text}");
        }
    }
}
