//! `stillpage hit`

use serde::Serialize;

use super::element::{Elements, hundredths, path_step, ref_mark, tag};
use super::{Answer, Argument, Call, FILE, InputText, PageFile, Tool, TypedArguments, Verdict, arguments, to_json};
use crate::error::Error;
use crate::geometry::Point;
use crate::hit::HitMap;
use crate::safe_text::{PageText, SafeText, put_line, safe};

arguments! {
    /// The arguments of `stillpage hit`.
    struct HitArguments {
        file: PageFile = FILE,
        point: Vec<Point> = Argument::positional("point", "Points of the viewport"),
        points: Option<InputText> = Argument::option("points", "Points from standard input, one `x y` a line"),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "hit",
    summary: "The topmost element at points of the viewport",
    about: "Answers as document.elementFromPoint() does: stacking order, clipping, rounded corners, transforms, \
            pointer-events, visibility and inertness are taken into account. An element inside a shadow tree or a frame \
            stands for its host or its iframe. Points are CSS pixels from the top left corner of the viewport; outside of \
            it nothing is hit.\n\n\
            JSON: [{\"x\",\"y\",\"index\",\"tag\",\"ref\"}], index null where nothing is hit.",
    arguments: HitArguments::ARGUMENTS,
    examples: &[
        ("hit page.html 640,360", "what is in the middle of the window"),
        ("hit page.html --scroll-y 900 20,20 1260,20", "two corners, further down the page"),
        ("hit page.html --points - --json < points.txt", "many points at once"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let HitArguments { point: mut points, points: survey, .. } = call.given();
    if let Some(lines) = &survey {
        for (number, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            points.push(parse_line(line, number + 1)?);
        }
    } else if points.is_empty() {
        return Err(Error::arguments(
            "no point is given",
            "write X,Y after the file, or --points - and one `x y` a line",
        ));
    }
    let page = call.page();
    let (elements, map) = (Elements::new(call), HitMap::new(page));
    let hits = points.into_iter().map(|point| {
        let hit = map.at(point);
        Hit {
            x: hundredths(point.x),
            y: hundredths(point.y),
            index: hit.and_then(|node| elements.index(node)),
            tag: hit.map(|node| tag(page.dom(), node).to_owned()),
            r#ref: hit.and_then(|node| elements.reference(node)),
            step: hit.map(|node| path_step(page.dom(), node)),
        }
    });
    Ok(Box::new(Hits { hits: hits.collect(), survey: survey.is_some() }))
}

/// `x y`, also `x,y`.
fn parse_line(line: &str, number: usize) -> Result<Point, Error> {
    let mut numbers =
        line.split([' ', ',', '\t']).filter(|part| !part.is_empty()).map(|part| part.trim().parse::<f32>().ok());
    match (numbers.next().flatten(), numbers.next().flatten(), numbers.next()) {
        (Some(x), Some(y), None) if x.is_finite() && y.is_finite() => Ok(Point::new(x, y)),
        _ => Err(Error::arguments(
            safe!("line {} of the points is `{}`, not a point", number, PageText::of(line.trim())),
            "write `x y` in CSS pixels of the viewport, one point a line",
        )),
    }
}

#[derive(Serialize)]
struct Hit {
    x: f64,
    y: f64,
    index: Option<u32>,
    tag: Option<String>,
    r#ref: Option<String>,
    #[serde(skip)]
    step: Option<SafeText>,
}

struct Hits {
    hits: Vec<Hit>,
    /// Points of a list are a survey: nothing at some of them is not a failure.
    survey: bool,
}

impl Answer for Hits {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for hit in &self.hits {
            match (&hit.step, hit.index) {
                (Some(step), Some(index)) => {
                    put_line!(out, "{},{}  {} #{}{}", hit.x, hit.y, step, index, ref_mark(hit.r#ref.as_deref()));
                }
                _ => put_line!(out, "{},{}  nothing", hit.x, hit.y),
            }
        }
        out
    }

    fn json(&self) -> String {
        to_json(&self.hits)
    }

    fn verdict(&self) -> Verdict {
        if !self.survey && self.hits.iter().all(|hit| hit.index.is_none()) { Verdict::Nothing } else { Verdict::Done }
    }
}
