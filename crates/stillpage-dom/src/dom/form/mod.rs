//! Form state: what controls hold, who owns and labels them, whether they are disabled and valid.
//!
//! *In*: a [`Dom`]. *Out*: [`FormState`], built in one pass over the controls; it is part of the tree's index and follows
//! mutations.

mod color;
mod option;
mod range;
mod scope;
mod temporal;
mod value;

pub use option::{display_size, option_label, option_text, option_value};
pub use temporal::{MONTHS, temporal_text};
pub use value::InputType;
pub use value::stepped;

use std::borrow::Cow;

use range::Range;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Scopes, form_owner, is_disabled};
use smallvec::SmallVec;
use value::{input_value, is_email};

use super::{Atom, Dom, ElementData, NodeId, local_name, ns};

/// The state of all form controls of a page, in every tree of it.
#[derive(Debug, Clone, Default)]
pub struct FormState {
    owner: FxHashMap<NodeId, NodeId>,
    labels: FxHashMap<NodeId, SmallVec<[NodeId; 1]>>,
    labeled: FxHashMap<NodeId, NodeId>,
    disabled: FxHashSet<NodeId>,
    checked: FxHashSet<NodeId>,
    group_of: FxHashMap<NodeId, usize>,
    groups: Vec<RadioGroup>,
    options: FxHashMap<NodeId, Vec<NodeId>>,
    select_of: FxHashMap<NodeId, NodeId>,
    selected: FxHashSet<NodeId>,
    default_buttons: FxHashMap<NodeId, NodeId>,
    validity: FxHashMap<NodeId, bool>,
}

/// <https://html.spec.whatwg.org/#radio-button-group>
#[derive(Debug, Clone, Default)]
struct RadioGroup {
    checked: Option<NodeId>,
    required: bool,
}

impl FormState {
    /// Collects the state of `controls` (all elements that [`is_form_element`] of all trees, tree by tree in tree order,
    /// with their roots).
    pub(super) fn build(dom: &Dom, controls: &[(NodeId, NodeId)]) -> Self {
        let mut state = Self::default();
        let mut scopes = Scopes::default();
        let mut form_roots: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        for &(root, node) in controls {
            let Some(element) = dom.element(node) else { continue };
            let scope = scopes.around(dom, node);
            if is_disabled(dom, node, element, &scope) {
                state.disabled.insert(node);
            }
            if is_labelable(dom, node) {
                // Those around a label that has its control have theirs.
                let mut label = scope.label;
                while let Some(l) = label.filter(|l| !state.labeled.contains_key(l)) {
                    state.labeled.insert(l, node);
                    label = scopes.around(dom, l).label;
                }
            }
            if let Some(select) = scope.select.filter(|_| element.name.local == local_name!("option")) {
                state.options.entry(select).or_default().push(node);
                state.select_of.insert(node, select);
            }
            let associated = dom
                .parser_form(node)
                .filter(|&form| *form_roots.entry(form).or_insert_with(|| dom.tree_root(form)) == root);
            if let Some(form) = form_owner(dom, root, element, associated.or(scope.form)) {
                state.owner.insert(node, form);
                if is_submit_button(element) {
                    state.default_buttons.entry(form).or_insert(node);
                }
            }
        }
        for &(root, label) in controls.iter().filter(|&&(_, n)| dom.is_html(n, &local_name!("label"))) {
            if let Some(id) = dom.attr(label, &local_name!("for")) {
                state.labeled.remove(&label);
                if let Some(control) = dom.get_element_by_id(root, &Atom::from(id)).filter(|&n| is_labelable(dom, n)) {
                    state.labeled.insert(label, control);
                }
            }
            if let Some(&control) = state.labeled.get(&label) {
                state.labels.entry(control).or_default().push(label);
            }
        }
        state.check(dom, controls);
        state.select(dom, controls);
        state.validate(dom, controls, &mut scopes);
        state
    }

    /// Checkedness: in a radio group the last checked button keeps it.
    fn check(&mut self, dom: &Dom, controls: &[(NodeId, NodeId)]) {
        let mut groups: FxHashMap<(NodeId, Option<NodeId>, &str), usize> = FxHashMap::default();
        for &(root, node) in controls {
            let Some(element) = dom.element(node) else { continue };
            let Some(kind) = InputType::of(element).filter(|kind| kind.is_checkable()) else { continue };
            let checked = element.attr(&local_name!("checked")).is_some();
            let name = element.attr(&local_name!("name")).unwrap_or_default();
            if kind == InputType::Checkbox || name.is_empty() {
                if checked {
                    self.checked.insert(node);
                }
                continue;
            }
            let group = *groups.entry((root, self.owner.get(&node).copied(), name)).or_insert_with(|| {
                self.groups.push(RadioGroup::default());
                self.groups.len() - 1
            });
            self.group_of.insert(node, group);
            self.groups[group].required |= element.attr(&local_name!("required")).is_some();
            if checked {
                self.groups[group].checked = Some(node);
            }
        }
        self.checked.extend(self.groups.iter().filter_map(|group| group.checked));
    }

    /// <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
    fn select(&mut self, dom: &Dom, controls: &[(NodeId, NodeId)]) {
        let marked = |n: NodeId| dom.attr(n, &local_name!("selected")).is_some();
        for &(_, node) in controls {
            let Some(element) = dom.element(node) else { continue };
            if element.name.local == local_name!("option") {
                if !self.select_of.contains_key(&node) && marked(node) {
                    self.selected.insert(node);
                }
                continue;
            }
            if element.name.local != local_name!("select") {
                continue;
            }
            let options = self.options.get(&node).map_or(&[][..], Vec::as_slice);
            if element.attr(&local_name!("multiple")).is_some() {
                self.selected.extend(options.iter().copied().filter(|&o| marked(o)));
                continue;
            }
            let chosen = options.iter().rev().copied().find(|&o| marked(o));
            let chosen = chosen.or_else(|| {
                (display_size(element) == 1)
                    .then(|| options.iter().copied().find(|o| !self.disabled.contains(o)))
                    .flatten()
            });
            self.selected.extend(chosen);
        }
    }

    fn validate(&mut self, dom: &Dom, controls: &[(NodeId, NodeId)], scopes: &mut Scopes) {
        let mut invalid = Vec::new();
        for &(_, node) in controls {
            let Some(element) = dom.element(node) else { continue };
            if matches!(element.name.local, local_name!("form") | local_name!("fieldset")) {
                self.validity.entry(node).or_insert(true);
                continue;
            }
            if is_candidate(element) && !self.disabled.contains(&node) && !scopes.around(dom, node).in_datalist {
                let valid = self.is_satisfied(dom, node, element);
                self.validity.insert(node, valid);
                if !valid {
                    invalid.push(node);
                }
            }
        }
        for node in invalid {
            if let Some(&form) = self.owner.get(&node) {
                self.validity.insert(form, false);
            }
            // A fieldset that is invalid already has invalid ones around it.
            let mut fieldset = scopes.around(dom, node).fieldset;
            while let Some(f) = fieldset.filter(|&f| self.validity.insert(f, false) != Some(false)) {
                fieldset = scopes.around(dom, f).fieldset;
            }
        }
    }

    /// <https://html.spec.whatwg.org/#constraints>, save for `pattern`, and for the limits on length, which hold for edited
    /// values alone.
    ///
    /// Approx: a value that breaks only its `pattern` counts as valid.
    fn is_satisfied(&self, dom: &Dom, node: NodeId, element: &ElementData) -> bool {
        if self.is_value_missing(dom, node, element) {
            return false;
        }
        let Some(kind) = InputType::of(element) else { return true };
        match kind {
            InputType::Email => {
                let value = input_value(element, kind);
                value.is_empty()
                    || if element.attr(&local_name!("multiple")).is_some() {
                        value.split(',').all(is_email)
                    } else {
                        is_email(&value)
                    }
            }
            InputType::Url => {
                let value = input_value(element, kind);
                value.is_empty() || url::Url::parse(&value).is_ok()
            }
            _ => Range::of(element).is_none_or(|range| range.is_inside() && !range.is_step_mismatch(element)),
        }
    }

    fn is_value_missing(&self, dom: &Dom, node: NodeId, element: &ElementData) -> bool {
        if let Some(&group) = self.group_of.get(&node) {
            return self.groups[group].required && self.groups[group].checked.is_none();
        }
        if !is_required(element) {
            return false;
        }
        match InputType::of(element) {
            Some(kind) if kind.is_checkable() => !self.checked.contains(&node),
            Some(kind) => input_value(element, kind).is_empty(),
            None if element.name.local == local_name!("select") => {
                let options = self.options(node);
                // The placeholder label option counts as no choice.
                let placeholder = options.first().copied().filter(|&first| {
                    element.attr(&local_name!("multiple")).is_none()
                        && display_size(element) == 1
                        && option_value(dom, first).is_empty()
                        && dom.node(first).parent == Some(node)
                });
                !options.iter().any(|&o| self.selected.contains(&o) && Some(o) != placeholder)
            }
            None => dom.child_text(node).is_empty(),
        }
    }

    /// The form that owns a control.
    ///
    /// <https://html.spec.whatwg.org/#form-owner>
    #[must_use]
    pub fn owner(&self, control: NodeId) -> Option<NodeId> {
        self.owner.get(&control).copied()
    }

    /// The labels of a control, in tree order.
    #[must_use]
    pub fn labels(&self, control: NodeId) -> &[NodeId] {
        self.labels.get(&control).map_or(&[], SmallVec::as_slice)
    }

    /// The control that a `label` labels.
    ///
    /// <https://html.spec.whatwg.org/#labeled-control>
    #[must_use]
    pub fn labeled_control(&self, label: NodeId) -> Option<NodeId> {
        self.labeled.get(&label).copied()
    }

    /// True if a control, option, optgroup or fieldset is disabled, by itself or by an ancestor.
    ///
    /// <https://html.spec.whatwg.org/#concept-element-disabled>
    #[must_use]
    pub fn is_disabled(&self, node: NodeId) -> bool {
        self.disabled.contains(&node)
    }

    /// The number of the group of a radio button; `None` for one without a name, and for other elements.
    #[must_use]
    pub fn radio_group(&self, radio: NodeId) -> Option<usize> {
        self.group_of.get(&radio).copied()
    }

    /// True if a button of a group is checked.
    #[must_use]
    pub fn has_choice(&self, group: usize) -> bool {
        self.groups.get(group).is_some_and(|group| group.checked.is_some())
    }

    /// The checkedness of a checkbox or radio button.
    #[must_use]
    pub fn is_checked(&self, input: NodeId) -> bool {
        self.checked.contains(&input)
    }

    /// True for a checkbox that was saved so, for a radio button of a group without choice, for a `progress` without value.
    ///
    /// <https://html.spec.whatwg.org/#selector-indeterminate>
    #[must_use]
    pub fn is_indeterminate(&self, dom: &Dom, node: NodeId) -> bool {
        let Some(element) = dom.element(node) else { return false };
        match InputType::of(element) {
            Some(InputType::Checkbox) => super::frozen::is_indeterminate(element),
            Some(InputType::Radio) => match self.group_of.get(&node) {
                Some(&group) => self.groups[group].checked.is_none(),
                None => !self.checked.contains(&node),
            },
            _ => dom.is_html(node, &local_name!("progress")) && element.attr(&local_name!("value")).is_none(),
        }
    }

    /// The options of a `select`, in tree order.
    #[must_use]
    pub fn options(&self, select: NodeId) -> &[NodeId] {
        self.options.get(&select).map_or(&[], Vec::as_slice)
    }

    /// The `select` of an option.
    #[must_use]
    pub fn select_of(&self, option: NodeId) -> Option<NodeId> {
        self.select_of.get(&option).copied()
    }

    /// The selectedness of an option.
    #[must_use]
    pub fn is_selected(&self, option: NodeId) -> bool {
        self.selected.contains(&option)
    }

    /// The selected options of a `select`, in tree order.
    pub fn selected_options(&self, select: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.options(select).iter().copied().filter(|option| self.selected.contains(option))
    }

    /// True for the default button of a form, and for controls checked or selected by default.
    ///
    /// <https://html.spec.whatwg.org/#selector-default>
    #[must_use]
    pub fn is_default(&self, dom: &Dom, node: NodeId) -> bool {
        let Some(element) = dom.element(node).filter(|e| e.name.ns == ns!(html)) else { return false };
        if is_submit_button(element) {
            return self.owner(node).is_some_and(|form| self.default_buttons.get(&form) == Some(&node));
        }
        match InputType::of(element) {
            Some(kind) => kind.is_checkable() && element.attr(&local_name!("checked")).is_some(),
            None => element.name.local == local_name!("option") && element.attr(&local_name!("selected")).is_some(),
        }
    }

    /// Returns `true` if a control, or every control of a form or fieldset, satisfies its constraints; `None` if it is barred
    /// from validation.
    ///
    /// <https://html.spec.whatwg.org/#selector-valid>
    #[must_use]
    pub fn is_valid(&self, node: NodeId) -> Option<bool> {
        self.validity.get(&node).copied()
    }

    /// Returns `true` if a value is in range; `None` if it has no limits or is not validated.
    #[must_use]
    pub fn is_in_range(&self, dom: &Dom, node: NodeId) -> Option<bool> {
        self.is_valid(node)?;
        let range = Range::of(dom.element(node)?)?;
        // Chrome: a value that is not a number is in range.
        (range.is_limited || range.value.is_none()).then(|| range.is_inside())
    }
}

/// Elements that form state is about.
pub(super) fn is_form_element(element: &ElementData) -> bool {
    element.name.ns == ns!(html)
        && matches!(
            element.name.local,
            local_name!("input")
                | local_name!("button")
                | local_name!("select")
                | local_name!("textarea")
                | local_name!("option")
                | local_name!("optgroup")
                | local_name!("label")
                | local_name!("fieldset")
                | local_name!("form")
                | local_name!("output")
                | local_name!("object")
                | local_name!("meter")
                | local_name!("progress")
        )
}

/// True for controls that a label may label.
///
/// <https://html.spec.whatwg.org/#category-label>
#[must_use]
pub fn is_labelable(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node).filter(|e| e.name.ns == ns!(html)) else { return false };
    match element.name.local {
        local_name!("button")
        | local_name!("meter")
        | local_name!("output")
        | local_name!("progress")
        | local_name!("select")
        | local_name!("textarea") => true,
        local_name!("input") => InputType::of(element) != Some(InputType::Hidden),
        _ => false,
    }
}

/// True for `button` and `input` elements that submit their form.
#[must_use]
pub fn is_submit_button(element: &ElementData) -> bool {
    if let Some(kind) = InputType::of(element) {
        return kind.is_submit();
    }
    element.name.local == local_name!("button")
        && element.name.ns == ns!(html)
        && element
            .attr(&local_name!("type"))
            .is_none_or(|kind| !kind.eq_ignore_ascii_case("button") && !kind.eq_ignore_ascii_case("reset"))
}

/// True if `required` is set and applies.
#[must_use]
pub fn is_required(element: &ElementData) -> bool {
    element.name.ns == ns!(html)
        && element.attr(&local_name!("required")).is_some()
        && match InputType::of(element) {
            Some(kind) => kind.may_be_required(),
            None => matches!(element.name.local, local_name!("select") | local_name!("textarea")),
        }
}

/// <https://html.spec.whatwg.org/#candidate-for-constraint-validation>, without what its ancestors bar.
fn is_candidate(element: &ElementData) -> bool {
    match InputType::of(element) {
        // Chrome: `readonly` counts where it does not apply, too, and image buttons are never validated.
        Some(kind) => {
            !matches!(kind, InputType::Hidden | InputType::Reset | InputType::Button | InputType::Image)
                && element.attr(&local_name!("readonly")).is_none()
        }
        None => match element.name.local {
            local_name!("select") => true,
            local_name!("textarea") => element.attr(&local_name!("readonly")).is_none(),
            local_name!("button") => is_submit_button(element),
            _ => false,
        },
    }
}

/// The radio buttons of the group of one, in tree order; itself alone if it has no name.
///
/// <https://html.spec.whatwg.org/#radio-button-group>
pub fn radio_group(dom: &Dom, radio: NodeId) -> Vec<NodeId> {
    let name = |node: NodeId| dom.attr(node, &local_name!("name")).filter(|name| !name.is_empty());
    let Some(own) = name(radio) else { return vec![radio] };
    let root = dom.tree_root(radio);
    let owner = dom.form().owner(radio);
    dom.descendants(root)
        .filter(|&node| {
            dom.element(node).and_then(InputType::of) == Some(InputType::Radio)
                && name(node) == Some(own)
                && dom.form().owner(node) == owner
        })
        .collect()
}

/// `value` of a control, as its API gives it; empty for elements without one.
#[must_use]
pub fn value(dom: &Dom, node: NodeId) -> Cow<'_, str> {
    let Some(element) = dom.element(node).filter(|e| e.name.ns == ns!(html)) else { return Cow::Borrowed("") };
    if let Some(kind) = InputType::of(element) {
        return Cow::Owned(input_value(element, kind));
    }
    match element.name.local {
        local_name!("textarea") => {
            let text = dom.child_text(node);
            Cow::Owned(if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text })
        }
        local_name!("select") => {
            let first = dom.form().selected_options(node).next();
            first.map_or(Cow::Borrowed(""), |option| option_value(dom, option))
        }
        local_name!("option") => option_value(dom, node),
        local_name!("output") => Cow::Owned(dom.text_content(node)),
        _ => Cow::Borrowed(element.attr(&local_name!("value")).unwrap_or_default()),
    }
}

/// True if a text field shows its placeholder: it has one and no value.
///
/// <https://html.spec.whatwg.org/#selector-placeholder-shown>
#[must_use]
pub fn is_placeholder_shown(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node).filter(|e| e.name.ns == ns!(html)) else { return false };
    let may = match InputType::of(element) {
        Some(kind) => kind.is_text() || kind == InputType::Number,
        None => element.name.local == local_name!("textarea"),
    };
    may && element.attr(&local_name!("placeholder")).is_some() && value(dom, node).is_empty()
}

#[cfg(test)]
mod tests;
