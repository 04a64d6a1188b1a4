//! All tree games as one game, so that their searches are compiled once. Their speed is not critical.

use cutthroat::hidden::PerfectInformation;
use cutthroat::{Bounds, Evaluation, Game, Notation, NotationError, Outcome, Payoff, Player, Range, SearchHints};
use cutthroat_games::trees::{
    Place, ShareOfWins, TernaryState, TernaryTree, Tree, TreeEvaluation, UniformEvaluation, UniformState, UniformTree,
};

/// A tree of some kind.
#[derive(Clone, Debug)]
pub(crate) enum AnyTree {
    Typed(Tree),
    Uniform(UniformTree),
    Ternary(TernaryTree),
}

/// A position in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AnyPlace {
    Typed(Place),
    Uniform(UniformState),
    Ternary(TernaryState),
}

/// The payoffs at the leaves, for every kind of tree.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Leaves;

/// Does the same with a tree and a place in it, of any kind.
macro_rules! of_each {
    ($tree:expr, $place:expr, |$game:ident, $state:ident, $evaluation:ident| $same:expr) => {
        match ($tree, $place) {
            (AnyTree::Typed($game), AnyPlace::Typed($state)) => {
                let $evaluation = TreeEvaluation;
                $same
            }
            (AnyTree::Uniform($game), AnyPlace::Uniform($state)) => {
                let $evaluation = UniformEvaluation;
                $same
            }
            (AnyTree::Ternary($game), AnyPlace::Ternary($state)) => {
                let $evaluation = ShareOfWins;
                $same
            }
            _ => unreachable!("a place in another kind of tree"),
        }
    };
}

/// The same with a tree alone.
macro_rules! of_each_tree {
    ($tree:expr, |$game:ident, $evaluation:ident| $same:expr) => {
        match $tree {
            AnyTree::Typed($game) => {
                let $evaluation = TreeEvaluation;
                $same
            }
            AnyTree::Uniform($game) => {
                let $evaluation = UniformEvaluation;
                $same
            }
            AnyTree::Ternary($game) => {
                let $evaluation = ShareOfWins;
                $same
            }
        }
    };
}

impl AnyTree {
    /// Reads a tree as text.
    pub(crate) fn read_typed(text: &str) -> Result<(Self, AnyPlace), NotationError> {
        let (tree, place) = Tree::read_position(text)?;
        Ok((Self::Typed(tree), AnyPlace::Typed(place)))
    }

    /// Reads a tree that is the same everywhere.
    pub(crate) fn read_uniform(text: &str) -> Result<(Self, AnyPlace), NotationError> {
        let (tree, place) = UniformTree::read_position(text)?;
        Ok((Self::Uniform(tree), AnyPlace::Uniform(place)))
    }

    /// Reads a tree of two players.
    pub(crate) fn read_ternary(text: &str) -> Result<(Self, AnyPlace), NotationError> {
        let (tree, place) = TernaryTree::read_position(text)?;
        Ok((Self::Ternary(tree), AnyPlace::Ternary(place)))
    }
}

impl Game for AnyTree {
    type State = AnyPlace;
    type Move = u16;
    type Undo = AnyPlace;

    fn players(&self) -> usize {
        of_each_tree!(self, |tree, _leaves| tree.players())
    }

    fn mover(&self, place: &AnyPlace) -> Option<Player> {
        of_each!(self, place, |tree, place, _leaves| tree.mover(place))
    }

    fn moves(&self, place: &AnyPlace, moves: &mut Vec<u16>) {
        of_each!(self, place, |tree, place, _leaves| tree.moves(place, moves));
    }

    fn play(&self, place: &mut AnyPlace, mv: u16) -> AnyPlace {
        let before = place.clone();
        of_each!(self, place, |tree, place, _leaves| {
            tree.play(place, mv);
        });
        before
    }

    fn undo(&self, place: &mut AnyPlace, _: u16, before: AnyPlace) {
        *place = before;
    }

    fn payoff(&self, place: &AnyPlace) -> Payoff {
        of_each!(self, place, |tree, place, _leaves| tree.payoff(place))
    }
}

impl SearchHints for AnyTree {}

impl PerfectInformation for AnyTree {}

impl Notation for AnyTree {
    fn write_position(&self, place: &AnyPlace) -> String {
        of_each!(self, place, |tree, place, _leaves| tree.write_position(place))
    }

    /// A tree as text; each game of the catalog reads its own kind.
    fn read_position(text: &str) -> Result<(Self, AnyPlace), NotationError> {
        Self::read_typed(text).or_else(|_| Self::read_uniform(text)).or_else(|_| Self::read_ternary(text))
    }

    fn write_move(&self, place: &AnyPlace, mv: u16) -> String {
        of_each!(self, place, |tree, place, _leaves| tree.write_move(place, mv))
    }

    fn remark(&self, place: &AnyPlace) -> String {
        of_each!(self, place, |tree, place, _leaves| tree.remark(place))
    }
}

impl Evaluation<AnyTree> for Leaves {
    fn range(&self, tree: &AnyTree) -> Range {
        of_each_tree!(tree, |tree, leaves| leaves.range(tree))
    }

    fn evaluate(&self, tree: &AnyTree, place: &AnyPlace) -> Payoff {
        of_each!(tree, place, |tree, place, leaves| leaves.evaluate(tree, place))
    }

    fn payoff_bounds(&self, tree: &AnyTree, place: &AnyPlace) -> Option<Bounds> {
        of_each!(tree, place, |tree, place, leaves| leaves.payoff_bounds(tree, place))
    }

    fn outcomes(&self, tree: &AnyTree) -> Option<Vec<Outcome>> {
        of_each_tree!(tree, |tree, leaves| leaves.outcomes(tree))
    }

    fn outcome(&self, tree: &AnyTree, place: &AnyPlace) -> usize {
        of_each!(tree, place, |tree, place, leaves| leaves.outcome(tree, place))
    }

    fn counted_bounds(&self, tree: &AnyTree, place: &AnyPlace) -> Option<Bounds> {
        of_each!(tree, place, |tree, place, leaves| leaves.counted_bounds(tree, place))
    }
}
