//! The page of an event, where several windows write into one recording: a recorder numbers the nodes of each from 1, and says of
//! no event which window it comes from.

use rustc_hash::FxHashMap;

use super::events::{Event, EventKind, Events};
use super::player::number_of;
use crate::recording::json::{Item, Json};

/// Limit: windows that are followed at once.
const MAX_WINDOWS: usize = 4;

/// A page that may still be shown, as far as its events tell it from others.
struct Window {
    /// The event with its whole page.
    start: usize,
    /// The nodes by the recorder's numbers; true for those that take input.
    nodes: FxHashMap<u64, bool>,
    focus: Option<u64>,
}

impl Window {
    fn add(&mut self, root: Item<'_>) {
        let mut open = vec![root];
        while let Some(item) = open.pop() {
            if let Some(id) = number_of(item, "id") {
                let name = item.text_of("tagName").unwrap_or_default();
                self.nodes.insert(id, matches!(name, "input" | "textarea" | "select" | "option"));
            }
            open.extend(item.get("childNodes").into_iter().flat_map(Item::items));
        }
    }

    /// True if an event can be about this page.
    fn fits(&self, kind: EventKind, data: Item<'_>) -> bool {
        let has = |item: Item<'_>, name: &str| number_of(item, name).is_none_or(|id| self.nodes.contains_key(&id));
        let all = |list: &str, name: &str| data.get(list).into_iter().flat_map(Item::items).all(|item| has(item, name));
        let id = number_of(data, "id");
        match kind {
            EventKind::Input => id.is_none_or(|id| self.nodes.get(&id) == Some(&true)),
            EventKind::Blur => id.is_none_or(|id| self.focus == Some(id)),
            EventKind::Mutation => {
                all("removes", "id") && all("removes", "parentId") && all("texts", "id") && all("attributes", "id")
            }
            _ => has(data, "id"),
        }
    }

    /// Follows an event of this page.
    fn follow(&mut self, kind: EventKind, data: Item<'_>) {
        match kind {
            EventKind::Focus => self.focus = number_of(data, "id"),
            EventKind::Mutation => {
                for add in data.get("adds").into_iter().flat_map(Item::items) {
                    if let Some(node) = add.get("node") {
                        self.add(node);
                    }
                }
            }
            _ => {}
        }
    }
}

/// For each event the event with the whole page that it is about: that page's own, or the next one for what comes before any.
///
/// The last page is taken for the one that is shown, until an event cannot be about it, and can be about an earlier one.
pub(super) fn pages_of(events: &Events) -> Vec<usize> {
    let list = &events.list;
    let starts: Vec<usize> =
        list.iter().enumerate().filter(|(_, event)| event.kind == EventKind::FullSnapshot).map(|(at, _)| at).collect();
    let mut pages = last_pages(list);
    if !shows_several_addresses(events) {
        return pages;
    }
    let mut windows: Vec<Window> = Vec::new();
    for (at, event) in list.iter().enumerate().skip(starts.first().copied().unwrap_or(0)) {
        if event.kind == EventKind::FullSnapshot {
            let mut window = Window { start: at, nodes: FxHashMap::default(), focus: None };
            if let Ok(json) = Json::read(events.text(event))
                && let Some(node) = json.root().get("data").and_then(|data| data.get("node"))
            {
                window.add(node);
            }
            if windows.len() >= MAX_WINDOWS {
                windows.remove(0);
            }
            windows.push(window);
            continue;
        }
        if matches!(
            event.kind,
            EventKind::Meta | EventKind::Resize | EventKind::Other | EventKind::Pointer | EventKind::Touch
        ) {
            // It goes with the page that was shown last; the address of a new page comes before it.
            if event.kind != EventKind::Meta
                && let (Some(window), Some(page)) = (windows.last(), pages.get_mut(at))
            {
                *page = window.start;
            }
            continue;
        }
        let Ok(json) = Json::read(events.text(event)) else { continue };
        let Some(data) = json.root().get("data") else { continue };
        // The one that is shown is the last of the list.
        let fitting = windows.iter().rposition(|window| window.fits(event.kind, data));
        if let Some(found) = fitting {
            let window = windows.remove(found);
            windows.push(window);
        }
        if let (Some(window), Some(page)) = (windows.last_mut(), pages.get_mut(at)) {
            window.follow(event.kind, data);
            *page = window.start;
        }
    }
    pages
}

/// The last whole page at each event; the next one for what comes before the first, and for the address of a page.
fn last_pages(list: &[Event]) -> Vec<usize> {
    let mut pages = vec![0; list.len()];
    let mut next = None;
    for (at, event) in list.iter().enumerate().rev() {
        match event.kind {
            EventKind::FullSnapshot => next = Some(at),
            EventKind::Meta => {}
            _ => continue,
        }
        pages[at] = next.unwrap_or(at);
    }
    let mut shown = list.iter().position(|event| event.kind == EventKind::FullSnapshot).unwrap_or(0);
    for (at, event) in list.iter().enumerate() {
        match event.kind {
            EventKind::FullSnapshot => shown = at,
            EventKind::Meta => {}
            _ => pages[at] = shown,
        }
    }
    pages
}

/// A recorder that writes the whole page every now and then repeats its address: only one window is there.
fn shows_several_addresses(events: &Events) -> bool {
    let mut first: Option<String> = None;
    for event in events.list.iter().filter(|event| event.kind == EventKind::Meta) {
        let Ok(json) = Json::read(events.text(event)) else { continue };
        let Some(href) = json.root().get("data").and_then(|data| data.text_of("href")) else { continue };
        match &first {
            Some(first) if first != href => return true,
            Some(_) => {}
            None => first = Some(href.to_owned()),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::recording::SessionRecording;

    fn page(time: u32, href: &str, nodes: &str) -> String {
        format!(
            r#"{{"type":4,"timestamp":{time},"data":{{"href":"{href}","width":800,"height":600}}}},
            {{"type":2,"timestamp":{time},"data":{{"node":{{"type":0,"id":1,"childNodes":[{{"type":2,"tagName":"html","id":2,
            "attributes":{{}},"childNodes":[{{"type":2,"tagName":"body","id":3,"attributes":{{}},"childNodes":[{nodes}]}}]}}]}}}}}}"#
        )
    }

    fn event(time: u32, data: &str) -> String {
        format!(r#"{{"type":3,"timestamp":{time},"data":{{{data}}}}}"#)
    }

    fn texts(events: &[String]) -> Vec<String> {
        let count = events.join(",").matches("timestamp").count();
        let recording = SessionRecording::from_bytes(format!("[{}]", events.join(",")).into_bytes());
        let recording = recording.expect("it is read").expect("a recording");
        let page = |count: usize| recording.page(Some(&format!("event:{count}"))).expect("a moment");
        (2..=count).map(|count| page(count).inner_text()).collect()
    }

    const FIELD: &str = r#"{"type":3,"textContent":"form","id":4},{"type":2,"tagName":"input","id":5,"attributes":{}}"#;
    const WORDS: &str = r#"{"type":3,"textContent":"help","id":4},{"type":2,"tagName":"p","id":5,"attributes":{}}"#;

    #[test]
    fn events_of_a_page_behind_another_one_bring_it_back() {
        let change = event(7, r#""source":0,"texts":[{"id":4,"value":"form, sent"}]"#);
        let events = [
            page(1, "http://a.example/form", FIELD),
            event(2, r#""source":2,"type":5,"id":5"#),
            page(3, "http://a.example/help", WORDS),
            event(4, r#""source":2,"type":2,"id":5"#),
            // Only the form has a field, and it has the focus.
            event(5, r#""source":5,"id":5,"text":"Ada","isChecked":false"#),
            event(6, r#""source":2,"type":6,"id":5"#),
            change,
        ];
        let shown = ["form", "form", "form", "help", "help", "form", "form", "form, sent"];
        assert_eq!(texts(&events), shown);
    }

    #[test]
    fn page_that_follows_another_one_keeps_its_events() {
        let events = [
            page(1, "http://a.example/form", FIELD),
            event(2, r#""source":2,"type":5,"id":5"#),
            page(3, "http://a.example/next", FIELD),
            event(4, r#""source":5,"id":5,"text":"Ada","isChecked":false"#),
            event(5, r#""source":0,"texts":[{"id":4,"value":"sent"}]"#),
        ];
        assert_eq!(texts(&events), ["form", "form", "form", "form", "form", "sent"]);
    }
}
