//! Evaluation of Playwright's selectors.

use rustc_hash::{FxHashMap, FxHashSet};

use super::content::{Matched, Missed, Places, TextContents, TextQuery};
use super::css::{Combinator, Complex, Compound, Function};
use super::part::{Condition, has_label};
use super::{Part, PlaywrightSelector};
use crate::aria::Exposure;
use crate::dom::{Dom, LocalName, NodeId, NodeMap};
use crate::error::SelectorError;
use crate::page::Page;
use crate::search::pattern::{StepBudget, TooExpensive};
use crate::selector::{Matcher, SelectorList, Tree};

/// Limit: elements that compounds are compared with, over all of a selector.
const STEPS: u64 = 30_000_000;

/// The reason why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    Pattern(SelectorError),
    Steps,
}

/// The scope that a selector is matched in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Scope {
    /// Only what is below it counts.
    root: NodeId,
    /// The element that `:scope` matches.
    named: NodeId,
    /// Through open shadow roots.
    deep: bool,
}

/// Matching on one page, with what has been found out so far.
pub(crate) struct Evaluation<'a> {
    page: &'a Page,
    dom: &'a Dom,
    document: NodeId,
    /// The document and those of the frames that were entered.
    documents: Vec<NodeId>,
    content: Option<TextContents<'a>>,
    /// The places of texts, by the address of what is wanted.
    places: FxHashMap<*const TextQuery, Places>,
    /// The elements that `:nth-match()` functions match, by their address and scope.
    numbered: FxHashMap<(*const Function, Scope), Option<NodeId>>,
    matcher: Matcher<'a>,
    has_shadow: bool,
    order: Option<NodeMap<u32>>,
    /// The elements of the document and its open shadow trees.
    all: Option<Vec<NodeId>>,
    budget: StepBudget,
    steps: u64,
    failure: Option<Failure>,
}

impl std::fmt::Debug for Evaluation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation").field("document", &self.document).finish_non_exhaustive()
    }
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(page: &'a Page, tree: &'a Tree<'a>, scope: NodeId) -> Self {
        let dom = page.dom();
        let document = dom.owner_document(scope);
        Self {
            page,
            dom,
            document,
            documents: vec![document],
            content: None,
            places: FxHashMap::default(),
            numbered: FxHashMap::default(),
            matcher: Matcher::new(tree, dom.quirks(document)),
            has_shadow: tree.has_shadow(),
            order: None,
            all: None,
            budget: StepBudget::for_text(dom.len()),
            steps: STEPS,
            failure: None,
        }
    }

    /// Ends with a selector: what is known by the addresses of its parts is forgotten, what it may cost is restored.
    pub(super) fn end(&mut self) -> Option<Failure> {
        self.places.clear();
        self.numbered.clear();
        self.budget = StepBudget::for_text(self.dom.len());
        self.steps = STEPS;
        self.failure.take()
    }

    /// The elements of the document and its open shadow trees.
    pub(super) fn all(&mut self) -> &[NodeId] {
        self.all.get_or_insert_with(|| elements_below(self.dom, self.document, self.has_shadow))
    }

    pub(super) fn content(&mut self) -> &TextContents<'a> {
        self.content.get_or_insert_with(|| TextContents::new(self.dom, &self.documents))
    }

    /// The elements below a scope that a selector means.
    pub(super) fn query_selector(&mut self, selector: &PlaywrightSelector, scope: NodeId) -> Vec<NodeId> {
        let parts = &selector.parts;
        let Some(capture) = selector.capture.filter(|&at| at + 1 < parts.len()) else {
            return self.chain(parts, scope);
        };
        let (before, after) = parts.split_at(capture + 1);
        let mut found = self.chain(before, scope);
        found.retain(|&node| !self.chain(after, node).is_empty());
        found
    }

    /// Puts elements in document order, each once.
    fn sort(&mut self, found: &mut Vec<NodeId>) {
        let order = self.order.get_or_insert_with(|| composed_order(self.dom, self.document));
        found.sort_by_key(|&node| order[node]);
        found.dedup();
    }

    /// The elements that the parts of a chain mean, one after the other.
    pub(super) fn chain(&mut self, parts: &[Part], scope: NodeId) -> Vec<NodeId> {
        self.chain_from(parts, vec![scope], scope)
    }

    /// Returns the elements of a chain that begins with what another chain has found.
    pub(super) fn chain_from(&mut self, parts: &[Part], mut found: Vec<NodeId>, scope: NodeId) -> Vec<NodeId> {
        for part in parts {
            match part {
                Part::Nth(number) => {
                    let from_end = i64::try_from(found.len()).map_or(-1, |len| len + number);
                    let at = usize::try_from(if *number < 0 { from_end } else { *number });
                    found = at.ok().and_then(|at| found.get(at).copied()).into_iter().collect();
                    continue;
                }
                Part::And(other) => {
                    let known: FxHashSet<NodeId> = found.into_iter().collect();
                    found = self.query_selector(other, scope);
                    found.retain(|node| known.contains(node));
                    continue;
                }
                Part::Or(other) => {
                    found.extend(self.query_selector(other, scope));
                    self.sort(&mut found);
                    continue;
                }
                _ => {}
            }
            let mut seen = FxHashSet::default();
            let mut next = Vec::new();
            for root in found {
                next.extend(self.part(part, root).into_iter().filter(|&node| seen.insert(node)));
            }
            found = next;
        }
        // The scope itself is not a result before a part has looked below it.
        found.retain(|&node| self.dom.element(node).is_some());
        found
    }

    fn part(&mut self, part: &Part, root: NodeId) -> Vec<NodeId> {
        match part {
            Part::Css(list, deep) => self.query(list, Scope { root, named: root, deep: *deep }),
            Part::Text(wanted) => self.text(wanted, root),
            Part::Role(selector) => {
                let mut found = Vec::new();
                for node in self.below(root, true) {
                    let Some(known) = self.page.semantics().get(node) else { continue };
                    match selector.matches(self.dom, node, known, &mut self.budget) {
                        Ok(true) => found.push(node),
                        Ok(false) => {}
                        // Whose pattern it is does not matter: it is in the selector.
                        Err(spent) => self.give_up(spent, "role="),
                    }
                }
                found
            }
            Part::Attribute(name, value) => {
                let name = LocalName::from(*name);
                let mut found = self.below(root, true);
                found.retain(|&node| self.dom.attr(node, &name) == Some(value));
                found
            }
            Part::Visible(wanted) => match self.dom.element(root) {
                Some(_) if self.is_visible(root) == *wanted => vec![root],
                _ => Vec::new(),
            },
            Part::Label(wanted) => {
                let mut found = self.below(root, true);
                found.retain(|&node| self.step() && self.has_label(node, wanted));
                found
            }
            Part::AttributeText(attribute) => {
                let mut found = self.below(root, true);
                let name = attribute.name.clone().unwrap_or_else(|| self.dom.test_id_attribute().into());
                found.retain(|&node| {
                    let value = self.dom.attr(node, &name);
                    value.is_some_and(|value| match attribute.matches(value, &mut self.budget) {
                        Ok(matches) => matches,
                        Err(spent) => {
                            self.give_up(spent, &name);
                            false
                        }
                    })
                });
                found
            }
            Part::Filter(condition, has) => {
                let holds = match condition {
                    Condition::Text(wanted) => self.step() && self.has_text(root, wanted),
                    Condition::Element(selector) => self.step() && !self.query_selector(selector, root).is_empty(),
                };
                if holds == *has && self.dom.element(root).is_some() { vec![root] } else { Vec::new() }
            }
            Part::ContentFrame => {
                self.dom.element(root).and_then(|frame| frame.frame_document).map_or_else(Vec::new, |d| {
                    if !self.documents.contains(&d) {
                        self.documents.push(d);
                        self.content = None;
                        self.places.clear();
                    }
                    vec![d]
                })
            }
            // Of all that was found, not of each.
            Part::Nth(_) | Part::And(_) | Part::Or(_) => Vec::new(),
        }
    }

    fn text(&mut self, wanted: &TextQuery, root: NodeId) -> Vec<NodeId> {
        let itself = self.dom.element(root).map(|_| root);
        let mut found = Vec::new();
        // Below an element that does not match nothing does.
        let mut missed = Missed::new(self.dom);
        for node in itself.into_iter().chain(self.below(root, true)) {
            if wanted.is_inherited() && missed.contains(node) {
                continue;
            }
            match self.matched(node, wanted) {
                Matched::No => missed.add(node),
                Matched::Itself => found.push(node),
                Matched::Through if matches!(wanted, TextQuery::Whole(_)) => found.push(node),
                Matched::Through => {}
            }
        }
        found
    }

    fn matched(&mut self, node: NodeId, wanted: &TextQuery) -> Matched {
        if !self.step() {
            return Matched::No;
        }
        let content = self.content.get_or_insert_with(|| TextContents::new(self.dom, &self.documents));
        let places = self.places.entry(std::ptr::from_ref(wanted)).or_insert_with(|| content.places(wanted));
        match content.matched(node, wanted, places, &mut self.budget) {
            Ok(matched) => matched,
            Err(spent) => {
                self.give_up(spent, "text");
                Matched::No
            }
        }
    }

    fn has_text(&mut self, node: NodeId, wanted: &TextQuery) -> bool {
        let content = self.content.get_or_insert_with(|| TextContents::new(self.dom, &self.documents));
        let places = self.places.entry(std::ptr::from_ref(wanted)).or_insert_with(|| content.places(wanted));
        !content.is_skipped(node) && content.has(node, wanted, places, &mut self.budget).unwrap_or(false)
    }

    fn has_label(&mut self, node: NodeId, wanted: &TextQuery) -> bool {
        let content = self.content.get_or_insert_with(|| TextContents::new(self.dom, &self.documents));
        has_label(self.dom, content, node, wanted, &mut self.budget).unwrap_or_else(|spent| {
            self.give_up(spent, "label");
            false
        })
    }

    fn give_up(&mut self, spent: TooExpensive, what: &str) {
        let error = SelectorError::PatternTooExpensive { pattern: what.to_owned(), steps: spent.steps };
        self.failure.get_or_insert(Failure::Pattern(error));
    }

    /// Takes a step; false if there are none left.
    fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            self.failure.get_or_insert(Failure::Steps);
        }
        self.failure.is_none()
    }

    fn is_visible(&self, node: NodeId) -> bool {
        self.page.aria().get(node).is_some_and(|known| known.exposure.contains(Exposure::BOX))
    }

    fn below(&mut self, root: NodeId, deep: bool) -> Vec<NodeId> {
        if self.failure.is_some() {
            return Vec::new();
        }
        let deep = deep && self.has_shadow;
        let found = match root == self.document && (deep || !self.has_shadow) {
            true => self.all().to_vec(),
            false => elements_below(self.dom, root, deep),
        };
        // Looking at an element is less than comparing it.
        self.steps = self.steps.saturating_sub(found.len() as u64 / 4);
        found
    }

    /// The elements that a selector list means: of several selectors in document order.
    fn query(&mut self, list: &[Complex], scope: Scope) -> Vec<NodeId> {
        if let [only] = list {
            return self.query_one(only, scope);
        }
        let mut found: Vec<NodeId> = list.iter().flat_map(|complex| self.query_one(complex, scope)).collect();
        self.sort(&mut found);
        found
    }

    fn query_one(&mut self, complex: &Complex, scope: Scope) -> Vec<NodeId> {
        let scope = self.widened(complex, scope);
        let deep = scope.deep;
        let mut found = self.below(scope.root, deep);
        found.retain(|&node| self.matches_one(node, complex, scope, false));
        found
    }

    /// Returns a wider scope where `:scope` is named, which may itself be matched: what is below its parent counts.
    fn widened(&self, complex: &Complex, scope: Scope) -> Scope {
        if !complex.names_scope() || self.dom.element(scope.root).is_none() {
            return scope;
        }
        let parent = self.dom.composed_parent(scope.root).filter(|&parent| self.dom.element(parent).is_some());
        // Its parent may be the document: then everything is below.
        let parent = parent.or_else(|| self.dom.node(scope.root).parent);
        Scope { root: parent.unwrap_or(scope.root), ..scope }
    }

    fn matches(&mut self, node: NodeId, list: &[Complex], scope: Scope) -> bool {
        list.iter().any(|complex| self.matches_one(node, complex, scope, true))
    }

    fn matches_one(&mut self, node: NodeId, complex: &Complex, scope: Scope, widen: bool) -> bool {
        let scope = if widen { self.widened(complex, scope) } else { scope };
        let Some(((last, _), before)) = complex.compounds.split_last() else { return false };
        self.matches_compound(node, last, scope) && self.matches_before(node, before, scope)
    }

    /// The compounds before the last, from right to left. As deep as the selector is long.
    fn matches_before(&mut self, node: NodeId, before: &[(Compound, Combinator)], scope: Scope) -> bool {
        let Some(((compound, combinator), rest)) = before.split_last() else { return true };
        let next = |at: NodeId| match combinator {
            Combinator::Child | Combinator::Descendant => self.parent(at, scope),
            Combinator::NextSibling | Combinator::LaterSibling => self.previous(at, scope),
        };
        let mut at = next(node);
        let once = matches!(combinator, Combinator::Child | Combinator::NextSibling);
        while let Some(other) = at {
            if self.matches_compound(other, compound, scope) {
                if self.matches_before(other, rest, scope) {
                    return true;
                }
                // The same kind of walk again: what it would meet further on it has met.
                if rest.last().is_some_and(|(_, earlier)| earlier == combinator) {
                    return false;
                }
            }
            if once || self.failure.is_some() {
                return false;
            }
            at = match combinator {
                Combinator::Descendant => self.parent(other, scope),
                _ => self.previous(other, scope),
            };
        }
        false
    }

    fn parent(&self, node: NodeId, scope: Scope) -> Option<NodeId> {
        if node == scope.root {
            return None;
        }
        let parent = if scope.deep { self.dom.composed_parent(node) } else { self.dom.node(node).parent };
        parent.filter(|&parent| self.dom.element(parent).is_some())
    }

    fn previous(&self, node: NodeId, scope: Scope) -> Option<NodeId> {
        if node == scope.root {
            return None;
        }
        std::iter::successors(self.dom.node(node).previous_sibling, |&n| self.dom.node(n).previous_sibling)
            .find(|&n| self.dom.element(n).is_some())
    }

    fn matches_compound(&mut self, node: NodeId, compound: &Compound, scope: Scope) -> bool {
        if node == scope.root || !self.step() {
            return false;
        }
        if compound.native.as_ref().is_some_and(|list| !self.matches_native(node, list)) {
            return false;
        }
        compound.functions.iter().all(|function| self.matches_function(node, function, scope))
    }

    fn matches_native(&mut self, node: NodeId, list: &SelectorList) -> bool {
        self.matcher.matches_list(list, node)
    }

    fn matches_function(&mut self, node: NodeId, function: &Function, scope: Scope) -> bool {
        match function {
            Function::Scope => match self.dom.element(scope.named) {
                Some(_) => node == scope.named,
                None => self.dom.document_element(self.document) == Some(node),
            },
            Function::Is(list) => self.matches(node, list, scope),
            Function::Not(list) => !self.matches(node, list, scope),
            Function::Light(list) => {
                let same_tree = self.dom.tree_root(node) == self.dom.tree_root(scope.root);
                same_tree && self.matches(node, list, Scope { deep: false, ..scope })
            }
            Function::Has(list) => self.has(node, list, scope),
            Function::Visible => self.is_visible(node),
            Function::Text(wanted) => self.matched(node, wanted) == Matched::Itself,
            Function::TextIs(wanted) => self.matched(node, wanted) != Matched::No,
            Function::HasText(wanted) => self.has_text(node, wanted),
            Function::NthMatch(list, number) => {
                let key = (std::ptr::from_ref(function), scope);
                let known = self.numbered.get(&key).copied();
                let found = known.unwrap_or_else(|| {
                    let found = self.query(list, scope).get(number - 1).copied();
                    self.numbered.insert(key, found);
                    found
                });
                found == Some(node)
            }
        }
    }

    /// Something below the element matches.
    fn has(&mut self, node: NodeId, list: &[Complex], scope: Scope) -> bool {
        let inner = Scope { root: node, named: node, deep: scope.deep };
        list.iter().any(|complex| {
            let inner = self.widened(complex, inner);
            let below = self.below(inner.root, inner.deep);
            below.into_iter().any(|candidate| self.matches_one(candidate, complex, inner, false))
        })
    }
}

/// The elements below a node: those of its own tree and, if `deep`, then those of its shadow tree, then those of the open
/// shadow trees among the first.
pub fn elements_below(dom: &Dom, root: NodeId, deep: bool) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut roots = vec![root];
    while let Some(root) = roots.pop() {
        let from = found.len();
        found.extend(dom.descendants(root).filter(|&node| dom.element(node).is_some()));
        if deep {
            let shadow_root = |&host: &NodeId| dom.open_shadow_root(host);
            let hosts = std::iter::once(&root).chain(&found[from..]);
            let shadows: Vec<NodeId> = hosts.filter_map(shadow_root).collect();
            roots.extend(shadows.into_iter().rev());
        }
    }
    found
}

/// Each element's place in the order of the document, a shadow tree after the children of its host.
fn composed_order(dom: &Dom, document: NodeId) -> NodeMap<u32> {
    let mut order = NodeMap::new(dom.len(), u32::MAX);
    let mut steps = vec![document];
    let mut next = 0;
    while let Some(node) = steps.pop() {
        order[node] = next;
        next += 1;
        steps.extend(dom.element(node).and_then(|element| element.shadow_root));
        steps.extend(dom.children(node).rev());
    }
    order
}
