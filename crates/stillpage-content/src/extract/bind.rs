//! Values that the schema binds to places on the page.

use serde_json::Value;

use super::convert::{convert, wants_image, wants_url};
use super::embedded::DataItem;
use super::fill::{Extractor, MAX_VALUES, Scope};
use super::name::Name;
use super::pattern::regex;
use super::schema::{Binding, Facets};
use crate::aria::Role;
use crate::dom::NodeId;
use crate::dom::address::absolute;
use crate::markdown::image_url;
use crate::rendered::line::is_printed;
use crate::selector::{SelectorList, StepLimitExceeded};

/// Limit: characters of a text that a schema binds.
const MAX_TEXT: usize = 50_000;

impl<'a> Extractor<'a> {
    /// The elements that a binding means within a scope, in document order; of one without selector and role the scope's own.
    pub(super) fn bound_nodes(&self, binding: &Binding<'_>, scope: &Scope<'_>) -> Vec<NodeId> {
        let dom = self.page.dom();
        let found = match binding.selector.map(SelectorList::parse) {
            Some(Ok(list)) => self.queries.select(&list, scope.root).unwrap_or_else(|StepLimitExceeded| {
                self.slow_selectors.borrow_mut().extend(binding.selector.map(str::to_owned));
                Vec::new()
            }),
            // The schema was checked.
            Some(Err(_)) => Vec::new(),
            None if binding.role.is_some() => {
                dom.descendants(scope.root).filter(|&n| dom.element(n).is_some()).collect()
            }
            None => vec![scope.root],
        };
        let role = binding.role.and_then(Role::from_token);
        let aria = self.page.aria();
        found
            .into_iter()
            .filter(|&n| role.is_none() || aria.get(n).is_some_and(|a| a.role == role && self.tree.at(n).is_some()))
            .collect()
    }

    /// The value of a bound element: its attribute, else its text, through the pattern.
    pub(super) fn bound_text(
        &self,
        node: NodeId,
        binding: &Binding<'_>,
        facets: &Facets<'_>,
        name: &str,
    ) -> Option<(String, Option<String>)> {
        let dom = self.page.dom();
        let attr = |name: &str| dom.attr(node, &name.to_ascii_lowercase().as_str().into());
        let wanted = Name::new(name);
        let (mut text, mut machine) = match binding.attribute {
            Some(attribute) => {
                let value = attr(attribute)?;
                let is_address = matches!(
                    attribute.to_ascii_lowercase().as_str(),
                    "href" | "src" | "action" | "formaction" | "poster" | "data-src"
                );
                let value = if is_address {
                    absolute(dom, node, value).unwrap_or_else(|| value.to_owned())
                } else {
                    value.to_owned()
                };
                (value.clone(), Some(value))
            }
            None => {
                let address = || {
                    let url = attr("href").or_else(|| attr("src"));
                    let inner = || self.tree.at(node).and_then(|at| image_url(&self.tree, at));
                    url.filter(|url| !crate::dom::address::has_scheme(url, "data"))
                        .and_then(|url| absolute(dom, node, url))
                        .or_else(inner)
                };
                let machine = ["datetime", "content"].iter().find_map(|name| attr(name)).map(str::to_owned);
                if (wants_url(facets, &wanted) || wants_image(facets, &wanted))
                    && binding.regex.is_none()
                    && let Some(url) = address()
                {
                    (url.clone(), Some(url))
                } else {
                    let visible =
                        self.tree.at(node).map(|at| self.tree.line(at, MAX_TEXT)).filter(|text| !text.is_empty());
                    let control = || crate::dom::form::value(dom, node).into_owned();
                    (visible.unwrap_or_else(control), machine)
                }
            }
        };
        // What is hidden is bound too, by name.
        if text.is_empty() && machine.is_none() {
            text = dom
                .text_content(node)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .chars()
                .filter(|&c| is_printed(c))
                .take(MAX_TEXT)
                .collect();
        }
        if let Some(pattern) = binding.regex.and_then(|pattern| regex(pattern).ok()) {
            let find = |text: &str| {
                let found = pattern.captures(text)?;
                found.get(1).or_else(|| found.get(0)).map(|m| m.as_str().to_owned())
            };
            text = find(&text).or_else(|| machine.as_deref().and_then(find))?;
            machine = None;
        }
        (!text.trim().is_empty() || machine.is_some()).then_some((text, machine))
    }

    pub(super) fn bound_array<'i>(
        &mut self,
        inner: &Facets<'a>,
        part: &'a Value,
        binding: &Binding<'_>,
        nodes: Vec<NodeId>,
        (name, pointer, depth, limit): (&str, &str, usize, usize),
        items: &'i [DataItem],
    ) -> Option<Value> {
        let mut out = Vec::new();
        for node in nodes {
            if out.len() >= limit || self.values > MAX_VALUES {
                break;
            }
            self.values += 1;
            let place = format!("{pointer}/{}", out.len());
            let before = self.fields.len();
            let scope = Scope { root: node, item: None, fields: None, is_record: true, prefix: None };
            let filled = if inner.is_object() {
                // The fields are gathered once for all properties.
                let scope = Scope { fields: self.fields_of(node), ..scope };
                self.object_here(inner, &scope, &place, depth + 1, items)
            } else if inner.is_array() {
                self.fill(part, &scope, name, &place, depth + 1, items)
            } else {
                // A binding of the items refines that of the list.
                let own = inner.binding.unwrap_or(*binding);
                let texts: Vec<(NodeId, String, Option<String>)> =
                    if inner.binding.is_some_and(|b| b.selector.is_some()) && binding != &own {
                        self.bound_nodes(&own, &scope)
                            .into_iter()
                            .take(1)
                            .filter_map(|n| self.bound_text(n, &own, inner, name).map(|(t, m)| (n, t, m)))
                            .collect()
                    } else {
                        let attribute = own.attribute.or(binding.attribute);
                        let merged = Binding { attribute, regex: own.regex.or(binding.regex), ..own };
                        self.bound_text(node, &merged, inner, name).map(|(t, m)| (node, t, m)).into_iter().collect()
                    };
                texts.into_iter().find_map(|(n, text, machine)| {
                    let value = convert(&text, machine.as_deref(), inner, &Name::new(name), self.locale)?;
                    self.note(&place, "binding", Some(n), None, 1.0);
                    Some(value)
                })
            };
            // No other element asks for the fields of this one.
            if self.fields_of_page.is_none_or(|page| page < before) {
                self.fields.truncate(before);
            }
            match filled {
                Some(value) => out.push(value),
                None => self.forget(&place),
            }
        }
        Some(Value::Array(out))
    }
}
