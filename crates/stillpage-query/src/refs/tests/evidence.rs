//! Tests of evidence for a row or a control, on pages as written by frameworks that nothing was tuned for.

use super::super::fingerprint::Fingerprint;
use super::page;
use super::rerenders::check;

fn seat(place: usize, who: &str, tag: &str) -> String {
    format!(
        "<fieldset data-n={tag}><legend>Seat {place}: {who}</legend><input id=seats_{place}_who name='seats[{place}][who]' value='{who}' \
         aria-label=Passenger data-t={tag} data-n=i{tag}><button data-t={tag}-clear>Clear seat {place}</button></fieldset>"
    )
}

fn seats(of: &[(&str, &str)]) -> String {
    of.iter().enumerate().map(|(at, (who, tag))| seat(at, who, tag)).collect()
}

#[test]
fn an_index_that_counts_siblings_identifies_nothing() {
    let before = seats(&[("Mia", "m"), ("Noa", "n"), ("Otto", "o"), ("Pia", "p")]);
    // Mia's seat is gone, and every number moved up; the nodes are those of the seats before.
    let after = seats(&[("Noa", "n"), ("Otto", "o"), ("Pia", "p")]);
    check(&before, &after, &[("m", "-"), ("n", "n"), ("p-clear", "p-clear"), ("o-clear", "o-clear")]);
    let on_old_nodes = after.replace("data-n=n", "data-n=m").replace("data-n=in", "data-n=im");
    check(&before, &on_old_nodes, &[("m", "-"), ("n", "n"), ("n-clear", "n-clear")]);
}

#[test]
fn the_value_of_a_field_names_a_row_without_words() {
    let line = |what: &str, price: u32, tag: &str| {
        format!(
            "<fieldset><input aria-label=Item value='{what}'><output>{price}</output><button data-t={tag}>Up</button></fieldset>"
        )
    };
    let (a, b, c) = (line("Paint", 12, "a"), line("Brush", 30, "b"), line("Tape", 7, "c"));
    check(&format!("<div>{a}{b}{c}</div>"), &format!("<div>{c}{a}{b}</div>"), &[("a", "a"), ("b", "b"), ("c", "c")]);
    check(&format!("<div>{a}{b}{c}</div>"), &format!("<div>{c}{b}</div>"), &[("a", "-"), ("b", "b")]);
}

#[test]
fn rows_that_read_alike_under_another_heading_are_others() {
    let pane = |who: &str, tag: &str| {
        format!(
            "<aside><h2>{who}</h2><ul><li>Ring back <button data-t={tag}1 data-n=1>Done</button></li>\
             <li>Send papers <button data-t={tag}2 data-n=2>Done</button></li></ul></aside>"
        )
    };
    check(&pane("Lena", "a"), &pane("Marc", "b"), &[("a1", "-"), ("a2", "-")]);
    check(&pane("Lena", "a"), &pane("Lena", "a"), &[("a1", "a1"), ("a2", "a2")]);
}

#[test]
fn a_text_that_all_rows_have_is_no_evidence() {
    let bill = |number: u32, firm: &str, sum: &str, tag: &str| {
        format!(
            "<tr><td>B-{number}<td>{firm}<td>{sum}<td><select aria-label=State><option>Paid<option>Open</select><button data-t={tag}>Print</button>"
        )
    };
    let table = |rows: &[String]| format!("<table><tbody>{}</table>", rows.concat());
    let before = table(&[
        bill(701, "Holt KG", "12 €", "a"),
        bill(702, "Brandt AG", "90 €", "b"),
        bill(705, "Krug SE", "55 €", "k"),
    ]);
    let after = table(&[
        bill(711, "Holt KG", "71 €", "x"),
        bill(702, "Brandt AG", "90 €", "b"),
        bill(705, "Krug SE", "55 €", "k"),
    ]);
    check(&before, &after, &[("a", "-"), ("b", "b"), ("k", "k")]);
}

#[test]
fn another_name_needs_a_key() {
    let who = |name: &str, id: &str, tag: &str| {
        format!(
            "<li><b>{name}</b><span>Night shift</span><i>in 9 minutes</i><input type=hidden name=key value={id}><button data-t={tag} data-n={tag}>Call</button></li>"
        )
    };
    let list = |rows: &[String]| format!("<ul>{}</ul>", rows.concat());
    let others = [who("Ida Falk", "k7", "i"), who("Jon Rau", "k8", "j")].concat();
    let before = list(&[who("Tom Berg", "k5", "t"), others.clone()]);
    check(&before, &list(&[who("Gus Mohn", "k6", "g"), others]), &[("t", "-"), ("j", "j")]);
}

#[test]
fn a_namesake_with_mostly_other_cells_is_ambiguous() {
    let row = |name: &str, job: &str, age: u32, town: &str, tag: &str| {
        format!("<tr><td>{name}<td>{job}<td>{town}<td>{age}<td><button data-t={tag}>Edit</button>")
    };
    let table = |rows: &[String]| format!("<table><tbody>{}</table>", rows.concat());
    let (b, c) = (row("Ben Roth", "Baker", 31, "Ulm", "b"), row("Cleo Sand", "Miller", 47, "Bonn", "c"));
    let before = table(&[row("Abe Lind", "Smith", 52, "Kiel", "a"), b.clone(), c.clone()]);
    check(
        &before,
        &table(&[row("Abe Lind", "Tailor", 38, "Jena", "x"), b.clone(), c.clone()]),
        &[("a", "-"), ("b", "b")],
    );
    check(&before, &table(&[row("Abe Lind", "Smith", 53, "Kiel", "a"), b, c]), &[("a", "a"), ("c", "c")]);
}

#[test]
fn a_target_that_links_share_is_no_key() {
    let row = |name: &str, tag: &str| format!("<li>{name} <a href='#!/' data-t={tag}>Open</a></li>");
    let list = |rows: &[String]| format!("<ul>{}</ul>", rows.concat());
    check(&list(&[row("Fern", "f")]), &list(&[row("Moss", "m")]), &[("f", "-")]);
}

#[test]
fn a_token_ends_no_row() {
    let row = |name: &str, token: &str, tag: &str| {
        format!(
            "<tr><td>{name}<td><form><input type=hidden name=token value={token}><button data-t={tag}>Remove</button></form>"
        )
    };
    let table = |token: &str| {
        format!(
            "<table><tbody>{}{}</table>",
            row("Pine", &format!("{token}a"), "p"),
            row("Larch", &format!("{token}b"), "l")
        )
    };
    check(&table("x91"), &table("q02"), &[("p", "p"), ("l", "l")]);
}

#[test]
fn a_wrapper_around_a_button_is_no_row() {
    let row = |name: &str, tag: &str| {
        format!(
            "<div class=line><p>{name}</p><span class=cell><button data-t={tag}-a>Pause</button></span>\
             <span class=cell><button data-t={tag}-b>Drop</button></span></div>"
        )
    };
    let list = |rows: &[String]| format!("<main>{}</main>", rows.concat());
    let before = list(&[row("Backup", "k"), row("Report", "r"), row("Mail", "m")]);
    let after = list(&[row("Mail", "m"), row("Backup", "k"), row("Import", "i")]);
    check(&before, &after, &[("k-a", "k-a"), ("m-b", "m-b"), ("r-a", "-")]);
}

#[test]
fn a_column_that_ticks_is_no_identity() {
    let row = |name: &str, price: &str, change: &str, tag: &str| {
        format!("<tr><td>{name}<td>{price}<td>{change}<td><button data-t={tag}>Buy at {price}</button>")
    };
    let table = |rows: &[String]| format!("<table><tbody>{}</table>", rows.concat());
    let before =
        table(&[row("Ore", "10.10", "+1%", "o"), row("Tin", "22.40", "-2%", "t"), row("Zinc", "7.05", "+0%", "z")]);
    let after =
        table(&[row("Tin", "22.80", "-1%", "t"), row("Ore", "10.60", "+5%", "o"), row("Zinc", "7.30", "+4%", "z")]);
    check(&before, &after, &[("o", "o"), ("t", "t"), ("z", "z")]);
}

#[test]
fn rows_may_be_labelled_by_a_time() {
    let slot = |time: &str, tag: &str| format!("<li><time>{time}</time><button data-t={tag}>Reserve</button></li>");
    let list = |rows: &[String]| format!("<ul>{}</ul>", rows.concat());
    let before = list(&[slot("09:00", "a"), slot("09:30", "b"), slot("10:00", "c")]);
    check(&before, &list(&[slot("09:30", "b"), slot("10:00", "c")]), &[("a", "-"), ("b", "b"), ("c", "c")]);
}

#[test]
fn a_heading_of_the_section_before_says_nothing_of_the_bar_below() {
    let survey = |question: &str, answers: &str| {
        format!(
            "<h1>Survey</h1><main><div class=card><h2>{question}</h2>{answers}</div>\
             <div class=bar><button data-t=back>Back</button><button data-t=on>Continue</button></div></main>"
        )
    };
    let before = survey("Do you cook?", "<label><input type=radio name=a>Often</label>");
    let after = survey("Do you sing?", "<label><input type=radio name=a>Never</label>");
    check(&before, &after, &[("back", "back"), ("on", "on")]);
}

#[test]
fn a_modal_does_not_change_what_is_under_it() {
    let app = |hidden: &str, modal: &str| {
        format!(
            "<div {hidden}><header><button data-t=new aria-label='New note'>+</button></header><nav aria-label=Views><a href=/all data-t=all>All</a></nav>\
             <ul><li><span>Milk</span><button data-t=milk>Drop</button></li><li><span>Eggs</span><button data-t=eggs>Drop</button></li></ul></div>{modal}"
        )
    };
    let modal = "<div role=dialog aria-label='Sure?'><button>Yes</button></div>";
    check(
        &app("", ""),
        &app("aria-hidden=true", modal),
        &[("new", "new"), ("all", "all"), ("milk", "milk"), ("eggs", "eggs")],
    );
}

#[test]
fn texts_that_a_framework_splits_are_one() {
    let row = |name: &str, split: &str| format!("<li>Player {split}{name}<button>Kick</button></li>");
    let digests = |split: &str| {
        let page = page(&format!("<ul>{}{}</ul>", row("Kim", split), row("Lou", split)));
        let elements: Vec<_> = page.dom().elements_in_order().collect();
        Fingerprint::of(&page, &elements).records.iter().map(|record| record.digest).collect::<Vec<_>>()
    };
    assert_eq!(digests(""), digests("<!-- -->"));
}

#[test]
fn elements_of_open_shadow_trees_have_an_index_after_those_of_the_document() {
    let page = page(
        "<x-menu><template shadowrootmode=open><button data-t=in>Open</button></template></x-menu><p data-t=last>End</p>\
         <x-own><template shadowrootmode=closed><button data-t=never>Own</button></template></x-own>",
    );
    let order = crate::refs::indexed_elements(page.dom());
    let tags = order.iter().filter_map(|&node| page.dom().attr(node, &crate::dom::LocalName::from("data-t")));
    assert_eq!(tags.collect::<Vec<_>>(), ["last", "in"]);
    assert_eq!(order.len(), page.dom().elements_in_order().count() + 1, "those of closed ones have none");
}

#[test]
fn address_that_another_link_has_is_no_key_while_its_name_is_there() {
    let table = |sort: &str, bills: &[(&str, &str)]| {
        let row = |(name, href): &(&str, &str)| format!("<tr><td><a href={href} data-t={name}>{name}</a><td>9 kr");
        let rows: String = bills.iter().map(row).collect();
        format!("<table><thead><tr><th>Bill<th><a href={sort} data-t=amount>Amount</a><tbody>{rows}</table>")
    };
    let before = table("/?open=4", &[("Rent", "/?open=1"), ("Power", "/?open=2")]);
    let after = table("/?open=1", &[("Rent", "/?open=4"), ("Power", "/?open=2")]);
    check(&before, &after, &[("Power", "Power"), ("amount", "-")]);
}

#[test]
fn state_of_a_toggle_does_not_tell_two_rows_apart() {
    let row = |toggle: &str, tag: &str| {
        format!(
            "<li><input aria-label=Passenger><span>No seat</span><button data-t={tag}>{toggle}</button><button>Bag</button><button>Remove</button></li>"
        )
    };
    let list = |rows: &[String]| format!("<ul>{}</ul>", rows.concat());
    let before = list(&[row("Choosing", "a"), row("Choose seat", "b")]);
    check(&before, &list(&[row("Choosing", "b")]), &[("a", "-")]);
}

#[test]
fn heading_that_is_a_button_names_its_row() {
    let hotel = |name: &str, area: &str, price: &str, tag: &str| {
        format!(
            "<article><h3><button>{name}</button></h3><p>{area}, free cancellation</p><b>{price}</b>\
             <div class=bar><button data-t={tag}>Save</button></div></article>"
        )
    };
    let list = |hotels: &[String]| format!("<main>{}</main>", hotels.concat());
    let before = list(&[hotel("Hotel Elm", "Harbour", "$189", "e"), hotel("Inn Oak", "Station", "$90", "o")]);
    let after = list(&[hotel("Hotel Ash", "Harbour", "$61", "a"), hotel("Inn Oak", "Station", "$90", "o")]);
    check(&before, &after, &[("e", "-"), ("o", "o")]);
}
