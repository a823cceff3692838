//! Which faces a list of font families stands for, and which face shows a character that none of them has.

use smallvec::SmallVec;

use super::Face;

/// A font family of the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FontFamily {
    /// A family name, as written, unquoted.
    Named(Box<str>),
    /// A generic family: `serif`, `sans-serif`, `monospace`, `system-ui`, `cursive`, `fantasy`, `ui-*`, `math`, ...
    Generic(Box<str>),
}

/// A family: names, then faces in the order regular, bold, italic, bold italic; `None` where it has no such face.
struct Family {
    names: &'static [&'static str],
    faces: [Option<u8>; 4],
    /// A face for weights below 358 (nearer to extra light than to regular in fontconfig's scale).
    light: Option<u8>,
}

const fn four(names: &'static [&'static str], first: u8) -> Family {
    Family { names, faces: [Some(first), Some(first + 1), Some(first + 2), Some(first + 3)], light: None }
}

/// Family names as the reference environment's fontconfig file and the faces themselves define them, lower case.
static FAMILIES: &[Family] = &[
    four(&["liberation sans", "arial", "helvetica", "sans-serif", "cursive", "fantasy", "ui-sans-serif"], 0),
    four(&["liberation serif", "times new roman", "times", "serif"], 4),
    four(&["liberation mono", "courier new", "courier", "monospace"], 8),
    four(&["liberation sans narrow"], 12),
    Family { names: &["dejavu sans", "system-ui"], faces: [Some(16), Some(17), Some(18), Some(19)], light: Some(20) },
    // Chrome: the name `sans` takes whatever fontconfig sorts first, which for italics is DejaVu Serif.
    Family { names: &["sans"], faces: [Some(16), Some(17), Some(31), Some(32)], light: None },
    Family { names: &["dejavu sans light"], faces: [Some(20), None, None, None], light: None },
    four(&["dejavu sans condensed"], 21),
    four(&["dejavu sans mono"], 25),
    four(&["dejavu serif"], 29),
    four(&["dejavu serif condensed"], 33),
    Family {
        names: &["wenquanyi micro hei", "文泉驛微米黑", "文泉驿微米黑"],
        faces: [Some(37), None, None, None],
        light: None,
    },
    Family {
        names: &["wenquanyi micro hei mono", "文泉驛等寬微米黑", "文泉驿等宽微米黑"],
        faces: [Some(38), None, None, None],
        light: None,
    },
];

/// The order in which fontconfig offers faces for a character.
///
/// Chrome: the content language does not matter; every request is made for the browser's own language.
const FALLBACK: [u8; 8] = [16, 25, 29, 0, 4, 37, 17, 30];

impl Face {
    /// The face that a family name means; `None` if the reference environment has no such family.
    ///
    /// `weight` is 1 to 1000. Cost: linear in the number of families.
    #[must_use]
    pub fn named(family: &str, weight: f32, italic: bool) -> Option<Self> {
        let family = FAMILIES.iter().find(|f| f.names.iter().any(|n| n.eq_ignore_ascii_case(family)))?;
        // fontconfig looks at the slope before the weight.
        let bold = weight >= 550.0;
        let slope = if italic && (family.faces[2].is_some() || family.faces[3].is_some()) { 2 } else { 0 };
        let slanted = italic && slope == 0;
        if let Some(light) = family.light.filter(|_| slope == 0 && weight < 358.0) {
            return Some(Self { table: light, slanted });
        }
        let table = family.faces[slope + usize::from(bold)].or(family.faces[slope])?;
        Some(Self { table, slanted })
    }

    /// The face that the system offers for a character that the page's families lack; `None` if there is none.
    #[must_use]
    pub fn fallback(c: char, italic: bool) -> Option<Self> {
        // Chrome: the fallback is a plain face, emboldened or slanted as needed.
        FALLBACK.iter().map(|&table| Self { table, slanted: italic }).find(|face| face.covers(c))
    }
}

/// The faces of a font family list, first choice first; never empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FaceList {
    faces: SmallVec<[Face; 4]>,
    italic: bool,
}

impl FaceList {
    /// The faces that a list of families means; families that do not exist are skipped, the default is last.
    #[must_use]
    pub fn choose(families: &[FontFamily], weight: f32, italic: bool) -> Self {
        let mut faces: SmallVec<[Face; 4]> = SmallVec::new();
        for family in families {
            let (FontFamily::Named(name) | FontFamily::Generic(name)) = family;
            if let Some(face) = Face::named(name, weight, italic)
                && !faces.contains(&face)
            {
                faces.push(face);
            }
        }
        if let Some(default) = Face::named("serif", weight, italic)
            && (faces.is_empty() || !faces.contains(&default))
        {
            faces.push(default);
        }
        Self { faces, italic }
    }

    /// The first face: the one whose metrics count for line heights and font-relative units.
    #[must_use]
    pub fn primary(&self) -> Face {
        self.faces[0]
    }

    /// The faces of the list, in order.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The face of the list that has a character; `None` if the system has to be asked.
    #[must_use]
    pub fn covering(&self, c: char) -> Option<Face> {
        self.faces.iter().copied().find(|face| face.covers(c))
    }

    /// Slanted or not: what a fallback face has to imitate.
    #[must_use]
    pub fn italic(&self) -> bool {
        self.italic
    }
}
