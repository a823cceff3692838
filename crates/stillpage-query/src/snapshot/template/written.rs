//! Snapshots that are already text: what `locator.aria_snapshot()` of a Playwright in any language printed.

use std::sync::Arc;

use super::compare::compare;
use super::{InvalidState, Template, TemplateChild, TemplateMatch, TemplateNode, Ternary, TextMatcher, yaml};
use crate::aria::{Invalid, Role, States, Toggle};
use crate::dom::NodeId;
use crate::error::Error;
use crate::refs::RefTable;
use crate::safe_text::{PageText, safe};
use crate::segmented::SegmentedVec;
use crate::snapshot::{Child, Extras, Snapshot, SnapshotNode};

impl Template {
    /// Matches a snapshot that Playwright printed, as `locator.aria_snapshot()` does without options. Of properties it knows
    /// `/url` alone, as templates do. Cost: the nodes of the snapshot times those of the template.
    ///
    #[doc = include_str!("written.md")]
    ///
    /// # Errors
    /// [`Error::Arguments`] if the text is not such a snapshot, such as one with refs, and as [`matches`](Self::matches).
    pub fn matches_snapshot(&self, snapshot: &str) -> Result<TemplateMatch, Error> {
        let snapshot = read(snapshot)?;
        compare(self, &snapshot, None).map_err(|error| error.into_error("the template"))
    }
}

/// The hint for a text that is not a snapshot.
const HINT: &str = "pass what aria_snapshot() returns in mode \"default\": without refs, boxes and regular expressions";

/// Recursion goes as deep as the YAML, which its parser limits.
fn read(text: &str) -> Result<Snapshot, Error> {
    let root = yaml::parse(text).map_err(|error| {
        let (line, column, message) = (error.line, error.column, PageText::of(&error.message));
        Error::arguments(safe!("the snapshot: {} at line {}, column {}", message, line, column), HINT)
    })?;
    let mut nodes = SegmentedVec::new();
    let roots =
        if root.role == "fragment" { children(&mut nodes, &root)? } else { vec![Child::Node(add(&mut nodes, &root)?)] };
    Ok(Snapshot { nodes: Arc::new(nodes), roots, refs: Arc::new(RefTable::new(0)), boxes: false, origin: None })
}

fn children(nodes: &mut SegmentedVec<SnapshotNode>, of: &TemplateNode) -> Result<Vec<Child>, Error> {
    if of.mode.is_some() {
        return Err(Error::arguments("a snapshot has no /children", HINT));
    }
    let child = |child: &TemplateChild| match child {
        TemplateChild::Text(text) => Ok(Child::Text(text.normalized.as_str().into())),
        TemplateChild::Node(node) => Ok(Child::Node(add(nodes, node)?)),
    };
    of.children.iter().map(child).collect()
}

/// Adds a node and what is in it; returns its index.
fn add(nodes: &mut SegmentedVec<SnapshotNode>, node: &TemplateNode) -> Result<usize, Error> {
    let unknown =
        || Error::arguments(safe!("the snapshot has an unknown role: {}", PageText::quoted(&node.role)), HINT);
    let role = Role::all().find(|role| role.name() == node.role).ok_or_else(unknown)?;
    if node.name.as_ref().is_some_and(|name| name.regex_only) {
        return Err(Error::arguments("a snapshot has no regular expressions as names", HINT));
    }
    let at = nodes.len();
    nodes.push(SnapshotNode {
        // No page is looked at, so that nobody asks for it.
        element: NodeId::from_index(0),
        role,
        name: node.name.as_ref().map_or("", |name| &name.normalized).into(),
        states: states(node),
        active: false,
        aria_hidden: false,
        reference: None,
        cursor_pointer: false,
        extras: Extras { url: node.url.as_ref().map(|url: &TextMatcher| url.raw.as_str().into()), ..Extras::default() }
            .some(),
        children: Box::default(),
    });
    nodes[at].children = children(nodes, node)?.into();
    Ok(at)
}

fn states(node: &TemplateNode) -> States {
    let given = &node.states;
    let toggle = |value: Option<Ternary>| match value {
        Some(Ternary::True) => Some(Toggle::True),
        Some(Ternary::Mixed) => Some(Toggle::Mixed),
        Some(Ternary::False) | None => None,
    };
    let level = given.level.filter(|level| (0.0..=f64::from(u32::MAX)).contains(level)).unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is within u32")]
    let level = level as u32;
    States {
        checked: toggle(given.checked),
        disabled: given.disabled.unwrap_or_default(),
        expanded: given.expanded.unwrap_or_default(),
        invalid: match given.invalid {
            Some(InvalidState::True) => Some(Invalid::True),
            Some(InvalidState::Grammar) => Some(Invalid::Grammar),
            Some(InvalidState::Spelling) => Some(Invalid::Spelling),
            Some(InvalidState::False) | None => None,
        },
        level,
        pressed: toggle(given.pressed),
        selected: given.selected.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::snapshot::{SnapshotMode, SnapshotOptions};

    const HTML: &str = "<h1>Cart</h1><a href=/help>Help</a><label><input type=checkbox checked> Gift</label>\
                        <ul><li>Mug<li>Pot</ul><button disabled aria-expanded=true>Pay 30 €</button>";

    fn check(snapshot: &str, template: &str, expected: Result<bool, &str>) {
        let template = Template::parse(template).unwrap();
        let result = template.matches_snapshot(snapshot);
        let found = result.map(|result| result.matches).map_err(|error| error.message().as_str().to_owned());
        assert_eq!(found, expected.map_err(str::to_owned), "{snapshot}");
    }

    #[test]
    fn a_printed_snapshot_matches_as_its_page_does() {
        let page = Page::from_html(HTML);
        let printed = Snapshot::render(&page, &SnapshotOptions::default().mode(SnapshotMode::Default)).to_string();
        for template in [
            &printed,
            "- list:\n  - /children: equal\n  - listitem: Mug\n  - listitem: /P.t/",
            "- list:\n  - /children: equal\n  - listitem: Mug",
            "- checkbox \"Gift\" [checked]\n- button /Pay \\d+/ [disabled] [expanded]",
            "- checkbox \"Gift\" [checked=false]",
            "- heading [level=2]",
            "- link:\n  - /url: /help",
            "- link:\n  - /url: /home",
        ] {
            let template = Template::parse(template).unwrap();
            let (by_page, by_text) = (template.matches(&page).unwrap(), template.matches_snapshot(&printed).unwrap());
            assert_eq!(TemplateMatch { differing: Vec::new(), ..by_page }, by_text);
        }
    }

    #[test]
    fn what_is_not_a_snapshot_is_refused() {
        check("", "- button", Ok(false));
        check("- text: /a/", "- text: /a/", Ok(true));
        check("- button [ref=e1]", "- button", Err("the snapshot: unsupported attribute [ref] at line 1, column 15"));
        check("- knob", "- button", Err("the snapshot has an unknown role: \"knob\""));
        check("- button /a/", "- button", Err("a snapshot has no regular expressions as names"));
        check("- list:\n  - /children: equal", "- list", Err("a snapshot has no /children"));
    }
}
