//! Annotations: lines that GitHub shows beside the lines of files, if a step of a workflow prints them.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands>

use crate::safe_text::{SafeText, put_line};

/// The gravity of an annotation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Level {
    Error,
    Warning,
    Notice,
}

/// A message at a line of a file.
#[derive(Debug)]
pub(super) struct Annotation<'a> {
    pub(super) level: Level,
    pub(super) file: &'a str,
    /// The line, from 1.
    pub(super) line: u64,
    /// The command that says it.
    pub(super) command: &'static str,
    pub(super) message: &'a str,
}

impl Annotation<'_> {
    /// Writes it as one line.
    pub(super) fn put(&self, out: &mut SafeText) {
        let level = match self.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Notice => "notice",
        };
        // GitHub knows files by their paths from the root.
        let file = property(self.file.trim_start_matches("./"));
        let (line, command, message) = (self.line, self.command, data(self.message));
        let text = format!("::{level} file={file},line={line},title=stillpage {command}::{message}");
        put_line!(out, "{}", SafeText::verbatim(text));
    }
}

fn data(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control() || ['\n', '\r'].contains(c)).collect();
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_one_line() {
        let mut out = SafeText::new();
        Annotation {
            level: Level::Error,
            file: "a,b:c.html",
            line: 3,
            command: "audit",
            message: "100%\n::error ::x\u{1b}",
        }
        .put(&mut out);
        assert_eq!(out.as_str(), "::error file=a%2Cb%3Ac.html,line=3,title=stillpage audit::100%25%0A::error ::x\n");
    }
}
