//! Digests and atoms as text: parts of a stored session.

use smallvec::SmallVec;

use super::fingerprint::{Atom, AtomKind, Digest, RowIdentity};

/// The digits of packed numbers, six bits each.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Characters of a digest.
const WIDTH: usize = 11;

/// Digests as text, eleven characters each.
pub(super) fn pack(digests: impl IntoIterator<Item = Digest>) -> String {
    let mut text = String::new();
    for digest in digests {
        for place in 0..WIDTH {
            let digit = ((digest >> (6 * place)) & 63) as usize;
            text.push(char::from(DIGITS[digit]));
        }
    }
    text
}

fn digit(byte: u8) -> Option<u32> {
    DIGITS.iter().position(|&known| known == byte).and_then(|at| u32::try_from(at).ok())
}

pub(super) fn unpack_one(text: &[u8]) -> Option<Digest> {
    let mut digest: u128 = 0;
    for &byte in text.iter().rev().take(WIDTH) {
        digest = digest << 6 | u128::from(digit(byte)?);
    }
    (text.len() == WIDTH).then_some(())?;
    Digest::try_from(digest).ok()
}

pub(super) fn unpack(text: &str) -> Option<Vec<Digest>> {
    text.as_bytes().chunks(WIDTH).map(unpack_one).collect()
}

/// Characters of a column.
const COLUMN_WIDTH: usize = 6;
const KINDS: [AtomKind; 10] = [
    AtomKind::Content,
    AtomKind::Control,
    AtomKind::Numbered,
    AtomKind::Number,
    AtomKind::Value,
    AtomKind::Image,
    AtomKind::Link,
    AtomKind::Hidden,
    AtomKind::Heading,
    AtomKind::Temporary,
];

pub(super) fn pack_atoms(atoms: &[Atom]) -> String {
    let mut text = String::new();
    for atom in atoms {
        text.push(char::from(DIGITS[atom.kind as usize]));
        text.push_str(&pack([atom.digest]));
        text.extend(pack([atom.column.into()]).chars().take(COLUMN_WIDTH));
    }
    text
}

/// The atoms that may name a row, one character each: a row has at most as many atoms as there are digits.
pub(super) fn pack_names(record: &RowIdentity) -> String {
    let place = |name: &Digest| record.atoms.iter().position(|atom| atom.digest == *name);
    record.names.iter().filter_map(place).filter_map(|at| DIGITS.get(at)).map(|&digit| char::from(digit)).collect()
}

pub(super) fn unpack_names(text: &str, atoms: &[Atom]) -> Option<SmallVec<[Digest; 4]>> {
    text.bytes().map(|byte| Some(atoms.get(digit(byte)? as usize)?.digest)).collect()
}

pub(super) fn unpack_atoms(text: &str) -> Option<Vec<Atom>> {
    let atom = |chunk: &[u8]| {
        let (kind, rest) = chunk.split_first()?;
        let (digest, column) = rest.split_at_checked(WIDTH)?;
        let column = column.iter().rev().try_fold(0u64, |column, &byte| Some(column << 6 | u64::from(digit(byte)?)))?;
        let kind = *KINDS.get(digit(*kind)? as usize)?;
        Some(Atom { digest: unpack_one(digest)?, kind, column: u32::try_from(column).ok()? })
    };
    text.as_bytes().chunks(1 + WIDTH + COLUMN_WIDTH).map(atom).collect()
}
