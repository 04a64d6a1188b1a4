//! `name=value` lists: the notation of generated trees, and of the fields of card and board positions.

use std::str::FromStr;

use thiserror::Error;

use crate::field::Field;

/// What is wrong with a list of parameters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// A word that is not `name=value`.
    #[error("`{0}` is not of the form name=value")]
    Form(String),
    /// A name that is not known.
    #[error("there is no parameter `{name}`; there are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The known names.
        known: String,
    },
    /// A name given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// A value that does not fit the description of its field.
    #[error("{name}={value} {misfit}")]
    Unfit {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// Why it does not fit.
        misfit: String,
    },
    /// A value that does not fit the other parameters.
    #[error("{name}={value} is not {expected}")]
    Value {
        /// The parameter.
        name: String,
        /// What was given.
        value: String,
        /// What would fit.
        expected: String,
    },
}

/// The value of a field, as it is always written.
///
/// # Errors
/// When the description of the field does not allow it.
pub fn checked(field: &Field, value: &str) -> Result<String, ParameterError> {
    let read = field.values.read(value);
    read.map_err(|misfit| ParameterError::Unfit { name: field.name, value: value.to_owned(), misfit })
}

/// A list of parameters, each with a value.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    given: Vec<(String, String)>,
}

impl Parameters {
    /// Reads a list of `name=value`, separated by spaces; only these fields are allowed, each with a value that fits it.
    /// Values are kept as they are always written.
    ///
    /// # Errors
    /// The first word that does not fit.
    pub fn read<'f>(text: &str, fields: impl IntoIterator<Item = &'f Field>) -> Result<Self, ParameterError> {
        let fields: Vec<&Field> = fields.into_iter().collect();
        let mut parameters = Self::default();
        for word in text.split_whitespace() {
            let (name, value) = word.split_once('=').ok_or_else(|| ParameterError::Form(word.to_owned()))?;
            let Some(field) = fields.iter().find(|field| field.name == name) else {
                let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
                return Err(ParameterError::Unknown { name: name.to_owned(), known: known.join(", ") });
            };
            if parameters.value(name).is_some() {
                return Err(ParameterError::Twice(name.to_owned()));
            }
            parameters.given.push((name.to_owned(), checked(field, value)?));
        }
        Ok(parameters)
    }

    /// The same list without a parameter.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        Self { given: self.given.iter().filter(|(given, _)| given != name).cloned().collect() }
    }

    /// The value of a parameter, if it was given.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter read as `T` and accepted by `fits`, or `default` if it was not given.
    ///
    /// # Errors
    /// When the value is given and is not `expected`.
    pub fn get<T: FromStr>(
        &self,
        name: &str,
        default: T,
        expected: &str,
        fits: impl Fn(&T) -> bool,
    ) -> Result<T, ParameterError> {
        let Some(value) = self.value(name) else { return Ok(default) };
        value.parse().ok().filter(fits).ok_or_else(|| self.misfit(name, expected))
    }

    /// The error that the value given for `name` is not `expected`.
    #[must_use]
    pub fn misfit(&self, name: &str, expected: &str) -> ParameterError {
        let value = self.value(name).unwrap_or_default().to_owned();
        ParameterError::Value { name: name.to_owned(), value, expected: expected.to_owned() }
    }
}
