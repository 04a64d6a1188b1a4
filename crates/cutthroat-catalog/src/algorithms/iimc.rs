//! Imperfect-information Monte Carlo: deals played out by players who see only their own seat.

use cutthroat::hidden::{
    Ending, Estimates, HelpingPlayer, Hidden as _, Iimc, Knowledge, Pimc, PlaysOut, Reader, Sample, World,
    WorldSearch as _, WorldTask,
};
use cutthroat::player::Choice;
use cutthroat::{Budget, Game as _, MoveOrder as _, SearchError, SearchHints as _};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::on_views::{OnView, ViewSearch};
use super::pimc::{self, Inside};
use super::worlds::{self, Worlds};
use super::{Algorithm, At, Built, MoveOf, Terms, fields};
use crate::game_kit::GameKit;
use crate::settings::Settings;

const INSIDE: Field = Field {
    name: "inside",
    about: "who plays the deals out",
    values: Values::Names(&[
        ("heuristic", "the first move of the game's own order of good moves"),
        ("pimc", "pimc with four deals, to the end of the trick: recursive PIMC"),
    ]),
    default: DefaultValue::Is("heuristic"),
};

const EXACT: Field = Field {
    name: "exact",
    about: "how many tricks at the end are searched by max^n, in which everything is seen, instead of being played",
    values: Values::Number { least: 0, most: 13 },
    default: DefaultValue::Is("3"),
};

/// Tricks that are searched if nothing else is said.
const USUAL_EXACT: usize = 3;

/// The worlds of the players inside.
const WORLDS_INSIDE: usize = 4;

impl Algorithm {
    /// Deals played out by players who do not peek.
    pub const IIMC: Self = Self {
        name: "iimc",
        about: "imperfect-information Monte Carlo: sampled deals, played out by players who see only their own seat",
        paper: "Furtak and Buro 2013",
        assumes: "everybody plays as the players inside do, from what they know",
        settings: &[
            INSIDE,
            EXACT,
            worlds::FEW_WORLDS,
            worlds::WEIGHTS,
            pimc::SEARCH,
            fields::EVAL,
            fields::NODES,
            fields::PREPARE,
            pimc::MEMORY,
            worlds::THREADS,
        ],
        ..Self::PIMC
    };
}

struct IimcSearch<K: GameKit> {
    players: Vec<Module<K>>,
    worlds: Worlds<K>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let mut exact = Settings::new(Algorithm::PIMC);
    for name in ["eval", "memory"] {
        if let Some(value) = settings.get(name) {
            exact.set(name, value)?;
        }
    }
    let exact = Inside::build(&exact, at)?;
    let player = |inside| Module {
        recursive: settings.get("inside") == Some("pimc"),
        tricks: settings.number("exact").unwrap_or(USUAL_EXACT),
        exact: exact.renewed(),
        inside,
        order: at.order.clone(),
        budget: Budget::default(),
    };
    let search = IimcSearch::<K> {
        players: Inside::build(settings, at)?.for_threads(settings).into_iter().map(player).collect(),
        worlds: Worlds::new(settings, at, worlds::USUAL_WORLDS)?,
    };
    Ok((settings.clone(), Box::new(OnView::new(Box::new(search)))))
}

/// The player inside.
struct Module<K: GameKit> {
    recursive: bool,
    inside: Inside<K>,
    /// How many tricks are searched, and the search.
    tricks: usize,
    exact: Inside<K>,
    order: K::Order,
    /// The clock and the flag of the whole search.
    budget: Budget,
}

impl<K: GameKit> Reader<K::Game> for Module<K> {
    fn choose(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        seed: u64,
    ) -> Result<Choice<MoveOf<K>>, SearchError> {
        let mut moves = Vec::new();
        game.moves_of(known.view, &mut moves);
        let place = game.possible_state(known.view);
        if !self.recursive || moves.len() == 1 {
            let mut places: Vec<u16> = (0..moves.len() as u16).collect();
            self.order.arrange(game, &place, &moves, &mut places);
            return Ok(Choice { mv: moves[usize::from(places[0])], searched: None });
        }
        let sample = Sample::draw(game, known.view, WORLDS_INSIDE, seed)?;
        let found = Pimc::new(game, known.view, &mut self.inside)
            .depth(game.next_level(&place, 0))
            .budget(self.budget.clone())
            .run(&sample)?;
        Ok(found.choice(game.players()))
    }
}

impl<K: GameKit> PlaysOut<K::Game> for Module<K> {
    fn ending(&mut self, world: &World<K::Game>, budget: &Budget) -> Option<Result<Ending, SearchError>> {
        let World { game, state } = world;
        let Some(mover) = game.mover(state) else {
            return Some(Ok(Ending { payoff: self.exact.payoff(world), nodes: 0 }));
        };
        if K::rounds_left(game, state)? > self.tricks {
            return None;
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let found = self.exact.values(&WorldTask { world, number: 0, moves: &moves, depth: None, budget });
        Some(found.map(|found| {
            let mut best = found.payoffs[0];
            for payoff in found.payoffs {
                if payoff[mover] > best[mover] {
                    best = payoff;
                }
            }
            Ending { payoff: best, nodes: found.nodes }
        }))
    }
}

impl<K: GameKit> ViewSearch<K::Game> for IimcSearch<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let budget = terms.budget.started();
        let drawn = self.worlds.draw(game, known, &budget, terms.seed)?;
        for player in &mut self.players {
            player.budget = Budget { nodes: None, ..budget.clone() };
        }
        let (own, helpers) = self.players.split_first_mut().expect("there is a thread");
        let helpers = helpers.iter_mut().map(|helper| helper as HelpingPlayer<'_, K::Game>).collect();
        let search = Iimc::new(game, known, own).helpers(helpers).budget(drawn.rest(&budget));
        Ok(drawn.noted(search.run(&drawn.sample, terms.seed)?))
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        let renewed = |player: &Module<K>| Module {
            inside: player.inside.renewed(),
            exact: player.exact.renewed(),
            order: player.order.clone(),
            budget: Budget::default(),
            ..*player
        };
        Box::new(Self { players: self.players.iter().map(renewed).collect(), worlds: self.worlds.renewed() })
    }
}
