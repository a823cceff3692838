//! The lists of a style that only paint, read once for all elements that have the style.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::limits::Budget;
use crate::style::ComputedStyle;
use crate::style::computed::{BackgroundBox, BackgroundLayer, BorderImage, LengthPercentage, MaskLayer, Shadow};
use crate::style::property::PaintBasis;

/// Steps to read a byte of a list.
const BYTE_STEPS: u64 = 20;

/// The lists of a style.
pub(super) struct PaintLists {
    /// Layers of the background, the topmost first.
    pub(super) background: Vec<BackgroundLayer>,
    /// Layers of the mask, the topmost first.
    pub(super) mask: Vec<MaskLayer>,
    /// The area in which the background colour is seen.
    pub(super) color_clip: BackgroundBox,
    /// The image of the border.
    pub(super) border_image: Option<BorderImage>,
    /// `object-position`
    pub(super) object_position: (LengthPercentage, LengthPercentage),
    /// `box-shadow`, the topmost first.
    pub(super) box_shadows: Vec<Shadow>,
    /// `text-shadow`, the topmost first.
    pub(super) text_shadows: Vec<Shadow>,
}

/// The lists of styles by their address.
pub(super) struct KnownLists {
    basis: PaintBasis,
    /// The style is kept so that its address stays its own.
    known: FxHashMap<*const ComputedStyle, (Arc<ComputedStyle>, Rc<PaintLists>)>,
    empty: Rc<PaintLists>,
}

impl KnownLists {
    pub(super) fn new(basis: PaintBasis) -> Self {
        let empty = PaintLists {
            background: Vec::new(),
            mask: Vec::new(),
            color_clip: BackgroundBox::Border,
            border_image: None,
            object_position: basis.object_position(&ComputedStyle::initial()),
            box_shadows: Vec::new(),
            text_shadows: Vec::new(),
        };
        Self { basis, known: FxHashMap::default(), empty: Rc::new(empty) }
    }

    pub(super) fn basis(&self) -> &PaintBasis {
        &self.basis
    }

    /// The lists of a style; empty ones once the steps are used up.
    pub(super) fn of(&mut self, style: &Arc<ComputedStyle>, budget: &Budget) -> Rc<PaintLists> {
        let Some(paint) = style.paint.as_deref() else { return Rc::clone(&self.empty) };
        let bytes: usize = paint.texts().map(str::len).sum();
        if bytes == 0 {
            return Rc::clone(&self.empty);
        }
        if let Some((_, lists)) = self.known.get(&Arc::as_ptr(style)) {
            return Rc::clone(lists);
        }
        if !budget.spend(bytes as u64 * BYTE_STEPS) {
            return Rc::clone(&self.empty);
        }
        let lists = Rc::new(PaintLists {
            background: self.basis.background(style),
            mask: self.basis.mask(style),
            color_clip: self.basis.color_clip(style),
            border_image: self.basis.border_image(style),
            object_position: self.basis.object_position(style),
            box_shadows: self.basis.box_shadows(style),
            text_shadows: self.basis.text_shadows(style),
        });
        self.known.insert(Arc::as_ptr(style), (Arc::clone(style), Rc::clone(&lists)));
        lists
    }
}
