//! The options of a game's rules and the fields of its positions, described as data.
//!
//! Readers of texts take the known names from here, `cutthroat games GAME` prints it, and other front ends can build
//! forms from it.

use std::fmt;

/// One `name=value`: an option of the rules or a field of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Which values fit.
    pub values: Values,
    /// The default.
    pub default: DefaultValue,
}

/// The values that fit a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// `on` or `off`.
    Switch,
    /// A whole number.
    Number {
        /// The smallest.
        least: i64,
        /// The largest.
        most: u64,
    },
    /// A whole number for each of several, separated by commas.
    Numbers {
        /// For whom: `player`, or `side` where partners share a number.
        each: &'static str,
        /// The smallest.
        least: i64,
        /// The largest.
        most: u64,
    },
    /// One of several names; each with its meaning.
    Names(&'static [(&'static str, &'static str)]),
    /// Anything of this form, in words.
    Form(&'static str),
}

/// The default of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultValue {
    /// This value, as it is written.
    Is(&'static str),
    /// Something that depends on the rest, in words.
    Derived(&'static str),
    /// Nothing: it has to be given.
    Required,
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str("on or off"),
            Self::Number { least, most: u64::MAX } => write!(f, "a whole number, at least {least}"),
            Self::Number { least, most } => write!(f, "{least} to {most}"),
            Self::Numbers { each, least, most } => write!(f, "{least} to {most} for each {each}, with commas"),
            Self::Names(names) => {
                for (place, (name, _)) in names.iter().enumerate() {
                    let between = match names.len() - place {
                        _ if place == 0 => "",
                        1 => " or ",
                        _ => ", ",
                    };
                    write!(f, "{between}{name}")?;
                }
                Ok(())
            }
            Self::Form(form) => f.write_str(form),
        }
    }
}

impl fmt::Display for DefaultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(value) => write!(f, "{value} if not given"),
            Self::Derived(words) => write!(f, "if not given, {words}"),
            Self::Required => f.write_str("has to be given"),
        }
    }
}

/// The names of some fields.
#[must_use]
pub fn names(fields: &[Field]) -> Vec<&'static str> {
    fields.iter().map(|field| field.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_in_words() {
        assert_eq!(Values::Number { least: 0, most: 9 }.to_string(), "0 to 9");
        assert_eq!(Values::Number { least: 1, most: u64::MAX }.to_string(), "a whole number, at least 1");
        assert_eq!(Values::Names(&[("a", ""), ("b", ""), ("c", "")]).to_string(), "a, b or c");
    }
}
