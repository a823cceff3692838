//! The tree sink: html5ever's tree construction writes to the arena through it.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::sync::Arc;

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use rustc_hash::{FxHashMap, FxHashSet};

use super::equal_tags::EqualTags;
use super::guard::{Budgeted, keeps_scans_short};
use super::limit::{MAX_TOKENS, ParserBudget};
use super::{
    Atom, Attribute, DoctypeData, Dom, ElementData, LocalName, Namespace, NodeData, NodeId, ProcessingInstructionData,
    QualName, Quirks, ShadowRootData, is_custom_element_name, local_name, ns,
};

/// The tree sink of html5ever, over the arena. The one place with interior mutability.
pub(super) struct Sink {
    dom: RefCell<Dom>,
    document: NodeId,
    /// `annotation-xml` elements whose encoding makes them HTML integration points.
    integration_points: RefCell<FxHashSet<NodeId>>,
    /// Elements `iframe` and `frame` with content of their own.
    frames: RefCell<Vec<NodeId>>,
    /// Form owners set by the form element pointer: control, form.
    forms: RefCell<Vec<(NodeId, NodeId)>>,
    quirks: Cell<Quirks>,
    /// The line of the text that was read last.
    line: Cell<u64>,
    budget: ParserBudget,
    /// Ids and class names met so far: most are met again.
    tokens: RefCell<FxHashMap<Box<str>, Atom>>,
    tags: RefCell<EqualTags>,
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
    /// A sink for a text of `bytes` that becomes the content of `document`.
    pub(super) fn new(dom: Dom, document: NodeId, bytes: usize) -> Self {
        Self {
            dom: RefCell::new(dom),
            document,
            integration_points: RefCell::default(),
            frames: RefCell::default(),
            forms: RefCell::default(),
            quirks: Cell::new(Quirks::NoQuirks),
            line: Cell::new(1),
            budget: ParserBudget::new(bytes),
            tokens: RefCell::default(),
            tags: RefCell::default(),
            floor: Cell::new(None),
            floor_name: QualName::new(None, ns!(html), local_name!("object")),
        }
    }

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
pub(super) enum Name<'a> {
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

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }

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
        let known = self.tags.borrow().get(&name, &attrs);
        let element = known.unwrap_or_else(|digest| {
            let mut element = ElementData { template_contents, ..ElementData::new(name) };
            element.add_attributes(attrs.into_iter().map(convert).collect(), |token| self.intern(token));
            let element = Arc::new(element);
            if template_contents.is_none() {
                self.tags.borrow_mut().add(digest, &element);
            }
            element
        });
        let has_source = element.is_frame()
            && (element.attr(&local_name!("srcdoc")).is_some() || element.attr(&local_name!("src")).is_some());
        let id = dom.create(NodeData::Element(element));
        if let Some(lines) = &mut dom.lines {
            lines.push((id, self.line.get()));
        }
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
        self.dom.borrow_mut().create_comment(&text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeId {
        let instruction = ProcessingInstructionData { target: (&*target).into(), data: (&*data).into() };
        self.dom.borrow_mut().create(NodeData::ProcessingInstruction(Box::new(instruction)))
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        let mut dom = self.dom.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => dom.append(*parent, node),
            NodeOrText::AppendText(text) => {
                let last = dom.node(*parent).last_child;
                if !last.is_some_and(|last| dom.extend_text(last, &text)) {
                    let node = dom.create_text(&text);
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
        let doctype =
            DoctypeData { name: (&*name).into(), public_id: (&*public_id).into(), system_id: (&*system_id).into() };
        let node = dom.create(NodeData::Doctype(Box::new(doctype)));
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
                    let node = dom.create_text(&text);
                    dom.insert_before(*sibling, node);
                }
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attrs: Vec<html5ever::Attribute>) {
        let mut dom = self.dom.borrow_mut();
        let NodeData::Element(element) = &mut dom.node_mut(*target).data else { return };
        let element = Arc::make_mut(element);
        let is_missing = |attr: &html5ever::Attribute| !element.attributes.iter().any(|a| a.name == attr.name);
        let missing: Vec<Attribute> = attrs.into_iter().filter(is_missing).map(convert).collect();
        element.add_attributes(missing, |token| self.intern(token));
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
            Arc::make_mut(host).shadow_root = Some(root);
        }
        // What the parser puts into the template goes to the shadow root; the template itself is in no tree.
        if let NodeData::Element(template) = &mut dom.node_mut(*template).data {
            Arc::make_mut(template).template_contents = Some(root);
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

fn convert(attribute: html5ever::Attribute) -> Attribute {
    Attribute { name: attribute.name, value: (&*attribute.value).into() }
}
