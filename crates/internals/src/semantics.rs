//! Checks of what is said of a page before it is laid out: it is what is said after.

use super::files::corpus_files;
use crate::aria::{AriaTree, Exposure};
use crate::device::Device;
use crate::dom::NodeId;
use crate::layout::Layout;
use crate::offline::Offline;
use crate::page::{Page, RenderOptions};

/// Returns whether roles, names and states were found without a layout, after comparing them with those found with one.
fn is_foreseen(page: &Page, name: &str) -> bool {
    let Some(boxless) = AriaTree::build_boxless(page.dom(), page.styles(), page.device()) else { return false };
    assert_eq!(boxless.len(), page.aria().len(), "elements of {name}");
    for node in (0..page.dom().len()).map(NodeId::from_index) {
        let known = page.aria().get(node).cloned().map(|mut known| {
            known.exposure.remove(Exposure::BOX | Exposure::INLINE);
            known
        });
        let tag = || page.dom().element(node).map(|element| &element.name.local);
        assert_eq!(boxless.get(node), known.as_ref(), "{node:?} {:?} of {name}", tag());
        assert_eq!(boxless.is_active(node), page.aria().is_active(node), "focus on {node:?} of {name}");
    }
    let text =
        Layout::foresee_text(page.dom(), page.styles(), page.device()).expect("what elements need is enough for texts");
    for node in (0..page.dom().len()).map(NodeId::from_index) {
        let known = page.layout().text(node).map(|text| text.rendered.of(page.dom(), node));
        assert_eq!(text.text(page.dom(), node), known, "{node:?} {:?} of {name}", page.dom().text(node));
        assert_eq!(text.has_box(node), page.layout().get(node).is_some(), "{node:?} of {name}");
    }
    true
}

#[test]
fn semantics_and_texts_are_the_same_with_and_without_a_layout() {
    let files = corpus_files();
    let foreseen = files.iter().filter(|file| {
        let dom = Offline::new(file).dom().expect("a page");
        is_foreseen(&Page::render(dom, Device::default(), RenderOptions::default()), &file.display().to_string())
    });
    let foreseen = foreseen.count();
    assert!(foreseen > files.len() / 2, "{foreseen} of {} pages", files.len());
}
