//! The parts that the browser puts inside of fields for dates and times: a spin button a number, and what is between them.
//!
//! Approx: in the order and words of `en-US`, whatever the locale is.

use super::growth::Growth;
use super::role::attr;
use super::{Ignored, Origin, Value};
use crate::dom::form::{self, InputType, MONTHS};
use crate::dom::{NodeId, local_name};

/// Chrome: the last year that a date may be in.
const LAST_YEAR: u32 = 275_760;

enum Piece {
    Text(&'static str),
    Number { name: &'static str, value: Option<u32>, limits: (u32, u32), shown: String },
}

/// Adds the parts of a field to its node.
pub(super) fn add(growth: &mut Growth<'_>, node: NodeId, at: usize, kind: InputType) {
    let dom = growth.page.dom();
    let picker = match kind {
        InputType::Date => "Show date picker",
        InputType::Time => "Show time picker",
        InputType::Month => "Show month picker",
        InputType::Week => "Show week picker",
        _ => "Show local date and time picker",
    };
    let outer = growth.push(Origin::Part(node), Some(at), "generic", Some(Ignored::Uninteresting), true);
    let edit = growth.push(Origin::Part(node), Some(outer), "generic", None, true);
    let wrapper = growth.push(Origin::Part(node), Some(edit), "generic", None, true);
    let disabled = dom.form().is_disabled(node);
    let states = || {
        let names: &[&str] = if disabled { &["disabled"] } else { &["focusable", "settable"] };
        names.iter().map(|name| (*name, Value::Bool(true))).collect::<Vec<_>>()
    };
    // Chrome: in a field that is named, the parts say their names twice.
    let is_named = !dom.form().labels(node).is_empty()
        || dom
            .element(node)
            .is_some_and(|e| ["aria-label", "aria-labelledby", "title"].iter().any(|name| attr(e, name).is_some()));
    let named = |name: &str| if is_named { format!("{name} {name}") } else { name.to_owned() };
    for piece in pieces(growth, node, kind) {
        match piece {
            Piece::Text(text) => {
                growth.text(Origin::Generated(node), wrapper, text);
            }
            Piece::Number { name, value, limits, shown } => {
                let spin = growth.push(Origin::Part(node), Some(wrapper), "spinbutton", None, true);
                let part = &mut growth.nodes[spin];
                part.text = named(name);
                part.value = Some(Value::Number(value.unwrap_or(0).into()));
                part.properties = states();
                part.properties.extend([
                    ("required", Value::Bool(false)),
                    ("valuemin", Value::Number(limits.0.into())),
                    ("valuemax", Value::Number(limits.1.into())),
                    ("valuetext", Value::Text("string", String::new())),
                ]);
                growth.text(Origin::Generated(node), spin, &shown);
            }
        }
    }
    if !disabled && dom.element(node).is_some_and(|e| attr(e, "readonly").is_none()) {
        let button = growth.push(Origin::Part(node), Some(outer), "button", None, true);
        let part = &mut growth.nodes[button];
        part.text = named(picker);
        part.properties = vec![("focusable", Value::Bool(true)), ("hasPopup", Value::Text("token", "menu".to_owned()))];
    }
}

/// The numbers of a field and the texts between them.
fn pieces(growth: &Growth<'_>, node: NodeId, kind: InputType) -> Vec<Piece> {
    let dom = growth.page.dom();
    let value = form::value(dom, node);
    let (date, time) = match kind {
        InputType::Time => ("", &*value),
        _ => value.split_once(['T', ' ']).unwrap_or((&value, "")),
    };
    let numbers = |text: &str| text.split(['-', ':', '.']).map(|n| n.trim_start_matches('W').parse().ok()).collect();
    let date: Vec<Option<u32>> = numbers(date);
    let time: Vec<Option<u32>> = numbers(time);
    let part = |numbers: &[Option<u32>], at: usize| numbers.get(at).copied().flatten();
    let year_of = |name: &str| {
        let written = dom.element(node).and_then(|e| attr(e, name))?;
        written.split('-').next()?.parse::<u32>().ok()
    };
    let years = (year_of("min").unwrap_or(1), year_of("max").unwrap_or(LAST_YEAR));
    let month = |long: bool| {
        let value = part(&date, 1);
        let shown = match value {
            Some(month) if long => MONTHS.get(month as usize - 1).map_or("", |name| name).to_owned(),
            Some(month) => format!("{month:02}"),
            None if long => "---------".to_owned(),
            None => "mm".to_owned(),
        };
        Piece::Number { name: "Month", value, limits: (1, 12), shown }
    };
    let number = |name, value: Option<u32>, limits, empty: &str, digits| {
        let shown = value.map_or_else(|| empty.to_owned(), |value| format!("{value:0digits$}"));
        Piece::Number { name, value, limits, shown }
    };
    let year = |empty| number("Year", part(&date, 0), years, empty, 4);
    let day = || number("Day", part(&date, 2), (1, 31), "dd", 2);
    let clock = || {
        let step = dom.attr(node, &local_name!("step")).and_then(|step| step.parse::<f64>().ok()).unwrap_or(60.0);
        let (hour, second, milli) = (part(&time, 0), part(&time, 2), part(&time, 3));
        let has_millis = milli.is_some_and(|n| n > 0) || step.fract() > 0.0;
        let has_seconds = has_millis || second.is_some_and(|n| n > 0) || step % 60.0 > 0.0;
        let half = hour.map(|hour| if hour < 12 { 1 } else { 2 });
        let mut out = vec![
            number("Hours", hour.map(|hour| (hour + 11) % 12 + 1), (1, 12), "--", 2),
            Piece::Text(":"),
            number("Minutes", part(&time, 1), (0, 59), "--", 2),
        ];
        if has_seconds {
            out.extend([Piece::Text(":"), number("Seconds", second.or(hour.map(|_| 0)), (0, 59), "--", 2)]);
        }
        if has_millis {
            out.extend([Piece::Text("."), number("Milliseconds", milli.or(hour.map(|_| 0)), (0, 999), "---", 3)]);
        }
        let shown = half.map_or("--", |half| if half == 1 { "AM" } else { "PM" }).to_owned();
        out.extend([Piece::Text("\u{202F}"), Piece::Number { name: "AM/PM", value: half, limits: (1, 2), shown }]);
        out
    };
    match kind {
        InputType::Time => clock(),
        InputType::Month => vec![month(true), Piece::Text(" "), year("----")],
        InputType::Week => vec![
            Piece::Text("Week "),
            number("Week", part(&date, 1), (1, 53), "--", 2),
            Piece::Text(", "),
            year("----"),
        ],
        _ => {
            let mut out = vec![month(false), Piece::Text("/"), day(), Piece::Text("/"), year("yyyy")];
            if kind == InputType::DatetimeLocal {
                out.push(Piece::Text(", "));
                out.extend(clock());
            }
            out
        }
    }
}
