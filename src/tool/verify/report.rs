//! The report: figures, and both pictures side by side with the worst elements marked in both.

use std::fmt::Write as _;

use super::{Mismatch, Verification, Verified, box_text, share};
use crate::capture::base64;
use crate::page::Page;
use crate::picture::Picture;
use crate::snapshot::{Marks, ModalMode, Snapshot, SnapshotOptions};

/// The window as the engine sees it: an SVG file.
pub(super) fn picture(page: &Page) -> String {
    let snapshot = Snapshot::render(page, &SnapshotOptions::default());
    let marks = Marks::of(page, &snapshot, ModalMode::Mark);
    Picture::of(page, &snapshot, &marks).to_window_svg()
}

const STYLE: &str = "\
body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:1800px;padding:0 2rem;color:#0f172a}\
h2{margin:2.5rem 0 .25rem;font-size:1.15rem;overflow-wrap:anywhere}\
table{border-collapse:collapse}td,th{border:1px solid #cbd5e1;padding:3px 9px;text-align:right;font-variant-numeric:tabular-nums}\
th{background:#f1f5f9;font-weight:600}\
td.word,th.word{text-align:left;font-variant-numeric:normal}\
td.bad{background:#fee2e2}td.fair{background:#fef9c3}\
.areas{display:flex;flex-wrap:wrap;gap:4px 14px;margin:.25rem 0 .75rem;padding:0;list-style:none;color:#334155}\
.areas b{font-weight:600}.areas .bad b{color:#b91c1c}.areas .fair b{color:#a16207}\
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin-bottom:.75rem}\
figure{margin:0}figcaption{color:#475569;padding-bottom:3px}\
.shot{position:relative;border:1px solid #94a3b8;background:#fff}.shot img{display:block;width:100%}\
.shot svg{position:absolute;inset:0;width:100%;height:100%}\
.shot rect{fill:#dc2626;fill-opacity:.1;stroke:#dc2626;stroke-width:2}\
.shot circle{fill:#dc2626;stroke:#fff;stroke-width:1.5}\
.shot text{font:bold 15px sans-serif;fill:#fff;text-anchor:middle}\
.number{background:#dc2626;color:#fff;border-radius:1em;padding:0 .5em;font-weight:bold}\
.note{color:#b91c1c}";

/// An HTML page about all that was verified.
pub(super) fn report(verified: &Verified) -> String {
    let mut out = format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>stillpage verify</title><style>{STYLE}</style>\
         <h1>Chromium and the engine</h1><p>Shares of agreeing items; the mean is over {} pages.</p>\
         <table><tr><th class=\"word\">area<th>mean<th>pooled",
        verified.pages.len()
    );
    for (area, (mean, pooled)) in verified.summary() {
        let class = grade(mean);
        let _ = write!(out, "<tr><td class=\"word\">{area}<td class=\"{class}\">{mean:.4}<td>{pooled:.4}");
    }
    out.push_str("</table>");
    for page in &verified.pages {
        write_page(&mut out, page);
    }
    out + "</html>\n"
}

/// Returns a class for a share: how good it is.
fn grade(share: f64) -> &'static str {
    match share {
        share if share < 0.9 => "bad",
        share if share < 0.98 => "fair",
        _ => "good",
    }
}

fn write_page(out: &mut String, page: &Verification) {
    let _ = write!(out, "<h2>{}</h2>", escaped(&page.page));
    if !page.note.is_empty() {
        let _ = write!(out, "<p class=\"note\">{}</p>", escaped(&page.note));
    }
    out.push_str("<ul class=\"areas\">");
    for (area, &(agreeing, all)) in page.areas.iter().filter(|(_, (_, all))| *all > 0) {
        let share = share(agreeing, all);
        let _ = write!(out, "<li class=\"{}\">{area} <b>{share:.3}</b>", grade(share));
    }
    out.push_str("</ul><div class=\"pair\">");
    let chromium = format!("data:image/png;base64,{}", page.pictures.chromium);
    let ours = format!("data:image/svg+xml;base64,{}", base64(page.pictures.ours.as_bytes()));
    write_picture(out, page, ("Chromium", &chromium), |miss| &miss.chromium);
    write_picture(out, page, ("The engine", &ours), |miss| &miss.computed);
    out.push_str("</div>");
    if page.worst.is_empty() {
        return;
    }
    out.push_str(
        "<table><tr><th>#<th class=\"word\">element<th>engine<th>Chromium<th>off by<th class=\"word\">likely cause",
    );
    for (number, miss) in page.worst.iter().enumerate() {
        let _ = write!(
            out,
            "<tr><td><span class=\"number\">{}</span><td class=\"word\">{}<td>{}<td>{}<td>{}<td class=\"word\">{}",
            number + 1,
            escaped(&miss.element),
            box_text(&miss.computed),
            box_text(&miss.chromium),
            miss.off,
            escaped(&miss.cause)
        );
    }
    out.push_str("</table>");
}

/// One of the pictures, with the boxes of the worst elements as that side has them.
fn write_picture(
    out: &mut String,
    page: &Verification,
    (name, source): (&str, &str),
    side: impl Fn(&Mismatch) -> &[f64; 4],
) {
    let (width, height) = page.pictures.size;
    let _ = write!(
        out,
        "<figure><figcaption>{name}</figcaption><div class=\"shot\"><img alt=\"{name}\" width=\"{width}\" height=\"{height}\" \
         style=\"height:auto\" src=\"{source}\"><svg viewBox=\"0 0 {width} {height}\">"
    );
    for (number, miss) in page.worst.iter().enumerate() {
        let &[x, y, w, h] = side(miss);
        let _ = write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\"/>", w.max(1.0), h.max(1.0));
        // Beside the box, and where it can be seen also for boxes that begin outside of the window.
        let (x, y) = ((x - 9.0).clamp(11.0, f64::from(width) - 11.0), y.clamp(11.0, f64::from(height) - 11.0));
        let _ = write!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\"/><text x=\"{x}\" y=\"{}\">{}</text>",
            y + 5.0,
            number + 1
        );
    }
    out.push_str("</svg></div></figure>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
