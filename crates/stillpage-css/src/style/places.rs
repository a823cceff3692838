//! The places of rules and declarations in the text of their sheets, written down only for who asks which rule won.
//!
//! *In*: what the reader of a sheet meets, in order. *Out*: [`RulePlaces`], which blocks of declarations are found in by their number.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use url::Url;

use super::collect::{SheetText, Source};
use super::property::{Declaration, property_of_name};
use crate::dom::NodeId;

/// A style sheet.
#[derive(Debug, Clone)]
pub struct PlacedSheet {
    /// Its `style` or `link` element; that of the sheet that imports it. `None`: a script adopted it.
    pub owner: Option<NodeId>,
    /// Its address, unless it is in the page.
    pub url: Option<Url>,
    /// Its text.
    pub text: Arc<str>,
}

/// The kind of what is around a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupKind {
    Media,
    Supports,
    Layer,
    Container,
    Scope,
    /// The import of the sheet.
    Import,
    /// A style rule.
    Style,
}

impl GroupKind {
    /// The kind of an at-rule; it does not matter for those that have no rules in them.
    pub(super) fn of(at_rule: &str) -> Self {
        let known = [
            ("supports", Self::Supports),
            ("layer", Self::Layer),
            ("container", Self::Container),
            ("scope", Self::Scope),
            ("import", Self::Import),
        ];
        known.iter().find(|(name, _)| name.eq_ignore_ascii_case(at_rule)).map_or(Self::Media, |(_, kind)| *kind)
    }
}

/// A rule, or the import of a sheet, that rules are in.
#[derive(Debug, Clone)]
pub struct PlacedGroup {
    pub kind: GroupKind,
    /// Position of the sheet that it is in.
    pub sheet: usize,
    /// The place of its condition, name or selectors, without white space around it.
    pub prelude: Range<usize>,
    /// Position of the group around it.
    pub outer: Option<usize>,
}

/// A declaration.
#[derive(Debug, Clone)]
pub struct PlacedDeclaration {
    /// The name as it is written.
    pub name: String,
    /// The value as it is written, with `!important`.
    pub value: String,
    /// From the name to the semicolon, that included.
    pub place: Range<usize>,
    /// Chromium knows the property and takes the value. Approx: of properties that only paint the value is not read.
    pub is_valid: bool,
    /// `!important`
    pub important: bool,
    /// The declarations of longhands in its block that it stands for.
    pub(super) sets: Range<usize>,
    /// The property, if it leaves nothing in its block.
    pub(super) painted: Option<&'static str>,
}

/// A style rule, or declarations behind a rule that is nested in one.
#[derive(Debug, Clone)]
pub struct PlacedRule {
    /// Position of its sheet.
    pub sheet: usize,
    /// Position of the innermost group around it.
    pub outer: Option<usize>,
    /// The places of its selectors; none for declarations behind a nested rule.
    pub selectors: Vec<Range<usize>>,
    /// The place between its braces.
    pub body: Range<usize>,
    pub declarations: Vec<PlacedDeclaration>,
}

/// A block of declarations that a rule made.
#[derive(Debug, Clone)]
pub(super) struct BoundBlock {
    /// Position of the rule.
    pub(super) rule: usize,
    /// Its selectors that may match something: order in the cascade, and place in the list.
    pub(super) selectors: Vec<(u32, u32)>,
}

/// The sheets of a document with the places of what is in them.
#[derive(Debug, Default)]
pub struct RulePlaces {
    pub sheets: Vec<PlacedSheet>,
    pub groups: Vec<PlacedGroup>,
    pub rules: Vec<PlacedRule>,
    pub(super) blocks: FxHashMap<u32, BoundBlock>,
    // The reader's state
    /// The owner and address of the sheet that is read next.
    next: (Option<NodeId>, Option<Url>),
    sheet: usize,
    outer: Option<usize>,
    open: Vec<Open>,
    pending: Vec<PlacedDeclaration>,
}

/// A rule or group whose block is being read.
#[derive(Debug)]
struct Open {
    /// The style rule, and whether its first declarations were taken.
    rule: Option<(usize, bool)>,
    /// Other rules are in it.
    is_split: bool,
    outer: Option<usize>,
}

/// The state of the reader of a sheet, to go back to behind one that it imports.
#[derive(Debug)]
pub(super) struct SheetState {
    sheet: usize,
    outer: Option<usize>,
}

impl RulePlaces {
    /// Says which sheet of a tree is read next.
    pub(super) fn announce(&mut self, source: &Source<'_>) {
        let is_loaded = matches!(source.css, SheetText::Loaded(_)) && source.owner.is_some();
        self.next = (source.owner, source.base.clone().filter(|_| is_loaded));
        self.outer = None;
    }

    /// Says that an imported sheet is read next.
    pub(super) fn import(&mut self, url: &Url, prelude: Range<usize>) -> SheetState {
        let before = SheetState { sheet: self.sheet, outer: self.outer };
        let owner = self.sheets.get(self.sheet).and_then(|sheet| sheet.owner);
        self.next = (owner, Some(url.clone()));
        self.add_group(GroupKind::Import, prelude);
        before
    }

    /// Goes back to the sheet that imports.
    pub(super) fn imported(&mut self, before: SheetState) {
        self.sheet = before.sheet;
        self.outer = before.outer;
    }

    pub(super) fn enter_sheet(&mut self, css: &str) -> SheetState {
        let before = SheetState { sheet: self.sheet, outer: self.outer };
        let (owner, url) = std::mem::take(&mut self.next);
        self.sheet = self.sheets.len();
        self.sheets.push(PlacedSheet { owner, url, text: css.into() });
        before
    }

    pub(super) fn leave_sheet(&mut self, before: SheetState) {
        self.imported(before);
    }

    fn text(&self) -> &str {
        self.sheets.get(self.sheet).map_or("", |sheet| &*sheet.text)
    }

    fn add_group(&mut self, kind: GroupKind, prelude: Range<usize>) {
        let prelude = trimmed(self.text(), prelude);
        self.groups.push(PlacedGroup { kind, sheet: self.sheet, prelude, outer: self.outer });
        self.outer = Some(self.groups.len() - 1);
    }

    pub(super) fn open_group(&mut self, kind: GroupKind, prelude: Range<usize>) {
        self.push(None);
        self.add_group(kind, prelude);
    }

    fn push(&mut self, rule: Option<usize>) {
        if let Some(around) = self.open.last_mut() {
            around.is_split = true;
        }
        let rule = rule.map(|rule| (rule, false));
        self.open.push(Open { rule, is_split: false, outer: self.outer });
    }

    /// Opens a style rule whose block begins at `body`.
    pub(super) fn open_rule(&mut self, prelude: Range<usize>, body: usize) {
        let selectors = selectors(self.text(), prelude.clone());
        let rule =
            PlacedRule { sheet: self.sheet, outer: self.outer, selectors, body: body..body, declarations: Vec::new() };
        self.push(Some(self.rules.len()));
        self.rules.push(rule);
        self.add_group(GroupKind::Style, prelude);
    }

    /// Closes the innermost rule or group, whose block ends at `end`.
    pub(super) fn close(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        self.outer = open.outer;
        if let Some(rule) = open.rule.and_then(|(rule, _)| self.rules.get_mut(rule)) {
            // Chrome: declarations with rules behind them end with the last of them.
            let last = rule.declarations.last().filter(|_| open.is_split);
            rule.body.end = last.map_or(end, |last| last.place.end);
        }
    }

    /// Adds a declaration of the rule that is open; `sets`: the declarations of longhands before it.
    pub(super) fn add_declaration(
        &mut self,
        name: &str,
        place: Range<usize>,
        value: usize,
        declarations: &[Declaration],
        sets: usize,
        is_valid: bool,
    ) {
        let declaration = placed_declaration(self.text(), name, place, value, declarations, sets, is_valid);
        self.pending.push(declaration);
    }

    /// Gives the declarations since the last time to a rule, which it returns; `None`: there is nothing that could match.
    pub(super) fn flush(&mut self) -> Option<usize> {
        let pending = std::mem::take(&mut self.pending);
        let open = self.open.last_mut()?;
        if let Some((rule, is_flushed @ false)) = &mut open.rule {
            *is_flushed = true;
            let rule = *rule;
            self.rules.get_mut(rule)?.declarations = pending;
            return Some(rule);
        }
        let (first, last) = pending.first().zip(pending.last())?;
        let body = first.place.start..last.place.end;
        let selectors = Vec::new();
        self.rules.push(PlacedRule { sheet: self.sheet, outer: self.outer, selectors, body, declarations: pending });
        Some(self.rules.len() - 1)
    }

    /// Says which block a rule made for one of its selectors.
    pub(super) fn bind(&mut self, block: u32, rule: usize, selector: u32, order: u32) {
        let bound = self.blocks.entry(block).or_insert_with(|| BoundBlock { rule, selectors: Vec::new() });
        bound.selectors.push((order, selector));
    }

    /// The text of a place in a sheet.
    #[must_use]
    pub fn text_of(&self, sheet: usize, place: &Range<usize>) -> &str {
        self.sheets.get(sheet).and_then(|sheet| sheet.text.get(place.clone())).unwrap_or_default()
    }

    /// The line and the column (in UTF-16 units) of a place in a sheet, from 0.
    #[must_use]
    pub fn position(&self, sheet: usize, at: usize) -> (usize, usize) {
        self.sheets.get(sheet).map_or((0, 0), |sheet| position(&sheet.text, at))
    }

    /// The groups around a rule, the innermost first.
    pub fn groups_of(&self, rule: &PlacedRule) -> impl Iterator<Item = &PlacedGroup> {
        let outer = |group: Option<usize>| group.and_then(|group| self.groups.get(group));
        std::iter::successors(outer(rule.outer), move |group| outer(group.outer))
    }

    /// The selectors of a rule as they are written, without comments.
    #[must_use]
    pub fn selector_texts(&self, rule: &PlacedRule) -> Vec<String> {
        rule.selectors.iter().map(|place| without_comments(self.text_of(rule.sheet, place))).collect()
    }
}

/// The line and the column (in UTF-16 units) of a place in a text, from 0.
pub(super) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before.get(start..).unwrap_or_default().encode_utf16().count();
    (before.matches('\n').count(), column)
}

/// A declaration in a text, whose value begins at `value`.
pub(super) fn placed_declaration(
    text: &str,
    name: &str,
    place: Range<usize>,
    value: usize,
    declarations: &[Declaration],
    sets: usize,
    is_valid: bool,
) -> PlacedDeclaration {
    let written = without_comments(text.get(value..place.end).unwrap_or_default());
    let rest = text.get(place.end..).unwrap_or_default();
    let space = rest.len() - rest.trim_start().len();
    let has_semicolon = rest.trim_start().starts_with(';');
    let is_important = || {
        let (_, word) = written.rsplit_once('!')?;
        Some(word.trim().eq_ignore_ascii_case("important"))
    };
    PlacedDeclaration {
        name: name.to_owned(),
        important: is_important().unwrap_or(false),
        value: written,
        place: place.start..place.end + space + usize::from(has_semicolon),
        is_valid,
        painted: property_of_name(name).filter(|_| is_valid && sets == declarations.len()),
        sets: sets..declarations.len(),
    }
}

/// A range without white space and comments at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let mut rest = text.get(range.clone()).unwrap_or_default();
    loop {
        rest = rest.trim_start();
        match rest.strip_prefix("/*").and_then(|comment| Some(comment.split_once("*/")?.1)) {
            Some(after) => rest = after,
            None => break,
        }
    }
    let start = range.end - rest.len();
    start..start + rest.trim_end().len()
}

/// The places of the selectors in a list.
fn selectors(text: &str, list: Range<usize>) -> Vec<Range<usize>> {
    let list = trimmed(text, list);
    let bytes = text.as_bytes();
    let (mut all, mut start, mut at, mut depth) = (Vec::new(), list.start, list.start, 0_usize);
    while at < list.end {
        match bytes.get(at) {
            Some(b'\\') => at += 1,
            Some(b'(' | b'[') => depth += 1,
            Some(b')' | b']') => depth = depth.saturating_sub(1),
            Some(&quote @ (b'"' | b'\'')) => {
                at += 1;
                while at < list.end && bytes.get(at) != Some(&quote) {
                    at += if bytes.get(at) == Some(&b'\\') { 2 } else { 1 };
                }
            }
            Some(b'/') if bytes.get(at + 1) == Some(&b'*') => {
                let end = text.get(at + 2..list.end).and_then(|rest| rest.find("*/"));
                at = end.map_or(list.end, |end| at + 2 + end + 1);
            }
            Some(b',') if depth == 0 => {
                all.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    all.push(start..list.end);
    for place in &mut all {
        // Chrome: the place of one that is not the last goes up to the comma.
        place.start = trimmed(text, place.clone()).start;
    }
    all
}

/// A text without comments, and without white space at its ends.
fn without_comments(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_stand_where_they_begin_up_to_the_comma() {
        let text = " /* x, */ a:is(b, c)[d=\",\"] ,\n e /* f, */ g , h\\, i {";
        let texts = |places: Vec<Range<usize>>| -> Vec<&str> {
            places.into_iter().map(|place| text.get(place).unwrap_or_default()).collect()
        };
        assert_eq!(texts(selectors(text, 0..text.len() - 1)), ["a:is(b, c)[d=\",\"] ", "e /* f, */ g ", "h\\, i"]);
        assert_eq!(without_comments(" a /* b */ c "), "a  c");
    }

    #[test]
    fn columns_are_counted_in_utf_16() {
        assert_eq!(position("a\n\u{1F600}b", 6), (1, 2));
        assert_eq!(position("a", 9), (0, 1));
    }
}
