//! The picture of a page: what it shows near its title, refers to most often, and offers for sharing.

use std::collections::BTreeMap;

use super::around::{is_beside, is_in, words};
use super::fill::Filler;
use super::matching::{Match, Wanted};
use crate::dom::Dom;
use crate::markdown::image_url;
use crate::rendered::visible::{At, VisibleTree, heading_level};
use crate::search::link::absolute;

/// Limit: addresses of pictures on a page that are counted.
const MAX_MENTIONS: usize = 20_000;
/// Limit: bytes of an attribute in which addresses are looked for.
const MAX_ATTRIBUTE: usize = 20_000;
/// The area in CSS px² of the smallest picture that a page may be about, and of one that is large.
const LEAST_AREA: f64 = 30_000.0;
const LARGE_AREA: f64 = 300_000.0;

/// How often a page refers to a picture, in any size.
#[derive(Debug, Default)]
struct Mentions {
    count: usize,
    /// An address of it without a size in its name, that for sharing if there is one.
    original: Option<String>,
    shared: Option<String>,
}

impl Filler<'_> {
    /// The picture that the page is about; of the sizes that it comes in the largest.
    pub(super) fn picture(&self, wanted: &Wanted<'_>) -> Option<(At, Match)> {
        let tree = &self.tree;
        let dom = self.page.dom();
        let title = words(&dom.title(dom.document()));
        #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
        let likeness = |text: &str| {
            let shared = words(text).iter().filter(|word| title.contains(word)).count() as f64;
            (shared / title.len().clamp(1, 5) as f64).min(1.0)
        };
        let mentions = mentions(dom);
        let h1 =
            (0..tree.nodes.len()).find(|&at| heading_level(self.page, tree.nodes[at].node) == Some(1)).unwrap_or(0);
        let mut best: Option<(f64, At, String)> = None;
        let mut consider = |score: f64, at: At, url: String| {
            if best.as_ref().is_none_or(|(known, ..)| score > known + 1e-9) {
                best = Some((score, at, url));
            }
        };
        let mut after = 0;
        let mut shown: Vec<&str> = Vec::new();
        for at in 0..tree.nodes.len() {
            let Some(url) = own_address(tree, at) else { continue };
            if is_beside(tree, at, 2)
                || is_in(
                    tree,
                    at,
                    &["comment", "comments", "related", "logo", "avatar", "author", "icon", "sidebar", "share"],
                )
            {
                continue;
            }
            let known = mentions.get_key_value(stem(&url));
            shown.extend(known.map(|(stem, _)| stem.as_str()));
            let is_shared = known.is_some_and(|(_, mentions)| mentions.shared.is_some());
            let alike = likeness(tree.attr(at, "alt").unwrap_or_default()).max(likeness(stem(&url)));
            let area = area(tree, at);
            // Without its size only its name can decide.
            if area.map_or(alike < 0.5 && !is_shared, |area| area < LEAST_AREA) {
                continue;
            }
            let early = if at > h1 { 0.2 / f64::from(1 + after) } else { 0.1 };
            after += i32::from(at > h1);
            let size = (area.unwrap_or(LEAST_AREA) / LARGE_AREA).min(1.0) * 0.3;
            let score = size + alike * 0.3 + early + known.map_or(0.0, |(_, mentions)| weight(mentions));
            let original = known.and_then(|(_, mentions)| mentions.original.clone()).filter(|_| is_resized(&url));
            consider(score, at, original.unwrap_or(url));
        }
        for (stem, mentions) in &mentions {
            if let Some(url) = mentions.shared.as_ref().filter(|_| !shown.contains(&stem.as_str())) {
                consider(likeness(stem) * 0.3 + weight(mentions), 0, url.clone());
            }
        }
        let first = || {
            // Where nothing says how large pictures are, the first under the title.
            let pictures = (h1..tree.nodes.len()).chain(0..h1).filter(|&at| {
                !is_beside(tree, at, 2) && !is_in(tree, at, &["comment", "related", "logo", "avatar", "icon", "share"])
            });
            let has_no_size = |&at: &At| tree.tag(at) != "img" || area(tree, at).is_none();
            pictures.filter(has_no_size).find_map(|at| Some((0.0, at, own_address(tree, at)?)))
        };
        let (_, at, url) = best.or_else(first)?;
        self.found(wanted, at, &url, 0.6)
    }
}

/// What it counts that a page refers to a picture again and again, and offers it for sharing.
fn weight(mentions: &Mentions) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 12")]
    let often = mentions.count.min(12) as f64 / 12.0;
    often * 0.5 + if mentions.shared.is_some() { 0.25 } else { 0.0 }
}

/// The address of what an element shows: of an image, or of an inline background. One without a scheme is read as a secure one,
/// since a saved page has none of its own.
fn own_address(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let source = ["src", "data-src"].iter().find_map(|name| tree.attr(at, name)).filter(|url| url.starts_with("//"));
    address_of(tree, at).or_else(|| source.filter(|_| tree.tag(at) == "img").map(|url| format!("https:{url}")))
}

fn address_of(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let node = tree.nodes[at].node;
    if tree.tag(at) == "img" {
        let declared = number(tree, at, "width").unwrap_or(0.0);
        // What the element calls its width is that of the picture in `src`.
        let largest = largest(tree, at).filter(|(_, width)| f64::from(*width) >= declared);
        return largest.and_then(|(url, _)| absolute(tree.page.dom(), node, url)).or_else(|| image_url(tree, at));
    }
    let style = tree.attr(at, "style").filter(|style| style.contains("background") && style.len() < MAX_ATTRIBUTE)?;
    let (_, rest) = style.split_once("url(")?;
    let url = rest.split(')').next()?.trim().trim_matches(['"', '\'']);
    (!crate::search::link::has_scheme(url, "data")).then(|| absolute(tree.page.dom(), node, url)).flatten()
}

/// The area of a picture as shown, as declared, or by its widest size; `None` if all are unknown.
fn area(tree: &VisibleTree<'_>, at: At) -> Option<f64> {
    let shown = tree.rect(at).map_or(0.0, |rect| f64::from(rect.width) * f64::from(rect.height));
    if tree.tag(at) != "img" {
        return Some(shown);
    }
    let declared = number(tree, at, "width").zip(number(tree, at, "height")).map(|(width, height)| width * height);
    let widest = largest(tree, at).map(|(_, width)| f64::from(width.min(4000)));
    let widest = widest.map(|width| width * width * 0.6);
    let most = declared.unwrap_or(0.0).max(widest.unwrap_or(0.0)).max(shown);
    (declared.is_some() || widest.is_some() || shown >= LEAST_AREA).then_some(most)
}

fn number(tree: &VisibleTree<'_>, at: At, name: &str) -> Option<f64> {
    tree.attr(at, name)?.trim().trim_end_matches("px").parse::<f64>().ok()
}

/// The address with the greatest width of a `srcset`.
fn largest<'t>(tree: &VisibleTree<'t>, at: At) -> Option<(&'t str, u32)> {
    let sets = ["srcset", "data-srcset", "data-lazy-srcset"].iter().filter_map(|name| tree.attr(at, name));
    let candidates = sets.flat_map(|set| set.split(", ")).filter_map(|candidate| {
        let (url, size) = candidate.trim().trim_end_matches(',').rsplit_once(' ')?;
        let width = size.strip_suffix('w')?.parse::<u32>().ok()?;
        (!url.starts_with("data:")).then_some((url.trim(), width))
    });
    candidates.max_by_key(|(_, width)| *width)
}

/// Every picture that an attribute of the page names, by the name of its file without a size.
fn mentions(dom: &Dom) -> BTreeMap<String, Mentions> {
    const ENDINGS: [&str; 5] = [".jpg", ".jpeg", ".png", ".webp", ".avif"];
    let has_ending = |text: &str| ENDINGS.iter().any(|ending| text.contains(ending));
    let mut out: BTreeMap<String, Mentions> = BTreeMap::new();
    let mut left = MAX_MENTIONS;
    for node in dom.descendants(dom.document()) {
        let Some(element) = dom.element(node) else { continue };
        for attribute in element.attributes.iter().filter(|a| a.value.len() < MAX_ATTRIBUTE && has_ending(&a.value)) {
            let is_pin = attribute.name.local.starts_with("data-") && attribute.name.local.ends_with("media");
            let mut put = |url: &str, is_shared: bool| {
                left = left.saturating_sub(1);
                if left == 0 || !has_ending(url) {
                    return;
                }
                let own = out.entry(stem(url).to_owned()).or_default();
                own.count += 1;
                if is_shared && own.shared.is_none() {
                    own.shared = absolute(dom, node, url);
                }
                if !is_resized(url) && (own.original.is_none() || is_shared) {
                    own.original = absolute(dom, node, url);
                }
            };
            if let Some(shared) = shared_picture(&attribute.value) {
                put(&shared, true);
                continue;
            }
            let parts =
                attribute.value.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '(' | ')' | '<' | '>'));
            parts
                .map(|part| part.trim_end_matches(','))
                .filter(|part| has_ending(part))
                .for_each(|part| put(part, is_pin));
        }
    }
    out
}

/// The picture in a link that shares the page: `https://pinterest.com/pin/create/button/?media=...`.
fn shared_picture(href: &str) -> Option<String> {
    let (_, query) = href.split_once('?')?;
    let pairs: Vec<_> = url::form_urlencoded::parse(query.as_bytes()).take(32).collect();
    pairs.iter().any(|(name, _)| name == "url").then_some(())?;
    let picture = pairs.iter().find(|(name, _)| matches!(&**name, "media" | "image"));
    picture.map(|(_, url)| url.to_string()).filter(|url| url.starts_with("http"))
}

/// The name of a file without its size: `pie` of `/2024/pie-300x200.jpg?v=1`.
fn stem(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let file = path.rsplit('/').next().unwrap_or(path);
    let name = file.split_once('.').map_or(file, |(name, _)| name);
    let name = match name.rsplit_once('-') {
        Some((name, size)) if is_size(size) => name,
        _ => name,
    };
    name.strip_suffix("-scaled").unwrap_or(name)
}

fn is_resized(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let file = path.rsplit('/').next().unwrap_or(path);
    let name = file.split_once('.').map_or(file, |(name, _)| name);
    name.rsplit_once('-').is_some_and(|(_, size)| is_size(size))
}

/// True for `300x200`.
fn is_size(text: &str) -> bool {
    let digits = |part: &str| (2..5).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once('x').is_some_and(|(width, height)| digits(width) && digits(height))
}
