//! The single list of games.

use cutthroat::{Evaluation, Notation, ReferenceOrder};
use cutthroat_games::trees::{ShareOfWins, TernaryTree, Tree, TreeEvaluation, UniformEvaluation, UniformTree};

use crate::chinese_checkers;
use crate::error::Error;
use crate::position::{Opened, Position};
use crate::setup::Setup;

/// A position that was opened, or why it could not be.
type Opening = Result<Box<dyn Position>, Error>;

/// A game by name.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The fewest and the most players.
    pub players: (usize, usize),
    /// How a position is written.
    pub notation: &'static str,
    /// A position to try.
    pub example: &'static str,
    /// Its evaluations by name, the default first, and what each means.
    pub evaluations: &'static [(&'static str, &'static str)],
    open: fn(&Entry, &Setup) -> Opening,
}

const SHARE: &[(&str, &str)] =
    &[("share", "winning leaves below, in thousandths of all leaves below; 1000 or 0 at the end")];

/// Every game there is.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "tree",
        about: "a tree typed as text, a figure of one of the papers, or a tree drawn at random",
        players: (2, 8),
        notation: "[maxsum=S] [maxp=M] [low=L] [step=D] PLAYER[child child ...], leaves (a,b,c); or `figure ID`; or \
                   `random name=value ...`; --deal SEED draws one",
        example: "maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]",
        evaluations: &[("leaves", "what is written at the leaves; at a branch, what its leftmost leaf has")],
        open: |entry, setup| {
            let drawn = |seed, players: Option<usize>| format!("random players={} seed={seed}", players.unwrap_or(3));
            entry.read::<Tree, _>(setup, drawn, str::to_owned, TreeEvaluation)
        },
    },
    Entry {
        name: "uniform-tree",
        about: "every branch as wide, every leaf as deep; leaves all the same or shared out by a hash",
        players: (2, 8),
        notation: "players=N branching=B depth=D (leaf=a,b,c | total=T seed=S) step=D",
        example: "players=3 branching=10 depth=4 leaf=1,1,1 step=0",
        evaluations: &[("leaves", "what is at the leaves; at a branch, what its own path hashes to")],
        open: |entry, setup| {
            let drawn = |seed, players: Option<usize>| format!("players={} seed={seed}", players.unwrap_or(3));
            entry.read::<UniformTree, _>(setup, drawn, str::to_owned, UniformEvaluation)
        },
    },
    Entry {
        name: "n-game",
        about: "Nau's N-game: every arc +1 or -1, Max wins where they add up to 0 or more; siblings are alike",
        players: (2, 2),
        notation: "height=H seed=S",
        example: "height=3 seed=1",
        evaluations: SHARE,
        open: Entry::read_ternary,
    },
    Entry {
        name: "n-game-like",
        about: "the N-game-like tree of the 1994 paper: only arcs below Min nodes count, +1 with chance 0.61803",
        players: (2, 2),
        notation: "height=H seed=S",
        example: "height=3 seed=1",
        evaluations: SHARE,
        open: Entry::read_ternary,
    },
    Entry {
        name: "p-game",
        about: "Pearl's P-game: every leaf won with chance 0.68233, whatever its siblings are",
        players: (2, 2),
        notation: "height=H seed=S",
        example: "height=3 seed=1",
        evaluations: SHARE,
        open: Entry::read_ternary,
    },
    Entry {
        name: "chinese-checkers",
        about: "step and hop with all your pieces to the opposite corner of the star",
        players: (2, 6),
        notation: "pieces=1|3|6|10 players=N win=all|full limit=M 1=a1,b1,... 2=... mover=K ply=P moves=a1-b2,...; \
                   rows are letters from the top, cells are counted from the left, and all may be left out; \
                   --deal SEED plays 30 random moves",
        example: "pieces=6 players=3",
        evaluations: chinese_checkers::EVALUATIONS,
        open: chinese_checkers::open,
    },
];

/// Opens a position of the game with this name.
///
/// # Errors
/// When there is no such game, or the setup does not fit it.
pub fn open(game: &str, setup: &Setup) -> Result<Box<dyn Position>, Error> {
    let entry = GAMES.iter().find(|entry| entry.name == game).ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
        Error::Game { name: game.to_owned(), known: known.join(", ") }
    })?;
    (entry.open)(entry, setup)
}

impl Entry {
    /// Opens a position of game `G`: as given, in full as `complete` makes it, or drawn as `drawn` describes.
    fn read<G, E>(
        &self,
        setup: &Setup,
        drawn: impl Fn(u64, Option<usize>) -> String,
        complete: impl Fn(&str) -> String,
        evaluation: E,
    ) -> Opening
    where
        G: Notation + 'static,
        E: Evaluation<G> + 'static,
    {
        let evaluation_name = self.evaluation(setup)?;
        self.check_players(setup)?;
        let text = setup.text(self.name, "a --position (see `cutthroat games`) or a --deal", drawn)?;
        let read = G::read_position(&complete(&text));
        let (game, state) = read.map_err(|error| Error::Notation { game: self.name, error })?;
        Ok(Box::new(Opened {
            name: self.name,
            game,
            state,
            evaluation,
            evaluation_name,
            order: ReferenceOrder,
            usual_depth: None,
        }))
    }

    /// Opens one of the two-player trees, whose notation begins with the name of the game.
    fn read_ternary(&self, setup: &Setup) -> Opening {
        let complete = |text: &str| {
            let named = text.split_whitespace().next() == Some(self.name);
            if named { text.to_owned() } else { format!("{} {text}", self.name) }
        };
        self.read::<TernaryTree, _>(setup, |seed, _| format!("seed={seed}"), complete, ShareOfWins)
    }

    /// Whether as many can play as are asked for.
    pub(crate) fn check_players(&self, setup: &Setup) -> Result<(), Error> {
        let (fewest, most) = self.players;
        match setup.players {
            Some(players) if !(fewest..=most).contains(&players) => {
                Err(Error::Value(format!("{} is for {fewest} to {most} players, not {players}", self.name)))
            }
            _ => Ok(()),
        }
    }

    /// The evaluation asked for.
    pub(crate) fn evaluation(&self, setup: &Setup) -> Result<&'static str, Error> {
        let name = setup.eval.as_deref().unwrap_or(self.evaluations[0].0);
        match self.evaluations.iter().find(|(known, _)| *known == name) {
            Some((name, _)) => Ok(name),
            None => {
                let known: Vec<&str> = self.evaluations.iter().map(|(known, _)| *known).collect();
                Err(Error::Evaluation { game: self.name, name: name.to_owned(), known: known.join(", ") })
            }
        }
    }
}
