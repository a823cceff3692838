//! The actions of a trace with the states around them.

use rustc_hash::FxHashMap;

use super::{Action, Phase, Trace};
use crate::recording::Moment;
use crate::recording::state::RecordedAction;
use crate::recording::step::RecordedStep;

impl Trace {
    /// Its actions that have a state of a page, and those of the test that failed without one, in the order of time.
    pub(in crate::recording) fn steps(&self) -> Vec<RecordedStep> {
        let start = self.moments.first().and_then(|&key| self.moment(key)).map_or(0.0, |first| first.timestamp);
        let mut steps: Vec<RecordedStep> = Vec::new();
        let mut step_of: FxHashMap<&str, usize> = FxHashMap::default();
        for (at, (&key, state)) in self.moments.iter().zip(&self.states).enumerate() {
            let Some(snapshot) = self.moment(key) else { continue };
            let call = &*snapshot.call;
            let Some(action) = self.actions.get(call).filter(|action| !action.method.is_empty()) else { continue };
            let known = *step_of.entry(call).or_insert_with(|| {
                steps.push(step(call, action, state.time));
                steps.len() - 1
            });
            let step = &mut steps[known];
            (step.page, step.url) = (state.page.clone(), state.url.clone());
            let place = match snapshot.phase {
                Phase::Before => &mut step.before,
                Phase::Action => &mut step.during,
                Phase::After => &mut step.after,
            };
            *place = Some(Moment(at));
        }
        let alone = self.actions.iter().filter(|(call, action)| {
            action.is_of_test
                && action.error.is_some()
                && matches!(&*action.method, "expect" | "pw:api")
                && !step_of.contains_key(&***call)
        });
        let alone: Vec<RecordedStep> = alone
            .map(|(call, action)| {
                let end = action.end.unwrap_or(action.start);
                let last = self.moments.iter().rposition(|&key| self.moment(key).is_some_and(|s| s.timestamp <= end));
                let state = last.and_then(|last| self.states.get(last));
                RecordedStep {
                    after: last.map(Moment),
                    page: state.map(|state| state.page.clone()).unwrap_or_default(),
                    url: state.map(|state| state.url.clone()).unwrap_or_default(),
                    ..step(call, action, action.start - start)
                }
            })
            .collect();
        steps.extend(alone);
        steps.sort_by(|a, b| a.time.total_cmp(&b.time).then_with(|| a.id.cmp(&b.id)));
        steps
    }
}

fn step(call: &str, action: &Action, time: f64) -> RecordedStep {
    RecordedStep {
        id: call.to_owned(),
        time,
        page: String::new(),
        url: String::new(),
        action: RecordedAction {
            method: action.method.clone(),
            locator: action.locator.clone().or_else(|| action.selector.clone()),
            point: action.point,
            value: action.value.clone(),
        },
        selector: action.selector.clone(),
        expectation: action.expectation.clone(),
        error: action.error.clone(),
        is_unfinished: action.end.is_none() && action.error.is_none(),
        log: action.log.clone(),
        source: action.source.clone(),
        before: None,
        during: None,
        after: None,
        node: None,
    }
}
