//! Tests of descriptions on small pages.

use proptest::prelude::*;

use super::*;
use crate::aria::Role;
use crate::device::Device;
use crate::dom::{Dom, LocalName, ParseOptions};
use crate::page::RenderOptions;

fn page(html: &str) -> Page {
    Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default(), RenderOptions::default())
}

const FORM: &str = "<!doctype html><h1 id=h>Your order</h1>
    <form><label>E-mail <input id=email></label><input id=q placeholder='Search the shop'>
    <label for=city>City</label><select id=city><option>Oslo<option>Rome</select>
    <label><input type=checkbox id=news> Send me news</label>
    <button id=save>Save</button><button id=draft>Save as draft</button><button id=del aria-label='Delete order'>🗑</button>
    <button id=off disabled>Pay now</button></form>
    <a id=help href=/help>Help centre</a> <a id=terms href=/terms style='display:none'>Terms</a>
    <img id=logo alt='Fern logo' width=9 height=9 src=data:,> <span id=tip title='More about VAT'>?</span>
    <div id=cart data-testid=cart-total>5</div><p id=gone hidden>Secret note</p>";

/// `id by rung`; several ids for ambiguity; `nothing`.
#[track_caller]
fn check(description: &str, expected: &str) {
    let page = page(FORM);
    let ids = |meant: &LocateMatch| {
        let id = |&node: &NodeId| page.dom().attr(node, &LocalName::from("id")).unwrap_or("-");
        format!("{} by {}", meant.nodes.iter().map(id).collect::<Vec<_>>().join(" "), meant.by)
    };
    let found = match locate(&page, description) {
        Located::One(meant) | Located::Several(meant) | Located::Comparison(meant, _) => ids(&meant),
        Located::Nothing(_) => "nothing".to_owned(),
    };
    assert_eq!(found, expected, "{description}");
}

#[test]
fn rungs_are_climbed_in_order() {
    check("the \"Save as draft\" button", "draft by role");
    check("the delete button", "del by role");
    check("type into the e-mail field", "email by role");
    check("city", "city by label");
    check("news checkbox", "news by role");
    check("search the shop", "q by placeholder");
    check("your order", "h by text");
    check("Help centre link", "help by role");
    check("help", "help by text");
    check("fern logo", "logo by alt");
    check("the logo image", "logo by role");
    check("more about vat", "tip by title");
    check("cart total", "cart by testid");
    check("the checkbox", "news by role");
    check("Pay now", "off by text");
}

#[test]
fn ambiguity_is_an_answer() {
    check("the save button", "save draft by role");
    check("the button", "save draft del off by role");
    check("save", "save draft by text");
}

#[test]
fn hidden_elements_do_not_count() {
    check("Secret note", "nothing");
    check("Terms link", "nothing");
    let page = page(FORM);
    let Located::Nothing(miss) = locate(&page, "the Terms link") else { panic!("it is hidden") };
    let id = |node: NodeId| page.dom().attr(node, &LocalName::from("id")).unwrap_or("-").to_owned();
    assert_eq!(
        (miss.role.map(|role| role.role), miss.role_count, miss.label_count, miss.text_count),
        (Some(Role::Link), 2, 0, 1)
    );
    assert_eq!(miss.links.iter().map(|&n| id(n)).collect::<Vec<_>>(), ["help"], "visible links");
    assert_eq!(miss.fallback.map(id).as_deref(), Some("terms"));
    let near: Vec<_> = miss.near.iter().map(|n| format!("{} {} {}", n.rung, id(n.node), n.mismatch.as_str())).collect();
    assert_eq!(near, ["text terms hidden"]);
}

#[test]
fn nearest_misses_say_what_is_wrong() {
    let page = page(FORM);
    let near = |description: &str| {
        let Located::Nothing(miss) = locate(&page, description) else { panic!("{description} is found") };
        let id = |node: NodeId| page.dom().attr(node, &LocalName::from("id")).unwrap_or("-").to_owned();
        miss.near.iter().map(|n| format!("{} {} {}", n.rung, id(n.node), n.mismatch.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(near("the 'Deleet order' button"), ["role del other name"]);
    assert_eq!(near("\"Help center\""), ["role help other name"]);
}

/// The ids of what a description means on a page; what is refused is `nothing`.
#[track_caller]
fn means(html: &str, description: &str, expected: &str) {
    let page = page(&format!("<!doctype html>{html}"));
    let id = |&node: &NodeId| page.dom().attr(node, &LocalName::from("id")).unwrap_or("-");
    let list = |meant: &LocateMatch| meant.nodes.iter().map(id).collect::<Vec<_>>().join(" ");
    let found = match locate(&page, description) {
        Located::One(meant) | Located::Several(meant) => list(&meant),
        Located::Comparison(meant, by) => format!("{by} of {}", list(&meant)),
        Located::Nothing(_) => "nothing".to_owned(),
    };
    assert_eq!(found, expected, "{description}");
}

#[test]
fn ordinal_picks_one_of_equal_matches() {
    let row = |name: &str, id: &str| {
        format!("<tr><td>{name}<td><button id={id}>Delete</button><a href=/{id} id=see-{id}>See</a>")
    };
    let table = format!(
        "<h1>Alice and others</h1><table>{}{}{}</table>",
        row("Alice", "a"),
        row("Bob", "b"),
        row("Carol", "c")
    );
    means(&table, "the Delete button", "a b c");
    means(&table, "the Delete button for Bob", "b");
    means(&table, "the 'Delete' button in Carol's row", "c");
    means(&table, "Delete button for Dave", "a b c");
    means(&table, "the second Delete button", "b");
    means(&table, "click the last delete button", "c");
    means(&table, "the fifth Delete button", "nothing");
    let lacking = format!("<table>{}<tr><td>Eve<td>none</table>", row("Alice", "a"));
    means(&lacking, "Delete button for Alice", "a");
    means(&lacking, "Delete button for Eve", "nothing");
    let form = "<form><h2>Shipping</h2><label>Email <input id=s></label><h2>Billing</h2><label>Email <input id=b></label></form>";
    means(form, "Email field in the billing section", "b");
    means(form, "email under Shipping", "s");
    let parts = "<header><a id=h href=/>Help</a></header><main><a id=m href=/>Help</a></main><footer><a id=f href=/>Help</a></footer>";
    means(parts, "the Help link in the footer", "f");
    means(parts, "help link in the header", "h");
    means(parts, "the third link", "f");
}

#[test]
fn what_an_element_says_may_come_last() {
    let html = "<a id=p href=/pricing>Pricing</a><a id=d href=/docs>Docs</a><button id=s>Save</button>\
                <label><input type=checkbox id=n> Subscribe to our newsletter</label><input id=q placeholder='Search the docs'>\
                <label>First name <input id=f></label><label>Last name <input id=l></label><label>Full name <input id=u></label>";
    means(html, "link to pricing", "p");
    means(html, "button that says Save", "s");
    means(html, "checkbox for newsletter", "n");
    means(
        "<button id=b>More for Ada</button><input type=checkbox id=c aria-label='Select Ada'>",
        "checkbox for Ada",
        "c",
    );
    means(html, "the search box", "q");
    means(html, "first name field", "f");
    means(html, "last name field", "l");
    means(html, "second name field", "nothing");
}

#[test]
fn words_may_be_in_the_name_and_around_it() {
    let banner = "<h1>Our shop</h1><p>Accept returns within a month.</p><section aria-label=Cookies><p>We store things.</p>\
                  <button id=y>Accept all</button><button id=n>Reject all</button></section><a id=c href=/c>Cookie settings</a>";
    means(banner, "accept all cookies", "y");
    means(banner, "the cookie accept button", "y");
    means(banner, "reject cookies", "n");
    means(banner, "accept all invitations", "nothing");
    means(banner, "the cookie accept checkbox", "nothing");
    let flight = |id: &str, number: &str, price: &str, mark: &str| {
        format!(
            "<li><b id={id}-number>{number}</b> 07:15 to 09:40 {mark}<i>{price}</i><button id={id}>Select</button></li>"
        )
    };
    let flights = |mark: &str| {
        let rows =
            [flight("a", "LH 861", "€210", ""), flight("b", "SK 417", "€99", mark), flight("d", "LH 867", "€130", "")];
        format!(
            "<h1>Flights to Oslo</h1><a id=s href=/s>Flight status</a><p>Cheapest first</p><ul>{}</ul>",
            rows.concat()
        )
    };
    means(&flights(""), "the button to select flight LH 861", "a");
    means(&flights(""), "select flight LH 867", "d");
    means(&flights(""), "flight LH 861", "a-number");
    means(&flights(""), "flight LH 999", "nothing");
    means(&flights(""), "select the cheapest flight", "cheapest of a b d");
    means(&flights("<em>Cheapest</em>"), "select the cheapest flight", "b");
    means(&flights(""), "select flight LH 999", "nothing");
    means(&flights(""), "select the most expensive flight", "most expensive of a b d");
}

/// The page may name the kind of a thing with a number far away or nowhere.
#[test]
fn number_may_follow_the_word_for_its_kind() {
    let row = |id: &str, number: &str, button: &str| {
        format!("<tr><td id={id}-number>{number}<td>€99<td><button id={id}>{button}</button>")
    };
    let table = |button: &str| {
        let rows = [row("a", "LH 861", button), row("b", "SK 861", button), row("c", "LH 86", button)].concat();
        format!("<nav><a id=s href=/s>Flight status</a></nav><h1>Departures</h1><table>{rows}</table>")
    };
    let departures = table("Select");
    for description in ["the button to select flight LH 861", "select flight LH 861", "select the flight lh 861"] {
        means(&departures, description, "a");
    }
    means(&departures, "flight LH 861", "a-number");
    means(&departures, "flight SK 861", "b-number");
    means(&departures, "select flight 861", "a b");
    means(&departures, "select the cheapest flight", "cheapest of a b c");
    means(&departures, "select flight KL 861", "nothing");
    means(&departures, "select flight LH 862", "nothing");
    means(&departures, "the button to cancel flight LH 861", "nothing");
}

#[test]
fn role_word_binds() {
    let html = "<p id=p>Cancel</p><a id=a href=/x>Cancel</a><div id=d>Pay</div><div id=c style='cursor:pointer'>Buy</div>\
                <span id=s onclick='x()'>More</span><select id=m><option>Oslo</select><label id=l><input id=x type=checkbox \
                style='display:none'>Agree</label><ul><li id=i>Paris</ul><button id=b><b>Go</b></button>";
    means(html, "the 'Cancel' checkbox", "nothing");
    means(html, "the 'Cancel' button", "nothing");
    means(html, "the 'Cancel' link", "a");
    means(html, "the 'Pay' button", "nothing");
    means(html, "the 'Buy' button", "c");
    means(html, "the 'More' link", "s");
    means(html, "the 'Oslo' button", "nothing");
    means(html, "the 'Agree' checkbox", "l");
    means(html, "the 'Agree' button", "nothing");
    means(html, "the 'Paris' option", "nothing");
    means(html, "the 'Go' link", "nothing");
    means(html, "Cancel", "p a");
}

#[test]
fn role_word_covers_its_subclasses() {
    let html = "<input id=n type=number aria-label=Amount><input id=c list=l aria-label=City><datalist id=l></datalist>\
                <select id=s aria-label=Country><option>Oslo</select><input id=q type=search aria-label=Words>\
                <button id=t aria-pressed=true>Mute</button><input id=w type=checkbox role=switch aria-label=Wifi>\
                <button id=i aria-label=Trash><svg width=9 height=9></svg></button>";
    means(html, "the amount field", "n");
    means(html, "the city field", "c");
    means(html, "the words field", "q");
    means(html, "the country field", "nothing");
    means(html, "the country dropdown", "s");
    means(html, "the mute toggle", "t");
    means(html, "the mute switch", "nothing");
    means(html, "the wifi checkbox", "w");
    means(html, "the trash icon", "i");
}

#[test]
fn names_are_read_as_they_stand() {
    means("<a id=a href=/x>Add a new report</a><a href=/y>New report</a>", "add a new report link", "a");
    means("<label>Credit card number <input id=n></label>", "credit card number field", "n");
    means("<input type=file id=f aria-label='Choose file'><button id=b>File</button>", "choose file button", "f");
    means("<a id=a href=/x>Listbox with groups</a>", "listbox with groups link", "a");
    means("<a id=a href=/x>Log in</a>", "login link", "a");
    means("<a id=a href=/x>Log into space</a>", "login link", "nothing");
    means("<label>E-mail <input id=e></label>", "email field", "e");
    means("<form><input><button id=b>Go</button></form><button id=o>Else</button>", "the submit button", "b");
    means("<form><button id=b>Submit order</button><button id=c>Go</button></form>", "the submit button", "b");
    means("<form><input id=p type=password></form>", "the password field", "p");
    means(
        "<button id=m aria-label='Toggle navigation'>=</button><button>Menu of the day</button>",
        "hamburger menu",
        "m",
    );
}

#[test]
fn what_stands_beside_is_found_or_nothing() {
    let list = "<ul><li>Alice <button id=a>Edit</button><li>Bob <button id=b>Edit</button></ul>";
    means(list, "the button next to Alice", "a");
    means(list, "the button for Bob", "b");
    means(list, "the button next to Carol", "nothing");
    means("<table><tr><td>Alice<td>31</table><button id=b>Save</button>", "the link next to Alice", "nothing");
    means(
        "<p>Alice</p><div style='height:900px'></div><button id=b>Save</button>",
        "the button next to Alice",
        "nothing",
    );
    means("<p>Alice <button id=b>Save</button></p>", "the button near Alice", "b");
}

#[test]
fn visible_elements_are_never_reported_as_hidden() {
    let html = "<table><tr><td>Eve<td>none<tr><td>Ann<td><button>Delete</button></table><p>Secret</p>\
                <button aria-hidden=true>Ghost</button><button hidden>Gone</button>";
    let near = |description: &str| {
        let page = page(html);
        let Located::Nothing(miss) = locate(&page, description) else { panic!("{description} is found") };
        miss.near.iter().map(|n| format!("{} {}", n.rung, n.mismatch.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(near("the 'Delete' button for Eve")[0], "role other place");
    assert_eq!(near("the third Delete button")[0], "role other place");
    assert_eq!(near("the 'Secret' button"), ["text not clickable"]);
    assert_eq!(near("the 'Delete' link")[0], "role other role");
    assert_eq!(near("the 'Gone' button"), ["text hidden"]);
}

#[test]
fn shadow_trees_and_frames_are_searched() {
    let page = page(
        "<x-a><template shadowrootmode=open><button id=s>Inner save</button></template></x-a>
         <iframe width=200 height=100 srcdoc='<button id=f>Framed</button>'></iframe>",
    );
    for (description, id) in [("inner save", "s"), ("framed button", "f")] {
        let Located::One(meant) = locate(&page, description) else { panic!("{description}") };
        assert_eq!(page.dom().attr(meant.nodes[0], &LocalName::from("id")), Some(id));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Any text is a description; what it means is on the page and visible.
    #[test]
    fn any_text_is_a_description(text in "[ a-z'\"“”.]{0,30}|\\PC{0,30}|(the|a|click|save|'|\"|button| |in|link){0,8}") {
        let page = page(FORM);
        match locate(&page, &text) {
            Located::One(meant) => prop_assert_eq!(meant.nodes.len(), 1),
            Located::Several(meant) => prop_assert!(meant.nodes.len() > 1),
            Located::Comparison(meant, _) => prop_assert!(!meant.nodes.is_empty()),
            Located::Nothing(miss) => prop_assert!(miss.links.len() <= 10),
        }
    }
}
