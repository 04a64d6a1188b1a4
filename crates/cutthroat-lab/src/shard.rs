//! Shards: long work in parts that different machines can do.
//!
//! The games of a match, the deals of a file and the pieces of an experiment are numbered, and what each of them gives
//! depends on its number and the settings alone. A shard is some of the numbers, so it is the same wherever and however
//! often it is done. The [merge](crate::merge) puts shards together.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::LabError;

/// The most parts that work is divided into.
const MOST: u64 = 1_000_000;

/// One of several parts: `2/8` is the second of eight.
///
/// ```
/// use cutthroat_lab::Shard;
///
/// let shard: Shard = "2/8".parse()?;
/// assert_eq!(shard.of_numbers(20)?.range(), 3..=5);
/// # Ok::<(), cutthroat_lab::LabError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    place: u64,
    /// Of how many.
    of: u64,
}

impl Shard {
    /// The part with this number, from 1, of so many.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn new(place: u64, of: u64) -> Result<Self, LabError> {
        if of > MOST {
            return Err(LabError::Usage(format!("{of} shards are too many; at most {MOST} fit")));
        }
        if !(1..=of).contains(&place) {
            return Err(LabError::Usage(format!(
                "there is no shard {place}/{of}; the first is 1/{0}, the last {0}/{0}",
                of.max(1)
            )));
        }
        Ok(Self { place, of })
    }

    /// Its part of the numbers from 1 to `all`, which follow each other. Parts differ by at most one in size.
    ///
    /// # Errors
    /// When there are fewer numbers than parts.
    pub fn of_numbers(self, all: u64) -> Result<ShardRange, LabError> {
        if all < self.of {
            return Err(LabError::Usage(format!("{all} cannot be divided into {} shards", self.of)));
        }
        Ok(ShardRange { shard: self, all })
    }

    /// Whether it has a piece of the named part of an experiment. Pieces go round, and every name begins elsewhere, so
    /// that names with few pieces do not all fall to the same shard.
    #[cfg(feature = "papers")]
    pub(crate) fn has(self, name: &str, piece: u64) -> bool {
        let start = name.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
        (start % self.of + piece % self.of) % self.of == self.place - 1
    }

    /// Which part, from 1.
    #[must_use]
    pub const fn place(self) -> u64 {
        self.place
    }

    /// Of how many.
    #[must_use]
    pub const fn of(self) -> u64 {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.place, self.of)
    }
}

impl FromStr for Shard {
    type Err = LabError;

    fn from_str(text: &str) -> Result<Self, LabError> {
        let numbers = text.split_once('/').and_then(|(place, of)| Some((place.parse().ok()?, of.parse().ok()?)));
        let (place, of) = numbers
            .ok_or_else(|| LabError::Usage(format!("`{text}` is not a shard; write 2/8 for the second of eight")))?;
        Self::new(place, of)
    }
}

/// The numbers of a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShardRange {
    /// Which shard it is.
    #[serde(flatten)]
    pub shard: Shard,
    /// How many numbers all shards have together.
    pub all: u64,
}

impl ShardRange {
    /// The numbers, from the first to the last.
    #[must_use]
    pub fn range(&self) -> RangeInclusive<u64> {
        let before = |places: u64| (u128::from(places) * u128::from(self.all) / u128::from(self.shard.of)) as u64;
        before(self.shard.place - 1) + 1..=before(self.shard.place)
    }

    /// Whether it can be: read from a file, it may be anything.
    pub(crate) fn is_sound(&self) -> bool {
        Shard::new(self.shard.place, self.shard.of).is_ok() && self.all >= self.shard.of
    }
}

/// Numbers in words: `3, 7 to 9 and 12`, in short if there are many runs of them.
pub(crate) fn in_words(numbers: &[u64]) -> String {
    const MOST_RUNS: usize = 8;
    let runs: Vec<String> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .map(|run| if run.len() == 1 { run[0].to_string() } else { format!("{} to {}", run[0], run[run.len() - 1]) })
        .collect();
    match runs.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., last] if runs.len() <= MOST_RUNS => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", runs[..MOST_RUNS].join(", "), runs.len() - MOST_RUNS),
    }
}

/// What is missing, in words: whole shards by their numbers where all parts are of one division, and the pieces.
pub(crate) fn missing_in_words(missing: &[u64], parts: &[ShardRange], noun: &str) -> String {
    let nouns = if missing.len() == 1 { noun.to_owned() } else { format!("{noun}s") };
    let pieces = format!("{nouns} {}", in_words(missing));
    let Some(first) = parts.first() else { return pieces };
    if parts.iter().any(|part| part.shard.of != first.shard.of) {
        return pieces;
    }
    let of = first.shard.of;
    let is_missing = |place: &u64| {
        let range = ShardRange { shard: Shard { place: *place, of }, all: first.all }.range();
        missing
            .binary_search_by(|number| {
                if range.contains(number) { std::cmp::Ordering::Equal } else { number.cmp(range.start()) }
            })
            .is_ok()
    };
    let shards: Vec<u64> = (1..=of).filter(is_missing).collect();
    let shard = if shards.len() == 1 { "shard" } else { "shards" };
    format!("{shard} {} of {of} ({pieces})", in_words(&shards))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number is in exactly one shard, and sizes differ by at most one.
    #[test]
    fn shards_divide_all_numbers() {
        for (all, of) in [(1, 1), (7, 7), (90, 7), (100, 3), (1001, 1000), (u64::MAX, 3)] {
            let ranges: Vec<_> =
                (1..=of).map(|place| Shard::new(place, of).unwrap().of_numbers(all).unwrap().range()).collect();
            assert_eq!((*ranges[0].start(), *ranges[ranges.len() - 1].end()), (1, all));
            assert!(ranges.windows(2).all(|pair| pair[0].end() + 1 == *pair[1].start()));
            let sizes = ranges.iter().map(|range| range.end() - range.start());
            assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        }
    }

    #[test]
    #[cfg(feature = "papers")]
    fn every_piece_is_in_one_shard() {
        for of in [1, 2, 5, 16] {
            for (name, piece) in [("deals", 1), ("deals", 2), ("hands of 3", 1), ("", 99), ("x", u64::MAX)] {
                let owners = (1..=of).filter(|&place| Shard::new(place, of).unwrap().has(name, piece));
                assert_eq!(owners.count(), 1, "{name} {piece} of {of}");
            }
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for (text, part) in [
            ("3", "is not a shard"),
            ("0/3", "there is no shard 0/3; the first is 1/3, the last 3/3"),
            ("4/3", "there is no shard 4/3"),
            ("1/0", "there is no shard 1/0"),
            ("-1/3", "is not a shard"),
            ("1/1000001", "are too many"),
        ] {
            let told = text.parse::<Shard>().unwrap_err().to_string();
            assert!(told.contains(part), "{text}: {told}");
        }
        assert!("1/8".parse::<Shard>().unwrap().of_numbers(7).is_err());
    }

    #[test]
    fn missing_numbers_are_told_in_short() {
        assert_eq!(in_words(&[3, 7, 8, 9, 12]), "3, 7 to 9 and 12");
        assert_eq!(
            in_words(&(0..40).map(|number| 2 * number).collect::<Vec<_>>()),
            "0, 2, 4, 6, 8, 10, 12, 14 and 32 more"
        );
        let part = |place| Shard::new(place, 5).unwrap().of_numbers(20).unwrap();
        let missing: Vec<u64> = (5..=8).chain([20]).collect();
        assert_eq!(
            missing_in_words(&missing, &[part(1), part(3)], "game"),
            "shards 2 and 5 of 5 (games 5 to 8 and 20)"
        );
        let other = Shard::new(1, 4).unwrap().of_numbers(20).unwrap();
        assert_eq!(missing_in_words(&[9], &[part(1), other], "game"), "game 9");
    }
}
