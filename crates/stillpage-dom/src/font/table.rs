//! The bundled tables, read in place: `scripts/make_font_tables.py` documents the format.

/// Every face's blob.
static TABLES: &[u8] = include_bytes!("tables.bin");

/// Characters below this have their kerning classes in an array.
const DIRECT: u32 = 0x250;
const HEADER: usize = 30;
const MISSING: u16 = 0xFFFF;

/// The glyph heights are those of glyphs, not of OS/2.
pub(super) const MEASURED_HEIGHTS: u8 = 1;
/// A flag of faces whose glyphs are fitted to whole pixels.
pub(super) const HINTED: u8 = 2;
/// Sizes are rounded to whole pixels per em.
pub(super) const WHOLE_PPEM: u8 = 4;

/// The advances of a letter of a joining script, in font units; `None` where it has no such form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Joining {
    /// Alone.
    pub isolated: u16,
    /// Joined to the next letter.
    pub initial: Option<u16>,
    /// Joined to both neighbours.
    pub medial: Option<u16>,
    /// Joined to the letter before.
    pub terminal: Option<u16>,
}

/// A ligature that is on by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ligature {
    /// The number of characters that it replaces: 2 to 4.
    pub len: u8,
    /// Its advance in font units.
    pub advance: u16,
    /// Its advance where it joins the letter before it, in font units (lam-alef).
    pub joined: u16,
}

/// The table of one face.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    data: &'static [u8],
}

fn u16_at(data: &[u8], at: usize) -> u16 {
    data.get(at..at + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]))
}

fn u32_at(data: &[u8], at: usize) -> u32 {
    data.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

/// The entry of a sorted array of `count` records of `stride` bytes whose first field is `key`.
fn find(data: &[u8], start: usize, count: usize, stride: usize, key: u32) -> Option<usize> {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        let at = start + middle * stride;
        match u32_at(data, at).cmp(&key) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return Some(at),
        }
    }
    None
}

impl Table {
    /// The table of the face at `index` of the script's list.
    pub(super) fn of(index: u8) -> Self {
        let at = u32_at(TABLES, 2 + 4 * usize::from(index)) as usize;
        Self { data: TABLES.get(at..).unwrap_or_default() }
    }

    /// Returns the number of faces.
    #[cfg(test)]
    pub(super) fn count() -> usize {
        usize::from(u16_at(TABLES, 0))
    }

    fn header(self, field: usize) -> u16 {
        u16_at(self.data, 2 * field)
    }

    pub(super) fn units_per_em(self) -> f32 {
        f32::from(self.header(0))
    }

    pub(super) fn ascent(self) -> u16 {
        self.header(1)
    }

    pub(super) fn descent(self) -> u16 {
        self.header(2)
    }

    pub(super) fn line_gap(self) -> u16 {
        self.header(3)
    }

    pub(super) fn x_height(self) -> u16 {
        self.header(4)
    }

    pub(super) fn cap_height(self) -> u16 {
        self.header(5)
    }

    pub(super) fn notdef(self) -> u16 {
        self.header(6)
    }

    pub(super) fn average_advance(self) -> u16 {
        self.header(13)
    }

    pub(super) fn greatest_width(self) -> u16 {
        self.header(14)
    }

    pub(super) fn flags(self) -> u8 {
        self.data.get(14).copied().unwrap_or(0)
    }

    fn ligature_count(self) -> usize {
        self.data.get(15).map_or(0, |n| usize::from(*n))
    }

    fn values_start(self) -> usize {
        HEADER + 8 * usize::from(self.header(8))
    }

    fn forms_start(self) -> usize {
        self.values_start() + 2 * usize::from(self.header(9))
    }

    fn ligatures_start(self) -> usize {
        self.forms_start() + 12 * usize::from(self.header(10))
    }

    fn kerning_start(self) -> usize {
        self.ligatures_start() + 20 * self.ligature_count()
    }

    /// The advance of a character in font units; `None` if the face lacks it.
    pub(super) fn advance(self, c: u32) -> Option<u16> {
        let (mut low, mut high) = (0, usize::from(self.header(8)));
        while low < high {
            let middle = usize::midpoint(low, high);
            if u32_at(self.data, HEADER + 8 * middle) & 0x7FFF_FFFF <= c {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let at = HEADER + 8 * low.checked_sub(1)?;
        let first = u32_at(self.data, at);
        let offset = c - (first & 0x7FFF_FFFF);
        if offset >= u32::from(u16_at(self.data, at + 4)) {
            return None;
        }
        let value = u16_at(self.data, at + 6);
        if first & 0x8000_0000 != 0 {
            return Some(value);
        }
        let value = u16_at(self.data, self.values_start() + 2 * (usize::from(value) + offset as usize));
        (value != MISSING).then_some(value)
    }

    /// The forms of a letter that joins its neighbours; `None` if it does not join or the face does not shape its script.
    pub(super) fn joining(self, c: u32) -> Option<Joining> {
        let at = find(self.data, self.forms_start(), usize::from(self.header(10)), 12, c)?;
        let form = |i: usize| Some(u16_at(self.data, at + 4 + 2 * i)).filter(|v| *v != MISSING);
        Some(Joining { isolated: form(0)?, initial: form(1), medial: form(2), terminal: form(3) })
    }

    /// True if it has any ligature that starts with an ASCII letter or joins Arabic letters.
    pub(super) fn has_ligatures(self) -> bool {
        self.ligature_count() > 0
    }

    /// The longest ligature at the start of the characters; 0 ends them.
    pub(super) fn ligature(self, chars: [u32; 4]) -> Option<Ligature> {
        let mut best: Option<Ligature> = None;
        for i in 0..self.ligature_count() {
            let at = self.ligatures_start() + 20 * i;
            let mut len = 0;
            while len < 4 && u32_at(self.data, at + 4 * len) != 0 {
                if u32_at(self.data, at + 4 * len) != chars[len] {
                    len = 0;
                    break;
                }
                len += 1;
            }
            let len = u8::try_from(len).unwrap_or(0);
            if len > best.map_or(0, |b| b.len) {
                best = Some(Ligature { len, advance: u16_at(self.data, at + 16), joined: u16_at(self.data, at + 18) });
            }
        }
        best
    }

    /// True if any pair is kerned.
    pub(super) fn has_kerning(self) -> bool {
        self.data.get(24).is_some_and(|n| *n > 0)
    }

    /// The kerning classes of a character as left and as right half of a pair; 0 is not kerned.
    pub(super) fn kerning_classes(self, c: u32) -> (u8, u8) {
        if !self.has_kerning() {
            return (0, 0);
        }
        let start = self.kerning_start();
        let byte = |at: usize| self.data.get(at).copied().unwrap_or(0);
        if c < DIRECT {
            return (byte(start + c as usize), byte(start + (DIRECT + c) as usize));
        }
        let far = start + 2 * DIRECT as usize;
        find(self.data, far, usize::from(self.header(11)), 6, c).map_or((0, 0), |at| (byte(at + 4), byte(at + 5)))
    }

    /// The kerning between two classes, in font units.
    pub(super) fn kerning(self, left: u8, right: u8) -> i16 {
        if left == 0 || right == 0 {
            return 0;
        }
        let columns = self.data.get(25).map_or(0, |n| usize::from(*n));
        let matrix = self.kerning_start() + 2 * DIRECT as usize + 6 * usize::from(self.header(11));
        let at = matrix + 2 * ((usize::from(left) - 1) * columns + usize::from(right) - 1);
        self.data.get(at..at + 2).map_or(0, |b| i16::from_le_bytes([b[0], b[1]]))
    }
}
