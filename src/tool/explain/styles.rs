//! Explanations of styles: which declaration won each property, where it stands, and which ones lost to it.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use super::super::element::path_step;
use super::matched::matched;
use super::subject::{Subject, pseudo_name};
use crate::dom::{Dom, NodeId};
use crate::safe_text::{PageText, SafeText, put, safe};
use crate::style::{Loss, MatchSource, PlacedSheet, RulePlaces, Styles, TracedElement, TracedStyles, Winner};

/// Limit: characters of a value or a selector on a line.
const ON_LINE: usize = 80;
/// Limit: longhands of a declaration that won some of its own, on a line.
const LONGHANDS: usize = 4;
/// Limit: declarations that lost, on a line.
const LOSERS: usize = 3;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StylesExplanation {
    properties: Vec<Won>,
    /// All that matches, as `CSS.getMatchedStylesForNode` of Chromium gives it.
    matched: Value,
}

/// A declaration that won.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Won {
    /// The pseudo-element of the element that it is about.
    pseudo: Option<&'static str>,
    #[serde(flatten)]
    declared: Declared,
    /// The longhands that it won.
    longhands: Vec<String>,
    /// Other declarations won the rest of what it sets.
    #[serde(skip)]
    is_part: bool,
    /// The ancestor that it is inherited from.
    inherited_from: Option<SafeText>,
    beats: Vec<Beaten>,
}

#[derive(Serialize)]
struct Declared {
    property: String,
    value: String,
    /// The address of the sheet as the page has it; the page itself, or `style` for the attribute.
    sheet: SafeText,
    /// From 1; `None` for attributes.
    line: Option<usize>,
    column: Option<usize>,
    /// The selector that matched and decides.
    selector: Option<String>,
}

#[derive(Serialize)]
struct Beaten {
    #[serde(flatten)]
    declared: Declared,
    why: SafeText,
}

/// Finds what matches an element and the elements that it inherits from.
fn trace(subject: &Subject<'_>) -> (Vec<NodeId>, TracedStyles) {
    let (dom, page) = (subject.dom(), subject.page);
    let up = |&node: &NodeId| dom.flat_parent(node).filter(|&parent| dom.element(parent).is_some());
    let lineage: Vec<NodeId> = std::iter::successors(Some(subject.node), up).collect();
    let sizes = |node: NodeId| page.layout().get(node).map(|own| own.content.size());
    let traced = Styles::trace(dom, page.device(), &sizes, &lineage);
    (lineage, traced)
}

impl StylesExplanation {
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let (lineage, traced) = trace(subject);
        let (dom, mut properties) = (subject.dom(), Vec::new());
        let mut known: BTreeSet<String> = BTreeSet::new();
        for &node in &lineage {
            let Some(element) = traced.element(node) else { continue };
            let own = node == subject.node;
            let mut winners = element.winners(false);
            for winner in &mut winners {
                if !own {
                    let before = winner.longhands.len();
                    winner.longhands.retain(|(longhand, inherits)| *inherits && !known.contains(longhand));
                    winner.is_whole &= winner.longhands.len() == before;
                }
            }
            let winners = winners.into_iter().filter(|winner| !winner.longhands.is_empty());
            let mut won: Vec<Won> = winners.map(|winner| Won::of(dom, &traced, element, &winner)).collect();
            if !own {
                won.iter_mut().for_each(|won| won.inherited_from = Some(subject.describe(node)));
            }
            properties.extend(won);
            known.extend(element.winners(true).into_iter().flat_map(|winner| winner.longhands).map(|(name, _)| name));
        }
        properties.sort_by(|a, b| a.declared.property.cmp(&b.declared.property));
        for element in traced.elements.iter().filter(|e| e.node == subject.node && e.pseudo.is_some()) {
            let mut won: Vec<Won> =
                element.winners(false).iter().map(|winner| Won::of(dom, &traced, element, winner)).collect();
            won.sort_by(|a, b| a.declared.property.cmp(&b.declared.property));
            properties.extend(won);
        }
        Self { properties, matched: matched(subject, &lineage, &traced) }
    }

    pub(super) fn lines(&self) -> Vec<SafeText> {
        if self.properties.is_empty() {
            return vec!["no rule of the page sets a property of it".into()];
        }
        let is_shown = self.is_shown();
        self.properties.iter().zip(is_shown).filter(|(_, shown)| *shown).map(|(won, _)| won.line()).collect()
    }

    /// All but the inherited variables that no value has which is shown.
    fn is_shown(&self) -> Vec<bool> {
        let is_idle = |won: &Won| won.inherited_from.is_some() && won.declared.property.starts_with("--");
        let mut shown: Vec<bool> = self.properties.iter().map(|won| !is_idle(won)).collect();
        loop {
            let values: Vec<&str> = self
                .properties
                .iter()
                .zip(&shown)
                .filter(|(_, shown)| **shown)
                .map(|(won, _)| &*won.declared.value)
                .collect();
            let used = |won: &Won| values.iter().any(|value| names_variable(value, &won.declared.property));
            let more: Vec<usize> = (0..shown.len()).filter(|&at| !shown[at] && used(&self.properties[at])).collect();
            if more.is_empty() {
                return shown;
            }
            more.into_iter().for_each(|at| shown[at] = true);
        }
    }
}

impl Won {
    fn of(dom: &Dom, traced: &TracedStyles, element: &TracedElement, winner: &Winner) -> Self {
        let beaten = |&(block, declaration, loss): &(usize, usize, Loss)| {
            let is_written = element.blocks.get(block)?.declarations.get(declaration).is_some();
            let declared = is_written.then(|| Declared::of(dom, traced, element, block, declaration))??;
            Some(Beaten { declared, why: why(element, winner.block, block, loss) })
        };
        let declared = Declared::of(dom, traced, element, winner.block, winner.declaration);
        let nothing = || Declared {
            property: String::new(),
            value: String::new(),
            sheet: SafeText::new(),
            line: None,
            column: None,
            selector: None,
        };
        Self {
            pseudo: element.pseudo.map(pseudo_name),
            declared: declared.unwrap_or_else(nothing),
            longhands: winner.longhands.iter().map(|(name, _)| name.clone()).collect(),
            is_part: !winner.is_whole,
            inherited_from: None,
            beats: winner.losers.iter().filter_map(beaten).collect(),
        }
    }

    fn line(&self) -> SafeText {
        let mut out = self.pseudo.map_or_else(SafeText::new, |pseudo| safe!("::{} ", pseudo));
        put!(out, "{}", self.declared.written());
        if self.is_part {
            let names = self.longhands.iter().take(LONGHANDS).map(|name| PageText::of(name).into());
            put!(out, " (only {}", SafeText::join(names, ", "));
            match self.longhands.len().saturating_sub(LONGHANDS) {
                0 => put!(out, ")"),
                more => put!(out, " and {} more)", more),
            }
        }
        put!(out, "  {}", self.declared.place());
        if let Some(from) = &self.inherited_from {
            put!(out, "  (inherited from {})", from);
        }
        if !self.beats.is_empty() {
            let losers = self.beats.iter().take(LOSERS);
            let losers =
                losers.map(|lost| safe!("{} {}: {}", lost.declared.written(), lost.declared.place(), lost.why));
            let more = self.beats.len().saturating_sub(LOSERS);
            let more = if more > 0 { safe!("; and {} more", more) } else { SafeText::new() };
            put!(out, "  (beats {}{})", SafeText::join(losers, "; "), more);
        }
        out
    }
}

impl Declared {
    fn of(dom: &Dom, traced: &TracedStyles, element: &TracedElement, block: usize, declaration: usize) -> Option<Self> {
        let block = element.blocks.get(block)?;
        let declared = block.declarations.get(declaration)?;
        let (property, value) = (declared.name.clone(), declared.value.clone());
        let MatchSource::Rule { selectors, .. } = &block.source else {
            return Some(Self { property, value, sheet: "style".into(), line: None, column: None, selector: None });
        };
        let (places, rule) = (traced.places(element)?, traced.rule(element, block)?);
        let sheet = places.sheets.get(rule.sheet)?;
        let (line, column) = places.position(rule.sheet, declared.place.start);
        let (sheet, before) = sheet_name(dom, places, sheet);
        let texts = places.selector_texts(rule);
        // Of selectors that match, the last one that is as specific as the rule was taken.
        let selector = selectors.last().and_then(|at| texts.get(*at as usize)).cloned();
        let selector = selector.or_else(|| {
            let around = places.groups_of(rule).next()?;
            Some(places.text_of(around.sheet, &around.prelude).to_owned())
        });
        Some(Self { property, value, sheet, line: Some(before + line + 1), column: Some(column + 1), selector })
    }

    fn written(&self) -> SafeText {
        safe!("{}: {}", PageText::of(&self.property), PageText::of(&self.value).at_most(ON_LINE))
    }

    fn place(&self) -> SafeText {
        let mut out = self.sheet.clone();
        if let Some(line) = self.line {
            put!(out, ":{}", line);
        }
        if let Some(selector) = &self.selector {
            put!(out, " {}", PageText::of(selector).at_most(ON_LINE));
        }
        out
    }
}

/// True if a value has the name of a variable, and not as a part of a longer one.
fn names_variable(value: &str, name: &str) -> bool {
    value.match_indices(name).any(|(at, _)| {
        let after = value.get(at + name.len()..).and_then(|rest| rest.chars().next());
        !after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    })
}

/// The name of a sheet, and how many lines of its file are before it.
fn sheet_name(dom: &Dom, places: &RulePlaces, sheet: &PlacedSheet) -> (SafeText, usize) {
    if let Some(url) = &sheet.url {
        let written = match url.scheme() {
            "data" => "data:".to_owned(),
            _ => dom.as_written(url),
        };
        return (PageText::token(&written).into(), 0);
    }
    let Some(owner) = sheet.owner else { return ("adopted sheet".into(), 0) };
    if let Some(line) = dom.line(owner) {
        let url = dom.document_url(dom.owner_document(owner));
        let file = url.filter(|url| url.scheme() != "about").and_then(|url| url.path_segments()?.next_back());
        let name = file.filter(|file| !file.is_empty()).map_or("the page".into(), |file| PageText::token(file).into());
        return (name, usize::try_from(line.saturating_sub(1)).unwrap_or(0));
    }
    let in_page = places.sheets.iter().filter(|other| other.url.is_none() && other.owner.is_some());
    let number = in_page.take_while(|other| other.owner != Some(owner)).count() + 1;
    (safe!("{} {}", path_step(dom, owner), number), 0)
}

/// The reason why a block of declarations lost to another one.
fn why(element: &TracedElement, winner: usize, loser: usize, loss: Loss) -> SafeText {
    match loss {
        Loss::Important => "not important".into(),
        Loss::Origin => "of the browser".into(),
        Loss::Tree => "of another tree".into(),
        Loss::StyleAttribute => "not in the style attribute".into(),
        Loss::Layer => "layer".into(),
        Loss::Scope => "its scope is farther away".into(),
        Loss::Order => "earlier".into(),
        Loss::Specificity => {
            let of = |block: usize| {
                let [ids, classes, types] = element.blocks.get(block).map_or([0; 3], |block| block.specificity());
                safe!("{},{},{}", ids, classes, types)
            };
            safe!("specificity {} under {}", of(loser), of(winner))
        }
    }
}
