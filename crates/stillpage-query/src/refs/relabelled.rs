//! Controls whose label changed: toggles, counts, numbers that follow the place of a row.

use smallvec::SmallVec;

use super::alignment::Alignment;
use super::element_match::{ElementMatch, Proof};
use super::fingerprint::{Fingerprint, Identity, has_letter, without_numbers};
use super::index::{Groups, MANY_CONTROLS, differ, indices, kind};
use super::labels::{is_toggled, without_counts};

impl Alignment<'_> {
    /// Matches a connected control in the same row or under the same headings whose label is the other label of a toggle.
    pub(super) fn relabelled(&self, identity: &Identity) -> Option<ElementMatch> {
        let node = self.handle(identity.node)?;
        let &to = self.after_by_node.get(&node)?;
        let candidate = &self.after.identities[to];
        let same_row = match (identity.record, candidate.record) {
            (None, None) => true,
            (Some(before), Some(after)) => self.row(before).to() == Some(after),
            _ => false,
        };
        let same_word = || match (&*identity.name, &*candidate.name) {
            (old, new) if old == new => true,
            (old, new) if same_words(old, new) => self.counts_on(identity, candidate),
            (old, new) => is_toggled(old, new),
        };
        (same_row
            && same_word()
            && candidate.role == identity.role
            && candidate.kind == identity.kind
            && candidate.labels == identity.labels
            && keeps_pane(identity, candidate))
        .then_some(ElementMatch::Found { to, proof: Proof::Relabelled })
    }

    /// True if two labels that differ in numbers only can belong to one control: `Cart (2)` and `Cart (3)`, any count in the
    /// same row, and `Step 2` and `Step 3` if there is only one such control.
    pub(super) fn counts_on(&self, identity: &Identity, candidate: &Identity) -> bool {
        let alone = |page: &Fingerprint, controls: &Groups, of: &Identity| {
            let alike = indices(controls, &kind(of, of.record));
            alike.len() <= MANY_CONTROLS
                && alike.iter().filter(|&&i| same_words(&page.identities[i].name, &of.name)).count() < 2
        };
        (has_letter(&identity.name) || has_sign(&identity.name) && identity.record.is_some())
            && (without_counts(&identity.name) == without_counts(&candidate.name)
                || alone(&self.before, &self.was.controls, identity)
                    && alone(self.after, &self.now.controls, candidate))
    }

    /// Matches the control of the matching row whose label differs in numbers only, if it is the only one with these words:
    /// `Remove guest 3`, `Remove guest 2`.
    pub(super) fn renumbered(&self, identity: &Identity, row: u32) -> Option<ElementMatch> {
        let words = without_numbers(&identity.name);
        let only = |page: &Fingerprint, controls: &Groups, row: Option<u32>| {
            let alike = controls.get(&kind(identity, row))?;
            let mut same = alike.iter().copied().filter(|&i| without_numbers(&page.identities[i].name) == words);
            let (only, None) = (same.next()?, same.next()) else { return None };
            (alike.len() <= MANY_CONTROLS && has_letter(&words)).then_some(only)
        };
        only(&self.before, &self.was.controls, identity.record)?;
        let to = only(self.after, &self.now.controls, Some(row))?;
        keeps_pane(identity, &self.after.identities[to]).then_some(())?;
        Some(ElementMatch::Found { to, proof: Proof::Relabelled })
    }

    /// Matches the only control of a row, or under the same headings, that has the other label of a toggle, if its former
    /// label is gone from there and no other control could have had it.
    pub(super) fn toggled(&self, identity: &Identity, row: Option<u32>) -> Option<ElementMatch> {
        if self.handle(identity.node).is_some() {
            return None;
        }
        let (ours, theirs) =
            (self.was.controls.get(&kind(identity, identity.record))?, self.now.controls.get(&kind(identity, row))?);
        if ours.len() > MANY_CONTROLS || theirs.len() > MANY_CONTROLS {
            return None;
        }
        // Unchanged counted ids choose among duplicates.
        let with_ids = |page: &Fingerprint, all: &[usize]| -> SmallVec<[usize; 4]> {
            all.iter().copied().filter(|&i| page.identities[i].counted == identity.counted).collect()
        };
        let same = (with_ids(&self.before, ours), with_ids(self.after, theirs));
        let (ours, theirs) = if same.1.is_empty() { (&ours[..], &theirs[..]) } else { (&same.0[..], &same.1[..]) };
        let count = |page: &Fingerprint, all: &[usize], like: &dyn Fn(&str) -> bool| {
            all.iter().filter(|&&i| like(&page.identities[i].name)).count()
        };
        let mut others = theirs.iter().filter(|&&i| is_toggled(&identity.name, &self.after.identities[i].name));
        let (&to, None) = (others.next()?, others.next()) else { return None };
        let candidate = &self.after.identities[to];
        let (old, new) = (&*identity.name, &*candidate.name);
        let both = usize::from(same_words(old, new));
        // Without a node, a number may be an ordinal: the next step is another control.
        let counts = both == 0 || has_letter(old) && (row.is_some() || without_counts(old) == without_counts(new));
        let alone = count(&self.before, ours, &|name| is_toggled(name, new)) == 1
            && count(&self.before, ours, &|name| same_words(name, old)) == 1
            && count(&self.before, ours, &|name| same_words(name, new)) == both
            && count(self.after, theirs, &|name| same_words(name, old)) == both;
        let nearby = row.is_some() || !differ(&identity.nearby, &candidate.nearby);
        (counts && alone && nearby && keeps_pane(identity, candidate))
            .then_some(ElementMatch::Found { to, proof: Proof::Relabelled })
    }
}

/// False if a control reads alike, but the cell or the part of the row that it is in has another label: it may be that of another
/// record.
fn keeps_pane(identity: &Identity, candidate: &Identity) -> bool {
    (identity.pane, identity.cell) == (candidate.pane, candidate.cell) || !same_words(&identity.name, &candidate.name)
}

/// True if two labels are equal apart from numbers.
fn same_words(a: &str, b: &str) -> bool {
    without_numbers(a) == without_numbers(b)
}

/// True if a label without words shows what is counted: `👍 2`, `▲ 7`.
fn has_sign(label: &str) -> bool {
    label.chars().any(|c| !c.is_ascii() && !c.is_alphanumeric())
}
