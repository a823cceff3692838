//! Recordings of rrweb, 1.x and 2.x: a page as nodes, and then every change to it.

mod attributes;
mod events;
mod input;
mod player;
mod sheets;

use std::path::Path;

use self::events::{Event, EventKind, Events};
pub(super) use self::player::Player;
use self::player::number_of;
use super::Moment;
use super::json::{Item, Json};
use super::state::{RecordedAction, RecordedState};
use super::step::RecordedStep;
use crate::device::Device;
use crate::dom::resource::NothingSaved;
use crate::dom::{Dom, NaturalSize};
use crate::error::Error;
use crate::geometry::{Point, Size};
use crate::limits::Limit;
use crate::offline::SHEET_URLS;
use crate::page::Edited;
use crate::safe_text::{PageText, safe};

/// Approx: images are not recorded, and nothing says how large they are. A page that sizes them itself is laid out as it was;
/// where it sets one side only, most are square (icons, avatars); where it sets none, their boxes are wrong by what they lack.
const IMAGE_SIZE: NaturalSize = NaturalSize { width: Some(32.0), height: Some(32.0), ratio: Some(1.0) };

/// Limit: characters of a value that a list of states has.
const MAX_TEXT: usize = 2000;

/// A recording of rrweb. A moment of it is the number of events that have happened by then.
#[derive(Debug)]
pub(super) struct Rrweb {
    events: Events,
    states: Vec<RecordedState>,
}

impl Rrweb {
    /// Reads the events in the bytes of a file; `None` if there are none.
    ///
    /// # Errors
    /// [`Error::InvalidArguments`] if no event shows a page.
    pub(super) fn read(path: &Path, bytes: Vec<u8>) -> Result<Option<Self>, Error> {
        let events = Events::read(bytes);
        if events.list.is_empty() {
            return Ok(None);
        }
        if !events.list.iter().any(|event| event.kind == EventKind::FullSnapshot) {
            return Err(Error::arguments(
                safe!("{} is a recording of rrweb without a full snapshot", PageText::of(&path.to_string_lossy())),
                "record from the start of the session, or with `checkoutEveryNms`, so that one event holds the whole page",
            ));
        }
        let mut recording = Self { events, states: Vec::new() };
        recording.list_states();
        Ok(Some(recording))
    }

    /// The full snapshots, and the moments after clicks and inputs, when what followed has happened.
    fn list_states(&mut self) {
        let list = &self.events.list;
        let start = list.first().map_or(0.0, |event| event.time);
        let mut url = String::new();
        let mut states: Vec<(usize, RecordedState)> = Vec::new();
        for (at, event) in list.iter().enumerate() {
            let json = || Json::read(self.events.text(event));
            let mut action = None;
            match event.kind {
                EventKind::Meta => {
                    if let Ok(json) = json()
                        && let Some(href) = json.root().get("data").and_then(|data| data.text_of("href"))
                    {
                        url = href.to_owned();
                    }
                    continue;
                }
                EventKind::FullSnapshot => {}
                EventKind::Click | EventKind::Input => {
                    if let Ok(json) = json()
                        && let Some(data) = json.root().get("data")
                    {
                        action = Some(action_of(event.kind, data));
                    }
                }
                _ => continue,
            }
            let follows = |later: &&Event| matches!(later.kind, EventKind::Mutation | EventKind::Other);
            let count = at + 1 + list.iter().skip(at + 1).take_while(follows).count();
            // Of letters typed one after the other the last one counts, and nothing is known of a page before it is there.
            let has_page = event.kind == EventKind::FullSnapshot || !states.is_empty();
            if has_page {
                let state = RecordedState {
                    id: format!("event:{count}"),
                    time: event.time - start,
                    page: String::new(),
                    url: url.clone(),
                    action,
                    error: None,
                };
                if states.last().is_some_and(|(last, _)| *last == count) {
                    states.pop();
                }
                states.push((count, state));
            }
        }
        self.states = states.into_iter().map(|(_, state)| state).collect();
    }

    pub(super) fn states(&self) -> &[RecordedState] {
        &self.states
    }

    /// Its clicks and inputs, each with the page before it, and after what it caused.
    pub(super) fn steps(&self) -> Vec<RecordedStep> {
        let mut steps = Vec::new();
        for state in &self.states {
            let (Some(action), Ok(end)) = (&state.action, self.find(&state.id)) else { continue };
            let list = self.events.list.get(..end).unwrap_or_default();
            let is_action = |event: &Event| matches!(event.kind, EventKind::Click | EventKind::Input);
            let Some(at) = list.iter().rposition(is_action) else { continue };
            let json = list.get(at).and_then(|event| Json::read(self.events.text(event)).ok());
            let node = json.as_ref().and_then(|json| number_of(json.root().get("data")?, "id"));
            // What it caused has happened before the next one, or another page.
            let mut later = self.events.list.iter().enumerate().skip(at + 1);
            let is_end =
                |event: &Event| is_action(event) || matches!(event.kind, EventKind::FullSnapshot | EventKind::Meta);
            let after = later.find(|(_, event)| is_end(event)).map_or(self.events.list.len(), |(at, _)| at);
            let has_page = list.iter().take(at).any(|event| event.kind == EventKind::FullSnapshot);
            steps.push(RecordedStep {
                id: state.id.clone(),
                time: state.time,
                page: String::new(),
                url: state.url.clone(),
                action: action.clone(),
                selector: None,
                expectation: None,
                error: None,
                is_unfinished: false,
                log: Vec::new(),
                source: None,
                before: has_page.then_some(Moment(at)),
                during: None,
                after: Some(Moment(after)),
                node,
            });
        }
        steps
    }

    /// The moment that a text means: `event:N`, the first N events, or `12.5s` since the first one.
    ///
    /// # Errors
    /// [`Error::NotFound`] if nothing was recorded by then.
    pub(super) fn find(&self, at: &str) -> Result<usize, Error> {
        let list = &self.events.list;
        let count = match (at.strip_prefix("event:"), at.strip_suffix('s')) {
            (Some(count), _) => count.parse().ok().filter(|&count: &usize| count <= list.len()),
            (None, Some(seconds)) => seconds.parse().ok().map(|seconds: f64| {
                let end = list.first().map_or(0.0, |first| first.time) + seconds * 1e3;
                list.iter().take_while(|event| event.time <= end).count()
            }),
            (None, None) => None,
        };
        let has_page = |count: &usize| list.iter().take(*count).any(|event| event.kind == EventKind::FullSnapshot);
        count.filter(has_page).ok_or_else(|| {
            let first = list.iter().position(|event| event.kind == EventKind::FullSnapshot).map_or(1, |at| at + 1);
            Error::NotFound {
                what: safe!("moment {}", PageText::of(at)),
                hint: safe!(
                    "this recording has pages from event:{} to event:{}; a number of seconds is written as 12.5s",
                    first,
                    list.len()
                ),
            }
        })
    }

    /// Returns the number of events.
    pub(super) fn end(&self) -> usize {
        self.events.list.len()
    }

    /// The size of the window after some events.
    pub(super) fn device(&self, count: usize) -> Device {
        let mut device = Device::desktop();
        let sizes = self.events.list.iter().take(count).rev();
        let size = sizes.filter(|event| matches!(event.kind, EventKind::Meta | EventKind::Resize)).find_map(|event| {
            let json = Json::read(self.events.text(event)).ok()?;
            let data = json.root().get("data")?;
            let side = |name| data.number_of(name).filter(|side| (1.0..=100_000.0).contains(side)).map(single);
            Some(Size::new(side("width")?, side("height")?))
        });
        if let Some(size) = size {
            device.viewport = size;
        }
        device
    }

    /// Returns the number of whole pages among the first `count` events.
    pub(super) fn whole_pages(&self, count: usize) -> u64 {
        let list = self.events.list.iter().take(count);
        list.filter(|event| event.kind == EventKind::FullSnapshot).count() as u64
    }

    /// The tree after some events, with what plays the next events on it.
    pub(super) fn build(&self, count: usize) -> (Dom, Player) {
        let list = self.events.list.get(..count).unwrap_or(&self.events.list);
        let start = list.iter().rposition(|event| event.kind == EventKind::FullSnapshot).unwrap_or(0);
        let before = list.get(..start).unwrap_or_default().iter().rev();
        let meta = before.clone().find(|event| event.kind == EventKind::Meta);
        let meta = meta.and_then(|event| Json::read(self.events.text(event)).ok());
        let url = meta.as_ref().and_then(|json| json.root().get("data")?.text_of("href"));
        let mut player = Player::new(url.and_then(|url| url::Url::parse(url).ok()));
        self.play(&mut player, list.get(start..).unwrap_or_default());
        player.settle();
        let mut dom = std::mem::take(&mut player.dom);
        dom.finish_assembly();
        for reason in &self.events.damage {
            dom.note_unreadable("the recording", reason);
        }
        dom.load_resources(&mut NothingSaved, SHEET_URLS);
        dom.assume_image_size(IMAGE_SIZE);
        (dom, player)
    }

    fn play(&self, player: &mut Player, events: &[Event]) {
        for event in events.iter().filter(|event| event.kind.changes_the_page()) {
            if let Ok(json) = Json::read(self.events.text(event)) {
                player.play(event.kind, json.root());
            }
        }
    }

    /// Plays the events after one moment up to another one on its tree.
    pub(super) fn update(&self, player: &mut Player, dom: &mut Dom, from: usize, to: usize) -> Edited {
        let Some(events) = self.events.list.get(from..to) else { return Edited::Another };
        let is_new = |event: &Event| matches!(event.kind, EventKind::FullSnapshot | EventKind::Meta);
        if events.iter().any(is_new) || dom.len() as u64 > Limit::Nodes.value() / 2 {
            return Edited::Another;
        }
        std::mem::swap(&mut player.dom, dom);
        let _ = player.take_changes();
        self.play(player, events);
        player.settle();
        let (records, has_other_sheets) = player.take_changes();
        std::mem::swap(&mut player.dom, dom);
        if !records.is_empty() || has_other_sheets {
            dom.finish_assembly();
        }
        let images = dom.images.len();
        dom.assume_image_size(IMAGE_SIZE);
        if has_other_sheets || dom.images.len() != images {
            dom.load_resources(&mut NothingSaved, SHEET_URLS);
            return Edited::Everything;
        }
        Edited::Changed(records)
    }
}

fn action_of(kind: EventKind, data: Item<'_>) -> RecordedAction {
    let side = |name| data.number_of(name).filter(|at| at.abs() <= 1e7).map(single);
    let value = data.text_of("text").map(|text| text.chars().take(MAX_TEXT).collect());
    RecordedAction {
        method: if kind == EventKind::Click { "click" } else { "input" }.to_owned(),
        locator: None,
        point: side("x").zip(side("y")).map(|(x, y)| Point::new(x, y)),
        value,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "layout is computed in f32")]
fn single(number: f64) -> f32 {
    number as f32
}
