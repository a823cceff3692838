//! The scope of a control: the form, fieldset, label and select around it.

use rustc_hash::FxHashMap;

use super::super::{Atom, Dom, ElementData, LocalName, NodeId, local_name, ns};

/// The form, fieldset, label and select that apply to controls inside an element.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scope {
    pub(super) form: Option<NodeId>,
    pub(super) fieldset: Option<NodeId>,
    /// In a disabled fieldset, not in its legend.
    pub(super) disabled: bool,
    pub(super) in_datalist: bool,
    /// The nearest label without `for`.
    pub(super) label: Option<NodeId>,
    /// The nearest select, if an option here is one of its.
    pub(super) select: Option<NodeId>,
    pub(super) in_group: bool,
}

/// The scopes of the elements around controls, each looked at once.
#[derive(Default)]
pub(super) struct Scopes {
    inside: FxHashMap<NodeId, Scope>,
    legends: FxHashMap<NodeId, Option<NodeId>>,
}

impl Scopes {
    /// The scope that a node is in.
    pub(super) fn around(&mut self, dom: &Dom, node: NodeId) -> Scope {
        let mut unknown: Vec<NodeId> = Vec::new();
        let mut scope = Scope::default();
        for ancestor in dom.ancestors(node) {
            if let Some(known) = self.inside.get(&ancestor) {
                scope = *known;
                break;
            }
            unknown.push(ancestor);
        }
        for &at in unknown.iter().rev() {
            scope = self.enter(dom, at, scope);
            self.inside.insert(at, scope);
        }
        scope
    }

    /// The scope inside a node that is itself in `scope`.
    pub(super) fn enter(&mut self, dom: &Dom, node: NodeId, mut scope: Scope) -> Scope {
        let Some(element) = dom.element(node).filter(|e| e.name.ns == ns!(html)) else { return scope };
        match element.name.local {
            local_name!("form") => scope.form = Some(node),
            local_name!("label") if element.attr(&local_name!("for")).is_none() => scope.label = Some(node),
            local_name!("fieldset") => {
                scope.fieldset = Some(node);
                scope.disabled |= element.attr(&local_name!("disabled")).is_some();
            }
            // The first legend of a fieldset is as enabled as the fieldset's surroundings.
            local_name!("legend") => {
                let parent = dom.node(node).parent.filter(|&p| dom.is_html(p, &local_name!("fieldset")));
                if let Some(fieldset) = parent
                    && *self.legends.entry(fieldset).or_insert_with(|| {
                        dom.child_elements(fieldset).find(|&n| dom.is_html(n, &local_name!("legend")))
                    }) == Some(node)
                {
                    let outside = dom.node(fieldset).parent.and_then(|outer| self.inside.get(&outer));
                    scope.disabled = outside.is_some_and(|outside| outside.disabled);
                }
            }
            // <https://html.spec.whatwg.org/#option-element-nearest-ancestor-select>, from the outside in.
            local_name!("select") => (scope.select, scope.in_group) = (Some(node), false),
            local_name!("optgroup") => {
                if std::mem::replace(&mut scope.in_group, true) {
                    scope.select = None;
                }
            }
            local_name!("hr") | local_name!("option") => scope.select = None,
            local_name!("datalist") => (scope.select, scope.in_datalist) = (None, true),
            _ => {}
        }
        scope
    }
}

fn can_be_disabled(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("button")
            | local_name!("input")
            | local_name!("select")
            | local_name!("textarea")
            | local_name!("option")
            | local_name!("optgroup")
            | local_name!("fieldset")
    )
}

/// <https://html.spec.whatwg.org/#concept-element-disabled>
pub(super) fn is_disabled(dom: &Dom, node: NodeId, element: &ElementData, scope: &Scope) -> bool {
    let name = &element.name.local;
    if !can_be_disabled(name) {
        return false;
    }
    let has = |n: NodeId| dom.attr(n, &local_name!("disabled")).is_some();
    has(node)
        || match *name {
            local_name!("option") => {
                dom.node(node).parent.is_some_and(|parent| dom.is_html(parent, &local_name!("optgroup")) && has(parent))
            }
            local_name!("optgroup") => false,
            _ => scope.disabled,
        }
}

/// <https://html.spec.whatwg.org/#reset-the-form-owner>. `otherwise`: the owner if the markup names none.
pub(super) fn form_owner(dom: &Dom, root: NodeId, element: &ElementData, otherwise: Option<NodeId>) -> Option<NodeId> {
    let is_listed = matches!(
        element.name.local,
        local_name!("button")
            | local_name!("fieldset")
            | local_name!("input")
            | local_name!("object")
            | local_name!("output")
            | local_name!("select")
            | local_name!("textarea")
    );
    if !is_listed {
        return None;
    }
    if let Some(id) = element.attr(&local_name!("form")) {
        return dom.get_element_by_id(root, &Atom::from(id)).filter(|&n| dom.is_html(n, &local_name!("form")));
    }
    otherwise
}
