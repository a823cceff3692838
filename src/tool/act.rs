//! `stillpage click`, `fill`, `type`, `press`, `select`, `set-checked`, `hover`, `drag`, `scroll`, `submit`: one action on a page.

use serde_json::{Value, json};

use super::act_arguments::{
    Checkedness, ClickArguments, DragArguments, FillArguments, OutputArguments, PressArguments, ScrollArguments,
    SelectArguments, SetCheckedArguments, TARGET, TargetArguments, TypeArguments,
};
use super::element::Elements;
use super::landing::refusal;
use super::{Answer, Call, Surface, Tool, TypedArguments, Verdict, joined, target, to_json};
use crate::activation::{ActionFailure, ActiveDocument, Button, Effect, submit_button};
use crate::dom::{Dom, Mutation, NodeId, SerializeOptions, file_text, local_name};
use crate::error::{ActionError, Error};
use crate::geometry::Point;
use crate::keyboard::Key;
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put_line, safe};
use crate::snapshot::{Difference, Snapshot, SnapshotOptions};

/// The help of an action: its own first sentences, then those that all of them share.
macro_rules! about {
    ($first:literal) => {
        concat!(
            $first,
            "\n\nNo script runs: what happens is what a browser does by itself. Printed are the effects that go beyond the page \
             (a link that leads elsewhere, a form that is sent), then what changed, by ref. With -o the page after the action is \
             written to a file, with its focus and where it is scrolled, for the next command. An action that the element does not \
             accept is refused with the reason, as by `stillpage check`, and nothing is written.\n\n\
             JSON: {\"action\",\"ref\",\"index\",\"effects\":[{\"effect\",...}],\"focus\",\"same\",\"changes\":[...]}."
        )
    };
}

/// Their names.
#[cfg(feature = "cli")]
pub(super) const NAMES: &[&str] =
    &["click", "fill", "type", "press", "select", "set-checked", "hover", "drag", "scroll", "submit"];

pub(super) const CLICK: Tool = Tool {
    name: "click",
    summary: "The page after a click on an element",
    about: about!(
        "Scrolls the element into view and clicks its middle. Checkboxes, radio buttons, details, dialogs, popovers, labels, \
         links within the page and the buttons of forms do what they do in a browser."
    ),
    arguments: joined!(ClickArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[
        ("click page.html e12", "what a click on a ref of the snapshot changes"),
        ("click page.html '#menu' -o after.html", "the page to go on with"),
    ],
    run: |call| {
        let ClickArguments { button, count, .. } = call.given();
        on_target(call, "click", |document, node| document.click(node, button, &Key::default(), count))
    },
};

pub(super) const FILL: Tool = Tool {
    name: "fill",
    summary: "The page after the text of a field is replaced",
    about: about!("Replaces the text of an input, a textarea or an editable element, as Playwright's fill()."),
    arguments: joined!(FillArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("fill page.html e7 'Ada Lovelace' -o after.html", "a field of a form")],
    run: |call| {
        let FillArguments { text, .. } = call.given();
        on_target(call, "fill", |document, node| document.fill(node, &text))
    },
};

pub(super) const TYPE: Tool = Tool {
    name: "type",
    summary: "The page after a text is typed into an element, key by key",
    about: about!("Focuses the element and presses a key for each character, after what is in it already."),
    arguments: joined!(TypeArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("type page.html '[name=q]' ferns --submit", "where a search form would lead")],
    run: |call| {
        let TypeArguments { text, submit, .. } = call.given();
        on_target(call, "type", |document, node| {
            document.type_text(node, &text);
            if submit {
                document.press(&Key { name: "Enter".to_owned(), ..Key::default() });
            }
            Ok(())
        })
    },
};

pub(super) const PRESS: Tool = Tool {
    name: "press",
    summary: "The page after a key is pressed",
    about: about!("Presses a key where the focus is, by Playwright's name for it: Tab, Enter, ArrowDown, Control+A."),
    arguments: joined!(PressArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("press page.html Tab -o after.html", "where the focus goes first")],
    run: |call| {
        let key: Key = call.given::<PressArguments>().key.parse()?;
        on_page(call, "press", |document| document.press(&key))
    },
};

pub(super) const SELECT: Tool = Tool {
    name: "select",
    summary: "The page after options of a select are chosen",
    about: about!("Chooses the options with these values or labels, and no others."),
    arguments: joined!(SelectArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("select page.html '#size' Large -o after.html", "an option by its label")],
    run: |call| {
        let SelectArguments { option, .. } = call.given();
        on_target(call, "select", |document, node| document.select_options(node, &option))
    },
};

pub(super) const SET_CHECKED: Tool = Tool {
    name: "set-checked",
    summary: "The page after a checkbox or radio button is checked or unchecked",
    about: about!(
        "Clicks it if it is not so already, as Playwright's setChecked(). `stillpage check` asks whether a click would land."
    ),
    arguments: joined!(SetCheckedArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("set-checked page.html e9 on -o after.html", "a box that may be checked already")],
    run: |call| {
        let checked = call.given::<SetCheckedArguments>().state == Checkedness::On;
        on_target(call, "set-checked", |document, node| document.set_checkedness(node, checked))
    },
};

pub(super) const HOVER: Tool = Tool {
    name: "hover",
    summary: "The page with the pointer over an element",
    about: about!(
        "Moves the pointer to the middle of the element; rules with :hover show. A written file is the page without the pointer."
    ),
    arguments: joined!(TargetArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("hover page.html 'nav > ul > li'", "does a menu open without a script")],
    run: |call| on_target(call, "hover", ActiveDocument::hover),
};

pub(super) const DRAG: Tool = Tool {
    name: "drag",
    summary: "Whether an element can be dragged onto another one",
    about: about!(
        "Presses the button on the first element and releases it on the second. What a drop leads to is a matter of scripts."
    ),
    arguments: joined!(DragArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("drag page.html e4 e9", "are both ends within reach of the pointer")],
    run: |call| {
        let to = target::find_one(call.page(), &Elements::new(call), &call.given::<DragArguments>().to)?;
        on_target(call, "drag", |document, node| document.drag(node, to))
    },
};

pub(super) const SCROLL: Tool = Tool {
    name: "scroll",
    summary: "The page after the wheel is turned",
    about: about!("Turns the wheel in the middle of the window, or over an element: what can be scrolled there is."),
    arguments: joined!(ScrollArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("scroll page.html 0,720 -o after.html", "one window down")],
    run: |call| {
        let ScrollArguments { by, over, .. } = call.given();
        let over = over.as_deref().map(|over| target::find_one(call.page(), &Elements::new(call), over)).transpose()?;
        let window = call.page().layout().viewport.client;
        act(call, "scroll", over, |document| {
            match over {
                Some(node) => document.hover(node)?,
                None => document.move_pointer(Point::new(window.width / 2.0, window.height / 2.0)),
            }
            document.wheel(by);
            Ok(())
        })
    },
};

pub(super) const SUBMIT: Tool = Tool {
    name: "submit",
    summary: "What a form would send, and where to",
    about: about!(
        "Submits the form that is the element, or that the element is in, by its first submit button that is not disabled, as Enter \
         in one of its fields does. A form that is not valid is not sent."
    ),
    arguments: joined!(TargetArguments::ARGUMENTS, OutputArguments::ARGUMENTS),
    examples: &[("submit page.html form --json", "the request as data")],
    run: |call| {
        let (page, elements) = (call.page(), Elements::new(call));
        let node = target::find_one(page, &elements, call.arguments.text_of(&TARGET).unwrap_or_default())?;
        let (form, button) = submitter(page, node, call.arguments.surface())?;
        act(call, "submit", Some(form), |document| document.click(button, Button::Left, &Key::default(), 1))
    },
};

/// Returns the form that an element is or is in, and the button that submits it.
pub(crate) fn submitter(page: &Page, node: NodeId, surface: Surface) -> Result<(NodeId, NodeId), ActionError> {
    let form = form_of(page.dom(), node).ok_or_else(|| {
        ActionError::arguments(
            "the element is not a form, and not in a form",
            "name a form, or a field or button of one",
        )
    })?;
    let button = submit_button(page.dom(), form).ok_or_else(|| ActionError::NotFound {
        what: "a submit button of the form that is not disabled".into(),
        hint: match surface {
            Surface::CommandLine => "press Enter in one of its fields: stillpage type FILE FIELD TEXT --submit".into(),
            Surface::Server => "press Enter in one of its fields: type with submit".into(),
        },
    })?;
    Ok((form, button))
}

fn form_of(dom: &Dom, node: NodeId) -> Option<NodeId> {
    let around = std::iter::once(node).chain(dom.ancestors(node)).find(|&n| dom.is_html(n, &local_name!("form")));
    around.or_else(|| dom.form().owner(node))
}

/// Does something to the element that the call names.
fn on_target(
    call: &Call<'_>,
    name: &'static str,
    step: impl FnOnce(&mut ActiveDocument, NodeId) -> Result<(), ActionFailure>,
) -> Result<Box<dyn Answer>, Error> {
    let node =
        target::find_one(call.page(), &Elements::new(call), call.arguments.text_of(&TARGET).unwrap_or_default())?;
    act(call, name, Some(node), |document| step(document, node))
}

/// Does something that is about no element.
fn on_page(
    call: &Call<'_>,
    name: &'static str,
    step: impl FnOnce(&mut ActiveDocument),
) -> Result<Box<dyn Answer>, Error> {
    act(call, name, None, |document| {
        step(document);
        Ok(())
    })
}

fn act(
    call: &Call<'_>,
    name: &'static str,
    node: Option<NodeId>,
    step: impl FnOnce(&mut ActiveDocument) -> Result<(), ActionFailure>,
) -> Result<Box<dyn Answer>, Error> {
    let page = call.page();
    let elements = Elements::new(call);
    let before = Snapshot::render(page, &SnapshotOptions::default()).with_refs(elements.refs().clone());
    let mut document = ActiveDocument::new(page.dom().clone(), page.device().clone());
    if let Err(failure) = step(&mut document) {
        return Err(explain(document.page(), &elements, node, &failure, call.arguments.surface()).into());
    }
    let effects = document.take_effects();
    let after = document.page();
    let effects = effects.iter().filter_map(|effect| effect_lines(after, &elements, effect)).collect();
    let snapshot = Snapshot::render(after, &SnapshotOptions::default()).with_refs(elements.refs().clone());
    let difference = Difference::of(&before, &snapshot);
    let output = call.given::<OutputArguments>().output.map(|path| path.to_string());
    let html = output.is_some().then(|| written(&document)).transpose()?;
    Ok(Box::new(ActionAnswer {
        name,
        subject: node.map(|node| subject(page, &elements, node)).unwrap_or_default(),
        reference: node.and_then(|node| elements.reference(node)),
        index: node.and_then(|node| elements.index(node)),
        focus: document.focused().and_then(|node| elements.reference(node)),
        effects,
        difference,
        file: output.zip(html.map(file_text)),
    }))
}

fn subject(page: &Page, elements: &Elements<'_>, node: NodeId) -> SafeText {
    let mut out = super::element::path_step(page.dom(), node);
    if let Some(reference) = elements.reference(node) {
        out = safe!("{} [ref={}]", out, PageText::token(&reference));
    }
    out
}

/// Returns the reason why an action on a page that no command opened was not done.
pub(crate) fn action_error(page: &Page, node: Option<NodeId>, failure: &ActionFailure) -> ActionError {
    explain(page, &Elements::alone(page), node, failure, Surface::Server)
}

/// Returns the reason why an action was not done.
fn explain(
    page: &Page,
    elements: &Elements<'_>,
    node: Option<NodeId>,
    failure: &ActionFailure,
    surface: Surface,
) -> ActionError {
    let subject_of = |node: NodeId| subject(page, elements, node);
    let named = node.map(subject_of).unwrap_or_default();
    match failure {
        ActionFailure::Refused(landing) => refusal(page, elements, landing).unwrap_or_else(|| {
            ActionError::arguments(
                safe!("{} does not get it", named),
                surface.say("see `stillpage check` for the reason"),
            )
        }),
        ActionFailure::NotEditable(node) => ActionError::arguments(
            safe!("{} is read-only", subject_of(*node)),
            surface.say("act on a field that takes text; `stillpage explain` says what this one is"),
        ),
        ActionFailure::WrongElement(reason) | ActionFailure::Malformed(reason) => ActionError::arguments(
            safe!("{}: {}", named, *reason),
            surface.say("see `stillpage snapshot` for what the element is"),
        ),
        ActionFailure::NoSuchOption => ActionError::NotFound {
            what: safe!("an option of {} with this value or label", named),
            hint: surface.say("`stillpage find FILE option` lists the options"),
        },
        ActionFailure::OptionDisabled(option) => {
            ActionError::arguments(safe!("{} is disabled", subject_of(*option)), "choose another option")
        }
    }
}

/// Returns effects as the commands print them as JSON, without those that the changes of the page show.
pub(crate) fn effects_json(page: &Page, effects: &[Effect]) -> Vec<Value> {
    let elements = Elements::alone(page);
    effects.iter().filter_map(|effect| effect_lines(page, &elements, effect)).map(|(_, value)| value).collect()
}

/// An effect as a line and as data; `None` for those that the changes of the page show.
fn effect_lines(page: &Page, elements: &Elements<'_>, effect: &Effect) -> Option<(SafeText, Value)> {
    let about =
        |node: NodeId| (subject(page, elements, node), json!(elements.reference(node)), json!(elements.index(node)));
    Some(match effect {
        Effect::Scrolled => ("the page, or a part of it, is scrolled".into(), json!({ "effect": "scrolled" })),
        Effect::Reset(form) => {
            let (subject, reference, index) = about(*form);
            (safe!("{} is reset", subject), json!({ "effect": "reset", "ref": reference, "index": index }))
        }
        Effect::Invalid(control) => {
            let (subject, reference, index) = about(*control);
            (
                safe!("the form is not sent: {} is not valid", subject),
                json!({ "effect": "invalid", "ref": reference, "index": index }),
            )
        }
        Effect::Fragment(fragment) => {
            (safe!("goes to #{}", PageText::of(fragment)), json!({ "effect": "fragment", "fragment": fragment }))
        }
        Effect::Follow { url, new_tab } => {
            let place = if *new_tab { " in a new tab" } else { "" };
            (
                safe!("leads to {}{}", PageText::of(url), place),
                json!({ "effect": "follow", "url": url, "newTab": new_tab }),
            )
        }
        Effect::Submit(sent) => {
            let fields: Vec<Value> = sent.fields.iter().map(|(name, value)| json!([name, value])).collect();
            (
                safe!("sends the form: {} {}", sent.method, PageText::of(&sent.url())),
                json!({
                    "effect": "submit", "method": sent.method, "url": sent.url(), "enctype": sent.enctype, "fields": fields,
                    "newTab": sent.new_tab,
                }),
            )
        }
        Effect::Picker(node) => {
            let (subject, reference, index) = about(*node);
            (
                safe!("{} opens a native picker, which is not part of the page", subject),
                json!({ "effect": "picker", "ref": reference, "index": index }),
            )
        }
        Effect::Script(node) => {
            let (subject, reference, index) = about(*node);
            (
                safe!("nothing happens to {}; a script of the page may have done something", subject),
                json!({ "effect": "script", "ref": reference, "index": index }),
            )
        }
        // Effects that the changes of the page show.
        _ => return None,
    })
}

/// The page as a file that holds its focus and where it is scrolled.
fn written(document: &ActiveDocument) -> Result<String, Error> {
    let page = document.page();
    let mut dom = page.dom().clone();
    let set = |node: NodeId, name: &str, value: String| Mutation::SetAttribute { node, name: name.to_owned(), value };
    let mut changes = Vec::new();
    changes.extend(
        dom.frozen_focus().map(|node| Mutation::RemoveAttribute { node, name: "data-frozen-focus".to_owned() }),
    );
    changes.extend(document.focused().map(|node| set(node, "data-frozen-focus", String::new())));
    if let Some(root) = dom.document_element(dom.document()) {
        let offset = page.layout().viewport.offset;
        changes.push(set(root, "data-frozen-scroll-x", offset.x.to_string()));
        changes.push(set(root, "data-frozen-scroll-y", offset.y.to_string()));
    }
    for node in dom.elements_in_order() {
        let Some(scroll) = page.layout().get(node).and_then(|placed| placed.scroll()) else { continue };
        if scroll.offset != Point::ZERO || dom.frozen_scroll(node).is_some() {
            changes.push(set(node, "data-frozen-scroll-left", scroll.offset.x.to_string()));
            changes.push(set(node, "data-frozen-scroll-top", scroll.offset.y.to_string()));
        }
    }
    dom.apply_all(&changes).map_err(|error| {
        let reason = error.to_string();
        Error::arguments(safe!("the page cannot be written: {}", PageText::of(&reason)), error.hint())
    })?;
    Ok(dom.to_html(dom.document(), &SerializeOptions { shadow_roots: true, ..SerializeOptions::default() }))
}

/// The result of an action.
struct ActionAnswer {
    name: &'static str,
    subject: SafeText,
    reference: Option<String>,
    index: Option<u32>,
    /// The ref of what has the focus now.
    focus: Option<String>,
    effects: Vec<(SafeText, Value)>,
    difference: Difference,
    file: Option<(String, String)>,
}

impl Answer for ActionAnswer {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        if self.subject.as_str().is_empty() {
            put_line!(out, "# {}", self.name);
        } else {
            put_line!(out, "# {} {}", self.name, self.subject);
        }
        for (line, _) in &self.effects {
            put_line!(out, "# {}", line);
        }
        crate::safe_text::put!(out, "{}", SafeText::lines(self.difference.text()));
        out
    }

    fn json(&self) -> String {
        let effects: Vec<&Value> = self.effects.iter().map(|(_, value)| value).collect();
        to_json(&json!({
            "action": self.name,
            "ref": self.reference,
            "index": self.index,
            "effects": effects,
            "focus": self.focus,
            "same": self.difference.is_empty(),
            "changes": self.difference.changes,
        }))
    }

    fn files(&self) -> Vec<(String, String)> {
        self.file.clone().into_iter().collect()
    }

    fn verdict(&self) -> Verdict {
        Verdict::Done
    }
}
