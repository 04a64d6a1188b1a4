//! prob-max^n against its definition, in its limits, and what it learns.

use cutthroat::player::Strategy;
use cutthroat::{
    Beliefs, Budget, Evaluation, Game, Maxn, Player, ProbMaxn, ProbOptions, SearchHints, Social, SocialWeights,
};
use cutthroat_games::cards::{SpadesRules, TrickGame, utility_named};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Tree, TreeEvaluation};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::plain::successors::{by_wishes, children, prob};

type TreeModel = Social<TreeEvaluation>;

fn drawn(seed: u64) -> (RandomTree, Tree) {
    let drawn = RandomTree {
        players: 2 + seed as usize % 4,
        order: [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize / 4 % 3],
        total: [2, 6, 400][seed as usize / 12 % 3],
        ties: [0, 40][seed as usize / 36 % 2],
        seed,
        ..RandomTree::default()
    };
    (drawn, drawn.draw())
}

/// A model of what players want: weighted payoffs.
fn model(tree: &Tree, rng: &mut ChaCha8Rng) -> TreeModel {
    let players = tree.players();
    let weights = Player::all(players).fold(SocialWeights::selfish(), |weights, player| {
        let row: Vec<i16> = (0..players).map(|_| rng.random_range(-3..=3)).collect();
        weights.with_row(player, &row)
    });
    Social::new(TreeEvaluation, &weights, tree).unwrap()
}

#[test]
fn it_is_what_it_is_by_definition() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for seed in 0..10_000 {
        let (drawn, tree) = drawn(seed);
        let (place, players) = (tree.root(), drawn.players);
        let root = tree.mover(&place).unwrap();
        let models = 1 + seed as usize % 3;
        let evaluations: Vec<TreeModel> = (0..=models).map(|_| model(&tree, &mut rng)).collect();
        let mut beliefs = Beliefs::uniform(players, models);
        let mut chances = Vec::new();
        for player in Player::all(players) {
            // Eighths are exact.
            let first = rng.random_range(0..=8);
            let second = rng.random_range(0..=8 - first);
            let mut eighths = vec![first, second, 8 - first - second];
            eighths.truncate(models);
            let missing: i32 = 8 - eighths.iter().sum::<i32>();
            eighths[0] += missing;
            let of_models: Vec<f64> = eighths.iter().map(|&eighth| f64::from(eighth) / 8.0).collect();
            beliefs = beliefs.with(player, &of_models);
            let own = if player == root { 1.0 } else { 0.0 };
            let of_models = of_models.iter().map(|chance| chance * (1.0 - own));
            chances.push(std::iter::once(own).chain(of_models).collect::<Vec<f64>>());
        }
        let depth = [None, Some(2)][seed as usize % 2];
        let options = ProbOptions { depth, all_moves: true };
        let found = ProbMaxn::new(&tree, &evaluations, &beliefs).options(&options).run(&place).unwrap();
        let values: Vec<_> = children(&tree, &place)
            .iter()
            .map(|(_, child)| prob(&tree, &evaluations, &chances, child, depth.unwrap_or(200) - 1))
            .collect();
        let own: Vec<f64> = values.iter().map(|value| value[root.index()][0]).collect();
        let best = own.iter().copied().fold(f64::MIN, f64::max);
        let chosen = usize::from(found.best.unwrap());
        assert!((own[chosen] - best).abs() < 1e-3, "{drawn:?} {own:?} {chosen}");
        for (value, expected) in found.moves.iter().zip(&values) {
            for player in Player::all(players) {
                assert!((f64::from(value.payoff[player]) - expected[player.index()][0]).abs() < 0.501, "{drawn:?}");
            }
        }
    }
}

/// If everybody's model is known, it is max^n of what each of them wants, with the first move of equals.
#[test]
fn certain_models_are_max_n() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for seed in 0..6_000 {
        let (drawn, tree) = drawn(seed);
        let place = tree.root();
        let root = tree.mover(&place).unwrap();
        let evaluations: Vec<TreeModel> = (0..4).map(|_| model(&tree, &mut rng)).collect();
        let mut wants = vec![0; drawn.players];
        let mut beliefs = Beliefs::uniform(drawn.players, 3);
        for player in Player::all(drawn.players).filter(|&player| player != root) {
            let want = rng.random_range(0..3);
            let mut chances = [0.0; 3];
            chances[want] = 1.0;
            wants[player.index()] = want + 1;
            beliefs = beliefs.with(player, &chances);
        }
        let wish = |player: Player, state: &_| evaluations[wants[player.index()]].evaluate(&tree, state)[player];
        let (line, end) = by_wishes(&tree, &place, 200, &wish);
        let found = ProbMaxn::new(&tree, &evaluations, &beliefs).run(&place).unwrap();
        assert_eq!((found.best, found.payoff), (Some(line[0]), evaluations[0].evaluate(&tree, &end)), "{drawn:?}");
        // Models that are all the same are one, whatever their chances.
        let same = [evaluations[0].clone(), evaluations[0].clone(), evaluations[0].clone()];
        let unsure = Beliefs::uniform(drawn.players, 2).with(root.next(drawn.players), &[0.3, 0.7]);
        let found = ProbMaxn::new(&tree, &same, &unsure).run(&place).unwrap();
        let maxn = Maxn::new(&tree, &evaluations[0]).run(&place).unwrap();
        assert_eq!((found.best, found.payoff, found.nodes), (maxn.best, maxn.payoff, maxn.nodes), "{drawn:?}");
    }
}

/// If only one turn is uncertain, right after a forced move, the value is the mean of the values of both models.
#[test]
fn one_uncertain_turn_mixes_two_values() {
    fn turns(tree: &Tree, place: &<Tree as Game>::State, player: Player) -> usize {
        let below = children(tree, place).iter().map(|(_, child)| turns(tree, child, player)).max().unwrap_or(0);
        below + usize::from(tree.mover(place) == Some(player))
    }
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut mixtures = 0;
    for seed in 0..6_000 {
        let tree = RandomTree { players: 3, total: 600, stop: 0, seed, ..RandomTree::default() }.draw();
        let place = tree.root();
        let [(_, after)] = &children(&tree, &place)[..] else { continue };
        let uncertain = tree.mover(after).unwrap();
        assert_eq!(turns(&tree, &place, uncertain), 1);
        let evaluations = [Social::plain(TreeEvaluation), model(&tree, &mut rng), model(&tree, &mut rng)];
        let value = |chances: &[f64]| {
            let beliefs = Beliefs::uniform(3, 2).with(uncertain.next(3), &[1.0, 0.0]).with(uncertain, chances);
            let found = ProbMaxn::new(&tree, &evaluations, &beliefs).run(&place).unwrap();
            Player::all(3).map(|player| f64::from(found.payoff[player])).collect::<Vec<f64>>()
        };
        let (one, other, mixed) = (value(&[1.0, 0.0]), value(&[0.0, 1.0]), value(&[0.25, 0.75]));
        for seat in 0..3 {
            let expected = 0.25 * one[seat] + 0.75 * other[seat];
            assert!((mixed[seat] - expected).abs() < 0.501, "{seed}: {one:?} {other:?} {mixed:?}");
        }
        mixtures += usize::from(one != other);
    }
    assert!(mixtures > 500, "{mixtures}");
}

/// A player of Spades who avoids overtricks is found out within a few deals.
#[test]
fn a_player_is_recognised_by_their_moves() {
    struct Avoiding;
    impl Strategy<TrickGame<SpadesRules>> for Avoiding {
        fn choose(
            &mut self,
            game: &TrickGame<SpadesRules>,
            state: &<TrickGame<SpadesRules> as Game>::State,
            _: u64,
        ) -> Result<cutthroat::player::Choice<<TrickGame<SpadesRules> as Game>::Move>, cutthroat::SearchError> {
            let mot = utility_named::<SpadesRules>("mot").unwrap();
            let budget = Budget { nodes: Some(3_000), ..Budget::default() };
            let found = Maxn::new(game, &mot).budget(budget).deepen(true).run(state)?;
            Ok(cutthroat::player::Choice { mv: found.best.unwrap(), searched: None })
        }
    }
    let [mt, mot] = ["tricks", "mot"].map(|name| utility_named::<SpadesRules>(name).unwrap());
    let (observer, watched) = (Player::new(0), Player::new(1));
    let evaluations = [mt, mt, mot];
    let mut beliefs = Beliefs::uniform(3, 2);
    for deal in 0..6 {
        let (game, mut state) = TrickGame::deal(SpadesRules::default(), 3, Some(7), deal).unwrap();
        while let Some(mover) = game.mover(&state) {
            let mv = Avoiding.choose(&game, &state, 0).unwrap().mv;
            let mut moves = Vec::new();
            game.search_moves(&state, &mut moves);
            if mover == watched && moves.len() > 1 {
                let depth = Some(game.next_level(&state, 0));
                let search =
                    ProbMaxn::new(&game, &evaluations, &beliefs).options(&ProbOptions { depth, all_moves: false });
                let (fits, _) = search.fit(&state, observer, mv).unwrap();
                beliefs.learn(mover, moves.len(), &fits, 0.1);
            }
            game.play(&mut state, mv);
        }
    }
    let chance = beliefs.of(watched)[1];
    assert!(chance > 0.9, "{chance}");
    assert_eq!(beliefs.of(observer), [0.5, 0.5]);
}
