//! Characters that have two numbers in Unicode.

/// Returns the character that a character is canonically equivalent to, where that is a single one of the alphabets:
/// Unicode keeps these only for texts in older encodings.
pub(super) const fn canonical(c: char) -> Option<char> {
    Some(match c {
        '\u{374}' => '\u{2B9}',
        '\u{37E}' => ';',
        '\u{387}' => '\u{B7}',
        '\u{1F71}' => '\u{3AC}',
        '\u{1F73}' => '\u{3AD}',
        '\u{1F75}' => '\u{3AE}',
        '\u{1F77}' => '\u{3AF}',
        '\u{1F79}' => '\u{3CC}',
        '\u{1F7B}' => '\u{3CD}',
        '\u{1F7D}' => '\u{3CE}',
        '\u{1FBB}' => '\u{386}',
        '\u{1FBE}' => '\u{3B9}',
        '\u{1FC9}' => '\u{388}',
        '\u{1FCB}' => '\u{389}',
        '\u{1FD3}' => '\u{390}',
        '\u{1FDB}' => '\u{38A}',
        '\u{1FE3}' => '\u{3B0}',
        '\u{1FEB}' => '\u{38E}',
        '\u{1FEE}' => '\u{385}',
        '\u{1FEF}' => '`',
        '\u{1FF9}' => '\u{38C}',
        '\u{1FFB}' => '\u{38F}',
        '\u{1FFD}' => '\u{B4}',
        '\u{2126}' => '\u{3A9}',
        '\u{212A}' => 'K',
        '\u{212B}' => '\u{C5}',
        '\u{2329}' => '\u{3008}',
        '\u{232A}' => '\u{3009}',
        _ => return None,
    })
}
