//! Pages that changed their language: the same elements in the same order, with other labels.

use rustc_hash::{FxHashMap, FxHashSet};

use super::alignment::Alignment;
use super::fingerprint::has_letter;
use super::row_groups::contents;
use super::rows::RowMatch;
use crate::aria::Role;

/// Labels outside of rows that have to be others before a page counts as translated.
const MIN_RELABELLED: usize = 3;

/// Labels that have to be others where no row shows that the page shows the same data.
const MIN_EVERYWHERE: usize = 5;

/// Labels that became the same other one in two places, all of them, where no row is known by its texts: those are translated, too.
const MIN_CONFIRMED: usize = 5;

/// Labels outside of the only part with other labels that show that the page kept its language; a message may have one.
const MIN_KEPT: usize = 2;

impl Alignment<'_> {
    /// Matches elements of a translated page by their place. `places`: where among all elements of its page each element before
    /// was; connected nodes are asked first.
    #[must_use]
    pub(super) fn with_places(mut self, places: &[u32]) -> Self {
        let connected = |at: usize| self.after_by_node.get(&self.handle(self.before.identities[at].node)?).copied();
        let in_place = |at: usize| {
            let place = places.get(at).map(|&place| place as usize)?;
            connected(at).is_none_or(|connected| connected == place).then_some(place)
        };
        let all = 0..self.before.identities.len();
        let by_node: Vec<Option<usize>> = all.clone().map(connected).collect();
        let by_place: Vec<Option<usize>> = all.map(in_place).collect();
        if let Some(pairs) =
            [by_node, by_place].into_iter().find(|pairs| self.is_translation(pairs) && !self.is_in_one_part(pairs))
        {
            self.translated = self.in_vocabulary(pairs);
        } else {
            for &row in &self.of_other_views {
                self.rows[row as usize] = RowMatch::Ambiguous;
            }
        }
        self
    }

    /// The pairs of a translated page without controls whose label became another one than most of its like did: they may be
    /// other controls.
    fn in_vocabulary(&self, mut pairs: Vec<Option<usize>>) -> Vec<Option<usize>> {
        let before = &self.before;
        let word = |at: usize, to: usize| {
            let identity = &before.identities[at];
            ((identity.record.is_some(), &*identity.name), &*self.after.identities[to].name)
        };
        let mut counts: FxHashMap<(bool, &str), FxHashMap<&str, u32>> = FxHashMap::default();
        let labelled = |at: usize| before.identities[at].is_interactive() && !before.identities[at].name.is_empty();
        for (at, to) in
            pairs.iter().enumerate().filter_map(|(at, to)| Some((at, (*to)?))).filter(|&(at, _)| labelled(at))
        {
            let (was, is) = word(at, to);
            *counts.entry(was).or_default().entry(is).or_default() += 1;
        }
        let is_usual = |at: usize, to: usize| {
            let (was, is) = word(at, to);
            let same = counts.get(&was).and_then(|names| names.get(is)).copied().unwrap_or_default();
            counts.get(&was).is_none_or(|names| names.values().all(|&count| count < 2 || count <= same))
        };
        for (at, pair) in pairs.iter_mut().enumerate() {
            *pair = pair.filter(|&to| is_usual(at, to));
        }
        pairs
    }

    /// True if all controls that have another label are in one part of the page, and what is outside of it kept its labels:
    /// that part shows another view.
    fn is_in_one_part(&self, pairs: &[Option<usize>]) -> bool {
        let identities = &self.before.identities;
        let labelled = |at: usize| {
            let to = pairs[at].filter(|_| identities[at].is_interactive() && !identities[at].name.is_empty())?;
            Some(identities[at].name != self.after.identities[to].name)
        };
        let others: Vec<usize> = (0..pairs.len()).filter(|&at| labelled(at) == Some(true)).collect();
        let (Some(&first), Some(&last)) = (others.first(), others.last()) else { return true };
        let around = |at: usize| std::iter::successors(Some(at), |&at| Some(identities[at].parent? as usize));
        let Some(part) = around(first).find(|&part| around(last).any(|at| at == part)) else { return false };
        // Rows may be in the language of their data; the links of a bar are rows too.
        let is_bar = |at: usize| identities[at].record.is_none() || identities[at].role == Some(Role::Link);
        let kept = (0..pairs.len()).filter(|&at| labelled(at) == Some(false) && is_bar(at));
        let outside = kept.filter(|&at| around(at).all(|at| at != part));
        let outside: FxHashSet<&str> = outside.map(|at| &*identities[at].name).collect();
        outside.len() >= MIN_KEPT
    }

    /// True if at least five labels with words are others, and those that are not are all in one part of the page without another
    /// label: its data, while everything around is in another language.
    fn is_everywhere(&self, pairs: &[Option<usize>]) -> bool {
        let identities = &self.before.identities;
        let is_other = |at: usize| Some(identities[at].name != self.after.identities[pairs[at]?].name);
        let labelled = |&at: &usize| identities[at].is_interactive() && has_letter(&identities[at].name);
        let (others, kept): (Vec<usize>, Vec<usize>) = (0..pairs.len())
            .filter(labelled)
            .filter(|&at| pairs[at].is_some())
            .partition(|&at| is_other(at) == Some(true));
        if others.len() < MIN_EVERYWHERE {
            return false;
        }
        let (Some(&first), Some(&last)) = (kept.first(), kept.last()) else { return true };
        let around = |at: usize| std::iter::successors(Some(at), |&at| Some(identities[at].parent? as usize));
        let Some(part) = around(first).find(|&part| around(last).any(|at| at == part)) else { return false };
        others.iter().all(|&at| around(at).all(|at| at != part))
    }

    /// True if all pairs are of one kind and in order, the rows that are known by their texts are where they were, and most
    /// labels are others, nearly all of them the same other one wherever they were.
    fn is_translation(&self, pairs: &[Option<usize>]) -> bool {
        let (mut last, mut connected, mut row) = (None, 0, None);
        let (mut known, mut unknown) = (0, 0);
        // All labels, and those of them that are others: outside of rows, everywhere.
        let (mut counts, mut inconsistent, mut confirmed) = ([(0, 0); 2], 0, 0);
        let mut words: FxHashMap<(bool, &str), &str> = FxHashMap::default();
        for (identity, pair) in self.before.identities.iter().zip(pairs) {
            let Some(pair) = *pair else { continue };
            let Some(now) = self.after.identities.get(pair) else { return false };
            if last.is_some_and(|last| pair <= last)
                || (identity.role, identity.kind) != (now.role, now.kind)
                || identity.record.is_some() != now.record.is_some()
            {
                return false;
            }
            (last, connected) = (Some(pair), connected + 1);
            if identity.is_interactive() && has_letter(&identity.name) {
                let (is_other, is_outside) = (identity.name != now.name, identity.record.is_none());
                let is_known = words.contains_key(&(is_outside, &*identity.name));
                let known_as = words.entry((is_outside, &identity.name)).or_insert(&now.name);
                inconsistent += usize::from(*known_as != &*now.name);
                confirmed += usize::from(is_known && is_other && *known_as == &*now.name);
                for count in if is_outside { &mut counts[..] } else { &mut counts[1..] } {
                    count.0 += 1;
                    count.1 += usize::from(is_other);
                }
            }
            if let (Some(before), Some(after)) = (identity.record, now.record)
                && row.replace(before) != Some(before)
            {
                // Bars of controls are in the language of the page, and rows in a known row follow it.
                let record = &self.before.records[before as usize];
                let is_inner = record.outer.is_some_and(|outer| self.row(outer).to().is_some());
                if contents(record).is_none() || is_inner && self.row(before).to().is_none() {
                    continue;
                }
                match self.row(before) {
                    RowMatch::To(to) if to != after => return false,
                    RowMatch::To(_) => known += 1,
                    _ => unknown += 1,
                }
            }
        }
        // A few elements may have come or gone, and rows may have little besides translated words.
        connected * 20 >= pairs.len() * 19
            && (known >= unknown.max(1)
                || known == 0 && unknown == 0 && self.is_everywhere(pairs)
                || confirmed > 0 && known > 0 && known * 2 >= unknown
                || confirmed >= MIN_CONFIRMED && inconsistent == 0 && counts[0].1 * 4 >= counts[0].0 * 3)
            && counts[0].1 >= MIN_RELABELLED
            && counts.iter().any(|(labelled, relabelled)| relabelled * 2 >= *labelled)
            && inconsistent * 20 <= counts[1].0
    }
}
