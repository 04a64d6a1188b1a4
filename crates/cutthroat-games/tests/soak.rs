//! Everything at once: trees drawn at random, for two to eight players, searched by an algorithm and with settings drawn at
//! random, along a line of play with tables that are kept, against the plain definitions of [`plain`](crate::plain).
//!
//! `CUTTHROAT_COMPARISONS=1000000` sets the number of comparisons; `CUTTHROAT_FIRST_SEED` where seeds begin, so that a long
//! run can be divided.

use std::collections::BTreeSet;

use cutthroat::maxn::{self, MaxnOptions, Test};
use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{
    Analysis, Beliefs, BestReply, Evaluation as _, Game as _, Lifted, Maxn, Mcts, Paranoid, Payoff, Player, ProbMaxn,
    ProbOptions, Pruning, ScalarTable, Social, SocialWeights, SoftMaxn, SoftOptions, SoftRule, TieRule, VectorTable,
};
use cutthroat_games::trees::{OrderOfPlay, Place, RandomTree, Sums, Tree, TreeEvaluation};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::plain::draw::one_of;
use crate::plain::successors::{PlainOpps, by_wishes, children, prob, soft};
use crate::shuffled::Shuffled;

/// Comparisons in the normal tests.
const COMPARISONS: u64 = 20_000;

/// Searches at each place of a line of play.
const SEARCHES: usize = 6;

/// As deep as any of these trees.
const TO_THE_END: usize = 200;

fn drawn(seed: u64, draw: &mut ChaCha8Rng) -> RandomTree {
    let branching = one_of(draw, &[(1, 2), (2, 2), (1, 3), (2, 3), (1, 4), (3, 3)]);
    RandomTree {
        players: draw.random_range(2..=8),
        depth: draw.random_range(2..=if branching.1 > 3 { 4 } else { 6 }),
        branching,
        order: one_of(draw, &[OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks]),
        sums: one_of(draw, &[Sums::Constant, Sums::AtMost, Sums::Utility]),
        total: one_of(draw, &[1, 2, 4, 10, 400]),
        ties: one_of(draw, &[0, 0, 40, 80]),
        stop: one_of(draw, &[0, 8, 20]),
        bounds: draw.random_range(0..3) > 0,
        step: draw.random_range(0..=1),
        seed,
    }
}

/// A place of a tree that is searched, and what all searches there share.
struct AtPlace<'t> {
    tree: &'t Tree,
    drawn: RandomTree,
    place: Place,
    root: Player,
    order: Shuffled,
}

/// Tables that are kept from search to search and from place to place.
struct KeptTables {
    vectors: VectorTable,
    scalars: ScalarTable,
}

impl AtPlace<'_> {
    fn players(&self) -> usize {
        self.drawn.players
    }

    /// Whether there are bounds on payoffs: counts that are worth something else bound nothing.
    fn has_bounds(&self) -> bool {
        self.drawn.bounds && self.drawn.sums != Sums::Utility
    }

    fn payoff(&self, place: &Place) -> Payoff {
        TreeEvaluation.evaluate(self.tree, place)
    }

    fn depth(&self, draw: &mut ChaCha8Rng) -> Option<usize> {
        if draw.random_range(0..3) == 0 { Some(draw.random_range(1..=4)) } else { None }
    }

    /// What a player wishes for by a tie rule, the most important first.
    fn wish(&self, ties: TieRule, player: Player, payoff: &Payoff) -> Vec<i16> {
        let mut wish = vec![payoff[player]];
        if matches!(ties, TieRule::WorstForRoot | TieRule::Spiteful) && player != self.root {
            wish.push(-payoff[self.root]);
        }
        if ties == TieRule::Spiteful {
            let others = (1..self.players()).map(|turn| (player.index() + turn) % self.players());
            wish.extend(others.map(|other| -payoff[Player::new(other)]));
        }
        wish
    }

    fn plain_maxn(&self, place: &Place, ties: TieRule, depth: usize) -> (Vec<u16>, Payoff) {
        let wish = |player: Player, end: &Place| self.wish(ties, player, &self.payoff(end));
        let (line, end) = by_wishes(self.tree, place, depth, &wish);
        (line, self.payoff(&end))
    }

    fn maxn(&self, kept: &mut KeptTables, draw: &mut ChaCha8Rng) -> bool {
        let options = MaxnOptions {
            pruning: one_of(draw, &Pruning::ALL),
            test: one_of(draw, &Test::ALL).1,
            bounds: draw.random_range(0..2) == 0,
            ties: [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(draw.random_range(0..99))]
                [draw.random_range(0..4)],
            depth: self.depth(draw),
            all_moves: draw.random_range(0..4) == 0,
        };
        if maxn::check(self.tree, &TreeEvaluation, &self.place, &options).is_err() {
            return false;
        }
        let mut small = VectorTable::with_slots(one_of(draw, &[1, 8, 64]));
        let search = Maxn::with_order(self.tree, &TreeEvaluation, &self.order).options(&options);
        let search = match draw.random_range(0..3) {
            0 => search,
            1 => search.table(&mut small),
            _ => search.table(&mut kept.vectors),
        };
        let found = search.run(&self.place).unwrap();
        self.check_maxn(&found, options.ties, options.depth.unwrap_or(TO_THE_END), &options);
        true
    }

    /// Compares with plain max^n: payoff and line, and every move that was valued.
    fn check_maxn(&self, found: &Analysis<u16>, ties: TieRule, depth: usize, about: &dyn std::fmt::Debug) {
        // By chance the root only chooses among its own moves.
        let by_chance = matches!(ties, TieRule::Random(_));
        let rule = if by_chance { TieRule::First } else { ties };
        let of_moves: Vec<(u16, Payoff)> = children(self.tree, &self.place)
            .iter()
            .map(|(mv, child)| (*mv, self.plain_maxn(child, rule, depth - 1).1))
            .collect();
        let (line, payoff) = self.plain_maxn(&self.place, rule, depth);
        let right = if by_chance {
            let chosen = of_moves.iter().find(|(mv, _)| Some(*mv) == found.best).map(|(_, payoff)| *payoff);
            chosen == Some(found.payoff) && found.payoff[self.root] == payoff[self.root]
        } else {
            found.payoff == payoff && line.starts_with(&found.line) && found.best == line.first().copied()
        };
        let moves_right = found
            .moves
            .iter()
            .filter(|value| value.sampled.is_none_or(|sampled| sampled.settled))
            .all(|value| of_moves.contains(&(value.mv, value.payoff)));
        assert!(
            right && moves_right,
            "{about:?} found {found:?}; plain {payoff:?} {line:?} at {:?} of {:?}",
            self.place,
            self.drawn
        );
    }

    fn alpha_beta(&self, draw: &mut ChaCha8Rng) -> ParanoidOptions {
        let prune = draw.random_range(0..8) > 0;
        ParanoidOptions {
            prune,
            window: if prune { one_of(draw, &Window::ALL).1 } else { Window::Full },
            bounds: prune && self.has_bounds() && draw.random_range(0..2) == 0,
            depth: self.depth(draw),
            all_moves: draw.random_range(0..4) == 0,
            ..ParanoidOptions::default()
        }
    }

    /// Paranoid search, which is OPPS with every turn free, and OPPS.
    fn paranoid(&self, kept: &mut KeptTables, draw: &mut ChaCha8Rng) {
        let options = self.alpha_beta(draw);
        let depth = options.depth.unwrap_or(TO_THE_END);
        let all = usize::MAX;
        let is_paranoid = draw.random_range(0..2) == 0;
        let plain = if is_paranoid {
            PlainOpps { free: all, wide: all, narrow: all }
        } else {
            PlainOpps {
                free: one_of(draw, &[0, 1, 2, all]),
                wide: one_of(draw, &[1, 2, 3, all]),
                narrow: one_of(draw, &[1, 2, all]),
            }
        };
        let found = if is_paranoid {
            let mut small = ScalarTable::with_slots(one_of(draw, &[1, 8, 64]));
            let search = Paranoid::with_order(self.tree, &TreeEvaluation, &self.order).options(&options);
            let search = match draw.random_range(0..3) {
                0 => search,
                1 => search.table(&mut small),
                _ => search.table(&mut kept.scalars),
            };
            search.run(&self.place).unwrap()
        } else {
            let few = BestReply::new(self.tree, &self.order, &self.place, plain.into()).unwrap();
            let (evaluation, order) = (Lifted(&TreeEvaluation), Lifted(&self.order));
            let search = Paranoid::with_order(&few, &evaluation, &order).options(&options);
            few.in_the_game(&self.place, &search.run(&few.begin(&self.place)).unwrap())
        };
        let value =
            |child: &Place| plain.value(self.tree, &TreeEvaluation, &self.order, child, self.root, 0, depth - 1);
        let values: Vec<(u16, i16)> =
            children(self.tree, &self.place).iter().map(|(mv, child)| (*mv, value(child))).collect();
        let most = values.iter().map(|(_, value)| *value).max().unwrap();
        let best = values.iter().find(|(_, value)| *value == most).unwrap().0;
        assert_eq!((found.payoff[self.root], found.best), (most, Some(best)), "{plain:?} {options:?} {:?}", self.drawn);
        for valued in &found.moves {
            assert!(values.contains(&(valued.mv, valued.payoff[self.root])), "{plain:?} {options:?} {:?}", self.drawn);
        }
    }

    fn weights(&self, draw: &mut ChaCha8Rng) -> SocialWeights {
        Player::all(self.players()).fold(SocialWeights::selfish(), |weights, player| {
            let row: Vec<i16> = (0..self.players()).map(|_| one_of(draw, &[0, 0, 1, 2, 3, -1, -3])).collect();
            weights.with_row(player, &row)
        })
    }

    /// max^n of weighted payoffs.
    fn social(&self, draw: &mut ChaCha8Rng) -> bool {
        let weights = self.weights(draw);
        let options = MaxnOptions {
            pruning: one_of(draw, &Pruning::ALL),
            test: one_of(draw, &Test::ALL).1,
            bounds: draw.random_range(0..2) == 0,
            depth: self.depth(draw),
            ..MaxnOptions::default()
        };
        let Ok(social) = Social::new(TreeEvaluation, &weights, self.tree) else { return false };
        let Ok(found) = Maxn::with_order(self.tree, &social, &self.order).options(&options).run(&self.place) else {
            return false;
        };
        let wish = |player: Player, end: &Place| -> i32 {
            let payoff = self.payoff(end);
            let all = Player::all(self.players());
            all.map(|other| i32::from(weights.weight(player, other)) * i32::from(payoff[other])).sum()
        };
        let (line, end) = by_wishes(self.tree, &self.place, options.depth.unwrap_or(TO_THE_END), &wish);
        let payoff = Payoff::from_fn(self.players(), |player| wish(player, &end) as i16);
        assert_eq!((found.payoff, &found.line), (payoff, &line), "{weights:?} {options:?} {:?}", self.drawn);
        true
    }

    fn soft(&self, draw: &mut ChaCha8Rng) {
        let depth = self.depth(draw);
        let rule = one_of(draw, &SoftRule::ALL).1;
        let bounds = self.has_bounds() && draw.random_range(0..2) == 0;
        let options = SoftOptions { rule, bounds, depth, all_moves: true };
        let found = SoftMaxn::with_order(self.tree, &TreeEvaluation, &self.order).options(&options).run(&self.place);
        let found = found.unwrap().possible.unwrap();
        // Sets that are too large are kept as bounds.
        let Some(payoffs) = found.payoffs else { return };
        let seats = |payoff: &Payoff| payoff.seats(self.players()).to_vec();
        let set: BTreeSet<Vec<i16>> = payoffs.iter().map(seats).collect();
        let expected = soft(self.tree, &TreeEvaluation, &self.place, depth.unwrap_or(TO_THE_END));
        assert_eq!(set, expected, "{options:?} {:?}", self.drawn);
    }

    /// prob-max^n with two models of each player, of which the root has only itself.
    fn prob(&self, draw: &mut ChaCha8Rng) {
        let models = [self.weights(draw), self.weights(draw), self.weights(draw)];
        let Ok(models) =
            models.iter().map(|weights| Social::new(TreeEvaluation, weights, self.tree)).collect::<Result<Vec<_>, _>>()
        else {
            return;
        };
        let mut beliefs = Beliefs::uniform(self.players(), 2);
        let mut chances = Vec::new();
        for player in Player::all(self.players()) {
            // Eighths are exact.
            let first = f64::from(draw.random_range(0..=8)) / 8.0;
            beliefs = beliefs.with(player, &[first, 1.0 - first]);
            chances.push(if player == self.root { vec![1.0, 0.0, 0.0] } else { vec![0.0, first, 1.0 - first] });
        }
        let depth = self.depth(draw);
        let options = ProbOptions { depth, all_moves: true };
        let found = ProbMaxn::with_order(self.tree, &models, &beliefs, &self.order).options(&options);
        let found = found.run(&self.place).unwrap();
        let left = depth.unwrap_or(TO_THE_END) - 1;
        let below = children(self.tree, &self.place);
        let values =
            below.iter().map(|(_, child)| prob(self.tree, &models, &chances, child, left)[self.root.index()][0]);
        let values: Vec<f64> = values.collect();
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        let chosen = below.iter().position(|(mv, _)| Some(*mv) == found.best).unwrap();
        assert!((values[chosen] - most).abs() < 1e-3, "{values:?} {chosen} {:?}", self.drawn);
    }

    /// Monte-Carlo tree search, where its bounds settle everything.
    fn mcts(&self, draw: &mut ChaCha8Rng) -> bool {
        let ties = [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful][draw.random_range(0..3)];
        let seed = draw.random_range(0..1000);
        let search = Mcts::with_order(self.tree, &TreeEvaluation, &self.order).ties(ties).all_moves(true).seed(seed);
        let found = search.iterations(3_000).run(&self.place).unwrap();
        if found.is_complete() {
            self.check_maxn(&found, ties, TO_THE_END, &("mcts", ties, seed));
        }
        found.is_complete()
    }
}

/// Comparisons of each kind.
#[derive(Default, Debug)]
struct SoakCounts {
    maxn: u64,
    paranoid: u64,
    social: u64,
    soft: u64,
    prob: u64,
    mcts: u64,
}

impl SoakCounts {
    fn all(&self) -> u64 {
        self.maxn + self.paranoid + self.social + self.soft + self.prob + self.mcts
    }
}

/// Walks down a tree, and compares searches at every place.
fn walk(seed: u64, counts: &mut SoakCounts) {
    let mut draw = ChaCha8Rng::seed_from_u64(seed);
    let drawn = drawn(seed, &mut draw);
    let tree = drawn.draw();
    let mut place = tree.root();
    let mut kept = KeptTables { vectors: VectorTable::with_slots(256), scalars: ScalarTable::with_slots(256) };
    while let Some(root) = tree.mover(&place) {
        // What a paranoid search stores is for one player.
        kept.scalars = ScalarTable::with_slots(256);
        let at = AtPlace { tree: &tree, drawn, place, root, order: Shuffled(draw.random_range(0..9)) };
        for _ in 0..SEARCHES {
            match draw.random_range(0..10) {
                0..4 => counts.maxn += u64::from(at.maxn(&mut kept, &mut draw)),
                4..6 => {
                    at.paranoid(&mut kept, &mut draw);
                    counts.paranoid += 1;
                }
                6 => counts.social += u64::from(at.social(&mut draw)),
                7 => {
                    at.soft(&mut draw);
                    counts.soft += 1;
                }
                8 => {
                    at.prob(&mut draw);
                    counts.prob += 1;
                }
                _ => counts.mcts += u64::from(at.mcts(&mut draw)),
            }
        }
        let below: Vec<u16> = children(&tree, &place).into_iter().map(|(mv, _)| mv).collect();
        tree.play(&mut place, one_of(&mut draw, &below));
    }
}

#[test]
fn whatever_is_drawn_is_right() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let due = number("CUTTHROAT_COMPARISONS").unwrap_or(COMPARISONS);
    let first = number("CUTTHROAT_FIRST_SEED").unwrap_or(0);
    let (mut counts, mut seed) = (SoakCounts::default(), first);
    while counts.all() < due {
        walk(seed, &mut counts);
        seed += 1;
    }
    println!("{} comparisons on seeds {first} to {}: {counts:?}", counts.all(), seed - 1);
    let each = [counts.maxn, counts.paranoid, counts.social, counts.soft, counts.prob, counts.mcts];
    assert!(each.iter().all(|count| *count > due / 50), "{counts:?}");
}
