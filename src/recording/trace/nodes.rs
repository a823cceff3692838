//! The nodes of a frame as a trace writes them: whole once, then by reference to earlier snapshots of the frame.

use crate::recording::json::Item;

/// A snapshot of the nodes of a document. A node is known by its position, children before their parent.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<SnapshotNode>,
    /// The document element.
    pub(super) root: Option<Child>,
    /// Nothing in it refers to an earlier snapshot.
    pub(super) is_whole: bool,
}

/// A node that a snapshot wrote itself.
#[derive(Debug)]
pub(super) enum SnapshotNode {
    /// A text.
    Text(Box<str>),
    /// An element.
    Element(Box<SnapshotElement>),
}

/// An element with the names of its children.
#[derive(Debug)]
pub(super) struct SnapshotElement {
    /// In capitals for an HTML element.
    pub(super) name: Box<str>,
    pub(super) attributes: Vec<(Box<str>, Box<str>)>,
    pub(super) children: Vec<Child>,
}

impl SnapshotElement {
    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| &**known == name).map(|(_, value)| &**value)
    }
}

/// The place of a child's node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Child {
    /// In the same snapshot.
    Own(u32),
    /// In a snapshot some snapshots of the frame ago, at least one.
    Earlier { back: u32, node: u32 },
}

/// A whole number that is not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a whole number in range")]
fn count(item: Item<'_>) -> Option<u32> {
    let number = item.number()?;
    (number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0).then_some(number as u32)
}

/// `[[x, y]]`
fn reference(item: Item<'_>) -> Option<Child> {
    let pair = item.items().next().filter(|pair| pair.is_array())?;
    let mut numbers = pair.items();
    let (back, node) = (count(numbers.next()?)?, count(numbers.next()?)?);
    // No snapshot refers to itself: nodes would be inside themselves.
    (back > 0).then_some(Child::Earlier { back, node })
}

impl Nodes {
    /// Returns the number of nodes that the snapshot wrote itself.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Reads `snapshot.html` of a line.
    pub(super) fn read(html: Item<'_>) -> Self {
        let mut nodes = Self { is_whole: true, ..Self::default() };
        // An element whose children are being read.
        struct Open<'a, I: Iterator<Item = Item<'a>>> {
            element: SnapshotElement,
            rest: I,
        }
        let mut open = Vec::new();
        let mut next = Some(html);
        loop {
            if let Some(item) = next.take() {
                let made = if let Some(text) = item.text() {
                    Some(nodes.push(SnapshotNode::Text(text.into())))
                } else if let Some(name) = item.items().next().and_then(Item::text) {
                    let attributes = item.items().nth(1).into_iter().flat_map(Item::entries);
                    let attributes =
                        attributes.filter_map(|(name, value)| Some((name.into(), value.plain()?.into()))).collect();
                    let element = SnapshotElement { name: name.into(), attributes, children: Vec::new() };
                    open.push(Open { element, rest: item.items().skip(2) });
                    None
                } else {
                    reference(item)
                };
                nodes.is_whole &= !matches!(made, Some(Child::Earlier { .. }));
                match (made, open.last_mut()) {
                    (Some(made), Some(parent)) => parent.element.children.push(made),
                    (Some(made), None) => nodes.root = Some(made),
                    (None, _) => {}
                }
            }
            let Some(innermost) = open.last_mut() else { return nodes };
            next = innermost.rest.next();
            if next.is_none()
                && let Some(done) = open.pop()
            {
                let made = nodes.push(SnapshotNode::Element(Box::new(done.element)));
                match open.last_mut() {
                    Some(parent) => parent.element.children.push(made),
                    None => nodes.root = Some(made),
                }
            }
        }
    }

    fn push(&mut self, node: SnapshotNode) -> Child {
        self.nodes.push(node);
        Child::Own(u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX))
    }

    /// A node by its position.
    pub(super) fn get(&self, node: u32) -> Option<&SnapshotNode> {
        self.nodes.get(node as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::json::Json;

    #[test]
    fn nodes_are_counted_children_first() {
        let text = r#"["HTML",{"lang":"en"},["HEAD"],[[3,7]],["BODY",{},"a",[[0,1]],["P",{"id":"x"}],"b"],7]"#;
        let json = Json::read(text.as_bytes()).unwrap();
        let nodes = Nodes::read(json.root());
        let name = |at: u32| match nodes.get(at) {
            Some(SnapshotNode::Text(text)) => text.to_string(),
            Some(SnapshotNode::Element(element)) => format!("<{}> {:?}", element.name, element.children),
            None => "nothing".to_owned(),
        };
        assert_eq!(name(0), "<HEAD> []");
        assert_eq!(name(1), "a");
        assert_eq!(name(2), "<P> []", "a snapshot does not refer to itself");
        assert_eq!(name(4), "<BODY> [Own(1), Own(2), Own(3)]");
        assert_eq!(name(5), "<HTML> [Own(0), Earlier { back: 3, node: 7 }, Own(4)]");
        assert_eq!(nodes.root, Some(Child::Own(5)));
    }
}
