//! The events of a recording: an array, lines, or either packed; in whatever state the file is.

use std::io::Read as _;
use std::ops::Range;

use super::single;
use crate::geometry::Size;
use crate::recording::json::{Item, Json};

/// Limit: bytes that a packed event unpacks to, and all of them together.
const MAX_EVENT: u64 = 64 << 20;
/// Limit: see [`MAX_EVENT`].
const MAX_PACKED: usize = 512 << 20;
/// Limit: events; an hour of a busy page has some hundred thousand.
const MAX_EVENTS: usize = 4_000_000;
/// Limit: reports of damage.
const MAX_DAMAGE: usize = 5;

/// The kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EventKind {
    /// The address and the size of the window.
    Meta,
    /// The whole page.
    FullSnapshot,
    Mutation,
    Click,
    Focus,
    Blur,
    /// The mouse is over a node.
    Pointer,
    /// Another use of a mouse or a finger.
    Touch,
    Scroll,
    Resize,
    Input,
    StyleSheetRule,
    StyleDeclaration,
    AdoptedStyleSheet,
    /// An event that does not matter to the page: media, canvases, plugins.
    Other,
}

impl EventKind {
    fn of(event: Item<'_>) -> Option<Self> {
        let number =
            |item: Item<'_>, name: &str| item.number_of(name).filter(|n| n.fract() == 0.0 && (0.0..100.0).contains(n));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number below 100")]
        let small = |item: Item<'_>, name: &str| number(item, name).map(|n| n as u8);
        if page_of_entry(event).is_some() {
            return Some(Self::FullSnapshot);
        }
        let kind = small(event, "type")?;
        event.number_of("timestamp")?;
        let data = event.get("data");
        Some(match kind {
            2 => Self::FullSnapshot,
            4 => Self::Meta,
            3 => {
                let data = data?;
                match small(data, "source")? {
                    0 => Self::Mutation,
                    1 | 12 => Self::Pointer,
                    6 => Self::Touch,
                    2 => match small(data, "type").unwrap_or(0) {
                        2 => Self::Click,
                        5 => Self::Focus,
                        6 => Self::Blur,
                        // A finger presses, too.
                        0 | 1 if small(data, "pointerType") != Some(2) => Self::Pointer,
                        _ => Self::Touch,
                    },
                    3 => Self::Scroll,
                    4 => Self::Resize,
                    5 => Self::Input,
                    8 => Self::StyleSheetRule,
                    13 => Self::StyleDeclaration,
                    15 => Self::AdoptedStyleSheet,
                    _ => Self::Other,
                }
            }
            _ => Self::Other,
        })
    }

    /// True if the page is another one afterwards.
    pub(super) fn changes_the_page(self) -> bool {
        !matches!(self, Self::Meta | Self::Click | Self::Touch | Self::Resize | Self::Other)
    }
}

/// An event, by its place in the text.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) kind: EventKind,
    /// Milliseconds since 1970, or since another start.
    pub(super) time: f64,
    range: Range<usize>,
}

/// All events, in order.
#[derive(Debug, Default)]
pub(super) struct Events {
    text: Vec<u8>,
    pub(super) list: Vec<Event>,
    /// The sizes of windows, by the events that report them.
    pub(super) sizes: Vec<(usize, Size)>,
    /// The parts that could not be read, in phrases.
    pub(super) damage: Vec<String>,
}

impl Events {
    /// Reads the text of a file.
    pub(super) fn read(text: Vec<u8>) -> Self {
        let mut events = Self { text, ..Self::default() };
        let end = events.text.len();
        let mut at = skip(&events.text, 0, b"\xEF\xBB\xBF");
        let is_array = events.text.get(at) == Some(&b'[');
        at += usize::from(is_array);
        let (mut unpacked, mut is_first) = (0, true);
        loop {
            at = skip(&events.text, at, b",");
            let next = events.text.get(at).filter(|_| at < end);
            if next.is_none() || (is_array && next == Some(&b']')) {
                if next.is_none() && is_array {
                    events.damaged("it is cut off");
                }
                break;
            }
            if events.list.len() >= MAX_EVENTS {
                events.damaged(&format!("it has more than {MAX_EVENTS} events"));
                break;
            }
            let rest = events.text.get(at..end).unwrap_or_default();
            let line = memchr::memchr(b'\n', rest).map_or(end, |line| at + line + 1);
            // Each line stands for itself, so that a damaged one costs no more than itself.
            let until = if is_array || std::mem::take(&mut is_first) { end } else { line };
            match Json::read_from(events.text.get(..until).unwrap_or_default(), at) {
                Ok((json, after)) => {
                    let range = at..after;
                    at = after;
                    let root = json.root();
                    // A file of a player holds the array in an object.
                    let inner = root.get("events").filter(|_| root.get("timestamp").is_none());
                    if let Some(text) = root.text() {
                        events.unpack(text, &mut unpacked);
                    } else if inner.is_some() && events.list.is_empty() {
                        return events.inside(range.start);
                    } else if root.get("data").unwrap_or(root).get("entries").is_some_and(Item::is_array) {
                        events.add_entries(range);
                    } else {
                        events.add(root, range);
                    }
                }
                Err(bad) if is_array => {
                    events.damaged(&format!("it is cut off or damaged at byte {}", bad.offset));
                    break;
                }
                Err(_) => {
                    events.damaged(&format!("the event at byte {at} is damaged"));
                    at = line;
                }
            }
        }
        events
    }

    /// Reads the array `events` of an object.
    fn inside(mut self, object: usize) -> Self {
        let key = b"\"events\"";
        let rest = self.text.get(object..).unwrap_or_default();
        let found = memchr::memmem::find(rest, key).map(|at| object + at + key.len());
        let array = found.and_then(|at| {
            let open = self.text.get(at..)?.iter().position(|&b| b == b'[')?;
            Some(at + open)
        });
        let inner = array.map(|at| self.text.split_off(at)).unwrap_or_default();
        Self::read(inner)
    }

    /// Adds the array `entries` of an object: moments of a test that vitest traced.
    fn add_entries(&mut self, object: Range<usize>) {
        let key = b"\"entries\"";
        let text = self.text.get(object.clone()).unwrap_or_default();
        let array = memchr::memmem::find(text, key).map(|at| at + key.len());
        let array = array.and_then(|at| Some(at + memchr::memchr(b'[', text.get(at..)?)?));
        let mut at = array.map_or(object.end, |at| object.start + at + 1);
        loop {
            at = skip(&self.text, at, b",");
            let text = self.text.get(..object.end).unwrap_or_default();
            if text.get(at).is_none_or(|&byte| byte == b']') || self.list.len() >= MAX_EVENTS {
                break;
            }
            let Ok((entry, end)) = Json::read_from(text, at) else { break };
            self.add(entry.root(), at..end);
            at = end;
        }
    }

    fn add(&mut self, event: Item<'_>, range: Range<usize>) {
        match EventKind::of(event) {
            Some(kind) => {
                let time = event.number_of("timestamp").or(event.number_of("startTime")).unwrap_or(0.0);
                let size = size_of_window(kind, event).map(|size| (self.list.len(), size));
                self.sizes.extend(size);
                self.list.push(Event { kind, time, range });
            }
            None => self.damaged(&format!("what is at byte {} is not an event", range.start)),
        }
    }

    /// Adds an event that was packed: compressed, each byte of it a character.
    fn unpack(&mut self, packed: &str, total: &mut usize) {
        let bytes: Option<Vec<u8>> = packed.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
        let mut text = Vec::new();
        let limit = MAX_EVENT.min((MAX_PACKED - *total) as u64);
        let read = bytes.map(|bytes| flate2::read::ZlibDecoder::new(&*bytes).take(limit).read_to_end(&mut text));
        let json = match read {
            Some(Ok(_)) => Json::read(&text).ok(),
            _ => None,
        };
        *total += text.len();
        let Some(json) = json else {
            self.damaged("a packed event is damaged");
            return;
        };
        let start = self.text.len();
        self.text.append(&mut text);
        self.add(json.root(), start..self.text.len());
    }

    fn damaged(&mut self, reason: &str) {
        if self.damage.len() < MAX_DAMAGE {
            self.damage.push(reason.to_owned());
        }
    }

    /// The bytes of all events.
    pub(super) fn size(&self) -> u64 {
        self.text.len() as u64
    }

    /// The JSON of an event.
    pub(super) fn text(&self, event: &Event) -> &[u8] {
        self.text.get(event.range.clone()).unwrap_or_default()
    }
}

/// The page of a moment that vitest traced: its nodes as rrweb has them (`serialized`), window, scroll offsets, and the nodes that
/// match pseudo-classes.
pub(super) fn page_of_entry(event: Item<'_>) -> Option<Item<'_>> {
    event.get("snapshot").filter(|page| page.get("serialized").is_some_and(Item::is_object))
}

/// The size of the window that an event reports.
fn size_of_window(kind: EventKind, event: Item<'_>) -> Option<Size> {
    let data = match kind {
        EventKind::Meta | EventKind::Resize => event.get("data")?,
        EventKind::FullSnapshot => match page_of_entry(event) {
            Some(page) => page.get("viewport")?,
            None => event.get("data")?,
        },
        _ => return None,
    };
    let side = |name| data.number_of(name).filter(|side| (1.0..=100_000.0).contains(side)).map(single);
    Some(Size::new(side("width")?, side("height")?))
}

/// Past white space and these bytes.
fn skip(text: &[u8], from: usize, also: &[u8]) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|b| b.is_ascii_whitespace() || also.contains(b)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &[u8]) -> (Vec<EventKind>, usize) {
        let events = Events::read(text.to_vec());
        for event in &events.list {
            assert!(Json::read(events.text(event)).is_ok(), "each event is where it is said to be");
        }
        (events.list.iter().map(|event| event.kind).collect(), events.damage.len())
    }

    const META: &str = r#"{"type":4,"data":{"href":"http://a.example/","width":9,"height":9},"timestamp":1}"#;
    const CLICK: &str = r#"{"type":3,"data":{"source":2,"type":2,"id":5,"x":1,"y":2},"timestamp":2}"#;

    #[test]
    fn events_are_read_from_arrays_and_lines() {
        let both = (vec![EventKind::Meta, EventKind::Click], 0);
        assert_eq!(kinds(format!(" [ {META} , {CLICK} ] ").as_bytes()), both);
        assert_eq!(kinds(format!("{META}\n{CLICK}\n").as_bytes()), both);
        assert_eq!(kinds(format!("{{\"title\":\"x\",\"events\": [{META},{CLICK}],\"n\":1}}").as_bytes()), both);
        let packed = |text: &str| {
            let mut bytes = Vec::new();
            let mut encoder = flate2::read::ZlibEncoder::new(text.as_bytes(), flate2::Compression::fast());
            encoder.read_to_end(&mut bytes).unwrap();
            serde_json::Value::from(bytes.into_iter().map(char::from).collect::<String>()).to_string()
        };
        assert_eq!(kinds(format!("[{},{}]", packed(META), packed(CLICK)).as_bytes()), both);
        assert_eq!(kinds(format!("{}\n{}\n", packed(META), packed(CLICK)).as_bytes()), both);
        assert!(crate::recording::is_packed_line(packed(META).as_bytes()), "{}", packed(META));
    }

    #[test]
    fn events_of_damaged_files_are_read_as_far_as_they_go() {
        let text = format!("[{META},{CLICK}]");
        for end in 0..text.len() {
            let (list, damage) = kinds(&text.as_bytes()[..end]);
            assert_eq!(
                list.len(),
                usize::from(end > META.len()) + usize::from(end > META.len() + 1 + CLICK.len()),
                "{end}"
            );
            assert_eq!(damage > 0, end > 0, "{end}");
        }
        assert_eq!(
            kinds(format!("{META}\n{{\"type\":3,\n{CLICK}\n[1]").as_bytes()),
            (vec![EventKind::Meta, EventKind::Click], 2)
        );
        assert_eq!(kinds(b"{\"nodes\":[]}").0, []);
        assert_eq!(kinds(b"[\"x\"]"), (Vec::new(), 1));
    }
}
