//! The choices of a page: which tab, filter, page or option is the chosen one. Part of building a fingerprint.

use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::FingerprintBuilder;
use super::fingerprint::{Choice, Digest, digest, normalize};
use super::labels::{without_counts, without_counts_in_brackets};
use super::row_groups::index_of;
use super::walk::{MAX_VISITED, NOWHERE};
use crate::aria::Role;
use crate::dom::{LocalName, local_name};

/// Limit: groups with a chosen member that take part in a fingerprint.
const MAX_CHOICES: usize = 32;
/// Limit: chosen elements whose group is searched for.
const MAX_CHOSEN: usize = 256;
/// Limit: elements around a chosen one among which its group is.
const MAX_LEVELS: usize = 4;
impl FingerprintBuilder<'_> {
    /// The groups outside of rows with exactly one chosen member.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut alike: FxHashMap<Digest, u32> = FxHashMap::default();
        let chosen = (0..self.walk.len()).filter(|&at| self.is_chosen(at)).take(MAX_CHOSEN);
        for at in chosen {
            if choices.len() >= MAX_CHOICES {
                break;
            }
            let Some(group) = self.group_of(at).filter(|group| seen.insert(*group)) else { continue };
            if self.members(group, at).filter(|&member| self.is_chosen(member)).count() != 1 {
                continue;
            }
            let place = self.members(group, at).take_while(|&member| member != at).count();
            let (role, member) = (self.role_name(group), self.role_name(at));
            let kind = digest(&["choice", role, &self.name(group), member]);
            let number = alike.entry(kind).or_default();
            *number += 1;
            let label = normalize(&self.name(at));
            choices.push(Choice {
                group: kind.rotate_left(*number),
                chosen: digest(&[&without_counts(&without_counts_in_brackets(&label))]),
                place: index_of(place),
                members: index_of(self.members(group, at).count()),
            });
        }
        choices
    }

    /// True for the selected tab, the pressed button, the current link, the checked radio button.
    fn is_chosen(&self, place: usize) -> bool {
        let Some(element) = self.element(place) else { return false };
        let attr = |name: &LocalName| element.attr(name).map(str::trim);
        let is_true = |name: &LocalName| attr(name) == Some("true");
        match self.role(place) {
            Some(Role::Tab) => is_true(&local_name!("aria-selected")),
            Some(Role::Radio) => is_true(&local_name!("aria-checked")) || attr(&local_name!("checked")).is_some(),
            Some(Role::Option) => attr(&local_name!("selected")).is_some(),
            Some(_) => {
                is_true(&local_name!("aria-pressed"))
                    || attr(&local_name!("aria-current")).is_some_and(|value| !matches!(value, "" | "false"))
            }
            None => false,
        }
    }

    /// The smallest element outside of rows with another control of the same role.
    fn group_of(&self, place: usize) -> Option<usize> {
        let is_group = |&around: &usize| self.members(around, place).nth(1).is_some();
        self.walk.ancestors(place).take(MAX_LEVELS).find(is_group).filter(|&group| self.record[group] == NOWHERE)
    }

    /// The elements in a group with the role of a member.
    fn members(&self, group: usize, member: usize) -> impl Iterator<Item = usize> + '_ {
        let end = (self.walk.end[group] as usize).min(group + MAX_VISITED);
        let role = self.role(member);
        (group + 1..end).filter(move |&at| self.role(at) == role)
    }
}
