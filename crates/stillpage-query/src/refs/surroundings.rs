//! The surroundings of an element: headings, names of groups, words nearby. Part of building a fingerprint.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::builder::{Around, FingerprintBuilder, MAX_LABELS, MAX_NAME, MAX_NEARBY};
use super::fingerprint::{
    Atom, AtomKind, Digest, LabelWords, digest, has_letter, is_cell_role, is_composite_role, is_container_role,
    normalize, without_numbers,
};
use super::labels::{is_date, without_counts, without_counts_in_brackets};
use super::row_groups::index_of;
use super::texts::first_chars;
use super::walk::{MAX_VISITED, NOWHERE};
use crate::aria::{Role, heading_level};
use crate::dom::{LocalName, NodeData, local_name};

/// Limit: elements around a heading that are searched for the list that it heads.
const MAX_HEADED: usize = 4;

/// The level of a heading without one, by ARIA.
const DEFAULT_LEVEL: u8 = 2;

/// Some labels, inside out.
type Labels = SmallVec<[Digest; MAX_LABELS]>;

/// The headings that are open at a place, outermost first.
type Outline = SmallVec<[u32; 4]>;

impl FingerprintBuilder<'_> {
    fn is_heading(&self, place: usize) -> bool {
        self.role(place) == Some(Role::Heading)
            || self.element(place).is_some_and(|e| matches!(&*e.name.local, "h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
    }

    /// The level of a heading.
    fn heading_level(&self, place: usize) -> u8 {
        let level = self.element(place).map(heading_level);
        level.and_then(|level| u8::try_from(level).ok()).unwrap_or(DEFAULT_LEVEL)
    }

    /// True for the text of a heading of the first level.
    fn is_title(&self, text: u32) -> bool {
        self.levels.get(&text) == Some(&1)
    }

    /// Puts a heading below those that it is a part of; those that it ends go.
    fn open_section(&self, outline: &mut Outline, heading: u32) {
        let level = |heading: u32| self.levels.get(&heading).copied().unwrap_or(DEFAULT_LEVEL);
        outline.retain(|open| level(*open) < level(heading));
        outline.push(heading);
    }

    /// The index of a label's text.
    fn add_text(&mut self, digest: Digest, text: &str) -> u32 {
        let index = u32::try_from(self.texts.len()).unwrap_or(NOWHERE);
        self.texts.push((digest, first_chars(text, MAX_NAME).into()));
        index
    }

    /// Notes the words of a label. `heading`: the place of a heading, which may count the rows below it.
    fn add_words(&mut self, kind: &str, label: Digest, text: &str, heading: Option<usize>) {
        let words = without_numbers(text).replace('#', " ");
        // Another date is another day.
        if !has_letter(&words) || is_date(text) || self.label_words.contains_key(&label) {
            return;
        }
        let rows = heading.filter(|_| text.contains(|c: char| c.is_ascii_digit()));
        let rows = rows.and_then(|at| self.rows_headed(at));
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<u32>().ok());
        let counts = numbers.into_iter().any(|number| Some(number) == rows);
        let words = digest(&[kind, &normalize(&words)]);
        let repeated = self.typed.iter().find(|typed| text.contains(&***typed));
        let repeats = repeated.map_or(0, |typed| digest(&[kind, "repeats", &text.replace(&**typed, "\n")]));
        self.label_words.insert(label, LabelWords { label, words, repeats, counts });
    }

    /// For each element the first heading in it, those in rows of it left out.
    pub(super) fn find_headings(&mut self) {
        // From the last place to the first: of the headings below an element the first is the last to be seen.
        for at in (1..self.walk.len()).rev() {
            if self.element(at).is_none() {
                continue;
            }
            if self.is_heading(at) {
                let name = normalize(&self.name(at));
                let hash = digest(&["heading", &without_counts(&without_counts_in_brackets(&name))]);
                self.add_words("heading", hash, &name, Some(at));
                let text = self.add_text(hash, &name);
                self.heading[at] = text;
                self.open_heading[at] = text;
                self.levels.insert(text, self.heading_level(at));
            }
            if self.heading[at] != NOWHERE
                && !self.is_record(at)
                && let Some(parent) = self.walk.parent(at)
            {
                self.heading[parent] = self.heading[at];
                let is_title = self.is_title(self.heading[at]);
                if self.open_heading[at] != NOWHERE && (is_title || !self.is_section(at)) {
                    self.open_heading[parent] = self.open_heading[at];
                }
            }
        }
    }

    /// True for an element whose headings are about what is in it alone: sectioning content and roots of HTML, and their roles.
    fn is_section(&self, place: usize) -> bool {
        use Role::{Alertdialog, Article, Complementary, Dialog, Group, Navigation, Region, Tabpanel};
        let roles = [Region, Complementary, Navigation, Dialog, Alertdialog, Tabpanel, Article, Group];
        let tags = ["section", "article", "aside", "nav", "dialog", "details", "fieldset", "figure", "blockquote"];
        self.role(place).is_some_and(|role| roles.contains(&role))
            || self.element(place).is_some_and(|e| tags.contains(&&*e.name.local))
    }

    /// Returns the number of rows of the first list below a heading, in the section that it heads.
    fn rows_headed(&self, heading: usize) -> Option<u32> {
        let mut from = self.walk.end[heading] as usize;
        for around in self.walk.ancestors(heading).take(MAX_HEADED) {
            let end = (self.walk.end[around] as usize).min(from + MAX_VISITED);
            if let Some(record) = (from..end).find_map(|at| self.own_record(at)) {
                return Some(self.sizes.get(record.list as usize).copied().unwrap_or_default());
            }
            if self.is_section(around) || self.is_record(around) {
                break;
            }
            from = self.walk.end[around] as usize;
        }
        Some(0)
    }

    /// Finds the heading of each row.
    pub(super) fn add_headings(&mut self) {
        for record in &mut self.records {
            let heading = self.walk.place(record.node).map_or(NOWHERE, |at| self.heading[at]);
            if let Some(&(digest, _)) = self.texts.get(heading as usize) {
                record.atoms.push(Atom { digest, kind: AtomKind::Heading, column: 0 });
                record.atoms.sort_unstable();
            }
        }
    }

    /// The only nameless popup outside of all rows, while a single button has an open popup: the same menu
    /// may be of another row next time.
    pub(super) fn find_opened(&self) -> Option<(usize, String)> {
        let attr = |at: usize, name: &LocalName| self.element(at)?.attr(name).map(str::trim);
        let opens = |&at: &usize| {
            attr(at, &local_name!("aria-expanded")) == Some("true")
                && attr(at, &local_name!("aria-haspopup")).is_some_and(|kind| !matches!(kind, "" | "false"))
        };
        let mut openers = (0..self.walk.len()).filter(opens);
        let (opener, None) = (openers.next()?, openers.next()) else { return None };
        let is_popup = |&at: &usize| {
            self.record[at] == NOWHERE
                && matches!(
                    self.role(at),
                    Some(Role::Menu | Role::Dialog | Role::Alertdialog | Role::Tree | Role::Grid)
                )
                && self.name(at).is_empty()
        };
        let mut popups = (0..self.walk.len()).filter(is_popup);
        let (popup, None) = (popups.next()?, popups.next()) else { return None };
        let row = self.records.get(self.record[opener] as usize).map_or("", |record| &record.label);
        Some((popup, normalize(&format!("{row} {}", self.name(opener)))))
    }

    /// For each element the labels around it: the heading before it and before each element around it, and the names of
    /// the groups, dialogs and landmarks that it is in.
    pub(super) fn find_labels(&mut self) {
        let controls = self.with_controls();
        let titles_of_page: FxHashSet<Digest> = self
            .levels
            .keys()
            .filter_map(|&text| Some(self.texts.get(text as usize)?.0).filter(|_| self.is_title(text)))
            .collect();
        for parent in 0..self.walk.len() {
            let group = self.group_label(parent);
            let is_cell = self.role(parent).is_some_and(is_cell_role);
            let cell = self.texts.get(group as usize).filter(|_| is_cell).map_or(0, |(digest, _)| *digest);
            let pane = self.pane_label(parent, group).unwrap_or(self.pane[parent]);
            let mut inherited = self.around[parent];
            if self.role(parent) == Some(Role::Navigation) {
                // It leads from one title to the next.
                let without_titles = |list: &[Digest]| -> Labels {
                    list.iter().copied().filter(|label| !titles_of_page.contains(label)).collect()
                };
                let lists = [inherited.labels, inherited.section].map(|list| without_titles(&self.label_list(list)));
                let [labels, section] = lists.map(|list| self.add_labels(list));
                inherited = Around { labels, section, ..inherited };
            }
            let is_root = self.element(parent).is_none();
            // A bar above the title is the title's too.
            let title = if self.is_dialog(parent) { self.heading[parent] } else { self.open_heading[parent] };
            let title = Some(title).filter(|&title| title != NOWHERE && self.is_titled(parent));
            let titles = |text: &u32| self.is_dialog(parent) || self.is_title(*text);
            let mut before: Outline = title.into_iter().collect();
            let mut own_before: Outline = title.into_iter().filter(titles).collect();
            // Those of the children since the last heading, and those of the frame around the content.
            let mut known: [Option<Around>; 2] = [None; 2];
            let mut next = parent + 1;
            while next < self.walk.end[parent] as usize {
                let child = next;
                next = self.walk.end[child] as usize;
                if self.element(child).is_none() || is_root {
                    continue;
                }
                let is_frame = self.is_frame(child);
                let around = match known[usize::from(is_frame)] {
                    Some(around) => around,
                    // The page's own header and footer are not part of its content.
                    None if is_frame => self.labels_below(inherited, &[], &[], group),
                    None => self.labels_below(inherited, &before, &own_before, group),
                };
                known[usize::from(is_frame)] = Some(around);
                self.around[child] = around;
                self.pane[child] = pane;
                self.cell[child] = match cell {
                    _ if self.is_record(child) => 0,
                    0 => self.cell[parent],
                    label => label,
                };
                if !self.is_record(child)
                    && self.open_heading[child] != NOWHERE
                    && (!self.is_section(child) || self.is_title(self.open_heading[child]))
                {
                    let heading = self.open_heading[child];
                    known[0] = None;
                    self.open_section(&mut before, heading);
                    if !controls[child] || self.is_heading(child) || self.is_title(heading) {
                        self.open_section(&mut own_before, heading);
                    }
                }
            }
        }
    }

    /// The labels of a child: the headings before it, the innermost last, all and those of its own section; the name of a group; and what
    /// is around its parent.
    fn labels_below(&mut self, inherited: Around, before: &[u32], own_before: &[u32], group: u32) -> Around {
        if before.is_empty() && own_before.is_empty() && self.texts.get(group as usize).is_none() {
            return inherited;
        }
        let mut near = NOWHERE;
        let mut labels = Labels::new();
        for &text in before.iter().rev().chain([&group]) {
            if let Some((digest, words)) = self.texts.get(text as usize) {
                labels.push(*digest);
                if near == NOWHERE && !words.is_empty() {
                    near = text;
                }
            }
        }
        let own = own_before.iter().rev().chain([&group]);
        let mut section: Labels = own.filter_map(|&text| Some(self.texts.get(text as usize)?.0)).collect();
        labels.extend(self.label_list(inherited.labels).iter().copied());
        section.extend(self.label_list(inherited.section).iter().copied());
        labels.truncate(MAX_LABELS);
        section.truncate(MAX_LABELS);
        let near = if near == NOWHERE { inherited.near } else { near };
        Around { labels: self.add_labels(labels), section: self.add_labels(section), near }
    }

    /// The index of a list of labels.
    fn add_labels(&mut self, labels: Labels) -> u32 {
        if labels.is_empty() {
            return 0;
        }
        self.label_lists.push(labels.as_slice().into());
        index_of(self.label_lists.len() - 1)
    }

    /// Returns the label of a part of a row that has a heading or name of its own, with what that part is in: a pane may show
    /// another record while the row around it stays. `group`: the name of a group.
    fn pane_label(&self, place: usize, group: u32) -> Option<Digest> {
        if self.record[place] == NOWHERE || self.is_record(place) {
            return Some(0);
        }
        let is_cell = self.role(place).is_some_and(is_cell_role);
        let named = self.texts.get(group as usize).filter(|(_, name)| !is_cell && !name.is_empty());
        let headed = || self.texts.get(self.heading[place] as usize).filter(|_| self.is_section(place));
        named.or_else(headed).map(|(label, _)| self.pane[place].rotate_left(1) ^ label)
    }

    pub(super) fn set_labels_of_rows(&mut self) {
        for record in &mut self.records {
            let around = self.walk.place(record.node).and_then(|at| self.around.get(at));
            let labels = around.and_then(|around| self.label_lists.get(around.labels as usize));
            record.under = labels.and_then(|labels| labels.first().copied()).unwrap_or_default();
        }
    }

    /// For each place whether a control is at it or below it.
    fn with_controls(&self) -> Vec<bool> {
        let mut controls = vec![false; self.walk.len()];
        for at in (0..self.walk.len()).rev() {
            controls[at] |= self.is_interactive(at);
            if controls[at]
                && let Some(parent) = self.walk.parent(at)
            {
                controls[parent] = true;
            }
        }
        controls
    }

    /// True for the frame around the content of a page.
    fn is_frame(&self, place: usize) -> bool {
        matches!(self.role(place), Some(Role::Banner | Role::Contentinfo))
    }

    fn is_dialog(&self, place: usize) -> bool {
        matches!(self.role(place), Some(Role::Dialog | Role::Alertdialog))
    }

    /// True if the first heading of an element is the title of all that is in it.
    fn is_titled(&self, place: usize) -> bool {
        self.role(place).is_some_and(|role| matches!(role, Role::Main | Role::Dialog | Role::Alertdialog))
    }

    /// The label that an element gives to its contents.
    fn group_label(&mut self, place: usize) -> u32 {
        self.element(place).map_or(NOWHERE, |_| {
            if self.role(place).is_some_and(is_cell_role) {
                let Some(label) = self.cell_label(place) else { return NOWHERE };
                return self.add_text(digest(&["cell", &label]), &label);
            }
            let Some(role) = self.role(place).filter(|role| is_container_role(*role)) else { return NOWHERE };
            let name = match &self.opened {
                Some((popup, opener)) if *popup == place => opener.clone(),
                _ => self.name(place).into_owned(),
            };
            // The same rows may be a table once and a list then.
            if name.is_empty() && matches!(role, Role::Table | Role::Grid | Role::List) {
                return NOWHERE;
            }
            let hash = digest(&[role.name(), &without_counts(&name)]);
            self.add_words(role.name(), hash, &name, None);
            self.add_text(hash, &name)
        })
    }

    /// The words of a container that are not a control's.
    fn words(&mut self, container: usize) -> &[Digest] {
        if !self.words.contains_key(&container) {
            let mut words: SmallVec<[Digest; MAX_NEARBY + 2]> = SmallVec::new();
            let (mut at, end) = (container + 1, self.walk.end[container] as usize);
            let mut left = MAX_VISITED;
            while at < end && left > 0 && words.len() < MAX_NEARBY + 2 {
                left -= 1;
                match &self.dom.node(self.walk.order[at]).data {
                    NodeData::Text(text) => {
                        let text = without_numbers(self.dom.text_in(text));
                        if has_letter(&text) {
                            let hash = digest(&["t:", &text]);
                            if !words.contains(&hash) {
                                words.push(hash);
                            }
                        }
                        at += 1;
                    }
                    NodeData::Element(_) if self.is_interactive(at) => {
                        at = self.walk.end[at] as usize;
                    }
                    NodeData::Element(element) if &*element.name.local == "img" => {
                        let alternative = without_numbers(element.attr(&local_name!("alt")).unwrap_or_default());
                        let hash = digest(&["t:", &alternative]);
                        if has_letter(&alternative) && !words.contains(&hash) {
                            words.push(hash);
                        }
                        at += 1;
                    }
                    _ => at += 1,
                }
            }
            self.words.insert(container, words);
        }
        self.words.get(&container).map_or(&[], SmallVec::as_slice)
    }

    /// The words of the smallest container that has any besides the element's own name, when it is in no record.
    pub(super) fn nearby(&mut self, place: usize, name: &str) -> Vec<Digest> {
        let own = digest(&["t:", &without_numbers(name)]);
        let around: SmallVec<[usize; 8]> = self.walk.ancestors(place).take(8).collect();
        for parent in around {
            if self.element(parent).is_none_or(|e| matches!(&*e.name.local, "body" | "main" | "html")) {
                break;
            }
            let role = self.role(parent);
            let (composite, container) = (role.is_some_and(is_composite_role), role.is_some_and(is_container_role));
            let closed = composite || container && !self.name(parent).is_empty();
            let mut words: Vec<Digest> = self.words(parent).iter().copied().filter(|&word| word != own).collect();
            if words.len() > MAX_NEARBY {
                break;
            }
            if !words.is_empty() {
                words.sort_unstable();
                return words;
            }
            // The content around tabs is that of the selected one; the name of a group is among the labels.
            if closed || self.is_frame(parent) {
                break;
            }
        }
        Vec::new()
    }
}
