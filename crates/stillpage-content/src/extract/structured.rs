//! Items that the markup of a page describes: microdata, `RDFa` and microformats.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

use crate::dom::address::absolute;
use crate::dom::{Dom, NodeId, collapse_ascii_whitespace, local_name};

/// Limit: levels of items in items.
const MAX_DEPTH: usize = 12;
/// Limit: elements looked at for one item.
const MAX_SCOPE: usize = 20_000;
/// Limit: bytes of the values of a syntax; properties in properties repeat each other, and so do items that refer to one element.
const MAX_TEXT: usize = 16 << 20;
/// Limit: elements that `itemref` adds to one item.
const MAX_REFERENCES: usize = 64;

/// The syntax in which markup declares items and properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// <https://html.spec.whatwg.org/multipage/microdata.html>
    Microdata,
    /// <https://www.w3.org/TR/rdfa-lite/>, whose properties may be in any vocabulary.
    Rdfa,
    /// <https://microformats.org/wiki/microformats2> and the older `hrecipe`, `vcard`, `vevent`, `hreview` and `hproduct`.
    Microformat,
}

/// The root classes of microformats, with the type of schema.org that is the same thing.
///
/// Not `hentry`, which themes put around every post without naming the parts of it.
const ROOTS: &[(&str, &str)] = &[
    ("h-recipe", "Recipe"),
    ("hrecipe", "Recipe"),
    ("h-entry", "Article"),
    ("h-event", "Event"),
    ("vevent", "Event"),
    ("h-product", "Product"),
    ("hproduct", "Product"),
    ("h-review", "Review"),
    ("hreview", "Review"),
    ("h-card", "Person"),
    ("vcard", "Person"),
    ("h-adr", "PostalAddress"),
    ("adr", "PostalAddress"),
];

/// The properties of the older microformats, whose classes have no prefix, with what newer ones call them.
const CLASSIC: &[(&str, &str)] = &[
    ("fn", "name"),
    ("ingredient", "ingredient"),
    ("yield", "yield"),
    ("instructions", "instructions"),
    ("duration", "duration"),
    ("photo", "photo"),
    ("summary", "summary"),
    ("description", "description"),
    ("author", "author"),
    ("published", "published"),
    ("dtstart", "start"),
    ("dtend", "end"),
    ("location", "location"),
    ("org", "organization"),
    ("tel", "tel"),
    ("email", "email"),
    ("adr", "address"),
    ("street-address", "streetAddress"),
    ("locality", "addressLocality"),
    ("region", "addressRegion"),
    ("postal-code", "postalCode"),
    ("country-name", "addressCountry"),
    ("brand", "brand"),
    ("price", "price"),
    ("rating", "rating"),
    ("reviewer", "author"),
];

impl Syntax {
    /// True for the element of an item.
    fn is_item(self, dom: &Dom, node: NodeId) -> bool {
        // Most elements have no attributes.
        if dom.element(node).is_none_or(|element| element.attributes.is_empty()) {
            return false;
        }
        match self {
            Self::Microdata => dom.attr(node, &"itemscope".into()).is_some(),
            Self::Rdfa => dom.attr(node, &"typeof".into()).is_some(),
            Self::Microformat => root_class(dom, node).is_some(),
        }
    }

    /// The item without its properties: its type and its id.
    fn start(self, dom: &Dom, node: NodeId) -> Map<String, Value> {
        let attr = |name: &str| dom.attr(node, &name.into());
        let (kind, id) = match self {
            Self::Microdata => (attr("itemtype"), attr("itemid")),
            Self::Rdfa => (attr("typeof"), attr("resource").or_else(|| attr("about"))),
            Self::Microformat => (root_class(dom, node), None),
        };
        let kind = kind.and_then(|kinds| kinds.split_ascii_whitespace().next());
        let entries = [("@type", kind), ("@id", id)];
        entries.into_iter().filter_map(|(name, value)| Some((name.to_owned(), Value::from(value?)))).collect()
    }

    /// Returns the names of the properties that the element is of the item around it.
    pub(super) fn properties(self, dom: &Dom, node: NodeId) -> Vec<String> {
        let words = |name: &str| dom.attr(node, &name.into()).unwrap_or_default().split_ascii_whitespace();
        let last = |name: &str| name.rsplit(['/', '#', ':']).next().unwrap_or(name).to_owned();
        match self {
            Self::Microdata => words("itemprop").map(last).collect(),
            Self::Rdfa => words("property").map(last).collect(),
            Self::Microformat => words("class").filter_map(microformat_property).map(str::to_owned).collect(),
        }
    }

    /// The text or the address that an element gives a property.
    fn value(self, dom: &Dom, node: NodeId, name: &str) -> String {
        let attr = |name: &str| dom.attr(node, &name.into());
        let url = |name: &str| attr(name).and_then(|url| absolute(dom, node, url));
        let text = || collapse_ascii_whitespace(&dom.text_content(node));
        let tag = dom.element(node).map_or("", |e| &*e.name.local);
        let own = match tag {
            "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => url("src"),
            "a" | "area" | "link" if self != Self::Microformat || is_address(name) => url("href"),
            "object" => url("data"),
            "data" | "meter" => attr("value").map(str::to_owned),
            "time" => attr("datetime").map(str::to_owned),
            "abbr" if self == Self::Microformat => attr("title").map(str::to_owned),
            _ if self == Self::Rdfa => attr("resource").map(str::to_owned),
            // The value class pattern: <https://microformats.org/wiki/value-class-pattern>.
            _ if self == Self::Microformat && has_value_class(name) => {
                let has = |n: &NodeId| has_class(dom, *n, "value") || has_class(dom, *n, "value-title");
                dom.descendants(node).take(MAX_DEPTH).find(has).map(|inner| {
                    let title = dom.attr(inner, &"title".into());
                    title.map_or_else(|| collapse_ascii_whitespace(&dom.text_content(inner)), str::to_owned)
                })
            }
            _ => None,
        };
        attr("content").map(str::to_owned).or(own).unwrap_or_else(text)
    }
}

/// The items of a syntax that are not a property of another one, in document order.
pub(super) fn structured(dom: &Dom, syntax: Syntax) -> impl Iterator<Item = (NodeId, Value)> + '_ {
    let mut end_of_last: BTreeSet<NodeId> = BTreeSet::new();
    let mut ids: Option<FxHashMap<String, NodeId>> = None;
    let mut left = MAX_TEXT;
    dom.descendants(dom.document()).filter_map(move |node| {
        if dom.element(node).is_none() || !syntax.is_item(dom, node) || end_of_last.contains(&node) {
            return None;
        }
        if ids.is_none() && syntax == Syntax::Microdata {
            ids = Some(elements_by_id(dom));
        }
        let value = item(dom, node, syntax, ids.as_ref(), &mut end_of_last, &mut left);
        Some((node, value))
    })
}

/// The element of an item's property.
pub(super) fn property_node(dom: &Dom, scope: NodeId, syntax: Syntax, name: &str) -> Option<NodeId> {
    dom.descendants(scope)
        .take(MAX_SCOPE)
        .find(|&node| dom.element(node).is_some() && syntax.properties(dom, node).iter().any(|own| own == name))
}

/// An item with its properties, and the items that are values of those; they go into `nested`. Values take from the `left` bytes.
fn item(
    dom: &Dom,
    scope: NodeId,
    syntax: Syntax,
    ids: Option<&FxHashMap<String, NodeId>>,
    nested: &mut BTreeSet<NodeId>,
    left: &mut usize,
) -> Value {
    enum Step {
        Enter(NodeId),
        /// Ends the item that is the value of these properties of the item around it.
        Leave(NodeId, Vec<String>),
    }
    // What `itemref` names stands elsewhere and belongs to the item: <https://html.spec.whatwg.org/multipage/microdata.html#the-properties-of-an-item>.
    let referred = |node: NodeId| -> Vec<NodeId> {
        let Some(ids) = ids else { return Vec::new() };
        let words = dom.attr(node, &"itemref".into()).unwrap_or_default().split_ascii_whitespace();
        words.take(MAX_REFERENCES).filter_map(|id| ids.get(id).copied()).collect()
    };
    let enter = |node: NodeId, steps: &mut Vec<Step>| {
        steps.extend(referred(node).into_iter().rev().map(Step::Enter));
        steps.extend(dom.children(node).rev().map(Step::Enter));
    };
    let mut open = vec![syntax.start(dom, scope)];
    let mut steps: Vec<Step> = Vec::new();
    enter(scope, &mut steps);
    // An item that refers to itself ends.
    let mut entered = BTreeSet::from([scope]);
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Enter(node) => node,
            Step::Leave(node, names) => {
                if let Some(inner) = open.pop()
                    && let Some(outer) = open.last_mut()
                {
                    let value = finished(dom, node, syntax, inner);
                    names.iter().for_each(|name| add(outer, name, value.clone()));
                }
                continue;
            }
        };
        if dom.element(node).is_none() || entered.len() > MAX_SCOPE || !entered.insert(node) {
            continue;
        }
        let names = syntax.properties(dom, node);
        let is_item = syntax.is_item(dom, node);
        if is_item && (names.is_empty() || open.len() >= MAX_DEPTH) {
            // An item of its own.
            continue;
        }
        if is_item {
            nested.insert(node);
            open.push(syntax.start(dom, node));
            steps.push(Step::Leave(node, names));
            enter(node, &mut steps);
            continue;
        }
        if let (false, Some(object)) = (names.is_empty(), open.last_mut()) {
            for name in &names {
                if *left == 0 {
                    break;
                }
                let value = syntax.value(dom, node, name);
                *left = left.saturating_sub(value.len());
                add(object, name, Value::from(value));
            }
        }
        steps.extend(dom.children(node).rev().map(Step::Enter));
    }
    finished(dom, scope, syntax, open.into_iter().next().unwrap_or_default())
}

/// A card without a name of its own is named by its text: <https://microformats.org/wiki/microformats2-parsing>.
fn finished(dom: &Dom, node: NodeId, syntax: Syntax, mut object: Map<String, Value>) -> Value {
    /// Limit: characters of a name.
    const MAX_NAME: usize = 100;
    if syntax == Syntax::Microformat && !object.contains_key("name") {
        let text = collapse_ascii_whitespace(&dom.text_content(node));
        if object.get("@type").is_some_and(|kind| kind == "Person") && text.chars().count() <= MAX_NAME {
            object.insert("name".to_owned(), text.into());
        }
    }
    Value::Object(object)
}

/// A name that comes again makes a list.
pub(super) fn add(object: &mut Map<String, Value>, name: &str, value: Value) {
    match object.get_mut(name) {
        None => {
            object.insert(name.to_owned(), value);
        }
        Some(Value::Array(values)) => values.push(value),
        Some(single) => *single = json!([single.take(), value]),
    }
}

fn elements_by_id(dom: &Dom) -> FxHashMap<String, NodeId> {
    let mut ids = FxHashMap::default();
    for node in dom.descendants(dom.document()) {
        if let Some(id) = dom.attr(node, &"id".into()) {
            ids.entry(id.to_owned()).or_insert(node);
        }
    }
    ids
}

fn has_class(dom: &Dom, node: NodeId, class: &str) -> bool {
    dom.attr(node, &"class".into()).is_some_and(|own| own.split_ascii_whitespace().any(|own| own == class))
}

fn root_class(dom: &Dom, node: NodeId) -> Option<&'static str> {
    let class = dom.attr(node, &local_name!("class"))?;
    class.split_ascii_whitespace().find_map(|own| ROOTS.iter().find(|(root, _)| *root == own)).map(|(_, kind)| *kind)
}

/// The property that a class names: `p-name`, `u-photo`, `dt-start`, `e-content`, or one of the older names.
fn microformat_property(class: &str) -> Option<&str> {
    let is_word = |name: &&str| name.len() > 1 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    let newer = ["p-", "u-", "dt-", "e-"].iter().find_map(|prefix| class.strip_prefix(prefix)).filter(is_word);
    newer.or_else(|| CLASSIC.iter().find(|(own, _)| *own == class).map(|(_, name)| *name))
}

/// True for the properties of microformats whose value may be in a part of the element.
fn has_value_class(property: &str) -> bool {
    matches!(property, "start" | "end" | "published" | "updated" | "duration" | "tel" | "price" | "rating")
}

/// True for the properties of microformats whose value is the address of a link, not its words.
fn is_address(property: &str) -> bool {
    matches!(property, "url" | "photo" | "email" | "tel" | "uid" | "syndication")
}
