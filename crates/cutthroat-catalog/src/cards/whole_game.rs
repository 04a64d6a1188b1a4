//! Whole games of cards in the catalog.

use cutthroat::{Notation as _, NotationError, Player};
use cutthroat_games::cards::{
    CardError, DealPhase, NextDeal, Rules, ScoreSheet, SheetRow, WholeGame, preset, read, seed_of_deal,
};

use super::wrong;
use crate::whole_game::{DealByDeal, DealRow, GameSheet, WholeGameRequest};

/// The rules of a whole game where none are named, if there is such a set.
const USUAL_RULES: &str = "table";

/// A game of cards, deal by deal.
pub(super) struct CardGame<R: Rules> {
    game: WholeGame<R>,
    sheet: ScoreSheet,
    seed: u64,
}

impl<R: Rules> CardGame<R> {
    pub(super) fn new(request: &WholeGameRequest<'_>) -> Result<Self, CardError> {
        let WholeGameRequest { seed, players, options } = *request;
        let named = options.get("rules").map(String::as_str);
        let usual = R::PRESETS.iter().find(|name| **name == USUAL_RULES).copied();
        let mut rules: R = named.or(usual).map_or_else(|| Ok(R::default()), preset)?;
        let mut of_game = Vec::new();
        for (name, value) in options.iter().filter(|(name, _)| *name != "rules") {
            if R::GAME_OPTIONS.iter().any(|field| field.name == name) {
                of_game.push((name.as_str(), value.as_str()));
            } else {
                rules.set(name, value, players)?;
            }
        }
        let game = WholeGame::new(rules, players, of_game)?;
        Ok(Self { game, sheet: ScoreSheet::new(players), seed })
    }

    fn next(&self) -> Option<NextDeal<R>> {
        self.game.next_deal(&self.sheet.standing())
    }
}

fn row(row: &SheetRow) -> DealRow {
    DealRow {
        dealer: row.dealer.seat(),
        cards: row.cards,
        settled: row.settled.clone(),
        bids: row.bids.clone(),
        taken: row.taken.clone(),
        scores: row.scores.clone(),
    }
}

impl<R: Rules> DealByDeal for CardGame<R> {
    fn next_deal(&self) -> Result<Option<String>, NotationError> {
        let Some(next) = self.next() else { return Ok(None) };
        let (game, state) = next.deal(seed_of_deal(self.seed, next.number)).map_err(wrong)?;
        Ok(Some(match state.phase() {
            DealPhase::Playing => game.play_of(&state).write_position(state.position()),
            _ => game.write_before_play(&state),
        }))
    }

    fn record(&mut self, end: &str) -> Result<(), NotationError> {
        let Some(next) = self.next() else { return Ok(()) };
        let (game, end) = read::<R>(end).map_err(wrong)?;
        self.game.record(&mut self.sheet, &next, game.rules(), &end.taken(), game.total());
        Ok(())
    }

    fn take_back(&mut self) {
        self.sheet.take_back();
    }

    fn sheet(&self) -> GameSheet {
        let standing = self.sheet.standing();
        let players = self.game.players();
        let winners = self.game.winners(&standing).into_iter().map(Player::seat).collect();
        let has_bags = R::OPTIONS.iter().any(|field| field.name == "bags");
        GameSheet {
            rows: self.sheet.rows().iter().map(row).collect(),
            totals: standing.totals().to_vec(),
            bags: has_bags.then(|| standing.bags[..players].to_vec()),
            dealer: standing.dealer().seat(),
            seats: (0..players).map(|seat| standing.player_in(seat).seat()).collect(),
            over: self.game.is_over(&standing),
            winners,
            text: self.sheet.to_string(),
        }
    }
}
