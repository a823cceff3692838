//! Properties of characters that shaping needs: scripts as far as they separate runs, marks, characters without a glyph.

use unicode_script::UnicodeScript as _;
use unicode_segmentation::UnicodeSegmentation as _;

/// A script, as coarse as the choice of fonts needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Digits, punctuation, symbols and marks: takes the script of its neighbours.
    Common,
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    /// Han, kana, bopomofo and their punctuation.
    Cjk,
    Hangul,
    /// Any other script.
    Other(unicode_script::Script),
}

/// The script of a character: its Unicode property.
pub(super) fn script(c: char) -> Script {
    // Most texts of European languages, Chinese, Japanese and Korean need no look at the tables.
    match c {
        'A'..='Z' | 'a'..='z' | 'ª' | 'º' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='\u{24F}' => Script::Latin,
        '\0'..='\u{F7}' => Script::Common,
        '\u{AC00}'..='\u{D7A3}' => Script::Hangul,
        '\u{4E00}'..='\u{9FFC}' => Script::Cjk,
        _ => script_by_property(c),
    }
}

/// [`script`] of any character.
fn script_by_property(c: char) -> Script {
    use unicode_script::Script as Property;
    match c.script() {
        Property::Common | Property::Inherited | Property::Unknown => Script::Common,
        Property::Latin => Script::Latin,
        Property::Greek => Script::Greek,
        Property::Cyrillic => Script::Cyrillic,
        Property::Hebrew => Script::Hebrew,
        Property::Arabic => Script::Arabic,
        Property::Han | Property::Hiragana | Property::Katakana | Property::Bopomofo => Script::Cjk,
        Property::Hangul => Script::Hangul,
        other => Script::Other(other),
    }
}

/// The grapheme clusters of a text, with their first bytes.
pub(crate) fn graphemes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // The lead bytes of U+0300 and up are 0xCC and up: before, nothing but a line feed joins the character in front of it.
    let are_characters = text.bytes().all(|b| b < 0xCC && b != b'\r');
    let characters = text.char_indices().take_while(move |_| are_characters);
    let characters = characters.map(|(at, c)| (at, text.get(at..at + c.len_utf8()).unwrap_or_default()));
    characters.chain(text.grapheme_indices(true).take_while(move |_| !are_characters))
}

/// CJK punctuation, whose script is any of the CJK ones: it goes with the text before or after it.
pub(super) fn is_cjk_punctuation(c: char) -> bool {
    matches!(u32::from(c), 0x3001..=0x303F | 0xFE30..=0xFE4F | 0xFF00..=0xFF65)
}

/// A combining mark, which takes no room where its base's face has it.
pub(crate) fn is_mark(c: char) -> bool {
    let code = u32::from(c);
    if matches!(code, 0..0x300 | 0x309B..=0xD7FF) {
        return false;
    }
    matches!(code,
        0x300..=0x36F | 0x483..=0x489 | 0x591..=0x5BD | 0x5BF | 0x5C1..=0x5C2 | 0x5C4..=0x5C5 | 0x5C7 | 0x610..=0x61A
        | 0x64B..=0x65F | 0x670 | 0x6D6..=0x6DC | 0x6DF..=0x6E4 | 0x6E7..=0x6E8 | 0x6EA..=0x6ED | 0x711 | 0x730..=0x74A
        | 0x7A6..=0x7B0 | 0x7EB..=0x7F3 | 0x816..=0x82D | 0x8D3..=0x902 | 0x93A | 0x93C | 0x941..=0x948 | 0x94D
        | 0x951..=0x957 | 0x962..=0x963 | 0x981 | 0x9BC | 0x9C1..=0x9C4 | 0x9CD | 0xA01..=0xA02 | 0xA3C | 0xA41..=0xA51
        | 0xA70..=0xA71 | 0xA81..=0xA82 | 0xABC | 0xAC1..=0xAC8 | 0xACD | 0xB01 | 0xB3C | 0xB3F | 0xB41..=0xB44 | 0xB4D
        | 0xB82 | 0xBC0 | 0xBCD | 0xC3E..=0xC40 | 0xC46..=0xC56 | 0xCBC | 0xCBF | 0xCC6 | 0xCCC..=0xCCD | 0xD41..=0xD44
        | 0xD4D | 0xE31 | 0xE34..=0xE3A | 0xE47..=0xE4E | 0xEB1 | 0xEB4..=0xEBC | 0xEC8..=0xECD | 0xF18..=0xF19
        | 0xF35 | 0xF37 | 0xF39 | 0xF71..=0xF7E | 0xF80..=0xF84 | 0xF86..=0xF87 | 0xF8D..=0xFBC | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF | 0x20D0..=0x20F0 | 0x302A..=0x302D | 0x3099..=0x309A | 0xFB1E | 0xFE20..=0xFE2F
        | 0xFE00..=0xFE0F | 0x1F3FB..=0x1F3FF | 0xE0100..=0xE01EF)
}

/// Characters that are never shown (`Default_Ignorable_Code_Point`), soft hyphens included.
pub(super) fn is_ignorable(c: char) -> bool {
    let code = u32::from(c);
    matches!(code,
        0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F | 0x202A..=0x202E
        | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFF8 | 0x1D173..=0x1D17A
        | 0xE0000..=0xE0FFF)
}

/// A script whose letters join: letter spacing would tear them apart.
pub(super) fn is_cursive(c: char) -> bool {
    matches!(u32::from(c), 0x600..=0x77F | 0x7C0..=0x7FF | 0x840..=0x86F | 0x8A0..=0x8FF | 0x1800..=0x18AF
        | 0xA840..=0xA87F | 0xFB50..=0xFDFF | 0xFE70..=0xFEFC)
}

/// The fraction of an em that a space of fixed width takes where the face lacks it.
pub(super) fn space_width(c: char) -> Option<f32> {
    Some(match u32::from(c) {
        0x2000 | 0x2002 => 1.0 / 2.0,
        0x2001 | 0x2003 => 1.0,
        0x2004 => 1.0 / 3.0,
        0x2005 => 1.0 / 4.0,
        0x2006 => 1.0 / 6.0,
        0x2009 => 1.0 / 5.0,
        0x200A => 1.0 / 16.0,
        0x205F => 4.0 / 18.0,
        _ => return None,
    })
}

/// True if the text has a character that is written from right to left, or a control that makes one.
pub(crate) fn has_rtl(text: &str) -> bool {
    // The lead bytes of U+0590 and up are 0xD6 and up: most text has none.
    !text.is_ascii()
        && text.bytes().any(|b| b >= 0xD6)
        && text.chars().any(|c| {
            matches!(u32::from(c), 0x590..=0x8FF | 0x200F | 0x202B | 0x202E | 0x2067 | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFC
                | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphemes_are_those_of_unicode() {
        let latin = (' '..'\u{300}').chain(['\t', '\n']).map(|c| format!("é{c}b{c}{c}"));
        for text in latin.chain(["a\r\nb", "e\u{301}o", "👩\u{200D}👧!", "한국", ""].map(str::to_owned)) {
            assert!(graphemes(&text).eq(text.grapheme_indices(true)), "{text:?}");
        }
    }

    #[test]
    fn scripts_and_marks() {
        let check = |c, expected| assert_eq!(script(c), expected, "{c}");
        check('a', Script::Latin);
        check('7', Script::Common);
        check('中', Script::Cjk);
        check('か', Script::Cjk);
        check('ع', Script::Arabic);
        check('→', Script::Common);
        ('\0'..='\u{D7FF}').for_each(|c| check(c, script_by_property(c)));
        assert!(is_mark('\u{301}') && !is_mark('a'), "acute accent");
        assert!(has_rtl("abc ע") && !has_rtl("abc é 中"), "Hebrew");
    }
}
