//! Matching the nodes of a snapshot: Playwright's rules.

use std::fmt;

use smallvec::{SmallVec, smallvec};

use super::{
    ChildrenMode, InvalidState, TemplateChild, TemplateError, TemplateNode, TemplateStates, Ternary, TextMatcher,
};
use crate::aria::role::RoleTraits;
use crate::aria::{Invalid, Toggle};
use crate::dom::local_name;
use crate::page::Page;
use crate::search::pattern::{StepBudget, TooExpensive};
use crate::snapshot::outline::short;
use crate::snapshot::{Child, Snapshot, SnapshotNode};

/// A node of the page, as templates see it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Candidate<'a> {
    /// The root, which holds everything.
    Root,
    Node(&'a SnapshotNode),
    Text(&'a str),
}

/// A difference between a node and a template's node.
#[derive(Debug, Clone)]
pub(super) enum Mismatch<'a> {
    IsText,
    Role(&'static str),
    /// A state and its value, if the node has it.
    State(&'static str, Option<String>),
    Name(&'a str),
    Url(&'a str),
}

pub(super) type Mismatches<'a> = SmallVec<[Mismatch<'a>; 1]>;

pub(super) struct Matcher<'a> {
    /// `None` for a snapshot that is only known as text.
    page: Option<&'a Page>,
    pub(super) snapshot: &'a Snapshot,
    budget: StepBudget,
    /// The first regular expression that does not parse and that a name was to match.
    pub(super) broken: Option<TemplateError>,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(page: Option<&'a Page>, snapshot: &'a Snapshot) -> Self {
        let bytes: usize = snapshot.nodes.iter().map(|node| node.name.len()).sum();
        Self { page, snapshot, budget: StepBudget::for_text(bytes), broken: None }
    }

    pub(super) fn children(&self, of: Candidate<'a>) -> Vec<Candidate<'a>> {
        let children = match of {
            Candidate::Root => self.snapshot.roots(),
            Candidate::Node(node) => &node.children,
            Candidate::Text(_) => &[],
        };
        children.iter().map(|child| self.candidate(child)).collect()
    }

    fn candidate(&self, child: &'a Child) -> Candidate<'a> {
        match child {
            Child::Node(index) => Candidate::Node(self.snapshot.node(*index)),
            Child::Text(text) => Candidate::Text(text),
        }
    }

    /// The root, then every node and text in order.
    pub(super) fn candidates(&self) -> Vec<Candidate<'a>> {
        std::iter::once(Candidate::Root).chain(self.snapshot.walk().map(|(_, child)| self.candidate(child))).collect()
    }

    pub(super) fn matches_anywhere(&mut self, template: &TemplateNode) -> Result<bool, TooExpensive> {
        // A single text in a template stands for itself.
        let only_text = match template.children.as_slice() {
            [TemplateChild::Text(text)]
                if template.role == "fragment" && matches!(template.mode, None | Some(ChildrenMode::Contain)) =>
            {
                Some(text)
            }
            _ => None,
        };
        for candidate in self.candidates() {
            let matches = match only_text {
                Some(text) => matches!(candidate, Candidate::Text(found) if self.matches_text(found, text)?),
                None => self.matches_node(candidate, template, false)?,
            };
            if matches {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn matches_child(
        &mut self,
        candidate: Candidate<'a>,
        template: &TemplateChild,
        deep_equal: bool,
    ) -> Result<bool, TooExpensive> {
        match (template, candidate) {
            (TemplateChild::Text(text), Candidate::Text(found)) => self.matches_text(found, text),
            (TemplateChild::Text(_), _) => Ok(false),
            (TemplateChild::Node(node), candidate) => self.matches_node(candidate, node, deep_equal),
        }
    }

    fn matches_node(
        &mut self,
        candidate: Candidate<'a>,
        template: &TemplateNode,
        deep_equal: bool,
    ) -> Result<bool, TooExpensive> {
        if !self.mismatches(candidate, template)?.is_empty() {
            return Ok(false);
        }
        let children = self.children(candidate);
        match template.mode {
            Some(ChildrenMode::Equal) => self.equal(&children, &template.children, false),
            Some(ChildrenMode::DeepEqual) => self.equal(&children, &template.children, true),
            None if deep_equal => self.equal(&children, &template.children, true),
            Some(ChildrenMode::Contain) | None => self.contains(&children, &template.children),
        }
    }

    fn equal(
        &mut self,
        children: &[Candidate<'a>],
        template: &[TemplateChild],
        deep: bool,
    ) -> Result<bool, TooExpensive> {
        if children.len() != template.len() {
            return Ok(false);
        }
        for (&child, template) in children.iter().zip(template) {
            if !self.matches_child(child, template, deep)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn contains(&mut self, children: &[Candidate<'a>], template: &[TemplateChild]) -> Result<bool, TooExpensive> {
        if template.len() > children.len() {
            return Ok(false);
        }
        let mut rest = children.iter();
        for template in template {
            loop {
                let Some(&child) = rest.next() else { return Ok(false) };
                if self.matches_child(child, template, false)? {
                    break;
                }
            }
        }
        Ok(true)
    }

    /// Returns the differences between a node and a template's node, children aside; the role first.
    pub(super) fn mismatches(
        &mut self,
        candidate: Candidate<'a>,
        template: &TemplateNode,
    ) -> Result<Mismatches<'a>, TooExpensive> {
        let mut differs = Mismatches::new();
        let node = match candidate {
            Candidate::Text(_) => return Ok(smallvec![Mismatch::IsText]),
            Candidate::Root => None,
            Candidate::Node(node) => Some(node),
        };
        let role = node.map_or("fragment", |node| node.role.name());
        if template.role != "fragment" && template.role != role {
            return Ok(smallvec![Mismatch::Role(role)]);
        }
        if template.states != TemplateStates::default() {
            let states = node.map(|node| self.states(node)).unwrap_or_default();
            differs.extend(state_mismatches(&template.states, &states));
        }
        let name = node.map_or("", |node| &*node.name);
        if let Some(broken) = template.name.as_ref().and_then(|name| name.broken.as_deref())
            && differs.is_empty()
            && !name.is_empty()
        {
            self.broken.get_or_insert_with(|| broken.clone());
        }
        if let Some(wanted) = &template.name
            && !self.matches_name(name, wanted)?
        {
            differs.push(Mismatch::Name(name));
        }
        let url = node.and_then(|node| node.url()).unwrap_or_default();
        if let Some(wanted) = &template.url
            && !self.matches_text(url, wanted)?
        {
            differs.push(Mismatch::Url(url));
        }
        Ok(differs)
    }

    /// The states of a node, those that its role does not have being `None`.
    fn states(&self, node: &SnapshotNode) -> TemplateStates {
        let (traits, states) = (node.role.traits(), &node.states);
        let has = |of: RoleTraits| traits.contains(of);
        let ternary = |toggle: Option<Toggle>| match toggle {
            Some(Toggle::True) => Ternary::True,
            Some(Toggle::Mixed) => Ternary::Mixed,
            None => Ternary::False,
        };
        let says_expanded =
            || self.page.is_some_and(|page| page.dom().attr(node.element, &local_name!("aria-expanded")).is_some());
        TemplateStates {
            checked: has(RoleTraits::CHECKED).then(|| ternary(states.checked)),
            disabled: has(RoleTraits::DISABLED).then_some(states.disabled),
            // Neither expanded nor collapsed without the attribute.
            expanded: (has(RoleTraits::EXPANDED) && (states.expanded || says_expanded())).then_some(states.expanded),
            invalid: has(RoleTraits::INVALID).then_some(match states.invalid {
                Some(Invalid::True) => InvalidState::True,
                Some(Invalid::Grammar) => InvalidState::Grammar,
                Some(Invalid::Spelling) => InvalidState::Spelling,
                None => InvalidState::False,
            }),
            level: has(RoleTraits::LEVEL).then(|| f64::from(states.level)),
            pressed: has(RoleTraits::PRESSED).then(|| ternary(states.pressed)),
            selected: has(RoleTraits::SELECTED).then_some(states.selected),
        }
    }

    pub(super) fn matches_name(&mut self, name: &str, wanted: &TextMatcher) -> Result<bool, TooExpensive> {
        if name.is_empty() {
            return Ok(false);
        }
        match &wanted.regex {
            Some(regex) if wanted.regex_only => regex.is_match(name, &mut self.budget),
            _ => Ok(!wanted.regex_only && name == wanted.normalized),
        }
    }

    pub(super) fn matches_text(&mut self, text: &str, wanted: &TextMatcher) -> Result<bool, TooExpensive> {
        if wanted.normalized.is_empty() {
            return Ok(true);
        }
        if text.is_empty() {
            return Ok(false);
        }
        if text == wanted.normalized || text == wanted.raw {
            return Ok(true);
        }
        match &wanted.regex {
            Some(regex) => regex.is_match(text, &mut self.budget),
            None => Ok(false),
        }
    }
}

fn state_mismatches<'a>(wanted: &TemplateStates, found: &TemplateStates) -> impl Iterator<Item = Mismatch<'a>> {
    let found = found.list();
    let differs = wanted.list().into_iter().zip(found);
    differs
        .filter(|((_, wanted), (_, found))| wanted.is_some() && wanted != found)
        .map(|((name, _), (_, found))| Mismatch::State(name, found))
}

impl fmt::Display for Mismatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IsText => f.write_str("it is a text"),
            Self::Role(role) => write!(f, "the role is {role}"),
            Self::State(name, Some(value)) => write!(f, "it is [{name}={value}]"),
            Self::State(name, None) => write!(f, "it has no [{name}]"),
            Self::Name(name) => write!(f, "the name is {:?}", short(name)),
            Self::Url(url) => write!(f, "the url is {:?}", short(url)),
        }
    }
}

impl TemplateStates {
    /// Every state with its value as a template writes it.
    fn list(&self) -> [(&'static str, Option<String>); 7] {
        let ternary = |value: Option<Ternary>| value.map(|value| value.as_str().to_owned());
        let boolean = |value: Option<bool>| value.map(|value| value.to_string());
        [
            ("checked", ternary(self.checked)),
            ("disabled", boolean(self.disabled)),
            ("expanded", boolean(self.expanded)),
            ("invalid", self.invalid.map(|invalid| invalid.as_str().to_owned())),
            ("level", self.level.map(|level| level.to_string())),
            ("pressed", ternary(self.pressed)),
            ("selected", boolean(self.selected)),
        ]
    }

    /// ` [checked] [level=2]`
    pub(super) fn words(&self) -> String {
        let given = self.list().into_iter().filter_map(|(name, value)| Some((name, value?)));
        given
            .map(|(name, value)| if value == "true" { format!(" [{name}]") } else { format!(" [{name}={value}]") })
            .collect()
    }
}

impl Ternary {
    fn as_str(&self) -> &'static str {
        match self {
            Self::False => "false",
            Self::True => "true",
            Self::Mixed => "mixed",
        }
    }
}

impl InvalidState {
    fn as_str(&self) -> &'static str {
        match self {
            Self::False => "false",
            Self::True => "true",
            Self::Grammar => "grammar",
            Self::Spelling => "spelling",
        }
    }
}
