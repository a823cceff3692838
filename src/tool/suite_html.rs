//! The outcome of `test` as a report to look at: a picture of each page that differs, with what differs framed, beside the difference.

use std::fmt::Write as _;

use super::report_html::{Frame, put_picture, start};
use super::suite::{Case, CaseOutcome, CaseView, Suite};
use super::surface::Surface;
use crate::picture::escaped;

impl Suite {
    /// The report.
    pub(super) fn to_html(&self) -> String {
        let (passed, failed, errors) = (self.count("passed"), self.count("failed"), self.count("error"));
        let mut out = start(
            &format!("Pages and templates: {failed} failed"),
            "Pages and templates",
            &format!("{passed} passed, {failed} failed, {errors} could not be read."),
        );
        let shown = || self.cases.iter().enumerate().filter(|(_, case)| case.outcome.is_shown());
        if shown().count() > 1 {
            out.push_str("<ol>");
            for (at, case) in shown() {
                let _ =
                    write!(out, "<li><a href=\"#c{at}\">{}</a> {}</li>", escaped(&case.page), case.outcome.as_str());
            }
            out.push_str("</ol>");
        }
        out.push_str("</header>\n<main>");
        for (at, case) in shown() {
            put_case(&mut out, at, case);
        }
        if !self.untested.is_empty() {
            out.push_str("<section><h2>Pages without a template</h2><ol>");
            for page in &self.untested {
                let _ = write!(out, "<li><code>{}</code></li>", escaped(page));
            }
            out.push_str("</ol></section>\n");
        }
        out.push_str("</main></body></html>\n");
        out
    }
}

fn put_case(out: &mut String, at: usize, case: &Case) {
    let _ = write!(
        out,
        "<section id=\"c{at}\"><h2>{}</h2><p><code>{}</code></p>",
        escaped(&case.page),
        escaped(&case.template)
    );
    for note in &case.notes {
        let _ = write!(out, "<p class=\"note\">Note: {}</p>", escaped(note));
    }
    match &case.outcome {
        CaseOutcome::Passed => {}
        CaseOutcome::Written { .. } => {
            let _ = write!(out, "<p>The template was {}.</p>", case.outcome.as_str());
        }
        CaseOutcome::Broken(error) => {
            let hint = Surface::CommandLine.hint(error).to_string();
            let _ = write!(out, "<p>{}</p><p class=\"note\">{}</p>", escaped(&error.to_string()), escaped(&hint));
        }
        CaseOutcome::Failed { diff, view } => put_difference(out, at, diff, view.as_deref()),
    }
    out.push_str("</section>\n");
}

fn put_difference(out: &mut String, at: usize, diff: &str, view: Option<&CaseView>) {
    let lines: Vec<&str> = diff.lines().collect();
    let id = |line: usize| format!("c{at}l{line}");
    out.push_str("<div class=\"sides\">");
    let areas = view.map_or(&[][..], |view| &view.areas);
    if let Some(view) = view {
        let frames: Vec<Frame> = areas
            .iter()
            .zip(1..)
            .map(|((line, area), number)| Frame {
                area: *area,
                id: id(*line),
                number,
                class: class_of(lines.get(*line).unwrap_or(&"")).1.to_owned(),
                title: lines.get(*line).map_or("", |line| line.trim()).to_owned(),
            })
            .collect();
        put_picture(out, &view.picture, &frames);
    }
    out.push_str("<pre>");
    for (at, line) in lines.iter().enumerate() {
        let (class, badge) = class_of(line);
        let _ = write!(out, "<span id=\"{}\" class=\"{class}\">{}", id(at), escaped(line));
        for number in (1..).zip(areas).filter(|(_, (about, _))| *about == at).map(|(number, _)| number) {
            let _ = write!(out, " <b class=\"badge {badge}\">{number}</b>");
        }
        out.push_str("</span>");
    }
    out.push_str("</pre></div>");
}

/// The class of a line of a difference, and the one of the frame that belongs to it.
fn class_of(line: &str) -> (&'static str, &'static str) {
    match line.chars().next() {
        Some('-') => ("less", "critical"),
        Some('+') => ("more", "moderate"),
        Some('?') => ("open", "minor"),
        _ => ("", "minor"),
    }
}
