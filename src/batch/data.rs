//! The structured columns of a row: refs and links.

use serde::{Serialize, Serializer};

use crate::dom::local_name;
use crate::geometry::Rect;
use crate::page::Page;
use crate::refs::Ref;
use crate::rendered::text::inner_text;
use crate::snapshot::{Child, Snapshot};

/// An element that has a ref in the snapshot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RefData {
    /// The ref, such as `e7`.
    #[serde(rename = "ref")]
    pub reference: Ref,
    /// Its role; `generic` for elements without one.
    pub role: String,
    /// Its accessible name; empty if it has none.
    pub name: String,
    /// Its bounding box in CSS pixels of its frame's viewport, `[x, y, width, height]` as JSON; `None` if it has no box.
    #[serde(rename = "box", serialize_with = "quadruple")]
    pub rect: Option<Rect>,
}

/// A link of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LinkData {
    /// The target: absolute if the address of the page is known.
    pub url: String,
    /// Its `innerText`, on one line.
    pub text: String,
}

/// Returns the nodes of a snapshot that have a ref, in the order of the snapshot.
pub(super) fn refs(page: &Page, snapshot: &Snapshot) -> Vec<RefData> {
    let node = |child: &Child| match child {
        Child::Node(index) => Some(snapshot.node(*index)),
        Child::Text(_) => None,
    };
    let row = |(_, child): (usize, &Child)| {
        let node = node(child)?;
        let name = page.aria().get(node.element).map(|aria| aria.name.to_string());
        Some(RefData {
            reference: node.reference?,
            role: node.role.name().to_owned(),
            name: name.unwrap_or_else(|| node.name.to_string()),
            rect: page.layout().get(node.element).map(|own| own.rect),
        })
    };
    snapshot.walk().filter_map(row).collect()
}

fn quadruple<S: Serializer>(rect: &Option<Rect>, serializer: S) -> Result<S::Ok, S::Error> {
    rect.map(|rect| [rect.x, rect.y, rect.width, rect.height]).serialize(serializer)
}

/// Every `a` and `area` with an address, in document order, frames and shadow trees after their hosts.
pub(super) fn links(page: &Page) -> Vec<LinkData> {
    let dom = page.dom();
    let mut links = Vec::new();
    for root in dom.connected_roots() {
        let document = dom.owner_document(root);
        for node in dom.descendants(root) {
            if !dom.is_html(node, &local_name!("a")) && !dom.is_html(node, &local_name!("area")) {
                continue;
            }
            let Some(href) = dom.attr(node, &local_name!("href")) else { continue };
            let url = dom.base_url(document).and_then(|base| base.join(href).ok());
            let url = url.map_or_else(|| href.trim().to_owned(), String::from);
            let text = match dom.is_html(node, &local_name!("area")) {
                true => dom.attr(node, &local_name!("alt")).unwrap_or_default().to_owned(),
                false => inner_text(page, node),
            };
            links.push(LinkData { url, text: text.split_whitespace().collect::<Vec<_>>().join(" ") });
        }
    }
    links
}
