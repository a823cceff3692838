//! The findings of `audit` as a report to look at: a picture of each page with the findings on it, and their list.

use std::fmt::Write as _;

use super::audit::{AuditedPage, Report, Row};
use super::report_html::{Frame, put_picture, start};
use crate::picture::escaped;

impl Report {
    pub(super) fn to_html(&self) -> String {
        let (failures, unknown) = (self.failures(), self.unknown());
        let pages = if self.pages.len() == 1 { "one page".to_owned() } else { format!("{} pages", self.pages.len()) };
        let mut out = start(
            &format!("Accessibility: {failures} failures"),
            "Accessibility",
            &format!("{failures} failures and {unknown} findings for a person to decide on {pages}."),
        );
        if self.pages.len() > 1 {
            out.push_str("<table><thead><tr><th>Page</th><th>Failures</th><th>To decide</th></tr></thead><tbody>");
            for (at, page) in self.pages.iter().enumerate() {
                let file = escaped(&page.file);
                let _ = match &page.error {
                    Some(_) => {
                        write!(out, "<tr><td><a href=\"#p{at}\">{file}</a></td><td colspan=\"2\">not read</td></tr>")
                    }
                    None => write!(
                        out,
                        "<tr><td><a href=\"#p{at}\">{file}</a></td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
                        page.failures(),
                        page.unknown()
                    ),
                };
            }
            out.push_str("</tbody></table>");
        }
        out.push_str("</header>\n<main>");
        for (at, page) in self.pages.iter().enumerate() {
            self.put_page(&mut out, at, page);
        }
        out.push_str("</main></body></html>\n");
        out
    }

    fn put_page(&self, out: &mut String, at: usize, page: &AuditedPage) {
        let title = if page.title.is_empty() { "Untitled page" } else { &page.title };
        let _ =
            write!(out, "<section id=\"p{at}\"><h2>{}</h2><p><code>{}</code></p>", escaped(title), escaped(&page.file));
        if let Some(error) = &page.error {
            let _ = writeln!(out, "<p>The page could not be read: {}</p></section>", escaped(&error.to_string()));
            return;
        }
        for warning in &page.warnings {
            let _ = write!(out, "<p class=\"note\">Note: {}</p>", escaped(&warning.to_string()));
        }
        let mut rows: Vec<&Row> = self.listed(page).collect();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.finding.rule.impact), row.finding.rule.id));
        out.push_str("<div class=\"sides\">");
        if let Some(picture) = &page.picture {
            let frames: Vec<Frame> = rows
                .iter()
                .enumerate()
                .map(|(number, row)| frame(format!("p{at}f{number}"), number + 1, row))
                .collect();
            put_picture(out, picture, &frames);
        }
        out.push_str("<div>");
        let mut last = "";
        for (number, row) in rows.iter().enumerate() {
            let rule = row.finding.rule;
            if rule.id != last {
                let close = if last.is_empty() { "" } else { "</ol>" };
                let wcag = if rule.wcag.is_empty() { String::new() } else { format!(" · WCAG {}", rule.wcag) };
                let (id, impact, summary) = (rule.id, rule.impact.as_str(), escaped(rule.summary));
                let _ = write!(
                    out,
                    "{close}<h3>{id} <span class=\"badge {impact}\">{impact}</span></h3>\
                     <p class=\"note\">{summary}{wcag}</p><ol>"
                );
                last = rule.id;
            }
            let decide = if row.fails() { "" } else { " <span class=\"note\">(to be decided)</span>" };
            let line = row.line.map(|line| format!(" <span class=\"note\">line {line}</span>")).unwrap_or_default();
            let _ = write!(
                out,
                "<li id=\"p{at}f{number}\"><span class=\"badge {}\">{}</span> {}{decide}<br><code>{}</code>{line}</li>",
                rule.impact.as_str(),
                number + 1,
                escaped(&row.finding.message),
                escaped(&row.selector),
            );
        }
        out.push_str(if rows.is_empty() { "<p>Nothing was found.</p>" } else { "</ol>" });
        if page.unknown() > 0 && !self.with_unknown {
            let _ = write!(
                out,
                "<p class=\"note\">{} more are for a person to decide: --unknown includes them.</p>",
                page.unknown()
            );
        }
        out.push_str("</div></div></section>\n");
    }
}

fn frame(id: String, number: usize, row: &Row) -> Frame {
    let class = format!("{}{}", row.finding.rule.impact.as_str(), if row.fails() { "" } else { " unknown" });
    Frame { area: row.area, id, number, class, title: format!("{}: {}", row.finding.rule.id, row.finding.message) }
}
