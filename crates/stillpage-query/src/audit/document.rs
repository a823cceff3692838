//! The page as a whole: its language and title, the window on phones, its main part and headings, what is outside of landmarks.

use super::rule as rules;
use super::{Finding, Subject};
use crate::aria::Exposure;
use crate::aria::role::Role;
use crate::dom::form::InputType;
use crate::dom::{NodeId, NodeMap};
use crate::geometry::Rect;
use crate::style::computed::{PointerEvents, Position, Visibility};

/// Share of the window's width and height that an overlay takes, as axe-core has it.
const OVERLAY: f32 = 0.75;

pub(super) fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    if let Some(root) = subject.dom.document_element(subject.dom.document()) {
        check_root(subject, root, out);
    }
    for &node in &subject.elements {
        if subject.tag(node) == "meta" && subject.attr(node, "name") == Some("viewport") {
            out.extend(zoom(subject, node));
        }
    }
    banners(subject, out);
    regions(subject, out);
}

fn check_root(subject: &Subject<'_>, root: NodeId, out: &mut Vec<Finding>) {
    let mut fail = |rule, message: &str| out.push(Finding::fails(rule, root, message));
    if subject.tag(root) != "html" {
        return;
    }
    if subject.filled(root, "lang").is_none() {
        fail(&rules::HTML_HAS_LANG, "The html element has no lang attribute");
    }
    if subject.dom.title(subject.dom.document()).trim().is_empty() {
        fail(&rules::DOCUMENT_TITLE, "The page has no title");
    }
    // A modal dialog may be all that there is.
    if subject.has_dialog() || has_overlay(subject) {
        return;
    }
    let any = |is: &dyn Fn(NodeId) -> bool| subject.elements.iter().any(|&node| is(node) && subject.is_exposed(node));
    let role = |node: NodeId| subject.attr(node, "role");
    if !any(&|node| role(node) == Some("main") || (subject.tag(node) == "main" && role(node).is_none())) {
        fail(&rules::LANDMARK_ONE_MAIN, "The page has no main landmark");
    }
    let is_first = |node: NodeId| {
        let level = subject.attr(node, "aria-level");
        match (role(node), subject.tag(node)) {
            (Some("heading"), _) | (None, "h2" | "h3" | "h4" | "h5" | "h6") => level == Some("1"),
            (None, "h1") => level.is_none() || level == Some("1"),
            _ => false,
        }
    };
    if !any(&is_first) {
        fail(&rules::PAGE_HAS_HEADING_ONE, "The page has no heading of level 1");
    }
}

/// True if something over the page takes most of the window, as dialogs without a role do.
fn has_overlay(subject: &Subject<'_>) -> bool {
    let size = subject.page.layout().viewport().client;
    let most = Rect::new(0.0, 0.0, size.width * OVERLAY, size.height * OVERLAY);
    let (x, y) = ((size.width - most.width) / 2.0, (size.height - most.height) / 2.0);
    subject.elements.iter().any(|&node| {
        let rect = subject.rect(node);
        let covers = rect.x <= x && rect.y <= y && rect.right() >= size.width - x && rect.bottom() >= size.height - y;
        covers
            && subject.is_rendered(node)
            && subject.style(node).is_some_and(|style| {
                matches!(style.position, Position::Absolute | Position::Fixed)
                    && style.pointer_events != PointerEvents::None
            })
    })
}

/// Finds a viewport that hinders zooming: <https://drafts.csswg.org/css-viewport/#parsing-algorithm>
fn zoom(subject: &Subject<'_>, node: NodeId) -> Option<Finding> {
    let content = subject.attr(node, "content")?.to_ascii_lowercase();
    for item in content.split([';', ',']) {
        let Some((name, value)) = item.split_once('=') else { continue };
        let (name, value) = (name.trim(), value.trim());
        if value.is_empty() {
            continue;
        }
        let number = leading_number(value);
        let device = matches!(value, "device-width" | "device-height");
        let hinders = match (name, number) {
            ("user-scalable", Some(number)) => number > -1.0 && number < 1.0,
            ("user-scalable", None) => value != "yes" && !device,
            ("maximum-scale", Some(number)) => (0.0..2.0).contains(&number),
            ("maximum-scale", None) => !device,
            _ => false,
        };
        if hinders {
            let message = format!("{name}={value} keeps users from zooming in");
            return Some(Finding::fails(&rules::META_VIEWPORT, node, message));
        }
    }
    None
}

/// The number that a text begins with.
fn leading_number(text: &str) -> Option<f32> {
    let end =
        text.char_indices().find(|&(at, c)| !(c.is_ascii_digit() || c == '.' || (at == 0 && (c == '-' || c == '+'))));
    let mut number = text.get(..end.map_or(text.len(), |(at, _)| at))?;
    // `1.0.2` begins with 1.0
    if let Some((second, _)) = number.match_indices('.').nth(1) {
        number = number.get(..second)?;
    }
    number.parse().ok()
}

fn banners(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let is_banner = |node: NodeId| match subject.attr(node, "role") {
        Some(role) => role == "banner",
        None => subject.tag(node) == "header" && subject.role(node) == Some(Role::Banner),
    };
    let banners: Vec<NodeId> =
        subject.elements.iter().copied().filter(|&node| is_banner(node) && subject.is_exposed(node)).collect();
    if let [first, others @ ..] = banners.as_slice()
        && !others.is_empty()
    {
        let message = format!("The page has {} banner landmarks", banners.len());
        let finding = Finding::fails(&rules::LANDMARK_NO_DUPLICATE_BANNER, *first, message);
        out.push(finding.with(others.to_vec()));
    }
}

/// The part of a subtree that is in no landmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outside {
    /// Nothing was looked at.
    Unseen,
    /// It has content of its own.
    Content,
    /// A landmark, or something hidden, is in it: what has it around is not reported for the whole.
    Divided,
}

/// Content outside of landmarks. As axe-core reports it: the largest elements that hold such content and no landmark.
fn regions(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let dom = subject.dom;
    let Some(root) = dom.document_element(dom.document()) else { return };
    let mut kinds = NodeMap::new(dom.len(), Outside::Unseen);
    let mut contents: Vec<NodeId> = Vec::new();
    let first_link = first_page_link(subject);
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let is_end = is_hidden(subject, node)
            || (subject.role(node) == Some(Role::Button) && !is_picker(subject, node))
            || is_region(subject, node)
            || matches!(subject.tag(node), "iframe" | "frame")
            || is_skip_link(subject, node, first_link);
        if is_end {
            for at in std::iter::once(node).chain(dom.flat_ancestors(node)) {
                if kinds[at] == Outside::Divided {
                    break;
                }
                kinds[at] = Outside::Divided;
            }
        } else if subject.tag(node) != "body" && has_content(subject, node) && !is_hidden_by_role(subject, node) {
            kinds[node] = Outside::Content;
            contents.push(node);
        } else {
            let children = subject.rendered_children(node);
            open.extend(children.into_iter().rev().filter(|&child| dom.element(child).is_some()));
        }
    }
    let mut reported: Vec<NodeId> = Vec::new();
    for content in contents {
        let mut whole = content;
        for outer in dom.flat_ancestors(content) {
            if kinds[outer] == Outside::Divided || matches!(subject.tag(outer), "body" | "html") {
                break;
            }
            if dom.element(outer).is_some() && subject.tag(outer) != "slot" {
                whole = outer;
            }
        }
        if reported.last() != Some(&whole) {
            reported.push(whole);
        }
    }
    reported.sort_by_key(|&node| subject.order[node]);
    reported.dedup();
    for node in reported {
        out.push(Finding::fails(&rules::REGION, node, "It is in no landmark"));
    }
}

/// True if an element is hidden from assistive technology; parts that have no box, such as areas and columns, are not.
fn is_hidden(subject: &Subject<'_>, node: NodeId) -> bool {
    if subject.tag(node) == "area" {
        return false;
    }
    let hides = Exposure::EXCLUDED | Exposure::SKIPPED;
    subject.aria(node).is_none_or(|known| known.exposure.intersects(hides))
        || subject.style(node).is_some_and(|style| style.visibility != Visibility::Visible)
        || subject.is_behind_modal(node)
}

/// True for a field that has a button in it, as for files: axe-core takes it for a text field.
fn is_picker(subject: &Subject<'_>, node: NodeId) -> bool {
    let kind = subject.dom.element(node).and_then(InputType::of);
    !matches!(kind, None | Some(InputType::Button | InputType::Image | InputType::Reset | InputType::Submit))
}

fn is_region(subject: &Subject<'_>, node: NodeId) -> bool {
    use Role as R;
    matches!(subject.attr(node, "aria-live"), Some("assertive" | "polite"))
        || matches!(subject.role_attribute(node), Some(R::Dialog | R::Alertdialog))
        || subject.tag(node) == "dialog"
        || (subject.is_svg(node) && subject.dom.element(node).is_some_and(|element| *element.name.local == *"svg"))
        || matches!(
            subject.role(node),
            Some(
                R::Alert
                    | R::Log
                    | R::Status
                    | R::Banner
                    | R::Complementary
                    | R::Contentinfo
                    | R::Form
                    | R::Main
                    | R::Navigation
                    | R::Region
                    | R::Search
            )
        )
}

/// Text, a picture or a control, or a label for what is in it.
fn has_content(subject: &Subject<'_>, node: NodeId) -> bool {
    let tag = subject.tag(node);
    let text_counts = !matches!(
        tag,
        "head" | "title" | "template" | "script" | "style" | "iframe" | "object" | "video" | "audio" | "noscript"
    );
    has_own_text(subject, node) && text_counts || is_visual(subject, node) || has_label(subject, node)
}

fn has_own_text(subject: &Subject<'_>, node: NodeId) -> bool {
    let is_text = |child: NodeId| subject.dom.text(child).is_some_and(|text| !text.trim().is_empty());
    subject.rendered_children(node).into_iter().any(is_text)
}

fn is_visual(subject: &Subject<'_>, node: NodeId) -> bool {
    use Role as R;
    if let Some(role) = subject.role_attribute(node) {
        let visual = [
            R::Checkbox,
            R::Img,
            R::Meter,
            R::Progressbar,
            R::Scrollbar,
            R::Radio,
            R::Slider,
            R::Spinbutton,
            R::Textbox,
        ];
        return visual.contains(&role);
    }
    match subject.tag(node) {
        "img" | "object" | "video" | "audio" | "canvas" | "button" | "select" | "textarea" | "progress" | "meter" => {
            true
        }
        "input" => subject.attr(node, "type") != Some("hidden"),
        _ => subject.dom.element(node).is_some_and(|element| *element.name.local == *"math"),
    }
}

/// `aria-label`, or the text that `aria-labelledby` leads to.
pub(super) fn has_label(subject: &Subject<'_>, node: NodeId) -> bool {
    if subject.filled(node, "aria-label").is_some() {
        return true;
    }
    let labels = crate::aria::labelled_by(subject.dom, node);
    labels.into_iter().any(|label| !subject.dom.text_content(label).trim().is_empty())
}

/// A presentational element without text of its own is not content.
fn is_hidden_by_role(subject: &Subject<'_>, node: NodeId) -> bool {
    matches!(subject.role(node), Some(Role::None | Role::Presentation)) && !has_own_text(subject, node)
}

/// The place of the first link that leads to another page: links before it may skip to content.
fn first_page_link(subject: &Subject<'_>) -> Option<usize> {
    let is_away = |&&node: &&NodeId| {
        let href = subject.attr(node, "href").filter(|_| subject.tag(node) == "a");
        href.is_some_and(|href| !href.starts_with('#') && !href.starts_with("javascript:"))
    };
    subject.elements.iter().find(is_away).map(|&node| subject.order[node])
}

fn is_skip_link(subject: &Subject<'_>, node: NodeId, first_link: Option<usize>) -> bool {
    let Some(id) = subject.attr(node, "href").and_then(|href| href.strip_prefix('#')) else { return false };
    let tree = subject.dom.tree_root(node);
    subject.tag(node) == "a"
        && first_link.is_none_or(|first| subject.order[node] < first)
        && !id.is_empty()
        && subject.dom.get_element_by_id(tree, &id.into()).is_some()
}
