//! Named values as options of the library.

use serde_json::Value;
use stillpage::actions::Policy;
use stillpage::markdown::{Favor, MarkdownOptions};
use stillpage::{AgentViewOptions, ColorScheme, Device, ModalMode, SnapshotMode, SnapshotOptions};

use crate::{Failure, Named};

/// Limit: CSS px of a window's side; Chromium's own limit on what it lays out is of that order.
const MAX_SIDE: f64 = 1_000_000.0;

pub(crate) fn text<'a>(named: &'a Named, name: &str) -> Option<&'a str> {
    named.get(name)?.as_str()
}

pub(crate) fn required<'a>(named: &'a Named, name: &str) -> Result<&'a str, Failure> {
    text(named, name).ok_or_else(|| Failure::argument(&format!("{name} is missing, or not a string"), "pass a string"))
}

pub(crate) fn flag(named: &Named, name: &str) -> bool {
    named.get(name).and_then(Value::as_bool).unwrap_or_default()
}

pub(crate) fn count(named: &Named, name: &str) -> Result<Option<usize>, Failure> {
    match named.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().and_then(|count| usize::try_from(count).ok()) {
            Some(count) => Ok(Some(count)),
            None => {
                Err(Failure::argument(&format!("{name} is {value}, not a count"), "pass a whole number, 0 or more"))
            }
        },
    }
}

/// A choice of words; the first is the default.
pub(crate) fn choice<T: Copy>(named: &Named, name: &str, words: &[(&str, T)]) -> Result<T, Failure> {
    let Some(&(_, default)) = words.first() else { return Err(Failure::argument(name, "there is no choice")) };
    match named.get(name) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => match words.iter().find(|(word, _)| value.as_str() == Some(word)) {
            Some(&(_, found)) => Ok(found),
            None => {
                let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
                Err(Failure::argument(&format!("{name} is {value}"), &format!("pass one of {}", known.join(", "))))
            }
        },
    }
}

pub(crate) fn number(value: &Value, name: &str, range: std::ops::RangeInclusive<f64>) -> Result<f64, Failure> {
    value.as_f64().filter(|number| range.contains(number)).ok_or_else(|| {
        let hint = format!("pass a number from {} to {}", range.start(), range.end());
        Failure::argument(&format!("{name} is {value}"), &hint)
    })
}

/// The device to show a page on.
pub(crate) fn device(named: &Named) -> Result<Device, Failure> {
    device_like(Device::desktop(), named)
}

/// The device to show a page on, beginning with another one; what is given overrides it.
pub(crate) fn device_like(base: Device, named: &Named) -> Result<Device, Failure> {
    let given = |name: &str| named.get(name).filter(|value| !value.is_null());
    let mut device = match text(named, "device") {
        None => base,
        Some(name) => Device::named(name).ok_or_else(|| {
            let hint = "use one of Playwright's names, such as \"iPhone 15\" or \"Desktop Chrome\"";
            Failure::argument(&format!("no device is called {name:?}"), hint)
        })?,
    };
    if let Some(viewport) = given("viewport") {
        let side = |name: &str| number(viewport.get(name).unwrap_or(&Value::Null), name, 1.0..=MAX_SIDE);
        device = device.viewport(side("width")?, side("height")?);
    }
    #[expect(clippy::cast_possible_truncation, reason = "in a range that an f32 has")]
    if let Some(scale) = given("deviceScaleFactor") {
        device = device.scale(number(scale, "deviceScaleFactor", 0.01..=10.0)? as f32);
    }
    if let Some(mobile) = given("isMobile") {
        device = device.mobile(mobile == &Value::Bool(true));
    }
    if let Some(touch) = given("hasTouch") {
        device = device.touch(touch == &Value::Bool(true));
    }
    if given("colorScheme").is_some() {
        let schemes = [("light", ColorScheme::Light), ("dark", ColorScheme::Dark)];
        device = device.color_scheme(choice(named, "colorScheme", &schemes)?);
    }
    if given("reducedMotion").is_some() {
        device = device.reduced_motion(choice(named, "reducedMotion", &[("no-preference", false), ("reduce", true)])?);
    }
    if let Some(locale) = text(named, "locale") {
        device = device.locale(locale);
    }
    #[expect(clippy::cast_possible_truncation, reason = "in a range that an f32 has")]
    if let Some(y) = given("scrollY") {
        device = device.scroll(0.0, number(y, "scrollY", 0.0..=1e8)? as f32);
    }
    Ok(device)
}

pub(crate) fn snapshot(named: &Named) -> Result<SnapshotOptions, Failure> {
    let mode = choice(named, "mode", &[("ai", SnapshotMode::Ai), ("default", SnapshotMode::Default)])?;
    let options = SnapshotOptions::default().mode(mode).boxes(flag(named, "boxes"));
    Ok(match count(named, "depth")? {
        Some(depth) => options.depth(depth),
        None => options,
    })
}

/// The comments of readers, kept if they are asked for.
pub(crate) fn agent_view(named: &Named) -> Result<AgentViewOptions, Failure> {
    let modals = [("mark", ModalMode::Mark), ("drop", ModalMode::Drop), ("off", ModalMode::Off)];
    let max_tokens = count(named, "maxTokens")?;
    if max_tokens.is_some_and(|tokens| tokens < AgentViewOptions::MIN_TOKENS) {
        let hint = format!("pass {} or more", AgentViewOptions::MIN_TOKENS);
        return Err(Failure::argument("maxTokens is too small for any page", &hint));
    }
    let modal = choice(named, "modal", &modals)?;
    let mut options = AgentViewOptions::default().modal(modal).unseen(flag(named, "suspicious"));
    options.max_tokens = max_tokens;
    Ok(options)
}

pub(crate) fn markdown(named: &Named) -> Result<MarkdownOptions, Failure> {
    let favors = [("balance", Favor::Balance), ("precision", Favor::Precision), ("recall", Favor::Recall)];
    let favor = choice(named, "favor", &favors)?;
    Ok(MarkdownOptions::default().main(flag(named, "main")).comments(flag(named, "comments")).favor(favor))
}

pub(crate) fn policy(named: &Named) -> Result<Policy, Failure> {
    choice(named, "policy", &[("lineage", Policy::Lineage), ("playwright", Policy::Playwright)])
}
