//! Judging each text of a page: whether it is seen, the reason why not, and its class then.

use rustc_hash::{FxHashMap, FxHashSet};

use super::composed_elements;
use super::names;
use super::offers::{Offers, Remedy};
use super::ports::MIN_PORT;
use super::sight::{Seen, Sight, Unreadable, around};
use super::{Unseen, UnseenClass, UnseenText};
use crate::aria::{AriaNode, Exposure, Role};
use crate::dom::{Dom, NodeId, local_name};
use crate::geometry::{Point, Rect};
use crate::layout::PaintPart;
use crate::page::Page;
use crate::style::ComputedStyle;
use crate::style::computed::{BackfaceVisibility, Overflow, Position, Visibility};

/// Limit: text in a font of less than this on the screen, CSS px, cannot be read.
const MIN_FONT: f32 = 3.0;
/// Limit: boxes of text of less than this, CSS px, show nothing.
const MIN_SIDE: f32 = 1.5;
/// Limit: nobody scrolls over so much of nothing, CSS px.
const FAR: f32 = 10_000.0;
/// Limit: characters of a text for screen readers; longer ones are for others.
const MAX_LABEL: usize = 240;
/// Limit: characters of a text that an image stands for.
const MAX_REPLACED: usize = 80;
/// Limit: elements around a text that are looked at.
const DEPTH: usize = 64;
/// Limit: hidden texts whose siblings are looked at.
const MAX_LOOKS: usize = 2000;
/// The places across a text where it is looked at.
const PROBES: [f32; 3] = [0.5, 0.12, 0.88];

/// Judges the texts of a page.
pub(super) struct Judge<'p> {
    page: &'p Page,
    sight: Sight<'p>,
    /// The pieces of each element's own text.
    pieces: FxHashMap<NodeId, Vec<usize>>,
    offers: Option<Offers<'p>>,
    /// The right and lower edge of the page as far as anybody scrolls, coordinates of the window.
    edge: Point,
    /// True for boxes that show some text.
    shows_text: FxHashMap<NodeId, bool>,
    /// The number of times that siblings were compared.
    looks: usize,
    /// The elements that names of others are made of.
    sources: FxHashSet<NodeId>,
    /// The cause for each hidden text.
    causes: FxHashMap<NodeId, Cause>,
}

/// The cause of a text being hidden.
#[derive(Debug, Clone)]
struct Cause {
    why: Unseen,
    /// The elements of which any may bring it to sight.
    culprits: Vec<NodeId>,
    remedy: Remedy,
}

impl<'p> Judge<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let sight = Sight::new(page);
        let mut pieces: FxHashMap<NodeId, Vec<usize>> = FxHashMap::default();
        for (at, item) in sight.items.iter().enumerate() {
            if item.part == PaintPart::Text || is_svg_text(page.dom(), item.node) {
                pieces.entry(item.node).or_default().push(at);
            }
        }
        let edge = edge(&sight.items);
        let dom = page.dom();
        // Not those that are in what they name: all text in a link is.
        let is_apart = |of: NodeId, source: NodeId| around(dom, source).take(DEPTH).all(|outer| outer != of);
        let mut sources = FxHashSet::default();
        for node in composed_elements(dom) {
            let own = page.aria().get(node).map(AriaNode::sources).unwrap_or_default();
            sources.extend(own.iter().copied().filter(|&source| is_apart(node, source)));
        }
        Self {
            page,
            sight,
            pieces,
            offers: None,
            edge,
            shows_text: FxHashMap::default(),
            looks: 0,
            sources,
            causes: FxHashMap::default(),
        }
    }

    /// False if so much is painted on itself that some text was not looked at.
    pub(super) fn is_complete(&self) -> bool {
        !self.sight.is_exhausted()
    }

    fn style(&self, node: NodeId) -> Option<&'p ComputedStyle> {
        self.page.styles().get(node).map(|style| &**style)
    }

    fn rect(&self, node: NodeId) -> Rect {
        self.page.layout().get(node).map_or(Rect::ZERO, |own| own.rect)
    }

    /// Elements with text of their own that is rendered, and that text.
    pub(super) fn texts(&self) -> Vec<(NodeId, String)> {
        let (page, dom) = (self.page, self.page.dom());
        let mut texts = Vec::new();
        for node in composed_elements(dom) {
            let exposed = page.aria().get(node).is_some_and(|aria| !aria.exposure.contains(Exposure::HIDDEN));
            let is_shown = page.styles().get(node).is_some_and(|style| style.visibility == Visibility::Visible);
            let tag = dom.element(node).map_or("", |element| &*element.name.local);
            let is_text = !matches!(
                tag,
                "option"
                    | "optgroup"
                    | "script"
                    | "style"
                    | "noscript"
                    | "template"
                    | "title"
                    | "desc"
                    | "textarea"
                    | "rp"
            );
            if !(exposed && is_shown && is_text) {
                continue;
            }
            let mut own = String::new();
            for child in dom.children(node) {
                let rendered =
                    page.layout().text(child).is_some_and(|text| !text.rendered.of(dom, child).trim().is_empty());
                if let Some(text) = dom.text(child).filter(|_| rendered) {
                    own.push_str(text);
                }
            }
            if !own.is_empty() {
                texts.push((node, own));
            }
        }
        texts
    }

    /// The reason why the text right in an element is not seen; `None` if it is, or one can scroll to it.
    pub(super) fn unseen(&mut self, node: NodeId) -> Option<Unseen> {
        let cause = self.cause(node)?;
        let why = cause.why;
        self.causes.insert(node, cause);
        Some(why)
    }

    fn cause(&mut self, node: NodeId) -> Option<Cause> {
        let style = self.style(node)?;
        let Some(pieces) = self.pieces.get(&node).cloned() else {
            // What a browser measured is not known piece by piece.
            if self.page.styles().is_measured {
                return None;
            }
            if style.font_size < MIN_FONT {
                let culprits = self.chain(node, |_, style| style.font_size < MIN_FONT);
                return Some(Cause { why: Unseen::ZeroSize, culprits, remedy: Remedy::Size });
            }
            let turned = self.chain(node, |_, style| style.backface_visibility == BackfaceVisibility::Hidden);
            let culprits = around(self.page.dom(), node).take(6).collect();
            return (turned.len() > 1 || style.backface_visibility == BackfaceVisibility::Hidden).then_some(Cause {
                why: Unseen::TurnedAway,
                culprits,
                remedy: Remedy::Order,
            });
        };
        let mut cause = None;
        for at in pieces {
            cause = Some(self.piece(node, style, at)?);
        }
        cause
    }

    /// Elements around a node, itself first, for which something holds.
    fn chain(&self, node: NodeId, holds: impl Fn(NodeId, &ComputedStyle) -> bool) -> Vec<NodeId> {
        let dom = self.page.dom();
        let all = around(dom, node)
            .take(DEPTH)
            .filter(|&outer| outer == node || self.style(outer).is_some_and(|style| holds(outer, style)));
        all.collect()
    }

    /// The reason why a piece of text is not seen.
    fn piece(&mut self, node: NodeId, style: &'p ComputedStyle, at: usize) -> Option<Cause> {
        let dom = self.page.dom();
        let seen = *self.sight.items.get(at)?;
        let scale = self.scale(node);
        if style.font_size * scale < MIN_FONT || seen.area.width < MIN_SIDE || seen.area.height < MIN_SIDE {
            let culprits = self.chain(node, |_, style| style.transform.is_some() || style.font_size < MIN_FONT);
            return Some(Cause { why: Unseen::ZeroSize, culprits, remedy: Remedy::Size });
        }
        if let Some(why) = self.off_page(node, &seen) {
            let scroll = self.page.layout().viewport().offset;
            let culprits = self.chain(node, |outer, style| {
                let rect = self.rect(outer);
                let is_away = rect.right() + scroll.x <= 0.0 || rect.bottom() + scroll.y <= 0.0;
                is_away || style.position == Position::Fixed || style.transform.is_some()
            });
            return Some(Cause { why, culprits, remedy: Remedy::Place });
        }
        if seen.shown.width < MIN_SIDE || seen.shown.height < MIN_SIDE {
            let by = seen.clipped_by?;
            if self.is_cut_off(node, by) {
                return None;
            }
            let area = self.rect(by);
            let is_tiny = area.width < MIN_PORT || area.height < MIN_PORT;
            let mut culprits: Vec<NodeId> = around(dom, node).take(DEPTH).take_while(|&outer| outer != by).collect();
            // A row of a grid is opened by the grid.
            culprits.extend(around(dom, by).take(2));
            let why = if is_tiny { Unseen::ZeroSize } else { Unseen::Clipped };
            return Some(Cause { why, culprits, remedy: Remedy::Size });
        }
        let area = seen.shown;
        let mut unreadable = None;
        for x in PROBES {
            let point = Point::new(area.x + area.width * x, area.y + area.height / 2.0);
            unreadable = Some(self.sight.unreadable(at, style, point)?);
        }
        self.unreadable(node, unreadable?)
    }

    fn unreadable(&mut self, node: NodeId, why: Unreadable) -> Option<Cause> {
        let dom = self.page.dom();
        let fades = |_: NodeId, style: &ComputedStyle| style.opacity < 0.5 || !style.effects.is_empty();
        Some(match why {
            Unreadable::Transparent => {
                Cause { why: Unseen::Transparent, culprits: self.chain(node, fades), remedy: Remedy::Opacity }
            }
            Unreadable::Filtered => {
                Cause { why: Unseen::Filtered, culprits: self.chain(node, fades), remedy: Remedy::Opacity }
            }
            Unreadable::SameColor => {
                Cause { why: Unseen::SameColor, culprits: around(dom, node).take(3).collect(), remedy: Remedy::Color }
            }
            Unreadable::Covered(by) => {
                self.looks += 1;
                if self.looks <= MAX_LOOKS && self.are_stacked(node, by) {
                    return None;
                }
                let own: Vec<NodeId> = around(dom, node).take(DEPTH).collect();
                let mut culprits: Vec<NodeId> = around(dom, by).take_while(|outer| !own.contains(outer)).collect();
                let covers: Vec<NodeId> = around(dom, by).collect();
                culprits.extend(own.into_iter().take_while(|outer| !covers.contains(outer)));
                Cause { why: Unseen::Covered, culprits, remedy: Remedy::Order }
            }
        })
    }

    /// The factor by which transforms enlarge a box.
    fn scale(&self, node: NodeId) -> f32 {
        let Some(own) = self.page.layout().get(node) else { return 1.0 };
        let is_transformed = around(self.page.dom(), node)
            .take(DEPTH)
            .any(|outer| self.style(outer).is_some_and(|style| style.transform.is_some()));
        if !is_transformed || own.size().height < 1.0 {
            1.0
        } else {
            (own.rect.height / own.size().height).max(own.rect.width / own.size().width.max(1.0))
        }
    }

    fn off_page(&self, node: NodeId, seen: &Seen) -> Option<Unseen> {
        let (dom, area) = (self.page.dom(), &seen.area);
        // What a part of the page can be scrolled to is as near as the part.
        if let Some((home, port)) = seen.home {
            let scroll = self.page.layout().get(home).and_then(|own| own.scroll());
            let offset = scroll.map_or(Point::new(0.0, 0.0), |scroll| scroll.offset);
            let is_before = area.right() - port.x + offset.x <= 0.0 || area.bottom() - port.y + offset.y <= 0.0;
            if !is_before && scroll.is_some() {
                return None;
            }
        }
        let scroll = self.page.layout().viewport();
        let window = self.page.device().viewport;
        let window_rect = Rect::new(0.0, 0.0, window.width, window.height);
        if area.right() + scroll.offset.x <= 0.0 || area.bottom() + scroll.offset.y <= 0.0 {
            return Some(Unseen::OffPage);
        }
        let is_fixed =
            around(dom, node).any(|outer| self.style(outer).is_some_and(|style| style.position == Position::Fixed));
        if is_fixed && window_rect.intersect(area).is_empty() {
            return Some(Unseen::OffPage);
        }
        let root = dom.document_element(dom.document());
        let cuts = [root, dom.body(dom.document())].into_iter().flatten().any(|node| {
            self.style(node).is_some_and(|style| matches!(style.overflow_x, Overflow::Hidden | Overflow::Clip))
        });
        if cuts && area.x >= window.width && scroll.offset.x <= 0.0 {
            return Some(Unseen::OffPage);
        }
        (area.x > self.edge.x || area.y > self.edge.y).then_some(Unseen::FarAway)
    }

    /// True for what overflows a box in its flow, after text that the box shows, and for a slide of several: the box shows
    /// another one.
    fn is_cut_off(&mut self, node: NodeId, by: NodeId) -> bool {
        self.looks += 1;
        if self.looks > MAX_LOOKS {
            return false;
        }
        let dom = self.page.dom();
        let port = self.rect(by);
        if port.width < 20.0 || port.height < 12.0 {
            return false;
        }
        let inside: Vec<NodeId> = around(dom, node).take(DEPTH).take_while(|&outer| outer != by).collect();
        let is_slide = inside.iter().any(|&part| {
            self.peers(part).into_iter().any(|peer| {
                let shown = self.rect(peer).intersect(&port);
                shown.width > MIN_PORT && shown.height > MIN_PORT
            })
        });
        let in_flow = inside.iter().all(|&part| {
            self.style(part).is_some_and(|style| {
                !matches!(style.position, Position::Absolute | Position::Fixed) && style.transform.is_none()
            })
        });
        if is_slide || !in_flow {
            return is_slide;
        }
        if let Some(known) = self.shows_text.get(&by) {
            return *known;
        }
        let shows_text = {
            self.sight.items.iter().any(|item| {
                item.part == PaintPart::Text
                    && item.shown.width > MIN_PORT
                    && item.shown.height > MIN_PORT
                    && around(dom, item.node).take(DEPTH).any(|outer| outer == by)
            })
        };
        self.shows_text.insert(by, shows_text);
        shows_text
    }

    /// The siblings of an element of its tag and with one of its classes.
    fn peers(&self, node: NodeId) -> Vec<NodeId> {
        let dom = self.page.dom();
        let Some(parent) = dom.flat_parent(node) else { return Vec::new() };
        let Some(own) = dom.element(node) else { return Vec::new() };
        let class = dom.attr(node, &local_name!("class")).unwrap_or_default();
        let is_peer = |other: NodeId| {
            let Some(element) = dom.element(other).filter(|_| other != node) else { return false };
            let theirs = dom.attr(other, &local_name!("class")).unwrap_or_default();
            let shares =
                class.split_ascii_whitespace().any(|name| theirs.split_ascii_whitespace().any(|own| own == name));
            element.name == own.name && (shares || class.is_empty() && theirs.is_empty())
        };
        dom.flat_children(parent).take(200).filter(|&other| is_peer(other)).collect()
    }

    /// True for slides that lie on each other, of which one is in front.
    fn are_stacked(&self, node: NodeId, by: NodeId) -> bool {
        let dom = self.page.dom();
        let covers: Vec<NodeId> = around(dom, by).take(DEPTH).collect();
        let part = around(dom, node)
            .take(DEPTH)
            .find(|&part| dom.flat_parent(part).is_some_and(|parent| covers.contains(&parent)));
        part.is_some_and(|part| self.peers(part).iter().any(|peer| covers.contains(peer)))
    }

    /// Says how a hidden text is unseen; false if it is seen in another state.
    pub(super) fn classify(&mut self, node: NodeId, own: &mut UnseenText) -> bool {
        let Some(cause) = self.causes.get(&node).filter(|cause| cause.why == own.why).cloned() else { return true };
        let addressed = own.addressed;
        if self.is_offered(&cause) {
            // A state is easily claimed.
            own.class = UnseenClass::Addressed;
            own.why = Unseen::OtherState;
            return addressed;
        }
        let length = own.text.chars().count();
        let is_short = length <= MAX_REPLACED;
        let for_readers = is_short && self.is_name(node, cause.why)
            || match cause.why {
                Unseen::OffPage | Unseen::Clipped | Unseen::ZeroSize => self.is_moved_for_readers(node, &cause),
                _ => false,
            };
        let of_field = cause.culprits.iter().any(|&hidden| names::is_of_hidden_field(self.page.dom(), node, hidden));
        if is_short && self.is_replaced(node, cause.why) {
            own.why = Unseen::ReplacedByImage;
        } else if is_short && of_field {
            own.why = Unseen::HiddenField;
        } else if !for_readers || length > MAX_LABEL {
            return true;
        }
        own.class = if addressed { UnseenClass::Addressed } else { UnseenClass::AccessibleNameOnly };
        true
    }

    fn is_offered(&mut self, cause: &Cause) -> bool {
        let page = self.page;
        let offers = self.offers.get_or_insert_with(|| Offers::new(page));
        cause.culprits.iter().any(|&culprit| offers.has(culprit, cause.remedy))
    }

    /// True for text that is moved off the page or clipped to next to nothing, as it is done for screen readers.
    fn is_moved_for_readers(&self, node: NodeId, cause: &Cause) -> bool {
        match cause.why {
            Unseen::OffPage => !self.page.dom().is_html(node, &local_name!("body")),
            _ => cause.culprits.iter().any(|&culprit| {
                self.style(culprit).is_some_and(|style| {
                    let is_out = matches!(style.position, Position::Absolute | Position::Fixed);
                    let rect = self.rect(culprit);
                    let is_point = rect.width <= 2.0 && rect.height <= 2.0;
                    is_out && (is_point || style.clip.is_some() || style.clip_path.is_some())
                })
            }),
        }
    }

    /// True for what gives a control its name: its label or legend, or the words of a link or button that shows something else.
    fn is_name(&self, node: NodeId, why: Unseen) -> bool {
        let dom = self.page.dom();
        let is_control = |outer: NodeId| {
            why != Unseen::SameColor
                && self.page.aria().get(outer).and_then(|aria| aria.role).is_some_and(Role::is_interactive)
        };
        around(dom, node).take(5).any(|outer| {
            let names =
                dom.element(outer).is_some_and(|own| matches!(&*own.name.local, "label" | "legend" | "caption"));
            names || self.sources.contains(&outer) || is_control(outer)
        })
    }

    /// True for a text that an image stands for: a background, or an image beside it.
    fn is_replaced(&self, node: NodeId, why: Unseen) -> bool {
        let dom = self.page.dom();
        if !matches!(why, Unseen::OffPage | Unseen::ZeroSize | Unseen::Transparent | Unseen::Clipped | Unseen::Covered)
        {
            return false;
        }
        let is_heading_or_control = |outer: NodeId| {
            dom.element(outer)
                .is_some_and(|own| matches!(&*own.name.local, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "a" | "button"))
        };
        let stands_alone = around(dom, node).take(4).any(is_heading_or_control);
        let has_picture = |outer: NodeId| {
            why != Unseen::Covered && self.style(outer).is_some_and(ComputedStyle::has_background_image)
                || stands_alone
                    && dom.flat_children(outer).take(50).any(|child| {
                        self.style(child).is_some_and(ComputedStyle::has_background_image)
                            || dom
                                .element(child)
                                .is_some_and(|own| matches!(&*own.name.local, "svg" | "img" | "picture"))
                    })
        };
        around(dom, node).take(3).any(has_picture)
    }
}

fn is_svg_text(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node) else { return false };
    element.name.ns == crate::dom::ns!(svg) && matches!(&*element.name.local, "text" | "tspan")
}

/// The edges behind which there is nothing for long, right and below.
fn edge(items: &[Seen]) -> Point {
    let shown: Vec<Rect> = items
        .iter()
        .filter(|item| item.part != PaintPart::Line && !item.shown.is_empty())
        .filter(|item| item.part == PaintPart::Text || item.shown.height < FAR && item.shown.width < FAR)
        .map(|item| item.shown)
        .collect();
    let end = |spans: Vec<(f32, f32)>| {
        let mut spans = spans;
        spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut reach = 0.0_f32;
        for (from, to) in spans {
            if from > reach + FAR {
                return reach + FAR;
            }
            reach = reach.max(to);
        }
        f32::MAX
    };
    Point::new(
        end(shown.iter().map(|rect| (rect.x, rect.right())).collect()),
        end(shown.iter().map(|rect| (rect.y, rect.bottom())).collect()),
    )
}
