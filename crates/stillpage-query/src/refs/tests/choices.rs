//! Rows under tabs and filters, and what stays when titles, languages and nodes change around them.

use super::rerenders::check;

/// Two days of a ferry, of which the first or the second is shown.
fn timetable(second: bool, rows: &[(&str, &str, &str)]) -> String {
    let row = |(name, what, tag): &(&str, &str, &str)| {
        format!("<li><b>{name}</b> <span>{what}</span> <button data-t={tag}>Book</button></li>")
    };
    format!(
        "<div role=tablist><button role=tab aria-selected={}>Today</button><button role=tab aria-selected={second}>Tomorrow</button></div>\
         <ul>{}</ul>",
        !second,
        rows.iter().map(row).collect::<String>()
    )
}

#[test]
fn rows_with_other_words_under_another_tab_are_others() {
    let today = [("Dawn", "car deck", "a"), ("Noon", "foot only", "b"), ("Dusk", "car deck", "c")];
    let tomorrow = [("Dawn", "foot only", "d"), ("Noon", "foot only", "e"), ("Dusk", "car deck", "f")];
    check(&timetable(false, &today), &timetable(true, &tomorrow), &[("a", "-"), ("b", "-"), ("c", "-")]);
    // The same change without another tab is news about the same rows.
    let news = [("Dawn", "foot only", "a"), ("Noon", "foot only", "b"), ("Dusk", "car deck", "c")];
    check(&timetable(false, &today), &timetable(false, &news), &[("b", "b"), ("c", "c")]);
}

#[test]
fn a_tab_that_filters_keeps_its_rows() {
    let all = [("Dawn", "car deck", "a"), ("Noon", "foot only", "b"), ("Dusk", "car deck", "c")];
    check(&timetable(false, &all), &timetable(true, &[all[0], all[2]]), &[("a", "a"), ("b", "-"), ("c", "c")]);
    check(&timetable(false, &[all[1]]), &timetable(true, &all), &[("b", "b")]);
    let other = [all[1], ("Night", "car deck", "d")];
    check(&timetable(false, &all), &timetable(true, &other), &[("a", "-"), ("b", "-")]);
}

#[test]
fn rows_with_keys_are_the_same_under_every_tab() {
    let linked = |second: bool, rows: &[(u32, &str, &str)]| {
        let row = |(id, what, tag): &(u32, &str, &str)| {
            format!("<li><a href=/trip/{id}>Trip</a> <span>{what}</span> <button data-t={tag}>Book</button></li>")
        };
        let pressed = |on: bool| format!("<button aria-pressed={on}>");
        format!(
            "<div role=group>{}Open</button>{}Full</button></div><ul>{}</ul>",
            pressed(!second),
            pressed(second),
            rows.iter().map(row).collect::<String>()
        )
    };
    let before = linked(false, &[(5, "by bus", "a"), (6, "by rail", "b"), (7, "on foot", "c")]);
    let after = linked(true, &[(6, "by rail", "b"), (7, "on foot", "c"), (9, "by bus", "d")]);
    check(&before, &after, &[("a", "-"), ("b", "b"), ("c", "c")]);
}

#[test]
fn the_bar_of_a_card_stays_with_its_title() {
    let board = |cards: &[(&str, &str, &str)]| {
        let card = |(title, by, tag): &(&str, &str, &str)| {
            format!(
                "<article><div class=r><b>{title}</b><input type=checkbox aria-label=Pick></div>\
                 <div class=r>{by}<button data-t={tag}-take>Take</button><button data-t={tag}-bin>Bin</button></div></article>"
            )
        };
        format!("<main>{}</main>", cards.iter().map(card).collect::<String>())
    };
    let kept = "<span>Kept by <b>Nils</b></span>";
    let before = board(&[("Lost key", kept, "a"), ("Wet floor", "", "b"), ("No heating", kept, "c")]);
    let other = board(&[("Broken pane", kept, "d"), ("Loud fan", "", "e")]);
    check(&before, &other, &[("a-take", "-"), ("b-take", "-"), ("c-bin", "-")]);
    let moved = board(&[("No heating", kept, "c"), ("Lost key", kept, "a"), ("Wet floor", "", "b")]);
    check(&before, &moved, &[("a-take", "a-take"), ("c-bin", "c-bin")]);
}

#[test]
fn nodes_that_show_other_rows_do_not_tell_copies_apart() {
    let list = |rows: &[(&str, &str)]| {
        let row = |(at, (name, tag)): (usize, &(&str, &str))| {
            format!("<li data-n=r{at}>{name} <button data-n=b{at} data-t={tag}>Drop</button></li>")
        };
        format!("<ul>{}</ul>", rows.iter().enumerate().map(row).collect::<String>())
    };
    // The nodes stay where they are and show the rows of their places.
    let before = list(&[("Yarrow", "y"), ("Sage", "s1"), ("Mint", "m"), ("Sage", "s2"), ("Dill", "d")]);
    let after = list(&[("Mint", "m"), ("Sage", "s1"), ("Dill", "d"), ("Sage", "s2"), ("Yarrow", "y")]);
    check(&before, &after, &[("m", "m"), ("d", "d"), ("s1", "-"), ("s2", "-")]);
}

#[test]
fn a_page_without_rows_of_data_may_be_translated() {
    let page = |[title, skip, hint, back, next, report]: [&str; 6], data: &str| {
        format!(
            "<header><b>{title}</b><button data-t=report>{report}</button></header>\
             <main><div role=group aria-label={data}><label><input type=radio data-t=one>{data} one</label>\
             <label><input type=radio data-t=two>{data} two</label></div>\
             <button data-t=skip>{skip}</button><button data-t=hint>{hint}</button>\
             <button data-t=back>{back}</button><button data-t=next>{next}</button></main>"
        )
    };
    let english = page(["Exam", "Skip", "Show a hint", "Back", "Next", "Report"], "Granite");
    let french = page(["Examen", "Passer", "Voir un indice", "Retour", "Suivant", "Signaler"], "Granite");
    check(&english, &french, &[("skip", "skip"), ("next", "next"), ("report", "report"), ("one", "one")]);
    // Where labels around stayed, what changed is another view.
    let other = page(["Exam", "Merge", "Split up", "Cut", "Paste", "Report"], "Granite");
    check(&english, &other, &[("skip", "-"), ("next", "-")]);
}

#[test]
fn navigation_is_not_about_the_title_of_the_page() {
    let page = |title: &str, which: &str| {
        format!(
            "<main><section><h1>{title}</h1><p>{which}</p><button data-t=pay>Pay</button></section>\
             <nav aria-label=Bills><button data-t=one>1</button><button data-t=two>2</button></nav></main>"
        )
    };
    check(
        &page("Bill of May", "rent"),
        &page("Bill of June", "heating"),
        &[("one", "one"), ("two", "two"), ("pay", "-")],
    );
}

#[test]
fn rows_stay_while_their_heading_is_open_for_editing() {
    let page = |head: &str, rows: &[(&str, &str)]| {
        let row = |(name, tag): &(&str, &str)| format!("<li>{name} <button data-t={tag}>Play</button></li>");
        format!("<main><div>{head}</div><ul>{}</ul></main>", rows.iter().map(row).collect::<String>())
    };
    let rows = [("Heron", "h"), ("Siskin", "s"), ("Wren", "w")];
    let before = page("<h2>Birds</h2><button>Rename</button>", &rows);
    let edited = page("<input aria-label='Name of the list'><button>Save</button>", &rows);
    check(&before, &edited, &[("h", "h"), ("w", "w")]);
    check(&before, &page("<h2>Songs</h2><button>Rename</button>", &rows), &[("h", "-"), ("w", "-")]);
    let other = page("<input aria-label='Name of the list'><button>Save</button>", &[("Heron", "x"), ("Robin", "y")]);
    check(&before, &other, &[("h", "-"), ("w", "-")]);
}
