//! Tests of the evidence of cells, headings, languages and bars about the widgets in and below them.

use super::rerenders::check;

/// A grid as libraries draw it: rows and cells are blocks, all cells of one class.
fn grid(rows: &[(&str, &str)]) -> String {
    let row = |(name, tag): &(&str, &str)| {
        format!(
            "<div role=row class=r><div role=gridcell class=c>{name}</div><div role=gridcell class=c>Shed</div>\
             <div role=gridcell class=c><button data-t={tag}-open>Open</button> <button data-t={tag}-drop>Drop</button></div></div>"
        )
    };
    format!("<div role=grid>{}</div>", rows.iter().map(row).collect::<String>())
}

#[test]
fn cells_are_parts_of_their_row() {
    let before = grid(&[("Rake", "r"), ("Hoe", "h"), ("Saw", "s")]);
    check(
        &before,
        &grid(&[("Saw", "s"), ("Rake", "r")]),
        &[("r-open", "r-open"), ("s-drop", "s-drop"), ("h-drop", "-")],
    );
}

fn month(days: &[(&str, &str, &str)]) -> String {
    let day = |(date, what, tag): &(&str, &str, &str)| {
        format!(
            "<td role=gridcell data-date={date}><div class=ev><b>{what}</b><button data-t={tag}>Cancel</button></div>\
             <div class=ev><b>Note</b></div></td>"
        )
    };
    format!("<table role=grid><tbody><tr>{}</tr></tbody></table>", days.iter().map(day).collect::<String>())
}

#[test]
fn the_day_of_a_cell_is_part_of_what_is_in_it() {
    let before = month(&[
        ("2031-04-07", "Rehearsal", "mon"),
        ("2031-04-08", "Rehearsal", "tue"),
        ("2031-04-09", "Visit", "wed"),
    ]);
    let next =
        month(&[("2031-04-14", "Rehearsal", "mon2"), ("2031-04-15", "Fair", "tue2"), ("2031-04-16", "Visit", "wed2")]);
    check(&before, &next, &[("mon", "-"), ("tue", "-"), ("wed", "-")]);
    let moved =
        month(&[("2031-04-07", "Rehearsal", "mon"), ("2031-04-08", "Visit", "wed"), ("2031-04-09", "Fair", "new")]);
    check(&before, &moved, &[("mon", "mon"), ("tue", "-"), ("wed", "wed")]);
}

#[test]
fn controls_of_a_row_differ_by_the_header_of_their_column() {
    let week = |days: [&str; 2], tags: [&str; 2]| {
        format!(
            "<table><thead><tr><th>Hour<th>{}<th>{}</thead><tbody><tr><td>09:00<td><button data-t={}9>Book</button>\
             <td><button data-t={}9>Book</button><tr><td>10:00<td><button>Book</button><td><button>Book</button></tbody></table>",
            days[0], days[1], tags[0], tags[1]
        )
    };
    let before = week(["Mon 5", "Tue 6"], ["mon", "tue"]);
    check(&before, &week(["Tue 6", "Wed 7"], ["tue", "wed"]), &[("tue9", "tue9"), ("mon9", "-")]);
    check(&before, &week(["Mon 12", "Tue 13"], ["x", "y"]), &[("mon9", "-"), ("tue9", "-")]);
    check(&before, &week(["Mon 5 ▲", "Tue 6"], ["mon", "tue"]), &[("mon9", "mon9"), ("tue9", "tue9")]);
}

fn lane(name: &str, cards: &[&str], add: &str) -> String {
    let card = |card: &&str| format!("<article><h3>{card}</h3><button data-t={card}>Move</button></article>");
    let cards: String = cards.iter().map(card).collect();
    format!("<section class=lane><h2>{name}</h2>{cards}<form><button data-t={add}>Add</button></form></section>")
}

#[test]
fn a_heading_that_counts_its_rows_stays_the_heading() {
    let before = lane("Open<i>3</i>", &["Oak", "Elm", "Ash"], "a") + &lane("Shut<i>0</i>", &[], "b");
    let after = lane("Open<i>2</i>", &["Oak", "Ash"], "a") + &lane("Shut<i>1</i>", &["Elm"], "b");
    check(&before, &after, &[("Oak", "Oak"), ("Elm", "Elm"), ("a", "a"), ("b", "b")]);
}

#[test]
fn a_heading_with_another_number_over_other_rows_is_another() {
    let bill = |number: u32, rows: &[&str]| lane(&format!("Bill {number}"), rows, "pay");
    check(&bill(1042, &["Nails", "Glue"]), &bill(1043, &["Nails", "Paint"]), &[("Nails", "-"), ("pay", "-")]);
}

#[test]
fn a_heading_is_about_its_own_section() {
    let page = |who: &str| {
        format!(
            "<main><aside><h2>{who}</h2><p>Since May</p><button data-t=call>Call</button></aside>\
             <ul><li>Fern <button data-t=fern>Water</button></li><li>Moss <button data-t=moss>Water</button></li></ul></main>"
        )
    };
    check(&page("Ines"), &page("Karl"), &[("fern", "fern"), ("moss", "moss"), ("call", "-")]);
}

#[test]
fn an_arrow_is_no_part_of_a_label() {
    let head = |name: &str, age: &str| {
        format!(
            "<table><thead><tr><th><button data-t=n>{name}</button><th><button data-t=a>{age}</button></thead>\
             <tbody><tr><td>Ina<td>30<tr><td>Jan<td>41</tbody></table>"
        )
    };
    check(&head("Name ▲", "Age"), &head("Name", "Age ▼"), &[("n", "n"), ("a", "a")]);
}

#[test]
fn a_row_that_is_edited_has_its_texts_in_fields() {
    let row = |cells: &str, tag: &str| format!("<tr>{cells}<td><button data-t={tag}>Remove</button>");
    let table = |rows: &[String]| format!("<table><tbody>{}</table>", rows.concat());
    let (b, c) = (row("<td>Birch<td>12 m", "b"), row("<td>Cedar<td>31 m", "c"));
    let shown = table(&[row("<td>Alder<td>18 m", "a"), b.clone(), c.clone()]);
    let edited = table(&[row("<td><input value=Alder><td><input value='18 m'>", "a"), b, c]);
    check(&shown, &edited, &[("a", "a"), ("b", "b")]);
    check(&edited, &shown, &[("a", "a"), ("c", "c")]);
}

/// The words of an application in one language: its bar, then the controls of a row.
type Words<'a> = ([&'a str; 3], [&'a str; 2]);

fn translated(words: Words<'_>, people: &[&str]) -> String {
    let ([find, new, lang], [call, drop]) = words;
    let row = |who: &&str| {
        format!(
            "<li data-n=l{who}>{who}<button data-t={who}-call data-n=c{who}>{call}</button><button data-t={who}-drop data-n=d{who}>{drop}</button></li>"
        )
    };
    let rows: String = people.iter().map(row).collect();
    format!(
        "<header><button data-t=find>{find}</button><button data-t=new>{new}</button><button data-t=lang>{lang}</button></header>\
         <ul>{rows}</ul>"
    )
}

#[test]
fn a_page_in_another_language_has_the_same_widgets() {
    let (english, danish) =
        ((["Find", "New person", "Dansk"], ["Call", "Drop"]), (["Søg", "Ny person", "English"], ["Ring", "Fjern"]));
    let people = ["Ada", "Bo", "Cy"];
    check(
        &translated(english, &people),
        &translated(danish, &people),
        &[("new", "new"), ("lang", "lang"), ("Bo-call", "Bo-call"), ("Cy-drop", "Cy-drop")],
    );
    // Other rows in their places.
    check(&translated(english, &people), &translated(danish, &["Bo", "Cy", "Di"]), &[("new", "-"), ("Ada-call", "-")]);
    // Rows may change their mode in one language.
    let edit = (["Find", "New person", "Dansk"], ["Save", "Revert"]);
    check(&translated(english, &people), &translated(edit, &people), &[("Ada-call", "-"), ("new", "new")]);
}

#[test]
fn a_part_of_a_page_with_other_labels_is_another_view() {
    let page = |links: [&str; 2], words: [&str; 4]| {
        let button = |(word, tag): (&str, &str)| format!("<button data-n={tag} data-t={tag}>{word}</button>");
        let link = |(word, at): (&str, u32)| format!("<li><a href=/{at} data-n=l{at}>{word}</a></li>");
        let links: String = links.into_iter().zip(1..).map(link).collect();
        let words: String = words.into_iter().zip(["a", "b", "c", "d"]).map(button).collect();
        format!("<nav><ul>{links}</ul></nav><main>{words}</main>")
    };
    let view = page(["News", "About"], ["Find", "Apply", "Reject", "Sort"]);
    let other = page(["News", "About"], ["Open", "Write", "Delete", "Move"]);
    check(&view, &other, &[("a", "-"), ("b", "-"), ("d", "-")]);
}

#[test]
fn a_label_that_is_translated_otherwise_than_its_like_is_another() {
    let trees = [
        "Oak", "Elm", "Ash", "Fir", "Yew", "Bay", "Box", "Fig", "Lime", "Pine", "Pear", "Plum", "Palm", "Rowan",
        "Alder", "Beech", "Birch", "Cedar", "Hazel", "Larch",
    ];
    let page = |bar: [&str; 3], buy: &str, other: &str| {
        let row = |name: &str| {
            let label = if name == "Fir" { other } else { buy };
            format!("<li data-n={name}>{name} <button data-n=b{name} data-t={name}>{label}</button></li>")
        };
        let bar: String =
            bar.into_iter().zip(1..).map(|(word, at)| format!("<button data-n={at}>{word}</button>")).collect();
        format!("{bar}<ul>{}</ul>", trees.map(row).concat())
    };
    let before = page(["Find", "New", "All"], "Buy", "Buy");
    let after = page(["Søg", "Ny", "Alle"], "Køb", "Fortryd");
    check(&before, &after, &[("Oak", "Oak"), ("Larch", "Larch"), ("Fir", "-")]);
}

#[test]
fn a_pane_in_a_row_may_show_another_record() {
    let page = |title: &str, pane: &str| {
        format!(
            "<article data-n=a><h1>{title}</h1><p>Kneaded twice</p><section data-n=s><h2>{pane}</h2><button data-n=1 data-t=half>Half</button></section>\
             <button data-n=2 data-t=share>Share</button></article>"
        )
    };
    check(&page("Rye", "Sour dough"), &page("Rye", "Glaze"), &[("half", "-"), ("share", "share")]);
    check(&page("Rye", "Ratings 3"), &page("Rye", "Ratings 4"), &[("half", "half")]);
}

#[test]
fn a_copy_is_not_the_original_whose_action_changed() {
    let button = |node: u32, label: &str, tag: &str| format!("<button data-n={node} data-t={tag}>{label}</button>");
    let before = format!("<p>Page 4</p><div>{}</div>", button(1, "Share", "a"));
    let after = format!("<p>Page 4</p><div>{}{}</div>", button(1, "Undo", "a"), button(9, "Share", "copy"));
    check(&before, &after, &[("a", "-")]);
    let row =
        |node: u32, label: &str, tag: &str| format!("<li data-n=r{node}>Oslo 9:40 {}</li>", button(node, label, tag));
    let other = "<li data-n=o>Bergen 7:15 <button>Details</button></li><li>Vik 6:05 <button>Details</button></li>";
    let (before, after) = (row(1, "Details", "a"), row(1, "Undo", "a") + &row(9, "Details", "copy"));
    check(&format!("<ul>{before}{other}</ul>"), &format!("<ul>{after}{other}</ul>"), &[("a", "-")]);
}

#[test]
fn a_new_node_is_not_the_connected_one_whose_surroundings_changed() {
    let group = |name: &str, node: u32, tag: &str| {
        format!("<div role=group aria-label={name}><button data-n={node} data-t={tag}>Reset</button></div>")
    };
    let before = group("Filters", 1, "a");
    check(&before, &(group("Columns", 1, "a") + &group("Filters", 9, "copy")), &[("a", "-")]);
    check(&before, &group("Filters", 9, "b"), &[("a", "b")]);
}

#[test]
fn a_button_names_its_row_among_rows_that_say_the_same() {
    let row = |name: &str| format!("<li><button data-t={name}>{name}</button> <span>Support</span></li>");
    let other = "<li><button>Tove</button> <span>Billing</span></li>";
    check(&(row("Rui") + &row("Elif") + other), &(other.to_owned() + &row("Elif")), &[("Elif", "Elif"), ("Rui", "-")]);
}

#[test]
fn a_link_may_be_named_after_what_it_leads_to() {
    let list = |first: &str| {
        format!(
            "<ul><li><a href=/trees/7 data-t=a>{first}</a> <i>tall</i></li><li><a href=/trees/8>Pine</a> <i>old</i></li></ul>"
        )
    };
    check(&list("Larch"), &list("European larch"), &[("a", "a")]);
}

#[test]
fn a_bar_of_controls_is_no_row() {
    let bars = |view: &str, bulk: &str| {
        format!(
            "<div class=bar><div class=part><button data-t=prev>Earlier</button><button data-t=next>Later</button></div>\
             <div class=part><button data-t=day>Day</button><button data-t=week>Week</button>{bulk}</div></div><h2>{view}</h2>"
        )
    };
    check(&bars("May", ""), &bars("May", "<button>List</button>"), &[("next", "next"), ("week", "week")]);
}

#[test]
fn numbers_that_count_copies_do_not_tell_them_apart() {
    let form = |rows: &[(&str, &str)]| {
        let row = |(at, (what, tag)): (usize, &(&str, &str))| {
            format!(
                "<fieldset><legend>{}. {what}</legend><input aria-label=Sum value=9><button data-t={tag}>Remove</button></fieldset>",
                at + 1
            )
        };
        format!("<form>{}</form>", rows.iter().enumerate().map(row).collect::<String>())
    };
    let before = form(&[("Taxi", "a"), ("Hotel", "b"), ("Hotel", "c"), ("Hotel", "d"), ("Lunch", "e")]);
    let sorted = form(&[("Hotel", "d"), ("Hotel", "b"), ("Hotel", "c"), ("Lunch", "e"), ("Taxi", "a")]);
    check(&before, &sorted, &[("a", "a"), ("b", "-"), ("c", "-"), ("d", "-"), ("e", "e")]);
}

#[test]
fn the_bar_of_a_card_is_not_that_of_a_card_which_leads_elsewhere() {
    let board = |cards: &[(u32, &str, &str, &str)]| {
        let card = |(id, title, by, tag): &(u32, &str, &str, &str)| {
            let bar = if by.is_empty() { String::new() } else { format!("<span>Kept by <b>{by}</b></span>") };
            format!(
                "<article><div class=r><a href=/case/{id}>{title}</a><span>{id} minutes</span></div>\
                 <div class=r>{bar}<button data-t={tag}-close>Close</button><button data-t={tag}-bin>Bin</button></div></article>"
            )
        };
        format!("<main>{}</main>", cards.iter().map(card).collect::<String>())
    };
    let before = board(&[(31, "Lost key", "Nils", "a"), (32, "Wet floor", "", "b"), (33, "No heating", "", "c")]);
    let other = board(&[(41, "Broken pane", "", "d"), (42, "Lost key", "Nils", "e"), (43, "Noise", "", "f")]);
    check(&before, &other, &[("a-close", "-"), ("a-bin", "-"), ("b-close", "-")]);
    let moved = board(&[(33, "No heating", "", "c"), (31, "Lost key", "Nils", "a")]);
    check(&before, &moved, &[("a-close", "a-close"), ("c-bin", "c-bin"), ("b-bin", "-")]);
}

#[test]
fn a_form_in_another_language_is_translated_by_labels_that_come_again() {
    let form = |[save, add, back, next]: [&str; 4], [job, firm, post, remove]: [&str; 4], values: &[(&str, &str)]| {
        let group = |(at, (name, title)): (usize, &(&str, &str))| {
            format!(
                "<fieldset><legend>{job} {}</legend><label>{firm}<input data-t=firm{at} value={name:?}></label>\
                 <label>{post}<input data-t=post{at} value={title:?}></label><button data-t=remove{at}>{remove}</button></fieldset>",
                at + 1
            )
        };
        let groups: String = values.iter().enumerate().map(group).collect();
        format!(
            "<header><button data-t=save>{save}</button></header><main><form>{groups}<button data-t=add>{add}</button>\
             <button data-t=back>{back}</button><button data-t=next>{next}</button></form></main>"
        )
    };
    let values = [("", "Cook"), ("", "Cook"), ("", "")];
    let english = ["Save", "Add a job", "Back", "Continue"];
    let before = form(english, ["Job", "Company", "Position", "Remove"], &values);
    let german = ["Sichern", "Stelle anlegen", "Zurück", "Weiter"];
    let after = form(german, ["Stelle", "Firma", "Beruf", "Entfernen"], &values);
    check(&before, &after, &[("firm0", "firm0"), ("post1", "post1"), ("remove2", "remove2"), ("next", "next")]);
    // A form about something else, in the same page and the same language.
    let other = form(english, ["School", "Name of school", "Degree", "Delete"], &[("", ""), ("", ""), ("", "")]);
    check(&before, &other, &[("firm0", "-"), ("remove2", "-")]);
}

#[test]
fn rows_of_a_table_are_the_same_as_cards() {
    let files = [("plan.pdf", "Ada Petrov"), ("budget.xlsx", "Omar Diaz"), ("logo.png", "Chen Li")];
    let table = |files: &[(&str, &str)]| {
        let row = |(at, (name, owner)): (usize, &(&str, &str))| {
            format!(
                "<tr><td><button>{name}</button><td>{owner}<td>{at} KB<td><button data-t=star{at} aria-label=Star>*</button>"
            )
        };
        let rows: String = files.iter().enumerate().map(row).collect();
        format!("<main><h1>Files</h1><table><thead><tr><th>Name<th>Owner<th>Size<th>Marks<tbody>{rows}</table></main>")
    };
    let cards = |files: &[(&str, &str)]| {
        let card = |(at, (name, owner)): (usize, &(&str, &str))| {
            format!(
                "<div class=card><h3>{name}</h3><p>{owner}</p><button data-t=star{at} aria-label=Star>*</button></div>"
            )
        };
        format!("<main><h1>Files</h1><div>{}</div></main>", files.iter().enumerate().map(card).collect::<String>())
    };
    let all = [("star0", "star0"), ("star1", "star1"), ("star2", "star2")];
    check(&table(&files), &cards(&files), &all);
    check(&cards(&files), &table(&files), &all);
    // Other files of the same people are other rows, and so are the same in another order.
    let none = [("star0", "-"), ("star1", "-"), ("star2", "-")];
    let others = [("map.svg", "Omar Diaz"), ("tax.pdf", "Ada Petrov"), ("song.mp3", "Chen Li")];
    check(&table(&files), &cards(&others), &none);
    check(&table(&files), &cards(&[files[0], files[1]]), &none);
}

#[test]
fn what_is_below_a_date_or_a_title_is_another_thing_below_another_one() {
    let flights = |day: &str, rows: &[&str]| {
        let row = |time: &&str| format!("<li><b>{time}</b> Fjord Air <button data-t={time}>Book</button></li>");
        format!("<main><h1>To Rome</h1><h2>{day}</h2><ul>{}</ul></main>", rows.iter().map(row).collect::<String>())
    };
    let few = flights("3 May", &["07:10", "09:40"]);
    check(&few, &flights("3 May", &["07:10", "09:40", "18:05"]), &[("07:10", "07:10"), ("09:40", "09:40")]);
    check(&few, &flights("4 May", &["07:10", "09:40", "18:05"]), &[("07:10", "-"), ("09:40", "-")]);
    let product = |name: &str| {
        format!(
            "<main><h1>{name}</h1><button data-t=add>Add to cart</button><h2>Reviews</h2><ul><li>Ada: great \
             <button data-t=help>Helpful</button></li><li>Bo: too small <button>Helpful</button></li></ul></main>"
        )
    };
    check(&product("Lamp"), &product("Kettle"), &[("add", "-"), ("help", "-")]);
}

#[test]
fn days_of_a_calendar_are_those_of_its_month() {
    let calendar = |month: &str| {
        let days: String =
            (1..=28).map(|day| format!("<div class=day><button data-t=d{day}>{day}</button></div>")).collect();
        format!(
            "<main><div class=bar><button data-t=back aria-label=Back>&lt;</button><h2>{month}</h2>\
             <button data-t=new>New event</button></div><div class=grid>{days}</div></main>"
        )
    };
    check(&calendar("May 2026"), &calendar("May 2026"), &[("d7", "d7"), ("new", "new")]);
    check(&calendar("May 2026"), &calendar("June 2026"), &[("d7", "-"), ("d21", "-")]);
}

#[test]
fn picture_of_a_dialog_is_what_it_is_about() {
    let photo = |alt: &str| {
        format!(
            "<main><h1>Photos</h1></main><div role=dialog aria-label=Photo><img src=x.jpg alt={alt:?}>\
             <button data-t=share>Share</button></div>"
        )
    };
    check(&photo("A heron"), &photo("A heron"), &[("share", "share")]);
    check(&photo("A heron"), &photo("Two swans"), &[("share", "-")]);
}

#[test]
fn rows_that_read_alike_are_of_the_page_that_was_shown() {
    let wiki = |pages: &[&str], current: &str, blocks: usize| {
        let link = |page: &&str| {
            let mark = if *page == current { " aria-current=page" } else { "" };
            format!("<a href='#'{mark}>{page}</a>")
        };
        let links: String = pages.iter().map(link).collect();
        let block = |at| {
            format!("<div class=block><textarea aria-label=Text></textarea><button data-t=b{at}>Delete</button></div>")
        };
        let blocks: String = (0..blocks).map(block).collect();
        format!("<nav aria-label=Pages>{links}</nav><main>{blocks}</main>")
    };
    let before = wiki(&["Garden", "Kitchen"], "Garden", 6);
    check(&before, &wiki(&["Attic", "Garden", "Kitchen"], "Attic", 6), &[("b0", "-"), ("b5", "-")]);
}

#[test]
fn rows_that_are_grouped_by_something_else_are_known_by_a_link_or_by_many_words() {
    let row = |text: &str, tag: &str| format!("<li>{text}<button data-t={tag}>Mark as read</button></li>");
    let group = |name: &str, rows: &[String]| format!("<section><h2>{name}</h2><ul>{}</ul></section>", rows.concat());
    let linked = [row("<a href=/n/1>Ada wrote</a>", "a"), row("<a href=/n/2>Ben wrote</a>", "b")];
    let by_day = group("Today", &linked);
    let by_kind = group("Letters", &linked);
    check(&by_day, &by_kind, &[("a", "a"), ("b", "b")]);
    let long = [row("Ada asked for your opinion of a plan", "a"), row("Ben sent two photographs from Rome", "b")];
    let app = |group: String| format!("<h1>Inbox</h1>{group}");
    check(&app(group("Today", &long)), &app(group("Letters", &long)), &[("a", "a"), ("b", "b")]);
    // Another title may be another account.
    check(&group("Today", &long), &group("Letters", &long), &[("a", "-"), ("b", "-")]);
}
