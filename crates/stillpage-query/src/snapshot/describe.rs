//! Elements in a few words.

use crate::dom::{Dom, NodeId, local_name};
use crate::safe_text::{PageText, SafeText, put};

/// The local name of an element; empty for other nodes.
pub fn tag(dom: &Dom, node: NodeId) -> &str {
    dom.element(node).map_or("", |e| &e.name.local)
}

/// `button#save.primary`: tag, id and up to three classes.
pub fn path_step(dom: &Dom, node: NodeId) -> SafeText {
    let mut text = SafeText::from(PageText::token(tag(dom, node)));
    if let Some(id) = dom.attr(node, &local_name!("id")).filter(|id| !id.is_empty()) {
        put!(text, "#{}", PageText::token(id));
    }
    for class in dom.attr(node, &local_name!("class")).unwrap_or_default().split_ascii_whitespace().take(3) {
        put!(text, ".{}", PageText::token(class));
    }
    text
}
