//! The walk through a schema that fills it from a page.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::around::{BESIDE_A_BYLINE, is_in, title_and_site};
use super::convert::{Locale, convert, has_other_scheme, wants_image, wants_url};
use super::embedded::{self, Item, Origin};
use super::field::{Field, FieldKind, Naming, fields};
use super::matching::{FieldMatch, Wanted, answer};
use super::name::{Name, Names};
use super::person::without_by;
use super::picture_size::is_preferred;
use super::record::{RecordList, heading_before};
use super::schema::{Facets, Schema, escape};
use super::structured::{Syntax, property_node};
use super::{SourceOfValue, value};
use crate::dom::NodeId;
use crate::page::Page;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::search::link::absolute;

/// Limit: schemas in schemas; those that refer to themselves end there.
const MAX_DEPTH: usize = 10;
/// The area in CSS px² of a picture that a page may be about, and of one that it surely is about.
const LEAST_IMAGE: f32 = 30_000.0;
const LARGE_IMAGE: f32 = 300_000.0;
/// How sure the first heading is to be the title of its page.
const TITLE: f64 = 0.86;
/// How sure the picture that a page shares is to be that of its item: right for 39 of 46 recipes whose data people checked.
const SHARED_PICTURE: f64 = 0.78;
/// Limit: values of one extraction.
pub(super) const MAX_VALUES: usize = 200_000;

/// Where values are looked for.
#[derive(Clone)]
pub(super) struct Scope<'i> {
    /// The element.
    pub(super) root: NodeId,
    /// The machine-readable item of the scope, the path to it, and its origin.
    pub(super) item: Option<(&'i Map<String, Value>, String, Origin, NodeId)>,
    /// Where in [`Filler::fields`] the fields of the scope are.
    pub(super) fields: Option<usize>,
    /// A record, or what the schema binds: the kind of a value may be enough to know it by.
    pub(super) is_record: bool,
    /// The property whose value is looked for outside of itself, so that its name belongs to the names in it.
    pub(super) prefix: Option<String>,
}

pub(super) struct Filler<'a> {
    pub(super) page: &'a Page,
    pub(super) schema: &'a Schema,
    pub(super) tree: VisibleTree<'a>,
    pub(super) locale: Locale,
    pub(super) items: Vec<Item>,
    pub(super) lists: Option<Vec<RecordList>>,
    pub(super) fields: Vec<Vec<Field>>,
    /// Where those of the whole page are.
    pub(super) fields_of_page: Option<usize>,
    pub(super) sources: BTreeMap<String, SourceOfValue>,
    pub(super) values: usize,
    /// Selectors of the schema whose matching was given up on this page.
    pub(super) slow_selectors: RefCell<BTreeSet<String>>,
    pub(super) names: Names<'a>,
}

impl<'a> Filler<'a> {
    pub(super) fn new(page: &'a Page, schema: &'a Schema) -> Self {
        Self {
            page,
            schema,
            tree: VisibleTree::new(page),
            locale: Locale::of(page),
            items: embedded::items(page.dom()),
            lists: None,
            fields: Vec::new(),
            fields_of_page: None,
            sources: BTreeMap::new(),
            values: 0,
            slow_selectors: RefCell::default(),
            names: Names::default(),
        }
    }

    /// The sources of the values that were kept.
    pub(super) fn into_sources(self) -> BTreeMap<String, SourceOfValue> {
        self.sources
    }

    pub(super) fn fill_root(&mut self) -> Option<Value> {
        let schema = self.schema;
        let items = std::mem::take(&mut self.items);
        let facets = schema.facets(schema.json());
        let title = facets.title.unwrap_or_default();
        let scope =
            Scope { root: self.page.dom().document(), item: None, fields: None, is_record: false, prefix: None };
        self.fill(schema.json(), &scope, title, "", 0, &items)
    }

    pub(super) fn fill<'i>(
        &mut self,
        part: &'a Value,
        scope: &Scope<'i>,
        name: &str,
        pointer: &str,
        depth: usize,
        items: &'i [Item],
    ) -> Option<Value> {
        self.values += 1;
        if depth > MAX_DEPTH || self.values > MAX_VALUES {
            return None;
        }
        let facets = self.schema.facets(part);
        if let Some(constant) = facets.constant {
            self.note(pointer, "schema", None, None, 1.0);
            return Some(constant.clone());
        }
        if facets.is_array() {
            return self.array(&facets, scope, name, pointer, depth, items);
        }
        if facets.is_object() {
            return self.object(&facets, scope, name, pointer, depth, items);
        }
        match facets.binding {
            Some(binding) => {
                let node = self.bound_nodes(&binding, scope).into_iter().find_map(|node| {
                    let (text, machine) = self.bound_text(node, &binding, &facets, name)?;
                    Some((node, convert(&text, machine.as_deref(), &facets, &Name::new(name), self.locale)?))
                });
                let (node, value) = node?;
                self.note(pointer, "binding", Some(node), None, 1.0);
                Some(value)
            }
            None => self.scalar(facets, scope, name, pointer, items),
        }
    }

    pub(super) fn note(
        &mut self,
        pointer: &str,
        from: &'static str,
        node: Option<NodeId>,
        property: Option<String>,
        confidence: f64,
    ) {
        let confidence = (confidence * 100.0).round() / 100.0;
        self.sources.insert(pointer.to_owned(), SourceOfValue { from, node, property, confidence });
    }

    /// Takes the sources of a value back.
    pub(super) fn forget(&mut self, pointer: &str) {
        let inside = format!("{pointer}/");
        self.sources.retain(|key, _| key != pointer && !key.starts_with(&inside));
    }

    fn object<'i>(
        &mut self,
        facets: &Facets<'a>,
        scope: &Scope<'i>,
        name: &str,
        pointer: &str,
        depth: usize,
        items: &'i [Item],
    ) -> Option<Value> {
        let mut scope = scope.clone();
        if let Some(binding) = facets.binding.filter(|binding| binding.selector.is_some() || binding.role.is_some()) {
            let root = self.bound_nodes(&binding, &scope).into_iter().next()?;
            scope = Scope { root, item: None, fields: None, is_record: true, prefix: None };
        } else if depth > 0 && !name.is_empty() {
            scope = self.part_of(scope, facets, name, items);
        } else if scope.item.is_none() && !scope.is_record {
            scope.item = self.best_item(facets, name, items);
        }
        let mut object = Map::new();
        let mut found = false;
        for &(property, part) in &facets.properties {
            let inner = format!("{pointer}/{}", escape(property));
            match self.fill(part, &scope, property, &inner, depth + 1, items) {
                Some(value) => {
                    found |= self.schema.facets(part).constant.is_none();
                    object.insert(property.to_owned(), value);
                }
                // Null, if the schema allows it.
                None if self.schema.facets(part).nullable => {
                    object.insert(property.to_owned(), Value::Null);
                }
                None => {}
            }
        }
        if !found && (depth > 0 || facets.nullable) {
            self.forget(pointer);
            return None;
        }
        Some(Value::Object(object))
    }

    /// Where the properties of an object in an object are: what the item has under that name, a part of the page that has
    /// it, or the scope itself for properties named after it.
    fn part_of<'i>(&mut self, mut scope: Scope<'i>, facets: &Facets<'a>, name: &str, items: &'i [Item]) -> Scope<'i> {
        let wanted = Name::new(name);
        if let Some((object, path, origin, node)) = &scope.item
            && let Some((step, _, value)) = embedded::find(object, &wanted)
        {
            let value = value.as_array().and_then(|values| values.first()).unwrap_or(value);
            if let Value::Object(inner) = value {
                let item = Some((inner, format!("{path}{step}."), *origin, *node));
                // What it lacks is not taken from elsewhere on the page.
                return Scope { item, fields: Some(self.no_fields()), is_record: true, prefix: None, ..scope };
            }
        }
        if scope.item.is_none() && !scope.is_record {
            scope.item = self.best_item(facets, name, items).filter(|(object, ..)| {
                let kind = object.get("@type").and_then(Value::as_str).unwrap_or_default();
                wanted.likeness(&Name::new(kind.rsplit('/').next().unwrap_or(kind))) > 0.6
            });
            if scope.item.is_some() {
                return scope;
            }
        }
        if let Some(root) = self.part_called(&wanted, scope.root) {
            return Scope { root, item: None, fields: None, is_record: true, prefix: None };
        }
        Scope { prefix: Some(name.to_owned()), ..scope }
    }

    /// The part of the page that a name is on: a table, a list of terms, or what has the class or the heading.
    fn part_called(&self, name: &Name, scope: NodeId) -> Option<NodeId> {
        let start = self.tree.at(scope)?;
        let end = self.tree.nodes[start].end;
        let holds_several = |at: At| self.tree.children(at).count() > 1 && self.tree.nodes[at].chars > 0;
        let mut best: Option<(At, f64)> = None;
        for at in start + 1..end {
            if self.tree.shape(at).contains(Shape::TEXT) || !holds_several(at) {
                continue;
            }
            let words = ["class", "id", "itemprop"].iter().flat_map(|attribute| {
                self.tree.attr(at, attribute).unwrap_or_default().split_ascii_whitespace().take(8)
            });
            let class = words.map(|word| name.likeness_of_class(&self.names.of(word))).fold(0.0, f64::max);
            let label = self.tree.attr(at, "aria-label").map_or(0.0, |label| name.likeness(&Name::new(label)));
            let heading = if matches!(self.tree.tag(at), "table" | "dl" | "ul" | "section") {
                let text = heading_before(&self.tree, at).map(|heading| self.tree.line(heading, 120));
                text.map_or(0.0, |text| name.likeness(&Name::new(&text)))
            } else {
                0.0
            };
            let score = class.max(label).max(heading);
            if score >= 0.85 && best.is_none_or(|(_, known)| score > known + 1e-9) {
                best = Some((at, score));
            }
        }
        best.map(|(at, _)| self.tree.nodes[at].node)
    }

    /// The item that answers most of the properties.
    fn best_item<'i>(
        &self,
        facets: &Facets<'a>,
        name: &str,
        items: &'i [Item],
    ) -> Option<(&'i Map<String, Value>, String, Origin, NodeId)> {
        let wanted = Name::new(name);
        let mut best: Option<(f64, &'i Item)> = None;
        for item in items.iter().filter(|item| item.origin != Origin::Meta) {
            let Some(object) = item.value.as_object() else { continue };
            let scores = facets.properties.iter().map(|(property, part)| {
                let facets = self.schema.facets(part);
                if facets.binding.is_some() {
                    return 0.0;
                }
                embedded::find(object, &Name::new(property))
                    .map_or(0.0, |(_, score, value)| if fits(value, &facets) { score } else { 0.0 })
            });
            let sum: f64 = scores.sum();
            if sum <= 0.0 {
                continue;
            }
            // A card on the page is of somebody who writes on it.
            let is_card = item.origin == Origin::Markup(Syntax::Microformat)
                && matches!(item.kind.as_str(), "Person" | "PostalAddress");
            if is_card && Name::new(&item.kind).likeness(&wanted) <= 0.6 {
                continue;
            }
            // The subject of a page, not its surroundings.
            let kind = match item.kind.as_str() {
                kind if is_around(kind) => -0.6,
                kind if !wanted.is_empty() && Name::new(kind).likeness(&wanted) > 0.6 => 1.5,
                _ => 0.0,
            };
            let score = sum + kind;
            if best.is_none_or(|(known, _)| score > known + 1e-9) {
                best = Some((score, item));
            }
        }
        let (score, item) = best?;
        // One property in common is chance, where many are asked for.
        let least = if facets.properties.len() > 2 { 0.9 } else { 0.5 };
        (score >= least)
            .then(|| item.value.as_object().map(|object| (object, String::new(), item.origin, item.node)))
            .flatten()
    }

    fn scalar(
        &mut self,
        facets: Facets<'a>,
        scope: &Scope<'_>,
        name: &str,
        pointer: &str,
        items: &[Item],
    ) -> Option<Value> {
        let mut wanted = Wanted::new(name, facets);
        // The picture that a page shows when it is shared is its own choice among those of its items.
        if !scope.is_record
            && pointer.matches('/').count() <= 1
            && wants_image(&wanted.facets, &wanted.name())
            && let Some(item) = items.iter().find(|item| item.origin == Origin::Meta)
            && let Some(object) = item.value.as_object()
            && let Some((value, step, score)) = self.property_of(object, &wanted)
        {
            // The item may have the same picture in full size, or as it was before it was cut for sharing.
            if let Some((object, path, origin, node)) = &scope.item
                && let Some((own, step, score)) = self.property_of(object, &wanted)
                && is_preferred(own.as_str().unwrap_or_default(), value.as_str().unwrap_or_default())
            {
                let (from, trust) = label_and_trust(*origin);
                self.note(pointer, from, Some(*node), Some(format!("{path}{step}")), score * trust);
                return Some(own);
            }
            self.note(pointer, "meta", Some(item.node), Some(step), score * SHARED_PICTURE);
            return Some(value);
        }
        if let Some(prefix) = &scope.prefix {
            wanted.put_before(prefix);
        }
        if wanted.names.is_empty() {
            return None;
        }
        if let Some((object, path, origin, node)) = &scope.item
            && let Some((value, step, score)) = self.property_of(object, &wanted)
        {
            let (from, trust) = label_and_trust(*origin);
            let node = self.markup_node(*origin, *node, &step).unwrap_or(*node);
            // The value of a link is its address, which is not a name.
            let is_address = value.as_str().is_some_and(|text| text.starts_with("http"))
                && !wanted
                    .names
                    .iter()
                    .any(|name| wants_url(&wanted.facets, name) || wants_image(&wanted.facets, name));
            let words = self
                .tree
                .at(node)
                .filter(|_| is_address && wanted.facets.format.is_none())
                .map(|at| self.tree.line(at, 2000));
            let value = words
                .and_then(|words| convert(&words, None, &wanted.facets, &wanted.name(), self.locale))
                .unwrap_or(value);
            let value = self.without_site(value, &wanted);
            let is_marked = matches!(origin, Origin::Markup(_)) && wanted.is_called("author");
            let value = value.as_str().filter(|_| is_marked).and_then(without_by).map_or(value.clone(), Value::from);
            self.note(pointer, from, Some(node), Some(format!("{path}{step}")), score * trust);
            return Some(value);
        }
        if !scope.is_record {
            let meta = items.iter().find(|item| item.origin == Origin::Meta);
            if let Some((item, object)) = meta.and_then(|item| Some((item, item.value.as_object()?)))
                && let Some((value, step, score)) =
                    self.property_of(object, &wanted).filter(|(_, _, score)| *score > 0.8)
            {
                self.note(pointer, "meta", Some(item.node), Some(step), score * label_and_trust(Origin::Meta).1);
                return Some(self.without_site(value, &wanted));
            }
        }
        if !scope.is_record
            && scope.prefix.is_none()
            && let Some((at, found)) = self.seen(&wanted)
        {
            self.note(pointer, found.from, Some(self.tree.nodes[at].node), None, found.score);
            return Some(found.value);
        }
        // A class called `body` may be anybody's; what is not labelled so is not the body of the page.
        let is_named =
            |found: &FieldMatch| scope.is_record || !wanted.wants_body() || matches!(found.from, "label" | "header");
        let found = self.best_field(&wanted, scope).filter(|(_, found)| is_named(found));
        let is_of_page = !scope.is_record && scope.prefix.is_none();
        let found =
            found.or_else(|| self.dated_line(&wanted).or_else(|| self.rated_line(&wanted)).filter(|_| is_of_page));
        let (at, found) = found.or_else(|| self.site_as_author(&wanted).filter(|_| is_of_page))?;
        self.note(pointer, found.from, Some(self.tree.nodes[at].node), None, found.score);
        Some(found.value)
    }

    /// The name of a page without the site's name behind it, if a heading has it so.
    fn without_site(&self, value: Value, wanted: &Wanted<'_>) -> Value {
        let Some((page, _)) = value.as_str().filter(|_| wanted.is_called("name")).and_then(title_and_site) else {
            return value;
        };
        let is_heading = (0..self.tree.nodes.len()).any(|at| {
            self.level(at).is_some_and(|level| level <= 2)
                && self.tree.line(at, 400).to_lowercase() == page.to_lowercase()
        });
        if is_heading { Value::from(page) } else { value }
    }

    /// A property of an item as the value that is asked for.
    fn property_of(&self, object: &Map<String, Value>, wanted: &Wanted<'_>) -> Option<(Value, String, f64)> {
        let mut found: Option<(Value, String, f64)> = None;
        for name in &wanted.names {
            let Some((step, score, raw)) = embedded::find(object, name) else { continue };
            let url = wants_url(&wanted.facets, name) || wants_image(&wanted.facets, name);
            let Some(text) = embedded::text(raw, url).filter(|text| !url || !has_other_scheme(text)) else { continue };
            let is_plain = matches!(raw, Value::Number(_) | Value::Bool(_));
            let text =
                if url { absolute(self.page.dom(), self.page.dom().document(), &text).unwrap_or(text) } else { text };
            let machine =
                (is_plain || wanted.facets.is_number() || wanted.facets.format.is_some()).then_some(text.as_str());
            let Some(value) = convert(&text, machine, &wanted.facets, name, self.locale) else { continue };
            if found.as_ref().is_none_or(|(_, _, known)| score > *known) {
                found = Some((value, step, score));
            }
        }
        found
    }

    /// The element of an item's property, if it is markup.
    pub(super) fn markup_node(&self, origin: Origin, scope: NodeId, path: &str) -> Option<NodeId> {
        let Origin::Markup(syntax) = origin else { return None };
        property_node(self.page.dom(), scope, syntax, path.rsplit('.').next()?)
    }

    /// The field of the scope that answers best; of several that answer as well the first.
    fn best_field(&mut self, wanted: &Wanted<'_>, scope: &Scope<'_>) -> Option<(At, FieldMatch)> {
        let which = match scope.fields {
            Some(which) => which,
            None => self.fields_of(scope.root)?,
        };
        let mut best: Option<(At, FieldMatch)> = None;
        let links = if scope.is_record { self.links_of_title(&self.fields[which]) } else { None };
        let repeated = if scope.is_record { BTreeSet::new() } else { repeated(&self.fields[which]) };
        let has_h1 = !scope.is_record && self.fields[which].iter().any(|field| self.level(field.at) == Some(1));
        let is_byline = !scope.is_record && wanted.is_called("author");
        for field in &self.fields[which] {
            let Some(mut found) = answer(wanted, field, self.locale, scope.is_record) else { continue };
            let is_tag = found.from == Naming::Tag.word();
            if is_byline && is_in(&self.tree, field.at, BESIDE_A_BYLINE) {
                continue;
            }
            let fits = match field.kind {
                // The address of a record is that of its title.
                FieldKind::Link if scope.is_record => {
                    !is_tag && found.from != "format" || links.as_ref().is_none_or(|links| links.contains(&field.at))
                }
                // An arbitrary link of a page is not the page's own.
                FieldKind::Link => !is_tag,
                FieldKind::Image if scope.is_record || !is_tag => true,
                FieldKind::Image => {
                    let area = self.page.layout().get(self.tree.nodes[field.at].node);
                    let area = area.map_or(0.0, |layout_box| layout_box.rect.width * layout_box.rect.height);
                    found.score = 0.5 + f64::from((area / LARGE_IMAGE).min(1.0)) / 10.0;
                    area >= LEAST_IMAGE
                }
                // The time of something that the page links to.
                FieldKind::Time if is_tag && !scope.is_record && self.is_in_other(field.at) => false,
                _ if is_tag && has_h1 && self.level(field.at).is_some_and(|level| level > 1) => false,
                // A field with many different values is about other things than the page.
                _ => !repeated.contains(&signature(field)),
            };
            if !fits {
                continue;
            }
            // The heading of a page names it before anything in it does.
            if is_tag && !scope.is_record && wanted.is_title() && self.level(field.at) == Some(1) {
                found.score = found.score.max(TITLE);
            }
            if best.as_ref().is_none_or(|(_, known)| found.score > known.score + 1e-9) {
                best = Some((field.at, found));
            }
        }
        // The heading of the page is its title.
        if best.is_none() && !scope.is_record && wanted.is_title() {
            let title = (0..self.tree.nodes.len()).find(|&at| {
                heading_level(self.page, self.tree.nodes[at].node) == Some(1) && self.tree.nodes[at].chars > 0
            })?;
            let value = convert(&self.tree.line(title, 2000), None, &wanted.facets, &wanted.name(), self.locale)?;
            return Some((title, FieldMatch { value, score: 0.6, from: "element" }));
        }
        best
    }

    /// True in what stands beside the content of a page, or leads away from it.
    fn is_in_other(&self, at: At) -> bool {
        self.tree.ancestors(at).any(|up| matches!(self.tree.tag(up), "a" | "li" | "aside" | "nav" | "footer"))
    }

    fn level(&self, at: At) -> Option<usize> {
        heading_level(self.page, self.tree.nodes[at].node)
    }

    /// The links of a record that belong to its title: those around it, in it, or all if they lead to one place; `None` if it
    /// has no title.
    fn links_of_title(&self, fields: &[Field]) -> Option<Vec<At>> {
        let title = fields.iter().find(|field| field.kind == FieldKind::Heading)?.at;
        let inside = |outer: At, inner: At| outer <= inner && inner < self.tree.nodes[outer].end;
        let links = || fields.iter().filter(|field| field.kind == FieldKind::Link);
        let own: Vec<At> =
            links().filter(|link| inside(link.at, title) || inside(title, link.at)).map(|link| link.at).collect();
        if !own.is_empty() {
            return Some(own);
        }
        let places: BTreeSet<&str> = links().map(|link| link.text.split('#').next().unwrap_or(&link.text)).collect();
        Some(if places.len() == 1 { links().map(|link| link.at).collect() } else { Vec::new() })
    }

    /// The fields below an element, gathered once.
    pub(super) fn fields_of(&mut self, root: NodeId) -> Option<usize> {
        let at = self.tree.at(root)?;
        // The page itself is asked again and again.
        if let Some(known) = self.fields_of_page.filter(|_| at == 0) {
            return Some(known);
        }
        self.fields.push(fields(&self.tree, at, &[], &self.names));
        let own = self.fields.len() - 1;
        if at == 0 {
            self.fields_of_page = Some(own);
        }
        Some(own)
    }

    /// The place of an empty list of fields.
    pub(super) fn no_fields(&mut self) -> usize {
        match self.fields.iter().position(Vec::is_empty) {
            Some(at) => at,
            None => {
                self.fields.push(Vec::new());
                self.fields.len() - 1
            }
        }
    }

    /// The properties of an object, looked for in a scope and nowhere else.
    pub(super) fn object_here<'i>(
        &mut self,
        facets: &Facets<'a>,
        scope: &Scope<'i>,
        pointer: &str,
        depth: usize,
        items: &'i [Item],
    ) -> Option<Value> {
        let mut object = Map::new();
        let mut found = false;
        for &(property, part) in &facets.properties {
            let inner = format!("{pointer}/{}", escape(property));
            match self.fill(part, scope, property, &inner, depth + 1, items) {
                Some(value) => {
                    found |= self.schema.facets(part).constant.is_none();
                    object.insert(property.to_owned(), value);
                }
                None if self.schema.facets(part).nullable => {
                    object.insert(property.to_owned(), Value::Null);
                }
                None => {}
            }
        }
        found.then_some(Value::Object(object))
    }
}

/// True for a kind of item about the surroundings of a page's subject.
pub(super) fn is_around(kind: &str) -> bool {
    matches!(
        kind,
        "WebSite"
            | "WebPage"
            | "Organization"
            | "BreadcrumbList"
            | "ListItem"
            | "ImageObject"
            | "SearchAction"
            | "Person"
            | "Brand"
            | "SiteNavigationElement"
            | "WPHeader"
            | "WPFooter"
            | "ContactPoint"
            | "Rating"
            | "Review"
            | "VideoObject"
            | "NewsMediaOrganization"
    )
}

/// What fields that are the same part of several alike things share: their place by tags and classes, and their label.
fn signature(field: &Field) -> String {
    let mut signature = String::with_capacity(field.key.len());
    let mut steps = field.key.split('>').map(|step| step.split(':').next().unwrap_or(step));
    signature.extend(steps.next());
    for step in steps {
        signature.push('>');
        signature.push_str(step);
    }
    for (name, _, _) in field.names.iter().filter(|(_, _, naming)| matches!(naming, Naming::Label | Naming::Header)) {
        signature.push('=');
        signature.extend(name.words().iter().map(String::as_str));
    }
    signature
}

/// The signatures of at least three fields with different texts.
fn repeated(fields: &[Field]) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, (usize, &str, bool)> = BTreeMap::new();
    for field in fields {
        let (count, first, differ) = seen.entry(signature(field)).or_insert((0, &field.text, false));
        *count += 1;
        *differ |= *first != field.text;
    }
    seen.into_iter().filter(|(_, (count, _, differ))| *count >= 3 && *differ).map(|(signature, _)| signature).collect()
}

/// The name of an origin, and how far it is trusted.
pub(super) fn label_and_trust(origin: Origin) -> (&'static str, f64) {
    match origin {
        Origin::JsonLd => ("json-ld", 0.97),
        Origin::Markup(Syntax::Microdata) => ("microdata", 0.95),
        Origin::Markup(Syntax::Rdfa) => ("rdfa", 0.95),
        Origin::Markup(Syntax::Microformat) => ("microformat", 0.9),
        Origin::Meta => ("meta", 0.85),
    }
}

/// True if a value for machines can be what a schema asks for.
fn fits(value: &Value, facets: &Facets<'_>) -> bool {
    match value {
        Value::Object(_) => facets.is_object() || !facets.is_array(),
        Value::Array(_) => true,
        Value::String(text) if facets.is_number() => value::number(text, false).is_some(),
        _ => !facets.is_object(),
    }
}
