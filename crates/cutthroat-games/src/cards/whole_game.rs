//! Whole games: deal after deal, kept on a score sheet, until the rules say who has won.
//!
//! A [`WholeGame`] is the rules of a deal and the [terms](GameTerms) of the game: when it ends, how bags and moons are
//! counted, how many cards are dealt. Where it stands is plain data ([`Standing`]), the next deal follows from that and a
//! seed, and its result is added to the [`ScoreSheet`]. The deal goes round: seat 1 of a deal is to the dealer's left, so
//! a player sits in another seat of every deal.
//!
//! ```
//! use cutthroat_games::cards::{HeartsRules, Pass, ScoreSheet, WholeGame};
//!
//! let game = WholeGame::new(HeartsRules::TABLE, 4, [("limit", "50")]).unwrap();
//! let mut sheet = ScoreSheet::new(4);
//! let next = game.next_deal(&sheet.standing()).unwrap();
//! assert_eq!(next.rules.pass, Pass::Left);
//! // Seat 1 took the queen and five hearts, seat 3 the other eight.
//! game.record(&mut sheet, &next, &next.rules, &[18, 0, 8, 0, 0, 0, 0, 0], 26);
//! assert_eq!(sheet.standing().totals(), [18, 0, 8, 0]);
//! // The second player sits in the first seat now.
//! let next = game.next_deal(&sheet.standing()).unwrap();
//! assert_eq!((next.rules.pass, next.players[0].seat()), (Pass::Right, 2));
//! ```

mod ending;
mod equity;
mod hearts;
mod oh_hell;
mod sergeant_major;
mod spades;

use std::fmt::Debug;
use std::sync::Arc;

use cutthroat::{MAX_PLAYERS, Player};

use super::error::CardError;
use super::rules::{Counts, Rules, SeatSet};
use super::score_sheet::{ScoreSheet, SheetRow, Standing};
use super::whole_deal::{DealState, WholeDeal};
use crate::field::Field;
use crate::parameters::ParameterError;
pub use equity::{Equity, WON};
pub(super) use equity::{is_late, range_of_game, worth_of_game};
pub(super) use hearts::{HEARTS_GAME, HeartsTerms};
pub(super) use oh_hell::{OH_HELL_GAME, OhHellTerms};
pub(super) use sergeant_major::{SERGEANT_MAJOR_GAME, SergeantMajorTerms};
pub(super) use spades::{SPADES_GAME, SpadesTerms};

/// A game in which nobody ever reaches the end is given up after this many deals.
pub const MOST_DEALS: u16 = 200;

/// The result of a deal by itself, before it is added to what was scored: in the order of its seats, or of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DealResult {
    /// The scores.
    pub scores: [i32; MAX_PLAYERS],
    /// The bags; partners have the same.
    pub bags: [u8; MAX_PLAYERS],
    /// The tricks or points taken.
    pub taken: [u8; MAX_PLAYERS],
}

impl DealResult {
    /// The same with every number moved from place to place.
    #[must_use]
    pub fn moved(&self, to: impl Fn(usize) -> usize, players: usize) -> Self {
        let mut moved = Self::default();
        for from in 0..players {
            let to = to(from);
            (moved.scores[to], moved.bags[to], moved.taken[to]) =
                (self.scores[from], self.bags[from], self.taken[from]);
        }
        moved
    }
}

/// What the next deal is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextDeal<R> {
    /// Its number, from 0.
    pub number: usize,
    /// Who sits in each seat of it. The dealer sits in the last.
    pub players: Vec<Player>,
    /// Its rules.
    pub rules: R,
    /// How many cards each player gets, if not as many as the game deals.
    pub cards: Option<usize>,
    /// Which seats may bid nil before they look.
    pub may_bid_blind: SeatSet,
}

impl<R: Rules> NextDeal<R> {
    /// Deals it, from the pack shuffled with `seed`.
    ///
    /// # Errors
    /// When the rules do not fit the number of players.
    pub fn deal(&self, seed: u64) -> Result<(WholeDeal<R>, DealState), CardError> {
        WholeDeal::deal(self.rules.clone(), self.players.len(), self.cards, self.may_bid_blind, seed)
    }
}

/// When a whole game ends, and what is settled anew for every deal.
pub trait GameTerms<R: Rules>: Debug + Send + Sync {
    /// Sets an option from text; the value fits its description.
    ///
    /// # Errors
    /// When it does not.
    fn set(&mut self, option: &str, value: &str) -> Result<(), CardError>;

    /// All options as text.
    fn options(&self) -> Vec<(&'static str, String)>;

    /// Settles the rules of the next deal.
    fn settle(&self, rules: &mut R, standing: &Standing);

    /// The score that ends the game, if one does.
    fn limit(&self) -> i32;

    /// Sets it.
    fn set_limit(&mut self, limit: i32);

    /// How many cards are dealt next, if not as many as the game deals.
    fn cards(&self, standing: &Standing) -> Option<usize> {
        let _ = standing;
        None
    }

    /// Who may bid nil before they look.
    fn may_bid_blind(&self, standing: &Standing) -> SeatSet {
        let _ = standing;
        SeatSet::NONE
    }

    /// The result of a deal in which `taken` were taken, `total` in all, in the order of its seats.
    fn result(&self, rules: &R, players: usize, taken: &Counts, total: u8) -> DealResult;

    /// Adds a result, in the order of the players.
    fn add(&self, rules: &R, standing: &Standing, result: &DealResult) -> Standing {
        let _ = rules;
        added(standing, result)
    }

    /// Whether the game is over.
    fn is_over(&self, standing: &Standing) -> bool;

    /// Who has won, or is ahead: both partners, where there are partners.
    fn winners(&self, standing: &Standing) -> Vec<Player>;

    /// Whether the end is near, so that it matters who wins and not only by how much.
    fn is_late(&self, standing: &Standing) -> bool;

    /// What was settled for a deal that followed on `before`, in words for the score sheet.
    fn settled(&self, rules: &R, before: &Standing) -> String;

    /// What each seat promised, in a game with bids.
    fn bids(&self, rules: &R) -> Option<Counts> {
        let _ = rules;
        None
    }
}

/// The standing with the scores of a result added.
pub(super) fn added(standing: &Standing, result: &DealResult) -> Standing {
    let mut after = *standing;
    for (total, score) in after.totals.iter_mut().zip(result.scores) {
        *total += score;
    }
    (after.last, after.taken, after.deals) = (result.scores, result.taken, after.deals + 1);
    after
}

/// A whole game by the rules `R`.
#[derive(Clone, Debug)]
pub struct WholeGame<R: Rules> {
    rules: R,
    players: usize,
    terms: Arc<dyn GameTerms<R>>,
}

impl<R: Rules> WholeGame<R> {
    /// A game of `players` with `rules` for each deal, and these options of the game; [`Rules::GAME_OPTIONS`] describes
    /// them.
    ///
    /// # Errors
    /// If nobody plays whole games of this, with so many players or with such options.
    pub fn new<'o>(
        rules: R,
        players: usize,
        options: impl IntoIterator<Item = (&'o str, &'o str)>,
    ) -> Result<Self, CardError> {
        let (least, most) = R::PLAYERS;
        if !(least..=most).contains(&players) {
            return Err(CardError::Players { players, game: R::NAME, least, most });
        }
        let mut terms = R::game_terms().ok_or(CardError::NoWholeGame(R::NAME))?;
        for (name, value) in options {
            let field = R::GAME_OPTIONS.iter().find(|field| field.name == name).ok_or_else(|| {
                let known = R::GAME_OPTIONS.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
                CardError::from(ParameterError::Unknown { name: name.to_owned(), known })
            })?;
            let misfit = |_| super::rules::misfit(name, value, &field.values.to_string());
            terms.set(name, &field.values.read(value).map_err(misfit)?)?;
        }
        Ok(Self { rules, players, terms: terms.into() })
    }

    /// The game that a deal belongs to, as its rules tell.
    #[must_use]
    pub fn of_deal(rules: &R, players: usize) -> Option<(Self, Standing)> {
        let mut terms = R::game_terms()?;
        let (so_far, bags) = (rules.so_far(), rules.bags(players));
        if so_far.limit > 0 {
            terms.set_limit(so_far.limit.into());
        }
        let mut standing = Standing { deals: so_far.deals, bags, ..Standing::begin(players) };
        standing.totals = standing.by_player(&so_far.scores.map(i32::from));
        standing.bags = standing.by_player(&bags);
        Some((Self { rules: rules.clone(), players, terms: terms.into() }, standing))
    }

    /// The options of a whole game.
    #[must_use]
    pub fn options() -> &'static [Field] {
        R::GAME_OPTIONS
    }

    /// The rules of a deal, before they are settled for it.
    #[must_use]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// When the game ends.
    #[must_use]
    pub fn terms(&self) -> &dyn GameTerms<R> {
        &*self.terms
    }

    /// How many play.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self, standing: &Standing) -> bool {
        standing.deals >= MOST_DEALS || self.terms.is_over(standing)
    }

    /// Who has won, or is ahead; more than one if they share it, and both partners.
    #[must_use]
    pub fn winners(&self, standing: &Standing) -> Vec<Player> {
        self.terms.winners(standing)
    }

    /// The next deal; `None` when the game is over.
    #[must_use]
    pub fn next_deal(&self, standing: &Standing) -> Option<NextDeal<R>> {
        if self.is_over(standing) {
            return None;
        }
        let mut rules = self.rules.clone();
        let limit =
            R::game_terms().filter(|usual| usual.limit() != self.terms.limit()).map_or(0, |_| self.terms.limit());
        let scores = standing.by_seat(&standing.totals);
        rules.set_so_far(super::so_far::GameSoFar {
            scores: scores.map(|score| score.clamp(-9_999, 9_999) as i16),
            deals: standing.deals,
            limit: limit as i16,
        });
        self.terms.settle(&mut rules, standing);
        let blind = self.terms.may_bid_blind(standing);
        let may_bid_blind = (0..self.players)
            .filter(|&seat| blind.has(standing.player_in(seat)))
            .fold(SeatSet::NONE, |seats, seat| seats.with(Player::new(seat)));
        Some(NextDeal {
            number: standing.deals.into(),
            players: (0..self.players).map(|seat| standing.player_in(seat)).collect(),
            rules,
            cards: self.terms.cards(standing),
            may_bid_blind,
        })
    }

    /// Where the game stands after a deal in which the seats took `taken`, `total` in all, by the rules `played`, which
    /// have the bids and the trump.
    #[must_use]
    pub fn after(&self, standing: &Standing, played: &R, taken: &Counts, total: u8) -> Standing {
        let result = self.terms.result(played, self.players, taken, total);
        let of_players = result.moved(|seat| standing.player_in(seat).index(), self.players);
        self.terms.add(&self.rules, standing, &of_players)
    }

    /// Adds a deal to the sheet.
    pub fn record(&self, sheet: &mut ScoreSheet, deal: &NextDeal<R>, played: &R, taken: &Counts, total: u8) {
        let before = sheet.standing();
        let standing = self.after(&before, played, taken, total);
        let of_players = |counts: &Counts| before.by_player(counts)[..self.players].to_vec();
        sheet.add(SheetRow {
            dealer: before.dealer(),
            cards: deal.cards.unwrap_or_else(|| played.hand_size(self.players)),
            settled: self.terms.settled(played, &before),
            bids: self.terms.bids(played).map(|bids| of_players(&bids)),
            taken: of_players(taken),
            scores: (0..self.players).map(|player| standing.totals[player] - before.totals[player]).collect(),
            standing,
        });
    }

    /// Adds a deal that was played to its end.
    pub fn record_end(&self, sheet: &mut ScoreSheet, deal: &NextDeal<R>, game: &WholeDeal<R>, end: &DealState) {
        let play = game.play_of(end);
        self.record(sheet, deal, play.rules(), &end.position().taken(), play.total());
    }
}

/// The seed of a deal of a game, so that all deals of all games differ.
#[must_use]
pub fn seed_of_deal(game: u64, number: usize) -> u64 {
    let mut mixed = game.wrapping_add((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
