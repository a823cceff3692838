//! Links in running text, which not everybody distinguishes from it by their colour: <https://www.w3.org/TR/WCAG22/#use-of-color>

use std::collections::BTreeMap;

use super::backdrop::{Backdrop, Backdrops};
use super::{foreground, reason};
use crate::aria::Role;
use crate::audit::rule as rules;
use crate::audit::{Finding, Subject};
use crate::dom::{NodeData, NodeId};
use crate::geometry::Rect;
use crate::rendered::text::inner_text;
use crate::style::computed::{BorderStyle, Content, Display, Srgb};
use crate::style::{ComputedStyle, Pseudo};

/// The contrast from which a difference in colour is enough by itself.
const MIN_CONTRAST: f32 = 3.0;

pub(super) fn check(subject: &Subject<'_>, backdrops: &Backdrops<'_, '_>, out: &mut Vec<Finding>) {
    let mut blocks: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    let mut parents: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    for &node in &subject.elements {
        if !is_text_link(subject, node) {
            continue;
        }
        let Some(block) = block_around(subject, node, is_block) else { continue };
        let in_text = blocks.entry(block).or_insert_with(|| links_in_text(subject, block));
        if in_text.contains(&node)
            && let Some(parent) = block_around(subject, node, is_block_or_inline_block)
        {
            parents.insert(node, parent);
        }
    }
    for (node, block) in parents {
        out.extend(finding(subject, backdrops, node, block));
    }
}

/// True for a link with text that is in a line.
fn is_text_link(subject: &Subject<'_>, node: NodeId) -> bool {
    let is_link =
        subject.tag(node) == "a" && subject.attr(node, "href").is_some() || subject.attr(node, "role") == Some("link");
    is_link
        && subject.role_attribute(node).is_none_or(|role| role == Role::Link)
        && subject.is_rendered(node)
        && subject.is_seen(node)
        && subject.style(node).is_some_and(|style| !is_block(style.display) && !is_inline_block(style.display))
        && !inner_text(subject.page, node).trim().is_empty()
}

fn is_block(display: Display) -> bool {
    use Display as D;
    matches!(display, D::Block | D::ListItem | D::Table | D::Flex | D::Grid) || display.css().starts_with("table-")
}

fn is_inline_block(display: Display) -> bool {
    matches!(display, Display::InlineBlock | Display::InlineFlex | Display::InlineGrid)
}

fn is_block_or_inline_block(display: Display) -> bool {
    is_block(display) || display == Display::InlineBlock
}

fn block_around(subject: &Subject<'_>, node: NodeId, is_block: fn(Display) -> bool) -> Option<NodeId> {
    subject.dom.flat_ancestors(node).find(|&outer| subject.style(outer).is_some_and(|style| is_block(style.display)))
}

/// The elements of a block in whose lines there is more text outside of controls than in them; line breaks and blocks part the
/// text.
fn links_in_text(subject: &Subject<'_>, block: NodeId) -> Vec<NodeId> {
    let mut in_text = Vec::new();
    let (mut text, mut of_controls, mut elements) = (String::new(), String::new(), Vec::new());
    let mut end = |text: &mut String, of_controls: &mut String, elements: &mut Vec<NodeId>| {
        if length(text) > length(of_controls) {
            in_text.append(elements);
        }
        text.clear();
        of_controls.clear();
        elements.clear();
    };
    let mut open: Vec<NodeId> = subject.dom.flat_children(block).collect();
    open.reverse();
    while let Some(node) = open.pop() {
        match &subject.dom.node(node).data {
            NodeData::Text(own) => text.push_str(subject.dom.text_in(own)),
            NodeData::Element(_) => {
                let parts = subject.style(node).is_none_or(|style| is_block(style.display));
                if parts || matches!(subject.tag(node), "br" | "hr") {
                    end(&mut text, &mut of_controls, &mut elements);
                }
                if parts || !subject.is_rendered(node) || !subject.is_seen(node) {
                    continue;
                }
                elements.push(node);
                if subject.is_widget(node) {
                    of_controls.push_str(&subject.dom.text_content(node));
                } else {
                    let from = open.len();
                    open.extend(subject.dom.flat_children(node));
                    open.get_mut(from..).unwrap_or_default().reverse();
                }
            }
            _ => {}
        }
    }
    end(&mut text, &mut of_controls, &mut elements);
    in_text
}

/// Characters of a text without the white space that is not shown.
fn length(text: &str) -> usize {
    let words = text.split_whitespace();
    words.map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1)
}

fn finding(subject: &Subject<'_>, backdrops: &Backdrops<'_, '_>, node: NodeId, block: NodeId) -> Option<Finding> {
    let rule = &rules::LINK_IN_TEXT_BLOCK;
    let styles = subject.style(node).zip(subject.style(block))?;
    if is_distinct(styles.0, styles.1) {
        return None;
    }
    let [link, around] = [node, block].map(|node| backdrops.of(node, &text_rects(subject, node)));
    let shown = |subject_of: NodeId, backdrop: &Backdrop| match backdrop {
        Backdrop::Known { text, behind } => (Some(*text), Some(*behind)),
        _ => (foreground(subject, subject_of), None),
    };
    let ((text, behind), (text_around, behind_around)) = (shown(node, &link), shown(block, &around));
    let contrast = |one: Option<Srgb>, other: Option<Srgb>| {
        one.zip(other).map(|(one, other)| (one.contrast(other) * 100.0).floor() / 100.0)
    };
    let (of_text, of_background) = (contrast(text, text_around), contrast(behind, behind_around));
    let is_enough = |contrast: Option<f32>| contrast.is_some_and(|contrast| contrast >= MIN_CONTRAST);
    // Links that look like the text around them on purpose are not distinguished by colour.
    let is_alike = of_text == Some(1.0) && of_background == Some(1.0);
    if is_enough(of_text) || is_enough(of_background) || is_alike {
        return None;
    }
    let why_unknown = [&link, &around].into_iter().find_map(reason);
    if let Some(why) = why_unknown {
        return Some(Finding::unknown(
            rule,
            node,
            format!("How it differs from the text around it is not known: {why}"),
        ));
    }
    let of_text = of_text.filter(|_| of_background.is_some())?;
    let message = format!(
        "The link differs from the text around it by its colour alone, {of_text} to 1, less than {MIN_CONTRAST} to 1; underline it"
    );
    // Fonts are not measured, and what is generated may mark it.
    let is_marked = [Pseudo::Before, Pseudo::After].into_iter().any(|pseudo| {
        subject.page.styles().pseudo(node, pseudo).is_some_and(|style| matches!(style.content, Content::Items(..)))
    });
    let finding = match subject.page.styles().is_measured || is_marked {
        true => Finding::unknown(rule, node, message),
        false => Finding::fails(rule, node, message),
    };
    Some(finding.with(vec![block]))
}

/// True if a style differs from that of the text around it in more than colours.
///
/// Approx: outlines are not computed, and borders count in any colour.
fn is_distinct(own: &ComputedStyle, around: &ComputedStyle) -> bool {
    let has_line = |side: &crate::style::computed::BorderSide| {
        side.width > 0.0 && !matches!(side.style, BorderStyle::None | BorderStyle::Hidden)
    };
    own.has_background_image()
        || has_line(&own.border.top)
        || has_line(&own.border.bottom)
        || own.font_family.first() != around.font_family.first()
        || own.text_decoration_line != around.text_decoration_line
        || own.text_decoration_style != around.text_decoration_style
        || (own.font_weight, own.font_size) != (around.font_weight, around.font_size)
        || own.font_style != around.font_style
}

/// Returns the rectangles of the text of an element, or its box.
fn text_rects(subject: &Subject<'_>, node: NodeId) -> Vec<Rect> {
    let layout = subject.page.layout();
    let texts = subject.dom.flat_children(node).filter_map(|child| layout.text(child));
    let lines = texts.flat_map(|text| text.lines.iter().map(|line| line.rect));
    let rects: Vec<Rect> = lines.filter(|rect| rect.width >= 1.0 && rect.height >= 1.0).collect();
    if rects.is_empty() { vec![subject.rect(node)] } else { rects }
}
