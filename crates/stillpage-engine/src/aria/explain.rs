//! Explanations of an element's role and of why it is hidden: the rules behind the answers of [`AriaTree`](super::AriaTree).

use super::flat::parent_element;
use super::hidden::{is_ignored, is_unslotted, skips};
use super::html_aam::{explicit_role, global_aria_attribute, inherited_presentation, own_implicit_role, role};
use super::interactive::is_focusable;
use super::role::Role;
use crate::dom::{Dom, NodeId, local_name};
use crate::layout::Layout;
use crate::style::Styles;
use crate::style::computed::{Display, Visibility};

/// The origin of an element's role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoleOrigin {
    /// The `role` attribute. `skipped`: the tokens before it that are not roles.
    Attribute {
        /// Tokens before the one that counts.
        skipped: Vec<String>,
    },
    /// The host language, although the `role` attribute is `none` or `presentation`.
    ///
    /// <https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none>
    Conflict {
        /// The global ARIA attribute that it has; `None`: it is focusable.
        attribute: Option<String>,
    },
    /// The element that it is a required part of is presentational.
    Inherited {
        /// The element that passes it on.
        from: NodeId,
    },
    /// The host language. `skipped`: the tokens of the `role` attribute, none of which is a role.
    HostLanguage {
        /// Tokens without a meaning.
        skipped: Vec<String>,
    },
    /// It has no role.
    None {
        /// Tokens without a meaning.
        skipped: Vec<String>,
    },
}

impl RoleOrigin {
    /// Finds out where the role of an element is from.
    #[must_use]
    pub fn of(dom: &Dom, node: NodeId) -> Self {
        let written = dom.attr(node, &local_name!("role")).unwrap_or_default();
        let unknown = written.split_ascii_whitespace().take_while(|token| Role::from_token(token).is_none());
        let skipped: Vec<String> = unknown.map(str::to_owned).collect();
        match (explicit_role(dom, node), role(dom, node)) {
            (Some(explicit), Some(own)) if explicit == own => Self::Attribute { skipped },
            (Some(_), _) => {
                let attribute = global_aria_attribute(dom, node, own_implicit_role(dom, node));
                debug_assert!(attribute.is_some() || is_focusable(dom, node), "else the attribute would count");
                Self::Conflict { attribute: attribute.map(str::to_owned) }
            }
            (None, None) => Self::None { skipped },
            (None, Some(_)) => match inherited_presentation(dom, node) {
                Some((_, from)) => Self::Inherited { from },
                None => Self::HostLanguage { skipped },
            },
        }
    }
}

/// The reason why an element is invisible, or hidden from assistive technology.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenBy {
    /// The element that makes it so: itself, or one around it.
    pub node: NodeId,
    /// The way in which it hides the element.
    pub how: Hiding,
}

/// The ways to hide an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hiding {
    /// `display: none`
    DisplayNone,
    /// `visibility: hidden` or `collapse`
    Visibility,
    /// `content-visibility: hidden`
    ContentVisibility,
    /// A `details` that is not open.
    ClosedDetails,
    /// `aria-hidden=true`: perhaps painted, but hidden from assistive technology.
    AriaHidden,
    /// No slot of its host shows it.
    Unslotted,
    /// Elements that are never exposed: `script`, `style`, `template`, `noscript`.
    Kind,
    /// `opacity: 0`: invisible, but exposed and clickable.
    Transparent,
    /// It has no box.
    NoBox,
    /// Its box has no width or no height.
    EmptyBox,
}

impl Hiding {
    /// It in CSS's or HTML's own words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::DisplayNone => "display: none",
            Self::Visibility => "visibility: hidden",
            Self::ContentVisibility => "content-visibility: hidden",
            Self::ClosedDetails => "a closed details element",
            Self::AriaHidden => "aria-hidden=true",
            Self::Unslotted => "no slot shows it",
            Self::Kind => "an element of a kind that is never shown",
            Self::Transparent => "opacity: 0",
            Self::NoBox => "it has no box",
            Self::EmptyBox => "its box is empty",
        }
    }

    /// True if a person who looks at the page does not see the element.
    #[must_use]
    pub fn is_invisible(self) -> bool {
        self != Self::AriaHidden
    }
}

impl HiddenBy {
    /// All that hides an element, each way once, by the nearest element that does it; empty if nothing does.
    #[must_use]
    pub fn all(dom: &Dom, styles: &Styles, layout: &Layout, node: NodeId) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        let mut add = |node: NodeId, how: Hiding| {
            if !found.iter().any(|known| known.how == how) {
                found.push(Self { node, how });
            }
        };
        if is_ignored(dom, node) {
            add(node, Hiding::Kind);
        }
        let style = styles.get(node);
        if style.is_some_and(|style| style.visibility != Visibility::Visible) {
            // It is inherited: who started it?
            let mut by = node;
            while let Some(parent) = parent_element(dom, by)
                && styles.get(parent).is_some_and(|style| style.visibility != Visibility::Visible)
            {
                by = parent;
            }
            add(by, Hiding::Visibility);
        }
        let mut at = Some(node);
        while let Some(by) = at {
            let style = styles.get(by);
            if style.is_some_and(|style| style.display == Display::None) {
                add(by, Hiding::DisplayNone);
            }
            if style.is_some_and(|style| style.opacity <= 0.0) {
                add(by, Hiding::Transparent);
            }
            if dom.attr(by, &local_name!("aria-hidden")).is_some_and(|value| value.eq_ignore_ascii_case("true")) {
                add(by, Hiding::AriaHidden);
            }
            if is_unslotted(dom, by) {
                add(by, Hiding::Unslotted);
            }
            if let Some(parent) = dom.flat_parent(by)
                && skips(dom, styles, parent, by)
            {
                let hidden = styles.get(parent).is_some_and(|style| style.skips_contents());
                add(parent, if hidden { Hiding::ContentVisibility } else { Hiding::ClosedDetails });
            }
            at = parent_element(dom, by);
        }
        let rendered = !found.iter().any(|f| {
            matches!(f.how, Hiding::DisplayNone | Hiding::Unslotted | Hiding::ContentVisibility | Hiding::ClosedDetails)
        });
        let contents = style.is_some_and(|style| style.display == Display::Contents);
        if rendered && !contents {
            match layout.get(node) {
                None => found.push(Self { node, how: Hiding::NoBox }),
                Some(own) if own.rect.is_empty() => found.push(Self { node, how: Hiding::EmptyBox }),
                Some(_) => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::ParseOptions;
    use crate::page::{Page, RenderOptions};

    fn page(html: &str) -> Page {
        let html = format!("<!doctype html><body>{html}");
        Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default(), RenderOptions::default())
    }

    fn by_id(page: &Page, id: &str) -> NodeId {
        let dom = page.dom();
        dom.elements_in_order().find(|&n| dom.attr(n, &local_name!("id")) == Some(id)).unwrap()
    }

    /// Returns the origin of the role of `#x`.
    fn origin(html: &str) -> RoleOrigin {
        let page = page(html);
        RoleOrigin::of(page.dom(), by_id(&page, "x"))
    }

    #[test]
    fn role_origin_names_the_rule() {
        let none = Vec::new;
        assert_eq!(origin("<div id=x role=button>"), RoleOrigin::Attribute { skipped: none() });
        assert_eq!(origin("<div id=x role='knob button'>"), RoleOrigin::Attribute { skipped: vec!["knob".to_owned()] });
        assert_eq!(origin("<button id=x>"), RoleOrigin::HostLanguage { skipped: none() });
        assert_eq!(origin("<button id=x role=knob>"), RoleOrigin::HostLanguage { skipped: vec!["knob".to_owned()] });
        assert_eq!(origin("<div id=x>"), RoleOrigin::None { skipped: none() });
        assert_eq!(origin("<h1 id=x role=none>"), RoleOrigin::Attribute { skipped: none() });
        assert_eq!(origin("<button id=x role=none>"), RoleOrigin::Conflict { attribute: None });
        assert_eq!(
            origin("<h1 id=x role=none aria-live=polite>"),
            RoleOrigin::Conflict { attribute: Some("aria-live".to_owned()) }
        );
    }

    #[test]
    fn role_origin_names_the_list_that_is_none() {
        let page = page("<ul id=u role=none><li id=x>a</ul>");
        let from = by_id(&page, "u");
        assert_eq!(RoleOrigin::of(page.dom(), by_id(&page, "x")), RoleOrigin::Inherited { from });
    }

    /// Asserts what hides `#x`: by which element (its id), and how.
    fn check(html: &str, expected: &[(&str, Hiding)]) {
        let page = page(html);
        let found = HiddenBy::all(page.dom(), page.styles(), page.layout(), by_id(&page, "x"));
        let id = |node| page.dom().attr(node, &local_name!("id")).unwrap_or("?");
        let found: Vec<(&str, Hiding)> = found.iter().map(|f| (id(f.node), f.how)).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn hidden_by_names_who_and_how() {
        check("<p id=x>a", &[]);
        check("<div id=d style='display:none'><p id=x>a", &[("d", Hiding::DisplayNone)]);
        check("<div id=d hidden><p id=x>a", &[("d", Hiding::DisplayNone)]);
        check("<div id=d style='visibility:hidden'><div><p id=x>a", &[("d", Hiding::Visibility)]);
        check("<div style='visibility:hidden'><p id=x style='visibility:visible'>a", &[]);
        check("<div id=d aria-hidden=true><p id=x>a", &[("d", Hiding::AriaHidden)]);
        check("<details id=d><summary>s</summary><p id=x>a</details>", &[("d", Hiding::ClosedDetails)]);
        check("<div id=d style='content-visibility:hidden'><p id=x>a", &[("d", Hiding::ContentVisibility)]);
        check("<div id=d style='opacity:0'><p id=x>a", &[("d", Hiding::Transparent)]);
        check("<p id=x></p>", &[("x", Hiding::EmptyBox)]);
        check("<div id=h><template shadowrootmode=open></template><p id=x>a</div>", &[("x", Hiding::Unslotted)]);
        check("<div style='display:contents' id=x>a</div>", &[]);
        check("<script id=x></script>", &[("x", Hiding::Kind), ("x", Hiding::DisplayNone)]);
    }
}
