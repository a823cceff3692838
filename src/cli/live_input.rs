//! `stillpage live click` and its like: find the element, see whether it can be reached, give the input.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::live_arguments::{
    LiveFillArguments, LiveGotoArguments, LivePressArguments, LiveScrollArguments, LiveSelectArguments,
    LiveTypeArguments, LiveUploadArguments, LiveWaitArguments, TargetArguments,
};
use super::live_command::{LiveCommand, Request, Wait, address, load};
use super::live_tab::{Rows, attached, call, tab};
use super::memory::LiveSession;
use crate::capture::Measured;
use crate::dom::NodeId;
use crate::error::{ActionError, Error, LimitError, SelectorError};
use crate::geometry::Point;
use crate::hit::Action;
use crate::live::{Key, Settled, Tab};
use crate::safe_text::{PageText, safe};
use crate::tool::{Answer, Arguments, Call, TAB, Target, TypedArguments as _};

const JSON: &str = "JSON: {\"clicked\":true,\"ref\",\"healed\":true|absent,\"navigated\":true|absent,\"dialogs\":[{\"kind\",\"message\",\
                    \"accepted\"}]|absent}, with the name of the action. \"healed\" means that the element was rendered again \
                    since the ref was assigned.";

/// Input to a tab, each a command.
pub(super) const INPUT_COMMANDS: &[LiveCommand] = &[
    LiveCommand {
        name: "click",
        summary: "Click an element",
        about: JSON,
        arguments: TargetArguments::ARGUMENTS,
        examples: &[("live click e16 --cdp http://127.0.0.1:9222", "the element that the last snapshot calls e16")],
        run: |request| {
            let TargetArguments { target } = request.arguments.read();
            give_input(request, "clicked", Action::Click, &target, &|tab, _, _, point| Ok(tab.click(point)?.navigated))
        },
    },
    LiveCommand {
        name: "hover",
        summary: "Move the pointer onto an element",
        about: JSON,
        arguments: TargetArguments::ARGUMENTS,
        examples: &[("live hover '#menu' --cdp http://127.0.0.1:9222", "opens what opens on hover")],
        run: |request| {
            let TargetArguments { target } = request.arguments.read();
            give_input(request, "hovered", Action::Hover, &target, &|tab, _, _, point| tab.hover(point).map(|()| false))
        },
    },
    LiveCommand {
        name: "fill",
        summary: "Replace the text of a text box",
        about: JSON,
        arguments: LiveFillArguments::ARGUMENTS,
        examples: &[("live fill e7 'Ada Lovelace' --cdp http://127.0.0.1:9222", "replaces the old text")],
        run: |request| {
            let LiveFillArguments { target, text } = request.arguments.read();
            give_input(request, "filled", Action::Fill, &target, &|tab, measured, node, _| {
                tab.fill(handle(measured, node)?, &text).map(|()| false)
            })
        },
    },
    LiveCommand {
        name: "type",
        summary: "Type into an element",
        about: JSON,
        arguments: LiveTypeArguments::ARGUMENTS,
        examples: &[("live type e7 ' and more' --cdp http://127.0.0.1:9222", "at the end of what is there")],
        run: |request| {
            let LiveTypeArguments { target, text } = request.arguments.read();
            give_input(request, "typed", Action::Type, &target, &|tab, measured, node, _| {
                tab.focus(handle(measured, node)?)?;
                tab.insert_text(&text).map(|()| false)
            })
        },
    },
    LiveCommand {
        name: "select",
        summary: "Choose options of a select, and no others",
        about: JSON,
        arguments: LiveSelectArguments::ARGUMENTS,
        examples: &[
            ("live select e9 'Express' --cdp http://127.0.0.1:9222", "by its label"),
            ("live select e9 Red Blue --cdp http://127.0.0.1:9222", "two options of a select that takes several"),
        ],
        run: |request| {
            let LiveSelectArguments { target, text } = request.arguments.read();
            let options: Vec<&str> = text.iter().map(String::as_str).collect();
            give_input(request, "selected", Action::Select, &target, &|tab, measured, node, _| {
                tab.select(handle(measured, node)?, &options).map(|_| false)
            })
        },
    },
    LiveCommand {
        name: "upload",
        summary: "Choose files in a file input",
        about: "JSON: {\"uploaded\":true,\"ref\",\"healed\":true|absent}.",
        arguments: LiveUploadArguments::ARGUMENTS,
        examples: &[("live upload e12 photo.png --cdp http://127.0.0.1:9222", "as if chosen in the dialog")],
        run: upload,
    },
    LiveCommand {
        name: "goto",
        summary: "Load an address in the tab",
        about: "Waits until the page has loaded and settled. Refs of the previous document no longer resolve. JSON: \
                {\"navigated\":true,\"url\"}.",
        arguments: LiveGotoArguments::ARGUMENTS,
        examples: &[("live goto https://example.org --cdp http://127.0.0.1:9222", "in the only open tab")],
        run: goto,
    },
    LiveCommand {
        name: "back",
        summary: "Go back to the page before",
        about: "JSON: {\"navigated\":true,\"url\"}.",
        arguments: &[],
        examples: &[("live back --cdp http://127.0.0.1:9222", "one step in the history of the tab")],
        run: |request| {
            let mut browser = attached(request)?;
            let mut tab = tab(&mut browser, request)?;
            let url = tab.back().map_err(with_goto)?.url;
            Ok(with_dialogs(&mut tab, json!({ "navigated": true, "url": url })))
        },
    },
    LiveCommand {
        name: "press",
        summary: "Press a key, on an element if one is given",
        about: JSON,
        arguments: LivePressArguments::ARGUMENTS,
        examples: &[("live press Enter e7 --cdp http://127.0.0.1:9222", "submits the form that e7 is in")],
        run: press,
    },
    LiveCommand {
        name: "scroll",
        summary: "Scroll an element into view, or the page by some pixels",
        about: JSON,
        arguments: LiveScrollArguments::ARGUMENTS,
        examples: &[
            ("live scroll e40 --cdp http://127.0.0.1:9222", "brings e40 into the window"),
            ("live scroll --by 0,600 --cdp http://127.0.0.1:9222", "down by 600 pixels"),
        ],
        run: scroll,
    },
    LiveCommand {
        name: "wait",
        summary: "Wait for a text, an element, some time, or for the page to settle",
        about: "Without FOR it waits until nothing has been loaded for half a second. It is an error (timeout) if that does \
                not happen within --timeout. JSON: {\"waited\":true}.",
        arguments: LiveWaitArguments::ARGUMENTS,
        examples: &[("live wait 'Thank you' --cdp http://127.0.0.1:9222", "until the text is on the page")],
        run: wait,
    },
];

fn handle(measured: &Measured, node: NodeId) -> Result<i64, Error> {
    measured.handle(node).ok_or_else(|| Error::Internal { reason: "an element without a handle".into() })
}

/// An element that was found.
struct Found {
    measured: Measured,
    arguments: Arguments,
    memory: Option<LiveSession>,
    target: Target,
}

impl Found {
    /// Writes down what refs meant.
    fn forget(self) -> Result<(), Error> {
        self.memory.map_or(Ok(()), |memory| memory.save(&self.measured))
    }

    fn call(&self) -> Call<'_> {
        call(&self.measured, &self.arguments, self.memory.as_ref())
    }
}

/// The point of an element where an action goes, by the measured page and by Chromium's hit test.
fn reach(tab: &mut Tab<'_>, found: &Found, node: NodeId, action: Action) -> Result<Point, Error> {
    let point = found.target.aim(&found.call(), node, action)?;
    if action.needs_hit_test() {
        let hit = tab.node_at(point)?.and_then(|backend| found.measured.node(backend));
        found.target.confirm(&found.call(), node, point, hit)?;
    }
    Ok(point)
}

/// Finds the target of a text on the current page.
fn find(tab: &mut Tab<'_>, request: &Request, text: &str) -> Result<Found, Error> {
    let arguments = request.arguments.clone().with(&TAB, tab.id());
    let mut memory = LiveSession::open(&arguments, tab)?;
    let measured = tab.measure()?;
    if let Some(memory) = &mut memory {
        memory.connect(&measured);
    }
    match Target::find(&call(&measured, &arguments, memory.as_ref()), text) {
        Ok(mut target) => {
            let handles = target.reference.as_deref().zip(measured.handle(target.node)).zip(memory.as_ref());
            target.healed = handles.is_some_and(|((reference, now), memory)| memory.is_healed(reference, now));
            Ok(Found { measured, arguments, memory, target })
        }
        Err(error) => {
            // The error may name refs.
            if let Some(memory) = memory {
                memory.save(&measured)?;
            }
            Err(error)
        }
    }
}

type Input<'a> = &'a dyn Fn(&mut Tab<'_>, &Measured, NodeId, Point) -> Result<bool, Error>;

/// Finds the element, brings it into view, sees whether the action reaches it, and acts on it.
fn give_input(
    request: &Request,
    done: &str,
    action: Action,
    name: &str,
    input: Input<'_>,
) -> Result<Box<dyn Answer>, Error> {
    let mut browser = attached(request)?;
    let mut tab = tab(&mut browser, request)?;
    let mut found = find(&mut tab, request, name)?;
    let mut node = found.target.node;
    let backend = handle(&found.measured, node)?;
    if action.needs_hit_test() && found.measured.page.layout().get(node).is_some() {
        // What is in view stays where it is.
        tab.scroll_to(backend)?;
        tab.pause(Duration::from_millis(30))?;
        let now = tab.measure()?;
        if let Some(memory) = &mut found.memory {
            memory.learn(&found.measured);
            memory.connect(&now);
        }
        found.measured = now;
        node = found.measured.node(backend).ok_or_else(|| {
            Error::Selector(SelectorError::NotFound {
                what: safe!("`{}`, which went away while it was scrolled into view", PageText::of(name)),
                hint: "take a new snapshot".into(),
            })
        })?;
    }
    let done_to = reach(&mut tab, &found, node, action).and_then(|point| input(&mut tab, &found.measured, node, point));
    let answered = found.target.clone();
    found.forget()?;
    let (found, navigated) = (answered, done_to?);
    let mut answer = Map::new();
    answer.insert(done.to_owned(), true.into());
    answer.insert("ref".to_owned(), json!(found.reference));
    if found.healed {
        answer.insert("healed".to_owned(), true.into());
    }
    if navigated {
        answer.insert("navigated".to_owned(), true.into());
    }
    Ok(with_dialogs(&mut tab, Value::Object(answer)))
}

/// An answer, with the dialogs that the page showed meanwhile.
fn with_dialogs(tab: &mut Tab<'_>, mut answer: Value) -> Box<dyn Answer> {
    let dialogs = tab.take_dialogs();
    if !dialogs.is_empty() {
        answer["dialogs"] = json!(dialogs);
    }
    Box::new(Rows(answer))
}

/// Adds the command that loads a page to the error of a tab without one to go back to.
fn with_goto(error: Error) -> Error {
    match error {
        Error::Action(ActionError::NotFound { what, hint }) => {
            let hint = safe!("{}; `stillpage live goto URL` loads one", hint);
            Error::Action(ActionError::NotFound { what, hint })
        }
        other => other,
    }
}

fn press(request: &Request) -> Result<Box<dyn Answer>, Error> {
    let given: LivePressArguments = request.arguments.read();
    let key: Key = given.key.parse()?;
    let mut browser = attached(request)?;
    let mut tab = tab(&mut browser, request)?;
    let mut answer = json!({ "pressed": true });
    if let Some(name) = &given.target {
        let found = find(&mut tab, request, name)?;
        tab.focus(handle(&found.measured, found.target.node)?)?;
        answer["ref"] = json!(found.target.reference);
        if found.target.healed {
            answer["healed"] = true.into();
        }
        found.forget()?;
    }
    if tab.press(&key)?.navigated {
        answer["navigated"] = true.into();
    }
    Ok(with_dialogs(&mut tab, answer))
}

fn goto(request: &Request) -> Result<Box<dyn Answer>, Error> {
    let url = address(&request.arguments.read::<LiveGotoArguments>().url)?;
    let mut browser = attached(request)?;
    let mut tab = tab(&mut browser, request)?;
    load(&mut tab, &url, request.limit())?;
    let url = tab.navigation()?.url;
    Ok(with_dialogs(&mut tab, json!({ "navigated": true, "url": url })))
}

fn upload(request: &Request) -> Result<Box<dyn Answer>, Error> {
    let given: LiveUploadArguments = request.arguments.read();
    let mut files = Vec::new();
    for file in &given.file {
        let path = std::fs::canonicalize(file).map_err(|error| Error::io(file, &error))?;
        files.push(path.to_string_lossy().into_owned());
    }
    let mut browser = attached(request)?;
    let mut tab = tab(&mut browser, request)?;
    let found = find(&mut tab, request, &given.target)?;
    tab.upload(handle(&found.measured, found.target.node)?, &files)?;
    let mut answer = json!({ "uploaded": true, "ref": found.target.reference });
    if found.target.healed {
        answer["healed"] = true.into();
    }
    found.forget()?;
    Ok(with_dialogs(&mut tab, answer))
}

fn scroll(request: &Request) -> Result<Box<dyn Answer>, Error> {
    let mut browser = attached(request)?;
    let mut tab = tab(&mut browser, request)?;
    let given: LiveScrollArguments = request.arguments.read();
    let mut answer = json!({ "scrolled": true });
    if let Some(name) = &given.target {
        let found = find(&mut tab, request, name)?;
        tab.scroll_to(handle(&found.measured, found.target.node)?)?;
        answer["ref"] = json!(found.target.reference);
        if found.target.healed {
            answer["healed"] = true.into();
        }
        found.forget()?;
    }
    if let Some(by) = given.by {
        let size = tab.measure()?.page.device().viewport;
        tab.wheel(Point::new(size.width / 2.0, size.height / 2.0), by)?;
    }
    let offset = tab.evaluate("[scrollX, scrollY]")?;
    answer["x"] = offset[0].clone();
    answer["y"] = offset[1].clone();
    Ok(with_dialogs(&mut tab, answer))
}

fn wait(request: &Request) -> Result<Box<dyn Answer>, Error> {
    let mut browser = attached(request)?;
    let mut tab = tab(&mut browser, request)?;
    match &request.arguments.read::<LiveWaitArguments>().what {
        Some(what) => Wait::parse(what).wait(&mut tab, request.limit())?,
        None => {
            let limit = request.limit();
            if tab.settle_within(Duration::from_millis(500), limit)? == Settled::Busy {
                return Err(Error::Limit(LimitError::Timeout {
                    what: "the page did not finish loading".into(),
                    limit,
                    hint: "wait for the part you need: a text, or a selector".into(),
                    setting: None,
                }));
            }
        }
    }
    Ok(with_dialogs(&mut tab, json!({ "waited": true })))
}
