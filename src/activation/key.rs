//! [`Key`]: a key with modifiers, as Playwright's `keyboard.press()` takes it.

use std::str::FromStr;

use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};

/// A key to press: `Enter`, `Control+a`, `x`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Key {
    /// `KeyboardEvent.key`.
    pub(crate) name: String,
    pub(crate) alt: bool,
    pub(crate) control: bool,
    pub(crate) meta: bool,
    pub(crate) shift: bool,
}

/// The keys that have names and do something here, or are known to do nothing without a script.
const NAMED: &[&str] = &[
    "Enter",
    "Tab",
    "Escape",
    "Backspace",
    "Delete",
    "Insert",
    "ArrowLeft",
    "ArrowUp",
    "ArrowRight",
    "ArrowDown",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Space",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
    "Shift",
    "Control",
    "Alt",
    "Meta",
    "CapsLock",
    "ContextMenu",
];

impl Key {
    /// The character that it types; `None` for a key that types none.
    pub(crate) fn text(&self) -> Option<&str> {
        if self.control || self.alt || self.meta {
            return None;
        }
        match self.name.as_str() {
            "Space" => Some(" "),
            name if name.chars().count() == 1 => Some(name),
            _ => None,
        }
    }
}

impl FromStr for Key {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
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
            _ if NAMED.contains(&rest) || rest.chars().count() == 1 => rest.to_owned(),
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

fn unknown(name: &str) -> Error {
    let names = SafeText::join(NAMED.iter().map(|&name| name.into()), ", ");
    Error::arguments(
        safe!("Unknown key: {}", PageText::quoted(name)),
        safe!("write one character or one of {}, with Control+, Alt+, Shift+ or Meta+ before it", names),
    )
}
