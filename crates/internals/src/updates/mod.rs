//! Checks of [`Page::update`]: it leaves what a first render of the changed tree gives.

use std::path::Path;

use crate::device::Device;
use crate::dom::{Dom, Mutation, NodeData, NodeId, local_name};
use crate::layout::Layout;
use crate::offline::Offline;
use crate::page::{Page, RenderOptions};
use crate::simulate::{OPS, Op, Recipe, Rerender};
use crate::snapshot::{Snapshot, SnapshotOptions};
use crate::style::Pseudo;

/// Limit: changes of one page.
const MAX_CHANGES: usize = 64;

/// Markup to insert: what makes boxes of every kind, alone and in what is around it.
const MARKUP: &[&str] = &[
    "<p>one <b>two</b> three",
    "text",
    "<div style='float: left; width: 30%'>float</div>",
    "<div style='position: absolute; top: 3px'>positioned</div>",
    "<li>item",
    "<tr><td>cell<td>other",
    "<button>press</button>",
    "<label>name <input value=v></label>",
    "<select><option>a<option>longer</select>",
    "<span style='display: inline-block; padding: 3px'>atom</span>",
    "<div style='display: flex'><i>1</i><i>2</i></div>",
    "<div style='display: grid; grid-template-columns: 1fr 2fr'><i>1</i><i>2</i></div>",
    "<details open><summary>sum</summary>rest</details>",
    "<fieldset><legend>legend</legend><textarea>t</textarea></fieldset>",
    "<img alt=picture width=20 height=30 src=missing.png>",
    "<input type=radio name=r checked>",
    "<svg width=10 height=10><rect width=5 height=5></rect></svg>",
    "<br>",
    "<style>p { margin: 7px } i { float: right }</style>",
    "<iframe srcdoc='<p>in a frame'></iframe>",
];

const ATTRIBUTES: &[(&str, &str)] = &[
    ("style", "width: 50px"),
    ("style", "display: none"),
    ("style", "position: relative; left: 4px; color: red"),
    ("style", "overflow: auto; height: 40px"),
    ("data-x", "1"),
    ("title", "a title"),
    ("hidden", ""),
    ("value", "another value"),
    ("aria-label", "another label"),
    ("aria-hidden", "true"),
    ("role", "button"),
    ("open", ""),
    ("disabled", ""),
    ("checked", ""),
    ("dir", "rtl"),
    ("lang", "tr"),
    ("colspan", "2"),
    ("width", "40"),
    ("href", "#x"),
    ("alt", "alternative"),
    ("id", "x"),
    ("class", "x"),
    ("type", "checkbox"),
    ("selected", ""),
];

/// `SplitMix64`.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % limit.max(1) as u64).unwrap_or_default()
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// A change that may or may not be possible.
fn change(dom: &Dom, numbers: &mut Numbers) -> Option<Mutation> {
    let nodes: Vec<NodeId> = dom.descendants(dom.document()).collect();
    let is_text = |node: &NodeId| matches!(&dom.node(*node).data, NodeData::Text(_));
    let elements: Vec<NodeId> = nodes.iter().copied().filter(|&node| dom.element(node).is_some()).collect();
    let texts: Vec<NodeId> = nodes.iter().copied().filter(is_text).collect();
    let element = *numbers.pick(&elements)?;
    let beside = |numbers: &mut Numbers| -> Option<(NodeId, Option<NodeId>)> {
        let parent = *numbers.pick(&elements)?;
        let children: Vec<NodeId> = dom.children(parent).collect();
        Some((parent, numbers.pick(&children).copied()))
    };
    let is_no_name = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
    Some(match numbers.below(13) {
        0..=2 => {
            let text = ["x", "", " ", "a longer text that may break into lines", "\u{5d0}\u{5d1}"][numbers.below(5)];
            Mutation::SetText { node: *numbers.pick(&texts)?, text: text.to_owned() }
        }
        3 => Mutation::SetText { node: element, text: "all of it".to_owned() },
        4 | 5 => {
            let (name, value) = *numbers.pick(ATTRIBUTES)?;
            Mutation::SetAttribute { node: element, name: name.to_owned(), value: value.to_owned() }
        }
        6 => {
            // An attribute of another element, such as a class that rules are about.
            let other = dom.element(*numbers.pick(&elements)?)?;
            let attribute = numbers.pick(&other.attributes)?;
            let (name, value) = (attribute.name.local.to_string(), attribute.value.to_string());
            Mutation::SetAttribute { node: element, name, value }
        }
        7 => {
            let name = numbers.pick(&dom.element(element)?.attributes)?.name.local.to_string();
            Mutation::RemoveAttribute { node: element, name }
        }
        8 => {
            let (parent, before) = beside(numbers)?;
            Mutation::InsertHtml { parent, before, html: (*numbers.pick(MARKUP)?).to_owned() }
        }
        9 => {
            let (parent, before) = beside(numbers)?;
            Mutation::Copy { node: element, parent, before }
        }
        10 => {
            let sheets = elements.iter().filter(|&&node| dom.is_html(node, &local_name!("style")));
            let rules: String = sheets.map(|&node| dom.text_content(node)).collect();
            let classes: Vec<&str> =
                rules.split('.').skip(1).filter_map(|rest| rest.split(is_no_name).next()).collect();
            Mutation::SetAttribute {
                node: element,
                name: "class".to_owned(),
                value: (*numbers.pick(&classes)?).to_owned(),
            }
        }
        11 => {
            let (parent, before) = beside(numbers)?;
            Mutation::Move { node: element, parent, before }
        }
        _ => Mutation::Remove { node: *numbers.pick(&nodes)? },
    })
}

/// A change in the middle of a page, for benches: another text, an attribute that no selector asks for, one more row after
/// another of the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// A text becomes another one.
    Text,
    /// An attribute is set that no selector asks for.
    Attribute,
    /// A copy of an element is put behind it.
    Row,
}

impl Sample {
    /// The change; `None` if the page has no place for it.
    #[must_use]
    pub fn of(self, page: &Page) -> Option<Mutation> {
        let dom = page.dom();
        let nodes: Vec<NodeId> = dom.descendants(dom.document()).collect();
        let (before, after) = nodes.split_at(nodes.len() / 2);
        let outwards = |accepts: &dyn Fn(NodeId) -> bool| {
            after.iter().chain(before.iter().rev()).copied().find(|&node| accepts(node))
        };
        let shown = |node: NodeId| dom.text(node).is_some_and(|text| text.trim().len() > 3);
        let text = outwards(&|node| page.layout().text(node).is_some() && shown(node));
        match self {
            Self::Text => Some(Mutation::SetText { node: text?, text: "Another text".to_owned() }),
            Self::Attribute => {
                let node = dom.node(text?).parent?;
                Some(Mutation::SetAttribute { node, name: "data-changed".to_owned(), value: "1".to_owned() })
            }
            Self::Row => {
                let tag = |node: NodeId| dom.element(node).map(|element| (&element.name, &element.classes));
                let is_row = |node: NodeId| {
                    let next = dom.node(node).next_sibling.map(tag);
                    tag(node).is_some()
                        && dom.child_elements(node).count() > 1
                        && dom.node(node).parent.is_some_and(|parent| {
                            dom.child_elements(parent).filter(|&other| tag(other) == tag(node)).count() > 3
                        })
                        && next.is_some()
                };
                let node = outwards(&is_row)?;
                let parent = dom.node(node).parent?;
                Some(Mutation::Copy { node, parent, before: dom.node(node).next_sibling })
            }
        }
    }
}

/// Changes a page in a file, and re-renders it as frameworks do.
///
/// # Panics
/// If the file cannot be read, or what an update leaves differs from a first render.
#[expect(clippy::expect_used, reason = "a property fails by a panic")]
pub fn check_file(file: &Path, seed: u64, count: usize) {
    let dom = Offline::new(file).dom().expect("a page");
    check_rerender(Page::render(dom.clone(), Device::default(), RenderOptions::default()), seed, count);
    check(Page::render(dom, Device::default(), RenderOptions::default()), seed, count);
}

/// Changes a page `count` times; after each, everything that is computed is as a first render has it.
///
/// # Panics
/// If it is not.
pub fn check(mut page: Page, seed: u64, count: usize) {
    let mut numbers = Numbers(seed);
    let mut done = Vec::new();
    for _ in 0..count.min(MAX_CHANGES) {
        let wanted = 1 + numbers.below(2);
        let changes: Vec<Mutation> = (0..wanted).filter_map(|_| change(page.dom(), &mut numbers)).collect();
        let device = page.device().clone();
        // What is not possible ends the changes and leaves those before it.
        let _ = page.update(&changes);
        done.push(changes);
        assert_same(&page, &Page::render(page.dom().clone(), device, RenderOptions::default()), &done);
    }
}

/// Re-renders a page as frameworks do, `steps` times; what an update leaves is as a first render has it.
///
/// # Panics
/// If it is not.
pub fn check_rerender(mut page: Page, seed: u64, steps: usize) {
    let ops: Vec<(Op, u32)> = OPS.iter().map(|op| (*op, 1)).collect();
    let rerender = Rerender::apply(page.dom().clone(), &Recipe { seed, steps, ops });
    page.create_node();
    for changes in rerender.changes() {
        let device = page.device().clone();
        // A change that is not possible ends those that were applied with it.
        let _ = page.update(changes);
        assert_same(&page, &Page::render(page.dom().clone(), device, RenderOptions::default()), &changes);
    }
}

fn assert_same(updated: &Page, fresh: &Page, done: &dyn std::fmt::Debug) {
    for index in 0..fresh.dom().len() {
        let node = NodeId::from_index(index);
        let (one, other) = (updated.styles().get(node), fresh.styles().get(node));
        // Faces are equal only to themselves.
        let is_same = one == other || format!("{one:?}") == format!("{other:?}");
        assert!(is_same, "style of {node:?} after {done:?}: {one:?} {other:?}");
        for pseudo in [Pseudo::Before, Pseudo::After, Pseudo::Marker, Pseudo::FirstLetter] {
            let (one, other) = (updated.styles().pseudo(node, pseudo), fresh.styles().pseudo(node, pseudo));
            let is_same = one == other || format!("{one:?}") == format!("{other:?}");
            assert!(is_same, "{pseudo:?} of {node:?} after {done:?}");
        }
        assert_eq!(updated.styles().marker(node), fresh.styles().marker(node), "marker of {node:?} after {done:?}");
        let (one, other) = (updated.layout(), fresh.layout());
        let what = || format!("{node:?} {:?} after {done:?}", fresh.dom().element(node).map(|e| &e.name.local));
        // Where its fragments are in the list of all does not matter.
        let bare = |layout: &Layout| layout.get(node).map(|own| own.clone().with_fragments((0, 0)));
        assert_eq!(bare(one), bare(other), "box of {}", what());
        assert_eq!(one.client_rects(node), other.client_rects(node), "fragments of {}", what());
        assert_eq!(one.text(node), other.text(node), "text of {}", what());
        assert_eq!(updated.aria().get(node), fresh.aria().get(node), "role and name of {}", what());
    }
    let (one, other) = (updated.layout(), fresh.layout());
    assert_eq!(updated.paint_list(), fresh.paint_list(), "paint after {done:?}");
    assert_eq!(one.clips(), other.clips(), "clips after {done:?}");
    assert_eq!(one.viewport(), other.viewport(), "viewport after {done:?}");
    assert_eq!(one.top_layer(), other.top_layer(), "top layer after {done:?}");
    assert_eq!(updated.warnings(), fresh.warnings(), "warnings after {done:?}");
    let snapshot = |page: &Page| Snapshot::render(page, &SnapshotOptions::default()).to_string();
    assert_eq!(snapshot(updated), snapshot(fresh), "snapshot after {done:?}");
}

#[cfg(test)]
mod tests;
