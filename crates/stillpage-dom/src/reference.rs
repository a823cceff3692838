//! [`Ref`]: the short name of an element, as printed in snapshots.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::safe_text::Printable;

/// Names an element in a snapshot: `e7`, or `f1e2` for an element inside of a frame.
///
/// Parses from every form that agents write: `e7`, `@e7`, `E7`, `ref=e7`, `[ref=e7]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref {
    /// The frame, counted from 1; 0 is the page itself.
    pub frame: u32,
    /// The number, counted from 1: in its frame or, in a session, over all refs.
    pub number: u32,
}

impl Ref {
    /// Appends it to a text, as `Display` writes it.
    #[doc(hidden)]
    pub fn push_to(self, out: &mut String) {
        let mut digits = itoa::Buffer::new();
        if self.frame > 0 {
            out.push('f');
            out.push_str(digits.format(self.frame));
        }
        out.push('e');
        out.push_str(digits.format(self.number));
    }
}

impl Printable for Ref {
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push_to(&mut text);
        f.write_str(&text)
    }
}

impl Serialize for Ref {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The error of parsing a text that is not a ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseRefError;

impl fmt::Display for ParseRefError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a ref, such as e7 or f1e2")
    }
}

impl std::error::Error for ParseRefError {}

impl FromStr for Ref {
    type Err = ParseRefError;

    fn from_str(text: &str) -> Result<Self, ParseRefError> {
        let text = text.trim();
        let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        let text = match text.split_once('=') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("ref") => value.trim().trim_matches(['"', '\'']),
            _ => text,
        };
        let text = text.strip_prefix('@').unwrap_or(text);
        let (frame, number) = match text.strip_prefix(['f', 'F']) {
            Some(rest) => rest.split_once(['e', 'E']).ok_or(ParseRefError)?,
            None => ("0", text.strip_prefix(['e', 'E']).ok_or(ParseRefError)?),
        };
        let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !plain(frame) || !plain(number) {
            return Err(ParseRefError);
        }
        Ok(Self {
            frame: frame.parse().map_err(|_| ParseRefError)?,
            number: number.parse().map_err(|_| ParseRefError)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ref_text_round_trip() {
        for text in ["e1", "e4096", "f1e2", "f12e345"] {
            assert_eq!(text.parse::<Ref>().map(|r| r.to_string()).as_deref(), Ok(text), "{text}");
        }
        for text in ["", "e", "f1", "1", "e1x", "fe1", "button", "e-1", "e+1", "f1e", "@", "[e", "ref", "id=e1", "@@e1"]
        {
            assert_eq!(text.parse::<Ref>(), Err(ParseRefError), "{text}");
        }
        assert_eq!("e99999999999".parse::<Ref>(), Err(ParseRefError), "no number is that large");
    }

    #[test]
    fn ref_in_every_form_that_agents_write() {
        for text in ["e12", "@e12", "E12", "ref=e12", "[ref=e12]", "@E12", "ref=@e12", " [ref=\"e12\"] ", "Ref=e12"] {
            assert_eq!(text.parse::<Ref>(), Ok(Ref { frame: 0, number: 12 }), "{text}");
        }
        for text in ["f1e2", "@f1e2", "F1E2", "ref=f1e2", "[ref=f1e2]"] {
            assert_eq!(text.parse::<Ref>(), Ok(Ref { frame: 1, number: 2 }), "{text}");
        }
    }
}
