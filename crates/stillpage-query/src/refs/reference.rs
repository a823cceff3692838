//! [`Ref`]: the short name of an element, as printed in snapshots.

use std::fmt;
use std::str::FromStr;

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

impl Printable for Ref {
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.frame > 0 {
            write!(f, "f{}", self.frame)?;
        }
        write!(f, "e{}", self.number)
    }
}

/// The error of parsing a text that is not a ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseRefError;

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

/// A ref with the role and name that its element is expected to have, as in a line of a snapshot: `button "Save" [ref=e7]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The ref.
    pub reference: Ref,
    /// The expected role; empty if not given.
    pub role: String,
    /// The expected name; empty if not given.
    pub name: String,
}

impl From<Ref> for Claim {
    fn from(reference: Ref) -> Self {
        Self { reference, role: String::new(), name: String::new() }
    }
}

impl FromStr for Claim {
    type Err = ParseRefError;

    fn from_str(text: &str) -> Result<Self, ParseRefError> {
        if let Ok(reference) = text.parse::<Ref>() {
            return Ok(reference.into());
        }
        let line = text.trim().trim_start_matches("- ").trim_end_matches(':');
        let (before, rest) = line.split_once("[ref=").ok_or(ParseRefError)?;
        let (reference, _) = rest.split_once(']').ok_or(ParseRefError)?;
        let role: String = before.chars().take_while(char::is_ascii_lowercase).collect();
        // `input[ref=e7]` is a selector.
        if role.is_empty() || !before.get(role.len()..).is_some_and(|rest| rest.starts_with(' ')) {
            return Err(ParseRefError);
        }
        let name = before.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"')).map_or("", |(name, _)| name);
        Ok(Self { reference: reference.parse()?, role, name: name.to_owned() })
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

    #[test]
    fn claim_is_a_line_of_a_snapshot() {
        let claim = "- button \"Save \\\"it\\\"\" [ref=e7] [cursor=pointer]:".parse::<Claim>().unwrap();
        assert_eq!((claim.reference.number, &*claim.role, &*claim.name), (7, "button", "Save \\\"it\\\""));
        assert_eq!("@e7".parse::<Claim>().map(|c| c.role), Ok(String::new()));
        for text in ["input[ref=e7]", "div [ref]", "div > [ref=x]"] {
            assert_eq!(text.parse::<Claim>(), Err(ParseRefError), "{text}");
        }
    }
}
