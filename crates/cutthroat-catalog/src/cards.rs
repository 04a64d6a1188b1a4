//! Card games in the catalog: all are opened in the same way.

use std::marker::PhantomData;

use cutthroat::hidden::{Knowledge, World};
use cutthroat::{Game, MoveOrder, NotationError, Payoff, Player};
use cutthroat_games::cards::{
    Card, CardError, FIELDS, PARTS, Position, Rules, TableHabits, TrickGame, Utility, VIEW_FIELDS, Weighted, changes,
    preset, utility_named,
};
use cutthroat_games::field::{DefaultValue, Field, Values};
use rand_chacha::ChaCha8Rng;

use crate::algorithms::Algorithm;
use crate::error::Error;
use crate::game_info::{GameInfo, Preset};
use crate::game_kit::{Deal, GameKit, Habit, Start};
use crate::layout::{Layout, PlayedCard};
use crate::tally::Tally;

/// How positions of card games are written.
const NOTATION: &str = "LEADER:hand hand ..., each hand spades.hearts.diamonds.clubs, then fields such as \
                                   played=SA,S3 taken=2,0,1 rules=NAME; --deal SEED [--cards K] [--players N] deals";

/// How many cards are dealt.
const DEALING: &[Field] = &[Field {
    name: "cards",
    about: "how many cards each player gets",
    values: Values::Number { least: 1, most: 52 },
    default: DefaultValue::Derived("all there are"),
}];

/// The sets of rules of a card game, and what each sets.
fn presets<R: Rules>(players: usize) -> Vec<Preset> {
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
pub(crate) struct Cards<R> {
    about: &'static str,
    usual_players: usize,
    example: &'static str,
    rules: PhantomData<R>,
}

impl<R> Cards<R> {
    /// What the rules do not say themselves.
    pub(crate) const fn new(about: &'static str, usual_players: usize, example: &'static str) -> Self {
        Self { about, usual_players, example, rules: PhantomData }
    }
}

/// If points are counted and not tricks, they count against the player.
fn low_is_good<R: Rules>() -> bool {
    R::PER_TRICK == 0
}

impl<R> GameKit for Cards<R>
where
    R: Rules<Evaluation: Send + Sync, Order: Send + Sync + 'static> + Send + Sync + 'static,
{
    type Game = TrickGame<R>;
    type Evaluation = R::Evaluation;
    type Order = CardOrder<R::Order>;
    type Table = cutthroat::Partitions;

    fn info(&self) -> GameInfo {
        GameInfo {
            about: self.about,
            players: R::PLAYERS,
            usual_players: self.usual_players,
            play: R::PLAY,
            notation: NOTATION,
            fields: &[
                ("what a position begins with", PARTS),
                ("fields of a position, by name=value after the hands, in any order", FIELDS),
                (
                    "more fields of a view: a position with ? for each hidden hand, and the own hand as it is now",
                    VIEW_FIELDS,
                ),
            ],
            options: R::OPTIONS,
            dealing: DEALING,
            presets: presets::<R>(self.usual_players),
            example: self.example,
            // "Most tricks" of the papers on Spades.
            evaluation_aliases: if utility_named::<R>("tricks").is_some() { &[("mt", "tricks")] } else { &[] },
            evaluations: R::Evaluation::ALL.iter().map(|utility| (utility.name(), utility.formula())).collect(),
            default_nodes: Some(10_000_000),
            default_memory: 64,
            tally: Tally { unit: R::UNIT, of: "a hand", low_is_good: low_is_good::<R>() },
            hides: R::HIDES,
            ..GameInfo::new(R::NAME)
        }
    }

    fn solving_order(&self, algorithm: Algorithm, mover: Option<Player>) -> CardOrder<R::Order> {
        match mover {
            // The weights are those of games for tricks.
            Some(mover) if R::PER_TRICK > 0 => CardOrder::Weighted(if algorithm == Algorithm::PARANOID {
                Weighted::against(mover)
            } else {
                Weighted::for_oneself()
            }),
            _ => CardOrder::default(),
        }
    }

    fn deal(&self, deal: &Deal<'_>) -> Result<Start<TrickGame<R>>, NotationError> {
        let wrong = |error: CardError| NotationError(error.to_string());
        let mut rules = match deal.options.get("rules") {
            Some(name) => preset(name).map_err(wrong)?,
            None => R::default(),
        };
        let mut cards = None;
        for (name, value) in deal.options {
            match name.as_str() {
                "rules" => {}
                "cards" => cards = value.parse().ok(),
                name => rules.set(name, value, deal.players).map_err(wrong)?,
            }
        }
        TrickGame::deal(rules, deal.players, cards, deal.seed).map_err(wrong)
    }

    fn evaluation(&self, _: &TrickGame<R>, name: &str) -> Result<R::Evaluation, Error> {
        Ok(utility_named::<R>(name).unwrap_or(R::Evaluation::ALL[0]))
    }

    fn score(&self, game: &TrickGame<R>, payoff: &Payoff) -> Vec<f64> {
        let turned = |score: i16| if low_is_good::<R>() { i16::from(game.total()) - score } else { score };
        payoff.seats(game.players()).iter().map(|&score| turned(score).into()).collect()
    }

    fn has_habit(game: &TrickGame<R>, habit: Habit) -> bool {
        match habit {
            Habit::Bids => game.rules().promised().is_some(),
            Habit::Passes => false,
        }
    }

    fn log_of_habit(
        habit: Habit,
        known: Knowledge<'_, TrickGame<R>>,
        start: &World<TrickGame<R>>,
        _: &mut ChaCha8Rng,
    ) -> f64 {
        match habit {
            Habit::Bids => TableHabits::default().log_of_bids(&start.game, &start.state, known.view.seat()),
            Habit::Passes => 0.0,
        }
    }

    fn rounds_left(_: &TrickGame<R>, position: &Position) -> Option<usize> {
        Some(usize::from(position.tricks_left()))
    }

    fn layout(&self, game: &TrickGame<R>, position: &Position) -> Layout {
        let players = game.players();
        let hand = |player| position.hand(player).iter().map(|card| card.to_string()).collect();
        let mut player = game.leader(position);
        let mut played = |card: Card| {
            let seat = player.seat();
            player = player.next(players);
            PlayedCard { seat, card: card.to_string() }
        };
        Layout {
            hands: Player::all(players).map(hand).collect(),
            trick: position.trick().map(&mut played).collect(),
            ..Layout::default()
        }
    }
}
