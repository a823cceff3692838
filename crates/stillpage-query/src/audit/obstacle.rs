//! Controls that something covers or that are off the page, and text that is cut off. axe-core has no rules for them.

use super::rule as rules;
use super::{Finding, Subject};
use crate::geometry::Rect;
use crate::hit::{Action, HitMap, Outcome, Policy, Reach, Refusal, Trials, land_among, reach};
use crate::style::computed::{Overflow, TextOverflow};

/// A box of this width or height at most, CSS px, hides its text on purpose.
const HIDING: f32 = 2.0;
/// Share of a line's height that may be cut off: ascenders and descenders of few letters reach so far.
const MARGIN: f32 = 0.25;

pub(super) fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    controls(subject, out);
    clipped_text(subject, out);
}

fn controls(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let map = HitMap::new(subject.page);
    let modal = subject.has_dialog();
    let mut trials = Trials::default();
    let scroll = subject.page.layout().viewport().offset;
    for &node in &subject.elements {
        if !subject.is_widget(node) || !subject.is_tabbable(node) {
            continue;
        }
        let rect = subject.rect(node);
        if rect.is_empty() {
            continue;
        }
        if rect.right() + scroll.x <= 0.0 || rect.bottom() + scroll.y <= 0.0 {
            // Links within the page are there to be seen once they have the focus; labels stand for their fields.
            let is_skip_link = subject.attr(node, "href").is_some_and(|href| href.starts_with('#'));
            if !is_skip_link && subject.dom.form().labels(node).is_empty() {
                let message = "It takes the focus above or to the left of the page, where it cannot be seen";
                out.push(Finding::unknown(&rules::CONTROL_OFF_PAGE, node, message));
            }
            continue;
        }
        // An open dialog is meant to be in front.
        if modal || !matches!(reach(&map, node), Reach::Obscured(_)) {
            continue;
        }
        if let Outcome::Refused(Refusal::Intercepted(Some(by))) =
            land_among(&map, &mut trials, node, Action::Click, Policy::Lineage).outcome
        {
            let message = "Something covers it, and scrolling does not help";
            out.push(Finding::fails(&rules::CONTROL_COVERED, node, message).with(vec![by]));
        }
    }
}

fn clipped_text(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let layout = subject.page.layout();
    for &node in &subject.elements {
        let Some(style) = subject.style(node).filter(|_| subject.is_exposed(node)) else { continue };
        let cuts = |overflow: Overflow| matches!(overflow, Overflow::Hidden | Overflow::Clip);
        let own = subject.rect(node);
        let hides = own.width <= HIDING || own.height <= HIDING;
        let shortened = style.text_overflow != TextOverflow::Clip || style.line_clamp.is_some();
        if !(cuts(style.overflow_x) || cuts(style.overflow_y)) || hides || shortened || style.opacity <= 0.0 {
            continue;
        }
        // Only the element's own text: what is in other boxes may be moved in by scripts.
        let lines = subject.dom.flat_children(node).filter_map(|child| layout.text(child)).flat_map(|text| &text.lines);
        let is_cut = |line: &Rect| {
            let part = line.intersect(&own);
            let below = cuts(style.overflow_y) && line.height - part.height > line.height * MARGIN;
            let beside = cuts(style.overflow_x) && line.width - part.width > 1.0 && line.x >= own.x - 1.0;
            !part.is_empty() && (below || beside)
        };
        if lines.into_iter().any(|line| is_cut(&line.rect)) {
            out.push(Finding::unknown(&rules::TEXT_CLIPPED, node, "Its text is cut off: it is larger than its box"));
        }
    }
}
