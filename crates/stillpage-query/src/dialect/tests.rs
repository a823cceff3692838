use stillpage_engine::page::Page;

use super::Dialect;

fn print(dialect: Dialect, html: &str) -> String {
    let page = Page::from_html(html);
    let fifth = page.dom().elements_in_order().nth(4);
    dialect.print(&page, |id| (Some(id) == fifth).then(|| "e2".to_owned()))
}

/// The expectation is what `flatten_axtree_to_str()` prints of the same nodes.
#[test]
fn browsergym_prints_values_as_python_does() {
    let html = "<title>Cart</title><button aria-expanded=true>It's \"<b>open</b>\"</button><input aria-label='Two\u{a0}words' value='a\\b' required>";
    let text = print(Dialect::BrowserGym, html);
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    assert!(lines.contains(&"[e2] button 'It\\'s \"open\"', expanded=True"), "{text}");
    assert!(lines.contains(&"textbox 'Two\\xa0words' value='a\\\\b', required"), "{text}");
}

#[test]
fn browsergym_leaves_out_texts_that_repeat_the_name() {
    let text = print(Dialect::BrowserGym, "<title>t</title><p>Rye bread<a href=/>Rye</a>");
    assert!(text.contains("StaticText 'Rye bread'") && text.contains("link 'Rye'"), "{text}");
    assert!(!text.contains("StaticText 'Rye'"), "{text}");
}

/// A modal dialog is not hidden with what is around it.
#[test]
fn modal_dialogs_are_printed() {
    let html =
        "<title>Cart</title><button>Behind</button><dialog open data-frozen-modal>Sure? <button>Yes</button></dialog>";
    for dialect in [Dialect::BrowserGym, Dialect::ChromeDevTools, Dialect::AgentBrowser, Dialect::Stagehand] {
        let text = print(dialect, html);
        assert!(text.contains("Yes") && !text.contains("Behind"), "{dialect:?}: {text}");
    }
    let text = print(Dialect::BrowserUse, html);
    assert!(text.lines().any(|line| line.ends_with("]<dialog />")) && text.contains("\tYes"), "{text}");
}

/// The expectation is what the server prints of the same nodes.
#[test]
fn devtools_prints_what_is_interesting() {
    let html = "<title>Cart</title><h1>Your <i>cart</i></h1><ul><li>Rye</ul><input type=checkbox checked aria-label=Gift><select aria-label=Size><option>S<option selected>L</select>";
    let text = print(Dialect::ChromeDevTools, html);
    let lines: Vec<&str> =
        text.lines().map(|line| line.trim_start().split_once(' ').map_or("", |(_, rest)| rest)).collect();
    assert_eq!(lines[0], "RootWebArea \"Cart\"", "{text}");
    assert!(lines.contains(&"heading \"Your cart\" level=\"1\""), "{text}");
    assert!(lines.contains(&"checkbox \"Gift\" checked"), "{text}");
    assert!(lines.iter().any(|line| line.starts_with("option \"L\"") && line.ends_with("selected")), "{text}");
    assert!(lines.contains(&"\"Rye\""), "{text}");
}

#[test]
fn devtools_numbers_lines_that_have_no_ref() {
    let text = print(Dialect::ChromeDevTools, "<title>t</title><button>a</button><button>b</button>");
    assert!(text.starts_with("uid=1_0 RootWebArea") && text.contains("uid=e2 button \"a\""), "{text}");
}

/// A page with controls, what is in front of others, and what is out of sight.
const ORDER: &str = "<!doctype html><title>Order</title><h1>Order</h1><p>Fresh rye bread, baked at five<form>\
    <label for=n>Name</label><input id=n value=Ada required placeholder=Yours>\
    <label><input type=checkbox name=gift checked> As a gift</label>\
    <select name=size aria-label=Size><option>Small<option value=l selected>Large</select><input type=date name=day>\
    <input type=number name=pieces min=1 max=9.5><input type=password value=secret><button>Order now</button></form>\
    <a href=/help>Help <b>and</b> <img alt='A loaf' src='data:,'></a>\
    <div style='height:80px;overflow:auto'><p style='height:260px'>Ingredients</div>\
    <details><summary>Terms</summary><p>Thirty days</details><div style='width:20px;height:20px' class=icon></div>\
    <svg width=30 height=30><path d='M0 0h9v9z'/></svg><p style='visibility:hidden'>Unseen</p>\
    <div style='position:relative;height:30px'><button>Covered</button>\
    <div style='position:absolute;inset:0;background:white'>In front</div></div><p style='margin-top:3000px'>Far below";

/// The expectation is what browser-use prints of Chromium's answers for the same page, with a ref in the place of each index.
#[test]
fn browser_use_prints_what_is_visible_and_what_can_be_used() {
    let text = Dialect::BrowserUse.print(&Page::from_html(ORDER), |_| Some("e2".to_owned()));
    let expected = "Order
Fresh rye bread, baked at five
Name
|SHADOW(open)|[e2]<input id=n value=Ada placeholder=Yours required=true />
[e2]<label />
\t[e2]<input type=checkbox name=gift checked=true value=on />
\tAs a gift
|SHADOW(open)|*[e2]<select name=size aria-label=Size expanded=false compound_components=(name=Dropdown Toggle,role=button),\
(name=Options,role=listbox,count=2,options=Small|Large) />
|SHADOW(open)|[e2]<input type=date name=day format=YYYY-MM-DD placeholder=YYYY-MM-DD />
|SHADOW(open)|*[e2]<input type=number name=pieces min=1 max=9.5 valuemin=1 valuemax=9.5 compound_components=\
(name=Increment,role=button),(name=Decrement,role=button),(name=Value,role=textbox,min=1.0,max=9.5) />
|SHADOW(open)|[e2]<input type=password />
[e2]<button />
\tOrder now
[e2]<a image_alt=A loaf />
\tHelp
\tand
\t|SHADOW(open)|[e2]<img alt=A loaf image_alt=A loaf />
|scroll element[e2]<div /> (0.0 pages above, 2.6 pages below)
\tIngredients
|SHADOW(open)|*[e2]<details compound_components=(name=Toggle Disclosure,role=button),(name=Content Area,role=region) />
\t[e2]<summary expanded=false />
\t\tTerms
[e2]<div />
<svg /> <!-- SVG content collapsed -->
In front";
    assert_eq!(text, expected);
}

#[test]
fn browser_use_has_an_index_where_there_is_no_ref() {
    let text = Dialect::BrowserUse.print(&Page::from_html("<title>t</title><button>a</button>"), |_| None);
    let index = text.strip_prefix('[').and_then(|rest| rest.strip_suffix("]<button />"));
    assert!(index.is_some_and(|index| index.parse::<u32>().is_ok()), "{text}");
}

/// The expectation is what `agent-browser snapshot` prints of the same page in Chromium.
#[test]
fn agent_browser_joins_texts_and_marks_what_is_clickable() {
    let html = "<title>Cart</title><h1>Cart</h1><p>Rye <b>and</b> bread<p><label style='cursor:pointer'>\
                <input type=radio style='display:none' checked>Large</label><input aria-label=Note value='no nuts' required>";
    let text = print(Dialect::AgentBrowser, html);
    assert!(text.starts_with("- heading \"Cart\" [level=1"), "{text}");
    assert!(text.contains("  - StaticText \"Rye and bread\"\n"), "{text}");
    assert!(text.contains("- radio \"Large\" [checked=true] clickable [cursor:pointer]"), "{text}");
    assert!(text.contains("- textbox \"Note\" [required]: no nuts"), "{text}");
    assert_eq!(print(Dialect::AgentBrowser, ""), "(empty page)");
}

/// agent-browser 0.27 prints the same of this page.
#[test]
fn agent_browser_counts_hidden_nodes_and_prints_text_of_flexible_pseudo_elements_again() {
    let html = "<style>p::before{content:'A';display:flex}</style><p>x</p>\
                <div><a href=#>y</a><p hidden lang=de>no</p></div><div><a href=#>z</a><p hidden>no</p></div>";
    let text = print(Dialect::AgentBrowser, html);
    let lines: Vec<&str> = text.lines().map(|line| line.split(" [ref").next().unwrap_or(line)).collect();
    let expected = [
        "- StaticText \"A\"",
        "- StaticText \"x\"",
        "- generic",
        "  - link \"y\"",
        "- link \"z\"",
        "- StaticText \"A\"",
    ];
    assert_eq!(lines, expected);
}

/// The expectation is what Stagehand's outline of the same nodes is.
#[test]
fn stagehand_folds_wrappers_away() {
    let html = "<title>Cart</title><div><div><button>Pay</button></div></div><div><p>One<p>Two</div>\
                <select aria-label=Size><option>S<option selected>L</select><input type=file aria-label=Photo>";
    let text = print(Dialect::Stagehand, html);
    let lines: Vec<&str> =
        text.lines().map(|line| line.trim_start().split_once("] ").map_or("", |line| line.1)).collect();
    assert_eq!(lines[..4], ["RootWebArea: Cart", "scrollable, html", "body", "button: Pay"], "{text}");
    for line in ["div", "paragraph", "StaticText: One", "select: Size", "option: L [selected]", "input, file: Photo"] {
        assert!(lines.contains(&line), "{line}: {text}");
    }
}

/// Both are `isScrollable` for Chromium, or not.
#[test]
fn stagehand_says_which_elements_scroll_along_an_axis_that_users_may_scroll() {
    let outline = |size: &str| {
        let html = format!("<main style='overflow:auto hidden;width:99px;height:20px'><p style='{size}'>x</main>");
        print(Dialect::Stagehand, &html)
    };
    let (tall, wide) = (outline("height:50px"), outline("width:150px;height:9px"));
    assert!(!tall.contains("scrollable, main"), "{tall}");
    assert!(wide.contains("scrollable, main"), "{wide}");
}

#[test]
fn elements_in_shadow_trees_have_refs() {
    let page =
        Page::from_html("<title>t</title><div><template shadowrootmode=open><button>Pay</button></template></div>");
    for dialect in [Dialect::BrowserGym, Dialect::ChromeDevTools, Dialect::AgentBrowser, Dialect::Stagehand] {
        let is_button = |id| page.dom().element(id).is_some_and(|element| &*element.name.local == "button");
        let text = dialect.print(&page, |id| is_button(id).then(|| "e7".to_owned()));
        assert!(text.lines().any(|line| line.contains("e7") && line.contains("Pay")), "{text}");
    }
}
