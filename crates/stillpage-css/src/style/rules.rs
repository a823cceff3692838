//! The rules of a tree scope, indexed by what their subject must have; cascade layers.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Pseudo;
use super::container::ContainerCondition;
use super::counter_style::CounterStyles;
use super::property::{Declaration, DeclaredValue, Phase, PropertyName};
use super::variable::Registration;
use crate::dom::{Atom, ElementData, NodeId, Quirks};
use crate::font::FaceRule;
use crate::selector::{
    Ancestors, Bucket, ComparedNames, NameHash, PseudoElement, RequiredNames, SelectorFeatures, StyleSelector,
};

/// No condition, no scope.
pub(super) const NONE: u32 = u32::MAX;

/// The declarations of a rule, a `style` attribute or an element's presentational hints.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) declarations: Box<[Declaration]>,
    pub(super) normal: bool,
    pub(super) important: bool,
    /// Has writing modes or direction: other declarations' meaning depends on it.
    pub(super) mode: bool,
    pub(super) custom: bool,
    pub(super) content: bool,
    /// Its values depend on the element, not on its style alone: `attr()`.
    pub(super) element: bool,
}

impl Block {
    pub(super) fn new(declarations: Vec<Declaration>) -> Self {
        let mut block = Self {
            declarations: Box::default(),
            normal: false,
            important: false,
            mode: false,
            custom: false,
            content: false,
            element: false,
        };
        for declaration in &declarations {
            block.important |= declaration.important;
            block.normal |= !declaration.important;
            match &declaration.property {
                PropertyName::Custom(_) => block.custom = true,
                PropertyName::Longhand(property) => {
                    block.mode |= property.phase() == Phase::Mode;
                    block.content |= *property == super::property::PropertyId::Content;
                }
            }
            block.element |= match &declaration.value {
                DeclaredValue::WithVariables(value) => super::substitution::may_refer_to_attributes(&value.text),
                DeclaredValue::Specified(value) => value.depends_on_element(),
                DeclaredValue::Wide(_) => false,
            };
        }
        block.declarations = declarations.into();
        block
    }
}

/// A selector and its declarations.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) selector: StyleSelector,
    pub(super) specificity: u32,
    /// Position in the list of blocks.
    pub(super) block: u32,
    /// In [`Layers`].
    pub(super) layer: u32,
    /// In [`RuleSet::containers`], or [`NONE`].
    pub(super) container: u32,
    /// In [`RuleSet::scopes`], or [`NONE`].
    pub(super) scope: u32,
    /// Order of appearance.
    pub(super) order: u32,
}

/// An `@scope`.
#[derive(Debug, Clone)]
pub(super) struct ScopeRule {
    /// The enclosing `@scope`, or [`NONE`].
    pub(super) parent: u32,
    /// `None`: the parent of the style sheet's owner, or the whole tree.
    pub(super) roots: Option<Vec<StyleSelector>>,
    pub(super) limits: Vec<StyleSelector>,
    /// The `style` or `link` element.
    pub(super) owner: Option<NodeId>,
}

/// The cascade layers of a tree scope and origin: <https://drafts.csswg.org/css-cascade-5/#layering>
#[derive(Debug, Clone)]
pub(super) struct Layers {
    nodes: Vec<LayerNode>,
    /// Rank by layer: later ranks win. The unlayered rank is the highest.
    pub(super) rank: Vec<u32>,
}

#[derive(Debug, Clone, Default)]
struct LayerNode {
    children: Vec<u32>,
    by_name: FxHashMap<Atom, u32>,
}

/// Rules outside of any layer.
pub(super) const UNLAYERED: u32 = 0;

impl Default for Layers {
    fn default() -> Self {
        Self { nodes: vec![LayerNode::default()], rank: vec![0] }
    }
}

impl Layers {
    /// The layer of a dotted name inside of `parent`, made if it is new. No name: an anonymous one, always new.
    pub(super) fn enter(&mut self, parent: u32, name: &[Atom]) -> u32 {
        if name.is_empty() {
            return self.add(parent, None);
        }
        let mut at = parent;
        for part in name {
            let known = self.nodes.get(at as usize).and_then(|node| node.by_name.get(part).copied());
            at = known.unwrap_or_else(|| self.add(at, Some(part.clone())));
        }
        at
    }

    fn add(&mut self, parent: u32, name: Option<Atom>) -> u32 {
        let id = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(LayerNode::default());
        if let Some(parent) = self.nodes.get_mut(parent as usize) {
            parent.children.push(id);
            if let Some(name) = name {
                parent.by_name.insert(name, id);
            }
        }
        id
    }

    /// Ranks the layers: sublayers go before what is directly in their parent.
    fn finish(&mut self) {
        self.rank = vec![0; self.nodes.len()];
        let mut next = 0;
        let mut stack = vec![(UNLAYERED, 0_usize)];
        while let Some((layer, child)) = stack.pop() {
            match self.nodes[layer as usize].children.get(child) {
                Some(&inner) => {
                    stack.push((layer, child + 1));
                    stack.push((inner, 0));
                }
                None => {
                    self.rank[layer as usize] = next;
                    next += 1;
                }
            }
        }
    }
}

/// A rule in an index, with what it takes to reject it for most elements.
#[derive(Debug, Clone)]
pub(super) struct IndexedRule {
    /// Position in the list of rules.
    pub(super) rule: u32,
    /// The names that its subject's ancestors must have.
    pub(super) ancestors: RequiredNames,
}

/// Rules by the first name that they ask of ancestors, so that many are rejected at once.
#[derive(Debug, Clone, Default)]
struct ByAncestor {
    groups: Vec<(Option<NameHash>, Vec<IndexedRule>)>,
    /// Position of each group.
    at: FxHashMap<Option<NameHash>, usize>,
}

impl ByAncestor {
    fn add(&mut self, rule: IndexedRule) {
        let name = rule.ancestors.first();
        let at = *self.at.entry(name).or_insert(self.groups.len());
        if at == self.groups.len() {
            self.groups.push((name, Vec::new()));
        }
        self.groups[at].1.push(rule);
    }
}

/// Rules by what their subject must have.
#[derive(Debug, Clone, Default)]
pub(super) struct RuleIndex {
    ids: FxHashMap<Atom, Vec<IndexedRule>>,
    classes: FxHashMap<Atom, Vec<IndexedRule>>,
    tags: FxHashMap<Atom, Vec<IndexedRule>>,
    /// By the local name of an attribute.
    attributes: FxHashMap<Atom, Vec<IndexedRule>>,
    root: Vec<IndexedRule>,
    other: ByAncestor,
}

impl RuleIndex {
    fn add(&mut self, bucket: Bucket, rule: IndexedRule, fold: bool) {
        let name = |atom: Atom| if fold { atom.to_ascii_lowercase() } else { atom };
        match bucket {
            Bucket::Id(id) => self.ids.entry(name(id)).or_default().push(rule),
            Bucket::Class(class) => self.classes.entry(name(class)).or_default().push(rule),
            Bucket::Tag(tag, lower) => {
                if tag != lower {
                    self.tags.entry(tag).or_default().push(rule.clone());
                }
                self.tags.entry(lower).or_default().push(rule);
            }
            Bucket::Attribute(name, lower) => {
                if name != lower {
                    self.attributes.entry(name).or_default().push(rule.clone());
                }
                self.attributes.entry(lower).or_default().push(rule);
            }
            Bucket::Root => self.root.push(rule),
            Bucket::Host | Bucket::Slotted | Bucket::Part | Bucket::Other => self.other.add(rule),
        }
    }

    /// Adds every rule that may match an element to `found`, perhaps twice; returns how many were looked at.
    pub(super) fn candidates(
        &self,
        element: &ElementData,
        is_root: bool,
        fold: bool,
        ancestors: &Ancestors,
        found: &mut Vec<u32>,
    ) -> u64 {
        let mut looked_at = 0;
        let mut all = |rules: Option<&Vec<IndexedRule>>| {
            let rules = rules.map_or(&[][..], Vec::as_slice);
            looked_at += rules.len() as u64;
            found.extend(rules.iter().filter(|rule| ancestors.may_have(&rule.ancestors)).map(|rule| rule.rule));
        };
        if !self.ids.is_empty()
            && let Some(id) = &element.id
        {
            if fold { all(self.ids.get(&id.to_ascii_lowercase())) } else { all(self.ids.get(id)) }
        }
        if !self.classes.is_empty() {
            for class in &element.classes {
                if fold { all(self.classes.get(&class.to_ascii_lowercase())) } else { all(self.classes.get(class)) }
            }
        }
        if !self.tags.is_empty() {
            all(self.tags.get(&element.name.local));
        }
        if !self.attributes.is_empty() {
            for attribute in &element.attributes {
                all(self.attributes.get(&attribute.name.local));
            }
        }
        if is_root {
            all(Some(&self.root));
        }
        let mut rejected = 0;
        for (name, rules) in &self.other.groups {
            if name.is_none_or(|name| ancestors.may_have_name(name)) {
                all(Some(rules));
            } else {
                rejected += rules.len() as u64;
            }
        }
        looked_at + rejected
    }

    fn is_empty(&self) -> bool {
        self.ids.is_empty()
            && self.classes.is_empty()
            && self.tags.is_empty()
            && self.attributes.is_empty()
            && self.root.is_empty()
            && self.other.groups.is_empty()
    }
}

/// Elements proper, then each pseudo-element.
pub(super) const TARGETS: usize = 17;

/// Position among [`TARGETS`].
pub(super) fn target(pseudo: Option<Pseudo>) -> usize {
    pseudo.map_or(0, |p| 1 + p as usize)
}

/// All rules of a tree scope (or of the user agent).
#[derive(Debug, Clone, Default)]
pub(super) struct RuleSet {
    pub(super) rules: Vec<Rule>,
    pub(super) layers: Layers,
    pub(super) containers: Vec<Arc<ContainerCondition>>,
    pub(super) scopes: Vec<ScopeRule>,
    pub(super) registrations: Vec<(Atom, Registration)>,
    pub(super) counter_styles: CounterStyles,
    /// `@font-face` rules, in order.
    pub(super) font_faces: Vec<Arc<FaceRule>>,
    /// `@position-try` rules: the block by name. The last one of a name counts.
    pub(super) position_tries: FxHashMap<Box<str>, u32>,
    /// By target.
    index: [RuleIndex; TARGETS],
    /// By target, those that match every element of a [kind](super::kinds::Kinds) or none: they are not in `index`.
    by_names: [RuleIndex; TARGETS],
    /// `:host` rules, by target.
    hosts: [Vec<u32>; TARGETS],
    /// `::slotted()` rules, by target.
    slotted: [Vec<u32>; TARGETS],
    /// `::part()` rules, by target.
    parts: [Vec<u32>; TARGETS],
    /// One bit a target: it has a rule.
    targets: u32,
}

impl RuleSet {
    /// Indexes the rules once all are added; `compared` gets what those by names compare, `features` what all look at.
    pub(super) fn finish(&mut self, quirks: Quirks, compared: &mut ComparedNames, features: &mut SelectorFeatures) {
        features.is_far_reaching |= !self.scopes.is_empty();
        self.layers.finish();
        let fold = quirks == Quirks::Quirks;
        for (at, rule) in (0_u32..).zip(&self.rules) {
            let target = target(rule.selector.pseudo.as_ref().and_then(box_pseudo));
            features.add(&rule.selector);
            let mut is_host = rule.selector.may_match_host();
            let is_by_names = rule.scope == NONE && rule.container == NONE && rule.selector.is_by_names();
            if is_by_names {
                compared.add(&rule.selector);
            }
            for bucket in rule.selector.buckets() {
                match bucket {
                    Bucket::Host => is_host = true,
                    Bucket::Slotted => self.slotted[target].push(at),
                    Bucket::Part => self.parts[target].push(at),
                    other => {
                        let ancestors = rule.selector.required_ancestors();
                        let index = if is_by_names { &mut self.by_names } else { &mut self.index };
                        index[target].add(other, IndexedRule { rule: at, ancestors }, fold);
                    }
                }
            }
            if is_host {
                self.hosts[target].push(at);
            }
        }
        self.targets =
            (0..TARGETS).filter(|&target| self.is_asked_for(target)).fold(0, |all, target| all | 1 << target);
    }

    /// Begins to count the steps of all selectors again.
    pub(super) fn forget_steps(&self) {
        let of_scopes = self.scopes.iter().flat_map(|scope| scope.roots.iter().flatten().chain(&scope.limits));
        self.rules.iter().map(|rule| &rule.selector).chain(of_scopes).for_each(StyleSelector::forget_steps);
    }

    /// Rules for elements of the scope itself, but for those by names.
    pub(super) fn index(&self, target: usize) -> Option<&RuleIndex> {
        self.index.get(target).filter(|index| !index.is_empty())
    }

    /// Rules by names for elements of the scope itself.
    pub(super) fn by_names(&self, target: usize) -> Option<&RuleIndex> {
        self.by_names.get(target).filter(|index| !index.is_empty())
    }

    /// Rules for the host of the scope.
    pub(super) fn hosts(&self, target: usize) -> &[u32] {
        self.hosts.get(target).map_or(&[], Vec::as_slice)
    }

    /// Rules for elements slotted into the scope.
    pub(super) fn slotted(&self, target: usize) -> &[u32] {
        self.slotted.get(target).map_or(&[], Vec::as_slice)
    }

    /// Rules for parts of shadow trees in the scope.
    pub(super) fn parts(&self, target: usize) -> &[u32] {
        self.parts.get(target).map_or(&[], Vec::as_slice)
    }

    /// One bit a target: some rule may be about it.
    pub(super) fn targets(&self) -> u32 {
        self.targets
    }

    fn is_asked_for(&self, target: usize) -> bool {
        self.index(target).is_some()
            || self.by_names(target).is_some()
            || !self.hosts(target).is_empty()
            || !self.slotted(target).is_empty()
            || !self.parts(target).is_empty()
    }
}

/// The style room's name for a selector's pseudo-element.
fn box_pseudo(pseudo: &PseudoElement) -> Option<Pseudo> {
    Some(match pseudo {
        PseudoElement::Before => Pseudo::Before,
        PseudoElement::After => Pseudo::After,
        PseudoElement::Marker => Pseudo::Marker,
        PseudoElement::Placeholder => Pseudo::Placeholder,
        PseudoElement::Backdrop => Pseudo::Backdrop,
        PseudoElement::FirstLetter => Pseudo::FirstLetter,
        PseudoElement::FirstLine => Pseudo::FirstLine,
        PseudoElement::FileSelectorButton => Pseudo::FileSelectorButton,
        PseudoElement::DetailsContent => Pseudo::DetailsContent,
        PseudoElement::SliderTrack => Pseudo::SliderTrack,
        PseudoElement::SliderThumb => Pseudo::SliderThumb,
        PseudoElement::PickerIndicator => Pseudo::PickerIndicator,
        PseudoElement::DateTimeEdit => Pseudo::DateTimeEdit,
        PseudoElement::DateTimeFields => Pseudo::DateTimeFields,
        PseudoElement::ColorSwatchWrapper => Pseudo::ColorSwatchWrapper,
        PseudoElement::ScrollBar => Pseudo::ScrollBar,
        PseudoElement::Other(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_ranked_by_first_appearance_with_sublayers_first() {
        let mut layers = Layers::default();
        let name = |text: &str| text.split('.').map(Atom::from).collect::<Vec<_>>();
        let reset = layers.enter(UNLAYERED, &name("reset"));
        let base = layers.enter(UNLAYERED, &name("base"));
        let inner = layers.enter(UNLAYERED, &name("reset.inner"));
        let anonymous = layers.enter(base, &[]);
        assert_eq!(layers.enter(UNLAYERED, &name("base")), base);
        assert_eq!(layers.enter(reset, &name("inner")), inner);
        layers.finish();
        let mut by_rank = [reset, base, inner, anonymous, UNLAYERED];
        by_rank.sort_by_key(|&l| layers.rank[l as usize]);
        assert_eq!(by_rank, [inner, reset, anonymous, base, UNLAYERED]);
    }
}
