//! The texts and comments of a tree, one behind the other in one string: allocated for each node, most would take twice the room.

use super::{Dom, NodeData, NodeId, TextRange};
use crate::limits::Limit;

/// The texts of a tree.
#[derive(Debug, Clone, Default)]
pub(super) struct Texts {
    all: String,
    /// Bytes of texts that were replaced or are elsewhere now.
    unused: usize,
}

impl Texts {
    /// Bytes that may be unused, whatever the texts in use take.
    const SLACK: usize = 1 << 16;

    fn get(&self, range: TextRange) -> &str {
        let start = range.start as usize;
        self.all.get(start..start + range.len as usize).unwrap_or_default()
    }

    /// Adds a text; `None` if there is no room for it.
    fn add(&mut self, text: &str) -> Option<TextRange> {
        let (start, len) = (u32::try_from(self.all.len()).ok()?, u32::try_from(text.len()).ok()?);
        start.checked_add(len)?;
        self.all.push_str(text);
        Some(TextRange { start, len, room: len })
    }

    /// Appends to a text, and returns its new place; `None` if there is no room for it.
    fn extend(&mut self, range: TextRange, text: &str) -> Option<TextRange> {
        let (start, end) = (range.start as usize, range.start as usize + range.len as usize);
        let len = range.len.checked_add(u32::try_from(text.len()).ok()?)?;
        if end == self.all.len() {
            range.start.checked_add(len)?;
            self.all.push_str(text);
            return Some(TextRange { len, room: len, ..range });
        }
        if len <= range.room {
            self.all.replace_range(end..end + text.len(), text);
            return Some(TextRange { len, ..range });
        }
        // With as much room again, so that texts which grow in turn are copied a few times only.
        let room = len.checked_mul(2)?;
        let moved = u32::try_from(self.all.len()).ok()?;
        moved.checked_add(room)?;
        self.all.extend_from_within(start..end);
        self.all.push_str(text);
        self.all.extend(std::iter::repeat_n('\0', len as usize));
        self.unused += range.room as usize;
        Some(TextRange { start: moved, len, room })
    }
}

impl Dom {
    /// The text at a place.
    #[must_use]
    pub fn text_in(&self, range: &TextRange) -> &str {
        self.texts.get(*range)
    }

    /// The text of a text node; `None` for other nodes.
    #[must_use]
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match &self.node(id).data {
            NodeData::Text(text) => Some(self.text_in(text)),
            _ => None,
        }
    }

    /// The text of a comment; `None` for other nodes.
    #[must_use]
    pub fn comment(&self, id: NodeId) -> Option<&str> {
        match &self.node(id).data {
            NodeData::Comment(text) => Some(self.text_in(text)),
            _ => None,
        }
    }

    /// A new text node without links.
    pub(super) fn create_text(&mut self, text: &str) -> NodeId {
        let data = NodeData::Text(self.new_text(text));
        self.create(data)
    }

    /// A new comment without links.
    pub(super) fn create_comment(&mut self, text: &str) -> NodeId {
        let data = NodeData::Comment(self.new_text(text));
        self.create(data)
    }

    /// Adds a text, an empty one if there is no room for it.
    fn new_text(&mut self, text: &str) -> TextRange {
        let added = self.texts.add(text);
        if added.is_none() {
            self.warnings.limit(Limit::TextBytes);
        }
        added.unwrap_or_default()
    }

    /// Appends text to a text node; false for any other node.
    pub(super) fn extend_text(&mut self, node: NodeId, text: &str) -> bool {
        let NodeData::Text(range) = self.node(node).data else { return false };
        match self.texts.extend(range, text) {
            Some(extended) => self.node_mut(node).data = NodeData::Text(extended),
            None => self.warnings.limit(Limit::TextBytes),
        }
        true
    }

    /// Replaces the text of a text node or a comment, and returns the one before; `None` for any other node.
    pub(super) fn replace_text(&mut self, node: NodeId, text: &str) -> Option<String> {
        let (NodeData::Text(range) | NodeData::Comment(range)) = self.node(node).data else { return None };
        let old = self.text_in(&range).to_owned();
        self.texts.unused += range.room as usize;
        let new = self.new_text(text);
        if let NodeData::Text(range) | NodeData::Comment(range) = &mut self.node_mut(node).data {
            *range = new;
        }
        if self.texts.unused > Texts::SLACK + self.texts.all.len() / 2 {
            self.compact_texts();
        }
        Some(old)
    }

    /// Leaves out the texts that no node has.
    fn compact_texts(&mut self) {
        let mut texts = Texts::default();
        for node in &mut self.nodes {
            if let NodeData::Text(range) | NodeData::Comment(range) = &mut node.data {
                // All of them fitted before.
                *range = texts.add(self.texts.get(*range)).unwrap_or_default();
            }
        }
        self.texts = texts;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Mutation, ParseOptions};
    use super::*;

    fn text_nodes(dom: &Dom) -> Vec<NodeId> {
        dom.descendants(dom.document()).filter(|&node| dom.text(node).is_some()).collect()
    }

    #[test]
    fn texts_that_grow_in_turn_are_each_their_own() {
        let mut dom = Dom::new();
        let [one, other] = ["", "é"].map(|text| dom.create_text(text));
        for at in 0..100 {
            assert!(dom.extend_text(one, &format!("{at} ")), "a text");
            assert!(dom.extend_text(other, "ü"), "a text");
        }
        let numbers: String = (0..100).map(|at| format!("{at} ")).collect();
        assert_eq!(dom.text(one), Some(&*numbers), "the first text");
        assert_eq!(dom.text(other), Some(&*format!("é{}", "ü".repeat(100))), "the second text");
        let bytes = numbers.len() + 202;
        assert!(dom.texts.all.len() < 8 * bytes, "{} bytes for {bytes}", dom.texts.all.len());
    }

    #[test]
    fn texts_that_are_replaced_make_room() {
        let mut dom = Dom::parse(b"<p>one</p><!--two--><p>three", &ParseOptions::default());
        let node = text_nodes(&dom)[0];
        let long = "x".repeat(10_000);
        for at in 0..100 {
            let change = Mutation::SetText { node, text: format!("{long}{at}") };
            let record = dom.apply(&change).expect("a text");
            let before = if at == 0 { "one".to_owned() } else { format!("{long}{}", at - 1) };
            assert_eq!(record.old_value, Some(before), "the text before");
        }
        assert_eq!(dom.text(node), Some(&*format!("{long}99")), "the last one");
        assert_eq!(dom.text(text_nodes(&dom)[1]), Some("three"), "another text");
        let comment = dom.descendants(dom.document()).find_map(|node| dom.comment(node));
        assert_eq!(comment, Some("two"), "a comment");
        assert!(dom.texts.all.len() < 200_000, "{} bytes", dom.texts.all.len());
    }
}
