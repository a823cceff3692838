//! The actions of a recording as text and as JSON.

use serde_json::{Value, json};

use super::{Changes, StepReport, TraceReport};
use crate::safe_text::{PageText, SafeText, put, put_line, safe};
use crate::tool::{Answer, Verdict, to_json};

/// Limit: characters of a locator or value on a line.
const SHORT: usize = 200;
/// Limit: lines of changes of an action.
const MAX_CHANGES: usize = 12;

impl TraceReport {
    pub(super) fn failures(&self) -> usize {
        self.steps.iter().filter(|report| report.step.has_failed()).count()
    }

    pub(super) fn listed(&self) -> impl Iterator<Item = &StepReport> {
        self.steps.iter().filter(|report| !self.failed_only || report.step.has_failed())
    }

    /// The name of the test, or of the file.
    pub(super) fn name(&self) -> &str {
        let file = || self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        self.title.as_deref().unwrap_or_else(file)
    }
}

/// `9 actions, 1 failed`
pub(super) fn tally(report: &TraceReport) -> SafeText {
    let count = report.steps.len();
    let actions = if count == 1 { "action" } else { "actions" };
    let mut out = safe!("{} {}, {} failed", count, actions, report.failures());
    if report.skipped > 0 {
        put!(out, "; {} not looked at, since their pages are too many", report.skipped);
    }
    out
}

impl StepReport {
    /// `click getByRole('button', { name: 'Pay' })`
    pub(super) fn what(&self) -> SafeText {
        let step = &self.step;
        let method = match &step.expectation {
            Some(expectation) if expectation.is_not => {
                safe!("expect not {}", PageText::of(&expectation.matcher.replace('.', " ")))
            }
            Some(expectation) => safe!("expect {}", PageText::of(&expectation.matcher.replace('.', " "))),
            None => PageText::of(&step.action.method).at_most(SHORT).into(),
        };
        let mut out = method;
        let locator = self.locator.as_ref().map(|locator| &locator.written).or(step.action.locator.as_ref());
        if let Some(locator) = locator {
            put!(out, " {}", PageText::of(locator).at_most(SHORT));
        }
        let expected = step.expectation.as_ref().and_then(|expectation| expectation.expected.as_deref());
        match (&step.action.value, expected) {
            (_, Some(expected)) => put!(out, " {}", PageText::of(expected).at_most(SHORT)),
            (Some(value), None) if step.action.method == "goto" => put!(out, " {}", PageText::of(value).at_most(SHORT)),
            (Some(value), None) => put!(out, " {}", PageText::quoted(value).at_most(SHORT)),
            (None, None) => {}
        }
        out
    }

    /// Describes the element of a step, in lines.
    pub(super) fn about(&self) -> Vec<SafeText> {
        let mut lines = Vec::new();
        if let Some(cause) = &self.cause {
            lines.push(safe!("cause: {}", cause.sentence));
            if let Some(hint) = &cause.hint {
                lines.push(safe!("hint: {}", hint));
            }
        }
        let is_one = self.locator.as_ref().is_none_or(|locator| locator.matches == Some(1) || locator.each.is_empty());
        if let Some(target) = self.target.as_ref().filter(|_| is_one) {
            let mut line = safe!("on {}", target.words);
            if let Some(landing) = &self.landing
                && self.cause.is_none()
            {
                match (&landing.interceptor, landing.outcome) {
                    (Some(by), _) => put!(line, "; {} is in front", by.with_dialog()),
                    (None, "refused") => put!(line, "; {}", landing.reason.unwrap_or("refused")),
                    _ => {}
                }
            }
            lines.push(line);
        }
        if let Some(locator) = &self.locator {
            match locator.matches {
                Some(count) if count > 1 => {
                    let each = locator.each.iter().map(|each| PageText::of(each).at_most(SHORT).into());
                    let each = SafeText::join(each, ", ");
                    let is_expected = self.step.expectation.as_ref().is_some_and(|e| e.matcher == "to.have.count");
                    if !is_expected && self.cause.as_ref().is_none_or(|cause| cause.kind != "several") {
                        lines.push(safe!("locator: matches {}: {}", count, each));
                    }
                }
                Some(1) => match &locator.better {
                    Some(better) => {
                        lines.push(safe!("locator: unique; better {}", PageText::of(better).at_most(SHORT)));
                    }
                    None => lines.push("locator: unique".into()),
                },
                _ => {}
            }
        }
        lines
    }

    /// Describes the changes of a step, in lines, with what is around them or alone, and returns the number of lines left out.
    pub(super) fn changed(&self, limit: usize, whole: bool) -> (Vec<SafeText>, usize) {
        match &self.changes {
            Changes::Unknown => (Vec::new(), 0),
            Changes::Document(title, refs) => {
                (vec![safe!("another document: {}, {} refs", PageText::quoted(title), refs)], 0)
            }
            Changes::By(differences) if differences.difference.is_empty() => (vec!["nothing changed".into()], 0),
            Changes::By(differences) => {
                let is_marked = |line: &&str| whole || line.starts_with(['+', '-', '~', '>']);
                let lines: Vec<&str> = differences.difference.text().lines().skip(1).filter(is_marked).collect();
                let alone = |line: &str| {
                    let (mark, rest) = line.split_at(1);
                    format!("{mark} {}", rest.trim_start().trim_start_matches("- "))
                };
                let shown = lines.iter().take(limit);
                let shown = shown.map(|line| SafeText::lines(&if whole { (*line).to_owned() } else { alone(line) }));
                (shown.collect(), lines.len().saturating_sub(limit))
            }
        }
    }

    fn json(&self) -> Value {
        let step = &self.step;
        let states: serde_json::Map<String, Value> =
            self.states.iter().map(|(phase, state)| ((*phase).to_owned(), json!(state))).collect();
        let changes = match &self.changes {
            Changes::Unknown => Value::Null,
            Changes::Document(title, refs) => json!({ "document": title, "refs": refs }),
            Changes::By(differences) => {
                let counts = differences.difference.counts();
                json!({
                    "added": counts.added, "removed": counts.removed, "changed": counts.changed, "moved": counts.moved,
                    "changes": differences.difference.changes,
                })
            }
        };
        let expectation = step.expectation.as_ref().map(|expectation| {
            json!({ "matcher": expectation.matcher, "expected": expectation.expected, "not": expectation.is_not })
        });
        json!({
            "id": step.id, "time": step.time, "page": step.page, "url": step.url, "source": step.source,
            "method": step.action.method, "value": step.action.value,
            "point": step.action.point.map(|point| [point.x, point.y]),
            "expectation": expectation, "failed": step.has_failed(), "examined": self.is_examined, "error": step.error, "cause": self.cause,
            "states": states, "target": self.target, "locator": self.locator, "landing": self.landing, "changes": changes,
        })
    }
}

impl Answer for TraceReport {
    fn text(&self) -> SafeText {
        let mut out = safe!("{}\n{}\n", PageText::of(self.name()).at_most(SHORT), tally(self));
        for report in self.listed() {
            let step = &report.step;
            let word = if step.has_failed() { "FAIL" } else { "ok  " };
            let seconds = SafeText::verbatim(format!("{:.1} s", step.time / 1e3));
            put!(out, "\n{} {}  {}  [{}]", word, seconds, report.what(), PageText::token(&step.id));
            if let Some(source) = &step.source {
                put!(out, " {}", PageText::of(source));
            }
            put_line!(out);
            if !report.is_examined {
                put_line!(out, "     not looked at: `--at` shows its pages");
            }
            for line in report.about() {
                put_line!(out, "     {}", line);
            }
            let (changed, more) = report.changed(MAX_CHANGES, false);
            for line in changed {
                put_line!(out, "     {}", line);
            }
            if more > 0 {
                put_line!(out, "     … {} more lines of changes", more);
            }
        }
        out
    }

    fn json(&self) -> String {
        let actions: Vec<Value> = self.listed().map(StepReport::json).collect();
        to_json(&json!({
            "title": self.title, "count": self.steps.len(), "failed": self.failures(), "skipped": self.skipped,
            "actions": actions,
        }))
    }

    fn files(&self) -> Vec<(String, String)> {
        self.html.iter().map(|path| (path.clone(), self.to_html())).collect()
    }

    fn verdict(&self) -> Verdict {
        if self.is_strict && self.failures() > 0 { Verdict::Failed } else { Verdict::Done }
    }
}
