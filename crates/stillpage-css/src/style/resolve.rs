//! From the declarations that match an element to its computed style: which one wins, substitution, application.
//!
//! <https://drafts.csswg.org/css-cascade-5/#cascading>

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::computed::ComputedStyle;
use super::property::{
    ComputeBasis, CssWide, DeclaredValue, PropertyId, PropertyName, apply_declaration, inherit_from, leave_zoom_to_svg,
    note_declared, resolve_logical, set_inherited, set_initial,
};
use super::rules::Block;
use super::substituted::Substituter;
use super::variable::{CustomProperties, KnownCustomProperties, Scope, compute};
use crate::dom::Atom;

/// The origin of declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    UserAgent,
    Hints,
    Author,
}

/// A block that applies to an element, with its place in the cascade.
#[derive(Debug, Clone, Copy)]
pub(super) struct MatchedBlock {
    /// Sorts normal declarations, the winner last.
    pub(super) key: u128,
    /// Position in the list of blocks.
    pub(super) block: u32,
}

/// The sort key of a [`MatchedBlock`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Precedence {
    pub(super) level: Level,
    /// Outer tree scopes are higher.
    pub(super) scope: i8,
    /// A `style` attribute.
    pub(super) attached: bool,
    /// Rank of the layer.
    pub(super) layer: u32,
    pub(super) specificity: u32,
    /// Generations to the scope's root.
    pub(super) proximity: u16,
    pub(super) order: u32,
}

const ORDER: u32 = 0;
const PROXIMITY: u32 = 32;
const SPECIFICITY: u32 = PROXIMITY + 16;
const LAYER: u32 = SPECIFICITY + 32;
const ATTACHED: u32 = LAYER + 32;
const SCOPE: u32 = ATTACHED + 1;
const LEVEL: u32 = SCOPE + 8;

impl Precedence {
    /// As a number that compares as the cascade does.
    pub(super) fn key(&self) -> u128 {
        (u128::from(self.level as u8) << LEVEL)
            | (u128::from(self.scope.cast_unsigned() ^ 0x80) << SCOPE)
            | (u128::from(self.attached) << ATTACHED)
            | (u128::from(self.layer) << LAYER)
            | (u128::from(self.specificity) << SPECIFICITY)
            | (u128::from(u16::MAX - self.proximity) << PROXIMITY)
            | (u128::from(self.order) << ORDER)
    }

    /// The precedence that a key says.
    pub(super) fn of_key(key: u128) -> Self {
        let part = |from: u32, bits: u32| u32::try_from((key >> from) & ((1 << bits) - 1)).unwrap_or(u32::MAX);
        Self {
            level: match part(LEVEL, 8) {
                0 => Level::UserAgent,
                1 => Level::Hints,
                _ => Level::Author,
            },
            scope: (u8::try_from(part(SCOPE, 8)).unwrap_or(0) ^ 0x80).cast_signed(),
            attached: part(ATTACHED, 1) == 1,
            layer: part(LAYER, 32),
            specificity: part(SPECIFICITY, 32),
            proximity: u16::MAX - u16::try_from(part(PROXIMITY, 16)).unwrap_or(u16::MAX),
            order: part(ORDER, 32),
        }
    }
}

/// The key of important declarations: origins, tree scopes and layers are reversed.
pub(super) fn important_key(key: u128) -> u128 {
    const REVERSED: u128 = (3 << LEVEL) | (0xff << SCOPE) | (0xffff_ffff << LAYER);
    key ^ REVERSED
}

/// The part of a key that `revert-layer` skips by: origin, scope and layer.
fn layer_of(key: u128) -> u128 {
    key >> LAYER
}

fn level_of(key: u128) -> u128 {
    key >> LEVEL
}

/// The declarations that a property skips after `revert` or `revert-layer`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Skip {
    /// The author's rules and the presentational hints.
    Author,
    /// One layer.
    Layer(u128),
}

const WORDS: usize = PropertyId::COUNT.div_ceil(64);

/// The winning declaration of each property.
pub(super) struct Winners<'b> {
    values: [Option<(PropertyId, &'b DeclaredValue)>; PropertyId::COUNT],
    set: [u64; WORDS],
    custom: Vec<(&'b Atom, &'b DeclaredValue)>,
    custom_seen: FxHashSet<&'b Atom>,
    skips: Skips<'b>,
    /// Custom properties are not collected.
    without_custom: bool,
}

/// The declarations that reverted properties skip.
#[derive(Default)]
struct Skips<'b> {
    /// Properties that skip the author's rules and the presentational hints.
    author: FxHashSet<PropertyName>,
    /// Layers that important declarations skip; they are skipped by the normal ones too.
    important: FxHashSet<(PropertyName, u128)>,
    /// By longhand, the layer that normal declarations skip last: the matches come layer by layer, so one is enough.
    normal: Vec<Option<u128>>,
    /// By custom property, the layer that normal declarations skip last.
    normal_custom: FxHashMap<&'b Atom, u128>,
    any: bool,
}

impl<'b> Skips<'b> {
    fn add(&mut self, property: &PropertyName, custom: Option<&'b Atom>, skip: Skip, important: bool) {
        self.any = true;
        match (skip, property) {
            (Skip::Author, _) => {
                self.author.insert(property.clone());
            }
            (Skip::Layer(layer), _) if important => {
                self.important.insert((property.clone(), layer));
            }
            (Skip::Layer(layer), PropertyName::Longhand(longhand)) => {
                self.normal.resize(PropertyId::COUNT, None);
                self.normal[longhand.index()] = Some(layer);
            }
            (Skip::Layer(layer), PropertyName::Custom(_)) => {
                self.normal_custom.extend(custom.map(|name| (name, layer)));
            }
        }
    }

    fn has(&self, property: &PropertyName, key: u128) -> bool {
        if !self.any {
            return false;
        }
        let layer = layer_of(key);
        let last = match property {
            PropertyName::Longhand(longhand) => self.normal.get(longhand.index()).copied().flatten(),
            PropertyName::Custom(name) => self.normal_custom.get(name).copied(),
        };
        last == Some(layer)
            || (!self.important.is_empty() && self.important.contains(&(property.clone(), layer)))
            || (level_of(key) != Level::UserAgent as u128 && self.author.contains(property))
    }
}

impl<'b> Winners<'b> {
    fn new(without_custom: bool) -> Self {
        Self {
            values: [None; PropertyId::COUNT],
            set: [0; WORDS],
            custom: Vec::new(),
            custom_seen: FxHashSet::default(),
            skips: Skips::default(),
            without_custom,
        }
    }

    /// Collects the winners among `matches`, which are sorted.
    fn collect(&mut self, matches: &[MatchedBlock], blocks: &'b [Block], map: impl Fn(PropertyId) -> PropertyId) {
        let mut important: Vec<(u128, MatchedBlock)> =
            matches.iter().filter(|m| blocks[m.block as usize].important).map(|m| (important_key(m.key), *m)).collect();
        important.sort_unstable_by_key(|(key, _)| *key);
        for (_, found) in important.iter().rev() {
            self.add_block(found, blocks, true, &map);
        }
        for found in matches.iter().rev() {
            if blocks[found.block as usize].normal {
                self.add_block(found, blocks, false, &map);
            }
        }
    }

    fn add_block(
        &mut self,
        found: &MatchedBlock,
        blocks: &'b [Block],
        important: bool,
        map: &impl Fn(PropertyId) -> PropertyId,
    ) {
        for declaration in blocks[found.block as usize].declarations.iter().rev() {
            if declaration.important != important {
                continue;
            }
            match &declaration.property {
                PropertyName::Longhand(declared) => {
                    let property = if declared.is_logical() { map(*declared) } else { *declared };
                    let (word, bit) = (property.index() / 64, 1_u64 << (property.index() % 64));
                    if self.set[word] & bit != 0 {
                        continue;
                    }
                    let name = PropertyName::Longhand(property);
                    if self.skips.has(&name, found.key) {
                        continue;
                    }
                    if let Some(skip) = reverts(&declaration.value, found.key) {
                        self.skips.add(&name, None, skip, important);
                        continue;
                    }
                    self.set[word] |= bit;
                    self.values[property.index()] = Some((*declared, &declaration.value));
                }
                PropertyName::Custom(_) if self.without_custom => {}
                PropertyName::Custom(name) => {
                    if self.custom_seen.contains(name) || self.skips.has(&declaration.property, found.key) {
                        continue;
                    }
                    if let Some(skip) = reverts(&declaration.value, found.key) {
                        self.skips.add(&declaration.property, Some(name), skip, important);
                        continue;
                    }
                    self.custom_seen.insert(name);
                    self.custom.push((name, &declaration.value));
                }
            }
        }
    }
}

/// <https://drafts.csswg.org/css-cascade-5/#default>: `revert` and `revert-layer` look further.
fn reverts(value: &DeclaredValue, key: u128) -> Option<Skip> {
    match value {
        DeclaredValue::Wide(CssWide::Revert) => (level_of(key) != Level::UserAgent as u128).then_some(Skip::Author),
        DeclaredValue::Wide(CssWide::RevertLayer) => Some(Skip::Layer(layer_of(key))),
        _ => None,
    }
}

/// Computes a style from matches (sorted by key), but for the last steps that depend on the element.
pub(super) fn compute_style(
    matches: &[MatchedBlock],
    blocks: &[Block],
    basis: &ComputeBasis<'_>,
    substituter: &Substituter<'_>,
    known: &KnownCustomProperties,
) -> ComputedStyle {
    let mut style = inherit_from(basis.parent, basis.initial);
    leave_zoom_to_svg(&mut style, basis);
    let with_custom = matches.iter().map(|found| found.block).filter(|&block| blocks[block as usize].custom);
    // What `attr()` stands for is the element's own.
    let is_of_blocks = !with_custom.clone().any(|block| blocks[block as usize].element);
    let mut custom = if is_of_blocks { known.get(&basis.parent.custom, with_custom.clone()) } else { None };
    let is_new = is_of_blocks && custom.is_none() && with_custom.clone().next().is_some();
    let (mut writing_mode, mut direction) = (style.writing_mode, style.direction);
    if matches.iter().any(|m| blocks[m.block as usize].mode) {
        // Logical properties need to know the writing mode, which may come from variables.
        let mut winners = Winners::new(custom.is_some());
        winners.collect(matches, blocks, |property| property);
        let mut draft = inherit_from(basis.parent, basis.initial);
        draft.custom = custom.get_or_insert_with(|| custom_properties(&winners, basis, substituter.scope)).clone();
        for property in [PropertyId::WritingMode, PropertyId::Direction] {
            if let Some((declared, value)) = winners.values[property.index()] {
                apply(&mut draft, property, declared, value, basis, substituter);
            }
        }
        (writing_mode, direction) = (draft.writing_mode, draft.direction);
    }
    let mut winners = Winners::new(custom.is_some());
    winners.collect(matches, blocks, |property| resolve_logical(property, writing_mode, direction));
    style.custom = custom.unwrap_or_else(|| custom_properties(&winners, basis, substituter.scope));
    if is_new {
        known.insert(&basis.parent.custom, with_custom, style.custom.clone());
    }
    // Longhands are numbered in the order of their phases.
    for (word, bits) in winners.set.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            let index = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            if let Some((declared, value)) = winners.values[index] {
                apply(&mut style, PropertyId::ALL[index], declared, value, basis, substituter);
            }
        }
    }
    style
}

fn custom_properties(winners: &Winners<'_>, basis: &ComputeBasis<'_>, variables: &Scope<'_>) -> CustomProperties {
    let inherited = basis.parent.custom.inherit();
    if winners.custom.is_empty() {
        return inherited;
    }
    let mut declared: Vec<(Atom, Option<Arc<str>>)> = Vec::new();
    for (name, value) in &winners.custom {
        let registration = variables.registry.get(name);
        let value = match value {
            DeclaredValue::WithVariables(value) => Some(Arc::from(&*value.text)),
            DeclaredValue::Wide(CssWide::Initial) => registration.and_then(|r| r.initial.clone()),
            DeclaredValue::Wide(CssWide::Inherit) => basis.parent.custom.get(name).cloned(),
            DeclaredValue::Wide(_) if registration.is_some_and(|r| !r.inherits) => {
                registration.and_then(|r| r.initial.clone())
            }
            DeclaredValue::Wide(_) | DeclaredValue::Specified(_) => continue,
        };
        declared.push(((*name).clone(), value));
    }
    compute(&inherited, &declared, variables)
}

fn apply(
    style: &mut ComputedStyle,
    property: PropertyId,
    declared: PropertyId,
    value: &DeclaredValue,
    basis: &ComputeBasis<'_>,
    substituter: &Substituter<'_>,
) {
    note_declared(style, property);
    match value {
        DeclaredValue::Specified(value) => apply_declaration(style, property, value, basis),
        DeclaredValue::Wide(CssWide::Inherit) => set_inherited(style, property, basis),
        DeclaredValue::Wide(CssWide::Initial) => set_initial(style, property, basis),
        // The style starts as if everything were unset.
        DeclaredValue::Wide(CssWide::Unset | CssWide::Revert | CssWide::RevertLayer) => {}
        DeclaredValue::WithVariables(unparsed) => {
            // Invalid at computed-value time is `unset`.
            let values = substituter.substitute(unparsed, &style.custom);
            if let Some(value) = values.and_then(|values| values.of(declared)) {
                apply(style, property, declared, &value, basis, substituter);
            }
        }
    }
}
