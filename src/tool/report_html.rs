//! Reports to look at, as HTML of one file: what they have in common, and pictures of pages with numbered frames.

use std::fmt::Write as _;

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
.note{color:#475569}\
pre{margin:0;font:12px/1.6 'Liberation Mono',Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}\
pre .less{color:#991b1b;background:#fef2f2}pre .more{color:#166534;background:#f0fdf4}pre .open{color:#854d0e}\
pre>span{display:block}pre>span:target{outline:2px solid #854d0e}";

/// Writes the start of a report, up to what stands in its `main`: title, heading and a sentence.
pub(super) fn start(title: &str, heading: &str, sentence: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head>\n<body><header><h1>{heading}</h1><p>{sentence}</p>"
    )
}

/// A box on a page that a report is about.
pub(super) struct Frame {
    /// In CSS px from the top left of the page.
    pub(super) area: Rect,
    /// The id of what the report says about it.
    pub(super) id: String,
    pub(super) number: usize,
    /// The classes of its color.
    pub(super) class: String,
    pub(super) title: String,
}

/// Writes a picture, and frames over it with their numbers.
pub(super) fn put_picture(out: &mut String, picture: &Picture, frames: &[Frame]) {
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
    for frame in frames.iter().filter(|frame| !frame.area.is_empty()) {
        let (area, number) = (frame.area.intersect(&bounds), frame.number.to_string());
        let tag = free_place(&tags, &area, &bounds, if number.len() > 2 { 32.0 } else { 24.0 });
        tags.push(tag);
        let _ = write!(
            out,
            "<a href=\"#{}\" class=\"{}\"><title>{}</title>\
             <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\
             <rect class=\"tag\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"18\" rx=\"4\"/>\
             <text x=\"{}\" y=\"{}\">{number}</text></a>",
            frame.id,
            frame.class,
            escaped(&frame.title),
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
