//! The output of `stillpage test`: pages against the templates beside them.

use std::fmt::Write as _;

use serde_json::json;

use super::audit_machine::escaped;
use super::github::{Annotation, Level};
use super::surface::Surface;
use super::{Answer, Verdict, to_json};
use crate::dom::NodeId;
use crate::error::Error;
use crate::geometry::Rect;
use crate::page::Page;
use crate::picture::Picture;
use crate::safe_text::{PageText, SafeText, put_line};
use crate::snapshot::{Marks, ModalMode, Snapshot, SnapshotOptions};

/// A page, its template, and how they compare.
#[derive(Debug)]
pub(crate) struct Case {
    /// The page's path.
    pub(crate) page: String,
    /// Its template's path.
    pub(crate) template: String,
    pub(crate) outcome: CaseOutcome,
    /// Notes on the page's file.
    pub(crate) notes: Vec<String>,
}

/// The outcome of comparing a page with its template.
#[derive(Debug)]
pub(crate) enum CaseOutcome {
    Passed,
    /// The page differs from the template, as this text shows.
    Failed {
        diff: String,
        /// The picture for the report, if one is written.
        view: Option<Box<CaseView>>,
    },
    /// The template was written: it differed, or there was none.
    Written {
        created: bool,
    },
    /// The page or its template cannot be read.
    Broken(Error),
}

/// A page that differs, as a report shows it.
#[derive(Debug)]
pub(crate) struct CaseView {
    pub(crate) picture: Picture,
    /// Lines of the difference, from 0, and the boxes of what they are about, in CSS px from the top left of the page.
    pub(crate) areas: Vec<(usize, Rect)>,
}

impl CaseView {
    /// Draws a page, and finds the elements that a difference is about.
    pub(crate) fn of(page: &Page, differing: &[(usize, NodeId)]) -> Self {
        let snapshot = Snapshot::render(page, &SnapshotOptions::default());
        let marks = Marks::of(page, &snapshot, ModalMode::Mark);
        let picture = Picture::of(page, &snapshot, &marks);
        let area = |node| page.layout().get(node).map(|own| picture.placed(own.rect));
        let areas = differing.iter().filter_map(|(line, node)| Some((*line, area(*node)?))).collect();
        Self { picture, areas }
    }
}

impl CaseOutcome {
    /// True if a report has a part about it.
    pub(super) fn is_shown(&self) -> bool {
        !matches!(self, Self::Passed)
    }

    pub(super) fn as_str(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed { .. } => "failed",
            Self::Written { created: true } => "created",
            Self::Written { created: false } => "updated",
            Self::Broken(_) => "error",
        }
    }
}

/// The outcome of a run over folders of pages.
#[derive(Debug, Default)]
pub(crate) struct Suite {
    /// In order of the pages' paths.
    pub(crate) cases: Vec<Case>,
    /// Pages without a template.
    pub(crate) untested: Vec<String>,
    /// The path of the `JUnit` report.
    pub(crate) junit: Option<String>,
    /// The path of the report to look at.
    pub(crate) html: Option<String>,
    /// Print annotations for GitHub.
    pub(crate) github: bool,
}

impl Suite {
    pub(super) fn count(&self, word: &str) -> usize {
        self.cases.iter().filter(|case| case.outcome.as_str() == word).count()
    }

    /// Lines that GitHub shows beside the templates.
    fn put_annotations(&self, out: &mut SafeText) {
        for case in &self.cases {
            let message = match &case.outcome {
                CaseOutcome::Failed { diff, .. } => {
                    let lines = diff.lines().filter(|line| !line.starts_with("  "));
                    format!("{} does not match:\n{}", case.page, lines.take(LISTED).collect::<Vec<_>>().join("\n"))
                }
                CaseOutcome::Broken(error) => format!("{}: {error}", case.page),
                CaseOutcome::Passed | CaseOutcome::Written { .. } => continue,
            };
            Annotation { level: Level::Error, file: &case.template, line: 1, command: "test", message: &message }
                .put(out);
        }
    }

    /// The report that CI servers read.
    fn to_junit(&self) -> String {
        let (all, failed, errors) = (self.cases.len(), self.count("failed"), self.count("error"));
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let counts = format!("tests=\"{all}\" failures=\"{failed}\" errors=\"{errors}\"");
        let _ = writeln!(xml, "<testsuites name=\"stillpage\" {counts}>");
        let _ = writeln!(xml, "  <testsuite name=\"aria snapshots\" {counts} skipped=\"0\">");
        for case in &self.cases {
            let (page, template) = (escaped(&case.page), escaped(&case.template));
            let start = format!("    <testcase name=\"{page}\" classname=\"stillpage\" file=\"{template}\"");
            let _ = match &case.outcome {
                CaseOutcome::Passed | CaseOutcome::Written { .. } => writeln!(xml, "{start}/>"),
                CaseOutcome::Failed { diff, .. } => writeln!(
                    xml,
                    "{start}>\n      <failure message=\"the page does not match the template\" type=\"mismatch\">{}</failure>\n    </testcase>",
                    escaped(diff)
                ),
                CaseOutcome::Broken(error) => writeln!(
                    xml,
                    "{start}>\n      <error message=\"{}\" type=\"{}\">{}</error>\n    </testcase>",
                    escaped(&error.to_string()),
                    error.code(),
                    escaped(&Surface::CommandLine.hint(error).to_string())
                ),
            };
        }
        xml.push_str("  </testsuite>\n</testsuites>\n");
        xml
    }
}

impl Answer for Suite {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for case in &self.cases {
            let page = PageText::of(&case.page).at_most(PATH_CHARS);
            match &case.outcome {
                CaseOutcome::Passed => {}
                CaseOutcome::Failed { diff, .. } => {
                    put_line!(out, "failed {}", page);
                    for line in SafeText::lines(diff).lines() {
                        put_line!(out, "  {}", PageText::of(line).at_most(usize::MAX));
                    }
                    for note in &case.notes {
                        put_line!(out, "  note: {}", PageText::of(note).at_most(NOTE_CHARS));
                    }
                }
                CaseOutcome::Broken(error) => {
                    put_line!(out, "error {}: {}", page, error.message());
                    put_line!(out, "  hint: {}", Surface::CommandLine.hint(error));
                }
                written @ CaseOutcome::Written { .. } => {
                    put_line!(out, "{} {}", written.as_str(), PageText::of(&case.template).at_most(PATH_CHARS));
                }
            }
        }
        let mut counts = Vec::new();
        for word in ["passed", "failed", "error", "updated", "created"] {
            let count = self.count(word);
            if count > 0 || word == "passed" {
                counts.push(crate::safe_text::safe!("{} {}", count, word));
            }
        }
        put_line!(out, "# {}", SafeText::join(counts, ", "));
        if !self.untested.is_empty() {
            put_line!(
                out,
                "# without a template: {}; --update writes one",
                SafeText::join(
                    self.untested.iter().take(LISTED).map(|page| PageText::of(page).at_most(PATH_CHARS).into()),
                    ", "
                )
            );
        }
        if self.github {
            self.put_annotations(&mut out);
        }
        out
    }

    fn json(&self) -> String {
        let cases: Vec<_> = self
            .cases
            .iter()
            .map(|case| {
                let mut value =
                    json!({ "page": case.page, "template": case.template, "outcome": case.outcome.as_str() });
                match &case.outcome {
                    CaseOutcome::Failed { diff, .. } => value["diff"] = diff.as_str().into(),
                    CaseOutcome::Broken(error) => value["error"] = Surface::CommandLine.json(error)["error"].take(),
                    CaseOutcome::Passed | CaseOutcome::Written { .. } => {}
                }
                if !case.notes.is_empty() {
                    value["notes"] = json!(case.notes);
                }
                value
            })
            .collect();
        let count = |word: &str| self.count(word);
        to_json(&json!({
            "passed": count("passed"), "failed": count("failed"), "errors": count("error"),
            "updated": count("updated"), "created": count("created"),
            "cases": cases, "untested": self.untested,
        }))
    }

    fn files(&self) -> Vec<(String, String)> {
        let junit = self.junit.iter().map(|path| (path.clone(), self.to_junit()));
        junit.chain(self.html.iter().map(|path| (path.clone(), self.to_html()))).collect()
    }

    fn verdict(&self) -> Verdict {
        match () {
            () if self.count("error") > 0 => Verdict::Error,
            () if self.count("failed") > 0 => Verdict::Failed,
            () if self.cases.is_empty() => Verdict::Nothing,
            () => Verdict::Done,
        }
    }
}

/// Limit: characters of a note in the text; it quotes addresses.
const NOTE_CHARS: usize = 1000;
/// Limit: characters of a path in the text.
const PATH_CHARS: usize = 500;
/// Limit: pages without a template that the text lists; JSON lists all.
const LISTED: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    fn suite() -> Suite {
        let case = |page: &str, outcome| Case {
            page: page.to_owned(),
            template: format!("{page}.yml"),
            outcome,
            notes: Vec::new(),
        };
        let broken = Error::arguments("TEMPLATE: expected ] at line 1, column 9", "close it");
        Suite {
            cases: vec![
                case("a.html", CaseOutcome::Passed),
                case(
                    "b & \"c\".html",
                    CaseOutcome::Failed { diff: "- - link \"<x>\u{1}\"  # not found here\n".to_owned(), view: None },
                ),
                case("d.html", CaseOutcome::Broken(broken)),
                case("e.html", CaseOutcome::Written { created: true }),
            ],
            untested: vec!["f.html".to_owned()],
            junit: Some("out.xml".to_owned()),
            html: Some("out.html".to_owned()),
            github: true,
        }
    }

    #[test]
    fn summary_has_what_did_not_pass() {
        insta::assert_snapshot!(suite().text().as_str(), @r#"
        failed b & "c".html
          - - link "<x>\u{1}"  # not found here
        error d.html: TEMPLATE: expected ] at line 1, column 9
          hint: close it
        created e.html.yml
        # 1 passed, 1 failed, 1 error, 1 created
        # without a template: f.html; --update writes one
        ::error file=b & "c".html.yml,line=1,title=stillpage test::b & "c".html does not match:%0A- - link "<x>"  # not found here
        ::error file=d.html.yml,line=1,title=stillpage test::d.html: TEMPLATE: expected ] at line 1, column 9
        "#);
        assert_eq!(suite().verdict(), Verdict::Error);
    }

    #[test]
    fn junit_is_escaped() {
        let files = suite().files();
        insta::assert_snapshot!(files[0].1, @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="stillpage" tests="4" failures="1" errors="1">
          <testsuite name="aria snapshots" tests="4" failures="1" errors="1" skipped="0">
            <testcase name="a.html" classname="stillpage" file="a.html.yml"/>
            <testcase name="b &amp; &quot;c&quot;.html" classname="stillpage" file="b &amp; &quot;c&quot;.html.yml">
              <failure message="the page does not match the template" type="mismatch">- - link &quot;&lt;x&gt;�&quot;  # not found here
        </failure>
            </testcase>
            <testcase name="d.html" classname="stillpage" file="d.html.yml">
              <error message="TEMPLATE: expected ] at line 1, column 9" type="invalid_arguments">close it</error>
            </testcase>
            <testcase name="e.html" classname="stillpage" file="e.html.yml"/>
          </testsuite>
        </testsuites>
        "#);
    }
}
