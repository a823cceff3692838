//! Values with references, read once these are substituted.

use cssparser::Parser;

use super::names::{self, Named};
use super::syntax::Invalid;
use super::{
    CssWide, DeclaredValue, ParseMode, PropertyId, SpecifiedValue, UnparsedValue, address, shorthand, table,
    wide_keyword,
};

/// The values of a [`DeclaredValue::WithVariables`] whose references are substituted.
#[derive(Debug, PartialEq)]
pub(crate) enum Reparsed {
    /// A CSS-wide keyword, for every longhand.
    Wide(CssWide),
    /// The value of each longhand.
    Longhands(Box<[(PropertyId, SpecifiedValue)]>),
}

impl Reparsed {
    /// Reads the text; `None`: it is not valid (invalid at computed-value time).
    #[must_use]
    pub(crate) fn read(unparsed: &UnparsedValue, text: &str, mode: &ParseMode) -> Option<Self> {
        let named = names::lookup(unparsed.origin)?;
        let mut input = Parser::new(text);
        if let Ok(wide) = input.try_parse(|input| {
            let wide = wide_keyword(input)?;
            input.expect_exhausted()?;
            Ok::<_, Invalid>(wide)
        }) {
            return Some(Self::Wide(wide));
        }
        let mut values: Box<[_]> = match named {
            Named::Longhand(longhand) => [(longhand, table::parse(longhand, &mut input, mode).ok()?)].into(),
            Named::Shorthand(shorthand) => {
                let mut values = shorthand::Values::new();
                shorthand::parse(shorthand, &mut input, mode, &mut values).ok()?;
                values.into_iter().collect()
            }
            Named::Paint(_) => return None,
        };
        if let Some(base) = &unparsed.base {
            values.iter_mut().for_each(|(_, value)| address::resolve_value(value, base));
        }
        input.is_exhausted().then_some(Self::Longhands(values))
    }

    /// The value of a longhand; `None` if the text does not set it.
    #[must_use]
    pub(crate) fn of(&self, property: PropertyId) -> Option<DeclaredValue> {
        match self {
            Self::Wide(wide) => Some(DeclaredValue::Wide(*wide)),
            Self::Longhands(values) => {
                let (_, value) = values.iter().find(|(longhand, _)| *longhand == property)?;
                Some(DeclaredValue::Specified(value.clone()))
            }
        }
    }
}
