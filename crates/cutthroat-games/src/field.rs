//! The options of a game's rules and the fields of its positions, described as data.
//!
//! Readers of texts take the known names and the values that fit from here, `cutthroat games GAME` prints it, and other front ends can build
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
    /// A number with up to three decimals.
    Decimal {
        /// The smallest.
        least: i32,
        /// The largest.
        most: i32,
    },
    /// One of several names; each with its meaning.
    Names(&'static [(&'static str, &'static str)]),
    /// Anything of this form, in words.
    Form(&'static str),
}

impl Values {
    /// The value that is written as `text`, as it is always written; or why it does not fit.
    ///
    /// ```
    /// use cutthroat_games::field::Values;
    ///
    /// let depth = Values::Number { least: 1, most: 256 };
    /// assert_eq!(depth.read("007").unwrap(), "7");
    /// assert_eq!(depth.read("999").unwrap_err(), "is not from 1 to 256");
    /// assert_eq!(depth.read("1.5").unwrap_err(), "is not a whole number from 1 to 256");
    /// let trump = Values::Names(&[("S", "spades"), ("N", "no trump")]);
    /// assert_eq!(trump.read("n").unwrap(), "N");
    /// assert_eq!(trump.read("X").unwrap_err(), "is none of S, N");
    /// ```
    ///
    /// # Errors
    /// Why it does not fit, as words that follow the value.
    pub fn read(&self, text: &str) -> Result<String, String> {
        let is_whole = |text: &str| {
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
        };
        let number = |text: &str, least: i64, most: u64| {
            let number =
                text.parse::<i128>().ok().filter(|number| (i128::from(least)..=i128::from(most)).contains(number));
            number.map(|number| number.to_string()).ok_or_else(|| match (least, most) {
                (1, u64::MAX) => "is not a whole number above 0".to_owned(),
                (least, u64::MAX) => format!("is not a whole number from {least} on"),
                (least, most) if is_whole(text) => format!("is not from {least} to {most}"),
                (least, most) => format!("is not a whole number from {least} to {most}"),
            })
        };
        let one_of = |names: &[&str]| {
            let named = names.iter().find(|name| name.eq_ignore_ascii_case(text));
            named.map(|name| (*name).to_owned()).ok_or_else(|| format!("is none of {}", names.join(", ")))
        };
        match *self {
            Self::Switch if text == "yes" => Ok("on".to_owned()),
            Self::Switch if text == "no" => Ok("off".to_owned()),
            Self::Switch => one_of(&["on", "off"]),
            Self::Number { least, most } => number(text, least, most),
            Self::Decimal { least, most } => match thousandths(text) {
                Some(value) if (i64::from(least) * 1000..=i64::from(most) * 1000).contains(&value) => {
                    Ok(write_thousandths(value))
                }
                Some(_) => Err(format!("is not from {least} to {most}")),
                None => Err(format!("is not a number from {least} to {most} with up to three decimals")),
            },
            Self::Numbers { least, most, .. } => {
                let read = |word: &str| {
                    let word = word.trim();
                    number(word, least, most).map_err(|misfit| format!("has `{word}`, which {misfit}"))
                };
                Ok(text.split(',').map(read).collect::<Result<Vec<String>, String>>()?.join(","))
            }
            Self::Names(names) => one_of(&names.iter().map(|(name, _)| *name).collect::<Vec<_>>()),
            Self::Form(_) => Ok(text.to_owned()),
        }
    }
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
            Self::Decimal { least, most } => write!(f, "{least} to {most}, with up to three decimals"),
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

/// A number with up to three decimals, in thousandths. Exact, unlike a floating-point number.
///
/// ```
/// use cutthroat_games::field::thousandths;
///
/// assert_eq!(thousandths("-0.5"), Some(-500));
/// assert_eq!(thousandths("1e3"), None);
/// ```
#[must_use]
pub fn thousandths(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let fits = |part: &str, most: usize| part.len() <= most && part.bytes().all(|digit| digit.is_ascii_digit());
    if !fits(whole, 9) || !fits(decimals, 3) || whole.is_empty() || digits.ends_with('.') {
        return None;
    }
    let value: i64 = format!("{whole}{decimals:0<3}").parse().ok()?;
    Some(if text.starts_with('-') { -value } else { value })
}

/// A number of thousandths as it is always written: `0.5`.
#[must_use]
pub fn write_thousandths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:03}", value.abs() / 1000, value.abs() % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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
    fn numbers_that_do_not_fit_are_told_apart() {
        let margin = Values::Number { least: 0, most: 100 };
        for text in ["1.5", "", "-", "many", "1e1", " 7"] {
            assert_eq!(margin.read(text).unwrap_err(), "is not a whole number from 0 to 100", "`{text}`");
        }
        for text in ["-1", "101", "99999999999999999999999999999999999999999"] {
            assert_eq!(margin.read(text).unwrap_err(), "is not from 0 to 100", "`{text}`");
        }
    }

    #[test]
    fn decimals_are_read_exactly() {
        let weight = Values::Decimal { least: -10, most: 10 };
        for (text, read) in [("1", "1"), ("-0.50", "-0.5"), ("+0.125", "0.125"), ("10.000", "10"), ("-0", "0")] {
            assert_eq!(weight.read(text).unwrap(), read);
        }
        for text in ["", "-", ".", "1.", ".5", "0.1234", "1e1", "half", "1.5.2", "--1", "9999999999"] {
            let complaint = "is not a number from -10 to 10 with up to three decimals";
            assert_eq!(weight.read(text).unwrap_err(), complaint, "`{text}`");
        }
        assert_eq!(weight.read("10.001").unwrap_err(), "is not from -10 to 10");
    }

    #[test]
    fn values_are_told_in_words() {
        assert_eq!(Values::Number { least: 0, most: 9 }.to_string(), "0 to 9");
        assert_eq!(Values::Number { least: 1, most: u64::MAX }.to_string(), "a whole number, at least 1");
        assert_eq!(Values::Names(&[("a", ""), ("b", ""), ("c", "")]).to_string(), "a, b or c");
    }
}
