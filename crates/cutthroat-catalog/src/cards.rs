//! Card games in the catalog: all are opened in the same way.

use std::marker::PhantomData;

use cutthroat::{Game, MoveOrder, Notation, Payoff, Player};
use cutthroat_games::cards::{
    Card, CardError, Position, Rules, TrickGame, Utility, Weighted, changes, preset, utility_named,
};

use crate::error::Error;
use crate::kit::{Drawn, Kit};
use crate::registry::{Entry, Preset};
use crate::request::Algorithm;
use crate::setup::{Setup, Source};
use crate::tally::Tally;

/// How positions of card games are written.
pub(crate) const NOTATION: &str = "LEADER:hand hand ..., each hand spades.hearts.diamonds.clubs, then fields such as \
                                   played=SA,S3 taken=2,0,1 rules=NAME; --deal SEED [--cards K] [--players N] deals";

/// The evaluations of a card game, by name and formula.
pub(crate) fn evaluations<R: Rules>() -> Vec<(&'static str, &'static str)> {
    R::Evaluation::ALL.iter().map(|utility| (utility.name(), utility.formula())).collect()
}

/// `1, 2, 0` is meant as `1,2,0`.
fn without_spaces(value: &str) -> String {
    value.split_whitespace().collect()
}

/// The sets of rules of a card game, and what each sets.
pub(crate) fn presets<R: Rules>(players: usize) -> Vec<Preset> {
    let with_rules = |name: &&'static str| {
        let rules = R::preset(name).unwrap_or_default();
        Preset { name, about: R::about_preset(name), sets: changes(&rules, &R::default(), players) }
    };
    R::PRESETS.iter().map(with_rules).collect()
}

/// The order of a game, or one for solving whole hands: one type, so that every search is compiled once.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it in a search")]
pub(crate) enum CardOrder<O> {
    /// The game's own.
    Usual(O),
    /// By weights.
    Weighted(Weighted),
}

impl<O: Default> Default for CardOrder<O> {
    fn default() -> Self {
        Self::Usual(O::default())
    }
}

impl<R: Rules, O: MoveOrder<TrickGame<R>>> MoveOrder<TrickGame<R>> for CardOrder<O> {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        match self {
            Self::Usual(usual) => usual.arrange(game, position, moves, order),
            Self::Weighted(weighted) => weighted.arrange(game, position, moves, order),
        }
    }
}

/// The card game with rules `R`.
pub(crate) struct Cards<R>(PhantomData<R>);

impl<R> Kit for Cards<R>
where
    R: Rules<Evaluation: Send + Sync, Order: Send + Sync + 'static> + Send + Sync + 'static,
{
    type Game = TrickGame<R>;
    type Evaluation = R::Evaluation;
    type Order = CardOrder<R::Order>;
    type Table = cutthroat::Partitions;

    const DEFAULT_NODES: Option<u64> = Some(10_000_000);
    const MEMORY: usize = 64;

    /// Where points are counted and not tricks, they are counted against one.
    const TALLY: Tally = Tally { unit: R::UNIT, of: "a hand", low_is_good: R::PER_TRICK == 0 };

    fn solving_order(algorithm: Algorithm, mover: Option<Player>) -> CardOrder<R::Order> {
        match mover {
            // The weights are those of games for tricks.
            Some(mover) if R::PER_TRICK > 0 => CardOrder::Weighted(match algorithm {
                Algorithm::Paranoid => Weighted::against(mover),
                _ => Weighted::for_oneself(),
            }),
            _ => CardOrder::default(),
        }
    }

    fn start(entry: &Entry, setup: &Setup) -> Result<Drawn<Self>, Error> {
        entry.check_players(setup)?;
        entry.check_options(setup)?;
        match setup.source(entry.name)? {
            Source::Text(text) => {
                let unreadable = |error| Error::Notation { game: entry.name, error };
                let options: String =
                    setup.game_options().map(|(name, value)| format!(" {name}={}", without_spaces(value))).collect();
                TrickGame::<R>::read_position(&format!("{text}{options}")).map_err(|error| {
                    // Where the position alone is good, an option beside it is wrong.
                    match TrickGame::<R>::read_position(text) {
                        Ok(_) => Error::Usage(format!("{}: {error}", entry.name)),
                        Err(error) => unreadable(error),
                    }
                })
            }
            Source::Drawn(seed) => {
                let wrong = |error: CardError| Error::Usage(format!("{}: {error}", entry.name));
                let players = setup.players.unwrap_or(entry.usual_players);
                let mut rules = R::default();
                for (name, value) in setup.game_options() {
                    if name == "rules" {
                        rules = preset(value).map_err(wrong)?;
                    } else {
                        rules.set(name, &without_spaces(value), players).map_err(wrong)?;
                    }
                }
                TrickGame::deal(rules, players, setup.cards, seed).map_err(wrong)
            }
        }
    }

    fn evaluation(_: &Entry, _: &Self::Game, name: &str) -> Result<R::Evaluation, Error> {
        Ok(utility_named::<R>(name).unwrap_or(R::Evaluation::ALL[0]))
    }

    fn counted(game: &Self::Game, payoff: &Payoff) -> Vec<f64> {
        let turned = |score: i16| if Self::TALLY.low_is_good { i16::from(game.total()) - score } else { score };
        payoff.seats(game.players()).iter().map(|&score| turned(score).into()).collect()
    }
}
