//! Accessible names and descriptions: the steps of AccName 1.2 in their order, as Playwright takes them. What HTML and SVG add in step 2E is in
//! [`host_language`](super::host_language).
//!
//! The algorithm of the standard recurses; here it is a stack of frames, one for each element being looked at, which all
//! write to one buffer. What a frame wrote is its result, and is cut off again when the step turns out to be empty.

use super::flat::ChildCursor;
use super::hidden::Exposure;
use super::host_language::{HostLanguageName, host_language_may_name, host_language_name};
use super::id_reference::{Nodes, id_references, labelled_by};
use super::role::{Role, RoleTraits};
use super::text::{generated_text, replacement_text};
use crate::dom::form;
use crate::dom::{Dom, LocalName, NodeId, NodeMap, local_name, ns};
use crate::style::computed::Display;
use crate::style::{Pseudo, Styles};
use crate::text::{flatten, is_space, trim};

/// Limit: elements looked at for all names of a page together, so that names that contain each other, or that all refer
/// to the same large part, cannot cost the square of the page's size. Real pages need a few for each node.
const BUDGET_BASE: usize = 1 << 18;
const BUDGET_PER_NODE: usize = 12;

fn budget_of(dom: &Dom) -> usize {
    BUDGET_BASE + BUDGET_PER_NODE * dom.len()
}

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
    Part { part: NodeId, done: bool },
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
            budget: budget_of(dom),
            sources: Vec::new(),
            trace: None,
        }
    }

    /// True if less than half of the steps were needed.
    pub(super) fn is_far_from_limit(&self) -> bool {
        2 * self.budget > budget_of(self.dom)
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
            Step::Part { part, done } => {
                if std::mem::replace(done, true) {
                    return Next::Done(Some(NameRule::HostLanguage));
                }
                let part = *part;
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

    /// 2E.
    fn host_language(&mut self, frame: &mut Frame) -> Next {
        frame.step = Step::NameFromContent;
        let Some(element) = self.dom.element(frame.node) else { return Next::Done(None) };
        if self.role(frame.node).is_some_and(Role::is_presentational) {
            return Next::Again;
        }
        match host_language_name(self.dom, (frame.node, element), frame.reached.labelledby) {
            HostLanguageName::Absent => {}
            HostLanguageName::Labels(labels) => frame.step = Step::Labels { labels, next: 0 },
            HostLanguageName::Part(part) => frame.step = Step::Part { part, done: false },
            HostLanguageName::SvgTitle(title) => {
                frame.reached.labelledby = true;
                frame.step = Step::Part { part: title, done: false };
            }
            HostLanguageName::Text(text) => {
                self.write(frame.node, text);
                return Next::Done(Some(NameRule::HostLanguage));
            }
        }
        Next::Again
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
    let attribute = |name: &LocalName| matches!(&**name, "aria-label" | "aria-labelledby" | "aria-labeledby" | "title");
    element.attributes.iter().any(|a| attribute(&a.name.local))
        || host_language_may_name(element)
        || element.name.local == local_name!("summary")
}
