//! Moves of whole deals as text: `pass:SA,SQ,HK`, `bid:3`, `trump:H`, `discard:C2,C3,D2,D3`, and in the play a card.

use cutthroat::{Game, NotationError, Player};

use super::super::error::CardError;
use super::super::rules::{self, Rules};
use super::text::{BLIND_NIL, LOOK, read_cards, write_cards};
use super::{DealMove, DealPhase, DealState, WholeDeal};

impl<R: Rules> WholeDeal<R> {
    /// Writes a move.
    #[must_use]
    pub fn write_deal_move(&self, mv: DealMove) -> String {
        match mv {
            DealMove::Pass(cards) => format!("pass:{}", write_cards(cards)),
            DealMove::Look => LOOK.to_owned(),
            DealMove::BlindNil => format!("bid:{BLIND_NIL}"),
            DealMove::Bid(bid) => format!("bid:{bid}"),
            DealMove::Give(card) => format!("give:{card}"),
            DealMove::Trump(trump) => format!("trump:{}", rules::write_trump(trump)),
            DealMove::Discard(cards) => format!("discard:{}", write_cards(cards)),
            DealMove::Play(card) => card.to_string(),
        }
    }

    /// Reads a legal move before the play, as it is written or without the word before the colon: `SA,SQ,HK`, `3`, `H`.
    ///
    /// # Errors
    /// When no legal move is written so, and why.
    pub fn read_deal_move(&self, state: &DealState, text: &str) -> Result<DealMove, NotationError> {
        let seat = usize::from(state.turn) + 1;
        let hand = state.position.hand(Player::new(seat - 1));
        let (what, rest) = text.trim().split_once(':').unwrap_or(("", text.trim()));
        let (word, number) = match state.phase {
            DealPhase::Passing => ("pass", self.cards_to_pass()),
            DealPhase::Bidding => ("bid", 0),
            DealPhase::Exchanging => ("give", 1),
            DealPhase::Naming => ("trump", 0),
            DealPhase::Discarding => ("discard", self.cards_to_discard()),
            DealPhase::Playing => return Err(NotationError(format!("`{text}`: the play has begun"))),
        };
        if !what.is_empty() && what != word {
            return Err(NotationError(format!("`{text}`: it is the turn of seat {seat} to {}", doing(word))));
        }
        let mv = match state.phase {
            DealPhase::Passing | DealPhase::Discarding => {
                let cards = rest.split([',', '+', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(",");
                let cards = read_cards(&cards).map_err(|error| NotationError(format!("`{text}`: {error}")))?;
                if let Some(card) = (cards - hand).first() {
                    return Err(NotationError(format!("`{text}`: {card} is not in the hand of seat {seat}")));
                }
                if cards.len() != number {
                    let why = format!("seat {seat} has to {word} {number} cards, not {}", cards.len());
                    return Err(NotationError(format!("`{text}`: {why}")));
                }
                if word == "pass" { DealMove::Pass(cards) } else { DealMove::Discard(cards) }
            }
            DealPhase::Exchanging => {
                let card = rest.parse().map_err(|error: CardError| NotationError(format!("`{text}`: {error}")))?;
                if !hand.has(card) {
                    return Err(NotationError(format!("`{text}`: {card} is not in the hand of seat {seat}")));
                }
                DealMove::Give(card)
            }
            DealPhase::Naming => {
                let trump = rules::read_trump("trump", rest);
                DealMove::Trump(trump.map_err(|error| NotationError(format!("`{text}`: {error}")))?)
            }
            _ => match rest {
                LOOK => DealMove::Look,
                BLIND_NIL => DealMove::BlindNil,
                "nil" => DealMove::Bid(0),
                number => DealMove::Bid(
                    number.parse().map_err(|_| NotationError(format!("`{text}` is not a number of tricks")))?,
                ),
            },
        };
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        if legal.contains(&mv) {
            return Ok(mv);
        }
        let words: Vec<String> = legal.into_iter().map(|mv| self.write_deal_move(mv)).collect();
        Err(NotationError(format!("`{text}` is not allowed here; one of {} is", words.join(", "))))
    }
}

/// What a player does, in words.
fn doing(word: &str) -> &str {
    match word {
        "trump" => "name trump",
        "give" => "give a card",
        other => other,
    }
}
