//! `stillpage check`

use serde::Serialize;
use serde_json::{Value, json};

use super::drawn::Drawn;
use super::element::{Elements, hundredths, path_step, ref_mark, role_and_name};
use super::landing::{Interceptor, ScrolledBy, at, freed_by, refusal, scrolled, scrolling, scrolling_of, why_unknown};
use super::{Answer, Argument, Call, FILES, PageFile, Tool, TypedArguments, Verdict, arguments, target, to_json};
#[cfg(feature = "screenshot")]
use super::{OutputFile, screenshot};
use crate::dom::NodeId;
use crate::error::Error;
use crate::hit::{
    Action, Check, HitMap, Landing, Modality, Outcome, Policy, Refusal, Trials, check, interactive, land, land_among,
    land_in_place,
};
#[cfg(feature = "screenshot")]
use crate::page::Keep;
use crate::page::Page;
use crate::safe_text::{SafeText, put, put_line, safe};
#[cfg(feature = "screenshot")]
use crate::screenshot::{Frame, FrameColor, Screenshot};
use crate::search::playwright::steps::ambiguous;

arguments! {
    /// The arguments of `stillpage check`.
    struct CheckArguments {
        file: PageFile = FILES,
        target: Option<String> = Argument::positional("target", "A ref or a selector that matches one element")
            .unless("all"),
        first: bool = Argument::option("first", "Check the first of several matches"),
        all: bool = Argument::option("all", "Check every interactive element in the viewport"),
        in_place: bool = Argument::option("in-place", "Check the place as it is, without scrolling"),
        policy: Policy = Argument::option("policy", "What counts as landing").default("lineage"),
        #[cfg(feature = "screenshot")]
        screenshot: Option<OutputFile> = Argument::option(
            "screenshot",
            "Draw the window to this file, .png or .webp, with the target and what covers it framed",
        ),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "check",
    summary: "Would a click land, and if not, what intercepts it",
    about: "Answers what a click on the TARGET would do, as Playwright goes about it: scrolls it into view where needed, takes \
            the middle of the part of it that shows, and asks what is topmost there. If a bar that stays in view is in front, \
            the TARGET is scrolled out from behind it (`lands after scrolling by 0,329`). --in-place asks without scrolling. \
            Under the policy `lineage` a click lands if what is topmost is the element, an element inside or around it, \
            or its label (or the control that it labels). Under `playwright` it has to be the element (or the button or link \
            that it is in) or inside it, as Playwright requires before it clicks.\n\n\
            If the click does not land, the exit code is 1, the answer names the interceptor, the dialog that it belongs to and, \
            if there is one, a point of the element that is not covered, and the error (click_intercepted, not_visible, not_enabled) goes to standard \
            error. Where boxes are not enough to know (a canvas, a plugin, a frame that was not saved), the answer is \
            `unknown` and nothing is refused.\n\n\
            --all is a survey of the current window: every interactive element whose centre is in it, hit at the centre \
            of its bounding box without scrolling: a[href], button, input that is not hidden, select, textarea, summary, \
            [tabindex], and the roles button, link, checkbox, tab, menuitem and option; for each that something covers also \
            whether a click lands after scrolling. Its exit code is always 0.\n\n\
            JSON of --all: [{\"index\",\"ref\",\"ok\",\"okAfterScroll\",\"point\":[x,y],\"reason\":null|\"intercepted\"|\"offscreen\"|\
            \"not_visible\",\"interceptor\":{\"index\",\"ref\",\"tag\",\"id\",\"class\",\"classes\",\"role\",\"name\",\
            \"dialog\"}|null}]; `ok` is for the place as it is, `okAfterScroll` for what a click would do; --in-place leaves it out. \
            Of a TARGET: an array of one, with \"hitTest\":\"lands\"|\"unknown\"|\"refused\", \
            \"freePoint\":[x,y]|null, \"scrolled\":{\"x\",\"y\"}, \"scrollers\":[{\"ref\",\"x\",\"y\"}] and \"freedBy\" \
            besides; the point is where it is once scrolled, and `freedBy` what would have to be scrolled where --in-place refuses.",
    arguments: CheckArguments::ARGUMENTS,
    examples: &[
        ("check page.html '#submit'", "would a click on the submit button land"),
        ("check page.html --all", "every control in the window, and what covers those that are covered"),
        ("check page.html --all --policy playwright --json", "the same as Playwright would have it"),
        #[cfg(feature = "screenshot")]
        ("check page.html '#submit' --screenshot click.png", "the button, and what covers it, framed in a picture"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let page = call.page();
    let CheckArguments { policy, in_place, all, target, first, .. } = call.given();
    let (elements, map) = (Elements::new(call), HitMap::new(page));
    match (all, target.as_deref()) {
        (true, None) => {
            let modality = Modality::of(page);
            let checks = interactive(page).map(|node| check(&map, node, policy)).filter(Check::is_on_screen);
            let checks: Vec<Check> = checks.collect();
            let drawn = drawn(call, &elements, page, &checks.iter().map(of_check).collect::<Vec<_>>())?;
            let mut trials = Trials::default();
            let rows = checks.into_iter().map(|check| {
                let row = Row::new(page, &elements, &modality, &check);
                if row.ok || in_place {
                    return Row { ok_after_scroll: (!in_place).then_some(true), ..row };
                }
                let landing = land_among(&map, &mut trials, check.node, Action::Click, policy);
                let lands = landing.outcome == Outcome::Lands;
                let scrolling = if lands { scrolling_of(page, &elements, &landing) } else { SafeText::new() };
                Row { ok_after_scroll: Some(lands), scrolling, ..row }
            });
            Ok(Box::new(Survey { rows: rows.collect(), drawn }))
        }
        (false, Some(target)) => {
            let node = match target::find(page, &elements, target)?.as_slice() {
                several @ [_, _, ..] if !first => {
                    return Err(ambiguous(page, target.to_owned(), several).into());
                }
                _ => target::find_one(page, &elements, target)?,
            };
            let tried = if in_place { land_in_place } else { land };
            let landing = tried(&map, node, Action::Click, policy);
            let drawn = drawn_landing(call, &elements, page, &landing)?;
            Ok(Box::new(Click { drawn, ..Click::new(page, &elements, &landing) }))
        }
        _ => {
            let all = call.arguments.surface().option("all");
            Err(Error::arguments(
                safe!("check takes either a target or {}", all),
                safe!("write a ref or a CSS selector as the target, or {}", all),
            ))
        }
    }
}

/// An element, whether a click on it lands, and what gets it instead.
type Tried = (NodeId, bool, Option<NodeId>);

fn of_check(check: &Check) -> Tried {
    let by = match check.refusal {
        Some(Refusal::Intercepted(by)) => by,
        _ => None,
    };
    (check.node, check.refusal.is_none(), by)
}

/// Draws the window, where a picture was asked for, with frames around elements where a click lands (green), where it does not
/// (amber), and around what gets it instead (red).
#[cfg(feature = "screenshot")]
fn drawn(call: &Call<'_>, elements: &Elements<'_>, page: &Page, tried: &[Tried]) -> Result<Drawn, Error> {
    let Some(file) = call.given::<CheckArguments>().screenshot.map(|file| file.to_string()) else {
        return Ok(Drawn::default());
    };
    let mut frames = Vec::new();
    let mut add = |node: NodeId, color: FrameColor| {
        let frame = |area| Frame::new(area, elements.reference(node).unwrap_or_default()).color(color);
        // A cover may be as large as the window, and is seen for itself.
        let frame = |area| if color == FrameColor::Red { frame(area) } else { frame(area).filled() };
        frames.extend(screenshot::area_of(page, node).map(frame));
    };
    let mut covers: Vec<NodeId> = tried.iter().filter_map(|(_, _, by)| *by).collect();
    covers.sort_unstable();
    covers.dedup();
    covers.into_iter().for_each(|node| add(node, FrameColor::Red));
    tried.iter().for_each(|&(node, lands, _)| add(node, if lands { FrameColor::Green } else { FrameColor::Amber }));
    let options = screenshot::options_for(call, &file)?.frames(frames);
    Ok(screenshot::drawn(file, Screenshot::of(page, &options)?))
}

/// Draws the window as it is when a click goes down, where a picture was asked for.
#[cfg(feature = "screenshot")]
fn drawn_landing(call: &Call<'_>, elements: &Elements<'_>, page: &Page, landing: &Landing) -> Result<Drawn, Error> {
    let by = match landing.outcome {
        Outcome::Refused(Refusal::Intercepted(by) | Refusal::PointerEventsNone(by)) => by,
        _ => None,
    };
    let tried = [(landing.node, landing.is_ok(), by)];
    if landing.scrolled.is_empty() || call.given::<CheckArguments>().screenshot.is_none() {
        return drawn(call, elements, page, &tried);
    }
    let offsets: Vec<_> = landing.scrolled.iter().map(|scrolled| (scrolled.scroller, scrolled.to)).collect();
    drawn(call, elements, &page.scrolled(&offsets, Keep::Nothing), &tried)
}

#[cfg(not(feature = "screenshot"))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are pictures")]
fn drawn(_: &Call<'_>, _: &Elements<'_>, _: &Page, _: &[Tried]) -> Result<Drawn, Error> {
    Ok(Drawn::default())
}

#[cfg(not(feature = "screenshot"))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are pictures")]
fn drawn_landing(_: &Call<'_>, _: &Elements<'_>, _: &Page, _: &Landing) -> Result<Drawn, Error> {
    Ok(Drawn::default())
}

#[derive(Serialize)]
struct Row {
    index: Option<u32>,
    r#ref: Option<String>,
    ok: bool,
    /// A click that scrolls would land; `None` if nobody wants to know.
    #[serde(rename = "okAfterScroll", skip_serializing_if = "Option::is_none")]
    ok_after_scroll: Option<bool>,
    point: Option<[f64; 2]>,
    reason: Option<&'static str>,
    interceptor: Option<Interceptor>,
    #[serde(skip)]
    step: SafeText,
    /// Role and name, for the text form.
    #[serde(skip)]
    described: SafeText,
    /// The scrolling that it takes for a click to land.
    #[serde(skip)]
    scrolling: SafeText,
}

impl Row {
    fn new(page: &Page, elements: &Elements<'_>, modality: &Modality, check: &Check) -> Self {
        let (reason, interceptor) = match check.refusal {
            None => (None, None),
            Some(Refusal::Intercepted(by)) => {
                (Some("intercepted"), by.map(|by| Interceptor::new(page, elements, modality, by, check.node)))
            }
            Some(Refusal::Offscreen) => (Some("offscreen"), None),
            Some(_) => (Some("not_visible"), None),
        };
        Self {
            index: elements.index(check.node),
            r#ref: elements.reference(check.node),
            ok: check.refusal.is_none(),
            ok_after_scroll: None,
            point: Some([hundredths(check.point.x), hundredths(check.point.y)]),
            reason,
            interceptor,
            step: path_step(page.dom(), check.node),
            described: role_and_name(page, check.node),
            scrolling: SafeText::new(),
        }
    }

    /// `ok   button#pay #9 [ref=e7] at 52,110`
    fn line(&self, word: &'static str) -> SafeText {
        let mut out = safe!("{} {}", word, self.step);
        if let Some(index) = self.index {
            put!(out, " #{}", index);
        }
        put!(out, "{}", ref_mark(self.r#ref.as_deref()));
        if !self.described.as_str().is_empty() {
            put!(out, " {}", self.described);
        }
        if let Some([x, y]) = self.point {
            put!(out, " at {},{}", x, y);
        }
        out
    }
}

/// Every interactive element of the window.
struct Survey {
    rows: Vec<Row>,
    drawn: Drawn,
}

impl Answer for Survey {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for row in &self.rows {
            put!(out, "{}", row.line(if row.ok { "ok  " } else { "miss" }));
            match (&row.interceptor, row.ok) {
                (_, true) => {}
                (Some(by), _) => put!(out, ": {} is in front", by.with_dialog()),
                (None, _) => put!(out, ": nothing is there"),
            }
            match row.scrolling.is_empty() {
                true => put_line!(out),
                false => put_line!(out, "; lands after scrolling {}", row.scrolling),
            }
        }
        let landed = self.rows.iter().filter(|row| row.ok).count();
        let more = self.rows.iter().filter(|row| !row.ok && row.ok_after_scroll == Some(true)).count();
        let more = if more > 0 { safe!(", {} more after scrolling", more) } else { SafeText::new() };
        put_line!(out, "# {} of {} clicks would land{}", landed, self.rows.len(), more);
        put!(out, "{}", self.drawn.text);
        out
    }

    fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        self.drawn.pictures()
    }

    fn json(&self) -> String {
        to_json(&self.rows)
    }
}

/// One click, tried out.
struct Click {
    row: Row,
    outcome: Outcome,
    /// The reason why an outcome is not known, as a clause.
    unknown: Option<SafeText>,
    free_point: Option<[f64; 2]>,
    scrolled: ([f64; 2], Vec<ScrolledBy>),
    freed_by: Value,
    freed: SafeText,
    refusal: Option<Error>,
    drawn: Drawn,
}

impl Click {
    fn new(page: &Page, elements: &Elements<'_>, landing: &Landing) -> Self {
        let (reason, by) = match landing.outcome {
            Outcome::Lands => (None, None),
            Outcome::Unknown(unknown) => (Some(unknown.as_str()), Some(unknown.node()).filter(|&n| n != landing.node)),
            Outcome::Refused(refusal) => match refusal {
                Refusal::Intercepted(by) | Refusal::PointerEventsNone(by) => (Some(refusal.as_str()), by),
                _ => (Some(refusal.as_str()), None),
            },
            _ => (None, None),
        };
        let row = Row {
            index: elements.index(landing.node),
            r#ref: elements.reference(landing.node),
            ok: landing.is_ok(),
            ok_after_scroll: Some(landing.is_ok() || !landing.freed_by.is_empty()),
            point: landing.point.map(at),
            reason,
            interceptor: by.map(|by| Interceptor::new(page, elements, &Modality::of(page), by, landing.node)),
            step: path_step(page.dom(), landing.node),
            described: role_and_name(page, landing.node),
            scrolling: scrolling_of(page, elements, landing),
        };
        let unknown = match landing.outcome {
            Outcome::Unknown(unknown) => Some(why_unknown(page, unknown)),
            _ => None,
        };
        Self {
            row,
            outcome: landing.outcome,
            unknown,
            free_point: landing.free_point.map(at),
            scrolled: scrolled(page, elements, &landing.scrolled),
            freed_by: freed_by(page, elements, landing),
            freed: scrolling(&scrolled(page, elements, &landing.freed_by)),
            refusal: refusal(page, elements, landing).map(Error::from),
            drawn: Drawn::default(),
        }
    }

    fn as_str(&self) -> &'static str {
        match self.outcome {
            Outcome::Lands => "lands",
            Outcome::Refused(_) => "refused",
            _ => "unknown",
        }
    }
}

impl Answer for Click {
    fn text(&self) -> SafeText {
        let word = match self.outcome {
            Outcome::Lands => "ok  ",
            Outcome::Refused(_) => "miss",
            _ => "unknown",
        };
        let mut out = self.row.line(word);
        if !self.row.scrolling.is_empty() {
            let lands = if self.outcome == Outcome::Lands { "lands " } else { "" };
            put!(out, ", {}after scrolling {}", lands, self.row.scrolling);
        }
        if let Some(why) = &self.unknown {
            put!(out, ": {}", why);
        }
        if let Some(reason) = self.row.reason.filter(|_| !self.row.ok) {
            match &self.row.interceptor {
                Some(by) => put!(out, ": {}, by {}", reason, by.with_dialog()),
                None => put!(out, ": {}", reason),
            }
        }
        put_line!(out);
        if let Some([x, y]) = self.free_point {
            put_line!(out, "     free at {},{}", x, y);
        }
        if !self.freed.is_empty() {
            put_line!(out, "     lands after scrolling {}", self.freed);
        }
        put!(out, "{}", self.drawn.text);
        out
    }

    fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        self.drawn.pictures()
    }

    fn json(&self) -> String {
        let mut row = json!(self.row);
        let ([x, y], scrollers) = &self.scrolled;
        row["hitTest"] = json!(self.as_str());
        row["freePoint"] = json!(self.free_point);
        row["scrolled"] = json!({ "x": x, "y": y });
        row["scrollers"] = json!(scrollers);
        row["freedBy"] = self.freed_by.clone();
        to_json(&[row])
    }

    fn refusal(&self) -> Option<Error> {
        self.refusal.clone()
    }

    fn verdict(&self) -> Verdict {
        if self.row.ok { Verdict::Done } else { Verdict::Failed }
    }
}
