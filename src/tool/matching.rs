//! `stillpage match`

use serde_json::json;

use super::{
    Answer, Argument, Call, FILE, FileText, PageFile, Surface, Tool, TypedArguments, Verdict, arguments, to_json,
};
use crate::dom::form::InputType;
use crate::dom::{LocalName, Mutation, local_name};
use crate::error::Error;
use crate::page::{Page, RenderOptions};
use crate::safe_text::{PageText, SafeText, safe};
use crate::snapshot::template::{Template, TemplateMatch};

arguments! {
    /// The arguments of `stillpage match`.
    struct MatchArguments {
        file: PageFile = FILE,
        template: FileText = Argument::positional("template", "A file with the template").made_by("update"),
        update: bool = Argument::option("update", "Rewrite the template if it does not match, or write a new one")
            .detail("Regular expressions stay where they match a node of the same role."),
        captured: bool = Argument::option("captured", "Match the page in the state that `capture` kept")
            .detail("Such as open popovers, which are data-frozen-* attributes of the file. Without it they are left out, since \
                 a browser that loads the file, and so Playwright, does not know them."),
        allow_empty: bool = Argument::option("allow-empty", "Accept a template that any page matches"),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "match",
    summary: "Whether a page matches an aria snapshot template",
    about: "Compares the body of a page with a template as Playwright 1.65's toMatchAriaSnapshot() does: nodes that the \
            template does not mention are skipped, a name or text may be a /regular expression/, [checked], [level=2] and so on \
            are compared if given, /children: equal or deep-equal allows no other children, /url is where a link leads.\n\n\
            Exit code 0 if it matches, 1 if not, 2 if the template cannot be parsed. On a mismatch the template is printed with \
            a - before each line that was not found, with the nearest candidate and what differs, and a + before nodes that a \
            strict list does not have.\n\n\
            JSON: {\"match\",\"diff\",\"updated\"}, the last being a template that matches.",
    arguments: MatchArguments::ARGUMENTS,
    examples: &[
        ("match page.html page.aria.yml", "an accessibility test without a browser"),
        ("match page.html page.aria.yml --update", "accept the current page, or begin a template"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let MatchArguments { template, update, captured, allow_empty, .. } = call.given();
    let rules = MatchRules { captured, allow_empty, surface: call.arguments.surface() };
    let result = compare(call.page(), &template.text, "TEMPLATE", rules)?;
    let path = template.path.filter(|_| update && !result.matches);
    let updated = path.map(|path| (path, result.updated.clone()));
    Ok(Box::new(Comparison { result, updated }))
}

/// The rules by which a page is matched.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MatchRules {
    /// In the state that `capture` kept.
    pub(crate) captured: bool,
    /// A template that any page matches is accepted.
    pub(crate) allow_empty: bool,
    /// The surface of the caller.
    pub(crate) surface: Surface,
}

/// Matches a page with the text of a template; `name` is what errors call the template.
pub(crate) fn compare(page: &Page, text: &str, name: &str, rules: MatchRules) -> Result<TemplateMatch, Error> {
    let template = Template::parse(text).map_err(|error| error.into_error(name))?;
    let loaded = if rules.captured { None } else { as_loaded(page)? };
    let shown = loaded.as_ref().unwrap_or(page);
    let mut result = template.compare(shown).map_err(|error| error.into_error(name))?;
    if !result.matches && asks_for_state(text) && is_without_state(shown) {
        result.diff.push_str(NO_STATE);
    }
    if template.is_empty() && !rules.allow_empty {
        result.matches = false;
        let accept = rules.surface.option("allow-empty");
        result.diff = format!("# The template is empty: any page matches it. {accept} accepts that.\n");
    }
    Ok(result)
}

/// Reported where a template expects what a form does not have.
const NO_STATE: &str = "# No field of the page has a value, and none is checked or selected. outerHTML leaves out what was entered: \
                        docs/assertions.md has the lines that keep it.\n";

/// True if a template expects a field to be checked, selected or filled.
fn asks_for_state(template: &str) -> bool {
    template.lines().map(|line| line.trim_start().trim_start_matches("- ")).any(|line| {
        let role = line.split([' ', ':']).next().unwrap_or_default();
        let filled = matches!(role, "textbox" | "searchbox" | "combobox" | "spinbutton")
            && line.rsplit_once(": ").is_some_and(|(_, value)| !value.trim().is_empty());
        let chosen = matches!(role, "checkbox" | "radio" | "switch" | "option")
            && ["[checked", "[selected"].iter().any(|mark| line.contains(mark));
        filled || chosen
    })
}

/// True if a page has fields, and none has a state in its attributes.
fn is_without_state(page: &Page) -> bool {
    let dom = page.dom();
    let is = |node, names: &[LocalName]| names.iter().any(|name| dom.is_html(node, name));
    let fields = || {
        dom.elements_in_order()
            .filter(|&node| is(node, &[local_name!("input"), local_name!("textarea"), local_name!("option")]))
    };
    let has_state = |node| {
        let kind = dom.element(node).and_then(InputType::of);
        let names = match kind {
            Some(InputType::Checkbox | InputType::Radio) => &[local_name!("checked")][..],
            // What these have is their label, or not for users.
            Some(InputType::Hidden | InputType::Submit | InputType::Reset | InputType::Button | InputType::Image) => {
                &[]
            }
            Some(_) => &[local_name!("value")],
            None if is(node, &[local_name!("textarea")]) => return !dom.text_content(node).trim().is_empty(),
            None => &[local_name!("selected")],
        };
        names
            .iter()
            .any(|name| dom.attr(node, name).is_some_and(|value| !value.is_empty() || *name != local_name!("value")))
    };
    fields().next().is_some() && !fields().any(has_state)
}

/// The page without the state that only `capture` knows; `None` if it has none.
fn as_loaded(page: &Page) -> Result<Option<Page>, Error> {
    let mut changes = Vec::new();
    for node in page.dom().elements_in_order() {
        let attributes = page.dom().element(node).into_iter().flat_map(|element| &element.attributes);
        changes.extend(
            attributes
                .filter(|attribute| attribute.name.local.starts_with("data-frozen-"))
                .map(|attribute| Mutation::RemoveAttribute { node, name: attribute.name.local.to_string() }),
        );
    }
    if changes.is_empty() {
        return Ok(None);
    }
    let mut dom = page.dom().clone();
    dom.apply_all(&changes).map_err(|error| Error::Internal { reason: PageText::of(&error.to_string()).into() })?;
    Ok(Some(Page::render(dom, page.device().clone(), RenderOptions::once())))
}

struct Comparison {
    result: TemplateMatch,
    /// The file to write, and what.
    updated: Option<(String, String)>,
}

impl Answer for Comparison {
    fn text(&self) -> SafeText {
        let diff = SafeText::lines(&self.result.diff);
        match &self.updated {
            _ if self.result.matches => "# The page matches the template.".into(),
            Some(_) => safe!("{}# The template was updated.", diff),
            None => safe!("{}# The page does not match the template.", diff),
        }
    }

    fn json(&self) -> String {
        let TemplateMatch { matches, diff, updated, .. } = &self.result;
        to_json(&json!({ "match": matches, "diff": diff, "updated": updated }))
    }

    fn files(&self) -> Vec<(String, String)> {
        self.updated.iter().cloned().collect()
    }

    fn verdict(&self) -> Verdict {
        if self.result.matches || self.updated.is_some() { Verdict::Done } else { Verdict::Failed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, template: &str, is_reported: bool) {
        let result = compare(&Page::from_html(html), template, "TEMPLATE", MatchRules::default()).expect("a template");
        assert_eq!(result.diff.contains(NO_STATE), is_reported, "{html} {}", result.diff);
    }

    #[test]
    fn fields_without_state_are_reported() {
        let form = "<form><label>Name <input></label><label><input type=checkbox> News</label><input type=submit value=Go></form>";
        check(form, "- textbox \"Name\": Ada", true);
        check(form, "- checkbox \"News\" [checked]", true);
        check(form, "- textbox \"City\"", false);
        check(&form.replace("<input>", "<input value=Bob>"), "- textbox \"Name\": Ada", false);
        check("<p>No form</p>", "- textbox \"Name\": Ada", false);
    }
}
