//! ASCII in the reference faces. What does not depend on the size is read once a face: pages have text in a face at many sizes.

use std::sync::OnceLock;

use super::ReferenceFace;
use super::reference::FACES;

/// The advances and the kerning of ASCII in font units.
#[derive(Debug)]
struct AsciiUnits {
    /// `None` where the face lacks the character.
    advances: [Option<u16>; 128],
    pairs: Option<PairUnits>,
}

#[derive(Debug)]
struct PairUnits {
    rows: [u8; 128],
    columns: [u8; 128],
    width: usize,
    table: Vec<i16>,
}

static UNITS: [OnceLock<AsciiUnits>; FACES] = [const { OnceLock::new() }; FACES];

impl AsciiUnits {
    fn of(face: ReferenceFace) -> Option<&'static Self> {
        // Neither depends on how the glyphs are fitted to pixels.
        Some(UNITS.get(usize::from(face.table))?.get_or_init(|| Self {
            advances: std::array::from_fn(|code| face.units(u8::try_from(code).map_or('\0', char::from))),
            pairs: face.has_kerning().then(|| PairUnits::of(face)),
        }))
    }
}

impl PairUnits {
    fn of(face: ReferenceFace) -> Self {
        let (mut lefts, mut rights) = (vec![0], vec![0]);
        let (mut rows, mut columns) = ([0; 128], [0; 128]);
        let index_in = |classes: &mut Vec<u8>, class: u8| {
            let known = classes.iter().position(|own| *own == class).unwrap_or(classes.len());
            if known == classes.len() {
                classes.push(class);
            }
            // ASCII has no more than 128 classes.
            u8::try_from(known).unwrap_or(0)
        };
        for code in 0u8..128 {
            let (left, right) = face.kerning_classes(char::from(code));
            rows[usize::from(code)] = index_in(&mut lefts, left);
            columns[usize::from(code)] = index_in(&mut rights, right);
        }
        let of_pair = |left: u8, right: u8| face.kerning_units(left, right);
        let table = lefts.iter().flat_map(|&left| rights.iter().map(move |&right| of_pair(left, right))).collect();
        Self { rows, columns, width: rights.len(), table }
    }
}

/// The kerning of pairs of ASCII characters at a size, by the class of each half: there are far fewer classes than characters.
#[derive(Debug)]
pub struct AsciiKerning {
    /// With the row of each left half and the column of each right half; row 0 and column 0 are not kerned.
    units: &'static PairUnits,
    /// px
    table: Vec<f32>,
}

impl AsciiKerning {
    /// Returns the kerning between two bytes of ASCII, px.
    #[must_use]
    pub fn pair(&self, left: u8, right: u8) -> f32 {
        let row = usize::from(self.units.rows[usize::from(left & 127)]);
        self.table[row * self.units.width + usize::from(self.units.columns[usize::from(right & 127)])]
    }
}

impl ReferenceFace {
    /// The advances of ASCII at a font size, px; `NaN` where the face lacks the character.
    #[must_use]
    pub fn ascii_advances(self, size: f32) -> [f32; 128] {
        let scale = self.advance_scale(size);
        AsciiUnits::of(self).map_or([f32::NAN; 128], |units| {
            units.advances.map(|units| units.map_or(f32::NAN, |units| scale.advance(units)))
        })
    }

    /// The kerning of ASCII at a font size; `None` if the face kerns nothing.
    #[must_use]
    pub fn ascii_kerning(self, size: f32) -> Option<AsciiKerning> {
        let units = AsciiUnits::of(self)?.pairs.as_ref()?;
        Some(AsciiKerning { units, table: units.table.iter().map(|&units| self.scale_kerning(units, size)).collect() })
    }
}
