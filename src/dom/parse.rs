//! Bytes of an HTML file to [`Dom`]: html5ever's tree construction writes straight into the arena.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use rustc_hash::FxHashSet;

use super::{
    Atom, Attribute, DocumentData, Dom, ElementData, LocalName, Namespace, NodeData, NodeId, QualName, Quirks,
    ShadowRootData, local_name, ns,
};

/// Limit: how many frames a page may have; Chromium's own limit.
const MAX_FRAMES: usize = 1000;

/// What is known about the bytes besides themselves.
#[derive(Debug, Clone, Default)]
pub struct ParseOptions {
    /// The address of the document, for relative URLs.
    pub url: Option<url::Url>,
    /// The encoding that a `Content-Type` header names; a byte order mark overrides it.
    pub encoding: Option<&'static encoding_rs::Encoding>,
}

impl Dom {
    /// The tree of an HTML document, parsed as if scripting were on. Never fails: every sequence of bytes is a document.
    #[must_use]
    pub fn parse(html: &[u8], options: &ParseOptions) -> Self {
        let text = super::encoding::decode(html, options.encoding);
        let mut dom = Self::new();
        dom.set_document_url(dom.document(), options.url.clone());
        let document = dom.document();
        dom.parse_documents(document, &text);
        dom
    }

    fn set_document_url(&mut self, document: NodeId, url: Option<url::Url>) {
        if let NodeData::Document(data) = &mut self.node_mut(document).data {
            data.url = url;
        }
    }

    /// Parses the text of a document into it, then what its frames hold, and builds the side tables.
    fn parse_documents(&mut self, document: NodeId, text: &str) {
        let mut frames = self.parse_document(document, text, false);
        let mut count = 0;
        while let Some(frame) = frames.pop() {
            if count >= MAX_FRAMES {
                break;
            }
            let Some(source) = self.attr(frame, &local_name!("srcdoc")).map(str::to_owned) else { continue };
            if !self.is_connected(frame) {
                continue;
            }
            count += 1;
            let document = self.create(NodeData::Document(DocumentData {
                quirks: Quirks::NoQuirks,
                frame: Some(frame),
                url: None,
            }));
            if let NodeData::Element(element) = &mut self.node_mut(frame).data {
                element.frame_document = Some(document);
            }
            frames.extend(self.parse_document(document, &source, true));
        }
        self.reindex();
    }

    /// Parses one document; returns its `iframe`s that have a `srcdoc`.
    fn parse_document(&mut self, document: NodeId, text: &str, srcdoc: bool) -> Vec<NodeId> {
        let sink = Sink {
            dom: RefCell::new(std::mem::take(self)),
            document,
            integration_points: RefCell::default(),
            frames: RefCell::default(),
            forms: RefCell::default(),
            quirks: Cell::new(Quirks::NoQuirks),
        };
        let options = TreeBuilderOpts { scripting_enabled: true, iframe_srcdoc: srcdoc, ..TreeBuilderOpts::default() };
        let tokenizer = Tokenizer::new(
            TreeBuilder::new(sink, options),
            TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
        );
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(text));
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        tokenizer.end();
        let (dom, frames) = tokenizer.sink.sink.finish();
        *self = dom;
        frames
    }
}

/// Where html5ever's tree construction writes to. The one place with interior mutability.
struct Sink {
    dom: RefCell<Dom>,
    document: NodeId,
    /// `annotation-xml` elements whose encoding makes them HTML integration points.
    integration_points: RefCell<FxHashSet<NodeId>>,
    /// Elements `iframe` with `srcdoc`.
    frames: RefCell<Vec<NodeId>>,
    /// Form owners set by the form element pointer: control, form.
    forms: RefCell<Vec<(NodeId, NodeId)>>,
    quirks: Cell<Quirks>,
}

/// The name of an element in the arena while the tree construction looks at it.
#[derive(Debug)]
struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }
    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = (Dom, Vec<NodeId>);
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Self::Output {
        let mut dom = self.dom.into_inner();
        if let NodeData::Document(data) = &mut dom.node_mut(self.document).data {
            data.quirks = self.quirks.get();
        }
        dom.index.parser_forms.extend(self.forms.into_inner());
        (dom, self.frames.into_inner())
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.document
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Name<'a> {
        Name(Ref::map(self.dom.borrow(), |dom| match &dom.node(*target).data {
            NodeData::Element(element) => &element.name,
            // The tree construction asks for names of elements alone.
            _ => unreachable!("name of a node that is no element"),
        }))
    }

    fn create_element(&self, name: QualName, attrs: Vec<html5ever::Attribute>, flags: ElementFlags) -> NodeId {
        let mut dom = self.dom.borrow_mut();
        let template_contents = flags.template.then(|| dom.create(NodeData::Fragment));
        let is_frame = name.local == local_name!("iframe") && name.ns == ns!(html);
        let mut element = ElementData { template_contents, ..ElementData::new(name) };
        element.attributes.reserve_exact(attrs.len());
        for attr in attrs {
            element.push_attribute(Attribute { name: attr.name, value: (&*attr.value).into() });
        }
        let has_srcdoc = is_frame && element.attr(&local_name!("srcdoc")).is_some();
        let id = dom.create(NodeData::Element(Box::new(element)));
        if has_srcdoc {
            self.frames.borrow_mut().push(id);
        }
        if flags.mathml_annotation_xml_integration_point {
            self.integration_points.borrow_mut().insert(id);
        }
        id
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        self.dom.borrow_mut().create(NodeData::Comment((&*text).into()))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeId {
        let data = NodeData::ProcessingInstruction { target: (&*target).into(), data: (&*data).into() };
        self.dom.borrow_mut().create(data)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        let mut dom = self.dom.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => dom.append(*parent, node),
            NodeOrText::AppendText(text) => {
                let last = dom.node(*parent).last_child;
                if !last.is_some_and(|last| dom.extend_text(last, &text)) {
                    let node = dom.create(NodeData::Text((&*text).into()));
                    dom.append(*parent, node);
                }
            }
        }
    }

    fn append_based_on_parent_node(&self, element: &NodeId, prev_element: &NodeId, child: NodeOrText<NodeId>) {
        let has_parent = self.dom.borrow().node(*element).parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        let mut dom = self.dom.borrow_mut();
        let node = dom.create(NodeData::Doctype {
            name: (&*name).into(),
            public_id: (&*public_id).into(),
            system_id: (&*system_id).into(),
        });
        dom.append(self.document, node);
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        let dom = self.dom.borrow();
        // The tree construction asks this of template elements alone.
        dom.element(*target).and_then(|element| element.template_contents).unwrap_or(*target)
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks.set(match mode {
            QuirksMode::Quirks => Quirks::Quirks,
            QuirksMode::LimitedQuirks => Quirks::LimitedQuirks,
            QuirksMode::NoQuirks => Quirks::NoQuirks,
        });
    }

    fn append_before_sibling(&self, sibling: &NodeId, new_node: NodeOrText<NodeId>) {
        let mut dom = self.dom.borrow_mut();
        match new_node {
            NodeOrText::AppendNode(node) => {
                dom.detach(node);
                dom.insert_before(*sibling, node);
            }
            NodeOrText::AppendText(text) => {
                let previous = dom.node(*sibling).previous_sibling;
                if !previous.is_some_and(|previous| dom.extend_text(previous, &text)) {
                    let node = dom.create(NodeData::Text((&*text).into()));
                    dom.insert_before(*sibling, node);
                }
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attrs: Vec<html5ever::Attribute>) {
        let mut dom = self.dom.borrow_mut();
        let NodeData::Element(element) = &mut dom.node_mut(*target).data else { return };
        for attr in attrs {
            if !element.attributes.iter().any(|a| a.name == attr.name) {
                element.push_attribute(Attribute { name: attr.name, value: (&*attr.value).into() });
            }
        }
    }

    fn associate_with_form(&self, target: &NodeId, form: &NodeId, _: (&NodeId, Option<&NodeId>)) {
        self.forms.borrow_mut().push((*target, *form));
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.dom.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        let mut dom = self.dom.borrow_mut();
        while let Some(child) = dom.node(*node).first_child {
            dom.detach(child);
            dom.append(*new_parent, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &NodeId) -> bool {
        self.integration_points.borrow().contains(handle)
    }

    /// <https://html.spec.whatwg.org/#parsing-main-inhead>, "A start tag whose tag name is template".
    fn attach_declarative_shadow(&self, location: &NodeId, template: &NodeId, attrs: &[html5ever::Attribute]) -> bool {
        let mut dom = self.dom.borrow_mut();
        let mode = attrs.iter().find(|a| a.name.local == local_name!("shadowrootmode")).map(|a| &*a.value);
        if !dom.element(*location).is_some_and(|e| e.shadow_root.is_none() && may_host_shadow(e)) {
            return false;
        }
        let open = mode.is_some_and(|mode| mode.eq_ignore_ascii_case("open"));
        let root = dom.create(NodeData::ShadowRoot(ShadowRootData { host: *location, open }));
        if let NodeData::Element(host) = &mut dom.node_mut(*location).data {
            host.shadow_root = Some(root);
        }
        // What the parser puts into the template goes to the shadow root; the template itself is in no tree.
        if let NodeData::Element(template) = &mut dom.node_mut(*template).data {
            template.template_contents = Some(root);
        }
        true
    }
}

/// <https://dom.spec.whatwg.org/#valid-shadow-host-name>, and custom element names.
fn may_host_shadow(element: &ElementData) -> bool {
    const HOSTS: &[LocalName] = &[
        local_name!("article"),
        local_name!("aside"),
        local_name!("blockquote"),
        local_name!("body"),
        local_name!("div"),
        local_name!("footer"),
        local_name!("h1"),
        local_name!("h2"),
        local_name!("h3"),
        local_name!("h4"),
        local_name!("h5"),
        local_name!("h6"),
        local_name!("header"),
        local_name!("main"),
        local_name!("nav"),
        local_name!("p"),
        local_name!("section"),
        local_name!("span"),
    ];
    const RESERVED: &[&str] = &[
        "annotation-xml",
        "color-profile",
        "font-face",
        "font-face-src",
        "font-face-uri",
        "font-face-format",
        "font-face-name",
        "missing-glyph",
    ];
    let name = &element.name.local;
    element.name.ns == ns!(html)
        && (HOSTS.contains(name)
            || (name.contains('-')
                && name.starts_with(|c: char| c.is_ascii_lowercase())
                && !RESERVED.contains(&&**name)))
}

impl ElementData {
    /// An element without attributes.
    pub(crate) fn new(name: QualName) -> Self {
        Self {
            name,
            attributes: Vec::new(),
            id: None,
            classes: smallvec::SmallVec::new(),
            shadow_root: None,
            template_contents: None,
            frame_document: None,
        }
    }

    /// Adds an attribute that is not there yet.
    pub(super) fn push_attribute(&mut self, attribute: Attribute) {
        if attribute.name.ns == ns!() {
            self.reflect(&attribute.name.local, &attribute.value);
        }
        self.attributes.push(attribute);
    }

    /// Keeps `id` and `classes` true to the attributes.
    pub(super) fn reflect(&mut self, name: &LocalName, value: &str) {
        if *name == local_name!("id") {
            self.id = (!value.is_empty()).then(|| Atom::from(value));
        } else if *name == local_name!("class") {
            self.classes = value.split_ascii_whitespace().map(Atom::from).collect();
        }
    }
}
