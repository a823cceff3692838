//! The arguments of a call: checked values, and the structs that commands read them into.

use serde_json::{Map, Value};

use super::argument::{Argument, ArgumentPlace};
use super::surface::Surface;
use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};

/// The arguments of a command as a struct, which [`arguments!`] declares with their table.
pub(crate) trait TypedArguments: Sized {
    /// Their table.
    const ARGUMENTS: &'static [Argument];

    /// Reads them from those of a call, which were checked against the table.
    fn read(given: &Arguments) -> Self;
}

/// Declares the arguments of a command once: a struct with a field for each, and the table that parsing, help and schemas
/// derive from. What an argument holds is the type of its field.
macro_rules! arguments {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$attribute:meta])* $field:ident: $type:ty = $row:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        #[allow(dead_code, reason = "some arguments are for the shell alone, or only there to be accepted")]
        $vis struct $name {
            $($(#[$attribute])* $vis $field: $type,)*
        }

        impl $crate::tool::TypedArguments for $name {
            const ARGUMENTS: &'static [$crate::tool::Argument] = &[$($(#[$attribute])* $row.of(
                <$type as $crate::tool::ArgumentValue>::KIND,
                <$type as $crate::tool::ArgumentValue>::IS_LIST,
                <$type as $crate::tool::ArgumentValue>::IS_REQUIRED,
            ),)*];

            fn read(given: &$crate::tool::Arguments) -> Self {
                let _ = given;
                Self {
                    $($(#[$attribute])* $field: <$type as $crate::tool::ArgumentValue>::read(given.value($row.name)),)*
                }
            }
        }
    };
}
pub(crate) use arguments;

/// Checked arguments of one call, defaults filled in.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Arguments {
    values: Map<String, Value>,
    surface: Surface,
}

impl Arguments {
    /// Checks values against what is declared and fills in the defaults.
    ///
    /// # Errors
    /// [`Error::Arguments`] for a name that is not declared, a value of another kind, a required one missing.
    pub(crate) fn check<'a>(
        surface: Surface,
        declared: impl Iterator<Item = &'a Argument> + Clone,
        mut given: Map<String, Value>,
    ) -> Result<Self, Error> {
        for argument in declared.clone() {
            if let Some(value) = argument.former.and_then(|former| given.remove(former)) {
                given.entry(argument.name).or_insert(value);
            }
        }
        for (name, value) in &given {
            let Some(argument) = declared.clone().find(|a| a.name == name) else {
                let names = SafeText::join(declared.map(|a| a.name.into()), ", ");
                return Err(Error::arguments(
                    safe!("there is no argument `{}`", PageText::of(name)),
                    safe!("the arguments are {}", names),
                ));
            };
            match value {
                Value::Array(values) if argument.many => values.iter().try_for_each(|v| argument.check(surface, v))?,
                one => argument.check(surface, one)?,
            }
        }
        let mut values = given;
        for argument in declared {
            if values.contains_key(argument.name) {
                continue;
            }
            if argument.required {
                return Err(Error::arguments(
                    safe!("{} is missing", argument.label(surface)),
                    safe!("{}: {}", argument.label(surface), argument.summary),
                ));
            }
            if let Some(default) = argument.default {
                values.insert(argument.name.to_owned(), argument.read(default)?);
            }
        }
        Ok(Self { values, surface })
    }

    /// Values that were checked already.
    #[cfg(feature = "mcp-tools")]
    pub(crate) fn checked(surface: Surface, values: Map<String, Value>) -> Self {
        Self { values, surface }
    }

    /// The value of an argument, if it is given or has a default.
    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Returns the surface of the caller.
    #[must_use]
    pub(crate) fn surface(&self) -> Surface {
        self.surface
    }

    /// The arguments of a command.
    pub(crate) fn read<T: TypedArguments>(&self) -> T {
        T::read(self)
    }

    /// The text of an argument; `None` if it is not given.
    #[must_use]
    pub(crate) fn text_of(&self, argument: &Argument) -> Option<&str> {
        self.value(argument.name)?.as_str()
    }

    /// Every text of an argument, in order.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn texts_of(&self, argument: &Argument) -> Vec<&str> {
        match self.value(argument.name) {
            Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(value)) => vec![value],
            _ => Vec::new(),
        }
    }

    /// Moves the text of one argument in front of those of another.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn with_moved(mut self, from: &Argument, to: &Argument) -> Self {
        if let Some(first) = self.values.remove(from.name) {
            let rest = self.values.remove(to.name).unwrap_or_default();
            let rest = if let Value::Array(rest) = rest { rest } else { Vec::new() };
            self.values.insert(to.name.to_owned(), std::iter::once(first).chain(rest).collect());
        }
        self
    }

    /// Replaces the value of one argument.
    #[must_use]
    pub(crate) fn with(mut self, argument: &Argument, value: impl Into<Value>) -> Self {
        self.values.insert(argument.name.to_owned(), value.into());
        self
    }
}

/// The number of arguments in several tables.
pub(crate) const fn count(tables: &[&[Argument]]) -> usize {
    let (mut all, mut at) = (0, 0);
    while at < tables.len() {
        all += tables[at].len();
        at += 1;
    }
    all
}

/// The arguments of several tables, one after the other.
pub(crate) const fn join<const N: usize>(tables: &[&[Argument]]) -> [Argument; N] {
    let mut all = [Argument::new("", ArgumentPlace::Option, ""); N];
    let (mut table, mut filled) = (0, 0);
    while table < tables.len() {
        let mut at = 0;
        while at < tables[table].len() {
            all[filled] = tables[table][at];
            (at, filled) = (at + 1, filled + 1);
        }
        table += 1;
    }
    all
}

/// One table of the arguments of several.
macro_rules! joined {
    ($($table:expr),+ $(,)?) => {{
        const TABLES: &[&[$crate::tool::Argument]] = &[$($table),+];
        const JOINED: [$crate::tool::Argument; $crate::tool::count(TABLES)] = $crate::tool::join(TABLES);
        &JOINED
    }};
}
pub(crate) use joined;

#[cfg(test)]
#[path = "given_tests.rs"]
mod tests;
