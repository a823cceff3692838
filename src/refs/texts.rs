//! [`Atoms`]: the texts of a row, hashed and classified, with the label of the row.

use super::fingerprint::{Atom, AtomKind, digest, has_letter, normalize};
use super::labels::is_age;
use crate::dom::{ElementData, ns};

/// Limit: characters of a row's label.
const MAX_LABEL: usize = 40;

/// The texts of a row.
#[derive(Default)]
pub(super) struct Atoms {
    pub(super) atoms: Vec<Atom>,
    pub(super) all: String,
    pub(super) label: Option<String>,
    /// The name of the first control, as a fallback for the label.
    pub(super) control: Option<String>,
    /// The first text, if it is a whole number: `3`, `3.`, `#3`.
    pub(super) number: Option<(u32, String)>,
    /// True once a text was added.
    has_text: bool,
}

impl Atoms {
    pub(super) fn push(&mut self, kind: AtomKind, prefix: &str, text: &str, in_control: bool) {
        let text = normalize(text);
        if text.is_empty() {
            return;
        }
        let is_number = !has_letter(&text) || prefix == "t:" && is_age(&text);
        let kind = if kind != AtomKind::Image && is_number { AtomKind::Number } else { kind };
        if prefix == "t:" && !std::mem::replace(&mut self.has_text, true) {
            let bare = text.trim_start_matches('#').trim_end_matches(['.', ')']);
            self.number = bare.parse().ok().map(|number| (number, text.clone()));
        }
        let atom = Atom { digest: digest(&[prefix, &text]), kind };
        self.all.push_str(prefix);
        self.all.push_str(&text);
        self.all.push('\n');
        let label = if in_control { &mut self.control } else { &mut self.label };
        if kind == AtomKind::Content && prefix == "t:" && label.is_none() {
            *label = Some(text.chars().take(MAX_LABEL).collect());
        }
        // The strongest kind wins for a text that appears twice.
        match self.atoms.iter_mut().find(|a| a.digest == atom.digest) {
            Some(known) => known.kind = known.kind.min(atom.kind),
            None => self.atoms.push(atom),
        }
    }

    /// Removes the leading number of the row.
    pub(super) fn drop_number(&mut self) {
        let Some((_, text)) = self.number.take() else { return };
        let gone = digest(&["t:", &text]);
        self.atoms.retain(|atom| atom.digest != gone);
        self.all = self.all.replacen(&format!("t:{text}\n"), "", 1);
    }

    pub(super) fn push_link(&mut self, href: &str) {
        let atom = Atom { digest: digest(&["link:", subject_of(href)]), kind: AtomKind::Link };
        if is_link_target(href) && !self.atoms.contains(&atom) {
            self.atoms.push(atom);
        }
    }
}

/// True if a link has a target.
pub(super) fn is_link_target(href: &str) -> bool {
    !href.trim_matches('#').is_empty() && !href.starts_with("javascript:")
}

/// The part of a link that identifies its subject: everything from the first path segment with a digit on, or the whole
/// link. `/inbox/12` and `/starred/12` open the same message.
pub(super) fn subject_of(href: &str) -> &str {
    let mut start = 0;
    for step in href.split('/') {
        // A host's name may have digits too.
        let is_host = start > 0 && href.get(..start).is_some_and(|before| before.ends_with("//"));
        if step.contains(|c: char| c.is_ascii_digit()) && !is_host {
            return href.get(start..).unwrap_or(href);
        }
        start += step.len() + 1;
    }
    href
}

/// True for inputs whose value the user enters.
pub(super) fn is_typed(element: &ElementData) -> bool {
    let kind =
        element.attributes.iter().find(|a| a.name.ns == ns!() && &*a.name.local == "type").map_or("", |a| &*a.value);
    let is_fixed = ["radio", "checkbox", "button", "submit", "reset", "image", "hidden"];
    &*element.name.local == "input" && !is_fixed.iter().any(|fixed| kind.eq_ignore_ascii_case(fixed))
}
