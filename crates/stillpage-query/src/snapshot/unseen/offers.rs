//! States of a page in which a text is seen, as its style sheets offer them: a rule for a hovered, focused, checked or open
//! element, for one with a further class, or an animation.
//!
//! A rule is believed: who hides a text can write one. Text that reads as an instruction is listed in any case.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{Dom, NodeId, local_name};
use crate::page::Page;
use crate::selector::{SelectorList, select};
use crate::style::{WrittenDeclaration, WrittenSheets};

/// Limit: rules that are compared with elements, on all of a page.
const MAX_STEPS: usize = 2_000_000;
/// Limit: lengths of more px take something off the page.
const FAR: f32 = 400.0;

/// The kind of change that brings a text to sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remedy {
    /// Its opacity.
    Opacity,
    /// The size of a box, what it clips, the size of the font.
    Size,
    /// Its place.
    Place,
    /// A colour.
    Color,
    /// The order of painting.
    Order,
}

impl Remedy {
    fn properties(self) -> &'static [&'static str] {
        match self {
            Self::Opacity => {
                &["opacity", "color", "-webkit-text-fill-color", "filter", "mask", "mask-image", "visibility"]
            }
            Self::Size => &[
                "height",
                "max-height",
                "min-height",
                "width",
                "max-width",
                "min-width",
                "block-size",
                "max-block-size",
                "inline-size",
                "max-inline-size",
                "overflow",
                "overflow-x",
                "overflow-y",
                "clip",
                "clip-path",
                "position",
                "transform",
                "scale",
                "rotate",
                "translate",
                "font-size",
                "font",
                "left",
                "right",
                "top",
                "bottom",
                "inset",
                "margin",
                "margin-left",
                "margin-top",
                "grid-template-rows",
                "grid-template-columns",
                "flex",
                "flex-basis",
                "-webkit-line-clamp",
            ],
            Self::Place => &[
                "left",
                "right",
                "top",
                "bottom",
                "inset",
                "inset-inline-start",
                "inset-inline-end",
                "transform",
                "translate",
                "margin",
                "margin-left",
                "margin-right",
                "margin-top",
                "margin-inline-start",
                "text-indent",
                "position",
                "clip",
                "clip-path",
            ],
            Self::Color => {
                &["color", "background", "background-color", "background-image", "-webkit-text-fill-color", "fill"]
            }
            Self::Order => &[
                "opacity",
                "z-index",
                "transform",
                "translate",
                "rotate",
                "scale",
                "display",
                "visibility",
                "left",
                "right",
                "top",
                "bottom",
                "inset",
                "width",
                "height",
                "clip-path",
                "background",
                "background-color",
            ],
        }
    }
}

/// The last compound of a selector, as far as it names something.
#[derive(Debug, Default)]
struct Subject {
    tag: String,
    id: String,
    classes: Vec<String>,
    attributes: Vec<String>,
    /// A state such as `:hover`, or something before it.
    is_conditional: bool,
}

/// The rules of a page by what the last part of their selectors names.
pub(super) struct Offers<'p> {
    page: &'p Page,
    sheets: WrittenSheets,
    by_name: FxHashMap<String, Vec<(usize, Subject)>>,
    /// The elements that each rule matches as the page is.
    matched: FxHashMap<usize, FxHashSet<NodeId>>,
    steps: usize,
}

impl<'p> Offers<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let sheets = WrittenSheets::of(page.dom(), page.device());
        let mut by_name: FxHashMap<String, Vec<(usize, Subject)>> = FxHashMap::default();
        for (at, rule) in sheets.rules.iter().enumerate() {
            for subject in subjects(&rule.selector) {
                let names = subject.classes.iter().chain(&subject.attributes).chain([&subject.id]);
                let mut names: Vec<String> = names.filter(|name| !name.is_empty()).cloned().collect();
                if names.is_empty() && !subject.tag.is_empty() {
                    names.push(format!("<{}", subject.tag));
                }
                for name in names {
                    let subject = Subject {
                        tag: subject.tag.clone(),
                        id: subject.id.clone(),
                        classes: subject.classes.clone(),
                        attributes: subject.attributes.clone(),
                        is_conditional: subject.is_conditional,
                    };
                    by_name.entry(name).or_default().push((at, subject));
                }
            }
        }
        Self { page, sheets, by_name, matched: FxHashMap::default(), steps: 0 }
    }

    /// True if some state of an element brings the remedy.
    pub(super) fn has(&mut self, node: NodeId, remedy: Remedy) -> bool {
        let dom = self.page.dom();
        let Some(element) = dom.element(node) else { return false };
        let mut names: Vec<String> = vec![format!("<{}", element.name.local)];
        names.extend(
            dom.attr(node, &local_name!("class")).into_iter().flat_map(str::split_ascii_whitespace).map(str::to_owned),
        );
        names.extend(dom.attr(node, &local_name!("id")).map(str::to_owned));
        names.extend(element.attributes.iter().map(|attribute| attribute.name.local.to_string()));
        let inline = dom.attr(node, &local_name!("style")).unwrap_or_default();
        if inline.contains("transition") || inline.contains("animation") {
            let css = format!("x{{{inline}}}");
            let own = WrittenSheets::of_text(&css);
            if own.rules.iter().any(|rule| self.moves(&rule.declarations, remedy)) {
                return true;
            }
        }
        let mut candidates: Vec<(usize, bool)> = Vec::new();
        for name in &names {
            for (rule, subject) in self.by_name.get(name).into_iter().flatten() {
                self.steps += 1;
                if self.steps > MAX_STEPS {
                    return false;
                }
                if let Some(is_state) = subject.fits(dom, node) {
                    candidates.push((*rule, is_state));
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().any(|(rule, is_state)| {
            let Some(written) = self.sheets.rules.get(rule) else { return false };
            if self.moves(&written.declarations, remedy) {
                return true;
            }
            if !is_state || !written.declarations.iter().any(|own| reveals(own, remedy)) {
                return false;
            }
            let (page, selector) = (self.page, &written.selector);
            let matched = self.matched.entry(rule).or_insert_with(|| matched_now(page, selector));
            !matched.contains(&node)
        })
    }

    /// True if declarations animate the remedy, or say that it changes slowly.
    fn moves(&self, declarations: &[WrittenDeclaration], remedy: Remedy) -> bool {
        declarations.iter().any(|(name, value)| match name.trim_start_matches("-webkit-") {
            "animation" | "animation-name" => self.sheets.keyframes.iter().any(|(animation, frames)| {
                value.split(|c: char| c.is_whitespace() || c == ',').any(|word| word == animation)
                    && frames.iter().any(|frame| reveals(frame, remedy))
            }),
            "transition" | "transition-property" if remedy != Remedy::Color && remedy != Remedy::Order => {
                let words = value.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
                words.into_iter().any(|word| remedy.properties().contains(&word))
            }
            _ => false,
        })
    }
}

impl Subject {
    /// Compares an element with the subject, but for what a script adds: `Some(true)` if something is missing or it
    /// asks for a state.
    fn fits(&self, dom: &Dom, node: NodeId) -> Option<bool> {
        let element = dom.element(node)?;
        if !self.tag.is_empty() && !self.tag.eq_ignore_ascii_case(&element.name.local) {
            return None;
        }
        let class = dom.attr(node, &local_name!("class")).unwrap_or_default();
        let has_class = |name: &String| class.split_ascii_whitespace().any(|own| own == name);
        let has_attribute = |name: &String| element.attributes.iter().any(|own| *own.name.local == **name);
        if !self.id.is_empty() && dom.attr(node, &local_name!("id")) != Some(&self.id) {
            return None;
        }
        let known = self.classes.iter().filter(|name| has_class(name)).count()
            + self.attributes.iter().filter(|name| has_attribute(name)).count()
            + usize::from(!self.id.is_empty());
        let all = self.classes.len() + self.attributes.len() + usize::from(!self.id.is_empty());
        if all > 0 && known == 0 {
            return None;
        }
        Some(self.is_conditional || known < all || !self.attributes.is_empty())
    }
}

/// True if a declaration may bring the remedy: one of its properties with a value that does not hide.
fn reveals((name, value): &WrittenDeclaration, remedy: Remedy) -> bool {
    if !remedy.properties().contains(&name.as_str()) {
        return false;
    }
    let value = value.to_ascii_lowercase();
    let lengths = || {
        value
            .split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-')))
            .filter_map(|part| part.parse::<f32>().ok())
    };
    match name.as_str() {
        "opacity" => lengths().next().is_none_or(|opacity| opacity > 0.1),
        "visibility" => value == "visible",
        "display" => value == "none" || remedy != Remedy::Order,
        "color" | "-webkit-text-fill-color" | "fill" => value != "transparent",
        "overflow" | "overflow-x" | "overflow-y" => !value.contains("hidden"),
        "position" => matches!(value.as_str(), "static" | "relative" | "fixed" | "sticky"),
        "clip" | "clip-path" => value == "auto" || value == "none" || value.contains("100%") || value == "inset(0)",
        "z-index" | "background" | "background-color" | "background-image" | "mask" | "mask-image" | "filter" => true,
        "transform" | "scale" | "rotate" => {
            !value.contains("scale(0") && value != "0" && lengths().all(|length| length > -FAR)
        }
        "height" | "max-height" | "min-height" | "width" | "max-width" | "min-width" | "block-size"
        | "max-block-size" | "inline-size" | "max-inline-size" | "font-size" | "font" | "flex-basis" => {
            lengths().next().is_none_or(|length| length > MIN)
        }
        "grid-template-rows" | "grid-template-columns" => value != "0fr",
        _ => lengths().all(|length| length.abs() < FAR),
    }
}

/// Finds the elements that a selector matches as the page is, in all of its documents.
fn matched_now(page: &Page, selector: &str) -> FxHashSet<NodeId> {
    let Ok(list) = SelectorList::parse(selector) else { return FxHashSet::default() };
    let roots = page.dom().connected_roots().into_iter();
    roots.flat_map(|root| select(page.dom(), &list, root).unwrap_or_default()).collect()
}

/// Limit: a box of no more px is not opened.
const MIN: f32 = 2.0;

/// The last compounds of a list of selectors.
fn subjects(selector: &str) -> Vec<Subject> {
    split(selector, |c| c == ',').into_iter().filter_map(|one| subject(one.trim())).collect()
}

/// Splits at characters outside of parentheses and brackets.
fn split(text: &str, at: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    for (index, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 && at(c) => {
                parts.push(text.get(from..index).unwrap_or_default());
                from = index + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text.get(from..).unwrap_or_default());
    parts
}

fn subject(selector: &str) -> Option<Subject> {
    if selector.contains("::") {
        return None;
    }
    let parts = split(selector, |c| c.is_whitespace() || matches!(c, '>' | '+' | '~'));
    let mut parts = parts.into_iter().filter(|part| !part.is_empty());
    let last = parts.next_back()?;
    // Nested rules: what is in `:is()` counts as if it was written in place.
    let mut found = Subject { is_conditional: parts.next().is_some(), ..Subject::default() };
    let mut rest = last;
    while let Some(c) = rest.chars().next() {
        let end = |text: &str| text.find(['.', '#', '[', ':', '(']).unwrap_or(text.len());
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '.' | '#' => {
                let (name, next) = after.split_at(end(after));
                if c == '.' {
                    found.classes.push(unescaped(name));
                } else {
                    found.id = unescaped(name);
                }
                rest = next;
            }
            '[' => {
                let close = after.find(']').unwrap_or(after.len());
                let name = after.get(..close).unwrap_or_default();
                let name = name.split(['=', '~', '^', '$', '*', '|']).next().unwrap_or_default();
                found.attributes.push(name.trim().to_owned());
                rest = after.get(close + 1..).unwrap_or_default();
            }
            ':' => {
                let (name, next) = after.split_at(end(after));
                let inner = next.strip_prefix('(').map(|inner| {
                    let mut depth = 1_usize;
                    let close = inner.char_indices().find(|(_, c)| {
                        match c {
                            '(' => depth += 1,
                            ')' => depth -= 1,
                            _ => {}
                        }
                        depth == 0
                    });
                    inner.split_at(close.map_or(inner.len(), |(at, _)| at))
                });
                if name == "is" || name == "where" {
                    let first = inner.and_then(|(inner, _)| subjects_of(inner));
                    if let Some(inner) = first {
                        found.classes.extend(inner.classes);
                        found.attributes.extend(inner.attributes);
                        found.is_conditional |= inner.is_conditional;
                        if found.id.is_empty() {
                            found.id = inner.id;
                        }
                        if found.tag.is_empty() {
                            found.tag = inner.tag;
                        }
                    }
                } else {
                    found.is_conditional = true;
                }
                rest = inner.map_or(next, |(_, after)| after.get(1..).unwrap_or_default());
            }
            '*' | '&' | '(' | ')' => rest = after,
            _ => {
                let (name, next) = rest.split_at(end(rest).max(c.len_utf8()));
                found.tag = name.to_owned();
                rest = next;
            }
        }
    }
    Some(found)
}

/// The first of a list in parentheses.
fn subjects_of(list: &str) -> Option<Subject> {
    // As deep as nested rules are read.
    if list.matches("(").count() > 16 {
        return None;
    }
    subject(split(list, |c| c == ',').first()?.trim())
}

fn unescaped(name: &str) -> String {
    name.replace('\\', "")
}
