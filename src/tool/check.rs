//! `stillpage check`

use std::fmt::Write as _;

use serde::Serialize;

use super::element::{Elements, hundredths, path_step, tag};
use super::{Answer, Argument, Call, FILE, Kind, Tool, Verdict, target, to_json};
use crate::aria::Role;
use crate::dom::{NodeId, local_name};
use crate::error::Error;
use crate::hit::{Check, HitMap, Miss, Policy, check, interactive};
use crate::page::Page;

pub(super) const TOOL: Tool = Tool {
    name: "check",
    summary: "Would a click land, and if not, what intercepts it",
    about: "A click goes to the centre of the bounding box. Under the policy `playwright` it lands if the topmost element \
            there is the element itself or inside it. Under `lineage` it also lands on an ancestor of the element, or on \
            a label of it (and on the labelled control), or where nothing is hit: what people mean by \"not covered\".\n\n\
            --all checks every interactive element whose centre is in the viewport: a[href], button, input that is not \
            hidden, select, textarea, summary, [tabindex], and the roles button, link, checkbox, tab, menuitem and \
            option. Its exit code is 0 whatever it finds; checking a TARGET exits with 1 if a click would not land.\n\n\
            JSON: [{\"index\",\"ref\",\"ok\",\"point\":[x,y],\"reason\":null|\"intercepted\"|\"offscreen\"|\"not_visible\",\
            \"interceptor\":{\"index\",\"ref\",\"tag\",\"id\",\"class\",\"role\",\"name\"}|null}].",
    arguments: &[
        FILE,
        Argument::positional("target", Kind::Text, "A ref or a CSS selector"),
        Argument::flag("all", "Check every interactive element in the viewport"),
        Argument::option("policy", Kind::Choice(&["lineage", "playwright"]), "What counts as landing")
            .default("lineage"),
    ],
    examples: &[
        ("check page.html '#submit'", "would a click on the submit button land"),
        ("check page.html --all", "every control in the window, and what covers those that are covered"),
        ("check page.html --all --policy playwright --json", "the same as Playwright would have it"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let page = call.page();
    let policy = if call.arguments.text("policy") == Some("playwright") { Policy::Playwright } else { Policy::Lineage };
    let all = call.arguments.flag("all");
    let (elements, map) = (Elements::new(call), HitMap::new(page));
    let checks: Vec<Check> = match (all, call.arguments.text("target")) {
        (true, None) => interactive(page).map(|node| check(&map, node, policy)).filter(Check::is_on_screen).collect(),
        (false, Some(target)) => {
            target::find(page, &elements, target)?.into_iter().map(|node| check(&map, node, policy)).collect()
        }
        _ => {
            return Err(Error::arguments(
                "check takes either a target or --all",
                "write a ref or a CSS selector after the file, or --all",
            ));
        }
    };
    let rows = checks.iter().map(|check| Row::new(page, &elements, check)).collect();
    Ok(Box::new(Checks { rows, all }))
}

#[derive(Serialize)]
struct Row {
    index: Option<u32>,
    r#ref: Option<String>,
    ok: bool,
    point: [f64; 2],
    reason: Option<&'static str>,
    interceptor: Option<Interceptor>,
    #[serde(skip)]
    step: String,
}

/// What a click would land on instead.
#[derive(Serialize)]
struct Interceptor {
    index: Option<u32>,
    r#ref: Option<String>,
    tag: String,
    id: Option<String>,
    class: Option<String>,
    role: Option<&'static str>,
    name: String,
    #[serde(skip)]
    step: String,
}

impl Row {
    fn new(page: &Page, elements: &Elements<'_>, check: &Check) -> Self {
        let (reason, interceptor) = match check.miss {
            None => (None, None),
            Some(Miss::Intercepted(by)) => (Some("intercepted"), by.map(|by| Interceptor::new(page, elements, by))),
            Some(Miss::Offscreen) => (Some("offscreen"), None),
            Some(Miss::NotVisible) => (Some("not_visible"), None),
        };
        Self {
            index: elements.index(check.node),
            r#ref: elements.reference(check.node),
            ok: check.miss.is_none(),
            point: [hundredths(check.point.x), hundredths(check.point.y)],
            reason,
            interceptor,
            step: path_step(page.dom(), check.node),
        }
    }
}

impl Interceptor {
    fn new(page: &Page, elements: &Elements<'_>, node: NodeId) -> Self {
        let (dom, aria) = (page.dom(), page.aria().get(node));
        Self {
            index: elements.index(node),
            r#ref: elements.reference(node),
            tag: tag(dom, node).to_owned(),
            id: dom.attr(node, &local_name!("id")).map(str::to_owned),
            class: dom.attr(node, &local_name!("class")).map(str::to_owned),
            role: aria.and_then(|a| a.role).map(Role::name),
            name: aria.map(|a| a.name.to_string()).unwrap_or_default(),
            step: path_step(dom, node),
        }
    }
}

struct Checks {
    rows: Vec<Row>,
    all: bool,
}

impl Answer for Checks {
    fn text(&self) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let _ = write!(out, "{} {}", if row.ok { "ok  " } else { "miss" }, row.step);
            if let Some(index) = row.index {
                let _ = write!(out, " #{index}");
            }
            if let Some(reference) = &row.r#ref {
                let _ = write!(out, " [ref={reference}]");
            }
            let _ = write!(out, " at {},{}", row.point[0], row.point[1]);
            let _ = match (&row.interceptor, row.reason) {
                (Some(by), _) => write!(out, ": {} is in front", by.step),
                (None, Some("intercepted")) => write!(out, ": nothing is there"),
                (None, Some("offscreen")) => write!(out, ": outside of the window; scroll to it first"),
                (None, Some(_)) => write!(out, ": it has no visible box"),
                (None, None) => Ok(()),
            };
            out.push('\n');
        }
        if self.all {
            let landed = self.rows.iter().filter(|row| row.ok).count();
            let _ = writeln!(out, "# {landed} of {} clicks would land", self.rows.len());
        }
        out
    }

    fn json(&self) -> String {
        to_json(&self.rows)
    }

    fn verdict(&self) -> Verdict {
        match self.all {
            true => Verdict::Done,
            false if self.rows.is_empty() => Verdict::Nothing,
            false if self.rows.iter().any(|row| !row.ok) => Verdict::Failed,
            false => Verdict::Done,
        }
    }
}
