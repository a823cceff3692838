//! The comparison of a computed page with the same page measured by Chromium, by area.
//!
//! The areas and their shares are those of a score over recordings: every figure is agreeing items over all items of a
//! page.

mod cause;
mod lines;
mod report;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::element::{hundredths, path_step, tag};
use super::{Answer, Verdict, to_json};
use crate::aria::{Role, check_visibility};
use crate::capture::{Measured, Recording};
use crate::dom::{NodeId, NodeMap};
use crate::geometry::{Point, Rect};
use crate::hit::{HitMap, Policy, check};
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put_line, safe};
use crate::snapshot::{Snapshot, SnapshotMode, SnapshotOptions};

/// Elements that are listed as the worst ones of a page.
const WORST: usize = 8;

/// The result of comparing a page.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Verification {
    /// The page that was compared.
    pub page: String,
    /// Agreeing items and all items, by area.
    pub areas: BTreeMap<&'static str, (usize, usize)>,
    /// First causes of boxes in other places, the farthest first.
    pub worst: Vec<Mismatch>,
    /// The reason why the page could not be compared in full; empty if it could.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: SafeText,
    /// Both pictures, for the report.
    #[serde(skip)]
    pub pictures: Pictures,
}

/// The window as Chromium painted it and as the engine sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pictures {
    /// A PNG file in base64; empty if absent.
    pub chromium: String,
    /// An SVG file.
    pub ours: String,
    /// Width and height of both, px.
    pub size: (f32, f32),
}

/// An element whose box is elsewhere.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Mismatch {
    /// Its index in document order.
    pub index: usize,
    /// `button#save.primary`
    pub element: SafeText,
    /// As Chromium measured it: x, y, width, height in the viewport, px.
    pub chromium: [f64; 4],
    /// As the engine computed it.
    pub computed: [f64; 4],
    /// By how many pixels the worst edge is off.
    pub off: f64,
    /// The probable cause.
    pub cause: SafeText,
}

/// Compares a page with its recording.
#[must_use]
pub(crate) fn verify(name: &str, recording: &Recording, measured: &Measured, computed: &Page) -> Verification {
    let mut verifier = Verifier {
        recording,
        measured,
        computed,
        pairs: Vec::new(),
        areas: BTreeMap::new(),
        worst: Vec::new(),
        note: SafeText::new(),
    };
    verifier.pair();
    verifier.snapshots();
    verifier.styles();
    verifier.boxes();
    verifier.hits();
    verifier.accessibility();
    let (ours, size) = (report::picture(computed), computed.device().viewport);
    Verification {
        page: name.to_owned(),
        areas: verifier.areas,
        worst: verifier.worst,
        note: verifier.note,
        pictures: Pictures { chromium: String::new(), ours, size: (size.width, size.height) },
    }
}

struct Verifier<'a> {
    recording: &'a Recording,
    measured: &'a Measured,
    computed: &'a Page,
    /// Elements of the two trees in document order; empty if the trees differ.
    pairs: Vec<(NodeId, NodeId)>,
    areas: BTreeMap<&'static str, (usize, usize)>,
    worst: Vec<Mismatch>,
    note: SafeText,
}

impl Verifier<'_> {
    fn tally(&mut self, area: &'static str, agrees: bool) {
        let (agreeing, all) = self.areas.entry(area).or_default();
        *agreeing += usize::from(agrees);
        *all += 1;
    }

    fn pair(&mut self) {
        let (theirs, ours) = (self.measured.page.dom(), self.computed.dom());
        let a: Vec<NodeId> = theirs.elements_in_order().collect();
        let b: Vec<NodeId> = ours.elements_in_order().collect();
        let differs = a.iter().zip(&b).position(|(&x, &y)| tag(theirs, x) != tag(ours, y));
        match differs.or((a.len() != b.len()).then_some(a.len().min(b.len()))) {
            None => self.pairs = a.into_iter().zip(b).collect(),
            Some(at) => {
                let step = |dom, list: &[NodeId]| list.get(at).map_or("nothing".into(), |&n| path_step(dom, n));
                self.note = safe!(
                    "the trees differ from element {} on: Chromium has {} of {}, the engine {} of {}",
                    at,
                    step(theirs, &a),
                    a.len(),
                    step(ours, &b),
                    b.len()
                );
            }
        }
    }

    /// The computed element for a measured one.
    fn counterparts(&self) -> NodeMap<Option<NodeId>> {
        let mut map = NodeMap::new(self.measured.page.dom().len(), None);
        for &(theirs, ours) in &self.pairs {
            map[theirs] = Some(ours);
        }
        map
    }

    fn snapshots(&mut self) {
        for (area, mode) in [("ai", SnapshotMode::Ai), ("default", SnapshotMode::Default)] {
            let options = SnapshotOptions::default().mode(mode);
            let text = |page: &Page| lines::without_refs(&Snapshot::render(page, &options).to_string());
            self.areas.insert(area, lines::agreement(&text(&self.measured.page), &text(self.computed)));
        }
    }

    fn styles(&mut self) {
        let (theirs, ours) = (&self.measured.page, self.computed);
        let all = theirs.dom().elements_in_order().count();
        let of = |page: &Page, node: NodeId| {
            let style = page.styles().get(node);
            let visible = check_visibility(page.dom(), page.styles(), page.layout(), node);
            (
                style.map_or("none", |s| s.display.css()),
                style.map_or("visible", |s| s.visibility.css()),
                style.map_or("static", |s| s.position.css()),
                visible,
            )
        };
        let mut agreeing = [0; 4];
        for &(a, b) in &self.pairs {
            let (a, b) = (of(theirs, a), of(ours, b));
            for (count, agrees) in agreeing.iter_mut().zip([a.0 == b.0, a.1 == b.1, a.2 == b.2, a.3 == b.3]) {
                *count += usize::from(agrees);
            }
        }
        for (area, count) in ["display", "visibility", "position", "visible"].into_iter().zip(agreeing) {
            self.areas.insert(area, (count, all));
        }
        self.areas.insert("style", (agreeing.iter().sum(), 4 * all));
    }

    fn boxes(&mut self) {
        let (theirs, ours) = (&self.measured.page, self.computed);
        let rect = |page: &Page, node: NodeId| page.layout().get(node).map_or(Rect::ZERO, |b| b.rect);
        let counterparts = self.counterparts();
        let order: Vec<NodeId> = theirs.dom().elements_in_order().collect();
        let mut off_by: NodeMap<Option<cause::Off>> = NodeMap::new(theirs.dom().len(), None);
        for &a in &order {
            let style = theirs.styles().get(a);
            let hidden = style.is_none_or(|s| s.display.css() == "none");
            if hidden || !check_visibility(theirs.dom(), theirs.styles(), theirs.layout(), a) {
                continue;
            }
            let Some(b) = counterparts[a] else {
                for area in ["geometry.1px", "geometry.4px", "geometry.nonempty"] {
                    self.tally(area, false);
                }
                continue;
            };
            let (x, y) = (rect(theirs, a), rect(ours, b));
            let by = [y.x - x.x, y.y - x.y, y.width - x.width, y.height - x.height];
            let off = by.iter().fold(0.0_f32, |most, d| most.max(d.abs()));
            // Both sides are rounded to hundredths.
            self.tally("geometry.1px", off <= 1.005);
            self.tally("geometry.4px", off <= 4.005);
            self.tally("geometry.nonempty", x.is_empty() == y.is_empty());
            off_by[a] = Some(by);
        }
        let comparison = cause::Comparison { theirs, ours, counterparts, off: off_by };
        let first = |(index, &a): (usize, &NodeId)| {
            let (off, cause) = comparison.first_cause(a)?;
            let (chromium, computed) = (rect(theirs, a), rect(ours, comparison.counterparts[a]?));
            let (chromium, computed) = (edges(&chromium), edges(&computed));
            Some(Mismatch {
                index,
                element: path_step(theirs.dom(), a),
                chromium,
                computed,
                off: hundredths(off),
                cause,
            })
        };
        let mut misses: Vec<Mismatch> = order.iter().enumerate().filter_map(first).collect();
        misses.sort_by(|x, y| y.off.total_cmp(&x.off).then(x.index.cmp(&y.index)));
        misses.truncate(WORST);
        self.worst = misses;
    }

    fn hits(&mut self) {
        let Some(facts) = self.recording.main_facts() else { return };
        let (theirs, ours) = (&self.measured.page, self.computed);
        let numbered = crate::capture::numbered(theirs.dom(), theirs.dom().document());
        let element = |number: &usize| numbered.get(*number).copied();
        let counterparts = self.counterparts();
        let (map, measured) = (HitMap::new(ours), HitMap::new(theirs));
        for (x, y, hit) in &facts.hits {
            let point = Point::new(*x, *y);
            let want = hit.as_ref().and_then(element);
            let same = |a: Option<NodeId>, b: Option<NodeId>| match (a, b) {
                (Some(a), Some(b)) => counterparts[a] == Some(b),
                (None, None) => !self.pairs.is_empty(),
                _ => false,
            };
            let agrees = same(want, map.at(point));
            let as_measured = measured.at(point) == want;
            self.tally("hit", agrees);
            self.tally("measured.hit", as_measured);
        }
        for (number, playwright, lineage) in &facts.centers {
            let node = element(number).and_then(|a| counterparts[a]);
            for (policy, lands) in [(Policy::Playwright, playwright), (Policy::Lineage, lineage)] {
                let agrees = node.is_some_and(|node| {
                    let tried = check(&map, node, policy);
                    tried.is_on_screen() && tried.refusal.is_none() == *lands
                });
                self.tally("click", agrees);
            }
        }
    }

    /// Roles that ARIA knows, and the names of the elements that have them.
    fn accessibility(&mut self) {
        let counterparts = self.counterparts();
        let by_handle: BTreeMap<i64, NodeId> =
            self.measured.handles.iter().filter(|(_, h)| **h != 0).map(|(node, handle)| (*handle, node)).collect();
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for row in &self.recording.accessibility {
            let Some(&node) = by_handle.get(&row.backend) else { continue };
            let Some(role) = aria_role(&row.role) else { continue };
            // Frames and shadow trees are not paired.
            let Some(ours) = counterparts[node] else { continue };
            let aria = self.computed.aria().get(ours);
            let same = aria.and_then(|a| a.role).map_or("generic", Role::name) == role;
            self.tally("role", same);
            if same && role != "generic" {
                let name = aria.map(|a| squeeze(&a.name)).unwrap_or_default();
                self.tally("name", name == squeeze(&row.name));
            }
        }
    }
}

/// The ARIA role for a role of Chromium's tree; `None` for roles that only Chromium has.
fn aria_role(role: &str) -> Option<&str> {
    match role {
        "image" => Some("img"),
        "" | "none" | "presentation" => None,
        // Names of Chromium's own start with a capital letter.
        other if other.starts_with(|c: char| c.is_ascii_lowercase()) => Some(other),
        _ => None,
    }
}

fn edges(rect: &Rect) -> [f64; 4] {
    [rect.x, rect.y, rect.width, rect.height].map(hundredths)
}

/// `x,y WxH`
fn box_text([x, y, width, height]: &[f64; 4]) -> SafeText {
    safe!("{},{} {}x{}", x, y, width, height)
}

/// The fonts that pages were measured with.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Fonts {
    /// Families, as the browser chose them for text in the reference environment.
    pub families: Vec<String>,
    /// Packages of reference fonts that are not installed; figures are lower without them.
    pub missing: Vec<&'static str>,
}

/// The verifications of several pages.
#[derive(Debug, Clone)]
pub(crate) struct Verified {
    /// The fonts that both were measured with.
    pub fonts: Fonts,
    /// Page by page.
    pub pages: Vec<Verification>,
    /// The areas that count for the verdict; empty: all.
    pub areas: Vec<String>,
    /// The least mean share.
    pub least: Option<f64>,
    /// The path of the report.
    pub report: Option<String>,
}

impl Verified {
    /// By area: the mean of the pages' shares, and the share of all items.
    #[must_use]
    pub(crate) fn summary(&self) -> BTreeMap<&'static str, (f64, f64)> {
        let mut shares: BTreeMap<&'static str, (f64, usize, usize, usize)> = BTreeMap::new();
        for page in &self.pages {
            for (area, &(agreeing, all)) in &page.areas {
                if all == 0 {
                    continue;
                }
                let sum = shares.entry(area).or_default();
                *sum = (sum.0 + share(agreeing, all), sum.1 + 1, sum.2 + agreeing, sum.3 + all);
            }
        }
        let means = shares.into_iter();
        means.map(|(area, (sum, pages, agreeing, all))| (area, (sum / count(pages), share(agreeing, all)))).collect()
    }

    fn failing(&self) -> Vec<&'static str> {
        let Some(least) = self.least else { return Vec::new() };
        let counts = |area: &str| self.areas.is_empty() || self.areas.iter().any(|a| a == area);
        self.summary()
            .into_iter()
            .filter(|(area, (mean, _))| counts(area) && *mean < least)
            .map(|(area, _)| area)
            .collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
fn count(n: usize) -> f64 {
    n as f64
}

fn share(agreeing: usize, all: usize) -> f64 {
    count(agreeing) / count(all)
}

fn rounded(share: f64) -> f64 {
    (share * 1e5).round() / 1e5
}

impl Answer for Verified {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for page in &self.pages {
            let shares = ["ai", "default", "role", "name", "style", "geometry.1px", "geometry.4px", "hit", "click"]
                .iter()
                .filter_map(|area| {
                    page.areas.get(area).filter(|(_, all)| *all > 0).map(|&(a, all)| (area, share(a, all)))
                })
                .map(|(area, share)| safe!("{} {:.3}", area, share));
            put_line!(out, "{}: {}", PageText::of(&page.page), SafeText::join(shares, "  "));
            if !page.note.is_empty() {
                put_line!(out, "  {}", page.note);
            }
            for miss in &page.worst {
                put_line!(
                    out,
                    "  #{} {} at {}, in Chromium {}: {}",
                    miss.index,
                    miss.element,
                    box_text(&miss.computed),
                    box_text(&miss.chromium),
                    miss.cause
                );
            }
        }
        put_line!(out, "{:18} {:>8} {:>8}", "area", "mean", "pooled");
        for (area, (mean, pooled)) in self.summary() {
            put_line!(out, "{:18} {:8.4} {:8.4}", area, mean, pooled);
        }
        let families = self.fonts.families.iter().map(|family| PageText::of(family).into());
        put_line!(out, "# measured with the fonts {}", SafeText::join(families, ", "));
        if !self.fonts.missing.is_empty() {
            let packages = SafeText::join(self.fonts.missing.iter().map(|&package| package.into()), " ");
            put_line!(out, "# reference fonts are missing: apt-get install {}", packages);
        }
        let failing = self.failing();
        if let Some(least) = self.least.filter(|_| !failing.is_empty()) {
            put_line!(out, "# under {}: {}", least, SafeText::join(failing.into_iter().map(SafeText::from), ", "));
        }
        out
    }

    fn json(&self) -> String {
        let summary: serde_json::Map<String, Value> = (self.summary().into_iter())
            .map(|(area, (mean, pooled))| {
                (area.to_owned(), json!({ "mean": rounded(mean), "pooled": rounded(pooled) }))
            })
            .collect();
        to_json(&json!({
            "summary": summary,
            "failing": self.failing(),
            "fonts": self.fonts,
            "pages": self.pages,
        }))
    }

    fn files(&self) -> Vec<(String, String)> {
        self.report.iter().map(|path| (path.clone(), report::report(self))).collect()
    }

    fn verdict(&self) -> Verdict {
        if self.failing().is_empty() { Verdict::Done } else { Verdict::Failed }
    }
}

#[cfg(test)]
mod tests;
