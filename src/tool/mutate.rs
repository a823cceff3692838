//! `stillpage mutate`

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::score::Scorer;
use super::{
    Answer, Argument, Call, ChoiceValue, FILE, OutputFile, PageFile, Tool, TypedArguments, arguments, to_json,
};
use crate::dom::file_text;
use crate::error::Error;
use crate::safe_text::{PageText, SafeText, put_line, safe};
use crate::simulate::{OPS, Op, PROFILES, Profile, Recipe, Rerender, Written};

const MAX_STEPS: i64 = 1000;
const MAX_SEEDS: i64 = 100_000;

arguments! {
    /// The arguments of `stillpage mutate`.
    struct MutateArguments {
        file: PageFile = FILE,
        seed: usize = Argument::option("seed", "The seed of the random choices").within(0, i64::MAX).default("1"),
        steps: usize = Argument::option("steps", "The number of changes").within(1, MAX_STEPS).default("3"),
        profile: &'static Profile = Argument::option("profile", "The framework to imitate")
            .default("react")
            .detail("How often which change happens, as recorded from apps; chaos does everything equally often."),
        ops: Option<String> = Argument::option("ops", "Only these changes, joined by commas, in place of the profile's"),
        output: Option<OutputFile> = Argument::option("output", "Write the page to this file")
            .detail("Put it beside the original, so that its style sheets are found."),
        truth: Option<OutputFile> = Argument::option("truth", "Write truth and handles to this file, as JSON"),
        score: bool = Argument::option("score", "Count the refs that each resolver finds again"),
        seeds: Option<usize> = Argument::option("seeds", "The number of re-renders to score")
            .within(1, MAX_SEEDS)
            .detail("If not given: 10, on larger pages as many as have 100,000 elements together, and at least 1."),
        decidable: bool = Argument::option(
            "decidable",
            "With --score: leave out re-renders whose truth nothing on the page decides",
        )
        .detail("Duplicates that change places, and navigations. Where only connected nodes decide it, only the resolvers \
                     that are given them are scored."),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "mutate",
    summary: "The page after a simulated re-render, with the ground truth about its elements",
    about: "Re-renders the page as frameworks do: rows are inserted, removed and moved, nodes are replaced or reused for \
            other rows, dialogs open, labels change, attributes are stripped. The same seed gives the same page on every \
            machine. Prints the new page; with --output, writes it to a file and prints the steps.\n\n\
            The ground truth is about widgets, what a user would call the same control: a list keyed by index keeps its \
            nodes and shows other rows on them. Handles are the nodes that are still connected; `stillpage resolve \
            --handles` reads the file.\n\n\
            --score writes nothing: it resolves the refs of the page after each of many re-renders, with stillpage (with \
            and without handles) and with the methods of other tools: the connected node, an attribute on it, or role, \
            name and position. It counts right, WRONG (another widget), refused (the widget is gone) and missed (it is \
            there) answers.\n\n\
            Ops: strip-refs, strip-prefix, strip-unknown, classes, hydrate, hydrate-mismatch, replace, remount, inner-html, \
            clone, skeleton, insert, remove, reorder, index, recycle, morph, renumber, virtual, indexed-names, optimistic-ids, \
            tokens, ids, toast, modal, modal-aria-hidden, bulk-bar, portal, age, tick, column, sort, flip, swap, detail, tab, \
            route, view, language, navigate. Each is described in docs/rerenders.md.\n\n\
            JSON: {\"seed\",\"steps\":[{\"op\",\"what\",\"clarity\"}],\"clarity\",\"navigated\",\"truth\":{index:index|null},\
            \"handles\":{index:index},\"html\"}; with --score {\"seeds\",\"refs\",\"ops\",\"resolvers\":[{\"resolver\",\
            \"right\",\"wrong\",\"refused\",\"missed\",\"wrongPercent\",\"foundPercent\"}],\"mistakes\"}.",
    arguments: MutateArguments::ARGUMENTS,
    examples: &[
        ("mutate page.html --seed 7 -o after.html --truth truth.json", "a re-render, to test a tool of your own with"),
        ("resolve page.html after.html --handles truth.json", "where stillpage finds the refs then"),
        ("mutate page.html --score --seeds 100 --profile vue", "how many refs of this page survive, by resolver"),
        ("mutate page.html --ops index,recycle --steps 1", "one kind of change alone"),
    ],
    run,
};

/// Re-renders that are scored if nothing else is asked for.
const SEEDS: usize = 10;
/// Limit: elements of these re-renders, all in all, so that a large page is answered in seconds.
const SCORED_ELEMENTS: usize = 100_000;

impl ChoiceValue for &'static Profile {
    const WORDS: &'static [&'static str] = &["react", "preact", "vue", "svelte", "morph", "chaos"];
    const VALUES: &'static [Self] =
        &[&PROFILES[0], &PROFILES[1], &PROFILES[2], &PROFILES[3], &PROFILES[4], &PROFILES[5]];
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, surface, given) = (call.page(), call.arguments.surface(), call.given::<MutateArguments>());
    let ops = match &given.ops {
        Some(list) => named(list)?,
        None => given.profile.ops(),
    };
    let seed = given.seed as u64;
    let mut recipe = Recipe { seed, steps: given.steps, ops };
    if given.decidable && !given.score {
        return Err(Error::arguments(
            surface.say("--decidable has no effect without --score"),
            surface.say("add --score"),
        ));
    }
    if given.score {
        let outputs = [("output", &given.output), ("truth", &given.truth)];
        if let Some((name, _)) = outputs.into_iter().find(|(_, file)| file.is_some()) {
            return Err(Error::arguments(
                safe!("{} writes nothing, so {} has no effect", surface.option("score"), surface.option(name)),
                surface.say(
                    "leave one of them out; with --seed and --output each re-render that was scored can be looked at",
                ),
            ));
        }
        let all = given.seeds.unwrap_or_else(|| seeds_for(page.dom().elements_in_order().count()));
        let mut scorer = Scorer::new(page, given.decidable);
        for done in 0..all {
            recipe.seed = seed.wrapping_add(done as u64);
            scorer.run(&recipe);
            (call.progress.0)(done + 1, all, "re-renders");
        }
        return Ok(Box::new(scorer.finish()));
    }
    let rerender = Rerender::apply(page.dom().clone(), &recipe);
    let written = rerender.written();
    let [output, truth] = [given.output, given.truth].map(|file| file.map(|path| path.to_string()));
    Ok(Box::new(Mutated { seed, rerender, written, output, truth }))
}

/// Re-renders to score of a page with this many elements, if nobody asks for a number.
fn seeds_for(elements: usize) -> usize {
    (SCORED_ELEMENTS / elements.max(1)).clamp(1, SEEDS)
}

/// The ops of a list joined by commas, each as often as it is listed.
fn named(list: &str) -> Result<Vec<(Op, u32)>, Error> {
    let op = |name: &str| {
        Op::named(name.trim()).map(|op| (*op, 1)).ok_or_else(|| {
            let names: Vec<&str> = OPS.iter().map(|op| op.name).collect();
            let names = SafeText::join(names.into_iter().map(SafeText::from), ", ");
            Error::arguments(safe!("there is no op `{}`", PageText::of(name.trim())), safe!("the ops are {}", names))
        })
    };
    list.split(',').map(op).collect()
}

struct Mutated {
    seed: u64,
    rerender: Rerender,
    written: Written,
    output: Option<String>,
    truth: Option<String>,
}

impl Mutated {
    fn report(&self) -> Value {
        let steps: Vec<Value> = self
            .rerender
            .steps()
            .iter()
            .map(|step| json!({ "op": step.op, "what": step.what, "clarity": step.clarity.as_str() }))
            .collect();
        // Sorted as numbers are.
        let truth: serde_json::Map<String, Value> =
            self.written.truth.iter().enumerate().map(|(from, &to)| (from.to_string(), to.into())).collect();
        let handles: BTreeMap<usize, usize> = self.written.handles.iter().copied().collect();
        let handles: serde_json::Map<String, Value> =
            handles.into_iter().map(|(from, to)| (from.to_string(), to.into())).collect();
        json!({
            "seed": self.seed,
            "steps": steps,
            "clarity": self.rerender.clarity().as_str(),
            "navigated": self.rerender.navigated(),
            "truth": truth,
            "handles": handles,
        })
    }
}

impl Answer for Mutated {
    fn text(&self) -> SafeText {
        if self.output.is_none() {
            return SafeText::verbatim(self.written.html.clone());
        }
        let mut out = SafeText::new();
        for (i, step) in self.rerender.steps().iter().enumerate() {
            put_line!(out, "{}. {}: {}", i + 1, step.op, PageText::of(&step.what));
        }
        let there = self.written.truth.iter().filter(|to| to.is_some()).count();
        let all = self.written.truth.len();
        put_line!(
            out,
            "# {0} of {1} elements are still there, {2} of {1} nodes; the truth is decidable: {3}",
            there,
            all,
            self.written.handles.len(),
            match self.rerender.clarity().as_str() {
                "plain" => "from the pages",
                "with handles" => "from the pages and the handles",
                _ => "no",
            }
        );
        out
    }

    fn json(&self) -> String {
        let mut report = self.report();
        if let (None, Value::Object(map)) = (&self.output, &mut report) {
            map.insert("html".to_owned(), self.written.html.clone().into());
        }
        to_json(&report)
    }

    fn files(&self) -> Vec<(String, String)> {
        let page = self.output.clone().map(|path| (path, file_text(self.written.html.clone())));
        let truth = self.truth.clone().map(|path| (path, format!("{}\n", self.report())));
        page.into_iter().chain(truth).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{ChoiceValue as _, OPS, Profile, TOOL, seeds_for};

    #[test]
    fn help_names_every_op() {
        let listed = TOOL.about.split("Ops: ").nth(1).and_then(|rest| rest.split(". ").next()).unwrap_or_default();
        let names: Vec<&str> = listed.split(',').map(str::trim).collect();
        assert_eq!(names, OPS.iter().map(|op| op.name).collect::<Vec<_>>());
    }

    #[test]
    fn profiles_have_their_names() {
        let names: Vec<&str> = <&Profile>::VALUES.iter().map(|profile| profile.name).collect();
        assert_eq!(names, <&Profile>::WORDS);
    }

    #[test]
    fn large_pages_are_scored_less_often() {
        assert_eq!([0, 10_000, 20_000, 100_000, 500_000].map(seeds_for), [10, 10, 5, 1, 1]);
    }
}
