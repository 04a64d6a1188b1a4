//! A game being played, whichever it is: moves and positions as text.

use cutthroat::player::Strategy;
use cutthroat::{Game, Notation, Payoff, Player, Stop};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::error::Error;

/// A game being played. Calls are dispatched at run time, once a move.
pub trait Playthrough {
    /// Writes the position as it stands.
    fn text(&self) -> String;

    /// Draws it in characters, where people like to see more than the notation.
    fn diagram(&self) -> Option<String>;

    /// What decides the game beside the position, in a line: rules, trump, bids.
    fn terms(&self) -> Option<String>;

    /// A heading for the moves from here on, where something begins here: a trick.
    fn round_begins(&self) -> Option<String>;

    /// What came of the round that the last move ended, if it ended one: who takes the trick.
    fn round_ended(&self) -> Option<&str>;

    /// Whose turn it is, counted from 1; `None` when the game is over.
    fn mover(&self) -> Option<usize>;

    /// Every legal move, those that come to the same beside each other.
    fn legal_moves(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    /// When it is not legal.
    fn play(&mut self, mv: &str) -> Result<(), Error>;

    /// The move that whoever sits in the mover's seat would play. It is not played.
    ///
    /// # Errors
    /// When the game is over, or his search does not fit it.
    fn choose(&mut self) -> Result<Chosen, Error>;

    /// What each seat gets by the rules, once the game is over.
    fn payoff(&self) -> Option<Vec<i16>>;

    /// The same as people count it, or as the contest was told to.
    fn score(&self) -> Option<Vec<f64>>;
}

/// A move that was chosen, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move.
    pub mv: String,
    /// States visited.
    pub nodes: u64,
    /// The depth of the last iteration that was completed; `None` where nothing was searched.
    pub depth: Option<usize>,
    /// What the player expects everybody to get, if he searched.
    pub payoff: Option<Vec<i16>>,
    /// Whether somebody stopped the search, so that another time the move might be another.
    pub stopped: bool,
}

/// How the end of a game is counted.
pub(crate) type Count<G> = dyn Fn(&G, &<G as Game>::State, &Payoff) -> Vec<f64> + Send + Sync;

/// A game, known at compile time, being played.
pub(crate) struct Playing<'c, G: Game> {
    pub(crate) name: &'static str,
    pub(crate) game: G,
    pub(crate) state: G::State,
    /// Who sits in each seat.
    pub(crate) seats: Vec<Box<dyn Strategy<G>>>,
    /// The seed of everything that is left to chance.
    pub(crate) seed: u64,
    /// Moves played so far.
    pub(crate) ply: u64,
    /// What came of the round that the last move ended.
    pub(crate) ended: Option<String>,
    pub(crate) count: &'c Count<G>,
}

impl<G: Notation> Playing<'_, G> {
    /// Every move has a stream of random numbers of its own, so that it does not matter who drew how many before.
    fn seed_of_move(&self) -> u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.ply);
        rng.next_u64()
    }

    fn payoff_at_the_end(&self) -> Option<Payoff> {
        self.game.mover(&self.state).is_none().then(|| self.game.payoff(&self.state))
    }
}

impl<G: Notation> Playthrough for Playing<'_, G> {
    fn text(&self) -> String {
        self.game.write_position(&self.state)
    }

    fn diagram(&self) -> Option<String> {
        self.game.diagram(&self.state)
    }

    fn terms(&self) -> Option<String> {
        self.game.terms()
    }

    fn round_begins(&self) -> Option<String> {
        self.game.round_begins(&self.state)
    }

    fn round_ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    fn mover(&self) -> Option<usize> {
        self.game.mover(&self.state).map(Player::seat)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.mover().is_some() {
            self.game.moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| self.game.write_move(&self.state, mv)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), Error> {
        if self.mover().is_none() {
            return Err(Error::Value(format!("{}: `{mv}` cannot be played, the game is over", self.name)));
        }
        let read = self.game.read_move(&self.state, mv);
        let mv = read.map_err(|error| Error::Notation { game: self.name, error })?;
        self.ended = self.game.round_ended(&self.state, mv);
        self.game.play(&mut self.state, mv);
        self.ply += 1;
        Ok(())
    }

    fn choose(&mut self) -> Result<Chosen, Error> {
        let Some(mover) = self.game.mover(&self.state) else {
            return Err(Error::Value(format!("{}: nobody is to move, the game is over", self.name)));
        };
        let seed = self.seed_of_move();
        let choice = self.seats[mover.index()].choose(&self.game, &self.state, seed)?;
        let players = self.game.players();
        Ok(Chosen {
            mv: self.game.write_move(&self.state, choice.mv),
            nodes: choice.searched.map_or(0, |searched| searched.nodes),
            depth: choice.searched.map(|searched| searched.depth),
            payoff: choice.searched.map(|searched| searched.payoff.seats(players).to_vec()),
            stopped: choice.searched.is_some_and(|searched| searched.stop == Stop::Flag),
        })
    }

    fn payoff(&self) -> Option<Vec<i16>> {
        Some(self.payoff_at_the_end()?.seats(self.game.players()).to_vec())
    }

    fn score(&self) -> Option<Vec<f64>> {
        Some((self.count)(&self.game, &self.state, &self.payoff_at_the_end()?))
    }
}
