//! The share of refs that survive re-renders, with this resolver and with the methods of other tools: `stillpage mutate --score`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Answer, Verdict, to_json};
use crate::aria::Role;
use crate::dom::NodeId;
use crate::page::{Keep, Page, RenderOptions};
use crate::refs::resolver::Resolver as OurResolver;
use crate::refs::session::Session;
use crate::refs::{PageFingerprint, Ref};
use crate::safe_text::{PageText, SafeText, put_line, safe};
use crate::simulate::{Clarity, Recipe, Rerender};
use crate::snapshot::{Snapshot, SnapshotOptions};

/// Limit: wrong answers that are listed one by one.
const MAX_MISTAKES: usize = 50;

/// A method of finding refs again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Resolver {
    Ours,
    OursWithoutHandles,
    /// Trusts the node as long as it is connected.
    Handle,
    /// Looks for the mark that the snapshot left on the element.
    Attribute,
    /// Takes the n-th of the same role and name.
    RoleNameNth,
}

const RESOLVERS: [(Resolver, &str); 5] = [
    (Resolver::Ours, "stillpage"),
    (Resolver::OursWithoutHandles, "stillpage without handles"),
    (Resolver::Handle, "connected node"),
    (Resolver::Attribute, "marked attribute"),
    (Resolver::RoleNameNth, "role, name and position"),
];

/// The score of one resolver.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct Tally {
    /// Resolved to the same widget.
    right: usize,
    /// Resolved to another one.
    wrong: usize,
    /// Refused, and the widget is gone.
    refused: usize,
    /// Refused, but the widget is there.
    missed: usize,
}

impl Tally {
    fn add(&mut self, truth: Option<NodeId>, answer: Option<NodeId>) {
        let field = match (answer, truth) {
            (Some(answer), Some(truth)) if answer == truth => &mut self.right,
            (Some(_), _) => &mut self.wrong,
            (None, None) => &mut self.refused,
            (None, Some(_)) => &mut self.missed,
        };
        *field += 1;
    }

    fn all(self) -> usize {
        self.right + self.wrong + self.refused + self.missed
    }
}

/// Percent with two decimals; 0 of nothing.
fn percent(part: usize, whole: usize) -> f64 {
    let share = u32::try_from(part * 10_000 / whole.max(1)).unwrap_or(u32::MAX);
    f64::from(share) / 100.0
}

/// A wrong answer of this resolver.
#[derive(Debug, Clone, Serialize)]
struct Mistake {
    seed: u64,
    resolver: &'static str,
    #[serde(rename = "ref")]
    reference: String,
    what: String,
    clarity: &'static str,
    steps: Vec<String>,
    /// The element that it was resolved to, and the one that it is; positions in the re-rendered page.
    to: Option<usize>,
    truth: Option<usize>,
}

#[derive(Serialize)]
struct Row {
    resolver: &'static str,
    #[serde(flatten)]
    tally: Tally,
    /// Percent of all.
    #[serde(rename = "wrongPercent")]
    wrong_percent: f64,
    /// Percent of those that are there.
    #[serde(rename = "foundPercent")]
    found_percent: f64,
}

/// The answer of `mutate --score`.
#[derive(Serialize)]
pub(super) struct Scores {
    seeds: usize,
    refs: usize,
    ops: BTreeMap<&'static str, usize>,
    resolvers: Vec<Row>,
    mistakes: Vec<Mistake>,
}

/// The page before, with its refs.
pub(super) struct Scorer<'a> {
    page: &'a Page,
    refs: Vec<(Ref, NodeId)>,
    session: Session,
    nth: FxHashMap<NodeId, (Role, &'a str, usize)>,
    tallies: [Tally; RESOLVERS.len()],
    ops: BTreeMap<&'static str, usize>,
    seeds: usize,
    mistakes: Vec<Mistake>,
    decidable_only: bool,
}

fn role_and_name(page: &Page, node: NodeId) -> Option<(Role, &str)> {
    let aria = page.aria().get(node)?;
    Some((aria.role?, &aria.name))
}

impl<'a> Scorer<'a> {
    /// The refs that an agent acts on are scored: those of interactive roles, in the page's own tree. `decidable_only`: no
    /// resolver is scored where what it is given does not decide the truth, as when duplicates change places.
    pub(super) fn new(page: &'a Page, decidable_only: bool) -> Self {
        let snapshot = Snapshot::render(page, &SnapshotOptions::default());
        let all: Vec<(Ref, NodeId)> = snapshot.refs().iter().collect();
        let mut session = Session::new();
        session.adopt(Session::FIRST_TAB, &PageFingerprint::of(page), snapshot.refs());
        let (mut nth, mut counts) = (FxHashMap::default(), FxHashMap::default());
        for node in page.dom().elements_in_order() {
            let Some((role, name)) = role_and_name(page, node) else { continue };
            let count: &mut usize = counts.entry((role, name)).or_default();
            nth.insert(node, (role, name, *count));
            *count += 1;
        }
        let refs =
            all.into_iter().filter(|(_, node)| nth.get(node).is_some_and(|(role, ..)| role.is_interactive())).collect();
        Self {
            page,
            refs,
            session,
            nth,
            tallies: [Tally::default(); RESOLVERS.len()],
            ops: BTreeMap::new(),
            seeds: 0,
            mistakes: Vec::new(),
            decidable_only,
        }
    }

    /// Re-renders the page once and lets everybody find the refs again.
    pub(super) fn run(&mut self, recipe: &Recipe) {
        let mut rerender = Rerender::apply(self.page.dom().clone(), recipe);
        self.seeds += 1;
        for step in rerender.steps() {
            *self.ops.entry(step.op).or_default() += 1;
        }
        if self.decidable_only && (rerender.navigated() || rerender.clarity() == Clarity::Unclear) {
            return;
        }
        // Connected nodes are given explicitly, or not at all.
        let mut dom = rerender.take_dom();
        dom.forget_origin();
        let after = Page::render(dom, self.page.device().clone(), RenderOptions::default().keep(Keep::Nothing));
        let order: Vec<NodeId> = after.dom().elements_in_order().collect();
        let connected = |node: NodeId| rerender.is_connected(node).then_some(node);
        let handles: FxHashMap<NodeId, NodeId> =
            rerender.truth().filter_map(|(node, _)| Some((node, connected(node)?))).collect();
        let mut session = Cow::Borrowed(&self.session);
        if rerender.navigated() {
            session.to_mut().navigate(Session::FIRST_TAB);
        }
        let current = PageFingerprint::of(&after);
        let with = OurResolver::new(&session, &current, Session::FIRST_TAB, Some(&handles));
        let without = OurResolver::new(&session, &current, Session::FIRST_TAB, None).after_rerender();
        let truth: FxHashMap<NodeId, Option<NodeId>> = rerender.truth().collect();
        let marked: FxHashMap<NodeId, &[NodeId]> = rerender.marked().collect();
        let mut by_name: FxHashMap<(Role, &str), Vec<NodeId>> = FxHashMap::default();
        for &node in &order {
            if let Some(key) = role_and_name(&after, node) {
                by_name.entry(key).or_default().push(node);
            }
        }
        let needs_handles = self.decidable_only && rerender.clarity() == Clarity::WithHandles;
        let position = |node: Option<NodeId>| node.and_then(|node| order.iter().position(|&n| n == node));
        for &(reference, node) in &self.refs {
            let Some(&truth) = truth.get(&node) else { continue };
            for (i, (resolver, name)) in RESOLVERS.into_iter().enumerate() {
                if needs_handles && !matches!(resolver, Resolver::Ours | Resolver::Handle) {
                    continue;
                }
                let found = |resolver: &OurResolver<'_>| Some(resolver.resolve(&reference.into()).ok()?.node);
                let answer = match resolver {
                    Resolver::Ours => found(&with),
                    Resolver::OursWithoutHandles => found(&without),
                    Resolver::Handle => connected(node),
                    Resolver::Attribute => match marked.get(&node) {
                        Some([only]) => Some(*only),
                        _ => None,
                    },
                    Resolver::RoleNameNth => {
                        self.nth.get(&node).and_then(|&(role, name, nth)| by_name.get(&(role, name))?.get(nth).copied())
                    }
                };
                self.tallies[i].add(truth, answer);
                let ours = matches!(resolver, Resolver::Ours | Resolver::OursWithoutHandles);
                if ours && answer.is_some() && answer != truth && self.mistakes.len() < MAX_MISTAKES {
                    let widget = role_and_name(self.page, node);
                    self.mistakes.push(Mistake {
                        seed: recipe.seed,
                        resolver: name,
                        reference: reference.to_string(),
                        what: widget.map(|(role, name)| format!("{} \"{name}\"", role.name())).unwrap_or_default(),
                        clarity: rerender.clarity().as_str(),
                        steps: rerender.steps().iter().map(|step| format!("{}: {}", step.op, step.what)).collect(),
                        to: position(answer),
                        truth: position(truth),
                    });
                }
            }
        }
    }

    pub(super) fn finish(self) -> Scores {
        let rows = RESOLVERS.iter().zip(self.tallies).map(|(&(_, resolver), tally)| Row {
            resolver,
            tally,
            wrong_percent: percent(tally.wrong, tally.all()),
            found_percent: percent(tally.right, tally.right + tally.missed),
        });
        Scores {
            seeds: self.seeds,
            refs: self.refs.len(),
            ops: self.ops,
            resolvers: rows.collect(),
            mistakes: self.mistakes,
        }
    }
}

impl Answer for Scores {
    fn text(&self) -> SafeText {
        let mut out = safe!("{} refs, {} re-renders\n", self.refs, self.seeds);
        if self.refs == 0 {
            put_line!(out, "# nothing on the page is interactive, so there is nothing to find again");
            return out;
        }
        put_line!(
            out,
            "{:26} {:>7} {:>7} {:>7} {:>7} {:>8} {:>8}",
            "",
            "right",
            "WRONG",
            "refused",
            "missed",
            "wrong",
            "found"
        );
        for row in &self.resolvers {
            let Tally { right, wrong, refused, missed } = row.tally;
            put_line!(
                out,
                "{:26} {:>7} {:>7} {:>7} {:>7} {:>7.2}% {:>7.2}%",
                row.resolver,
                right,
                wrong,
                refused,
                missed,
                row.wrong_percent,
                row.found_percent
            );
        }
        for mistake in self.mistakes.iter().take(5) {
            put_line!(
                out,
                "# {} mistook {} {} with seed {}: {}",
                mistake.resolver,
                PageText::token(&mistake.reference),
                PageText::of(&mistake.what),
                mistake.seed,
                PageText::of(&mistake.steps.join("; ")).at_most(1000)
            );
        }
        out
    }

    fn json(&self) -> String {
        to_json(self)
    }

    fn verdict(&self) -> Verdict {
        if self.refs == 0 { Verdict::Nothing } else { Verdict::Done }
    }
}
