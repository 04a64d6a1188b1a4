//! What the engine costs beside a loop written for one tree.

use cutthroat::maxn::{self, Options};
use cutthroat::{Payoff, ReferenceOrder};
use cutthroat_games::trees::{UniformEvaluation, UniformLeaves, UniformTree};

use super::{Row, timed};

const PLAYERS: usize = 3;
const BRANCHING: u16 = 10;
const DEPTH: u16 = 7;
const TOTAL: i16 = 100;
const SEED: u64 = 1;

/// Alternates the two, so that a machine that is busy for a while slows both.
const ROUNDS: usize = 5;

pub(super) fn run() -> Vec<Row> {
    let leaves = UniformLeaves::Shared { total: TOTAL, seed: SEED };
    let tree = UniformTree { players: PLAYERS, branching: BRANCHING, depth: DEPTH, leaves, step: 1 };
    let mut bare = row("a bare loop");
    let mut engine = row("the engine, plain max^n");
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let mut payoffs = (Payoff::ZERO, Payoff::ZERO);
        let one = timed(String::new(), || {
            let mut nodes = 0;
            payoffs.0 = Payoff::new(&maxn_by_hand(mix(SEED), 0, 0, &mut nodes));
            (nodes, 0)
        });
        let other = timed(String::new(), || {
            let found = maxn::search(&tree, &UniformEvaluation, &ReferenceOrder, &tree.root(), &Options::default())
                .expect("a plain search needs no declarations");
            payoffs.1 = found.payoff;
            (found.nodes, found.researches)
        });
        assert_eq!((payoffs.0, one.nodes), (payoffs.1, other.nodes), "both search the same tree");
        ratios.push(one.seconds / other.seconds);
        for (total, round) in [(&mut bare, &one), (&mut engine, &other)] {
            total.nodes += round.nodes;
            total.seconds += round.seconds;
        }
    }
    ratios.sort_by(f64::total_cmp);
    engine.figures = vec![("share of the bare loop's speed", ratios[ROUNDS / 2])];
    vec![bare, engine]
}

fn row(who: &str) -> Row {
    let what = format!("{PLAYERS} players, {BRANCHING} moves, depth {DEPTH}, {ROUNDS} times, {who}");
    Row { what, nodes: 0, researches: 0, seconds: 0.0, figures: Vec::new() }
}

/// max^n of the same uniform tree, by hand: no traits, no options, no line of play, no tie rule but the first.
fn maxn_by_hand(path: u64, ply: u16, mover: usize, nodes: &mut u64) -> [i16; PLAYERS] {
    let next = if mover + 1 == PLAYERS { 0 } else { mover + 1 };
    let mut best = [i16::MIN; PLAYERS];
    for mv in 0..BRANCHING {
        *nodes += 1;
        let child = path.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_add((u64::from(mv) << 48) | u64::from(mv));
        let child = mix(child);
        // A leaf is valued here and now, without a call.
        let value = if ply + 1 == DEPTH { share(child) } else { maxn_by_hand(child, ply + 1, next, nodes) };
        if value[mover] > best[mover] {
            best = value;
        }
    }
    best
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
