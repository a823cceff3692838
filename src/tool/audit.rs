//! `stillpage audit`

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::element::tag;
use super::{Answer, Argument, Call, OutputFile, PageFile, Tool, TypedArguments, Verdict, arguments, choice, to_json};
use crate::dom::NodeId;
use crate::error::Error;
use crate::geometry::Rect;
use crate::limits::Warnings;
use crate::page::Page;
use crate::picture::Picture;
use crate::safe_text::{PageText, SafeText, put_line, safe};
use crate::search::hint::SelectorHints;
use crate::snapshot::{Marks, ModalMode, Snapshot, SnapshotOptions};
use stillpage_query::audit::{Audit, Certainty, Finding, Impact, Rule, audit};

arguments! {
    /// The arguments of `stillpage audit`.
    pub(crate) struct AuditArguments {
        file: Vec<PageFile> = Argument::positional(
            "file",
            "Saved pages, or folders of them: .html, .mhtml, or - for standard input",
        )
        .required(),
        rule: Vec<String> = Argument::option("rule", "Only these rules, with commas or repeated")
            .detail("By their ids, as in color-contrast."),
        skip: Vec<String> = Argument::option("skip", "All rules but these, with commas or repeated"),
        min_impact: Impact = Argument::option("min-impact", "Only findings of this impact or a greater one")
            .default("minor")
            .formerly("least-impact"),
        unknown: bool = Argument::option("unknown", "Include findings that need review"),
        format: Format = Argument::option("format", "How to write the findings").default("text"),
        output: Option<OutputFile> = Argument::option("output", "Write them to this file; as a short option -o")
            .detail("The text is printed in any case."),
        github: bool = Argument::option("github", "Print annotations for GitHub, at the lines of the pages"),
        sarif: Option<OutputFile> = Argument::option(
            "sarif",
            "The same as --format sarif -o FILE, beside another format",
        ),
    }
}

pub(crate) const TOOL: Tool = Tool {
    name: "audit",
    summary: "Accessibility problems of pages, also those that need layout",
    about: "Looks for controls and images without a name, labels and ids that lead nowhere, headings and landmarks out of order, \
            controls that are covered, off the page or too small, text that is cut off or too faint. Rules have the ids of \
            axe-core where axe-core has the rule. What cannot be decided from the page, such as the contrast of text on an image, \
            is listed with --unknown.\n\n\
            Several pages may be given, globs and folders: all pages below a folder are looked at. A page that cannot be read is listed \
            as an error, and the others are looked at.\n\n\
            --format sarif is what code hosts show beside the lines of the file, junit what CI servers read, html a report with a \
            picture of each page and the findings on it.\n\n\
            Exit code 0 if nothing is wrong, 1 if something is, 2 if a page cannot be read; unknown findings do not count.\n\n\
            JSON: {\"failures\",\"unknown\",\"findings\":[{\"rule\",\"impact\",\"wcag\",\"verdict\":\"fails|unknown\",\"index\",\"ref\",\
            \"tag\",\"selector\",\"line\",\"message\",\"related\":[selectors]}]}, unknown ones included; of several pages \
            {\"failures\",\"unknown\",\"errors\",\"pages\":[{\"file\",...}]}, each with these fields or \"error\".",
    arguments: AuditArguments::ARGUMENTS,
    examples: &[
        ("audit page.html", "what is wrong"),
        ("audit page.html --rule color-contrast,region --unknown", "two rules, with what could not be decided"),
        ("audit dist --min-impact serious --format sarif -o audit.sarif", "a check of a whole site for CI"),
        ("audit dist --format html -o audit.html", "a report to look at"),
        ("audit dist --github", "in a workflow, with each finding at its line"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let given: AuditArguments = call.given();
    let file = given.file.first().map(|file| file.to_string()).unwrap_or_default();
    let audited = AuditedPage::of(call.page(), file, &given)?;
    Ok(Box::new(Report::new(vec![audited], &given)))
}

/// The ids that an option lists.
fn rules_of(lists: &[String]) -> Result<Vec<&str>, Error> {
    let words = lists.iter().flat_map(|text| text.split(','));
    let names: Vec<&str> = words.map(str::trim).filter(|name| !name.is_empty()).collect();
    match names.iter().find(|name| !Rule::ALL.iter().any(|rule| rule.id == **name)) {
        Some(unknown) => Err(Error::arguments(
            safe!("there is no rule `{}`", PageText::of(unknown)),
            safe!("the rules are {}", SafeText::join(Rule::ALL.iter().map(|rule| rule.id.into()), ", ")),
        )),
        None => Ok(names),
    }
}

/// A finding as answers have it.
pub(super) struct Row {
    pub(super) finding: Finding,
    /// In document order; `None` in shadow trees.
    index: Option<usize>,
    reference: Option<String>,
    tag: String,
    pub(super) selector: String,
    related: Vec<String>,
    /// The line of the file on which its start tag ends, from 1.
    pub(super) line: Option<u64>,
    /// Its box, CSS px from the top left of the page.
    pub(super) area: Rect,
}

impl Row {
    fn new(
        page: &Page,
        finding: &Finding,
        hints: &SelectorHints<'_>,
        snapshot: &Snapshot,
        places: &BTreeMap<NodeId, usize>,
    ) -> Self {
        let layout = page.layout();
        let (own, scroll) = (layout.get(finding.node).map_or(Rect::ZERO, |own| own.rect), layout.viewport().offset);
        Self {
            index: places.get(&finding.node).copied(),
            reference: snapshot.refs().of(finding.node).map(|reference| reference.to_string()),
            tag: tag(page.dom(), finding.node).to_owned(),
            selector: hints.of(finding.node),
            related: finding.related.iter().take(RELATED).map(|&node| hints.of(node)).collect(),
            line: page.dom().line(finding.node),
            area: Rect::new(own.x + scroll.x, own.y + scroll.y, own.width, own.height),
            finding: finding.clone(),
        }
    }

    pub(super) fn fails(&self) -> bool {
        self.finding.certainty == Certainty::Fails
    }

    fn json(&self) -> Value {
        let rule = self.finding.rule;
        json!({
            "rule": rule.id,
            "impact": rule.impact.as_str(),
            "wcag": rule.wcag,
            "verdict": if self.fails() { "fails" } else { "unknown" },
            "index": self.index,
            "ref": self.reference,
            "tag": self.tag,
            "selector": self.selector,
            "line": self.line,
            "message": self.finding.message,
            "related": self.related,
        })
    }
}

/// Limit: related elements that an answer names.
const RELATED: usize = 20;

/// The findings on a page.
pub(crate) struct AuditedPage {
    pub(super) file: String,
    pub(super) title: String,
    pub(super) rows: Vec<Row>,
    /// Warnings about what the page's file lacks, and what of it was left out.
    pub(super) warnings: Warnings,
    /// Drawn if the report shows it.
    pub(super) picture: Option<Picture>,
    /// The reason why there are no findings.
    pub(super) error: Option<Error>,
}

impl AuditedPage {
    /// Looks at a page.
    ///
    /// # Errors
    /// [`Error::Arguments`] if the arguments name a rule that does not exist.
    pub(crate) fn of(page: &Page, file: String, given: &AuditArguments) -> Result<Self, Error> {
        let (only, skipped) = (rules_of(&given.rule)?, rules_of(&given.skip)?);
        let Audit { mut findings, .. } = audit(page);
        findings.retain(|finding| {
            (only.is_empty() || only.contains(&finding.rule.id))
                && !skipped.contains(&finding.rule.id)
                && finding.rule.impact >= given.min_impact
        });
        let hints = SelectorHints::new(page.dom());
        let snapshot = Snapshot::render(page, &SnapshotOptions::default());
        let places: BTreeMap<NodeId, usize> = page.dom().elements_in_order().zip(0..).collect();
        let picture = (given.format == Format::Html).then(|| {
            let marks = Marks::of(page, &snapshot, ModalMode::Mark);
            Picture::of(page, &snapshot, &marks)
        });
        let rows = findings.iter().map(|finding| Row::new(page, finding, &hints, &snapshot, &places)).collect();
        let title = page.dom().title(page.dom().document());
        Ok(Self { file, title, rows, warnings: page.warnings(), picture, error: None })
    }

    /// A page that could not be looked at.
    #[cfg(feature = "cli")]
    pub(crate) fn broken(file: String, error: Error) -> Self {
        let (rows, warnings) = (Vec::new(), Warnings::default());
        Self { file, title: String::new(), rows, warnings, picture: None, error: Some(error) }
    }

    pub(super) fn failures(&self) -> usize {
        self.rows.iter().filter(|row| row.fails()).count()
    }

    pub(super) fn unknown(&self) -> usize {
        self.rows.len() - self.failures()
    }

    fn json(&self) -> Value {
        let findings: Vec<Value> = self.rows.iter().map(Row::json).collect();
        json!({ "failures": self.failures(), "unknown": self.unknown(), "findings": findings })
    }

    fn put_text(&self, out: &mut SafeText, with_unknown: bool) {
        let mut rules: BTreeMap<(std::cmp::Reverse<Impact>, &str), Vec<&Row>> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.fails() || with_unknown) {
            let rule = row.finding.rule;
            rules.entry((std::cmp::Reverse(rule.impact), rule.id)).or_default().push(row);
        }
        for ((impact, id), rows) in rules {
            put_line!(
                out,
                "{} ({}): {}",
                id,
                impact.0.as_str(),
                rows.first().map_or("", |row| row.finding.rule.summary)
            );
            for row in rows {
                let reference =
                    row.reference.as_ref().map(|r| safe!(" [ref={}]", PageText::token(r))).unwrap_or_default();
                let mark = if row.fails() { "" } else { "unknown: " };
                let (selector, message) = (PageText::of(&row.selector), PageText::of(&row.finding.message));
                put_line!(out, "  {}{}  {}{}", selector, reference, mark, message);
            }
        }
    }
}

choice! {
    /// The format of the report.
    pub(crate) enum Format {
        Text = "text",
        Json = "json",
        Sarif = "sarif",
        Junit = "junit",
        Html = "html",
    }
}

choice!(for Impact { Minor = "minor", Moderate = "moderate", Serious = "serious", Critical = "critical", });

/// The findings on one page or on several.
pub(crate) struct Report {
    pub(super) pages: Vec<AuditedPage>,
    /// True if what a person has to decide is listed, too.
    pub(super) with_unknown: bool,
    format: Format,
    output: Option<String>,
    sarif: Option<String>,
    github: bool,
}

impl Report {
    pub(crate) fn new(pages: Vec<AuditedPage>, given: &AuditArguments) -> Self {
        Self {
            pages,
            with_unknown: given.unknown,
            format: given.format,
            output: given.output.as_deref().map(str::to_owned),
            sarif: given.sarif.as_deref().map(str::to_owned),
            github: given.github,
        }
    }

    pub(super) fn failures(&self) -> usize {
        self.pages.iter().map(AuditedPage::failures).sum()
    }

    pub(super) fn unknown(&self) -> usize {
        self.pages.iter().map(AuditedPage::unknown).sum()
    }

    pub(super) fn errors(&self) -> usize {
        self.pages.iter().filter(|page| page.error.is_some()).count()
    }

    /// Returns the warnings about what the files of the pages lack and what of them was left out, page by page.
    #[cfg(feature = "cli")]
    pub(crate) fn warnings(&self) -> impl Iterator<Item = (&str, &crate::limits::Warning)> {
        self.pages.iter().flat_map(|page| page.warnings.iter().map(|warning| (&*page.file, warning)))
    }

    /// The findings that are listed, in order.
    pub(super) fn listed<'a>(&self, page: &'a AuditedPage) -> impl Iterator<Item = &'a Row> + use<'a> {
        let with_unknown = self.with_unknown;
        page.rows.iter().filter(move |row| row.fails() || with_unknown)
    }

    fn written(&self, format: Format) -> String {
        match format {
            Format::Text => self.lines().as_str().to_owned(),
            Format::Json => self.json(),
            Format::Sarif => self.to_sarif(),
            Format::Junit => self.to_junit(),
            Format::Html => self.to_html(),
        }
    }

    fn lines(&self) -> SafeText {
        let mut out = SafeText::new();
        let several = self.pages.len() > 1;
        for page in &self.pages {
            if several && (page.error.is_some() || self.listed(page).next().is_some()) {
                put_line!(out, "## {}", PageText::of(&page.file));
            }
            page.put_text(&mut out, self.with_unknown);
            if let Some(error) = &page.error {
                put_line!(out, "error: {}", error.message());
            }
        }
        let (failures, unknown) = (self.failures(), self.unknown());
        let hint = if unknown > 0 && !self.with_unknown { "; --unknown includes those that need review" } else { "" };
        if several {
            let clean = self.pages.iter().filter(|page| page.error.is_none() && page.failures() == 0).count();
            let pages = self.pages.len();
            put_line!(
                out,
                "# {} failures, {} unknown on {} pages, {} without failures{}",
                failures,
                unknown,
                pages,
                clean,
                hint
            );
        } else {
            put_line!(out, "# {} failures, {} unknown{}", failures, unknown, hint);
        }
        out
    }
}

impl Answer for Report {
    fn text(&self) -> SafeText {
        let mut out = match (self.format, &self.output) {
            (Format::Text, _) | (_, Some(_)) => self.lines(),
            (format, None) => SafeText::verbatim(self.written(format)),
        };
        if self.github {
            self.put_annotations(&mut out);
        }
        out
    }

    fn json(&self) -> String {
        if let [page @ AuditedPage { error: None, .. }] = self.pages.as_slice() {
            return to_json(&page.json());
        }
        let pages: Vec<Value> = self
            .pages
            .iter()
            .map(|page| match &page.error {
                Some(error) => {
                    json!({ "file": page.file, "error": { "code": error.code(), "message": error.to_string() } })
                }
                None => {
                    let mut value = page.json();
                    value["file"] = page.file.as_str().into();
                    for (name, lines) in page.warnings.fields(true) {
                        value[name] = lines.into();
                    }
                    value
                }
            })
            .collect();
        to_json(&json!({
            "failures": self.failures(), "unknown": self.unknown(), "errors": self.errors(), "pages": pages,
        }))
    }

    fn files(&self) -> Vec<(String, String)> {
        let own = self.output.iter().map(|path| (path.clone(), self.written(self.format)));
        own.chain(self.sarif.iter().map(|path| (path.clone(), self.to_sarif()))).collect()
    }

    fn verdict(&self) -> Verdict {
        match () {
            () if self.errors() > 0 => Verdict::Error,
            () if self.failures() > 0 => Verdict::Failed,
            () => Verdict::Done,
        }
    }
}
