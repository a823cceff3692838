//! Playwright traces: the pages of a test before, during and after each of its actions.
//!
//! The format is Playwright's own and changes; versions 3 to 10 are read, which Playwright 1.18 to 1.65 write.

mod lines;
mod loading;
mod nodes;
mod resources;
mod steps;
mod tree;
mod update;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use self::nodes::{Nodes, SnapshotNode};
use self::resources::{Override, ResourceRow, StateResources};
use self::tree::{Builder, Key};
pub(super) use self::update::Built;
use super::state::{RecordedAction, RecordedState};
use super::step::Expectation;
use crate::archive::Archive;
use crate::device::{ColorScheme, Device};
use crate::dom::{Dom, ElementState, NodeId};
use crate::error::OpenError;
use crate::geometry::{Point, Size};
use crate::offline::SHEET_URLS;
use crate::page::Edited;
use crate::safe_text::{PageText, SafeText, safe};

/// The oldest and the newest version of the format that is read.
const VERSIONS: std::ops::RangeInclusive<u32> = 3..=10;

/// The reason why a page is not as it was.
const STILL_LOADING: &str =
    "it was still loading when it was recorded, and is shown as its response has it, without what scripts would change";

/// The phase of an action in which a snapshot was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    Before,
    Action,
    After,
}

impl Phase {
    fn named(name: &str) -> Option<Self> {
        match name {
            "before" => Some(Self::Before),
            // What older versions call it.
            "action" | "input" => Some(Self::Action),
            "after" => Some(Self::After),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Action => "action",
            Self::After => "after",
        }
    }
}

/// A frame at one moment.
#[derive(Debug)]
struct FrameSnapshot {
    call: Box<str>,
    phase: Phase,
    page: Box<str>,
    url: Box<str>,
    doctype: Option<Box<str>>,
    nodes: Nodes,
    viewport: Option<Size>,
    timestamp: f64,
    overrides: Vec<Override>,
    is_main: bool,
}

/// A frame, with its snapshots in the order in which they were taken.
#[derive(Debug)]
struct Frame {
    id: Box<str>,
    snapshots: Vec<FrameSnapshot>,
    /// A snapshot has sheets that a script has changed.
    has_overrides: bool,
}

/// A call of Playwright's.
#[derive(Debug, Clone, Default)]
struct Action {
    class: String,
    method: String,
    locator: Option<String>,
    selector: Option<String>,
    value: Option<String>,
    point: Option<Point>,
    error: Option<String>,
    log: Vec<String>,
    expectation: Option<Expectation>,
    /// The line of the test.
    source: Option<String>,
    /// On the clock of the snapshots.
    start: f64,
    end: Option<f64>,
    /// It is known from the runner of the test alone.
    is_of_test: bool,
}

/// A trace.
#[derive(Debug)]
pub(super) struct Trace {
    /// The files that its pages had loaded.
    archive: Option<Mutex<Archive>>,
    frames: Vec<Frame>,
    frame_of_id: FxHashMap<Box<str>, usize>,
    /// The nodes that all snapshots wrote themselves. None of them refers to one twice, so no state has more.
    written: usize,
    actions: FxHashMap<Box<str>, Action>,
    resources: Vec<ResourceRow>,
    resources_of: FxHashMap<Box<str>, Vec<usize>>,
    /// The main frames' snapshots in the order of time.
    moments: Vec<Key>,
    states: Vec<RecordedState>,
    device: Device,
    /// The language that the browser asked for.
    language: Option<Box<str>>,
    title: Option<String>,
}

/// Bytes of a node in a trace, about: its name, its attributes, its text.
const NODE_SIZE: u64 = 60;

impl Trace {
    /// Returns the bytes of its snapshots, about.
    pub(super) fn size(&self) -> u64 {
        self.written as u64 * NODE_SIZE
    }

    /// Reads the trace in an archive.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read; [`OpenError::Arguments`] if it is of another version or holds no snapshots.
    pub(super) fn read(path: &Path, mut archive: Archive) -> Result<Self, OpenError> {
        let mut trace = Self {
            archive: None,
            frames: Vec::new(),
            frame_of_id: FxHashMap::default(),
            written: 0,
            actions: FxHashMap::default(),
            resources: Vec::new(),
            resources_of: FxHashMap::default(),
            moments: Vec::new(),
            states: Vec::new(),
            device: Device::desktop(),
            language: None,
            title: None,
        };
        trace.read_lines(&mut archive)?;
        trace.archive = Some(Mutex::new(archive));
        // Newer recorders do not write the locale of a context.
        if let Some(language) = trace.language.take().filter(|_| trace.device.locale == Device::desktop().locale) {
            trace.device.locale = language;
        }
        trace.find_moments();
        if trace.moments.is_empty() {
            return Err(OpenError::arguments(
                safe!("{} is a Playwright trace without DOM snapshots", PageText::of(&path.to_string_lossy())),
                "record it with snapshots: `tracing.start({ snapshots: true })`, or `trace: 'on'` in the configuration of \
                 Playwright Test",
            ));
        }
        Ok(trace)
    }

    fn find_moments(&mut self) {
        let mut moments: Vec<(f64, usize, Key)> = Vec::new();
        for (frame, history) in self.frames.iter().enumerate() {
            for (at, snapshot) in history.snapshots.iter().enumerate() {
                if snapshot.is_main
                    && let (Ok(frame), Ok(at)) = (u32::try_from(frame), u32::try_from(at))
                {
                    moments.push((snapshot.timestamp, moments.len(), Key { frame, snapshot: at, node: 0 }));
                }
            }
        }
        moments.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let start = moments.first().map_or(0.0, |first| first.0);
        // An action that is tried again has a snapshot of each try: the last one counts.
        let mut seen: FxHashSet<(&str, Phase)> = FxHashSet::default();
        let mut is_last = Vec::new();
        for (_, _, key) in moments.iter().rev() {
            is_last.push(self.moment(*key).is_some_and(|snapshot| seen.insert((&snapshot.call, snapshot.phase))));
        }
        let last = moments.into_iter().zip(is_last.into_iter().rev()).filter(|(_, is_last)| *is_last);
        let mut states = Vec::new();
        for ((time, _, key), _) in last {
            let Some(snapshot) = self.moment(key) else { continue };
            let action = self.actions.get(&snapshot.call).cloned().unwrap_or_default();
            let id = format!("{}:{}", snapshot.call, snapshot.phase.name());
            states.push((
                key,
                RecordedState {
                    id,
                    time: time - start,
                    page: snapshot.page.to_string(),
                    url: snapshot.url.to_string(),
                    error: action.error.clone(),
                    action: (!action.method.is_empty()).then(|| RecordedAction {
                        method: action.method,
                        locator: action.locator.or(action.selector),
                        point: action.point,
                        value: action.value,
                    }),
                },
            ));
        }
        (self.moments, self.states) = states.into_iter().unzip();
    }

    fn moment(&self, key: Key) -> Option<&FrameSnapshot> {
        self.frames.get(key.frame as usize)?.snapshots.get(key.snapshot as usize)
    }

    /// The file and the name of the test.
    pub(super) fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Its states in the order of time.
    pub(super) fn states(&self) -> &[RecordedState] {
        &self.states
    }

    /// The position of the state that a text means: `CALL:PHASE`, or `CALL` for the last one of a call.
    ///
    /// # Errors
    /// [`OpenError::NotFound`] if no state has this id.
    pub(super) fn find(&self, at: &str) -> Result<usize, OpenError> {
        if let Some(found) = self.states.iter().position(|state| state.id == at) {
            return Ok(found);
        }
        let of_call = |state: &RecordedState| state.id.rsplit_once(':').is_some_and(|(call, _)| call == at);
        if let Some(found) = self.states.iter().rposition(of_call) {
            return Ok(found);
        }
        let call = at.rsplit_once(':').map_or(at, |(call, _)| call);
        let alike = self.states.iter().filter(|state| state.id.starts_with(call) || state.id.contains(at));
        let mut examples: Vec<&RecordedState> = alike.take(4).collect();
        if examples.is_empty() {
            examples = self.states.iter().rev().take(4).collect();
        }
        let examples = SafeText::join(examples.into_iter().map(|state| PageText::of(&state.id).into()), ", ");
        Err(OpenError::NotFound {
            what: safe!("state {}", PageText::of(at)),
            hint: safe!("the states are CALL:before, CALL:action and CALL:after, such as {}", examples),
        })
    }

    /// Returns the device that a state was shown on.
    pub(super) fn device(&self, state: usize) -> Device {
        let viewport = self.moments.get(state).and_then(|&key| self.moment(key)).and_then(|s| s.viewport);
        let mut device = self.device.clone();
        if let Some(viewport) = viewport {
            device.viewport = viewport;
        }
        device
    }

    /// The tree of a state, with what is needed to make it the tree of another state.
    pub(super) fn build(&self, state: usize) -> (Dom, Option<Built>) {
        let mut builder = Builder::new(self);
        let Some(&key) = self.moments.get(state) else { return (builder.dom, None) };
        builder.page(key);
        let is_completed = self.complete(key, &mut builder);
        if is_completed {
            builder.dom.note_unreadable("the rest of the page", STILL_LOADING);
        }
        self.scroll(key, &mut builder.dom);
        self.load_resources(key, &mut builder.dom, is_completed);
        builder.dom.hold_frozen_scroll();
        let built = Built::new(&builder, key, is_completed);
        (builder.dom, Some(built))
    }

    /// The offsets that a turn of the wheel led to: the page scrolls after the call, and the snapshot is taken before that.
    fn late_scroll(&self, key: Key) -> Option<[ElementState<'static>; 2]> {
        let snapshot = self.snapshot(key).filter(|snapshot| snapshot.phase == Phase::After)?;
        self.actions.get(&snapshot.call).filter(|action| action.method == "mouseWheel")?;
        let after = Key { snapshot: key.snapshot.checked_add(1)?, ..key };
        let next = self.snapshot(after).filter(|next| next.url == snapshot.url)?;
        let root = self.child(after, next.nodes.root?)?;
        let scroller = std::iter::once(root).chain(self.children(root)).find_map(|key| match self.node(key)? {
            SnapshotNode::Element(element) => self.scrolls_window(key, element).then_some(element),
            SnapshotNode::Text(_) => None,
        })?;
        let offset = |name: &str| scroller.attribute(name).and_then(|at| at.trim().parse().ok()).unwrap_or(0.0);
        Some([
            ElementState::ScrollTop(offset("__playwright_scroll_top_")),
            ElementState::ScrollLeft(offset("__playwright_scroll_left_")),
        ])
    }

    fn scroll(&self, key: Key, dom: &mut Dom) {
        let Some(offsets) = self.late_scroll(key) else { return };
        let document = dom.document();
        let scrollers = [dom.document_element(document), dom.body(document)];
        for (name, value) in offsets.into_iter().filter_map(|offset| offset.attribute("html", None)) {
            // In quirks mode the body has them, from before.
            for (scroller, value) in scrollers.into_iter().zip([value.as_deref(), None]) {
                if let Some(scroller) = scroller {
                    dom.put_attribute(scroller, name, value);
                }
            }
        }
    }

    /// Makes a tree that was built the one of another state.
    pub(super) fn update(&self, built: &mut Built, dom: &mut Dom, state: usize) -> Edited {
        let Some(&key) = self.moments.get(state).filter(|&&key| self.late_scroll(key).is_none()) else {
            return Edited::Another;
        };
        let before = built.shown();
        let edited = built.update(self, dom, key);
        match &edited {
            Edited::Another => return edited,
            Edited::Changed(records) if records.is_empty() && before.is_some_and(|at| self.loaded_none(at, key)) => {
                return edited;
            }
            _ => {}
        }
        dom.finish_assembly();
        // What the page refers to is asked for again: it may have come in between.
        let sheets = std::mem::take(&mut dom.stylesheets);
        let images = std::mem::take(&mut dom.images);
        let fonts = std::mem::take(&mut dom.fonts);
        self.load_resources(key, dom, false);
        let has_same_fonts = dom.fonts.has_files_of(&fonts);
        if has_same_fonts {
            // With what has been computed of them.
            dom.fonts = fonts;
        }
        let is_same = has_same_fonts && dom.stylesheets == sheets && dom.images == images;
        if is_same { edited } else { Edited::Everything }
    }

    /// True if no file came in between two states of a frame.
    fn loaded_none(&self, a: Key, b: Key) -> bool {
        let has_overrides = self.frames.get(a.frame as usize).is_none_or(|frame| frame.has_overrides);
        let Some((a, b)) = self.moment(a).zip(self.moment(b)) else { return false };
        let between = a.timestamp.min(b.timestamp)..a.timestamp.max(b.timestamp);
        !has_overrides && !self.resources.iter().any(|row| row.time.is_some_and(|time| between.contains(&time)))
    }

    /// True if two states are of the same tab.
    pub(super) fn is_of_one_page(&self, a: usize, b: usize) -> bool {
        let frame = |state: usize| self.moments.get(state).map(|key| key.frame);
        frame(a) == frame(b)
    }

    /// The elements that the action of a state is about.
    pub(super) fn targets(&self, built: &Built, dom: &Dom, state: usize) -> Vec<NodeId> {
        let call = self.moments.get(state).and_then(|&key| self.moment(key)).map_or("", |snapshot| &snapshot.call);
        let marked = built.keys().iter().filter(|&(_, &key)| self.is_target(key, call)).map(|(&node, _)| node);
        let mut targets: Vec<NodeId> = marked.filter(|&node| dom.is_connected(node)).collect();
        targets.sort_unstable();
        targets
    }

    fn load_resources(&self, key: Key, dom: &mut Dom, is_late: bool) {
        let Some((snapshot, archive)) = self.moment(key).zip(self.archive.as_ref()) else { return };
        let mut archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
        let mut resources = StateResources { trace: self, key, snapshot, archive: &mut archive, is_late };
        dom.load_resources(&mut resources, SHEET_URLS);
    }
}

/// The device that `options` of a context describe.
fn device_of(options: super::json::Item<'_>) -> Device {
    let mut device = Device::desktop();
    if let Some(size) = options.get("viewport").and_then(size_of) {
        device.viewport = size;
    }
    if let Some(scale) = options.number_of("deviceScaleFactor").filter(|scale| (0.1..=10.0).contains(scale)) {
        device.scale = single(scale);
    }
    device = device.mobile(options.is("isMobile"));
    device.touch = options.is("hasTouch") || device.mobile;
    if options.text_of("colorScheme") == Some("dark") {
        device.color_scheme = ColorScheme::Dark;
    }
    device.reduced_motion = options.text_of("reducedMotion") == Some("reduce");
    if let Some(locale) = options.text_of("locale").filter(|locale| locale.len() <= 35) {
        device.locale = locale.into();
    }
    device
}

/// A width and a height in CSS px, if they are those of a window.
fn size_of(item: super::json::Item<'_>) -> Option<Size> {
    let side = |name| item.number_of(name).filter(|side| (1.0..=100_000.0).contains(side)).map(single);
    Some(Size::new(side("width")?, side("height")?))
}

#[expect(clippy::cast_possible_truncation, reason = "layout is computed in f32")]
fn single(number: f64) -> f32 {
    number as f32
}
