//! A rendering: the one place where a tree gets its layout viewport, its layout and its zoom.

use rustc_hash::FxHashSet;

use super::options::{Keep, RenderStage};
use crate::device::{Device, ViewportMeta};
use crate::dom::{Dom, NodeId, local_name};
use crate::geometry::{Point, Rect, Size};
use crate::layout::{Layout, LayoutCache, LayoutReuse, PreviousLayout};
use crate::style::{RestyledElements, SIZE_ROUNDS, Styles};

/// A layout, and what the next one can go on from.
#[derive(Debug)]
pub(super) struct Laid {
    pub(super) layout: Layout,
    pub(super) kept: Option<Box<LayoutCache>>,
}

impl Laid {
    /// Returns what another layout of the page can go on from, if this one kept it.
    pub(super) fn into_previous<'a>(
        self,
        changed: &'a FxHashSet<NodeId>,
        restyled: Option<&'a RestyledElements>,
        (parents, texts): (Option<Vec<NodeId>>, Option<Vec<NodeId>>),
    ) -> Option<PreviousLayout<'a>> {
        let kept = self.kept?;
        let (boxes, said) = self.layout.into_boxes()?;
        Some(PreviousLayout { boxes, said, kept, changed, restyled, parents, texts })
    }

    /// The size of the content box of an element, on which styles may depend.
    pub(super) fn size(&self, node: NodeId) -> Option<Size> {
        self.layout.get(node).map(|b| b.content.size())
    }
}

/// A tree on the device that it is laid out on.
#[derive(Debug)]
pub(super) struct Rendering<'a> {
    dom: &'a Dom,
    /// With the layout viewport.
    device: Device,
    scrolls: &'a [(NodeId, Point)],
    keep: Keep,
}

impl<'a> Rendering<'a> {
    /// Begins to render a tree; `device` is as somebody gave it or as an earlier rendering left it.
    pub(super) fn new(dom: &'a Dom, mut device: Device, scrolls: &'a [(NodeId, Point)], keep: Keep) -> Self {
        if device.mobile {
            let window = device.window();
            device.window = Some(window);
            device.viewport = viewport_meta(dom, window).layout_viewport(window);
        }
        Self { dom, device, scrolls, keep }
    }

    /// The device with the viewport that the page is laid out in.
    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    /// True if styles or the device depend on a layout.
    pub(super) fn needs_layout(&self, styles: &Styles) -> bool {
        self.device.mobile || styles.asks_for_sizes()
    }

    /// Computes the styles.
    pub(super) fn cascade(&self) -> Styles {
        let mut styles = Styles::cascade(self.dom, &self.device);
        if self.keep != Keep::ForUpdates {
            styles.forget_sheets();
        }
        styles
    }

    /// Lays the tree out, going on from an earlier layout if there is one.
    pub(super) fn lay_out(&self, styles: &Styles, earlier: Option<PreviousLayout<'_>>) -> Laid {
        let reuse = match earlier {
            Some(earlier) => LayoutReuse::After(earlier),
            None if self.keep == Keep::ForUpdates => LayoutReuse::First,
            None if self.may_settle_in_containers(styles) => LayoutReuse::Settling,
            None if self.keep == Keep::Nothing => LayoutReuse::Unpainted,
            None => LayoutReuse::Last,
        };
        let (layout, kept) = Layout::compute_from(self.dom, styles, &self.device, self.scrolls, reuse);
        Laid { layout, kept: kept.map(Box::new) }
    }

    /// Computes styles and layout again as long as styles ask for sizes that they were not computed with.
    pub(super) fn settled(
        &self,
        mut styles: Styles,
        mut laid: Laid,
        done: &mut dyn FnMut(RenderStage),
    ) -> (Styles, Laid) {
        for _ in 0..SIZE_ROUNDS {
            let size = |node: NodeId| laid.size(node);
            // A page that exhausts a budget would exhaust it again.
            if styles.hold_for_sizes(&size) || styles.warnings().any_limit() {
                break;
            }
            let restyled = self.restyle_in_containers(&mut styles, &laid);
            if restyled.is_none() {
                styles = styles.with_sizes(self.dom, &self.device, &size);
            }
            done(RenderStage::Style);
            laid = match restyled {
                Some(restyled) => self.lay_out_again(&styles, laid, &restyled),
                None => self.lay_out(&styles, None),
            };
            done(RenderStage::Layout);
        }
        (styles, laid)
    }

    /// Computes again what is in the containers for whose sizes kept styles do not hold. Where that is not enough, all is computed
    /// as for the first time, without any sizes to start from. The last result is true if styles held.
    pub(super) fn settled_again(&self, styles: Styles, laid: Laid) -> (Styles, Laid, bool) {
        if styles.hold_for_sizes(&|node| laid.size(node)) {
            return (styles, laid, true);
        }
        let (styles, laid) = self.settled_in_containers(styles, laid).unwrap_or_else(|| {
            let styles = self.cascade();
            let laid = self.lay_out(&styles, None);
            self.settled(styles, laid, &mut |_| {})
        });
        (styles, laid, false)
    }

    fn settled_in_containers(&self, mut styles: Styles, mut laid: Laid) -> Option<(Styles, Laid)> {
        for _ in 0..SIZE_ROUNDS {
            if styles.hold_for_sizes(&|node| laid.size(node)) {
                return Some((styles, laid));
            }
            let restyled = self.restyle_in_containers(&mut styles, &laid)?;
            laid = self.lay_out_again(&styles, laid, &restyled);
        }
        styles.hold_for_sizes(&|node| laid.size(node)).then_some((styles, laid))
    }

    /// True if styles that do not hold for a layout may need to change in containers alone.
    fn may_settle_in_containers(&self, styles: &Styles) -> bool {
        styles.asks_for_sizes() && !styles.has_frames() && !self.device.mobile
    }

    /// Styles again what the sizes of containers make another; `None` if that is not enough.
    fn restyle_in_containers(&self, styles: &mut Styles, laid: &Laid) -> Option<RestyledElements> {
        if !self.may_settle_in_containers(styles) {
            return None;
        }
        styles.settle(self.dom, &self.device, &|node| laid.size(node))
    }

    /// Lays out again after the styles of some elements changed, keeping what they do not change.
    fn lay_out_again(&self, styles: &Styles, laid: Laid, restyled: &RestyledElements) -> Laid {
        let nothing = FxHashSet::default();
        self.lay_out(styles, laid.into_previous(&nothing, Some(restyled), (Some(Vec::new()), None)))
    }

    /// Returns the layout in the viewport that is seen, with what is to be kept of it, and the device with that viewport.
    ///
    /// Chrome: a phone zooms out until the whole width of the page is seen, and the viewport grows with that.
    pub(super) fn finished(self, styles: &Styles, mut laid: Laid) -> (Laid, Device) {
        let Self { dom, mut device, scrolls, keep } = self;
        if device.mobile {
            let window = device.window();
            let seen = viewport_meta(dom, window).visible(window, laid.layout.viewport().content.width);
            if seen != device.viewport {
                let mut zoomed = device.clone();
                zoomed.seen = Some(seen);
                let layout = Layout::compute_scrolled(dom, styles, &zoomed, scrolls);
                // None goes on from a layout in another viewport.
                laid = Laid { layout, kept: None };
                device.viewport = seen;
            }
        }
        let layout = &mut laid.layout;
        // The boxes are there.
        match keep {
            Keep::PaintList => _ = layout.paint_list(dom, styles, Vec::new),
            Keep::Window => _ = layout.painted_near(dom, styles, window_of(&device), Vec::new),
            Keep::ForUpdates | Keep::ForPainting | Keep::Nothing => {}
        }
        if !matches!(keep, Keep::ForUpdates | Keep::ForPainting) {
            layout.drop_boxes();
        }
        laid.kept = laid.kept.filter(|_| keep == Keep::ForUpdates);
        (laid, device)
    }
}

/// The part of the page that is seen, in its viewport's coordinates.
pub(super) fn window_of(device: &Device) -> Rect {
    Rect::new(0.0, 0.0, device.viewport.width, device.viewport.height)
}

/// Returns the page's `<meta name=viewport>`: the last of them counts.
fn viewport_meta(dom: &Dom, window: Size) -> ViewportMeta {
    let is_viewport = |node: &NodeId| {
        dom.is_html(*node, &local_name!("meta"))
            && dom.attr(*node, &local_name!("name")).is_some_and(|name| name.trim().eq_ignore_ascii_case("viewport"))
    };
    let last = dom.descendants(dom.document()).filter(is_viewport).last();
    let content = last.and_then(|node| dom.attr(node, &local_name!("content")));
    content.map_or_else(ViewportMeta::default, |content| ViewportMeta::parse(content, window))
}
