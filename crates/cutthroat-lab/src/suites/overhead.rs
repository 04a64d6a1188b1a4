//! The cost of the engine compared with loops written for one tree.

use cutthroat::maxn::MaxnOptions;
use cutthroat::{Maxn, Payoff};
use cutthroat_games::trees::{UniformEvaluation, UniformLeaves, UniformTree};

use super::{SuiteRow, timed};

const PLAYERS: usize = 3;
const BRANCHING: u16 = 10;
const DEPTH: u16 = 7;
const TOTAL: i16 = 100;
const SEED: u64 = 1;

/// The loops take turns, so that a machine that is busy for a while slows all of them.
const ROUNDS: usize = 5;

pub(super) fn run() -> Vec<SuiteRow> {
    let leaves = UniformLeaves::Shared { total: TOTAL, seed: SEED };
    let tree = UniformTree { players: PLAYERS, branching: BRANCHING, depth: DEPTH, leaves, step: 1 };
    let by_hand = |maxn: fn(u64, u16, usize, &mut u64) -> [i16; PLAYERS]| {
        let mut nodes = 0;
        (Payoff::new(&maxn(mix(SEED), 0, 0, &mut nodes)), nodes)
    };
    let engine = || {
        let found = Maxn::new(&tree, &UniformEvaluation)
            .options(&MaxnOptions::default())
            .run(&tree.root())
            .expect("a plain search needs no declarations");
        (found.payoff, found.nodes)
    };
    let mut rows = ["a bare recursion", "a bare recursion, leaves unrolled", "the engine, plain max^n"].map(row);
    let mut ratios = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let mut payoffs = [Payoff::ZERO; 3];
        let mut seconds = [0.0; 3];
        for which in 0..3 {
            let round = timed(String::new(), || {
                let (payoff, nodes) = match which {
                    0 => by_hand(recursion_by_hand),
                    1 => by_hand(unrolled_by_hand),
                    _ => engine(),
                };
                payoffs[which] = payoff;
                (nodes, 0)
            });
            seconds[which] = round.seconds;
            rows[which].nodes += round.nodes;
            rows[which].seconds += round.seconds;
        }
        assert!(payoffs.iter().all(|payoff| *payoff == payoffs[0]), "all search the same tree");
        for (ratios, bare) in ratios.iter_mut().zip(seconds) {
            ratios.push(bare / seconds[2]);
        }
    }
    let [mut of_recursion, mut of_unrolled] = ratios;
    let median = |ratios: &mut Vec<f64>| {
        ratios.sort_by(f64::total_cmp);
        ratios[ROUNDS / 2]
    };
    rows[2].figures =
        vec![("of the recursion", median(&mut of_recursion)), ("of the unrolled one", median(&mut of_unrolled))];
    rows.to_vec()
}

/// How long a node of the bare recursion takes, here and now: a busy machine slows it as it slows what is measured next.
pub(super) fn seconds_of_a_bare_node() -> f64 {
    let searched = timed(String::new(), || {
        let mut nodes = 0;
        std::hint::black_box(recursion_by_hand(mix(SEED), 0, 0, &mut nodes));
        (nodes, 0)
    });
    searched.seconds / searched.nodes as f64
}

fn row(who: &str) -> SuiteRow {
    let what = format!("{PLAYERS} players, {BRANCHING} moves, depth {DEPTH}, {ROUNDS} times, {who}");
    SuiteRow { what, nodes: 0, researches: 0, seconds: 0.0, figures: Vec::new() }
}

/// max^n of the same uniform tree, by hand: no traits, no options, no line of play, no budget, no tie rule but the
/// first.
fn recursion_by_hand(path: u64, ply: u16, mover: usize, nodes: &mut u64) -> [i16; PLAYERS] {
    if ply == DEPTH {
        return share(path);
    }
    let next = if mover + 1 == PLAYERS { 0 } else { mover + 1 };
    let mut best = [i16::MIN; PLAYERS];
    for mv in 0..BRANCHING {
        *nodes += 1;
        let value = recursion_by_hand(child(path, mv), ply + 1, next, nodes);
        if value[mover] > best[mover] {
            best = value;
        }
    }
    best
}

/// The same with the leaves valued in their parent's loop, which the compiler then unrolls: as fast as it gets for a
/// tree whose shape is known when the program is compiled.
fn unrolled_by_hand(path: u64, ply: u16, mover: usize, nodes: &mut u64) -> [i16; PLAYERS] {
    let next = if mover + 1 == PLAYERS { 0 } else { mover + 1 };
    let mut best = [i16::MIN; PLAYERS];
    for mv in 0..BRANCHING {
        *nodes += 1;
        let child = child(path, mv);
        let value = if ply + 1 == DEPTH { share(child) } else { unrolled_by_hand(child, ply + 1, next, nodes) };
        if value[mover] > best[mover] {
            best = value;
        }
    }
    best
}

fn child(path: u64, mv: u16) -> u64 {
    mix(path.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_add((u64::from(mv) << 48) | u64::from(mv)))
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn share(hash: u64) -> [i16; PLAYERS] {
    let first = ((hash & 0xff) as u32 * (TOTAL as u32 + 1)) >> 8;
    let left = TOTAL as u32 - first;
    let second = (((hash >> 8) & 0xff) as u32 * (left + 1)) >> 8;
    [first as i16, second as i16, (left - second) as i16]
}
