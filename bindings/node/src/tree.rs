//! Trees as JavaScript hands them over: numbers that say what to build, and the texts that they name.
//!
//! Every step is a code and its operands; texts are named by their place in the table. A step that opens a node is followed by
//! the steps of its children and by [`CLOSE`]. What does not fit is left out.

use stillpage::{DocumentBuilder, NodeId};

/// The steps, as `js/tree.js` writes them.
const CLOSE: u32 = 0;
/// Namespace, name, number of attributes, then the name and value of each.
const ELEMENT: u32 = 1;
const TEXT: u32 = 2;
const COMMENT: u32 = 3;
/// Name, public id, system id.
const DOCTYPE: u32 = 4;
/// The shadow root of the element that is open; 1 if it is open to scripts.
const SHADOW_ROOT: u32 = 5;
/// The document of the frame that is open; its address.
const FRAME_DOCUMENT: u32 = 6;
/// The document that is open is in quirks mode.
const QUIRKS: u32 = 7;
/// The element that is open is the one that snapshots show.
const ROOT: u32 = 8;

/// The texts of a table: all of them in one, and the length of each in UTF-16 code units.
pub(crate) fn texts<'t>(all: &'t str, lengths: &[u32]) -> Vec<&'t str> {
    let mut rest = all;
    let mut texts = Vec::with_capacity(lengths.len());
    for &length in lengths {
        let length = length as usize;
        let bytes = match rest.as_bytes().get(..length) {
            Some(start) if start.is_ascii() => length,
            _ => units(rest, length),
        };
        let (text, after) = rest.split_at_checked(bytes).unwrap_or((rest, ""));
        texts.push(text);
        rest = after;
    }
    texts
}

/// Returns the number of bytes that this many UTF-16 code units take.
fn units(text: &str, length: usize) -> usize {
    let mut seen = 0;
    let mut ends = text.char_indices().map(|(at, c)| {
        let before = seen;
        seen += c.len_utf16();
        (at, before)
    });
    ends.find(|&(_, before)| before >= length).map_or(text.len(), |(at, _)| at)
}

/// The tree of some steps, and the element that snapshots show.
pub(crate) fn read(steps: &[u32], texts: &[&str]) -> (DocumentBuilder, Option<NodeId>) {
    let mut tree = DocumentBuilder::new();
    let mut open = vec![tree.document()];
    let mut root = None;
    let mut steps = steps.iter().copied();
    let text = |place: Option<u32>| place.and_then(|place| texts.get(place as usize).copied()).unwrap_or_default();
    let mut attributes = Vec::new();
    while let (Some(step), Some(&parent)) = (steps.next(), open.last()) {
        match step {
            CLOSE => {
                open.pop();
            }
            ELEMENT => {
                let (namespace, name) = (text(steps.next()), text(steps.next()));
                attributes.clear();
                for _ in 0..steps.next().unwrap_or_default().min(u32::try_from(steps.len()).unwrap_or(u32::MAX)) {
                    attributes.push((text(steps.next()), text(steps.next())));
                }
                open.push(tree.element(parent, namespace, name, attributes.iter().copied()));
            }
            TEXT => {
                tree.text(parent, text(steps.next()));
            }
            COMMENT => {
                tree.comment(parent, text(steps.next()));
            }
            DOCTYPE => {
                tree.doctype(parent, text(steps.next()), text(steps.next()), text(steps.next()));
            }
            SHADOW_ROOT => open.push(tree.shadow_root(parent, steps.next() == Some(1))),
            FRAME_DOCUMENT => {
                let url = text(steps.next());
                open.push(tree.frame_document(parent, Some(url).filter(|url| !url.is_empty())));
            }
            QUIRKS => tree.set_quirks_mode(parent),
            ROOT => root = Some(parent),
            _ => break,
        }
    }
    (tree, root)
}
