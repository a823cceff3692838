//! A short CSS selector for an element: what a reader would write to mean this one and no other.

use std::cell::{OnceCell, RefCell};
use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::dom::{Atom, Dom, LocalName, NodeData, NodeId};
use crate::selector::serialize_identifier;

/// Attributes that name an element, the likeliest first.
const NAMING: &[&str] = &["data-testid", "data-test-id", "data-test", "name"];

/// Limit: characters of an id, a class or a value that a hint is willing to show.
const MAX_NAME: usize = 60;

/// Limit: steps of a path from ancestors, which nobody reads when it is longer.
const MAX_STEPS: usize = 40;

/// The numbers of tags, ids and classes in the page's document, counted once for many hints.
#[derive(Debug)]
pub struct SelectorHints<'a> {
    dom: &'a Dom,
    tags: FxHashMap<&'a LocalName, u32>,
    ids: FxHashMap<&'a Atom, u32>,
    classes: FxHashMap<(&'a LocalName, &'a Atom), u32>,
    named: FxHashMap<(usize, &'a str), u32>,
    /// Steps of elements that were asked for, and of their siblings: pages have many findings in one list or one deep tree.
    steps: RefCell<FxHashMap<NodeId, String>>,
    /// The number of an element among those of its tag, from 0; `None` if Playwright would count those of shadow trees too.
    numbers: OnceCell<Option<FxHashMap<NodeId, u32>>>,
}

impl<'a> SelectorHints<'a> {
    /// Counts names. Cost: linear in the page.
    #[must_use]
    pub fn new(dom: &'a Dom) -> Self {
        let mut hints = Self {
            dom,
            tags: FxHashMap::default(),
            ids: FxHashMap::default(),
            classes: FxHashMap::default(),
            named: FxHashMap::default(),
            steps: RefCell::default(),
            numbers: OnceCell::new(),
        };
        for node in dom.elements_in_order() {
            let Some(element) = dom.element(node) else { continue };
            *hints.tags.entry(&element.name.local).or_default() += 1;
            if let Some(id) = &element.id {
                *hints.ids.entry(id).or_default() += 1;
            }
            for class in &element.classes {
                *hints.classes.entry((&element.name.local, class)).or_default() += 1;
            }
            for (i, name) in NAMING.iter().enumerate() {
                if let Some(value) = element.attr(&LocalName::from(*name)) {
                    *hints.named.entry((i, value)).or_default() += 1;
                }
            }
        }
        hints
    }

    /// A selector that matches this element of its document and no other. For an element of a shadow tree it is Playwright's
    /// chain through its host (`x-card >> button`), for one far down `a >> nth=3`, for one in a frame it holds within the
    /// frame.
    #[must_use]
    pub fn of(&self, node: NodeId) -> String {
        let mut chain = vec![self.in_tree(node)];
        let mut at = node;
        while let NodeData::ShadowRoot(root) = &self.dom.node(self.dom.tree_root(at)).data {
            at = root.host;
            chain.push(self.in_tree(at));
        }
        chain.reverse();
        chain.join(" >> ")
    }

    /// The selector within the element's own tree.
    fn in_tree(&self, node: NodeId) -> String {
        // The names of other trees are not counted.
        let in_document = self.dom.tree_root(node) == self.dom.document();
        let mut steps = Vec::new();
        let mut at = Some(node);
        while let Some(element) = at.filter(|&n| self.dom.element(n).is_some()) {
            if let Some(unique) = self.unique(element).filter(|_| in_document) {
                steps.push(unique);
                break;
            }
            if steps.len() == MAX_STEPS
                && in_document
                && let (Some(tag), Some(number)) = (self.tag(node), self.number(node))
            {
                return format!("{tag} >> nth={number}");
            }
            steps.push(self.among_siblings(element));
            at = self.dom.node(element).parent;
        }
        steps.reverse();
        steps.join(" > ")
    }

    /// The place of an element of the document among those of its tag, from 0, if no shadow tree is on the page.
    fn number(&self, node: NodeId) -> Option<u32> {
        let numbers = self.numbers.get_or_init(|| {
            let mut next: FxHashMap<&LocalName, u32> = FxHashMap::default();
            let mut numbers = FxHashMap::default();
            for node in self.dom.elements_in_order() {
                let element = self.dom.element(node)?;
                if element.shadow_root.is_some() {
                    return None;
                }
                let number = next.entry(&element.name.local).or_default();
                numbers.insert(node, *number);
                *number += 1;
            }
            Some(numbers)
        });
        numbers.as_ref()?.get(&node).copied()
    }

    /// The shortest name that no other element has.
    fn unique(&self, node: NodeId) -> Option<String> {
        let element = self.dom.element(node)?;
        let tag = self.tag(node)?;
        let short = |name: &str| name.chars().count() <= MAX_NAME && !name.is_empty();
        if let Some(id) = element.id.as_ref().filter(|id| short(id) && self.ids.get(id) == Some(&1)) {
            return Some(format!("#{}", serialize_identifier(id)));
        }
        if self.tags.get(&element.name.local) == Some(&1) {
            return Some(tag);
        }
        for (i, name) in NAMING.iter().enumerate() {
            let Some(value) = element.attr(&LocalName::from(*name)).filter(|value| short(value)) else { continue };
            let plain = !value.contains(['"', '\\', '\n', '\r', '\u{c}', '\0']);
            if plain && self.named.get(&(i, value)) == Some(&1) {
                return Some(format!("[{name}=\"{value}\"]"));
            }
        }
        let classes = element.classes.iter().filter(|class| short(class));
        classes
            .filter(|class| self.classes.get(&(&element.name.local, class)) == Some(&1))
            .min_by_key(|class| class.len())
            .map(|class| format!("{tag}.{}", serialize_identifier(class)))
    }

    /// The tag; with its number if siblings have the same.
    fn among_siblings(&self, node: NodeId) -> String {
        if let Some(step) = self.steps.borrow().get(&node) {
            return step.clone();
        }
        let Some(parent) = self.dom.node(node).parent else { return self.tag(node).unwrap_or_default() };
        let mut counts: FxHashMap<_, u32> = FxHashMap::default();
        let mut numbers = Vec::new();
        for sibling in self.dom.child_elements(parent) {
            let Some(element) = self.dom.element(sibling) else { continue };
            let count = counts.entry(element.name.expanded()).or_default();
            *count += 1;
            numbers.push((sibling, element, *count));
        }
        let mut steps = self.steps.borrow_mut();
        for (sibling, element, number) in numbers {
            let mut step = self.tag(sibling).unwrap_or_default();
            if counts[&element.name.expanded()] > 1 {
                let _ = write!(step, ":nth-of-type({number})");
            }
            steps.insert(sibling, step);
        }
        steps.get(&node).cloned().unwrap_or_default()
    }

    /// The tag as a selector.
    fn tag(&self, node: NodeId) -> Option<String> {
        Some(serialize_identifier(&self.dom.element(node)?.name.local))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::ParseOptions;
    use crate::page::{Page, RenderOptions};
    use crate::search::css;
    use crate::selector::{SelectorList, select};

    #[test]
    fn hint_selects_its_element_alone() {
        let html = "<main><ul class=menu><li>a<li class='x'>b</ul><p>c<p id='1 2'>d<p id=dup>e<p id=dup>f
            <form><input name=user><input name=pass><input name=pass></form>
            <svg><g/><g><path/></g></svg><b data-testid=save>g</b><b>h</b></main><div>i</div><div>j</div>";
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let hints = SelectorHints::new(&dom);
        for node in dom.elements_in_order() {
            let hint = hints.of(node);
            let list = SelectorList::parse(&hint).unwrap_or_else(|error| panic!("{hint}: {error}"));
            assert_eq!(select(&dom, &list, dom.document()), Ok(vec![node]), "{hint}");
        }
    }

    #[test]
    fn hint_of_a_shadow_tree_is_a_chain() {
        let html = "<x-a></x-a><x-a><template shadowrootmode=open><p>1</p><p id=b>2</p></template></x-a>";
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let host = dom.elements_in_order().filter_map(|node| dom.element(node)?.shadow_root).next().expect("a root");
        let last = dom.child_elements(host).last().expect("two paragraphs");
        assert_eq!(SelectorHints::new(&dom).of(last), "body > x-a:nth-of-type(2) >> p:nth-of-type(2)");
    }

    #[test]
    fn hint_far_down_counts_the_tag_and_selects_its_element_alone() {
        let html = format!("<body>{}<b>1</b><b>2</b>{}<p><b>3</b>", "<div>".repeat(50), "</div>".repeat(50));
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let hints = SelectorHints::new(page.dom());
        let mut found = Vec::new();
        for node in page.dom().elements_in_order() {
            let hint = hints.of(node);
            assert_eq!(css::find(&page, &hint).unwrap_or_else(|error| panic!("{hint}: {error}")), [node], "{hint}");
            found.push(hint);
        }
        assert!(found.contains(&"b >> nth=1".to_owned()), "{found:?}");
    }

    #[test]
    fn hint_is_short() {
        let html = "<body><div><p class='a b'>1</p><p class=a>2</p></div><div id=here><i>3</i><i>4</i></div>";
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let hints = SelectorHints::new(&dom);
        let all: Vec<_> = dom.elements_in_order().map(|node| hints.of(node)).collect();
        assert_eq!(
            all,
            [
                "html",
                "head",
                "body",
                "body > div:nth-of-type(1)",
                "p.b",
                "body > div:nth-of-type(1) > p:nth-of-type(2)",
                "#here",
                "#here > i:nth-of-type(1)",
                "#here > i:nth-of-type(2)",
            ]
        );
    }
}
