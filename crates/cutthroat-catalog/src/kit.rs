//! What the catalog has to know of a game before it can be opened or played by name.

use std::fmt::Debug;

use cutthroat::{Evaluation, Game, MoveOrder, Notation, Payoff, Player, SearchHints, TableKind};

use crate::error::Error;
use crate::position::Opened;
use crate::registry::{Entry, Opening};
use crate::request::Algorithm;
use crate::setup::Setup;
use crate::tally::Tally;

/// A game as the catalog has it: its types, how a position comes about, its evaluations by name, and how people count.
pub(crate) trait Kit: 'static {
    type Game: Notation<State: Send + Sync> + SearchHints + Clone + Send + Sync + 'static;
    type Evaluation: Evaluation<Self::Game> + Clone + Send + Sync + 'static;
    type Order: MoveOrder<Self::Game> + Clone + Default + Send + Sync + 'static;
    /// What tables are used for: nothing else is compiled.
    type Table: TableKind<Self::Game> + Copy + Default + Debug + Send + Sync + 'static;

    /// Nodes to spend where nobody says how much to search; `None` searches to the end whatever it costs.
    const DEFAULT_NODES: Option<u64> = None;

    /// MiB for the transposition table where nobody says how much; 0 where positions hardly meet again.
    const MEMORY: usize = 0;

    /// What people count at the end, where that is the payoff.
    const TALLY: Tally = Tally { unit: "points", of: "a game", low_is_good: false };

    /// The order in which a search to the end looks at moves, for the player who is to move.
    fn solving_order(algorithm: Algorithm, mover: Option<Player>) -> Self::Order {
        let _ = (algorithm, mover);
        Self::Order::default()
    }

    /// The position that is asked for.
    fn start(entry: &Entry, setup: &Setup) -> Result<Drawn<Self>, Error>;

    /// The evaluation with this name, which the entry has.
    fn evaluation(entry: &Entry, game: &Self::Game, name: &str) -> Result<Self::Evaluation, Error>;

    /// What people count, made of the payoff at the end.
    fn counted(game: &Self::Game, payoff: &Payoff) -> Vec<f64> {
        payoff.seats(game.players()).iter().map(|&score| f64::from(score)).collect()
    }
}

/// A game, and a position of it.
pub(crate) type Drawn<K> = (<K as Kit>::Game, <<K as Kit>::Game as Game>::State);

/// Opens a position of the game.
pub(crate) fn open<K: Kit>(entry: &Entry, setup: &Setup) -> Opening {
    let evaluation_name = entry.evaluation(setup.eval.as_deref())?;
    let (game, state) = K::start(entry, setup)?;
    let evaluation = K::evaluation(entry, &game, evaluation_name)?;
    Ok(Box::new(Opened::<K> { name: entry.name, game, state, order: K::Order::default(), evaluation, evaluation_name }))
}
