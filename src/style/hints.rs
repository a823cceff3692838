//! Presentational hints: what attributes of HTML and SVG say about style, as author declarations of specificity 0.
//!
//! <https://html.spec.whatwg.org/multipage/rendering.html>

use super::property::Declaration;
use crate::dom::{Dom, NodeId};

/// Appends the declarations that the attributes of an element stand for.
pub fn presentational_hints(dom: &Dom, node: NodeId, quirks: bool, out: &mut Vec<Declaration>) {
    let _ = (dom, node, quirks, out);
}
