//! The choice of fonts: the faces of a list of font families, and the face for a character that none of them has.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use super::rule::{FaceRequest, WebFamily};
use super::{Face, ReferenceFace};

/// A font family of the list.
#[derive(Debug, Clone)]
pub enum FontFamily {
    /// A family name, as written, unquoted.
    Named(FamilyName),
    /// A generic family: `serif`, `sans-serif`, `monospace`, `system-ui`, `cursive`, `fantasy`, `ui-*`, `math`, ...
    Generic(FamilyName),
    /// A family that the page declares, or one that is installed beside the reference faces.
    Web(Arc<WebFamily>),
}

/// The name of a font family, as written, and the family that it means in the reference environment.
#[derive(Debug, Clone)]
pub struct FamilyName {
    name: Box<str>,
    /// Its place in [`FAMILIES`], looked up once: each list that has the name asks for it.
    family: Option<u8>,
}

impl From<&str> for FamilyName {
    fn from(name: &str) -> Self {
        let family = position(name).and_then(|at| u8::try_from(at).ok());
        Self { name: name.into(), family }
    }
}

impl std::ops::Deref for FamilyName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.name
    }
}

impl PartialEq for FamilyName {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl FontFamily {
    /// Its name, as written.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) | Self::Generic(name) => name,
            Self::Web(family) => &family.name,
        }
    }
}

impl PartialEq for FontFamily {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Named(a), Self::Named(b)) | (Self::Generic(a), Self::Generic(b)) => a == b,
            (Self::Web(a), Self::Web(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Eq for FontFamily {}

impl Hash for FontFamily {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
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

/// The family of the default font.
const SERIF: Family = four(&["liberation serif", "times new roman", "times", "serif"], 4);

/// Family names as the reference environment's fontconfig file and the faces themselves define them, lower case.
static FAMILIES: &[Family] = &[
    four(&["liberation sans", "arial", "helvetica", "sans-serif", "cursive", "fantasy", "ui-sans-serif"], 0),
    SERIF,
    four(&["liberation mono", "courier new", "courier", "monospace"], 8),
    four(&["liberation sans narrow"], 12),
    Family { names: &["dejavu sans", "system-ui"], faces: [Some(16), Some(17), Some(18), Some(19)], light: Some(20) },
    // Chrome: the name `sans` means the first font in fontconfig's order, which for italics is DejaVu Serif.
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

/// From this weight on a family's bold face is used.
const BOLD: f32 = 550.0;

/// The position of the family that a name means.
fn position(name: &str) -> Option<usize> {
    FAMILIES.iter().position(|family| family.names.iter().any(|own| own.eq_ignore_ascii_case(name)))
}

impl ReferenceFace {
    /// The face that a name of a family in the reference environment means; `None` if it has no such family.
    #[cfg(test)]
    pub(super) fn named(name: &str, weight: f32, italic: bool) -> Option<Self> {
        Self::of_family(&FAMILIES[position(name)?], weight, italic)
    }

    /// The face of a family; `None` if it has no such face. `weight` is 1 to 1000.
    fn of_family(family: &Family, weight: f32, italic: bool) -> Option<Self> {
        // fontconfig looks at the slope before the weight.
        let bold = weight >= BOLD;
        let slope = if italic && (family.faces[2].is_some() || family.faces[3].is_some()) { 2 } else { 0 };
        let slanted = italic && slope == 0;
        if let Some(light) = family.light.filter(|_| slope == 0 && weight < 358.0) {
            return Some(Self { table: light, slanted, linear: false });
        }
        let table = family.faces[slope + usize::from(bold)].or(family.faces[slope])?;
        Some(Self { table, slanted, linear: false })
    }

    /// The face that the system offers for a character that the page's families lack, if any.
    #[must_use]
    pub fn fallback(c: char, italic: bool, linear: bool) -> Option<Self> {
        // Chrome: the fallback is a plain face, emboldened or slanted as needed.
        FALLBACK.iter().map(|&table| Self { table, slanted: italic, linear }).find(|face| face.covers(c))
    }

    /// The face of a full or PostScript name, as `local()` names it.
    ///
    /// Chrome: the names of the faces themselves; those that fontconfig lets stand for them name nothing.
    pub(super) fn local(name: &str) -> Option<Self> {
        let plain = |text: &str| text.chars().filter(|c| !matches!(c, ' ' | '-')).collect::<String>().to_lowercase();
        let name = plain(name);
        for family in FAMILIES.iter().filter(|f| f.names[0] != "sans") {
            let rest = name.strip_prefix(&plain(family.names[0])).or_else(|| {
                // Some families have their style in the name.
                family.names.iter().skip(1).find(|n| !n.is_ascii()).and_then(|n| name.strip_prefix(&plain(n)))
            });
            let style = match rest {
                Some("" | "regular" | "book") => 0,
                Some("bold") => 1,
                Some("italic" | "oblique") => 2,
                Some("bolditalic" | "boldoblique") => 3,
                _ => continue,
            };
            if let Some(table) = family.faces[style] {
                return Some(Self { table, slanted: false, linear: false });
            }
        }
        None
    }
}

/// The faces of a font family list, first choice first; never empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FaceList {
    faces: SmallVec<[Face; 4]>,
    /// Index of the first face that can show a space.
    primary: usize,
    italic: bool,
    linear_fallback: bool,
}

impl FaceList {
    /// The faces that a list of families means; families that do not exist are skipped, the default is last.
    #[must_use]
    pub fn choose(families: &[FontFamily], request: &FaceRequest<'_>) -> Self {
        let mut faces: SmallVec<[Face; 4]> = SmallVec::new();
        let linear = request.scaled || request.precise;
        let face_of = |family: &Family| {
            let face = ReferenceFace::of_family(family, request.weight, request.italic)?;
            Some(Face::Reference(ReferenceFace { linear, ..face }))
        };
        let mut may_fail = false;
        for family in families {
            match family {
                FontFamily::Named(name) | FontFamily::Generic(name) => {
                    if let Some(face) = name.family.and_then(|family| face_of(&FAMILIES[usize::from(family)]))
                        && !faces.contains(&face)
                    {
                        faces.push(face);
                    }
                }
                FontFamily::Web(family) => {
                    family.select(request, |face| faces.push(Face::Web(face)));
                    may_fail = true;
                }
            }
        }
        if let Some(default) = face_of(&SERIF)
            && (faces.is_empty() || !faces.contains(&default))
        {
            faces.push(default);
        }
        // <https://drafts.csswg.org/css-fonts-4/#first-available-font>
        let mut primary = 0;
        if may_fail {
            let can_show = |face: &Face| match face {
                Face::Reference(_) => true,
                Face::Web(face) => face.rule().has_in_range(' ') && face.rule().load().is_some(),
            };
            primary = faces.iter().position(can_show).unwrap_or(faces.len() - 1);
            // Those that have turned out to be no fonts go now: the next list of the same style is without them, and has to be equal.
            let has_failed = |face: &Face| matches!(face, Face::Web(face) if face.rule().is_useless());
            let failed = faces.iter().take(primary).filter(|face| has_failed(face)).count();
            if failed > 0 && !has_failed(&faces[primary]) {
                faces.retain(|face| !has_failed(face));
                primary -= failed;
            }
        }
        Self { faces, primary, italic: request.italic, linear_fallback: request.precise }
    }

    /// The first available face: the one whose metrics count for line heights and font-relative units.
    #[must_use]
    pub fn primary(&self) -> &Face {
        &self.faces[self.primary]
    }

    /// Returns the index of [`primary`](Self::primary) in the list.
    #[must_use]
    pub fn primary_index(&self) -> usize {
        self.primary
    }

    /// The faces of the list, in order.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The face of the list that has a character; `None` if the system has to be asked.
    #[must_use]
    pub fn covering(&self, c: char) -> Option<&Face> {
        self.faces.iter().find(|face| face.covers(c))
    }

    /// Slanted or not: what a fallback face has to imitate.
    #[must_use]
    pub fn italic(&self) -> bool {
        self.italic
    }

    /// Returns `true` if fallback faces have subpixel positioning.
    ///
    /// Chrome: the device scale does not give it to them.
    #[must_use]
    pub fn linear_fallback(&self) -> bool {
        self.linear_fallback
    }
}
