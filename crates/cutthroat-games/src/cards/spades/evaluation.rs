//! What a deal of Spades is worth to its players.

use cutthroat::{Bounds, Payoff, Range};

use super::{Spades, SpadesRules};
use crate::cards::ahead::{ahead, ahead_bounds, ahead_range};
use crate::cards::bids::{self, needs, worth_of_contracts};
use crate::cards::evaluates::evaluates;
use crate::cards::position::Position;
use crate::cards::rules::{Counts, Rules as _, payoff_of};
use crate::cards::utility::{self, FORMULA_OF_GAME, FORMULA_OF_WIN, Utility, ensured_by_own, enumerates_chances};
use crate::cards::whole_game::{is_late, range_of_game, worth_of_game};

/// The utilities of a deal of Spades: those of the 2005 paper and the score itself. `t` and `bid` are those of a
/// player, or of their side; both partners get the payoff of their side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpadesEvaluation {
    /// MT, `t`, with an estimate of the tricks to come before the end.
    Tricks,
    /// `t` so far.
    SoFar,
    /// `total + t - (the most tricks of another side)`.
    Ahead,
    /// The score of the deal by the rules.
    Score,
    /// MoMB: how many other sides have `t < bid`.
    Momb,
    /// mOT: `0` if `t < bid`, else `1 + total - (t - bid)`.
    Mot,
    /// smOT: `0` if `t < bid`, else `1 + total - max(0, t - bid - 2)`.
    Smot,
    /// WL: `1` if `t >= bid`, else `0`.
    Wl,
    /// OH: `total - |t - bid|`.
    Oh,
    /// The formula of Table 1: `0` if `t < bid`, else `10*bid - (t - bid) + 3*(other sides that miss)`.
    Table1,
    /// The chance to win the whole game, in units of which [`WON`](crate::cards::WON) are a game.
    Win,
    /// The natural one, or if the end of the whole game is near, the chance to win it.
    Game,
}

impl SpadesEvaluation {
    /// What it comes to in this deal.
    fn settled(self, game: &Spades) -> Self {
        match self {
            Self::Game if is_late(game) => Self::Win,
            Self::Game => Self::Score,
            other => other,
        }
    }

    fn tricks_of_sides(game: &Spades, counts: &Counts) -> Payoff {
        let players = cutthroat::Game::players(game);
        let sides = SpadesRules::sides(players);
        payoff_of(sides, |side| (side..players).step_by(sides).map(|player| i16::from(counts[player])).sum())
    }

    /// The tricks that each side is sure of, and those that the others are not sure of.
    fn bounds_of_sides(game: &Spades, least: &Counts) -> Bounds {
        let lo = Self::tricks_of_sides(game, least);
        let open = i16::from(game.total()) - lo.sum() as i16;
        let sides = SpadesRules::sides(cutthroat::Game::players(game));
        Bounds { lo, up: payoff_of(sides, |side| lo.seats(sides)[side] + open) }
    }

    /// Whether a side's payoff depends on its own tricks only.
    fn is_of_own_tricks(self) -> bool {
        matches!(self, Self::Mot | Self::Smot | Self::Wl | Self::Oh)
    }
}

/// Gives every player the payoff of their side.
fn for_players(game: &Spades, sides: &Payoff) -> Payoff {
    let players = cutthroat::Game::players(game);
    let count = SpadesRules::sides(players);
    payoff_of(players, |player| sides.seats(count)[player % count])
}

impl Utility<SpadesRules> for SpadesEvaluation {
    const ALL: &'static [Self] = &[
        Self::Tricks,
        Self::SoFar,
        Self::Ahead,
        Self::Score,
        Self::Momb,
        Self::Mot,
        Self::Smot,
        Self::Wl,
        Self::Oh,
        Self::Table1,
    ];
    const OF_GAMES: &'static [Self] = &[Self::Win, Self::Game];

    fn name(&self) -> &'static str {
        match self {
            Self::Tricks => "tricks",
            Self::SoFar => "so-far",
            Self::Ahead => "ahead",
            Self::Score => "score",
            Self::Momb => "momb",
            Self::Mot => "mot",
            Self::Smot => "smot",
            Self::Wl => "wl",
            Self::Oh => "oh",
            Self::Table1 => "table1",
            Self::Win => "win",
            Self::Game => "game",
        }
    }

    fn formula(&self) -> &'static str {
        match self {
            Self::Tricks => "tricks taken, with an estimate of those to come",
            Self::SoFar => "tricks taken so far",
            Self::Ahead => "total + tricks - most tricks of another side",
            Self::Score => "the score: 10*bid + bags, or -10*bid; nil; every tenth bag costs the penalty",
            Self::Momb => "how many other sides miss their bid",
            Self::Mot => "0 if the bid is missed, else 1 + total - overtricks",
            Self::Smot => "0 if the bid is missed, else 1 + total - max(0, overtricks - 2)",
            Self::Wl => "1 if the bid is made, else 0",
            Self::Oh => "total - |tricks - bid|",
            Self::Table1 => "0 if the bid is missed, else 10*bid - overtricks + 3*(other sides that miss)",
            Self::Win => FORMULA_OF_WIN,
            Self::Game => FORMULA_OF_GAME,
        }
    }

    fn worth(&self, game: &Spades, counts: &Counts) -> Payoff {
        let players = cutthroat::Game::players(game);
        let sides = SpadesRules::sides(players);
        let total = game.total();
        let bids = game.rules().bids();
        let of_contracts =
            |worth: &dyn Fn(bids::Contract) -> i16| worth_of_contracts(players, sides, counts, &bids, worth);
        match self {
            Self::Tricks | Self::SoFar if sides == players => utility::plain(players, counts),
            Self::Tricks | Self::SoFar => for_players(game, &Self::tricks_of_sides(game, counts)),
            Self::Ahead => for_players(game, &ahead(total, &Self::tricks_of_sides(game, counts), sides)),
            Self::Score => game.rules().score(players, counts, total),
            Self::Momb => of_contracts(&|contract| contract.others_missing),
            Self::Mot => of_contracts(&|contract| contract.few_overtricks(total)),
            Self::Smot => of_contracts(&|contract| contract.few_overtricks_beyond_a_margin(total)),
            Self::Wl => of_contracts(&|contract| contract.made().into()),
            Self::Oh => of_contracts(&|contract| contract.closeness(total)),
            Self::Table1 => of_contracts(&bids::Contract::table_1),
            Self::Win => worth_of_game(game, counts),
            Self::Game => self.settled(game).worth(game, counts),
        }
    }

    fn range(&self, game: &Spades) -> Range {
        let players = cutthroat::Game::players(game);
        let sides = SpadesRules::sides(players);
        let total = i16::from(game.total());
        let sum = Some(i32::from(total) * (players / sides) as i32);
        let tricks = Range { minsum: sum, maxsum: sum, ..Range::constant_sum(total, players) };
        match self {
            Self::Tricks => tricks,
            Self::SoFar => Range { minsum: None, ..tricks },
            Self::Ahead => ahead_range(game.total(), players),
            Self::Win => range_of_game(game),
            Self::Game => self.settled(game).range(game),
            _ => utility::range_of_shares(self, game),
        }
    }

    fn bounds(&self, game: &Spades, least: &Counts, most: &Counts) -> Option<Bounds> {
        let sides = SpadesRules::sides(cutthroat::Game::players(game));
        let _ = most;
        let tricks = || Self::bounds_of_sides(game, least);
        let bounds = match self {
            Self::Tricks | Self::SoFar => tricks(),
            Self::Ahead => ahead_bounds(game.total(), &tricks(), sides),
            _ => return None,
        };
        Some(Bounds { lo: for_players(game, &bounds.lo), up: for_players(game, &bounds.up) })
    }

    fn ensured(&self, game: &Spades, least: &Counts, most: &Counts) -> Option<Bounds> {
        if *self == Self::Tricks {
            return self.bounds(game, least, most);
        }
        self.is_of_own_tricks().then(|| ensured_by_own(self, game, least, most))
    }

    fn completes(&self) -> bool {
        *self != Self::SoFar
    }

    fn enumerates(&self, game: &Spades) -> bool {
        self.settled(game) != Self::Win || enumerates_chances(game)
    }

    fn is_of_sides(&self) -> bool {
        *self == Self::Tricks
    }

    fn is_linear(&self, _: &Spades) -> bool {
        matches!(self, Self::Tricks | Self::SoFar)
    }

    fn preferences(&self, game: &Spades, position: &Position) -> u64 {
        let players = cutthroat::Game::players(game);
        let needs = |least| needs(players, SpadesRules::sides(players), position, &game.rules().bids(), least);
        match self {
            Self::Tricks | Self::SoFar => 0,
            Self::Ahead | Self::Score | Self::Win | Self::Game => u64::from_le_bytes(position.taken()),
            Self::Momb | Self::Mot | Self::Wl | Self::Oh | Self::Table1 => needs(0),
            Self::Smot => needs(-bids::FREE_OVERTRICKS),
        }
    }
}

evaluates!(SpadesRules, SpadesEvaluation);
