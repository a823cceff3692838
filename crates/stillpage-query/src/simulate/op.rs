//! [`Op`]: what a re-render can do, and [`Profile`]: how often which framework does it.

use super::change::Change;
use super::ops::{attributes, forms, identifiers, lists, nodes, overlays, panes, routes, tables, texts};
use super::stage::Stage;

/// A kind of change.
#[derive(Debug, Clone, Copy)]
pub struct Op {
    /// Lower case, words joined by hyphens.
    pub name: &'static str,
    /// `None` if the page has no place for it.
    pub(super) perform: fn(&mut Stage) -> Option<Change>,
}

impl PartialEq for Op {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

macro_rules! ops {
    // The last column documents the op.
    ($($name:literal, $perform:path, $summary:literal;)*) => {
        &[$(Op { name: $name, perform: $perform }),*]
    };
}

/// Every op.
pub const OPS: &[Op] = ops! {
    "strip-refs", attributes::strip_refs, "the marks of a snapshot are removed, all else stays";
    "strip-prefix", attributes::strip_prefix, "data attributes of one prefix are removed, sometimes the marks too";
    "strip-unknown", attributes::strip_unknown, "a sanitizer removes every attribute that HTML does not know";
    "classes", attributes::classes, "class names get other hashes";
    "hydrate", attributes::hydrate, "a server's page comes to life in place";
    "hydrate-mismatch", nodes::hydrate_mismatch, "a text differs, so that the root is rendered again";
    "replace", nodes::replace, "a node and all below it is replaced by one that looks the same";
    "remount", nodes::remount, "the root of the app is rendered again";
    "inner-html", nodes::inner_html, "the contents of a region are rewritten, sometimes with a row more or less";
    "clone", nodes::clone, "cloneNode: a copy, marks included, replaces a node or stands beside it";
    "skeleton", nodes::skeleton, "a list gives way to placeholders, or comes back";
    "insert", lists::insert, "a row is added to a keyed list";
    "remove", lists::remove, "a row of a keyed list is removed";
    "reorder", lists::reorder, "a keyed list gets another order";
    "index", lists::index, "a list keyed by index: rows come, go or swap, the nodes stay and show other rows";
    "recycle", lists::recycle, "a virtual list scrolls: its nodes show other rows";
    "morph", lists::morph, "a morph makes nodes like the new markup, by position and with all attributes";
    "renumber", lists::renumber, "a row of a numbered list comes or goes, the nodes stay and show the numbers of their places";
    "virtual", tables::virtual_rows, "a virtual list scrolls, and the new rows carry the numbers and offsets that follow";
    "indexed-names", forms::indexed_names, "a row of a form goes or moves, and names, ids and labels count the rows again";
    "optimistic-ids", forms::optimistic_ids, "a row that was shown before the server answered gets its key for good";
    "tokens", forms::tokens, "the hidden tokens of all forms change";
    "ids", identifiers::ids, "controls get other ids from a framework's generator";
    "toast", overlays::toast, "a message with a button comes, changes or goes";
    "modal", overlays::modal, "a dialog opens at the end of the body, the rest is inert; or it closes";
    "modal-aria-hidden", overlays::modal_aria_hidden, "a dialog opens, the rest is aria-hidden; or it closes";
    "bulk-bar", tables::bulk_bar, "a bar with actions for chosen rows comes or goes, sometimes in place of a toolbar";
    "portal", overlays::portal, "a popup moves to the end of the body, sometimes on new nodes";
    "age", identifiers::age, "all ages and counters go on together";
    "tick", texts::tick, "numbers in texts count on";
    "column", tables::column, "amounts or times change in every row, sometimes with the order of the rows";
    "sort", tables::sort, "a table gets another order, and the arrow moves to another header";
    "flip", texts::flip, "a toggle changes its label and stays the same widget";
    "swap", texts::swap, "the action behind a button changes: another widget on the same node";
    "detail", panes::detail, "a pane shows another record under another heading, with buttons that read alike";
    "tab", panes::tab, "another tab is chosen, and the list below shows other records with the same names";
    "route", routes::route, "the main part shows another page of the same app";
    "view", routes::view, "another view appears under a toolbar that stays";
    "language", routes::language, "texts change to another language, sometimes all but the data of rows";
    "navigate", routes::navigate, "another document";
};

impl Op {
    /// The op of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        OPS.iter().find(|op| op.name == name)
    }
}

/// The mix of changes of a framework.
#[derive(Debug, Clone, Copy)]
pub struct Profile {
    /// Lower case.
    pub name: &'static str,
    /// Ops with weights; an op that is not listed does not happen.
    pub weights: &'static [(&'static str, u32)],
}

/// All profiles.
///
/// A weight is the number of steps in which recorded apps showed the change (37 traces of React 18 and 19, Preact, Vue,
/// Svelte and plain DOM code, 330 steps, several changes in most). What recordings do not distinguish from an insertion or
/// a removal (skeletons), or what was recorded too rarely (routes), has a small weight of its own.
pub const PROFILES: &[Profile] = &[
    Profile {
        name: "react",
        weights: &[
            ("insert", 48),
            ("remove", 41),
            ("replace", 38),
            ("index", 28),
            ("swap", 18),
            ("tick", 14),
            ("flip", 13),
            ("remount", 13),
            ("reorder", 11),
            ("strip-refs", 9),
            ("toast", 7),
            ("hydrate", 3),
            ("modal", 3),
            ("recycle", 3),
            ("skeleton", 3),
            ("route", 2),
            ("hydrate-mismatch", 1),
            ("classes", 1),
        ],
    },
    Profile {
        name: "preact",
        weights: &[
            ("insert", 13),
            ("remove", 12),
            ("index", 5),
            ("flip", 4),
            ("reorder", 4),
            ("remount", 4),
            ("replace", 3),
            ("swap", 3),
            ("toast", 2),
            ("tick", 2),
            ("hydrate", 1),
            ("modal", 1),
            ("route", 1),
        ],
    },
    Profile {
        name: "vue",
        weights: &[
            ("index", 12),
            ("remove", 12),
            ("insert", 10),
            ("replace", 5),
            ("tick", 5),
            ("flip", 4),
            ("swap", 2),
            ("toast", 2),
            ("reorder", 2),
            ("recycle", 1),
            ("skeleton", 1),
            ("modal", 1),
            ("route", 1),
        ],
    },
    Profile {
        name: "svelte",
        weights: &[
            ("insert", 9),
            ("remove", 6),
            ("tick", 5),
            ("index", 4),
            ("replace", 3),
            ("reorder", 2),
            ("toast", 1),
            ("flip", 1),
            ("classes", 1),
        ],
    },
    Profile {
        name: "morph",
        weights: &[
            ("morph", 15),
            ("inner-html", 12),
            ("remove", 10),
            ("replace", 8),
            ("reorder", 4),
            ("strip-refs", 3),
            ("toast", 3),
            ("clone", 2),
            ("tick", 1),
            ("strip-unknown", 1),
            ("strip-prefix", 1),
        ],
    },
    Profile {
        name: "chaos",
        weights: &[
            ("strip-refs", 1),
            ("strip-prefix", 1),
            ("strip-unknown", 1),
            ("classes", 1),
            ("hydrate", 1),
            ("hydrate-mismatch", 1),
            ("replace", 1),
            ("remount", 1),
            ("inner-html", 1),
            ("clone", 1),
            ("skeleton", 1),
            ("insert", 1),
            ("remove", 1),
            ("reorder", 1),
            ("index", 1),
            ("recycle", 1),
            ("morph", 1),
            ("toast", 1),
            ("modal", 1),
            ("tick", 1),
            ("flip", 1),
            ("swap", 1),
            ("route", 1),
            ("renumber", 1),
            ("ids", 1),
            ("portal", 1),
            ("age", 1),
            ("view", 1),
            ("language", 1),
            ("virtual", 1),
            ("indexed-names", 1),
            ("optimistic-ids", 1),
            ("tokens", 1),
            ("modal-aria-hidden", 1),
            ("bulk-bar", 1),
            ("column", 1),
            ("sort", 1),
            ("detail", 1),
            ("tab", 1),
        ],
    },
];

impl Profile {
    /// The profile of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }

    /// Its ops with their weights.
    #[must_use]
    pub fn ops(&self) -> Vec<(Op, u32)> {
        self.weights.iter().filter_map(|&(name, weight)| Some((*Op::named(name)?, weight))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_name_ops_that_exist() {
        for profile in PROFILES {
            assert_eq!(profile.ops().len(), profile.weights.len(), "{}", profile.name);
        }
        let chaos = Profile::named("chaos").unwrap();
        let missing: Vec<_> = OPS.iter().filter(|op| chaos.weights.iter().all(|(name, _)| *name != op.name)).collect();
        assert_eq!(missing.iter().map(|op| op.name).collect::<Vec<_>>(), ["navigate"], "chaos does all but leave");
    }
}
