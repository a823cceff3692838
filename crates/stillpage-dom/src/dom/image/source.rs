//! The image that an `img` shows: `src`, `srcset`, `sizes` and `picture`.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::sync::Arc;

use url::Url;

use super::{NaturalSize, natural_size, natural_size_of_data_url};
use crate::device::Device;
use crate::dom::transfer::data_url;
use crate::dom::{Dom, ElementData, NodeId, local_name, ns};
use crate::limits::Warning;

/// The loading state of the image of an element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ImageState {
    /// No source at all.
    None,
    /// A source that cannot be loaded, offline that is: a remote or missing file, or no image.
    Broken,
    /// An image of this size, in CSS px.
    Available(NaturalSize),
}

/// Limit: bytes of an image in a `data:` URL.
const MAX_FILE: usize = 32 << 20;

/// One image out of a `srcset`.
#[derive(Debug, Clone, PartialEq)]
struct Candidate<'a> {
    url: &'a str,
    descriptor: Descriptor,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Descriptor {
    Density(f32),
    Width(f32),
}

impl Dom {
    /// Returns the image that an `img`, `input type=image`, `video` (its poster), `object`, `embed` or SVG `image` shows.
    /// `matches_media` answers the `media` of `source` elements and `sizes`.
    #[must_use]
    pub fn image_state(&self, node: NodeId, device: &Device, matches_media: &dyn Fn(&str) -> bool) -> ImageState {
        let Some((url, density)) = self.image_source(node, device, matches_media) else { return ImageState::None };
        self.natural_size(self.owner_document(node), url)
            .map_or(ImageState::Broken, |size| ImageState::Available(size.at_density(density)))
    }

    /// Returns the file of the image that an element shows, if it is at hand; see [`image_state`](Self::image_state).
    #[must_use]
    pub fn image_file(&self, node: NodeId, device: &Device, matches_media: &dyn Fn(&str) -> bool) -> Option<Arc<[u8]>> {
        let (url, _) = self.image_source(node, device, matches_media)?;
        self.file_of_image(self.owner_document(node), url)
    }

    /// Returns the file of the image that a URL in a document means, if it is at hand.
    #[must_use]
    pub fn file_of_image(&self, document: NodeId, url: &str) -> Option<Arc<[u8]>> {
        if url.trim_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            return Some(data_url(url, MAX_FILE)?.bytes.into());
        }
        self.image_files.get(&*self.resolve(document, url)?).cloned()
    }

    /// Returns the file of an image that a style sheet names; `None` if it was not saved with the page.
    ///
    /// # Errors
    /// A warning that it cannot be read.
    pub fn file_of_style_image(&self, document: NodeId, url: &str) -> Result<Option<Arc<[u8]>>, Warning> {
        if let Some(known) = self.file_of_image(document, url) {
            return Ok(Some(known));
        }
        let Some(address) = self.resolve(document, url).and_then(|url| Url::parse(&url).ok()) else { return Ok(None) };
        match &self.pictures {
            Some(pictures) if address.scheme() != "data" => {
                pictures.image(&address).map_err(|reason| Warning::Unreadable { url: address.into(), reason })
            }
            _ => Ok(None),
        }
    }

    /// Returns the natural size of an image that a style sheet names; `None` if it was not saved with the page, or cannot be read.
    #[must_use]
    pub fn size_of_style_image(&self, document: NodeId, url: &str) -> Option<NaturalSize> {
        let known = self.natural_size(document, url);
        known.or_else(|| natural_size(&self.file_of_style_image(document, url).ok()??))
    }

    /// The URL of the image that an element shows, as written, with its pixels per CSS px.
    fn image_source<'a>(
        &'a self,
        node: NodeId,
        device: &Device,
        matches_media: &dyn Fn(&str) -> bool,
    ) -> Option<(&'a str, f32)> {
        let element = self.element(node)?;
        let (url, density) = match element.name.local {
            local_name!("img") => self.selected_source(node, element, device, matches_media)?,
            local_name!("video") => (element.attr(&local_name!("poster")).unwrap_or_default(), 1.0),
            local_name!("object") => (element.attr(&local_name!("data")).unwrap_or_default(), 1.0),
            local_name!("image") => {
                let href = element.attributes.iter().find(|a| a.name.local == local_name!("href"));
                (href.map_or("", |a| &*a.value), 1.0)
            }
            _ => (element.attr(&local_name!("src")).unwrap_or_default(), 1.0),
        };
        (!url.trim().is_empty()).then_some((url, density))
    }

    /// The natural size of the image that a URL in a document means; `None` if it cannot be loaded.
    #[must_use]
    pub fn natural_size(&self, document: NodeId, url: &str) -> Option<NaturalSize> {
        if url.trim_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            return natural_size_of_data_url(url);
        }
        self.images.get(&*self.resolve(document, url)?).copied()
    }

    /// A URL in a document made absolute, without its fragment: the key of style sheets and images.
    #[must_use]
    pub fn resolve(&self, document: NodeId, url: &str) -> Option<Box<str>> {
        let mut url = match self.base_url(document) {
            Some(base) => base.join(url).ok()?,
            None => Url::parse(url.trim()).ok()?,
        };
        url.set_fragment(None);
        Some(url.as_str().into())
    }

    /// <https://html.spec.whatwg.org/#select-an-image-source>
    fn selected_source<'a>(
        &'a self,
        img: NodeId,
        element: &'a ElementData,
        device: &Device,
        matches_media: &dyn Fn(&str) -> bool,
    ) -> Option<(&'a str, f32)> {
        if let Some(parent) = self.node(img).parent.filter(|&p| self.is_html(p, &local_name!("picture"))) {
            for source in self.child_elements(parent).take_while(|&n| n != img) {
                let Some(source) = self.element(source).filter(|e| e.name.local == local_name!("source")) else {
                    continue;
                };
                let srcset = source.attr(&local_name!("srcset")).unwrap_or_default();
                if source.attr(&local_name!("media")).is_some_and(|media| !matches_media(media))
                    || source.attr(&local_name!("type")).is_some_and(|kind| !is_supported_type(kind))
                {
                    continue;
                }
                let sizes = source.attr(&local_name!("sizes"));
                if let Some(selected) = select(parse_srcset(srcset), sizes, device, matches_media) {
                    return Some(selected);
                }
            }
        }
        let src = element.attr(&local_name!("src")).filter(|src| !src.trim().is_empty());
        let mut candidates = parse_srcset(element.attr(&local_name!("srcset")).unwrap_or_default());
        let is_complete = candidates
            .iter()
            .any(|c| matches!(c.descriptor, Descriptor::Width(_)) || c.descriptor == Descriptor::Density(1.0));
        if let Some(url) = src.filter(|_| !is_complete) {
            candidates.push(Candidate { url, descriptor: Descriptor::Density(1.0) });
        }
        let selected = select(candidates, element.attr(&local_name!("sizes")), device, matches_media);
        // An empty `src` is a source that fails.
        selected.or_else(|| element.attr(&local_name!("src")).map(|src| (src, 1.0)))
    }

    /// Every URL that an image element may show.
    pub(crate) fn image_urls<'a>(&'a self, element: &'a ElementData) -> Vec<&'a str> {
        let is_html = element.name.ns == ns!(html);
        let mut urls = Vec::new();
        match element.name.local {
            local_name!("img") | local_name!("source") if is_html => {
                urls.extend(element.attr(&local_name!("src")).filter(|_| element.name.local == local_name!("img")));
                let srcset = element.attr(&local_name!("srcset")).unwrap_or_default();
                urls.extend(parse_srcset(srcset).into_iter().map(|c| c.url));
            }
            local_name!("input") | local_name!("embed") if is_html => urls.extend(element.attr(&local_name!("src"))),
            local_name!("video") if is_html => urls.extend(element.attr(&local_name!("poster"))),
            local_name!("object") if is_html => urls.extend(element.attr(&local_name!("data"))),
            local_name!("image") => {
                urls.extend(element.attributes.iter().find(|a| a.name.local == local_name!("href")).map(|a| &*a.value));
            }
            _ => {}
        }
        urls
    }
}

/// Image types that Chromium shows.
fn is_supported_type(kind: &str) -> bool {
    let kind: Cow<'_, str> = kind.split(';').next().unwrap_or(kind).trim().to_ascii_lowercase().into();
    kind.is_empty()
        || matches!(
            &*kind,
            "image/png"
                | "image/apng"
                | "image/jpeg"
                | "image/jpg"
                | "image/pjpeg"
                | "image/gif"
                | "image/webp"
                | "image/avif"
                | "image/bmp"
                | "image/x-icon"
                | "image/vnd.microsoft.icon"
                | "image/svg+xml"
        )
}

/// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>
fn parse_srcset(text: &str) -> Vec<Candidate<'_>> {
    let is_space = |c: char| c.is_ascii_whitespace();
    let mut candidates = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| is_space(c) || c == ',');
        if rest.is_empty() {
            return candidates;
        }
        let end = rest.find(is_space).unwrap_or(rest.len());
        let Some((url, after)) = rest.split_at_checked(end) else { return candidates };
        rest = after;
        let bare = url.trim_end_matches(',');
        let mut descriptors = "";
        if bare.len() == url.len() {
            let mut depth = 0;
            let end = rest.find(|c| {
                match c {
                    '(' => depth += 1,
                    ')' if depth > 0 => depth -= 1,
                    _ => {}
                }
                c == ',' && depth == 0
            });
            (descriptors, rest) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, ""));
        }
        if let Some(descriptor) = parse_descriptors(descriptors) {
            candidates.push(Candidate { url: bare, descriptor });
        }
    }
}

/// The URLs of a `srcset` whose width in px it states, with that.
pub fn srcset_widths(text: &str) -> impl Iterator<Item = (&str, f32)> {
    parse_srcset(text).into_iter().filter_map(|candidate| match candidate.descriptor {
        Descriptor::Width(width) => Some((candidate.url, width)),
        Descriptor::Density(_) => None,
    })
}

fn parse_descriptors(text: &str) -> Option<Descriptor> {
    let mut descriptor = None;
    for word in text.split_ascii_whitespace() {
        let number =
            |suffix: char| word.strip_suffix(suffix).and_then(|n| n.parse::<f32>().ok()).filter(|n| n.is_finite());
        match (number('x').filter(|&n| n >= 0.0), number('w').filter(|&n| n > 0.0), number('h')) {
            (Some(density), ..) if descriptor.is_none() => descriptor = Some(Descriptor::Density(density)),
            (_, Some(width), _) if descriptor.is_none() => descriptor = Some(Descriptor::Width(width)),
            (_, _, Some(_)) => {}
            _ => return None,
        }
    }
    Some(descriptor.unwrap_or(Descriptor::Density(1.0)))
}

/// The candidate for the device's pixel density, with its own density.
fn select<'a>(
    candidates: Vec<Candidate<'a>>,
    sizes: Option<&str>,
    device: &Device,
    matches_media: &dyn Fn(&str) -> bool,
) -> Option<(&'a str, f32)> {
    // The same for all candidates.
    let source_size =
        LazyCell::new(|| source_size(sizes.unwrap_or_default(), device, matches_media).max(f32::MIN_POSITIVE));
    let mut densities: Vec<(&str, f32)> = candidates
        .into_iter()
        .map(|c| match c.descriptor {
            Descriptor::Density(density) => (c.url, density),
            Descriptor::Width(width) => (c.url, width / *source_size),
        })
        .collect();
    densities.sort_by(|a, b| a.1.total_cmp(&b.1));
    // Chrome: the least density that suffices; on dense screens a lower one if it is nearer by the geometric mean.
    let at = densities.iter().position(|&(_, density)| density >= device.scale);
    let chosen = match at {
        None => densities.last(),
        Some(0) => densities.first(),
        Some(at) => {
            let (below, above) = (densities[at - 1].1, densities[at].1);
            let is_below = device.scale > 1.0 && device.scale < (below * above).sqrt();
            densities.get(if is_below { at - 1 } else { at })
        }
    };
    let &(_, density) = chosen?;
    // Of equal ones the first.
    densities
        .into_iter()
        .find(|&(_, d)| d.total_cmp(&density).is_eq())
        .map(|(url, d)| (url, if d > 0.0 { d } else { 1.0 }))
}

/// <https://html.spec.whatwg.org/#parse-a-sizes-attribute>, in CSS px.
///
/// Approx: lengths with `calc()` or units of the font fall to the next entry, at the end to `100vw`.
fn source_size(sizes: &str, device: &Device, matches_media: &dyn Fn(&str) -> bool) -> f32 {
    for entry in sizes.split(',') {
        let entry = entry.trim();
        let (condition, length) = match entry.rsplit_once(|c: char| c.is_ascii_whitespace()) {
            Some((condition, length)) => (condition.trim(), length),
            None => ("", entry),
        };
        if let Some(length) = length_px(length, device)
            && (condition.is_empty() || matches_media(condition))
        {
            return length;
        }
    }
    device.viewport.width
}

fn length_px(text: &str, device: &Device) -> Option<f32> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at_checked(unit_at)?;
    let scale = match unit.to_ascii_lowercase().as_str() {
        "px" => 1.0,
        "em" | "rem" => 16.0,
        "vw" => device.viewport.width / 100.0,
        "vh" => device.viewport.height / 100.0,
        _ => return None,
    };
    number.parse::<f32>().ok().map(|n| n * scale).filter(|n| n.is_finite() && *n >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::ParseOptions;

    fn check(markup: &str, expected: Option<&str>) {
        let dom = Dom::parse(markup.as_bytes(), &ParseOptions::default());
        let img = dom.elements_in_order().find(|&n| dom.is_html(n, &local_name!("img"))).unwrap();
        let media = |text: &str| text.contains("min-width: 600px");
        let selected = dom.selected_source(img, dom.element(img).unwrap(), &Device::default(), &media);
        assert_eq!(selected.map(|(url, _)| url), expected, "{markup}");
    }

    #[test]
    fn image_source_is_chosen_by_density() {
        check("<img>", None);
        check("<img src=a>", Some("a"));
        check("<img src=''>", Some(""));
        check("<img src=a srcset='b 2x'>", Some("a"));
        check("<img src=a srcset='b 1x, c 2x'>", Some("b"));
        check("<img src=a srcset='b'>", Some("b"));
        check("<img src=a srcset='b 2x, c 3x'>", Some("a"));
        check("<img srcset='b 2x, c 3x'>", Some("b"));
        check("<img src=a srcset='b 320w, c 1280w, d 2560w'>", Some("c"));
        check(
            "<img src=a srcset='b 320w, c 1280w' sizes='(max-width: 9px) 1px, (min-width: 600px) 300px, 100vw'>",
            Some("b"),
        );
        check("<img src=a srcset='data:,x,y 1x, b 2x'>", Some("data:,x,y"));
        check("<img src=a srcset='b 1q'>", Some("a"));
    }

    #[test]
    fn image_source_of_a_picture_comes_first() {
        check("<picture><source srcset=b><img src=a></picture>", Some("b"));
        check("<picture><source srcset=b media=print><img src=a></picture>", Some("a"));
        check("<picture><source srcset=b media='(min-width: 600px)'><img src=a></picture>", Some("b"));
        check(
            "<picture><source srcset=b type=image/jxl><source srcset=c type=image/webp><img src=a></picture>",
            Some("c"),
        );
        check("<picture><img src=a><source srcset=b></picture>", Some("a"));
    }

    #[test]
    fn broken_image_differs_from_missing_source() {
        let state = |markup: &str| {
            let dom = Dom::parse(markup.as_bytes(), &ParseOptions::default());
            let img = dom.child_elements(dom.body(dom.document()).unwrap()).next().unwrap();
            dom.image_state(img, &Device::default(), &|_| true)
        };
        assert_eq!(state("<img>"), ImageState::None, "no source");
        assert_eq!(state("<img src=a.png>"), ImageState::Broken, "relative to nothing");
        let gif = "data:image/gif;base64,R0lGODlhAgABAIAAAAAAAP";
        let size = NaturalSize { width: Some(2.0), height: Some(1.0), ratio: Some(2.0) };
        assert_eq!(state(&format!("<img src='{gif}'>")), ImageState::Available(size), "data");
        assert_eq!(
            state(&format!("<img srcset='{gif} 2x'>")),
            ImageState::Available(size.at_density(2.0)),
            "half size"
        );
        assert_eq!(state(&format!("<input type=image src='{gif}'>")), ImageState::Available(size), "button");
    }
}
