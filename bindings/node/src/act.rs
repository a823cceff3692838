//! Actions of locators: the page of a `NativePage` becomes the one after them.

use std::cell::OnceCell;

use serde_json::Value;
use stillpage::actions::Performed;
use stillpage::{Locator, Mutation, Page, command};
use wasm_bindgen::prelude::*;

use crate::options::{flag, required, text};
use crate::page::NativePage;
use crate::{Failure, Named, locator, read, to_js};

#[wasm_bindgen(js_class = NativePage)]
impl NativePage {
    /// Does something on the page, and returns the effects that go beyond it.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn act(&mut self, action: &str, arguments: &str) -> Result<String, JsValue> {
        let done = read(arguments).and_then(|named| performed(&self.page, action, &named));
        to_js(done.map(|Performed { page, effects, .. }| {
            let effects = command::effects(&page, &effects).into();
            *self = Self::new(page, self.root);
            effects
        }))
    }

    /// Changes the tree, and renders the page again: elements keep their identity.
    ///
    /// # Errors
    /// The JSON text of the library's error.
    pub fn mutate(&mut self, changes: &str) -> Result<String, JsValue> {
        let changed = read(changes).and_then(|named| self.changed(named.get("changes").unwrap_or(&Value::Null)));
        to_js(changed)
    }
}

impl NativePage {
    fn changed(&mut self, changes: &Value) -> Result<Value, Failure> {
        let mut mutations = Vec::new();
        for change in changes.as_array().into_iter().flatten().filter_map(Value::as_object) {
            let node = self.target(change)?;
            let text = |name: &str| text(change, name).map(str::to_owned);
            if let Some([Value::String(name), Value::String(value)]) =
                change.get("setAttribute").and_then(Value::as_array).map(Vec::as_slice)
            {
                mutations.push(Mutation::SetAttribute { node, name: name.clone(), value: value.clone() });
            }
            mutations.extend(text("removeAttribute").map(|name| Mutation::RemoveAttribute { node, name }));
            mutations.extend(text("setText").map(|text| Mutation::SetText { node, text }));
            mutations.extend(text("insertHtml").map(|html| Mutation::InsertHtml { parent: node, before: None, html }));
            mutations.extend(text("replaceWith").map(|html| Mutation::Replace { node, html }));
            mutations.extend(flag(change, "remove").then_some(Mutation::Remove { node }));
        }
        self.refs = OnceCell::new();
        let updated = self.page.update(&mutations);
        updated.map(|()| Value::Null).map_err(|error| Failure::argument(&error.to_string(), error.hint()))
    }
}

fn performed(page: &Page, action: &str, named: &Named) -> Result<Performed, Failure> {
    let target =
        |name: &str| -> Result<Locator<'_>, Failure> { locator::read(page, named.get(name).unwrap_or(&Value::Null)) };
    #[expect(clippy::cast_possible_truncation, reason = "CSS pixels of a wheel")]
    let number = |name: &str| named.get(name).and_then(Value::as_f64).unwrap_or_default() as f32;
    Ok(match action {
        "click" => target("target")?.click()?,
        "dblclick" => target("target")?.dblclick()?,
        "hover" => target("target")?.hover()?,
        "fill" => target("target")?.fill(required(named, "text")?)?,
        "type" => target("target")?.press_sequentially(required(named, "text")?)?,
        "press" if named.contains_key("target") => target("target")?.press(required(named, "key")?)?,
        "press" => page.press(required(named, "key")?)?,
        "select" => {
            let options = named.get("options").and_then(Value::as_array).into_iter().flatten();
            target("target")?.select_option(options.filter_map(Value::as_str))?
        }
        "check" => target("target")?.set_checked(flag(named, "checked"))?,
        "submit" => target("target")?.submit()?,
        "drag" => target("target")?.drag_to(&target("to")?)?,
        "scroll" => page.scroll_by(number("right"), number("down"))?,
        other => return Err(Failure::argument(&format!("there is no action {other}"), "update the package")),
    })
}
