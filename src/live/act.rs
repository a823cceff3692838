//! Input, as a user gives it: pointer and keyboard events of the browser, not of a script.

use std::time::Duration;

use serde_json::{Value, json};

use super::endpoint::broken;
use super::tab::Tab;
use crate::error::{ActionError, Error};
use crate::geometry::Point;
use crate::keyboard::Key;
use crate::safe_text::{PageText, SafeText, safe};

/// The effect of an action.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dispatched {
    /// Another document was loaded, or is being loaded.
    pub navigated: bool,
}

impl Tab<'_> {
    /// Moves the pointer to a point of the window.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`], as all of this.
    pub fn hover(&mut self, point: Point) -> Result<(), Error> {
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": point.x, "y": point.y }))?;
        Ok(())
    }

    /// Clicks at a point of the window.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn click(&mut self, point: Point) -> Result<Dispatched, Error> {
        let before = self.navigation()?.loader;
        self.hover(point)?;
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({
                "type": kind, "x": point.x, "y": point.y, "button": "left",
                "buttons": if kind == "mousePressed" { 1 } else { 0 }, "clickCount": 1,
            });
            self.call("Input.dispatchMouseEvent", params)?;
        }
        self.after(&before)
    }

    /// Lets the consequences of an action begin.
    fn after(&mut self, before: &str) -> Result<Dispatched, Error> {
        self.pause(Duration::from_millis(30))?;
        Ok(Dispatched { navigated: self.navigation()?.loader != before })
    }

    /// Presses a key where the focus is.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn press(&mut self, key: &Key) -> Result<Dispatched, Error> {
        let before = self.navigation()?.loader;
        let (code, number) = key.code();
        let text = if key.name == "Enter" { "\r" } else { key.text().unwrap_or_default() };
        let modifiers = [(key.alt, 1), (key.control, 2), (key.meta, 4), (key.shift, 8)];
        let modifiers: u8 = modifiers.iter().filter(|(held, _)| *held).map(|(_, bit)| bit).sum();
        for kind in [if text.is_empty() { "rawKeyDown" } else { "keyDown" }, "keyUp"] {
            let mut params = json!({
                "type": kind, "key": key.value(), "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers,
            });
            if kind == "keyDown" {
                params["text"] = text.into();
            }
            // A script does not see to it that Control+A selects: the browser's command does.
            if kind != "keyUp" && (key.control || key.meta) && key.name.eq_ignore_ascii_case("a") {
                params["commands"] = json!(["selectAll"]);
            }
            self.call("Input.dispatchKeyEvent", params)?;
        }
        self.after(&before)
    }

    /// Types a text where the focus is.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn insert_text(&mut self, text: &str) -> Result<(), Error> {
        self.call("Input.insertText", json!({ "text": text }))?;
        Ok(())
    }

    /// Scrolls a node into the window, if it is not.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn scroll_to(&mut self, backend: i64) -> Result<(), Error> {
        let home = self.home(backend)?;
        self.call_at(&home, "DOM.scrollIntoViewIfNeeded", json!({}))?;
        Ok(())
    }

    /// Turns the wheel over a point of the window.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn wheel(&mut self, point: Point, by: Point) -> Result<(), Error> {
        let params = json!({ "type": "mouseWheel", "x": point.x, "y": point.y, "deltaX": by.x, "deltaY": by.y });
        self.call("Input.dispatchMouseEvent", params)?;
        // Wheels scroll smoothly.
        self.pause(Duration::from_millis(200))
    }

    /// Focuses a node.
    ///
    /// # Errors
    /// [`Error::Live`] if it takes no focus, [`Error::Limit`].
    pub fn focus(&mut self, backend: i64) -> Result<(), Error> {
        let home = self.home(backend)?;
        self.call_at(&home, "DOM.focus", json!({}))?;
        Ok(())
    }

    /// The value of a function called with a node as `this`.
    ///
    /// # Errors
    /// [`Error::Live`] if the node is gone or the function throws, [`Error::Limit`].
    pub fn call_on(&mut self, backend: i64, function: &str, arguments: &[Value]) -> Result<Value, Error> {
        let home = self.home(backend)?;
        let object = self.call_at(&home, "DOM.resolveNode", json!({}))?;
        let arguments: Vec<Value> = arguments.iter().map(|value| json!({ "value": value })).collect();
        let params = json!({
            "objectId": object["object"]["objectId"], "functionDeclaration": function, "arguments": arguments,
            "returnByValue": true, "awaitPromise": true, "userGesture": true,
        });
        let answer = self.call_in(&home.session, "Runtime.callFunctionOn", params)?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            let text = thrown["exception"]["description"].as_str().unwrap_or("?");
            let first = text.lines().next().unwrap_or_default();
            return Err(broken(
                safe!("the page refused: {}", PageText::of(first)),
                "take a new snapshot and look at the element",
                false,
            ));
        }
        Ok(answer.part(&["result", "value"]))
    }

    /// Replaces the value of a text control, as typing does.
    ///
    /// # Errors
    /// [`Error::Arguments`] for an element that holds no text, [`Error::Live`], [`Error::Limit`].
    pub fn fill(&mut self, backend: i64, text: &str) -> Result<(), Error> {
        self.focus(backend)?;
        let kind = self.call_on(backend, FILL, &[text.into()])?;
        match kind.as_str() {
            Some("typed") => {
                if text.is_empty() {
                    let key: Key = "Delete".parse()?;
                    self.press(&key)?;
                } else {
                    self.insert_text(text)?;
                }
                Ok(())
            }
            Some("set") => Ok(()),
            Some("readonly") => Err(Error::arguments(
                "the text box is read-only",
                "look for a button that makes it editable, or for the control that fills it",
            )),
            Some(reason) if reason.starts_with("bad ") => Err(malformed(reason.trim_start_matches("bad "), text)),
            _ => Err(Error::arguments(
                "the element holds no text",
                "fill text boxes; use `select` for options and `click` for check boxes",
            )),
        }
    }

    /// Selects options of a `select` by label or value, and no others; their labels.
    ///
    /// # Errors
    /// [`ActionError::NotFound`] if it has no such option, [`Error::Arguments`] for several options of a select that takes
    /// one, [`Error::Live`], [`Error::Limit`].
    pub fn select(&mut self, backend: i64, options: &[&str]) -> Result<Vec<String>, Error> {
        let answer = self.call_on(backend, SELECT, &[json!(options)])?;
        if answer["single"] == true {
            return Err(Error::arguments("the select takes one option", "name one option"));
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let option = answer["missing"].as_str().unwrap_or_default();
        match (answer["selected"].as_array(), answer["options"].as_array()) {
            (Some(labels), _) => Ok(labels.iter().filter_map(text).collect()),
            (None, Some(options)) => {
                let list = options.iter().filter_map(Value::as_str).take(20);
                let list = SafeText::join(list.map(|label| PageText::quoted(label).at_most(60).into()), ", ");
                Err(Error::Action(ActionError::NotFound {
                    what: safe!("an option `{}`", PageText::of(option)),
                    hint: safe!("the options are {}", list),
                }))
            }
            (None, None) => {
                Err(Error::arguments("the element is not a select", "click it, and the option that appears"))
            }
        }
    }

    /// Chooses files in a file input.
    ///
    /// # Errors
    /// [`Error::Live`] if the node is not a file input, [`Error::Limit`].
    pub fn upload(&mut self, backend: i64, files: &[String]) -> Result<(), Error> {
        let home = self.home(backend)?;
        self.call_at(&home, "DOM.setFileInputFiles", json!({ "files": files }))?;
        Ok(())
    }
}

/// Returns the error for a text that an input of a type does not take.
fn malformed(kind: &str, text: &str) -> Error {
    let hint = match kind {
        "date" => "write a date as 2026-05-31",
        "time" => "write a time as 17:30",
        "month" => "write a month as 2026-05",
        "week" => "write a week as 2026-W22",
        "datetime-local" => "write date and time as 2026-05-31T17:30",
        "color" => "write a colour as #rrggbb",
        _ => "write a number, within the bounds of the control",
    };
    let reason = safe!("an input of type {} does not take {}", PageText::token(kind), PageText::quoted(text));
    Error::arguments(reason, hint)
}

/// Selects the old text of a control, so that typing replaces it; sets what is not typed.
const FILL: &str = "function (text) {
  const typed = ['text', 'search', 'url', 'tel', 'email', 'password', 'number'];
  if (this.readOnly) return 'readonly';
  if (this.type === 'number' && text !== '' && !Number.isFinite(Number(text))) return 'bad number';
  if (this.isContentEditable) {
    const range = document.createRange();
    range.selectNodeContents(this);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return 'typed';
  }
  if (this instanceof HTMLTextAreaElement || (this instanceof HTMLInputElement && typed.includes(this.type))) {
    this.select();
    return 'typed';
  }
  if (this instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'submit', 'button', 'reset', 'image', 'hidden'].includes(this.type)) {
    const before = this.value, put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    put.call(this, text);
    if (this.value.toLowerCase() !== text.toLowerCase()) {
      put.call(this, before);
      return 'bad ' + this.type;
    }
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
    return 'set';
  }
  return 'no';
}";

const SELECT: &str = "function (wanted) {
  if (!(this instanceof HTMLSelectElement)) return {};
  const options = [...this.options];
  const find = text => options.find(o => o.label.trim() === text.trim()) ?? options.find(o => o.value === text);
  const found = wanted.map(find);
  const missing = wanted.find((_, i) => !found[i] || found[i].disabled);
  if (missing !== undefined) return { missing, options: options.map(o => o.label) };
  if (found.length !== 1 && !this.multiple) return { single: true };
  if (this.multiple) for (const option of options) option.selected = found.includes(option);
  else this.selectedIndex = found[0].index;
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
  return { selected: found.map(option => option.label) };
}";
