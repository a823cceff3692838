//! The value of an `input`, type by type: sanitization, numbers, steps.

use time::{Date, Month, Weekday};

use super::color::color_value;
use crate::dom::{ElementData, local_name, ns};

/// The state of the `type` attribute of an `input`.
///
/// <https://html.spec.whatwg.org/#attr-input-type>
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputType {
    Hidden,
    Text,
    Search,
    Tel,
    Url,
    Email,
    Password,
    Date,
    Month,
    Week,
    Time,
    DatetimeLocal,
    Number,
    Range,
    Color,
    Checkbox,
    Radio,
    File,
    Submit,
    Image,
    Reset,
    Button,
}

const KEYWORDS: &[(&str, InputType)] = &[
    ("hidden", InputType::Hidden),
    ("text", InputType::Text),
    ("search", InputType::Search),
    ("tel", InputType::Tel),
    ("url", InputType::Url),
    ("email", InputType::Email),
    ("password", InputType::Password),
    ("date", InputType::Date),
    ("month", InputType::Month),
    ("week", InputType::Week),
    ("time", InputType::Time),
    ("datetime-local", InputType::DatetimeLocal),
    ("number", InputType::Number),
    ("range", InputType::Range),
    ("color", InputType::Color),
    ("checkbox", InputType::Checkbox),
    ("radio", InputType::Radio),
    ("file", InputType::File),
    ("submit", InputType::Submit),
    ("image", InputType::Image),
    ("reset", InputType::Reset),
    ("button", InputType::Button),
];

impl InputType {
    /// The type of an element; `None` if it is not an HTML `input`.
    #[must_use]
    pub fn of(element: &ElementData) -> Option<Self> {
        if element.name.local != local_name!("input") || element.name.ns != ns!(html) {
            return None;
        }
        let keyword = element.attr(&local_name!("type")).unwrap_or("text");
        Some(KEYWORDS.iter().find(|(name, _)| keyword.eq_ignore_ascii_case(name)).map_or(Self::Text, |&(_, t)| t))
    }

    /// True if `checked` applies: a checkbox or a radio button.
    #[must_use]
    pub fn is_checkable(self) -> bool {
        matches!(self, Self::Checkbox | Self::Radio)
    }

    /// True if the user types the value, so that `readonly` applies.
    #[must_use]
    pub fn is_typed(self) -> bool {
        self.is_text() || self.is_temporal() || self == Self::Number
    }

    /// True for a field of one line of text, numbers excluded.
    #[must_use]
    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Search | Self::Tel | Self::Url | Self::Email | Self::Password)
    }

    /// True for dates and times.
    #[must_use]
    pub fn is_temporal(self) -> bool {
        matches!(self, Self::Date | Self::Month | Self::Week | Self::Time | Self::DatetimeLocal)
    }

    /// True for a button that submits its form.
    #[must_use]
    pub fn is_submit(self) -> bool {
        matches!(self, Self::Submit | Self::Image)
    }

    /// True for every kind of button.
    #[must_use]
    pub fn is_button(self) -> bool {
        self.is_submit() || matches!(self, Self::Reset | Self::Button)
    }

    /// True if the value is a number at heart, so that `min`, `max` and `step` apply.
    #[must_use]
    pub(super) fn is_steppable(self) -> bool {
        self.is_temporal() || matches!(self, Self::Number | Self::Range)
    }

    /// Returns `true` for the types that `required` applies to.
    #[must_use]
    pub(super) fn may_be_required(self) -> bool {
        !self.is_button() && !matches!(self, Self::Hidden | Self::Range | Self::Color)
    }
}

/// `value` of an `input`.
///
/// <https://html.spec.whatwg.org/#value-sanitization-algorithm>
pub(super) fn input_value(element: &ElementData, kind: InputType) -> String {
    let raw = element.attr(&local_name!("value"));
    let value = raw.unwrap_or_default();
    match kind {
        InputType::Text | InputType::Search | InputType::Tel | InputType::Password => without_newlines(value),
        InputType::Url => without_newlines(value).trim_matches(is_html_space).to_owned(),
        InputType::Email => {
            let value = without_newlines(value);
            if element.attr(&local_name!("multiple")).is_some() {
                let all: Vec<_> = value.split(',').map(|one| ascii_domain(one.trim_matches(is_html_space))).collect();
                all.join(",")
            } else {
                ascii_domain(value.trim_matches(is_html_space))
            }
        }
        InputType::Date | InputType::Month | InputType::Week | InputType::Time | InputType::Number => {
            if number(kind, value).is_some() { value.to_owned() } else { String::new() }
        }
        InputType::DatetimeLocal => normalized_datetime(value).unwrap_or_default(),
        InputType::Range => range_value(element),
        InputType::Color => color_value(value),
        InputType::Checkbox | InputType::Radio => raw.unwrap_or("on").to_owned(),
        InputType::File => String::new(),
        InputType::Hidden | InputType::Submit | InputType::Image | InputType::Reset | InputType::Button => {
            value.to_owned()
        }
    }
}

fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0C' | '\r')
}

fn without_newlines(value: &str) -> String {
    value.chars().filter(|c| !matches!(c, '\n' | '\r')).collect()
}

/// Chrome: the host of an email address is turned to ASCII.
fn ascii_domain(address: &str) -> String {
    let Some((user, domain)) = address.rsplit_once('@') else { return address.to_owned() };
    if domain.is_ascii() {
        return address.to_owned();
    }
    match url::Host::parse(domain) {
        Ok(host) => format!("{user}@{host}"),
        Err(_) => address.to_owned(),
    }
}

/// <https://html.spec.whatwg.org/#range-state-(type=range)>
fn range_value(element: &ElementData) -> String {
    let attr = |name| element.attr(&name).and_then(parse_number);
    let min = attr(local_name!("min")).unwrap_or(0.0);
    let max = attr(local_name!("max")).unwrap_or(100.0).max(min);
    let given = attr(local_name!("value"));
    let value = given.unwrap_or(min + (max - min) / 2.0).clamp(min, max);
    let base = attr(local_name!("min")).or(given).unwrap_or(0.0);
    let value = match step(element, InputType::Range) {
        None => value,
        Some(step) => {
            let mut stepped = base + ((value - base) / step).round() * step;
            if stepped > max {
                stepped -= step;
            }
            if stepped < min {
                stepped += step;
            }
            // Sums of steps like 0.1 are not exact; what was meant has few digits.
            let rounded = (stepped * 1e9).round() / 1e9;
            if (min..=max).contains(&rounded) { rounded } else { value }
        }
    };
    format!("{value}")
}

/// The value of a number or range field after `count` steps up (down if negative); `None` if that changes nothing.
///
/// <https://html.spec.whatwg.org/#dom-input-stepup>
pub fn stepped(element: &ElementData, kind: InputType, count: f64) -> Option<String> {
    if !matches!(kind, InputType::Number | InputType::Range) {
        return None;
    }
    let attr = |name| element.attr(&name).and_then(parse_number);
    let is_range = kind == InputType::Range;
    let min = attr(local_name!("min")).or(is_range.then_some(0.0));
    let max = attr(local_name!("max")).or(is_range.then_some(100.0));
    let step = step(element, kind).unwrap_or(1.0);
    let before = parse_number(&input_value(element, kind)).unwrap_or_default();
    let base = attr(local_name!("min")).unwrap_or_default();
    let steps = (before - base) / step;
    // What is between two steps goes to the next one first.
    let on_step = (steps - steps.round()).abs() < 1e-9 * steps.abs().max(1.0);
    let steps = match count > 0.0 {
        _ if on_step => steps.round() + count,
        true => steps.floor() + count,
        false => steps.ceil() + count,
    };
    let highest = max.map(|max| ((max - base) / step + 1e-9).floor());
    let steps = highest.map_or(steps, |highest| steps.min(highest));
    let lowest = min.map(|min| ((min - base) / step - 1e-9).ceil());
    let steps = lowest.map_or(steps, |lowest| steps.max(lowest));
    // Sums of steps like 0.1 are not exact; what was meant has few digits.
    let value = ((base + steps * step) * 1e9).round() / 1e9;
    let wrong_way = (value < before) == (count > 0.0) && (value - before).abs() > 1e-9;
    ((value - before).abs() > 1e-12 && !wrong_way).then(|| format!("{value}"))
}

/// The allowed step, in the unit of [`number`]; `None` for `any`.
pub(super) fn step(element: &ElementData, kind: InputType) -> Option<f64> {
    let (default, scale) = match kind {
        InputType::Date => (1.0, DAY),
        InputType::Week => (1.0, 7.0 * DAY),
        InputType::Time | InputType::DatetimeLocal => (60.0, 1000.0),
        _ => (1.0, 1.0),
    };
    let step = element.attr(&local_name!("step"));
    if step.is_some_and(|step| step.eq_ignore_ascii_case("any")) {
        return None;
    }
    Some(step.and_then(parse_number).filter(|&step| step > 0.0).unwrap_or(default) * scale)
}

const DAY: f64 = 86_400_000.0;

/// The value as a number: itself, months since 1970, or milliseconds since the epoch or midnight. `None` if it is not valid
/// for the type, and for types without numbers.
pub(super) fn number(kind: InputType, value: &str) -> Option<f64> {
    match kind {
        InputType::Number | InputType::Range => parse_number(value),
        InputType::Date => date(value),
        InputType::Month => {
            let (year, month) = month(value)?;
            Some(f64::from((year - 1970) * 12 + month - 1))
        }
        InputType::Week => {
            let (year, week) = value.split_once("-W")?;
            let (year, week) = (digits(year, 4)?, u8::try_from(two(week)?).ok()?);
            Date::from_iso_week_date(year, week, Weekday::Monday).ok().map(milliseconds)
        }
        InputType::Time => time(value),
        InputType::DatetimeLocal => {
            let (day, clock) = value.split_once(['T', ' '])?;
            Some(date(day)? + time(clock)?)
        }
        _ => None,
    }
}

/// <https://html.spec.whatwg.org/#valid-floating-point-number>
fn parse_number(value: &str) -> Option<f64> {
    let (mantissa, exponent) = match value.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (value, None),
    };
    let mantissa = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let valid = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || all_digits(whole)) && all_digits(fraction),
        None => all_digits(mantissa),
    } && exponent.is_none_or(|e| all_digits(e.strip_prefix(['-', '+']).unwrap_or(e)));
    valid.then(|| value.parse().ok()).flatten().filter(|number: &f64| number.is_finite())
}

fn digits(text: &str, least: usize) -> Option<i32> {
    if text.len() < least || text.len() > 6 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|&number| least < 4 || number > 0)
}

fn two(text: &str) -> Option<i32> {
    (text.len() == 2).then(|| digits(text, 2)).flatten()
}

fn month(value: &str) -> Option<(i32, i32)> {
    let (year, month) = value.split_once('-')?;
    let (year, month) = (digits(year, 4)?, two(month)?);
    (1..=12).contains(&month).then_some((year, month))
}

fn date(value: &str) -> Option<f64> {
    let (rest, day) = value.rsplit_once('-')?;
    let ((year, month), day) = (month(rest)?, two(day)?);
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year, month, u8::try_from(day).ok()?).ok().map(milliseconds)
}

/// Milliseconds from the epoch to the start of a day.
fn milliseconds(date: Date) -> f64 {
    const EPOCH: i32 = 2_440_588;
    f64::from(date.to_julian_day() - EPOCH) * DAY
}

fn time(value: &str) -> Option<f64> {
    let mut parts = value.split(':');
    let (hour, minute) = (two(parts.next()?)?, two(parts.next()?)?);
    let (mut second, mut millis) = (0, 0.0);
    if let Some(rest) = parts.next() {
        let (whole, fraction) = match rest.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (rest, None),
        };
        second = two(whole)?;
        if let Some(fraction) = fraction {
            if !(1..=3).contains(&fraction.len()) || !fraction.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            millis = format!("0.{fraction}").parse::<f64>().ok()? * 1000.0;
        }
    }
    (parts.next().is_none() && hour < 24 && minute < 60 && second < 60)
        .then(|| f64::from((hour * 60 + minute) * 60 + second) * 1000.0 + millis)
}

/// <https://html.spec.whatwg.org/#concept-datetime-local-value-normalization>: `T`, and the shortest time.
fn normalized_datetime(value: &str) -> Option<String> {
    number(InputType::DatetimeLocal, value)?;
    let (day, clock) = value.split_once(['T', ' '])?;
    let clock = if clock.contains('.') { clock.trim_end_matches('0').trim_end_matches('.') } else { clock };
    let clock = match clock.strip_suffix(":00") {
        Some(short) if short.contains(':') => short,
        _ => clock,
    };
    Some(format!("{day}T{clock}"))
}

/// <https://html.spec.whatwg.org/#valid-e-mail-address>
pub(super) fn is_email(address: &str) -> bool {
    let Some((user, domain)) = address.split_once('@') else { return false };
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    !user.is_empty()
        && user.bytes().all(|b| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&b))
        && domain.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{Dom, ParseOptions};

    fn check(markup: &str, expected: &str) {
        let dom = Dom::parse(markup.as_bytes(), &ParseOptions::default());
        let element = dom.elements_in_order().filter_map(|n| dom.element(n)).last().unwrap();
        assert_eq!(input_value(element, InputType::of(element).unwrap()), expected, "{markup}");
    }

    // Chromium's own answers.
    #[test]
    fn value_is_sanitized_by_type() {
        check("<input>", "");
        check("<input value='a&#10;b'>", "ab");
        check("<input type=nonsense value=x>", "x");
        check("<input type=url value=' http://x&#10;y '>", "http://xy");
        check("<input type=email value=' a@b '>", "a@b");
        check("<input type=email value='a@\u{fc}.de'>", "a@xn--tda.de");
        check("<input type=email multiple value=' a@b , c@d '>", "a@b,c@d");
        check("<input type=checkbox>", "on");
        check("<input type=submit>", "");
        check("<input type=button value='a&#10;b'>", "a\nb");
        check("<input type=file value=q>", "");
        check("<input type=color value=#ABCDEF>", "#abcdef");
    }

    #[test]
    fn value_of_a_number_is_valid_or_empty() {
        for (value, expected) in [
            ("abc", ""),
            (" 5 ", ""),
            ("+5", ""),
            ("5.", ""),
            (".5", ".5"),
            ("1e3", "1e3"),
            ("-1", "-1"),
            ("1e999", ""),
        ] {
            check(&format!("<input type=number value='{value}'>"), expected);
        }
    }

    #[test]
    fn value_of_a_range_is_on_a_step() {
        check("<input type=range>", "50");
        check("<input type=range value=abc min=10 max=20>", "15");
        check("<input type=range value=200>", "100");
        check("<input type=range value=-3 min=0 step=2>", "0");
        check("<input type=range value=7 step=5>", "7");
        check("<input type=range min=0 max=1 step=0.1 value=0.55>", "0.6");
        check("<input type=range min=10 max=5>", "10");
        check("<input type=range min=0 max=3>", "2");
        check("<input type=range min=0 max=1 step=any>", "0.5");
        check("<input type=range min=0 max=5 step=2>", "2");
    }

    #[test]
    fn value_of_dates_and_times_is_valid_or_empty() {
        for (kind, value, expected) in [
            ("date", "2020-02-30", ""),
            ("date", "2020-02-29", "2020-02-29"),
            ("date", "1900-02-29", ""),
            ("month", "2020-13", ""),
            ("week", "2020-W53", "2020-W53"),
            ("week", "2021-W53", ""),
            ("time", "25:00", ""),
            ("time", "12:30:15.500", "12:30:15.500"),
            ("datetime-local", "2020-01-01 12:30", "2020-01-01T12:30"),
            ("datetime-local", "2020-01-01T12:30:00", "2020-01-01T12:30"),
            ("datetime-local", "2020-01-01T12:30:15.50", "2020-01-01T12:30:15.5"),
            ("datetime-local", "2020-01-01T12:00", "2020-01-01T12:00"),
        ] {
            check(&format!("<input type={kind} value='{value}'>"), expected);
        }
    }

    #[test]
    fn number_of_a_date_counts_from_the_epoch() {
        let days = |kind, value| number(kind, value).map(|milliseconds| milliseconds / DAY);
        let date = |value| days(InputType::Date, value);
        assert_eq!(date("1970-01-01"), Some(0.0), "epoch");
        assert_eq!(date("2000-03-01"), Some(11_017.0), "leap century");
        assert_eq!(date("1969-12-29"), Some(-3.0), "before");
        assert_eq!(date("1900-02-29"), None, "no leap year");
        assert_eq!(date("275760-09-13"), Some(100_000_000.0), "the last day of ECMAScript");
        let week = |value| days(InputType::Week, value);
        assert_eq!(week("1970-W01"), Some(-3.0), "the week of January 4th");
        assert_eq!((week("2020-W53"), week("2021-W53")), (Some(18_624.0), None), "long and short years");
    }
}
