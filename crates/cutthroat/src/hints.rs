//! What a search may know of a game beyond its rules.

use crate::game::{Game, Player};

/// What a search may know of a game beyond its rules. Everything has a default, so `impl SearchHints for MyGame {}` is
/// enough; each method that is written out makes searches of the game faster or deeper.
pub trait SearchHints: Game {
    /// Appends the moves that a search looks at: at least the first of every class of equivalent moves. They are a
    /// subsequence of [`moves`](Game::moves), and every move left out is worth the same to all players as one that is
    /// kept. By default all legal moves.
    ///
    /// In a trick game two cards of a hand are equivalent if no card of another player lies between them.
    #[inline(always)]
    fn search_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.moves(state, moves);
    }

    /// All legal moves that are equivalent to the legal move `mv`, itself included.
    fn equivalents(&self, state: &Self::State, mv: Self::Move) -> Vec<Self::Move> {
        let _ = state;
        vec![mv]
    }

    /// The only legal move, if there is only one and that is cheap to see; otherwise `None`. A search passes such
    /// positions without opening a node. This pays where they are common: in trick games every second position is one.
    #[inline]
    fn only_move(&self, state: &Self::State) -> Option<Self::Move> {
        let _ = state;
        None
    }

    /// A legal move by chance, each as likely as the others: `draw` gives a number below the one it is given. `moves` is
    /// working memory. By default the moves are listed; a game that can do without makes playouts faster.
    #[inline]
    fn draw_move(
        &self,
        state: &Self::State,
        moves: &mut Vec<Self::Move>,
        draw: impl FnOnce(usize) -> usize,
    ) -> Self::Move {
        moves.clear();
        self.moves(state, moves);
        moves[draw(moves.len())]
    }

    /// Plays moves by chance until nothing can change the outcome, and returns how many. `None` if the game has no faster
    /// way than [`draw_move`](Self::draw_move), again and again. It draws the same numbers for the same moves.
    #[inline]
    fn draw_to_the_end(&self, state: &mut Self::State, draw: impl FnMut(usize) -> usize) -> Option<u64> {
        let _ = (state, draw);
        None
    }

    /// Plays a legal move on `copy`, a copy of `before`. The same as [`play`](Game::play), but a game may read from the
    /// original: a copy of words that have just been written one by one is slow to read.
    #[inline(always)]
    fn play_on_copy(&self, before: &Self::State, copy: &mut Self::State, mv: Self::Move) -> Self::Undo {
        let _ = before;
        self.play(copy, mv)
    }

    /// The level to search to after level `depth` has been completed from `state`, in plies: by default the next ply. A
    /// trick game goes from the end of one trick to the end of the next (2002 paper, section 6).
    fn next_level(&self, state: &Self::State, depth: usize) -> usize {
        let _ = state;
        depth + 1
    }

    /// Makes it the turn of `player`, as if all players between had passed, and returns whether it did. By default
    /// nobody may pass and nothing changes. [`BestReply`](crate::BestReply) uses it.
    fn pass_to(&self, state: &mut Self::State, player: Player) -> bool {
        let _ = (state, player);
        false
    }

    /// How many [slots](Self::move_slot) there are, at least one.
    fn move_slots(&self) -> usize {
        1
    }

    /// The slot in which a [`History`](crate::History) counts a legal move. Moves of one slot are assumed to be good or
    /// bad together, wherever in the game they are played. Below [`move_slots`](Self::move_slots).
    fn move_slot(&self, state: &Self::State, mv: Self::Move) -> usize {
        let _ = (state, mv);
        0
    }
}

/// What partition search (Ginsberg 1996) has to know of a game: on which features of a position, one bit each, a result
/// rests. Then one entry of a [table](crate::table) serves all positions that differ only in the other features.
pub trait Partition: SearchHints {
    /// The features that decided what playing `mv` led to: with different features it might have led elsewhere. In a
    /// trick game that is the card that won the trick by its rank. `undo` is what playing the move returned, `state`
    /// the position after it.
    fn decided(&self, state: &Self::State, mv: Self::Move, undo: &Self::Undo) -> u64;

    /// The features that are `relevant` after `mv`, played at `state`, if it stood for all of its
    /// [equivalents](SearchHints::equivalents).
    fn with_equivalents(&self, state: &Self::State, mv: Self::Move, relevant: u64) -> u64;

    /// Whether `other`, another legal move of `state`, is equivalent to `mv` given that only these features are
    /// `relevant` after `mv`. Then it need not be searched. In a trick game a low card stands for all lower ones of its
    /// suit once none of their ranks is relevant.
    fn is_equivalent_given(&self, state: &Self::State, mv: Self::Move, other: Self::Move, relevant: u64) -> bool;

    /// Whether merged positions list their moves in the same order, each move in the place of its counterpart. Then
    /// ties that depend on the order are the same, and every tie rule may merge them.
    fn merges_in_order(&self) -> bool;

    /// The bits of a [memo](crate::Memo)'s detail at `state` that hold everything that is `relevant`.
    fn mask(&self, state: &Self::State, relevant: u64) -> u64;

    /// The features that are relevant at `state`, given these bits of a memo's detail.
    fn relevant_from_mask(&self, state: &Self::State, mask: u64) -> u64;
}
