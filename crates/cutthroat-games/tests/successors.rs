//! What all successors of max^n and paranoid search have in common.

use cutthroat::maxn::MaxnOptions;
use cutthroat::paranoid::ParanoidOptions;
use cutthroat::{
    Beliefs, BestReply, Evaluation, Game, Lifted, Maxn, MoveOrder, Others, Paranoid, Payoff, Player, ProbMaxn,
    ProbOptions, Range, ReferenceOrder, SearchHints, Social, SocialWeights, SoftMaxn, SoftOptions, SoftRule,
};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Tree, TreeEvaluation};

use crate::shuffled::Shuffled;

type Place = <Tree as Game>::State;

/// A tree whose seats are turned by some places, and whose moves may be listed in another order. A move is the place that
/// it has in the tree itself.
struct Twisted<'t> {
    tree: &'t Tree,
    turned: usize,
    listed: Option<Shuffled>,
}

impl Twisted<'_> {
    fn turn(&self, player: Player) -> Player {
        Player::new((player.index() + self.turned) % self.tree.players())
    }

    fn turn_all(&self, payoff: &Payoff) -> Payoff {
        let mut turned = Payoff::ZERO;
        for player in Player::all(self.tree.players()) {
            turned[self.turn(player)] = payoff[player];
        }
        turned
    }
}

impl Game for Twisted<'_> {
    type State = Place;
    type Move = u16;
    type Undo = Place;

    fn players(&self) -> usize {
        self.tree.players()
    }

    fn mover(&self, place: &Place) -> Option<Player> {
        self.tree.mover(place).map(|mover| self.turn(mover))
    }

    fn moves(&self, place: &Place, moves: &mut Vec<u16>) {
        let first = moves.len();
        self.tree.moves(place, moves);
        if let Some(listed) = &self.listed {
            let mut order: Vec<u16> = (0..(moves.len() - first) as u16).collect();
            listed.arrange(self.tree, place, &moves[first..], &mut order);
            let listed: Vec<u16> = order.iter().map(|&place| moves[first + usize::from(place)]).collect();
            moves.truncate(first);
            moves.extend(listed);
        }
    }

    fn play(&self, place: &mut Place, mv: u16) -> Place {
        let before = *place;
        self.tree.play(place, mv);
        before
    }

    fn undo(&self, place: &mut Place, _: u16, before: Place) {
        *place = before;
    }

    fn payoff(&self, place: &Place) -> Payoff {
        self.turn_all(&self.tree.payoff(place))
    }
}

impl SearchHints for Twisted<'_> {}

#[derive(Clone)]
struct Leaves;

impl Evaluation<Twisted<'_>> for Leaves {
    fn range(&self, game: &Twisted<'_>) -> Range {
        let range = TreeEvaluation.range(game.tree);
        Range {
            minp: range.minp.map(|minp| game.turn_all(&minp)),
            maxp: range.maxp.map(|maxp| game.turn_all(&maxp)),
            ..range
        }
    }

    fn evaluate(&self, game: &Twisted<'_>, place: &Place) -> Payoff {
        game.turn_all(&TreeEvaluation.evaluate(game.tree, place))
    }
}

/// What a search says: its name, the payoff of the player at the root, and their move.
type Said<M> = (String, i16, Option<M>);

/// Every search, with orders of `order`. `turned` is where the tables of weights and models have been turned to.
fn every_search<G: SearchHints, E: Evaluation<G> + Clone>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    depth: Option<usize>,
    turned: usize,
) -> Vec<Said<G::Move>> {
    let root = game.mover(state).unwrap();
    let players = game.players();
    let seat = |seat: usize| Player::new((seat + turned) % players);
    let mut said: Vec<Said<G::Move>> = Vec::new();
    let mut say = |name: String, payoff: i16, best| said.push((name, payoff, best));
    let options = MaxnOptions { depth, ..MaxnOptions::default() };
    let found = Maxn::with_order(game, evaluation, order).options(&options).run(state).unwrap();
    say("max^n".into(), found.payoff[root], found.best);
    // Those in the first seat, wherever it is, play for the difference, those in the second for the first.
    let weights =
        SocialWeights::selfish().with_row(seat(0), &SocialWeights::row(game, seat(0), 2, -1)).with_row(seat(1), &{
            let mut row = vec![0; players];
            row[seat(0).index()] = 1;
            row
        });
    let weighed = Social::new(evaluation.clone(), &weights, game).unwrap();
    let found = Maxn::with_order(game, &weighed, order).options(&options).run(state).unwrap();
    say("social".into(), found.payoff[root], found.best);
    let leader = root.next(players);
    let attack = SocialWeights::against(game, &evaluation.range(game), root, leader).unwrap();
    let attacking = Social::new(evaluation.clone(), &attack, game).unwrap();
    let found = Maxn::with_order(game, &attacking, order).options(&options).run(state).unwrap();
    say("attack".into(), attack.before_attack(&found.payoff, root, leader), found.best);
    let options = ParanoidOptions { depth, ..ParanoidOptions::default() };
    let found = Paranoid::with_order(game, evaluation, order).options(&options).run(state).unwrap();
    say("paranoid".into(), found.payoff[root], found.best);
    let few = |free, wide, narrow| Others::Few { free, wide, narrow };
    for others in [Others::FirstChoice, few(u8::MAX, u16::MAX, 1), few(1, u16::MAX, 1), few(1, 2, 1)] {
        let replies = BestReply::new(game, order, state, others).unwrap();
        let (lifted, by) = (Lifted(evaluation), Lifted(order));
        let search = Paranoid::with_order(&replies, &lifted, &by).options(&options);
        let found = search.run(&replies.begin(state)).unwrap();
        say(format!("{others:?}"), found.payoff[root], found.best.map(|reply| reply.mv));
    }
    for (name, rule) in SoftRule::ALL {
        let options = SoftOptions { rule, depth, ..SoftOptions::default() };
        let found = SoftMaxn::with_order(game, evaluation, order).options(&options).run(state).unwrap();
        say(format!("soft-max^n {name}"), found.analysis.payoff[root], found.analysis.best);
    }
    let models = [Social::plain(evaluation.clone()), Social::plain(evaluation.clone()), weighed];
    for chances in [[1.0, 0.0], [0.37, 0.63]] {
        let beliefs =
            Player::all(players).fold(Beliefs::uniform(players, 2), |beliefs, player| beliefs.with(player, &chances));
        let options = ProbOptions { depth, ..ProbOptions::default() };
        let found = ProbMaxn::with_order(game, &models, &beliefs, order).options(&options).run(state).unwrap();
        say(format!("prob-max^n {chances:?}"), found.payoff[root], found.best);
    }
    said
}

fn drawn(seed: u64) -> RandomTree {
    RandomTree {
        players: 2 + seed as usize % 4,
        order: [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize / 4 % 3],
        total: 150,
        seed,
        ..RandomTree::default()
    }
}

/// Each search says the same about a player in any seat.
#[test]
fn seats_can_be_turned() {
    for seed in 0..3_000 {
        let drawn =
            RandomTree { ties: [0, 40][seed as usize % 2], total: [5, 150][seed as usize / 2 % 2], ..drawn(seed) };
        let tree = drawn.draw();
        let (root, depth) = (tree.root(), [None, Some(2)][seed as usize / 4 % 2]);
        let twisted = |turned| {
            let game = Twisted { tree: &tree, turned, listed: None };
            every_search(&game, &Leaves, &Shuffled(seed), &root, depth, turned)
        };
        let straight = twisted(0);
        for turned in 1..drawn.players {
            assert_eq!(twisted(turned), straight, "turned by {turned}: {drawn:?}");
        }
    }
}

/// Without ties it does not matter in which order moves are listed. First choices are those of one order.
#[test]
fn moves_can_be_listed_in_any_order() {
    struct OfTheTree(Shuffled);
    impl MoveOrder<Twisted<'_>> for OfTheTree {
        fn arrange(&self, game: &Twisted<'_>, place: &Place, moves: &[u16], order: &mut [u16]) {
            let mut listed = Vec::new();
            game.tree.moves(place, &mut listed);
            let mut places: Vec<u16> = (0..listed.len() as u16).collect();
            self.0.arrange(game.tree, place, &listed, &mut places);
            let rank = |mv: u16| places.iter().position(|&place| listed[usize::from(place)] == mv);
            order.sort_by_key(|&index| rank(moves[usize::from(index)]));
        }
    }
    let mut compared = 0;
    for seed in 0..3_000 {
        let drawn = RandomTree { total: 150, ..drawn(seed) };
        let tree = drawn.draw();
        let root = tree.root();
        let said = |listed| {
            let game = Twisted { tree: &tree, turned: 0, listed };
            every_search(&game, &Leaves, &OfTheTree(Shuffled(seed)), &root, None, 0)
        };
        if !has_ties(&tree, &root, &mut Vec::new()) {
            assert_eq!(said(Some(Shuffled(seed + 1))), said(None), "{drawn:?}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Whether any player has the same payoff at two leaves, weighed or not.
fn has_ties(tree: &Tree, place: &Place, seen: &mut Vec<Vec<i16>>) -> bool {
    if tree.mover(place).is_none() {
        let payoff = TreeEvaluation.evaluate(tree, place);
        let mut values = payoff.seats(tree.players()).to_vec();
        values.push(3 * values[0] - payoff.sum() as i16);
        let tied = seen.iter().any(|other| other.iter().zip(&values).any(|(one, other)| one == other));
        seen.push(values);
        return tied;
    }
    tree.children(*place).any(|child| has_ties(tree, &child, seen))
}

/// With two players and a constant sum, who plays for themselves plays against the other, and there is one value.
#[test]
fn two_players_of_a_constant_sum_agree() {
    let mut compared = 0;
    for seed in 0..8_000 {
        let drawn = RandomTree { players: 2, depth: 5, total: 10_000, ..drawn(seed) };
        let tree = drawn.draw();
        if has_ties(&tree, &tree.root(), &mut Vec::new()) {
            continue;
        }
        let alternates = drawn.order == OrderOfPlay::RoundRobin;
        let said = every_search(&tree, &TreeEvaluation, &Shuffled(seed), &tree.root(), None, 0);
        let (_, value, best) = said[0].clone();
        for (name, payoff, mv) in &said {
            // The second seat plays for the first here; two moves are not all moves.
            let differs = name == "social" || name.contains("wide: 2") || name.starts_with("prob-max^n [0.37");
            let is_best_reply = name == "FirstChoice" || name.starts_with("Few { free: 1");
            if !differs && (alternates || !is_best_reply) {
                assert_eq!((*payoff, *mv), (value, best), "{name} {drawn:?}");
            }
        }
        compared += 1;
    }
    assert!(compared > 2_000, "{compared}");
}

/// Where nobody has a choice, there is only one leaf.
#[test]
fn forced_trees_have_one_value() {
    for seed in 0..500 {
        let drawn = RandomTree { branching: (1, 1), ..drawn(seed) };
        let tree = drawn.draw();
        let root = tree.mover(&tree.root()).unwrap();
        let mut leaf = tree.root();
        while tree.mover(&leaf).is_some() {
            tree.play(&mut leaf, 0);
        }
        let value = TreeEvaluation.evaluate(&tree, &leaf)[root];
        for (name, payoff, mv) in every_search(&tree, &TreeEvaluation, &ReferenceOrder, &tree.root(), None, 0) {
            assert!(name == "social" || payoff == value, "{name} {drawn:?}");
            assert_eq!(mv, Some(0));
        }
    }
}

/// If nothing is known before the end, the first move is as good as any.
#[test]
fn a_constant_estimate_leaves_the_first_move() {
    #[derive(Clone)]
    struct Nothing;
    impl Evaluation<Tree> for Nothing {
        fn range(&self, _: &Tree) -> Range {
            Range { minp: Some(Payoff::ZERO), maxp: Some(Payoff::ZERO), ..Range::default() }
        }
        fn evaluate(&self, _: &Tree, _: &Place) -> Payoff {
            Payoff::ZERO
        }
    }
    for seed in 0..300 {
        let tree = drawn(seed).draw();
        for depth in [1, 2, 3] {
            for (name, payoff, mv) in every_search(&tree, &Nothing, &Shuffled(seed), &tree.root(), Some(depth), 0) {
                assert_eq!((payoff, mv), (0, Some(0)), "{name} {seed}");
            }
        }
    }
}
