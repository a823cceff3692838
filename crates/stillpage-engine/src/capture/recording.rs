//! The recording of a page: the messages of the debugging protocol, reduced to the fields in use.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A page at one moment.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Recording {
    /// `DOM.getFlattenedDocument`: every node of every tree, children before their parents.
    pub nodes: Vec<TreeRow>,
    /// `DOMSnapshot.captureSnapshot`.
    pub snapshot: TreeSnapshot,
    /// By frame id: what only a script in the frame can read.
    pub frames: BTreeMap<String, FrameFacts>,
    /// `DOM.getTopLayerElements`: node ids, bottom to top.
    pub top_layer: Vec<i64>,
    /// `Accessibility.getFullAXTree`, if it was asked for: what is not ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessibility: Vec<AccessibleRow>,
    /// `CSS.getStyleSheetText` of every style sheet, if it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<SheetRow>,
    /// `Network.getResponseBody` of every font that the page loaded, if it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fonts: Vec<FontRow>,
    /// Addresses of fonts that the page loaded and the browser no longer has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_fonts: Vec<String>,
    /// Addresses of frames in other processes that did not answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// A node of Chromium's own accessibility tree.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessibleRow {
    /// The `backendNodeId` of its node.
    pub backend: i64,
    /// Role, in Chromium's words.
    pub role: String,
    /// Name.
    pub name: String,
}

/// A style sheet of the page.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SheetRow {
    /// The `backendNodeId` of its `style` or `link`; 0 if it was imported or made.
    pub owner: i64,
    /// Its address, or that of the document it is written in.
    pub url: String,
    /// Its text.
    pub text: String,
}

/// A font file that the page loaded.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FontRow {
    /// Its address.
    pub url: String,
    /// Its bytes, in base64.
    pub base64: String,
}

impl Recording {
    pub fn main_facts(&self) -> Option<&FrameFacts> {
        let document = self.snapshot.documents.first()?;
        self.frames.get(self.snapshot.text(document.frame_id)?)
    }
}

/// A node of `DOM.getFlattenedDocument`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TreeRow {
    /// Its id in this connection.
    pub node_id: i64,
    /// The node above it; 0 for the page's document.
    #[serde(skip_serializing_if = "is_zero")]
    pub parent_id: i64,
    /// Its id in the browser.
    pub backend_node_id: i64,
    /// `Node.nodeType`.
    pub node_type: u8,
    /// `Node.nodeName`.
    pub node_name: String,
    /// `Element.localName`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub local_name: String,
    /// `Node.nodeValue`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub node_value: String,
    /// Names and values in turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    /// In the SVG namespace.
    #[serde(rename = "isSVG", skip_serializing_if = "std::ops::Not::not")]
    pub is_svg: bool,
    /// Shadow roots; rows name them as their parents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shadow_roots: Vec<ShadowRow>,
    /// The document of a frame; rows name it as their parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_document: Option<Box<Self>>,
    /// The frame that an `iframe` holds.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub frame_id: String,
    /// Address of a document.
    #[serde(rename = "documentURL", skip_serializing_if = "String::is_empty")]
    pub document_url: String,
    /// `QuirksMode`, `LimitedQuirksMode` or `NoQuirksMode`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub compatibility_mode: String,
    /// The public identifier of a document type.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub public_id: String,
    /// The system identifier of a document type.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub system_id: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn is_zero(id: &i64) -> bool {
    *id == 0
}

/// A shadow root of a [`TreeRow`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ShadowRow {
    /// Its id in this connection.
    pub node_id: i64,
    /// Its id in the browser.
    pub backend_node_id: i64,
    /// `open`, `closed` or `user-agent`.
    pub shadow_root_type: String,
}

/// `DOMSnapshot.captureSnapshot`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TreeSnapshot {
    /// The page's document first.
    pub documents: Vec<DocumentSnapshot>,
    /// The strings, which other fields refer to by number.
    pub strings: Vec<String>,
}

impl TreeSnapshot {
    /// The string of a number; `None` for -1.
    pub fn text(&self, index: i64) -> Option<&str> {
        self.strings.get(usize::try_from(index).ok()?).map(String::as_str)
    }
}

/// A document of a snapshot.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DocumentSnapshot {
    /// String of the frame's id.
    pub frame_id: i64,
    /// Nodes of the flat tree.
    pub nodes: NodeRows,
    /// Boxes.
    pub layout: LayoutRows,
    /// Runs of text.
    pub text_boxes: TextBoxRows,
}

/// Nodes of a snapshot, as columns.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeRows {
    /// Row of the parent, or -1.
    pub parent_index: Vec<i64>,
    /// Ids in the browser.
    pub backend_node_id: Vec<i64>,
    /// Strings of the texts of `textarea` elements.
    pub text_value: RareText,
    /// Strings of the values of `input` elements.
    pub input_value: RareText,
    /// Checked `input` elements.
    pub input_checked: Rare,
    /// Selected `option` elements.
    pub option_selected: Rare,
    /// Strings of the kinds of pseudo-elements.
    pub pseudo_type: RareText,
}

/// Rows that have a value, and the strings of the values.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RareText {
    /// Rows.
    pub index: Vec<usize>,
    /// Strings.
    pub value: Vec<i64>,
}

/// Rows for which something holds.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Rare {
    /// Rows.
    pub index: Vec<usize>,
}

/// A rectangle as x, y, width and height; empty if absent.
pub(crate) type Geometry = Vec<f32>;

/// Boxes of a snapshot, as columns.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LayoutRows {
    /// Row of the node.
    pub node_index: Vec<usize>,
    /// Strings of computed values.
    pub styles: Vec<Vec<i64>>,
    /// Bounding boxes in the coordinates of the document.
    pub bounds: Vec<Geometry>,
    /// String of the text of text boxes.
    pub text: Vec<i64>,
    /// The index of the layer of the box in the order of painting.
    pub paint_orders: Vec<i64>,
    /// `offsetLeft` to `offsetHeight`.
    pub offset_rects: Vec<Geometry>,
    /// `scrollLeft` to `scrollHeight`.
    pub scroll_rects: Vec<Geometry>,
    /// `clientLeft` to `clientHeight`.
    pub client_rects: Vec<Geometry>,
}

/// Runs of text of a snapshot, as columns.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextBoxRows {
    /// Row of the box.
    pub layout_index: Vec<usize>,
    /// In the coordinates of the document.
    pub bounds: Vec<Geometry>,
    /// Its start in the text of the box, UTF-16 units.
    pub start: Vec<usize>,
    /// Its length, UTF-16 units.
    pub length: Vec<usize>,
}

/// The report of a script in a frame. Elements go by their number: all of the document in tree order, those of an open shadow
/// root right after its host.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FrameFacts {
    /// Local names, to check that script and protocol saw the same tree.
    pub tags: Vec<String>,
    /// `getClientRects()`: x, y, width and height in turn.
    pub rects: Vec<Geometry>,
    /// Computed values of what has no box.
    pub styles: Vec<StyleFact>,
    /// `scrollX`, `scrollY`, size of the document, size of the window.
    pub geometry: [f32; 6],
    /// `document.activeElement`, through open shadow roots; `None` for the body.
    pub focus: Option<usize>,
    /// Dialogs shown with `showModal()`.
    pub modal: Vec<usize>,
    /// `::backdrop`s that pointers hit: the number of their element, x, y, width, height in the frame's window.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub backdrops: Vec<(usize, f32, f32, f32, f32)>,
    /// Popovers that are open.
    pub popover: Vec<usize>,
    /// Indeterminate checkboxes.
    pub indeterminate: Vec<usize>,
    /// Natural sizes of images, canvases and videos: number, width, height.
    pub natural: Vec<(usize, f32, f32)>,
    /// Style sheets that scripts made, by the number of their shadow host (none: the document's).
    pub sheets: Vec<SheetFact>,
    /// Markup of what is in `template` elements.
    pub templates: Vec<(usize, String)>,
    /// If it was asked for: `document.elementFromPoint` on a grid over the window.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<(f32, f32, Option<usize>)>,
    /// If it was asked for: elements to click with their middle in the window; whether a click would land as Playwright
    /// sees it, and by lineage.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub centers: Vec<(usize, bool, bool)>,
}

/// Computed values of an element without a box, or of a pseudo-element of it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StyleFact {
    /// Number of the element.
    pub element: usize,
    /// `::before`, `::after`; empty for the element itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pseudo: String,
    /// Computed values.
    pub values: Vec<String>,
}

/// A style sheet that is not in the markup.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SheetFact {
    /// Number of the shadow host.
    pub host: Option<usize>,
    /// Text of its rules.
    pub text: String,
}
