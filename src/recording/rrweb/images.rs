//! The sizes of images that were not recorded, as far as the recording knows or hints at them.

use rustc_hash::FxHashMap;
use url::Url;

use super::player::Player;
use crate::device::Device;
use crate::dom::{Dom, ElementData, NaturalSize, NodeId, local_name, srcset_widths};
use crate::layout::Layout;
use crate::page::{Keep, Page, RenderOptions};
use crate::style::computed::Dimension;

/// Approx: the size of an image of which nothing is known. A page that sizes it itself is laid out as it was; where a page sets
/// none, the boxes are wrong by what they lack.
const SIDE: f32 = 32.0;

/// Approx: smaller images are icons and faces, which are square; larger ones are photos and drawings, most of which are wider than
/// high by half (in the recorded sessions from 1.0 to 2.9).
const PICTURE: (f32, f32) = (100.0, 1.5);

/// Words in the addresses of square images.
const SQUARE: &[&str] = &[
    "avatar", "badge", "emoji", "face", "favicon", "icon", "logo", "profile", "qr", "square", "team", "thumb", "user",
];

/// Limit: px of a side that an address may claim.
const MAX_SIDE: f32 = 10_000.0;

/// The sizes of the images of a page.
#[derive(Debug, Default)]
pub(super) struct ImageSizes {
    /// The sizes that elements say, by URL.
    said: FxHashMap<String, NaturalSize>,
    /// The ratios of images of which the page sets one side.
    ratios: FxHashMap<String, f32>,
}

impl ImageSizes {
    /// Finds what a page says of its images, in any of the elements that it ever had, and how it shows the others.
    pub(super) fn find(dom: Dom, player: &Player, device: Device) -> Self {
        let mut sizes = Self::default();
        let mut elements: Vec<NodeId> = player.nodes.values().copied().collect();
        elements.sort_unstable();
        for &node in &elements {
            if let Some(element) = dom.element(node).filter(|_| dom.is_html(node, &local_name!("img"))) {
                sizes.hear(&dom, node, element);
            }
        }
        let unknown: Vec<(NodeId, Url)> = elements
            .into_iter()
            .filter(|&node| dom.is_html(node, &local_name!("img")) && dom.is_connected(node))
            .filter_map(|node| Some((node, address(&dom, node, dom.attr(node, &local_name!("src"))?)?)))
            .filter(|(_, url)| {
                !sizes.said.contains_key(url.as_str()) && size_in(url).is_none() && url.scheme() != "data"
            })
            .collect();
        if unknown.is_empty() {
            return sizes;
        }
        let page = Page::render(dom, device, RenderOptions::default().keep(Keep::Nothing));
        for (node, url) in unknown {
            let Some(style) = page.styles().get(node) else { continue };
            let shown = Layout::bounding(page.layout().client_rects(node));
            let is_large = match (&style.width, &style.height) {
                (_, Dimension::Auto) => shown.width >= PICTURE.0,
                (Dimension::Auto, _) => shown.height >= PICTURE.0,
                _ => false,
            };
            let path = url.path().to_ascii_lowercase();
            if is_large && !SQUARE.iter().any(|word| path.contains(word)) {
                sizes.ratios.insert(url.into(), PICTURE.1);
            }
        }
        sizes
    }

    /// Hears what an element says of the size of its image.
    fn hear(&mut self, dom: &Dom, node: NodeId, element: &ElementData) {
        let side =
            |name| element.attr(&name).and_then(|side| side.trim().parse::<f32>().ok()).filter(|&side| side >= 1.0);
        let (width, height) = (side(local_name!("width")), side(local_name!("height")));
        let size = width.zip(height).and_then(|(width, height)| size(width, height));
        let src = element.attr(&local_name!("src")).and_then(|src| address(dom, node, src));
        if let Some((size, url)) = size.zip(src) {
            self.learn(url, size);
        }
        // A list of files says how wide each is.
        for (file, width) in srcset_widths(element.attr(&local_name!("srcset")).unwrap_or_default()) {
            if let (Some(ratio), Some(url)) = (size.and_then(|size| size.ratio), address(dom, node, file))
                && let Some(size) = self::size(width, width / ratio)
            {
                self.learn(url, size);
            }
        }
    }

    /// Files are shown smaller than they are more often than larger.
    fn learn(&mut self, url: Url, size: NaturalSize) {
        let known = self.said.entry(url.into()).or_insert(size);
        if known.width < size.width {
            *known = size;
        }
    }

    /// Returns the size that is assumed for an image.
    pub(super) fn of(&self, url: &Url) -> NaturalSize {
        if let Some(size) = self.said.get(url.as_str()).copied().or_else(|| size_in(url)) {
            return size;
        }
        let ratio = self.ratios.get(url.as_str()).copied().unwrap_or(1.0);
        NaturalSize { width: Some(SIDE), height: Some(SIDE / ratio), ratio: Some(ratio) }
    }
}

fn address(dom: &Dom, node: NodeId, url: &str) -> Option<Url> {
    Url::parse(&dom.resolve(dom.owner_document(node), url)?).ok()
}

fn size(width: f32, height: f32) -> Option<NaturalSize> {
    let is_side = |side: f32| (1.0..=MAX_SIDE).contains(&side);
    (is_side(width) && is_side(height)).then(|| NaturalSize {
        width: Some(width),
        height: Some(height),
        ratio: Some(width / height),
    })
}

/// The size that is part of an address: `photo-300x200.jpg`, `/id/7/300/200`, `?w=300&h=200`.
fn size_in(url: &Url) -> Option<NaturalSize> {
    let side = |text: &str| (text.len() <= 4).then(|| text.parse::<u16>().ok()).flatten().filter(|&side| side >= 8);
    let pair = |width: &str, height: &str| size(side(width)?.into(), side(height)?.into());
    let asked = |names: [&str; 2]| url.query_pairs().find(|(name, _)| names.contains(&&**name)).map(|(_, value)| value);
    if let Some((width, height)) = asked(["w", "width"]).zip(asked(["h", "height"]))
        && let Some(size) = pair(&width, &height)
    {
        return Some(size);
    }
    let words = url.path().rsplit(|c: char| !c.is_ascii_alphanumeric());
    if let Some(size) = words.filter_map(|word| word.split_once(['x', 'X'])).find_map(|(w, h)| pair(w, h)) {
        return Some(size);
    }
    let mut parts = url.path_segments()?.rev().filter(|part| !part.is_empty());
    let (height, width) = (parts.next()?, parts.next()?);
    pair(width, height.split_once('.').map_or(height, |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::SessionRecording;

    #[test]
    fn sizes_in_addresses() {
        let sides = |url: &str| size_in(&Url::parse(url).unwrap()).and_then(|size| size.width.zip(size.height));
        for (url, expected) in [
            ("http://a.example/uploads/2024/11/photo-300x200.jpg", Some((300.0, 200.0))),
            ("http://a.example/600x400.png", Some((600.0, 400.0))),
            ("http://a.example/id/237/200/300", Some((200.0, 300.0))),
            ("http://a.example/p?auto=1&w=640&h=480", Some((640.0, 480.0))),
            ("http://a.example/2024/11/photo.jpg", None),
            ("http://a.example/p?w=640", None),
            ("http://a.example/0x00.png", None),
        ] {
            assert_eq!(sides(url), expected, "{url}");
        }
    }

    /// The boxes of the images of a page after all events.
    fn shown(images: &str, later: &str, at: usize) -> Vec<(f32, f32)> {
        let events = format!(
            r#"[{{"type":4,"timestamp":1,"data":{{"href":"http://a.example/","width":800,"height":600}}}},
            {{"type":2,"timestamp":2,"data":{{"node":{{"type":0,"id":1,"childNodes":[{{"type":2,"tagName":"html","id":2,
            "attributes":{{}},"childNodes":[{{"type":2,"tagName":"body","id":3,"attributes":{{}},"childNodes":[{images}]}}]}}]}}}}}},
            {{"type":3,"timestamp":3,"data":{{"source":0,"adds":[{later}]}}}}]"#
        );
        let recording = SessionRecording::from_bytes(events.into_bytes()).expect("it is read").expect("a recording");
        let page = recording.page(Some(&format!("event:{at}"))).expect("a page");
        let found = page.query_selector_all("img").expect("a selector");
        let sizes = found.iter().filter_map(|image| image.bounding_box()).map(|shown| (shown.width, shown.height));
        sizes.collect()
    }

    #[test]
    fn images_are_as_large_as_the_page_says_anywhere() {
        let image = |id: u32, attributes: &str| {
            format!(r#"{{"type":2,"tagName":"img","id":{id},"attributes":{{{attributes}}},"childNodes":[]}}"#)
        };
        let bare = image(4, r#""src":"http://a.example/photo.jpg""#);
        let said = image(5, r#""src":"http://a.example/photo.jpg","width":"90","height":"60""#);
        // Another element says it, and be it a later one.
        assert_eq!(shown(&format!("{bare},{said}"), "", 2), [(90.0, 60.0); 2]);
        let later = format!(r#"{{"parentId":3,"nextId":null,"node":{said}}}"#);
        assert_eq!(shown(&bare, &later, 2), [(90.0, 60.0)]);
        assert_eq!(shown(&bare, "", 2), [(SIDE, SIDE)]);
        let style = |width: u32, name: &str| {
            image(4, &format!(r#""src":"http://a.example/{name}","style":"width: {width}px""#))
        };
        // A picture is wider than high, an icon and a face are square.
        assert_eq!(shown(&style(300, "p.jpg"), "", 2), [(300.0, 200.0)]);
        assert_eq!(shown(&style(60, "p.jpg"), "", 2), [(60.0, 60.0)]);
        assert_eq!(shown(&style(300, "avatars/ann.jpg"), "", 2), [(300.0, 300.0)]);
        let files = r#""srcset":"http://a.example/small.jpg 300w","sizes":"50px","width":"4","height":"3""#;
        assert_eq!(shown(&image(4, files), "", 2), [(4.0, 3.0)]);
    }
}
