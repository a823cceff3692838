//! The key of a template's node: `role "name" [state] [state=value]`.

use super::{InvalidState, TemplateNode, TemplateStates, Ternary, TextMatcher};
use crate::text::{is_space, js_number};

/// An error in a key, with the character at which it is.
#[derive(Debug)]
pub(super) struct KeyError {
    pub(super) position: usize,
    pub(super) message: String,
}

struct KeyParser {
    input: Vec<char>,
    position: usize,
}

/// Parses a key.
pub(super) fn parse(key: &str) -> Result<TemplateNode, KeyError> {
    let mut parser = KeyParser { input: key.chars().collect(), position: 0 };
    parser.skip_space();
    let role = parser.identifier("a role")?;
    parser.skip_space();
    let name = parser.string_or_regex()?;
    let mut states = TemplateStates::default();
    parser.states(&mut states)?;
    parser.skip_space();
    if parser.peek().is_some() {
        return Err(KeyParser::error("unexpected input", parser.position));
    }
    Ok(TemplateNode { role, name, states, ..TemplateNode::default() })
}

impl KeyParser {
    fn peek(&self) -> Option<char> {
        self.input.get(self.position).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.position += 1;
        Some(next)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.position += 1;
        }
    }

    fn error(message: impl Into<String>, position: usize) -> KeyError {
        KeyError { position, message: message.into() }
    }

    fn identifier(&mut self, what: &str) -> Result<String, KeyError> {
        if self.peek().is_none() {
            return Err(Self::error(format!("unexpected end where {what} is expected"), self.position));
        }
        let start = self.position;
        while self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            self.position += 1;
        }
        Ok(self.input.get(start..self.position).unwrap_or_default().iter().collect())
    }

    /// A name in double quotes or between slashes; `None` if it is absent or empty.
    fn string_or_regex(&mut self) -> Result<Option<TextMatcher>, KeyError> {
        match self.peek() {
            Some('"') => {
                self.position += 1;
                let text = self.string()?;
                let name = TextMatcher::name(&text);
                Ok(Some(name).filter(|name| !name.normalized.is_empty()))
            }
            Some('/') => {
                let start = self.position;
                self.position += 1;
                Ok(Some(TextMatcher::regex(&self.regex()?, start)))
            }
            _ => Ok(None),
        }
    }

    fn string(&mut self) -> Result<String, KeyError> {
        let mut text = String::new();
        while let Some(c) = self.next() {
            match c {
                '"' => return Ok(text),
                '\\' => text.extend(self.next()),
                c => text.push(c),
            }
        }
        Err(Self::error("unterminated string", self.position))
    }

    fn regex(&mut self) -> Result<String, KeyError> {
        let (mut body, mut in_class) = (String::new(), false);
        while let Some(c) = self.next() {
            match c {
                '\\' => {
                    body.push(c);
                    body.extend(self.next());
                    continue;
                }
                '/' if !in_class => return Ok(body),
                '[' => in_class = true,
                ']' => in_class = false,
                _ => {}
            }
            body.push(c);
        }
        Err(Self::error("unterminated regular expression", self.position))
    }

    fn states(&mut self, states: &mut TemplateStates) -> Result<(), KeyError> {
        loop {
            self.skip_space();
            if self.peek() != Some('[') {
                return Ok(());
            }
            self.position += 1;
            self.skip_space();
            let mut start = self.position;
            let name = self.identifier("an attribute")?;
            self.skip_space();
            let mut value = String::new();
            if self.peek() == Some('=') {
                self.position += 1;
                self.skip_space();
                start = self.position;
                while let Some(c) = self.peek().filter(|&c| c != ']' && !is_space(c)) {
                    value.push(c);
                    self.position += 1;
                }
            }
            self.skip_space();
            if self.peek() != Some(']') {
                return Err(Self::error("expected ]", self.position));
            }
            self.position += 1;
            let value = if value.is_empty() { "true" } else { &value };
            apply(states, &name, value).map_err(|message| Self::error(message, start))?;
        }
    }
}

fn apply(states: &mut TemplateStates, name: &str, value: &str) -> Result<(), String> {
    let boolean = || match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("value of \"{name}\" must be true or false")),
    };
    let ternary = || match value {
        "true" => Ok(Ternary::True),
        "false" => Ok(Ternary::False),
        "mixed" => Ok(Ternary::Mixed),
        _ => Err(format!("value of \"{name}\" must be true, false or mixed")),
    };
    match name {
        "checked" => states.checked = Some(ternary()?),
        "pressed" => states.pressed = Some(ternary()?),
        "disabled" => states.disabled = Some(boolean()?),
        "expanded" => states.expanded = Some(boolean()?),
        "selected" => states.selected = Some(boolean()?),
        // Playwright: parsed, and not compared.
        "active" => {
            boolean()?;
        }
        "invalid" => {
            states.invalid = Some(match value {
                "true" => InvalidState::True,
                "false" => InvalidState::False,
                "grammar" => InvalidState::Grammar,
                "spelling" => InvalidState::Spelling,
                _ => return Err("value of \"invalid\" must be true, false, grammar or spelling".to_owned()),
            });
        }
        "level" => {
            states.level = Some(js_number(value).ok_or_else(|| "value of \"level\" must be a number".to_owned())?);
        }
        _ => return Err(format!("unsupported attribute [{name}]")),
    }
    Ok(())
}
