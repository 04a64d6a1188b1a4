//! Weighted payoffs, and MP-Mix, which is made of them, against their definitions.

use cutthroat::conformance::Conformance;
use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{
    AtTheEnd, Evaluation, Game, Maxn, MpMix, Paranoid, Partitions, Payoff, Plan, Player, Pruning, Range, SearchError,
    Social, SocialWeights, TieRule, VectorTable,
};
use cutthroat_games::cards::{
    BridgeRules, HeartsRules, OhHellRules, Rules, SergeantMajorRules, SpadesRules, TrickGame, Utility, preset,
};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Sums, Tree, TreeEvaluation};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::plain::successors::by_wishes;
use crate::shuffled::Shuffled;

fn drawn(seed: u64) -> (RandomTree, Tree) {
    let drawn = RandomTree {
        players: 2 + seed as usize % 4,
        depth: 4,
        order: [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize / 4 % 3],
        sums: [Sums::Constant, Sums::AtMost, Sums::Utility][seed as usize / 12 % 3],
        total: [3, 10, 400][seed as usize / 36 % 3],
        ties: [0, 40][seed as usize / 108 % 2],
        bounds: !seed.is_multiple_of(3),
        step: 1,
        seed,
        ..RandomTree::default()
    };
    (drawn, drawn.draw())
}

/// SocialWeights from -3 to 3, many of them 0.
fn any_weights(players: usize, rng: &mut ChaCha8Rng) -> SocialWeights {
    Player::all(players).fold(SocialWeights::selfish(), |weights, player| {
        let row: Vec<i16> =
            (0..players).map(|_| if rng.random_range(0..3) == 0 { 0 } else { rng.random_range(-3..=3) }).collect();
        weights.with_row(player, &row)
    })
}

fn weighed(weights: &SocialWeights, players: usize, player: Player, payoff: &Payoff) -> i32 {
    Player::all(players).map(|other| i32::from(weights.weight(player, other)) * i32::from(payoff[other])).sum()
}

/// Every pruning, test, bounds setting, order and table that the weighted evaluation allows.
fn each_search<G, E>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    seed: u64,
    mut check: impl FnMut(&cutthroat::Analysis<G::Move>),
) where
    G: cutthroat::SearchHints,
    E: Evaluation<G>,
{
    let mut searches = 0;
    for pruning in Pruning::ALL {
        for (test, bounds) in Test::ALL.iter().flat_map(|&(_, test)| [(test, false), (test, true)]) {
            let options = MaxnOptions { pruning, test, bounds, ..MaxnOptions::default() };
            let mut table = VectorTable::with_slots(64);
            let found = [
                Maxn::new(game, evaluation).options(&options).run(state),
                Maxn::with_order(game, evaluation, &Shuffled(seed)).options(&options).run(state),
                Maxn::new(game, evaluation).options(&options).table(&mut table).run(state),
            ];
            for found in found.iter().flatten() {
                check(found);
                searches += 1;
            }
        }
    }
    assert!(searches >= 9, "{searches} searches");
}

#[test]
fn every_search_of_weighed_payoffs_is_what_it_is_by_definition() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..2_000 {
        let (drawn, tree) = drawn(seed);
        let (players, root) = (drawn.players, tree.root());
        let weights = any_weights(players, &mut rng);
        let social = Social::new(TreeEvaluation, &weights, &tree).unwrap();
        let wish = |player, state: &_| weighed(&weights, players, player, &TreeEvaluation.evaluate(&tree, state));
        let (line, end) = by_wishes(&tree, &root, 200, &wish);
        let expected = Payoff::from_fn(players, |player| wish(player, &end) as i16);
        each_search(&tree, &social, &root, seed, |found| {
            assert_eq!((found.payoff, &found.line), (expected, &line), "{weights:?} {drawn:?}");
        });
    }
}

#[test]
fn what_is_declared_of_weighed_payoffs_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let kit = Conformance { games: 4, ..Conformance::default() };
    for seed in 0..600 {
        let (drawn, tree) = drawn(seed);
        let weights = any_weights(drawn.players, &mut rng);
        let social = Social::new(TreeEvaluation, &weights, &tree).unwrap();
        kit.evaluation(&tree, &tree.root(), &social).unwrap();
    }
}

/// If every payoff is doubled, nothing else changes.
#[test]
fn selfish_weights_are_max_n_node_for_node() {
    for seed in 0..2_000 {
        let (drawn, tree) = drawn(seed);
        let root = tree.root();
        let doubled = Player::all(drawn.players).fold(SocialWeights::selfish(), |weights, player| {
            weights.with_row(player, &SocialWeights::row(&tree, player, 2, 0))
        });
        for (weights, factor) in [(SocialWeights::selfish(), 1), (doubled, 2)] {
            let social = Social::new(TreeEvaluation, &weights, &tree).unwrap();
            for pruning in Pruning::ALL {
                for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful] {
                    let search = MaxnOptions { pruning, ties, ..MaxnOptions::default() };
                    let plain = Maxn::new(&tree, &TreeEvaluation).options(&search).run(&root);
                    let found = Maxn::new(&tree, &social).options(&search).run(&root);
                    match (plain, found) {
                        (Ok(plain), Ok(found)) => {
                            assert_eq!((found.line, found.nodes), (plain.line, plain.nodes), "{search:?} {drawn:?}");
                            let scaled = Payoff::from_fn(drawn.players, |player| factor * plain.payoff[player]);
                            assert_eq!(found.payoff, scaled);
                        }
                        (plain, found) => assert_eq!(plain.err(), found.err()),
                    }
                }
            }
        }
    }
}

#[test]
fn against_the_root_they_are_paranoid_search() {
    for seed in 0..2_000 {
        let (drawn, tree) = drawn(seed);
        let place = tree.root();
        let root = tree.mover(&place).unwrap();
        let mut against = vec![0; drawn.players];
        against[root.index()] = -1;
        let others = Player::all(drawn.players).filter(|&player| player != root);
        let weights = others.fold(SocialWeights::selfish(), |weights, player| weights.with_row(player, &against));
        let social = Social::new(TreeEvaluation, &weights, &tree).unwrap();
        let found = Maxn::new(&tree, &social).run(&place).unwrap();
        let paranoid = Paranoid::new(&tree, &TreeEvaluation).run(&place).unwrap();
        assert_eq!((found.payoff[root], found.best), (paranoid.payoff[root], paranoid.best), "{drawn:?}");
    }
}

/// Card games have tables that merge positions, sure tricks, counted and linear payoffs.
#[test]
fn weighed_payoffs_in_trick_games() {
    fn deals<R: Rules>(cards: usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for seed in 0..60 {
            let players = R::PLAYERS.0.max(3).min(R::PLAYERS.1) + usize::from(seed % 2 == 1 && R::PLAYERS.1 > 3);
            let players = players.min(R::PLAYERS.1);
            let rules = preset::<R>(R::PRESETS[seed as usize % R::PRESETS.len()]).unwrap();
            let (game, deal) = TrickGame::deal(rules, players, Some(cards), seed).unwrap();
            let evaluation = R::Evaluation::ALL[seed as usize % R::Evaluation::ALL.len()];
            let weights = any_weights(players, &mut rng);
            let Ok(social) = Social::new(evaluation, &weights, &game) else { continue };
            let plain = Maxn::new(&game, &social).run(&deal).unwrap();
            let wish = |player, state: &_| weighed(&weights, players, player, &evaluation.evaluate(&game, state));
            let (_, end) = by_wishes(&game, &deal, 200, &wish);
            assert_eq!(plain.payoff, Payoff::from_fn(players, |player| wish(player, &end) as i16));
            for (test, bounds) in [(Test::Table, true), (Test::Table, false), (Test::Sum, false), (Test::Sum, true)] {
                for ties in [TieRule::First, TieRule::Spiteful] {
                    let plain = Maxn::new(&game, &social).ties(ties).run(&deal).unwrap();
                    let options =
                        MaxnOptions { pruning: Pruning::SPECULATIVE, test, bounds, ties, ..MaxnOptions::default() };
                    let mut table = VectorTable::new(1);
                    let search = Maxn::new(&game, &social).options(&options);
                    let Ok(found) = search.table_of_kind::<Partitions>(&mut table).run(&deal) else { continue };
                    assert_eq!(
                        (found.payoff, found.best),
                        (plain.payoff, plain.best),
                        "{options:?} {seed} {}",
                        R::NAME
                    );
                }
            }
        }
    }
    deals::<HeartsRules>(4);
    deals::<SpadesRules>(4);
    deals::<SergeantMajorRules>(4);
    deals::<OhHellRules>(4);
    deals::<BridgeRules>(3);
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let (_, tree) = drawn(36 * 2 + 1);
    let unknown = AtTheEnd(Range::default());
    let row = SocialWeights::selfish().with_row(Player::new(0), &[1, 1]);
    assert_eq!(Social::new(unknown, &row, &tree).err(), Some(SearchError::NoRange));
    assert_eq!(
        SocialWeights::against(&tree, &Range::default(), Player::new(0), Player::new(1)),
        Err(SearchError::NoRange)
    );
    // 400 is the most that anybody gets.
    assert!(Social::new(TreeEvaluation, &SocialWeights::selfish().with_row(Player::new(0), &[81]), &tree).is_ok());
    for rows in [[82, 0], [-82, 0], [41, 41], [41, -41]] {
        let weights = SocialWeights::selfish().with_row(Player::new(0), &rows);
        assert_eq!(Social::new(TreeEvaluation, &weights, &tree).err(), Some(SearchError::WeightsTooLarge), "{rows:?}");
    }
    let wide =
        Range { minp: Some(Payoff::uniform(-30_000, 3)), maxp: Some(Payoff::uniform(30_000, 3)), ..Range::default() };
    assert_eq!(SocialWeights::against(&tree, &wide, Player::new(0), Player::new(1)), Err(SearchError::WeightsTooLarge));
}

/// The directed offensive: the root wants the leader to have little, then most for itself, then the first.
#[test]
fn an_attack_is_what_it_is_by_definition() {
    for seed in 0..2_000 {
        let (drawn, tree) = drawn(seed);
        let (players, place) = (drawn.players, tree.root());
        let root = tree.mover(&place).unwrap();
        let leader = root.next(players);
        let weights = SocialWeights::against(&tree, &TreeEvaluation.range(&tree), root, leader).unwrap();
        let weight = i32::from(-weights.weight(root, leader));
        // 401 times 400 does not fit.
        assert_eq!(weight, if drawn.total == 400 { 80 } else { i32::from(drawn.total) + 1 });
        let value = |state: &_| TreeEvaluation.evaluate(&tree, state);
        let wish = |player: Player, state: &_| {
            let payoff = value(state);
            if player != root {
                (i32::from(payoff[player]), 0)
            } else if drawn.total == 400 {
                (i32::from(payoff[root]) - weight * i32::from(payoff[leader]), 0)
            } else {
                (-i32::from(payoff[leader]), i32::from(payoff[root]))
            }
        };
        let (line, end) = by_wishes(&tree, &place, 200, &wish);
        let social = Social::new(TreeEvaluation, &weights, &tree).unwrap();
        each_search(&tree, &social, &place, seed, |found| {
            let mut payoff = found.payoff;
            payoff[root] = weights.before_attack(&found.payoff, root, leader);
            assert_eq!((payoff, &found.line), (value(&end), &line), "{drawn:?}");
        });
    }
}

/// With two players and a constant sum, to attack is to defend is to play.
#[test]
fn all_plans_of_two_players_are_the_same() {
    for seed in 0..2_000 {
        let tree = RandomTree { players: 2, depth: 5, ties: [0, 40][seed as usize % 2], seed, ..RandomTree::default() };
        let tree = tree.draw();
        let place = tree.root();
        let root = tree.mover(&place).unwrap();
        let weights = SocialWeights::against(&tree, &TreeEvaluation.range(&tree), root, root.next(2)).unwrap();
        let social = Social::new(TreeEvaluation, &weights, &tree).unwrap();
        let attack = Maxn::new(&tree, &social).run(&place).unwrap();
        let maxn = Maxn::new(&tree, &TreeEvaluation).run(&place).unwrap();
        let paranoid = Paranoid::new(&tree, &TreeEvaluation).run(&place).unwrap();
        assert_eq!(weights.before_attack(&attack.payoff, root, root.next(2)), maxn.payoff[root]);
        assert_eq!(paranoid.payoff[root], maxn.payoff[root]);
        assert_eq!((attack.best, paranoid.best), (maxn.best, maxn.best));
    }
}

#[test]
fn plans_follow_the_lead() {
    let (_, tree) = drawn(2);
    assert_eq!(tree.players(), 4);
    let [one, two, _, four] = [0, 1, 2, 3].map(Player::new);
    let never = MpMix::default();
    let always = MpMix { defend: Some(0), attack: Some(0) };
    let later = MpMix { defend: Some(3), attack: Some(5) };
    for (standing, root, plans) in [
        ([7, 7, 7, 7], one, [Plan::Play, Plan::Defend, Plan::Play]),
        ([7, 7, 7, 7], two, [Plan::Play, Plan::Attack(one), Plan::Play]),
        ([1, 4, 0, -9], two, [Plan::Play, Plan::Defend, Plan::Defend]),
        ([2, 4, 0, -9], two, [Plan::Play, Plan::Defend, Plan::Play]),
        ([2, 4, 0, 9], two, [Plan::Play, Plan::Attack(four), Plan::Attack(four)]),
        ([2, 5, 0, 9], two, [Plan::Play, Plan::Attack(four), Plan::Play]),
    ] {
        let found = [never, always, later].map(|mix| mix.plan(&tree, root, &standing));
        assert_eq!(found, plans, "{standing:?} {root:?}");
    }
}

#[test]
fn partners_lead_and_are_attacked_together() {
    let (game, _) = TrickGame::<SpadesRules>::deal(SpadesRules::default(), 4, Some(3), 1).unwrap();
    let [one, two, three, _] = [0, 1, 2, 3].map(Player::new);
    let mix = MpMix { defend: Some(2), attack: Some(2) };
    assert_eq!(mix.plan(&game, three, &[5, 3, 5, 3]), Plan::Defend);
    assert_eq!(mix.plan(&game, two, &[5, 3, 5, 3]), Plan::Attack(one));
    let evaluation = <SpadesRules as Rules>::Evaluation::ALL[0];
    let weights = SocialWeights::against(&game, &Evaluation::range(&evaluation, &game), one, two).unwrap();
    assert!(weights.weight(three, two) < 0 && weights.weight(three, three) == 1);
}
