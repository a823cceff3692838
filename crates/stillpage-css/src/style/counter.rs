//! Counters and quotes: the text of generated content that depends on what came before in the document.
//!
//! <https://drafts.csswg.org/css-lists-3/#auto-numbering>, <https://drafts.csswg.org/css-content-3/#quotes>

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::budgets::Budgets;
use super::computed::{
    ComputedStyle, Content, ContentItem, CounterChange, CounterUse, Display, ListStyleType, QuoteUse, Quotes,
};
use super::counter_style::CounterStyles;
use super::quotes::language_quotes;
use super::{Pseudo, Styles};
use crate::dom::{Atom, Dom, FlatChildren, NodeId, local_name, ns};
use crate::limits::Budget;

/// Limit: quotes inside of quotes.
const MAX_QUOTE_DEPTH: usize = 1000;

/// Walks a document in flat tree order and puts final text into the `content` of its pseudo-elements, which start at
/// `first` in the list; makes the text of list markers.
pub(super) fn evaluate(
    dom: &Dom,
    document: NodeId,
    first: usize,
    counter_styles: &CounterStyles,
    budgets: &Budgets,
    styles: &mut Styles,
) {
    let mut pseudos: FxHashMap<NodeId, SmallVec<[usize; 2]>> = FxHashMap::default();
    for (at, (node, _, _)) in styles.pseudos.iter().enumerate().skip(first) {
        pseudos.entry(*node).or_default().push(at);
    }
    let list_item = Atom::from("list-item");
    let mut walk = Walk {
        dom,
        styles,
        pseudos,
        counter_styles,
        counters: FxHashMap::default(),
        quotes: 0,
        levels: Vec::new(),
        nested: Vec::new(),
        list_item,
        budget: &budgets.generated_text,
        steps: &budgets.style_steps,
        emptied: FxHashMap::default(),
    };
    walk.run(document);
}

/// A counter's value, and the depth of the parent whose children it is for.
struct Instance {
    value: i32,
    level: usize,
    /// The increment for each list item.
    step: i32,
}

/// An element whose children are walked.
struct Level<'a> {
    node: NodeId,
    children: FlatChildren<'a>,
    /// Counters made by the children, for those that follow them.
    made: Vec<Atom>,
    /// Counters made by the element for what is in it.
    own: Vec<Atom>,
}

struct Walk<'a> {
    dom: &'a Dom,
    styles: &'a mut Styles,
    /// The positions of the pseudo-elements of each element.
    pseudos: FxHashMap<NodeId, SmallVec<[usize; 2]>>,
    counter_styles: &'a CounterStyles,
    counters: FxHashMap<Atom, Vec<Instance>>,
    quotes: usize,
    levels: Vec<Level<'a>>,
    /// Counters that the last change made for what is in its element.
    nested: Vec<Atom>,
    list_item: Atom,
    budget: &'a Budget,
    steps: &'a Budget,
    /// Styles whose content was taken away, by the address of the style that they are made of.
    emptied: FxHashMap<usize, (Arc<ComputedStyle>, Arc<ComputedStyle>)>,
}

impl<'a> Walk<'a> {
    fn run(&mut self, document: NodeId) {
        self.enter(document);
        while let Some(level) = self.levels.last_mut() {
            let Some(node) = level.children.next() else {
                let node = level.node;
                self.pseudo(node, Pseudo::After);
                self.leave();
                continue;
            };
            let Some(style) = self.styles.elements.get(node).cloned().flatten() else { continue };
            // <https://drafts.csswg.org/css-lists-3/#counters-without-boxes>
            if style.display == Display::None {
                continue;
            }
            self.change(&style, Some(node));
            self.enter(node);
            self.marker(node, &style);
            self.pseudo(node, Pseudo::Before);
        }
    }

    fn enter(&mut self, node: NodeId) {
        let own = std::mem::take(&mut self.nested);
        self.levels.push(Level { node, children: self.dom.flat_children(node), made: Vec::new(), own });
    }

    /// Leaves a level: the counters that its children made end, and those for them.
    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.forget(level.made);
        self.forget(level.own);
    }

    fn forget(&mut self, names: Vec<Atom>) {
        for name in names {
            if let Some(instances) = self.counters.get_mut(&name) {
                instances.pop();
            }
        }
    }

    /// Applies `counter-reset`, `counter-increment` and `counter-set` of an element (or of a pseudo-element).
    fn change(&mut self, style: &ComputedStyle, element: Option<NodeId>) {
        /// Steps for a change: a counter is looked up by its name.
        const CHANGED: u64 = 4;
        let lists = [&style.counter_reset, &style.counter_increment, &style.counter_set];
        let changes: usize = lists.into_iter().flatten().map(|list| list.len()).sum();
        if changes > 0 && !self.steps.spend(CHANGED * changes as u64) {
            return;
        }
        let is_list = element.is_some_and(|node| is_list(self.dom, node));
        let value = element.and_then(|node| item_value(self.dom, node));
        if changes == 0 && !is_list && value.is_none() && !is_list_item(style.display) {
            return;
        }
        let names = |list: &Option<Arc<[CounterChange]>>, name: &Atom| {
            list.as_ref().is_some_and(|list| list.iter().any(|change| change.name == *name))
        };
        let list_item = self.list_item.clone();
        if let Some(node) = element.filter(|_| is_list)
            && !names(&style.counter_reset, &list_item)
        {
            let (start, step) = self.list_start(node);
            self.reset(&list_item, start.saturating_sub(step), step);
        }
        for change in style.counter_reset.iter().flat_map(|list| list.iter()) {
            self.reset(&change.name, change.value.unwrap_or(0), if change.reversed { -1 } else { 1 });
        }
        if is_list_item(style.display) && !names(&style.counter_increment, &list_item) {
            let step = self.instance(&list_item).step;
            let instance = self.instance(&list_item);
            instance.value = instance.value.saturating_add(step);
        }
        for change in style.counter_increment.iter().flat_map(|list| list.iter()) {
            let instance = self.instance(&change.name);
            instance.value = instance.value.saturating_add(change.value.unwrap_or(1));
        }
        if let Some(value) = value.filter(|_| !names(&style.counter_set, &list_item)) {
            self.instance(&list_item).value = value;
        }
        for change in style.counter_set.iter().flat_map(|list| list.iter()) {
            self.instance(&change.name).value = change.value.unwrap_or(0);
        }
    }

    /// Makes a counter, in place of one that a sibling made. Siblings inherit it if they have none of the name from their
    /// parent: <https://drafts.csswg.org/css-lists-3/#inheriting-counters>.
    fn reset(&mut self, name: &Atom, value: i32, step: i32) {
        let level = self.levels.len();
        let instances = self.counters.entry(name.clone()).or_default();
        let has_outer = !instances.is_empty();
        match instances.last_mut().filter(|last| last.level == level) {
            Some(last) => (last.value, last.step) = (value, step),
            None if has_outer => {
                instances.push(Instance { value, level, step });
                self.nested.push(name.clone());
            }
            None => {
                instances.push(Instance { value, level, step });
                if let Some(level) = self.levels.last_mut() {
                    level.made.push(name.clone());
                }
            }
        }
    }

    /// The innermost counter of a name; created if missing.
    fn instance(&mut self, name: &Atom) -> &mut Instance {
        if self.counters.get(name).is_none_or(Vec::is_empty) {
            self.reset(name, 0, 1);
        }
        let level = self.levels.len();
        let instances = self.counters.entry(name.clone()).or_default();
        if instances.is_empty() {
            instances.push(Instance { value: 0, level, step: 1 });
        }
        let last = instances.len() - 1;
        &mut instances[last]
    }

    /// Returns the starting value of an `ol` and its step: <https://html.spec.whatwg.org/#concept-ol-start>
    fn list_start(&self, node: NodeId) -> (i32, i32) {
        let dom = self.dom;
        let reversed = dom.is_html(node, &local_name!("ol")) && dom.attr(node, &local_name!("reversed")).is_some();
        let step = if reversed { -1 } else { 1 };
        let start = dom
            .attr(node, &local_name!("start"))
            .filter(|_| dom.is_html(node, &local_name!("ol")))
            .and_then(parse_integer);
        (start.unwrap_or_else(|| if reversed { self.count_items(node) } else { 1 }), step)
    }

    /// The list items that belong to a list.
    fn count_items(&self, list: NodeId) -> i32 {
        let mut count = 0;
        let mut stack = vec![self.dom.flat_children(list)];
        while let Some(children) = stack.last_mut() {
            let Some(node) = children.next() else {
                stack.pop();
                continue;
            };
            let Some(style) = self.styles.get(node) else { continue };
            if style.display == Display::None {
                continue;
            }
            count += i32::from(is_list_item(style.display));
            if !is_list(self.dom, node) {
                stack.push(self.dom.flat_children(node));
            }
        }
        count
    }

    /// The marker of a list item.
    fn marker(&mut self, node: NodeId, style: &ComputedStyle) {
        if !is_list_item(style.display) {
            return;
        }
        self.pseudo(node, Pseudo::Marker);
        if self.budget.is_exceeded() {
            return;
        }
        let text: Box<str> = match &style.list_style_type {
            ListStyleType::None => return,
            ListStyleType::Text(text) => (**text).into(),
            ListStyleType::Named(name) => {
                let list_item = self.list_item.clone();
                let value = self.counters.get(&list_item).and_then(|c| c.last()).map_or(0, |c| c.value);
                self.counter_styles.marker(name, value).into()
            }
        };
        if self.budget.spend_bytes(&text) {
            self.styles.markers.insert(node, text);
        }
    }

    /// Counts and writes the content of a pseudo-element, if the element has it.
    fn pseudo(&mut self, node: NodeId, pseudo: Pseudo) {
        let Some(list) = self.pseudos.get(&node) else { return };
        let Some(&at) = list.iter().find(|&&at| self.styles.pseudos[at].1 == pseudo) else { return };
        let style = Arc::clone(&self.styles.pseudos[at].2);
        self.change(&style, None);
        self.write_content(node, at, &style);
        let nested = std::mem::take(&mut self.nested);
        self.forget(nested);
    }

    /// Writes the content of the pseudo-element `at`, whose counters are changed.
    fn write_content(&mut self, node: NodeId, at: usize, style: &Arc<ComputedStyle>) {
        let Content::Items(items, alternative) = &style.content else { return };
        if !items.iter().any(|item| matches!(item, ContentItem::CounterUse(_) | ContentItem::QuoteUse(_))) {
            return;
        }
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            match item {
                ContentItem::QuoteUse(quote) if self.budget.is_exceeded() => _ = self.quote_depth(*quote),
                _ if self.budget.is_exceeded() => {}
                ContentItem::CounterUse(counter) => out.push(ContentItem::Counter(self.counter_text(counter).into())),
                ContentItem::QuoteUse(quote) => {
                    if let Some(text) = self.quote(*quote, &style.quotes, node) {
                        self.budget.spend_bytes(&text);
                        out.push(ContentItem::Quote(text));
                    }
                }
                other => out.push(other.clone()),
            }
        }
        if self.budget.is_exceeded() {
            self.empty(at, style);
            return;
        }
        let mut finished = (**style).clone();
        finished.content = Content::Items(out, alternative.clone());
        self.styles.pseudos[at].2 = Arc::new(finished);
    }

    /// Takes the content of a pseudo-element away.
    fn empty(&mut self, at: usize, style: &Arc<ComputedStyle>) {
        let (_, emptied) = self.emptied.entry(Arc::as_ptr(style) as usize).or_insert_with(|| {
            let mut emptied = (**style).clone();
            emptied.content = Content::Items(Vec::new(), None);
            // The style is kept so that no other one gets its address.
            (Arc::clone(style), Arc::new(emptied))
        });
        self.styles.pseudos[at].2 = Arc::clone(emptied);
    }

    fn counter_text(&self, counter: &CounterUse) -> String {
        let instances = self.counters.get(&counter.name).map_or(&[][..], Vec::as_slice);
        let format = |value: i32| match &counter.style {
            ListStyleType::None => String::new(),
            ListStyleType::Text(text) => text.to_string(),
            ListStyleType::Named(name) => self.counter_styles.format(name, value),
        };
        match &counter.separator {
            Some(separator) if !instances.is_empty() => {
                let mut all = String::new();
                for (at, instance) in instances.iter().enumerate() {
                    let (separator, text) = (if at == 0 { "" } else { separator }, format(instance.value));
                    if !self.budget.spend((separator.len() + text.len()) as u64) {
                        break;
                    }
                    all.push_str(separator);
                    all.push_str(&text);
                }
                all
            }
            _ => {
                let text = format(instances.last().map_or(0, |i| i.value));
                self.budget.spend_bytes(&text);
                text
            }
        }
    }

    /// The depth of a quote keyword, which is counted; `None` if more are closed than were opened.
    fn quote_depth(&mut self, quote: QuoteUse) -> Option<usize> {
        match quote {
            QuoteUse::Open | QuoteUse::NoOpen => {
                let depth = self.quotes;
                self.quotes = (depth + 1).min(MAX_QUOTE_DEPTH);
                Some(depth)
            }
            QuoteUse::Close | QuoteUse::NoClose => {
                self.quotes = self.quotes.checked_sub(1)?;
                Some(self.quotes)
            }
        }
    }

    /// The text of a quote keyword, and the depth after it.
    fn quote(&mut self, quote: QuoteUse, quotes: &Quotes, node: NodeId) -> Option<Box<str>> {
        let depth = self.quote_depth(quote)?;
        if matches!(quote, QuoteUse::NoOpen | QuoteUse::NoClose) {
            return None;
        }
        let open = quote == QuoteUse::Open;
        match quotes {
            Quotes::None => None,
            Quotes::Pairs(pairs) => {
                let (left, right) = pairs.get(depth.min(pairs.len().checked_sub(1)?))?;
                Some(if open { left.clone() } else { right.clone() })
            }
            Quotes::Auto => {
                let marks = language_quotes(self.dom.language(node).unwrap_or_default());
                let at = if depth == 0 { 0 } else { 2 } + usize::from(!open);
                Some(marks[at].into())
            }
        }
    }
}

/// Display types that come with a marker.
pub(super) fn is_list_item(display: Display) -> bool {
    matches!(
        display,
        Display::ListItem | Display::InlineListItem | Display::FlowRootListItem | Display::InlineBlockListItem
    )
}

/// Elements that restart the numbers of list items.
fn is_list(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|e| {
        e.name.ns == ns!(html)
            && matches!(e.name.local, local_name!("ol") | local_name!("ul") | local_name!("menu") | local_name!("dir"))
    })
}

/// The `value` of an `li`.
fn item_value(dom: &Dom, node: NodeId) -> Option<i32> {
    dom.is_html(node, &local_name!("li")).then(|| dom.attr(node, &local_name!("value")).and_then(parse_integer))?
}

/// <https://html.spec.whatwg.org/#rules-for-parsing-integers>
fn parse_integer(text: &str) -> Option<i32> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']);
    let digits_from = usize::from(text.starts_with(['-', '+']));
    let end = text.bytes().skip(digits_from).position(|b| !b.is_ascii_digit()).map_or(text.len(), |n| n + digits_from);
    text.get(..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::device::Device;
    use crate::dom::{Atom, Dom, NodeId, ParseOptions};
    use crate::style::computed::{Content, ContentItem};
    use crate::style::{Pseudo, Styles};

    fn by_id(dom: &Dom, id: &str) -> NodeId {
        dom.get_element_by_id(dom.document(), &Atom::from(id)).unwrap()
    }

    fn text(styles: &Styles, node: NodeId, pseudo: Pseudo) -> String {
        let Some(style) = styles.pseudo(node, pseudo) else { return "-".to_owned() };
        let Content::Items(items, _) = &style.content else { return "-".to_owned() };
        items
            .iter()
            .map(|item| match item {
                ContentItem::Text(t) | ContentItem::Counter(t) | ContentItem::Quote(t) => &**t,
                _ => "?",
            })
            .collect()
    }

    /// `::before` texts of the elements with the ids `a`, `b`, ...
    fn check(html: &str, expected: &[&str]) {
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let styles = Styles::cascade(&dom, &Device::default());
        let ids = ["a", "b", "c", "d", "e", "f"];
        let found: Vec<String> =
            ids[..expected.len()].iter().map(|id| text(&styles, by_id(&dom, id), Pseudo::Before)).collect();
        assert_eq!(found, expected, "{html}");
    }

    fn check_markers(html: &str, expected: &[&str]) {
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let styles = Styles::cascade(&dom, &Device::default());
        let found: Vec<&str> = dom.elements_in_order().filter_map(|n| styles.marker(n)).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn counters_nest_by_scope() {
        check(
            "<style>div{counter-reset:n}p{counter-increment:n}p::before{content:counters(n,'.') ':'}</style>\
             <div><p id=a></p><section><div><p id=b></p><p id=c></p></div></section><p id=d></p></div><p id=e></p>",
            &["1:", "1.1:", "1.2:", "2:", "3:"],
        );
    }

    #[test]
    fn counters_of_siblings_are_replaced() {
        check(
            "<style>h1{counter-reset:s}h2{counter-increment:s 2}h2::before{content:counter(s,upper-roman)}</style>\
             <h1></h1><h2 id=a></h2><h2 id=b></h2><h1></h1><h2 id=c></h2><h2 style='display:none'></h2><h2 id=d></h2>",
            &["II", "IV", "II", "IV"],
        );
    }

    #[test]
    fn counters_are_set_and_used_without_a_reset() {
        check(
            "<style>i{counter-set:n 7}b{counter-increment:n}b::before{content:counter(n)}</style><p><b id=a></b><i></i><b id=b></b></p>",
            &["1", "8"],
        );
        check("<style>b::before{content:counter(none-such)}</style><b id=a></b>", &["0"]);
    }

    #[test]
    fn quotes_follow_depth_and_language() {
        check("<q id=a><q id=b></q></q><q id=c lang=fr></q>", &["\u{201c}", "\u{2018}", "\u{ab}"]);
        check(
            "<style>q{quotes:'<' '>' '[' ']'}</style><q id=a><q id=b><q id=c></q></q></q><q id=d></q>",
            &["<", "[", "[", "<"],
        );
    }

    #[test]
    fn attributes_become_text() {
        check(
            "<style>p::before{content:attr(data-x) '!'}</style><p id=a data-x=1></p><p id=b data-x=2></p><p id=c></p>",
            &["1!", "2!", "!"],
        );
    }

    #[test]
    fn missing_characters_are_padded_one_by_one() {
        let style = |pad: &str| {
            format!(
                "<style>@counter-style z{{system:numeric;symbols:'0' '1';suffix:'';pad:{pad}}}li{{list-style:z}}</style><li>x"
            )
        };
        check_markers(&style("3 'a'"), &["aa1"]);
        check_markers(&style("3 'ab'"), &["abab1"]);
        check_markers(&style("3 ''"), &["1"]);
        check_markers(&style("1 'a'"), &["1"]);
    }

    #[test]
    fn list_items_are_numbered() {
        check_markers("<ol><li><li value=5><li><ol start=3><li></ol></ol>", &["1. ", "5. ", "6. ", "3. "]);
        check_markers("<ol reversed><li><li><li></ol><ol type=a><li></ol>", &["3. ", "2. ", "1. ", "a. "]);
        check_markers("<ul><li></ul><ul style='list-style:none'><li></ul>", &["\u{2022} "]);
        check_markers(
            "<ol><li><li style='display:none'><li><li style='display:block'><li></ol>",
            &["1. ", "2. ", "3. "],
        );
    }
}
