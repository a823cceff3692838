//! [`Ref`]: the short name of an element that an agent reads and says.

use std::fmt;
use std::str::FromStr;

/// Names an element in a snapshot: `e7`, or `f1e2` for an element inside of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref {
    /// The frame, counted from 1; 0 is the page itself.
    pub frame: u32,
    /// The number within its frame, from 1.
    pub number: u32,
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.frame > 0 {
            write!(f, "f{}", self.frame)?;
        }
        write!(f, "e{}", self.number)
    }
}

/// A text that is no ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotARef;

impl FromStr for Ref {
    type Err = NotARef;

    fn from_str(text: &str) -> Result<Self, NotARef> {
        let (frame, number) = match text.strip_prefix('f') {
            Some(rest) => rest.split_once('e').ok_or(NotARef)?,
            None => ("0", text.strip_prefix('e').ok_or(NotARef)?),
        };
        let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !plain(frame) || !plain(number) {
            return Err(NotARef);
        }
        Ok(Self { frame: frame.parse().map_err(|_| NotARef)?, number: number.parse().map_err(|_| NotARef)? })
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
        for text in ["", "e", "f1", "1", "e1x", "fe1", "button", "e-1", "e+1", "f1e"] {
            assert_eq!(text.parse::<Ref>(), Err(NotARef), "{text}");
        }
    }
}
