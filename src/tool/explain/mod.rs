//! `stillpage explain`

mod click;
mod identity;
#[cfg(not(stillpage_npm))]
mod matched;
mod semantics;
#[cfg(not(stillpage_npm))]
mod styles;
mod subject;
mod visibility;

use click::Click;
use identity::{IdentityExplanation, ResolutionExplanation};
use semantics::{NameExplanation, RoleExplanation, states};
use serde::Serialize;
#[cfg(not(stillpage_npm))]
use styles::StylesExplanation;
#[cfg(not(stillpage_npm))]
pub(crate) use styles::won_declarations;
#[cfg(not(stillpage_npm))]
pub use styles::{LostDeclaration, StyleDeclaration, WonDeclaration};
use subject::{ITSELF, Subject};
use visibility::{BoxPlacement, InSnapshot, Visibility};

use super::element::{Elements, path_step};
use super::{Answer, Argument, Call, FILE, PageFile, Tool, TypedArguments, arguments, target, to_json};
use crate::error::Error;
use crate::safe_text::{PageText, SafeText, put, safe};

arguments! {
    /// The arguments of `stillpage explain`.
    struct ExplainArguments {
        file: PageFile = FILE,
        target: String = Argument::positional("target", "A ref or a CSS selector; the first match counts"),
        #[cfg(not(stillpage_npm))]
        styles: bool = Argument::option("styles", "Say which rule won each property, with sheet and line"),
        #[cfg(not(stillpage_npm))]
        property: Option<String> = Argument::option("property", "Say it of this property and its longhands alone"),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "explain",
    summary: "Why an element is what it is: role, name step by step, visibility, click, identity",
    about: "Takes one element, by ref or CSS selector (the first match), with or without a ref, and gives the reasons behind \
            every other answer about it: which attribute or rule of HTML-AAM its role is from, each step of the AccName \
            computation that gave text, what hides it and by which element, which rule leaves it out of the snapshot, \
            where its box is, what a click on it would hit, and what a ref to it is recognised by after the page \
            changed. With --session also how the ref was found again on this page: by which proof, and how sure that is.\n\n\
            --styles adds a line for each property that a rule of the page sets, on the element, an ancestor that it inherits \
            from or a pseudo-element: the declaration that won, its sheet, line and selector, and the declarations that lost \
            to it with the reason. Variables that are inherited are shown where a value that is shown has them; --json has all. Of \
            properties that only paint, values are not checked. --property NAME narrows this to one property, or a shorthand with \
            its longhands, and the variables that its values have.\n\n\
            JSON: {\"element\",\"index\",\"ref\",\"role\":{...},\"name\":{\"value\",\"steps\":[{\"rule\",\"element\",\"index\",\"text\"}]},\
            \"description\",\"states\":[...],\"visibility\":{...},\"snapshot\":{...},\"box\":{...},\"click\":{...},\"identity\":{...},\
            \"resolution\":null|{\"outcome\",\"proof\",\"confidence\",\"reason\"}}. With --styles \"styles\":{\"properties\":[{\"pseudo\",\
            \"property\",\"value\",\"sheet\",\"line\",\"column\",\"selector\",\"longhands\",\"inheritedFrom\",\"beats\":[...]}],\"matched\"}: \
            matched is what CSS.getMatchedStylesForNode of Chromium answers, without the browser's own rules; null with --property.",
    arguments: ExplainArguments::ARGUMENTS,
    examples: &[
        ("explain page.html e12", "why e12 appears in the snapshot this way"),
        ("explain page.html '#save' --styles", "which rule won each of its properties, and which lost"),
        ("explain page.html '#save' --property margin", "the same for its margins alone"),
        ("explain page.html '#save' --json", "the same for an element by selector, as JSON"),
        ("explain after.html e12 --session s.json", "the same, and by what e12 was found again after the page changed"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, elements) = (call.page(), Elements::new(call));
    let given = call.given::<ExplainArguments>();
    let node = target::find_one(page, &elements, &given.target)?;
    let subject = Subject { page, elements: &elements, node };
    Ok(Box::new(Explanation {
        #[cfg(not(stillpage_npm))]
        styles: (given.styles || given.property.is_some())
            .then(|| StylesExplanation::of(&subject, given.property.as_deref())),
        ..Explanation::of(&subject)
    }))
}

#[derive(Serialize)]
struct Explanation {
    element: SafeText,
    index: Option<u32>,
    r#ref: Option<String>,
    role: RoleExplanation,
    name: NameExplanation,
    description: String,
    states: Vec<SafeText>,
    visibility: Visibility,
    snapshot: InSnapshot,
    r#box: Option<BoxPlacement>,
    click: Click,
    identity: Option<IdentityExplanation>,
    /// The resolution of its ref; `None` without a session, and for elements new to it.
    resolution: Option<ResolutionExplanation>,
    #[cfg(not(stillpage_npm))]
    #[serde(skip_serializing_if = "Option::is_none")]
    styles: Option<StylesExplanation>,
}

impl Explanation {
    fn of(subject: &Subject<'_>) -> Self {
        let visibility = Visibility::of(subject);
        Self {
            element: path_step(subject.dom(), subject.node),
            index: subject.elements.index(subject.node),
            r#ref: subject.elements.reference(subject.node),
            role: RoleExplanation::of(subject),
            name: NameExplanation::of(subject),
            description: subject.aria().map(|a| a.description().to_owned()).unwrap_or_default(),
            states: states(subject),
            snapshot: InSnapshot::of(subject),
            r#box: BoxPlacement::of(subject),
            click: Click::of(subject),
            identity: IdentityExplanation::of(subject),
            resolution: subject.elements.resolution(subject.node).map(ResolutionExplanation::of),
            visibility,
            #[cfg(not(stillpage_npm))]
            styles: None,
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
        #[cfg(not(stillpage_npm))]
        for (i, text) in self.styles.iter().flat_map(StylesExplanation::lines).enumerate() {
            line(if i == 0 { "styles" } else { "" }, text);
        }
        out
    }

    fn json(&self) -> String {
        to_json(self)
    }
}
