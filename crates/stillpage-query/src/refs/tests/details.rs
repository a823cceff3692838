//! Tests of rows that were opened and of the details below them.

use super::rerenders::check;

/// A record: the number of its link, its name, and the parts that are shown while it is open, each with its sign and number.
type Record<'a> = (u32, &'a str, &'a [(&'a str, &'a str, &'a str)]);

/// A table of records. `grouped`: each is a `tbody` of its own.
fn table(records: &[Record<'_>], grouped: bool) -> String {
    let record = |&(number, name, parts): &Record<'_>| {
        let part = |(sign, part, took): &(&str, &str, &str)| {
            format!("<li><span>{sign} {part} {took} min</span><button data-t={part}-{number}>Repeat</button></li>")
        };
        let details: String = parts.iter().map(part).collect();
        let details = match details.is_empty() {
            true => details,
            false => format!("<tr><td colspan=3><ul>{details}</ul></td></tr>"),
        };
        let row = format!(
            "<tr><td>done</td><td><a href=/batch/{number}>{name}</a></td><td><button data-t=pin-{number}>Pin</button></td></tr>{details}"
        );
        if grouped { format!("<tbody>{row}</tbody>") } else { row }
    };
    let rows: String = records.iter().map(record).collect();
    format!("<h1>Batches</h1><table><tr><th>State<th>Batch<th></tr>{rows}</table>")
}

const STEPS: &[(&str, &str, &str)] = &[("✔", "soak", "40"), ("✖", "press", "12"), ("–", "dry", "90")];
const OTHER_STEPS: &[(&str, &str, &str)] = &[("✔", "soak", "41"), ("✔", "press", "15"), ("✔", "dry", "90")];

#[test]
fn details_belong_to_the_row_above_them() {
    for grouped in [false, true] {
        let before = table(&[(11, "Oak", &[]), (12, "Elm", STEPS), (13, "Fir", &[])], grouped);
        let none = [("soak-12", "-"), ("press-12", "-"), ("dry-12", "-")];
        let another = table(&[(11, "Oak", &[]), (12, "Elm", &[]), (13, "Fir", OTHER_STEPS)], grouped);
        check(&before, &another, &[&none[..], &[("pin-12", "pin-12"), ("pin-13", "pin-13")]].concat());
        let next = table(&[(14, "Yew", &[]), (15, "Ash", OTHER_STEPS), (16, "Box", &[])], grouped);
        check(&before, &next, &[&none[..], &[("pin-12", "-")]].concat());
        let later = table(&[(12, "Elm", OTHER_STEPS), (11, "Oak", &[])], grouped);
        check(&before, &later, &[("soak-12", "soak-12"), ("press-12", "press-12"), ("pin-11", "pin-11")]);
    }
}

#[test]
fn the_sign_before_the_name_of_a_part_is_no_part_of_it() {
    let list = |signs: [&str; 2]| {
        format!(
            "<ul><li><span>{} soak 12 min</span><button data-t=soak>Repeat</button></li>\
             <li><span>{} press 3 min</span><button data-t=press>Repeat</button></li></ul>",
            signs[0], signs[1]
        )
    };
    check(&list(["◌", "–"]), &list(["✔", "◌"]), &[("soak", "soak"), ("press", "press")]);
}

#[test]
fn rows_as_wide_as_the_table_above_others_are_headings() {
    let table = |first: &str| {
        format!(
            "<table><tbody><tr><td colspan=2>North <b>open</b> <button data-t=north>Fold</button></td></tr>{first}\
             <tr><td>Birch</td><td>4</td></tr><tr><td colspan=2>South <b>shut</b> <button data-t=south>Fold</button></td></tr>\
             <tr><td>Cedar</td><td>6</td></tr></tbody></table>"
        )
    };
    let before = table("");
    let after = table("<tr><td>Alder</td><td>9</td></tr>").replace("<tr><td>Birch</td><td>4</td></tr>", "");
    check(&before, &after, &[("north", "north"), ("south", "south")]);
}
