//! Two searches that keep to what players know for some moves, and see everything only below: extended PIMC and alpha-mu.

use cutthroat::hidden::{AlphaMu, Epimc, Estimates, Hidden as _, Knowledge, Sample};
use cutthroat::{Budget, MAX_DEPTH, SearchError, SearchHints as _, Stop};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::on_views::{OnView, ViewSearch};
use super::pimc::{self, Inside};
use super::worlds::{self, Worlds};
use super::{Algorithm, At, Built, MoveOf, Terms, fields};
use crate::error::Error;
use crate::game_kit::GameKit;
use crate::settings::Settings;

const PLIES: Field = Field {
    name: "plies",
    about: "for how many plies players keep to what they know, the first included; one is pimc",
    values: Values::Number { least: 1, most: 64 },
    default: DefaultValue::Is("2"),
};

const OWN_MOVES: Field = Field {
    name: "own-moves",
    about: "how many of the player's own moves follow one strategy in all deals, the first included; one is pimc",
    values: Values::Number { least: 1, most: 16 },
    default: DefaultValue::Is("2"),
};

const WORLDS_OF_ALPHA_MU: Field = Field { default: DefaultValue::Is("20"), ..worlds::FEW_WORLDS };

/// How far worlds are searched below.
const BELOW: Field = Field {
    name: "depth",
    about: "plies to search inside the deals, below the moves for which players keep to what they know",
    ..fields::DEPTH
};

impl Algorithm {
    /// PIMC with some plies in which nobody sees more than they do.
    pub const EPIMC: Self = Self {
        name: "epimc",
        about: "extended PIMC: players keep to what they know for some plies, and see everything only below",
        paper: "Arjonilla, Saffidine and Cazenave 2024",
        assumes: "that of the search inside, and that everybody will see all cards after some plies",
        settings: &[
            PLIES,
            pimc::SEARCH,
            worlds::FEW_WORLDS,
            worlds::WEIGHTS,
            fields::EVAL,
            BELOW,
            fields::NODES,
            fields::PREPARE,
            pimc::MEMORY,
            worlds::THREADS,
        ],
        ..Self::PIMC
    };
    /// One strategy in all worlds, against opponents who see everything.
    pub const ALPHA_MU: Self = Self {
        name: "alpha-mu",
        about: "alpha-mu: the player's next moves follow one strategy in all deals, against opponents who see everything",
        paper: "Cazenave and Ventos 2019",
        assumes: "everybody else plays against the player who searches, and sees all cards",
        settings: &[
            OWN_MOVES,
            WORLDS_OF_ALPHA_MU,
            worlds::WEIGHTS,
            fields::EVAL,
            BELOW,
            fields::NODES,
            fields::PREPARE,
            pimc::MEMORY,
            worlds::THREADS,
        ],
        ..Self::PIMC
    };
}

/// How far players keep to what they know.
#[derive(Clone, Copy)]
enum Keeps {
    Plies(usize),
    OwnMoves(usize),
}

struct KeepingSearch<K: GameKit> {
    inside: Vec<Inside<K>>,
    keeps: Keeps,
    worlds: Worlds<K>,
    below: Option<usize>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let mut complete = settings.clone();
    let keeps = if settings.algorithm() == Algorithm::ALPHA_MU {
        complete.complete("worlds", "20");
        Keeps::OwnMoves(settings.number("own-moves").unwrap_or(2))
    } else {
        Keeps::Plies(settings.number("plies").unwrap_or(2))
    };
    let inside = match keeps {
        // The values inside are those of the player's side against all others.
        Keeps::OwnMoves(_) => paranoid_inside(settings, at)?,
        Keeps::Plies(_) => Inside::build(settings, at)?,
    };
    let inside = inside.for_threads(settings);
    let worlds = Worlds::new(&complete, at, worlds::USUAL_WORLDS)?;
    let search = KeepingSearch::<K> { inside, keeps, worlds, below: settings.number("depth") };
    Ok((complete, Box::new(OnView::new(Box::new(search)))))
}

fn paranoid_inside<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Result<Inside<K>, Error> {
    let mut inside = Settings::new(Algorithm::PIMC).with("search", Algorithm::PARANOID.name)?;
    for name in ["eval", "memory"] {
        if let Some(value) = settings.get(name) {
            inside.set(name, value)?;
        }
    }
    Inside::build(&inside, at)
}

impl<K: GameKit> KeepingSearch<K> {
    /// One search, to `below` plies inside the worlds. With `deepens`, players keep to what they know for one move at first, then
    /// for more.
    fn search(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        sample: &Sample<K::Game>,
        (below, deepens): (Option<usize>, bool),
        budget: Budget,
        seed: u64,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let least = self.inside[0].least(game, known);
        let (own, helpers) = pimc::split(&mut self.inside);
        match self.keeps {
            Keeps::Plies(plies) => {
                let search = Epimc::new(game, known, own).helpers(helpers).depth(plies).below(below).budget(budget);
                if deepens { search.deepen().run(sample, seed) } else { search.run(sample, seed) }
            }
            Keeps::OwnMoves(moves) => {
                let search = AlphaMu::new(game, known.view, own).helpers(helpers).moves(moves).below(below);
                let search = search.least(least).budget(budget);
                let found = if deepens { search.deepen().run(sample) } else { search.run(sample) };
                Ok(found?.estimates)
            }
        }
    }
}

impl<K: GameKit> ViewSearch<K::Game> for KeepingSearch<K> {
    /// At the first level inside the worlds players keep to what they know for one move, then for more; then the search goes to
    /// deeper and deeper levels, as long as the nodes last. Without an answer of any level it plays the first move.
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let budget = terms.budget.started();
        let drawn = self.worlds.draw(game, known, &budget, terms.seed)?;
        let (sample, all) = (&drawn.sample, drawn.rest(&budget));
        let mut moves = Vec::new();
        game.moves_of(known.view, &mut moves);
        if moves.len() == 1 {
            return Ok(Estimates::only(moves[0]));
        }
        let mut found = Estimates { stop: Stop::Nodes, ..Estimates::only(moves[0]) };
        let place = game.possible_state(known.view);
        let most = if terms.deepens { self.below.unwrap_or(MAX_DEPTH) } else { 1 };
        let (mut depth, mut nodes) = (0, 0);
        while depth < most {
            let is_first = depth == 0;
            depth = game.next_level(&place, depth).clamp(depth + 1, most.max(depth + 1));
            let below = if terms.deepens { Some(depth) } else { self.below };
            let budget = Budget { nodes: all.nodes.map(|all| all.saturating_sub(nodes)), ..all.clone() };
            match self.search(game, known, sample, (below, is_first), budget, terms.seed) {
                Ok(level) => {
                    nodes += level.nodes;
                    found = Estimates { nodes, ..level };
                    if found.stop != Stop::Depth {
                        break;
                    }
                }
                Err(SearchError::Stopped(stop)) => {
                    found.stop = stop;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(drawn.noted(found))
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        let inside = self.inside.iter().map(Inside::renewed).collect();
        Box::new(Self { inside, worlds: self.worlds.renewed(), ..*self })
    }
}
