//! Games that are trees, in the catalog: one kit for all of them, so that it is compiled once.

use cutthroat::hidden::{Hidden as _, ReadView, ViewNotation as _};
use cutthroat::{Notation as _, NotationError};
use cutthroat_games::trees::{RANDOM_FIELDS, TERNARY_FIELDS, TREE_FIELDS, UNIFORM_FIELDS};

use crate::any_tree::{AnyPlace, AnyTree, Leaves};
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::game_kit::{Deal, GameKit, Start};

/// A kind of trees.
pub(crate) struct Trees {
    info: GameInfo,
    read: fn(&str) -> Result<(AnyTree, AnyPlace), NotationError>,
    /// A prefix of the text of a position that may be left out.
    prefix: &'static str,
    /// The tree that is drawn by a seed, for a number of players.
    drawn: fn(u64, usize) -> String,
}

impl Trees {
    /// Trees as text.
    pub(crate) fn typed() -> Self {
        let info = GameInfo {
            about: "a tree typed as text, a figure of one of the papers, or a tree drawn at random",
            players: (2, 8),
            play: "A branch belongs to the player who moves there, a leaf says what everybody gets.",
            fields: &[
                ("declarations, by name=value before a typed tree", TREE_FIELDS),
                ("fields, by name=value after the word `random`", RANDOM_FIELDS),
            ],
            notation: "[maxsum=S] [maxp=M] [low=L] [step=D] PLAYER[child child ...], leaves (a,b,c); or `figure ID`; or \
                       `random name=value ...`; --deal SEED draws one",
            example: "maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]",
            evaluations: vec![("leaves", "what is written at the leaves; at a branch, what its leftmost leaf has")],
            ..GameInfo::new("tree")
        };
        let drawn = |seed, players| format!("random players={players} seed={seed}");
        Self { info, read: AnyTree::read_typed, prefix: "", drawn }
    }

    /// Trees that are the same everywhere.
    pub(crate) fn uniform() -> Self {
        let info = GameInfo {
            about: "every branch as wide, every leaf as deep; leaves all the same or shared out by a hash",
            players: (2, 8),
            play: "Players move in turn, each to one of the children.",
            fields: &[("fields of a position, by name=value in any order", UNIFORM_FIELDS)],
            notation: "players=N branching=B depth=D (leaf=a,b,c | total=T seed=S) step=D",
            example: "players=3 branching=10 depth=4 leaf=1,1,1 step=0",
            evaluations: vec![("leaves", "what is at the leaves; at a branch, what its own path hashes to")],
            ..GameInfo::new("uniform-tree")
        };
        let drawn = |seed, players| format!("players={players} seed={seed}");
        Self { info, read: AnyTree::read_uniform, prefix: "", drawn }
    }

    /// Trees of two players. Their notation begins with the name of the game.
    pub(crate) fn ternary(name: &'static str, about: &'static str) -> Self {
        let info = GameInfo {
            about,
            players: (2, 2),
            usual_players: 2,
            play: "Max, player 1, and Min, player 2, move in turn, each to one of three children.",
            fields: &[("fields of a position, by name=value in any order", TERNARY_FIELDS)],
            notation: "height=H seed=S",
            example: "height=3 seed=1",
            evaluations: vec![(
                "share",
                "winning leaves below, in thousandths of all leaves below; 1000 or 0 at the end",
            )],
            ..GameInfo::new(name)
        };
        Self { info, read: AnyTree::read_ternary, prefix: name, drawn: |seed, _| format!("seed={seed}") }
    }
}

impl GameKit for Trees {
    type Game = AnyTree;
    type Evaluation = Leaves;
    type Order = cutthroat::ReferenceOrder;
    type Table = cutthroat::WholePositions;

    fn info(&self) -> GameInfo {
        self.info.clone()
    }

    fn deal(&self, deal: &Deal<'_>) -> Result<Start<AnyTree>, NotationError> {
        self.read(&(self.drawn)(deal.seed, deal.players))
    }

    fn read(&self, text: &str) -> Result<Start<AnyTree>, NotationError> {
        if self.prefix.is_empty() || text.split_whitespace().next() == Some(self.prefix) {
            (self.read)(text)
        } else {
            (self.read)(&format!("{} {text}", self.prefix))
        }
    }

    fn read_view(&self, text: &str) -> Result<ReadView<AnyTree>, NotationError> {
        let read = AnyTree::read_view(text)?;
        // Views of all kinds of trees are read alike: is its position one of this kind?
        self.read(&read.game.write_position(&read.game.possible_state(&read.view)))?;
        Ok(read)
    }

    fn evaluation(&self, _: &AnyTree, _: &str) -> Result<Leaves, Error> {
        Ok(Leaves)
    }
}
