//! The shape of Playwright's `ariaSnapshotJSON`.

use serde_json::{Map, Value, json};

use super::{Child, Snapshot, SnapshotNode};
use crate::aria::{Invalid, Toggle};

impl Snapshot {
    /// The snapshot as Playwright's `ariaSnapshotJSON` gives it: an array of nodes.
    #[must_use]
    pub fn to_json(&self) -> Value {
        self.to_json_with(&|_, _| {})
    }

    /// Converts to JSON; `add` may add fields to each node.
    pub(crate) fn to_json_with(&self, add: &dyn Fn(&SnapshotNode, &mut Map<String, Value>)) -> Value {
        // Children come after their parents: from the last to the first, each finds its children done.
        let mut shown = vec![false; self.nodes.len()];
        for (_, child) in self.walk() {
            if let Child::Node(index) = child {
                shown[*index] = true;
            }
        }
        let mut done: Vec<Value> = vec![Value::Null; self.nodes.len()];
        for index in (0..self.nodes.len()).rev().filter(|&index| shown[index]) {
            let node = &self.nodes[index];
            let mut object = self.fields(node);
            add(node, &mut object);
            match &*node.children {
                [] => {}
                [Child::Text(text)] => {
                    object.insert("text".to_owned(), json!(text));
                }
                children => {
                    let children: Vec<Value> = children.iter().map(|child| take(child, &mut done)).collect();
                    object.insert("children".to_owned(), Value::Array(children));
                }
            }
            done[index] = Value::Object(object);
        }
        let roots = self.roots.iter().map(|child| match child {
            Child::Text(text) => json!({"role": "text", "text": text}),
            child => take(child, &mut done),
        });
        Value::Array(roots.collect())
    }

    fn fields(&self, node: &SnapshotNode) -> Map<String, Value> {
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
        set("role", json!(node.role.name()));
        if !node.name.is_empty() {
            set("name", json!(node.name));
        }
        let states = &node.states;
        if let Some(checked) = states.checked {
            set("checked", toggle(checked));
        }
        if states.disabled {
            set("disabled", json!(true));
        }
        if states.expanded {
            set("expanded", json!(true));
        }
        if node.active {
            set("active", json!(true));
        }
        match states.invalid {
            Some(Invalid::True) => set("invalid", json!(true)),
            Some(Invalid::Grammar) => set("invalid", json!("grammar")),
            Some(Invalid::Spelling) => set("invalid", json!("spelling")),
            None => None,
        };
        if states.level > 0 {
            set("level", json!(states.level));
        }
        if let Some(pressed) = states.pressed {
            set("pressed", toggle(pressed));
        }
        if states.selected {
            set("selected", json!(true));
        }
        if let Some(reference) = node.reference {
            set("ref", json!(reference.to_string()));
        }
        if node.cursor_pointer {
            set("cursor", json!("pointer"));
        }
        if let Some([x, y, width, height]) = node.rounded_rect().filter(|_| self.boxes) {
            set("box", json!({"x": x, "y": y, "width": width, "height": height}));
        }
        if node.aria_hidden {
            set("ariaHidden", json!(true));
        }
        if let Some(url) = node.url() {
            set("url", json!(url));
        }
        if let Some(placeholder) = node.placeholder() {
            set("placeholder", json!(placeholder));
        }
        object
    }
}

fn take(child: &Child, done: &mut [Value]) -> Value {
    match child {
        Child::Node(index) => std::mem::take(&mut done[*index]),
        Child::Text(text) => json!(text),
    }
}

fn toggle(value: Toggle) -> Value {
    match value {
        Toggle::True => json!(true),
        Toggle::Mixed => json!("mixed"),
    }
}
