//! [`Key`]: a key with modifiers, as Playwright's `keyboard.press()` takes it.

use std::str::FromStr;

use crate::error::ArgumentError;
use crate::safe_text::{PageText, SafeText, safe};

/// A key to press, by its name or the character that it types, with modifiers: `Enter`, `Control+a`, `x`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Key {
    /// As Playwright names it: `KeyboardEvent.key`, but `Space` for a space.
    #[doc(hidden)]
    pub name: String,
    #[doc(hidden)]
    pub alt: bool,
    #[doc(hidden)]
    pub control: bool,
    #[doc(hidden)]
    pub meta: bool,
    #[doc(hidden)]
    pub shift: bool,
}

/// The keys that have names: name, `KeyboardEvent.code`, Windows' virtual key code.
const NAMED: &[(&str, &str, u8)] = &[
    ("Enter", "Enter", 13),
    ("Tab", "Tab", 9),
    ("Escape", "Escape", 27),
    ("Backspace", "Backspace", 8),
    ("Delete", "Delete", 46),
    ("Insert", "Insert", 45),
    ("ArrowLeft", "ArrowLeft", 37),
    ("ArrowUp", "ArrowUp", 38),
    ("ArrowRight", "ArrowRight", 39),
    ("ArrowDown", "ArrowDown", 40),
    ("Home", "Home", 36),
    ("End", "End", 35),
    ("PageUp", "PageUp", 33),
    ("PageDown", "PageDown", 34),
    ("Space", "Space", 32),
    ("F1", "F1", 112),
    ("F2", "F2", 113),
    ("F3", "F3", 114),
    ("F4", "F4", 115),
    ("F5", "F5", 116),
    ("F6", "F6", 117),
    ("F7", "F7", 118),
    ("F8", "F8", 119),
    ("F9", "F9", 120),
    ("F10", "F10", 121),
    ("F11", "F11", 122),
    ("F12", "F12", 123),
    ("Shift", "ShiftLeft", 16),
    ("Control", "ControlLeft", 17),
    ("Alt", "AltLeft", 18),
    ("Meta", "MetaLeft", 91),
    ("CapsLock", "CapsLock", 20),
    ("ContextMenu", "ContextMenu", 93),
];

impl Key {
    /// The character that it types; `None` for a key that types none.
    #[doc(hidden)]
    pub fn text(&self) -> Option<&str> {
        if self.control || self.alt || self.meta {
            return None;
        }
        match self.name.as_str() {
            "Space" => Some(" "),
            name if name.chars().count() == 1 => Some(name),
            _ => None,
        }
    }

    /// `KeyboardEvent.key`.
    #[doc(hidden)]
    pub fn value(&self) -> &str {
        if self.name == "Space" { " " } else { &self.name }
    }

    /// `KeyboardEvent.code` on a US keyboard, and Windows' virtual key code; empty and 0 for a character that it lacks.
    #[doc(hidden)]
    pub fn code(&self) -> (String, u32) {
        if let Some((_, code, number)) = NAMED.iter().find(|(name, ..)| *name == self.name) {
            return ((*code).to_owned(), u32::from(*number));
        }
        match self.name.chars().next().map(|c| c.to_ascii_uppercase()) {
            Some(letter) if letter.is_ascii_alphabetic() => (format!("Key{letter}"), u32::from(letter)),
            Some(digit) if digit.is_ascii_digit() => (format!("Digit{digit}"), u32::from(digit)),
            _ => (String::new(), 0),
        }
    }
}

impl FromStr for Key {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let mut key = Self::default();
        let mut rest = text;
        while let Some((modifier, after)) =
            rest.split_once('+').filter(|(before, after)| !before.is_empty() && !after.is_empty())
        {
            match modifier {
                "Alt" => key.alt = true,
                "Control" | "ControlOrMeta" => key.control = true,
                "Meta" => key.meta = true,
                "Shift" => key.shift = true,
                _ => return Err(unknown(modifier)),
            }
            rest = after;
        }
        let code = |prefix: &str| rest.strip_prefix(prefix).filter(|rest| rest.chars().count() == 1);
        key.name = match rest {
            " " => "Space".to_owned(),
            _ if NAMED.iter().any(|(name, ..)| *name == rest) || rest.chars().count() == 1 => rest.to_owned(),
            // Codes of keys count as well as their names.
            _ => match (code("Key"), code("Digit")) {
                (Some(letter), _) => letter.to_ascii_lowercase(),
                (None, Some(digit)) => digit.to_owned(),
                (None, None) => return Err(unknown(rest)),
            },
        };
        if key.shift && key.name.chars().count() == 1 {
            key.name = key.name.to_uppercase();
        }
        Ok(key)
    }
}

fn unknown(name: &str) -> ArgumentError {
    let names = SafeText::join(NAMED.iter().map(|&(name, ..)| name.into()), ", ");
    ArgumentError::new(
        safe!("Unknown key: {}", PageText::quoted(name)),
        safe!("write one character or one of {}, with Control+, Alt+, Shift+ or Meta+ before it", names),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_a_name_a_character_or_a_code_with_modifiers() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let key = text.parse::<Key>().ok();
            let got = key.as_ref().map(|key| {
                let held = [(key.alt, 'A'), (key.control, 'C'), (key.meta, 'M'), (key.shift, 'S')];
                (key.name.as_str(), held.iter().filter(|(held, _)| *held).map(|(_, letter)| letter).collect::<String>())
            });
            assert_eq!(got.as_ref().map(|(name, held)| (*name, held.as_str())), expected, "{text}");
        };
        check("Enter", Some(("Enter", "")));
        check("a", Some(("a", "")));
        check("KeyA", Some(("a", "")));
        check("Digit1", Some(("1", "")));
        check("+", Some(("+", "")));
        check("Control+a", Some(("a", "C")));
        check("ControlOrMeta+a", Some(("a", "C")));
        check("Control+Shift+ArrowLeft", Some(("ArrowLeft", "CS")));
        check("Shift++", Some(("+", "S")));
        check("Shift+Tab", Some(("Tab", "S")));
        check("Space", Some(("Space", "")));
        check(" ", Some(("Space", "")));
        for unknown in ["", "Nope", "Ctrl+a", "Hyper+a", "Shift+"] {
            check(unknown, None);
        }
    }
}
