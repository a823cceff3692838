//! Explanations of styles: which declaration won each property, where it stands, and which ones lost to it.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use super::super::element::path_step;
use super::matched::matched;
use super::subject::{Subject, pseudo_name};
use crate::dom::{Dom, NodeId};
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put, safe};
use crate::style::{
    Loss, MatchSource, PlacedSheet, RulePlaces, Styles, TracedElement, TracedStyles, Winner, longhands_of,
};

/// Limit: characters of a value or a selector on a line.
const ON_LINE: usize = 80;
/// Limit: longhands of a declaration that won some of its own, on a line.
const LONGHANDS: usize = 4;
/// Limit: declarations that lost, on a line.
const LOSERS: usize = 3;

#[derive(Serialize)]
pub(super) struct StylesExplanation {
    properties: Vec<Won>,
    /// All that matches, as `CSS.getMatchedStylesForNode` of Chromium gives it; `None` for a single property.
    matched: Option<Value>,
}

/// A declaration that won, as answers have it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Won {
    #[serde(flatten)]
    won: WonDeclaration,
    /// The ancestor that it is inherited from.
    inherited_from: Option<SafeText>,
}

/// A declaration that won one or more properties of an element: see
/// [`Element::explain_styles`](crate::Element::explain_styles).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WonDeclaration {
    /// The pseudo-element of the element that it is about, without colons; `None` for the element itself.
    pub pseudo: Option<&'static str>,
    /// The declaration.
    #[serde(flatten)]
    pub declaration: StyleDeclaration,
    /// The longhands that it won.
    pub longhands: Vec<String>,
    /// True if it won all that it sets.
    #[serde(skip)]
    pub is_whole: bool,
    /// The ancestor that the values are inherited from; `None` if it is about the element itself.
    #[serde(skip)]
    pub inherited_from: Option<NodeId>,
    /// The declarations that lost to it.
    pub beats: Vec<LostDeclaration>,
}

/// A declaration of a style sheet or of a style attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StyleDeclaration {
    /// The property, as it is written.
    pub property: String,
    /// The value, as it is written.
    pub value: String,
    /// The address of the sheet as the page has it; the file of the page itself, or `style` for the attribute.
    pub sheet: String,
    /// The line in that file, from 1; `None` for attributes.
    pub line: Option<usize>,
    /// The column, from 1; `None` for attributes.
    pub column: Option<usize>,
    /// The selector that matched and decides; `None` for attributes.
    pub selector: Option<String>,
}

/// A declaration that lost to another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LostDeclaration {
    /// The declaration.
    #[serde(flatten)]
    pub declaration: StyleDeclaration,
    /// The reason, such as `layer`, `earlier` or `specificity 0,1,0 under 1,0,0`.
    pub why: String,
}

/// Finds what matches an element and the elements that it inherits from.
fn trace(page: &Page, node: NodeId) -> (Vec<NodeId>, TracedStyles) {
    let dom = page.dom();
    let up = |&node: &NodeId| dom.flat_parent(node).filter(|&parent| dom.element(parent).is_some());
    let lineage: Vec<NodeId> = std::iter::successors(Some(node), up).collect();
    let sizes = |node: NodeId| page.layout().get(node).map(|own| own.content.size());
    let traced = Styles::trace(dom, page.device(), &sizes, &lineage);
    (lineage, traced)
}

/// Returns the declarations that won the properties of an element, of one of them if it is named.
pub(crate) fn won_declarations(page: &Page, node: NodeId, property: Option<&str>) -> Vec<WonDeclaration> {
    let (lineage, traced) = trace(page, node);
    won(page.dom(), &lineage, &traced, property)
}

fn won(dom: &Dom, lineage: &[NodeId], traced: &TracedStyles, property: Option<&str>) -> Vec<WonDeclaration> {
    let Some(&node) = lineage.first() else { return Vec::new() };
    let mut all = Vec::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for &of in lineage {
        let Some(element) = traced.element(of) else { continue };
        let own = of == node;
        let mut winners = element.winners(false);
        for winner in &mut winners {
            if !own {
                let before = winner.longhands.len();
                winner.longhands.retain(|(longhand, inherits)| *inherits && !known.contains(longhand));
                winner.is_whole &= winner.longhands.len() == before;
            }
        }
        let winners = winners.into_iter().filter(|winner| !winner.longhands.is_empty());
        let inherited = (!own).then_some(of);
        all.extend(winners.map(|winner| WonDeclaration::of(dom, traced, element, &winner, inherited)));
        known.extend(element.winners(true).into_iter().flat_map(|winner| winner.longhands).map(|(name, _)| name));
    }
    let by_name = |a: &WonDeclaration, b: &WonDeclaration| a.declaration.property.cmp(&b.declaration.property);
    all.sort_by(by_name);
    for element in traced.elements.iter().filter(|e| e.node == node && e.pseudo.is_some()) {
        let winners = element.winners(false);
        let mut of_pseudo: Vec<WonDeclaration> =
            winners.iter().map(|winner| WonDeclaration::of(dom, traced, element, winner, None)).collect();
        of_pseudo.sort_by(by_name);
        all.extend(of_pseudo);
    }
    if let Some(property) = property {
        let longhands = longhands_of(property);
        let is_variable = property.starts_with("--");
        let sets = |won: &WonDeclaration| {
            let name = &won.declaration.property;
            name == property
                || !is_variable && name.eq_ignore_ascii_case(property)
                || won.longhands.iter().any(|longhand| longhands.contains(&&**longhand))
        };
        let mut shown = with_variables(&all, sets).into_iter();
        all.retain(|_| shown.next().unwrap_or_default());
    }
    all
}

/// Says of each declaration whether it is shown: those that are `wanted`, and the variables that a value has which is shown.
fn with_variables(all: &[WonDeclaration], wanted: impl Fn(&WonDeclaration) -> bool) -> Vec<bool> {
    let mut shown: Vec<bool> = all.iter().map(wanted).collect();
    loop {
        let values: Vec<&str> =
            all.iter().zip(&shown).filter(|(_, shown)| **shown).map(|(won, _)| &*won.declaration.value).collect();
        let is_used = |won: &WonDeclaration| {
            let name = &won.declaration.property;
            name.starts_with("--") && values.iter().any(|value| names_variable(value, name))
        };
        let more: Vec<usize> = (0..shown.len()).filter(|&at| !shown[at] && is_used(&all[at])).collect();
        if more.is_empty() {
            return shown;
        }
        more.into_iter().for_each(|at| shown[at] = true);
    }
}

impl StylesExplanation {
    /// Explains the styles of an element, or one property of them.
    pub(super) fn of(subject: &Subject<'_>, property: Option<&str>) -> Self {
        let (lineage, traced) = trace(subject.page, subject.node);
        let answered =
            |won: WonDeclaration| Won { inherited_from: won.inherited_from.map(|node| subject.describe(node)), won };
        let properties = won(subject.dom(), &lineage, &traced, property).into_iter().map(answered).collect();
        Self { properties, matched: property.is_none().then(|| matched(subject, &lineage, &traced)) }
    }

    pub(super) fn lines(&self) -> Vec<SafeText> {
        if self.properties.is_empty() {
            return vec![match self.matched.is_some() {
                true => "no rule of the page sets a property of it".into(),
                false => "no rule of the page sets it".into(),
            }];
        }
        // All but the inherited variables that no value has which is shown; of one property they are left out already.
        let all: Vec<WonDeclaration> = self.properties.iter().map(|answered| answered.won.clone()).collect();
        let is_idle = |won: &WonDeclaration| {
            self.matched.is_some() && won.inherited_from.is_some() && won.declaration.property.starts_with("--")
        };
        let shown = with_variables(&all, |won| !is_idle(won));
        self.properties.iter().zip(shown).filter(|(_, shown)| *shown).map(|(won, _)| won.line()).collect()
    }
}

impl WonDeclaration {
    fn of(
        dom: &Dom,
        traced: &TracedStyles,
        element: &TracedElement,
        winner: &Winner,
        inherited_from: Option<NodeId>,
    ) -> Self {
        let beaten = |&(block, declaration, loss): &(usize, usize, Loss)| {
            let is_written = element.blocks.get(block)?.declarations.get(declaration).is_some();
            let declared = is_written.then(|| StyleDeclaration::of(dom, traced, element, block, declaration))??;
            Some(LostDeclaration { declaration: declared, why: why(element, winner.block, block, loss).to_string() })
        };
        let declared = StyleDeclaration::of(dom, traced, element, winner.block, winner.declaration);
        let nothing = || StyleDeclaration {
            property: String::new(),
            value: String::new(),
            sheet: String::new(),
            line: None,
            column: None,
            selector: None,
        };
        Self {
            pseudo: element.pseudo.map(pseudo_name),
            declaration: declared.unwrap_or_else(nothing),
            longhands: winner.longhands.iter().map(|(name, _)| name.clone()).collect(),
            is_whole: winner.is_whole,
            inherited_from,
            beats: winner.losers.iter().filter_map(beaten).collect(),
        }
    }
}

impl Won {
    fn line(&self) -> SafeText {
        let mut out = self.won.pseudo.map_or_else(SafeText::new, |pseudo| safe!("::{} ", pseudo));
        put!(out, "{}", self.won.declaration.written());
        if !self.won.is_whole {
            let names = self.won.longhands.iter().take(LONGHANDS).map(|name| PageText::of(name).into());
            put!(out, " (only {}", SafeText::join(names, ", "));
            match self.won.longhands.len().saturating_sub(LONGHANDS) {
                0 => put!(out, ")"),
                more => put!(out, " and {} more)", more),
            }
        }
        put!(out, "  {}", self.won.declaration.place());
        if let Some(from) = &self.inherited_from {
            put!(out, "  (inherited from {})", from);
        }
        if !self.won.beats.is_empty() {
            let losers = self.won.beats.iter().take(LOSERS);
            let losers = losers.map(|lost| {
                safe!("{} {}: {}", lost.declaration.written(), lost.declaration.place(), PageText::of(&lost.why))
            });
            let more = self.won.beats.len().saturating_sub(LOSERS);
            let more = if more > 0 { safe!("; and {} more", more) } else { SafeText::new() };
            put!(out, "  (beats {}{})", SafeText::join(losers, "; "), more);
        }
        out
    }
}

impl StyleDeclaration {
    fn of(dom: &Dom, traced: &TracedStyles, element: &TracedElement, block: usize, declaration: usize) -> Option<Self> {
        let block = element.blocks.get(block)?;
        let declared = block.declarations.get(declaration)?;
        let (property, value) = (declared.name.clone(), declared.value.clone());
        let MatchSource::Rule { selectors, .. } = &block.source else {
            return Some(Self { property, value, sheet: "style".to_owned(), line: None, column: None, selector: None });
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
        let sheet = sheet.to_string();
        Some(Self { property, value, sheet, line: Some(before + line + 1), column: Some(column + 1), selector })
    }

    fn written(&self) -> SafeText {
        safe!("{}: {}", PageText::of(&self.property), PageText::of(&self.value).at_most(ON_LINE))
    }

    fn place(&self) -> SafeText {
        let mut out: SafeText = PageText::of(&self.sheet).into();
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
