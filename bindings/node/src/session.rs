//! Refs that survive re-renders.

use std::cell::RefCell;

use serde_json::{Value, json};
use stillpage::Session;
use stillpage::refs::{Numbering, Ref, RefTable};
use wasm_bindgen::prelude::*;

use crate::options::{required, text};
use crate::page::{NativePage, difference};
use crate::{Failure, Named, read, thrown, to_js};

/// A session.
#[wasm_bindgen(js_name = NativeSession)]
#[derive(Debug)]
pub struct NativeSession {
    session: RefCell<Session>,
}

/// The refs that a session gave the elements of a page.
#[wasm_bindgen(js_name = NativeRefs)]
#[derive(Debug)]
pub struct NativeRefs {
    refs: RefTable,
}

#[wasm_bindgen(js_class = NativeSession)]
impl NativeSession {
    /// A session without refs, or the one that `bytes` hold unless they are empty.
    ///
    /// # Errors
    /// The JSON text of an error.
    pub fn open(bytes: &[u8], options: &str) -> Result<Self, JsValue> {
        read(options).and_then(|options| Self::opened(bytes, &options)).map_err(thrown)
    }

    /// As bytes, for `open`.
    #[wasm_bindgen(js_name = toBytes)]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.session.borrow().to_bytes()
    }

    /// Returns the number of refs that it knows.
    #[must_use]
    pub fn size(&self) -> usize {
        self.session.borrow().len()
    }

    /// Gives the elements of a page their refs.
    #[must_use]
    pub fn observe(&self, page: &NativePage, tab: Option<String>) -> NativeRefs {
        let tab = tab.as_deref().unwrap_or(Session::FIRST_TAB);
        NativeRefs { refs: self.session.borrow_mut().observe(tab, &page.page, page.refs()) }
    }

    /// The next page of a tab is a new document.
    pub fn navigate(&self, tab: Option<String>) {
        self.session.borrow_mut().navigate(tab.as_deref().unwrap_or(Session::FIRST_TAB));
    }

    /// Resolves a ref on a page.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn resolve(&self, page: &NativePage, reference: &str, tab: Option<String>) -> Result<String, JsValue> {
        to_js(self.resolved(page, reference, tab.as_deref()))
    }
}

impl NativeSession {
    fn opened(bytes: &[u8], options: &Named) -> Result<Self, Failure> {
        let mut session = match bytes {
            [] => Session::new(),
            bytes => Session::from_bytes(bytes).map_err(|error| Failure::argument(&error.to_string(), error.hint()))?,
        };
        if text(options, "numbering") == Some("stable") {
            session.set_numbering(Numbering::Stable);
        }
        Ok(Self { session: RefCell::new(session) })
    }

    fn resolved(&self, page: &NativePage, reference: &str, tab: Option<&str>) -> Result<Value, Failure> {
        let reference: Ref = reference.trim_start_matches('@').parse().map_err(|_| {
            Failure::argument(&format!("{reference:?} is not a ref"), "pass a ref of a snapshot, such as \"e7\"")
        })?;
        let found = self.session.borrow().resolve(&page.page, reference, tab)?;
        Ok(json!({
            "ref": found.reference.to_string(),
            "outcome": found.kind.as_str(),
            "proof": found.proof.as_str(),
            "confidence": found.confidence,
            "reason": found.reason,
            "element": page.element(found.element.id()),
        }))
    }
}

#[wasm_bindgen(js_class = NativeRefs)]
impl NativeRefs {
    /// A question about the page that it is of, answered with these refs.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn ask(&self, page: &NativePage, name: &str, arguments: &str) -> Result<String, JsValue> {
        to_js(read(arguments).and_then(|arguments| self.answer(page, name, &arguments)))
    }

    /// Returns the differences from another version of the page, where refs say which elements are the same.
    #[must_use]
    pub fn diff(&self, page: &NativePage, after_refs: &Self, after: &NativePage) -> String {
        let shown = |page: &NativePage, refs: &RefTable| page.page.aria_snapshot().with_refs(refs.clone());
        difference(&shown(page, &self.refs), &shown(after, &after_refs.refs))
    }
}

impl NativeRefs {
    fn answer(&self, page: &NativePage, name: &str, named: &Named) -> Result<Value, Failure> {
        Ok(match name {
            "ariaSnapshot" => page.page.aria_snapshot().with_refs(self.refs.clone()).to_string().into(),
            "agentView" => page.agent_view(named, Some(&self.refs))?.into(),
            "tool" => page.tool(named, Some(&self.refs))?,
            "element" => {
                let reference = required(named, "ref")?;
                let node = reference.parse::<Ref>().ok().and_then(|reference| self.refs.element(reference));
                node.map_or(Value::Null, |node| page.element(node))
            }
            "refs" => self.refs.iter().map(|(reference, _)| Value::from(reference.to_string())).collect(),
            other => return Err(Failure::argument(&format!("there is no question {other}"), "update the package")),
        })
    }
}
