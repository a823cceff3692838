//! SVG text: where the runs of a `text` element are, its `tspan`s and links among them.
//!
//! <https://svgwg.org/svg2-draft/text.html#TextLayoutAlgorithm>. Approx: set from left to right on straight baselines;
//! `textPath`, `rotate`, `textLength`, `baseline-shift` and writing modes are not followed.

use std::sync::Arc;

use svgtypes::{LengthListParser, LengthUnit};

use super::super::outline::px;
use super::super::single_line;
use super::super::text::transformed;
use super::{Open, Viewport, Work, absolute};
use crate::dom::{NodeData, NodeId, ns};
use crate::geometry::{Affine, Rect};
use crate::layout::svg_box::{SvgArea, SvgBox, SvgText};
use crate::style::ComputedStyle;
use crate::style::computed::{Direction, Display, DominantBaseline, TextAnchor};

/// Limit: characters of one `text` element that are set; the rest has no place.
const MAX_CHARACTERS: usize = 20_000;

/// A `text` element in its own user space.
pub(super) struct Text {
    /// Around all runs.
    pub(super) bounds: Rect,
    /// The element and those inside of it, in tree order, each with what its text covers.
    elements: Vec<TextElement>,
}

/// An element of a `text` element, or that element itself.
struct TextElement {
    node: NodeId,
    /// Around the text in it; `None` without any.
    bounds: Option<Rect>,
    /// The runs of its own text nodes.
    runs: Vec<(Rect, SvgText)>,
    /// Its position among the elements of the parent's.
    parent: usize,
    /// Characters that come before it, and before what follows it.
    characters: (usize, usize),
}

/// Characters that are set together: of one element, none but the first with a position of its own.
struct Run {
    element: usize,
    text: String,
    at: Position,
}

/// The position of a character as attributes set it.
#[derive(Debug, Clone, Copy, Default)]
struct Position {
    x: Option<f32>,
    y: Option<f32>,
    dx: f32,
    dy: f32,
}

impl Position {
    fn is_own(&self) -> bool {
        self.x.is_some() || self.y.is_some() || self.dx != 0.0 || self.dy != 0.0
    }
}

/// An element to enter, a text to add, or an element to leave.
enum Step {
    Visit(NodeId, usize),
    Leave(usize),
}

/// The contents of a `text` element: elements, and characters with the element that each is of.
#[derive(Default)]
struct Contents {
    elements: Vec<TextElement>,
    characters: Vec<(char, usize)>,
}

impl Work<'_> {
    /// Adds the boxes of a `text` element and of the elements in it.
    pub(super) fn open_text(&mut self, node: NodeId, viewport: &Viewport, to_root: Affine) -> Open {
        let slot = self.out.len();
        let text = self.text(node, viewport);
        let bounds = text.as_ref().map(|text| text.bounds);
        let area = |(rect, text)| SvgArea {
            rect,
            to_root,
            outline: None,
            used: None,
            image: None,
            text: Some(Box::new(text)),
        };
        let clip = viewport.clip;
        match text {
            Some(text) => self.out.extend(text.elements.into_iter().map(|element| SvgBox {
                node: element.node,
                rect: element.bounds.unwrap_or_default(),
                to_root,
                clip,
                areas: element.runs.into_iter().map(area).collect(),
            })),
            None => self.out.push(SvgBox { node, rect: Rect::default(), to_root, clip, areas: Vec::new() }),
        }
        Open { slot, next: None, viewport: *viewport, to_root, bounds, container: false }
    }

    /// Sets the text of a `text` element; `None` if nothing of it is rendered.
    pub(super) fn text(&self, node: NodeId, viewport: &Viewport) -> Option<Text> {
        let mut contents = self.contents(node);
        if contents.characters.is_empty() {
            return None;
        }
        let positions = self.positions(&contents, viewport);
        let mut runs: Vec<Run> = Vec::new();
        for (&(c, element), &at) in contents.characters.iter().zip(&positions) {
            match runs.last_mut().filter(|run| run.element == element && !at.is_own()) {
                Some(run) => run.text.push(c),
                None => runs.push(Run { element, text: String::from(c), at }),
            }
        }
        let places = self.place_runs(&runs, &contents.elements);
        let mut bounds: Option<Rect> = None;
        for (run, &(ref place, ascent)) in runs.into_iter().zip(&places) {
            let mut at = run.element;
            let style = contents.elements.get(at).and_then(|element| self.styles.get(element.node));
            let ink = style.map_or(*place, |style| self.with_ink(style, &run.text, place));
            bounds = Some(bounds.map_or(ink, |bounds| bounds.union(&ink)));
            if let Some(element) = contents.elements.get_mut(at) {
                element.runs.push((*place, SvgText { characters: run.text.into(), ascent }));
            }
            while let Some(element) = contents.elements.get_mut(at) {
                element.bounds = Some(element.bounds.map_or(ink, |bounds| bounds.union(&ink)));
                if at == 0 {
                    break;
                }
                at = element.parent;
            }
        }
        let bounds = bounds?;
        Some(Text { bounds, elements: contents.elements })
    }

    /// The elements and characters of a `text` element, white space collapsed.
    fn contents(&self, root: NodeId) -> Contents {
        let mut contents = Contents::default();
        let mut steps = vec![Step::Visit(root, 0)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(element) => contents.elements[element].characters.1 = contents.characters.len(),
                Step::Visit(node, parent) => match &self.dom.node(node).data {
                    NodeData::Text(text) => {
                        let text = self.dom.text_in(text);
                        let element = contents.elements.get(parent).map(|element| element.node);
                        let styled = element.and_then(|element| Some((element, self.styles.get(element)?)));
                        match styled {
                            Some((element, style)) => {
                                contents.add(&transformed(self.dom, element, style, text), parent);
                            }
                            None => contents.add(text, parent),
                        }
                    }
                    NodeData::Element(element) if element.name.ns == ns!(svg) => {
                        let is_text = matches!(&*element.name.local, "text" | "tspan" | "textPath" | "a");
                        let style = self.styles.get(node);
                        if !is_text || style.is_none_or(|style| style.display == Display::None) {
                            continue;
                        }
                        let at = contents.elements.len();
                        let characters = (contents.characters.len(), usize::MAX);
                        let element = TextElement { node, bounds: None, runs: Vec::new(), parent, characters };
                        contents.elements.push(element);
                        steps.push(Step::Leave(at));
                        let first = steps.len();
                        steps.extend(self.dom.children(node).map(|child| Step::Visit(child, at)));
                        steps[first..].reverse();
                    }
                    _ => {}
                },
            }
        }
        if contents.characters.last().is_some_and(|(c, _)| *c == ' ') {
            contents.characters.pop();
        }
        contents
    }

    /// Returns the position of each character as the attributes of the elements set it; an inner element overrides those around
    /// it.
    fn positions(&self, contents: &Contents, viewport: &Viewport) -> Vec<Position> {
        let mut positions = vec![Position::default(); contents.characters.len()];
        for element in &contents.elements {
            let end = element.characters.1.min(positions.len());
            let Some(own) = positions.get_mut(element.characters.0.min(end)..end) else { continue };
            let font_size = self.styles.get(element.node).map_or(16.0, |style| style.font_size);
            let mut set = |name: &str, basis: f32, put: fn(&mut Position, f32)| {
                let Some(list) = self.attr(element.node, name) else { return };
                for (position, length) in own.iter_mut().zip(LengthListParser::from(list)) {
                    let Ok(length) = length else { break };
                    let basis = if length.unit == LengthUnit::Percent { basis } else { 0.0 };
                    put(position, absolute(px(length.number), length.unit, font_size, basis));
                }
            };
            set("x", viewport.size.width, |position, x| position.x = Some(x));
            set("y", viewport.size.height, |position, y| position.y = Some(y));
            set("dx", viewport.size.width, |position, dx| position.dx = dx);
            set("dy", viewport.size.height, |position, dy| position.dy = dy);
        }
        positions
    }

    /// The box of each run, and how far its baseline is below the top of it.
    fn place_runs(&self, runs: &[Run], elements: &[TextElement]) -> Vec<(Rect, f32)> {
        let mut places: Vec<(Rect, f32)> = Vec::with_capacity(runs.len());
        // Where the chunk at hand begins among the runs.
        let mut chunk = 0;
        let (mut x, mut y) = (0.0, 0.0);
        for run in runs {
            if run.at.x.is_some() || run.at.y.is_some() {
                self.anchor(runs, elements, &mut places, chunk);
                chunk = places.len();
            }
            x = run.at.x.unwrap_or(x) + run.at.dx;
            y = run.at.y.unwrap_or(y) + run.at.dy;
            let style = elements.get(run.element).and_then(|element| self.styles.get(element.node));
            let (place, ascent) = style.map_or_else(Default::default, |style| self.place_run(style, &run.text, x, y));
            x += place.width;
            places.push((place, ascent));
        }
        self.anchor(runs, elements, &mut places, chunk);
        places
    }

    /// The box of a run whose dominant baseline is at `y`, and how far its alphabetic baseline is below the top of it.
    fn place_run(&self, style: &Arc<ComputedStyle>, text: &str, x: f32, y: f32) -> (Rect, f32) {
        // Chrome: set at the size at which it is seen, in whole px, and scaled back.
        let scale = if self.scale.is_finite() && self.scale > 0.0 { self.scale } else { 1.0 };
        let scaled = ComputedStyle {
            font_size: style.font_size * scale,
            letter_spacing: style.letter_spacing * scale,
            word_spacing: style.word_spacing * scale,
            ..ComputedStyle::clone(style)
        };
        let width = single_line::text_advance(&scaled, text) / scale;
        let metrics = scaled.faces().primary().metrics(scaled.font_size);
        let (ascent, descent) = (metrics.ascent / scale, metrics.descent / scale);
        // Chrome: where the other baselines are above the alphabetic one.
        let baseline = match style.svg.as_deref().map_or(DominantBaseline::Auto, |svg| svg.dominant_baseline) {
            DominantBaseline::Middle => metrics.x_height / scale / 2.0,
            DominantBaseline::Central => (ascent - descent) / 2.0,
            DominantBaseline::Hanging => ascent * 0.8,
            DominantBaseline::Mathematical => ascent / 2.0,
            DominantBaseline::TextBeforeEdge | DominantBaseline::TextTop => ascent,
            DominantBaseline::TextAfterEdge | DominantBaseline::TextBottom | DominantBaseline::Ideographic => -descent,
            _ => 0.0,
        };
        (Rect::new(x, y + baseline - ascent, width, ascent + descent), ascent)
    }

    /// The box of a run with what its first and last characters paint beyond it.
    fn with_ink(&self, style: &ComputedStyle, text: &str, place: &Rect) -> Rect {
        let scale = if self.scale.is_finite() && self.scale > 0.0 { self.scale } else { 1.0 };
        let size = style.font_size * scale;
        let faces = style.faces();
        let ink = |c: Option<char>| match c.and_then(|c| Some((c, faces.primary().reference(size)?))) {
            Some((c, (face, size))) => face.overhang(c, size),
            None => (0.0, 0.0),
        };
        let (left, right) = (ink(text.chars().next()).0 / scale, ink(text.chars().next_back()).1 / scale);
        Rect::new(place.x - left, place.y, place.width + left + right, place.height)
    }

    /// Shifts the runs of a chunk, which reach to the last one, as `text-anchor` of the first one says.
    fn anchor(&self, runs: &[Run], elements: &[TextElement], places: &mut [(Rect, f32)], chunk: usize) {
        let Some(first) = runs.get(chunk).and_then(|run| elements.get(run.element)) else { return };
        let Some(style) = self.styles.get(first.node) else { return };
        let (svg, direction) = (style.svg.as_deref(), style.direction);
        let Some(places) = places.get_mut(chunk..) else { return };
        let Some(start) = places.first().map(|(place, _)| place.x) else { return };
        let left = places.iter().map(|(place, _)| place.x).fold(f32::INFINITY, f32::min);
        let right = places.iter().map(|(place, _)| place.right()).fold(f32::NEG_INFINITY, f32::max);
        let shift = match (svg.map_or(TextAnchor::Start, |svg| svg.text_anchor), direction) {
            (TextAnchor::Middle, _) => start - f32::midpoint(left, right),
            (TextAnchor::Start, Direction::Ltr) | (TextAnchor::End, Direction::Rtl) => return,
            (TextAnchor::End, Direction::Ltr) | (TextAnchor::Start, Direction::Rtl) => start - right,
        };
        places.iter_mut().for_each(|(place, _)| place.x += shift);
    }
}

impl Contents {
    fn add(&mut self, text: &str, element: usize) {
        for c in text.chars() {
            let space = c.is_ascii_whitespace();
            if space && self.characters.last().is_none_or(|(last, _)| *last == ' ') {
                continue;
            }
            if self.characters.len() >= MAX_CHARACTERS {
                return;
            }
            self.characters.push((if space { ' ' } else { c }, element));
        }
    }
}
