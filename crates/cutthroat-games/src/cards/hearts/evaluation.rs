//! What a deal of Hearts is worth to its players.

use cutthroat::{Bounds, Payoff, Range};

use super::{Hearts, HeartsRules, Moon};
use crate::cards::ahead::{ahead, ahead_bounds, ahead_range};
use crate::cards::evaluates::evaluates;
use crate::cards::rules::{Counts, payoff_of};
use crate::cards::utility::{FORMULA_OF_GAME, FORMULA_OF_WIN, Utility, enumerates_chances};
use crate::cards::whole_game::{is_late, range_of_game, worth_of_game};

/// The utilities of a deal of Hearts; `p` are a player's points, with the moon by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeartsEvaluation {
    /// `total - p`, with the points to come shared evenly before the end.
    Points,
    /// `total - p` so far, without the moon.
    SoFar,
    /// `total + (the fewest points of another player) - p`.
    Ahead,
    /// The chance to win the whole game, in units of which [`WON`](crate::cards::WON) are a game.
    Win,
    /// The natural one, or if the end of the whole game is near, the chance to win it.
    Game,
}

impl HeartsEvaluation {
    /// What it comes to in this deal.
    fn settled(self, game: &Hearts) -> Self {
        match self {
            Self::Game if is_late(game) => Self::Win,
            Self::Game => Self::Points,
            other => other,
        }
    }
}

impl Utility<HeartsRules> for HeartsEvaluation {
    const ALL: &'static [Self] = &[Self::Points, Self::SoFar, Self::Ahead];
    const OF_GAMES: &'static [Self] = &[Self::Win, Self::Game];

    fn name(&self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::SoFar => "so-far",
            Self::Ahead => "ahead",
            Self::Win => "win",
            Self::Game => "game",
        }
    }

    fn formula(&self) -> &'static str {
        match self {
            Self::Points => "total - points, with those to come shared evenly",
            Self::SoFar => "total - points taken so far",
            Self::Ahead => "total + fewest points of another player - points",
            Self::Win => FORMULA_OF_WIN,
            Self::Game => FORMULA_OF_GAME,
        }
    }

    #[inline]
    fn worth(&self, game: &Hearts, counts: &Counts) -> Payoff {
        let players = cutthroat::Game::players(game);
        match self {
            Self::Points => game.rules().turned(players, counts, game.total()),
            Self::SoFar => payoff_of(players, |player| i16::from(game.total() - counts[player])),
            Self::Ahead => ahead(game.total(), &game.rules().turned(players, counts, game.total()), players),
            Self::Win => worth_of_game(game, counts),
            Self::Game => self.settled(game).worth(game, counts),
        }
    }

    fn range(&self, game: &Hearts) -> Range {
        let players = cutthroat::Game::players(game);
        let (total, full) = (i16::from(game.total()), i32::from(game.total()));
        let others = players as i32 - 1;
        let plain = Range {
            minp: Some(Payoff::ZERO),
            maxp: Some(Payoff::uniform(total, players)),
            minsum: Some(others * full),
            maxsum: Some(others * full),
            step: 1,
        };
        match (self, game.rules().moon) {
            (Self::SoFar, _) => Range { maxsum: Some(full * players as i32), ..plain },
            (Self::Ahead, _) => ahead_range(game.total(), players),
            (Self::Win, _) => range_of_game(game),
            (Self::Game, _) => self.settled(game).range(game),
            (Self::Points, Moon::Off) => plain,
            (Self::Points, Moon::Others) => Range { minsum: Some(full), ..plain },
            (Self::Points, Moon::Minus) => {
                Range { maxp: Some(Payoff::uniform(2 * total, players)), maxsum: Some((others + 2) * full), ..plain }
            }
        }
    }

    /// With shooting the moon on, payoffs are not monotone in points, and bounds act on outcomes only.
    fn bounds(&self, game: &Hearts, least: &Counts, most: &Counts) -> Option<Bounds> {
        let players = cutthroat::Game::players(game);
        let bounds = Bounds { lo: Self::SoFar.worth(game, most), up: Self::SoFar.worth(game, least) };
        match (self, game.rules().moon) {
            (Self::SoFar, _) | (Self::Points, Moon::Off) => Some(bounds),
            (Self::Ahead, Moon::Off) => Some(ahead_bounds(game.total(), &bounds, players)),
            (Self::Game, _) if self.settled(game) != Self::Win => self.settled(game).bounds(game, least, most),
            (Self::Win | Self::Game, _) | (_, Moon::Others | Moon::Minus) => None,
        }
    }

    /// A player gets at least the points that all others can avoid.
    fn ensured(&self, game: &Hearts, least: &Counts, most: &Counts) -> Option<Bounds> {
        if self.settled(game) != Self::Points || game.rules().moon != Moon::Off {
            return None;
        }
        let players = cutthroat::Game::players(game);
        let total = i16::from(game.total());
        let all: i16 = most[..players].iter().map(|&most| i16::from(most)).sum();
        let up = payoff_of(players, |player| {
            let left_over = total - (all - i16::from(most[player]));
            total - left_over.max(i16::from(least[player]))
        });
        Some(Bounds { lo: payoff_of(players, |player| total - i16::from(most[player])), up })
    }

    fn completes(&self) -> bool {
        *self != Self::SoFar
    }

    fn enumerates(&self, game: &Hearts) -> bool {
        self.settled(game) != Self::Win || enumerates_chances(game)
    }

    fn is_linear(&self, game: &Hearts) -> bool {
        *self == Self::SoFar || (self.settled(game) == Self::Points && game.rules().moon == Moon::Off)
    }
}

evaluates!(HeartsRules, HeartsEvaluation);
