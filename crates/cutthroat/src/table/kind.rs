//! What a search uses a table for.

use crate::hints::{Partition, SearchHints};

/// What a search uses a table for: nothing ([`NoTable`]), whole positions ([`WholePositions`]) or partition search
/// ([`Partitions`]). It is a type, so that a search does not pay for what it does not use, and what no search of a game
/// uses is not compiled.
///
/// The methods are those of [`Partition`], or nothing at all.
pub trait TableKind<G: SearchHints> {
    /// Whether there is a table.
    const HAS_TABLE: bool;
    /// Whether positions are merged by what is relevant.
    const PARTITIONS: bool = false;

    /// As [`Partition::decided`].
    #[inline(always)]
    fn decided(game: &G, state: &G::State, mv: G::Move, undo: &G::Undo) -> u64 {
        let _ = (game, state, mv, undo);
        0
    }

    /// As [`Partition::with_equivalents`].
    #[inline(always)]
    fn with_equivalents(game: &G, state: &G::State, mv: G::Move, relevant: u64) -> u64 {
        let _ = (game, state, mv);
        relevant
    }

    /// As [`Partition::is_equivalent_given`].
    #[inline(always)]
    fn is_equivalent_given(game: &G, state: &G::State, mv: G::Move, other: G::Move, relevant: u64) -> bool {
        let _ = (game, state, mv, other, relevant);
        false
    }

    /// As [`Partition::merges_in_order`].
    #[inline(always)]
    fn merges_in_order(game: &G) -> bool {
        let _ = game;
        false
    }

    /// As [`Partition::mask`].
    #[inline(always)]
    fn mask(game: &G, state: &G::State, relevant: u64) -> u64 {
        let _ = (game, state, relevant);
        u64::MAX
    }

    /// As [`Partition::relevant_from_mask`].
    #[inline(always)]
    fn relevant_from_mask(game: &G, state: &G::State, mask: u64) -> u64 {
        let _ = (game, state, mask);
        u64::MAX
    }
}

/// No table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTable;

impl<G: SearchHints> TableKind<G> for NoTable {
    const HAS_TABLE: bool = false;
}

/// A table of whole positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WholePositions;

impl<G: SearchHints> TableKind<G> for WholePositions {
    const HAS_TABLE: bool = true;
}

/// A table for partition search, for games that say what is relevant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Partitions;

impl<G: Partition> TableKind<G> for Partitions {
    const HAS_TABLE: bool = true;
    const PARTITIONS: bool = true;

    #[inline(always)]
    fn decided(game: &G, state: &G::State, mv: G::Move, undo: &G::Undo) -> u64 {
        game.decided(state, mv, undo)
    }

    #[inline(always)]
    fn with_equivalents(game: &G, state: &G::State, mv: G::Move, relevant: u64) -> u64 {
        game.with_equivalents(state, mv, relevant)
    }

    #[inline(always)]
    fn is_equivalent_given(game: &G, state: &G::State, mv: G::Move, other: G::Move, relevant: u64) -> bool {
        game.is_equivalent_given(state, mv, other, relevant)
    }

    #[inline(always)]
    fn merges_in_order(game: &G) -> bool {
        game.merges_in_order()
    }

    #[inline(always)]
    fn mask(game: &G, state: &G::State, relevant: u64) -> u64 {
        game.mask(state, relevant)
    }

    #[inline(always)]
    fn relevant_from_mask(game: &G, state: &G::State, mask: u64) -> u64 {
        game.relevant_from_mask(state, mask)
    }
}
