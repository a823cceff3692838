//! The views that are recorded of a page, and stillpage's in the same form.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use stillpage::Page;
use stillpage::command::{Caller, answer};

/// The view that a recording shows. `ai` and `default` exist of every file, the others of the cases of one room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Ai,
    Default,
    Find,
    Style,
    Rules,
    Boxes,
    Hit,
}

impl Mode {
    pub(crate) const ALL: [Self; 7] =
        [Self::Ai, Self::Default, Self::Find, Self::Style, Self::Rules, Self::Boxes, Self::Hit];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ai => "ai",
            Self::Default => "default",
            Self::Find => "find",
            Self::Style => "style",
            Self::Rules => "rules",
            Self::Boxes => "boxes",
            Self::Hit => "hit",
        }
    }

    /// Returns `true` if a file of the corpus (its path below `corpus/`) is recorded in this mode.
    pub(crate) fn covers(self, file: &str) -> bool {
        match self {
            Self::Ai | Self::Default => true,
            Self::Find => file.starts_with("cases/selector/"),
            Self::Style | Self::Rules => file.starts_with("cases/style/"),
            Self::Boxes => file.starts_with("cases/layout/"),
            Self::Hit => file.starts_with("cases/hit/"),
        }
    }

    /// Returns stillpage's view. `source` is the file, which lists the selectors of a case; numbers of boxes that are as recorded
    /// but for their rounding are printed as recorded.
    pub(crate) fn view(self, page: &Page, source: &str, recorded: &str) -> Result<String, String> {
        let elements = || ask(page, "inspect", json!({})).map_err(|(_, error)| error);
        match self {
            Self::Ai => text(page, json!({ "playwright": true })),
            Self::Default => text(page, json!({ "playwright": true, "mode": "default" })),
            Self::Find => find(page, &names(&elements()?)?, source),
            Self::Style => style(&elements()?),
            Self::Rules => rules(page, &elements()?),
            Self::Boxes => boxes(&elements()?, recorded),
            Self::Hit => hit(page, &names(&elements()?)?),
        }
        .map(|text| format!("{}\n", text.trim_end()))
    }
}

/// The answer of a tool as JSON, or the code and the text of its error.
fn ask(page: &Page, tool: &str, arguments: Value) -> Result<Value, (&'static str, String)> {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    let answer = answer(tool, std::slice::from_ref(page), Caller::Program, &arguments, None)
        .map_err(|error| (error.code(), error.to_string()))?;
    serde_json::from_str(&answer.json).map_err(|error| ("json", error.to_string()))
}

fn text(page: &Page, arguments: Value) -> Result<String, String> {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    answer("snapshot", std::slice::from_ref(page), Caller::Program, &arguments, None)
        .map(|answer| answer.text)
        .map_err(|error| error.to_string())
}

fn array<'a>(value: &'a Value, field: &str) -> Result<&'a Vec<Value>, String> {
    value.get(field).and_then(Value::as_array).ok_or_else(|| format!("no array \"{field}\""))
}

fn place(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|index| usize::try_from(index).ok())
}

/// Returns the names of the elements in recordings: `div#id`, or the way from the nearest element with an id, such as
/// `div#id/p:2/span`. The same as `elementNames` in `scripts/record.mjs`.
fn names(inspected: &Value) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    let mut steps: Vec<(Option<usize>, String)> = Vec::new();
    for element in array(inspected, "elements")? {
        let tag = element["tag"].as_str().unwrap_or("?");
        let parent = place(&element["parent"]);
        let step = (parent, tag.to_owned());
        let before = steps.iter().filter(|known| **known == step).count();
        steps.push(step);
        let is_plain =
            |id: &&str| !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
        let named = element["id"].as_str().filter(is_plain).map(|id| format!("{tag}#{id}"));
        let named = named.filter(|name| !names.contains(name));
        let path = || {
            let above = parent.and_then(|parent| names.get(parent)).filter(|above| *above != "html");
            let above = above.map(|above| format!("{above}/")).unwrap_or_default();
            if before == 0 { format!("{above}{tag}") } else { format!("{above}{tag}:{}", before + 1) }
        };
        let name = named.unwrap_or_else(path);
        names.push(name);
    }
    Ok(names)
}

/// `"selector": [elements]` for every selector that the case lists.
fn find(page: &Page, names: &[String], source: &str) -> Result<String, String> {
    let list = source.split("<script type=\"text/plain\">\n").nth(1).and_then(|rest| rest.split("</script>").next());
    let mut out = String::new();
    for selector in list.unwrap_or("").lines().map(str::trim).filter(|line| !line.is_empty()) {
        let arguments = json!({ "selector": selector, "no-text": true, "max-results": 100_000 });
        let matched = match ask(page, "find", arguments) {
            Ok(found) => {
                let found = array(&found, "elements")?.iter();
                let found: Vec<&str> =
                    found.map(|element| place(&element["index"]).map_or("?", |index| names[index].as_str())).collect();
                format!("[{}]", found.join(", "))
            }
            Err(("invalid_selector", _)) => "SyntaxError".to_owned(),
            Err((_, error)) => return Err(error),
        };
        let _ = writeln!(out, "{}: {matched}", Value::from(selector));
    }
    Ok(out)
}

/// `- [element, display, visibility, position, visible]` an element.
fn style(inspected: &Value) -> Result<String, String> {
    let mut out = String::new();
    for (element, name) in array(inspected, "elements")?.iter().zip(names(inspected)?) {
        let field = |name: &str| element[name].as_str().unwrap_or("?");
        let visible = if element["visible"].as_bool() == Some(true) { "visible" } else { "invisible" };
        let (display, visibility, position) = (field("display"), field("visibility"), field("position"));
        let _ = writeln!(out, "- [{name}, {display}, {visibility}, {position}, {visible}]");
    }
    Ok(out)
}

/// The rules that match each element, as `matchedLines` of `scripts/matched.mjs` writes them.
fn rules(page: &Page, inspected: &Value) -> Result<String, String> {
    let mut selectors: Vec<String> = Vec::new();
    let mut children: Vec<usize> = Vec::new();
    let mut out = String::new();
    for (element, name) in array(inspected, "elements")?.iter().zip(names(inspected)?) {
        let parent = place(&element["parent"]).filter(|parent| *parent < selectors.len());
        let selector = parent.map_or_else(
            || ":root".to_owned(),
            |parent| {
                children[parent] += 1;
                format!("{}>:nth-child({})", selectors[parent], children[parent])
            },
        );
        let explained = ask(page, "explain", json!({ "target": selector, "styles": true }));
        let matched = &explained.map_err(|(_, error)| error)?["styles"]["matched"];
        selectors.push(selector);
        children.push(0);
        let mut lines: Vec<String> = Vec::new();
        for declared in matched["inlineStyle"]["cssProperties"].as_array().into_iter().flatten() {
            let field = |name: &str| squeezed(declared[name].as_str().unwrap_or("?"));
            lines.push(format!("style {}: {} @{}", field("name"), field("value"), place_of(&declared["range"])));
        }
        if matched.get("attributesStyle").is_some() {
            lines.push("attributes".to_owned());
        }
        for found in array(matched, "matchedCSSRules")? {
            lines.push(rule(matched, found));
        }
        let mut pseudos: Vec<&Value> = array(matched, "pseudoElements")?.iter().collect();
        pseudos.sort_by_key(|pseudo| pseudo["pseudoType"].as_str());
        for pseudo in pseudos {
            let name = pseudo["pseudoType"].as_str().unwrap_or("?");
            for found in array(pseudo, "matches")? {
                lines.push(format!("::{name} {}", rule(matched, found)));
            }
        }
        if !lines.is_empty() {
            let _ = writeln!(out, "{name}:\n  - {}", lines.join("\n  - "));
        }
    }
    Ok(out)
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `1:0-2:7`, a place in a sheet.
fn place_of(range: &Value) -> String {
    let [from, column, to, last] = ["startLine", "startColumn", "endLine", "endColumn"].map(|name| &range[name]);
    format!("{from}:{column}-{to}:{last}")
}

fn rule(matched: &Value, found: &Value) -> String {
    let rule = &found["rule"];
    let sheets = matched["styleSheets"].as_array();
    let sheet = sheets.and_then(|sheets| sheets.iter().find(|sheet| sheet["styleSheetId"] == rule["styleSheetId"]));
    let sheet = match sheet.and_then(|sheet| sheet["sourceURL"].as_str()) {
        None => "style",
        Some(url) if url.starts_with("data:") => "data:",
        Some(url) => url.rsplit('/').next().unwrap_or(url),
    };
    let selectors = rule["selectorList"]["selectors"].as_array().into_iter().flatten();
    let selectors: Vec<String> = selectors
        .map(|selector| {
            format!("{} @{}", squeezed(selector["text"].as_str().unwrap_or("?")), place_of(&selector["range"]))
        })
        .collect();
    let matching: Vec<String> =
        found["matchingSelectors"].as_array().into_iter().flatten().map(Value::to_string).collect();
    format!("{sheet} [{}] {} {{{}}}", matching.join(","), selectors.join(", "), place_of(&rule["style"]["range"]))
}

/// `- [element, x, y, width, height]` an element below `body`, in CSS px. A number within 0.02 of the recorded one is printed as
/// that one: both were rounded to two places from sixty-fourths.
fn boxes(inspected: &Value, recorded: &str) -> Result<String, String> {
    let elements = array(inspected, "elements")?;
    let names = names(inspected)?;
    let recorded: Vec<Vec<&str>> = recorded
        .lines()
        .map(|line| line.trim_start_matches("- [").trim_end_matches(']').split(", ").collect())
        .collect();
    let body = elements.iter().position(|element| element["tag"] == "body").unwrap_or(elements.len());
    let mut inside = vec![false; elements.len()];
    let mut out = String::new();
    for (index, (element, name)) in elements.iter().zip(&names).enumerate() {
        let parent = place(&element["parent"]);
        inside[index] = index == body || parent.is_some_and(|parent| inside.get(parent) == Some(&true));
        if !inside[index] {
            continue;
        }
        let row = recorded.iter().find(|row| row.first() == Some(&name.as_str()));
        let numbers: Vec<String> = (0..4)
            .map(|side| {
                let ours = element["box"][side].as_f64().unwrap_or(f64::NAN);
                let theirs = row.and_then(|row| row.get(side + 1)).and_then(|text| text.parse::<f64>().ok());
                match theirs {
                    Some(theirs) if (ours - theirs).abs() <= 0.02 => theirs.to_string(),
                    _ => ((ours * 100.0).round() / 100.0).to_string(),
                }
            })
            .collect();
        let _ = writeln!(out, "- [{name}, {}]", numbers.join(", "));
    }
    Ok(out)
}

/// `y: {x: element, ...}` a row of a grid of points, the next entry where the hit changes; `~` is nothing.
fn hit(page: &Page, names: &[String]) -> Result<String, String> {
    let mut points = String::new();
    for (x, y) in (15..720).step_by(30).flat_map(|y| (20..1280).step_by(40).map(move |x| (x, y))) {
        let _ = writeln!(points, "{x} {y}");
    }
    let hits = ask(page, "hit", json!({ "points": points })).map_err(|(_, error)| error)?;
    let mut hits = hits.as_array().ok_or("no array")?.iter();
    let mut out = String::new();
    for y in (15..720).step_by(30) {
        let mut last = None;
        let mut runs = Vec::new();
        for x in (20..1280).step_by(40) {
            let hit = hits.next().ok_or("fewer hits than points")?;
            let hit = place(&hit["index"]).map_or("~", |index| names[index].as_str());
            if last != Some(hit) {
                runs.push(format!("{x}: {hit}"));
            }
            last = Some(hit);
        }
        let _ = writeln!(out, "{y}: {{{}}}", runs.join(", "));
    }
    Ok(out)
}
