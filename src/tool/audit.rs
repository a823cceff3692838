//! `stillpage audit`

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::element::tag;
use super::{Answer, Argument, ArgumentKind, Call, FILE, Tool, Verdict, to_json};
use crate::audit::{Audit, Certainty, Finding, Impact, RULES};
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put_line, safe};
use crate::search::hint::SelectorHints;
use crate::snapshot::{Snapshot, SnapshotOptions};

pub(super) const TOOL: Tool = Tool {
    name: "audit",
    summary: "Accessibility problems of a page, also those that need layout",
    about: "Looks for controls and images without a name, labels and ids that lead nowhere, headings and landmarks out of order, \
            controls that are covered, off the page or too small, text that is cut off or too faint. Rules have the ids of \
            axe-core where axe-core has the rule. What cannot be decided from the page, such as the contrast of text on an image, \
            is listed with --unknown.\n\n\
            Exit code 0 if nothing is wrong, 1 if something is; unknown findings do not count.\n\n\
            JSON: {\"failures\",\"unknown\",\"findings\":[{\"rule\",\"impact\",\"wcag\",\"verdict\":\"fails|unknown\",\"index\",\"ref\",\
            \"tag\",\"selector\",\"message\",\"related\":[selectors]}]}, unknown ones included.",
    arguments: &[
        FILE,
        Argument::option("rule", ArgumentKind::Text, "Only this rule")
            .many()
            .detail("By its id, as in color-contrast."),
        Argument::option("skip", ArgumentKind::Text, "All rules but this one").many(),
        Argument::option(
            "least-impact",
            ArgumentKind::Choice(&["minor", "moderate", "serious", "critical"]),
            "Only findings of this impact or a greater one",
        )
        .default("minor"),
        Argument::flag("unknown", "Include findings that need review"),
        Argument::option(
            "sarif",
            ArgumentKind::Output,
            "Write the findings in the SARIF format, which code hosts show",
        ),
    ],
    examples: &[
        ("audit page.html", "what is wrong"),
        ("audit page.html --rule color-contrast --unknown", "one rule, with what could not be decided"),
        ("audit page.html --least-impact serious --sarif audit.sarif", "a check for CI"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let arguments = call.arguments;
    for name in arguments.texts("rule").into_iter().chain(arguments.texts("skip")) {
        if !RULES.iter().any(|rule| rule.id == name) {
            let ids = SafeText::join(RULES.iter().map(|rule| rule.id.into()), ", ");
            return Err(Error::arguments(
                safe!("there is no rule `{}`", PageText::of(name)),
                safe!("the rules are {}", ids),
            ));
        }
    }
    let (only, skipped) = (arguments.texts("rule"), arguments.texts("skip"));
    let impacts = [Impact::Minor, Impact::Moderate, Impact::Serious, Impact::Critical];
    let least = impacts.into_iter().find(|impact| arguments.text("least-impact") == Some(impact.word()));
    let page = call.page();
    let Audit { mut findings, .. } = page.audit();
    findings.retain(|finding| {
        (only.is_empty() || only.contains(&finding.rule.id))
            && !skipped.contains(&finding.rule.id)
            && least.is_none_or(|least| finding.rule.impact >= least)
    });
    let hints = SelectorHints::new(page.dom());
    let snapshot = Snapshot::render(page, &SnapshotOptions::default());
    let places: BTreeMap<NodeId, usize> = page.dom().elements_in_order().zip(0..).collect();
    let rows = findings.iter().map(|finding| Row::new(page, finding, &hints, &snapshot, &places)).collect();
    Ok(Box::new(Report {
        rows,
        unknown: arguments.flag("unknown"),
        file: arguments.text("file").unwrap_or_default().to_owned(),
        sarif: arguments.text("sarif").map(str::to_owned),
    }))
}

/// A finding as answers have it.
struct Row {
    finding: Finding,
    /// In document order; `None` in shadow trees.
    index: Option<usize>,
    reference: Option<String>,
    tag: String,
    selector: String,
    related: Vec<String>,
}

impl Row {
    fn new(
        page: &Page,
        finding: &Finding,
        hints: &SelectorHints<'_>,
        snapshot: &Snapshot,
        places: &BTreeMap<NodeId, usize>,
    ) -> Self {
        Self {
            index: places.get(&finding.node).copied(),
            reference: snapshot.refs().of(finding.node).map(|reference| reference.to_string()),
            tag: tag(page.dom(), finding.node).to_owned(),
            selector: hints.of(finding.node),
            related: finding.related.iter().take(RELATED).map(|&node| hints.of(node)).collect(),
            finding: finding.clone(),
        }
    }

    fn fails(&self) -> bool {
        self.finding.certainty == Certainty::Fails
    }
}

/// Limit: related elements that an answer names.
const RELATED: usize = 20;

struct Report {
    rows: Vec<Row>,
    unknown: bool,
    file: String,
    sarif: Option<String>,
}

impl Report {
    fn failures(&self) -> usize {
        self.rows.iter().filter(|row| row.fails()).count()
    }

    /// <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>
    fn to_sarif(&self) -> String {
        let rules: Vec<Value> = RULES
            .iter()
            .map(|rule| {
                json!({
                    "id": rule.id,
                    "shortDescription": { "text": rule.summary },
                    "properties": { "impact": rule.impact.word(), "wcag": rule.wcag },
                })
            })
            .collect();
        let results: Vec<Value> = self
            .rows
            .iter()
            .filter(|row| row.fails() || self.unknown)
            .map(|row| {
                let level = match (row.fails(), row.finding.rule.impact) {
                    (false, _) => "note",
                    (true, Impact::Minor | Impact::Moderate) => "warning",
                    (true, _) => "error",
                };
                json!({
                    "ruleId": row.finding.rule.id,
                    "level": level,
                    "message": { "text": format!("{}: {}", row.selector, row.finding.message) },
                    "locations": [{
                        "physicalLocation": { "artifactLocation": { "uri": self.file } },
                        "logicalLocations": [{ "fullyQualifiedName": row.selector, "kind": "element" }],
                    }],
                })
            })
            .collect();
        to_json(&json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": { "name": "stillpage", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
                "results": results,
            }],
        }))
    }
}

impl Answer for Report {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        let mut rules: BTreeMap<(std::cmp::Reverse<Impact>, &str), Vec<&Row>> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.fails() || self.unknown) {
            let rule = row.finding.rule;
            rules.entry((std::cmp::Reverse(rule.impact), rule.id)).or_default().push(row);
        }
        for ((impact, id), rows) in rules {
            put_line!(out, "{} ({}): {}", id, impact.0.word(), rows.first().map_or("", |row| row.finding.rule.summary));
            for row in rows {
                let reference =
                    row.reference.as_ref().map(|r| safe!(" [ref={}]", PageText::token(r))).unwrap_or_default();
                let mark = if row.fails() { "" } else { "unknown: " };
                let (selector, message) = (PageText::of(&row.selector), PageText::of(&row.finding.message));
                put_line!(out, "  {}{}  {}{}", selector, reference, mark, message);
            }
        }
        let (failures, unknown) = (self.failures(), self.rows.len() - self.failures());
        let hint = if unknown > 0 && !self.unknown { "; --unknown includes those that need review" } else { "" };
        put_line!(out, "# {} failures, {} unknown{}", failures, unknown, hint);
        out
    }

    fn json(&self) -> String {
        let findings: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let rule = row.finding.rule;
                json!({
                    "rule": rule.id,
                    "impact": rule.impact.word(),
                    "wcag": rule.wcag,
                    "verdict": if row.fails() { "fails" } else { "unknown" },
                    "index": row.index,
                    "ref": row.reference,
                    "tag": row.tag,
                    "selector": row.selector,
                    "message": row.finding.message,
                    "related": row.related,
                })
            })
            .collect();
        let unknown = self.rows.len() - self.failures();
        to_json(&json!({ "failures": self.failures(), "unknown": unknown, "findings": findings }))
    }

    fn files(&self) -> Vec<(String, String)> {
        self.sarif.iter().map(|path| (path.clone(), self.to_sarif())).collect()
    }

    fn verdict(&self) -> Verdict {
        if self.failures() > 0 { Verdict::Failed } else { Verdict::Done }
    }
}
