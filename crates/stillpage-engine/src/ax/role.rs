//! The roles of Chromium: what the markup says, else what the element is.

use crate::dom::form::{InputType, display_size};
use crate::dom::{Dom, ElementData, NodeId, local_name, ns};

/// The roles that a `role` attribute may ask for, and what Chromium calls them; sorted.
const ARIA: &[&str] = &[
    "alert",
    "alertdialog",
    "application",
    "article",
    "banner",
    "blockquote",
    "button",
    "caption",
    "cell",
    "checkbox",
    "code",
    "columnheader",
    "combobox",
    "comment",
    "complementary",
    "contentinfo",
    "definition",
    "deletion",
    "dialog",
    "doc-abstract",
    "doc-acknowledgments",
    "doc-afterword",
    "doc-appendix",
    "doc-backlink",
    "doc-biblioentry",
    "doc-bibliography",
    "doc-biblioref",
    "doc-chapter",
    "doc-colophon",
    "doc-conclusion",
    "doc-cover",
    "doc-credit",
    "doc-credits",
    "doc-dedication",
    "doc-endnote",
    "doc-endnotes",
    "doc-epigraph",
    "doc-epilogue",
    "doc-errata",
    "doc-example",
    "doc-footnote",
    "doc-foreword",
    "doc-glossary",
    "doc-glossref",
    "doc-index",
    "doc-introduction",
    "doc-noteref",
    "doc-notice",
    "doc-pagebreak",
    "doc-pagefooter",
    "doc-pageheader",
    "doc-pagelist",
    "doc-part",
    "doc-preface",
    "doc-prologue",
    "doc-pullquote",
    "doc-qna",
    "doc-subtitle",
    "doc-tip",
    "doc-toc",
    "document",
    "emphasis",
    "feed",
    "figure",
    "form",
    "generic",
    "graphics-document",
    "graphics-object",
    "graphics-symbol",
    "grid",
    "gridcell",
    "group",
    "heading",
    "image",
    "insertion",
    "link",
    "list",
    "listbox",
    "listitem",
    "log",
    "main",
    "mark",
    "marquee",
    "math",
    "menu",
    "menubar",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "meter",
    "navigation",
    "none",
    "note",
    "option",
    "paragraph",
    "progressbar",
    "radio",
    "radiogroup",
    "region",
    "row",
    "rowgroup",
    "rowheader",
    "scrollbar",
    "search",
    "searchbox",
    "sectionfooter",
    "sectionheader",
    "separator",
    "slider",
    "spinbutton",
    "status",
    "strong",
    "subscript",
    "suggestion",
    "superscript",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "term",
    "textbox",
    "time",
    "timer",
    "toolbar",
    "tooltip",
    "tree",
    "treegrid",
    "treeitem",
];

/// An attribute without a namespace by any name.
pub(super) fn attr<'a>(element: &'a ElementData, name: &str) -> Option<&'a str> {
    element.attributes.iter().find(|a| a.name.ns == ns!() && &*a.name.local == name).map(|a| &*a.value)
}

/// An attribute with white space cut off; `None` if nothing is left.
pub(super) fn filled<'a>(element: &'a ElementData, name: &str) -> Option<&'a str> {
    attr(element, name).map(str::trim).filter(|value| !value.is_empty())
}

/// The role that the `role` attribute asks for: its first token that Chromium knows and takes here.
pub(super) fn explicit(dom: &Dom, node: NodeId) -> Option<&'static str> {
    let element = dom.element(node)?;
    let tokens = attr(element, "role")?.split_ascii_whitespace();
    tokens.map(str::to_ascii_lowercase).find_map(|token| {
        let token = match &*token {
            "presentation" => "none",
            "img" => "image",
            "directory" => "list",
            other => other,
        };
        let role = ARIA.binary_search(&token).ok().map(|at| ARIA[at])?;
        let named = || filled(element, "aria-label").or_else(|| filled(element, "aria-labelledby")).is_some();
        let fits =
            match role {
                "region" | "form" => named() || filled(element, "title").is_some(),
                "listitem" => dom.node(node).parent.and_then(|parent| dom.element(parent)).is_some_and(|parent| {
                    match attr(parent, "role") {
                        Some(role) => role.eq_ignore_ascii_case("list") || role.eq_ignore_ascii_case("group"),
                        None => matches!(&*parent.name.local, "ul" | "ol" | "menu"),
                    }
                }),
                _ => true,
            };
        fits.then_some(role)
    })
}

/// The role of an element, not looking at whether it is presentational.
pub(super) fn native(dom: &Dom, node: NodeId) -> &'static str {
    let Some(element) = dom.element(node) else { return "generic" };
    let tag = &*element.name.local;
    let has = |name: &str| attr(element, name).is_some();
    if element.name.ns == ns!(svg) {
        return match tag {
            "svg" => "image",
            "a" if has("href")
                || element.attributes.iter().any(|a| a.name.ns == ns!(xlink) && &*a.name.local == "href") =>
            {
                "link"
            }
            "image" => "image",
            _ => "generic",
        };
    }
    if element.name.ns == ns!(mathml) {
        return if tag == "math" { "MathMLMath" } else { "generic" };
    }
    let named = || {
        filled(element, "aria-label")
            .or_else(|| filled(element, "aria-labelledby"))
            .or_else(|| filled(element, "title"))
            .is_some()
    };
    match tag {
        "a" | "area" if has("href") => "link",
        "abbr" | "acronym" if tag == "abbr" => "Abbr",
        "address" | "hgroup" | "fieldset" | "optgroup" | "details" => "group",
        "article" => "article",
        "aside" if !in_sectioning(dom, node, false) || named() => "complementary",
        "audio" => "Audio",
        "blockquote" => "blockquote",
        "br" => "LineBreak",
        "button" => "button",
        "canvas" => "Canvas",
        "caption" => "caption",
        "code" => "code",
        "datalist" => "listbox",
        "dd" => "definition",
        "del" | "s" => "deletion",
        "dfn" | "dt" => "term",
        "dialog" => "dialog",
        "dl" => "DescriptionList",
        "em" => "emphasis",
        "embed" => "EmbeddedObject",
        "object" => "PluginObject",
        "figcaption" => "Figcaption",
        "figure" => "figure",
        "footer" => {
            if in_sectioning(dom, node, true) {
                "sectionfooter"
            } else {
                "contentinfo"
            }
        }
        "header" => {
            if in_sectioning(dom, node, true) {
                "sectionheader"
            } else {
                "banner"
            }
        }
        "form" => "form",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "heading",
        "hr" => "separator",
        "iframe" | "frame" => "Iframe",
        "img" => "image",
        "input" => input(dom, node, element),
        "ins" => "insertion",
        "label" => "LabelText",
        "legend" => "Legend",
        "li" => "listitem",
        "main" => "main",
        "mark" => "mark",
        "menu" | "ol" | "ul" => "list",
        "meter" => "meter",
        "nav" => "navigation",
        "option" => "option",
        "output" => "status",
        "p" => "paragraph",
        "progress" => "progressbar",
        "rp" | "rt" => "RubyAnnotation",
        "ruby" => "Ruby",
        "search" => "search",
        "section" if named() => "region",
        "select" if has("multiple") || display_size(element) > 1 => "listbox",
        "select" => "combobox",
        "strong" => "strong",
        "sub" => "subscript",
        "summary" => "DisclosureTriangle",
        "sup" => "superscript",
        "table" => "table",
        "td" => "cell",
        "textarea" => "textbox",
        "tfoot" | "thead" => "rowgroup",
        "th" => "columnheader",
        "time" => "time",
        "tr" => "row",
        "video" => "Video",
        _ if has("popover") => "group",
        _ => "generic",
    }
}

/// True for something in sectioning content (with `landmark` in `main` too), where parts are not the page's own.
fn in_sectioning(dom: &Dom, node: NodeId, landmark: bool) -> bool {
    dom.ancestors(node).any(|ancestor| {
        let Some(element) = dom.element(ancestor) else { return false };
        match explicit(dom, ancestor) {
            None => match &*element.name.local {
                "article" | "aside" | "nav" | "section" => element.name.ns == ns!(html),
                "main" => landmark,
                _ => false,
            },
            Some(role) => {
                matches!(role, "article" | "complementary" | "navigation" | "region") || landmark && role == "main"
            }
        }
    })
}

fn input(dom: &Dom, node: NodeId, element: &ElementData) -> &'static str {
    let Some(kind) = InputType::of(element) else { return "textbox" };
    let suggests = || {
        filled(element, "list").is_some_and(|id| {
            dom.get_element_by_id(dom.tree_root(node), &crate::dom::Atom::from(id))
                .is_some_and(|list| dom.is_html(list, &local_name!("datalist")))
        })
    };
    match kind {
        InputType::Button | InputType::File | InputType::Image | InputType::Reset | InputType::Submit => "button",
        InputType::Checkbox => "checkbox",
        InputType::Radio => "radio",
        InputType::Range => "slider",
        InputType::Number => "spinbutton",
        InputType::Color => "ColorWell",
        InputType::Date => "Date",
        InputType::DatetimeLocal | InputType::Month | InputType::Week => "DateTime",
        InputType::Time => "InputTime",
        _ if suggests() => "combobox",
        InputType::Search => "searchbox",
        _ => "textbox",
    }
}

/// The summary that a `details` shows.
pub(super) fn summary_of(dom: &Dom, details: NodeId) -> Option<NodeId> {
    dom.child_elements(details).find(|&n| dom.is_html(n, &local_name!("summary")))
}

/// True for a control that a user acts on.
pub(super) fn is_control(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "checkbox"
            | "ColorWell"
            | "combobox"
            | "Date"
            | "DateTime"
            | "InputTime"
            | "listbox"
            | "option"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "radio"
            | "scrollbar"
            | "searchbox"
            | "slider"
            | "spinbutton"
            | "switch"
            | "tab"
            | "textbox"
            | "treeitem"
            | "DisclosureTriangle"
            | "separator"
            | "progressbar"
            | "meter"
    )
}

/// True for roles that Chromium never ignores.
pub(super) fn is_always_interesting(role: &str) -> bool {
    !matches!(role, "generic" | "image" | "none" | "LineBreak" | "Canvas" | "paragraph")
}

/// True for roles that have their name from their content wherever they are.
pub(super) fn is_named_by_contents(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "cell"
            | "checkbox"
            | "columnheader"
            | "DisclosureTriangle"
            | "doc-backlink"
            | "doc-biblioref"
            | "doc-glossref"
            | "doc-noteref"
            | "gridcell"
            | "heading"
            | "LayoutTableCell"
            | "link"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "option"
            | "radio"
            | "rowheader"
            | "switch"
            | "tab"
            | "term"
            | "tooltip"
            | "treeitem"
            | "graphics-symbol"
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn roles_are_sorted() {
        assert!(super::ARIA.is_sorted());
    }
}
