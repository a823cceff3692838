//! [`PageTexts`]: the texts of a page that may tell its rows apart, each normalized once and hashed at most once. Part of building a
//! fingerprint.
//!
//! Rows are in rows, and elements without a name are represented by their texts: most texts are asked for several times.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::fingerprint::{AtomKind, Digest, digest, has_letter, normalized, without_numbers};
use super::generated::{IdKind, id_kind, is_temporary};
use super::labels::{is_age, without_signs};
use super::row_groups::index_of;
use super::walk::{MAX_VISITED, NOWHERE, Walk};
use crate::aria::Role;
use crate::dom::{Dom, ElementData, LocalName, NodeData, local_name, ns};

/// Limit: texts of a row that are compared; rows of real pages differ within far fewer.
pub(super) const MAX_ATOMS: usize = 64;

/// A text of a page: words, an attribute, a value.
pub(super) struct PageText<'a> {
    /// The kind that it has outside of controls.
    pub(super) kind: AtomKind,
    /// The kind of the text: `t:` for words, `href:`, `value:`, ...
    pub(super) prefix: &'static str,
    /// Normalized; empty for a link without words in its address.
    pub(super) text: Cow<'a, str>,
    /// The link that it is the subject of.
    href: Option<&'a str>,
    /// The length of `all` with it.
    all_end: u32,
    /// The number of atoms that it and those before it have at most.
    atoms: u32,
    hashed: OnceCell<Hashed>,
}

/// A text, hashed and classified.
pub(super) struct Hashed {
    /// Nothing but digits and signs, or an age.
    pub(super) is_number: bool,
    /// Words with a number in them.
    pub(super) has_number: bool,
    /// The digest of the words without the numbers in them.
    pub(super) words: Digest,
    /// The digest.
    pub(super) whole: Digest,
    /// The first number in it, unless it is a value or an address.
    pub(super) number: Option<u32>,
    /// The link.
    pub(super) link: Option<(Digest, AtomKind)>,
}

impl PageText<'_> {
    pub(super) fn hashed(&self) -> &Hashed {
        self.hashed.get_or_init(|| {
            let (prefix, text) = (self.prefix, &*self.text);
            let is_words = prefix == "t:";
            let is_number = self.is_text() && (!has_letter(text) || is_words && is_age(text));
            let first = text.bytes().position(|byte| byte.is_ascii_digit());
            let has_number = is_words && first.is_some();
            let is_counted = self.kind != AtomKind::Value && !matches!(prefix, "href:" | "value:" | "src:");
            let digits = first.filter(|_| is_counted).and_then(|first| text.get(first..)).unwrap_or_default();
            let digits = digits.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            let whole = digest(&[prefix, text]);
            let words = match has_number && self.is_text() && !is_number {
                true => digest(&[prefix, &without_numbers(text)]),
                false => whole,
            };
            let link = self.href.filter(|href| is_link_target(href)).map(subject_of).map(|subject| {
                let kind = if is_temporary(subject) { AtomKind::Temporary } else { AtomKind::Link };
                (digest(&["link:", subject]), kind)
            });
            Hashed { is_number, has_number, words, whole, number: digits.parse().ok(), link }
        })
    }

    /// True for words and attributes that are compared as texts.
    fn is_text(&self) -> bool {
        matches!(self.kind, AtomKind::Content | AtomKind::Control)
    }
}

/// A node on the way through a page, or several texts that continue each other.
pub(super) struct Step {
    /// Its place in the walk.
    pub(super) place: u32,
    pub(super) kind: StepKind,
    /// The step behind the last one in it.
    end: u32,
    /// The text behind its last one.
    texts_end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StepKind {
    Text,
    Element,
    /// Without texts, and what is in it has none for those around it: a comment, a script.
    Silent,
}

/// The texts of a page in the order of its tree; the contents of elements that say nothing to those around them follow those of the page.
pub(super) struct PageTexts<'a> {
    steps: Vec<Step>,
    /// The step at each place; [`NOWHERE`] for the second one of two texts that continue each other.
    step: Vec<u32>,
    texts: Vec<PageText<'a>>,
    /// Every text but hidden ones, with its kind and a line break.
    all: String,
}

impl<'a> PageTexts<'a> {
    pub(super) fn of(dom: &'a Dom, walk: &Walk, roles: &[Option<Role>]) -> Self {
        let mut found = Self {
            steps: Vec::with_capacity(walk.len()),
            step: vec![NOWHERE; walk.len()],
            texts: Vec::new(),
            all: String::new(),
        };
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut next = Some(0..walk.len());
        while let Some(part) = next {
            found.add_part(dom, walk, roles, part, &mut parts);
            next = parts.pop();
        }
        found
    }

    /// Adds the nodes at some places. `parts`: gets those of elements that say nothing to those around them.
    fn add_part(
        &mut self,
        dom: &'a Dom,
        walk: &Walk,
        roles: &[Option<Role>],
        part: Range<usize>,
        parts: &mut Vec<Range<usize>>,
    ) {
        let (first, mut at) = (self.steps.len(), part.start);
        while at < part.end {
            let here = at;
            at += 1;
            let mut kind = StepKind::Silent;
            match &dom.node(walk.order[here]).data {
                NodeData::Text(_) => {
                    kind = StepKind::Text;
                    let (text, next) = text_run(dom, walk, here, part.end);
                    at = next;
                    self.add(AtomKind::Content, "t:", text);
                }
                NodeData::Element(element) => {
                    let tag = &element.name.local;
                    let is_silent = is_silent(tag);
                    let is_typed_into = *tag == local_name!("textarea");
                    if is_silent || is_typed_into {
                        at = walk.end[here] as usize;
                        parts.push(here + 1..at);
                    }
                    if !is_silent {
                        kind = StepKind::Element;
                        if is_typed_into {
                            // A row that is open for editing has its texts in fields.
                            self.add(AtomKind::Value, "t:", Cow::Owned(dom.text_content(walk.order[here])));
                        }
                        self.add_attributes(element, roles[here]);
                    }
                }
                _ => {}
            }
            self.step[here] = index_of(self.steps.len());
            let end = index_of(self.steps.len() + 1);
            self.steps.push(Step { place: index_of(here), kind, end, texts_end: index_of(self.texts.len()) });
        }
        for at in (first..self.steps.len()).rev() {
            let Step { place, end, .. } = self.steps[at];
            let around = walk.parent(place as usize).map(|parent| self.step[parent] as usize);
            if let Some(around) = around.filter(|&around| around >= first).and_then(|at| self.steps.get_mut(at)) {
                around.end = around.end.max(end);
            }
        }
    }

    /// Adds the texts in the attributes of an element.
    fn add_attributes(&mut self, element: &'a ElementData, role: Option<Role>) {
        let field = matches!(role, Some(Role::Textbox | Role::Combobox | Role::Searchbox | Role::Spinbutton));
        let label_kind = if field { AtomKind::Control } else { AtomKind::Content };
        for attribute in &element.attributes {
            let (kind, prefix) = match &*attribute.name.local {
                "alt" => (AtomKind::Content, "t:"),
                "aria-label" => (label_kind, "t:"),
                "title" | "placeholder" => (AtomKind::Control, "t:"),
                "href" if role == Some(Role::Link) => (AtomKind::Content, "href:"),
                "href" => (AtomKind::Control, "href:"),
                // A row that is open for editing has its texts in fields.
                "value" if is_typed(element) => (AtomKind::Value, "t:"),
                "value" if is_hidden_field(element) => (AtomKind::Hidden, "value:"),
                "value" => (AtomKind::Control, "value:"),
                "name" | "id" => {
                    let kind = match id_kind(&attribute.value) {
                        _ if is_temporary(&attribute.value) => AtomKind::Temporary,
                        IdKind::Generated => continue,
                        // It may be the row's place in its list, or its key.
                        IdKind::Counted => AtomKind::Hidden,
                        IdKind::Authored => AtomKind::Control,
                    };
                    (kind, if &*attribute.name.local == "id" { "id:" } else { "name:" })
                }
                "src" if !attribute.value.starts_with("data:") => (AtomKind::Image, "src:"),
                _ => continue,
            };
            if prefix == "href:" {
                let subject = normalized(subject_of(&attribute.value));
                self.add_normalized(kind, prefix, subject, Some(&attribute.value));
            } else {
                self.add(kind, prefix, Cow::Borrowed(&attribute.value));
            }
        }
    }

    fn add(&mut self, kind: AtomKind, prefix: &'static str, text: Cow<'a, str>) {
        // Most texts are the white space between elements.
        if text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            return;
        }
        let text = match text {
            Cow::Borrowed(text) => normalized(text),
            Cow::Owned(text) => Cow::Owned(normalized(&text).into_owned()),
        };
        if !text.is_empty() {
            self.add_normalized(kind, prefix, text, None);
        }
    }

    fn add_normalized(&mut self, kind: AtomKind, prefix: &'static str, text: Cow<'a, str>, href: Option<&'a str>) {
        // The arrow of a sorted column says nothing of the row, nor does the sign of a state before its name.
        let has_signs = matches!(kind, AtomKind::Content | AtomKind::Control) && prefix == "t:" && !text.is_ascii();
        let text = if has_signs { Cow::Owned(without_signs(&text).into_owned()) } else { text };
        if kind != AtomKind::Hidden && !text.is_empty() {
            self.all.push_str(prefix);
            self.all.push_str(&text);
            self.all.push('\n');
        }
        // Words may have a second atom, without the numbers in them, and addresses have one for the link.
        let atoms =
            self.texts.last().map_or(0, |text| text.atoms) + if matches!(prefix, "t:" | "href:") { 2 } else { 1 };
        let all_end = index_of(self.all.len());
        self.texts.push(PageText { kind, prefix, text, href, all_end, atoms, hashed: OnceCell::new() });
    }

    /// A step and its texts.
    pub(super) fn step(&self, at: usize) -> Option<(&Step, &[PageText<'a>])> {
        let texts = self.texts_before(at)..self.texts_before(at + 1);
        Some((self.steps.get(at)?, self.texts.get(texts)?))
    }

    /// The numbers of the steps at a place and below it, as many as are looked at.
    pub(super) fn visited(&self, root: usize) -> Range<usize> {
        let first = self.step[root] as usize;
        self.steps.get(first).map_or(0..0, |step| first..(step.end as usize).min(first + MAX_VISITED))
    }

    /// The texts of some steps, but hidden ones, each with its kind and a line break.
    pub(super) fn all(&self, steps: Range<usize>) -> &str {
        let end = |at: usize| self.last_before(at).map_or(0, |text| text.all_end as usize);
        self.all.get(end(steps.start)..end(steps.end)).unwrap_or_default()
    }

    /// False if some steps have no more atoms than are compared.
    pub(super) fn may_be_cut(&self, steps: Range<usize>) -> bool {
        let atoms = |at: usize| self.last_before(at).map_or(0, |text| text.atoms as usize);
        atoms(steps.end) - atoms(steps.start) >= MAX_ATOMS
    }

    /// The last text before a step.
    fn last_before(&self, step: usize) -> Option<&PageText<'a>> {
        self.texts.get(self.texts_before(step).checked_sub(1)?)
    }

    /// The number of texts before a step.
    fn texts_before(&self, step: usize) -> usize {
        step.checked_sub(1).and_then(|last| self.steps.get(last)).map_or(0, |last| last.texts_end as usize)
    }
}

/// The text at a place with the siblings that continue it, and the place behind it: frameworks write `Guest {n}` as two texts, some with
/// a comment between them.
fn text_run<'a>(dom: &'a Dom, walk: &Walk, place: usize, end: usize) -> (Cow<'a, str>, usize) {
    let mut run: Cow<'a, str> = Cow::Borrowed("");
    let mut at = place;
    while at < end && walk.parent[at] == walk.parent[place] {
        match &dom.node(walk.order[at]).data {
            NodeData::Text(text) if run.is_empty() => run = Cow::Borrowed(dom.text_in(text)),
            NodeData::Text(text) => run.to_mut().push_str(dom.text_in(text)),
            NodeData::Comment(_) => {}
            _ => break,
        }
        at += 1;
    }
    (run, at)
}

/// True for elements that say nothing to those around them.
fn is_silent(tag: &LocalName) -> bool {
    matches!(
        *tag,
        local_name!("style")
            | local_name!("script")
            | local_name!("template")
            | local_name!("head")
            | local_name!("noscript")
    )
}

/// True if a link has a target.
pub(super) fn is_link_target(href: &str) -> bool {
    !matches!(href, "" | "#" | "#!" | "#/" | "#!/") && !href.starts_with("javascript:")
}

/// The part of a link that identifies its subject: everything from the first path segment with a digit on, or the whole
/// link. `/inbox/12` and `/starred/12` open the same message.
pub(super) fn subject_of(href: &str) -> &str {
    if !href.bytes().any(|byte| byte.is_ascii_digit()) {
        return href;
    }
    let mut start = 0;
    for step in href.split('/') {
        // A host's name may have digits too.
        let is_host = start > 0 && href.get(..start).is_some_and(|before| before.ends_with("//"));
        if step.contains(|c: char| c.is_ascii_digit()) && !is_host {
            return href.get(start..).unwrap_or(href);
        }
        start += step.len() + 1;
    }
    href
}

/// True for inputs whose value the user enters.
pub(super) fn is_typed(element: &ElementData) -> bool {
    let kind = field_type(element);
    let is_fixed = ["radio", "checkbox", "button", "submit", "reset", "image", "hidden"];
    &*element.name.local == "input" && !is_fixed.iter().any(|fixed| kind.eq_ignore_ascii_case(fixed))
}

/// True for fields that no user sees.
pub(super) fn is_hidden_field(element: &ElementData) -> bool {
    &*element.name.local == "input" && field_type(element).eq_ignore_ascii_case("hidden")
}

fn field_type(element: &ElementData) -> &str {
    element.attributes.iter().find(|a| a.name.ns == ns!() && &*a.name.local == "type").map_or("", |a| &*a.value)
}
