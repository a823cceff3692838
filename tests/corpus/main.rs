//! Every page and case of `corpus/`, byte for byte as Chromium and Playwright recorded it: `cargo test --test corpus margin-trim`.
//!
//! A recording is `snapshots/<path below corpus>.<mode>.yaml`, made by `scripts/record.mjs` and never edited by hand. A known gap
//! is a `.diff` beside it: the whole difference, asserted as it stands, so that a step forward fails too until the diff is rewritten
//! with `cargo xtask corpus NAME --update`.

mod case;
mod mode;
mod orphans;

use std::path::PathBuf;
use std::sync::Mutex;
use std::{env, thread};

use libtest_mimic::{Arguments, Failed, Trial};
use similar::TextDiff;
use stillpage::Page;

use case::{Sections, root};
use mode::Mode;

/// Pages nest deeply, and unoptimised code takes a large stack for it.
const STACK_BYTES: usize = 64 << 20;

fn main() {
    let mut trials = vec![Trial::test("orphans", || orphans::find().map_err(Failed::from))];
    for file in case::files() {
        let sections = Sections::read(&root().join("corpus").join(&file));
        let names: Vec<Option<String>> = match sections.named.as_slice() {
            [] => vec![None],
            named => named.iter().map(|(name, _)| Some(name.clone())).collect(),
        };
        for (section, mode) in names.iter().flat_map(|name| Mode::ALL.map(|mode| (name, mode))) {
            if mode.covers(&file) {
                let check = Check { file: file.clone(), section: section.clone(), mode };
                trials.push(Trial::test(check.name(), move || check.run_on_deep_stack()));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Held while a gap is written: the sections of a file share one.
static WRITING: Mutex<()> = Mutex::new(());

/// A file of the corpus, or one of its sections, in one mode.
struct Check {
    file: String,
    section: Option<String>,
    mode: Mode,
}

impl Check {
    /// `cases/layout/margin-trim/block.boxes`.
    fn name(&self) -> String {
        let (stem, _) = self.file.rsplit_once('.').unwrap_or((&self.file, ""));
        let section = self.section.as_ref().map(|section| format!("/{section}")).unwrap_or_default();
        format!("{stem}{section}.{}", self.mode.name())
    }

    fn run_on_deep_stack(self) -> Result<(), Failed> {
        let run = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || self.run());
        match run.map_err(|error| error.to_string())?.join() {
            Ok(result) => result.map_err(Failed::from),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    fn page(&self, sections: &Sections) -> Result<Page, String> {
        match &self.section {
            Some(name) => {
                let body = sections.get(Some(name)).unwrap_or_default();
                Ok(Page::from_html(&format!("{}{body}", sections.prelude)))
            }
            None => Page::open(root().join("corpus").join(&self.file)).map_err(|error| error.to_string()),
        }
    }

    /// Compares with the recording and its known gap.
    fn run(&self) -> Result<(), String> {
        let base = root().join("snapshots").join(format!("{}.{}", self.file, self.mode.name()));
        let path = |extension: &str| PathBuf::from(format!("{}.{extension}", base.display()));
        let section = self.section.as_deref();
        let recorded = Sections::read(&path("yaml"));
        let recorded = recorded.get(section).filter(|text| !text.is_empty());
        let recorded = recorded.ok_or("no recording: `cargo xtask corpus NAME --update`")?;
        let source = Sections::read(&root().join("corpus").join(&self.file));
        let ours = self.mode.view(&self.page(&source)?, source.get(section).unwrap_or_default(), recorded)?;
        let present = if ours == recorded {
            String::new()
        } else {
            TextDiff::from_lines(recorded, &ours)
                .unified_diff()
                .context_radius(1)
                .header("Chromium and Playwright", "stillpage")
                .to_string()
        };
        let known = Sections::read(&path("diff"));
        let known = known.get(section).unwrap_or_default();
        if present == known {
            return Ok(());
        }
        if env::var_os("UPDATE").is_some() {
            let _writing = WRITING.lock().map_err(|error| error.to_string())?;
            let mut gaps = Sections::read(&path("diff"));
            gaps.set(section, present);
            return gaps.write(&path("diff")).map_err(|error| error.to_string());
        }
        Err(match (present.is_empty(), known.is_empty()) {
            (true, _) => "agrees now: `cargo xtask corpus NAME --update` removes its .diff".to_owned(),
            (false, true) => format!("differs from the recording\n{present}"),
            (false, false) => format!("differs in another way than its .diff says\n{present}"),
        })
    }
}
