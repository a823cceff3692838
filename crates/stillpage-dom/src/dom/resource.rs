//! Subresources of a page, as saved with it: style sheets, images, the documents of frames.
//!
//! Where the bytes come from (a folder, an MHTML file) is the business of a [`Saved`].

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use url::Url;

use super::encoding::charset_of;
use super::image::{NaturalSize, natural_size};
use super::transfer::data_url;
use super::{Dom, ElementData, NodeId, local_name, ns};
use crate::font::FontSource;
use crate::limits::{Budget, Limit, Warning};

/// A file that was saved with a page.
#[derive(Debug, Clone, Default)]
pub struct SavedFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its media type with parameters; empty if unknown.
    pub media_type: String,
    /// Its address, if that is another than the one it was asked for by.
    pub url: Option<Url>,
}

/// A source of the files that were saved with a page.
pub trait Saved {
    /// The file that a URL (without fragment) names; `None` if it was not saved.
    ///
    /// # Errors
    /// Why a file that was saved cannot be read, in one phrase.
    fn file(&mut self, url: &Url) -> Result<Option<SavedFile>, String>;
}

/// A source of the images of style sheets. They are read where a picture shows them, or where their size counts.
pub trait PictureSource: fmt::Debug + Send + Sync {
    /// The file that a URL (without fragment) names; `None` if it was not saved.
    ///
    /// # Errors
    /// Why a file that was saved cannot be read, in one phrase.
    fn image(&self, url: &Url) -> Result<Option<Arc<[u8]>>, String>;
}

/// The URLs that a style sheet names, as written: CSS is read in a later room.
#[derive(Debug, Clone, Copy)]
pub struct SheetUrls {
    /// Lists the URLs of the style sheets that a sheet imports.
    pub imports: fn(&str) -> Vec<String>,
    /// Lists the URLs of the font files that the faces of a sheet name.
    pub fonts: fn(&str) -> Vec<String>,
}

/// Nothing was saved with the page.
#[derive(Debug)]
pub struct NothingSaved;

impl Saved for NothingSaved {
    fn file(&mut self, _: &Url) -> Result<Option<SavedFile>, String> {
        Ok(None)
    }
}

/// Limit: bytes of one style sheet that is written out in its address.
const MAX_DATA_BYTES: usize = 32 << 20;

/// Limit: bytes of images that are kept for pictures of a page.
pub(super) const MAX_IMAGE_BYTES: usize = 64 << 20;

impl Dom {
    /// Takes up the style sheets, fonts and image sizes that the page refers to, as far as they were saved. `urls` finds what
    /// a style sheet names.
    pub fn load_resources(&mut self, saved: &mut dyn Saved, urls: SheetUrls) {
        let SheetUrls { imports, fonts: font_urls } = urls;
        let mut fonts = Vec::new();
        let mut sheets = Vec::new();
        let mut images = Vec::new();
        let (mut seen_sheets, mut seen_images) = (FxHashSet::default(), FxHashSet::default());
        let (count, bytes) = (Budget::new(Limit::StyleSheets), Budget::new(Limit::StyleSheetBytes));
        // Addresses are counted before they are kept: each sheet may name a million others.
        let mut is_new = |url: &Url| !count.is_exceeded() && seen_sheets.insert(url.clone()) && count.spend(1);
        for root in self.connected_roots() {
            let document = self.owner_document(root);
            for node in self.descendants(root) {
                let Some(element) = self.element(node) else { continue };
                if is_stylesheet_link(element) {
                    let href = element.attr(&local_name!("href")).unwrap_or_default();
                    let url = self.absolute(document, href);
                    sheets.extend(url.filter(&mut is_new));
                } else if is_style(element) {
                    let css = self.child_text(node);
                    let urls = imports(&css);
                    sheets.extend(urls.iter().filter_map(|url| self.absolute(document, url)).filter(&mut is_new));
                    fonts.extend(font_urls(&css).iter().filter_map(|url| self.absolute(document, url)));
                }
                for url in self.image_urls(element) {
                    if !url.trim_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
                        images.extend(self.absolute(document, url).filter(|url| seen_images.insert(url.clone())));
                    }
                }
            }
        }
        sheets.reverse();
        while let Some(url) = sheets.pop() {
            let file = match data_url(url.as_str(), MAX_DATA_BYTES) {
                Some(data) => Some(SavedFile { bytes: data.bytes, media_type: data.media_type, url: None }),
                None => saved.file(&url).unwrap_or_else(|reason| self.warn_unreadable(&url, reason)),
            };
            // Which of those that are not there would apply is known where styles are computed.
            let Some(file) = file else { continue };
            if !bytes.spend(file.bytes.len() as u64) {
                break;
            }
            let css = decode_css(&file);
            let from = sheets.len();
            let urls = imports(&css);
            sheets
                .extend(urls.iter().filter_map(|import| without_fragment(url.join(import).ok()?)).filter(&mut is_new));
            sheets[from..].reverse();
            fonts.extend(font_urls(&css).iter().filter_map(|font| without_fragment(url.join(font).ok()?)));
            // What a `data:` URL holds is in the page itself.
            if url.scheme() != "data" {
                self.stylesheets.insert(url.as_str().into(), css.into());
            }
        }
        count.report(&mut self.warnings);
        bytes.report(&mut self.warnings);
        let bytes = Budget::new(Limit::FontBytes);
        for url in fonts {
            if self.fonts.saved.contains_key(url.as_str()) {
                continue;
            }
            let file = saved.file(&url).unwrap_or_else(|reason| self.warn_unreadable(&url, reason));
            let Some(file) = file else { continue };
            if !bytes.spend(file.bytes.len() as u64) {
                break;
            }
            self.fonts.saved.insert(url.as_str().into(), Arc::new(FontSource::new(file.bytes)));
        }
        bytes.report(&mut self.warnings);
        let opened = Budget::new(Limit::Images);
        let mut kept = MAX_IMAGE_BYTES;
        for url in images {
            if !opened.spend(1) {
                break;
            }
            let file = saved.file(&url).unwrap_or_else(|reason| self.warn_unreadable(&url, reason));
            let Some(file) = file else { continue };
            if let Some(size) = natural_size(&file.bytes) {
                self.images.insert(url.as_str().into(), size);
                if let Some(left) = kept.checked_sub(file.bytes.len()) {
                    kept = left;
                    self.image_files.insert(url.as_str().into(), file.bytes.into());
                }
            }
        }
        opened.report(&mut self.warnings);
    }

    /// Gives the images that the page refers to, and whose files nobody kept, the size that is assumed for their URL.
    pub fn assume_image_sizes(&mut self, size: &dyn Fn(&Url) -> NaturalSize) {
        let mut urls = FxHashSet::default();
        for root in self.connected_roots() {
            let document = self.owner_document(root);
            let elements = self.descendants(root).filter_map(|node| self.element(node));
            let all = elements.flat_map(|element| self.image_urls(element));
            urls.extend(all.filter_map(|url| self.absolute(document, url)).filter(|url| url.scheme() != "data"));
        }
        let mut urls: Vec<Url> = urls.into_iter().collect();
        urls.sort();
        for url in urls.into_iter().take(usize::try_from(Limit::Images.value()).unwrap_or(usize::MAX)) {
            self.images.entry(url.as_str().into()).or_insert_with(|| size(&url));
        }
    }

    /// Records that a saved file cannot be read.
    pub(super) fn warn_unreadable(&mut self, url: &Url, reason: String) -> Option<SavedFile> {
        self.warnings.add(Warning::Unreadable { url: url.as_str().to_owned(), reason });
        None
    }

    /// The roots of all trees that are rendered: documents and shadow roots, an outer tree before an inner one.
    pub fn connected_roots(&self) -> Vec<NodeId> {
        let mut roots = vec![self.document()];
        let mut at = 0;
        while let Some(&root) = roots.get(at) {
            at += 1;
            for node in self.descendants(root) {
                if let Some(element) = self.element(node) {
                    roots.extend(element.shadow_root);
                    roots.extend(element.frame_document);
                }
            }
        }
        roots
    }

    /// An address relative to the page, if it is a file of its own.
    pub fn as_written(&self, url: &Url) -> String {
        let base = self.document_url(self.document()).filter(|base| base.scheme() == "file" && url.scheme() == "file");
        base.and_then(|base| base.make_relative(url)).unwrap_or_else(|| url.to_string())
    }

    fn absolute(&self, document: NodeId, url: &str) -> Option<Url> {
        Url::parse(&self.resolve(document, url)?).ok()
    }
}

fn without_fragment(mut url: Url) -> Option<Url> {
    url.set_fragment(None);
    Some(url)
}

/// True for a `link` whose `rel` has `stylesheet`.
fn is_stylesheet_link(element: &ElementData) -> bool {
    element.name.local == local_name!("link")
        && element.name.ns == ns!(html)
        && element
            .attr(&local_name!("rel"))
            .is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("stylesheet")))
}

fn is_style(element: &ElementData) -> bool {
    element.name.local == local_name!("style") && (element.name.ns == ns!(html) || element.name.ns == ns!(svg))
}

/// The style sheet in a `data:` URL; `None` if it is invalid.
pub fn css_of_data_url(url: &Url) -> Option<String> {
    let data = data_url(url.as_str(), MAX_DATA_BYTES)?;
    Some(decode_css(&SavedFile { bytes: data.bytes, media_type: data.media_type, url: None }))
}

/// <https://drafts.csswg.org/css-syntax/#input-byte-stream>
fn decode_css(file: &SavedFile) -> String {
    let declared = file.bytes.strip_prefix(b"@charset \"").and_then(|rest| {
        let end = rest.iter().take(1024).position(|&b| b == b'"')?;
        encoding_rs::Encoding::for_label(&rest[..end])
    });
    let utf_16 = [encoding_rs::UTF_16BE, encoding_rs::UTF_16LE];
    let encoding = charset_of(file.media_type.as_bytes())
        .or(declared)
        // The rule itself could be read, so it is not UTF-16.
        .filter(|encoding| !utf_16.contains(encoding))
        .unwrap_or(encoding_rs::UTF_8);
    encoding.decode(&file.bytes).0.into_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::ParseOptions;
    use super::*;

    #[test]
    fn css_is_decoded_by_its_rule() {
        let check = |bytes: &[u8], media_type: &str, expected: &str| {
            let file = SavedFile { bytes: bytes.to_vec(), media_type: media_type.to_owned(), url: None };
            assert!(decode_css(&file).ends_with(expected), "{}", String::from_utf8_lossy(bytes));
        };
        check(b"@charset \"windows-1252\";\xFC", "", "\u{fc}");
        check(b"@charset \"utf-16\";\xC3\xBC", "", "\u{fc}");
        check(b"\xEF\xBB\xBF\xC3\xBC", "text/css; charset=windows-1252", "\u{fc}");
        check(b"\xFC", "text/css; charset=windows-1252", "\u{fc}");
        check(b"\xC3\xBC", "", "\u{fc}");
    }

    /// Takes every quoted text for an import.
    pub(in crate::dom) fn every_string(css: &str) -> Vec<String> {
        css.split(['"', '\'']).skip(1).step_by(2).map(str::to_owned).collect()
    }

    /// A page and its files by name.
    struct Files(&'static [(&'static str, &'static str)]);

    impl Saved for Files {
        fn file(&mut self, url: &Url) -> Result<Option<SavedFile>, String> {
            let Some((_, text)) = self.0.iter().find(|(name, _)| *name == url.as_str()) else { return Ok(None) };
            Ok(Some(SavedFile { bytes: text.as_bytes().to_vec(), media_type: String::new(), url: None }))
        }
    }

    #[test]
    fn resources_of_all_trees_are_loaded() {
        let html = "<base href=css/><link rel='x StyleSheet' href=a.css#f><link rel=icon href=b.css><style>@import 'c.css'</style>
            <link rel=stylesheet href='data:text/css,@import%20%22http://x/css/d.css%22'>
            <div><template shadowrootmode=open><link rel=stylesheet href=e.css></template></div>
            <iframe srcdoc='<img src=i.gif>'></iframe><template><link rel=stylesheet href=b.css></template>";
        let options = ParseOptions { url: Url::parse("http://x/y").ok(), ..ParseOptions::default() };
        let mut dom = Dom::parse(html.as_bytes(), &options);
        dom.load_resources(
            &mut Files(&[
                ("http://x/css/a.css", "@import 'a.css'; @import '../n.css';"),
                ("http://x/n.css", ""),
                ("http://x/css/b.css", ""),
                ("http://x/css/c.css", ""),
                ("http://x/css/d.css", ""),
                ("http://x/css/e.css", ""),
                ("http://x/css/i.gif", "GIF89a\u{1}\0\u{2}\0"),
            ]),
            SheetUrls { imports: every_string, fonts: |_| Vec::new() },
        );
        let loaded: Vec<&str> = dom.stylesheets.keys().map(|url| &**url).collect();
        let expected =
            ["http://x/css/a.css", "http://x/css/c.css", "http://x/css/d.css", "http://x/css/e.css", "http://x/n.css"];
        assert_eq!(loaded, expected, "style sheets");
        assert_eq!(dom.images.len(), 1, "images");
    }
}
