//! Recordings of rrweb, 1.x and 2.x: a page as nodes, and then every change to it.

mod attributes;
mod edits;
mod events;
mod images;
mod input;
mod player;
mod sheets;
mod windows;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use self::events::{Event, EventKind, Events, page_of_entry};
use self::images::ImageSizes;
pub(super) use self::player::Player;
use self::player::number_of;
use super::Moment;
use super::json::{Item, Json};
use super::state::{RecordedAction, RecordedState};
use super::step::RecordedStep;
use crate::device::Device;
use crate::dom::Dom;
use crate::dom::resource::NothingSaved;
use crate::error::OpenError;
use crate::geometry::Point;
use crate::limits::Limit;
use crate::offline::SHEET_URLS;
use crate::page::Edited;
use crate::safe_text::{PageText, safe};

/// Limit: characters of a value that a list of states has.
const MAX_TEXT: usize = 2000;

/// A recording of rrweb. A moment of it is the number of events that have happened by then.
#[derive(Debug)]
pub(super) struct Rrweb {
    events: Events,
    states: Vec<RecordedState>,
    /// The event with the whole page that each event is about.
    pages: Vec<usize>,
    /// The addresses of pages by their events.
    addresses: FxHashMap<usize, String>,
    /// The sizes of the images of pages that were asked for, by the events of the pages.
    image_sizes: Mutex<FxHashMap<usize, Arc<ImageSizes>>>,
}

impl Rrweb {
    /// Reads the events in the bytes of a file; `None` if there are none.
    ///
    /// # Errors
    /// [`OpenError::Arguments`] if no event shows a page.
    pub(super) fn read(path: &Path, bytes: Vec<u8>) -> Result<Option<Self>, OpenError> {
        let events = Events::read(bytes);
        if events.list.is_empty() {
            return Ok(None);
        }
        if !events.list.iter().any(|event| event.kind == EventKind::FullSnapshot) {
            return Err(OpenError::arguments(
                safe!("{} is a recording of rrweb without a full snapshot", PageText::of(&path.to_string_lossy())),
                "record from the start of the session, or with `checkoutEveryNms`, so that one event holds the whole page",
            ));
        }
        let pages = windows::pages_of(&events);
        let mut recording =
            Self { events, states: Vec::new(), pages, addresses: FxHashMap::default(), image_sizes: Mutex::default() };
        recording.find_addresses();
        recording.list_states();
        Ok(Some(recording))
    }

    /// The full snapshots, and the moments after clicks and inputs, when what followed has happened.
    fn list_states(&mut self) {
        let list = &self.events.list;
        let start = list.first().map_or(0.0, |event| event.time);
        let mut states: Vec<(usize, RecordedState)> = Vec::new();
        for (at, event) in list.iter().enumerate() {
            let json = || Json::read(self.events.text(event));
            let mut action = None;
            match event.kind {
                EventKind::FullSnapshot => action = json().ok().and_then(|json| action_of_entry(json.root())),
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
                    url: self.address(count).unwrap_or_default().to_owned(),
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
    /// [`OpenError::NotFound`] if nothing was recorded by then.
    pub(super) fn find(&self, at: &str) -> Result<usize, OpenError> {
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
            OpenError::NotFound {
                what: safe!("moment {}", PageText::of(at)),
                hint: safe!(
                    "this recording has pages from event:{} to event:{}; a number of seconds is written as 12.5s",
                    first,
                    list.len()
                ),
            }
        })
    }

    /// Returns the bytes of all events, unpacked.
    pub(super) fn size(&self) -> u64 {
        self.events.size()
    }

    /// Returns the number of events.
    pub(super) fn end(&self) -> usize {
        self.events.list.len()
    }

    /// The size of the window after some events.
    pub(super) fn device(&self, count: usize) -> Device {
        let mut device = Device::desktop();
        let page = self.page(count);
        let known = self.events.sizes.partition_point(|(at, _)| *at < count);
        let sizes = self.events.sizes.iter().take(known).rev();
        if let Some((_, size)) = sizes.into_iter().find(|(at, _)| self.pages.get(*at) == Some(&page)) {
            device.viewport = *size;
        }
        device
    }

    /// Returns the number of whole pages among the first `count` events.
    #[cfg(any(test, feature = "cli", feature = "mcp-tools"))]
    pub(super) fn whole_pages(&self, count: usize) -> u64 {
        let list = self.events.list.iter().take(self.page(count) + 1);
        list.filter(|event| event.kind == EventKind::FullSnapshot).count() as u64
    }

    /// The event with the whole page that is shown after some events.
    fn page(&self, count: usize) -> usize {
        let list = self.events.list.iter().zip(&self.pages).take(count).enumerate().rev();
        // The address of a page comes before it.
        let mut shown = list.filter(|(at, (_, page))| *page <= at);
        shown.next().map_or(0, |(_, (_, page))| *page)
    }

    /// Returns those of the first `count` events that are about the page that is shown after them.
    fn of_page(&self, count: usize) -> impl DoubleEndedIterator<Item = &Event> {
        let page = self.page(count);
        let list = self.events.list.iter().zip(&self.pages).take(count);
        list.filter(move |(_, of)| **of == page).map(|(event, _)| event)
    }

    fn find_addresses(&mut self) {
        for (event, page) in self.events.list.iter().zip(&self.pages).filter(|(event, _)| event.kind == EventKind::Meta)
        {
            if let Ok(json) = Json::read(self.events.text(event))
                && let Some(href) = json.root().get("data").and_then(|data| data.text_of("href"))
            {
                self.addresses.insert(*page, href.to_owned());
            }
        }
    }

    /// The address of the page that is shown after some events.
    fn address(&self, count: usize) -> Option<&str> {
        self.addresses.get(&self.page(count)).map(String::as_str)
    }

    /// The tree after some events, with what plays the next events on it.
    pub(super) fn build(&self, count: usize) -> (Dom, Player) {
        let sizes = self.image_sizes(self.page(count));
        let (mut dom, player) = self.build_with(count, &sizes);
        for reason in &self.events.damage {
            dom.note_unreadable("the recording", reason);
        }
        (dom, player)
    }

    fn build_with(&self, count: usize, sizes: &ImageSizes) -> (Dom, Player) {
        let url = self.address(count);
        let mut player = Player::new(url.and_then(|url| url::Url::parse(url).ok()));
        self.play(&mut player, self.of_page(count));
        player.settle();
        let mut dom = std::mem::take(&mut player.dom);
        dom.finish_assembly();
        dom.load_resources(&mut NothingSaved, SHEET_URLS);
        dom.assume_image_sizes(&|url| sizes.of(url));
        dom.assume_fonts();
        dom.hold_frozen_scroll();
        (dom, player)
    }

    /// The sizes of the images of a page: those that the page itself knows at any of its moments, by its last one.
    fn image_sizes(&self, page: usize) -> Arc<ImageSizes> {
        let mut known = self.image_sizes.lock().unwrap_or_else(PoisonError::into_inner);
        let sizes = known.entry(page).or_insert_with(|| {
            let end = self.pages.iter().rposition(|&of| of == page).map_or(0, |last| last + 1);
            let (dom, player) = self.build_with(end, &ImageSizes::default());
            Arc::new(ImageSizes::find(dom, &player, self.device(end)))
        });
        Arc::clone(sizes)
    }

    fn play<'e>(&self, player: &mut Player, events: impl Iterator<Item = &'e Event>) {
        for event in events.filter(|event| event.kind.changes_the_page()) {
            if let Ok(json) = Json::read(self.events.text(event)) {
                player.play(event.kind, json.root());
            }
        }
    }

    /// Plays the events after one moment up to another one on its tree.
    pub(super) fn update(&self, player: &mut Player, dom: &mut Dom, from: usize, to: usize) -> Edited {
        let (Some(events), Some(pages)) = (self.events.list.get(from..to), self.pages.get(from..to)) else {
            return Edited::Another;
        };
        let page = self.page(to);
        if self.page(from) != page || dom.len() as u64 > Limit::Nodes.value() / 2 {
            return Edited::Another;
        }
        std::mem::swap(&mut player.dom, dom);
        player.keep_changes();
        self.play(player, events.iter().zip(pages).filter(|(_, of)| **of == page).map(|(event, _)| event));
        player.settle();
        let (records, has_other_sheets) = player.take_changes();
        std::mem::swap(&mut player.dom, dom);
        if !records.is_empty() || has_other_sheets {
            dom.finish_assembly();
        }
        let images = dom.images.len();
        let sizes = self.image_sizes(page);
        dom.assume_image_sizes(&|url| sizes.of(url));
        if has_other_sheets || dom.images.len() != images {
            dom.load_resources(&mut NothingSaved, SHEET_URLS);
            return Edited::Everything;
        }
        Edited::Changed(records)
    }
}

/// The step of a test that vitest traced.
fn action_of_entry(entry: Item<'_>) -> Option<RecordedAction> {
    page_of_entry(entry)?;
    let text = |text: &str| text.chars().take(MAX_TEXT).collect();
    let element = entry.get("element").and_then(|element| element.text_of("locator").or(element.text_of("selector")));
    Some(RecordedAction {
        method: entry.text_of("name").map_or_else(String::new, text),
        locator: element.or(entry.text_of("selector")).map(text),
        point: None,
        value: None,
    })
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

#[cfg(test)]
mod tests {
    use crate::recording::{Moment, SessionRecording, Walk};
    use crate::rendered::text::page_text;

    #[test]
    fn what_is_not_recorded_moves_nothing_that_is() {
        let events = r#"[{"type":4,"timestamp":1,"data":{"href":"http://a.example/","width":800,"height":600}},
            {"type":2,"timestamp":2,"data":{"initialOffset":{"left":0,"top":500},"node":{"type":0,"id":1,"childNodes":[
            {"type":2,"tagName":"html","id":2,"attributes":{},"childNodes":[
            {"type":2,"tagName":"style","id":3,"attributes":{"_cssText":"@font-face { font-family: icons; src: url(i.woff2) } body { margin: 0 } i { font: 30px icons; display: inline-block }"},"childNodes":[]},
            {"type":2,"tagName":"body","id":4,"attributes":{},"childNodes":[
            {"type":2,"tagName":"i","id":5,"attributes":{},"childNodes":[{"type":3,"textContent":"\uf002","id":6}]}]}]}]}}}]"#;
        let recording = SessionRecording::from_bytes(events.into()).expect("it is read").expect("a recording");
        let page = recording.page(None).expect("a page");
        let icon = page.query_selector("i").expect("a selector").expect("an icon").bounding_box().expect("a box");
        // As wide as its font is high, and as far up as the page was scrolled, which an image made longer.
        assert_eq!((icon.x, icon.width), (0.0, 30.0));
        assert!((icon.y + 500.0).abs() < 3.0, "{icon:?}");
    }

    /// A change to the page, as a further event of a recording.
    fn event(time: u32, data: &str) -> String {
        format!(r#",{{"type":3,"timestamp":{time},"data":{{{data}}}}}"#)
    }

    #[test]
    fn rules_that_scripts_change_one_by_one_are_those_of_the_sheet() {
        let page = r#"[{"type":4,"timestamp":1,"data":{"href":"http://a.example/","width":800,"height":600}},
            {"type":2,"timestamp":2,"data":{"node":{"type":0,"id":1,"childNodes":[{"type":2,"tagName":"html","id":2,"attributes":{},
            "childNodes":[{"type":2,"tagName":"style","id":3,"attributes":{"_cssText":"i { width: 1px; display: block }"},
            "childNodes":[{"type":3,"textContent":"","id":6}]},{"type":2,"tagName":"body","id":4,"attributes":{},"childNodes":[
            {"type":2,"tagName":"i","id":5,"attributes":{},"childNodes":[]}]}]}]}}}"#;
        let events = [
            event(3, r#""source":8,"id":3,"adds":[{"rule":"i { width: 2px }","index":1}]"#),
            event(4, r#""source":8,"id":3,"adds":[{"rule":"i { width: 3px }","index":0},{"rule":"i { width: 4px }"}]"#),
            event(5, r#""source":8,"id":3,"removes":[{"index":3}]"#),
            event(6, r#""source":13,"id":3,"index":[2],"set":{"property":"width","value":"6px"}"#),
            // The text of the sheet is another one.
            event(7, r#""source":0,"texts":[{"id":3,"value":"i { width: 7px; display: block }"}]"#),
            event(8, r#""source":8,"id":3,"adds":[{"rule":"i { width: 8px }","index":1}]"#),
            event(9, r#""source":8,"id":3,"removes":[{"index":0},{"index":0}]"#),
        ];
        let recording = SessionRecording::from_bytes(format!("{page}{}]", events.concat()).into_bytes());
        let recording = recording.expect("it is read").expect("a recording");
        let width = |page: &crate::page::Page| {
            let box_of = |node| page.layout().client_rects(node).first().map(|area| area.width);
            let mut all =
                page.dom().elements_in_order().filter(|&node| page.dom().is_html(node, &crate::dom::local_name!("i")));
            all.next().and_then(box_of)
        };
        let expected = [1.0, 2.0, 2.0, 1.0, 6.0, 7.0, 8.0].map(Some);
        let mut walk = Walk::new(&recording, &Ok);
        for at in [2, 3, 4, 5, 6, 7, 8, 5, 3, 8, 9] {
            walk.go(Moment(at)).expect("no device fails");
            let page = walk.page().expect("a page");
            let expected = expected.get(at - 2).copied().unwrap_or(Some(0.0));
            let first = recording.page(Some(&format!("event:{at}"))).expect("a page");
            let first_width =
                first.query_selector("i").expect("a selector").expect("it").bounding_box().map(|area| area.width);
            assert_eq!(
                (width(page).unwrap_or(0.0), first_width.unwrap_or(0.0)),
                (expected.unwrap_or(0.0), expected.unwrap_or(0.0)),
                "event:{at}"
            );
        }
    }

    #[test]
    fn moments_that_vitest_traced_are_pages() {
        let entry = |name: &str, time: u32, text: &str| {
            format!(
                r#"{{"name":"{name}","kind":"action","startTime":{time},"element":{{"locator":"getByRole('button')"}},"snapshot":{{
                "serialized":{{"type":0,"id":1,"childNodes":[{{"type":2,"tagName":"html","id":2,"attributes":{{}},"childNodes":[
                {{"type":2,"tagName":"style","id":6,"attributes":{{"_cssText":"body {{ height: 900px }} button:hover {{ width: 50px }}"}},"childNodes":[]}},
                {{"type":2,"tagName":"body","id":3,"attributes":{{}},"childNodes":[{{"type":2,"tagName":"button","id":4,
                "attributes":{{}},"childNodes":[{{"type":3,"textContent":"{text}","id":5}}]}}]}}]}}]}},"viewport":{{"width":414,"height":400}},
                "scroll":{{"x":0,"y":7}},"pseudoClassIds":{{":hover":[2,3,4],":focus":[4]}}}}}}"#
            )
        };
        let [first, second] =
            [("click", 5, "Save"), ("expect", 9, "Saved")].map(|(a, b, c)| entry(a, b, c).replace('\n', ""));
        let whole = format!(r#"{{"retry":0,"repeats":0,"recordCanvas":false,"entries":[{first},{second}]}}"#);
        let artifact =
            |entry: &str| format!(r#"{{"type":"internal:browserTrace","data":{{"repeats":0,"entries":[{entry}]}}}}"#);
        let (a, b) = (artifact(&first), artifact(&second));
        for text in [whole, format!("[{a},{b}]"), format!("{a}\n{b}"), format!("[{first},{second}]")] {
            let recording = SessionRecording::from_bytes(text.into_bytes()).expect("it is read").expect("a recording");
            let states: Vec<_> = recording.states().iter().map(|state| (state.id.as_str(), state.time)).collect();
            assert_eq!(states, [("event:1", 0.0), ("event:2", 4.0)]);
            let action = recording.states()[0].action.clone().expect("an action");
            assert_eq!((&*action.method, action.locator.as_deref()), ("click", Some("getByRole('button')")));
            let page = recording.page(Some("event:1")).expect("a page");
            assert_eq!(page.inner_text(), "Save");
            let button = page.query_selector("button:focus").expect("a selector").expect("the button");
            let shown = button.bounding_box().expect("a box");
            assert_eq!((shown.y, shown.width, page.device().viewport.width), (1.0, 50.0, 414.0));
            assert_eq!(recording.page(None).expect("a page").inner_text(), "Saved");
        }
    }

    #[test]
    fn what_the_mouse_is_over_is_hovered_until_the_page_scrolls() {
        let page = r#"[{"type":4,"timestamp":1,"data":{"href":"http://a.example/","width":800,"height":600}},
            {"type":2,"timestamp":2,"data":{"node":{"type":0,"id":1,"childNodes":[{"type":2,"tagName":"html","id":2,"attributes":{},
            "childNodes":[{"type":2,"tagName":"style","id":3,"attributes":{"_cssText":"p { display: none } nav:hover p { display: block }"},
            "childNodes":[]},{"type":2,"tagName":"body","id":4,"attributes":{},"childNodes":[{"type":2,"tagName":"nav","id":5,
            "attributes":{},"childNodes":[{"type":2,"tagName":"b","id":6,"attributes":{},"childNodes":[{"type":3,"textContent":"Menu","id":7}]},
            {"type":2,"tagName":"p","id":8,"attributes":{},"childNodes":[{"type":3,"textContent":"Item","id":9}]}]}]}]}]}}}"#;
        let events = [
            event(
                3,
                r#""source":1,"positions":[{"x":1,"y":1,"id":4,"timeOffset":-9},{"x":2,"y":2,"id":6,"timeOffset":0}]"#,
            ),
            event(4, r#""source":2,"type":7,"id":4,"x":2,"y":2"#),
            event(5, r#""source":1,"positions":[{"x":1,"y":1,"id":4,"timeOffset":0}]"#),
            event(6, r#""source":2,"type":1,"id":8,"x":2,"y":2,"pointerType":0"#),
            event(7, r#""source":3,"id":1,"x":0,"y":1"#),
            event(8, r#""source":2,"type":1,"id":6,"x":2,"y":2,"pointerType":2"#),
        ];
        let recording = SessionRecording::from_bytes(format!("{page}{}]", events.concat()).into_bytes());
        let recording = recording.expect("it is read").expect("a recording");
        let shown = |count: usize| recording.page(Some(&format!("event:{count}"))).expect("a page").inner_text();
        let open = (2..=8).map(|count| shown(count).contains("Item")).collect::<Vec<_>>();
        // A mouse shows the menu, a finger and what is unknown after scrolling do not.
        assert_eq!(open, [false, true, true, false, true, false, false]);
        let mut walk = Walk::new(&recording, &Ok);
        for count in [2, 3, 4, 5, 6, 7, 8, 3, 2] {
            walk.go(Moment(count)).expect("no device fails");
            let page = walk.page().expect("a page");
            assert_eq!(page_text(page), shown(count), "event:{count}");
        }
    }
}
