//! A bar with the rate, the errors and the remaining time, where a terminal shows it.

use std::io::{self, IsTerminal as _};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use super::input::Inputs;
use crate::batch::Row;
use crate::cli::output::is_quiet;

/// The bar; `None` where stderr is not a terminal.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    start: Instant,
    rows: usize,
    failed: usize,
    /// Bytes of the files that are done.
    done: u64,
    /// The file of the last row, and its bytes.
    file: (String, u64),
}

impl Progress {
    pub(super) fn new(inputs: &Inputs) -> Self {
        // Files are weighed by their bytes: how many pages are in a WARC file is known at its end.
        let bar = (io::stderr().is_terminal() && !is_quiet()).then(|| match inputs.total_bytes() {
            Ok(Some(total)) => {
                let bar = ProgressBar::new(total);
                let style = ProgressStyle::with_template("[{bar:20}] {percent}%, {msg}, {eta} left");
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("##."))
            }
            // Standard input says nothing about its end; a folder that cannot be read is the error of a row.
            Ok(None) | Err(_) => ProgressBar::new_spinner(),
        });
        Self { bar, start: Instant::now(), rows: 0, failed: 0, done: 0, file: (String::new(), 0) }
    }

    /// A row is done.
    pub(super) fn row(&mut self, row: &Row) {
        let Some(bar) = &self.bar else { return };
        self.rows += 1;
        self.failed += usize::from(row.error.is_some());
        if let Some(source) = row.source.as_ref().filter(|source| **source != self.file.0) {
            self.done += self.file.1;
            self.file = (source.clone(), std::fs::metadata(source).map_or(0, |known| known.len()));
        }
        bar.set_position(self.done + row.offset.unwrap_or_default());
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = self.rows as f64 / self.start.elapsed().as_secs_f64().max(1e-3);
        bar.set_message(format!("{} pages, {rate:.1} a second, {} with an error", self.rows, self.failed));
    }

    /// Takes the bar off the terminal.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
