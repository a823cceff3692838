//! `@container`: <https://drafts.csswg.org/css-conditional-5/#container-rule>.

use cssparser::{ParseError, Parser, Token};

use super::computed::{ComputedStyle, ContainerType, WritingMode};
use super::condition::{Answer, Fail, parse_condition};
use super::query_value::{comparison, length};
use crate::dom::Atom;
use crate::geometry::Size;

/// The condition of an `@container` rule.
#[derive(Debug, Clone)]
pub(super) struct ContainerCondition {
    /// The enclosing `@container`, or [`NONE`](super::rules::NONE).
    pub(super) parent: u32,
    name: Option<Box<str>>,
    condition: Box<str>,
    needs_inline: bool,
    needs_block: bool,
    needs_width: bool,
    needs_height: bool,
}

impl ContainerCondition {
    /// Reads a prelude; `None` if it is invalid.
    pub(super) fn parse(text: &str, parent: u32) -> Option<Self> {
        let mut input = Parser::new(text);
        let name = input.try_parse(|input| match input.next()? {
            Token::Ident(name) if !["not", "none", "and", "or"].iter().any(|k| k.eq_ignore_ascii_case(name)) => {
                Ok(Box::from(&**name))
            }
            _ => Err(ParseError::<()>::unexpected_token()),
        });
        let name = name.ok();
        input.skip_whitespace();
        let condition = text.get(input.position().byte_index()..)?.trim();
        if condition.is_empty() && name.is_none() {
            return None;
        }
        let lower = condition.to_ascii_lowercase();
        let has = |word: &str| {
            lower.match_indices(word).any(|(at, _)| {
                let before = lower.get(..at).and_then(|t| t.chars().next_back());
                let after = lower.get(at + word.len()..).and_then(|t| t.chars().next());
                let joins = |c: char| c.is_alphanumeric();
                !before.is_some_and(joins) && !after.is_some_and(|c| joins(c) || c == '-')
            })
        };
        let ratio = has("aspect-ratio") || has("orientation");
        Some(Self {
            parent,
            name,
            condition: condition.into(),
            needs_inline: has("inline-size"),
            needs_block: has("block-size"),
            needs_width: has("width") || ratio,
            needs_height: has("height") || ratio,
        })
    }

    /// True if an element of this style is a container that the condition can be asked about.
    pub(super) fn accepts(&self, style: &ComputedStyle) -> bool {
        if let Some(name) = &self.name
            && !style.container_name.as_ref().is_some_and(|names| names.iter().any(|n| n == name))
        {
            return false;
        }
        let vertical = style.writing_mode != WritingMode::HorizontalTb;
        let inline = self.needs_inline || if vertical { self.needs_height } else { self.needs_width };
        let block = self.needs_block || if vertical { self.needs_width } else { self.needs_height };
        match style.container_type {
            ContainerType::Size => true,
            ContainerType::InlineSize => !block,
            ContainerType::Normal => !inline && !block,
        }
    }

    /// Bytes of the condition.
    pub(super) fn len(&self) -> usize {
        self.condition.len()
    }

    /// True if answering needs the container's size.
    pub(super) fn needs_size(&self) -> bool {
        self.needs_inline || self.needs_block || self.needs_width || self.needs_height
    }

    /// Answers the condition for a container; `size` is its content box, `None` while that is unknown.
    pub(super) fn holds(&self, style: &ComputedStyle, size: Option<Size>, viewport: Size) -> bool {
        if self.condition.is_empty() {
            return true;
        }
        let mut input = Parser::new(&self.condition);
        let query = Query { style, size, viewport };
        parse_condition(&mut input, true, &mut |input| query.leaf(input))
            .is_ok_and(|answer| answer == Answer::True && input.is_exhausted())
    }
}

struct Query<'a> {
    style: &'a ComputedStyle,
    size: Option<Size>,
    viewport: Size,
}

impl Query<'_> {
    fn leaf(&self, input: &mut Parser<'_>) -> Result<Answer, Fail> {
        let start = input.state();
        if let Ok(Token::Function(name)) = input.next().cloned() {
            if !name.eq_ignore_ascii_case("style") {
                return Err(ParseError::unexpected_token());
            }
            return input.parse_nested_block(|input| {
                let inside = input.state();
                if let Ok(answer) = self.style_feature(input)
                    && input.is_exhausted()
                {
                    return Ok(answer);
                }
                input.reset(&inside);
                parse_condition(input, true, &mut |input| self.style_feature(input))
            });
        }
        input.reset(&start);
        if let Ok(answer) = self.size_feature(input) {
            return Ok(answer);
        }
        input.reset(&start);
        self.size_range(input)
    }

    /// The state of a size feature in px (or as a ratio); `None` if it is not known.
    fn actual(&self, name: &str) -> Option<f32> {
        let size = self.size?;
        let vertical = self.style.writing_mode != WritingMode::HorizontalTb;
        let (inline, block) = if vertical { (size.height, size.width) } else { (size.width, size.height) };
        Some(match name {
            "width" => size.width,
            "height" => size.height,
            "inline-size" => inline,
            "block-size" => block,
            "aspect-ratio" => size.width / size.height,
            _ => return None,
        })
    }

    fn value(&self, name: &str, input: &mut Parser<'_>) -> Result<f32, Fail> {
        if name.ends_with("aspect-ratio") {
            let width = input.expect_number()?;
            let height = match input.try_parse(|i| i.expect_delim('/')) {
                Ok(()) => input.expect_number()?,
                Err(_) => 1.0,
            };
            return Ok(width / height);
        }
        // Relative to the container's own font.
        let start = input.state();
        if let Token::Dimension { value, unit, .. } = input.next()?
            && unit.eq_ignore_ascii_case("em")
        {
            return Ok(value * self.style.font_size);
        }
        input.reset(&start);
        length(input, self.viewport)
    }

    /// `(name)`, `(name: value)`
    fn size_feature(&self, input: &mut Parser<'_>) -> Result<Answer, Fail> {
        use super::query_value::Comparison;
        let name = input.expect_ident()?.to_ascii_lowercase();
        if input.is_exhausted() {
            return Ok(self.actual(&name).map_or(Answer::Unknown, |actual| Answer::from(actual > 0.0)));
        }
        input.expect_colon()?;
        if name == "orientation" {
            let value = input.expect_ident()?;
            return Ok(self.size.map_or(Answer::Unknown, |size| {
                Answer::from(value.eq_ignore_ascii_case(if size.height >= size.width {
                    "portrait"
                } else {
                    "landscape"
                }))
            }));
        }
        let (base, comparison) = match name.strip_prefix("min-") {
            Some(base) => (base, Comparison::AtLeast),
            None => match name.strip_prefix("max-") {
                Some(base) => (base, Comparison::AtMost),
                None => (&*name, Comparison::Equal),
            },
        };
        let value = self.value(base, input)?;
        input.expect_exhausted()?;
        Ok(self.actual(base).map_or(Answer::Unknown, |actual| comparison.holds(actual, value)))
    }

    /// `(width >= 20em)`, `(20em < width <= 30em)`
    fn size_range(&self, input: &mut Parser<'_>) -> Result<Answer, Fail> {
        let start = input.state();
        if let Ok(name) = input.expect_ident().map(|n| n.to_ascii_lowercase()) {
            let comparison = comparison(input)?;
            let value = self.value(&name, input)?;
            input.expect_exhausted()?;
            return Ok(self.actual(&name).map_or(Answer::Unknown, |actual| comparison.holds(actual, value)));
        }
        input.reset(&start);
        let name = loop {
            if let Token::Ident(ident) = input.next()? {
                break ident.to_ascii_lowercase();
            }
        };
        input.reset(&start);
        let left = self.value(&name, input)?;
        let first = comparison(input)?;
        input.expect_ident()?;
        let actual = self.actual(&name);
        let answer = |comparison: super::query_value::Comparison, value| {
            actual.map_or(Answer::Unknown, |actual| comparison.holds(actual, value))
        };
        let mut result = answer(first.mirrored(), left);
        if !input.is_exhausted() {
            let second = comparison(input)?;
            if !first.same_direction(second) {
                return Err(ParseError::unexpected_token());
            }
            let right = self.value(&name, input)?;
            input.expect_exhausted()?;
            result = result.and(answer(second, right));
        }
        Ok(result)
    }

    /// `--name`, `--name: value`. Chrome: other properties are unknown.
    fn style_feature(&self, input: &mut Parser<'_>) -> Result<Answer, Fail> {
        let name = input.expect_ident_cloned()?;
        let custom = name.strip_prefix("--").map(Atom::from);
        if input.is_exhausted() {
            let Some(custom) = custom else { return Ok(Answer::Unknown) };
            return Ok(Answer::from(self.style.custom.get(&custom).is_some()));
        }
        input.expect_colon()?;
        let from = input.position();
        while input.next().is_ok() {}
        let value = input.slice_from(from);
        let Some(custom) = custom else { return Ok(Answer::Unknown) };
        let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Answer::from(self.style.custom.get(&custom).is_some_and(|own| words(own) == words(value))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(prelude: &str, size: Option<(f32, f32)>, expected: bool) {
        let condition = ContainerCondition::parse(prelude, super::super::rules::NONE).unwrap();
        let mut style = ComputedStyle::initial();
        style.container_type = ContainerType::Size;
        let size = size.map(|(width, height)| Size::new(width, height));
        assert_eq!(condition.holds(&style, size, Size::new(1280.0, 720.0)), expected, "{prelude}");
    }

    #[test]
    fn size_queries() {
        let size = Some((400.0, 200.0));
        check("(min-width: 400px)", size, true);
        check("(width > 25em)", size, false);
        check("(300px <= inline-size < 500px)", size, true);
        check("card (max-width: 399px)", size, false);
        check("(orientation: landscape) and (aspect-ratio: 2/1)", size, true);
        check("not (min-width: 500px)", size, true);
        check("(min-width: 400px)", None, false);
        check("not (min-width: 400px)", None, false);
    }

    #[test]
    fn containers_are_chosen_by_type_and_name() {
        let mut style = ComputedStyle::initial();
        let inline = ContainerCondition::parse("(width > 1px)", 0).unwrap();
        let both = ContainerCondition::parse("(height > 1px)", 0).unwrap();
        let styles = ContainerCondition::parse("style(--a: b)", 0).unwrap();
        assert!(!inline.accepts(&style) && styles.accepts(&style));
        style.container_type = ContainerType::InlineSize;
        assert!(inline.accepts(&style) && !both.accepts(&style));
        let named = ContainerCondition::parse("card (width > 1px)", 0).unwrap();
        assert!(!named.accepts(&style));
        style.container_name = Some(["card".into()].into());
        assert!(named.accepts(&style));
    }
}
