//! Pruning: drops nodes that are empty or repeat their neighbours.
//!
//! One pass, children before their parents.

use smallvec::SmallVec;

use super::kept::{Decision, Fate, Part, Parts, is_within};
use super::omission::Omission;
use super::pieces::{Piece, Pieces};
use super::tree::{Draft, Drafts};
use super::{Child, SnapshotMode, SnapshotNode, SnapshotOptions};
use crate::aria::role::RoleTraits;
use crate::aria::{AriaNode, AriaTree, Role};
use crate::dom::{Dom, NodeId, NodeMap};
use crate::segmented::SegmentedVec;
use crate::text::normalize;

struct Pass<'a> {
    ai: bool,
    aria: &'a AriaTree,
    drafts: SegmentedVec<Draft>,
    pieces: Pieces<'a>,
    /// One above the position of an element's draft, for those with a ref; 0 for others.
    with_ref: NodeMap<u32>,
    fates: Vec<Fate>,
    /// Place in the post-order, from 1; 0 for drafts that are not done.
    ranks: Vec<u32>,
    /// Number of drafts in a draft, itself included; of drafts that are done.
    sizes: Vec<u32>,
    /// Rank of the last draft that showed what a draft's element adds to the names around it; 0 for none.
    shown_at: Vec<u32>,
    children: SegmentedVec<Box<[Child]>>,
    /// Room for a run of text.
    text: String,
    /// Names that were dropped, by the position of their draft.
    dropped: Vec<(usize, Box<str>)>,
    /// The reason why each draft is not shown; empty if nobody asks.
    omissions: Vec<Option<Omission>>,
    /// The first and the last of the drafts that decided on each draft and on those in it.
    reach: Vec<(u32, u32)>,
    /// The drafts whose text the draft around them has taken.
    emptied: Vec<bool>,
}

/// The nodes that remain of the drafts. Positions are those of the drafts, less one for the fragment.
pub(super) struct Distilled {
    pub(super) nodes: SegmentedVec<SnapshotNode>,
    /// The outermost children.
    pub(super) roots: Vec<Child>,
    /// The reason why each node is not shown; `None` for those that are, and for those in one that is not. Empty if nobody asked.
    pub(super) omissions: Vec<Option<Omission>>,
    /// The decisions on each draft, for the next snapshot.
    pub(super) decisions: Vec<Decision>,
    /// One above the position of an element's draft, for those with a ref; 0 for others.
    pub(super) with_ref: NodeMap<u32>,
}

/// Decides on every draft of a page with this accessibility tree. `dom`: if the decisions are wanted; `explains`: if reasons are.
pub(super) fn distill(
    drafts: Drafts<'_>,
    aria: &AriaTree,
    options: &SnapshotOptions,
    dom: Option<&Dom>,
    explains: bool,
) -> Distilled {
    let Drafts { drafts, pieces, with_ref, taken, mut parts, .. } = drafts;
    let len = drafts.len();
    let mut pass = Pass {
        ai: options.mode == SnapshotMode::Ai,
        aria,
        drafts,
        pieces,
        with_ref,
        fates: vec![Fate::Kept; len],
        ranks: vec![0; len],
        sizes: vec![1; len],
        shown_at: vec![0; len],
        children: std::iter::repeat_with(Box::default).take(len).collect(),
        text: String::new(),
        dropped: Vec::new(),
        omissions: vec![None; if explains { len } else { 0 }],
        reach: if dom.is_some() { vec![(u32::MAX, 0); len] } else { Vec::new() },
        emptied: vec![false; len],
    };
    let (mut rank, mut taken) = (0, taken.into_iter().peekable());
    for position in pass.post_order() {
        let position = position as usize;
        if let Some((part, parts)) = taken.next_if(|part| part.start == position).zip(parts.as_mut()) {
            pass.take_part(part, parts, rank);
            rank += pass.sizes[position];
            continue;
        }
        rank += 1;
        pass.ranks[position] = rank;
        pass.finish(position);
        if let Some(dom) = dom {
            pass.reach[position] = pass.reach_of(position, dom);
        }
    }
    let decisions = pass.decisions();
    if let Some(depth) = options.depth.filter(|&depth| depth > 0) {
        pass.cut(depth);
    }
    pass.hide_inner_cursors();
    let Pass { drafts, children, mut omissions, with_ref, .. } = pass;
    if explains {
        omissions.remove(0);
    }
    let mut finished = drafts.into_iter().zip(children);
    let roots = finished.next().map(|(_, children)| children.into_vec()).unwrap_or_default();
    // Nodes take the room that drafts leave.
    let nodes = finished.filter_map(|(draft, children)| {
        Some(SnapshotNode {
            element: draft.element?,
            role: draft.role,
            name: draft.name,
            states: draft.states,
            active: draft.active,
            aria_hidden: draft.aria_hidden,
            reference: draft.reference,
            cursor_pointer: draft.pointer,
            extras: draft.extras,
            children,
        })
    });
    Distilled { nodes: nodes.collect(), roots, omissions, decisions, with_ref }
}

fn number(draft: usize) -> u32 {
    u32::try_from(draft).unwrap_or(u32::MAX)
}

/// The position among the drafts of a node.
fn position(node: usize) -> usize {
    node + 1
}

impl<'a> Pass<'a> {
    /// All drafts, each after its children.
    fn post_order(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.drafts.len());
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            order.push(number(at));
            stack.extend(self.pieces.of(self.drafts[at].children).filter_map(|piece| match piece {
                Piece::Draft(child) => Some(child),
                _ => None,
            }));
        }
        order.reverse();
        order
    }

    /// Takes over the decisions on a draft and on all in it; `before`: the last rank before them.
    fn take_part(&mut self, part: Part, parts: &mut Parts, before: u32) {
        let size = parts.decisions[part.old_start].size;
        let before_then = parts.decisions[part.old_start].rank - size;
        let old = part.old_start..part.old_start + size as usize;
        for old in old.clone() {
            let (at, was) = (part.moved(old), parts.decisions[old]);
            self.ranks[at] = was.rank - before_then + before;
            self.sizes[at] = was.size;
            self.emptied[at] = was.is_emptied;
            self.fates[at] = match was.fate {
                Fate::Replaced(by) => Fate::Replaced(number(part.moved(by as usize))),
                fate => fate,
            };
            if let Some(reach) = self.reach.get_mut(at) {
                let moved = |draft: u32| number(part.moved(draft as usize));
                *reach = (moved(was.reach.0), moved(was.reach.1));
            }
            self.children[at] = parts.take_children(old, part);
        }
        if !self.ai {
            return;
        }
        for at in old.map(|old| part.moved(old)) {
            self.show(at, self.drafts[at].role == Role::Generic && self.sizes[at] == 1);
        }
    }

    /// The first and the last of the drafts that decide on a draft and on those in it: all, if others than those in it may.
    fn reach_of(&self, at: usize, dom: &Dom) -> (u32, u32) {
        let mut reach = (number(at), number(at));
        let mut extend = |first: u32, last: u32| reach = (reach.0.min(first), reach.1.max(last));
        for piece in self.pieces.of(self.drafts[at].children) {
            if let Piece::Draft(draft) = piece {
                let (first, last) = self.reach[draft];
                extend(first, last);
            }
        }
        for &source in self.sources_of(at) {
            match self.draft_of(source) {
                Some(draft) => extend(number(draft), number(draft)),
                None if self.drafts[at].element.is_some_and(|element| is_within(dom, source, element)) => {}
                None => extend(0, u32::MAX),
            }
        }
        reach
    }

    fn decisions(&self) -> Vec<Decision> {
        let all = self.reach.iter().enumerate().map(|(at, &reach)| Decision {
            fate: self.fates[at],
            rank: self.ranks[at],
            size: self.sizes[at],
            reach,
            pointer: self.drafts[at].pointer,
            inside_pointer: self.drafts[at].inside_pointer,
            is_emptied: self.emptied[at],
        });
        all.collect()
    }

    /// Decides on a draft whose children are decided on.
    fn finish(&mut self, at: usize) {
        let (mut drafts, mut size) = (0, 0);
        for piece in self.pieces.of(self.drafts[at].children) {
            if let Piece::Draft(draft) = piece {
                drafts += 1;
                size += self.sizes[draft];
            }
        }
        self.sizes[at] += size;
        let leaf = self.drafts[at].role == Role::Generic && drafts == 0;
        let (mut children, repeated) = self.gather(at, drafts);
        // Playwright: the raw text in an `iframe` shows only if nothing of its document does.
        if self.drafts[at].role == Role::Iframe && children.iter().any(|child| matches!(child, Child::Node(_))) {
            children.retain(|child| matches!(child, Child::Node(_)));
        }

        if self.ai && !repeated && self.children_show_name(at) {
            let name = std::mem::take(&mut self.drafts[at].name);
            self.dropped.push((at, name));
        }
        let draft = &self.drafts[at];
        if let [Child::Text(text)] = children.as_slice()
            && *text == draft.name
        {
            children.clear();
        }
        if self.ai
            && draft.role == Role::Generic
            && !draft.aria_hidden
            && let [Child::Node(only)] = children.as_slice()
            && self.is_plain_text(position(*only))
        {
            let only = position(*only);
            self.omit(only, Omission::PlainText);
            self.emptied[only] = true;
            children = std::mem::take(&mut self.children[only]).into_vec();
        }
        let draft = &self.drafts[at];
        if draft.role == Role::Generic && draft.name.is_empty() {
            let (fate, omission) = match children.as_slice() {
                [] if !self.ai || !draft.is_outermost_pointer() => (Fate::Dropped, Some(Omission::Empty)),
                [Child::Node(only)] if self.drafts[position(*only)].reference.is_some() => {
                    (Fate::Replaced(number(position(*only))), Some(Omission::OnlyChild))
                }
                _ => (Fate::Kept, None),
            };
            self.fates[at] = fate;
            if let Some(omission) = omission {
                self.omit(at, omission);
            }
        }
        if self.ai {
            self.show(at, leaf);
        }
        self.children[at] = children.into_boxed_slice();
    }

    /// The children of a draft that has `drafts` drafts in it, text merged; true if one was left out because it only repeats the draft's name.
    fn gather(&mut self, at: usize, drafts: usize) -> (Vec<Child>, bool) {
        let pieces = std::mem::take(&mut self.pieces);
        let mut children = Vec::with_capacity(drafts);
        let mut text = std::mem::take(&mut self.text);
        let mut repeated = false;
        for piece in pieces.of(self.drafts[at].children) {
            let (draft, unwrapped) = match piece {
                Piece::Text(data) => {
                    text.push_str(&data);
                    continue;
                }
                Piece::Draft(draft) => match self.fates[draft] {
                    Fate::Kept => (draft, false),
                    Fate::Replaced(by) => (by as usize, true),
                    Fate::Dropped => continue,
                },
            };
            if self.ai && self.is_mute_image(draft) {
                self.omit(draft, Omission::MuteImage);
                continue;
            }
            // Playwright: compared before nameless generics around a node are unwrapped.
            if self.ai && !unwrapped && self.repeats_name(draft, at) {
                repeated = true;
                self.omit(draft, Omission::RepeatsName);
                continue;
            }
            push_text(&mut children, &mut text);
            children.push(Child::Node(draft - 1));
        }
        push_text(&mut children, &mut text);
        self.text = text;
        self.pieces = pieces;
        (children, repeated)
    }

    /// Notes the reason why a draft is not shown.
    fn omit(&mut self, at: usize, reason: Omission) {
        if let Some(slot) = self.omissions.get_mut(at) {
            *slot = Some(reason);
        }
    }

    /// An image without a name or content, unless it is what a pointer would click.
    fn is_mute_image(&self, at: usize) -> bool {
        let draft = &self.drafts[at];
        draft.role == Role::Img
            && draft.name.is_empty()
            && self.children[at].is_empty()
            && !draft.is_outermost_pointer()
    }

    /// A generic with nothing but text.
    fn is_plain(&self, at: usize) -> bool {
        let draft = &self.drafts[at];
        draft.role == Role::Generic && !draft.active && !draft.aria_hidden
    }

    /// A plain, nameless generic with nothing but text.
    fn is_plain_text(&self, at: usize) -> bool {
        self.is_plain(at) && self.drafts[at].name.is_empty() && matches!(&*self.children[at], [Child::Text(_)])
    }

    /// A plain generic that only repeats its parent's name.
    fn repeats_name(&self, at: usize, parent: usize) -> bool {
        let name = &self.drafts[parent].name;
        self.is_plain(at)
            && !name.is_empty()
            && match &*self.children[at] {
                [] => self.drafts[at].name == *name,
                [Child::Text(text)] => self.drafts[at].name.is_empty() && text == name,
                _ => false,
            }
    }

    /// True if the elements that the name is made of are shown within the draft: those that have a ref and are done, of
    /// which there is one at least.
    fn children_show_name(&self, at: usize) -> bool {
        let draft = &self.drafts[at];
        if draft.name.is_empty() || draft.reference.is_none() || draft.role.traits().contains(RoleTraits::KEEPS_NAME) {
            return false;
        }
        let first_rank = self.ranks[at] + 1 - self.sizes[at];
        let mut sources = self.sources(at).peekable();
        sources.peek().is_some() && sources.all(|source| self.shown_at[source] >= first_rank)
    }

    /// The elements that the text of a draft's name is from.
    fn sources_of(&self, at: usize) -> &'a [NodeId] {
        let draft = &self.drafts[at];
        let element = draft.element.filter(|_| draft.role != Role::Iframe);
        element.and_then(|element| self.aria.get(element)).map(AriaNode::sources).unwrap_or_default()
    }

    /// The drafts of the elements that a name is made of, as far as they have a ref and are done or around this one.
    fn sources(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let drafts = self.sources_of(at).iter().filter_map(|&source| self.draft_of(source));
        drafts.filter(move |&source| match self.ranks[source] {
            0 => source < at,
            rank => rank < self.ranks[at],
        })
    }

    /// The draft of an element that has a ref.
    fn draft_of(&self, element: NodeId) -> Option<usize> {
        (*self.with_ref.get(element)? as usize).checked_sub(1)
    }

    /// Notes what a draft shows: itself, and what its name is made of. A generic with nothing but text shows not itself:
    /// it is text.
    fn show(&mut self, at: usize, leaf: bool) {
        let draft = &self.drafts[at];
        if draft.reference.is_none() {
            return;
        }
        let rank = self.ranks[at];
        if !draft.name.is_empty() {
            for source in self.sources(at).collect::<SmallVec<[usize; 8]>>() {
                self.shown_at[source] = self.shown_at[source].max(rank);
            }
        }
        if !leaf {
            self.shown_at[at] = self.shown_at[at].max(rank);
        }
    }

    /// Leaves out what is deeper than `limit`; text that stands alone stays with its node. A name stays if what shows it
    /// is left out.
    fn cut(&mut self, limit: usize) {
        let mut depths = vec![usize::MAX; self.drafts.len()];
        let mut stack: Vec<(usize, usize)> = self.nodes_in(0).map(|child| (child, 0)).collect();
        while let Some((at, depth)) = stack.pop() {
            depths[at] = depth;
            if depth >= limit && !matches!(&*self.children[at], [Child::Text(_)]) && !self.holds_frame(at) {
                for child in self.nodes_in(at).collect::<Vec<_>>() {
                    self.omit(child, Omission::TooDeep);
                }
                self.children[at] = Box::default();
                continue;
            }
            // Playwright: each frame is a snapshot of its own.
            let next = if self.holds_frame(at) { 0 } else { depth + 1 };
            stack.extend(self.nodes_in(at).map(|child| (child, next)));
        }
        for (at, name) in std::mem::take(&mut self.dropped) {
            let hidden = self
                .sources_of(at)
                .iter()
                .any(|&source| self.draft_of(source).is_some_and(|source| depths[source] == usize::MAX));
            if hidden {
                self.drafts[at].name = name;
            }
        }
    }

    fn holds_frame(&self, at: usize) -> bool {
        self.drafts[at].role == Role::Iframe
    }

    fn nodes_in(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.children[at].iter().filter_map(|child| match child {
            Child::Node(node) => Some(position(*node)),
            Child::Text(_) => None,
        })
    }

    /// A pointer cursor is shown once: on the outermost node of those inside each other that have it.
    fn hide_inner_cursors(&mut self) {
        let mut stack: Vec<(usize, bool)> = self.nodes_in(0).map(|child| (child, false)).collect();
        while let Some((at, inside)) = stack.pop() {
            let own = self.drafts[at].pointer;
            self.drafts[at].pointer = own && !inside;
            let inside = !self.holds_frame(at) && (inside || own);
            stack.extend(self.nodes_in(at).map(|child| (child, inside)));
        }
    }
}

/// Ends a run of text.
fn push_text(children: &mut Vec<Child>, text: &mut String) {
    if text.is_empty() {
        return;
    }
    let normal = normalize(text);
    text.clear();
    if !normal.is_empty() {
        // Most nodes with a text have nothing else.
        if children.capacity() == 0 {
            children.reserve_exact(1);
        }
        children.push(Child::Text(normal.into()));
    }
}
