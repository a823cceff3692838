//! Traces of the cascade: the rules that match an element, and the declaration that wins each property.
//!
//! *In*: the matches of a cascade. *Out*: [`TracedStyles`]. The cascade is run again, with the
//! places of rules kept; a render keeps none.

use std::collections::BTreeMap;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, Parser, ParserState, QualifiedRuleParser, RuleBodyItemParser,
    RuleBodyParser,
};

use super::Pseudo;
use super::condition::Fail;
use super::places::{PlacedDeclaration, PlacedRule, RulePlaces, placed_declaration, position};
use super::property::{Declaration, ParseMode, PropertyName, parse_declaration};
use super::resolve::{Level, MatchedBlock, Precedence, important_key};
use super::sheets::Sheets;
use crate::dom::NodeId;
use crate::selector::serialize_identifier;

/// The source of a block of declarations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchSource {
    /// The browser's own sheet.
    UserAgent,
    /// Attributes such as `width` and `bgcolor`.
    Attributes,
    /// The `style` attribute.
    StyleAttribute,
    /// A rule of the page.
    Rule {
        /// Position in [`RulePlaces::rules`].
        rule: usize,
        /// Its selectors that match, by their place in the list.
        selectors: Vec<u32>,
    },
}

/// A declaration, with the longhands that it sets.
#[derive(Debug, Clone)]
struct Setting {
    important: bool,
    /// The longhands and whether they are inherited.
    longhands: Vec<(String, bool)>,
}

/// A block of declarations that applies to an element.
#[derive(Debug, Clone)]
pub struct TracedBlock {
    pub source: MatchSource,
    /// The declarations as they are written; none of the browser's own sheet and of attributes.
    pub declarations: Vec<PlacedDeclaration>,
    settings: Vec<Setting>,
    key: u128,
}

impl TracedBlock {
    /// The specificity by which it takes part: ids, classes, types.
    #[must_use]
    pub fn specificity(&self) -> [u32; 3] {
        let specificity = Precedence::of_key(self.key).specificity;
        [specificity >> 20, (specificity >> 10) & 0x3ff, specificity & 0x3ff]
    }

    /// The longhands that a block without written declarations sets.
    pub fn longhands(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().flat_map(|setting| &setting.longhands).map(|(name, _)| &**name)
    }
}

/// The blocks that apply to an element or to a pseudo-element of it, those that win last.
#[derive(Debug, Clone)]
pub struct TracedElement {
    pub node: NodeId,
    pub pseudo: Option<Pseudo>,
    /// Position of its document in [`TracedStyles::documents`].
    pub document: usize,
    pub blocks: Vec<TracedBlock>,
    /// The text of its `style` attribute.
    pub style: Option<String>,
}

/// The reason why a declaration loses to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// The other is `!important`.
    Important,
    /// The page goes before the browser, and rules before attributes.
    Origin,
    /// The other is of an outer tree, or of an inner one and important.
    Tree,
    /// The other is in the `style` attribute.
    StyleAttribute,
    /// The other is in a layer that goes before.
    Layer,
    Specificity,
    /// The root of the other's `@scope` is nearer.
    Scope,
    /// The other comes later.
    Order,
}

/// A declaration that wins longhands of an element.
#[derive(Debug, Clone)]
pub struct Winner {
    /// Position of its block.
    pub block: usize,
    /// Position in the block.
    pub declaration: usize,
    /// The longhands that it wins, and whether they are inherited.
    pub longhands: Vec<(String, bool)>,
    /// It wins all that it sets.
    pub is_whole: bool,
    /// The declarations that lose one of these longhands to it, the strongest first: block, place in it, reason.
    pub losers: Vec<(usize, usize, Loss)>,
}

/// The traced elements of a page.
#[derive(Debug, Default)]
pub struct TracedStyles {
    /// The sheets of each document.
    pub documents: Vec<RulePlaces>,
    pub elements: Vec<TracedElement>,
}

impl TracedStyles {
    /// The blocks of an element itself.
    #[must_use]
    pub fn element(&self, node: NodeId) -> Option<&TracedElement> {
        self.elements.iter().find(|element| element.node == node && element.pseudo.is_none())
    }

    /// The sheets of an element's document.
    #[must_use]
    pub fn places(&self, element: &TracedElement) -> Option<&RulePlaces> {
        self.documents.get(element.document)
    }

    /// The rule of a block.
    #[must_use]
    pub fn rule(&self, element: &TracedElement, block: &TracedBlock) -> Option<&PlacedRule> {
        let MatchSource::Rule { rule, .. } = block.source else { return None };
        self.places(element)?.rules.get(rule)
    }
}

impl TracedElement {
    /// The line and the column (in UTF-16 units) of a place in its `style` attribute, from 0.
    #[must_use]
    pub fn position_in_style(&self, at: usize) -> (usize, usize) {
        self.style.as_deref().map_or((0, 0), |text| position(text, at))
    }

    /// The declarations that win, those of the strongest blocks first; `all`: also the browser's own and those of attributes.
    #[must_use]
    pub fn winners(&self, all: bool) -> Vec<Winner> {
        // By longhand, every declaration with its strength.
        let mut candidates: BTreeMap<&str, (bool, Vec<Candidate>)> = BTreeMap::new();
        for (block, traced) in self.blocks.iter().enumerate() {
            for (declaration, setting) in traced.settings.iter().enumerate() {
                let strength = Strength::of(traced, setting, declaration);
                for (longhand, inherits) in &setting.longhands {
                    let entry = candidates.entry(longhand).or_insert_with(|| (*inherits, Vec::new()));
                    entry.1.push((strength, block, declaration));
                }
            }
        }
        let mut winners: BTreeMap<(usize, usize), Winner> = BTreeMap::new();
        for (longhand, (inherits, mut all)) in candidates {
            all.sort_by_key(|(strength, ..)| std::cmp::Reverse(*strength));
            // A declaration may set a longhand twice.
            all.dedup_by_key(|(_, block, declaration)| (*block, *declaration));
            let Some((&(strength, block, declaration), rest)) = all.split_first() else { continue };
            let winner = winners.entry((block, declaration)).or_insert_with(|| Winner {
                block,
                declaration,
                longhands: Vec::new(),
                is_whole: false,
                losers: Vec::new(),
            });
            winner.longhands.push((longhand.to_owned(), inherits));
            for &(other, block, declaration) in rest {
                let loser = (block, declaration, strength.reason(other));
                if !winner.losers.contains(&loser) {
                    winner.losers.push(loser);
                }
            }
        }
        let is_shown = |winner: &Winner| {
            let of_page = !matches!(self.blocks[winner.block].source, MatchSource::UserAgent | MatchSource::Attributes);
            all || of_page
        };
        let mut winners: Vec<Winner> = winners.into_values().filter(is_shown).collect();
        for winner in &mut winners {
            let setting = self.blocks.get(winner.block).and_then(|block| block.settings.get(winner.declaration));
            winner.is_whole = setting.is_some_and(|setting| setting.longhands.len() == winner.longhands.len());
        }
        winners.reverse();
        winners
    }
}

/// A declaration with its strength: its block, and its place in it.
type Candidate = (Strength, usize, usize);

/// The strength of a declaration: the greatest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Strength {
    important: bool,
    key: u128,
    declaration: usize,
}

impl Strength {
    fn of(block: &TracedBlock, setting: &Setting, declaration: usize) -> Self {
        let key = if setting.important { important_key(block.key) } else { block.key };
        Self { important: setting.important, key, declaration }
    }

    /// The reason why another one loses to it.
    fn reason(self, other: Self) -> Loss {
        if self.important != other.important {
            return Loss::Important;
        }
        let plain = |strength: Self| {
            Precedence::of_key(if strength.important { important_key(strength.key) } else { strength.key })
        };
        let (own, other) = (plain(self), plain(other));
        match () {
            () if own.level != other.level => Loss::Origin,
            () if own.scope != other.scope => Loss::Tree,
            () if own.attached != other.attached => Loss::StyleAttribute,
            () if own.layer != other.layer => Loss::Layer,
            () if own.specificity != other.specificity => Loss::Specificity,
            () if own.proximity != other.proximity => Loss::Scope,
            () => Loss::Order,
        }
    }
}

/// The elements that are asked for, and what was found.
#[derive(Debug, Default)]
pub(super) struct Trace {
    wanted: Vec<NodeId>,
    done: TracedStyles,
}

impl Trace {
    pub(super) fn of(nodes: &[NodeId]) -> Self {
        let mut wanted = nodes.to_vec();
        wanted.sort_unstable();
        Self { wanted, done: TracedStyles::default() }
    }

    pub(super) fn done(self) -> TracedStyles {
        self.done
    }

    pub(super) fn asks_for(&self, node: NodeId) -> bool {
        self.wanted.binary_search(&node).is_ok()
    }

    /// Adds what matches an element; `style`: its attribute, and whether it is read in quirks mode.
    pub(super) fn add(
        &mut self,
        node: NodeId,
        pseudo: Option<Pseudo>,
        matches: &[MatchedBlock],
        sheets: &Sheets,
        style: Option<(&str, bool)>,
    ) {
        let Some(places) = sheets.places.as_deref() else { return };
        let mut matches = matches.to_vec();
        matches.sort_unstable_by_key(|m| m.key);
        matches.dedup_by_key(|m| m.key);
        // A rule of several selectors that match stands where the strongest of them puts it.
        let mut blocks: Vec<TracedBlock> = Vec::new();
        for found in matches {
            let precedence = Precedence::of_key(found.key);
            let declared = sheets.blocks.get(found.block as usize).map_or(&[][..], |block| &*block.declarations);
            let mut block = TracedBlock {
                source: MatchSource::UserAgent,
                declarations: Vec::new(),
                settings: Vec::new(),
                key: found.key,
            };
            match precedence.level {
                Level::UserAgent => block.settings = declared.iter().map(|one| setting(&[one])).collect(),
                Level::Hints => {
                    block.source = MatchSource::Attributes;
                    block.settings = declared.iter().map(|one| setting(&[one])).collect();
                }
                Level::Author if precedence.attached => {
                    block.source = MatchSource::StyleAttribute;
                    let (text, quirks) = style.unwrap_or_default();
                    (block.declarations, block.settings) = style_attribute(text, quirks);
                }
                Level::Author => {
                    let Some(bound) = places.blocks.get(&found.block) else { continue };
                    let number = bound.selectors.iter().find(|(order, _)| *order == precedence.order);
                    let mut selectors: Vec<u32> = number.map(|(_, number)| *number).into_iter().collect();
                    let same = |other: &TracedBlock| matches!(&other.source, MatchSource::Rule { rule, .. } if *rule == bound.rule);
                    if let Some(at) = blocks.iter().position(same)
                        && let MatchSource::Rule { selectors: others, .. } = blocks.remove(at).source
                    {
                        selectors.extend(others);
                        selectors.sort_unstable();
                    }
                    let Some(rule) = places.rules.get(bound.rule) else { continue };
                    block.source = MatchSource::Rule { rule: bound.rule, selectors };
                    block.settings = rule.declarations.iter().map(|one| setting_of(one, declared)).collect();
                    block.declarations.clone_from(&rule.declarations);
                }
            }
            blocks.push(block);
        }
        // One that only paints makes no block in a cascade.
        if let Some((text, quirks)) = style
            && !blocks.iter().any(|block| block.source == MatchSource::StyleAttribute)
        {
            let (declarations, settings) = style_attribute(text, quirks);
            let precedence = Precedence { level: Level::Author, scope: 0, attached: true, ..Precedence::of_key(0) };
            let key = precedence.key();
            blocks.push(TracedBlock { source: MatchSource::StyleAttribute, declarations, settings, key });
        }
        let document = self.done.documents.len();
        let style = style.map(|(text, _)| text.to_owned());
        self.done.elements.push(TracedElement { node, pseudo, document, blocks, style });
    }

    /// Keeps the places of a document whose elements were met.
    pub(super) fn finish_document(&mut self, places: Option<Box<RulePlaces>>) {
        self.done.documents.push(places.map(|places| *places).unwrap_or_default());
    }
}

fn setting(declarations: &[&Declaration]) -> Setting {
    let longhand = |declaration: &&Declaration| match &declaration.property {
        PropertyName::Longhand(property) => (property.css().to_owned(), property.is_inherited()),
        PropertyName::Custom(name) => (format!("--{}", serialize_identifier(name)), true),
    };
    Setting {
        important: declarations.iter().any(|one| one.important),
        longhands: declarations.iter().map(longhand).collect(),
    }
}

fn setting_of(placed: &PlacedDeclaration, declared: &[Declaration]) -> Setting {
    let own: Vec<&Declaration> = declared.get(placed.sets.clone()).unwrap_or_default().iter().collect();
    let mut setting = setting(&own);
    if let Some(property) = placed.painted {
        setting.important = placed.important;
        setting.longhands.push((property.to_owned(), false));
    }
    setting
}

/// Reads the declarations of a `style` attribute with their places.
fn style_attribute(text: &str, quirks: bool) -> (Vec<PlacedDeclaration>, Vec<Setting>) {
    let mode = ParseMode { quirks, ..ParseMode::default() };
    let mut attribute = PlacedAttribute { text, mode, declared: Vec::new(), placed: Vec::new() };
    let mut input = Parser::new(text);
    for _ in RuleBodyParser::new(&mut input, &mut attribute) {}
    let settings = attribute.placed.iter().map(|one| setting_of(one, &attribute.declared)).collect();
    (attribute.placed, settings)
}

struct PlacedAttribute<'t> {
    text: &'t str,
    mode: ParseMode,
    declared: Vec<Declaration>,
    placed: Vec<PlacedDeclaration>,
}

impl<'i> DeclarationParser<'i> for PlacedAttribute<'_> {
    type Declaration = ();
    type Error = ();

    fn parse_value(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>, start: &ParserState) -> Result<(), Fail> {
        let (value, sets) = (input.state(), self.declared.len());
        let is_valid = parse_declaration(&name, input, &self.mode, &mut self.declared).is_ok();
        if !is_valid {
            input.reset(&value);
            while input.next().is_ok() {}
        }
        let place = start.position().byte_index()..input.position().byte_index();
        let value = value.position().byte_index();
        self.placed.push(placed_declaration(self.text, &name, place, value, &self.declared, sets, is_valid));
        Ok(())
    }
}

impl AtRuleParser<'_> for PlacedAttribute<'_> {
    type Prelude = ();
    type AtRule = ();
    type Error = ();
}

impl QualifiedRuleParser<'_> for PlacedAttribute<'_> {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();
}

impl RuleBodyItemParser<'_, (), ()> for PlacedAttribute<'_> {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}
