//! The text of date and time fields.
//!
//! Approx: in the order and words of `en-US`, whatever the locale is.

/// The names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Returns the value of a date or time field of a type as the field shows it.
#[must_use]
pub fn temporal_text(kind: &str, value: &str) -> String {
    let (date, time) = match kind {
        "datetime-local" => value.split_once('T').unwrap_or((value, "")),
        "time" => ("", value),
        _ => (value, ""),
    };
    let mut parts = date.split('-');
    let mut part = |empty: &str| parts.next().filter(|part| !part.is_empty()).unwrap_or(empty).to_owned();
    let clock = || match time.split_once(':').and_then(|(hours, rest)| Some((hours.parse::<u32>().ok()?, rest))) {
        Some((hours, rest)) => {
            let half = if hours < 12 { "AM" } else { "PM" };
            format!("{:02}:{rest} {half}", (hours + 11) % 12 + 1)
        }
        None => "--:-- --".to_owned(),
    };
    match kind {
        "time" => clock(),
        "month" => {
            let (year, month) = (part("----"), part(""));
            let name = month.parse::<usize>().ok().and_then(|month| MONTHS.get(month.checked_sub(1)?));
            format!("{} {year}", name.unwrap_or(&"---------"))
        }
        "week" => {
            let (year, week) = (part("----"), part("--"));
            format!("Week {}, {year}", week.trim_start_matches('W'))
        }
        _ => {
            let (year, month, day) = (part("yyyy"), part("mm"), part("dd"));
            let date = format!("{month}/{day}/{year}");
            if kind == "datetime-local" { format!("{date}, {}", clock()) } else { date }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_in_the_order_of_the_field() {
        for (kind, value, shown) in [
            ("date", "2026-09-15", "09/15/2026"),
            ("date", "", "mm/dd/yyyy"),
            ("time", "00:05", "12:05 AM"),
            ("time", "13:30", "01:30 PM"),
            ("time", "", "--:-- --"),
            ("month", "2026-09", "September 2026"),
            ("month", "", "--------- ----"),
            ("week", "2026-W07", "Week 07, 2026"),
            ("datetime-local", "2026-09-15T12:00", "09/15/2026, 12:00 PM"),
        ] {
            assert_eq!(temporal_text(kind, value), shown, "{kind} {value}");
        }
    }
}
