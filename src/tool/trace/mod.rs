//! Reports on recordings that say what trace viewers do not: for each action the element that it meant, whether it could be done
//! there, what it changed by ref, whether its locator was unique; and for one that failed the cause, in a sentence.

mod cause;
mod command;
mod found;
mod html;
mod missing;
mod print;
mod words;

pub(crate) use command::COMMAND;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use self::cause::Cause;
use self::found::{Found, LocatorReport, TargetReport};
use super::diff::Differences;
use super::drawn::Drawn;
use super::element::Elements;
use crate::device::Device;
use crate::dom::NodeId;
use crate::error::Error;
use crate::geometry::{Point, Rect};
use crate::page::Page;
use crate::picture::Picture;
use crate::recording::{Moment, RecordedStep, SessionRecording, Walk};
use crate::refs::session::Session;
use crate::search::javascript::{WrittenLocator, of_selector};
use crate::snapshot::{Difference, Marks, ModalMode, Snapshot, SnapshotOptions, SnapshotOutline};

/// Actions that lead to another document.
const NAVIGATING: &[&str] = &["goto", "reload", "goBack", "goForward", "setContent", "navigate"];

/// Limit: nodes of all pages that a report looks at; from then on only at the pages of actions that failed, until as many again.
/// Large recordings get more: half as many as they have bytes.
const MAX_NODES: u64 = 1_500_000;

/// The cost of a look at the smallest page, in nodes.
const LOOK: u64 = 100;

/// The nodes of pages that a report on a recording looks at.
pub(crate) fn max_nodes(recording: &SessionRecording) -> u64 {
    MAX_NODES + recording.size() / 2
}

/// The options of a report on a recording.
pub(crate) struct TraceOptions<'a> {
    /// The file, for the answer.
    pub(crate) file: &'a str,
    /// Makes the device to show the pages on from the one that they were recorded on.
    pub(crate) device: &'a dyn Fn(Device) -> Result<Device, Error>,
    /// The file of the report with pictures.
    pub(crate) html: Option<&'a str>,
    /// Only the actions that failed.
    pub(crate) failed_only: bool,
    /// A failure is one of the answer.
    pub(crate) is_strict: bool,
    /// The nodes of pages that are looked at: [`max_nodes`].
    pub(crate) max_nodes: u64,
    /// Called with how many actions are done, and how many there are.
    pub(crate) progress: &'a dyn Fn(usize, usize, &str),
}

/// The actions of a recording.
pub(crate) struct TraceReport {
    file: String,
    title: Option<String>,
    failed_only: bool,
    is_strict: bool,
    html: Option<String>,
    steps: Vec<StepReport>,
    /// The actions whose pages were not looked at, since there are too many.
    skipped: usize,
    /// Drawings of pages; states that look the same share one.
    pictures: Vec<String>,
}

/// An action.
struct StepReport {
    step: RecordedStep,
    /// False if its pages were not looked at.
    is_examined: bool,
    /// The names of its states.
    states: Vec<(&'static str, String)>,
    target: Option<TargetReport>,
    locator: Option<LocatorReport>,
    /// The landing of the pointer, for actions that have a target.
    landing: Option<LandingReport>,
    cause: Option<Cause>,
    changes: Changes,
    views: Vec<View>,
}

/// The landing of a click on the target.
#[derive(Debug, Clone, Serialize)]
struct LandingReport {
    /// `lands`, `unknown` or `refused`.
    outcome: &'static str,
    reason: Option<&'static str>,
    point: Option<[f64; 2]>,
    interceptor: Option<super::landing::Interceptor>,
}

/// The changes that an action made.
enum Changes {
    /// Nothing was seen of it.
    Unknown,
    /// Another document, with this title and this number of refs.
    Document(String, usize),
    By(Differences),
}

/// The page of a step at one of its moments, to be shown.
struct View {
    phase: &'static str,
    state: String,
    /// By position in [`TraceReport::pictures`].
    picture: usize,
    /// The bounds of the picture, in its coordinates.
    bounds: Rect,
    target: Option<Rect>,
    interceptor: Option<Rect>,
    point: Option<Point>,
}

/// Looks at every action of a recording.
///
/// # Errors
/// Those of the device.
pub(crate) fn report(recording: &SessionRecording, options: &TraceOptions<'_>) -> Result<TraceReport, Error> {
    let steps = recording.steps();
    let mut reader = Reader {
        recording,
        walk: Walk::new(recording, options.device),
        session: Session::new(),
        outlines: FxHashMap::default(),
        last: None,
        draws: options.html.is_some(),
        pictures: Vec::new(),
        picture_of: FxHashMap::default(),
        nodes: 0,
        max_nodes: options.max_nodes,
        sought: steps.iter().map(LocatorSearch::of).collect(),
    };
    let count = steps.len();
    let mut done = Vec::with_capacity(count);
    for (at, step) in steps.into_iter().enumerate() {
        (options.progress)(at, count, &step.id);
        done.push(reader.step(at, step)?);
    }
    if count > 0 {
        (options.progress)(count, count, "");
    }
    Ok(TraceReport {
        file: options.file.to_owned(),
        title: recording.title().map(str::to_owned),
        failed_only: options.failed_only,
        skipped: done.iter().filter(|report| !report.is_examined).count(),
        is_strict: options.is_strict,
        html: options.html.map(str::to_owned),
        steps: done,
        pictures: reader.pictures,
    })
}

/// The locator of a step that failed, looked for on the way to it.
struct LocatorSearch {
    locator: Option<WrittenLocator>,
    /// The last state in which it found something.
    last_found: Option<String>,
}

impl LocatorSearch {
    fn of(step: &RecordedStep) -> Self {
        let locator = step.selector.as_deref().filter(|_| step.has_failed()).map(of_selector);
        Self { locator, last_found: None }
    }
}

/// Goes through a recording.
struct Reader<'r> {
    recording: &'r SessionRecording,
    walk: Walk<'r>,
    session: Session,
    /// The last snapshot of each page, and its moment.
    outlines: FxHashMap<String, (Moment, Rc<SnapshotOutline>)>,
    /// The state that was looked at last: what is after an action is mostly what is before the next one.
    last: Option<Seen>,
    draws: bool,
    pictures: Vec<String>,
    picture_of: FxHashMap<String, usize>,
    /// The nodes of the pages looked at until now, and the limit of them.
    nodes: u64,
    max_nodes: u64,
    sought: Vec<LocatorSearch>,
}

/// A state that was looked at.
struct Seen {
    /// The tab.
    page: String,
    /// Its number among the pages of the walk.
    number: u64,
    name: String,
    snapshot: Snapshot,
    /// Its picture, by position, and the picture as it was drawn.
    drawn: Option<(usize, Picture)>,
}

/// The results of looking at a state.
struct Look {
    found: Option<Found>,
    /// The refs that the snapshot shows.
    refs: usize,
    title: String,
}

impl Reader<'_> {
    fn step(&mut self, number: usize, step: RecordedStep) -> Result<StepReport, Error> {
        let is_new_document = NAVIGATING.contains(&&*step.action.method);
        // Where its element is looked at: an action that failed before it found one is seen at its end.
        let wanted = match (step.during, step.has_failed() || step.expectation.is_some()) {
            (Some(during), _) => Some(during),
            (None, true) => step.after.or(step.before),
            (None, false) => step.before,
        };
        let max_nodes = self.max_nodes.saturating_mul(1 + u64::from(step.has_failed()));
        let mut report = StepReport {
            is_examined: self.nodes < max_nodes,
            states: Vec::new(),
            target: None,
            locator: None,
            landing: None,
            cause: None,
            changes: Changes::Unknown,
            views: Vec::new(),
            step,
        };
        let mut before: Option<Rc<SnapshotOutline>> = None;
        let phases = [("before", report.step.before), ("action", report.step.during), ("after", report.step.after)];
        for (phase, moment) in phases {
            let Some(moment) = moment else { continue };
            if !report.is_examined {
                report.states.push((phase, self.recording.name(moment)));
                continue;
            }
            if phase == "after" && is_new_document {
                self.session.navigate(&report.step.page);
                self.last = None;
            }
            let look = self.look(number, &mut report, phase, moment, wanted == Some(moment))?;
            if let Some(found) = look.found {
                (report.target, report.locator) = (found.target, found.locator);
                (report.landing, report.cause) = (found.landing, found.cause);
            }
            let outline =
                self.outlines.get(&report.step.page).filter(|(at, _)| *at == moment).map(|(_, outline)| outline);
            match (phase, outline) {
                ("after", _) if is_new_document => report.changes = Changes::Document(look.title, look.refs),
                ("after", Some(after)) => {
                    if let Some(before) = &before {
                        let difference = Difference::between(before, after);
                        report.changes =
                            Changes::By(Differences { difference, strict: false, drawn: Drawn::default() });
                    }
                }
                ("before", Some(outline)) => before = Some(Rc::clone(outline)),
                _ => {}
            }
        }
        if report.cause.is_none() && report.step.has_failed() {
            report.cause = Some(cause::of_words(&report.step));
        }
        Ok(report)
    }

    /// Looks at one state; at the element of the step too if it is `wanted` here.
    fn look(
        &mut self,
        number: usize,
        report: &mut StepReport,
        phase: &'static str,
        moment: Moment,
        wanted: bool,
    ) -> Result<Look, Error> {
        let state = self.recording.name(moment);
        report.states.push((phase, state.clone()));
        self.walk.go(moment)?;
        let (Some(page), step) = (self.walk.page(), &report.step) else {
            return Err(Error::Internal { reason: "no page was rendered".into() });
        };
        let pages = self.walk.pages();
        let known = self.last.take().filter(|seen| (&seen.page, seen.number) == (&step.page, pages));
        let (snapshot, drawn) = match known {
            Some(seen) => {
                self.nodes += if wanted { LOOK + page.dom().len() as u64 / 4 } else { 0 };
                // What was found there is found here.
                for sought in self.sought.iter_mut().skip(number) {
                    if sought.last_found.as_ref() == Some(&seen.name) {
                        sought.last_found = Some(state.clone());
                    }
                }
                if let Some((at, _)) = self.outlines.get_mut(&step.page) {
                    *at = moment;
                }
                (seen.snapshot, seen.drawn)
            }
            None => {
                self.nodes += LOOK + page.dom().len() as u64;
                let snapshot = Snapshot::render(page, &SnapshotOptions::default());
                // A tab begins with an empty page that is not the test's.
                let body = page.dom().body(page.dom().document());
                let is_blank =
                    page.dom().document_url(page.dom().document()).is_some_and(|url| url.scheme() == "about")
                        && body.is_none_or(|body| page.dom().children(body).next().is_none());
                let refs = if is_blank {
                    snapshot.refs().clone()
                } else {
                    self.session.observe(&step.page, page, snapshot.refs())
                };
                let snapshot = snapshot.with_refs(refs);
                for sought in self.sought.iter_mut().skip(number) {
                    if let Some(locator) = &sought.locator
                        && locator.find(page).is_ok_and(|found| !found.is_empty())
                    {
                        sought.last_found = Some(state.clone());
                    }
                }
                let outline = SnapshotOutline::of(&snapshot);
                self.outlines.insert(step.page.clone(), (moment, Rc::new(outline)));
                (snapshot, None)
            }
        };
        let mut found = None;
        if wanted {
            let elements = Elements::with_refs(page, snapshot.refs().clone());
            let last_found = self.sought.get(number).and_then(|sought| sought.last_found.as_deref());
            found = Some(found::find(page, &elements, step, &self.walk.targets(step), last_found));
        }
        let drawn = match drawn {
            None if self.draws => Some(draw(page, &snapshot, &mut self.pictures, &mut self.picture_of)),
            drawn => drawn,
        };
        if let Some(view) = &drawn {
            let marked = found.as_ref().and_then(|found| found.target.as_ref());
            let interceptor = found.as_ref().and_then(|found| found.interceptor);
            let box_of = |node: NodeId| page.layout().get(node).map(|own| view.1.placed(own.rect));
            report.views.push(View {
                phase,
                state: state.clone(),
                picture: view.0,
                bounds: view.1.bounds(),
                target: marked.and_then(|target| box_of(target.node)),
                interceptor: interceptor.and_then(box_of),
                point: step.action.point.filter(|_| wanted).map(|point| {
                    let placed = view.1.placed(Rect::new(point.x, point.y, 0.0, 0.0));
                    Point::new(placed.x, placed.y)
                }),
            });
        }
        let look = Look { found, refs: snapshot.refs().iter().count(), title: page.dom().title(page.dom().document()) };
        self.last = Some(Seen { page: step.page.clone(), number: pages, name: state, snapshot, drawn });
        Ok(look)
    }
}

/// Draws a page, unless one that looks the same was drawn: the position of its drawing.
fn draw(
    page: &Page,
    snapshot: &Snapshot,
    pictures: &mut Vec<String>,
    known: &mut FxHashMap<String, usize>,
) -> (usize, Picture) {
    let _ = page.paint_list();
    let marks = Marks::of(page, snapshot, ModalMode::Mark);
    let picture = Picture::of(page, snapshot, &marks);
    let svg = picture.to_svg();
    let at = *known.entry(svg).or_insert_with_key(|svg| {
        pictures.push(svg.clone());
        pictures.len() - 1
    });
    (at, picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::Answer as _;

    #[test]
    fn actions_beyond_the_limit_of_pages_are_skipped() {
        let page = r#"{"type":4,"timestamp":1,"data":{"href":"http://a.example/","width":800,"height":600}},
            {"type":2,"timestamp":2,"data":{"node":{"type":0,"id":1,"childNodes":[{"type":2,"tagName":"html","id":2,"attributes":{},
            "childNodes":[{"type":2,"tagName":"body","id":3,"attributes":{},"childNodes":[
            {"type":2,"tagName":"input","id":4,"attributes":{"aria-label":"Name"},"childNodes":[]}]}]}]}}}"#;
        let input = |at: usize| {
            format!(r#",{{"type":3,"timestamp":{at},"data":{{"source":5,"id":4,"text":"{at}","isChecked":false}}}}"#)
        };
        let events = format!("[{page}{}]", (10..300).map(input).collect::<String>());
        let recording = SessionRecording::from_bytes(events.into_bytes()).expect("it is read").expect("a recording");
        let report = |max_nodes: u64| {
            let options = TraceOptions {
                file: "typed.json",
                device: &Ok,
                html: None,
                failed_only: false,
                is_strict: false,
                max_nodes,
                progress: &|_, _, _| {},
            };
            report(&recording, &options).expect("a report")
        };
        let whole = report(max_nodes(&recording));
        assert!(whole.text().starts_with("typed.json\n290 actions, 0 failed\n"), "{}", whole.text());
        // The page has a few nodes.
        let cut = report(2000);
        assert!((260..=285).contains(&cut.skipped), "{}", cut.skipped);
        let text = cut.text();
        let start = format!(
            "typed.json\n290 actions, 0 failed; {} not looked at, since their pages are too many\n",
            cut.skipped
        );
        assert!(text.starts_with(&start), "{text}");
        assert_eq!(text.matches("not looked at: `--at` shows its pages").count(), cut.skipped, "{text}");
        assert!(cut.steps.iter().all(|step| step.states.len() == 2), "each action has the names of its states");
    }
}
