//! The picture of a page: what it shows near its title, refers to most often, and offers for sharing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::boilerplate::{is_in, words};
use super::fill::Extractor;
use super::matching::{FieldMatch, PropertyQuery};
use super::name::Name;
use crate::dom::address::absolute;
use crate::dom::srcset_widths;
use crate::markdown::image_url;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::text::words_of;

/// Limit: addresses of pictures on a page that are counted.
const MAX_MENTIONS: usize = 20_000;
/// Limit: bytes of an attribute in which addresses are looked for.
const MAX_ATTRIBUTE: usize = 20_000;
/// The area in CSS px² of the smallest picture that a page may be about, of one whose size is unknown, and of one that is large.
const MIN_AREA: f64 = 30_000.0;
const UNKNOWN_AREA: f64 = 120_000.0;
const LARGE_AREA: f64 = 300_000.0;
/// Limit: the height in CSS px of a picture that is laid out as itself. A taller one fills a box whose height is in a style sheet that
/// was not saved.
const MAX_HEIGHT: f32 = 3000.0;

/// Extensions of files that hold pictures.
const ENDINGS: [&str; 5] = ["jpg", "jpeg", "png", "webp", "avif"];
/// The suffix by which `WordPress` names what it shows as the full size of a picture of more than 2,560 px
/// (<https://make.wordpress.org/core/2019/10/09/introducing-handling-of-big-images-in-wordpress-5-3/>).
const FULL_SIZE: &str = "-scaled";
/// Weights of what counts for a picture: being large, being called like the page, being early under the title (or above it),
/// being in the card of the item, a class that calls it the main one, being the thumbnail of a post, being referred to often, and
/// being offered for sharing by the page; and against it, leading to another page. Fitted on recipes; of 77 whose picture their
/// pages show, 68 are right.
const LARGE: f64 = 0.3;
const ALIKE: f64 = 0.2;
const EARLY: f64 = 0.2;
const ABOVE_TITLE: f64 = 0.1;
const OFTEN: f64 = 0.5;
const IN_CARD: f64 = 0.25;
const CALLED_MAIN: f64 = 0.35;
const POST_THUMBNAIL: f64 = 0.4;
const SHARED: f64 = 0.35;
const LEADS_AWAY: f64 = -0.5;
/// The least likeness of the name of a picture that is not shown to that of the page.
const MUCH_ALIKE: f64 = 0.6;
/// The words of `data/classes.tsv` in the class of the picture that a page is about, or of the box around it.
static MAIN_WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words_of(include_str!("data/classes.tsv"), "main"));

/// The mentions of a picture by a page, in any size.
#[derive(Debug, Default)]
struct Mentions {
    count: usize,
    /// An address of it without a size in its name, that for sharing if there is one.
    original: Option<String>,
    shared: Option<String>,
    /// Shared by the page, not by the card of an item for its own picture.
    is_of_page: bool,
}

impl Extractor<'_> {
    /// The picture that the page is about; of the sizes that it comes in the largest.
    pub(super) fn picture(&self, wanted: &PropertyQuery<'_>) -> Option<(At, FieldMatch)> {
        let tree = &self.tree;
        let dom = self.page.dom();
        let title: BTreeSet<String> = words(&dom.title(dom.document())).into_iter().collect();
        let likeness = |text: &str| likeness(text, &title);
        let cards = Cards::of(tree);
        let mentions = self.mentions(&cards);
        let h1 =
            (0..tree.nodes.len()).find(|&at| heading_level(self.page, tree.nodes[at].node) == Some(1)).unwrap_or(0);
        let mut best: Option<(f64, At, String)> = None;
        let mut consider = |score: f64, at: At, url: String| {
            if best.as_ref().is_none_or(|(known, ..)| score > known + 1e-9) {
                best = Some((score, at, url));
            }
        };
        let mut after = 0;
        let mut shown: BTreeSet<&str> = BTreeSet::new();
        let pictures: Vec<(At, String)> =
            (0..tree.nodes.len()).filter_map(|at| Some((at, own_address(tree, at)?))).collect();
        for (at, url) in &pictures {
            let at = *at;
            if self.beside.holds(at, 2)
                || is_in(
                    tree,
                    at,
                    &["comment", "comments", "related", "logo", "avatar", "author", "icon", "sidebar", "share"],
                )
            {
                continue;
            }
            let known = mentions.get_key_value(stem(url));
            shown.extend(known.map(|(stem, _)| stem.as_str()));
            let alike = likeness(tree.attr(at, "alt").unwrap_or_default()).max(likeness(stem(url)));
            let area = area(tree, at);
            // Of what a saved page does not give the size, its name and its place decide.
            if area.map_or(alike < 0.5 && !is_named_as_picture(url), |area| area < MIN_AREA) {
                continue;
            }
            let early = if at > h1 { EARLY / f64::from(1 + after) } else { ABOVE_TITLE };
            after += i32::from(at > h1);
            let size = (area.unwrap_or(UNKNOWN_AREA) / LARGE_AREA).min(1.0) * LARGE;
            let place = if cards.hold(tree, at) { IN_CARD } else { 0.0 } + called_main(tree, at);
            let place = place + if leads_away(tree, at) { LEADS_AWAY } else { 0.0 };
            let score = size + alike * ALIKE + early + place + known.map_or(0.0, |(_, mentions)| weight(mentions));
            // The same file under the address of the page, not under that of a network that delivers it.
            let shared = known.and_then(|(_, mentions)| mentions.shared.clone());
            let shared = shared.filter(|shared| path_of(shared).is_some() && path_of(shared) == path_of(url));
            let is_smaller = |original: &String| is_resized(url) || is_full_size(original) && !is_full_size(url);
            let original = known.and_then(|(_, mentions)| mentions.original.clone()).filter(is_smaller);
            consider(score, at, shared.or(original).unwrap_or_else(|| url.clone()));
        }
        for (stem, mentions) in &mentions {
            // What a page keeps hidden at this size of the window may be its picture at another one.
            if shown.contains(stem.as_str()) || mentions.shared.is_none() && mentions.original.is_none() {
                continue;
            }
            let alike = likeness(stem);
            let hidden = || mentions.original.as_ref().filter(|_| alike >= MUCH_ALIKE);
            if let Some(url) = mentions.shared.as_ref().or_else(hidden) {
                consider(alike * ALIKE + weight(mentions), 0, url.clone());
            }
        }
        let first = || {
            // Where nothing says how large pictures are, the first under the title.
            let is_beside = |at: At| {
                self.beside.holds(at, 2) || is_in(tree, at, &["comment", "related", "logo", "avatar", "icon", "share"])
            };
            let has_no_size = |at: At| tree.tag(at) != "img" || area(tree, at).is_none();
            let (above, under) = pictures.split_at(pictures.partition_point(|(at, _)| *at < h1));
            let mut pictures = under.iter().chain(above);
            let (at, url) = pictures.find(|(at, _)| has_no_size(*at) && !is_beside(*at))?;
            Some((0.0, *at, url.clone()))
        };
        let (_, at, url) = best.or_else(first)?;
        self.found(wanted, at, &url, 0.6)
    }

    /// Every picture that an attribute of the page names, by the name of its file without a size.
    fn mentions(&self, cards: &Cards) -> BTreeMap<String, Mentions> {
        let dom = self.page.dom();
        let mut out: BTreeMap<String, Mentions> = BTreeMap::new();
        let mut left = MAX_MENTIONS;
        for node in dom.descendants(dom.document()) {
            let Some(element) = dom.element(node) else { continue };
            // A button may be hidden until the pointer is there.
            let seen = || std::iter::once(node).chain(dom.ancestors(node)).find_map(|node| self.tree.at(node));
            let has_address = |value: &str| value.len() < MAX_ATTRIBUTE && is_named_as_picture(value);
            for attribute in element.attributes.iter().filter(|a| has_address(&a.value)) {
                let name = &attribute.name.local;
                let is_pin = name.starts_with("data-") && name.ends_with("media");
                let mut put = |url: &str, is_shared: bool| {
                    left = left.saturating_sub(1);
                    if left == 0 || !is_named_as_picture(url) {
                        return;
                    }
                    let own = out.entry(stem(url).to_owned()).or_default();
                    own.count += 1;
                    own.is_of_page |= is_shared
                        && !is_pin
                        && !seen()
                            .is_some_and(|at| cards.hold(&self.tree, at) || stands_at_picture(&self.tree, at, url));
                    if is_shared && own.shared.is_none() {
                        own.shared = absolute(dom, node, url);
                    }
                    let is_full = own.original.as_deref().is_some_and(is_full_size) && !is_full_size(url);
                    if !is_resized(url) && (own.original.is_none() || is_shared) && !is_full {
                        own.original = absolute(dom, node, url);
                    }
                };
                if let Some(shared) = shared_picture(&attribute.value) {
                    put(&shared, true);
                    continue;
                }
                let parts = attribute
                    .value
                    .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '(' | ')' | '<' | '>'));
                parts
                    .map(|part| part.trim_end_matches(','))
                    .filter(|part| is_named_as_picture(part))
                    .for_each(|part| put(part, is_pin));
            }
        }
        out
    }
}

/// The likeness of a text to the title: 1 if it has the words of the title, up to five, or several words that are all in the
/// title.
fn likeness(text: &str, title: &BTreeSet<String>) -> f64 {
    let mut words = words(text);
    words.sort_unstable();
    words.dedup();
    let shared = words.iter().filter(|word| title.contains(*word)).count();
    if shared > 1 && shared == words.len() {
        return 1.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
    let share = shared as f64 / title.len().clamp(1, 5) as f64;
    share.min(1.0)
}

/// True for a text with the name of a file that holds a picture.
fn is_named_as_picture(text: &str) -> bool {
    text.split('.').skip(1).any(|rest| ENDINGS.iter().any(|ending| rest.starts_with(ending)))
}

/// True for a picture in a link to another page, as of its teaser; not in one to the picture itself, or that shares it.
fn leads_away(tree: &VisibleTree<'_>, at: At) -> bool {
    let link = tree.ancestors(at).find(|&up| tree.tag(up) == "a").and_then(|link| tree.attr(link, "href"));
    let is_here = |href: &str| {
        let href = href.trim();
        href.is_empty() || href.starts_with('#') || is_named_as_picture(href) || shared_picture(href).is_some()
    };
    link.is_some_and(|href| !is_here(href))
}

/// The places of lists, in tree order, and of the title.
struct Cards {
    lists: Vec<At>,
    title: Option<At>,
}

impl Cards {
    fn of(tree: &VisibleTree<'_>) -> Self {
        // Buttons that share the page are a list without words.
        let is_list = |&at: &At| {
            matches!(tree.tag(at), "ul" | "ol") && tree.nodes[at].chars() > 0 && tree.children(at).nth(2).is_some()
        };
        let mut all = 0..tree.nodes.len();
        // Cards have headings of the first level, too.
        Self { lists: all.clone().filter(is_list).collect(), title: all.find(|&at| tree.tag(at) == "h1") }
    }

    /// True before the lists of a small box with at least two, and without the title of the page: the card of a recipe, a product, a course.
    fn hold(&self, tree: &VisibleTree<'_>, at: At) -> bool {
        /// Limit: boxes between a picture and its card.
        const NEAR: usize = 4;
        let lists_in = |up: At| {
            let first = self.lists.partition_point(|&list| list < up);
            (first, self.lists.partition_point(|&list| list < tree.nodes[up].end()) - first)
        };
        let around = tree.ancestors(at).take(NEAR).find(|&up| lists_in(up).1 >= 2);
        around.is_some_and(|up| {
            let is_first = self.lists.get(lists_in(up).0).is_some_and(|&list| at < list);
            let holds_title = self.title.is_some_and(|title| (up..tree.nodes[up].end()).contains(&title));
            is_first && tree.nodes[up].chars() * 2 < tree.nodes[0].chars() && !holds_title
        })
    }
}

/// The weight for a class of a picture, or of the boxes right around it, that calls it the main one: `featured-image`, or the
/// `post-thumbnail` of `WordPress`.
fn called_main(tree: &VisibleTree<'_>, at: At) -> f64 {
    let around = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    let classes = around.flat_map(|up| tree.attr(up, "class").unwrap_or_default().split_ascii_whitespace().take(12));
    let worth = |class: &str| {
        if class.ends_with("post-thumbnail") {
            POST_THUMBNAIL
        } else if Name::new(class).words().iter().any(|word| MAIN_WORDS.contains(&word.as_str())) {
            CALLED_MAIN
        } else {
            0.0
        }
    };
    classes.map(worth).fold(0.0, f64::max)
}

/// The path of an address, without its host and the format at its end: sites make a `.webp` of a `.jpg`.
fn path_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let (_, path) = rest.split(['?', '#']).next()?.split_once('/')?;
    Some(path.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending)).map_or(path, |(name, _)| name))
}

/// True for a link right at a picture of this name, which it shares: the page has others, for itself.
fn stands_at_picture(tree: &VisibleTree<'_>, at: At, url: &str) -> bool {
    /// Limit: boxes between the link and what holds the picture as well.
    const NEAR: usize = 6;
    /// Characters of a caption, and of the words of buttons.
    const CAPTION: usize = 60;
    /// Limit: elements in one of them.
    const MAX_INSIDE: usize = 50;
    let is_it = |at: At| tree.tag(at) == "img" && own_address(tree, at).is_some_and(|own| stem(&own) == stem(url));
    let holds_words = |&up: &At| tree.nodes[up].chars() > CAPTION || tree.shape(up).contains(Shape::HEADING_INSIDE);
    let mut around = tree.ancestors(at).take(NEAR).take_while(|up| !holds_words(up));
    around.any(|up| (up..tree.nodes[up].end()).take(MAX_INSIDE).any(is_it))
}

/// The weight for a page that refers to a picture again and again, and offers it for sharing.
fn weight(mentions: &Mentions) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 12")]
    let often = mentions.count.min(12) as f64 / 12.0;
    often * OFTEN + if mentions.is_of_page { SHARED } else { 0.0 }
}

/// The absolute address of what an element shows: of an image, or of an inline background. One without a scheme is read as a
/// secure one, since a saved page has none of its own.
fn own_address(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let dom = tree.page.dom();
    let node = tree.nodes[at].node;
    let is_web = |url: &String| url.starts_with("http://") || url.starts_with("https://");
    let full = |url: &str| match url.strip_prefix("//") {
        Some(rest) => Some(format!("https://{rest}")),
        None => original_of(url).or_else(|| absolute(dom, node, url)),
    };
    let raw = if tree.tag(at) == "img" { written_address(tree, at) } else { None };
    raw.and_then(full).filter(is_web).or_else(|| {
        let url = address_of(tree, at)?;
        Some(original_of(&url).unwrap_or(url)).filter(is_web)
    })
}

/// The whole address that one of a service that resizes pictures has in it: `/_next/image?url=https%3A%2F%2F...&w=640`,
/// `https://cdn.example/w_600/https://...`.
fn original_of(url: &str) -> Option<String> {
    let is_whole = |text: &str| text.starts_with("https://") || text.starts_with("http://");
    if let Some((_, query)) = url.split_once('?')
        && let Some((_, inner)) =
            url::form_urlencoded::parse(query.as_bytes()).take(16).find(|(_, value)| is_whole(value))
    {
        return Some(inner.into_owned());
    }
    let path = url.split('?').next()?;
    // Most addresses have no colon, or that of their own scheme.
    path.rfind(':').filter(|&colon| !matches!(path.get(..colon), Some("https" | "http")))?;
    let at = ["https://", "http://"].iter().filter_map(|scheme| path.rfind(scheme)).max().filter(|at| *at > 0)?;
    path.get(at - 1..)?.starts_with('/').then(|| path.get(at..).map(str::to_owned))?
}

/// The address of an image as it is written, of the widest size that it comes in.
fn written_address<'t>(tree: &VisibleTree<'t>, at: At) -> Option<&'t str> {
    let declared = number(tree, at, "width").unwrap_or(0.0);
    // What the element calls its width is that of the picture in `src`.
    let largest = largest(tree, at).filter(|(_, width)| *width >= declared).map(|(url, _)| url);
    let source = || {
        let sources =
            ["src", "data-src", "data-lazy-src", "data-original"].iter().filter_map(|name| tree.attr(at, name));
        sources.map(str::trim).find(|url| !url.is_empty() && !crate::dom::address::has_scheme(url, "data"))
    };
    largest.or_else(source)
}

fn address_of(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let node = tree.nodes[at].node;
    if tree.tag(at) == "img" {
        return image_url(tree, at);
    }
    let style = tree.attr(at, "style").filter(|style| style.contains("background") && style.len() < MAX_ATTRIBUTE)?;
    let (_, rest) = style.split_once("url(")?;
    let url = rest.split(')').next()?.trim().trim_matches(['"', '\'']);
    (!crate::dom::address::has_scheme(url, "data")).then(|| absolute(tree.page.dom(), node, url)).flatten()
}

/// The area of a picture as shown, as declared, or by its widest size; `None` if all are unknown. A service that resizes pictures
/// offers the same widths of every one.
fn area(tree: &VisibleTree<'_>, at: At) -> Option<f64> {
    let rect = tree.rect(at).filter(|rect| rect.height <= MAX_HEIGHT);
    let shown = rect.map_or(0.0, |rect| f64::from(rect.width) * f64::from(rect.height));
    if tree.tag(at) != "img" {
        // A box without content has its height from a style sheet that may not be saved.
        return Some(shown).filter(|&shown| shown > 0.0);
    }
    let declared = number(tree, at, "width").zip(number(tree, at, "height")).map(|(width, height)| width * height);
    let widest = largest(tree, at).filter(|(url, _)| original_of(url).is_none());
    let widest = widest.map(|(_, width)| width.min(4000.0).powi(2) * 0.6);
    let most = declared.unwrap_or(0.0).max(widest.unwrap_or(0.0)).max(shown);
    (declared.is_some() || widest.is_some() || shown >= MIN_AREA).then_some(most)
}

fn number(tree: &VisibleTree<'_>, at: At, name: &str) -> Option<f64> {
    tree.attr(at, name)?.trim().trim_end_matches("px").parse::<f64>().ok()
}

/// The address with the greatest width of a `srcset`.
fn largest<'t>(tree: &VisibleTree<'t>, at: At) -> Option<(&'t str, f64)> {
    let sets = ["srcset", "data-srcset", "data-lazy-srcset"].iter().filter_map(|name| tree.attr(at, name));
    let candidates = sets.flat_map(srcset_widths).filter(|(url, _)| !url.starts_with("data:"));
    candidates.map(|(url, width)| (url, f64::from(width))).max_by(|(_, a), (_, b)| a.total_cmp(b))
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
    let name = file_name(url);
    let name = match name.rsplit_once('-') {
        Some((name, size)) if is_size(size) => name,
        _ => name,
    };
    name.strip_suffix(FULL_SIZE).unwrap_or(name)
}

/// True for the picture that `WordPress` shows as the full size of a larger one that was uploaded.
fn is_full_size(url: &str) -> bool {
    file_name(url).ends_with(FULL_SIZE)
}

fn is_resized(url: &str) -> bool {
    file_name(url).rsplit_once('-').is_some_and(|(_, size)| is_size(size))
}

/// The name of a file without what it ends with: `pie-1.5` of `/2024/pie-1.5.jpg.webp`.
fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let mut name = path.rsplit('/').next().unwrap_or(path);
    while let Some((rest, ending)) = name.rsplit_once('.')
        && ENDINGS.contains(&ending)
    {
        name = rest;
    }
    name
}

/// True for `300x200`.
fn is_size(text: &str) -> bool {
    let digits = |part: &str| (2..5).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once('x').is_some_and(|(width, height)| digits(width) && digits(height))
}
