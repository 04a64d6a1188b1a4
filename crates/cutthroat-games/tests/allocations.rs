//! The recursion allocates nothing: a search of a hundred nodes and one of a million allocate equally often.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::mcts::MctsOptions;
use cutthroat::paranoid::Window;
use cutthroat::{
    BestReply, Game, History, Killers, Lifted, Maxn, Mcts, MoveOrder, Notation, Others, Paranoid, ParanoidOptions,
    Pruning, Selection,
};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};
use cutthroat_games::cards::{SergeantMajor, SergeantMajorEvaluation, SergeantMajorRules, TakingTricks};
use cutthroat_games::trees::{RandomTree, TreeEvaluation, UniformEvaluation, UniformLeaves, UniformTree};

struct Counting;

thread_local! {
    /// Of this thread only: the test harness has its own thread, which may allocate at any time.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count_one() {
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count_one();
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = ALLOCATIONS.get();
    let result = work();
    (ALLOCATIONS.get() - before, result)
}

/// Searches the last move first.
struct Backwards;

impl<G: Game> MoveOrder<G> for Backwards {
    fn arrange(&self, _: &G, _: &G::State, _: &[G::Move], order: &mut [u16]) {
        order.reverse();
    }
}

#[test]
fn searches_allocate_as_often_whatever_their_size() {
    for pruning in Pruning::ALL.into_iter().filter(|pruning| !pruning.is_by_bounds()) {
        let search = |depth, step| {
            let tree = UniformTree {
                players: 3,
                branching: 6,
                depth,
                leaves: UniformLeaves::Shared { total: 9, seed: 5 },
                step,
            };
            let options = MaxnOptions { pruning, ..MaxnOptions::default() };
            allocations(|| Maxn::new(&tree, &UniformEvaluation).options(&options).run(&tree.root()).unwrap())
        };
        let (few, small) = search(2, 1);
        let (many, large) = search(8, 1);
        assert!(large.nodes > 100 * small.nodes);
        assert_eq!(few, many, "{pruning}");
        assert!(few < 20, "{few} allocations for one search");
    }
    // With bounds and in another order.
    for pruning in [Pruning::BRANCH_AND_BOUND, Pruning::ALPHA_BETA_BRANCH_AND_BOUND, Pruning::SPECULATIVE] {
        let drawn = RandomTree { depth: 9, branching: (3, 3), stop: 0, bounds: true, ..RandomTree::default() };
        let tree = drawn.draw();
        let search = |depth| {
            let options = MaxnOptions { pruning, bounds: true, depth: Some(depth), ..MaxnOptions::default() };
            allocations(|| {
                Maxn::with_order(&tree, &TreeEvaluation, &Backwards).options(&options).run(&tree.root()).unwrap()
            })
        };
        let ((few, small), (many, large)) = (search(2), search(9));
        assert!(large.nodes > 20 * small.nodes);
        assert_eq!(few, many, "{pruning}");
    }
    // With a table, sets aside and searches again.
    let drawn = RandomTree { depth: 9, branching: (3, 3), stop: 0, total: 12, ..RandomTree::default() };
    let tree = drawn.draw();
    let search = |depth| {
        let options =
            MaxnOptions { pruning: Pruning::DEEP, test: Test::Table, depth: Some(depth), ..MaxnOptions::default() };
        allocations(|| Maxn::new(&tree, &TreeEvaluation).options(&options).run(&tree.root()).unwrap())
    };
    let ((few, small), (many, large)) = (search(2), search(9));
    assert!(large.researches > 0 && large.nodes > 20 * small.nodes, "{} {}", large.researches, large.nodes);
    assert_eq!(few, many);
    // On a board, in another order of search, with the best few moves.
    let (game, state) = ChineseCheckers::read_position("players=3 seed=1").unwrap();
    let narrow = Selection { first: Some(6), ..Selection::default() };
    let (evaluation, order) = (CheckersEvaluation::Difference, DistanceGained);
    let search = |depth| {
        let options = MaxnOptions { pruning: Pruning::SPECULATIVE, depth: Some(depth), ..MaxnOptions::default() };
        allocations(|| {
            Maxn::with_order(&game, &evaluation, &order).options(&options).selection(narrow).run(&state).unwrap()
        })
    };
    let ((few, small), (many, large)) = (search(2), search(6));
    assert!(large.nodes > 100 * small.nodes);
    assert_eq!(few, many);
}

#[test]
fn paranoid_searches_allocate_as_often_whatever_their_size() {
    let (game, deal) = SergeantMajor::deal(SergeantMajorRules::default(), 3, Some(8), 3).unwrap();
    let evaluation = SergeantMajorEvaluation::Tricks;
    for (name, window) in Window::ALL {
        for bounds in [false, true] {
            let search = |depth, order: &dyn Fn(&ParanoidOptions) -> u64| {
                let options = ParanoidOptions { window, bounds, depth: Some(depth), ..Default::default() };
                allocations(|| order(&options))
            };
            let run = |options: &ParanoidOptions| {
                Paranoid::new(&game, &evaluation).options(options).run(&deal).unwrap().nodes
            };
            let ((few, small), (many, large)) = (search(2, &run), search(12, &run));
            assert!(large > 20 * small, "{small} {large}");
            assert_eq!(few, many, "{name}");
            let learning = Killers::new(History::new(TakingTricks, &game));
            let run = |options: &ParanoidOptions| {
                Paranoid::with_order(&game, &evaluation, &learning).options(options).run(&deal).unwrap().nodes
            };
            let ((few, small), (many, large)) = (search(2, &run), search(12, &run));
            assert!(large > 20 * small, "{small} {large}");
            assert_eq!(few, many, "{name} while learning");
        }
    }
}

#[test]
fn best_reply_searches_allocate_as_often_whatever_their_size() {
    let (game, state) = ChineseCheckers::read_position("players=4 seed=1").unwrap();
    for others in [Others::Pass, Others::FirstChoice, Others::Few { free: 1, wide: 6, narrow: 2 }] {
        let replies = BestReply::new(&game, &DistanceGained, &state, others).unwrap();
        let round = replies.begin(&state);
        let (evaluation, order) = (Lifted(&CheckersEvaluation::Difference), Lifted(&DistanceGained));
        let search = |depth| {
            let options = ParanoidOptions { depth: Some(depth), ..Default::default() };
            allocations(|| {
                Paranoid::with_order(&replies, &evaluation, &order).options(&options).run(&round).unwrap().nodes
            })
        };
        // With few moves for opponents every turn is a ply, otherwise all replies together are.
        let deep = if matches!(others, Others::Few { .. }) { 6 } else { 3 };
        let ((few, small), (many, large)) = (search(1), search(deep));
        assert!(large > 20 * small, "{others:?}: {small} {large}");
        assert_eq!(few, many, "{others:?}");
    }
}

/// A tree that is full does not grow: iterations allocate nothing, and only the answer is put together.
#[test]
fn samples_allocate_nothing_in_a_full_tree() {
    let (game, deal) = SergeantMajor::deal(SergeantMajorRules::default(), 3, Some(8), 3).unwrap();
    for (history, bounds) in [(0.0, true), (0.0, false), (5.0, true)] {
        let search = |iterations| {
            let options = MctsOptions {
                history,
                bounds,
                most_nodes: 500,
                iterations: Some(iterations),
                ..MctsOptions::default()
            };
            let search = Mcts::with_order(&game, &SergeantMajorEvaluation::Tricks, &TakingTricks).options(&options);
            allocations(|| search.run(&deal).unwrap().nodes)
        };
        let ((few, small), (many, large)) = (search(1_000), search(20_000));
        assert!(large > 10 * small, "{small} {large}");
        // The lines of the answer may be longer.
        assert!(many < few + 100, "{few} and {many} allocations");
    }
}
