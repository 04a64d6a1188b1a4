//! Every setting of paranoid search against the plainest minimax, with and without partners.

use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{
    Analysis, Bounds, Evaluation, Game, History, Killers, Maxn, MaxnOptions, MoveOrder, Paranoid, Payoff, Player,
    Range, ReferenceOrder, SearchHints, TieRule,
};
use cutthroat_games::cards::{
    BridgeRules, HeartsRules, OhHellRules, Rules, SergeantMajorRules, SpadesRules, TrickGame, Utility, preset,
};
use cutthroat_games::trees::{OrderOfPlay, Place, RandomTree, Sums, Tree, TreeEvaluation};

use crate::card_order::CardOrder;
use crate::shuffled::Shuffled;

/// Minimax of the game reduced to two sides.
fn minimax<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    root: Player,
    plies: usize,
    friends: &impl Fn(Player) -> bool,
) -> i16 {
    let Some(mover) = game.mover(state).filter(|_| plies > 0) else {
        return evaluation.evaluate(game, state)[root];
    };
    let values = children(game, state).map(|(_, child)| minimax(game, evaluation, &child, root, plies - 1, friends));
    if friends(mover) { values.max().unwrap() } else { values.min().unwrap() }
}

fn children<G: Game>(game: &G, state: &G::State) -> impl Iterator<Item = (G::Move, G::State)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|mv| {
        let mut child = state.clone();
        game.play(&mut child, mv);
        (mv, child)
    })
}

/// A game with one position and its plain minimax.
struct Case<'c, G: Game, E> {
    game: &'c G,
    evaluation: &'c E,
    state: &'c G::State,
    depth: Option<usize>,
    root: Player,
    /// The value of each move that is searched, in reference order.
    values: Vec<(G::Move, i16)>,
}

impl<'c, G: SearchHints, E: Evaluation<G>> Case<'c, G, E> {
    fn new(
        game: &'c G,
        evaluation: &'c E,
        state: &'c G::State,
        depth: Option<usize>,
        friends: &impl Fn(Player) -> bool,
    ) -> Option<Self> {
        let root = game.mover(state)?;
        let plies = depth.unwrap_or(usize::MAX) - 1;
        let mut values: Vec<_> = children(game, state)
            .map(|(mv, child)| (mv, minimax(game, evaluation, &child, root, plies, friends)))
            .collect();
        for &(mv, value) in &values {
            let class = game.equivalents(state, mv);
            assert!(values.iter().all(|&(other, same)| same == value || !class.contains(&other)), "{class:?}");
        }
        let mut searched = Vec::new();
        game.search_moves(state, &mut searched);
        values.retain(|(mv, _)| searched.contains(mv));
        Some(Self { game, evaluation, state, depth, root, values })
    }

    fn value(&self) -> i16 {
        self.values.iter().map(|&(_, value)| value).max().unwrap()
    }

    fn search(&self, order: &impl MoveOrder<G>, options: ParanoidOptions) -> Analysis<G::Move> {
        let options = ParanoidOptions { depth: self.depth, ..options };
        let found = Paranoid::with_order(self.game, self.evaluation, order).options(&options).run(self.state).unwrap();
        let best = self.values.iter().find(|&&(_, value)| value == self.value()).unwrap().0;
        assert_eq!((found.payoff[self.root], found.best), (self.value(), Some(best)), "{options:?}");
        let mut end = self.state.clone();
        for &mv in &found.line {
            assert!(children(self.game, &end).any(|(legal, _)| legal == mv), "{options:?}");
            self.game.play(&mut end, mv);
        }
        let payoff = self.evaluation.evaluate(self.game, &end);
        assert_eq!(payoff, found.payoff, "the payoff is that of the end of the line, {options:?}");
        if options.all_moves {
            let values: Vec<_> = found.moves.iter().map(|value| (value.mv, value.payoff[self.root])).collect();
            assert_eq!(values, self.values, "{options:?}");
        }
        found
    }

    /// Searches with every window, with bounds and without, in several orders, for one move and for all.
    fn check(&self, seed: u64) -> u64 {
        let bounded = self.evaluation.payoff_bounds(self.game, self.state).is_some();
        let mut searches = 1;
        self.search(&ReferenceOrder, ParanoidOptions { prune: false, ..ParanoidOptions::default() });
        for (_, window) in Window::ALL {
            for bounds in [false, true].into_iter().filter(|&bounds| bounded || !bounds) {
                let options = ParanoidOptions { window, bounds, ..ParanoidOptions::default() };
                self.search(&ReferenceOrder, options);
                self.search(&Shuffled(seed), options);
                let learning = Killers::new(History::new(Shuffled(seed), self.game));
                let found = self.search(&learning, options);
                assert_eq!(found, self.search(&learning, options), "nothing is left of the search before");
                let all_moves = ParanoidOptions { all_moves: true, ..options };
                self.search(&ReferenceOrder, all_moves);
                self.search(&learning, all_moves);
                searches += 6;
            }
        }
        searches
    }
}

/// A tree with partners.
struct Teams<'t> {
    tree: &'t Tree,
    /// How many sides, round the table.
    sides: usize,
}

impl Game for Teams<'_> {
    type State = Place;
    type Move = u16;
    type Undo = Place;

    fn players(&self) -> usize {
        self.tree.players()
    }

    fn side(&self, player: Player) -> Player {
        Player::new(player.index() % self.sides)
    }

    fn mover(&self, place: &Place) -> Option<Player> {
        self.tree.mover(place)
    }

    fn moves(&self, place: &Place, moves: &mut Vec<u16>) {
        self.tree.moves(place, moves);
    }

    fn play(&self, place: &mut Place, mv: u16) -> Place {
        self.tree.play(place, mv)
    }

    fn undo(&self, place: &mut Place, mv: u16, undo: Place) {
        self.tree.undo(place, mv, undo);
    }

    fn payoff(&self, place: &Place) -> Payoff {
        self.tree.payoff(place)
    }
}

impl SearchHints for Teams<'_> {
    fn move_slots(&self) -> usize {
        4
    }

    fn move_slot(&self, _: &Place, mv: u16) -> usize {
        mv.into()
    }
}

struct TeamLeaves;

impl Evaluation<Teams<'_>> for TeamLeaves {
    fn range(&self, teams: &Teams<'_>) -> Range {
        TreeEvaluation.range(teams.tree)
    }

    fn evaluate(&self, teams: &Teams<'_>, place: &Place) -> Payoff {
        TreeEvaluation.evaluate(teams.tree, place)
    }

    fn payoff_bounds(&self, teams: &Teams<'_>, place: &Place) -> Option<Bounds> {
        TreeEvaluation.payoff_bounds(teams.tree, place)
    }
}

fn drawn(seed: u64) -> RandomTree {
    RandomTree {
        players: 2 + seed as usize % 5,
        depth: 3 + seed as usize / 30 % 3,
        branching: [(1, 3), (2, 3), (2, 2)][seed as usize / 90 % 3],
        order: [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize / 5 % 3],
        sums: [Sums::Constant, Sums::AtMost, Sums::Utility][seed as usize / 7 % 3],
        total: [3, 10, 40][seed as usize / 11 % 3],
        ties: [0, 30][seed as usize / 13 % 2],
        bounds: !seed.is_multiple_of(3),
        seed,
        ..RandomTree::default()
    }
}

#[test]
fn every_setting_equals_minimax_on_a_hundred_thousand_trees() {
    let (mut trees, mut searches, mut researches) = (0, 0, 0);
    for seed in 0..100_000 {
        let tree = drawn(seed).draw();
        let depth = [None, None, Some(2), Some(3)][seed as usize / 17 % 4];
        let sides = if seed % 4 == 0 { 2 } else { tree.players() };
        let teams = Teams { tree: &tree, sides };
        let place = tree.root();
        let root = tree.mover(&place).unwrap();
        let friends = |player: Player| player.index() % sides == root.index() % sides;
        let case = Case::new(&teams, &TeamLeaves, &place, depth, &friends).unwrap();
        trees += 1;
        searches += case.check(seed);
        researches += case
            .search(&Shuffled(seed), ParanoidOptions { window: Window::Null, ..ParanoidOptions::default() })
            .researches;
        if sides == tree.players() && seed % 3 == 0 {
            for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful] {
                let options = MaxnOptions { ties, depth, ..MaxnOptions::default() };
                let maxn = Maxn::new(&tree, &TreeEvaluation).options(&options).run(&place).unwrap();
                assert!(case.value() <= maxn.payoff[root], "2002 paper, section 5");
            }
        }
    }
    assert!(trees >= 100_000 && searches > 2_000_000 && researches > 10_000, "{searches} {researches}");
}

/// Small deals, each with every evaluation. Partners sit opposite if `teams` says so.
fn small_deals<R: Rules>(seeds: u64, teams: impl Fn(usize) -> bool) {
    let (least, most) = R::PLAYERS;
    for players in least..=most {
        for seed in 0..seeds {
            let name = R::PRESETS[seed as usize % R::PRESETS.len()];
            let cards = if players < 4 { 3 } else { 2 + usize::from(players == 4 && seed % 8 == 0) };
            let (game, deal) = TrickGame::deal(preset::<R>(name).unwrap(), players, Some(cards), seed).unwrap();
            let root = game.mover(&deal).unwrap();
            let together =
                |player: Player| player == root || (teams(players) && player.index() % 2 == root.index() % 2);
            for (place, evaluation) in R::Evaluation::ALL.iter().enumerate() {
                let depth = [None, Some(players), Some(players + 1)][(seed as usize + place) % 3];
                let case = Case::new(&game, evaluation, &deal, depth, &together).unwrap();
                case.check(seed);
                case.search(
                    &CardOrder::<R>::usual(),
                    ParanoidOptions { window: Window::Null, ..ParanoidOptions::default() },
                );
            }
        }
    }
}

#[test]
fn every_setting_equals_minimax_on_small_deals() {
    small_deals::<HeartsRules>(12, |_| false);
    small_deals::<SergeantMajorRules>(40, |_| false);
    small_deals::<OhHellRules>(6, |_| false);
}

#[test]
fn partners_equal_brute_force() {
    small_deals::<BridgeRules>(60, |_| true);
    small_deals::<SpadesRules>(16, |players| players == 4);
}

#[test]
fn paranoid_bridge_is_double_dummy() {
    for seed in 0..40 {
        let (game, deal) = TrickGame::deal(BridgeRules::default(), 4, Some(4), seed).unwrap();
        let evaluation = <BridgeRules as Rules>::Evaluation::ALL[0];
        let order = CardOrder::<BridgeRules>::usual();
        let options = MaxnOptions::default();
        let maxn = Maxn::with_order(&game, &evaluation, &CardOrder::<BridgeRules>::Listed)
            .options(&options)
            .run(&deal)
            .unwrap();
        for (_, window) in Window::ALL {
            let options = ParanoidOptions { window, bounds: true, ..ParanoidOptions::default() };
            let found = Paranoid::with_order(&game, &evaluation, &order).options(&options).run(&deal).unwrap();
            assert_eq!(found.payoff, maxn.payoff, "two sides that share all tricks");
        }
    }
}

#[test]
fn windows_and_bounds_without_pruning_are_refused() {
    let tree = drawn(1).draw();
    let search = |options| Paranoid::new(&tree, &TreeEvaluation).options(&options).run(&tree.root());
    for window in [Window::Null, Window::Binary] {
        assert!(search(ParanoidOptions { prune: false, window, ..ParanoidOptions::default() }).is_err());
    }
    assert!(search(ParanoidOptions { prune: false, bounds: true, ..ParanoidOptions::default() }).is_err());
}
