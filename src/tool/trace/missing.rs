//! The elements that come near a locator that finds nothing.

use std::cmp::Reverse;

use crate::aria::Exposure;
use crate::dom::NodeId;
use crate::page::Page;
use crate::search::javascript::WrittenLocator;
use crate::search::playwright::steps::{Step, compile};
use crate::search::playwright::{RoleOptions, TextRule};
use crate::text::normalize;

/// The elements near a locator.
pub(super) enum Nearest {
    /// Elements that it would find, were they not hidden from the accessibility tree.
    Hidden(Vec<NodeId>),
    /// The elements that it finds without this call.
    Without(String, Vec<NodeId>),
    /// Elements of its kind whose names have the most in common with what it looks for.
    Named(Vec<NodeId>),
}

/// The elements nearest to a locator that finds none.
pub(super) fn nearest(page: &Page, locator: &WrittenLocator) -> Option<Nearest> {
    let steps = locator.steps()?;
    let find = |steps: &[Step]| {
        let found = compile(steps).and_then(|selector| selector.find(page, page.dom().document()));
        found.ok().filter(|found| !found.is_empty())
    };
    if let Some((Step::Role(role, options), before)) = steps.split_last() {
        let wanted = words(&options.name.as_ref().map(text_of).unwrap_or_default());
        let any = RoleOptions { name: None, include_hidden: true, ..options.clone() };
        let all: Vec<Step> = before.iter().cloned().chain([Step::Role(*role, any)]).collect();
        let is_hidden = |node: &NodeId| {
            let is_hidden = page.aria().get(*node).is_none_or(|known| known.exposure.contains(Exposure::HIDDEN));
            // Nothing is named by what is hidden: what it says has to do.
            let label = page.dom().attr(*node, &"aria-label".into()).unwrap_or_default();
            let own = words(&format!("{label} {}", page.dom().text_content(*node)));
            is_hidden && wanted.iter().all(|word| own.contains(word))
        };
        let hidden: Vec<NodeId> = find(&all).unwrap_or_default().into_iter().filter(is_hidden).collect();
        if !hidden.is_empty() {
            return Some(Nearest::Hidden(hidden));
        }
    }
    // Conditions first: without them it is still the same kind of element.
    for at in (0..steps.len()).rev() {
        let is_condition = matches!(
            steps.get(at),
            Some(Step::And(_) | Step::Has(..) | Step::HasText(..) | Step::Visible(_) | Step::Nth(_))
        );
        let without: Vec<Step> = steps.iter().take(at).chain(steps.iter().skip(at + 1)).cloned().collect();
        if is_condition
            && !without.is_empty()
            && let Some(found) = find(&without)
        {
            let call = steps.get(at).map(|step| WrittenLocator::print_steps(std::slice::from_ref(step)))?;
            return Some(Nearest::Without(call, found));
        }
    }
    let (last, before) = steps.split_last()?;
    let (kind, wanted) = match last {
        Step::Role(role, options) => {
            let text = options.name.as_ref().map(text_of).unwrap_or_default();
            (Step::Role(*role, RoleOptions::default()), text)
        }
        Step::Label(rule) => (Step::Css("input, textarea, select".to_owned()), text_of(rule)),
        Step::Attribute(_, "placeholder", rule) => (Step::Css("input, textarea".to_owned()), text_of(rule)),
        Step::Text(rule) => {
            (Step::Css("a, button, label, h1, h2, h3, h4, p, li, td, th, span".to_owned()), text_of(rule))
        }
        _ => return None,
    };
    let mut all = before.to_vec();
    all.push(kind);
    // Where it was looked for may be gone itself.
    let found = find(&all).or_else(|| find(all.get(before.len()..).unwrap_or_default()))?;
    let wanted = words(&wanted);
    let mut ranked: Vec<(Reverse<usize>, usize, NodeId)> = found
        .into_iter()
        .map(|node| {
            let known = page.aria().get(node).map(|known| known.name.to_string()).filter(|name| !name.is_empty());
            let own = words(&known.unwrap_or_else(|| page.dom().text_content(node)));
            let shared = own.iter().filter(|word| wanted.contains(word)).count();
            (Reverse(shared), own.len().abs_diff(wanted.len()), node)
        })
        .collect();
    let most = ranked.iter().map(|(shared, _, _)| shared.0).max().unwrap_or(0);
    if most == 0 {
        // Nothing has a word in common: of a role, all there are.
        return matches!(last, Step::Role(..))
            .then(|| Nearest::Named(ranked.into_iter().map(|(_, _, node)| node).collect()));
    }
    ranked.retain(|(shared, _, _)| shared.0 == most);
    ranked.sort_by_key(|(shared, longer, _)| (*shared, *longer));
    let least = ranked.first().map_or(0, |(_, longer, _)| *longer);
    ranked.retain(|(_, longer, _)| *longer == least);
    Some(Nearest::Named(ranked.into_iter().map(|(_, _, node)| node).collect()))
}

fn text_of(rule: &TextRule) -> String {
    match rule {
        TextRule::Part(text) | TextRule::Exact(text) => text.clone(),
        TextRule::Regex(source, _) => source.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect(),
    }
}

fn words(text: &str) -> Vec<String> {
    let text = normalize(text).to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}
