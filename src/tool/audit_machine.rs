//! The findings of `audit` as machines read them: SARIF and `JUnit`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::audit::{Report, Row};
use super::github::{Annotation, Level};
use super::{Surface, to_json};
use crate::audit::{Impact, Rule};
use crate::safe_text::SafeText;

impl Report {
    /// <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>
    pub(super) fn to_sarif(&self) -> String {
        let rules: Vec<Value> = Rule::ALL
            .iter()
            .map(|rule| {
                let wcag = if rule.wcag.is_empty() { String::new() } else { format!(" WCAG 2.2: {}.", rule.wcag) };
                json!({
                    "id": rule.id,
                    "shortDescription": { "text": rule.summary },
                    "help": { "text": format!("{}.{wcag}", rule.summary) },
                    "defaultConfiguration": { "level": sarif_level(true, rule.impact) },
                    "properties": { "impact": rule.impact.as_str(), "wcag": rule.wcag, "tags": ["accessibility"] },
                })
            })
            .collect();
        let mut results = Vec::new();
        let mut failed = Vec::new();
        for page in &self.pages {
            let uri = uri(&page.file);
            results.extend(self.listed(page).map(|row| result(row, &uri)));
            failed.extend(page.error.as_ref().map(|error| {
                json!({
                    "level": "error",
                    "message": { "text": error.to_string() },
                    "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri } } }],
                })
            }));
        }
        to_json(&json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": { "name": "stillpage", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
                "invocations": [{ "executionSuccessful": failed.is_empty(), "toolExecutionNotifications": failed }],
                "columnKind": "unicodeCodePoints",
                "results": results,
            }],
        }))
    }

    /// Lines that GitHub shows beside the lines of the pages.
    pub(super) fn put_annotations(&self, out: &mut SafeText) {
        for page in &self.pages {
            for row in self.listed(page) {
                let rule = row.finding.rule;
                let level = level(row.fails(), rule.impact);
                let message = format!("{}: {}: {}", rule.id, row.selector, row.finding.message);
                let line = row.line.unwrap_or(1);
                Annotation { level, file: &page.file, line, command: "audit", message: &message }.put(out);
            }
            if let Some(error) = &page.error {
                let message = error.to_string();
                Annotation { level: Level::Error, file: &page.file, line: 1, command: "audit", message: &message }
                    .put(out);
            }
        }
    }

    /// A suite a page, a case a rule.
    pub(super) fn to_junit(&self) -> String {
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let (mut suites, mut all, mut failed) = (String::new(), 0, 0);
        for page in &self.pages {
            let file = escaped(&page.file);
            let mut broken: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
            for row in self.listed(page).filter(|row| row.fails()) {
                broken.entry(row.finding.rule.id).or_default().push(row);
            }
            let (tests, errors) = if page.error.is_some() { (1, 1) } else { (Rule::ALL.len(), 0) };
            let _ = writeln!(
                suites,
                "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{}\" errors=\"{errors}\" skipped=\"0\">",
                broken.len()
            );
            (all, failed) = (all + tests, failed + broken.len());
            if let Some(error) = &page.error {
                let hint = escaped(&Surface::CommandLine.hint(error).to_string());
                let (code, message) = (error.code(), escaped(&error.to_string()));
                let _ = writeln!(
                    suites,
                    "    <testcase name=\"page\" classname=\"{file}\" file=\"{file}\">\n      \
                     <error message=\"{message}\" type=\"{code}\">{hint}</error>\n    </testcase>"
                );
            } else {
                for rule in Rule::ALL {
                    let start = format!("    <testcase name=\"{}\" classname=\"{file}\" file=\"{file}\"", rule.id);
                    let Some(rows) = broken.get(rule.id) else {
                        let _ = writeln!(suites, "{start}/>");
                        continue;
                    };
                    let _ = writeln!(
                        suites,
                        "{start}>\n      <failure message=\"{}: {} elements\" type=\"{}\">",
                        escaped(rule.summary),
                        rows.len(),
                        rule.impact.as_str()
                    );
                    for row in rows {
                        let line = row.line.map(|line| format!("line {line}: ")).unwrap_or_default();
                        let (selector, message) = (escaped(&row.selector), escaped(&row.finding.message));
                        let _ = writeln!(suites, "{line}{selector}: {message}");
                    }
                    suites.push_str("      </failure>\n    </testcase>\n");
                }
            }
            suites.push_str("  </testsuite>\n");
        }
        let errors = self.errors();
        let _ = writeln!(
            xml,
            "<testsuites name=\"stillpage audit\" tests=\"{all}\" failures=\"{failed}\" errors=\"{errors}\">"
        );
        xml + &suites + "</testsuites>\n"
    }
}

fn result(row: &Row, uri: &str) -> Value {
    let rule = row.finding.rule;
    json!({
        "ruleId": rule.id,
        "ruleIndex": Rule::ALL.iter().position(|known| known.id == rule.id),
        "level": sarif_level(row.fails(), rule.impact),
        "message": { "text": format!("{}: {}", row.selector, row.finding.message) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri },
                // Code hosts show no result without a line.
                "region": { "startLine": row.line.unwrap_or(1) },
            },
            "logicalLocations": [{ "fullyQualifiedName": row.selector, "kind": "element" }],
        }],
    })
}

fn level(fails: bool, impact: Impact) -> Level {
    match (fails, impact) {
        (false, _) => Level::Notice,
        (true, Impact::Minor | Impact::Moderate) => Level::Warning,
        (true, _) => Level::Error,
    }
}

/// The level as SARIF has it.
fn sarif_level(fails: bool, impact: Impact) -> &'static str {
    match level(fails, impact) {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Notice => "note",
    }
}

/// A path as a relative reference: <https://www.rfc-editor.org/rfc/rfc3986#section-4.2>
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.trim_start_matches("./").replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Text as XML 1.0 has it, in attributes and elements; characters that XML does not have are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            '\t' => out.push('\t'),
            c if u32::from(c) < 0x20 || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("./dist/über uns#1.html"), "dist/%C3%BCber%20uns%231.html");
        assert_eq!(uri("C:\\site\\a.html"), "C%3A/site/a.html");
    }
}
