//! A tree put together node by node: the tree that a browser reports, instead of markup.

use std::sync::Arc;

use super::{
    Atom, Attribute, DoctypeData, DocumentData, Dom, ElementData, LocalName, Namespace, NodeData, NodeId, QualName,
    Quirks, ShadowRootData, local_name, ns,
};
use crate::limits::{Limit, Warning};

/// The namespace of an element that is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementNamespace {
    Html,
    Svg,
    MathMl,
}

impl ElementNamespace {
    /// The address that stands for it.
    pub fn url(self) -> Namespace {
        match self {
            Self::Html => ns!(html),
            Self::Svg => ns!(svg),
            Self::MathMl => ns!(mathml),
        }
    }
}

impl Dom {
    /// A new element as the last child of `parent`.
    pub fn add_element<'a>(
        &mut self,
        parent: NodeId,
        namespace: ElementNamespace,
        name: &str,
        attributes: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> NodeId {
        let mut element = ElementData::new(QualName::new(None, namespace.url(), LocalName::from(name)));
        let attribute =
            |(name, value): (&str, &'a str)| Attribute { name: attribute_name(namespace, name), value: value.into() };
        element.add_attributes(attributes.map(attribute).collect(), |token| Some(Atom::from(token)));
        let is_template = namespace == ElementNamespace::Html && element.name.local == local_name!("template");
        if is_template {
            element.template_contents = Some(self.create(NodeData::Fragment));
        }
        self.has_selected_content |= &*element.name.local == "selectedcontent";
        let node = self.create(NodeData::Element(Arc::new(element)));
        self.append(parent, node);
        node
    }

    /// A new document type as the last child of `parent`.
    pub fn add_doctype(&mut self, parent: NodeId, doctype: DoctypeData) -> NodeId {
        let node = self.create(NodeData::Doctype(Box::new(doctype)));
        self.append(parent, node);
        node
    }

    /// A new text as the last child of `parent`.
    pub fn add_text(&mut self, parent: NodeId, text: &str) -> NodeId {
        let node = self.create_text(text);
        self.append(parent, node);
        node
    }

    /// A new comment as the last child of `parent`.
    pub fn add_comment(&mut self, parent: NodeId, text: &str) -> NodeId {
        let node = self.create_comment(text);
        self.append(parent, node);
        node
    }

    /// A new shadow root of an element.
    pub fn add_shadow_root(&mut self, host: NodeId, open: bool) -> NodeId {
        let root = self.create(NodeData::ShadowRoot(ShadowRootData { host, open }));
        if let NodeData::Element(element) = &mut self.node_mut(host).data {
            Arc::make_mut(element).shadow_root = Some(root);
        }
        root
    }

    /// Takes the shadow root off an element.
    pub fn drop_shadow_root(&mut self, host: NodeId) {
        if let NodeData::Element(element) = &mut self.node_mut(host).data {
            Arc::make_mut(element).shadow_root = None;
        }
    }

    /// Sets the address and the quirks mode of a document.
    pub fn describe_document(&mut self, document: NodeId, url: Option<url::Url>, quirks: Quirks) {
        if let NodeData::Document(data) = &mut self.node_mut(document).data {
            **data = DocumentData { quirks, frame: data.frame, url };
        }
    }

    /// A new document inside a frame element.
    pub fn add_frame_document(&mut self, frame: NodeId) -> NodeId {
        self.create_frame_document(frame, None)
    }

    /// Sets an attribute without namespace, or removes it.
    pub fn put_attribute(&mut self, node: NodeId, name: &str, value: Option<&str>) {
        let NodeData::Element(element) = &mut self.node_mut(node).data else { return };
        let element = Arc::make_mut(element);
        let local = LocalName::from(name);
        let at = element.attributes.iter().position(|a| a.name.ns == ns!() && a.name.local == local);
        match (at, value) {
            (Some(at), Some(value)) => element.attributes[at].value = value.into(),
            (Some(at), None) => {
                element.change_attributes(|all| all.remove(at));
            }
            (None, Some(value)) => {
                let name = QualName::new(None, ns!(), local.clone());
                element.change_attributes(|all| all.push(Attribute { name, value: value.into() }));
            }
            (None, None) => {}
        }
        element.reflect(&local, value.unwrap_or_default(), |token| Some(Atom::from(token)));
    }

    /// Replaces the children of a node by one text.
    pub fn put_text(&mut self, node: NodeId, text: &str) {
        let children: Vec<NodeId> = self.children(node).collect();
        for child in children {
            self.detach(child);
        }
        if !text.is_empty() {
            self.add_text(node, text);
        }
    }

    /// Parses markup as the contents of a `template`.
    pub fn fill_template(&mut self, template: NodeId, html: &str) {
        let Some(contents) = self.element(template).and_then(|e| e.template_contents) else { return };
        for node in self.parse_fragment(template, html) {
            self.append(contents, node);
        }
    }

    /// Adds a sheet to those that the document or shadow root around a node has adopted.
    pub fn adopt_sheet(&mut self, node: NodeId, css: Arc<str>) {
        let root = self.tree_root(node);
        self.adopted_sheets.entry(root).or_default().push(css);
    }

    /// Records that a part of the page could not be read.
    pub fn note_unreadable(&mut self, what: &str, reason: &str) {
        self.warnings.add(Warning::Unreadable { url: what.to_owned(), reason: reason.to_owned() });
    }

    /// Records that the rest of a page was left out.
    pub fn note_limit(&mut self, limit: Limit) {
        self.warnings.limit(limit);
    }

    /// Makes an element one of another name in the HTML namespace, with some of its attributes.
    pub fn rename(&mut self, node: NodeId, name: &str, kept: &[&str]) {
        if let NodeData::Element(element) = &mut self.node_mut(node).data {
            let element = Arc::make_mut(element);
            element.name = QualName::new(None, ns!(html), LocalName::from(name));
            element.change_attributes(|all| all.retain(|a| kept.contains(&&*a.name.local)));
        }
    }

    /// Takes a node out of its tree.
    pub fn take_out(&mut self, node: NodeId) {
        self.detach(node);
    }

    /// Completes the tree once all nodes are there: depth limits and side tables.
    pub fn finish_assembly(&mut self) {
        self.finish_change();
    }
}

fn attribute_name(namespace: ElementNamespace, name: &str) -> QualName {
    let (prefix, local) = match name.split_once(':') {
        Some((prefix, local)) if namespace != ElementNamespace::Html => (prefix, local),
        _ => ("", name),
    };
    let namespace = match prefix {
        "xlink" => ns!(xlink),
        "xml" => ns!(xml),
        "xmlns" => ns!(xmlns),
        _ => return QualName::new(None, ns!(), LocalName::from(name)),
    };
    QualName::new(Some(super::Prefix::from(prefix)), namespace, LocalName::from(local))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::SerializeOptions;

    #[test]
    fn assembled_tree_is_indexed_and_serializes() {
        let mut dom = Dom::new();
        let document = dom.document();
        let html = dom.add_element(document, ElementNamespace::Html, "html", std::iter::empty());
        let body = dom.add_element(html, ElementNamespace::Html, "body", [("id", "b"), ("class", "x y")].into_iter());
        let host = dom.add_element(body, ElementNamespace::Html, "p", std::iter::empty());
        let root = dom.add_shadow_root(host, true);
        dom.add_element(root, ElementNamespace::Html, "slot", std::iter::empty());
        let text = dom.add_text(host, "a<b");
        let svg = dom.add_element(body, ElementNamespace::Svg, "svg", [("xlink:href", "#a")].into_iter());
        dom.put_attribute(body, "id", Some("c"));
        dom.put_attribute(body, "class", None);
        dom.finish_assembly();
        assert_eq!(dom.get_element_by_id(document, &Atom::from("c")), Some(body), "ids");
        assert!(dom.assigned_slot(text).is_some(), "slots");
        assert!(dom.element(svg).is_some_and(|e| e.attributes[0].name.ns == ns!(xlink)), "namespaces");
        let html = dom.to_html(body, &SerializeOptions { outer: true, shadow_roots: true });
        let expected = "<body id=\"c\"><p><template shadowrootmode=\"open\"><slot></slot></template>a&lt;b</p>\
                        <svg xlink:href=\"#a\"></svg></body>";
        assert_eq!(html, expected);
    }
}
