//! `selectedcontent`: shows a copy of the selected option.

use std::sync::Arc;

use super::{Atom, Dom, NodeData, NodeId, local_name};

/// Limit: nodes that are copied for a page.
const MAX_COPIED: usize = 100_000;

impl Dom {
    /// Fills every `selectedcontent` with a copy of what its select's selected option holds; true if there was one to fill.
    ///
    /// <https://html.spec.whatwg.org/#update-a-select's-selectedcontent>
    pub(super) fn fill_selected_contents(&mut self) -> bool {
        let name = Atom::from("selectedcontent");
        let mut shown: Vec<(NodeId, NodeId)> = Vec::new();
        for root in self.connected_roots() {
            for node in self.descendants(root).filter(|&n| self.is_html(n, &name)) {
                let select = self.ancestors(node).find(|&n| self.is_html(n, &local_name!("select")));
                let Some(select) = select.filter(|&n| self.attr(n, &local_name!("multiple")).is_none()) else {
                    continue;
                };
                // Only the first of a select is filled.
                if !shown.iter().rev().any(|&(other, _)| other == select) {
                    shown.push((select, node));
                }
            }
        }
        let mut copied = 0;
        for &(select, node) in &shown {
            let option = self.form().selected_options(select).next();
            let children: Vec<NodeId> = self.children(node).collect();
            for child in children {
                self.detach(child);
            }
            if let Some(option) = option.filter(|&option| !self.contains(option, node)) {
                self.copy_children(option, node, &mut copied);
            }
        }
        !shown.is_empty()
    }

    fn copy_children(&mut self, from: NodeId, to: NodeId, copied: &mut usize) {
        let mut work: Vec<(NodeId, NodeId)> = vec![(from, to)];
        while let Some((from, to)) = work.pop() {
            let children: Vec<NodeId> = self.children(from).collect();
            for child in children {
                *copied += 1;
                if *copied > MAX_COPIED {
                    return;
                }
                let mut data = self.node(child).data.clone();
                if let NodeData::Element(element) = &mut data
                    && element.has_trees()
                {
                    // Approx: the copy of a template is empty; it is not rendered anyway.
                    let element = Arc::make_mut(element);
                    (element.shadow_root, element.frame_document, element.template_contents) = (None, None, None);
                }
                let copy = self.create(data);
                self.append(to, copy);
                work.push((child, copy));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ParseOptions;
    use super::super::serialize::SerializeOptions;
    use super::*;

    fn check(html: &str, expected: &str) {
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let node = dom.elements_in_order().find(|&n| dom.is_html(n, &Atom::from("selectedcontent"))).unwrap();
        assert_eq!(dom.to_html(node, &SerializeOptions::default()), expected, "{html}");
    }

    // As Chromium does.
    #[test]
    fn selectedcontent_shows_the_selected_option() {
        let button = "<button><selectedcontent>old</selectedcontent></button>";
        check(&format!("<select>{button}<option><b>a</b><option selected><i>b</i> x</select>"), "<i>b</i> x");
        check(&format!("<select>{button}<option><b>a</b></select>"), "<b>a</b>");
        check(&format!("<select multiple>{button}<option selected><b>a</b></select>"), "old");
        check(&format!("<select>{button}</select>"), "");
        check(button, "old");
    }
}
