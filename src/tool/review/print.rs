//! The review as text.

use super::changes::{Change, ChangeKind, Known};
use super::locators::{BrokenLocator, LocatorVerdict};
use super::{Comparison, PageOutcome, PageReview, Review, report};
use crate::safe_text::{PageText, SafeText, put, put_line, safe};
use crate::tool::{Answer, Surface, Verdict};

/// Limit: characters of a path or a locator on a line.
const SHORT: usize = 500;

impl Comparison {
    pub(super) fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.locators.is_empty()
    }
}

impl Review {
    pub(super) fn compared(&self) -> impl Iterator<Item = &Comparison> {
        self.pages.iter().filter_map(|page| match &page.outcome {
            PageOutcome::Compared(comparison) => Some(comparison),
            _ => None,
        })
    }

    pub(super) fn changes(&self, kind: ChangeKind) -> usize {
        self.compared().flat_map(|comparison| &comparison.changes).filter(|change| change.kind == kind).count()
    }

    pub(super) fn locators(&self) -> impl Iterator<Item = &BrokenLocator> {
        self.compared().flat_map(|comparison| &comparison.locators)
    }

    pub(super) fn broken(&self) -> usize {
        self.locators().filter(|locator| locator.verdict.breaks()).count()
    }

    pub(super) fn checked(&self) -> usize {
        self.compared().map(|comparison| comparison.checked).sum()
    }

    fn pages_gone(&self) -> usize {
        self.pages.iter().filter(|page| matches!(page.outcome, PageOutcome::Gone)).count()
    }

    /// `3 pages; elements: 1 gone, 1 name; locators: 4 checked, 1 broken, 1 not understood`
    pub(super) fn tally(&self) -> SafeText {
        let pages = if self.pages.len() == 1 { "page" } else { "pages" };
        let mut out = safe!("{} {}", self.pages.len(), pages);
        let kinds = ChangeKind::ALL.iter().filter(|&&kind| self.changes(kind) > 0);
        let counts: Vec<SafeText> = kinds.map(|&kind| safe!("{} {}", self.changes(kind), kind.as_str())).collect();
        let counts = if counts.is_empty() { "no changes".into() } else { SafeText::join(counts, ", ") };
        put!(out, "; elements: {}", counts);
        if self.locators.are_given {
            put!(out, "; locators: {} checked, {} broken", self.checked(), self.broken());
            let another = self.locators().filter(|locator| locator.verdict == LocatorVerdict::Another).count();
            if another > 0 {
                put!(out, ", {} with another element", another);
            }
            put!(out, ", {} not understood", self.locators.not_understood().count());
        }
        out
    }
}

fn mark(known: &Known) -> SafeText {
    match &known.reference {
        Some(reference) => safe!("{} [ref={}]", known.words, PageText::token(reference)),
        None => known.words.clone(),
    }
}

impl Change {
    /// `button "Pay" [ref=e4]: dialog "News" [ref=e9] is in front`
    pub(super) fn words(&self) -> SafeText {
        let mut out = mark(&self.element);
        match (self.kind, &self.now) {
            (ChangeKind::Role, Some(now)) => put!(out, ": now {}", now.role),
            (ChangeKind::Name, Some(now)) => put!(out, ": now {}", PageText::quoted(&now.name)),
            (ChangeKind::Covered, _) => match &self.interceptor {
                Some(by) => put!(out, ": {} is in front", by.with_dialog()),
                None => put!(out, ": something is in front"),
            },
            _ => {
                if let Some(reason) = self.reason {
                    put!(out, ": {}", reason);
                }
            }
        }
        out
    }
}

impl BrokenLocator {
    /// The finding in a sentence.
    pub(super) fn sentence(&self) -> SafeText {
        match self.verdict {
            LocatorVerdict::Nothing => safe!("finds nothing; it found {}", self.element.words),
            LocatorVerdict::Several => safe!("finds {} elements; it found {}", self.matches, self.element.words),
            LocatorVerdict::Another => safe!("finds another element; it found {}", self.element.words),
        }
    }

    pub(super) fn advice(&self) -> SafeText {
        match (&self.replacement, &self.reason) {
            (Some(replacement), _) => safe!("use {}", PageText::of(replacement).at_most(SHORT)),
            (None, Some(reason)) => safe!("no replacement: {}", PageText::of(reason).at_most(SHORT)),
            (None, None) => SafeText::new(),
        }
    }
}

fn put_page(out: &mut SafeText, page: &PageReview) {
    let name = PageText::of(&page.name).at_most(SHORT);
    match &page.outcome {
        PageOutcome::Compared(comparison) if comparison.is_empty() => {}
        PageOutcome::Compared(comparison) => {
            put_line!(out, "## {}", name);
            for change in &comparison.changes {
                put_line!(out, "{} {}", change.kind.as_str(), change.words());
            }
            for locator in &comparison.locators {
                let (file, written) =
                    (PageText::of(&locator.file).at_most(SHORT), PageText::of(&locator.written).at_most(SHORT));
                put_line!(out, "{}:{} {} {}", file, locator.line, written, locator.sentence());
                put_line!(out, "  {}", locator.advice());
            }
            for note in &comparison.notes {
                put_line!(out, "note: {}", PageText::of(note).at_most(SHORT));
            }
        }
        PageOutcome::Gone => put_line!(out, "## {}\nthe page is gone", name),
        PageOutcome::New => put_line!(out, "## {}\nthe page is new", name),
        PageOutcome::Broken(error) => {
            put_line!(out, "## {}\nerror: {}", name, error.message());
            put_line!(out, "  hint: {}", Surface::CommandLine.hint(error));
        }
    }
}

impl Answer for Review {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for page in &self.pages {
            put_page(&mut out, page);
        }
        if self.locators.not_understood().next().is_some() {
            put_line!(out, "## not understood");
        }
        for (locator, reason) in self.locators.not_understood() {
            let (file, written) =
                (PageText::of(&locator.file).at_most(SHORT), PageText::of(&locator.source.text).at_most(SHORT));
            put_line!(out, "{}:{} {}: {}", file, locator.source.line, written, PageText::of(reason).at_most(SHORT));
        }
        put_line!(out, "# {}", self.tally());
        if self.github {
            put!(out, "{}", report::annotations(self));
        }
        out
    }

    fn json(&self) -> String {
        super::json::of(self)
    }

    fn files(&self) -> Vec<(String, String)> {
        self.markdown.iter().map(|path| (path.clone(), report::markdown(self))).collect()
    }

    fn verdict(&self) -> Verdict {
        let is_broken = |page: &PageReview| matches!(page.outcome, PageOutcome::Broken(_));
        let breaks = |kind: &ChangeKind| kind.breaks() && self.changes(*kind) > 0;
        match () {
            () if self.pages.iter().any(is_broken) => Verdict::Error,
            () if self.locators.are_given && self.broken() > 0 => Verdict::Failed,
            () if !self.locators.are_given && (self.pages_gone() > 0 || ChangeKind::ALL.iter().any(breaks)) => {
                Verdict::Failed
            }
            () => Verdict::Done,
        }
    }
}
