//! `role=button[name="Save"][disabled]`: elements by role, accessible name and states.

use super::Mistake;
use super::rule::{RoleOptions, TextRule, regex};
use crate::aria::role::RoleTraits;
use crate::aria::{AriaNode, Exposure, Role, Toggle};
use crate::dom::{Dom, NodeId, local_name};
use crate::search::pattern::{Flags, Pattern, StepBudget, TooExpensive};
use crate::text::normalize;

/// The conditions of a role selector.
#[derive(Debug)]
pub(super) struct RoleSelector {
    /// `None` for an unknown role: nothing matches.
    role: Option<Role>,
    states: Vec<State>,
    name: Option<Comparison>,
    description: Option<Comparison>,
    include_hidden: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Checked(Tristate),
    Pressed(Tristate),
    Selected(bool),
    Expanded(bool),
    Disabled(bool),
    Level(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tristate {
    On,
    Off,
    Mixed,
}

impl Tristate {
    fn of(toggle: Option<Toggle>) -> Self {
        match toggle {
            Some(Toggle::True) => Self::On,
            Some(Toggle::Mixed) => Self::Mixed,
            None => Self::Off,
        }
    }
}

/// A comparison with a text.
#[derive(Debug)]
enum Comparison {
    Regex(Pattern),
    Text { operator: Operator, value: String, fold: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Is,
    Contains,
    Starts,
    Ends,
    Word,
    Prefix,
}

impl Comparison {
    fn new(rule: &TextRule) -> Result<Self, Mistake> {
        Ok(match rule {
            TextRule::Part(text) => {
                Self::Text { operator: Operator::Contains, value: normalize(text).to_uppercase(), fold: true }
            }
            TextRule::Exact(text) => Self::Text { operator: Operator::Is, value: normalize(text), fold: false },
            TextRule::Regex(source, flags) => Self::Regex(regex(source, flags)?),
        })
    }

    fn holds(&self, text: &str, budget: &mut StepBudget) -> Result<bool, TooExpensive> {
        let text = normalize(text);
        Ok(match self {
            Self::Regex(pattern) => pattern.is_match(&text, budget)?,
            Self::Text { operator, value, fold } => {
                let text = if *fold { text.to_uppercase() } else { text };
                match operator {
                    Operator::Is => text == *value,
                    Operator::Contains => text.contains(value),
                    Operator::Starts => text.starts_with(value),
                    Operator::Ends => text.ends_with(value),
                    Operator::Word => text.split(' ').any(|word| word == value),
                    Operator::Prefix => {
                        text.strip_prefix(value.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
                    }
                }
            }
        })
    }
}

impl RoleSelector {
    /// Playwright: a name as `getByRole()` takes it is a part of the name unless it is to be exact.
    pub(super) fn new(role: Role, options: &RoleOptions) -> Result<Self, Mistake> {
        let tristate = |on: bool| if on { Tristate::On } else { Tristate::Off };
        let states = [
            options.checked.map(|on| State::Checked(tristate(on))),
            options.pressed.map(|on| State::Pressed(tristate(on))),
            options.selected.map(State::Selected),
            options.expanded.map(State::Expanded),
            options.disabled.map(State::Disabled),
            options.level.map(State::Level),
        ];
        let states = states.into_iter().flatten().collect();
        let name = options.name.as_ref().map(Comparison::new).transpose()?;
        let description = options.description.as_ref().map(Comparison::new).transpose()?;
        Ok(Self { role: Some(role), states, name, description, include_hidden: options.include_hidden })
    }

    pub(super) fn parse(text: &str) -> Result<Self, Mistake> {
        let mut parser = Parser { text, at: 0 };
        parser.skip_space();
        let name = parser.identifier();
        if name.is_empty() {
            return Err(Mistake::new(0, "a role must follow `role=`, as in role=button"));
        }
        let role = Role::from_token(&name);
        let mut selector = Self { role, states: Vec::new(), name: None, description: None, include_hidden: false };
        parser.skip_space();
        while parser.peek() == Some('[') {
            let at = parser.at;
            let (attribute, value) = parser.attribute()?;
            selector.add(&attribute, value).map_err(|message| Mistake::new(at, message))?;
            parser.skip_space();
        }
        match parser.peek() {
            Some(c) => Err(Mistake::new(parser.at, format!("`{c}` is not expected here"))
                .hint("write attributes in brackets: role=button[name=\"Save\"]")),
            None => Ok(selector),
        }
    }

    fn add(&mut self, attribute: &str, value: AttributeValue) -> Result<(), String> {
        let supports = |needed: RoleTraits| match self.role {
            Some(role) if role.traits().contains(needed) => Ok(()),
            Some(role) => Err(format!("the role {role} has no `{attribute}`")),
            None => Ok(()),
        };
        let state = match attribute {
            "name" => {
                self.name = Some(value.comparison(attribute)?);
                return Ok(());
            }
            "description" => {
                self.description = Some(value.comparison(attribute)?);
                return Ok(());
            }
            "include-hidden" => {
                self.include_hidden = value.boolean(attribute)?;
                return Ok(());
            }
            "checked" => {
                supports(RoleTraits::CHECKED)?;
                State::Checked(value.tristate(attribute)?)
            }
            "pressed" => {
                supports(RoleTraits::PRESSED)?;
                State::Pressed(value.tristate(attribute)?)
            }
            "selected" => {
                supports(RoleTraits::SELECTED)?;
                State::Selected(value.boolean(attribute)?)
            }
            "expanded" => {
                supports(RoleTraits::EXPANDED)?;
                State::Expanded(value.boolean(attribute)?)
            }
            "disabled" => State::Disabled(value.boolean(attribute)?),
            "level" => {
                supports(RoleTraits::LEVEL)?;
                let AttributeValue::Text { operator: Operator::Is, value, .. } = &value else {
                    return Err("`level` is compared with a number, as in [level=2]".to_owned());
                };
                State::Level(
                    value.parse().map_err(|_| "`level` is compared with a number, as in [level=2]".to_owned())?,
                )
            }
            other => {
                return Err(format!(
                    "there is no `{other}`; there are checked, description, disabled, expanded, include-hidden, level, name, \
                     pressed and selected"
                ));
            }
        };
        self.states.push(state);
        Ok(())
    }

    /// True if an element is what is asked for.
    pub(super) fn matches(
        &self,
        dom: &Dom,
        id: NodeId,
        node: &AriaNode,
        budget: &mut StepBudget,
    ) -> Result<bool, TooExpensive> {
        let fits = self.role.is_some()
            && node.role == self.role
            && (self.include_hidden || !node.exposure.contains(Exposure::HIDDEN))
            && self.states.iter().all(|state| match *state {
                State::Checked(wanted) => Tristate::of(node.states.checked) == wanted,
                State::Pressed(wanted) => Tristate::of(node.states.pressed) == wanted,
                State::Selected(wanted) => node.states.selected == wanted,
                State::Expanded(wanted) => node.states.expanded == wanted && (wanted || says_collapsed(dom, id)),
                State::Disabled(wanted) => node.states.disabled == wanted,
                State::Level(wanted) => node.states.level == wanted,
            });
        if !fits {
            return Ok(false);
        }
        if let Some(name) = &self.name
            && !name.holds(&node.name, budget)?
        {
            return Ok(false);
        }
        match &self.description {
            Some(description) => description.holds(node.description(), budget),
            None => Ok(true),
        }
    }
}

/// Playwright: without `aria-expanded` it is neither expanded nor collapsed.
fn says_collapsed(dom: &Dom, node: NodeId) -> bool {
    dom.is_html(node, &local_name!("details"))
        || dom.attr(node, &local_name!("aria-expanded")).is_some_and(|value| value.trim().eq_ignore_ascii_case("false"))
}

enum AttributeValue {
    /// Just the name.
    Present,
    Regex(Pattern),
    Text {
        operator: Operator,
        value: String,
        fold: bool,
    },
}

impl AttributeValue {
    fn comparison(self, attribute: &str) -> Result<Comparison, String> {
        match self {
            Self::Present => Err(format!("`{attribute}` needs a value, as in [{attribute}=\"Save\"]")),
            Self::Regex(pattern) => Ok(Comparison::Regex(pattern)),
            Self::Text { operator, value, fold } => {
                let value = normalize(&value);
                let value = if fold { value.to_uppercase() } else { value };
                Ok(Comparison::Text { operator, value, fold })
            }
        }
    }

    fn tristate(&self, attribute: &str) -> Result<Tristate, String> {
        match self {
            Self::Present => Ok(Tristate::On),
            Self::Text { operator: Operator::Is, value, .. } if value == "true" => Ok(Tristate::On),
            Self::Text { operator: Operator::Is, value, .. } if value == "false" => Ok(Tristate::Off),
            Self::Text { operator: Operator::Is, value, .. } if value == "mixed" => Ok(Tristate::Mixed),
            _ => Err(format!("`{attribute}` is true, false or mixed")),
        }
    }

    fn boolean(&self, attribute: &str) -> Result<bool, String> {
        match self.tristate(attribute) {
            Ok(Tristate::On) => Ok(true),
            Ok(Tristate::Off) => Ok(false),
            _ => Err(format!("`{attribute}` is true or false")),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.bump();
        }
        found
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    fn identifier(&mut self) -> String {
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|&c| c >= '\u{80}' || c.is_ascii_alphanumeric() || c == '_' || c == '-')
        {
            name.push(c);
            self.bump();
        }
        name
    }

    fn error<T>(&self, message: &str) -> Result<T, Mistake> {
        Err(Mistake::new(self.at, message))
    }

    fn string(&mut self, quote: char) -> Result<String, Mistake> {
        let open = self.at;
        self.bump();
        let mut text = String::new();
        while let Some(c) = self.bump() {
            match c {
                c if c == quote => return Ok(text),
                '\\' => text.extend(self.bump()),
                c => text.push(c),
            }
        }
        Err(Mistake::new(open, "the string does not end"))
    }

    fn attribute(&mut self) -> Result<(String, AttributeValue), Mistake> {
        self.bump();
        self.skip_space();
        let name = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            _ => self.identifier(),
        };
        if name.is_empty() {
            return self.error("the name of an attribute is missing");
        }
        self.skip_space();
        if self.eat(']') {
            return Ok((name, AttributeValue::Present));
        }
        let operator = match self.bump() {
            Some('=') => Operator::Is,
            Some(first) if self.eat('=') => match first {
                '*' => Operator::Contains,
                '^' => Operator::Starts,
                '$' => Operator::Ends,
                '~' => Operator::Word,
                '|' => Operator::Prefix,
                _ => return self.error("one of = *= ^= $= ~= |= is expected"),
            },
            _ => return self.error("one of = *= ^= $= ~= |= is expected"),
        };
        self.skip_space();
        let value = match self.peek() {
            Some('/') if operator == Operator::Is => AttributeValue::Regex(self.regex()?),
            Some('/') => return self.error("a regular expression is compared with `=`"),
            Some(quote @ ('"' | '\'')) => {
                let value = self.string(quote)?;
                self.skip_space();
                let fold = match self.peek() {
                    Some('i' | 'I') => true,
                    Some('s' | 'S') => false,
                    _ => {
                        return self.close().map(|()| (name, AttributeValue::Text { operator, value, fold: false }));
                    }
                };
                self.bump();
                AttributeValue::Text { operator, value, fold }
            }
            _ => {
                let mut value = String::new();
                loop {
                    value.push_str(&self.identifier());
                    match self.peek() {
                        Some(c @ ('+' | '.')) => value.push(c),
                        _ => break,
                    }
                    self.bump();
                }
                AttributeValue::Text { operator, value, fold: false }
            }
        };
        self.close().map(|()| (name, value))
    }

    fn close(&mut self) -> Result<(), Mistake> {
        self.skip_space();
        if self.eat(']') { Ok(()) } else { self.error("`]` is expected here; a text with spaces needs quotes") }
    }

    fn regex(&mut self) -> Result<Pattern, Mistake> {
        let open = self.at;
        self.bump();
        let (mut source, mut in_class) = (String::new(), false);
        loop {
            match self.bump() {
                None => return Err(Mistake::new(open, "the regular expression does not end")),
                Some('/') if !in_class => break,
                Some('\\') => {
                    source.push('\\');
                    source.extend(self.bump());
                }
                Some(c) => {
                    in_class = if c == '[' { true } else { in_class && c != ']' };
                    source.push(c);
                }
            }
        }
        let flags_at = self.at;
        let mut letters = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            letters.push(c);
            self.bump();
        }
        let flags = Flags::parse(&letters).map_err(|e| Mistake::new(flags_at + e.offset, e.message))?;
        Pattern::with_flags(&source, flags).map_err(|e| Mistake::new(open + 1 + e.offset, e.message))
    }
}
