//! Best-reply search against its definition.

use cutthroat::conformance::Conformance;
use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{
    AtTheEnd, BestReply, Evaluation, Game, Lifted, MoveOrder, Notation, Others, Paranoid, Payoff, Player, Range,
    SearchHints,
};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};
use cutthroat_games::cards::{HeartsRules, Rules, SpadesRules, TrickGame, Utility, first_choice, preset};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, TreeEvaluation};

use crate::shuffled::Shuffled;

/// Players add to their own numbers in turn. The payoffs at the end look random. A player who passes adds nothing.
pub(crate) struct Adding {
    pub(crate) players: usize,
    pub(crate) seed: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AddedNumbers {
    pub(crate) added: [u8; 4],
    pub(crate) mover: usize,
    pub(crate) left: u8,
}

impl Adding {
    fn mix(&self, numbers: &AddedNumbers) -> u64 {
        let bytes = u32::from_le_bytes(numbers.added);
        (u64::from(bytes) << 8 ^ u64::from(numbers.left) ^ self.seed << 40)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(31)
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl Game for Adding {
    type State = AddedNumbers;
    type Move = u8;
    type Undo = AddedNumbers;

    fn players(&self) -> usize {
        self.players
    }

    fn mover(&self, numbers: &AddedNumbers) -> Option<Player> {
        (numbers.left > 0).then(|| Player::new(numbers.mover))
    }

    fn moves(&self, numbers: &AddedNumbers, moves: &mut Vec<u8>) {
        moves.extend(1..=1 + (self.mix(numbers) >> 50) as u8 % 3);
    }

    fn play(&self, numbers: &mut AddedNumbers, mv: u8) -> AddedNumbers {
        let before = numbers.clone();
        numbers.added[numbers.mover] += mv;
        numbers.mover = (numbers.mover + 1) % self.players;
        numbers.left -= 1;
        before
    }

    fn undo(&self, numbers: &mut AddedNumbers, _: u8, before: AddedNumbers) {
        *numbers = before;
    }

    fn payoff(&self, numbers: &AddedNumbers) -> Payoff {
        let mix = self.mix(numbers);
        Payoff::from_fn(self.players, |player| (mix >> (player.index() * 12) & 7) as i16)
    }
}

impl SearchHints for Adding {
    fn pass_to(&self, numbers: &mut AddedNumbers, player: Player) -> bool {
        numbers.mover = player.index();
        true
    }
}

/// One move of each class of equivalent moves, and where it leads.
fn children<G: SearchHints>(game: &G, state: &G::State) -> Vec<(G::Move, G::State)> {
    let mut moves = Vec::new();
    game.search_moves(state, &mut moves);
    let child = |mv| {
        let mut child = state.clone();
        game.play(&mut child, mv);
        (mv, child)
    };
    moves.into_iter().map(child).collect()
}

/// BRS as in Schadd and Winands.
fn brs(game: &Adding, state: &AddedNumbers, root: usize, plies: usize) -> i16 {
    if state.left == 0 || plies == 0 {
        return AtTheEnd(Range::default()).evaluate(game, state)[Player::new(root)];
    }
    if state.mover == root {
        return children(game, state).iter().map(|(_, child)| brs(game, child, root, plies - 1)).max().unwrap();
    }
    let mut least = i16::MAX;
    for opponent in (0..game.players).filter(|&player| player != root) {
        let turn = AddedNumbers { mover: opponent, ..state.clone() };
        for (_, mut child) in children(game, &turn) {
            child.mover = root;
            least = least.min(brs(game, &child, root, plies - 1));
        }
    }
    least
}

/// All results of the opponents' turns when at most one is not the first choice of the order.
fn replies<G: SearchHints>(
    game: &G,
    order: &impl MoveOrder<G>,
    state: &G::State,
    friends: &impl Fn(Player) -> bool,
    may_differ: bool,
    found: &mut Vec<G::State>,
) {
    if game.mover(state).is_none_or(friends) {
        found.push(state.clone());
        return;
    }
    let choice = first_choice(game, order, state);
    for (mv, child) in children(game, state) {
        if mv == choice || may_differ {
            replies(game, order, &child, friends, may_differ && mv == choice, found);
        }
    }
}

/// BRS+ as in Esser and others.
fn brs_plus<G: SearchHints, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    root: Player,
    plies: usize,
    friends: &impl Fn(Player) -> bool,
) -> i16 {
    let Some(mover) = game.mover(state).filter(|_| plies > 0) else {
        return evaluation.evaluate(game, state)[root];
    };
    let value = |child: &G::State| brs_plus(game, evaluation, order, child, root, plies - 1, friends);
    if friends(mover) {
        return children(game, state).iter().map(|(_, child)| value(child)).max().unwrap();
    }
    let mut found = Vec::new();
    replies(game, order, state, friends, true, &mut found);
    found.iter().map(value).min().unwrap()
}

/// Checks best-reply search of a position against its values by definition: with every window, in two orders, and with
/// a line that can be played.
fn check<G: SearchHints, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    others: Others,
    depth: usize,
    defined: &impl Fn(&G::State, usize) -> i16,
) {
    let root = game.mover(state).unwrap();
    let adapter = BestReply::new(game, order, state, others).unwrap();
    let values: Vec<_> = children(game, state).iter().map(|(mv, child)| (*mv, defined(child, depth - 1))).collect();
    let best = values.iter().map(|&(_, value)| value).max().unwrap();
    let first = values.iter().find(|&&(_, value)| value == best).unwrap().0;
    for (_, window) in Window::ALL {
        let options = ParanoidOptions {
            window,
            depth: Some(depth),
            all_moves: depth.is_multiple_of(2),
            ..ParanoidOptions::default()
        };
        let search = |order: &dyn Fn() -> cutthroat::Analysis<_>| adapter.in_the_game(state, &order());
        let evaluated = Lifted(evaluation);
        let found = [
            search(&|| Paranoid::new(&adapter, &evaluated).options(&options).run(&adapter.begin(state)).unwrap()),
            search(&|| {
                Paranoid::with_order(&adapter, &evaluated, &Lifted(order))
                    .options(&options)
                    .run(&adapter.begin(state))
                    .unwrap()
            }),
        ];
        for found in found {
            assert_eq!((found.payoff[root], found.best), (best, Some(first)), "{others:?} {options:?}");
            let mut end = state.clone();
            for &mv in &found.line {
                assert!(children(game, &end).iter().any(|&(legal, _)| legal == mv), "{others:?} {options:?}");
                game.play(&mut end, mv);
            }
            if others == Others::FirstChoice {
                assert_eq!(evaluation.evaluate(game, &end)[root], best);
            }
            if options.all_moves {
                let all: Vec<_> = found.moves.iter().map(|value| (value.mv, value.payoff[root])).collect();
                assert_eq!(all, values);
            }
        }
    }
}

#[test]
fn both_are_what_they_are_by_definition() {
    for seed in 0..4_000 {
        let game = Adding { players: 2 + seed as usize % 3, seed };
        let start = AddedNumbers { added: [0; 4], mover: seed as usize % game.players, left: 6 };
        let evaluation = AtTheEnd(Range::default());
        let depth = 1 + seed as usize % 5;
        let order = Shuffled(seed);
        let root = game.mover(&start).unwrap();
        check(&game, &evaluation, &order, &start, Others::Pass, depth, &|state, plies| {
            brs(&game, state, root.index(), plies)
        });
        check(&game, &evaluation, &order, &start, Others::FirstChoice, depth, &|state, plies| {
            brs_plus(&game, &evaluation, &order, state, root, plies, &|player| player == root)
        });
    }
}

#[test]
fn first_choices_for_any_order_of_play() {
    for seed in 0..10_000 {
        let order_of_play = [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize % 3];
        let players = 2 + seed as usize / 3 % 5;
        let drawn =
            RandomTree { players, order: order_of_play, depth: 5, ties: 20, total: 6, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        let (place, order) = (tree.root(), Shuffled(seed));
        let root = tree.mover(&place).unwrap();
        let depth = 1 + seed as usize % 4;
        check(&tree, &TreeEvaluation, &order, &place, Others::FirstChoice, depth, &|state, plies| {
            brs_plus(&tree, &TreeEvaluation, &order, state, root, plies, &|player| player == root)
        });
        assert!(BestReply::new(&tree, &order, &place, Others::Pass).is_none());
    }
}

#[test]
fn first_choices_in_trick_games_with_partners_and_without() {
    fn deals<R: Rules>(seeds: u64) {
        for seed in 0..seeds {
            let players = 3 + seed as usize % 2;
            let rules = preset::<R>(R::PRESETS[seed as usize % R::PRESETS.len()]).unwrap();
            let (game, deal) = TrickGame::deal(rules, players, Some(3), seed).unwrap();
            let (root, evaluation) = (game.mover(&deal).unwrap(), R::Evaluation::ALL[0]);
            let friends = |player| game.side(player) == game.side(root);
            let order = R::Order::default();
            check(&game, &evaluation, &order, &deal, Others::FirstChoice, 4 + seed as usize % 3, &|state, plies| {
                brs_plus(&game, &evaluation, &order, state, root, plies, &friends)
            });
            assert!(BestReply::new(&game, &order, &deal, Others::Pass).is_none());
        }
    }
    deals::<HeartsRules>(40);
    deals::<SpadesRules>(40);
}

#[test]
fn all_games_conform() {
    let kit = Conformance { games: 20, ..Conformance::default() };
    let (game, state) = ChineseCheckers::read_position("pieces=3 players=4 seed=2").unwrap();
    for others in [Others::Pass, Others::FirstChoice, Others::Few { free: 1, wide: 6, narrow: 2 }] {
        let adapter = BestReply::new(&game, &DistanceGained, &state, others).unwrap();
        let round = adapter.begin(&state);
        kit.rules(&adapter, &round).unwrap();
        kit.hints(&adapter, &round).unwrap();
        kit.evaluation(&adapter, &round, &Lifted(&CheckersEvaluation::Difference)).unwrap();
    }
}
