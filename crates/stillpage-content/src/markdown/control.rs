//! Form controls, images and media in Markdown.

use super::inline;
use crate::dom::address::{absolute, has_scheme};
use crate::dom::form::{InputType, option_label, value};
use crate::dom::{Dom, NodeId};
use crate::rendered::line::is_printed;
use crate::rendered::visible::{At, VisibleTree};

/// Limit: characters of a value or a name in a control.
const MAX_VALUE: usize = 200;
/// Limit: options of a list that are written out.
const MAX_OPTIONS: usize = 40;

/// A control: `[value]`, `[placeholder…]`, `[x]`, `(x)`, `[choice ▾]`, `[Button]`. `None` for other elements, or if it shows nothing.
pub(super) fn control(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let dom = tree.page.dom();
    let node = tree.nodes[at].node;
    let element = dom.element(node)?;
    if let Some(kind) = InputType::of(element) {
        return input(tree, at, kind);
    }
    match tree.tag(at) {
        "textarea" => Some(field(tree, at, &value(dom, node))),
        "select" => Some(select(tree, at)),
        "meter" | "progress" => {
            let number = |name: &str| tree.attr(at, name).and_then(|text| text.trim().parse::<f64>().ok());
            let (low, high) = (number("min").unwrap_or(0.0), number("max").unwrap_or(1.0));
            let share = (number("value")? - low) / (high - low);
            (0.0..=1.0).contains(&share).then(|| format!("[{:.0}%]", share * 100.0))
        }
        _ => None,
    }
}

fn input(tree: &VisibleTree<'_>, at: At, kind: InputType) -> Option<String> {
    let dom = tree.page.dom();
    let node = tree.nodes[at].node;
    let name = || quoted(tree.page.aria().get(node).map_or("", |aria| &*aria.name));
    match kind {
        InputType::Hidden => None,
        InputType::Checkbox | InputType::Radio => {
            let checked = dom.form().is_checked(node);
            let mark = match (kind, checked) {
                (InputType::Checkbox, _) if dom.form().is_indeterminate(dom, node) => "[-]",
                (InputType::Checkbox, true) => "[x]",
                (InputType::Checkbox, false) => "[ ]",
                (_, true) => "(x)",
                (_, false) => "( )",
            };
            let named = if is_labelled(dom, node) { String::new() } else { name() };
            Some(format!("{mark} {named}").trim_end().to_owned())
        }
        InputType::Submit | InputType::Reset | InputType::Button | InputType::Image => {
            Some(name()).filter(|name| !name.is_empty()).map(|name| format!("[{name}]"))
        }
        InputType::Password => {
            let hidden = if value(dom, node).is_empty() { "" } else { "••••" };
            Some(field(tree, at, hidden))
        }
        InputType::File => Some(field(tree, at, "")),
        _ => Some(field(tree, at, &value(dom, node))),
    }
}

/// A text field: its value, else its placeholder; before it its name if no visible label has it.
fn field(tree: &VisibleTree<'_>, at: At, value: &str) -> String {
    let dom = tree.page.dom();
    let node = tree.nodes[at].node;
    let placeholder = quoted(tree.attr(at, "placeholder").unwrap_or_default());
    let shown = match (quoted(value), placeholder.is_empty()) {
        (value, _) if !value.is_empty() => value,
        (_, false) => format!("{}…", placeholder.trim_end_matches(['…', '.'])),
        _ => "____".to_owned(),
    };
    let name = if is_labelled(dom, node) {
        String::new()
    } else {
        quoted(tree.page.aria().get(node).map_or("", |aria| &*aria.name))
    };
    // Chrome: a field without any other name is named by its placeholder.
    if name.is_empty() || shown.starts_with(name.trim_end_matches(['…', '.'])) {
        format!("[{shown}]")
    } else {
        format!("[{name}: {shown}]")
    }
}

fn select(tree: &VisibleTree<'_>, at: At) -> String {
    let dom = tree.page.dom();
    let node = tree.nodes[at].node;
    let form = dom.form();
    let is_list = dom.element(node).is_some_and(|element| crate::dom::form::display_size(element) > 1);
    let name = match is_labelled(dom, node) {
        true => String::new(),
        false => quoted(tree.page.aria().get(node).map_or("", |aria| &*aria.name)),
    };
    let colon = if name.is_empty() { "" } else { ": " };
    if !is_list {
        let chosen = form.selected_options(node).next().map(|option| quoted(&option_label(dom, option)));
        return format!("[{name}{colon}{} ▾]", chosen.unwrap_or_default());
    }
    let options = form.options(node);
    let mut shown: Vec<String> = options
        .iter()
        .take(MAX_OPTIONS)
        .map(|&option| {
            let mark = if form.is_selected(option) { "(x) " } else { "" };
            format!("{mark}{}", quoted(&option_label(dom, option)))
        })
        .collect();
    if options.len() > MAX_OPTIONS {
        shown.push(format!("… {} more", options.len() - MAX_OPTIONS));
    }
    format!("[{name}{colon}{}]", shown.join(" / "))
}

/// True if a visible label names the control.
fn is_labelled(dom: &Dom, control: NodeId) -> bool {
    dom.form().labels(control).iter().any(|&label| !dom.text_content(label).trim().is_empty())
}

/// On one line, without what would end the brackets.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars().filter(|&c| is_printed(c)) {
            match c {
                '[' => out.push('('),
                ']' => out.push(')'),
                '`' => out.push('\''),
                '<' => out.push_str("\\<"),
                c => out.push(c),
            }
        }
    }
    match out.char_indices().nth(MAX_VALUE) {
        Some((cut, _)) => format!("{}…", out.get(..cut).unwrap_or_default().trim_end()),
        None => out,
    }
}

/// `![alt](src)`; `None` for an image without content: decoration, a tracking pixel.
pub(super) fn image(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let alt = tree.attr(at, "alt").or_else(|| tree.attr(at, "aria-label"));
    if alt.is_some_and(|alt| alt.trim().is_empty()) || is_tiny(tree, at) {
        return None;
    }
    let target = image_url(tree, at);
    if let Some(tex) = alt.filter(|alt| alt.contains("\\displaystyle") || alt.contains("\\textstyle")) {
        let tex: String =
            tex.split_whitespace().collect::<Vec<_>>().join(" ").chars().filter(|&c| is_printed(c)).collect();
        return Some(format!("${tex}$"));
    }
    match (alt, target) {
        (None, None) => None,
        (alt, target) => Some(inline::image(alt.unwrap_or_default(), &target.unwrap_or_default())),
    }
}

fn is_tiny(tree: &VisibleTree<'_>, at: At) -> bool {
    tree.rect(at).is_some_and(|rect| rect.width < 4.0 && rect.height < 4.0)
}

/// Returns the absolute address of the picture of an `img`: what waits to be loaded before its stand-in. `None` if it is in the
/// page.
pub(crate) fn image_url(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let waiting = ["data-src", "data-lazy-src", "data-original", "data-srcset", "data-lazy-srcset"];
    let own = ["src", "srcset"];
    let named = |name: &&str| {
        tree.attr(at, name)
            .map(|text| if name.ends_with("srcset") { first_url(text) } else { text.trim() })
            .filter(|url| is_address(url))
    };
    // A stand-in is small and in the page itself.
    let url = own.iter().find_map(named).or_else(|| waiting.iter().find_map(named))?;
    absolute(tree.page.dom(), tree.nodes[at].node, url)
}

/// The first URL of a `srcset`.
fn first_url(text: &str) -> &str {
    text.trim().split_ascii_whitespace().next().unwrap_or_default().trim_end_matches(',')
}

fn is_address(url: &str) -> bool {
    !url.is_empty() && !has_scheme(url, "data") && !has_scheme(url, "blob") && !has_scheme(url, "about")
}

/// A video, a sound or a frame that holds no document: a link to it, named by its own label.
pub(super) fn media(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let tag = tree.tag(at);
    let source = tree
        .attr(at, "src")
        .or_else(|| {
            let dom = tree.page.dom();
            let source = dom.child_elements(tree.nodes[at].node).find(|&n| dom.is_html(n, &"source".into()))?;
            dom.attr(source, &"src".into())
        })
        .filter(|url| is_address(url))?;
    let target = absolute(tree.page.dom(), tree.nodes[at].node, source)?;
    if is_tiny(tree, at) {
        return None;
    }
    let name = ["title", "aria-label"].iter().find_map(|name| tree.attr(at, name)).map(quoted).unwrap_or_default();
    let kind = if tag == "iframe" { "frame" } else { tag };
    let colon = if name.is_empty() { "" } else { ": " };
    let mut out = format!("[{kind}{colon}{name}](");
    inline::push_target(&mut out, &target);
    out.push(')');
    Some(out)
}
