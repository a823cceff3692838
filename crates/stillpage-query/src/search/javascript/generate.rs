//! Generated locators of an element: the best of what it, alone or with an element around it, can be found by.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::candidates::{CSS_PATH, Key, LocatorGoal, Token, candidates, score};
use super::compound::{Compound, path};
use crate::aria::Exposure;
use crate::dom::{Dom, NodeId, local_name};
use crate::error::SelectorError;
use crate::page::Page;
use crate::search::playwright::Finder;
use crate::search::playwright::steps::{Step, compile};
use crate::selector::Tree;

/// Playwright: a number above this says too little.
const MAX_NTH: usize = 5;

/// The steps that lead to an element, through the frames that it is in. Playwright: to the button or link that it is part of.
///
/// # Errors
/// [`SelectorError::Invalid`] and [`SelectorError::PatternTooExpensive`] for a page on which matching takes too long.
pub(super) fn steps_to(page: &Page, node: NodeId) -> Result<Vec<Step>, SelectorError> {
    let dom = page.dom();
    let mut chain = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at {
        let document = dom.owner_document(node);
        let tree = Tree::new(dom);
        let mut generator = Generator::new(page, &tree, document);
        let mut steps = joined(generator.generate(retargeted(page, node))?);
        if !chain.is_empty() {
            steps.push(Step::ContentFrame);
        }
        steps.append(&mut chain);
        chain = steps;
        at = dom.frame_element(document);
    }
    Ok(chain)
}

/// The button, link or control around an element, if it is visible; a field and editable content stand for themselves.
pub(super) fn retargeted(page: &Page, node: NodeId) -> NodeId {
    let dom = page.dom();
    let is_tag = |node: NodeId, tags: &[&str]| dom.element(node).is_some_and(|e| tags.contains(&&*e.name.local));
    if is_tag(node, &["input", "textarea", "select"]) || is_editable(dom, node) {
        return node;
    }
    let is_interactive = |&node: &NodeId| {
        is_tag(node, &["button", "select", "input", "a"])
            || matches!(dom.attr(node, &local_name!("role")), Some("button" | "checkbox" | "radio" | "link"))
    };
    let around = std::iter::successors(Some(node), |&node| dom.composed_parent(node)).find(is_interactive);
    let is_visible = |&node: &NodeId| page.aria().get(node).is_some_and(|known| known.exposure.contains(Exposure::BOX));
    around.filter(is_visible).unwrap_or(node)
}

/// `isContentEditable`.
fn is_editable(dom: &Dom, node: NodeId) -> bool {
    std::iter::once(node)
        .chain(dom.ancestors(node))
        .find_map(|node| {
            let value = dom.attr(node, &local_name!("contenteditable"))?.to_ascii_lowercase();
            matches!(&*value, "" | "true" | "plaintext-only" | "false").then(|| value != "false")
        })
        .unwrap_or(false)
}

/// The steps of tokens; CSS that follows CSS is one selector.
fn joined(tokens: Vec<Token>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for token in tokens {
        let css = match token.key {
            Key::Step(step) => {
                steps.push(step);
                continue;
            }
            Key::Css(compound) => compound.to_string(),
            Key::Path(path) => path,
        };
        match steps.last_mut() {
            Some(Step::Css(before)) => {
                before.push(' ');
                before.push_str(&css);
            }
            _ => steps.push(Step::Css(css)),
        }
    }
    steps
}

/// Finds locators in one document.
struct Generator<'a> {
    page: &'a Page,
    dom: &'a Dom,
    document: NodeId,
    finder: Finder<'a>,
    /// The elements that each selector matches: elements around one another have much in common.
    found: FxHashMap<String, Rc<[NodeId]>>,
    /// The best way to an ancestor; with and without texts.
    ancestors: FxHashMap<(NodeId, bool), Vec<Token>>,
    paths: FxHashMap<NodeId, Vec<Token>>,
}

impl<'a> Generator<'a> {
    fn new(page: &'a Page, tree: &'a Tree<'a>, document: NodeId) -> Self {
        Self {
            page,
            dom: page.dom(),
            document,
            finder: Finder::new(page, tree, document),
            found: FxHashMap::default(),
            ancestors: FxHashMap::default(),
            paths: FxHashMap::default(),
        }
    }

    fn generate(&mut self, node: NodeId) -> Result<Vec<Token>, SelectorError> {
        match self.best(LocatorGoal { node, is_target: true, no_text: false })? {
            Some(tokens) => Ok(tokens),
            None => Ok(self.path(node)),
        }
    }

    /// The best way to an element; `None` if only a path leads there.
    fn best(&mut self, asked: LocatorGoal) -> Result<Option<Vec<Token>>, SelectorError> {
        let LocatorGoal { node, is_target, no_text } = asked;
        if self.dom.document_element(self.document) == Some(node) {
            return Ok(Some(vec![Token { key: Key::Css(Compound::tag(self.dom, node)), score: 1 }]));
        }
        let mut best = Best::default();
        for (tokens, by_text) in candidates(self.page, self.finder.content(), asked) {
            let found = self.find(&tokens)?;
            let Some(place) = found.iter().position(|&other| other == node) else { continue };
            if found.len() == 1 {
                best.offer(tokens);
                break;
            }
            if place > MAX_NTH {
                continue;
            }
            best.offer(numbered(&tokens, place));
            if is_target {
                self.look_around(node, &tokens, &found, place, no_text || by_text, &mut best)?;
            }
        }
        Ok(best.tokens)
    }

    /// Looks for a better way within an element around it, where fewer match.
    fn look_around(
        &mut self,
        node: NodeId,
        tokens: &[Token],
        found: &[NodeId],
        place: usize,
        no_text: bool,
        best: &mut Best,
    ) -> Result<(), SelectorError> {
        let mut parent = self.parent(node);
        while let Some(around) = parent {
            parent = self.parent(around);
            let within: Vec<NodeId> =
                found.iter().copied().filter(|&other| other != around && self.is_inside(around, other)).collect();
            if within.len() > MAX_NTH {
                // Further out there are as many.
                break;
            }
            let Some(at) = within.iter().position(|&other| other == node) else { continue };
            if at == place && within.len() > 1 {
                continue;
            }
            let inner = if within.len() == 1 { tokens.to_vec() } else { numbered(tokens, at) };
            // The score of the inner steps after a perfect one.
            let least = score(&inner) + 1 + i64::try_from(inner.len()).unwrap_or_default();
            if best.score.is_some_and(|score| least >= score) {
                continue;
            }
            let mut chain = self.way_to(around, no_text)?;
            chain.extend(inner);
            best.offer(chain);
        }
        Ok(())
    }

    fn way_to(&mut self, ancestor: NodeId, no_text: bool) -> Result<Vec<Token>, SelectorError> {
        if let Some(known) = self.ancestors.get(&(ancestor, no_text)) {
            return Ok(known.clone());
        }
        let tokens = match self.best(LocatorGoal { node: ancestor, is_target: false, no_text })? {
            Some(tokens) => tokens,
            None => self.path(ancestor),
        };
        self.ancestors.insert((ancestor, no_text), tokens.clone());
        Ok(tokens)
    }

    fn path(&mut self, node: NodeId) -> Vec<Token> {
        if let Some(known) = self.paths.get(&node) {
            return known.clone();
        }
        let (selector, place) = path(self.dom, self.finder.elements(), node);
        let mut tokens = vec![Token { key: Key::Path(selector), score: CSS_PATH }];
        tokens.extend(place.map(Token::nth));
        self.paths.insert(node, tokens.clone());
        tokens
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.dom.composed_parent(node).filter(|&parent| self.dom.element(parent).is_some())
    }

    fn is_inside(&self, around: NodeId, node: NodeId) -> bool {
        std::iter::successors(Some(node), |&node| self.dom.composed_parent(node)).any(|node| node == around)
    }

    /// The elements that tokens lead to.
    fn find(&mut self, tokens: &[Token]) -> Result<Rc<[NodeId]>, SelectorError> {
        let mut found: Option<Rc<[NodeId]>> = None;
        let mut selector = String::new();
        for token in tokens {
            selector.push_str(&match &token.key {
                Key::Css(compound) => format!("{compound} >> "),
                Key::Path(path) => format!("{path} >> "),
                Key::Step(step) => format!("{step:?} >> "),
            });
            if let Some(known) = self.found.get(&selector) {
                found = Some(known.clone());
                continue;
            }
            let next: Rc<[NodeId]> = self.step(found.as_deref(), &token.key)?.into();
            self.found.insert(selector.clone(), next.clone());
            found = Some(next);
        }
        Ok(found.unwrap_or_default())
    }

    fn step(&mut self, from: Option<&[NodeId]>, key: &Key) -> Result<Vec<NodeId>, SelectorError> {
        match key {
            Key::Css(compound) => {
                let dom = self.dom;
                Ok(self.finder.elements().iter().copied().filter(|&node| compound.matches(dom, node)).collect())
            }
            // Nothing is looked up by a path.
            Key::Path(_) => Ok(Vec::new()),
            Key::Step(step) => {
                let selector = compile(std::slice::from_ref(step))?;
                match from {
                    Some(from) => self.finder.find_from(from, &selector),
                    None => self.finder.find(&selector, self.document),
                }
            }
        }
    }
}

fn numbered(tokens: &[Token], place: usize) -> Vec<Token> {
    let mut numbered = tokens.to_vec();
    numbered.extend(i32::try_from(place).map(Token::nth));
    numbered
}

/// The tokens with the lowest score; of equal ones the first.
#[derive(Default)]
struct Best {
    tokens: Option<Vec<Token>>,
    score: Option<i64>,
}

impl Best {
    fn offer(&mut self, tokens: Vec<Token>) {
        let offered = score(&tokens);
        if self.score.is_none_or(|best| offered < best) {
            (self.tokens, self.score) = (Some(tokens), Some(offered));
        }
    }
}
