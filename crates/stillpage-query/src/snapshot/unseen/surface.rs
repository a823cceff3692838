//! A pixel while it is painted: what areas and letters are filled with, and the elements that change what is in them.

use super::pixel::Group;
use crate::dom::NodeId;
use crate::style::computed::Srgb;

/// The colours that a picture may have, each tried.
pub(super) const PHOTOS: [[f32; 3]; 4] = [[0.0; 3], [255.0; 3], [128.0; 3], [192.0, 64.0, 64.0]];

/// The filling of an area.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fill<'p> {
    Color(Srgb),
    /// The colours of a gradient over a colour.
    Gradient(&'p [Srgb], Srgb),
    /// A background image over a colour.
    Picture(Srgb),
    /// An element that is a picture.
    Photo,
    /// A shape of an SVG image.
    Shape,
}

impl Fill<'_> {
    pub(super) fn at(self, variant: usize) -> Srgb {
        match self {
            Self::Color(color) => color,
            Self::Gradient(colors, color) => {
                let at = variant * colors.len() / PHOTOS.len();
                colors.get(at).map_or(color, |stop| stop.over(color))
            }
            Self::Picture(_) | Self::Photo | Self::Shape => {
                Srgb::new(PHOTOS.get(variant).copied().unwrap_or_default(), 1.0)
            }
        }
    }
}

/// The paint of a text: a colour, over a background that shows through the letters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink<'p> {
    pub(super) fill: Srgb,
    pub(super) below: Fill<'p>,
}

impl Ink<'_> {
    pub(super) fn color(self, variant: usize) -> Srgb {
        self.fill.over(self.below.at(variant))
    }
}

/// A pixel while it is painted, with the elements that change what is in them.
pub(super) struct Surface<'p> {
    pub(super) open: Vec<(NodeId, Group<'p>, Srgb)>,
    pub(super) below: Srgb,
    pub(super) with_groups: bool,
}

impl<'p> Surface<'p> {
    fn top(&mut self) -> &mut Srgb {
        match self.open.last_mut() {
            Some((_, _, color)) => color,
            None => &mut self.below,
        }
    }

    pub(super) fn paint(&mut self, chain: Vec<(NodeId, Group<'p>)>, color: Srgb) {
        let shared = self.open.iter().zip(&chain).take_while(|((own, ..), (other, _))| own == other).count();
        self.close(shared);
        self.open.extend(chain.into_iter().skip(shared).map(|(node, group)| (node, group, Srgb::WHITE.faded(0.0))));
        let top = self.top();
        *top = color.over(*top);
    }

    pub(super) fn close(&mut self, keep: usize) {
        while self.open.len() > keep {
            let Some((_, group, color)) = self.open.pop() else { break };
            let with_groups = self.with_groups;
            let below = self.top();
            *below = if with_groups { group.paint(color, *below) } else { color.over(*below) };
        }
    }
}
