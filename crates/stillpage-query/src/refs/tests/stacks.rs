//! Rows of forms, planners and lists as further applications render them again.

use super::rerenders::check;

/// A numbered group of a form.
fn berth(n: u32, boat: &str, harbour: &str, tag: &str) -> String {
    let at = n - 1;
    format!(
        "<fieldset><legend>Berth {n}</legend>\
         <div class=line><label for=b_{at}_boat>Boat</label><input id=b_{at}_boat name=berths[{at}][boat] value='{boat}' data-t={tag}-boat></div>\
         <div class=line><label for=b_{at}_port>Harbour</label><input id=b_{at}_port name=berths[{at}][port] value='{harbour}'></div>\
         <button data-t={tag}>Give up</button></fieldset>"
    )
}

#[test]
fn a_numbered_group_of_a_form_is_known_by_what_is_filled_in() {
    let before = berth(1, "Albatross", "Kiel", "alba")
        + &berth(2, "Mermaid", "Husum", "merm")
        + &berth(3, "Plover", "Emden", "plov");
    let without_first = berth(1, "Mermaid", "Husum", "merm") + &berth(2, "Plover", "Emden", "plov");
    check(
        &before,
        &without_first,
        &[("merm", "merm"), ("merm-boat", "merm-boat"), ("plov", "plov"), ("alba", "-"), ("alba-boat", "-")],
    );
    let swapped = berth(1, "Mermaid", "Husum", "merm")
        + &berth(2, "Albatross", "Kiel", "alba")
        + &berth(3, "Plover", "Emden", "plov");
    check(&before, &swapped, &[("alba", "alba"), ("merm", "merm"), ("plov", "plov")]);
}

#[test]
fn groups_with_the_same_values_are_twins_whatever_their_numbers() {
    let lap = |n: u32, tag: &str| {
        format!(
            "<li data-n={tag}><span>Lap {n}</span><input type=number name=laps[{n}] value=400><button data-t={tag}>Drop</button></li>"
        )
    };
    let list = |laps: &str| format!("<ul>{laps}<li><button>Add a lap</button></li></ul>");
    check(&list(&(lap(1, "a") + &lap(2, "b"))), &list(&lap(1, "a")), &[("a", "-"), ("b", "-")]);
}

fn planner(days: &[[(&str, &str); 3]; 2]) -> String {
    let cell = |(dish, tag): &(&str, &str)| {
        format!(
            "<td><div><b>{dish}</b><span> for 4 </span><button data-t={tag} aria-label='One more'>+</button></div></td>"
        )
    };
    let row = |(meal, dishes): (&str, &[(&str, &str); 3])| {
        format!("<tr><th scope=row>{meal}</th>{}</tr>", dishes.iter().map(cell).collect::<String>())
    };
    let rows: String = ["Lunch", "Dinner"].into_iter().zip(days).map(row).collect();
    format!(
        "<table><thead><tr><th></th><th scope=col>Mon</th><th scope=col>Tue</th><th scope=col>Wed</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}

#[test]
fn a_control_of_a_planner_is_about_what_its_cell_shows() {
    let lunch = [("Soup", "soup"), ("Curry", "curry"), ("Pizza", "pizza")];
    let dinner = [("Noodles", "noodles"), ("Stew", "stew"), ("Salad", "salad")];
    let swapped = [("Stew", "stew"), ("Noodles", "noodles"), ("Salad", "salad")];
    check(
        &planner(&[lunch, dinner]),
        &planner(&[lunch, swapped]),
        &[("soup", "soup"), ("salad", "salad"), ("noodles", "-"), ("stew", "-")],
    );
    let other_lunch = [("Toast", "toast"), ("Curry", "curry"), ("Pizza", "pizza")];
    check(
        &planner(&[lunch, dinner]),
        &planner(&[other_lunch, dinner]),
        &[("soup", "-"), ("pizza", "pizza"), ("curry", "curry"), ("stew", "stew")],
    );
}

fn cards(cards: &[(&str, &str, &str)]) -> String {
    let card = |(title, details, tag): &(&str, &str, &str)| {
        let details = if details.is_empty() { String::new() } else { format!("<p>{details}</p>") };
        format!(
            "<article class=card><h3>{title}</h3>{details}<div><button data-t={tag}>Advance</button><button>Edit</button></div></article>"
        )
    };
    cards.iter().map(card).collect()
}

#[test]
fn details_that_all_rows_lose_or_get_say_nothing_of_them() {
    let full =
        cards(&[("Mow", "Ann, garden", "mow"), ("Paint", "Ben, shed", "paint"), ("Sweep", "Cid, yard", "sweep")]);
    let compact = cards(&[("Mow", "", "mow"), ("Paint", "", "paint"), ("Sweep", "", "sweep")]);
    let same = [("mow", "mow"), ("paint", "paint"), ("sweep", "sweep")];
    check(&full, &compact, &same);
    check(&compact, &full, &same);
}

#[test]
fn a_row_keeps_its_name_while_another_text_changes() {
    let before =
        cards(&[("Mow", "Ann, garden", "mow"), ("Paint", "Ben, shed", "paint"), ("Sweep", "Cid, yard", "sweep")]);
    let after =
        cards(&[("Mow", "Ann, garden", "mow"), ("Paint", "Dora, attic", "paint"), ("Sweep", "Cid, yard", "sweep")]);
    check(&before, &after, &[("paint", "paint")]);
}

#[test]
fn a_menu_that_opens_in_a_row_leaves_the_row() {
    let track = |title: &str, menu: &str, tag: &str| {
        format!(
            "<li><b>{title}</b> <span>Nora Lind</span><button data-t={tag}>Play</button><button>More</button>{menu}</li>"
        )
    };
    let menu = "<div role=menu><button role=menuitem>Put into the queue</button><button role=menuitem>Take from the list</button>\
                <button role=menuitem>Make a copy</button><button role=menuitem>Show the artist</button></div>";
    let list = |menu: &str| {
        format!(
            "<ul>{}{}{}</ul>",
            track("Tidal", "", "tidal"),
            track("Grove", menu, "grove"),
            track("Ember", "", "ember")
        )
    };
    check(&list(""), &list(menu), &[("grove", "grove"), ("tidal", "tidal")]);
    check(&list(menu), &list(""), &[("grove", "grove")]);
}

#[test]
fn a_text_that_is_being_edited_is_still_the_text_of_its_row() {
    let note = |text: &str, open: bool, tag: &str| {
        let body = match open {
            true => format!("<form><textarea aria-label='Edit note'>{text}</textarea><button>Save</button></form>"),
            false => format!("<p>{text}</p>"),
        };
        format!("<li>{body}<button data-t={tag}>Pin</button><button>Share</button></li>")
    };
    let list = |open: bool| {
        format!(
            "<ul>{}{}{}</ul>",
            note("Buy oars", false, "oars"),
            note("Call Lene", open, "call"),
            note("Fix roof", false, "roof")
        )
    };
    check(&list(false), &list(true), &[("call", "call"), ("oars", "oars")]);
    check(&list(true), &list(false), &[("call", "call")]);
}

#[test]
fn twins_say_nothing_of_the_number_in_the_heading_above() {
    let visit = |who: &str, at: &str, tag: &str| {
        format!("<li><time>{at}</time> <b>{who}</b> <i>Trim</i><button data-t={tag}>Move</button></li>")
    };
    let day = |free: u32, visits: &str| format!("<h2>Monday, {free} free</h2><ul>{visits}</ul>");
    let rest =
        visit("Ida Holm", "09:30", "a") + &visit("Karl Mey", "10:00", "karl") + &visit("Lis Berg", "11:00", "lis");
    let rest = rest + &visit("Ole Rank", "12:00", "ole") + &visit("Ida Holm", "14:00", "b");
    let before = day(2, &(visit("Pia Lund", "09:00", "pia") + &rest));
    check(&before, &day(3, &rest), &[("karl", "karl"), ("lis", "lis"), ("ole", "ole"), ("pia", "-")]);
}

#[test]
fn number_of_one_of_several_buttons_is_no_count() {
    let week = |days: [u32; 3]| {
        // The buttons keep their nodes in their order.
        let button = |(at, day)| format!("<button data-t=d{day} data-n={at}>Day {day}</button>");
        let days: String = days.into_iter().enumerate().map(button).collect();
        let sorts = "<button>Cheapest</button><button>Fastest</button>";
        format!("<h1>Flights</h1><div class=bar>{days}</div><div class=bar>{sorts}</div>")
    };
    check(&week([1, 2, 3]), &week([2, 3, 4]), &[("d1", "-")]);
}

#[test]
fn parts_of_a_known_row_keep_their_words_while_numbers_change() {
    let flight = |name: &str, fares: [u32; 2], tag: &str| {
        let [basic, flex] = fares;
        format!(
            "<li><div><b>{name}</b><button>Details</button></div>\
             <div><button data-t={tag}-b>Basic ${basic}</button><button data-t={tag}-f>Flex ${flex}</button></div></li>"
        )
    };
    let list = |rows: &[String]| format!("<ul>{}</ul>", rows.concat());
    let before = list(&[flight("KX 204", [50, 95], "k"), flight("BZ 718", [75, 140], "z")]);
    let after = list(&[flight("BZ 718", [82, 151], "z"), flight("KX 204", [60, 110], "k")]);
    check(&before, &after, &[("k-b", "k-b"), ("k-f", "k-f"), ("z-b", "z-b"), ("z-f", "z-f")]);
}
