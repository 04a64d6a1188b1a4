//! A board of bridge: four hands, and what is known of the auction and the play.

use cutthroat::{Game as _, Notation as _, Player, counted};
use thiserror::Error;

use super::super::card::{Card, Cards, Suit};
use super::super::error::CardError;
use super::super::start::CardStart;
use super::super::trick::TrickGame;
use super::contract::{Contract, Vulnerability, compass, strain_letter};
use super::{Bridge, BridgeRules, TrickTable, is_lin, is_pbn, read_lin, read_pbn};

/// What is wrong with the record of a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There is no board at all.
    #[error("there is no board in it: a board has a tag [Deal \"N:...\"], or md|...| in LIN")]
    NoBoard,
    /// Something is wrong in one of the boards.
    #[error("board {board}: {error}")]
    Board {
        /// Which board, counted from 1.
        board: usize,
        /// What is wrong with it.
        #[source]
        error: Box<Self>,
    },
    /// A line that is neither tag nor section.
    #[error("line {line} cannot be read: `{text}`")]
    Line {
        /// Which line of the text, counted from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A tag with a value that it cannot have.
    #[error("{tag} `{value}` is not {must}")]
    Tag {
        /// The tag.
        tag: &'static str,
        /// Its value.
        value: String,
        /// What it has to be.
        must: &'static str,
    },
    /// A board without cards.
    #[error("the cards are missing: there is no {0}")]
    Missing(&'static str),
    /// A hand of the wrong size.
    #[error("{seat} holds {}; everybody holds 13", counted(*held, "card"))]
    HandSize {
        /// The seat, as a letter of the compass.
        seat: char,
        /// How many cards it holds.
        held: usize,
    },
    /// A wrong card or hand.
    #[error(transparent)]
    Card(#[from] CardError),
    /// A card that cannot have been played.
    #[error("card {number} of the play, {card}: {reason}")]
    Play {
        /// Which card, counted from 1.
        number: usize,
        /// The card.
        card: Card,
        /// Why not.
        reason: String,
    },
    /// A play, but no contract.
    #[error("cards were played, but there is no contract and declarer that say who leads and what is trump")]
    PlayWithoutContract,
}

/// The boards of a text in PBN or LIN; `None` for a text that is neither.
#[must_use]
pub fn read_boards(text: &str) -> Option<Result<Vec<Board>, BoardError>> {
    if is_pbn(text) {
        Some(read_pbn(text))
    } else if is_lin(text) {
        Some(read_lin(text))
    } else {
        None
    }
}

/// A tag of PBN that means nothing to us, with the lines of its section. It is kept and written again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherTag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The lines that follow it.
    pub lines: Vec<String>,
}

/// Four hands, and what is known of the auction and the play. Seat 1 is north, 2 east, 3 south and 4 west.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The hands as they were dealt.
    pub hands: [Cards; 4],
    /// Who dealt.
    pub dealer: Option<Player>,
    /// Who is vulnerable.
    pub vulnerable: Option<Vulnerability>,
    /// The contract, and who plays it.
    pub contract: Option<(Contract, Player)>,
    /// Whether everybody passed.
    pub passed_out: bool,
    /// The cards that were played, in order.
    pub plays: Vec<Card>,
    /// The twenty results, if somebody has solved the board.
    pub table: Option<TrickTable>,
    /// Everything else.
    pub others: Vec<OtherTag>,
}

impl Board {
    /// A board of which only the hands are known.
    ///
    /// # Errors
    /// When somebody does not hold 13 cards, or a card is there twice.
    pub fn new(hands: [Cards; 4]) -> Result<Self, BoardError> {
        let mut seen = Cards::NONE;
        for (seat, hand) in Player::all(4).zip(hands) {
            if let Some(twice) = (seen & hand).first() {
                return Err(CardError::Twice(twice).into());
            }
            if hand.len() != 13 {
                return Err(BoardError::HandSize { seat: compass(seat), held: hand.len() });
            }
            seen |= hand;
        }
        Ok(Self {
            hands,
            dealer: None,
            vulnerable: None,
            contract: None,
            passed_out: false,
            plays: Vec::new(),
            table: None,
            others: Vec::new(),
        })
    }

    /// Who leads to the first trick, if the contract is known.
    #[must_use]
    pub fn leader(&self) -> Option<Player> {
        self.contract.map(|(_, declarer)| declarer.next(4))
    }

    /// The deal in our notation, for a strain and a leader.
    #[must_use]
    pub fn deal_text(&self, strain: Option<Suit>, leader: Player) -> String {
        let hands: Vec<String> = self.hands.iter().map(ToString::to_string).collect();
        format!("{}:{} trump={}", leader.seat(), hands.join(" "), strain_letter(strain))
    }

    /// The position after some of the cards that were played, in our notation. Without a contract north leads, and there
    /// is no trump.
    ///
    /// # Errors
    /// When one of these cards could not be played, or cards were played and nobody knows the contract.
    pub fn position_text(&self, after: usize) -> Result<String, BoardError> {
        let (game, mut position) = self.start()?;
        self.played_on(&game, &mut position, after)?;
        Ok(game.write_position(&position))
    }

    /// Checks that every card of the play could be played.
    pub(super) fn check_play(&self) -> Result<(), BoardError> {
        if self.plays.is_empty() {
            return Ok(());
        }
        self.position_text(self.plays.len()).map(|_| ())
    }

    fn start(&self) -> Result<(Bridge, super::super::position::Position), BoardError> {
        if self.contract.is_none() && !self.plays.is_empty() {
            return Err(BoardError::PlayWithoutContract);
        }
        let rules = BridgeRules { trump: self.contract.and_then(|(contract, _)| contract.strain) };
        let leader = self.leader().map_or(0, Player::index);
        let start = CardStart { hands: self.hands.to_vec(), leader, ..CardStart::default() };
        Ok(TrickGame::new(rules, &start)?)
    }

    fn played_on(
        &self,
        game: &Bridge,
        position: &mut super::super::position::Position,
        after: usize,
    ) -> Result<(), BoardError> {
        for (number, &card) in (1..).zip(self.plays.iter().take(after)) {
            let wrong = |reason: String| BoardError::Play { number, card, reason };
            game.read_move(position, &card.to_string()).map_err(|error| wrong(error.to_string()))?;
            game.play(position, card);
        }
        Ok(())
    }

    /// The cards of the play, trick by trick, each with who leads.
    ///
    /// # Errors
    /// As [`position_text`](Self::position_text).
    pub fn tricks(&self) -> Result<Vec<(Player, Vec<Card>)>, BoardError> {
        let (game, mut position) = self.start()?;
        let mut tricks: Vec<(Player, Vec<Card>)> = Vec::new();
        for number in 0..self.plays.len() {
            if number % 4 == 0 {
                tricks.push((game.mover(&position).unwrap_or(Player::new(0)), Vec::new()));
            }
            let one = Self { plays: vec![self.plays[number]], ..self.clone() };
            one.played_on(&game, &mut position, 1)?;
            if let Some((_, cards)) = tricks.last_mut() {
                cards.push(self.plays[number]);
            }
        }
        Ok(tricks)
    }
}
