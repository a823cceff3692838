//! The role of an element: the author's, else that of HTML-AAM, SVG-AAM and MathML-AAM.

use super::flat::parent_element;
use super::interactive::is_focusable;
use super::role::{Role, RoleTraits};
use crate::dom::form::{InputType, display_size};
use crate::dom::{Atom, Dom, ElementData, LocalName, NodeId, local_name, ns};
use crate::text::js_number;

/// The role of an element; `None` if it has none (Playwright shows it as `generic` in AI mode).
///
/// <https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none>
pub(super) fn role(dom: &Dom, node: NodeId) -> Option<Role> {
    match explicit_role(dom, node) {
        None => implicit_role(dom, node),
        Some(role) if role.is_presentational() => {
            let implicit = implicit_role(dom, node);
            if resolves_presentation_conflict(dom, node, implicit) { implicit } else { Some(role) }
        }
        explicit => explicit,
    }
}

/// True for an element whose role may depend on more than its own attributes and the elements around it: a header cell heads what is
/// beside it, `list` names another element, and what has the role `none` may be focusable.
pub(super) fn has_role_of_others(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|element| {
        element.name.local == local_name!("th")
            || element
                .attributes
                .iter()
                .any(|attribute| matches!(attribute.name.local, local_name!("role") | local_name!("list")))
    })
}

/// The first token of the `role` attribute that is a role.
pub(crate) fn explicit_role(dom: &Dom, node: NodeId) -> Option<Role> {
    dom.attr(node, &local_name!("role"))?.split_ascii_whitespace().find_map(Role::from_token)
}

/// True if an element with role `none` keeps its implicit role: it is focusable or has a global ARIA attribute.
fn resolves_presentation_conflict(dom: &Dom, node: NodeId, implicit: Option<Role>) -> bool {
    has_global_aria_attribute(dom, node, implicit) || is_focusable(dom, node)
}

fn has_global_aria_attribute(dom: &Dom, node: NodeId, role: Option<Role>) -> bool {
    global_aria_attribute(dom, node, role).is_some()
}

/// <https://www.w3.org/TR/wai-aria-1.2/#global_states>, those that are not deprecated on some roles: the first that the
/// element has.
pub(super) fn global_aria_attribute(dom: &Dom, node: NodeId, role: Option<Role>) -> Option<&str> {
    let element = dom.element(node)?;
    let nameable = !role.is_some_and(|role| role.traits().contains(RoleTraits::NAME_PROHIBITED));
    let global = element.attributes.iter().filter(|a| a.name.ns == ns!()).find(|a| match &*a.name.local {
        "aria-atomic" | "aria-busy" | "aria-controls" | "aria-current" | "aria-describedby" | "aria-details"
        | "aria-dropeffect" | "aria-flowto" | "aria-grabbed" | "aria-hidden" | "aria-keyshortcuts" | "aria-live"
        | "aria-owns" | "aria-relevant" => true,
        "aria-roledescription" => role != Some(Role::Generic),
        "aria-label" | "aria-labelledby" => nameable,
        _ => false,
    });
    global.map(|a| &*a.name.local)
}

/// The role that the host language gives.
pub(crate) fn implicit_role(dom: &Dom, node: NodeId) -> Option<Role> {
    let role = own_implicit_role(dom, node)?;
    Some(inherited_presentation(dom, node).map_or(role, |(role, _)| role))
}

/// The `none` or `presentation` of a list or table that this element is a required part of, and that element.
///
/// <https://www.w3.org/TR/wai-aria-1.2/#presentation>
pub(super) fn inherited_presentation(dom: &Dom, node: NodeId) -> Option<(Role, NodeId)> {
    let mut at = node;
    loop {
        let is_owner: fn(&LocalName) -> bool = match html_element(dom, at)?.name.local {
            local_name!("li") => |owner| matches!(*owner, local_name!("ul") | local_name!("ol")),
            local_name!("dd") | local_name!("dt") => |owner| matches!(*owner, local_name!("dl") | local_name!("div")),
            local_name!("div") => |owner| *owner == local_name!("dl"),
            local_name!("td") | local_name!("th") => |owner| *owner == local_name!("tr"),
            local_name!("tr") => |owner| *owner == local_name!("table") || is_row_group(owner),
            ref name if is_row_group(name) => |owner| *owner == local_name!("table"),
            _ => return None,
        };
        let parent = parent_element(dom, at)?;
        if !is_owner(&html_element(dom, parent)?.name.local) {
            return None;
        }
        if let Some(role) = explicit_role(dom, parent).filter(|role| role.is_presentational()) {
            let implicit = own_implicit_role(dom, parent);
            if !resolves_presentation_conflict(dom, parent, implicit) {
                return Some((role, parent));
            }
        }
        at = parent;
    }
}

fn is_row_group(name: &LocalName) -> bool {
    matches!(*name, local_name!("thead") | local_name!("tbody") | local_name!("tfoot"))
}

fn html_element(dom: &Dom, node: NodeId) -> Option<&ElementData> {
    dom.element(node).filter(|e| e.name.ns == ns!(html))
}

/// The role in the tables of [HTML-AAM](https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings),
/// [SVG-AAM](https://www.w3.org/TR/svg-aam-1.0/#mapping_role_table) and
/// [MathML-AAM](https://w3c.github.io/mathml-aam/).
pub(super) fn own_implicit_role(dom: &Dom, node: NodeId) -> Option<Role> {
    let element = dom.element(node)?;
    if element.name.ns != ns!(html) {
        return match &*element.name.local {
            "svg" if element.name.ns == ns!(svg) => Some(Role::Img),
            "math" if element.name.ns == ns!(mathml) => Some(Role::Math),
            // Playwright: looks at names alone.
            "a" if element.attr(&local_name!("href")).is_some() => Some(Role::Link),
            _ => None,
        };
    }
    let has = |name: &Atom| element.attr(name).is_some();
    Some(match &*element.name.local {
        "a" | "area" => return has(&local_name!("href")).then_some(Role::Link),
        "article" => Role::Article,
        "aside" => Role::Complementary,
        "blockquote" => Role::Blockquote,
        "button" => Role::Button,
        "caption" => Role::Caption,
        "code" => Role::Code,
        "datalist" => Role::Listbox,
        "dd" => Role::Definition,
        "del" => Role::Deletion,
        "details" | "fieldset" | "optgroup" => Role::Group,
        "dfn" | "dt" => Role::Term,
        "dialog" => Role::Dialog,
        "em" => Role::Emphasis,
        "figure" => Role::Figure,
        "footer" => return (!in_sectioning(dom, node)).then_some(Role::Contentinfo),
        "form" => return has_explicit_name(element).then_some(Role::Form),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading,
        "header" => return (!in_sectioning(dom, node)).then_some(Role::Banner),
        "hr" => Role::Separator,
        "html" => Role::Document,
        "img" => img_role(dom, node, element),
        "input" => return input_role(dom, node, element),
        "ins" => Role::Insertion,
        "li" => Role::Listitem,
        "main" => Role::Main,
        "mark" => Role::Mark,
        "math" => Role::Math,
        "menu" | "ol" | "ul" => Role::List,
        "meter" => Role::Meter,
        "nav" => Role::Navigation,
        "option" => Role::Option,
        "output" => Role::Status,
        "p" => Role::Paragraph,
        "progress" => Role::Progressbar,
        "search" => Role::Search,
        "section" => return has_explicit_name(element).then_some(Role::Region),
        "select" => select_role(element),
        "strong" => Role::Strong,
        "sub" => Role::Subscript,
        "sup" => Role::Superscript,
        "svg" => Role::Img,
        "table" => Role::Table,
        "tbody" | "tfoot" | "thead" => Role::Rowgroup,
        "td" => data_cell_role(dom, node),
        "textarea" => Role::Textbox,
        "th" => return header_cell_role(dom, node, element),
        "time" => Role::Time,
        "tr" => Role::Row,
        _ => return None,
    })
}

/// Playwright: the attribute counts with any value.
fn has_explicit_name(element: &ElementData) -> bool {
    element.attr(&local_name!("aria-label")).is_some() || element.attr(&local_name!("aria-labelledby")).is_some()
}

/// True inside of sectioning content or a landmark, where `header` and `footer` are not landmarks.
fn in_sectioning(dom: &Dom, node: NodeId) -> bool {
    dom.ancestors(node).any(|ancestor| {
        let Some(element) = dom.element(ancestor) else { return false };
        match element.attr(&local_name!("role")) {
            None => matches!(&*element.name.local, "article" | "aside" | "main" | "nav" | "section"),
            Some(role) => matches!(role, "article" | "complementary" | "main" | "navigation" | "region"),
        }
    })
}

/// An `img` with an empty `alt` is presentational, unless its author shows an interest in it.
fn img_role(dom: &Dom, node: NodeId, element: &ElementData) -> Role {
    let decorative = element.attr(&local_name!("alt")) == Some("")
        && element.attr(&local_name!("title")).is_none_or(str::is_empty)
        && !has_global_aria_attribute(dom, node, None)
        && element.attr(&local_name!("tabindex")).is_none_or(|value| js_number(value).is_none());
    if decorative { Role::Presentation } else { Role::Img }
}

/// <https://www.w3.org/TR/html-aam-1.0/#el-input-text>
fn input_role(dom: &Dom, node: NodeId, element: &ElementData) -> Option<Role> {
    Some(match InputType::of(element)? {
        InputType::Hidden => return None,
        InputType::Button | InputType::File | InputType::Image | InputType::Reset | InputType::Submit => Role::Button,
        InputType::Checkbox => Role::Checkbox,
        InputType::Number => Role::Spinbutton,
        InputType::Radio => Role::Radio,
        InputType::Range => Role::Slider,
        InputType::Search | InputType::Email | InputType::Tel | InputType::Text | InputType::Url
            if names_datalist(dom, node, element) =>
        {
            Role::Combobox
        }
        InputType::Search => Role::Searchbox,
        _ => Role::Textbox,
    })
}

/// True if the `list` attribute names a `datalist`.
fn names_datalist(dom: &Dom, node: NodeId, element: &ElementData) -> bool {
    let Some(id) = element.attr(&local_name!("list")).and_then(|value| value.split_ascii_whitespace().next()) else {
        return false;
    };
    dom.get_element_by_id(dom.tree_root(node), &Atom::from(id))
        .is_some_and(|list| dom.is_html(list, &local_name!("datalist")))
}

fn select_role(element: &ElementData) -> Role {
    let listbox = element.attr(&local_name!("multiple")).is_some() || display_size(element) > 1;
    if listbox { Role::Listbox } else { Role::Combobox }
}

/// The table of a cell, also through shadow hosts.
fn table_of(dom: &Dom, node: NodeId) -> Option<NodeId> {
    let mut at = parent_element(dom, node)?;
    while !dom.is_html(at, &local_name!("table")) {
        at = parent_element(dom, at)?;
    }
    Some(at)
}

fn data_cell_role(dom: &Dom, node: NodeId) -> Role {
    match table_of(dom, node).and_then(|table| explicit_role(dom, table)) {
        Some(Role::Grid | Role::Treegrid) => Role::Gridcell,
        _ => Role::Cell,
    }
}

/// <https://www.w3.org/TR/html-aam-1.0/#el-th>; the algorithm that finds out what a header cell heads is Chromium's.
fn header_cell_role(dom: &Dom, node: NodeId, element: &ElementData) -> Option<Role> {
    match element.attr(&local_name!("scope")) {
        Some("col" | "colgroup") => return Some(Role::Columnheader),
        Some("row" | "rowgroup") => return Some(Role::Rowheader),
        _ => {}
    }
    let row = dom.node(node).parent?;
    let cells = |name: &Atom| dom.child_elements(row).filter(|&n| dom.is_html(n, name)).count();
    let lone = dom.is_html(row, &local_name!("tr"))
        && cells(&local_name!("th")) + cells(&local_name!("td")) == 1
        && table_of(dom, node).is_some_and(|table| row_count_up_to(dom, table, 2) == 1);
    if lone {
        return None;
    }
    let sibling = |mut at: Option<NodeId>, step: fn(&crate::dom::Node) -> Option<NodeId>| {
        while let Some(n) = at {
            if dom.element(n).is_some() {
                return Some(n);
            }
            at = step(dom.node(n));
        }
        None
    };
    let before = sibling(dom.node(node).previous_sibling, |n| n.previous_sibling);
    let after = sibling(dom.node(node).next_sibling, |n| n.next_sibling);
    let is_header = |cell: Option<NodeId>| cell.is_some_and(|cell| dom.is_html(cell, &local_name!("th")));
    let is_data = |cell: Option<NodeId>| {
        cell.is_some_and(|cell| {
            dom.is_html(cell, &local_name!("td"))
                && (dom.child_elements(cell).next().is_some() || !dom.child_text(cell).trim().is_empty())
        })
    };
    if is_header(before) && is_header(after) {
        return Some(Role::Columnheader);
    }
    Some(if is_data(before) || is_data(after) { Role::Rowheader } else { Role::Columnheader })
}

/// Returns the number of rows that a table has, or `limit` if it has more.
fn row_count_up_to(dom: &Dom, table: NodeId, limit: usize) -> usize {
    let is_row = |&n: &NodeId| dom.is_html(n, &local_name!("tr"));
    let sections = dom.child_elements(table).flat_map(|child| {
        let section = dom.element(child).is_some_and(|e| matches!(&*e.name.local, "thead" | "tbody" | "tfoot"));
        let rows: Vec<NodeId> = if section {
            dom.child_elements(child).filter(is_row).take(limit).collect()
        } else {
            Some(child).filter(is_row).into_iter().collect()
        };
        rows
    });
    sections.take(limit).count()
}
