//! Ops on small pages: what the page is then, and what the truth about it.

use super::*;
use crate::dom::{Dom, LocalName, NodeId, ParseOptions, SerializeOptions};

const ROWS: &str = "<!doctype html><title>t</title><body><main><h1>Tasks</h1><ul id=l>\
    <li><span>Ada</span><button>Edit</button></li><li><span>Bo</span><button>Edit</button></li>\
    <li><span>Cy</span><button>Edit</button></li></ul><button data-x=1 class=b>Save</button><p>3 tasks left</p></main>";

/// A place for every op.
const EVERYTHING: &str = "<!doctype html><title>t</title><body><main><div><button>New</button></div><h1>Tasks</h1>\
    <ul id=l><li><span>Ada</span><button>Edit</button></li><li><span>Bo</span><button>Edit</button></li>\
    <li><span>Cy</span><button>Edit</button></li></ul><ol><li><b>1</b> Oak</li><li><b>2</b> Elm</li><li><b>3</b> Yew</li></ol>\
    <div><div role=menu><button data-x=1 class=b>Save</button></div></div><p>3 tasks left</p>\
    <form><fieldset><legend>1: Ann</legend><input name=g[0]></fieldset><fieldset><legend>2: Ben</legend><input name=g[1]></fieldset></form>\
    <table><thead><tr><th>Tree<th>Price<tbody><tr aria-rowindex=5 data-id=5><td>Fir<td>$ 3<tr aria-rowindex=6 data-id=tmp-6><td>Ash<td>$ 4</table>\
    <div role=tablist><button role=tab aria-selected=true>Spring</button><button role=tab aria-selected=false>Autumn</button></div>\
    <ul><li><b>Bulbs</b><i>plant</i><button>Plan</button></li><li><b>Beds</b><i>rake</i><button>Plan</button></li></ul>\
    <section><h2>Rui</h2><button>Call</button></section></main>";

fn parse(html: &str) -> Dom {
    Dom::parse(html.as_bytes(), &ParseOptions::default())
}

fn one(html: &str, op: &str, seed: u64) -> Rerender {
    let op = *Op::named(op).unwrap();
    Rerender::apply(parse(html), &Recipe { seed, steps: 1, ops: vec![(op, 1)] })
}

/// The rows of the list as text, and for each earlier row whether its node is connected and what the node of its widget
/// says now.
fn rows(rerender: &Rerender) -> (Vec<String>, Vec<(bool, Option<String>)>) {
    let dom = rerender.dom();
    let text = |node: NodeId| dom.text_content(node).replace("Edit", "");
    let list = dom.get_element_by_id(dom.document(), &LocalName::from("l")).unwrap();
    let now = dom.child_elements(list).map(text).collect();
    let was = rerender.truth().filter(|&(node, _)| dom.element(node).is_some_and(|e| &*e.name.local == "li"));
    (now, was.map(|(node, after)| (rerender.is_connected(node), after.map(text))).collect())
}

#[test]
fn simulate_ops_leave_whole_pages_and_one_node_a_widget() {
    for op in OPS {
        for seed in 0..6 {
            let after = one(EVERYTHING, op.name, seed);
            assert_eq!(after.steps().len(), 1, "{} finds a place", op.name);
            let mut nodes: Vec<NodeId> = after.truth().filter_map(|(_, node)| node).collect();
            assert!(nodes.iter().all(|&n| after.dom().is_connected(n)), "{}: widgets are on the page", op.name);
            nodes.sort_unstable();
            let all = nodes.len();
            nodes.dedup();
            assert_eq!(nodes.len(), all, "{}: no node is two widgets", op.name);
        }
    }
}

#[test]
fn simulate_is_the_same_for_the_same_seed() {
    let ops = Profile::named("chaos").unwrap().ops();
    let page = |seed| Rerender::apply(parse(ROWS), &Recipe { seed, steps: 6, ops: ops.clone() }).written();
    for seed in 0..8 {
        assert_eq!(page(seed), page(seed), "seed {seed}");
    }
    assert_ne!(page(1).html, page(2).html, "seeds differ");
}

#[test]
fn simulate_keyed_rows_take_their_nodes_along() {
    for seed in 0..8 {
        let (now, was) = rows(&one(ROWS, "reorder", seed));
        assert_eq!(now.len(), 3, "{now:?}");
        for (name, (connected, after)) in ["Ada", "Bo", "Cy"].iter().zip(&was) {
            assert!(*connected && after.as_deref() == Some(name), "{was:?}");
        }
    }
}

#[test]
fn simulate_index_keys_leave_nodes_behind() {
    let mut lost = 0;
    for seed in 0..20 {
        let (now, was) = rows(&one(ROWS, "index", seed));
        for (name, (connected, after)) in ["Ada", "Bo", "Cy"].iter().zip(&was) {
            match after {
                Some(after) => assert_eq!(after, name, "a widget is where its words are: {now:?}"),
                None => {
                    assert!(!now.iter().any(|row| row == name), "{name} is gone: {now:?}");
                    lost += usize::from(*connected);
                }
            }
        }
    }
    assert!(lost > 0, "the node of a row that is gone shows another row");
}

#[test]
fn simulate_swap_is_another_widget_and_flip_the_same() {
    let html = "<body><button>Add</button><button>Like</button>";
    let label = |rerender: &Rerender, at: usize| {
        let (node, after) = rerender.truth().nth(at).unwrap();
        (rerender.dom().text_content(node), after.map(|node| rerender.dom().text_content(node)))
    };
    assert_eq!(label(&one(html, "swap", 1), 3), ("Remove".to_owned(), None));
    assert_eq!(label(&one(html, "flip", 1), 4), ("Liked".to_owned(), Some("Liked".to_owned())));
}

#[test]
fn simulate_swap_and_back_decides_nothing() {
    let swap = *Op::named("swap").unwrap();
    let clarity = |steps| {
        let recipe = Recipe { seed: 1, steps, ops: vec![(swap, 1)] };
        Rerender::apply(parse("<body><button>Add</button>"), &recipe).clarity()
    };
    assert_eq!((clarity(1), clarity(2)), (Clarity::Plain, Clarity::Unclear));
}

#[test]
fn simulate_remount_keeps_the_look_and_drops_the_nodes() {
    let dom = parse(ROWS);
    let html = |dom: &Dom| dom.to_html(dom.document(), &SerializeOptions::default());
    let after = one(ROWS, "remount", 5);
    assert_eq!(html(&dom), html(after.dom()), "look");
    let buttons = |r: &Rerender| {
        r.truth().filter(|&(n, _)| dom.is_html(n, &crate::dom::local_name!("button"))).collect::<Vec<_>>()
    };
    for (before, now) in buttons(&after) {
        assert!(!after.is_connected(before) && now.is_some_and(|now| now != before), "a new node of the same widget");
    }
    assert!(
        after.marked().all(|(node, marked)| marked.is_empty() || after.is_connected(node)),
        "marks are gone with nodes"
    );
}

#[test]
fn simulate_clone_doubles_marks() {
    let doubled = (0..20).filter(|&seed| one(ROWS, "clone", seed).marked().any(|(_, at)| at.len() == 2)).count();
    assert!(doubled > 3, "{doubled} of 20");
}

#[test]
fn simulate_written_pages_hold_the_truth() {
    let ops = Profile::named("chaos").unwrap().ops();
    // The link in a link and the form in a form come apart when the page is read again.
    for html in
        [ROWS, "<body><form id=a><div></form><form id=b><a href=x>1<div><a href=y>2</a></div></a><button>Go</button>"]
    {
        let before = parse(html);
        for seed in 0..6 {
            let after = Rerender::apply(before.clone(), &Recipe { seed, steps: 3, ops: ops.clone() });
            let written = after.written();
            let reread = parse(&written.html);
            let elements: Vec<NodeId> = reread.elements_in_order().collect();
            for ((_, node), at) in after.truth().zip(&written.truth) {
                let (Some(node), Some(at)) = (node, at) else { continue };
                let (ours, theirs) = (after.dom().element(node).unwrap(), reread.element(elements[*at]).unwrap());
                assert_eq!(ours.name, theirs.name, "seed {seed}: {}", written.html);
            }
        }
    }
}

#[test]
fn simulate_numbered_rows_show_their_places() {
    for seed in 0..12 {
        let after = one(EVERYTHING, "renumber", seed);
        let dom = after.dom();
        let list = dom.elements_in_order().find(|&node| dom.is_html(node, &crate::dom::local_name!("ol"))).unwrap();
        let numbers: Vec<String> =
            dom.child_elements(list).map(|row| dom.text_content(row).chars().take(1).collect()).collect();
        let expected: Vec<String> = (1..=numbers.len()).map(|number| number.to_string()).collect();
        assert_eq!(numbers, expected, "seed {seed}");
    }
}

#[test]
fn simulate_generated_ids_leave_widgets_alone() {
    let after = one(ROWS, "ids", 3);
    assert!(after.truth().all(|(before, now)| now == Some(before)), "every widget is where it was");
    let dom = after.dom();
    let buttons = dom.elements_in_order().filter(|&node| dom.is_html(node, &crate::dom::local_name!("button")));
    assert!(
        buttons.into_iter().all(|node| dom.attr(node, &LocalName::from("id")).is_some()),
        "every control has an id"
    );
}

#[test]
fn simulate_many_rows_take_one_pass() {
    // A pass over the tree for each row would take minutes here.
    let rows: String = (0..4000).map(|n| format!("<details name=a open><summary>s{n}</summary>x</details>")).collect();
    let after = one(&format!("<body>{rows}"), "index", 1);
    assert_eq!(after.steps().len(), 1, "the rows shifted");
}
