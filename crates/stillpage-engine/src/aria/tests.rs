//! Roles, states, names and descriptions of small pages. Every element that CSS shows gets the same box, so that layout is
//! out of play.

use super::*;
use crate::dom::Atom;
use crate::page::{Page, even_page as page};

/// The element with an id.
fn find(page: &Page, id: &str) -> NodeId {
    page.dom().get_element_by_id(page.dom().document(), &Atom::from(id)).expect("the page has the id")
}

fn node(html: &str) -> AriaNode {
    let page = page(html);
    page.aria().get(find(&page, "t")).cloned().expect("an element")
}

#[track_caller]
fn check_role(html: &str, expected: &str) {
    assert_eq!(node(html).role.map_or("", Role::name), expected, "{html}");
}

#[track_caller]
fn check_name(html: &str, expected: &str) {
    assert_eq!(&*node(html).name, expected, "{html}");
}

#[test]
fn role_of_html_elements() {
    check_role("<a id=t>", "");
    check_role("<a id=t href>", "link");
    check_role("<address id=t>", "");
    check_role("<dl><dt>a<dd id=t>b</dl>", "definition");
    check_role("<details id=t></details>", "group");
    check_role("<summary id=t></summary>", "");
    check_role("<svg id=t></svg>", "img");
    check_role("<math id=t></math>", "math");
    check_role("<input id=t type=file>", "button");
    check_role("<input id=t type=unknown>", "textbox");
    check_role("<input id=t type=search>", "searchbox");
    check_role("<input id=t list=d><datalist id=d></datalist>", "combobox");
    check_role("<input id=t list=nothing>", "textbox");
    check_role("<input id=t type=hidden>", "");
    check_role("<select id=t>", "combobox");
    check_role("<select id=t size=2>", "listbox");
    check_role("<section id=t title=x>", "");
    check_role("<section id=t aria-label=''>", "region");
    check_role("<form id=t aria-labelledby=nothing>", "form");
}

#[test]
fn role_of_landmarks_depends_on_ancestors() {
    check_role("<header id=t>", "banner");
    check_role("<fieldset><header id=t>", "banner");
    check_role("<article><header id=t>", "");
    check_role("<div role=region><footer id=t>", "");
    check_role("<section role=none><footer id=t>", "contentinfo");
}

#[test]
fn role_of_images() {
    check_role("<img id=t>", "img");
    check_role("<img id=t alt=''>", "presentation");
    check_role("<img id=t alt='' title=x>", "img");
    check_role("<img id=t alt='' tabindex=0>", "img");
    check_role("<img id=t alt='' aria-hidden=false>", "img");
}

#[test]
fn role_of_header_cells() {
    check_role("<table><tr><th id=t>x</table>", "");
    check_role("<table><tr><th id=t>x<tr><td>y</table>", "columnheader");
    check_role("<table><tr><th id=t>x<td>y</table>", "rowheader");
    check_role("<table><tr><th id=t>x<td> </table>", "columnheader");
    check_role("<table><tr><th id=t>x<td><img></table>", "rowheader");
    check_role("<table><tr><td>y<th id=t>x<th>z</table>", "rowheader");
    check_role("<table><tr><th>y<th id=t>x<th>z</table>", "columnheader");
    check_role("<table><tr><th id=t scope=rowgroup>x</table>", "rowheader");
    check_role("<table role=grid><tr><td id=t>x</table>", "gridcell");
}

#[test]
fn role_attribute_takes_the_first_known_token() {
    check_role("<div id=t role='widget BUTTON link'>", "button");
    check_role("<button id=t role=''>", "button");
    check_role("<div id=t role='none button'>", "none");
    check_role("<div id=t role='doc-chapter'>", "");
}

#[test]
fn role_none_yields_to_focus_and_global_attributes() {
    check_role("<h1 id=t role=none>", "none");
    check_role("<h1 id=t role=none tabindex=-1>", "heading");
    check_role("<h1 id=t role=none tabindex=x>", "none");
    check_role("<h1 id=t role=none aria-label=''>", "heading");
    check_role("<p id=t role=none aria-label=x>", "none");
    check_role("<p id=t role=none aria-current=x>", "paragraph");
    check_role("<button id=t role=none>", "button");
    check_role("<button id=t role=none disabled>", "none");
}

#[test]
fn role_none_reaches_required_parts() {
    check_role("<ul role=none><li id=t>", "none");
    check_role("<ul role=none><li id=t role=listitem>", "listitem");
    check_role("<ul role=none aria-label=x><li id=t>", "listitem");
    check_role("<menu role=none><li id=t>", "listitem");
    check_role("<table role=presentation><tr role=row><td id=t>x</table>", "presentation");
    check_role("<table role=none><caption id=t>x</table>", "caption");
    check_role("<table><tr role=none><td id=t>x</table>", "none");
}

#[test]
fn state_checked() {
    let check = |html: &str, expected| assert_eq!(node(html).states.checked, expected, "{html}");
    check("<input id=t type=checkbox aria-checked=true>", None);
    check("<input id=t type=checkbox checked aria-checked=false>", Some(Toggle::True));
    check("<input id=t type=checkbox data-frozen-indeterminate>", Some(Toggle::Mixed));
    check("<div id=t role=checkbox aria-checked=TRUE>", Some(Toggle::True));
    check("<div id=t role=radio aria-checked=mixed>", Some(Toggle::Mixed));
    check("<div id=t role=button aria-checked=true>", None);
}

#[test]
fn state_disabled() {
    let check = |html: &str, expected| assert_eq!(node(html).states.disabled, expected, "{html}");
    check("<fieldset disabled><input id=t></fieldset>", true);
    check("<fieldset disabled><legend><input id=t></legend></fieldset>", false);
    check("<fieldset disabled id=t></fieldset>", false);
    check("<div aria-disabled=true><a href=x id=t></div>", true);
    check("<div aria-disabled=true><div aria-disabled=false><button id=t></div></div>", false);
    check("<button disabled aria-disabled=false id=t>", true);
    check("<p aria-disabled=true id=t>", false);
}

#[test]
fn state_level() {
    let check = |html: &str, expected| assert_eq!(node(html).states.level, expected, "{html}");
    check("<h2 id=t aria-level=5>", 2);
    check("<div id=t role=heading aria-level=' 5 '>", 5);
    check("<div id=t role=heading aria-level=0x10>", 16);
    check("<div id=t role=heading aria-level=2.5>", 0);
    check("<div id=t role=heading>", 0);
    check("<li id=t aria-level=3>", 3);
}

#[test]
fn states_of_other_kinds() {
    assert!(node("<button id=t aria-expanded=true>").states.expanded, "a button expands");
    assert!(!node("<input id=t aria-expanded=true>").states.expanded, "a text box does not");
    assert_eq!(node("<input id=t aria-invalid=grammar>").states.invalid, Some(Invalid::Grammar), "grammar");
    assert_eq!(node("<input id=t aria-invalid=whatever>").states.invalid, Some(Invalid::True), "any other value");
    assert_eq!(node("<input id=t aria-invalid=''>").states.invalid, None, "empty is false");
    assert_eq!(node("<button id=t aria-pressed=mixed>").states.pressed, Some(Toggle::Mixed), "pressed");
    assert!(node("<select><option>a<option id=t selected>b</select>").states.selected, "selected by markup");
    assert!(node("<div role=tab id=t aria-selected=true>").states.selected, "selected by ARIA");
}

#[test]
fn name_from_labelledby() {
    check_name("<b id=a>one <i aria-hidden=true>two</i></b><button id=t aria-labelledby=a>x", "one");
    check_name("<b id=a hidden>one <i hidden>two</i></b><button id=t aria-labelledby=a>x", "one two");
    check_name("<b id=a>one</b><button id=t aria-labelledby='nothing a'>x", "one");
    check_name("<button id=t aria-labelledby='nothing'>x", "x");
    check_name("<b id=a>one</b><button id=t aria-label=own aria-labelledby='t a'>x", "own one");
    check_name("<b id=b>no</b><b id=a aria-labelledby=b>one</b><button id=t aria-labelledby=a>x", "one");
    check_name("<input id=a value=v aria-label=l><button id=t aria-labelledby=a>x", "v");
    check_name("<nav id=a>text</nav><button id=t aria-labelledby=a>x", "text");
}

#[test]
fn name_from_labelledby_takes_the_labels_of_controls() {
    check_name("<label>one <input type=checkbox id=a></label><button id=t aria-labelledby=a>x", "one");
    check_name("<label for=a>one</label><output id=a>2</output><button id=t aria-labelledby=a>x", "one");
    check_name("<label for=a>one</label><button id=a>two</button><a href=x id=t aria-labelledby=a>x", "one");
    check_name("<label for=a>one</label><input type=image id=a alt=two><button id=t aria-labelledby=a>x", "two");
    check_name("<output id=a>2</output><button id=t aria-labelledby=a>x", "x");
    check_name("<figure id=a>two</figure><button id=t aria-labelledby=a>x", "x");
    check_name("<figure id=a title=one>two</figure><button id=t aria-labelledby=a>x", "one");
}

#[test]
fn labels_do_not_name_what_refers_to_elements_without_text() {
    check_name("<b id=a></b><label>one <input type=checkbox id=t aria-labelledby=a title=two></label>", "two");
    check_name("<b id=a></b><label>one <input type=file id=t aria-labelledby=a></label>", "one");
}

#[test]
fn misspelt_attribute_stands_in_for_an_absent_one() {
    check_name("<b id=a>one</b><button id=t aria-labeledby=a>x", "one");
    check_name("<b id=a>one</b><button id=t aria-labelledby='' aria-labeledby=a>x", "x");
    check_name("<b id=a>one</b><table id=t aria-labeledby=a></table>", "one");
}

#[test]
fn controls_are_not_named_by_generated_content() {
    check_name(
        "<style>input::before { content: 'tick' }</style><input type=checkbox id=t style='appearance: none'>",
        "",
    );
    check_name("<style>b::before { content: '*' / 'one' }</style><button id=t><b></b></button>", "one");
    check_name("<style>b::before { content: '*' / 'one' counter(n) }</style><button id=t><b></b></button>", "");
}

#[test]
fn name_from_content_joins_blocks_with_spaces() {
    check_name("<button id=t>a<b>b</b></button>", "ab");
    check_name("<button id=t>a<div>b</div>c</button>", "a b c");
    check_name("<button id=t>a<br>b</button>", "a b");
    check_name("<button id=t>a<span hidden>x</span>b</button>", "a b");
    check_name("<button id=t>a<img alt=i>b</button>", "aib");
    check_name("<button id=t><style>x</style><script>y</script>z</button>", "z");
}

#[test]
fn name_from_content_skips_what_has_a_role_of_its_own() {
    check_name("<a href=x id=t>a<nav>b</nav><ul><li>c</ul><div role=group>d</div></a>", "a c");
    check_name("<a href=x id=t>a<div role=generic>b</div></a>", "a");
    check_name("<ul id=t><li>x</ul>", "");
}

#[test]
fn name_from_generated_content() {
    let style = |rule: &str| format!("<style>#t::before{{{rule}}}</style><button id=t>x</button>");
    check_name(&style("content:'a'"), "ax");
    check_name(&style("content:'a';display:block"), "a x");
    check_name(&style("content:'a' / 'alternative'"), "alternativex");
    check_name(&style("content:counter(c) '. '"), "x");
    check_name(&style("content:attr(id)"), "tx");
    check_name("<style>b{content:url(x.png) / 'icon'}</style><button id=t><b>x</b></button>", "icon");
}

#[test]
fn name_from_embedded_controls() {
    let label = |control: &str| format!("<label for=t>Flash {control} times</label><input id=t>");
    check_name(&label("<input value=3>"), "Flash 3 times");
    check_name(&label("<select><option>1<option selected>2</select>"), "Flash 2 times");
    check_name(&label("<div role=slider aria-valuenow=3 aria-valuetext=three>x</div>"), "Flash three times");
    check_name(&label("<div role=textbox>typed</div>"), "Flash typed times");
    check_name(&label("<div role=listbox><div role=option aria-selected=true>o</div></div>"), "Flash o times");
    check_name(&label("<div role=menu>m</div>"), "Flash times");
    check_name(&label("<input type=checkbox checked>"), "Flash times");
}

#[test]
fn name_of_form_controls() {
    check_name("<label for=t>One</label><label for=t>Two</label><input id=t>", "One Two");
    check_name("<label>a<input id=t value=v>b</label>", "a b");
    check_name("<label for=t></label><input id=t title=x>", "");
    check_name("<label for=t style='display:none'>hidden</label><input id=t>", "hidden");
    check_name("<label for=t>L</label><button id=t>x</button>", "L");
    check_name("<label for=t>L</label><input type=submit id=t>", "Submit");
    check_name("<input id=t type=submit value=' '>", "Submit");
    check_name("<input id=t type=reset>", "Reset");
    check_name("<input id=t type=button title=x>", "x");
    check_name("<input id=t type=file title=x>", "Choose File");
    check_name("<input id=t type=image>", "Submit");
    check_name("<input id=t placeholder=p>", "p");
    check_name("<input id=t placeholder=p title=x>", "x");
    check_name("<input id=t type=number placeholder=p>", "p");
    check_name("<input id=t type=date placeholder=p>", "");
}

#[test]
fn name_of_parts_and_captions() {
    check_name("<fieldset id=t title=x><legend>L</legend>y</fieldset>", "L");
    check_name("<fieldset id=t title=x><legend></legend>y</fieldset>", "");
    check_name("<fieldset id=t title=x><div><legend>L</legend></div></fieldset>", "x");
    check_name("<figure id=t>x<figcaption>c</figcaption></figure>", "c");
    check_name("<table id=t summary=s><caption>c</caption></table>", "c");
    check_name("<table id=t summary=s><tr><td>x</table>", "s");
    check_name("<svg id=t><title>s</title></svg>", "s");
    check_name("<svg id=t><g><title>s</title></g></svg>", "");
    check_name("<svg><g role=img id=t><title>s</title></g></svg>", "s");
    check_name("<details><summary id=t>s</summary></details>", "s");
}

#[test]
fn name_prohibited() {
    check_name("<p id=t aria-label=x>", "");
    check_name("<div id=t role=generic aria-label=x>", "");
    check_name("<div id=t aria-label=x>", "x");
    check_name("<time id=t title=x>", "");
}

#[test]
fn name_of_owned_elements() {
    check_name("<button id=t aria-owns=o>a</button><span id=o>b</span>", "ab");
    check_name("<button id=t aria-owns='o t o'>a</button><span id=o>b</span>", "ab");
}

#[test]
fn name_in_shadow_trees() {
    let host = |inner: &str| format!("<div id=t role=link><template shadowrootmode=open>{inner}</template>x</div>");
    check_name(&host("a<slot></slot>b"), "a x b");
    check_name(&host("a"), "a");
    check_name("<div id=t role=link><template shadowrootmode=closed>a<slot></slot></template>x</div>", "x");
}

#[test]
fn name_white_space() {
    check_name("<button id=t>a&nbsp;&nbsp;b &shy;c&ZeroWidthSpace;d</button>", "a\u{a0}\u{a0}b cd");
    check_name("<button id=t aria-label=' a  b '></button>", "a b");
    check_name("<button id=t aria-label='&ZeroWidthSpace;'>x</button>", "");
}

#[test]
fn name_of_hidden_elements_is_empty() {
    check_name("<button id=t hidden>x</button>", "");
    check_name("<div aria-hidden=true><button id=t>x</button></div>", "");
}

#[test]
fn name_survives_deep_chains() {
    let mut html = String::from("<button id=t aria-owns=n0>x</button>");
    for i in 0..5_000 {
        html.push_str(&format!("<p id=n{i} aria-owns=n{}></p>", i + 1));
    }
    check_name(&html, "x");
}

#[test]
fn description_sources() {
    let check = |html: &str, expected: &str| assert_eq!(node(html).description(), expected, "{html}");
    check("<b id=a>one</b><b id=b hidden>two</b><input id=t aria-describedby='a b' title=x>", "one two");
    check("<input id=t aria-description=d title=x>", "d");
    check("<input id=t title=x>", "x");
    check("<input id=t aria-describedby=nothing title=x>", "");
}

#[test]
fn exposure_hidden() {
    let check = |html: &str, hidden: bool, visible: bool| {
        let exposure = node(html).exposure;
        assert_eq!(
            (exposure.contains(Exposure::HIDDEN), exposure.contains(Exposure::BOX)),
            (hidden, visible),
            "{html}"
        );
    };
    check("<p id=t>x", false, true);
    check("<p id=t aria-hidden=TRUE>x", true, true);
    check("<p id=t style='visibility:hidden'>x", true, false);
    check("<div style='visibility:hidden'><p id=t style='visibility:visible'>x", false, true);
    check("<p id=t style='display:none'>x", true, false);
    check("<div style='content-visibility:hidden'><p id=t>x", true, false);
    check("<details><summary>s</summary><p id=t>x</details>", true, false);
    check("<details><summary id=t>s</summary><p>x</details>", false, true);
    check("<div id=t style='display:contents'>x</div>", false, true);
    check("<div id=t style='display:contents' aria-hidden=true>x</div>", false, true);
    check("<div id=t style='display:contents'><b hidden>x</b></div>", true, false);
    check("<select><option id=t>x</select>", false, false);
    check("<div><template shadowrootmode=open></template><p id=t>x</p></div>", true, false);
}

#[test]
fn focus_markers() {
    let check = |html: &str, expected: &str| {
        let page = page(html);
        let active = page.aria().active().expect("the page has a body");
        assert_eq!(page.dom().element(active).map(|e| &*e.name.local), Some(expected), "{html}");
    };
    check("<input>", "body");
    check("<input autofocus>", "input");
    check("<input autofocus><button data-frozen-focus>", "button");
    check("<p data-frozen-focus>x</p>", "body");
    check("<div><template shadowrootmode=open><button data-frozen-focus></button></template></div>", "div");
    check("<iframe srcdoc='<button data-frozen-focus>x</button>'></iframe>", "iframe");
    check("<dialog open data-frozen-modal><a href=x>x</a><button>y</button></dialog>", "a");
    check("<dialog open data-frozen-modal><p>x</p></dialog>", "dialog");
}

#[test]
fn focus_in_frames() {
    let check = |html: &str, expected: &[&str]| {
        let page = page(html);
        let (dom, aria) = (page.dom(), page.aria());
        let name = |node: NodeId| dom.element(node).map(|e| e.name.local.to_string());
        let active: Vec<String> =
            composed_elements(dom).into_iter().filter(|&n| aria.is_active(n)).filter_map(name).collect();
        assert_eq!(active, expected, "{html}");
    };
    check("<iframe srcdoc='<p>x</p>'></iframe>", &["body"]);
    check("<iframe data-frozen-focus srcdoc='<p>x</p>'></iframe>", &["iframe", "body"]);
    check("<iframe srcdoc='<button data-frozen-focus>x</button>'></iframe>", &["iframe", "button"]);
}

#[test]
fn explanation_of_a_name() {
    let page = page("<button id=t><img alt=a> b</button>");
    let target = find(&page, "t");
    let steps = page.aria().explain_name(page.dom(), page.styles(), target);
    let steps: Vec<(usize, NameRule, &str)> = steps.iter().map(|s| (s.depth, s.rule, &*s.text)).collect();
    assert_eq!(steps, [(1, NameRule::HostLanguage, "a"), (0, NameRule::Content, "a b")], "innermost first");
}
