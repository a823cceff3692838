//! Rules that match an element, in the terms of `CSS.getMatchedStylesForNode` of Chromium's debugging protocol.
//!
//! Without the browser's own rules. Of attributes such as `width` there are the names of the longhands that they set.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::subject::{Subject, pseudo_name};
use crate::dom::{Dom, NodeId, local_name, ns};
use crate::style::{
    GroupKind, MatchSource, PlacedDeclaration, PlacedGroup, PlacedRule, Pseudo, RulePlaces, TracedBlock, TracedElement,
    TracedStyles,
};

/// The pseudo-elements whose rules the protocol gives with those of their element.
const LISTED: [Pseudo; 6] =
    [Pseudo::Before, Pseudo::After, Pseudo::Marker, Pseudo::Backdrop, Pseudo::FirstLetter, Pseudo::FirstLine];

/// Attributes of SVG that are properties which only paint.
const PAINTED: &[&str] = &[
    "alignment-baseline",
    "baseline-shift",
    "clip-rule",
    "color-interpolation",
    "color-interpolation-filters",
    "color-rendering",
    "d",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "flood-color",
    "flood-opacity",
    "image-rendering",
    "lighting-color",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask-type",
    "paint-order",
    "shape-rendering",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-rendering",
];

/// Puts what was traced into the shape of the protocol.
pub(super) fn matched(subject: &Subject<'_>, lineage: &[NodeId], traced: &TracedStyles) -> Value {
    let mut all = Map::new();
    let Some((element, ancestors)) = lineage.split_first() else { return Value::Null };
    let writer = Writer { subject, traced };
    let Some(own) = traced.element(*element) else { return Value::Null };
    all.extend(writer.attributes(own));
    all.insert("matchedCSSRules".to_owned(), writer.rules(own));
    let pseudos = traced.elements.iter().filter(|other| other.node == own.node);
    let pseudos = pseudos.filter_map(|other| {
        let matches = writer.rules(other);
        let is_any = matches.as_array().is_some_and(|matches| !matches.is_empty());
        // Chrome: the others are elements of the browser's own trees, with styles of their own.
        let pseudo = other.pseudo.filter(|pseudo| LISTED.contains(pseudo))?;
        let name = pseudo_name(pseudo);
        is_any.then(|| json!({ "pseudoType": name, "matches": matches }))
    });
    all.insert("pseudoElements".to_owned(), pseudos.collect());
    let inherited = ancestors.iter().filter_map(|&node| traced.element(node)).map(|ancestor| {
        let mut entry = writer.attributes(ancestor);
        entry.remove("attributesStyle");
        entry.insert("matchedCSSRules".to_owned(), writer.rules(ancestor));
        Value::Object(entry)
    });
    all.insert("inherited".to_owned(), inherited.collect());
    all.insert("styleSheets".to_owned(), writer.sheets(own));
    Value::Object(all)
}

struct Writer<'a> {
    subject: &'a Subject<'a>,
    traced: &'a TracedStyles,
}

fn sheet_id(sheet: usize) -> String {
    format!("sheet-{}", sheet + 1)
}

impl Writer<'_> {
    fn dom(&self) -> &Dom {
        self.subject.dom()
    }

    /// The headers of the sheets that the rules refer to.
    fn sheets(&self, element: &TracedElement) -> Value {
        let Some(places) = self.traced.places(element) else { return Value::Array(Vec::new()) };
        let header = |(at, sheet): (usize, &crate::style::PlacedSheet)| {
            let line = sheet.owner.filter(|_| sheet.url.is_none()).and_then(|owner| self.dom().line(owner));
            json!({
                "styleSheetId": sheet_id(at),
                "sourceURL": sheet.url.as_ref().map(ToString::to_string),
                "isInline": sheet.url.is_none() && sheet.owner.is_some(),
                "isConstructed": sheet.owner.is_none(),
                "owner": sheet.owner.and_then(|owner| self.subject.elements.index(owner)),
                "startLine": line.map(|line| line.saturating_sub(1)),
                "length": sheet.text.encode_utf16().count(),
            })
        };
        places.sheets.iter().enumerate().map(header).collect()
    }

    /// The style of the `style` attribute and that of other attributes.
    fn attributes(&self, element: &TracedElement) -> Map<String, Value> {
        let (mut all, mut names) = (Map::new(), Vec::new());
        for block in &element.blocks {
            match block.source {
                MatchSource::StyleAttribute => {
                    let position = |at: usize| element.position_in_style(at);
                    let text = element.style.as_deref().unwrap_or_default();
                    let style = json!({
                        "cssProperties": properties(&block.declarations, &position),
                        "cssText": text,
                        "range": range(&(0..text.len()), &position),
                    });
                    all.insert("inlineStyle".to_owned(), style);
                }
                MatchSource::Attributes => names.extend(block.longhands()),
                MatchSource::UserAgent | MatchSource::Rule { .. } => {}
            }
        }
        let names = self.of_attributes(element.node, names);
        if !names.is_empty() {
            all.insert("attributesStyle".to_owned(), json!({ "cssProperties": names }));
        }
        all
    }

    /// The properties that attributes set: those of the cascade, and those that only paint or that Chromium has for itself.
    fn of_attributes(&self, node: NodeId, longhands: Vec<&str>) -> Vec<Value> {
        let Some(element) = self.dom().element(node).filter(|element| !element.attributes.is_empty()) else {
            return Vec::new();
        };
        // Chrome: the attributes of a table are not a style of its cells.
        let is_of_table = |name: &str| {
            let is_part = matches!(&*element.name.local, "td" | "th" | "tbody" | "thead" | "tfoot" | "colgroup");
            is_part && (name.starts_with("border-") || name.starts_with("padding-"))
        };
        // Chrome: `inert` is not a property of the element.
        let mut names: Vec<&str> =
            longhands.into_iter().filter(|name| !is_of_table(name) && *name != "interactivity").collect();
        let has = |name: &str| element.attributes.iter().any(|attribute| &*attribute.name.local == name);
        names.extend(has("lang").then_some("-webkit-locale"));
        names.extend(has("contenteditable").then_some("-webkit-user-modify"));
        if element.name.ns == ns!(svg) {
            let painted = PAINTED.iter().copied().filter(|name| has(name));
            names.extend(painted);
        }
        names.into_iter().map(|name| json!({ "name": name })).collect()
    }

    fn rules(&self, element: &TracedElement) -> Value {
        element.blocks.iter().filter_map(|block| self.rule_match(element, block)).collect()
    }

    fn rule_match(&self, element: &TracedElement, block: &TracedBlock) -> Option<Value> {
        let MatchSource::Rule { selectors, .. } = &block.source else { return None };
        let (places, rule) = (self.traced.places(element)?, self.traced.rule(element, block)?);
        // Declarations behind a nested rule have the selectors of the rule around them, and none of their own.
        let matching: &[u32] = if rule.selectors.is_empty() { &[0] } else { selectors };
        Some(json!({ "rule": self.rule(places, rule), "matchingSelectors": matching }))
    }

    fn rule(&self, places: &RulePlaces, rule: &PlacedRule) -> Value {
        let position = |at: usize| places.position(rule.sheet, at);
        let texts = places.selector_texts(rule);
        let selectors = texts.iter().zip(&rule.selectors);
        let selectors: Vec<Value> =
            selectors.map(|(text, place)| json!({ "text": text, "range": range(place, &position) })).collect();
        let mut all = json!({
            "styleSheetId": sheet_id(rule.sheet),
            "selectorList": { "selectors": selectors, "text": texts.join(", ") },
            "origin": "regular",
            "style": {
                "styleSheetId": sheet_id(rule.sheet),
                "cssProperties": properties(&rule.declarations, &position),
                "cssText": places.text_of(rule.sheet, &rule.body),
                "range": range(&rule.body, &position),
            },
        });
        let groups = self.groups(places, rule);
        if let Some(all) = all.as_object_mut() {
            all.extend(groups);
        }
        all
    }

    /// The conditions of a rule, and the rules around it.
    fn groups(&self, places: &RulePlaces, rule: &PlacedRule) -> Map<String, Value> {
        let mut by_kind: [(&str, Vec<Value>); 6] =
            ["media", "supports", "layers", "containerQueries", "scopes", "nestingSelectors"]
                .map(|name| (name, Vec::new()));
        let mut types = Vec::new();
        for group in places.groups_of(rule) {
            let text = places.text_of(group.sheet, &group.prelude);
            let (at, kind) = match group.kind {
                GroupKind::Media => (0, "MediaRule"),
                GroupKind::Import => (0, ""),
                GroupKind::Supports => (1, "SupportsRule"),
                GroupKind::Layer => (2, "LayerRule"),
                GroupKind::Container => (3, "ContainerRule"),
                GroupKind::Scope => (4, "ScopeRule"),
                GroupKind::Style => (5, "StyleRule"),
            };
            let value = match group.kind {
                GroupKind::Style => json!(text),
                GroupKind::Import if text.is_empty() => continue,
                _ => condition(places, group, text),
            };
            by_kind[at].1.push(value);
            types.extend((!kind.is_empty()).then_some(kind));
        }
        let owner = places.sheets.get(rule.sheet).filter(|sheet| sheet.owner.is_some());
        if let Some(sheet) = owner
            && let Some(media) = sheet.owner.and_then(|owner| self.dom().attr(owner, &local_name!("media")))
        {
            let source = if sheet.url.is_some() { "linkedSheet" } else { "inlineSheet" };
            by_kind[0].1.push(json!({ "text": media, "source": source }));
        }
        let mut all: Map<String, Value> =
            by_kind.into_iter().map(|(name, values)| (name.to_owned(), Value::Array(values))).collect();
        all.insert("ruleTypes".to_owned(), json!(types));
        all
    }
}

fn condition(places: &RulePlaces, group: &PlacedGroup, text: &str) -> Value {
    let mut all = json!({
        "text": text,
        "range": range(&group.prelude, &|at| places.position(group.sheet, at)),
        "styleSheetId": sheet_id(group.sheet),
    });
    let source = match group.kind {
        GroupKind::Media => "mediaRule",
        GroupKind::Import => "importRule",
        _ => return all,
    };
    all["source"] = json!(source);
    all
}

fn range(place: &Range<usize>, position: &dyn Fn(usize) -> (usize, usize)) -> Value {
    let ((start_line, start_column), (end_line, end_column)) = (position(place.start), position(place.end));
    json!({ "startLine": start_line, "startColumn": start_column, "endLine": end_line, "endColumn": end_column })
}

fn properties(declarations: &[PlacedDeclaration], position: &dyn Fn(usize) -> (usize, usize)) -> Vec<Value> {
    let property = |declaration: &PlacedDeclaration| {
        json!({
            "name": declaration.name,
            "value": declaration.value,
            "important": declaration.important,
            "parsedOk": declaration.is_valid,
            "range": range(&declaration.place, position),
        })
    };
    declarations.iter().map(property).collect()
}
