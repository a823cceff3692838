//! The text that browser-use 0.13 gives a model of a page: `[index]<tag attribute=value />`, indented by tabs, between visible texts.
//!
//! *In*: a page with its boxes, its layers and the tree of [`ax`](stillpage_engine::ax). *Out*: text.
//!
//! *Invariants*: it is what browser-use's serializer prints of Chromium's answers for a page without listeners of scripts. Nothing
//! is called new, as at the first look at a page.

mod attributes;
mod covered;
mod facts;
mod frames;
mod interactive;
mod nodes;
mod parts;

use std::fmt::Write as _;

use self::facts::Facts;
use self::nodes::{Kind, Nodes};
use super::Tree;
use crate::dom::NodeId;
use crate::geometry::Rect;

pub(super) fn print(tree: &Tree<'_>, ref_of: &impl Fn(NodeId) -> Option<String>) -> String {
    let facts = Facts::new(tree);
    let nodes = Nodes::new(&facts);
    let mut printer = Printer { marks: marks(&facts, &nodes), facts: &facts, nodes: &nodes, ref_of, lines: Vec::new() };
    printer.print();
    printer.lines.join("\n")
}

/// The marks of a node: nothing but its content is shown of one that is inside of the control around it.
#[derive(Clone, Copy, Default)]
struct Marks {
    is_inside_control: bool,
    is_covered: bool,
    is_indexed: bool,
}

fn marks(facts: &Facts<'_>, nodes: &Nodes) -> Vec<Marks> {
    let covered = covered::covered(facts, nodes);
    let mut marks: Vec<Marks> =
        covered.into_iter().map(|is_covered| Marks { is_covered, ..Marks::default() }).collect();
    mark_inside(facts, nodes, &mut marks);
    let interactive: Vec<bool> = nodes
        .iter()
        .map(|(_, node)| node.is_kept && node.kind == Kind::Element && interactive::is_interactive(facts, node.id))
        .collect();
    let mut holds = vec![false; interactive.len()];
    for (at, node) in nodes.iter().rev() {
        if let Some(parent) = node.parent {
            holds[parent] |= holds[at] || interactive[at];
        }
    }
    for (at, node) in nodes.iter() {
        if !node.is_kept || node.kind != Kind::Element || marks[at].is_inside_control || marks[at].is_covered {
            continue;
        }
        let is_file = facts.is_file_input(node.id);
        marks[at].is_indexed = match node.is_scrollable {
            true => interactive::is_list(facts, node.id) || !holds[at],
            false => interactive[at] && (node.is_visible || is_file),
        };
    }
    marks
}

/// Marks what is inside of the area of a link or button around it, and is not a control itself.
fn mark_inside(facts: &Facts<'_>, nodes: &Nodes, marks: &mut [Marks]) {
    let mut areas: Vec<Option<Rect>> = vec![None; marks.len()];
    for (at, node) in nodes.iter() {
        let around = node.parent.and_then(|parent| areas[parent]);
        areas[at] = around;
        if node.kind != Kind::Element {
            continue;
        }
        let own = node.bounds;
        if let (Some(around), Some(own)) = (around, own) {
            marks[at].is_inside_control = is_contained(&own, &around) && !interactive::stands_alone(facts, node.id);
        }
        if interactive::spreads(facts, node.id) && own.is_some() {
            areas[at] = own;
        }
    }
}

/// True if nearly all of an area is in another.
fn is_contained(own: &Rect, around: &Rect) -> bool {
    let length = |from: f32, to: f32, start: f32, end: f32| f64::from((to.min(end) - from.max(start)).max(0.0));
    let shared =
        length(own.x, own.right(), around.x, around.right()) * length(own.y, own.bottom(), around.y, around.bottom());
    let area = f64::from(own.width) * f64::from(own.height);
    area > 0.0 && shared / area >= 0.99
}

struct Printer<'p, 'a, F> {
    facts: &'p Facts<'a>,
    nodes: &'p Nodes,
    marks: Vec<Marks>,
    ref_of: &'p F,
    lines: Vec<String>,
}

/// A step of printing.
enum Step {
    Node(usize, usize),
    Line(String),
}

impl<F: Fn(NodeId) -> Option<String>> Printer<'_, '_, F> {
    fn print(&mut self) {
        let mut stack: Vec<Step> = self.nodes.root().into_iter().map(|root| Step::Node(root, 0)).collect();
        while let Some(step) = stack.pop() {
            match step {
                Step::Line(line) => self.lines.push(line),
                Step::Node(at, depth) => {
                    let below = self.node(at, depth, &mut stack);
                    let Some(below) = below else { continue };
                    let children = self.nodes.children(at).iter().rev();
                    stack.extend(children.map(|&child| Step::Node(child, below)));
                }
            }
        }
    }

    /// Prints a node, and returns the depth of what is in it; `None` if that is left out.
    fn node(&mut self, at: usize, depth: usize, after: &mut Vec<Step>) -> Option<usize> {
        let node = &self.nodes[at];
        let tabs = "\t".repeat(depth);
        match node.kind {
            Kind::Text => {
                let text = self.facts.tree.page.dom().text(node.id).unwrap_or_default();
                if !self.marks[at].is_covered {
                    self.lines.push(format!("{tabs}{}", text.trim_matches(super::is_python_space)));
                }
                None
            }
            Kind::Shadow { is_open } => {
                self.lines.push(format!("{tabs}{} Shadow", if is_open { "Open" } else { "Closed" }));
                if !self.nodes.children(at).is_empty() {
                    after.push(Step::Line(format!("{tabs}Shadow End")));
                }
                Some(depth + 1)
            }
            Kind::Element if self.marks[at].is_inside_control => Some(depth),
            Kind::Element if self.facts.tag(node.id) == "svg" => {
                let index = self.index(at).map_or_else(String::new, |index| format!("[{index}]"));
                let attributes = attributes::text(self.facts, node.id);
                let space = if attributes.is_empty() { "" } else { " " };
                self.lines.push(format!(
                    "{tabs}{}{index}<svg{space}{attributes} /> <!-- SVG content collapsed -->",
                    self.shadow(at)
                ));
                None
            }
            Kind::Element => {
                let is_frame = matches!(&*self.facts.tag(node.id), "iframe" | "frame");
                if !self.marks[at].is_indexed && !node.is_scrollable && !is_frame {
                    return Some(depth);
                }
                let line = self.line(at);
                self.lines.push(format!("{tabs}{line}"));
                if is_frame {
                    let unseen = frames::unseen(self.facts, self.nodes, at);
                    after.extend(unseen.into_iter().rev().map(|line| Step::Line(format!("{tabs}{line}"))));
                }
                Some(depth + 1)
            }
        }
    }

    fn line(&self, at: usize) -> String {
        let node = &self.nodes[at];
        let tag = self.facts.tag(node.id);
        let shows_scroll = match &*tag {
            "iframe" => true,
            "html" | "body" => node.is_scrollable,
            _ => node.is_scrollable && !self.facts.parent_scrolls(node.id),
        };
        let mut details = attributes::text(self.facts, node.id);
        let mut parts = String::new();
        let index = self.index(at);
        if index.is_some() {
            add(&mut details, &parts::images(self.facts, self.nodes, at));
        }
        if node.is_kept {
            parts = parts::parts(self.facts, node.id);
            add(&mut details, &parts);
        }
        let mut line = self.shadow(at).to_owned();
        let _ = match index {
            Some(index) => {
                let new = if parts.is_empty() { "" } else { "*" };
                write!(line, "{new}{}[{index}]<{tag}", if shows_scroll { "|scroll element" } else { "" })
            }
            None if shows_scroll => write!(line, "|scroll element|<{tag}"),
            None if tag == "frame" => write!(line, "|FRAME|<{tag}"),
            None => write!(line, "<{tag}"),
        };
        add(&mut line, &details);
        line.push_str(" />");
        let scroll = if shows_scroll { self.facts.scroll_text(node.id) } else { String::new() };
        if !scroll.is_empty() {
            let _ = write!(line, " ({scroll})");
        }
        line
    }

    fn index(&self, at: usize) -> Option<String> {
        let id = self.nodes[at].id;
        self.marks[at].is_indexed.then(|| (self.ref_of)(id).unwrap_or_else(|| id.index().to_string()))
    }

    /// The mark of an element with a shadow tree, be it one of the browser's.
    fn shadow(&self, at: usize) -> &'static str {
        let is_closed = |&child: &usize| self.nodes[child].kind == Kind::Shadow { is_open: false };
        match self.nodes[at].is_host {
            true if self.nodes.children(at).iter().any(is_closed) => "|SHADOW(closed)|",
            true => "|SHADOW(open)|",
            false => "",
        }
    }
}

/// Adds a text after a space.
fn add(line: &mut String, text: &str) {
    if !text.is_empty() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(text);
    }
}
