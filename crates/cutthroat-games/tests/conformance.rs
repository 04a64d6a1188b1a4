//! The conformance kit, on every tree game.

use cutthroat::conformance::Conformance;
use cutthroat::{Bounds, Evaluation, Game, Notation, Outcome, Payoff, Player, Range, SearchHints};
use cutthroat_games::trees::{
    FIGURES, OrderOfPlay, RandomTree, ShareOfWins, Sums, TernaryKind, TernaryTree, Tree, TreeEvaluation,
    UniformEvaluation, UniformTree,
};

fn conforms<G: SearchHints + Notation, E: Evaluation<G>>(game: &G, state: &G::State, evaluation: &E) {
    let kit = Conformance { games: 12, ..Conformance::default() };
    kit.rules(game, state).unwrap();
    kit.hints(game, state).unwrap();
    kit.evaluation(game, state, evaluation).unwrap();
    kit.notation(game, state).unwrap();
}

#[test]
fn figures_conform() {
    for figure in FIGURES {
        let tree = figure.tree();
        conforms(&tree, &tree.root(), &TreeEvaluation);
    }
}

#[test]
fn random_trees_conform() {
    for seed in 0..300 {
        let drawn = RandomTree {
            players: 2 + seed as usize % 7,
            order: [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize % 3],
            sums: [Sums::Constant, Sums::AtMost, Sums::Utility][seed as usize / 3 % 3],
            bounds: seed % 2 == 0,
            ties: 30,
            seed,
            ..RandomTree::default()
        };
        let tree = drawn.draw();
        conforms(&tree, &tree.root(), &TreeEvaluation);
    }
}

#[test]
fn uniform_trees_conform() {
    for text in ["", "players=2 branching=1 depth=1", "players=8 branching=5 depth=4 seed=3", "leaf=1,1,1 step=0"] {
        let (tree, root) = UniformTree::read_position(text).unwrap();
        conforms(&tree, &root, &UniformEvaluation);
    }
}

#[test]
fn n_games_and_p_games_conform() {
    for (_, kind) in TernaryKind::ALL {
        for seed in 0..5 {
            let tree = TernaryTree { kind, max_height: 3, seed };
            conforms(&tree, &tree.root(), &ShareOfWins);
        }
    }
}

#[test]
fn leaves_of_n_games_and_p_games_are_won_as_often_as_they_should_be() {
    let share = |kind, seed| {
        let tree = TernaryTree { kind, max_height: 5, seed };
        let (won, all) = tree.winning_leaves(&tree.root());
        assert_eq!(all, 59_049);
        won as f64 / all as f64
    };
    for seed in 0..4 {
        let p_game = share(TernaryKind::PGame, seed);
        assert!((p_game - 0.68233).abs() < 0.01, "{p_game}");
    }
    let mean = |kind| (0..40).map(|seed| share(kind, seed)).sum::<f64>() / 40.0;
    // Ten fair steps end at 0 or more with chance 0.623; five golden ones with chance 0.718.
    let (n_game, n_game_like) = (mean(TernaryKind::NGame), mean(TernaryKind::NGameLike));
    assert!((n_game - 0.623).abs() < 0.06, "{n_game}");
    assert!((n_game_like - 0.718).abs() < 0.06, "{n_game_like}");
}

/// What a game or its evaluation can do wrong.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    ForeignSide,
    OneSide,
    NoMoves,
    SameMoveTwice,
    SlotBeyondTheLast,
    UnknownMover,
    NotTakenBack,
    ChangesNothing,
    SearchesAnIllegalMove,
    SearchesOutOfOrder,
    SearchesAnotherThanTheFirst,
    SearchesNothingForAMove,
    EquivalentOneWayOnly,
    NotTheOnlyMove,
    PlaysOtherwiseOnACopy,
    SeatBeyondTheLast,
    OutOfRange,
    SumOutOfRange,
    CloserThanTheStep,
    UntrueBounds,
    LooseningBounds,
    SilentBounds,
    WrongOutcome,
    NeverOver,
}

/// A game of three moves in turn that breaks one law.
struct Liar(Fault);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Lie {
    ply: u8,
    scar: bool,
}

impl Game for Liar {
    type State = Lie;
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn side(&self, player: Player) -> Player {
        match self.0 {
            Fault::ForeignSide => player.next(2),
            Fault::OneSide => Player::new(0),
            _ => player,
        }
    }

    fn mover(&self, lie: &Lie) -> Option<Player> {
        let over = lie.ply >= 3 && self.0 != Fault::NeverOver;
        (!over).then(|| Player::new(if self.0 == Fault::UnknownMover { 2 } else { usize::from(lie.ply % 2) }))
    }

    fn moves(&self, _: &Lie, moves: &mut Vec<u8>) {
        match self.0 {
            Fault::NoMoves => {}
            Fault::SameMoveTwice => moves.extend([1, 1]),
            _ => moves.extend([1, 2]),
        }
    }

    fn play(&self, lie: &mut Lie, _: u8) {
        if self.0 != Fault::ChangesNothing {
            lie.ply = (lie.ply + 1) % if self.0 == Fault::NeverOver { 3 } else { u8::MAX };
        }
    }

    fn undo(&self, lie: &mut Lie, _: u8, (): ()) {
        lie.ply = if self.0 == Fault::NeverOver { (lie.ply + 2) % 3 } else { lie.ply.saturating_sub(1) };
        lie.scar = self.0 == Fault::NotTakenBack;
    }

    fn payoff(&self, _: &Lie) -> Payoff {
        Payoff::new(if self.0 == Fault::SeatBeyondTheLast { &[1, 1, 1] } else { &[1, 1] })
    }
}

impl SearchHints for Liar {
    fn search_moves(&self, lie: &Lie, moves: &mut Vec<u8>) {
        match self.0 {
            Fault::SearchesAnIllegalMove => moves.extend([1, 3]),
            Fault::SearchesOutOfOrder => moves.extend([2, 1]),
            Fault::SearchesAnotherThanTheFirst => moves.push(2),
            Fault::SearchesNothingForAMove => moves.push(1),
            _ => self.moves(lie, moves),
        }
    }

    fn equivalents(&self, _: &Lie, mv: u8) -> Vec<u8> {
        match self.0 {
            Fault::SearchesAnotherThanTheFirst => vec![1, 2],
            Fault::EquivalentOneWayOnly if mv == 1 => vec![1, 2],
            _ => vec![mv],
        }
    }

    fn only_move(&self, _: &Lie) -> Option<u8> {
        (self.0 == Fault::NotTheOnlyMove).then_some(1)
    }

    fn play_on_copy(&self, _: &Lie, copy: &mut Lie, mv: u8) {
        self.play(copy, mv);
        copy.scar |= self.0 == Fault::PlaysOtherwiseOnACopy;
    }

    fn move_slot(&self, _: &Lie, _: u8) -> usize {
        usize::from(self.0 == Fault::SlotBeyondTheLast)
    }
}

impl Evaluation<Liar> for Liar {
    fn range(&self, _: &Liar) -> Range {
        let step = if self.0 == Fault::CloserThanTheStep { 5 } else { 1 };
        let maxsum = if self.0 == Fault::SumOutOfRange { 3 } else { 8 };
        let maxp = if self.0 == Fault::OutOfRange { 2 } else { 4 };
        let (minp, maxp) = (Some(Payoff::ZERO), Some(Payoff::uniform(maxp, 2)));
        Range { minp, maxp, maxsum: Some(maxsum), minsum: None, step }
    }

    fn evaluate(&self, _: &Liar, lie: &Lie) -> Payoff {
        Payoff::uniform(lie.ply.into(), 2)
    }

    fn payoff_bounds(&self, _: &Liar, lie: &Lie) -> Option<Bounds> {
        let up = match self.0 {
            Fault::UntrueBounds => 1,
            Fault::LooseningBounds => 4 + i16::from(lie.ply),
            Fault::SilentBounds => 8 - i16::from(lie.ply),
            _ => 4,
        };
        Some(Bounds { lo: Payoff::ZERO, up: Payoff::uniform(up, 2) })
    }

    fn renews_bounds(&self, _: &Liar, _: &Lie) -> bool {
        self.0 != Fault::SilentBounds
    }

    fn outcomes(&self, _: &Liar) -> Option<Vec<Outcome>> {
        let row = |score| Outcome { counted: Payoff::uniform(score, 2), payoff: Payoff::uniform(score, 2) };
        Some((0..4).map(row).collect())
    }

    fn outcome(&self, _: &Liar, lie: &Lie) -> usize {
        if self.0 == Fault::WrongOutcome { 3 } else { lie.ply.into() }
    }
}

#[test]
fn the_kit_notices_every_fault() {
    let kit = Conformance { games: 4, most_plies: 50, ..Conformance::default() };
    let cases = [
        (Fault::ForeignSide, "player 1 is on the side of player 2, who is not on that side"),
        (Fault::OneSide, "all players are on one side"),
        (Fault::NoMoves, "has no move"),
        (Fault::SameMoveTwice, "listed twice"),
        (Fault::SlotBeyondTheLast, "a slot beyond the last of 1"),
        (Fault::UnknownMover, "player 3 moves in a game of 2"),
        (Fault::NotTakenBack, "cannot be taken back"),
        (Fault::ChangesNothing, "changes nothing"),
        (Fault::SearchesAnIllegalMove, "move 3 is searched, but it is not legal"),
        (Fault::SearchesOutOfOrder, "move 1 is searched, but it is not legal or not in the reference order"),
        (Fault::SearchesAnotherThanTheFirst, "not the first of its equivalents"),
        (Fault::SearchesNothingForAMove, "nothing is searched for move 2"),
        (Fault::EquivalentOneWayOnly, "the equivalents of move 1 have other equivalents"),
        (Fault::NotTheOnlyMove, "the only move is not the only one"),
        (Fault::PlaysOtherwiseOnACopy, "leads to two different positions"),
        (Fault::SeatBeyondTheLast, "an empty seat has a payoff"),
        (Fault::OutOfRange, "out of the declared range"),
        (Fault::SumOutOfRange, "add up to 4, out of the declared range"),
        (Fault::CloserThanTheStep, "closer than the step"),
        (Fault::UntrueBounds, "outside the bounds"),
        (Fault::LooseningBounds, "bounds loosen"),
        (Fault::SilentBounds, "where they are said not to"),
        (Fault::WrongOutcome, "but its outcome says"),
        (Fault::NeverOver, "not over after 50 plies"),
    ];
    let start = Lie { ply: 0, scar: false };
    for (fault, expected) in cases {
        let liar = Liar(fault);
        let hints = kit.rules(&liar, &start).and_then(|()| kit.hints(&liar, &start));
        let violation = hints.and_then(|()| kit.evaluation(&liar, &start, &liar)).unwrap_err();
        assert!(violation.to_string().contains(expected), "expected `{expected}`, got `{violation}`");
    }
}

/// A notation that forgets who is to move.
struct Forgetful(Tree);

impl Game for Forgetful {
    type State = <Tree as Game>::State;
    type Move = u16;
    type Undo = <Tree as Game>::Undo;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn mover(&self, state: &Self::State) -> Option<Player> {
        self.0.mover(state)
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<u16>) {
        self.0.moves(state, moves);
    }

    fn play(&self, state: &mut Self::State, mv: u16) -> Self::Undo {
        self.0.play(state, mv)
    }

    fn undo(&self, state: &mut Self::State, mv: u16, undo: Self::Undo) {
        self.0.undo(state, mv, undo);
    }

    fn payoff(&self, state: &Self::State) -> Payoff {
        self.0.payoff(state)
    }
}

impl Notation for Forgetful {
    fn write_position(&self, state: &Self::State) -> String {
        self.0.write_position(state).replacen('2', "1", 1)
    }

    fn read_position(text: &str) -> Result<(Self, Self::State), cutthroat::NotationError> {
        Tree::read_position(text).map(|(tree, root)| (Self(tree), root))
    }

    fn write_move(&self, state: &Self::State, mv: u16) -> String {
        self.0.write_move(state, mv)
    }
}

#[test]
fn the_kit_notices_a_notation_that_forgets() {
    let (tree, root) = Tree::read_position("2[(1,0) (0,1)]").unwrap();
    let violation = Conformance::default().notation(&Forgetful(tree), &root).unwrap_err();
    assert!(violation.to_string().contains("another mover"), "{violation}");
}

/// Two players take stones, one or two at a time, and get a point for each. The notation forgets what they have.
struct ForgottenScores;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Stones {
    left: i16,
    mover: usize,
    taken: [i16; 2],
}

impl Game for ForgottenScores {
    type State = Stones;
    type Move = i16;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn mover(&self, stones: &Stones) -> Option<Player> {
        (stones.left > 0).then(|| Player::new(stones.mover))
    }

    fn moves(&self, stones: &Stones, moves: &mut Vec<i16>) {
        moves.extend(1..=stones.left.min(2));
    }

    fn play(&self, stones: &mut Stones, taken: i16) {
        stones.left -= taken;
        stones.taken[stones.mover] += taken;
        stones.mover = 1 - stones.mover;
    }

    fn undo(&self, stones: &mut Stones, taken: i16, (): ()) {
        stones.mover = 1 - stones.mover;
        stones.taken[stones.mover] -= taken;
        stones.left += taken;
    }

    fn payoff(&self, stones: &Stones) -> Payoff {
        Payoff::new(&stones.taken)
    }
}

impl Notation for ForgottenScores {
    fn write_position(&self, stones: &Stones) -> String {
        format!("{} {}", stones.left, stones.mover)
    }

    fn read_position(text: &str) -> Result<(Self, Stones), cutthroat::NotationError> {
        let (left, mover) = text.split_once(' ').unwrap();
        Ok((Self, Stones { left: left.parse().unwrap(), mover: mover.parse().unwrap(), taken: [0; 2] }))
    }

    fn write_move(&self, _: &Stones, taken: i16) -> String {
        taken.to_string()
    }
}

#[test]
fn the_kit_notices_a_notation_that_forgets_scores() {
    let start = Stones { left: 5, mover: 0, taken: [0; 2] };
    let kit = Conformance::default();
    kit.rules(&ForgottenScores, &start).unwrap();
    let violation = kit.notation(&ForgottenScores, &start).unwrap_err();
    assert!(violation.to_string().contains("when read back"), "{violation}");
    assert!(violation.to_string().contains("is worth"), "{violation}");
}
