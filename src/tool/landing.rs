//! Descriptions, in answers and errors, of where an action on an element goes: `check`, and every command that clicks.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::element::{Elements, bounds, hundredths, path_step, ref_mark, role_and_name, tag};
use crate::aria::Role;
use crate::dom::{NodeData, NodeId, local_name};
use crate::error::{ActionError, ActionErrorKind};
use crate::geometry::Point;
use crate::hit::{Landing, Modality, Outcome, Refusal, Scrolled, Unknown, apart};
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put, safe};

/// An element that gets a click that was meant for another one.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Interceptor {
    pub(super) index: Option<u32>,
    /// Its ref, or that of the nearest element around it that has one.
    pub(super) r#ref: Option<String>,
    pub(super) tag: String,
    pub(super) id: Option<String>,
    pub(super) class: Option<String>,
    pub(super) classes: Vec<String>,
    pub(super) role: Option<&'static str>,
    pub(super) name: String,
    /// The dialog that it is in.
    pub(super) dialog: Option<Box<Self>>,
    #[serde(skip)]
    pub(super) step: SafeText,
    /// Role and name, for the text form.
    #[serde(skip)]
    described: SafeText,
}

impl Interceptor {
    /// `node`, in front of `target`.
    pub(super) fn new(page: &Page, elements: &Elements<'_>, modality: &Modality, node: NodeId, target: NodeId) -> Self {
        let mut found = Self::alone(page, elements, node, target);
        let is_dialog =
            |n: &NodeId| page.aria().get(*n).is_some_and(|a| matches!(a.role, Some(Role::Dialog | Role::Alertdialog)));
        let dom = page.dom();
        // A backdrop is beside its dialog.
        let dialog = apart(dom, node, target).into_iter().find(is_dialog).or_else(|| modality.blocker(dom, target));
        let dialog = dialog.filter(|&dialog| dialog != node);
        found.dialog = dialog.map(|dialog| Box::new(Self::alone(page, elements, dialog, target)));
        found
    }

    fn alone(page: &Page, elements: &Elements<'_>, node: NodeId, target: NodeId) -> Self {
        let (dom, aria) = (page.dom(), page.aria().get(node));
        let class = dom.attr(node, &local_name!("class"));
        Self {
            index: elements.index(node),
            r#ref: elements
                .printed_reference(node)
                .or_else(|| apart(dom, node, target).into_iter().find_map(|n| elements.printed_reference(n))),
            tag: tag(dom, node).to_owned(),
            id: dom.attr(node, &local_name!("id")).map(str::to_owned),
            class: class.map(str::to_owned),
            classes: class.unwrap_or_default().split_ascii_whitespace().map(str::to_owned).collect(),
            role: aria.and_then(|a| a.role).map(Role::name),
            name: aria.map(|a| a.name.to_string()).unwrap_or_default(),
            dialog: None,
            step: path_step(dom, node),
            described: role_and_name(page, node),
        }
    }

    /// `div#veil.dim [ref=e91] (dialog "Cookies")`
    pub(super) fn describe(&self) -> SafeText {
        let mut text = safe!("{}{}", self.step, ref_mark(self.r#ref.as_deref()));
        if !self.described.as_str().is_empty() {
            put!(text, " {}", self.described);
        }
        text
    }

    /// Describes it with the dialog that it is in or belongs to.
    pub(super) fn with_dialog(&self) -> SafeText {
        match &self.dialog {
            Some(dialog) => safe!("{} of {}", self.describe(), dialog.describe()),
            None => self.describe(),
        }
    }
}

/// A scroll container that was scrolled for a click.
#[derive(Debug, Clone, Serialize)]
pub(super) struct ScrolledBy {
    /// The scroll container; the `iframe` for the viewport of a frame.
    pub(super) r#ref: Option<String>,
    pub(super) index: Option<u32>,
    pub(super) x: f64,
    pub(super) y: f64,
    #[serde(skip)]
    pub(super) step: SafeText,
}

/// Returns the distance by which the page has been scrolled, and the scroll containers in it.
pub(super) fn scrolled(page: &Page, elements: &Elements<'_>, all: &[Scrolled]) -> ([f64; 2], Vec<ScrolledBy>) {
    let dom = page.dom();
    let mut by_page = [0.0, 0.0];
    let mut inner = Vec::new();
    for scrolled in all {
        let by = [hundredths(scrolled.by.x), hundredths(scrolled.by.y)];
        if scrolled.scroller == dom.document() {
            by_page = by;
            continue;
        }
        let element = match dom.node(scrolled.scroller).data {
            NodeData::Document(_) => dom.frame_element(scrolled.scroller).unwrap_or(scrolled.scroller),
            _ => scrolled.scroller,
        };
        inner.push(ScrolledBy {
            r#ref: elements.printed_reference(element),
            index: elements.index(element),
            x: by[0],
            y: by[1],
            step: path_step(dom, element),
        });
    }
    (by_page, inner)
}

/// `by 0,840` for the page alone, else `ul#list [ref=e5] by 0,300 and the page by 0,840`; empty if nothing is scrolled.
pub(super) fn scrolling((by_page, inner): &([f64; 2], Vec<ScrolledBy>)) -> SafeText {
    let page = (*by_page != [0.0, 0.0]).then(|| safe!("by {},{}", by_page[0], by_page[1]));
    let mut parts: Vec<SafeText> = inner
        .iter()
        .map(|scroller| {
            safe!("{}{} by {},{}", scroller.step, ref_mark(scroller.r#ref.as_deref()), scroller.x, scroller.y)
        })
        .collect();
    match (page, parts.is_empty()) {
        (Some(page), true) => return page,
        (Some(page), false) => parts.push(safe!("the page {}", page)),
        (None, _) => {}
    }
    SafeText::join(parts, " and ")
}

/// Describes the scrolling of an action that lands, for the text of an answer: see [`scrolling`].
pub(super) fn scrolling_of(page: &Page, elements: &Elements<'_>, landing: &Landing) -> SafeText {
    scrolling(&scrolled(page, elements, &landing.scrolled))
}

/// `[x, y]`, viewport coordinates.
pub(super) fn at(point: Point) -> [f64; 2] {
    [hundredths(point.x), hundredths(point.y)]
}

/// Returns the reason why it is not known where a click lands: a clause.
pub(super) fn why_unknown(page: &Page, unknown: Unknown) -> SafeText {
    let step = path_step(page.dom(), unknown.node());
    match unknown {
        Unknown::Canvas(_) => safe!("what {} draws there, and what reacts to clicks, is not in the page", step),
        Unknown::Plugin(_) => safe!("what {} shows there is not in the page", step),
        Unknown::Frame(_) => safe!("the document of {} was not saved", step),
        Unknown::Custom(_) => safe!("what {} is made of was not saved", step),
        _ => unknown.as_str().into(),
    }
}

/// The error of an action that is refused; `None` if it goes through, or if nothing speaks against it.
pub(super) fn refusal(page: &Page, elements: &Elements<'_>, landing: &Landing) -> Option<ActionError> {
    let Outcome::Refused(refusal) = landing.outcome else { return None };
    let node = landing.node;
    let subject = subject(page, elements, node);
    let by = match refusal {
        Refusal::Intercepted(by) | Refusal::PointerEventsNone(by) => by,
        _ => None,
    };
    let by = by.map(|by| Interceptor::new(page, elements, &Modality::of(page), by, node));
    let front = by.as_ref().map_or_else(|| "nothing".into(), Interceptor::with_dialog);
    let [x, y] = landing.point.map(at).unwrap_or_default();
    let (why, message) = match refusal {
        Refusal::Intercepted(_) => (
            ActionErrorKind::ClickIntercepted,
            safe!("{} does not get a click at {},{}: {} is in front", subject, x, y, front),
        ),
        Refusal::PointerEventsNone(_) => (
            ActionErrorKind::ClickIntercepted,
            safe!("{} lets pointers through (pointer-events: none): a click at {},{} goes to {}", subject, x, y, front),
        ),
        Refusal::Disabled(control) if control == node => {
            (ActionErrorKind::NotEnabled, safe!("{} is disabled", subject))
        }
        Refusal::Disabled(control) => {
            let control = self::subject(page, elements, control);
            (ActionErrorKind::NotEnabled, safe!("{} belongs to {}, which is disabled", subject, control))
        }
        Refusal::Inert => (ActionErrorKind::NotEnabled, safe!("{} is inert: the page lets nothing reach it", subject)),
        Refusal::NoBox => (ActionErrorKind::NotVisible, safe!("{} is not rendered, or has no size", subject)),
        Refusal::Hidden => (ActionErrorKind::NotVisible, safe!("{} is invisible (visibility: hidden)", subject)),
        Refusal::Clipped => (
            ActionErrorKind::NotVisible,
            safe!("{} is clipped by an ancestor, or by its own clip; its box is at {}", subject, bounds(page, node)),
        ),
        Refusal::Offscreen if !landing.freed_by.is_empty() => (
            ActionErrorKind::NotVisible,
            safe!("{} is not in the window; its box is at {}", subject, bounds(page, node)),
        ),
        Refusal::Offscreen => (
            ActionErrorKind::NotVisible,
            safe!("{} cannot be scrolled into the window; its box is at {}", subject, bounds(page, node)),
        ),
        _ => (ActionErrorKind::NotVisible, safe!("{}: {}", subject, refusal.as_str())),
    };
    let mut details = Map::new();
    details.insert("ref".to_owned(), json!(elements.reference(node)));
    details.insert("index".to_owned(), json!(elements.index(node)));
    details.insert("reason".to_owned(), json!(refusal.as_str()));
    details.insert("point".to_owned(), json!(landing.point.map(at)));
    details.insert("interceptor".to_owned(), json!(by));
    details.insert("freePoint".to_owned(), json!(landing.free_point.map(at)));
    let (by_page, inner) = scrolled(page, elements, &landing.scrolled);
    details.insert("scrolled".to_owned(), json!({ "x": by_page[0], "y": by_page[1] }));
    details.insert("scrollers".to_owned(), json!(inner));
    details.insert("freedBy".to_owned(), freed_by(page, elements, landing));
    let hint = hint(page, elements, landing, refusal, by.as_ref());
    Some(ActionError::Refused { why, message, hint, details })
}

/// Returns the scrolling after which the click would land, as data; null if no way was found, or looked for.
pub(super) fn freed_by(page: &Page, elements: &Elements<'_>, landing: &Landing) -> Value {
    if landing.freed_by.is_empty() {
        return Value::Null;
    }
    let (by_page, inner) = scrolled(page, elements, &landing.freed_by);
    json!({ "x": by_page[0], "y": by_page[1], "scrollers": inner })
}

/// `@e8 (button "Pay")`, or `button#pay` without a ref.
pub(super) fn subject(page: &Page, elements: &Elements<'_>, node: NodeId) -> SafeText {
    let described = role_and_name(page, node);
    let reference = elements.printed_reference(node);
    match (reference.as_deref().map(PageText::token), described.as_str().is_empty()) {
        (Some(reference), true) => safe!("@{} (generic)", reference),
        (Some(reference), false) => safe!("@{} {}", reference, described),
        (None, true) => path_step(page.dom(), node),
        (None, false) => safe!("{} {}", path_step(page.dom(), node), described),
    }
}

/// Returns advice on what to do about a refusal.
fn hint(
    page: &Page,
    elements: &Elements<'_>,
    landing: &Landing,
    refusal: Refusal,
    by: Option<&Interceptor>,
) -> SafeText {
    match refusal {
        Refusal::Offscreen | Refusal::Clipped if !landing.freed_by.is_empty() => {
            safe!("scroll {}: there a click lands", scrolling(&scrolled(page, elements, &landing.freed_by)))
        }
        Refusal::Intercepted(_) => {
            if let Some(point) = landing.free_point {
                let [x, y] = at(point);
                return safe!("click it at {},{}, where it is free, or dismiss what is in front", x, y);
            }
            if !landing.freed_by.is_empty() {
                let way = scrolling(&scrolled(page, elements, &landing.freed_by));
                return safe!("scroll {}: there it is free; or dismiss what is in front", way);
            }
            match by.and_then(|by| by.dialog.as_deref().or((by.role == Some("dialog")).then_some(by))) {
                Some(dialog) => safe!("act in {} or close it first, then try again", dialog.describe()),
                None => "dismiss what is in front, or wait until it is gone, then try again".into(),
            }
        }
        Refusal::PointerEventsNone(_) => {
            "the page disables clicks on it for now; act on the control that it belongs to".into()
        }
        Refusal::Disabled(_) => "first do what the page requires to enable it, then take a new snapshot".into(),
        Refusal::Inert => "close the dialog or menu that is open, then try again".into(),
        _ => {
            let shown = |&n: &NodeId| page.layout().get(n).is_some_and(|own| !own.rect.is_empty());
            match page.dom().form().labels(landing.node).iter().copied().find(shown) {
                Some(label) => {
                    safe!("click its label {} instead", Interceptor::alone(page, elements, label, label).describe())
                }
                None if matches!(refusal, Refusal::NoBox | Refusal::Hidden) => {
                    "open the menu, tab or section that it is in, then try again".into()
                }
                None => "it is kept out of sight on purpose; look for a visible control that does the same".into(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hit::{Action, HitMap, Policy, land};
    use crate::snapshot::{Snapshot, SnapshotOptions};

    /// The error of a click on `#b`, and its hint. Every ref in them is one that the snapshot prints.
    #[track_caller]
    fn refused(html: &str) -> (String, String) {
        let page = Page::from_html(&format!("<!doctype html><button id=b>Pay</button>{html}"));
        let button =
            page.dom().elements_in_order().find(|&node| page.dom().attr(node, &local_name!("id")) == Some("b"));
        let landing = land(&HitMap::new(&page), button.expect("a button"), Action::Click, Policy::Lineage);
        let error = refusal(&page, &Elements::alone(&page), &landing).expect("the click is refused");
        let printed = Snapshot::render(&page, &SnapshotOptions::default()).to_string();
        let (message, hint) = (error.message().to_string(), error.hint().to_string());
        for reference in format!("{message} {hint}").split("[ref=").skip(1) {
            let reference = reference.split(']').next().unwrap_or_default();
            assert!(printed.contains(&format!("[ref={reference}]")), "{reference} is not in\n{printed}");
        }
        (message, hint)
    }

    #[test]
    fn backdrop_is_named_with_its_dialog() {
        let (message, hint) = refused(
            "<div id=veil style='position:fixed;inset:0'></div><div id=cart role=dialog aria-modal=true aria-label=Cart \
             style='position:fixed;left:300px;top:300px;width:99px;height:99px'>Empty</div>",
        );
        assert!(message.contains("div#veil") && message.contains("of div#cart [ref="), "{message}");
        assert!(message.ends_with("(dialog \"Cart\") is in front"), "{message}");
        assert!(hint.starts_with("act in div#cart"), "{hint}");
    }

    #[test]
    fn what_the_snapshot_leaves_out_is_named_without_a_ref() {
        let (message, _) = refused("<div id=veil style='position:fixed;inset:0'><div><div></div></div></div>");
        assert!(message.contains("div#veil"), "{message}");
        let (message, _) =
            refused("<div style='position:fixed;inset:0'><div id=in style='height:100%'><p>Wait</p></div></div>");
        assert!(message.ends_with("is in front"), "{message}");
    }
}
