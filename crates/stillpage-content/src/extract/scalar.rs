//! A property that is a text, a number or a date.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::boilerplate::{BESIDE_A_BYLINE, is_in, title_and_site};
use super::convert::{convert, has_other_scheme, wants_image, wants_url};
use super::embedded::{self, DataItem, ItemOrigin};
use super::field::{Field, FieldKind, Naming};
use super::fill::{Extractor, Scope};
use super::matching::{FieldMatch, PropertyQuery, better_answer};
use super::person::without_by;
use super::picture_size::is_preferred;
use super::schema::Facets;
use super::structured::property_node;
use crate::dom::NodeId;
use crate::dom::address::absolute;
use crate::rendered::visible::{At, heading_level};

/// The area in CSS px² of a picture that a page may be about, and of one that it surely is about.
const MIN_IMAGE: f32 = 30_000.0;
const LARGE_IMAGE: f32 = 300_000.0;
/// The confidence that the first heading is the title of its page.
const TITLE: f64 = 0.86;
/// The confidence that the picture that a page shares is that of its item: right for 39 of 46 recipes whose data people checked.
const SHARED_PICTURE: f64 = 0.78;

impl<'a> Extractor<'a> {
    pub(super) fn scalar(
        &mut self,
        facets: Rc<Facets<'a>>,
        scope: &Scope<'_>,
        name: &str,
        pointer: &str,
        items: &[DataItem],
    ) -> Option<Value> {
        let mut wanted = PropertyQuery::new(name, facets, &self.names);
        // The picture that a page shows when it is shared is its own choice among those of its items.
        if !scope.is_record
            && pointer.matches('/').count() <= 1
            && wanted.image
            && let Some(item) = items.iter().find(|item| item.origin == ItemOrigin::Meta)
            && let Some(object) = item.value.as_object()
            && let Some((value, step, score)) = self.property_of(object, &wanted)
        {
            // The item may have the same picture in full size, or as it was before it was cut for sharing.
            if let Some((object, path, origin, node)) = &scope.item
                && let Some((own, step, score)) = self.property_of(object, &wanted)
                && is_preferred(own.as_str().unwrap_or_default(), value.as_str().unwrap_or_default())
            {
                let (from, trust) = origin.label_and_trust();
                self.note(pointer, from, Some(*node), Some(format!("{path}{step}")), score * trust);
                return Some(own);
            }
            self.note(pointer, "meta", Some(item.node), Some(step), score * SHARED_PICTURE);
            return Some(value);
        }
        if let Some(prefix) = &scope.prefix {
            wanted.put_before(prefix, &self.names);
        }
        if wanted.names.is_empty() {
            return None;
        }
        if let Some((object, path, origin, node)) = &scope.item
            && let Some((value, step, score)) = self.property_of(object, &wanted)
        {
            let (from, trust) = origin.label_and_trust();
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
            let is_marked = matches!(origin, ItemOrigin::Markup(_)) && wanted.is_called("author");
            let value = value.as_str().filter(|_| is_marked).and_then(without_by).map_or(value.clone(), Value::from);
            self.note(pointer, from, Some(node), Some(format!("{path}{step}")), score * trust);
            return Some(value);
        }
        if !scope.is_record {
            let meta = items.iter().find(|item| item.origin == ItemOrigin::Meta);
            if let Some((item, object)) = meta.and_then(|item| Some((item, item.value.as_object()?)))
                && let Some((value, step, score)) =
                    self.property_of(object, &wanted).filter(|(_, _, score)| *score > 0.8)
            {
                self.note(pointer, "meta", Some(item.node), Some(step), score * ItemOrigin::Meta.label_and_trust().1);
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
        let of_page =
            || self.dated_line(&wanted).or_else(|| self.rated_line(&wanted)).or_else(|| self.site_as_author(&wanted));
        let (at, found) = found.or_else(|| is_of_page.then(of_page).flatten())?;
        self.note(pointer, found.from, Some(self.tree.nodes[at].node), None, found.score);
        Some(found.value)
    }

    /// The name of a page without the site's name behind it, if a heading has it so.
    fn without_site(&self, value: Value, wanted: &PropertyQuery<'_>) -> Value {
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
    fn property_of(&self, object: &Map<String, Value>, wanted: &PropertyQuery<'_>) -> Option<(Value, String, f64)> {
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
    pub(super) fn markup_node(&self, origin: ItemOrigin, scope: NodeId, path: &str) -> Option<NodeId> {
        let ItemOrigin::Markup(syntax) = origin else { return None };
        property_node(self.page.dom(), scope, syntax, path.rsplit('.').next()?)
    }

    /// The field of the scope that answers best; of several that answer as well the first.
    fn best_field(&mut self, wanted: &PropertyQuery<'_>, scope: &Scope<'_>) -> Option<(At, FieldMatch)> {
        let which = match scope.fields {
            Some(which) => which,
            None => self.fields_of(scope.root)?,
        };
        let mut best: Option<(At, FieldMatch)> = None;
        let links = OnceCell::new();
        let links = || links.get_or_init(|| self.links_of_title(&self.fields[which])).as_ref();
        let repeated = match scope.is_record {
            true => Cow::default(),
            // The page itself is asked again and again.
            false if self.fields_of_page == Some(which) => {
                Cow::Borrowed(self.repeated_of_page.get_or_init(|| repeated(&self.fields[which])).as_slice())
            }
            false => Cow::Owned(repeated(&self.fields[which])),
        };
        let has_h1 = !scope.is_record && self.fields[which].iter().any(|field| self.level(field.at) == Some(1));
        let is_byline = !scope.is_record && wanted.is_called("author");
        for (i, field) in self.fields[which].iter().enumerate() {
            // A field with many different values is about other things than the page.
            let is_part = !matches!(field.kind, FieldKind::Link | FieldKind::Image);
            if is_part && repeated.get(i).is_some_and(|&is_repeated| is_repeated) {
                continue;
            }
            // The score of a picture and of a title of the page may be another one below.
            let is_final = scope.is_record || field.kind != FieldKind::Image && !wanted.title;
            let known = best.as_ref().filter(|_| is_final).map_or(0.0, |(_, known)| known.score);
            let Some(mut found) = better_answer(wanted, field, self.locale, scope.is_record, known) else { continue };
            let is_tag = found.from == Naming::Tag.as_str();
            if is_byline && is_in(&self.tree, field.at, BESIDE_A_BYLINE) {
                continue;
            }
            let fits = match field.kind {
                // The address of a record is that of its title.
                FieldKind::Link if scope.is_record => {
                    !is_tag && found.from != "format" || links().is_none_or(|links| links.contains(&field.at))
                }
                // An arbitrary link of a page is not the page's own.
                FieldKind::Link => !is_tag,
                FieldKind::Image if scope.is_record || !is_tag => true,
                FieldKind::Image => {
                    let area = self.page.layout().get(self.tree.nodes[field.at].node);
                    let area = area.map_or(0.0, |layout_box| layout_box.rect.width * layout_box.rect.height);
                    found.score = 0.5 + f64::from((area / LARGE_IMAGE).min(1.0)) / 10.0;
                    area >= MIN_IMAGE
                }
                // The time of something that the page links to.
                FieldKind::Time if is_tag && !scope.is_record && self.is_in_other(field.at) => false,
                _ => !(is_tag && has_h1 && self.level(field.at).is_some_and(|level| level > 1)),
            };
            if !fits {
                continue;
            }
            // The heading of a page names it before anything in it does.
            if is_tag && !scope.is_record && wanted.title && self.level(field.at) == Some(1) {
                found.score = found.score.max(TITLE);
            }
            if best.as_ref().is_none_or(|(_, known)| found.score > known.score + 1e-9) {
                best = Some((field.at, found));
            }
        }
        // The heading of the page is its title.
        if best.is_none() && !scope.is_record && wanted.title {
            let title = (0..self.tree.nodes.len()).find(|&at| {
                heading_level(self.page, self.tree.nodes[at].node) == Some(1) && self.tree.nodes[at].chars() > 0
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
        let inside = |outer: At, inner: At| outer <= inner && inner < self.tree.nodes[outer].end();
        let links = || fields.iter().filter(|field| field.kind == FieldKind::Link);
        let own: Vec<At> =
            links().filter(|link| inside(link.at, title) || inside(title, link.at)).map(|link| link.at).collect();
        if !own.is_empty() {
            return Some(own);
        }
        let places: BTreeSet<&str> = links().map(|link| link.text.split('#').next().unwrap_or(&link.text)).collect();
        Some(if places.len() == 1 { links().map(|link| link.at).collect() } else { Vec::new() })
    }
}

/// Returns the signature that fields share which are the same part of several alike things: their place by tags and classes, and
/// their label.
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

/// A flag for each field that is one of at least three of its signature with different texts.
fn repeated(fields: &[Field]) -> Vec<bool> {
    let signatures: Vec<String> = fields.iter().map(signature).collect();
    let mut seen: FxHashMap<&str, (usize, &str, bool)> = FxHashMap::default();
    for (signature, field) in signatures.iter().zip(fields) {
        let (count, first, differ) = seen.entry(signature).or_insert((0, &field.text, false));
        *count += 1;
        *differ |= *first != field.text;
    }
    let is_repeated =
        |signature: &String| seen.get(signature.as_str()).is_some_and(|&(count, _, differ)| count >= 3 && differ);
    signatures.iter().map(is_repeated).collect()
}
