//! A game of several deals, kept on a score sheet: Hearts to 100, Spades to 300 or 500.

use cutthroat::{Game, Player};

use super::error::CardError;
use super::hearts::{Hearts, HeartsRules};
use super::pass::Pass;
use super::position::Position;
use super::rules::Rules;
use super::spades::{Spades, SpadesRules};
use super::trick::TrickGame;

/// The scores of a game so far. It is over when a player has reached the limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreSheet<R> {
    rules: R,
    limit: i32,
    totals: Vec<i32>,
    deals: usize,
}

impl<R: Rules> ScoreSheet<R> {
    /// A new game of `players` by `rules`, to `limit` points.
    ///
    /// # Errors
    /// If the game does not allow that number of players.
    pub fn new(rules: R, players: usize, limit: i32) -> Result<Self, CardError> {
        let (least, most) = R::PLAYERS;
        if !(least..=most).contains(&players) {
            return Err(CardError::Players { players, game: R::NAME, least, most });
        }
        Ok(Self { rules, limit, totals: vec![0; players], deals: 0 })
    }

    /// What every player has scored.
    #[must_use]
    pub fn totals(&self) -> &[i32] {
        &self.totals
    }

    /// How many deals have been played.
    #[must_use]
    pub fn deals(&self) -> usize {
        self.deals
    }

    /// Whether a player has reached the limit.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.totals.iter().any(|&total| total >= self.limit)
    }

    /// Deals the next hands by `rules`.
    fn deal_by(&self, rules: R, seed: u64) -> Result<(TrickGame<R>, Position), CardError> {
        TrickGame::deal(rules, self.totals.len(), None, seed)
    }

    fn those_with(&self, score: Option<&i32>) -> Vec<Player> {
        Player::all(self.totals.len()).filter(|player| Some(&self.totals[player.index()]) == score).collect()
    }
}

impl ScoreSheet<HeartsRules> {
    /// Deals the next hands, with the pass in rotation: left, right, across, none.
    ///
    /// # Errors
    /// When the rules do not fit the number of players.
    pub fn deal(&self, seed: u64) -> Result<(Hearts, Position), CardError> {
        let pass = Pass::of_deal(self.deals, self.totals.len());
        self.deal_by(HeartsRules { pass, ..self.rules }, seed)
    }

    /// Adds the points of a deal that has been played to its `end`.
    pub fn record(&mut self, game: &Hearts, end: &Position) {
        let payoff = game.payoff(end);
        for (total, &turned) in self.totals.iter_mut().zip(payoff.seats(game.players())) {
            *total += i32::from(game.total()) - i32::from(turned);
        }
        self.deals += 1;
    }

    /// Who has the fewest points.
    #[must_use]
    pub fn winners(&self) -> Vec<Player> {
        self.those_with(self.totals.iter().min())
    }
}

impl ScoreSheet<SpadesRules> {
    /// Deals the next hands. Bags carry over from deal to deal, and every player bids again.
    ///
    /// # Errors
    /// When the rules do not fit the number of players.
    pub fn deal(&self, seed: u64) -> Result<(Spades, Position), CardError> {
        self.deal_by(SpadesRules { bids: None, ..self.rules }, seed)
    }

    /// Adds the scores and the bags of a deal that has been played to its `end`.
    pub fn record(&mut self, game: &Spades, end: &Position) {
        let players = game.players();
        for (total, &score) in self.totals.iter_mut().zip(game.payoff(end).seats(players)) {
            *total += i32::from(score);
        }
        for side in 0..SpadesRules::sides(players) {
            let bags = game.rules().bags_of(side, players, &end.taken());
            self.rules.bags[side] = (self.rules.bags[side] + bags) % 10;
        }
        self.deals += 1;
    }

    /// The bags of each side that have not cost anything yet.
    #[must_use]
    pub fn bags(&self) -> &[u8] {
        &self.rules.bags[..SpadesRules::sides(self.totals.len())]
    }

    /// Who has the most points; both partners, if there are any.
    #[must_use]
    pub fn winners(&self) -> Vec<Player> {
        self.those_with(self.totals.iter().max())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{first_choice, preset};

    fn play<R: Rules>((game, deal): (TrickGame<R>, Position)) -> (TrickGame<R>, Position) {
        let mut state = deal;
        while game.mover(&state).is_some() {
            let card = first_choice(&game, &R::Order::default(), &state);
            game.play(&mut state, card);
        }
        (game, state)
    }

    #[test]
    fn hearts_goes_to_a_hundred() {
        let mut sheet = ScoreSheet::new(preset::<HeartsRules>("table").unwrap(), 4, 100).unwrap();
        let mut passes = Vec::new();
        while !sheet.is_over() {
            let (game, end) = play(sheet.deal(sheet.deals() as u64).unwrap());
            passes.push(game.rules().pass);
            sheet.record(&game, &end);
            // 26 points a deal, or 26 for each of three when a player shoots the moon.
            assert_eq!(sheet.totals().iter().sum::<i32>() % 26, 0);
        }
        assert_eq!(passes[..4], [Pass::Left, Pass::Right, Pass::Across, Pass::None]);
        assert!(sheet.deals() >= 4);
        let least = *sheet.totals().iter().min().unwrap();
        assert!(sheet.winners().iter().all(|winner| sheet.totals()[winner.index()] == least));
    }

    #[test]
    fn bags_go_over_to_the_next_deal_of_spades() {
        let mut sheet = ScoreSheet::new(preset::<SpadesRules>("table").unwrap(), 3, 300).unwrap();
        let text = "1:A... K... Q... bids=0,0,1 nil=0 taken=11,2,3";
        let (game, end) = play(crate::cards::read::<SpadesRules>(text).unwrap());
        assert_eq!(end.taken()[..3], [12, 2, 3]);
        sheet.record(&game, &end);
        assert_eq!(sheet.bags(), [2, 2, 2]);
        assert_eq!(sheet.totals(), [12 - 100, 2, 12]);
        let (next, _) = sheet.deal(1).unwrap();
        assert_eq!(next.rules().bags[..3], [2, 2, 2]);
    }

    #[test]
    fn spades_goes_to_three_hundred() {
        let mut sheet = ScoreSheet::new(preset::<SpadesRules>("table").unwrap(), 4, 300).unwrap();
        while !sheet.is_over() && sheet.deals() < 200 {
            let (game, end) = play(sheet.deal(sheet.deals() as u64).unwrap());
            sheet.record(&game, &end);
            assert_eq!(sheet.totals()[0], sheet.totals()[2]);
            assert!(sheet.bags().iter().all(|&bags| bags < 10));
        }
        assert!(sheet.deals() > 1);
    }
}
