//! Single ops on small pages: what is on the page then, and what became of each widget.

use super::*;
use crate::dom::{Dom, LocalName, NodeId, ParseOptions, local_name};

const GUESTS: &str = "<!doctype html><body><form>\
    <fieldset><legend>Guest 1: Ann</legend><input id=g0 name=g[0][name] value=Ann><button>Remove guest 1</button></fieldset>\
    <fieldset><legend>Guest 2: Ben</legend><input id=g1 name=g[1][name] value=Ben><button>Remove guest 2</button></fieldset>\
    <fieldset><legend>Guest 3: Cleo</legend><input id=g2 name=g[2][name] value=Cleo><button>Remove guest 3</button></fieldset>\
    </form>";

const PRICES: &str = "<!doctype html><body><table><thead><tr><th>Tree ▲<th>Price<th>Buy</thead><tbody>\
    <tr><td>Ash<td>$ 3.10<td><button>Buy</button><tr><td>Elm<td>$ 4.20<td><button>Buy</button>\
    <tr><td>Fir<td>$ 5.30<td><button>Buy</button></tbody></table><div><button>Next</button></div>";

fn parse(html: &str) -> Dom {
    Dom::parse(html.as_bytes(), &ParseOptions::default())
}

fn run(html: &str, op: &str, seed: u64, steps: usize) -> Rerender {
    let op = *Op::named(op).unwrap();
    let after = Rerender::apply(parse(html), &Recipe { seed, steps, ops: vec![(op, 1)] });
    assert_eq!(after.steps().len(), steps, "{} finds a place", op.name);
    after
}

fn all(dom: &Dom, tag: &str) -> Vec<NodeId> {
    dom.elements_in_order().filter(|&node| dom.is_html(node, &LocalName::from(tag))).collect()
}

fn texts(dom: &Dom, tag: &str) -> Vec<String> {
    all(dom, tag).into_iter().map(|node| dom.text_content(node)).collect()
}

fn values(dom: &Dom, tag: &str, name: &str) -> Vec<String> {
    let name = LocalName::from(name);
    all(dom, tag).into_iter().filter_map(|node| Some(dom.attr(node, &name)?.to_owned())).collect()
}

fn is_unchanged(after: &Rerender) -> bool {
    after.truth().all(|(node, now)| now == Some(node))
}

#[test]
fn simulate_form_rows_are_named_by_their_places() {
    let (mut with_nodes, mut on_nodes) = (0, 0);
    for seed in 0..24 {
        let after = run(GUESTS, "indexed-names", seed, 1);
        let dom = after.dom();
        let names = values(dom, "input", "name");
        let expected: Vec<String> = (0..names.len()).map(|at| format!("g[{at}][name]")).collect();
        assert_eq!(names, expected, "names count the rows");
        assert_eq!(values(dom, "input", "id"), (0..names.len()).map(|at| format!("g{at}")).collect::<Vec<_>>());
        for (at, (legend, button)) in texts(dom, "legend").iter().zip(texts(dom, "button")).enumerate() {
            let number = at + 1;
            assert!(legend.starts_with(&format!("Guest {number}: ")) && button == format!("Remove guest {number}"));
        }
        let guests = ["Ann", "Ben", "Cleo"];
        let (value, before) = (local_name!("value"), parse(GUESTS));
        for (node, now) in after.truth().filter(|&(node, _)| before.is_html(node, &local_name!("input"))) {
            let was = before.attr(node, &value).unwrap();
            assert_eq!(now.is_some(), values(dom, "input", "value").iter().any(|value| value == was), "{guests:?}");
            if let Some(now) = now {
                assert_eq!(dom.attr(now, &value), Some(was), "a field is the one of its guest");
                *(if now == node { &mut with_nodes } else { &mut on_nodes }) += 1;
            }
        }
        assert_eq!(after.clarity(), Clarity::Plain);
    }
    assert!(with_nodes > 20 && on_nodes > 5, "{with_nodes} on their nodes, {on_nodes} on others");
}

#[test]
fn simulate_form_rows_without_names_of_their_own_are_undecidable() {
    let html =
        "<body><form><p class=r><input name=a[0]><p class=r><input name=a[1]><p class=r><input name=a[2]></form>";
    assert!((0..8).all(|seed| run(html, "indexed-names", seed, 1).clarity() != Clarity::Plain));
}

#[test]
fn simulate_tokens_change_and_widgets_stay() {
    let html = "<body><form><input type=hidden name=t value=0123456789abcdef0123><input type=hidden name=id value=7>\
        <button>Go</button></form>";
    let after = run(html, "tokens", 2, 1);
    assert!(is_unchanged(&after));
    let values = values(after.dom(), "input", "value");
    assert!(values[0] != "0123456789abcdef0123" && values[0].len() == 20 && values[1] == "7", "{values:?}");
    let added = run("<body><form><button>Go</button></form>", "tokens", 2, 1);
    assert!(is_unchanged(&added) && all(added.dom(), "input").len() == 1, "a form without a token gets one");
}

#[test]
fn simulate_temporary_keys_become_those_of_the_server() {
    let html = "<body><ul><li data-id=tmp-4 id=c-tmp-4 aria-busy=true>Oil <em>Saving …</em> <a href=/c/tmp-4>Open</a>\
        <button disabled>Delete</button><li data-id=8 id=c-8>Wax <a href=/c/8>Open</a><button>Delete</button></ul>";
    let mut renewed = 0;
    for seed in 0..12 {
        let after = run(html, "optimistic-ids", seed, 1);
        let dom = after.dom();
        let key = &values(dom, "li", "data-id")[0];
        assert_eq!(
            (&values(dom, "li", "id")[0], &values(dom, "a", "href")[0]),
            (&format!("c-{key}"), &format!("/c/{key}"))
        );
        assert!(key.parse::<usize>().is_ok() && values(dom, "button", "disabled").is_empty(), "{key}");
        assert!(texts(dom, "em")[0].is_empty() && after.clarity() == Clarity::Plain);
        assert!(after.truth().all(|(_, now)| now.is_some()), "the row is the same");
        renewed += usize::from(!is_unchanged(&after));
    }
    assert!((2..11).contains(&renewed), "on new nodes {renewed} times");
}

#[test]
fn simulate_virtual_rows_are_numbered_on() {
    let row = |n: usize, name: &str| {
        format!("<div class=r aria-rowindex={n} style='top:{}px'>{name} <button>Mend</button></div>", n * 20)
    };
    let html = format!("<body><div>{}{}{}</div>", row(7, "Oar"), row(8, "Sail"), row(9, "Keel"));
    for seed in 0..12 {
        let after = run(&html, "virtual", seed, 1);
        let dom = after.dom();
        let mut numbers: Vec<usize> =
            values(dom, "div", "aria-rowindex").iter().map(|number| number.parse().unwrap()).collect();
        for (number, style) in numbers.iter().zip(values(dom, "div", "style")) {
            assert_eq!(style, format!("top:{}px", number * 20), "the offset is that of the number");
        }
        numbers.sort_unstable();
        assert!(numbers[0] > 7 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{numbers:?}");
        let row_of = |dom: &Dom, node: NodeId| dom.text_content(dom.node(node).parent.unwrap());
        let before = parse(&html);
        for (node, now) in after.truth().filter(|&(node, _)| before.is_html(node, &local_name!("button"))) {
            assert!(now.is_none_or(|now| row_of(dom, now) == row_of(&before, node)), "a button is that of its row");
        }
    }
}

#[test]
fn simulate_columns_tick_in_every_row() {
    for seed in 0..8 {
        let after = run(PRICES, "column", seed, 1);
        let before = parse(PRICES);
        for node in all(&before, "td") {
            let (was, is) = (before.text_content(node), after.dom().text_content(node));
            assert_eq!(was.starts_with("$ "), was != is, "{was} and {is}");
        }
        assert!(is_unchanged(&after) && after.clarity() == Clarity::Plain);
    }
    let twins = PRICES.replace("Elm", "Ash");
    assert_ne!(run(&twins, "column", 1, 1).clarity(), Clarity::Plain, "the figures were all that differed");
}

#[test]
fn simulate_sorting_moves_the_arrow() {
    for seed in 0..8 {
        let after = run(PRICES, "sort", seed, 1);
        let headers = texts(after.dom(), "th");
        let arrows = headers.iter().filter(|text| text.contains(['▲', '▼', '↑', '↓', '⌃', '⌄'])).count();
        assert!(arrows == 1 && headers[0].starts_with("Tree") && is_unchanged(&after), "{headers:?}");
    }
}

#[test]
fn simulate_panes_show_other_records() {
    let html = "<body><main><h1>Staff</h1><button>Export</button><section><h2>Rui</h2><p>Desk 4</p><button>Call</button>\
        </section></main>";
    let mut connected = 0;
    for seed in 0..12 {
        let after = run(html, "detail", seed, 1);
        let dom = after.dom();
        assert!(texts(dom, "h2")[0] != "Rui" && texts(dom, "button") == ["Export", "Call"]);
        let before = parse(html);
        let truth = |text: &str| {
            let mut buttons = after.truth().filter(|&(node, _)| before.is_html(node, &local_name!("button")));
            buttons.find(|&(node, _)| before.text_content(node) == text).unwrap()
        };
        let (call, now) = truth("Call");
        assert!(now.is_none() && truth("Export").1.is_some(), "only the button of the pane is another");
        connected += usize::from(after.is_connected(call));
    }
    assert!((2..11).contains(&connected), "on the same nodes {connected} times");
}

#[test]
fn simulate_a_pane_that_is_called_the_same_and_a_tab_chosen_again_decide_nothing() {
    let called = |heading: &str| {
        let html = format!(
            "<body><main><h1>Staff</h1><section><h2>{heading}</h2><p>Desk 4</p><button>Call</button></section></main>"
        );
        run(&html, "detail", 1, 1).clarity()
    };
    assert_eq!((called("Rui"), called("<button>Rui</button>")), (Clarity::Plain, Clarity::Unclear));
    let html = "<body><div role=tablist><button role=tab aria-selected=true>Oaks</button>\
        <button role=tab aria-selected=false>Elms</button></div><table><tr><td>Ada<td>seeds<td><button>Sow</button>\
        <tr><td>Bo<td>roots<td><button>Sow</button></table>";
    let after = |steps| run(html, "tab", 1, steps).clarity();
    assert_eq!((after(1), after(2)), (Clarity::Plain, Clarity::Unclear));
}

#[test]
fn simulate_dialogs_hide_the_page_and_give_it_back() {
    let html = "<body><header><button>Menu</button></header><main><button>Save</button></main>";
    let open = run(html, "modal-aria-hidden", 1, 1);
    assert_eq!(values(open.dom(), "header", "aria-hidden"), ["true"]);
    assert_eq!(values(open.dom(), "main", "aria-hidden"), ["true"]);
    assert!(is_unchanged(&open) && open.dom().element(all(open.dom(), "div")[0]).is_some());
    let closed = run(html, "modal-aria-hidden", 1, 2);
    assert!(
        is_unchanged(&closed) && closed.dom().elements_in_order().count() == parse(html).elements_in_order().count()
    );
    assert!(values(closed.dom(), "main", "aria-hidden").is_empty());
}

#[test]
fn simulate_bars_for_chosen_rows_come_and_go() {
    let is_open = |after: &Rerender| values(after.dom(), "div", "role") == ["toolbar"];
    let mut in_place_of_another = 0;
    for seed in 0..20 {
        let html =
            format!("<body><div><button>Filter</button></div>{}", PRICES.trim_start_matches("<!doctype html><body>"));
        let after = run(&html, "bulk-bar", seed, 1);
        assert!(is_open(&after) && texts(after.dom(), "button").iter().filter(|text| *text == "Buy").count() == 4);
        in_place_of_another += usize::from(!is_unchanged(&after));
    }
    assert!((1..19).contains(&in_place_of_another), "{in_place_of_another} toolbars");
    assert!(!is_open(&run(PRICES, "bulk-bar", 3, 2)));
}

#[test]
fn simulate_languages_change_texts_and_sometimes_leave_data() {
    let mut with_data = 0;
    for seed in 0..24 {
        let after = run(PRICES, "language", seed, 1);
        let (cells, buttons) = (texts(after.dom(), "td"), texts(after.dom(), "button"));
        assert!(buttons.iter().all(|label| label != "Buy" && label != "Next") && is_unchanged(&after), "{buttons:?}");
        assert_eq!(after.clarity(), Clarity::WithHandles);
        with_data += usize::from(cells[0] == "Ash");
    }
    assert!((8..24).contains(&with_data), "data stayed {with_data} times");
}

#[test]
fn simulate_ops_are_documented() {
    let docs = include_str!("../../../../docs/rerenders.md");
    let documented: Vec<&str> =
        docs.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(name, _)| name).collect();
    assert_eq!(documented, OPS.iter().map(|op| op.name).collect::<Vec<_>>());
}
