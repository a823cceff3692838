//! Custom properties: storage, `var()` and `env()` substitution, `@property` registrations.
//!
//! <https://drafts.csswg.org/css-variables-1/>, <https://drafts.csswg.org/css-properties-values-api-1/>

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::substitution::{may_refer, substitute_with};
use crate::dom::{Atom, Dom, NodeId};
use crate::limits::Budget;

/// Limit: variables that refer to variables that refer to ...
const MAX_DEPTH: u32 = 64;

/// Limit: maps that share with their parents are flattened after that many, so that a lookup stays short.
const MAX_LAYERS: u32 = 8;

/// The custom properties of an element: name (without the dashes) to token text. Shared with the parent as far as equal.
#[derive(Debug, Clone, Default)]
pub struct CustomProperties {
    /// The properties that inherit.
    inherited: Option<Arc<Layer>>,
    /// The properties registered not to inherit, of this element alone.
    own: Option<Arc<Layer>>,
}

/// The custom properties that blocks of declarations make of a parent's, in one cascade.
///
/// Frameworks set dozens on every component: elements of one have different styles, and these in common.
#[derive(Debug, Default)]
pub(super) struct KnownCustomProperties(RefCell<FxHashMap<CustomKey, FromBlocks>>);

/// The addresses of a parent's custom properties, and the blocks with such properties, in order.
type CustomKey = ([usize; 2], SmallVec<[u32; 4]>);

#[derive(Debug)]
struct FromBlocks {
    /// Keeps the addresses from being used again.
    _parent: CustomProperties,
    computed: CustomProperties,
}

impl KnownCustomProperties {
    fn key(parent: &CustomProperties, blocks: impl Iterator<Item = u32>) -> CustomKey {
        (parent.addresses(), blocks.collect())
    }

    pub(super) fn get(&self, parent: &CustomProperties, blocks: impl Iterator<Item = u32>) -> Option<CustomProperties> {
        Some(self.0.borrow().get(&Self::key(parent, blocks))?.computed.clone())
    }

    pub(super) fn insert(
        &self,
        parent: &CustomProperties,
        blocks: impl Iterator<Item = u32>,
        computed: CustomProperties,
    ) {
        let from_blocks = FromBlocks { _parent: parent.clone(), computed };
        self.0.borrow_mut().insert(Self::key(parent, blocks), from_blocks);
    }
}

/// The custom properties that an element sets, over what it inherits.
#[derive(Debug)]
struct Layer {
    parent: Option<Arc<Self>>,
    /// Layers below.
    depth: u32,
    /// Sorted by name's address-independent order; `None`: guaranteed-invalid.
    values: Vec<(Atom, Option<Arc<str>>)>,
}

impl PartialEq for CustomProperties {
    /// Equal if shared: never equal for maps that were made on their own.
    fn eq(&self, other: &Self) -> bool {
        same(self.inherited.as_ref(), other.inherited.as_ref()) && same(self.own.as_ref(), other.own.as_ref())
    }
}

fn same(a: Option<&Arc<Layer>>, b: Option<&Arc<Layer>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

impl Layer {
    fn get(&self, name: &Atom) -> Option<&Option<Arc<str>>> {
        let mut layer = self;
        loop {
            if let Ok(at) = layer.values.binary_search_by(|(n, _)| n.cmp(name)) {
                return layer.values.get(at).map(|(_, value)| value);
            }
            layer = layer.parent.as_deref()?;
        }
    }
}

impl CustomProperties {
    /// The token text of a property, by its name without the dashes; `None` if it is not set (or invalid).
    #[must_use]
    pub fn get(&self, name: &Atom) -> Option<&Arc<str>> {
        let own = self.own.as_ref().and_then(|layer| layer.get(name));
        own.or_else(|| self.inherited.as_ref().and_then(|layer| layer.get(name)))?.as_ref()
    }

    /// Returns addresses that are those of equal properties alone, as long as these are kept.
    pub(super) fn addresses(&self) -> [usize; 2] {
        [&self.inherited, &self.own].map(|layer| layer.as_ref().map_or(0, |layer| Arc::as_ptr(layer).addr()))
    }

    /// Returns the custom properties that a child inherits.
    pub(super) fn inherit(&self) -> Self {
        Self { inherited: self.inherited.clone(), own: None }
    }

    /// With values set; `values` has each name once.
    pub(super) fn with(&self, values: Vec<(Atom, Option<Arc<str>>)>, registry: &Registry) -> Self {
        let (mut inherited, mut own): (Vec<_>, Vec<_>) =
            values.into_iter().partition(|(name, _)| registry.get(name).is_none_or(|r| r.inherits));
        let mut out = self.clone();
        if !own.is_empty() {
            own.sort_by(|a, b| a.0.cmp(&b.0));
            out.own = Some(Arc::new(Layer { parent: None, depth: 0, values: own }));
        }
        if !inherited.is_empty() {
            inherited.sort_by(|a, b| a.0.cmp(&b.0));
            out.inherited = Some(Arc::new(Layer::over(out.inherited.take(), inherited)));
        }
        out
    }
}

impl Layer {
    fn over(parent: Option<Arc<Self>>, values: Vec<(Atom, Option<Arc<str>>)>) -> Self {
        let depth = parent.as_ref().map_or(0, |p| p.depth + 1);
        let few = parent.as_ref().is_some_and(|p| p.values.len() <= values.len());
        if depth < MAX_LAYERS && !few {
            return Self { parent, depth, values };
        }
        let mut all = values;
        let mut at = parent;
        while let Some(layer) = at {
            all.extend(layer.values.iter().cloned());
            at = layer.parent.clone();
        }
        // Stable: of equal names the innermost layer's comes first.
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all.dedup_by(|later, first| later.0 == first.0);
        Self { parent: None, depth: 0, values: all }
    }
}

/// A custom property that `@property` registered.
#[derive(Debug, Clone)]
pub(super) struct Registration {
    pub(super) inherits: bool,
    /// `None`: guaranteed-invalid.
    pub(super) initial: Option<Arc<str>>,
    /// `syntax`
    pub(super) syntax: Box<str>,
}

/// The registrations of a document, by name without the dashes.
#[derive(Debug, Clone, Default)]
pub(super) struct Registry {
    properties: FxHashMap<Atom, Registration>,
}

impl Registry {
    pub(super) fn get(&self, name: &Atom) -> Option<&Registration> {
        if self.properties.is_empty() { None } else { self.properties.get(name) }
    }

    /// The last registration of a name counts.
    pub(super) fn register(&mut self, name: Atom, registration: Registration) {
        self.properties.insert(name, registration);
    }
}

/// The environment that references are resolved in.
pub(super) struct Scope<'a> {
    pub(super) registry: &'a Registry,
    /// For `attr()`.
    pub(super) element: Option<(&'a Dom, NodeId)>,
    /// Bytes that may be substituted.
    pub(super) budget: &'a Budget,
}

/// Computes the custom properties of an element: `declared` are the winning declarations, `None` for `initial`.
///
/// <https://drafts.csswg.org/css-variables-1/#cycles>: every property in a cycle is invalid.
pub(super) fn compute(
    inherited: &CustomProperties,
    declared: &[(Atom, Option<Arc<str>>)],
    scope: &Scope<'_>,
) -> CustomProperties {
    let mut solver = Solver {
        inherited,
        declared: declared.iter().map(|(name, value)| (name, value.as_ref())).collect(),
        state: FxHashMap::default(),
        scope,
    };
    let mut values = Vec::with_capacity(declared.len());
    for (name, _) in declared {
        let value = solver.resolve(name, 0).ok().flatten();
        if inherited.get(name).map(|v| &**v) != value.as_deref() {
            values.push((name.clone(), value));
        }
    }
    if values.is_empty() { inherited.clone() } else { inherited.with(values, scope.registry) }
}

#[derive(Clone)]
enum State {
    /// Being computed, that deep in the chain.
    Busy(u32),
    Done(Option<Arc<str>>),
}

struct Solver<'a> {
    inherited: &'a CustomProperties,
    declared: FxHashMap<&'a Atom, Option<&'a Arc<str>>>,
    state: FxHashMap<&'a Atom, State>,
    scope: &'a Scope<'a>,
}

/// A reference to a property that is being computed: how deep in the chain it is.
struct Cycle(u32);

impl<'a> Solver<'a> {
    fn resolve(&mut self, name: &Atom, depth: u32) -> Result<Option<Arc<str>>, Cycle> {
        let Some((&key, &text)) = self.declared.get_key_value(name) else {
            return Ok(self.inherited.get(name).cloned().or_else(|| self.scope.registry.get(name)?.initial.clone()));
        };
        match self.state.get(key) {
            Some(State::Done(value)) => return Ok(value.clone()),
            Some(State::Busy(at)) => return Err(Cycle(*at)),
            None => {}
        }
        if depth > MAX_DEPTH {
            return Ok(None);
        }
        self.state.insert(key, State::Busy(depth));
        let (element, budget) = (self.scope.element, self.scope.budget);
        let mut lowest = u32::MAX;
        let value = match text {
            Some(text) if may_refer(text) => {
                let mut lookup = |name: &Atom| match self.resolve(name, depth + 1) {
                    Ok(value) => value,
                    Err(Cycle(at)) => {
                        lowest = lowest.min(at);
                        None
                    }
                };
                substitute_with(text, &mut lookup, element, budget).map(Arc::from)
            }
            other => other.cloned(),
        };
        // A property is in the cycle if it refers to itself or to one before it in the chain.
        let value = if lowest <= depth { None } else { value };
        let value = self.validated(key, value);
        self.state.insert(key, State::Done(value.clone()));
        if lowest < depth { Err(Cycle(lowest)) } else { Ok(value) }
    }

    /// A value that does not fit the registered syntax is as if unset.
    fn validated(&self, name: &Atom, value: Option<Arc<str>>) -> Option<Arc<str>> {
        let Some(registration) = self.scope.registry.get(name) else { return value };
        match value {
            Some(value) if super::syntax::matches_syntax(&registration.syntax, &value) => Some(value),
            _ if registration.inherits => self.inherited.get(name).cloned().or_else(|| registration.initial.clone()),
            _ => registration.initial.clone(),
        }
    }
}

/// Substitutes all references in a value; `None`: it is invalid at computed-value time.
pub(super) fn substitute(text: &str, custom: &CustomProperties, scope: &Scope<'_>) -> Option<String> {
    let mut lookup = |name: &Atom| custom.get(name).cloned().or_else(|| scope.registry.get(name)?.initial.clone());
    substitute_with(text, &mut lookup, scope.element, scope.budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(list: &[(&str, &str)]) -> Vec<(Atom, Option<Arc<str>>)> {
        list.iter().map(|(name, value)| (Atom::from(*name), Some(Arc::from(*value)))).collect()
    }

    fn check(declared: &[(&str, &str)], text: &str, expected: Option<&str>) {
        let registry = Registry::default();
        let budget = Budget::new(crate::limits::Limit::SubstitutedText);
        let scope = Scope { registry: &registry, element: None, budget: &budget };
        let custom = compute(&CustomProperties::default(), &values(declared), &scope);
        let out = substitute(text, &custom, &scope).map(|s| s.replace("/**/", ""));
        assert_eq!(out.as_deref(), expected, "{text}");
    }

    #[test]
    fn substitutes() {
        check(&[("a", "1px")], "var(--a)", Some("1px"));
        check(&[("a", "1px")], "calc(var(--a) + VAR( --a ))", Some("calc(1px + 1px)"));
        check(&[("a", "1px")], "var(--b)", None);
        check(&[("a", "1px")], "var(--b, 2px)", Some(" 2px"));
        check(&[("a", "1px")], "var(--b, var(--a, x))", Some(" 1px"));
        check(&[("a", "1px")], "var(--b,)", Some(""));
        check(&[("a", "")], "x var(--a) y", Some("x  y"));
        check(&[("a", "b")], "\"var(--a)\" url(x)", Some("\"var(--a)\" url(x)"));
        check(&[], "env(safe-area-inset-top, 3px) env(foo, 4px)", Some("0px  4px"));
        check(&[("a", "1px")], "min(1px, [var(--a)], {var(--a)})", Some("min(1px, [1px], {1px})"));
    }

    #[test]
    fn keeps_tokens_apart() {
        let registry = Registry::default();
        let budget = Budget::new(crate::limits::Limit::SubstitutedText);
        let scope = Scope { registry: &registry, element: None, budget: &budget };
        let custom = compute(&CustomProperties::default(), &values(&[("a", "1"), ("b", "px")]), &scope);
        assert_eq!(substitute("var(--a)var(--b)", &custom, &scope).unwrap(), "1/**/px");
    }

    #[test]
    fn resolves_chains_and_cycles() {
        check(&[("a", "var(--b)"), ("b", "var(--c)"), ("c", "3px")], "var(--a)", Some("3px"));
        check(&[("a", "var(--b)"), ("b", "var(--a)")], "var(--a, x)", Some(" x"));
        check(&[("a", "var(--a, 1px)")], "var(--a, x)", Some(" x"));
        check(&[("a", "var(--x, y)")], "var(--a)", Some(" y"));
        check(&[("a", "var(--b, 1px)"), ("b", "var(--b)")], "var(--a)", Some(" 1px"));
    }

    #[test]
    fn limits_explosions() {
        let list: Vec<(String, String)> =
            (0..60).map(|i| (format!("v{i}"), format!("var(--v{0}) var(--v{0})", i + 1))).collect();
        let mut list: Vec<(&str, &str)> = list.iter().map(|(a, b)| (&**a, &**b)).collect();
        list.push(("v60", "0123456789"));
        check(&list, "var(--v0, none)", Some(" none"));
    }

    #[test]
    fn shares_with_the_parent_where_equal() {
        let registry = Registry::default();
        let budget = Budget::new(crate::limits::Limit::SubstitutedText);
        let scope = Scope { registry: &registry, element: None, budget: &budget };
        let parent = compute(&CustomProperties::default(), &values(&[("a", "1"), ("b", "2")]), &scope);
        assert_eq!(compute(&parent, &values(&[("b", "2")]), &scope), parent);
        let child = compute(&parent, &values(&[("b", "3")]), &scope);
        assert_eq!(child.get(&Atom::from("b")).map(|v| &**v), Some("3"));
        assert_eq!(child.get(&Atom::from("a")).map(|v| &**v), Some("1"));
        let mut deep = child;
        for i in 0..40 {
            deep = compute(&deep, &values(&[("c", &i.to_string())]), &scope);
        }
        assert_eq!(deep.get(&Atom::from("a")).map(|v| &**v), Some("1"));
        assert_eq!(deep.get(&Atom::from("c")).map(|v| &**v), Some("39"));
    }

    #[test]
    fn registered_properties_have_initial_values_and_syntax() {
        let mut registry = Registry::default();
        registry.register(
            Atom::from("r"),
            Registration { inherits: false, initial: Some(Arc::from("5px")), syntax: "<length>".into() },
        );
        let budget = Budget::new(crate::limits::Limit::SubstitutedText);
        let scope = Scope { registry: &registry, element: None, budget: &budget };
        let none = CustomProperties::default();
        assert_eq!(substitute("var(--r)", &none, &scope).unwrap(), "5px");
        let set = compute(&none, &values(&[("r", "7px")]), &scope);
        assert_eq!(substitute("var(--r)", &set, &scope).unwrap(), "7px");
        assert_eq!(substitute("var(--r)", &set.inherit(), &scope).unwrap(), "5px");
        let bad = compute(&none, &values(&[("r", "red")]), &scope);
        assert_eq!(substitute("var(--r)", &bad, &scope).unwrap(), "5px");
    }
}
