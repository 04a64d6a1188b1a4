//! An algorithm and its settings, for players and analyses.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::algorithms::Algorithm;
use crate::error::Error;
use crate::player_spec::PROGRAM;

/// An algorithm and its settings, as plain data. Written as `NAME` or `NAME:setting=value,setting=value`, and read
/// back. Every setting is checked against what the algorithm declares, once, when it is set.
///
/// ```
/// use cutthroat_catalog::{Algorithm, Error, Settings};
///
/// let settings: Settings = "paranoid:best=6,nodes=5000".parse()?;
/// assert_eq!(settings.algorithm(), Algorithm::PARANOID);
/// assert_eq!(settings.number::<u64>("nodes"), Some(5000));
/// assert_eq!(settings.to_string(), "paranoid:nodes=5000,best=6");
/// let error = Settings::new(Algorithm::MAXN).with("nodes", 0).unwrap_err();
/// assert!(matches!(error, Error::Unfit { field: "nodes", .. }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    algorithm: Algorithm,
    /// Those that are given, in the order in which the algorithm lists them.
    values: Vec<(&'static str, String)>,
}

impl Settings {
    /// An algorithm with nothing set.
    #[must_use]
    pub const fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, values: Vec::new() }
    }

    /// The algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// What is set, by name.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The value of a setting, if it is given.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.given().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// The value of a setting that is a number.
    #[must_use]
    pub fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    /// The value of a setting that is `on` or `off`.
    #[must_use]
    pub fn switch(&self, name: &str) -> Option<bool> {
        self.get(name).map(|value| value == "on")
    }

    /// The same with one more setting, or another value of it.
    ///
    /// # Errors
    /// When the algorithm does not have it, or the value does not fit.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts are given as they are")]
    pub fn with(mut self, name: &str, value: impl ToString) -> Result<Self, Error> {
        self.set(name, &value.to_string())?;
        Ok(self)
    }

    /// Sets something.
    ///
    /// # Errors
    /// When the algorithm does not have it, or the value does not fit.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let Some(place) = self.algorithm.settings.iter().position(|setting| setting.name == name) else {
            // The first of equal moves is what all searches choose that have no other rule.
            if name == "ties" && value == "first" && self.algorithm.searches {
                return Ok(());
            }
            return Err(Error::Setting { algorithm: self.algorithm.name, field: name.to_owned() });
        };
        let setting = &self.algorithm.settings[place];
        let value = setting.values.read(value).map_err(|misfit| Error::Unfit {
            field: setting.name,
            value: value.to_owned(),
            misfit,
        })?;
        self.put(place, value);
        Ok(())
    }

    /// Sets what was not given, where the algorithm has it.
    pub(crate) fn complete(&mut self, name: &str, value: &str) {
        let place = self.algorithm.settings.iter().position(|setting| setting.name == name);
        if let Some(place) = place.filter(|_| self.get(name).is_none()) {
            self.put(place, value.to_owned());
        }
    }

    /// The settings of another algorithm: all that it has, too.
    pub(crate) fn of(&self, algorithm: Algorithm) -> Self {
        let mut settings = Self::new(algorithm);
        for (name, value) in self.given() {
            settings.complete(name, value);
        }
        settings
    }

    /// Takes a setting away, and returns it.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let place = self.values.iter().position(|(given, _)| *given == name)?;
        Some(self.values.remove(place).1)
    }

    fn put(&mut self, place: usize, value: String) {
        let settings = self.algorithm.settings;
        let name = settings[place].name;
        self.take(name);
        let before = |given: &(&'static str, String)| settings[..place].iter().any(|setting| setting.name == given.0);
        let place = self.values.iter().filter(|given| before(given)).count();
        self.values.insert(place, (name, value));
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm.name)?;
        for (place, (name, value)) in self.given().enumerate() {
            write!(f, "{}{name}={value}", if place == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Names and values of settings, not checked yet.
type Unchecked<'t> = Vec<(&'t str, &'t str)>;

/// The parts of a spec.
pub(crate) fn parts(text: &str) -> Result<(Algorithm, Unchecked<'_>), Error> {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    if text.trim_start().starts_with(PROGRAM) {
        return Err(Error::Program);
    }
    let algorithm = Algorithm::named(name)?;
    let mut parts: Unchecked<'_> = Vec::new();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let part = setting.split_once('=').ok_or_else(|| Error::NotASetting { text: setting.to_owned() })?;
        if parts.iter().any(|(name, _)| *name == part.0) {
            return Err(Error::Twice { field: part.0.to_owned() });
        }
        parts.push(part);
    }
    Ok((algorithm, parts))
}

impl FromStr for Settings {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (algorithm, parts) = parts(text)?;
        let mut settings = Self::new(algorithm);
        for (name, value) in parts {
            settings.set(name, value)?;
        }
        Ok(settings)
    }
}

/// A value in JSON: text, or a number or a truth value for it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Given {
    Switch(bool),
    Number(u64),
    Text(String),
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len() + 1))?;
        map.serialize_entry("algorithm", self.algorithm.name)?;
        for (name, value) in self.given() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut given = std::collections::BTreeMap::<String, Given>::deserialize(deserializer)?;
        let algorithm = match given.remove("algorithm") {
            Some(name) => Algorithm::named(&name.to_string()).map_err(D::Error::custom)?,
            None => Algorithm::default(),
        };
        let mut settings = Self::new(algorithm);
        for (name, value) in given {
            settings.set(&name, &value.to_string()).map_err(D::Error::custom)?;
        }
        Ok(settings)
    }
}
