//! First causes: of the boxes that are elsewhere, those that no other box explains.
//!
//! A misplaced box moves the boxes after it, stretches its parents and squeezes its contents. For each box that is off
//! it is asked whether the box around it, one in it or one beside it accounts for that; those that nothing accounts for are
//! where to look.

use super::super::element::{path_step, tag};
use crate::dom::{Dom, NodeId, NodeMap};
use crate::geometry::Rect;
use crate::layout::TextLine;
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, safe};
use crate::style::computed::{Display, Float, Position};

/// Pixels up to which boxes are in the same place; both sides are rounded to hundredths.
const SAME: f32 = 1.005;

/// By how much a computed box is off: x, y, width, height.
pub(super) type Off = [f32; 4];

/// Two pages, element by element.
#[derive(Debug)]
pub(super) struct Comparison<'a> {
    pub(super) theirs: &'a Page,
    pub(super) ours: &'a Page,
    /// The computed element for a measured one.
    pub(super) counterparts: NodeMap<Option<NodeId>>,
    /// The differences of visible measured elements.
    pub(super) off: NodeMap<Option<Off>>,
}

/// The part of a box that is off for reasons of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Own {
    /// Its text takes another amount of space: how.
    Text(SafeText),
    /// It shows something with a size of its own.
    Replaced,
}

fn far(by: f32) -> bool {
    by.abs() > SAME
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= SAME
}

impl Comparison<'_> {
    fn dom(&self) -> &Dom {
        self.theirs.dom()
    }

    /// Returns the distance of the worst edge of a box, if no other box accounts for it, and its probable cause.
    pub(super) fn first_cause(&self, node: NodeId) -> Option<(f32, SafeText)> {
        let by = self.off[node]?;
        let worst = by.iter().fold(0.0_f32, |most, d| most.max(d.abs()));
        if !far(worst) {
            return None;
        }
        let ours = self.counterparts[node]?;
        let around = self.around(node);
        let inherited = around.map_or([0.0; 4], |around| self.off[around].unwrap_or_default());
        if let Some(style) = self.style(node, ours) {
            return Some((worst, style));
        }
        if self.inherits_font(node) {
            return None;
        }
        let own = self.own(node, ours);
        let width = far(by[2]) && self.is_width_first(node, around, own.as_ref());
        let height = far(by[3]) && self.is_height_first(node, around, own.as_ref());
        if width || height {
            return Some((worst, self.size(node, own, (width, height))));
        }
        let place = [by[0] - inherited[0], by[1] - inherited[1]];
        let moved = self.is_moved(node, around, place);
        moved.then(|| (worst, self.place(node, around, place)))
    }

    /// The nearest element around that has a box.
    fn around(&self, node: NodeId) -> Option<NodeId> {
        std::iter::successors(self.dom().flat_parent(node), |&n| self.dom().flat_parent(n))
            .find(|&n| self.off[n].is_some())
    }

    fn inside(&self, node: NodeId) -> impl Iterator<Item = (NodeId, Off)> + '_ {
        self.dom().flat_children(node).filter_map(|child| Some((child, self.off[child]?)))
    }

    fn beside(&self, node: NodeId, around: Option<NodeId>) -> impl Iterator<Item = (NodeId, Off)> + '_ {
        around.into_iter().flat_map(|around| self.inside(around)).filter(move |(n, _)| *n != node)
    }

    /// A style that Chromium computes otherwise.
    fn style(&self, node: NodeId, ours: NodeId) -> Option<SafeText> {
        let (x, y) = (self.theirs.styles().get(node)?, self.ours.styles().get(ours)?);
        let words = [
            ("display", x.display.css(), y.display.css()),
            ("position", x.position.css(), y.position.css()),
            ("overflow-x", x.overflow_x.css(), y.overflow_x.css()),
            ("overflow-y", x.overflow_y.css(), y.overflow_y.css()),
        ];
        if let Some((name, x, y)) = words.into_iter().find(|(_, x, y)| x != y) {
            return Some(safe!("its {} is {}, Chromium has {}", name, y, x));
        }
        // Inherited, unless it begins here.
        let (x, y) = self.font_sizes(node).filter(|_| !self.inherits_font(node))?;
        Some(safe!("its font size is {}, Chromium has {}", y, x))
    }

    /// The font sizes of an element, if they differ.
    fn font_sizes(&self, node: NodeId) -> Option<(f32, f32)> {
        let (x, y) = (self.theirs.styles().get(node)?, self.ours.styles().get(self.counterparts[node]?)?);
        ((x.font_size - y.font_size).abs() > 0.01).then_some((x.font_size, y.font_size))
    }

    /// True if an element has another font size because the one around it has.
    fn inherits_font(&self, node: NodeId) -> bool {
        let around = self.dom().flat_parent(node);
        self.font_sizes(node).is_some() && around.and_then(|around| self.font_sizes(around)).is_some()
    }

    /// Returns the part of an element itself that takes another room.
    fn own(&self, node: NodeId, ours: NodeId) -> Option<Own> {
        const SHOWN: &[&str] = &[
            "img", "video", "audio", "canvas", "svg", "iframe", "object", "embed", "input", "select", "textarea",
            "meter", "progress",
        ];
        let by = self.off[node]?;
        if SHOWN.contains(&tag(self.dom(), node)) && (far(by[2]) || far(by[3])) {
            return Some(Own::Replaced);
        }
        let texts = |page: &Page, node: NodeId| {
            page.dom().children(node).filter(|&n| page.layout().text(n).is_some()).collect::<Vec<_>>()
        };
        let (theirs, ours) = (texts(self.theirs, node), texts(self.ours, ours));
        let pairs = theirs
            .iter()
            .zip(&ours)
            .filter_map(|(&x, &y)| Some((TextOf::new(self.theirs, x)?, TextOf::new(self.ours, y)?)));
        pairs.filter_map(|(x, y)| differs(&x, &y)).next().map(Own::Text)
    }

    fn is_width_first(&self, node: NodeId, around: Option<NodeId>, own: Option<&Own>) -> bool {
        let is_squeezed = around.and_then(|around| self.off[around]).is_some_and(|by| far(by[2]));
        match own {
            Some(Own::Replaced) => return true,
            // Lines break elsewhere in a box of another width: that is its doing.
            Some(Own::Text(_)) if !is_squeezed || !self.fills(node) => return true,
            _ => {}
        }
        // Columns are what they are in every row: those of the first one stand for all.
        if self.is_of_table(node) && !self.is_in_first_row(node) {
            return false;
        }
        if is_squeezed || self.inside(node).any(|(_, by)| far(by[2])) {
            return false;
        }
        // What siblings take, others leave.
        !self.beside(node, around).any(|(n, by)| far(by[2]) && n < node)
    }

    fn is_height_first(&self, node: NodeId, around: Option<NodeId>, own: Option<&Own>) -> bool {
        let Some(by) = self.off[node] else { return false };
        match own {
            Some(Own::Replaced) => return true,
            Some(Own::Text(_)) => return !far(by[2]),
            None => {}
        }
        // Lines of another width are of another number.
        if far(by[2]) {
            return false;
        }
        let explains = |(_, inner): (NodeId, Off)| far(inner[3]) || far(inner[2]) || far(inner[1] - by[1]);
        if self.inside(node).any(explains) {
            return false;
        }
        // Boxes in a row are stretched to the highest: that one is named, or what is in it.
        let leads = |(other, beside): (NodeId, Off)| {
            let own = || self.counterparts[other].and_then(|ours| self.own(other, ours)).is_some();
            near(beside[3], by[3]) && (other < node || own() || self.inside(other).any(|(_, inner)| far(inner[3])))
        };
        !(self.is_in_row(node) && self.beside(node, around).any(leads))
    }

    /// True if a box stands elsewhere in the one around it, and no other accounts for that.
    fn is_moved(&self, node: NodeId, around: Option<NodeId>, place: [f32; 2]) -> bool {
        let by = self.off[node].unwrap_or_default();
        let outer = around.and_then(|around| self.off[around]).unwrap_or_default();
        let axis = |at: usize| {
            let (moved, own, room) = (place[at], by[at + 2], outer[at + 2]);
            if !far(moved) {
                return false;
            }
            // Centred, or at the far end.
            let aligned = [room / 2.0, room, -own, -own / 2.0, room - own, (room - own) / 2.0];
            if aligned.iter().any(|&way| far(way) && near(moved, way)) {
                return false;
            }
            // Another one before it is off, or anything beside it has another size.
            let beside = |(other, off): (NodeId, Off)| {
                far(off[at + 2]) || (other < node && far(off[at] - outer[at])) || (at == 1 && far(off[2]))
            };
            if self.beside(node, around).any(beside) {
                return false;
            }
            // Text before it.
            let text = around.and_then(|around| self.own(around, self.counterparts[around]?));
            text.is_none()
        };
        axis(0) || axis(1)
    }

    /// True if a box may be as high as the ones beside it.
    fn is_in_row(&self, node: NodeId) -> bool {
        let around = self.dom().flat_parent(node).and_then(|around| self.theirs.styles().get(around));
        let rows = ["flex", "inline-flex", "grid", "inline-grid", "table-row"];
        around.is_some_and(|style| rows.contains(&style.display.css()))
    }

    fn is_of_table(&self, node: NodeId) -> bool {
        self.theirs
            .styles()
            .get(node)
            .is_some_and(|s| s.display != Display::Table && s.display.css().starts_with("table-"))
    }

    fn is_in_first_row(&self, node: NodeId) -> bool {
        let table = |n: NodeId| {
            self.theirs.styles().get(n).is_some_and(|s| matches!(s.display.css(), "table" | "inline-table"))
        };
        let rows = std::iter::successors(self.around(node), |&n| self.around(n)).take_while(|&n| !table(n));
        rows.into_iter().all(|row| !self.beside(row, self.around(row)).any(|(other, _)| other < row))
    }

    /// True if a box takes the width of the one around it.
    fn fills(&self, node: NodeId) -> bool {
        self.theirs.styles().get(node).is_some_and(|style| {
            style.display == Display::Block
                && style.float == Float::None
                && !matches!(style.position, Position::Absolute | Position::Fixed)
        })
    }

    /// Words for a size that is off.
    fn size(&self, node: NodeId, own: Option<Own>, (width, height): (bool, bool)) -> SafeText {
        let what = match (width, height) {
            (true, true) => "width and height",
            (true, false) => "width",
            _ => "height",
        };
        match own {
            Some(Own::Text(how)) => how,
            Some(Own::Replaced) => {
                let kind = self
                    .dom()
                    .attr(node, &crate::dom::local_name!("type"))
                    .filter(|_| tag(self.dom(), node) == "input");
                let kind = kind.map(|kind| safe!(" type={}", PageText::token(kind))).unwrap_or_default();
                safe!("the own {} of `{}{}`", what, PageText::token(tag(self.dom(), node)), kind)
            }
            None => safe!("its {}{}", what, self.setting(node)),
        }
    }

    /// Words for a place that is off.
    fn place(&self, node: NodeId, around: Option<NodeId>, place: [f32; 2]) -> SafeText {
        let way = match (far(place[0]), far(place[1])) {
            (true, true) => "where it stands",
            (true, false) => "where it stands from left to right",
            _ => "where it stands from top to bottom",
        };
        let within = around.map(|around| safe!(" in {}", path_step(self.dom(), around))).unwrap_or_default();
        safe!("{}{}{}", way, within, self.setting(node))
    }

    /// By which rules an element is laid out.
    fn setting(&self, node: NodeId) -> SafeText {
        let Some(style) = self.theirs.styles().get(node) else { return SafeText::new() };
        let around = self.dom().flat_parent(node);
        let outer = around.and_then(|around| self.theirs.styles().get(around)).map(|style| style.display.css());
        let step = || around.map(|around| path_step(self.dom(), around)).unwrap_or_default();
        match (style.position, style.float, outer) {
            (Position::Absolute | Position::Fixed, ..) => safe!(" (position: {})", style.position.css()),
            (_, Float::Left | Float::Right, _) => " (a float)".into(),
            (_, _, Some("flex" | "inline-flex")) => safe!(" (a flex item of {})", step()),
            (_, _, Some("grid" | "inline-grid")) => safe!(" (a grid item of {})", step()),
            _ => safe!(" (display: {})", style.display.css()),
        }
    }
}

/// A rendered text: its lines, and its characters.
struct TextOf<'a> {
    lines: &'a [TextLine],
    rendered: &'a str,
}

impl<'a> TextOf<'a> {
    fn new(page: &'a Page, node: NodeId) -> Option<Self> {
        let text = page.layout().text(node)?;
        Some(Self { lines: &text.lines, rendered: text.rendered.of(page.dom(), node) })
    }

    /// A line of it: where it is, and its words.
    fn line(&self, at: usize) -> Option<(Rect, &'a str)> {
        let line = self.lines.get(at)?;
        Some((line.rect, self.rendered.get(line.start as usize..line.end as usize)?))
    }
}

/// Describes the difference between two texts of the same words that take another room; `None` if they do not.
fn differs(theirs: &TextOf<'_>, ours: &TextOf<'_>) -> Option<SafeText> {
    let all = theirs.lines.len().max(ours.lines.len());
    for at in 0..all {
        match (theirs.line(at), ours.line(at)) {
            (Some((x, a)), Some((y, b))) if a.trim() == b.trim() => {
                // The space at the end of a line counts on one side only.
                if a == b && (x.width - y.width).abs() > 0.5 {
                    let (x, y) = (hundredths(x.width), hundredths(y.width));
                    return Some(safe!(
                        "its text {} is {} wide, in Chromium {}",
                        PageText::quoted(a.trim()).at_most(40),
                        y,
                        x
                    ));
                }
                if (x.height - y.height).abs() > 0.5 {
                    return Some(safe!("lines of its font are {} high, in Chromium {}", y.height, x.height));
                }
            }
            (Some((_, a)), Some((_, b))) => {
                return Some(safe!(
                    "line {} of its text is {}, in Chromium {}",
                    at + 1,
                    PageText::quoted(b.trim()).at_most(40),
                    PageText::quoted(a.trim()).at_most(40)
                ));
            }
            _ => {
                return Some(safe!("its text takes {} lines, in Chromium {}", ours.lines.len(), theirs.lines.len()));
            }
        }
    }
    None
}

fn hundredths(px: f32) -> f64 {
    super::hundredths(px)
}
