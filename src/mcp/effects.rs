//! Effects that a test script gives to clicks which only a script of the page would answer.

use std::path::Path;

use serde::Deserialize;

use super::site::read_text;
use crate::activation::ActiveDocument;
use crate::dom::{Mutation, NodeId};
use crate::error::{Error, SelectorError};
use crate::page::Page;
use crate::safe_text::{PageText, safe};
use crate::search::css;

/// Limit: bytes of a file of effects.
const MAX_BYTES: u64 = 16 << 20;

/// The effects, in the order of the file.
#[derive(Debug, Clone, Default)]
pub(super) struct ScriptedEffects(Vec<ScriptedEffect>);

/// The effect of a click on the elements of a selector.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ScriptedEffect {
    /// A CSS selector; a click on what is inside counts as well.
    pub(super) selector: String,
    /// A page to show instead.
    #[serde(default)]
    pub(super) page: Option<String>,
    /// Changes to the page, in order.
    #[serde(default)]
    mutations: Vec<Change>,
}

/// One change to the elements of a selector.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Change {
    selector: String,
    #[serde(default)]
    set_attribute: Option<(String, String)>,
    #[serde(default)]
    remove_attribute: Option<String>,
    #[serde(default)]
    set_text: Option<String>,
    #[serde(default)]
    insert_html: Option<String>,
    #[serde(default)]
    remove: bool,
}

impl ScriptedEffects {
    /// Reads a file of effects.
    ///
    /// # Errors
    /// [`Error::Open`] if it cannot be read, [`Error::Arguments`] if it is something else.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let text = read_text(path, MAX_BYTES)?;
        let effects: Vec<ScriptedEffect> = serde_json::from_str(&text).map_err(|error| {
            let reason = error.to_string();
            Error::arguments(
                safe!("--script-mocks {}: {}", PageText::of(&path.to_string_lossy()), PageText::of(&reason)),
                "write a JSON array such as [{\"selector\": \"#open\", \"mutations\": [{\"selector\": \"#menu\", \
                 \"removeAttribute\": \"hidden\"}]}]",
            )
        })?;
        for effect in &effects {
            for selector in std::iter::once(&effect.selector).chain(effect.mutations.iter().map(|m| &m.selector)) {
                css::check(selector).map_err(|error| {
                    let file = PageText::of(&path.to_string_lossy()).at_most(1000).to_string();
                    Error::arguments(safe!("--script-mocks {}: {}", PageText::of(&file), error.message()), error.hint())
                })?;
            }
        }
        Ok(Self(effects))
    }

    /// The first effect whose selector matches an element, or one around it.
    ///
    /// # Errors
    /// [`SelectorError::Invalid`]
    pub(super) fn of(&self, page: &Page, node: NodeId) -> Result<Option<&ScriptedEffect>, Error> {
        let dom = page.dom();
        for effect in &self.0 {
            let found = css::find(page, &effect.selector)?;
            if std::iter::once(node).chain(dom.flat_ancestors(node)).any(|n| found.contains(&n)) {
                return Ok(Some(effect));
            }
        }
        Ok(None)
    }
}

impl ScriptedEffect {
    /// Makes the changes.
    ///
    /// # Errors
    /// [`SelectorError::Invalid`], [`SelectorError::NotFound`] if nothing matches one, [`Error::Arguments`] for a change that is
    /// not possible.
    pub(super) fn apply(&self, document: &mut ActiveDocument) -> Result<(), Error> {
        for change in &self.mutations {
            let found = css::find(document.page(), &change.selector)?;
            if found.is_empty() {
                return Err(Error::Selector(SelectorError::NotFound {
                    what: safe!("an element that `{}` of --script-mocks matches", PageText::of(&change.selector)),
                    hint: "the page has changed since the effects were written".into(),
                }));
            }
            let mutations: Vec<Mutation> = found.into_iter().flat_map(|node| change.of(node)).collect();
            document.script(&mutations).map_err(|error| {
                let reason = error.to_string();
                Error::arguments(safe!("--script-mocks: {}", PageText::of(&reason)), error.hint())
            })?;
        }
        Ok(())
    }
}

impl Change {
    fn of(&self, node: NodeId) -> Vec<Mutation> {
        let mut all = Vec::new();
        if let Some((name, value)) = &self.set_attribute {
            all.push(Mutation::SetAttribute { node, name: name.clone(), value: value.clone() });
        }
        all.extend(self.remove_attribute.iter().map(|name| Mutation::RemoveAttribute { node, name: name.clone() }));
        all.extend(self.set_text.iter().map(|text| Mutation::SetText { node, text: text.clone() }));
        all.extend(self.insert_html.iter().map(|html| Mutation::InsertHtml {
            parent: node,
            before: None,
            html: html.clone(),
        }));
        if self.remove {
            all.push(Mutation::Remove { node });
        }
        all
    }
}
