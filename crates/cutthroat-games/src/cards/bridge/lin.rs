//! LIN, the records of Bridge Base Online: read only.
//!
//! A record is a row of `key|value|`. Read are `md` (dealer and hands), `sv` (who is vulnerable), `mb` (a call of the
//! auction), `pc` (a card), `ah` (the name of the board) and `pn` (the players). A file has one board in each line, or
//! one board in several lines: a new one begins with `qx` or another `md`.

use cutthroat::Player;

use super::super::card::{Card, Cards, Suit};
use super::board::{Board, BoardError, OtherTag};
use super::contract::{Contract, Doubling, Vulnerability};

/// Whether a text looks like LIN.
#[must_use]
pub fn is_lin(text: &str) -> bool {
    text.contains("md|")
}

/// Reads all boards of a file.
///
/// # Errors
/// The first thing that is wrong, and in which board.
pub fn read_lin(text: &str) -> Result<Vec<Board>, BoardError> {
    let pieces: Vec<&str> = text.split('|').collect();
    let mut records: Vec<Vec<(String, &str)>> = Vec::new();
    for pair in pieces.chunks_exact(2) {
        let (key, value) = (pair[0].trim().to_ascii_lowercase(), pair[1].trim());
        let has = |name: &str| records.last().is_some_and(|last| last.iter().any(|(known, _)| known == name));
        let begins = records.is_empty() || matches!(key.as_str(), "qx" | "md") && has("md");
        if begins {
            records.push(Vec::new());
        }
        if let Some(last) = records.last_mut() {
            last.push((key, value));
        }
    }
    records.retain(|record| record.iter().any(|(key, _)| key == "md"));
    let numbered = (1..).zip(&records);
    let boards: Vec<Board> = numbered
        .map(|(number, record)| {
            board(record).map_err(|error| BoardError::Board { board: number, error: Box::new(error) })
        })
        .collect::<Result<_, _>>()?;
    if boards.is_empty() { Err(BoardError::NoBoard) } else { Ok(boards) }
}

fn board(record: &[(String, &str)]) -> Result<Board, BoardError> {
    let all = |name: &'static str| record.iter().filter(move |(key, _)| key == name).map(|&(_, value)| value);
    let value = |name| all(name).next();
    let (dealer, hands) = cards_dealt(value("md").ok_or(BoardError::Missing("md|...|"))?)?;
    let mut board = Board::new(hands)?;
    board.dealer = Some(dealer);
    board.vulnerable = match value("sv").unwrap_or_default().to_ascii_lowercase().as_str() {
        "" => None,
        "o" | "0" => Some(Vulnerability::Neither),
        "n" => Some(Vulnerability::NorthSouth),
        "e" => Some(Vulnerability::EastWest),
        "b" => Some(Vulnerability::Both),
        other => {
            return Err(BoardError::Tag { tag: "sv", value: other.to_owned(), must: "o, n, e or b" });
        }
    };
    let calls: Vec<&str> = all("mb").collect();
    (board.contract, board.passed_out) = outcome_of(&calls, dealer)?;
    board.plays = all("pc").map(str::parse::<Card>).collect::<Result<_, _>>()?;
    board.check_play()?;
    let other =
        |name: &str, value: &str| OtherTag { name: name.to_owned(), value: value.to_owned(), lines: Vec::new() };
    if let Some(name) = value("ah") {
        board.others.push(other("Board", name.trim_start_matches("Board").trim()));
    }
    // Players are named from south on.
    for (name, player) in ["South", "West", "North", "East"].into_iter().zip(value("pn").unwrap_or_default().split(','))
    {
        if !player.trim().is_empty() {
            board.others.push(other(name, player.trim()));
        }
    }
    Ok(board)
}

/// Reads `3S...H...D...C...,hand,hand`: the dealer (1 is south, and so on clockwise) and the hands from south on. The last may
/// be left out.
fn cards_dealt(text: &str) -> Result<(Player, [Cards; 4]), BoardError> {
    let wrong = || BoardError::Tag {
        tag: "md",
        value: text.to_owned(),
        must: "the dealer, 1 to 4, and three or four hands with commas between, such as 1SAKQHD...C...,...",
    };
    let mut letters = text.chars();
    let dealer = letters
        .next()
        .and_then(|digit| digit.to_digit(10))
        .filter(|digit| (1..=4).contains(digit))
        .ok_or_else(wrong)?;
    // South is seat 3.
    let seat = |place: usize| (place + 2) % 4;
    let words: Vec<&str> = letters.as_str().split(',').collect();
    if !(3..=4).contains(&words.len()) {
        return Err(wrong());
    }
    let mut hands = [Cards::NONE; 4];
    let mut dealt = Cards::NONE;
    for (place, word) in words.iter().enumerate() {
        let mut suit = None;
        for letter in word.trim().chars() {
            if let Some(next) = Suit::of_letter(letter) {
                suit = Some(next);
                continue;
            }
            let card: Card = format!("{}{letter}", suit.ok_or_else(wrong)?.letter()).parse()?;
            if dealt.has(card) {
                return Err(super::super::error::CardError::Twice(card).into());
            }
            dealt.insert(card);
            hands[seat(place)].insert(card);
        }
    }
    if hands[seat(3)].is_empty() {
        hands[seat(3)] = Cards::PACK - dealt;
    }
    Ok((Player::new(seat(dealer as usize - 1)), hands))
}

/// The contract that an auction ends with, and whether everybody passed.
fn outcome_of(calls: &[&str], dealer: Player) -> Result<(Option<(Contract, Player)>, bool), BoardError> {
    let mut bids: Vec<(Contract, Player)> = Vec::new();
    let mut doubling = Doubling::Undoubled;
    for (turn, call) in calls.iter().enumerate() {
        let seat = Player::new((dealer.index() + turn) % 4);
        match call.trim_end_matches('!').to_ascii_lowercase().as_str() {
            "p" | "pass" => {}
            "d" | "x" | "dbl" => doubling = Doubling::Doubled,
            "r" | "xx" | "rdbl" => doubling = Doubling::Redoubled,
            bid => {
                doubling = Doubling::Undoubled;
                bids.push((bid.parse()?, seat));
            }
        }
    }
    let Some(&(last, by)) = bids.last() else { return Ok((None, calls.len() >= 4)) };
    // The partner who named the strain first plays it.
    let same_side = |seat: Player| seat.index() % 2 == by.index() % 2;
    let first = bids.iter().find(|(bid, seat)| bid.strain == last.strain && same_side(*seat));
    let declarer = first.map_or(by, |&(_, seat)| seat);
    Ok((Some((Contract { doubling, ..last }, declarer)), false))
}
