//! Locators of tests on both versions of a page.

use rustc_hash::FxHashMap;

use super::changes::Known;
use super::sources::{self, SourceLanguage, SourceLocator, written};
use crate::dom::NodeId;
use crate::error::SelectorError;
use crate::page::Page;
use crate::search::javascript::steps_of;
use crate::search::playwright::steps::{Step, compile};

/// A locator and its place.
#[derive(Debug, Clone)]
pub(super) struct TestLocator {
    pub(super) file: String,
    pub(super) language: SourceLanguage,
    pub(super) source: SourceLocator,
    /// Its number among the different locators; `None` if it is not understood.
    number: Option<usize>,
}

/// The locators of tests.
#[derive(Debug, Default)]
pub(crate) struct TestLocators {
    pub(super) all: Vec<TestLocator>,
    /// The different ones.
    steps: Vec<Vec<Step>>,
    /// True if tests were given.
    pub(super) are_given: bool,
}

impl TestLocators {
    /// The locators of these files: their names, languages and texts.
    pub(crate) fn of<'t>(files: impl IntoIterator<Item = (&'t str, SourceLanguage, &'t str)>) -> Self {
        let mut locators = Self { are_given: true, ..Self::default() };
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        for (file, language, text) in files {
            for source in sources::locators(text, language) {
                let number = source.steps.as_ref().ok().map(|steps| {
                    let key = written(steps, SourceLanguage::JavaScript);
                    *numbers.entry(key).or_insert_with(|| {
                        locators.steps.push(steps.clone());
                        locators.steps.len() - 1
                    })
                });
                locators.all.push(TestLocator { file: file.to_owned(), language, source, number });
            }
        }
        locators
    }

    pub(super) fn not_understood(&self) -> impl Iterator<Item = (&TestLocator, &str)> {
        self.all.iter().filter_map(|locator| Some((locator, &**locator.source.steps.as_ref().err()?)))
    }

    /// The elements that each of the different locators finds, where that is one. A search that is given up is a note.
    pub(super) fn unique(&self, page: &Page, notes: &mut Vec<String>) -> Vec<Option<NodeId>> {
        let one = |steps: &Vec<Step>| <[NodeId; 1]>::try_from(noted(page, steps, notes)?).ok();
        self.steps.iter().map(one).map(|one| one.map(|[node]| node)).collect()
    }
}

/// The elements that steps find.
fn found(page: &Page, steps: &[Step]) -> Result<Vec<NodeId>, SelectorError> {
    compile(steps)?.find(page, page.dom().document())
}

/// The elements that steps find; a search that is given up is a note.
fn noted(page: &Page, steps: &[Step], notes: &mut Vec<String>) -> Option<Vec<NodeId>> {
    let given_up = |error: &SelectorError| {
        notes.push(format!("{} was not checked: {error}", written(steps, SourceLanguage::JavaScript)));
    };
    found(page, steps).inspect_err(given_up).ok()
}

/// The verdict on a locator that found one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LocatorVerdict {
    /// It finds nothing.
    Nothing,
    /// It finds several.
    Several,
    /// It finds one, which is not the one that it found.
    Another,
}

impl LocatorVerdict {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Several => "several",
            Self::Another => "another",
        }
    }

    /// True if a test that uses the locator fails.
    pub(super) fn breaks(self) -> bool {
        self != Self::Another
    }
}

/// A locator that no longer finds its element alone.
#[derive(Debug)]
pub(super) struct BrokenLocator {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) written: String,
    pub(super) verdict: LocatorVerdict,
    pub(super) matches: usize,
    /// The element that it found.
    pub(super) element: Known,
    /// A locator that finds the element now.
    pub(super) replacement: Option<String>,
    /// The reason why it is missing.
    pub(super) reason: Option<String>,
}

/// The verdicts on the locators that found one element, from where these elements are now.
pub(super) fn broken(
    locators: &TestLocators,
    unique: &[Option<NodeId>],
    after: &Page,
    known: &dyn Fn(NodeId) -> Known,
    now: &dyn Fn(NodeId) -> Result<NodeId, String>,
    notes: &mut Vec<String>,
) -> Vec<BrokenLocator> {
    struct Verdict {
        verdict: LocatorVerdict,
        matches: usize,
        replacement: Result<Vec<Step>, String>,
    }
    let mut verdict = |number: usize, node: NodeId| -> Option<Verdict> {
        let matches = noted(after, &locators.steps[number], notes)?;
        let element = now(node);
        let verdict = match (matches.as_slice(), &element) {
            ([], _) => LocatorVerdict::Nothing,
            ([one], Ok(element)) if one != element => LocatorVerdict::Another,
            ([_], _) => return None,
            _ => LocatorVerdict::Several,
        };
        let replacement = element.and_then(|element| {
            let steps = steps_of(after, element);
            match found(after, &steps).as_deref() {
                Ok([one]) if *one == element => Ok(steps),
                _ => Err("no locator finds the element alone".to_owned()),
            }
        });
        Some(Verdict { verdict, matches: matches.len(), replacement })
    };
    let verdicts: Vec<Option<Verdict>> =
        unique.iter().enumerate().map(|(number, node)| verdict(number, (*node)?)).collect();
    let mut broken = Vec::new();
    for locator in &locators.all {
        let Some(number) = locator.number else { continue };
        let (Some(node), Some(verdict)) = (unique[number], &verdicts[number]) else { continue };
        broken.push(BrokenLocator {
            file: locator.file.clone(),
            line: locator.source.line,
            written: locator.source.text.clone(),
            verdict: verdict.verdict,
            matches: verdict.matches,
            element: known(node),
            replacement: verdict.replacement.as_ref().ok().map(|steps| written(steps, locator.language)),
            reason: verdict.replacement.as_ref().err().cloned(),
        });
    }
    broken
}
