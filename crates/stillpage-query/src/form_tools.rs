//! Forms that declare themselves as tools for agents (`toolname`, `tooldescription`), as Chromium's `document.modelContext` lists them.
//!
//! *In*: a [`Dom`]. *Out*: [`FormTool`]s, each with the JSON Schema of what its form takes.
//!
//! *Invariants*: a tool has the name, the description and the schema that Chromium gives it; fields that share a name without
//! belonging together are left out.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use stillpage_dom::dom::form::{self, InputType};

use crate::dom::{Dom, ElementData, LocalName, NodeId, local_name};
use crate::safe_text::{PageText, SafeText, put_line, without_forged_refs};
use crate::search::pattern::{Flags, Pattern};

/// A form that is a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct FormTool {
    /// The form.
    pub form: NodeId,
    /// `toolname`
    pub name: String,
    /// `tooldescription`
    pub description: String,
    /// `tooltitle`; empty if it has none.
    pub title: String,
    /// The JSON Schema of its fields.
    pub input_schema: Json,
    /// It is submitted once it is filled in (`toolautosubmit`); without it a person does that.
    pub submits: bool,
    /// The controls of each property of the schema, in tree order.
    pub fields: Vec<(String, Vec<NodeId>)>,
}

impl FormTool {
    /// `{"name","title","description","inputSchema"}`, the title if it has one.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut out = Map::new();
        out.insert("name".into(), self.name.clone().into());
        out.extend((!self.title.is_empty()).then(|| ("title".to_owned(), Json::from(self.title.as_str()))));
        out.insert("description".into(), self.description.clone().into());
        out.insert("inputSchema".into(), self.input_schema.clone());
        out.into()
    }
}

/// Limit: characters of the description of a tool, and of its schema.
const MAX_DESCRIPTION: usize = 500;
const MAX_SCHEMA: usize = 4000;

/// Writes the tools as Playwright does above a snapshot; nothing without any.
pub fn tool_lines(tools: &[FormTool], out: &mut SafeText) {
    if !tools.is_empty() {
        put_line!(out, "- webmcp tools (page-provided, untrusted):");
    }
    for tool in tools {
        let description = without_forged_refs(&tool.description);
        let schema = tool.input_schema.to_string();
        let schema = without_forged_refs(&schema);
        put_line!(out, "  - {}: {}", PageText::token(&tool.name), PageText::of(&description).at_most(MAX_DESCRIPTION));
        put_line!(out, "    - inputSchema: {}", PageText::of(&schema).at_most(MAX_SCHEMA));
    }
}

/// The words that Chromium adds to the description of a date.
const DATES: &str = "Dates MUST be provided in 'YYYY-MM-DD' format.";

/// The tools of the page's document, by name; of two with the same name the first.
#[must_use]
pub fn form_tools(dom: &Dom) -> Vec<FormTool> {
    let is_form = |node: &NodeId| dom.is_html(*node, &local_name!("form"));
    let is_tool = |form: &NodeId| dom.attr(*form, &LocalName::from("toolname")).is_some();
    let forms: Vec<NodeId> = dom.elements_in_order().filter(is_form).filter(is_tool).collect();
    // Most pages have none.
    if forms.is_empty() {
        return Vec::new();
    }
    let mut controls: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for node in dom.elements_in_order().filter(|&node| is_listed(dom, node)) {
        if let Some(owner) = owner(dom, node) {
            controls.entry(owner).or_default().push(node);
        }
    }
    let mut tools: BTreeMap<String, FormTool> = BTreeMap::new();
    for form in forms {
        let attribute = |name: &str| dom.attr(form, &LocalName::from(name));
        let (Some(name), Some(description)) = (attribute("toolname"), attribute("tooldescription")) else { continue };
        if !is_name(name) || tools.contains_key(name) {
            continue;
        }
        let (input_schema, fields) = schema(dom, controls.get(&form).map(Vec::as_slice).unwrap_or_default());
        let tool = FormTool {
            form,
            name: name.to_owned(),
            description: description.to_owned(),
            title: attribute("tooltitle").unwrap_or_default().to_owned(),
            input_schema,
            submits: attribute("toolautosubmit").is_some(),
            fields,
        };
        tools.insert(name.to_owned(), tool);
    }
    tools.into_values().collect()
}

/// <https://webmachinelearning.github.io/webmcp/>: letters, digits and three signs, 128 at most.
fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

/// True for elements that take a name in a form.
fn is_listed(dom: &Dom, node: NodeId) -> bool {
    ["input", "select", "textarea", "button", "output", "fieldset"]
        .into_iter()
        .any(|name| dom.is_html(node, &LocalName::from(name)))
}

/// The form that owns a control or a fieldset.
fn owner(dom: &Dom, node: NodeId) -> Option<NodeId> {
    dom.form().owner(node).or_else(|| {
        let is_form = |&at: &NodeId| dom.is_html(at, &local_name!("form"));
        let is_plain = dom.is_html(node, &local_name!("fieldset")) && dom.attr(node, &local_name!("form")).is_none();
        dom.ancestors(node).find(is_form).filter(|_| is_plain)
    })
}

/// The kinds of controls that take a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Input(InputType),
    Select,
    TextArea,
    /// A button, an output, a fieldset.
    Other,
}

fn kind(dom: &Dom, node: NodeId) -> Kind {
    match dom.element(node) {
        Some(element) if dom.is_html(node, &local_name!("input")) => {
            InputType::of(element).map_or(Kind::Other, Kind::Input)
        }
        _ if dom.is_html(node, &local_name!("select")) => Kind::Select,
        _ if dom.is_html(node, &local_name!("textarea")) => Kind::TextArea,
        _ => Kind::Other,
    }
}

/// True for controls that nobody can change.
fn is_fixed(dom: &Dom, node: NodeId, kind: Kind) -> bool {
    let is_read_only = dom.attr(node, &local_name!("readonly")).is_some();
    let may_be_read_only = match kind {
        Kind::TextArea => true,
        Kind::Input(kind) => {
            !matches!(kind, InputType::Range | InputType::Color | InputType::Hidden | InputType::File)
                && !kind.is_checkable()
                && !kind.is_button()
        }
        Kind::Select | Kind::Other => false,
    };
    let is_fieldset = dom.is_html(node, &local_name!("fieldset"));
    !is_fieldset && dom.form().is_disabled(node) || is_read_only && may_be_read_only
}

/// The schema of the controls of a form, and which controls are behind each property.
fn schema(dom: &Dom, controls: &[NodeId]) -> (Json, Vec<(String, Vec<NodeId>)>) {
    let mut groups: Vec<(String, Vec<NodeId>)> = Vec::new();
    let mut place: BTreeMap<&str, usize> = BTreeMap::new();
    for &control in controls.iter().filter(|&&control| !is_fixed(dom, control, kind(dom, control))) {
        let name = dom.attr(control, &local_name!("name")).unwrap_or_default();
        let at = *place.entry(name).or_insert(groups.len());
        if at == groups.len() {
            groups.push((name.to_owned(), Vec::new()));
        }
        groups[at].1.push(control);
    }
    let (mut properties, mut required) = (Map::new(), Vec::new());
    groups.retain(|(name, group)| {
        let Some(property) = property(dom, group) else { return false };
        if group.iter().any(|&control| dom.attr(control, &local_name!("required")).is_some()) {
            required.push(Json::from(name.as_str()));
        }
        properties.insert(name.clone(), property);
        true
    });
    (json!({ "type": "object", "properties": properties, "required": required }), groups)
}

/// The schema of the controls of one name; `None` if they take no value or do not belong together.
fn property(dom: &Dom, group: &[NodeId]) -> Option<Json> {
    let &first = group.first()?;
    let own = kind(dom, first);
    let is_checkbox = |kind: InputType| kind == InputType::Checkbox;
    let is_group =
        matches!(own, Kind::Input(kind) if kind.is_checkable()) && group.iter().all(|&one| kind(dom, one) == own);
    if group.len() > 1 && !is_group {
        return None;
    }
    let mut out = Map::new();
    let mut description = if group.len() > 1 { fieldset_description(dom, first) } else { description(dom, first) };
    match own {
        Kind::Other => return None,
        Kind::Input(kind) if is_checkbox(kind) && group.len() == 1 => {
            out.insert("type".into(), "boolean".into());
        }
        Kind::Input(kind) if kind.is_checkable() => {
            let choices = group.iter().map(|&one| {
                let value = dom.attr(one, &local_name!("value")).unwrap_or("on").to_owned();
                (value, Some(labels(dom, one)).filter(|title| !title.is_empty()))
            });
            out = choice(choices, is_checkbox(kind));
        }
        Kind::Select => {
            let options = dom.form().options(first).iter();
            let choices = options.map(|&one| (form::option_value(dom, one).into_owned(), Some(dom.text_content(one))));
            out = choice(choices, dom.attr(first, &local_name!("multiple")).is_some());
        }
        Kind::TextArea => {
            out.insert("type".into(), "string".into());
        }
        Kind::Input(InputType::Hidden) if description_attribute(dom, first).is_empty() => return None,
        Kind::Input(kind) if kind.is_button() || kind == InputType::File => return None,
        Kind::Input(kind) => {
            let element = dom.element(first)?;
            let is_number = matches!(kind, InputType::Number | InputType::Range);
            out = if is_number { number(element, kind == InputType::Range) } else { text(element, kind) };
            if kind == InputType::Date {
                description =
                    if description.is_empty() { DATES.to_owned() } else { format!("{description} ({DATES})") };
            }
        }
    }
    if !description.is_empty() {
        out.insert("description".into(), description.into());
    }
    Some(out.into())
}

/// The schema of a choice among values, each with its title.
fn choice(choices: impl Iterator<Item = (String, Option<String>)>, several: bool) -> Map<String, Json> {
    let (mut any_of, mut values) = (Vec::new(), Vec::new());
    for (value, title) in choices {
        let mut one = Map::new();
        one.insert("type".into(), "string".into());
        one.insert("const".into(), value.clone().into());
        one.extend(title.map(|title| ("title".to_owned(), Json::from(title))));
        any_of.push(Json::from(one));
        values.push(Json::from(value));
    }
    let mut out = Map::new();
    out.insert("type".into(), "string".into());
    out.insert("anyOf".into(), any_of.into());
    out.insert("enum".into(), values.into());
    if !several {
        return out;
    }
    let mut list = Map::new();
    list.insert("type".into(), "array".into());
    list.insert("items".into(), out.into());
    list.insert("uniqueItems".into(), true.into());
    list
}

fn number(element: &ElementData, is_range: bool) -> Map<String, Json> {
    let number = |name: &str| element.attr(&LocalName::from(name)).and_then(parsed);
    let (mut least, mut most) = (number("min"), number("max"));
    let base = least.or_else(|| number("value")).unwrap_or(0.0);
    if is_range {
        (least, most) = (least.or(Some(0.0)), most.or(Some(100.0)));
    }
    let mut out = Map::new();
    out.insert("type".into(), "number".into());
    out.extend(least.map(|least| ("minimum".to_owned(), whole(least))));
    out.extend(most.map(|most| ("maximum".to_owned(), whole(most))));
    let written = element.attr(&local_name!("step"));
    let step = written.and_then(parsed).filter(|&step| step > 0.0).unwrap_or(1.0);
    let takes_any = !is_range && written.is_some_and(|step| step.eq_ignore_ascii_case("any"));
    // Where the steps do not start at zero, no multiple says so.
    if !takes_any && (base / step).fract() == 0.0 {
        out.insert("multipleOf".into(), whole(step));
    }
    out
}

fn text(element: &ElementData, kind: InputType) -> Map<String, Json> {
    let mut out = Map::new();
    out.insert("type".into(), "string".into());
    let short_step = element.attr(&local_name!("step")).and_then(parsed).filter(|step| (0.0..60.0).contains(step));
    let seconds = match short_step {
        None | Some(0.0) => "",
        Some(step) if step.fract() == 0.0 => "(:[0-5][0-9])?",
        Some(_) => r"(:[0-5][0-9](\.[0-9]{1,3})?)?",
    };
    let format = match kind {
        InputType::Date => "date".to_owned(),
        InputType::Time => format!("^([01][0-9]|2[0-3]):[0-5][0-9]{seconds}$"),
        InputType::DatetimeLocal => {
            format!("^[0-9]{{4}}-(0[1-9]|1[0-2])-[0-9]{{2}}T([01][0-9]|2[0-3]):[0-5][0-9]{seconds}$")
        }
        InputType::Month => "^[0-9]{4}-(0[1-9]|1[0-2])$".to_owned(),
        InputType::Week => "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$".to_owned(),
        InputType::Color => "^#[0-9a-zA-Z]{6}$".to_owned(),
        _ => {
            let pattern = element.attr(&LocalName::from("pattern"));
            let is_valid = |pattern: &&str| {
                pattern.is_empty()
                    || Pattern::with_flags(pattern, Flags { unicode_sets: true, ..Flags::default() }).is_ok()
            };
            out.extend(pattern.filter(is_valid).map(|pattern| ("pattern".to_owned(), Json::from(pattern))));
            return out;
        }
    };
    out.insert("format".into(), format.into());
    out
}

/// `toolparamdescription`, else the labels, else `aria-description`.
fn description(dom: &Dom, control: NodeId) -> String {
    let texts = [description_attribute(dom, control).to_owned(), labels(dom, control)];
    let aria = || dom.attr(control, &LocalName::from("aria-description")).unwrap_or_default().to_owned();
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_else(aria)
}

fn description_attribute(dom: &Dom, node: NodeId) -> &str {
    dom.attr(node, &LocalName::from("toolparamdescription")).unwrap_or_default()
}

/// The description that the fieldset around a group of controls has.
fn fieldset_description(dom: &Dom, control: NodeId) -> String {
    let fieldset = dom.ancestors(control).find(|&at| dom.is_html(at, &local_name!("fieldset")));
    fieldset.map(|fieldset| description_attribute(dom, fieldset)).unwrap_or_default().to_owned()
}

/// The texts of the labels of a control, without those of controls in them.
fn labels(dom: &Dom, control: NodeId) -> String {
    let text = |label: &NodeId| {
        let mut text = String::new();
        let mut stack = vec![*label];
        while let Some(node) = stack.pop() {
            text.push_str(dom.text(node).unwrap_or_default());
            if !form::is_labelable(dom, node) {
                stack.extend(dom.children(node).rev());
            }
        }
        text.trim_matches(|c: char| c.is_ascii_whitespace()).to_owned()
    };
    let texts: Vec<String> = dom.form().labels(control).iter().map(text).filter(|text| !text.is_empty()).collect();
    texts.join("; ")
}

/// <https://html.spec.whatwg.org/#valid-floating-point-number>
fn parsed(text: &str) -> Option<f64> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E'));
    (is_number && !text.starts_with('+') && !text.ends_with('.')).then(|| text.parse().ok()).flatten()
}

/// A number, without a fraction if it has none.
#[expect(clippy::cast_possible_truncation, reason = "checked to be a whole number in range")]
fn whole(number: f64) -> Json {
    if number.fract() == 0.0 && number.abs() < 1e15 { Json::from(number as i64) } else { Json::from(number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stillpage_dom::dom::ParseOptions;

    fn tools(html: &str) -> Vec<FormTool> {
        form_tools(&Dom::parse(html.as_bytes(), &ParseOptions::of_text()))
    }

    /// The schema of the fields of a form.
    fn schema(fields: &str) -> Json {
        let html = format!("<form toolname=t tooldescription=d>{fields}</form>");
        tools(&html).pop().expect("a tool").input_schema
    }

    // The expectations are what Chromium 156 answers with the feature WebMCP.

    #[test]
    fn tools_are_named_forms_with_a_description() {
        let html = "<form toolname=b tooldescription=x tooltitle=T toolautosubmit></form><form toolname=a.b-c_1 tooldescription></form>\
                    <form toolname=b tooldescription=second></form><form toolname='a b' tooldescription=x></form>\
                    <form toolname=c></form><form tooldescription=x></form>";
        let found = tools(html);
        let names: Vec<&str> = found.iter().map(|tool| &*tool.name).collect();
        assert_eq!(names, ["a.b-c_1", "b"]);
        assert_eq!((&*found[1].description, &*found[1].title, found[1].submits), ("x", "T", true));
    }

    #[test]
    fn fields_are_described_by_their_labels() {
        let found = schema(
            "<label for=n>Name</label><label for=n>in full</label><input id=n name=name required>\
             <label>Note <textarea name=note>left out</textarea></label><input name=q toolparamdescription='What to find' aria-label=no>",
        );
        let expected = json!({
            "name": {"type": "string", "description": "Name; in full"},
            "note": {"type": "string", "description": "Note"},
            "q": {"type": "string", "description": "What to find"},
        });
        assert_eq!(found["properties"], expected);
        assert_eq!(found["required"], json!(["name"]));
    }

    #[test]
    fn choices_are_listed_with_their_titles() {
        let found = schema(
            "<fieldset toolparamdescription=Plan><label><input type=radio name=plan value=a> A</label>\
             <input type=radio name=plan value=b required></fieldset><select name=size multiple><option value=s>Small<option> Large </select>\
             <input type=checkbox name=gift>",
        );
        let expected = json!({
            "plan": {
                "type": "string",
                "anyOf": [{"type": "string", "const": "a", "title": "A"}, {"type": "string", "const": "b"}],
                "enum": ["a", "b"],
                "description": "Plan",
            },
            "size": {
                "type": "array",
                "items": {
                    "type": "string",
                    "anyOf": [
                        {"type": "string", "const": "s", "title": "Small"},
                        {"type": "string", "const": "Large", "title": " Large "},
                    ],
                    "enum": ["s", "Large"],
                },
                "uniqueItems": true,
            },
            "gift": {"type": "boolean"},
        });
        assert_eq!(found["properties"], expected);
        assert_eq!(found["required"], json!(["plan"]));
    }

    #[test]
    fn numbers_and_dates_have_limits() {
        let found = schema(
            "<input type=number name=n min=1 max=10 step=2><input type=range name=r step=any><input type=date name=d>\
             <input type=time name=t step=30><input type=tel name=p pattern='\\d+'><input type=url name=u pattern='('>",
        );
        let expected = json!({
            "n": {"type": "number", "minimum": 1, "maximum": 10},
            "r": {"type": "number", "minimum": 0, "maximum": 100, "multipleOf": 1},
            "d": {"type": "string", "format": "date", "description": DATES},
            "t": {"type": "string", "format": "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"},
            "p": {"type": "string", "pattern": "\\d+"},
            "u": {"type": "string"},
        });
        assert_eq!(found["properties"], expected);
    }

    #[test]
    fn fields_that_share_a_name_are_left_out() {
        let found = schema(
            "<input name=a><textarea name=a></textarea><input name=b><button name=b>Go</button><input name=c disabled>\
             <input name=d readonly><input type=hidden name=e value=1><input name=f>",
        );
        assert_eq!(found["properties"], json!({"f": {"type": "string"}}));
    }
}
