//! A recording as a page of its own: one HTML file that loads nothing and runs nothing, and means the same.

use std::collections::BTreeMap;

use url::Url;

use super::css::{Resources, base64, standalone};
use super::recording::Recording;
use super::tree::{NodeTables, build};
use crate::dom::{Dom, LocalName, NodeData, NodeId, Quirks, SerializeOptions, local_name, ns};

impl Recording {
    /// The page as one HTML file: style sheets and the fonts that were loaded inside, scripts gone, images as boxes of their natural size, frames as
    /// `srcdoc`, open shadow roots as templates, state as `data-frozen-*`.
    ///
    /// Limit: trees that no markup leads to (a `div` that a script put into a `p`) are written as they are and read
    /// differently.
    #[must_use]
    pub fn to_html(&self) -> String {
        let tree = build(self);
        let resources = Resources {
            sheets: self.sheets.iter().map(|sheet| (&*sheet.url, &*sheet.text)).collect(),
            fonts: self.fonts.iter().map(|font| (&*font.url, &*font.base64)).collect(),
        };
        let mut freeze = Freeze { dom: tree.dom, places: tree.places, recording: self, resources };
        freeze.sheets();
        freeze.made_sheets();
        freeze.images();
        freeze.scripts();
        freeze.frames();
        let document = freeze.dom.document();
        let html = freeze.html(document);
        let (doctype, rest) = match html.find('>') {
            Some(at) if html.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype")) => {
                html.split_at(at + 1)
            }
            _ => ("", html.as_str()),
        };
        // The byte order mark outweighs the page's declaration of its old encoding.
        format!("\u{feff}{doctype}{}{rest}", self.saved_from())
    }

    /// The comment that browsers write into pages that they save: where it is from, the length of that first. Empty for
    /// what is not from the web: the path of a file is not part of the page.
    fn saved_from(&self) -> String {
        let url = self.nodes.iter().find(|row| row.node_type == 9 && row.parent_id == 0).map(|row| &*row.document_url);
        // An address has `>` only as %3E, so that it cannot end the comment; the address of a recording is checked.
        let web = url.and_then(|url| Url::parse(url).ok()).filter(|url| matches!(url.scheme(), "http" | "https"));
        match web {
            Some(url) if !url.as_str().contains('>') => {
                format!("\n<!-- saved from url=({:04}){url} -->\n", url.as_str().len())
            }
            _ => String::new(),
        }
    }

    /// Returns the frozen page as an MHTML file.
    #[must_use]
    pub fn to_mhtml(&self) -> String {
        const BOUNDARY: &str = "----stillpage-frozen-page----";
        let url = self.nodes.iter().find(|row| row.node_type == 9 && row.parent_id == 0).map(|row| &*row.document_url);
        let url = url.filter(|url| !url.is_empty()).unwrap_or("about:blank");
        let body = base64(self.to_html().as_bytes());
        // Lines of mail are short.
        let lines: Vec<&str> =
            (0..body.len()).step_by(76).filter_map(|at| body.get(at..(at + 76).min(body.len()))).collect();
        format!(
            "From: <Saved by stillpage>\r\nSnapshot-Content-Location: {url}\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"{BOUNDARY}\"\r\n\r\n\r\n\
             --{BOUNDARY}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\
             Content-Location: {url}\r\n\r\n{}\r\n--{BOUNDARY}--\r\n",
            lines.join("\r\n")
        )
    }
}

struct Freeze<'r> {
    dom: Dom,
    places: NodeTables,
    recording: &'r Recording,
    resources: Resources<'r>,
}

impl Freeze<'_> {
    fn elements(&self) -> Vec<NodeId> {
        (0..self.dom.len()).map(NodeId::from_index).filter(|&n| self.dom.element(n).is_some()).collect()
    }

    fn attr(&self, node: NodeId, name: &str) -> Option<&str> {
        self.dom.attr(node, &LocalName::from(name))
    }

    fn base(&self, node: NodeId) -> Option<Url> {
        self.dom.base_url(self.dom.owner_document(node)).cloned()
    }

    /// Writes the text of style sheets into `style` elements; `link`s become some.
    fn sheets(&mut self) {
        let texts: BTreeMap<NodeId, (Option<Url>, &str)> = (self.recording.sheets.iter())
            .filter_map(|sheet| {
                let node = *self.places.of_backend.get(&sheet.owner)?;
                Some((node, (Url::parse(&sheet.url).ok(), sheet.text.as_str())))
            })
            .collect();
        for node in self.elements() {
            if let Some(style) = self.attr(node, "style").filter(|style| style.contains("url(")) {
                let style = standalone(style, None, &Resources::default());
                self.dom.put_attribute(node, "style", Some(&style));
            }
            let is_link = self.dom.is_html(node, &local_name!("link"));
            let is_style = self.dom.element(node).is_some_and(|e| e.name.local == local_name!("style"));
            if let Some((url, text)) = texts.get(&node).filter(|_| is_link || is_style) {
                let base = if is_link { url.clone() } else { self.base(node) };
                let css = standalone(text, base.as_ref(), &self.resources);
                if is_link {
                    self.dom.rename(node, "style", &["media", "title", "id", "class"]);
                }
                // The text ends where the element does.
                self.dom.put_text(node, &css.replace("</", "<\\/"));
            } else if is_style {
                let css = standalone(&self.dom.child_text(node), self.base(node).as_ref(), &self.resources);
                self.dom.put_text(node, &css);
            } else if is_link {
                // It would load something, or redirect.
                self.dom.take_out(node);
            }
        }
    }

    /// Style sheets that scripts made, as the last `style` of their tree.
    fn made_sheets(&mut self) {
        for (frame, facts) in &self.recording.frames {
            for sheet in &facts.sheets {
                let root = match sheet.host {
                    Some(host) => self.places.element(frame, host).and_then(|host| self.dom.element(host)?.shadow_root),
                    None => self.places.documents.get(frame).and_then(|&document| {
                        let root = self.dom.document_element(document)?;
                        Some(self.dom.child_elements(root).next().unwrap_or(root))
                    }),
                };
                let Some(root) = root else { continue };
                let css = standalone(&sheet.text, self.base(root).as_ref(), &self.resources);
                let style = self.dom.add_element(root, crate::dom::ElementNamespace::Html, "style", std::iter::empty());
                self.dom.put_text(style, &css.replace("</", "<\\/"));
            }
        }
    }

    /// Images become empty ones of the same natural size.
    fn images(&mut self) {
        let natural: BTreeMap<NodeId, (f32, f32)> = (self.recording.frames.iter())
            .flat_map(|(frame, facts)| facts.natural.iter().map(move |entry| (frame, entry)))
            .filter_map(|(frame, &(number, width, height))| {
                Some((self.places.element(frame, number)?, (width, height)))
            })
            .collect();
        for node in self.elements() {
            let Some(element) = self.dom.element(node) else { continue };
            let name = element.name.local.clone();
            let is_svg = element.name.ns == ns!(svg);
            let gone: &[&str] = match &*name {
                "img" => &["srcset", "sizes", "loading", "lowsrc"],
                "source" | "track" | "audio" => &["src", "srcset"],
                "video" => &["src", "poster"],
                "embed" => &["src"],
                "body" | "table" | "td" | "th" => &["background"],
                "image" if is_svg => &["href"],
                _ => &[],
            };
            for name in gone {
                self.dom.put_attribute(node, name, None);
            }
            let size = natural.get(&node);
            let is_image = &*name == "img" || (&*name == "input" && self.attr(node, "type") == Some("image"));
            if is_image && (size.is_some() || self.attr(node, "src").is_some()) {
                let source = match size {
                    Some((width, height)) => format!(
                        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'/%3E"
                    ),
                    None => "data:,".to_owned(),
                };
                self.dom.put_attribute(node, "src", Some(&source));
            } else if let (Some((width, height)), "video") = (size, &*name) {
                for (name, length) in [("width", width), ("height", height)] {
                    if self.attr(node, name).is_none() {
                        self.dom.put_attribute(node, name, Some(&length.to_string()));
                    }
                }
            }
        }
    }

    /// Takes scripts out, and what would run as one. An empty `template` keeps the place of each, for the sake of
    /// selectors that count.
    fn scripts(&mut self) {
        for node in self.elements() {
            let Some(element) = self.dom.element(node) else { continue };
            let handlers: Vec<String> = (element.attributes.iter())
                .filter(|a| a.name.ns == ns!() && a.name.local.starts_with("on"))
                .map(|a| a.name.local.to_string())
                .collect();
            let name = element.name.local.clone();
            let is_html = element.name.ns == ns!(html);
            for handler in handlers {
                self.dom.put_attribute(node, &handler, None);
            }
            if name == local_name!("script") {
                if is_html && self.dom.node(node).parent.is_some() {
                    self.dom.rename(node, "template", &[]);
                    self.dom.put_text(node, "");
                } else {
                    self.dom.take_out(node);
                }
            } else if name == local_name!("meta")
                && self.attr(node, "http-equiv").is_some_and(|kind| {
                    let kind = kind.to_ascii_lowercase();
                    kind == "refresh" || kind == "content-security-policy"
                })
            {
                self.dom.take_out(node);
            }
        }
    }

    /// Frames hold their documents as `srcdoc`, inner ones first.
    fn frames(&mut self) {
        let mut frames: Vec<(usize, NodeId, Option<NodeId>)> = Vec::new();
        for node in self.elements() {
            let Some(element) = self.dom.element(node) else { continue };
            if !matches!(&*element.name.local, "iframe" | "frame") {
                continue;
            }
            let inner = element.frame_document;
            let depth =
                std::iter::successors(Some(node), |&n| self.dom.frame_element(self.dom.owner_document(n))).count();
            frames.push((depth, node, inner));
        }
        frames.sort_by(|a, b| b.cmp(a));
        for (_, frame, inner) in frames {
            let html = inner.map(|document| self.html(document));
            self.dom.put_attribute(frame, "src", None);
            self.dom.put_attribute(frame, "srcdoc", html.as_deref());
        }
    }

    /// The text of a document.
    fn html(&self, document: NodeId) -> String {
        // The standard's serialization drops the identifiers of the document type.
        let doctype = match self.dom.quirks(document) {
            Quirks::NoQuirks => "<!DOCTYPE html>",
            Quirks::LimitedQuirks => {
                "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \
                 \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">"
            }
            Quirks::Quirks => "",
        };
        let mut out = String::from(doctype);
        for child in self.dom.children(document) {
            if matches!(self.dom.node(child).data, NodeData::Element(_)) {
                out.push_str(&self.dom.to_html(child, &SerializeOptions { outer: true, shadow_roots: true }));
            }
        }
        out
    }
}
