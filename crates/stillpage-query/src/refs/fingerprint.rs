//! The features of a page by which its widgets are found again: rows with their texts, widgets with their
//! identities. It outlives the page: a session file stores it.
//!
//! Texts are kept as hashes, so that a ref costs a few dozen bytes; what a message has to print (role, name, labels) is
//! kept as text.

use std::borrow::Cow;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::aria::Role;
use crate::dom::NodeId;
use crate::fnv::Fnv;

/// A hashed text.
pub(crate) type Digest = u64;

/// A source of the roles and names of elements; the aria room implements it.
pub trait Named {
    /// The role of an element; `None` if it has none or is generic.
    fn role(&self, node: NodeId) -> Option<Role>;
    /// The accessible name of an element, white space collapsed; empty if it has none.
    fn name(&self, node: NodeId) -> Cow<'_, str>;
}

/// A text of a row: hashed, with what it can prove and where in the row it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Atom {
    /// The hashed text, with what it is (text, link target, value, ...).
    pub digest: Digest,
    /// The kind of evidence.
    pub kind: AtomKind,
    /// The column: a hash of the way from the row to the text.
    pub column: u32,
}

/// The kind of evidence that an atom is about its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AtomKind {
    /// Words that belong to the row, not to a control in it.
    Content,
    /// Words of a control (`Edit`), attributes.
    Control,
    /// Words of the row with the numbers in them; the words alone are an atom of their own.
    Numbered,
    /// Digits and signs only: prices, counts, dates; they change while the row stays.
    Number,
    /// The value of a field.
    Value,
    /// An image's address.
    Image,
    /// The subject of a link in the row: rows without a link in common are not the same row.
    Link,
    /// A value that no user sees or edits: a key of the row, or nothing (a token against forgery).
    Hidden,
    /// The row's own heading.
    Heading,
    /// A link target or id that stands in for the one that a server has yet to assign: `tmp-3`, `-1`.
    Temporary,
}

impl AtomKind {
    /// True for strings about the row that are not its text.
    pub(super) fn describes_row(self) -> bool {
        matches!(self, Self::Link | Self::Heading | Self::Hidden | Self::Temporary)
    }
}

/// One of several like siblings: a table row, a list item, a card.
#[derive(Debug, Clone, PartialEq)]
pub struct RowIdentity {
    /// The element.
    pub node: NodeId,
    /// Hash of the tag name.
    pub tag: Digest,
    /// Number of the list it is in (records of one parent), and its place in it.
    pub list: u32,
    /// Its place among the records of the list.
    pub place: u32,
    /// The record around it.
    pub outer: Option<u32>,
    /// Its texts, sorted, each once.
    pub atoms: Vec<Atom>,
    /// Its first texts in order, its legend and headings before others: the first that its siblings lack is its name.
    pub names: SmallVec<[Digest; 4]>,
    /// Hash of all texts with their multiplicity.
    pub digest: Digest,
    /// The nearest label around it, as in [`Identity::labels`]; 0 without one.
    pub under: Digest,
    /// Its first words, cut after 40 characters, for messages; empty if it has none.
    pub label: Box<str>,
}

impl RowIdentity {
    /// A text of the row.
    pub(super) fn atom(&self, digest: Digest) -> Option<&Atom> {
        let from = self.atoms.partition_point(|atom| atom.digest < digest);
        self.atoms.get(from).filter(|atom| atom.digest == digest)
    }

    /// True if the row has a text.
    pub(super) fn holds(&self, digest: Digest) -> bool {
        self.atom(digest).is_some()
    }

    /// True if the row has a text of a kind.
    pub(super) fn has(&self, atom: &Atom) -> bool {
        let from = self.atoms.partition_point(|other| other.digest < atom.digest);
        let same = self.atoms.get(from..).into_iter().flatten().take_while(|other| other.digest == atom.digest);
        same.into_iter().any(|other| other.kind == atom.kind)
    }
}

/// A label, which is a heading or the name of a group, and what it is without its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabelWords {
    /// The hash of the label.
    pub label: Digest,
    /// The hash of its words.
    pub words: Digest,
    /// The hash of the label without the words of a field that it repeats; 0 if it repeats none.
    pub repeats: Digest,
    /// True if a number in it is that of the rows below.
    pub counts: bool,
}

/// A group of controls of which one is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Hash of what the group is.
    pub group: Digest,
    /// Hash of the label of the chosen one.
    pub chosen: Digest,
    /// The index of the chosen one among its members.
    pub place: u32,
    /// The number of members.
    pub members: u32,
}

/// The attribute of an element that identifies it, if unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UniqueKey {
    /// Nothing.
    None,
    /// An authored id without digits. What is around it still has to agree: a dialog's `#confirm` serves every question.
    Id,
    /// A link target.
    Link,
}

/// A widget's (or any ref-bearing element's) identity: what it takes to recognise it.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity {
    /// The element.
    pub node: NodeId,
    /// Role; `None` for generic.
    pub role: Option<Role>,
    /// Accessible name, at most 200 characters; for nameless elements a digest of their texts is in `own` instead.
    pub name: Arc<str>,
    /// Hash of the authored attributes that make it this widget: tag, type, link target, stable id, name, ...
    pub own: Digest,
    /// Hash of the same without those that a toggle may change (value).
    pub kind: Digest,
    /// Hash of the counted ids and names (`input-15`), which `own` and `kind` hold without their numbers: they choose among
    /// elements that agree in everything else, and rule out none. 0 if there are none.
    pub counted: Digest,
    /// Hash of the label of the cell around it, in its record: the header of the column, or the day of a calendar. 0 without one.
    pub cell: Digest,
    /// Hash of the headings and names of the sections and groups around it, in its record. 0 without one.
    pub pane: Digest,
    /// The attribute that identifies it where it is unique.
    pub key: UniqueKey,
    /// The innermost record around it.
    pub record: Option<u32>,
    /// Hashes of the labels around it outside its record, inside out: headings above, named groups, dialogs, landmarks.
    pub labels: Arc<[Digest]>,
    /// The groups around it and the headings of its own section: the heading of a section before it, which has controls
    /// itself, is not among them.
    pub section: Arc<[Digest]>,
    /// The nearest label as text, for messages; empty without one.
    pub near_label: Arc<str>,
    /// Words around it: in no record the texts of the smallest container that has any, in a cell with a label those of the cell.
    pub nearby: Vec<Digest>,
    /// Hash of all texts and values in the element around it, if others are like it; 0 else. Their order proves nothing where
    /// these changed.
    pub scene: Digest,
    /// Hash of the words typed into a text field; 0 for other elements and for values without words.
    pub value: Digest,
    /// The nearest element around it that has an identity too.
    pub parent: Option<u32>,
}

impl Identity {
    /// The name of its role; empty for generic.
    pub(super) fn role_name(&self) -> &'static str {
        self.role.map_or("", Role::name)
    }

    /// True if words can be typed into it.
    pub(super) fn is_field(&self) -> bool {
        self.role == Some(Role::Textbox)
    }

    /// True if it is a widget.
    pub(super) fn is_interactive(&self) -> bool {
        self.role.is_some_and(Role::is_interactive)
    }
}

/// Everything needed to find the widgets of a page again.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fingerprint {
    /// Rows in document order.
    pub records: Vec<RowIdentity>,
    /// Elements in document order.
    pub identities: Vec<Identity>,
    /// The labels of the page, each once.
    pub labels: Vec<LabelWords>,
    /// Hash of the document's title without counts; 0 if it has none. Views of one app differ in it.
    pub title: Digest,
    /// The groups of controls of which one is chosen, in document order.
    pub choices: Vec<Choice>,
}

/// Nodes of the page before and the same nodes of the page after, as far as the page itself knows.
///
/// The node is still connected, or carries the attribute that it was marked with. It may be another widget by now. `None` if nothing is known
/// of any node.
pub type Handles<'a> = Option<&'a FxHashMap<NodeId, NodeId>>;

/// The digest of some texts: FNV-1a, which is the same in every version and on every machine, since session files hold it.
#[must_use]
pub fn digest(parts: &[&str]) -> Digest {
    let mut hash = Fnv::default();
    parts.iter().for_each(|part| hash.add(part));
    hash.finish()
}

/// Trimmed, runs of white space collapsed.
pub(super) fn normalized(text: &str) -> Cow<'_, str> {
    // Most names and texts are so already.
    let is_word = |byte: u8| byte > b' ' && byte.is_ascii();
    let mut before = b' ';
    let is_normal = text.bytes().all(|byte| {
        let goes_on = is_word(byte) || byte == b' ' && before != b' ';
        before = byte;
        goes_on
    });
    if is_normal && before != b' ' {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    Cow::Owned(out)
}

/// As [`normalized`], owned.
pub(super) fn normalize(text: &str) -> String {
    normalized(text).into_owned()
}

/// Normalized, lower case, numbers replaced: labels such as `Comments (3)` stay the same label.
pub(super) fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        let mut in_number = false;
        for c in word.chars() {
            if c.is_ascii_digit() || (in_number && matches!(c, '.' | ',')) {
                if !in_number {
                    out.push('#');
                }
                in_number = true;
            } else if c.is_ascii() {
                in_number = false;
                out.push(c.to_ascii_lowercase());
            } else {
                in_number = false;
                out.extend(c.to_lowercase());
            }
        }
    }
    out
}

pub(super) fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// Roles whose name labels everything inside.
pub(super) fn is_container_role(role: Role) -> bool {
    matches!(
        role,
        Role::Dialog
            | Role::Alertdialog
            | Role::Group
            | Role::Region
            | Role::Form
            | Role::Navigation
            | Role::Tabpanel
            | Role::Table
            | Role::Grid
            | Role::List
            | Role::Toolbar
            | Role::Menu
            | Role::Menubar
            | Role::Radiogroup
            | Role::Tablist
            | Role::Complementary
            | Role::Banner
            | Role::Contentinfo
            | Role::Search
            | Role::Tree
    )
}

/// Roles of the cells of tables and grids.
pub(super) fn is_cell_role(role: Role) -> bool {
    matches!(role, Role::Cell | Role::Gridcell | Role::Rowheader | Role::Columnheader)
}

/// Roles of widgets that are made of the controls in them.
pub(super) fn is_composite_role(role: Role) -> bool {
    use Role::{Listbox, Menu, Menubar, Radiogroup, Tablist, Toolbar, Tree};
    matches!(role, Tablist | Radiogroup | Toolbar | Menu | Menubar | Listbox | Tree)
}

impl Fingerprint {
    /// Returns the fingerprint with only the identities that `keep` names, by position, and every record.
    #[must_use]
    pub(crate) fn restricted(&self, keep: &dyn Fn(usize) -> bool) -> Self {
        let mut place: Vec<Option<u32>> = Vec::with_capacity(self.identities.len());
        let mut identities: Vec<Identity> = Vec::new();
        for (at, identity) in self.identities.iter().enumerate() {
            // Parents come first: theirs is known.
            let parent = identity.parent.and_then(|parent| place.get(parent as usize).copied().flatten());
            if keep(at) {
                place.push(u32::try_from(identities.len()).ok());
                identities.push(Identity { parent, ..identity.clone() });
            } else {
                place.push(parent);
            }
        }
        Self {
            records: self.records.clone(),
            identities,
            labels: self.labels.clone(),
            title: self.title,
            choices: self.choices.clone(),
        }
    }

    /// Returns the fingerprint with other labels.
    #[must_use]
    pub(super) fn with_labels(&self, renamed: &FxHashMap<Digest, Digest>) -> Self {
        let mut page = self.clone();
        for identity in &mut page.identities {
            for labels in [&mut identity.labels, &mut identity.section] {
                if labels.iter().any(|label| renamed.contains_key(label)) {
                    *labels = labels.iter().map(|label| renamed.get(label).copied().unwrap_or(*label)).collect();
                }
            }
            identity.pane = renamed.get(&identity.pane).copied().unwrap_or(identity.pane);
        }
        page
    }

    /// Digest of everything by which its elements are recognised: pages with the same one look the same to a resolver.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hash = Fnv::default();
        self.title.hash(&mut hash);
        for choice in &self.choices {
            (choice.group, choice.chosen).hash(&mut hash);
        }
        for record in &self.records {
            (record.tag, record.list, record.place, record.outer, record.digest).hash(&mut hash);
        }
        for identity in &self.identities {
            (identity.role_name(), &identity.name, identity.own, identity.counted, identity.record).hash(&mut hash);
            (&identity.labels, &identity.nearby).hash(&mut hash);
        }
        hash.finish()
    }
}
