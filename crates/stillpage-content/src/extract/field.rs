//! The fields of a part of a page: each with the names that the page gives it.

use std::cell::OnceCell;

use super::code::label_and_number;
use super::name::{Name, Names};
use super::path::Path;
use super::value;
use crate::dom::address::absolute;
use crate::dom::form;
use crate::markdown::image_url;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};

/// Limit: fields of one record.
const MAX_FIELDS: usize = 400;
/// Limit: bytes of a field's text.
const MAX_TEXT: usize = 20_000;
/// Limit: characters of a label.
const MAX_LABEL: usize = 60;

/// The weight of the names of a record for its text as a whole.
const WHOLE: f64 = 0.75;

/// The kind of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FieldKind {
    Text,
    /// The words of a link.
    LinkText,
    Heading,
    Link,
    Image,
    Time,
    Control,
    /// An attribute: `data-price`.
    Attribute,
}

impl FieldKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::LinkText => "LinkText",
            Self::Heading => "Heading",
            Self::Link => "Link",
            Self::Image => "Image",
            Self::Time => "Time",
            Self::Control => "Control",
            Self::Attribute => "Attribute",
        }
    }
}

/// The source of a field's name on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// The header of its column.
    Header,
    /// A label before it, or around it.
    Label,
    /// `itemprop`.
    Property,
    /// A class, an id or another attribute.
    Class,
    /// The kind of element that it is.
    Tag,
}

impl Naming {
    pub(super) fn as_str(&self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Label => "label",
            Self::Property => "itemprop",
            Self::Class => "class",
            Self::Tag => "element",
        }
    }
}

/// A piece of a record.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) at: At,
    pub(super) kind: FieldKind,
    /// The key of the same field in other records: its place in the record by tags and classes, and its kind.
    pub(super) key: String,
    /// Names with how much they are worth.
    pub(super) names: Vec<(Name, f64, Naming)>,
    /// Its text; of a link or an image: its address.
    pub(super) text: String,
    /// The value for machines: `datetime`, `content`, `value`.
    pub(super) machine: Option<String>,
    /// The label of a text that is a label and a number, and where the number starts; once a property asked.
    numbered: OnceCell<Option<(Name, usize)>>,
}

impl Field {
    fn new(
        (at, kind): (At, FieldKind),
        key: String,
        names: Vec<(Name, f64, Naming)>,
        text: String,
        machine: Option<String>,
    ) -> Self {
        Self { at, kind, key, names, text, machine, numbered: OnceCell::new() }
    }

    /// The number of a text that is a label of that name and a number, and nothing else: `2.4` of `Version 2.4`.
    pub(super) fn number_behind(&self, name: &Name) -> Option<&str> {
        let numbered = self.numbered.get_or_init(|| {
            let (label, number) = label_and_number(&self.text)?;
            Some((label, self.text.trim_end().len() - number.len()))
        });
        let (_, start) = numbered.as_ref().filter(|(label, _)| name.likeness(label) >= 0.84)?;
        self.text.trim_end().get(*start..)
    }
}

/// The fields of a subtree in document order. `headers`: those of the columns, where the record is a row.
pub(super) fn fields(tree: &VisibleTree<'_>, root: At, headers: &[Name], known: &Names) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let mut column = 0_usize;
    let mut path = Path::new(tree, root);
    for at in root..tree.nodes[root].end() {
        if fields.len() >= MAX_FIELDS {
            break;
        }
        let shape = tree.shape(at);
        if shape.contains(Shape::TEXT) {
            continue;
        }
        path.enter(at);
        let tag = tree.tag(at);
        let is_cell = matches!(tag, "td" | "th") && !headers.is_empty();
        if is_cell {
            column += 1;
        }
        let header = column.checked_sub(1).and_then(|c| headers.get(c));
        let mut key = |kind: FieldKind| path.key(kind.as_str(), column);
        let own_names = OnceCell::new();
        let names = || own_names.get_or_init(|| names(tree, at, root, header, known)).as_slice();
        let mut put = |kind: FieldKind, text: String, machine: Option<String>, more: &[(&str, f64, Naming)]| {
            if text.trim().is_empty() && machine.is_none() {
                return;
            }
            let mut names = names().to_vec();
            names.extend(more.iter().map(|(name, weight, naming)| (known.of(name), *weight, *naming)));
            fields.push(Field::new((at, kind), key(kind), names, text, machine));
        };
        match tag {
            "img" => {
                put(FieldKind::Image, image_url(tree, at).unwrap_or_default(), None, &[("image", 0.8, Naming::Tag)]);
            }
            "a" => {
                if let Some(url) =
                    tree.attr(at, "href").and_then(|href| absolute(tree.page.dom(), tree.nodes[at].node, href))
                {
                    put(FieldKind::Link, url, None, &[("url", 0.7, Naming::Tag)]);
                }
            }
            "input" | "select" | "textarea" => {
                let dom = tree.page.dom();
                let node = tree.nodes[at].node;
                let checkable =
                    dom.element(node).and_then(form::InputType::of).is_some_and(form::InputType::is_checkable);
                let password = tree.attr(at, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("password"));
                let text = match (checkable, tag) {
                    (true, _) => dom.form().is_checked(node).to_string(),
                    (_, "select") => dom
                        .form()
                        .selected_options(node)
                        .next()
                        .map(|o| form::option_label(dom, o).into_owned())
                        .unwrap_or_default(),
                    _ if password => String::new(),
                    _ => form::value(dom, node).into_owned(),
                };
                let name = tree.page.aria().get(node).map_or("", |aria| &*aria.name).to_owned();
                put(
                    FieldKind::Control,
                    text,
                    None,
                    &[(&name, 0.9, Naming::Label), (tree.attr(at, "name").unwrap_or_default(), 0.7, Naming::Class)],
                );
                continue;
            }
            _ => {}
        }
        let attributes = tree.attributes(at);
        let attributes = if attributes.is_empty() || is_control(tree, at) { &[] } else { attributes };
        for attribute in attributes {
            // `data-price="12.99"`, not `data-testid="price"`.
            if let Some(name) = attribute.name.local.strip_prefix("data-")
                && !attribute.value.is_empty()
                && attribute.value.len() <= 100
                && !attribute.value.starts_with(['{', '['])
                && !matches!(
                    name,
                    "testid"
                        | "test"
                        | "id"
                        | "index"
                        | "v"
                        | "src"
                        | "toggle"
                        | "target"
                        | "component"
                        | "role"
                        | "type"
                        | "name"
                )
                && fields.len() < MAX_FIELDS
            {
                let names = vec![(known.of(name), 0.75, Naming::Class)];
                let key = format!("@{}", attribute.name.local);
                fields.push(Field::new((at, FieldKind::Attribute), key, names, attribute.value.to_string(), None));
            }
        }
        add_text(tree, (at, root), is_cell, known, &names, &mut key, &mut fields);
    }
    fields
}

/// The text of an element that holds text itself, with the labels in it and before it.
fn add_text<'n>(
    tree: &VisibleTree<'_>,
    (at, root): (At, At),
    is_cell: bool,
    known: &Names,
    names: &dyn Fn() -> &'n [(Name, f64, Naming)],
    key: &mut dyn FnMut(FieldKind) -> String,
    fields: &mut Vec<Field>,
) {
    let tag = tree.tag(at);
    let is_heading = heading_level(tree.page, tree.nodes[at].node).is_some();
    let holds_text =
        tree.children(at).any(|child| tree.shape(child).contains(Shape::TEXT) && !tree.text(child).trim().is_empty());
    // What a record as a whole is called says less of its text than what a part of it is.
    let is_whole_record =
        at == root && tree.children(at).filter(|&child| !tree.shape(child).contains(Shape::TEXT)).nth(1).is_some();
    let share = if is_whole_record { WHOLE } else { 1.0 };
    let is_named = || {
        let is_telling = |weight: f64, naming: Naming| match naming {
            Naming::Property => true,
            Naming::Class => weight >= 0.8,
            _ => false,
        };
        names().iter().any(|(_, weight, naming)| is_telling(weight * share, *naming))
    };
    let machine = ["datetime", "content"].iter().find_map(|name| tree.attr(at, name)).map(str::to_owned);
    let stars = stars(tree, at);
    // Blocks of blocks are not fields, unless they are named.
    let whole = is_cell
        || is_heading
        || tag == "a"
        || tag == "dd"
        || tag == "address"
        || holds_text
        || tree.nodes[at].chars() > 0 && tree.nodes[at].chars() < 400 && is_named();
    if !whole && machine.is_none() && stars.is_none() {
        return;
    }
    // What is struck out holds no more, unless it is all there is.
    let is_struck = |at: At| matches!(tree.tag(at), "del" | "s" | "strike");
    let mut text = tree.line_without(at, MAX_TEXT, &|inner| inner != at && is_struck(inner));
    if text.is_empty() {
        text = tree.line(at, MAX_TEXT);
    }
    if text.is_empty() && machine.is_none() && stars.is_none() {
        return;
    }
    let mut names: Vec<_> =
        names().iter().map(|(name, weight, naming)| (name.clone(), weight * share, *naming)).collect();
    if std::iter::once(at).chain(tree.ancestors(at)).take_while(|&up| up != root).take(4).any(is_struck) {
        names.push((known.of("del"), 0.0, Naming::Tag));
    }
    let mut machine = machine;
    if let Some(stars) = stars {
        names.push((known.of("rating"), 0.8, Naming::Label));
        machine = machine.or(Some(stars));
    }
    if let Some(label) = label_before(tree, at, root) {
        names.push((known.of(&label), 0.92, Naming::Label));
    }
    // `Price: 5 €`
    // A heading is a name as a whole: `Gamma: the sequel`.
    let is_name = is_heading || tag == "a" || tree.shape(at).contains(Shape::HEADING_INSIDE);
    let labelled = if is_name { Vec::new() } else { labelled(&text) };
    match labelled.as_slice() {
        [] => {}
        [(label, rest)] => {
            names.push((Name::new(label), 0.92, Naming::Label));
            text = rest.trim().to_owned();
        }
        several => {
            for (i, (label, rest)) in several.iter().enumerate() {
                let key = format!("{}/{i}", key(FieldKind::Text));
                let names = vec![(Name::new(label), 0.92, Naming::Label)];
                fields.push(Field::new((at, FieldKind::Text), key, names, rest.trim().to_owned(), None));
            }
        }
    }
    let kind = if is_heading {
        names.push((known.of("name"), 0.8, Naming::Tag));
        FieldKind::Heading
    } else if tag == "time" {
        names.push((known.of("date"), 0.8, Naming::Tag));
        FieldKind::Time
    } else if tag == "a" {
        FieldKind::LinkText
    } else {
        FieldKind::Text
    };
    if tag == "address" {
        names.push((known.of("address"), 0.8, Naming::Tag));
    }
    // A group of text fields is identified by its parts, unless it has a name.
    fields.push(Field::new((at, kind), key(kind), names, text, machine));
}

/// True for interactive elements: their text is that of the action, not content.
fn is_control(tree: &VisibleTree<'_>, at: At) -> bool {
    matches!(tree.tag(at), "button" | "input" | "label" | "fieldset")
        || matches!(tree.attr(at, "role"), Some("button" | "radio" | "slider"))
        || tree.attr(at, "tabindex").is_some()
}

/// The labels in a text with what is behind each: `Serves: 4`, or several with marks between them, as in `Fat: 1 g | Sugar:
/// 17 g`. Where several follow each other without marks, none ends for certain.
fn labelled(text: &str) -> Vec<(&str, &str)> {
    const MARKS: [char; 6] = ['|', '•', '·', ';', '／', '▪'];
    if !text.contains(':') && !text.contains('：') {
        return Vec::new();
    }
    let labels = |text: &str| {
        let mut before = ' ';
        let mut count = 0;
        for (at, c) in text.char_indices() {
            let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
            let ends = next.is_none_or(char::is_whitespace) || c == '：';
            count += usize::from(matches!(c, ':' | '：') && ends && (before.is_alphabetic() || before == ')'));
            before = c;
        }
        count
    };
    if labels(text) <= 1 {
        return pair_of(text).into_iter().collect();
    }
    let parts: Vec<&str> = text.split(MARKS).map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| labels(part) > 1) {
        return Vec::new();
    }
    parts.into_iter().filter_map(pair_of).collect()
}

/// A label and the text after its colon.
fn pair_of(text: &str) -> Option<(&str, &str)> {
    text.split_once([':', '：']).filter(|(label, rest)| is_label(label, rest))
}

/// True for a few words before a colon and text after it, except for a time of day and an address.
fn is_label(label: &str, rest: &str) -> bool {
    let words = (1..=MAX_LABEL).contains(&label.chars().count()) && label.split(' ').count() <= 5;
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let time = digit(label.chars().next_back()) && digit(rest.chars().next());
    words && !time && !rest.trim().is_empty() && !rest.starts_with("//")
}

/// The value of a drawn rating: from its accessible name, or the word of a class (`star-rating Three`).
fn stars(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    const WORDS: &[&str] = &["zero", "one", "two", "three", "four", "five"];
    if tree.attributes(at).is_empty() {
        return None;
    }
    let class = tree.attr(at, "class").unwrap_or_default();
    let label = ["aria-label", "title"].iter().find_map(|name| tree.attr(at, name)).unwrap_or_default();
    if class.is_empty() && label.is_empty() {
        return None;
    }
    let class = class.to_ascii_lowercase();
    let lower = label.to_lowercase();
    let is_labelled = label.len() < 80 && ["star", "out of", "rating", "rated"].iter().any(|word| lower.contains(word));
    if !is_labelled && !class.contains("rating") && !class.contains("stars") {
        return None;
    }
    // Stars to click on are choices, not a rating.
    let asks =
        |at: At| is_control(tree, at) || tree.attr(at, "class").is_some_and(|class| class.contains("user-rating"));
    if std::iter::once(at).chain(tree.ancestors(at)).take(4).any(asks) {
        return None;
    }
    if is_labelled {
        return value::number(label, false).map(|_| label.to_owned());
    }
    if let Some(word) = class.split_ascii_whitespace().find_map(|name| WORDS.iter().position(|word| *word == name)) {
        return Some(word.to_string());
    }
    let text = tree.line(at, 64);
    let (full, empty) = (text.matches(['★', '⭐']).count(), text.matches('☆').count());
    (full + empty >= 3 && text.chars().all(|c| matches!(c, '★' | '☆' | '⭐' | ' '))).then(|| full.to_string())
}

/// The names of an element: its own classes and ids, those of its ancestors, the header of its column.
fn names<'a>(
    tree: &VisibleTree<'a>,
    at: At,
    root: At,
    header: Option<&Name>,
    known: &Names,
) -> Vec<(Name, f64, Naming)> {
    let mut names = Vec::new();
    if let Some(header) = header.filter(|header| !header.is_empty()) {
        names.push((header.clone(), 0.97, Naming::Header));
    }
    let mut weight = 0.85;
    let mut up = at;
    for _ in 0..3 {
        if up == root && at != root {
            break;
        }
        // Most elements have none.
        if !tree.attributes(up).is_empty() {
            let words = |name: &str| tree.attr(up, name).unwrap_or_default().split_ascii_whitespace();
            names.extend(words("itemprop").map(|name| (known.of(name), weight + 0.1, Naming::Property)));
            for name in ["class", "id", "data-testid", "data-test", "data-qa", "data-field", "data-name"] {
                let plain = words(name).take(8).filter(|word| word.len() <= 60 && !word.contains([':', '[']));
                names.extend(plain.map(|word| (known.of(word), weight, Naming::Class)));
            }
        }
        // An element around several fields names all of them, and so none.
        let parent = tree.nodes[up].parent();
        if up == parent || tree.nodes[parent].chars() > tree.nodes[at].chars() * 2 + 20 {
            break;
        }
        up = parent;
        weight -= 0.12;
    }
    names
}

/// The label before an element: a `dt`, the header of its row, a text that ends with a colon.
pub(super) fn label_before(tree: &VisibleTree<'_>, at: At, root: At) -> Option<String> {
    let previous =
        tree.nodes[at].previous().filter(|&previous| previous > root || tree.shape(previous).contains(Shape::TEXT))?;
    // Some characters may not be printed.
    if tree.nodes[previous].chars() > 2 * MAX_LABEL {
        return None;
    }
    let is_by_place = match (tree.tag(at), tree.tag(previous)) {
        ("dd", "dt") | ("td", "th") | (_, "label") => Some(true),
        // A table of two columns: what a row is about, and the value.
        ("td", "td") => Some(
            tree.nodes[previous].previous().is_none()
                && tree.nodes[at].end() == tree.nodes[tree.nodes[at].parent()].end(),
        ),
        _ => None,
    };
    let is_named = || {
        let class = tree.attr(previous, "class").filter(|_| tree.nodes[previous].previous().is_none());
        class.map(str::to_ascii_lowercase).is_some_and(|class| {
            ["label", "title", "term", "key", "name", "caption"].iter().any(|word| class.contains(word))
        })
    };
    let has_colon = |text: &str| text.contains(':') || !text.is_ascii() && text.contains('：');
    let may_end_so = || (previous..tree.nodes[previous].end()).any(|inner| has_colon(tree.text(inner)));
    if !is_by_place.unwrap_or_else(may_end_so) && !is_named() {
        return None;
    }
    let text = tree.line(previous, 4 * MAX_LABEL);
    let is_short = !text.is_empty() && text.chars().count() <= MAX_LABEL;
    let is_label = is_by_place.unwrap_or_else(|| text.ends_with([':', '：']));
    (is_short && (is_label || is_named())).then(|| text.trim_end_matches([':', '：']).trim().to_owned())
}
