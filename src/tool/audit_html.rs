//! The findings of `audit` as a report to look at: a picture of each page with the findings on it, and their list.

use std::fmt::Write as _;

use super::audit::{AuditedPage, Report, Row};
use crate::geometry::Rect;
use crate::picture::{Picture, escaped};

/// Nothing is loaded, and no script runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE: &str = "\
:root{color-scheme:light}\
body{margin:0;font:15px/1.45 'Liberation Sans',Arial,Helvetica,sans-serif;color:#0f172a;background:#f8fafc}\
header,main{max-width:1500px;margin:0 auto;padding:16px 24px}\
h1{margin:0 0 4px;font-size:24px}h2{font-size:18px;margin:0 0 8px;overflow-wrap:anywhere}h3{font-size:15px;margin:16px 0 4px}\
table{border-collapse:collapse}td,th{padding:2px 14px 2px 0;text-align:left}td.n{text-align:right}\
section{background:#fff;border:1px solid #cbd5e1;border-radius:8px;padding:16px;margin:0 0 20px}\
.sides{display:grid;grid-template-columns:minmax(0,3fr) minmax(280px,2fr);gap:20px;align-items:start}\
@media (max-width:900px){.sides{grid-template-columns:minmax(0,1fr)}}\
.picture{position:relative;border:1px solid #cbd5e1}\
.picture img,.picture svg{display:block;width:100%;height:auto}\
.picture svg{position:absolute;inset:0}\
.picture rect{fill-opacity:.14;stroke-width:2.5}\
.picture .tag{fill-opacity:1;stroke:#fff;stroke-width:1}\
.picture text{font:bold 13px 'Liberation Sans',Arial,sans-serif;fill:#fff;text-anchor:middle}\
.critical rect{fill:#b91c1c;stroke:#b91c1c}.serious rect{fill:#c2410c;stroke:#c2410c}\
.moderate rect{fill:#854d0e;stroke:#854d0e}.minor rect{fill:#475569;stroke:#475569}\
.unknown rect{stroke-dasharray:6 4}\
a:hover rect,a:focus rect{fill-opacity:.4}\
.badge{display:inline-block;min-width:1.3em;padding:0 5px;border-radius:4px;color:#fff;font-weight:bold;font-size:13px;\
text-align:center}\
.badge.critical{background:#b91c1c}.badge.serious{background:#c2410c}.badge.moderate{background:#854d0e}\
.badge.minor{background:#475569}\
ol{list-style:none;margin:0;padding:0}li{padding:6px 0;border-top:1px solid #e2e8f0;overflow-wrap:anywhere}\
li:target{background:#fef9c3}\
code{font:12px 'Liberation Mono',Menlo,Consolas,monospace;color:#334155}\
.note{color:#475569}";

impl Report {
    pub(super) fn to_html(&self) -> String {
        let mut out = String::new();
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>Accessibility: {failures} failures</title><style>{STYLE}</style></head>\n<body><header>\
             <h1>Accessibility</h1><p>{failures} failures and {unknown} findings for a person to decide on {pages}.</p>",
            failures = self.failures(),
            unknown = self.unknown(),
            pages = if self.pages.len() == 1 { "one page".to_owned() } else { format!("{} pages", self.pages.len()) },
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
            put_picture(out, at, picture, &rows);
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

/// The picture, and the findings over it with their numbers.
fn put_picture(out: &mut String, at: usize, picture: &Picture, rows: &[&Row]) {
    let bounds = picture.bounds();
    let _ = write!(
        out,
        "<div class=\"picture\"><img alt=\"The page, drawn with its boxes and words\" width=\"{}\" height=\"{}\" \
         src=\"data:image/svg+xml,{}\"><svg viewBox=\"{} {} {} {}\" role=\"group\" aria-label=\"Findings on the page\">",
        bounds.width,
        bounds.height,
        percent_encoded(&picture.to_svg()),
        bounds.x,
        bounds.y,
        bounds.width,
        bounds.height
    );
    let mut tags: Vec<Rect> = Vec::new();
    for (number, row) in rows.iter().enumerate().filter(|(_, row)| !row.area.is_empty()) {
        let (area, number_text) = (row.area.intersect(&bounds), (number + 1).to_string());
        let tag = free_place(&tags, &area, &bounds, if number_text.len() > 2 { 32.0 } else { 24.0 });
        tags.push(tag);
        let unknown = if row.fails() { "" } else { " unknown" };
        let _ = write!(
            out,
            "<a href=\"#p{at}f{number}\" class=\"{}{unknown}\"><title>{}</title>\
             <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\
             <rect class=\"tag\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"18\" rx=\"4\"/>\
             <text x=\"{}\" y=\"{}\">{number_text}</text></a>",
            row.finding.rule.impact.as_str(),
            escaped(&format!("{}: {}", row.finding.rule.id, row.finding.message)),
            area.x,
            area.y,
            area.width,
            area.height,
            tag.x,
            tag.y,
            tag.width,
            tag.x + tag.width / 2.0,
            tag.y + 13.5,
        );
    }
    out.push_str("</svg></div>");
}

/// Limit: places that are tried for a number, one beside the other.
const MAX_PLACES: u8 = 40;

/// A place for the number of a finding, at the top left of its box, beside the numbers that are there already.
fn free_place(taken: &[Rect], area: &Rect, bounds: &Rect, width: f32) -> Rect {
    let most = (bounds.right() - width).max(bounds.x);
    let mut place = Rect::new((area.x - 2.0).clamp(bounds.x, most), (area.y - 9.0).max(bounds.y), width, 18.0);
    for _ in 0..MAX_PLACES {
        if !taken.iter().any(|other| !other.intersect(&place).is_empty()) {
            break;
        }
        place.x += width + 1.0;
        if place.x > most {
            (place.x, place.y) = (area.x.clamp(bounds.x, most), place.y + 19.0);
        }
    }
    place
}

/// SVG in an address: <https://www.rfc-editor.org/rfc/rfc2397>
fn percent_encoded(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len() * 5 / 4);
    for byte in svg.bytes() {
        match byte {
            b'"' | b'#' | b'%' | b'&' | b'<' | b'>' | 0..=0x1f | 0x7f..=0xff => {
                let _ = write!(out, "%{byte:02X}");
            }
            byte => out.push(char::from(byte)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_do_not_cover_each_other() {
        let (bounds, area) = (Rect::new(0.0, 0.0, 100.0, 100.0), Rect::new(70.0, 5.0, 20.0, 9.0));
        let mut taken = Vec::new();
        for _ in 0..6 {
            let place = free_place(&taken, &area, &bounds, 24.0);
            assert!(taken.iter().all(|other: &Rect| other.intersect(&place).is_empty()), "{place:?} of {taken:?}");
            taken.push(place);
        }
    }
}
