//! A document put together by a caller, from a tree that another program has.

use super::{DoctypeData, Dom, ElementNamespace, NodeData, NodeId, Quirks};

/// A document put together node by node, in place of markup: from the DOM of another library, whose trees markup may have no
/// words for. `PageBuilder::tree` renders it.
///
#[doc = include_str!("builder.md")]
///
/// Each new node is the last child of its parent. A node that is put below one of another tree, or below one that takes no
/// children, is left out of the page.
#[doc(hidden)]
#[derive(Debug)]
pub struct DocumentBuilder {
    dom: Dom,
}

impl Default for DocumentBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl DocumentBuilder {
    /// An empty document in standards mode.
    #[must_use]
    pub fn new() -> Self {
        Self { dom: Dom::new() }
    }

    /// The document.
    #[must_use]
    pub fn document(&self) -> NodeId {
        self.dom.document()
    }

    /// Renders a document in quirks mode, as one without a document type.
    pub fn set_quirks_mode(&mut self, document: NodeId) {
        if let Some(NodeData::Document(data)) = self.data(document) {
            let url = data.url.clone();
            self.dom.describe_document(document, url, Quirks::Quirks);
        }
    }

    /// A new element. `namespace` is its URI; an empty one is that of HTML.
    pub fn element<'a>(
        &mut self,
        parent: NodeId,
        namespace: &str,
        name: &str,
        attributes: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> NodeId {
        let namespace = match namespace {
            "http://www.w3.org/2000/svg" => ElementNamespace::Svg,
            "http://www.w3.org/1998/Math/MathML" => ElementNamespace::MathMl,
            _ => ElementNamespace::Html,
        };
        let parent = self.parent(parent);
        self.dom.add_element(parent, namespace, name, attributes.into_iter())
    }

    /// A new text.
    pub fn text(&mut self, parent: NodeId, text: &str) -> NodeId {
        let parent = self.parent(parent);
        self.dom.add_text(parent, text)
    }

    /// A new comment.
    pub fn comment(&mut self, parent: NodeId, text: &str) -> NodeId {
        let parent = self.parent(parent);
        self.dom.add_comment(parent, text)
    }

    /// A document type.
    pub fn doctype(&mut self, document: NodeId, name: &str, public_id: &str, system_id: &str) -> NodeId {
        let parent = self.parent(document);
        let doctype = DoctypeData { name: name.into(), public_id: public_id.into(), system_id: system_id.into() };
        self.dom.add_doctype(parent, doctype)
    }

    /// The shadow root of an element, which gets one unless it has one.
    pub fn shadow_root(&mut self, host: NodeId, open: bool) -> NodeId {
        match self.data(host) {
            Some(NodeData::Element(element)) => match element.shadow_root {
                Some(root) => root,
                None => self.dom.add_shadow_root(host, open),
            },
            _ => self.nowhere(),
        }
    }

    /// The document inside a frame element, which gets one unless it has one.
    pub fn frame_document(&mut self, frame: NodeId, url: Option<&str>) -> NodeId {
        let inner = match self.data(frame) {
            Some(NodeData::Element(element)) => element.frame_document,
            _ => return self.nowhere(),
        };
        if let Some(document) = inner {
            return document;
        }
        let document = self.dom.add_frame_document(frame);
        let url = url.and_then(|url| url::Url::parse(url).ok());
        self.dom.describe_document(document, url, Quirks::NoQuirks);
        document
    }

    /// The finished tree at an address.
    pub fn into_dom(mut self, url: Option<url::Url>) -> Dom {
        let document = self.dom.document();
        if let NodeData::Document(data) = &self.dom.node(document).data {
            let quirks = data.quirks;
            self.dom.describe_document(document, url, quirks);
        }
        self.dom.finish_assembly();
        self.dom
    }

    fn data(&self, node: NodeId) -> Option<&NodeData> {
        (node.index() < self.dom.len()).then(|| &self.dom.node(node).data)
    }

    /// The node that the children of `parent` go into: of a template its contents.
    fn parent(&mut self, parent: NodeId) -> NodeId {
        match self.data(parent) {
            Some(NodeData::Element(element)) => element.template_contents.unwrap_or(parent),
            Some(NodeData::Document(_) | NodeData::ShadowRoot(_) | NodeData::Fragment) => parent,
            _ => self.nowhere(),
        }
    }

    /// A node that is in no tree, for what has no place.
    fn nowhere(&mut self) -> NodeId {
        self.dom.create(NodeData::Fragment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::SerializeOptions;

    #[test]
    fn tree_holds_what_markup_cannot() {
        let mut tree = DocumentBuilder::new();
        let document = tree.document();
        tree.doctype(document, "html", "", "");
        let html = tree.element(document, "", "html", []);
        let body = tree.element(html, "", "body", []);
        let outer = tree.element(body, "", "p", []);
        let inner = tree.element(outer, "", "p", [("class", "a")]);
        tree.text(inner, "a paragraph in a paragraph");
        let root = tree.shadow_root(inner, true);
        tree.element(root, "", "slot", []);
        assert_eq!(tree.shadow_root(inner, true), root, "there is one");
        let template = tree.element(body, "", "template", []);
        tree.text(template, "inert");
        let dom = tree.into_dom(None);
        let html = dom.to_html(body, &SerializeOptions { outer: false, shadow_roots: true });
        let expected = "<p><p class=\"a\"><template shadowrootmode=\"open\"><slot></slot></template>\
                        a paragraph in a paragraph</p></p><template>inert</template>";
        assert_eq!(html, expected);
    }

    #[test]
    fn nodes_without_a_place_are_left_out() {
        let mut tree = DocumentBuilder::new();
        let document = tree.document();
        let foreign = NodeId::from_index(1000);
        tree.text(foreign, "of another tree");
        let root = tree.shadow_root(document, true);
        tree.text(root, "a document has no shadow");
        let text = tree.text(document, "");
        tree.element(text, "", "b", []);
        tree.frame_document(text, None);
        assert_eq!(tree.into_dom(None).text_content(document), "", "nothing of it is in the page");
    }
}
