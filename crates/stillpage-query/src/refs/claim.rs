//! [`Claim`]: a ref as a line of a snapshot has it.

use std::str::FromStr;

use crate::reference::{ParseRefError, Ref};

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
    fn claim_is_a_line_of_a_snapshot() {
        let claim = "- button \"Save \\\"it\\\"\" [ref=e7] [cursor=pointer]:".parse::<Claim>().unwrap();
        assert_eq!((claim.reference.number, &*claim.role, &*claim.name), (7, "button", "Save \\\"it\\\""));
        assert_eq!("@e7".parse::<Claim>().map(|c| c.role), Ok(String::new()));
        for text in ["input[ref=e7]", "div [ref]", "div > [ref=x]"] {
            assert_eq!(text.parse::<Claim>(), Err(ParseRefError), "{text}");
        }
    }
}
