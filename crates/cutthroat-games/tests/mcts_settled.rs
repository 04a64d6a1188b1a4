//! Settled Monte-Carlo tree search against plain max^n and paranoid search, and its bounds against every max^n value.

use cutthroat::maxn::MaxnOptions;
use cutthroat::mcts::{FinalChoice, MctsOptions, MctsPolicy, RewardScale, Unvisited, Widening};
use cutthroat::playout::{PlayoutMoves, PlayoutPolicy};
use cutthroat::{
    Analysis, BestReply, Bounds, Evaluation, Game, Lifted, Maxn, Mcts, MoveOrder, Notation, Others, Paranoid, Payoff,
    Player, Range, TieRule,
};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};
use cutthroat_games::cards::{
    BridgeRules, HeartsRules, OhHellRules, Rules, SergeantMajorRules, SpadesRules, TrickGame, Utility, preset,
};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Sums, Tree, TreeEvaluation};

use crate::card_order::CardOrder;
use crate::shuffled::Shuffled;
use crate::small_trees::trees;

const KINDS: [(OrderOfPlay, Sums); 6] = [
    (OrderOfPlay::RoundRobin, Sums::Constant),
    (OrderOfPlay::Free, Sums::AtMost),
    (OrderOfPlay::Tricks, Sums::Utility),
    (OrderOfPlay::Free, Sums::Constant),
    (OrderOfPlay::RoundRobin, Sums::Utility),
    (OrderOfPlay::Tricks, Sums::AtMost),
];

fn leaves(tree: &Tree, place: &<Tree as Game>::State) -> u64 {
    match tree.mover(place) {
        None => 1,
        Some(_) => tree.children(*place).map(|child| leaves(tree, &child)).sum(),
    }
}

/// Settings as different as a seed can make them.
fn any_options(seed: u64, ties: TieRule) -> MctsOptions {
    let pick = |divisor: u64, of: u64| seed / divisor % of;
    MctsOptions {
        scale: [RewardScale::Range, RewardScale::Observed][pick(1, 2) as usize],
        exploration: [0.4, 0.0, 1.5][pick(2, 3) as usize],
        bias: [0.0, 0.5][pick(6, 2) as usize],
        history: [0.0, 0.0, 5.0][pick(12, 3) as usize],
        widening: [None, Some(Widening::default()), Some(Widening { start: 1.0, power: 0.3 })][pick(36, 3) as usize],
        first_play: [None, None, Some(0.1)][pick(3, 3) as usize],
        unvisited: [Unvisited::ByOrder, Unvisited::Uniform][pick(5, 2) as usize],
        playout: [
            PlayoutPolicy::UNIFORM,
            PlayoutPolicy::order(0.3),
            PlayoutPolicy::NONE,
            PlayoutPolicy::UNIFORM.cut(2),
            PlayoutPolicy { moves: PlayoutMoves::TwoPly { epsilon: 0.1 }, cut: None },
        ][pick(7, 5) as usize],
        choice: [FinalChoice::Robust, FinalChoice::Max][pick(11, 2) as usize],
        expand_at: [1, 1, 3][pick(13, 3) as usize],
        ties,
        seed,
        ..MctsOptions::default()
    }
}

fn assert_same<M: Copy + PartialEq + std::fmt::Debug>(found: &Analysis<M>, plain: &Analysis<M>, about: &str) {
    assert!(found.is_complete(), "not settled: {about}");
    assert!(
        found.best == plain.best && found.payoff == plain.payoff && plain.line.starts_with(&found.line),
        "{:?} {:?}, plain {:?} {:?}: {about}",
        found.payoff,
        found.line,
        plain.payoff,
        plain.line
    );
}

/// T1: settled within twenty iterations for each leaf, at the value and the move of plain max^n, under every tie rule.
#[test]
fn settled_values_are_those_of_max_n() {
    for (order, sums) in KINDS {
        for (drawn, tree) in trees(order, sums, 3_000) {
            let root = tree.root();
            for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(drawn.seed)] {
                let options = MaxnOptions { ties, all_moves: true, ..MaxnOptions::default() };
                let plain = Maxn::new(&tree, &TreeEvaluation).options(&options).run(&root).unwrap();
                let usual = Mcts::new(&tree, &TreeEvaluation).ties(ties).all_moves(true).seed(drawn.seed);
                let found = usual.iterations(20 * leaves(&tree, &root)).run(&root).unwrap();
                assert_same(&found, &plain, &format!("{ties:?} {drawn:?}"));
                for (value, exact) in found.moves.iter().zip(&plain.moves) {
                    let sampled = value.sampled.unwrap();
                    assert_eq!(value.mv, exact.mv);
                    assert!(!sampled.settled || value.payoff == exact.payoff, "{drawn:?}");
                    assert!(sampled.bounds.unwrap().allow(&exact.payoff, tree.players()), "{drawn:?}");
                }
                let options = any_options(drawn.seed, ties);
                let shuffled = Shuffled(drawn.seed);
                let found = Mcts::with_order(&tree, &TreeEvaluation, &shuffled).options(&options).run(&root).unwrap();
                // Where there is only one move nothing is sampled.
                if plain.moves.len() > 1 {
                    assert_same(&found, &plain, &format!("{options:?} {drawn:?}"));
                }
            }
        }
    }
}

/// T2 with bounds: paranoid policy settles at the value and the move of paranoid search.
#[test]
fn settled_paranoid_values_are_those_of_paranoid_search() {
    for (order, sums) in KINDS {
        for (drawn, tree) in trees(order, sums, 4_000) {
            let root = tree.root();
            let mover = tree.mover(&root).unwrap();
            let plain = Paranoid::new(&tree, &TreeEvaluation).prune(false).run(&root).unwrap();
            let options = MctsOptions {
                policy: MctsPolicy::Paranoid,
                all_moves: true,
                ..any_options(drawn.seed, TieRule::First)
            };
            let found = Mcts::with_order(&tree, &TreeEvaluation, &Shuffled(1)).options(&options).run(&root).unwrap();
            assert!(found.is_complete(), "{drawn:?}");
            assert_eq!((found.best, found.payoff[mover]), (plain.best, plain.payoff[mover]), "{drawn:?}");
        }
    }
}

/// T7: paranoid policy over best-reply search.
#[test]
fn settled_best_reply_values_are_those_of_best_reply_search() {
    for (drawn, tree) in trees(OrderOfPlay::RoundRobin, Sums::Constant, 6_000) {
        let (root, order) = (tree.root(), Shuffled(drawn.seed));
        let mover = tree.mover(&root).unwrap();
        let replies = BestReply::new(&tree, &order, &root, Others::FirstChoice).unwrap();
        let (evaluation, lifted) = (Lifted(&TreeEvaluation), Lifted(&order));
        let round = replies.begin(&root);
        let plain = Paranoid::with_order(&replies, &evaluation, &lifted).run(&round).unwrap();
        let search = Mcts::with_order(&replies, &evaluation, &lifted).policy(MctsPolicy::Paranoid).all_moves(true);
        let found = search.playout(PlayoutPolicy::UNIFORM).seed(drawn.seed).run(&round).unwrap();
        assert!(found.is_complete(), "{drawn:?}");
        assert_eq!((found.best, found.payoff[mover]), (plain.best, plain.payoff[mover]), "{drawn:?}");
    }
}

/// Every max^n value of a position, if each tie may be settled in any way.
fn all_maxn(tree: &Tree, place: &<Tree as Game>::State) -> Vec<Payoff> {
    let Some(mover) = tree.mover(place) else { return vec![tree.payoff(place)] };
    let children: Vec<Vec<Payoff>> = tree.children(*place).map(|child| all_maxn(tree, &child)).collect();
    let least = |values: &Vec<Payoff>| values.iter().map(|value| value[mover]).min().unwrap();
    let mut all = Vec::new();
    for (place, values) in children.iter().enumerate() {
        for value in values {
            let others = children.iter().enumerate().filter(|(other, _)| *other != place);
            if others.into_iter().all(|(_, other)| value[mover] >= least(other)) && !all.contains(value) {
                all.push(*value);
            }
        }
    }
    all
}

/// T8: after any number of iterations, and under any tie rule, the bounds contain every max^n value.
#[test]
fn bounds_contain_every_max_n_value() {
    let (mut checked, mut settled) = (0, 0);
    for (order, sums) in KINDS {
        for (drawn, tree) in trees(order, sums, 6_000) {
            let root = tree.root();
            let ties = [TieRule::First, TieRule::Spiteful, TieRule::WorstForRoot][(drawn.seed % 3) as usize];
            let iterations = 1 + drawn.seed / 3 % 40;
            let options = MctsOptions { all_moves: true, ..any_options(drawn.seed / 2, ties) };
            let search = Mcts::new(&tree, &TreeEvaluation).options(&options).iterations(iterations);
            let found = search.run(&root).unwrap();
            for (value, child) in found.moves.iter().zip(tree.children(root)) {
                let sampled = value.sampled.unwrap();
                let bounds: Bounds = sampled.bounds.unwrap();
                let all = all_maxn(&tree, &child);
                settled += u32::from(sampled.settled);
                for payoff in &all {
                    checked += 1;
                    assert!(bounds.allow(payoff, tree.players()), "{payoff:?} is not within {bounds:?}: {drawn:?}");
                }
                assert!(!sampled.settled || all.contains(&value.payoff), "{drawn:?}");
            }
        }
    }
    assert!(checked > 100_000 && settled > 10_000, "{checked} values, {settled} moves settled");
}

/// Wins instead of payoffs, shared by all who have most.
struct Wins;

impl Evaluation<Tree> for Wins {
    fn range(&self, _: &Tree) -> Range {
        Range::default()
    }

    fn evaluate(&self, tree: &Tree, place: &<Tree as Game>::State) -> Payoff {
        let payoff = TreeEvaluation.evaluate(tree, place);
        let scores = payoff.seats(tree.players());
        let most = scores.iter().max().unwrap();
        let winners = scores.iter().filter(|score| *score == most).count() as i16;
        Payoff::from_fn(tree.players(), |player| if payoff[player] == *most { 840 / winners } else { 0 })
    }
}

#[test]
fn scaled_by_wins_it_is_max_n_of_wins() {
    for (drawn, tree) in trees(OrderOfPlay::Free, Sums::AtMost, 6_000) {
        let root = tree.root();
        let mover = tree.mover(&root).unwrap();
        for policy in [MctsPolicy::Maxn, MctsPolicy::Paranoid] {
            let plain = match policy {
                MctsPolicy::Maxn => Maxn::new(&tree, &Wins).run(&root).unwrap(),
                MctsPolicy::Paranoid => Paranoid::new(&tree, &Wins).run(&root).unwrap(),
            };
            let options = any_options(drawn.seed, TieRule::First);
            let options = MctsOptions { scale: RewardScale::Win, policy, all_moves: true, ..options };
            let found = Mcts::new(&tree, &TreeEvaluation).options(&options).run(&root).unwrap();
            assert!(found.is_complete());
            assert_eq!(found.best, plain.best, "{drawn:?}");
            let most = |payoff: &Payoff| payoff.seats(tree.players()).iter().max().copied();
            let wins = found.payoff[mover] == most(&found.payoff).unwrap();
            assert_eq!(wins, plain.payoff[mover] > 0, "{drawn:?}");
        }
    }
}

/// Section 7: with two players, a constant sum and no ties, all searches find the same.
#[test]
fn with_two_players_all_searches_agree() {
    for seed in 0..3_000 {
        let drawn =
            RandomTree { players: 2, depth: 5, branching: (2, 3), total: 30_000, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        let root = tree.root();
        let plain = Maxn::new(&tree, &TreeEvaluation).run(&root).unwrap();
        for policy in [MctsPolicy::Maxn, MctsPolicy::Paranoid] {
            let found = Mcts::new(&tree, &TreeEvaluation).policy(policy).seed(seed).run(&root).unwrap();
            assert_eq!((found.best, found.payoff), (plain.best, plain.payoff), "{drawn:?}");
        }
    }
}

/// Section 7: with the seats turned the result is turned, and with the moves shuffled the value is the same.
#[test]
fn turned_seats_and_shuffled_moves_change_nothing_else() {
    fn write(tree: &Tree, place: &<Tree as Game>::State, turn: usize, backwards: bool, text: &mut String) {
        let players = tree.players();
        match tree.mover(place) {
            None => {
                let payoff = tree.payoff(place);
                let score = |seat: usize| payoff.seats(players)[(seat + players - turn) % players].to_string();
                text.push_str(&format!("({})", (0..players).map(score).collect::<Vec<_>>().join(",")));
            }
            Some(mover) => {
                text.push_str(&format!("{}[", (mover.index() + turn) % players + 1));
                let mut children: Vec<_> = tree.children(*place).collect();
                if backwards {
                    children.reverse();
                }
                for child in children {
                    write(tree, &child, turn, backwards, text);
                }
                text.push(']');
            }
        }
    }
    for seed in 0..1_000 {
        let drawn = RandomTree { order: OrderOfPlay::Free, total: 30_000, depth: 5, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        let solve = |tree: &Tree| {
            let options = MctsOptions { scale: RewardScale::Observed, all_moves: true, seed, ..MctsOptions::default() };
            Mcts::new(tree, &TreeEvaluation).options(&options).run(&tree.root()).unwrap()
        };
        let found = solve(&tree);
        for (turn, backwards) in [(1, false), (2, false), (0, true)] {
            let mut text = "low=0 ".to_owned();
            write(&tree, &tree.root(), turn, backwards, &mut text);
            let (other, _) = Tree::read_position(&text).unwrap();
            let other = solve(&other);
            for player in Player::all(3) {
                let turned = Player::new((player.index() + turn) % 3);
                assert_eq!(found.payoff[player], other.payoff[turned], "{drawn:?}");
            }
            assert!(found.best == other.best || backwards, "{drawn:?}");
        }
    }
}

/// Small deals of a card game: value and move of plain max^n and of paranoid search, in every evaluation.
fn deals_are_settled<R: Rules>(players: usize, cards: usize, count: u64) {
    for seed in 0..count {
        let (game, deal) = TrickGame::<R>::deal(preset("").unwrap_or_default(), players, Some(cards), seed).unwrap();
        let order = R::Order::default();
        let utility = R::Evaluation::ALL[seed as usize % R::Evaluation::ALL.len()];
        let ties = [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(seed)];
        let ties = ties[seed as usize / 2 % 4];
        let options = MaxnOptions { ties, ..MaxnOptions::default() };
        let plain = Maxn::with_order(&game, &utility, &CardOrder::<R>::Listed).options(&options).run(&deal).unwrap();
        let options = MctsOptions { all_moves: true, ..any_options(seed, ties) };
        let found = mcts(&game, &utility, &order, &options, &deal);
        assert_same(&found, &plain, &format!("{} {} {ties:?} {deal:?}", R::NAME, utility.name()));
        let plain = Paranoid::with_order(&game, &utility, &CardOrder::<R>::Listed).prune(false).run(&deal).unwrap();
        let options = MctsOptions { policy: MctsPolicy::Paranoid, ties: TieRule::First, ..options };
        let found = mcts(&game, &utility, &order, &options, &deal);
        let mover = game.mover(&deal).unwrap();
        assert!(found.is_complete());
        assert_eq!((found.best, found.payoff[mover]), (plain.best, plain.payoff[mover]), "{} {deal:?}", R::NAME);
    }
}

fn mcts<R: Rules>(
    game: &TrickGame<R>,
    utility: &R::Evaluation,
    order: &impl MoveOrder<TrickGame<R>>,
    options: &MctsOptions,
    deal: &<TrickGame<R> as Game>::State,
) -> Analysis<<TrickGame<R> as Game>::Move> {
    Mcts::with_order(game, utility, order).options(options).run(deal).unwrap()
}

#[test]
fn small_deals_of_every_card_game_are_settled() {
    deals_are_settled::<HeartsRules>(3, 4, 60);
    deals_are_settled::<HeartsRules>(4, 3, 60);
    deals_are_settled::<SpadesRules>(3, 4, 60);
    deals_are_settled::<OhHellRules>(4, 3, 60);
    deals_are_settled::<SergeantMajorRules>(3, 4, 60);
    deals_are_settled::<BridgeRules>(4, 3, 60);
}

#[test]
fn a_small_board_is_settled() {
    let (game, state) = ChineseCheckers::read_position("pieces=3 players=3 seed=2 limit=4").unwrap();
    let evaluation = CheckersEvaluation::Difference;
    let plain = Maxn::new(&game, &evaluation).run(&state).unwrap();
    let options = MctsOptions { playout: PlayoutPolicy::UNIFORM.cut(3), ..MctsOptions::default() };
    let found = Mcts::with_order(&game, &evaluation, &DistanceGained).options(&options).run(&state).unwrap();
    assert_same(&found, &plain, "Chinese Checkers");
}
