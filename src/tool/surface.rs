//! The names that each surface over the library has for what its caller can set. The library's errors name a [`Setting`]; the
//! flags and arguments for it are here and nowhere else.

use serde_json::Value;

use crate::error::{Error, Setting};
use crate::safe_text::{PageText, SafeText, safe};

/// A surface: the caller that reads the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Surface {
    /// A person or a script at a shell.
    #[default]
    CommandLine,
    /// A client of the MCP server.
    Server,
}

impl Surface {
    /// The name of an option in a sentence: `--max-results` on the command line, `maxResults` for a client.
    pub(crate) fn option(self, name: &'static str) -> SafeText {
        match self {
            Self::CommandLine => safe!("--{}", name),
            Self::Server => PageText::of(&camel_case(name)).into(),
        }
    }

    /// The name by which the tables know an option: clients write `maxResults`, and older ones `max-results`.
    pub(crate) fn known_name(self, name: &str) -> String {
        match self {
            Self::CommandLine => name.to_owned(),
            Self::Server => name.chars().fold(String::new(), |mut known, c| {
                if c.is_ascii_uppercase() {
                    known.push('-');
                }
                known.push(c.to_ascii_lowercase());
                known
            }),
        }
    }

    /// Returns the prefix of the names of options.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::CommandLine => "--",
            Self::Server => "",
        }
    }

    /// A description of an argument, which the tables write for the command line.
    pub(crate) fn description(self, text: &str) -> String {
        match self {
            Self::CommandLine => text.to_owned(),
            Self::Server => {
                let mut parts = text.split("--");
                let first = parts.next().unwrap_or_default().to_owned();
                parts.fold(first, |described, part| {
                    let end = part.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(part.len());
                    let (name, rest) = part.split_at(end);
                    described + &camel_case(name) + rest
                })
            }
        }
    }

    /// A sentence about commands and options, which is written for the command line.
    pub(crate) fn say(self, sentence: &'static str) -> SafeText {
        match self {
            Self::CommandLine => sentence.into(),
            Self::Server => PageText::of(&self.description(sentence).replace("`stillpage ", "`")).into(),
        }
    }

    /// Returns a clause, to follow a hint, on how to set it here; `None` where the surface has no such option.
    pub(crate) fn clause(self, setting: Setting) -> Option<&'static str> {
        match (self, setting) {
            (Self::CommandLine, setting) => Some(match setting {
                Setting::Address => "--cdp http://127.0.0.1:9222 attaches to it",
                Setting::AllowRemote => "--allow-remote allows it",
                Setting::Ambiguity => "--ambiguity first takes the first of them",
                Setting::Cursor => "`stillpage snapshot FILE --max-tokens N` prints cursors",
                Setting::Dialog => "--dialog accept or --dialog dismiss answers it",
                Setting::Page => "- reads the page from standard input",
                Setting::Program => "--chrome PATH names the browser",
                Setting::Recording => "`stillpage capture URL -o page.json` makes one",
                Setting::Regex => "without --regex the pattern is literal text",
                Setting::Tab => "--tab chooses the tab",
                Setting::Template => "`stillpage snapshot FILE --playwright --mode default` prints one that matches",
                Setting::Timeout => "--timeout SECONDS sets the limit",
                Setting::Wait => "`stillpage live wait` waits for that",
                _ => return None,
            }),
            (Self::Server, Setting::Ambiguity) => Some("ambiguity \"first\" takes the first of them"),
            (Self::Server, Setting::Regex) => Some("without regex the pattern is literal text"),
            (Self::Server, _) => None,
        }
    }

    /// The hint of an error, with how one follows it here.
    pub(crate) fn hint(self, error: &Error) -> SafeText {
        match error.setting().and_then(|setting| self.clause(setting)) {
            Some(clause) => safe!("{}; {}", error.hint(), clause),
            None => error.hint(),
        }
    }

    /// [`Error::to_json`] with the hint of this surface.
    pub(crate) fn json(self, error: &Error) -> Value {
        let mut value = error.to_json();
        value["error"]["hint"] = self.hint(error).as_str().into();
        value
    }
}

/// `maxResults` for `max-results`, as clients of Playwright MCP write parameters.
pub(crate) fn camel_case(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |joined, word| {
        let mut rest = word.chars();
        let initial = rest.next().map(|c| c.to_ascii_uppercase());
        joined + &initial.into_iter().chain(rest).collect::<String>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_write_camel_case() {
        assert_eq!(Surface::CommandLine.option("max-results"), "--max-results");
        assert_eq!(Surface::Server.option("max-results"), "maxResults");
        for name in ["maxResults", "max-results"] {
            assert_eq!(Surface::Server.known_name(name), "max-results", "{name}");
        }
        assert_eq!(Surface::CommandLine.known_name("maxResults"), "maxResults");
    }

    #[test]
    fn sentences_name_commands_as_the_surface_does() {
        let text = "`stillpage find FILE option` lists the options; see --max-results";
        assert_eq!(Surface::Server.say(text), "`find FILE option` lists the options; see maxResults");
        assert_eq!(Surface::CommandLine.say(text), text);
    }

    #[test]
    fn descriptions_name_options_as_the_surface_does() {
        let text = "With --no-text or --max-results; see --json.";
        assert_eq!(Surface::Server.description(text), "With noText or maxResults; see json.");
        assert_eq!(Surface::CommandLine.description(text), text);
    }

    #[test]
    fn surfaces_name_their_own_options() {
        let error = Error::arguments("the pattern does not parse", "write it otherwise").about(Setting::Regex);
        assert_eq!(error.hint(), "write it otherwise", "the library has no flags");
        let hint = |surface: Surface| surface.hint(&error);
        assert_eq!(hint(Surface::CommandLine), "write it otherwise; without --regex the pattern is literal text");
        assert_eq!(hint(Surface::Server), "write it otherwise; without regex the pattern is literal text");
        assert_eq!(Surface::Server.json(&error)["error"]["hint"], hint(Surface::Server).as_str());
    }
}
