//! The user's interaction with a page: where the focus and the pointer are.

use super::{Dom, NodeData, NodeId, local_name};

/// The interaction state of a page. A page without one is at rest, as it was saved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Interaction {
    /// The focused element, in any tree; `None` while the body is the active element.
    pub focus: Option<NodeId>,
    /// Tab has gone past the last element, or before the first, and out of the page: not even the body is active.
    pub left: bool,
    /// The focus is shown: it came by the keyboard, or to something that takes text.
    pub focus_visible: bool,
    /// The innermost element under the pointer.
    pub hover: Option<NodeId>,
}

impl Dom {
    /// The element around a node, or the node itself, that its user may edit as a whole.
    ///
    /// <https://html.spec.whatwg.org/#editing-host>
    pub fn editing_host(&self, node: NodeId) -> Option<NodeId> {
        let all = || std::iter::once(node).chain(self.ancestors(node));
        let (host, is_editable) = all().find_map(|n| Some((n, self.is_editable(n)?)))?;
        is_editable.then_some(host)
    }

    /// True if a node is an editing host itself.
    pub fn is_editing_host(&self, node: NodeId) -> bool {
        self.is_editable(node) == Some(true)
    }

    /// The `contenteditable` of the node itself; `None` if it says nothing.
    fn is_editable(&self, node: NodeId) -> Option<bool> {
        let value = self.attr(node, &local_name!("contenteditable"))?;
        let is = |word: &str| value.eq_ignore_ascii_case(word);
        (value.is_empty() || is("true") || is("plaintext-only") || is("false")).then(|| !is("false"))
    }

    /// Returns the user's interaction with the page; `None` for a page at rest.
    pub fn interaction(&self) -> Option<&Interaction> {
        self.interaction.as_ref()
    }

    /// Sets the focus and the hovered element. The frozen focus, `autofocus` and the recorded pointer count no longer.
    pub fn set_interaction(&mut self, interaction: Interaction) {
        self.interaction = Some(interaction);
    }

    /// Sets the element that was under the pointer when the page was recorded.
    pub fn set_recorded_hover(&mut self, hover: Option<NodeId>) {
        self.recorded_hover = hover;
    }

    /// Returns the innermost element under the pointer: the user's, or on a page at rest the one of its recording.
    pub fn hover(&self) -> Option<NodeId> {
        self.interaction.map_or(self.recorded_hover, |state| state.hover)
    }

    /// True if the page was loaded as a browser that runs no script loads it.
    pub fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// True if an element, or something in it, is under the pointer.
    ///
    /// <https://html.spec.whatwg.org/#selector-hover>
    pub fn is_hovered(&self, node: NodeId) -> bool {
        let Some(hover) = self.hover() else { return false };
        let holds = |inner: NodeId| inner == node || self.flat_ancestors(inner).any(|n| n == node);
        if holds(hover) {
            return true;
        }
        // The control of a hovered label is hovered, too.
        std::iter::once(hover)
            .chain(self.flat_ancestors(hover))
            .filter_map(|label| self.form().labeled_control(label))
            .any(holds)
    }

    /// Sets the fragment of the page's address, which `:target` is about.
    pub fn set_fragment(&mut self, fragment: Option<&str>) {
        let document = self.document();
        if let NodeData::Document(data) = &mut self.node_mut(document).data
            && let Some(url) = &mut data.url
        {
            url.set_fragment(fragment);
        }
    }
}
