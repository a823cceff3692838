//! In which order a snapshot loses what does not fit.
//!
//! What is neither in the window nor in an open modal goes first; then what is in the window behind the modal, then the
//! modal itself. Within each of these zones: rows like those above them, long texts, parts without controls, controls, the
//! farthest from the window first.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::aria::Role;
use crate::snapshot::SnapshotNode;
use crate::snapshot::entries::{Content, Entry, inline_text};
use crate::snapshot::marks::{Marks, Placement, is_interactive};

/// Characters that texts keep, step by step.
const TEXT_LIMITS: [usize; 4] = [400, 160, 80, 32];
/// Characters that texts keep when nothing else helps.
const SHORTEST: usize = 8;
/// Rows of a run that are not taken for alike: they show what the others are like.
const SAMPLE_ROWS: usize = 2;
/// Limit: shorter runs are not worth a fold.
const MIN_RUN: usize = 4;
/// Bytes of a text that is no longer than the comment on a fold.
const SMALL: usize = 48;

/// One loss.
#[derive(Debug, Clone, Copy)]
pub(super) enum Loss {
    /// Characters that the texts of an entry are cut to.
    Cut { entry: usize, limit: usize },
    /// An entry goes; those in it went before.
    Drop { entry: usize },
}

/// The zone of an entry, the first to go first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Zone {
    /// Neither in the window nor in an open modal.
    #[default]
    Outside,
    /// In the window, behind a modal.
    Behind,
    /// In the modal, scrolled out of sight.
    ModalAway,
    /// In the window, and in the modal if there is one.
    Inside,
}

/// The kind of content that is lost, within a zone, the first to go first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Priority {
    /// Holds others: it goes after the last of them.
    #[default]
    Wrapper,
    RowWithoutControls,
    RowWithControls,
    LongText,
    MiddleText,
    /// No control is in it.
    Part,
    /// A part that is kept for orientation, or because it is shorter than the comment on a fold.
    Landmark,
    ShortText,
    Control,
    /// Everything else went.
    Last,
}

/// The rank of an entry: the least goes first.
type Rank = (Zone, Priority, Reverse<u32>);

/// Everything that can be lost, the first to go first. The first entry stays.
pub(super) fn losses(marks: &Marks, entries: &[Entry<'_>]) -> Vec<Loss> {
    let placements = placements(marks, entries);
    let ranks = ranks(entries, &placements);
    let drops = (1..entries.len()).map(|entry| (ranks[entry], Reverse(entry), Loss::Drop { entry }));
    let mut losses: Vec<(Rank, Reverse<usize>, Loss)> = drops.collect();
    for (at, entry) in entries.iter().enumerate() {
        let longest = longest_text(entry);
        let (zone, far) = placements[at];
        for (limit, rank) in cuts(zone) {
            if longest > limit {
                losses.push(((rank.0, rank.1, Reverse(far)), Reverse(at), Loss::Cut { entry: at, limit }));
            }
        }
    }
    losses.sort_by_key(|&(rank, entry, _)| (rank, entry));
    losses.into_iter().map(|(_, _, loss)| loss).collect()
}

/// Returns the limits to which the texts of a zone are cut, and when.
fn cuts(zone: Zone) -> [(usize, (Zone, Priority)); 5] {
    let [long, middle, short, shortest] = TEXT_LIMITS;
    // Very long texts are cut everywhere before anything else goes from the window.
    let first = if zone == Zone::Outside { Priority::LongText } else { Priority::MiddleText };
    [
        (long, (Zone::Outside, first)),
        (middle, (zone, Priority::LongText)),
        (short, (zone, Priority::MiddleText)),
        (shortest, (zone, Priority::ShortText)),
        (SHORTEST, (Zone::Inside, Priority::Last)),
    ]
}

fn longest_text(entry: &Entry<'_>) -> usize {
    let Some(node) = entry.node() else {
        return if let Content::Text(text) = entry.content { text.chars().count() } else { 0 };
    };
    let texts = [Some(&*node.name), node.url(), node.placeholder(), inline_text(node)];
    texts.into_iter().flatten().map(|text| text.chars().count()).max().unwrap_or_default()
}

/// The zone of each entry, and how many windows it is away. What has no box is where its parent is.
fn placements(marks: &Marks, entries: &[Entry<'_>]) -> Vec<(Zone, u32)> {
    let modal = marks.modality().topmost.is_some();
    let mut placements: Vec<(Zone, u32)> = Vec::with_capacity(entries.len());
    // Boxes in a frame are those of its own window: out of sight if the frame is.
    let mut in_frame_away: Vec<bool> = Vec::with_capacity(entries.len());
    for entry in entries {
        let around = entry.parent.map(|parent| placements[parent]);
        let away = entry.parent.is_some_and(|parent| {
            let is_frame = entries[parent].node().is_some_and(|node| node.role == Role::Iframe);
            in_frame_away[parent] || is_frame && placements[parent].1 > 0
        });
        in_frame_away.push(away);
        let own = entry.node().filter(|_| !away).and_then(|node| marks.placement(node.element));
        let placement = own.map(|Placement { offscreen, blocked }| {
            let far = offscreen.map_or(0, |pages| pages.unsigned_abs().max(1));
            let zone = match (modal && !blocked, offscreen) {
                (_, None) if blocked => Zone::Behind,
                (_, None) => Zone::Inside,
                (true, Some(_)) => Zone::ModalAway,
                (false, Some(_)) => Zone::Outside,
            };
            (zone, far)
        });
        placements.push(placement.or(around).unwrap_or((Zone::Inside, 0)));
    }
    placements
}

/// Returns the rank of each entry.
fn ranks(entries: &[Entry<'_>], placements: &[(Zone, u32)]) -> Vec<Rank> {
    let keeps: Vec<bool> = entries.iter().map(is_control).collect();
    let mut holds = keeps.clone();
    let mut zones: Vec<Zone> = placements.iter().map(|&(zone, _)| zone).collect();
    for at in (0..entries.len()).rev() {
        if let Some(parent) = entries[at].parent {
            holds[parent] |= holds[at];
            // The position of a container is that of most of its contents; its own box may be larger.
            zones[parent] = zones[parent].max(zones[at]);
        }
    }
    let rows = rows(entries);
    let alone = small_and_alone(entries, &holds);
    let mut row_of: Vec<Option<Rank>> = vec![None; entries.len()];
    let mut ranks: Vec<Rank> = Vec::with_capacity(entries.len());
    for (at, entry) in entries.iter().enumerate() {
        let (zone, far) = placements[at];
        row_of[at] = entry.parent.and_then(|parent| row_of[parent]).or_else(|| {
            let priority = if holds[at] { Priority::RowWithControls } else { Priority::RowWithoutControls };
            rows[at].then_some((zones[at], priority, Reverse(far)))
        });
        let has_entries = entry.end > at + 1;
        let priority = match () {
            () if keeps[at] => Priority::Control,
            () if holds[at] => Priority::Wrapper,
            () if alone[at] || entry.node().is_some_and(is_landmark) => Priority::Landmark,
            () if has_entries => Priority::Wrapper,
            () => Priority::Part,
        };
        ranks.push(row_of[at].unwrap_or((zone, priority, Reverse(far))));
    }
    // A node goes after all that is in it.
    for at in (0..entries.len()).rev() {
        if let Some(parent) = entries[at].parent {
            ranks[parent] = ranks[parent].max(ranks[at]);
        }
    }
    ranks
}

/// Returns `true` for an entry that an agent acts on, or that shows the state of the page.
fn is_control(entry: &Entry<'_>) -> bool {
    entry.node().is_some_and(|node| {
        let states = &node.states;
        let has_state = states.selected || states.checked.is_some() || node.active || states.invalid.is_some();
        node.reference.is_some() && is_interactive(node) || has_state
    })
}

fn is_landmark(node: &SnapshotNode) -> bool {
    node.states.level > 0
}

/// Returns `true` for entries that are shorter than the comment that would replace them, with nothing beside them to share it
/// with.
fn small_and_alone(entries: &[Entry<'_>], holds: &[bool]) -> Vec<bool> {
    let mut alone = vec![false; entries.len()];
    // The sibling before each entry.
    let mut before: Vec<Option<usize>> = vec![None; entries.len()];
    for (at, entry) in entries.iter().enumerate() {
        let next = entries.get(entry.end).filter(|next| next.parent == entry.parent).map(|_| entry.end);
        if let Some(next) = next {
            before[next] = Some(at);
        }
        let goes = |sibling: Option<usize>| sibling.is_some_and(|sibling| !holds[sibling]);
        let text = match entry.node() {
            Some(node) if node.url().is_some() || entry.end > at + 1 => usize::MAX,
            Some(node) => node.name.len() + inline_text(node).map_or(0, str::len),
            None => longest_text(entry),
        };
        alone[at] = !goes(before[at]) && !goes(next) && text < SMALL;
    }
    alone
}

/// Returns `true` for entries that are rows like those before them: of each run of siblings alike, those after the first few.
fn rows(entries: &[Entry<'_>]) -> Vec<bool> {
    let mut rows = vec![false; entries.len()];
    let shapes: Vec<Option<u64>> = (0..entries.len()).map(|at| shape(entries, at)).collect();
    let mut seen = vec![false; entries.len()];
    for first in 0..entries.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let Some(shape) = shapes[first] else { continue };
        let mut run = vec![first];
        let mut next = entries[first].end;
        while entries.get(next).is_some_and(|entry| entry.parent == entries[first].parent)
            && shapes[next] == Some(shape)
        {
            seen[next] = true;
            run.push(next);
            next = entries[next].end;
        }
        if run.len() >= MIN_RUN {
            for &row in run.iter().skip(SAMPLE_ROWS) {
                rows[row] = true;
            }
        }
    }
    rows
}

/// Siblings of the same shape are rows of one list: the same role, and, unless that suffices, the same roles in them.
/// Texts have none.
pub(super) fn shape(entries: &[Entry<'_>], at: usize) -> Option<u64> {
    const ROWS: [&str; 15] = [
        "listitem",
        "row",
        "article",
        "option",
        "treeitem",
        "menuitem",
        "tab",
        "cell",
        "gridcell",
        "term",
        "definition",
        "figure",
        "link",
        "img",
        "paragraph",
    ];
    let role = entries[at].node()?.role.name();
    let mut hasher = FxHasher::default();
    role.hash(&mut hasher);
    if !ROWS.contains(&role) {
        let (mut child, mut before) = (at + 1, "");
        while child < entries[at].end {
            let role = entries[child].role();
            if role != before {
                role.hash(&mut hasher);
                before = role;
            }
            child = entries[child].end;
        }
    }
    Some(hasher.finish())
}
