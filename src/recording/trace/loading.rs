//! Pages that were recorded while they were still loading: what had not been read by then is in their response.

use url::Url;

use super::Trace;
use super::resources::StateResources;
use super::tree::{Builder, Key};
use crate::dom::resource::Saved as _;
use crate::dom::{Dom, ElementNamespace, Mutation, NodeData, NodeId, ParseOptions, charset_of, local_name};
use crate::limits::Limit;

/// A child that an element has yet to get: the element, and the node of the response; or a text that is the start of one there.
type Missing = (NodeId, NodeId);

/// Two nodes to compare: of the page, and of its response.
struct Pair {
    page: NodeId,
    response: NodeId,
    /// More may come after what is there.
    is_open: bool,
}

impl Trace {
    /// Adds to a page that is the start of its response what follows there; true if there was something.
    ///
    /// A click that leads to another page is often over before that page is there.
    pub(super) fn complete(&self, key: Key, builder: &mut Builder<'_>) -> bool {
        // Later snapshots of a document refer to earlier ones.
        let is_first = self.snapshot(key).is_some_and(|snapshot| snapshot.nodes.is_whole);
        let Some(response) = is_first.then(|| self.response(key)).flatten() else { return false };
        let dom = &builder.dom;
        let Some(from) = response.body(response.document()) else { return false };
        let body = dom.body(dom.document()).filter(|&body| dom.children(body).next().is_some());
        let Some(body) = body else {
            if response.children(from).next().is_none() {
                return false;
            }
            // Not even the sheets in its head need be there.
            builder.dom = response;
            builder.keys.clear();
            builder.documents.clear();
            return true;
        };
        let Some(missing) = rest(dom, body, &response, from) else { return false };
        let is_content = |&(_, node): &Missing| match &response.node(node).data {
            NodeData::Text(text) => !response.text_in(text).trim().is_empty(),
            _ => true,
        };
        if !missing.iter().any(is_content) {
            return false;
        }
        for (parent, node) in missing {
            match (builder.dom.text(parent).is_some(), response.text(node)) {
                (true, Some(text)) => {
                    let _ = builder.dom.change(&Mutation::SetText { node: parent, text: text.to_owned() });
                }
                _ => copy(&response, node, &mut builder.dom, parent),
            }
        }
        builder.dom.finish_assembly();
        true
    }

    /// The document that the server sent for a snapshot.
    fn response(&self, key: Key) -> Option<Dom> {
        let snapshot = self.snapshot(key)?;
        let url = Url::parse(&snapshot.url).ok().filter(|url| matches!(url.scheme(), "http" | "https" | "file"))?;
        let file = {
            let mut archive = self.archive.as_ref()?.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let mut resources = StateResources { trace: self, key, snapshot, archive: &mut archive, is_late: false };
            resources.file(&url).ok()??
        };
        if !file.media_type.to_ascii_lowercase().contains("html") {
            return None;
        }
        let encoding = charset_of(file.media_type.as_bytes());
        let options = ParseOptions { url: Some(url), encoding, fresh: true, lines: false };
        Some(Dom::parse(&file.bytes, &options))
    }
}

/// Returns the parts that an element of a page lacks of an element of its response that it is the start of, in document order;
/// `None` if it is not.
fn rest(dom: &Dom, page: NodeId, response: &Dom, from: NodeId) -> Option<Vec<Missing>> {
    let mut missing = Vec::new();
    let mut pairs = vec![Pair { page, response: from, is_open: true }];
    while let Some(pair) = pairs.pop() {
        let own: Vec<NodeId> = dom.children(pair.page).filter(|&node| is_compared(dom, node)).collect();
        let mut theirs = response.children(pair.response).filter(|&node| is_compared(response, node)).peekable();
        // A script writes beside itself.
        let mut after_script = false;
        let last = own.len().checked_sub(1);
        for (at, &node) in own.iter().enumerate() {
            while theirs.next_if(|&other| is_script(response, other)).is_some() {
                after_script = true;
            }
            let is_open = pair.is_open && Some(at) == last;
            match (&dom.node(node).data, theirs.peek().map(|&other| (other, &response.node(other).data))) {
                (NodeData::Text(text), Some((other, NodeData::Text(whole))))
                    if continues(dom.text_in(text), response.text_in(whole), is_open) =>
                {
                    if dom.text(node) != response.text(other) {
                        missing.push((node, other));
                    }
                    theirs.next();
                    after_script = false;
                }
                (NodeData::Element(element), Some((other, NodeData::Element(same))))
                    if element.name.local == same.name.local =>
                {
                    pairs.push(Pair { page: node, response: other, is_open });
                    theirs.next();
                    after_script = false;
                }
                (NodeData::Text(_), _) if after_script => {}
                _ => return None,
            }
        }
        let left: Vec<NodeId> = theirs.filter(|&node| !is_script(response, node)).collect();
        if !pair.is_open && !left.is_empty() {
            return None;
        }
        missing.extend(left.into_iter().map(|node| (pair.page, node)));
    }
    Some(missing)
}

/// True for a text that is the whole one of the response, or its beginning where more may follow.
fn continues(text: &str, whole: &str, is_open: bool) -> bool {
    text == whole || is_open && whole.starts_with(text)
}

/// True for nodes that a trace has, and scripts.
fn is_compared(dom: &Dom, node: NodeId) -> bool {
    match &dom.node(node).data {
        NodeData::Text(_) => true,
        NodeData::Element(element) => !matches!(&*element.name.local, "noscript" | "template"),
        _ => false,
    }
}

fn is_script(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|element| element.name.local == local_name!("script"))
}

/// Copies a node with everything in it to the end of an element of another tree.
fn copy(from: &Dom, node: NodeId, to: &mut Dom, parent: NodeId) {
    let mut tasks = vec![(node, parent)];
    while let Some((node, parent)) = tasks.pop() {
        if to.len() as u64 >= Limit::Nodes.value() {
            to.note_limit(Limit::Nodes);
            return;
        }
        match &from.node(node).data {
            NodeData::Text(text) => {
                to.add_text(parent, from.text_in(text));
            }
            NodeData::Element(element) if !is_script(from, node) => {
                let spaces = [ElementNamespace::Svg, ElementNamespace::MathMl];
                let namespace = spaces.into_iter().find(|space| space.url() == element.name.ns);
                let attributes = element.attributes.iter().map(|attribute| {
                    let name = match &attribute.name.prefix {
                        Some(prefix) => format!("{prefix}:{}", attribute.name.local),
                        None => attribute.name.local.to_string(),
                    };
                    (name, &*attribute.value)
                });
                let attributes: Vec<(String, &str)> = attributes.collect();
                let pairs = attributes.iter().map(|(name, value)| (name.as_str(), *value));
                let namespace = namespace.unwrap_or(ElementNamespace::Html);
                let made = to.add_element(parent, namespace, &element.name.local, pairs);
                let children: Vec<NodeId> = from.children(node).collect();
                tasks.extend(children.into_iter().rev().map(|child| (child, made)));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_of_a_response_is_completed() {
        let response = "<body><p>one</p> <script>x</script><ul><li>a<li>b</ul><p>two</p></body>";
        let check = |page: &str, expected: Option<&str>| {
            let parsed = |html: &str| Dom::parse(html.as_bytes(), &ParseOptions::of_text());
            let (mut dom, whole) = (parsed(page), parsed(response));
            let bodies = dom.body(dom.document()).zip(whole.body(whole.document())).expect("they have bodies");
            let missing = rest(&dom, bodies.0, &whole, bodies.1);
            let text = missing.map(|missing| {
                for (parent, node) in missing {
                    copy(&whole, node, &mut dom, parent);
                }
                dom.text_content(bodies.0)
            });
            assert_eq!(text.as_deref(), expected, "{page}");
        };
        check("<body><p>one</p>", Some("one abtwo"));
        check("<body><p>one</p> <ul><li>a</ul>", Some("one abtwo"));
        check("<body><p>one</p> 2026<ul><li>a</ul>", None);
        check("<body><p>one</p> <ul><li>a<li>b</ul><p>two</p>", Some("one abtwo"));
        // What a script has changed is not the start of anything.
        check("<body><p>one</p> <ul><li>a</ul><p>two</p>", None);
        check("<body><p>other</p>", None);
    }
}
