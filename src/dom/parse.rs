//! Bytes of an HTML file to [`Dom`]: html5ever's tree construction writes straight into the arena.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::hash::BuildHasher as _;

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::limit::{Budgeted, Guard, MAX_TOKENS, ParserBudget, keeps_scans_short, without_excess_attributes};
use super::resource::{NothingSaved, Saved};
use super::{
    Atom, Attribute, DocumentData, Dom, ElementData, LocalName, Namespace, NodeData, NodeId, QualName, Quirks,
    ShadowRootData, is_custom_element_name, local_name, ns,
};
use crate::limits::{Budget, Limit, Warning};

/// Bytes of text that are handed to the tokenizer at once, so that reading can end early.
const PIECE: usize = 1 << 14;

/// Limit: bytes of one frame's document that is written out in its address, before it counts.
const MAX_FRAME_BYTES: usize = 32 << 20;

/// What is known about the bytes besides themselves.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParseOptions {
    /// The address of the document, for relative URLs.
    pub url: Option<url::Url>,
    /// The encoding that a `Content-Type` header names; a byte order mark overrides it.
    pub encoding: Option<&'static encoding_rs::Encoding>,
    /// The page as a browser loads it: without the state that it was saved in (`data-frozen-*`), which only a script could
    /// restore.
    pub(crate) fresh: bool,
}

impl ParseOptions {
    /// For text that is Unicode already; its `meta` is ignored.
    pub(crate) fn of_text() -> Self {
        Self { encoding: Some(encoding_rs::UTF_8), ..Self::default() }
    }
}

impl Dom {
    /// The tree of an HTML document, parsed as if scripting were on. Never fails: every sequence of bytes is a document.
    #[must_use]
    pub(crate) fn parse(html: &[u8], options: &ParseOptions) -> Self {
        Self::parse_saved(html, options, &mut NothingSaved)
    }

    /// The same, with the documents of frames that were saved.
    pub(crate) fn parse_saved(html: &[u8], options: &ParseOptions, saved: &mut dyn Saved) -> Self {
        #[cfg(debug_assertions)]
        crate::fault::enter(crate::fault::Stage::Parse);
        let text = super::encoding::decode(html, options.encoding);
        let mut dom = Self::new();
        let document = dom.document();
        dom.set_document_url(document, options.url.clone());
        dom.is_fresh = options.fresh;
        dom.parse_documents(document, &text, PIECE, saved);
        dom
    }

    fn set_document_url(&mut self, document: NodeId, url: Option<url::Url>) {
        if let NodeData::Document(data) = &mut self.node_mut(document).data {
            data.url = url;
        }
    }

    /// Parses the text of a document into it, `piece` bytes at a time, then what its frames hold, and builds the side tables.
    pub(super) fn parse_documents(&mut self, document: NodeId, text: &str, piece: usize, saved: &mut dyn Saved) {
        self.origin = FxBuildHasher.hash_one(text);
        let (count, bytes) = (Budget::new(Limit::Frames), Budget::new(Limit::FrameBytes));
        let mut frames: Vec<(NodeId, u64)> = Vec::new();
        frames.extend(self.parse_document(document, text, false, piece).into_iter().rev().map(|frame| (frame, 1)));
        if !frames.is_empty() {
            self.index_base_url(document);
        }
        // Limit: frames that are looked at; each may lead to a file.
        let mut looks = 20 * Limit::Frames.value();
        while let Some((frame, depth)) = frames.pop() {
            if !self.is_connected(frame) {
                continue;
            }
            if depth > Limit::FrameDepth.value() {
                self.warnings.limit(Limit::FrameDepth);
                continue;
            }
            if count.is_exceeded() || bytes.is_exceeded() || looks == 0 {
                break;
            }
            looks -= 1;
            let (text, url) = match self.frame_text(frame, saved) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(warning) => {
                    self.warnings.add(warning);
                    continue;
                }
            };
            if !count.spend(1) || !bytes.spend_bytes(&text) {
                continue;
            }
            let is_srcdoc = url.is_none();
            let document = self.create_frame_document(frame, url);
            let inner = self.parse_document(document, &text, is_srcdoc, piece);
            self.index_base_url(document);
            frames.extend(inner.into_iter().rev().map(|frame| (frame, depth + 1)));
        }
        count.report(&mut self.warnings);
        bytes.report(&mut self.warnings);
        if self.is_fresh {
            self.forget_frozen_state();
        }
        self.finish_trees();
    }

    /// What is done when all documents are there: frozen state, side tables, copies of selected options.
    pub(super) fn finish_trees(&mut self) {
        self.thaw();
        self.reindex();
        if self.has_selected_content && self.fill_selected_contents() {
            self.reindex();
        }
    }

    /// Parses HTML in the context of `parent`; returns the top nodes, without parent.
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-parsing-algorithm>
    pub(super) fn parse_fragment(&mut self, parent: NodeId, html: &str) -> Vec<NodeId> {
        let document = self.owner_document(parent);
        // Outside elements the context is that of a template: it takes everything.
        let is_element = self.element(parent).is_some();
        let context = if is_element { parent } else { self.create_template() };
        let holder = self.create(NodeData::Fragment);
        let fragment = Fragment { context, form: self.nearest_form(parent), quirks: self.quirks(document) };
        let frames = self.run_parser(holder, html, false, PIECE, Some(fragment));
        let root = self.node(holder).first_child;
        let nodes: Vec<NodeId> = root.map_or_else(Vec::new, |root| self.children(root).collect());
        for &node in &nodes {
            self.detach(node);
        }
        for frame in frames {
            if let Some(source) = self.attr(frame, &local_name!("srcdoc")).map(str::to_owned) {
                let document = self.create_frame_document(frame, None);
                self.parse_document(document, &source, true, PIECE);
            }
        }
        nodes
    }

    fn create_template(&mut self) -> NodeId {
        let contents = self.create(NodeData::Fragment);
        let name = QualName::new(None, ns!(html), local_name!("template"));
        let element = ElementData { template_contents: Some(contents), ..ElementData::new(name) };
        self.create(NodeData::Element(Box::new(element)))
    }

    fn nearest_form(&self, node: NodeId) -> Option<NodeId> {
        std::iter::once(node).chain(self.ancestors(node)).find(|&n| self.is_html(n, &local_name!("form")))
    }

    /// The text of a frame's document, and its address unless it is a `srcdoc`; `None` if it was not saved.
    fn frame_text(&self, frame: NodeId, saved: &mut dyn Saved) -> Result<Option<(String, Option<url::Url>)>, Warning> {
        if let Some(source) =
            self.attr(frame, &local_name!("srcdoc")).filter(|_| self.is_html(frame, &local_name!("iframe")))
        {
            return Ok(Some((source.to_owned(), None)));
        }
        let document = self.owner_document(frame);
        let Some(source) = self.attr(frame, &local_name!("src")) else { return Ok(None) };
        if let Some(data) = super::transfer::data_url(source, MAX_FRAME_BYTES) {
            let is_html =
                data.media_type.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/html"));
            let hint = super::encoding::charset_of(data.media_type.as_bytes());
            let text = is_html.then(|| super::encoding::decode(&data.bytes, hint).into_owned());
            return Ok(text.and_then(|text| Some((text, Some(url::Url::parse(source.trim()).ok()?)))));
        }
        let Some(url) = self.resolve(document, source).and_then(|url| url::Url::parse(&url).ok()) else {
            return Ok(None);
        };
        let unreadable = |reason| Warning::Unreadable { url: url.as_str().to_owned(), reason };
        let Some(file) = saved.file(&url).map_err(unreadable)? else { return Ok(None) };
        let kind = file.media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if !matches!(&*kind, "" | "text/html" | "application/xhtml+xml") {
            return Ok(None);
        }
        let address = file.url.unwrap_or(url);
        // A document does not hold itself: <https://html.spec.whatwg.org/#process-the-iframe-attributes>
        let mut at = Some(document);
        while let Some(document) = at {
            if self.document_url(document).is_some_and(|url| is_same_document(url, &address)) {
                return Ok(None);
            }
            at = self.frame_element(document).map(|frame| self.owner_document(frame));
        }
        let hint = super::encoding::charset_of(file.media_type.as_bytes());
        Ok(Some((super::encoding::decode(&file.bytes, hint).into_owned(), Some(address))))
    }

    /// An empty document inside a frame element.
    pub(super) fn create_frame_document(&mut self, frame: NodeId, url: Option<url::Url>) -> NodeId {
        let data = DocumentData { quirks: Quirks::NoQuirks, frame: Some(frame), url };
        let document = self.create(NodeData::Document(data));
        if let NodeData::Element(element) = &mut self.node_mut(frame).data {
            element.frame_document = Some(document);
        }
        document
    }

    /// Parses one document; returns its frames with content of their own.
    fn parse_document(&mut self, document: NodeId, text: &str, srcdoc: bool, piece: usize) -> Vec<NodeId> {
        self.run_parser(document, text, srcdoc, piece, None)
    }

    fn run_parser(
        &mut self,
        document: NodeId,
        text: &str,
        srcdoc: bool,
        piece: usize,
        fragment: Option<Fragment>,
    ) -> Vec<NodeId> {
        let first = self.len();
        let sink = Sink {
            dom: RefCell::new(std::mem::take(self)),
            document,
            integration_points: RefCell::default(),
            frames: RefCell::default(),
            forms: RefCell::default(),
            quirks: Cell::new(Quirks::NoQuirks),
            budget: ParserBudget::new(text.len()),
            tokens: RefCell::default(),
            floor: Cell::new(None),
            floor_name: QualName::new(None, ns!(html), local_name!("object")),
        };
        let mut options =
            TreeBuilderOpts { scripting_enabled: true, iframe_srcdoc: srcdoc, ..TreeBuilderOpts::default() };
        let mut tokenizing = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
        let builder = match fragment {
            None => TreeBuilder::new(sink, options),
            Some(fragment) => {
                options.quirks_mode = match fragment.quirks {
                    Quirks::Quirks => QuirksMode::Quirks,
                    Quirks::LimitedQuirks => QuirksMode::LimitedQuirks,
                    Quirks::NoQuirks => QuirksMode::NoQuirks,
                };
                let builder = TreeBuilder::new_for_fragment(sink, fragment.context, fragment.form, options);
                tokenizing.initial_state = Some(builder.tokenizer_state_for_context_elem(true));
                builder
            }
        };
        let tokenizer = Tokenizer::new(Guard::new(builder), tokenizing);
        let input = BufferQueue::default();
        let (mut parts, mut looked_at_attributes) = (vec![(0, text)], false);
        while let Some((start, part)) = parts.pop() {
            if tokenizer.sink.exceeded.get().is_some() {
                break;
            }
            let (now, later) = split_near(part, piece);
            let at = start + now.len();
            if !later.is_empty() {
                parts.push((at, later));
            }
            let tokens = tokenizer.sink.tokens.get();
            input.push_back(StrTendril::from_slice(now));
            while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
            let is_suspicious = tokenizer.sink.many_attributes.get() || tokenizer.sink.tokens.get() == tokens;
            if is_suspicious && !looked_at_attributes {
                looked_at_attributes = true;
                parts = without_excess_attributes(text)
                    .into_iter()
                    .rev()
                    .filter_map(|(from, part)| Some((from.max(at), part.get(at.saturating_sub(from)..)?)))
                    .collect();
            }
        }
        tokenizer.end();
        let exceeded = tokenizer.sink.exceeded.get();
        let (dom, frames) = tokenizer.sink.builder.sink.finish();
        *self = dom;
        if let Some(limit) = exceeded {
            self.warnings.limit(limit);
        }
        self.limit_depth(document);
        for index in first..self.len() {
            let node = NodeId::from_index(index);
            if matches!(self.node(node).data, NodeData::Fragment | NodeData::ShadowRoot(_)) {
                self.limit_depth(node);
            }
        }
        frames
    }
}

/// Splits a text at `at` bytes or at most three before.
fn split_near(text: &str, at: usize) -> (&str, &str) {
    (0..4).find_map(|back| text.split_at_checked(at.saturating_sub(back))).unwrap_or((text, ""))
}

/// What a fragment is parsed in.
struct Fragment {
    context: NodeId,
    form: Option<NodeId>,
    quirks: Quirks,
}

/// True if two addresses differ in their fragments at most.
fn is_same_document(a: &url::Url, b: &url::Url) -> bool {
    a.as_str().split('#').next() == b.as_str().split('#').next()
}

/// Where html5ever's tree construction writes to. The one place with interior mutability.
struct Sink {
    dom: RefCell<Dom>,
    document: NodeId,
    /// `annotation-xml` elements whose encoding makes them HTML integration points.
    integration_points: RefCell<FxHashSet<NodeId>>,
    /// Elements `iframe` and `frame` with content of their own.
    frames: RefCell<Vec<NodeId>>,
    /// Form owners set by the form element pointer: control, form.
    forms: RefCell<Vec<(NodeId, NodeId)>>,
    quirks: Cell<Quirks>,
    budget: ParserBudget,
    /// Ids and class names met so far: most are met again.
    tokens: RefCell<FxHashMap<Box<str>, Atom>>,
    /// The element that goes by another name for now.
    floor: Cell<Option<NodeId>>,
    floor_name: QualName,
}

impl Budgeted for Sink {
    fn budget(&self) -> &ParserBudget {
        &self.budget
    }

    fn set_floor(&self, floor: Option<NodeId>) {
        self.floor.set(floor);
    }

    fn may_be_floor(&self, node: NodeId) -> bool {
        let dom = self.dom.borrow();
        dom.element(node).is_some_and(|e| e.name.ns == ns!(html) && !keeps_scans_short(&e.name.local))
    }
}

impl Sink {
    /// An id or class name as an atom.
    fn intern(&self, token: &str) -> Option<Atom> {
        let mut tokens = self.tokens.borrow_mut();
        if let Some(atom) = tokens.get(token) {
            return Some(atom.clone());
        }
        if tokens.len() >= MAX_TOKENS {
            return None;
        }
        let atom = Atom::from(token);
        tokens.insert(token.into(), atom.clone());
        Some(atom)
    }
}

/// The name of an element in the arena while the tree construction looks at it.
#[derive(Debug)]
enum Name<'a> {
    Own(Ref<'a, QualName>),
    Floor(&'a QualName),
}

impl Name<'_> {
    fn get(&self) -> &QualName {
        match self {
            Self::Own(name) => name,
            Self::Floor(name) => name,
        }
    }
}

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.get().ns
    }
    fn local_name(&self) -> &LocalName {
        &self.get().local
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
        self.budget.spend(1);
        if self.floor.get() == Some(*target) {
            return Name::Floor(&self.floor_name);
        }
        Name::Own(Ref::map(self.dom.borrow(), |dom| match &dom.node(*target).data {
            NodeData::Element(element) => &element.name,
            // The tree construction asks for names of elements alone.
            _ => unreachable!("name of a node that is not an element"),
        }))
    }

    fn create_element(&self, name: QualName, attrs: Vec<html5ever::Attribute>, flags: ElementFlags) -> NodeId {
        let mut dom = self.dom.borrow_mut();
        self.budget.element(&name.local, &attrs, dom.len());
        let template_contents = flags.template.then(|| dom.create(NodeData::Fragment));
        let is_selected_content = *name.local == *"selectedcontent";
        let is_frame = matches!(name.local, local_name!("iframe") | local_name!("frame")) && name.ns == ns!(html);
        let mut element = ElementData { template_contents, ..ElementData::new(name) };
        element.attributes.reserve_exact(attrs.len());
        for attr in attrs {
            element.push_attribute(convert(attr), |token| self.intern(token));
        }
        let has_source =
            is_frame && (element.attr(&local_name!("srcdoc")).is_some() || element.attr(&local_name!("src")).is_some());
        let id = dom.create(NodeData::Element(Box::new(element)));
        if has_source {
            self.frames.borrow_mut().push(id);
        }
        if is_selected_content {
            dom.has_selected_content = true;
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
        self.budget.spend(1);
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
                element.push_attribute(convert(attr), |token| self.intern(token));
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
            self.budget.spend(1);
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
    let name = &element.name.local;
    element.name.ns == ns!(html) && (HOSTS.contains(name) || is_custom_element_name(name))
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

    /// Adds an attribute that is not there yet; `intern` makes atoms of ids and class names.
    pub(super) fn push_attribute(&mut self, attribute: Attribute, intern: impl Fn(&str) -> Option<Atom>) {
        if attribute.name.ns == ns!() {
            self.reflect(&attribute.name.local, &attribute.value, intern);
        }
        self.attributes.push(attribute);
    }

    /// Keeps `id` and `classes` true to an attribute's value.
    pub(super) fn reflect(&mut self, name: &LocalName, value: &str, intern: impl Fn(&str) -> Option<Atom>) {
        if *name == local_name!("id") {
            self.id = if value.is_empty() { None } else { intern(value) };
        } else if *name == local_name!("class") {
            self.classes = value.split_ascii_whitespace().filter_map(intern).collect();
        }
    }
}

fn convert(attribute: html5ever::Attribute) -> Attribute {
    Attribute { name: attribute.name, value: (&*attribute.value).into() }
}
