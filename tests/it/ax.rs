//! The accessibility tree as Chromium has it; the rules were read off its trees of recorded pages.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The nodes of a page, as `snapshot --format ax` lists them.
fn nodes(html: &str) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(["snapshot", "-", "--format", "ax"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("a pipe").write_all(html.as_bytes()).expect("it reads the page");
    let output = child.wait_with_output().expect("it ends");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    answer["nodes"].as_array().expect("a list").clone()
}

/// The nodes below the body, an indented line each: role and name, or why it is ignored; runs of lines are left out.
fn outline(html: &str) -> String {
    let nodes = nodes(html);
    let mut out = String::new();
    let mut stack = vec![("1".to_owned(), 0)];
    while let Some((id, depth)) = stack.pop() {
        let node = nodes.iter().find(|node| node["nodeId"] == id.as_str()).expect("a child is listed");
        if node["role"]["value"] == "InlineTextBox" {
            continue;
        }
        if depth >= 3 {
            out.push_str(&"  ".repeat(depth - 3));
            match node["ignored"].as_bool() {
                Some(true) => out.push_str(node["ignoredReasons"][0]["name"].as_str().unwrap_or("ignored")),
                _ => out.push_str(&format!(
                    "{} '{}'",
                    node["role"]["value"].as_str().unwrap_or_default(),
                    node["name"]["value"].as_str().unwrap_or_default()
                )),
            }
            out.push('\n');
        }
        let children = node["childIds"].as_array().expect("a list");
        stack.extend(children.iter().rev().map(|child| (child.as_str().expect("an id").to_owned(), depth + 1)));
    }
    out
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(outline(html).trim_end(), expected, "{html}");
}

/// The node of the last element of a page.
fn last(html: &str) -> Value {
    let of_elements = nodes(html).into_iter().filter(|node| node["backendDOMNodeId"].is_u64());
    of_elements.max_by_key(|node| node["backendDOMNodeId"].as_u64()).expect("an element")
}

#[test]
fn blocks_of_text_are_nodes_and_wrappers_are_not() {
    check(
        "<div><div>Soup <b>today</b></div></div>",
        "uninteresting\n  generic ''\n    StaticText 'Soup '\n    StaticText 'today'",
    );
    check("<div id=top><p>Menu</p></div>", "generic ''\n  paragraph ''\n    StaticText 'Menu'");
    check(
        "<p>Daily <span title='until noon'>lunch</span></p>",
        "paragraph ''\n  StaticText 'Daily '\n  generic ''\n    StaticText 'lunch'",
    );
}

#[test]
fn roles_are_those_of_chromium() {
    check(
        "<header>A</header><article><header>B</header></article>",
        "banner ''\n  StaticText 'A'\narticle ''\n  sectionheader ''\n    StaticText 'B'",
    );
    check(
        "<ul><li>Tea</ul>",
        "list ''\n  listitem ''\n    ListMarker '• '\n      presentationalRole\n    StaticText 'Tea'",
    );
    let menu = outline("<ul role=menu><li><a href=/a role=menuitem>Tea</a></ul>");
    assert!(menu.starts_with("menu ''\n  presentationalRole\n"), "{menu}");
    assert!(menu.contains("\n    menuitem 'Tea'\n"), "{menu}");
}

#[test]
fn what_is_hidden_is_left_out() {
    check(
        "<p hidden>a</p><p aria-hidden=true>b</p><p style='visibility:hidden'>c</p><p>d</p>",
        "paragraph ''\n  StaticText 'd'",
    );
    let closed = outline("<details><summary>More</summary><p>Within</p></details>");
    assert!(closed.contains("DisclosureTriangle 'More'") && !closed.contains("Within"), "{closed}");
}

#[test]
fn names_have_their_source() {
    let check = |html: &str, name: &str, source: &str| {
        let node = last(html);
        assert_eq!(node["name"]["value"], name, "{html}");
        assert_eq!(node["name"]["sources"][0]["type"], source, "{html}");
    };
    check("<button>Pay now</button>", "Pay now", "contents");
    check("<label for=n>Seats</label><input id=n>", "Seats", "relatedElement");
    check("<input placeholder=Town>", "Town", "placeholder");
    check("<img alt='A fern '>", "A fern ", "attribute");
    check("<dl><dt>Fern", "Fern", "contents");
    assert_eq!(last("<a href=/x>Fern<figure></figure></a>")["name"]["value"], "");
}

#[test]
fn tables_that_place_things_have_roles_of_their_own() {
    let data = outline("<table><tr><th>Day<td>Soup<tr><th>Mon<td>Leek</table>");
    assert!(data.starts_with("table ''") && data.contains("rowheader 'Day'"), "{data}");
    let layout = outline("<table><tr><td>Left<td>Right</table>");
    assert!(layout.starts_with("LayoutTable ''") && layout.contains("LayoutTableCell 'Left'"), "{layout}");
}

#[test]
fn spaces_are_nodes_between_inline_texts_only() {
    check("<p><b>One</b> <i>two</i></p>", "paragraph ''\n  StaticText 'One'\n  StaticText ' '\n  StaticText 'two'");
    let apart = outline("<p><button>One</button> <button>two</button></p>");
    assert!(!apart.contains("StaticText ' '"), "{apart}");
}

#[test]
fn spaces_count_where_texts_would_run_together() {
    check("<p><b>One</b><!-- --> <i>two</i></p>", "paragraph ''\n  StaticText 'One'\n  StaticText 'two'");
    check("<p><b>One</b> <span hidden></span><i>two</i></p>", "paragraph ''\n  StaticText 'One'\n  StaticText 'two'");
    check(
        "<p><b>One</b> <img alt=Fern src=x> <i>two</i></p>",
        "paragraph ''\n  StaticText 'One'\n  StaticText ' '\n  image 'Fern'\n  StaticText ' '\n  StaticText 'two'",
    );
    check("<p>One<b> </b><i>two</i></p>", "paragraph ''\n  StaticText 'One'\n  StaticText ' '\n  StaticText 'two'");
    check(
        "<pre>One<b>  </b><button>Two</button></pre>",
        "generic ''\n  StaticText 'One'\n  StaticText '  '\n  button 'Two'\n    StaticText 'Two'",
    );
    check(
        "<p><b>One</b> <br> <i>two</i></p>",
        "paragraph ''\n  StaticText 'One'\n  LineBreak '\n'\n  StaticText 'two'",
    );
    check(
        "<p><b>One</b> <a href=x></a> <i>two</i></p>",
        "paragraph ''\n  StaticText 'One'\n  link ''\n  StaticText 'two'",
    );
    check(
        "<p><b>One</b> <i style='float:left'>two</i> <b>three</b></p>",
        "paragraph ''\n  StaticText 'One'\n  generic ''\n    StaticText 'two'\n  StaticText 'three'",
    );
}

#[test]
fn labels_that_only_repeat_their_control_are_ignored() {
    check("<label><input type=checkbox> Sauce</label>", "labelFor\n  checkbox 'Sauce'\n  presentationalRole");
    check(
        "<p><input type=checkbox id=a><label for=a>Sauce</label>",
        "paragraph ''\n  checkbox 'Sauce'\n  labelFor\n    presentationalRole",
    );
    check(
        "<p><input type=checkbox id=a><label for=a style='display:inline-block'>Sauce</label>",
        "paragraph ''\n  checkbox 'Sauce'\n  LabelText ''\n    StaticText 'Sauce'",
    );
    check(
        "<label><input type=checkbox> <b>Sauce</b></label>",
        "LabelText ''\n  checkbox 'Sauce'\n  uninteresting\n    StaticText 'Sauce'",
    );
    check(
        "<label><input type=checkbox aria-label=Extra> Sauce</label>",
        "LabelText ''\n  checkbox 'Extra'\n  StaticText ' Sauce'",
    );
}

#[test]
fn date_fields_have_a_spin_button_a_number() {
    check(
        "<input type=time value=13:05>",
        "InputTime ''\n  uninteresting\n    generic ''\n      generic ''\n        spinbutton 'Hours'\n          StaticText '01'\n        StaticText ':'\n        spinbutton 'Minutes'\n          StaticText '05'\n        StaticText '\u{202F}'\n        spinbutton 'AM/PM'\n          StaticText 'PM'\n    button 'Show time picker'",
    );
    check(
        "<input type=month value=2024-03 disabled>",
        "DateTime ''\n  uninteresting\n    generic ''\n      generic ''\n        spinbutton 'Month'\n          StaticText 'March'\n        StaticText ' '\n        spinbutton 'Year'\n          StaticText '2024'",
    );
}

#[test]
fn generated_content_is_text_as_its_style_shows_it() {
    check(
        "<style>p::before{content:'One';display:flex}</style><p>two</p>",
        "uninteresting\n  uninteresting\n    generic ''\n      StaticText 'One'\n  StaticText 'two'",
    );
    check("<style>p::before{content:' ';display:table}</style><p>two</p>", "uninteresting\n  StaticText 'two'");
    check(
        "<style>b::before{content:''}</style><p><span>One</span><b>two</b></p>",
        "paragraph ''\n  StaticText 'One'\n  uninteresting\n    uninteresting\n    StaticText 'two'",
    );
    check(
        "<style>input{text-transform:uppercase}</style><input type=submit value=Send>",
        "button 'Send'\n  StaticText 'SEND'",
    );
    check(
        "<style>span{content:url(data:,)}</style><p>a<span></span></p>",
        "paragraph ''\n  StaticText 'a'\n  image ''",
    );
}

#[test]
fn boxes_are_kept_for_their_place() {
    check(
        "<ul><li role=none>Rye</ul>",
        "list ''\n  presentationalRole\n    ListMarker '• '\n      presentationalRole\n    StaticText 'Rye'",
    );
    check(
        "<section><div style='display:inline-block'><div>Rye</div></div></section>",
        "generic ''\n  generic ''\n    StaticText 'Rye'",
    );
    check(
        "<section><b>a</b><div style='display:inline-block'><div>Rye</div></div></section>",
        "generic ''\n  StaticText 'a'\n  generic ''\n    generic ''\n      StaticText 'Rye'",
    );
    check(
        "<section><div style='height:10px;overflow:hidden'><div style='height:40px'><div></div></div></div></section>",
        "generic ''\n  generic ''\n    uninteresting\n      uninteresting",
    );
    check(
        "<section><div style='display:contents'><p>Rye</p></div></section>",
        "generic ''\n  paragraph ''\n    StaticText 'Rye'",
    );
}

#[test]
fn properties_are_typed_as_in_the_protocol() {
    let heading = last("<h2>Fern</h2>");
    assert_eq!(heading["properties"].to_string(), r#"[{"name":"level","value":{"type":"integer","value":2}}]"#);
    assert_eq!(heading["backendDOMNodeId"], 4, "html, head, body, h2");
    let disabled = last("<input type=checkbox checked disabled>")["properties"].to_string();
    assert!(disabled.contains(r#""checked","value":{"type":"tristate","value":"true"}"#), "{disabled}");
    assert!(disabled.contains("\"disabled\"") && !disabled.contains("\"focusable\""), "{disabled}");
}

#[test]
fn what_is_in_an_ignored_node_is_listed_right_after_it() {
    let nodes = nodes("<div><p>One</p></div><p>Two</p>");
    let roles: Vec<_> = nodes.iter().filter_map(|node| node["role"]["value"].as_str()).take(6).collect();
    assert_eq!(roles, ["RootWebArea", "none", "none", "none", "paragraph", "paragraph"]);
}

#[test]
fn nesting_is_bounded() {
    assert!(nodes(&format!("{}x", "<button><div>".repeat(3000))).len() > 1);
}

#[test]
fn floating_first_letter_is_part_of_its_text() {
    check("<style>p::first-letter{float:left}</style><p>Rye bread</p>", "paragraph ''\n  StaticText 'Rye bread'");
    let text = nodes("<style>p::first-letter{float:left}</style><p>Rye bread</p>");
    let runs = text.iter().filter(|node| node["role"]["value"] == "InlineTextBox");
    let runs: Vec<_> = runs.filter_map(|node| node["name"]["value"].as_str()).collect();
    assert_eq!(runs, ["Rye bread"]);
}

#[test]
fn title_describes_where_the_content_does_not_say_it() {
    let description = |html: &str| last(html)["description"]["value"].as_str().unwrap_or_default().to_owned();
    assert_eq!(description("<a href=x title='Rye bread'>Bread of rye</a>"), "Rye bread");
    assert_eq!(description("<a href=x title='Rye bread'>Rye bread</a>"), "");
    assert_eq!(description("<a href=x title='Rye bread'></a>"), "", "it is the name");
}

#[test]
fn runs_end_with_the_space_or_break_that_ended_their_line() {
    let runs = |html: &str| -> Vec<String> {
        let nodes = nodes(html);
        let runs = nodes.iter().filter(|node| node["role"]["value"] == "InlineTextBox");
        runs.map(|node| node["name"]["value"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(runs("<p style='width:1px'>Rye bread"), ["Rye ", "bread"]);
    assert_eq!(runs("<p>Rye<br>bread"), ["Rye", "\n", "bread"]);
    assert_eq!(runs("<pre>Rye\nbread"), ["Rye", "\n", "bread"]);
    assert_eq!(runs("<pre>Rye\t\tbread"), ["Rye", "\t\t", "bread"]);
    assert_eq!(runs("<textarea>\tRye</textarea>"), ["\t", "Rye"]);
    assert_eq!(runs("<p style='width:1px'><b>Rye</b> <i>bread</i>"), ["Rye", "bread"]);
    assert_eq!(runs("<p style='width:60px'>Unter\u{AD}neh\u{AD}men"), ["Unter\u{AD}", "\u{2010}", "neh\u{AD}men"]);
}

/// The values of a property of the nodes with a role, in order; "" where a node lacks it.
fn property(html: &str, role: &str, name: &str) -> Vec<String> {
    let nodes = nodes(html);
    let of_role = nodes.iter().filter(|node| node["role"]["value"] == role);
    let value = |node: &Value| {
        let list = node["properties"].as_array().into_iter().flatten();
        let mut found =
            list.filter(|property| property["name"] == name).map(|property| property["value"]["value"].to_string());
        found.next_back().unwrap_or_default()
    };
    of_role.map(value).collect()
}

#[test]
fn media_have_the_buttons_that_fit() {
    check(
        "<audio controls></audio>",
        "Audio 'Unable to play media.'\n  uninteresting\n    uninteresting\n      uninteresting\n        button 'play'\n          generic ''\n        slider 'audio time scrubber'\n        generic ''\n          generic ''\n          button 'mute'\n        button 'show more media controls'\n          generic ''",
    );
    let muted = outline("<video controls muted src=x></video>");
    assert!(muted.contains("group 'buffering'") && muted.contains("button 'unmute'"), "{muted}");
    let narrow = outline("<video controls style='width:100px'></video>");
    assert!(narrow.contains("button 'show more media controls'") && !narrow.contains("button 'play'"), "{narrow}");
    check("<video></video>", "Video 'Unable to play media.'");
    check(
        "<p><a href=x>a</a> <audio controls style='width:60px'></audio></p>",
        "paragraph ''\n  link 'a'\n    StaticText 'a'\n  StaticText ' '\n  Audio 'Unable to play media.'\n    uninteresting\n      uninteresting\n        uninteresting\n          slider 'audio time scrubber'\n          button 'show more media controls'\n            generic ''",
    );
}

#[test]
fn names_are_made_of_a_hundred_nodes() {
    let items = |item: fn(usize) -> String| (0..150).map(item).collect::<String>();
    let name = |html: String| {
        let nodes = nodes(&html);
        let named =
            nodes.iter().find(|node| matches!(node["role"]["value"].as_str(), Some("button" | "LayoutTableCell")));
        named.and_then(|node| node["name"]["value"].as_str()).unwrap_or_default().to_owned()
    };
    let ends = |html: String, last: &str| assert!(name(html.clone()).ends_with(last), "{} {last}", name(html));
    ends(format!("<button>{}</button>", items(|i| format!("<b>{i}</b>"))), "9899");
    ends(format!("<button>{}</button>", items(|i| format!("<span title=x>{i}</span> "))), " 31 32 ");
    ends(format!("<table><tr><td><ul>{}</ul><td>x</table>", items(|i| format!("<li>{i}"))), " 47 48");
    assert_eq!(name("<button>a/<wbr>b<i>c</i></button>".to_owned()), "a/ bc");
}

#[test]
fn fields_in_names_say_what_they_hold() {
    let check = |html: &str, role: &str, name: &str| {
        let nodes = nodes(html);
        let node = nodes.iter().rfind(|node| node["role"]["value"] == role).expect("a node of this role");
        assert_eq!(node["name"]["value"], name, "{html}");
    };
    check(
        "<input type=file id=f hidden><a role=button aria-labelledby=f>x</a>",
        "button",
        "Choose File: No file chosen",
    );
    check(
        "<label for=f>Up</label><input type=file id=f hidden><a role=button aria-labelledby=f>x</a>",
        "button",
        "Up: No file chosen",
    );
    check("<label for=f>Up</label><input type=file id=f>", "button", "Up");
    check("<table><tr><td>a<td><input aria-label=Town></table>", "LayoutTableCell", "Town");
    check("<input type=submit value=''>", "button", "");
    check(
        "<label id=l for=f>Up</label><input type=file id=f hidden><a role=button aria-labelledby='l f'>x</a>",
        "button",
        "Up",
    );
    check("<h2><header>a</header></h2>", "heading", "");
    check("<h2><footer>a</footer></h2>", "heading", "a");
    check("<p id=h>Head</p><table aria-labelledby='h h'><tr><th>a<td>b</table>", "table", "Head Head");
}

#[test]
fn header_cells_head_rows_with_data_in_them() {
    let roles = |rows: &str| -> Vec<String> {
        let nodes = nodes(&format!("<table>{rows}</table>"));
        let roles = nodes.iter().filter_map(|node| node["role"]["value"].as_str());
        roles.filter(|role| role.ends_with("header")).map(str::to_owned).collect()
    };
    assert_eq!(roles("<tr><th>a<th>b<th>c<td>q"), ["rowheader", "columnheader", "rowheader"]);
    assert_eq!(roles("<tr><th>a<td></td><td>x"), ["rowheader"]);
    assert_eq!(roles("<tr><th>a<th>b<td></td>"), ["columnheader", "columnheader"]);
    assert_eq!(roles("<tr><th>a<td> </td>"), ["rowheader"]);
}

#[test]
fn relations_and_states_follow_from_others() {
    let popover = "<button popovertarget=p>Show</button><button popovertarget=p>Hide</button><div id=p popover data-frozen-popover-open>x</div>";
    assert_eq!(property(popover, "button", "details"), ["\"\"", ""]);
    assert_eq!(property("<a href=x accesskey=''>b</a>", "link", "keyshortcuts"), ["\"Alt+\""]);
    let tree = |mark: &str| {
        format!("<div role=tree><p role=treeitem tabindex=-1 {mark}>a</p><p role=treeitem tabindex=-1>b</p></div>")
    };
    assert_eq!(property(&tree(""), "treeitem", "selected"), ["false", "false"]);
    assert_eq!(property(&tree("aria-checked=true"), "treeitem", "selected"), ["", ""]);
    assert_eq!(property(&tree("aria-selected=true"), "treeitem", "selected"), ["true", ""]);
    assert_eq!(property("<object style='width:9px;height:9px'></object>", "PluginObject", "disabled"), ["true"]);
    assert_eq!(
        property("<object type='image/svg+xml' style='width:9px;height:9px'></object>", "PluginObject", "disabled"),
        [""]
    );
    let progress = last("<progress value=0.5 aria-valuenow='10%'></progress>");
    assert_eq!(progress["value"]["value"], 0);
    assert_eq!(last("<progress value=0.1></progress>")["value"]["value"].as_f64(), Some(f64::from(0.1_f32)));
    assert_eq!(property("<a href=\"mailto:a'b?subject=it's\">a</a>", "link", "url"), ["\"mailto:a'b?subject=it%27s\""]);
    let select = nodes("<select style='text-transform:uppercase'><option>Town</select>");
    assert!(select.iter().any(|node| node["value"]["value"] == "TOWN"), "{select:?}");
}

#[test]
fn parts_of_controls_follow_the_role() {
    check(
        "<select role=menuitem><option>a</select>",
        "menuitem ''\n  notRendered\n    uninteresting\n      option 'a'",
    );
    check("<select multiple><option>a</select>", "listbox ''\n  uninteresting\n    option 'a'");
    check(
        "<ul role=menubar><li role=menuitem>A</ul>",
        "menubar ''\n  menuitem 'A'\n    presentationalRole\n      StaticText '• '\n    StaticText 'A'",
    );
    check(
        "<style>label::after{content:'V'}</style><label><input type=checkbox>q</label>",
        "labelFor\n  checkbox 'qV'\n  presentationalRole\n  uninteresting\n    presentationalRole",
    );
    check(
        "<textarea>a\n\nb</textarea>",
        "textbox ''\n  generic ''\n    StaticText 'a'\n    LineBreak '\n'\n    LineBreak '\n'\n    StaticText 'b'",
    );
    check("<p><svg width=9 height=9><svg><path d='M0 0h9v9z'/></svg></svg>", "paragraph ''\n  image ''");
}

#[test]
fn hidden_nodes_stay_where_they_name_or_describe_something() {
    check(
        "<label for=c><span hidden>deep <i>x</i></span>L</label><input id=c>\
         <p id=l hidden>Told <b>so</b></p><button aria-labelledby=l>x</button>",
        "LabelText ''\n  notRendered\n    notRendered\n    notRendered\n      notRendered\n  StaticText 'L'\n\
         textbox 'L'\n  generic ''\nnotRendered\n  notRendered\n  notRendered\n    notRendered\n\
         button 'Told so'\n  StaticText 'x'",
    );
    check(
        "<div aria-hidden=true>no <a href=#>a <b>b</b></a> <b>no</b><input type=button value=c><ul><li>no</ul></div>",
        "ariaHiddenSubtree\n  ariaHiddenSubtree\n  ariaHiddenSubtree\n    ariaHiddenSubtree\n\
         ariaHiddenSubtree\n  ariaHiddenSubtree\nariaHiddenSubtree\n  ariaHiddenSubtree",
    );
    check(
        "<ul role=menu hidden><li>no</ul><table hidden><td>no</table><p lang=de hidden>no</p><p hidden>no</p>",
        "notRendered\nnotRendered\n  notRendered\n    notRendered\n      notRendered\nnotRendered",
    );
    check(
        "<div style='visibility:hidden'><select><option>x</select><ul><li>x</ul></div>",
        "notRendered\n  notRendered\nnotVisible\n  notVisible",
    );
}

#[test]
fn copies_of_graphics_breaks_in_names_and_boxes_in_lines_are_nodes() {
    check(
        "<svg hidden><symbol id=s></symbol></svg><button><svg aria-hidden=true><use href=#s /></svg>x</button>",
        "image ''\nbutton 'x'\n  ariaHiddenSubtree\n  StaticText 'x'",
    );
    check(
        "<a href=#>a<wbr>b</a><p>a<wbr>b",
        "link 'a b'\n  StaticText 'a'\n  notRendered\n  StaticText 'b'\nparagraph ''\n  StaticText 'a'\n  StaticText 'b'",
    );
    check(
        "<style>.b::before{content:'';display:block}</style><p class=b>x</p><a class=b href=#>x</a>",
        "uninteresting\n  StaticText 'x'\nlink 'x'\n  generic ''\n  StaticText 'x'",
    );
}

#[test]
fn slots_are_no_nodes_and_what_they_hold_is() {
    check(
        "<div><template shadowrootmode=open><div><slot></slot></div></template><b>x</b></div><div aria-hidden=false><p>y</div>",
        "uninteresting\n  generic ''\n    uninteresting\n      StaticText 'x'\ngeneric ''\n  paragraph ''\n    StaticText 'y'",
    );
}

#[test]
fn descriptions_are_of_what_is_shown() {
    let description = |html: &str| last(html)["description"]["value"].as_str().unwrap_or_default().to_owned();
    assert_eq!(description("<a href=# title='Go on' style='text-transform:uppercase'>Go on</a>"), "Go on");
    assert_eq!(description("<a href=# title='Go on'>Go on</a>"), "");
    let gauge =
        "<p id=d>Now <progress role=progressbar aria-valuenow=10%></progress></p><a href=# aria-describedby=d>x</a>";
    assert_eq!(description(gauge), "Now 0");
    let nodes = nodes("<audio controls></audio>");
    let said = |name: &str| {
        let node = nodes.iter().find(|node| node["name"]["value"] == name).expect("a part");
        node["description"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(said("audio time scrubber"), "total time: 0:00");
    assert_eq!(said("show more media controls"), "more options");
    assert_eq!(said("play"), "");
}
