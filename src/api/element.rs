//! [`Element`]: what users ask of an element.

use std::fmt;

use super::Page;
use crate::aria::{Role, check_visibility};
use crate::dom::{LocalName, NodeId};
use crate::geometry::Rect;
use crate::hit::{Action, HitMap, Landing, Policy, land, land_in_place};
use crate::rendered::text::inner_text;
#[cfg(not(stillpage_npm))]
use crate::tool::{WonDeclaration, won_declarations};

/// An element of a rendered page.
#[derive(Clone, Copy)]
pub struct Element<'p> {
    page: &'p Page,
    id: NodeId,
}

impl<'p> Element<'p> {
    pub(crate) fn new(page: &'p Page, id: NodeId) -> Self {
        Self { page, id }
    }

    pub(crate) fn page(self) -> &'p Page {
        self.page
    }

    /// Its id, which survives mutations of the page.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Its local name, such as `button`.
    #[must_use]
    pub fn tag_name(self) -> &'p str {
        self.page.dom().element(self.id).map_or("", |element| &*element.name.local)
    }

    /// The value of a content attribute.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<&'p str> {
        self.page.dom().attr(self.id, &LocalName::from(name))
    }

    /// All its content attributes, names and values, in the order of the markup.
    pub fn attributes(self) -> impl Iterator<Item = (&'p str, &'p str)> {
        let element = self.page.dom().element(self.id);
        let attributes = element.map(|element| element.attributes.iter()).into_iter().flatten();
        attributes.map(|attribute| (&*attribute.name.local, &*attribute.value))
    }

    /// The element that it is a child of.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.page.element(self.page.dom().node(self.id).parent?)
    }

    /// Its computed ARIA role; `None` for generic elements and for those hidden from assistive technology.
    #[must_use]
    pub fn role(self) -> Option<Role> {
        self.page.semantics().get(self.id).and_then(|node| node.role)
    }

    /// Its accessible name (AccName 1.2); empty if it has none.
    #[must_use]
    pub fn name(self) -> &'p str {
        self.accessible_name()
    }

    /// Its accessible name, under the name that browsers give it.
    #[must_use]
    pub fn accessible_name(self) -> &'p str {
        self.page.semantics().get(self.id).map_or("", |node| &*node.name)
    }

    /// Its accessible description (AccName 1.2); empty if it has none.
    #[must_use]
    pub fn accessible_description(self) -> &'p str {
        self.page.semantics().get(self.id).map_or("", |node| node.description())
    }

    /// Its `checkVisibility()`, with the options for opacity and visibility off: false if it has no box or is skipped content.
    #[must_use]
    pub fn is_visible(self) -> bool {
        check_visibility(self.page.dom(), self.page.styles(), self.page.layout(), self.id)
    }

    /// Its `getBoundingClientRect()`, CSS px in the viewport of its document; `None` if it has no box.
    #[must_use]
    pub fn bounding_box(self) -> Option<Rect> {
        self.page.layout().get(self.id).map(|layout| layout.rect)
    }

    /// The declarations of the page that won its properties, each with the sheet, the line and the selector, and those that lost
    /// to it; with the values that it inherits, and with its pseudo-elements. `property`: those of one property alone, or of a
    /// shorthand with its longhands, and of the variables that their values have.
    ///
    /// ```
    /// use stillpage::Page;
    ///
    /// let page = Page::from_html("<style>a { color: red }\n#go { color: green }</style><a id=go>Go</a>");
    /// let go = page.query_selector("#go")?.expect("a link");
    /// let won = go.explain_styles(Some("color"));
    /// assert_eq!((&*won[0].declaration.value, won[0].declaration.line), ("green", Some(2)));
    /// assert_eq!(won[0].beats[0].declaration.value, "red");
    /// assert_eq!(won[0].beats[0].why, "specificity 0,0,1 under 1,0,0");
    /// # Ok::<(), stillpage::Error>(())
    /// ```
    #[cfg(not(stillpage_npm))]
    #[must_use]
    pub fn explain_styles(self, property: Option<&str>) -> Vec<WonDeclaration> {
        won_declarations(self.page, self.id, property)
    }

    /// Its `innerText`.
    #[must_use]
    pub fn inner_text(self) -> String {
        inner_text(self.page, self.id)
    }

    /// Returns the result of a click on it, once it is scrolled into view and out from behind bars that stay there; if it would
    /// not land, what is in the way.
    #[must_use]
    pub fn check_click(self, policy: Policy) -> Landing {
        self.check_action(Action::Click, policy)
    }

    /// Returns the result of a click on it as the page stands, without scrolling; if it would not land, what is in the way, and
    /// whether scrolling helps.
    #[must_use]
    pub fn check_click_in_place(self, policy: Policy) -> Landing {
        land_in_place(&HitMap::new(self.page), self.id, Action::Click, policy)
    }

    /// Returns the result of an action on it; see [`check_click`](Self::check_click).
    #[must_use]
    pub fn check_action(self, action: Action, policy: Policy) -> Landing {
        land(&HitMap::new(self.page), self.id, action, policy)
    }
}

/// Two elements are equal if they are the same element of the same page.
impl PartialEq for Element<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.page, other.page) && self.id == other.id
    }
}

impl Eq for Element<'_> {}

impl fmt::Debug for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Element").field("id", &self.id).field("tag_name", &self.tag_name()).finish_non_exhaustive()
    }
}
