//! `stillpage find`

use serde::Serialize;
use serde_json::{Map, Value};
use url::Url;

use super::element::{Elements, path_step, ref_mark, shorten, tag};
use super::surface::Surface;
use super::{
    Answer, Argument, Call, FILES, PageFile, Tool, TypedArguments, Verdict, arguments, search, target, to_json,
};
use crate::aria::Exposure;
use crate::dom::{NodeId, ns};
use crate::error::Error;
use crate::page::Page;
use crate::rendered::text;
use crate::safe_text::{PageText, SafeText, put, put_line, safe};
use crate::search::address::Addresses;
use crate::search::matches::Scope;
use crate::search::written;

/// Limit: characters of an element's text; enough to distinguish elements, not all of it.
const TEXT_LIMIT: usize = 500;
/// Limit: the same on a line of the text form.
const VALUE_LIMIT: usize = 80;
/// Limit: characters of the text of an element on a line.
const LINE_LIMIT: usize = 200;

arguments! {
    /// The arguments of `stillpage find`.
    struct FindArguments {
        file: PageFile = FILES,
        selector: String = Argument::positional(
            "selector",
            "A CSS or Playwright selector, or a locator such as getByRole(...)",
        ),
        attr: Vec<String> = Argument::option("attr", "Show only this attribute")
            .detail("May be given more than once; without it all attributes are shown."),
        max_results: usize = Argument::option("max-results", "List at most this many elements")
            .within(1, i64::MAX)
            .default("20"),
        scope: Scope = Argument::option("scope", search::SCOPE_HELP).default("document"),
        no_text: bool = Argument::option("no-text", "Leave out the text of the elements"),
        within: Option<String> = Argument::option("within", "Look only below this element: a ref or a selector"),
        base: Option<String> = Argument::option("base", "The address that the page came from"),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "find",
    summary: "Find elements by a CSS or Playwright selector",
    about: "Selectors are those of document.querySelectorAll() in Chromium, :has(), :is(), :nth-child(... of ...) and form \
            states included; shadow trees and frames are not searched, the order is that of the document. With --scope all \
            every selector is read as page.locator() reads it, in the page and in each of its frames, the elements of one \
            document after those of the other.\n\n\
            A selector with Playwright syntax is read as page.locator() reads it, through open shadow roots: role=button[name=\"Save\"] (also i and s after the text, /regular expressions/, [checked], [disabled], \
            [expanded], [level=2], [pressed], [selected], [include-hidden]), text=save (anywhere, any case), \
            text=\"Save\" (the whole), text=/re/i, id=, data-testid=, css=, nth=0 or -1, visible=true, chains with >>, and \
            in CSS :has-text(\"x\"), :text(\"x\"), :text-is(\"x\"), :text-matches(\"re\", \"i\"), :visible, \
            :nth-match(a, 2). A locator is read as in JavaScript: getByRole('button', { name: 'Save' }).first(). XPath is \
            not supported.\n\n\
            Each element is listed with its index in querySelectorAll('*'), its ref (if a snapshot would give it one), its \
            attributes and its rendered text, cut after 500 characters with an ellipsis. href, src, action, formaction, \
            poster and srcset are absolute if the address of the page is known: from --base, a <base>, the MHTML file, or \
            the note of the browser that saved it. No match is an empty list, with exit code 0.\n\n\
            JSON: {\"totalMatches\",\"truncated\",\"elements\":[{\"index\",\"ref\",\"tag\",\"text\",\"attributes\",\
            \"visible\"}]}.",
    arguments: FindArguments::ARGUMENTS,
    examples: &[
        ("find page.html 'main a[href]'", "every link of the main part"),
        ("find page.html 'img:not([alt])' --attr src --no-text", "images without a text alternative, by address"),
        ("find page.html 'form:has(:invalid)' --json", "forms that would not submit, as JSON"),
        ("find page.html 'role=button[name=/save|send/i] >> visible=true'", "as in a Playwright test"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, surface, given) = (call.page(), call.arguments.surface(), call.given::<FindArguments>());
    let selector = &*given.selector;
    let known = match &given.base {
        Some(base) => Some(Url::parse(base).map_err(|error| {
            Error::arguments(
                safe!(
                    "{} is `{}`, which is not an address: {}",
                    surface.option("base"),
                    PageText::of(base),
                    PageText::of(&error.to_string())
                ),
                "write the whole address, as in https://example.com/shop/",
            )
        })?),
        None => None,
    };
    let elements = Elements::new(call);
    let scope = match &given.within {
        Some(within) => target::find_one(page, &elements, within)?,
        None => page.dom().document(),
    };
    let found = match given.scope {
        Scope::All => written::find_everywhere(page, selector, scope)?,
        Scope::Document => written::find_within(page, selector, scope)?,
    };
    let limit = given.max_results;
    let listing = Listing {
        page,
        elements: &elements,
        addresses: Addresses::new(page.dom(), page.dom().owner_document(scope), known.as_ref()),
        only: given.attr.iter().map(String::as_str).collect(),
        with_text: !given.no_text,
    };
    Ok(Box::new(Found {
        selector: selector.to_owned(),
        total_matches: found.len(),
        truncated: found.len() > limit,
        surface,
        elements: found.iter().take(limit).map(|&node| listing.element(node)).collect(),
    }))
}

/// The form in which elements are listed.
struct Listing<'a> {
    page: &'a Page,
    elements: &'a Elements<'a>,
    addresses: Addresses,
    /// The attributes that are wanted; empty for all.
    only: Vec<&'a str>,
    with_text: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    #[serde(skip)]
    selector: String,
    total_matches: usize,
    truncated: bool,
    #[serde(skip)]
    surface: Surface,
    elements: Vec<Element>,
}

#[derive(Serialize)]
struct Element {
    index: Option<u32>,
    r#ref: Option<String>,
    tag: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    attributes: Map<String, Value>,
    visible: bool,
    /// For the text form.
    #[serde(skip)]
    step: SafeText,
}

impl Listing<'_> {
    fn element(&self, node: NodeId) -> Element {
        let dom = self.page.dom();
        let visible = self.page.aria().get(node).is_some_and(|known| known.exposure.contains(Exposure::BOX));
        Element {
            index: self.elements.index(node),
            r#ref: self.elements.reference(node),
            tag: tag(dom, node).to_owned(),
            text: self.with_text.then(|| shorten(&text::line_of_text(self.page, node, TEXT_LIMIT * 4), TEXT_LIMIT)),
            attributes: self.attributes(node),
            visible,
            step: path_step(dom, node),
        }
    }

    /// Attributes by qualified name, in source order.
    fn attributes(&self, node: NodeId) -> Map<String, Value> {
        let all = self.page.dom().element(node).map(|e| &*e.attributes).unwrap_or_default();
        let named = all.iter().map(|attribute| {
            let name = match &attribute.name.prefix {
                Some(prefix) if attribute.name.ns != ns!() => format!("{prefix}:{}", attribute.name.local),
                _ => attribute.name.local.to_string(),
            };
            let value = self.addresses.absolute(&attribute.name.local, &attribute.value).into_owned();
            (name, Value::from(value))
        });
        let wanted = |name: &str| self.only.is_empty() || self.only.iter().any(|only| only.eq_ignore_ascii_case(name));
        named.filter(|(name, _)| wanted(name)).collect()
    }
}

impl Answer for Found {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for element in &self.elements {
            match element.index {
                Some(index) => put!(out, "#{} ", index),
                None => put!(out, "#- "),
            }
            put!(out, "{}{}", element.step, ref_mark(element.r#ref.as_deref()));
            for (name, value) in &element.attributes {
                if name != "id" && name != "class" {
                    let value = PageText::quoted(value.as_str().unwrap_or_default()).at_most(VALUE_LIMIT);
                    put!(out, " {}={}", PageText::token(name), value);
                }
            }
            if let Some(text) = element.text.as_deref().filter(|t| !t.is_empty()) {
                put!(out, "  {}", PageText::of(text).at_most(LINE_LIMIT));
            }
            put_line!(out);
        }
        let left = self.total_matches - self.elements.len();
        if self.total_matches == 0 {
            put_line!(out, "# nothing matches {}", PageText::of(&self.selector));
        } else if left > 0 {
            put_line!(out, "# {} more of {}; raise {}", left, self.total_matches, self.surface.option("max-results"));
        }
        out
    }

    fn json(&self) -> String {
        to_json(self)
    }

    fn verdict(&self) -> Verdict {
        // As querySelectorAll() has it: an empty list is an answer, which callers compare with other lists.
        Verdict::Done
    }
}
