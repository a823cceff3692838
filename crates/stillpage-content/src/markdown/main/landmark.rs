//! The main content of a page: what it is about, without the parts of every page of its site.

use std::sync::LazyLock;

use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::style::computed::Position;
use crate::text::{name_words, words_of};

/// The least share of the text that counts which the main content has to hold.
const MIN_SHARE: f64 = 0.75;
/// The weight of text in links, against other text.
const LINK_WEIGHT: f64 = 0.25;
/// A part with a name like a sidebar's that holds more of the page than this is not a sidebar.
const TOO_MUCH: f64 = 0.45;
/// Characters that a landmark must hold to be believed.
const ENOUGH: usize = 140;

/// Words of classes and ids for parts around the content, of which one in a name is enough: `around.tsv`.
static AROUND: LazyLock<Vec<&'static str>> = LazyLock::new(|| words_of(include_str!("around.tsv"), "around"));

/// Finds the main content: a landmark that holds it, else the smallest element that holds most of the text.
pub(super) fn find(tree: &VisibleTree<'_>, with_comments: bool) -> (Vec<At>, Vec<bool>) {
    if tree.nodes.get(0).is_none() {
        return (Vec::new(), Vec::new());
    }
    let landmark = landmark(tree);
    let left_out = left_out(tree, landmark, with_comments);
    let weights = weights(tree, &left_out);
    let start = landmark.unwrap_or(0);
    let root = smallest(tree, &weights, start, landmark.is_some());
    let mut roots = vec![root];
    // The title, where it stands above the content.
    let is_title = |at: &At| heading_level(tree.page, tree.nodes[*at].node) == Some(1) && tree.nodes[*at].chars() > 0;
    let inside = root..tree.nodes[root].end();
    if !inside.clone().any(|at| is_title(&at))
        && let Some(title) = (0..root).find(is_title).filter(|at| !is_site_name(tree, *at))
    {
        roots.insert(0, title);
    }
    (roots, left_out)
}

/// A heading that links to somewhere else names the site.
fn is_site_name(tree: &VisibleTree<'_>, heading: At) -> bool {
    tree.nodes[heading].link_chars() * 2 > tree.nodes[heading].chars()
}

/// The element marked as the main content; `None` if there are none or several, or it holds next to nothing.
fn landmark(tree: &VisibleTree<'_>) -> Option<At> {
    let all = tree.nodes[0].chars();
    let is_main = |at: &At| tree.tag(*at) == "main" || role(tree, *at) == "main";
    let believed = |at: &At| tree.nodes[*at].chars() >= ENOUGH.min(all / 4) && tree.nodes[*at].chars() > 0;
    let mains: Vec<At> = (0..tree.nodes.len()).filter(is_main).filter(believed).take(2).collect();
    let within = mains.first().copied();
    let (from, to) = within.map_or((0, tree.nodes.len()), |main| (main, tree.nodes[main].end()));
    // One article that is most of it: the rest is not the content.
    let is_article = |at: &At| {
        tree.tag(*at) == "article" || role(tree, *at) == "article" || tree.attr(*at, "itemprop") == Some("articleBody")
    };
    let articles: Vec<At> = (from..to).filter(is_article).filter(believed).collect();
    let largest = articles.iter().copied().max_by_key(|&at| (tree.nodes[at].chars(), std::cmp::Reverse(at)));
    let whole = text_without_links(tree, within.unwrap_or(0));
    let share = if within.is_some() { 2 } else { 3 };
    let article =
        largest.filter(|&at| text_without_links(tree, at) * share >= whole && text_without_links(tree, at) >= ENOUGH);
    article.or(within)
}

fn text_without_links(tree: &VisibleTree<'_>, at: At) -> usize {
    tree.nodes[at].chars() - tree.nodes[at].link_chars()
}

fn role(tree: &VisibleTree<'_>, at: At) -> String {
    tree.attr(at, "role").unwrap_or_default().trim().to_ascii_lowercase()
}

/// Marks the tops of what is left out, and all below them.
fn left_out(tree: &VisibleTree<'_>, landmark: Option<At>, with_comments: bool) -> Vec<bool> {
    let mut marks = vec![false; tree.nodes.len()];
    let holder = landmark.unwrap_or(0);
    let whole = tree.nodes[holder].chars().max(1);
    let mut at = 0;
    while at < tree.nodes.len() {
        let node = tree.nodes[at];
        let holds_landmark = landmark.is_some_and(|landmark| (at..node.end()).contains(&landmark));
        #[expect(clippy::cast_precision_loss, reason = "a share of characters")]
        let share = node.chars() as f64 / whole as f64;
        let let_in = || {
            landmark.is_some_and(|landmark| {
                at > landmark && at < tree.nodes[landmark].end() && is_let_in(tree, at, landmark, share)
            })
        };
        if !holds_landmark
            && !node.shape.contains(Shape::TEXT)
            && (is_around(tree, at, share, with_comments) || let_in())
        {
            marks[at..node.end()].fill(true);
            at = node.end();
        } else {
            at += 1;
        }
    }
    marks
}

/// True for an element around the content, whose share of the text is given.
fn is_around(tree: &VisibleTree<'_>, at: At, share: f64, with_comments: bool) -> bool {
    let tag = tree.tag(at);
    if matches!(
        tag,
        "html" | "body" | "main" | "article" | "h1" | "pre" | "code" | "table" | "tbody" | "tr" | "td" | "p" | ""
    ) {
        return false;
    }
    let role = role(tree, at);
    if tag == "nav"
        || matches!(
            &*role,
            "navigation" | "banner" | "contentinfo" | "search" | "menubar" | "menu" | "toolbar" | "tablist"
        )
    {
        return true;
    }
    if tree.style(at).is_some_and(|style| style.position == Position::Fixed) && share < TOO_MUCH {
        return true;
    }
    if tag == "button" {
        // What opens a part of the text belongs to it, and so does a form.
        let kept =
            |up: At| matches!(tree.tag(up), "form" | "th") || heading_level(tree.page, tree.nodes[up].node).is_some();
        return tree.attr(at, "aria-expanded").is_none() && !tree.ancestors(at).take(12).any(kept);
    }
    if stands_around(tree, at, share) {
        return true;
    }
    let sections = || tree.ancestors(at).any(|up| matches!(tree.tag(up), "article" | "main" | "section" | "aside"));
    let has_title = || {
        tree.shape(at).contains(Shape::HEADING_INSIDE)
            && (at..tree.nodes[at].end()).any(|inner| tree.tag(inner) == "h1")
    };
    match tag {
        "footer" => return share < TOO_MUCH,
        "aside" => return share < TOO_MUCH,
        "header" if !sections() => return !has_title(),
        "dialog" => return share < TOO_MUCH,
        _ if matches!(&*role, "complementary" | "dialog" | "alertdialog") => return share < TOO_MUCH,
        _ => {}
    }
    if share >= TOO_MUCH || !matches!(tag, "div" | "section" | "ul" | "ol" | "span" | "form" | "header") || has_title()
    {
        return false;
    }
    let named = |name: &str| {
        tree.attr(at, name)
            .is_some_and(|names| has_word(names, &AROUND) && !(with_comments && has_word(names, &["comments"])))
    };
    named("class") || named("id")
}

/// True for what stands around the content by where it is and what it holds, whatever it is called: a bar of links at the top,
/// a column of links beside a wider one, the line with the copyright at the end.
fn stands_around(tree: &VisibleTree<'_>, at: At, share: f64) -> bool {
    /// Characters of a link in a bar, and of a line with a copyright.
    const BAR_LINK: usize = 25;
    const LINE: usize = 400;
    /// CSS px from the top of the page in which bars of links are.
    const TOP: f32 = 250.0;
    let node = tree.nodes[at];
    if share >= TOO_MUCH || !matches!(tree.tag(at), "div" | "section" | "ul" | "ol" | "td" | "form" | "span" | "p") {
        return false;
    }
    let inside = at..node.end();
    let has_heading =
        || tree.shape(at).contains(Shape::HEADING_INSIDE) || heading_level(tree.page, node.node).is_some();
    if node.chars() <= LINE && node.chars() > 0 && at * 2 > tree.nodes.len() {
        let has_sign = |inner: At| tree.shape(inner).contains(Shape::TEXT) && tree.text(inner).contains('©');
        if inside.clone().any(has_sign) {
            return true;
        }
    }
    let Some(rect) = tree.rect(at) else { return false };
    let links = || inside.clone().filter(|&inner| tree.tag(inner) == "a" && tree.nodes[inner].chars() > 0);
    if node.link_chars() * 10 >= node.chars() * 9
        && rect.y < TOP
        && links().take(3).count() == 3
        && links().all(|link| tree.nodes[link].chars() <= BAR_LINK)
        && !has_heading()
    {
        return true;
    }
    node.link_chars() * 5 >= node.chars() * 2 && links().take(2).count() == 2 && is_side_column(tree, at)
}

/// True for a column beside one that is much wider, goes down as far as it at least in part, and holds more text.
fn is_side_column(tree: &VisibleTree<'_>, at: At) -> bool {
    /// CSS px: a row of a list is lower.
    const TALL: f32 = 120.0;
    /// The least factor by which the other column is wider.
    const WIDER: f32 = 1.6;
    let Some(own) = tree.rect(at).filter(|rect| rect.height >= TALL && rect.width > 0.0) else { return false };
    tree.children(tree.nodes[at].parent()).filter(|&other| other != at).any(|other| {
        tree.rect(other).is_some_and(|rect| {
            let beside = rect.x >= own.x + own.width - 1.0 || rect.x + rect.width <= own.x + 1.0;
            let overlap = (rect.y + rect.height).min(own.y + own.height) - rect.y.max(own.y);
            let lower = rect.height.min(own.height);
            beside && rect.width >= own.width * WIDER && overlap >= lower / 2.0 && rect.height >= TALL / 2.0
        })
    })
}

/// True for a teaser of another page in an article: an article in it.
fn is_let_in(tree: &VisibleTree<'_>, at: At, landmark: At, share: f64) -> bool {
    /// An article of articles has larger ones.
    const SMALL: f64 = 0.15;
    share <= SMALL && tree.tag(landmark) == "article" && tree.tag(at) == "article"
}

/// True if one of the words of a class or id is wanted.
fn has_word(names: &str, wanted: &[&str]) -> bool {
    names.split_ascii_whitespace().take(12).any(|name| {
        // Utility classes are about looks: `nav:hidden`, `md:sidebar-open`, `is-…`.
        !name.contains(':')
            && name_words(name).any(|word| wanted.iter().any(|wanted| wanted.eq_ignore_ascii_case(word)))
    })
}

/// Returns the weight of the text in each subtree.
fn weights(tree: &VisibleTree<'_>, left_out: &[bool]) -> Vec<f64> {
    let mut weights = vec![0.0; tree.nodes.len()];
    for at in (0..tree.nodes.len()).rev() {
        let node = tree.nodes[at];
        if left_out[at] {
            weights[at] = 0.0;
            continue;
        }
        if node.shape.contains(Shape::TEXT) {
            #[expect(clippy::cast_precision_loss, reason = "a count of characters")]
            let (chars, links) = (node.chars() as f64, node.link_chars() as f64);
            weights[at] = (chars - links) + links * LINK_WEIGHT;
        }
        if at > 0 {
            weights[node.parent()] += weights[at];
        }
    }
    weights
}

/// The smallest element below `start` that holds most of its text; pages of several parts are their common holder.
fn smallest(tree: &VisibleTree<'_>, weights: &[f64], start: At, is_landmark: bool) -> At {
    let all = weights[start];
    // The author's landmark is trusted; only a wrapper that holds next to all of it is better.
    let most = if is_landmark { 0.97 } else { MIN_SHARE };
    let mut at = start;
    loop {
        let best = tree
            .children(at)
            .filter(|&child| !tree.shape(child).contains(Shape::TEXT))
            .max_by(|&a, &b| weights[a].total_cmp(&weights[b]).then(b.cmp(&a)));
        let Some(child) = best.filter(|&child| all > 0.0 && weights[child] >= all * most) else { return at };
        // Not into what is itself one block of text, a list or a table.
        if !tree.shape(child).contains(Shape::BLOCK_INSIDE)
            || matches!(
                tree.tag(child),
                "ul" | "ol" | "dl" | "table" | "blockquote" | "li" | "form" | "fieldset" | "details"
            )
        {
            return at;
        }
        at = child;
    }
}
