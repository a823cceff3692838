//! A page as a drawing: its boxes with their refs, its words in light grey, what is obscured shaded, the end of the window.
//!
//! *In*: [`Page`], [`Snapshot`], [`Marks`]. *Out*: [`Picture`], which writes itself as SVG or as HTML.
//!
//! *Invariants*: nothing is loaded from anywhere; text of the page is escaped wherever it goes; labels never cover each
//! other; content under a modal is drawn under it.

mod html;
mod label;
mod scene;
mod svg;

use crate::geometry::{Point, Rect};
use crate::page::Page;
use crate::snapshot::{Marks, Snapshot};

/// A drawing of a page. Coordinates are CSS px from the top left of the page.
#[derive(Debug, Clone)]
pub struct Picture {
    title: String,
    url: Option<String>,
    /// Size of the page.
    width: f32,
    height: f32,
    /// The window on it.
    window: Rect,
    /// Back to front.
    shapes: Vec<Shape>,
    /// The areas that a shape is clipped to.
    clips: Vec<Rect>,
    items: Vec<Item>,
    labels: Vec<Label>,
    /// The ref of the modal that is open, or its name.
    modal: Option<String>,
    /// A picture of the page in pixels: the address of the image, and the size of what it shows from the top left.
    pixels: Option<(String, (u32, u32))>,
}

/// Something drawn.
#[derive(Debug, Clone, PartialEq)]
enum Shape {
    /// A run of text on one line.
    Text { rect: Rect, text: String, bold: bool, clip: Option<usize> },
    /// A box that hides what is below it.
    Panel(Rect),
    /// The area that the modal above blocks.
    Veil(Rect),
    /// The box of an item, by its place in the items.
    Box { item: usize, rect: Rect },
}

/// The kind of an item for interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ItemClass {
    /// It can be clicked or typed into.
    Control,
    /// A landmark, a heading, a dialog: used for orientation.
    Landmark,
    /// All else.
    Plain,
}

impl ItemClass {
    fn class(self) -> &'static str {
        match self {
            Self::Control => "control",
            Self::Landmark => "landmark",
            Self::Plain => "plain",
        }
    }
}

/// A node of the snapshot that has a ref.
#[derive(Debug, Clone)]
struct Item {
    reference: String,
    role: &'static str,
    /// Name; for plain ones without a name their text.
    name: String,
    kind: ItemClass,
    /// The depth in the snapshot.
    depth: usize,
    /// The marks of the snapshot, in the same words.
    marks: Vec<String>,
    obscured: bool,
    /// The part of its box that is not clipped away, if any.
    rect: Option<Rect>,
}

/// The label of an item.
#[derive(Debug, Clone, PartialEq)]
struct Label {
    item: usize,
    rect: Rect,
    /// The end of the line to its box, if the label is away from it.
    leader: Option<Point>,
}

impl Picture {
    /// Draws a page. Cost: linear but for placing labels, which is bounded for each.
    #[must_use]
    pub fn of(page: &Page, snapshot: &Snapshot, marks: &Marks) -> Self {
        let scene = scene::Scene::of(page, snapshot, marks);
        let labels = label::place(&scene);
        let scene::Scene { width, height, window, shapes, clips, items, .. } = scene;
        let dom = page.dom();
        Self {
            title: dom.title(dom.document()),
            url: dom.document_url(dom.document()).map(ToString::to_string).filter(|url| !url.starts_with("file:")),
            width,
            height,
            window,
            shapes,
            clips,
            items,
            labels,
            modal: marks.modality().topmost.map(|(node, _)| {
                snapshot.refs().of(node).map_or_else(|| "a modal".to_owned(), |reference| reference.to_string())
            }),
            pixels: None,
        }
    }

    /// Draws the boxes over an image of the page, in place of its words. `address`: a `data:` URL; `size`: what the image shows of the
    /// page, from the top left, in CSS px.
    pub fn lay_over(&mut self, address: String, size: (u32, u32)) {
        self.pixels = Some((address, size));
    }

    /// Returns an area of the viewport in the coordinates of the drawing.
    #[must_use]
    pub fn placed(&self, area: Rect) -> Rect {
        Rect { x: area.x + self.window.x, y: area.y + self.window.y, ..area }
    }

    /// Returns the elements that can be acted on and seen, in viewport coordinates, with their refs.
    #[must_use]
    pub fn controls(&self) -> Vec<(Rect, String)> {
        let controls = self.items.iter().filter(|item| item.kind == ItemClass::Control && !item.obscured);
        let seen = controls.filter_map(|item| Some((item.rect?, item.reference.clone())));
        seen.map(|(rect, reference)| (rect.translate(Point::new(-self.window.x, -self.window.y)), reference)).collect()
    }

    /// Returns the number of refs, and the number of those with a label.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.items.len(), self.labels.len())
    }
}

/// Appends text that is safe between tags and in quoted attributes; characters that XML forbids are left out.
fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(' '),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            // Marks that turn the direction of what follows would reach over the page's text.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c => out.push(c),
        }
    }
}

pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(&mut out, text);
    out
}

#[cfg(test)]
mod tests;
