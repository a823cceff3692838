//! Controls, images and dialogs without a name.

use super::rule as rules;
use super::{Finding, Rule, Subject};
use crate::aria::role::Role;
use crate::dom::form::InputType;
use crate::dom::{NodeId, local_name};

pub(super) fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for &node in &subject.elements {
        let in_map = subject.tag(node) == "area";
        if !in_map && !subject.is_exposed(node) {
            continue;
        }
        let Some((rule, message)) = broken(subject, node) else { continue };
        out.push(Finding::fails(rule, node, message));
    }
}

/// The naming rule that an element breaks, and how.
fn broken(subject: &Subject<'_>, node: NodeId) -> Option<(&'static Rule, &'static str)> {
    let role = subject.role_attribute(node);
    let named = !subject.name(node).is_empty() || subject.filled(node, "title").is_some();
    // A native element with the role of something else is still to be named if that role needs a name, or it takes the focus.
    let asks = match role {
        None | Some(Role::None | Role::Presentation) => true,
        Some(role) => needs_name(role) || subject.is_focusable(node),
    };
    let decoration = matches!(role, Some(Role::None | Role::Presentation)) && !subject.is_focusable(node);
    let found = |rule, named: bool, message| (!named).then_some((rule, message));
    match subject.tag(node) {
        "a" if subject.attr(node, "href").is_some() => {
            // Roles that are not named still leave its text.
            let named = (named && !is_only_a_fallback(subject, node)) || (role.is_some() && has_text(subject, node));
            return found(&rules::LINK_NAME, named, "The link has neither text nor a label");
        }
        "area" if subject.attr(node, "href").is_some() => {
            let named = subject.filled(node, "alt").is_some() || has_naming_attribute(subject, node);
            return found(&rules::AREA_ALT, named || !is_map_shown(subject, node), "The area has no alt text");
        }
        "button" if asks => {
            return found(&rules::BUTTON_NAME, named || decoration, "The button has neither text nor a label");
        }
        "select" => {
            return found(
                &rules::SELECT_NAME,
                named || decoration || has_label_of_its_id(subject, node),
                "The select element has no label",
            );
        }
        "summary" if subject.is_summary(node) => {
            return found(&rules::SUMMARY_NAME, named || has_text(subject, node), "The summary has no text");
        }
        "img" if asks => {
            let alt = subject.attr(node, "alt");
            let blank = alt.is_some_and(|alt| !alt.is_empty() && alt.trim().is_empty());
            let fine = (alt.is_some() || has_naming_attribute(subject, node) || decoration) && !blank;
            let message = if blank {
                "The alt text is white space only; decoration has alt=\"\""
            } else {
                "The image has no alt text"
            };
            return found(&rules::IMAGE_ALT, fine, message);
        }
        "textarea" => {
            let named = (named && !has_only_hidden_labels(subject, node)) || decoration || has_hint(subject, node);
            return found(&rules::LABEL, named, "The text area has no label");
        }
        "input" => return broken_input(subject, node, named, asks, decoration),
        _ => {}
    }
    broken_role(subject, node, role?, named)
}

fn broken_input(
    subject: &Subject<'_>,
    node: NodeId,
    named: bool,
    asks: bool,
    decoration: bool,
) -> Option<(&'static Rule, &'static str)> {
    let kind = subject.dom.element(node).and_then(InputType::of)?;
    // Names of the browser's own making do not count.
    let labelled = || {
        has_naming_attribute(subject, node)
            || subject.dom.form().labels(node).iter().any(|&label| has_text(subject, label))
    };
    let (rule, fine, message) = match kind {
        InputType::Hidden => return None,
        InputType::Image => {
            let fine = !asks || subject.filled(node, "alt").is_some() || labelled();
            (&rules::INPUT_IMAGE_ALT, fine, "The image button has no alt text")
        }
        InputType::Submit | InputType::Reset => {
            let by_value = subject.attr(node, "value").is_none_or(|value| !value.trim().is_empty());
            (&rules::INPUT_BUTTON_NAME, !asks || by_value || labelled() || decoration, "The button has an empty value")
        }
        InputType::Button => {
            (&rules::INPUT_BUTTON_NAME, !asks || named || decoration, "The button has no value and no label")
        }
        InputType::File => (
            &rules::LABEL,
            labelled() || decoration || has_label_of_its_id(subject, node),
            "The file field has no label",
        ),
        _ => {
            let named = named && !has_only_hidden_labels(subject, node);
            (&rules::LABEL, named || decoration || has_hint(subject, node), "The field has no label")
        }
    };
    (!fine).then_some((rule, message))
}

/// True for an element that an attribute names, whatever its role.
fn has_naming_attribute(subject: &Subject<'_>, node: NodeId) -> bool {
    ["aria-label", "aria-labelledby", "title"].iter().any(|name| subject.filled(node, name).is_some())
}

/// True for a field named by other means than a label. axe-core: that is enough, also where an empty
/// label keeps it from being the name.
fn has_hint(subject: &Subject<'_>, node: NodeId) -> bool {
    let mut labels = subject.dom.form().labels(node).iter();
    ["aria-label", "title", "placeholder"].iter().any(|name| subject.filled(node, name).is_some())
        || labels.any(|&label| has_text(subject, label) && subject.is_exposed(label))
        || has_label_of_its_id(subject, node)
}

/// True if a label points to the id of an element. axe-core: also where an element before it has the same id, whose label
/// it is for a browser.
fn has_label_of_its_id(subject: &Subject<'_>, node: NodeId) -> bool {
    subject.attr(node, "id").is_some_and(|id| subject.labelled.contains(id))
}

/// True for a field whose name comes from labels that nobody sees. axe-core: that is not enough, though it names the field.
fn has_only_hidden_labels(subject: &Subject<'_>, node: NodeId) -> bool {
    let labels = subject.dom.form().labels(node);
    !has_naming_attribute(subject, node) && !labels.is_empty() && labels.iter().all(|&label| !subject.is_exposed(label))
}

/// True for a link whose only content is an `object`, which is named by its fallback. axe-core does not read it.
fn is_only_a_fallback(subject: &Subject<'_>, link: NodeId) -> bool {
    let mut children = subject
        .dom
        .children(link)
        .filter(|&child| !subject.dom.text_content(child).trim().is_empty() || subject.dom.element(child).is_some());
    let first = children.next();
    children.next().is_none()
        && first.is_some_and(|child| subject.tag(child) == "object")
        && !has_naming_attribute(subject, link)
}

/// Elements that are controls or images by their role alone.
fn broken_role(subject: &Subject<'_>, node: NodeId, role: Role, named: bool) -> Option<(&'static Rule, &'static str)> {
    if named {
        return None;
    }
    if subject.is_svg(node) {
        let is_image = matches!(role, Role::Img);
        return is_image.then_some((&rules::SVG_IMG_ALT, "The SVG image has neither a title nor a label"));
    }
    // These have ways of their own to be named, and rules of their own.
    if matches!(
        subject.tag(node),
        "button" | "fieldset" | "figure" | "img" | "input" | "select" | "summary" | "table" | "textarea"
    ) {
        return None;
    }
    Some(match role {
        Role::Img if !matches!(subject.tag(node), "area" | "object") => {
            (&rules::ROLE_IMG_ALT, "It has the role of an image, and no label")
        }
        Role::Button | Role::Link | Role::Menuitem => {
            (&rules::ARIA_COMMAND_NAME, "It acts as a control, and has neither text nor a label")
        }
        Role::Combobox | Role::Listbox | Role::Searchbox | Role::Slider | Role::Spinbutton | Role::Textbox => {
            let inner = |node: NodeId| {
                let inputs = subject.dom.descendants(node).filter(|&n| subject.dom.is_html(n, &local_name!("input")));
                inputs.into_iter().any(|input| subject.attr(input, "type") != Some("hidden"))
            };
            if (role == Role::Combobox && inner(node)) || (role == Role::Listbox && is_popup(subject, node)) {
                return None;
            }
            (&rules::ARIA_INPUT_FIELD_NAME, "It acts as an input field, and has no label")
        }
        Role::Checkbox | Role::Menuitemcheckbox | Role::Menuitemradio | Role::Radio | Role::Switch | Role::Option => {
            (&rules::ARIA_TOGGLE_FIELD_NAME, "It acts as a toggle, and has no label")
        }
        Role::Dialog | Role::Alertdialog => (&rules::ARIA_DIALOG_NAME, "The dialog has no label"),
        _ => return None,
    })
}

/// The roles that ARIA asks a name for.
fn needs_name(role: Role) -> bool {
    use Role as R;
    role.is_interactive()
        || matches!(
            role,
            R::Img
                | R::Dialog
                | R::Alertdialog
                | R::Heading
                | R::Progressbar
                | R::Meter
                | R::Tooltip
                | R::Columnheader
                | R::Rowheader
        )
}

/// True for the list of a combobox.
pub(super) fn is_popup(subject: &Subject<'_>, node: NodeId) -> bool {
    let dom = subject.dom;
    let is_combobox = |outer: NodeId| subject.role_attribute(outer) == Some(Role::Combobox);
    if dom.flat_parent(node).is_some_and(|outer| subject.combobox.any(dom, outer, is_combobox)) {
        return true;
    }
    subject.filled(node, "id").is_some_and(|id| subject.popups.contains(id))
}

/// True if an image that is shown uses the map of an area.
fn is_map_shown(subject: &Subject<'_>, area: NodeId) -> bool {
    let dom = subject.dom;
    let map = dom.ancestors(area).find(|&outer| dom.is_html(outer, &local_name!("map")));
    map.and_then(|map| subject.filled(map, "name")).is_some_and(|name| subject.maps.contains(name))
}

fn has_text(subject: &Subject<'_>, node: NodeId) -> bool {
    !subject.dom.text_content(node).trim().is_empty()
}
