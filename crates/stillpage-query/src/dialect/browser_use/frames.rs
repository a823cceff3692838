//! Lines about what is in a frame, far from what its window shows.

use super::facts::Facts;
use super::interactive::is_interactive;
use super::nodes::{Kind, Nodes};

/// Limit: this number of elements of a frame are named.
const MAX_NAMED: usize = 10;

/// The lines that follow those of a frame.
pub(super) fn unseen(facts: &Facts<'_>, nodes: &Nodes, frame: usize) -> Vec<String> {
    let page = facts.tree.page;
    let (dom, layout) = (page.dom(), page.layout());
    let document = dom.element(nodes[frame].id).and_then(|element| element.frame_document);
    let (Some(document), Some(own)) = (document, layout.get(nodes[frame].id)) else { return Vec::new() };
    let scrolled = layout.document_scroll(dom, document).map_or(0.0, |scroll| scroll.offset.y);
    let (top, height) = (own.rect.y + own.content.y - scrolled, own.content.height);
    let mut is_unseen = false;
    let mut found: Vec<(f64, String)> = Vec::new();
    let inside = nodes.iter().skip(frame + 1).take_while(|(_, node)| node.parent.is_some_and(|parent| parent >= frame));
    for (_, node) in inside.filter(|(_, node)| node.kind == Kind::Element && !node.is_visible) {
        let Some(bounds) = node.bounds.filter(|_| facts.is_shown(node.id)) else { continue };
        is_unseen = true;
        if is_interactive(facts, node.id) {
            let known = page.aria().get(node.id).map(|known| known.name.to_string()).filter(|name| !name.is_empty());
            let attribute =
                || ["placeholder", "title", "aria-label"].iter().find_map(|name| facts.attribute(node.id, name));
            let text = known.or_else(|| attribute().map(str::to_owned)).unwrap_or_else(|| "(no label)".to_owned());
            let text: String = text.chars().take(40).collect();
            let pages = if height > 0.0 { f64::from(bounds.y - top) / f64::from(height) } else { 0.0 };
            let far = (pages * 10.0).round() / 10.0;
            found.push((far, format!("    <{}> \"{text}\" ~{far:.1} pages down", facts.tag(node.id))));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.truncate(MAX_NAMED);
    match (found.len(), is_unseen) {
        (0, false) => Vec::new(),
        (0, true) => vec!["... (more content below viewport - scroll to reveal)".to_owned()],
        (count, _) => {
            let mut lines = vec![format!("... ({count} more elements below - scroll to reveal):")];
            lines.extend(found.into_iter().map(|(_, line)| line));
            lines
        }
    }
}
