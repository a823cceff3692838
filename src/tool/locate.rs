//! `stillpage locate`, and how tools that act find the described element.

use serde_json::{Map, Value, json};

use super::element::{Elements, path_step, ref_mark, shorten, tag};
use super::{Answer, Argument, Call, FILE, PageFile, Tool, TypedArguments, Verdict, arguments, choice, to_json};
use crate::aria::Role;
use crate::dom::{NodeId, local_name};
use crate::error::{Error, SelectorError};
use crate::hit::{HitMap, Reach, reach};
use crate::locate::{LocateMatch, Located, Miss, Near, locate};
use crate::page::Page;
use crate::rendered::text::line_of_text;
use crate::safe_text::{PageText, SafeText, put, put_line, safe};
use crate::search::address::Addresses;

/// Limit: candidates that an answer lists.
const MAX_CANDIDATES: usize = 20;
/// Limit: characters of a text in an answer.
const TEXT_LIMIT: usize = 120;
/// Limit: characters of the text around a candidate that is to be compared.
const PLACE_LIMIT: usize = 240;

choice! {
    /// The policy for a description that several elements fit.
    pub(super) enum Ambiguity {
        Refuse = "refuse",
        First = "first",
    }
}

arguments! {
    /// The arguments of `stillpage locate`.
    struct LocateArguments {
        file: PageFile = FILE,
        description: String = Argument::positional("description", "What the element is: \"the 'Save' button\""),
        ambiguity: Ambiguity = Argument::option("ambiguity", "What to do if several elements fit").default("refuse"),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "locate",
    summary: "Find the element that an English description means, or report why nothing matches",
    about: "For when there is no ref. These phrases are tried in order: text in quotes; where the description ends in a word \
            for the kind of element, all that stands before it; the description without leading verbs, articles and that \
            word; the part of it before `in`, `of`, `with` and similar; all of it. Each phrase is looked up as the name of \
            elements of that role, then as label, placeholder, text (of the smallest element), alt, title and test id. \
            It may be a part of the text; case and white space do not count. Only visible elements are considered, and the \
            first place with a match decides.\n\n\
            A word for the kind of element is binding: an element with the role of another control is never the answer. An \
            element without a role counts as a button or link only if it can be clicked (pointer cursor, onclick, tabindex, \
            summary). If nothing matches, a spelling with other spaces and hyphens is tried (`login` is `Log in`), then the \
            type of the control (`the submit button`), then the usual names of a menu toggle (`hamburger menu`).\n\n\
            Words for the place and the number narrow several matches down: `in the Billing section`, `for Alice` (the \
            smallest part of the page with that text, or the heading before), `next to Alice` (in the same row, or at most 50 \
            px away), `in the footer`, `the second Delete button` (of elements with the same name). A row that has the name \
            but no such element is a miss. What follows the kind of element may also be its name: `link to pricing`, `button \
            that says Save`.\n\n\
            One element is the answer. Several are ambiguous: all are listed with their refs and none is chosen (exit code \
            1), unless --ambiguity first. Where no phrase is found, words are looked up one by one: some of them in the name of \
            a control, the others around it (`accept all cookies` is \"Accept all\" in the region Cookies). `the cheapest` and \
            its like ask for a comparison: the candidates are listed, each with the text around it. None is a miss: counts, sample links, and the nearest elements with the reason why \
            each was rejected: hidden, aria-hidden, other role, other name, other place, not clickable.\n\n\
            Words for the kind of element (also as plurals), the longest at a place counts, the last before the first \
            preposition decides: button: button, btn, push button; link: link, hyperlink, anchor; tab: tab; checkbox: \
            checkbox, check box, tickbox; radio: radio, radio button; switch: switch, toggle; textbox: field, input, input \
            field, text field, text box, text input, text area, textbox, textfield, textarea; searchbox: search box, search \
            field, search bar, searchbox; combobox: dropdown, drop-down, drop down, dropdown menu, dropdown list, select \
            box, combobox, combo box; listbox: listbox, list box; option: option; slider: slider; spinbutton: spinner, \
            spinbutton, number field; menu: menu; menuitem: menu item, menuitem; heading: heading, headline; img: image, \
            picture, icon, photo; dialog: dialog, modal, popup; table: table; row: row; cell: cell; columnheader: column \
            header; list: list; listitem: list item; treeitem: tree item; progressbar: progress bar; banner: banner; \
            navigation: navigation.\n\n\
            JSON: {\"ref\",\"index\",\"by\",\"phrase\",\"ambiguous\",\"candidates\":[{\"ref\",\"index\",\"tag\",\"role\",\
            \"name\",\"text\"}]}, by one of role, label, placeholder, text, alt, title, testid, type, words; where \
            a comparison is asked, \"comparison\" is the word for it, and candidates have \"place\"; of a miss ref, index and \
            by are null, and there are \"message\" and \"diagnostics\":{\"description\",\"roleHint\",\"roleCount\",\
            \"labelCount\",\"textCount\",\"sampleLinks\",\"currentUrl\",\"nearest\",\"fallback\"}: counts are of elements \
            with that role, and with the first phrase as label and as text, hidden ones too; fallback has the href of a link \
            that matches but is not visible.",
    arguments: LocateArguments::ARGUMENTS,
    examples: &[
        ("locate page.html \"the 'Sign in' button\"", "by role and name"),
        ("locate page.html 'type into the email field' --json", "by its label, as JSON"),
        ("locate page.html 'Privacy policy link' --ambiguity first", "the first of several"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, given) = (call.page(), call.given::<LocateArguments>());
    let description = given.description.trim();
    if description.is_empty() {
        return Err(Error::arguments("the description is empty", "describe the element, as in \"the 'Save' button\""));
    }
    let elements = Elements::new(call);
    let located = locate(page, description);
    let answer = match located {
        Located::Nothing(miss) => LocateAnswer {
            chosen: None,
            candidates: Vec::new(),
            by: None,
            comparison: None,
            miss: Some((missed(description), diagnostics(page, &elements, description, &miss))),
        },
        Located::Comparison(meant, by) => LocateAnswer {
            chosen: None,
            candidates: compared(page, &elements, &meant),
            by: Some((meant.by.as_str(), meant.phrase, meant.nodes.len())),
            comparison: Some(by),
            miss: None,
        },
        Located::One(meant) | Located::Several(meant) => {
            let candidates = candidates(page, &elements, &meant);
            let chosen = meant.nodes.len() == 1 || given.ambiguity == Ambiguity::First;
            LocateAnswer {
                chosen: candidates.first().filter(|_| chosen).cloned(),
                candidates,
                by: Some((meant.by.as_str(), meant.phrase, meant.nodes.len())),
                comparison: None,
                miss: None,
            }
        }
    };
    Ok(Box::new(answer))
}

/// The visible element that a description means.
///
/// # Errors
/// [`SelectorError::Arguments`] if the description is empty, [`SelectorError::NotLocated`], [`SelectorError::AmbiguousDescription`].
pub(crate) fn located(page: &Page, description: &str) -> Result<NodeId, SelectorError> {
    let description = description.trim().to_owned();
    if description.is_empty() {
        return Err(SelectorError::arguments(
            "locate requires either ref or description",
            "take a ref from a snapshot, or describe the element: \"the 'Save' button\"",
        ));
    }
    let elements = Elements::alone(page);
    match locate(page, &description) {
        Located::Nothing(miss) => {
            let diagnostics = diagnostics(page, &elements, &description, &miss);
            Err(SelectorError::NotLocated { description, diagnostics })
        }
        // The first of several is not the cheapest.
        Located::Comparison(meant, _) => {
            let candidates = compared(page, &elements, &meant).iter().map(bare).collect();
            Err(SelectorError::AmbiguousDescription { description, candidates })
        }
        Located::Several(meant) => {
            let candidates = candidates(page, &elements, &meant).iter().map(bare).collect();
            Err(SelectorError::AmbiguousDescription { description, candidates })
        }
        Located::One(meant) => Ok(meant.nodes[0]),
    }
}

/// The message that readers rely on.
fn missed(description: &str) -> SafeText {
    SelectorError::NotLocated { description: description.to_owned(), diagnostics: Map::new() }.message()
}

fn candidates(page: &Page, elements: &Elements<'_>, meant: &LocateMatch) -> Vec<Map<String, Value>> {
    meant.nodes.iter().take(MAX_CANDIDATES).map(|&node| candidate(page, elements, node)).collect()
}

/// Candidates with the text of the row that each is in, as `place`: what there is to compare.
fn compared(page: &Page, elements: &Elements<'_>, meant: &LocateMatch) -> Vec<Map<String, Value>> {
    let dom = page.dom();
    let others = |node: NodeId| meant.nodes.iter().filter(|&&other| dom.contains(node, other)).count();
    let row = |node: NodeId| {
        let around = std::iter::successors(Some(node), |&at| dom.composed_parent(at));
        around.take_while(|&at| others(at) < 2 && dom.element(at).is_some()).last().unwrap_or(node)
    };
    let nodes = meant.nodes.iter().take(MAX_CANDIDATES);
    nodes
        .map(|&node| {
            let mut entry = candidate(page, elements, node);
            let text = line_of_text(page, row(node), PLACE_LIMIT * 4);
            entry.insert("place".to_owned(), shorten(&text, PLACE_LIMIT).into());
            entry
        })
        .collect()
}

/// An element as a candidate. Without a ref of its own it has that of its nearest ancestor with one: a click there is a
/// click on it.
fn candidate(page: &Page, elements: &Elements<'_>, node: NodeId) -> Map<String, Value> {
    let dom = page.dom();
    let known = page.aria().get(node);
    let reference = std::iter::successors(Some(node), |&n| dom.composed_parent(n)).find_map(|n| elements.reference(n));
    let mut entry = Map::new();
    entry.insert("ref".to_owned(), reference.into());
    entry.insert("index".to_owned(), elements.index(node).into());
    entry.insert("tag".to_owned(), tag(dom, node).into());
    entry.insert("role".to_owned(), known.and_then(|k| k.role).map(Role::name).into());
    entry.insert("name".to_owned(), known.map_or("", |k| &k.name).into());
    entry.insert("text".to_owned(), shorten(&line_of_text(page, node, TEXT_LIMIT * 4), TEXT_LIMIT).into());
    entry.insert("step".to_owned(), path_step(dom, node).into());
    entry
}

/// The diagnostics of a miss, in the order that its readers rely on.
fn diagnostics(page: &Page, elements: &Elements<'_>, description: &str, miss: &Miss) -> Map<String, Value> {
    let dom = page.dom();
    let addresses = Addresses::new(dom, dom.document(), None);
    let href = |node: NodeId| {
        let written = dom.attr(node, &local_name!("href")).unwrap_or_default();
        addresses.absolute("href", written).into_owned()
    };
    let links: Vec<Value> = miss
        .links
        .iter()
        .map(|&node| {
            let text = shorten(&line_of_text(page, node, TEXT_LIMIT * 4), TEXT_LIMIT);
            let name = page.aria().get(node).map(|known| known.name.to_string()).unwrap_or_default();
            let label = if text.is_empty() { name } else { text };
            json!({ "text": label, "href": href(node), "ref": elements.reference(node) })
        })
        .collect();
    let map = (!miss.near.is_empty()).then(|| HitMap::new(page));
    let nearest: Vec<Value> = miss.near.iter().map(|near| near_entry(page, elements, map.as_ref(), near)).collect();
    let value = json!({
        "description": description,
        "roleHint": miss.role.map(|role| role.role.name()),
        "roleCount": miss.role_count,
        "labelCount": miss.label_count,
        "textCount": miss.text_count,
        "sampleLinks": links,
        "currentUrl": dom.document_url(dom.document()).map(ToString::to_string),
        "nearest": nearest,
        "fallback": miss.fallback.map(|node| json!({ "href": href(node) })),
    });
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Returns an element that came near to a rung, with everything that speaks against it.
fn near_entry(page: &Page, elements: &Elements<'_>, map: Option<&HitMap<'_>>, near: &Near) -> Value {
    let known = page.aria().get(near.node);
    let mut refused = vec![near.mismatch.as_str()];
    if known.is_some_and(|known| known.states.disabled) {
        refused.push("disabled");
    }
    if map.is_some_and(|map| matches!(reach(map, near.node), Reach::Obscured(_))) {
        refused.push("obscured");
    }
    json!({
        "by": near.rung.as_str(),
        "ref": elements.reference(near.node),
        "index": elements.index(near.node),
        "tag": tag(page.dom(), near.node),
        "role": known.and_then(|known| known.role).map(Role::name),
        "name": shorten(&near.label, TEXT_LIMIT),
        "refused": refused,
    })
}

/// The answer: an element, several, or none.
struct LocateAnswer {
    chosen: Option<Map<String, Value>>,
    candidates: Vec<Map<String, Value>>,
    /// The rung, the phrase, and how many there are.
    by: Option<(&'static str, String, usize)>,
    /// The word that asks to compare the candidates.
    comparison: Option<String>,
    miss: Option<(SafeText, Map<String, Value>)>,
}

impl Answer for LocateAnswer {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        if let Some((message, diagnostics)) = &self.miss {
            put_line!(out, "# {}", message);
            for near in diagnostics.get("nearest").and_then(Value::as_array).into_iter().flatten() {
                let reasons = near["refused"].as_array().into_iter().flatten().filter_map(Value::as_str);
                let reasons = SafeText::join(reasons.map(|reason| PageText::of(reason).into()), ", ");
                put_line!(out, "nearest by {}: {} ({})", PageText::of(text_of(&near["by"])), line(near), reasons);
            }
            if let Some(href) = diagnostics.get("fallback").and_then(|fallback| fallback["href"].as_str()) {
                put_line!(out, "matching link: {}", PageText::of(href));
            }
            return out;
        }
        let Some((by, phrase, count)) = &self.by else { return out };
        match &self.chosen {
            Some(chosen) => {
                put_line!(out, "{} by {}", line(&Value::Object(chosen.clone())), by);
                if *count > 1 {
                    put_line!(out, "# the first of {} that match {}", count, PageText::quoted(phrase));
                }
            }
            None => {
                for candidate in &self.candidates {
                    let place = candidate.get("place").and_then(Value::as_str);
                    let place = place.map(|text| safe!(" in {}", PageText::quoted(text))).unwrap_or_default();
                    put_line!(out, "{}{}", line(&Value::Object(candidate.clone())), place);
                }
                if let Some(word) = &self.comparison {
                    let word = PageText::quoted(word);
                    put_line!(
                        out,
                        "# {} asks for a comparison of these {}: read them, and use the ref of one",
                        word,
                        count
                    );
                    return out;
                }
                let phrase = PageText::quoted(phrase);
                put_line!(out, "# {} elements match {} by {}; describe it further, or use a ref", count, phrase, by);
            }
        }
        out
    }

    fn json(&self) -> String {
        let of = |name: &str| self.chosen.as_ref().and_then(|chosen| chosen.get(name)).cloned();
        let mut answer = json!({
            "ref": of("ref"),
            "index": of("index"),
            "by": self.by.as_ref().map(|(by, ..)| by),
            "phrase": self.by.as_ref().map(|(_, phrase, _)| phrase),
            "ambiguous": self.comparison.is_some() || self.by.as_ref().is_some_and(|&(.., count)| count > 1),
            "candidates": self.candidates.iter().map(bare).collect::<Vec<_>>(),
        });
        if let Some(word) = &self.comparison {
            answer["comparison"] = word.as_str().into();
        }
        if let (Some((message, diagnostics)), Value::Object(map)) = (&self.miss, &mut answer) {
            map.insert("message".to_owned(), message.clone().into());
            map.insert("diagnostics".to_owned(), Value::Object(diagnostics.clone()));
        }
        to_json(&answer)
    }

    fn verdict(&self) -> Verdict {
        if self.chosen.is_some() { Verdict::Done } else { Verdict::Nothing }
    }
}

/// A candidate without what only the text form shows.
fn bare(candidate: &Map<String, Value>) -> Value {
    let shown = candidate.iter().filter(|(name, _)| *name != "step");
    Value::Object(shown.map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// `button#save [ref=e5] button "Save"`
fn line(candidate: &Value) -> SafeText {
    let step = candidate["step"].as_str().unwrap_or_else(|| text_of(&candidate["tag"]));
    let mut out = safe!("{}{}", PageText::token(step), ref_mark(candidate["ref"].as_str()));
    if let Some(role) = candidate["role"].as_str() {
        put!(out, " {}", PageText::token(role));
    }
    let name = text_of(&candidate["name"]);
    let label = if name.is_empty() { text_of(&candidate["text"]) } else { name };
    if !label.is_empty() {
        put!(out, " {}", PageText::quoted(label));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};
    use crate::locate::words::ROLE_WORDS;
    use crate::page::RenderOptions;

    #[test]
    fn help_prints_the_table_of_role_words() {
        for (words, role) in ROLE_WORDS {
            let listed = TOOL.about.split(';').chain(TOOL.about.split("decides:")).any(|row| {
                row.trim().strip_prefix(role.name()).is_some_and(|rest| {
                    let rest = rest.trim_start_matches(':').split(". ").next().unwrap_or_default();
                    rest.split(['.', ';', ',', '\n']).any(|word| word.trim() == *words)
                })
            });
            assert!(listed, "{words} for {role} is not in the help");
        }
    }

    #[test]
    fn description_means_one_element_or_is_an_error() {
        let html = "<button id=a>Save</button><button id=b>Send</button><button id=c>Send</button>";
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let page = Page::render(dom, Device::default(), RenderOptions::default());
        let chosen = |description: &str| {
            located(&page, description)
                .map(|node| page.dom().attr(node, &local_name!("id")).unwrap_or_default().to_owned())
        };
        assert_eq!(chosen(" save button").as_deref(), Ok("a"));
        let error = chosen("send button").unwrap_err();
        assert_eq!(
            (error.code(), error.details()["candidates"].as_array().map(Vec::len)),
            ("ambiguous_description", Some(2))
        );
        let error = chosen("  ").unwrap_err();
        assert_eq!(
            (error.code(), &*error.to_string()),
            ("invalid_arguments", "locate requires either ref or description")
        );
    }

    #[test]
    fn fields_of_a_miss_keep_their_order() {
        let dom = Dom::parse(b"<a href=/x>Home</a>", &ParseOptions::default());
        let page = Page::render(dom, Device::default(), RenderOptions::default());
        let error = located(&page, "the 'Pay' button").unwrap_err();
        assert_eq!(error.to_string(), "Could not find a visible element for description: the 'Pay' button");
        let details = error.details();
        let keys: Vec<_> = details.keys().map(String::as_str).collect();
        let first = ["description", "roleHint", "roleCount", "labelCount", "textCount", "sampleLinks", "currentUrl"];
        assert_eq!(keys, [&first[..], &["nearest", "fallback"]].concat());
        assert_eq!(details["sampleLinks"], json!([{ "text": "Home", "href": "/x", "ref": "e2" }]));
    }
}
