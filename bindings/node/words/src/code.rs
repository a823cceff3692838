//! The form that dictionaries are packed in: a trie's letters, one bit after the other, each by how likely it is after the letters
//! before it. `build.rs` writes it and the engine reads it, by the same walk.

/// A coder of bits: one that writes takes the bit, one that reads finds it.
pub(crate) trait Bits {
    /// Codes a bit that is set with a probability of `likely` in 65,536, and returns it.
    fn bit(&mut self, likely: u32, bit: bool) -> bool;
}

/// Narrows what a number may be to one of two parts, by `is_set` of the end of the first; true for that one.
pub(crate) fn narrow(low: &mut u32, high: &mut u32, likely: u32, is_set: impl FnOnce(u32) -> bool) -> bool {
    let middle = *low + ((u64::from(*high - *low) * u64::from(likely)) >> 16) as u32;
    let bit = is_set(middle);
    if bit {
        *high = middle;
    } else {
        *low = middle + 1;
    }
    bit
}

/// Takes the first byte of a number off if it is certain.
pub(crate) fn settled(low: &mut u32, high: &mut u32) -> Option<u8> {
    let byte = (*high >> 24) as u8;
    ((*low >> 24) as u8 == byte).then(|| {
        *low <<= 8;
        *high = *high << 8 | 255;
        byte
    })
}

/// Reads what was coded.
pub(crate) struct Reader<'a> {
    low: u32,
    high: u32,
    number: u32,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(coded: &'a [u8]) -> Self {
        let mut reader = Self { low: 0, high: u32::MAX, number: 0, rest: coded };
        (0..4).for_each(|_| reader.shift());
        reader
    }

    fn shift(&mut self) {
        let (byte, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.number = self.number << 8 | u32::from(*byte);
        self.rest = rest;
    }
}

impl Bits for Reader<'_> {
    fn bit(&mut self, likely: u32, _: bool) -> bool {
        let number = self.number;
        let bit = narrow(&mut self.low, &mut self.high, likely, |middle| number <= middle);
        while settled(&mut self.low, &mut self.high).is_some() {
            self.shift();
        }
        bit
    }
}

/// The bounds of the ranges of an alphabet, and what is coded after them.
pub(crate) fn split(packed: &[u8]) -> Option<(Vec<u32>, &[u8])> {
    let (count, rest) = packed.split_first()?;
    let (bounds, coded) = rest.split_at_checked(2 * usize::from(*count))?;
    Some((bounds.chunks_exact(2).map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 8).collect(), coded))
}

/// The contexts that a bit is predicted by.
const CONTEXTS: usize = 6;
/// Predictions for each of the contexts.
const SLOTS: usize = 1 << 19;
/// The sets of weights: by the place in a letter and how many letters were at that place before.
const SETS: usize = 48;
/// The set of weights of whether a word ends.
const WORD_SET: usize = SETS - 1;
/// The highest number of bits that a slot counts, by context: the more it counts, the less it moves.
const COUNTED: [u16; CONTEXTS] = [255, 255, 60, 60, 255, 60];

/// Predictions by context, mixed.
pub(crate) struct Model {
    /// The probability of a set bit, in 65,536, and the bits that were seen.
    slots: Vec<(u16, u16)>,
    weights: Vec<[f32; CONTEXTS]>,
    /// The logarithm of the odds of a probability in 4,096.
    odds: Vec<f32>,
    /// The probability in 65,536 of odds, from -8 to 8 in steps of 1/256.
    likely: Vec<u16>,
}

impl Model {
    pub(crate) fn new() -> Self {
        let odds = |p: u16| {
            let p = (f32::from(p) + 0.5) / 4096.0;
            libm::logf(p / (1.0 - p))
        };
        let likely = |step: i16| 65536.0 / (1.0 + libm::expf(f32::from(-step) / 256.0));
        Self {
            slots: vec![(1 << 15, 0); CONTEXTS * SLOTS],
            weights: vec![[0.35; CONTEXTS]; SETS],
            odds: (0..4096).map(odds).collect(),
            likely: (-2048..2048).map(|step| likely(step).clamp(32.0, 65504.0) as u16).collect(),
        }
    }

    /// Codes a bit, and learns from it.
    fn bit(&mut self, bits: &mut impl Bits, groups: &[usize; CONTEXTS], node: usize, set: usize, bit: bool) -> bool {
        let mut places = [0; CONTEXTS];
        let mut odds = [0.0; CONTEXTS];
        let mut sum = 0.0;
        let weights = &mut self.weights[set];
        for (n, group) in groups.iter().enumerate() {
            places[n] = group + node;
            let (likely, seen) = self.slots[places[n]];
            if seen > 0 {
                odds[n] = self.odds[usize::from(likely >> 4)];
                sum += weights[n] * odds[n];
            }
        }
        let likely = u32::from(self.likely[((sum * 256.0) as i32).clamp(-2048, 2047).wrapping_add(2048) as usize]);
        let bit = bits.bit(likely, bit);
        let target: i32 = if bit { 65535 } else { 0 };
        let error = (target - likely as i32) as f32 * (RATE / 65536.0);
        for (n, place) in places.into_iter().enumerate() {
            weights[n] += error * odds[n];
            let (likely, seen) = &mut self.slots[place];
            *likely = (i32::from(*likely) + (target - i32::from(*likely)) * 2 / (2 * i32::from(*seen) + 3)) as u16;
            *seen = (*seen + 1).min(COUNTED[n]);
        }
        bit
    }
}

/// The speed at which weights change.
const RATE: f32 = 0.006;

/// Walks a trie in the order of its words, and returns it in the form that ICU4X reads: `words` are those below `path`,
/// which one that reads leaves empty.
pub(crate) fn trie(model: &mut Model, bits: &mut impl Bits, mut words: &[Vec<u8>], path: &mut Vec<u8>) -> Vec<u8> {
    let before = |n: usize| path.len().checked_sub(n).map_or(0, |at| u32::from(path[at]) + 1);
    let letters = [before(1), before(2), before(3), before(4)];
    let [one, two, three, four] = letters;
    let depth = path.len() as u32;
    let mut is_word = false;
    if depth > 0 {
        is_word = words.first().is_some_and(|word| word.len() == path.len());
        let contexts = [
            mixed(&[11, one]),
            mixed(&[12, one, two]),
            mixed(&[13, one, two, three]),
            mixed(&[14, one, two, three, four]),
            mixed(&[15, one, depth]),
            mixed(&[16, depth.min(8)]),
        ];
        words = words.get(usize::from(is_word)..).unwrap_or_default();
        is_word = model.bit(bits, &groups(contexts), 0, WORD_SET, is_word);
    }
    let mut children: Vec<(u8, Vec<u8>)> = Vec::new();
    loop {
        let next = words.first().map(|word| word[path.len()]);
        let last = children.last().map_or(0, |(letter, _)| u32::from(*letter) + 1);
        let found = children.len().min(3);
        let state = 2 * found as u32 + u32::from(is_word);
        let contexts = [
            mixed(&[1, one, last]),
            mixed(&[2, one, two, last]),
            mixed(&[3, one, two, three, last]),
            mixed(&[4, one, two, three, four, last]),
            mixed(&[5, one, depth.min(6), state]),
            mixed(&[6, one, two, state]),
        ];
        let first = groups(contexts);
        if model.bit(bits, &first, 0, state as usize, next.is_none()) {
            break;
        }
        let mut letter = 1;
        let mut coded = |groups: &[usize; CONTEXTS], start: usize, place: usize, letter: usize| {
            let bit = next.is_some_and(|next| next >> place & 1 == 1);
            2 * letter + usize::from(model.bit(bits, groups, letter - start, 8 + 4 * place + found, bit))
        };
        for place in (4..7).rev() {
            letter = coded(&first, 0, place, letter);
        }
        let second = groups(contexts.map(|context| mixed(&[context, letter as u32])));
        let high = letter - 1;
        for place in (0..4).rev() {
            letter = coded(&second, high << (3 - place), place, letter);
        }
        let letter = (letter & 0x7f) as u8;
        let (inside, after) = words.split_at(words.partition_point(|word| word[path.len()] == letter));
        words = after;
        path.push(letter);
        let child = trie(model, bits, inside, path);
        path.pop();
        children.push((letter, child));
    }
    written(is_word, &children)
}

/// A node as ICU4X reads it.
fn written(is_word: bool, children: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let bytes: usize = children.iter().map(|(_, child)| child.len()).sum();
    let mut out = Vec::with_capacity(bytes + 4 * children.len() + 4);
    if is_word {
        // A value, which is 0.
        out.push(0x80);
    }
    if children.len() > 1 {
        let width = (1..4).take_while(|&width| bytes >> (8 * width) > 0).count();
        // The number of branches and the width of their places, as a number of as many bytes as it needs.
        let head = width << 8 | children.len();
        match head.checked_sub(32) {
            None => out.push(0xC0 | head as u8),
            Some(rest) => out.extend([0xE0 | (rest >> 7) as u8, (rest & 0x7f) as u8]),
        }
        out.extend(children.iter().map(|(letter, _)| letter));
        for byte in (0..=width).rev() {
            let mut place = 0;
            for (_, child) in &children[..children.len() - 1] {
                place += child.len();
                out.push((place >> (8 * byte)) as u8);
            }
        }
    } else {
        out.extend(children.iter().map(|(letter, _)| letter));
    }
    children.iter().for_each(|(_, child)| out.extend(child));
    out
}

/// The places of the predictions of contexts: sixteen beside each other, which are read together.
fn groups(contexts: [u32; CONTEXTS]) -> [usize; CONTEXTS] {
    let mut n = 0;
    contexts.map(|context| {
        n += 1;
        (n - 1) * SLOTS + (context.wrapping_mul(0x2C1B_3C6D) >> 13 & !15) as usize
    })
}

/// A number for a context.
fn mixed(parts: &[u32]) -> u32 {
    parts.iter().fold(0x0123_4567, |number: u32, part| {
        let number = (number ^ part.wrapping_add(0x7F4A_7C15)).wrapping_mul(0x5BD1_E995);
        number ^ number >> 13
    })
}
