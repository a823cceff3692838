//! The report: figures, and both pictures side by side.

use std::fmt::Write as _;

use super::{Miss, Verified, share, told};
use crate::geometry::Rect;
use crate::page::Page;

/// The boxes of the window as an `svg`: outlines of elements, bars for lines of text, red where Chromium disagrees.
pub(super) fn picture(page: &Page, worst: &[Miss]) -> String {
    let size = page.device().viewport;
    let window = Rect::new(0.0, 0.0, size.width, size.height);
    let mut out = format!(
        "<svg viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        size.width, size.height
    );
    let mut draw = |rect: &Rect, style: &str| {
        let part = rect.intersect(&window);
        if !part.is_empty() {
            let _ = write!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" {style}/>",
                part.x, part.y, part.width, part.height
            );
        }
    };
    let dom = page.dom();
    for (index, node) in dom.elements_in_order().enumerate() {
        let missed = worst.iter().any(|miss| miss.index == index);
        let style =
            if missed { "fill=\"#f003\" stroke=\"#d00\"" } else { "fill=\"none\" stroke=\"#89a\" stroke-width=\".5\"" };
        for rect in page.layout().client_rects(node) {
            draw(rect, style);
        }
        for child in dom.children(node) {
            for line in page.layout().text(child).into_iter().flat_map(|text| &text.lines) {
                draw(&line.rect, "fill=\"#2463\"");
            }
        }
    }
    out + "</svg>"
}

/// An HTML page about all that was verified.
pub(super) fn report(verified: &Verified) -> String {
    let mut out = String::from(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>stillpage verify</title><style>\
         body{font:14px/1.4 sans-serif;margin:2em}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:2px 8px;text-align:right}\
         td:first-child,th:first-child,.left{text-align:left}.pair{display:grid;grid-template-columns:1fr 1fr;gap:1em}\
         .pair img,.pair svg{width:100%;border:1px solid #888}</style><h1>stillpage verify</h1>\
         <table><tr><th>area<th>mean<th>pooled",
    );
    for (area, (mean, pooled)) in verified.summary() {
        let _ = write!(out, "<tr><td>{area}<td>{mean:.4}<td>{pooled:.4}");
    }
    out.push_str("</table>");
    for page in &verified.pages {
        let _ = write!(out, "<h2>{}</h2>", escaped(&page.page));
        if !page.note.is_empty() {
            let _ = write!(out, "<p>{}</p>", escaped(&page.note));
        }
        let shares: Vec<String> = (page.areas.iter())
            .filter(|(_, (_, all))| *all > 0)
            .map(|(area, &(agreeing, all))| format!("{area} {:.3}", share(agreeing, all)))
            .collect();
        let _ = write!(out, "<p>{}</p><div class=\"pair\"><figure>", shares.join(", "));
        if !page.pictures.chromium.is_empty() {
            let _ = write!(out, "<img alt=\"Chromium\" src=\"data:image/png;base64,{}\">", page.pictures.chromium);
        }
        let _ = write!(out, "<figcaption>Chromium</figcaption></figure><figure>{}", page.pictures.ours);
        out.push_str("<figcaption>stillpage; red: first causes of boxes elsewhere</figcaption></figure></div>");
        if page.worst.is_empty() {
            continue;
        }
        out.push_str("<table><tr><th>element<th>stillpage<th>Chromium<th class=\"left\">likely cause");
        for miss in &page.worst {
            let _ = write!(
                out,
                "<tr><td>#{} {}<td>{}<td>{}<td class=\"left\">{}",
                miss.index,
                escaped(&miss.element),
                told(&miss.computed),
                told(&miss.chromium),
                escaped(&miss.cause)
            );
        }
        out.push_str("</table>");
    }
    out + "</html>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
