//! Searches on views: the table that tells them apart, cell by cell, and what has to be equal.

use cutthroat::conformance::Conformance;
use cutthroat::hidden::{
    Aggregation, AlphaMu, ByPlayouts, Epimc, Estimates, Halving, HelpingPlayOut, HelpingPlayer, HelpingSearch, Hidden,
    Iimc, Ismcts, Knowledge, Observers, Pimc, Sample, SeatViews, WorldSearch, WorldTask, WorldValues,
};
use cutthroat::playout::{FastRandom, PlayedOut, Playout, PlayoutPolicy};
use cutthroat::{AtTheEnd, Game, Maxn, MoveOrder, Paranoid, Player, ReferenceOrder, SearchError};
use cutthroat_games::cards::{
    Card, HandOrder, Hearts, HeartsEvaluation, HeartsRules, Position, Rules, Spades, SpadesEvaluation, SpadesRules,
    TrickGame, Utility, preset,
};

use super::small_games::{FIRST, Node, SmallGame, Spot, blind_foe, fusion, informed_foe, late_fusion, nonlocal};

/// The values of all moves in a small game by plain max^n, which with two players is minimax.
pub(crate) fn minimax(task: &WorldTask<'_, SmallGame>) -> Result<WorldValues, SearchError> {
    let game = &task.world.game;
    let found = Maxn::new(game, &AtTheEnd(game.range())).all_moves(true).run(&task.world.state)?;
    Ok(WorldValues::of(task, &found))
}

/// A choice and the value of the root's second move.
type Cell = (u8, f64);

/// What player 1 knows at the root.
fn at_root(game: &SmallGame) -> SeatViews<SmallGame> {
    SeatViews::new(game, &Spot { world: 0, path: Vec::new() })
}

fn all_worlds(game: &SmallGame, known: Knowledge<'_, SmallGame>) -> Sample<SmallGame> {
    Sample::draw(game, known.view, 100, 0).unwrap()
}

fn flat(game: &SmallGame) -> Cell {
    let views = at_root(game);
    let mut sample = all_worlds(game, views.of(FIRST));
    let worlds = sample.worlds.clone();
    sample.worlds = worlds.iter().cycle().take(worlds.len() * 4_000).cloned().collect();
    sample.weights = vec![1; sample.worlds.len()];
    let evaluation = AtTheEnd(game.range());
    let mut playouts = ByPlayouts::new(&evaluation, &ReferenceOrder, PlayoutPolicy::UNIFORM, 1);
    let found = Pimc::new(game, views.of(FIRST).view, &mut playouts).run(&sample).unwrap();
    (found.best, found.moves[1].means[0])
}

fn pimc_at(game: &SmallGame, known: Knowledge<'_, SmallGame>) -> Cell {
    let found = Pimc::new(game, known.view, &mut minimax).run(&all_worlds(game, known)).unwrap();
    (found.best, found.moves[1].means[SmallGame::seat_of(known.view).index()])
}

fn pimc(game: &SmallGame) -> Cell {
    pimc_at(game, at_root(game).of(FIRST))
}

fn epimc(game: &SmallGame, depth: usize) -> Cell {
    let views = at_root(game);
    let sample = all_worlds(game, views.of(FIRST));
    let found = Epimc::new(game, views.of(FIRST), &mut minimax).depth(depth).run(&sample, 1).unwrap();
    (found.best, found.moves[1].means[0])
}

fn alpha_mu(game: &SmallGame, moves: usize) -> Cell {
    let views = at_root(game);
    let sample = all_worlds(game, views.of(FIRST));
    let found = AlphaMu::new(game, views.of(FIRST).view, &mut minimax).moves(moves).run(&sample).unwrap();
    assert!(!found.estimates.truncated);
    (found.estimates.best, found.estimates.moves[1].means[0])
}

fn iimc(game: &SmallGame) -> Cell {
    let views = at_root(game);
    let sample = all_worlds(game, views.of(FIRST));
    let mut inside = |game: &SmallGame, known: Knowledge<'_, SmallGame>, _: u64| {
        let found = Pimc::new(game, known.view, &mut minimax).run(&Sample::draw(game, known.view, 100, 0).unwrap())?;
        Ok(found.choice(2))
    };
    let found = Iimc::new(game, views.of(FIRST), &mut inside).run(&sample, 1).unwrap();
    (found.best, found.moves[1].means[0])
}

fn ismcts(game: &SmallGame, observers: Observers, seed: u64) -> Cell {
    let views = at_root(game);
    let evaluation = AtTheEnd(game.range());
    let mut play_out = |game: &SmallGame, spot: &mut Spot, random: &mut FastRandom| -> PlayedOut {
        Playout::new(game, &evaluation, &ReferenceOrder, PlayoutPolicy::UNIFORM).run(spot, random)
    };
    let search = Ismcts::new(game, views.of(FIRST), game.range(), &mut play_out);
    let found = search.observers(observers).iterations(3_000).run(seed).unwrap();
    (found.best, found.moves[1].means[0])
}

const SAFE: u8 = 0;
const OTHER: u8 = 1;

fn is_near(cell: Cell, expected: Cell, within: f64) -> bool {
    cell.0 == expected.0 && (cell.1 - expected.1).abs() <= within
}

/// Every search on every small game. Each has its own faults, and no others.
#[test]
fn small_games_tell_the_searches_apart() {
    let exact = |name: &str, cell: Cell, expected: Cell| {
        assert!(is_near(cell, expected, 1e-9), "{name}: {cell:?}, not {expected:?}");
    };
    // By rows: flat, PIMC, EPIMC of two and three plies, alpha-mu of two and three moves, IIMC.
    type Row = (&'static str, SmallGame, Cell, Cell, [Cell; 2], [Cell; 2], Cell);
    let rows: [Row; 5] = [
        ("fusion", fusion(), (SAFE, 5.0), (OTHER, 10.0), [(SAFE, 5.0); 2], [(SAFE, 5.0); 2], (SAFE, 5.0)),
        (
            "late fusion",
            late_fusion(),
            (SAFE, 2.5),
            (OTHER, 10.0),
            [(OTHER, 10.0), (SAFE, 5.0)],
            [(OTHER, 10.0), (SAFE, 5.0)],
            (SAFE, 5.0),
        ),
        (
            "nonlocal",
            nonlocal(),
            (OTHER, 11.0 / 6.0),
            (OTHER, 4.0 / 3.0),
            [(OTHER, 4.0 / 3.0), (SAFE, 0.0)],
            [(OTHER, 4.0 / 3.0); 2],
            (SAFE, 0.0),
        ),
        ("informed foe", informed_foe(), (OTHER, 5.0), (SAFE, 0.0), [(SAFE, 0.0); 2], [(SAFE, 0.0); 2], (SAFE, 0.0)),
        ("blind foe", blind_foe(), (OTHER, 5.0), (SAFE, 0.0), [(OTHER, 5.0); 2], [(SAFE, 0.0); 2], (OTHER, 5.0)),
    ];
    for (name, game, by_flat, by_pimc, by_epimc, by_alpha_mu, by_iimc) in rows {
        let found = flat(&game);
        assert!(is_near(found, by_flat, 0.15), "{name}: {found:?}, not {by_flat:?}");
        exact(name, pimc(&game), by_pimc);
        exact(name, epimc(&game, 1), by_pimc);
        exact(name, alpha_mu(&game, 1), by_pimc);
        for (depth, expected) in [2, 3].into_iter().zip(by_epimc) {
            exact(name, epimc(&game, depth), expected);
        }
        for (moves, expected) in [2, 3].into_iter().zip(by_alpha_mu) {
            exact(name, alpha_mu(&game, moves), expected);
        }
        exact(name, iimc(&game), by_iimc);
    }
}

/// ISMCTS with one observer takes an informed opponent for a blind one; with all observers it makes no mistake. 20 seeds.
#[test]
fn trees_for_all_worlds_do_not_fuse() {
    for seed in 0..20 {
        for observers in [Observers::One, Observers::All] {
            let choice = |game: &SmallGame| ismcts(game, observers, seed).0;
            assert_eq!(choice(&fusion()), SAFE, "{observers:?} {seed}");
            assert_eq!(choice(&late_fusion()), SAFE, "{observers:?} {seed}");
            assert_eq!(choice(&nonlocal()), OTHER, "{observers:?} {seed}");
            assert_eq!(choice(&blind_foe()), OTHER, "{observers:?} {seed}");
        }
        let (choice, value) = ismcts(&informed_foe(), Observers::One, seed);
        assert!(choice == OTHER && (4.0..6.0).contains(&value), "{seed}: {value}");
        let (choice, value) = ismcts(&informed_foe(), Observers::All, seed);
        assert!(choice == SAFE && value < 1.5, "{seed}: {value}");
    }
}

/// After the dare PIMC forgets why it dared: it plays for the worlds in which player 2 would not have gone there.
#[test]
fn pimc_undoes_its_own_plan() {
    let game = nonlocal();
    let mut state = Spot { world: 0, path: Vec::new() };
    let mut views = at_root(&game);
    for mv in [1, 1] {
        views.tell(&game, &state, mv);
        game.play(&mut state, mv);
    }
    assert_eq!(pimc_at(&game, views.of(FIRST)), (1, 8.0 / 3.0));
}

/// Three worlds in which two moves are worth 9 and 0, 9 and 0, 0 and 100.
#[test]
fn a_vote_throws_margins_away() {
    let root = Node::First(vec![Node::Leaf(vec![9, 9, 0]), Node::Leaf(vec![0, 0, 100])]);
    let game = SmallGame { root, worlds: 3, second_knows: true };
    let views = at_root(&game);
    let sample = all_worlds(&game, views.of(FIRST));
    let choice = |aggregation| {
        Pimc::new(&game, views.of(FIRST).view, &mut minimax).aggregation(aggregation).run(&sample).unwrap().best
    };
    assert_eq!(choice(Aggregation::Mean), 1);
    assert_eq!(choice(Aggregation::Vote), 0);
    assert_eq!(choice(Aggregation::Worst), 0);
    assert_eq!(choice(Aggregation::Spread(0.5)), 1);
}

/// The laws of views hold for the small games too.
#[test]
fn small_games_conform() {
    let kit = Conformance::default();
    for game in [fusion(), late_fusion(), nonlocal(), informed_foe(), blind_foe()] {
        kit.hidden(&game, &Spot { world: 1, path: Vec::new() }).unwrap();
    }
}

/// A deal of a few cards, played on until the hands have `left` cards.
fn ending<R: Rules>(
    rules: &R,
    players: usize,
    left: usize,
    seed: u64,
) -> (TrickGame<R>, Position, SeatViews<TrickGame<R>>) {
    let (game, mut state) = TrickGame::deal(rules.clone(), players, None, seed).unwrap();
    let mut views = SeatViews::new(&game, &state);
    let mut random = FastRandom::new(seed, 0);
    while usize::from(state.tricks_left()) > left {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let card = moves[random.below(moves.len())];
        views.tell(&game, &state, card);
        game.play(&mut state, card);
    }
    (game, state, views)
}

/// The values of all cards by plain paranoid search.
fn paranoid<R: Rules>(task: &WorldTask<'_, TrickGame<R>>, utility: R::Evaluation) -> Result<WorldValues, SearchError> {
    let found = Paranoid::new(&task.world.game, &utility).all_moves(true).depth(task.depth).run(&task.world.state)?;
    Ok(WorldValues::of(task, &found))
}

/// PIMC over all worlds is the mean of a search in each of them, listed by hand. EPIMC with one ply and alpha-mu with one
/// move are PIMC, with partners as well.
fn equal_to_pimc<R: Rules>(rules: &R, players: usize, utility: R::Evaluation) {
    let mut checked = 0;
    for seed in 0..12 {
        let (game, state, views) = ending(rules, players, 3, seed);
        let mover = game.mover(&state).unwrap();
        let known = views.of(mover);
        let public = game.public();
        let mut moves: Vec<Card> = Vec::new();
        public.moves_of(known.view, &mut moves);
        if moves.len() < 2 {
            continue;
        }
        let sample = Sample::draw(&public, known.view, 100_000, 0).unwrap();
        let mut search = |task: &WorldTask<'_, TrickGame<R>>| paranoid(task, utility);
        let found = Pimc::new(&public, known.view, &mut search).run(&sample).unwrap();
        assert!(found.exhaustive);
        for estimate in &found.moves {
            let mut sum = 0;
            for world in &sample.worlds {
                let alone = Paranoid::new(&world.game, &utility).all_moves(true).run(&world.state).unwrap();
                let class = world.game.equivalent_cards(&world.state, estimate.mv);
                sum += i64::from(alone.moves.iter().find(|value| class.has(value.mv)).unwrap().payoff[mover]);
            }
            assert_eq!(estimate.means[mover.index()], sum as f64 / sample.worlds.len() as f64);
        }
        let own: Vec<(Card, f64)> = found.moves.iter().map(|of| (of.mv, of.means[mover.index()])).collect();
        let one_ply = Epimc::new(&public, known, &mut search).run(&sample, 1).unwrap();
        let one_move = AlphaMu::new(&public, known.view, &mut search).run(&sample).unwrap().estimates;
        for (other, best) in [(&one_ply.moves, one_ply.best), (&one_move.moves, one_move.best)] {
            assert_eq!(best, found.best);
            assert_eq!(other.iter().map(|of| (of.mv, of.means[mover.index()])).collect::<Vec<_>>(), own);
        }
        checked += 1;
    }
    assert!(checked > 3, "{checked}");
}

#[test]
fn one_ply_and_one_move_are_pimc() {
    equal_to_pimc::<HeartsRules>(&preset("paper").unwrap(), 3, HeartsEvaluation::Points);
    equal_to_pimc::<HeartsRules>(&HeartsRules::TABLE, 4, HeartsEvaluation::Points);
    equal_to_pimc::<SpadesRules>(&preset("table").unwrap(), 4, SpadesEvaluation::Tricks);
}

/// A player who sees only a view plays the same card in every world that the view allows.
#[test]
fn searches_on_views_do_not_peek() {
    let kit = Conformance { games: 3, ..Conformance::default() };
    let (game, deal) = Hearts::deal(HeartsRules::default(), 3, Some(4), 5).unwrap();
    let utility = HeartsEvaluation::Points;
    let order = <HeartsRules as Rules>::Order::default();
    kit.no_peeking(&game, &deal, |truth, known, seed| {
        let public = truth.game.public();
        let sample = Sample::draw(&public, known.view, 5, seed).unwrap();
        let mut search = |task: &WorldTask<'_, Hearts>| paranoid(task, utility);
        Pimc::new(&public, known.view, &mut search).depth(3).run(&sample).unwrap().best
    })
    .unwrap();
    kit.no_peeking(&game, &deal, |truth, known, seed| {
        let public = truth.game.public();
        let sample = Sample::draw(&public, known.view, 20, seed).unwrap();
        let policy = PlayoutPolicy::order(0.1);
        let mut playouts = ByPlayouts::new(&utility, &order, policy, seed);
        Pimc::new(&public, known.view, &mut playouts).run(&sample).unwrap().best
    })
    .unwrap();
    kit.no_peeking(&game, &deal, |truth, known, seed| {
        let public = truth.game.public();
        let sample = Sample::draw(&public, known.view, 20, seed).unwrap();
        let (policy, order) = (PlayoutPolicy::order(0.1), HandOrder::of_game("hearts").unwrap());
        let mut playouts = ByPlayouts::new(&utility, &order, policy, seed);
        Halving::new(&public, known.view, &mut playouts).run(&sample).unwrap().best
    })
    .unwrap();
    for observers in [Observers::One, Observers::All] {
        kit.no_peeking(&game, &deal, |truth, known, seed| {
            let public = truth.game.public();
            let mut play_out = |game: &Hearts, state: &mut Position, random: &mut FastRandom| {
                Playout::new(game, &utility, &order, PlayoutPolicy::order(0.1)).run(state, random)
            };
            let range = utility.range(&public);
            let search = Ismcts::new(&public, known, range, &mut play_out);
            search.observers(observers).iterations(60).run(seed).unwrap().best
        })
        .unwrap();
    }
}

/// A budget of nodes gives whole worlds only; with none done, the first card. Levels are those that all worlds reached.
#[test]
fn a_budget_ends_a_search_between_worlds() {
    let (game, state, views) = ending::<SpadesRules>(&preset("paper").unwrap(), 3, 6, 2);
    let mover: Player = game.mover(&state).unwrap();
    let view = views.of(mover).view;
    let mut search = |task: &WorldTask<'_, Spades>| -> Result<WorldValues, SearchError> {
        let search = Paranoid::new(&task.world.game, &SpadesEvaluation::Tricks).all_moves(true);
        let found = search.depth(task.depth).budget(task.budget.clone()).run(&task.world.state)?;
        Ok(WorldValues::of(task, &found))
    };
    let sample = Sample::draw(&game.public(), view, 10, 3).unwrap();
    let budget = |nodes| cutthroat::Budget { nodes: Some(nodes), ..Default::default() };
    let none = Pimc::new(&game, view, &mut search).budget(budget(10)).run(&sample).unwrap();
    assert_eq!((none.worlds, none.stop), (0, cutthroat::Stop::Nodes));
    let depths: Vec<usize> = [2_000, 20_000, 2_000_000]
        .into_iter()
        .map(|nodes| {
            let found = Pimc::new(&game, view, &mut search).deepen().budget(budget(nodes)).run(&sample).unwrap();
            assert!(found.nodes <= nodes && found.worlds == 10, "{found:?}");
            found.depth
        })
        .collect();
    assert!(depths.windows(2).all(|pair| pair[0] <= pair[1]) && depths[0] < depths[2], "{depths:?}");
    // If the end is tried first, values are those of the end, or those of a level that all worlds reached.
    let exact = Pimc::new(&game, view, &mut search).run(&sample).unwrap();
    let ends: Vec<bool> = [200, 2_000, 20_000, 200_000, 2_000_000]
        .into_iter()
        .map(|nodes| {
            let search = Pimc::new(&game, view, &mut search).deepen().end_first(true).budget(budget(nodes));
            let found = search.run(&sample).unwrap();
            assert!(found.nodes <= nodes, "{found:?}");
            let ends = found.stop == cutthroat::Stop::Complete;
            assert!(!ends || found.moves == exact.moves, "{found:?}");
            ends
        })
        .collect();
    assert!(!ends[0] && ends[4] && exact.nodes * 2 < 2_000_000, "{ends:?}");
}

/// Every search on views finds the same on any number of threads, whether it ends by itself or by its nodes.
#[test]
fn the_number_of_threads_changes_nothing() {
    let utility = HeartsEvaluation::Points;
    let order = <HeartsRules as Rules>::Order::default();
    let (game, state, views) = ending::<HeartsRules>(&HeartsRules::TABLE, 4, 7, 11);
    let public = &game.public();
    let known = views.of(game.mover(&state).unwrap());
    let sample = &Sample::draw(public, known.view, 12, 5).unwrap();
    let world_search = |task: &WorldTask<'_, Hearts>| -> Result<WorldValues, SearchError> {
        let search = Paranoid::new(&task.world.game, &utility).all_moves(true).depth(task.depth.or(Some(5)));
        Ok(WorldValues::of(task, &search.budget(task.budget.clone()).run(&task.world.state)?))
    };
    let module = |game: &Hearts, known: Knowledge<'_, Hearts>, seed: u64| {
        let sample = Sample::draw(game, known.view, 2, seed)?;
        Ok(Pimc::new(game, known.view, &mut { world_search }).depth(2).run(&sample)?.choice(4))
    };
    let play_out = |game: &Hearts, state: &mut Position, random: &mut FastRandom| {
        Playout::new(game, &utility, &order, PlayoutPolicy::order(0.1)).run(state, random)
    };
    fn help<S: WorldSearch<Hearts> + Send>(searches: &mut [S]) -> Vec<HelpingSearch<'_, Hearts>> {
        searches.iter_mut().map(|search| search as HelpingSearch<'_, Hearts>).collect()
    }
    for nodes in [None, Some(300), Some(3_000), Some(30_000)] {
        let budget = || cutthroat::Budget { nodes, ..Default::default() };
        let found = |threads: usize| {
            let mut searches = vec![world_search; threads - 1];
            let mut all = Vec::new();
            let mut own = world_search;
            all.push(Pimc::new(public, known.view, &mut own).helpers(help(&mut searches)).budget(budget()).run(sample));
            let mut own = world_search;
            let deepening = Pimc::new(public, known.view, &mut own).helpers(help(&mut searches)).deepen().depth(6);
            all.push(deepening.budget(budget()).run(sample));
            let mut own = world_search;
            let ending = Pimc::new(public, known.view, &mut own).helpers(help(&mut searches)).deepen().end_first(true);
            all.push(ending.budget(cutthroat::Budget { nodes: nodes.or(Some(100_000)), ..budget() }).run(sample));
            let mut own = world_search;
            let search = Epimc::new(public, known, &mut own).helpers(help(&mut searches)).depth(2).below(3);
            all.push(search.budget(budget()).run(sample, 1));
            let mut own = world_search;
            let search = AlphaMu::new(public, known.view, &mut own).helpers(help(&mut searches)).moves(2).below(3);
            all.push(search.budget(budget()).run(sample).map(|found| found.estimates));
            let playouts = ByPlayouts::new(&utility, &order, PlayoutPolicy::order(0.1), 3);
            let mut flat = vec![playouts; threads];
            let (own, others) = flat.split_first_mut().unwrap();
            let others = others.iter_mut().map(|search| search as HelpingSearch<'_, Hearts>).collect();
            all.push(Pimc::new(public, known.view, own).helpers(others).in_turn().budget(budget()).run(sample));
            let (own, others) = flat.split_first_mut().unwrap();
            let others = others.iter_mut().map(|search| search as HelpingSearch<'_, Hearts>).collect();
            all.push(Halving::new(public, known.view, own).helpers(others).budget(budget()).run(sample));
            let mut modules = vec![module; threads];
            let (own, others) = modules.split_first_mut().unwrap();
            let others = others.iter_mut().map(|player| player as HelpingPlayer<'_, Hearts>).collect();
            all.push(Iimc::new(public, known, own).helpers(others).budget(budget()).run(sample, 2));
            let mut outs = vec![play_out; threads];
            let (own, others) = outs.split_first_mut().unwrap();
            let others = others.iter_mut().map(|out| out as HelpingPlayOut<'_, Hearts>).collect();
            let search = Ismcts::new(public, known, utility.range(public), own).helpers(others).trees(5);
            all.push(search.iterations(500).budget(budget()).run(4));
            all
        };
        let alone = found(1);
        assert!(nodes.is_some() || alone.iter().all(|found| found.as_ref().unwrap().worlds > 0));
        for threads in [2, 7] {
            assert_eq!(found(threads), alone, "{threads} threads, {nodes:?} nodes");
        }
    }
}

/// A random tree with a small number in each world at its leaves, so that many are equal and many worlds are lost.
fn random_tree(worlds: usize, height: usize, random: &mut FastRandom) -> Node {
    if height == 0 || random.below(6) == 0 {
        return Node::Leaf((0..worlds).map(|_| random.below(4) as i16).collect());
    }
    let children = (0..1 + random.below(3)).map(|_| random_tree(worlds, height - 1, random)).collect();
    if random.below(2) == 0 { Node::First(children) } else { Node::Second(children) }
}

/// The cuts of alpha-mu change neither the choice nor its value, and what is said of the other moves is true. Deepening ends where
/// a search with all moves begins.
#[test]
fn cuts_of_alpha_mu_keep_the_answer() {
    let (mut bounds, mut without, mut with) = (0, 0, 0);
    for seed in 0..3_000 {
        let random = &mut FastRandom::new(seed, 1);
        let worlds = 2 + random.below(3);
        let children = (0..2 + random.below(2)).map(|_| random_tree(worlds, 5, random)).collect();
        let game = SmallGame { root: Node::First(children), worlds, second_knows: true };
        let views = at_root(&game);
        let sample = all_worlds(&game, views.of(FIRST));
        for moves in 2..=4 {
            let search = |least: Option<i32>, cuts: bool, deepens: bool| {
                let mut search = minimax;
                let search =
                    AlphaMu::new(&game, views.of(FIRST).view, &mut search).moves(moves).cuts(cuts).least(least);
                if deepens { search.deepen().run(&sample).unwrap() } else { search.run(&sample).unwrap() }
            };
            let plain = search(Some(0), false, false);
            assert!(plain.estimates.moves.iter().all(|estimate| !estimate.at_most));
            without += plain.estimates.nodes;
            for (least, deepens) in [(None, false), (Some(0), false), (Some(0), true)] {
                let cut = search(least, true, deepens);
                let own = |of: &Estimates<u8>| of.of(of.best).unwrap().means[0];
                assert_eq!(
                    (cut.estimates.best, own(&cut.estimates)),
                    (plain.estimates.best, own(&plain.estimates)),
                    "{game:?}"
                );
                assert_eq!(cut.estimates.kept, Some(moves));
                for (estimate, exact) in cut.estimates.moves.iter().zip(&plain.estimates.moves) {
                    bounds += usize::from(estimate.at_most);
                    let is_true = if estimate.at_most {
                        estimate.means[0] >= exact.means[0]
                    } else {
                        estimate.means[0] == exact.means[0]
                    };
                    assert!(is_true, "{moves} moves of {game:?}: {estimate:?} {exact:?}");
                }
                with += if deepens { 0 } else { cut.estimates.nodes };
            }
        }
    }
    assert!(bounds > 1_000 && with < without * 9 / 5, "{bounds} bounds, {with} and {without} nodes");
}

/// Two moves are compared in every world, as in PIMC. Of many, those that survive are compared in more worlds, the answer is
/// the best of the last ones, and the nodes are kept to.
#[test]
fn halving_spends_most_on_the_best() {
    for game in [fusion(), late_fusion(), nonlocal(), informed_foe(), blind_foe()] {
        let views = at_root(&game);
        let (view, sample) = (views.of(FIRST).view, all_worlds(&game, views.of(FIRST)));
        let halved = Halving::new(&game, view, &mut minimax).run(&sample).unwrap();
        let whole = Pimc::new(&game, view, &mut minimax).run(&sample).unwrap();
        assert_eq!((halved.best, halved.worlds), (whole.best, whole.worlds));
        assert!(halved.moves.iter().zip(&whole.moves).all(|(one, other)| one.means == other.means));
    }
    let (game, deal) = Hearts::deal(HeartsRules::default(), 4, None, 3).unwrap();
    let views = SeatViews::new(&game, &deal);
    let view = views.of(game.mover(&deal).unwrap()).view;
    let sample = Sample::draw(&game.public(), view, 100, 1).unwrap();
    let (utility, order) = (HeartsEvaluation::Points, HandOrder::of_game("hearts").unwrap());
    let mut playouts = ByPlayouts::new(&utility, &order, PlayoutPolicy::order(0.1), 1);
    for nodes in [50_000, 200_000] {
        let budget = cutthroat::Budget { nodes: Some(nodes), ..Default::default() };
        let found = Halving::new(&game, view, &mut playouts).budget(budget).run(&sample).unwrap();
        assert!(found.nodes <= nodes && found.nodes > nodes * 9 / 10, "{} of {nodes}", found.nodes);
        let mut visits: Vec<u64> = found.moves.iter().map(|estimate| estimate.visits).collect();
        visits.sort_unstable();
        assert_eq!(found.of(found.best).unwrap().visits, visits[12]);
        // Four rounds of equal cost with 13, 7, 4 and 2 cards.
        assert_eq!((visits[5], visits[11]), (visits[0], visits[12]));
        assert!(visits[12] > 10 * visits[0] && visits[8] < visits[9] && visits[10] < visits[11], "{visits:?}");
    }
    let none = cutthroat::Budget { nodes: Some(10), ..Default::default() };
    let found = Halving::new(&game, view, &mut playouts).budget(none).run(&sample).unwrap();
    assert_eq!((found.worlds, found.stop, found.nodes), (0, cutthroat::Stop::Nodes, 0));
    let mut few = Vec::new();
    game.moves_of(view, &mut few);
    few.truncate(3);
    let found = Halving::new(&game, view, &mut playouts).only(few.clone()).run(&sample).unwrap();
    assert_eq!(found.moves.iter().map(|estimate| estimate.mv).collect::<Vec<_>>(), few);
}

/// The learned order looks at no other hand: in every world that the view allows, it arranges cards in the same way.
#[test]
fn a_learned_order_is_blind() {
    let kit = Conformance { games: 5, ..Conformance::default() };
    let (game, deal) = Hearts::deal(HeartsRules::TABLE, 4, None, 5).unwrap();
    kit.no_peeking(&game, &deal, |truth, _, _| {
        let mut moves = Vec::new();
        truth.game.moves(&truth.state, &mut moves);
        let mut places: Vec<u16> = (0..moves.len() as u16).collect();
        let order = HandOrder::of_game("hearts").unwrap();
        order.arrange(&truth.game, &truth.state, &moves, &mut places);
        moves[usize::from(places[0])]
    })
    .unwrap();
}
