//! The controls that the browser puts inside of `audio` and `video`; as they are while nothing is loaded.

use super::growth::Growth;
use super::{Ignored, Origin, Value};
use crate::dom::{NodeId, local_name};

/// Chrome: how wide media are, in CSS pixels, that have room for each button.
///
/// Approx: to within 15 pixels.
const AUDIO: Room = Room { play: 90.0, mute: 150.0, full_screen: f32::INFINITY };
const VIDEO: Room = Room { play: 130.0, mute: 160.0, full_screen: 190.0 };

struct Room {
    play: f32,
    mute: f32,
    full_screen: f32,
}

/// Adds the controls of an element to its node.
pub(super) fn add(growth: &mut Growth<'_>, node: NodeId, at: usize) {
    let (dom, page) = (growth.page.dom(), growth.page);
    if growth.nodes[at].ignored.is_some() || dom.attr(node, &local_name!("controls")).is_none() {
        return;
    }
    let Some(width) = page.layout().get(node).map(|placed| placed.size().width) else { return };
    let is_video = dom.is_html(node, &local_name!("video"));
    let room = if is_video { VIDEO } else { AUDIO };
    let mut parts = Parts { growth, node };
    let root = parts.box_of(at, true);
    if is_video {
        let loads = dom.attr(node, &local_name!("src")).is_some()
            || dom.child_elements(node).any(|child| dom.is_html(child, &local_name!("source")));
        if loads {
            let buffering = parts.named(root, "group", "buffering");
            parts.growth.nodes[buffering].properties = vec![
                ("live", Value::Text("token", "polite".to_owned())),
                ("atomic", Value::Bool(false)),
                ("relevant", Value::Text("tokenList", "additions text".to_owned())),
            ];
            parts.box_of(buffering, false);
        }
        parts.box_of(root, false);
    }
    let enclosure = parts.box_of(root, true);
    let panel = parts.box_of(enclosure, true);
    let row = if is_video { parts.box_of(panel, false) } else { panel };
    if width >= room.play {
        parts.button(row, "play", true);
    }
    if !is_video {
        parts.slider(row, "audio time scrubber");
    }
    if width >= room.mute {
        let volume = parts.box_of(row, false);
        parts.box_of(volume, false);
        let muted = dom.attr(node, &local_name!("muted")).is_some();
        parts.button(volume, if muted { "unmute" } else { "mute" }, false);
    }
    if width >= room.full_screen {
        parts.button(row, "enter full screen", true);
    }
    let more = parts.named(row, "button", "show more media controls");
    "more options".clone_into(&mut parts.growth.nodes[more].description);
    let state = if is_video { "disabled" } else { "focusable" };
    parts.growth.nodes[more].properties = vec![
        (state, Value::Bool(true)),
        ("invalid", Value::Text("token", "false".to_owned())),
        ("hasPopup", Value::Text("token", "menu".to_owned())),
    ];
    super::order::sort(&mut parts.growth.nodes[more].properties);
    parts.box_of(more, false);
    if is_video {
        parts.slider(panel, "video time scrubber");
    }
}

struct Parts<'a, 'b> {
    growth: &'a mut Growth<'b>,
    node: NodeId,
}

impl Parts<'_, '_> {
    fn box_of(&mut self, at: usize, ignored: bool) -> usize {
        let ignored = ignored.then_some(Ignored::Uninteresting);
        self.growth.push(Origin::Part(self.node), Some(at), "generic", ignored, true)
    }

    fn named(&mut self, at: usize, role: &'static str, name: &str) -> usize {
        let part = self.growth.push(Origin::Part(self.node), Some(at), role, None, true);
        name.clone_into(&mut self.growth.nodes[part].text);
        part
    }

    fn button(&mut self, at: usize, name: &str, pictured: bool) {
        let button = self.named(at, "button", name);
        self.growth.nodes[button].properties = disabled();
        if pictured {
            self.box_of(button, false);
        }
    }

    fn slider(&mut self, at: usize, name: &str) {
        let slider = self.named(at, "slider", name);
        let node = &mut self.growth.nodes[slider];
        node.value = Some(Value::Number(0.0));
        "total time: 0:00".clone_into(&mut node.description);
        node.properties = disabled();
        node.properties.extend([
            ("orientation", Value::Text("token", "horizontal".to_owned())),
            ("valuemin", Value::Number(0.0)),
            ("valuemax", Value::Number(100.0)),
            ("valuetext", Value::Text("string", "0".to_owned())),
        ]);
    }
}

fn disabled() -> Vec<(&'static str, Value)> {
    vec![("disabled", Value::Bool(true)), ("invalid", Value::Text("token", "false".to_owned()))]
}
