//! Descriptions, values, states and other properties, as the debugging protocol has them.

use super::interest::Judge;
use super::name::{Naming, description};
use super::order;
use super::role::{attr, filled};
use super::surroundings::Surroundings;
use super::{AxNode, Origin, Value};
use crate::aria::{asked_level, heading_level, id_references};
use crate::dom::form::{self, InputType};
use crate::dom::{Dom, ElementData, LocalName, NodeId, NodeMap, local_name, ns};
use crate::page::Page;
use crate::style::ComputedStyle;

/// Adds what a node has besides its role and name.
pub(super) fn describe_all(page: &Page, nodes: &mut [AxNode], of_element: &NodeMap<Option<usize>>, judge: &Judge<'_>) {
    let active = page.aria().active();
    let surroundings = Surroundings::of(page.dom(), nodes);
    let mut naming = Naming::new(page, nodes, of_element, judge);
    let mut found = Vec::new();
    for (at, around) in surroundings.into_iter().enumerate() {
        let node = &naming.nodes[at];
        if node.ignored.is_some() || !node.included {
            continue;
        }
        match node.origin {
            Origin::Element(element) => {
                let description = description(&mut naming, at, element);
                let properties = Properties { page, nodes: naming.nodes, of_element, at, node: element, judge, around };
                let (value, mut list) = (properties.value(), properties.list());
                if active == Some(element)
                    && let Some(focusable) = list.iter().position(|(name, _)| *name == "focusable")
                {
                    list.insert(focusable + 1, ("focused", Value::Bool(true)));
                }
                found.push((at, description, value, list));
            }
            Origin::Document(document) => {
                let mut list = vec![("focusable", Value::Bool(true))];
                if active.is_none_or(|active| page.dom().body(document) == Some(active)) {
                    list.push(("focused", Value::Bool(true)));
                }
                if let Some(url) = page.dom().document_url(document) {
                    list.push(("url", Value::Text("string", url.to_string())));
                }
                found.push((at, String::new(), None, list));
            }
            // The text that is edited.
            Origin::Part(field) | Origin::Generated(field) => {
                let properties = Properties { page, nodes: naming.nodes, of_element, at, node: field, judge, around };
                if properties.is_text_field() {
                    let editable = Value::Text("token", "plaintext".to_owned());
                    found.push((at, String::new(), None, vec![("editable", editable)]));
                }
            }
            _ => {}
        }
    }
    for (at, description, value, properties) in found {
        let node = &mut nodes[at];
        (node.description, node.value, node.properties) = (description, value, properties);
    }
}

/// The properties of one element.
pub(super) struct Properties<'a> {
    page: &'a Page,
    nodes: &'a [AxNode],
    of_element: &'a NodeMap<Option<usize>>,
    at: usize,
    pub(super) node: NodeId,
    pub(super) judge: &'a Judge<'a>,
    around: Surroundings,
}

impl<'a> Properties<'a> {
    pub(super) fn dom(&self) -> &'a Dom {
        self.page.dom()
    }

    pub(super) fn element(&self) -> &'a ElementData {
        self.dom().element(self.node).expect("properties are asked of elements")
    }

    pub(super) fn role(&self) -> &'static str {
        self.nodes[self.at].role
    }

    pub(super) fn is(&self, tag: &str) -> bool {
        self.element().name.ns == ns!(html) && &*self.element().name.local == tag
    }

    pub(super) fn style(&self) -> Option<&'a ComputedStyle> {
        self.page.styles().get(self.node).map(|style| &**style)
    }

    pub(super) fn kind(&self) -> Option<InputType> {
        InputType::of(self.element())
    }

    /// `true` or `false` as an attribute of ARIA says it.
    fn flag(&self, name: &str) -> Option<bool> {
        match filled(self.element(), name)? {
            value if value.eq_ignore_ascii_case("true") => Some(true),
            value if value.eq_ignore_ascii_case("false") => Some(false),
            _ => None,
        }
    }

    fn is_text_field(&self) -> bool {
        self.is("textarea") || self.kind().is_some_and(|kind| kind.is_text() || kind == InputType::Number)
    }

    fn is_disabled(&self) -> bool {
        let dom = self.dom();
        let native = match &*self.element().name.local {
            "button" | "input" | "select" | "textarea" | "optgroup" | "option" => {
                dom.form().is_disabled(self.node)
                    || dom.form().select_of(self.node).is_some_and(|select| dom.form().is_disabled(select))
            }
            // Chrome: controls of media are parts of their own.
            "audio" | "video" => true,
            // Chrome: what no type of content is known of is a plug-in that does not run.
            "object" | "embed" => {
                let element = self.element();
                filled(element, "type").is_none()
                    && filled(element, "data").is_none_or(|data| !data.starts_with("data:"))
            }
            _ => false,
        };
        // Only what could be used takes it from around it.
        let inherits = || super::role::is_control(self.role()) || self.judge.is_focusable(self.node);
        native || self.flag("aria-disabled").unwrap_or_else(|| self.around.is_disabled && inherits())
    }

    /// The properties in the order of the protocol.
    fn list(&self) -> Vec<(&'static str, Value)> {
        let mut list = Vec::new();
        self.global(&mut list);
        self.live(&mut list);
        self.widget(&mut list);
        self.states(&mut list);
        self.relations(&mut list);
        if let Some(url) = self.url() {
            list.push(("url", Value::Text("string", url)));
        }
        order::sort(&mut list);
        list
    }

    fn global(&self, list: &mut Vec<(&'static str, Value)>) {
        let (dom, element) = (self.dom(), self.element());
        if self.is_disabled() {
            list.push(("disabled", Value::Bool(true)));
        }
        let validated = matches!(
            &*element.name.local,
            "button" | "fieldset" | "input" | "object" | "output" | "select" | "textarea"
        ) && element.name.ns == ns!(html);
        let invalid = match filled(element, "aria-invalid") {
            Some(value) if value.eq_ignore_ascii_case("false") => Some("false"),
            // Chrome: these are about text, and say that a field is not valid.
            Some("spelling" | "grammar") => validated.then_some("true"),
            Some(_) => Some("true"),
            None if validated => {
                let empty = self.is_text_field() && form::value(dom, self.node).is_empty();
                let bad = dom.form().is_valid(self.node) == Some(false)
                    && !empty
                    && !self.is("fieldset")
                    && !self.is_disabled();
                Some(if bad { "true" } else { "false" })
            }
            None => None,
        };
        if let Some(invalid) = invalid {
            list.push(("invalid", Value::Text("token", invalid.to_owned())));
        }
        if self.judge.is_focusable(self.node) {
            list.push(("focusable", Value::Bool(true)));
        }
        let host = dom.editing_host(self.node);
        let field = self.is_text_field();
        if field {
            list.push(("editable", Value::Text("token", "plaintext".to_owned())));
        } else if host.is_some() {
            list.push(("editable", Value::Text("token", "richtext".to_owned())));
        }
        if self.is_settable() {
            list.push(("settable", Value::Bool(true)));
        }
        let keys = filled(element, "aria-keyshortcuts")
            .map(str::to_owned)
            .or_else(|| attr(element, "accesskey").map(|key| format!("Alt+{key}")));
        if let Some(keys) = keys {
            list.push(("keyshortcuts", Value::Text("string", keys)));
        }
        if let Some(text) = filled(element, "aria-roledescription") {
            list.push(("roledescription", Value::Text("string", text.to_owned())));
        }
    }

    fn is_settable(&self) -> bool {
        if self.is_disabled() {
            return false;
        }
        match self.role() {
            "separator" | "ColorWell" | "DateTime" | "Date" | "InputTime" => true,
            "slider" | "scrollbar" => true,
            _ if self.is_text_field() => {
                attr(self.element(), "readonly").is_none() && self.flag("aria-readonly") != Some(true)
            }
            "spinbutton" => self.is("input"),
            _ => false,
        }
    }

    fn live(&self, list: &mut Vec<(&'static str, Value)>) {
        let by_role = match self.role() {
            "alert" => Some("assertive"),
            "status" | "log" => Some("polite"),
            "timer" | "marquee" => Some("off"),
            _ => None,
        };
        let live =
            filled(self.element(), "aria-live").map(str::to_ascii_lowercase).or_else(|| by_role.map(str::to_owned));
        if let Some(live) = live.filter(|live| live != "off") {
            list.push(("live", Value::Text("token", live)));
            let atomic = self.flag("aria-atomic").unwrap_or(matches!(self.role(), "alert" | "status"));
            list.push(("atomic", Value::Bool(atomic)));
            let relevant = filled(self.element(), "aria-relevant").unwrap_or("additions text").to_owned();
            list.push(("relevant", Value::Text("tokenList", relevant)));
        }
        if self.flag("aria-busy") == Some(true) {
            list.push(("busy", Value::Integer(1)));
        }
    }

    fn widget(&self, list: &mut Vec<(&'static str, Value)>) {
        let (role, element) = (self.role(), self.element());
        let token = |value: &str| Value::Text("token", value.to_owned());
        if matches!(role, "combobox" | "textbox" | "searchbox") {
            let written = filled(element, "aria-autocomplete").filter(|value| *value != "none");
            let listed = (role == "combobox" && self.is("input") && attr(element, "list").is_some()).then_some("list");
            if let Some(value) = written.or(listed) {
                list.push(("autocomplete", token(value)));
            }
        }
        let popup = match filled(element, "aria-haspopup") {
            Some(value) if value.eq_ignore_ascii_case("true") => Some("menu".to_owned()),
            Some(value) if value.eq_ignore_ascii_case("false") => None,
            Some(value) => Some(value.to_ascii_lowercase())
                .filter(|v| matches!(&**v, "menu" | "listbox" | "tree" | "grid" | "dialog")),
            None if role == "combobox" => Some(if self.is("select") { "menu" } else { "listbox" }.to_owned()),
            None => None,
        };
        if let Some(popup) = popup {
            list.push(("hasPopup", Value::Text("token", popup)));
        }
        if let Some(level) = self.level() {
            list.push(("level", Value::Integer(level)));
        }
        if matches!(role, "grid" | "listbox" | "tablist" | "tree" | "treegrid") {
            let many =
                self.flag("aria-multiselectable").unwrap_or(self.is("select") && attr(element, "multiple").is_some());
            list.push(("multiselectable", Value::Bool(many)));
        }
        let orientation = match role {
            "listbox" | "menu" | "tree" | "scrollbar" => Some("vertical"),
            "menubar" | "slider" | "tablist" | "toolbar" | "separator" => Some("horizontal"),
            _ => None,
        };
        if let Some(usual) = orientation {
            let written =
                filled(element, "aria-orientation").filter(|value| matches!(*value, "horizontal" | "vertical"));
            list.push(("orientation", token(written.unwrap_or(usual))));
        }
        if role == "textbox" {
            list.push(("multiline", Value::Bool(self.is("textarea") || self.flag("aria-multiline") == Some(true))));
        }
        if matches!(role, "columnheader" | "grid" | "gridcell" | "rowheader" | "textbox" | "treegrid") {
            let native = matches!(&*element.name.local, "input" | "textarea") && attr(element, "readonly").is_some();
            list.push(("readonly", Value::Bool(native || self.flag("aria-readonly") == Some(true))));
        }
        let asks = matches!(
            role,
            "columnheader" | "gridcell" | "listbox" | "radiogroup" | "rowheader" | "spinbutton" | "textbox" | "tree"
        ) || role == "combobox" && !self.is("select");
        if asks {
            let native =
                matches!(&*element.name.local, "input" | "select" | "textarea") && attr(element, "required").is_some();
            list.push(("required", Value::Bool(native || self.flag("aria-required") == Some(true))));
        }
        if self.is_range() {
            let (least, greatest) = self.range_limits();
            list.push(("valuemin", Value::Number(least)));
            list.push(("valuemax", Value::Number(greatest)));
            let text = if self.is("input") { form::value(self.dom(), self.node).into_owned() } else { String::new() };
            list.push(("valuetext", Value::Text("string", text)));
        }
    }

    fn level(&self) -> Option<u32> {
        let element = self.element();
        let written = asked_level(element);
        match self.role() {
            "heading" => Some(heading_level(element)),
            "treeitem" => Some(written.unwrap_or_else(|| 1 + self.around.groups)),
            "listitem" => Some(written.unwrap_or_else(|| self.around.lists.max(1))),
            "row" => written,
            _ => None,
        }
    }

    fn states(&self, list: &mut Vec<(&'static str, Value)>) {
        let (dom, role, element) = (self.dom(), self.role(), self.element());
        let tristate = |value: &str| Value::Text("tristate", value.to_owned());
        let mixed = |name: &str| match filled(element, name) {
            Some("mixed") => "mixed",
            Some(value) if value.eq_ignore_ascii_case("true") => "true",
            _ => "false",
        };
        let checkable = matches!(role, "checkbox" | "menuitemcheckbox" | "menuitemradio" | "radio" | "switch");
        if checkable || matches!(role, "option" | "treeitem") && filled(element, "aria-checked").is_some() {
            let value = match self.kind() {
                Some(kind) if kind.is_checkable() => match () {
                    () if dom.form().is_indeterminate(dom, self.node) && kind == InputType::Checkbox => "mixed",
                    () if dom.form().is_checked(self.node) => "true",
                    () => "false",
                },
                _ => mixed("aria-checked"),
            };
            list.push(("checked", tristate(value)));
        }
        let expanded = match () {
            () if role == "DisclosureTriangle" => {
                let details = dom.node(self.node).parent.and_then(|parent| dom.element(parent));
                Some(details.is_some_and(|details| attr(details, "open").is_some()))
            }
            () if self.is("select") && role == "combobox" => Some(false),
            () if attr(element, "popovertarget").is_some() => {
                let target = id_references(dom, self.node, &LocalName::from("popovertarget"));
                target.first().map(|&popover| dom.is_popover_open(popover))
            }
            () if matches!(
                role,
                "application"
                    | "button"
                    | "checkbox"
                    | "columnheader"
                    | "combobox"
                    | "gridcell"
                    | "link"
                    | "listbox"
                    | "menuitem"
                    | "menuitemcheckbox"
                    | "menuitemradio"
                    | "row"
                    | "rowheader"
                    | "switch"
                    | "tab"
                    | "treeitem"
            ) =>
            {
                self.flag("aria-expanded")
            }
            () => None,
        };
        if let Some(expanded) = expanded {
            list.push(("expanded", Value::Bool(expanded)));
        }
        if matches!(role, "dialog" | "alertdialog") {
            let modal = dom.is_modal_dialog(self.node) || self.flag("aria-modal") == Some(true);
            list.push(("modal", Value::Bool(modal)));
        }
        if role == "button" && filled(element, "aria-pressed").is_some() {
            list.push(("pressed", tristate(mixed("aria-pressed"))));
        }
        let selected = match role {
            "option" if self.is("option") => dom
                .form()
                .select_of(self.node)
                .filter(|_| !self.is_disabled())
                .map(|_| dom.form().is_selected(self.node)),
            "treeitem" => {
                // Chrome: the focus selects, unless an item of the tree says for itself whether it is selected.
                let single = self.judge.is_focusable(self.node) && !self.is_in_multiselectable();
                self.flag("aria-selected").or_else(|| (single && !self.around.says_selected).then_some(false))
            }
            "columnheader" | "gridcell" | "option" | "row" | "rowheader" | "tab" => self.flag("aria-selected"),
            _ => None,
        };
        if let Some(selected) = selected {
            list.push(("selected", Value::Bool(selected)));
        }
    }

    /// Several items of the tree around this one can be selected.
    fn is_in_multiselectable(&self) -> bool {
        let dom = self.dom();
        dom.ancestors(self.node)
            .filter_map(|n| dom.element(n))
            .any(|e| filled(e, "aria-multiselectable").is_some_and(|value| value.eq_ignore_ascii_case("true")))
    }

    fn relations(&self, list: &mut Vec<(&'static str, Value)>) {
        let (dom, element) = (self.dom(), self.element());
        let relations = [
            ("aria-actions", "actions", "idrefList"),
            ("aria-activedescendant", "activedescendant", "idref"),
            ("aria-controls", "controls", "idrefList"),
            ("aria-describedby", "describedby", "idrefList"),
            ("aria-details", "details", "idrefList"),
            ("aria-errormessage", "errormessage", "idrefList"),
            ("aria-flowto", "flowto", "idrefList"),
            ("aria-labelledby", "labelledby", "nodeList"),
            ("aria-owns", "owns", "nodeList"),
        ];
        for (attribute, property, kind) in relations {
            let Some(written) = filled(element, attribute) else { continue };
            let mut targets = id_references(dom, self.node, &LocalName::from(attribute));
            // Chrome: what is controlled counts only while it is there; hidden descriptions and labels count.
            if matches!(property, "controls" | "errormessage") {
                targets.retain(|target| self.of_element[*target].is_some_and(|at| self.nodes[at].is_readable()));
            }
            if targets.is_empty() {
                continue;
            }
            let text = (kind == "idrefList").then(|| written.to_owned());
            list.push((property, Value::Elements(kind, text, targets.to_vec())));
        }
        let invoked = id_references(dom, self.node, &LocalName::from("popovertarget"));
        if let Some(&popover) = invoked.first()
            && filled(element, "aria-details").is_none()
            && dom.is_popover_open(popover)
            && self.next_element() != Some(popover)
        {
            // Chrome: a popover elsewhere has the details of what opened it.
            list.push(("details", Value::Elements("idrefList", Some(String::new()), vec![popover])));
        }
    }

    /// The element after this one in the markup, and what is in it.
    fn next_element(&self) -> Option<NodeId> {
        let dom = self.dom();
        let mut at = Some(self.node);
        while let Some(node) = at {
            let mut beside = dom.node(node).next_sibling;
            while let Some(sibling) = beside {
                if dom.element(sibling).is_some() {
                    return Some(sibling);
                }
                beside = dom.node(sibling).next_sibling;
            }
            at = dom.node(node).parent;
        }
        None
    }

    /// The address of a link or picture.
    fn url(&self) -> Option<String> {
        let (dom, element) = (self.dom(), self.element());
        let base = || dom.base_url(dom.owner_document(self.node));
        let written = match self.role() {
            "link" | "doc-backlink" | "doc-noteref" | "doc-biblioref" => {
                element.attributes.iter().find(|a| a.name.local == local_name!("href")).map(|a| &*a.value)
            }
            "image" if self.is("img") => attr(element, "src"),
            _ if self.kind() == Some(InputType::Image) => attr(element, "src"),
            _ => None,
        }?;
        let resolved = match base() {
            Some(base) => base.join(written.trim()).ok(),
            None => url::Url::parse(written.trim()).ok(),
        };
        Some(resolved.map_or_else(|| written.to_owned(), spelled))
    }
}

/// An address as Chromium spells it: quotes in queries are escaped whatever the scheme is.
fn spelled(url: url::Url) -> String {
    match url.query().filter(|query| query.contains('\'')) {
        Some(query) => url.as_str().replacen(query, &query.replace('\'', "%27"), 1),
        None => url.into(),
    }
}
