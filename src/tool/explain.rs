//! `stillpage explain`

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

use super::element::{Bounds, Elements, bounds, hundredths, path_step, shorten, tag};
use super::{Answer, Argument, Call, FILE, Kind, Tool, target, to_json};
use crate::aria::role::RoleTraits;
use crate::aria::{AriaNode, HiddenBy, NameRule, NameStep, Role, RoleOrigin};
use crate::dom::{Dom, LocalName, NodeId, local_name, ns};
use crate::error::Error;
use crate::geometry::{Point, Rect};
use crate::hit::{Action, HitMap, Modality, Outcome, Policy, Refusal, cover, land};
use crate::page::Page;
use crate::refs::fingerprint::{Fingerprint, Key};
use crate::refs::resolver::Resolution;
use crate::snapshot::{Omission, SnapshotOptions, omission};

pub(super) const TOOL: Tool = Tool {
    name: "explain",
    summary: "Why an element is what it is: role, name step by step, visibility, click, identity",
    about: "Takes one element, by ref or CSS selector (the first match), with or without a ref, and gives the reasons behind \
            every other answer about it: which attribute or rule of HTML-AAM its role is from, each step of the AccName \
            computation that gave text, what hides it and by which element, which rule leaves it out of the snapshot, \
            where its box is, what a click on it would hit, and what a ref to it is recognised by after the page \
            changed. With --session also how the ref was found again on this page: by which proof, and how sure that is.\n\n\
            JSON: {\"element\",\"index\",\"ref\",\"role\":{...},\"name\":{\"value\",\"steps\":[{\"rule\",\"element\",\"index\",\"text\"}]},\
            \"description\",\"states\":[...],\"visibility\":{...},\"snapshot\":{...},\"box\":{...},\"click\":{...},\"identity\":{...},\
            \"resolution\":null|{\"outcome\",\"proof\",\"confidence\",\"reason\"}}.",
    arguments: &[
        FILE,
        Argument::positional("target", Kind::Text, "A ref or a CSS selector; the first match counts").required(),
    ],
    examples: &[
        ("explain page.html e12", "why the snapshot says of e12 what it says"),
        ("explain page.html '#save' --json", "the same for an element by selector, as JSON"),
        ("explain after.html e12 --session s.json", "the same, and by what e12 was found again after the page changed"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, elements) = (call.page(), Elements::new(call));
    let node = target::find_one(page, &elements, call.arguments.text("target").unwrap_or_default())?;
    Ok(Box::new(Explanation::of(&Subject { page, elements: &elements, node })))
}

/// What is asked about.
struct Subject<'a> {
    page: &'a Page,
    elements: &'a Elements<'a>,
    node: NodeId,
}

impl Subject<'_> {
    fn dom(&self) -> &Dom {
        self.page.dom()
    }

    fn aria(&self) -> Option<&AriaNode> {
        self.page.aria().get(self.node)
    }

    /// `div.veil [ref=e9]`, or `itself`.
    fn told(&self, node: NodeId) -> String {
        if node == self.node {
            return "itself".to_owned();
        }
        let reference = self.elements.reference(node).map(|r| format!(" [ref={r}]")).unwrap_or_default();
        path_step(self.dom(), node) + &reference
    }
}

#[derive(Serialize)]
struct Explanation {
    element: String,
    index: Option<u32>,
    r#ref: Option<String>,
    role: RoleWhy,
    name: NameWhy,
    description: String,
    states: Vec<String>,
    visibility: Visibility,
    snapshot: InSnapshot,
    r#box: Option<BoxWhere>,
    click: Click,
    identity: Option<IdentityWhy>,
    /// How a session found it; `None` without one, and for what is new to it.
    resolution: Option<ResolutionWhy>,
}

impl Explanation {
    fn of(subject: &Subject<'_>) -> Self {
        let visibility = Visibility::of(subject);
        Self {
            element: path_step(subject.dom(), subject.node),
            index: subject.elements.index(subject.node),
            r#ref: subject.elements.reference(subject.node),
            role: RoleWhy::of(subject),
            name: NameWhy::of(subject),
            description: subject.aria().map(|a| a.description.to_string()).unwrap_or_default(),
            states: states(subject),
            snapshot: InSnapshot::of(subject),
            r#box: BoxWhere::of(subject),
            click: Click::of(subject),
            identity: IdentityWhy::of(subject),
            resolution: subject.elements.resolution(subject.node).map(ResolutionWhy::of),
            visibility,
        }
    }
}

#[derive(Serialize)]
struct RoleWhy {
    value: Option<&'static str>,
    /// `attribute`, `host language`, `conflict`, `inherited` or `none`.
    origin: &'static str,
    why: String,
}

impl RoleWhy {
    fn of(subject: &Subject<'_>) -> Self {
        let dom = subject.dom();
        let (tag, written) = (tag(dom, subject.node), dom.attr(subject.node, &local_name!("role")).unwrap_or_default());
        let role = subject.aria().and_then(|a| a.role).map(Role::name);
        let without = |skipped: &[String]| match skipped {
            [] => String::new(),
            [one] => format!(" (`{one}` is no role)"),
            many => format!(" (`{}` are no roles)", many.join("`, `")),
        };
        let (origin, why) = match RoleOrigin::of(dom, subject.node) {
            RoleOrigin::Attribute { skipped } => {
                ("attribute", format!("the attribute role=\"{}\"{}", shorten(written, 60), without(&skipped)))
            }
            RoleOrigin::Conflict { attribute } => {
                let because = attribute.map_or_else(|| "is focusable".to_owned(), |name| format!("has {name}"));
                (
                    "conflict",
                    format!(
                        "role=\"{}\" does not count, because the element {because}; what <{tag}> is counts",
                        written.trim()
                    ),
                )
            }
            RoleOrigin::Inherited { from } => {
                ("inherited", format!("{} around it is presentational, and it is a part of that", subject.told(from)))
            }
            RoleOrigin::HostLanguage { skipped } => {
                let rule = match dom.element(subject.node).map(|e| &e.name.ns) {
                    Some(n) if *n == ns!(svg) => "SVG-AAM",
                    Some(n) if *n == ns!(mathml) => "MathML-AAM",
                    _ => "HTML-AAM",
                };
                ("host language", format!("{} ({rule}){}", described(dom, subject.node), without(&skipped)))
            }
            RoleOrigin::None { skipped } => (
                "none",
                format!(
                    "{} has none (HTML-AAM){}; snapshots call it generic",
                    described(dom, subject.node),
                    without(&skipped)
                ),
            ),
        };
        Self { value: role, origin, why }
    }
}

/// `<input type=email>`: the attributes that decide on a role.
fn described(dom: &Dom, node: NodeId) -> String {
    let Some(element) = dom.element(node) else { return String::new() };
    let mut text = format!("<{}", element.name.local);
    let deciding: &[LocalName] = match &*element.name.local {
        "input" => &[local_name!("type"), local_name!("list")],
        "a" | "area" => &[local_name!("href")],
        "img" => &[local_name!("alt")],
        "select" => &[local_name!("multiple"), local_name!("size")],
        "th" => &[local_name!("scope")],
        "section" | "form" => &[local_name!("aria-label"), local_name!("aria-labelledby")],
        _ => &[],
    };
    for name in deciding {
        if let Some(value) = element.attr(name) {
            let _ = match value {
                "" => write!(text, " {name}"),
                value => write!(text, " {name}=\"{}\"", shorten(value, 40)),
            };
        }
    }
    text + ">"
}

#[derive(Serialize)]
struct NameWhy {
    value: String,
    steps: Vec<Step>,
    /// Why there is none; empty if there is one.
    why_none: &'static str,
}

#[derive(Serialize)]
struct Step {
    rule: &'static str,
    /// The letter of the step in AccName 1.2.
    step: &'static str,
    element: String,
    index: Option<u32>,
    depth: usize,
    text: String,
}

impl NameWhy {
    fn of(subject: &Subject<'_>) -> Self {
        let (dom, page) = (subject.dom(), subject.page);
        let value = subject.aria().map(|a| a.name.to_string()).unwrap_or_default();
        let steps: Vec<Step> = page
            .aria()
            .explain_name(dom, page.styles(), subject.node)
            .into_iter()
            .map(|step| {
                let (letter, rule) = rule(dom, &step);
                Step {
                    rule,
                    step: letter,
                    element: subject.told(step.node),
                    index: subject.elements.index(step.node),
                    depth: step.depth,
                    text: step.text.split_whitespace().collect::<Vec<_>>().join(" "),
                }
            })
            .collect();
        let role = subject.aria().and_then(|a| a.role);
        let why_none = match role {
            _ if !value.is_empty() => "",
            Some(role) if role.traits().contains(RoleTraits::NAME_PROHIBITED) => "its role may not be named",
            _ if subject.aria().is_some_and(|a| a.exposure.contains(crate::aria::Exposure::HIDDEN)) => {
                "it is hidden from assistive technology"
            }
            Some(role) if !role.traits().contains(RoleTraits::NAMED_BY_CONTENT) => {
                "nothing labels it, and its role is not named by its content"
            }
            None => "nothing labels it, and without a role its content is no name",
            Some(_) => "nothing labels it, and it has no content that could",
        };
        Self { value, steps, why_none }
    }
}

/// The letter of a step in AccName and what it looked at.
fn rule(dom: &Dom, step: &NameStep) -> (&'static str, &'static str) {
    let is = |name: &LocalName| dom.attr(step.node, name).is_some_and(|value| value.trim() == step.text.trim());
    match step.rule {
        NameRule::LabelledBy => ("2B", "aria-labelledby"),
        NameRule::EmbeddedControl => ("2C", "the value of a control in it"),
        NameRule::AriaLabel => ("2D", "aria-label"),
        NameRule::Content => ("2F", "its content"),
        NameRule::Tooltip => ("2I", "title"),
        NameRule::HostLanguage if is(&local_name!("alt")) => ("2E", "alt"),
        NameRule::HostLanguage if is(&local_name!("value")) => ("2E", "value"),
        NameRule::HostLanguage if is(&local_name!("placeholder")) => ("2E", "placeholder"),
        NameRule::HostLanguage if is(&local_name!("title")) => ("2E", "title"),
        NameRule::HostLanguage if !dom.form().labels(step.node).is_empty() => ("2E", "its label"),
        NameRule::HostLanguage => ("2E", "the part of it that names it"),
    }
}

fn states(subject: &Subject<'_>) -> Vec<String> {
    let Some(aria) = subject.aria() else { return Vec::new() };
    aria.states.words(subject.page.aria().active() == Some(subject.node)).map(Cow::into_owned).collect()
}

#[derive(Serialize)]
struct Visibility {
    /// A person who looks at the whole page could see it.
    visible: bool,
    /// Assistive technology is told of it.
    exposed: bool,
    hidden_by: Vec<Cause>,
    /// A modal or `inert` keeps pointers away.
    blocked: Option<String>,
    /// This covers it wherever a pointer tries.
    covered_by: Option<String>,
    /// `above`, `below`, `left` or `right` of the window; `None` if a part of it shows.
    offscreen: Option<&'static str>,
    /// Ancestors clip all of it.
    clipped_by: Option<String>,
}

#[derive(Serialize)]
struct Cause {
    element: String,
    how: &'static str,
}

impl Visibility {
    fn of(subject: &Subject<'_>) -> Self {
        let (page, node) = (subject.page, subject.node);
        let causes = HiddenBy::all(page.dom(), page.styles(), page.layout(), node);
        let visible = !causes.iter().any(|cause| cause.how.is_seen_by_nobody());
        let modality = Modality::of(page);
        let blocked = modality.blocks(node).then(|| match modality.blocker(page.dom(), node) {
            Some(modal) => format!("the open modal {}", subject.told(modal)),
            None => "inert".to_owned(),
        });
        let map = HitMap::new(page);
        let offscreen = page.layout().get(node).filter(|_| visible).and_then(|b| off_window(page, &b.rect));
        let reachable = visible && offscreen.is_none();
        Self {
            visible,
            exposed: subject.aria().is_some_and(|a| !a.exposure.contains(crate::aria::Exposure::HIDDEN)),
            hidden_by: causes
                .iter()
                .map(|cause| Cause { element: subject.told(cause.node), how: cause.how.words() })
                .collect(),
            blocked,
            covered_by: cover(&map, node).filter(|_| reachable).map(|by| subject.told(by.overlay)),
            offscreen,
            clipped_by: clipper(page, node).filter(|_| visible).map(|by| subject.told(by)),
        }
    }
}

/// On which side of the window a box is, if no part of it shows.
fn off_window(page: &Page, rect: &Rect) -> Option<&'static str> {
    let window = page.device().viewport;
    match () {
        () if rect.bottom() <= 0.0 => Some("above"),
        () if rect.y >= window.height => Some("below"),
        () if rect.right() <= 0.0 => Some("left of"),
        () if rect.x >= window.width => Some("right of"),
        () => None,
    }
}

/// The element whose clip leaves nothing of the node's box.
fn clipper(page: &Page, node: NodeId) -> Option<NodeId> {
    let layout = page.layout();
    let mut rest = layout.get(node)?.rect;
    let mut at = layout.paint_list().iter().find(|item| item.node == node)?.clip;
    while let Some(clip) = at.and_then(|index| layout.clip(index)) {
        rest = rest.intersect(&clip.to_viewport.apply_rect(&clip.area));
        if rest.is_empty() {
            return Some(clip.node);
        }
        at = clip.parent;
    }
    None
}

#[derive(Serialize)]
struct InSnapshot {
    shown: bool,
    why: String,
}

impl InSnapshot {
    fn of(subject: &Subject<'_>) -> Self {
        let reason = omission(subject.page, &SnapshotOptions::default(), subject.node);
        let reference = subject.elements.reference(subject.node);
        let pointer = subject.aria().is_some_and(|a| a.exposure.contains(crate::aria::Exposure::POINTER));
        let why = match reason {
            None if reference.is_some() => String::new(),
            None if !pointer => "without a ref, since pointer-events: none keeps pointers away".to_owned(),
            None => "without a ref, since it has no visible box".to_owned(),
            Some(Omission::Inside(outer)) => format!("it is in {}, whose content is left out", subject.told(outer)),
            Some(rule) => format!("it {}", rule.words()),
        };
        Self { shown: reason.is_none(), why }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BoxWhere {
    /// In the window.
    viewport: Bounds,
    /// From the top left of the page.
    page: Bounds,
    /// How many client rects it has: more than one for inline boxes over several lines.
    rects: usize,
    display: &'static str,
    position: &'static str,
}

impl BoxWhere {
    fn of(subject: &Subject<'_>) -> Option<Self> {
        let (page, node) = (subject.page, subject.node);
        let own = page.layout().get(node)?;
        let style = page.styles().get(node)?;
        Some(Self {
            viewport: bounds(page, node),
            page: own.rect.translate(page.layout().viewport().offset).into(),
            rects: page.layout().client_rects(node).len(),
            display: style.display.css(),
            position: style.position.css(),
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Click {
    /// `null` if boxes do not tell.
    lands: Option<bool>,
    /// In the window, once it is scrolled.
    point: Option<[f64; 2]>,
    reason: Option<&'static str>,
    /// What the click hits as the page stands.
    hit: Option<String>,
    /// It takes scrolling first.
    scrolls: bool,
    /// Another point where it would land.
    free_point: Option<[f64; 2]>,
    why: String,
}

impl Click {
    fn of(subject: &Subject<'_>) -> Self {
        let map = HitMap::new(subject.page);
        let landing = land(&map, subject.node, Action::Click, Policy::Lineage);
        // Only where nothing moves, the page as it stands shows what is hit.
        let hit = landing
            .point
            .filter(|_| landing.scrolled.is_empty())
            .and_then(|point| map.at_seen_from(point, subject.node));
        let (lands, reason, why) = match landing.outcome {
            Outcome::Lands => {
                (Some(true), None, hit.map_or_else(|| "nothing is in front".to_owned(), |hit| subject.hits(hit)))
            }
            Outcome::Unknown(unknown) => {
                (None, Some(unknown.word()), format!("{} hides what is in it", subject.told(unknown.node())))
            }
            Outcome::Refused(refusal) => (Some(false), Some(refusal.word()), subject.refused(refusal)),
        };
        let point = |p: Point| [hundredths(p.x), hundredths(p.y)];
        Self {
            lands,
            point: landing.point.map(point),
            reason,
            hit: hit.map(|hit| subject.told(hit)),
            scrolls: !landing.scrolled.is_empty(),
            free_point: landing.free_point.map(point),
            why,
        }
    }

    fn text(&self) -> String {
        let word = match self.lands {
            Some(true) => "lands",
            Some(false) => "does not land",
            None => "may or may not land",
        };
        let at = self.point.map(|[x, y]| format!(" at {x},{y}")).unwrap_or_default();
        let scrolled = if self.scrolls { " after scrolling it into view" } else { "" };
        format!("{word}{at}{scrolled}: {}", self.why)
    }
}

impl Subject<'_> {
    /// What a click that lands hits.
    fn hits(&self, hit: NodeId) -> String {
        let dom = self.dom();
        let how = match () {
            () if hit == self.node => return "it hits the element itself".to_owned(),
            () if dom.contains(self.node, hit) => "in the element",
            () if dom.contains(hit, self.node) => "around the element",
            () => "a label of the element, or what it labels",
        };
        format!("it hits {}, which is {how}", self.told(hit))
    }

    fn refused(&self, refusal: Refusal) -> String {
        let by = |by: Option<NodeId>| by.map_or_else(|| "nothing".to_owned(), |by| self.told(by));
        match refusal {
            Refusal::Intercepted(None) => "nothing is hit there".to_owned(),
            Refusal::Intercepted(Some(front)) => format!("{} is in front", self.told(front)),
            Refusal::PointerEventsNone(below) => {
                format!("pointer-events: none lets it through to {}", by(below))
            }
            Refusal::Disabled(control) => format!("{} is disabled", self.told(control)),
            Refusal::Inert => "inert keeps pointers away".to_owned(),
            Refusal::NoBox => "it has no box to click on".to_owned(),
            Refusal::Hidden => "visibility: hidden lets it through".to_owned(),
            Refusal::Offscreen => "no scrolling brings it into the window".to_owned(),
            Refusal::Clipped => "what it is in cuts it off wholly".to_owned(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IdentityWhy {
    role: String,
    name: String,
    /// It has a link target or an id of its own, which finds it wherever it is on the page, if once.
    own_key: Option<String>,
    /// The list item, table row or card that it is in, and which one of how many.
    row: Option<String>,
    /// The nearest heading, group or landmark around it that has a name.
    label: Option<String>,
    /// How many labels around it take part.
    labels: usize,
    /// How many other elements look the same by themselves: role, name and authored attributes.
    twins: usize,
}

impl IdentityWhy {
    fn of(subject: &Subject<'_>) -> Option<Self> {
        let (dom, page, node) = (subject.dom(), subject.page, subject.node);
        let everything: Vec<NodeId> = subject.elements.iter().collect();
        let print = Fingerprint::of(page, &everything);
        let own = print.identities.iter().find(|identity| identity.node == node)?;
        let looks_like = |other: &&crate::refs::fingerprint::Identity| {
            other.node != node && other.role == own.role && other.name == own.name && other.own == own.own
        };
        let key = || {
            let quoted = |name: LocalName| {
                dom.attr(node, &name)
                    .filter(|v| !v.trim_matches('#').is_empty())
                    .map(|v| format!("{name}=\"{}\"", shorten(v, 60)))
            };
            quoted(local_name!("href")).or_else(|| quoted(local_name!("id")))
        };
        let row = own.record.and_then(|record| {
            let record = print.records.get(record as usize)?;
            let of = print.records.iter().filter(|r| r.list == record.list).count();
            Some(format!("{}, {} of {of} alike", subject.told(record.node), record.place + 1))
        });
        Some(Self {
            role: own.role.to_string(),
            name: own.name.to_string(),
            own_key: (own.key != Key::None).then(key).flatten(),
            row,
            label: Some(own.near_label.to_string()).filter(|label| !label.is_empty()),
            labels: own.labels.len(),
            twins: print.identities.iter().filter(looks_like).count(),
        })
    }

    fn text(&self) -> String {
        let mut parts = vec![if self.role.is_empty() { "no role".to_owned() } else { format!("role {}", self.role) }];
        parts.push(if self.name.is_empty() {
            "no name".to_owned()
        } else {
            format!("name {:?}", shorten(&self.name, 60))
        });
        parts.extend(self.own_key.iter().map(|key| format!("its own {key}")));
        parts.extend(self.row.iter().map(|row| format!("its row: {row}")));
        parts.extend(self.label.iter().map(|label| format!("what is around it: {:?}", shorten(label, 60))));
        parts.push(match self.twins {
            0 => "nothing else looks like it".to_owned(),
            1 => "1 other looks like it".to_owned(),
            n => format!("{n} others look like it"),
        });
        parts.join("; ")
    }
}

/// How a session found a ref's element on this page.
#[derive(Serialize)]
struct ResolutionWhy {
    /// `exact`, `reattached` or `healed`.
    outcome: &'static str,
    proof: &'static str,
    confidence: f64,
    reason: String,
}

impl ResolutionWhy {
    fn of(resolution: &Resolution) -> Self {
        Self {
            outcome: resolution.outcome.word(),
            proof: resolution.proof.word(),
            confidence: hundredths(resolution.confidence),
            reason: resolution.reason.clone(),
        }
    }
}

impl Answer for Explanation {
    fn text(&self) -> String {
        let mut out = self.element.clone();
        let mut line = |label: &str, text: &str| {
            let _ = write!(out, "\n{label:<12}{text}");
        };
        if let Some(index) = self.index {
            line("index", &format!("#{index}"));
        }
        line("ref", self.r#ref.as_deref().unwrap_or("none"));
        line("role", self.role.value.unwrap_or("none"));
        line("", &format!("from {}", self.role.why));
        match self.name.value.as_str() {
            "" => line("name", &format!("none: {}", self.name.why_none)),
            name => line("name", &format!("{name:?}")),
        }
        for step in &self.name.steps {
            let indent = "  ".repeat(step.depth.min(8));
            let text = shorten(&step.text, 80);
            let of = if step.element == "itself" { String::new() } else { format!(" of {}", step.element) };
            line("", &format!("{indent}{} {}{of}: {text:?}", step.step, step.rule));
        }
        if !self.description.is_empty() {
            line("description", &format!("{:?}", self.description));
        }
        if !self.states.is_empty() {
            line("states", &self.states.join(", "));
        }
        for (i, told) in self.visibility.lines().iter().enumerate() {
            line(if i == 0 { "visible" } else { "" }, told);
        }
        let snapshot = match (self.snapshot.shown, self.snapshot.why.as_str()) {
            (true, "") => "shown".to_owned(),
            (true, why) => format!("shown {why}"),
            (false, why) => format!("left out: {why}"),
        };
        line("snapshot", &snapshot);
        if let (false, Some(reference)) = (self.snapshot.shown, &self.r#ref) {
            line("", &format!("[ref={reference}] names it all the same"));
        }
        match &self.r#box {
            None => line("box", "none"),
            Some(own) => {
                line("box", &format!("{} in the window, {} on the page", own.viewport, own.page));
                let rects = if own.rects > 1 { format!(", in {} pieces", own.rects) } else { String::new() };
                line("", &format!("display {}, position {}{rects}", own.display, own.position));
            }
        }
        line("click", &self.click.text());
        if let Some([x, y]) = self.click.free_point {
            line("", &format!("{x},{y} is free"));
        }
        if let Some(identity) = &self.identity {
            line("identity", &identity.text());
        }
        if let Some(found) = &self.resolution {
            line("found", &format!("{}, confidence {}: {}", found.outcome, found.confidence, found.reason));
        }
        out
    }

    fn json(&self) -> String {
        to_json(self)
    }
}

impl Visibility {
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for cause in &self.hidden_by {
            lines.push(match cause.element.as_str() {
                "itself" => format!("no: {}", cause.how),
                by => format!("no: {} of {by}", cause.how),
            });
        }
        if self.visible {
            // What hides it then hides it from assistive technology alone.
            for line in &mut lines {
                *line = line.replacen("no: ", "to the eye, but not told: ", 1);
            }
            lines.extend(self.blocked.iter().map(|by| format!("obscured: {by} blocks it")));
            lines.extend(self.covered_by.iter().map(|by| format!("obscured: {by} covers it")));
            lines.extend(self.offscreen.map(|side| format!("off screen: {side} the window")));
            lines.extend(self.clipped_by.iter().map(|by| format!("clipped away by {by}")));
            if lines.is_empty() {
                lines.push("yes".to_owned());
            }
        } else if self.exposed {
            lines.push("told to assistive technology all the same".to_owned());
        }
        lines
    }
}
