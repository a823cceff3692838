//! Facts of Chromium about a page besides its recording: its accessibility tree, fonts, the node at a point.

use serde_json::{Value, json};

use super::tab::Tab;
use crate::capture::AccessibleRow;
use crate::error::{Error, LiveError};
use crate::geometry::Point;

impl Tab<'_> {
    /// Chromium's own accessibility tree, without what it ignores.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`Error::Limit`].
    pub(crate) fn accessibility(&mut self) -> Result<Vec<AccessibleRow>, Error> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}))?;
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        let nodes = tree["nodes"].as_array().into_iter().flatten();
        Ok(nodes
            .filter(|node| node["ignored"] != true)
            .filter_map(|node| {
                let backend = node["backendDOMNodeId"].as_i64()?;
                Some(AccessibleRow { backend, role: text(&node["role"]), name: text(&node["name"]) })
            })
            .collect())
    }

    /// The font that most of the text of each element is in that matches a selector: its family; empty for no text.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`Error::Limit`].
    pub fn fonts_of(&mut self, selector: &str) -> Result<Vec<String>, Error> {
        let root = self.call("DOM.getDocument", json!({ "depth": 0 }))?.part(&["root", "nodeId"]);
        self.call("CSS.enable", json!({}))?;
        let found = self.call("DOM.querySelectorAll", json!({ "nodeId": root, "selector": selector }))?;
        let mut families = Vec::new();
        for node in found["nodeIds"].as_array().into_iter().flatten() {
            let fonts = self.call("CSS.getPlatformFontsForNode", json!({ "nodeId": node }))?;
            let most = fonts["fonts"].as_array().into_iter().flatten().max_by_key(|font| font["glyphCount"].as_u64());
            families.push(most.and_then(|font| font["familyName"].as_str()).unwrap_or_default().to_owned());
        }
        self.call("CSS.disable", json!({}))?;
        Ok(families)
    }

    /// The `backendNodeId` of the node at a point of the window; `None` if nothing is there.
    ///
    /// # Errors
    /// [`LiveError::Cdp`], [`Error::Limit`].
    pub fn node_at(&mut self, point: Point) -> Result<Option<i64>, Error> {
        let (mut session, mut at, mut of) = (self.session.clone(), point, 0);
        loop {
            // The protocol takes whole pixels.
            let params = json!({ "x": whole(at.x), "y": whole(at.y), "includeUserAgentShadowDOM": false });
            let backend = match self.call_in(&session, "DOM.getNodeForLocation", params) {
                Ok(answer) => answer["backendNodeId"].as_i64(),
                Err(Error::Live(LiveError::Cdp { reason, .. })) if reason.contains("No node found") => None,
                Err(error) => return Err(error),
            };
            let Some(backend) = backend else { return Ok(None) };
            // A page without frames in other processes is asked nothing more.
            if self.frames_apart()?.iter().all(|frame| frame.outer != session) {
                return Ok(Some(of | backend));
            }
            let Some((frame, x, y)) = self.held(&session, backend)? else { return Ok(Some(of | backend)) };
            let Some((inner, number)) = self.inside(&frame)? else { return Ok(Some(of | backend)) };
            (session, at, of) = (inner, Point::new(at.x - x, at.y - y), number);
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates; nothing is that far out")]
fn whole(px: f32) -> i64 {
    px.floor() as i64
}
