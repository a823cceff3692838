//! The descriptors of an at-rule, as text.

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, Parser, ParserState, QualifiedRuleParser, RuleBodyItemParser,
    RuleBodyParser,
};

use super::condition::Fail;

/// Takes the rest of a block.
pub(super) fn rest<'i>(input: &mut Parser<'i>) -> &'i str {
    let start = input.position();
    while input.next_including_whitespace().is_ok() {}
    input.slice_from(start).trim()
}

/// The descriptors of `@property` and `@counter-style`, as text.
#[derive(Debug, Default)]
pub(super) struct Descriptors(Vec<(String, String)>);

impl Descriptors {
    pub(super) fn read(input: &mut Parser<'_>) -> Self {
        let mut descriptors = Self::default();
        for item in RuleBodyParser::new(input, &mut descriptors) {
            let _ = item;
        }
        descriptors
    }

    /// The value of a descriptor, the last one.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(n, _)| n == name).map(|(_, value)| &**value)
    }

    /// The value of a descriptor that is a string.
    pub(super) fn text(&self, name: &str) -> Option<Box<str>> {
        Parser::new(self.get(name)?).expect_string().ok().map(|text| Box::from(&**text))
    }
}

impl<'i> DeclarationParser<'i> for Descriptors {
    type Declaration = ();
    type Error = ();

    fn parse_value(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>, _: &ParserState) -> Result<(), Fail> {
        self.0.push((name.to_ascii_lowercase(), rest(input).to_owned()));
        Ok(())
    }
}

impl AtRuleParser<'_> for Descriptors {
    type Prelude = ();
    type AtRule = ();
    type Error = ();
}

impl QualifiedRuleParser<'_> for Descriptors {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();
}

impl RuleBodyItemParser<'_, (), ()> for Descriptors {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}
