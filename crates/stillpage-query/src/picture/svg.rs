//! The drawing as SVG.

use std::fmt::Write as _;

use super::label::{CHARACTER, HEIGHT};
use super::{ItemClass, Picture, Shape, escaped, push_escaped};
use crate::geometry::Rect;

/// Height of the title band above the page, px.
const HEAD: f32 = 36.0;
/// Room around the page, px.
const MARGIN: f32 = 12.0;

/// Colours: slate for the page, blue for what can be acted on, violet for landmarks, amber for what is obscured, red for
/// the fold.
const STYLE: &str = "\
.paper{fill:#fff;stroke:#cbd5e1}\
.below{fill:#f1f5f9}\
.words text{fill:#94a3b8}\
.words .bold{font-weight:bold}\
text{font-family:'Liberation Sans',Arial,Helvetica,sans-serif}\
.panel{fill:#fff;stroke:#94a3b8}\
.veil{fill:#64748b;fill-opacity:.22}\
.box{stroke-width:1;fill-opacity:0}\
.box.plain{stroke:#cbd5e1;fill:#475569}\
.box.landmark{stroke:#a78bfa;fill:#7c3aed;stroke-dasharray:5 3}\
.box.control{stroke:#2563eb;fill:#2563eb;fill-opacity:.07}\
.box.obscured{stroke:#b45309;fill:url(#hatch);fill-opacity:1;stroke-dasharray:3 2}\
.label rect{rx:2px}\
.label text{font:bold 9px 'Liberation Mono',Menlo,Consolas,monospace;fill:#fff}\
.label.control rect{fill:#1d4ed8;fill-opacity:1;stroke:#fff;stroke-width:.75}\
.label.landmark rect{fill:#6d28d9;fill-opacity:1;stroke:#fff;stroke-width:.75;stroke-dasharray:none}\
.label.plain rect{fill:#fff;fill-opacity:.92;stroke:#94a3b8;stroke-width:.75}\
.label.plain text{fill:#475569;font-weight:normal}\
.label.obscured rect{fill:#fef3c7;fill-opacity:1;stroke:#b45309;stroke-width:.75;stroke-dasharray:none}\
.label.obscured text{fill:#92400e}\
.leader{stroke:#1d4ed8;stroke-width:.75;fill:none}\
.fold line{stroke:#dc2626;stroke-width:1.5;stroke-dasharray:8 4}\
.fold text{font-size:11px;font-weight:bold;fill:#dc2626}\
.head text{font-size:12px;fill:#334155}\
.head .title{font-size:14px;font-weight:bold;fill:#0f172a}\
.over .box.plain{stroke:none}\
.over .box.landmark{stroke-opacity:.5}\
.over .box.obscured{fill-opacity:0;stroke-opacity:.5}\
.over .label.plain{display:none}\
.on .box,.box.on{stroke:#db2777;stroke-width:3;fill:#ec4899;fill-opacity:.18;stroke-dasharray:none}\
.label.on rect{fill:#db2777;stroke:#fff;fill-opacity:1}\
.label.on text{fill:#fff}";

impl Picture {
    /// Returns the bounds of the drawing: the page, with room around it, in CSS px from its top left.
    pub fn bounds(&self) -> Rect {
        Rect::new(-MARGIN, -HEAD, self.width + 2.0 * MARGIN, self.height + HEAD + MARGIN)
    }

    /// The drawing as one SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut out = String::new();
        let (width, height) = (self.width + 2.0 * MARGIN, self.height + HEAD + MARGIN);
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\">",
            px(-MARGIN),
            px(-HEAD),
            px(width),
            px(height),
            px(width),
            px(height)
        );
        let _ = write!(out, "<title>{}</title><style>{STYLE}</style>", escaped(self.caption_title()));
        self.write_patterns(&mut out);
        // An own background: viewers of SVG show the file on any colour.
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#f8fafc\"/>",
            px(-MARGIN),
            px(-HEAD),
            px(width),
            px(height)
        );
        self.write_head(&mut out);
        let page = Rect::new(0.0, 0.0, self.width, self.height);
        let _ = write!(out, "<rect class=\"paper\" {}/>", area(&page));
        if let Some((address, (width, height))) = &self.pixels {
            let _ = write!(out, "<image width=\"{width}\" height=\"{height}\" href=\"{}\"/>", escaped(address));
            out.push_str("<g class=\"over\">");
        }
        let outside = self.outside_window().into_iter().filter(|_| self.pixels.is_none());
        for outside in outside {
            let _ = write!(out, "<rect class=\"below\" {}/>", area(&outside));
        }
        for shape in &self.shapes {
            // The image has them.
            if self.pixels.is_none() || matches!(shape, Shape::Box { .. }) {
                self.write_shape(&mut out, shape);
            }
        }
        self.write_fold(&mut out);
        self.write_labels(&mut out);
        out.push_str(if self.pixels.is_some() { "</g></svg>\n" } else { "</svg>\n" });
        out
    }

    /// Draws the part in the window and nothing else, without refs: to be laid beside a screenshot of the same size.
    #[must_use]
    pub fn to_window_svg(&self) -> String {
        let (window, mut out) = (self.window, String::new());
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{2}\" height=\"{3}\">",
            px(window.x),
            px(window.y),
            px(window.width),
            px(window.height)
        );
        // Nothing else is drawn: text has to be legible.
        let _ = write!(out, "<style>{STYLE}.words text{{fill:#334155}}</style>");
        self.write_patterns(&mut out);
        let _ = write!(out, "<rect class=\"paper\" {}/>", area(&window));
        for shape in &self.shapes {
            self.write_shape(&mut out, shape);
        }
        out.push_str("</svg>");
        out
    }

    /// Writes the patterns and clips that shapes refer to.
    fn write_patterns(&self, out: &mut String) {
        out.push_str(
            "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#f59e0b\" fill-opacity=\".10\"/>\
             <path d=\"M0 0V6\" stroke=\"#b45309\" stroke-opacity=\".38\" stroke-width=\"1.4\"/></pattern>",
        );
        for (index, clip) in self.clips.iter().enumerate() {
            let _ = write!(out, "<clipPath id=\"c{index}\"><rect {}/></clipPath>", area(clip));
        }
        out.push_str("</defs>");
    }

    pub(super) fn caption_title(&self) -> &str {
        if self.title.is_empty() { "Untitled page" } else { &self.title }
    }

    /// The parts of the page above and below the window.
    fn outside_window(&self) -> Vec<Rect> {
        let window = self.window;
        let above = Rect::new(0.0, 0.0, self.width, window.y);
        let below = Rect::from_edges(0.0, window.bottom(), self.width, self.height.max(window.bottom()));
        [above, below].into_iter().filter(|rect| !rect.is_empty()).collect()
    }

    fn write_head(&self, out: &mut String) {
        let room = self.width - 500.0;
        let title = fitted(self.caption_title(), room.max(120.0) / 8.0);
        let _ = write!(out, "<g class=\"head\"><text class=\"title\" x=\"0\" y=\"-13\">{}</text>", escaped(&title));
        let legend: [(&str, &str, f32); 4] = [
            ("control", "can be acted on", 118.0),
            ("landmark", "landmark", 86.0),
            ("plain", "other", 64.0),
            ("obscured", "obscured", 84.0),
        ];
        let mut x = self.width - legend.iter().map(|(_, _, width)| width).sum::<f32>();
        // Narrow pages have no room for both.
        if x < 150.0 {
            out.push_str("</g>");
            return;
        }
        for (class, text, width) in legend {
            let _ = write!(
                out,
                "<rect class=\"box {class}\" x=\"{0}\" y=\"-23\" width=\"14\" height=\"11\"/>\
                 <text x=\"{1}\" y=\"-13\">{text}</text>",
                px(x),
                px(x + 19.0)
            );
            x += width;
        }
        out.push_str("</g>");
    }

    fn write_shape(&self, out: &mut String, shape: &Shape) {
        match shape {
            Shape::Text { rect, text, bold, clip } => {
                // Smaller text is illegible.
                if rect.height < 4.0 || rect.width < 1.0 {
                    return;
                }
                let clip = clip.map(|index| format!(" clip-path=\"url(#c{index})\"")).unwrap_or_default();
                let length = if text.chars().nth(1).is_some() {
                    format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", px(rect.width))
                } else {
                    String::new()
                };
                let bold = if *bold { " class=\"bold\"" } else { "" };
                let _ = write!(
                    out,
                    "<g class=\"words\"><text{bold} x=\"{}\" y=\"{}\" font-size=\"{}\"{length}{clip}>",
                    px(rect.x),
                    px(rect.y + rect.height * 0.79),
                    px(rect.height * 0.86)
                );
                push_escaped(out, text);
                out.push_str("</text></g>");
            }
            Shape::Panel(rect) if rect.is_empty() => {}
            Shape::Panel(rect) => {
                let _ = write!(out, "<rect class=\"panel\" {}/>", area(rect));
            }
            Shape::Veil(rect) => {
                let _ = write!(out, "<rect class=\"veil\" {}/>", area(rect));
            }
            Shape::Box { item, rect } => {
                let item = &self.items[*item];
                let obscured = if item.obscured && item.kind == ItemClass::Control { " obscured" } else { "" };
                let _ = write!(
                    out,
                    "<rect class=\"box {}{obscured}\" data-ref=\"{}\" {}><title>",
                    item.kind.class(),
                    item.reference,
                    area(rect)
                );
                push_escaped(out, &item.caption());
                out.push_str("</title></rect>");
            }
        }
    }

    fn write_fold(&self, out: &mut String) {
        let window = self.window;
        let mut line = |y: f32, text: &str, below: bool| {
            let at = if below { y + 13.0 } else { y - 5.0 };
            let _ = write!(
                out,
                "<g class=\"fold\"><line x1=\"{}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\" paint-order=\"stroke\" stroke=\"#f1f5f9\" \
                 stroke-width=\"4\">{text}</text></g>",
                px(-MARGIN),
                px(self.width + MARGIN),
                px(self.width - 4.0),
                px(at),
                y = px(y),
            );
        };
        if window.y > 0.0 {
            line(window.y, "the window starts here", false);
        }
        if window.bottom() < self.height {
            line(window.bottom(), "the fold: the window ends here", true);
        }
    }

    fn write_labels(&self, out: &mut String) {
        for label in self.labels.iter().rev() {
            let item = &self.items[label.item];
            let obscured = if item.obscured { " obscured" } else { "" };
            // Its line has the colour of what it leads to.
            if let Some(end) = label.leader {
                let from = label.rect.center();
                let _ = write!(
                    out,
                    "<path class=\"leader\" d=\"M{} {}L{} {}\"/>",
                    px(from.x),
                    px(from.y),
                    px(end.x),
                    px(end.y)
                );
            }
            #[expect(clippy::cast_precision_loss, reason = "a ref has a dozen characters at most")]
            let length = item.reference.len() as f32 * CHARACTER;
            let _ = write!(
                out,
                "<g class=\"label {}{obscured}\" data-ref=\"{1}\"><rect {2}/><text x=\"{3}\" y=\"{4}\" \
                 textLength=\"{5}\" lengthAdjust=\"spacingAndGlyphs\">{1}</text></g>",
                item.kind.class(),
                item.reference,
                area(&label.rect),
                px(label.rect.x + 3.0),
                px(label.rect.y + HEIGHT - 3.0),
                px(length)
            );
        }
    }
}

impl super::Item {
    /// `button "Save" [ref=e7] [obscured]`
    pub(super) fn caption(&self) -> String {
        let name = if self.name.is_empty() { String::new() } else { format!(" \"{}\"", self.name) };
        let marks: String = self.marks.iter().map(|mark| format!(" [{mark}]")).collect();
        format!("{}{name} [ref={}]{marks}", self.role, self.reference)
    }
}

/// Cut to about this many characters.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of characters")]
fn fitted(text: &str, characters: f32) -> String {
    match text.char_indices().nth(characters.max(1.0) as usize) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

/// A length with one decimal at most.
fn px(value: f32) -> String {
    let text = format!("{:.1}", if value.is_finite() { value } else { 0.0 });
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn area(rect: &Rect) -> String {
    format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        px(rect.x),
        px(rect.y),
        px(rect.width.max(0.0)),
        px(rect.height.max(0.0))
    )
}
