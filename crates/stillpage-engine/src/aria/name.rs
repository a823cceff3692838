//! Accessible names and descriptions: AccName 1.2 with the steps that HTML-AAM and SVG-AAM add, as Playwright takes them.
//!
//! The algorithm of the standard recurses; here it is a stack of frames, one for each element being looked at, which all
//! write to one buffer. What a frame wrote is its result, and is cut off again when the step turns out to be empty.

use std::sync::LazyLock;

use smallvec::SmallVec;

use super::flat::ChildCursor;
use super::hidden::Exposure;
use super::role::{Role, RoleTraits};
use super::text::{generated_text, replacement_text};
use crate::dom::form::{self, InputType};
use crate::dom::{Atom, Dom, ElementData, LocalName, NodeId, NodeMap, local_name, ns};
use crate::style::computed::Display;
use crate::style::{Pseudo, Styles};
use crate::text::{flatten, is_space, trim};

/// Limit: elements looked at for all names of a page together, so that names that contain each other, or that all refer
/// to the same large part, cannot cost the square of the page's size. Real pages need a few for each node.
const BUDGET_BASE: usize = 1 << 18;
const BUDGET_PER_NODE: usize = 12;

/// A step of the computation that gave text: which rule, on which element, what it gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameStep {
    /// The element the rule was applied to.
    pub node: NodeId,
    /// The depth of the recursion: 0 for the named element itself.
    pub depth: usize,
    /// The rule.
    pub rule: NameRule,
    /// The text that the rule gave, before white space is normalized.
    pub text: String,
}

/// The rules of the computation, named after the steps of
/// <https://www.w3.org/TR/accname-1.2/#computation-steps>.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameRule {
    /// 2B: `aria-labelledby`, or `aria-describedby`.
    LabelledBy,
    /// 2C: the value of a control inside of a label or of content.
    EmbeddedControl,
    /// 2D: `aria-label`.
    AriaLabel,
    /// 2E: the host language's name: a label, an `alt`, a legend, a caption, a value.
    HostLanguage,
    /// 2F: the content.
    Content,
    /// 2I: `title`.
    Tooltip,
}

/// The way in which an element was reached.
#[derive(Debug, Clone, Copy, Default)]
struct Reached {
    /// It is the element to name.
    own: bool,
    /// It is in the content of the element to name.
    descendant: bool,
    /// Through `aria-labelledby`.
    labelledby: bool,
    /// Through `aria-labelledby`, `aria-describedby`, a label, or as a part that the host language names by.
    referenced: bool,
    /// The reference names a hidden element: then hidden content counts.
    hidden: bool,
    /// Through a label: embedded controls give their value.
    label: bool,
}

/// A list of elements to put together.
type Nodes = SmallVec<[NodeId; 2]>;

/// The step that a frame is at.
#[derive(Debug)]
enum Step {
    Enter,
    LabelledBy { refs: Nodes, next: usize },
    Control,
    Options { options: Nodes, next: usize },
    AriaLabel,
    HostLanguage,
    Labels { labels: Nodes, next: usize },
    Part { done: bool },
    NameFromContent,
    Content(ChildCursor),
    Owned { owned: Nodes, next: usize },
    Tooltip,
}

#[derive(Debug)]
struct Frame {
    node: NodeId,
    reached: Reached,
    step: Step,
    /// The start of its text.
    start: usize,
    /// The start of its sources.
    sources: usize,
    /// A space follows the last child.
    space_after: bool,
    /// The start of the text of the last label.
    joint: usize,
    /// The part that the host language names by, while it is looked at.
    part: Option<NodeId>,
}

/// The next action of a frame.
enum Next {
    /// Look at this element, then come back.
    Call(NodeId, Reached),
    /// Go on with the frame's step.
    Again,
    /// The frame is done, by this rule; `None` if it found nothing.
    Done(Option<NameRule>),
}

/// Computes names; holds what all computations on a page share.
#[derive(Debug)]
pub(crate) struct NameComputation<'a> {
    dom: &'a Dom,
    styles: &'a Styles,
    roles: &'a NodeMap<Option<Role>>,
    exposure: &'a NodeMap<Exposure>,
    /// The computation in which an element was last used up.
    visited: NodeMap<u32>,
    current: u32,
    stack: Vec<Frame>,
    out: String,
    /// The end of the text in `out` that is more than white space. Such text is never cut off again.
    inked: usize,
    /// Steps left, for all names together.
    budget: usize,
    /// Elements whose content, value or attributes are in `out`.
    sources: Vec<NodeId>,
    trace: Option<Vec<NameStep>>,
}

/// A name, and the elements that gave it.
#[derive(Debug, Clone, Default)]
pub(crate) struct ComputedName {
    /// White space normalized, non-breaking spaces kept.
    pub name: Box<str>,
    /// The other elements whose content, value or attributes it is made of.
    pub sources: Box<[NodeId]>,
}

impl<'a> NameComputation<'a> {
    pub(super) fn new(
        dom: &'a Dom,
        styles: &'a Styles,
        roles: &'a NodeMap<Option<Role>>,
        exposure: &'a NodeMap<Exposure>,
    ) -> Self {
        Self {
            dom,
            styles,
            roles,
            exposure,
            visited: NodeMap::new(dom.len(), 0),
            current: 0,
            stack: Vec::new(),
            out: String::new(),
            inked: 0,
            budget: BUDGET_BASE + BUDGET_PER_NODE * dom.len(),
            sources: Vec::new(),
            trace: None,
        }
    }

    /// True if less than half of the steps were needed.
    pub(super) fn is_far_from_limit(&self) -> bool {
        2 * self.budget > BUDGET_BASE + BUDGET_PER_NODE * self.dom.len()
    }

    /// Collects the steps of the computations that follow.
    pub(crate) fn with_trace(mut self) -> Self {
        self.trace = Some(Vec::new());
        self
    }

    /// The steps so far, innermost first.
    pub(crate) fn into_trace(self) -> Vec<NameStep> {
        self.trace.unwrap_or_default()
    }

    /// <https://www.w3.org/TR/accname-1.2/#mapping_additional_nd_name>
    pub(super) fn name(&mut self, node: NodeId) -> ComputedName {
        let prohibited = self.role(node).is_some_and(|role| role.traits().contains(RoleTraits::NAME_PROHIBITED));
        if prohibited || !may_be_named(self.dom, node, self.role(node)) {
            return ComputedName::default();
        }
        self.begin();
        self.run(node, Reached { own: true, ..Reached::default() });
        let name = flatten(&self.out).into_boxed_str();
        self.sources.retain(|&source| source != node);
        self.sources.dedup();
        ComputedName { name, sources: self.sources.as_slice().into() }
    }

    /// <https://www.w3.org/TR/accname-1.2/#mapping_additional_nd_description>
    pub(super) fn description(&mut self, node: NodeId) -> Box<str> {
        let Some(element) = self.dom.element(node) else { return Box::default() };
        if element.attr(&local_name!("aria-describedby")).is_some() {
            let mut text = String::new();
            for target in self.references(node, &local_name!("aria-describedby")) {
                self.begin();
                self.run(target, Reached { referenced: true, hidden: self.is_hidden(target), ..Reached::default() });
                text.push_str(&self.out);
                text.push(' ');
            }
            return flatten(&text).into_boxed_str();
        }
        let attribute = [local_name!("aria-description"), local_name!("title")];
        attribute.iter().find_map(|name| element.attr(name)).map(flatten).unwrap_or_default().into_boxed_str()
    }

    fn begin(&mut self) {
        self.current += 1;
        self.out.clear();
        self.inked = 0;
        self.sources.clear();
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.roles[node]
    }

    fn is_hidden(&self, node: NodeId) -> bool {
        self.exposure[node].contains(Exposure::HIDDEN)
    }

    /// The elements that an attribute names by id, in the element's own tree.
    fn references(&self, node: NodeId, name: &LocalName) -> Nodes {
        id_references(self.dom, node, name)
    }

    /// Runs the computation for an element; its text is in `out`.
    fn run(&mut self, node: NodeId, reached: Reached) {
        if self.budget == 0 {
            return;
        }
        let mut frame = self.frame(node, reached);
        loop {
            match self.advance(&mut frame) {
                Next::Call(child, reached) => {
                    self.budget = self.budget.saturating_sub(1);
                    let child = self.frame(child, reached);
                    self.stack.push(std::mem::replace(&mut frame, child));
                    continue;
                }
                Next::Again => continue,
                Next::Done(rule) => self.leave(&frame, rule),
            }
            match self.stack.pop() {
                Some(outer) => frame = outer,
                None => return,
            }
        }
    }

    /// Ends a frame; what it wrote stays if a rule gave it.
    fn leave(&mut self, frame: &Frame, rule: Option<NameRule>) {
        let Some(rule) = rule else { return self.cut(frame) };
        if let Some(trace) = &mut self.trace {
            let text = self.out.get(frame.start..).unwrap_or_default();
            if !trim(text).is_empty() {
                let depth = self.stack.len();
                trace.push(NameStep { node: frame.node, depth, rule, text: text.to_owned() });
            }
        }
    }

    fn frame(&self, node: NodeId, reached: Reached) -> Frame {
        Frame {
            node,
            reached,
            step: Step::Enter,
            start: self.out.len(),
            sources: self.sources.len(),
            space_after: false,
            joint: 0,
            part: None,
        }
    }

    /// Drops what a frame wrote.
    fn cut(&mut self, frame: &Frame) {
        self.out.truncate(frame.start);
        self.sources.truncate(frame.sources);
    }

    /// Writes text that an attribute or the value of an element gives.
    fn write(&mut self, node: NodeId, text: &str) {
        if self.push(text) {
            self.sources.push(node);
        }
    }

    /// Writes text; true if it is more than white space.
    fn push(&mut self, text: &str) -> bool {
        self.budget = self.budget.saturating_sub(text.len() / 64);
        self.out.push_str(text);
        let inked = !text.chars().all(is_space);
        if inked {
            self.inked = self.out.len();
        }
        inked
    }

    /// The element's text so far is all white space.
    fn is_blank(&self, frame: &Frame) -> bool {
        self.inked <= frame.start
    }

    fn advance(&mut self, frame: &mut Frame) -> Next {
        if std::mem::take(&mut frame.space_after) {
            self.out.push(' ');
        }
        match &mut frame.step {
            Step::Enter => self.enter(frame),
            Step::LabelledBy { refs, next } => {
                let target = refs.get(*next).copied();
                *next += 1;
                let first = *next == 1;
                if let Some(target) = target {
                    if !first {
                        self.out.push(' ');
                    }
                    let hidden = self.is_hidden(target);
                    let reached = Reached { labelledby: true, referenced: true, hidden, ..Reached::default() };
                    return Next::Call(target, reached);
                }
                self.visited[frame.node] = self.current;
                if self.out.len() > frame.start {
                    return Next::Done(Some(NameRule::LabelledBy));
                }
                frame.step = Step::Control;
                Next::Again
            }
            Step::Control => self.embedded_control(frame),
            Step::Options { options, next } => {
                let Some(option) = options.get(*next).copied() else {
                    return Next::Done(Some(NameRule::EmbeddedControl));
                };
                if *next > 0 {
                    self.out.push(' ');
                }
                *next += 1;
                Next::Call(option, within(frame.reached))
            }
            Step::AriaLabel => {
                frame.step = Step::HostLanguage;
                match self.dom.attr(frame.node, &local_name!("aria-label")).filter(|label| !trim(label).is_empty()) {
                    Some(label) => {
                        self.write(frame.node, label);
                        Next::Done(Some(NameRule::AriaLabel))
                    }
                    None => Next::Again,
                }
            }
            Step::HostLanguage => self.host_language(frame),
            Step::Labels { labels, next } => {
                // A label without text is not joined.
                if *next > 0 && self.out.len() == frame.joint && self.out.len() > frame.start {
                    self.out.pop();
                }
                let Some(label) = labels.get(*next).copied() else {
                    // Playwright: labels without text leave the control without a name.
                    return Next::Done(Some(NameRule::HostLanguage));
                };
                *next += 1;
                if self.out.len() > frame.start {
                    self.out.push(' ');
                }
                frame.joint = self.out.len();
                Next::Call(
                    label,
                    Reached { label: true, referenced: true, hidden: self.is_hidden(label), ..Reached::default() },
                )
            }
            Step::Part { done } => {
                if *done {
                    return Next::Done(Some(NameRule::HostLanguage));
                }
                *done = true;
                let part = frame.part.unwrap_or(frame.node);
                let hidden = frame.reached.hidden || self.is_hidden(part);
                Next::Call(part, Reached { referenced: true, hidden, ..within(frame.reached) })
            }
            Step::NameFromContent => {
                if !self.named_by_content(frame) {
                    frame.step = Step::Tooltip;
                    return Next::Again;
                }
                self.start_content(frame)
            }
            Step::Content(cursor) => match self.next_child(cursor) {
                Some(child) => self.call_content(frame, child),
                None => {
                    let owned = self.references(frame.node, &local_name!("aria-owns"));
                    frame.step = Step::Owned { owned, next: 0 };
                    Next::Again
                }
            },
            Step::Owned { owned, next } => {
                *next += 1;
                match owned.get(*next - 1).copied() {
                    Some(child) => self.call_content(frame, child),
                    None => {
                        self.generated(frame.node, Pseudo::After);
                        self.finish_content(frame)
                    }
                }
            }
            Step::Tooltip => {
                let presentational = self.role(frame.node).is_some_and(Role::is_presentational)
                    && !self.dom.is_html(frame.node, &local_name!("iframe"));
                let title = self.dom.attr(frame.node, &local_name!("title"));
                match title.filter(|title| !presentational && !trim(title).is_empty()) {
                    Some(title) => {
                        self.write(frame.node, title);
                        Next::Done(Some(NameRule::Tooltip))
                    }
                    None => Next::Done(None),
                }
            }
        }
    }

    /// 2A, and the start of 2B.
    fn enter(&mut self, frame: &mut Frame) -> Next {
        if self.visited[frame.node] == self.current {
            return Next::Done(None);
        }
        let ignored = self.dom.element(frame.node).is_none_or(|e| {
            matches!(
                e.name.local,
                local_name!("style") | local_name!("script") | local_name!("noscript") | local_name!("template")
            )
        });
        if ignored || (!frame.reached.hidden && self.is_hidden(frame.node)) {
            self.visited[frame.node] = self.current;
            return Next::Done(None);
        }
        let refs = if frame.reached.labelledby { Nodes::new() } else { labelled_by(self.dom, frame.node) };
        frame.step = if refs.is_empty() {
            self.visited[frame.node] = self.current;
            Step::Control
        } else {
            Step::LabelledBy { refs, next: 0 }
        };
        Next::Again
    }

    /// 2C.
    fn embedded_control(&mut self, frame: &mut Frame) -> Next {
        frame.step = Step::AriaLabel;
        if !(frame.reached.label || frame.reached.labelledby || frame.reached.descendant) {
            return Next::Again;
        }
        let node = frame.node;
        let Some(element) = self.dom.element(node) else { return Next::Done(None) };
        if frame.reached.labelledby && labelled_by(self.dom, node).contains(&node) {
            return Next::Again;
        }
        let html = element.name.ns == ns!(html);
        let tag = &*element.name.local;
        match self.role(node) {
            Some(Role::Textbox | Role::Searchbox) => {
                let text = if html && matches!(tag, "input" | "textarea") {
                    form::value(self.dom, node).into_owned()
                } else {
                    self.dom.text_content(node)
                };
                self.write(node, &text);
                Next::Done(Some(NameRule::EmbeddedControl))
            }
            Some(role @ (Role::Combobox | Role::Listbox)) => {
                let options = if html && tag == "select" {
                    selected_options(self.dom, node)
                } else {
                    self.selected_aria_options(node, role)
                };
                if options.is_empty() && html && tag == "input" {
                    let text = form::value(self.dom, node).into_owned();
                    self.write(node, &text);
                    return Next::Done(Some(NameRule::EmbeddedControl));
                }
                frame.step = Step::Options { options, next: 0 };
                Next::Again
            }
            Some(role) if role.traits().contains(RoleTraits::RANGE) => {
                let value = element
                    .attr(&local_name!("aria-valuetext"))
                    .or_else(|| element.attr(&local_name!("aria-valuenow")))
                    .or_else(|| element.attr(&local_name!("value")));
                self.write(node, value.unwrap_or(""));
                Next::Done(Some(NameRule::EmbeddedControl))
            }
            Some(Role::Menu) => Next::Done(None),
            _ => Next::Again,
        }
    }

    /// The selected options of a combobox or listbox made of ARIA.
    fn selected_aria_options(&self, node: NodeId, role: Role) -> Nodes {
        let listbox = if role == Role::Combobox {
            let of_role = |n: NodeId| self.dom.element(n).is_some() && self.role(n) == Some(Role::Listbox);
            let inner = self.dom.descendants(node).find(|&n| of_role(n));
            let owned = || {
                self.references(node, &local_name!("aria-owns"))
                    .into_iter()
                    .find_map(|n| std::iter::once(n).chain(self.dom.descendants(n)).find(|&n| of_role(n)))
            };
            inner.or_else(owned)
        } else {
            Some(node)
        };
        let Some(listbox) = listbox else { return Nodes::new() };
        self.dom
            .descendants(listbox)
            .filter(|&n| {
                self.dom.attr(n, &local_name!("aria-selected")).is_some_and(|value| value.eq_ignore_ascii_case("true"))
                    && self.role(n) == Some(Role::Option)
            })
            .collect()
    }

    /// 2E: <https://www.w3.org/TR/html-aam-1.0/#accname-computation> and
    /// <https://www.w3.org/TR/svg-aam-1.0/#mapping_additional_nd>.
    fn host_language(&mut self, frame: &mut Frame) -> Next {
        frame.step = Step::NameFromContent;
        let node = frame.node;
        let Some(element) = self.dom.element(node) else { return Next::Done(None) };
        if self.role(node).is_some_and(Role::is_presentational) {
            return Next::Again;
        }
        if element.name.ns == ns!(svg) {
            return self.svg(frame, element);
        }
        if element.name.ns != ns!(html) {
            return Next::Again;
        }
        // Playwright: an attribute that refers to elements without text still takes the place of labels and captions.
        let is_referring = || !labelled_by(self.dom, node).is_empty();
        match &*element.name.local {
            "input" | "button" | "output" | "select" | "textarea" | "meter" | "progress" => {
                let by_labels = match InputType::of(element) {
                    Some(InputType::Submit | InputType::Reset | InputType::Button) => {
                        return self.unlabelled(frame, element);
                    }
                    Some(InputType::File | InputType::Image) => !frame.reached.labelledby,
                    _ if is_referring() => return Next::Again,
                    _ => true,
                };
                let labels = Nodes::from_slice(if by_labels { self.dom.form().labels(node) } else { &[] });
                if labels.is_empty() {
                    return self.unlabelled(frame, element);
                }
                frame.step = Step::Labels { labels, next: 0 };
                Next::Again
            }
            "fieldset" | "figure" if is_referring() => Next::Again,
            "fieldset" => self.part_or_title(frame, element, "legend"),
            "figure" => self.part_or_title(frame, element, "figcaption"),
            "table" => {
                if let Some(caption) = self.child(node, "caption") {
                    return Self::part(frame, caption);
                }
                match element.attr(&local_name!("summary")).filter(|summary| !summary.is_empty()) {
                    Some(summary) => self.attribute(frame, summary),
                    None => Next::Again,
                }
            }
            "img" | "area" => {
                let alt = element.attr(&local_name!("alt")).filter(|alt| !trim(alt).is_empty());
                self.attribute(frame, alt.or_else(|| element.attr(&local_name!("title"))).unwrap_or_default())
            }
            _ => Next::Again,
        }
    }

    /// The rest of 2E for a control that no label names.
    fn unlabelled(&mut self, frame: &mut Frame, element: &ElementData) -> Next {
        let not_blank = |name: &LocalName| element.attr(name).filter(|value| !trim(value).is_empty());
        let value = || not_blank(&local_name!("value"));
        let title = element.attr(&local_name!("title")).filter(|title| !title.is_empty());
        let placeholder = || title.or_else(|| element.attr(&local_name!("placeholder")));
        let text = match InputType::of(element) {
            Some(InputType::Submit) => value().or(Some("Submit")),
            Some(InputType::Reset) => value().or(Some("Reset")),
            Some(InputType::Button) => value().or(title),
            Some(InputType::Image) => {
                not_blank(&local_name!("alt")).or_else(|| not_blank(&local_name!("title"))).or(Some("Submit"))
            }
            Some(InputType::File) => Some("Choose File"),
            Some(kind) if kind.is_text() || kind == InputType::Number => placeholder(),
            None if element.name.local == local_name!("textarea") => placeholder(),
            // What has content may still be named by it.
            None if element.name.local == local_name!("button") => return Next::Again,
            _ => title,
        };
        self.attribute(frame, text.unwrap_or_default())
    }

    fn svg(&mut self, frame: &mut Frame, element: &ElementData) -> Next {
        let title = self.dom.child_elements(frame.node).find(|&n| {
            self.dom.element(n).is_some_and(|e| e.name.ns == ns!(svg) && e.name.local == local_name!("title"))
        });
        if let Some(title) = title {
            frame.part = Some(title);
            frame.reached.labelledby = true;
            frame.step = Step::Part { done: false };
            return Next::Again;
        }
        if element.name.local == local_name!("a") {
            let title = element.attributes.iter().find(|a| a.name.ns == ns!(xlink) && &*a.name.local == "title");
            return match title.map(|a| &*a.value).filter(|title| !trim(title).is_empty()) {
                Some(title) => self.attribute(frame, title),
                None => Next::Again,
            };
        }
        Next::Again
    }

    /// Goes on with the child that names this element, or with its title.
    fn part_or_title(&mut self, frame: &mut Frame, element: &ElementData, tag: &str) -> Next {
        match self.child(frame.node, tag) {
            Some(part) => Self::part(frame, part),
            None => self.attribute(frame, element.attr(&local_name!("title")).unwrap_or_default()),
        }
    }

    fn part(frame: &mut Frame, part: NodeId) -> Next {
        frame.part = Some(part);
        frame.step = Step::Part { done: false };
        Next::Again
    }

    /// The first HTML child of a name.
    fn child(&self, node: NodeId, tag: &str) -> Option<NodeId> {
        self.dom
            .child_elements(node)
            .find(|&n| self.dom.element(n).is_some_and(|e| e.name.ns == ns!(html) && &*e.name.local == tag))
    }

    /// Ends with the value of an attribute. Playwright: without one the element has no name, whatever is in it.
    fn attribute(&mut self, frame: &Frame, value: &str) -> Next {
        self.write(frame.node, value);
        Next::Done(Some(NameRule::HostLanguage))
    }

    /// 2F: whether content counts here.
    fn named_by_content(&self, frame: &Frame) -> bool {
        let role = self.role(frame.node);
        let presentational = role.is_some_and(Role::is_presentational);
        frame.reached.referenced
            || role.is_some_and(|role| role.traits().contains(RoleTraits::NAMED_BY_CONTENT))
            || (frame.reached.descendant
                && role.is_none_or(|role| role.traits().contains(RoleTraits::CONTENT_IN_PARENT)))
            || (!presentational && self.dom.is_html(frame.node, &local_name!("summary")))
    }

    fn start_content(&mut self, frame: &mut Frame) -> Next {
        if let Some(text) = self.styles.get(frame.node).and_then(|style| replacement_text(style)) {
            self.push(&text);
            return self.finish_content(frame);
        }
        self.generated(frame.node, Pseudo::Before);
        frame.step = Step::Content(ChildCursor::new(self.dom, frame.node));
        Next::Again
    }

    /// 2F: the next element of the content; text on the way to it is written.
    fn next_child(&mut self, cursor: &mut ChildCursor) -> Option<NodeId> {
        loop {
            let child = cursor.next(self.dom)?;
            if let Some(text) = self.dom.text(child) {
                self.push(text);
            } else if self.dom.element(child).is_some() {
                return Some(child);
            }
        }
    }

    /// 2F: looks at a part of the content, between spaces if it stands apart.
    fn call_content(&mut self, frame: &mut Frame, child: NodeId) -> Next {
        if self.stands_apart(child) {
            self.out.push(' ');
            frame.space_after = true;
        }
        Next::Call(child, within(frame.reached))
    }

    /// The text of the content is complete. Inside of other content, white space is content too.
    fn finish_content(&mut self, frame: &mut Frame) -> Next {
        let blank = self.is_blank(frame);
        if blank && (frame.reached.own || self.out.len() == frame.start) {
            self.cut(frame);
            frame.step = Step::Tooltip;
            return Next::Again;
        }
        if !blank {
            self.sources.push(frame.node);
        }
        Next::Done(Some(NameRule::Content))
    }

    /// 2F.ii: generated content.
    fn generated(&mut self, node: NodeId, pseudo: Pseudo) {
        let Some((text, apart)) = generated_text(self.styles, node, pseudo) else { return };
        if apart {
            self.out.push(' ');
        }
        self.push(&text);
        if apart {
            self.out.push(' ');
        }
    }

    /// True for an element that spaces set apart from its neighbours: not inline, or a line break.
    fn stands_apart(&self, node: NodeId) -> bool {
        self.styles.get(node).is_some_and(|style| style.display != Display::Inline)
            || self.dom.is_html(node, &local_name!("br"))
    }
}

/// Returns the way in which the content of an element is reached.
fn within(reached: Reached) -> Reached {
    Reached { own: false, descendant: reached.own || reached.descendant, ..reached }
}

/// The elements that label another one. Chrome: `aria-labeledby` stands in for an absent `aria-labelledby`.
pub fn labelled_by(dom: &Dom, node: NodeId) -> Nodes {
    if dom.element(node).is_none_or(|element| element.attributes.is_empty()) {
        return Nodes::new();
    }
    let name = local_name!("aria-labelledby");
    if dom.attr(node, &name).is_some() {
        id_references(dom, node, &name)
    } else {
        static MISSPELT: LazyLock<LocalName> = LazyLock::new(|| LocalName::from("aria-labeledby"));
        id_references(dom, node, &MISSPELT)
    }
}

/// The elements that an attribute names by id, in the element's own tree; ids that name nothing are skipped.
pub fn id_references(dom: &Dom, node: NodeId, name: &LocalName) -> Nodes {
    let Some(value) = dom.attr(node, name) else { return Nodes::new() };
    let mut tokens = value.split_ascii_whitespace().peekable();
    if tokens.peek().is_none() {
        return Nodes::new();
    }
    let root = dom.tree_root(node);
    let mut nodes = Nodes::new();
    for token in tokens {
        nodes.extend(dom.get_element_by_id(root, &Atom::from(token)));
    }
    nodes
}

/// The selected options of a `select`; Playwright: the first one if none is.
fn selected_options(dom: &Dom, select: NodeId) -> Nodes {
    let mut selected: Nodes = dom.form().selected_options(select).collect();
    if selected.is_empty() {
        selected.extend(dom.form().options(select).first().copied());
    }
    selected
}

/// False for the many elements that nothing can name; saves running the computation.
fn may_be_named(dom: &Dom, node: NodeId, role: Option<Role>) -> bool {
    if role.is_some_and(|role| role.traits().contains(RoleTraits::NAMED_BY_CONTENT)) {
        return true;
    }
    let Some(element) = dom.element(node) else { return false };
    if element.name.ns != ns!(html) {
        return true;
    }
    let attribute = |name: &LocalName| matches!(&**name, "aria-label" | "aria-labelledby" | "aria-labeledby" | "title");
    element.attributes.iter().any(|a| attribute(&a.name.local))
        || matches!(
            &*element.name.local,
            "input"
                | "select"
                | "textarea"
                | "button"
                | "output"
                | "meter"
                | "progress"
                | "fieldset"
                | "figure"
                | "table"
                | "img"
                | "area"
                | "summary"
        )
}
