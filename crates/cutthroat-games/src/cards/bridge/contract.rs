//! Contracts of bridge and what they score.

use std::fmt;
use std::str::FromStr;

use cutthroat::Player;

use super::super::card::Suit;
use super::BoardError;

/// The strains, from the lowest in the auction to the highest. `None` is no trump.
pub const STRAINS: [Option<Suit>; 5] =
    [Some(Suit::Clubs), Some(Suit::Diamonds), Some(Suit::Hearts), Some(Suit::Spades), None];

/// The letters of the seats, from seat 1 on.
pub const COMPASS: [char; 4] = ['N', 'E', 'S', 'W'];

/// The letter of a strain, `N` for no trump.
#[must_use]
pub fn strain_letter(strain: Option<Suit>) -> char {
    strain.map_or('N', Suit::letter)
}

/// The seat of a letter of the compass: north is seat 1.
#[must_use]
pub fn seat_of(letter: char) -> Option<Player> {
    COMPASS.iter().position(|&known| known == letter.to_ascii_uppercase()).map(Player::new)
}

/// The letter of a seat.
#[must_use]
pub fn compass(seat: Player) -> char {
    COMPASS[seat.index() % COMPASS.len()]
}

/// Which sides are vulnerable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Vulnerability {
    /// Nobody.
    #[default]
    Neither,
    /// North and south, seats 1 and 3.
    NorthSouth,
    /// East and west, seats 2 and 4.
    EastWest,
    /// Both sides.
    Both,
}

impl Vulnerability {
    /// Whether the side of this seat is vulnerable.
    #[must_use]
    pub fn of(self, seat: Player) -> bool {
        match self {
            Self::Neither => false,
            Self::NorthSouth => seat.index().is_multiple_of(2),
            Self::EastWest => seat.index() % 2 == 1,
            Self::Both => true,
        }
    }

    /// As PBN writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neither => "None",
            Self::NorthSouth => "NS",
            Self::EastWest => "EW",
            Self::Both => "All",
        }
    }
}

impl FromStr for Vulnerability {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        match text.to_ascii_lowercase().as_str() {
            "none" | "love" | "-" => Ok(Self::Neither),
            "ns" => Ok(Self::NorthSouth),
            "ew" => Ok(Self::EastWest),
            "all" | "both" => Ok(Self::Both),
            _ => Err(BoardError::Tag { tag: "Vulnerable", value: text.to_owned(), must: "None, NS, EW or All" }),
        }
    }
}

/// Whether a contract was doubled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Doubling {
    /// Not doubled.
    #[default]
    Undoubled,
    /// Doubled.
    Doubled,
    /// Redoubled.
    Redoubled,
}

/// What a side has promised to take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contract {
    /// Tricks beyond six, 1 to 7.
    pub level: u8,
    /// The trump suit, or none.
    pub strain: Option<Suit>,
    /// Whether it was doubled.
    pub doubling: Doubling,
}

impl Contract {
    /// The tricks it takes to make it.
    #[must_use]
    pub const fn needs(self) -> u8 {
        6 + self.level
    }

    /// The score of the side that plays it and takes `tricks` (Laws of Duplicate Bridge, law 77).
    #[must_use]
    pub fn score(self, tricks: u8, vulnerable: bool) -> i32 {
        if tricks < self.needs() {
            return -self.penalty(self.needs() - tricks, vulnerable);
        }
        let times = 1 << self.doubling as i32;
        let each = if matches!(self.strain, Some(Suit::Clubs | Suit::Diamonds)) { 20 } else { 30 };
        let first = if self.strain.is_none() { 10 } else { 0 };
        let promised = (each * i32::from(self.level) + first) * times;
        let by_vulnerability = |not, when| if vulnerable { when } else { not };
        let game = if promised >= 100 { by_vulnerability(300, 500) } else { 50 };
        let slam = match self.level {
            7 => by_vulnerability(1000, 1500),
            6 => by_vulnerability(500, 750),
            _ => 0,
        };
        let each_over = match self.doubling {
            Doubling::Undoubled => each,
            Doubling::Doubled => by_vulnerability(100, 200),
            Doubling::Redoubled => by_vulnerability(200, 400),
        };
        let insult = 50 * self.doubling as i32;
        promised + game + slam + insult + each_over * i32::from(tricks - self.needs())
    }

    /// What the side loses that is `down` tricks short.
    fn penalty(self, down: u8, vulnerable: bool) -> i32 {
        let down = i32::from(down);
        let doubled = if vulnerable { 300 * down - 100 } else { 200 * down - 100 + 100 * (down - 3).max(0) };
        match self.doubling {
            Doubling::Undoubled => down * if vulnerable { 100 } else { 50 },
            Doubling::Doubled => doubled,
            Doubling::Redoubled => 2 * doubled,
        }
    }
}

impl fmt::Display for Contract {
    /// As PBN writes it, such as `3NT` or `4SX`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strain = self.strain.map_or_else(|| "NT".to_owned(), |suit| suit.letter().to_string());
        write!(f, "{}{strain}{}", self.level, ["", "X", "XX"][self.doubling as usize])
    }
}

impl FromStr for Contract {
    type Err = BoardError;

    /// Reads `3NT`, `3N`, `4SX`, `4sxx`.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let wrong = || BoardError::Tag {
            tag: "Contract",
            value: text.to_owned(),
            must: "a contract such as 3NT or 4SX, or Pass",
        };
        let upper = text.trim().to_ascii_uppercase();
        let plain = upper.trim_end_matches('X');
        let doubling = match upper.len() - plain.len() {
            0 => Doubling::Undoubled,
            1 => Doubling::Doubled,
            2 => Doubling::Redoubled,
            _ => return Err(wrong()),
        };
        let mut letters = plain.chars();
        let level = letters.next().and_then(|level| level.to_digit(10)).filter(|level| (1..=7).contains(level));
        let strain = match letters.as_str() {
            "N" | "NT" => Some(None),
            suit => suit.chars().next().filter(|_| suit.len() == 1).and_then(Suit::of_letter).map(Some),
        };
        let (Some(level), Some(strain)) = (level, strain) else { return Err(wrong()) };
        Ok(Self { level: level as u8, strain, doubling })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_score_as_the_table_of_the_laws() {
        let rows = [
            ("1C", 7, false, 70),
            ("1NT", 7, true, 90),
            ("2H", 9, false, 140),
            ("3NT", 9, false, 400),
            ("3NT", 10, true, 630),
            ("4S", 10, false, 420),
            ("5D", 11, true, 600),
            ("6C", 12, false, 920),
            ("6NT", 12, true, 1440),
            ("7NT", 13, false, 1520),
            ("7S", 13, true, 2210),
            ("2SX", 8, false, 470),
            ("2SX", 9, true, 870),
            ("1NTXX", 7, false, 560),
            ("1NTXX", 8, true, 1160),
            ("4S", 9, false, -50),
            ("4S", 8, true, -200),
            ("4SX", 9, false, -100),
            ("4SX", 8, false, -300),
            ("4SX", 7, false, -500),
            ("4SX", 6, false, -800),
            ("4SX", 9, true, -200),
            ("4SX", 7, true, -800),
            ("4SXX", 8, false, -600),
        ];
        for (contract, tricks, vulnerable, score) in rows {
            let read: Contract = contract.parse().unwrap();
            assert_eq!(read.to_string(), contract);
            assert_eq!(read.score(tricks, vulnerable), score, "{contract} with {tricks} tricks, {vulnerable}");
        }
        for wrong in ["", "8C", "0S", "3", "3NTXXX", "S3", "3SS"] {
            assert!(wrong.parse::<Contract>().is_err(), "{wrong}");
        }
    }
}
