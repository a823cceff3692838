//! The walk through a schema that fills it from a page.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::Provenance;
use super::boilerplate::Boilerplate;
use super::convert::{Locale, convert};
use super::embedded::{self, DataItem, ItemOrigin};
use super::field::{Field, fields};
use super::name::{Name, Names};
use super::pointer::inside;
use super::record::RecordList;
use super::schema::{Facets, Schema};
use crate::dom::NodeId;
use crate::page::Page;
use crate::rendered::visible::VisibleTree;
use crate::selector::Queries;

/// Limit: schemas in schemas; those that refer to themselves end there.
const MAX_DEPTH: usize = 10;
/// Limit: values of one extraction.
pub(super) const MAX_VALUES: usize = 200_000;

/// The scope in which values are looked for.
#[derive(Clone)]
pub(super) struct Scope<'i> {
    /// The element.
    pub(super) root: NodeId,
    /// The machine-readable item of the scope, the path to it, and its origin.
    pub(super) item: Option<(&'i Map<String, Value>, String, ItemOrigin, NodeId)>,
    /// The index of the scope's fields in [`Extractor::fields`].
    pub(super) fields: Option<usize>,
    /// A record, or what the schema binds: the kind of a value may be enough to know it by.
    pub(super) is_record: bool,
    /// The property whose value is looked for outside of itself, so that its name belongs to the names in it.
    pub(super) prefix: Option<String>,
}

pub(super) struct Extractor<'a> {
    pub(super) page: &'a Page,
    pub(super) schema: &'a Schema,
    pub(super) tree: VisibleTree<'a>,
    pub(super) beside: Boilerplate,
    pub(super) locale: Locale,
    pub(super) items: Vec<DataItem>,
    pub(super) lists: Option<Vec<RecordList>>,
    pub(super) fields: Vec<Vec<Field>>,
    /// The index of the fields of the whole page.
    pub(super) fields_of_page: Option<usize>,
    /// A flag for each of them that is one of several alike fields, once a property of the page was looked for.
    pub(super) repeated_of_page: OnceCell<Vec<bool>>,
    pub(super) sources: BTreeMap<String, Provenance>,
    pub(super) values: usize,
    /// Asks the selectors of the schema.
    pub(super) queries: Queries<'a>,
    /// Selectors of the schema whose matching was given up on this page.
    pub(super) slow_selectors: RefCell<BTreeSet<String>>,
    pub(super) names: Names,
    /// The facets of parts of the schema, by their place in memory: records need the same ones again and again.
    facets: RefCell<FxHashMap<*const Value, Rc<Facets<'a>>>>,
    /// The name of the site, once it was asked for.
    pub(super) site: OnceCell<Option<String>>,
}

impl<'a> Extractor<'a> {
    pub(super) fn new(page: &'a Page, schema: &'a Schema) -> Self {
        let tree = VisibleTree::new(page);
        Self {
            page,
            schema,
            beside: Boilerplate::new(&tree),
            tree,
            locale: Locale::of(page),
            items: embedded::items(page.dom()),
            lists: None,
            fields: Vec::new(),
            fields_of_page: None,
            repeated_of_page: OnceCell::new(),
            sources: BTreeMap::new(),
            values: 0,
            queries: Queries::new(page.dom()),
            slow_selectors: RefCell::default(),
            names: Names::default(),
            facets: RefCell::default(),
            site: OnceCell::new(),
        }
    }

    /// The sources of the values that were kept.
    pub(super) fn into_sources(self) -> BTreeMap<String, Provenance> {
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
        items: &'i [DataItem],
    ) -> Option<Value> {
        self.values += 1;
        if depth > MAX_DEPTH || self.values > MAX_VALUES {
            return None;
        }
        let facets = self.facets(part);
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

    /// Returns the facets of a part of the schema.
    pub(super) fn facets(&self, part: &'a Value) -> Rc<Facets<'a>> {
        let mut known = self.facets.borrow_mut();
        Rc::clone(known.entry(std::ptr::from_ref(part)).or_insert_with(|| Rc::new(self.schema.facets(part))))
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
        self.sources.insert(pointer.to_owned(), Provenance { from, node, property, confidence });
    }

    /// Takes the sources of a value back.
    pub(super) fn forget(&mut self, pointer: &str) {
        self.sources.remove(pointer);
        let inside = format!("{pointer}/");
        let all = self.sources.range(inside.clone()..).map(|(key, _)| key).take_while(|key| key.starts_with(&inside));
        for key in all.cloned().collect::<Vec<_>>() {
            self.sources.remove(&key);
        }
    }

    fn object<'i>(
        &mut self,
        facets: &Facets<'a>,
        scope: &Scope<'i>,
        name: &str,
        pointer: &str,
        depth: usize,
        items: &'i [DataItem],
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
        let (object, found) = self.properties(facets, &scope, pointer, depth, items);
        if !found && (depth > 0 || facets.nullable) {
            self.forget(pointer);
            return None;
        }
        Some(Value::Object(object))
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
        items: &'i [DataItem],
    ) -> Option<Value> {
        let (object, found) = self.properties(facets, scope, pointer, depth, items);
        found.then_some(Value::Object(object))
    }

    /// The properties of an object that are found, and whether one is not a constant of the schema.
    fn properties<'i>(
        &mut self,
        facets: &Facets<'a>,
        scope: &Scope<'i>,
        pointer: &str,
        depth: usize,
        items: &'i [DataItem],
    ) -> (Map<String, Value>, bool) {
        let mut object = Map::new();
        let mut found = false;
        for &(property, part) in &facets.properties {
            let inner = inside(pointer, property);
            match self.fill(part, scope, property, &inner, depth + 1, items) {
                Some(value) => {
                    found |= self.facets(part).constant.is_none();
                    object.insert(property.to_owned(), value);
                }
                None if self.facets(part).nullable => {
                    object.insert(property.to_owned(), Value::Null);
                }
                None => {}
            }
        }
        (object, found)
    }
}
