//! `stillpage explain`

use serde::Serialize;

use super::element::{Bounds, Elements, bounds, hundredths, path_step, ref_mark, tag};
use super::{Answer, Argument, Call, FILE, Kind, Tool, target, to_json};
use crate::aria::role::RoleTraits;
use crate::aria::{AriaNode, HiddenBy, NameRule, NameStep, Role, RoleOrigin};
use crate::dom::{Dom, LocalName, NodeId, local_name, ns};
use crate::error::Error;
use crate::geometry::{Point, Rect};
use crate::hit::{Action, HitMap, Modality, Outcome, Policy, Refusal, cover, land};
use crate::page::Page;
use crate::refs::fingerprint::{Fingerprint, UniqueKey};
use crate::refs::resolver::Resolution;
use crate::safe_text::{PageText, SafeText, put, safe};
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
        ("explain page.html e12", "why e12 appears in the snapshot this way"),
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

/// The name of the explained element in the reasons.
const ITSELF: &str = "itself";

/// The explained element.
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
    fn describe(&self, node: NodeId) -> SafeText {
        if node == self.node {
            return ITSELF.into();
        }
        safe!("{}{}", path_step(self.dom(), node), ref_mark(self.elements.reference(node).as_deref()))
    }
}

#[derive(Serialize)]
struct Explanation {
    element: SafeText,
    index: Option<u32>,
    r#ref: Option<String>,
    role: RoleWhy,
    name: NameWhy,
    description: String,
    states: Vec<SafeText>,
    visibility: Visibility,
    snapshot: InSnapshot,
    r#box: Option<BoxWhere>,
    click: Click,
    identity: Option<IdentityWhy>,
    /// How a session found it; `None` without one, and for elements new to it.
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

/// Limit: words of a role attribute that are listed as unknown.
const MAX_ROLES: usize = 10;

#[derive(Serialize)]
struct RoleWhy {
    value: Option<&'static str>,
    /// `attribute`, `host language`, `conflict`, `inherited` or `none`.
    origin: &'static str,
    why: SafeText,
}

impl RoleWhy {
    fn of(subject: &Subject<'_>) -> Self {
        let dom = subject.dom();
        let (tag, written) = (tag(dom, subject.node), dom.attr(subject.node, &local_name!("role")).unwrap_or_default());
        let role = subject.aria().and_then(|a| a.role).map(Role::name);
        let without = |skipped: &[String]| match skipped {
            [] => SafeText::new(),
            [one] => safe!(" (`{}` is not a role)", PageText::of(one)),
            many => {
                let words = many.iter().take(MAX_ROLES).map(|one| PageText::of(one).into());
                safe!(" (`{}` are not roles)", SafeText::join(words, "`, `"))
            }
        };
        let (origin, why) = match RoleOrigin::of(dom, subject.node) {
            RoleOrigin::Attribute { skipped } => {
                let written = PageText::quoted(written).at_most(60);
                ("attribute", safe!("the attribute role={}{}", written, without(&skipped)))
            }
            RoleOrigin::Conflict { attribute } => {
                let because =
                    attribute.map_or_else(|| "is focusable".into(), |name| safe!("has {}", PageText::token(&name)));
                (
                    "conflict",
                    safe!(
                        "role={} does not count, because the element {}; what <{}> is counts",
                        PageText::quoted(written.trim()),
                        because,
                        PageText::token(tag)
                    ),
                )
            }
            RoleOrigin::Inherited { from } => {
                ("inherited", safe!("it is part of {}, which is presentational", subject.describe(from)))
            }
            RoleOrigin::HostLanguage { skipped } => {
                let rule = match dom.element(subject.node).map(|e| &e.name.ns) {
                    Some(n) if *n == ns!(svg) => "SVG-AAM",
                    Some(n) if *n == ns!(mathml) => "MathML-AAM",
                    _ => "HTML-AAM",
                };
                ("host language", safe!("{} ({}){}", described(dom, subject.node), rule, without(&skipped)))
            }
            RoleOrigin::None { skipped } => (
                "none",
                safe!(
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
fn described(dom: &Dom, node: NodeId) -> SafeText {
    let Some(element) = dom.element(node) else { return SafeText::new() };
    let mut text = safe!("<{}", PageText::token(&element.name.local));
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
            put!(text, " {}", PageText::token(name));
            if !value.is_empty() {
                put!(text, "={}", PageText::quoted(value).at_most(40));
            }
        }
    }
    put!(text, ">");
    text
}

#[derive(Serialize)]
struct NameWhy {
    value: String,
    steps: Vec<Step>,
    /// Why it has no name; empty if it has one.
    why_none: &'static str,
}

#[derive(Serialize)]
struct Step {
    rule: &'static str,
    /// The letter of the step in AccName 1.2.
    step: &'static str,
    element: SafeText,
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
                    element: subject.describe(step.node),
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
            None => "nothing labels it, and without a role its content does not name it",
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

fn states(subject: &Subject<'_>) -> Vec<SafeText> {
    let Some(aria) = subject.aria() else { return Vec::new() };
    let words = aria.states.words(subject.page.aria().active() == Some(subject.node));
    words.map(|word| PageText::of(&word).into()).collect()
}

#[derive(Serialize)]
struct Visibility {
    /// A person who looks at the whole page could see it.
    visible: bool,
    /// It is exposed to assistive technology.
    exposed: bool,
    hidden_by: Vec<Cause>,
    /// A modal or `inert` keeps pointers away.
    blocked: Option<SafeText>,
    /// This covers it wherever a pointer tries.
    covered_by: Option<SafeText>,
    /// `above`, `below`, `left` or `right` of the window; `None` if a part of it shows.
    offscreen: Option<&'static str>,
    /// Ancestors clip all of it.
    clipped_by: Option<SafeText>,
}

#[derive(Serialize)]
struct Cause {
    element: SafeText,
    how: &'static str,
}

impl Visibility {
    fn of(subject: &Subject<'_>) -> Self {
        let (page, node) = (subject.page, subject.node);
        let causes = HiddenBy::all(page.dom(), page.styles(), page.layout(), node);
        let visible = !causes.iter().any(|cause| cause.how.is_invisible());
        let modality = Modality::of(page);
        let blocked = modality.blocks(node).then(|| match modality.blocker(page.dom(), node) {
            Some(modal) => safe!("the open modal {}", subject.describe(modal)),
            None => "inert".into(),
        });
        let map = HitMap::new(page);
        let offscreen = page.layout().get(node).filter(|_| visible).and_then(|b| off_window(page, &b.rect));
        let reachable = visible && offscreen.is_none();
        Self {
            visible,
            exposed: subject.aria().is_some_and(|a| !a.exposure.contains(crate::aria::Exposure::HIDDEN)),
            hidden_by: causes
                .iter()
                .map(|cause| Cause { element: subject.describe(cause.node), how: cause.how.words() })
                .collect(),
            blocked,
            covered_by: cover(&map, node).filter(|_| reachable).map(|by| subject.describe(by.overlay)),
            offscreen,
            clipped_by: clipper(page, node).filter(|_| visible).map(|by| subject.describe(by)),
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
    why: SafeText,
}

impl InSnapshot {
    fn of(subject: &Subject<'_>) -> Self {
        let reason = omission(subject.page, &SnapshotOptions::default(), subject.node);
        let reference = subject.elements.reference(subject.node);
        let pointer = subject.aria().is_some_and(|a| a.exposure.contains(crate::aria::Exposure::POINTER));
        let why = match reason {
            None if reference.is_some() => SafeText::new(),
            None if !pointer => "without a ref, since pointer-events: none keeps pointers away".into(),
            None => "without a ref, since it has no visible box".into(),
            Some(Omission::Inside(outer)) => safe!("it is in {}, whose content is left out", subject.describe(outer)),
            Some(rule) => safe!("it {}", rule.words()),
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
    /// `null` if boxes cannot decide it.
    lands: Option<bool>,
    /// In the window, once it is scrolled.
    point: Option<[f64; 2]>,
    reason: Option<&'static str>,
    /// What the click hits as the page stands.
    hit: Option<SafeText>,
    /// It takes scrolling first.
    scrolls: bool,
    /// Another point where it would land.
    free_point: Option<[f64; 2]>,
    why: SafeText,
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
                (Some(true), None, hit.map_or_else(|| "nothing is in front".into(), |hit| subject.hits(hit)))
            }
            Outcome::Unknown(unknown) => {
                (None, Some(unknown.word()), safe!("{} hides its contents", subject.describe(unknown.node())))
            }
            Outcome::Refused(refusal) => (Some(false), Some(refusal.word()), subject.refused(refusal)),
        };
        let point = |p: Point| [hundredths(p.x), hundredths(p.y)];
        Self {
            lands,
            point: landing.point.map(point),
            reason,
            hit: hit.map(|hit| subject.describe(hit)),
            scrolls: !landing.scrolled.is_empty(),
            free_point: landing.free_point.map(point),
            why,
        }
    }

    fn text(&self) -> SafeText {
        let word = match self.lands {
            Some(true) => "lands",
            Some(false) => "does not land",
            None => "may or may not land",
        };
        let at = self.point.map(|[x, y]| safe!(" at {},{}", x, y)).unwrap_or_default();
        let scrolled = if self.scrolls { " after scrolling it into view" } else { "" };
        safe!("{}{}{}: {}", word, at, scrolled, self.why)
    }
}

impl Subject<'_> {
    /// What a click that lands hits.
    fn hits(&self, hit: NodeId) -> SafeText {
        let dom = self.dom();
        let how = match () {
            () if hit == self.node => return "it hits the element itself".into(),
            () if dom.contains(self.node, hit) => "in the element",
            () if dom.contains(hit, self.node) => "around the element",
            () => "a label of the element, or what it labels",
        };
        safe!("it hits {}, which is {}", self.describe(hit), how)
    }

    fn refused(&self, refusal: Refusal) -> SafeText {
        let by = |by: Option<NodeId>| by.map_or_else(|| "nothing".into(), |by| self.describe(by));
        match refusal {
            Refusal::Intercepted(None) => "nothing is hit there".into(),
            Refusal::Intercepted(Some(front)) => safe!("{} is in front", self.describe(front)),
            Refusal::PointerEventsNone(below) => {
                safe!("pointer-events: none lets it through to {}", by(below))
            }
            Refusal::Disabled(control) => safe!("{} is disabled", self.describe(control)),
            Refusal::Inert => "inert keeps pointers away".into(),
            Refusal::NoBox => "it has no box to click on".into(),
            Refusal::Hidden => "visibility: hidden lets it through".into(),
            Refusal::Offscreen => "no scrolling brings it into the window".into(),
            Refusal::Clipped => "an ancestor clips it away".into(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IdentityWhy {
    role: String,
    name: String,
    /// It has a link target or an id of its own, which finds it wherever it is on the page, if once.
    own_key: Option<SafeText>,
    /// The list item, table row or card that it is in, and which one of how many.
    row: Option<SafeText>,
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
                    .map(|v| safe!("{}={}", PageText::token(&name), PageText::quoted(v).at_most(60)))
            };
            quoted(local_name!("href")).or_else(|| quoted(local_name!("id")))
        };
        let row = own.record.and_then(|record| {
            let record = print.records.get(record as usize)?;
            let of = print.records.iter().filter(|r| r.list == record.list).count();
            Some(safe!("{}, {} of {} alike", subject.describe(record.node), record.place + 1, of))
        });
        Some(Self {
            role: own.role.to_string(),
            name: own.name.to_string(),
            own_key: (own.key != UniqueKey::None).then(key).flatten(),
            row,
            label: Some(own.near_label.to_string()).filter(|label| !label.is_empty()),
            labels: own.labels.len(),
            twins: print.identities.iter().filter(looks_like).count(),
        })
    }

    fn text(&self) -> SafeText {
        let mut parts: Vec<SafeText> = Vec::new();
        parts.push(match self.role.as_str() {
            "" => "no role".into(),
            role => safe!("role {}", PageText::token(role)),
        });
        parts.push(match self.name.as_str() {
            "" => "no name".into(),
            name => safe!("name {}", PageText::quoted(name).at_most(60)),
        });
        parts.extend(self.own_key.iter().map(|key| safe!("its own {}", key)));
        parts.extend(self.row.iter().map(|row| safe!("its row: {}", row)));
        parts.extend(self.label.iter().map(|label| safe!("its group: {}", PageText::quoted(label).at_most(60))));
        parts.push(match self.twins {
            0 => "nothing else looks like it".into(),
            1 => "1 other looks like it".into(),
            n => safe!("{} others look like it", n),
        });
        SafeText::join(parts, "; ")
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
    fn text(&self) -> SafeText {
        let mut out = self.element.clone();
        let mut line = |label: &'static str, text: SafeText| put!(out, "\n{0:<12}{1}", label, text);
        if let Some(index) = self.index {
            line("index", safe!("#{}", index));
        }
        line("ref", self.r#ref.as_deref().map_or("none".into(), |reference| PageText::token(reference).into()));
        line("role", self.role.value.unwrap_or("none").into());
        line("", safe!("from {}", self.role.why));
        line(
            "name",
            match self.name.value.as_str() {
                "" => safe!("none: {}", self.name.why_none),
                name => PageText::quoted(name).into(),
            },
        );
        for step in &self.name.steps {
            let indent = SafeText::join((0..step.depth.min(8)).map(|_| "  ".into()), "");
            let of = if step.element == ITSELF { SafeText::new() } else { safe!(" of {}", step.element) };
            let text = PageText::quoted(&step.text).at_most(80);
            line("", safe!("{}{} {}{}: {}", indent, step.step, step.rule, of, text));
        }
        if !self.description.is_empty() {
            line("description", PageText::quoted(&self.description).into());
        }
        if !self.states.is_empty() {
            line("states", SafeText::join(self.states.iter().cloned(), ", "));
        }
        for (i, text) in self.visibility.lines().into_iter().enumerate() {
            line(if i == 0 { "visible" } else { "" }, text);
        }
        line(
            "snapshot",
            match (self.snapshot.shown, &*self.snapshot.why) {
                (true, "") => "shown".into(),
                (true, _) => safe!("shown {}", self.snapshot.why),
                (false, _) => safe!("left out: {}", self.snapshot.why),
            },
        );
        if let (false, Some(reference)) = (self.snapshot.shown, &self.r#ref) {
            line("", safe!("[ref={}] still refers to it", PageText::token(reference)));
        }
        match &self.r#box {
            None => line("box", "none".into()),
            Some(own) => {
                line("box", safe!("{} in the window, {} on the page", own.viewport, own.page));
                let rects = if own.rects > 1 { safe!(", in {} pieces", own.rects) } else { SafeText::new() };
                line("", safe!("display {}, position {}{}", own.display, own.position, rects));
            }
        }
        line("click", self.click.text());
        if let Some([x, y]) = self.click.free_point {
            line("", safe!("{},{} is free", x, y));
        }
        if let Some(identity) = &self.identity {
            line("identity", identity.text());
        }
        if let Some(found) = &self.resolution {
            let reason = PageText::of(&found.reason);
            line("found", safe!("{}, confidence {}: {}", found.outcome, found.confidence, reason));
        }
        out
    }

    fn json(&self) -> String {
        to_json(self)
    }
}

impl Visibility {
    fn lines(&self) -> Vec<SafeText> {
        // What hides a visible element hides it from assistive technology alone.
        let verdict = if self.visible { "visually, but hidden from assistive technology" } else { "no" };
        let mut lines: Vec<SafeText> = Vec::new();
        for cause in &self.hidden_by {
            lines.push(match &*cause.element {
                ITSELF => safe!("{}: {}", verdict, cause.how),
                _ => safe!("{}: {} of {}", verdict, cause.how, cause.element),
            });
        }
        if self.visible {
            lines.extend(self.blocked.iter().map(|by| safe!("obscured: {} blocks it", by)));
            lines.extend(self.covered_by.iter().map(|by| safe!("obscured: {} covers it", by)));
            lines.extend(self.offscreen.map(|side| safe!("off screen: {} the window", side)));
            lines.extend(self.clipped_by.iter().map(|by| safe!("clipped away by {}", by)));
            if lines.is_empty() {
                lines.push("yes".into());
            }
        } else if self.exposed {
            lines.push("still exposed to assistive technology".into());
        }
        lines
    }
}
