//! Bytes of an HTML file to [`Dom`]: html5ever's tree construction writes straight into the arena.

use std::hash::BuildHasher as _;
use std::sync::Arc;

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{QuirksMode, TreeSink as _};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use rustc_hash::FxBuildHasher;

use super::excess::without_excess_attributes;
use super::guard::Guard;
use super::resource::{NothingSaved, Saved};
use super::sink::Sink;
use super::{DocumentData, Dom, ElementData, NodeData, NodeId, QualName, Quirks, local_name, ns};
use crate::limits::{Budget, Limit, Warning};

/// Bytes of text that are handed to the tokenizer at once, so that reading can end early.
const PIECE: usize = 1 << 14;

/// Limit: bytes of one frame's document that is written out in its address, before it counts.
const MAX_FRAME_BYTES: usize = 32 << 20;

/// Facts about the bytes that they do not state themselves.
#[derive(Debug, Clone, Default)]
pub struct ParseOptions {
    /// The address of the document, for relative URLs.
    pub url: Option<url::Url>,
    /// The encoding that a `Content-Type` header names; a byte order mark overrides it.
    pub encoding: Option<&'static encoding_rs::Encoding>,
    /// The page as a browser loads it: without the state that it was saved in (`data-frozen-*`), which only a script could
    /// restore.
    pub fresh: bool,
    /// Keep the lines of elements, for [`Dom::line`].
    pub lines: bool,
}

impl ParseOptions {
    /// For text that is Unicode already; its `meta` is ignored.
    pub fn of_text() -> Self {
        Self { encoding: Some(encoding_rs::UTF_8), ..Self::default() }
    }
}

impl Dom {
    /// The tree of an HTML document, parsed as if scripting were on. Never fails: every sequence of bytes is a document.
    #[must_use]
    pub fn parse(html: &[u8], options: &ParseOptions) -> Self {
        Self::parse_saved(html, options, &mut NothingSaved)
    }

    /// Parses as [`parse`](Self::parse) does, with the documents of frames that were saved.
    pub fn parse_saved(html: &[u8], options: &ParseOptions, saved: &mut dyn Saved) -> Self {
        #[cfg(debug_assertions)]
        crate::fault::enter(crate::fault::Stage::Parse);
        let (text, guessed) = super::encoding::decode_known(html, options.encoding);
        let mut dom = Self::new();
        if let Some(encoding) = guessed {
            dom.warnings.add(Warning::GuessedEncoding { encoding });
        }
        let document = dom.document();
        dom.set_document_url(document, options.url.clone());
        dom.is_fresh = options.fresh;
        dom.lines = options.lines.then(Vec::new);
        dom.parse_documents(document, &text, PIECE, saved);
        dom
    }

    fn set_document_url(&mut self, document: NodeId, url: Option<url::Url>) {
        if let NodeData::Document(data) = &mut self.node_mut(document).data {
            data.url = url;
        }
    }

    /// Parses the text of a document into it, `piece` bytes at a time, then what its frames hold, and builds the side tables.
    pub(super) fn parse_documents(&mut self, document: NodeId, text: &str, piece: usize, saved: &mut dyn Saved) {
        self.origin = FxBuildHasher.hash_one(text);
        let (count, bytes) = (Budget::new(Limit::Frames), Budget::new(Limit::FrameBytes));
        let mut frames: Vec<(NodeId, u64)> = Vec::new();
        frames.extend(self.parse_document(document, text, false, piece).into_iter().rev().map(|frame| (frame, 1)));
        if !frames.is_empty() {
            self.index_base_url(document);
        }
        // Limit: frames that are looked at; each may lead to a file.
        let mut looks = 20 * Limit::Frames.value();
        while let Some((frame, depth)) = frames.pop() {
            if !self.is_connected(frame) {
                continue;
            }
            if depth > Limit::FrameDepth.value() {
                self.warnings.limit(Limit::FrameDepth);
                continue;
            }
            if count.is_exceeded() || bytes.is_exceeded() || looks == 0 {
                break;
            }
            looks -= 1;
            let (text, url) = match self.frame_text(frame, saved) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(warning) => {
                    self.warnings.add(warning);
                    continue;
                }
            };
            if !count.spend(1) || !bytes.spend_bytes(&text) {
                continue;
            }
            let is_srcdoc = url.is_none();
            let document = self.create_frame_document(frame, url);
            let inner = self.parse_document(document, &text, is_srcdoc, piece);
            self.index_base_url(document);
            frames.extend(inner.into_iter().rev().map(|frame| (frame, depth + 1)));
        }
        count.report(&mut self.warnings);
        bytes.report(&mut self.warnings);
        if self.is_fresh {
            self.forget_frozen_state();
        }
        self.finish_trees();
    }

    /// Completes the trees once all documents are there: frozen state, side tables, copies of selected options.
    pub(super) fn finish_trees(&mut self) {
        self.thaw();
        self.index_trees();
    }

    /// Rebuilds the side tables of trees to which no mark brings a state.
    pub(super) fn index_trees(&mut self) {
        self.reindex();
        if self.has_selected_content && self.fill_selected_contents() {
            self.reindex();
        }
    }

    /// Parses HTML in the context of `parent`; returns the top nodes, without parent.
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-parsing-algorithm>
    pub(super) fn parse_fragment(&mut self, parent: NodeId, html: &str) -> Vec<NodeId> {
        let document = self.owner_document(parent);
        // Outside elements the context is that of a template: it takes everything.
        let is_element = self.element(parent).is_some();
        let context = if is_element { parent } else { self.create_template() };
        let holder = self.create(NodeData::Fragment);
        let fragment = Fragment { context, form: self.nearest_form(parent), quirks: self.quirks(document) };
        let frames = self.run_parser(holder, html, false, PIECE, Some(fragment));
        let root = self.node(holder).first_child;
        let nodes: Vec<NodeId> = root.map_or_else(Vec::new, |root| self.children(root).collect());
        for &node in &nodes {
            self.detach(node);
        }
        for frame in frames {
            if let Some(source) = self.attr(frame, &local_name!("srcdoc")).map(str::to_owned) {
                let document = self.create_frame_document(frame, None);
                self.parse_document(document, &source, true, PIECE);
            }
        }
        nodes
    }

    fn create_template(&mut self) -> NodeId {
        let contents = self.create(NodeData::Fragment);
        let name = QualName::new(None, ns!(html), local_name!("template"));
        let element = ElementData { template_contents: Some(contents), ..ElementData::new(name) };
        self.create(NodeData::Element(Arc::new(element)))
    }

    fn nearest_form(&self, node: NodeId) -> Option<NodeId> {
        std::iter::once(node).chain(self.ancestors(node)).find(|&n| self.is_html(n, &local_name!("form")))
    }

    /// The text of a frame's document, and its address unless it is a `srcdoc`; `None` if it was not saved.
    fn frame_text(&self, frame: NodeId, saved: &mut dyn Saved) -> Result<Option<(String, Option<url::Url>)>, Warning> {
        if let Some(source) =
            self.attr(frame, &local_name!("srcdoc")).filter(|_| self.is_html(frame, &local_name!("iframe")))
        {
            return Ok(Some((source.to_owned(), None)));
        }
        let document = self.owner_document(frame);
        let Some(source) = self.attr(frame, &local_name!("src")) else { return Ok(None) };
        if let Some(data) = super::transfer::data_url(source, MAX_FRAME_BYTES) {
            let is_html =
                data.media_type.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/html"));
            let hint = super::encoding::charset_of(data.media_type.as_bytes());
            let text = is_html.then(|| super::encoding::decode(&data.bytes, hint).into_owned());
            return Ok(text.and_then(|text| Some((text, Some(url::Url::parse(source.trim()).ok()?)))));
        }
        let Some(url) = self.resolve(document, source).and_then(|url| url::Url::parse(&url).ok()) else {
            return Ok(None);
        };
        let unreadable = |reason| Warning::Unreadable { url: url.as_str().to_owned(), reason };
        let Some(file) = saved.file(&url).map_err(unreadable)? else { return Ok(None) };
        let kind = file.media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if !matches!(&*kind, "" | "text/html" | "application/xhtml+xml") {
            return Ok(None);
        }
        let address = file.url.unwrap_or(url);
        // A document does not hold itself: <https://html.spec.whatwg.org/#process-the-iframe-attributes>
        let mut at = Some(document);
        while let Some(document) = at {
            if self.document_url(document).is_some_and(|url| is_same_document(url, &address)) {
                return Ok(None);
            }
            at = self.frame_element(document).map(|frame| self.owner_document(frame));
        }
        let hint = super::encoding::charset_of(file.media_type.as_bytes());
        Ok(Some((super::encoding::decode(&file.bytes, hint).into_owned(), Some(address))))
    }

    /// An empty document inside a frame element.
    pub(super) fn create_frame_document(&mut self, frame: NodeId, url: Option<url::Url>) -> NodeId {
        let data = DocumentData { quirks: Quirks::NoQuirks, frame: Some(frame), url };
        let document = self.create(NodeData::Document(Box::new(data)));
        if let NodeData::Element(element) = &mut self.node_mut(frame).data {
            Arc::make_mut(element).frame_document = Some(document);
        }
        document
    }

    /// Parses one document; returns its frames with content of their own.
    fn parse_document(&mut self, document: NodeId, text: &str, srcdoc: bool, piece: usize) -> Vec<NodeId> {
        self.run_parser(document, text, srcdoc, piece, None)
    }

    fn run_parser(
        &mut self,
        document: NodeId,
        text: &str,
        srcdoc: bool,
        piece: usize,
        fragment: Option<Fragment>,
    ) -> Vec<NodeId> {
        let first = self.len();
        let sink = Sink::new(std::mem::take(self), document, text.len());
        let mut options =
            TreeBuilderOpts { scripting_enabled: true, iframe_srcdoc: srcdoc, ..TreeBuilderOpts::default() };
        let mut tokenizing = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
        let builder = match fragment {
            None => TreeBuilder::new(sink, options),
            Some(fragment) => {
                options.quirks_mode = match fragment.quirks {
                    Quirks::Quirks => QuirksMode::Quirks,
                    Quirks::LimitedQuirks => QuirksMode::LimitedQuirks,
                    Quirks::NoQuirks => QuirksMode::NoQuirks,
                };
                let builder = TreeBuilder::new_for_fragment(sink, fragment.context, fragment.form, options);
                tokenizing.initial_state = Some(builder.tokenizer_state_for_context_elem(true));
                builder
            }
        };
        let tokenizer = Tokenizer::new(Guard::new(builder), tokenizing);
        let input = BufferQueue::default();
        let (mut parts, mut looked_at_attributes) = (vec![(0, text)], false);
        while let Some((start, part)) = parts.pop() {
            if tokenizer.sink.exceeded.get().is_some() {
                break;
            }
            let (now, later) = split_near(part, piece);
            let at = start + now.len();
            if !later.is_empty() {
                parts.push((at, later));
            }
            let tokens = tokenizer.sink.tokens.get();
            input.push_back(StrTendril::from_slice(now));
            while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
            let is_suspicious = tokenizer.sink.many_attributes.get() || tokenizer.sink.tokens.get() == tokens;
            if is_suspicious && !looked_at_attributes {
                looked_at_attributes = true;
                parts = without_excess_attributes(text)
                    .into_iter()
                    .rev()
                    .filter_map(|(from, part)| Some((from.max(at), part.get(at.saturating_sub(from)..)?)))
                    .collect();
            }
        }
        tokenizer.end();
        let exceeded = tokenizer.sink.exceeded.get();
        let (dom, frames) = tokenizer.sink.builder.sink.finish();
        *self = dom;
        if let Some(limit) = exceeded {
            self.warnings.limit(limit);
        }
        self.limit_depth(document);
        for index in first..self.len() {
            let node = NodeId::from_index(index);
            if matches!(self.node(node).data, NodeData::Fragment | NodeData::ShadowRoot(_)) {
                self.limit_depth(node);
            }
        }
        frames
    }
}

/// Splits a text at `at` bytes or at most three before.
fn split_near(text: &str, at: usize) -> (&str, &str) {
    (0..4).find_map(|back| text.split_at_checked(at.saturating_sub(back))).unwrap_or((text, ""))
}

/// The context that a fragment is parsed in.
struct Fragment {
    context: NodeId,
    form: Option<NodeId>,
    quirks: Quirks,
}

/// True if two addresses differ in their fragments at most.
fn is_same_document(a: &url::Url, b: &url::Url) -> bool {
    a.as_str().split('#').next() == b.as_str().split('#').next()
}
