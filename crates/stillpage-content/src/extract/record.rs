//! Repeated records, found by structure: rows of a table, items of a list, cards.
//!
//! This is not the record detection of refs: there a row has to be known again after the page changed, so rows are identified by
//! exact classes and hashed texts; here alike siblings are one list however their classes vary, and their texts are wanted.

use rustc_hash::FxHashMap;

use super::name::Name;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};

/// Limit: lists of a page that are looked at.
const MAX_LISTS: usize = 400;
/// Limit: records of one list.
const MAX_RECORDS: usize = 10_000;
/// Limit: headings before a list that are looked at for its name.
const MAX_BEFORE: usize = 6;

/// Siblings that are alike.
#[derive(Debug, Clone)]
pub(super) struct RecordList {
    pub(super) records: Vec<At>,
    /// The headers of a table's columns.
    pub(super) headers: Vec<Name>,
    /// Its names on the page: classes, a heading before it, a caption.
    pub(super) names: Vec<Name>,
}

/// Every list of at least two records, in document order.
pub(super) fn lists(tree: &VisibleTree<'_>) -> Vec<RecordList> {
    let mut lists = Vec::new();
    for parent in 0..tree.nodes.len() {
        let shape = tree.shape(parent);
        if shape.contains(Shape::TEXT) || tree.nodes[parent].end() <= parent + 3 {
            continue;
        }
        if lists.len() >= MAX_LISTS {
            break;
        }
        match tree.tag(parent) {
            "table" => lists.extend(table(tree, parent)),
            "tr" | "thead" | "tbody" | "tfoot" | "select" | "dl" | "p" | "pre" | "svg" | "head" => {}
            _ => groups(tree, parent, &mut lists),
        }
    }
    lists
}

/// The rows of a table that holds records: those behind its header.
fn table(tree: &VisibleTree<'_>, table: At) -> Option<RecordList> {
    let mut rows: Vec<At> = Vec::new();
    let mut caption = None;
    for child in tree.children(table) {
        match tree.tag(child) {
            "tr" => rows.push(child),
            "caption" => caption = Some(child),
            "thead" | "tbody" | "tfoot" => rows.extend(tree.children(child).filter(|&row| tree.tag(row) == "tr")),
            _ => {}
        }
    }
    let cells = |row: At| tree.children(row).filter(|&cell| matches!(tree.tag(cell), "td" | "th"));
    let is_header = |row: &At| {
        tree.tag(tree.nodes[*row].parent()) == "thead"
            || cells(*row).all(|cell| tree.tag(cell) == "th" || tree.nodes[cell].chars() == 0)
    };
    let span = |cell: At| {
        tree.attr(cell, "colspan").and_then(|span| span.trim().parse::<usize>().ok()).unwrap_or(1).clamp(1, 100)
    };
    let header = rows.iter().copied().filter(is_header).max_by_key(|&row| (cells(row).count(), std::cmp::Reverse(row)));
    let mut headers = Vec::new();
    for cell in header.into_iter().flat_map(cells) {
        let name = Name::new(&tree.line(cell, 200));
        headers.extend(std::iter::repeat_n(name, span(cell)));
    }
    let columns = headers.len().max(rows.iter().take(50).map(|&row| cells(row).count()).max().unwrap_or(0));
    let mut records: Vec<At> =
        rows.into_iter().filter(|row| !is_header(row) && cells(*row).count() * 2 > columns).take(MAX_RECORDS).collect();
    // Without a header row a first row of bare words may be one, in a table of pairs it is not.
    if header.is_none() && columns > 2 && records.len() > 2 {
        let first = records[0];
        let is_words = cells(first).all(|cell| {
            let text = tree.line(cell, 80);
            !text.is_empty() && text.len() < 40 && !text.bytes().any(|b| b.is_ascii_digit())
        });
        let others = cells(records[1]).any(|cell| tree.line(cell, 80).bytes().any(|b| b.is_ascii_digit()));
        if is_words && others {
            headers = cells(first).map(|cell| Name::new(&tree.line(cell, 200))).collect();
            records.remove(0);
        }
    }
    if records.is_empty() || columns < 2 {
        return None;
    }
    let mut names = names_of(tree, table);
    names.extend(caption.map(|caption| Name::new(&tree.line(caption, 120))));
    Some(RecordList { records, headers, names })
}

/// The alike children of an element.
fn groups(tree: &VisibleTree<'_>, parent: At, lists: &mut Vec<RecordList>) {
    if tree.children(parent).filter(|&child| !tree.shape(child).contains(Shape::TEXT)).nth(1).is_none() {
        return;
    }
    // By tag, then by a class that they share.
    let mut by_tag: Vec<(&str, Vec<At>)> = Vec::new();
    let mut place: FxHashMap<&str, usize> = FxHashMap::default();
    for child in tree.children(parent) {
        let node = tree.nodes[child];
        let tag = tree.tag(child);
        if node.shape.contains(Shape::TEXT)
            || node.chars() == 0 && !node.shape.contains(Shape::OBJECT_INSIDE)
            || matches!(
                tag,
                "br" | "hr"
                    | "script"
                    | "option"
                    | "h1"
                    | "h2"
                    | "h3"
                    | "h4"
                    | "p"
                    | "input"
                    | "button"
                    | "label"
                    | "img"
                    | "b"
                    | "i"
                    | "em"
                    | "strong"
                    | "code"
            )
        {
            continue;
        }
        let slot = *place.entry(tag).or_insert_with(|| {
            by_tag.push((tag, Vec::new()));
            by_tag.len() - 1
        });
        by_tag[slot].1.push(child);
    }
    for (_, members) in by_tag {
        if members.len() < 2 {
            continue;
        }
        let members = most_alike(tree, members);
        if members.len() >= 2 && lists.len() < MAX_LISTS {
            lists.push(RecordList {
                records: members.into_iter().take(MAX_RECORDS).collect(),
                headers: Vec::new(),
                names: names_of(tree, parent),
            });
        }
    }
}

/// The members that share the class which most of them have; all if classes do not distinguish them.
fn most_alike(tree: &VisibleTree<'_>, members: Vec<At>) -> Vec<At> {
    let classes = |at: At| tree.attr(at, "class").unwrap_or_default().split_ascii_whitespace();
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for &member in &members {
        for class in classes(member).take(16) {
            *counts.entry(class).or_default() += 1;
        }
    }
    // In the order of the first member's classes, so that the choice does not hang on a hash.
    let shared = members.iter().flat_map(|&m| classes(m).take(16)).map(|class| (class, counts[class]));
    let best = shared.fold(("", 0), |best, (class, count)| if count > best.1 { (class, count) } else { best });
    if best.1 >= 2 && best.1 < members.len() {
        return members.into_iter().filter(|&m| classes(m).any(|class| class == best.0)).collect();
    }
    if best.1 < 2 && members.iter().any(|&m| tree.attr(m, "class").is_some()) {
        // Parts of a page, each with a name of its own.
        return Vec::new();
    }
    members
}

/// The names of a list: its own, those of its ancestors, the nearest heading before it.
fn names_of(tree: &VisibleTree<'_>, list: At) -> Vec<Name> {
    let mut names = Vec::new();
    for up in std::iter::once(list).chain(tree.ancestors(list)).take(3) {
        for attribute in ["class", "id", "aria-label", "itemprop"] {
            let text = tree.attr(up, attribute).unwrap_or_default();
            names.extend(text.split_ascii_whitespace().take(6).map(Name::new));
        }
    }
    names.extend(heading_before(tree, list).map(|heading| Name::new(&tree.line(heading, 120))));
    names
}

/// The heading of an element: the last one before it, among its own siblings or those of its ancestors.
pub(super) fn heading_before(tree: &VisibleTree<'_>, at: At) -> Option<At> {
    for up in std::iter::once(at).chain(tree.ancestors(at)).take(MAX_BEFORE) {
        let before = std::iter::successors(tree.nodes[up].previous(), |&p| tree.nodes[p].previous()).take(MAX_BEFORE);
        for sibling in before {
            let is_heading = |at: At| heading_level(tree.page, tree.nodes[at].node).is_some();
            if is_heading(sibling) {
                return Some(sibling);
            }
            if tree.shape(sibling).contains(Shape::HEADING_INSIDE) {
                return (sibling..tree.nodes[sibling].end()).rev().find(|&at| is_heading(at));
            }
        }
    }
    None
}
